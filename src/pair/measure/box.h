/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection of two pieces: one function for each way to find it. */

#ifndef FARKAS_PAIR_BOX_H
#define FARKAS_PAIR_BOX_H

#include "farkas/pair.h"

/* The box of the intersection of two valid pieces; empty when they are apart. */
fk_aabb fk_box_of_pair(const fk_piece *a, const fk_piece *b);

/* The same where the verdict is known; FK_UNDECIDED when it is not. */
fk_aabb fk_box_of_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict);

/* The same for two half-spaces, or one and a polyhedron. */
fk_aabb fk_box_of_half(const fk_piece *a, const fk_piece *b);

/* A box that holds it, when one piece or both are round or smooth. */
fk_aabb fk_box_of_round(const fk_piece *a, const fk_piece *b);

/* All of space. */
fk_aabb fk_box_everywhere(void);

/* Sets one side of a box from the greatest value of sign * coordinate: the upper one (sign 1) or the lower one (-1).
 * Never to -0. */
void fk_box_set(fk_aabb *box, int axis, int sign, double reach);

#endif
