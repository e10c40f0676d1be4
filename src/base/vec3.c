/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Finiteness and directions of vectors, and axis-aligned boxes.
 *
 * Finiteness is read from the bits: a host that was compiled for fast mathematics may have told the processor
 * or the compiler that some numbers do not occur. Box comparisons are ordinary ones; where the processor
 * treats denormals as zero, boxes closer than the smallest normal number count as meeting, which is the safe
 * side.
 *
 * Weak inputs: a NaN coordinate never grows a box, and a box with a NaN bound meets nothing. */

#include "base/vec3.h"

#include <math.h>

#include "base/bits.h"

bool fk_vec3_is_finite(fk_vec3 v)
{
    return fk_is_finite(v.x) && fk_is_finite(v.y) && fk_is_finite(v.z);
}

fk_vec3 fk_vec3_unit_any(fk_vec3 v)
{
    /* Squares must not leave the range. Twice, since one power of two does not lift the smallest numbers all the way. */
    int exponent = fk_exponent_of(fk_vec3_largest(v));
    for (int i = 0; i < 2 && (exponent < -400 || exponent > 400); i++) {
        v = fk_vec3_scale(v, fk_inverse_power(exponent));
        exponent = fk_exponent_of(fk_vec3_largest(v));
    }
    double length = fk_vec3_length(v);
    return length > 0.0 ? fk_vec3_make(v.x / length, v.y / length, v.z / length) : fk_vec3_make(0, 0, 0);
}

fk_aabb fk_aabb_empty(void)
{
    const double infinity = (double)INFINITY;
    fk_aabb box = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    return box;
}

fk_aabb fk_aabb_include(fk_aabb box, fk_vec3 point)
{
    fk_aabb grown = {
        {fk_smaller(point.x, box.min.x), fk_smaller(point.y, box.min.y), fk_smaller(point.z, box.min.z)},
        {fk_larger(point.x, box.max.x), fk_larger(point.y, box.max.y), fk_larger(point.z, box.max.z)},
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
