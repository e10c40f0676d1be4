/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The scene of `farkas bench world` that is not made of boxes. */

#ifndef FARKAS_LAB_BENCH_WORLD_SHAPES_H
#define FARKAS_LAB_BENCH_WORLD_SHAPES_H

#include "bench/bench.h"

#define WORLD_SHAPES "shapes"

/* Adds and prints the rows: three for each shape and size, one after the other, with one hash. */
void world_shapes_run(bench_run *run);
void world_shapes_record(const bench_row *row, bench_records *records);

#endif
