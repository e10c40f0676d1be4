/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far a box is from the boxes of a node, from below. */

#ifndef FARKAS_TREE_GAP_BOXES_H
#define FARKAS_TREE_GAP_BOXES_H

#include "farkas/tree.h"

/* A box as it is seen from a node of another tree: all place + sum of s[k] half[k] axis[k] with |s| <= 1, in units of that tree, from the origin
 * of the node. */
typedef struct fk_gap_box {
    float place[3], axis[3][3], half[3];
    /* Times this, the axes are orthonormal up to 2^-15, and not longer than 1; 0 where there is no such number. */
    float ratio;
    float toward[3]; /* a direction to the box in which it is likely to be apart, not longer than 1 */
} fk_gap_box;

typedef struct fk_gap_bounds {
    uint32_t near; /* which boxes of the node are near, as bits */
    /* For these: the square of a lower bound of the distance, and that of the distance of the centers, about. */
    float square[FK_TREE_WIDTH], middle[FK_TREE_WIDTH];
} fk_gap_bounds;

/* Bounds in real numbers but for rounding: roots may be too large by 2^-17 of the sum of all lengths, which are below 2^60. Near are boxes
 * whose bound is not above far. */
void fk_gap_bound(const fk_tree_turned *node, const fk_gap_box *box, float far, fk_gap_bounds *out);

#endif
