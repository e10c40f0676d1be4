/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What plots are drawn of: numbers, texts, marks and fillings as SVG, and how each series looks. Units are pixels. */

#ifndef FARKAS_LAB_STUDY_PLOT_SVG_H
#define FARKAS_LAB_STUDY_PLOT_SVG_H

#include "study/plot.h"
#include "study/plot_axis.h"
#include "check/report.h"

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
/* The same for what is written at a tick. */
void plot_put_tick(fk_text *out, double x, double y, plot_anchor anchor, const plot_tick *tick);

/* The look of each series of a plot. */
plot_look plot_look_of(const plot *p, size_t series);
/* ` stroke="" stroke-width="" stroke-dasharray=""`. */
void plot_put_stroke(fk_text *out, const plot_look *look);

/* Marks are one path: its begin, each mark, its end. Tiny ones are for clouds of many. */
void plot_marks_begin(fk_text *out, const plot_look *look, bool is_tiny);
void plot_marks_add(fk_text *out, const plot_look *look, bool is_tiny, double x, double y);
void plot_marks_end(fk_text *out);

/* The fillings of bars, in the head of the picture; then ` fill="" stroke=""` of one. */
void plot_fillings_put(fk_text *out, const plot *p);
void plot_put_filling(fk_text *out, const plot_look *look, size_t series);

#endif
