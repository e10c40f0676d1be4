/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Methods: the answer on two pieces, by the method that the query names: exact, or one of the papers. */

#ifndef FARKAS_METHOD_H
#define FARKAS_METHOD_H

#include "farkas/pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of a method on the command line. */
FK_API const char *fk_method_name(fk_method method);

/* Whether a method is defined for a pair of kinds; where it is not, it answers undecided. (fm, ec and sat know
 * hulls of up to FK_METHOD_HULL_POINTS points.) */
FK_API bool fk_method_knows(fk_method method, fk_kind a, fk_kind b);

/* Whether a method answers as its paper does, and may be wrong: fm-paper, ec-paper and sat6. The others claim nothing
 * that is not so. */
FK_API bool fk_method_may_be_wrong(fk_method method);

/* Answers a query. FK_OK; or FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_METHOD with *out left alone. A
 * method that does not know the pieces answers undecided. */
FK_API fk_status fk_pair_answer(const fk_pair_query *query, fk_answer *out);

#ifdef __cplusplus
}
#endif

#endif
