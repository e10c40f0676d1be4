/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a structure of the broad phase is, for broad.c, which keeps the boxes and knows what has changed. A
 * new structure is a file, and a row in the table there. */

#ifndef FARKAS_SRC_BROAD_H
#define FARKAS_SRC_BROAD_H

#include <math.h>

#include "farkas/broad.h"

/* The boxes that there are, by number. A number without a box has an empty one. No side is denormal or -0, so
 * floats may be compared in every state of the floating-point unit. */
typedef struct fk_broad_boxes {
    uint32_t count; /* numbers are below this */
    const fk_aabb_float *box;
} fk_broad_boxes;

/* Pairs that are found, each once, in any order, as keys: the lower number is the upper half. */
typedef struct fk_pair_keys {
    fk_context *context;
    uint64_t *key;
    size_t count, capacity;
} fk_pair_keys;

/* False when there is no memory. The keys are as they were then. */
bool fk_pair_keys_room(fk_pair_keys *keys, size_t more);

/* Room was made. */
static inline void fk_pair_keys_put(fk_pair_keys *keys, uint32_t a, uint32_t b)
{
    uint32_t lower = a < b ? a : b; /* and no branch, which could not be foreseen */
    keys->key[keys->count++] = (uint64_t)lower << 32 | (a ^ b ^ lower);
}

/* The middle of a box and its number. */
typedef struct fk_box_center {
    float middle[3]; /* finite */
    uint32_t id;
} fk_box_center;

/* The axis along which middles lie furthest apart. */
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

/* Of boxes that are not empty. */
static inline bool fk_aabb_float_meets(const fk_aabb_float *a, const fk_aabb_float *b)
{
    return (a->min[0] <= b->max[0]) & (b->min[0] <= a->max[0]) & (a->min[1] <= b->max[1]) &
           (b->min[1] <= a->max[1]) & (a->min[2] <= b->max[2]) & (b->min[2] <= a->max[2]);
}

/* Makes a box larger, so that it holds another one. */
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

/* A visit that is under way. */
typedef struct fk_broad_visit_state {
    fk_broad_probe probe; /* with the limit as it is now; negative: over */
    const fk_broad_boxes *boxes;
    /* What follows is of broad.c. */
    const uint8_t *mark; /* by number: its box has changed since the last update */
    fk_broad_visitor *visitor;
    void *user;
    int sign[3];                           /* the signs of the velocity, */
    double inverse_min[3], inverse_max[3]; /* and bounds of the inverse of its size */
} fk_broad_visit_state;

/* How far away a box is, at least: 0 or the distance, or the time until it is met; infinite when it is not,
 * up to the limit. What has this above the limit need not be looked at. Never more than the truth. */
double fk_broad_lower_bound(const fk_broad_visit_state *visit, const fk_aabb_float *box);

/* Hands over a number that the structure holds: it is visited, unless its box is loose, or beyond the limit.
 * False when the visit is over. */
bool fk_broad_visit_id(fk_broad_visit_state *visit, uint32_t id);

/* A structure holds the numbers whose boxes are not empty, as of the last update. One that keeps nothing has
 * pairs and visit alone. */
typedef struct fk_broad_class {
    size_t size; /* of what is called self below; it begins as zeros */
    void (*init)(void *self, const fk_broad_options *options); /* or NULL, where no option matters */
    void (*end)(void *self, fk_context *context);
    /* Boxes of `changed`, each once, ascending, may be others than in the last update: moved, come, gone, or
     * come and gone again. It is at least one, and may be all. FK_ERROR_MEMORY: self holds nothing then, and
     * the next update has all. */
    fk_status (*update)(void *self, fk_context *context, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t changed_count, const fk_workers *workers);
    /* After an update: all pairs that meet. FK_ERROR_MEMORY: keys may have some. With workers, each has keys
     * of its own: see fk_broad_gather_pairs. */
    fk_status (*pairs)(void *self, fk_context *context, const fk_broad_boxes *boxes,
                       const fk_workers *workers, fk_pair_keys *out);
    /* Hands over all numbers that it holds whose bounds are not above the limit: by their boxes as of the
     * last update, so those of loose ones may differ, which does not matter. */
    void (*visit)(const void *self, fk_broad_visit_state *visit);
    bool (*is_sound)(const void *self, const fk_broad_boxes *boxes);
    size_t (*bytes)(const void *self);
} fk_broad_class;

extern const fk_broad_class fk_broad_packed_tree, fk_broad_brute, fk_broad_grid, fk_broad_hierarchical_grid,
    fk_broad_octree, fk_broad_dynamic_tree, fk_broad_sweep_and_prune;

/* Runs `count` tasks, each of which finds pairs, and adds what they found to out. A task returns false when
 * there is no memory. */
typedef bool fk_broad_pair_task(void *data, uint32_t task, fk_pair_keys *keys);
fk_status fk_broad_gather_pairs(fk_context *context, const fk_workers *workers, uint32_t count,
                                fk_broad_pair_task *find, void *data, fk_pair_keys *out);

/* What a number is marked with. The first says that the structure does not know its box. */
#define FK_BROAD_DIRTY       1
#define FK_BROAD_STALE_PAIRS 2 /* the list of pairs does not */

struct fk_broad {
    fk_context *context;
    const fk_broad_class *kind;
    void *self; /* the structure */
    /* Boxes, changed numbers and marks are in one block, each with room for `capacity`; so none of them can
     * lack room where the others have it. */
    uint32_t capacity;
    fk_broad_boxes boxes;
    fk_aabb_float *box;
    uint32_t *changed; /* the numbers that are marked, each once, in any order */
    uint8_t *mark;     /* by number */
    uint32_t changed_count, dirty_count;
    /* Pairs as they are found; and the list, whose memory is also room for sorting them. */
    fk_pair_keys keys;
    fk_index_pair *pair;
    size_t pair_count, pair_capacity;
    bool has_pairs; /* the list is right but for numbers that are stale; else none is marked as stale */
};

/* The list of pairs is not right any more, for any number. */
void fk_broad_discard_pairs(fk_broad *broad);

/* Whether so many changed numbers are few enough to mend the list of pairs, rather than to make it anew. With
 * packs, a visit takes as long as finding all pairs of about forty boxes. */
static inline bool fk_broad_should_patch(const fk_broad *broad, uint32_t changed)
{
    return changed <= broad->boxes.count / 32;
}

/* What fk_broad_sweep_and_prune keeps, for sweep_and_prune.c and its tests. */
#define FK_SWEEP_BLOCK 64

/* So many neighbours in the order. */
typedef struct fk_sweep_block {
    fk_aabb_float box; /* around them */
    float end;         /* the largest end along the axis, of these and all before */
    bool is_stale;     /* they are others, or their boxes are */
} fk_sweep_block;

typedef struct fk_sweep_and_prune {
    int axis;
    uint32_t count;
    uint64_t
        *order; /* sorted: where a box begins along the axis, as a number that orders like it; its number */
    size_t capacity;
    uint32_t *rank; /* by number: its place in the order, or FK_NONE */
    size_t rank_capacity;
    uint32_t rank_count;
    fk_sweep_block *block;
    size_t block_capacity;
    uint64_t changes;       /* since the axis was chosen */
    uint64_t swaps, sorted; /* how often two changed places, and how often all were sorted anew */
} fk_sweep_and_prune;

/* ---- Cells, and boxes sorted by them ------------------------------------------------------------------- */

/* What grids and the octree have in common: cells by whole numbers, boxes sorted by the cells that they are
 * in, and unions of boxes that follow each other, for visits. */

/* Whether a pair is found never depends on how the number of a cell is rounded, for the map from floats to
 * numbers is monotone: boxes that meet have min_a <= max_b and min_b <= max_a along each axis, so cell(min_a)
 * <= cell(max_b) and cell(min_b) <= cell(max_a). All that the structures use is this, with the numbers as
 * they came out; how large a cell is matters for speed alone. */

#define FK_GRID_BITS 21 /* of a cell's number along an axis */

/* The number of a cell, from where it is in sizes of cells: cut off, and kept far from the ends of
 * int64_t. */
static inline int64_t fk_grid_truncate(double place)
{
    return (int64_t)(place > 0x1p60 ? 0x1p60 : place < -0x1p60 ? -0x1p60 : place);
}

/* From a coordinate to the number of a cell, which is kept within 0 and last. */
typedef struct fk_grid_map {
    double inverse[3]; /* of the size of a cell; of 29 bits, so that its products with floats are exact */
    int64_t origin[3];
    int64_t last;
} fk_grid_map;

/* Monotone: the product is exact, whatever the state of the floating-point unit, for no side is denormal; and
 * cutting off is monotone, though the cells next to zero become one. x may be infinite. */
static inline uint32_t fk_grid_cell(const fk_grid_map *map, int axis, float x)
{
    int64_t cell = fk_grid_truncate((double)x * map->inverse[axis]) - map->origin[axis];
    return (uint32_t)(cell < 0 ? 0 : cell > map->last ? map->last : cell);
}

/* A box, where it is in memory beside its neighbours. */
typedef struct fk_sorted_box {
    fk_aabb_float box;
    uint32_t id;
    uint32_t x; /* of its cell, in rows of cells */
} fk_sorted_box;

#define FK_SORTED_BLOCK 8 /* items under a union, and unions under one */

typedef struct fk_sorted_boxes {
    fk_sorted_box *item;
    uint32_t count;
    fk_aabb_float *block; /* of eight items each; then of eight of those each, and so on, up to one */
    /* For an update: keys by number of box; and the numbers in order, in the lower half. */
    uint64_t *key, *order, *room;
    void *memory; /* that all this is in */
    size_t bytes;
} fk_sorted_boxes;

/* Begins an update: `order` has the boxes that are not empty, ascending. False when there is no memory; there
 * are none then. */
bool fk_sorted_boxes_begin(fk_sorted_boxes *sorted, fk_context *context, const fk_broad_boxes *boxes);

/* Sorts a part of `order` by key; those with the same key keep their order. */
void fk_sorted_boxes_sort(fk_sorted_boxes *sorted, uint32_t begin, uint32_t end);

/* Ends an update: makes items in order, and unions. */
void fk_sorted_boxes_build(fk_sorted_boxes *sorted, const fk_broad_boxes *boxes);

/* Where boxes are: a range that holds all, but for a few that are far away from the others. */
typedef struct fk_grid_extent {
    double low[3], high[3];
} fk_grid_extent;

/* Of a part of `order`, of the finite ones among them. */
fk_grid_extent fk_grid_find_extent(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                                   uint32_t end);

/* How many boxes of a part of `order` are in 27 cells of a size, about: by a sample. */
double fk_grid_estimate_crowd(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                              uint32_t end, const double size[3]);

/* The inverse of a size that is positive, or a little less, in 29 bits. */
double fk_grid_inverse_size(double size);

/* The longest side of a box; infinite for one that has no end, or is infinitely far away. It is rounded, so
 * at powers of two the size of a box depends on the state of the floating-point unit, in an update and where
 * is_sound looks at it; no answer does. */
static inline double fk_grid_longest_side(const fk_aabb_float *box)
{
    double x = (double)box->max[0] - (double)box->min[0], y = (double)box->max[1] - (double)box->min[1],
           z = (double)box->max[2] - (double)box->min[2];
    double side = x > y ? x : y;
    side = z > side ? z : side;
    return x < INFINITY && y < INFINITY && z < INFINITY ? side : INFINITY;
}

/* The power of two of the longest side, as a number below FK_GRID_SIZE_CLASSES: the side is below 2^(number - 150),
 * or tiny. The last one is that of boxes without an end. */
#define FK_GRID_SIZE_CLASSES 281
uint32_t fk_grid_size_class(const fk_aabb_float *box);

/* Pairs of one item with those of a range. Room was made for as many. */
static inline void fk_sorted_boxes_test(const fk_sorted_boxes *sorted, uint32_t one, uint32_t from,
                                        uint32_t to, fk_pair_keys *keys)
{
    const fk_sorted_box *item = sorted->item, *a = &item[one];
    for (uint32_t i = from; i < to; i++)
        if (fk_aabb_float_meets(&a->box, &item[i].box))
            fk_pair_keys_put(keys, a->id, item[i].id);
}

/* Pairs of an item with all that stand before it. False when there is no memory. */
bool fk_sorted_boxes_test_before(const fk_sorted_boxes *sorted, uint32_t one, fk_pair_keys *keys);

void fk_sorted_boxes_visit(const fk_sorted_boxes *sorted, fk_broad_visit_state *visit);

/* As many items as boxes that are not empty, each with its box; and the unions. Whether a number is there
 * twice is for the order to tell. */
bool fk_sorted_boxes_are_sound(const fk_sorted_boxes *sorted, const fk_broad_boxes *boxes);

/* ---- The tree of boxes --------------------------------------------------------------------------------- */

/* A binary tree of boxes that leaves can be put into and taken from, which stays in balance.
 *
 * A node has two places. What is in a place is a leaf or a node below, with its box and height: so all that
 * is asked at a node is in one block of 64 bytes. A tree of n leaves has n - 1 nodes, and one more, number
 * 0, the anchor: its first place holds the whole tree, so that there is a place for everything. Places are
 * numbered: 2 * node + side.
 *
 * The heights of the two places of a node differ by at most 1, as in the trees of Adelson-Velsky and Landis
 * (1962). So a tree of height h has at least as many leaves as the Fibonacci number F(h + 2), and 2^30
 * leaves have a height of at most FK_BOX_TREE_HEIGHT. */

#define FK_BOX_TREE_HEIGHT     42
#define FK_BOX_TREE_MAX_LEAVES ((uint32_t)1 << 30) /* leaves */

#define FK_BOX_LEAF ((uint32_t)1 << 31) /* in a child: the rest is the number of a box */

typedef struct fk_box_tree_node {
    fk_aabb_float box[2];
    uint32_t child[2]; /* of a node that is free: the next free one, or FK_NONE */
    uint32_t parent;   /* the place that holds this node; FK_NONE of one that is free, and of the anchor */
    uint8_t height[2]; /* 0: a leaf */
} fk_box_tree_node;

typedef struct fk_box_tree {
    fk_box_tree_node *node;
    size_t capacity;
    uint32_t made;    /* nodes that there are, free ones too; 0 before the first */
    uint32_t free;    /* the first free one, or FK_NONE */
    uint32_t count;   /* leaves */
    bool is_in_order; /* every node has a higher number than the one above it */
    uint32_t *place;  /* of each box: its place, or FK_NONE */
    size_t place_capacity;
    uint32_t place_count;
} fk_box_tree;

/* False when there is no memory. Then all is as it was. */
bool fk_box_tree_reserve(fk_box_tree *tree, fk_context *context, uint32_t numbers, uint32_t leaves);
void fk_box_tree_end(fk_box_tree *tree, fk_context *context);

/* No leaves, without giving memory back. */
void fk_box_tree_clear(fk_box_tree *tree);

/* Room was made. The number has no leaf yet; the number has one. */
void fk_box_tree_insert(fk_box_tree *tree, uint32_t id, const fk_aabb_float *box);
void fk_box_tree_remove(fk_box_tree *tree, uint32_t id);

/* Puts those with the least middles along the longest axis first, `half` of them, which is below count.
 * `rounds` are those of choosing by three. */
void fk_box_centers_halve(fk_box_center *item, uint32_t count, uint32_t half, int rounds);

/* Makes a tree of so many leaves, with boxes by number. Room was made; leaves that there were are gone. The
 * order of items changes. Returns what fk_box_tree_refit does. */
int64_t fk_box_tree_build(fk_box_tree *tree, fk_box_center *item, uint32_t count, const fk_aabb_float *leaf);

/* Makes the boxes of all nodes right, after those of leaves have been changed in their places; the tree
 * is_in_order. Returns the sum of the logarithms of the sizes of all nodes, in units of FK_BOX_TREE_DOUBLING
 * for a factor of 2: how long it takes to go through them depends on it, and some that are huge have no
 * weight. */
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

/* What fk_broad_dynamic_tree keeps, for dynamic_tree.c and its tests. */
typedef struct fk_dynamic_tree {
    fk_box_tree tree; /* of the boxes that were made larger */
    float fat, ahead;
    float (*middle)[3]; /* of each box, as of the last update */
    size_t middle_capacity;
    int64_t size;                  /* of the tree when it was made, as fk_box_tree_refit has it */
    uint32_t refits;               /* how often leaves were changed in their places since */
    uint64_t inserted;             /* how many were put in since */
    uint64_t reinserted, rebuilds; /* how many leaves were put in anew, and how often all were */
} fk_dynamic_tree;

#endif
