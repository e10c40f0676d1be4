/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The broad phase without a structure: all boxes against all. What the others are measured with, and compared
 * to. It takes blocks of boxes against blocks, so that both stay near the processor.
 *
 * Weak inputs: more than a few hundred boxes. */

#include "broad/broad.h"

#define BLOCK 256

static void brute_end(void *self, fk_context *context)
{
    (void)self, (void)context;
}

static fk_status brute_update(void *self, fk_context *context, const fk_broad_boxes *boxes,
                              const uint32_t *changed, uint32_t changed_count, const fk_workers *workers)
{
    (void)self, (void)context, (void)boxes, (void)changed, (void)changed_count, (void)workers;
    return FK_OK;
}

static uint32_t end_of_block(const fk_broad_boxes *boxes, uint32_t begin)
{
    return boxes->count - begin < BLOCK ? boxes->count : begin + BLOCK;
}

/* Pairs of a box and those of a block that have greater numbers. */
static bool find_in_block(const fk_broad_boxes *boxes, uint32_t a, uint32_t begin, fk_pair_keys *keys)
{
    if (!fk_pair_keys_room(keys, BLOCK))
        return false;
    fk_aabb_float box = boxes->box[a];
    uint32_t end = end_of_block(boxes, begin);
    for (uint32_t b = a < begin ? begin : a + 1; b < end; b++)
        if (fk_aabb_float_meets(&box, &boxes->box[b]) && !fk_aabb_float_is_empty(&boxes->box[b]))
            fk_pair_keys_put(keys, a, b);
    return true;
}

static bool find_of_block(void *data, uint32_t task, fk_pair_keys *keys)
{
    const fk_broad_boxes *boxes = data;
    uint32_t first = task * BLOCK, end = end_of_block(boxes, first), there[BLOCK], count = 0;
    for (uint32_t a = first; a < end; a++)
        if (!fk_aabb_float_is_empty(&boxes->box[a]))
            there[count++] = a;
    for (uint32_t begin = first; begin < boxes->count && count > 0; begin = end_of_block(boxes, begin))
        for (uint32_t i = 0; i < count; i++)
            if (!find_in_block(boxes, there[i], begin, keys))
                return false;
    return true;
}

static fk_status brute_pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                             const fk_workers *workers, fk_pair_keys *out)
{
    (void)self;
    uint32_t tasks = boxes->count / BLOCK + (boxes->count % BLOCK != 0);
    fk_broad_boxes read = *boxes;
    return fk_broad_gather(context, workers, tasks, find_of_block, &read, out);
}

static void brute_visit(const void *self, fk_broad_visit_state *visit)
{
    (void)self;
    const fk_broad_boxes *boxes = visit->boxes;
    for (uint32_t id = 0; id < boxes->count; id++)
        if (!fk_aabb_float_is_empty(&boxes->box[id]) && !fk_broad_hand(visit, id))
            return;
}

static bool brute_is_sound(const void *self, const fk_broad_boxes *boxes)
{
    (void)self, (void)boxes;
    return true;
}

static size_t brute_bytes(const void *self)
{
    (void)self;
    return 0;
}

const fk_broad_class fk_broad_brute = {
    .size = 1, /* nothing is kept; no block has fewer bytes */
    .end = brute_end,
    .update = brute_update,
    .pairs = brute_pairs,
    .visit = brute_visit,
    .is_sound = brute_is_sound,
    .bytes = brute_bytes,
};
