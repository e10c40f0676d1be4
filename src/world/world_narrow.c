/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The mid phase and the narrow phase of a step: bounding volumes of two bodies, then their verdict.
 *
 * Bodies that are needed get numbers, in their own order. Their volumes are placed once, and so are they
 * themselves where a volume did not show that a pair is apart. Pairs are independent of each other, each
 * with its own slot, so they are tested by workers, in chunks; the results do not depend on who does it.
 *
 * Single pieces whose verdict takes some ten nanoseconds are simple. Where both bodies are, there are no
 * volumes by default, and nothing is kept of their verdict: a look at either would take as long. They are
 * placed in an array of their own, as what takes time in a large world is memory that lies far away. */

#include "base/bits.h"
#include "base/lists.h"
#include "base/workers.h"
#include "world/world.h"

typedef struct narrow {
    fk_world *world;
    _Atomic bool has_failed; /* there was no memory */
    _Atomic size_t warm;
    _Atomic size_t mid_tests, mid_passed;
} narrow;

/* ---- Bodies that are needed ---------------------------------------------------------------------------- */

static void need(fk_world *world, const fk_kept_pair *pair)
{
    world->active_of[pair->a] = world->active_of[pair->b] = 0;
}

/* Whether a pair that rests meets, and its contacts are not known. */
static bool lacks_contacts(const fk_world *world, const fk_kept_pair *pair)
{
    return world->max_contacts == 0 && pair->is_rested && fk_verdict_meets((fk_verdict)pair->verdict);
}

/* Numbers in the order of bodies, so that these are walked through in the order in which they lie. */
static fk_status number_bodies(fk_world *world, bool wants_contacts)
{
    if (!FK_WORLD_ROOM(world, active, 0, world->live_count))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < world->work_count; i++)
        need(world, &world->next[world->work[i]]);
    for (size_t i = 0; wants_contacts && i < world->next_count; i++)
        if (lacks_contacts(world, &world->next[i]))
            need(world, &world->next[i]);
    for (uint32_t body = 0; body < world->index_count; body++)
        if (world->active_of[body] != FK_NONE) {
            world->active_of[body] = world->active_count;
            world->active[world->active_count++] = (fk_active){.body = body};
        }
    return FK_OK;
}

static fk_active *active_of(fk_world *world, uint32_t body)
{
    return &world->active[world->active_of[body]];
}

static bool wants_volumes(const fk_world *world, const fk_kept_pair *pair)
{
    if (world->options.mid == FK_MID_DEFAULT)
        return !fk_pair_is_simple(world, pair);
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
        active_of(world, pair->a)->wants_volume |= has_volumes;
        active_of(world, pair->b)->wants_volume |= has_volumes;
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
        const fk_world_body *body = &world->body[active->body];
        if (active->wants_piece)
            world->piece[i] = fk_piece_place(&body->collider->piece[0], &body->pose, NULL);
        if (!active->wants_ready)
            continue;
        fk_placed_collider placed = {body->collider, body->pose};
        fk_ready_make(&placed, world->room != NULL ? world->room + active->room : NULL, &world->ready[i]);
    }
}

static fk_status find_verdict(fk_world *world, const fk_kept_pair *pair, fk_verdict *out, bool *is_warm)
{
    uint32_t a = world->active_of[pair->a], b = world->active_of[pair->b];
    if (!fk_pair_is_simple(world, pair))
        return fk_ready_verdict(world->context, &world->ready[a], &world->ready[b],
                                &world->slot[pair->slot].cache, out, is_warm);
    *out = fk_pair_verdict(&world->piece[a], &world->piece[b]);
    return FK_OK;
}

/* Simple pairs take about as long as their pieces from memory: these are asked for so many pairs before. */
#define AHEAD 6

static void fetch(const fk_world *world, const fk_kept_pair *pair)
{
    if (!fk_pair_is_simple(world, pair))
        return;
    for (int i = 0; i < 2; i++) {
        const fk_piece *piece = &world->piece[world->active_of[i == 0 ? pair->a : pair->b]];
        fk_prefetch(piece);
        fk_prefetch((const char *)piece + sizeof *piece - 1);
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
        if (i + AHEAD < chunk.end)
            fetch(world, &world->next[world->work[i + AHEAD]]);
        fk_verdict verdict = FK_UNDECIDED;
        bool is_warm = false;
        if (find_verdict(world, pair, &verdict, &is_warm) != FK_OK) {
            atomic_store_explicit(&n->has_failed, true, memory_order_relaxed);
            return;
        }
        pair->verdict = (uint8_t)verdict;
        warm += is_warm;
    }
    atomic_fetch_add_explicit(&n->warm, warm, memory_order_relaxed);
}

static void choose_pair(fk_world *world, const fk_kept_pair *pair)
{
    bool is_simple = fk_pair_is_simple(world, pair);
    fk_active *a = active_of(world, pair->a), *b = active_of(world, pair->b);
    a->wants_piece |= is_simple;
    b->wants_piece |= is_simple;
    a->wants_ready |= !is_simple;
    b->wants_ready |= !is_simple;
}

/* Which bodies have to be ready: those of all pairs that are left, and of pairs that rest, but whose contacts
 * are not known. */
static void choose_ready(fk_world *world, bool wants_contacts)
{
    for (uint32_t i = 0; i < world->work_count; i++)
        choose_pair(world, &world->next[world->work[i]]);
    for (size_t i = 0; wants_contacts && i < world->next_count; i++)
        if (lacks_contacts(world, &world->next[i]))
            choose_pair(world, &world->next[i]);
}

static fk_status narrow_phase(narrow *n, bool wants_contacts)
{
    fk_world *world = n->world;
    choose_ready(world, wants_contacts);
    size_t units = 0, ready = 0, pieces = 0;
    for (uint32_t i = 0; i < world->active_count; i++) {
        fk_active *active = &world->active[i];
        active->room = units;
        pieces = active->wants_piece ? i + 1 : pieces;
        ready = active->wants_ready ? i + 1 : ready;
        if (active->wants_ready)
            units += (fk_ready_room(world->body[active->body].collider) + sizeof(fk_room_unit) - 1) /
                     sizeof(fk_room_unit);
    }
    if (!FK_WORLD_ROOM(world, ready, 0, ready) || !FK_WORLD_ROOM(world, piece, 0, pieces) ||
        !FK_WORLD_ROOM(world, room, 0, units))
        return FK_ERROR_MEMORY;
    const fk_workers *workers = world->options.workers;
    fk_workers_run(workers, fk_chunk_count(world->active_count), make_ready, n);
    fk_workers_run(workers, fk_chunk_count(world->work_count), find_verdicts, n);
    return atomic_load_explicit(&n->has_failed, memory_order_relaxed) ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_world_narrow(fk_world *world, bool wants_contacts, double *time, fk_world_work *work)
{
    narrow n = {.world = world};
    fk_status status = number_bodies(world, wants_contacts);
    if (status == FK_OK)
        status = mid_phase(&n);
    work->mid_tests = atomic_load_explicit(&n.mid_tests, memory_order_relaxed);
    work->mid_passed = atomic_load_explicit(&n.mid_passed, memory_order_relaxed);
    double middle = fk_clock_seconds();
    work->seconds[1] = middle - *time;
    if (status == FK_OK)
        status = narrow_phase(&n, wants_contacts);
    work->narrow_tests = world->work_count;
    work->warm = atomic_load_explicit(&n.warm, memory_order_relaxed);
    *time = fk_clock_seconds();
    work->seconds[2] = *time - middle;
    return status;
}
