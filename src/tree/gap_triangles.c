/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far eight pairs of triangles are from each other: bounds from below, in floats, one pair in each lane.
 *
 * The nearest points of two triangles that are apart are on an edge of each, or a corner of one and the
 * inside of the other: nine and six candidates. With the edges from corner 0 of both and the way r between
 * these corners, all that is needed are products of these five vectors. Edges: Ericson, Real-Time Collision
 * Detection, 5.1.9, with the last of its steps always taken; faces: the foot of the corner in the plane. The
 * best candidate gives two points, and a direction n from a to b.
 *
 * Nothing of that is believed. Whatever n is, the distance is at least (min n.b - max n.a) / |n|. With |n|
 * its length as floats tell it, the error of the difference is at most |nx| + |ny| + |nz| times: 2 * 2^-22
 * for the coordinates, and 2 * 3 * 2^-23 for the products and sums in any rounding mode; 2^-18 is more. The
 * square and the quotient lose less than 2^-20 of it, which the factor makes good; n.n does not underflow
 * where it is above 2^-60, but for terms that do not matter. Where n is shorter than that, or triangles are
 * so small that products underflow, the bound is 0, or of a bad direction: weak, not wrong.
 *
 * In doubles the same is done for one pair. Coordinates are off by 2^-51, products and sums by 2 * 3 * 2^-52:
 * 2^-47 is more. And the square is that of a way between points of both triangles, which is off by less than
 * 2^-46: each coordinate is made of eight operations on numbers up to 6, and weights are not negative, and
 * their sum is at most 1, up to rounding. So there is an interval. */

#include "tree/gap.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"

#define FK_EIGHT_PLAIN
#define FK_EIGHT_DOUBLE
#define FK_GAP_ERROR   0x1p-47
#define FK_LEVEL(name) name##_double
#include "tree/gap_triangles.inc"
#undef FK_LEVEL
#undef FK_GAP_ERROR
#undef FK_EIGHT_DOUBLE

#define FK_GAP_ERROR   0x1p-18f
#define FK_LEVEL(name) name##_plain
#include "tree/gap_triangles.inc"
#undef FK_LEVEL
#undef FK_EIGHT_PLAIN

#define FK_LEVEL_FILE "tree/gap_triangles.inc"
#define FK_LEVEL_LONG
#include "base/levels.inc"

void fk_gap_nearest(const fk_gap_pairs *pairs, float square[FK_GAP_PAIRS], float low[FK_GAP_PAIRS])
{
    static void (*const level[])(const fk_gap_pairs *, float *, float *) = FK_LEVELS_LONG(nearest);
    level[fk_cpu_level()](pairs, square, low);
}

bool fk_gap_measure(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out, fk_vec3 *way)
{
    double low, square = nearest_double(a, b, scale, way, &low);
    double lo = sqrt(low) * (1 - 0x1p-50), hi = (sqrt(square) + 0x1p-46) * (1 + 0x1p-50);
    if (!(lo > 0x1p-20 && hi - lo < 0x1.8p-45))
        return false;
    out->lo = lo / scale;
    out->hi = hi / scale;
    return true;
}
