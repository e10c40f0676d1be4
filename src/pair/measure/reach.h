/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far a piece reaches along a direction, between proved bounds. */

#ifndef FARKAS_PAIR_REACH_H
#define FARKAS_PAIR_REACH_H

#include "exact/exact.h"
#include "farkas/shape.h"

/* A number that lies between two exact ones. */
typedef struct fk_bounds {
    fk_exact lo, hi;
} fk_bounds;

/* The vertex of a piece that has some with the greatest n.x; any of them among equals. */
uint32_t fk_piece_farthest(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n);

/* The greatest n.x over a valid bounded piece of any kind. Exact for polyhedra: both bounds are equal. Else square
 * roots are involved, and the bounds differ by about 2^-130 of them. */
fk_bounds fk_piece_reach(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n);

/* The root of over / under, for over >= 0 and under > 0. */
fk_bounds fk_exact_root(fk_arena *arena, fk_exact over, fk_exact under);

/* Whether anchor + offset lies in a closed round or smooth piece, exactly; the anchor is the centre of a sphere or
 * ellipsoid, else end 0. An ellipsoid without volume holds nothing here. */
bool fk_round_holds(fk_arena *arena, const fk_piece *piece, fk_vec3 offset);

#endif
