/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of convex shapes on the page of benchmarks. */

#include "bench/bench_layout.h"

/* ---- Why bars may not be met --------------------------------------------------------------------------- */

// clang-format off
static const char boxes[] =
    "A pair that is apart ends with the first axis that separates, one that overlaps takes all fifteen; "
    "each has a bound of its rounding beside it, which makes the answer exact, and which ODE's answer "
    "lacks. A first look in floats with a bound of its own, as batches have it, is what could close it.";
static const char tetrahedra[] =
    "A pair that overlaps takes all 44 axes, one that is apart few of them, and branches that cannot be "
    "predicted cost about a tenth of the mixed time. Looking for a common point first, which saves the "
    "mixed axes where there is one, was tried and was no faster.";
static const char hulls[] =
    "The box of both hulls, which also tells whether all numbers are finite, and putting the points side by "
    "side take about a third of the time at 32 points; the rest is a chain of steps, each of products, a "
    "maximum over all lanes and a load that waits for it. A first walk in floats over half as many vectors, "
    "and the three directions after the first one in a single loop, would be next.";
static const char hull_distances[] =
    "The same chain of steps as for verdicts of hulls; and the answer is an interval that contains the "
    "truth, where others give a number. A first walk in floats would help here too.";
static const char near_hulls[] =
    "Random hulls are mostly decided by their boxes or by a sample of points; near contact, all points of "
    "both are looked at in each of the last steps. `gap-1e-6` takes most of that time, too: it is nearness "
    "and not precision that costs. Hints, with which a step climbs from corner to corner, cost less from "
    "some hundred points on.";
static const char near_cells[] =
    "The bound of rounding does not tell at this gap, so a closer one is computed, and integers where that "
    "does not tell either. A closer first bound for the axes that are left would help.";
static const char touching[] =
    "Where pieces touch, no bound of rounding tells, and every axis that could is decided in integers. Most "
    "of it is products of fixed length; fewer limbs for pieces with few bits would help.";
static const char certificates[] =
    "Beside the verdict, a certificate is proposed in doubles and checked by the verifier. Both look at all "
    "corners once more.";
static const char boxes_of_pairs[] =
    "Most of the time goes to the box of the intersection: six sides that are exact bounds, rounded "
    "outward, from clipping 24 edges. MuJoCo's answer is contact points in floating point. Clipping the "
    "edges with vectors is what could close it.";
static const char batches[] =
    "Lanes that need more than the plain bound leave the batch, one by one. With fewer lanes, as AVX2 has, "
    "that share weighs more.";
static const char batches_by_index[] =
    "A cell is 12 numbers in 12 arrays: a list in random order reads 24 lines of the second cache for a "
    "pair, which is most of the time. In order, or in lists within a thousand cells, the bar is met. Cells "
    "stored as rows would read a quarter of the lines, and are slower in order.";
static const char large_batches[] =
    "A pair arrives from memory about as fast as its axes are computed, and both do not overlap fully. "
    "Tetrahedra are bound by their 44 axes. Fetching the next cells while the axes of the last ones are "
    "computed is left to the processor.";
static const char warm[] =
    "What is kept is confirmed in about half of the instructions of a cold verdict, whose common case is "
    "short already. The rest is the first frame, which is cold, and pieces that overlap so little that no "
    "common point is found and stay cold. A bar of three asks for cold verdicts that are slower, as those "
    "of hulls are.";
static const char fourier[] =
    "`fm` stops at the first row that says \"0 is at most something negative\", and keeps a bound of "
    "rounding beside each number, which `fm-paper` does not. Rows of boxes are few from the start, so there "
    "is less to save.";

static const char undecided[] =
    "A method in floating point says `undecided` where its bound of rounding does not tell. Closer bounds, "
    "or whole numbers as `exact` has them, would tell.";

/* ---- Bars ---------------------------------------------------------------------------------------------- */

#define VERDICT(scene, size, by) {"verdict", scene, size, by}
#define HULL(size) {"verdict", "hull, random", size, "Farkas|Farkas, hints"}
#define HULL_DISTANCE(size) {"distance, misses", "hull, random", size, "Farkas|Farkas, hints"}
#define DISTANCE(size, by) {"distance, misses", "hull, random", size, by}
#define NO_SLOWER BENCH_AT_MOST, 1, 0
#define THREE_TIMES BENCH_AT_LEAST, 3, 8

/* What a kind of cells may take in a family, compared with random pairs. */
#define FAMILIES(kind, words)                                                                                  \
    {words " at a gap of 1e-12, compared with random ones",                                                   \
     VERDICT(kind ", gap-1e-12", 0, "Farkas"), VERDICT(kind ", random", 0, "Farkas"),                         \
     BENCH_AT_MOST, 3, 0, near_cells},                                                                        \
    {words ", axis-aligned, parallel or identical, compared with random ones",                                \
     VERDICT(kind ", axis-aligned|" kind ", parallel|" kind ", identical", 0, "Farkas"),                      \
     VERDICT(kind ", random", 0, "Farkas"), BENCH_AT_MOST, 2, 0, near_cells},                                 \
    {words " that touch by faces, edges or vertices, compared with random ones",                              \
     VERDICT(kind ", touch-face|" kind ", touch-edge|" kind ", touch-vertex|"                                 \
             kind ", touch-face-24|" kind ", touch-edge-24|" kind ", touch-vertex-24", 0, "Farkas"),          \
     VERDICT(kind ", random", 0, "Farkas"), BENCH_AT_MOST, 20, 0, touching}
#define NEAR_HULLS(points, size)                                                                              \
    {"hulls of " points " points at a gap of 1e-12, compared with random ones",                               \
     VERDICT("hull, gap-1e-12", size, "Farkas"), VERDICT("hull, random", size, "Farkas"),                     \
     BENCH_AT_MOST, 3, 0, near_hulls}
#define BATCH(name, scene, work, by, limit, why)                                                              \
    {name ", compared with the single call in plain C", {work, scene, 0, by},                                 \
     {"single", scene, 0, "Farkas plain"}, BENCH_AT_LEAST, limit, 0, why}
#define WARM(name, scene)                                                                                     \
    {name " that move: warm, compared with cold", {"warm", scene, 0, "Farkas"},                               \
     {"cold", scene, 0, "Farkas"}, BENCH_AT_LEAST, 3, 0, warm}
#define FOURIER(name, scene)                                                                                  \
    {"`fm` on " name ", compared with `fm-paper`", {"fm", scene, 0, "Farkas fm"},                             \
     {"fm", scene, 0, "Farkas fm-paper"}, BENCH_AT_LEAST, 5, 0, fourier},                                     \
    {"`fm` with the tight box on " name ", compared with `fm-paper`", {"fm+box", scene, 0, "Farkas fm"},      \
     {"fm+box", scene, 0, "Farkas fm-paper"}, NO_SLOWER, fourier}

#define UNDECIDED(name, more_random, more_near)                                                              \
    {"`" name "` undecided about random pairs",                                                               \
     {"method, undecided", "box, random|tetra, random|box/tetra, random" more_random, 0, "Farkas " name},    \
     {0}, BENCH_AT_MOST, 0, 0, undecided},                                                                    \
    {"`" name "` undecided about pairs with gaps of 1e-6 and 1e-9",                                           \
     {"method, undecided", "box, gap-1e-6|tetra, gap-1e-6|box/tetra, gap-1e-6|box, gap-1e-9|tetra, gap-1e-9|" \
      "box/tetra, gap-1e-9" more_near, 0, "Farkas " name}, {0}, BENCH_AT_MOST, 0.1, 0, undecided}

static const bench_bar bars[] = {
    {"wrong, undecided or missing answers of Farkas, over all families and kinds", {"wrong answers", "all families", 0, "Farkas"},
     {0}, BENCH_AT_MOST, 0, 0, "A wrong answer is a bug: the run ends with its family, and the pair is to be found."},
    {"two boxes, compared with ODE's dBoxTouchesBox", VERDICT("box, random", 0, "Farkas"),
     VERDICT("box, random", 0, "ODE touch"), BENCH_AT_MOST, 1.5, 1, boxes},
    {"two boxes in a batch, compared with ODE's dBoxTouchesBox", {"batch", "box, crossed", 0, "Farkas"},
     VERDICT("box, random", 0, "ODE touch"), BENCH_AT_MOST, 1.5, 0.25, batches},
    {"two tetrahedra, compared with libccd's MPR", VERDICT("tetra, random", 0, "Farkas"),
     VERDICT("tetra, random", 0, "libccd MPR"), BENCH_AT_LEAST, 3, 5, tetrahedra},
    {"hulls of 32 points, compared with libccd's MPR", HULL(32),
     VERDICT("hull, random", 32, "libccd MPR"), THREE_TIMES, hulls},
    {"hulls of 128 points, compared with libccd's MPR", HULL(128),
     VERDICT("hull, random", 128, "libccd MPR"), THREE_TIMES, hulls},
    {"hulls of 512 points, compared with libccd's MPR", HULL(512),
     VERDICT("hull, random", 512, "libccd MPR"), THREE_TIMES, hulls},
    {"distance of hulls of 32 points, compared with Bullet", HULL_DISTANCE(32),
     DISTANCE(32, "Bullet GjkEpa2"), THREE_TIMES, hull_distances},
    {"distance of hulls of 128 points, compared with Bullet", HULL_DISTANCE(128),
     DISTANCE(128, "Bullet GjkEpa2"), THREE_TIMES, hull_distances},
    {"distance of hulls of 512 points, compared with Bullet", HULL_DISTANCE(512),
     DISTANCE(512, "Bullet GjkEpa2"), THREE_TIMES, hull_distances},
    {"distance of hulls of 32 points, compared with FCL", HULL_DISTANCE(32),
     DISTANCE(32, "FCL libccd|FCL indep"), THREE_TIMES, hull_distances},
    {"distance of hulls of 128 points, compared with FCL", HULL_DISTANCE(128),
     DISTANCE(128, "FCL libccd|FCL indep"), THREE_TIMES, hull_distances},
    {"distance of hulls of 512 points, compared with FCL", HULL_DISTANCE(512),
     DISTANCE(512, "FCL libccd|FCL indep"), THREE_TIMES, hull_distances},
    FAMILIES("box", "boxes"),
    FAMILIES("tetra", "tetrahedra"),
    FAMILIES("box/tetra", "a box and a tetrahedron"),
    NEAR_HULLS("32", 32),
    NEAR_HULLS("128", 128),
    NEAR_HULLS("512", 512),
    {"the slowest family of boxes and tetrahedra", VERDICT("box, *|tetra, *|box/tetra, *", 0, "Farkas"),
     {0}, BENCH_AT_MOST, 20000, 0, touching},
    {"two boxes with certificate, compared with libccd's MPR", {"certificate", "box, random", 0, "Farkas"},
     VERDICT("box, random", 0, "libccd MPR"), NO_SLOWER, certificates},
    {"two boxes with certificate and box, compared with MuJoCo", {"certificate+box", "box, random", 0, "Farkas"},
     VERDICT("box, random", 0, "MuJoCo"), NO_SLOWER, boxes_of_pairs},
    BATCH("batch of boxes", "box, crossed", "batch", "Farkas", 4, batches),
    BATCH("batch of boxes by index", "box, crossed", "batch-index", "Farkas", 4, batches_by_index),
    BATCH("batch of boxes in floats", "box, crossed", "batch-float", "Farkas", 4, batches),
    BATCH("batch of boxes with AVX2", "box, crossed", "batch", "Farkas avx2", 2.5, batches),
    BATCH("batch of tetrahedra", "tetra, crossed", "batch", "Farkas", 4, batches),
    BATCH("batch of tetrahedra by index", "tetra, crossed", "batch-index", "Farkas", 4, batches_by_index),
    BATCH("batch of tetrahedra in floats", "tetra, crossed", "batch-float", "Farkas", 4, batches),
    BATCH("batch of tetrahedra with AVX2", "tetra, crossed", "batch", "Farkas avx2", 2.5, batches),
    {"batch of boxes in memory: part of the bandwidth of a plain read", {"batch-large", "box, random", 0, "Farkas"},
     {"read-large", "box, random", 0, "Farkas"}, BENCH_AT_LEAST, 0.7, 0, large_batches},
    {"batch of tetrahedra in memory: part of the bandwidth of a plain read", {"batch-large", "tetra, random", 0, "Farkas"},
     {"read-large", "tetra, random", 0, "Farkas"}, BENCH_AT_LEAST, 0.7, 0, large_batches},
    WARM("boxes", "box, moving"),
    WARM("tetrahedra", "tetra, moving"),
    WARM("hulls of 32 points", "hull, moving"),
    FOURIER("two boxes", "box, random"),
    FOURIER("two tetrahedra", "tetra, random"),
    FOURIER("a box and a tetrahedron", "box/tetra, random"),
    UNDECIDED("fm", "", ""),
    UNDECIDED("ec", "", ""),
    UNDECIDED("sat", "", ""),
    UNDECIDED("gjk", "|hull, random", "|hull, gap-1e-6"),
    UNDECIDED("cw", "|hull, random", "|hull, gap-1e-6"),
};

/* ---- Views --------------------------------------------------------------------------------------------- */

static const bench_view views[] = {
    {BENCH_BARS, "boxes", "Do two boxes meet?", "verdict", "box, random", NULL,
     "Half of the pairs meet. Plain is Farkas without vectors; SAT-15 is the test of separating axes of the textbooks, in "
     "plain doubles."},
    {BENCH_BARS, "tetrahedra", "Do two tetrahedra meet?", "verdict", "tetra, random", NULL, NULL},
    {BENCH_SERIES, "hulls", "Do two hulls meet?", "verdict", "hull, random", "points of each hull",
     "With hints, Farkas was given the neighbours of each corner, from building the hull."},
    {BENCH_SERIES, "hull-distance", "How far apart are two hulls?", "distance, misses", "hull, random",
     "points of each hull", "Over the pairs that are apart."},
    {BENCH_CROSS, "others", "Other pairs", "verdict", "box/tetra, random|tri, random|sphere, random|capsule, random", NULL,
     NULL},
    {BENCH_CROSS, "near", "Near contact: a gap of 1e-12 of the size", "verdict",
     "box, gap-1e-12|tetra, gap-1e-12|box/tetra, gap-1e-12|tri, gap-1e-12|hull, gap-1e-12|sphere, gap-1e-12|capsule, gap-1e-12",
     NULL, "Half of the pairs overlap by that much, the other half is that far apart."},
    {BENCH_CROSS, "parts", "Hits and misses apart", "verdict|verdict, hits|verdict, misses",
     "box, random|tetra, random", NULL, "Branches are easier to predict where all answers are the same."},
    {BENCH_CROSS, "distance", "How far apart are others?", "distance, misses",
     "box, random|tetra, random|tri, random|sphere, random|capsule, random", NULL, "Over the pairs that are apart."},
    {BENCH_FAMILIES, "families", "Farkas by family", "verdict", "box, *|tetra, *|box/tetra, *|tri, *", NULL,
     "`farkas gen --list` tells what the families are."},
    {BENCH_FAMILIES, "instructions", "Farkas by family, in instructions", "verdict, instructions",
     "box, *|tetra, *|box/tetra, *|tri, *|hull, *", NULL, "Counted by valgrind, with AVX2: the same on every machine that has it."},
    {BENCH_CROSS, "proofs", "With certificate, and with the box of the intersection", "certificate|certificate+box", NULL,
     NULL, "A certificate proves its verdict to a verifier that shares no code with the solver."},
    {BENCH_CROSS, "batch", "Batches", "single|batch|batch-index|batch-float|batch-large|read-large", NULL, NULL,
     "Time a pair. Crossed: few cells, many pairs, in the second level of cache. batch-index: by index pairs in random order. "
     "batch-large: cells in memory; read-large: the sum of the same numbers, as a plain read."},
    {BENCH_CROSS, "warm", "Warm start", "cold|warm", NULL, NULL,
     "64 frames; each second piece moves by 1/500 to 1/100 of the size from frame to frame. Warm verdicts try first what settled "
     "the pair in the last frame; the first frame is cold."},
    {BENCH_CROSS, "fm", "Fourier-Motzkin: `fm`, and `fm-paper` as it is printed", "fm|fm+box", NULL, NULL, NULL},
    {BENCH_CROSS, "methods", "The methods of the papers, each with the proof that it gives", "method", NULL, NULL,
     "Time of an answer. A question mark counts those that are undecided; what is decided is right."},
    {BENCH_BARS, "wrong", "Share of wrong answers over all families", "share of wrong answers", "all families", NULL,
     "Undecided ones, hangs and crashes are in it. Families are chosen to be difficult, and who knows more shapes is asked about "
     "more: the share tells that one can be wrong, not how often one will be."},
    {BENCH_WRONG, "wrong-boxes", "Wrong answers: boxes", "verdict", "box, *", NULL, NULL},
    {BENCH_WRONG, "wrong-tetrahedra", "Wrong answers: tetrahedra", "verdict", "tetra, *", NULL, NULL},
    {BENCH_WRONG, "wrong-triangles", "Wrong answers: triangles", "verdict", "tri, *", NULL, NULL},
    {BENCH_WRONG, "wrong-others", "Wrong answers: hulls, spheres and capsules", "verdict", "hull, *|sphere, *|capsule, *",
     "points", NULL},
};
// clang-format on

const bench_layout bench_pairs_layout = {
    "pairs",
    "Pairs",
    "Two convex shapes: do they meet, how far apart are they? Shapes come in families: random ones, of which "
    "about half "
    "meet; pairs near\ncontact, by gaps of 1e-3 to 1e-16 of their size; pairs that touch; and others that "
    "are awkward for "
    "arithmetic. Boxes are\nrectangular, as others know no skew ones. Touching pairs meet. Truth is proved "
    "on the doubles of a "
    "pair, from which others get centre,\naxes and half lengths, rounded. Of Farkas, touching for "
    "overlapping counts as wrong, "
    "too; it never allocates, and asks for no scratch.\nA quarter of the pairs near contact have parallel "
    "edges: there, "
    "separating axes in plain floating point miss hits at any gap.",
    bars,
    sizeof bars / sizeof bars[0],
    views,
    sizeof views / sizeof views[0],
};
