/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of parts that move, at many times. */

#ifndef FARKAS_CHECK_SWEEP_SAMPLES_H
#define FARKAS_CHECK_SWEEP_SAMPLES_H

#include "farkas/check.h"

typedef struct fk_sweep_sample {
    double time;
    fk_interval distance; /* infinite where a part is empty */
    double least;         /* they come no closer until the next; of the last one, its own distance */
    fk_status status;
} fk_sweep_sample;

/* What is asked, and what was made for it. */
typedef struct fk_sweep_sampler {
    fk_context *context;
    const fk_workers *workers; /* or NULL */
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t part_count;
    uint32_t count; /* of samples, at least 2: the first is at `from`, the last at `to` */
    double from, to;
    double tolerance;   /* of distances; 0: that of fk_motion_options_default */
    uint64_t max_tests; /* as in fk_motion_options */
    double max_seconds;
    /* Of each part; without collider where it is empty or not wanted. Parts with the same mesh share that of the first. */
    fk_moving *moving;
    fk_collider **owned;
} fk_sweep_sampler;

/* Makes colliders of the parts that are wanted; NULL: of all. On an error nothing is left. */
fk_status fk_sweep_sampler_build(fk_sweep_sampler *sampler, const bool *is_wanted);
void fk_sweep_sampler_free(fk_sweep_sampler *sampler);

/* Fills the samples of two parts. Without has_least nothing is known about the times between: `least` is the lower bound of the
 * distance. Errors of fk_motion_ask. */
fk_status fk_sweep_sampler_fill(const fk_sweep_sampler *sampler, uint32_t a, uint32_t b, bool has_least,
                                fk_sweep_sample *out);

#endif
