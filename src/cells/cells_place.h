/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells in their places, in two steps: mostly the first one is enough to know that they are far away. */

#ifndef FARKAS_CELLS_CELLS_PLACE_H
#define FARKAS_CELLS_CELLS_PLACE_H

#include "cells/cells.h"
#include "cells/cells_walk.h"

/* The same, for the state that the floating-point unit is in now: where it takes small numbers for zero,
 * even what stays at home is rounded. The functions below need this. */
fk_placed_cells fk_placed_cells_now(const fk_placed_cells *cells);

/* A node in its place, not grown; and a box around all leaves below it, a few units in the last place
 * larger than need be. */
fk_piece fk_placed_cells_rough(const fk_placed_cells *cells, uint32_t node, fk_aabb *box);

/* A volume that holds all points that are not further than `margin`, along any axis, from another one. */
fk_cells_volume fk_cells_grown(const fk_cells_volume *volume, double margin);

/* Makes a node that is in its place, and not grown, what fk_placed_cells_node gives. */
void fk_placed_cells_grow(const fk_placed_cells *cells, uint32_t node, fk_piece *piece);

/* Whether boxes meet; as fk_aabb_meets, but for numbers that are finite, and quicker. */
static inline bool fk_cells_boxes_meet(const fk_aabb *a, const fk_aabb *b)
{
    return !((a->min.x > b->max.x) | (b->min.x > a->max.x) | (a->min.y > b->max.y) | (b->min.y > a->max.y) |
             (a->min.z > b->max.z) | (b->min.z > a->max.z));
}

#endif
