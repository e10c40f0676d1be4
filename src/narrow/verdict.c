/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces: the door for callers who want the answer and no proof. */

#include "farkas/narrow.h"

#include "narrow/boxes.h"
#include "narrow/half.h"
#include "narrow/quick.h"
#include "narrow/smooth.h"
#include "narrow/solver.h"

/* Half-spaces, and what the quick way has left. */
FK_OWN_FRAME static fk_verdict solve(const fk_piece *a, const fk_piece *b)
{
    fk_pair pair;
    if (fk_half_is_among(a, b)) {
        uint32_t deepest;
        fk_arena_init(&pair.arena);
        return fk_half_verdict(&pair.arena, a, b, &deepest);
    }
    fk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_solve(&pair, false, &solution);
    return solution.certificate.verdict;
}

fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b)
{
    /* Before the check, which would cost as much: this is safe for any numbers. */
    if (a->kind == FK_KIND_BOX && b->kind == FK_KIND_BOX) {
        fk_verdict quick = fk_boxes_verdict(&a->as.cell, &b->as.cell);
        if (quick != FK_UNDECIDED)
            return quick;
    }
    fk_pair_cache quick;
    fk_quick_solve(a, b, &quick);
    if (quick.verdict != FK_UNDECIDED)
        return quick.verdict;
    if (fk_pair_check(a, b) != FK_OK)
        return FK_UNDECIDED;
    if (fk_smooth_is_among(a, b)) {
        fk_certificate certificate;
        return fk_smooth_solve(a, b, &certificate);
    }
    return solve(a, b);
}
