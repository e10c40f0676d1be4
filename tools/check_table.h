/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A check as people read it: what was asked, a line for each pair that matters, a sentence at the end. */

#ifndef FARKAS_TOOLS_CHECK_TABLE_H
#define FARKAS_TOOLS_CHECK_TABLE_H

#include "cli.h"

typedef struct check_table {
    fk_check_report report;
    double clearance; /* that is asked of all pairs, or 0 */
    double seconds;   /* shown on a terminal alone, so that the same check gives the same bytes */
    bool is_unit_assumed;
    bool was_stopped;      /* at the first clash */
    bool lists_clear_ones; /* however many there are */
} check_table;

void check_table_print(const check_table *table);

/* What a user should know besides, as notes: units that nobody gave, sizes that differ too much, surfaces,
 * overlaps that are all shallow. */
void check_table_notes(const check_table *table);

/* ---- What the table of a sweep has, too ---------------------------------------------------------------- */

/* How many parts and pairs there are, and what is asked of them. */
typedef struct check_question {
    uint32_t part_count;
    uint64_t tested;
    size_t ignored_count;
    double clearance;
    const char *units;
    bool is_unit_assumed;
} check_question;
/* Fills text, which is cut where it is too long. */
void check_question_text(char *text, size_t size, const check_question *question);

/* The beginning of the line of a pair. */
void check_begin_line(fk_clash kind, bool is_clash, const char *name, int width);

/* A line for each pair that is ignored, when all is to be told; how long their longest name is, then. */
size_t check_ignored_width(const fk_check_part *part, const fk_check_ignored *ignored, size_t count);
void check_print_ignored(const fk_check_part *part, const fk_check_ignored *ignored, size_t count, int width);

/* Notes on parts that are surfaces, alone, not compared with any, or of sizes that differ too much. */
typedef struct check_parts {
    const fk_check_part *part;
    uint32_t count;
    const bool *is_surface;
    uint32_t largest, smallest;
    uint64_t tested; /* pairs */
    size_t ignored_count;
} check_parts;
void check_note_parts(const check_parts *parts);

/* A length in a few digits: enough to tell it from `other`. Returns text. */
const char *check_length_text(char text[FK_NUMBER_SIZE], double length, double other);

/* The nearest pair of a check; the first of several. NULL without pairs. */
const fk_check_pair *check_nearest_pair(const fk_check *check);

#endif
