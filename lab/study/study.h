/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What an experiment of `farkas papers` found: tables of numbers, claims, plots, pictures and sentences. The experiment
 * says it once; the terminal, JSON lines (--json) and a folder (--out) with CSV, SVG, PNG and a page in Markdown show it,
 * each in its way. The page is that of the run: every number on it was measured by it, or is marked as the paper's. */

#ifndef FARKAS_LAB_STUDY_STUDY_H
#define FARKAS_LAB_STUDY_STUDY_H

#include "study/plot.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct study study;

/* How numbers of a column are written: so many digits after the point, or one of these. */
enum { STUDY_WORDS = -1, STUDY_SHORT = -2 /* four significant digits */ };

/* One column of a table. Columns of the same group that follow each other stand below its name. */
typedef struct study_column {
    const char *group; /* for people, with the unit: "Farkas, µs"; NULL: none */
    const char *name;  /* for people: "mean" */
    const char *key;   /* for programs: "farkas_us_mean" */
    int digits;
    bool
        is_timed; /* measured by a clock: with --quick nothing is shown, and it is no part of the hash of answers */
} study_column;

/* A table; its cells follow, row by row, from the left. `name` is part of file names: "static", and of JSON. The columns
 * must live until study_end. */
void study_table(study *s, const char *name, const char *title, const study_column *column, size_t count);
void study_words(study *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void study_number(study *s, double value); /* NAN: not known, or not measured */

/* A paragraph behind what was given last. With --quick, only those that hold no measured time should be given. */
void study_say(study *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the paper says, in a few words: in quotation marks where these are its own, and with the section; whether it holds
 * here; and what was measured, in a sentence or two, which also names the bar where that is not plain. Claims of a run
 * stand together at the top of its page, too. Those of a clock are left out by the caller in a quick run. */
typedef enum study_holds { STUDY_HOLDS, STUDY_HOLDS_NOT, STUDY_HOLDS_IN_PART } study_holds;
void study_claim(study *s, const char *claim, study_holds holds, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Whether files are wanted: without it, plots and pictures need not be made. */
bool study_has_files(const study *s);
/* A plot, as EXPERIMENT-NAME.svg. */
void study_plot(study *s, const char *name, const plot *p);
/* A picture, as EXPERIMENT-NAME.png; `text` says what it shows. Pictures that follow each other stand side by side. */
void study_picture(study *s, const char *name, const char *text, const void *png, size_t bytes);

/* Trouble was told to the user: no page is written, and the command ends with it. */
void study_fail(study *s);

/* ---- For papers.c: studies from begin to end ----------------------------------------------------------- */

/* Where what is found goes. */
typedef struct study_wish {
    const char *out; /* the folder for files, or NULL */
    bool json;       /* lines of JSON instead of text */
    bool quick;      /* nothing is timed */
    uint64_t seed;   /* that the page tells, unless it is 1 */
} study_wish;

/* A study of an experiment, such as "bv", of a paper, such as "Grulich 2016", which is about what the title says. Never NULL. */
study *study_begin(const study_wish *wish, const char *experiment, const char *paper, const char *title);
void study_free(study *s);

/* Prints it to stdout, with the hash of all cells that no clock has made, and writes its tables as CSV. False when it
 * failed, after a message. */
bool study_show(study *s);

/* Writes the page of a run, FOLDER/papers.md. False after a message. */
bool study_page_write(study *const *studies, size_t count, const char *folder);

#endif
