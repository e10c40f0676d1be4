/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers as sums of two doubles: twice the precision, with error bounds that hold in every rounding mode. For proofs;
 * searches, which prove nothing, use exact/dd.h. Sums of many are in exact/anchored.h.
 *
 * Source: Dekker, "A floating-point technique for extending the available precision" (1971), with what is needed when
 * the mode is not to nearest.
 *
 * Errors, with u = 2^-52. fk_two_sum: the larger operand comes first, so s - x is exact whatever the direction of
 * rounding, and only the small part is rounded: u^2 of the result. fk_two_product: factors are split by their bits, at 26
 * and 27 of 53, so halves and their products are exact but for that of the two lower halves, and so are the
 * sums that precede it: 2^-101 of the result.
 *
 * All operands and results must stay in a range where no part of them is smaller than 2^-1000. */

#ifndef FARKAS_EXACT_TWOFOLD_H
#define FARKAS_EXACT_TWOFOLD_H

#include <math.h>

#include "base/bits.h"

typedef struct fk_twofold {
    double hi, lo;
} fk_twofold;

static inline fk_twofold fk_two_sum(double a, double b)
{
    bool swap = fabs(a) < fabs(b);
    double x = swap ? b : a, y = swap ? a : b, s = x + y;
    fk_twofold sum = {s, y - (s - x)};
    return sum;
}

/* The upper 26 bits of 53. */
static inline double fk_upper_half(double a)
{
    return fk_from_bits(fk_bits_of(a) & ~UINT64_C(0x7ffffff));
}

static inline fk_twofold fk_two_product(double a, double b)
{
    double p = a * b, a1 = fk_upper_half(a), b1 = fk_upper_half(b), a2 = a - a1, b2 = b - b1;
    fk_twofold product = {p, (((a1 * b1 - p) + a1 * b2) + a2 * b1) + a2 * b2};
    return product;
}

#endif
