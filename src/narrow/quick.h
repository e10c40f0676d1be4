/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces in doubles, proved by error bounds: what decides almost every pair that separating axes do
 * not know, and proposes certificates. */

#ifndef FARKAS_NARROW_QUICK_H
#define FARKAS_NARROW_QUICK_H

#include "farkas/narrow.h"

/* Bounded pieces that are not smooth; they need not be valid. out->verdict becomes FK_APART or FK_OVERLAPPING when that is
 * proved, else FK_UNDECIDED. Apart: all of a (its core, for round pieces) reaches less far along out->direction than all
 * of b begins. Overlapping: the origin lies inside the four vertex differences out->pair; for round pieces these are of
 * no use. The same bytes on every processor. */
void fk_quick_solve(const fk_piece *a, const fk_piece *b, fk_pair_cache *out);

#endif
