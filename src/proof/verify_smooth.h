/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The part of the verifier for pairs with a cylinder, a cone or an ellipsoid. */

#ifndef FARKAS_PROOF_VERIFY_SMOOTH_H
#define FARKAS_PROOF_VERIFY_SMOOTH_H

#include "exact/exact.h"
#include "farkas/proof.h"

/* True when the certificate proves its verdict for two valid pieces, one of which or both are smooth; unless the
 * arena is full, which says that nothing is proved. */
bool fk_verify_smooth(fk_arena *arena, const fk_piece *a, const fk_piece *b,
                      const fk_certificate *certificate);

/* The sign of gap + how far a reaches along n + how far b reaches along -n, exactly; neither is a half-space, n and gap
 * are finite. When it is not positive, the pieces are apart along n by at least gap. 1 when the arena is full. */
int fk_reach_sign(fk_arena *arena, const fk_piece *a, const fk_piece *b, fk_vec3 n, double gap);

#endif
