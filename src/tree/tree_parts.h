/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files that build and fit trees share. */

#ifndef FARKAS_TREE_TREE_PARTS_H
#define FARKAS_TREE_TREE_PARTS_H

#include "farkas/tree.h"

/* Leaves have up to LEAF triangles; where that would need a node for a few more, up to LEAF_MOST. */
#define FK_TREE_LEAF      4
#define FK_TREE_LEAF_MOST 8

/* ---- Which triangles go together: tree_split.c --------------------------------------------------------- */

/* A triangle by the box around it, in tree units up to rounding. Its number is where a fourth coordinate
 * would be, so that four are taken at once; what comes out as the fourth one says nothing. */
typedef struct fk_tree_item {
    float min[3];
    uint32_t triangle;
    float max[3];
    uint32_t unused;
} fk_tree_item;

/* A node as the builder leaves it: what is in fk_tree_node, without boxes. */
typedef struct fk_tree_links {
    uint32_t child[FK_TREE_WIDTH];
    uint8_t count[FK_TREE_WIDTH];
    uint8_t used;
} fk_tree_links;

/* Items first to first + count - 1 of an array, `depth` nodes below the root. */
typedef struct fk_tree_range {
    uint32_t first, count, depth;
} fk_tree_range;

/* Cuts a range into up to FK_TREE_WIDTH, which the items are sorted into; the number of parts. */
uint32_t fk_tree_cut(fk_tree_item *item, fk_tree_range range, fk_tree_range part[FK_TREE_WIDTH]);

/* ---- Boxes around them: tree_fit.c --------------------------------------------------------------------- */

/* Chooses origin and unit for the vertices of a mesh. */
void fk_tree_place(fk_tree *tree, const fk_mesh *mesh);

/* Sets the boxes of a node, both kinds, by its triangles and its children, which are fit before. */
void fk_tree_fit(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_turned *turned);

#endif
