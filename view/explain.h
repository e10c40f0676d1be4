/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Explains how a method decides about two pieces: its steps (fk_trace) as drawings and texts. */

#ifndef FARKAS_VIEW_EXPLAIN_H
#define FARKAS_VIEW_EXPLAIN_H

#include "drawing.h"

typedef struct explain explain;

/* Runs the method. FK_ERROR_METHOD where it does not know the pieces or has no steps to show; errors as of
 * fk_pair_answer. */
fk_status explain_create(fk_context *context, fk_method method, const fk_piece *a, const fk_piece *b,
                         explain **out);
void explain_free(explain *e);

/* Steps from 0, the first of which shows the question, and the last the answer. */
uint32_t explain_count(const explain *e);

#define EXPLAIN_LINES   24
#define EXPLAIN_COLUMNS 96

/* What a step says: a title, and lines of text. */
typedef struct explain_text {
    char title[EXPLAIN_COLUMNS];
    uint32_t line_count;
    char line[EXPLAIN_LINES][EXPLAIN_COLUMNS];
    bool is_now[EXPLAIN_LINES]; /* the line that this step is about */
} explain_text;

/* Fills a drawing, all but its camera, and a text. */
fk_status explain_draw(explain *e, uint32_t step, drawing *out, explain_text *text);
/* A ball around all that is drawn at any step, so that the camera can stay. */
fk_sphere explain_ball(const explain *e);

#endif
