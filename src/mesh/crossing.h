/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a triangle adds to a winding number, and whether a point is on it: exactly, for finite doubles. */

#ifndef FARKAS_MESH_CROSSING_H
#define FARKAS_MESH_CROSSING_H

#include "farkas/base.h"

/* Adds what a triangle counts: 1 or -1 where the ray from the point along x crosses it, else 0. False when
 * the point is on it. */
bool fk_crossing_add(const fk_vec3 *const corner[3], const fk_vec3 *point, int64_t *winding);

/* Whether a point is on a closed triangle, be that degenerate. */
bool fk_crossing_is_on(const fk_vec3 *const corner[3], const fk_vec3 *point);

#endif
