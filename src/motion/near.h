/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When two moving bodies may be near, coarsely: by their oriented boxes, without a look at primitives. */

#ifndef FARKAS_MOTION_NEAR_H
#define FARKAS_MOTION_NEAR_H

#include "body/body.h"
#include "motion/motion.h"

typedef struct fk_near_search {
    const fk_motion *motion;
    uint32_t base; /* the frame in which both are bounded: what moves both alike does not count */
    const fk_collider *collider[2];
    fk_motion_body body[2];
    double clearance;
    int halvings; /* of the interval */
} fk_near_search;

/* Bounds the distance of the points of a body from the center of a motion bound. */
double fk_motion_reach(const fk_motion_body *body, const fk_motion_bound *bound);

/* Between two times of one step (no fk_motion_next_time lies between them): before the returned time the bodies surely are farther
 * apart than the clearance, and neither is inside the other. Infinite if that holds until `to`. */
double fk_near_find(const fk_near_search *search, double from, double to);

#endif
