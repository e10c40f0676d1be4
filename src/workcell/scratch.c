/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scratch memory of a thread, and the exact test of one pair at one configuration.
 *
 * A call takes a scratch that an earlier one has left in the workcell, or makes one. So a single configuration needs no memory, and
 * the caches of pairs go on from call to call. A workcell that has changed makes its scratches out of date: whoever takes one
 * makes a new one instead.
 *
 * The poses of frames are those of fk_motion_pose for a track whose only row is the configuration: the scratch has a copy of
 * the motion with tracks of its own. */

#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "shape/bound.h"
#include "workcell/workcell.h"

/* ---- Making -------------------------------------------------------------------------------------------- */

static uint32_t count_pairs(const fk_workcell *cell, fk_workcell_test *test)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < cell->body_count; a++)
        for (uint32_t b = a + 1; b < cell->body_count && cell->body[a].shape != NULL; b++) {
            if (cell->body[b].shape == NULL || !fk_workcell_counts(cell, a, b))
                continue;
            if (test != NULL) {
                const fk_collider *c = cell->body[a].shape->collider, *d = cell->body[b].shape->collider;
                memset(&test[count], 0, sizeof test[count]);
                test[count].a = a;
                test[count].b = b;
                test[count].has_smooth = c->has_smooth || d->has_smooth;
            }
            count++;
        }
    return count;
}

static size_t round_up(size_t bytes)
{
    return bytes + (16 - bytes % 16) % 16;
}

static void give_rooms(const fk_workcell *cell, fk_workcell_scratch *scratch)
{
    char *room = scratch->room;
    for (uint32_t i = 0; i < cell->body_count; i++) {
        memset(&scratch->body[i], 0, sizeof scratch->body[i]);
        scratch->body[i].room = room;
        if (cell->body[i].shape != NULL)
            room += round_up(cell->body[i].shape->room);
    }
}

static fk_status make_scratch(const fk_workcell *cell, fk_workcell_scratch **out)
{
    fk_context *context = cell->context;
    fk_workcell_scratch *scratch = fk_allocate(context, sizeof *scratch);
    if (scratch == NULL)
        return FK_ERROR_MEMORY;
    const fk_motion *motion = cell->robots->motion;
    *scratch = (fk_workcell_scratch){.context = context,
                                     .version = cell->version,
                                     .body_count = cell->body_count,
                                     .frame_count = motion->frame_count,
                                     .test_count = count_pairs(cell, NULL),
                                     .track_count = motion->track_count,
                                     .motion = *motion};
    for (uint32_t i = 0; i < cell->body_count; i++)
        scratch->room_bytes += cell->body[i].shape != NULL ? round_up(cell->body[i].shape->room) : 0;
    scratch->track = fk_allocate(context, scratch->track_count * sizeof *scratch->track);
    scratch->frame = fk_allocate(context, scratch->frame_count * sizeof *scratch->frame);
    scratch->body = fk_allocate(context, scratch->body_count * sizeof *scratch->body);
    scratch->test = fk_allocate(context, scratch->test_count * sizeof *scratch->test);
    scratch->room = fk_allocate(context, scratch->room_bytes);
    if (scratch->track == NULL || scratch->frame == NULL || scratch->body == NULL || scratch->test == NULL ||
        scratch->room == NULL) {
        fk_workcell_scratch_free(scratch);
        return FK_ERROR_MEMORY;
    }
    count_pairs(cell, scratch->test);
    give_rooms(cell, scratch);
    *out = scratch;
    return FK_OK;
}

void fk_workcell_scratch_free(fk_workcell_scratch *scratch)
{
    if (scratch == NULL)
        return;
    fk_context *context = scratch->context;
    fk_release(context, scratch->track, scratch->track_count * sizeof *scratch->track);
    fk_release(context, scratch->frame, scratch->frame_count * sizeof *scratch->frame);
    fk_release(context, scratch->body, scratch->body_count * sizeof *scratch->body);
    fk_release(context, scratch->test, scratch->test_count * sizeof *scratch->test);
    fk_release(context, scratch->room, scratch->room_bytes);
    fk_release(context, scratch, sizeof *scratch);
}

/* ---- Taking and giving --------------------------------------------------------------------------------- */

static _Atomic(fk_workcell_scratch *) *kept_at(const fk_workcell *cell, int i)
{
    return &((fk_workcell *)(uintptr_t)cell)->kept[i];
}

fk_status fk_workcell_scratch_take(const fk_workcell *cell, fk_workcell_scratch **out)
{
    for (int i = 0; i < FK_WORKCELL_KEPT; i++) {
        if (atomic_load_explicit(kept_at(cell, i), memory_order_relaxed) == NULL)
            continue;
        fk_workcell_scratch *scratch = atomic_exchange_explicit(kept_at(cell, i), NULL, memory_order_acquire);
        if (scratch == NULL)
            continue;
        if (scratch->version == cell->version) {
            *out = scratch;
            return FK_OK;
        }
        fk_workcell_scratch_free(scratch);
    }
    return make_scratch(cell, out);
}

void fk_workcell_scratch_give(const fk_workcell *cell, fk_workcell_scratch *scratch)
{
    for (int i = 0; i < FK_WORKCELL_KEPT; i++) {
        fk_workcell_scratch *none = NULL;
        if (atomic_compare_exchange_strong_explicit(kept_at(cell, i), &none, scratch, memory_order_release,
                                                    memory_order_relaxed))
            return;
    }
    fk_workcell_scratch_free(scratch);
}

/* ---- One configuration --------------------------------------------------------------------------------- */

fk_status fk_workcell_check_values(const fk_workcell *cell, const double *value)
{
    const fk_workcell_robots *robots = cell->robots;
    for (uint32_t i = 0; i < robots->joint_count; i++) {
        if (!fk_is_finite(value[i]))
            return FK_ERROR_NOT_FINITE;
        if (!(value[i] >= robots->limit[i].lo && value[i] <= robots->limit[i].hi))
            return FK_ERROR_ARGUMENT;
    }
    return FK_OK;
}

void fk_workcell_set_values(const fk_workcell *cell, const double *value, fk_workcell_scratch *scratch)
{
    const fk_motion *motion = cell->robots->motion;
    for (uint32_t i = 0; i < scratch->track_count; i++) {
        scratch->track[i] = motion->track[i];
        scratch->track[i].value = value;
        value += motion->track[i].variable_count;
    }
    scratch->motion.track = scratch->track;
    fk_motion_poses(&scratch->motion, 0, scratch->frame);
    for (uint32_t i = 0; i < scratch->body_count; i++)
        scratch->body[i].is_placed = scratch->body[i].has_obb = scratch->body[i].is_prepared = false;
}

static fk_workcell_placed *place_body(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t index)
{
    const fk_workcell_body *body = &cell->body[index];
    fk_workcell_placed *placed = &scratch->body[index];
    if (placed->is_placed)
        return placed;
    placed->placed.collider = body->shape->collider;
    placed->placed.pose = body->pose;
    if (body->frame != FK_NONE)
        placed->placed.pose = fk_pose_multiply_inline(&scratch->frame[body->frame], &body->pose);
    placed->is_placed = true;
    return placed;
}

static const fk_obb *place_obb(fk_workcell_placed *placed)
{
    if (!placed->has_obb)
        placed->obb = fk_collider_obb(&placed->placed);
    placed->has_obb = true;
    return &placed->obb;
}

static const fk_prepared_collider *prepare_body(fk_workcell_placed *placed)
{
    if (!placed->is_prepared)
        fk_collider_prepare(&placed->placed, placed->room, &placed->prepared);
    placed->is_prepared = true;
    return &placed->prepared;
}

/* Where a configuration may place a body too far away, all bodies are checked. */
fk_status fk_workcell_check_places(const fk_workcell *cell, fk_workcell_scratch *scratch)
{
    fk_aabb box;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < cell->body_count && status == FK_OK; i++)
        if (cell->body[i].shape != NULL)
            status = fk_collider_box(&place_body(cell, scratch, i)->placed, &box);
    return status;
}

fk_status fk_workcell_test_pair(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                                uint32_t index, double clearance, fk_decision *out)
{
    fk_workcell_test *test = &scratch->test[index];
    fk_workcell_placed *a = place_body(cell, scratch, test->a), *b = place_body(cell, scratch, test->b);
    if (clearance > 0)
        return fk_prepared_closer(context, prepare_body(a), prepare_body(b), clearance, out);
    *out = FK_NO;
    if (!fk_obb_meets(place_obb(a), place_obb(b)))
        return FK_OK;
    fk_verdict verdict;
    fk_status status = fk_prepared_meets(context, prepare_body(a), prepare_body(b),
                                         test->has_smooth ? NULL : &test->cache, &verdict);
    if (status == FK_OK)
        *out = verdict == FK_UNDECIDED ? FK_UNKNOWN : verdict == FK_APART ? FK_NO : FK_YES;
    return status;
}
