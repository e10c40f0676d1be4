/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes sorted by cell: see broad.h.
 *
 * Above the items is a tree without pointers: the union of every eight items, of every eight unions, and so
 * on. Cells are ordered along a path through space, so consecutive boxes are roughly near each other. That is
 * good enough, since only visits and the tests of single boxes against all use the unions.
 *
 * Weak inputs of visits: rows of cells are long and thin, and so are the unions. */

#include "broad/broad.h"

#include "base/bits.h"
#include "base/lists.h"

#include <float.h>
#include <string.h>

#define SAMPLE    64
#define FAR       8 /* outliers are farther from the middle half of the sample than so many times its width */
#define MAX_TIERS 11 /* 8^11 items */

/* Returns the number of unions above `count` items or unions. */
static uint32_t parent_count(uint32_t count)
{
    return count / FK_SORTED_BLOCK + (count % FK_SORTED_BLOCK != 0);
}

static size_t count_blocks(uint32_t count)
{
    size_t blocks = 0;
    while (count > 1 || (blocks == 0 && count > 0)) {
        count = parent_count(count);
        blocks += count;
    }
    return blocks;
}

bool fk_sorted_boxes_begin(fk_sorted_boxes *sorted, fk_context *context, const fk_broad_boxes *boxes)
{
    sorted->count = 0;
    uint32_t held = 0;
    for (uint32_t id = 0; id < boxes->count; id++)
        held += !fk_aabb_float_is_empty(&boxes->box[id]);
    uint64_t bytes = ((uint64_t)boxes->count + 2 * (uint64_t)held) * sizeof(uint64_t) +
                     held * (uint64_t)sizeof *sorted->item + count_blocks(held) * sizeof *sorted->block;
    if (bytes > SIZE_MAX / 2 || !fk_grow(context, &sorted->memory, 1, 0, &sorted->bytes, (size_t)bytes))
        return false;
    sorted->key = sorted->memory;
    sorted->order = sorted->key + boxes->count;
    sorted->room = sorted->order + held;
    sorted->item = (fk_sorted_box *)(void *)(sorted->room + held);
    sorted->block = (fk_aabb_float *)(void *)(sorted->item + held);
    for (uint32_t id = 0; id < boxes->count; id++)
        if (!fk_aabb_float_is_empty(&boxes->box[id]))
            sorted->order[sorted->count++] = id;
    return true;
}

/* Keys have 64 bits, ids 32: sorts by the lower halves, then by the upper halves. */
void fk_sorted_boxes_sort(fk_sorted_boxes *sorted, uint32_t begin, uint32_t end)
{
    for (int half = 0; half < 64; half += 32) {
        for (uint32_t i = begin; i < end; i++) {
            uint32_t id = (uint32_t)sorted->order[i];
            sorted->order[i] = sorted->key[id] >> half << 32 | id;
        }
        fk_sort_u64_above(sorted->order + begin, sorted->room, end - begin, 32);
    }
}

static uint32_t block_end(uint32_t block, uint32_t count)
{
    return count - block * FK_SORTED_BLOCK < FK_SORTED_BLOCK ? count : (block + 1) * FK_SORTED_BLOCK;
}

void fk_sorted_boxes_build(fk_sorted_boxes *sorted, const fk_broad_boxes *boxes)
{
    for (uint32_t i = 0; i < sorted->count; i++) {
        uint32_t id = (uint32_t)sorted->order[i];
        sorted->item[i] = (fk_sorted_box){boxes->box[id], id, 0};
    }
    fk_aabb_float *block = sorted->block;
    uint32_t count = parent_count(sorted->count);
    for (uint32_t b = 0; b < count; b++) {
        block[b] = sorted->item[b * FK_SORTED_BLOCK].box;
        for (uint32_t i = b * FK_SORTED_BLOCK + 1; i < block_end(b, sorted->count); i++)
            fk_aabb_float_unite(&block[b], &sorted->item[i].box);
    }
    while (count > 1) {
        fk_aabb_float *above = block + count;
        uint32_t above_count = parent_count(count);
        for (uint32_t b = 0; b < above_count; b++) {
            above[b] = block[b * FK_SORTED_BLOCK];
            for (uint32_t i = b * FK_SORTED_BLOCK + 1; i < block_end(b, count); i++)
                fk_aabb_float_unite(&above[b], &block[i]);
        }
        block = above;
        count = above_count;
    }
}

/* ---- Sizes --------------------------------------------------------------------------------------------- */

static void sort_sample(double *value, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        double moved = value[i];
        uint32_t place = i;
        for (; place > 0 && value[place - 1] > moved; place--)
            value[place] = value[place - 1];
        value[place] = moved;
    }
}

/* Returns the quartiles of a sample along an axis. */
static void sample_quartiles(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                             uint32_t end, int axis, double half[2])
{
    double value[SAMPLE];
    uint32_t count = 0, all = end - begin, wanted = all < SAMPLE ? all : SAMPLE;
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t place = begin + (uint32_t)((uint64_t)all * i / wanted);
        const fk_aabb_float *box = &boxes->box[(uint32_t)sorted->order[place]];
        if (fk_grid_longest_side(box) < INFINITY)
            value[count++] = (double)box->min[axis];
    }
    sort_sample(value, count);
    half[0] = count > 0 ? value[count / 4] : 0;
    half[1] = count > 0 ? value[3 * count / 4] : 0;
}

fk_grid_extent fk_grid_find_extent(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                                   uint32_t end)
{
    fk_aabb_float all = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    for (uint32_t i = begin; i < end; i++) {
        const fk_aabb_float *box = &boxes->box[(uint32_t)sorted->order[i]];
        if (fk_grid_longest_side(box) < INFINITY)
            fk_aabb_float_unite(&all, box);
    }
    double half[3][2], wide = 0;
    for (int k = 0; k < 3; k++) {
        sample_quartiles(sorted, boxes, begin, end, k, half[k]);
        wide = half[k][1] - half[k][0] > wide ? half[k][1] - half[k][0] : wide;
    }
    fk_grid_extent range;
    for (int k = 0; k < 3; k++) {
        double low = (double)all.min[k], high = (double)all.max[k];
        double first = half[k][0] - FAR * wide, last = half[k][1] + FAR * wide;
        range.low[k] = low > high ? 0 : wide > 0 && first > low ? first : low;
        range.high[k] = low > high ? 0 : wide > 0 && last < high ? last : high;
    }
    return range;
}

/* Assumes that boxes are evenly distributed over twice the middle half. */
double fk_grid_estimate_crowd(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                              uint32_t end, const double size[3])
{
    double crowd = end - begin;
    for (int k = 0; k < 3; k++) {
        double half[2];
        sample_quartiles(sorted, boxes, begin, end, k, half);
        double wide = 2 * (half[1] - half[0]);
        if (3 * size[k] < wide)
            crowd *= 3 * size[k] / wide;
    }
    return crowd;
}

double fk_grid_inverse_size(double size)
{
    double kept = size < 0x1p-160 ? 0x1p-160 : size > 0x1p160 ? 0x1p160 : size;
    return fk_from_bits(fk_bits_of(1 / kept) >> 24 << 24);
}

uint32_t fk_grid_size_class(const fk_aabb_float *box)
{
    double side = fk_grid_longest_side(box);
    if (!(side < INFINITY))
        return FK_GRID_SIZE_CLASSES - 1;
    int power = fk_exponent_of(side) + 151;
    return power < 0 ? 0 : (uint32_t)power;
}

bool fk_sorted_boxes_test_before(const fk_sorted_boxes *sorted, uint32_t one, fk_pair_keys *keys)
{
    for (uint32_t b = 0; b * FK_SORTED_BLOCK < one; b++) {
        if (!fk_aabb_float_meets(&sorted->block[b], &sorted->item[one].box))
            continue;
        if (!fk_pair_keys_reserve(keys, FK_SORTED_BLOCK))
            return false;
        fk_sorted_boxes_test(sorted, one, b * FK_SORTED_BLOCK, block_end(b, one), keys);
    }
    return true;
}

/* An item or a union to visit. */
typedef struct block_bound {
    double bound;
    uint32_t tier; /* 0: items */
    uint32_t number;
} block_bound;

/* Pushes the children of a union that are within the limit, nearest last. */
static uint32_t push_blocks_below(const fk_broad_visit_state *visit, const fk_aabb_float *box, size_t stride,
                                  block_bound below, uint32_t end, block_bound *stack)
{
    uint32_t count = 0;
    for (; below.number < end; below.number++) {
        const char *at = (const char *)box + below.number * stride;
        below.bound = fk_broad_lower_bound(visit, (const fk_aabb_float *)(const void *)at);
        if (!(below.bound <= visit->probe.limit))
            continue;
        uint32_t place = count++;
        for (; place > 0 && stack[place - 1].bound < below.bound; place--)
            stack[place] = stack[place - 1];
        stack[place] = below;
    }
    return count;
}

void fk_sorted_boxes_visit(const fk_sorted_boxes *sorted, fk_broad_visit_state *visit)
{
    if (sorted->count == 0)
        return;
    const fk_aabb_float *block[MAX_TIERS + 1] = {NULL, sorted->block};
    uint32_t count[MAX_TIERS + 1] = {sorted->count, parent_count(sorted->count)};
    uint32_t tier = 1;
    for (; count[tier] > 1; tier++) {
        block[tier + 1] = block[tier] + count[tier];
        count[tier + 1] = parent_count(count[tier]);
    }
    block_bound stack[MAX_TIERS * FK_SORTED_BLOCK + 1] = {{0, tier, 0}};
    for (uint32_t top = 1; top > 0;) {
        block_bound s = stack[--top];
        if (s.bound > visit->probe.limit)
            continue;
        if (s.tier == 0) {
            if (!fk_broad_visit_id(visit, sorted->item[s.number].id))
                return;
            continue;
        }
        block_bound below = {0, s.tier - 1, s.number * FK_SORTED_BLOCK};
        uint32_t end = block_end(s.number, count[s.tier - 1]);
        if (below.tier == 0)
            top +=
                push_blocks_below(visit, &sorted->item->box, sizeof *sorted->item, below, end, stack + top);
        else
            top +=
                push_blocks_below(visit, block[below.tier], sizeof *sorted->block, below, end, stack + top);
    }
}

bool fk_sorted_boxes_are_sound(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes)
{
    uint32_t held = 0;
    for (uint32_t id = 0; id < boxes->count; id++)
        held += !fk_aabb_float_is_empty(&boxes->box[id]);
    if (held != sorted->count)
        return false;
    for (uint32_t i = 0; i < sorted->count; i++) {
        const fk_sorted_box *item = &sorted->item[i];
        if (item->id >= boxes->count || fk_aabb_float_is_empty(&item->box) ||
            memcmp(&item->box, &boxes->box[item->id], sizeof item->box) != 0 ||
            !fk_aabb_float_contains(&sorted->block[i / FK_SORTED_BLOCK], &item->box))
            return false;
    }
    const fk_aabb_float *block = sorted->block;
    for (uint32_t count = parent_count(sorted->count); count > 1; count = parent_count(count)) {
        for (uint32_t b = 0; b < count; b++)
            if (!fk_aabb_float_contains(&block[count + b / FK_SORTED_BLOCK], &block[b]))
                return false;
        block += count;
    }
    return true;
}
