/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many points with exact signs: on which side of a plane is a point, which way does a corner turn.
 *
 * Each sign is asked of a filter in doubles, then of a finer one, then of integers. The integers are of fixed size
 * when all coordinates are multiples of one power of two 2^grid and less than 2^(grid + 125), as those of points
 * that belong together usually are; else those of mesh/signs.h.
 *
 * Derivation of the filters, for every rounding mode, with and without FTZ and DAZ (see exact/ball.h). Coordinates
 * are below 2^65 and at least one is 2^-64 or more: either they come so, or they are scaled by a power of two. That the
 * sign of a height is right when it exceeds 2^-48 sum(m_k |g_k|), with the sums of products m_k and the differences g_k,
 * is derived in mesh/signs.c, with u = 2^-52. Underflow and flushed operands add less than 2^-600 in all: a coordinate moves
 * by at most 2^-1022 2^400, its factors are less than 2^134.
 *
 * A plane that many points are asked about is kept as n and n.a. Let A_k be the largest |coordinate| along axis k. The
 * error of n counts 4u m_k |p_k - a_k| <= 8u m_k A_k; those of n.p and of n.a, three roundings each, 3u m_k A_k; that of
 * their difference 2u m_k A_k. Together 16u sum(m_k A_k): the bound takes 32u = 2^-47, again twice as much. */

#ifndef FARKAS_SHAPE_CLOUD_H
#define FARKAS_SHAPE_CLOUD_H

#include <math.h>

#include "base/bits.h"
#include "farkas/base.h"

#define FK_CLOUD_ROUND 0x1p-48
#define FK_CLOUD_PLANE 0x1p-47
#define FK_CLOUD_TINY  0x1p-500

typedef struct fk_cloud {
    const fk_vec3 *point;  /* as they were given */
    const fk_vec3 *scaled; /* by a power of two, for the filter; may be the same array */
    uint32_t count;
    fk_vec3 size;  /* the largest |coordinate| of the scaled points along each axis */
    bool has_grid; /* the rest is found when integers are asked for the first time */
    bool fits;     /* into integers of fixed size */
    int grid;
} fk_cloud;

/* Readies count >= 1 points, which the caller keeps. FK_ERROR_NOT_FINITE or FK_ERROR_MEMORY. */
fk_status fk_cloud_init(fk_context *context, fk_cloud *cloud, const fk_vec3 *point, uint32_t count);
void fk_cloud_end(fk_context *context, fk_cloud *cloud);

/* The sign of ((b - a) x (c - a)).(d - a): positive when d is on the side to which a, b, c turn counterclockwise. */
int fk_cloud_side(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* The sign of component `axis` of (b - a) x (c - a). */
int fk_cloud_turn(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis);

/* The sign of b - a along an axis, and in lexicographic order. */
int fk_cloud_compare_axis(const fk_cloud *cloud, uint32_t a, uint32_t b, int axis);
int fk_cloud_compare(const fk_cloud *cloud, uint32_t a, uint32_t b);

/* ---- The filter for one plane and many points ---------------------------------------------------------- */

typedef struct fk_cloud_plane {
    fk_vec3 normal;
    double offset;
    double bound; /* a height beyond this has the right sign */
} fk_cloud_plane;

/* Through a, and a + e and a + f, where e and f are rounded differences of points. */
static inline fk_cloud_plane fk_cloud_plane_span(const fk_cloud *cloud, fk_vec3 a, fk_vec3 e, fk_vec3 f)
{
    fk_cloud_plane plane;
    double x0 = e.y * f.z, x1 = e.z * f.y, y0 = e.z * f.x, y1 = e.x * f.z, z0 = e.x * f.y, z1 = e.y * f.x;
    plane.normal = fk_vec3_make(x0 - x1, y0 - y1, z0 - z1);
    plane.offset = plane.normal.x * a.x + plane.normal.y * a.y + plane.normal.z * a.z;
    plane.bound = ((fabs(x0) + fabs(x1)) * cloud->size.x + (fabs(y0) + fabs(y1)) * cloud->size.y +
                   (fabs(z0) + fabs(z1)) * cloud->size.z) *
                      FK_CLOUD_PLANE +
                  FK_CLOUD_TINY;
    return plane;
}

static inline fk_cloud_plane fk_cloud_plane_make(const fk_cloud *cloud, fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    return fk_cloud_plane_span(cloud, a, fk_vec3_sub(b, a), fk_vec3_sub(c, a));
}

/* How high a point is above a plane, times the length of the normal. */
static inline double fk_cloud_height(fk_vec3 normal, double offset, fk_vec3 scaled)
{
    return normal.x * scaled.x + normal.y * scaled.y + normal.z * scaled.z - offset;
}

#endif
