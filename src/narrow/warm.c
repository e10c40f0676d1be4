/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict from what settled the last one, where that still holds. */

#include "farkas/narrow.h"

#include <string.h>

#include "narrow/half.h"
#include "narrow/quick.h"
#include "narrow/smooth.h"

fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    memset(cache, 0, sizeof *cache);
    if (fk_smooth_is_among(a, b) || fk_half_is_among(a, b))
        return fk_pair_verdict(a, b);
    fk_quick_solve(a, b, cache);
    return cache->verdict != FK_UNDECIDED ? cache->verdict : fk_pair_verdict(a, b);
}
