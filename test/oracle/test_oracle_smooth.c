/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the oracle about points in pieces and planes between them, for all kinds, cylinder, cone and ellipsoid
 * among them. Cases worked out by hand; Caratheodory's theorem for points in hulls; a direction that separates a point
 * exactly when the piece does not contain it; and the rule that a point is in the relative interior when it may be
 * moved a little away from an inner point. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "whole.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define CUBE         "box 0 0 0  1 0 0  0 1 0  0 0 1"
#define CAN          "cylinder 0 0 0  0 0 2  1"
#define HAT          "cone 0 0 0  0 0 2  1"
#define EGG          "ellipsoid 0 0 0  3 0 0  0 2 0  0 0 1"
#define LEAF         "ellipsoid 0 0 0  3 0 0  0 2 0  0 0 0" /* flat */
#define SKEW         "ellipsoid 1 1 1  1 0 0  1 1 0  1 1 1"

/* ---- Where a point is ---------------------------------------------------------------------------------- */

enum { OUT, BORDER, RELATIVE, INNER };

/* One of the four, by the three questions; the answers must not contradict each other. */
static int place_of(const struct shape *shape, const mpq_t x[3])
{
    struct oracle_piece piece = piece_of(shape);
    bool closed = oracle_contains(&piece, x, ORACLE_CLOSED);
    bool relative = oracle_contains(&piece, x, ORACLE_RELATIVE);
    bool interior = oracle_contains(&piece, x, ORACLE_INTERIOR);
    assert_true((closed || !relative) && (relative || !interior));
    return interior ? INNER : relative ? RELATIVE : closed ? BORDER : OUT;
}

static const struct {
    const char *shape, *x[3];
    int want;
} known_places[] = {
    {"point 1 2 3", {"1", "2", "3"}, RELATIVE},
    {"point 1 2 3", {"1", "2", "4"}, OUT},
    {"seg 0 0 0  1 1 1", {"1/3", "1/3", "1/3"}, RELATIVE},
    {"seg 0 0 0  1 1 1", {"1", "1", "1"}, BORDER},
    {"seg 0 0 0  1 1 1", {"1/3", "1/3", "1/2"}, OUT},
    {"seg 0 0 0  1 1 1", {"4/3", "4/3", "4/3"}, OUT},
    {"tri 1 0 0  0 1 0  0 0 1", {"1/3", "1/3", "1/3"}, RELATIVE},
    {"tri 1 0 0  0 1 0  0 0 1", {"1/3", "2/3", "0"}, BORDER},
    {"tri 1 0 0  0 1 0  0 0 1", {"1/3", "1/3", "1/4"}, OUT},
    {"tri 1 0 0  0 1 0  0 0 1", {"2/3", "2/3", "-1/3"}, OUT},
    {"tri 1 0 0  2 0 0  4 0 0", {"3", "0", "0"}, RELATIVE},
    {"tetra 0 0 0  1 0 0  0 1 0  0 0 1", {"1/3", "1/3", "1/3"}, BORDER},
    {"tetra 0 0 0  1 0 0  0 1 0  0 0 1", {"1/4", "1/3", "1/3"}, INNER},
    {"tetra 0 0 0  1 0 0  0 1 0  0 0 1",
     {"1/3", "1/3", "3333333333333333333334/9999999999999999999999"},
     OUT},
    {CUBE, {"1/7", "1/7", "1/7"}, INNER},
    {CUBE, {"1/7", "1", "1/7"}, BORDER},
    {CUBE, {"1/7", "8/7", "1/7"}, OUT},
    {"box 0 0 0  1 0 0  0 1 0  1 1 0", {"1", "1", "0"}, RELATIVE},
    {"box 0 0 0  1 0 0  0 1 0  1 1 0", {"2", "2", "0"}, BORDER},
    {"box 1e308 0 0  1e308 0 0  0 1 0  0 0 1", {"1/7", "1/7", "1/7"}, OUT},
    {"hull 1 0 0  -1 0 0  0 1 0  0 -1 0  0 0 1  0 0 -1", {"1/3", "-1/3", "-1/3"}, BORDER},
    {"hull 1 0 0  -1 0 0  0 1 0  0 -1 0  0 0 1  0 0 -1", {"1/3", "-1/3", "-1/4"}, INNER},
    {"sphere 0 0 0  1", {"3/5", "4/5", "0"}, BORDER},
    {"sphere 0 0 0  1", {"3/5", "4/5", "1/1000000000000000000000000"}, OUT},
    {"sphere 0 0 0  1", {"3/5", "3/5", "0"}, INNER},
    {"sphere 1 1 1  0", {"1", "1", "1"}, RELATIVE},
    {"sphere 1 1 1  0", {"1", "1", "2"}, OUT},
    {"capsule 0 0 0  10 0 0  5", {"5", "3", "4"}, BORDER},
    {"capsule 0 0 0  10 0 0  5", {"13", "4", "0"}, BORDER},
    {"capsule 0 0 0  10 0 0  5", {"-3", "4", "0"}, BORDER},
    {"capsule 0 0 0  10 0 0  5", {"-3", "39/10", "0"}, INNER},
    {"capsule 0 0 0  10 0 0  5", {"14", "4", "0"}, OUT},
    {"capsule 0 0 0  10 0 0  0", {"10", "0", "0"}, BORDER},
    {"capsule 0 0 0  10 0 0  0", {"9", "0", "0"}, RELATIVE},
    {"half 1 2 2  9", {"1", "2", "2"}, BORDER},
    {"half 1 2 2  9", {"1", "2", "5/3"}, INNER},
    {"half 1 2 2  9", {"1", "2", "7/3"}, OUT},
    {CAN, {"3/5", "4/5", "1"}, BORDER},
    {CAN, {"3/5", "4/5", "0"}, BORDER},
    {CAN, {"3/5", "3/5", "2"}, BORDER},
    {CAN, {"3/5", "3/5", "1"}, INNER},
    {CAN, {"3/5", "5/6", "1"}, OUT},
    {CAN, {"0", "0", "-1/9"}, OUT},
    {CAN, {"0", "0", "19/9"}, OUT},
    {"cylinder 1 1 1  3 3 3  0", {"2", "2", "2"}, RELATIVE},
    {"cylinder 1 1 1  3 3 3  0", {"3", "3", "3"}, BORDER},
    {"cylinder 1 1 1  1 1 1  0", {"1", "1", "1"}, RELATIVE},
    {"cylinder 1 1 1  1 1 1  0", {"1", "1", "2"}, OUT},
    {"cylinder 1 1 1  1 1 1  1", {"1", "1", "1"}, OUT}, /* not valid */
    {HAT, {"0", "0", "2"}, BORDER},
    {HAT, {"3/10", "4/10", "1"}, BORDER},
    {HAT, {"3/10", "4/10", "99/100"}, INNER},
    {HAT, {"3/10", "4/10", "101/100"}, OUT},
    {HAT, {"3/5", "4/5", "0"}, BORDER},
    {HAT, {"3/5", "3/5", "0"}, BORDER},
    {HAT, {"0", "0", "-1"}, OUT},
    {HAT, {"0", "0", "3"}, OUT}, /* in the other half of the double cone */
    {"cone 1 1 1  3 3 3  0", {"2", "2", "2"}, RELATIVE},
    {EGG, {"0", "0", "0"}, INNER},
    {EGG, {"3", "0", "0"}, BORDER},
    {EGG, {"9/5", "8/5", "0"}, BORDER},
    {EGG, {"9/5", "8/5", "1/1000000000000"}, OUT},
    {EGG, {"9/5", "3/2", "0"}, INNER},
    {LEAF, {"0", "0", "0"}, RELATIVE},
    {LEAF, {"9/5", "8/5", "0"}, BORDER},
    {LEAF, {"9/5", "17/10", "0"}, OUT},
    {LEAF, {"0", "0", "1/1000000000000"}, OUT},
    {SKEW, {"2", "1", "1"}, BORDER},
    {SKEW, {"2", "2", "2"}, BORDER},
    {SKEW, {"3", "2", "1"}, OUT},
    {SKEW, {"8/5", "1", "1"}, INNER},
    /* Vectors that depend on each other: 3 u + 4 v of the same direction make a segment of half-length 5 |u|. */
    {"ellipsoid 0 0 0  3 3 0  4 4 0  0 0 0", {"5", "5", "0"}, BORDER},
    {"ellipsoid 0 0 0  3 3 0  4 4 0  0 0 0", {"49/10", "49/10", "0"}, RELATIVE},
    {"ellipsoid 0 0 0  3 3 0  4 4 0  0 0 0", {"51/10", "51/10", "0"}, OUT},
    {"ellipsoid 0 0 0  3 3 0  4 4 0  0 0 0", {"4", "5", "0"}, OUT},
    {"ellipsoid 1 2 3  0 0 0  0 0 0  0 0 0", {"1", "2", "3"}, RELATIVE},
    {"ellipsoid 1 2 3  0 0 0  0 0 0  0 0 0", {"1", "2", "4"}, OUT},
    {"ellipsoid 0 0 0  1e308 0 0  0 1e-320 0  0 0 1", {"1", "0", "1/2"}, INNER},
};

static void test_known_places(void **state)
{
    (void)state;
    mpq_t x[3];
    mpq_inits(x[0], x[1], x[2], (mpq_ptr)NULL);
    for (size_t i = 0; i < COUNT(known_places); i++) {
        struct shape shape = parse(known_places[i].shape);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(mpq_set_str(x[k], known_places[i].x[k], 10), 0);
            mpq_canonicalize(x[k]);
        }
        int got = place_of(&shape, x);
        if (got != known_places[i].want)
            fail_msg("%s: place %d of case %zu", known_places[i].shape, got, i);
    }
    mpq_clears(x[0], x[1], x[2], (mpq_ptr)NULL);
}

/* ---- Known separations --------------------------------------------------------------------------------- */

static const struct {
    const char *a, *b;
    double n[3];
    int want;
} known_planes[] = {
    {"point 0 0 0", "point 1 0 0", {1, 0, 0}, 1},
    {"point 0 0 0", "point 1 0 0", {-1, 5, 0}, -1},
    {"point 0 0 0", "point 1 0 0", {0, 1, 0}, 0},
    {"point 0 0 0", "point 1 0 0", {0, 0, 0}, 0},
    {"point 0 0 0", "point 1 0 0", {INFINITY, 0, 0}, 0},
    {"point 0 0 0", "point 4.9e-324 0 0", {1, 0, 0}, 1},
    {CUBE, "point 1 0 0", {1, 0, 0}, 0},
    {CUBE, "point 1.0000000000000002 0 0", {1, 0, 0}, 1},
    {CUBE, "tetra 2 2 2  -1 0 0  0 -1 0  0 0 -1", {1, 1, 1}, 1},
    {CUBE, "tetra 2 2 2  -2 -1 0  0 -1 0  0 0 -1", {1, 1, 1}, 0},
    {"sphere 0 0 0  1", "sphere 3 4 0  3.9", {3, 4, 0}, 1},
    {"sphere 0 0 0  1", "sphere 3 4 0  4", {3, 4, 0}, 0},
    {"sphere 0 0 0  1", "sphere 3 4 0  4", {6e300, 8e300, 0}, 0},
    {"sphere 0 0 0  1", "sphere 3 4 0  3.9999999999999996", {3, 4, 0}, 1},
    {"sphere 0 0 0  1", "sphere 3 4 0  3.9999999999999996", {-3, -4, 0}, -1},
    {"sphere 0 0 0  0.7", "sphere 2 0 0  0.7", {1, 1, 0}, 1},
    {"sphere 0 0 0  0.75", "sphere 2 0 0  0.75", {1, 1, 0}, 0},
    {"capsule 0 0 0  0 5 0  1", "point 3 5 0", {1, 0, 0}, 1},
    {"capsule 0 0 0  0 5 0  1", "point 3 5 0", {1, 1, 0}, 1},
    {"capsule 0 0 0  0 5 0  1", "point 3 5 0", {1, 8, 0}, 0},
    {CAN, "point 1 0 1", {1, 0, 0}, 0},
    {CAN, "point 1.0000000000000002 0 1", {1, 0, 0}, 1},
    {CAN, "point 1.0000000000000002 0 1", {-1, 0, 0}, -1},
    {CAN, "point 0 0 2", {0, 0, 1}, 0},
    {CAN, "point 0 0 2.0000000000000004", {0, 0, 1}, 1},
    {CAN, "cylinder 3 0 0  3 0 2  1.5", {1, 0, 0}, 1},
    {CAN, "cylinder 3 0 0  3 0 2  2", {1, 0, 0}, 0},
    {CAN, "cylinder 3 0 -5  3 0 9  1.5", {1, 0, 0.125}, 0},
    {"cylinder 1 1 1  1 1 1  0", "point 1 1 2", {0, 0, 1}, 1},
    {"cylinder 1 1 1  1 1 1  1", "point 1 1 9", {0, 0, 1}, 0}, /* not valid */
    {HAT, "point 1 0 0.25", {2, 0, 1}, 1},
    {HAT, "point 1 0 0", {2, 0, 1}, 0},
    {HAT, "point 0.5 0 1", {2, 0, 1}, 0},
    {HAT, "point 0 0 2", {0, 0, 1}, 0},
    {HAT, "point 0 0 2.5", {0, 0, 1}, 1},
    {HAT, "point 0 0 -0.5", {0, 0, -1}, 1},
    {HAT, "point 0 0 -0.5", {1, 0, -1}, 0},
    {HAT, "cone 0 0 4  0 0 2.5  3", {0, 0, 1}, 1},
    {HAT, "cone 0 0 4  0 0 2.5  3", {1, 0, 1}, 0},
    {EGG, "point 3 0 0", {1, 0, 0}, 0},
    {EGG, "point 3.5 0 0", {1, 0, 0}, 1},
    {EGG, "point 3.5 0 0", {1, 1, 0}, 0},
    {EGG, "ellipsoid 6.5 0 0  0 3 0  3 0 0  0 0 9", {1, 0, 0}, 1},
    {EGG, "ellipsoid 6 0 0  0 3 0  3 0 0  0 0 9", {1, 0, 0}, 0},
    {LEAF, "point 0 0 1e-300", {0, 0, 1}, 1},
    {LEAF, "point 0 0 1e-300", {1e-300, 0, 1}, 0},
    {"half 1 0 0  0", "sphere 2 0 0  1", {1, 0, 0}, 1},
    {"half 1 0 0  0", "sphere 2 0 0  1", {-7, 0, 0}, -1},
    {"half 1 0 0  0", "sphere 2 0 0  1", {1, 1e-300, 0}, 0},
    {"half 1 0 0  0", "sphere 1 0 0  1", {1, 0, 0}, 0},
    {"half 1 2 2  9", "half -2 -4 -4  -18.5", {3, 6, 6}, 1},
    {"half 1 2 2  9", "half -2 -4 -4  -18", {3, 6, 6}, 0},
    {"half 1 2 2  9", "half 2 4 4  -18.5", {3, 6, 6}, 0},
};

static int separated(const struct shape *a, const struct shape *b, const double n[3])
{
    struct oracle_piece piece_a = piece_of(a), piece_b = piece_of(b);
    int side = oracle_smooth_separated(&piece_a, &piece_b, n);
    assert_int_equal(oracle_smooth_separated(&piece_b, &piece_a, n), -side);
    return side;
}

static void test_known_planes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(known_planes); i++) {
        struct shape a = parse(known_planes[i].a), b = parse(known_planes[i].b);
        int got = separated(&a, &b, known_planes[i].n);
        if (got != known_planes[i].want)
            fail_msg("%s, %s: side %d of case %zu", known_planes[i].a, known_planes[i].b, got, i);
    }
}

static void test_valid_pieces(void **state)
{
    (void)state;
    static const char *const bad[] = {"cylinder 0 0 0  0 0 1  -1",  "cylinder 1 2 3  1 2 3  1",
                                      "cylinder 0 0 0  -0 0 -0  1", "cone 0 0 0  0 0 inf  1",
                                      "cone 1 2 3  1 2 3  1",       "cone 0 0 0  1 0 0",
                                      "ellipsoid 0 0 0  1 0 0",     "ellipsoid 0 0 0  1 0 0  0 1 0  0 0 nan"};
    static const char *const good[] = {
        CAN, HAT, EGG, LEAF, SKEW, "cone 1 2 3  1 2 3  0", "cylinder 1 2 3  1 2 3  0"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct shape shape = parse(bad[i]);
        struct oracle_piece piece = piece_of(&shape);
        assert_false(oracle_is_valid(&piece));
    }
    for (size_t i = 0; i < COUNT(good); i++) {
        struct shape shape = parse(good[i]);
        struct oracle_piece piece = piece_of(&shape);
        assert_true(oracle_is_valid(&piece));
    }
}

/* ---- At random ----------------------------------------------------------------------------------------- */

static bool is_valid(const struct shape *shape)
{
    struct oracle_piece piece = piece_of(shape);
    return oracle_is_valid(&piece);
}

static struct shape random_valid(enum oracle_kind kind, int size)
{
    struct shape shape;
    do
        shape = random_whole(kind, size);
    while (!is_valid(&shape));
    if (kind == ORACLE_HULL)
        shape.count = 3 * (size_t)random_int(1, 6);
    if (has_radius(kind) && random_int(0, 1) == 0)
        shape.number[shape.count - 1] *= 0.5;
    return shape;
}

/* A point where it matters: of an ellipsoid, its vectors times 0, 1/2 or 1; of a cylinder, cone or capsule, a quarter
 * of the axis and something across it; of polyhedra, the middle between two vertices. */
static void random_near(const struct shape *shape, double x[3])
{
    const double *number = shape->number;
    struct shape hull =
        shape->kind == ORACLE_TETRA || shape->kind == ORACLE_BOX ? hull_of_cell(shape) : *shape;
    size_t i = (size_t)random_int(0, (int)(hull.count / 3) - 1),
           j = (size_t)random_int(0, (int)(hull.count / 3) - 1);
    if (shape->kind == ORACLE_ELLIPSOID) {
        memcpy(x, number, 3 * sizeof x[0]);
        for (size_t n = 3; n < 12; n += 3) {
            double factor = random_int(0, 2) == 0 ? 0 : random_int(-2, 2) * 0.5;
            for (size_t k = 0; k < 3; k++)
                x[k] += factor * number[n + k];
        }
    } else if (shape->kind != ORACLE_SPHERE && has_radius(shape->kind)) {
        double along = random_int(0, 4) * 0.25, across = random_int(0, 3) * 0.125, d[3], r[3];
        for (size_t k = 0; k < 3; k++) {
            d[k] = number[3 + k] - number[k];
            r[k] = random_int(-2, 2);
        }
        for (size_t k = 0; k < 3; k++)
            x[k] = number[k] + along * d[k] +
                   across * (d[(k + 1) % 3] * r[(k + 2) % 3] - d[(k + 2) % 3] * r[(k + 1) % 3]);
    } else {
        for (size_t k = 0; k < 3; k++)
            x[k] = (hull.number[3 * i + k] + hull.number[3 * j + k]) / 2;
    }
}

/* Whole polyhedra: n separates them as it separates their vertices. */
static void test_planes_of_polyhedra(void **state)
{
    (void)state;
    random_state = 21;
    long seen[3] = {0};
    for (int round = 0; round < 4000; round++) {
        struct shape a = random_valid((enum oracle_kind)(round % 6 == 5 ? ORACLE_HULL : 1 + round % 6), 2);
        struct shape b =
            random_valid((enum oracle_kind)(round / 6 % 6 == 5 ? ORACLE_HULL : 1 + round / 6 % 6), 2);
        double n[3] = {random_int(-3, 3), random_int(-3, 3), random_int(-3, 3)};
        struct whole d[DIFFERENCES], axis = {{(int64_t)n[0], (int64_t)n[1], (int64_t)n[2]}};
        size_t count = whole_differences(&a, &b, d);
        bool below = true, above = true;
        for (size_t i = 0; i < count; i++) {
            below = below && whole_dot(axis, d[i]) < 0;
            above = above && whole_dot(axis, d[i]) > 0;
        }
        int want = below ? 1 : above ? -1 : 0;
        assert_int_equal(separated(&a, &b, n), want);
        assert_true(want == 0 || verdict(&a, &b) == ORACLE_APART);
        seen[want + 1]++;
    }
    assert_true(seen[0] > 100 && seen[1] > 100 && seen[2] > 100);
}

/* Whole hulls and points, by Caratheodory's theorem. */
static void test_places_in_hulls(void **state)
{
    (void)state;
    random_state = 22;
    mpq_t x[3];
    mpq_inits(x[0], x[1], x[2], (mpq_ptr)NULL);
    long seen[4] = {0};
    for (int round = 0; round < 3000; round++) {
        struct shape shape =
            random_valid((enum oracle_kind)(round % 6 == 5 ? ORACLE_HULL : 1 + round % 6), 1);
        struct shape point = random_valid(ORACLE_POINT, 2), near = point;
        for (size_t i = 0; i < shape.count; i++)
            shape.number[i] *= 4;
        /* The middle of two middles is whole, as the vertices are multiples of 4. */
        if (round % 8 != 0) {
            random_near(&shape, point.number);
            random_near(&shape, near.number);
            for (int k = 0; k < 3; k++)
                point.number[k] = (point.number[k] + near.number[k]) / 2;
        }
        struct whole d[DIFFERENCES];
        size_t count = whole_differences(&shape, &point, d);
        for (int k = 0; k < 3; k++)
            mpq_set_d(x[k], point.number[k]);
        int got = place_of(&shape, x);
        assert_int_equal(got != OUT, origin_in_hull(d, count));
        assert_int_equal(got == INNER, origin_in_interior(d, count));
        seen[got]++;

        /* The same, far smaller or larger. */
        int exponent = round % 2 == 0 ? -9 : 40;
        struct shape other;
        assert_true(scaled(&shape, exponent, &other));
        for (int k = 0; k < 3; k++)
            mpq_set_d(x[k], ldexp(point.number[k], exponent));
        assert_int_equal(place_of(&other, x), got);
    }
    assert_true(seen[OUT] > 50 && seen[BORDER] > 50 && seen[RELATIVE] > 50 && seen[INNER] > 20);
    mpq_clears(x[0], x[1], x[2], (mpq_ptr)NULL);
}

/* ---- A direction for each point outside ---------------------------------------------------------------- */

static long double dot(const long double a[3], const long double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* For x not in a cylinder or cone, with axis d from a, w = x - a and s = w.d: one of -d, d, and the normal of the side
 * that faces x, which is w's part across the axis, of length 1, plus (r / d.d) d for a cone. */
static void direction_of_rod(const struct shape *shape, const double x[3], double n[3])
{
    long double d[3], w[3];
    for (int k = 0; k < 3; k++) {
        d[k] = (long double)shape->number[3 + k] - shape->number[k];
        w[k] = (long double)x[k] - shape->number[k];
    }
    long double dd = dot(d, d), s = dot(w, d),
                across = sqrtl(fmaxl(0, dot(w, w) - (dd > 0 ? s * s / dd : 0)));
    long double slope = shape->kind == ORACLE_CONE && dd > 0 ? shape->number[6] / dd : 0;
    for (int k = 0; k < 3; k++)
        if (dd == 0)
            n[k] = (double)w[k];
        else if (s < 0 || s > dd)
            n[k] = (double)(s < 0 ? -d[k] : d[k]);
        else
            n[k] = across > 0 ? (double)((w[k] - s / dd * d[k]) / across + slope * d[k]) : (double)d[k];
}

/* For x not in an ellipsoid, with Q = A A^T and y = x - c: the solution n of (Q + e) n = y for a small e. As e goes to
 * 0 it becomes the normal of the ellipsoid that x is on; and across the span of a flat one it becomes large. */
static void direction_of_ellipsoid(const struct shape *shape, const double x[3], double n[3])
{
    long double q[3][3] = {{0}}, y[3];
    for (int k = 0; k < 3; k++) {
        y[k] = (long double)x[k] - shape->number[k];
        q[k][k] = 0x1p-20L;
        for (int j = 0; j < 3; j++)
            for (int i = 3; i < 12; i += 3)
                q[k][j] += (long double)shape->number[i + k] * shape->number[i + j];
    }
    long double minor[3][3], det = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            minor[i][j] = q[(i + 1) % 3][(j + 1) % 3] * q[(i + 2) % 3][(j + 2) % 3] -
                          q[(i + 1) % 3][(j + 2) % 3] * q[(i + 2) % 3][(j + 1) % 3];
    for (int j = 0; j < 3; j++)
        det += q[0][j] * minor[0][j];
    for (int k = 0; k < 3; k++)
        n[k] = (double)(dot(minor[k], y) / det);
}

/* A point inside is not separated by any direction; one outside is separated by the direction made for it. */
static void test_places_and_planes(void **state)
{
    (void)state;
    random_state = 23;
    mpq_t q[3];
    mpq_inits(q[0], q[1], q[2], (mpq_ptr)NULL);
    long seen[4] = {0};
    for (int round = 0; round < 12000; round++) {
        struct shape shape = random_valid((enum oracle_kind)(ORACLE_CYLINDER + round % 3), 2);
        struct shape point = random_valid(ORACLE_POINT, round % 2 == 0 ? 3 : 9);
        for (int k = 0; k < 3; k++)
            point.number[k] = round % 2 == 0 ? point.number[k] : point.number[k] / 4;
        if (round / 3 % 3 != 0)
            random_near(&shape, point.number);
        for (int k = 0; k < 3; k++)
            mpq_set_d(q[k], point.number[k]);
        double n[3];
        if (shape.kind == ORACLE_ELLIPSOID)
            direction_of_ellipsoid(&shape, point.number, n);
        else
            direction_of_rod(&shape, point.number, n);
        int place = place_of(&shape, q);
        bool apart = separated(&shape, &point, n) == 1;
        if (apart != (place == OUT)) {
            print_shape(&shape);
            print_shape(&point);
            fail_msg("place %d, separated %d", place, apart);
        }
        struct shape other = random_wild(ORACLE_POINT, 0);
        assert_true(place == OUT || separated(&shape, &point, other.number) == 0);
        seen[place]++;
    }
    assert_true(seen[OUT] > 1000 && seen[BORDER] > 200 && seen[RELATIVE] > 50 && seen[INNER] > 200);
    mpq_clears(q[0], q[1], q[2], (mpq_ptr)NULL);
}

/* ---- Interior and relative interior -------------------------------------------------------------------- */

/* A point of the relative interior: the mean of the vertices or ends; for a cone nearer to the base. */
static void inner_point(const struct shape *shape, mpq_t c[3])
{
    struct shape cell = *shape;
    bool single = shape->kind == ORACLE_ELLIPSOID || shape->kind == ORACLE_SPHERE;
    if (shape->kind == ORACLE_TETRA || shape->kind == ORACLE_BOX)
        cell = hull_of_cell(shape);
    size_t count = single ? 1 : cell.count / 3;
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += cell.number[3 * i + (size_t)k];
        mpq_t divisor;
        mpq_init(divisor);
        mpq_set_ui(divisor, count, 1);
        mpq_set_d(c[k], sum);
        mpq_div(c[k], c[k], divisor);
        mpq_clear(divisor);
    }
}

/* Closed membership of c + (1 + e) (x - c), e = 2^-40, and of c with e added to or taken from one coordinate. */
static bool is_closed_beyond(const struct shape *shape, const mpq_t c[3], const mpq_t x[3])
{
    mpq_t moved[3], part;
    mpq_inits(moved[0], moved[1], moved[2], part, (mpq_ptr)NULL);
    for (int k = 0; k < 3; k++) {
        mpq_sub(part, x[k], c[k]);
        mpq_div_2exp(part, part, 40);
        mpq_add(moved[k], x[k], part);
    }
    bool closed = place_of(shape, moved) != OUT;
    mpq_clears(moved[0], moved[1], moved[2], part, (mpq_ptr)NULL);
    return closed;
}

static bool is_solid(const struct shape *shape, const mpq_t c[3])
{
    mpq_t moved[3], e;
    mpq_inits(moved[0], moved[1], moved[2], e, (mpq_ptr)NULL);
    bool solid = true;
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++)
            mpq_set(moved[k], c[k]);
        mpq_set_si(e, i % 2 == 0 ? 1 : -1, 1);
        mpq_div_2exp(e, e, 40);
        mpq_add(moved[i / 2], moved[i / 2], e);
        solid = solid && place_of(shape, moved) != OUT;
    }
    mpq_clears(moved[0], moved[1], moved[2], e, (mpq_ptr)NULL);
    return solid;
}

static void test_interiors(void **state)
{
    (void)state;
    random_state = 24;
    mpq_t x[3], c[3];
    mpq_inits(x[0], x[1], x[2], c[0], c[1], c[2], (mpq_ptr)NULL);
    long seen[4] = {0};
    for (int round = 0; round < 6000; round++) {
        int kind = 1 + round % ORACLE_ELLIPSOID;
        if (kind == ORACLE_HALF)
            continue;
        struct shape shape = random_valid((enum oracle_kind)kind, 2);
        inner_point(&shape, c);
        double near[3] = {random_int(-4, 4) * 0.5, random_int(-4, 4) * 0.5, random_int(-4, 4) * 0.5};
        if (round / 12 % 4 != 0)
            random_near(&shape, near);
        for (int k = 0; k < 3; k++)
            mpq_set_d(x[k], near[k]);
        int place = place_of(&shape, x);
        bool relative = is_closed_beyond(&shape, c, x), solid = is_solid(&shape, c);
        int want = relative ? (solid ? INNER : RELATIVE) : place == OUT ? OUT : BORDER;
        if (place != want) {
            print_shape(&shape);
            fail_msg("place %d, want %d", place, want);
        }
        seen[place]++;
    }
    assert_true(seen[OUT] > 500 && seen[BORDER] > 50 && seen[RELATIVE] > 200 && seen[INNER] > 500);
    mpq_clears(x[0], x[1], x[2], c[0], c[1], c[2], (mpq_ptr)NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_places),    cmocka_unit_test(test_known_planes),
        cmocka_unit_test(test_valid_pieces),    cmocka_unit_test(test_planes_of_polyhedra),
        cmocka_unit_test(test_places_in_hulls), cmocka_unit_test(test_places_and_planes),
        cmocka_unit_test(test_interiors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
