/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Half-spaces against pieces and against each other, exactly. */

#ifndef FARKAS_PAIR_HALF_H
#define FARKAS_PAIR_HALF_H

#include "exact/exact.h"
#include "farkas/shape.h"

/* Whether one of two pieces is a half-space. */
bool fk_half_is_among(const fk_piece *a, const fk_piece *b);

/* Whether two half-spaces have exactly opposite normals. Only those leave room that can run out: with n_b = -k n_a it
 * has the sign of k c_a + c_b. size is then a positive multiple of |n_a| and |n_b|, so that k = size[1] / size[0]. */
bool fk_halves_are_opposite(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_exact size[2]);

/* size[1] c_a + size[0] c_b, the sign of the room between opposite half-spaces. */
fk_exact fk_halves_room(fk_arena *arena, const fk_plane *a, const fk_plane *b, const fk_exact size[2]);

/* The verdict on two valid pieces, one of which or both are half-spaces. When only one is, *deepest is the vertex
 * of the other with the least n.x, the lowest index among equals; else 0. */
fk_verdict fk_half_verdict(fk_arena *arena, const fk_piece *a, const fk_piece *b, uint32_t *deepest);

/* The verdict on a half-space and a piece with vertices in doubles, where an error bound proves it; else FK_UNDECIDED, as for
 * other pieces and pieces that are not valid. */
fk_verdict fk_half_quick(const fk_piece *a, const fk_piece *b);

#endif
