/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two parallelepipeds in floating point with a proved error bound: the quick way for the most common pair. */

#ifndef FARKAS_NARROW_BOXES_H
#define FARKAS_NARROW_BOXES_H

#include "farkas/shape.h"

/* FK_APART or FK_OVERLAPPING when that is certain, else FK_UNDECIDED: ask the solver. Any numbers are safe. */
fk_verdict fk_boxes_verdict(const fk_cell *a, const fk_cell *b);

#endif
