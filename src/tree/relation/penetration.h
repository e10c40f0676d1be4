/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far one of two overlapping bodies has to be moved: a short way out, found by trying. */

#ifndef FARKAS_TREE_PENETRATION_H
#define FARKAS_TREE_PENETRATION_H

#include "farkas/tree.h"

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

#endif
