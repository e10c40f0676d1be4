/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Asks the oracle about two pieces of the library. Of the library this uses only the order of a piece's numbers. */

#ifndef FARKAS_TEST_ASK_ORACLE_H
#define FARKAS_TEST_ASK_ORACLE_H

#include "oracle/oracle.h"
#include "shape/support.h"

_Static_assert((int)FK_KIND_POINT == (int)ORACLE_POINT && (int)FK_KIND_HALF_SPACE == (int)ORACLE_HALF &&
                   (int)FK_KIND_HULL == (int)ORACLE_HULL,
               "the oracle numbers the kinds as the library does");
_Static_assert((int)FK_UNDECIDED == (int)ORACLE_INVALID && (int)FK_APART == (int)ORACLE_APART &&
                   (int)FK_TOUCHING == (int)ORACLE_TOUCHING && (int)FK_OVERLAPPING == (int)ORACLE_OVERLAPPING,
               "the oracle numbers the verdicts as the library does");

/* The numbers of a piece as the oracle takes them; room has FK_PIECE_NUMBERS, and holds them unless it is a hull. */
static inline struct oracle_piece to_oracle(const fk_piece *piece, double *room)
{
    struct oracle_piece out = {(enum oracle_kind)piece->kind, room, fk_piece_to_numbers(piece, room)};
    if (piece->kind == FK_KIND_HULL) {
        out.number = &piece->as.hull.point[0].x; /* three doubles each, as piece.c asserts */
        out.count = 3 * (size_t)piece->as.hull.count;
    }
    return out;
}

/* FK_UNDECIDED when a piece is not valid. */
static inline fk_verdict ask_oracle(const fk_piece *a, const fk_piece *b)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_a = to_oracle(a, number_a), oracle_b = to_oracle(b, number_b);
    return (fk_verdict)oracle_verdict(&oracle_a, &oracle_b);
}

#endif
