/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A binary tree of boxes that leaves can be put into and taken from, which stays in balance.
 *
 * A node has two places. What is in a place is a leaf or a node below, with its box and height: so all that is
 * asked at a node is in one block of 64 bytes. A tree of n leaves has n - 1 nodes, and one more, number 0, the
 * anchor: its first place holds the whole tree, so that there is a place for everything. Places are numbered:
 * 2 * node + side.
 *
 * The heights of the two places of a node differ by at most 1, as in the trees of Adelson-Velsky and Landis
 * (1962). So a tree of height h has at least as many leaves as the Fibonacci number F(h + 2), and 2^30 leaves
 * have a height of at most FK_BOX_TREE_HEIGHT. */

#ifndef FARKAS_BROAD_TREE_NODES_H
#define FARKAS_BROAD_TREE_NODES_H

#include "broad/structure.h"

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
    uint32_t made;   /* nodes that there are, free ones too; 0 before the first */
    uint32_t free;   /* the first free one, or FK_NONE */
    uint32_t count;  /* leaves */
    uint32_t *place; /* of each box: its place, or FK_NONE */
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

/* Makes a tree of leaves that are given in an order in which neighbours are near each other. Room was made; leaves
 * that there were are gone. */
void fk_box_tree_build(fk_box_tree *tree, const uint32_t *id, const fk_aabb_float *box, uint32_t count);

bool fk_box_tree_is_sound(const fk_box_tree *tree);

/* The box around two. */
static inline fk_aabb_float fk_box_tree_join(const fk_aabb_float *a, const fk_aabb_float *b)
{
    fk_aabb_float all;
    for (int i = 0; i < 3; i++) {
        all.min[i] = a->min[i] < b->min[i] ? a->min[i] : b->min[i];
        all.max[i] = a->max[i] > b->max[i] ? a->max[i] : b->max[i];
    }
    return all;
}

static inline fk_aabb_float *fk_box_tree_at(const fk_box_tree *tree, uint32_t place)
{
    return &tree->node[place >> 1].box[place & 1];
}

static inline uint32_t fk_box_tree_child(const fk_box_tree *tree, uint32_t place)
{
    return tree->node[place >> 1].child[place & 1];
}

#endif
