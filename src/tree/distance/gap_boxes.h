/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far the boxes of two nodes are from each other, from below: up to 64 pairs. */

#ifndef FARKAS_TREE_GAP_BOXES_H
#define FARKAS_TREE_GAP_BOXES_H

#include "farkas/tree.h"

/* Some children of a node. */
typedef struct fk_gap_boxes {
    const fk_tree_turned *node;
    uint32_t mask; /* which, as bits */
} fk_gap_boxes;

/* Where node b is, in the coordinates of a's tree, from the origin of node a: a place y from the origin of b
 * is at place + turn y. */
typedef struct fk_gap_relation {
    float turn[3][3]; /* row by row */
    float place[3];
    float ratio;     /* times turn, this is a rotation up to 2^-20; 0 where there is no such number */
    float toward[3]; /* a direction from a to b in which they are likely to be apart, not longer than 1 */
    /* A box around all of a, with axes in rows; of infinite size for none. */
    float center[3], axis[3][3], half[3];
} fk_gap_relation;

typedef struct fk_gap_bounds {
    uint32_t near[FK_TREE_WIDTH]; /* near[j]: which boxes of a are near box j of b, as bits */
    /* For these: the square of a lower bound of the distance, and that of the distance of the centers, about. */
    float square[FK_TREE_WIDTH][FK_TREE_WIDTH], middle[FK_TREE_WIDTH][FK_TREE_WIDTH];
} fk_gap_bounds;

/* Bounds in real numbers but for rounding: roots may be too large by 2^-15 of all lengths, the sizes of a, of
 * the box around it, of b, turned, and the way between them. These are below 2^50. Near are pairs whose bound
 * is not above far. */
void fk_gap_bound(const fk_gap_boxes *a, const fk_gap_boxes *b, const fk_gap_relation *relation, float far,
                  fk_gap_bounds *out);

#endif
