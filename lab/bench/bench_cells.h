/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The benchmark of trees of cells. */

#ifndef FARKAS_LAB_BENCH_BENCH_CELLS_H
#define FARKAS_LAB_BENCH_BENCH_CELLS_H

/* argv[1] is "cells". Returns an exit status. */
int bench_cells_verb(int argc, char **argv);

#endif
