/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Finds the known word nearest to a mistyped one, by the edit distance of Wagner and Fischer (1974) with the
 * transposition of Damerau (1964). Letters are bytes.
 *
 * Weak inputs: a word of 32 letters or more is near only to words that it is a prefix of. */

#include "farkas/base.h"

#include <string.h>

#define LONGEST_WORD 32

static size_t smaller_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to insert, delete, change or exchange with their neighbour to get from a to b, row by row. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    size_t row[3][LONGEST_WORD];
    if (rows >= LONGEST_WORD || columns >= LONGEST_WORD)
        return LONGEST_WORD;
    for (size_t i = 0; i <= rows; i++) {
        size_t *now = row[i % 3], *above = row[(i + 2) % 3], *above2 = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            if (i == 0) {
                now[j] = j;
                continue;
            }
            now[j] =
                smaller_size(smaller_size(now[j - 1], above[j]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller_size(now[j], above2[j - 2] + 1);
        }
    }
    return row[rows % 3][columns];
}

fk_spelling fk_spelling_make(const char *word)
{
    /* Below this many edits it counts as a misspelling. */
    fk_spelling nearest = {word, NULL, strlen(word) / 3 + 2};
    return nearest;
}

void fk_spelling_offer(fk_spelling *nearest, const char *known)
{
    size_t length = strlen(nearest->word), known_length = strlen(known);
    bool begins = length > 0 && length <= known_length && memcmp(nearest->word, known, length) == 0;
    size_t distance = begins ? 1 : edit_distance(nearest->word, known);
    if (distance < nearest->best && distance < known_length) {
        nearest->best = distance;
        nearest->found = known;
    }
}
