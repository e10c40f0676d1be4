/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells in their places: boxes around them, quickly. */

#ifndef FARKAS_TREE_CELLS_PLACE_H
#define FARKAS_TREE_CELLS_PLACE_H

#include "tree/cells_walk.h"

/* A box around a box or tetrahedron of numbers below 2^1010, a few units in the last place larger than it. */
fk_aabb fk_placed_cells_box(const fk_piece *piece);

#endif
