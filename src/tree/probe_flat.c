/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Planes and axis-aligned boxes against a triangle, exactly.
 *
 * Plane: the signs of n.x - c at the corners. In doubles, with u = 2^-52, the sum is off by at most 4u of the
 * sum of the sizes of its terms, in every rounding mode; the bound takes 16u, and 2^-500 covers what is
 * flushed to zero or read as zero, as long as no number is above 2^200, which is checked. Then in integers.
 *
 * Box: by separating axes (Akenine-Möller, "Fast 3D triangle-box overlap testing", 2001). Those along the
 * axes of the box are comparisons. The others are signs of mesh/signs.h at corners of the box, whose
 * coordinates are given doubles: none is rounded. Seen along axis k, the box is a rectangle; an edge of the
 * triangle separates when the rectangle lies strictly on the side where the third corner is not. It is enough
 * to look at that side: of two convex sets that are apart, one has an edge or face with this property, or an
 * edge of each spans a plane with it. The rectangle's corner that is nearest to the other side follows from
 * the signs of the edge's components. The plane of the triangle separates when the corners of the box that
 * reach farthest along its normal, and against it, are strictly on one side. A triangle without area is a
 * segment or a point, for which the planes through edges and the axes are enough; the signs of its normal are
 * 0, and so are heights. */

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "mesh/mesh.h"
#include "tree/probe.h"

/* ---- Plane --------------------------------------------------------------------------------------------- */

FK_OWN_FRAME static int exact_height(const fk_probe *plane, const fk_vec3 *place)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact sum =
        fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, plane->to), fk_exact_vec3_from(&arena, *place));
    return fk_exact_compare(sum, fk_exact_from(&arena, plane->offset));
}

/* The sign of to.place - offset. */
static int height_sign(const fk_probe *plane, const fk_vec3 *place)
{
    fk_vec3 n = plane->to;
    double x = n.x * place->x, y = n.y * place->y, z = n.z * place->z, height = x + y + z - plane->offset;
    double size = fabs(x) + fabs(y) + fabs(z) + fabs(plane->offset);
    bool is_moderate =
        fk_vec3_largest(n) < 0x1p200 && fk_vec3_largest(*place) < 0x1p200 && fabs(plane->offset) < 0x1p400;
    if (is_moderate && fabs(height) > size * 0x1p-48 + 0x1p-500)
        return height > 0 ? 1 : -1;
    return exact_height(plane, place);
}

bool fk_plane_meets(const fk_probe *plane, const fk_vec3 corner[3])
{
    int first = height_sign(plane, &corner[0]);
    return first == 0 || height_sign(plane, &corner[1]) != first || height_sign(plane, &corner[2]) != first;
}

/* ---- Box ----------------------------------------------------------------------------------------------- */

/* How a coordinate of the corners lies to the box: bit 0 when all are below, bit 1 when all are above, bit 2
 * + k when corner k is outside. */
static unsigned along_axis(const fk_probe *box, const fk_vec3 corner[3], int axis)
{
    unsigned below = 0, above = 0;
    for (int k = 0; k < 3; k++) {
        below |= (unsigned)(fk_double_order(fk_vec3_get(corner[k], axis), fk_vec3_get(box->from, axis)) < 0)
                 << k;
        above |= (unsigned)(fk_double_order(fk_vec3_get(corner[k], axis), fk_vec3_get(box->to, axis)) > 0)
                 << k;
    }
    return (below == 7 ? 1u : 0u) | (above == 7 ? 2u : 0u) | (below | above) << 2;
}

/* The corner of the box that is farthest along a direction with these signs. */
static fk_vec3 farthest(const fk_probe *box, const int sign[3])
{
    return fk_vec3_make(sign[0] > 0 ? box->to.x : box->from.x, sign[1] > 0 ? box->to.y : box->from.y,
                        sign[2] > 0 ? box->to.z : box->from.z);
}

static fk_vec3 nearest(const fk_probe *box, const int sign[3])
{
    int back[3] = {-sign[0], -sign[1], -sign[2]};
    return farthest(box, back);
}

/* Whether the edge from a to b, seen along an axis, separates the box from a triangle with the third corner
 * on the side `turn`. */
static bool edge_separates(const fk_probe *box, const fk_vec3 *a, const fk_vec3 *b, int axis, int turn)
{
    /* Component `axis` of (b - a) x x grows with x_j by b_i - a_i, and falls with x_i by b_j - a_j. */
    int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1, sign[3] = {0, 0, 0};
    sign[i] = -fk_double_order(fk_vec3_get(*b, j), fk_vec3_get(*a, j));
    sign[j] = fk_double_order(fk_vec3_get(*b, i), fk_vec3_get(*a, i));
    fk_vec3 most = farthest(box, sign), least = nearest(box, sign);
    return (turn >= 0 && fk_signs_turn(a, b, &most, axis) < 0) ||
           (turn <= 0 && fk_signs_turn(a, b, &least, axis) > 0);
}

bool fk_box_meets(const fk_probe *box, const fk_vec3 corner[3])
{
    unsigned outside = 0;
    for (int axis = 0; axis < 3; axis++) {
        unsigned along = along_axis(box, corner, axis);
        if (along & 3)
            return false;
        outside |= along >> 2;
    }
    if (outside != 7) /* a corner is in the box */
        return true;
    int normal[3];
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = fk_signs_turn(&corner[0], &corner[1], &corner[2], axis);
        for (int k = 0; k < 3; k++)
            if (edge_separates(box, &corner[k], &corner[k == 2 ? 0 : k + 1], axis, normal[axis]))
                return false;
    }
    fk_vec3 most = farthest(box, normal), least = nearest(box, normal);
    return fk_signs_side(&corner[0], &corner[1], &corner[2], &most) >= 0 &&
           fk_signs_side(&corner[0], &corner[1], &corner[2], &least) <= 0;
}
