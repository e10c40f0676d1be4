/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A prepared pair and its exact predicates. Each sign is computed in balls first, and in exact integers when the ball
 * contains zero. Where the sizes of the numbers differ so much that these integers are long, leading bits
 * (exact/leading_bits.h) are tried in between. All three use the same formulas (verdict/gjk_exact.inc). */

#include "pair/pair.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/answer/answer.h"
#include "shape/support.h"

/* Points of a large hull that are compared exactly; where more come near the maximum, all points are. */
#define SUPPORT_CANDIDATES 64

static fk_ball_vec3 scale_to_ball(fk_vec3 v, double scale)
{
    return fk_ball_vec3_from(fk_vec3_scale(v, scale));
}

static fk_ball_vec3 sum_offset(const fk_pair_piece *side, double scale, uint32_t vertex)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_terms(side->piece, vertex, term);
    fk_ball_vec3 sum = fk_ball_vec3_sub(scale_to_ball(term[0], scale), side->anchor);
    for (uint32_t k = 1; k < count; k++)
        sum = fk_ball_vec3_add(sum, scale_to_ball(term[k], scale));
    return sum;
}

static fk_ball_vec3 vertex_offset_ball(const fk_pair *p, const fk_pair_piece *side, uint32_t vertex)
{
    return side->count <= FK_VERTEX_MAX ? side->offset[vertex] : sum_offset(side, p->scale, vertex);
}

/* What a pair that projects makes of a difference of points. */
static fk_ball_vec3 project_ball(const fk_pair *p, fk_ball_vec3 d)
{
    return p->projects ? fk_ball_vec3_cross(d, p->path->ball) : d;
}

static fk_exact_vec3 project_exact(fk_pair *p, fk_exact_vec3 d)
{
    return p->projects ? fk_exact_vec3_cross(&p->arena, d, fk_displacement_exact(&p->arena, p->path)) : d;
}

static fk_ball_vec3 ball_difference(fk_pair *p, fk_vertex_pair d)
{
    fk_ball_vec3 offset =
        fk_ball_vec3_sub(vertex_offset_ball(p, &p->a, d.a), vertex_offset_ball(p, &p->b, d.b));
    return project_ball(p, fk_ball_vec3_add(offset, p->shift));
}

static fk_exact_vec3 exact_difference(fk_pair *p, fk_vertex_pair d)
{
    fk_arena *arena = &p->arena;
    fk_exact_vec3 sum = fk_exact_vec3_sub(arena, fk_piece_vertex(arena, p->a.piece, d.a),
                                          fk_piece_vertex(arena, p->b.piece, d.b));
    if (p->path == NULL || p->projects)
        return project_exact(p, sum);
    fk_exact_vec3 path = fk_displacement_exact(arena, p->path);
    return fk_exact_vec3_add(arena, sum, fk_exact_vec3_scale(arena, path, fk_exact_from(arena, p->time)));
}

static fk_ball_vec3 ball_edge(fk_pair *p, fk_vertex_pair w, fk_vertex_pair x)
{
    return project_ball(
        p, fk_ball_vec3_sub(
               fk_ball_vec3_sub(vertex_offset_ball(p, &p->a, x.a), vertex_offset_ball(p, &p->a, w.a)),
               fk_ball_vec3_sub(vertex_offset_ball(p, &p->b, x.b), vertex_offset_ball(p, &p->b, w.b))));
}

static fk_exact_vec3 exact_edge(fk_pair *p, fk_vertex_pair w, fk_vertex_pair x)
{
    fk_vec3 term[2 * FK_STEP_MAX];
    uint32_t count = fk_piece_step_terms(p->a.piece, w.a, x.a, term);
    count += fk_piece_step_terms(p->b.piece, x.b, w.b, term + count);
    return project_exact(p, fk_exact_vec3_sum(&p->arena, term, count));
}

#if FK_HAS_FIXED

/* The most terms of a vertex difference or of an edge of M. */
#define LEAD_TERMS (2 * (FK_TERM_MAX > FK_STEP_MAX ? FK_TERM_MAX : FK_STEP_MAX))

/* The sum of one component. Terms that cancel are left out, as they would destroy the leading bits of the others. */
static fk_leading lead_component(const fk_vec3 *term, uint32_t count, int axis)
{
    double kept[LEAD_TERMS];
    uint32_t left = 0;
    for (uint32_t k = 0; k < count; k++) {
        double x = fk_vec3_get(term[k], axis);
        uint32_t i = 0;
        while (i < left && fk_bits_of(kept[i]) != (fk_bits_of(x) ^ (uint64_t)1 << 63))
            i++;
        if (i < left)
            kept[i] = kept[--left];
        else if (fk_sign_of(x) != 0)
            kept[left++] = x;
    }
    fk_leading sum = {0, 0, 0};
    for (uint32_t i = 0; i < left; i++)
        sum = fk_leading_add(sum, fk_leading_from(kept[i]));
    return sum;
}

static fk_leading_vec3 lead_sum(const fk_vec3 *term, uint32_t count)
{
    return (fk_leading_vec3){lead_component(term, count, 0), lead_component(term, count, 1),
                             lead_component(term, count, 2)};
}

static fk_leading_vec3 project_lead(const fk_pair *p, fk_leading_vec3 d)
{
    return p->projects ? fk_leading_vec3_cross(d, lead_sum(p->path->term, p->path->count)) : d;
}

static fk_leading_vec3 lead_step(fk_pair *p, const fk_piece *piece, uint32_t from, uint32_t to)
{
    fk_vec3 term[FK_STEP_MAX];
    return project_lead(p, lead_sum(term, fk_piece_step_terms(piece, from, to, term)));
}

static fk_leading_vec3 lead_difference(fk_pair *p, fk_vertex_pair d)
{
    fk_vec3 term[LEAD_TERMS];
    uint32_t count = fk_piece_vertex_terms(p->b.piece, d.b, term);
    for (uint32_t k = 0; k < count; k++)
        term[k] = fk_vec3_negate(term[k]);
    count += fk_piece_vertex_terms(p->a.piece, d.a, term + count);
    fk_leading_vec3 sum = project_lead(p, lead_sum(term, count));
    if (p->path == NULL || p->projects)
        return sum;
    fk_leading_vec3 path = lead_sum(p->path->term, p->path->count);
    return fk_leading_vec3_add(sum, fk_leading_vec3_scale(path, fk_leading_from(p->time)));
}

static fk_leading_vec3 lead_edge(fk_pair *p, fk_vertex_pair w, fk_vertex_pair x)
{
    fk_vec3 term[LEAD_TERMS];
    uint32_t count = fk_piece_step_terms(p->a.piece, w.a, x.a, term);
    count += fk_piece_step_terms(p->b.piece, x.b, w.b, term + count);
    return project_lead(p, lead_sum(term, count));
}

#define NUM           fk_leading
#define VEC           fk_leading_vec3
#define NAME(x)       lead_##x
#define FIELD         lead
#define ON(p, f, ...) ((void)(p), fk_leading_##f(__VA_ARGS__))
#include "pair/verdict/gjk_exact.inc"

/* Bits between the largest and the least exponent: integers of more than six limbs are worth another filter. */
#define WIDE_RANGE 384

/* Widens a range of exponents by those of the nonzero numbers of a piece. */
static void widen_exponents(const fk_piece *piece, int *least, int *most)
{
    fk_vec3 term[FK_TERM_MAX];
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        uint32_t count = fk_piece_vertex_terms(piece, i, term);
        for (uint32_t k = 0; k < 3 * count; k++) {
            double x = fk_vec3_get(term[k / 3], (int)(k % 3));
            int exponent = fk_exponent_of(x);
            *most = exponent > *most ? exponent : *most;
            *least = fk_sign_of(x) != 0 && exponent < *least ? exponent : *least;
        }
    }
}

static bool has_wide_range(fk_pair *pair)
{
    if (pair->spread < 0) {
        int least = 1024, most = -1023;
        widen_exponents(pair->a.piece, &least, &most);
        widen_exponents(pair->b.piece, &least, &most);
        pair->spread = most - least > WIDE_RANGE;
    }
    return pair->spread > 0;
}

/* A tilted direction stays unsure: its base would have to be known by leading bits, too. */
static fk_leading_vec3 normal_lead(fk_pair *pair, fk_normal *n)
{
    const fk_leading unsure = {0, 1, 0};
    if (!n->is_lead) {
        n->lead = (fk_leading_vec3){unsure, unsure, unsure};
        if (n->span != FK_SPAN_TILT)
            n->lead = lead_normal(pair, n);
        if (n->sign < 0)
            n->lead = fk_leading_vec3_negate(n->lead);
        n->is_lead = true;
    }
    return n->lead;
}

/* Asks leading bits for a sign of which a ball is unsure, where the exponents have a wide range. */
#define TRY_LEADING_BITS(p, sign, value)                                                                     \
    if ((sign) == FK_UNSURE && has_wide_range(p))                                                            \
    sign = fk_leading_sign(value)

#else
#define TRY_LEADING_BITS(p, sign, value)
#endif

#define NUM           fk_ball
#define VEC           fk_ball_vec3
#define NAME(x)       ball_##x
#define FIELD         ball
#define ON(p, f, ...) ((void)(p), fk_ball_##f(__VA_ARGS__))
#include "pair/verdict/gjk_exact.inc"

#define NUM           fk_exact
#define VEC           fk_exact_vec3
#define NAME(x)       exact_##x
#define FIELD         exact
#define ON(p, f, ...) fk_exact_##f(&(p)->arena, __VA_ARGS__)
#include "pair/verdict/gjk_exact.inc"

/* The sign of a formula: by balls, by leading bits, or else exactly. */
#define DEFINE_SIGN(formula, parameters, arguments)                                                          \
    int fk_sign_##formula parameters                                                                         \
    {                                                                                                        \
        int sign = fk_ball_sign(ball_##formula arguments);                                                   \
        TRY_LEADING_BITS(p, sign, lead_##formula arguments);                                                 \
        if (sign == FK_UNSURE) {                                                                             \
            uint32_t mark = p->arena.used;                                                                   \
            sign = exact_##formula arguments.sign;                                                           \
            p->arena.used = mark;                                                                            \
        }                                                                                                    \
        return sign;                                                                                         \
    }

DEFINE_SIGN(point_gain, (fk_pair * p, fk_vertex_pair w, fk_vertex_pair x), (p, w, x))
DEFINE_SIGN(line_gain, (fk_pair * p, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y), (p, w, x, y))
DEFINE_SIGN(plane_weight, (fk_pair * p, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y), (p, w, x, y))
DEFINE_SIGN(plane_height, (fk_pair * p, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y), (p, w, x, y))
DEFINE_SIGN(plane_gain, (fk_pair * p, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y, fk_vertex_pair z),
            (p, w, x, y, z))

/* The squared sum of the radii, times the squared length of the path if the pair projects. */
static fk_ball ball_reach(const fk_pair *p, double radius_a, double radius_b)
{
    fk_ball radius = fk_ball_add(fk_ball_from(radius_a * p->scale), fk_ball_from(radius_b * p->scale));
    fk_ball square = fk_ball_mul(radius, radius);
    return p->projects ? fk_ball_mul(square, fk_ball_vec3_dot(p->path->ball, p->path->ball)) : square;
}

#if FK_HAS_FIXED
static fk_leading lead_reach(const fk_pair *p, double radius_a, double radius_b)
{
    fk_leading radius = fk_leading_add(fk_leading_from(radius_a), fk_leading_from(radius_b));
    fk_leading square = fk_leading_mul(radius, radius);
    if (!p->projects)
        return square;
    fk_leading_vec3 path = lead_sum(p->path->term, p->path->count);
    return fk_leading_mul(square, fk_leading_vec3_dot(path, path));
}
#endif

static fk_exact exact_reach(fk_pair *p, double radius_a, double radius_b)
{
    fk_arena *arena = &p->arena;
    fk_exact radius = fk_exact_add(arena, fk_exact_from(arena, radius_a), fk_exact_from(arena, radius_b));
    fk_exact square = fk_exact_mul(arena, radius, radius);
    if (!p->projects)
        return square;
    fk_exact_vec3 path = fk_displacement_exact(arena, p->path);
    return fk_exact_mul(arena, square, fk_exact_vec3_dot(arena, path, path));
}

int fk_sign_excess(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count)
{
    double radius_a = fk_piece_radius(pair->a.piece), radius_b = fk_piece_radius(pair->b.piece);
    int sign = fk_ball_sign(ball_excess(pair, simplex, count, ball_reach(pair, radius_a, radius_b)));
    TRY_LEADING_BITS(pair, sign, lead_excess(pair, simplex, count, lead_reach(pair, radius_a, radius_b)));
    if (sign == FK_UNSURE) {
        uint32_t mark = pair->arena.used;
        sign = exact_excess(pair, simplex, count, exact_reach(pair, radius_a, radius_b)).sign;
        pair->arena.used = mark;
    }
    return sign;
}

/* ---- Preparing a pair ---------------------------------------------------------------------------------- */

static int larger_exponent(int a, int b)
{
    return a > b ? a : b;
}

/* The largest binary exponent among the numbers of a piece. */
static int exponent_with_radius(const fk_piece *piece)
{
    return larger_exponent(fk_exponent_of(fk_piece_radius(piece)), fk_piece_exponent(piece));
}

static double hull_extent(const fk_points *hull)
{
    fk_aabb box;
    fk_scan_box(hull, &box);
    fk_vec3 first = fk_points_at(hull, 0);
    fk_vec3 low = fk_vec3_sub(box.min, first), high = fk_vec3_sub(box.max, first);
    return fk_larger(fk_vec3_largest(low), fk_vec3_largest(high));
}

static void pair_piece_init(fk_pair_piece *side, const fk_piece *piece, double scale)
{
    fk_vec3 term[FK_TERM_MAX];
    side->piece = piece;
    side->count = fk_piece_vertex_count(piece);
    fk_piece_vertex_terms(piece, 0, term);
    side->anchor = scale_to_ball(term[0], scale);
    side->extent = side->count > FK_VERTEX_MAX ? hull_extent(&piece->as.hull) : 0.0;
    for (uint32_t i = 0; i < side->count && i < FK_VERTEX_MAX; i++)
        side->offset[i] = sum_offset(side, scale, i);
}

fk_status fk_pair_check(const fk_piece *a, const fk_piece *b)
{
    fk_status status = fk_piece_check(a);
    return status != FK_OK ? status : fk_piece_check(b);
}

void fk_pair_init(fk_pair *pair, const fk_piece *a, const fk_piece *b)
{
    fk_pair_init_wide(pair, a, b, -1023);
}

void fk_pair_init_wide(fk_pair *pair, const fk_piece *a, const fk_piece *b, int exponent)
{
    pair->scale = fk_ball_scale(
        larger_exponent(exponent, larger_exponent(exponent_with_radius(a), exponent_with_radius(b))));
    pair_piece_init(&pair->a, a, pair->scale);
    pair_piece_init(&pair->b, b, pair->scale);
    pair->shift = fk_ball_vec3_sub(pair->a.anchor, pair->b.anchor);
    pair->spread = -1;
    pair->path = NULL;
    pair->projects = false;
    fk_arena_init(&pair->arena);
}

/* x * 2^exponent. What is flushed on the way is covered by FK_BALL_TINY, as are balls too small to matter. */
static fk_ball multiply_by_power(fk_ball x, int exponent)
{
    if (exponent < -900)
        return (fk_ball){0.0, FK_BALL_TINY};
    double power = fk_inverse_power(-exponent);
    return (fk_ball){x.mid * power, x.rad * power * FK_BALL_GUARD + FK_BALL_TINY};
}

/* The path, its ball and the time have scales of their own, so that their product stays in range. */
void fk_pair_init_displaced(fk_pair *pair, const fk_piece *a, const fk_piece *b, const fk_displacement *path,
                            double time)
{
    double scale = fk_ball_scale(fk_exponent_of(time));
    int exponent = -fk_exponent_of(scale) - fk_exponent_of(path->scale);
    fk_pair_init_wide(pair, a, b, exponent + 2);
    pair->path = path;
    pair->time = time;
    exponent += fk_exponent_of(pair->scale);
    fk_ball_vec3 way = fk_ball_vec3_scale(path->ball, fk_ball_from(time * scale));
    fk_ball_vec3 moved = {multiply_by_power(way.x, exponent), multiply_by_power(way.y, exponent),
                          multiply_by_power(way.z, exponent)};
    pair->shift = fk_ball_vec3_add(pair->shift, moved);
}

void fk_pair_init_projected(fk_pair *pair, const fk_piece *a, const fk_piece *b, const fk_displacement *path)
{
    fk_pair_init(pair, a, b);
    pair->path = path;
    pair->projects = true;
}

fk_ball_vec3 fk_pair_offset(const fk_pair *pair, const fk_pair_piece *side, uint32_t vertex)
{
    return vertex_offset_ball(pair, side, vertex);
}

/* ---- Weights ------------------------------------------------------------------------------------------- */

/* The weight of pair i. `turn`, the orientation of a tetrahedron, makes the weights of its inner points positive. */
static fk_exact simplex_weight(fk_pair *pair, const fk_vertex_pair *s, uint32_t count, uint32_t i, int turn)
{
    /* The face opposite to each vertex of a tetrahedron, all seen from inside. */
    static const uint8_t face[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    if (count == 1)
        return fk_exact_from(&pair->arena, 1.0);
    if (count == 2)
        return fk_exact_negate(exact_point_gain(pair, s[1 - i], s[i]));
    if (count == 3)
        return exact_plane_weight(pair, s[(i + 1) % 3], s[(i + 2) % 3], s[i]);
    fk_exact volume = exact_plane_height(pair, s[face[i][0]], s[face[i][1]], s[face[i][2]]);
    return turn > 0 ? fk_exact_negate(volume) : volume;
}

void fk_pair_weights(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count, fk_exact weight[4])
{
    int turn = count == 4 ? fk_sign_plane_gain(pair, simplex[0], simplex[1], simplex[2], simplex[3]) : 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mark = pair->arena.used;
        weight[i] = fk_exact_keep(&pair->arena, mark, simplex_weight(pair, simplex, count, i, turn));
    }
}

/* ---- Directions ---------------------------------------------------------------------------------------- */

void fk_normal_prepare(fk_pair *pair, fk_normal *n)
{
    n->is_exact = n->is_lead = false;
    n->ball = ball_normal(pair, n);
    if (n->sign < 0)
        n->ball = fk_ball_vec3_negate(n->ball);
    /* n.(p x path) = p.(path x n). */
    n->along = pair->projects ? fk_ball_vec3_cross(pair->path->ball, n->ball) : n->ball;
}

fk_exact_vec3 fk_direction_exact(fk_pair *pair, const fk_direction *direction)
{
    fk_normal_span span = direction->form == FK_DIRECTION_FACET  ? FK_SPAN_PLANE
                          : direction->form == FK_DIRECTION_EDGE ? FK_SPAN_EDGE
                                                                 : FK_SPAN_AXIS;
    fk_normal n = {.span = span, .sign = direction->sign, .axis = direction->axis, .axis_sign = 1};
    memcpy(n.pair, direction->pair, sizeof n.pair);
    fk_normal_prepare(pair, &n);
    return fk_normal_exact(pair, &n);
}

bool fk_normal_is_zero(fk_pair *pair, fk_normal *n)
{
    if (fk_ball_sign(n->ball.x) != FK_UNSURE || fk_ball_sign(n->ball.y) != FK_UNSURE ||
        fk_ball_sign(n->ball.z) != FK_UNSURE)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        int sign = FK_UNSURE;
        TRY_LEADING_BITS(pair, sign, fk_leading_vec3_get(normal_lead(pair, n), axis));
        if (sign == 1 || sign == -1)
            return false;
    }
    return fk_exact_vec3_is_zero(fk_normal_exact(pair, n));
}

fk_exact_vec3 fk_normal_exact(fk_pair *pair, fk_normal *n)
{
    if (!n->is_exact) {
        n->exact = exact_normal(pair, n);
        if (n->sign < 0)
            n->exact = fk_exact_vec3_negate(n->exact);
        n->is_exact = true;
    }
    return n->exact;
}

/* Returns the sign of n times a vector: `sign` if it is sure, else by leading bits, else exactly. The exact n stays in the
 * arena, the exact vector does not. */
#define RETURN_SIGN(pair, n, sign, lead_vector, exact_vector)                                                \
    TRY_LEADING_BITS(pair, sign, fk_leading_vec3_dot(normal_lead(pair, n), lead_vector));                    \
    if (sign != FK_UNSURE)                                                                                   \
        return sign;                                                                                         \
    fk_exact_vec3 normal = fk_normal_exact(pair, n);                                                         \
    uint32_t mark = pair->arena.used;                                                                        \
    sign = fk_exact_vec3_dot(&pair->arena, normal, exact_vector).sign;                                       \
    pair->arena.used = mark;                                                                                 \
    return sign

int fk_normal_side(fk_pair *pair, fk_normal *n, fk_vertex_pair d)
{
    int sign = fk_ball_sign(fk_ball_vec3_dot(n->ball, ball_difference(pair, d)));
    RETURN_SIGN(pair, n, sign, lead_difference(pair, d), exact_difference(pair, d));
}

int fk_normal_compare(fk_pair *pair, fk_normal *n, fk_vertex_pair d, fk_vertex_pair base)
{
    if (d.a == base.a && d.b == base.b)
        return 0;
    int sign = fk_ball_sign(fk_ball_vec3_dot(n->ball, ball_edge(pair, base, d)));
    RETURN_SIGN(pair, n, sign, lead_edge(pair, base, d), exact_edge(pair, base, d));
}

/* The sign of n.(vertex i - vertex k) of one piece. */
static int compare_along(fk_pair *pair, fk_normal *n, const fk_pair_piece *side, uint32_t i, uint32_t k)
{
    int sign = FK_UNSURE;
    RETURN_SIGN(pair, n, sign, lead_step(pair, side->piece, k, i),
                project_exact(pair, fk_piece_step(&pair->arena, side->piece, k, i)));
}

/* The vertex with the greatest want * n.x among those in the list, or, without a list, among the first count; the lowest
 * index among equals. */
static uint32_t find_extreme(fk_pair *pair, fk_normal *n, const fk_pair_piece *side, int want,
                             const uint32_t *list, uint32_t count)
{
    uint32_t best = list != NULL ? list[0] : 0;
    fk_ball best_value = fk_ball_vec3_dot(n->along, vertex_offset_ball(pair, side, best));
    for (uint32_t k = 1; k < count; k++) {
        uint32_t i = list != NULL ? list[k] : k;
        fk_ball value = fk_ball_vec3_dot(n->along, vertex_offset_ball(pair, side, i));
        int sign = fk_ball_sign(fk_ball_sub(value, best_value));
        if (sign == FK_UNSURE)
            sign = compare_along(pair, n, side, i, best);
        if (sign == want) {
            best = i;
            best_value = value;
        }
    }
    return best;
}

/* Lists the points of a large hull that may have the greatest want * n.x, by doubles. Returns their number; 0 when they are
 * too many or the numbers are too large or too small. With N = |n.x| + |n.y| + |n.z| of the middle of n's ball, R the sum
 * of its radii and E the extent, a value is off by 4 u N E from its operations and by R E from the radius of n: 8 u N E +
 * 2 R E covers both. The value of the farthest point lies within twice that of the greatest value. */
static uint32_t find_support_candidates(const fk_normal *n, const fk_pair_piece *side, int want,
                                        uint32_t *list)
{
    const fk_points *hull = &side->piece->as.hull;
    const fk_ball_vec3 *ball = &n->along;
    fk_vec3 along = fk_vec3_scale(fk_vec3_make(ball->x.mid, ball->y.mid, ball->z.mid), want);
    double sum = fk_vec3_norm1(along);
    double radius = ball->x.rad + ball->y.rad + ball->z.rad;
    if (!(side->extent > 0x1p-400 && side->extent < 0x1p400) || !(sum > 0x1p-400 && sum < 0x1p400))
        return 0;
    fk_vec3 first = fk_points_at(hull, 0);
    fk_scan_result farthest = fk_scan_farthest(hull, 1.0, first, along);
    double error = (0x1p-49 * sum + 2.0 * radius) * side->extent * FK_BALL_GUARD;
    uint32_t count =
        fk_scan_at_least(hull, first, along, farthest.value - 2.0 * error, list, SUPPORT_CANDIDATES);
    return count <= SUPPORT_CANDIDATES ? count : 0;
}

/* The vertex with the greatest want * n.x; the lowest index among equals. */
static uint32_t find_extreme_vertex(fk_pair *pair, fk_normal *n, const fk_pair_piece *side, int want)
{
    uint32_t list[SUPPORT_CANDIDATES], count = 0;
    if (side->extent > 0.0)
        count = find_support_candidates(n, side, want, list);
    return count > 0 ? find_extreme(pair, n, side, want, list, count)
                     : find_extreme(pair, n, side, want, NULL, side->count);
}

fk_vertex_pair fk_normal_max_support(fk_pair *pair, fk_normal *n)
{
    fk_vertex_pair d;
    d.a = find_extreme_vertex(pair, n, &pair->a, 1);
    d.b = find_extreme_vertex(pair, n, &pair->b, -1);
    return d;
}

fk_vertex_pair fk_normal_min_support(fk_pair *pair, fk_normal *n)
{
    fk_vertex_pair d;
    d.a = find_extreme_vertex(pair, n, &pair->a, -1);
    d.b = find_extreme_vertex(pair, n, &pair->b, 1);
    return d;
}

/* ---- Queries and traces -------------------------------------------------------------------------------- */

fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b)
{
    return (fk_pair_query){a, b, FK_METHOD_EXACT, FK_PART_ALL, NULL};
}

fk_trace_step *fk_trace_next(fk_trace *trace)
{
    if (trace == NULL || trace->count++ >= trace->capacity)
        return NULL;
    fk_trace_step *step = &trace->step[trace->count - 1];
    memset(step, 0, sizeof *step);
    return step;
}

/* ---- The order of pieces ------------------------------------------------------------------------------- */

/* Maps doubles to integers of the same order, so that comparisons do not depend on the floating-point unit. */
static uint64_t ordered_bits(double x)
{
    uint64_t bits = fk_bits_of(x);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static int compare_doubles(double x, double y)
{
    uint64_t a = ordered_bits(x), b = ordered_bits(y);
    return a < b ? -1 : a > b;
}

static int compare_hulls(const fk_points *a, const fk_points *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    int order = 0;
    for (uint32_t i = a->count; i > 0 && order == 0; i--) {
        fk_vec3 p = fk_points_at(a, i - 1), q = fk_points_at(b, i - 1);
        for (int axis = 2; axis >= 0 && order == 0; axis--)
            order = compare_doubles(fk_vec3_get(p, axis), fk_vec3_get(q, axis));
    }
    return order;
}

int fk_piece_order(const fk_piece *a, const fk_piece *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == FK_KIND_HULL)
        return compare_hulls(&a->as.hull, &b->as.hull);
    int order = 0;
    for (uint32_t i = fk_kind_number_count(a->kind); i > 0 && order == 0; i--)
        order = compare_doubles(fk_piece_number(a, i - 1), fk_piece_number(b, i - 1));
    return order;
}
