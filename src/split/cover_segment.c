/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Decides whether pieces cover a triangle with collinear corners: the segment between the outer two, or a point.
 *
 * A piece is the set where all its bounds are not positive; each is linear along the segment from a to b, and given by its
 * values there. A bound h becomes positive at the fraction -h(a) / (h(b) - h(a)) of the segment, and another bound g has
 * there the sign of g(a) h(b) - g(b) h(a). From a on, a piece that contains the point reached and extends beyond it leads to
 * where it ends, until one leads to b or none extends beyond.
 *
 * All in integers, and every piece is visited for every step: such triangles are rare. */

#include "base/vec3.h"
#include "split/cover.h"

typedef enum bound_kind { BOUND_START, BOUND_PLANE, BOUND_EDGE, BOUND_BOX } bound_kind;

/* A linear function of points that is not positive in a piece. */
typedef struct piece_bound {
    bound_kind kind;
    uint32_t point[3]; /* of a plane, or an edge projected along an axis */
    int axis, sign;
    double limit; /* of a box */
} piece_bound;

/* ---- Bounds of pieces ---------------------------------------------------------------------------------- */

static piece_bound box_bound(const fk_aabb *box, uint32_t i)
{
    int axis = (int)(i / 2), sign = i % 2 == 0 ? 1 : -1;
    piece_bound b = {BOUND_BOX, {0, 0, 0}, axis, sign, fk_vec3_get(sign > 0 ? box->max : box->min, axis)};
    return b;
}

static piece_bound plane_bound(const fk_hull *hull, uint32_t first, uint32_t face)
{
    const uint32_t *v = hull->face_vertex + hull->face_begin[face];
    piece_bound b = {BOUND_PLANE, {first + v[0], first + v[1], first + v[2]}, 0, 1, 0};
    return b;
}

/* Edge i of a polygon, projected along the first axis that is not parallel to its plane. */
static piece_bound polygon_bound(fk_point_set *cloud, const fk_hull *hull, uint32_t first, uint32_t i)
{
    const uint32_t *v = hull->face_vertex;
    uint32_t count = hull->face_begin[1];
    piece_bound b = {BOUND_EDGE, {first + v[i], first + v[i + 1 < count ? i + 1 : 0], 0}, 0, 0, 0};
    for (; b.sign == 0 && b.axis < 3; b.axis++)
        b.sign = -fk_point_set_orient2d(cloud, first + v[0], first + v[1], first + v[2], b.axis);
    b.axis--;
    return b;
}

static piece_bound segment_bound(uint32_t first, uint32_t i)
{
    piece_bound b = {BOUND_EDGE, {first, first + 1, 0}, (int)(i / 2), i % 2 == 0 ? 1 : -1, 0};
    return b;
}

/* Sets bound i of a piece; false if it has no more. */
static bool get_piece_bound(fk_cover_set *set, uint32_t piece, uint32_t i, piece_bound *out)
{
    const fk_hull *hull = set->hull[piece];
    uint32_t first = set->piece[piece].first_point;
    uint32_t ahead = hull->dimension == 0 ? 0 : hull->dimension == 1 ? 6 : hull->face_count;
    uint32_t behind = hull->dimension == 3 ? 0 : hull->dimension == 2 ? hull->face_begin[1] : 6;
    if (i >= ahead + behind)
        return false;
    if (i < ahead)
        *out = hull->dimension == 1 ? segment_bound(first, i) : plane_bound(hull, first, i);
    else
        *out = hull->dimension == 2 ? polygon_bound(&set->cloud, hull, first, i - ahead)
                                    : box_bound(&set->piece[piece].box, i - ahead);
    return true;
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static fk_exact_vec3 exact_point_difference(fk_arena *arena, fk_point_set *cloud, uint32_t from, uint32_t to)
{
    return fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, cloud->point[to]),
                             fk_exact_vec3_from(arena, cloud->point[from]));
}

static fk_exact bound_value_at(fk_arena *arena, fk_point_set *cloud, const piece_bound *b, uint32_t point)
{
    uint32_t mark = arena->used;
    fk_exact value;
    if (b->kind == BOUND_BOX) {
        fk_exact at = fk_exact_from(arena, fk_vec3_get(cloud->point[point], b->axis));
        value = fk_exact_sub(arena, at, fk_exact_from(arena, b->limit));
    } else {
        fk_exact_vec3 e = exact_point_difference(arena, cloud, b->point[0], b->point[1]);
        fk_exact_vec3 g = exact_point_difference(arena, cloud, b->point[0], point);
        if (b->kind == BOUND_PLANE) {
            fk_exact_vec3 f = exact_point_difference(arena, cloud, b->point[0], b->point[2]);
            value = fk_exact_vec3_dot(arena, fk_exact_vec3_cross(arena, e, f), g);
        } else
            value = fk_exact_vec3_get(fk_exact_vec3_cross(arena, e, g), b->axis);
    }
    value.sign *= b->sign;
    return fk_exact_keep(arena, mark, value);
}

/* The values of a bound at both ends of the segment. BOUND_START becomes positive at once. */
static void find_bound_values(fk_arena *arena, fk_point_set *cloud, const piece_bound *b,
                              const uint32_t end[2], fk_exact out[2])
{
    fk_exact zero = {NULL, 0, 0, 0};
    out[0] = b->kind == BOUND_START ? zero : bound_value_at(arena, cloud, b, end[0]);
    out[1] = b->kind == BOUND_START ? fk_exact_from(arena, 1.0) : bound_value_at(arena, cloud, b, end[1]);
}

typedef struct bound_signs {
    int at_end;   /* of a bound at the end of the segment */
    int at_place; /* where another bound becomes positive */
} bound_signs;

FK_OWN_FRAME static bound_signs find_bound_signs(fk_point_set *cloud, const piece_bound *b,
                                                 const piece_bound *place, const uint32_t end[2])
{
    fk_arena arena;
    fk_exact g[2], h[2];
    fk_arena_init(&arena);
    find_bound_values(&arena, cloud, b, end, g);
    find_bound_values(&arena, cloud, place, end, h);
    bound_signs s = {g[1].sign, fk_exact_determinant(&arena, g[0], h[1], g[1], h[0]).sign};
    return s;
}

FK_OWN_FRAME static fk_vec3 bound_zero_point(fk_point_set *cloud, const piece_bound *place,
                                             const uint32_t end[2])
{
    fk_arena arena;
    fk_exact h[2];
    fk_vec3 a = cloud->point[end[0]], b = cloud->point[end[1]];
    fk_arena_init(&arena);
    find_bound_values(&arena, cloud, place, end, h);
    double t = fk_exact_ratio(&arena, fk_exact_negate(h[0]), fk_exact_sub(&arena, h[1], h[0]));
    return fk_vec3_add(fk_vec3_scale(a, 1.0 - t), fk_vec3_scale(b, t));
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

typedef enum segment_step { STEP_NONE, STEP_ON, STEP_TO_END } segment_step;

/* Advances from a point through a piece. */
static segment_step step_through(fk_cover_set *set, uint32_t piece, const uint32_t end[2], piece_bound *place)
{
    segment_step found = STEP_TO_END;
    piece_bound b, last = *place;
    for (uint32_t i = 0; get_piece_bound(set, piece, i, &b); i++) {
        bound_signs s = find_bound_signs(&set->cloud, &b, place, end);
        if (s.at_place > 0 || (s.at_place == 0 && s.at_end > 0))
            return STEP_NONE;
        if (s.at_end <= 0)
            continue;
        /* The bound that becomes positive first: the other is negative there. */
        if (found == STEP_TO_END || find_bound_signs(&set->cloud, &last, &b, end).at_place < 0)
            last = b;
        found = STEP_ON;
    }
    *place = last;
    return found;
}

bool fk_cover_check_segment(fk_cover_set *set, const uint32_t corner[3], fk_vec3 *point)
{
    uint32_t end[2] = {corner[0], corner[0]};
    for (int i = 1; i < 3; i++) {
        if (fk_point_set_compare(&set->cloud, end[0], corner[i]) < 0)
            end[0] = corner[i];
        if (fk_point_set_compare(&set->cloud, end[1], corner[i]) > 0)
            end[1] = corner[i];
    }
    piece_bound place = {BOUND_START, {0, 0, 0}, 0, 1, 0};
    segment_step found = STEP_ON;
    while (found == STEP_ON) {
        found = STEP_NONE;
        for (uint32_t i = 0; i < set->piece_count && found == STEP_NONE; i++)
            if (i != set->skip)
                found = step_through(set, i, end, &place);
    }
    if (found == STEP_NONE)
        *point = bound_zero_point(&set->cloud, &place, end);
    return found == STEP_TO_END;
}
