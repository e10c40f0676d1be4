/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A tree with eight boxes in each node: see packed_tree.c. */

#ifndef FARKAS_BROAD_PACKED_TREE_H
#define FARKAS_BROAD_PACKED_TREE_H

#include "base/bits.h"
#include "broad/broad.h"

#define FK_PACKED_LANES  8
#define FK_PACKED_LEVELS 11

/* A node of eight lanes: the lower and upper ends of eight boxes along x, y and z, as integers in the order
 * of the floats. So no rounding mode and no infinite box needs special care. An empty lane meets nothing. */
typedef struct fk_packed_node {
    int32_t end[6][FK_PACKED_LANES];
} fk_packed_node;

#define FK_PACKED_NO_MIN INT32_MAX
#define FK_PACKED_NO_MAX (-INT32_MAX)
#define FK_PACKED_EMPTY_LANE                                                                                 \
    {                                                                                                        \
        FK_PACKED_NO_MIN, FK_PACKED_NO_MIN, FK_PACKED_NO_MIN, FK_PACKED_NO_MAX, FK_PACKED_NO_MAX,            \
            FK_PACKED_NO_MAX                                                                                 \
    }

/* Level 0 contains the boxes themselves: its nodes are the leaves. Level k + 1 has one lane for each node of
 * level k, and the top level is a single node. Lane l of node i bounds node 8 i + l of the level below. */
typedef struct fk_packed_tree {
    fk_packed_node *node; /* all nodes, level by level, in one block */
    uint32_t *id;         /* by slot, 8 i + l for lane l of leaf i: the id, or FK_NONE */
    float *growth;        /* by node of level 1: 1 / (sum of the sizes of its lanes after the last sort) */
    void *block;
    size_t block_bytes;
    uint32_t *place; /* by id: its slot, or FK_NONE */
    uint32_t place_count;
    uint32_t begin[FK_PACKED_LEVELS + 1]; /* the first node of each level */
    uint32_t count[FK_PACKED_LEVELS];     /* nodes of each level */
    uint32_t top;                         /* the top level; 0: the tree is empty */
    uint32_t held, holes;                 /* lanes with boxes; lanes emptied since the last sort */
    uint32_t tail, end;                   /* slots from tail to end are still unused */
    uint32_t sorted_tail;                 /* slots from here to tail were filled since the last sort */
    uint32_t late;                        /* leaves in that range, summed over updates */
    double sorted, grown;                 /* sum of growth times size: after the last sort, and now */
    uint64_t sorts, fitted;               /* counted for tests: sorts, refitted nodes */
} fk_packed_tree;

#define FK_PACKED_CLASSES 8

/* Numbers of non-empty boxes by size class; see packed_tree_sort.c. */
typedef struct fk_packed_classes {
    uint32_t count[FK_PACKED_CLASSES];
    int limit; /* exponents up to this belong to class 0 */
    uint32_t all;
} fk_packed_classes;

void fk_packed_tree_classify(const fk_broad_boxes *boxes, fk_packed_classes *out);

/* Writes the centers of the non-empty boxes, class by class, in an order that keeps neighbours together. */
void fk_packed_tree_order(const fk_broad_boxes *boxes, const fk_packed_classes *classes,
                          fk_box_center *center);

/* Writes all boxes into their lanes, and refits the levels above. */
void fk_packed_tree_refit(fk_packed_tree *tree, const fk_broad_boxes *boxes, const fk_workers *workers);

/* Writes a box into lane `slot` of level 0, and refits its ancestors as far as they change. */
void fk_packed_tree_refit_lane(fk_packed_tree *tree, uint32_t slot, const fk_aabb_float *box);

/* Records the current node sizes as those after a sort. */
void fk_packed_tree_measure(fk_packed_tree *tree);

/* Returns a bit mask of the lanes that meet a box. */
uint32_t fk_packed_node_meets(const fk_packed_node *node, const int32_t box[6]);

/* Computes the bounds of all lanes. */
void fk_packed_node_bounds(const fk_packed_node *node, int32_t key[6]);

static inline void fk_packed_node_prefetch(const fk_packed_node *node)
{
    for (int k = 0; k < 6; k += 2)
        fk_prefetch(node->end[k]);
}

/* Computes the six keys of a box. Returns false for an empty box, with the keys of an empty lane. */
static inline bool fk_packed_keys(const fk_aabb_float *box, int32_t key[6])
{
    for (int k = 0; k < 3; k++) {
        key[k] = fk_float_key(box->min[k]);
        key[k + 3] = fk_float_key(box->max[k]);
    }
    if ((key[0] <= key[3]) & (key[1] <= key[4]) & (key[2] <= key[5]))
        return true;
    for (int k = 0; k < 3; k++) {
        key[k] = FK_PACKED_NO_MIN;
        key[k + 3] = FK_PACKED_NO_MAX;
    }
    return false;
}

#endif
