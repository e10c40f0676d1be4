/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The data of a study, for study.c and study_page.c. */

#ifndef FARKAS_LAB_STUDY_STUDY_ITEMS_H
#define FARKAS_LAB_STUDY_STUDY_ITEMS_H

#include "study/study.h"

typedef enum study_kind { STUDY_TABLE, STUDY_TEXT, STUDY_CLAIM, STUDY_PLOT, STUDY_PICTURE } study_kind;

enum { STUDY_WORDS = -1, STUDY_SHORT = -2 };

typedef struct study_column {
    const char *group, *name, *key; /* group: NULL where there is none */
    int digits;                     /* after the point, or one of the above */
    bool is_timed;
} study_column;

typedef struct study_cell {
    char *text;   /* as it is printed */
    double value; /* NAN for words, and where nothing is known */
} study_cell;

/* One item of a study; it owns its strings. */
typedef struct study_item {
    study_kind kind;
    char *name; /* of a table, plot or picture */
    char *text; /* title, paragraph, what a claim is answered with, what a picture shows */
    char *claim;
    study_outcome holds;
    char *layout; /* of which the texts of the columns are parts */
    study_column *column;
    size_t columns;
    study_cell *cell; /* row by row */
    size_t cells, capacity;
} study_item;

struct study {
    study_options wish;
    const char *experiment, *paper, *title;
    study_item *item;
    size_t count, capacity;
    bool is_failed;
};

static inline size_t study_rows(const study_item *table)
{
    return table->cells / table->columns;
}

enum { STUDY_PATH = 4096 };

/* FNV-1a over names of tables and all cells that no clock has made. */
uint32_t study_hash(const study *s);

/* "holds", "does not hold", "holds in part". */
const char *study_outcome_text(study_outcome holds);

#endif
