/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact integers and balls against GMP, in every state of the floating-point unit. GMP works on integers, and
 * doubles are handed to it by their bits, so the reference does not depend on that state. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact/ball.h"
#include "exact/exact.h"
#include "fpu_modes.h"

/* A finite double: any bits, a small whole number, near one, an end of the range, or zero. */
static double draw(fk_random *random)
{
    uint64_t bits = fk_random_u64(random), sign = bits & ((uint64_t)1 << 63);
    switch (fk_random_below(random, 6)) {
    case 0:
        while ((bits >> 52 & 0x7ff) == 0x7ff)
            bits = fk_random_u64(random);
        return fk_from_bits(bits);
    case 1:
        return (double)(int64_t)(bits % 2001) - 1000.0;
    case 2:
        return fk_from_bits(sign | (uint64_t)(1018 + bits % 10) << 52 | (bits >> 12 & 0xfffffffffffffu));
    case 3:
        return fk_from_bits(sign | (bits % 2 ? 0x7fefffffffffffffu : 1u));
    case 4:
        return fk_from_bits(sign | (bits & 0xfffffffffffffu)); /* below the normal range */
    default:
        return fk_from_bits(sign);
    }
}

/* x * 2^(1074 * degree) as an integer. */
static void set_scaled(mpz_t out, double x, unsigned degree)
{
    uint64_t bits = fk_bits_of(x);
    unsigned field = (unsigned)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & 0xfffffffffffffu) | (field ? (uint64_t)1 << 52 : 0);
    mpz_set_ui(out, (unsigned long)mantissa);
    mpz_mul_2exp(out, out, (field ? field - 1 : 0) + 1074u * (degree - 1));
    if (bits >> 63)
        mpz_neg(out, out);
}

/* The exact number times 2^(1074 * degree), which is whole. */
static void set_exact(mpz_t out, fk_exact x, unsigned degree)
{
    mpz_set_ui(out, 0);
    if (x.count == 0)
        return;
    mpz_import(out, (size_t)x.count, -1, sizeof *x.limb, 0, 0, x.limb);
    long shift = 64L * x.exponent + 1074L * (long)degree;
    if (shift >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpz_fdiv_q_2exp(out, out, (mp_bitcnt_t)-shift);
    if (x.sign < 0)
        mpz_neg(out, out);
}

static void assert_is(fk_exact x, const mpz_t expected, unsigned degree)
{
    mpz_t value;
    mpz_init(value);
    set_exact(value, x, degree);
    assert_int_equal(mpz_cmp(value, expected), 0);
    assert_int_equal(x.sign, mpz_sgn(expected));
    if (x.count > 0) {
        assert_true(x.limb[0] != 0);
        assert_true(x.limb[x.count - 1] != 0);
    }
    mpz_clear(value);
}

/* Sums, differences, products of sums, comparisons and keeping. */
static void test_operations(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    static fk_arena arena;
    mpz_t a, b, c, d, left, right;
    mpz_inits(a, b, c, d, left, right, NULL);
    for (int i = 0; i < 100000; i++) {
        fpu_set(i % FPU_MODES);
        fk_arena_init(&arena);
        double x[4];
        for (int k = 0; k < 4; k++)
            x[k] = draw(&random);
        if (i % 7 == 0)
            x[1] = -x[0];
        set_scaled(a, x[0], 1);
        set_scaled(b, x[1], 1);
        set_scaled(c, x[2], 1);
        set_scaled(d, x[3], 1);
        fk_exact sum = fk_exact_add(&arena, fk_exact_from(&arena, x[0]), fk_exact_from(&arena, x[1]));
        mpz_add(left, a, b);
        assert_is(sum, left, 1);
        fk_exact difference = fk_exact_sub(&arena, fk_exact_from(&arena, x[2]), fk_exact_from(&arena, x[3]));
        mpz_sub(right, c, d);
        assert_is(difference, right, 1);
        int order = mpz_cmp(left, right);
        assert_int_equal(fk_exact_compare(sum, difference), (order > 0) - (order < 0));
        uint32_t mark = arena.used;
        fk_exact junk = fk_exact_mul(&arena, difference, difference);
        (void)junk;
        fk_exact product = fk_exact_keep(&arena, mark, fk_exact_mul(&arena, sum, difference));
        mpz_mul(left, left, right);
        assert_is(product, left, 2);
        assert_int_equal(arena.used, mark + (uint32_t)product.count);
        assert_false(arena.full);
    }
    fpu_set(0);
    mpz_clears(a, b, c, d, left, right, NULL);
}

/* The determinant of three vectors, as a whole. */
static void test_vectors(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    static fk_arena arena;
    mpz_t m[3][3], det, part;
    mpz_inits(det, part, NULL);
    for (int i = 0; i < 9; i++)
        mpz_init(m[i / 3][i % 3]);
    for (int round = 0; round < 20000; round++) {
        fpu_set(round % FPU_MODES);
        fk_arena_init(&arena);
        fk_exact_vec3 v[3];
        for (int i = 0; i < 3; i++) {
            double x[3];
            for (int k = 0; k < 3; k++) {
                x[k] = draw(&random);
                set_scaled(m[i][k], x[k], 1);
            }
            v[i] = fk_exact_vec3_from(&arena, fk_vec3_make(x[0], x[1], x[2]));
        }
        fk_exact value = fk_exact_vec3_dot(&arena, fk_exact_vec3_cross(&arena, v[0], v[1]), v[2]);
        mpz_set_ui(det, 0);
        for (int k = 0; k < 3; k++) {
            mpz_mul(part, m[0][(k + 1) % 3], m[1][(k + 2) % 3]);
            mpz_submul(part, m[0][(k + 2) % 3], m[1][(k + 1) % 3]);
            mpz_addmul(det, part, m[2][k]);
        }
        assert_is(value, det, 3);
    }
    fpu_set(0);
    for (int i = 0; i < 9; i++)
        mpz_clear(m[i / 3][i % 3]);
    mpz_clears(det, part, NULL);
}

static void test_sum_and_scale(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    static fk_arena arena;
    mpz_t sum, term;
    mpz_inits(sum, term, NULL);
    for (int round = 0; round < 20000; round++) {
        fk_arena_init(&arena);
        fk_vec3 v[4];
        for (int i = 0; i < 4; i++) {
            double x = draw(&random), y = draw(&random), z = draw(&random);
            v[i] = fk_vec3_make(x, y, z);
        }
        fk_exact_vec3 total = fk_exact_vec3_sum(&arena, v, 4);
        mpz_set_ui(sum, 0);
        for (int i = 0; i < 4; i++) {
            set_scaled(term, v[i].y, 1);
            mpz_add(sum, sum, term);
        }
        assert_is(total.y, sum, 1);
        fk_exact_vec3 scaled = fk_exact_vec3_scale(&arena, total, fk_exact_from(&arena, v[0].x));
        set_scaled(term, v[0].x, 1);
        mpz_mul(sum, sum, term);
        assert_is(scaled.y, sum, 2);
    }
    mpz_clears(sum, term, NULL);
}

/* The next double above x, by bits; x is finite and not the largest. */
static double above(double x)
{
    uint64_t bits = fk_bits_of(x);
    if (fk_sign_of(x) == 0)
        return fk_from_bits(1);
    return fk_from_bits(bits >> 63 ? bits - 1 : bits + 1);
}

static void test_floor(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    static fk_arena arena;
    mpz_t value, bound;
    mpz_inits(value, bound, NULL);
    for (int i = 0; i < 200000; i++) {
        fpu_set(i % FPU_MODES);
        fk_arena_init(&arena);
        double x = draw(&random), y = draw(&random), z = draw(&random);
        fk_exact number = fk_exact_mul(&arena, fk_exact_from(&arena, x), fk_exact_from(&arena, y));
        number = fk_exact_add(&arena, number, fk_exact_from(&arena, z));
        set_exact(value, number, 2);
        double floor_value = fk_exact_floor(number);
        uint64_t magnitude = fk_bits_of(floor_value) << 1 >> 1;
        assert_true(magnitude <= (uint64_t)0x7ff << 52); /* not NaN */
        if (magnitude == (uint64_t)0x7ff << 52) {
            set_scaled(bound, DBL_MAX, 2);
            assert_true(mpz_cmpabs(value, bound) > 0);
            assert_int_equal(fk_bits_of(floor_value) >> 63, mpz_sgn(value) < 0);
            continue;
        }
        set_scaled(bound, floor_value, 2);
        assert_true(mpz_cmp(bound, value) <= 0);
        if (floor_value < DBL_MAX) {
            set_scaled(bound, above(floor_value), 2);
            assert_true(mpz_cmp(bound, value) > 0);
        }
    }
    fpu_set(0);
    mpz_clears(value, bound, NULL);
}

/* A ratio lies within one step of the true quotient. */
static void test_ratio(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    static fk_arena arena;
    mpz_t over, under, low, high;
    mpz_inits(over, under, low, high, NULL);
    for (int i = 0; i < 100000; i++) {
        fk_arena_init(&arena);
        fk_exact a = fk_exact_from(&arena, draw(&random)), b = fk_exact_from(&arena, draw(&random));
        a = fk_exact_mul(&arena, a, fk_exact_from(&arena, draw(&random)));
        b = fk_exact_mul(&arena, b, fk_exact_from(&arena, draw(&random)));
        a.sign *= a.sign;
        b.sign *= b.sign;
        if (b.sign == 0)
            continue;
        double ratio = fk_exact_ratio(&arena, a, b);
        set_exact(over, a, 3); /* scaled once more than b, as the doubles below are scaled once */
        set_exact(under, b, 2);
        if (isinf(ratio)) {
            set_scaled(low, DBL_MAX, 1);
            mpz_mul(low, low, under);
            assert_true(mpz_cmp(over, low) > 0);
            continue;
        }
        set_scaled(low, ratio > 0 ? fk_from_bits(fk_bits_of(ratio) - 1) : 0.0, 1);
        mpz_mul(low, low, under);
        assert_true(mpz_cmp(low, over) <= 0);
        if (ratio < DBL_MAX) {
            set_scaled(high, above(ratio), 1);
            mpz_mul(high, high, under);
            assert_true(mpz_cmp(over, high) <= 0);
        }
    }
    mpz_clears(over, under, low, high, NULL);
}

/* At the end of the range: the quotient fits although an estimate of it may not. */
static void test_ratio_near_the_largest_double(void **state)
{
    (void)state;
    fk_random random = fk_random_make(10);
    static fk_arena arena;
    for (int i = 0; i < 20000; i++) {
        double largest = fk_from_bits(fk_bits_of(DBL_MAX) - fk_random_below(&random, 4));
        double factor = fk_from_bits((uint64_t)1023 << 52 | fk_random_u64(&random) >> 12);
        fk_arena_init(&arena);
        fk_exact x = fk_exact_from(&arena, largest), y = fk_exact_from(&arena, factor);
        assert_true(fk_exact_ratio(&arena, fk_exact_mul(&arena, x, y), y) == largest);
        fk_exact beyond = fk_exact_mul(&arena, x, fk_exact_from(&arena, 1.5));
        assert_true(isinf(fk_exact_ratio(&arena, fk_exact_mul(&arena, beyond, y), y)));
    }
}

static void test_unit_is_never_longer_than_one(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    static fk_arena arena;
    mpz_t square, part, one;
    mpz_inits(square, part, one, NULL);
    set_scaled(one, 1.0, 2);
    for (int i = 0; i < 50000; i++) {
        fk_arena_init(&arena);
        double x = draw(&random), y = draw(&random), z = draw(&random);
        fk_vec3 unit = fk_exact_vec3_unit(&arena, fk_exact_vec3_from(&arena, fk_vec3_make(x, y, z)));
        if (x == 0 && y == 0 && z == 0) {
            assert_true(unit.x == 0 && unit.y == 0 && unit.z == 0);
            continue;
        }
        mpz_set_ui(square, 0);
        for (int k = 0; k < 3; k++) {
            set_scaled(part, fk_vec3_get(unit, k), 1);
            mpz_addmul(square, part, part);
        }
        assert_true(mpz_cmp(square, one) <= 0);
        assert_true(fk_vec3_dot(unit, unit) > 1.0 - 0x1p-48);
    }
    mpz_clears(square, part, one, NULL);
}

static void test_arena_that_is_full(void **state)
{
    (void)state;
    static fk_arena arena;
    fk_arena_init(&arena);
    fk_exact x = fk_exact_from(&arena, 3.0);
    for (int i = 0; i < 30; i++)
        x = fk_exact_mul(&arena, x, x);
    assert_true(arena.full);
    assert_true(arena.used <= FK_ARENA_LIMBS);
    fk_arena_init(&arena);
    fk_exact_from(&arena, NAN);
    assert_true(arena.full);
    fk_arena_init(&arena);
    fk_exact_from(&arena, INFINITY);
    assert_true(arena.full);
}

/* ---- Balls --------------------------------------------------------------------------------------------- */

/* Asserts |expected - mid| <= rad, all as integers scaled by 2^(1074 * degree). mid is taken as the processor
 * would read it, which is what the derivation promises. */
static void assert_holds(fk_ball ball, const mpz_t expected, unsigned degree)
{
    mpz_t mid, rad;
    mpz_inits(mid, rad, NULL);
    set_scaled(mid, ball.mid, degree);
    set_scaled(rad, ball.rad, degree);
    mpz_sub(mid, mid, expected);
    assert_true(mpz_cmpabs(mid, rad) <= 0);
    assert_true(ball.rad >= FK_BALL_TINY);
    int sign = fk_ball_sign(ball);
    if (sign != FK_UNSURE)
        assert_int_equal(sign, mpz_sgn(expected));
    mpz_clears(mid, rad, NULL);
}

/* An input within the range that balls are made for. */
static double draw_small(fk_random *random)
{
    uint64_t bits = fk_random_u64(random);
    double x = draw(random);
    if (!(fabs(x) < 0x1p24))
        x = fk_from_bits((bits & ((uint64_t)1 << 63)) | (uint64_t)(900 + bits % 140) << 52 |
                         (bits >> 12 & 0xfffffffffffffu));
    return x;
}

/* (a + b) (c - d) + e f, with every intermediate ball checked. */
static void test_balls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    mpz_t z[6], sum, difference, value;
    mpz_inits(sum, difference, value, NULL);
    for (int k = 0; k < 6; k++)
        mpz_init(z[k]);
    for (int i = 0; i < 400000; i++) {
        fpu_set(i % FPU_MODES);
        fk_ball ball[6];
        for (int k = 0; k < 6; k++) {
            double x = draw_small(&random);
            if (k == 1 && i % 3 == 0)
                x = -fk_from_bits(fk_bits_of(ball[0].mid) + fk_random_below(&random, 3));
            ball[k] = fk_ball_from(x);
            set_scaled(z[k], x, 1);
            assert_holds(ball[k], z[k], 1);
        }
        fk_ball left = fk_ball_add(ball[0], ball[1]);
        mpz_add(sum, z[0], z[1]);
        assert_holds(left, sum, 1);
        fk_ball right = fk_ball_sub(ball[2], ball[3]);
        mpz_sub(difference, z[2], z[3]);
        assert_holds(right, difference, 1);
        fk_ball product = fk_ball_mul(left, right);
        mpz_mul(value, sum, difference);
        assert_holds(product, value, 2);
        mpz_addmul(value, z[4], z[5]);
        assert_holds(fk_ball_add(product, fk_ball_mul(ball[4], ball[5])), value, 2);
    }
    fpu_set(0);
    for (int k = 0; k < 6; k++)
        mpz_clear(z[k]);
    mpz_clears(sum, difference, value, NULL);
}

/* Determinants of nearly dependent vectors: where a bound that is too small would show. */
static void test_balls_cancel(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    mpz_t m[3][3], det, part;
    mpz_inits(det, part, NULL);
    for (int i = 0; i < 9; i++)
        mpz_init(m[i / 3][i % 3]);
    for (int round = 0; round < 200000; round++) {
        fpu_set(round % FPU_MODES);
        double x[3][3];
        double s = fk_random_between(&random, -2, 2), t = fk_random_between(&random, -2, 2);
        for (int k = 0; k < 3; k++) {
            x[0][k] = fk_random_between(&random, -1, 1);
            x[1][k] = fk_random_between(&random, -1, 1);
            x[2][k] = s * x[0][k] + t * x[1][k];
        }
        fk_ball_vec3 v[3];
        for (int i = 0; i < 3; i++) {
            v[i] = fk_ball_vec3_from(fk_vec3_make(x[i][0], x[i][1], x[i][2]));
            for (int k = 0; k < 3; k++)
                set_scaled(m[i][k], x[i][k], 1);
        }
        mpz_set_ui(det, 0);
        for (int k = 0; k < 3; k++) {
            mpz_mul(part, m[0][(k + 1) % 3], m[1][(k + 2) % 3]);
            mpz_submul(part, m[0][(k + 2) % 3], m[1][(k + 1) % 3]);
            mpz_addmul(det, part, m[2][k]);
        }
        assert_holds(fk_ball_vec3_dot(fk_ball_vec3_cross(v[0], v[1]), v[2]), det, 3);
    }
    fpu_set(0);
    for (int i = 0; i < 9; i++)
        mpz_clear(m[i / 3][i % 3]);
    mpz_clears(det, part, NULL);
}

static void test_scale(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    for (int i = 0; i < 100000; i++) {
        double x = draw(&random);
        double scaled = x * fk_ball_scale(fk_exponent_of(x));
        assert_true(fabs(scaled) < 0x1p24);
        if (fabs(x) > 0x1p-400)
            assert_true(fabs(scaled) >= 1.0);
    }
    assert_true(fk_ball_scale(-1023) == 0x1p400);
    assert_true(fk_ball_scale(1023) == 0x1p-1000);
}

static void test_sign_of(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        assert_int_equal(fk_sign_of(fk_from_bits(1)), 1);
        assert_int_equal(fk_sign_of(fk_from_bits(1 | (uint64_t)1 << 63)), -1);
        assert_int_equal(fk_sign_of(-0.0), 0);
        assert_int_equal(fk_sign_of(0.0), 0);
        assert_int_equal(fk_sign_of(-DBL_MAX), -1);
    }
    fpu_set(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_operations, fpu_usual),
        cmocka_unit_test_teardown(test_vectors, fpu_usual),
        cmocka_unit_test_teardown(test_sum_and_scale, fpu_usual),
        cmocka_unit_test_teardown(test_floor, fpu_usual),
        cmocka_unit_test_teardown(test_ratio, fpu_usual),
        cmocka_unit_test_teardown(test_ratio_near_the_largest_double, fpu_usual),
        cmocka_unit_test_teardown(test_unit_is_never_longer_than_one, fpu_usual),
        cmocka_unit_test_teardown(test_arena_that_is_full, fpu_usual),
        cmocka_unit_test_teardown(test_balls, fpu_usual),
        cmocka_unit_test_teardown(test_balls_cancel, fpu_usual),
        cmocka_unit_test_teardown(test_scale, fpu_usual),
        cmocka_unit_test_teardown(test_sign_of, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
