/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Frames that move, and the bound on how far points get. */

#ifndef FARKAS_SRC_MOTION_H
#define FARKAS_SRC_MOTION_H

#include "farkas/base.h"
#include "farkas/motion.h"

/* ---- sway ------------------------------------------------------------------------------------------------- */

/* How the points of a body move during a stretch of time, relative to where they are in its middle: the bound
 * that every claim about motion stands on. docs/numerics.md has the theorem. */

/* Let x be a point of the body as fk_pose_apply with `pose` places it, in doubles, and X(s) where it really is
 * at the time middle + s * half, -1 <= s <= 1. Then for each such s and every x
 *   |X(s) - x|                                      <= whole0 + whole1 |x - center|
 *   |X(s) - x - s (shift + turn x (x - center))|    <= rest0  + rest1  |x - center|
 * The rounding of pose and of x is in both; the first bound with half = 0 is the rounding alone. */
typedef struct fk_sway {
    fk_pose pose;        /* in the middle, in the frame of reference */
    fk_vec3 center;      /* in the frame of reference: about that of the body */
    fk_vec3 shift, turn; /* to first order, over half the stretch */
    double whole0, whole1;
    double rest0, rest1;
    bool is_shift; /* no rotation at all: turn is 0, and rest is rounding */
} fk_sway;

/* ---- motion ----------------------------------------------------------------------------------------------- */

/* Inside of a motion: which times matter for two bodies, and how each moves between two of them. */

/* A body for the bound: the frame it is fixed to, its pose there, and a ball around it at home. */
typedef struct fk_motion_body {
    uint32_t frame;
    fk_pose pose;
    fk_vec3 center; /* of the ball, at home */
    double radius;  /* may be infinite: `whole` is then chosen for points that are far away */
} fk_motion_body;

/* Whether it has a frame, which FK_NONE, the world, always is. */
bool fk_motion_has_frame(const fk_motion *motion, uint32_t frame);

/* The nearest frame that both are fixed to, or FK_NONE for the world. Against each other they move by the frames
 * between it and them alone. */
uint32_t fk_motion_common(const fk_motion *motion, uint32_t a, uint32_t b);

/* The first time after `time` at which a frame between `base` and `frame` changes how it moves: that of a key
 * or a row of the track; infinite after the last. */
double fk_motion_next(const fk_motion *motion, uint32_t base, uint32_t frame, double time);

/* How a body moves relative to the frame `base` from one time to another, between which fk_motion_next has no
 * time. Where nothing can be said, all bounds are infinite, shift and turn are zero, and pose and center may not
 * be finite. The pose is fk_pose_multiply of that of the frame, as fk_motion_pose makes it, and the body's. */
void fk_motion_sway(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                    double to, fk_sway *out);

/* Whether a body has no rotation relative to base from one time to another, between which fk_motion_next has no
 * time, and its way is known exactly. Then *pose becomes its pose at `from`, rounded, and from there it goes by
 * s * (the exact sum of the four vectors) at the time from + s * (to - from): what is not needed is zero. That
 * is so for what rests, and for whole steps between two times, or their halves, quarters and so on, of one or two
 * frames that go along axes of a frame of reference whose rotations only exchange axes. */
bool fk_motion_slides(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                      double to, fk_pose *pose, fk_vec3 way[4]);

/* Whether a body surely does not move relative to base between two times, whatever is between them. Then *pose
 * becomes its pose there. */
bool fk_motion_rests(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                     double to, fk_pose *pose);

/* ---- motion parts ----------------------------------------------------------------------------------------- */

/* What a motion is made of, and how one frame of it moves during a stretch of time. */

/* A key, and the way to the next one: its rotation, then one around an axis by an angle that grows with time. */
typedef struct fk_motion_key {
    double time;
    fk_pose pose;   /* as fk_pose_from_quat_xyzw makes it */
    bool is_exact;  /* the real rotation has entries 0, 1 and -1, and so has that of the pose */
    bool is_turned; /* on the way to the next there is a rotation */
    fk_vec3 axis;
    double angle; /* from 0 to pi, wrong by less than FK_KEY_TURN of itself and FK_KEY_TINY */
} fk_motion_key;

#define FK_KEY_TURN 0x1p-47
#define FK_KEY_TINY 0x1p-84

typedef struct fk_motion_frame {
    fk_frame frame; /* its axis has length 1, its keys are not to be used */
    const fk_motion_key *key;
    double length;            /* of the translation of the origin */
    double skew;              /* at least that of the origin */
    bool is_exact;            /* the rotation of the origin has entries 0, 1 and -1 */
    bool has_coordinate_axis; /* the axis is that of a coordinate, or its opposite */
} fk_motion_frame;

struct fk_motion {
    uint32_t frame_count;
    const fk_motion_frame *frame;
    const fk_track *track;
    fk_interval span;
    size_t bytes;
};

/* Where a stretch lies between two times of a list. */
typedef struct fk_stage {
    uint32_t row;    /* the time before it, or the last one */
    bool is_resting; /* before the first or after the last: `row` is that one */
    bool is_bounded; /* the errors of `at` and `half` are what is said below */
    double at;       /* the middle, from 0 at `row` to 1 at the next; wrong by 4 u of itself, u = 2^-52 */
    double half;     /* half of the stretch; wrong by 4 u of itself; 0 only when it has no length */
} fk_stage;

/* How a frame goes and turns during a stretch: origin, then place, then a rotation by `angle` around `axis`, then
 * that of the key. Over half the stretch it goes by `go`, which is wrong by 16 u of itself, and turns by `turn`,
 * wrong by 16 u of itself and turn_error; u = 2^-52. */
typedef struct fk_joint {
    bool is_going, is_turning; /* exactly: without them nothing changes */
    bool is_bounded;
    fk_vec3 place, go, axis;
    double angle, turn;
    double place_error, angle_error, turn_error;
    const fk_pose *key; /* NULL: no rotation of a key */
    bool has_angle;     /* without it the rotation by `angle` is none, exactly */
} fk_joint;

fk_stage fk_stage_find(const double *time, size_t stride, uint32_t count, double from, double to);

/* A stretch, and where it lies in the track that was looked at last: many joints have the same. */
typedef struct fk_time_span {
    double from, to;
    uint32_t track; /* FK_NONE: none yet */
    fk_stage stage;
} fk_time_span;

/* Where a stretch lies in a track. */
fk_stage fk_span_stage(const fk_motion *motion, uint32_t track, fk_time_span *span);

/* How the frame moves during a stretch between two neighboring times of it. */
void fk_joint_find(const fk_motion *motion, const fk_motion_frame *f, fk_time_span *span, fk_joint *out);

/* The pose of the frame in that of its parent in the middle of the stretch. */
fk_pose fk_joint_pose(const fk_motion_frame *f, const fk_joint *joint);

/* The pose of a frame relative to base at a time. */
fk_pose fk_motion_pose_from(const fk_motion *motion, uint32_t base, uint32_t frame, double time);

/* Fills in pose and is_exact of a key; FK_ERROR_NOT_FINITE, FK_ERROR_ARGUMENT. */
fk_status fk_motion_key_make(const fk_key *key, fk_motion_key *out);

/* Fills in the way from one key to the next. */
void fk_motion_key_connect(const fk_key *key, const fk_key *next, fk_motion_key *out);

/* The direction of v, which is not zero, in any state of the processor: length 1 up to 4 u, u = 2^-52; an axis of
 * a coordinate exactly. */
fk_vec3 fk_motion_axis(fk_vec3 v);

#endif
