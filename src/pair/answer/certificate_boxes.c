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

/* Twice M, in plain C: generators, and for each axis the extent R and its products with w and v. */
typedef struct zonotope {
    fk_vec3 g[6];
    double extent[AXES], middle[AXES], start[AXES];
} zonotope;

/* The generator with this number. */
static inline fk_vec3 box_generator(const fk_cell *a, const fk_cell *b, int k)
{
    return k < 3 ? a->edge[k] : b->edge[k - 3];
}

/* Computes the extents of the three face axes of one box, whose generators begin at `first`, those of the other box at `other`.
 * projection[k][j] becomes |n.g| for face k and generator j of the other box. */
static inline void extend_faces(zonotope *z, int first, int other, double projection[3][3])
{
    const fk_vec3 *e = z->g + first, *f = z->g + other;
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]);
        for (int j = 0; j < 3; j++)
            projection[k][j] = fabs(fk_vec3_dot(n, f[j]));
        z->extent[first + k] =
            fabs(fk_vec3_dot(n, e[k])) + (projection[k][0] + projection[k][1] + projection[k][2]);
    }
}

/* Computes the extents of all axes. Those of products of edges are sums of the projections on faces. */
static void extend_axes(zonotope *z)
{
    double projection_a[3][3], projection_b[3][3];
    extend_faces(z, 0, 3, projection_a);
    extend_faces(z, 3, 0, projection_b);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            z->extent[6 + 3 * j + i] =
                (projection_a[i1][j] + projection_a[i2][j]) + (projection_b[j1][i] + projection_b[j2][i]);
        }
}

/* The products of all axes with a vector. */
static void project_on_axes(const zonotope *z, fk_vec3 w, double along[AXES])
{
    for (int k = 0; k < 6; k++)
        along[k] = fk_vec3_dot(fk_vec3_cross(z->g[axis_edges[k][0]], z->g[axis_edges[k][1]]), w);
    for (int j = 0; j < 3; j++) {
        fk_vec3 cross = fk_vec3_cross(z->g[3 + j], w);
        for (int i = 0; i < 3; i++)
            along[6 + 3 * j + i] = fk_vec3_dot(z->g[i], cross);
    }
}

/* The axis of the facet through which the ray leaves M: that of the least ratio, the first of equal ones. */
static int find_exit_axis(const zonotope *z)
{
    int best = 0;
    double ratio[AXES], least = INFINITY;
    /* A loop of its own, so that the compiler vectorises the divisions. */
    for (int i = 0; i < AXES; i++) {
        double room = z->extent[i] + (z->start[i] > 0 ? -z->middle[i] : z->middle[i]);
        ratio[i] = room / fabs(z->start[i]);
    }
    for (int i = 0; i < AXES; i++)
        if (ratio[i] < least) {
            least = ratio[i];
            best = i;
        }
    return best;
}

/* Sets v and its signs from w. */
static void choose_start(const zonotope *z, fk_box_axis *out)
{
    out->v = out->w;
    out->plus = 0;
    for (int k = 0; k < 6; k++) {
        int plus = fk_vec3_dot(z->g[k], out->w) > 0;
        out->plus |= (unsigned)plus << k;
        out->v = plus ? fk_vec3_add(out->v, z->g[k]) : fk_vec3_sub(out->v, z->g[k]);
    }
}

/* Chooses the first axis that separates, up to rounding, or else the one of the facet through which the ray leaves. */
void fk_box_axis_plain(const fk_cell *a, const fk_cell *b, fk_box_axis *out)
{
    zonotope z;
    fk_vec3 t = fk_vec3_sub(a->origin, b->origin);
    for (int k = 0; k < 6; k++)
        z.g[k] = box_generator(a, b, k);
    out->w = fk_vec3_add(t, t);
    for (int k = 0; k < 3; k++)
        out->w = fk_vec3_add(out->w, fk_vec3_sub(z.g[k], z.g[3 + k]));
    extend_axes(&z);
    project_on_axes(&z, out->w, z.middle);
    out->is_apart = true;
    for (out->axis = 0; out->axis < AXES; out->axis++)
        if (fabs(z.middle[out->axis]) > z.extent[out->axis]) {
            out->is_positive = z.middle[out->axis] > 0;
            return;
        }
    out->is_apart = false;
    choose_start(&z, out);
    project_on_axes(&z, out->v, z.start);
    out->axis = find_exit_axis(&z);
    out->is_positive = z.start[out->axis] > 0;
}

/* The vertex pair with these signs of the generators. */
static fk_vertex_pair pair_of_signs(unsigned plus)
{
    return (fk_vertex_pair){plus & 7, ~plus >> 3 & 7};
}

static void propose_overlapping(const fk_cell *a, const fk_cell *b, const fk_box_axis *z, fk_pair_cache *out)
{
    int i = axis_edges[z->axis][0], j = axis_edges[z->axis][1];
    fk_vec3 g = box_generator(a, b, i), h = box_generator(a, b, j), n = fk_vec3_cross(g, h), middle = z->w;
    unsigned plus = 0, first = 1u << i, second = 1u << j;
    n = fk_vec3_scale(n, 1 - 2 * z->is_positive);
    for (int k = 0; k < 6; k++) {
        fk_vec3 other = box_generator(a, b, k);
        int is_plus = fk_vec3_dot(n, other) > 0, is_free = (k != i) & (k != j);
        plus |= (unsigned)is_plus << k;
        middle = fk_vec3_add(middle, fk_vec3_scale(other, is_free * (2 * is_plus - 1)));
    }
    /* The diagonal from both signs minus to both plus, and on which side of it the ray passes. */
    fk_vec3 cut = fk_vec3_cross(middle, fk_vec3_add(g, h));
    double side = -fk_vec3_dot(z->v, cut), corner = fk_vec3_dot(fk_vec3_sub(g, h), cut);
    plus &= ~(first | second);
    out->verdict = FK_OVERLAPPING;
    out->pair[0] = pair_of_signs(z->plus);
    out->pair[1] = pair_of_signs(plus);
    out->pair[2] = pair_of_signs(plus | first | second);
    out->pair[3] = pair_of_signs(plus | ((side > 0) == (corner > 0) ? first : second));
}

void fk_certificate_boxes(const fk_cell *a, const fk_cell *b, fk_pair_cache *out)
{
    fk_box_axis z;
    fk_box_axis_choice[fk_cpu_level()](a, b, &z);
    memset(out, 0, sizeof *out);
    if (!z.is_apart) {
        propose_overlapping(a, b, &z, out);
        return;
    }
    fk_vec3 n =
        fk_vec3_cross(box_generator(a, b, axis_edges[z.axis][0]), box_generator(a, b, axis_edges[z.axis][1]));
    out->verdict = FK_APART;
    out->direction = fk_vec3_scale(n, 1 - 2 * z.is_positive);
}
