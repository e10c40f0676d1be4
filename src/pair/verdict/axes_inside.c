/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A point inside two cells. Cells with parallel edges have axes that are zero up to rounding, which say nothing in doubles;
 * a point that lies clearly inside both says that they overlap, and is soon found unless they hardly do.
 *
 * Source: the relaxation method of Agmon and of Motzkin and Schoenberg (1954): the point is moved across the face that it
 * violates most, each time to a little less depth behind it.
 *
 * In a cell a point p is known by its coordinates s: p = o + sum s_k e_k, with s_k = N_k.(p - o) / v, N_k the product of
 * the other edges and v the volume. It lies inside when all s_k are above 0, and below 1 (box) or with a sum below 1
 * (tetra).
 *
 * Error bound. With m the largest sum of sizes of an edge, u = 2^-52 and x = p - o, where p is counted from the origin of
 * a: N_k is off by 2 u m^2, and x, whose origin may be that of b, by 2 u (|p| + |t|). So N_k.x is off by at most 7 u m^2
 * (|p| + |t|), v by 7 u m^3, and the sum of three such products by less than 32 u m^2 (|p| + |t| + m), or, with the bounds
 * of axes.c, 32 u P K. FK_AXES_INSIDE_ERROR is twice that; FK_AXES_TINY is for flushing, as there. */

#include "pair/verdict/axes_parts.h"

/* One cell. */
typedef struct room {
    fk_kind kind;
    const fk_vec3 *edge;
    fk_vec3 origin; /* from that of a */
    fk_vec3 normal[3];
    double volume, largest;
} room;

static void room_init(room *r, const fk_axes_side *side, fk_vec3 origin)
{
    const fk_vec3 *e = side->cell->edge;
    r->kind = side->kind;
    r->edge = e;
    r->origin = origin;
    r->normal[0] = fk_vec3_cross(e[1], e[2]);
    r->normal[1] = fk_vec3_cross(e[2], e[0]);
    r->normal[2] = fk_vec3_cross(e[0], e[1]);
    r->volume = fk_vec3_dot(r->normal[0], e[0]);
    r->largest = fk_larger(fk_larger(fk_axes_norm(e[0]), fk_axes_norm(e[1])), fk_axes_norm(e[2]));
    if (r->volume < 0.0) {
        for (int k = 0; k < 3; k++)
            r->normal[k] = fk_vec3_negate(r->normal[k]);
        r->volume = -r->volume;
    }
}

/* The coordinates of a point, times the volume. */
static void measure(const room *r, fk_vec3 p, double s[3])
{
    fk_vec3 x = fk_vec3_sub(p, r->origin);
    for (int k = 0; k < 3; k++)
        s[k] = fk_vec3_dot(r->normal[k], x);
}

/* Whether these coordinates lie inside, clear of their error. */
static bool is_inside(const room *r, const double s[3], double reach)
{
    double error = FK_AXES_INSIDE_ERROR * r->largest * r->largest * (reach + r->largest) + FK_AXES_TINY;
    double least = fk_smaller(fk_smaller(s[0], s[1]), s[2]);
    double most = r->kind == FK_KIND_BOX ? fk_larger(fk_larger(s[0], s[1]), s[2]) : s[0] + s[1] + s[2];
    return least > error && r->volume - most > error;
}

/* A face of a cell: how deep a point lies below it, as a share of the volume, and the way in. */
typedef struct face {
    double depth;
    fk_vec3 inward; /* times the volume */
} face;

/* The face that coordinates lie least deep below. */
static face nearest_face(const room *r, const double s[3])
{
    face best = {INFINITY, {0, 0, 0}};
    double inverse = 1.0 / r->volume, sum = 0.0;
    fk_vec3 all = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        double x = s[k] * inverse;
        if (x < best.depth)
            best = (face){x, r->normal[k]};
        if (r->kind == FK_KIND_BOX && 1.0 - x < best.depth)
            best = (face){1.0 - x, fk_vec3_negate(r->normal[k])};
        sum += x;
        all = fk_vec3_sub(all, r->normal[k]);
    }
    if (r->kind != FK_KIND_BOX && 1.0 - sum < best.depth)
        best = (face){1.0 - sum, all};
    return best;
}

/* Moves a point across the face that it lies least deep below, to the depth wanted. */
static fk_vec3 relax(const room *r, const face *f, fk_vec3 p, double depth)
{
    double step = (depth - f->depth) * r->volume / fk_vec3_dot(f->inward, f->inward);
    return fk_vec3_add(p, fk_vec3_scale(f->inward, step));
}

static fk_vec3 middle(const room *r)
{
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(r->edge[0], r->edge[1]), r->edge[2]);
    return fk_vec3_add(r->origin, fk_vec3_scale(sum, r->kind == FK_KIND_BOX ? 0.5 : 0.25));
}

bool fk_axes_inside(const fk_axes_side *a, const fk_axes_side *b, int turns, fk_vec3 *inside)
{
    room rooms[2];
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin);
    room_init(&rooms[0], a, fk_vec3_make(0, 0, 0));
    room_init(&rooms[1], b, way);
    if (a->kind == FK_KIND_TRIANGLE || b->kind == FK_KIND_TRIANGLE || !(rooms[0].volume > 0.0) ||
        !(rooms[1].volume > 0.0))
        return false;
    fk_vec3 p = fk_vec3_scale(fk_vec3_add(middle(&rooms[0]), middle(&rooms[1])), 0.5);
    double depth = 0.25;
    for (int turn = 0; turn < turns; turn++, depth *= 0.7) {
        double s[2][3], reach = fk_axes_norm(p) + fk_axes_norm(way);
        measure(&rooms[0], p, s[0]);
        measure(&rooms[1], p, s[1]);
        if (is_inside(&rooms[0], s[0], reach) && is_inside(&rooms[1], s[1], reach)) {
            *inside = fk_vec3_scale(fk_vec3_make(s[0][0], s[0][1], s[0][2]), 1.0 / rooms[0].volume);
            return true;
        }
        face f[2] = {nearest_face(&rooms[0], s[0]), nearest_face(&rooms[1], s[1])};
        int worse = f[1].depth < f[0].depth;
        p = relax(&rooms[worse], &f[worse], p, depth);
    }
    return false;
}

/* ---- What was known before ------------------------------------------------------------------------------ */

/* How far a piece reaches along n, from its origin. */
static double reach_along(const fk_axes_side *side, fk_vec3 n)
{
    const fk_vec3 *e = side->cell->edge;
    double x = fk_larger(fk_vec3_dot(n, e[0]), 0.0), y = fk_larger(fk_vec3_dot(n, e[1]), 0.0),
           z = fk_larger(fk_vec3_dot(n, e[2]), 0.0);
    return side->kind == FK_KIND_BOX ? x + y + z : fk_larger(fk_larger(x, y), z);
}

bool fk_axes_confirm_plain(const fk_axes_side *a, const fk_axes_side *b, const fk_pair_cache *cache)
{
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin), n = cache->direction;
    double reach = fk_axes_reach(way, fk_axes_edges(a->cell->edge), fk_axes_edges(b->cell->edge)), s[3];
    if (cache->verdict == FK_APART) {
        double gap = fk_vec3_dot(n, way) - (reach_along(a, n) + reach_along(b, fk_vec3_negate(n)));
        return fk_axes_gap_counts(gap, n, reach);
    }
    if (!(reach <= FK_AXES_LARGEST) || !fk_axes_are_inside(a->kind, cache->inside) ||
        b->kind == FK_KIND_TRIANGLE)
        return false;
    room other;
    room_init(&other, b, way);
    measure(&other, fk_axes_point_at(a->cell, cache->inside), s);
    return other.volume > 0.0 && is_inside(&other, s, reach);
}
