/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the coordinates of one tree to those of another, with a bound on all that is rounded.
 *
 * Placed triangles have corners that were rounded, and poses are rotations only up to rounding, or not even
 * that. So a point that two placed triangles have in common is not the image of the same place in both trees,
 * but nearly so: if x is the place in a, and y that in b (in their triangles before these were placed, in
 * tree units), then
 *
 *   d[i] = x[i] - (sum of turn[i][k] * y[k] + shift[i]),    |d| <= margin
 *
 * in length, and so in each component. This holds for real numbers, for every pose with finite numbers;
 * margin is infinite or NaN where nothing can be said. More generally, if the two points have the distance e
 * after they were placed, in the unit of a, then |d| <= stretch * e + margin. */

#ifndef FARKAS_TREE_FRAME_H
#define FARKAS_TREE_FRAME_H

#include "base/pose.h"
#include "farkas/tree.h"

typedef struct fk_tree_frame {
    double rotation[3][3]; /* turn, between lengths that are not in units of a tree */
    double turn[3][3];
    double shift[3];
    double margin;  /* in units of a's tree, as is shift */
    double stretch; /* 1, up to rounding, for rotations */
} fk_tree_frame;

/* From b's tree to a's. */
fk_tree_frame fk_frame_make(const fk_placed_mesh *a, const fk_placed_mesh *b);

/* From the world to a's tree: y is a place in the world, as it is, with absolute coordinates up to `extent`. */
fk_tree_frame fk_frame_from_world(const fk_placed_mesh *a, fk_vec3 extent);

/* An order by anything in which two differ; 0 only for two that are the same. So that (b, a) can be asked as (a, b). */
int fk_placed_order(const fk_placed_mesh *a, const fk_placed_mesh *b);

/* No point of a in its place has a coordinate that is larger. */
double fk_placed_reach(const fk_placed_mesh *a);

/* The transposed rotation times v. */
static inline fk_vec3 fk_pose_rotate_back(const fk_pose *pose, fk_vec3 v)
{
    const double(*r)[3] = pose->rotation;
    return fk_vec3_make(r[0][0] * v.x + r[1][0] * v.y + r[2][0] * v.z,
                        r[0][1] * v.x + r[1][1] * v.y + r[2][1] * v.z,
                        r[0][2] * v.x + r[1][2] * v.y + r[2][2] * v.z);
}

/* The corners of a triangle in its place. */
static inline void fk_placed_triangle(const fk_placed_mesh *a, uint32_t triangle, fk_vec3 corner[3])
{
    const uint32_t *index = a->mesh->triangle[triangle].corner;
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply_inline(&a->pose, a->mesh->point[index[k]]);
}

#endif
