/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The ways to the depth of two pieces, by what they are made of. depth.c chooses among them.
 *
 * Throughout, M = a - b, h(n) is the greatest n.d over M, and the depth of an origin inside M is the least h(n) over
 * all directions n of length 1: b moved by h(n) n only touches a. */

#ifndef FARKAS_PAIR_DEPTH_H
#define FARKAS_PAIR_DEPTH_H

#include "exact/ratio.h"
#include "farkas/pair.h"
#include "pair/pair.h"

/* The depth of a pair in its order (order.h) whose verdict is known. */
void fk_depth_known(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_depth *out);

/* A root with the sum of two radii as its offset, on the arena. */
fk_root fk_root_with_radii(fk_arena *arena, const double radius[2]);

/* ---- Exactly (depth_cells.c) ---- */

/* The depth of two cores that overlap and are no hulls, plus both radii, rounded down and up. False when the arena was
 * full. */
bool fk_depth_cells(fk_pair *pair, const double radius[2], fk_depth *out);

/* In doubles, and not proved: a direction of length 1 in which two cores that meet and are no hulls come free after their
 * depth, up to about 1e-8 of the size where edges are nearly parallel, else 1e-12. False when they have no faces or
 * edges that span one, or are larger or smaller than 2^100. */
bool fk_depth_cells_quick(const fk_piece *a, const fk_piece *b, fk_vec3 *direction);

/* ---- Half-spaces (depth_half.c) ---- */

/* The depth of two pieces that overlap, as far as is known, and one of which is a half-space. */
void fk_depth_half(const fk_piece *a, const fk_piece *b, fk_depth *out);

/* ---- Parallel cylinders (depth_cylinder.c) ---- */

/* The depth, rounded down and up, of a cylinder and a piece that is round about the same direction. False, with *out left
 * alone, for other pairs. */
bool fk_depth_cylinder(const fk_piece *a, const fk_piece *b, fk_depth *out);

/* ---- By an expanding polytope (depth_polytope.c) ---- */

/* A proved interval of the depth of any two bounded pieces, spheres and capsules with their radius (whole) or without,
 * and a direction in which they come free after depth.hi. 0 to 0 when a direction proves that they are apart. */
void fk_depth_polytope(const fk_piece *a, const fk_piece *b, bool whole, fk_depth *out);

#endif
