/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A tree with eight boxes in each node: see packed_tree.c. */

#ifndef FARKAS_BROAD_PACKED_TREE_H
#define FARKAS_BROAD_PACKED_TREE_H

#include "base/bits.h"
#include "broad/broad.h"

#define FK_PACK_LANES  8
#define FK_PACK_LEVELS 11

/* A node of eight lanes: the lower and upper ends of eight boxes along x, y and z, as integers in the order
 * of the floats. So no rounding mode and no infinite box needs special care. An empty lane meets nothing. */
typedef struct fk_pack {
    int32_t end[6][FK_PACK_LANES];
} fk_pack;

#define FK_PACK_NO_MIN INT32_MAX
#define FK_PACK_NO_MAX (-INT32_MAX)
#define FK_PACK_NOTHING                                                                                      \
    {                                                                                                        \
        FK_PACK_NO_MIN, FK_PACK_NO_MIN, FK_PACK_NO_MIN, FK_PACK_NO_MAX, FK_PACK_NO_MAX, FK_PACK_NO_MAX       \
    }

/* Level 0 contains the boxes themselves: its nodes are the leaves. Level k + 1 has one lane for each node of
 * level k, and the top level is a single node. Lane l of node i bounds node 8 i + l of the level below. */
typedef struct fk_packs {
    fk_pack *pack; /* all nodes, level by level, in one block */
    uint32_t *id;  /* by slot, 8 i + l for lane l of leaf i: the id, or FK_NONE */
    float *growth; /* by node of level 1: 1 / (sum of the sizes of its lanes after the last sort) */
    void *block;
    size_t block_bytes;
    uint32_t *place; /* by id: its slot, or FK_NONE */
    uint32_t place_count;
    uint32_t begin[FK_PACK_LEVELS + 1]; /* the first node of each level */
    uint32_t count[FK_PACK_LEVELS];     /* nodes of each level */
    uint32_t top;                       /* the top level; 0: the tree is empty */
    uint32_t held, holes;               /* lanes with boxes; lanes emptied since the last sort */
    uint32_t tail, end;                 /* slots from tail to end are still unused */
    uint32_t sorted_tail;               /* slots from here to tail were filled since the last sort */
    uint32_t late;                      /* leaves in that range, summed over updates */
    double sorted, grown;               /* sum of growth times size: after the last sort, and now */
    uint64_t sorts, fitted;             /* counted for tests: sorts, refitted nodes */
} fk_packs;

#define FK_PACK_CLASSES 8

/* Numbers of non-empty boxes by size class; see packed_tree_sort.c. */
typedef struct fk_pack_classes {
    uint32_t count[FK_PACK_CLASSES];
    int limit; /* exponents up to this belong to class 0 */
    uint32_t all;
} fk_pack_classes;

void fk_packs_classify(const fk_broad_boxes *boxes, fk_pack_classes *out);

/* Writes the centers of the non-empty boxes, class by class, in an order that keeps neighbours together. */
void fk_packs_order(const fk_broad_boxes *boxes, const fk_pack_classes *classes, fk_box_center *center);

/* Writes all boxes into their lanes, and refits the levels above. */
void fk_packs_fit_all(fk_packs *packs, const fk_broad_boxes *boxes, const fk_workers *workers);

/* Writes a box into lane `slot` of level 0, and refits its ancestors as far as they change. */
void fk_packs_fit_one(fk_packs *packs, uint32_t slot, const fk_aabb_float *box);

/* Records the current node sizes as those after a sort. */
void fk_packs_measure(fk_packs *packs);

/* Returns a bit mask of the lanes that meet a box. */
uint32_t fk_pack_meets(const fk_pack *pack, const int32_t box[6]);

/* Computes the bounds of all lanes. */
void fk_pack_around(const fk_pack *pack, int32_t key[6]);

static inline void fk_pack_prefetch_all(const fk_pack *pack)
{
    for (int k = 0; k < 6; k += 2)
        fk_prefetch(pack->end[k]);
}

/* Computes the six keys of a box. Returns false for an empty box, with the keys of an empty lane. */
static inline bool fk_pack_keys(const fk_aabb_float *box, int32_t key[6])
{
    for (int k = 0; k < 3; k++) {
        key[k] = fk_float_key(box->min[k]);
        key[k + 3] = fk_float_key(box->max[k]);
    }
    if ((key[0] <= key[3]) & (key[1] <= key[4]) & (key[2] <= key[5]))
        return true;
    for (int k = 0; k < 3; k++) {
        key[k] = FK_PACK_NO_MIN;
        key[k + 3] = FK_PACK_NO_MAX;
    }
    return false;
}

#endif
