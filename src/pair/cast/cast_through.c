/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Do two polyhedra, one of which goes straight, overlap on the way, or do they only touch?
 *
 * Seen along the way, they are two convex polygons that do not move. When these have common inner points, and M, the set
 * of all differences (pair.h), is not flat, then the line through the origin along the way holds inner points of M: so
 * the pieces overlap while they meet, but for the ends of these times. Polygons have no common inner points when an
 * edge of one of them is along a line that has both on different sides: so each edge e of a piece gives a direction
 * n = e x way, and both sets have to reach over each other along each of these. Edges along the way give none; where
 * there is no other, M is a segment.
 *
 * Signs are those of balls where these are sure, else of integers. */

#include "pair/cast/cast.h"

#include "pair/pair.h"
#include "pair/verdict/verdict.h"

/* More vertices have too many pairs. */
#define FEW_VERTICES 16

bool fk_way_through_decides(const fk_piece *a, const fk_piece *b)
{
    if (fk_half_is_among(a, b))
        return true;
    return fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b) &&
           fk_piece_vertex_count(a) <= FEW_VERTICES && fk_piece_vertex_count(b) <= FEW_VERTICES;
}

/* A direction: that of an edge of one side times the way. */
typedef struct across {
    fk_pair *pair;
    const fk_way *way;
    const fk_pair_side *side;
    uint32_t from, to;
} across;

/* From the lowest to the highest vertex of a side, about. */
typedef struct ball_range {
    fk_ball lo, hi;
} ball_range;

static ball_range reach_of(const fk_pair *pair, const fk_pair_side *side, fk_ball_vec3 n)
{
    fk_ball first = fk_ball_vec3_dot(n, fk_side_offset(pair, side, 0));
    ball_range range = {first, first};
    for (uint32_t i = 1; i < side->count; i++) {
        fk_ball x = fk_ball_vec3_dot(n, fk_side_offset(pair, side, i));
        if (x.mid < range.lo.mid)
            range.lo = x;
        if (x.mid > range.hi.mid)
            range.hi = x;
    }
    return range;
}

/* Whether some n.(p - q) are surely positive, and some negative. */
static bool surely_spans(const across *x)
{
    const fk_pair *pair = x->pair;
    fk_ball_vec3 edge =
        fk_ball_vec3_sub(fk_side_offset(pair, x->side, x->to), fk_side_offset(pair, x->side, x->from));
    fk_ball_vec3 n = fk_ball_vec3_cross(edge, x->way->ball);
    ball_range a = reach_of(pair, &pair->a, n), b = reach_of(pair, &pair->b, n);
    fk_ball shift = fk_ball_vec3_dot(n, pair->shift);
    return fk_ball_sign(fk_ball_add(fk_ball_sub(a.hi, b.lo), shift)) == 1 &&
           fk_ball_sign(fk_ball_add(fk_ball_sub(a.lo, b.hi), shift)) == -1;
}

/* The vertex that lies farthest along sign * n, exactly. */
static fk_exact farthest(fk_arena *arena, const fk_pair_side *side, fk_exact_vec3 n, int sign)
{
    fk_exact best = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, side->piece, 0));
    for (uint32_t i = 1; i < side->count; i++) {
        uint32_t mark = arena->used;
        fk_exact x = fk_exact_vec3_dot(arena, n, fk_piece_vertex(arena, side->piece, i));
        if (sign * fk_exact_compare(x, best) > 0)
            best = fk_exact_keep(arena, mark, x);
        else
            arena->used = mark;
    }
    return best;
}

/* 1 when n.(p - q) has both signs, -1 when not, 0 when n is zero. */
static int exactly_spans(const across *x)
{
    fk_arena *arena = &x->pair->arena;
    const fk_pair_side *a = &x->pair->a, *b = &x->pair->b;
    arena->used = 0;
    fk_exact_vec3 edge = fk_piece_step(arena, x->side->piece, x->from, x->to);
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, edge, fk_way_exact(arena, x->way));
    if (fk_exact_vec3_is_zero(n))
        return 0;
    uint32_t mark = arena->used;
    bool above = fk_exact_compare(farthest(arena, a, n, 1), farthest(arena, b, n, -1)) > 0;
    arena->used = mark;
    bool below = fk_exact_compare(farthest(arena, a, n, -1), farthest(arena, b, n, 1)) < 0;
    return above && below && !arena->full ? 1 : -1;
}

/* Whether M, whose shadow has inner points, has some itself: not all edges of both pieces are in one plane. */
static bool has_volume(fk_pair *pair)
{
    fk_arena *arena = &pair->arena;
    fk_exact_vec3 line = {0}, plane = {0};
    bool has_line = false, has_plane = false;
    arena->used = 0;
    for (int k = 0; k < 2; k++) {
        const fk_pair_side *side = k == 0 ? &pair->a : &pair->b;
        for (uint32_t i = 1; i < side->count; i++) {
            uint32_t mark = arena->used;
            fk_exact_vec3 step = fk_piece_step(arena, side->piece, 0, i);
            if (!has_line) {
                line = step;
                has_line = !fk_exact_vec3_is_zero(step);
                continue;
            }
            if (!has_plane) {
                plane = fk_exact_vec3_cross(arena, line, step);
                has_plane = !fk_exact_vec3_is_zero(plane);
                continue;
            }
            if (fk_exact_vec3_dot(arena, plane, step).sign != 0)
                return !arena->full;
            arena->used = mark;
        }
    }
    return false;
}

/* Three edges stand for all of a box. */
static bool is_edge(const fk_piece *piece, uint32_t from, uint32_t to)
{
    return piece->kind != FK_KIND_BOX || (from == 0 && (to == 1 || to == 2 || to == 4));
}

FK_OWN_FRAME static bool polyhedra_go_through(const fk_piece *a, const fk_way *way, const fk_piece *b)
{
    fk_pair pair;
    bool has_axis = false;
    fk_pair_init(&pair, a, b);
    for (int k = 0; k < 2; k++) {
        across x = {&pair, way, k == 0 ? &pair.a : &pair.b, 0, 0};
        for (x.to = 1; x.to < x.side->count; x.to++)
            for (x.from = 0; x.from < x.to; x.from++) {
                if (!is_edge(x.side->piece, x.from, x.to))
                    continue;
                int spans = surely_spans(&x) ? 1 : exactly_spans(&x);
                if (spans < 0)
                    return false;
                has_axis = has_axis || spans > 0;
            }
    }
    return has_axis && has_volume(&pair);
}

/* The room grows or shrinks, so that it is more than none while they meet; or it is what it is at rest. */
FK_OWN_FRAME static bool half_goes_through(const fk_piece *a, const fk_way *way, const fk_piece *b)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_vec3 normal = a->kind == FK_KIND_HALF_SPACE ? a->as.half.normal : b->as.half.normal;
    fk_exact rate = fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, normal), fk_way_exact(&arena, way));
    return rate.sign != 0 || fk_pair_verdict(a, b) == FK_OVERLAPPING;
}

bool fk_way_goes_through(const fk_piece *a, const fk_way *way, const fk_piece *b)
{
    if (way->count == 0)
        return fk_pair_verdict(a, b) == FK_OVERLAPPING;
    return fk_half_is_among(a, b) ? half_goes_through(a, way, b) : polyhedra_go_through(a, way, b);
}
