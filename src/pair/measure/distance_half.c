/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance to a half-space {x : n.x <= c}: (least n.x - c) / |n|, less the radius. For pieces with vertices and for
 * opposite half-spaces it is the root of a fraction, rounded down and up; a smooth piece reaches from its anchor as far
 * as bounds.h says, the rest is exact. */

#include "pair/measure/measure.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "exact/exact.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* The foot of x on the plane: x - n room / n.n with room = n.x - c. */
static fk_vec3 foot_of(fk_arena *arena, fk_exact_vec3 x, fk_exact_vec3 n, fk_exact room)
{
    fk_exact square = fk_exact_vec3_dot(arena, n, n);
    return fk_exact_vec3_ratio(
        arena,
        fk_exact_vec3_sub(arena, fk_exact_vec3_scale(arena, x, square), fk_exact_vec3_scale(arena, n, room)),
        square);
}

/* ---- Pieces with vertices ------------------------------------------------------------------------------ */

/* Point a is on the half-space here. */
FK_OWN_FRAME static fk_verdict measure_vertices(const fk_piece *half, const fk_piece *piece, fk_distance *out)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    fk_verdict verdict = fk_half_verdict(&arena, half, piece, &deepest);
    if (verdict != FK_APART)
        return verdict;
    arena.used = 0;
    fk_exact_vec3 n = fk_exact_vec3_from(&arena, half->as.half.normal);
    fk_exact_vec3 vertex = fk_piece_vertex(&arena, piece, deepest);
    double radius = fk_piece_radius(piece);
    fk_exact room = fk_exact_sub(&arena, fk_exact_vec3_dot(&arena, n, vertex),
                                 fk_exact_from(&arena, half->as.half.offset));
    fk_root root = {.sign = 1};
    root.offset = fk_exact_negate(fk_exact_from(&arena, radius));
    root.over = fk_exact_mul(&arena, room, room);
    root.under = fk_exact_vec3_dot(&arena, n, n);
    out->distance = fk_root_round(&arena, &root);
    out->point_a = foot_of(&arena, vertex, n, room);
    out->point_b = fk_exact_vec3_ratio(&arena, vertex, fk_exact_from(&arena, 1.0));
    fk_vec3 unit = fk_exact_vec3_unit(&arena, n);
    out->point_b = fk_vec3_sub(out->point_b, fk_vec3_scale(unit, radius));
    return arena.full ? FK_UNDECIDED : FK_APART;
}

/* ---- Two half-spaces ----------------------------------------------------------------------------------- */

/* With n_b = -k n_a the planes are -(k c_a + c_b) / |n_b| apart, and k = -n_a.n_b / n_a.n_a. The feet of the origin are
 * nearest points. */
FK_OWN_FRAME static fk_verdict measure_halves(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    fk_verdict verdict = fk_half_verdict(&arena, a, b, &deepest);
    if (verdict != FK_APART)
        return verdict;
    arena.used = 0;
    fk_exact_vec3 n_a = fk_exact_vec3_from(&arena, a->as.half.normal);
    fk_exact_vec3 n_b = fk_exact_vec3_from(&arena, b->as.half.normal);
    fk_exact c_a = fk_exact_from(&arena, a->as.half.offset), c_b = fk_exact_from(&arena, b->as.half.offset);
    fk_exact aa = fk_exact_vec3_dot(&arena, n_a, n_a), bb = fk_exact_vec3_dot(&arena, n_b, n_b);
    fk_exact ab = fk_exact_vec3_dot(&arena, n_a, n_b);
    fk_exact room = fk_exact_determinant(&arena, c_a, ab, c_b, aa);
    fk_root root = {.sign = 1};
    root.offset = fk_exact_from(&arena, 0.0);
    root.over = fk_exact_mul(&arena, room, room);
    root.under = fk_exact_mul(&arena, fk_exact_mul(&arena, aa, aa), bb);
    out->distance = fk_root_round(&arena, &root);
    out->point_a = fk_exact_vec3_ratio(&arena, fk_exact_vec3_scale(&arena, n_a, c_a), aa);
    out->point_b = fk_exact_vec3_ratio(&arena, fk_exact_vec3_scale(&arena, n_b, c_b), bb);
    return arena.full ? FK_UNDECIDED : FK_APART;
}

/* ---- Smooth pieces ------------------------------------------------------------------------------------- */

/* How far the anchor is from the plane, outside positive, rounded down and up. */
static fk_interval anchor_height(fk_arena *arena, const fk_piece *half, fk_vec3 anchor)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    fk_exact room = fk_exact_sub(arena, fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, anchor)),
                                 fk_exact_from(arena, half->as.half.offset));
    fk_root root = {.sign = 1};
    root.offset = fk_exact_from(arena, 0.0);
    root.over = fk_exact_mul(arena, room, room);
    root.under = fk_exact_vec3_dot(arena, n, n);
    fk_interval height = fk_root_round(arena, &root);
    fk_interval below = {-height.hi, -height.lo};
    return room.sign < 0 ? below : height;
}

/* x - y, rounded down. */
static double floor_difference(fk_arena *arena, double x, double y)
{
    if (!fk_is_finite(x) || !fk_is_finite(y))
        return x > y ? DBL_MAX : -DBL_MAX;
    return fk_exact_floor(fk_exact_sub(arena, fk_exact_from(arena, x), fk_exact_from(arena, y)));
}

FK_OWN_FRAME static fk_interval smooth_interval(const fk_piece *half, const fk_bodies *bodies, fk_vec3 *unit)
{
    fk_arena arena;
    fk_arena_init(&arena);
    *unit = fk_exact_vec3_unit(&arena, fk_exact_vec3_from(&arena, half->as.half.normal));
    fk_interval height = anchor_height(&arena, half, bodies->a.anchor);
    fk_interval reach = fk_bound_reach(&bodies->a, fk_vec3_negate(*unit));
    arena.used = 0;
    fk_interval found;
    found.lo = floor_difference(&arena, height.lo, reach.hi);
    found.hi = -floor_difference(&arena, reach.lo, height.hi);
    return found;
}

/* Point a is on the half-space here. */
static fk_verdict measure_smooth(const fk_piece *half, const fk_piece *piece, fk_distance *out)
{
    fk_bodies bodies;
    fk_vec3 unit;
    fk_certificate certificate;
    fk_verdict verdict = fk_smooth_solve(half, piece, &certificate);
    if (verdict != FK_APART && verdict != FK_UNDECIDED)
        return verdict;
    fk_bodies_init(&bodies, piece, piece);
    out->distance = smooth_interval(half, &bodies, &unit);
    if (fk_sign_of(out->distance.lo) <= 0)
        out->distance.lo = 0.0;
    if (fk_sign_of(out->distance.hi) <= 0)
        out->distance.hi = out->distance.lo;
    fk_support deepest = fk_body_support(&bodies.a, fk_vec3_negate(unit));
    out->point_b = fk_body_place(&bodies.a, deepest.point);
    double way =
        fk_is_finite(out->distance.hi) ? out->distance.hi : DBL_MAX; /* 0 times infinity is no point */
    out->point_a = fk_vec3_sub(out->point_b, fk_vec3_scale(unit, way));
    return FK_APART;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

void fk_distance_half(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = half_a ? a : b, *piece = half_a ? b : a;
    fk_verdict verdict;
    memset(out, 0, sizeof *out);
    if (half_a && half_b)
        verdict = measure_halves(a, b, out);
    else if (fk_piece_is_smooth(piece))
        verdict = measure_smooth(half, piece, out);
    else
        verdict = measure_vertices(half, piece, out);
    if (verdict == FK_UNDECIDED) {
        out->distance.lo = 0.0;
        out->distance.hi = INFINITY;
    } else if (verdict != FK_APART) {
        fk_distance_meet(a, b, out);
    } else if (!half_a) {
        fk_vec3 swap = out->point_a;
        out->point_a = out->point_b;
        out->point_b = swap;
    }
}
