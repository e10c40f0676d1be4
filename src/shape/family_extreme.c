/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs at the ends of the double range: random bit patterns, denormals, the largest and smallest numbers, and
 * touching or axis-aligned pairs scaled there.
 *
 * Differences, sums and products of these numbers overflow and underflow freely; only the numbers themselves are
 * finite. Truth is known for touching pairs of small whole numbers times a power of two: these are exact
 * multiples of the smallest denormal, or stay below the largest double. */

#include "shape/family_make.h"
#include "shape/family_draw.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The numbers that give a piece: at most twelve. */
#define NUMBER_COUNT 12

/* How the numbers of a pair are drawn. */
enum { ANY_BITS, DENORMAL, ENDS, ANY_OF_THESE, SCALED_TOUCH, SCALED_GRID, STYLE_COUNT };

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Any finite double. An exponent of all ones, infinity or NaN, loses its highest bit. */
static double draw_bits(fk_random *random)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52;
    uint64_t bits = fk_random_u64(random);
    if ((bits & exponent) == exponent)
        bits ^= UINT64_C(1) << 62;
    return from_bits(bits);
}

/* A denormal or zero, of either sign; often of few bits. */
static double draw_denormal(fk_random *random)
{
    uint64_t bits = fk_random_u64(random) & ~(UINT64_C(0x7ff) << 52);
    if (fk_draw_one_in(random, 2))
        bits &= (UINT64_C(1) << 63) | 7;
    return from_bits(bits);
}

/* The numbers where something changes, and powers of two at the ends of the range and of its half. */
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

/* Vectors that cancel: one becomes another one, negated, or the same. */
static void draw_cancelling(fk_random *random, double number[NUMBER_COUNT])
{
    int from = 3 * fk_draw_int(random, 0, 3);
    int to = 3 * fk_draw_int(random, 0, 3);
    double sign = fk_draw_sign(random);
    for (int i = 0; i < 3; i++)
        number[to + i] = sign * number[from + i];
}

static void draw_numbers(fk_random *random, int style, double number[NUMBER_COUNT])
{
    for (int i = 0; i < NUMBER_COUNT; i++)
        number[i] = draw_number(random, style);
    if (fk_draw_one_in(random, 3))
        draw_cancelling(random, number);
}

static fk_vec3 vector_at(const double *number)
{
    return fk_vec3_make(number[0], number[1], number[2]);
}

/* A half-space needs a normal. */
static fk_piece half_space_of(const double *number)
{
    fk_vec3 normal = vector_at(number);
    if (normal.x == 0 && normal.y == 0 && normal.z == 0)
        normal.x = DBL_TRUE_MIN;
    return fk_piece_half_space(normal, number[3]);
}

/* The numbers as the pair stream has them. */
static fk_piece piece_of(fk_kind kind, const double number[NUMBER_COUNT])
{
    fk_vec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = vector_at(number + 3 * i);
    switch (kind) {
    case FK_KIND_SEGMENT:
        return fk_piece_segment(p[0], p[1]);
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(p[0], p[1], p[2]);
    case FK_KIND_TETRA:
        return fk_piece_tetra(p[0], p[1], p[2], p[3]);
    case FK_KIND_BOX:
        return fk_piece_box(p[0], p[1], p[2], p[3]);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(p[0], fabs(number[3]));
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(p[0], p[1], fabs(number[6]));
    case FK_KIND_HALF_SPACE:
        return half_space_of(number);
    default:
        return fk_piece_point(p[0]);
    }
}

/* b has numbers of its own, or some of a's, so that they sometimes meet. */
static void make_of_numbers(fk_random *random, const fk_family_order *order, int style, fk_family_pair *out)
{
    double a[NUMBER_COUNT], b[NUMBER_COUNT];
    bool shares = fk_draw_one_in(random, 2);
    bool opposite = fk_draw_one_in(random, 4);
    draw_numbers(random, style, a);
    draw_numbers(random, style, b);
    for (int i = 0; shares && i < NUMBER_COUNT; i++)
        if (!fk_draw_one_in(random, 4))
            b[i] = opposite ? -a[i] : a[i];
    out->a = piece_of(order->a, a);
    out->b = piece_of(order->b, b);
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
    switch (fk_draw_int(random, 0, 2)) {
    case 0:
        fk_make_touch_vertex(random, order, out);
        break;
    case 1:
        fk_make_touch_edge(random, order, out);
        break;
    default:
        fk_make_touch_face(random, order, out);
        break;
    }
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
