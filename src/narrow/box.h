/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection of two pieces: one function for each way to find it. */

#ifndef FARKAS_NARROW_BOX_H
#define FARKAS_NARROW_BOX_H

#include "farkas/narrow.h"

/* The box of the intersection of two valid pieces; empty when they are apart. */
fk_aabb fk_box_of_pair(const fk_piece *a, const fk_piece *b);

/* All of space. */
fk_aabb fk_box_everywhere(void);

/* One side of a box: its greatest coordinate along an axis (sign 1) or its least (-1). */
double *fk_box_side(fk_aabb *box, int axis, int sign);

#endif
