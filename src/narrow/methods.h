/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The methods: one function each. */

#ifndef FARKAS_NARROW_METHODS_H
#define FARKAS_NARROW_METHODS_H

#include "farkas/narrow.h"

/* Fills a zeroed answer, of which only the method is set, for a valid query. All parts that the method knows are
 * filled, whatever is wanted; a certificate that is not undecided must hold. */
typedef void fk_method_function(const fk_pair_query *query, fk_answer *out);

fk_method_function fk_answer_exact;

#endif
