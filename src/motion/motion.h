/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Frames that move, and the bound on how far points get. */

#ifndef FARKAS_SRC_MOTION_H
#define FARKAS_SRC_MOTION_H

#include "base/bits.h"
#include "farkas/motion.h"

/* How the points of a body move during a stretch of time, relative to where they are in its middle: the bound
 * that every claim about motion stands on. docs/numerics.md has the theorem. */

/* Let x be a point of the body as fk_pose_apply with `pose` places it, in doubles, and X(s) where it really is
 * at the time middle + s * half, -1 <= s <= 1. Then for each such s and every x
 *   |X(s) - x|                                      <= whole0 + whole1 |x - center|
 *   |X(s) - x - s (shift + turn x (x - center))|    <= rest0  + rest1  |x - center|
 * The rounding of pose and of x is in both; the first bound with half = 0 is the rounding alone. */
typedef struct fk_motion_bound {
    fk_pose pose;        /* in the middle, in the frame of reference */
    fk_vec3 center;      /* in the frame of reference: about that of the body */
    fk_vec3 shift, turn; /* to first order, over half the stretch */
    double whole0, whole1;
    double rest0, rest1;
    bool is_shift; /* no rotation at all: turn is 0, and rest is rounding */
} fk_motion_bound;

/* A body for the bound: the frame it is fixed to, its pose there, and a ball around it at home. */
typedef struct fk_motion_body {
    uint32_t frame;
    fk_pose pose;
    fk_vec3 center; /* of the ball, at home */
    double radius;  /* may be infinite: `whole` is then chosen for points that are far away */
} fk_motion_body;

/* Rows off length 1 and right angles by 1e-6 give columns whose skew is below this: the largest entry of
 * R R^T - 1 bounds its norm by three of it, which is also that of R^T R - 1, and a sum of a row by sqrt(3)
 * of the norm. */
#define FK_MOTION_RIGID 5.3e-6

/* Whether it has a frame, which FK_NONE, the world, always is. */
bool fk_motion_has_frame(const fk_motion *motion, uint32_t frame);

/* The nearest frame that both are fixed to, or FK_NONE for the world. Against each other they move by the frames
 * between it and them alone. */
uint32_t fk_motion_common_frame(const fk_motion *motion, uint32_t a, uint32_t b);

/* The first time after `time` at which a frame between `base` and `frame` changes how it moves: that of a key
 * or a row of the track; infinite after the last. */
double fk_motion_next_time(const fk_motion *motion, uint32_t base, uint32_t frame, double time);

/* How a body moves relative to the frame `base` from one time to another, between which fk_motion_next_time has no
 * time. Where nothing can be said, all bounds are infinite, shift and turn are zero, and pose and center may not
 * be finite. The pose is fk_pose_multiply of that of the frame, as fk_motion_pose makes it, and the body's. */
void fk_motion_bound_find(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                          double to, fk_motion_bound *out);

/* Whether a body has no rotation relative to base from one time to another, between which fk_motion_next_time has no
 * time, and its way is known exactly. Then *pose becomes its pose at `from`, rounded, and from there it goes by
 * s * (the exact sum of the four vectors) at the time from + s * (to - from): what is not needed is zero. That
 * is so for what rests, and for whole steps between two times, or their halves, quarters and so on, of one or two
 * frames that go along axes of a frame of reference whose rotations only exchange axes. */
bool fk_motion_find_translation(const fk_motion *motion, uint32_t base, const fk_motion_body *body,
                                double from, double to, fk_pose *pose, fk_vec3 displacement[4]);

/* Whether a body surely does not move relative to base between two times, whatever is between them. Then *pose
 * becomes its pose there. */
bool fk_motion_rests(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                     double to, fk_pose *pose);

/* ---- What a motion is made of -------------------------------------------------------------------------- */

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

/* The times of a list that is part of a larger structure. */
static inline double fk_time_at(const double *time, size_t stride, uint32_t i)
{
    return *(const double *)((const char *)time + i * stride);
}

/* How many of the times are not after `at`. Compared by their bits: small ones are times, too. */
static inline uint32_t fk_count_until(const double *time, size_t stride, uint32_t count, double at)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (fk_double_order(fk_time_at(time, stride, middle), at) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
