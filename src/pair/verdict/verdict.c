/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two pieces: the door for callers who want the answer and no proof. */

#include "farkas/pair.h"

#include "pair/verdict/verdict.h"

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

/* In doubles, where error bounds prove it; safe for any numbers too. */
static fk_verdict quick_verdict(const fk_piece *a, const fk_piece *b)
{
    if (fk_half_is_among(a, b))
        return fk_half_quick(a, b);
    fk_pair_cache quick;
    fk_quick_solve(a, b, &quick);
    return quick.verdict;
}

fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b)
{
    /* Before the check, which would cost as much: this is safe for any numbers. */
    if (fk_axes_know(a->kind, b->kind)) {
        fk_verdict quick = fk_axes_verdict(a, b);
        if (quick != FK_UNDECIDED)
            return quick;
    }
    fk_verdict sooner = quick_verdict(a, b);
    if (sooner != FK_UNDECIDED)
        return sooner;
    if (fk_pair_check(a, b) != FK_OK)
        return FK_UNDECIDED;
    if (fk_smooth_is_among(a, b)) {
        fk_certificate certificate;
        return fk_smooth_solve(a, b, &certificate);
    }
    return solve(a, b);
}
