/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sorted list of all pairs of boxes that meet.
 *
 * When few boxes have changed since the last list, that list is patched: pairs with a changed id are dropped,
 * a visit finds the pairs of each changed id, and these are sorted and merged from the back, without a second
 * list. Otherwise the structure finds all pairs, which are then sorted.
 *
 * A pair is a key with the lower id in its upper half. Workers affect only the order in which pairs are
 * found, and sorting removes that. */

#include "broad/broad.h"

#include <string.h>

#include "base/lists.h"
#include "base/workers.h"

bool fk_pair_keys_reserve(fk_pair_keys *keys, size_t more)
{
    return fk_grow(keys->context, &keys->key, sizeof *keys->key, keys->count, &keys->capacity,
                   keys->count + more);
}

/* ---- Tasks that find pairs --------------------------------------------------------------------------- */

typedef struct task_pairs {
    fk_pair_keys keys;
    bool has_failed;
} task_pairs;

typedef struct pair_tasks {
    fk_broad_pair_task *find;
    void *data;
    task_pairs *found; /* by task */
} pair_tasks;

static void run_pair_task(void *data, uint32_t task)
{
    pair_tasks *g = data;
    task_pairs *found = &g->found[task];
    found->has_failed = !g->find(g->data, task, &found->keys);
}

/* Appends the pairs of all tasks, in the order of the tasks, and releases them. */
static fk_status join_task_pairs(fk_context *context, task_pairs *found, uint32_t count, fk_pair_keys *out)
{
    size_t sum = 0;
    bool has_failed = false;
    for (uint32_t i = 0; i < count; i++) {
        sum += found[i].keys.count;
        has_failed |= found[i].has_failed;
    }
    has_failed = has_failed || !fk_pair_keys_reserve(out, sum);
    for (uint32_t i = 0; i < count; i++) {
        fk_pair_keys *keys = &found[i].keys;
        if (!has_failed && keys->count > 0) {
            memcpy(out->key + out->count, keys->key, keys->count * sizeof *keys->key);
            out->count += keys->count;
        }
        fk_release(context, keys->key, keys->capacity * sizeof *keys->key);
    }
    return has_failed ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_broad_gather_pairs(fk_context *context, const fk_workers *workers, uint32_t count,
                                fk_broad_pair_task *find, void *data, fk_pair_keys *out)
{
    if (workers == NULL || workers->count < 2 || count < 2) {
        for (uint32_t task = 0; task < count; task++)
            if (!find(data, task, out))
                return FK_ERROR_MEMORY;
        return FK_OK;
    }
    pair_tasks g = {find, data, fk_allocate(context, count * sizeof *g.found)};
    if (g.found == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        g.found[i] = (task_pairs){.keys.context = context};
    fk_workers_run(workers, count, run_pair_task, &g);
    fk_status status = join_task_pairs(context, g.found, count, out);
    fk_release(context, g.found, count * sizeof *g.found);
    return status;
}

static fk_index_pair unpack_pair(uint64_t key)
{
    return (fk_index_pair){(uint32_t)(key >> 32), (uint32_t)key};
}

static uint64_t pack_pair(fk_index_pair pair)
{
    return (uint64_t)pair.a << 32 | pair.b;
}

/* Sorts keys with ids below number_count into pairs. The pairs' memory serves as the sort buffer, and the
 * keys are destroyed. Both ids are first packed together, so that sorting needs fewer digits. */
static void sort_pairs(uint64_t *key, size_t count, uint32_t number_count, fk_index_pair *pair)
{
    unsigned bits = 1;
    while (bits < 32 && number_count >> bits > 0)
        bits++;
    uint64_t lower = ((uint64_t)1 << bits) - 1;
    for (size_t i = 0; i < count; i++)
        key[i] = key[i] >> 32 << bits | (key[i] & lower);
    const uint64_t *sorted = fk_sort_u64_either(key, (uint64_t *)(void *)pair, count, 0);
    for (size_t i = 0; i < count; i++) {
        uint64_t both = sorted[i];
        pair[i] = (fk_index_pair){(uint32_t)(both >> bits), (uint32_t)(both & lower)};
    }
}

/* ---- The list of pairs -------------------------------------------------------------------------------- */

_Static_assert(sizeof(fk_index_pair) == sizeof(uint64_t), "the list is room for as many keys");

/* Makes the list again from all pairs of the structure. */
static fk_status list_all_pairs(fk_broad *broad, const fk_workers *workers)
{
    fk_pair_keys *keys = &broad->keys;
    fk_broad_discard_pairs(broad);
    keys->count = 0;
    fk_status status = broad->kind->pairs(broad->self, broad->context, &broad->boxes, workers, keys);
    if (status != FK_OK)
        return status;
    if (!fk_grow(broad->context, &broad->pair, sizeof *broad->pair, 0, &broad->pair_capacity, keys->count))
        return FK_ERROR_MEMORY;
    sort_pairs(keys->key, keys->count, broad->boxes.count, broad->pair);
    broad->pair_count = keys->count;
    return FK_OK;
}

typedef struct partner_search {
    const uint8_t *mark;
    uint32_t id;
    fk_pair_keys *keys;
    bool has_failed;
} partner_search;

/* If both ids have changed, only the lower one adds the pair. */
static double add_partner(void *user, uint32_t id, double limit)
{
    partner_search *p = user;
    if (id == p->id || (p->mark[id] != 0 && id < p->id))
        return limit;
    p->has_failed = !fk_pair_keys_reserve(p->keys, 1);
    if (p->has_failed)
        return -1;
    fk_pair_keys_push(p->keys, p->id, id);
    return limit;
}

#define IDS_PER_TASK 64

/* Finds the pairs of the changed ids of one task. */
static bool find_partners(void *data, uint32_t task, fk_pair_keys *keys)
{
    const fk_broad *broad = data;
    uint32_t begin = task * IDS_PER_TASK, left = broad->changed_count - begin;
    for (uint32_t i = 0; i < left && i < IDS_PER_TASK; i++) {
        partner_search p = {broad->mark, broad->changed[begin + i], keys, false};
        fk_broad_probe probe = {.question = FK_BROAD_MEETS, .box = broad->box[p.id]};
        fk_broad_visit(broad, &probe, add_partner, &p);
        if (p.has_failed)
            return false;
    }
    return true;
}

/* Removes all pairs with a changed id from the list. */
static void drop_changed_pairs(fk_broad *broad)
{
    size_t kept = 0;
    for (size_t i = 0; i < broad->pair_count; i++) {
        fk_index_pair pair = broad->pair[i];
        broad->pair[kept] = pair;
        kept += (broad->mark[pair.a] | broad->mark[pair.b]) == 0;
    }
    broad->pair_count = kept;
}

/* Merges sorted keys into the list, from the back. The list has room for them. */
static void merge_pairs(fk_broad *broad, const uint64_t *key, size_t count)
{
    fk_index_pair *pair = broad->pair;
    size_t old = broad->pair_count, end = old + count;
    broad->pair_count = end;
    while (count > 0)
        if (old > 0 && pack_pair(pair[old - 1]) > key[count - 1])
            pair[--end] = pair[--old];
        else
            pair[--end] = unpack_pair(key[--count]);
}

/* Updates the list when few ids have changed. Without memory the list stays as it was. */
static fk_status patch_pair_list(fk_broad *broad, const fk_workers *workers)
{
    fk_pair_keys *keys = &broad->keys;
    keys->count = 0;
    uint32_t tasks = broad->changed_count / IDS_PER_TASK + (broad->changed_count % IDS_PER_TASK != 0);
    fk_status status = fk_broad_gather_pairs(broad->context, workers, tasks, find_partners, broad, keys);
    if (status != FK_OK)
        return status;
    if (!fk_pair_keys_reserve(keys, keys->count) ||
        !fk_grow(broad->context, &broad->pair, sizeof *broad->pair, broad->pair_count, &broad->pair_capacity,
                 broad->pair_count + keys->count))
        return FK_ERROR_MEMORY;
    if (keys->count > 0)
        fk_sort_u64(keys->key, keys->key + keys->count, keys->count);
    drop_changed_pairs(broad);
    merge_pairs(broad, keys->key, keys->count);
    return FK_OK;
}

fk_status fk_broad_pairs(fk_broad *broad, const fk_workers *workers, const fk_index_pair **pair,
                         size_t *count)
{
    fk_status status = fk_broad_update(broad, workers);
    if (status != FK_OK)
        return status;
    if (!broad->has_pairs)
        status = list_all_pairs(broad, workers);
    else if (broad->changed_count > 0)
        status = patch_pair_list(broad, workers);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < broad->changed_count; i++)
        broad->mark[broad->changed[i]] = 0;
    broad->changed_count = 0;
    broad->has_pairs = true;
    *pair = broad->pair;
    *count = broad->pair_count;
    return FK_OK;
}

/* ---- Brute force --------------------------------------------------------------------------------------- */

/* All boxes against all: the reference for the other structures. Blocks of boxes are tested against blocks,
 * so that both stay in the cache. Weak inputs: more than a few hundred boxes. */

#define BLOCK 256

static uint32_t brute_block_end(const fk_broad_boxes *boxes, uint32_t begin)
{
    return boxes->count - begin < BLOCK ? boxes->count : begin + BLOCK;
}

/* Adds the pairs of a box with the boxes of a block that have greater ids. */
static bool brute_test_block(const fk_broad_boxes *boxes, uint32_t a, uint32_t begin, fk_pair_keys *keys)
{
    if (!fk_pair_keys_reserve(keys, BLOCK))
        return false;
    fk_aabb_float box = boxes->box[a];
    uint32_t end = brute_block_end(boxes, begin);
    for (uint32_t b = a < begin ? begin : a + 1; b < end; b++)
        if (fk_aabb_float_meets(&box, &boxes->box[b]) && !fk_aabb_float_is_empty(&boxes->box[b]))
            fk_pair_keys_push(keys, a, b);
    return true;
}

static bool brute_find_pairs(void *data, uint32_t task, fk_pair_keys *keys)
{
    const fk_broad_boxes *boxes = data;
    uint32_t first = task * BLOCK, end = brute_block_end(boxes, first), there[BLOCK], count = 0;
    for (uint32_t a = first; a < end; a++)
        if (!fk_aabb_float_is_empty(&boxes->box[a]))
            there[count++] = a;
    for (uint32_t begin = first; begin < boxes->count && count > 0; begin = brute_block_end(boxes, begin))
        for (uint32_t i = 0; i < count; i++)
            if (!brute_test_block(boxes, there[i], begin, keys))
                return false;
    return true;
}

static fk_status brute_pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                             const fk_workers *workers, fk_pair_keys *out)
{
    (void)self;
    uint32_t tasks = boxes->count / BLOCK + (boxes->count % BLOCK != 0);
    fk_broad_boxes read = *boxes;
    return fk_broad_gather_pairs(context, workers, tasks, brute_find_pairs, &read, out);
}

static void brute_visit(const void *self, fk_broad_visit_state *visit)
{
    (void)self;
    const fk_broad_boxes *boxes = visit->boxes;
    for (uint32_t id = 0; id < boxes->count; id++)
        if (!fk_aabb_float_is_empty(&boxes->box[id]) && !fk_broad_visit_id(visit, id))
            return;
}

const fk_broad_class fk_broad_brute = {
    .size = 1, /* no data; an allocation has at least one byte */
    .pairs = brute_pairs,
    .visit = brute_visit,
};
