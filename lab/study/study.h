/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What an experiment of `farkas papers` found: tables of numbers, claims, plots, pictures and sentences. The experiment
 * says it once; the terminal, JSON lines (--json) and a folder (--out) with CSV, SVG, PNG and a page in Markdown show it,
 * each in its way. The page is that of the run: every number on it was measured by it, or is marked as the paper's. */

#ifndef FARKAS_LAB_STUDY_STUDY_H
#define FARKAS_LAB_STUDY_STUDY_H

#include "farkas/view.h"
#include "study/plot.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct study study;

/* A table; its cells follow, row by row, from the left. `name` is part of file names: "static", and of JSON. The layout names
 * the columns, a line for each group: "GROUP: COLUMN; COLUMN" below the name of the group, or "COLUMN; COLUMN" below none. A
 * column is NAME|KEY|FORMAT: for people, with the unit, for programs (the name where it is missing), and how its cells are written: so
 * many digits after the point (0 where it is missing), `s` for four significant digits, `w` for words. A `t` behind that: measured by a
 * clock, so that with --quick nothing is shown, and no part of the hash of answers. */
void study_table(study *s, const char *name, const char *title, const char *layout);
void study_words(study *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void study_number(study *s, double value); /* NAN: not known, or not measured */
/* Adds several numbers. */
#define study_numbers(s, ...)                                                                                \
    study_number_list(s, (const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / sizeof(double))
void study_number_list(study *s, const double *value, size_t count);

/* Adds a paragraph. With --quick, the caller adds only paragraphs without measured times. */
void study_paragraph(study *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the paper says, in a few words: in quotation marks where these are its own, and with the section; whether it holds
 * here; and what was measured, in a sentence or two, which also names the bar where that is not plain. Claims of a run
 * stand together at the top of its page, too. Those of a clock are left out by the caller in a quick run. */
typedef enum study_outcome { STUDY_HOLDS, STUDY_HOLDS_NOT, STUDY_HOLDS_IN_PART } study_outcome;
void study_claim(study *s, const char *claim, study_outcome holds, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static inline study_outcome study_if(bool holds)
{
    return holds ? STUDY_HOLDS : STUDY_HOLDS_NOT;
}

static inline study_outcome study_if_part(bool holds, bool in_part)
{
    return holds ? STUDY_HOLDS : in_part ? STUDY_HOLDS_IN_PART : STUDY_HOLDS_NOT;
}

/* Whether the user wants files: else plots and pictures need not be made. */
bool study_has_files(const study *s);
/* A plot, as EXPERIMENT-NAME.svg. */
void study_plot(study *s, const char *name, const plot *p);
#define study_draw(s, name, ...) study_plot(s, name, &(const plot){__VA_ARGS__})
/* A picture, as EXPERIMENT-NAME.png; `text` says what it shows. Pictures that follow each other stand side by side. */
void study_picture(study *s, const char *name, const char *text, const void *png, size_t bytes);

/* Parts to be drawn as `farkas render` shows them: red those that meet, amber those whose boxes do. */
typedef struct study_scene {
    const fk_check_part *part;
    uint32_t count;
    bool is_checked;         /* else all parts are grey */
    fk_check_select *select; /* which pairs are tested; NULL: all */
    void *user;              /* of select */
    unsigned layers;         /* FK_LAYER_... */
    uint32_t tree_level;     /* for FK_LAYER_SPHERES */
} study_scene;

/* Gives the study a picture of a scene, from the corner. Nothing is done where no files are wanted, or where the tool is built
 * without pictures; where there is no OpenGL a note says so. */
void study_view(study *s, fk_context *context, const char *name, const char *text, const study_scene *scene);

/* Adds a drawn picture as a PNG file on white, and frees it. False after a message. */
bool study_add_picture(study *s, fk_context *context, const char *name, const char *text,
                       fk_picture *picture);

/* Marks the study as failed after a message: no page is written, and the command fails. */
void study_fail(study *s);

/* ---- For papers.c: studies from begin to end ----------------------------------------------------------- */

/* Output options of a study. */
typedef struct study_options {
    const char *out; /* the folder for files, or NULL */
    bool json;       /* lines of JSON instead of text */
    bool quick;      /* nothing is timed */
    uint64_t seed;   /* shown on the page unless it is 1 */
} study_options;

/* A study of an experiment, such as "bv", of a paper, such as "Grulich 2016", which is about what the title says. Never NULL. */
study *study_begin(const study_options *wish, const char *experiment, const char *paper, const char *title);
void study_free(study *s);

/* Prints it to stdout, with the hash of all cells that no clock has made, and writes its tables as CSV. False when it
 * failed, after a message. */
bool study_print(study *s);

/* Writes the page of a run, FOLDER/papers.md. False after a message. */
bool study_page_write(study *const *studies, size_t count, const char *folder);

#endif
