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

fk_status fk_search_ask(fk_search *search, const fk_search_question *question)
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
    return fk_search_tell(search); /* no walk has begun: needs no memory */
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
    fk_status status = first_failure(search), told = fk_search_tell(search);
    return status != FK_OK ? status : told;
}
