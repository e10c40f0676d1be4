/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Half-spaces against pieces and against each other, exactly. */

#ifndef FARKAS_NARROW_HALF_H
#define FARKAS_NARROW_HALF_H

#include "base/exact.h"
#include "farkas/shape.h"

/* Whether one of two pieces is a half-space. */
bool fk_half_is_among(const fk_piece *a, const fk_piece *b);

/* The verdict on two valid pieces, one of which or both are half-spaces. When only one is, *deepest is the vertex
 * of the other with the least n.x, the lowest index among equals; else 0. */
fk_verdict fk_half_verdict(fk_arena *arena, const fk_piece *a, const fk_piece *b, uint32_t *deepest);

#endif
