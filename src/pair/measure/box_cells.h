/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tight box of the intersection of two cells, quickly. */

#ifndef FARKAS_PAIR_BOX_CELLS_H
#define FARKAS_PAIR_BOX_CELLS_H

#include "farkas/pair.h"

/* All six bits of the sides of a box: bit 2 k is the upper one along axis k, bit 2 k + 1 the lower one. */
#define FK_BOX_SIDES 63u

/* Sets sides of the box of the intersection of two valid cells that overlap, each to the exact bound rounded outward, and
 * returns the bits of those that it has set. The others are too close to call. */
unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* Sets all sides for two valid cells that overlap or touch, when their numbers are whole multiples of one number, and small. False
 * when they are not, and for flat cells; then nothing is set. */
bool fk_box_of_whole_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box);

#endif
