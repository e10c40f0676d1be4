/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* All triangles of a tree whose boxes meet a box. */

#ifndef FARKAS_TREE_VISIT_H
#define FARKAS_TREE_VISIT_H

#include "farkas/tree.h"

/* The deepest that a tree may be: builders see to it. */
#define FK_TREE_DEPTH 32

/* Gets a triangle; false ends the visit. */
typedef bool fk_tree_visitor(void *user, uint32_t triangle);

/* A box of a placed mesh's tree around a box in the world: what of the mesh is in that, after it was placed,
 * has places in this. False when that is nothing. */
bool fk_placed_units(const fk_placed_mesh *a, const fk_aabb *box, float least[3], float most[3]);

/* Visits triangles near a box in the world: none that meets it, after it was placed, is left out. */
bool fk_placed_visit(const fk_placed_mesh *a, const fk_aabb *box, fk_tree_visitor *visitor, void *user);

#endif
