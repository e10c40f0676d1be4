/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Answers with certificates: the signature of a method, the exact answer, proposed certificates, traces. */

#ifndef FARKAS_PAIR_ANSWER_H
#define FARKAS_PAIR_ANSWER_H

#include "farkas/pair.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"

/* A method fills a zeroed answer, of which only the method is set, for two valid pieces of kinds that it knows. It may fill
 * any fields, wanted or not, and should omit costly ones that are not wanted. A certificate whose verdict is not undecided
 * must hold: the verifier checks it, and if it fails the whole answer is cleared. */
typedef void fk_method_function(const fk_pair_query *query, fk_answer *out);

/* Zeroes an answer and sets its method. */
void fk_answer_clear(const fk_pair_query *query, fk_answer *out);

/* Completes an answer: verifies its certificate and clears the fields that are not wanted; clears the whole answer when the
 * certificate does not hold. */
void fk_answer_finish(const fk_pair_query *query, fk_answer *out);

/* Method exact, before exact GJK: proposes verdict and certificate by doubles, by source 0 to FK_PROPOSALS - 1. False when
 * there is none, or the wanted fields need more. The caller must verify the proposal. */
#define FK_PROPOSALS 2
bool fk_certificate_propose(const fk_pair_query *query, int source, fk_answer *out);

/* Method exact without proposals; its certificate is not yet verified. */
fk_method_function fk_answer_solve;

/* Answers a query by method exact. FK_OK; or FK_ERROR_NOT_FINITE, FK_ERROR_PIECE with *out unchanged. */
fk_status fk_pair_answer_exact(const fk_pair_query *query, fk_answer *out);

/* Adds a zeroed step to a trace and returns it; NULL when there is no trace or no room. */
fk_trace_step *fk_trace_next(fk_trace *trace);

/* Proposes a certificate for two boxes by separating axes (certificate_boxes.c): apart with a direction, overlapping with four
 * pairs, or undecided. Any numbers are safe. Nothing is proved; most proposals hold, except where boxes are flat, have
 * parallel edges or nearly touch. The same bytes on every processor. */
void fk_certificate_boxes(const fk_cell *a, const fk_cell *b, fk_pair_cache *out);

/* Fills a zeroed answer for a valid query with one or two half-spaces (answer_half_space.c). */
void fk_half_space_answer(const fk_pair_query *query, fk_answer *out);

#endif
