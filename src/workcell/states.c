/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which configurations of a workcell are free: batches, in chunks that threads share.
 *
 * All values are checked first. States go to memory of the call, and are copied when nothing can fail any more. */

#include <string.h>

#include "base/context.h"
#include "base/bits.h"
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
} states_call;

static fk_status check_query(const fk_workcell *cell, const fk_workcell_query *query)
{
    uint32_t joints = cell->robots->joint_count;
    if (query->joint_count != joints || !(query->clearance >= 0))
        return FK_ERROR_ARGUMENT;
    if (!fk_is_finite(query->clearance))
        return FK_ERROR_NOT_FINITE;
    return fk_workcell_check_all_values(cell, query->value, query->count);
}

/* ---- One configuration --------------------------------------------------------------------------------- */

/* A configuration that is being tested. */
typedef struct state_task {
    const states_call *call;
    fk_workcell_scratch *scratch;
    const double *value;
    uint32_t lane;
    bool is_far;   /* the filter knows nothing about it */
    bool is_exact; /* the exact path has its values */
    state_result *out;
} state_task;

static void note_answer(state_task *task, uint32_t test, fk_decision collides)
{
    state_result *out = task->out;
    if (collides == FK_NO || (collides == FK_UNKNOWN && out->state == FK_WORKCELL_UNDECIDED))
        return;
    out->state = collides == FK_YES ? FK_WORKCELL_COLLIDES : FK_WORKCELL_UNDECIDED;
    out->a = task->scratch->test[test].a;
    out->b = task->scratch->test[test].b;
}

static void begin_exact(state_task *task)
{
    if (!task->is_exact)
        fk_workcell_set_values(task->call->cell, task->value, task->scratch);
    task->is_exact = true;
}

static fk_status test_exactly(state_task *task, uint32_t index)
{
    fk_workcell_test *test = &task->scratch->test[index];
    fk_decision collides = test->rest;
    fk_status status = FK_OK;
    if (!test->has_rest) {
        begin_exact(task);
        status = fk_workcell_test_pair(task->call->context, task->call->cell, task->scratch, index,
                                       task->call->query->clearance, &collides);
    }
    if (status != FK_OK)
        return status;
    test->has_rest = test->is_at_rest;
    test->rest = collides;
    note_answer(task, index, collides);
    return FK_OK;
}

/* The pairs of a list: first all of them quickly, as one of them may collide; then slowly those that are left; then
 * exactly, the nearest first. *count becomes how many are left. */
static void filter_quickly(state_task *task, uint32_t *list, uint32_t *count)
{
    fk_workcell_scratch *scratch = task->scratch;
    uint32_t left = 0;
    for (uint32_t i = 0; i < *count && task->out->state != FK_WORKCELL_COLLIDES; i++) {
        const fk_filter_pair *pair = &scratch->pair[list[i]];
        fk_decision collides =
            pair->is_known ? fk_filter_test_quickly(&scratch->block, pair, task->lane) : FK_UNKNOWN;
        if (collides == FK_UNKNOWN)
            list[left++] = list[i];
        else
            note_answer(task, list[i], collides);
    }
    *count = left;
}

/* Inserts a test into those that are left, the nearest first. */
static void insert_test(fk_workcell_scratch *scratch, uint32_t *list, uint32_t count, uint32_t test,
                        float rest)
{
    uint32_t at = count;
    for (; at > 0 && scratch->rest[at - 1] > rest; at--) {
        scratch->rest[at] = scratch->rest[at - 1];
        list[at] = list[at - 1];
    }
    scratch->rest[at] = rest;
    list[at] = test;
}

static void filter_slowly(state_task *task, uint32_t *list, uint32_t *count)
{
    fk_workcell_scratch *scratch = task->scratch;
    uint32_t left = 0;
    for (uint32_t i = 0; i < *count && task->out->state != FK_WORKCELL_COLLIDES; i++) {
        const fk_filter_pair *pair = &scratch->pair[list[i]];
        uint32_t test = list[i];
        fk_filter_witness witness = {.has_point = false};
        fk_decision collides =
            pair->is_known ? fk_filter_test_slowly(&scratch->block, pair, task->lane, &witness) : FK_UNKNOWN;
        if (collides == FK_UNKNOWN)
            insert_test(scratch, list, left++, test, witness.square);
        else
            note_answer(task, test, collides);
    }
    *count = left;
}

/* If the first pair is wanted, one after the other. */
static fk_status find_first(state_task *task, const uint32_t *list, uint32_t count)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < count && status == FK_OK && task->out->state != FK_WORKCELL_COLLIDES; i++) {
        uint32_t one = list[i], left = 1;
        if (!task->is_far)
            filter_quickly(task, &one, &left);
        if (!task->is_far)
            filter_slowly(task, &one, &left);
        if (left > 0 && task->out->state != FK_WORKCELL_COLLIDES)
            status = test_exactly(task, one);
    }
    return status;
}

static fk_status find_state(state_task *task, uint32_t *list, uint32_t count)
{
    fk_workcell_scratch *scratch = task->scratch;
    fk_status status = FK_OK;
    *task->out = (state_result){.state = FK_WORKCELL_FREE};
    memset(scratch->block.has, 0, scratch->body_count * sizeof *scratch->block.has);
    if (task->is_far) {
        begin_exact(task);
        status = fk_workcell_check_places(task->call->cell, scratch);
    }
    if (task->call->wants_pair)
        return status == FK_OK ? find_first(task, list, count) : status;
    if (!task->is_far)
        filter_quickly(task, list, &count);
    if (!task->is_far && task->out->state != FK_WORKCELL_COLLIDES)
        filter_slowly(task, list, &count);
    for (uint32_t i = 0; i < count && status == FK_OK && task->out->state != FK_WORKCELL_COLLIDES; i++)
        status = test_exactly(task, list[i]);
    return status;
}

/* ---- Blocks and chunks --------------------------------------------------------------------------------- */

/* For each lane, the tests that may collide. */
static void list_survivors(const fk_workcell_scratch *scratch, uint32_t count[FK_FILTER_LANES])
{
    memset(count, 0, FK_FILTER_LANES * sizeof *count);
    for (uint32_t i = 0; i < scratch->test_count; i++) {
        if (scratch->test[i].has_rest && scratch->test[i].rest == FK_NO)
            continue;
        for (uint32_t near = scratch->block.survivors[i]; near != 0; near &= near - 1) {
            uint32_t lane = fk_lowest_bit(near);
            scratch->list[(size_t)lane * scratch->test_count + count[lane]++] = i;
        }
    }
}

static fk_status find_block(const states_call *call, fk_workcell_scratch *scratch, size_t first,
                            uint32_t count)
{
    uint32_t joints = call->query->joint_count, listed[FK_FILTER_LANES];
    uint32_t all = (uint32_t)(((uint64_t)1 << count) - 1), far = all;
    const double *value = fk_workcell_values_at(call->query->value, first, joints);
    if (scratch->is_sturdy)
        far = fk_filter_survey(&scratch->block, value, joints, count);
    for (uint32_t i = 0; !scratch->is_sturdy && i < scratch->test_count; i++)
        scratch->block.survivors[i] = all;
    list_survivors(scratch, listed);
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < count && status == FK_OK; i++) {
        state_task task = {.call = call,
                           .scratch = scratch,
                           .value = fk_workcell_values_at(value, i, joints),
                           .lane = i,
                           .is_far = far >> i & 1,
                           .out = &call->result[first + i]};
        status = find_state(&task, scratch->list + (size_t)i * scratch->test_count, listed[i]);
    }
    return status;
}

/* Numbers that depend on the clearance. */
static void set_clearance(fk_workcell_scratch *scratch, double clearance)
{
    for (uint32_t i = 0; i < scratch->test_count && clearance != scratch->clearance; i++)
        scratch->test[i].has_rest = false;
    scratch->clearance = clearance;
    scratch->block.clearance = fk_filter_clearance(clearance);
}

static fk_status find_states(void *data, fk_workcell_scratch *scratch, size_t begin, size_t end)
{
    const states_call *call = data;
    uint32_t lanes = fk_filter_lanes();
    fk_status status = FK_OK;
    set_clearance(scratch, call->query->clearance);
    for (size_t i = begin; i < end && status == FK_OK; i += lanes) {
        status = find_block(call, scratch, i, end - i < lanes ? (uint32_t)(end - i) : lanes);
        if (status == FK_OK && fk_context_poll(call->context))
            status = FK_ERROR_MEMORY;
    }
    return status;
}

static void copy_results(const states_call *call, uint8_t *state, fk_workcell_pair *pair)
{
    for (size_t i = 0; i < call->query->count; i++) {
        const state_result *r = &call->result[i];
        state[i] = r->state;
        if (pair != NULL && r->state == FK_WORKCELL_FREE)
            memset(&pair[i], 0, sizeof pair[i]);
        else if (pair != NULL)
            pair[i] = fk_workcell_pair_of(call->cell, r->a, r->b);
    }
}

static fk_status run_states(states_call *call, uint8_t *state, fk_workcell_pair *pair)
{
    state_result few[FEW];
    size_t count = call->query->count, bytes = count > FEW ? count * sizeof *call->result : 0;
    if (count > SIZE_MAX / sizeof *call->result)
        return FK_ERROR_MEMORY;
    call->result = bytes > 0 ? fk_allocate(call->context, bytes) : few;
    if (call->result == NULL)
        return FK_ERROR_MEMORY;
    fk_workcell_batch batch = {.cell = call->cell,
                               .workers = call->query->workers,
                               .count = count,
                               .chunk = CHUNK,
                               .run = find_states,
                               .data = call};
    fk_status status = fk_workcell_run(&batch);
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
    *out = fk_workcell_place_frame(scratch, frame);
    fk_workcell_scratch_give(cell, scratch);
    return FK_OK;
}
