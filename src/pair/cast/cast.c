/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Times of contact of a moving piece and another one. Two convex pieces meet during one interval of times. For polyhedra its ends
 * are exact optima of a linear program (linear_program.c), rounded down and up; it is computed for all times and then clipped to
 * the queried ones. */

#include "pair/cast/cast.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* ---- Displacements ------------------------------------------------------------------------------------- */

/* The exact sum of vectors is computed in integers and split into doubles, each the rest rounded toward zero. So the opposite
 * displacement has the opposite numbers. A sum that needs more than FK_DISPLACEMENT_TERMS doubles, or exceeds their range, keeps the given
 * terms. */

/* Rounded toward zero; infinity beyond the range of doubles. */
static double truncate_exact(fk_exact x)
{
    int sign = x.sign;
    if (sign < 0)
        x.sign = 1;
    double size = fk_exact_floor(x);
    return sign < 0 ? -size : size;
}

static fk_vec3 truncate_vector(fk_exact_vec3 v)
{
    return fk_vec3_make(truncate_exact(v.x), truncate_exact(v.y), truncate_exact(v.z));
}

void fk_displacement_from(fk_vec3 v, fk_displacement *out)
{
    out->count = fk_vec3_nonzeros(v) > 0;
    out->term[0] = v;
    out->scale = fk_ball_scale(fk_vec3_exponent(v));
    fk_vec3 scaled = fk_vec3_scale(v, out->scale);
    out->ball = fk_ball_vec3_from(scaled);
    out->fine = fk_dd_vec3_from(scaled);
}

/* Splits a vector into doubles whose sum it is. Returns false where they are too many, or too large. */
static bool split_into_doubles(fk_arena *arena, fk_exact_vec3 sum, fk_displacement *out)
{
    for (out->count = 0; !fk_exact_vec3_is_zero(sum); out->count++) {
        fk_vec3 part = truncate_vector(sum);
        if (out->count == FK_DISPLACEMENT_TERMS || !fk_vec3_is_finite(part))
            return false;
        out->term[out->count] = part;
        sum = fk_exact_vec3_sub(arena, sum, fk_exact_vec3_from(arena, part));
    }
    return true;
}

static fk_ball ball_around(double leading)
{
    return (fk_ball){leading, FK_BALL_ROUND * fabs(leading) * FK_BALL_GUARD + FK_BALL_TINY};
}

/* The leading bits of a sum. An eighth of a sum of eight doubles is a double, so its size is known even where the sum exceeds the
 * range. */
static void find_leading_bits(fk_arena *arena, fk_exact_vec3 sum, fk_displacement *out)
{
    fk_vec3 part = truncate_vector(fk_exact_vec3_scale(arena, sum, fk_exact_from(arena, 0.125)));
    out->scale = fk_ball_scale(fk_vec3_exponent(part) + 3);
    fk_exact_vec3 scaled = fk_exact_vec3_scale(arena, sum, fk_exact_from(arena, out->scale));
    fk_vec3 high = truncate_vector(scaled);
    fk_vec3 low = truncate_vector(fk_exact_vec3_sub(arena, scaled, fk_exact_vec3_from(arena, high)));
    out->ball = (fk_ball_vec3){ball_around(high.x), ball_around(high.y), ball_around(high.z)};
    out->fine = (fk_dd_vec3){{high.x, low.x}, {high.y, low.y}, {high.z, low.z}};
}

void fk_displacement_make(const fk_vec3 *term, uint32_t count, fk_displacement *out)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 sum = fk_exact_vec3_sum(&arena, term, count);
    bool is_short = split_into_doubles(&arena, sum, out);
    if (is_short && out->count <= 1) {
        fk_displacement_from(out->count == 1 ? out->term[0] : fk_vec3_make(0, 0, 0), out);
        return;
    }
    if (!is_short) {
        out->count = 0;
        for (uint32_t i = 0; i < count; i++)
            if (fk_vec3_nonzeros(term[i]) > 0)
                out->term[out->count++] = term[i];
    }
    find_leading_bits(&arena, sum, out);
}

void fk_displacement_negate(fk_displacement *displacement)
{
    for (uint32_t i = 0; i < displacement->count; i++)
        displacement->term[i] = fk_vec3_negate(displacement->term[i]);
    displacement->ball = fk_ball_vec3_negate(displacement->ball);
    displacement->fine = fk_dd_vec3_negate(displacement->fine);
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* A moving piece against a half-space {x : n.x <= c}, or a moving half-space against a piece. The least n.x of the piece changes
 * at a constant rate, so contact begins or ends at one time: the room c - least n.x over the rate. Exact for polyhedra and for
 * two half-spaces; the least n.x of round and smooth pieces contains a root. */

static fk_contact_times all_times(void)
{
    return (fk_contact_times){FK_CAST_HIT, true, {-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
}

/* All t with t rate <= room. */
static void times_from_room(fk_arena *arena, fk_exact_interval room, fk_exact rate, fk_contact_times *out)
{
    *out = all_times();
    out->is_exact = fk_exact_compare(room.lo, room.hi) == 0;
    if (rate.sign > 0) {
        out->last.lo = fk_fraction_floor(arena, (fk_fraction){room.lo, rate});
        out->last.hi = fk_fraction_ceil(arena, (fk_fraction){room.hi, rate});
    } else if (rate.sign < 0) {
        rate.sign = 1;
        out->first.lo = fk_fraction_floor(arena, (fk_fraction){fk_exact_negate(room.hi), rate});
        out->first.hi = fk_fraction_ceil(arena, (fk_fraction){fk_exact_negate(room.lo), rate});
    } else if (room.hi.sign < 0) {
        out->result = FK_CAST_MISS;
    } else if (room.lo.sign < 0) {
        out->result = FK_CAST_UNDECIDED;
    }
}

static void half_space_times(fk_arena *arena, const fk_piece *half, const fk_piece *piece,
                             const fk_displacement *displacement, fk_contact_times *out)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    fk_exact c = fk_exact_from(arena, half->as.half.offset);
    fk_exact_interval support = fk_piece_support_value(arena, piece, fk_exact_vec3_negate(n));
    fk_exact_interval room = {fk_exact_add(arena, c, support.lo), fk_exact_add(arena, c, support.hi)};
    fk_exact rate = fk_exact_vec3_dot(arena, n, fk_displacement_exact(arena, displacement));
    times_from_room(arena, room, rate, out);
}

/* While a moves, the room k c_a + c_b of opposite half-spaces grows by k n_a.v. */
static void half_spaces_times(fk_arena *arena, const fk_plane *a, const fk_plane *b,
                              const fk_displacement *displacement, fk_contact_times *out)
{
    fk_exact size[2];
    *out = all_times();
    if (!fk_half_spaces_are_opposite(arena, a, b, size))
        return;
    fk_exact room = fk_half_spaces_overlap(arena, a, b, size);
    fk_exact speed = fk_exact_vec3_dot(arena, fk_exact_vec3_from(arena, a->normal),
                                       fk_displacement_exact(arena, displacement));
    fk_exact rate = fk_exact_negate(fk_exact_mul(arena, size[1], speed));
    times_from_room(arena, (fk_exact_interval){room, room}, rate, out);
}

static void cast_half_space(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                            fk_contact_times *out)
{
    fk_arena arena;
    fk_displacement opposite = *displacement;
    fk_arena_init(&arena);
    fk_displacement_negate(&opposite);
    if (a->kind != FK_KIND_HALF_SPACE)
        half_space_times(&arena, b, a, displacement, out);
    else if (b->kind != FK_KIND_HALF_SPACE)
        half_space_times(&arena, a, b, &opposite, out);
    else
        half_spaces_times(&arena, &a->as.half, &b->as.half, displacement, out);
    if (arena.full)
        out->result = FK_CAST_UNDECIDED;
}

/* ---- Polyhedra, and all pieces ------------------------------------------------------------------------- */

static fk_interval round_time(fk_arena *arena, fk_fraction time)
{
    return (fk_interval){fk_fraction_floor(arena, time), fk_fraction_ceil(arena, time)};
}

FK_OWN_FRAME void fk_cast_polyhedra(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                                    fk_contact_times *out)
{
    fk_lp lp;
    fk_arena *arena = &lp.pair.arena;
    *out = all_times();
    out->result = FK_CAST_MISS;
    if (fk_lp_make_feasible(&lp, a, b, displacement)) {
        out->first = round_time(arena, fk_lp_time(&lp, -1));
        out->last = round_time(arena, fk_lp_time(&lp, 1));
        out->result = FK_CAST_HIT;
    }
    if (arena->full) {
        *out = all_times();
        out->result = FK_CAST_UNDECIDED;
    }
}

/* Whether the pieces meet between 0 and end. An exact time lies beyond a double exactly when its rounding away from the double
 * does, as there is no double between a number and its rounding. */
static fk_cast_result result_within(const fk_contact_times *t, double end, bool meets_now)
{
    if (meets_now || t->result == FK_CAST_MISS)
        return meets_now ? FK_CAST_HIT : FK_CAST_MISS;
    if (fk_double_order(t->is_exact ? t->first.hi : t->first.lo, end) > 0 ||
        fk_double_order(t->is_exact ? t->last.lo : t->last.hi, 0.0) < 0)
        return FK_CAST_MISS;
    bool is_sure = fk_double_order(t->first.hi, end) <= 0 && fk_double_order(t->last.lo, 0.0) >= 0;
    return is_sure ? t->result : FK_CAST_UNDECIDED;
}

void fk_contact_times_clip(const fk_contact_times *t, double end, bool meets_now, fk_cast *out)
{
    memset(out, 0, sizeof *out);
    out->result = result_within(t, end, meets_now);
    if (out->result != FK_CAST_HIT)
        return;
    if (!meets_now) {
        out->enter.lo = fk_double_greatest(t->first.lo, 0.0);
        out->enter.hi = fk_double_greatest(t->first.hi, 0.0);
    }
    out->leave.lo = fk_double_greatest(fk_double_least(t->last.lo, end), out->enter.lo);
    out->leave.hi = fk_double_least(t->last.hi, end);
}

void fk_displacement_cast(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                          double end, fk_contact_times *always, fk_cast *out)
{
    *always = all_times();
    bool are_polyhedra = fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b);
    bool moves = displacement->count > 0;
    fk_verdict now = FK_UNDECIDED;
    if (!moves) {
        now = fk_pair_verdict(a, b);
        always->result = FK_CAST_MISS;
        /* Of a point and a smooth piece, which the verdict may leave undecided. */
        if (now == FK_UNDECIDED && !fk_cast_features(a, displacement, b, always))
            always->result = FK_CAST_UNDECIDED;
    } else if (are_polyhedra) {
        fk_cast_polyhedra(a, displacement, b, always);
    } else if (!fk_cast_features(a, displacement, b, always)) {
        now = fk_pair_verdict(a, b);
        if (fk_any_half_space(a, b))
            cast_half_space(a, displacement, b, always);
        else
            fk_cast_round(a, displacement, b, always);
    }
    fk_contact_times_clip(always, end, now == FK_TOUCHING || now == FK_OVERLAPPING, out);
}

/* A sphere or point against a sphere or capsule: a ray on that, with both radii. Returns false where the filter does not decide; what it
 * decides is valid. */
static bool cast_at_round(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end, fk_cast *out)
{
    bool swaps = a->kind == FK_KIND_CAPSULE;
    const fk_piece *point = swaps ? b : a, *target_piece = swaps ? a : b;
    if ((point->kind != FK_KIND_SPHERE && point->kind != FK_KIND_POINT) ||
        (target_piece->kind != FK_KIND_SPHERE && target_piece->kind != FK_KIND_CAPSULE))
        return false;
    fk_target target;
    fk_contact_times times;
    fk_target_of_piece(target_piece, point->as.point, &target);
    target.radius[1] = point->kind == FK_KIND_SPHERE ? point->as.sphere.radius : 0;
    if (!(target.radius[0] >= 0 && target.radius[1] >= 0 && end >= 0))
        return false;
    fk_cast_result result =
        fk_target_filter(&target, swaps ? fk_vec3_negate(velocity) : velocity, true, &times);
    if (result == FK_CAST_UNDECIDED)
        return false;
    bool hits = result == FK_CAST_HIT && times.first.hi <= end;
    *out = (fk_cast){.result = hits ? FK_CAST_HIT : FK_CAST_MISS};
    if (hits) {
        out->enter = times.first;
        out->leave = (fk_interval){fk_double_least(times.last.lo, end), fk_double_least(times.last.hi, end)};
    }
    return true;
}

FK_OWN_FRAME static void cast_along(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end,
                                    fk_cast *out)
{
    fk_displacement displacement;
    fk_contact_times always;
    fk_displacement_from(velocity, &displacement);
    fk_displacement_cast(a, &displacement, b, fk_sign_of(end) == 0 ? 0.0 : end, &always, out);
}

fk_status fk_pair_cast(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end, fk_cast *out)
{
    if (cast_at_round(a, velocity, b, end, out))
        return FK_OK;
    fk_status status = fk_pair_check(a, b);
    if (status == FK_OK && !fk_vec3_is_finite(velocity))
        status = FK_ERROR_NOT_FINITE;
    bool is_nan = !fk_is_finite(end) && fk_bits_of(end) << 12 != 0;
    if (status == FK_OK && (is_nan || fk_sign_of(end) < 0))
        status = FK_ERROR_ARGUMENT;
    if (status == FK_OK)
        cast_along(a, velocity, b, end, out);
    return status;
}

/* ---- Overlapping along a displacement ------------------------------------------------------------------ */

/* Decides whether two polyhedra, one of which is displaced, overlap on the path or only touch.
 *
 * Projected along the displacement, they are two convex polygons that do not move. When these have common interior points, and M,
 * the set of all differences (pair.h), is not flat, then the line through the origin along the displacement contains interior
 * points of M: the pieces overlap while they meet, except at the first and the last time. Polygons have no common interior points
 * when an edge of one of them lies on a line that separates both: so each edge e of a piece gives an axis n = e x displacement,
 * and the projection intervals of both pieces must overlap on each of these axes. Edges along the displacement give none; where
 * there is no other, M is a segment.
 *
 * Signs come from balls where these are sure, else from integers. */

/* More vertices would have too many pairs. */
#define FEW_VERTICES 16

bool fk_displacement_overlap_is_decidable(const fk_piece *a, const fk_piece *b)
{
    if (fk_any_half_space(a, b))
        return true;
    return fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b) &&
           fk_piece_vertex_count(a) <= FEW_VERTICES && fk_piece_vertex_count(b) <= FEW_VERTICES;
}

/* A separating axis: the product of an edge of one side and the displacement. */
typedef struct cast_axis {
    fk_pair *pair;
    const fk_displacement *displacement;
    const fk_pair_piece *side;
    uint32_t from, to;
} cast_axis;

/* The projection interval of a side, as balls. */
typedef struct ball_interval {
    fk_ball lo, hi;
} ball_interval;

static ball_interval project_to_balls(const fk_pair *pair, const fk_pair_piece *side, fk_ball_vec3 n)
{
    fk_ball first = fk_ball_vec3_dot(n, fk_pair_offset(pair, side, 0));
    ball_interval range = {first, first};
    for (uint32_t i = 1; i < side->count; i++) {
        fk_ball x = fk_ball_vec3_dot(n, fk_pair_offset(pair, side, i));
        if (x.mid < range.lo.mid)
            range.lo = x;
        if (x.mid > range.hi.mid)
            range.hi = x;
    }
    return range;
}

/* Whether n.(p - q) surely has both signs. */
static bool projections_surely_overlap(const cast_axis *x)
{
    const fk_pair *pair = x->pair;
    fk_ball_vec3 edge =
        fk_ball_vec3_sub(fk_pair_offset(pair, x->side, x->to), fk_pair_offset(pair, x->side, x->from));
    fk_ball_vec3 n = fk_ball_vec3_cross(edge, x->displacement->ball);
    ball_interval a = project_to_balls(pair, &pair->a, n), b = project_to_balls(pair, &pair->b, n);
    fk_ball shift = fk_ball_vec3_dot(n, pair->shift);
    return fk_ball_sign(fk_ball_add(fk_ball_sub(a.hi, b.lo), shift)) == 1 &&
           fk_ball_sign(fk_ball_add(fk_ball_sub(a.lo, b.hi), shift)) == -1;
}

/* 1 when n.(p - q) has both signs, -1 when not, 0 when n is zero. */
static int projections_overlap_exactly(const cast_axis *x)
{
    fk_arena *arena = &x->pair->arena;
    const fk_piece *a = x->pair->a.piece, *b = x->pair->b.piece;
    uint32_t at;
    arena->used = 0;
    fk_exact_vec3 edge = fk_piece_step(arena, x->side->piece, x->from, x->to);
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, edge, fk_displacement_exact(arena, x->displacement));
    if (fk_exact_vec3_is_zero(n))
        return 0;
    uint32_t mark = arena->used;
    bool above = fk_exact_compare(fk_vertices_support(arena, a, n, 1, &at),
                                  fk_vertices_support(arena, b, n, -1, &at)) > 0;
    arena->used = mark;
    bool below = fk_exact_compare(fk_vertices_support(arena, a, n, -1, &at),
                                  fk_vertices_support(arena, b, n, 1, &at)) < 0;
    return above && below && !arena->full ? 1 : -1;
}

/* Whether M, whose projection has interior points, has some itself: not all edges of both pieces are in one plane. */
static bool difference_has_volume(fk_pair *pair)
{
    fk_arena *arena = &pair->arena;
    fk_exact_vec3 line = {0}, plane = {0};
    bool has_line = false, has_plane = false;
    arena->used = 0;
    for (int k = 0; k < 2; k++) {
        const fk_pair_piece *side = k == 0 ? &pair->a : &pair->b;
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

/* Three edges represent all edges of a box. */
static bool is_edge_direction(const fk_piece *piece, uint32_t from, uint32_t to)
{
    return piece->kind != FK_KIND_BOX || (from == 0 && (to == 1 || to == 2 || to == 4));
}

FK_OWN_FRAME static bool polyhedra_overlap_on_path(const fk_piece *a, const fk_displacement *displacement,
                                                   const fk_piece *b)
{
    fk_pair pair;
    bool has_axis = false;
    fk_pair_init(&pair, a, b);
    for (int k = 0; k < 2; k++) {
        cast_axis x = {&pair, displacement, k == 0 ? &pair.a : &pair.b, 0, 0};
        for (x.to = 1; x.to < x.side->count; x.to++)
            for (x.from = 0; x.from < x.to; x.from++) {
                if (!is_edge_direction(x.side->piece, x.from, x.to))
                    continue;
                int spans = projections_surely_overlap(&x) ? 1 : projections_overlap_exactly(&x);
                if (spans < 0)
                    return false;
                has_axis = has_axis || spans > 0;
            }
    }
    return has_axis && difference_has_volume(&pair);
}

/* If the room changes, it is positive at some time of contact; else it is constant, and the verdict decides. */
FK_OWN_FRAME static bool half_space_overlaps_on_path(const fk_piece *a, const fk_displacement *displacement,
                                                     const fk_piece *b)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_vec3 normal = a->kind == FK_KIND_HALF_SPACE ? a->as.half.normal : b->as.half.normal;
    fk_exact rate = fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, normal),
                                      fk_displacement_exact(&arena, displacement));
    return rate.sign != 0 || fk_pair_verdict(a, b) == FK_OVERLAPPING;
}

bool fk_displacement_overlaps(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b)
{
    if (displacement->count == 0)
        return fk_pair_verdict(a, b) == FK_OVERLAPPING;
    return fk_any_half_space(a, b) ? half_space_overlaps_on_path(a, displacement, b)
                                   : polyhedra_overlap_on_path(a, displacement, b);
}
