/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Segments, rays, lines, planes and boxes against the triangles of a tree. */

#ifndef FARKAS_TREE_RAY_H
#define FARKAS_TREE_RAY_H

#include "farkas/tree.h"

/* A walk goes down the tree in floats, by boxes that are made larger by more than all that is rounded, so
 * that no triangle which the probe meets is left out. Triangles in the leaves are then decided exactly:
 * first in doubles with error bounds, four at a time, the rest in integers. A line is a segment, a ray or a
 * line, from `from`, with the direction `to`, or `to` - `from`. */

/* ---- One triangle, exactly ----------------------------------------------------------------------------- */

/* Whether a line meets a closed triangle, be that degenerate. */
bool fk_line_meets(const fk_probe *line, const fk_vec3 corner[3]);

/* The sign of the time at which it first meets a less that at which it first meets b; both are met. */
int fk_line_hit_order(const fk_probe *line, const fk_vec3 a[3], const fk_vec3 b[3]);

/* When and where it first meets a triangle, which it does; rounded down and up, and to the nearest but for
 * one unit in the last place. Beyond the range of doubles an infinity. */
fk_interval fk_line_first_hit(const fk_probe *line, const fk_vec3 corner[3], fk_vec3 *point);

/* Whether a plane or a box meets a closed triangle. */
bool fk_plane_meets(const fk_probe *plane, const fk_vec3 corner[3]);
bool fk_box_meets(const fk_probe *box, const fk_vec3 corner[3]);

/* ---- All triangles ------------------------------------------------------------------------------------- */

typedef struct fk_probe_walk fk_probe_walk;

/* Gets a triangle that the probe may meet; is_met: it does. False ends the walk. */
typedef bool fk_probe_visitor(fk_probe_walk *walk, uint32_t triangle, bool is_met);

struct fk_probe_walk {
    const fk_placed_mesh *mesh;
    const fk_probe *probe;
    fk_probe_visitor *visit;
    void *user;

    /* In tree units, a line is what goes from a start by a way, from 0 to `limit` of it, which is 1 at most.
     * Of a box of the tree it meets side i first in the row of a node that is enter[i] bytes from its begin,
     * min or max, and leaves it by that at leave[i]. The starts are moved back and forth by the margin. */
    float enter_start[3], leave_start[3], inverse[3], limit;
    size_t enter[3], leave[3];
    /* A time is begin + length * (part of the way) in units of scale. */
    double begin, length, scale;

    /* For triangles: the direction of a line up to rounding; the sum of its sizes, or those of the normal of
     * a plane. */
    fk_vec3 way;
    double way_size;
    bool is_placed; /* the pose moves something */

    /* A plane in tree units: slope.x + height is 0, up to margin. */
    float slope[3], height, margin;

    /* A box in tree units; and, for a mesh that is turned, in those of the axes of the world, to which `turn`
     * brings half of a vector; turn_size has the sizes of its numbers. */
    float box_min[3], box_max[3], world_min[3], world_max[3], turn[3][3], turn_size[3][3];
    bool is_turned;
};

/* Visits triangles, at least those that the probe meets; in the order of the tree, or those of a line roughly
 * by where they are met: then the visitor may lower `limit` by fk_probe_limit. False when the visitor ended
 * it. */
bool fk_probe_traverse(fk_probe_walk *walk, bool by_time);

/* From now on, only what the line meets up to a time counts. */
void fk_probe_limit(fk_probe_walk *walk, double time);

#endif
