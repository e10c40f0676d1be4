/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sums of doubles with twice the precision, in every rounding mode and without a comparison.
 *
 * Source: Rump, Ogita, Oishi, "Accurate floating-point summation" (2008). Adding and subtracting an anchor, a number
 * larger than all terms together, cuts each term in two: what is a multiple of the anchor's last digit, and the rest. The
 * first parts add up exactly, the rests in a double.
 *
 * Errors. Let the anchor be 1.5 A, with A a power of two and the sizes of all terms together at most A / 2; u = 2^-52,
 * and U = u A. Whatever the rounding, anchor + x lies in [A, 2A], is a multiple of U and off by less than U; so what is
 * left when the anchor is subtracted is exact, and x less that is smaller than U and off by u U. The first parts add up
 * to less than A, exactly. n rests add up to less than n U, each addition off by n u U: together the sum is off by
 * (n + n^2) u U. A is at most 8 times the size, so that for n <= 8 this is less than 2^-94 of the size, and lo less than
 * 2^-46 of it.
 *
 * All numbers must be zero or between 2^-400 and 2^400 in size. */

#ifndef FARKAS_EXACT_ANCHORED_H
#define FARKAS_EXACT_ANCHORED_H

#include <math.h>

#include "base/bits.h"

/* hi + lo is the sum of what was added. lo is small against the anchor, not against hi. */
typedef struct fk_anchored {
    double anchor, hi, lo;
} fk_anchored;

/* An empty sum for terms whose sizes add up to `size`, computed with few roundings. */
static inline fk_anchored fk_anchored_make(double size)
{
    /* The power of two below the size, times 8, and half as much again. */
    uint64_t power = (fk_bits_of(size) & UINT64_C(0x7ff0000000000000)) + (UINT64_C(3) << 52);
    fk_anchored sum = {fk_from_bits(power | UINT64_C(1) << 51), 0.0, 0.0};
    return sum;
}

/* Adds a term, and returns its rest: zero when all of it is in hi. */
static inline double fk_anchored_add(fk_anchored *sum, double x)
{
    double part = (sum->anchor + x) - sum->anchor, rest = x - part;
    sum->hi += part;
    sum->lo += rest;
    return rest;
}

#endif
