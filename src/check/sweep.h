/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of a sweep, made ready; and one pair of them. */

#ifndef FARKAS_CHECK_SWEEP_H
#define FARKAS_CHECK_SWEEP_H

#include "farkas/check.h"
#include "check/check.h"

/* Parts that move. */
typedef struct fk_sweep_bodies {
    fk_context *context;
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t count;
    double from, to;
    fk_check_bodies still; /* in the world, at `from` */
    fk_moving *moving;     /* of each part; without collider where it is empty */
    bool *rests;           /* of each part: in the world, from `from` to `to` */
    /* Of the shapes of `still`, then of the parts, where they are pieces. */
    fk_collider **collider;
    fk_status *status; /* of each collider */
} fk_sweep_bodies;

/* Builds trees for all meshes, which parts share, and colliders. from <= to. On an error nothing is left. */
fk_status fk_sweep_bodies_build(fk_sweep_bodies *bodies, const fk_workers *workers);
void fk_sweep_bodies_free(fk_sweep_bodies *bodies);

/* For each part a box, in the world, that it never leaves. */
fk_status fk_sweep_boxes(const fk_sweep_bodies *bodies, fk_aabb *box);

/* Whether two parts do not move against each other; then in *frame neither does, in which these are their poses, or
 * FK_NONE where they rest in the world, as bodies->still has them. */
bool fk_sweep_is_still(const fk_sweep_bodies *bodies, uint32_t a, uint32_t b, uint32_t *frame,
                       fk_pose pose[2]);

/* A pair at work: from bodies->from to `to`. */
typedef struct fk_sweep_work {
    fk_check_rule rule;
    double to;
    bool wants_all; /* else the first stretches alone, and no closest approach */
    fk_sweep_pair pair;
    fk_status status;
} fk_sweep_work;

/* All of work->pair, whose a and b are set. */
void fk_sweep_pair_find(const fk_sweep_bodies *bodies, const fk_sweep_options *options, fk_sweep_work *work);

/* When a pair that clashes does so first, surely. */
double fk_sweep_pair_time(const fk_sweep_pair *pair, const fk_check_rule *rule);

void fk_sweep_pair_free(fk_context *context, fk_sweep_pair *pair);

#endif
