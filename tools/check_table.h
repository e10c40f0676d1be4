/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as people read it: what was asked, a line for each pair that matters, a sentence at the end. */

#ifndef FARKAS_TOOLS_CHECK_TABLE_H
#define FARKAS_TOOLS_CHECK_TABLE_H

#include "cli.h"

typedef struct check_table {
    fk_check_report report;
    double clearance; /* that was asked for by an option, or 0 */
    double seconds;   /* shown on a terminal alone, so that the same check gives the same bytes */
    bool is_unit_assumed;
    bool was_stopped; /* at the first clash */
} check_table;

void check_table_print(const check_table *table);

/* What a user should know besides, as notes: units that nobody gave, sizes that differ too much, surfaces,
 * overlaps that are all shallow. */
void check_table_notes(const check_table *table);

/* A length in a few digits: enough to tell it from `other`. Returns text. */
const char *check_length_text(char text[FK_NUMBER_SIZE], double length, double other);

/* The nearest pair of a check; the first of several. NULL without pairs. */
const fk_check_pair *check_nearest_pair(const fk_check *check);

#endif
