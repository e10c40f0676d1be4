/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Finiteness of vectors, and axis-aligned boxes.
 *
 * Finiteness is read from the bits: a host that was compiled for fast mathematics may have told the processor
 * or the compiler that some numbers do not occur. Box comparisons are ordinary ones; where the processor
 * treats denormals as zero, boxes closer than the smallest normal number count as meeting, which is the safe
 * side.
 *
 * Weak inputs: a NaN coordinate never grows a box, and a box with a NaN bound meets nothing. */

#include "farkas/base.h"

#include <math.h>

#include "base/bits.h"

bool fk_vec3_is_finite(fk_vec3 v)
{
    return fk_is_finite(v.x) && fk_is_finite(v.y) && fk_is_finite(v.z);
}

fk_aabb fk_aabb_empty(void)
{
    const double infinity = (double)INFINITY;
    fk_aabb box = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    return box;
}

/* In both, a NaN among the two loses when it is the first argument. */
static double lesser(double a, double b)
{
    return a < b ? a : b;
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

fk_aabb fk_aabb_include(fk_aabb box, fk_vec3 point)
{
    fk_aabb grown = {
        {lesser(point.x, box.min.x), lesser(point.y, box.min.y), lesser(point.z, box.min.z)},
        {greater(point.x, box.max.x), greater(point.y, box.max.y), greater(point.z, box.max.z)},
    };
    return grown;
}

/* Four comparisons and not two: an interval whose min exceeds its max is empty and meets nothing, even when
 * the other one covers both of its ends. */
static bool intervals_meet(double a_min, double a_max, double b_min, double b_max)
{
    return a_min <= a_max && b_min <= b_max && a_min <= b_max && b_min <= a_max;
}

bool fk_aabb_meets(fk_aabb a, fk_aabb b)
{
    return intervals_meet(a.min.x, a.max.x, b.min.x, b.max.x) &&
           intervals_meet(a.min.y, a.max.y, b.min.y, b.max.y) &&
           intervals_meet(a.min.z, a.max.z, b.min.z, b.max.z);
}
