/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which clashes of a result have pictures and distances over time. */

#ifndef FARKAS_PAGE_PAGE_CHOICE_H
#define FARKAS_PAGE_PAGE_CHOICE_H

#include "farkas/page.h"

typedef struct fk_page_choice {
    uint64_t clashes; /* that there are */
    uint32_t worst;   /* of all; FK_NONE: there is none */
    uint32_t count;
    uint32_t *pair; /* ascending, as the writer of the page looks for them */
    size_t capacity;
} fk_page_choice;

/* Chooses the worst, at most so many. False when there is no memory; nothing is left then. */
bool fk_page_choice_make(fk_page_choice *choice, fk_context *context, const fk_page *page, uint32_t most);
void fk_page_choice_free(fk_page_choice *choice, fk_context *context);

#endif
