/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier without its first look in doubles. */

#ifndef FARKAS_PROOF_VERIFY_H
#define FARKAS_PROOF_VERIFY_H

#include "farkas/proof.h"

/* fk_verify for two valid pieces and a verdict that is not undecided, in integers alone. */
bool fk_verify_exactly(const fk_piece *a, const fk_piece *b, const fk_certificate *certificate);

#endif
