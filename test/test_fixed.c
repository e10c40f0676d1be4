/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Integers of fixed size against GMP: what fits, and products of three vectors with the largest components allowed. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>

#include "exact/fixed.h"
#include "fpu_modes.h"

#if FK_HAS_FIXED

/* ---- From doubles ---- */

static void assert_fits(double x, int grid, int64_t expected)
{
    bool fits = true;
    assert_int_equal(fk_fixed_from(x, grid, &fits), expected);
    assert_true(fits);
    assert_int_equal(fk_fixed_from(-x, grid, &fits), -expected);
    assert_true(fits);
}

static void assert_does_not_fit(double x, int grid)
{
    bool fits = true;
    fk_fixed_from(x, grid, &fits);
    assert_false(fits);
    fits = true;
    fk_fixed_from(-x, grid, &fits);
    assert_false(fits);
}

/* x times 2^grid, for a normal result: the processor may take others for zero, and ldexp would. */
static double on_grid(double x, int grid)
{
    return fk_from_bits(fk_bits_of(x) + ((uint64_t)grid << 52));
}

/* 53 bits just below 2^60, and one more; the last bit on the grid, and one below it. */
static void numbers_at_the_limits(void **state)
{
    (void)state;
    const int grids[] = {-1000, -59, 0, 7, 900};
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (int i = 0; i < 5; i++) {
            int grid = grids[i];
            fpu_set(mode);
            assert_fits(on_grid(0x1.fffffffffffffp59, grid), grid, ((int64_t)1 << 60) - 128);
            assert_fits(on_grid(0x1.0000000000001p52, grid), grid, ((int64_t)1 << 52) + 1);
            assert_fits(on_grid(0x1.8p1, grid), grid, 3);
            assert_fits(on_grid(1.0, grid), grid, 1);
            assert_fits(0.0, grid, 0);
            assert_does_not_fit(on_grid(0x1p60, grid), grid);
            assert_does_not_fit(on_grid(0x1.0000000000001p51, grid), grid);
            assert_does_not_fit(on_grid(0x1.8p0, grid), grid);
            assert_does_not_fit(on_grid(0x1p-1, grid), grid);
            assert_does_not_fit(0x1p-1074, grid);
            fpu_set(0);
        }
}

static void the_smallest_numbers_there_are(void **state)
{
    (void)state;
    const double smallest = 0x1p-1074, three = 0x3p-1074, two = 0x1p-1073;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        assert_fits(smallest, -1074, 1);
        assert_fits(three, -1074, 3);
        assert_fits(two, -1073, 1);
        assert_does_not_fit(smallest, -1073);
        assert_does_not_fit(three, -1073);
        fpu_set(0);
    }
}

/* ---- Products and sums ---- */

static void set_int64(mpz_t out, int64_t x)
{
    mpz_set_ui(out, (unsigned long)(x < 0 ? -(uint64_t)x : (uint64_t)x));
    if (x < 0)
        mpz_neg(out, out);
}

/* high 2^64 + low. */
static void set_sum(mpz_t out, fk_fixed_sum sum)
{
    mpz_t part;
    mpz_init(part);
    set_int64(out, (int64_t)(sum.high >> 64));
    mpz_mul_2exp(out, out, 64);
    mpz_set_ui(part, (unsigned long)(uint64_t)sum.high);
    mpz_add(out, out, part);
    mpz_mul_2exp(out, out, 64);
    mpz_set_ui(part, (unsigned long)sum.low);
    mpz_add(out, out, part);
    mpz_clear(part);
}

/* w.(u x v) by Sarrus. */
static void set_determinant(mpz_t out, fk_fixed_vec3 u, fk_fixed_vec3 v, fk_fixed_vec3 w)
{
    const int64_t a[3] = {u.x, u.y, u.z}, b[3] = {v.x, v.y, v.z}, c[3] = {w.x, w.y, w.z};
    mpz_t product, factor;
    mpz_inits(product, factor, NULL);
    mpz_set_ui(out, 0);
    for (int i = 0; i < 3; i++)
        for (int turn = 1; turn < 3; turn++) {
            set_int64(product, a[i]);
            set_int64(factor, b[(i + turn) % 3]);
            mpz_mul(product, product, factor);
            set_int64(factor, c[(i + 3 - turn) % 3]);
            mpz_mul(product, product, factor);
            if (turn == 1)
                mpz_add(out, out, product);
            else
                mpz_sub(out, out, product);
        }
    mpz_clears(product, factor, NULL);
}

/* Below 2^61 in size: any number, one of the ends, or a small one. */
static int64_t draw(fk_random *random)
{
    const int64_t most = ((int64_t)1 << 61) - 1;
    int64_t size = (int64_t)(fk_random_u64(random) >> 3);
    switch (fk_random_below(random, 4)) {
    case 0:
        size = most - (int64_t)fk_random_below(random, 2);
        break;
    case 1:
        size >>= fk_random_below(random, 61);
        break;
    case 2:
        size = (int64_t)1 << fk_random_below(random, 61);
        break;
    default:
        break;
    }
    return fk_random_below(random, 2) ? -size : size;
}

static fk_fixed_vec3 draw_vector(fk_random *random)
{
    fk_fixed_vec3 drawn = {draw(random), draw(random), draw(random)};
    return drawn;
}

static void products_and_sums(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    mpz_t x, y, expected;
    mpz_inits(x, y, expected, NULL);
    for (int i = 0; i < 20000; i++) {
        fk_fixed_vec3 u = draw_vector(&random), v = draw_vector(&random), w = draw_vector(&random);
        fk_fixed_cross n = fk_fixed_vec3_cross(u, v);
        fk_fixed_sum first = fk_fixed_dot(n, w), second = fk_fixed_dot(n, i % 2 ? u : draw_vector(&random));
        set_determinant(expected, u, v, w);
        set_sum(x, first);
        assert_int_equal(mpz_cmp(x, expected), 0);
        assert_int_equal(fk_fixed_sign(first), mpz_sgn(expected));
        set_sum(y, second);
        if (i % 2)
            assert_int_equal(fk_fixed_sign(second), 0);
        mpz_add(expected, x, y);
        fk_fixed_sum sum = fk_fixed_add(first, second), difference = fk_fixed_sub(first, second);
        assert_int_equal(fk_fixed_sign(sum), mpz_sgn(expected));
        mpz_sub(expected, x, y);
        assert_int_equal(fk_fixed_sign(difference), mpz_sgn(expected));
        set_sum(y, difference);
        assert_int_equal(mpz_cmp(y, expected), 0);
        /* The smallest difference there is, and none. */
        fk_fixed_sum one = {0, 1};
        assert_int_equal(fk_fixed_sign(fk_fixed_sub(first, fk_fixed_add(first, one))), -1);
        assert_int_equal(fk_fixed_sign(fk_fixed_sub(fk_fixed_add(first, one), first)), 1);
        assert_int_equal(fk_fixed_sign(fk_fixed_sub(first, first)), 0);
    }
    mpz_clears(x, y, expected, NULL);
}

/* Against the long ones. */
static void products_of_short_numbers(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int i = 0; i < 20000; i++) {
        fk_fixed_vec3 v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = draw_vector(&random);
            v[k] = (fk_fixed_vec3){v[k].x >> 31, v[k].y >> 31, v[k].z >> 31};
        }
        fk_fixed_vec3 n = fk_fixed_short_cross(v[0], v[1]);
        fk_fixed_cross expected = fk_fixed_vec3_cross(v[0], v[1]);
        assert_true(n.x == expected.x && n.y == expected.y && n.z == expected.z);
        fk_int128 dot = fk_fixed_short_dot(n, v[2]);
        fk_fixed_sum sum = fk_fixed_dot(expected, v[2]);
        assert_true(sum.high == dot >> 64 && sum.low == (uint64_t)dot);
    }
}

static void parallel_vectors_have_no_product(void **state)
{
    (void)state;
    fk_fixed_vec3 u = {(int64_t)1 << 60, -3, 5}, twice = {-((int64_t)1 << 61), 6, -10}, other = {1, 0, 0};
    assert_true(fk_fixed_cross_is_zero(fk_fixed_vec3_cross(u, twice)));
    assert_false(fk_fixed_cross_is_zero(fk_fixed_vec3_cross(u, other)));
    for (int k = 0; k < 3; k++) {
        fk_fixed_vec3 v = {k == 0, k == 1, k == 2}, w = {k == 2, k == 0, k == 1};
        assert_false(fk_fixed_cross_is_zero(fk_fixed_vec3_cross(v, w)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(numbers_at_the_limits, fpu_usual),
        cmocka_unit_test_teardown(the_smallest_numbers_there_are, fpu_usual),
        cmocka_unit_test(products_and_sums),
        cmocka_unit_test(products_of_short_numbers),
        cmocka_unit_test(parallel_vectors_have_no_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 0;
}

#endif
