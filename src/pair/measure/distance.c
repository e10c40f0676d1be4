/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two pieces, as an interval that contains the truth.
 *
 * Bounded pieces: GJK ends with witness points of both pieces and a direction. The distance of the points is an upper bound, the
 * separation of a and b along the direction a lower one, both with their errors subtracted (support_bounds.c). For pieces with
 * vertices the exact solver answers where these bounds are too far apart, or do not decide whether the pieces meet: distances
 * below about 1e-14 of the size, and numbers at the ends of the range. For smooth pieces pair/verdict/smooth.c decides whether
 * they meet.
 *
 * GJK runs on the cores of spheres and capsules, and their radii are subtracted at the end. The pair is first put in a canonical
 * order, so that the interval of (b, a) is that of (a, b), bit by bit.
 *
 * Weak inputs: smooth pieces whose distance is below 1e-12 of the size, for which the lower bound may be 0; intervals of smooth
 * pieces that are thinner than 1e-9 of their length or smaller than 2^-960 are true, but may be wider than promised. */

#include "farkas/pair.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "exact/ball.h"
#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* In units of the size: wider intervals of pieces with vertices go to exact arithmetic. */
#define WIDTH 0x1p-45

/* The same for smooth pieces: GJK runs again with b moved away by AWAY of the size, at most TRIES times. */
#define SMOOTH_WIDTH 0x1p-43
#define AWAY         0x1p-6
#define TRIES        3

/* In units of the size: the largest distance of witness points that count as one common point. */
#define POINT 0x1p-50

/* ---- Warm start ---------------------------------------------------------------------------------------- */

static fk_gjk_options read_cache(const fk_distance_cache *cache, fk_support_bodies *bodies)
{
    fk_gjk_options options = fk_gjk_options_default();
    if (cache == NULL)
        return options;
    if (fk_vec3_is_finite(cache->direction))
        options.start = cache->direction;
    /* An index out of range means the first vertex. */
    bodies->a.near = cache->vertex_a;
    bodies->b.near = cache->vertex_b;
    return options;
}

static void write_cache(fk_distance_cache *cache, const fk_gjk_result *walk)
{
    if (cache == NULL)
        return;
    cache->direction = walk->direction;
    cache->vertex_a = walk->point[0].pair.a;
    cache->vertex_b = walk->point[0].pair.b;
}

/* ---- What the result of GJK proves --------------------------------------------------------------------- */

/* Whether a scaled number, unscaled, stays in the middle of the range and is therefore exact. */
static bool unscales_exactly(double x, double scale)
{
    int exponent = fk_exponent_of(x) - fk_exponent_of(scale);
    return exponent > -1000 && exponent < 1000;
}

/* The nearest points on the surfaces. */
static void fill_nearest_points(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_distance *out)
{
    fk_vec3 a, b;
    fk_gjk_witness_offsets(walk, &a, &b);
    if (fk_sign_of(fk_piece_radius(bodies->a.piece)) > 0)
        a = fk_vec3_sub(a, fk_vec3_scale(walk->direction, bodies->a.radius));
    if (fk_sign_of(fk_piece_radius(bodies->b.piece)) > 0)
        b = fk_vec3_add(b, fk_vec3_scale(walk->direction, bodies->b.radius));
    out->point_a = fk_support_to_world(&bodies->a, a);
    out->point_b = fk_support_to_world(&bodies->b, b);
}

/* Pieces that are clearly apart. */
static void fill_separated(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_interval bound,
                           fk_distance *out)
{
    double unit = 1.0 / bodies->a.scale;
    out->distance.lo = bound.lo * unit;
    out->distance.hi = bound.hi * unit;
    fill_nearest_points(bodies, walk, out);
}

/* Cores that are nearer than the radii, or meet: the common point divides the segment between the witness points in the ratio of
 * the radii. */
static void fill_common_point(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_distance *out)
{
    fk_vec3 p, q;
    double ra = fk_piece_radius(bodies->a.piece) * bodies->a.scale;
    double rb = fk_piece_radius(bodies->b.piece) * bodies->b.scale;
    double part = ra + rb > 0.0 ? ra / (ra + rb) : 0.5;
    fk_gjk_witness_points(bodies, walk, &p, &q);
    out->distance.lo = out->distance.hi = 0.0;
    out->point_a = fk_vec3_add(fk_vec3_scale(p, 1.0 - part), fk_vec3_scale(q, part));
    out->point_b = out->point_a;
}

/* Fills the answer for pieces with vertices from the result of GJK alone. Returns false when its bounds do not suffice. */
static bool fill_from_gjk(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_interval bound,
                          fk_distance *out)
{
    double scale = bodies->a.scale;
    if (bound.hi < 0.0 || (walk->count == 4 && fk_gjk_residual(walk) <= POINT * bodies->size &&
                           fk_bound_surrounds(bodies, walk->point, 4))) {
        fill_common_point(bodies, walk, out);
        return fk_vec3_is_finite(out->point_a);
    }
    if (!(bound.lo > 0.0) || bound.hi - bound.lo > WIDTH * bodies->size ||
        !unscales_exactly(bound.lo, scale) || !unscales_exactly(bound.hi, scale))
        return false;
    fill_separated(bodies, walk, bound, out);
    return true;
}

/* ---- By kinds of pieces -------------------------------------------------------------------------------- */

/* Measures by the simplex at which the GJK filter ends. Returns false when that does not suffice, and for pieces that are invalid
 * or have no vertices. */
static bool measure_by_filter(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache,
                              fk_distance *out)
{
    static const fk_vec3 zero = {0, 0, 0};
    fk_gjk_filter_end quick;
    bool warm = cache != NULL && fk_vec3_is_finite(cache->direction);
    if (!fk_gjk_filter_nearest(a, b, warm ? cache->direction : zero, &quick))
        return false;
    fk_interval bound = fk_bound_distance_by(&quick.bodies, &quick.walk, quick.reaches);
    if (!fill_from_gjk(&quick.bodies, &quick.walk, bound, out))
        return false;
    write_cache(cache, &quick.walk);
    return true;
}

static void measure_cores(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache, fk_distance *out)
{
    fk_support_bodies bodies;
    fk_gjk_result walk;
    fk_support_bodies_init(&bodies, a, b);
    fk_gjk_options options = read_cache(cache, &bodies);
    fk_gjk_distance(&bodies, &options, &walk);
    fk_gjk_recompute(&bodies, &walk);
    write_cache(cache, &walk);
    if (fill_from_gjk(&bodies, &walk, fk_bound_distance(&bodies, &walk), out))
        return;
    fk_verdict verdict = fk_distance_exact(a, b, out);
    if (verdict == FK_TOUCHING || verdict == FK_OVERLAPPING)
        fk_distance_zero(a, b, out);
}

/* The lower bound for smooth pieces near contact, from their separating plane. */
static double prove_smooth_distance(const fk_piece *a, const fk_piece *b, fk_verdict *verdict)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    fk_smooth_answer(&query, &answer);
    *verdict = answer.verdict;
    return answer.verdict == FK_APART ? answer.gap : 0.0;
}

/* GJK with b moved away: where the nearest points are so close that rounding turns the direction, this direction is better, and
 * its points are as good. */
static void run_gjk_apart(const fk_support_bodies *bodies, fk_vec3 direction, fk_gjk_result *walk)
{
    fk_support_bodies moved = *bodies;
    fk_gjk_options options = fk_gjk_options_default();
    options.start = direction;
    moved.shift = fk_vec3_add(moved.shift, fk_vec3_scale(direction, AWAY * bodies->size));
    fk_gjk_distance(&moved, &options, walk);
    for (uint32_t i = 0; i < walk->count; i++) {
        fk_gjk_point *w = &walk->point[i];
        w->d = fk_vec3_add(fk_vec3_sub(w->a, w->b), bodies->shift);
    }
}

/* Runs GJK with b moved away and keeps the better bound at each end. */
static void tighten_bounds(fk_support_bodies *bodies, fk_gjk_result *walk, fk_interval *bound)
{
    for (int i = 0; i < TRIES && bound->hi - bound->lo > SMOOTH_WIDTH * bodies->size; i++) {
        fk_gjk_result other;
        run_gjk_apart(bodies, walk->direction, &other);
        fk_interval next = fk_bound_distance(bodies, &other);
        if (next.lo > bound->lo) {
            bound->lo = next.lo;
            walk->direction = other.direction;
        }
        if (next.hi < bound->hi) {
            fk_vec3 direction = walk->direction;
            bound->hi = next.hi;
            *walk = other;
            walk->direction = direction;
        }
    }
}

/* Unscales an interval, rounded outward where numbers leave the middle of the range. */
FK_OWN_FRAME static fk_interval unscale_interval(fk_interval bound, double scale)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact unit = fk_exact_from(&arena, 1.0 / scale);
    fk_interval found = {0.0, INFINITY};
    if (bound.lo > 0.0)
        found.lo = fk_exact_floor(fk_exact_mul(&arena, fk_exact_from(&arena, bound.lo), unit));
    if (fk_is_finite(bound.hi))
        found.hi =
            -fk_exact_floor(fk_exact_negate(fk_exact_mul(&arena, fk_exact_from(&arena, bound.hi), unit)));
    if (!fk_is_finite(found.lo))
        found.lo = DBL_MAX;
    return found;
}

static void measure_smooth_pieces(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache,
                                  fk_distance *out)
{
    fk_support_bodies bodies;
    fk_gjk_result walk;
    fk_support_bodies_init(&bodies, a, b);
    fk_gjk_options options = read_cache(cache, &bodies);
    fk_gjk_distance(&bodies, &options, &walk);
    fk_interval bound = fk_bound_distance(&bodies, &walk);
    tighten_bounds(&bodies, &walk, &bound);
    write_cache(cache, &walk);
    if (bound.hi < 0.0) {
        fill_common_point(&bodies, &walk, out);
        return;
    }
    double gap = 0.0;
    if (!(bound.lo > 0.0) || bound.hi - bound.lo > SMOOTH_WIDTH * bodies.size) {
        fk_verdict verdict;
        gap = prove_smooth_distance(a, b, &verdict);
        if (verdict == FK_TOUCHING || verdict == FK_OVERLAPPING) {
            fk_distance_zero(a, b, out);
            return;
        }
    }
    fill_nearest_points(&bodies, &walk, out);
    out->distance = unscale_interval(bound, bodies.a.scale);
    if (gap > out->distance.lo)
        out->distance.lo = gap;
}

/* ---- All pieces ---------------------------------------------------------------------------------------- */

static bool measure_any_pair(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache, fk_distance *out)
{
    memset(out, 0, sizeof *out);
    out->distance.hi = INFINITY;
    if (fk_any_half_space(a, b))
        fk_distance_half_space(a, b, out);
    else if (fk_any_smooth(a, b))
        measure_smooth_pieces(a, b, cache, out);
    else
        measure_cores(a, b, cache, out);
    return true;
}

static void swap_cache(fk_distance_cache *cache)
{
    if (cache == NULL)
        return;
    uint32_t vertex = cache->vertex_a;
    cache->direction = fk_vec3_negate(cache->direction);
    cache->vertex_a = cache->vertex_b;
    cache->vertex_b = vertex;
}

/* Measures a pair in canonical order; returns whether that gave an answer. */
typedef bool distance_function(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache,
                               fk_distance *out);

static bool measure_in_order(distance_function *ask, const fk_piece *a, const fk_piece *b,
                             fk_distance_cache *cache, fk_distance *out)
{
    if (fk_piece_order(a, b) <= 0)
        return ask(a, b, cache, out);
    fk_distance swapped;
    swap_cache(cache);
    bool found = ask(b, a, cache, &swapped);
    swap_cache(cache);
    if (!found)
        return false;
    out->distance = swapped.distance;
    out->point_a = swapped.point_b;
    out->point_b = swapped.point_a;
    return true;
}

static bool has_hull_points(const fk_piece *piece)
{
    return piece->kind != FK_KIND_HULL || piece->as.hull.point != NULL;
}

fk_status fk_pair_distance(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache, fk_distance *out)
{
    /* The filter comes before the check, which would cost as much: it tests all numbers itself. */
    if (has_hull_points(a) && has_hull_points(b) && measure_in_order(measure_by_filter, a, b, cache, out))
        return FK_OK;
    fk_status status = fk_pair_check(a, b);
    if (status != FK_OK)
        return status;
    measure_in_order(measure_any_pair, a, b, cache, out);
    return FK_OK;
}
