/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A step of a world: broad phase, mid phase, narrow phase, contacts, events.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, sections 3.2 and 7.1. Everything that may fail
 * comes first; only then does the step replace the state of the last one, so a step without memory changes
 * nothing. If nothing has changed since the last step, its result is repeated, with begins turned into stays
 * and without ends.
 *
 * The pairs of the broad phase and those of the last step are both sorted and are merged. A pair in both
 * keeps its slot, with the cache of its last verdict; if neither body has moved, it keeps its verdict too.
 * Filtered pairs are in the list as well, so that filters are evaluated again only after a change. New pairs
 * take slots from the end of the free list; pairs that are gone return theirs only after the step has
 * succeeded.
 *
 * Weak inputs: 2^32 pairs or more are reported as a lack of memory. */

#include <assert.h>
#include <string.h>

#include "base/lists.h"
#include "world/world.h"

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Returns a slot for a new pair; FK_NONE without memory. */
static uint32_t allocate_pair_slot(fk_world *world)
{
    uint32_t slot;
    if (world->free_count > 0) {
        slot = world->free_slot[--world->free_count];
    } else {
        size_t used = world->slot_count;
        if (!FK_WORLD_RESERVE(world, slot, used, used + 1) ||
            !FK_WORLD_RESERVE(world, free_slot, used, world->slot_capacity))
            return FK_NONE;
        slot = world->slot_count++;
    }
    memset(&world->slot[slot], 0, sizeof world->slot[slot]);
    return slot;
}

static void drop_kept_pair(fk_world *world, const fk_kept_pair *pair)
{
    if (pair->slot != FK_NONE)
        world->gone[world->gone_count++] = *pair;
}

static bool is_pair_before(const fk_kept_pair *pair, const fk_index_pair *other)
{
    return pair->a < other->a || (pair->a == other->a && pair->b < other->b);
}

/* Returns the kept pair of these bodies, or NULL. Kept pairs before it are gone. */
static const fk_kept_pair *find_kept_pair(fk_world *world, const fk_index_pair *pair, uint8_t flags,
                                          size_t *at)
{
    while (*at < world->kept_count && is_pair_before(&world->kept[*at], pair))
        drop_kept_pair(world, &world->kept[(*at)++]);
    if (*at == world->kept_count || world->kept[*at].a != pair->a || world->kept[*at].b != pair->b)
        return NULL;
    const fk_kept_pair *kept = &world->kept[(*at)++];
    if ((flags & FK_BODY_NEW) == 0)
        return kept;
    /* It belonged to an earlier body with this index. */
    drop_kept_pair(world, kept);
    return NULL;
}

/* Adds a pair of the broad phase to next. False without memory. */
static bool add_next_pair(fk_world *world, const fk_index_pair *pair, size_t *at)
{
    uint8_t flags = world->flag[pair->a] | world->flag[pair->b];
    const fk_kept_pair *kept = find_kept_pair(world, pair, flags, at);
    bool was_tested = kept != NULL && kept->slot != FK_NONE, is_tested = was_tested;
    if (kept == NULL || (flags & FK_BODY_FILTER) != 0)
        is_tested = fk_world_should_test(world, pair->a, pair->b);
    fk_kept_pair *next = &world->next[world->next_count];
    if (kept != NULL && is_tested == was_tested) {
        *next = *kept;
        next->before = kept->verdict;
        next->is_rested = (flags & FK_BODY_MOVED) == 0;
    } else {
        if (kept != NULL)
            drop_kept_pair(world, kept);
        uint32_t slot = is_tested ? allocate_pair_slot(world) : FK_NONE;
        if (is_tested && slot == FK_NONE)
            return false;
        *next = (fk_kept_pair){pair->a,
                               pair->b,
                               world->body[pair->a].generation,
                               world->body[pair->b].generation,
                               slot,
                               FK_APART,
                               FK_APART,
                               false};
    }
    if (is_tested && !next->is_rested)
        world->work[world->work_count++] = (uint32_t)world->next_count;
    world->next_count++;
    return true;
}

/* Builds next, gone and work. */
static fk_status match_pairs(fk_world *world, fk_world_work *work)
{
    const fk_index_pair *pair;
    size_t count;
    fk_status status = fk_broad_pairs(world->broad, world->options.workers, &pair, &count);
    if (status != FK_OK)
        return status;
    world->next_count = world->gone_count = 0;
    world->work_count = 0;
    if (count >= FK_NONE || !FK_WORLD_RESERVE(world, next, 0, count) ||
        !FK_WORLD_RESERVE(world, work, 0, count) || !FK_WORLD_RESERVE(world, gone, 0, world->kept_count))
        return FK_ERROR_MEMORY;
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
        if (!add_next_pair(world, &pair[i], &at))
            return FK_ERROR_MEMORY;
    while (at < world->kept_count)
        drop_kept_pair(world, &world->kept[at++]);
    work->broad_pairs = count;
    for (size_t i = 0; i < count; i++)
        work->filtered += world->next[i].slot == FK_NONE;
    work->rested = count - work->filtered - world->work_count;
    return FK_OK;
}

/* Makes next the kept pairs, and frees the slots of those that are gone. */
static void commit_pairs(fk_world *world)
{
    for (size_t i = 0; i < world->gone_count; i++)
        world->free_slot[world->free_count++] = world->gone[i].slot;
    fk_kept_pair *kept = world->kept;
    size_t capacity = world->kept_capacity;
    world->kept = world->next;
    world->kept_capacity = world->next_capacity;
    world->kept_count = world->next_count;
    world->next = kept;
    world->next_capacity = capacity;
    world->next_count = world->gone_count = 0;
}

/* ---- Events -------------------------------------------------------------------------------------------- */

static bool has_event(const fk_kept_pair *pair)
{
    return fk_verdict_meets((fk_verdict)pair->verdict) || fk_verdict_meets((fk_verdict)pair->before);
}

static bool is_pair_undecided(const fk_kept_pair *pair)
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

/* Makes room for all events. */
static fk_status reserve_events(fk_world *world)
{
    size_t events = 0, undecided = 0;
    for (size_t i = 0; i < world->next_count; i++) {
        events += has_event(&world->next[i]);
        undecided += is_pair_undecided(&world->next[i]);
    }
    for (size_t i = 0; i < world->gone_count; i++)
        events += fk_verdict_meets((fk_verdict)world->gone[i].verdict);
    bool has_room =
        FK_WORLD_RESERVE(world, event, 0, events) && FK_WORLD_RESERVE(world, undecided, 0, undecided);
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

static bool is_pair_not_after(const fk_kept_pair *a, const fk_kept_pair *b)
{
    return a->a < b->a || (a->a == b->a && a->b <= b->b);
}

/* Writes the events of a pair of next. If contacts were computed, a pair that meets has its contacts in the
 * next job. */
static void write_pair_event(fk_world *world, const fk_kept_pair *pair, uint32_t *job)
{
    fk_world_step_result *result = &world->result;
    fk_verdict now = (fk_verdict)pair->verdict, before = (fk_verdict)pair->before;
    if (is_pair_undecided(pair)) {
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

/* Merges the pairs of next with those that are gone. */
static void write_events(fk_world *world)
{
    size_t at = 0;
    uint32_t job = 0;
    world->result.pair_count = world->result.undecided_count = 0;
    for (size_t i = 0; i <= world->next_count; i++) {
        for (; at < world->gone_count &&
               (i == world->next_count || is_pair_not_after(&world->gone[at], &world->next[i]));
             at++)
            if (fk_verdict_meets((fk_verdict)world->gone[at].verdict))
                world->event[world->result.pair_count++] = make_event(&world->gone[at], FK_APART, FK_APART);
        if (i < world->next_count)
            write_pair_event(world, &world->next[i], &job);
    }
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

/* Repeats the last result when nothing has changed: begins become stays, and ends are dropped. */
static void repeat_result(fk_world *world)
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

/* Everything that may fail. */
static fk_status compute_step(fk_world *world, const fk_step_options *options, fk_world_work *work,
                              uint32_t *contact_count)
{
    double begin = fk_clock_seconds();
    fk_status status = match_pairs(world, work);
    double time = fk_clock_seconds();
    work->seconds[0] = time - begin;
    if (status == FK_OK)
        status = fk_world_find_verdicts(world, options->wants_contacts, &time, work);
    if (status == FK_OK && options->wants_contacts)
        status = fk_world_find_contacts(world, options->max_contacts, contact_count);
    if (status == FK_OK)
        status = reserve_events(world);
    work->seconds[3] = fk_clock_seconds() - time;
    return status;
}

/* Everything that cannot fail: replaces the state of the last step. */
static void commit_step(fk_world *world, const fk_step_options *options, const fk_world_work *work,
                        uint32_t contact_count)
{
    write_events(world);
    commit_pairs(world);
    fk_collider_contact *contact = world->contact;
    size_t capacity = world->contact_capacity;
    world->contact = world->contact_next;
    world->contact_capacity = world->contact_next_capacity;
    world->contact_next = contact;
    world->contact_next_capacity = capacity;
    world->max_contacts = options->max_contacts;
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

fk_status fk_world_step(fk_world *world, const fk_step_options *options, const fk_world_step_result **out)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    fk_step_options chosen = options != NULL ? *options : fk_step_options_default();
    if (!chosen.wants_contacts)
        chosen.max_contacts = 0;
    /* Known contacts are useless if a different number is wanted. */
    bool is_same = chosen.max_contacts == world->max_contacts;
    if (world->is_current && !world->has_changed && is_same &&
        (!chosen.wants_contacts || chosen.max_contacts > 0)) {
        repeat_result(world);
        *out = &world->result;
        return FK_OK;
    }
    world->is_current = false;
    if (!is_same)
        world->max_contacts = 0;
    world->active_count = world->job_count = 0;
    fk_world_work work = {.bodies = world->live_count, .moved = world->moved_count};
    uint32_t contact_count = 0, free_before = world->free_count, slot_before = world->slot_count;
    fk_status status = compute_step(world, &chosen, &work, &contact_count);
    for (uint32_t i = 0; i < world->active_count; i++)
        world->active_of[world->active[i].body] = FK_NONE;
    if (status != FK_OK) {
        world->free_count = free_before;
        world->slot_count = slot_before;
        return status;
    }
    commit_step(world, &chosen, &work, contact_count);
    assert(fk_world_is_sound(world));
    *out = &world->result;
    return FK_OK;
}
