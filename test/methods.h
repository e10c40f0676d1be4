/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the tests of single methods share. Include after cmocka.h. */

#ifndef FARKAS_TEST_METHODS_H
#define FARKAS_TEST_METHODS_H

#include <stdio.h>

#include "farkas/method.h"

/* The polyhedra. */
static const fk_kind polyhedra[] = {FK_KIND_POINT, FK_KIND_SEGMENT, FK_KIND_TRIANGLE,
                                    FK_KIND_TETRA, FK_KIND_BOX,     FK_KIND_HULL};
#define POLYHEDRA 6

static inline fk_answer answer_by(fk_method method, const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, method, FK_PART_ALL, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    assert_int_equal(answer.method, method);
    return answer;
}

/* Fails where a verdict contradicts the truth; undecided is none. */
static inline void assert_no_contradiction(const fk_piece *a, const fk_piece *b, fk_verdict truth,
                                           fk_verdict verdict)
{
    if (verdict == FK_UNDECIDED || verdict == truth)
        return;
    char text[2][FK_PIECE_TEXT_SIZE];
    fk_piece_format(a, text[0], sizeof text[0]);
    fk_piece_format(b, text[1], sizeof text[1]);
    fail_msg("says %s, truth is %s: %s %s", fk_verdict_name(verdict), fk_verdict_name(truth), text[0],
             text[1]);
}

#endif
