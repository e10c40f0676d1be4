/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A box that holds the intersection of two pieces, one of which or both are round or smooth, and is hardly larger.
 *
 * For any direction n, every common point x has e.x = n.x + (e - n).x <= h_a(n) + h_b(e - n), where h is how far a
 * piece reaches. So each side is proved by one direction, whatever it is: the reach is bounded above in exact
 * arithmetic (reach.h), and the sum is rounded up once. By duality the best n gives the exact side; a search in
 * floating point (portal.h) comes near it. The best direction grows without bound as the intersection gets thin, and
 * for pieces that only touch there is none, but those of length 1e12 are good for a part of 1e-12 of the size; that
 * is why n has more digits than a double.
 *
 * A half-space {x : n.x <= c} reaches s c along s n with s >= 0, and infinitely far along other directions, so the
 * search is for one number s. */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/pair.h"

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static fk_exact_vec3 axis_vector(fk_arena *arena, int axis, int sign)
{
    return fk_exact_vec3_from(arena, fk_vec3_axis(axis, sign));
}

static double round_up(fk_arena *arena, fk_exact x)
{
    double up = fk_fraction_ceil(arena, (fk_fraction){x, fk_exact_from(arena, 1.0)});
    return arena->full ? INFINITY : up;
}

/* The bound of sign * coordinate that n gives for two bounded pieces. */
FK_OWN_FRAME static double proved_bound(const fk_piece *a, const fk_piece *b, fk_dd_vec3 n, int axis,
                                        int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 n_a = fk_exact_vec3_from_dd(&arena, n);
    fk_exact_vec3 n_b = fk_exact_vec3_sub(&arena, axis_vector(&arena, axis, sign), n_a);
    fk_exact sum = fk_piece_reach(&arena, a, n_a).hi;
    return round_up(&arena, fk_exact_add(&arena, sum, fk_piece_reach(&arena, b, n_b).hi));
}

/* The same for a half-space and a bounded piece, with the half-space's direction s n. */
FK_OWN_FRAME static double proved_half_bound(const fk_piece *half, const fk_piece *piece, fk_dd s, int axis,
                                             int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact factor = fk_exact_from_dd(&arena, s);
    fk_exact_vec3 n = fk_exact_vec3_scale(&arena, fk_exact_vec3_from(&arena, half->as.half.normal), factor);
    fk_exact_vec3 rest = fk_exact_vec3_sub(&arena, axis_vector(&arena, axis, sign), n);
    fk_exact sum = fk_exact_mul(&arena, factor, fk_exact_from(&arena, half->as.half.offset));
    return round_up(&arena, fk_exact_add(&arena, sum, fk_piece_reach(&arena, piece, rest).hi));
}

/* ---- Two bounded pieces -------------------------------------------------------------------------------- */

/* One side, and at worst that of a or of b alone. */
static double find_side(fk_portal *portal, bool has_met, int axis, int sign)
{
    const fk_piece *a = portal->pair.side[0].piece, *b = portal->pair.side[1].piece;
    fk_goal goal = {FK_GOAL_REACH, axis, sign};
    fk_dd_vec3 n, none = {{0, 0}, {0, 0}, {0, 0}};
    fk_dd_vec3 whole = fk_dd_vec3_from(fk_vec3_axis(axis, sign));
    double side = INFINITY;
    if (has_met) {
        fk_portal_run(portal, goal);
        if (fk_portal_heading(portal, goal, &n))
            side = proved_bound(a, b, n, axis, sign);
    }
    side = fk_double_least(side, proved_bound(a, b, none, axis, sign));
    return fk_double_least(side, proved_bound(a, b, whole, axis, sign));
}

static fk_aabb bounded_box(const fk_piece *a, const fk_piece *b)
{
    fk_portal portal;
    fk_aabb box;
    bool has_met = fk_portal_begin(&portal, a, b, NULL);
    for (int i = 0; i < 6; i++)
        fk_box_set(&box, i / 2, i % 2 == 0 ? 1 : -1, find_side(&portal, has_met, i / 2, i % 2 == 0 ? 1 : -1));
    return box;
}

/* ---- A half-space and a bounded piece ------------------------------------------------------------------ */

/* A half-space as seen by the search: room is how much a point p of the piece has, c - n.p, scaled. */
typedef struct slope {
    fk_fine_side side;
    fk_dd_vec3 n;
    fk_dd room; /* of the anchor */
    double n_scale;
    int axis, sign;
} slope;

static void slope_init(slope *k, const fk_piece *half, const fk_piece *piece)
{
    fk_fine_pair pair;
    fk_fine_init(&pair, piece, piece);
    fk_plane plane = half->as.half;
    double largest = fk_vec3_largest(plane.normal);
    k->side = pair.side[0];
    k->n_scale = fk_ball_scale(fk_exponent_of(largest));
    k->n = fk_dd_vec3_from(fk_vec3_scale(plane.normal, k->n_scale));
    fk_dd_vec3 anchor = fk_dd_vec3_from(fk_vec3_scale(k->side.anchor, k->side.scale));
    fk_dd offset = fk_dd_from(plane.offset * k->n_scale * k->side.scale);
    k->room = fk_dd_sub(offset, fk_dd_vec3_dot(k->n, anchor));
}

/* Whether the bound falls where s grows: the farthest point along axis - s n has no room. */
static bool falls(const slope *k, fk_dd s)
{
    fk_dd_vec3 heading = fk_dd_vec3_negate(fk_dd_vec3_scale(k->n, s));
    fk_dd *along = k->axis == 0 ? &heading.x : k->axis == 1 ? &heading.y : &heading.z;
    *along = fk_dd_add(*along, fk_dd_from(k->sign));
    fk_dd_vec3 p = fk_fine_support(&k->side, heading);
    return fk_dd_sub(k->room, fk_dd_vec3_dot(k->n, p)).hi < 0.0;
}

/* The s with the least bound, by halving; at most 2^50 where pieces only touch. */
static fk_dd find_slope(const slope *k)
{
    fk_dd low = fk_dd_from(0.0), high = fk_dd_from(1.0);
    if (!falls(k, low))
        return low;
    while (high.hi < 0x1p50 && falls(k, high)) {
        low = high;
        high = fk_dd_from(2.0 * high.hi);
    }
    for (int i = 0; i < 100; i++) {
        fk_dd middle = fk_dd_mul(fk_dd_add(low, high), fk_dd_from(0.5));
        if (falls(k, middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

static fk_aabb half_box(const fk_piece *half, const fk_piece *piece)
{
    slope k;
    fk_aabb box;
    slope_init(&k, half, piece);
    for (int i = 0; i < 6; i++) {
        k.axis = i / 2;
        k.sign = i % 2 == 0 ? 1 : -1;
        fk_dd s = fk_dd_mul(find_slope(&k), fk_dd_from(k.n_scale));
        double side = proved_half_bound(half, piece, fk_dd_from(0.0), k.axis, k.sign);
        if (s.hi > 0.0 && fk_is_finite(s.hi) && fk_is_finite(s.lo))
            side = fk_double_least(side, proved_half_bound(half, piece, s, k.axis, k.sign));
        fk_box_set(&box, k.axis, k.sign, side);
    }
    return box;
}

static fk_aabb find_box(const fk_piece *a, const fk_piece *b)
{
    if (a->kind == FK_KIND_HALF_SPACE)
        return half_box(a, b);
    if (b->kind == FK_KIND_HALF_SPACE)
        return half_box(b, a);
    /* Floating point may find other directions for (b, a) than for (a, b), so there is only one order. */
    return fk_piece_order(a, b) <= 0 ? bounded_box(a, b) : bounded_box(b, a);
}

fk_aabb fk_box_of_round(const fk_piece *a, const fk_piece *b)
{
    if (fk_pair_verdict(a, b) == FK_APART)
        return fk_aabb_empty();
    fk_aabb box = find_box(a, b);
    /* Sides that cross prove that there is no common point, where the verdict was undecided. */
    for (int axis = 0; axis < 3; axis++)
        if (fk_double_order(fk_vec3_get(box.min, axis), fk_vec3_get(box.max, axis)) > 0)
            return fk_aabb_empty();
    return box;
}
