/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes of doubles to boxes of floats, outward, in every state of the floating-point unit.
 *
 * A side is the difference d of x and the origin o, computed in doubles, and then turned into a float f. The
 * computed d is one of the two doubles around the true difference, or it, in every rounding mode. So where f
 * is below d, it is below the truth as well, since there is a double between them or f is the lower of the
 * two. Where f is d, the truth may be on either side, unless the difference is exact: then, and only then,
 * x - d gives o and d + o gives x, for one of the two is computed without an error: the one that begins with
 * the larger of x and o (Boldo, Graillat, Muller, "On the robustness of the 2Sum and Fast2Sum algorithms",
 * 2017: so it is for all roundings that are faithful). In all other cases the next float below is below the
 * truth. Upper sides are lower sides with the signs turned round.
 *
 * Small numbers. Where |d| is less than the least normal float, the truth is not larger than that, and its
 * sign is that of comparing x with o by their bits: the side is 0 or that float. So sides are never
 * denormal, and what is computed above is far from where doubles are flushed to zero. What an operand loses
 * when it is taken for zero, less than 2^-1022, is less than the step to the next double; and where f is d,
 * it is seen by the comparison of bits.
 *
 * Weak inputs: an origin that is not finite makes boxes infinite. */

#include "broad/broad.h"

#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"

#define KEY_INFINITE 0x7f800000
#define KEY_NORMAL   0x00800000 /* of FLT_MIN */

const fk_aabb_float fk_aabb_float_empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static bool is_nan_key(int32_t key)
{
    return key > KEY_INFINITE || key < -KEY_INFINITE;
}

/* The greatest key that is not above this one, and neither denormal nor beyond the infinite. */
static int32_t settle_below(int32_t key)
{
    if (key < -KEY_INFINITE)
        return -KEY_INFINITE;
    if (key >= KEY_NORMAL || key <= -KEY_NORMAL)
        return key;
    return key >= 0 ? 0 : -KEY_NORMAL;
}

/* Whether nothing is to be done, as for nearly all boxes. What is denormal fails this in every state of the
 * floating-point unit, and so do zero and NaN. */
static bool is_settled(const fk_aabb_float *box)
{
    int is_normal = 1;
    for (int i = 0; i < 3; i++) {
        float min = box->min[i], max = box->max[i];
        is_normal &=
            (min <= max) & ((min >= FLT_MIN) | (min <= -FLT_MIN)) & ((max >= FLT_MIN) | (max <= -FLT_MIN));
    }
    return is_normal;
}

bool fk_aabb_float_settle(fk_aabb_float *box)
{
    if (is_settled(box))
        return true;
    fk_aabb_float settled;
    bool is_nan = false, is_empty = false;
    for (int i = 0; i < 3; i++) {
        int32_t min = fk_float_key(box->min[i]), max = fk_float_key(box->max[i]);
        is_nan |= is_nan_key(min) || is_nan_key(max);
        is_empty |= min > max;
        settled.min[i] = fk_float_from_key(settle_below(min));
        settled.max[i] = fk_float_from_key(-settle_below(-max));
    }
    if (is_nan)
        return false;
    *box = is_empty ? fk_aabb_float_empty : settled;
    return true;
}

static bool is_exact(double x, double origin, double difference)
{
    return fk_double_order(x - difference, origin) == 0 && fk_double_order(difference + origin, x) == 0;
}

/* The key of a float that is not above x - origin. */
static int32_t key_below(double x, double origin)
{
    double difference = x - origin;
    if (!(fabs(difference) >= FLT_MIN))
        return difference != difference ? -KEY_INFINITE : fk_double_order(x, origin) >= 0 ? 0 : -KEY_NORMAL;
    float near = (float)difference;
    int32_t key = fk_float_key(near);
    bool is_over = (double)near > difference;
    if ((double)near == difference && !is_exact(x, origin, difference))
        is_over = true;
    return settle_below(key - is_over);
}

static bool is_nan(double x)
{
    return fk_bits_of(x) << 1 > UINT64_C(0x7ff) << 53;
}

fk_aabb_float fk_aabb_round(const fk_aabb *box, fk_vec3 origin)
{
    fk_aabb_float rounded;
    for (int i = 0; i < 3; i++) {
        double min = fk_vec3_get(box->min, i), max = fk_vec3_get(box->max, i), zero = fk_vec3_get(origin, i);
        if (is_nan(min) || is_nan(max) || fk_double_order(min, max) > 0)
            return fk_aabb_float_empty;
        rounded.min[i] = fk_float_from_key(key_below(min, zero));
        rounded.max[i] = fk_float_from_key(-key_below(-max, -zero));
    }
    return rounded;
}
