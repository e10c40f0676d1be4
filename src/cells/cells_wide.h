/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two nodes with many children: which of them have boxes that meet? */

#ifndef FARKAS_CELLS_CELLS_WIDE_H
#define FARKAS_CELLS_CELLS_WIDE_H

#include "cells/cells_place.h"

/* Children of one node whose boxes meet the window. */
typedef struct fk_wide_side {
    uint32_t count;
    uint32_t *node; /* their numbers in the tree */
    fk_aabb *box;   /* around all leaves below each */
    fk_cells cells; /* in their places, grown where they have children; of kind NONE where kinds differ */
    double *number; /* the columns of these */
    size_t bytes;   /* of the block that all this is in */
} fk_wide_side;

typedef struct fk_wide {
    fk_context *context;
    fk_wide_side side[2];
    size_t pair_count, pair_capacity;
    /* Children, by their places in both sides, whose boxes meet each other, up to 2^-20 of their size. */
    fk_index_pair *pair;
} fk_wide;

/* Fills a zeroed fk_wide, in O(n log n) and the pairs whose boxes meet along one axis. The cells are those
 * for the state that the floating-point unit is in now. False: no memory. It is to be ended in both cases. */
bool fk_wide_fill(fk_wide *wide, fk_context *context, const fk_placed_cells cells[2], const uint32_t node[2],
                  const fk_aabb *window);
void fk_wide_end(fk_wide *wide);

#endif
