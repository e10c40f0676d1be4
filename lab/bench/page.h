/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page of benchmarks: what pages/SECTION.md says of a section, and what is drawn, tabled and judged of records by it.
 *
 * In such a file, between the title and the first `##`, stands the introduction. A target is
 *
 *     - NAME: at most 1.5, goal 1 [^WHY]
 *       WORK; SCENE @ SIZE; BY / WORK; SCENE @ SIZE; BY
 *
 * "at most": ours, or ours by theirs, is to be no more than the limit; "at least": theirs by ours is to be no less, so many
 * times faster; "grows at most": so is the exponent of growth of ours over its sizes. Without theirs the limit is in the unit
 * of ours; where theirs has one field, it is BY, and the rest is that of ours. The footnote WHY says what costs the time, and
 * what would close it. A view is a heading, a comment <!-- SHAPE NAME; WORK; SCENE; TITLE OF X --> and a line below it. What the command prints stands behind
 * "## Command line". */

#ifndef FARKAS_LAB_BENCH_PAGE_H
#define FARKAS_LAB_BENCH_PAGE_H

#include "bench/records.h"

#include <stdio.h>

/* ---- page_layout.c: what the files say ----------------------------------------------------------------- */

/* Records of one section by their fields. Words separated by '|' are several: of scenes the slowest counts, and all must have
 * been measured; of works and of those who did it the fastest that was measured. A scene that ends with '*' is all that begin
 * so. A size of 0 is any; where several sizes are there, the largest. */
typedef struct bench_record_query {
    const char *work, *scene;
    double size;
    const char *by;
} bench_record_query;

typedef enum bench_target_sense { BENCH_AT_MOST, BENCH_AT_LEAST, BENCH_GROWS_AT_MOST } bench_target_sense;

typedef struct bench_target {
    const char *name;
    bench_record_query ours;
    bench_record_query theirs; /* work NULL: none */
    bench_target_sense sense;
    double limit, goal; /* goal 0: none */
    const char *closing;
} bench_target;

typedef enum bench_view_shape {
    BENCH_SERIES, /* a plot and a table: a line for each who, over sizes, with the exponent of growth fitted to it */
    BENCH_CROSS,   /* a table: scenes down, who across; with the wrong answers beside each number */
    BENCH_WRONG,   /* the same of wrong answers alone, without rows in which there are none */
    BENCH_BARS,    /* a plot of bars and a table: who down; one scene */
    BENCH_FAMILIES /* a table of Farkas alone: scenes are "KIND, FAMILY": families down, kinds across */
} bench_view_shape;

typedef struct bench_view {
    bench_view_shape shape;
    const char *name;    /* of the plot's file: SECTION-NAME.svg */
    const char *title;   /* "Do two meshes meet, near contact?" */
    const char *work;    /* several with '|', where their numbers belong into one table */
    const char *scene;   /* several with '|'; NULL: all that have this work */
    const char *x_title; /* of a series: "triangles of each mesh" */
    const char *note;    /* a sentence below it, or NULL */
} bench_view;

typedef struct bench_layout {
    const char *section, *title, *intro;
    bench_target target[80];
    size_t targets;
    bench_view view[24];
    size_t views;
} bench_layout;

enum { BENCH_LAYOUTS = 8 };

/* In the order of the page. */
const bench_layout *bench_layout_at(size_t i);
/* What stands between ```NAME and ``` in the file of a section, allocated: "help" is what --help prints, of "bench" that of `farkas
 * bench page`; see bench.h for others. A line that ends with a backslash goes on in the next one. */
char *bench_page_block(const char *section, const char *name);
/* pages/bench.md without its help and pages/front.md: allocated. */
char *bench_page_text(void);
char *bench_front_text(void);
/* "WORK; SCENE @ SIZE; BY", or BY alone; cuts the text. */
bench_record_query bench_query_parse(char *text, const bench_record_query *usual);

/* ---- targets.c: targets, growth, numbers ---------------------------------------------------------------- */

/* Whether a text is one of the words that '|' separates; a word that ends with '*' stands for all that begin so. */
bool bench_matches_words(const char *words, const char *text);
/* The record of a query that has a value, or NULL. */
const bench_record *bench_query_find(const bench_records *records, const char *section,
                                     const bench_record_query *query);

typedef struct bench_target_result {
    const bench_record *ours, *theirs; /* NULL: none */
    double number; /* the ratio, the number or the exponent that is compared; NAN: not measured */
    bool is_met, is_goal;
} bench_target_result;

bench_target_result bench_check_target(const bench_records *records, const char *section,
                                       const bench_target *target);

enum { BENCH_NUMBER_SIZE = 64 };

/* A number with its unit: two to three digits, times in the unit that suits them (ns, µs, ms, s), bytes too, commas between
 * thousands. A dash for NAN. */
void bench_format_value(double value, const char *unit, char out[BENCH_NUMBER_SIZE]);
/* A plain number, as ratios and exponents are. */
void bench_format_number(double value, char out[BENCH_NUMBER_SIZE]);
/* The number of a record; what is wrong stands behind it in parentheses. NULL is "". */
void bench_format_record(const bench_record *record, char out[BENCH_NUMBER_SIZE + 128]);
/* Nanoseconds of a unit of time, or 0; a name of such a unit that suits a value in nanoseconds. */
double bench_unit_ns(const char *unit);
const char *bench_unit_for_ns(double ns);

/* ---- page_views.c: tables and plots --------------------------------------------------------------------- */

/* Prints what a view shows of the records of a section, in Markdown, with its plot, which is written to
 * FOLDER/bench/SECTION-NAME.svg where there are numbers to be drawn. False after a message. */
bool bench_view_print(const bench_records *records, const char *section, const bench_view *view,
                      const char *folder, FILE *out);
/* A text in a cell of a table: '|' would end the cell. */
void bench_print_cell(const char *text, FILE *out);

#endif
