/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The mid phase and the narrow phase of a step: bounding volumes of two bodies, then their verdict.
 *
 * Bodies that are needed get numbers, in the order of the pairs. Their volumes are placed once, and so are
 * they themselves where a volume did not show that a pair is apart. Pairs are independent of each other, each
 * with its own slot, so they are tested by workers, in chunks; the results do not depend on who does it.
 *
 * By default there are no volumes where both are single pieces whose verdict takes some ten nanoseconds: a
 * test of volumes would take as long. */

#include "base/grow.h"
#include "base/workers.h"
#include "world/world.h"

typedef struct narrow {
    fk_world *world;
    _Atomic bool has_failed; /* there was no memory */
    _Atomic size_t warm;
    _Atomic size_t mid_tests, mid_passed;
} narrow;

/* ---- Bodies that are needed ---------------------------------------------------------------------------- */

/* Room for all was made. */
static fk_active *activate(fk_world *world, uint32_t body)
{
    uint32_t *number = &world->active_of[body];
    if (*number == FK_NONE) {
        *number = world->active_count++;
        world->active[*number] = (fk_active){body, false, false, 0};
    }
    return &world->active[*number];
}

static bool is_simple(const fk_collider *collider)
{
    if (collider->kind != FK_COLLIDER_PIECES || collider->part_count != 1)
        return false;
    fk_kind kind = collider->piece[0].kind;
    return kind <= FK_KIND_HALF_SPACE;
}

static bool wants_volumes(const fk_world *world, const fk_kept_pair *pair)
{
    if (world->options.mid == FK_MID_DEFAULT)
        return !is_simple(world->body[pair->a].collider) || !is_simple(world->body[pair->b].collider);
    return world->options.mid != FK_MID_NONE;
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

static void place_volumes(void *data, uint32_t task)
{
    fk_world *world = ((narrow *)data)->world;
    fk_chunk chunk = fk_chunk_of(task, world->active_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        if (!world->active[i].wants_volume)
            continue;
        fk_placed_collider placed = fk_body_placed(world, world->active[i].body);
        fk_world_volume *volume = &world->volume[i];
        if (world->options.mid == FK_MID_SPHERE)
            volume->sphere = fk_collider_sphere(&placed);
        else if (world->options.mid == FK_MID_AABB)
            fk_collider_box(&placed, &volume->box); /* it has one, as it is a body */
        else
            volume->obb = fk_collider_obb(&placed);
    }
}

static bool volumes_meet(const fk_world *world, const fk_kept_pair *pair)
{
    const fk_world_volume *a = &world->volume[world->active_of[pair->a]];
    const fk_world_volume *b = &world->volume[world->active_of[pair->b]];
    if (world->options.mid == FK_MID_SPHERE)
        return fk_sphere_meets(&a->sphere, &b->sphere);
    if (world->options.mid == FK_MID_AABB)
        return fk_aabb_meets(a->box, b->box);
    return fk_obb_meets(&a->obb, &b->obb);
}

static void test_volumes(void *data, uint32_t task)
{
    narrow *n = data;
    fk_world *world = n->world;
    fk_chunk chunk = fk_chunk_of(task, world->work_count);
    size_t tests = 0, passed = 0;
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        fk_kept_pair *pair = &world->next[world->work[i]];
        if (!wants_volumes(world, pair))
            continue;
        tests++;
        if (volumes_meet(world, pair))
            passed++;
        else
            pair->verdict = FK_APART;
    }
    atomic_fetch_add_explicit(&n->mid_tests, tests, memory_order_relaxed);
    atomic_fetch_add_explicit(&n->mid_passed, passed, memory_order_relaxed);
}

/* Pairs whose volumes do not meet are apart, and leave the work. */
static fk_status mid_phase(narrow *n)
{
    fk_world *world = n->world;
    bool is_needed = false;
    for (uint32_t i = 0; i < world->work_count; i++) {
        fk_kept_pair *pair = &world->next[world->work[i]];
        bool has_volumes = wants_volumes(world, pair);
        pair->verdict = FK_UNDECIDED;
        activate(world, pair->a)->wants_volume |= has_volumes;
        activate(world, pair->b)->wants_volume |= has_volumes;
        is_needed |= has_volumes;
    }
    if (!is_needed)
        return FK_OK;
    if (!FK_WORLD_ROOM(world, volume, 0, world->active_count))
        return FK_ERROR_MEMORY;
    const fk_workers *workers = world->options.workers;
    fk_workers_run(workers, fk_chunk_count(world->active_count), place_volumes, n);
    fk_workers_run(workers, fk_chunk_count(world->work_count), test_volumes, n);
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->work_count; i++)
        if (world->next[world->work[i]].verdict == FK_UNDECIDED)
            world->work[left++] = world->work[i];
    world->work_count = left;
    return FK_OK;
}

/* ---- Verdicts ------------------------------------------------------------------------------------------ */

static void make_ready(void *data, uint32_t task)
{
    fk_world *world = ((narrow *)data)->world;
    fk_chunk chunk = fk_chunk_of(task, world->active_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        const fk_active *active = &world->active[i];
        if (!active->wants_ready)
            continue;
        fk_placed_collider placed = fk_body_placed(world, active->body);
        fk_ready_make(&placed, world->room + active->room, &world->ready[i]);
    }
}

static void find_verdicts(void *data, uint32_t task)
{
    narrow *n = data;
    fk_world *world = n->world;
    fk_chunk chunk = fk_chunk_of(task, world->work_count);
    size_t warm = 0;
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        fk_kept_pair *pair = &world->next[world->work[i]];
        const fk_ready *a = &world->ready[world->active_of[pair->a]];
        const fk_ready *b = &world->ready[world->active_of[pair->b]];
        fk_verdict verdict = FK_UNDECIDED;
        bool is_warm = false;
        if (fk_ready_verdict(world->context, a, b, &world->slot[pair->slot].cache, &verdict, &is_warm) !=
            FK_OK) {
            atomic_store_explicit(&n->has_failed, true, memory_order_relaxed);
            return;
        }
        pair->verdict = (uint8_t)verdict;
        warm += is_warm;
    }
    atomic_fetch_add_explicit(&n->warm, warm, memory_order_relaxed);
}

/* Which bodies have to be ready: those of all pairs that are left, and of pairs that rest, but whose contacts
 * are not known. */
static void choose_ready(fk_world *world, bool wants_contacts)
{
    for (uint32_t i = 0; i < world->work_count; i++) {
        const fk_kept_pair *pair = &world->next[world->work[i]];
        world->active[world->active_of[pair->a]].wants_ready = true;
        world->active[world->active_of[pair->b]].wants_ready = true;
    }
    if (!wants_contacts || world->max_contacts > 0)
        return;
    for (size_t i = 0; i < world->next_count; i++) {
        const fk_kept_pair *pair = &world->next[i];
        if (!pair->is_rested || !fk_verdict_meets((fk_verdict)pair->verdict))
            continue;
        activate(world, pair->a)->wants_ready = true;
        activate(world, pair->b)->wants_ready = true;
    }
}

static fk_status narrow_phase(narrow *n, bool wants_contacts)
{
    fk_world *world = n->world;
    choose_ready(world, wants_contacts);
    size_t units = 0;
    for (uint32_t i = 0; i < world->active_count; i++) {
        fk_active *active = &world->active[i];
        active->room = units;
        if (active->wants_ready)
            units += (fk_ready_room(world->body[active->body].collider) + sizeof(fk_room_unit) - 1) /
                     sizeof(fk_room_unit);
    }
    if (!FK_WORLD_ROOM(world, ready, 0, world->active_count) || !FK_WORLD_ROOM(world, room, 0, units))
        return FK_ERROR_MEMORY;
    const fk_workers *workers = world->options.workers;
    fk_workers_run(workers, fk_chunk_count(world->active_count), make_ready, n);
    fk_workers_run(workers, fk_chunk_count(world->work_count), find_verdicts, n);
    return atomic_load_explicit(&n->has_failed, memory_order_relaxed) ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_world_narrow(fk_world *world, bool wants_contacts, fk_world_work *work)
{
    narrow n = {.world = world};
    double begin = fk_clock_seconds();
    if (!FK_WORLD_ROOM(world, active, 0, world->live_count))
        return FK_ERROR_MEMORY;
    fk_status status = mid_phase(&n);
    work->mid_tests = atomic_load_explicit(&n.mid_tests, memory_order_relaxed);
    work->mid_passed = atomic_load_explicit(&n.mid_passed, memory_order_relaxed);
    double middle = fk_clock_seconds();
    work->seconds[1] = middle - begin;
    if (status == FK_OK)
        status = narrow_phase(&n, wants_contacts);
    work->narrow_tests = world->work_count;
    work->warm = atomic_load_explicit(&n.warm, memory_order_relaxed);
    work->seconds[2] = fk_clock_seconds() - middle;
    return status;
}
