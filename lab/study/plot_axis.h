/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* An axis of a plot: from which number to which it goes, where its ticks are, and what is written at them. */

#ifndef FARKAS_LAB_STUDY_PLOT_AXIS_H
#define FARKAS_LAB_STUDY_PLOT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

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
typedef struct plot_span {
    bool is_log;
    size_t count;
    double min, max;
} plot_span;

/* Whether a number can be shown on such an axis: it is finite, not larger than can be reckoned with, and positive
 * when it must be. */
bool plot_is_shown(bool is_log, double value);
/* Adds a number, if it can be shown. */
void plot_span_add(plot_span *span, double value);

/* An axis that shows all numbers of a span, also one of no number or of equal ones. `length` is its length in the
 * picture, along which its texts must fit. With `from_zero` it starts there, or ends, unless it is logarithmic. */
void plot_axis_make(plot_axis *axis, const plot_span *span, double length, bool is_upright, bool from_zero);

/* Where a number is in the picture; those beyond an end are put there. */
double plot_axis_place(const plot_axis *axis, double value);

/* A number as a label of a bar: about three digits. */
void plot_number_text(double value, char *text, size_t size);

/* How wide a text is about, in a wide common typeface, so that there is always room for it. */
double plot_text_width(const char *text, double size);
double plot_tick_width(const plot_tick *tick, double size);

#endif
