/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of the rules for hierarchies. */

#include "bench/bench_layout.h"

/* Without those that stand for series. */
#define BUILDS                                                                                               \
    "top-down sum|top-down largest|top-down overlap|top-down separation|top-down count|top-down "            \
    "area|bottom-up|insertion"

static const bench_view views[] = {
    {BENCH_SERIES, "volumes", "Do two meshes meet, by volume", "meet", "volumes", "triangles of each mesh",
     "Built from the top by the surface area heuristic."},
    {BENCH_SERIES, "volume-tests", "Tests of volumes, by volume", "tests of volumes", "volumes",
     "triangles of each mesh", NULL},
    {BENCH_SERIES, "ways", "Do two meshes meet, by way of building", "meet", "ways of building",
     "triangles of each mesh", "Boxes along the axes."},
    {BENCH_SERIES, "build", "Building, by way of building", "build", "ways of building", "triangles", NULL},
    {BENCH_SERIES, "orders", "Do two meshes meet, by order of search and rule of descent", "meet",
     "orders of search", "triangles of each mesh",
     "Boxes along the axes, built from the top by the surface area heuristic."},
    {BENCH_CROSS, "all", "Every volume with every way of building: do two meshes of 10k triangles meet",
     "meet", BUILDS, NULL, NULL},
    {BENCH_CROSS, "all-tests", "The same: tests of volumes a question", "tests of volumes", BUILDS, NULL,
     NULL},
    {BENCH_CROSS, "all-build", "The same: building", "build", BUILDS, NULL, NULL},
    {BENCH_CROSS, "all-bytes", "The same: bytes a triangle", "bytes", BUILDS, NULL, NULL},
};

const bench_layout bench_rules_layout = {
    "rules",
    "Rules of hierarchies",
    "Two copies of a knot near contact, in places of which half meet, by hierarchies that follow the rules "
    "of the papers "
    "(`farkas bench\ntrees --rules`): every volume with every way of building; then, for boxes and the "
    "surface area "
    "heuristic, cuts, stop criteria, orders\nof search and rules of descent. Tests and times are a question, "
    "until the first "
    "pair of triangles that meets; the quickest of some rounds.\nAll find the same pairs: a hash of them is "
    "compared.",
    NULL,
    0,
    views,
    sizeof views / sizeof views[0],
};
