/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From doubles to integers and rationals, fractions, integer vectors, and comparisons of exact values with
 * doubles. No floating-point operation is made: a double is taken apart into its bits, so that rounding mode
 * and flushing of small numbers do not matter.
 *
 * Weak inputs: numbers whose exponents differ by hundreds make long integers. */

#include "body.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/* ---- Doubles ------------------------------------------------------------------------------------------- */

/* A double is mantissa * 2^exponent, with the mantissa odd or zero. */
struct parts {
    bool finite, negative;
    uint64_t mantissa;
    int exponent;
};

static struct parts take_apart(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);

    struct parts parts = {field != 0x7ff, bits >> 63 != 0, fraction, -1074};
    if (field > 0) {
        parts.mantissa = fraction | UINT64_C(1) << 52;
        parts.exponent = field - 1075;
    }
    while (parts.mantissa != 0 && parts.mantissa % 2 == 0) {
        parts.mantissa /= 2;
        parts.exponent++;
    }
    return parts;
}

bool oracle_is_finite(double value)
{
    return take_apart(value).finite;
}

bool oracle_all_finite(const double *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!oracle_is_finite(value[i]))
            return false;
    return true;
}

int oracle_sign(double value)
{
    struct parts parts = take_apart(value);
    return parts.mantissa == 0 ? 0 : parts.negative ? -1 : 1;
}

long oracle_shift_for(const double *number, size_t count, long shift)
{
    for (size_t i = 0; i < count; i++) {
        struct parts parts = take_apart(number[i]);
        if (parts.mantissa != 0 && -parts.exponent > shift)
            shift = -parts.exponent;
    }
    return shift;
}

void oracle_set_scaled(mpz_t out, double value, long shift)
{
    struct parts parts = take_apart(value);
    mpz_set_ui(out, 0);
    if (parts.mantissa == 0)
        return;
    mpz_import(out, 1, 1, sizeof parts.mantissa, 0, 0, &parts.mantissa);
    mpz_mul_2exp(out, out, (mp_bitcnt_t)(parts.exponent + shift));
    if (parts.negative)
        mpz_neg(out, out);
}

/* ---- Rationals and fractions --------------------------------------------------------------------------- */

void oracle_set_double(mpq_t out, double value)
{
    long shift = oracle_shift_for(&value, 1, 0);
    oracle_set_scaled(mpq_numref(out), value, shift);
    mpz_set_ui(mpq_denref(out), 1);
    mpq_div_2exp(out, out, (mp_bitcnt_t)shift);
}

void oracle_set_quotient(mpq_t out, const mpz_t top, const mpz_t bottom, long shift)
{
    mpz_set(mpq_numref(out), top);
    mpz_set(mpq_denref(out), bottom);
    mpq_canonicalize(out);
    if (shift >= 0)
        mpq_div_2exp(out, out, (mp_bitcnt_t)shift);
    else
        mpq_mul_2exp(out, out, (mp_bitcnt_t)-shift);
}

void oracle_fraction_init(struct fraction *f)
{
    mpz_inits(f->top, f->bottom, (mpz_ptr)NULL);
}

void oracle_fraction_clear(struct fraction *f)
{
    mpz_clears(f->top, f->bottom, (mpz_ptr)NULL);
}

int oracle_fraction_compare(const mpz_t top, const mpz_t bottom, const struct fraction *f)
{
    static mpz_t left, right;
    static bool ready;
    if (!ready)
        mpz_inits(left, right, (mpz_ptr)NULL);
    ready = true;
    mpz_mul(left, top, f->bottom);
    mpz_mul(right, f->top, bottom);
    int sign = mpz_cmp(left, right);
    return (sign > 0) - (sign < 0);
}

void oracle_fraction_set(struct fraction *f, const mpz_t top, const mpz_t bottom)
{
    mpz_set(f->top, top);
    mpz_set(f->bottom, bottom);
}

/* ---- Integer vectors ----------------------------------------------------------------------------------- */

void oracle_vec_init(struct vec *v)
{
    mpz_inits(v->c[0], v->c[1], v->c[2], (mpz_ptr)NULL);
}

void oracle_vec_clear(struct vec *v)
{
    mpz_clears(v->c[0], v->c[1], v->c[2], (mpz_ptr)NULL);
}

void oracle_vec_set_scaled(struct vec *out, const double number[3], long shift)
{
    for (int k = 0; k < 3; k++)
        oracle_set_scaled(out->c[k], number[k], shift);
}

void oracle_vec_add(struct vec *out, const struct vec *a, const struct vec *b)
{
    for (int k = 0; k < 3; k++)
        mpz_add(out->c[k], a->c[k], b->c[k]);
}

void oracle_vec_sub(struct vec *out, const struct vec *a, const struct vec *b)
{
    for (int k = 0; k < 3; k++)
        mpz_sub(out->c[k], a->c[k], b->c[k]);
}

bool oracle_vec_is_zero(const struct vec *a)
{
    return mpz_sgn(a->c[0]) == 0 && mpz_sgn(a->c[1]) == 0 && mpz_sgn(a->c[2]) == 0;
}

void oracle_vec_dot(mpz_t out, const struct vec *a, const struct vec *b)
{
    mpz_mul(out, a->c[0], b->c[0]);
    mpz_addmul(out, a->c[1], b->c[1]);
    mpz_addmul(out, a->c[2], b->c[2]);
}

void oracle_vec_cross(struct vec *out, const struct vec *a, const struct vec *b)
{
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(out->c[k], a->c[i], b->c[j]);
        mpz_submul(out->c[k], a->c[j], b->c[i]);
    }
}

/* ---- Comparing with doubles ---------------------------------------------------------------------------- */

/* The sign of an infinity; 0 for a finite number. */
static int sign_of_infinity(double x)
{
    struct parts parts = take_apart(x);
    assert(parts.finite || parts.mantissa == 1); /* an infinity has no fraction: it is not NaN */
    return parts.finite ? 0 : parts.negative ? -1 : 1;
}

int oracle_compare(const mpq_t value, double x)
{
    int infinity = sign_of_infinity(x);
    if (infinity != 0)
        return -infinity;
    mpq_t other;
    mpq_init(other);
    oracle_set_double(other, x);
    int sign = mpq_cmp(value, other);
    mpq_clear(other);
    return (sign > 0) - (sign < 0);
}

int oracle_compare_root(const mpq_t squared, const mpq_t offset, double x)
{
    assert(mpq_sgn(squared) >= 0);
    int infinity = sign_of_infinity(x);
    if (infinity != 0)
        return -infinity;

    /* sqrt(squared) against x - offset, both by their squares if neither is negative. */
    mpq_t other;
    mpq_init(other);
    oracle_set_double(other, x);
    mpq_sub(other, other, offset);
    int sign = 1;
    if (mpq_sgn(other) >= 0) {
        mpq_mul(other, other, other);
        sign = mpq_cmp(squared, other);
    }
    mpq_clear(other);
    return (sign > 0) - (sign < 0);
}

int oracle_compare_square(const mpq_t squared, double x)
{
    mpq_t zero;
    mpq_init(zero);
    int sign = oracle_compare_root(squared, zero, x);
    mpq_clear(zero);
    return sign;
}
