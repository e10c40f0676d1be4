/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far a box is from the boxes of the eight children of a node, from below. */

#ifndef FARKAS_TREE_GAP_BOXES_H
#define FARKAS_TREE_GAP_BOXES_H

#include "farkas/tree.h"

/* A box, any parallelepiped with nearly right angles, in the frame of a node. */
typedef struct fk_gap_box {
    float center[3];
    float edge[3][3]; /* from the center to the middles of three faces */
    float reach[3];   /* how far it goes from its center along the axes of the node */
    float axis[3]
              [3]; /* its own axes, orthonormal up to 2^-15, and not longer than 1; zero where it has none */
    float span[3]; /* how far it goes along these */
    float toward
        [3]; /* a direction in which boxes are likely to be apart, from the node to the box; not longer than 1 */
    float toward_span;
} fk_gap_box;

/* square[i] becomes the square of a lower bound of the distance from child i, given by center[k][i] and half[k][i], to the box, in
 * real numbers but for rounding: the root may be too large by 2^-15 of itself and by 2^-20 of the sum of all numbers. They are
 * below 2^60. */
void fk_gap_boxes(const float (*center)[FK_TREE_WIDTH], const float (*half)[FK_TREE_WIDTH],
                  const fk_gap_box *box, float square[FK_TREE_WIDTH]);

#endif
