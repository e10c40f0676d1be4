/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* COLLIDE as the slides print it, with the mistake in it, and made right.
 *
 * Source: R. Murrieta-Cid, "Collision detection: hierarchical algorithms" (2021). Line 3 puts the larger volume into r2, and
 * lines 4 and 5 go on with the children of r2. Where r2 is a leaf and r1 is not, it has none: what r1 holds is never looked
 * at. Made right, r1 is descended there, as fk_hierarchy_search does. */

#ifndef FARKAS_LAB_PRINTED_COLLIDE_PAPER_H
#define FARKAS_LAB_PRINTED_COLLIDE_PAPER_H

#include "hierarchy/hierarchy.h"

/* Zero a search before use, except for its inputs. */
typedef struct paper_collide {
    bool is_right;
    uint64_t volume_tests, triangle_tests;
    uint64_t ends; /* pairs of a leaf and a node with children where the print has nowhere to go */
} paper_collide;

/* Whether two hierarchies collide, as far as COLLIDE finds out. Both have volumes of one kind and a node at least. The recursion is
 * as deep as both trees together. */
bool paper_collide_run(paper_collide *c, const fk_placed_hierarchy *a, const fk_placed_hierarchy *b);

#endif
