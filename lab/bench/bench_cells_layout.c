/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of trees of cells. */

#include "bench/bench_layout.h"

#define ONE   "one of 100 tori"
#define EQUAL "tori of 201 nodes, equal hits"

#define CLOSING_MANY                                                                                         \
    "With more tori the search of groups takes a larger part; groups above them would be next."

static const bench_bar bars[] = {
    {"complete list, 100 tori of 801 nodes, on the two levels of the input, compared with the print",
     {"complete list", ONE, 801, "Farkas, two levels"},
     {"complete list", ONE, 801, "as printed"},
     BENCH_AT_LEAST,
     50,
     0,
     "Nearly half of the time of a hit is its box, whose six sides are exact bounds, each rounded once; the "
     "rest are tests of pairs, the "
     "sweep that finds these, the placing of the children for each torus that is met, and the order of the "
     "list. The printed test "
     "refuses most pairs at once. Boxes of several hits at once, and children that are placed once for all "
     "tori, would be next. A "
     "search takes workers; all times here are of one thread."},
    {"first hits, 100 tori of 801 nodes, on the two levels of the input, compared with the print",
     {"first hits", ONE, 801, "Farkas, two levels"},
     {"first hits", ONE, 801, "as printed"},
     BENCH_AT_LEAST,
     20,
     0,
     "Levels are added to the one torus within the time; with trees that are ready it is several times as "
     "fast."},
    {"1000 tori at equal hits on two levels, compared with 100",
     {"first hits", EQUAL, 1000, "Farkas, two levels"},
     {"first hits", EQUAL, 100, "Farkas, two levels"},
     BENCH_AT_MOST,
     2,
     0,
     CLOSING_MANY},
    {"1000 tori at equal hits with trees that are ready, compared with 100",
     {"first hits", EQUAL, 1000, "Farkas, more levels"},
     {"first hits", EQUAL, 100, "Farkas, more levels"},
     BENCH_AT_MOST,
     2,
     0,
     CLOSING_MANY},
    {"bytes a node",
     {"bytes", "a node", 0, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_AT_MOST,
     120,
     0,
     "A node is a cell of twelve doubles, and its place in the tree."},
};

static const bench_view views[] = {
    {BENCH_SERIES, "complete", "Complete list of one of 100 tori against all others", "complete list", ONE,
     "nodes of a torus", "Wrong is what the print loses and makes up, over all tori that were searched."},
    {BENCH_SERIES, "first", "First hit of each object, one of 100 tori against all others", "first hits", ONE,
     "nodes of a torus", NULL},
    {BENCH_SERIES, "many", "First hit of each object, one of many tori of 201 nodes against all others",
     "first hits", EQUAL, "tori",
     "In cubes that grow with their number; hits are those of a torus. Only tori that hit as many others can "
     "be compared: the mean over "
     "those numbers of hits that "
     "all sets have."},
};

const bench_layout bench_cells_layout = {
    "cells",
    "Cells",
    "One torus is searched against many others, at random places, of random sizes: trees of cells with a box "
    "and 100 to 800 tetrahedra. "
    "\"As\nprinted\" is SearchCollisions of P. Baillehache's paper (2013) with its mistakes, its volumes "
    "made ready as it says; \"made "
    "right\" is the\nsame search with method `fm`. Farkas has the same two levels, where for a first hit the "
    "one torus gets more levels "
    "within the measured\ntime; or all trees have more levels already. All answers of Farkas are those of "
    "the search made right. Times are "
    "means over several tori\nof medians of turns, by one thread. The limit of the paper for real time is 40 "
    "ms.",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
