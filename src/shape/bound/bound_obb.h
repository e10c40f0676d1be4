/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Between the files of oriented boxes: a box from axes and spans (bound_obb.c), the search for good axes
 * (bound_obb_build.c, bound_obb_rectangle.c). */

#ifndef FARKAS_SHAPE_BOUND_OBB_H
#define FARKAS_SHAPE_BOUND_OBB_H

#include "shape/bound/bound.h"

/* Axes of length 1 and right angles, up to rounding. Numbers below 2^-70 are zero in them, so that none of their products
 * underflows. */
typedef struct fk_obb_axes {
    fk_vec3 axis[3];
} fk_obb_axes;

/* The first axis is the direction of u, the second that of v across u. Zero or parallel ones are replaced. */
fk_obb_axes fk_obb_axes_make(fk_vec3 u, fk_vec3 v);
fk_obb_axes fk_obb_axes_aligned(void);

/* The box around points along axes that are known to suit them. As fk_obb_build_quick. */
fk_status fk_obb_build_along(const fk_vec3 *point, size_t count, const fk_obb_axes *axes, fk_obb *out);

/* Intervals of axis.(x - base) along the axes of a frame, for all points x of a set: each end is off by at most its
 * error, which is zero or at least FK_OUTER_TINY. */
typedef struct fk_spans {
    double low[3], high[3], error[3];
} fk_spans;

/* The box along the axes of a frame around all points with such spans. */
fk_obb fk_obb_from_spans(const fk_obb_axes *frame, fk_vec3 base, const fk_spans *spans);

/* The box along the coordinate axes around another one. */
fk_obb fk_obb_aligned(const fk_aabb *box);

/* The spans of points, whose box is known. base lies in that box, and is its side where it is flat. */
void fk_spans_find(const fk_obb_axes *frame, fk_vec3 base, const fk_vec3 *point, size_t count,
                   const fk_aabb *box, fk_spans *spans);

/* The middle of a box. */
fk_vec3 fk_outer_middle(const fk_aabb *box);

/* What boxes are compared by: the product of their sides, each a little longer, 2^-45 of the longest, so that flat ones are
 * compared by their area and thin ones by their length. */
double fk_outer_measure(double x, double y, double z);

/* Two numbers on a plane. */
typedef struct fk_flat_point {
    double x, y;
} fk_flat_point;

/* The best box of points one of whose axes is given, of length 1: the smallest rectangle on the plane across it. Returns
 * the measure of half its sides. room is for 3 count points. */
double fk_obb_axes_best_along(fk_vec3 along, const fk_vec3 *point, size_t count, fk_vec3 base,
                              fk_flat_point *room, fk_obb_axes *out);

#endif
