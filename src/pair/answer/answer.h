/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Answers with proof: the signature of a method, the exact answer, proposals, traces. */

#ifndef FARKAS_PAIR_ANSWER_H
#define FARKAS_PAIR_ANSWER_H

#include "farkas/pair.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"

/* Fills a zeroed answer, of which only the method is set, for two valid pieces of kinds that the method knows. It may
 * fill any parts, wanted or not, and leaves costly ones that are not wanted. A certificate whose verdict is not
 * undecided must hold: it is checked, and the answer dropped if it does not. */
typedef void fk_method_function(const fk_pair_query *query, fk_answer *out);

/* A zeroed answer of a method. */
void fk_answer_clear(const fk_pair_query *query, fk_answer *out);

/* Ends an answer: keeps what was asked for; or nothing, when its certificate does not hold. */
void fk_answer_finish(const fk_pair_query *query, fk_answer *out);

/* Method exact, before the solver: verdict and certificate as doubles propose them, in one of FK_PROPOSALS ways. False when
 * there is none, or the parts that are wanted take more than that. The verifier says whether to believe it. */
#define FK_PROPOSALS 2
bool fk_answer_propose(const fk_pair_query *query, int way, fk_answer *out);

/* Method exact without quick proposals, and before its certificate is verified. */
fk_method_function fk_answer_solve;

/* Answers a query by method exact. FK_OK; or FK_ERROR_NOT_FINITE, FK_ERROR_PIECE with *out left alone. */
fk_status fk_pair_answer_exact(const fk_pair_query *query, fk_answer *out);

/* The next step of a trace to fill, zeroed; NULL when there is no trace or no room. */
fk_trace_step *fk_trace_next(fk_trace *trace);

/* What may prove the verdict on two boxes, by separating axes (certificate_boxes.c): apart with a direction, overlapping with four pairs, or undecided; of any numbers. Nothing of it is proved: most
 * proposals hold, but where boxes are flat, have parallel edges or nearly touch. The same bytes on every processor. */
void fk_boxes_propose(const fk_cell *a, const fk_cell *b, fk_pair_cache *out);

/* Fills a zeroed answer for a valid query, in which one piece or both are half-spaces (answer_half_space.c). */
void fk_half_answer(const fk_pair_query *query, fk_answer *out);

#endif
