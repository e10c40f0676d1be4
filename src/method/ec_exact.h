/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Effective constraints in exact integers. */

#ifndef FARKAS_METHOD_EC_EXACT_H
#define FARKAS_METHOD_EC_EXACT_H

#include "farkas/pair.h"

/* The verdict on two valid pieces; FK_UNDECIDED where there are no exact rows (exact_rows.h) or the numbers are too long
 * for the arena. Takes up to some milliseconds. */
fk_verdict fk_ec_exact(const fk_piece *a, const fk_piece *b);

#endif
