/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of the verifier: a filter in doubles; polyhedra and round pieces; smooth pieces. */

#ifndef FARKAS_PROOF_VERIFY_H
#define FARKAS_PROOF_VERIFY_H

#include "exact/exact.h"
#include "farkas/proof.h"

/* verify_filter.c: in doubles. True only when the certificate, apart by a vector or overlapping by pairs, proves its verdict
 * for two valid pieces. False proves nothing. */
bool fk_verify_filter(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

/* verify.c: fk_verify for two valid pieces and a verdict that is not undecided, in integers alone. */
bool fk_verify_exact(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

/* The least n.x over the vertices of a piece, or the greatest. */
fk_exact fk_verify_extreme(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, bool least);

/* verify_smooth.c: true when the certificate proves its verdict for two valid pieces, one or both of them smooth. When the
 * arena is full, the result means nothing. */
bool fk_verify_smooth(fk_arena *arena, const fk_piece *a, const fk_piece *b,
                      const fk_certificate *certificate);

/* The exact sign of gap + the support value of a along n + that of b along -n; neither is a half-space, n and gap are finite.
 * When it is not positive, n.x over b exceeds n.x over a by at least gap. 1 when the arena is full. */
int fk_verify_separation(fk_arena *arena, const fk_piece *a, const fk_piece *b, fk_vec3 n, double gap);

#endif
