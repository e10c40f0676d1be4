/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Asks the oracle about two pieces of the library. Of the library this uses only the order of a piece's numbers. */

#ifndef FARKAS_TEST_ASK_ORACLE_H
#define FARKAS_TEST_ASK_ORACLE_H

#include "oracle/oracle.h"
#include "shape/layout.h"

_Static_assert((int)FK_KIND_POINT == (int)ORACLE_POINT && (int)FK_KIND_HALF_SPACE == (int)ORACLE_HALF,
               "the oracle numbers the kinds as the library does");
_Static_assert((int)FK_UNDECIDED == (int)ORACLE_INVALID && (int)FK_APART == (int)ORACLE_APART &&
                   (int)FK_TOUCHING == (int)ORACLE_TOUCHING && (int)FK_OVERLAPPING == (int)ORACLE_OVERLAPPING,
               "the oracle numbers the verdicts as the library does");

/* FK_UNDECIDED when a piece is not valid. */
static inline fk_verdict ask_oracle(const fk_piece *a, const fk_piece *b)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    uint32_t count_a = fk_piece_to_numbers(a, number_a), count_b = fk_piece_to_numbers(b, number_b);
    struct oracle_piece oracle_a = {(enum oracle_kind)a->kind, number_a, count_a};
    struct oracle_piece oracle_b = {(enum oracle_kind)b->kind, number_b, count_b};
    return (fk_verdict)oracle_verdict(&oracle_a, &oracle_b);
}

#endif
