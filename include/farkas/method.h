/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Methods: the answer on two pieces by a chosen method: exact, or one of the papers. */

#ifndef FARKAS_METHOD_H
#define FARKAS_METHOD_H

#include "farkas/pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the name of a method on the command line; "unknown" for a value that is no method. */
FK_API const char *fk_method_name(fk_method method);

/* Returns whether a method is defined for a pair of kinds; where it is not, its answer is undecided. (fm, ec and sat can decide
 * hulls of up to FK_METHOD_HULL_POINTS points.) */
FK_API bool fk_method_knows(fk_method method, fk_kind a, fk_kind b);

/* Returns whether the verdict of a method may be wrong, as its paper is: fm-paper, ec-paper and sat6. All other methods return
 * the right verdict or FK_UNDECIDED. */
FK_API bool fk_method_may_be_wrong(fk_method method);

/* Computes the answer to a query: the verdict, and those of the wanted fields that the method fills. A method that is
 * not defined for the pieces answers undecided. So does the method exact for a cylinder, cone or ellipsoid if it finds
 * no certificate; this is rare, and fk_pair_verdict, which needs none, may then know the verdict. The steps of
 * query->trace, if there is one, are replaced. FK_ERROR_METHOD for a value that is no method, FK_ERROR_NOT_FINITE or
 * FK_ERROR_PIECE for pieces that are not valid; then *out stays unchanged. */
FK_API fk_status fk_pair_answer(const fk_pair_query *query, fk_answer *out);

#ifdef __cplusplus
}
#endif

#endif
