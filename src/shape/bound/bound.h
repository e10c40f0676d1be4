/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the bounding volumes share: order and neighbours of doubles by their bits, and rounding outward.
 *
 * Errors, here and in the files bound_*.c. u = 2^-52 bounds the relative error of one operation in any rounding
 * mode; underflow, a flushed result or an operand that is read as zero (FTZ, DAZ) add an absolute error of at most 2^-1022
 * each, times the other factor. FK_OUTER_TINY covers them: it is added to every error that is not relative. Every bound
 * takes at least a quarter more than its derivation needs, which covers terms of u^2 and the roundings of the bound itself.
 *
 * Range. In the modes toward zero an overflow gives the largest double. So a size is held against FK_OUTER_LARGEST before
 * it is trusted, and whatever exceeds that is taken for infinite. */

#ifndef FARKAS_SHAPE_BOUND_H
#define FARKAS_SHAPE_BOUND_H

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "farkas/shape.h"

#define FK_OUTER_UNIT    0x1p-52
#define FK_OUTER_TINY    0x1p-1000
#define FK_OUTER_LARGEST 0x1p1000

/* A whole number that orders doubles as they are, even where the processor takes small ones for zero. Both zeros are
 * equal; x is not NaN. */
static inline int64_t fk_outer_key(double x)
{
    uint64_t bits = fk_bits_of(x);
    int64_t size = (int64_t)(bits & INT64_MAX);
    return bits >> 63 ? -size : size;
}

static inline bool fk_outer_less(double x, double y)
{
    return fk_outer_key(x) < fk_outer_key(y);
}

static inline double fk_outer_least(double x, double y)
{
    return fk_outer_less(y, x) ? y : x;
}

static inline double fk_outer_most(double x, double y)
{
    return fk_outer_less(x, y) ? y : x;
}

static inline bool fk_outer_is_zero(double x)
{
    return fk_bits_of(x) << 1 == 0;
}

/* The binary exponent of a finite x, kept to where 2^-exponent is a double. */
static inline int fk_outer_power(double x)
{
    int power = fk_exponent_of(x);
    return power < -1000 ? -1000 : power > 1000 ? 1000 : power;
}

/* The product of three sizes, which are not negative: no part of it leaves the range unless the whole does. */
static inline double fk_outer_content(double a, double b, double c)
{
    if (fk_outer_is_zero(a) || fk_outer_is_zero(b) || fk_outer_is_zero(c))
        return 0.0;
    if (!fk_is_finite(a) || !fk_is_finite(b) || !fk_is_finite(c))
        return INFINITY;
    int i = fk_outer_power(a), j = fk_outer_power(b), k = fk_outer_power(c);
    return ldexp(a * fk_inverse_power(i) * (b * fk_inverse_power(j)) * (c * fk_inverse_power(k)), i + j + k);
}

/* Zero without a sign, so that results have the same bytes however their points were ordered. */
static inline double fk_outer_plain(double x)
{
    return fk_outer_is_zero(x) ? 0.0 : x;
}

/* The next larger double, of anything but an infinity or NaN. */
static inline double fk_outer_next(double x)
{
    uint64_t bits = fk_bits_of(x);
    if (bits << 1 == 0)
        return fk_from_bits(1);
    return fk_from_bits(bits + 1 - 2 * (bits >> 63));
}

/* At least x + more, exactly, for more >= FK_OUTER_TINY that allows for as much as 2^-1022; an infinity stays. */
static inline double fk_outer_above(double x, double more)
{
    double sum = x + more;
    return fk_is_finite(sum) ? fk_outer_next(sum) : sum;
}

/* At most x - more. */
static inline double fk_outer_below(double x, double more)
{
    return -fk_outer_above(-x, more);
}

/* A size that was rounded up; infinite where it is too large to be trusted, or NaN. */
static inline double fk_outer_size(double x)
{
    return x < FK_OUTER_LARGEST ? x : (double)INFINITY;
}

/* Whether the processor takes small numbers for zero. */
bool fk_outer_drops_denormals(void);

/* An upper bound of |p - q| in the whole range of doubles; infinite beyond FK_OUTER_LARGEST. Zero only for equal points;
 * else it allows for as much as 2^-1020 more. */
double fk_outer_distance(fk_vec3 p, fk_vec3 q);

/* The numbers that a pose is made of, by their sizes: what errors of placed points are bounded by.
 *
 * fk_pose_apply rounds ((r0 x + r1 y) + r2 z) + t: four times what comes first, so that a coordinate is off by at most
 * 4.01 u (|r0 x| + |r1 y| + |r2 z| + |t|). For |x|, |y|, |z| up to reach, this is that sum of row i, and a little more for
 * what a small coordinate that is read as zero would add to it: 2^-960 r, of which a few u are more than 2^-1020 r. */
static inline double fk_outer_row_size(const fk_pose *pose, int i, fk_vec3 reach)
{
    const double *r = pose->rotation[i], more = 0x1p-960;
    return ((fabs(r[0]) * (reach.x + more) + fabs(r[1]) * (reach.y + more)) + fabs(r[2]) * (reach.z + more)) +
           fabs(fk_vec3_get(pose->translation, i));
}

/* fk_sphere_place, where fk_pose_skew of the pose is known, and less than 1/1000. */
fk_sphere fk_sphere_place_rigid(const fk_sphere *sphere, const fk_pose *pose, double skew);

/* fk_aabb_build_placed, where the box of the points before they are placed, which are finite, is known. */
fk_status fk_outer_build_placed(const fk_vec3 *point, size_t count, const fk_aabb *home, const fk_pose *pose,
                                fk_aabb *out);

#endif
