/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A large simplex among points, and with it the dimension of their hull: two of the extreme points along the axes, far
 * apart; the point farthest from their line; the point farthest from their plane. Chosen in doubles among some thousand
 * of the points, since any choice will do, and then proved not to be flat; where that fails, all points are asked
 * exactly. O(n). */

#include "shape/hull.h"

#define SAMPLE 4096 /* about so many points are looked at first */

static double square(fk_vec3 v)
{
    return fk_vec3_dot(v, v);
}

/* The first least and the first greatest point along each axis. */
static void find_extremes(const fk_cloud *cloud, uint32_t step, uint32_t extreme[6])
{
    for (int k = 0; k < 6; k++)
        extreme[k] = 0;
    const fk_vec3 *p = cloud->scaled;
    fk_vec3 low = p[0], high = p[0];
    for (size_t k = step; k < cloud->count; k += step) {
        uint32_t i = (uint32_t)k;
        fk_vec3 q = p[i];
        if (q.x < low.x)
            low.x = q.x, extreme[0] = i;
        if (q.x > high.x)
            high.x = q.x, extreme[1] = i;
        if (q.y < low.y)
            low.y = q.y, extreme[2] = i;
        if (q.y > high.y)
            high.y = q.y, extreme[3] = i;
        if (q.z < low.z)
            low.z = q.z, extreme[4] = i;
        if (q.z > high.z)
            high.z = q.z, extreme[5] = i;
    }
}

/* Two different points; false when all are equal. */
static bool find_segment(const fk_cloud *cloud, uint32_t step, uint32_t corner[2])
{
    uint32_t extreme[6];
    double longest = -1;
    find_extremes(cloud, step, extreme);
    for (int i = 0; i < 6; i++)
        for (int k = i + 1; k < 6; k++) {
            double length = square(fk_vec3_sub(cloud->scaled[extreme[i]], cloud->scaled[extreme[k]]));
            if (length > longest) {
                longest = length;
                corner[0] = extreme[i];
                corner[1] = extreme[k];
            }
        }
    if (fk_cloud_compare(cloud, corner[0], corner[1]) != 0)
        return true;
    /* They may be so small that the scaled points look equal. */
    corner[0] = 0;
    for (uint32_t i = 1; i < cloud->count; i++)
        if (fk_cloud_compare(cloud, 0, i) != 0) {
            corner[1] = i;
            return true;
        }
    return false;
}

static bool is_on_line(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c)
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_cloud_turn(cloud, a, b, c, axis) != 0)
            return false;
    return true;
}

/* A point that is not on the line through two others; false when there is none. */
static bool find_triangle(fk_cloud *cloud, uint32_t step, uint32_t corner[3])
{
    fk_vec3 base = cloud->scaled[corner[0]], line = fk_vec3_sub(cloud->scaled[corner[1]], base);
    double largest = -1;
    for (size_t i = 0; i < cloud->count; i += step) {
        double area = square(fk_vec3_cross(line, fk_vec3_sub(cloud->scaled[i], base)));
        if (area > largest) {
            largest = area;
            corner[2] = (uint32_t)i;
        }
    }
    if (!is_on_line(cloud, corner[0], corner[1], corner[2]))
        return true;
    for (uint32_t i = 0; i < cloud->count; i++)
        if (!is_on_line(cloud, corner[0], corner[1], i)) {
            corner[2] = i;
            return true;
        }
    return false;
}

/* A point that is not on the plane through three others; false when there is none. */
static bool find_tetrahedron(fk_cloud *cloud, uint32_t step, uint32_t corner[4])
{
    const fk_vec3 *p = cloud->scaled;
    fk_cloud_plane plane = fk_cloud_plane_make(cloud, p[corner[0]], p[corner[1]], p[corner[2]]);
    double highest = -1;
    for (size_t i = 0; i < cloud->count; i += step) {
        double height = fabs(fk_cloud_height(plane.normal, plane.offset, p[i]));
        if (height > highest) {
            highest = height;
            corner[3] = (uint32_t)i;
        }
    }
    if (fk_cloud_side(cloud, corner[0], corner[1], corner[2], corner[3]) != 0)
        return true;
    for (uint32_t i = 0; i < cloud->count; i++)
        if (fk_cloud_side(cloud, corner[0], corner[1], corner[2], i) != 0) {
            corner[3] = i;
            return true;
        }
    return false;
}

fk_hull_simplex fk_hull_simplex_find(fk_cloud *cloud)
{
    fk_hull_simplex simplex = {0, {0, 0, 0, 0}};
    uint32_t step = cloud->count / SAMPLE + 1;
    if (find_segment(cloud, step, simplex.corner)) {
        simplex.dimension = 1;
        if (find_triangle(cloud, step, simplex.corner))
            simplex.dimension = find_tetrahedron(cloud, step, simplex.corner) ? 3 : 2;
    }
    return simplex;
}
