/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sweep of many parts.
 *
 *   parts -> bodies and colliders: a tree for each mesh            check_bodies.c, sweep_bodies.c
 *         -> selected pairs whose swept boxes are near             check.c
 *         -> contacts and closest approach of each                 here, and motion/
 *         -> list of results, in the order of the pairs
 *
 * Pairs are processed in chunks; a chunk is finished before the next one begins. The result of a pair depends on
 * nothing else, or, if only the first clash is wanted, on earlier chunks: pairs whose oriented boxes may meet earlier are
 * swept first, and a pair only until the earliest clash so far, or not at all if its boxes meet later. So the results are
 * the same for any number of workers. The first clash is swept once more at the end, over all times. If clear pairs are not
 * listed, a mesh is an outline (body.h) until a pair of it is swept.
 *
 * Parts that do not move against each other are related once, as in a check, in a frame in which neither moves. For
 * others fk_motion_contacts runs up to three times: for contact; for the clearance, if there is one; and, for pairs
 * below it, for the closest approach, during the times at which they are. */

#include "check/check.h"

#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "motion/motion.h"

#define CHUNK 16

/* If only the first clash is wanted: few pairs at a time, so that each knows the clashes of those before; slices of the time. */
#define FIRST_CHUNK 2
#define SLICES      16

typedef struct sweep_state {
    fk_check_driver driver; /* first */
    fk_sweep_bodies bodies;
    const fk_sweep_options *options;
    /* With stops_at_clash: the first clash so far, and its time. */
    bool has_first;
    double first_time;
    fk_check_work first;
    fk_aabb *slice; /* of each part, SLICES boxes; or NULL */
} sweep_state;

fk_sweep_options fk_sweep_options_default(void)
{
    fk_sweep_options options = {
        .rule = {.is_tested = true}, .from = NAN, .to = NAN, .wants_closest = true, .max_tests = 10000000};
    return options;
}

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* What occurs in a list of stretches. */
typedef struct stretch_summary {
    bool has_undecided, has_near, has_meeting, overlaps;
} stretch_summary;

static stretch_summary summarize_stretches(const fk_stretch *stretch, uint32_t count)
{
    stretch_summary s = {false, false, false, false};
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

static fk_clash sweep_kind(const fk_sweep_pair *pair, const fk_check_rule *rule)
{
    stretch_summary contact = summarize_stretches(pair->contact, pair->contact_count);
    stretch_summary below = summarize_stretches(pair->below, pair->below_count);
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

/* One stretch over all times. */
static fk_status make_full_stretch(const fk_sweep_bodies *bodies, const fk_stretch *like,
                                   const fk_stretch **out, uint32_t *count)
{
    fk_stretch all = *like;
    bool is_known = all.kind != FK_STRETCH_UNDECIDED;
    all.enter = (fk_interval){bodies->from, is_known ? bodies->from : bodies->to};
    all.leave = (fk_interval){is_known ? bodies->to : bodies->from, bodies->to};
    all.is_exact = is_known;
    return copy_stretches(bodies->context, &all, 1, out, count);
}

/* Converts the result of a check to a pair of a sweep. */
static fk_status convert_checked(const fk_sweep_bodies *bodies, uint32_t frame, const fk_check_pair *checked,
                                 fk_check_work *work)
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
    /* If they are apart, only the clearance is undecided. */
    bool is_apart = checked->distance.lo > 0;
    fk_status status = FK_OK;
    if (meets || (is_open && !is_apart))
        status = make_full_stretch(bodies, &like, &pair->contact, &pair->contact_count);
    like.overlaps = false;
    bool is_below = checked->kind == FK_CLASH_CLEARANCE || meets || is_open;
    if (status == FK_OK && pair->clearance > 0 && is_below)
        status = make_full_stretch(bodies, &like, &pair->below, &pair->below_count);
    return status;
}

/* Relates two parts by their poses in a frame, or as they are in the world at the beginning. */
static fk_status check_still_pair(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                                  uint32_t frame, const fk_pose pose[2], fk_check_work *work)
{
    fk_context *context = bodies->context;
    uint32_t index[2] = {work->pair.a, work->pair.b};
    fk_check_body two[2] = {{.shape = NULL}};
    fk_status status = FK_OK;
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        const fk_check_body *body = &bodies->at_start.body[index[i]];
        if (frame == FK_NONE) {
            two[i] = *body;
            continue;
        }
        two[i].shape = body->shape;
        status = fk_check_body_place(context, &pose[i], &two[i]);
    }
    fk_check_options checked = {.wants_distance = options->wants_closest};
    fk_check_work relation = {.rule = work->rule, .status = status};
    if (status == FK_OK)
        fk_check_relate(context, &two[0], &two[1], &checked, &relation);
    fk_relation_result_free(context, relation.related);
    for (int i = 0; frame != FK_NONE && i < 2; i++)
        fk_check_body_release(context, &two[i]);
    return relation.status == FK_OK ? convert_checked(bodies, frame, &relation.pair, work) : relation.status;
}

/* ---- Pairs that move ----------------------------------------------------------------------------------- */

/* A run of fk_motion_contacts, and where its stretches go. */
typedef struct motion_request {
    fk_motion_options options;
    const fk_stretch **stretch; /* or NULL */
    uint32_t *count;
} motion_request;

static fk_status run_request(const fk_sweep_bodies *bodies, const motion_request *q, fk_sweep_pair *pair)
{
    fk_motion_answer *answer;
    fk_status status = fk_motion_contacts(bodies->context, bodies->motion, &bodies->moving[pair->a],
                                          &bodies->moving[pair->b], &q->options, &answer);
    if (status != FK_OK)
        return status;
    if (q->stretch != NULL)
        status =
            copy_stretches(bodies->context, answer->stretch, answer->stretch_count, q->stretch, q->count);
    if (q->options.wants_closest) {
        pair->has_closest = true;
        pair->closest = answer->closest;
        pair->closest_time = answer->closest_time;
        pair->point_a = answer->point_a;
        pair->point_b = answer->point_b;
    }
    fk_motion_answer_free(bodies->context, answer);
    return status;
}

static fk_motion_options request_options(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                                         const fk_check_work *work)
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
    ask.closest_ratio = FK_SWEEP_CLOSEST_RATIO;
    ask.max_tests = options->max_tests;
    ask.max_seconds = options->max_seconds;
    return ask;
}

/* The closest approach of a pair below its clearance, during the times at which it is. */
static fk_status find_closest_below(const fk_sweep_bodies *bodies, motion_request q, fk_sweep_pair *pair)
{
    q.stretch = NULL;
    q.options.level = 0;
    q.options.wants_all = false;
    q.options.wants_closest = true;
    q.options.closest_ratio = 0;
    q.options.from = fk_larger(q.options.from, pair->below[0].enter.lo);
    q.options.to = fk_smaller(q.options.to, pair->below[pair->below_count - 1].leave.hi);
    return run_request(bodies, &q, pair);
}

static fk_status sweep_moving_pair(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                                   fk_check_work *work)
{
    fk_sweep_pair *pair = &work->pair;
    motion_request q = {request_options(bodies, options, work), &pair->contact, &pair->contact_count};
    pair->tolerance = q.options.tolerance;
    fk_status status = run_request(bodies, &q, pair);
    if (status == FK_OK && pair->clearance > 0) {
        q.options.level = pair->clearance;
        q.options.wants_closest = false;
        q.stretch = &pair->below;
        q.count = &pair->below_count;
        status = run_request(bodies, &q, pair);
    }
    stretch_summary contact = summarize_stretches(pair->contact, pair->contact_count);
    stretch_summary below = summarize_stretches(pair->below, pair->below_count);
    bool is_close = (below.has_meeting || below.has_near) && !contact.has_meeting;
    if (status == FK_OK && is_close && work->wants_all)
        status = find_closest_below(bodies, q, pair);
    return status;
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

/* Computes all of work->pair, whose a and b are set. */
static void sweep_one_pair(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                           fk_check_work *work)
{
    fk_sweep_pair *pair = &work->pair;
    uint32_t frame;
    fk_pose pose[2];
    work->rule.ignore_overlap = 0;
    pair->clearance = work->rule.clearance;
    pair->tolerance = options->tolerance;
    pair->has_surface = fk_check_is_surface(&bodies->at_start.body[pair->a]) ||
                        fk_check_is_surface(&bodies->at_start.body[pair->b]);
    pair->is_still = fk_sweep_is_still(bodies, pair->a, pair->b, &frame, pose);
    work->status = FK_OK;
    if (bodies->moving[pair->a].collider == NULL || bodies->moving[pair->b].collider == NULL) {
        /* An empty part is infinitely far from all others. */
        pair->kind = FK_CLASH_CLEAR;
        pair->has_closest = true;
        pair->closest = (fk_interval){HUGE_VAL, HUGE_VAL};
        pair->closest_time = bodies->from;
    } else if (pair->is_still) {
        work->status = check_still_pair(bodies, options, frame, pose, work);
    } else {
        work->status = sweep_moving_pair(bodies, options, work);
        pair->kind = sweep_kind(pair, &work->rule);
        pair->is_clash = fk_check_is_clash(&work->rule, pair->kind);
    }
}

/* The time of the first stretch that is not undecided, or of the first that overlaps. */
static double first_stretch_time(const fk_stretch *stretch, uint32_t count, bool wants_overlap)
{
    for (uint32_t i = 0; i < count; i++)
        if (stretch[i].kind != FK_STRETCH_UNDECIDED && (stretch[i].overlaps || !wants_overlap))
            return stretch[i].enter.hi;
    return HUGE_VAL;
}

double fk_sweep_moment(const fk_sweep_pair *pair)
{
    double contact = first_stretch_time(pair->contact, pair->contact_count, false);
    bool is_near = pair->has_closest && fk_is_finite(pair->closest.hi);
    return contact < HUGE_VAL ? contact : is_near ? pair->closest_time : NAN;
}

double fk_sweep_first_clash_time(const fk_sweep_pair *pair, const fk_check_rule *rule)
{
    bool may_touch = rule->allow_contact;
    double contact = first_stretch_time(pair->contact, pair->contact_count, may_touch);
    double below = first_stretch_time(pair->below, pair->below_count, false);
    return may_touch && pair->kind != FK_CLASH_CLEARANCE ? contact : fk_smaller(contact, below);
}

/* ---- The first clash ----------------------------------------------------------------------------------- */

/* Notes a pair if it clashes before all others. */
static void note_first_clash(sweep_state *s, const fk_check_work *work)
{
    const fk_sweep_pair *pair = &work->pair, *first = &s->first.pair;
    double time = pair->is_clash ? fk_sweep_first_clash_time(pair, &work->rule) : HUGE_VAL;
    bool is_lower = pair->a != first->a ? pair->a < first->a : pair->b < first->b;
    if (!pair->is_clash || (s->has_first && !(time < s->first_time || (time == s->first_time && is_lower))))
        return;
    s->has_first = true;
    s->first_time = time;
    s->first = (fk_check_work){.rule = work->rule, .pair = {.a = work->pair.a, .b = work->pair.b}};
}

/* Whether a pair is undecided before a time. */
static bool is_undecided_before(const fk_sweep_pair *pair, double time)
{
    bool is_open = false;
    for (uint32_t i = 0; i < pair->contact_count; i++)
        is_open = is_open || pair->contact[i].enter.lo < time;
    for (uint32_t i = 0; i < pair->below_count; i++)
        is_open = is_open || pair->below[i].enter.lo < time;
    return is_open && pair->kind == FK_CLASH_UNDECIDED;
}

/* Keeps the first clash, and pairs that are undecided before it. */
static fk_status keep_first_clash(sweep_state *s)
{
    fk_check *sweep = s->driver.result;
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < sweep->pair_count; i++) {
        fk_check_pair *pair = &s->driver.pair[i];
        if (!is_undecided_before(pair, s->first_time)) {
            fk_check_pair_free(s->driver.context, pair);
            continue;
        }
        bool is_before = pair->a != s->first.pair.a ? pair->a < s->first.pair.a : pair->b < s->first.pair.b;
        at += is_before;
        s->driver.pair[kept++] = *pair;
    }
    sweep->pair_count = kept;
    memset(sweep->count, 0, sizeof sweep->count);
    sweep->count[FK_CLASH_UNDECIDED] = kept;
    sweep->omitted = sweep->clashes = 0;
    s->first.to = s->bodies.to;
    s->first.wants_all = true;
    sweep_one_pair(&s->bodies, s->options, &s->first);
    if (s->first.status != FK_OK)
        return s->first.status;
    sweep->count[s->first.pair.kind]++;
    sweep->clashes = 1;
    return fk_check_insert_pair(&s->driver, &s->first.pair, at);
}

/* ---- The whole sweep ----------------------------------------------------------------------------------- */

static void sweep_pair_task(fk_check_driver *driver, fk_check_work *work)
{
    const sweep_state *s = (const sweep_state *)driver;
    sweep_one_pair(&s->bodies, s->options, work);
    if (work->status != FK_OK || !(work->to < s->bodies.to) || !work->pair.is_clash)
        return;
    /* Its time must be that of a sweep over all times: only then do equal times compare equal. */
    fk_index_pair parts = {work->pair.a, work->pair.b};
    fk_check_pair_free(driver->context, &work->pair);
    work->pair = (fk_sweep_pair){.a = parts.a, .b = parts.b};
    work->to = s->bodies.to;
    sweep_one_pair(&s->bodies, s->options, work);
}

/* Sets until when the pairs of a chunk are swept, completes their shapes, and sweeps them. If contact is allowed, a pair below its clearance
 * does not clash if it touches later: that is known only at the end. */
static fk_status sweep_chunk(fk_check_driver *driver)
{
    sweep_state *s = (sweep_state *)driver;
    for (uint32_t i = 0; i < driver->work_count; i++) {
        fk_check_work *work = &driver->work[i];
        bool may_touch_later = work->rule.allow_contact && work->rule.clearance > 0;
        work->wants_all = !s->options->stops_at_clash || may_touch_later;
        work->to = s->has_first && !may_touch_later ? s->first_time : s->bodies.to;
        s->bodies.at_start.body[work->pair.a].shape->needs_tree = true;
        s->bodies.at_start.body[work->pair.b].shape->needs_tree = true;
    }
    fk_status status = fk_check_complete_shapes(&s->bodies.at_start);
    if (status != FK_OK)
        return status;
    return fk_check_run_tasks(driver, sweep_pair_task);
}

/* A time before which a pair cannot clash. */
static double first_near_time(fk_check_driver *driver, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    const sweep_state *s = (const sweep_state *)driver;
    return fk_sweep_first_near(&s->bodies, s->slice, SLICES, a, b, rule->clearance);
}

static bool note_swept(fk_check_driver *driver, const fk_check_work *work)
{
    sweep_state *s = (sweep_state *)driver;
    if (s->options->stops_at_clash)
        note_first_clash(s, work);
    if (s->has_first)
        driver->last_rank = s->first_time;
    /* No clash can be earlier. */
    driver->selection.is_done = s->has_first && s->first_time <= s->bodies.from;
    return false;
}

static fk_status find_swept_boxes(fk_check_driver *driver, fk_aabb *box)
{
    sweep_state *s = (sweep_state *)driver;
    s->slice = fk_allocate(s->bodies.context, s->bodies.count * SLICES * sizeof *s->slice);
    if (s->slice == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_sweep_find_slices(&s->bodies, SLICES, s->slice);
    for (uint32_t i = 0; i < s->bodies.count && status == FK_OK; i++) {
        box[i] = s->slice[i * SLICES];
        for (uint32_t k = 1; k < SLICES; k++)
            box[i] = fk_aabb_merge(&box[i], &s->slice[i * SLICES + k]);
    }
    return status;
}

/* Sets the times; NaN is the first or last of the motion. False if options are not valid. */
static bool set_time_range(const fk_sweep_options *options, fk_sweep_bodies *bodies)
{
    fk_interval span = fk_motion_span(bodies->motion);
    bodies->from = isnan(options->from) ? span.lo : options->from;
    bodies->to = isnan(options->to) ? span.hi : options->to;
    return fk_is_finite(bodies->from) && fk_is_finite(bodies->to) && bodies->from <= bodies->to &&
           fk_is_length(options->tolerance) && fk_is_length(options->resolution) &&
           fk_is_length(options->max_seconds);
}

static fk_status run_sweep(sweep_state *s)
{
    fk_status status = fk_sweep_bodies_build(&s->bodies, s->options->workers);
    if (status != FK_OK)
        return status;
    s->driver.result->from = s->bodies.from;
    s->driver.result->to = s->bodies.to;
    status = fk_check_drive(&s->driver);
    if (status == FK_OK && s->has_first)
        status = keep_first_clash(s);
    fk_release(s->bodies.context, s->slice, s->bodies.count * SLICES * sizeof *s->slice);
    fk_sweep_bodies_free(&s->bodies);
    return status;
}

fk_status fk_sweep_run(fk_context *context, const fk_motion *motion, const fk_sweep_part *part,
                       uint32_t part_count, const fk_sweep_options *options, fk_sweep **out)
{
    fk_sweep_options chosen = options != NULL ? *options : fk_sweep_options_default();
    fk_context inner, *used = fk_context_begin(context, chosen.cancel, &inner);
    sweep_state *s = fk_allocate_zeroed(context, sizeof *s);
    if (s == NULL)
        return FK_ERROR_MEMORY;
    bool lists_clear = chosen.wants_closest && !chosen.stops_at_clash;
    s->options = &chosen;
    s->bodies = (fk_sweep_bodies){.context = used,
                                  .motion = motion,
                                  .part = part,
                                  .count = part_count,
                                  .cache = chosen.kept,
                                  .has_outlines = !lists_clear};
    s->driver = (fk_check_driver){.context = used,
                                  .caller = context,
                                  .bodies = &s->bodies.at_start,
                                  .selection = FK_CHECK_SELECTION(used, &chosen),
                                  .lists_clear = chosen.wants_closest,
                                  .chunk = chosen.stops_at_clash ? FIRST_CHUNK : CHUNK,
                                  .find_boxes = lists_clear ? NULL : find_swept_boxes,
                                  .rank = lists_clear ? NULL : first_near_time,
                                  .last_rank = HUGE_VAL,
                                  .answer = sweep_chunk,
                                  .note = note_swept};
    fk_status status = set_time_range(&chosen, &s->bodies) ? FK_OK : FK_ERROR_ARGUMENT;
    if (status == FK_OK)
        s->driver.result = fk_allocate_zeroed(context, sizeof *s->driver.result);
    if (status == FK_OK)
        status = s->driver.result != NULL ? run_sweep(s) : FK_ERROR_MEMORY;
    fk_check_pair_free(context, &s->first.pair);
    status = fk_check_finish(&s->driver, status, out);
    fk_release(context, s, sizeof *s);
    return status;
}

void fk_sweep_free(fk_context *context, fk_sweep *sweep)
{
    fk_check_free(context, sweep);
}
