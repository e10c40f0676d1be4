/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sine and cosine against fixed-point numbers of GMP and Taylor's series. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include <gmp.h>

#include "base/vec3.h"
#include "double_bits.h"
#include "farkas/base.h"
#include "fpu_modes.h"

/* ---- Sine and cosine: reference ------------------------------------------------------------------------ */

/* Fixed-point numbers: WIDE_BITS behind the point for reductions of up to 2^1024, NARROW_BITS for series. */
enum { WIDE_BITS = 1400, NARROW_BITS = 320 };

typedef struct reference {
    mpz_t half_pi, term, square, rest, turns, sine, cosine;
} reference;

/* sum += factor * arctan(1 / n), by its series. */
static void add_arctan(mpz_t sum, long factor, unsigned long n)
{
    mpz_t power, term;
    mpz_inits(power, term, NULL);
    mpz_set_ui(power, 1);
    mpz_mul_2exp(power, power, WIDE_BITS + 64);
    mpz_fdiv_q_ui(power, power, n);
    for (unsigned long k = 1; mpz_sgn(power) != 0; k += 2) {
        mpz_fdiv_q_ui(term, power, k);
        mpz_mul_si(term, term, k % 4 == 1 ? factor : -factor);
        mpz_add(sum, sum, term);
        mpz_fdiv_q_ui(power, power, n * n);
    }
    mpz_clears(power, term, NULL);
}

static void reference_make(reference *r)
{
    mpz_inits(r->half_pi, r->term, r->square, r->rest, r->turns, r->sine, r->cosine, NULL);
    /* Gauss: pi/4 = 12 arctan(1/18) + 8 arctan(1/57) - 5 arctan(1/239). */
    add_arctan(r->half_pi, 24, 18);
    add_arctan(r->half_pi, 16, 57);
    add_arctan(r->half_pi, -10, 239);
    mpz_fdiv_q_2exp(r->half_pi, r->half_pi, 64);
}

static void reference_free(reference *r)
{
    mpz_clears(r->half_pi, r->term, r->square, r->rest, r->turns, r->sine, r->cosine, NULL);
}

/* The series of the sine (first power 1) or the cosine (first power 0) of r->rest, with NARROW_BITS. */
static void series(reference *r, mpz_t sum, unsigned long first_power)
{
    if (first_power == 1) {
        mpz_set(r->term, r->rest);
    } else {
        mpz_set_ui(r->term, 1);
        mpz_mul_2exp(r->term, r->term, NARROW_BITS);
    }
    mpz_set(sum, r->term);
    for (unsigned long k = first_power + 1; mpz_sgn(r->term) != 0; k += 2) {
        mpz_mul(r->term, r->term, r->square);
        mpz_tdiv_q_2exp(r->term, r->term, NARROW_BITS);
        mpz_tdiv_q_ui(r->term, r->term, k * (k + 1));
        mpz_neg(r->term, r->term);
        mpz_add(sum, sum, r->term);
    }
}

/* number = x * 2^bits; exact for the x used here. */
static void set_fixed(mpz_t number, double x, int bits)
{
    int exponent;
    double mantissa = frexp(x, &exponent);
    mpz_set_d(number, ldexp(mantissa, 53));
    int shift = exponent - 53 + bits;
    if (shift >= 0)
        mpz_mul_2exp(number, number, (unsigned long)shift);
    else
        mpz_tdiv_q_2exp(number, number, (unsigned long)-shift);
}

/* Sets r->sine and r->cosine to those of x, with NARROW_BITS. */
static void reference_compute(reference *r, double x)
{
    set_fixed(r->rest, x, WIDE_BITS);
    /* The nearest multiple of pi/2. */
    mpz_mul_2exp(r->turns, r->rest, 1);
    mpz_add(r->turns, r->turns, r->half_pi);
    mpz_mul_2exp(r->term, r->half_pi, 1);
    mpz_fdiv_q(r->turns, r->turns, r->term);
    mpz_submul(r->rest, r->turns, r->half_pi);
    mpz_tdiv_q_2exp(r->rest, r->rest, WIDE_BITS - NARROW_BITS);
    mpz_mul(r->square, r->rest, r->rest);
    mpz_tdiv_q_2exp(r->square, r->square, NARROW_BITS);
    unsigned long quadrant = mpz_fdiv_ui(r->turns, 4);
    series(r, quadrant % 2 == 0 ? r->sine : r->cosine, 1);
    series(r, quadrant % 2 == 0 ? r->cosine : r->sine, 0);
    if (quadrant == 2 || quadrant == 3)
        mpz_neg(r->sine, r->sine);
    if (quadrant == 1 || quadrant == 2)
        mpz_neg(r->cosine, r->cosine);
}

/* |value - expected| in units in the last place of value. */
static double error_in_units(reference *r, double value, const mpz_t expected)
{
    int exponent;
    frexp(value, &exponent);
    set_fixed(r->term, value, NARROW_BITS);
    mpz_sub(r->term, r->term, expected);
    return fabs(ldexp(mpz_get_d(r->term), 53 - exponent - NARROW_BITS));
}

/* What src/base/trig.c derives; the public contract is one. */
static const double largest_error = 0.96;

static void check_trig(reference *r, double x)
{
    double sine = fk_sin(x), cosine = fk_cos(x);
    reference_compute(r, x);
    double sine_error = error_in_units(r, sine, r->sine), cosine_error = error_in_units(r, cosine, r->cosine);
    if (!(sine_error <= largest_error && cosine_error <= largest_error)) {
        print_error("x = %a: sine %a is wrong by %g, cosine %a by %g\n", x, sine, sine_error, cosine,
                    cosine_error);
        fail();
    }
    assert_same_double(fk_sin(-x), -sine);
    assert_same_double(fk_cos(-x), cosine);
}

/* ---- Sine and cosine: tests ---------------------------------------------------------------------------- */

static void test_trig_special(void **state)
{
    (void)state;
    assert_same_double(fk_sin(0.0), 0.0);
    assert_same_double(fk_sin(-0.0), -0.0);
    assert_same_double(fk_cos(0.0), 1.0);
    assert_same_double(fk_cos(-0.0), 1.0);
    const double strange[] = {INFINITY, -INFINITY, NAN, -NAN, fk_from_bits(0xfff0000000000001u)};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        assert_int_equal(fk_bits_of(fk_sin(strange[i])), 0x7ff8000000000000u);
        assert_int_equal(fk_bits_of(fk_cos(strange[i])), 0x7ff8000000000000u);
    }
    fk_random random = fk_random_make(1);
    for (int exponent = -1074; exponent < -27; exponent++) {
        double x = ldexp(fk_random_between(&random, 1, 2), exponent);
        assert_same_double(fk_sin(x), x);
        assert_same_double(fk_sin(-x), -x);
        assert_same_double(fk_cos(x), 1.0);
    }
    {
        fpu_set(FPU_NO_DENORMALS);
        double x = fk_from_bits(12345);
        uint64_t sine = fk_bits_of(fk_sin(x)), cosine = fk_bits_of(fk_cos(x));
        fpu_set(0);
        assert_int_equal(sine, 12345);
        assert_int_equal(cosine, fk_bits_of(1.0));
    }
}

/* Fixed values, so that any machine that differs is found out. */
static void test_trig_fixed_bits(void **state)
{
    (void)state;
    static const struct {
        double x, sine, cosine;
    } cases[] = {
        {0x1p-1, 0x1.eaee8744b05fp-2, 0x1.c1528065b7d5p-1},
        {0x1p+0, 0x1.aed548f090ceep-1, 0x1.14a280fb5068cp-1},
        {-0x1p+1, -0x1.d18f6ead1b446p-1, -0x1.aa22657537205p-2},
        {0x1.8p+1, 0x1.210386db6d55bp-3, -0x1.fae04be85e5d2p-1},
        {0x1.921fb54442d18p+0, 0x1p+0, 0x1.1a62633145c07p-54},
        {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1p+0},
        {0x1.921fb54442d18p-1, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1},
        {0x1.9p+6, -0x1.03425b78c4db8p-1, 0x1.b981dbf665fdfp-1},
        {0x1.e848p+19, -0x1.6664b2568d867p-2, 0x1.df9df9906d32cp-1},
        {0x1.312dp+23, 0x1.aea414a8a3352p-2, -0x1.d085be7a8f4a1p-1},
        {0x1.0f0cf064dd592p+73, -0x1.b453ab76bf397p-1, 0x1.0be2cef01c8f4p-1},
        {0x1.6ac5b262ca1ffp+849, 0x1p+0, -0x1.14ae72e6ba22fp-61},
        {0x1p+1023, 0x1.205248cbdb76p-1, -0x1.a719f26c232bfp-1},
        {0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8, -0x1.fffe62ecfab75p-1},
        {-0x1.3333333333333p-2, -0x1.2e9cd95baba33p-2, 0x1.e921dd42f09bap-1},
        {0x1.921fbp+20, -0x1.4b02e5be91e9ep-2, 0x1.e4831257a62dap-1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_same_double(fk_sin(cases[i].x), cases[i].sine);
        assert_same_double(fk_cos(cases[i].x), cases[i].cosine);
    }
}

static void test_trig_random(void **state)
{
    (void)state;
    reference r;
    reference_make(&r);
    fk_random random = fk_random_make(2);
    for (int i = 0; i < 20000; i++) {
        check_trig(&r, fk_random_between(&random, -0.79, 0.79));
        check_trig(&r, fk_random_between(&random, -10, 10));
        check_trig(&r, fk_random_between(&random, -2e6, 2e6));
        int exponent = (int)fk_random_below(&random, 1024 + 40) - 40;
        check_trig(&r, ldexp(fk_random_between(&random, 1, 2), exponent));
    }
    reference_free(&r);
}

/* Doubles around the odd and even multiples of pi/4: results near zero, near one, and changes of quadrant. */
static void test_trig_multiples(void **state)
{
    (void)state;
    reference r;
    reference_make(&r);
    fk_random random = fk_random_make(3);
    for (uint64_t i = 1; i < 8000; i++) {
        uint64_t k = i < 2000 ? i : fk_random_below(&random, (uint64_t)1 << (11 + i % 42));
        double x = (double)k * 0.78539816339744830962;
        check_trig(&r, x);
        check_trig(&r, nextafter(x, 0));
        check_trig(&r, nextafter(x, INFINITY));
    }
    reference_free(&r);
}

static void test_trig_named_hard_cases(void **state)
{
    (void)state;
    reference r;
    reference_make(&r);
    const double hard[] = {
        6381956970095103.0 * 0x1p797,
        1e22,
        0x1p1023,
        DBL_MAX,
        0x1p20,
        0x1p21,
        1.6e6,
        1e15,
        1e300,
        0x1p-27,
        0x1p-26,
    };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        check_trig(&r, hard[i]);
        check_trig(&r, nextafter(hard[i], 0));
        check_trig(&r, hard[i] == DBL_MAX ? 1.0 : nextafter(hard[i], INFINITY));
    }
    /* Mantissas of many ones make carries in every word of the reduction. */
    for (uint64_t biased = 1023 - 30; biased < 2047; biased++) {
        check_trig(&r, fk_from_bits(biased << 52));
        check_trig(&r, fk_from_bits(biased << 52 | 0x00000000ffffffffu));
        check_trig(&r, fk_from_bits(biased << 52 | 0x000fffffffffffffu));
    }
    reference_free(&r);
}

/* For each power of two, the whole numbers m below 2^53 for which m 2^e comes closer to a multiple of pi/2 than
 * for any smaller m: the denominators of the continued fraction of 2^e / (pi/2). */
static void test_trig_continued_fractions(void **state)
{
    (void)state;
    reference r;
    reference_make(&r);
    mpz_t above, below, quotient;
    mpz_inits(above, below, quotient, NULL);
    for (int e = -60; e <= 971; e++) {
        mpz_set_ui(above, 1);
        mpz_mul_2exp(above, above, (unsigned long)(WIDE_BITS + e));
        mpz_set(below, r.half_pi);
        double previous = 1, current = 0;
        while (true) {
            mpz_fdiv_qr(quotient, above, above, below);
            mpz_swap(above, below);
            double next = mpz_get_d(quotient) * current + previous;
            previous = current;
            current = next;
            if (current >= 0x1p53)
                break;
            if (current > 0)
                check_trig(&r, ldexp(current, e));
        }
    }
    mpz_clears(above, below, quotient, NULL);
    reference_free(&r);
}

/* ---- Other states of the processor, and angles ---------------------------------------------------------- */

/* In every rounding mode sines and cosines are within 2^-51: bounds of rotations count on that. */
static void test_trig_modes(void **state)
{
    (void)state;
    fk_random dice = fk_random_make(11);
    for (int i = 0; i < 20000; i++) {
        double x = fk_random_between(&dice, -1, 1) * ldexp(1, (int)fk_random_below(&dice, 40) - 10);
        long double sine = sinl(x), cosine = cosl(x);
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            double s = fk_sin(x), c = fk_cos(x);
            fpu_set(0);
            assert_true(fabsl(s - sine) < 0x1p-51L && fabsl(c - cosine) < 0x1p-51L);
        }
    }
}

static void check_arc(double y, double x)
{
    long double angle = atan2l(y, x);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        double found = fk_atan2_quadrant(y, x);
        fpu_set(0);
        assert_true(fabsl(found - angle) <= (long double)FK_ATAN2_ERROR * angle);
    }
}

static void test_trig_arc(void **state)
{
    (void)state;
    fk_random dice = fk_random_make(12);
    assert_same_double(fk_atan2_quadrant(0, 1), 0.0);
    assert_same_double(fk_atan2_quadrant(7, 7), 0x1.921fb54442d18p-1);
    assert_same_double(fk_atan2_quadrant(5, 0), 0x1.921fb54442d18p+0);
    for (int i = 0; i < 20000; i++) {
        double y = fk_random_unit(&dice) * ldexp(1, i % 3 == 0 ? -(int)fk_random_below(&dice, 300) : 0),
               x = 1 + y;
        double unit = ldexp(1, (int)fk_random_below(&dice, 700) - 350);
        check_arc(y * unit, unit);
        check_arc(unit, y * unit);
        check_arc(y, x);
    }
    /* Where the quarters change. */
    for (int eighth = 1; eighth <= 8; eighth++)
        for (int step = -3; step <= 3; step++) {
            check_arc(eighth / 8.0 + step * 0x1p-53, 1);
            check_arc(1, eighth / 8.0 + step * 0x1p-53);
        }
    /* The same bits everywhere. */
    assert_same_double(fk_atan2_quadrant(0.3, 0.7), 0x1.9e9bf3d20dc71p-2);
    assert_same_double(fk_atan2_quadrant(0.9, 0.1), 0x1.75cbad2a40bd5p+0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trig_special),
        cmocka_unit_test(test_trig_fixed_bits),
        cmocka_unit_test(test_trig_random),
        cmocka_unit_test(test_trig_multiples),
        cmocka_unit_test(test_trig_named_hard_cases),
        cmocka_unit_test(test_trig_continued_fractions),
        cmocka_unit_test_teardown(test_trig_modes, fpu_usual),
        cmocka_unit_test_teardown(test_trig_arc, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
