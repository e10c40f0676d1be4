/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two parallelepipeds by separating axes: the quick way for the most common pair. */

#ifndef FARKAS_NARROW_BOXES_H
#define FARKAS_NARROW_BOXES_H

#include "farkas/shape.h"

/* The exact verdict, or FK_UNDECIDED: ask the solver. That is for flat boxes, sizes at the ends of the range and
 * numbers that are not finite; any numbers are safe. */
fk_verdict fk_boxes_verdict(const fk_cell *a, const fk_cell *b);

#endif
