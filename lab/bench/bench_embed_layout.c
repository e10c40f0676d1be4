/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of Farkas in other programs. */

#include "bench/bench_layout.h"

#define ALONE                                                                                                \
    {                                                                                                        \
        NULL, NULL, 0, NULL                                                                                  \
    }

#define CLOSING_CALL                                                                                         \
    "Most of it is reading the arguments; a call that takes them in a fixed order would be next."

static const bench_bar bars[] = {
    {"libfarkas.so without symbols",
     {"size", "libfarkas.so", 0, "Farkas"},
     ALONE,
     BENCH_AT_MOST,
     400,
     0,
     "It holds all of the core, most of it several times, for levels of instructions: pairs, trees, shapes "
     "and worlds. Even the smallest "
     "code of a compiler, without vectors, is more than twice the limit. Only another idea of what the core "
     "is would reach it: pairs of "
     "convex pieces alone, say."},
    {"farkas.wasm",
     {"size", "farkas.wasm", 0, "Farkas"},
     ALONE,
     BENCH_AT_MOST,
     200,
     0,
     "Meshes, their trees and motions are most of it; a module of verdicts on pairs alone would be within "
     "the limit. Compressed, as it goes "
     "over a network, it is less."},
    {"100,000 pairs from Python, compared with the same call from C",
     {"batch", "pairs of boxes", 1e5, "Python"},
     {"batch", "pairs of boxes", 1e5, "C"},
     BENCH_AT_MOST,
     1.2,
     0,
     "Arrays are taken as they are; what is left is the result's own array."},
    {"one distance of boxes from Python, more than from C",
     {"distance, more than C", "two boxes", 0, "Python"},
     ALONE,
     BENCH_AT_MOST,
     2000,
     0,
     CLOSING_CALL},
    {"one distance of balls from Python, more than from C",
     {"distance, more than C", "two balls", 0, "Python"},
     ALONE,
     BENCH_AT_MOST,
     2000,
     0,
     CLOSING_CALL},
    {"import of the Python package after that of numpy",
     {"import", "after numpy", 0, "Python"},
     ALONE,
     BENCH_AT_MOST,
     50,
     0,
     "One module is loaded, and a few classes are made."},
    {"a picture of 1M triangles by software, after loading",
     {"picture", "knot", 1e6, "Farkas"},
     ALONE,
     BENCH_AT_MOST,
     300,
     0,
     "Corners with their normals are handed to the driver, which draws by the processor; other work on the "
     "machine shows here first, as the "
     "driver takes all cores."},
    {"the sweep of the workcell with its report, compared with the sweep alone and 1.5 times its pictures",
     {"report", "in 1.5 times pictures and the sweep", 0, "Farkas"},
     ALONE,
     BENCH_AT_MOST,
     1,
     0,
     "The rest is reading the files, distances over time and the start of the driver."},
    {"the page of that report without pictures, but with geometry",
     {"page without pictures", "workcell", 0, "Farkas"},
     ALONE,
     BENCH_AT_MOST,
     3000,
     0,
     "Most of it is the view in three dimensions and the module."},
    {"a drag of two parts of 10k triangles in such a page until it is answered, within a frame",
     {"drag", "page in a browser", 0, "Farkas"},
     ALONE,
     BENCH_AT_MOST,
     16.7,
     0,
     "The module has no vector instructions, as the compilers that are supported make wrong code of them."},
};

static const bench_view views[] = {
    {BENCH_CROSS, "size", "Sizes", "size", NULL, NULL, NULL},
    {BENCH_SERIES, "batch", "A batch of pairs from Python and from C", "batch", "pairs of boxes", "pairs",
     "Rows (n, 4, 3) have to be gathered into the columns that the call takes."},
    {BENCH_CROSS, "distance", "One distance from Python and from C", "distance", NULL, NULL, NULL},
    {BENCH_CROSS, "import", "Import of the package", "import", NULL, NULL, NULL},
    {BENCH_SERIES, "picture", "A picture of a mesh, drawn by software", "picture", "knot", "triangles",
     "1280 x 800 pixels, after loading and the start of the driver; without the PNG file."},
    {BENCH_CROSS, "report", "The report of the workcell",
     "sweep alone|pictures of the report|sweep with its report|page|page without pictures", "workcell", NULL,
     NULL},
    {BENCH_CROSS, "drag", "A part is dragged in the page", "drag|drag, 95 % of the answers", NULL, NULL,
     "From the event of the mouse to the answer; painting comes after it."},
};

const bench_layout bench_embed_layout = {
    "embed",
    "Farkas in other programs",
    "What it takes to have Farkas in a program, a script or a page: sizes without symbols, calls from Python "
    "beside the same ones from C,\n"
    "pictures without a graphics card, and the report of the sample workcell (`farkas demo`). \"A program "
    "with one verdict\" is\n"
    "`examples/first.c` with the static library. What could not be measured where this page was made is said "
    "to be so.",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
