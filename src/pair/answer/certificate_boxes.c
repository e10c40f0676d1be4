/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A certificate for two parallelepipeds without a search.
 *
 * As in sat.c, M = a - b is a zonotope: twice a vertex difference is w + sum of s g, with w twice the middle, g the
 * three edges of a and the three of b, and signs s of any kind, since every vertex of a may stand with every vertex
 * of b. Its facet normals n are products of two generators, and reach R = sum |n.g| from the middle.
 *
 * Apart: n.w beyond R for some n. Overlapping: from the vertex difference v that lies farthest on the middle's side of the
 * origin, a ray through the origin leaves M through one facet, that with the least (R + n.w) / |n.v| where n points
 * away from v. A facet of two generators is a parallelogram, the other signs are those of n.g, and one of the diagonals
 * cuts it in two triangles; v and the one that the ray leaves through are four pairs around the origin.
 *
 * Weak input: parallel edges make facets of more than two generators, of which one parallelogram is tried. */

#include "pair/answer/answer.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"

#define AXES 15

/* The axes: products of two of the generators, 0 to 2 of a and 3 to 5 of b. */
static const uint8_t axis_of[AXES][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}, {5, 3}, {3, 4}, {0, 3}, {1, 3},
                                         {2, 3}, {0, 4}, {1, 4}, {2, 4}, {0, 5}, {1, 5}, {2, 5}};

/* What is looked at: generators, middle and the vertex to start from, all doubled; and of each axis how far it reaches,
 * and its products with the middle and with that vertex. */
typedef struct zonotope {
    fk_vec3 g[6], w, v;
    bool plus[6]; /* the signs of v */
    double reach[AXES], middle[AXES], start[AXES];
} zonotope;

static void make_zonotope(zonotope *z, const fk_cell *a, const fk_cell *b)
{
    fk_vec3 t = fk_vec3_sub(a->origin, b->origin), sum = fk_vec3_add(t, t);
    for (int k = 0; k < 3; k++) {
        z->g[k] = a->edge[k];
        z->g[3 + k] = b->edge[k];
        sum = fk_vec3_add(sum, fk_vec3_sub(a->edge[k], b->edge[k]));
    }
    z->w = z->v = sum;
    for (int k = 0; k < 6; k++) {
        double along = fk_vec3_dot(z->g[k], z->w);
        z->plus[k] = along > 0;
        z->v = fk_vec3_add(z->v, fk_vec3_scale(z->g[k], along > 0 ? 1 : -1));
    }
}

/* The three faces of one box: generators from `first`, those of the other box from `other`. shadow[k][j] becomes |n.g| for
 * face k and generator j of the other box. */
static inline void look_at_faces(zonotope *z, int first, int other, double shadow[3][3])
{
    const fk_vec3 *e = z->g + first, *f = z->g + other;
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]);
        for (int j = 0; j < 3; j++)
            shadow[k][j] = fabs(fk_vec3_dot(n, f[j]));
        z->reach[first + k] = fabs(fk_vec3_dot(n, e[k])) + (shadow[k][0] + shadow[k][1] + shadow[k][2]);
        z->middle[first + k] = fk_vec3_dot(n, z->w);
        z->start[first + k] = fk_vec3_dot(n, z->v);
    }
}

/* The nine axes across two edges; their shadows are those of the faces. */
static void look_at_edges(zonotope *z, double shadow_a[3][3], double shadow_b[3][3])
{
    for (int j = 0; j < 3; j++) {
        fk_vec3 middle = fk_vec3_cross(z->g[3 + j], z->w), start = fk_vec3_cross(z->g[3 + j], z->v);
        for (int i = 0; i < 3; i++) {
            int at = 6 + 3 * j + i, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            z->reach[at] = (shadow_a[i1][j] + shadow_a[i2][j]) + (shadow_b[j1][i] + shadow_b[j2][i]);
            z->middle[at] = fk_vec3_dot(z->g[i], middle);
            z->start[at] = fk_vec3_dot(z->g[i], start);
        }
    }
}

/* Whether one of the axes from `first` to `last` separates, for all that doubles tell. */
static bool propose_apart(const zonotope *z, int first, int last, fk_pair_cache *out)
{
    for (int i = first; i < last; i++)
        if (fabs(z->middle[i]) > z->reach[i]) {
            fk_vec3 n = fk_vec3_cross(z->g[axis_of[i][0]], z->g[axis_of[i][1]]);
            out->verdict = FK_APART;
            out->direction = z->middle[i] > 0 ? fk_vec3_negate(n) : n;
            return true;
        }
    return false;
}

/* The pair of vertices with these signs. */
static fk_vertex_pair pair_of(const bool plus[6])
{
    fk_vertex_pair pair = {0, 0};
    for (int k = 0; k < 3; k++) {
        pair.a |= (uint32_t)plus[k] << k;
        pair.b |= (uint32_t)!plus[3 + k] << k;
    }
    return pair;
}

/* The axis whose facet the ray leaves through. */
static int exit_axis(const zonotope *z)
{
    int best = 0;
    double ratio[AXES];
    /* In a loop of its own, so that the compiler divides four at a time. */
    for (int i = 0; i < AXES; i++) {
        double room = z->reach[i] + (z->start[i] > 0 ? -z->middle[i] : z->middle[i]);
        ratio[i] = room / fabs(z->start[i]);
    }
    for (int i = 1; i < AXES; i++)
        best = ratio[i] < ratio[best] ? i : best;
    return best;
}

static void propose_overlapping(const zonotope *z, fk_pair_cache *out)
{
    int axis = exit_axis(z), i = axis_of[axis][0], j = axis_of[axis][1];
    fk_vec3 n = fk_vec3_cross(z->g[i], z->g[j]), middle = z->w;
    double outward = z->start[axis] > 0 ? -1 : 1;
    bool plus[6];
    for (int k = 0; k < 6; k++) {
        plus[k] = outward * fk_vec3_dot(n, z->g[k]) > 0;
        if (k != i && k != j)
            middle = fk_vec3_add(middle, fk_vec3_scale(z->g[k], plus[k] ? 1 : -1));
    }
    /* The diagonal from both minus to both plus, and the side of it that the ray is on. */
    fk_vec3 cut = fk_vec3_cross(middle, fk_vec3_add(z->g[i], z->g[j]));
    double side = -fk_vec3_dot(z->v, cut), corner = fk_vec3_dot(fk_vec3_sub(z->g[i], z->g[j]), cut);
    out->verdict = FK_OVERLAPPING;
    out->pair[0] = pair_of(z->plus);
    plus[i] = plus[j] = false;
    out->pair[1] = pair_of(plus);
    plus[i] = plus[j] = true;
    out->pair[2] = pair_of(plus);
    plus[i] = (side > 0) == (corner > 0);
    plus[j] = !plus[i];
    out->pair[3] = pair_of(plus);
}

void fk_boxes_propose(const fk_cell *a, const fk_cell *b, fk_pair_cache *out)
{
    zonotope z;
    double shadow_a[3][3], shadow_b[3][3];
    memset(out, 0, sizeof *out);
    make_zonotope(&z, a, b);
    look_at_faces(&z, 0, 3, shadow_a);
    if (propose_apart(&z, 0, 3, out))
        return;
    look_at_faces(&z, 3, 0, shadow_b);
    if (propose_apart(&z, 3, 6, out))
        return;
    look_at_edges(&z, shadow_a, shadow_b);
    if (!propose_apart(&z, 6, AXES, out))
        propose_overlapping(&z, out);
}
