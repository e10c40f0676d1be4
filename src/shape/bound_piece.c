/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Axis-aligned boxes around pieces. Along an axis k, with u = 2^-52 and the conventions of bound.h:
 *
 *   points      their coordinates; nothing is rounded
 *   cells       o_k and the edges that go up, or down: see bound_piece.h
 *   balls       c_k +- r; fk_outer_above is right for sums
 *   discs       c_k +- r q with q = sqrt((d_i d_i + d_j d_j) / d.d) for the normal d. Differences are off by u of
 *               themselves, squares by 3 u, sums of squares by 5 u, the quotient by 11 u, the root by 7 u. Where the
 *               largest of d is between 2^-400 and 2^400, what is flushed to zero changes the quotient by less than
 *               2^-220, and the root by less than 2^-110
 *   ellipsoids  c_k +- sqrt(x_k x_k + y_k y_k + z_k z_k), off by 4 u; where that may underflow, the sum of sizes
 *   half-space  c / n_k where only n_k is not zero, off by u; else it has no end
 *
 * A cylinder is the hull of two discs, a cone that of a disc and a point. */

#include "shape/bound.h"

#include "shape/support.h"

static fk_aabb everywhere(void)
{
    fk_aabb box = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    return box;
}

static fk_aabb box_of_points(const fk_vec3 *point, uint32_t count)
{
    fk_aabb box = everywhere();
    fk_aabb_build(point, count, &box);
    return box;
}

/* From below the lesser of two places to above the greater one, by `room` along each axis, which is infinite
 * where something is too large. */
static fk_aabb box_around(fk_vec3 p, fk_vec3 q, fk_vec3 room)
{
    fk_aabb box;
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(p, k), y = fk_vec3_get(q, k), size = fk_larger(fabs(x), fabs(y));
        double more = fk_vec3_get(room, k) + FK_OUTER_TINY;
        bool is_known = size < FK_OUTER_LARGEST && more < FK_OUTER_LARGEST;
        *fk_vec3_at(&box.min, k) = is_known ? fk_outer_below(fk_outer_least(x, y), more) : -INFINITY;
        *fk_vec3_at(&box.max, k) = is_known ? fk_outer_above(fk_outer_most(x, y), more) : INFINITY;
    }
    return box;
}

static fk_aabb box_of_cell(const fk_piece *piece)
{
    const fk_cell *c = &piece->as.cell;
    double size = fk_vec3_largest(c->origin) + fk_vec3_largest(c->edge[0]) + fk_vec3_largest(c->edge[1]) +
                  fk_vec3_largest(c->edge[2]);
    return size < FK_OUTER_LARGEST ? fk_outer_cell(piece, 0) : everywhere();
}

/* How far a disc reaches along the axes. */
static fk_vec3 disc_room(fk_vec3 normal, double radius)
{
    fk_vec3 room = {radius, radius, radius};
    double size = fk_vec3_largest(normal);
    if (!(size > 0x1p-400 && size < 0x1p400))
        return room;
    double square[3] = {normal.x * normal.x, normal.y * normal.y, normal.z * normal.z};
    double all = square[0] + square[1] + square[2];
    for (int k = 0; k < 3; k++) {
        double part = sqrt((square[(k + 1) % 3] + square[(k + 2) % 3]) / all);
        *fk_vec3_at(&room, k) = radius * fk_smaller(part * (1.0 + 16 * FK_OUTER_UNIT) + 0x1p-100, 1.0);
    }
    return room;
}

static fk_aabb box_of_axis(const fk_piece *piece)
{
    const fk_vec3 *end = piece->as.capsule.end, none = {0, 0, 0};
    double r = piece->as.capsule.radius;
    fk_vec3 room = {r, r, r};
    if (piece->kind != FK_KIND_CAPSULE)
        room = disc_room(fk_vec3_sub(end[1], end[0]), r);
    if (piece->kind != FK_KIND_CONE)
        return box_around(end[0], end[1], room);
    fk_aabb base = box_around(end[0], end[0], room), apex = box_around(end[1], end[1], none);
    return fk_aabb_merge(&base, &apex);
}

static fk_aabb box_of_ellipsoid(const fk_cell *c)
{
    fk_vec3 room;
    for (int k = 0; k < 3; k++) {
        double x = fabs(fk_vec3_get(c->edge[0], k)), y = fabs(fk_vec3_get(c->edge[1], k)),
               z = fabs(fk_vec3_get(c->edge[2], k)), size = fk_larger(fk_larger(x, y), z);
        bool is_known = size > 0x1p-400 && size < 0x1p400;
        *fk_vec3_at(&room, k) =
            (is_known ? sqrt(x * x + y * y + z * z) : x + y + z) * (1.0 + 8 * FK_OUTER_UNIT);
    }
    return box_around(c->origin, c->origin, room);
}

/* Only a normal along an axis gives it an end there. Below 2^-20 an offset that is read as zero would
 * matter. */
static fk_aabb box_of_half_space(const fk_plane *plane)
{
    fk_aabb box = everywhere();
    for (int k = 0; k < 3; k++) {
        double n = fk_vec3_get(plane->normal, k), end = plane->offset / n;
        bool is_alone = fk_outer_is_zero(fk_vec3_get(plane->normal, (k + 1) % 3)) &&
                        fk_outer_is_zero(fk_vec3_get(plane->normal, (k + 2) % 3));
        if (!is_alone || !(fabs(n) >= 0x1p-20) || !(fabs(end) < FK_OUTER_LARGEST))
            continue;
        double error = 4 * FK_OUTER_UNIT * fabs(end) + FK_OUTER_TINY;
        if (n > 0)
            *fk_vec3_at(&box.max, k) = fk_outer_above(end, error);
        else
            *fk_vec3_at(&box.min, k) = fk_outer_below(end, error);
    }
    return box;
}

fk_aabb fk_outer_piece(const fk_piece *piece)
{
    const fk_vec3 center = piece->as.sphere.center;
    double r = piece->as.sphere.radius;
    switch (piece->kind) {
    case FK_KIND_POINT:
        return box_of_points(&piece->as.point, 1);
    case FK_KIND_SEGMENT:
        return box_of_points(piece->as.segment, 2);
    case FK_KIND_TRIANGLE:
        return box_of_points(piece->as.triangle, 3);
    case FK_KIND_HULL:
        return box_of_points(piece->as.hull.point, piece->as.hull.count);
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        return box_of_cell(piece);
    case FK_KIND_SPHERE:
        return box_around(center, center, fk_vec3_make(r, r, r));
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return box_of_axis(piece);
    case FK_KIND_ELLIPSOID:
        return box_of_ellipsoid(&piece->as.ellipsoid);
    case FK_KIND_HALF_SPACE:
        return box_of_half_space(&piece->as.half);
    default:
        return everywhere();
    }
}
