/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of worlds. */

#include "bench/bench_layout.h"

#define OURS  "Farkas packs"
#define WHOLE "Farkas world"

/* The growth of n log n over 1000, 10,000, 30,000 and 100,000 boxes, fitted to a power. */
#define N_LOG_N 1.112

#define CLOSING_PACKS                                                                                        \
    "Boxes are sorted into packs along a curve, and packs are compared in vectors; that sort, and that of "  \
    "the pairs, are what is left."
#define CLOSING_WORLD                                                                                        \
    "Each body that moves gets a new box and is placed anew, and each pair of boxes gets an exact verdict. " \
    "From 10,000 bodies on "                                                                                 \
    "these no longer fit into the caches, and are numbered in no order of space: to number them along the "  \
    "curve of the packs would "                                                                              \
    "be next."
#define CLOSING_REST "Boxes that are set again without having moved are compared, one by one."
#define CLOSING_WORST                                                                                        \
    "The bodies of a pair are far apart in memory; bodies numbered along the curve of the packs would help " \
    "here, too."

#define FASTER(size, words)                                                                                  \
    {words " moving boxes, compared with the trees of FCL and Bullet",                                       \
     {"step", "moving", size, OURS},                                                                         \
     {"step", "moving", size, "FCL tree|FCL tree, array|Bullet Dbvt"},                                       \
     BENCH_AT_LEAST,                                                                                         \
     3,                                                                                                      \
     0,                                                                                                      \
     CLOSING_PACKS},                                                                                         \
    {                                                                                                        \
        words " moving boxes, compared with a plain grid", {"step", "moving", size, OURS},                   \
            {"step", "moving", size, "plain grid"}, BENCH_AT_LEAST, 1, 3, CLOSING_PACKS                      \
    }

#define AT_REST(by, words)                                                                                   \
    {words " at rest, compared with moving",                                                                 \
     {"step", "at rest", 1e4, by},                                                                           \
     {"step", "moving", 1e4, by},                                                                            \
     BENCH_AT_LEAST,                                                                                         \
     3,                                                                                                      \
     0,                                                                                                      \
     CLOSING_REST},                                                                                          \
    {                                                                                                        \
        words " at rest but set again in each step, compared with moving",                                   \
            {"step", "at rest, set again", 1e4, by}, {"step", "moving", 1e4, by}, BENCH_AT_LEAST, 1, 3,      \
            CLOSING_REST                                                                                     \
    }

#define WORST(by, scene, words)                                                                              \
    {                                                                                                        \
        words ", a pair that is found, compared with moving boxes", {"pair", scene, 0, by},                  \
            {"pair", "moving", 1e4, by}, BENCH_AT_MOST, 5, 0, CLOSING_WORST                                  \
    }

static const bench_bar bars[] = {
    FASTER(1e3, "1000"),
    FASTER(1e4, "10,000"),
    FASTER(3e4, "30,000"),
    FASTER(1e5, "100,000"),
    {"all pairs of moving boxes, growth (n log n: 1.11)",
     {"step", "moving", 0, OURS},
     {NULL, NULL, 0, NULL},
     BENCH_GROWS_AT_MOST,
     N_LOG_N,
     0,
     CLOSING_PACKS},
    {"the whole world with exact verdicts, growth (n log n: 1.11)",
     {"step", "moving", 0, WHOLE},
     {NULL, NULL, 0, NULL},
     BENCH_GROWS_AT_MOST,
     N_LOG_N,
     0,
     CLOSING_WORLD},
    {"bytes of the whole world, a body, beside its shape",
     {"bytes", "moving", 1e5, WHOLE},
     {NULL, NULL, 0, NULL},
     BENCH_AT_MOST,
     200,
     0,
     "What is kept of a body that is ready for verdicts is the largest part; a union of the kinds of shapes "
     "would shrink it."},
    AT_REST(OURS, "boxes"),
    AT_REST(WHOLE, "the whole world"),
    WORST(OURS, "all in one place", "boxes all in one place"),
    WORST(OURS, "one huge box", "boxes of which one is huge"),
    WORST(OURS, "in a row", "boxes all in a row"),
    WORST(OURS, "mixed sizes", "boxes with sizes from 1e-3 to 1e3"),
    WORST(WHOLE, "all in one place", "the whole world, all in one place"),
    WORST(WHOLE, "one huge box", "the whole world, one body huge"),
    WORST(WHOLE, "in a row", "the whole world, all in a row"),
    WORST(WHOLE, "mixed sizes", "the whole world, sizes from 1e-3 to 1e3"),
};

static const bench_view views[] = {
    {BENCH_SERIES, "moving", "All pairs of moving boxes, a step", "step", "moving", "boxes",
     "Sweep and prune and the octree grow faster than n log n: along one axis ever more boxes are near, and "
     "the octree keeps boxes "
     "that lie across its planes far up. Both are there for their papers, and for scenes that suit them."},
    {BENCH_SERIES, "first", "The first step, in which all is built", "first step", "moving", "boxes", NULL},
    {BENCH_SERIES, "slowest", "The slowest step after the first", "slowest step", "moving", "boxes", NULL},
    {BENCH_SERIES, "bytes", "Bytes a box after the first step", "bytes", "moving", "boxes",
     "Of peers with pairs and shapes, of Farkas by its own count without both."},
    {BENCH_CROSS, "rest", "10,000 boxes that rest, or of which few move, a step", "step",
     "at rest|at rest, set again|one in a hundred moves", NULL, NULL},
    {BENCH_CROSS, "worst", "Worst cases: time for a pair that is found", "pair",
     "all in one place|one huge box|in a row|mixed sizes", NULL, NULL},
    {BENCH_CROSS, "shapes", "1000 bodies of a shape on a ground, a step", "step of a shape", NULL, NULL,
     "Bodies about 1 wide move and turn among each other, on hills of triangles. By the clock; poses are set "
     "before it runs. Contacts of "
     "cylinders and cones are found by a search, as their surfaces have no corners to go by."},
    {BENCH_SERIES, "game", "Bodies of all these shapes on a ground, a step", "step of shapes", "mixed",
     "bodies", "The same number of each shape, as many to an area for all sizes."},
};

const bench_layout bench_world_layout = {
    "world",
    "World",
    "Boxes with sides from 0.5 to 1.5 move in a cube by up to 5 % of their size in each of 100 steps; each "
    "meets about two others. In "
    "each\nstep all boxes that have moved are set, and all pairs that meet are reported. Times are of the "
    "processor, but by the clock "
    "where two\nthreads work: the mean of the steps after the first; a method that takes long makes fewer "
    "steps, and `--time 100` lets "
    "all make all of\nthem. FCL is fast as long as its tree is new, and becomes slower with the steps. Pairs "
    "are held against the truth "
    "in every step. The\nbars are about our default structure (\"Farkas packs\") and about the whole world "
    "with exact verdicts (\"Farkas "
    "world\"). How peers are\ncalled: [lab/peers/README.md](../lab/peers/README.md).",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
