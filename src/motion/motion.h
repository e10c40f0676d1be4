/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Moving frames, and bounds on the motion of their points. */

#ifndef FARKAS_SRC_MOTION_H
#define FARKAS_SRC_MOTION_H

#include "base/bits.h"
#include "base/pose.h"
#include "farkas/motion.h"

/* The motion bound: how the points of a body move during an interval of time, relative to where they are in its
 * middle. Every claim about motion rests on it; docs/numerics.md has the theorem.
 *
 * Let x be a point of the body as fk_pose_apply with `pose` places it, in doubles, and X(s) its true position at the
 * time middle + s * half, -1 <= s <= 1. Then for each such s and every x
 *   |X(s) - x|                                      <= whole0 + whole1 |x - center|
 *   |X(s) - x - s (shift + turn x (x - center))|    <= rest0  + rest1  |x - center|
 * Both bounds include the rounding of pose and x; with half = 0 the first one is that rounding alone. */
typedef struct fk_motion_bound {
    fk_pose pose;        /* in the middle, in the frame of reference */
    fk_vec3 center;      /* approximately that of the body, in the frame of reference */
    fk_vec3 shift, turn; /* first order, over half the interval */
    double whole0, whole1;
    double rest0, rest1;
    bool is_shift; /* no rotation: turn is 0, and rest is rounding */
} fk_motion_bound;

/* A body for the bound: its frame, its pose there, and its bounding sphere in local coordinates. */
typedef struct fk_motion_body {
    uint32_t frame;
    fk_pose pose;
    fk_vec3 center; /* of the sphere, in local coordinates */
    double radius;  /* may be infinite: `whole` is then chosen for distant points */
} fk_motion_body;

/* A limit of the skew of columns, if rows deviate from length 1 and right angles by 1e-6. Three times the largest
 * entry of R R^T - 1 bounds its norm, which is also that of R^T R - 1; a row sum is at most sqrt(3) times the norm. */
#define FK_MOTION_RIGID 5.3e-6

/* FK_NONE, the world, is always a frame. */
bool fk_motion_has_frame(const fk_motion *motion, uint32_t frame);

/* The nearest frame that both are fixed to, or FK_NONE for the world. Only the frames between it and them move them
 * against each other. */
uint32_t fk_motion_common_frame(const fk_motion *motion, uint32_t a, uint32_t b);

/* The first time after `time` at which a frame between `base` and `frame` changes how it moves: the time of a key or
 * of a row of a track; infinite after the last. */
double fk_motion_next_time(const fk_motion *motion, uint32_t base, uint32_t frame, double time);

/* Computes how a body moves relative to the frame `base` between two times, with no fk_motion_next_time between them.
 * Where nothing is known, all bounds are infinite, shift and turn are zero, and pose and center may not be finite.
 * The pose is fk_pose_multiply of the frame's pose, as fk_motion_pose computes it, and the body's. */
void fk_motion_bound_find(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                          double to, fk_motion_bound *out);

/* How far points of a body in the world are from where doubles place them, at any time of a segment, even if the values of joints
 * have an error of 8 u of the sum of the sizes of both ends, u = 2^-52: |X - x| <= error0 + error1 |x - center|, with x placed by
 * the rounded pose at the rounded values. */
typedef struct fk_motion_rounding {
    double error0, error1; /* infinite where nothing is known */
    double length;         /* bounds the distance of the center from the origin of the world */
    double stretch;        /* frames above the body change lengths by less than this factor */
} fk_motion_rounding;

/* `time` is inside the segment. Frames of keys: nothing is known. */
void fk_motion_rounding_find(const fk_motion *motion, const fk_motion_body *body, double time,
                             fk_motion_rounding *out);

/* Poses of all frames, multiplied from the base on: they differ from fk_motion_poses by rounding, with the same bounds. */
void fk_motion_poses_forward(const fk_motion *motion, double time, fk_pose *out);

/* Whether a body does not rotate relative to base between two times, with no fk_motion_next_time between them, and
 * its displacement is known exactly. If so, *pose becomes its rounded pose at `from`, and at the time from + s * (to
 * - from) it is translated from there by s * (the exact sum of the four vectors); unused ones are zero. This holds
 * for bodies at rest, and for one or two frames that move along axes of a frame of reference through rotations that
 * only permute axes, during a whole step between two times, or a half, a quarter and so on of one. */
bool fk_motion_find_translation(const fk_motion *motion, uint32_t base, const fk_motion_body *body,
                                double from, double to, fk_pose *pose, fk_vec3 displacement[4]);

/* Whether a body surely rests relative to base between any two times. If so, *pose becomes its pose. */
bool fk_motion_rests(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                     double to, fk_pose *pose);

/* The first half of fk_motion_poses: the pose of each frame in its parent. */
void fk_motion_own_poses(const fk_motion *motion, double time, fk_pose *out);

/* ---- The data of a motion ------------------------------------------------------------------------------ */

/* A key and the motion to the next one: its rotation, then one around an axis by an angle that grows with time. */
typedef struct fk_motion_key {
    double time;
    fk_pose pose;   /* as fk_pose_from_quat_xyzw computes it */
    bool is_exact;  /* the true rotation has entries 0, 1 and -1, and so has that of the pose */
    bool is_turned; /* the motion to the next key has a rotation */
    fk_vec3 axis;
    double angle; /* from 0 to pi, with an error below FK_KEY_TURN of itself plus FK_KEY_TINY */
} fk_motion_key;

#define FK_KEY_TURN 0x1p-47
#define FK_KEY_TINY 0x1p-84

typedef struct fk_motion_frame {
    fk_frame frame; /* its axis has length 1; its keys are not used */
    const fk_motion_key *key;
    double length;            /* of the translation of the origin */
    double skew;              /* upper bound of that of the origin */
    bool is_exact;            /* the rotation of the origin has entries 0, 1 and -1 */
    bool has_coordinate_axis; /* the axis is a coordinate axis or its opposite */
} fk_motion_frame;

struct fk_motion {
    uint32_t frame_count, track_count;
    const fk_motion_frame *frame;
    const fk_track *track;
    fk_interval span;
    size_t bytes;
};

/* The pose of a frame in the world, from those of all frames in their parents (fk_motion_own_poses): the same doubles as fk_motion_pose. */
static inline fk_pose fk_motion_pose_of_own(const fk_motion *motion, const fk_pose *own, uint32_t frame)
{
    fk_pose pose = own[frame];
    for (uint32_t k = motion->frame[frame].frame.parent; k != FK_NONE; k = motion->frame[k].frame.parent)
        pose = fk_pose_multiply_inline(&own[k], &pose);
    return pose;
}

/* Time i of an array of structures. */
static inline double fk_time_at(const double *time, size_t stride, uint32_t i)
{
    return *(const double *)((const char *)time + i * stride);
}

/* The number of times that are not after `at`. Compares bits, so that denormal times count. */
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
