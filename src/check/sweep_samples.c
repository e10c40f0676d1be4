/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of parts that move, at many times: see sweep_samples.h. */

#include "check/check.h"

#include <math.h>
#include <string.h>

#include "base/workers.h"
#include "motion/motion.h"

/* Between two samples, the least distance is found up to this part of that at the first of them. */
#define COARSE 0x1p-6

/* ---- Colliders ----------------------------------------------------------------------------------------- */

/* The collider of a part before this one that has the same mesh; or NULL. */
static const fk_collider *find_shared(const fk_sweep_sampler *sampler, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (sampler->moving[i].collider != NULL &&
            sampler->part[i].part.mesh == sampler->part[index].part.mesh)
            return sampler->moving[i].collider;
    return NULL;
}

static fk_status make_mover(fk_sweep_sampler *sampler, uint32_t index)
{
    const fk_sweep_part *part = &sampler->part[index];
    const fk_mesh *mesh = part->part.mesh;
    fk_moving *moving = &sampler->moving[index];
    *moving = (fk_moving){NULL, part->frame, part->part.pose};
    if (mesh != NULL)
        moving->collider = find_shared(sampler, index);
    if (moving->collider != NULL || (mesh != NULL && mesh->triangle_count == 0))
        return FK_OK;
    fk_collider **made = &sampler->owned[index];
    fk_status status = mesh != NULL ? fk_collider_of_mesh(sampler->context, mesh, sampler->workers, made)
                                    : fk_collider_of_pieces(sampler->context, part->part.piece, 1, made);
    moving->collider = *made;
    return status;
}

void fk_sweep_sampler_free(fk_sweep_sampler *sampler)
{
    size_t count = (size_t)sampler->part_count + 1;
    for (uint32_t i = 0; sampler->owned != NULL && i < sampler->part_count; i++)
        fk_collider_free(sampler->context, sampler->owned[i]);
    fk_release(sampler->context, sampler->owned, count * sizeof(fk_collider *));
    fk_release(sampler->context, sampler->moving, count * sizeof *sampler->moving);
    sampler->owned = NULL;
    sampler->moving = NULL;
}

fk_status fk_sweep_sampler_build(fk_sweep_sampler *sampler, const bool *is_wanted)
{
    size_t count = (size_t)sampler->part_count + 1;
    sampler->moving = fk_allocate(sampler->context, count * sizeof *sampler->moving);
    sampler->owned = fk_allocate(sampler->context, count * sizeof(fk_collider *));
    if (sampler->moving != NULL)
        memset(sampler->moving, 0, count * sizeof *sampler->moving);
    if (sampler->owned != NULL)
        memset(sampler->owned, 0, count * sizeof(fk_collider *));
    fk_status status = sampler->moving != NULL && sampler->owned != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < sampler->part_count && status == FK_OK; i++)
        if (is_wanted == NULL || is_wanted[i])
            status = make_mover(sampler, i);
    if (status != FK_OK)
        fk_sweep_sampler_free(sampler);
    return status;
}

/* ---- Samples ------------------------------------------------------------------------------------------- */

/* All samples of one pair. */
typedef struct pair_samples {
    const fk_sweep_sampler *sampler;
    const fk_moving *a, *b;
    fk_sweep_sample *sample;
    bool has_least;
} pair_samples;

static fk_status closest_within(const pair_samples *pair, double from, double to, double tolerance,
                                fk_interval *out)
{
    const fk_sweep_sampler *sampler = pair->sampler;
    fk_motion_options options = fk_motion_options_default(sampler->motion, pair->a, pair->b);
    options.from = from;
    options.to = to;
    if (sampler->tolerance > 0)
        options.tolerance = sampler->tolerance;
    options.tolerance = fmax(options.tolerance, tolerance);
    options.wants_all = false;
    options.wants_closest = true;
    options.max_tests = sampler->max_tests;
    options.max_seconds = sampler->max_seconds;
    fk_motion_answer *answer;
    fk_status status = fk_motion_ask(sampler->context, sampler->motion, pair->a, pair->b, &options, &answer);
    if (status != FK_OK)
        return status;
    *out = answer->closest;
    fk_motion_answer_free(sampler->context, answer);
    return FK_OK;
}

/* Whether the two surely do not move against each other. */
static bool is_still(const pair_samples *pair, double from, double to)
{
    const fk_motion *motion = pair->sampler->motion;
    fk_motion_body a = {.frame = pair->a->frame, .pose = pair->a->pose},
                   b = {.frame = pair->b->frame, .pose = pair->b->pose};
    uint32_t base = fk_motion_common(motion, a.frame, b.frame);
    fk_pose pose;
    return fk_motion_rests(motion, base, &a, from, to, &pose) &&
           fk_motion_rests(motion, base, &b, from, to, &pose);
}

static void find_sample(void *data, uint32_t index)
{
    const pair_samples *pair = data;
    const fk_sweep_sampler *sampler = pair->sampler;
    fk_sweep_sample *s = &pair->sample[index];
    uint32_t last = sampler->count - 1;
    double step = (sampler->to - sampler->from) / last;
    double next = index + 1 < last ? sampler->from + (index + 1) * step : sampler->to;
    s->time = index < last ? sampler->from + index * step : sampler->to;
    s->distance = (fk_interval){HUGE_VAL, HUGE_VAL};
    s->least = HUGE_VAL;
    s->status = FK_OK;
    if (pair->a->collider == NULL || pair->b->collider == NULL)
        return;
    s->status = closest_within(pair, s->time, s->time, 0, &s->distance);
    fk_interval least = s->distance;
    if (pair->has_least && s->status == FK_OK && index < last && s->distance.hi > 0 &&
        !is_still(pair, s->time, next))
        s->status = closest_within(pair, s->time, next, s->distance.hi * COARSE, &least);
    s->least = least.lo;
}

fk_status fk_sweep_sampler_fill(const fk_sweep_sampler *sampler, uint32_t a, uint32_t b, bool has_least,
                                fk_sweep_sample *out)
{
    pair_samples pair = {sampler, &sampler->moving[a], &sampler->moving[b], out, has_least};
    fk_workers_run(sampler->workers, sampler->count, find_sample, &pair);
    for (uint32_t i = 0; i < sampler->count; i++)
        if (out[i].status != FK_OK)
            return out[i].status;
    return FK_OK;
}
