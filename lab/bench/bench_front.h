/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The table of speed, at the head of the page of benchmarks and in the README. */

#ifndef FARKAS_LAB_BENCH_BENCH_FRONT_H
#define FARKAS_LAB_BENCH_BENCH_FRONT_H

#include "bench/bench_record.h"

#include <stdio.h>

/* Prints the table in Markdown; rows without a number of Farkas are left out. Returns how many those are. */
size_t bench_front_print(const bench_records *records, FILE *out);

/* Writes the table into a file that has marks for it, and leaves the rest. False after a message, and the file untouched: without
 * the marks, or when a row cannot be filled. */
bool bench_front_write(const bench_records *records, const char *path);

#endif
