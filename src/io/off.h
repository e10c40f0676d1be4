/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The first word of an OFF file. */

#ifndef FARKAS_IO_OFF_H
#define FARKAS_IO_OFF_H

#include "io/source.h"

typedef struct fk_off_head {
    bool has_weight;    /* 4: vertices have a fourth coordinate */
    bool has_dimension; /* n: the number of coordinates comes first */
    size_t length;      /* of the word itself: some files have a count right behind it, as in OFF490 */
} fk_off_head;

/* Whether a word is OFF, with the letters that may stand before it: ST, C, N, 4, n, in this order. */
bool fk_off_is_head(fk_word word, fk_off_head *head);

#endif
