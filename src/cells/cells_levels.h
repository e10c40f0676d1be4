/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of trees of cells: levels between a node and its many children. */

#ifndef FARKAS_CELLS_CELLS_LEVELS_H
#define FARKAS_CELLS_CELLS_LEVELS_H

#include "farkas/cells.h"

/* Whether a node has more than so many children. */
bool fk_cell_tree_needs_levels(const fk_cell_tree *tree, uint32_t max_children);

/* A copy of a sound tree in which no node has more than so many children, at least 2: where one had, boxes
 * are added around those that are close to each other, which lie in it, exactly. FK_ERROR_MEMORY, also for
 * 2^31 nodes or more; *out is left alone then. */
fk_status fk_cell_tree_levels(fk_context *context, const fk_cell_tree *tree, uint32_t max_children,
                              fk_cell_tree **out);

#endif
