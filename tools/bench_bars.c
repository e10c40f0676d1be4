/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The bars: what our times shall be, compared with others of the same run. */

#include "bench.h"

#include <stdio.h>
#include <string.h>

/* A time: that of a row of the results; of several families the slowest, of two works or methods the faster one. */
typedef struct bar_time {
    const char *families; /* with spaces between them */
    const char *kinds, *work, *method;
    const char *or_work, *or_method; /* NULL, or instead of the ones above */
    bench_part part;
} bar_time;

typedef struct bar {
    const char *name;
    bar_time ours, other;
    bool is_speedup; /* other / ours shall be at least `limit`; else ours / other at most */
    double limit, goal;
} bar;

#define OURS(family, kinds, work)                                                                            \
    {                                                                                                        \
        family, kinds, work, "Farkas", NULL, NULL, BENCH_ALL                                                 \
    }
#define THEIRS(kinds, method)                                                                                \
    {                                                                                                        \
        "random", kinds, "verdict", method, NULL, NULL, BENCH_ALL                                            \
    }
/* Hulls with hints or without, whichever is faster; distances of hulls that are apart. */
#define HULLS(kinds, work)                                                                                   \
    {                                                                                                        \
        "random", kinds, work, "Farkas", work "+hints", NULL, BENCH_ALL                                      \
    }
#define HULL_DISTANCE(kinds)                                                                                 \
    {                                                                                                        \
        "random", kinds, "distance", "Farkas", "distance+hints", NULL, BENCH_MISSES                          \
    }
#define DISTANCE(kinds, method, other)                                                                       \
    {                                                                                                        \
        "random", kinds, "distance", method, NULL, other, BENCH_MISSES                                       \
    }
#define FAMILY(name, families, kinds, limit)                                                                 \
    {                                                                                                        \
        name, OURS(families, kinds, "verdict"), OURS("random", kinds, "verdict"), false, limit, 0            \
    }
#define FAMILIES(kinds)                                                                                      \
    FAMILY(kinds ": gap 1e-12 against random", "gap-1e-12", kinds, 3),                                       \
        FAMILY(kinds ": axis-aligned, parallel, identical against random",                                   \
               "axis-aligned parallel identical", kinds, 2),                                                 \
        FAMILY(kinds ": touching faces, edges, vertices, also with 24 bits, against random",                 \
               "touch-face touch-edge touch-vertex touch-face-24 touch-edge-24 touch-vertex-24", kinds, 20)
#define BATCH(name, kinds, work, method, limit)                                                              \
    {                                                                                                        \
        name, {"crossed", kinds, work, method, NULL, NULL, BENCH_ALL},                                       \
            {"crossed", kinds, "single", "Farkas plain", NULL, NULL, BENCH_ALL}, true, limit, 0              \
    }

static const bar bars[] = {
    {"box pair against ODE's dBoxTouchesBox", OURS("random", "box", "verdict"), THEIRS("box", "ODE touch"),
     false, 1.5, 1},
    {"tetrahedron pair against libccd's MPR", OURS("random", "tetra", "verdict"),
     THEIRS("tetra", "libccd MPR"), true, 3, 5},
    {"hull pair, 32 points, against MPR", HULLS("hull-32", "verdict"), THEIRS("hull-32", "libccd MPR"), true,
     3, 8},
    {"hull pair, 128 points, against MPR", HULLS("hull-128", "verdict"), THEIRS("hull-128", "libccd MPR"),
     true, 3, 8},
    {"hull pair, 512 points, against MPR", HULLS("hull-512", "verdict"), THEIRS("hull-512", "libccd MPR"),
     true, 3, 8},
    {"hull distance, 32 points, against Bullet", HULL_DISTANCE("hull-32"),
     DISTANCE("hull-32", "Bullet GjkEpa2", NULL), true, 3, 8},
    {"hull distance, 128 points, against Bullet", HULL_DISTANCE("hull-128"),
     DISTANCE("hull-128", "Bullet GjkEpa2", NULL), true, 3, 8},
    {"hull distance, 512 points, against Bullet", HULL_DISTANCE("hull-512"),
     DISTANCE("hull-512", "Bullet GjkEpa2", NULL), true, 3, 8},
    {"hull distance, 32 points, against FCL", HULL_DISTANCE("hull-32"),
     DISTANCE("hull-32", "FCL libccd", "FCL indep"), true, 3, 8},
    {"hull distance, 128 points, against FCL", HULL_DISTANCE("hull-128"),
     DISTANCE("hull-128", "FCL libccd", "FCL indep"), true, 3, 8},
    {"hull distance, 512 points, against FCL", HULL_DISTANCE("hull-512"),
     DISTANCE("hull-512", "FCL libccd", "FCL indep"), true, 3, 8},
    FAMILIES("box"),
    FAMILIES("tetra"),
    FAMILIES("box,tetra"),
    FAMILY("hull-32: gap 1e-12 against random", "gap-1e-12", "hull-32", 3),
    FAMILY("hull-128: gap 1e-12 against random", "gap-1e-12", "hull-128", 3),
    FAMILY("hull-512: gap 1e-12 against random", "gap-1e-12", "hull-512", 3),
    {"box pair with certificate against MPR", OURS("random", "box", "certificate"),
     THEIRS("box", "libccd MPR"), false, 1, 0},
    {"box pair with certificate and box against MuJoCo", OURS("random", "box", "certificate+box"),
     THEIRS("box", "MuJoCo"), false, 1, 0},
    BATCH("batch of boxes against the plain single call", "box", "batch", "Farkas", 4),
    BATCH("batch of boxes by index", "box", "batch-index", "Farkas", 4),
    BATCH("batch of boxes in floats", "box", "batch-float", "Farkas", 4),
    BATCH("batch of boxes, AVX2", "box", "batch", "Farkas avx2", 2.5),
    BATCH("batch of tetrahedra against the plain single call", "tetra", "batch", "Farkas", 4),
    BATCH("batch of tetrahedra by index", "tetra", "batch-index", "Farkas", 4),
    BATCH("batch of tetrahedra in floats", "tetra", "batch-float", "Farkas", 4),
    BATCH("batch of tetrahedra, AVX2", "tetra", "batch", "Farkas avx2", 2.5),
    {"batch of 192 MB of boxes: part of the bandwidth of a read", OURS("random", "box", "batch-large"),
     OURS("random", "box", "read-large"), true, 0.7, 0},
    {"batch of 192 MB of tetrahedra: part of the bandwidth of a read", OURS("random", "tetra", "batch-large"),
     OURS("random", "tetra", "read-large"), true, 0.7, 0},
    {"boxes that move: warm against cold", OURS("moving", "box", "warm"), OURS("moving", "box", "verdict"),
     true, 3, 0},
    {"tetrahedra that move: warm against cold", OURS("moving", "tetra", "warm"),
     OURS("moving", "tetra", "verdict"), true, 3, 0},
    {"hulls that move, 32 points: warm against cold", OURS("moving", "hull-32", "warm"),
     OURS("moving", "hull-32", "verdict"), true, 3, 0},
};

/* The slowest of the families; 0 when one of them was not measured. */
static double time_of(const bench_results *results, const bar_time *time, const char *work,
                      const char *method)
{
    double most = 0;
    for (const char *at = time->families; *at != '\0';) {
        char family[32];
        size_t length = strcspn(at, " ");
        snprintf(family, sizeof family, "%.*s", (int)length, at);
        const bench_result *row = bench_find(results, family, time->kinds, work, method);
        if (row == NULL)
            return 0;
        if (row->ns[time->part].median > most)
            most = row->ns[time->part].median;
        at += length + strspn(at + length, " ");
    }
    return most;
}

/* The faster one of those that were measured; 0 for none. */
static double bar_ns(const bench_results *results, const bar_time *time)
{
    double ns = time_of(results, time, time->work, time->method);
    double other = 0;
    if (time->or_work != NULL)
        other = time_of(results, time, time->or_work, time->method);
    if (time->or_method != NULL)
        other = time_of(results, time, time->work, time->or_method);
    return other > 0 && (ns == 0 || other < ns) ? other : ns;
}

/* The slowest family of cells, or NULL. */
static const bench_result *slowest_cells(const bench_results *results)
{
    const bench_result *most = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        bool is_cell = strcmp(row->kinds, "box") == 0 || strcmp(row->kinds, "tetra") == 0 ||
                       strcmp(row->kinds, "box,tetra") == 0;
        if (is_cell && strcmp(row->work, "verdict") == 0 && strcmp(row->method, "Farkas") == 0 &&
            (most == NULL || row->ns[BENCH_ALL].median > most->ns[BENCH_ALL].median))
            most = row;
    }
    return most;
}

static void print_bar(const bench_results *results, const bar *b, FILE *out)
{
    double ours = bar_ns(results, &b->ours), other = bar_ns(results, &b->other);
    const char *side = b->is_speedup ? "at least" : "at most";
    fprintf(out, "| %s | ", b->name);
    if (ours <= 0 || other <= 0) {
        fprintf(out, "- | - | - | %s %g | not measured |\n", side, b->limit);
        return;
    }
    double ratio = b->is_speedup ? other / ours : ours / other;
    bool met = b->is_speedup ? ratio >= b->limit : ratio <= b->limit;
    bool goal = b->goal > 0 && (b->is_speedup ? ratio >= b->goal : ratio <= b->goal);
    fprintf(out, "%.1f | %.1f | %.2f | %s %g | %s |\n", ours, other, ratio, side, b->limit,
            goal  ? "yes, and the goal"
            : met ? "yes"
                  : "**no**");
}

void bench_print_bars(const bench_results *results, FILE *out)
{
    fputs("| bar | ours, ns | compared with, ns | ratio | wanted | met |\n", out);
    fputs("| --- | ---: | ---: | ---: | --- | --- |\n", out);
    for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++)
        print_bar(results, &bars[i], out);
    const bench_result *most = slowest_cells(results);
    if (most != NULL) {
        double ns = most->ns[BENCH_ALL].median;
        fprintf(out, "| slowest family of cells (%s, %s) | %.0f | 20000 | %.2f | at most 1 | %s |\n",
                most->kinds, most->family, ns, ns / 20000, ns <= 20000 ? "yes" : "**no**");
    }
}
