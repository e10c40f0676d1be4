/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two pieces: every interval contains the exact distance, which the oracle knows as the root of a
 * rational, is as narrow as promised, and is the same in both orders. Smooth shapes are compared with dense samples of
 * their surfaces and with polyhedra that hold them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include <gmp.h>

#include "ask_oracle.h"
#include "base/vec3.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/measure/measure.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/vertices.h"
#include "small_stack.h"

/* ---- Sizes --------------------------------------------------------------------------------------------- */

/* The diagonal of the box of a piece, a half-space having none; and its largest coordinate. Infinite where they
 * exceed the range. */
static double diagonal(const fk_piece *piece, double *coordinate)
{
    fk_aabb box = fk_aabb_empty();
    double radius = fk_piece_radius(piece);
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        fk_vec3 term[FK_TERM_MAX], sum = {0, 0, 0};
        uint32_t count = fk_piece_vertex_terms(piece, i, term);
        for (uint32_t k = 0; k < count; k++)
            sum = fk_vec3_add(sum, term[k]);
        box = fk_aabb_include(box, sum);
    }
    *coordinate = 0.0;
    if (fk_piece_vertex_count(piece) == 0)
        return 0.0;
    for (int k = 0; k < 3; k++)
        *coordinate = fmax(*coordinate, fmax(fabs(fk_vec3_get(box.min, k)), fabs(fk_vec3_get(box.max, k))));
    *coordinate += radius;
    fk_vec3 d = fk_vec3_sub(box.max, box.min);
    return hypot(hypot(d.x, d.y), d.z) + 2.0 * radius;
}

static double length_of(fk_vec3 d)
{
    return hypot(hypot(d.x, d.y), d.z);
}

/* ---- Against the oracle -------------------------------------------------------------------------------- */

static struct {
    mpq_t squared, radii;
} exact;

static int start_oracle(void **state)
{
    (void)state;
    mpq_inits(exact.squared, exact.radii, NULL);
    return 0;
}

static int end_oracle(void **state)
{
    (void)state;
    mpq_clears(exact.squared, exact.radii, NULL);
    return 0;
}

/* The truth for later comparisons; false when the oracle does not know the kinds. */
static bool ask_distance(const fk_piece *a, const fk_piece *b)
{
    double room_a[FK_PIECE_NUMBERS], room_b[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_a = to_oracle(a, room_a), oracle_b = to_oracle(b, room_b);
    if (!oracle_distance(&oracle_a, &oracle_b, exact.squared, exact.radii))
        return false;
    mpq_neg(exact.radii, exact.radii);
    return true;
}

static bool contains_truth(const fk_distance *d)
{
    bool meet = oracle_compare_root(exact.squared, exact.radii, 0.0) <= 0;
    if (meet)
        return d->distance.lo == 0.0 && d->distance.hi == 0.0;
    return oracle_compare_root(exact.squared, exact.radii, d->distance.lo) >= 0 &&
           oracle_compare_root(exact.squared, exact.radii, d->distance.hi) <= 0;
}

/* How far a point is from a piece at most. */
static double reach_of(fk_vec3 point, const fk_piece *piece)
{
    fk_piece as_point = fk_piece_point(point);
    fk_distance d;
    if (!fk_vec3_is_finite(point) || fk_pair_distance(&as_point, piece, NULL, &d) != FK_OK)
        return INFINITY;
    return d.distance.hi;
}

static void show(const char *what, const fk_piece *a, const fk_piece *b, const fk_distance *d)
{
    char text[2][2000];
    fk_piece_format(a, text[0], sizeof text[0]);
    fk_piece_format(b, text[1], sizeof text[1]);
    print_message("%s: %s %s\n  %.17g to %.17g at (%.17g %.17g %.17g) (%.17g %.17g %.17g)\n", what, text[0],
                  text[1], d->distance.lo, d->distance.hi, d->point_a.x, d->point_a.y, d->point_a.z,
                  d->point_b.x, d->point_b.y, d->point_b.z);
}

static bool same_bits(double x, double y)
{
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Everything that is promised about the distance of two pieces that the oracle knows. */
static void check_distance(const fk_piece *a, const fk_piece *b)
{
    fk_distance d, back;
    double most_a, most_b, size = diagonal(a, &most_a) + diagonal(b, &most_b);
    assert_int_equal(fk_pair_distance(a, b, NULL, &d), FK_OK);
    assert_int_equal(fk_pair_distance(b, a, NULL, &back), FK_OK);
    assert_true(ask_distance(a, b));
    bool holds = contains_truth(&d);
    bool swaps = same_bits(d.distance.lo, back.distance.lo) && same_bits(d.distance.hi, back.distance.hi) &&
                 memcmp(&d.point_a, &back.point_b, sizeof d.point_a) == 0;
    double width = d.distance.hi - d.distance.lo;
    bool narrow =
        d.distance.hi == d.distance.lo || !(width > 1e-13 * (size + d.distance.hi)) || width <= 0x1p-1073;
    if (!holds || !swaps || !narrow)
        show(!holds ? "wrong" : !swaps ? "not the same in both orders" : "too wide", a, b, &d);
    assert_true(holds);
    assert_true(swaps);
    assert_true(narrow);
    /* Rounded points: of the pieces, and as far apart as the interval says, up to the rounding of their coordinates. The
     * plane of a half-space may be far away where its normal is short. */
    double coarse = 0x1p-48 * (most_a + most_b + size + d.distance.hi) + 0x1p-1060;
    if (!isfinite(coarse) || a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE)
        return;
    bool on = reach_of(d.point_a, a) <= coarse && reach_of(d.point_b, b) <= coarse;
    double apart = length_of(fk_vec3_sub(d.point_a, d.point_b));
    bool agree = apart >= d.distance.lo - coarse && apart <= d.distance.hi + coarse;
    if (!on || !agree)
        show(!on ? "points off the pieces" : "points do not agree", a, b, &d);
    assert_true(on);
    assert_true(agree);
}

static void test_all_families(void **state)
{
    (void)state;
    for (size_t f = 0; f < fk_family_count(); f++)
        for (int kinds = 0; kinds < 81; kinds++) {
            fk_family_pair pair;
            uint64_t index = (uint64_t)kinds % 4;
            fk_family_make(f, (fk_kind)(1 + kinds / 9), (fk_kind)(1 + kinds % 9), 5, index, &pair);
            check_distance(&pair.a, &pair.b);
        }
}

/* ---- Cases --------------------------------------------------------------------------------------------- */

static fk_distance measure(const fk_piece *a, const fk_piece *b)
{
    fk_distance d;
    assert_int_equal(fk_pair_distance(a, b, NULL, &d), FK_OK);
    return d;
}

static void assert_near(fk_distance d, double truth)
{
    assert_true(d.distance.lo <= truth * (1 + 1e-15) && d.distance.hi >= truth * (1 - 1e-15));
    assert_true(d.distance.hi - d.distance.lo <= 1e-12 * (1 + truth));
}

static void test_cases(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(3, 0, 0, 1), c = cube(3, 5, 0, 1);
    assert_near(measure(&a, &b), 2);
    assert_near(measure(&a, &c), sqrt(20));
    fk_piece ball = fk_piece_sphere(v(4, 0.5, 0.5), 1), half = fk_piece_half_space(v(0, 0, 3), -6);
    assert_near(measure(&a, &ball), 2);
    fk_distance d = measure(&a, &half);
    assert_true(d.distance.lo == 2 && d.distance.hi == 2 && d.point_a.z == 0 && d.point_b.z == -2);
    fk_piece other = fk_piece_half_space(v(0, 0, -1), -5);
    d = measure(&half, &other);
    assert_true(d.distance.lo == 7 && d.distance.hi == 7 && d.point_a.z == -2 && d.point_b.z == 5);
    /* Two balls apart by one unit in the last place; pieces that meet in a point, and deep inside. */
    fk_piece unit = fk_piece_sphere(v(0, 0, 0), 1), next = fk_piece_sphere(v(2 + 0x1p-51, 0, 0), 1);
    d = measure(&unit, &next);
    assert_true(d.distance.lo == 0x1p-51 && d.distance.hi == 0x1p-51);
    fk_piece corner = cube(1, 1, 1, 1), inner = cube(0.25, 0.25, 0.25, 0.5);
    d = measure(&a, &corner);
    assert_true(d.distance.hi == 0 && d.point_a.x == 1 && d.point_b.y == 1 && d.point_b.z == 1);
    d = measure(&a, &inner);
    assert_true(d.distance.hi == 0 && d.point_a.x > 0 && d.point_a.x < 1);
    fk_piece bad = fk_piece_sphere(v(NAN, 0, 0), 1), negative = fk_piece_sphere(v(0, 0, 0), -1);
    d.distance.lo = 7;
    assert_int_equal(fk_pair_distance(&bad, &a, NULL, &d), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_distance(&a, &negative, NULL, &d), FK_ERROR_PIECE);
    assert_true(d.distance.lo == 7);
}

static void test_ends_of_the_range(void **state)
{
    (void)state;
    fk_piece far_a = fk_piece_point(v(-1.7e308, 0, 0)), far_b = fk_piece_point(v(1.7e308, 0, 0));
    fk_distance d = measure(&far_a, &far_b);
    assert_true(d.distance.lo > 1.79e308 && isfinite(d.distance.lo) && isinf(d.distance.hi));
    fk_piece near_a = fk_piece_point(v(0, 0, 0)), near_b = fk_piece_point(v(0x1p-1074, 0, 0));
    d = measure(&near_a, &near_b);
    assert_true(d.distance.lo == 0x1p-1074 && d.distance.hi == 0x1p-1074);
    fk_piece skew = fk_piece_segment(v(0x1p-1074, 0x1p-1074, 0), v(1e308, 1e308, 0));
    check_distance(&near_a, &skew);
    check_distance(&far_a, &skew);
}

/* ---- Hulls of many points ------------------------------------------------------------------------------ */

static fk_vec3 random_vector(fk_random *random, double most)
{
    double x = fk_random_between(random, -most, most), y = fk_random_between(random, -most, most);
    return v(x, y, fk_random_between(random, -most, most));
}

/* Points on an ellipsoid around a centre. */
static void fill_hull(fk_random *random, fk_vec3 center, uint32_t count, fk_vec3 *point)
{
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 on = fk_vec3_unit(random_vector(random, 1));
        point[i] = fk_vec3_add(center, v(on.x, 0.7 * on.y, 1.3 * on.z));
    }
}

#define HULL_MOST 512

static void test_hulls(void **state)
{
    (void)state;
    static fk_vec3 point[2][HULL_MOST];
    fk_random random = fk_random_make(9);
    static const uint32_t counts[] = {4, 12, 31, 100, 500};
    for (int round = 0; round < 200; round++) {
        uint32_t count[2] = {counts[round % 5], counts[round / 5 % 5]};
        for (int side = 0; side < 2; side++)
            fill_hull(&random, random_vector(&random, 3), count[side], point[side]);
        fk_piece a = fk_piece_hull(point[0], count[0]), b = fk_piece_hull(point[1], count[1]);
        if (count[0] <= 31 && count[1] <= 31 && round % 3 == 0) {
            check_distance(&a, &b);
            continue;
        }
        /* The oracle does not know large hulls: the exact verdict, and the interval of every single point. */
        fk_distance d = measure(&a, &b);
        fk_verdict verdict = fk_pair_verdict(&a, &b);
        assert_true((verdict == FK_APART) == (d.distance.lo > 0));
        assert_true(d.distance.hi - d.distance.lo <= 1e-13 * (8 + d.distance.hi));
        for (uint32_t i = 0; i < count[0] && i < 20; i++) {
            fk_piece p = fk_piece_point(point[0][i]);
            assert_true(measure(&p, &b).distance.hi >= d.distance.lo);
        }
    }
}

/* ---- Warm start ---------------------------------------------------------------------------------------- */

static void test_warm_start(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    long cold_steps = 0, warm_steps = 0;
    int same = 0, rounds = 300;
    for (int i = 0; i < rounds; i++) {
        fk_piece a = fk_piece_box(random_vector(&random, 1), random_vector(&random, 1),
                                  random_vector(&random, 1), random_vector(&random, 1));
        fk_piece b = fk_piece_box(random_vector(&random, 1), random_vector(&random, 1),
                                  random_vector(&random, 1), random_vector(&random, 1));
        b.as.cell.origin.x += 4;
        fk_distance_cache cache;
        memset(&cache, 0, sizeof cache);
        fk_distance cold, warm, again;
        fk_pair_distance(&a, &b, &cache, &warm);
        b.as.cell.origin = fk_vec3_add(b.as.cell.origin, random_vector(&random, 0.01));
        fk_pair_distance(&a, &b, NULL, &cold);
        fk_distance_cache used = cache;
        fk_pair_distance(&a, &b, &used, &warm);
        fk_pair_distance(&b, &a, NULL, &again);
        assert_true(ask_distance(&a, &b) && contains_truth(&warm));
        same +=
            same_bits(cold.distance.lo, warm.distance.lo) && same_bits(cold.distance.hi, warm.distance.hi);
        fk_support_bodies bodies;
        fk_gjk_result walk;
        fk_gjk_options options = fk_gjk_options_default();
        fk_support_bodies_init(&bodies, &a, &b);
        fk_gjk_distance(&bodies, &options, &walk);
        cold_steps += walk.steps;
        options.start = cache.direction;
        fk_gjk_distance(&bodies, &options, &walk);
        warm_steps += walk.steps;
    }
    print_message("warm start: %ld steps of the walk instead of %ld, the same interval %d times of %d\n",
                  warm_steps, cold_steps, same, rounds);
    assert_true(warm_steps < cold_steps);
    /* A face with four corners has two pairs of triangles; else the same simplex gives the same bits. */
    assert_true(same >= rounds * 9 / 10);
}

/* Any bytes are a safe cache. */
static void test_wild_cache(void **state)
{
    (void)state;
    fk_random random = fk_random_make(12);
    for (size_t f = 0; f < fk_family_count(); f++)
        for (uint64_t i = 0; i < 30; i++) {
            fk_family_pair pair;
            fk_family_make(f, (fk_kind)(1 + i % 9), (fk_kind)(1 + i / 3 % 9), 6, i, &pair);
            uint64_t bytes[(sizeof(fk_distance_cache) + 7) / 8];
            for (size_t k = 0; k < sizeof bytes / 8; k++)
                bytes[k] = fk_random_u64(&random);
            static const double odd[] = {INFINITY, NAN, 0x1p-1074, 1e308, -0.0};
            fk_distance_cache cache;
            memcpy(&cache, bytes, sizeof cache);
            if (i % 2 == 0)
                cache.direction = v(odd[i % 5], odd[i / 5 % 5], odd[i / 7 % 5]);
            fk_distance d;
            assert_int_equal(fk_pair_distance(&pair.a, &pair.b, &cache, &d), FK_OK);
            assert_true(ask_distance(&pair.a, &pair.b) && contains_truth(&d));
        }
}

/* ---- Every state of the floating-point unit ------------------------------------------------------------ */

static void test_floating_point_modes(void **state)
{
    (void)state;
    for (int mode = 1; mode < FPU_MODES; mode++)
        for (size_t f = 0; f < fk_family_count(); f++)
            for (uint64_t i = 0; i < 8; i++) {
                fk_family_pair pair;
                fk_family_make(f, (fk_kind)(1 + (i + (uint64_t)mode) % 9), (fk_kind)(1 + (i * 4 + f) % 9), 7,
                               i, &pair);
                fk_distance d;
                fpu_set(mode);
                fk_status status = fk_pair_distance(&pair.a, &pair.b, NULL, &d);
                fpu_set(0);
                assert_int_equal(status, FK_OK);
                assert_true(ask_distance(&pair.a, &pair.b));
                if (!contains_truth(&d))
                    show("wrong", &pair.a, &pair.b, &d);
                assert_true(contains_truth(&d));
            }
    /* The ends of a segment whose difference is flushed to zero. */
    fk_piece origin = fk_piece_point(fk_vec3_make(0, 0, 0));
    fk_piece segment =
        fk_piece_segment(fk_vec3_make(0x1p-990, 0, 0), fk_vec3_make(0x1p-990 - 0x1p-1024, 0, 0));
    fpu_set(FPU_NO_DENORMALS);
    fk_interval d = measure(&origin, &segment).distance;
    fpu_set(0);
    assert_true(d.lo <= segment.as.segment[1].x && segment.as.segment[1].x <= d.hi);
}

/* Hulls so large that their scale takes part of a direction below the normal range, where it may be flushed. */
static void test_modes_of_huge_hulls(void **state)
{
    (void)state;
    const fk_vec3 steep[4] = {{DBL_MAX / 2, DBL_MIN, 1e154},
                              {1e-310, 1e300, -1e-300},
                              {0.1, 5e-324, DBL_MAX},
                              {-5e-324, -5e-324, 0.1}};
    const fk_vec3 wide[4] = {
        {DBL_MAX, 1e154, -5e-324}, {3, 1, DBL_MAX / 2}, {1e300, 1e300, 5e-324}, {1e-154, 1, -1}};
    fk_piece hull = fk_piece_hull(steep, 4), point = fk_piece_point(v(5e-324, 1e-154, -1));
    fk_piece other = fk_piece_hull(wide, 4),
             can = fk_piece_cylinder(v(0.1, 1e-310, -DBL_MAX), v(-1e-300, DBL_MAX / 2, 5e-324), 0.3);
    fk_distance usual = measure(&other, &can);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_distance d = measure(&point, &hull), e = measure(&other, &can);
        fpu_set(0);
        assert_true(ask_distance(&point, &hull));
        assert_true(contains_truth(&d));
        assert_true(e.distance.lo <= e.distance.hi);
        assert_true(e.distance.lo <= usual.distance.hi && e.distance.hi >= usual.distance.lo);
    }
}

/* A root whose estimate is far below zero, as when a radius at the end of the range is taken off something rounded
 * down. */
static void test_modes_of_huge_radii(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(2e307, 0, 0), 2e307),
             point = fk_piece_point(v(-1.0000000000000004, 5e-324, 1e-323));
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_distance d = measure(&ball, &point);
        fpu_set(0);
        assert_true(ask_distance(&ball, &point));
        assert_true(contains_truth(&d));
        assert_true(d.distance.hi - d.distance.lo <= DBL_EPSILON);
    }
}

/* ---- Stack --------------------------------------------------------------------------------------------- */

/* Every family, so that all ways are taken: distances, and the methods that walk. */
static bool ask_all(void)
{
    bool all = true;
    for (size_t f = 0; f < fk_family_count(); f++)
        for (uint64_t i = 0; i < 50; i++) {
            fk_family_pair pair;
            fk_family_make(f, (fk_kind)(1 + i % 12), (fk_kind)(1 + i / 3 % 12), 8, i, &pair);
            fk_distance d;
            fk_answer answer;
            fk_pair_query query = fk_pair_query_default(&pair.a, &pair.b);
            query.method = i % 2 ? FK_METHOD_GJK : FK_METHOD_CW;
            all = all && fk_pair_distance(&pair.a, &pair.b, NULL, &d) == FK_OK &&
                  fk_pair_answer(&query, &answer) == FK_OK;
        }
    return all;
}

static void test_small_stack(void **state)
{
    (void)state;
    assert_on_small_stack(ask_all, 112);
}

/* ---- Smooth shapes ------------------------------------------------------------------------------------- */

static fk_piece random_smooth(fk_random *random, int kind)
{
    fk_vec3 c = random_vector(random, 2);
    fk_vec3 u = random_vector(random, 1), w = random_vector(random, 1), z = random_vector(random, 1);
    double radius = fk_random_between(random, 0.05, 1);
    switch (kind) {
    case 0:
        return fk_piece_cylinder(c, fk_vec3_add(c, u), radius);
    case 1:
        return fk_piece_cone(c, fk_vec3_add(c, u), radius);
    case 2:
        return fk_piece_ellipsoid(c, u, w, z);
    case 3:
        return fk_piece_box(c, u, w, z);
    case 4:
        return fk_piece_capsule(c, fk_vec3_add(c, u), 0.3 * radius);
    case 5:
        return fk_piece_triangle(c, fk_vec3_add(c, u), fk_vec3_add(c, w));
    default:
        return fk_piece_point(c);
    }
}

/* The least distance over supports along many directions is above the truth, and the greatest separation along many
 * directions is below it: the interval must fit in between, with what sampling leaves. */
static void check_by_sampling(const fk_piece *a, const fk_piece *b, fk_random *random)
{
    fk_distance d = measure(a, b), back = measure(b, a);
    assert_true(same_bits(d.distance.lo, back.distance.lo) && same_bits(d.distance.hi, back.distance.hi));
    fk_support_bodies bodies;
    fk_support_bodies_init(&bodies, a, b);
    bodies.a.whole = bodies.b.whole = true;
    double unit = 1 / bodies.a.scale, most = -INFINITY;
    fk_vec3 toward = fk_vec3_unit(fk_vec3_sub(d.point_a, d.point_b));
    for (int i = 0; i < 400; i++) {
        double turn = i < 200 ? 1 : pow(0.9, i - 200);
        fk_vec3 n = fk_vec3_unit(fk_vec3_add(toward, random_vector(random, turn)));
        most = fmax(most, fk_vec3_dot(n, fk_gjk_support(&bodies, n).d) * unit);
    }
    assert_true(d.distance.hi >= most - 1e-14);
    double apart = length_of(fk_vec3_sub(d.point_a, d.point_b));
    assert_true(apart >= d.distance.lo - 1e-13 && apart <= d.distance.hi + 1e-13);
    assert_true(reach_of(d.point_a, a) < 1e-12 && reach_of(d.point_b, b) < 1e-12);
    if (d.distance.lo > 1e-9)
        assert_true(d.distance.hi - d.distance.lo <= 1e-12 * (8 + d.distance.hi));
}

static void test_smooth(void **state)
{
    (void)state;
    fk_random random = fk_random_make(21);
    for (int i = 0; i < 600; i++) {
        fk_piece a = random_smooth(&random, i % 3), b = random_smooth(&random, i / 3 % 7);
        check_by_sampling(&a, &b, &random);
    }
}

/* Beside its middle, a cylinder is as far from a point as a capsule, whose exact verdict tells whether a ball around the
 * point that has the distance as its radius is too large or too small. */
static void test_smooth_to_the_last_digit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(23);
    for (int i = 0; i < 200; i++) {
        fk_vec3 end = random_vector(&random, 1),
                out = fk_vec3_unit(fk_vec3_cross(end, random_vector(&random, 1)));
        double scale = i % 2 == 0 ? 1 : 0x1p-1060, gap = ldexp(1, -10 - i % 30);
        end = fk_vec3_scale(end, scale);
        fk_piece cylinder = fk_piece_cylinder(fk_vec3_negate(end), end, 0.5 * scale), capsule = cylinder;
        capsule.kind = FK_KIND_CAPSULE;
        fk_piece point = fk_piece_point(fk_vec3_scale(out, (0.5 + (i % 2 == 0 ? gap : 0.5)) * scale));
        fk_interval d = measure(&cylinder, &point).distance;
        fk_piece low = fk_piece_sphere(point.as.point, d.lo), high = fk_piece_sphere(point.as.point, d.hi);
        assert_int_not_equal(fk_pair_verdict(&capsule, &low), FK_OVERLAPPING);
        assert_int_not_equal(fk_pair_verdict(&capsule, &high), FK_APART);
        /* The same above z = 0, high up, where reach and height have different digits. */
        fk_piece ground = fk_piece_half_space(fk_vec3_make(0, 0, 1), 0), egg = random_smooth(&random, 2);
        egg.as.ellipsoid.origin.z += 0x1p20;
        d = measure(&egg, &ground).distance;
        low = fk_piece_half_space(fk_vec3_make(0, 0, 1), d.lo);
        high = fk_piece_half_space(fk_vec3_make(0, 0, 1), d.hi);
        assert_int_not_equal(fk_pair_verdict(&egg, &low), FK_OVERLAPPING);
        assert_int_not_equal(fk_pair_verdict(&egg, &high), FK_APART);
    }
}

/* Every family, both orders: the interval fits the verdict, and is the same. */
static void test_smooth_families(void **state)
{
    (void)state;
    for (size_t f = 0; f < fk_family_count(); f++)
        for (int kinds = 0; kinds < 3 * 12; kinds++) {
            fk_family_pair pair;
            fk_family_make(f, (fk_kind)(FK_KIND_CYLINDER + kinds / 12), (fk_kind)(1 + kinds % 12), 23,
                           (uint64_t)(kinds % 5), &pair);
            fk_distance d = measure(&pair.a, &pair.b), back = measure(&pair.b, &pair.a);
            fk_verdict verdict = fk_pair_verdict(&pair.a, &pair.b);
            bool fits = d.distance.lo >= 0 && d.distance.hi >= d.distance.lo && isfinite(d.distance.lo);
            if (verdict == FK_TOUCHING || verdict == FK_OVERLAPPING)
                fits = fits && d.distance.hi == 0;
            else if (verdict == FK_APART)
                fits = fits && d.distance.hi > 0;
            fits = fits && same_bits(d.distance.lo, back.distance.lo) &&
                   same_bits(d.distance.hi, back.distance.hi) &&
                   memcmp(&d.point_a, &back.point_b, sizeof d.point_a) == 0;
            if (!fits)
                show(fk_verdict_name(verdict), &pair.a, &pair.b, &d);
            assert_true(fits);
        }
}

/* Shapes whose distance is known. */
static void test_smooth_cases(void **state)
{
    (void)state;
    fk_piece can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1),
             cone = fk_piece_cone(v(0, 0, 5), v(0, 0, 3), 1);
    fk_piece egg = fk_piece_ellipsoid(v(5, 0, 1), v(2, 0, 0), v(0, 1, 0), v(0, 0, 1));
    fk_piece box = cube(-0.5, -0.5, -4, 1), half = fk_piece_half_space(v(0, 0, 2), -2);
    assert_near(measure(&can, &cone), 1);
    assert_near(measure(&can, &egg), 2);
    assert_near(measure(&can, &box), 3);
    assert_near(measure(&can, &half), 1);
    assert_near(measure(&half, &egg), 1);
    assert_near(measure(&half, &cone), 4);
    fk_piece tilted = fk_piece_cylinder(v(10, 0, 0), v(11, 0, 1), 1);
    fk_piece wall = fk_piece_half_space(v(3, 0, 0), 3);
    assert_near(measure(&tilted, &wall), 9 - sqrt(0.5));
    fk_piece inside = fk_piece_cylinder(v(0, 0, 0.5), v(0, 0, 1), 0.5),
             under = fk_piece_half_space(v(0, 0, 1), 1);
    assert_true(measure(&can, &inside).distance.hi == 0 && measure(&can, &under).distance.hi == 0);
}

/* Axes of a few of the smallest numbers have a direction too, also where these are read as zero. */
static void test_short_axes(void **state)
{
    (void)state;
    fk_piece half = fk_piece_half_space(v(0, 0, -1), -0.125), ball = fk_piece_sphere(v(0.5, 0.5, 1), 0.875);
    fk_piece post = fk_piece_box(v(0.5, 0.5, 0.125), v(0.5, 0, 1), v(0, 0.5, 1), v(0, 0, 3));
    fk_piece egg = fk_piece_ellipsoid(v(0.5, 0.5, 1.125), v(4, 0, 0), v(0, 2, 0), v(0, 0, 1));
    const fk_piece *other[] = {&half, &ball, &post, &egg};
    static const double length[] = {5e-324, -1e-323, 1e-310, DBL_MIN, -1e-300, 0x1p-961};
    for (int i = 0; i < 4 * 6 * FPU_MODES; i++) {
        fk_vec3 base = v(0.5, 0.5, 0), top = v(0.5, 0.5, length[i / 4 % 6]);
        fk_piece disc = fk_piece_cylinder(base, top, 0.25), cone = fk_piece_cone(base, top, 0.25);
        fpu_set(i / 24);
        fk_distance d = measure(&disc, other[i % 4]), e = measure(other[i % 4], &cone);
        fk_verdict verdict = fk_pair_verdict(&disc, other[i % 4]);
        fpu_set(0);
        assert_near(d, 0.125);
        assert_near(e, 0.125);
        assert_int_equal(verdict, FK_APART);
    }
}

/* A distance at the end of the range: its upper bound may be infinite, the points are numbers. */
static void test_infinite_bound(void **state)
{
    (void)state;
    fk_piece half = fk_piece_half_space(v(-0.0, 1e-310, 3), 1e154);
    fk_piece egg =
        fk_piece_ellipsoid(v(DBL_MAX, 1e154, DBL_MAX), v(0, 0.1, 0), v(1, 1e300, 1e154), v(1, 0, 1e154));
    fk_distance d = measure(&egg, &half);
    assert_true(d.distance.lo > 1e308 && d.distance.hi >= d.distance.lo);
    for (int k = 0; k < 3; k++)
        assert_false(isnan(fk_vec3_get(d.point_a, k)) || isnan(fk_vec3_get(d.point_b, k)));
}

/* Near contact: what the walk resolves, and that intervals stay true in every mode. */
static void test_smooth_near_contact(void **state)
{
    (void)state;
    fk_random random = fk_random_make(22);
    static const double gaps[] = {1e-3, 1e-6, 1e-9, 1e-11};
    long wide = 0, total = 0;
    for (int i = 0; i < 240; i++) {
        fk_piece a = random_smooth(&random, i % 3), b = random_smooth(&random, i / 3 % 5);
        fk_distance d = measure(&a, &b);
        if (!(d.distance.lo > 0.1))
            continue;
        double gap = gaps[i % 4];
        fk_vec3 n = fk_vec3_unit(fk_vec3_sub(d.point_a, d.point_b));
        fk_pose move = fk_pose_identity();
        move.translation = fk_vec3_scale(n, d.distance.lo - gap);
        fk_piece moved = fk_piece_place(&b, &move, NULL);
        for (int mode = 0; mode < FPU_MODES; mode += 5) {
            fpu_set(mode);
            fk_distance e = measure(&a, &moved);
            fpu_set(0);
            /* The nearest points move by rounding, the gap with them. */
            assert_true(e.distance.lo <= gap + 1e-13 && e.distance.hi >= gap - 1e-13);
            wide += e.distance.hi - e.distance.lo > 1e-12 * 4;
            total++;
        }
    }
    print_message("near contact: %ld of %ld intervals are wider than 1e-12 of the size\n", wide, total);
    assert_true(wide * 50 <= total);
}

/* Thin plates of many points, far from the origin: the middle of their box is rounded to beyond their support. */
static void test_far_plates(void **state)
{
    (void)state;
    static fk_vec3 point[300];
    fk_random random = fk_random_make(9);
    for (int i = 0; i < 40; i++) {
        double q[4];
        fk_pose pose;
        fk_distance d[2];
        for (int k = 0; k < 4; k++)
            q[k] = fk_random_between(&random, -1, 1);
        fk_vec3 far = fk_vec3_scale(whole_vector(&random, 100), 54321.9);
        fk_pose_from_quat_xyzw(far, q, &pose);
        for (int k = 0; k < 300; k++) {
            double angle = fk_random_between(&random, 0, 6.28),
                   thin = fk_random_between(&random, -1e-9, 1e-9);
            point[k] = fk_pose_apply(&pose, v(thin, cos(angle), sin(angle)));
        }
        fk_piece plate = fk_piece_hull(point, 300);
        fk_piece segment =
            fk_piece_segment(fk_pose_apply(&pose, v(0.5, 0, 0)), fk_pose_apply(&pose, v(2, 1, 1)));
        assert_int_equal(fk_pair_distance(&plate, &segment, NULL, &d[0]), FK_OK);
        assert_int_equal(fk_pair_distance(&segment, &plate, NULL, &d[1]), FK_OK);
        assert_true(d[0].distance.lo < 0.5 + 1e-6 && d[0].distance.hi > 0.5 - 1e-6);
        assert_memory_equal(&d[0].distance, &d[1].distance, sizeof d[0].distance);
        assert_int_equal(fk_pair_verdict(&plate, &segment), FK_APART);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_plates),
        cmocka_unit_test(test_all_families),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_ends_of_the_range),
        cmocka_unit_test(test_hulls),
        cmocka_unit_test(test_warm_start),
        cmocka_unit_test(test_wild_cache),
        cmocka_unit_test_teardown(test_floating_point_modes, fpu_usual),
        cmocka_unit_test_teardown(test_modes_of_huge_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_modes_of_huge_radii, fpu_usual),
        cmocka_unit_test(test_small_stack),
        cmocka_unit_test(test_smooth),
        cmocka_unit_test(test_smooth_to_the_last_digit),
        cmocka_unit_test(test_smooth_families),
        cmocka_unit_test(test_smooth_cases),
        cmocka_unit_test_teardown(test_short_axes, fpu_usual),
        cmocka_unit_test(test_infinite_bound),
        cmocka_unit_test_teardown(test_smooth_near_contact, fpu_usual),
    };
    return cmocka_run_group_tests(tests, start_oracle, end_oracle);
}
