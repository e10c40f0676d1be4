/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The methods: one function each. */

#ifndef FARKAS_NARROW_METHODS_H
#define FARKAS_NARROW_METHODS_H

#include "farkas/narrow.h"

/* Fills a zeroed answer, of which only the method is set, for two valid pieces of kinds that the method knows. It may
 * fill any parts, wanted or not, and leaves costly ones that are not wanted. A certificate whose verdict is not
 * undecided must hold: it is checked, and the answer dropped if it does not. */
typedef void fk_method_function(const fk_pair_query *query, fk_answer *out);

fk_method_function fk_answer_exact, fk_answer_fm, fk_answer_fm_paper, fk_answer_ec, fk_answer_ec_paper,
    fk_answer_sat, fk_answer_sat6, fk_answer_gjk, fk_answer_cw;

/* The answer of method exact to a query, found in doubles; false when it takes more than that. As above, but for
 * certificates: where one does not hold, fk_answer_exact is asked. */
bool fk_answer_quick(const fk_pair_query *query, fk_answer *out);

/* The next step of a trace to fill, zeroed; NULL when there is no trace or no room. */
fk_step *fk_trace_next(fk_trace *trace);

#endif
