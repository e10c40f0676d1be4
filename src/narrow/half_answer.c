/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The answer where one piece or both are half-spaces: certificate, common point, plane and gap.
 *
 * The plane has the half-space's own normal, so the gap is the distance itself: (least n.x - c) / |n| - r. It is
 * estimated, and its first term lowered until its square passes an exact comparison. */

#include "narrow/half_answer.h"

#include <math.h>

#include "base/exact.h"
#include "narrow/half.h"
#include "shape/vertices.h"

/* True when distance |n| exceeds room, which is not negative. */
static bool exceeds(fk_arena *arena, double distance, fk_exact square, fk_exact room)
{
    uint32_t mark = arena->used;
    fk_exact reach = fk_exact_from(arena, distance);
    fk_exact left = fk_exact_mul(arena, fk_exact_mul(arena, reach, reach), square);
    bool more = fk_exact_compare(left, fk_exact_mul(arena, room, room)) > 0;
    arena->used = mark;
    return more;
}

/* room / |n| - radius, rounded down, not below 0; length is close to |n| and square is its exact square. Where the
 * first term alone exceeds the double range, it is taken at 2^-64 of its size. */
static double gap_of(fk_arena *arena, fk_exact room, fk_exact length, fk_exact square, double radius)
{
    double distance = fk_exact_ratio(arena, room, length), scale = 1.0;
    if (!isfinite(distance)) {
        scale = 0x1p64;
        room = fk_exact_mul(arena, room, fk_exact_from(arena, 0x1p-64));
        distance = fk_exact_ratio(arena, room, length);
        if (!isfinite(distance))
            return distance; /* far more than the largest radius */
    }
    while (fk_sign_of(distance) > 0 && exceeds(arena, distance, square, room))
        distance = nextafter(distance, 0.0);
    fk_exact reach = fk_exact_mul(arena, fk_exact_from(arena, distance), fk_exact_from(arena, scale));
    fk_exact rest = fk_exact_sub(arena, reach, fk_exact_from(arena, radius));
    return rest.sign > 0 ? fk_exact_floor(rest) : 0.0;
}

/* A vector of exact numbers over a common denominator. */
static fk_vec3 ratio_vec3(fk_arena *arena, fk_exact_vec3 over, fk_exact under)
{
    double x = fk_exact_ratio(arena, over.x, under);
    double y = fk_exact_ratio(arena, over.y, under);
    return fk_vec3_make(x, y, fk_exact_ratio(arena, over.z, under));
}

/* ---- A half-space and a piece -------------------------------------------------------------------------- */

static void answer_one(const fk_piece *half, const fk_piece *piece, bool half_first, fk_answer *out)
{
    uint32_t deepest;
    out->verdict = fk_half_verdict(half, piece, &deepest);
    out->certificate.verdict = out->verdict;
    out->certificate.pair_count = 1;
    out->certificate.pair[0].a = half_first ? 0 : deepest;
    out->certificate.pair[0].b = half_first ? deepest : 0;

    fk_arena arena;
    fk_arena_init(&arena);
    double radius = fk_piece_radius(piece);
    fk_exact one = fk_exact_from(&arena, 1.0), two = fk_exact_from(&arena, 2.0);
    fk_exact_vec3 vertex = fk_piece_vertex(&arena, piece, deepest);
    fk_exact_vec3 n = fk_exact_vec3_from(&arena, half->as.half.normal);
    fk_vec3 unit = fk_exact_vec3_unit(&arena, n);
    fk_exact length = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_from(&arena, unit));
    fk_exact offset = fk_exact_from(&arena, half->as.half.offset);
    fk_exact reach = fk_exact_vec3_dot(&arena, n, vertex);
    fk_exact room = fk_exact_sub(&arena, reach, offset);

    if (out->verdict != FK_APART) {
        out->point = ratio_vec3(&arena, vertex, one);
        if (room.sign > 0)
            out->point = fk_vec3_sub(out->point, fk_vec3_scale(unit, radius));
        out->filled |= FK_PART_POINT;
    }
    if (out->verdict != FK_OVERLAPPING) {
        fk_exact middle = fk_exact_add(&arena, reach, offset);
        double at = fk_exact_ratio(&arena, middle, fk_exact_mul(&arena, length, two)) - 0.5 * radius;
        if (out->verdict == FK_APART)
            out->gap = gap_of(&arena, room, length, fk_exact_vec3_dot(&arena, n, n), radius);
        out->plane.normal = half_first ? unit : fk_vec3_negate(unit);
        out->plane.offset = half_first ? at : -at;
        out->filled |= FK_PART_PLANE;
    }
}

/* ---- Two half-spaces ----------------------------------------------------------------------------------- */

typedef struct halves {
    fk_arena arena;
    fk_exact_vec3 n_a, n_b;
    fk_exact c_a, c_b, aa, ab, bb; /* offsets and products of the normals */
} halves;

static void halves_init(halves *h, const fk_piece *a, const fk_piece *b)
{
    fk_arena *arena = &h->arena;
    fk_arena_init(arena);
    h->n_a = fk_exact_vec3_from(arena, a->as.half.normal);
    h->n_b = fk_exact_vec3_from(arena, b->as.half.normal);
    h->c_a = fk_exact_from(arena, a->as.half.offset);
    h->c_b = fk_exact_from(arena, b->as.half.offset);
    h->aa = fk_exact_vec3_dot(arena, h->n_a, h->n_a);
    h->ab = fk_exact_vec3_dot(arena, h->n_a, h->n_b);
    h->bb = fk_exact_vec3_dot(arena, h->n_b, h->n_b);
}

/* x y - z w. */
static fk_exact determinant(fk_arena *arena, fk_exact x, fk_exact y, fk_exact z, fk_exact w)
{
    return fk_exact_sub(arena, fk_exact_mul(arena, x, y), fk_exact_mul(arena, z, w));
}

/* A point of both. Planes that cross: the point of their line nearest to the origin. Parallel ones: the foot of
 * the origin on the plane that lies deeper; for opposite normals on the first. */
static fk_vec3 common_point(halves *h)
{
    fk_arena *arena = &h->arena;
    fk_exact det = determinant(arena, h->aa, h->bb, h->ab, h->ab);
    if (det.sign != 0) {
        fk_exact alpha = determinant(arena, h->c_a, h->bb, h->c_b, h->ab);
        fk_exact beta = determinant(arena, h->c_b, h->aa, h->c_a, h->ab);
        return ratio_vec3(arena,
                          fk_exact_vec3_add(arena, fk_exact_vec3_scale(arena, h->n_a, alpha),
                                            fk_exact_vec3_scale(arena, h->n_b, beta)),
                          det);
    }
    /* The foot on plane a lies in b when n_b.n_a c_a <= c_b aa. */
    bool use_a = determinant(arena, h->ab, h->c_a, h->c_b, h->aa).sign <= 0;
    return use_a ? ratio_vec3(arena, fk_exact_vec3_scale(arena, h->n_a, h->c_a), h->aa)
                 : ratio_vec3(arena, fk_exact_vec3_scale(arena, h->n_b, h->c_b), h->bb);
}

/* Plane and gap of opposite half-spaces: with n_b = -k n_a, the room is -(c_a ab' + c_b aa) over aa |n_b|, where
 * ab' = |n_a.n_b| = k aa. */
static void fill_opposite(halves *h, fk_answer *out)
{
    fk_arena *arena = &h->arena;
    fk_exact k = fk_exact_negate(h->ab);
    fk_exact scaled_a = fk_exact_mul(arena, h->c_a, k), scaled_b = fk_exact_mul(arena, h->c_b, h->aa);
    fk_exact room = fk_exact_negate(fk_exact_add(arena, scaled_a, scaled_b));
    fk_exact middle = fk_exact_sub(arena, scaled_a, scaled_b);
    fk_vec3 unit = fk_exact_vec3_unit(arena, h->n_a);
    fk_exact length = fk_exact_vec3_dot(arena, fk_exact_vec3_negate(h->n_b), fk_exact_vec3_from(arena, unit));
    fk_exact under = fk_exact_mul(arena, h->aa, length);
    fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, h->aa, h->aa), h->bb);
    if (out->verdict == FK_APART)
        out->gap = gap_of(arena, room, under, square, 0.0);
    out->plane.normal = unit;
    out->plane.offset = fk_exact_ratio(arena, middle, fk_exact_mul(arena, under, fk_exact_from(arena, 2.0)));
    out->filled |= FK_PART_PLANE;
}

static void answer_two(const fk_pair_query *query, fk_answer *out)
{
    halves h;
    halves_init(&h, query->a, query->b);
    out->verdict = fk_halves_verdict(query->a, query->b);
    out->certificate.verdict = out->verdict;
    if (out->verdict != FK_APART) {
        out->point = common_point(&h);
        out->filled |= FK_PART_POINT;
    }
    if (out->verdict != FK_OVERLAPPING)
        fill_opposite(&h, out);
}

void fk_half_answer(const fk_pair_query *query, fk_answer *out)
{
    bool half_a = query->a->kind == FK_KIND_HALF_SPACE, half_b = query->b->kind == FK_KIND_HALF_SPACE;
    if (half_a && half_b)
        answer_two(query, out);
    else if (half_a)
        answer_one(query->a, query->b, true, out);
    else
        answer_one(query->b, query->a, false, out);
}
