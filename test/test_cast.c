/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts. Polyhedra and half-spaces: the oracle's exact times rounded down and up, over all families, in both orders, in
 * every state of the floating-point unit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"

static bool same_cast(fk_cast x, fk_cast y)
{
    return x.result == y.result && x.enter.lo == y.enter.lo && x.enter.hi == y.enter.hi &&
           x.leave.lo == y.leave.lo && x.leave.hi == y.leave.hi;
}

static fk_cast cast_of(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end)
{
    fk_cast cast;
    assert_int_equal(fk_pair_cast(a, velocity, b, end, &cast), FK_OK);
    return cast;
}

static void assert_hit(fk_cast cast, double enter, double leave)
{
    assert_int_equal(cast.result, FK_CAST_HIT);
    assert_true(cast.enter.lo == enter && cast.enter.hi == enter);
    assert_true(cast.leave.lo == leave && cast.leave.hi == leave);
}

/* ---- Against the oracle -------------------------------------------------------------------------------- */

static mpq_t enter, leave;

static int make_rationals(void **state)
{
    (void)state;
    mpq_inits(enter, leave, (mpq_ptr)NULL);
    return 0;
}

static int clear_rationals(void **state)
{
    (void)state;
    mpq_clears(enter, leave, (mpq_ptr)NULL);
    return 0;
}

static bool is_rounded(const mpq_t value, fk_interval x)
{
    return oracle_compare(value, x.lo) >= 0 && oracle_compare(value, nextafter(x.lo, INFINITY)) < 0 &&
           oracle_compare(value, x.hi) <= 0 && oracle_compare(value, nextafter(x.hi, -INFINITY)) > 0;
}

static bool is_exact_cast(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end, fk_cast cast)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS],
        rate[3] = {velocity.x, velocity.y, velocity.z};
    struct oracle_piece oracle_a = to_oracle(a, number_a), oracle_b = to_oracle(b, number_b);
    if (!oracle_cast(&oracle_a, &oracle_b, rate, end, enter, leave))
        return cast.result == FK_CAST_MISS;
    return cast.result == FK_CAST_HIT && is_rounded(enter, cast.enter) && is_rounded(leave, cast.leave);
}

static void check_pair(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end, const char *family)
{
    fk_cast cast = cast_of(a, velocity, b, end), swapped = cast_of(b, fk_vec3_negate(velocity), a, end);
    if (!same_cast(cast, swapped) || !is_exact_cast(a, velocity, b, end, cast)) {
        char text[FK_PIECE_TEXT_SIZE];
        fk_piece_format(a, text, sizeof text);
        print_error("%s, result %d, enter [%.17g, %.17g], leave [%.17g, %.17g], end %.17g: %s", family,
                    (int)cast.result, cast.enter.lo, cast.enter.hi, cast.leave.lo, cast.leave.hi, end, text);
        fk_piece_format(b, text, sizeof text);
        print_error("  %s  velocity %.17g %.17g %.17g\n", text, velocity.x, velocity.y, velocity.z);
        fail();
    }
}

/* A velocity that often brings the pieces together: between their first points, or along an axis, or any. */
static fk_vec3 draw_velocity(fk_random *random, const fk_piece *a, const fk_piece *b)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    const double *p = to_oracle(a, number_a).number, *q = to_oracle(b, number_b).number;
    fk_vec3 way = v(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
    double s = fk_random_between(random, -1, 2);
    switch (fk_random_below(random, 4)) {
    case 0:
        return v(s, 0, 0);
    case 1:
        return v(fk_random_between(random, -1, 1), fk_random_between(random, -1, 1), s);
    default:
        way = fk_vec3_scale(way, s);
        return fk_vec3_is_finite(way) ? way : v(0, s, 0);
    }
}

static const fk_kind exact[] = {FK_KIND_POINT, FK_KIND_SEGMENT, FK_KIND_TRIANGLE,  FK_KIND_TETRA,
                                FK_KIND_BOX,   FK_KIND_HULL,    FK_KIND_HALF_SPACE};
#define EXACT (sizeof exact / sizeof exact[0])

static void test_families(void **state)
{
    (void)state;
    static const double ends[] = {0x1p1000, 1, 0.5, 100, 0};
    fk_random random = fk_random_make(3);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (size_t i = 0; i < EXACT; i++)
            for (size_t j = 0; j < EXACT; j++) {
                bool is_slow = exact[i] == FK_KIND_HULL || exact[j] == FK_KIND_HULL;
                unsigned count = (is_slow ? 2 : 20) / (unsigned)LEVEL_SHARE + 1;
                for (unsigned index = 0; index < count; index++) {
                    fk_family_pair pair;
                    fk_family_make(family, exact[i], exact[j], 8, index, &pair);
                    fk_vec3 velocity = draw_velocity(&random, &pair.a, &pair.b);
                    check_pair(&pair.a, velocity, &pair.b, ends[index % 5], fk_family_name(family));
                }
            }
}

static void test_every_fpu_mode(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (unsigned index = 0; index < 40 / (unsigned)LEVEL_SHARE; index++) {
            fk_family_pair pair;
            fk_family_make(family, exact[index % EXACT], exact[index / 2 % EXACT], 9, index, &pair);
            fk_vec3 velocity = draw_velocity(&random, &pair.a, &pair.b);
            fk_cast usual = cast_of(&pair.a, velocity, &pair.b, INFINITY);
            for (int mode = 1; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_cast cast = cast_of(&pair.a, velocity, &pair.b, INFINITY);
                fpu_set(0);
                assert_true(same_cast(cast, usual));
            }
        }
}

/* ---- Cases --------------------------------------------------------------------------------------------- */

static void test_cubes(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(3, 0, 0, 1);
    assert_hit(cast_of(&a, v(1, 0, 0), &b, INFINITY), 2, 4);
    assert_hit(cast_of(&a, v(1, 0, 0), &b, 3), 2, 3);
    assert_hit(cast_of(&a, v(1, 0, 0), &b, 2), 2, 2);
    assert_hit(cast_of(&a, v(0.5, 0, 0), &b, INFINITY), 4, 8);
    assert_int_equal(cast_of(&a, v(1, 0, 0), &b, nextafter(2, 0)).result, FK_CAST_MISS);
    assert_int_equal(cast_of(&a, v(-1, 0, 0), &b, INFINITY).result, FK_CAST_MISS);
    /* Past each other, flush and one unit in the last place higher. */
    fk_piece flush = cube(3, 1, 0, 1), above = cube(3, nextafter(1, 2), 0, 1);
    assert_hit(cast_of(&a, v(1, 0, 0), &flush, INFINITY), 2, 4);
    assert_int_equal(cast_of(&a, v(1, 0, 0), &above, INFINITY).result, FK_CAST_MISS);
    /* A third is between two doubles. */
    fk_cast cast = cast_of(&a, v(3, 0, 0), &b, INFINITY);
    assert_true(cast.enter.lo < cast.enter.hi && cast.enter.hi == nextafter(cast.enter.lo, 1));
    assert_int_equal(cast_of(&a, v(3, 0, 0), &b, cast.enter.lo).result, FK_CAST_MISS);
    assert_int_equal(cast_of(&a, v(3, 0, 0), &b, cast.enter.hi).result, FK_CAST_HIT);
    /* So is the time when it left, before 0 and after the double below. */
    fk_piece off = fk_piece_point(v(DBL_TRUE_MIN, 0, 0)), wall = cube(-1, -1, -1, 1);
    assert_int_equal(cast_of(&off, v(0x1p60, -0.5, -0.5), &wall, 1).result, FK_CAST_MISS);
}

static void test_at_rest(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(1, 0, 0, 1), c = cube(2, 0, 0, 1);
    assert_hit(cast_of(&a, v(0, -0.0, 0), &b, 7), 0, 7);
    assert_hit(cast_of(&a, v(0, 0, 0), &b, INFINITY), 0, INFINITY);
    assert_int_equal(cast_of(&a, v(0, 0, 0), &c, INFINITY).result, FK_CAST_MISS);
    /* Touching, and moving apart at once. */
    assert_hit(cast_of(&a, v(-1, 0, 0), &b, INFINITY), 0, 0);
    assert_hit(cast_of(&a, v(-1, 0, 0), &b, -0.0), 0, 0);
}

static void test_rays(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    fk_cast cast;
    assert_int_equal(fk_piece_ray(v(-1, 0.5, 0.5), v(2, 0, 0), &box, &cast), FK_OK);
    assert_hit(cast, 0.5, 1);
    assert_int_equal(fk_piece_ray(v(0.5, 0.5, 0.5), v(0, 0, 4), &box, &cast), FK_OK);
    assert_hit(cast, 0, 0.125);
    /* Through an edge, along an edge, and at a corner. */
    assert_int_equal(fk_piece_ray(v(1, -1, 0.5), v(1, 1, 0), &box, &cast), FK_OK);
    assert_int_equal(cast.result, FK_CAST_MISS);
    assert_int_equal(fk_piece_ray(v(0, -1, 0.5), v(1, 1, 0), &box, &cast), FK_OK);
    assert_hit(cast, 1, 1);
    assert_int_equal(fk_piece_ray(v(0, 0, -2), v(0, 0, 1), &box, &cast), FK_OK);
    assert_hit(cast, 2, 3);
    assert_int_equal(fk_piece_ray(v(-1, -1, -1), v(1, 1, 1), &box, &cast), FK_OK);
    assert_hit(cast, 1, 2);
}

static void test_half_spaces(void **state)
{
    (void)state;
    fk_piece floor_ = fk_piece_half_space(v(0, 0, 2), 0), box = cube(0, 0, 3, 1),
             lid = fk_piece_half_space(v(0, 0, -1), -5);
    assert_hit(cast_of(&box, v(1, 0, -2), &floor_, INFINITY), 1.5, INFINITY);
    assert_hit(cast_of(&floor_, v(0, 0, 2), &box, 9), 1.5, 9);
    assert_int_equal(cast_of(&box, v(1, 0, 0), &floor_, INFINITY).result, FK_CAST_MISS);
    assert_hit(cast_of(&floor_, v(0, 0, 1), &lid, INFINITY), 5, INFINITY);
    assert_int_equal(cast_of(&floor_, v(0, 0, -1), &lid, INFINITY).result, FK_CAST_MISS);
    fk_piece low = cube(0, 0, -1, 2);
    assert_hit(cast_of(&low, v(0, 0, 2), &floor_, INFINITY), 0, 0.5);
}

static void test_large_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(12);
    for (int round = 0; round < 40 / LEVEL_SHARE; round++) {
        fk_vec3 point[200];
        for (int i = 0; i < 20; i++)
            point[i] =
                v((double)fk_random_below(&random, 1024) * 8, (double)fk_random_below(&random, 1024) * 8,
                  (double)fk_random_below(&random, 1024) * 8);
        for (int i = 20; i < 200; i++)
            point[i] = fk_vec3_scale(
                fk_vec3_add(point[fk_random_below(&random, 20)], point[fk_random_below(&random, 20)]), 0.5);
        fk_piece few = fk_piece_hull(point, 20), many = fk_piece_hull(point, 200);
        fk_piece tri = fk_piece_triangle(v(-5000, 0, 0), v(-5000, 9000, 0), v(-5000, 0, 9000));
        fk_vec3 velocity = v(1, fk_random_between(&random, -0.2, 0.2), fk_random_between(&random, -0.2, 0.2));
        fk_cast cast = cast_of(&tri, velocity, &many, INFINITY),
                same = cast_of(&tri, velocity, &few, INFINITY);
        assert_true(same_cast(cast, same));
        if (round < 5)
            check_pair(&tri, velocity, &few, 1e9, "large hulls");
    }
}

static void test_invalid_input(void **state)
{
    (void)state;
    fk_piece good = cube(0, 0, 0, 1), bad = cube(0, NAN, 0, 1), negative = fk_piece_sphere(v(0, 0, 0), -1);
    fk_cast cast, before;
    memset(&cast, 0x5a, sizeof cast);
    before = cast;
    assert_int_equal(fk_pair_cast(&good, v(1, 0, 0), &bad, 1, &cast), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_cast(&negative, v(1, 0, 0), &good, 1, &cast), FK_ERROR_PIECE);
    assert_int_equal(fk_pair_cast(&good, v(1, INFINITY, 0), &good, 1, &cast), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_cast(&good, v(1, 0, 0), &good, -1, &cast), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_pair_cast(&good, v(1, 0, 0), &good, -0x1p-1074, &cast), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_pair_cast(&good, v(1, 0, 0), &good, NAN, &cast), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_piece_ray(v(NAN, 0, 0), v(1, 0, 0), &good, &cast), FK_ERROR_NOT_FINITE);
    assert_memory_equal(&cast, &before, sizeof cast);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),    cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test(test_cubes),       cmocka_unit_test(test_at_rest),
        cmocka_unit_test(test_rays),        cmocka_unit_test(test_half_spaces),
        cmocka_unit_test(test_large_hulls), cmocka_unit_test(test_invalid_input),
    };
    return cmocka_run_group_tests(tests, make_rationals, clear_rationals);
}
