/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two tests of hierarchies as printed, with their mistakes, and made right: COLLIDE of the slides, algorithm 7 of the thesis.
 *
 * Source: R. Murrieta-Cid, "Collision detection: hierarchical algorithms" (2021). Line 3 puts the larger volume into r2, and
 * lines 4 and 5 go on with the children of r2. Where r2 is a leaf and r1 is not, it has none: what r1 holds is never looked
 * at. Made right, r1 is descended there, as fk_hierarchy_search does.
 *
 * Source: J. Grulich, "Collision detection in 3D space" (2016), algorithm 7, which drops the results of its recursive calls. */

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

/* What algorithm 7 returns behind its recursive calls, which have no `return`. */
typedef enum paper_return { RETURNS_NOTHING, RETURNS_LAST, RETURNS_ANY, PAPER_RETURNS } paper_return;

/* Algorithm 7: depth first, a before b. RETURNS_ANY is right. is_right and ends of *c are not used. */
bool paper_bvh_test(paper_collide *c, const fk_placed_hierarchy *a, const fk_placed_hierarchy *b,
                    paper_return returns);

#endif
