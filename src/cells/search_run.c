/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Asking, and searching on: each pair of objects whose boxes meet has a walk of its own, which stops and goes
 * on.
 *
 * Walks know nothing of each other, so they are the tasks of workers, and what they find does not depend on
 * how many there are. With a time limit all of them get some tests, then those that are open get twice as
 * many, and so on: so that two objects that take long do not keep all others waiting. When the time is up
 * each task still goes on with one of them, so that calling again comes to an end however little the time. */

#include <string.h>

#include "base/lists.h"
#include "base/workers.h"
#include "cells/search.h"

/* ---- What is told -------------------------------------------------------------------------------------- */

/* What is known so far, as a list of pairs of objects.
 *
 * Pairs that are proved clear leave the list of walks. Hits stay where the walks have them, in order; what is
 * open is copied and sorted. A walk that has not begun has its roots open; and where there is no memory for
 * the copies, so it is said of all that are open, which is true, too. */

static const fk_search_open roots = {0, 0};

static void add_work(fk_cell_work *sum, const fk_cell_work *work)
{
    sum->quick_tests += work->quick_tests;
    sum->pair_tests += work->pair_tests;
    sum->boxes += work->boxes;
}

static size_t open_count(const fk_near *near)
{
    return near->walk.open_count + near->walk.deep_count;
}

static void drop_clear(fk_search *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->near_count; i++) {
        fk_near *near = &s->near[i];
        if (near->has_begun && open_count(near) == 0 && near->walk.hit_count == 0) {
            add_work(&s->work, &near->walk.work);
            fk_cells_walk_end(&near->walk);
        } else {
            s->near[kept++] = *near;
        }
    }
    s->near_count = kept;
}

/* Room for all that is open, and for sorting the longest list of it. */
static bool make_room(fk_search *s)
{
    size_t total = 0, longest = 0;
    for (size_t i = 0; i < s->near_count; i++) {
        size_t count = open_count(&s->near[i]);
        total += count;
        longest = count > longest ? count : longest;
    }
    return fk_grow(s->context, &s->open, sizeof *s->open, 0, &s->open_capacity, total) &&
           fk_grow(s->context, &s->key, sizeof *s->key, 0, &s->key_capacity, 2 * longest);
}

/* The list of what is open in a walk; returns how many there are. */
static size_t list_open(fk_search *s, const fk_cells_walk *walk, fk_search_open *open)
{
    size_t count = 0;
    for (size_t i = 0; i < walk->open_count; i++)
        s->key[count++] = (uint64_t)walk->open[i].node_a << 32 | walk->open[i].node_b;
    for (size_t i = 0; i < walk->deep_count; i++)
        s->key[count++] = (uint64_t)walk->deep[i].node_a << 32 | walk->deep[i].node_b;
    fk_sort_u64(s->key, s->key + count, count);
    for (size_t i = 0; i < count; i++)
        open[i] = (fk_search_open){(uint32_t)(s->key[i] >> 32), (uint32_t)s->key[i]};
    return count;
}

static fk_search_pair tell_hits(const fk_near *near)
{
    fk_search_pair pair = {.a = near->a, .b = near->b, .box = fk_aabb_empty()};
    pair.hit_count = near->walk.hit_count;
    pair.hit = near->walk.hit;
    for (size_t i = 0; i < pair.hit_count; i++)
        pair.box = fk_cells_join(&pair.box, &pair.hit[i].box);
    return pair;
}

static void count_pair(fk_search *s, const fk_search_pair *pair, const fk_cell_work *work)
{
    fk_search_result *result = &s->result;
    result->colliding += pair->hit_count > 0;
    result->open += pair->hit_count == 0;
    result->hit_total += pair->hit_count;
    add_work(&result->work, work);
}

/* Drops pairs that were proved clear, and writes the result. FK_ERROR_MEMORY: the result is right, but of
 * what is open it says no more than that the roots are. */
static fk_status tell(fk_search *s)
{
    drop_clear(s);
    bool has_room = make_room(s);
    fk_search_result *result = &s->result;
    *result = (fk_search_result){.pair_total = result->pair_total, .ignored = result->ignored};
    result->work = s->work;
    size_t opened = 0;
    bool is_complete = true;
    for (size_t i = 0; i < s->near_count; i++) {
        const fk_near *near = &s->near[i];
        fk_search_pair *pair = &s->pair[i];
        *pair = tell_hits(near);
        if (!near->has_begun || open_count(near) > 0) {
            pair->open = &roots;
            pair->open_count = 1;
            is_complete = false;
        }
        if (near->has_begun && open_count(near) > 0 && has_room) {
            pair->open = s->open + opened;
            pair->open_count = list_open(s, &near->walk, s->open + opened);
            opened += pair->open_count;
        }
        count_pair(s, pair, &near->walk.work);
    }
    result->clear = result->pair_total - result->colliding - result->open;
    result->is_complete = is_complete;
    result->pair_count = s->near_count;
    result->pair = s->pair;
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

const fk_search_result *fk_search_result_of(const fk_search *search)
{
    return search->is_asked ? &search->result : NULL;
}

/* Tests of each pair of objects in the first round, with a time limit. */
#define ROUND 256

/* ---- The question -------------------------------------------------------------------------------------- */

fk_search_question fk_search_question_default(void)
{
    fk_search_question question = {.object = FK_NONE, .wants_boxes = true};
    return question;
}

void fk_search_forget(fk_search *s)
{
    for (size_t i = 0; i < s->near_count; i++)
        if (s->near[i].has_begun)
            fk_cells_walk_end(&s->near[i].walk);
    s->near_count = 0;
    s->work = (fk_cell_work){0};
    s->result = (fk_search_result){0};
    s->is_asked = false;
}

/* Pairs from keys; nothing is known of them. */
static fk_status list_near(fk_search *s, size_t count)
{
    if (!fk_grow(s->context, &s->near, sizeof *s->near, 0, &s->near_capacity, count) ||
        !fk_grow(s->context, &s->pair, sizeof *s->pair, 0, &s->pair_capacity, count))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        memset(&s->near[i], 0, sizeof s->near[i]);
        s->near[i].a = (uint32_t)(s->key[i] >> 32);
        s->near[i].b = (uint32_t)s->key[i];
    }
    s->near_count = count;
    return FK_OK;
}

fk_status fk_search_begin(fk_search *search, const fk_search_question *question)
{
    if (question->object != FK_NONE && question->object >= search->object_count)
        return FK_ERROR_ARGUMENT;
    fk_search_question asked = *question;
    fk_search_forget(search);
    fk_rooms_refit(search);
    search->question = asked;
    size_t count = 0;
    fk_status status = asked.object != FK_NONE ? fk_near_one(search, &count) : fk_near_all(search, &count);
    if (status == FK_OK)
        status = list_near(search, count);
    if (status != FK_OK)
        return status;
    search->is_asked = true;
    return tell(search); /* no walk has begun: needs no memory */
}

/* ---- Searching on -------------------------------------------------------------------------------------- */

/* What a walk that is at its end needs no more. */
static void release_stacks(fk_cells_walk *walk)
{
    fk_release(walk->context, walk->open, walk->open_capacity * sizeof *walk->open);
    fk_release(walk->context, walk->deep, walk->deep_capacity * sizeof *walk->deep);
    walk->open = walk->deep = NULL;
    walk->open_capacity = walk->deep_capacity = 0;
}

/* True when something was tested. */
static bool walk_on(const fk_search *s, fk_near *near, const fk_walk_orders *orders)
{
    if (!near->has_begun) {
        near->status = fk_cells_walk_begin(&near->walk, s->context);
        near->has_begun = near->status == FK_OK;
    }
    if (!near->has_begun || near->walk.open_count + near->walk.deep_count == 0)
        return false;
    uint64_t tests = near->walk.work.pair_tests;
    near->status = fk_cells_walk_run(&near->walk, &s->placed[near->a], &s->placed[near->b], orders);
    if (near->walk.open_count + near->walk.deep_count == 0)
        release_stacks(&near->walk);
    return near->walk.work.pair_tests > tests;
}

typedef struct work {
    fk_search *search;
    fk_walk_orders orders;
    size_t chunk; /* pairs in a task */
} work;

static void walk_some(void *data, uint32_t index)
{
    const work *w = data;
    fk_search *s = w->search;
    size_t begin = index * w->chunk, end = begin + w->chunk;
    bool is_ahead = false;
    for (size_t i = begin; i < end && i < s->near_count; i++) {
        s->near[i].status = FK_OK;
        bool may_stop = is_ahead && w->orders.deadline > 0;
        if (!may_stop || fk_clock_seconds() < w->orders.deadline)
            is_ahead = walk_on(s, &s->near[i], &w->orders) || is_ahead;
    }
}

/* Some tasks for each worker, so that none waits long for the last one. */
static void walk_all(fk_search *s, const fk_walk_orders *orders)
{
    const fk_workers *workers = s->question.workers;
    size_t tasks = workers != NULL && workers->count > 0 ? 16 * (size_t)workers->count : 1;
    work w = {.search = s, .orders = *orders, .chunk = s->near_count / tasks + 1};
    fk_workers_run(workers, (uint32_t)((s->near_count + w.chunk - 1) / w.chunk), walk_some, &w);
}

static fk_status first_failure(const fk_search *s)
{
    for (size_t i = 0; i < s->near_count; i++)
        if (s->near[i].status != FK_OK)
            return s->near[i].status;
    return FK_OK;
}

/* Whether a walk could go on, now. */
static bool is_going_on(const fk_search *s)
{
    for (size_t i = 0; i < s->near_count; i++)
        if (!s->near[i].has_begun || s->near[i].walk.open_count > 0)
            return true;
    return false;
}

/* In rounds of more and more tests for each pair, until the time is up. */
static void walk_in_rounds(fk_search *s, fk_walk_orders orders)
{
    const uint64_t most = orders.tests != 0 ? orders.tests : UINT64_MAX;
    uint64_t given = 0;
    for (uint64_t round = ROUND; given < most; round *= 2) {
        orders.tests = round < most - given ? round : most - given;
        walk_all(s, &orders);
        given += orders.tests;
        if (!is_going_on(s) || first_failure(s) != FK_OK || fk_clock_seconds() >= orders.deadline)
            return;
    }
}

fk_status fk_search_run(fk_search *search, const fk_search_budget *budget)
{
    fk_search_budget limit = budget != NULL ? *budget : (fk_search_budget){0};
    if (!search->is_asked || !(limit.seconds >= 0))
        return FK_ERROR_ARGUMENT;
    fk_walk_orders orders = {.stops_at_hit = search->question.stops_at_hit,
                             .wants_boxes = search->question.wants_boxes,
                             .levels = limit.levels,
                             .tests = limit.tests,
                             .deadline = limit.seconds > 0 ? fk_clock_seconds() + limit.seconds : 0};
    if (orders.deadline > 0)
        walk_in_rounds(search, orders);
    else
        walk_all(search, &orders);
    fk_status status = first_failure(search), told = tell(search);
    return status != FK_OK ? status : told;
}
