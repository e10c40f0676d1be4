/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the makers of pairs draw from: whole numbers, frames and pieces. Whole numbers are doubles that hold
 * integers; sums and products of them are exact as long as they stay below 2^53. */

#ifndef FARKAS_GEN_FAMILY_DRAW_H
#define FARKAS_GEN_FAMILY_DRAW_H

#include "farkas/shape.h"

/* ---- Numbers and vectors ------------------------------------------------------------------------------- */

/* True once in n draws. */
bool fk_draw_one_in(fk_random *random, uint64_t n);
/* -1 or 1. */
double fk_draw_sign(fk_random *random);
/* A whole number from low to high, both included. */
double fk_draw_whole(fk_random *random, int low, int high);
int fk_draw_int(fk_random *random, int low, int high);

/* Components in [-bound, bound]; whole and real. */
fk_vec3 fk_draw_whole_vector(fk_random *random, int bound);
fk_vec3 fk_draw_vector(fk_random *random, double bound);
/* Length 1 up to rounding. */
fk_vec3 fk_draw_direction(fk_random *random);

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* A plane's directions u and v and its normal n. */
typedef struct fk_drawn_frame {
    fk_vec3 u, v, n;
    double length; /* of n when it is known exactly (whole) or up to rounding (real), else 0 */
} fk_drawn_frame;

/* Orthogonal and of length 1, up to rounding. */
fk_drawn_frame fk_draw_frame(fk_random *random);
/* Orthogonal, exactly: whole components, and u, v, n of one whole length, at most 4 bound^2. */
fk_drawn_frame fk_draw_whole_frame(fk_random *random, int bound);
/* n = u x v, exactly and never zero; u and v are any whole vectors, of components up to bound or, when those
 * drawn are parallel, 4. */
fk_drawn_frame fk_draw_skew_frame(fk_random *random, int bound);

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* How many dimensions a piece of that kind fills: point 0, segment 1, triangle 2, others 3. */
int fk_kind_dimension(fk_kind kind);
bool fk_kind_is_round(fk_kind kind);

/* What pieces of every kind can be made of. */
typedef struct fk_block {
    fk_vec3 origin;
    fk_vec3 edge[3];
    double radius;
} fk_block;

/* The piece of that kind: cells have the origin and the edges; a triangle the first two edges, a segment or
 * capsule the first one; a point or sphere only the origin. The half-space has the plane of the origin and
 * the first two edges, with normal edge 0 x edge 1; where that is zero, the normal is edge 0, or else Z. */
fk_piece fk_block_piece(fk_kind kind, const fk_block *block);

/* edge 0 . (edge 1 x edge 2). */
double fk_block_volume(const fk_block *block);

/* In another order: permutes an array of vectors. */
void fk_draw_shuffle(fk_random *random, fk_vec3 *vectors, size_t count);

/* The same closed set with other numbers: vertices or edges permuted, the origin moved to another corner, a
 * half-space's inequality doubled. Exact for whole numbers; cells of other numbers differ by rounding. */
fk_piece fk_draw_same_set(fk_random *random, const fk_piece *piece);

/* The piece times 2^exponent, which is exact when nothing leaves the range of doubles. */
fk_piece fk_piece_times_power(const fk_piece *piece, int exponent);

#endif
