/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The point that lies deepest in a curved piece and in another one, in floating point. It proves nothing: who claims
 * something of it has it verified. */

#ifndef FARKAS_PAIR_DEEPEST_H
#define FARKAS_PAIR_DEEPEST_H

#include "pair/measure/gjk_walk.h"

/* Starts from the nearest point of a walk that ended near contact, one or both of whose bodies are smooth. Against a
 * body with vertices and no radius the points looked at are those of the hull of the walk's vertices, and the weights
 * of the walk are changed to those of the deepest one found; true then. Else *point is the deepest one, as an offset
 * from the anchor of a. False when there is none that is inside. */
bool fk_deepest_weights(fk_bodies *bodies, fk_walk *walk);
bool fk_deepest_point(fk_bodies *bodies, const fk_walk *walk, fk_vec3 *point);

#endif
