/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The contacts of a step: in one list, those of a pair side by side, pairs in order.
 *
 * How many a pair has is known only when they are found. So they are first put into a room for each pair, which
 * mostly is enough, and then, when all counts are known, copied to their places; those of a pair that has more
 * are found again there. A pair that rests has the contacts of the last step. */

#include <string.h>

#include "base/lists.h"
#include "base/workers.h"
#include "pair/contact/contact.h"
#include "world/world.h"

/* A pair has room for so many at first. */
#define FEW 16u

typedef struct contacts {
    fk_world *world;
    uint32_t max;
    _Atomic bool has_failed;
} contacts;

static fk_status find_contacts(const fk_world *world, const fk_kept_pair *pair, fk_collider_contact *contact,
                               size_t capacity, size_t *total)
{
    uint32_t a = world->active_of[pair->a], b = world->active_of[pair->b];
    if (!fk_pair_is_simple(world, pair))
        return fk_ready_contacts(world->context, &world->ready[a], &world->ready[b], contact, capacity,
                                 total);
    *total = 1;
    if (capacity == 0)
        return FK_OK;
    memset(contact, 0, sizeof *contact);
    fk_contact_known(&world->piece[a], &world->piece[b], (fk_verdict)pair->verdict, &contact->contact);
    return FK_OK;
}

static uint32_t least_u64(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

/* So many contacts there are at most, and not more than a few. */
static uint32_t room_for(const fk_world *world, const fk_kept_pair *pair, uint32_t max)
{
    uint64_t parts = (uint64_t)fk_collider_part_count(world->body[pair->a].collider) *
                     fk_collider_part_count(world->body[pair->b].collider);
    return least_u64(parts, least_u64(max, FEW));
}

static void find_chunk(void *data, uint32_t task)
{
    contacts *c = data;
    fk_world *world = c->world;
    fk_chunk chunk = fk_chunk_of(task, world->job_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        fk_contact_job *job = &world->job[i];
        const fk_kept_pair *pair = &world->next[job->pair];
        if (job->is_known)
            continue;
        fk_collider_contact *room = job->room > 0 ? world->contact_room + job->room_begin : NULL;
        if (find_contacts(world, pair, room, job->room, &job->total) != FK_OK) {
            atomic_store_explicit(&c->has_failed, true, memory_order_relaxed);
            return;
        }
        job->count = least_u64(job->total, c->max);
    }
}

static void fill_chunk(void *data, uint32_t task)
{
    contacts *c = data;
    fk_world *world = c->world;
    fk_chunk chunk = fk_chunk_of(task, world->job_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        const fk_contact_job *job = &world->job[i];
        const fk_kept_pair *pair = &world->next[job->pair];
        fk_collider_contact *to = world->contact_next + job->begin;
        size_t total;
        if (job->count == 0)
            continue;
        if (job->is_known)
            memcpy(to, world->contact + world->slot[pair->slot].contact_begin, job->count * sizeof *to);
        else if (job->count <= job->room)
            memcpy(to, world->contact_room + job->room_begin, job->count * sizeof *to);
        else if (find_contacts(world, pair, to, job->count, &total) != FK_OK)
            atomic_store_explicit(&c->has_failed, true, memory_order_relaxed);
    }
}

/* A job for each pair that meets. Returns how many contacts have to have room. */
static size_t make_jobs(fk_world *world, uint32_t max)
{
    size_t room = 0;
    for (size_t i = 0; i < world->next_count; i++) {
        const fk_kept_pair *pair = &world->next[i];
        if (!fk_verdict_meets((fk_verdict)pair->verdict))
            continue;
        fk_contact_job *job = &world->job[world->job_count++];
        *job = (fk_contact_job){.pair = (uint32_t)i, .room_begin = room};
        job->is_known = pair->is_rested && world->max_contacts > 0;
        if (job->is_known) {
            job->count = world->slot[pair->slot].contact_count;
            job->total = world->slot[pair->slot].contact_total;
        } else {
            job->room = room_for(world, pair, max);
            room += job->room;
        }
    }
    return room;
}

fk_status fk_world_contacts(fk_world *world, uint32_t max, uint32_t *count)
{
    size_t meeting = 0;
    for (size_t i = 0; i < world->next_count; i++)
        meeting += fk_verdict_meets((fk_verdict)world->next[i].verdict);
    if (!FK_WORLD_ROOM(world, job, 0, meeting))
        return FK_ERROR_MEMORY;
    contacts c = {.world = world, .max = max};
    if (!FK_WORLD_ROOM(world, contact_room, 0, make_jobs(world, max)))
        return FK_ERROR_MEMORY;
    fk_workers_run(world->options.workers, fk_chunk_count(world->job_count), find_chunk, &c);
    if (atomic_load_explicit(&c.has_failed, memory_order_relaxed))
        return FK_ERROR_MEMORY;
    uint64_t total = 0;
    for (uint32_t i = 0; i < world->job_count; i++) {
        world->job[i].begin = (uint32_t)total;
        total += world->job[i].count;
    }
    if (total >= FK_NONE || !FK_WORLD_ROOM(world, contact_next, 0, (size_t)total))
        return FK_ERROR_MEMORY;
    fk_workers_run(world->options.workers, fk_chunk_count(world->job_count), fill_chunk, &c);
    *count = (uint32_t)total;
    return atomic_load_explicit(&c.has_failed, memory_order_relaxed) ? FK_ERROR_MEMORY : FK_OK;
}
