/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The known word that is nearest to a mistyped one, for "did you mean". */

#ifndef FARKAS_BASE_NEAREST_H
#define FARKAS_BASE_NEAREST_H

#include <stddef.h>

typedef struct fk_nearest {
    const char *word;
    const char *found; /* the nearest so far, NULL while none is near */
    size_t best;       /* changes from word to it; at first, how many are too many */
} fk_nearest;

fk_nearest fk_nearest_make(const char *word);

/* Offers a known word; it is kept as a pointer. The first of several that are as near stays. */
void fk_nearest_offer(fk_nearest *nearest, const char *known);

#endif
