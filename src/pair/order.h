/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* An order of pieces, for answers that must be the same for (a, b) and (b, a): whoever has to choose among equals
 * works on the pair in this order, and turns the result around afterwards. */

#ifndef FARKAS_PAIR_ORDER_H
#define FARKAS_PAIR_ORDER_H

#include "farkas/shape.h"

/* Negative, 0 or positive. By kind, then by the numbers, the last one first: so what a piece is comes before where it
 * is, and a piece that moves keeps its place among others. 0 only for the same numbers. */
int fk_piece_order(const fk_piece *a, const fk_piece *b);

#endif
