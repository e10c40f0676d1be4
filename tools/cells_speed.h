/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How fast the search of trees of cells is, beside the printed one: the measurements of section 6.2.2 of P.
 * Baillehache's paper (2013), for `farkas papers fm-speed` and `farkas bench cells`. */

#ifndef FARKAS_TOOLS_CELLS_SPEED_H
#define FARKAS_TOOLS_CELLS_SPEED_H

#include <stdio.h>

#include "tori_world.h"

/* The limit of the paper: 25 pictures a second. */
#define CELLS_REAL_TIME 0.04

/* One torus against all others. Of several objects, numbers and times are means. Times are NAN where nothing
 * is timed. */
typedef struct cells_row {
    uint32_t tori, nodes;
    bool first;       /* the first hit of each object, not all */
    uint32_t objects; /* how many were searched */
    double hits;      /* pairs of nodes, or objects where only the first is asked for */
    uint32_t tori_hit;
    double lost, made_up; /* by the printed search */
    double seconds[TORI_WAYS], pair_tests[TORI_WAYS];
    uint32_t hash; /* of all answers */
} cells_row;

typedef struct cells_bar {
    const char *name;
    double value, limit;
    bool is_least; /* the value is to be no less than the limit; else no more */
} cells_bar;

enum { CELLS_ROWS = 256, CELLS_BARS = 6 };

typedef struct cells_results {
    bool quick;
    size_t count, many; /* rows; those of the last figure begin at `many` */
    cells_row row[CELLS_ROWS];
    size_t bar_count;
    cells_bar bar[CELLS_BARS];
} cells_results;

/* Measures; with `quick` few tori and no clock. False after a message; an answer of Farkas that is not that
 * of the others is trouble, too. */
bool cells_speed_run(bool quick, cells_results *out);

bool cells_bar_is_met(const cells_bar *bar);

void cells_print_table(const cells_results *results);
void cells_print_json(const cells_results *results);
void cells_print_markdown(const cells_results *results, FILE *out);

#endif
