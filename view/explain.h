/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Explains how a method decides about two pieces: its steps (fk_trace) as drawings and texts, which show only what the
 * method did. */

#ifndef FARKAS_VIEW_EXPLAIN_H
#define FARKAS_VIEW_EXPLAIN_H

#include "drawing.h"

typedef struct explanation explanation;

/* Runs the method; the pieces may be freed afterwards. Errors: FK_ERROR_METHOD if it does not know the pieces or has no
 * steps to show (exact); FK_ERROR_MEMORY; those of fk_pair_answer. Then *out stays unchanged. */
fk_status explain_create(fk_context *context, fk_method method, const fk_piece *a, const fk_piece *b,
                         explanation **out);
/* Runs COLLIDE on two meshes, which the caller keeps. Errors: FK_ERROR_ARGUMENT if one has no triangles,
 * FK_ERROR_NOT_FINITE if it is placed out of range, FK_ERROR_MEMORY. */
fk_status explain_create_collide(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                 explanation **out);
/* Runs what the options ask for, and sets their names. */
fk_status explain_create_from_options(fk_context *context, const fk_explain_options *options,
                                      explanation **out);
/* Also frees the meshes of its drawings: call painter_forget_meshes first. Accepts NULL. */
void explain_free(explanation *e);

/* Sets names for the question, in place of a and b; "" for none. */
void explain_set_names(explanation *e, const char *a, const char *b);

/* Returns the number of steps; the first shows the question, the last the answer. */
uint32_t explain_step_count(const explanation *e);
/* What the method answered. */
const fk_answer *explain_answer(const explanation *e);

#define EXPLAIN_LINES   32
#define EXPLAIN_COLUMNS 192

/* The text of a step: a title, and lines. Of long lists, it has the lines around the one of the step. */
typedef struct explain_text {
    char title[EXPLAIN_COLUMNS];
    uint32_t line_count;
    char line[EXPLAIN_LINES][EXPLAIN_COLUMNS];
    bool is_now[EXPLAIN_LINES]; /* the line of this step, or a conclusion */
} explain_text;

/* Fills a drawing, all but its camera, and a text. Errors: FK_ERROR_ARGUMENT for a step out of range; FK_ERROR_MEMORY. */
fk_status explain_draw(explanation *e, uint32_t step, drawing *out, explain_text *text);
/* Returns a ball around the drawings of all steps, so that the camera can stay. */
fk_sphere explain_bounding_sphere(const explanation *e);
/* Returns a camera for all steps, in a picture that is `aspect` times as wide as high. */
fk_camera explain_camera(const explanation *e, double aspect);

#endif
