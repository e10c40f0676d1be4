/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The depth of a cylinder and a piece that is round about the same direction: a point, a sphere, or a segment, capsule or
 * cylinder whose axis is exactly parallel. M is a cylinder then, with a ball around each point, and the ways out are
 * along the axis, in both directions, and straight away from it. Around a common axis all ways of the last kind are
 * equally long, and a search would have to look at all of them.
 *
 * With a from A0 to A0 + v, the other from B0 to B1, w = B0 - A0, r the sum of the radii across the axis and R that of
 * the ball, these are
 *   (v.v - least v.(B - A0)) / |v| + R,    (greatest v.(B - A0)) / |v| + R,    r - |w x v| / |v| + R,
 * all of them roots of exact fractions, and the least of them is the depth, rounded down and up. Where two of them are
 * below R, the nearest place of the core is on its rim: that is left to others. */

#include "pair/measure/measure.h"

#include <string.h>

#include "exact/exact.h"

/* The core of a piece as a segment from end 0 to end 1, which may be one point. False for pieces of other kinds. */
static bool axis_of(const fk_piece *piece, fk_vec3 end[2], double *across, double *around)
{
    *across = 0.0;
    *around = fk_piece_radius(piece);
    switch (piece->kind) {
    case FK_KIND_POINT:
        end[0] = end[1] = piece->as.point;
        return true;
    case FK_KIND_SPHERE:
        end[0] = end[1] = piece->as.sphere.center;
        return true;
    case FK_KIND_SEGMENT:
        memcpy(end, piece->as.segment, sizeof piece->as.segment);
        return true;
    case FK_KIND_CYLINDER:
        *across = piece->as.capsule.radius;
        memcpy(end, piece->as.capsule.end, sizeof piece->as.capsule.end);
        return true;
    case FK_KIND_CAPSULE:
        memcpy(end, piece->as.capsule.end, sizeof piece->as.capsule.end);
        return true;
    default:
        return false;
    }
}

static fk_exact_vec3 step(fk_arena *arena, fk_vec3 from, fk_vec3 to)
{
    fk_vec3 term[2] = {to, fk_vec3_negate(from)};
    return fk_exact_vec3_sum(arena, term, 2);
}

/* R + height / sqrt(under), for a height of any sign. */
static fk_root along_root(fk_arena *arena, fk_exact height, fk_exact under, double around)
{
    double radius[2] = {around, 0.0};
    fk_root root = fk_root_with_radii(arena, radius);
    root.over = fk_exact_mul(arena, height, height);
    root.under = under;
    root.sign = height.sign < 0 ? -1 : 1;
    return root;
}

/* Some direction across v. */
static fk_exact_vec3 any_across(fk_arena *arena, fk_exact_vec3 v)
{
    fk_vec3 axis = v.x.sign == 0 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    fk_exact_vec3 first = fk_exact_vec3_cross(arena, v, fk_exact_vec3_from(arena, axis));
    return fk_exact_vec3_is_zero(first)
               ? fk_exact_vec3_cross(arena, v, fk_exact_vec3_from(arena, fk_vec3_make(0, 0, 1)))
               : first;
}

/* The three ways out. */
typedef struct ways {
    fk_root root[3];
    fk_exact_vec3 direction[3];
} ways;

static void find_ways(fk_arena *arena, const fk_vec3 a[2], const fk_vec3 b[2], const double radius[3],
                      ways *out)
{
    fk_exact_vec3 v = step(arena, a[0], a[1]), w = step(arena, a[0], b[0]), w1 = step(arena, a[0], b[1]);
    fk_exact square = fk_exact_vec3_dot(arena, v, v);
    fk_exact first = fk_exact_vec3_dot(arena, v, w), last = fk_exact_vec3_dot(arena, v, w1);
    bool ahead = fk_exact_compare(first, last) <= 0;
    fk_exact low = ahead ? first : last, high = ahead ? last : first;
    out->root[0] = along_root(arena, fk_exact_sub(arena, square, low), square, radius[2]);
    out->direction[0] = v;
    out->root[1] = along_root(arena, high, square, radius[2]);
    out->direction[1] = fk_exact_vec3_negate(v);
    fk_exact_vec3 turn = fk_exact_vec3_cross(arena, w, v);
    out->root[2] = fk_root_with_radii(arena, radius);
    out->root[2].offset = fk_exact_add(arena, out->root[2].offset, fk_exact_from(arena, radius[2]));
    out->root[2].over = fk_exact_vec3_dot(arena, turn, turn);
    out->root[2].under = square;
    out->root[2].sign = -1;
    out->direction[2] =
        fk_exact_vec3_is_zero(turn) ? any_across(arena, v) : fk_exact_vec3_cross(arena, v, turn);
}

/* The least of the ways; false when more than one is shorter than the ball's radius alone. */
static bool take_least(fk_arena *arena, const ways *w, double around, fk_depth *out)
{
    int short_ways = 0, best = -1;
    fk_interval least = {HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        short_ways += fk_root_compare(arena, &w->root[k], around) < 0;
        if (fk_root_compare(arena, &w->root[k], 0.0) <= 0)
            return true; /* apart */
        fk_interval length = fk_root_round(arena, &w->root[k]);
        if (best < 0 || fk_double_order(length.lo, least.lo) < 0)
            best = k;
        least.lo = fk_double_order(length.lo, least.lo) < 0 ? length.lo : least.lo;
        least.hi = fk_double_order(length.hi, least.hi) < 0 ? length.hi : least.hi;
    }
    if (short_ways > 1)
        return false;
    out->depth = least;
    out->direction = fk_exact_vec3_unit(arena, w->direction[best]);
    return !arena->full;
}

FK_OWN_FRAME bool fk_depth_cylinder(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_arena arena;
    fk_vec3 end_a[2], end_b[2];
    double across_a, across_b, around_a, around_b;
    bool turned = !fk_piece_is_smooth(a);
    const fk_piece *cylinder = turned ? b : a, *other = turned ? a : b;
    if (cylinder->kind != FK_KIND_CYLINDER || !axis_of(cylinder, end_a, &across_a, &around_a) ||
        !axis_of(other, end_b, &across_b, &around_b))
        return false;
    fk_arena_init(&arena);
    fk_exact_vec3 v = step(&arena, end_a[0], end_a[1]), u = step(&arena, end_b[0], end_b[1]);
    if (!fk_exact_vec3_is_zero(fk_exact_vec3_cross(&arena, v, u)))
        return false;
    ways w;
    double radius[3] = {across_a, across_b, around_b};
    fk_depth depth;
    memset(&depth, 0, sizeof depth);
    arena.used = 0;
    find_ways(&arena, end_a, end_b, radius, &w);
    if (!take_least(&arena, &w, around_b, &depth) || arena.full)
        return false;
    if (turned)
        depth.direction = fk_vec3_negate(depth.direction);
    *out = depth;
    return true;
}
