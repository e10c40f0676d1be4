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

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* Edges are straight lines in the space of joints. The state of an edge at a parameter s from 0 to 1 is from + s (to - from) for each
 * joint, computed in doubles in this way; at 1 it is `to`. */
typedef struct fk_workcell_edge_query {
    const double *from, *to; /* those of edge i begin at from[i * joint_count] and to[i * joint_count] */
    uint32_t joint_count;    /* that of the workcell */
    size_t count;
    double clearance; /* as for states */
    /* How far bodies may move from the begin to the end of a bracket, about; 0: that of fk_motion_options_default for each pair. */
    double tolerance;
    uint64_t max_tests;        /* for each edge, about as in fk_motion_options; 0: ten millions */
    const fk_workers *workers; /* or NULL; the results are the same */
    const fk_cancel *cancel;   /* or NULL: that of the context */
} fk_workcell_edge_query;

/* An edge.
 *   free       all of its states are, by fk_workcell_states: proved, for the real motion and for each state in doubles
 *   collides   its states before contact.lo are free, and the pair collides in the state at contact.hi
 *              (the bracket is wide if a pair came within the tolerance before: a graze, where nothing was found to collide)
 *   undecided  its states before contact.lo are free; then a pair comes within the tolerance of a collision until contact.hi, and
 *              no state that collides was found; or the budget is used up
 * Bodies that come so near that rounding may move them into a collision, about 1e-13 of all lengths, need not be free. */
typedef struct fk_workcell_edge {
    fk_workcell_state state;
    double valid;          /* all states up to this one are free; -1 if not even the first one need be */
    fk_interval contact;   /* free: 1 to 1 */
    fk_workcell_pair pair; /* free: zeroed */
} fk_workcell_edge;

/* Computes whether edges are free. An edge whose ends are equal is one state. Errors of fk_workcell_states, for both ends;
 * FK_ERROR_ARGUMENT for a tolerance that is negative or NaN. After an error nothing is written. */
FK_API fk_status fk_workcell_edges(const fk_workcell *cell, const fk_workcell_edge_query *query,
                                   fk_workcell_edge *out);

/* ---- Distances ----------------------------------------------------------------------------------------- */

typedef struct fk_workcell_distance_query {
    const double *value;  /* configuration i begins at value[i * joint_count] */
    uint32_t joint_count; /* that of the workcell */
    size_t count;
    double limit;              /* distances beyond it are not wanted; may be infinite */
    const fk_workers *workers; /* or NULL; the results are the same */
    const fk_cancel *cancel;   /* or NULL: that of the context */
} fk_workcell_distance_query;

/* The least distance of all pairs that count. */
typedef struct fk_workcell_distance {
    /* Contains it; 0 to 0 if a pair meets. Beyond the limit: from the limit to infinity. */
    fk_interval distance;
    fk_vec3 point_a, point_b; /* nearest points, rounded; beyond the limit 0, like the next two */
    fk_vec3 normal;           /* from a to b, of length 1 up to rounding; 0 if they meet */
    fk_workcell_pair pair;    /* a pair with this distance, or about it */
} fk_workcell_distance;

/* Computes the least distance of each configuration. `gradient` may be NULL; else gradient[i * joint_count + k] becomes the
 * derivative of the distance of configuration i by joint k, as the nearest points move with their bodies; 0 if they meet, and
 * beyond the limit. It is that of the distance wherever nearest points and pair are unique. Errors of fk_workcell_states;
 * FK_ERROR_ARGUMENT if the limit is negative or NaN. After an error nothing is written. */
FK_API fk_status fk_workcell_distances(const fk_workcell *cell, const fk_workcell_distance_query *query,
                                       fk_workcell_distance *out, double *gradient);

#ifdef __cplusplus
}
#endif

#endif
