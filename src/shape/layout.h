/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the numbers of each kind mean: one row per kind, from which pieces are read, written, checked, placed and
 * scaled. A new kind whose numbers are points, directions and at most one scalar needs no more than its row. */

#ifndef FARKAS_SHAPE_LAYOUT_H
#define FARKAS_SHAPE_LAYOUT_H

#include "farkas/shape.h"

/* No piece has more numbers. */
#define FK_PIECE_NUMBERS 12

/* A piece is given by points, then directions, then scalars, in the pair stream as in memory. A hull has none of
 * them: its points lie elsewhere. */
typedef struct fk_layout {
    uint8_t points, directions, scalars;
} fk_layout;

/* All zero for an unknown kind. */
fk_layout fk_kind_layout(fk_kind kind);

/* How many numbers give a piece of that kind; 0 for a hull and for an unknown one. */
uint32_t fk_kind_number_count(fk_kind kind);

/* Writes the numbers of a piece in the order of the pair stream, and zeros after them; returns how many. */
uint32_t fk_piece_to_numbers(const fk_piece *piece, double number[FK_PIECE_NUMBERS]);

/* The piece that these numbers give; those after the last one are not looked at. Equal pieces are equal bytes. */
fk_piece fk_piece_from_numbers(fk_kind kind, const double number[FK_PIECE_NUMBERS]);

#endif
