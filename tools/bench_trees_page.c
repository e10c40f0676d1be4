/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The section "Trees" of docs/bench.md: bars, times by size with their growth, and all rows. */

#include "bench_program.h"
#include "bench_trees.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const knots[] = {"knot-1k", "knot-10k", "knot-100k", "knot-1M", NULL};

static double median_of(const trees_result *row)
{
    return row->ns[BENCH_ALL].median;
}

/* ---- Bars ---------------------------------------------------------------------------------------------- */

/* The fastest row of a scene and work that is not ours and whose name begins with `peer`, by one thread; NULL
 * without one. */
static const trees_result *fastest(const trees_results *results, const char *scene, const char *work,
                                   const char *peer)
{
    const trees_result *best = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        if (row->is_ours || row->trouble != NULL || strcmp(row->scene, scene) != 0 ||
            strcmp(row->work, work) != 0 || strncmp(row->method, peer, strlen(peer)) != 0 ||
            strstr(row->method, "threads") != NULL)
            continue;
        if (best == NULL || median_of(row) < median_of(best))
            best = row;
    }
    return best;
}

/* What must be how many times as fast as whom; "": the fastest. */
typedef struct bar {
    const char *work, *peer;
    const char *ours;    /* the method */
    const char *scene;   /* NULL: every one */
    double wanted, goal; /* times as fast; 0: no goal */
} bar;

static const bar bars[] = {
    {"meet", "", "Farkas", NULL, 3, 10},
    {"meet", "CGAL", "Farkas", NULL, 20, 0},
    {"meet", "CGAL rigid", "Farkas", NULL, 20, 0},
    {"pairs", "FCL", "Farkas", NULL, 3, 8},
    {"distance", "FCL", "Farkas", NULL, 3, 10},
    {"segment", "Embree robust", "Farkas", "knot-1M", 0.5, 1},
    {"segment", "CGAL", "Farkas", "knot-1M", 5, 0},
    {"build", "", "Farkas", "knot-1M", 1, 0},
    {"build", "", "Farkas 2 threads", "knot-1M", 1, 3},
};

static void print_wanted(FILE *out, double ratio, double wanted, double goal)
{
    fprintf(out, "%.2f | %g", ratio, wanted);
    if (goal > 0)
        fprintf(out, " (goal %g)", goal);
    fprintf(out, " | %s |\n",
            ratio < wanted              ? "**no**"
            : goal > 0 && ratio >= goal ? "yes, and the goal"
                                        : "yes");
}

static void print_bar(const trees_results *results, const bar *b, const char *scene, FILE *out)
{
    const trees_result *ours = trees_find(results, scene, b->work, b->ours);
    const trees_result *theirs = fastest(results, scene, b->work, b->peer);
    if (ours == NULL || theirs == NULL)
        return;
    double unit = strcmp(b->work, "build") == 0 ? 1 : 1e-3;
    const char *wrong = trees_wrong_words(theirs);
    fprintf(out, "| %s, %s%s: against %s%s%s%s | %.2f | %.2f | ", scene, b->work,
            strstr(b->ours, "threads") != NULL ? " by 2 threads" : "", theirs->method, *wrong ? " (" : "",
            wrong, *wrong ? ")" : "", unit * median_of(ours), unit * median_of(theirs));
    print_wanted(out, median_of(theirs) / median_of(ours), b->wanted, b->goal);
}

/* Calls for each scene of the results, in their order. */
static bool is_first_of_scene(const trees_results *results, size_t i)
{
    return i == 0 || strcmp(results->row[i].scene, results->row[i - 1].scene) != 0;
}

static void print_bars(const trees_results *results, FILE *out)
{
    fputs("| bar | ours | theirs | times as fast | wanted | met |\n"
          "| --- | ---: | ---: | ---: | ---: | --- |\n",
          out);
    for (size_t k = 0; k < sizeof bars / sizeof bars[0]; k++)
        for (size_t i = 0; i < results->count; i++)
            if (is_first_of_scene(results, i) && strstr(results->row[i].scene, "1e-") == NULL &&
                (bars[k].scene == NULL || strcmp(bars[k].scene, results->row[i].scene) == 0))
                print_bar(results, &bars[k], results->row[i].scene, out);
    const trees_result *tree = trees_find(results, "knot-1M", "build", "Farkas");
    if (tree == NULL)
        return;
    double bytes = (double)tree->bytes / (double)tree->triangles;
    fprintf(out, "| knot-1M, bytes a triangle | %.1f | | | at most 64 (goal 32) | %s |\n", bytes,
            bytes > 64    ? "**no**"
            : bytes <= 32 ? "yes, and the goal"
                          : "yes");
}

/* ---- Growth -------------------------------------------------------------------------------------------- */

/* The exponent e of triangles^e that fits the times best, in logarithms; NaN with less than two sizes. */
static double growth_of(const trees_results *results, const char *work, const char *method)
{
    bench_line line = {0};
    for (size_t i = 0; knots[i] != NULL; i++) {
        const trees_result *row = trees_find(results, knots[i], work, method);
        if (row == NULL || !(median_of(row) > 0))
            continue;
        bench_line_add(&line, log((double)row->triangles), log(median_of(row)));
    }
    return bench_line_slope(&line);
}

/* Times of one method, or bytes, by size; - where there are none. */
static void print_series(const trees_results *results, const char *work, const char *method, FILE *out)
{
    bool is_build = strcmp(work, "build") == 0;
    uint64_t wrong = 0;
    fprintf(out, "| %s |", method);
    for (size_t i = 0; knots[i] != NULL; i++) {
        const trees_result *row = trees_find(results, knots[i], work, method);
        if (row == NULL || row->trouble != NULL)
            fprintf(out, " %s |", row != NULL ? row->trouble : "-");
        else if (is_build)
            fprintf(out, " %.0f (%.1f) |", median_of(row), (double)row->bytes / (double)row->triangles);
        else if (row->ns[BENCH_HITS].median > 0)
            fprintf(out, " %.2f (%.2f, %.2f) |", 1e-3 * median_of(row), 1e-3 * row->ns[BENCH_HITS].median,
                    1e-3 * row->ns[BENCH_MISSES].median);
        else
            fprintf(out, " %.2f |", 1e-3 * median_of(row));
        wrong += row != NULL ? row->wrong : 0;
    }
    double growth = growth_of(results, work, method);
    if (is_build) /* a triangle: one more for the whole tree */
        growth += 1;
    if (growth == growth)
        fprintf(out, " %.2f |", growth);
    else
        fputs(" - |", out);
    if (is_build)
        fputs("\n", out);
    else
        fprintf(out, " %" PRIu64 " |\n", wrong);
}

static bool is_knot(const char *scene)
{
    for (size_t i = 0; knots[i] != NULL; i++)
        if (strcmp(scene, knots[i]) == 0)
            return true;
    return false;
}

static void print_work(const trees_results *results, const char *work, const char *title, FILE *out)
{
    bool is_build = strcmp(work, "build") == 0;
    fprintf(out,
            "\n**%s**: %s\n\n| by | 1k | 10k | 100k | 1M | growth |%s\n| --- | ---: | ---: | ---: | ---: | "
            "---: |%s\n",
            work, title, is_build ? "" : " wrong |", is_build ? "" : " ---: |");
    for (size_t i = 0; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        bool is_seen = strcmp(row->work, work) != 0 || !is_knot(row->scene);
        for (size_t k = 0; k < i && !is_seen; k++)
            is_seen = strcmp(results->row[k].work, work) == 0 && is_knot(results->row[k].scene) &&
                      strcmp(results->row[k].method, row->method) == 0;
        if (!is_seen)
            print_series(results, work, row->method, out);
    }
}

/* ---- Nearer to contact --------------------------------------------------------------------------------- */

static void print_near(const trees_results *results, FILE *out)
{
    static const char *const near[] = {"knot-1e-9", "knot-1e-12"};
    bool is_first = true;
    for (size_t i = 0; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        if (strcmp(row->scene, near[0]) != 0 && strcmp(row->scene, near[1]) != 0)
            continue;
        if (is_first)
            fputs("\n### Nearer to contact\n\nThe same question, meet, where poses are 1e-9 or 1e-12 of the "
                  "size in or out. FP are false hits, FN missed ones.\n\n"
                  "| scene | triangles | by | us | hits | misses | wrong | of |\n"
                  "| --- | ---: | --- | ---: | ---: | ---: | --- | ---: |\n",
                  out);
        is_first = false;
        const char *wrong = trees_wrong_words(row);
        fprintf(out, "| %s | %" PRIu64 " | %s | %.2f | %.2f | %.2f | %s | %" PRIu64 " |\n", row->scene,
                row->triangles, row->method, 1e-3 * median_of(row), 1e-3 * row->ns[BENCH_HITS].median,
                1e-3 * row->ns[BENCH_MISSES].median, *wrong ? wrong : "0", row->questions);
    }
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static void print_rows(const trees_results *results, FILE *out)
{
    fputs("\n### All rows\n\nEqual `answers` are equal answers: a hash. Times of build are ns a triangle, "
          "others us a question.\n\n"
          "| scene | triangles | work | by | time | from | to | answers | |\n"
          "| --- | ---: | --- | --- | ---: | ---: | ---: | --- | --- |\n",
          out);
    for (size_t i = 0; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        const bench_time *ns = &row->ns[BENCH_ALL];
        bool has_hash = strcmp(row->work, "build") != 0 && strcmp(row->work, "distance") != 0;
        double unit = strcmp(row->work, "build") == 0 ? 1 : 1e-3;
        char hash[16] = "";
        if (has_hash && row->trouble == NULL)
            snprintf(hash, sizeof hash, "`%08" PRIx32 "`", row->hash);
        fprintf(out, "| %s | %" PRIu64 " | %s | %s | %.3f | %.3f | %.3f | %s | %s |\n", row->scene,
                row->triangles, row->work, row->method, unit * ns->median, unit * ns->low, unit * ns->high,
                hash, trees_wrong_words(row));
    }
}

static void print_section(const void *user, FILE *out)
{
    const trees_results *results = user;
    fputs("## Trees\n\nWritten by `make bench`. Processor: ", out);
    bench_print_machine(out);
    bench_print_libraries(results->row->library, sizeof *results->row, results->count, out);
    fprintf(
        out,
        ".\n\nTimes are of the processor, but by the clock where two threads build: the median over %" PRIu64
        " rounds of the median pass\n"
        "of a round, all participants in turn on the same questions. A mesh meets a second copy of itself, "
        "turned at random and\n"
        "moved until both just meet, or just do not: a thousandth of the size in or out, half of each. "
        "Truth is exact; at 1k it is\n"
        "also found by a look at all pairs of triangles. `pairs` are wrong in a pose where they are not "
        "exactly the right ones; ODE\n"
        "has contacts, not pairs: those that have one are counted. Peers without an entry cannot do the "
        "work.\n\n### Bars\n\n"
        "us a question; of build, ns a triangle.\n\n",
        results->rounds);
    print_bars(results, out);
    fputs("\n### By size\n\nGrowth is the exponent of the number of triangles that fits best.\n", out);
    print_work(results, "meet", "do two meshes meet, near contact; us (those that do, those that do not)",
               out);
    print_work(results, "pairs", "all pairs of triangles that meet, in the same poses; us (hits, misses)",
               out);
    print_work(results, "distance", "how far apart, in the poses in which they are; us", out);
    print_work(results, "segment", "does a segment in the box of the mesh meet it; us (hits, misses)", out);
    print_work(
        results, "build",
        "ns a triangle (bytes of the tree a triangle, with copies of the mesh where a library makes them)",
        out);
    print_near(results, out);
    print_rows(results, out);
}

bool trees_write_page(const trees_results *results, const char *path)
{
    return bench_section_write(path, "trees", print_section, results);
}
