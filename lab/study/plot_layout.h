/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What plots are made of: axes; numbers, texts, marks and fillings as SVG, and how each series looks; and what stands around the data:
 * title, axes with ticks and grid, legend. That is laid out first, so that nothing covers anything else, and then drawn. Units are
 * pixels. */

#ifndef FARKAS_LAB_STUDY_PLOT_PARTS_H
#define FARKAS_LAB_STUDY_PLOT_PARTS_H

#include "check/report.h"
#include "study/plot.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- Axes ---------------------------------------------------------------------------------------------- */

enum { PLOT_TICKS = 80 };

/* A tick without text is a small one. With `power`, the text is followed by it as an exponent. */
typedef struct plot_tick {
    double value;
    char text[24], power[8];
} plot_tick;

typedef struct plot_axis {
    bool is_log;
    double low, high; /* low < high */
    double from, to;  /* where these are in the picture */
    size_t ticks;
    plot_tick tick[PLOT_TICKS];
} plot_axis;

/* What the numbers of an axis span. Begins as {0}. */
typedef struct plot_range {
    bool is_log;
    size_t count;
    double min, max;
} plot_range;

/* Whether a number can be shown on such an axis: it is finite, not larger than can be reckoned with, and positive
 * when it must be. */
bool plot_is_shown(bool is_log, double value);
/* Adds a number, if it can be shown. */
void plot_range_add(plot_range *span, double value);

/* An axis that shows all numbers of a span, also one of no number or of equal ones. `length` is its length in the
 * picture, along which its texts must fit. With `from_zero` it starts there, or ends, unless it is logarithmic. */
void plot_axis_make(plot_axis *axis, const plot_range *span, double length, bool is_upright, bool from_zero);

/* Where a number is in the picture; those beyond an end are put there. */
double plot_axis_place(const plot_axis *axis, double value);

/* A number as a label of a bar: about three digits. */
void plot_number_text(double value, char *text, size_t size);

/* How wide a text is about, in a wide common typeface, so that there is always room for it. */
double plot_text_width(const char *text, double size);
double plot_tick_width(const plot_tick *tick, double size);

/* ---- SVG ----------------------------------------------------------------------------------------------- */

#define PLOT_WIDTH 800.0
#define PLOT_TEXT  13.0 /* the size of the type */
#define PLOT_INK   "#1a1a1a"
#define PLOT_GRID  "#dedede"

enum { PLOT_MARKS = 8, PLOT_MARKS_WITH_AREA = 5 };

/* Of a series: no two have the same colour, mark and dash. */
typedef struct plot_look {
    const char *color;
    const char *dash; /* NULL: none */
    int mark, filling;
    bool is_hollow;
    double width;
} plot_look;

typedef enum plot_anchor { PLOT_START, PLOT_MIDDLE, PLOT_END } plot_anchor;

/* A rectangle; y goes down. */
typedef struct plot_box {
    double x, y, w, h;
} plot_box;

void plot_put(fk_text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With at most one digit behind the point; what is not finite is 0. */
void plot_put_number(fk_text *out, double value);
/* Two numbers with a blank, as in paths. */
void plot_put_point(fk_text *out, double x, double y);
void plot_put_line(fk_text *out, double x1, double y1, double x2, double y2, const char *style);
/* ` x="" y="" width="" height=""`. */
void plot_put_box(fk_text *out, plot_box box);

/* A text; `style` are further attributes, with a blank before each. */
void plot_put_text(fk_text *out, double x, double y, plot_anchor anchor, const char *style, const char *text);

/* The look of each series of a plot. */
plot_look plot_series_look(const plot *p, size_t series);
/* ` stroke="" stroke-width="" stroke-dasharray=""`. */
void plot_put_stroke(fk_text *out, const plot_look *look);

/* Marks are one path: its begin, each mark, its end. Tiny ones are for clouds of many. */
void plot_marks_begin(fk_text *out, const plot_look *look, bool is_tiny);
void plot_marks_add(fk_text *out, const plot_look *look, bool is_tiny, double x, double y);
void plot_marks_end(fk_text *out);

/* ` fill="" stroke=""` of a bar. */
void plot_put_filling(fk_text *out, const plot_look *look, size_t series);

/* ---- Frame --------------------------------------------------------------------------------------------- */

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

#endif
