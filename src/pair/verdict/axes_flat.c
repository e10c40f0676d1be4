/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two cells or triangles whose b - a has no volume: they lie in one plane, on one line, or are one point; parts on a grid
 * often do. They touch when they meet, and separating axes lie in the plane.
 *
 * Here M = b - a lies in a plane through the origin (axes_parts.h). With N its normal, the edges of M are parallel to edges of
 * a or b, so the axes are N x g for all of these g. On a line, the line itself is the axis, once the origin is on it.
 *
 * Everything is computed in doubles that are whole multiples of one number and so small that no operation rounds: with K
 * below 2^13 of them, a normal is below 2^26 / 4, an axis below 2^39 / 4, and shadows are sums below 2^52. Weak input:
 * other numbers, which the solver gets. */

#include "pair/verdict/axes_parts.h"

typedef struct flat_side {
    fk_kind kind;
    fk_vec3 edge[6];
} flat_side;

/* Whether a number is a multiple of step, and below 2^51 of it; by its bits, as the processor may take a small one for
 * zero. */
static bool is_whole(double x, double step)
{
    double big = 0x1.8p52 * step;
    return fk_bits_of(fabs((x + big) - big)) == fk_bits_of(fabs(x)) && fabs(x) < 0x1p51 * step;
}

static bool vector_is_whole(fk_vec3 v, double step)
{
    return is_whole(v.x, step) && is_whole(v.y, step) && is_whole(v.z, step);
}

static bool side_is_whole(const fk_axes_side *side, double step)
{
    const fk_vec3 *given = side->kind == FK_KIND_TRIANGLE ? side->piece->as.triangle : side->cell->edge;
    return vector_is_whole(side->cell->origin, step) && vector_is_whole(given[0], step) &&
           vector_is_whole(given[1], step) && vector_is_whole(given[2], step);
}

static void flat_side_init(flat_side *flat, const fk_axes_side *side)
{
    flat->kind = side->kind;
    for (int k = 0; k < 3; k++)
        flat->edge[k] = side->cell->edge[k];
    for (int k = 0; k < 3; k++)
        flat->edge[3 + k] = fk_vec3_sub(flat->edge[(k + 2) % 3], flat->edge[(k + 1) % 3]);
}

/* Adds the shadow of a piece to both ends, or with sign -1 takes it off. */
static void add_shadow(const flat_side *side, fk_vec3 axis, double sign, double *low, double *high)
{
    double least = 0.0, most = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = sign * fk_vec3_dot(axis, side->edge[k]);
        bool box = side->kind == FK_KIND_BOX;
        least = box ? least + (x < 0.0 ? x : 0.0) : fk_smaller(least, x);
        most = box ? most + (x > 0.0 ? x : 0.0) : fk_larger(most, x);
    }
    *low += least;
    *high += most;
}

static bool separates(const flat_side *a, const flat_side *b, fk_vec3 way, fk_vec3 axis)
{
    double low = fk_vec3_dot(axis, way), high = low;
    add_shadow(b, axis, 1.0, &low, &high);
    add_shadow(a, axis, -1.0, &low, &high);
    return low > 0.0 || high < 0.0;
}

static bool is_zero(fk_vec3 v)
{
    return !(fk_axes_norm(v) > 0.0);
}

/* Some edge that is not zero, or zero. */
static fk_vec3 any_edge(const flat_side *a, const flat_side *b)
{
    for (int k = 0; k < 3; k++) {
        if (!is_zero(a->edge[k]))
            return a->edge[k];
        if (!is_zero(b->edge[k]))
            return b->edge[k];
    }
    return fk_vec3_make(0, 0, 0);
}

/* The normal of the plane, or zero when everything lies on a line along g. */
static fk_vec3 plane_normal(const flat_side *a, const flat_side *b, fk_vec3 g)
{
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(g, a->edge[k]);
        if (!is_zero(n))
            return n;
        n = fk_vec3_cross(g, b->edge[k]);
        if (!is_zero(n))
            return n;
    }
    return fk_vec3_make(0, 0, 0);
}

fk_verdict fk_axes_flat(const fk_axes_side *a, const fk_axes_side *b)
{
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin);
    double reach = fk_axes_reach(way, fk_axes_edges(a->cell->edge), fk_axes_edges(b->cell->edge));
    double step = fk_axes_step(reach) * 0x1p5;
    if (!(reach <= FK_AXES_LARGEST && reach >= FK_AXES_SMALLEST_WHOLE) || !side_is_whole(a, step) ||
        !side_is_whole(b, step))
        return FK_UNDECIDED;
    flat_side p, q;
    flat_side_init(&p, a);
    flat_side_init(&q, b);
    fk_vec3 g = any_edge(&p, &q), n = plane_normal(&p, &q, g);
    if (is_zero(n)) {
        bool off_line = !is_zero(fk_vec3_cross(way, g)) || (is_zero(g) && !is_zero(way));
        return off_line || separates(&p, &q, way, g) ? FK_APART : FK_TOUCHING;
    }
    for (int k = 0; k < 6; k++)
        if (separates(&p, &q, way, fk_vec3_cross(n, p.edge[k])) ||
            separates(&p, &q, way, fk_vec3_cross(n, q.edge[k])))
            return FK_APART;
    return FK_TOUCHING;
}
