/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls: floating-point numbers with an error bound. The filter in front of exact arithmetic.
 *
 * A ball contains a real number x with |x - mid| <= rad. The operations below keep that true in every rounding mode,
 * and also when the processor flushes small results to zero (FTZ) or reads small operands as zero (DAZ), as a host
 * linked with -ffast-math may have set it.
 *
 * Derivation. Let mid' be mid as the processor sees it: mid itself, or 0 when |mid| < 2^-1022 and DAZ is on. The
 * invariant is |x - mid'| <= rad with rad >= 2^-500, so that rad itself is never flushed. One operation rounds with a
 * relative error of at most 2^-52 of its result in any rounding mode, plus an absolute error of at most 2^-1022 by
 * underflow or FTZ; reading its result later under DAZ moves it by at most 2^-1022 more.
 *   sum:      |x + y - mid'| <= ra + rb + 2^-52 |mid| + 2 * 2^-1022
 *   product:  |x y - mid'|   <= |a| rb + |b| ra + ra rb + 2^-52 |mid| + 2 * 2^-1022
 * The radius is computed with at most seven roundings, which may all go down; the factor 1 + 2^-48 compensates for
 * them, since (1 - 2^-52)^7 (1 + 2^-48) > 1. Products in it that underflow lose at most 4 * 2^-1022. The term 2^-500
 * covers every absolute error named here. It is that large so that products with it do not underflow, which is slow
 * on processors.
 *
 * Range. In the rounding modes toward zero an overflow gives the largest double instead of an infinity, which no
 * later test would notice. So balls are made of scaled numbers: fk_ball_scale gives a power of two that brings the
 * largest input below 2^24, and no expression of degree up to 8 in this library comes near 2^1023. Scaling is exact,
 * except for numbers that it makes smaller than 2^-1022, an absolute error that 2^-500 covers. The scale is at most
 * 2^400, so that a small input that DAZ reads as zero, 2^-1022 times 2^400, is covered too. Scaling all inputs alike
 * does not change signs. */

#ifndef FARKAS_EXACT_BALL_H
#define FARKAS_EXACT_BALL_H

#include <math.h>

#include "base/bits.h"
#include "farkas/base.h"

#define FK_BALL_ROUND 0x1p-51 /* twice what the derivation needs */
#define FK_BALL_GUARD (1.0 + 0x1p-48)
#define FK_BALL_TINY  0x1p-500

typedef struct fk_ball {
    double mid, rad;
} fk_ball;

typedef struct fk_ball_vec3 {
    fk_ball x, y, z;
} fk_ball_vec3;

/* fk_ball_sign of a ball that contains zero. */
#define FK_UNSURE 2

/* 2^-exponent, clamped to [2^-1000, 2^400]. */
static inline double fk_ball_scale(int exponent)
{
    return fk_inverse_power(exponent < -400 ? -400 : exponent);
}

static inline fk_ball fk_ball_from(double x)
{
    return (fk_ball){x, FK_BALL_TINY};
}

static inline fk_ball fk_ball_add(fk_ball a, fk_ball b)
{
    fk_ball sum;
    sum.mid = a.mid + b.mid;
    sum.rad = (a.rad + b.rad + FK_BALL_ROUND * fabs(sum.mid)) * FK_BALL_GUARD + FK_BALL_TINY;
    return sum;
}

static inline fk_ball fk_ball_negate(fk_ball a)
{
    a.mid = -a.mid;
    return a;
}

static inline fk_ball fk_ball_sub(fk_ball a, fk_ball b)
{
    return fk_ball_add(a, fk_ball_negate(b));
}

static inline fk_ball fk_ball_mul(fk_ball a, fk_ball b)
{
    fk_ball product;
    product.mid = a.mid * b.mid;
    product.rad = (fabs(a.mid) * b.rad + (fabs(b.mid) + b.rad) * a.rad + FK_BALL_ROUND * fabs(product.mid)) *
                      FK_BALL_GUARD +
                  FK_BALL_TINY;
    return product;
}

/* 1 or -1 if every number in the ball has that sign, else FK_UNSURE. */
static inline int fk_ball_sign(fk_ball a)
{
    return a.mid > a.rad ? 1 : a.mid < -a.rad ? -1 : FK_UNSURE;
}

#define OF(x) fk_ball##x
#include "exact/vec3.inc"

#endif
