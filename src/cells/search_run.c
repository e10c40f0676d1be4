/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Questions, and running a search: each pair of objects whose boxes meet has its own traversal, which can
 * stop and resume.
 *
 * Traversals are independent, so they are the tasks of workers, and the results do not depend on the number
 * of workers. With a time limit all traversals get some tests, then the open ones get twice as many, and so
 * on, so that two objects that take long do not delay all others. When the time is up, each task still
 * continues one traversal, so that repeated calls finish however short the time. */

#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/workers.h"
#include "cells/search.h"

/* ---- The result ---------------------------------------------------------------------------------------- */

/* The result so far, as a list of pairs of objects.
 *
 * Pairs that are proved clear leave the list. Hits stay in the traversals, which keep them sorted; open pairs
 * of nodes are copied and sorted. A traversal that has not begun has its roots open. Without memory for the
 * copies, all open traversals are reported with open roots, which is true as well. */

static const fk_search_open roots = {0, 0};

static void add_work(fk_cell_work *sum, const fk_cell_work *work)
{
    sum->quick_tests += work->quick_tests;
    sum->pair_tests += work->pair_tests;
    sum->boxes += work->boxes;
}

static size_t count_open_pairs(const fk_object_pair *candidate)
{
    return candidate->traversal.open_count + candidate->traversal.deep_count;
}

static void drop_clear_pairs(fk_search *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->candidate_count; i++) {
        fk_object_pair *candidate = &s->candidate[i];
        if (candidate->has_begun && count_open_pairs(candidate) == 0 && candidate->traversal.hit_count == 0) {
            add_work(&s->work, &candidate->traversal.work);
            fk_cells_traversal_end(&candidate->traversal);
        } else {
            s->candidate[kept++] = *candidate;
        }
    }
    s->candidate_count = kept;
}

/* Makes room for all open pairs of nodes, and for sorting the longest list of them. */
static bool reserve_open_lists(fk_search *s)
{
    size_t total = 0, longest = 0;
    for (size_t i = 0; i < s->candidate_count; i++) {
        size_t count = count_open_pairs(&s->candidate[i]);
        total += count;
        longest = count > longest ? count : longest;
    }
    return fk_grow(s->context, &s->open, sizeof *s->open, 0, &s->open_capacity, total) &&
           fk_grow(s->context, &s->key, sizeof *s->key, 0, &s->key_capacity, 2 * longest);
}

/* Lists the open pairs of nodes of a traversal. Returns their number. */
static size_t list_open_nodes(fk_search *s, const fk_cells_traversal *traversal, fk_search_open *open)
{
    size_t count = 0;
    for (size_t i = 0; i < traversal->open_count; i++)
        s->key[count++] = (uint64_t)traversal->open[i].node_a << 32 | traversal->open[i].node_b;
    for (size_t i = 0; i < traversal->deep_count; i++)
        s->key[count++] = (uint64_t)traversal->deep[i].node_a << 32 | traversal->deep[i].node_b;
    fk_sort_u64(s->key, s->key + count, count);
    for (size_t i = 0; i < count; i++)
        open[i] = (fk_search_open){(uint32_t)(s->key[i] >> 32), (uint32_t)s->key[i]};
    return count;
}

static fk_search_pair make_result_pair(const fk_object_pair *candidate)
{
    fk_search_pair pair = {.a = candidate->a, .b = candidate->b, .box = fk_aabb_empty()};
    pair.hit_count = candidate->traversal.hit_count;
    pair.hit = candidate->traversal.hit;
    for (size_t i = 0; i < pair.hit_count; i++)
        pair.box = fk_cells_join_boxes(&pair.box, &pair.hit[i].box);
    return pair;
}

static void count_result_pair(fk_search *s, const fk_search_pair *pair, const fk_cell_work *work)
{
    fk_search_result *result = &s->result;
    result->colliding += pair->hit_count > 0;
    result->open += pair->hit_count == 0;
    result->hit_total += pair->hit_count;
    add_work(&result->work, work);
}

/* Drops pairs that are proved clear, and writes the result. On FK_ERROR_MEMORY the result is right, but open
 * pairs are reported with open roots only. */
static fk_status write_result(fk_search *s)
{
    drop_clear_pairs(s);
    bool has_room = reserve_open_lists(s);
    fk_search_result *result = &s->result;
    *result = (fk_search_result){.pair_total = result->pair_total, .ignored = result->ignored};
    result->work = s->work;
    size_t opened = 0;
    bool is_complete = true;
    for (size_t i = 0; i < s->candidate_count; i++) {
        const fk_object_pair *candidate = &s->candidate[i];
        fk_search_pair *pair = &s->pair[i];
        *pair = make_result_pair(candidate);
        if (!candidate->has_begun || count_open_pairs(candidate) > 0) {
            pair->open = &roots;
            pair->open_count = 1;
            is_complete = false;
        }
        if (candidate->has_begun && count_open_pairs(candidate) > 0 && has_room) {
            pair->open = s->open + opened;
            pair->open_count = list_open_nodes(s, &candidate->traversal, s->open + opened);
            opened += pair->open_count;
        }
        count_result_pair(s, pair, &candidate->traversal.work);
    }
    result->clear = result->pair_total - result->colliding - result->open;
    result->is_complete = is_complete || (s->question.stops_at_any && result->colliding > 0);
    result->pair_count = s->candidate_count;
    result->pair = s->pair;
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

const fk_search_result *fk_search_result_of(const fk_search *search)
{
    return search->is_asked ? &search->result : NULL;
}

/* Tests of each pair of objects in the first round of a search with a time limit. */
#define ROUND 256

/* ---- The question -------------------------------------------------------------------------------------- */

fk_search_question fk_search_question_default(void)
{
    fk_search_question question = {.object = FK_NONE, .wants_boxes = true};
    return question;
}

void fk_search_clear(fk_search *s)
{
    for (size_t i = 0; i < s->candidate_count; i++)
        if (s->candidate[i].has_begun)
            fk_cells_traversal_end(&s->candidate[i].traversal);
    s->candidate_count = 0;
    s->work = (fk_cell_work){0};
    s->result = (fk_search_result){0};
    s->is_asked = false;
}

/* Makes candidate pairs from keys, with nothing known about them. */
static fk_status list_object_pairs(fk_search *s, size_t count)
{
    if (!fk_grow(s->context, &s->candidate, sizeof *s->candidate, 0, &s->candidate_capacity, count) ||
        !fk_grow(s->context, &s->pair, sizeof *s->pair, 0, &s->pair_capacity, count))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        memset(&s->candidate[i], 0, sizeof s->candidate[i]);
        s->candidate[i].a = (uint32_t)(s->key[i] >> 32);
        s->candidate[i].b = (uint32_t)s->key[i];
    }
    s->candidate_count = count;
    return FK_OK;
}

fk_status fk_search_begin(fk_search *search, const fk_search_question *question)
{
    if (question->object != FK_NONE && question->object >= search->object_count)
        return FK_ERROR_ARGUMENT;
    fk_search_question asked = *question;
    fk_search_clear(search);
    fk_scopes_refit(search);
    search->question = asked;
    size_t count = 0;
    fk_context inner, *own = search->context;
    search->context = fk_context_begin(own, asked.cancel, &inner);
    fk_status status = asked.object != FK_NONE ? fk_search_candidates_of_one(search, &count)
                                               : fk_search_candidates_of_all(search, &count);
    if (status == FK_OK)
        status = list_object_pairs(search, count);
    status = fk_context_end(own, search->context, status);
    search->context = own;
    if (status != FK_OK)
        return status;
    search->is_asked = true;
    return write_result(search); /* no traversal has begun, so this needs no memory */
}

/* ---- Running ------------------------------------------------------------------------------------------- */

/* Releases what a finished traversal no longer needs. */
static void release_traversal_stacks(fk_cells_traversal *traversal)
{
    fk_release(traversal->context, traversal->open, traversal->open_capacity * sizeof *traversal->open);
    fk_release(traversal->context, traversal->deep, traversal->deep_capacity * sizeof *traversal->deep);
    traversal->open = traversal->deep = NULL;
    traversal->open_capacity = traversal->deep_capacity = 0;
}

/* Returns whether anything was tested. */
static bool continue_traversal(const fk_search *s, fk_object_pair *candidate,
                               const fk_cells_traversal_limits *limits)
{
    if (!candidate->has_begun) {
        candidate->status = fk_cells_traversal_begin(&candidate->traversal, s->context);
        candidate->has_begun = candidate->status == FK_OK;
    }
    if (!candidate->has_begun || candidate->traversal.open_count + candidate->traversal.deep_count == 0)
        return false;
    uint64_t tests = candidate->traversal.work.pair_tests;
    candidate->status = fk_cells_traversal_run(&candidate->traversal, &s->placed[candidate->a],
                                               &s->placed[candidate->b], limits);
    if (candidate->traversal.open_count + candidate->traversal.deep_count == 0)
        release_traversal_stacks(&candidate->traversal);
    return candidate->traversal.work.pair_tests > tests;
}

typedef struct traversal_work {
    fk_search *search;
    fk_cells_traversal_limits limits;
    size_t begin, end; /* of the pairs */
    size_t chunk;      /* pairs in a task */
} traversal_work;

static void traverse_chunk(void *data, uint32_t index)
{
    const traversal_work *w = data;
    fk_search *s = w->search;
    size_t begin = w->begin + index * w->chunk, end = begin + w->chunk;
    bool is_ahead = false;
    for (size_t i = begin; i < end && i < w->end; i++) {
        s->candidate[i].status = FK_OK;
        if (w->limits.cancel != NULL && fk_cancel_poll(w->limits.cancel))
            continue;
        bool may_stop = is_ahead && w->limits.deadline > 0;
        if (!may_stop || fk_clock_seconds() < w->limits.deadline)
            is_ahead = continue_traversal(s, &s->candidate[i], &w->limits) || is_ahead;
    }
}

/* Several tasks for each worker, so that none waits long for the last one. */
static void traverse_range(fk_search *s, size_t begin, size_t end, const fk_cells_traversal_limits *limits)
{
    const fk_workers *workers = s->question.workers;
    size_t tasks = workers != NULL && workers->count > 0 ? 16 * (size_t)workers->count : 1;
    traversal_work w = {s, *limits, begin, end, (end - begin) / tasks + 1};
    fk_workers_run(workers, (uint32_t)((end - begin + w.chunk - 1) / w.chunk), traverse_chunk, &w);
}

/* Forgets what was found behind the first pair that collides, so that the number of workers does not matter; what earlier
 * calls have done still counts as work. True when there is such a pair. */
static bool forget_after_first(fk_search *s, size_t begin, size_t end)
{
    while (begin < end && s->candidate[begin].traversal.hit_count == 0)
        begin++;
    for (size_t i = begin + 1; begin < end && i < s->candidate_count; i++) {
        fk_object_pair *candidate = &s->candidate[i];
        add_work(&s->work, i < end ? &candidate->work_before : &candidate->traversal.work);
        if (candidate->has_begun)
            fk_cells_traversal_end(&candidate->traversal);
        candidate->has_begun = false;
        candidate->status = FK_OK;
    }
    return begin < end;
}

/* For any hit at all, pairs are traversed in order, some for each worker at once, up to the first that collides. */
static void traverse_all(fk_search *s, const fk_cells_traversal_limits *limits)
{
    size_t count = s->candidate_count, most = count;
    const fk_workers *workers = s->question.workers;
    if (s->question.stops_at_any)
        most = workers != NULL && workers->count > 0 ? 4 * (size_t)workers->count : 1;
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = count - begin < most ? count : begin + most;
        for (size_t i = begin; i < end; i++)
            s->candidate[i].work_before = s->candidate[i].traversal.work;
        traverse_range(s, begin, end, limits);
        if (s->question.stops_at_any && forget_after_first(s, begin, end))
            return;
    }
}

static fk_status first_search_failure(const fk_search *s)
{
    for (size_t i = 0; i < s->candidate_count; i++)
        if (s->candidate[i].status != FK_OK)
            return s->candidate[i].status;
    return FK_OK;
}

/* Returns whether any traversal can continue now. */
static bool has_open_traversal(const fk_search *s)
{
    for (size_t i = 0; i < s->candidate_count; i++)
        if (!s->candidate[i].has_begun || s->candidate[i].traversal.open_count > 0)
            return true;
    return false;
}

static bool is_search_cancelled(const fk_cells_traversal_limits *limits)
{
    return limits->cancel != NULL && fk_cancel_is_set(limits->cancel);
}

/* Returns whether any hit was asked for, and there is one. */
static bool has_asked_hit(const fk_search *s)
{
    for (size_t i = 0; s->question.stops_at_any && i < s->candidate_count; i++)
        if (s->candidate[i].traversal.hit_count > 0)
            return true;
    return false;
}

/* Runs rounds of more and more tests for each pair, until the time is up. */
static void traverse_in_rounds(fk_search *s, fk_cells_traversal_limits limits)
{
    const uint64_t most = limits.tests != 0 ? limits.tests : UINT64_MAX;
    uint64_t given = 0;
    for (uint64_t round = ROUND; given < most; round *= 2) {
        limits.tests = round < most - given ? round : most - given;
        traverse_all(s, &limits);
        given += limits.tests;
        if (!has_open_traversal(s) || first_search_failure(s) != FK_OK || is_search_cancelled(&limits) ||
            fk_clock_seconds() >= limits.deadline || has_asked_hit(s))
            return;
    }
}

/* The flag that cancels a run; or NULL. */
static const fk_cancel *search_flag(const fk_search *search, fk_context *inner)
{
    return fk_context_begin(search->context, search->question.cancel, inner)->polled;
}

fk_status fk_search_run(fk_search *search, const fk_search_budget *budget)
{
    fk_search_budget limit = budget != NULL ? *budget : (fk_search_budget){0};
    if (!search->is_asked || !(limit.seconds >= 0))
        return FK_ERROR_ARGUMENT;
    if (search->result.is_complete)
        return FK_OK;
    fk_context inner;
    fk_cells_traversal_limits limits = {
        .cancel = search_flag(search, &inner),
        .stops_at_hit = search->question.stops_at_hit || search->question.stops_at_any,
        .wants_boxes = search->question.wants_boxes,
        .levels = limit.levels,
        .tests = limit.tests,
        .deadline = limit.seconds > 0 ? fk_clock_seconds() + limit.seconds : 0};
    if (limits.deadline > 0)
        traverse_in_rounds(search, limits);
    else
        traverse_all(search, &limits);
    fk_status status = first_search_failure(search), told = write_result(search);
    if (status == FK_OK && is_search_cancelled(&limits) && !search->result.is_complete)
        status = FK_ERROR_CANCELLED;
    return status != FK_OK ? status : told;
}
