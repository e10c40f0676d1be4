/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles of two leaves in their places, each against each. */

#ifndef FARKAS_TREE_TREE_LEAF_H
#define FARKAS_TREE_TREE_LEAF_H

#include "tree/frame.h"
#include "tree/tree_parts.h"
#include "tree/tree_walk.h"

/* A leaf whose corners are placed. */
typedef struct fk_placed_leaf {
    fk_tree_leaf leaf;
    fk_vec3 corner[FK_TREE_LEAF_MOST][3];
} fk_placed_leaf;

/* Places the corners of a leaf, unless it is the one that is there. */
void fk_placed_leaf_set(fk_placed_leaf *out, const fk_placed_mesh *a, fk_tree_leaf leaf);

/* For each triangle of a, the triangles of b that are not proved to be apart from it, as bits. */
void fk_leaves_filter(const fk_placed_leaf *a, const fk_placed_leaf *b, uint32_t bits[FK_TREE_LEAF_MOST]);

#endif
