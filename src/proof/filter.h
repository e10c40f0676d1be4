/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The two certificates that almost every pair has, checked in doubles. */

#ifndef FARKAS_PROOF_FILTER_H
#define FARKAS_PROOF_FILTER_H

#include "farkas/proof.h"

/* True only when the certificate proves its verdict for two valid pieces, so that fk_verify need not ask further: apart by
 * a vector, or overlapping by pairs. False says nothing. */
bool fk_filter_accepts(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

#endif
