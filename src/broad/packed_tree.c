/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The packed tree: the default structure of the broad phase.
 *
 * Boxes are sorted along a curve and by halves (packed_tree_sort.c) and packed, eight to a leaf; eight leaves
 * are packed to a node, and so on. This is a tree without pointers, whose boxes are compared eight at a time.
 * A box that moves is written into its lane, and the bounds above are refitted: the tree stays correct, but
 * its bounds grow. When they have grown by a fraction of their size after the last sort, everything is sorted
 * again. A removed box leaves an empty lane. New boxes go into spare leaves at the end. Boxes of such a leaf
 * are not near each other, so its bounds may be as large as the world, and it is compared with all others in
 * each step. The tree is sorted again when this has taken as long as a sort, when the spare leaves are full,
 * or when many lanes are empty.
 *
 * Weak inputs: long thin boxes that cross each other in all directions, because their leaves are nearly as
 * large as the world. */

#include "broad/packed_tree.h"

#include <assert.h>

#include "base/bits.h"
#include "base/simd.h"

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The tree is joined with itself. For each group, a node of level 1 with eight leaves: find the groups that
 * meet it and do not come before it; then, leaf by leaf, the leaves of those groups that it meets; then which
 * boxes of the leaf meet which of these leaves; finally compare one box with eight.
 *
 * Each of these loops fills a list for the next one. A comparison of one box with eight gives a bit mask,
 * which is appended to the list without a branch that would be mispredicted. Lists have fixed lengths; when
 * the first is full, all its entries are processed before it continues. */

#define LANES  FK_PACKED_LANES
#define GROUPS 32 /* in the first list */

/* Without an instruction that compresses lanes, so many are appended without a branch. */
#define FORESEEN 2

/* The lists. Each has room for eight more, because all lanes are written before the valid ones are
 * counted. */
typedef struct packed_join_lists {
    uint32_t group[GROUPS];
    uint32_t node[GROUPS * LANES + LANES];
    uint32_t item[GROUPS * LANES * LANES + LANES]; /* 8 * leaf + lane of the box */
} packed_join_lists;

typedef struct packed_join {
    const fk_packed_tree *tree;
    fk_pair_keys *keys;
    uint32_t group;
    int32_t box[6]; /* bounds of the group */
} packed_join;

static void lane_keys(const fk_packed_node *node, uint32_t lane, int32_t box[6])
{
    for (int k = 0; k < 6; k++)
        box[k] = node->end[k][lane];
}

#define FK_LEVEL_FILE "broad/packed_tree_pairs.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

uint32_t fk_packed_node_meets(const fk_packed_node *node, const int32_t box[6])
{
    static uint32_t (*const level[])(const fk_packed_node *, const int32_t[6]) = FK_LEVELS(meeting);
    return level[fk_cpu_level()](node, box);
}

#define LINE           64 /* bytes; nodes start at multiples */
#define GROUPS_OF_TASK 32
#define FEW            24  /* up to one changed box in so many: refit one by one */
#define AHEAD          6   /* boxes to prefetch */
#define GROWN_BY       1.2 /* sort again when the bounds have grown by this factor */
#define LATE           512 /* comparing so many late leaves with all others takes as long as a sort */

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void release_packed_tree(fk_packed_tree *tree, fk_context *context)
{
    fk_release(context, tree->block, tree->block_bytes);
    fk_release(context, tree->place, tree->place_count * sizeof *tree->place);
    uint64_t sorts = tree->sorts, fitted = tree->fitted;
    *tree = (fk_packed_tree){.sorts = sorts, .fitted = fitted};
}

/* Makes room for the slots of all ids, with some spare, so that it does not grow for each new id. */
static bool reserve_places(fk_packed_tree *tree, fk_context *context, uint32_t wanted)
{
    if (wanted <= tree->place_count)
        return true;
    uint32_t spare = tree->place_count > 0 ? wanted / 32 : 0;
    uint32_t count = wanted < UINT32_MAX - spare ? wanted + spare : wanted;
    uint64_t bytes = (uint64_t)count * sizeof(uint32_t);
    uint32_t *place = bytes > SIZE_MAX / 2 ? NULL : fk_allocate(context, (size_t)bytes);
    if (place == NULL)
        return false;
    if (tree->place_count > 0)
        memcpy(place, tree->place, tree->place_count * sizeof *place);
    for (uint32_t i = tree->place_count; i < count; i++)
        place[i] = FK_NONE;
    fk_release(context, tree->place, tree->place_count * sizeof *place);
    tree->place = place;
    tree->place_count = count;
    return true;
}

/* Plans the levels above `count` leaves and allocates them. Their previous contents are lost. */
static bool lay_out_levels(fk_packed_tree *tree, fk_context *context, uint32_t count)
{
    uint32_t level = 0, sum = 0;
    do {
        tree->begin[level] = sum;
        tree->count[level] = count;
        sum += count;
        count = (count + FK_PACKED_LANES - 1) / FK_PACKED_LANES;
        level++;
    } while (level == 1 || tree->count[level - 1] > 1);
    tree->top = level - 1;
    uint64_t slots = (uint64_t)tree->count[0] * FK_PACKED_LANES;
    uint64_t wanted = LINE + sum * (uint64_t)sizeof(fk_packed_node) + slots * sizeof(uint32_t) +
                      tree->count[1] * (uint64_t)sizeof(float);
    if (wanted > SIZE_MAX / 2)
        return false;
    size_t bytes = (size_t)wanted;
    if (bytes > tree->block_bytes || bytes < tree->block_bytes / 2) {
        fk_release(context, tree->block, tree->block_bytes);
        tree->block_bytes = 0;
        tree->block = fk_allocate(context, bytes);
        if (tree->block == NULL)
            return false;
        tree->block_bytes = bytes;
    }
    char *block = tree->block;
    block += (LINE - (uintptr_t)block % LINE) % LINE;
    tree->node = (fk_packed_node *)(void *)block;
    tree->id = (uint32_t *)(void *)(tree->node + sum);
    tree->growth = (float *)(void *)(tree->id + slots);
    return true;
}

/* Assigns slots to the sorted ids; each class begins with a new leaf. */
static void assign_slots(fk_packed_tree *tree, const fk_packed_classes *classes, const fk_box_center *center)
{
    uint32_t slot = 0;
    for (int c = 0; c < FK_PACKED_CLASSES; c++) {
        for (uint32_t i = 0; i < classes->count[c]; i++) {
            uint32_t id = center++->id;
            tree->place[id] = slot;
            tree->id[slot++] = id;
        }
        while (slot % FK_PACKED_LANES != 0)
            tree->id[slot++] = FK_NONE;
    }
    tree->tail = tree->sorted_tail = slot;
    tree->late = 0;
    tree->end = tree->count[0] * FK_PACKED_LANES;
    for (; slot < tree->end; slot++)
        tree->id[slot] = FK_NONE;
}

static bool rebuild_packed_tree(fk_packed_tree *tree, fk_context *context, const fk_broad_boxes *boxes,
                                const fk_workers *workers)
{
    fk_packed_classes classes;
    fk_packed_tree_classify(boxes, &classes);
    uint32_t count = classes.all / 512 + 2;
    for (int c = 0; c < FK_PACKED_CLASSES; c++)
        count += classes.count[c] / FK_PACKED_LANES + (classes.count[c] % FK_PACKED_LANES > 0);
    if (classes.all > UINT32_MAX / 2 || !reserve_places(tree, context, boxes->count) ||
        !lay_out_levels(tree, context, count))
        return false;
    for (uint32_t i = 0; i < tree->place_count; i++)
        tree->place[i] = FK_NONE;
    /* The sort uses the memory of the future nodes. */
    static_assert(sizeof(fk_packed_node) >= FK_PACKED_LANES * sizeof(fk_box_center), "room to sort in");
    fk_box_center *center = (fk_box_center *)(void *)tree->node;
    fk_packed_tree_order(boxes, &classes, center);
    assign_slots(tree, &classes, center);
    tree->held = classes.all;
    tree->holes = 0;
    tree->sorts++;
    memset(tree->growth, 0, tree->count[1] * sizeof *tree->growth);
    fk_packed_tree_refit(tree, boxes, workers);
    fk_packed_tree_measure(tree);
    return true;
}

/* ---- Update -------------------------------------------------------------------------------------------- */

/* Assigns lanes to new boxes. Returns false if there are too few. */
static bool insert_new_boxes(fk_packed_tree *tree, const fk_broad_boxes *boxes, const uint32_t *changed,
                             uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = changed[i];
        if (tree->place[id] != FK_NONE || fk_aabb_float_is_empty(&boxes->box[id]))
            continue;
        if (tree->tail == tree->end)
            return false;
        tree->place[id] = tree->tail;
        tree->id[tree->tail++] = id;
        tree->held++;
    }
    return true;
}

/* Refits the tree to one box that has moved or been removed. */
static void refit_box(fk_packed_tree *tree, const fk_broad_boxes *boxes, uint32_t id)
{
    uint32_t slot = tree->place[id];
    if (slot == FK_NONE)
        return;
    fk_packed_tree_refit_lane(tree, slot, &boxes->box[id]);
    if (fk_aabb_float_is_empty(&boxes->box[id])) {
        tree->id[slot] = tree->place[id] = FK_NONE;
        tree->held--;
        tree->holes++;
    }
}

static void prefetch_box(const fk_packed_tree *tree, uint32_t id)
{
    uint32_t slot = tree->place[id];
    if (slot == FK_NONE)
        return;
    fk_packed_node_prefetch(&tree->node[slot / FK_PACKED_LANES]);
    fk_packed_node_prefetch(&tree->node[tree->begin[1] + slot / FK_PACKED_LANES / FK_PACKED_LANES]);
}

static bool needs_rebuild(const fk_packed_tree *tree)
{
    return tree->holes > tree->held / 4 + 64 || tree->grown > GROWN_BY * tree->sorted + 1 ||
           tree->late > LATE;
}

/* Refits the tree to the changed boxes, which have lanes. */
static void refit_boxes(fk_packed_tree *tree, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t count, const fk_workers *workers)
{
    tree->late += (tree->tail - tree->sorted_tail + FK_PACKED_LANES - 1) / FK_PACKED_LANES;
    if (count > tree->held / FEW) {
        fk_packed_tree_refit(tree, boxes, workers);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            prefetch_box(tree, changed[i + AHEAD]);
        refit_box(tree, boxes, changed[i]);
    }
}

static fk_status packed_tree_update(void *self, fk_context *context, const fk_broad_boxes *boxes,
                                    const uint32_t *changed, uint32_t changed_count,
                                    const fk_workers *workers)
{
    fk_packed_tree *tree = self;
    bool has_places = reserve_places(tree, context, boxes->count);
    if (has_places && tree->top > 0 && insert_new_boxes(tree, boxes, changed, changed_count)) {
        refit_boxes(tree, boxes, changed, changed_count, workers);
        if (!needs_rebuild(tree))
            return FK_OK;
    }
    if (has_places && rebuild_packed_tree(tree, context, boxes, workers))
        return FK_OK;
    release_packed_tree(tree, context);
    return FK_ERROR_MEMORY;
}

static bool find_group_pairs(void *data, uint32_t task, fk_pair_keys *keys)
{
    static bool (*const level[])(const fk_packed_tree *, uint32_t, uint32_t, fk_pair_keys *) =
        FK_LEVELS(join);
    const fk_packed_tree *tree = data;
    uint32_t first = task * GROUPS_OF_TASK, last = first + GROUPS_OF_TASK;
    return level[fk_cpu_level()](tree, first, last < tree->count[1] ? last : tree->count[1], keys);
}

static fk_status packed_tree_pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                                   const fk_workers *workers, fk_pair_keys *out)
{
    fk_packed_tree *tree = self;
    (void)boxes;
    if (tree->top == 0)
        return FK_OK;
    uint32_t tasks = (tree->count[1] + GROUPS_OF_TASK - 1) / GROUPS_OF_TASK;
    return fk_broad_gather_pairs(context, workers, tasks, find_group_pairs, tree, out);
}

/* ---- Visits -------------------------------------------------------------------------------------------- */

/* A node to visit, or a slot. */
typedef struct packed_node_bound {
    double bound;
    uint32_t level; /* level of the node plus 1; 0 for a slot */
    uint32_t index;
} packed_node_bound;

static fk_aabb_float lane_box(const fk_packed_node *node, uint32_t lane)
{
    fk_aabb_float box;
    for (int k = 0; k < 3; k++) {
        box.min[k] = fk_float_from_key(node->end[k][lane]);
        box.max[k] = fk_float_from_key(node->end[k + 3][lane]);
    }
    return box;
}

/* Pushes the lanes of a node that meet the box and are within the limit, nearest last. Returns the new stack
 * size. */
static uint32_t push_lanes(const fk_packed_tree *tree, const fk_broad_visit_state *visit,
                           const int32_t box[6], packed_node_bound from, packed_node_bound *stack,
                           uint32_t count)
{
    const fk_packed_node *node = &tree->node[tree->begin[from.level - 1] + from.index];
    uint32_t first = count;
    for (uint32_t bits = fk_packed_node_meets(node, box); bits != 0; bits &= bits - 1) {
        uint32_t lane = fk_lowest_bit(bits), at = count;
        double bound = 0;
        if (visit->probe.question != FK_BROAD_MEETS) {
            fk_aabb_float around = lane_box(node, lane);
            bound = fk_broad_lower_bound(visit, &around);
            if (!(bound <= visit->probe.limit))
                continue;
        }
        if (from.level > 1)
            fk_packed_node_prefetch(
                &tree->node[tree->begin[from.level - 2] + from.index * FK_PACKED_LANES + lane]);
        for (count++; at > first && stack[at - 1].bound < bound; at--)
            stack[at] = stack[at - 1];
        stack[at] = (packed_node_bound){bound, from.level - 1, from.index * FK_PACKED_LANES + lane};
    }
    return count;
}

static void packed_tree_visit(const void *self, fk_broad_visit_state *state)
{
    const fk_packed_tree *tree = self;
    packed_node_bound stack[FK_PACKED_LANES * FK_PACKED_LEVELS];
    uint32_t count = 0;
    /* Either the box of the probe, or one that meets every lane that is not empty. */
    int32_t box[6] = {FK_PACKED_NO_MAX + 1, FK_PACKED_NO_MAX + 1, FK_PACKED_NO_MAX + 1,
                      FK_PACKED_NO_MIN - 1, FK_PACKED_NO_MIN - 1, FK_PACKED_NO_MIN - 1};
    if (state->probe.question == FK_BROAD_MEETS)
        fk_packed_keys(&state->probe.box, box);
    if (tree->top > 0)
        stack[count++] = (packed_node_bound){0, tree->top + 1, 0};
    while (count > 0) {
        packed_node_bound from = stack[--count];
        if (from.bound > state->probe.limit)
            continue;
        if (from.level > 0)
            count = push_lanes(tree, state, box, from, stack, count);
        else if (!fk_broad_visit_id(state, tree->id[from.index]))
            return;
    }
}

/* ---- Invariants ---------------------------------------------------------------------------------------- */

static bool is_lane_equal(const fk_packed_node *node, uint32_t lane, const int32_t key[6])
{
    for (int k = 0; k < 6; k++)
        if (node->end[k][lane] != key[k])
            return false;
    return true;
}

/* Checks that each lane of level 0 has the box of its id, or is empty. */
static bool are_lanes_sound(const fk_packed_tree *tree, const fk_broad_boxes *boxes)
{
    uint32_t held = 0;
    for (uint32_t slot = 0; slot < tree->count[0] * FK_PACKED_LANES; slot++) {
        uint32_t id = tree->id[slot];
        int32_t key[6] = FK_PACKED_EMPTY_LANE;
        if (id != FK_NONE) {
            if (id >= boxes->count || tree->place[id] != slot || !fk_packed_keys(&boxes->box[id], key))
                return false;
            held++;
        }
        if (!is_lane_equal(&tree->node[slot / FK_PACKED_LANES], slot % FK_PACKED_LANES, key))
            return false;
    }
    return held == tree->held;
}

/* Checks that each lane above bounds its node below. */
static bool are_bounds_sound(const fk_packed_tree *tree)
{
    for (uint32_t level = 1; level <= tree->top; level++)
        for (uint32_t i = 0; i < tree->count[level] * FK_PACKED_LANES; i++) {
            int32_t key[6] = FK_PACKED_EMPTY_LANE;
            if (i < tree->count[level - 1])
                fk_packed_node_bounds(&tree->node[tree->begin[level - 1] + i], key);
            if (!is_lane_equal(&tree->node[tree->begin[level] + i / FK_PACKED_LANES], i % FK_PACKED_LANES,
                               key))
                return false;
        }
    return tree->count[tree->top] == 1;
}

static bool packed_tree_is_sound(const void *self, const fk_broad_boxes *boxes)
{
    const fk_packed_tree *tree = self;
    uint32_t held = 0;
    for (uint32_t i = 0; i < boxes->count; i++) {
        bool is_held = i < tree->place_count && tree->place[i] != FK_NONE;
        if (is_held == fk_aabb_float_is_empty(&boxes->box[i]))
            return false;
        held += is_held;
    }
    return held == tree->held && (tree->top == 0 || (are_lanes_sound(tree, boxes) && are_bounds_sound(tree)));
}

static size_t packed_tree_bytes(const void *self)
{
    const fk_packed_tree *tree = self;
    return tree->block_bytes + tree->place_count * sizeof *tree->place;
}

static void packed_tree_end(void *self, fk_context *context)
{
    release_packed_tree(self, context);
}

const fk_broad_class fk_broad_packed_tree = {sizeof(fk_packed_tree), NULL,
                                             packed_tree_end,        packed_tree_update,
                                             packed_tree_pairs,      packed_tree_visit,
                                             packed_tree_is_sound,   packed_tree_bytes};
