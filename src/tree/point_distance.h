/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances of many points from one set of triangles. */

#ifndef FARKAS_TREE_POINT_DISTANCE_H
#define FARKAS_TREE_POINT_DISTANCE_H

#include "farkas/tree.h"

/* A binary tree of boxes over triangles, in one block. */
typedef struct fk_point_tree fk_point_tree;

typedef struct fk_corners {
    fk_vec3 at[3]; /* all the same for a point */
} fk_corners;

/* Builds the tree of triangles, at most 2^31. Free it with fk_point_tree_free, which accepts NULL. FK_ERROR_MEMORY. */
fk_status fk_point_tree_build(fk_context *context, const fk_corners *triangle, size_t count,
                              fk_point_tree **out);
void fk_point_tree_free(fk_context *context, fk_point_tree *tree);

typedef struct fk_point_nearest {
    double lo, hi; /* the distance is in this interval */
    fk_vec3 point; /* a nearest point, rounded */
} fk_point_nearest;

/* Measures the distance of a point. If it is `limit` or more, hi may be infinite, and lo is at least about the limit. All
 * coordinates are below 2^450, and the largest difference of two triangles is 0 or above 2^-450. */
fk_point_nearest fk_point_tree_measure(const fk_point_tree *tree, fk_vec3 point, double limit);

/* Returns a point of a triangle that is nearest to the origin, up to rounding. */
fk_vec3 fk_nearest_to_origin(fk_vec3 a, fk_vec3 b, fk_vec3 c);

#endif
