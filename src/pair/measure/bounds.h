/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a walk has found, as bounds that hold: in every rounding mode, with flushed numbers, for every kind. Whatever
 * the walk says, right or wrong, these are true.
 *
 * Numbers are scaled like those of the bodies where nothing else is said. */

#ifndef FARKAS_PAIR_BOUNDS_H
#define FARKAS_PAIR_BOUNDS_H

#include "pair/measure/gjk_walk.h"

/* How far a body, without radius around its core, reaches from its anchor along n: in the world, not scaled, and with
 * all errors. n has length 1 up to rounding. */
fk_interval fk_bound_reach(const fk_body *body, fk_vec3 n);

/* The distance of a and b, radii taken off, lies above lo and below hi. lo <= 0 does not tell whether they are apart; hi
 * < 0 means that round pieces overlap. The bodies are neither shrunk nor whole. */
fk_interval fk_bound_distance(const fk_bodies *bodies, const fk_walk *walk);

/* The same, where it is known how far a reaches along -n and b along n, with n the direction of the walk: each the greatest
 * value over all vertices, with the errors that bounds.c derives. */
fk_interval fk_bound_distance_by(const fk_bodies *bodies, const fk_walk *walk, double reaches);

/* The sum of the radii of spheres and capsules, with one rounding. */
double fk_bound_radius(const fk_bodies *bodies);

/* True only when the origin lies in the interior of the hull of these vertex differences. */
bool fk_bound_surrounds(const fk_bodies *bodies, const fk_walk_point *point, uint32_t count);

#endif
