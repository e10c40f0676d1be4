/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motion: frames that move over time, by key poses or by the values of joints.
 *
 * What moves is real-valued: between two times a position goes along a straight line, a rotation along the
 * shortest arc, the value of a joint linearly. */

#ifndef FARKAS_MOTION_H
#define FARKAS_MOTION_H

#include "farkas/body.h"
#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Where a frame is at a time. */
typedef struct fk_key {
    double time;
    fk_vec3 xyz;
    double quat_xyzw[4]; /* any length but zero: the unit quaternion of that direction is meant */
} fk_key;

/* How a frame moves in that of its parent.
 *   fixed   not at all: origin
 *   turns   origin, then a rotation around the axis by a value, in radians
 *   slides  origin, then a translation along the axis by a value
 *   keys    origin, then the translation and the rotation of its keys: before the first and after the last
 *           it rests there; between two of them the position goes straight, and the rotation along the
 *           shortest arc, both at constant speed. Between opposite rotations, by half a turn, the arc is
 *           that of the quaternions as they are given */
typedef enum fk_frame_kind {
    FK_FRAME_FIXED,
    FK_FRAME_REVOLUTE,
    FK_FRAME_PRISMATIC,
    FK_FRAME_KEYS
} fk_frame_kind;

typedef struct fk_frame {
    uint32_t parent; /* FK_NONE: the world; else a frame before this one */
    fk_pose origin;  /* rigid up to 1e-6 */
    fk_frame_kind kind;
    fk_vec3 axis; /* turns, slides: any length but zero counts as length 1 */
    /* Turns, slides: the value is factor * variable + offset; with variable FK_NONE it is the offset. */
    uint32_t track, variable;
    double factor, offset;
    uint32_t key_count; /* keys: at least one; times increase */
    const fk_key *key;
} fk_frame;

/* The values of variables over time: linear between two times, constant before the first and after the
 * last. */
typedef struct fk_track {
    uint32_t variable_count, time_count; /* at least one time */
    const double *time;                  /* increasing */
    const double *value;                 /* of time i and variable k: value[i * variable_count + k] */
} fk_track;

typedef struct fk_motion fk_motion;

/* Copies frames, keys and tracks. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT for a parent that is not before its
 * child, an axis or quaternion that is zero, times that do not increase, a track or variable that is not there,
 * an origin that is not rigid, or no keys; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_motion_create(fk_context *context, const fk_frame *frame, uint32_t frame_count,
                                  const fk_track *track, uint32_t track_count, fk_motion **out);
FK_API void fk_motion_free(fk_context *context, fk_motion *motion);

/* From the first to the last of all times of keys and tracks; 0 to 0 without any. */
FK_API fk_interval fk_motion_span(const fk_motion *motion);

/* Where a frame is at a time, rounded; FK_NONE is the world. time is finite. */
FK_API fk_pose fk_motion_pose(const fk_motion *motion, uint32_t frame, double time);

/* Moving: when two colliders that are fixed to moving frames first meet, and when again.
 *
 * What is said holds for every moment of the real motion, not for samples; the rounding of the poses that are
 * computed on the way is part of every bound (docs/numerics.md). */

/* ---- Two colliders that move --------------------------------------------------------------------------- */

/* A collider that is fixed to a frame. */
typedef struct fk_moving {
    const fk_collider *collider;
    uint32_t frame; /* FK_NONE: it rests in the world */
    fk_pose pose;   /* in the frame; rigid up to 1e-6 */
} fk_moving;

typedef struct fk_motion_options {
    double from, to; /* the times that are asked about; from <= to, both finite */
    /* Colliders that are closer than this count: 0 asks for contact, more for a clearance. Not negative. */
    double level;
    /* What is not closer than level + tolerance, at some moment, is proved; what is, is looked at until it is
     * known that it comes within this. Positive; at least some 1e-12 of the sizes makes sense. */
    double tolerance;
    /* Looks for every stretch of time, not only for the first one. Gaps between two that are shorter than
     * `resolution` may be missed: they are one stretch then. */
    bool wants_all;
    double resolution; /* a time; positive */
    bool wants_closest;
    /* The budget: about so many pairs of parts are looked at, and it takes about so many seconds; 0: without
     * end. It is looked at between two stretches of time, so a look at all pairs in one of them is ended first.
     * What is not known by then is undecided. A budget of seconds makes the answer depend on the machine. */
    uint64_t max_tests;
    double max_seconds;
} fk_motion_options;

/* The whole span, contact, tolerance 2^-20 of the smaller size of both or 2^-32 of the larger one, whichever is
 * more, all stretches, resolution 1/4096 of the span, ten million tests. */
FK_API fk_motion_options fk_motion_options_default(const fk_motion *motion, const fk_moving *a,
                                                   const fk_moving *b);

/* What is known of a stretch of time.
 *   undecided  nothing: the budget is used up
 *   near       at some moment they are not further apart than level + tolerance, but it is not known that they
 *              are within the level: a graze
 *   meets      at some moment they are within the level: for contact, they surely meet */
typedef enum fk_stretch_kind { FK_STRETCH_UNDECIDED = 0, FK_STRETCH_NEAR, FK_STRETCH_MEETS } fk_stretch_kind;

/* Times at which two colliders may be within the level. Before enter.lo, back to the stretch before or to
 * `from`, they are proved not to be, and so after leave.hi; at enter.hi and at leave.lo they are what `kind`
 * says. (A contact that is over between two neighbouring doubles has both as its enter and leave.) What moves
 * between enter.lo and enter.hi is about the tolerance; more where they are in contact for long before it is
 * sure that they meet. */
typedef struct fk_stretch {
    fk_stretch_kind kind;
    fk_interval enter, leave; /* of what is undecided: from and to, each twice */
    /* Neither turns, and parts have corners: enter and leave are the exact times, with the bodies where they
     * are placed, rounded, when a key or row begins. Between keys at 0 and 1 they are rounded down and up; else
     * by some units in the last place more. */
    bool is_exact;
    /* Meets, and at enter.hi or later in the stretch the insides do, surely. With a level above 0 that is only
     * said where one is inside a solid, and not of two that rest. */
    bool overlaps;
} fk_stretch;

typedef struct fk_motion_answer {
    /* In order; without wants_all, the first alone, whose leave is then not looked for: enter.hi to `to`. That
     * may be a graze, near, from which they part again: whether they meet later is not looked for then.
     * What is undecided before it, and behind all, comes along. None: proved that there is no such time. */
    uint32_t stretch_count;
    const fk_stretch *stretch;
    /* With wants_closest: contains the least distance of all times; 0 to 0 when they surely meet. Its width
     * is at most the tolerance, unless the budget is used up. */
    fk_interval closest;
    double closest_time;      /* when it is not more than closest.hi */
    fk_vec3 point_a, point_b; /* then, in the world, rounded */
    uint64_t tests;
    size_t bytes;
} fk_motion_answer;

/* When two colliders are within a level of each other. (b, a) has the same answer, with points exchanged.
 * The inside of solids counts, for contact and for distance. Distances are those in the frame that both hang
 * on; where origins above it are not quite rigid, those in the world differ by as much. FK_ERROR_ARGUMENT for
 * options that are not valid, a pose that is not rigid, or a frame that is not there; FK_ERROR_NOT_FINITE;
 * FK_ERROR_PIECE as fk_collider_box; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_motion_contacts(fk_context *context, const fk_motion *motion, const fk_moving *a,
                                    const fk_moving *b, const fk_motion_options *options,
                                    fk_motion_answer **out);
FK_API void fk_motion_answer_free(fk_context *context, fk_motion_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
