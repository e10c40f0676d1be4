/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which edges of a workcell are free: batches, in chunks that threads share.
 *
 * First all begins are tested as states. All values are checked before; results go to memory of the call, and are copied when
 * nothing can fail any more. */

#include <string.h>

#include "base/context.h"
#include "workcell/edges.h"

/* Edges of a task. */
#define EDGE_CHUNK 16

typedef struct edges_call {
    fk_context *context;
    const fk_workcell *cell;
    const fk_workcell_edge_query *query;
    uint8_t *state; /* of the begins, with a pair */
    fk_workcell_pair *pair;
    fk_workcell_edge *result;
} edges_call;

/* ---- One edge ------------------------------------------------------------------------------------------ */

/* Notes what is known of the first state: true if that suffices. A pair that does not move keeps what it is. */
static bool note_first_state(fk_edge *edge, fk_workcell_state state, const fk_workcell_pair *pair)
{
    for (uint32_t i = 0; i < edge->scratch->test_count && state != FK_WORKCELL_FREE; i++) {
        const fk_workcell_test *test = &edge->scratch->test[i];
        if (test->a != pair->a.index || test->b != pair->b.index)
            continue;
        fk_edge_note_open(edge, i, 0, state == FK_WORKCELL_COLLIDES || edge->pair[i].moves ? 0 : 1);
        if (state == FK_WORKCELL_COLLIDES)
            fk_edge_note_contact(edge, i, 0);
    }
    return state == FK_WORKCELL_COLLIDES;
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
    out->pair = fk_workcell_pair_of(edge->cell, test->a, test->b);
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

static fk_status find_edge(const edges_call *call, fk_edge *edge, size_t index)
{
    const fk_workcell_edge_query *query = call->query;
    const double *from = fk_workcell_values_at(query->from, index, query->joint_count),
                 *to = fk_workcell_values_at(query->to, index, query->joint_count);
    edge->tests_left = query->max_tests > 0 ? query->max_tests : 10 * 1000 * 1000;
    fk_edge_set(edge, from, to);
    fk_workcell_set_values(call->cell, to, edge->scratch);
    fk_status status = fk_workcell_check_far_places(call->cell, to, edge->scratch);
    if (status == FK_OK && !note_first_state(edge, call->state[index], &call->pair[index]))
        status = fk_edge_search(edge);
    if (status == FK_OK)
        set_result(edge, &call->result[index]);
    return status;
}

static fk_status find_edges(void *data, fk_workcell_scratch *scratch, size_t begin, size_t end)
{
    const edges_call *call = data;
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

/* All but what fk_workcell_states checks. */
static fk_status check_edge_query(const fk_workcell *cell, const fk_workcell_edge_query *query)
{
    if (query->joint_count != cell->robots->joint_count || !(query->tolerance >= 0))
        return FK_ERROR_ARGUMENT;
    if (!fk_is_finite(query->tolerance))
        return FK_ERROR_NOT_FINITE;
    return fk_workcell_check_all_values(cell, query->to, query->count);
}

/* The states of all begins, by fk_workcell_states. */
static fk_status find_first_states(edges_call *call)
{
    const fk_workcell_edge_query *query = call->query;
    fk_workcell_query first = {.value = query->from,
                               .joint_count = query->joint_count,
                               .count = query->count,
                               .clearance = query->clearance,
                               .workers = query->workers,
                               .cancel = query->cancel};
    return fk_workcell_states(call->cell, &first, call->state, call->pair);
}

static fk_status run_edges(edges_call *call, fk_workcell_edge *out)
{
    size_t count = call->query->count;
    size_t bytes = sizeof *call->result + sizeof *call->pair + sizeof *call->state;
    if (count > SIZE_MAX / bytes)
        return FK_ERROR_MEMORY;
    call->result = fk_allocate(call->context, count * bytes);
    if (call->result == NULL)
        return FK_ERROR_MEMORY;
    call->pair = (fk_workcell_pair *)(call->result + count);
    call->state = (uint8_t *)(call->pair + count);
    fk_workcell_batch batch = {.cell = call->cell,
                               .workers = call->query->workers,
                               .count = count,
                               .chunk = EDGE_CHUNK,
                               .run = find_edges,
                               .data = call};
    fk_status status = find_first_states(call);
    if (status == FK_OK)
        status = fk_workcell_run(&batch);
    if (status == FK_OK && count > 0)
        memcpy(out, call->result, count * sizeof *out);
    fk_release(call->context, call->result, count * bytes);
    return status;
}

fk_status fk_workcell_edges(const fk_workcell *cell, const fk_workcell_edge_query *query,
                            fk_workcell_edge *out)
{
    fk_context inner, *context = fk_context_begin(cell->context, query->cancel, &inner);
    edges_call call = {.context = context, .cell = cell, .query = query};
    fk_status status = check_edge_query(cell, query);
    if (status == FK_OK)
        status = run_edges(&call, out);
    return fk_context_end(cell->context, context, status);
}
