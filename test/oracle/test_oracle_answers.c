/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of what the oracle says beyond the verdict: distance, depth, box of the intersection, casts. Cases worked out
 * by hand; on small whole numbers a second computation by other theorems (points of least norm among all simplices of
 * a - b, all supporting planes of a - b, all bases of a linear program); on any doubles the rules that connect the
 * answers with each other and with the verdict. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h> /* before gmp.h, which declares gmp_fprintf only then */

#include "whole.h"

#include <float.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define CUBE         "box 0 0 0  1 0 0  0 1 0  0 0 1"
#define CORNER       "tetra 0 0 0  1 0 0  0 1 0  0 0 1"
#define FLOOR        "tri 0 0 0  4 0 0  0 4 0"
#define SLOPE        "half 1 2 2  9" /* its normal has length 3 */

enum { A = ORACLE_APART, T = ORACLE_TOUCHING, O = ORACLE_OVERLAPPING };

/* ---- Answers ------------------------------------------------------------------------------------------- */

/* All answers about a pair, and about a moving by v during [0, last]. */
struct answers {
    bool has_distance, has_depth, has_box, has_cast;
    mpq_t distance, distance_radii, depth, depth_radii, low[3], high[3], enter, leave;
};

static void answers_init(struct answers *x)
{
    mpq_inits(x->distance, x->distance_radii, x->depth, x->depth_radii, x->enter, x->leave, (mpq_ptr)NULL);
    for (int k = 0; k < 3; k++)
        mpq_inits(x->low[k], x->high[k], (mpq_ptr)NULL);
}

static void answers_clear(struct answers *x)
{
    mpq_clears(x->distance, x->distance_radii, x->depth, x->depth_radii, x->enter, x->leave, (mpq_ptr)NULL);
    for (int k = 0; k < 3; k++)
        mpq_clears(x->low[k], x->high[k], (mpq_ptr)NULL);
}

static void ask(struct answers *x, const struct shape *a, const struct shape *b, const double v[3],
                double last)
{
    struct oracle_piece piece_a = piece_of(a), piece_b = piece_of(b);
    x->has_distance = oracle_distance(&piece_a, &piece_b, x->distance, x->distance_radii);
    x->has_depth = oracle_depth(&piece_a, &piece_b, x->depth, x->depth_radii);
    x->has_box = oracle_box(&piece_a, &piece_b, x->low, x->high);
    x->has_cast = oracle_cast(&piece_a, &piece_b, v, last, x->enter, x->leave);
}

static void fail_pair(const struct shape *a, const struct shape *b, const char *what)
{
    print_shape(a);
    print_shape(b);
    fail_msg("%s", what);
}

#define CHECK(condition, what) ((condition) ? (void)0 : fail_pair(a, b, what))

static void expect_ratio(const mpq_t got, const char *want, const char *what)
{
    mpq_t value;
    mpq_init(value);
    assert_int_equal(mpq_set_str(value, want, 10), 0);
    mpq_canonicalize(value);
    if (mpq_equal(got, value) == 0) {
        gmp_fprintf(stderr, "got %Qd, want %s\n", got, want);
        fail_msg("%s", what);
    }
    mpq_clear(value);
}

/* ---- Cases worked out by hand -------------------------------------------------------------------------- */

/* An empty answer means that there is none. */
struct known {
    const char *a, *b, *squared, *radii;
};

static const struct known known_distance[] = {
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", "4", "0"},
    {CUBE, "box 2 2 2  1 0 0  0 1 0  0 0 1", "3", "0"},
    {CUBE, "box 1 0 0  1 0 0  0 1 0  0 0 1", "0", "0"},
    {CUBE, "box 0.5 0.5 0.5  1 0 0  0 1 0  0 0 1", "0", "0"},
    {CUBE, "point 2 0.5 0.5", "1", "0"},
    {CUBE, "point 2 3 0.5", "5", "0"},
    {CUBE, "box 3 0 0  0 0 0  0 1 0  0 2 0", "4", "0"},
    {"point 1 2 3", "point 4 6 3", "25", "0"},
    {"point 0 0 0", "tri 1 0 0  0 1 0  0 0 1", "1/3", "0"},
    {"point 0 0 0", "tri 1 0 0  2 0 0  5 0 0", "1", "0"},
    {"seg -1 0 0  1 0 0", "seg 0 -1 1  0 1 1", "1", "0"},
    {"seg 0 0 0  1 1 1", "seg 3 3 3  5 5 5", "12", "0"},
    {"seg 0 0 0  4 0 0", "seg 1 2 0  9 2 0", "4", "0"},
    {"seg 0 0 0  1 2 0", "seg 0 1 0  -9 1 0", "1/5", "0"},
    {"tetra 1 1 1  -1 0 0  0 -1 0  0 0 -1", CORNER, "1/3", "0"},
    {"tri 0 0 0  4 0 0  0 4 0", "tri 1 1 2  9 9 2  9 1 3", "4", "0"},
    {"hull 1 0 0  -1 0 0  0 1 0  0 -1 0  0 0 1  0 0 -1", "point 1 1 1", "4/3", "0"},
    {"sphere 0 0 0  2", "sphere 3 4 0  1", "25", "3"},
    {"sphere 0 0 0  2", "point 0 0 0", "0", "2"},
    {"capsule 0 0 0  10 0 0  0.5", "sphere 5 7 0  0.25", "49", "3/4"},
    {CUBE, "capsule 3 0.5 -5  3 0.5 5  1", "4", "1"},
    {SLOPE, "point 2 4 4", "9", "0"},
    {SLOPE, "sphere 2 4 4  1", "9", "1"},
    {SLOPE, "point 1 2 2", "0", "0"},
    {SLOPE, "point 0 0 0", "0", "0"},
    {SLOPE, "half -2 -4 -4  -36", "9", "0"},
    {SLOPE, "half -2 -4 -4  -18", "0", "0"},
    {SLOPE, "half -2 -4 -4  18", "0", "0"},
    {SLOPE, "half 1 0 0  0", "0", "0"},
    {CUBE, "cylinder 0 0 0  1 0 0  1", "", ""},
    {CUBE, "sphere 0 0 0  -1", "", ""},
};

static const struct known known_depth[] = {
    {CUBE, CUBE, "1", "0"},
    {CUBE, "box 0.75 0.5 0  1 0 0  0 1 0  0 0 1", "1/16", "0"},
    {CUBE, "box 1 0 0  1 0 0  0 1 0  0 0 1", "0", "0"},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", "", ""},
    {CORNER, CORNER, "1/3", "0"},
    {CUBE, "point 0.5 0.5 0.5", "1/4", "0"},
    {CUBE, "seg 0.5 0.5 -9  0.5 0.5 9", "1/4", "0"},
    {CUBE, "tri 0.5 -9 -9  0.5 9 -9  0.5 0 99", "1/4", "0"},
    /* Two ridges, at a right angle, with the edge of one 1/2 below that of the other. */
    {"box -5 0 -1  10 0 0  0 1 1  0 -1 1", "box 0 -5 0.5  0 10 0  1 0 1  -1 0 1", "1/4", "0"},
    {"hull 1 0 0  -1 0 0  0 1 0  0 -1 0  0 0 1  0 0 -1", "point 0 0 0", "1/3", "0"},
    {"seg 1 1 -1  1 1 1", FLOOR, "1", "0"},
    {FLOOR, FLOOR, "0", "0"},
    {CUBE, "sphere 0.5 0.5 0.5  2", "1/4", "2"},
    {CUBE, "sphere 1 1 1  2", "0", "2"},
    {CUBE, "sphere 2 0 0  2", "", ""},
    {"capsule 0 0 0  2 0 0  1", "capsule 1 -1 0  1 1 0  2", "0", "3"},
    {SLOPE, "point 0 0 0", "9", "0"},
    {SLOPE, "sphere 0 0 0  2", "9", "2"},
    {SLOPE, "point 1 2 2", "0", "0"},
    {SLOPE, "point 2 4 4", "", ""},
    {SLOPE, "half -2 -4 -4  18", "36", "0"},
    {SLOPE, "half 1 0 0  0", "", ""},
    {CUBE, "cone 0 0 0  1 0 0  1", "", ""},
};

typedef bool squared_function(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t squared,
                              mpq_t radii);

static void expect_known(squared_function *function, const struct known *known)
{
    struct shape a = parse(known->a), b = parse(known->b);
    struct oracle_piece piece_a = piece_of(&a), piece_b = piece_of(&b);
    mpq_t squared, radii;
    mpq_inits(squared, radii, (mpq_ptr)NULL);
    for (int swap = 0; swap < 2; swap++) {
        bool found = swap ? function(&piece_b, &piece_a, squared, radii)
                          : function(&piece_a, &piece_b, squared, radii);
        if (found != (known->squared[0] != '\0'))
            fail_pair(&a, &b, "an answer where there is none, or none where there is one");
        if (!found)
            continue;
        expect_ratio(squared, known->squared, known->b);
        expect_ratio(radii, known->radii, known->b);
        assert_true(function(&piece_a, &piece_b, squared, NULL));
    }
    mpq_clears(squared, radii, (mpq_ptr)NULL);
}

static void test_known_distances_and_depths(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(known_distance); i++)
        expect_known(oracle_distance, &known_distance[i]);
    for (size_t i = 0; i < COUNT(known_depth); i++)
        expect_known(oracle_depth, &known_depth[i]);
}

static const struct known_box {
    const char *a, *b, *low[3], *high[3];
} known_boxes[] = {
    {CUBE, "box 0.75 -0.5 0.25  1 0 0  0 1 0  0 0 1", {"3/4", "0", "1/4"}, {"1", "1/2", "1"}},
    {CUBE, CUBE, {"0", "0", "0"}, {"1", "1", "1"}},
    {CUBE, "box 1 1 1  1 0 0  0 1 0  0 0 1", {"1", "1", "1"}, {"1", "1", "1"}},
    {CUBE, "box 2 1 1  1 0 0  0 1 0  0 0 1", {""}, {""}},
    {CUBE, "seg -1 0.5 0.5  2 0.5 0.5", {"0", "1/2", "1/2"}, {"1", "1/2", "1/2"}},
    {CUBE, "box -9 -9 0.5  99 0 0  0 99 0  0 0 0", {"0", "0", "1/2"}, {"1", "1", "1/2"}},
    {CUBE, "box 0.25 0.25 0.25  0.5 0 0  0 0.25 0  0 0 0.125", {"1/4", "1/4", "1/4"}, {"3/4", "1/2", "3/8"}},
    {CORNER, "box 0.375 0.375 0  1 0 0  0 1 0  0 0 1", {"3/8", "3/8", "0"}, {"5/8", "5/8", "1/4"}},
    {FLOOR, "tri 1 1 0  5 5 0  5 1 0", {"1", "1", "0"}, {"3", "2", "0"}},
    {FLOOR, "tri 1 1 -1  1 1 1  1 3 1", {"1", "1", "0"}, {"1", "2", "0"}},
    {FLOOR, "tri 3 3 -1  3 3 1  4 4 1", {""}, {""}},
    {"seg 0 0 0  1 1 1", "tri 1 0 0  0 1 0  0 0 1", {"1/3", "1/3", "1/3"}, {"1/3", "1/3", "1/3"}},
    {"seg 0 0 0  2 2 2", "seg 1 1 1  3 3 3", {"1", "1", "1"}, {"2", "2", "2"}},
    {"seg 0 0 0  3 3 0", "seg 0 1 0  4 1 0", {"1", "1", "0"}, {"1", "1", "0"}},
    {"seg 0 0 0  3 3 0", "seg 0 1 1  4 1 1", {""}, {""}},
    {"point 1 2 3", "point 1 2 3", {"1", "2", "3"}, {"1", "2", "3"}},
    {"box 0 0 0  1 0 0  1 1 0  0 1 0", "box 0 0 0  2 0 0  0 1 0  0 0 0", {"0", "0", "0"}, {"2", "1", "0"}},
    {CUBE, "half -1 -1 -1  -2.5", {"1/2", "1/2", "1/2"}, {"1", "1", "1"}},
    {CUBE, "half 3 0 0  1", {"0", "0", "0"}, {"1/3", "1", "1"}},
    {CUBE, "half 1 0 0  -1", {""}, {""}},
    {CUBE, "half 1 1 1  0", {"0", "0", "0"}, {"0", "0", "0"}},
    {CUBE, "sphere 0 0 0  1", {""}, {""}},
    {SLOPE, SLOPE, {""}, {""}},
};

static void test_known_boxes(void **state)
{
    (void)state;
    struct answers x;
    answers_init(&x);
    static const double still[3] = {0, 0, 0};
    for (size_t i = 0; i < COUNT(known_boxes); i++)
        for (int swap = 0; swap < 2; swap++) {
            const struct known_box *known = &known_boxes[i];
            struct shape a = parse(swap ? known->b : known->a), b = parse(swap ? known->a : known->b);
            ask(&x, &a, &b, still, 0);
            if (x.has_box != (known->low[0][0] != '\0'))
                fail_pair(&a, &b, "a box where there is none, or none where there is one");
            for (int k = 0; k < 3 && x.has_box; k++) {
                expect_ratio(x.low[k], known->low[k], known->b);
                expect_ratio(x.high[k], known->high[k], known->b);
            }
        }
    answers_clear(&x);
}

static const struct known_cast {
    const char *a, *b;
    double v[3], last;
    const char *enter, *leave;
} known_casts[] = {
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 10, "2", "4"},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 3, "2", "3"},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 2, "2", "2"},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 1, "", ""},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {-1, 0, 0}, 10, "", ""},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {3, 0, 0}, 10, "2/3", "4/3"},
    {CUBE, "box 3 1 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 10, "2", "4"},
    {CUBE, "box 3 1.5 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 10, "", ""},
    {CUBE, "box 0.5 0 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 10, "0", "3/2"},
    {CUBE, "box 0.5 0 0  1 0 0  0 1 0  0 0 1", {0, 0, 0}, 10, "0", "10"},
    {CUBE, "box 0.5 0 0  1 0 0  0 1 0  0 0 1", {1, 0, 0}, 0, "0", "0"},
    {CUBE, "box 3 0 0  1 0 0  0 1 0  0 0 1", {0, 0, 0}, 10, "", ""},
    {"point -1 0.25 0.25", CORNER, {1, 0, 0}, 10, "1", "3/2"},
    {"point -1 -1 -1", CORNER, {1, 1, 1}, 10, "1", "4/3"},
    {"point -1 1 0", FLOOR, {1, 0, 0}, 10, "1", "4"},
    {"point -1 1 1e-300", FLOOR, {1, 0, 0}, 10, "", ""},
    {"point 1 1 3", FLOOR, {0, 0, -2}, 10, "3/2", "3/2"},
    {"point 3 3 3", FLOOR, {0, 0, -2}, 10, "", ""},
    {"point 0 0 0", "point 1 2 3", {2, 4, 6}, 10, "1/2", "1/2"},
    {"point 0 0 0", "point 1 2 3", {2, 4, 5}, 10, "", ""},
    {"point 0 0 0", "seg 1 1 1  2 2 2", {3, 3, 3}, 10, "1/3", "2/3"},
    {"seg 0 0 0  0 1 0", "seg 2 0 0  4 0 0", {1, 0, 0}, 10, "2", "4"},
    {"seg 0 0 0  0 1 0", "seg 2 0.5 -1  4 0.5 1", {1, 0, 0}, 10, "3", "3"},
    {"point 9 0 0", "half 1 0 0  0", {-2, 5, 5}, 10, "9/2", "10"},
    {"half 1 0 0  0", "point 9 0 0", {2, 5, 5}, 10, "9/2", "10"},
    {"point -9 0 0", "half 1 0 0  0", {2, 5, 5}, 10, "0", "9/2"},
    {"point 9 0 0", "half 1 0 0  0", {0, 5, 5}, 10, "", ""},
    {"half 1 0 0  0", "half -2 0 0  -6", {0.5, 1, 0}, 10, "6", "10"},
    {"half 1 0 0  0", "half 2 0 0  -6", {0.5, 1, 0}, 10, "0", "10"},
    {"sphere 0 0 0  1", CUBE, {1, 0, 0}, 10, "", ""},
    {CUBE, CUBE, {1, 0, 0}, -1, "", ""},
    {CUBE, CUBE, {INFINITY, 0, 0}, 1, "", ""},
    {CUBE, CUBE, {1, 0, 0}, INFINITY, "", ""},
};

static void test_known_casts(void **state)
{
    (void)state;
    struct answers x;
    answers_init(&x);
    for (size_t i = 0; i < COUNT(known_casts); i++)
        for (int swap = 0; swap < 2; swap++) {
            const struct known_cast *known = &known_casts[i];
            struct shape a = parse(swap ? known->b : known->a), b = parse(swap ? known->a : known->b);
            double back[3] = {-known->v[0], -known->v[1], -known->v[2]};
            ask(&x, &a, &b, swap ? back : known->v, known->last);
            if (x.has_cast != (known->enter[0] != '\0'))
                fail_pair(&a, &b, "a time where there is none, or none where there is one");
            if (!x.has_cast)
                continue;
            expect_ratio(x.enter, known->enter, known->b);
            expect_ratio(x.leave, known->leave, known->b);
        }
    answers_clear(&x);
}

/* Doubles that are not short fractions. The differences 2 - 1.9, 1 - 0.9 are exact in doubles; -0.9 + 1 is then. */
static void test_reported_cubes(void **state)
{
    (void)state;
    static const double still[3] = {0, 0, 0};
    struct answers x;
    answers_init(&x);
    struct shape a = parse("box 0 0 0  2 0 0  0 2 0  0 0 2"), b = parse("box 0 0 1.9  2 0 0  0 2 0  0 0 2");
    ask(&x, &a, &b, still, 0);
    assert_true(x.has_depth && oracle_compare_square(x.depth, 2 - 1.9) == 0);
    a = parse(CUBE);
    b = parse("box -0.9 -0.9 -0.9  1 0 0  0 1 0  0 0 1");
    ask(&x, &a, &b, still, 0);
    assert_true(x.has_depth && oracle_compare_square(x.depth, 1 - 0.9) == 0);
    for (int k = 0; k < 3; k++)
        assert_true(oracle_compare(x.low[k], 0) == 0 && oracle_compare(x.high[k], 1 - 0.9) == 0);
    answers_clear(&x);
}

static void test_comparisons(void **state)
{
    (void)state;
    mpq_t third, offset, tiny;
    mpq_inits(third, offset, tiny, (mpq_ptr)NULL);
    mpq_set_ui(third, 1, 3);
    assert_int_equal(oracle_compare(third, 1.0 / 3), 1); /* the double is below */
    assert_int_equal(oracle_compare(third, nextafter(1.0 / 3, 1)), -1);
    assert_int_equal(oracle_compare(third, -1), 1);
    assert_int_equal(oracle_compare(third, INFINITY), -1);
    assert_int_equal(oracle_compare(third, -INFINITY), 1);
    mpq_set_ui(third, 1, 4);
    assert_int_equal(oracle_compare_square(third, 0.5), 0);
    assert_int_equal(oracle_compare_square(third, nextafter(0.5, 0)), 1);
    assert_int_equal(oracle_compare_square(third, nextafter(0.5, 1)), -1);
    assert_int_equal(oracle_compare_square(third, -0.5), 1);
    assert_int_equal(oracle_compare_square(third, INFINITY), -1);
    assert_int_equal(oracle_compare_square(third, -INFINITY), 1);
    mpq_set_si(offset, -2, 1);
    assert_int_equal(oracle_compare_root(third, offset, -1.5), 0);
    assert_int_equal(oracle_compare_root(third, offset, -1.25), -1);
    assert_int_equal(oracle_compare_root(third, offset, -2.5), 1);
    mpq_set_si(offset, 2, 1);
    assert_int_equal(oracle_compare_root(third, offset, 2.5), 0);
    assert_int_equal(oracle_compare_root(third, offset, 1), 1);
    mpq_div_2exp(tiny, third, 2 * 1073);
    assert_int_equal(oracle_compare_square(tiny, 4.9e-324), 0);
    assert_int_equal(oracle_compare_square(tiny, 0), 1);
    mpq_set_ui(tiny, 0, 1);
    assert_int_equal(oracle_compare_square(tiny, -0.0), 0);
    assert_int_equal(oracle_compare_square(tiny, 4.9e-324), -1);
    mpq_clears(third, offset, tiny, (mpq_ptr)NULL);
}

/* The range of doubles does not bound the answers. */
static void test_extremes(void **state)
{
    (void)state;
    static const double far[3] = {1.7976931348623157e308, 0, 0}, slow[3] = {4.9e-324, 0, 0};
    struct answers x;
    mpq_t want;
    answers_init(&x);
    mpq_init(want);
    struct shape a = parse("point -1.7976931348623157e308 0 0"),
                 b = parse("point 1.7976931348623157e308 0 0");
    ask(&x, &a, &b, far, 10);
    mpq_set_d(want, 1.7976931348623157e308);
    mpq_mul_2exp(want, want, 1);
    mpq_mul(want, want, want);
    assert_true(mpq_equal(x.distance, want) != 0 && oracle_compare_square(x.distance, DBL_MAX) == 1);
    assert_true(x.has_cast && mpq_cmp_ui(x.enter, 2, 1) == 0 && mpq_cmp_ui(x.leave, 2, 1) == 0);
    a = parse("point 0 0 0");
    b = parse("box 4.9e-324 0 0  4.9e-324 0 0  0 4.9e-324 0  0 0 4.9e-324");
    ask(&x, &a, &b, slow, 1.5);
    assert_int_equal(oracle_compare_square(x.distance, 4.9e-324), 0);
    assert_true(x.has_cast && mpq_cmp_ui(x.enter, 1, 1) == 0 && mpq_cmp_ui(x.leave, 3, 2) == 0);
    a = parse("box 0 0 0  1.7976931348623157e308 0 0  0 1e308 0  0 0 1e308");
    b = parse("half 1 0 0  4.9e-324");
    ask(&x, &a, &b, slow, 0);
    assert_true(x.has_box && oracle_compare(x.high[0], 4.9e-324) == 0 &&
                oracle_compare(x.high[1], 1e308) == 0);
    assert_true(x.has_depth && oracle_compare_square(x.depth, 4.9e-324) == 0);
    answers_clear(&x);
    mpq_clear(want);
}

/* A moving ball: it touches the point when (10 - t)^2 + 9 = 25. And moving half-spaces. */
static void test_moved_verdicts(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        double v[3];
        int want;
        unsigned long top, bottom;
    } moved[] = {
        {"sphere 0 0 0  5", "point 10 3 0", {1, 0, 0}, T, 6, 1},
        {"sphere 0 0 0  5", "point 10 3 0", {1, 0, 0}, A, 5999, 1000},
        {"sphere 0 0 0  5", "point 10 3 0", {1, 0, 0}, O, 6001, 1000},
        {"sphere 0 0 0  5", "point 10 3 0", {3, 0, 0}, T, 2, 1},
        {"sphere 0 0 0  5", "point 10 3 0", {9, 0, 0}, T, 2, 3},
        {"half 1 0 0  0", "sphere 3 0 0  1", {1, 7, 0}, T, 2, 1},
        {"half 1 0 0  0", "sphere 3 0 0  1", {7, 7, 0}, T, 2, 7},
        {"half 1 0 0  0", "sphere 3 0 0  1", {7, 7, 0}, A, 1, 4},
        {"sphere 3 0 0  1", "half 1 0 0  0", {-7, 7, 0}, T, 2, 7},
        {"sphere 3 0 0  1", "half 1 0 0  0", {-7, 7, 0}, O, 3, 7},
        {"half 3 0 0  0", "half -1 0 0  -5", {7, 1, 0}, T, 5, 7},
        {"half 3 0 0  0", "half -1 0 0  -5", {7, 1, 0}, A, 4, 7},
        {"half 3 0 0  0.25", "half -1 0 0  -5", {7, 1, 0}, O, 5, 7},
        {CUBE, CUBE, {INFINITY, 0, 0}, ORACLE_INVALID, 0, 1},
        {CUBE, "point 0 0 nan", {1, 0, 0}, ORACLE_INVALID, 0, 1},
    };
    mpq_t t;
    mpq_init(t);
    for (size_t i = 0; i < COUNT(moved); i++) {
        struct shape a = parse(moved[i].a), b = parse(moved[i].b);
        struct oracle_piece piece_a = piece_of(&a), piece_b = piece_of(&b);
        mpq_set_ui(t, moved[i].top, moved[i].bottom);
        assert_int_equal(oracle_verdict_moved(&piece_a, &piece_b, moved[i].v, t), moved[i].want);
    }
    mpq_clear(t);
}

/* ---- A second computation, on small whole numbers ------------------------------------------------------ */

static const double rest[3] = {0, 0, 0};

/* Few enough values and points that products of several stay within 64 bits. */
static struct shape random_small(enum oracle_kind kind, int size)
{
    struct shape shape = random_whole(kind, size);
    if (kind == ORACLE_HULL)
        shape.count = 3 * (size_t)random_int(1, 6);
    return shape;
}

static void get_fraction(const mpq_t value, int64_t *top, int64_t *bottom)
{
    assert_true(mpz_sizeinbase(mpq_numref(value), 2) < 40 && mpz_sizeinbase(mpq_denref(value), 2) < 40);
    *top = mpz_get_si(mpq_numref(value));
    *bottom = mpz_get_si(mpq_denref(value));
}

/* Every plane through three differences with none above it is at least as far as the depth, and one is as far. */
static bool depth_is(const struct whole *d, size_t count, int64_t top, int64_t bottom)
{
    int least = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            for (size_t k = 0; k < j; k++) {
                struct whole n = whole_cross(whole_sub(d[j], d[i]), whole_sub(d[k], d[i]));
                int64_t height = whole_dot(n, d[i]), nn = whole_dot(n, n);
                bool above = false, below = false;
                for (size_t l = 0; l < count && !(above && below); l++) {
                    above = above || whole_dot(n, d[l]) > height;
                    below = below || whole_dot(n, d[l]) < height;
                }
                if (nn == 0 || (above && below))
                    continue;
                int sign = sign_of(height * height * bottom - top * nn);
                least = sign < least ? sign : least;
            }
    return least == 0;
}

static void test_distance_and_depth_again(void **state)
{
    (void)state;
    random_state = 11;
    struct answers x;
    answers_init(&x);
    long seen[4] = {0};
    for (int kind_a = ORACLE_POINT; kind_a <= ORACLE_HULL; kind_a++)
        for (int kind_b = kind_a; kind_b <= ORACLE_HULL; kind_b++) {
            if (kind_a == ORACLE_HALF || kind_b == ORACLE_HALF)
                continue;
            int boxes = (kind_a == ORACLE_BOX) + (kind_b == ORACLE_BOX);
            for (int round = 0; round < (boxes == 2 ? 30 : boxes == 1 ? 60 : 150); round++) {
                struct shape shape_a = random_small((enum oracle_kind)kind_a, 1 + round % 2);
                struct shape shape_b = random_small((enum oracle_kind)kind_b, 1 + round % 2);
                const struct shape *a = &shape_a, *b = &shape_b;
                struct whole d[DIFFERENCES];
                size_t count = whole_differences(a, b, d);
                ask(&x, a, b, rest, 0);
                CHECK(x.has_distance &&
                          mpq_cmp_si(x.distance_radii, whole_radius(a) + whole_radius(b), 1) == 0,
                      "distance and radii");

                int64_t top, bottom;
                bool meet = origin_in_hull(d, count), deep = meet && origin_in_interior(d, count);
                CHECK(x.has_depth == meet && (mpq_sgn(x.distance) == 0) == meet, "distance 0 when they meet");
                get_fraction(x.distance, &top, &bottom);
                CHECK(meet || compare_norm(d, count, top, bottom) == 0, "distance");
                get_fraction(x.depth, &top, &bottom);
                CHECK(!meet || (mpq_sgn(x.depth) > 0) == deep, "depth 0 when they touch");
                CHECK(!deep || depth_is(d, count, top, bottom), "depth");
                seen[deep ? O : meet ? T : A]++;
            }
        }
    assert_true(seen[A] > 100 && seen[T] > 100 && seen[O] > 100);
    answers_clear(&x);
}

/* ---- Box and cast as linear programs ------------------------------------------------------------------- */

/* Weights x >= 0 of the columns whose sum is (0, 0, 0, 1, 1): a column (p, 1, 0) for each vertex p of a, (-q, 0, 1)
 * for each q of b, (v, 0, 0) for the time; and three more, whose weights must be 0, so that the rank is 5. The least
 * and the greatest of a linear function of the weights is at a basic solution: five columns with a determinant other
 * than 0. All of them are tried. */
#define ROWS    5
#define COLUMNS (8 + 8 + 1 + 3)

struct program {
    size_t count, extra; /* of columns; the first of the three more */
    int64_t column[COLUMNS][ROWS];
    int64_t gain[COLUMNS];
    bool found;
    int64_t low[2], high[2]; /* top and bottom */
};

static int64_t determinant(const int64_t *const column[], int size, unsigned rows)
{
    if (size == 0)
        return 1;
    int64_t sum = 0;
    int sign = 1;
    for (unsigned row = 0; row < ROWS; row++) {
        if ((rows >> row & 1) == 0)
            continue;
        if (column[0][row] != 0)
            sum += sign * column[0][row] * determinant(column + 1, size - 1, rows & ~(1u << row));
        sign = -sign;
    }
    return sum;
}

/* Cramer's rule for one choice of columns. */
static void try_basis(struct program *program, const size_t chosen[ROWS])
{
    static const int64_t right[ROWS] = {0, 0, 0, 1, 1};
    const int64_t *column[ROWS];
    for (int i = 0; i < ROWS; i++)
        column[i] = program->column[chosen[i]];
    int64_t det = determinant(column, ROWS, 31), gain = 0;
    if (det == 0)
        return;
    for (int i = 0; i < ROWS; i++) {
        column[i] = right;
        int64_t weight = determinant(column, ROWS, 31) * sign_of(det);
        column[i] = program->column[chosen[i]];
        if (weight < 0 || (weight != 0 && chosen[i] >= program->extra))
            return;
        gain += weight * program->gain[chosen[i]];
    }
    det *= sign_of(det);
    if (!program->found || gain * program->low[1] < program->low[0] * det) {
        program->low[0] = gain;
        program->low[1] = det;
    }
    if (!program->found || gain * program->high[1] > program->high[0] * det) {
        program->high[0] = gain;
        program->high[1] = det;
    }
    program->found = true;
}

static void solve(struct program *program)
{
    program->found = false;
    size_t n = program->count, c[ROWS];
    for (c[0] = 0; c[0] < n; c[0]++)
        for (c[1] = c[0] + 1; c[1] < n; c[1]++)
            for (c[2] = c[1] + 1; c[2] < n; c[2]++)
                for (c[3] = c[2] + 1; c[3] < n; c[3]++)
                    for (c[4] = c[3] + 1; c[4] < n; c[4]++)
                        try_basis(program, c);
}

static void set_program(struct program *program, const struct shape *a, const struct shape *b,
                        const double v[3])
{
    struct whole p[8], q[8];
    size_t count_a = whole_vertices(a, p), count_b = whole_vertices(b, q);
    memset(program, 0, sizeof *program);
    for (size_t i = 0; i < count_a; i++) {
        int64_t *column = program->column[program->count++];
        memcpy(column, p[i].c, sizeof p[i].c);
        column[3] = 1;
    }
    for (size_t i = 0; i < count_b; i++) {
        int64_t *column = program->column[program->count++];
        for (int k = 0; k < 3; k++)
            column[k] = -q[i].c[k];
        column[4] = 1;
    }
    for (int k = 0; k < 3; k++)
        program->column[program->count][k] = (int64_t)v[k];
    if (v[0] != 0 || v[1] != 0 || v[2] != 0)
        program->gain[program->count++] = 1;
    program->extra = program->count;
    for (int k = 0; k < 3; k++)
        program->column[program->count++][k] = 1;
}

static void expect_fraction(const mpq_t got, const int64_t want[2], const struct shape *a,
                            const struct shape *b, const char *what)
{
    int64_t top, bottom;
    get_fraction(got, &top, &bottom);
    CHECK(top * want[1] == want[0] * bottom, what);
}

static void check_box(const struct answers *x, const struct shape *a, const struct shape *b)
{
    struct program program;
    set_program(&program, a, b, rest);
    size_t count_a = 0;
    while (program.column[count_a][3] == 1)
        count_a++;
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < count_a; i++)
            program.gain[i] = program.column[i][k];
        solve(&program);
        CHECK(x->has_box == program.found, "there is a box");
        if (!program.found)
            return;
        expect_fraction(x->low[k], program.low, a, b, "box low");
        expect_fraction(x->high[k], program.high, a, b, "box high");
    }
}

static void check_cast(const struct answers *x, const struct shape *a, const struct shape *b,
                       const double v[3], int last)
{
    struct program program;
    set_program(&program, a, b, v);
    solve(&program);
    const int64_t end[2] = {last, 1}, start[2] = {0, 1};
    bool still = v[0] == 0 && v[1] == 0 && v[2] == 0;
    bool found = program.found && program.low[0] <= last * program.low[1];
    CHECK(x->has_cast == found, "there is a time");
    if (!found)
        return;
    bool cut = still || program.high[0] > last * program.high[1];
    expect_fraction(x->enter, still ? start : program.low, a, b, "enter");
    expect_fraction(x->leave, cut ? end : program.high, a, b, "leave");
}

static void test_box_and_cast_again(void **state)
{
    (void)state;
    random_state = 12;
    struct answers x;
    answers_init(&x);
    long boxes = 0, casts = 0, all = 0;
    for (int kind_a = ORACLE_POINT; kind_a <= ORACLE_HULL; kind_a++)
        for (int kind_b = ORACLE_POINT; kind_b <= ORACLE_HULL; kind_b++) {
            if ((kind_a > ORACLE_BOX && kind_a != ORACLE_HULL) ||
                (kind_b > ORACLE_BOX && kind_b != ORACLE_HULL))
                continue;
            int large = (kind_a == ORACLE_BOX) + (kind_b == ORACLE_BOX);
            for (int round = 0; round < (large == 2 ? 12 : large == 1 ? 60 : 150); round++) {
                int size = 1 + round % 2, last = random_int(0, 8);
                struct shape a = random_small((enum oracle_kind)kind_a, size);
                struct shape b = random_small((enum oracle_kind)kind_b, size);
                double v[3];
                for (int k = 0; k < 3; k++)
                    v[k] = random_int(-size, size);
                ask(&x, &a, &b, v, last);
                check_box(&x, &a, &b);
                check_cast(&x, &a, &b, v, last);
                boxes += x.has_box;
                casts += x.has_cast && mpq_sgn(x.enter) > 0;
                all++;
            }
        }
    assert_true(boxes > 500 && boxes < all - 500 && casts > 200);
    answers_clear(&x);
}

/* ---- Rules that connect the answers -------------------------------------------------------------------- */

static bool is_flat_sided(const struct shape *shape)
{
    return shape->kind <= ORACLE_BOX || shape->kind == ORACLE_HULL;
}

/* The sign of distance - radii is that of the verdict; the depth is there when the cores meet, and with the radii it
 * is positive when they overlap. */
static void check_signs(struct answers *x, const struct shape *a, const struct shape *b)
{
    int want = verdict(a, b);
    CHECK(x->has_distance && mpq_sgn(x->distance_radii) >= 0, "distance of a valid pair");
    mpq_neg(x->distance_radii, x->distance_radii);
    int sign = oracle_compare_root(x->distance, x->distance_radii, 0);
    mpq_neg(x->distance_radii, x->distance_radii);
    CHECK((sign > 0) == (want == A) && (sign >= 0 || want == O), "distance and verdict");

    bool halves = a->kind == ORACLE_HALF && b->kind == ORACLE_HALF, cores_meet = mpq_sgn(x->distance) == 0;
    CHECK(x->has_depth == cores_meet || (halves && want == O), "there is a depth");
    if (x->has_depth) {
        CHECK(mpq_equal(x->depth_radii, x->distance_radii) != 0, "radii");
        CHECK((oracle_compare_root(x->depth, x->depth_radii, 0) > 0) == (want == O), "depth and verdict");
    }
    if (is_flat_sided(a) ? is_flat_sided(b) || b->kind == ORACLE_HALF
                         : is_flat_sided(b) && a->kind == ORACLE_HALF)
        CHECK(x->has_box == (want != A), "box and verdict");
    else
        CHECK(!x->has_box, "no box of these kinds");
}

/* The verdict at time t, a little before or after it by the factor 1 + change / 2^60. */
static int verdict_near(const struct shape *a, const struct shape *b, const double v[3], const mpq_t t,
                        int change)
{
    struct oracle_piece piece_a = piece_of(a), piece_b = piece_of(b);
    mpq_t moved;
    mpq_init(moved);
    mpq_set_si(moved, change, 1);
    mpq_div_2exp(moved, moved, 60);
    mpq_mul(moved, moved, t);
    mpq_add(moved, moved, t);
    int result = oracle_verdict_moved(&piece_a, &piece_b, v, moved);
    mpq_clear(moved);
    return result;
}

static void check_times(const struct answers *x, const struct shape *a, const struct shape *b,
                        const double v[3], double last)
{
    bool possible =
        (is_flat_sided(a) || a->kind == ORACLE_HALF) && (is_flat_sided(b) || b->kind == ORACLE_HALF);
    mpq_t end;
    mpq_init(end);
    mpq_set_d(end, last);
    if (!possible) {
        CHECK(!x->has_cast, "no cast of these kinds");
    } else if (!x->has_cast) {
        for (int i = 0; i < 3; i++) {
            CHECK(verdict_near(a, b, v, end, 0) == A, "no meeting");
            mpq_div_2exp(end, end, 1);
        }
        CHECK(verdict(a, b) == A, "no meeting at the start");
    } else {
        CHECK(mpq_sgn(x->enter) >= 0 && mpq_cmp(x->enter, x->leave) <= 0 && mpq_cmp(x->leave, end) <= 0,
              "order");
        CHECK((mpq_sgn(x->enter) == 0) == (verdict(a, b) != A), "meeting at the start");
        int first = verdict_near(a, b, v, x->enter, 0), after = verdict_near(a, b, v, x->leave, 0);
        CHECK(first != A && after != A, "meeting at the ends");
        if (mpq_sgn(x->enter) > 0)
            CHECK(first == T && verdict_near(a, b, v, x->enter, -1) == A, "enters");
        if (mpq_cmp(x->leave, end) < 0)
            CHECK(after == T && (mpq_sgn(x->leave) == 0 || verdict_near(a, b, v, x->leave, 1) == A),
                  "leaves");
    }
    mpq_clear(end);
}

/* Two lists of answers are the same, the second for pieces turned by `turn` places. */
static void check_same(const struct answers *x, const struct answers *y, int turn, const struct shape *a,
                       const struct shape *b)
{
    CHECK(x->has_distance == y->has_distance && x->has_depth == y->has_depth && x->has_box == y->has_box &&
              x->has_cast == y->has_cast,
          "the same answers are there");
    CHECK(!x->has_distance || mpq_equal(x->distance, y->distance) != 0, "the same distance");
    CHECK(!x->has_depth || mpq_equal(x->depth, y->depth) != 0, "the same depth");
    for (int k = 0; k < 3 && x->has_box; k++)
        CHECK(mpq_equal(x->low[k], y->low[(k + turn) % 3]) != 0 &&
                  mpq_equal(x->high[k], y->high[(k + turn) % 3]) != 0,
              "the same box");
    CHECK(!x->has_cast || (mpq_equal(x->enter, y->enter) != 0 && mpq_equal(x->leave, y->leave) != 0),
          "the same times");
}

/* Swapped, turned, and a cell as the hull of its vertices (when they are whole). */
static void check_symmetries(const struct answers *x, struct answers *y, const struct shape *a,
                             const struct shape *b, const double v[3], double last, bool whole)
{
    const double back[3] = {-v[0], -v[1], -v[2]}, along[3] = {v[2], v[0], v[1]};
    ask(y, b, a, back, last);
    check_same(x, y, 0, a, b);
    struct shape turned_a = turned(a), turned_b = turned(b);
    ask(y, &turned_a, &turned_b, along, last);
    check_same(x, y, 1, a, b);
    if (!whole || (a->kind != ORACLE_BOX && a->kind != ORACLE_TETRA))
        return;
    struct shape hull = hull_of_cell(a);
    ask(y, &hull, b, v, last);
    check_same(x, y, 0, a, b);
}

static void check_all(struct answers *x, struct answers *y, const struct shape *a, const struct shape *b,
                      const double v[3], double last, bool whole)
{
    ask(x, a, b, v, last);
    check_signs(x, a, b);
    check_times(x, a, b, v, last);
    check_symmetries(x, y, a, b, v, last, whole);
}

/* Whole numbers meet in all degenerate ways; doubles with full mantissas make every number of an answer long. */
static void test_rules(void **state)
{
    (void)state;
    static const int spread[] = {0, 3, 30};
    random_state = 13;
    struct answers x, y;
    answers_init(&x);
    answers_init(&y);
    for (int kind_a = ORACLE_POINT; kind_a <= ORACLE_HULL; kind_a++)
        for (int kind_b = ORACLE_POINT; kind_b <= ORACLE_HULL; kind_b++) {
            int slow = (kind_a == ORACLE_HULL || kind_a == ORACLE_BOX) +
                       (kind_b == ORACLE_HULL || kind_b == ORACLE_BOX);
            for (int round = 0; round < (slow == 2 ? 4 : slow == 1 ? 8 : 20); round++) {
                bool whole = round % 2 == 0;
                int size = spread[round / 2 % 3];
                struct shape a = whole ? random_small((enum oracle_kind)kind_a, 2)
                                       : random_wild((enum oracle_kind)kind_a, size);
                struct shape b = whole ? random_small((enum oracle_kind)kind_b, 2)
                                       : random_wild((enum oracle_kind)kind_b, size);
                struct shape v = whole ? random_small(ORACLE_POINT, 1) : random_wild(ORACLE_POINT, size);
                if (slow == 2 && !whole && kind_a == ORACLE_HULL)
                    a.count = 15;
                check_all(&x, &y, &a, &b, v.number, random_int(0, 6), whole);
            }
        }
    answers_clear(&x);
    answers_clear(&y);
}

/* A piece moved by doubles that add up exactly, against the verdict for moved pieces, for all kinds. */
static void test_moved_by_whole_numbers(void **state)
{
    (void)state;
    random_state = 14;
    long seen[4] = {0};
    mpq_t t;
    mpq_init(t);
    for (int round = 0; round < 3000; round++) {
        struct shape a = random_small((enum oracle_kind)random_int(ORACLE_POINT, ORACLE_HULL), 2);
        struct shape b = random_small((enum oracle_kind)random_int(ORACLE_POINT, ORACLE_HULL), 2);
        double v[3] = {random_int(-3, 3), random_int(-3, 3), random_int(-3, 3)};
        double time = random_int(-5, 5) * 0.25;
        struct shape moved = a;
        bool cell = a.kind == ORACLE_TETRA || a.kind == ORACLE_BOX;
        if (a.kind == ORACLE_HALF)
            moved.number[3] += time * (a.number[0] * v[0] + a.number[1] * v[1] + a.number[2] * v[2]);
        for (size_t i = 0; i < (cell ? 3 : a.count / 3 * 3) && a.kind != ORACLE_HALF; i++)
            moved.number[i] += time * v[i % 3];
        struct oracle_piece piece_a = piece_of(&a), piece_b = piece_of(&b);
        mpq_set_d(t, time);
        int want = verdict(&moved, &b);
        if (oracle_verdict_moved(&piece_a, &piece_b, v, t) != want)
            fail_pair(&a, &b, "moved");
        seen[want]++;
    }
    assert_true(seen[A] > 100 && seen[T] > 30 && seen[O] > 100);
    mpq_clear(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_distances_and_depths),
        cmocka_unit_test(test_known_boxes),
        cmocka_unit_test(test_known_casts),
        cmocka_unit_test(test_reported_cubes),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_moved_verdicts),
        cmocka_unit_test(test_distance_and_depth_again),
        cmocka_unit_test(test_box_and_cast_again),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_moved_by_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
