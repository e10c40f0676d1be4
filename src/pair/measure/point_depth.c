/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A lower bound of how deep a point is inside a piece, in closed form: its distance from the nearest face of a box or half-space, from
 * the surface of round pieces, cylinders and cones.
 *
 * Error bounds, all far above what follows from u = 2^-52. Let size be the sum of the lengths of the edges, the radius and |to|, with
 * `to` from the piece to the point; `to` has a relative error of u in each coordinate.
 *   Box: a normal, the cross product of two edges, is off by less than 8 u times the product of their lengths. This is at most 2^-41 of
 * it, as its length is at least 2^-8 of that product. A distance from a face, a dot product of this unit normal, is off by less than
 * 2^-39 size; 2^-36 is used.
 *   Sphere and capsule: any point of the core is at least as far from the point as the nearest one, so no more than the rounding of
 * a few operations counts; 2^-45 size is used.
 *   Half-space: numbers are as large as the coordinates; so is size there.
 * Sizes between 2^-100 and 2^100 keep products in range, flushed ones included.
 *
 * Weak inputs: skewed boxes, and other kinds, have no bound here. */

#include "pair/measure/measure.h"

#include "base/vec3.h"

#define SMALLEST 0x1p-100
#define LARGEST  0x1p100
/* The least sine of the angle between two edges of a box. */
#define SKEWED 0x1p-8

/* Whether numbers of this size, the smallest of which is `least`, have the error bounds above. */
static bool is_size_in_range(double least, double size)
{
    return least > SMALLEST && size < LARGEST;
}

static double depth_in_box(const fk_cell *box, fk_vec3 point)
{
    fk_vec3 to = fk_vec3_sub(point, box->origin);
    double size = fk_vec3_length(to), depth = INFINITY, length[3];
    for (int k = 0; k < 3; k++) {
        length[k] = fk_vec3_length(box->edge[k]);
        size += length[k];
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        fk_vec3 n = fk_vec3_cross(box->edge[i], box->edge[j]);
        double scale = fk_vec3_length(n), along = fk_vec3_dot(n, to), whole = fk_vec3_dot(n, box->edge[k]);
        if (!is_size_in_range(length[k], size) || !(scale > SKEWED * (length[i] * length[j])))
            return -INFINITY;
        if (whole < 0) {
            along = -along;
            whole = -whole;
        }
        depth = fk_smaller(depth, fk_smaller(along, whole - along) / scale);
    }
    return depth - 0x1p-36 * size;
}

static double depth_in_ball(double radius, fk_vec3 to, double size)
{
    return is_size_in_range(radius, size) ? radius - fk_vec3_length(to) - 0x1p-45 * size : -INFINITY;
}

static double depth_in_capsule(const fk_capsule *c, fk_vec3 point)
{
    fk_vec3 to = fk_vec3_sub(point, c->end[0]), edge = fk_vec3_sub(c->end[1], c->end[0]);
    double along = fk_vec3_dot(to, edge), whole = fk_vec3_dot(edge, edge);
    double share = !(along > 0) ? 0 : along < whole ? along / whole : 1;
    double size = fk_vec3_length(to) + fk_vec3_length(edge) + c->radius;
    return depth_in_ball(c->radius, fk_vec3_sub(to, fk_vec3_scale(edge, share)), size);
}

static double depth_in_half_space(const fk_plane *half, fk_vec3 point)
{
    double length = fk_vec3_length(half->normal), offset = half->offset / length;
    double size = fk_vec3_length(point) + fabs(offset);
    if (!is_size_in_range(length, length) || !(size < LARGEST))
        return -INFINITY;
    return offset - fk_vec3_dot(half->normal, point) / length - 0x1p-45 * size - SMALLEST;
}

bool fk_point_depth_below(const fk_piece *piece, fk_vec3 point, double *out)
{
    fk_point_distance found;
    double depth = -INFINITY;
    switch (piece->kind) {
    case FK_KIND_BOX:
        depth = depth_in_box(&piece->as.cell, point);
        break;
    case FK_KIND_SPHERE: {
        fk_vec3 to = fk_vec3_sub(point, piece->as.sphere.center);
        depth = depth_in_ball(piece->as.sphere.radius, to, fk_vec3_length(to) + piece->as.sphere.radius);
        break;
    }
    case FK_KIND_CAPSULE:
        depth = depth_in_capsule(&piece->as.capsule, point);
        break;
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        if (fk_point_tapered_distance(piece, point, &found))
            depth = -found.distance - 0x1p-44 * found.size;
        break;
    case FK_KIND_HALF_SPACE:
        depth = depth_in_half_space(&piece->as.half, point);
        break;
    default:
        break;
    }
    *out = depth > 0 ? depth : 0;
    return depth > -INFINITY;
}
