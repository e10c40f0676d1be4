/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A point inside two cells. Cells with parallel edges have axes that are zero up to rounding, which say nothing in doubles;
 * a point that lies clearly inside both says that they overlap, and is soon found unless they hardly do.
 *
 * Source: the relaxation method of Agmon and of Motzkin and Schoenberg (1954), here with whole cells: the point is moved
 * into the one cell and the other by turns, each time a little less deep.
 *
 * In a cell a point p is known by its coordinates s: p = o + sum s_k e_k, with s_k = N_k.(p - o) / v, N_k the product of
 * the other edges and v the volume. It lies inside when all s_k are above 0, and below 1 (box) or with a sum below 1
 * (tetra).
 *
 * Error bound. With m the largest sum of sizes of an edge, u = 2^-52 and x = p - o, where p is counted from the origin of
 * a: N_k is off by 2 u m^2, and x, whose origin may be that of b, by 2 u (|p| + |t|). So N_k.x is off by at most 7 u m^2
 * (|p| + |t|), v by 7 u m^3, and the sum of three such products by less than 32 u m^2 (|p| + |t| + m), or, with the bounds
 * of axes.c, 32 u P K. FK_AXES_INSIDE_ERROR is twice that; FK_AXES_TINY is for flushing, as there. */

#include "narrow/axes_parts.h"

#define TURNS 3

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

/* Moves a point into the cell, `depth` of it away from its faces if it was not. */
static fk_vec3 move_inside(const room *r, double s[3], double depth)
{
    double inverse = 1.0 / r->volume, sum = 0.0;
    for (int k = 0; k < 3; k++) {
        s[k] = fk_larger(s[k] * inverse, depth);
        if (r->kind == FK_KIND_BOX)
            s[k] = fk_smaller(s[k], 1.0 - depth);
        sum += s[k];
    }
    double shrink = r->kind != FK_KIND_BOX && sum > 1.0 - depth ? (1.0 - depth) / sum : 1.0;
    fk_vec3 p = r->origin;
    for (int k = 0; k < 3; k++)
        p = fk_vec3_add(p, fk_vec3_scale(r->edge[k], s[k] * shrink));
    return p;
}

static fk_vec3 middle(const room *r)
{
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(r->edge[0], r->edge[1]), r->edge[2]);
    return fk_vec3_add(r->origin, fk_vec3_scale(sum, r->kind == FK_KIND_BOX ? 0.5 : 0.25));
}

bool fk_axes_inside(const fk_axes_side *a, const fk_axes_side *b)
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
    for (int turn = 0; turn < TURNS; turn++, depth *= 0.25) {
        double s[2][3], reach = fk_axes_norm(p) + fk_axes_norm(way);
        measure(&rooms[0], p, s[0]);
        measure(&rooms[1], p, s[1]);
        bool in_a = is_inside(&rooms[0], s[0], reach), in_b = is_inside(&rooms[1], s[1], reach);
        if (in_a && in_b)
            return true;
        p = move_inside(&rooms[in_a], s[in_a], depth);
    }
    return false;
}
