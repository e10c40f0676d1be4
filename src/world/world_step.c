/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A step of a world: broad phase, mid phase, narrow phase, contacts, events.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, sections 3.2 and 7.1. What may fail comes first; only
 * then what the last step left is replaced, so that one that runs out of memory changes nothing. Where nothing has
 * changed since the last step, and its result tells of no change, that is the result again. */

#include <assert.h>

#include "base/lists.h"
#include "world/world.h"

/* ---- Events -------------------------------------------------------------------------------------------- */

static bool has_event(const fk_kept_pair *pair)
{
    return fk_verdict_meets((fk_verdict)pair->verdict) || fk_verdict_meets((fk_verdict)pair->before);
}

static bool is_undecided(const fk_kept_pair *pair)
{
    return pair->slot != FK_NONE && pair->verdict == FK_UNDECIDED;
}

static fk_world_pair make_event(const fk_kept_pair *pair, fk_verdict now, fk_verdict before)
{
    fk_world_pair event = {
        {pair->a, pair->generation_a}, {pair->b, pair->generation_b}, FK_PAIR_END, FK_APART, 0, 0, 0};
    if (fk_verdict_meets(now)) {
        event.event = fk_verdict_meets(before) ? FK_PAIR_STAY : FK_PAIR_BEGIN;
        event.verdict = now;
    }
    return event;
}

/* Room for all events. */
static fk_status make_room(fk_world *world)
{
    size_t events = 0, undecided = 0;
    for (size_t i = 0; i < world->next_count; i++) {
        events += has_event(&world->next[i]);
        undecided += is_undecided(&world->next[i]);
    }
    for (size_t i = 0; i < world->gone_count; i++)
        events += fk_verdict_meets((fk_verdict)world->gone[i].verdict);
    bool has_room = FK_WORLD_ROOM(world, event, 0, events) && FK_WORLD_ROOM(world, undecided, 0, undecided);
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

static bool is_not_after(const fk_kept_pair *a, const fk_kept_pair *b)
{
    return a->a < b->a || (a->a == b->a && a->b <= b->b);
}

/* Of the next pair. Those that meet have their contacts in the next job, where there are any. */
static void tell_pair(fk_world *world, const fk_kept_pair *pair, uint32_t *job)
{
    fk_world_step_result *result = &world->result;
    fk_verdict now = (fk_verdict)pair->verdict, before = (fk_verdict)pair->before;
    if (is_undecided(pair)) {
        world->undecided[result->undecided_count] = make_event(pair, now, before);
        world->undecided[result->undecided_count++].verdict = FK_UNDECIDED;
    }
    if (!has_event(pair))
        return;
    fk_world_pair *event = &world->event[result->pair_count++];
    *event = make_event(pair, now, before);
    if (*job == world->job_count || event->event == FK_PAIR_END)
        return;
    const fk_contact_job *contacts = &world->job[(*job)++];
    event->contact_begin = contacts->begin;
    event->contact_count = contacts->count;
    event->contact_total = contacts->total;
    fk_pair_slot *slot = &world->slot[pair->slot];
    slot->contact_begin = contacts->begin;
    slot->contact_count = contacts->count;
    slot->contact_total = contacts->total;
}

/* Walks along the pairs, and those that are gone. */
static void tell_all(fk_world *world)
{
    size_t at = 0;
    uint32_t job = 0;
    world->result.pair_count = world->result.undecided_count = 0;
    for (size_t i = 0; i <= world->next_count; i++) {
        for (; at < world->gone_count &&
               (i == world->next_count || is_not_after(&world->gone[at], &world->next[i]));
             at++)
            if (fk_verdict_meets((fk_verdict)world->gone[at].verdict))
                world->event[world->result.pair_count++] = make_event(&world->gone[at], FK_APART, FK_APART);
        if (i < world->next_count)
            tell_pair(world, &world->next[i], &job);
    }
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* Nothing has changed: what began stays, and what has ended is over. */
static void rest(fk_world *world)
{
    fk_world_step_result *result = &world->result;
    if (!world->is_settled) {
        size_t left = 0;
        for (size_t i = 0; i < result->pair_count; i++)
            if (world->event[i].event != FK_PAIR_END) {
                world->event[left] = world->event[i];
                world->event[left++].event = FK_PAIR_STAY;
            }
        result->pair_count = left;
        world->is_settled = true;
    }
    fk_world_work *work = &result->work;
    uint64_t tested = work->broad_pairs - work->filtered;
    *work = (fk_world_work){.bodies = world->live_count,
                            .broad_pairs = work->broad_pairs,
                            .filtered = work->filtered,
                            .rested = tested};
}

/* All that may fail. */
static fk_status find_all(fk_world *world, const fk_step_options *options, fk_world_work *work,
                          uint32_t *contact_count)
{
    double begin = fk_clock_seconds();
    fk_status status = fk_world_match(world, work);
    double time = fk_clock_seconds();
    work->seconds[0] = time - begin;
    if (status == FK_OK)
        status = fk_world_narrow(world, options->wants_contacts, &time, work);
    if (status == FK_OK && options->wants_contacts)
        status = fk_world_contacts(world, options->max_contacts, contact_count);
    if (status == FK_OK)
        status = make_room(world);
    work->seconds[3] = fk_clock_seconds() - time;
    return status;
}

/* What cannot fail: what was found becomes what is. */
static void commit(fk_world *world, const fk_step_options *options, const fk_world_work *work,
                   uint32_t contact_count)
{
    tell_all(world);
    fk_world_pairs_commit(world);
    fk_collider_contact *contact = world->contact;
    size_t capacity = world->contact_capacity;
    world->contact = world->contact_next;
    world->contact_capacity = world->contact_next_capacity;
    world->contact_next = contact;
    world->contact_next_capacity = capacity;
    world->max_contacts = options->wants_contacts ? options->max_contacts : 0;
    fk_world_step_result *result = &world->result;
    result->pair = world->event;
    result->contact = world->contact;
    result->contact_count = contact_count;
    result->undecided = world->undecided;
    result->work = *work;
    for (uint32_t i = 0; i < world->index_count; i++)
        world->flag[i] &= FK_BODY_LASTING;
    world->moved_count = 0;
    world->has_changed = world->is_settled = false;
    world->is_current = true;
}

/* Contacts that are known are of no use where others are wanted. */
static bool wants_same_contacts(const fk_world *world, const fk_step_options *options)
{
    return (options->wants_contacts ? options->max_contacts : 0) == world->max_contacts;
}

fk_status fk_world_step(fk_world *world, const fk_step_options *options, const fk_world_step_result **out)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    fk_step_options chosen = options != NULL ? *options : fk_step_options_default();
    bool is_same = wants_same_contacts(world, &chosen);
    if (world->is_current && !world->has_changed && is_same &&
        (!chosen.wants_contacts || chosen.max_contacts > 0)) {
        rest(world);
        *out = &world->result;
        return FK_OK;
    }
    world->is_current = false;
    if (!is_same)
        world->max_contacts = 0;
    world->active_count = world->job_count = 0;
    fk_world_work work = {.bodies = world->live_count, .moved = world->moved_count};
    uint32_t contact_count = 0;
    fk_status status = find_all(world, &chosen, &work, &contact_count);
    for (uint32_t i = 0; i < world->active_count; i++)
        world->active_of[world->active[i].body] = FK_NONE;
    if (status != FK_OK) {
        fk_world_pairs_undo(world);
        return status;
    }
    commit(world, &chosen, &work, contact_count);
    assert(fk_world_is_sound(world));
    *out = &world->result;
    return FK_OK;
}
