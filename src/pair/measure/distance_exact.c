/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two pieces with vertices in exact arithmetic: exact GJK ends at the simplex of vertex differences that is
 * nearest to the origin. Its squared distance is a fraction; the root, minus the radii, is rounded down and up once. This is the
 * last stage, for distances near rounding and numbers at the ends of the range. */

#include "pair/measure/measure.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "exact/exact.h"
#include "farkas/pair.h"
#include "pair/answer/answer.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* The exact squared distance from the origin to the span of the simplex, as a fraction. */
static void exact_squared_distance(fk_pair *pair, const fk_gjk_solution *s, fk_root *root)
{
    fk_arena *arena = &pair->arena;
    fk_exact_vec3 d[3], top;
    for (uint32_t i = 0; i < s->count; i++)
        d[i] = fk_exact_vec3_sub(arena, fk_piece_vertex(arena, pair->a.piece, s->simplex[i].a),
                                 fk_piece_vertex(arena, pair->b.piece, s->simplex[i].b));
    root->under = fk_exact_from(arena, 1.0);
    top = d[0];
    if (s->count > 1) {
        fk_exact_vec3 e = fk_exact_vec3_sub(arena, d[1], d[0]);
        if (s->count == 3)
            e = fk_exact_vec3_cross(arena, e, fk_exact_vec3_sub(arena, d[2], d[0]));
        else
            top = fk_exact_vec3_cross(arena, d[0], e);
        root->under = fk_exact_vec3_dot(arena, e, e);
        if (s->count == 3) {
            fk_exact height = fk_exact_vec3_dot(arena, e, d[0]);
            root->over = fk_exact_mul(arena, height, height);
            return;
        }
    }
    root->over = fk_exact_vec3_dot(arena, top, top);
}

/* The distance: that root minus the radii. Its numbers stay on the arena. */
static fk_root distance_root(fk_pair *pair, const fk_gjk_solution *s)
{
    fk_arena *arena = &pair->arena;
    fk_root root = {.sign = 1};
    fk_exact radius_a = fk_exact_from(arena, fk_piece_radius(pair->a.piece));
    fk_exact radius_b = fk_exact_from(arena, fk_piece_radius(pair->b.piece));
    root.offset = fk_exact_negate(fk_exact_add(arena, radius_a, radius_b));
    exact_squared_distance(pair, s, &root);
    return root;
}

static fk_interval rounded_distance(fk_pair *pair, const fk_gjk_solution *s)
{
    uint32_t mark = pair->arena.used;
    fk_root root = distance_root(pair, s);
    fk_interval distance = fk_root_round(&pair->arena, &root);
    pair->arena.used = mark;
    return distance;
}

/* ---- Nearest points ------------------------------------------------------------------------------------ */

/* One coordinate of the point of a core that the weights give. */
static double core_coordinate(fk_pair *pair, const fk_gjk_solution *s, const fk_exact *weight, bool of_a,
                              int axis)
{
    fk_arena *arena = &pair->arena;
    uint32_t mark = arena->used;
    fk_exact total = fk_exact_from(arena, 0.0), sum = total;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t vertex = of_a ? s->simplex[i].a : s->simplex[i].b;
        const fk_piece *piece = of_a ? pair->a.piece : pair->b.piece;
        fk_exact x = fk_exact_vec3_get(fk_piece_vertex(arena, piece, vertex), axis);
        sum = fk_exact_add(arena, sum, fk_exact_mul(arena, x, weight[i]));
        total = fk_exact_add(arena, total, weight[i]);
    }
    double value = fk_exact_ratio(arena, sum, total);
    arena->used = mark;
    return value;
}

static fk_vec3 core_point(fk_pair *pair, const fk_gjk_solution *s, const fk_exact *weight, bool of_a)
{
    double x = core_coordinate(pair, s, weight, of_a, 0);
    double y = core_coordinate(pair, s, weight, of_a, 1);
    return fk_vec3_make(x, y, core_coordinate(pair, s, weight, of_a, 2));
}

static void fill_exact_points(fk_pair *pair, const fk_gjk_solution *s, fk_distance *out)
{
    fk_arena *arena = &pair->arena;
    fk_exact weight[4];
    uint32_t mark = arena->used;
    fk_pair_weights(pair, s->simplex, s->count, weight);
    out->point_a = core_point(pair, s, weight, true);
    out->point_b = core_point(pair, s, weight, false);
    arena->used = mark;
    if (!fk_any_round(pair->a.piece, pair->b.piece))
        return;
    fk_normal normal = fk_simplex_normal(pair, s->simplex, s->count);
    fk_vec3 n = fk_exact_vec3_unit(arena, fk_normal_exact(pair, &normal));
    out->point_a = fk_vec3_sub(out->point_a, fk_vec3_scale(n, fk_piece_radius(pair->a.piece)));
    out->point_b = fk_vec3_add(out->point_b, fk_vec3_scale(n, fk_piece_radius(pair->b.piece)));
}

/* ---- Pieces with vertices, and comparisons ------------------------------------------------------------- */

FK_OWN_FRAME fk_verdict fk_distance_exact(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    fk_pair pair;
    fk_gjk_solution solution;
    fk_distance found;
    fk_pair_init(&pair, a, b);
    fk_gjk_exact(&pair, true, &solution);
    if (solution.certificate.verdict != FK_APART)
        return solution.certificate.verdict;
    found.distance = rounded_distance(&pair, &solution);
    fill_exact_points(&pair, &solution, &found);
    if (pair.arena.full)
        return FK_UNDECIDED;
    *out = found;
    return FK_APART;
}

/* The sign of the distance of two pieces minus a limit that is finite and not negative. */
FK_OWN_FRAME static int compare_exactly(const fk_piece *a, const fk_piece *b, double limit)
{
    fk_pair pair;
    fk_gjk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_gjk_exact(&pair, true, &solution);
    if (solution.certificate.verdict != FK_APART)
        return -fk_sign_of(limit);
    fk_root root = distance_root(&pair, &solution);
    return fk_root_compare(&pair.arena, &root, limit);
}

void fk_distance_zero(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    query.want = FK_PART_POINT;
    fk_answer_solve(&query, &answer);
    out->distance.lo = out->distance.hi = 0.0;
    out->point_a = out->point_b = answer.point;
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* The distance to a half-space {x : n.x <= c}: (least n.x - c) / |n|, minus the radius. For pieces with vertices and for opposite
 * half-spaces it is the root of a fraction, rounded down and up; for a smooth piece support_bounds.c bounds the support value
 * relative to the anchor, and the rest is exact. */

/* The projection of x on the plane: x - n room / n.n with room = n.x - c. */
static fk_vec3 project_to_plane(fk_arena *arena, fk_exact_vec3 x, fk_exact_vec3 n, fk_exact room)
{
    fk_exact square = fk_exact_vec3_dot(arena, n, n);
    return fk_exact_vec3_ratio(
        arena,
        fk_exact_vec3_sub(arena, fk_exact_vec3_scale(arena, x, square), fk_exact_vec3_scale(arena, n, room)),
        square);
}

/* ---- Pieces with vertices ------------------------------------------------------------------------------ */

/* Point a is on the half-space here. */
FK_OWN_FRAME static fk_verdict half_space_to_vertices(const fk_piece *half, const fk_piece *piece,
                                                      fk_distance *out)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    fk_verdict verdict = fk_half_space_verdict(&arena, half, piece, &deepest);
    if (verdict != FK_APART)
        return verdict;
    arena.used = 0;
    fk_exact_vec3 n = fk_exact_vec3_from(&arena, half->as.half.normal);
    fk_exact_vec3 vertex = fk_piece_vertex(&arena, piece, deepest);
    double radius = fk_piece_radius(piece);
    fk_exact room = fk_exact_sub(&arena, fk_exact_vec3_dot(&arena, n, vertex),
                                 fk_exact_from(&arena, half->as.half.offset));
    fk_root root = fk_root_from(&arena, fk_exact_negate(fk_exact_from(&arena, radius)), room,
                                fk_exact_vec3_dot(&arena, n, n));
    out->distance = fk_root_round(&arena, &root);
    out->point_a = project_to_plane(&arena, vertex, n, room);
    out->point_b = fk_exact_vec3_ratio(&arena, vertex, fk_exact_from(&arena, 1.0));
    fk_vec3 unit = fk_exact_vec3_unit(&arena, n);
    out->point_b = fk_vec3_sub(out->point_b, fk_vec3_scale(unit, radius));
    return arena.full ? FK_UNDECIDED : FK_APART;
}

/* ---- Two half-spaces ----------------------------------------------------------------------------------- */

/* With n_b = -k n_a the planes are -(k c_a + c_b) / |n_b| apart, with k = -n_a.n_b / n_a.n_a. The projections of the origin on
 * both planes are nearest points. */
FK_OWN_FRAME static fk_verdict half_space_to_half_space(const fk_piece *a, const fk_piece *b,
                                                        fk_distance *out)
{
    fk_arena arena;
    uint32_t deepest;
    fk_arena_init(&arena);
    fk_verdict verdict = fk_half_space_verdict(&arena, a, b, &deepest);
    if (verdict != FK_APART)
        return verdict;
    arena.used = 0;
    fk_exact_vec3 n_a = fk_exact_vec3_from(&arena, a->as.half.normal);
    fk_exact_vec3 n_b = fk_exact_vec3_from(&arena, b->as.half.normal);
    fk_exact c_a = fk_exact_from(&arena, a->as.half.offset), c_b = fk_exact_from(&arena, b->as.half.offset);
    fk_exact aa = fk_exact_vec3_dot(&arena, n_a, n_a), bb = fk_exact_vec3_dot(&arena, n_b, n_b);
    fk_exact ab = fk_exact_vec3_dot(&arena, n_a, n_b);
    fk_exact room = fk_exact_determinant(&arena, c_a, ab, c_b, aa);
    fk_exact under = fk_exact_mul(&arena, fk_exact_mul(&arena, aa, aa), bb);
    fk_root root = fk_root_from(&arena, fk_exact_from(&arena, 0.0), room, under);
    out->distance = fk_root_round(&arena, &root);
    out->point_a = fk_exact_vec3_ratio(&arena, fk_exact_vec3_scale(&arena, n_a, c_a), aa);
    out->point_b = fk_exact_vec3_ratio(&arena, fk_exact_vec3_scale(&arena, n_b, c_b), bb);
    return arena.full ? FK_UNDECIDED : FK_APART;
}

/* ---- Smooth pieces ------------------------------------------------------------------------------------- */

/* The signed distance of the anchor from the plane, positive outside, rounded down and up. */
static fk_interval anchor_height(fk_arena *arena, const fk_piece *half, fk_vec3 anchor)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    fk_exact room = fk_exact_sub(arena, fk_exact_vec3_dot(arena, n, fk_exact_vec3_from(arena, anchor)),
                                 fk_exact_from(arena, half->as.half.offset));
    fk_root root = fk_root_from(arena, fk_exact_from(arena, 0.0), room, fk_exact_vec3_dot(arena, n, n));
    return fk_root_round(arena, &root);
}

/* x - y, rounded down. */
static double floor_difference(fk_arena *arena, double x, double y)
{
    if (!fk_is_finite(x) || !fk_is_finite(y))
        return x > y ? DBL_MAX : -DBL_MAX;
    return fk_exact_floor(fk_exact_sub(arena, fk_exact_from(arena, x), fk_exact_from(arena, y)));
}

FK_OWN_FRAME static fk_interval smooth_interval(const fk_piece *half, const fk_support_bodies *bodies,
                                                fk_vec3 *unit)
{
    fk_arena arena;
    fk_arena_init(&arena);
    *unit = fk_exact_vec3_unit(&arena, fk_exact_vec3_from(&arena, half->as.half.normal));
    fk_interval height = anchor_height(&arena, half, bodies->a.anchor);
    fk_interval support = fk_bound_support(&bodies->a, fk_vec3_negate(*unit));
    arena.used = 0;
    fk_interval found;
    found.lo = floor_difference(&arena, height.lo, support.hi);
    found.hi = -floor_difference(&arena, support.lo, height.hi);
    return found;
}

/* Point a is on the half-space here. */
static fk_verdict half_space_to_smooth(const fk_piece *half, const fk_piece *piece, fk_distance *out)
{
    fk_support_bodies bodies;
    fk_vec3 unit;
    fk_certificate certificate;
    fk_verdict verdict = fk_smooth_verdict(half, piece, &certificate);
    if (verdict != FK_APART && verdict != FK_UNDECIDED)
        return verdict;
    fk_support_bodies_init(&bodies, piece, piece);
    out->distance = smooth_interval(half, &bodies, &unit);
    if (fk_sign_of(out->distance.lo) <= 0)
        out->distance.lo = 0.0;
    if (fk_sign_of(out->distance.hi) <= 0)
        out->distance.hi = out->distance.lo;
    fk_support_point deepest = fk_support_find(&bodies.a, fk_vec3_negate(unit));
    out->point_b = fk_support_to_world(&bodies.a, deepest.point);
    double distance =
        fk_is_finite(out->distance.hi) ? out->distance.hi : DBL_MAX; /* 0 times infinity is no point */
    out->point_a = fk_vec3_sub(out->point_b, fk_vec3_scale(unit, distance));
    return FK_APART;
}

/* ---- All pairs with a half-space ----------------------------------------------------------------------- */

void fk_distance_half_space(const fk_piece *a, const fk_piece *b, fk_distance *out)
{
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = half_a ? a : b, *piece = half_a ? b : a;
    fk_verdict verdict;
    memset(out, 0, sizeof *out);
    if (half_a && half_b)
        verdict = half_space_to_half_space(a, b, out);
    else if (fk_piece_is_smooth(piece))
        verdict = half_space_to_smooth(half, piece, out);
    else
        verdict = half_space_to_vertices(half, piece, out);
    if (verdict == FK_UNDECIDED) {
        out->distance.lo = 0.0;
        out->distance.hi = INFINITY;
    } else if (verdict != FK_APART) {
        fk_distance_zero(a, b, out);
    } else if (!half_a) {
        fk_vec3 swap = out->point_a;
        out->point_a = out->point_b;
        out->point_b = swap;
    }
}

/* ---- Two triangles against a limit --------------------------------------------------------------------- */

int fk_triangles_compare(const fk_vec3 a[3], const fk_vec3 b[3], double limit)
{
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    fk_distance found;
    if (!fk_is_finite(limit))
        return -1;
    fk_pair_distance(&p, &q, NULL, &found);
    int low = fk_double_order(found.distance.lo, limit), high = fk_double_order(found.distance.hi, limit);
    if (low > 0 || high < 0 || (low == 0 && high == 0))
        return low;
    return compare_exactly(&p, &q, limit);
}
