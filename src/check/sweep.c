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
 * nothing else, or, if only the first clash is wanted, on earlier chunks: a pair is then swept only until their
 * earliest clash. So the results are the same for any number of workers. The first clash is swept once more at the
 * end, over all times.
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

/* A pair in progress: from bodies->from to `to`. */
typedef struct sweep_work {
    fk_check_rule rule;
    double to;
    bool wants_all; /* else the first stretches alone, and no closest approach */
    fk_sweep_pair pair;
    fk_status status;
} sweep_work;

typedef struct sweep_state {
    fk_context *context, *kept; /* as in a check */
    const fk_sweep_options *options;
    fk_sweep_bodies bodies;
    fk_sweep *sweep;
    fk_sweep_pair *pair;
    fk_check_selection selection;
    sweep_work work[CHUNK];
    uint32_t work_count;
    /* With stops_at_clash: the first clash so far, and its time. */
    bool has_first;
    double first_time;
    sweep_work first;
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
                                 sweep_work *work)
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
                                  uint32_t frame, const fk_pose pose[2], sweep_work *work)
{
    fk_context *context = bodies->context;
    uint32_t index[2] = {work->pair.a, work->pair.b};
    fk_check_body two[2] = {{.shape = NULL}};
    fk_check_bodies both = {.context = context, .count = 2, .body = two};
    fk_status status = FK_OK;
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        const fk_check_body *body = &bodies->at_start.body[index[i]];
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
                                         const sweep_work *work)
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

/* The closest approach of a pair below its clearance, during the times at which it is. */
static fk_status find_closest_below(const fk_sweep_bodies *bodies, motion_request q, fk_sweep_pair *pair)
{
    q.stretch = NULL;
    q.options.level = 0;
    q.options.wants_all = false;
    q.options.wants_closest = true;
    q.options.from = fk_larger(q.options.from, pair->below[0].enter.lo);
    q.options.to = fk_smaller(q.options.to, pair->below[pair->below_count - 1].leave.hi);
    return run_request(bodies, &q, pair);
}

static fk_status sweep_moving_pair(const fk_sweep_bodies *bodies, const fk_sweep_options *options,
                                   sweep_work *work)
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
    if (status == FK_OK && is_close && work->wants_all && !pair->has_closest)
        status = find_closest_below(bodies, q, pair);
    return status;
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

/* An empty part is infinitely far from all others. */
static void set_empty_result(const fk_sweep_bodies *bodies, fk_sweep_pair *pair)
{
    pair->kind = FK_CLASH_CLEAR;
    pair->has_closest = true;
    pair->closest = (fk_interval){HUGE_VAL, HUGE_VAL};
    pair->closest_time = bodies->from;
}

/* Computes all of work->pair, whose a and b are set. */
static void sweep_one_pair(const fk_sweep_bodies *bodies, const fk_sweep_options *options, sweep_work *work)
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
        set_empty_result(bodies, pair);
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

static void free_sweep_pair(fk_context *context, fk_sweep_pair *pair)
{
    fk_release(context, (void *)(uintptr_t)pair->contact, pair->contact_count * sizeof *pair->contact);
    fk_release(context, (void *)(uintptr_t)pair->below, pair->below_count * sizeof *pair->below);
    pair->contact = pair->below = NULL;
    pair->contact_count = pair->below_count = 0;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Moves a finished pair into the list, at an index. */
static fk_status insert_sweep_pair(sweep_state *s, fk_sweep_pair *pair, size_t at)
{
    fk_sweep *sweep = s->sweep;
    if (!fk_grow(s->kept, &s->pair, sizeof *s->pair, sweep->pair_count, &sweep->pair_capacity,
                 sweep->pair_count + 1))
        return FK_ERROR_MEMORY;
    memmove(s->pair + at + 1, s->pair + at, (sweep->pair_count - at) * sizeof *s->pair);
    s->pair[at] = *pair;
    sweep->pair_count++;
    sweep->pair = s->pair;
    pair->contact = pair->below = NULL; /* the list owns them now */
    pair->contact_count = pair->below_count = 0;
    return FK_OK;
}

static fk_status add_sweep_pair(sweep_state *s, sweep_work *work)
{
    s->sweep->count[work->pair.kind]++;
    s->sweep->clashes += work->pair.is_clash;
    if (work->pair.kind == FK_CLASH_CLEAR && !s->options->wants_closest) {
        s->sweep->omitted++;
        return FK_OK;
    }
    return insert_sweep_pair(s, &work->pair, s->sweep->pair_count);
}

static void note_first_clash(sweep_state *s, const sweep_work *work)
{
    double time = work->pair.is_clash ? fk_sweep_first_clash_time(&work->pair, &work->rule) : HUGE_VAL;
    if (!work->pair.is_clash || (s->has_first && !(time < s->first_time)))
        return;
    s->has_first = true;
    s->first_time = time;
    s->first = (sweep_work){.rule = work->rule, .pair = {.a = work->pair.a, .b = work->pair.b}};
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
    fk_sweep *sweep = s->sweep;
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < sweep->pair_count; i++) {
        fk_sweep_pair *pair = &s->pair[i];
        if (!is_undecided_before(pair, s->first_time)) {
            free_sweep_pair(s->context, pair);
            continue;
        }
        bool is_before = pair->a != s->first.pair.a ? pair->a < s->first.pair.a : pair->b < s->first.pair.b;
        at += is_before;
        s->pair[kept++] = *pair;
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
    return insert_sweep_pair(s, &s->first.pair, at);
}

/* ---- Processing pairs ---------------------------------------------------------------------------------- */

static void sweep_pair_task(void *data, uint32_t index)
{
    sweep_state *s = data;
    sweep_one_pair(&s->bodies, s->options, &s->work[index]);
    if (fk_context_poll(s->context))
        s->work[index].status = FK_ERROR_MEMORY;
}

/* Sets until when the pairs of a chunk are swept. If contact is allowed, a pair below its clearance does not clash if
 * it touches later: that is known only at the end. */
static void set_end_times(sweep_state *s)
{
    for (uint32_t i = 0; i < s->work_count; i++) {
        sweep_work *work = &s->work[i];
        bool may_touch_later = work->rule.allow_contact && work->rule.clearance > 0;
        work->wants_all = !s->options->stops_at_clash || may_touch_later;
        work->to = s->has_first && !may_touch_later ? s->first_time : s->bodies.to;
    }
}

static fk_status finish_sweep_chunk(sweep_state *s)
{
    set_end_times(s);
    fk_workers_run(s->options->workers, s->work_count, sweep_pair_task, s);
    fk_status status = FK_OK;
    uint32_t finished = s->work_count;
    for (uint32_t i = 0; i < s->work_count && status == FK_OK; i++) {
        status = s->work[i].status;
        finished = status != FK_OK ? i : finished;
    }
    /* Of a cancelled chunk, the pairs before the first that is not finished. */
    if (status != FK_OK && !fk_context_poll(s->context))
        finished = 0;
    for (uint32_t i = 0; i < finished; i++) {
        if (s->options->stops_at_clash)
            note_first_clash(s, &s->work[i]);
        fk_status added = add_sweep_pair(s, &s->work[i]);
        status = added != FK_OK ? added : status;
    }
    /* No clash can be earlier. */
    s->selection.is_done = s->has_first && s->first_time <= s->bodies.from;
    for (uint32_t i = 0; i < s->work_count; i++)
        free_sweep_pair(s->context, &s->work[i].pair);
    s->work_count = 0;
    return status;
}

static fk_status queue_sweep_pair(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    sweep_state *s = data;
    sweep_work *work = &s->work[s->work_count++];
    *work = (sweep_work){.rule = *rule, .pair = {.a = a, .b = b}};
    return s->work_count == CHUNK ? finish_sweep_chunk(s) : FK_OK;
}

static fk_status sweep_near_pairs(sweep_state *s)
{
    size_t bytes = s->bodies.count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(s->context, bytes);
    if (box == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_sweep_find_boxes(&s->bodies, box);
    if (status == FK_OK)
        status = fk_check_visit_pairs(&s->selection, box, queue_sweep_pair, s);
    fk_release(s->context, box, bytes);
    return status;
}

/* ---- The whole sweep ----------------------------------------------------------------------------------- */

static fk_status run_sweep(sweep_state *s)
{
    fk_sweep *sweep = s->sweep;
    sweep->from = s->bodies.from;
    sweep->to = s->bodies.to;
    s->selection = FK_CHECK_SELECTION(s->context, s->options);
    fk_status status = fk_check_select_pairs(&s->selection, &s->bodies.at_start);
    FK_CHECK_COPY_SELECTION(sweep, &s->selection);
    if (status != FK_OK)
        return status;
    status = s->options->wants_closest && !s->options->stops_at_clash
                 ? fk_check_visit_pairs(&s->selection, NULL, queue_sweep_pair, s)
                 : sweep_near_pairs(s);
    if (status == FK_OK)
        status = finish_sweep_chunk(s);
    if (status != FK_OK)
        return status;
    if (s->has_first)
        return keep_first_clash(s);
    /* Pairs that are never near were not visited. */
    fk_check_count_skipped(sweep->tested, sweep->count, &sweep->omitted);
    return status;
}

static bool is_nonnegative(double x)
{
    return fk_is_finite(x) && x >= 0;
}

/* Sets the times; NaN is the first or last of the motion. False if options or frames are not valid. */
static bool set_time_range(const fk_sweep_options *options, fk_sweep_bodies *bodies)
{
    fk_interval span = fk_motion_span(bodies->motion);
    for (uint32_t i = 0; i < bodies->count; i++)
        if (!fk_motion_has_frame(bodies->motion, bodies->part[i].frame))
            return false;
    bodies->from = isnan(options->from) ? span.lo : options->from;
    bodies->to = isnan(options->to) ? span.hi : options->to;
    return fk_is_finite(bodies->from) && fk_is_finite(bodies->to) && bodies->from <= bodies->to &&
           is_nonnegative(options->tolerance) && is_nonnegative(options->resolution) &&
           is_nonnegative(options->max_seconds);
}

fk_status fk_sweep_run(fk_context *context, const fk_motion *motion, const fk_sweep_part *part,
                       uint32_t part_count, const fk_sweep_options *options, fk_sweep **out)
{
    fk_sweep_options chosen = options != NULL ? *options : fk_sweep_options_default();
    fk_context inner;
    sweep_state *s = fk_allocate_zeroed(context, sizeof *s);
    if (s == NULL)
        return FK_ERROR_MEMORY;
    s->context = fk_context_begin(context, chosen.cancel, &inner);
    s->kept = context;
    s->options = &chosen;
    s->bodies = (fk_sweep_bodies){.context = s->context, .motion = motion, .part = part, .count = part_count};
    bool are_valid = set_time_range(&chosen, &s->bodies);
    s->sweep = are_valid ? fk_allocate_zeroed(context, sizeof *s->sweep) : NULL;
    fk_status status = !are_valid         ? FK_ERROR_ARGUMENT
                       : s->sweep == NULL ? FK_ERROR_MEMORY
                                          : fk_sweep_bodies_build(&s->bodies, chosen.workers);
    if (status == FK_OK) {
        status = run_sweep(s);
        fk_sweep_bodies_free(&s->bodies);
    }
    free_sweep_pair(context, &s->first.pair);
    if (s->sweep != NULL) {
        status = fk_context_end(context, s->context, status);
        s->sweep->is_incomplete = status == FK_ERROR_CANCELLED;
    }
    if (status == FK_OK || status == FK_ERROR_CANCELLED)
        *out = s->sweep;
    else
        fk_sweep_free(context, s->sweep);
    fk_release(context, s, sizeof *s);
    return status;
}

void fk_sweep_free(fk_context *context, fk_sweep *sweep)
{
    fk_check_free(context, sweep);
}
