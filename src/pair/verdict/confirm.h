/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether what settled a verdict once settles it still. */

#ifndef FARKAS_PAIR_CONFIRM_H
#define FARKAS_PAIR_CONFIRM_H

#include "farkas/pair.h"

/* For bounded pieces that are not smooth, valid or not: whether what is cached (as fk_quick_solve fills it) shows its
 * verdict, apart by a direction or overlapping by four vertex differences; for round pieces only the former. Any contents
 * are safe. */
bool fk_confirm(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

#endif
