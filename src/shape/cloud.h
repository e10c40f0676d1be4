/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many points with exact signs: on which side of a plane is a point, which way does a corner turn.
 *
 * Each sign is asked of a filter in doubles, then of a finer one, then of integers. The integers are of fixed size
 * when all coordinates are multiples of one power of two 2^grid and less than 2^(grid + 125), as those of points
 * that belong together usually are; else they are fk_exact numbers.
 *
 * Derivation of the filters, for every rounding mode, with and without FTZ and DAZ (see base/ball.h). Coordinates
 * are below 2^65 and at least one is 2^-64 or more: either they come so, or they are scaled by a power of two. Let
 * u = 2^-52. For e = b - a, f = c - a, g = d - a, each component has a relative error of at most u, and with
 * m = |e_y f_z| + |e_z f_y| the error of n_x = e_y f_z - e_z f_y is at most (2u + u + u) m up to terms of u^2: that
 * of the factors, of the products and of the difference. Then n.g has an error of at most 4u sum(m_k |g_k|) from
 * n, and u + u + 2u times sum(|n_k g_k|) from g, the products and two sums. Together 8u sum(m_k |g_k|): the bound
 * takes 16u = 2^-48, twice as much, which covers terms of u^2 and the roundings of the bound itself. Underflow and
 * flushed operands add less than 2^-600 in all: a coordinate moves by at most 2^-1022 2^400, its factors are less
 * than 2^134. For a bound that holds for all points, |g_k| is replaced by the extent of the points along axis k. */

#ifndef FARKAS_SHAPE_CLOUD_H
#define FARKAS_SHAPE_CLOUD_H

#include <math.h>

#include "base/bits.h"
#include "farkas/base.h"

#define FK_CLOUD_ROUND 0x1p-48
#define FK_CLOUD_TINY  0x1p-500

typedef struct fk_cloud {
    const fk_vec3 *point;  /* as they were given */
    const fk_vec3 *scaled; /* by a power of two, for the filter; may be the same array */
    uint32_t count;
    bool fits; /* into integers of fixed size */
    int grid;
    fk_vec3 reach; /* at least the extent of the scaled points along each axis */
} fk_cloud;

/* Readies count >= 1 points, which the caller keeps. FK_ERROR_NOT_FINITE or FK_ERROR_MEMORY. */
fk_status fk_cloud_init(fk_context *context, fk_cloud *cloud, const fk_vec3 *point, uint32_t count);
void fk_cloud_end(fk_context *context, fk_cloud *cloud);

/* The sign of ((b - a) x (c - a)).(d - a): positive when d is on the side to which a, b, c turn counterclockwise. */
int fk_cloud_side(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* The sign of component `axis` of (b - a) x (c - a). */
int fk_cloud_turn(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis);

/* The sign of b - a along an axis, and in lexicographic order. */
int fk_cloud_compare_axis(const fk_cloud *cloud, uint32_t a, uint32_t b, int axis);
int fk_cloud_compare(const fk_cloud *cloud, uint32_t a, uint32_t b);

/* ---- The filter for one plane and many points ---------------------------------------------------------- */

typedef struct fk_cloud_plane {
    fk_vec3 normal, base;
    double bound; /* a height beyond this has the right sign */
} fk_cloud_plane;

static inline fk_cloud_plane fk_cloud_plane_make(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c)
{
    fk_cloud_plane plane;
    plane.base = cloud->scaled[a];
    fk_vec3 e = fk_vec3_sub(cloud->scaled[b], plane.base), f = fk_vec3_sub(cloud->scaled[c], plane.base);
    double x0 = e.y * f.z, x1 = e.z * f.y, y0 = e.z * f.x, y1 = e.x * f.z, z0 = e.x * f.y, z1 = e.y * f.x;
    plane.normal = fk_vec3_make(x0 - x1, y0 - y1, z0 - z1);
    plane.bound = ((fabs(x0) + fabs(x1)) * cloud->reach.x + (fabs(y0) + fabs(y1)) * cloud->reach.y +
                   (fabs(z0) + fabs(z1)) * cloud->reach.z) *
                      FK_CLOUD_ROUND +
                  FK_CLOUD_TINY;
    return plane;
}

/* How high a point is above a plane, times the length of the normal. */
static inline double fk_cloud_height(const fk_cloud_plane *plane, fk_vec3 scaled)
{
    return fk_vec3_dot(plane->normal, fk_vec3_sub(scaled, plane->base));
}

#endif
