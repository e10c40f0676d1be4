/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs with a cylinder, a cone or an ellipsoid: verdict, certificate and answer. */

#ifndef FARKAS_PAIR_SMOOTH_H
#define FARKAS_PAIR_SMOOTH_H

#include "farkas/pair.h"

/* Whether one of two pieces is smooth. */
bool fk_smooth_is_among(const fk_piece *a, const fk_piece *b);

/* The verdict on two valid pieces, one of which or both are smooth, and its certificate, which the verifier has
 * accepted; FK_UNDECIDED, and a certificate of zeros, when the gap or depth is too small to prove. */
fk_verdict fk_smooth_solve(const fk_piece *a, const fk_piece *b, fk_certificate *certificate);

/* Fills a zeroed answer for a valid query. */
void fk_smooth_answer(const fk_pair_query *query, fk_answer *out);

#endif
