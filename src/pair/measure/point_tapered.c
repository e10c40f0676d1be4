/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of a point from the surface of a cylinder or cone, in closed form.
 *
 * In the half-plane of the axis and the point, with z along the axis from end 0 and rho away from it, the piece is a rectangle or a
 * right triangle. Inside, the nearest edge counts; outside, the nearest point.
 *
 * Error bound. u = 2^-52; size is the sum of the length, the radius and |point - end 0|. The axis, a unit vector, is off by 5u in each
 * coordinate; z and rho are off by less than 24 u size, the length by 6 u size. Distances in the half-plane change by no more than
 * z, rho, the length and the radius do together, the normal of a cone's side, of edges that differ by less than 2^20, by 8u: 128 u
 * size covers all of it with its own roundings. */

#include "pair/measure/measure.h"

#include "base/vec3.h"

#define SMALLEST 0x1p-100
#define LARGEST  0x1p100
#define SLENDER  0x1p-20
/* In units of the size: a point that is nearer to a rim or an apex has the direction of an edge. */
#define NEAR_CORNER 1e-10

/* A vector of the half-plane. */
typedef struct half_plane_vector {
    double z, rho;
} half_plane_vector;

/* Keeps an edge through `at` with an outward unit normal, if the point is farther out of it than of the others. */
static void keep_outer_edge(half_plane_vector point, half_plane_vector at, half_plane_vector normal,
                            half_plane_vector *n, double *distance)
{
    double height = (point.z - at.z) * normal.z + (point.rho - at.rho) * normal.rho;
    if (height > *distance) {
        *distance = height;
        *n = normal;
    }
}

/* The same for a corner where edges end: a point beyond both of them is nearest to it. */
static void keep_corner(half_plane_vector point, half_plane_vector at, double near, half_plane_vector *n,
                        double *distance)
{
    half_plane_vector to = {point.z - at.z, point.rho - at.rho};
    double length = sqrt(to.z * to.z + to.rho * to.rho);
    *distance = length;
    if (length > near)
        *n = (half_plane_vector){to.z / length, to.rho / length};
}

static void measure_cylinder(half_plane_vector p, double length, double radius, double near,
                             half_plane_vector *n, double *distance)
{
    half_plane_vector top = {length, radius}, rim = {p.z > 0.5 * length ? length : 0, radius};
    keep_outer_edge(p, (half_plane_vector){0, 0}, (half_plane_vector){-1, 0}, n, distance);
    keep_outer_edge(p, top, (half_plane_vector){1, 0}, n, distance);
    keep_outer_edge(p, top, (half_plane_vector){0, 1}, n, distance);
    if (p.rho > radius && (p.z < 0 || p.z > length))
        keep_corner(p, rim, near, n, distance);
}

static void measure_cone(half_plane_vector p, double length, double radius, double near, half_plane_vector *n,
                         double *distance)
{
    double slant = sqrt(length * length + radius * radius);
    half_plane_vector rim = {0, radius}, apex = {length, 0}, side = {radius / slant, length / slant};
    keep_outer_edge(p, rim, (half_plane_vector){-1, 0}, n, distance);
    keep_outer_edge(p, rim, side, n, distance);
    /* How far along the side, from the rim to the apex. */
    double along = p.z * side.rho - (p.rho - radius) * side.z;
    if (along < 0 && p.rho > radius && *distance > 0)
        keep_corner(p, rim, near, n, distance);
    else if (along > slant)
        keep_corner(p, apex, near, n, distance);
}

bool fk_point_tapered_distance(const fk_piece *piece, fk_vec3 point, fk_point_distance *out)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_vec3 edge = fk_vec3_sub(c->end[1], c->end[0]), to = fk_vec3_sub(point, c->end[0]);
    double length = fk_vec3_length(edge), radius = c->radius, size = length + radius + fk_vec3_length(to);
    if (!(size > SMALLEST && size < LARGEST) || !(radius > SLENDER * length && length > SLENDER * radius))
        return false;
    fk_vec3 axis = fk_vec3_scale(edge, 1 / length);
    half_plane_vector p = {fk_vec3_dot(to, axis), 0}, n = {0, 0};
    fk_vec3 away = fk_vec3_sub(to, fk_vec3_scale(axis, p.z));
    p.rho = fk_vec3_length(away);
    double distance = -HUGE_VAL;
    if (piece->kind == FK_KIND_CYLINDER)
        measure_cylinder(p, length, radius, NEAR_CORNER * size, &n, &distance);
    else
        measure_cone(p, length, radius, NEAR_CORNER * size, &n, &distance);
    /* On the axis every direction away from it is as good. */
    if (!(p.rho > 0x1p-60 * size)) {
        int least = fabs(axis.x) <= fabs(axis.y) && fabs(axis.x) <= fabs(axis.z) ? 0
                    : fabs(axis.y) <= fabs(axis.z)                               ? 1
                                                                                 : 2;
        away = fk_vec3_cross(axis, fk_vec3_axis(least, 1));
    }
    fk_vec3 radial = fk_vec3_unit(fk_vec3_sub(away, fk_vec3_scale(axis, fk_vec3_dot(away, axis))));
    out->n = fk_vec3_unit(fk_vec3_add(fk_vec3_scale(axis, n.z), fk_vec3_scale(radial, n.rho)));
    out->distance = distance;
    out->size = size;
    return true;
}
