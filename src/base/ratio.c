/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fractions rounded to doubles: see ratio.h.
 *
 * Doubles are ordered as their bits are, so they are counted by whole numbers here: 0 for zero, k for the k-th double
 * above it, -k for the k-th below. An estimate in floating point gives a place to look; exact comparisons around it
 * decide, by halving where the estimate is far off (as when small results are flushed to zero). */

#include "base/ratio.h"

/* The count of the infinity. */
#define BEYOND ((int64_t)0x7ff << 52)

static double from_count(int64_t count)
{
    return count < 0 ? fk_from_bits((uint64_t)-count | (uint64_t)1 << 63) : fk_from_bits((uint64_t)count);
}

static int64_t to_count(double x)
{
    uint64_t bits = fk_bits_of(x);
    int64_t size = (int64_t)(bits & ~((uint64_t)1 << 63));
    return bits >> 63 ? -size : size;
}

int fk_double_order(double x, double y)
{
    int64_t count_x = to_count(x), count_y = to_count(y);
    return count_x > count_y ? 1 : count_x < count_y ? -1 : 0;
}

int fk_fraction_compare(fk_arena *arena, fk_fraction a, double x)
{
    uint32_t mark = arena->used;
    fk_exact other = fk_exact_mul(arena, a.under, fk_exact_from(arena, x));
    int sign = fk_exact_compare(a.over, other);
    arena->used = mark;
    return sign;
}

/* Whether the double with a count does not exceed a. */
static bool is_below(fk_arena *arena, fk_fraction a, int64_t count)
{
    if (count <= -BEYOND || count >= BEYOND)
        return count <= -BEYOND;
    return fk_fraction_compare(arena, a, from_count(count)) >= 0;
}

double fk_fraction_floor(fk_arena *arena, fk_fraction a)
{
    double estimate = fk_exact_ratio(arena, a.over, a.under);
    int64_t low = estimate == estimate ? to_count(estimate) : 0;
    if (low > BEYOND - 1)
        low = BEYOND - 1;
    /* Steps that double on both sides: after this the count low is below, high is not. */
    int64_t width = 1, high;
    if (is_below(arena, a, low)) {
        for (high = low + 1; high < BEYOND && is_below(arena, a, high); high += width) {
            low = high;
            width = width < BEYOND ? 2 * width : width;
        }
    } else {
        for (high = low--; low > -BEYOND && !is_below(arena, a, low); low -= width) {
            high = low;
            width = width < BEYOND ? 2 * width : width;
        }
    }
    low = low < -BEYOND ? -BEYOND : low;
    high = high > BEYOND ? BEYOND : high;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (is_below(arena, a, middle))
            low = middle;
        else
            high = middle;
    }
    return from_count(low);
}

double fk_fraction_ceil(fk_arena *arena, fk_fraction a)
{
    a.over = fk_exact_negate(a.over);
    int64_t count = to_count(fk_fraction_floor(arena, a));
    return from_count(-count);
}
