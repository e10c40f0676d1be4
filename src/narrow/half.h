/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Half-spaces against pieces and against each other, exactly. */

#ifndef FARKAS_NARROW_HALF_H
#define FARKAS_NARROW_HALF_H

#include "farkas/proof.h"

/* A valid half-space against a valid piece of another kind. *deepest is the vertex of the piece with the least
 * n.x, the lowest index among equals. */
fk_verdict fk_half_verdict(const fk_piece *half, const fk_piece *piece, uint32_t *deepest);

/* Two valid half-spaces. */
fk_verdict fk_halves_verdict(const fk_piece *a, const fk_piece *b);

#endif
