/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the page of benchmarks shows of motion. */

#include "bench/bench_layout.h"

static const bench_bar bars[] = {
    {"the workcell, contacts and its clearance of 10 mm, compared with FCL",
     {"closer than 10 mm", "workcell", 0, "Farkas"},
     {"closer than 10 mm", "workcell", 0, "FCL"},
     BENCH_AT_LEAST,
     5,
     0,
     "FCL has no question for a clearance, and finds all distances."},
    {"the workcell, contacts alone, compared with FCL",
     {"contacts", "workcell", 0, "Farkas"},
     {"contacts", "workcell", 0, "FCL"},
     BENCH_AT_LEAST,
     5,
     0,
     "Its bodies are few and far apart, so nearly all is moving them: the boxes of placed meshes and those "
     "in floats, the packs, the "
     "clocks of the phases. A broad phase without a structure for so few bodies, and no clocks unless they "
     "are asked for, would be "
     "next."},
    {"self-collision of the arm, compared with FCL",
     {"any contact", "arm", 0, "Farkas"},
     {"any contact", "arm", 0, "FCL"},
     BENCH_AT_LEAST,
     3,
     0,
     "The same: most of it is moving the links."},
    {"first contact of two meshes of 10k triangles, compared with their distance shortly before",
     {"first contact", "two knots", 1e4, "Farkas"},
     {"distance", "two knots", 1e4, "Farkas"},
     BENCH_AT_MOST,
     20,
     0,
     "Time is cut until each piece is proved; the pairs that settled a piece could be tried first on the "
     "next one."},
};

static const bench_view views[] = {
    {BENCH_CROSS, "steps", "A workcell step by step, and an arm in random places",
     "contacts|closer than 10 mm|any contact", "workcell|arm", NULL, NULL},
    {BENCH_SERIES, "first", "When do two knots first meet?", "first contact", "two knots",
     "triangles of each mesh",
     "Farkas proves a bracket. FCL by default looks at ten samples; its conservative advancement goes on to "
     "1e-6 of the time."},
    {BENCH_SERIES, "distance", "How far apart are they shortly before?", "distance", "two knots",
     "triangles of each mesh", NULL},
};

const bench_layout bench_motion_layout = {
    "motion",
    "Motion",
    "The sample workcell (`farkas demo`) is asked in 600 steps which pairs meet, and which are closer than "
    "10 mm, as the rules of that "
    "scene\nask, with the same meshes and poses for all; its arm, in 2000 random places, whether any pair of "
    "its links meets. Two knots "
    "come from\noutside, turn, and go through each other, in 20 motions: when do they first meet, and how "
    "far apart are they shortly "
    "before. Times are of\nthe processor. Wrong are other pairs, another answer, a time off by more than "
    "1e-3 of the way, a distance off "
    "by more than 1e-6.",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
