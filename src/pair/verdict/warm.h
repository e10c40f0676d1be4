/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The two halves of fk_pair_verdict_warm, for who wants to know which one it was. */

#ifndef FARKAS_PAIR_WARM_H
#define FARKAS_PAIR_WARM_H

#include "farkas/pair.h"

/* Whether what was kept still shows the verdict. */
bool fk_warm_holds(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

/* The verdict without it; what shows it is kept. */
fk_verdict fk_warm_ask(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

#endif
