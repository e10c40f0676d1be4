/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two boxes, tetrahedra or triangles by separating axes: the quick way for the most common pairs. */

#ifndef FARKAS_NARROW_AXES_H
#define FARKAS_NARROW_AXES_H

#include "farkas/shape.h"

/* Whether both kinds are among box, tetra and triangle. */
bool fk_axes_know(fk_kind a, fk_kind b);

/* The exact verdict on two pieces of these kinds, or FK_UNDECIDED: ask the solver. That is for pairs without volume,
 * sizes at the ends of the range and numbers that are not finite; any numbers are safe. */
fk_verdict fk_axes_verdict(const fk_piece *a, const fk_piece *b);

#endif
