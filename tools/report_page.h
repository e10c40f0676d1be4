/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page of a report: what was found about a subject, with pictures, distances over time and what is known about its meshes. */

#ifndef FARKAS_TOOLS_REPORT_PAGE_H
#define FARKAS_TOOLS_REPORT_PAGE_H

#include "farkas/page.h"
#include "subject.h"

/* Writes the page, whole or not at all; the subject has a result and its record. False after a message. */
bool report_page_write(subject *s, const page_settings *settings);

/* ---- What it is made of -------------------------------------------------------------------------------- */

/* Pairs of the result that have pictures and series: clashes, the worst first. */
typedef struct report_choice {
    uint32_t count;
    uint64_t clashes; /* that there are */
    uint32_t *pair;
    uint32_t worst; /* of all; FK_NONE: there is none */
} report_choice;

/* False after a message. */
bool report_choice_make(report_choice *choice, const subject *s, uint64_t most);

/* Pictures: of all, then of each of these pairs one from afar and one from near. */
typedef struct report_pictures {
    uint32_t count;
    fk_page_picture *picture;
} report_pictures;

/* Without OpenGL there are none, and a note says so. False after a message. */
bool report_pictures_make(report_pictures *pictures, subject *s, const report_choice *choice);
void report_pictures_free(report_pictures *pictures, fk_context *context);

#endif
