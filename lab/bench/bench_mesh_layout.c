/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of meshes. */

#include "bench/bench_layout.h"

#define CLOSING_COPY                                                                                         \
    "assimp without joining copies the file into three vertices a triangle. Ours reads and welds in one, "   \
    "and has no "                                                                                            \
    "reading without welding: nearly all of its time is the look for equal vertices, three of them a "       \
    "triangle, in one "                                                                                      \
    "table. Tables that stay in the cache might help, the shuffled file most."
#define CLOSING_HULL "The margin was wide in all earlier runs: look for other work on the machine first."

/* The growth of n log n over 5000, 16,000, 50,000 and 500,000 points, fitted to a power. */
#define N_LOG_N 1.093

#define HULL_BARS(scene, size, words, goal)                                                                  \
    {                                                                                                        \
        "convex hull of " words ", compared with qhull", {"hull", scene, size, "Farkas"},                    \
            {"hull", scene, size, "qhull"}, BENCH_AT_LEAST, 2, goal, CLOSING_HULL                            \
    }

static const bench_bar bars[] = {
    {"reading a binary STL file of 1M triangles, compared with assimp that joins vertices",
     {"load", "file", 1e6, "Farkas"},
     {"load", "file", 1e6, "assimp+join"},
     BENCH_AT_LEAST,
     5,
     0,
     CLOSING_COPY},
    {"reading one of 1M triangles in random order, compared with assimp that joins vertices",
     {"load", "file, shuffled", 1e6, "Farkas"},
     {"load", "file, shuffled", 1e6, "assimp+join"},
     BENCH_AT_LEAST,
     5,
     0,
     CLOSING_COPY},
    {"reading a binary STL file of 1M triangles, compared with assimp that does not join",
     {"load", "file", 1e6, "Farkas"},
     {"load", "file", 1e6, "assimp"},
     BENCH_AT_LEAST,
     5,
     0,
     CLOSING_COPY},
    {"reading one of 1M triangles in random order, compared with assimp that does not join",
     {"load", "file, shuffled", 1e6, "Farkas"},
     {"load", "file, shuffled", 1e6, "assimp"},
     BENCH_AT_LEAST,
     5,
     0,
     CLOSING_COPY},
    {"welding 1M triangles, compared with assimp's join",
     {"weld", "file", 1e6, "Farkas"},
     {"weld", "file", 1e6, "assimp"},
     BENCH_AT_LEAST,
     3,
     0,
     CLOSING_COPY},
    {"welding 1M triangles in random order, compared with assimp's join",
     {"weld", "file, shuffled", 1e6, "Farkas"},
     {"weld", "file, shuffled", 1e6, "assimp"},
     BENCH_AT_LEAST,
     3,
     0,
     CLOSING_COPY},
    {"reading and welding a gigabyte of binary STL",
     {"seconds a gigabyte", "file", 0, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_AT_MOST,
     10,
     0,
     CLOSING_COPY},
    {"the most memory that a large file takes, compared with its mesh",
     {"most memory", "file", 0, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_AT_MOST,
     1.5,
     0,
     "The table of vertices stands beside the mesh while it grows; a table that is cut into parts would be "
     "freed earlier."},
    {"bytes of a mesh, compared with its lists alone (24 a vertex, 12 a triangle)",
     {"bytes beside its lists", "file", 1e6, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_AT_MOST,
     1.001,
     0,
     "A mesh holds its two lists, and a head of fixed size."},
    HULL_BARS("on a sphere", 5e3, "5000 points on a sphere", 0),
    HULL_BARS("on a sphere", 5e4, "50,000 points on a sphere", 0),
    HULL_BARS("on a sphere", 5e5, "500,000 points on a sphere", 0),
    HULL_BARS("in a ball", 5e3, "5000 points in a ball", 4),
    HULL_BARS("in a ball", 5e4, "50,000 points in a ball", 4),
    HULL_BARS("in a ball", 5e5, "500,000 points in a ball", 4),
    {"convex hull of 500,000 points on a sphere, compared with Bullet, which loses vertices",
     {"hull", "on a sphere", 5e5, "Farkas"},
     {"hull", "on a sphere", 5e5, "Bullet"},
     BENCH_AT_LEAST,
     1,
     0,
     CLOSING_HULL},
    {"convex hulls on a sphere, growth (n log n: 1.09)",
     {"hull", "on a sphere", 0, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_GROWS_AT_MOST,
     N_LOG_N,
     0,
     "With half a million points the hull is in no cache, and a look at a facet waits for memory."},
    {"convex hulls in a ball, growth (n log n: 1.09)",
     {"hull", "in a ball", 0, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_GROWS_AT_MOST,
     N_LOG_N,
     0,
     "With half a million points the hull is in no cache, and a look at a facet waits for memory."},
};

static const bench_view views[] = {
    {BENCH_SERIES, "load", "Reading a binary STL file", "load", "file", "triangles",
     "Ours with welding, as there is no reading without; `assimp+join` makes equal vertices one, too."},
    {BENCH_SERIES, "weld", "Making equal vertices one", "weld", "file", "triangles", NULL},
    {BENCH_CROSS, "shuffled", "The same of 1M triangles in random order", "load|weld", "file, shuffled", NULL,
     NULL},
    {BENCH_CROSS, "large", "A larger file", "large|seconds a gigabyte|most memory", NULL, NULL,
     "Memory is the most that the whole program ever had, beside what the mesh takes in the end."},
    {BENCH_SERIES, "hull-sphere", "Convex hull of points on a sphere", "hull", "on a sphere", "points",
     "All points are vertices; where some are lost, that is said."},
    {BENCH_SERIES, "hull-ball", "Convex hull of points in a ball", "hull", "in a ball", "points", NULL},
    {BENCH_CROSS, "split", "Convex decomposition: time", "split", NULL, NULL, NULL},
    {BENCH_CROSS, "pieces", "Convex decomposition: pieces, and their volume in percent of that of the solid",
     "pieces|volume of the pieces", NULL, NULL,
     "`split` takes a second for some thousand triangles, and minutes for fifty thousand: the hulls of "
     "neighbouring "
     "clusters are merged again and again. Solids that cross themselves may get many more pieces than they "
     "need."},
};

const bench_layout bench_mesh_layout = {
    "mesh",
    "Meshes",
    "`load` reads a binary STL file, `weld` makes equal vertices one, from memory; `hull` builds a convex "
    "hull, ours with "
    "neighbours and\nshortcuts; `split` decomposes a solid into convex pieces at a concavity of a hundredth "
    "of the diagonal, "
    "ours without pieces that\nare not needed; that they cover it is proved, not timed. Times are the median "
    "over rounds of "
    "the median pass of a round, all\nparticipants in turn on the same file. Files are of a trefoil knot "
    "with about as many "
    "triangles.",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
