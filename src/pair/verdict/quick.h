/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces in doubles, proved by error bounds: what decides almost every pair that separating axes do
 * not know, and proposes certificates. */

#ifndef FARKAS_PAIR_QUICK_H
#define FARKAS_PAIR_QUICK_H

#include "pair/measure/gjk_walk.h"

/* Bounded pieces that are not smooth; they need not be valid. out->verdict becomes FK_APART or FK_OVERLAPPING when that is
 * proved, else FK_UNDECIDED. Apart: all of a (its core, for round pieces) reaches less far along out->direction than all
 * of b begins. Overlapping: the origin lies inside the four vertex differences out->pair; for round pieces these are of
 * no use. The same bytes on every processor. */
void fk_quick_solve(const fk_piece *a, const fk_piece *b, fk_pair_cache *out);

/* Where a quick walk to the nearest point has ended. */
typedef struct fk_quick_walk {
    fk_bodies bodies; /* not scaled */
    fk_walk
        walk; /* its simplex, sorted, of up to three pairs, or four around the origin; lower is not known */
    double
        reaches; /* how far a reaches against walk.direction and b along it, together; for fk_bound_distance_by */
} fk_quick_walk;

/* Walks with the cores of two pieces to the nearest point of a - b. start is a direction from b to a, or zero. False when
 * that was lost, or a piece is not valid, smooth or not bounded, or numbers are beyond the middle of the range. Nothing
 * is proved, but reaches is as true as fk_bound_distance_by needs it. The same bytes on every processor. */
bool fk_quick_measure(const fk_piece *a, const fk_piece *b, fk_vec3 start, fk_quick_walk *out);

#endif
