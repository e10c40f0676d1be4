/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact signs of a few places: which way a corner turns, on which side of a plane a place is, whether three are on one
 * line. For finite doubles of any size, in every state of the floating-point unit. */

#ifndef FARKAS_MESH_SIGNS_H
#define FARKAS_MESH_SIGNS_H

#include "farkas/base.h"

/* The sign of component `axis` of (b - a) x (c - a). */
int fk_signs_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis);

/* The sign of ((b - a) x (c - a)).(d - a): positive when d is on the side to which a, b, c turn counterclockwise. */
int fk_signs_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d);

/* Whether all three are on one line. */
bool fk_signs_on_line(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c);

#endif
