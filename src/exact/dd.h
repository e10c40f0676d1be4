/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Unevaluated sums of two doubles: double-doubles, twofold numbers, sums with an anchor. */

#ifndef FARKAS_EXACT_DD_H
#define FARKAS_EXACT_DD_H

#include "base/bits.h"
#include "farkas/base.h"

#include <math.h>

/* ---- Double-doubles, about 105 bits: for searches that need more than doubles ----
 *
 * Sources: Dekker (1971), Knuth (1969). Without proved error bounds (use twofold numbers for those); rounding modes
 * other than to nearest lose a few bits. Numbers must be zero or between 2^-400 and 2^400. */

typedef struct fk_dd {
    double hi, lo;
} fk_dd;

typedef struct fk_dd_vec3 {
    fk_dd x, y, z;
} fk_dd_vec3;

static inline fk_dd fk_dd_from(double x)
{
    return (fk_dd){x, 0.0};
}

/* hi + lo for |hi| >= |lo|. */
static inline fk_dd fk_dd_quick_sum(double hi, double lo)
{
    fk_dd r;
    r.hi = hi + lo;
    r.lo = lo - (r.hi - hi);
    return r;
}

/* The rounded sum x + y and its error. */
static inline fk_dd fk_dd_sum(double x, double y)
{
    fk_dd r;
    r.hi = x + y;
    double part = r.hi - x;
    r.lo = (x - (r.hi - part)) + (y - part);
    return r;
}

/* The rounded product x * y and its error; the halves of each factor have 26 bits. */
static inline fk_dd fk_dd_product(double x, double y)
{
    double big_x = 134217729.0 * x, big_y = 134217729.0 * y;
    double high_x = big_x - (big_x - x), high_y = big_y - (big_y - y);
    double low_x = x - high_x, low_y = y - high_y;
    fk_dd r;
    r.hi = x * y;
    r.lo = ((high_x * high_y - r.hi) + high_x * low_y + low_x * high_y) + low_x * low_y;
    return r;
}

static inline fk_dd fk_dd_add(fk_dd a, fk_dd b)
{
    fk_dd s = fk_dd_sum(a.hi, b.hi), t = fk_dd_sum(a.lo, b.lo);
    s = fk_dd_quick_sum(s.hi, s.lo + t.hi);
    return fk_dd_quick_sum(s.hi, s.lo + t.lo);
}

static inline fk_dd fk_dd_negate(fk_dd a)
{
    return (fk_dd){-a.hi, -a.lo};
}

static inline fk_dd fk_dd_sub(fk_dd a, fk_dd b)
{
    return fk_dd_add(a, fk_dd_negate(b));
}

static inline fk_dd fk_dd_mul(fk_dd a, fk_dd b)
{
    fk_dd p = fk_dd_product(a.hi, b.hi);
    return fk_dd_quick_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline fk_dd fk_dd_div(fk_dd a, fk_dd b)
{
    fk_dd q = fk_dd_from(a.hi / b.hi);
    for (int i = 0; i < 2; i++) {
        fk_dd rest = fk_dd_sub(a, fk_dd_mul(q, b));
        q = fk_dd_add(q, fk_dd_from(rest.hi / b.hi));
    }
    return q;
}

/* Zero unless a is positive. */
static inline fk_dd fk_dd_sqrt(fk_dd a)
{
    if (!(a.hi > 0.0))
        return fk_dd_from(0.0);
    fk_dd r = fk_dd_from(sqrt(a.hi));
    for (int i = 0; i < 2; i++) {
        fk_dd rest = fk_dd_sub(a, fk_dd_mul(r, r));
        r = fk_dd_add(r, fk_dd_from(rest.hi / (2.0 * r.hi)));
    }
    return r;
}

static inline bool fk_dd_less(fk_dd a, fk_dd b)
{
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

#define OF(x) fk_dd##x
#include "exact/vec3.inc"

/* The leading double of each component. */
static inline fk_vec3 fk_dd_vec3_round(fk_dd_vec3 v)
{
    return fk_vec3_make(v.x.hi, v.y.hi, v.z.hi);
}

/* ---- Twofold numbers: twice the precision, with error bounds that hold in every rounding mode ----
 *
 * Source: Dekker, "A floating-point technique for extending the available precision" (1971), adapted to all rounding
 * modes.
 *
 * Errors, with u = 2^-52. fk_two_sum: the larger operand comes first, so s - x is exact in every rounding mode, and
 * only the small term is rounded: u^2 of the result. fk_two_product: factors are split by their bits, at 26 and 27 of
 * 53, so halves and their products are exact, except that of the two lower halves, and so are the sums that precede
 * it: 2^-101 of the result.
 *
 * No component of an operand or result may be smaller than 2^-1000. */

typedef struct fk_twofold {
    double hi, lo;
} fk_twofold;

static inline fk_twofold fk_two_sum(double a, double b)
{
    bool swap = fabs(a) < fabs(b);
    double x = swap ? b : a, y = swap ? a : b, s = x + y;
    return (fk_twofold){s, y - (s - x)};
}

/* The upper 26 bits of 53. */
static inline double fk_upper_half(double a)
{
    return fk_from_bits(fk_bits_of(a) & ~UINT64_C(0x7ffffff));
}

static inline fk_twofold fk_two_product(double a, double b)
{
    double p = a * b, a1 = fk_upper_half(a), b1 = fk_upper_half(b), a2 = a - a1, b2 = b - b1;
    return (fk_twofold){p, (((a1 * b1 - p) + a1 * b2) + a2 * b1) + a2 * b2};
}

/* ---- Sums with an anchor: twice the precision, in every rounding mode and without a comparison ----
 *
 * Source: Rump, Ogita, Oishi, "Accurate floating-point summation" (2008). Adding and subtracting an anchor, a number
 * larger than all terms together, splits each term in two: a multiple of the anchor's last digit, and the rest. The
 * multiples add up exactly, the rests in a double.
 *
 * Errors. Let the anchor be 1.5 A, with A a power of two and the sizes of all terms together at most A / 2; let u =
 * 2^-52 and U = u A. In every rounding mode, anchor + x lies in [A, 2A], is a multiple of U and off by less than U;
 * so subtracting the anchor is exact, and the rest of x is smaller than U and off by u U. The multiples add up to
 * less than A, exactly. n rests add up to less than n U, each addition off by n u U: together the sum is off by (n +
 * n^2) u U. A is at most 8 times the size, so for n <= 8 this is less than 2^-94 of the size, and lo is less than
 * 2^-46 of it.
 *
 * All numbers must be zero or between 2^-400 and 2^400 in size. */

/* hi + lo is the sum. lo is small compared with the anchor, not with hi. */
typedef struct fk_anchored {
    double anchor, hi, lo;
} fk_anchored;

/* An empty sum for terms whose absolute values add up to `size`, computed with few roundings. */
static inline fk_anchored fk_anchored_make(double size)
{
    /* 1.5 times 8 times the power of two below the size. */
    uint64_t power = (fk_bits_of(size) & UINT64_C(0x7ff0000000000000)) + (UINT64_C(3) << 52);
    return (fk_anchored){fk_from_bits(power | UINT64_C(1) << 51), 0.0, 0.0};
}

/* Adds a term and returns its rest: zero if all of it is in hi. */
static inline double fk_anchored_add(fk_anchored *sum, double x)
{
    double part = (sum->anchor + x) - sum->anchor, rest = x - part;
    sum->hi += part;
    sum->lo += rest;
    return rest;
}

#endif
