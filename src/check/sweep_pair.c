/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One pair of a sweep: when two parts meet, when they are closer than asked, and how close they come.
 *
 * Parts that do not move against each other are related once, as a check does, in a frame in which neither moves. Else
 * the questions are put to fk_motion_ask one after the other: contact; the clearance, if there is one; and, of pairs that
 * are below it, the closest approach, within the times at which they are. */

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "check/check.h"

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* What a list of stretches says. */
typedef struct summary {
    bool has_undecided, has_near, has_meeting, overlaps;
} summary;

static summary sum_up(const fk_stretch *stretch, uint32_t count)
{
    summary s = {false, false, false, false};
    for (uint32_t i = 0; i < count; i++) {
        s.has_undecided = s.has_undecided || stretch[i].kind == FK_STRETCH_UNDECIDED;
        s.has_near = s.has_near || stretch[i].kind == FK_STRETCH_NEAR;
        s.has_meeting = s.has_meeting || stretch[i].kind == FK_STRETCH_MEETS;
        s.overlaps = s.overlaps || stretch[i].overlaps;
    }
    return s;
}

static fk_status copy_stretches(fk_context *context, const fk_stretch *stretch, uint32_t count,
                                const fk_stretch **out, uint32_t *out_count)
{
    if (count == 0)
        return FK_OK;
    fk_stretch *copy = fk_allocate(context, count * sizeof *copy);
    if (copy == NULL)
        return FK_ERROR_MEMORY;
    memcpy(copy, stretch, count * sizeof *copy);
    *out = copy;
    *out_count = count;
    return FK_OK;
}

static fk_clash kind_of(const fk_sweep_pair *pair, const fk_check_rule *rule)
{
    summary contact = sum_up(pair->contact, pair->contact_count);
    summary below = sum_up(pair->below, pair->below_count);
    if (contact.overlaps)
        return FK_CLASH_HARD;
    if (contact.has_undecided && rule->allow_contact)
        return FK_CLASH_UNDECIDED;
    if (contact.has_meeting || contact.has_near)
        return FK_CLASH_CONTACT;
    if (below.has_meeting)
        return FK_CLASH_CLEARANCE;
    bool is_open = contact.has_undecided || below.has_undecided || below.has_near;
    return is_open ? FK_CLASH_UNDECIDED : FK_CLASH_CLEAR;
}

/* ---- Pairs that are still ------------------------------------------------------------------------------ */

/* One stretch for all times. */
static fk_status fill_stretch(const fk_sweep_bodies *bodies, const fk_stretch *like, const fk_stretch **out,
                              uint32_t *count)
{
    fk_stretch all = *like;
    bool is_known = all.kind != FK_STRETCH_UNDECIDED;
    all.enter = (fk_interval){bodies->from, is_known ? bodies->from : bodies->to};
    all.leave = (fk_interval){is_known ? bodies->to : bodies->from, bodies->to};
    all.is_exact = is_known;
    return copy_stretches(bodies->context, &all, 1, out, count);
}

/* What a check has found, as a pair of a sweep. */
static fk_status take_checked(const fk_sweep_bodies *bodies, uint32_t frame, const fk_check_pair *checked,
                              fk_sweep_work *work)
{
    fk_sweep_pair *pair = &work->pair;
    pair->kind = checked->kind;
    pair->is_clash = checked->is_clash;
    pair->has_closest = checked->kind != FK_CLASH_CLEAR || checked->has_points;
    pair->closest = checked->distance;
    pair->closest_time = bodies->from;
    fk_pose pose =
        frame == FK_NONE ? fk_pose_identity() : fk_motion_pose(bodies->motion, frame, bodies->from);
    pair->point_a = fk_pose_apply(&pose, checked->point_a);
    pair->point_b = fk_pose_apply(&pose, checked->point_b);
    fk_stretch like = {.kind = FK_STRETCH_MEETS, .overlaps = checked->kind >= FK_CLASH_HARD};
    bool is_open = checked->kind == FK_CLASH_UNDECIDED, meets = checked->kind >= FK_CLASH_CONTACT;
    if (is_open)
        like.kind = FK_STRETCH_UNDECIDED;
    /* Of what is apart it is not known whether it is closer than the clearance. */
    bool is_apart = checked->distance.lo > 0;
    fk_status status = FK_OK;
    if (meets || (is_open && !is_apart))
        status = fill_stretch(bodies, &like, &pair->contact, &pair->contact_count);
    like.overlaps = false;
    bool is_below = checked->kind == FK_CLASH_CLEARANCE || meets || is_open;
    if (status == FK_OK && pair->clearance > 0 && is_below)
        status = fill_stretch(bodies, &like, &pair->below, &pair->below_count);
    return status;
}

/* Relates two parts in their poses in a frame, or in the world as they are at the beginning. */
static fk_status check_still(const fk_sweep_bodies *bodies, const fk_sweep_options *options, uint32_t frame,
                             const fk_pose pose[2], fk_sweep_work *work)
{
    fk_context *context = bodies->context;
    uint32_t index[2] = {work->pair.a, work->pair.b};
    fk_check_body two[2];
    fk_check_bodies both = {.context = context, .count = 2, .body = two};
    fk_status status = FK_OK;
    memset(two, 0, sizeof two);
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        const fk_check_body *body = &bodies->still.body[index[i]];
        if (frame == FK_NONE) {
            two[i] = *body;
            continue;
        }
        fk_check_part part = bodies->part[index[i]].part;
        part.pose = pose[i];
        two[i].shape = body->shape;
        status = fk_check_body_place(context, &part, &two[i]);
    }
    fk_check_options checked = {.wants_distance = options->wants_closest};
    fk_check_work relation = {.rule = work->rule, .pair = {.a = 0, .b = 1}, .status = status};
    if (status == FK_OK)
        fk_check_relate(context, &both, &checked, &relation);
    fk_related_free(context, relation.related);
    for (int i = 0; frame != FK_NONE && i < 2; i++)
        fk_check_body_empty(context, &two[i]);
    return relation.status == FK_OK ? take_checked(bodies, frame, &relation.pair, work) : relation.status;
}

/* ---- Pairs that move ----------------------------------------------------------------------------------- */

/* What of an answer goes where. */
typedef struct question {
    fk_motion_options ask;
    const fk_stretch **stretch; /* or NULL */
    uint32_t *count;
} question;

static fk_status put_question(const fk_sweep_bodies *bodies, const question *q, fk_sweep_pair *pair)
{
    fk_motion_answer *answer;
    fk_status status = fk_motion_ask(bodies->context, bodies->motion, &bodies->moving[pair->a],
                                     &bodies->moving[pair->b], &q->ask, &answer);
    if (status != FK_OK)
        return status;
    if (q->stretch != NULL)
        status =
            copy_stretches(bodies->context, answer->stretch, answer->stretch_count, q->stretch, q->count);
    if (q->ask.wants_closest) {
        pair->has_closest = true;
        pair->closest = answer->closest;
        pair->closest_time = answer->closest_time;
        pair->point_a = answer->point_a;
        pair->point_b = answer->point_b;
    }
    fk_motion_answer_free(bodies->context, answer);
    return status;
}

static fk_motion_options options_of(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                                    const fk_sweep_work *work)
{
    fk_motion_options ask = fk_motion_options_default(bodies->motion, &bodies->moving[work->pair.a],
                                                      &bodies->moving[work->pair.b]);
    ask.from = bodies->from;
    ask.to = work->to;
    ask.level = 0;
    if (options->tolerance > 0)
        ask.tolerance = options->tolerance;
    ask.resolution = options->resolution > 0 ? options->resolution
                                             : fk_larger((bodies->to - bodies->from) / 4096, DBL_MIN);
    ask.wants_all = work->wants_all;
    ask.wants_closest = options->wants_closest && work->wants_all;
    ask.max_tests = options->max_tests;
    ask.max_seconds = options->max_seconds;
    return ask;
}

/* How close a pair comes that is below its clearance: at times at which it is. */
static fk_status find_closest(const fk_sweep_bodies *bodies, question q, fk_sweep_pair *pair)
{
    q.stretch = NULL;
    q.ask.level = 0;
    q.ask.wants_all = false;
    q.ask.wants_closest = true;
    q.ask.from = fk_larger(q.ask.from, pair->below[0].enter.lo);
    q.ask.to = fk_smaller(q.ask.to, pair->below[pair->below_count - 1].leave.hi);
    return put_question(bodies, &q, pair);
}

static fk_status ask_moving(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                            fk_sweep_work *work)
{
    fk_sweep_pair *pair = &work->pair;
    question q = {options_of(bodies, options, work), &pair->contact, &pair->contact_count};
    pair->tolerance = q.ask.tolerance;
    fk_status status = put_question(bodies, &q, pair);
    if (status == FK_OK && pair->clearance > 0) {
        q.ask.level = pair->clearance;
        q.ask.wants_closest = false;
        q.stretch = &pair->below;
        q.count = &pair->below_count;
        status = put_question(bodies, &q, pair);
    }
    summary contact = sum_up(pair->contact, pair->contact_count);
    summary below = sum_up(pair->below, pair->below_count);
    bool is_close = (below.has_meeting || below.has_near) && !contact.has_meeting;
    if (status == FK_OK && is_close && work->wants_all && !pair->has_closest)
        status = find_closest(bodies, q, pair);
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static bool is_surface(const fk_check_body *body)
{
    return body->shape != NULL && !body->shape->shape.is_solid;
}

/* What is empty is far from all. */
static void find_nothing(const fk_sweep_bodies *bodies, fk_sweep_pair *pair)
{
    pair->kind = FK_CLASH_CLEAR;
    pair->has_closest = true;
    pair->closest = (fk_interval){HUGE_VAL, HUGE_VAL};
    pair->closest_time = bodies->from;
}

void fk_sweep_pair_find(const fk_sweep_bodies *bodies, const fk_sweep_options *options, fk_sweep_work *work)
{
    fk_sweep_pair *pair = &work->pair;
    uint32_t frame;
    fk_pose pose[2];
    work->rule.ignore_overlap = 0;
    pair->clearance = work->rule.clearance;
    pair->tolerance = options->tolerance;
    pair->has_surface = is_surface(&bodies->still.body[pair->a]) || is_surface(&bodies->still.body[pair->b]);
    pair->is_still = fk_sweep_is_still(bodies, pair->a, pair->b, &frame, pose);
    work->status = FK_OK;
    if (bodies->moving[pair->a].collider == NULL || bodies->moving[pair->b].collider == NULL) {
        find_nothing(bodies, pair);
    } else if (pair->is_still) {
        work->status = check_still(bodies, options, frame, pose, work);
    } else {
        work->status = ask_moving(bodies, options, work);
        pair->kind = kind_of(pair, &work->rule);
        pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
    }
}

/* The first stretch that is known, and overlaps if that is wanted. */
static double first_time(const fk_stretch *stretch, uint32_t count, bool wants_overlap)
{
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind != FK_STRETCH_UNDECIDED && (stretch[i].overlaps || !wants_overlap))
            return stretch[i].enter.hi;
    return HUGE_VAL;
}

double fk_sweep_moment(const fk_sweep_pair *pair)
{
    double contact = first_time(pair->contact, pair->contact_count, false);
    bool is_near = pair->has_closest && fk_is_finite(pair->closest.hi);
    return contact < HUGE_VAL ? contact : is_near ? pair->closest_time : NAN;
}

double fk_sweep_pair_time(const fk_sweep_pair *pair, const fk_check_rule *rule)
{
    bool may_touch = rule->allow_contact;
    double contact = first_time(pair->contact, pair->contact_count, may_touch);
    double below = first_time(pair->below, pair->below_count, false);
    return may_touch && pair->kind != FK_CLASH_CLEARANCE ? contact : fk_smaller(contact, below);
}

void fk_sweep_pair_free(fk_context *context, fk_sweep_pair *pair)
{
    fk_release(context, (void *)(uintptr_t)pair->contact, pair->contact_count * sizeof *pair->contact);
    fk_release(context, (void *)(uintptr_t)pair->below, pair->below_count * sizeof *pair->below);
    pair->contact = pair->below = NULL;
    pair->contact_count = pair->below_count = 0;
}
