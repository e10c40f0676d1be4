/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rounds fractions and square roots to doubles.
 *
 * Doubles are ordered as their bits are, so this file counts them: 0 for zero, k for the k-th double above it, -k for
 * the k-th below. A floating-point estimate gives a starting point; exact comparisons around it decide (of squares,
 * for roots), with bisection if the estimate is far off, as when small results are flushed to zero. A good estimate
 * needs two or three comparisons, any estimate at most 130. */

#include "exact/exact.h"

#include <math.h>

/* The count of infinity. */
#define INFINITY_COUNT ((int64_t)0x7ff << 52)
/* The largest step of the search. */
#define LARGEST_STEP ((int64_t)1 << 61)

static double double_at_count(int64_t count)
{
    return count < 0 ? fk_from_bits((uint64_t)-count | (uint64_t)1 << 63) : fk_from_bits((uint64_t)count);
}

/* Whether the double with this count is at most the number. */
static bool is_at_most(fk_arena *arena, fk_compare_to_double *compare, const void *number, int64_t count)
{
    if (count <= -INFINITY_COUNT || count >= INFINITY_COUNT)
        return count <= -INFINITY_COUNT;
    return compare(arena, number, double_at_count(count)) >= 0;
}

/* The count of the greatest double that is at most the number. */
static int64_t floor_count(fk_arena *arena, fk_compare_to_double *compare, const void *number,
                           double estimate)
{
    int64_t low = estimate == estimate ? fk_double_key(estimate) : 0;
    if (low > INFINITY_COUNT - 1)
        low = INFINITY_COUNT - 1;
    /* Steps that double, until the double of count low is at most the number and that of high is not. No sum
     * overflows, as the distance from end to end is larger than a count can be. */
    int64_t width = 1, high;
    if (is_at_most(arena, compare, number, low)) {
        for (high = low + 1; is_at_most(arena, compare, number, high);) {
            low = high;
            high = high < INFINITY_COUNT - width ? high + width : INFINITY_COUNT;
            width = width < LARGEST_STEP ? 2 * width : width;
        }
    } else {
        for (high = low--; !is_at_most(arena, compare, number, low);) {
            high = low;
            low = low > width - INFINITY_COUNT ? low - width : -INFINITY_COUNT;
            width = width < LARGEST_STEP ? 2 * width : width;
        }
    }
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_at_most(arena, compare, number, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- Fractions ----------------------------------------------------------------------------------------- */

int fk_fraction_compare(fk_arena *arena, fk_fraction a, double x)
{
    uint32_t mark = arena->used;
    fk_exact other = fk_exact_mul(arena, a.under, fk_exact_from(arena, x));
    int sign = fk_exact_compare(a.over, other);
    arena->used = mark;
    return sign;
}

static int compare_fraction(fk_arena *arena, const void *number, double x)
{
    return fk_fraction_compare(arena, *(const fk_fraction *)number, x);
}

static int64_t fraction_floor(fk_arena *arena, const fk_fraction *a)
{
    return floor_count(arena, compare_fraction, a, fk_exact_ratio(arena, a->over, a->under));
}

double fk_fraction_floor(fk_arena *arena, fk_fraction a)
{
    return double_at_count(fraction_floor(arena, &a));
}

double fk_fraction_ceil(fk_arena *arena, fk_fraction a)
{
    a.over = fk_exact_negate(a.over);
    return double_at_count(-fraction_floor(arena, &a));
}

double fk_fraction_nearest(fk_arena *arena, fk_fraction a)
{
    uint32_t mark = arena->used;
    int64_t low = fraction_floor(arena, &a);
    if (low <= -INFINITY_COUNT || low >= INFINITY_COUNT - 1)
        return double_at_count(low);
    /* Compares twice the fraction with the sum of both doubles. */
    fk_exact sum = fk_exact_add(arena, fk_exact_from(arena, double_at_count(low)),
                                fk_exact_from(arena, double_at_count(low + 1)));
    fk_exact twice = fk_exact_add(arena, a.over, a.over);
    int order = fk_exact_compare(twice, fk_exact_mul(arena, sum, a.under));
    arena->used = mark;
    return double_at_count(order > 0 || (order == 0 && (low & 1) != 0) ? low + 1 : low);
}

/* ---- Roots --------------------------------------------------------------------------------------------- */

fk_root fk_root_from(fk_arena *arena, fk_exact offset, fk_exact height, fk_exact square)
{
    return (fk_root){fk_exact_mul(arena, height, height), square, offset, height.sign < 0 ? -1 : 1};
}

int fk_root_compare(fk_arena *arena, const fk_root *root, double x)
{
    uint32_t mark = arena->used;
    fk_exact rest = fk_exact_sub(arena, root->offset, fk_exact_from(arena, x));
    int sign;
    if (rest.sign * root->sign >= 0 || root->over.sign == 0) {
        sign = rest.sign != 0 ? rest.sign : root->over.sign * root->sign;
    } else {
        fk_exact square = fk_exact_mul(arena, fk_exact_mul(arena, rest, rest), root->under);
        sign = root->sign * fk_exact_compare(root->over, square);
    }
    arena->used = mark;
    return sign;
}

/* a / b as a double near 1 times 2^(128 power); a and b are positive. */
static double scaled_ratio(fk_arena *arena, fk_exact a, fk_exact b, int *power)
{
    int limbs = (a.exponent + a.count) - (b.exponent + b.count);
    *power = limbs / 2;
    a.exponent -= 2 * *power;
    return fk_exact_ratio(arena, a, b);
}

static double estimate_sqrt(fk_arena *arena, fk_exact over, fk_exact under)
{
    int power;
    if (over.sign <= 0)
        return 0.0;
    double part = scaled_ratio(arena, over, under, &power);
    return ldexp(sqrt(part), 64 * power);
}

/* Where offset and root nearly cancel, their difference is (offset^2 under - over) / under / (offset + root). */
static double estimate_root(fk_arena *arena, const fk_root *root)
{
    uint32_t mark = arena->used;
    double offset = fk_exact_floor(root->offset), length = estimate_sqrt(arena, root->over, root->under);
    double value = root->sign > 0 ? offset + length : offset - length;
    if (root->sign < 0 && value < 0.25 * offset) {
        fk_exact square = fk_exact_mul(arena, root->offset, root->offset);
        fk_exact rest = fk_exact_sub(arena, fk_exact_mul(arena, square, root->under), root->over);
        if (rest.sign > 0) {
            int power;
            double part = scaled_ratio(arena, rest, root->under, &power);
            value = ldexp(part, 64 * power) / ldexp(offset + length, -64 * power);
        }
    }
    arena->used = mark;
    return value;
}

static int compare_root(fk_arena *arena, const void *number, double x)
{
    return fk_root_compare(arena, number, x);
}

fk_interval fk_root_round(fk_arena *arena, const fk_root *root)
{
    return fk_round_by(arena, compare_root, root, estimate_root(arena, root));
}

fk_interval fk_round_by(fk_arena *arena, fk_compare_to_double *compare, const void *number, double estimate)
{
    int64_t count = floor_count(arena, compare, number, estimate);
    fk_interval result = {double_at_count(count), double_at_count(count)};
    if (count <= -INFINITY_COUNT || compare(arena, number, result.lo) != 0)
        result.hi = double_at_count(count + 1);
    return result;
}
