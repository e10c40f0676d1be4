/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Vectors of rationals: slow, and without a scale to think of. Only for the files of the oracle. */

#ifndef ORACLE_RATIONAL_H
#define ORACLE_RATIONAL_H

#include "body.h"

struct ratio {
    mpq_t c[3];
};

static inline void ratio_init(struct ratio *v)
{
    mpq_inits(v->c[0], v->c[1], v->c[2], (mpq_ptr)NULL);
}

static inline void ratio_clear(struct ratio *v)
{
    mpq_clears(v->c[0], v->c[1], v->c[2], (mpq_ptr)NULL);
}

static inline void ratio_set(struct ratio *out, const double number[3])
{
    for (int k = 0; k < 3; k++)
        oracle_set_double(out->c[k], number[k]);
}

static inline void ratio_sub(struct ratio *out, const struct ratio *a, const struct ratio *b)
{
    for (int k = 0; k < 3; k++)
        mpq_sub(out->c[k], a->c[k], b->c[k]);
}

static inline bool ratio_is_zero(const struct ratio *a)
{
    return mpq_sgn(a->c[0]) == 0 && mpq_sgn(a->c[1]) == 0 && mpq_sgn(a->c[2]) == 0;
}

static inline void ratio_dot(mpq_t out, const struct ratio *a, const struct ratio *b)
{
    mpq_t sum, product;
    mpq_inits(sum, product, (mpq_ptr)NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, a->c[k], b->c[k]);
        mpq_add(sum, sum, product);
    }
    mpq_set(out, sum);
    mpq_clears(sum, product, (mpq_ptr)NULL);
}

/* |a x b|^2, which is a.a b.b - (a.b)^2. */
static inline void ratio_cross_squared(mpq_t out, const struct ratio *a, const struct ratio *b)
{
    mpq_t aa, bb, ab;
    mpq_inits(aa, bb, ab, (mpq_ptr)NULL);
    ratio_dot(aa, a, a);
    ratio_dot(bb, b, b);
    ratio_dot(ab, a, b);
    mpq_mul(aa, aa, bb);
    mpq_mul(ab, ab, ab);
    mpq_sub(out, aa, ab);
    mpq_clears(aa, bb, ab, (mpq_ptr)NULL);
}

#endif
