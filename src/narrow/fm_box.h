/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tight box of the intersection of two cells, quickly. */

#ifndef FARKAS_NARROW_FM_BOX_H
#define FARKAS_NARROW_FM_BOX_H

#include "farkas/narrow.h"

/* The box of the intersection of two cells that overlap, each side the exact bound rounded outward. False when something
 * is too close to call, or when a piece is no cell. */
bool fk_fm_box(const fk_piece *a, const fk_piece *b, fk_aabb *out);

#endif
