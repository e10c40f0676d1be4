/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces: the door for callers who want the answer and no proof. */

#include "farkas/narrow.h"

#include "narrow/boxes.h"
#include "narrow/half.h"
#include "narrow/solver.h"

fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b)
{
    if (a->kind == FK_KIND_BOX && b->kind == FK_KIND_BOX) {
        fk_verdict quick = fk_boxes_verdict(&a->as.cell, &b->as.cell);
        if (quick != FK_UNDECIDED)
            return quick;
    }
    if (fk_piece_check(a) != FK_OK || fk_piece_check(b) != FK_OK)
        return FK_UNDECIDED;
    bool half_a = a->kind == FK_KIND_HALF_SPACE, half_b = b->kind == FK_KIND_HALF_SPACE;
    uint32_t deepest;
    if (half_a && half_b)
        return fk_halves_verdict(a, b);
    if (half_a || half_b)
        return half_a ? fk_half_verdict(a, b, &deepest) : fk_half_verdict(b, a, &deepest);
    fk_pair pair;
    fk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_solve(&pair, false, &solution);
    return solution.certificate.verdict;
}
