/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The answer where one piece or both are half-spaces. */

#ifndef FARKAS_PAIR_HALF_ANSWER_H
#define FARKAS_PAIR_HALF_ANSWER_H

#include "farkas/pair.h"

/* Fills a zeroed answer for a valid query. */
void fk_half_answer(const fk_pair_query *query, fk_answer *out);

#endif
