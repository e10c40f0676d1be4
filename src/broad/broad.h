/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The interface of the broad-phase structures. broad.c stores the boxes and records which have changed; each
 * structure finds pairs and answers visits. A new structure is one file and one row in the table of
 * broad.c. */

#ifndef FARKAS_SRC_BROAD_H
#define FARKAS_SRC_BROAD_H

#include <math.h>

#include "farkas/broad.h"

/* All boxes by id. An id without a box has an empty one. No side is denormal or -0, so comparing floats gives
 * the same answer in every state of the floating-point unit. */
typedef struct fk_broad_boxes {
    uint32_t count; /* all ids are below this */
    const fk_aabb_float *box;
} fk_broad_boxes;

/* Candidate pairs, each once, in any order. The upper half of a key is the lower id. */
typedef struct fk_pair_keys {
    fk_context *context;
    uint64_t *key;
    size_t count, capacity;
} fk_pair_keys;

/* Makes room for `more` keys. False without memory; the keys are then unchanged. */
bool fk_pair_keys_reserve(fk_pair_keys *keys, size_t more);

/* Adds a pair. The caller has made room for it. */
static inline void fk_pair_keys_push(fk_pair_keys *keys, uint32_t a, uint32_t b)
{
    uint32_t lower = a < b ? a : b; /* without a branch, which would be mispredicted */
    keys->key[keys->count++] = (uint64_t)lower << 32 | (a ^ b ^ lower);
}

/* The center of a box and its id. */
typedef struct fk_box_center {
    float middle[3]; /* finite */
    uint32_t id;
} fk_box_center;

/* Returns the axis along which the centers have the largest extent. */
static inline int fk_box_centers_axis(const fk_box_center *item, uint32_t count)
{
    float low[3], high[3];
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = item->middle[k];
    for (uint32_t i = 1; i < count; i++)
        for (int k = 0; k < 3; k++) {
            float x = item[i].middle[k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
    int axis = high[1] - low[1] > high[0] - low[0] ? 1 : 0;
    return high[2] - low[2] > high[axis] - low[axis] ? 2 : axis;
}

static inline float fk_median_of_three(float x, float y, float z)
{
    float low = x < y ? x : y, high = x < y ? y : x;
    return z < low ? low : z > high ? high : z;
}

extern const fk_aabb_float fk_aabb_float_empty;

static inline bool fk_aabb_float_is_empty(const fk_aabb_float *box)
{
    return !(box->min[0] <= box->max[0] && box->min[1] <= box->max[1] && box->min[2] <= box->max[2]);
}

/* Returns whether two boxes have a common point. Neither may be empty. */
static inline bool fk_aabb_float_meets(const fk_aabb_float *a, const fk_aabb_float *b)
{
    return (a->min[0] <= b->max[0]) & (b->min[0] <= a->max[0]) & (a->min[1] <= b->max[1]) &
           (b->min[1] <= a->max[1]) & (a->min[2] <= b->max[2]) & (b->min[2] <= a->max[2]);
}

/* Enlarges `all` until it contains `box`. */
static inline void fk_aabb_float_unite(fk_aabb_float *all, const fk_aabb_float *box)
{
    for (int k = 0; k < 3; k++) {
        all->min[k] = box->min[k] < all->min[k] ? box->min[k] : all->min[k];
        all->max[k] = box->max[k] > all->max[k] ? box->max[k] : all->max[k];
    }
}

static inline bool fk_aabb_float_contains(const fk_aabb_float *all, const fk_aabb_float *box)
{
    for (int k = 0; k < 3; k++)
        if (!(all->min[k] <= box->min[k] && box->max[k] <= all->max[k]))
            return false;
    return true;
}

/* The state of a running visit. */
typedef struct fk_broad_visit_state {
    fk_broad_probe probe; /* with the current limit; negative when the visit has ended */
    const fk_broad_boxes *boxes;
    /* The rest belongs to broad.c. */
    const uint8_t *mark; /* by id: FK_BROAD_DIRTY when the box has changed since the last update */
    fk_broad_visitor *visitor;
    void *user;
    int sign[3];                           /* signs of the velocity components */
    double inverse_min[3], inverse_max[3]; /* bounds of 1 / |component| */
} fk_broad_visit_state;

/* Returns a lower bound of the distance to a box, of the time until the probe meets it, or 0 if it overlaps
 * the probe, by question; infinite if the probe does not meet it within the limit. A structure may skip boxes
 * with a bound above the limit. */
double fk_broad_lower_bound(const fk_broad_visit_state *visit, const fk_aabb_float *box);

/* Visits a box of the structure, unless it is dirty or beyond the limit. Returns false when the visit has
 * ended. */
bool fk_broad_visit_id(fk_broad_visit_state *visit, uint32_t id);

/* A structure contains all ids whose boxes were not empty at the last update. One without memory of its own
 * has only pairs and visit. */
typedef struct fk_broad_class {
    size_t size;                                               /* of `self`, which starts as zeros */
    void (*init)(void *self, const fk_broad_options *options); /* NULL if the structure has no options */
    void (*end)(void *self, fk_context *context);
    /* Updates the structure. `changed` lists, ascending and each once, at least one and perhaps all ids whose
     * boxes may differ from those of the last update: moved, added, removed, or added and removed again. On
     * FK_ERROR_MEMORY the structure is empty, and the next update lists all ids. */
    fk_status (*update)(void *self, fk_context *context, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t changed_count, const fk_workers *workers);
    /* Finds all pairs of boxes that meet, after an update. On FK_ERROR_MEMORY `out` may contain some. Tasks
     * of workers have keys of their own: see fk_broad_gather_pairs. */
    fk_status (*pairs)(void *self, fk_context *context, const fk_broad_boxes *boxes,
                       const fk_workers *workers, fk_pair_keys *out);
    /* Calls fk_broad_visit_id for all ids whose bounds are within the limit. Bounds use the boxes of the last
     * update; those of dirty ids may be outdated, which does no harm. */
    void (*visit)(const void *self, fk_broad_visit_state *visit);
    bool (*is_sound)(const void *self, const fk_broad_boxes *boxes);
    size_t (*bytes)(const void *self);
} fk_broad_class;

extern const fk_broad_class fk_broad_packed_tree, fk_broad_brute, fk_broad_grid, fk_broad_hierarchical_grid,
    fk_broad_octree, fk_broad_dynamic_tree, fk_broad_sweep_and_prune;

/* Runs `count` tasks that find pairs, and adds their pairs to `out`. A task returns false without memory. */
typedef bool fk_broad_pair_task(void *data, uint32_t task, fk_pair_keys *keys);
fk_status fk_broad_gather_pairs(fk_context *context, const fk_workers *workers, uint32_t count,
                                fk_broad_pair_task *find, void *data, fk_pair_keys *out);

/* Marks of an id. Dirty: its box has changed since the structure's last update. */
#define FK_BROAD_DIRTY       1
#define FK_BROAD_STALE_PAIRS 2 /* its box has changed since the list of pairs was made */

struct fk_broad {
    fk_context *context;
    const fk_broad_class *kind;
    void *self; /* the structure */
    /* Boxes, changed ids and marks share one block of `capacity` entries each, so they always have room for
     * the same ids. */
    uint32_t capacity;
    fk_broad_boxes boxes;
    fk_aabb_float *box;
    uint32_t *changed; /* all marked ids, each once, in any order */
    uint8_t *mark;     /* by id */
    uint32_t changed_count, dirty_count;
    /* Pairs as they are found, and the sorted list. The list's memory also serves as the sort buffer. */
    fk_pair_keys keys;
    fk_index_pair *pair;
    size_t pair_count, pair_capacity;
    bool has_pairs; /* the list is correct but for ids with stale pairs; without it no id has this mark */
};

/* Discards the list of pairs. */
void fk_broad_discard_pairs(fk_broad *broad);

/* Returns whether so few ids have changed that patching the list of pairs is faster than finding all pairs
 * again. With the packed tree, one visit takes as long as finding all pairs of about forty boxes. */
static inline bool fk_broad_should_patch(const fk_broad *broad, uint32_t changed)
{
    return changed <= broad->boxes.count / 32;
}

/* The data of sweep_and_prune.c, visible to its tests. */
#define FK_SWEEP_BLOCK 64

/* FK_SWEEP_BLOCK neighbours in the order. */
typedef struct fk_sweep_block {
    fk_aabb_float box; /* around these boxes */
    float end;         /* the largest upper end along the axis of this and all earlier blocks */
    bool is_stale;     /* its entries or their boxes have changed */
} fk_sweep_block;

typedef struct fk_sweep_and_prune {
    int axis;
    uint32_t count;
    uint64_t *order; /* sorted: the key of the box's lower end along the axis, then its id */
    size_t capacity;
    uint32_t *rank; /* by id: position in the order, or FK_NONE */
    size_t rank_capacity;
    uint32_t rank_count;
    fk_sweep_block *block;
    size_t block_capacity;
    uint64_t changes;       /* since the axis was chosen */
    uint64_t swaps, sorted; /* counted for tests: swaps of two entries, full sorts */
} fk_sweep_and_prune;

/* ---- Cells, and boxes sorted by them ------------------------------------------------------------------- */

/* Shared by the grids and the octree: maps from coordinates to cells, boxes sorted by cell, and unions of
 * consecutive boxes for visits. */

/* Rounding a cell number never loses a pair, because the map from floats to cell numbers is monotone: boxes
 * that meet have min_a <= max_b and min_b <= max_a along each axis, so cell(min_a) <= cell(max_b) and
 * cell(min_b) <= cell(max_a). The structures rely on this alone; the size of a cell affects only speed. */

#define FK_GRID_BITS 21 /* bits of a cell number along an axis */

/* Returns the cell number of a position given in cell sizes: truncated, and kept far from the limits of
 * int64_t. */
static inline int64_t fk_grid_truncate(double place)
{
    return (int64_t)(place > 0x1p60 ? 0x1p60 : place < -0x1p60 ? -0x1p60 : place);
}

/* Maps a coordinate to a cell number between 0 and last. */
typedef struct fk_grid_map {
    double inverse[3]; /* of the cell size, with 29 bits, so that products with floats are exact */
    int64_t origin[3];
    int64_t last;
} fk_grid_map;

/* Monotone: the product is exact in every state of the floating-point unit, since no side is denormal, and
 * truncation is monotone, though it merges the two cells next to zero. x may be infinite. */
static inline uint32_t fk_grid_cell(const fk_grid_map *map, int axis, float x)
{
    int64_t cell = fk_grid_truncate((double)x * map->inverse[axis]) - map->origin[axis];
    return (uint32_t)(cell < 0 ? 0 : cell > map->last ? map->last : cell);
}

/* A box stored beside its neighbours in the sorted order. */
typedef struct fk_sorted_box {
    fk_aabb_float box;
    uint32_t id;
    uint32_t x; /* cell coordinate, for grids */
} fk_sorted_box;

#define FK_SORTED_BLOCK 8 /* items below a union, and unions below a higher union */

typedef struct fk_sorted_boxes {
    fk_sorted_box *item;
    uint32_t count;
    /* one union for every eight items, then one for every eight of those, up to a single one */
    fk_aabb_float *block;
    /* For updates: keys by id; the sorted ids in the lower halves of `order`; a sort buffer. */
    uint64_t *key, *order, *room;
    void *memory; /* the block that contains all arrays */
    size_t bytes;
} fk_sorted_boxes;

/* Begins an update: fills `order` with the ids of all non-empty boxes, ascending. Returns false without
 * memory; `sorted` is then empty. */
bool fk_sorted_boxes_begin(fk_sorted_boxes *sorted, fk_context *context, const fk_broad_boxes *boxes);

/* Sorts a range of `order` by key, stably. */
void fk_sorted_boxes_sort(fk_sorted_boxes *sorted, uint32_t begin, uint32_t end);

/* Ends an update: builds the items in sorted order, and the unions. */
void fk_sorted_boxes_build(fk_sorted_boxes *sorted, const fk_broad_boxes *boxes);

/* A range that contains all boxes except a few that lie far from the others. */
typedef struct fk_grid_extent {
    double low[3], high[3];
} fk_grid_extent;

/* Returns the extent of the finite boxes in a range of `order`. */
fk_grid_extent fk_grid_find_extent(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                                   uint32_t end);

/* Estimates from a sample how many boxes in a range of `order` lie in 27 cells of the given size. */
double fk_grid_estimate_crowd(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                              uint32_t end, const double size[3]);

/* Returns the inverse of a positive size, or a little less, with 29 bits. */
double fk_grid_inverse_size(double size);

/* Returns the longest side of a box; infinite for an unbounded box or one at infinity. The result is rounded,
 * so at powers of two the size class depends on the rounding mode; this affects no pair and no visit. */
static inline double fk_grid_longest_side(const fk_aabb_float *box)
{
    double x = (double)box->max[0] - (double)box->min[0], y = (double)box->max[1] - (double)box->min[1],
           z = (double)box->max[2] - (double)box->min[2];
    double side = x > y ? x : y;
    side = z > side ? z : side;
    return x < INFINITY && y < INFINITY && z < INFINITY ? side : INFINITY;
}

/* The size class of a box: the power of two of its longest side, below FK_GRID_SIZE_CLASSES. The side is
 * below 2^(class - 150), or tiny. The last class is for unbounded boxes. */
#define FK_GRID_SIZE_CLASSES 281
uint32_t fk_grid_size_class(const fk_aabb_float *box);

/* Adds the pairs of one item with the items of a range. The caller has made room for all of them. */
static inline void fk_sorted_boxes_test(const fk_sorted_boxes *sorted, uint32_t one, uint32_t from,
                                        uint32_t to, fk_pair_keys *keys)
{
    const fk_sorted_box *item = sorted->item, *a = &item[one];
    for (uint32_t i = from; i < to; i++)
        if (fk_aabb_float_meets(&a->box, &item[i].box))
            fk_pair_keys_push(keys, a->id, item[i].id);
}

/* Adds the pairs of an item with all earlier items. Returns false without memory. */
bool fk_sorted_boxes_test_before(const fk_sorted_boxes *sorted, uint32_t one, fk_pair_keys *keys);

void fk_sorted_boxes_visit(const fk_sorted_boxes *sorted, fk_broad_visit_state *visit);

/* Checks that there is one item for each non-empty box, with that box, and that the unions contain their
 * items. A doubled id must be detected by the caller, from the order. */
bool fk_sorted_boxes_are_sound(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes);

/* ---- The tree of boxes --------------------------------------------------------------------------------- */

/* A balanced binary tree of boxes with insertion and removal of leaves.
 *
 * A node has two places. A place contains a leaf or a child node, with its box and height, so testing both
 * children reads one block of 64 bytes. A tree of n leaves has n - 1 nodes and one more, node 0, the anchor:
 * its first place contains the root, so that everything is in a place. Places are numbered 2 * node + side.
 *
 * The heights of the two places of a node differ by at most 1, as in the trees of Adelson-Velsky and Landis
 * (1962). So a tree of height h has at least F(h + 2) leaves, a Fibonacci number, and a tree of 2^30 leaves
 * has a height of at most FK_BOX_TREE_HEIGHT. */

#define FK_BOX_TREE_HEIGHT     42
#define FK_BOX_TREE_MAX_LEAVES ((uint32_t)1 << 30) /* leaves */

#define FK_BOX_LEAF                                                                                          \
    ((uint32_t)1 << 31) /* flag of a child that is a leaf; the other bits are the id of its box */

typedef struct fk_box_tree_node {
    fk_aabb_float box[2];
    uint32_t child[2]; /* child[0] of a free node: the next free node, or FK_NONE */
    uint32_t parent;   /* the place that contains this node; FK_NONE for a free node and the anchor */
    uint8_t height[2]; /* 0 for a leaf */
} fk_box_tree_node;

typedef struct fk_box_tree {
    fk_box_tree_node *node;
    size_t capacity;
    uint32_t made;    /* allocated nodes, including free ones; 0 before the first */
    uint32_t free;    /* the first free node, or FK_NONE */
    uint32_t count;   /* leaves */
    bool is_in_order; /* every node has a higher number than its parent */
    uint32_t *place;  /* by id: the place of its leaf, or FK_NONE */
    size_t place_capacity;
    uint32_t place_count;
} fk_box_tree;

/* Returns false without memory; the tree is then unchanged. */
bool fk_box_tree_reserve(fk_box_tree *tree, fk_context *context, uint32_t numbers, uint32_t leaves);
void fk_box_tree_end(fk_box_tree *tree, fk_context *context);

/* Removes all leaves and keeps the memory. */
void fk_box_tree_clear(fk_box_tree *tree);

/* The caller has made room. Insert requires that the id has no leaf, remove that it has one. */
void fk_box_tree_insert(fk_box_tree *tree, uint32_t id, const fk_aabb_float *box);
void fk_box_tree_remove(fk_box_tree *tree, uint32_t id);

/* Moves the `half` lowest centers along the longest axis to the front; half < count. After `rounds`
 * median-of-three partitions it bisects floats instead. */
void fk_box_centers_halve(fk_box_center *item, uint32_t count, uint32_t half, int rounds);

/* Builds a tree of `count` leaves whose boxes are given by id, replacing all leaves. The caller has made
 * room. Reorders `item`. Returns what fk_box_tree_refit returns. */
int64_t fk_box_tree_build(fk_box_tree *tree, fk_box_center *item, uint32_t count, const fk_aabb_float *leaf);

/* Refits the boxes of all nodes after the boxes of leaves have changed in their places; requires is_in_order.
 * Returns the sum of the logarithms of all node sizes, in units of FK_BOX_TREE_DOUBLING for a factor of 2.
 * The traversal time grows with this sum, in which a few huge nodes have little weight. */
#define FK_BOX_TREE_DOUBLING 0x1p20
int64_t fk_box_tree_refit(fk_box_tree *tree);

bool fk_box_tree_is_sound(const fk_box_tree *tree);

static inline fk_aabb_float *fk_box_tree_box(const fk_box_tree *tree, uint32_t place)
{
    return &tree->node[place >> 1].box[place & 1];
}

static inline uint32_t fk_box_tree_child(const fk_box_tree *tree, uint32_t place)
{
    return tree->node[place >> 1].child[place & 1];
}

/* The data of dynamic_tree.c, visible to its tests. */
typedef struct fk_dynamic_tree {
    fk_box_tree tree; /* of fattened boxes */
    float fat, ahead;
    bool turns;
    float (*middle)[3]; /* the center of each box at the last update */
    size_t middle_capacity;
    int64_t size;      /* sum of log sizes when the tree was built, as fk_box_tree_refit returns it */
    uint32_t refits;   /* refits in place since the tree was built */
    uint64_t inserted; /* leaves inserted since the tree was built */
    uint64_t reinserted, rebuilds; /* counted for tests: reinserted leaves, rebuilt trees */
} fk_dynamic_tree;

#endif
