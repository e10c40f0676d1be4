/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of trees. */

#include "bench/bench_layout.h"

#define ALL_PEERS    "Bullet GImpact|CGAL|CGAL rigid|FCL OBB|FCL OBBRSS|ODE|ODE any"
#define ALL_BUILDERS "Bullet GImpact|Bullet BVH|CGAL|Embree|Embree robust|FCL OBB|FCL OBBRSS|ODE"

#define CLOSING_WALK                                                                                         \
    "\"CGAL\" is a walk of ours over one of its trees with `do_intersect` of the other, faster than the "    \
    "class that CGAL has for "                                                                               \
    "two meshes (\"CGAL rigid\"), for which the bar was meant. Small meshes fit into the caches of all; "    \
    "there the frame between "                                                                               \
    "both trees and the exact test of the last triangles are most of our time."
#define CLOSING_MEET                                                                                         \
    "Near contact the time is that of tests between nodes, in vectors; nodes of half the size, which are "   \
    "loaded faster, would be "                                                                               \
    "next."

#define FASTER(words, work, size, peer, limit, goal, closing)                                                \
    {                                                                                                        \
        words, {work, "near contact", size, "Farkas"}, {work, "near contact", size, peer}, BENCH_AT_LEAST,   \
            limit, goal, closing                                                                             \
    }

/* A bar for each of the four sizes. */
#define FASTER_BY_SIZE(words, work, peer, limit, goal, closing)                                              \
    FASTER(words ", 1k triangles", work, 1e3, peer, limit, goal, closing),                                   \
        FASTER(words ", 10k", work, 1e4, peer, limit, goal, closing),                                        \
        FASTER(words ", 100k", work, 1e5, peer, limit, goal, closing),                                       \
        FASTER(words ", 1M", work, 1e6, peer, limit, goal, closing)

static const bench_bar bars[] = {
    FASTER_BY_SIZE("do two meshes meet, compared with the fastest of the others", "meet", ALL_PEERS, 3, 10,
                   CLOSING_MEET),
    {"do two meshes meet, growth with the number of triangles: flat",
     {"meet", "near contact", 0, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_GROWS_AT_MOST,
     0.1,
     0,
     CLOSING_MEET},
    FASTER_BY_SIZE("do two meshes meet, compared with the class of CGAL for that", "meet", "CGAL rigid", 20,
                   0, CLOSING_WALK),
    FASTER_BY_SIZE("do two meshes meet, compared with our walk over a tree of CGAL", "meet", "CGAL", 20, 0,
                   CLOSING_WALK),
    FASTER_BY_SIZE("all pairs of triangles, compared with FCL", "pairs", "FCL OBB|FCL OBBRSS", 3, 8,
                   CLOSING_MEET),
    FASTER_BY_SIZE("distance of two meshes, compared with FCL", "distance", "FCL OBBRSS", 3, 10,
                   CLOSING_MEET),
    {"a segment on 1M triangles, compared with Embree, robust",
     {"segment", "near contact", 1e6, "Farkas"},
     {"segment", "near contact", 1e6, "Embree robust"},
     BENCH_AT_MOST,
     2,
     1,
     "Half of the walk stands on loads: a hit reads nodes, the number of its triangle, its corners and their "
     "places, one after "
     "the other, and the mesh is in doubles. Corners beside the numbers of triangles (12 bytes more a "
     "triangle), or nodes of "
     "half the size, would be next."},
    FASTER("a segment on 1M triangles, compared with CGAL", "segment", 1e6, "CGAL", 5, 0,
           "The same: loads that wait for each other."),
    {"building a tree of 1M triangles, compared with the fastest of the others",
     {"build", "near contact", 1e6, "Farkas"},
     {"build", "near contact", 1e6, ALL_BUILDERS},
     BENCH_AT_MOST,
     1,
     0,
     "Part of it goes into the turned boxes, which Bullet and Embree do not have; they could be made at the "
     "first question "
     "that needs them."},
    {"building a tree of 1M triangles by two threads, compared with the fastest of the others by one",
     {"build", "near contact", 1e6, "Farkas 2 threads"},
     {"build", "near contact", 1e6, ALL_BUILDERS},
     BENCH_AT_LEAST,
     1,
     3,
     "As by one thread: the turned boxes are in it."},
    {"bytes of a tree of 1M triangles, a triangle",
     {"bytes", "near contact", 1e6, "Farkas"},
     {NULL, NULL, 0, NULL},
     BENCH_AT_MOST,
     64,
     32,
     "A node has boxes along the axes and turned ones; without the latter it would be smaller, and slower "
     "near contact."},
};

static const bench_view views[] = {
    {BENCH_SERIES, "meet", "Do two meshes meet, near contact?", "meet", "near contact",
     "triangles of each mesh", NULL},
    {BENCH_SERIES, "pairs", "All pairs of triangles that meet", "pairs", "near contact",
     "triangles of each mesh", "ODE has contacts, not pairs: those that have one are counted."},
    {BENCH_SERIES, "distance", "How far apart are two meshes?", "distance", "near contact",
     "triangles of each mesh", NULL},
    {BENCH_SERIES, "segment", "Does a segment in the box of the mesh meet it?", "segment", "near contact",
     "triangles", NULL},
    {BENCH_SERIES, "build", "Building the tree", "build", "near contact", "triangles",
     "By the clock where two threads build; else time of the processor."},
    {BENCH_SERIES, "bytes", "Bytes of the tree, a triangle", "bytes", "near contact", "triangles",
     "With copies of the mesh, where a library makes them."},
    {BENCH_CROSS, "near", "Do two meshes of 10k triangles meet, nearer to contact?", "meet",
     "1e-9 from contact|1e-12 from contact", NULL, "FP are false hits, FN missed ones, of 200 poses."},
    {BENCH_SERIES, "hits", "Two meshes that meet", "meet, hits", "near contact", "triangles of each mesh",
     NULL},
    {BENCH_SERIES, "misses", "Two meshes that do not", "meet, misses", "near contact",
     "triangles of each mesh", NULL},
};

const bench_layout bench_trees_layout = {
    "trees",
    "Trees",
    "A mesh, a knot, is asked about a second copy of itself, turned at random and moved until both just "
    "meet, or just do not: a "
    "thousandth\nof the size in or out, half of each. Truth is exact; with a thousand triangles it is also "
    "found by a look at "
    "all pairs of them. Pairs are\nwrong in a pose where they are not exactly the right ones. Times are of "
    "the processor: the "
    "median over rounds of the median pass of\na round, all participants in turn on the same questions. "
    "Peers without an entry "
    "cannot do the work. \"Farkas plain\" is our code\nwithout vector instructions.",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
