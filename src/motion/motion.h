/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of a motion: which times matter for two bodies, and how each moves between two of them. */

#ifndef FARKAS_MOTION_MOTION_H
#define FARKAS_MOTION_MOTION_H

#include "farkas/motion.h"
#include "motion/sway.h"

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

#endif
