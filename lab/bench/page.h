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

/* A query selects records of one section by their fields. Words separated by '|' are alternatives. Among scenes, the slowest counts, and
 * all must have been measured; among works and methods, the fastest measured one counts. A scene that ends with '*' matches all scenes
 * with that beginning. Size 0 matches any size; among several sizes, the largest counts. */
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
    BENCH_SERIES, /* plot and table: a line for each method over the sizes, with its exponent of growth */
    BENCH_CROSS,  /* table: a row for each scene, a column for each method, with wrong answers */
    BENCH_WRONG,  /* the same for wrong answers alone; rows without any are left out */
    BENCH_BARS,   /* bar chart and table: a row for each method, one scene */
    BENCH_FAMILIES /* table of Farkas alone: scenes "KIND, FAMILY"; a row for each family, a column for each kind */
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
    bench_target target[96];
    size_t targets;
    bench_view view[32];
    size_t views;
} bench_layout;

enum { BENCH_LAYOUTS = 10 };

/* In the order of the page. */
const bench_layout *bench_layout_at(size_t i);
/* Returns the text between ```NAME and ``` in the file of a section, allocated. "help" is the text of --help; in "bench", that of `farkas
 * bench page`. See bench.h for the others. A backslash at the end of a line joins it with the next. */
char *bench_page_block(const char *section, const char *name);
/* pages/bench.md without its help and pages/front.md: allocated. */
char *bench_page_text(void);
char *bench_front_text(void);
/* Parses "WORK; SCENE @ SIZE; BY", or BY alone, and modifies the text. */
bench_record_query bench_query_parse(char *text, const bench_record_query *usual);

/* ---- targets.c: targets, growth, numbers ---------------------------------------------------------------- */

/* Whether a text is one of the words that '|' separates; a word that ends with '*' matches every text with that beginning. */
bool bench_matches_words(const char *words, const char *text);
/* Returns the record that a query selects and that has a value, or NULL. */
const bench_record *bench_query_find(const bench_records *records, const char *section,
                                     const bench_record_query *query);

typedef struct bench_target_result {
    const bench_record *ours, *theirs; /* NULL: none */
    double number;                     /* the compared ratio, number or exponent; NAN: not measured */
    bool is_met, is_goal;
} bench_target_result;

bench_target_result bench_check_target(const bench_records *records, const char *section,
                                       const bench_target *target);

enum { BENCH_NUMBER_SIZE = 64 };

/* Formats a number with its unit: two or three digits, a suitable unit for times (ns, µs, ms, s) and bytes, commas between thousands. A
 * dash for NAN. */
void bench_format_value(double value, const char *unit, char out[BENCH_NUMBER_SIZE]);
/* Formats a plain number, such as a ratio or an exponent. */
void bench_format_number(double value, char out[BENCH_NUMBER_SIZE]);
/* Formats the number of a record, with its wrong answers in parentheses. NULL gives "". */
void bench_format_record(const bench_record *record, char out[BENCH_NUMBER_SIZE + 128]);
/* The nanoseconds of a unit of time, or 0 for other units; a suitable unit for a value in nanoseconds. */
double bench_unit_ns(const char *unit);
const char *bench_unit_for_ns(double ns);

/* ---- page_views.c: tables and plots --------------------------------------------------------------------- */

/* Prints a view of the records of a section in Markdown. Where there are numbers to draw, also writes its plot to FOLDER/bench/SECTION-
 * NAME.svg. False after a message. */
bool bench_view_print(const bench_records *records, const char *section, const bench_view *view,
                      const char *folder, FILE *out);
/* Prints a text in a cell of a table, with '|' escaped. */
void bench_print_cell(const char *text, FILE *out);

#endif
