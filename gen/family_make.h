/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The makers behind the table of families: each fills one pair from a stream of random numbers.
 *
 * A maker gets *out zeroed. It sets a and b, of the kinds ordered, and truth where the construction proves it.
 * It calls the generator in statements of their own, never twice in one expression, since C leaves the order
 * of evaluation open; and it uses no floating-point operation but + - * / sqrt and exact ones (ldexp,
 * nextafter), so that every machine makes the same pair. */

#ifndef FARKAS_GEN_FAMILY_MAKE_H
#define FARKAS_GEN_FAMILY_MAKE_H

#include "gen/family.h"

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

#endif
