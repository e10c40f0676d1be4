/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The mid phase, the narrow phase and the contacts of a step: bounding volumes of two bodies, then their
 * verdict.
 *
 * Bodies that take part are numbered in the order of their indices. Their bounding volumes are placed once; a
 * body itself is placed once, if its volume did not already separate all its pairs. Pairs are independent,
 * each with its own slot, so workers test them in chunks, and the results do not depend on the workers.
 *
 * A body is simple if it is a single piece whose verdict takes some ten nanoseconds. A pair of simple bodies
 * has no volumes by default and no cache: using either would take as long as the verdict. Simple bodies are
 * placed in an array of their own, because in a large world most of the time is spent on memory access.
 *
 * All contacts are in one list, those of a pair contiguous, pairs in order. The number of contacts of a pair
 * is known only when they are found. So they are first written to temporary storage of the pair, which is
 * usually large enough, and copied once all counts are known; if a pair has more contacts than its storage,
 * they are computed again in their final position. A pair at rest keeps the contacts of the last step. */

#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/workers.h"
#include "pair/contact/contact.h"
#include "world/world.h"

/* The items of one task. Few items may be meshes, so tasks are small; among many items, each task gets enough
 * to be worth a call. */
typedef struct task_range {
    uint32_t begin, end;
} task_range;

static uint32_t task_size(uint32_t count)
{
    uint32_t size = count / 256;
    return size < 4 ? 4 : size < 64 ? size : 64;
}

static task_range make_task_range(uint32_t task, uint32_t count)
{
    uint32_t size = task_size(count), begin = task * size, left = count - begin;
    task_range chunk = {begin, begin + (left < size ? left : size)};
    return chunk;
}

/* Data shared by the tasks of a phase. */
typedef struct phase_tasks {
    fk_world *world;
    uint32_t max;            /* contacts for each pair */
    _Atomic bool has_failed; /* for lack of memory */
    _Atomic size_t warm;
} phase_tasks;

static void run_phase(phase_tasks *s, uint32_t count, void (*task)(void *, uint32_t))
{
    uint32_t size = task_size(count);
    fk_workers_run(s->world->options.workers, count / size + (count % size > 0), task, s);
}

static void mark_failed(phase_tasks *s)
{
    atomic_store_explicit(&s->has_failed, true, memory_order_relaxed);
}

static fk_status phase_status(const phase_tasks *s)
{
    return atomic_load_explicit(&s->has_failed, memory_order_relaxed) ? FK_ERROR_MEMORY : FK_OK;
}

static bool is_simple_pair(const fk_world *world, const fk_kept_pair *pair)
{
    return (world->flag[pair->a] & world->flag[pair->b] & FK_BODY_SIMPLE) != 0;
}

/* ---- Active bodies ------------------------------------------------------------------------------------- */

static void mark_needed(fk_world *world, const fk_kept_pair *pair)
{
    world->active_of[pair->a] = world->active_of[pair->b] = 0;
}

/* Calls `use` for the pairs whose bodies must be prepared: all in work, and those at rest that meet but whose
 * contacts are not known. */
static void for_needed_pairs(fk_world *world, bool wants_contacts,
                             void (*use)(fk_world *, const fk_kept_pair *))
{
    for (uint32_t i = 0; i < world->work_count; i++)
        use(world, &world->next[world->work[i]]);
    for (size_t i = 0; wants_contacts && world->max_contacts == 0 && i < world->next_count; i++)
        if (world->next[i].is_rested && fk_verdict_meets((fk_verdict)world->next[i].verdict))
            use(world, &world->next[i]);
}

/* Numbers bodies in the order of their indices, so that loops over them read memory in order. */
static fk_status number_bodies(fk_world *world, bool wants_contacts)
{
    if (!FK_WORLD_RESERVE(world, active, 0, world->live_count))
        return FK_ERROR_MEMORY;
    for_needed_pairs(world, wants_contacts, mark_needed);
    for (uint32_t body = 0; body < world->index_count; body++)
        if (world->active_of[body] != FK_NONE) {
            world->active_of[body] = world->active_count;
            world->active[world->active_count++] = (fk_active_body){.body = body};
        }
    return FK_OK;
}

static fk_active_body *find_active(fk_world *world, uint32_t body)
{
    return &world->active[world->active_of[body]];
}

static bool wants_volumes(const fk_world *world, const fk_kept_pair *pair)
{
    if (world->options.mid == FK_MID_DEFAULT)
        return !is_simple_pair(world, pair);
    return world->options.mid != FK_MID_NONE;
}

/* ---- Bounding volumes ---------------------------------------------------------------------------------- */

static void place_volumes(void *data, uint32_t task)
{
    fk_world *world = ((phase_tasks *)data)->world;
    task_range chunk = make_task_range(task, world->active_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        if (!world->active[i].wants_volume)
            continue;
        fk_placed_collider placed = fk_world_placed_body(world, world->active[i].body);
        fk_world_volume *volume = &world->volume[i];
        if (world->options.mid == FK_MID_SPHERE)
            volume->sphere = fk_collider_sphere(&placed);
        else if (world->options.mid == FK_MID_AABB)
            fk_collider_box(&placed,
                            &volume->box); /* cannot fail, since it succeeded when the body was added */
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
    fk_world *world = ((phase_tasks *)data)->world;
    task_range chunk = make_task_range(task, world->work_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        fk_kept_pair *pair = &world->next[world->work[i]];
        if (wants_volumes(world, pair) && !volumes_meet(world, pair))
            pair->verdict = FK_APART;
    }
}

/* Pairs whose volumes do not meet are apart and leave the list of work. */
static fk_status run_mid_phase(phase_tasks *s, fk_world_work *work)
{
    fk_world *world = s->world;
    for (uint32_t i = 0; i < world->work_count; i++) {
        fk_kept_pair *pair = &world->next[world->work[i]];
        bool has_volumes = wants_volumes(world, pair);
        pair->verdict = FK_UNDECIDED;
        find_active(world, pair->a)->wants_volume |= has_volumes;
        find_active(world, pair->b)->wants_volume |= has_volumes;
        work->mid_tests += has_volumes;
    }
    if (work->mid_tests == 0)
        return FK_OK;
    if (!FK_WORLD_RESERVE(world, volume, 0, world->active_count))
        return FK_ERROR_MEMORY;
    run_phase(s, world->active_count, place_volumes);
    run_phase(s, world->work_count, test_volumes);
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->work_count; i++)
        if (world->next[world->work[i]].verdict == FK_UNDECIDED)
            world->work[left++] = world->work[i];
    work->mid_passed = work->mid_tests - (world->work_count - left);
    world->work_count = left;
    return FK_OK;
}

/* ---- Verdicts ------------------------------------------------------------------------------------------ */

static void prepare_bodies(void *data, uint32_t task)
{
    fk_world *world = ((phase_tasks *)data)->world;
    task_range chunk = make_task_range(task, world->active_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        const fk_active_body *active = &world->active[i];
        const fk_world_body *body = &world->body[active->body];
        if (active->wants_piece)
            world->piece[i] = fk_piece_place(&body->collider->piece[0], &body->pose, NULL);
        if (!active->wants_ready)
            continue;
        fk_placed_collider placed = {body->collider, body->pose};
        fk_collider_prepare(&placed, world->room != NULL ? world->room + active->room : NULL,
                            &world->ready[i]);
    }
}

static fk_status compute_pair_verdict(fk_world *world, const fk_kept_pair *pair, fk_verdict *out,
                                      bool *is_warm)
{
    uint32_t a = world->active_of[pair->a], b = world->active_of[pair->b];
    if (!is_simple_pair(world, pair))
        return fk_prepared_verdict(world->context, &world->ready[a], &world->ready[b],
                                   &world->slot[pair->slot].cache, out, is_warm);
    *out = fk_pair_verdict(&world->piece[a], &world->piece[b]);
    return FK_OK;
}

/* The verdict of a simple pair takes about as long as loading its pieces, so these are prefetched this many
 * pairs ahead. */
#define AHEAD 6

static void prefetch_pieces(const fk_world *world, const fk_kept_pair *pair)
{
    if (!is_simple_pair(world, pair))
        return;
    for (int i = 0; i < 2; i++) {
        const fk_piece *piece = &world->piece[world->active_of[i == 0 ? pair->a : pair->b]];
        fk_prefetch(piece);
        fk_prefetch((const char *)piece + sizeof *piece - 1);
    }
}

static void compute_verdicts(void *data, uint32_t task)
{
    phase_tasks *s = data;
    fk_world *world = s->world;
    task_range chunk = make_task_range(task, world->work_count);
    size_t warm = 0;
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        fk_kept_pair *pair = &world->next[world->work[i]];
        if (i + AHEAD < chunk.end)
            prefetch_pieces(world, &world->next[world->work[i + AHEAD]]);
        fk_verdict verdict = FK_UNDECIDED;
        bool is_warm = false;
        if (compute_pair_verdict(world, pair, &verdict, &is_warm) != FK_OK) {
            mark_failed(s);
            return;
        }
        pair->verdict = (uint8_t)verdict;
        warm += is_warm;
    }
    atomic_fetch_add_explicit(&s->warm, warm, memory_order_relaxed);
}

static void mark_wanted(fk_world *world, const fk_kept_pair *pair)
{
    bool is_simple = is_simple_pair(world, pair);
    fk_active_body *a = find_active(world, pair->a), *b = find_active(world, pair->b);
    a->wants_piece |= is_simple;
    b->wants_piece |= is_simple;
    a->wants_ready |= !is_simple;
    b->wants_ready |= !is_simple;
}

static fk_status run_narrow_phase(phase_tasks *s, bool wants_contacts)
{
    fk_world *world = s->world;
    for_needed_pairs(world, wants_contacts, mark_wanted);
    size_t units = 0, ready = 0, pieces = 0;
    for (uint32_t i = 0; i < world->active_count; i++) {
        fk_active_body *active = &world->active[i];
        active->room = units;
        pieces = active->wants_piece ? i + 1 : pieces;
        ready = active->wants_ready ? i + 1 : ready;
        if (active->wants_ready)
            units += (fk_prepared_bytes(world->body[active->body].collider) + sizeof(fk_storage_unit) - 1) /
                     sizeof(fk_storage_unit);
    }
    if (!FK_WORLD_RESERVE(world, ready, 0, ready) || !FK_WORLD_RESERVE(world, piece, 0, pieces) ||
        !FK_WORLD_RESERVE(world, room, 0, units))
        return FK_ERROR_MEMORY;
    run_phase(s, world->active_count, prepare_bodies);
    run_phase(s, world->work_count, compute_verdicts);
    return phase_status(s);
}

fk_status fk_world_find_verdicts(fk_world *world, bool wants_contacts, double *time, fk_world_work *work)
{
    phase_tasks s = {.world = world};
    fk_status status = number_bodies(world, wants_contacts);
    if (status == FK_OK)
        status = run_mid_phase(&s, work);
    double middle = fk_clock_seconds();
    work->seconds[1] = middle - *time;
    if (status == FK_OK)
        status = run_narrow_phase(&s, wants_contacts);
    work->narrow_tests = world->work_count;
    work->warm = atomic_load_explicit(&s.warm, memory_order_relaxed);
    *time = fk_clock_seconds();
    work->seconds[2] = *time - middle;
    return status;
}

/* ---- Contacts ------------------------------------------------------------------------------------------ */

/* Initial capacity for the contacts of a pair. */
#define FEW 16u

static fk_status compute_contacts(const fk_world *world, const fk_kept_pair *pair,
                                  fk_collider_contact *contact, size_t capacity, size_t *total)
{
    uint32_t a = world->active_of[pair->a], b = world->active_of[pair->b];
    if (!is_simple_pair(world, pair))
        return fk_prepared_contacts(world->context, &world->ready[a], &world->ready[b], contact, capacity,
                                    total);
    *total = 1;
    if (capacity == 0)
        return FK_OK;
    memset(contact, 0, sizeof *contact);
    fk_contact_for_verdict(&world->piece[a], &world->piece[b], (fk_verdict)pair->verdict, &contact->contact);
    return FK_OK;
}

static uint32_t min_u32(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

/* Returns an upper bound of the number of contacts, or the initial capacity if that is less. */
static uint32_t estimate_contacts(const fk_world *world, const fk_kept_pair *pair, uint32_t max)
{
    uint64_t parts = (uint64_t)fk_collider_part_count(world->body[pair->a].collider) *
                     fk_collider_part_count(world->body[pair->b].collider);
    return min_u32(parts, min_u32(max, FEW));
}

static void find_contacts_of_chunk(void *data, uint32_t task)
{
    phase_tasks *s = data;
    fk_world *world = s->world;
    task_range chunk = make_task_range(task, world->job_count);
    for (uint32_t i = chunk.begin; i < chunk.end; i++) {
        fk_contact_job *job = &world->job[i];
        const fk_kept_pair *pair = &world->next[job->pair];
        if (job->is_known)
            continue;
        fk_collider_contact *room = job->room > 0 ? world->contact_room + job->room_begin : NULL;
        if (compute_contacts(world, pair, room, job->room, &job->total) != FK_OK) {
            mark_failed(s);
            return;
        }
        job->count = min_u32(job->total, s->max);
    }
}

static void copy_contacts_of_chunk(void *data, uint32_t task)
{
    phase_tasks *s = data;
    fk_world *world = s->world;
    task_range chunk = make_task_range(task, world->job_count);
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
        else if (compute_contacts(world, pair, to, job->count, &total) != FK_OK)
            mark_failed(s);
    }
}

/* Makes a job for each pair that meets. Returns the total capacity of their temporary storage. */
static size_t make_contact_jobs(fk_world *world, uint32_t max)
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
            job->room = estimate_contacts(world, pair, max);
            room += job->room;
        }
    }
    return room;
}

fk_status fk_world_find_contacts(fk_world *world, uint32_t max, uint32_t *count)
{
    size_t meeting = 0;
    for (size_t i = 0; i < world->next_count; i++)
        meeting += fk_verdict_meets((fk_verdict)world->next[i].verdict);
    if (!FK_WORLD_RESERVE(world, job, 0, meeting))
        return FK_ERROR_MEMORY;
    phase_tasks s = {.world = world, .max = max};
    if (!FK_WORLD_RESERVE(world, contact_room, 0, make_contact_jobs(world, max)))
        return FK_ERROR_MEMORY;
    run_phase(&s, world->job_count, find_contacts_of_chunk);
    if (phase_status(&s) != FK_OK)
        return FK_ERROR_MEMORY;
    uint64_t total = 0;
    for (uint32_t i = 0; i < world->job_count; i++) {
        world->job[i].begin = (uint32_t)total;
        total += world->job[i].count;
    }
    if (total >= FK_NONE || !FK_WORLD_RESERVE(world, contact_next, 0, (size_t)total))
        return FK_ERROR_MEMORY;
    run_phase(&s, world->job_count, copy_contacts_of_chunk);
    *count = (uint32_t)total;
    return phase_status(&s);
}
