/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* All pairs of leaves of two placed trees that may meet. */

#ifndef FARKAS_TREE_TREE_WALK_H
#define FARKAS_TREE_TREE_WALK_H

#include "farkas/tree.h"

/* A leaf: triangles first to first + count - 1 in the order of the tree. */
typedef struct fk_tree_leaf {
    uint32_t first, count;
} fk_tree_leaf;

/* Gets two leaves; false ends the walk. */
typedef bool fk_tree_leaves(void *user, fk_tree_leaf a, fk_tree_leaf b);

/* Visits every pair of leaves of which placed triangles may meet. With `nearest` those that overlap most come
 * first. False when the visitor ended it. */
bool fk_tree_walk(const fk_placed_mesh *a, const fk_placed_mesh *b, bool nearest, fk_tree_leaves *visitor,
                  void *user);

/* The same for one tree with itself: each pair of leaves once, and each leaf with itself. */
bool fk_tree_walk_self(const fk_placed_mesh *a, fk_tree_leaves *visitor, void *user);

#endif
