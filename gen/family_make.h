/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What families of test pairs are made with. */

#ifndef FARKAS_GEN_FAMILY_MAKE_H
#define FARKAS_GEN_FAMILY_MAKE_H

#include "farkas/shape.h"
#include "gen/family.h"

/* ---- family make ------------------------------------------------------------------------------------------ */

/* The makers behind the table of families: each fills one pair from a stream of random numbers.
 *
 * A maker gets *out zeroed. It sets a and b, of the kinds ordered, and truth where the construction proves it.
 * It calls the generator in statements of their own, never twice in one expression, since C leaves the order
 * of evaluation open; and it uses no floating-point operation but + - * / sqrt and exact ones (ldexp,
 * nextafter), so that every machine makes the same pair. */

typedef struct fk_family_order {
    fk_kind a, b; /* never FK_KIND_NONE */
    double value; /* what the row of the table says: a gap, a dimension, or 0 */
} fk_family_order;

typedef void fk_family_maker(fk_random *random, const fk_family_order *order, fk_family_pair *out);

/* family_contact.c: around a plane of contact. */
fk_family_maker fk_make_gap, fk_make_ulp_apart;
/* The value is the dimension of the part that touches: 0 vertex, 1 edge, 2 face. */
fk_family_maker fk_make_touch, fk_make_touch_24;

/* family_spread.c: anywhere in space. */
fk_family_maker fk_make_random, fk_make_tiny, fk_make_huge, fk_make_mixed_scale, fk_make_far, fk_make_needles;

/* family_lattice.c: on whole numbers, full of ties. */
fk_family_maker fk_make_parallel, fk_make_nearly_parallel, fk_make_axis_aligned, fk_make_flat,
    fk_make_zero_size;

/* family_same.c: one in the other, or both the same. */
fk_family_maker fk_make_nested, fk_make_identical;

/* family_extreme.c: the ends of the double range. */
fk_family_maker fk_make_extremes;

/* A pair near contact along a random plane: sizes about size_a and size_b, contact point `at`, b moved away
 * from a by `gap` (into it when negative). Nothing is claimed about its truth. */
typedef struct fk_near_contact {
    double size_a, size_b, gap;
    fk_vec3 at;
} fk_near_contact;
void fk_make_near_contact(fk_random *random, const fk_family_order *order,
                          const fk_near_contact *near_contact, fk_family_pair *out);

/* ---- family draw ------------------------------------------------------------------------------------------ */

/* What the makers of pairs draw from: whole numbers, frames and pieces. Whole numbers are doubles that hold
 * integers; sums and products of them are exact as long as they stay below 2^53. */

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

/* ---- family stand in -------------------------------------------------------------------------------------- */

/* Hulls and smooth pieces in families that do not know them: the maker makes another kind in their place, which is
 * then turned into what was ordered. */

/* The kind to make in place of one: for a hull a triangle, tetrahedron or box, for a cylinder or cone a capsule, for
 * an ellipsoid a box. Others stand for themselves. */
fk_kind fk_stand_in(fk_random *random, fk_kind kind);

/* Turns both pieces of a pair into the kinds ordered. A hull has the corners of the piece in its place, in any order,
 * and further points of it; truth is kept when all of them are exact. Smooth pieces have the same numbers as the
 * piece in their place, and no truth is known. */
void fk_replace_stand_ins(fk_random *random, fk_kind kind_a, fk_kind kind_b, fk_family_pair *pair);

/* Moves b so that along a random direction it begins where a ends, up to `gap`. Both are bounded. */
void fk_move_to_gap(fk_random *random, double gap, fk_family_pair *pair);

#endif
