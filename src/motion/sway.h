/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How the points of a body move during a stretch of time, relative to where they are in its middle: the bound
 * that every claim about motion stands on. docs/numerics.md has the theorem. */

#ifndef FARKAS_MOTION_SWAY_H
#define FARKAS_MOTION_SWAY_H

#include "farkas/base.h"

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

#endif
