/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles of two leaves in their places, each against each. */

#ifndef FARKAS_TREE_TREE_LEAF_H
#define FARKAS_TREE_TREE_LEAF_H

#include "tree/frame.h"
#include "tree/tree_parts.h"
#include "tree/tree_walk.h"

#define FK_LEAF_LANES FK_TREE_LEAF_MOST

/* A leaf whose corners are placed: a lane for each triangle, which has those of the first one where there is
 * none. */
typedef struct fk_placed_leaf {
    fk_tree_leaf leaf;
    double corner[3][3][FK_LEAF_LANES]; /* x, y, z of each corner */
    double min[3][FK_LEAF_LANES], max[3][FK_LEAF_LANES];
    double normal[3][FK_LEAF_LANES]; /* up to rounding */
    double low[3], high[3];          /* the box of all */
} fk_placed_leaf;

/* A leaf that is none: for fk_placed_leaf_set. */
void fk_placed_leaf_clear(fk_placed_leaf *out);

/* Places the corners of a leaf, unless it is the one that is there. */
void fk_placed_leaf_set(fk_placed_leaf *out, const fk_placed_mesh *a, fk_tree_leaf leaf);

/* For each triangle of a, the triangles of b that are not proved to be apart from it, as bits. */
void fk_leaves_filter(const fk_placed_leaf *a, const fk_placed_leaf *b, uint32_t bits[FK_LEAF_LANES]);

/* The corners of a triangle of a leaf. */
static inline void fk_placed_leaf_get(const fk_placed_leaf *a, uint32_t lane, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = fk_vec3_make(a->corner[k][0][lane], a->corner[k][1][lane], a->corner[k][2][lane]);
}

#endif
