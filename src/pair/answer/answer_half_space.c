/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The answer for one or two half-spaces: certificate, common point, plane and gap.
 *
 * The plane has the half-space's own normal, so the gap is the distance itself: (least n.x - c) / |n| - r. Its first term is
 * estimated, and lowered until its square passes an exact comparison. */

#include "pair/answer/answer.h"

#include <math.h>

#include "exact/exact.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* Whether distance |n| exceeds room, which is not negative; square is |n|^2. */
static bool distance_exceeds(fk_arena *arena, double distance, fk_exact square, fk_exact room)
{
    uint32_t mark = arena->used;
    fk_exact exact = fk_exact_from(arena, distance);
    fk_exact left = fk_exact_mul(arena, fk_exact_mul(arena, exact, exact), square);
    bool more = fk_exact_compare(left, fk_exact_mul(arena, room, room)) > 0;
    arena->used = mark;
    return more;
}

/* room / |n| - radius, rounded down, not below 0; length is close to |n| and square is |n|^2 exactly. Where the first term
 * exceeds the double range, it is computed times 2^-64. */
static double gap_floor(fk_arena *arena, fk_exact room, fk_exact length, fk_exact square, double radius)
{
    double distance = fk_exact_ratio(arena, room, length), scale = 1.0;
    if (!isfinite(distance)) {
        scale = 0x1p64;
        room = fk_exact_mul(arena, room, fk_exact_from(arena, 0x1p-64));
        distance = fk_exact_ratio(arena, room, length);
        if (!isfinite(distance))
            return distance; /* far more than the largest radius */
    }
    while (fk_sign_of(distance) > 0 && distance_exceeds(arena, distance, square, room))
        distance = nextafter(distance, 0.0);
    fk_exact first = fk_exact_mul(arena, fk_exact_from(arena, distance), fk_exact_from(arena, scale));
    fk_exact rest = fk_exact_sub(arena, first, fk_exact_from(arena, radius));
    return rest.sign > 0 ? fk_exact_floor(rest) : 0.0;
}

/* ---- A half-space and a piece -------------------------------------------------------------------------- */

/* What both point and plane need. */
typedef struct half_space_contact {
    fk_exact_vec3 vertex; /* the one with the least n.x */
    double radius;
    fk_exact_vec3 n;
    fk_vec3 unit;                  /* n / |n| in doubles */
    fk_exact height, offset, room; /* n.vertex, c, and n.vertex - c */
} half_space_contact;

static void half_space_contact_init(fk_arena *arena, half_space_contact *m, const fk_plane *half,
                                    const fk_piece *piece, uint32_t deepest)
{
    m->vertex = fk_piece_vertex(arena, piece, deepest);
    m->radius = fk_piece_radius(piece);
    m->n = fk_exact_vec3_from(arena, half->normal);
    m->unit = fk_exact_vec3_unit(arena, m->n);
    m->height = fk_exact_vec3_dot(arena, m->n, m->vertex);
    m->offset = fk_exact_from(arena, half->offset);
    m->room = fk_exact_sub(arena, m->height, m->offset);
}

/* The deepest vertex when the half-space contains it; else its projection on the plane, vertex - n room / n.n, which lies in
 * the ball around the vertex. */
static void fill_half_space_point(fk_arena *arena, const half_space_contact *m, fk_answer *out)
{
    fk_exact under = fk_exact_from(arena, 1.0);
    fk_exact_vec3 over = m->vertex;
    if (m->room.sign > 0) {
        under = fk_exact_vec3_dot(arena, m->n, m->n);
        over = fk_exact_vec3_sub(arena, fk_exact_vec3_scale(arena, m->vertex, under),
                                 fk_exact_vec3_scale(arena, m->n, m->room));
    }
    out->point = fk_exact_vec3_ratio(arena, over, under);
    out->filled |= FK_PART_POINT;
}

static void fill_half_space_plane(fk_arena *arena, const half_space_contact *m, bool half_first,
                                  fk_answer *out)
{
    fk_exact length = fk_exact_vec3_dot(arena, m->n, fk_exact_vec3_from(arena, m->unit));
    fk_exact middle = fk_exact_add(arena, m->height, m->offset);
    fk_exact twice = fk_exact_mul(arena, length, fk_exact_from(arena, 2.0));
    double at = fk_exact_ratio(arena, middle, twice) - 0.5 * m->radius;
    if (out->verdict == FK_APART)
        out->gap = gap_floor(arena, m->room, length, fk_exact_vec3_dot(arena, m->n, m->n), m->radius);
    out->plane.normal = half_first ? m->unit : fk_vec3_negate(m->unit);
    out->plane.offset = half_first ? at : -at;
    out->filled |= FK_PART_PLANE;
}

static void answer_one_half_space(fk_arena *arena, const fk_pair_query *query, uint32_t deepest,
                                  fk_answer *out)
{
    bool half_first = query->a->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = half_first ? query->a : query->b, *piece = half_first ? query->b : query->a;
    out->certificate.pair_count = 1;
    out->certificate.pair[0].a = half_first ? 0 : deepest;
    out->certificate.pair[0].b = half_first ? deepest : 0;
    half_space_contact m;
    half_space_contact_init(arena, &m, &half->as.half, piece, deepest);
    if (out->verdict != FK_APART)
        fill_half_space_point(arena, &m, out);
    if (out->verdict != FK_OVERLAPPING)
        fill_half_space_plane(arena, &m, half_first, out);
}

/* ---- Two half-spaces ----------------------------------------------------------------------------------- */

typedef struct half_space_pair {
    fk_exact_vec3 n_a, n_b;
    fk_exact c_a, c_b, aa, ab, bb; /* offsets and products of the normals */
} half_space_pair;

static void half_space_pair_init(fk_arena *arena, half_space_pair *h, const fk_piece *a, const fk_piece *b)
{
    h->n_a = fk_exact_vec3_from(arena, a->as.half.normal);
    h->n_b = fk_exact_vec3_from(arena, b->as.half.normal);
    h->c_a = fk_exact_from(arena, a->as.half.offset);
    h->c_b = fk_exact_from(arena, b->as.half.offset);
    h->aa = fk_exact_vec3_dot(arena, h->n_a, h->n_a);
    h->ab = fk_exact_vec3_dot(arena, h->n_a, h->n_b);
    h->bb = fk_exact_vec3_dot(arena, h->n_b, h->n_b);
}

/* A common point. Where the planes cross: the point of their line nearest to the origin. Where they are parallel: the
 * projection of the origin on the plane that lies in the other half-space, the first if both do. */
static fk_vec3 half_spaces_point(fk_arena *arena, const half_space_pair *h)
{
    fk_exact det = fk_exact_determinant(arena, h->aa, h->bb, h->ab, h->ab);
    if (det.sign != 0) {
        fk_exact alpha = fk_exact_determinant(arena, h->c_a, h->bb, h->c_b, h->ab);
        fk_exact beta = fk_exact_determinant(arena, h->c_b, h->aa, h->c_a, h->ab);
        return fk_exact_vec3_ratio(arena,
                                   fk_exact_vec3_add(arena, fk_exact_vec3_scale(arena, h->n_a, alpha),
                                                     fk_exact_vec3_scale(arena, h->n_b, beta)),
                                   det);
    }
    /* The projection on plane a lies in b when n_b.n_a c_a <= c_b aa. */
    bool use_a = fk_exact_determinant(arena, h->ab, h->c_a, h->c_b, h->aa).sign <= 0;
    return use_a ? fk_exact_vec3_ratio(arena, fk_exact_vec3_scale(arena, h->n_a, h->c_a), h->aa)
                 : fk_exact_vec3_ratio(arena, fk_exact_vec3_scale(arena, h->n_b, h->c_b), h->bb);
}

/* Plane and gap of opposite half-spaces: with n_b = -k n_a, their distance is -(c_a ab' + c_b aa) / (aa |n_b|), where
 * ab' = |n_a.n_b| = k aa. */
static void fill_opposite_plane(fk_arena *arena, const half_space_pair *h, fk_answer *out)
{
    fk_exact k = fk_exact_negate(h->ab);
    fk_exact scaled_a = fk_exact_mul(arena, h->c_a, k), scaled_b = fk_exact_mul(arena, h->c_b, h->aa);
    fk_exact room = fk_exact_negate(fk_exact_add(arena, scaled_a, scaled_b));
    fk_exact middle = fk_exact_sub(arena, scaled_a, scaled_b);
    fk_vec3 unit = fk_exact_vec3_unit(arena, h->n_a);
    fk_exact length = fk_exact_vec3_dot(arena, fk_exact_vec3_negate(h->n_b), fk_exact_vec3_from(arena, unit));
    fk_exact under = fk_exact_mul(arena, h->aa, length);
    fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, h->aa, h->aa), h->bb);
    if (out->verdict == FK_APART)
        out->gap = gap_floor(arena, room, under, square, 0.0);
    out->plane.normal = unit;
    out->plane.offset = fk_exact_ratio(arena, middle, fk_exact_mul(arena, under, fk_exact_from(arena, 2.0)));
    out->filled |= FK_PART_PLANE;
}

static void answer_two_half_spaces(fk_arena *arena, const fk_pair_query *query, fk_answer *out)
{
    half_space_pair h;
    half_space_pair_init(arena, &h, query->a, query->b);
    if (out->verdict != FK_APART) {
        out->point = half_spaces_point(arena, &h);
        out->filled |= FK_PART_POINT;
    }
    if (out->verdict != FK_OVERLAPPING)
        fill_opposite_plane(arena, &h, out);
}

void fk_half_space_answer(const fk_pair_query *query, fk_answer *out)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    out->verdict = fk_half_space_verdict(&arena, query->a, query->b, &deepest);
    out->certificate.verdict = out->verdict;
    arena.used = 0;
    if (query->a->kind == FK_KIND_HALF_SPACE && query->b->kind == FK_KIND_HALF_SPACE)
        answer_two_half_spaces(&arena, query, out);
    else
        answer_one_half_space(&arena, query, deepest, out);
    if (arena.full)
        out->certificate.verdict = FK_UNDECIDED;
}
