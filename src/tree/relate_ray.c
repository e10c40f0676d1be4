/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The winding number of a placed mesh around a spot, exactly, by the triangles that a ray along x crosses: as
 * in mesh/winding.c, whose comment has the theory. Here the ray begins infinitely near to a place, which
 * settles most ties: on which side of an edge it passes, seen along x, and whether it begins before a
 * triangle or behind it, is told by the first level at which there is a sign. Where there is none, the ray is
 * moved by an amount that is small against all of these.
 *
 * The tree leaves out most triangles, boxes most of the rest. */

#include <math.h>

#include "tree/relate.h"
#include "tree/tree.h"

typedef struct ray {
    const fk_relate *relate;
    int which;
    fk_relate_spot *spot;
    fk_aabb box; /* of the first level */
    int64_t winding;
} ray;

static bool is_missed(const ray *y, const fk_vec3 *const corner[3])
{
    bool behind = true, left = true, right = true, below = true, above = true;
    for (int k = 0; k < 3; k++) {
        behind &= corner[k]->x < y->box.min.x;
        left &= corner[k]->y < y->box.min.y;
        right &= corner[k]->y > y->box.max.y;
        below &= corner[k]->z < y->box.min.z;
        above &= corner[k]->z > y->box.max.z;
    }
    return behind || left || right || below || above;
}

/* On which side of the edge from a to b, on which the ray is, the moved ray is. 0 when there is no such edge. */
static int moved_turn(const fk_vec3 *a, const fk_vec3 *b)
{
    int up = fk_double_order(b->z, a->z);
    return up != 0 ? -up : fk_double_order(b->y, a->y);
}

/* Adds what a triangle counts. */
static bool add_triangle(void *user, uint32_t triangle)
{
    ray *y = user;
    const fk_relate *r = y->relate;
    fk_relate_plane plane = fk_relate_plane_triangle(r, y->which, triangle);
    if (is_missed(y, plane.point) || fk_relate_is_flat(r, y->which, triangle))
        return true;
    int normal = 0;
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *from = plane.point[k], *to = plane.point[k == 2 ? 0 : k + 1];
        fk_relate_plane edge = fk_relate_plane_edge(from, to, 0);
        int turn = fk_relate_sign(r, &edge, y->spot);
        if (turn == 0)
            turn = moved_turn(from, to);
        if (turn == 0 || (k > 0 && turn != normal))
            return true;
        normal = turn;
    }
    int height = fk_relate_sign(r, &plane, y->spot);
    if (height == -normal)
        y->winding += normal;
    return true;
}

int64_t fk_relate_ray(const fk_relate *r, int which, fk_relate_spot *spot, const fk_aabb *box)
{
    ray y = {r, which, spot, *box, 0};
    fk_aabb reach = *box;
    reach.max.x = HUGE_VAL;
    fk_placed_visit(r->mesh[which].placed, &reach, add_triangle, &y);
    return y.winding;
}
