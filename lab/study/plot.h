/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Plots as SVG files, for the pages of `papers` and `bench`: lines over a number, and bars over words. They are read on
 * white paper and on a dark screen alike, and without colours: each series has its own mark and dash. The same numbers
 * give the same bytes. */

#ifndef FARKAS_LAB_STUDY_PLOT_H
#define FARKAS_LAB_STUDY_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct plot_series {
    const char *name;
    size_t count;
    const double *x;          /* NULL for bars */
    const double *y;          /* NAN: no such point; of bars: one for each label */
    const double *low, *high; /* the spread, or NULL */
    bool is_ours;             /* drawn above the others, and thicker */
    bool is_printed;          /* numbers of a paper, not of this machine: hollow and dashed */
    bool is_cloud;            /* marks without a line */
} plot_series;

typedef struct plot {
    const char *title;
    const char *x_title, *y_title; /* with their units: "triangles", "time, µs" */
    bool x_log, y_log;             /* values that are not positive are left out */
    const plot_series *series;
    size_t count;
    /* Bars: the words below them. NULL for lines. */
    const char *const *label;
    size_t labels;
    bool is_stacked; /* bars of one label stand on each other, as parts of a whole */
} plot;

/* Writes the plot with axes, grid, legend and units; the file is complete or untouched. False after a message. */
bool plot_write(const plot *p, const char *path);

/* ---- How fast something grows (growth.c) --------------------------------------------------------------- */

/* The e for which y = c x^e fits best, by least squares over logarithms. Points that are not positive, or not finite, are
 * left out; NAN with less than three different x, since two say nothing about a law. */
double growth_exponent(const double *x, const double *y, size_t count);

/* Pearson's coefficient of how two columns of numbers go together, from -1 to 1; NAN where one of them is constant. */
double growth_correlation(const double *x, const double *y, size_t count);

#endif
