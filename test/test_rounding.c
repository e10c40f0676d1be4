/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fractions and roots rounded to doubles: known numbers, numbers at the ends of the range, and random ones, for which
 * exact comparisons say that the result and its neighbour hold them between them; in every state of the floating-point
 * unit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "exact/exact.h"
#include "double_bits.h"
#include "fpu_modes.h"

static fk_arena arena;

static fk_fraction fraction(double over, double under)
{
    fk_arena_init(&arena);
    return (fk_fraction){fk_exact_from(&arena, over), fk_exact_from(&arena, under)};
}

static fk_root root(double offset, int sign, double over, double under)
{
    fk_arena_init(&arena);
    fk_root r = {fk_exact_from(&arena, over), fk_exact_from(&arena, under), fk_exact_from(&arena, offset),
                 sign};
    return r;
}

static void assert_fraction(double over, double under, double lo, double hi)
{
    fk_fraction a = fraction(over, under);
    assert_same_double(fk_fraction_floor(&arena, a), lo);
    assert_same_double(fk_fraction_ceil(&arena, a), hi);
    assert_false(arena.full);
}

static void test_fractions(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        assert_fraction(6, 3, 2, 2);
        assert_fraction(-6, 3, -2, -2);
        assert_fraction(0, 3, 0, 0);
        assert_fraction(1, 3, 0x1.5555555555555p-2, 0x1.5555555555556p-2);
        assert_fraction(-1, 3, -0x1.5555555555556p-2, -0x1.5555555555555p-2);
        assert_fraction(DBL_MAX, 0.5, DBL_MAX, INFINITY);
        assert_fraction(-DBL_MAX, 0.5, -INFINITY, -DBL_MAX);
        assert_fraction(DBL_TRUE_MIN, 4, 0, DBL_TRUE_MIN);
        assert_fraction(DBL_TRUE_MIN, DBL_MAX, 0, DBL_TRUE_MIN);
        assert_fraction(DBL_TRUE_MIN, 1, DBL_TRUE_MIN, DBL_TRUE_MIN);
    }
}

static void assert_root(fk_root r, double lo, double hi)
{
    fk_interval rounded = fk_root_round(&arena, &r);
    assert_same_double(rounded.lo, lo);
    assert_same_double(rounded.hi, hi);
    assert_false(arena.full);
}

static void test_roots(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        assert_root(root(0, 1, 4, 1), 2, 2);
        assert_root(root(0, -1, 4, 1), -2, -2);
        assert_root(root(0, 1, 2, 1), 0x1.6a09e667f3bccp+0, 0x1.6a09e667f3bcdp+0);
        assert_root(root(0, -1, 2, 1), -0x1.6a09e667f3bcdp+0, -0x1.6a09e667f3bccp+0);
        assert_root(root(3, -1, 9, 1), 0, 0);
        assert_root(root(3, 1, 0, 1), 3, 3);
        /* 1 - sqrt(1 - 2^-52), where nearly everything cancels: 2^-53 and a little more. */
        assert_root(root(1, -1, 1 - 0x1p-52, 1), 0x1p-53, 0x1.0000000000001p-53);
        assert_root(root(DBL_MAX, 1, 1, 1), DBL_MAX, INFINITY);
        assert_root(root(0, 1, DBL_TRUE_MIN, DBL_MAX), 0x1p-1049, 0x1.0000008p-1049);
    }
}

static double any_double(fk_random *random)
{
    double x = ldexp(fk_random_unit(random), (int)fk_random_below(random, 1800) - 900);
    return fk_random_below(random, 2) ? x : -x;
}

static void test_random(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (int i = 0; i < 3000; i++) {
        double over = any_double(&random), under = fabs(any_double(&random)) + DBL_MIN,
               offset = any_double(&random);
        fk_fraction a = fraction(over, under);
        double lo = fk_fraction_floor(&arena, a), hi = fk_fraction_ceil(&arena, a);
        assert_true(!isfinite(lo) || fk_fraction_compare(&arena, a, lo) >= 0);
        assert_true(!isfinite(hi) || fk_fraction_compare(&arena, a, hi) <= 0);
        assert_true(lo == hi || nextafter(lo, INFINITY) == hi);
        fk_root r = root(i % 3 == 0 ? 0.0 : offset, i % 2 ? 1 : -1, fabs(over), under);
        fk_interval rounded = fk_root_round(&arena, &r);
        assert_true(!isfinite(rounded.lo) || fk_root_compare(&arena, &r, rounded.lo) >= 0);
        assert_true(!isfinite(rounded.hi) || fk_root_compare(&arena, &r, rounded.hi) <= 0);
        assert_true(rounded.lo == rounded.hi || nextafter(rounded.lo, INFINITY) == rounded.hi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_fractions, fpu_usual),
        cmocka_unit_test_teardown(test_roots, fpu_usual),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
