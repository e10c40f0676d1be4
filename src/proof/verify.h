/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier: its filter in doubles, polyhedra and round pieces, smooth pieces. */

#ifndef FARKAS_PROOF_VERIFY_H
#define FARKAS_PROOF_VERIFY_H

#include "exact/exact.h"
#include "farkas/proof.h"

/* verify_filter.c: true only when the certificate proves its verdict for two valid pieces, so that fk_verify need not ask further: apart by
 * a vector, or overlapping by pairs. False says nothing. */
bool fk_filter_accepts(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

/* verify.c: fk_verify for two valid pieces and a verdict that is not undecided, in integers alone. */
bool fk_verify_exactly(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

/* The least n.x over the vertices of a piece, or the greatest. */
fk_exact fk_verify_extreme(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, bool least);

/* verify_smooth.c: true when the certificate proves its verdict for two valid pieces, one of which or both are smooth; unless the
 * arena is full, which says that nothing is proved. */
bool fk_verify_smooth(fk_arena *arena, const fk_piece *a, const fk_piece *b,
                      const fk_certificate *certificate);

/* The sign of gap + how far a reaches along n + how far b reaches along -n, exactly; neither is a half-space, n and gap
 * are finite. When it is not positive, the pieces are apart along n by at least gap. 1 when the arena is full. */
int fk_reach_sign(fk_arena *arena, const fk_piece *a, const fk_piece *b, fk_vec3 n, double gap);

#endif
