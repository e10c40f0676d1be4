/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Stand-ins: see family_make.h. */

#include "gen/family_make.h"

#include "exact/exact.h"
#include "shape/support.h"
#include "shape/vertices.h"

fk_kind fk_stand_in(fk_random *random, fk_kind kind)
{
    static const fk_kind solids[] = {FK_KIND_TRIANGLE, FK_KIND_TETRA, FK_KIND_TETRA, FK_KIND_BOX};
    switch (kind) {
    case FK_KIND_HULL:
        return solids[fk_random_below(random, 4)];
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return FK_KIND_CAPSULE;
    case FK_KIND_ELLIPSOID:
        return FK_KIND_BOX;
    default:
        return kind;
    }
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* Returns the sum of vectors in doubles, and whether it is exact. */
static fk_vec3 sum_vectors(const fk_vec3 *term, uint32_t count, bool *exact)
{
    fk_vec3 sum = term[0], all[FK_TERM_MAX + 1];
    all[0] = term[0];
    for (uint32_t i = 1; i < count; i++) {
        all[i] = term[i];
        sum = fk_vec3_add(sum, term[i]);
    }
    sum = fk_vec3_add(sum, fk_vec3_make(0, 0, 0)); /* no negative zeros */
    if (!fk_vec3_is_finite(sum)) {
        *exact = false;
        return term[0]; /* a corner beyond the range of doubles: replaced by another point of the piece */
    }
    fk_arena arena;
    fk_arena_init(&arena);
    all[count] = fk_vec3_negate(sum);
    *exact = *exact && fk_exact_vec3_is_zero(fk_exact_vec3_sum(&arena, all, count + 1));
    return sum;
}

/* Returns a point between two of the first `count`; one of them if the midpoint is not exact or out of
 * range. */
static fk_vec3 draw_between(fk_random *random, const fk_vec3 *point, uint32_t count)
{
    fk_vec3 p = point[fk_random_below(random, count)], q = point[fk_random_below(random, count)];
    fk_vec3 half[2] = {fk_vec3_scale(p, 0.5), fk_vec3_scale(q, 0.5)};
    bool exact = true;
    fk_vec3 middle = sum_vectors(half, 2, &exact);
    fk_vec3 twice = fk_vec3_scale(half[0], 2);
    exact = exact && twice.x == p.x && twice.y == p.y && twice.z == p.z;
    twice = fk_vec3_scale(half[1], 2);
    return exact && twice.x == q.x && twice.y == q.y && twice.z == q.z ? middle : p;
}

/* Returns false if the corners are not exact. */
static bool make_family_hull(fk_random *random, fk_piece *piece, fk_vec3 point[FK_FAMILY_POINTS])
{
    bool exact = true;
    uint32_t count = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 term[FK_TERM_MAX];
        uint32_t terms = fk_piece_vertex_terms(piece, i, term);
        point[i] = sum_vectors(term, terms, &exact);
    }
    uint32_t corners = count, more = (uint32_t)fk_random_below(random, FK_FAMILY_POINTS - corners + 1);
    for (uint32_t i = 0; i < more; i++)
        point[count++] = draw_between(random, point, corners);
    fk_draw_shuffle(random, point, count);
    *piece = fk_piece_hull(point, count);
    return exact;
}

/* ---- Smooth pieces ------------------------------------------------------------------------------------- */

static void make_smooth(fk_kind kind, fk_piece *piece)
{
    piece->kind = kind;
    if (fk_piece_check(piece) != FK_OK) /* without an axis */
        piece->as.capsule.radius = 0.0;
}

/* Returns whether the truth for the stand-in also holds for this piece. */
static bool replace_stand_in(fk_random *random, fk_kind kind, fk_piece *piece, fk_vec3 *point)
{
    if (kind == piece->kind)
        return true;
    if (kind == FK_KIND_HULL)
        return make_family_hull(random, piece, point);
    make_smooth(kind, piece);
    return false;
}

void fk_replace_stand_ins(fk_random *random, fk_kind kind_a, fk_kind kind_b, fk_family_pair *pair)
{
    bool same_a = replace_stand_in(random, kind_a, &pair->a, pair->point[0]);
    bool same_b = replace_stand_in(random, kind_b, &pair->b, pair->point[1]);
    if (!same_a || !same_b)
        pair->truth = FK_UNDECIDED;
}

/* ---- Near contact -------------------------------------------------------------------------------------- */

/* Moves the points of a piece. */
static void move_piece(fk_piece *piece, fk_vec3 by, fk_vec3 *point)
{
    if (piece->kind == FK_KIND_HULL) {
        for (uint32_t i = 0; i < piece->as.hull.count; i++)
            point[i] = fk_vec3_add(point[i], by);
        return;
    }
    double number[FK_PIECE_NUMBERS];
    fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < fk_kind_layout(piece->kind).points; i++) {
        number[3 * i] += by.x;
        number[3 * i + 1] += by.y;
        number[3 * i + 2] += by.z;
    }
    *piece = fk_piece_from_numbers(piece->kind, number);
}

/* Returns the farthest point of a piece along n, radius included. */
static fk_vec3 farthest_body_vertex(fk_support_body *body, fk_vec3 n)
{
    body->whole = true;
    return fk_support_to_world(body, fk_support_find(body, n).point);
}

void fk_move_to_gap(fk_random *random, double gap, fk_family_pair *pair)
{
    fk_vec3 n = fk_draw_direction(random);
    fk_support_bodies bodies;
    fk_support_bodies_init(&bodies, &pair->a, &pair->b);
    fk_vec3 end = farthest_body_vertex(&bodies.a, n),
            begin = farthest_body_vertex(&bodies.b, fk_vec3_negate(n));
    end = fk_vec3_add(end, fk_vec3_scale(n, gap));
    move_piece(&pair->b, fk_vec3_sub(end, begin), pair->point[1]);
}
