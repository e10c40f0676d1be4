/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs at the ends of the double range: random bit patterns, denormals, the largest and smallest numbers,
 * and touching or axis-aligned pairs scaled there.
 *
 * Differences, sums and products of these numbers overflow and underflow freely; only the numbers themselves
 * are finite. The truth is known for touching pairs of small whole numbers times a power of two: these are
 * exact multiples of the smallest denormal, or stay below the largest double. */

#include "gen/family_make.h"

#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "shape/support.h"

/* How the numbers of a pair are drawn. */
enum { ANY_BITS, DENORMAL, ENDS, ANY_OF_THESE, SCALED_TOUCH, SCALED_GRID, STYLE_COUNT };

/* Draws any finite double. An exponent of all ones, infinity or NaN, loses its highest bit. */
static double draw_bits(fk_random *random)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52;
    uint64_t bits = fk_random_u64(random);
    if ((bits & exponent) == exponent)
        bits ^= UINT64_C(1) << 62;
    return fk_from_bits(bits);
}

/* Draws a denormal or zero, of either sign, often with few bits. */
static double draw_denormal(fk_random *random)
{
    uint64_t bits = fk_random_u64(random) & ~(UINT64_C(0x7ff) << 52);
    if (fk_draw_one_in(random, 2))
        bits &= (UINT64_C(1) << 63) | 7;
    return fk_from_bits(bits);
}

/* Draws a number at which something changes, such as the ends of the range of doubles and their roots. */
static double draw_end(fk_random *random)
{
    static const double ends[] = {0.0,      DBL_TRUE_MIN, DBL_MIN,     DBL_MAX,   DBL_MAX / 2, DBL_EPSILON,
                                  1.0,      0x1p1023,     0x1p1022,    0x1p512,   0x1p511,     0x1p-511,
                                  0x1p-537, 0x1p-1022,    0x1.8p-1022, 0x1p-1073, 0x1p53,      0x1p-53};
    double value = ends[fk_random_below(random, sizeof ends / sizeof ends[0])];
    return value * fk_draw_sign(random);
}

static double draw_number(fk_random *random, int style)
{
    if (style == ANY_OF_THESE)
        style = fk_draw_int(random, ANY_BITS, ENDS);
    if (style == ANY_BITS)
        return draw_bits(random);
    return style == DENORMAL ? draw_denormal(random) : draw_end(random);
}

/* Makes vectors cancel: one becomes another one, negated or not. */
static void draw_cancelling(fk_random *random, double number[FK_PIECE_NUMBERS])
{
    int from = 3 * fk_draw_int(random, 0, 3);
    int to = 3 * fk_draw_int(random, 0, 3);
    double sign = fk_draw_sign(random);
    for (int i = 0; i < 3; i++)
        number[to + i] = sign * number[from + i];
}

static void draw_numbers(fk_random *random, int style, double number[FK_PIECE_NUMBERS])
{
    for (int i = 0; i < FK_PIECE_NUMBERS; i++)
        number[i] = draw_number(random, style);
    if (fk_draw_one_in(random, 3))
        draw_cancelling(random, number);
}

/* Makes a piece of numbers in the order of the pair stream. A radius loses its sign, and a half-space gets a
 * normal. */
static fk_piece piece_from_numbers(fk_kind kind, double number[FK_PIECE_NUMBERS])
{
    double *last = number + fk_kind_number_count(kind) - 1;
    if (fk_kind_is_round(kind))
        *last = fabs(*last);
    if (kind == FK_KIND_HALF_SPACE && number[0] == 0 && number[1] == 0 && number[2] == 0)
        number[0] = DBL_TRUE_MIN;
    return fk_piece_from_numbers(kind, number);
}

/* b has its own numbers, or some of a's, so that they sometimes meet. */
static void make_of_numbers(fk_random *random, const fk_family_order *order, int style, fk_family_pair *out)
{
    double a[FK_PIECE_NUMBERS], b[FK_PIECE_NUMBERS];
    bool shares = fk_draw_one_in(random, 2);
    bool opposite = fk_draw_one_in(random, 4);
    draw_numbers(random, style, a);
    draw_numbers(random, style, b);
    for (int i = 0; shares && i < FK_PIECE_NUMBERS; i++)
        if (!fk_draw_one_in(random, 4))
            b[i] = opposite ? -a[i] : a[i];
    out->a = piece_from_numbers(order->a, a);
    out->b = piece_from_numbers(order->b, b);
}

/* Whole numbers below 2^12 times a power of two at either end of the range. */
static void scale_to_end(fk_random *random, fk_family_pair *out)
{
    bool up = fk_draw_one_in(random, 2);
    int step = fk_draw_int(random, 0, 9);
    int exponent = up ? 1010 - step : -1074 + step;
    out->a = fk_piece_times_power(&out->a, exponent);
    out->b = fk_piece_times_power(&out->b, exponent);
}

static void make_scaled_touch(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    fk_family_order touch = *order;
    touch.value = fk_draw_whole(random, 0, 2);
    fk_make_touch(random, &touch, out);
    scale_to_end(random, out);
}

void fk_make_extremes(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    int style = fk_draw_int(random, 0, STYLE_COUNT - 1);
    if (style == SCALED_TOUCH) {
        make_scaled_touch(random, order, out);
    } else if (style == SCALED_GRID) {
        fk_make_axis_aligned(random, order, out);
        scale_to_end(random, out);
    } else {
        make_of_numbers(random, order, style, out);
    }
}
