/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far colliders in their places reach along a direction, and directions that separate two of them. */

#ifndef FARKAS_BODY_COLLIDER_REACH_H
#define FARKAS_BODY_COLLIDER_REACH_H

#include "body/collider.h"

/* Not less than n.x for any x of a collider, in every state of the floating-point unit; infinite where that
 * is not known. No component of n is larger than 1. *at is about where that is, or left alone. */
double fk_ready_reach(const fk_ready *a, fk_vec3 n, fk_vec3 *at);

/* The same for one piece. */
double fk_piece_reach_above(const fk_piece *piece, fk_vec3 n);

/* True only if a direction, which may have any contents, separates a and b: all of a comes before all of b. */
bool fk_ready_separates(const fk_ready *a, const fk_ready *b, fk_vec3 direction);

/* Looks for such a direction; some steps are all that it takes. */
bool fk_ready_find_direction(const fk_ready *a, const fk_ready *b, fk_vec3 *direction);

#endif
