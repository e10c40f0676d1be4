/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Queries with segments, rays, lines, planes and boxes against the triangles of a tree. */

#ifndef FARKAS_TREE_RAY_H
#define FARKAS_TREE_RAY_H

#include "farkas/tree.h"

/* The traversal descends the tree in floats. Boxes are enlarged by more than all rounding errors, so that no
 * triangle that the probe meets is missed. The triangles of leaves are decided exactly: first in doubles with
 * error bounds, four at a time, the rest in integers. "Line" below means a segment, ray or line that starts
 * at `from` with the direction `to`, or for a segment `to` - `from`. */

/* ---- One triangle, exactly ----------------------------------------------------------------------------- */

/* Whether a line meets a closed triangle, which may be degenerate. */
bool fk_line_meets(const fk_probe *line, const fk_vec3 corner[3]);

/* Compares the times at which a line first meets a and b: -1, 0 or 1. It must meet both. */
int fk_line_hit_order(const fk_probe *line, const fk_vec3 a[3], const fk_vec3 b[3]);

/* Computes when and where a line first meets a triangle, which it must meet. The interval is rounded outward
 * to neighbouring doubles; each coordinate of the point is within one unit in the last place. Values beyond
 * the range of doubles become infinite. */
fk_interval fk_line_first_hit(const fk_probe *line, const fk_vec3 corner[3], fk_vec3 *point);

/* Whether a plane or a box meets a closed triangle. */
bool fk_plane_meets(const fk_probe *plane, const fk_vec3 corner[3]);
bool fk_box_meets(const fk_probe *box, const fk_vec3 corner[3]);

/* ---- All triangles ------------------------------------------------------------------------------------- */

typedef struct fk_probe_traversal fk_probe_traversal;

/* Called with a triangle that the probe may meet; is_met: it does. Returns false to end the traversal. */
typedef bool fk_probe_visitor(fk_probe_traversal *traversal, uint32_t triangle, bool is_met);

struct fk_probe_traversal {
    const fk_placed_mesh *mesh;
    const fk_probe *probe;
    fk_probe_visitor *visit;
    void *user;

    /* In tree units, a line starts at a point; fractions from 0 to `limit` <= 1 of its displacement count. It
     * enters the slab of axis i at the side of a box whose row is enter[i] bytes from the beginning of a
     * node, min or max, and leaves it at leave[i]. The start points are moved backward and forward by the
     * margin. */
    float enter_start[3], leave_start[3], inverse[3], limit;
    size_t enter[3], leave[3];
    /* The time at a fraction f of the clipped line is (begin + length * f) * scale. */
    double begin, length, scale;

    /* For triangles: the direction of a line up to rounding; the sum of the magnitudes of its components, or
     * of those of a plane's normal. */
    fk_vec3 direction;
    double direction_size;
    bool is_placed; /* the pose is not the identity */

    /* A plane in tree units: |slope.x + height| <= margin. */
    float slope[3], height, margin;

    /* A box in tree units. For a rotated mesh, also along the axes of the world, in tree units: `turn` maps
     * half of a vector there, and turn_size has its absolute values. */
    float box_min[3], box_max[3], world_min[3], world_max[3], turn[3][3], turn_size[3][3];
    bool is_turned;
};

/* Visits at least the triangles that the probe meets, in the order of the tree; or with by_time, those of a
 * line roughly by the time of the hit, so that the visitor may lower `limit` by fk_probe_limit. Returns false
 * if the visitor ended it. */
bool fk_probe_traverse(fk_probe_traversal *traversal, bool by_time);

/* Ignores hits after a time from now on. */
void fk_probe_limit(fk_probe_traversal *traversal, double time);

#endif
