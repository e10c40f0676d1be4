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

/* The vertex pairs of the simplex of a - b (of the cores) that is nearest to the origin: one to three, or four that are
 * around it. Returns how many; 0 when none was found. Nothing is proved but the four. start is a direction from b to a,
 * or zero; the pieces are valid. The same on every processor. */
uint32_t fk_quick_nearest(const fk_piece *a, const fk_piece *b, fk_vec3 start, fk_vertex_pair pair[4]);

#endif
