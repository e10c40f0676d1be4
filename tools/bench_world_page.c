/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The section "World" of docs/bench.md: bars, times by size with their growth, other scenes, and all rows. */

#include "bench_program.h"
#include "bench_world.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Bars ---------------------------------------------------------------------------------------------- */

static void print_bars(const world_results *results, FILE *out)
{
    world_bar bar[WORLD_BARS];
    size_t count = world_judge(results, bar);
    fputs("| bar | measured | wanted | met |\n| --- | ---: | ---: | --- |\n", out);
    for (size_t i = 0; i < count; i++) {
        bool is_goal = !(bar[i].limit > 0);
        fprintf(out, "| %s | %.2f | %s %.3g%s | %s |\n", bar[i].name, bar[i].value,
                bar[i].is_least ? "at least" : "at most", is_goal ? bar[i].goal : bar[i].limit,
                is_goal ? " (a goal)" : "",
                world_bar_is_met(&bar[i]) ? "yes"
                : is_goal                 ? "no"
                                          : "**no**");
    }
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* Whether the scene is in a table, and its column there has a number. */
typedef bool chooser(const world_plan *plan);

static bool is_moving(const world_plan *plan)
{
    return plan->kind == WORLD_MOVING;
}

static bool is_quiet(const world_plan *plan)
{
    return strcmp(plan->name, "moving-10k") == 0 || plan->kind == WORLD_REST || plan->kind == WORLD_AGAIN ||
           plan->kind == WORLD_FEW;
}

static bool is_worst(const world_plan *plan)
{
    return strcmp(plan->name, "moving-10k") == 0 || plan->kind >= WORLD_PLACE;
}

/* A method for the first time among the rows of these scenes. */
static bool is_new(const world_results *results, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(results->row[k].method, results->row[i].method) == 0)
            return false;
    return results->row[i].trouble == NULL;
}

static void print_head(chooser *choose, bool has_growth, FILE *out)
{
    fputs("\n| by |", out);
    for (const world_plan *plan = world_plans; plan->name != NULL; plan++)
        if (choose(plan))
            fprintf(out, " %s |", plan->name);
    fputs(has_growth ? " growth |\n| --- |" : "\n| --- |", out);
    for (const world_plan *plan = world_plans; plan->name != NULL; plan++)
        if (choose(plan))
            fputs(" ---: |", out);
    fputs(has_growth ? " ---: |\n" : "\n", out);
}

/* us a step, or ns a pair, of each method on each scene; - where there are none. */
static void print_scenes(const world_results *results, chooser *choose, bool is_per_pair, FILE *out)
{
    bool has_growth = choose == is_moving;
    print_head(choose, has_growth, out);
    for (size_t i = 0; i < results->count; i++) {
        if (!is_new(results, i))
            continue;
        const char *method = results->row[i].method;
        fprintf(out, "| %s |", method);
        for (const world_plan *plan = world_plans; plan->name != NULL; plan++) {
            const world_result *row = choose(plan) ? world_find(results, plan->name, method) : NULL;
            if (row != NULL)
                fprintf(out, " %.1f |",
                        is_per_pair ? row->ns[WORLD_MEAN] / fmax(row->pairs, 1) : 1e-3 * row->ns[WORLD_MEAN]);
            else if (choose(plan))
                fputs(" - |", out);
        }
        double growth = world_growth(results, method, false);
        if (has_growth && growth == growth)
            fprintf(out, " %.2f |", growth);
        fputs(has_growth && growth != growth ? " - |\n" : "\n", out);
    }
}

static void print_rows(const world_results *results, FILE *out)
{
    fputs("\n### All rows\n\nEqual `answers` after as many steps are equal pairs in all of "
          "them: a hash. "
          "Bytes are what is allocated after the first step, of\nFarkas without the list of pairs.\n\n"
          "| scene | boxes | pairs | by | us a step | median | slowest | first step | steps | bytes a box | "
          "answers | |\n"
          "| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
          out);
    for (size_t i = 0; i < results->count; i++) {
        const world_result *row = &results->row[i];
        fprintf(out,
                "| %s | %" PRIu32 " | %.0f | %s | %.1f | %.1f | %.1f | %.1f | %" PRIu32
                " | %.1f | `%08" PRIx32 "` | %s |\n",
                row->scene, row->bodies, row->pairs, row->method, 1e-3 * row->ns[WORLD_MEAN],
                1e-3 * row->ns[WORLD_MEDIAN], 1e-3 * row->ns[WORLD_SLOWEST], 1e-3 * row->ns[WORLD_FIRST],
                row->steps, (double)row->bytes / row->bodies, row->hash, world_wrong_words(row));
    }
}

/* ---- Section ------------------------------------------------------------------------------------------- */

static void print_section(const void *user, FILE *out)
{
    const world_results *results = user;
    fputs("## World\n\nWritten by `make bench`. Processor: ", out);
    bench_print_machine(out);
    bench_print_libraries(results->row->library, sizeof *results->row, results->count, out);
    fputs(".\n\nBoxes with sides from 0.5 to 1.5 move in a cube by up to 5 % of their size in each of 100 "
          "steps; each meets "
          "about two others. In each\nstep all boxes that have moved are set, and all pairs that meet are "
          "reported. "
          "Times are of the processor, but by the clock where two\nthreads work: the mean of the steps "
          "after the "
          "first; a method that takes long makes fewer steps. Pairs are held against the truth\nin every "
          "step. How "
          "peers are called: [bench/README.md](../bench/README.md).\n\n### Bars\n\n",
          out);
    print_bars(results, out);
    fputs("\n### By size\n\nus a step. Growth is the exponent of the number of boxes that fits best.\n", out);
    print_scenes(results, is_moving, false, out);
    fputs("\n### At rest\n\nus a step: all move; none does; none does, but all are set again; one in a "
          "hundred moves.\n",
          out);
    print_scenes(results, is_quiet, false, out);
    fputs("\n### Worst cases\n\nns a pair that is found: all over the cube; all in one place; one that is "
          "nearly as large as "
          "the cube; in a row; sizes\nfrom 1e-3 to 1e3.\n",
          out);
    print_scenes(results, is_worst, true, out);
    print_rows(results, out);
}

bool world_write_page(const world_results *results, const char *path)
{
    return bench_section_write(path, "world", print_section, results);
}
