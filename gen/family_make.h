/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tools that make families of test pairs. */

#ifndef FARKAS_GEN_FAMILY_MAKE_H
#define FARKAS_GEN_FAMILY_MAKE_H

#include "farkas/shape.h"
#include "gen/family.h"

/* ---- Makers -------------------------------------------------------------------------------------------- */

/* The makers in the table of families: each makes one pair from a stream of random numbers.
 *
 * A maker gets *out zeroed. It sets a and b, of the kinds ordered, and truth where the construction proves
 * it. It calls the generator in separate statements, never twice in one expression, since C does not define
 * the order of evaluation. It uses no floating-point operations but + - * / sqrt and exact ones (ldexp,
 * nextafter), so that every machine makes the same pair. */

typedef struct fk_family_order {
    fk_kind a, b; /* never FK_KIND_NONE */
    double value; /* from the row of the table: a gap, a dimension, or 0 */
} fk_family_order;

typedef void fk_family_maker(fk_random *random, const fk_family_order *order, fk_family_pair *out);

/* family_contact.c: around a contact plane. */
fk_family_maker fk_make_gap, fk_make_ulp_apart;
/* `value` is the dimension of the touching feature: 0 vertex, 1 edge, 2 face. */
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

/* Makes a pair near contact along a random plane: sizes about size_a and size_b, contact point `at`, b moved
 * away from a by `gap` (into it if negative). Claims no truth. */
typedef struct fk_near_contact {
    double size_a, size_b, gap;
    fk_vec3 at;
} fk_near_contact;
void fk_make_near_contact(fk_random *random, const fk_family_order *order,
                          const fk_near_contact *near_contact, fk_family_pair *out);

/* ---- Draws --------------------------------------------------------------------------------------------- */

/* Draws of whole numbers, frames and pieces. Whole numbers are doubles with integer values; their sums and
 * products are exact below 2^53. */

/* ---- Numbers and vectors ------------------------------------------------------------------------------- */

/* Returns true once in n draws. */
bool fk_draw_one_in(fk_random *random, uint64_t n);
/* Returns -1 or 1. */
double fk_draw_sign(fk_random *random);
/* Returns a whole number from low to high, both included. */
double fk_draw_whole(fk_random *random, int low, int high);
int fk_draw_int(fk_random *random, int low, int high);

/* Components in [-bound, bound]; whole and real. */
fk_vec3 fk_draw_whole_vector(fk_random *random, int bound);
fk_vec3 fk_draw_vector(fk_random *random, double bound);
/* Returns a vector of length 1 up to rounding. */
fk_vec3 fk_draw_direction(fk_random *random);

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* The directions u and v of a plane, and its normal n. */
typedef struct fk_drawn_frame {
    fk_vec3 u, v, n;
    double length; /* of n if known exactly (whole) or up to rounding (real), else 0 */
} fk_drawn_frame;

/* Orthogonal and of length 1, up to rounding. */
fk_drawn_frame fk_draw_frame(fk_random *random);
/* Orthogonal, exactly: u, v, n have whole components and the same whole length, at most 4 bound^2. */
fk_drawn_frame fk_draw_whole_frame(fk_random *random, int bound);
/* n = u x v, exactly and never zero. u and v are any whole vectors, with components up to bound or, if those
 * drawn were parallel, 4. */
fk_drawn_frame fk_draw_skew_frame(fk_random *random, int bound);

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* Returns the dimension of pieces of a kind: point 0, segment 1, triangle 2, others 3. */
int fk_kind_dimension(fk_kind kind);
bool fk_kind_is_round(fk_kind kind);

/* The numbers from which pieces of every kind can be made. */
typedef struct fk_block {
    fk_vec3 origin;
    fk_vec3 edge[3];
    double radius;
} fk_block;

/* Makes a piece of a kind. Cells have the origin and the edges; a triangle the first two edges, a segment or
 * capsule the first one; a point or sphere only the origin. A half-space has the plane of the origin and the
 * first two edges, with the normal edge 0 x edge 1; if that is zero, the normal is edge 0, or else Z. */
fk_piece fk_block_piece(fk_kind kind, const fk_block *block);

/* Returns edge 0 . (edge 1 x edge 2). */
double fk_block_volume(const fk_block *block);

/* Shuffles an array of vectors. */
void fk_draw_shuffle(fk_random *random, fk_vec3 *vectors, size_t count);

/* Returns the same closed set with other numbers: vertices or edges permuted, the origin moved to another
 * corner, a half-space's inequality doubled. Exact for whole numbers; other cells differ by rounding. */
fk_piece fk_draw_same_set(fk_random *random, const fk_piece *piece);

/* Returns the piece times 2^exponent, exact if nothing leaves the range of doubles. */
fk_piece fk_piece_times_power(const fk_piece *piece, int exponent);

/* ---- Stand-ins ----------------------------------------------------------------------------------------- */

/* Stand-ins for hulls and smooth pieces in families that do not know them: the maker makes another kind
 * instead, which is then converted to the kind ordered. */

/* Returns the stand-in for a kind: for a hull a triangle, tetrahedron or box, for a cylinder or cone a
 * capsule, for an ellipsoid a box. Other kinds are returned unchanged. */
fk_kind fk_stand_in(fk_random *random, fk_kind kind);

/* Converts both pieces of a pair to the kinds ordered. A hull gets the corners of its stand-in, in any order,
 * and further points of it; the truth stays if all of them are exact. Smooth pieces get the numbers of their
 * stand-ins, and the truth is unknown. */
void fk_replace_stand_ins(fk_random *random, fk_kind kind_a, fk_kind kind_b, fk_family_pair *pair);

/* Moves b so that along a random direction it begins where a ends, plus `gap`. Both must be bounded. */
void fk_move_to_gap(fk_random *random, double gap, fk_family_pair *pair);

#endif
