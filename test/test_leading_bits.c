/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers by their leading bits, against GMP: the true number lies within what they say, and signs that they claim are
 * right, for doubles of all sizes. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>

#include "exact/leading_bits.h"

#if FK_HAS_FIXED

/* All values are counted in units of 2^-UNIT, of which every number here has a whole number. */
#define UNIT 12000

typedef struct both {
    fk_leading lead;
    mpz_t truth;
} both;

static void set_integer(mpz_t out, uint64_t size, bool negative, long exponent)
{
    mpz_set_ui(out, (unsigned long)size);
    mpz_mul_2exp(out, out, (mp_bitcnt_t)(exponent + UNIT));
    if (negative)
        mpz_neg(out, out);
}

static void assert_holds(const both *x)
{
    mpz_t mid, rad;
    mpz_inits(mid, rad, NULL);
    int64_t value = x->lead.mid;
    set_integer(mid, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, x->lead.exponent);
    set_integer(rad, x->lead.rad, false, x->lead.exponent);
    mpz_sub(mid, mid, x->truth);
    assert_true(mpz_cmpabs(mid, rad) <= 0);
    int sign = fk_leading_sign(x->lead), truth = mpz_sgn(x->truth);
    assert_true(sign == truth || sign == FK_UNSURE);
    mpz_clears(mid, rad, NULL);
}

/* A finite double: any bits, near one, of few bits, below the normal range, or zero. */
static double draw(fk_random *random)
{
    uint64_t bits = fk_random_u64(random), sign = bits & ((uint64_t)1 << 63),
             mantissa = bits & 0xfffffffffffffu;
    switch (fk_random_below(random, 5)) {
    case 0:
        return fk_from_bits(sign | (uint64_t)fk_random_below(random, 0x7ff) << 52 | mantissa);
    case 1:
        return fk_from_bits(sign | (uint64_t)(1018 + fk_random_below(random, 10)) << 52 | mantissa);
    case 2:
        return (double)fk_random_below(random, 7) - 3.0;
    case 3:
        return fk_from_bits(sign | mantissa);
    default:
        return fk_from_bits(sign);
    }
}

static void set_double(both *x, double value)
{
    int field = fk_biased_exponent(value);
    uint64_t bits = fk_bits_of(value), mantissa = bits & 0xfffffffffffffu;
    x->lead = fk_leading_from(value);
    if (field > 0)
        mantissa |= (uint64_t)1 << 52;
    set_integer(x->truth, mantissa, bits >> 63, (field > 0 ? field : 1) - 1075);
    assert_int_equal(x->lead.rad, 0);
    assert_holds(x);
}

static void set_sum(both *out, const both *a, const both *b)
{
    out->lead = fk_leading_add(a->lead, b->lead);
    mpz_add(out->truth, a->truth, b->truth);
    assert_holds(out);
}

static void set_product(both *out, const both *a, const both *b)
{
    out->lead = fk_leading_mul(a->lead, b->lead);
    mpz_mul(out->truth, a->truth, b->truth);
    mpz_fdiv_q_2exp(out->truth, out->truth, UNIT);
    assert_holds(out);
}

static void set_opposite(both *x)
{
    x->lead = fk_leading_negate(x->lead);
    mpz_neg(x->truth, x->truth);
}

/* (a + b) (c + d) and the same number term by term: their difference is zero. And sums that nearly cancel. */
static void sums_and_products(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    both x[8];
    int sure = 0, zero = 0;
    for (int i = 0; i < 8; i++)
        mpz_init(x[i].truth);
    for (int round = 0; round < 5000; round++) {
        for (int i = 0; i < 4; i++)
            set_double(&x[i], draw(&random));
        set_sum(&x[4], &x[0], &x[1]);
        set_sum(&x[5], &x[2], &x[3]);
        set_product(&x[6], &x[4], &x[5]);
        set_product(&x[7], &x[6], &x[6]);
        sure += fk_leading_sign(x[6].lead) != FK_UNSURE;
        set_opposite(&x[6]);
        for (int i = 0; i < 4; i++) {
            set_product(&x[7], &x[i / 2], &x[2 + i % 2]);
            set_sum(&x[6], &x[6], &x[7]);
        }
        assert_int_equal(mpz_sgn(x[6].truth), 0);
        zero += fk_leading_sign(x[6].lead) == 0;
        set_double(&x[7], draw(&random));
        set_sum(&x[6], &x[6], &x[7]);
        set_product(&x[6], &x[6], &x[4]);
    }
    /* Almost all that are not zero; and zeros of short numbers. */
    assert_true(sure > 4900 && zero > 500);
    for (int i = 0; i < 8; i++)
        mpz_clear(x[i].truth);
}

/* Exponents that differ by around 60, where bits begin to be lost, and by around 120, where all of them are. */
static void sums_of_different_sizes(void **state)
{
    (void)state;
    both a, b, sum;
    mpz_inits(a.truth, b.truth, sum.truth, NULL);
    for (int by = 0; by < 200; by++)
        for (int sign = 0; sign < 2; sign++) {
            set_double(&a, 0x1.fffffffffffffp0);
            set_double(&b,
                       fk_from_bits((uint64_t)sign << 63 | (uint64_t)(1023 - by) << 52 | 0xfffffffffffffu));
            set_sum(&sum, &a, &b);
            set_sum(&sum, &b, &a);
            set_opposite(&a);
            set_sum(&sum, &sum, &a);
            set_sum(&sum, &sum, &sum);
        }
    mpz_clears(a.truth, b.truth, sum.truth, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products),
        cmocka_unit_test(sums_of_different_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return 0;
}

#endif
