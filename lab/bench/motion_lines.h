/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whole sweeps in `farkas bench motion`: lines of robots among obstacles, from the start of each scene to its goal, and the sample
 * workcell. Works of Farkas:
 *
 *     sweep     all contacts and the closest approach of every pair
 *     earliest  the first clash alone
 *
 * Their file is the input of robots, where the first and the last state of a scene are the ends of its line, or a scene (*.json). A line
 * goes from time 0 to 1. Peers get the work `state` of robots: the states are samples of the lines. */

#ifndef FARKAS_LAB_BENCH_MOTION_LINES_H
#define FARKAS_LAB_BENCH_MOTION_LINES_H

#include "bench/bench.h"

/* The bits of an answer's set; the others are a hash. */
enum { LINE_MEETS = 1, LINE_UNDECIDED = 2, LINE_BITS = 2 };

/* The first time of a line without a clash. */
#define LINE_NEVER 1e300

bool motion_lines_run(bench_run *run, fk_context *context);
bool motion_lines_run_workcell(bench_run *run, fk_context *context);
bool motion_lines_check(const json_t *line, const bench_task *task, bench_row *row);
void motion_lines_finish(bench_row *row);
void motion_lines_record(const bench_row *row, bench_records *records);

/* Farkas as a participant. */
bool motion_lines_know(const char *work);
int motion_lines_participate(int argc, char **argv);

#endif
