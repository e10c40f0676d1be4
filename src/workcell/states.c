/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which configurations of a workcell are free: batches, in chunks that threads share.
 *
 * All values are checked first. States go to memory of the call, and are copied when nothing can fail any more. */

#include <string.h>

#include "base/context.h"
#include "base/workers.h"
#include "workcell/workcell.h"

/* Configurations of a task. */
#define CHUNK 256

/* Calls with up to so many configurations need no memory for their results. */
#define FEW 16

typedef struct state_result {
    uint8_t state;
    uint32_t a, b; /* indices of the pair, if it is wanted and the state is not free */
} state_result;

typedef struct states_call {
    fk_context *context;
    const fk_workcell *cell;
    const fk_workcell_query *query;
    bool wants_pair;
    state_result *result;
    _Atomic int status; /* the first failure */
} states_call;

static fk_status check_query(const fk_workcell *cell, const fk_workcell_query *query)
{
    uint32_t joints = cell->robots->joint_count;
    if (query->joint_count != joints || !(query->clearance >= 0))
        return FK_ERROR_ARGUMENT;
    if (!fk_is_finite(query->clearance))
        return FK_ERROR_NOT_FINITE;
    for (size_t i = 0; i < query->count; i++) {
        fk_status status = fk_workcell_check_values(cell, query->value + i * joints);
        if (status != FK_OK)
            return status;
    }
    return FK_OK;
}

static fk_status find_state(const states_call *call, fk_workcell_scratch *scratch, const double *value,
                            state_result *out)
{
    *out = (state_result){.state = FK_WORKCELL_FREE};
    fk_workcell_set_values(call->cell, value, scratch);
    fk_status status = fk_workcell_check_places(call->cell, scratch);
    for (uint32_t i = 0; i < scratch->test_count && status == FK_OK; i++) {
        fk_decision collides = FK_NO;
        status =
            fk_workcell_test_pair(call->context, call->cell, scratch, i, call->query->clearance, &collides);
        if (collides == FK_NO || (collides == FK_UNKNOWN && out->state == FK_WORKCELL_UNDECIDED))
            continue;
        out->state = collides == FK_YES ? FK_WORKCELL_COLLIDES : FK_WORKCELL_UNDECIDED;
        out->a = scratch->test[i].a;
        out->b = scratch->test[i].b;
        if (collides == FK_YES)
            break;
    }
    return status;
}

static void run_chunk(void *data, uint32_t index)
{
    states_call *call = data;
    const fk_workcell_query *query = call->query;
    size_t end = ((size_t)index + 1) * CHUNK;
    fk_workcell_scratch *scratch;
    fk_status status = fk_workcell_scratch_take(call->cell, &scratch);
    if (status == FK_OK) {
        for (size_t i = (size_t)index * CHUNK; i < end && i < query->count && status == FK_OK; i++) {
            status = find_state(call, scratch, query->value + i * query->joint_count, &call->result[i]);
            if (status == FK_OK && fk_context_poll(call->context))
                status = FK_ERROR_MEMORY;
        }
        fk_workcell_scratch_give(call->cell, scratch);
    }
    int none = FK_OK;
    if (status != FK_OK)
        atomic_compare_exchange_strong(&call->status, &none, status);
}

static fk_body_id id_of(const fk_workcell *cell, uint32_t index)
{
    return (fk_body_id){index, cell->body[index].generation};
}

static void copy_results(const states_call *call, uint8_t *state, fk_workcell_pair *pair)
{
    for (size_t i = 0; i < call->query->count; i++) {
        const state_result *r = &call->result[i];
        state[i] = r->state;
        if (pair != NULL && r->state == FK_WORKCELL_FREE)
            memset(&pair[i], 0, sizeof pair[i]);
        else if (pair != NULL)
            pair[i] = (fk_workcell_pair){id_of(call->cell, r->a), id_of(call->cell, r->b)};
    }
}

static fk_status run_states(states_call *call, uint8_t *state, fk_workcell_pair *pair)
{
    state_result few[FEW];
    size_t count = call->query->count, tasks = (count + CHUNK - 1) / CHUNK;
    size_t bytes = count > FEW ? count * sizeof *call->result : 0;
    if (tasks > UINT32_MAX)
        return FK_ERROR_MEMORY;
    call->result = bytes > 0 ? fk_allocate(call->context, bytes) : few;
    if (call->result == NULL)
        return FK_ERROR_MEMORY;
    fk_workers_run(call->query->workers, (uint32_t)tasks, run_chunk, call);
    fk_status status = (fk_status)atomic_load(&call->status);
    if (status == FK_OK)
        copy_results(call, state, pair);
    if (bytes > 0)
        fk_release(call->context, call->result, bytes);
    return status;
}

fk_status fk_workcell_states(const fk_workcell *cell, const fk_workcell_query *query, uint8_t *state,
                             fk_workcell_pair *pair)
{
    fk_context inner, *context = fk_context_begin(cell->context, query->cancel, &inner);
    states_call call = {.context = context, .cell = cell, .query = query, .wants_pair = pair != NULL};
    atomic_init(&call.status, FK_OK);
    fk_status status = check_query(cell, query);
    if (status == FK_OK)
        status = run_states(&call, state, pair);
    return fk_context_end(cell->context, context, status);
}

fk_status fk_workcell_frame_pose(const fk_workcell *cell, uint32_t frame, const double *value,
                                 uint32_t joint_count, fk_pose *out)
{
    if (joint_count != cell->robots->joint_count || !fk_motion_has_frame(cell->robots->motion, frame))
        return FK_ERROR_ARGUMENT;
    fk_status status = fk_workcell_check_values(cell, value);
    if (status != FK_OK)
        return status;
    fk_workcell_scratch *scratch;
    status = fk_workcell_scratch_take(cell, &scratch);
    if (status != FK_OK)
        return status;
    fk_workcell_set_values(cell, value, scratch);
    *out = frame == FK_NONE ? fk_pose_identity() : scratch->frame[frame];
    fk_workcell_scratch_give(cell, scratch);
    return FK_OK;
}
