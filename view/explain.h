/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Explains how a method decides about two pieces: its steps (fk_trace) as drawings and texts. Only what the method did is
 * drawn. */

#ifndef FARKAS_VIEW_EXPLAIN_H
#define FARKAS_VIEW_EXPLAIN_H

#include "drawing.h"
#include "drawing.h"

typedef struct explanation explanation;

/* Runs the method; the pieces may go afterwards. FK_ERROR_METHOD where it does not know the pieces or has no steps to
 * show (exact); FK_ERROR_MEMORY; errors as of fk_pair_answer. *out is left alone then. */
fk_status explain_create(fk_context *context, fk_method method, const fk_piece *a, const fk_piece *b,
                         explanation **out);
/* Frees the meshes that its drawings show, too: painter_forget_meshes comes first. Takes NULL. */
void explain_free(explanation *e);

/* Names for the question, in place of a and b alone; "" for none. */
void explain_set_names(explanation *e, const char *a, const char *b);

/* Steps from 0, the first of which shows the question, and the last the answer. */
uint32_t explain_step_count(const explanation *e);
/* What the method answered. */
const fk_answer *explain_answer(const explanation *e);

#define EXPLAIN_LINES   32
#define EXPLAIN_COLUMNS 192

/* What a step says: a title, and lines of text. Long lists are shown in part, around the line that the step is about. */
typedef struct explain_text {
    char title[EXPLAIN_COLUMNS];
    uint32_t line_count;
    char line[EXPLAIN_LINES][EXPLAIN_COLUMNS];
    bool is_now[EXPLAIN_LINES]; /* what this step is about, and what follows from it */
} explain_text;

/* Fills a drawing, all but its camera, and a text. FK_ERROR_ARGUMENT for a step that is not there; FK_ERROR_MEMORY. */
fk_status explain_draw(explanation *e, uint32_t step, drawing *out, explain_text *text);
/* A ball around all that is drawn at any step, so that the camera can stay. */
fk_sphere explain_bounding_sphere(const explanation *e);
/* A camera that sees it well, in a picture that is `aspect` times as wide as high. */
fk_camera explain_camera(const explanation *e, double aspect);

#endif
