/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers represented by their leading 62 bits, an exponent and an error bound: the filter for numbers of very
 * different sizes, where balls (ball.h) lose the small ones and exact integers (exact.h) get long.
 *
 * A number contains all x with |x - mid 2^exponent| <= rad 2^exponent. Integers only, so neither rounding modes nor
 * the range of doubles matter. Bounds, with |mid| and rad at most 2^62 + 2:
 *   product: |x y - mid| <= |a| rb + (|b| + rb) ra, below 3 (2^62 + 2)^2 < 2^126
 *   sum:     exact when both are shifted to the lower exponent, by at most 60 bits: below 2^124. An operand that is lower
 *            still is shifted down; that loses less than one unit of mid and one of rad, and 2 more units of rad cover it.
 * After each operation both are shifted so that the longer of them has 62 bits. Shifting down loses less than one
 * unit of each, again 2 units of rad; shifting up loses nothing. So zero is known to be zero if no bit of its terms
 * was lost.
 *
 * Only where the compiler has 128-bit integers (FK_HAS_FIXED). */

#ifndef FARKAS_EXACT_LEADING_BITS_H
#define FARKAS_EXACT_LEADING_BITS_H

#include "exact/ball.h"
#include "exact/fixed.h"

typedef struct fk_leading {
    int64_t mid;
    uint64_t rad;
    int32_t exponent;
} fk_leading;

typedef struct fk_leading_vec3 {
    fk_leading x, y, z;
} fk_leading_vec3;

#if FK_HAS_FIXED

#define FK_LEADING_BITS  62
#define FK_LEADING_SHIFT 60

/* The number of bits of x. */
static inline int fk_leading_length(fk_uint128 x)
{
    uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    return high != 0 ? 128 - __builtin_clzll(high) : low != 0 ? 64 - __builtin_clzll(low) : 0;
}

static inline fk_leading fk_leading_make(fk_int128 mid, fk_uint128 rad, int32_t exponent)
{
    int length = fk_leading_length((mid < 0 ? -(fk_uint128)mid : (fk_uint128)mid) | rad);
    int down = length - FK_LEADING_BITS;
    fk_leading result = {0, 0, exponent + down};
    if (length == 0)
        return result;
    result.mid = (int64_t)(down > 0 ? mid >> down : mid * ((fk_int128)1 << -down));
    result.rad = (uint64_t)(down > 0 ? rad >> down : rad << -down);
    if (down > 0 &&
        ((fk_uint128)result.mid << down != (fk_uint128)mid || (fk_uint128)result.rad << down != rad))
        result.rad += 2;
    return result;
}

/* x is finite. */
static inline fk_leading fk_leading_from(double x)
{
    int field = fk_biased_exponent(x);
    int64_t mantissa = (int64_t)((fk_bits_of(x) & 0xfffffffffffffu) | (uint64_t)(field > 0) << 52);
    return fk_leading_make(fk_bits_of(x) >> 63 ? -mantissa : mantissa, 0, (field > 0 ? field : 1) - 1075);
}

static inline fk_leading fk_leading_negate(fk_leading a)
{
    a.mid = -a.mid;
    return a;
}

/* 1, 0 or -1 if every number that a contains has that sign, else FK_UNSURE. */
static inline int fk_leading_sign(fk_leading a)
{
    if (a.rad == 0)
        return (a.mid > 0) - (a.mid < 0);
    return a.mid > 0 && (uint64_t)a.mid > a.rad ? 1 : a.mid < 0 && (uint64_t)-a.mid > a.rad ? -1 : FK_UNSURE;
}

static inline fk_leading fk_leading_add(fk_leading a, fk_leading b)
{
    if (a.mid == 0 && a.rad == 0)
        return b;
    if (b.mid == 0 && b.rad == 0)
        return a;
    fk_leading upper = a.exponent < b.exponent ? b : a, lower = a.exponent < b.exponent ? a : b;
    int up = upper.exponent - lower.exponent, down = 0;
    if (up > FK_LEADING_SHIFT) {
        down = up - FK_LEADING_SHIFT;
        up = FK_LEADING_SHIFT;
    }
    fk_int128 mid = upper.mid * ((fk_int128)1 << up);
    fk_uint128 rad = ((fk_uint128)upper.rad << up) + (down > 0 ? 2 : 0);
    if (down < 63) {
        mid += lower.mid >> down;
        rad += lower.rad >> down;
    }
    return fk_leading_make(mid, rad, upper.exponent - up);
}

static inline fk_leading fk_leading_sub(fk_leading a, fk_leading b)
{
    return fk_leading_add(a, fk_leading_negate(b));
}

static inline fk_leading fk_leading_mul(fk_leading a, fk_leading b)
{
    uint64_t size_a = (uint64_t)(a.mid < 0 ? -a.mid : a.mid), size_b = (uint64_t)(b.mid < 0 ? -b.mid : b.mid);
    fk_uint128 rad = (fk_uint128)size_a * b.rad + (fk_uint128)(size_b + b.rad) * a.rad;
    return fk_leading_make((fk_int128)a.mid * b.mid, rad, a.exponent + b.exponent);
}

#define OF(x) fk_leading##x
#include "exact/vec3.inc"

#endif

#endif
