/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Hulls and smooth pieces in families that do not know them: the maker makes another kind in their place, which is
 * then turned into what was ordered. */

#ifndef FARKAS_GEN_FAMILY_STAND_IN_H
#define FARKAS_GEN_FAMILY_STAND_IN_H

#include "gen/family.h"

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
