/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

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

#ifndef FARKAS_BROAD_TREE_H
#define FARKAS_BROAD_TREE_H

#include "broad/broad.h"

#define FK_BOX_TREE_HEIGHT 42
#define FK_BOX_TREE_MOST   ((uint32_t)1 << 30) /* leaves */

#define FK_BOX_LEAF ((uint32_t)1 << 31) /* in a child: the rest is the number of a box */

typedef struct fk_box_node {
    fk_aabb_float box[2];
    uint32_t child[2]; /* of a node that is free: the next free one, or FK_NONE */
    uint32_t parent;   /* the place that holds this node; FK_NONE of one that is free, and of the anchor */
    uint8_t height[2]; /* 0: a leaf */
} fk_box_node;

typedef struct fk_box_tree {
    fk_box_node *node;
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
bool fk_box_tree_room(fk_box_tree *tree, fk_context *context, uint32_t numbers, uint32_t leaves);
void fk_box_tree_end(fk_box_tree *tree, fk_context *context);

/* No leaves, without giving memory back. */
void fk_box_tree_clear(fk_box_tree *tree);

/* Room was made. The number has no leaf yet; the number has one. */
void fk_box_tree_insert(fk_box_tree *tree, uint32_t id, const fk_aabb_float *box);
void fk_box_tree_remove(fk_box_tree *tree, uint32_t id);

/* Puts those with the least middles along the longest axis first, `half` of them, which is below count.
 * `rounds` are those of choosing by three. */
void fk_box_items_halve(fk_box_item *item, uint32_t count, uint32_t half, int rounds);

/* Makes a tree of so many leaves, with boxes by number. Room was made; leaves that there were are gone. The
 * order of items changes. Returns what fk_box_tree_close does. */
int64_t fk_box_tree_build(fk_box_tree *tree, fk_box_item *item, uint32_t count, const fk_aabb_float *leaf);

/* Makes the boxes of all nodes right, after those of leaves have been changed in their places; the tree
 * is_in_order. Returns the sum of the logarithms of the sizes of all nodes, in units of FK_BOX_TREE_TWICE
 * for a factor of 2: how long it takes to go through them depends on it, and some that are huge have no
 * weight. */
#define FK_BOX_TREE_TWICE 0x1p20
int64_t fk_box_tree_close(fk_box_tree *tree);

bool fk_box_tree_is_sound(const fk_box_tree *tree);

static inline fk_aabb_float *fk_box_tree_at(const fk_box_tree *tree, uint32_t place)
{
    return &tree->node[place >> 1].box[place & 1];
}

static inline uint32_t fk_box_tree_child(const fk_box_tree *tree, uint32_t place)
{
    return tree->node[place >> 1].child[place & 1];
}

/* What fk_broad_tree keeps, for tree.c and its tests. */
typedef struct fk_broad_tree_self {
    fk_box_tree tree; /* of the boxes that were made larger */
    float fat, ahead;
    float (*middle)[3]; /* of each box, as of the last update */
    size_t middle_capacity;
    int64_t size;           /* of the tree when it was made, as fk_box_tree_close has it */
    uint32_t closed;        /* how often leaves were changed in their places since */
    uint64_t old;           /* how many were put in since */
    uint64_t put_in, built; /* how many leaves were put in anew, and how often all were */
} fk_broad_tree_self;

#endif
