/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What stands around the data of a plot: title, axes with ticks and grid, legend. It is laid out first, so that nothing
 * covers anything else, and then drawn. */

#ifndef FARKAS_LAB_STUDY_PLOT_FRAME_H
#define FARKAS_LAB_STUDY_PLOT_FRAME_H

#include "study/plot_svg.h"

enum { PLOT_SERIES = 64 };

typedef struct plot_legend {
    bool is_right;  /* beside the data, else below them */
    size_t count;   /* 0: there is none */
    size_t columns; /* below */
    double width;   /* of a column */
    double x, y;
    size_t order[PLOT_SERIES];
} plot_legend;

typedef struct plot_frame {
    plot_box box;   /* where data are drawn */
    plot_axis x, y; /* of bars only the one of their numbers */
    double height;  /* of the picture */
    size_t title_lines;
    char title[3][160];
    bool is_lying; /* bars go to the right */
    plot_legend legend;
} plot_frame;

/* Title and legend; the box is known but for its left and its height. */
void plot_frame_begin(plot_frame *frame, const plot *p);
/* The left edge of the box, behind texts of this width and a title. */
void plot_frame_left(plot_frame *frame, double width, const char *title);
/* Below the box: texts of one line, a title, the legend. */
void plot_frame_end(plot_frame *frame, const char *title);

/* The widest text of an axis. */
double plot_axis_width(const plot_axis *axis);
/* Shortens a text to a width. */
void plot_fit_text(const char *text, double width, double size, char *out, size_t capacity);

/* Everything below the data: background, title, grid and numbers of the axes. The titles of the axes stand below and at
 * the left. */
void plot_frame_put(fk_text *out, const plot_frame *frame, const plot *p, const char *below,
                    const char *left);
/* The grid, ticks and numbers of an axis. */
void plot_axis_put(fk_text *out, const plot_frame *frame, const plot_axis *axis, bool is_upright);
/* In place of data. */
void plot_frame_put_empty(fk_text *out, const plot_frame *frame);
/* Everything above them: the box, and the legend. */
void plot_frame_put_end(fk_text *out, const plot_frame *frame, const plot *p);

/* Bars instead of lines: see plot_bars.c. */
void plot_bars_lay(plot_frame *frame, const plot *p);
void plot_bars_put(fk_text *out, const plot_frame *frame, const plot *p);

#endif
