/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How deep two meshes overlap, convex ones as hulls; their common volume. */

#ifndef FARKAS_TREE_DEPTH_H
#define FARKAS_TREE_DEPTH_H

#include "farkas/base.h"
#include "farkas/tree.h"

/* ---- convex ----------------------------------------------------------------------------------------------- */

/* Which meshes are convex. */

/* The hull of a mesh that is a connected solid with volume, all of whose triangles lie on the boundary of its
 * hull; *out becomes NULL for other meshes. FK_ERROR_MEMORY leaves it alone. */
fk_status fk_convex_hull(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_hull **out);

/* ---- penetration ------------------------------------------------------------------------------------------ */

/* How far one of two overlapping bodies has to be moved: a short way out, found by trying. */

/* Says whether b, moved by a shift, overlaps a: hard, contained or duplicate. */
typedef fk_status fk_overlap_function(void *user, fk_vec3 shift, bool *overlaps);

/* Ways along a direction of length 1 after which faces of both bodies lie in one plane: puts up to FK_SNAPS
 * of them into `way`, returns how many. Parts that fit each other exactly are out after such a way, and not
 * after a little more or less. */
#define FK_SNAPS 16
typedef uint32_t fk_snap_function(void *user, fk_vec3 direction, double way[FK_SNAPS]);

/* What a search starts from. */
typedef struct fk_way_out {
    fk_overlap_function *overlaps;
    fk_snap_function *snaps; /* or NULL */
    void *user;              /* of both */
    fk_vec3 model_shift;     /* brings b to where it is beside a without their poses */
    fk_aabb box_a, box_b;    /* around each body in its place */
    fk_aabb common;          /* around what they have in common */
    const fk_vec3 *normal;   /* directions that b may leave along, of any length; zero ones are passed over */
    uint32_t normal_count;
} fk_way_out;

/* Finds a short way: out->is_exact is false, and what is claimed was checked by `overlaps`. FK_OK, or what
 * that said. */
fk_status fk_way_out_find(const fk_way_out *search, fk_placed_depth *out);

/* The depth of two meshes whose relation is known, with hulls for those that are convex (see fk_convex_hull),
 * else NULL. */
fk_status fk_placed_depth_find(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                               const fk_hull *const hull[2], const fk_related *related, fk_placed_depth *out);

/* The depth of a convex mesh, given by its hull and its pose, and a convex piece. */
fk_status fk_placed_depth_convex(fk_context *context, const fk_hull *hull, const fk_pose *pose,
                                 const fk_piece *piece, fk_placed_depth *out);

/* ---- volume pair ------------------------------------------------------------------------------------------ */

/* What two triangles contribute to the volume that two solids have in common: for volume.c. */

/* A triangle of a solid, and its shadow along z. */
typedef struct fk_volume_side {
    fk_vec3 corner[3];
    double min[3], max[3];
    int sign; /* of the normal along z; not 0 */
} fk_volume_side;

/* A number that is within `error` of the truth. */
typedef struct fk_volume_part {
    double value, error;
} fk_volume_part;

/* The integral of min(z_a, z_b) - low, cut to [0, high - low], over what both shadows and the box have in
 * common in x and y. All numbers are below 2 in size. */
fk_volume_part fk_volume_pair(const fk_volume_side *a, const fk_volume_side *b, const fk_aabb *box);

#endif
