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

/* Method exact, before the solver: verdict and certificate as doubles propose them, in one of FK_PROPOSALS ways. False when
 * there is none, or the parts that are wanted take more than that. The verifier says whether to believe it. */
#define FK_PROPOSALS 2
bool fk_answer_propose(const fk_pair_query *query, int way, fk_answer *out);

/* Fills the wanted parts of an answer whose proposed certificate holds. False when that takes more. */
bool fk_answer_complete(const fk_pair_query *query, fk_answer *out);

/* The next step of a trace to fill, zeroed; NULL when there is no trace or no room. */
fk_step *fk_trace_next(fk_trace *trace);

/* Leaves a step FK_STEP_EXACT. */
void fk_trace_exact(fk_trace *trace);

#endif
