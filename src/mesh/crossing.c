/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a triangle adds to a winding number, and whether a point is on it.
 *
 * A triangle that the ray leaves through, one whose normal has a positive x, counts 1, one that it enters
 * through -1. Seen along x, everything is plane: the ray is a place q, and it meets the triangle when q is in
 * its shadow, where it turns the same way with all three edges; how high the point is above the plane of the
 * triangle tells whether the crossing is before or behind it.
 *
 * A ray through an edge or a vertex: it is moved by an infinitely small amount, as in Edelsbrunner, Mücke,
 * "Simulation of simplicity" (1990): to (y + d, z + e), where d and e are positive and e is small even
 * against d. So an edge from a to b on which q lies has the moved ray on the side with the sign of -(b.z -
 * a.z) d + (b.y - a.y) e. A point that is on no triangle has some room around it, so its winding number is
 * that of the moved point.
 *
 * A point is on a closed triangle if and only if it is in its box and its plane, and in its shadow along each
 * of the three axes. For triangles with area: a shadow along an axis to which the plane is not parallel tells
 * it alone. For those on a line: along each axis, the point is on the line that is their shadow, or, where
 * that is a point, in the box and so at this point; together that puts it on the line, and there the box
 * tells it. */

#include "mesh/mesh.h"

#include "base/bits.h"

/* On which sides of the edges of a triangle a point is, seen along an axis. False when it is outside of the
 * shadow. */
static bool is_in_shadow(const fk_vec3 *const corner[3], const fk_vec3 *point, int axis, int turn[3])
{
    bool left = false, right = false;
    for (int k = 0; k < 3; k++) {
        turn[k] = fk_signs_turn(point, corner[k], corner[k == 2 ? 0 : k + 1], axis);
        left |= turn[k] > 0;
        right |= turn[k] < 0;
        if (left && right)
            return false;
    }
    return true;
}

static bool is_in_interval(const fk_vec3 *const corner[3], const fk_vec3 *point, int axis)
{
    int order[3];
    for (int k = 0; k < 3; k++)
        order[k] = fk_double_order(fk_vec3_get(*corner[k], axis), fk_vec3_get(*point, axis));
    return !(order[0] > 0 && order[1] > 0 && order[2] > 0) && !(order[0] < 0 && order[1] < 0 && order[2] < 0);
}

/* Whether a point is on a triangle that seen along x is a line, or a point, on which it lies: so it is in its
 * plane. */
static bool is_on_triangle(const fk_vec3 *const corner[3], const fk_vec3 *point)
{
    int turn[3];
    for (int axis = 0; axis < 3; axis++)
        if (!is_in_interval(corner, point, axis))
            return false;
    return is_in_shadow(corner, point, 1, turn) && is_in_shadow(corner, point, 2, turn);
}

bool fk_crossing_is_on(const fk_vec3 *const corner[3], const fk_vec3 *point)
{
    int turn[3];
    return fk_signs_side(corner[0], corner[1], corner[2], point) == 0 &&
           is_in_shadow(corner, point, 0, turn) && is_on_triangle(corner, point);
}

/* On which side of the edge from a to b, on which the ray is, the moved ray is. 0 when there is no such edge. */
static int moved_turn(const fk_vec3 *a, const fk_vec3 *b)
{
    int up = fk_double_order(b->z, a->z);
    return up != 0 ? -up : fk_double_order(b->y, a->y);
}

bool fk_crossing_add(const fk_vec3 *const corner[3], const fk_vec3 *point, int64_t *winding)
{
    int turn[3];
    if (!is_in_shadow(corner, point, 0, turn))
        return true;
    int normal = turn[0] != 0 ? turn[0] : turn[1] != 0 ? turn[1] : turn[2];
    if (normal == 0) /* parallel to the ray, and in its plane */
        return !is_on_triangle(corner, point);
    int height = fk_signs_side(corner[0], corner[1], corner[2], point);
    if (height == 0)
        return false;
    if (height == normal) /* the point is beyond the crossing */
        return true;
    for (int k = 0; k < 3; k++)
        if (turn[k] == 0 && moved_turn(corner[k], corner[k == 2 ? 0 : k + 1]) != normal)
            return true;
    *winding += normal;
    return true;
}
