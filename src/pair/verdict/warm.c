/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict from what settled the last one, where that still holds: pieces that move a little stay apart along the same
 * direction, or keep a common point. Checking that costs a fraction of the search; it is done with the same error bounds.
 *
 * Weak inputs: pieces that touch or nearly do, round pieces that overlap, half-spaces and smooth pieces, for which nothing is
 * kept. */

#include "farkas/pair.h"

#include <string.h>

#include "base/bits.h"
#include "exact/exact.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* Hulls of more points that have hints are searched as quickly as a direction is tried on all their points. */
#define LARGE 400

/* After so many verdicts without anything to keep, it is looked for again. */
#define PATIENCE 256

static bool is_round(const fk_piece *a, const fk_piece *b)
{
    return fk_sign_of(fk_piece_radius(a)) > 0 || fk_sign_of(fk_piece_radius(b)) > 0;
}

static bool is_kept(const fk_piece *a, const fk_piece *b)
{
    return !fk_smooth_is_among(a, b) && !fk_half_is_among(a, b);
}

/* Looks for something that shows the verdict; the verdict is left to the caller. */
static void remember(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_pair_cache *cache)
{
    memset(cache, 0, sizeof *cache);
    if (fk_axes_know(a->kind, b->kind) && verdict == FK_OVERLAPPING) {
        cache->is_known = fk_axes_common_point(a, b, &cache->inside);
    } else if (is_kept(a, b)) {
        fk_quick_solve(a, b, cache);
        cache->is_known = cache->verdict == verdict && (verdict == FK_APART || !is_round(a, b));
    }
}

/* What axes do not know is decided by the quick way first, and that shows it, too. */
static bool ask_quickly(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (fk_axes_know(a->kind, b->kind) || !is_kept(a, b))
        return false;
    memset(cache, 0, sizeof *cache);
    fk_quick_solve(a, b, cache);
    cache->is_known = cache->verdict != FK_UNDECIDED && (cache->verdict == FK_APART || !is_round(a, b));
    return cache->verdict != FK_UNDECIDED;
}

FK_OWN_FRAME static fk_verdict ask(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (ask_quickly(a, b, cache))
        return cache->verdict;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict != cache->verdict || cache->is_known || ++cache->idle >= PATIENCE)
        remember(a, b, verdict, cache);
    cache->verdict = verdict;
    return verdict;
}

static bool is_large(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL && piece->as.hull.count > LARGE && piece->as.hull.hint != NULL;
}

bool fk_warm_holds(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    if (!cache->is_known || (cache->verdict != FK_APART && cache->verdict != FK_OVERLAPPING))
        return false;
    if (cache->verdict == FK_APART && (is_large(a) || is_large(b)))
        return false;
    return fk_axes_know(a->kind, b->kind) ? fk_axes_confirm(a, b, cache) : fk_confirm(a, b, cache);
}

fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    return fk_warm_holds(a, b, cache) ? cache->verdict : ask(a, b, cache);
}

fk_verdict fk_warm_ask(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    return ask(a, b, cache);
}
