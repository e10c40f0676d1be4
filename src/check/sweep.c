/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sweep of many parts.
 *
 *   parts -> bodies and colliders: a tree for each mesh                     check_bodies.c, sweep_bodies.c
 *         -> pairs that are asked for, and whose boxes of all times are near    check_rules.c
 *         -> contacts and closest approach of each                          sweep_pair.c, moving.c
 *         -> list of results, in the order of the pairs
 *
 * Pairs are worked on in rows of CHUNK; a row is finished before the next one begins. What a pair gives depends on
 * nothing but itself and, where the first clash alone is wanted, on the rows before it: pairs are then asked about until
 * the earliest clash of these. So the results are the same for any number of workers. The first clash is looked at once
 * more at the end, for all times. */

#include "check/check.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/workers.h"
#include "motion/motion.h"

#define CHUNK 16

typedef struct sweeper {
    fk_context *context;
    const fk_sweep_options *options;
    fk_sweep_bodies bodies;
    fk_sweep *sweep;
    fk_sweep_pair *pair;
    fk_check_asked asked;
    fk_sweep_work work[CHUNK];
    uint32_t work_count;
    /* Of stops_at_clash: the first clash so far, and when it is. */
    bool has_first;
    double first_time;
    fk_sweep_work first;
} sweeper;

fk_sweep_options fk_sweep_options_default(void)
{
    fk_sweep_options options = {
        .rule = {.is_tested = true}, .from = NAN, .to = NAN, .wants_closest = true, .max_tests = 10000000};
    return options;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Takes a finished pair into the list, at a place. */
static fk_status insert_pair(sweeper *s, fk_sweep_pair *pair, size_t at)
{
    fk_sweep *sweep = s->sweep;
    if (!fk_grow(s->context, &s->pair, sizeof *s->pair, sweep->pair_count, &sweep->pair_capacity,
                 sweep->pair_count + 1))
        return FK_ERROR_MEMORY;
    memmove(s->pair + at + 1, s->pair + at, (sweep->pair_count - at) * sizeof *s->pair);
    s->pair[at] = *pair;
    sweep->pair_count++;
    sweep->pair = s->pair;
    pair->contact = pair->below = NULL; /* they belong to the list now */
    pair->contact_count = pair->below_count = 0;
    return FK_OK;
}

static fk_status add_pair(sweeper *s, fk_sweep_work *work)
{
    s->sweep->count[work->pair.kind]++;
    s->sweep->clashes += work->pair.is_clash;
    if (work->pair.kind == FK_CLASH_CLEAR && !s->options->wants_closest) {
        s->sweep->omitted++;
        return FK_OK;
    }
    return insert_pair(s, &work->pair, s->sweep->pair_count);
}

static void note_first(sweeper *s, const fk_sweep_work *work)
{
    double time = work->pair.is_clash ? fk_sweep_pair_time(&work->pair, &work->rule) : HUGE_VAL;
    if (!work->pair.is_clash || (s->has_first && !(time < s->first_time)))
        return;
    s->has_first = true;
    s->first_time = time;
    s->first = (fk_sweep_work){.rule = work->rule, .pair = {.a = work->pair.a, .b = work->pair.b}};
}

/* Whether something before a time is not known of a pair. */
static bool is_open_before(const fk_sweep_pair *pair, double time)
{
    bool is_open = false;
    for (uint32_t i = 0; i < pair->contact_count; i++)
        is_open = is_open || pair->contact[i].enter.lo < time;
    for (uint32_t i = 0; i < pair->below_count; i++)
        is_open = is_open || pair->below[i].enter.lo < time;
    return is_open && pair->kind == FK_CLASH_UNDECIDED;
}

/* Leaves the first clash, and what is undecided before it. */
static fk_status keep_first(sweeper *s)
{
    fk_sweep *sweep = s->sweep;
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < sweep->pair_count; i++) {
        fk_sweep_pair *pair = &s->pair[i];
        if (!is_open_before(pair, s->first_time)) {
            fk_sweep_pair_free(s->context, pair);
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
    fk_sweep_pair_find(&s->bodies, s->options, &s->first);
    if (s->first.status != FK_OK)
        return s->first.status;
    sweep->count[s->first.pair.kind]++;
    sweep->clashes = 1;
    return insert_pair(s, &s->first.pair, at);
}

/* ---- Working on pairs ---------------------------------------------------------------------------------- */

static void find_task(void *data, uint32_t index)
{
    sweeper *s = data;
    fk_sweep_pair_find(&s->bodies, s->options, &s->work[index]);
}

/* Until when the pairs of a row are looked at. What is closer than its clearance does not clash if it touches later, and may:
 * that is known at the end. */
static void set_ends(sweeper *s)
{
    for (uint32_t i = 0; i < s->work_count; i++) {
        fk_sweep_work *work = &s->work[i];
        bool may_touch_later = work->rule.allow_contact && work->rule.clearance > 0;
        work->wants_all = !s->options->stops_at_clash || may_touch_later;
        work->to = s->has_first && !may_touch_later ? s->first_time : s->bodies.to;
    }
}

static fk_status finish_chunk(sweeper *s)
{
    set_ends(s);
    fk_workers_run(s->options->workers, s->work_count, find_task, s);
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < s->work_count && status == FK_OK; i++)
        status = s->work[i].status;
    for (uint32_t i = 0; i < s->work_count && status == FK_OK; i++) {
        if (s->options->stops_at_clash)
            note_first(s, &s->work[i]);
        status = add_pair(s, &s->work[i]);
    }
    /* Nothing is before the beginning. */
    s->asked.is_done = s->has_first && s->first_time <= s->bodies.from;
    for (uint32_t i = 0; i < s->work_count; i++)
        fk_sweep_pair_free(s->context, &s->work[i].pair);
    s->work_count = 0;
    return status;
}

static fk_status take_pair(void *taker, uint32_t a, uint32_t b, const fk_check_rule *rule)
{
    sweeper *s = taker;
    fk_sweep_work *work = &s->work[s->work_count++];
    memset(work, 0, sizeof *work);
    work->rule = *rule;
    work->pair.a = a;
    work->pair.b = b;
    return s->work_count == CHUNK ? finish_chunk(s) : FK_OK;
}

static fk_status take_near_pairs(sweeper *s)
{
    size_t bytes = s->bodies.count * sizeof(fk_aabb);
    fk_aabb *box = fk_allocate(s->context, bytes);
    if (box == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_sweep_boxes(&s->bodies, box);
    if (status == FK_OK)
        status = fk_check_visit(&s->asked, box, take_pair, s);
    fk_release(s->context, box, bytes);
    return status;
}

/* ---- All ----------------------------------------------------------------------------------------------- */

/* What is told of the parts, and of the pairs that are not tested. */
static fk_status look_around(sweeper *s)
{
    const fk_sweep_options *options = s->options;
    fk_sweep *sweep = s->sweep;
    s->asked = (fk_check_asked){.context = s->context,
                                .select = options->select,
                                .rule = options->rule,
                                .progress = options->progress,
                                .user = options->user,
                                .part_count = s->bodies.count};
    fk_status status = fk_check_asked_find(&s->asked);
    sweep->ignored = s->asked.ignored;
    sweep->ignored_count = s->asked.ignored_count;
    sweep->ignored_capacity = s->asked.ignored_capacity;
    sweep->tested = s->asked.tested;
    if (status != FK_OK)
        return status;
    fk_check_compare_sizes(&s->bodies.still, &sweep->largest, &sweep->smallest);
    sweep->is_surface = fk_check_list_surfaces(&s->bodies.still);
    sweep->part_count = sweep->is_surface != NULL ? s->bodies.count : 0;
    return sweep->is_surface != NULL ? FK_OK : FK_ERROR_MEMORY;
}

static fk_status run(sweeper *s)
{
    fk_status status = look_around(s);
    if (status != FK_OK)
        return status;
    status = s->options->wants_closest && !s->options->stops_at_clash
                 ? fk_check_visit(&s->asked, NULL, take_pair, s)
                 : take_near_pairs(s);
    if (status == FK_OK)
        status = finish_chunk(s);
    if (status == FK_OK && s->has_first)
        return keep_first(s);
    /* Pairs that are never near were not even looked at. */
    fk_sweep *sweep = s->sweep;
    uint64_t counted = 0;
    for (int kind = 0; kind < FK_CLASH_COUNT; kind++)
        counted += sweep->count[kind];
    sweep->omitted += sweep->tested - counted;
    sweep->count[FK_CLASH_CLEAR] += sweep->tested - counted;
    return status;
}

static bool is_number(double x)
{
    return fk_is_finite(x) && x >= 0;
}

/* The times, where NaN is the first or last of the motion. False for options or frames that are not valid. */
static bool set_times(const fk_sweep_options *options, fk_sweep_bodies *bodies)
{
    fk_interval span = fk_motion_span(bodies->motion);
    for (uint32_t i = 0; i < bodies->count; i++)
        if (!fk_motion_has_frame(bodies->motion, bodies->part[i].frame))
            return false;
    bodies->from = isnan(options->from) ? span.lo : options->from;
    bodies->to = isnan(options->to) ? span.hi : options->to;
    return fk_is_finite(bodies->from) && fk_is_finite(bodies->to) && bodies->from <= bodies->to &&
           is_number(options->tolerance) && is_number(options->resolution) && is_number(options->max_seconds);
}

fk_status fk_sweep_run(fk_context *context, const fk_motion *motion, const fk_sweep_part *part,
                       uint32_t part_count, const fk_sweep_options *options, fk_sweep **out)
{
    fk_sweep_options chosen = options != NULL ? *options : fk_sweep_options_default();
    sweeper *s = fk_allocate(context, sizeof *s);
    if (s == NULL)
        return FK_ERROR_MEMORY;
    memset(s, 0, sizeof *s);
    s->context = context;
    s->options = &chosen;
    s->bodies = (fk_sweep_bodies){.context = context, .motion = motion, .part = part, .count = part_count};
    fk_status status = set_times(&chosen, &s->bodies) ? FK_OK : FK_ERROR_ARGUMENT;
    s->sweep = status == FK_OK ? fk_allocate(context, sizeof *s->sweep) : NULL;
    if (status == FK_OK && s->sweep == NULL)
        status = FK_ERROR_MEMORY;
    if (status == FK_OK) {
        memset(s->sweep, 0, sizeof *s->sweep);
        s->sweep->from = s->bodies.from;
        s->sweep->to = s->bodies.to;
        status = fk_sweep_bodies_build(&s->bodies, chosen.workers);
        if (status == FK_OK) {
            status = run(s);
            fk_sweep_bodies_free(&s->bodies);
        }
    }
    fk_sweep_pair_free(context, &s->first.pair);
    if (status == FK_OK)
        *out = s->sweep;
    else
        fk_sweep_free(context, s->sweep);
    fk_release(context, s, sizeof *s);
    return status;
}

void fk_sweep_free(fk_context *context, fk_sweep *sweep)
{
    if (sweep == NULL)
        return;
    for (size_t i = 0; i < sweep->pair_count; i++)
        fk_sweep_pair_free(context, (fk_sweep_pair *)(uintptr_t)&sweep->pair[i]);
    fk_release(context, (void *)(uintptr_t)sweep->is_surface, sweep->part_count);
    fk_release(context, (void *)(uintptr_t)sweep->pair, sweep->pair_capacity * sizeof *sweep->pair);
    fk_release(context, (void *)(uintptr_t)sweep->ignored, sweep->ignored_capacity * sizeof *sweep->ignored);
    fk_release(context, sweep, sizeof *sweep);
}
