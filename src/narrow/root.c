/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Square roots of exact fractions, rounded: see root.h.
 *
 * A double is estimated and compared exactly, in squares, with the root; from there the search doubles its steps over
 * the bits of doubles until it has the root between two neighbours. A good estimate needs two or three comparisons, any
 * estimate at most 130. Nothing here depends on the state of the floating-point unit but the estimate. */

#include "narrow/root.h"

#include <math.h>

#define LARGEST_BITS 0x7fefffffffffffffu /* of the largest double; those of non-negative ones are in order */

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

/* a / b as a double near 1 and a power of 2^128; a and b are positive. */
static double ratio(fk_arena *arena, fk_exact a, fk_exact b, int *power)
{
    int limbs = (a.exponent + a.count) - (b.exponent + b.count);
    *power = limbs / 2;
    a.exponent -= 2 * *power;
    return fk_exact_ratio(arena, a, b);
}

static double root_of(fk_arena *arena, fk_exact over, fk_exact under)
{
    int power;
    if (over.sign <= 0)
        return 0.0;
    double part = ratio(arena, over, under, &power);
    return ldexp(sqrt(part), 64 * power);
}

/* Where offset and root nearly cancel, their difference is (offset^2 under - over) / under / (offset + root). */
static double estimate(fk_arena *arena, const fk_root *root)
{
    uint32_t mark = arena->used;
    double offset = fk_exact_floor(root->offset), length = root_of(arena, root->over, root->under);
    double value = root->sign > 0 ? offset + length : offset - length;
    if (root->sign < 0 && value < 0.25 * offset) {
        fk_exact square = fk_exact_mul(arena, root->offset, root->offset);
        fk_exact rest = fk_exact_sub(arena, fk_exact_mul(arena, square, root->under), root->over);
        if (rest.sign > 0) {
            int power;
            double part = ratio(arena, rest, root->under, &power);
            value = ldexp(part, 64 * power) / ldexp(offset + length, -64 * power);
        }
    }
    arena->used = mark;
    return value;
}

static bool reaches(fk_arena *arena, const fk_root *root, uint64_t bits)
{
    return fk_root_compare(arena, root, fk_from_bits(bits)) >= 0;
}

/* The bits of the greatest double <= root. */
static uint64_t floor_bits(fk_arena *arena, const fk_root *root)
{
    uint64_t start = fk_bits_of(estimate(arena, root)), low, high, step = 1;
    if (start > LARGEST_BITS) /* below zero, infinite or no number */
        start = start >> 63 ? 0 : LARGEST_BITS;
    if (reaches(arena, root, start)) {
        for (low = start; low + step <= LARGEST_BITS && reaches(arena, root, low + step); step *= 2)
            low += step;
        high = low + step <= LARGEST_BITS ? low + step : LARGEST_BITS + 1;
    } else {
        for (high = start; high > step && !reaches(arena, root, high - step); step *= 2)
            high -= step;
        low = high > step ? high - step : 0;
    }
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (reaches(arena, root, middle))
            low = middle;
        else
            high = middle;
    }
    return low;
}

fk_interval fk_root_round(fk_arena *arena, const fk_root *root)
{
    fk_interval result;
    uint64_t bits = floor_bits(arena, root);
    result.lo = fk_from_bits(bits);
    result.hi = fk_root_compare(arena, root, result.lo) == 0 ? result.lo : fk_from_bits(bits + 1);
    return result;
}
