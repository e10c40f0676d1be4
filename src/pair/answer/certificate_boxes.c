/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proposes a certificate for two parallelepipeds, without a search.
 *
 * As in sat.c, M = a - b is a zonotope: twice a vertex difference is w + sum of s g, with w twice the centre, the six
 * generators g the edges of a and b, and any signs s, since every vertex of a is paired with every vertex of b. Its facet
 * normals n are products of two generators; along n it extends by R = sum |n.g| from the centre.
 *
 * Apart: |n.w| > R for some n. Overlapping: let v be the vertex difference that lies farthest on the centre's side of the
 * origin. The ray from v through the origin leaves M through the facet with the least (R + n.w) / |n.v|, where n points away
 * from v. A facet of two generators is a parallelogram; the signs of the other generators are those of n.g. A diagonal
 * divides it into two triangles; v and the triangle that the ray leaves through are four pairs that enclose the origin.
 *
 * Weak input: parallel edges make facets of more than two generators, of which only one parallelogram is tried. */

#include "pair/answer/answer.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"

#define AXES 15

/* The axes: products of two of the generators, 0 to 2 of a and 3 to 5 of b. */
static const uint8_t axis_edges[AXES][2] = {{1, 2}, {2, 0}, {0, 1}, {4, 5}, {5, 3}, {3, 4}, {0, 3}, {1, 3},
                                            {2, 3}, {0, 4}, {1, 4}, {2, 4}, {0, 5}, {1, 5}, {2, 5}};

/* Twice M: generators, centre w and the vertex difference v; and for each axis the extent R and its products with w and v. */
typedef struct zonotope {
    fk_vec3 g[6], w, v;
    bool plus[6]; /* the signs of v */
    double extent[AXES], middle[AXES], start[AXES];
} zonotope;

static void zonotope_init(zonotope *z, const fk_cell *a, const fk_cell *b)
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

/* Computes the three face axes of one box, whose generators begin at `first`, those of the other box at `other`.
 * projection[k][j] becomes |n.g| for face k and generator j of the other box. */
static inline void project_on_faces(zonotope *z, int first, int other, double projection[3][3])
{
    const fk_vec3 *e = z->g + first, *f = z->g + other;
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]);
        for (int j = 0; j < 3; j++)
            projection[k][j] = fabs(fk_vec3_dot(n, f[j]));
        z->extent[first + k] =
            fabs(fk_vec3_dot(n, e[k])) + (projection[k][0] + projection[k][1] + projection[k][2]);
        z->middle[first + k] = fk_vec3_dot(n, z->w);
        z->start[first + k] = fk_vec3_dot(n, z->v);
    }
}

/* Computes the nine products of edges; their projections are those of the faces. */
static void project_on_edge_products(zonotope *z, double projection_a[3][3], double projection_b[3][3])
{
    for (int j = 0; j < 3; j++) {
        fk_vec3 middle = fk_vec3_cross(z->g[3 + j], z->w), start = fk_vec3_cross(z->g[3 + j], z->v);
        for (int i = 0; i < 3; i++) {
            int at = 6 + 3 * j + i, i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            z->extent[at] =
                (projection_a[i1][j] + projection_a[i2][j]) + (projection_b[j1][i] + projection_b[j2][i]);
            z->middle[at] = fk_vec3_dot(z->g[i], middle);
            z->start[at] = fk_vec3_dot(z->g[i], start);
        }
    }
}

/* Proposes the first of the axes from `first` to `last` that separates, up to rounding. */
static bool propose_apart(const zonotope *z, int first, int last, fk_pair_cache *out)
{
    for (int i = first; i < last; i++)
        if (fabs(z->middle[i]) > z->extent[i]) {
            fk_vec3 n = fk_vec3_cross(z->g[axis_edges[i][0]], z->g[axis_edges[i][1]]);
            out->verdict = FK_APART;
            out->direction = z->middle[i] > 0 ? fk_vec3_negate(n) : n;
            return true;
        }
    return false;
}

/* The vertex pair with these signs of the generators. */
static fk_vertex_pair pair_of_signs(const bool plus[6])
{
    fk_vertex_pair pair = {0, 0};
    for (int k = 0; k < 3; k++) {
        pair.a |= (uint32_t)plus[k] << k;
        pair.b |= (uint32_t)!plus[3 + k] << k;
    }
    return pair;
}

/* The axis of the facet through which the ray leaves M. */
static int find_exit_axis(const zonotope *z)
{
    int best = 0;
    double ratio[AXES];
    /* A loop of its own, so that the compiler vectorises the divisions. */
    for (int i = 0; i < AXES; i++) {
        double room = z->extent[i] + (z->start[i] > 0 ? -z->middle[i] : z->middle[i]);
        ratio[i] = room / fabs(z->start[i]);
    }
    for (int i = 1; i < AXES; i++)
        best = ratio[i] < ratio[best] ? i : best;
    return best;
}

static void propose_overlapping(const zonotope *z, fk_pair_cache *out)
{
    int axis = find_exit_axis(z), i = axis_edges[axis][0], j = axis_edges[axis][1];
    fk_vec3 n = fk_vec3_cross(z->g[i], z->g[j]), middle = z->w;
    double outward = z->start[axis] > 0 ? -1 : 1;
    bool plus[6];
    for (int k = 0; k < 6; k++) {
        plus[k] = outward * fk_vec3_dot(n, z->g[k]) > 0;
        if (k != i && k != j)
            middle = fk_vec3_add(middle, fk_vec3_scale(z->g[k], plus[k] ? 1 : -1));
    }
    /* The diagonal from both signs minus to both plus, and on which side of it the ray passes. */
    fk_vec3 cut = fk_vec3_cross(middle, fk_vec3_add(z->g[i], z->g[j]));
    double side = -fk_vec3_dot(z->v, cut), corner = fk_vec3_dot(fk_vec3_sub(z->g[i], z->g[j]), cut);
    out->verdict = FK_OVERLAPPING;
    out->pair[0] = pair_of_signs(z->plus);
    plus[i] = plus[j] = false;
    out->pair[1] = pair_of_signs(plus);
    plus[i] = plus[j] = true;
    out->pair[2] = pair_of_signs(plus);
    plus[i] = (side > 0) == (corner > 0);
    plus[j] = !plus[i];
    out->pair[3] = pair_of_signs(plus);
}

void fk_certificate_boxes(const fk_cell *a, const fk_cell *b, fk_pair_cache *out)
{
    zonotope z;
    double projection_a[3][3], projection_b[3][3];
    memset(out, 0, sizeof *out);
    zonotope_init(&z, a, b);
    project_on_faces(&z, 0, 3, projection_a);
    if (propose_apart(&z, 0, 3, out))
        return;
    project_on_faces(&z, 3, 0, projection_b);
    if (propose_apart(&z, 3, 6, out))
        return;
    project_on_edge_products(&z, projection_a, projection_b);
    if (!propose_apart(&z, 6, AXES, out))
        propose_overlapping(&z, out);
}
