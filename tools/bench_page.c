/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The section "Pairs" of docs/bench.md: the machine, the bars, and all results as tables. */

#include "bench.h"
#include "bench_program.h"
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Head ------------------------------------------------------------------------------------------- */

static void print_libraries(const bench_results *results, FILE *out)
{
    for (size_t i = 0; i < results->count; i++) {
        bool seen = strncmp(results->row[i].library, "Farkas", 6) == 0;
        for (size_t j = 0; j < i && !seen; j++)
            seen = strcmp(results->row[i].library, results->row[j].library) == 0;
        if (!seen)
            fprintf(out, ", %s", results->row[i].library);
    }
}

static void print_head(const bench_results *results, const bench_stage *stage, FILE *out)
{
    fputs("## Pairs\n\nWritten by `make bench`. Processor: ", out);
    bench_print_machine(out);
    fprintf(out, "Farkas %s", fk_version());
    print_libraries(results, out);
    fprintf(
        out,
        ".\n\nTimes are nanoseconds a pair: the median over %" PRIu64
        " rounds of the median pass of a round, all participants in turn on the same\n"
        "pairs. Boxes are rectangular, as peers know no others; truth is proved on the doubles of the "
        "pair, from which\n"
        "peers get centre, axes and half lengths, rounded. Hits and misses are measured apart as well, where "
        "branches are\n"
        "easier to predict than in the mix. How peers are called: "
        "[bench/README.md](../bench/README.md).\n",
        stage->rounds);
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static bool is_named(const bench_result *row, const char *family, const char *kinds, const char *work)
{
    return (family == NULL || strcmp(row->family, family) == 0) &&
           (kinds == NULL || strcmp(row->kinds, kinds) == 0) &&
           (work == NULL || strcmp(row->work, work) == 0);
}

static void print_number(FILE *out, double value)
{
    if (value <= 0)
        fputs(" |", out);
    else
        fprintf(out, value < 100 ? " %.1f |" : " %.0f |", value);
}

/* One row of the results for each row of the table; those of some works, on one family and kinds. */
static void print_speed(const bench_results *results, const char *family, const char *kinds,
                        const char *const *works, FILE *out)
{
    bool is_first = true;
    for (; *works != NULL; works++) {
        for (size_t i = 0; i < results->count; i++) {
            const bench_result *row = &results->row[i];
            if (!is_named(row, family, kinds, *works))
                continue;
            if (is_first) {
                fprintf(out, "\n**%s**, family %s: %zu pairs, %zu meet\n\n", kinds, family, row->pairs,
                        row->hits);
                fputs("| work | by | ns | hits | misses | from | to | instructions | answers |\n", out);
                fputs("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n", out);
            }
            is_first = false;
            fprintf(out, "| %s | %s |", row->work, row->method);
            for (int part = 0; part < BENCH_PARTS; part++)
                print_number(out, row->ns[part].median);
            print_number(out, row->ns[BENCH_ALL].low);
            print_number(out, row->ns[BENCH_ALL].high);
            print_number(out, row->instructions);
            fprintf(out, " `%08" PRIx32 "`%s |\n", row->hash, row->is_right ? "" : " wrong");
        }
    }
}

/* The verdicts of Farkas: a line for each family, a column for each kinds. */
static void print_families(const bench_results *results, const char *const *kinds, FILE *out)
{
    fputs("\n| family |", out);
    for (size_t k = 0; kinds[k] != NULL; k++)
        fprintf(out, " %s | instructions |", kinds[k]);
    fputs("\n| --- |", out);
    for (size_t k = 0; kinds[k] != NULL; k++)
        fputs(" ---: | ---: |", out);
    fputs("\n", out);
    for (size_t f = 0; bench_families[f] != NULL; f++) {
        bool is_there = false;
        for (size_t k = 0; kinds[k] != NULL; k++)
            is_there |= bench_find(results, bench_families[f], kinds[k], "verdict", "Farkas") != NULL;
        if (!is_there)
            continue;
        fprintf(out, "| %s |", bench_families[f]);
        for (size_t k = 0; kinds[k] != NULL; k++) {
            const bench_result *row = bench_find(results, bench_families[f], kinds[k], "verdict", "Farkas");
            print_number(out, row != NULL ? row->ns[BENCH_ALL].median : 0);
            print_number(out, row != NULL ? row->instructions : 0);
        }
        fputs("\n", out);
    }
}

static void print_wrong(const bench_result *row, FILE *out)
{
    const struct {
        size_t count;
        const char *word;
    } part[] = {{row->false_hits, "FP"},
                {row->missed, "FN"},
                {row->undecided, "?"},
                {row->hung, "hung"},
                {row->crashed, "crashed"}};
    if (row->is_right)
        fputs(" 0", out);
    for (int i = 0; i < 5; i++)
        if (part[i].count > 0)
            fprintf(out, " %zu %s", part[i].count, part[i].word);
    fputs(" |", out);
}

/* Wrong answers: a line for each family, a column for each method that knows the kinds. */
static void print_wrong_table(const bench_results *results, const char *kinds, FILE *out)
{
    const char *method[32];
    size_t methods = 0;
    for (size_t i = 0; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        bool is_new = is_named(row, NULL, kinds, "verdict") && methods < 32;
        for (size_t m = 0; m < methods && is_new; m++)
            is_new = strcmp(method[m], row->method) != 0;
        if (is_new && strcmp(row->method, "Farkas avx2") != 0)
            method[methods++] = row->method;
    }
    if (methods == 0)
        return;
    fprintf(out, "\n**%s**\n\n| family | pairs |", kinds);
    for (size_t m = 0; m < methods; m++)
        fprintf(out, " %s |", method[m]);
    fputs("\n| --- | ---: |", out);
    for (size_t m = 0; m < methods; m++)
        fputs(" --- |", out);
    fputs("\n", out);
    for (size_t f = 0; bench_families[f] != NULL; f++) {
        const bench_result *first = bench_find(results, bench_families[f], kinds, "verdict", method[0]);
        if (first == NULL || strcmp(bench_families[f], "moving") == 0 ||
            strcmp(bench_families[f], "crossed") == 0)
            continue;
        fprintf(out, "| %s | %zu |", bench_families[f], first->pairs);
        for (size_t m = 0; m < methods; m++) {
            const bench_result *row = bench_find(results, bench_families[f], kinds, "verdict", method[m]);
            if (row != NULL)
                print_wrong(row, out);
            else
                fputs(" |", out);
        }
        fputs("\n", out);
    }
}

/* Machine, bars, speed and wrong answers of single verdicts. */
static void print_verdicts(const bench_results *results, const bench_stage *stage, FILE *out)
{
    static const char *const verdicts[] = {"verdict", "verdict+hints", NULL};
    static const char *const cells[] = {"box", "tetra", "box,tetra", "tri", NULL};
    static const char *const hulls[] = {"hull-32", "hull-128", "hull-512", NULL};
    static const char *const round[] = {"sphere", "capsule", NULL};

    print_head(results, stage, out);
    fputs("\n### Bars\n\nBoth times of a ratio are of this run. Hulls count with hints or without, "
          "whichever is faster; distances over pairs that are apart.\n\n",
          out);
    bench_print_bars(results, out);
    fputs("\nNo call allocates, and none of them asks for scratch: `test/rules/libc.sh` looks at what the "
          "library "
          "calls.\n",
          out);
    fputs("\n### Verdicts on random pairs\n\nEqual `answers` are equal answers: a hash of what meets.\n",
          out);
    for (size_t k = 0; bench_kinds[k] != NULL; k++)
        print_speed(results, "random", bench_kinds[k], verdicts, out);
    fputs("\n### Verdicts of Farkas by family\n\nInstructions are those of the AVX2 path.\n", out);
    print_families(results, cells, out);
    print_families(results, hulls, out);
    print_families(results, round, out);
    fputs("\n### Wrong answers\n\nFP: said to meet, but apart. FN: missed. ?: no answer. Touching pairs "
          "meet. Of Farkas, touching for overlapping counts as wrong too.\nA quarter of the pairs near "
          "contact have "
          "parallel edges: there, separating axes in plain floating point miss hits at any gap.\n",
          out);
    for (size_t k = 0; bench_kinds[k] != NULL; k++)
        print_wrong_table(results, bench_kinds[k], out);
}

/* What is asked beyond the single verdict. */
static void print_more(const bench_results *results, FILE *out)
{
    static const char *const answers[] = {"certificate", "certificate+box", NULL};
    static const char *const distances[] = {"distance", "distance+hints", NULL};
    static const char *const batches[] = {"single", "batch", "batch-index", "batch-float", NULL};
    static const char *const large[] = {"batch-large", "read-large", NULL};
    static const char *const warm[] = {"verdict", "warm", NULL};
    static const char *const cells[] = {"box", "tetra", NULL};
    fputs("\n### With certificate\n", out);
    for (size_t k = 0; cells[k] != NULL; k++) {
        print_speed(results, "random", cells[k], answers, out);
        print_speed(results, "gap-1e-12", cells[k], answers, out);
    }
    fputs("\n### Distance\n", out);
    for (size_t k = 0; bench_kinds[k] != NULL; k++)
        print_speed(results, "random", bench_kinds[k], distances, out);
    fputs(
        "\n### Batch\n\nbatch: cells in order, in the second level of cache. batch-index: by index pairs in "
        "random order. batch-large:\n192 MB of cells; read-large: the sum of the same numbers.\n",
        out);
    for (size_t k = 0; cells[k] != NULL; k++) {
        print_speed(results, "crossed", cells[k], batches, out);
        print_speed(results, "random", cells[k], large, out);
    }
    fputs(
        "\n### Warm start\n\n64 frames; each second piece moves by 1/500 to 1/100 of the size from frame to "
        "frame. The first frame is cold.\n",
        out);
    for (size_t k = 0; bench_kinds[k] != NULL; k++)
        print_speed(results, "moving", bench_kinds[k], warm, out);
}

/* ---- Page ---------------------------------------------------------------------------------------------- */

typedef struct content {
    const bench_results *results;
    const bench_stage *stage;
} content;

static void print_section(const void *user, FILE *out)
{
    const content *c = user;
    print_verdicts(c->results, c->stage, out);
    print_more(c->results, out);
}

bool bench_write_page(const bench_results *results, const bench_stage *stage, const char *path)
{
    content c = {results, stage};
    return bench_section_write(path, "pairs", print_section, &c);
}
