/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which edges of a workcell are free: batches, in chunks that threads share.
 *
 * All pairs are searched up to the first known contact of the pairs before, so the result is the first of all. All values are
 * checked first; results go to memory of the call, and are copied when nothing can fail any more. */

#include <string.h>

#include "base/context.h"
#include "base/workers.h"
#include "workcell/edges.h"

/* Edges of a task. */
#define EDGE_CHUNK 4

typedef struct edges_call {
    fk_context *context;
    const fk_workcell *cell;
    const fk_workcell_edge_query *query;
    fk_workcell_edge *result;
    _Atomic int status; /* the first failure */
} edges_call;

/* ---- One edge ------------------------------------------------------------------------------------------ */

/* Bodies with the same poses in all states. */
static fk_status test_still_pair(fk_edge *edge, uint32_t pair)
{
    fk_decision collides;
    fk_status status = fk_edge_test_state(edge, pair, 0, &collides);
    if (status != FK_OK || collides == FK_NO)
        return status;
    fk_edge_note_open(edge, pair, 0, collides == FK_YES ? 0 : 1);
    if (collides == FK_YES)
        fk_edge_note_contact(edge, pair, 0);
    return FK_OK;
}

static fk_status search_edge(fk_edge *edge)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < edge->scratch->test_count && status == FK_OK; i++) {
        const fk_workcell_test *test = &edge->scratch->test[i];
        if (!edge->body[test->a].moves && !edge->body[test->b].moves)
            status = test_still_pair(edge, i);
        else
            status = fk_edge_search_pair(edge, i, 0, edge->end);
    }
    return status;
}

static void set_result(const fk_edge *edge, fk_workcell_edge *out)
{
    memset(out, 0, sizeof *out);
    out->state = edge->collides  ? FK_WORKCELL_COLLIDES
                 : edge->is_open ? FK_WORKCELL_UNDECIDED
                                 : FK_WORKCELL_FREE;
    out->contact.hi = edge->collides ? edge->end : edge->open_end;
    out->contact.lo = fk_smaller(edge->open, out->contact.hi);
    out->valid = out->contact.lo > 0 ? out->contact.lo : -1;
    if (out->state == FK_WORKCELL_FREE)
        return;
    const fk_workcell_test *test = &edge->scratch->test[edge->collides ? edge->end_pair : edge->open_pair];
    out->pair.a = (fk_body_id){test->a, edge->cell->body[test->a].generation};
    out->pair.b = (fk_body_id){test->b, edge->cell->body[test->b].generation};
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

static fk_status find_edge(const edges_call *call, fk_edge *edge, size_t index)
{
    const fk_workcell_edge_query *query = call->query;
    const double *from = query->from + index * query->joint_count,
                 *to = query->to + index * query->joint_count;
    edge->tests_left = query->max_tests > 0 ? query->max_tests : 10 * 1000 * 1000;
    fk_edge_set(edge, from, to);
    fk_workcell_set_values(call->cell, from, edge->scratch);
    fk_status status = fk_workcell_check_far_places(call->cell, from, edge->scratch);
    fk_workcell_set_values(call->cell, to, edge->scratch);
    if (status == FK_OK)
        status = fk_workcell_check_far_places(call->cell, to, edge->scratch);
    if (status == FK_OK)
        status = search_edge(edge);
    if (status == FK_OK)
        set_result(edge, &call->result[index]);
    return status;
}

static fk_status run_edges(const edges_call *call, fk_workcell_scratch *scratch, size_t begin, size_t end)
{
    fk_edge edge;
    fk_status status = fk_edge_make(call->context, call->cell, scratch, &edge);
    edge.clearance = call->query->clearance;
    edge.tolerance = call->query->tolerance;
    for (size_t i = begin; i < end && status == FK_OK; i++) {
        status = find_edge(call, &edge, i);
        if (status == FK_OK && fk_context_poll(call->context))
            status = FK_ERROR_MEMORY;
    }
    fk_edge_end(&edge);
    return status;
}

static void run_edge_chunk(void *data, uint32_t index)
{
    edges_call *call = data;
    size_t begin = (size_t)index * EDGE_CHUNK, end = begin + EDGE_CHUNK;
    fk_workcell_scratch *scratch;
    fk_status status = fk_workcell_scratch_take(call->cell, &scratch);
    if (status == FK_OK) {
        status = run_edges(call, scratch, begin, end < call->query->count ? end : call->query->count);
        fk_workcell_scratch_give(call->cell, scratch);
    }
    int none = FK_OK;
    if (status != FK_OK)
        atomic_compare_exchange_strong(&call->status, &none, status);
}

static fk_status check_edge_query(const fk_workcell *cell, const fk_workcell_edge_query *query)
{
    uint32_t joints = cell->robots->joint_count;
    if (query->joint_count != joints || !(query->clearance >= 0) || !(query->tolerance >= 0))
        return FK_ERROR_ARGUMENT;
    if (!fk_is_finite(query->clearance) || !fk_is_finite(query->tolerance))
        return FK_ERROR_NOT_FINITE;
    fk_status status = fk_workcell_check_all_values(cell, query->from, query->count);
    return status == FK_OK ? fk_workcell_check_all_values(cell, query->to, query->count) : status;
}

static fk_status run_all_edges(edges_call *call, fk_workcell_edge *out)
{
    size_t count = call->query->count, tasks = (count + EDGE_CHUNK - 1) / EDGE_CHUNK;
    if (tasks > UINT32_MAX || count > SIZE_MAX / sizeof *out)
        return FK_ERROR_MEMORY;
    call->result = fk_allocate(call->context, count * sizeof *out);
    if (call->result == NULL)
        return FK_ERROR_MEMORY;
    fk_workers_run(call->query->workers, (uint32_t)tasks, run_edge_chunk, call);
    fk_status status = (fk_status)atomic_load(&call->status);
    if (status == FK_OK && count > 0)
        memcpy(out, call->result, count * sizeof *out);
    fk_release(call->context, call->result, count * sizeof *out);
    return status;
}

fk_status fk_workcell_edges(const fk_workcell *cell, const fk_workcell_edge_query *query,
                            fk_workcell_edge *out)
{
    fk_context inner, *context = fk_context_begin(cell->context, query->cancel, &inner);
    edges_call call = {.context = context, .cell = cell, .query = query};
    atomic_init(&call.status, FK_OK);
    fk_status status = check_edge_query(cell, query);
    if (status == FK_OK)
        status = run_all_edges(&call, out);
    return fk_context_end(cell->context, context, status);
}
