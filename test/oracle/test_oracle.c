/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the oracle itself: cases whose truth follows by reasoning, for every pair of kinds; one set
 * written as several kinds; rules of symmetry on random doubles; and, on small integers, a second decision
 * by other theorems: Caratheodory's for meeting, six points around the origin for overlapping, the point
 * of least norm among all simplices of a - b for the distance. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "whole.h"

#include <float.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Expectations -------------------------------------------------------------------------------------- */

static void expect(int want, const struct shape *a, const struct shape *b, const char *what)
{
    int got = verdict(a, b);
    if (got == want)
        return;
    print_shape(a);
    print_shape(b);
    fail_msg("%s: verdict %d instead of %d", what, got, want);
}

/* The verdict, and the same one after every exact transform that keeps it. */
static void expect_pair(int want, const struct shape *a, const struct shape *b)
{
    expect(want, a, b, "as given");
    expect(want, b, a, "swapped");
    struct shape turned_a = turned(a), turned_b = turned(b);
    expect(want, &turned_a, &turned_b, "turned");
    expect(want, &turned_b, &turned_a, "turned and swapped");
    struct shape reflected_a = reflected(a), reflected_b = reflected(b);
    expect(want, &reflected_a, &reflected_b, "reflected");
    static const int exponent[] = {-300, -7, 40, 600};
    for (size_t i = 0; i < COUNT(exponent); i++) {
        struct shape scaled_a, scaled_b;
        if (scaled(a, exponent[i], &scaled_a) && scaled(b, exponent[i], &scaled_b))
            expect(want, &scaled_a, &scaled_b, "scaled");
    }
}

static void expect_text(int want, const char *text_a, const char *text_b)
{
    struct shape a = parse(text_a), b = parse(text_b);
    expect_pair(want, &a, &b);
}

/* ---- Cases known by reasoning, for every pair of kinds ------------------------------------------------- */

enum { A = ORACLE_APART, T = ORACLE_TOUCHING, O = ORACLE_OVERLAPPING };

#define CUBE   "box 0 0 0  1 0 0  0 1 0  0 0 1"
#define CORNER "tetra 0 0 0  1 0 0  0 1 0  0 0 1"
#define FLOOR  "tri 0 0 0  4 0 0  0 4 0"
#define BALL   "sphere 0 0 0  5"
#define ROD    "capsule 0 0 0  10 0 0  5"
#define SLOPE  "half 1 2 2  9" /* its normal has length 3 */

static const struct known {
    int want;
    const char *a, *b;
} known[] = {
    /* A point against flat pieces touches at best. */
    {T, "point 1 2 3", "point 1 2 3"},
    {A, "point 1 2 3", "point 1 2 3.0000000000000004"},
    {A, "point 0 0 0", "point 0 4.9e-324 0"},
    {T, "point 1 1 1", "seg 0 0 0  2 2 2"},
    {T, "point 2 2 2", "seg 0 0 0  2 2 2"},
    {A, "point 3 3 3", "seg 0 0 0  2 2 2"},
    {A, "point 1 1 1.0000000000000002", "seg 0 0 0  2 2 2"},
    {T, "point 1 1 1", "seg 1 1 1  1 1 1"},
    {T, "point 1 1 0", FLOOR},
    {T, "point 2 2 0", FLOOR},
    {T, "point 0 4 0", FLOOR},
    {A, "point 2 2.0000000000000004 0", FLOOR},
    {A, "point 1 1 -4.9e-324", FLOOR},
    {A, "point 5 0 0", FLOOR},
    /* A point in the interior of a solid overlaps it: their difference is a moved solid. */
    {O, "point 0.125 0.125 0.125", CORNER},
    {T, "point 0.25 0.25 0.5", CORNER},
    {T, "point 0 0 0", CORNER},
    {A, "point 0.5 0.5 0.5", CORNER},
    {A, "point 0.25 0.25 0.5000000000000001", CORNER},
    {T, "point 0.5 0.5 0", "tetra 0 0 0  1 0 0  0 1 0  1 1 0"},
    {O, "point 0.5 0.5 0.5", CUBE},
    {T, "point 1 0.5 0.5", CUBE},
    {T, "point 1 1 1", CUBE},
    {A, "point 1 1 1.0000000000000002", CUBE},
    {T, "point 0.5 0.5 0", "box 0 0 0  1 0 0  0 1 0  1 1 0"},
    {T, "point 3 4 0", BALL},
    {A, "point 3 4 1e-200", BALL},
    {O, "point 3 3.9 0", BALL},
    {T, "point 1 1 1", "sphere 1 1 1  0"},
    {A, "point 1 1 1", "sphere 1 1 2  0"},
    {T, "point 5 3 4", ROD},
    {T, "point 13 4 0", ROD},
    {A, "point 13 4 1", ROD},
    {O, "point 12 4 0", ROD},
    {O, "point 5 0 0", ROD},
    {T, "point 5 0 0", "capsule 0 0 0  10 0 0  0"},
    {T, "point 1 2 2", SLOPE},
    {O, "point 1 2 1.5", SLOPE},
    {A, "point 1 2 2.0000000000000004", SLOPE},
    /* Segments. */
    {T, "seg -1 0 0  1 0 0", "seg 0 -1 0  0 1 0"},
    {A, "seg -1 0 0  1 0 0", "seg 0 -1 1e-300  0 1 1e-300"},
    {T, "seg 0 0 0  2 2 2", "seg 1 1 1  3 3 3"},
    {T, "seg 0 0 0  2 2 2", "seg 2 2 2  3 3 3"},
    {A, "seg 0 0 0  2 2 2", "seg 3 3 3  4 4 4"},
    {A, "seg 0 0 0  2 2 2", "seg 0 0 1  2 2 3"},
    {A, "seg 0 0 0  2 2 0", "seg 3 0 0  3 4 0"},
    {O, "seg 1 1 -1  1 1 1", FLOOR},
    {T, "seg 1 1 0  1 1 1", FLOOR},
    {T, "seg 2 2 -1  2 2 1", FLOOR},
    {T, "seg -1 1 0  1 1 0", FLOOR},
    {A, "seg 3 3 -1  3 3 1", FLOOR},
    {A, "seg 5 5 0  6 6 0", FLOOR},
    {A, "seg 0 0 1  1 1 1", FLOOR},
    {O, "seg 0.1 0.1 -1  0.1 0.1 1", CORNER},
    {T, "seg 0 0 -1  0 0 2", CORNER},
    {T, "seg 0.5 0.5 -1  0.5 0.5 1", CORNER},
    {A, "seg 1 1 -1  1 1 1", CORNER},
    {O, "seg 0.5 0.5 -1  0.5 0.5 2", CUBE},
    {O, "seg 0.25 0.25 0.5  0.5 0.25 0.5", CUBE},
    {T, "seg 1 0.5 -1  1 0.5 2", CUBE},
    {T, "seg 2 0 0  0 2 0", CUBE},
    {T, "seg 2 0 0.5  0 2 0.5", CUBE},
    {A, "seg 2.5 0 0  0 2.5 0", CUBE},
    {T, "seg -10 3 4  10 3 4", BALL},
    {O, "seg -10 3 3  10 3 3", BALL},
    {O, "seg -9 -9 -9  9 9 9", BALL},
    {A, "seg -10 4 4  10 4 4", BALL},
    {T, "seg 5 0 0  9 0 0", BALL},
    {A, "seg 3 4 1  9 9 9", BALL},
    {T, "seg 5 -9 5  5 9 5", ROD},
    {O, "seg 5 -9 4  5 9 4", ROD},
    {A, "seg 5 -9 6  5 9 6", ROD},
    {T, "seg 0 5 0  10 5 0", ROD},
    {T, "seg 15 0 0  19 0 0", ROD},
    {A, "seg 16 0 0  19 0 0", ROD},
    {T, "seg 1 2 2  2 2 2", SLOPE},
    {T, "seg 1 2 2  3 1 2", SLOPE},
    {O, "seg 9 9 9  1 2 1", SLOPE},
    {A, "seg 9 9 9  2 2 2", SLOPE},
    /* Triangles: coplanar plates that meet touch. */
    {O, FLOOR, "tri 1 1 -1  1 1 1  1 3 1"},
    {T, FLOOR, "tri 1 1 0  5 5 0  5 1 0"},
    {T, FLOOR, "tri 0 0 0  -1 0 1  0 -1 1"},
    {T, FLOOR, "tri 2 2 -1  2 2 1  9 9 0"},
    {T, FLOOR, FLOOR},
    {A, FLOOR, "tri 0 0 1  4 0 1  0 4 1"},
    {A, FLOOR, "tri 5 5 0  6 5 0  5 6 0"},
    {O, "tri -9 -9 0.25  9 -9 0.25  0 9 0.25", CORNER},
    {T, "tri -9 -9 0  9 -9 0  0 9 0", CORNER},
    {T, "tri -9 -9 1  9 -9 1  0 9 1", CORNER},
    {A, "tri -9 -9 1.5  9 -9 1.5  0 9 1.5", CORNER},
    {O, "tri -9 -9 0.5  9 -9 0.5  0 9 0.5", CUBE},
    {T, "tri -9 -9 1  9 -9 1  0 9 1", CUBE},
    {A, "tri -9 -9 1.5  9 -9 1.5  0 9 1.5", CUBE},
    {T, "tri -9 -9 5  9 -9 5  0 9 5", BALL},
    {O, "tri -9 -9 4  9 -9 4  0 9 4", BALL},
    {A, "tri -9 -9 6  9 -9 6  0 9 6", BALL},
    {T, "tri -9 3 4  9 3 4  0 9 12", BALL},
    {T, "tri 3 4 0  6 8 0  6 8 1", BALL},
    {T, "tri -9 -9 5  19 -9 5  5 9 5", ROD},
    {O, "tri -9 -9 4  19 -9 4  5 9 4", ROD},
    {A, "tri -9 -9 6  19 -9 6  5 9 6", ROD},
    {T, "tri 15 -9 -9  15 9 -9  15 0 9", ROD},
    {O, "tri 5 -99 -99  5 99 -99  5 0 99", ROD},
    {T, "tri 1 2 2  3 1 2  3 2 1", SLOPE},
    {T, "tri 1 2 2  9 9 9  8 8 9", SLOPE},
    {O, "tri 0 0 0  9 9 9  8 8 9", SLOPE},
    {A, "tri 3 3 3  9 9 9  8 8 9", SLOPE},
    /* Tetrahedra. The first is example (18) of Baillehache's paper on Fourier-Motzkin elimination. */
    {A, "tetra 0.5 0.5 0.5  -1 0 0  0 -1 0  0 0 -1", "tetra -0.6 -0.6 -0.6  1 0 0  0 1 0  0 0 1"},
    {A, "tetra 1 1 1  -1 0 0  0 -1 0  0 0 -1", CORNER},
    {T, "tetra 1 1 1  -1 0 0  0 -1 0  0 0 -1", "tetra 0 0 0  2 0 0  0 2 0  0 0 2"},
    {O, "tetra 1 1 1  -1 0 0  0 -1 0  0 0 -1", "tetra 0 0 0  3 0 0  0 3 0  0 0 3"},
    {O, CORNER, CORNER},
    {T, CORNER, "tetra 0 0 0  -1 0 0  0 -1 0  0 0 -1"},
    {T, CORNER, "tetra 0 0 0  1 0 0  0 -1 0  0 0 -1"},
    {T, CORNER, "tetra 0 0 0  1 0 0  0 1 0  1 1 0"},
    {T, "tetra 0 0 0  1 0 0  0 1 0  1 1 0", "tetra 1 1 0  1 0 0  0 1 0  1 1 0"},
    {T, CORNER, "box 0.5 0.5 0  1 0 0  0 1 0  0 0 1"},
    {O, CORNER, "box 0.4 0.4 0  1 0 0  0 1 0  0 0 1"},
    {A, CORNER, "box 0.5 0.5 0.125  1 0 0  0 1 0  0 0 1"},
    {O, CORNER, "box 0.1 0.1 -9  1 0 0  0 1 0  0 0 99"},
    {T, CORNER, "sphere 1 -3 -4  5"},
    {A, CORNER, "sphere 1 -3 -4  4.9999999999999991"},
    {O, CORNER, "sphere 1 -3 -4  5.0000000000000009"},
    {T, CORNER, "sphere 0.25 0.25 -2  2"},
    {O, CORNER, "sphere 0.1 0.1 0.1  1e-300"},
    {O, CORNER, "sphere 0.1 0.1 0.1  0"},
    {T, CORNER, "sphere 0.1 0.1 0  0"},
    {T, "tetra 0 0 0  20 -10 0  0 10 -10  -1 -2 -2", "sphere 7 4 1.5  6"},
    {A, "tetra 0 0 0  20 -10 0  0 10 -10  -1 -2 -2", "sphere 7 4 1.5  5.5"},
    {T, CORNER, "capsule 0.25 0.25 -2  0.25 0.25 -9  2"},
    {O, CORNER, "capsule 0.25 0.25 -2  0.25 0.25 -9  3"},
    {A, CORNER, "capsule 0.25 0.25 -2  0.25 0.25 -9  1"},
    {O, CORNER, "capsule 0.1 0.1 -9  0.1 0.1 9  1e-9"},
    {T, CORNER, "half 1 1 1  0"},
    {T, CORNER, "half -1 -1 -1  -1"},
    {A, CORNER, "half -1 -1 -1  -2"},
    {O, CORNER, "half -1 -1 -1  -0.5"},
    /* Boxes: more of them below. */
    {O, CUBE, "box 0.9 0.9 0.9  1 0 0  0 1 0  0 0 1"},
    {T, CUBE, "box 1 0 0  1 0 0  0 1 0  0 0 1"},
    {A, CUBE, "box 1 0 1.5  1 0 0  0 1 0  0 0 1"},
    {O, CUBE, "box -9 -9 0.5  99 0 0  0 99 0  0 0 0"},
    {T, "box 0 0 0  1 0 0  0 1 0  0 0 0", "box 0.5 0.5 0  1 0 0  0 1 0  0 0 0"},
    {T, CUBE, "box 1.5 0.5 0  -1 1 0  1 1 0  0 0 1"},
    {T, CUBE, "sphere 4 5 0.5  5"},
    {A, CUBE, "sphere 4 5 1.5  5"},
    {O, CUBE, "sphere 4 5 0.5  5.5"},
    {T, CUBE, "sphere 0.5 0.5 3  2"},
    {O, CUBE, "sphere 0.5 0.5 0.5  0.125"},
    {T, CUBE, "sphere 3 3 2  3"},
    {A, CUBE, "sphere 3 3 2  2.9999999999999996"},
    {T, "box 0 0 0  20 -10 0  0 10 -10  -1 -2 -2", "sphere 7 4 1.5  6"},
    {T, CUBE, "capsule 8 2 0.5  0 8 0.5  5"},
    {A, CUBE, "capsule 8 2 0.5  0 8 0.5  4.5"},
    {O, CUBE, "capsule 8 2 0.5  0 8 0.5  5.5"},
    {O, CUBE, "capsule 0.5 0.5 -9  0.5 0.5 9  0.001"},
    {T, CUBE, "capsule 0.5 0.5 3  0.5 0.5 9  2"},
    {T, CUBE, "half -1 0 0  -1"},
    {A, CUBE, "half -1 0 0  -1.0000000000000002"},
    {O, CUBE, "half -1 0 0  -0.99999999999999989"},
    {T, CUBE, "half -1 -1 -1  -3"},
    /* Round pieces. */
    {T, "sphere 0 0 0  2", "sphere 3 4 0  3"},
    {A, "sphere 0 0 0  2", "sphere 3 4 0  2.9999999999999996"},
    {O, "sphere 0 0 0  2", "sphere 3 4 0  3.0000000000000004"},
    {T, "sphere 1 2 3  0", "sphere 1 2 3  0"},
    {O, "sphere 1 2 3  4.9e-324", "sphere 1 2 3  0"},
    {T, "sphere 5 7 0  2", ROD},
    {O, "sphere 5 6 0  2", ROD},
    {A, "sphere 5 8 0  2", ROD},
    {T, "sphere 16 8 0  5", ROD},
    {T, BALL, "half 1 0 0  -5"},
    {T, "sphere 2 4 4  3", SLOPE},
    {A, "sphere 2 4 4  2.9999999999999996", SLOPE},
    {O, "sphere 2 4 4  3.0000000000000004", SLOPE},
    {O, "sphere 1 2 2  1", SLOPE},
    {T, "sphere 1 2 2  0", SLOPE},
    {T, ROD, "capsule 5 -9 6  5 9 6  1"},
    {A, ROD, "capsule 5 -9 7  5 9 7  1"},
    {O, ROD, "capsule 5 -9 5  5 9 5  1"},
    {T, ROD, "capsule -5 8 0  25 8 0  3"},
    {T, ROD, "capsule 19 12 0  19 99 0  10"},
    {T, ROD, "capsule 15 0 0  16 0 0  -0"},
    {T, "capsule 0 0 0  2 0 0  0", "capsule 1 -1 0  1 1 0  0"},
    {O, "capsule 0 0 0  2 0 0  1e-9", "capsule 1 -1 0  1 1 0  0"},
    {T, "capsule 2 4 4  9 9 9  3", SLOPE},
    {A, "capsule 2 4 4  9 9 9  2", SLOPE},
    {O, "capsule 2 4 4  9 9 9  4", SLOPE},
    {O, "capsule 0 0 0  9 9 9  0", SLOPE},
    /* Half-spaces: only exactly opposite normals can keep them apart. */
    {O, SLOPE, SLOPE},
    {O, SLOPE, "half 2 4 4  -1e300"},
    {O, SLOPE, "half -1 -2 2  -1e300"},
    {T, SLOPE, "half -2 -4 -4  -18"},
    {O, SLOPE, "half -2 -4 -4  -17.9"},
    {A, SLOPE, "half -2 -4 -4  -18.1"},
    {A, "half 1 0 0  -1e300", "half -1 0 0  -1e300"},
    {O, "half 1 0 0  -1e300", "half -1 4.9e-324 0  -1e300"},
    {T, "half 0 0 4.9e-324  1", "half 0 0 -9.8e-324  -2"},
};

static void test_known_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(known); i++)
        expect_text(known[i].want, known[i].a, known[i].b);
}

/* The list above shows each pair of kinds with each verdict that is possible for it. Two pieces whose
 * dimensions, the spread of their difference, do not add up to three cannot overlap. */
static void test_known_cases_are_complete(void **state)
{
    (void)state;
    bool seen[ORACLE_HULL][ORACLE_HULL][4] = {{{false}}};
    for (size_t i = 0; i < COUNT(known); i++) {
        enum oracle_kind a = parse(known[i].a).kind, b = parse(known[i].b).kind;
        seen[a][b][known[i].want] = seen[b][a][known[i].want] = true;
    }
    static const int dimension[] = {0, 0, 1, 2, 3, 3, 3, 3, 3};
    for (int a = ORACLE_POINT; a <= ORACLE_HALF; a++)
        for (int b = ORACLE_POINT; b <= ORACLE_HALF; b++)
            for (int want = A; want <= O; want++)
                if (!seen[a][b][want] && (want != O || dimension[a] + dimension[b] >= 3))
                    fail_msg("no known case of verdict %d for %s and %s", want, kind_word[a], kind_word[b]);
}

static struct shape cube_at(double x, double y, double z)
{
    struct shape cube = parse(CUBE);
    cube.number[0] = x;
    cube.number[1] = y;
    cube.number[2] = z;
    return cube;
}

/* Unit cubes that share a face, an edge or a vertex touch; moved by one unit in the last place they do
 * not. */
static void test_cubes_one_ulp(void **state)
{
    (void)state;
    static const double place[] = {0, 100, 5000, -3};
    for (size_t i = 0; i < COUNT(place); i++)
        for (unsigned shared = 1; shared < 8; shared++) {
            double at[3];
            struct shape still = cube_at(place[i], place[i], place[i]);
            for (unsigned k = 0; k < 3; k++)
                at[k] = place[i] + (shared >> k & 1);
            struct shape moved = cube_at(at[0], at[1], at[2]);
            expect_pair(T, &still, &moved);
            for (unsigned k = 0; k < 3; k++) {
                if ((shared >> k & 1) == 0)
                    continue;
                moved.number[k] = nextafter(at[k], INFINITY);
                expect_pair(A, &still, &moved);
                moved.number[k] = nextafter(at[k], -INFINITY);
                expect_pair(shared == 1u << k ? O : T, &still, &moved);
                moved.number[k] = at[k];
            }
        }
}

/* The corners of a box are exact sums: 0.1 + 0.2 is above the double 0.3 and below the next one. */
static void test_corners_are_not_rounded(void **state)
{
    (void)state;
    const char *box = "box 0.1 0 0  0.2 0 0  0 1 0  0 0 1";
    expect_text(O, box, "point 0.3 0.5 0.5");
    expect_text(A, box, "point 0.30000000000000004 0.5 0.5");
    expect_text(A, "tetra 0.1 0 0  0.2 0 0  0 1 0  0 0 1", "point 0.30000000000000004 0 0");
    expect_text(O, "box 1e300 0 0  -1e300 0 0  0 1 0  0 0 1",
                "box -1 0 0  1.0000000000000002 0 0  0 1 0  0 0 1");
}

static void test_extremes(void **state)
{
    (void)state;
    const char *huge = "box -1.7976931348623157e308 0 0  1.7976931348623157e308 0 0  0 1 0  0 0 1";
    expect_text(T, huge, "point 0 0.5 0.5");
    expect_text(A, huge, "point 4.9e-324 0.5 0.5");
    expect_text(O, huge, "point -4.9e-324 0.5 0.5");
    expect_text(
        T, "box 1.7976931348623157e308 0 0  1.7976931348623157e308 0 0  0 1 0  0 0 1",
        "box -1.7976931348623157e308 0 0  1.7976931348623157e308 0 0  1.7976931348623157e308 0 0  0 1 1");
    expect_text(T, "sphere 0 0 0  1.7976931348623157e308", "point 1.7976931348623157e308 0 0");
    expect_text(A, "sphere 0 0 0  1.7976931348623157e308", "point 1.7976931348623157e308 4.9e-324 0");
    expect_text(O, "sphere 4.9e-324 0 0  1.7976931348623157e308", "point 1.7976931348623157e308 0 0");
    expect_text(T, "sphere -1.7976931348623157e308 0 0  1.7976931348623157e308",
                "sphere 1.7976931348623157e308 0 0  1.7976931348623157e308");
    expect_text(T, "box 0 0 0  4.9e-324 0 0  0 4.9e-324 0  0 0 4.9e-324",
                "box 4.9e-324 0 0  4.9e-324 0 0  0 4.9e-324 0  0 0 4.9e-324");
    expect_text(O, "box 0 0 0  1e-323 0 0  0 4.9e-324 0  0 0 4.9e-324",
                "box 4.9e-324 0 0  4.9e-324 0 0  0 4.9e-324 0  0 0 4.9e-324");
    expect_text(A, "half 4.9e-324 0 0  0", "point 4.9e-324 0 0");
    expect_text(A, "half 1.7976931348623157e308 0 0  1.7976931348623157e308", "point 1.0000000000000002 0 0");
    expect_text(T, "half 4.9e-324 0 0  4.9e-324", "sphere 4 0 0  3");
    expect_text(T, "point -0 0 -0", "point 0 -0 0");
}

static void test_invalid(void **state)
{
    (void)state;
    static const char *const bad[] = {"point 1 2",
                                      "point 1 2 3 4",
                                      "seg 1 2 3 4 5",
                                      "point 1 2 inf",
                                      "point nan 2 3",
                                      "sphere 1 2 3 -1",
                                      "half 0 -0 0 1",
                                      "capsule 1 2 3 4 5 6",
                                      "sphere 0 0 0 inf",
                                      "tri 1 2 3 4 5 6",
                                      "sphere 0 0 0 -4.9e-324",
                                      "hull 1 2 3 4",
                                      "cylinder 1 2 3 4 5 6 7",
                                      "cone 1 2 3 4 5 6 7",
                                      "ellipsoid 0 0 0 1 0 0 0 1 0 0 0 1"};
    struct shape good = parse(CUBE);
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct shape shape = parse(bad[i]);
        expect(ORACLE_INVALID, &shape, &good, bad[i]);
        expect(ORACLE_INVALID, &good, &shape, bad[i]);
    }
    struct shape unknown = {(enum oracle_kind)0, 0, {0}};
    expect(ORACLE_INVALID, &good, &unknown, "unknown kind");
}

/* ---- Random shapes ------------------------------------------------------------------------------------- */

/* Swapping, turning, reflecting and scaling change nothing, whatever the doubles. */
static void test_symmetry(void **state)
{
    (void)state;
    static const int spread[] = {0, 3, 60, 1000};
    random_state = 1;
    long seen[4] = {0};
    for (int round = 0; round < 40; round++)
        for (int a = ORACLE_POINT; a <= ORACLE_HULL; a++)
            for (int b = a; b <= ORACLE_HULL; b++) {
                bool slow = a == ORACLE_HULL || b == ORACLE_HULL;
                if (slow && round % 20 != 0)
                    continue;
                int size = slow ? round / 20 : round % 4;
                struct shape shape_a = random_wild((enum oracle_kind)a, spread[size]);
                struct shape shape_b = random_wild((enum oracle_kind)b, spread[size]);
                int want = verdict(&shape_a, &shape_b);
                assert_int_not_equal(want, ORACLE_INVALID);
                seen[want]++;
                expect_pair(want, &shape_a, &shape_b);
            }
    assert_true(seen[A] > 100 && seen[O] > 100);
}

/* ---- One set, several kinds ---------------------------------------------------------------------------- */

static struct shape shape_of(enum oracle_kind kind, const double *number)
{
    struct shape shape = {kind, kind_count[kind], {0}};
    memcpy(shape.number, number, shape.count * sizeof number[0]);
    return shape;
}

/* Segment (p, q) in every way; p == q makes it a point. Returns how many. */
static size_t segment_as_others(const double p[3], const double q[3], struct shape out[8])
{
    double d[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
    const double tri[] = {p[0], p[1], p[2], q[0], q[1], q[2], p[0], p[1], p[2]};
    const double tetra[] = {p[0], p[1], p[2], d[0], d[1], d[2], 0, 0, 0, d[0], d[1], d[2]};
    const double box[] = {p[0], p[1], p[2], 0, 0, 0, d[0], d[1], d[2], 0, 0, 0};
    const double long_box[] = {q[0], q[1], q[2], -d[0] / 2, -d[1] / 2, -d[2] / 2,
                               0,    0,    0,    -d[0] / 2, -d[1] / 2, -d[2] / 2};
    const double capsule[] = {q[0], q[1], q[2], p[0], p[1], p[2], 0};
    const double hull[NUMBERS] = {q[0], q[1], q[2], p[0], p[1], p[2]};
    out[0] = shape_of(ORACLE_SEG, tri);
    out[1] = shape_of(ORACLE_TRI, tri);
    out[2] = shape_of(ORACLE_TETRA, tetra);
    out[3] = shape_of(ORACLE_BOX, box);
    out[4] = shape_of(ORACLE_BOX, long_box);
    out[5] = shape_of(ORACLE_CAPSULE, capsule);
    out[6] = shape_of(ORACLE_HULL, hull);
    out[6].count = 6;
    if (d[0] != 0 || d[1] != 0 || d[2] != 0)
        return 7;
    out[7] = shape_of(ORACLE_POINT, p);
    return 8;
}

static void test_one_set_several_kinds(void **state)
{
    (void)state;
    random_state = 2;
    for (int round = 0; round < 2000; round++) {
        struct shape other = random_whole((enum oracle_kind)random_int(ORACLE_POINT, ORACLE_HALF), 2);
        struct shape seg = random_whole(ORACLE_SEG, 2), same[8];
        if (round % 4 == 0)
            memcpy(seg.number + 3, seg.number, 3 * sizeof seg.number[0]);
        int want = verdict(&seg, &other);
        size_t count = segment_as_others(seg.number, seg.number + 3, same);
        for (size_t i = 0; i < count; i++)
            expect(want, &same[i], &other, "segment as another kind");

        struct shape cell = random_whole(round % 2 == 0 ? ORACLE_TETRA : ORACLE_BOX, 2);
        struct shape hull = hull_of_cell(&cell);
        if (round % 8 < 2)
            expect(verdict(&cell, &other), &hull, &other, "cell as hull");

        struct shape ball = random_whole(ORACLE_SPHERE, 2);
        const double *p = ball.number;
        const double capsule[] = {p[0], p[1], p[2], p[0], p[1], p[2], p[3]};
        struct shape rod = shape_of(ORACLE_CAPSULE, capsule);
        expect(verdict(&ball, &other), &rod, &other, "sphere as capsule");
    }
}

/* A half-space is, for what is near, a box with a face in its plane: n x e and n x (n x e) span the plane. */
static struct shape box_like_half(const int n[3], int multiple)
{
    const int k = n[0] == 0 && n[1] == 0 ? 0 : 2, i = (k + 1) % 3, j = (k + 2) % 3, far = 4096;
    int u[3] = {0}, v[3];
    u[i] = n[j];
    u[j] = -n[i];
    for (int c = 0; c < 3; c++)
        v[c] = n[(c + 1) % 3] * u[(c + 2) % 3] - n[(c + 2) % 3] * u[(c + 1) % 3];
    struct shape box = {ORACLE_BOX, 12, {0}};
    for (int c = 0; c < 3; c++) {
        box.number[c] = multiple * n[c] - far * (u[c] + v[c]);
        box.number[3 + c] = 2 * far * u[c];
        box.number[6 + c] = 2 * far * v[c];
        box.number[9 + c] = -far * n[c];
    }
    return box;
}

static void test_half_space_is_a_large_box(void **state)
{
    (void)state;
    random_state = 3;
    long seen[4] = {0};
    for (int round = 0; round < 4000; round++) {
        struct shape half = random_whole(ORACLE_HALF, 3);
        const int n[3] = {(int)half.number[0], (int)half.number[1], (int)half.number[2]};
        int multiple = random_int(-2, 2);
        half.number[3] = multiple * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        struct shape box = box_like_half(n, multiple);
        struct shape other = random_whole((enum oracle_kind)random_int(ORACLE_POINT, ORACLE_CAPSULE), 3);
        int want = verdict(&box, &other);
        seen[want]++;
        expect_pair(want, &half, &other);

        /* Against the large box of an opposite half-space, or of any other. */
        const int m[3] = {-n[0], -n[1], -n[2]};
        struct shape other_half = random_whole(ORACLE_HALF, 3);
        const int any[3] = {(int)other_half.number[0], (int)other_half.number[1], (int)other_half.number[2]};
        int shift = random_int(-2, 2);
        struct shape opposite = box_like_half(round % 4 == 0 ? any : m, shift);
        if (round % 4 != 0)
            other_half = reflected(&half);
        other_half.number[3] = 0;
        for (int k = 0; k < 3; k++)
            other_half.number[3] += shift * other_half.number[k] * other_half.number[k];
        expect_pair(verdict(&half, &opposite), &half, &other_half);
        expect(verdict(&box, &opposite), &half, &other_half, "two boxes as half-spaces");
    }
    assert_true(seen[A] > 50 && seen[T] > 50 && seen[O] > 50);
}

/* ---- A second decision, on small integers -------------------------------------------------------------- */

static int second_verdict(const struct shape *a, const struct shape *b)
{
    struct whole d[DIFFERENCES];
    size_t count = whole_differences(a, b, d);
    int64_t radius = whole_radius(a) + whole_radius(b);
    bool meet = origin_in_hull(d, count);
    if (radius > 0) {
        int sign = meet ? -1 : compare_norm(d, count, radius * radius, 1);
        return sign < 0 ? O : sign == 0 ? T : A;
    }
    return !meet ? A : origin_in_interior(d, count) ? O : T;
}

/* Every pair of kinds on coordinates from a small grid, where contacts of all sorts are frequent. The larger
 * the pieces, the slower the second decision, and the fewer the rounds. */
static void test_against_second_decision(void **state)
{
    (void)state;
    random_state = 4;
    for (int a = ORACLE_POINT; a <= ORACLE_CAPSULE; a++)
        for (int b = a; b <= ORACLE_CAPSULE; b++) {
            long seen[4] = {0};
            int boxes = (a == ORACLE_BOX) + (b == ORACLE_BOX);
            int rounds = boxes == 0 ? 2000 : boxes == 1 ? 300 : 60;
            for (int round = 0; round < rounds; round++) {
                int size = 1 + round % 4;
                struct shape shape_a = random_whole((enum oracle_kind)a, size);
                struct shape shape_b = random_whole((enum oracle_kind)b, size);
                int want = second_verdict(&shape_a, &shape_b);
                seen[want]++;
                expect_pair(want, &shape_a, &shape_b);
            }
            assert_true(seen[T] > 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_cases),
        cmocka_unit_test(test_known_cases_are_complete),
        cmocka_unit_test(test_cubes_one_ulp),
        cmocka_unit_test(test_corners_are_not_rounded),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_invalid),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_one_set_several_kinds),
        cmocka_unit_test(test_half_space_is_a_large_box),
        cmocka_unit_test(test_against_second_decision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
