/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motion: frames that move over time, by key poses or by joint values; and when two colliders on moving
 * frames meet.
 *
 * Motions are defined in real numbers: between two times a position moves along a straight line, a rotation
 * along the shortest arc, and a joint value changes linearly. */

#ifndef FARKAS_MOTION_H
#define FARKAS_MOTION_H

#include "farkas/body.h"
#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* The pose of a frame at a time. */
typedef struct fk_key {
    double time;
    fk_vec3 xyz;
    double quat_xyzw[4]; /* any length but zero: its direction defines the unit quaternion */
} fk_key;

/* How a frame moves relative to its parent.
 *   fixed      it does not move: origin
 *   revolute   origin, then a rotation around the axis by a value, in radians
 *   prismatic  origin, then a translation along the axis by a value
 *   keys       origin, then the translation and the rotation of its keys. Before the first and after the last it
 *              rests; between two keys the position moves along a straight line and the rotation along the shortest
 *              arc, both at constant speed. Between opposite rotations, half a turn apart, the arc is that of the
 *              quaternions as they are given */
typedef enum fk_frame_kind {
    FK_FRAME_FIXED,
    FK_FRAME_REVOLUTE,
    FK_FRAME_PRISMATIC,
    FK_FRAME_KEYS
} fk_frame_kind;

typedef struct fk_frame {
    uint32_t parent; /* FK_NONE: the world; else an earlier frame */
    fk_pose origin;  /* rigid up to 1e-6 */
    fk_frame_kind kind;
    fk_vec3 axis; /* revolute, prismatic: any length but zero counts as length 1 */
    /* Revolute, prismatic: the value is factor * variable + offset; if variable is FK_NONE, it is the offset. */
    uint32_t track, variable;
    double factor, offset;
    uint32_t key_count; /* keys: at least one; times increase */
    const fk_key *key;
} fk_frame;

/* The values of variables over time: linear between two times, constant before the first and after the last. */
typedef struct fk_track {
    uint32_t variable_count, time_count; /* at least one time */
    const double *time;                  /* increasing */
    const double *value;                 /* of time i and variable k: value[i * variable_count + k] */
} fk_track;

typedef struct fk_motion fk_motion;

/* Builds a motion; copies frames, keys and tracks. On an error *out is left alone: FK_ERROR_NOT_FINITE;
 * FK_ERROR_ARGUMENT for a parent that is not before its child, a zero axis or quaternion, times that do not
 * increase, a track or variable that does not exist, an origin that is not rigid, or no keys;
 * FK_ERROR_MEMORY. */
FK_API fk_status fk_motion_create(fk_context *context, const fk_frame *frame, uint32_t frame_count,
                                  const fk_track *track, uint32_t track_count, fk_motion **out);
FK_API void fk_motion_free(fk_context *context, fk_motion *motion);

/* From the first to the last of all times of keys and tracks; 0 to 0 without any. */
FK_API fk_interval fk_motion_span(const fk_motion *motion);

/* The pose of a frame in the world at a finite time, rounded. FK_NONE is the world. */
FK_API fk_pose fk_motion_pose(const fk_motion *motion, uint32_t frame, double time);

/* Computes the poses of all frames, in their order: the same doubles as fk_motion_pose, sooner. */
FK_API void fk_motion_poses(const fk_motion *motion, double time, fk_pose *out);

/* Replaces the values of a track that has one time: the values of its variables. So one motion serves many states of a
 * robot. FK_ERROR_ARGUMENT if there is no such track, or it has more times; FK_ERROR_NOT_FINITE. After an error the motion
 * is unchanged. No other thread may use it meanwhile. */
FK_API fk_status fk_motion_set_values(fk_motion *motion, uint32_t track, const double *value);

/* When two colliders on moving frames first meet, and when again.
 *
 * Answers hold for every moment of the real motion, not for samples; all bounds include the rounding of
 * computed poses (docs/numerics.md). */

/* ---- Two moving colliders ------------------------------------------------------------------------------ */

/* A collider that is fixed to a frame. */
typedef struct fk_moving {
    const fk_collider *collider;
    uint32_t frame; /* FK_NONE: it rests in the world */
    fk_pose pose;   /* in the frame; rigid up to 1e-6 */
} fk_moving;

typedef struct fk_motion_options {
    double from, to; /* the times of the query; from <= to, both finite */
    /* The query is when the distance is at most this: 0 for contact, more for a clearance. Not negative. */
    double level;
    /* Motion that stays farther apart than level + tolerance is proved clear; other motion is refined until
     * it is known to come within level + tolerance. Positive; less than about 1e-12 of the sizes makes no
     * sense. */
    double tolerance;
    /* Find every stretch of contact, not only the first. A gap between two that is shorter than `resolution`
     * may be missed: then they are one stretch. */
    bool wants_all;
    double resolution; /* a time; positive */
    bool wants_closest;
    /* how wide the bracket of the closest approach may be, relative to it; see fk_motion_answer */
    double closest_ratio;
    /* The budget: about so many tests of pairs of primitives, and about so many seconds; 0: no limit. It is
     * checked between two tests of an interval of time, so each of these is finished. What is not known by
     * then is undecided. With a limit of seconds the answer depends on the machine. */
    uint64_t max_tests;
    double max_seconds;
} fk_motion_options;

/* Defaults: the whole span; contact; tolerance 2^-20 of the smaller size or 2^-32 of the larger one,
 * whichever is more; all stretches; resolution 1/4096 of the span; ten million tests. */
FK_API fk_motion_options fk_motion_options_default(const fk_motion *motion, const fk_moving *a,
                                                   const fk_moving *b);

/* What is known of a stretch, that is, of an interval of time in which two colliders may be within the level.
 *   undecided  nothing: the budget is used up
 *   near       at some moment the distance is at most level + tolerance, but it is not known whether it is at
 *              most the level: a graze
 *   meets      at some moment the distance is at most the level: for contact, they surely meet */
typedef enum fk_stretch_kind { FK_STRETCH_UNDECIDED = 0, FK_STRETCH_NEAR, FK_STRETCH_MEETS } fk_stretch_kind;

/* A stretch. The colliders are proved not to be within the level before enter.lo, back to the stretch before
 * or to `from`, and after leave.hi; at enter.hi and at leave.lo they are as `kind` says. (A contact that is
 * over between two neighbouring doubles has both as its enter and leave.) The motion between enter.lo and
 * enter.hi is about the tolerance; more if they are in contact for long before it is sure that they meet. */
typedef struct fk_stretch {
    fk_stretch_kind kind;
    fk_interval enter, leave; /* if undecided: from and to, each twice */
    /* Nothing rotates, and primitives have corners: enter and leave are the exact times, for the bodies at
     * their rounded poses when a key or row begins. Between keys at 0 and 1 they are rounded down and up;
     * else by some units in the last place more. */
    bool is_exact;
    /* Meets, and at enter.hi or later in the stretch the interiors surely meet. With a level above 0 it is
     * set only if one is inside a solid, and not for two that rest. */
    bool overlaps;
} fk_stretch;

typedef struct fk_motion_answer {
    /* In order. Without wants_all only the first, whose end is not searched for: leave is enter.hi to `to`.
     * It may be a graze (near), after which they part again; whether they meet later is not searched for
     * then. Undecided intervals before it, and behind all, are included. If there are no stretches, it is
     * proved that they are never within the level. */
    uint32_t stretch_count;
    const fk_stretch *stretch;
    /* With wants_closest: contains the least distance over all times; 0 to 0 if they surely meet. Its width
     * is at most the tolerance, or closest_ratio times the distance if that is more, unless the budget is used up. */
    fk_interval closest;
    double closest_time;      /* when the distance is at most closest.hi */
    fk_vec3 point_a, point_b; /* then, in the world, rounded */
    uint64_t tests;
    size_t bytes;
} fk_motion_answer;

/* Computes when two colliders are within a level of each other. (b, a) has the same answer, with points
 * exchanged. The inside of solids counts, for contact and for distance. Distances are those in the nearest
 * common frame of both; where origins above it are not quite rigid, those in the world differ by as much.
 * Free *out with fk_motion_answer_free. On an error *out is left alone: FK_ERROR_ARGUMENT for options that
 * are not valid, a pose that is not rigid, or a frame that does not exist; FK_ERROR_NOT_FINITE;
 * FK_ERROR_PIECE as fk_collider_box; FK_ERROR_MEMORY; FK_ERROR_CANCELLED, by the flag of the context. */
FK_API fk_status fk_motion_contacts(fk_context *context, const fk_motion *motion, const fk_moving *a,
                                    const fk_moving *b, const fk_motion_options *options,
                                    fk_motion_answer **out);
FK_API void fk_motion_answer_free(fk_context *context, fk_motion_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
