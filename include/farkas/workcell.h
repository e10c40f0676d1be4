/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells: robots among obstacles, for motion planners. Which configurations are free, and which collide?
 *
 * A configuration is one number for each joint. Its verdict is that of fk_collider_meets for the bodies where the poses of
 * fk_motion_pose place them: exact for these doubles. */

#ifndef FARKAS_WORKCELL_H
#define FARKAS_WORKCELL_H

#include "farkas/motion.h"
#include "farkas/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Workcells ----------------------------------------------------------------------------------------- */

/* Whether the pair of the bodies a < b, numbered as in the setup, does not count. */
typedef bool fk_workcell_ignores(void *user, uint32_t a, uint32_t b);

typedef struct fk_workcell_setup {
    /* The frames of all robots: fixed, revolute or prismatic. A robot is a track: variable k of track i is joint k of robot i. */
    const fk_frame *frame;
    uint32_t frame_count, robot_count;
    const uint32_t *joint_count; /* of each robot */
    /* Of each joint, in the order of a configuration: robot after robot. Either end may be infinite. NULL: no limits. */
    const fk_interval *limit;
    /* Shapes of links and obstacles, in their frames; FK_NONE is the world. Poses are rigid up to 1e-6. */
    const fk_moving *body;
    uint32_t body_count;
    fk_workcell_ignores *ignores; /* NULL: none */
    void *user;
} fk_workcell_setup;

/* Several threads may use one workcell at once if all their calls take a const workcell, and the allocator of the context is safe
 * for threads. */
typedef struct fk_workcell fk_workcell;

/* Makes a workcell; body i of the setup gets the index i. All pairs of bodies count but those that share a frame, and those
 * that the setup ignores. The caller keeps the colliders as long as a workcell has them. Errors of fk_motion_create;
 * FK_ERROR_ARGUMENT for a frame of keys, limits that are NaN or the wrong way round, a body without collider, in a frame that
 * does not exist, or whose pose is not rigid; FK_ERROR_NOT_FINITE; FK_ERROR_MEMORY. After an error *out is unchanged. */
FK_API fk_status fk_workcell_create(fk_context *context, const fk_workcell_setup *setup, fk_workcell **out);

/* Makes a copy, with the same ids, which other threads may use while the original changes, and the other way round. Both share the
 * data of robots and colliders, so it takes microseconds. FK_ERROR_MEMORY. */
FK_API fk_status fk_workcell_copy(const fk_workcell *cell, fk_workcell **out);

/* Frees a workcell, with the context of its creation. Copies stay. NULL is allowed. */
FK_API void fk_workcell_destroy(fk_workcell *cell);

/* The length of a configuration. */
FK_API uint32_t fk_workcell_joint_count(const fk_workcell *cell);

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* Calls below return FK_ERROR_STALE if a body does not exist. A call that fails changes nothing. Poses: FK_ERROR_ARGUMENT if one
 * is not rigid up to 1e-6, FK_ERROR_NOT_FINITE. A frame that does not exist: FK_ERROR_ARGUMENT. What places a body may return
 * FK_ERROR_MEMORY. */

/* Adds a body; *out becomes its id. Its pairs count, but those in one frame. The first body of a collider of a mesh takes longer
 * than others. FK_ERROR_MEMORY. */
FK_API fk_status fk_workcell_add(fk_workcell *cell, const fk_moving *body, fk_body_id *out);
FK_API fk_status fk_workcell_remove(fk_workcell *cell, fk_body_id id);
/* Sets the pose of a body in its frame. */
FK_API fk_status fk_workcell_move(fk_workcell *cell, fk_body_id id, const fk_pose *pose);
/* Fixes a body to a frame at a pose, as a robot grips a part. Pairs keep whether they are allowed. */
FK_API fk_status fk_workcell_attach(fk_workcell *cell, fk_body_id id, uint32_t frame, const fk_pose *pose);
/* Leaves a body at a pose in the world. */
FK_API fk_status fk_workcell_detach(fk_workcell *cell, fk_body_id id, const fk_pose *pose);
/* Allows two bodies to meet: their pair does not count. Or disallows it again. FK_ERROR_ARGUMENT if both are one body. */
FK_API fk_status fk_workcell_allow(fk_workcell *cell, fk_body_id a, fk_body_id b);
FK_API fk_status fk_workcell_disallow(fk_workcell *cell, fk_body_id a, fk_body_id b);

FK_API fk_status fk_workcell_get(const fk_workcell *cell, fk_body_id id, fk_moving *out);
/* Returns the first body whose index is at least `index`; a zeroed id if there is none. */
FK_API fk_body_id fk_workcell_next(const fk_workcell *cell, uint32_t index);

/* ---- States -------------------------------------------------------------------------------------------- */

/* Undecided: no pair surely collides, and one may: a cylinder, a cone or an ellipsoid comes within 1e-12 of touching. */
typedef enum fk_workcell_state {
    FK_WORKCELL_UNDECIDED = 0,
    FK_WORKCELL_FREE,
    FK_WORKCELL_COLLIDES
} fk_workcell_state;

typedef struct fk_workcell_query {
    const double *value;  /* configuration i begins at value[i * joint_count] */
    uint32_t joint_count; /* that of the workcell */
    size_t count;
    double clearance;          /* 0: bodies collide if they meet; else if their distance is less */
    const fk_workers *workers; /* or NULL; the results are the same */
    const fk_cancel *cancel;   /* or NULL: that of the context */
} fk_workcell_query;

/* Two bodies, a.index < b.index. */
typedef struct fk_workcell_pair {
    fk_body_id a, b;
} fk_workcell_pair;

/* Computes an fk_workcell_state for each configuration. `pair` may be NULL; else pair[i] becomes the first pair that collides, by
 * the indices of a and b; if the state is undecided, the first one that may; zeroed if the state is free. That takes longer.
 *
 * FK_ERROR_ARGUMENT if joint_count is wrong, the clearance is negative, or a value is outside the limits of its joint;
 * FK_ERROR_NOT_FINITE; errors of fk_collider_box where a configuration places a body too far away; FK_ERROR_MEMORY;
 * FK_ERROR_CANCELLED. After an error nothing is written. */
FK_API fk_status fk_workcell_states(const fk_workcell *cell, const fk_workcell_query *query, uint8_t *state,
                                    fk_workcell_pair *pair);

/* Computes the pose of a frame in the world, as fk_motion_pose does. FK_ERROR_ARGUMENT if there is no such frame; errors of
 * fk_workcell_states for one configuration. */
FK_API fk_status fk_workcell_frame_pose(const fk_workcell *cell, uint32_t frame, const double *value,
                                        uint32_t joint_count, fk_pose *out);

#ifdef __cplusplus
}
#endif

#endif
