/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tables and plots of the page of benchmarks. */

#ifndef FARKAS_LAB_BENCH_BENCH_VIEW_H
#define FARKAS_LAB_BENCH_BENCH_VIEW_H

#include "bench/bench_layout.h"

#include <stdio.h>

/* Prints what a view shows of the records of a section, in Markdown, with its plot, which is written to
 * FOLDER/bench/SECTION-NAME.svg where there are numbers to be drawn. False after a message. */
bool bench_view_print(const bench_records *records, const char *section, const bench_view *view,
                      const char *folder, FILE *out);

/* A text in a cell of a table: '|' would end the cell. */
void bench_print_cell(const char *text, FILE *out);

#endif
