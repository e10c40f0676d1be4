/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Prepares the parts of a sweep: colliders on the trees of a check, boxes around the whole motion, and which parts do
 * not move against each other. Also samples the distance of parts at many times.
 *
 * The swept box of a part is a union over the steps between two keys of the motion. In each step the box of the part
 * in the middle is enlarged by the motion bound (motion/motion.h): along each axis by the first-order motion and the
 * rest, or by the whole displacement, whichever is less. All of it is rounded outward by far more than the errors of
 * the few operations.
 *
 * Weak inputs: a whole turn between two keys has a large box, so the pair is always tested. */

#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "body/body.h"
#include "check/check.h"
#include "motion/near.h"

/* Sums are enlarged by this fraction of themselves: some thousand times their rounding. */
#define OUTWARD 0x1p-40

/* The tolerance of the least distance between two samples, as a fraction of the distance at the first of them. */
#define COARSE 0x1p-6

/* ---- Moving parts -------------------------------------------------------------------------------------- */

static fk_motion_body make_motion_body(const fk_moving *moving)
{
    fk_motion_body body = {moving->frame, moving->pose, fk_vec3_make(0, 0, 0), 0};
    if (moving->collider != NULL) {
        body.center = moving->collider->sphere.center;
        body.radius = moving->collider->sphere.radius;
    }
    return body;
}

/* Whether a part does not move in a frame; if so, *pose becomes its pose there. */
static bool is_still_in(const fk_sweep_bodies *bodies, uint32_t base, const fk_moving *moving, fk_pose *pose)
{
    fk_motion_body body = make_motion_body(moving);
    return fk_motion_rests(bodies->motion, base, &body, bodies->from, bodies->to, pose);
}

bool fk_sweep_is_still(const fk_sweep_bodies *bodies, uint32_t a, uint32_t b, uint32_t *frame,
                       fk_pose pose[2])
{
    const fk_moving *first = &bodies->moving[a], *second = &bodies->moving[b];
    if (first->frame == second->frame) {
        *frame = first->frame;
        pose[0] = first->pose;
        pose[1] = second->pose;
        return true;
    }
    *frame = FK_NONE;
    if (bodies->from == bodies->to || (bodies->rests[a] && bodies->rests[b]))
        return true;
    *frame = fk_motion_common_frame(bodies->motion, first->frame, second->frame);
    return *frame != FK_NONE && is_still_in(bodies, *frame, first, &pose[0]) &&
           is_still_in(bodies, *frame, second, &pose[1]);
}

/* ---- Swept boxes --------------------------------------------------------------------------------------- */

/* A bound of the distance of a part from its position in the middle, along an axis. */
static double motion_along_axis(const fk_motion_bound *bound, double radius, int axis)
{
    double whole = bound->whole0 + bound->whole1 * radius;
    double turn = fk_vec3_length(bound->turn);
    double first =
        fabs(fk_vec3_get(bound->shift, axis)) + turn * radius + bound->rest0 + bound->rest1 * radius;
    return fk_smaller(whole, first) * (1 + OUTWARD) + DBL_MIN;
}

/* The box of a part during a step; infinite where nothing is known. */
static fk_status step_box(const fk_moving *moving, const fk_motion_body *body, const fk_motion_bound *bound,
                          fk_aabb *out)
{
    fk_placed_collider placed = {moving->collider, bound->pose};
    fk_status status = fk_collider_box(&placed, out);
    if (status != FK_OK)
        return status;
    double radius = fk_motion_reach(body, bound);
    for (int k = 0; k < 3; k++) {
        double margin = motion_along_axis(bound, radius, k), *min = fk_vec3_at(&out->min, k),
               *max = fk_vec3_at(&out->max, k);
        bool is_known = margin < DBL_MAX && fk_aabb_is_finite(out);
        *min = is_known ? *min - margin - (fabs(*min) + margin) * OUTWARD : -HUGE_VAL;
        *max = is_known ? *max + margin + (fabs(*max) + margin) * OUTWARD : HUGE_VAL;
    }
    return FK_OK;
}

/* The box of a part between two times. */
static fk_status swept_box(const fk_sweep_bodies *bodies, const fk_moving *moving, double from, double to,
                           fk_aabb *out)
{
    fk_motion_body body = make_motion_body(moving);
    *out = fk_aabb_empty();
    for (double begin = from, end; moving->collider != NULL; begin = end) {
        end = fk_smaller(fk_motion_next_time(bodies->motion, FK_NONE, moving->frame, begin), to);
        fk_motion_bound bound;
        fk_aabb box;
        fk_motion_bound_find(bodies->motion, FK_NONE, &body, begin, end, &bound);
        fk_status status = step_box(moving, &body, &bound, &box);
        if (status != FK_OK)
            return status;
        *out = fk_aabb_merge(out, &box);
        if (!(end < to))
            break;
    }
    return FK_OK;
}

double fk_sweep_slice_time(const fk_sweep_bodies *bodies, uint32_t slices, uint32_t k)
{
    double share = (double)k / slices;
    return k == slices ? bodies->to : (1 - share) * bodies->from + share * bodies->to;
}

fk_status fk_sweep_find_slices(const fk_sweep_bodies *bodies, uint32_t slices, fk_aabb *box)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < bodies->count && status == FK_OK; i++)
        for (uint32_t k = 0; k < slices && status == FK_OK; k++, box++) {
            double from = fk_sweep_slice_time(bodies, slices, k);
            if (k > 0 && bodies->rests[i])
                *box = box[-1];
            else
                status = swept_box(bodies, &bodies->moving[i], from,
                                   fk_sweep_slice_time(bodies, slices, k + 1), box);
        }
    return status;
}

/* ---- When two parts come near -------------------------------------------------------------------------- */

/* So often a slice of the time is halved. */
#define HALVINGS 3

/* As fk_near_find, but the motion may have several steps in the slice. */
static double first_near_in_slice(const fk_near_search *s, double from, double to)
{
    double first;
    for (double begin = from, end;; begin = end) {
        end = to;
        for (int i = 0; i < 2; i++)
            end = fk_smaller(fk_motion_next_time(s->motion, s->base, s->body[i].frame, begin), end);
        first = fk_near_find(s, begin, end);
        if (first < HUGE_VAL || !(end < to))
            return first;
    }
}

double fk_sweep_first_near(const fk_sweep_bodies *bodies, const fk_aabb *slice, uint32_t slices, uint32_t a,
                           uint32_t b, double clearance)
{
    const fk_moving *moving[2] = {&bodies->moving[a], &bodies->moving[b]};
    fk_near_search s = {.motion = bodies->motion,
                        .base = fk_motion_common_frame(bodies->motion, moving[0]->frame, moving[1]->frame),
                        .collider = {moving[0]->collider, moving[1]->collider},
                        .body = {make_motion_body(moving[0]), make_motion_body(moving[1])},
                        .clearance = clearance,
                        .halvings = HALVINGS};
    double first = HUGE_VAL;
    for (uint32_t k = 0; k < slices && !(first < HUGE_VAL); k++)
        if (!fk_check_are_boxes_apart(&slice[a * slices + k], &slice[b * slices + k], clearance))
            first = first_near_in_slice(&s, fk_sweep_slice_time(bodies, slices, k),
                                        fk_sweep_slice_time(bodies, slices, k + 1));
    return first;
}

/* ---- All parts ----------------------------------------------------------------------------------------- */

/* Places the parts in the world, at the beginning. */
static fk_status place_at_start(fk_sweep_bodies *bodies, const fk_workers *workers)
{
    static const fk_mesh nothing = {.vertex_count = 0};
    size_t bytes = bodies->count * sizeof(fk_check_part);
    fk_check_part *placed = fk_allocate(bodies->context, bytes);
    if (placed == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < bodies->count; i++) {
        const fk_sweep_part *part = &bodies->part[i];
        placed[i] = part->part;
        if (bodies->is_wanted != NULL && !bodies->is_wanted[i])
            placed[i].mesh = &nothing;
        if (part->frame != FK_NONE) {
            fk_pose frame = fk_motion_pose(bodies->motion, part->frame, bodies->from);
            placed[i].pose = fk_pose_multiply(&frame, &part->part.pose);
        }
    }
    bodies->at_start = (fk_check_bodies){.context = bodies->context,
                                         .workers = workers,
                                         .cache = bodies->cache,
                                         .has_outlines = bodies->has_outlines};
    fk_status status = fk_check_bodies_build(&bodies->at_start, placed, bodies->count);
    fk_release(bodies->context, placed, bytes);
    return status;
}

static void attach_parts(fk_sweep_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->count; i++) {
        const fk_sweep_part *part = &bodies->part[i];
        fk_pose pose;
        bodies->moving[i] =
            (fk_moving){bodies->at_start.body[i].shape->collider, part->frame, part->part.pose};
        bodies->rests[i] = is_still_in(bodies, FK_NONE, &bodies->moving[i], &pose);
    }
}

fk_status fk_sweep_bodies_build(fk_sweep_bodies *bodies, const fk_workers *workers)
{
    for (uint32_t i = 0; i < bodies->count; i++)
        if (!fk_motion_has_frame(bodies->motion, bodies->part[i].frame))
            return FK_ERROR_ARGUMENT;
    fk_status status = place_at_start(bodies, workers);
    if (status != FK_OK)
        return status;
    bodies->moving = fk_allocate(bodies->context, bodies->count * sizeof *bodies->moving);
    bodies->rests = fk_allocate(bodies->context, bodies->count * sizeof *bodies->rests);
    status = bodies->moving != NULL && bodies->rests != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK)
        attach_parts(bodies);
    else
        fk_sweep_bodies_free(bodies);
    return status;
}

void fk_sweep_bodies_free(fk_sweep_bodies *bodies)
{
    fk_release(bodies->context, bodies->moving, bodies->count * sizeof *bodies->moving);
    fk_release(bodies->context, bodies->rests, bodies->count * sizeof *bodies->rests);
    fk_check_bodies_free(&bodies->at_start);
}

/* ---- Distances at many times --------------------------------------------------------------------------- */

/* All samples of one pair. */
typedef struct pair_samples {
    const fk_sweep_sampler *sampler;
    const fk_moving *a, *b;
    fk_sweep_sample *sample;
    bool has_least;
} pair_samples;

static fk_status find_closest_between(const pair_samples *pair, double from, double to, double tolerance,
                                      fk_interval *out)
{
    const fk_sweep_sampler *sampler = pair->sampler;
    const fk_sweep_bodies *bodies = &sampler->bodies;
    fk_motion_options options = fk_motion_options_default(bodies->motion, pair->a, pair->b);
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
    fk_status status =
        fk_motion_contacts(bodies->context, bodies->motion, pair->a, pair->b, &options, &answer);
    if (status != FK_OK)
        return status;
    *out = answer->closest;
    fk_motion_answer_free(bodies->context, answer);
    return FK_OK;
}

/* Whether the two surely do not move against each other. */
static bool is_still_between(const pair_samples *pair, double from, double to)
{
    const fk_motion *motion = pair->sampler->bodies.motion;
    fk_motion_body a = {.frame = pair->a->frame, .pose = pair->a->pose},
                   b = {.frame = pair->b->frame, .pose = pair->b->pose};
    uint32_t base = fk_motion_common_frame(motion, a.frame, b.frame);
    fk_pose pose;
    return fk_motion_rests(motion, base, &a, from, to, &pose) &&
           fk_motion_rests(motion, base, &b, from, to, &pose);
}

static void sample_pair(void *data, uint32_t index)
{
    const pair_samples *pair = data;
    fk_sweep_sample *s = &pair->sample[index];
    uint32_t last = pair->sampler->count - 1;
    double from = pair->sampler->bodies.from, to = pair->sampler->bodies.to, step = (to - from) / last;
    double next = index + 1 < last ? from + (index + 1) * step : to;
    s->time = index < last ? from + index * step : to;
    s->distance = (fk_interval){HUGE_VAL, HUGE_VAL};
    s->least = HUGE_VAL;
    s->status = FK_OK;
    if (pair->a->collider == NULL || pair->b->collider == NULL)
        return;
    s->status = find_closest_between(pair, s->time, s->time, 0, &s->distance);
    fk_interval least = s->distance;
    if (pair->has_least && s->status == FK_OK && index < last && s->distance.hi > 0 &&
        !is_still_between(pair, s->time, next))
        s->status = find_closest_between(pair, s->time, next, s->distance.hi * COARSE, &least);
    s->least = least.lo;
}

fk_status fk_sweep_sampler_fill(const fk_sweep_sampler *sampler, uint32_t a, uint32_t b, bool has_least,
                                fk_sweep_sample *out)
{
    pair_samples pair = {sampler, &sampler->bodies.moving[a], &sampler->bodies.moving[b], out, has_least};
    fk_workers_run(sampler->workers, sampler->count, sample_pair, &pair);
    for (uint32_t i = 0; i < sampler->count; i++)
        if (out[i].status != FK_OK)
            return out[i].status;
    return FK_OK;
}
