/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a structure of the broad phase is, for broad.c, which keeps the boxes and knows what has changed. A
 * new structure is a file, and a row in the table there. */

#ifndef FARKAS_SRC_BROAD_H
#define FARKAS_SRC_BROAD_H

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
typedef struct fk_box_item {
    float middle[3]; /* finite */
    uint32_t id;
} fk_box_item;

/* The axis along which middles lie furthest apart. */
static inline int fk_box_items_axis(const fk_box_item *item, uint32_t count)
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

static inline float fk_middle_of_three(float x, float y, float z)
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

static inline bool fk_aabb_float_holds(const fk_aabb_float *all, const fk_aabb_float *box)
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
    const uint8_t *is_loose; /* by number: its box has changed since the last update */
    fk_broad_visitor *visitor;
    void *user;
    int way[3];                         /* the signs of the velocity, */
    double slow_least[3], slow_most[3]; /* and bounds of the inverse of its size */
} fk_broad_visit_state;

/* How far away a box is, at least: 0 or the distance, or the time until it is met; infinite when it is not,
 * up to the limit. What has this above the limit need not be looked at. Never more than the truth. */
double fk_broad_bound(const fk_broad_visit_state *visit, const fk_aabb_float *box);

/* Hands over a number that the structure holds: it is visited, unless its box is loose, or beyond the limit.
 * False when the visit is over. */
bool fk_broad_hand(fk_broad_visit_state *visit, uint32_t id);

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
     * of its own: see fk_broad_gather. */
    fk_status (*pairs)(void *self, fk_context *context, const fk_broad_boxes *boxes,
                       const fk_workers *workers, fk_pair_keys *out);
    /* Hands over all numbers that it holds whose bounds are not above the limit: by their boxes as of the
     * last update, so those of loose ones may differ, which does not matter. */
    void (*visit)(const void *self, fk_broad_visit_state *visit);
    bool (*is_sound)(const void *self, const fk_broad_boxes *boxes);
    size_t (*bytes)(const void *self);
} fk_broad_class;

extern const fk_broad_class fk_broad_packs, fk_broad_brute, fk_broad_grid, fk_broad_levels, fk_broad_octree,
    fk_broad_tree, fk_broad_sweep;

/* Runs `count` tasks, each of which finds pairs, and adds what they found to out. A task returns false when
 * there is no memory. */
typedef bool fk_broad_finder(void *data, uint32_t task, fk_pair_keys *keys);
fk_status fk_broad_gather(fk_context *context, const fk_workers *workers, uint32_t count,
                          fk_broad_finder *find, void *data, fk_pair_keys *out);

/* What a number is marked with. The first says that the structure does not know its box. */
#define FK_BROAD_LOOSE 1
#define FK_BROAD_STALE 2 /* the list of pairs does not */

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
    uint32_t changed_count, loose_count;
    /* Pairs as they are found; and the list, whose memory is also room for sorting them. */
    fk_pair_keys keys;
    fk_index_pair *pair;
    size_t pair_count, pair_capacity;
    bool has_pairs; /* the list is right but for numbers that are stale; else none is marked as stale */
};

/* The list of pairs is not right any more, for any number. */
void fk_broad_forget_pairs(fk_broad *broad);

/* Whether so many changed numbers are few enough to mend the list of pairs, rather than to make it anew. With
 * packs, a visit takes as long as finding all pairs of about forty boxes. */
static inline bool fk_broad_is_few(const fk_broad *broad, uint32_t changed)
{
    return changed <= broad->boxes.count / 32;
}

/* What fk_broad_sweep keeps, for sweep.c and its tests. */
#define FK_SWEEP_BLOCK 64

/* So many neighbours in the order. */
typedef struct fk_sweep_block {
    fk_aabb_float box; /* around them */
    float end;         /* the largest end along the axis, of these and all before */
    bool is_stale;     /* they are others, or their boxes are */
} fk_sweep_block;

typedef struct fk_broad_sweep_self {
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
} fk_broad_sweep_self;

#endif
