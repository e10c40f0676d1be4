/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench trees: what is asked of trees over the triangles of a mesh, beside other libraries on the same
 * meshes in the same run. */

#include "bench/bench_trees.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "bench/bench_program.h"
#include "bench/bench_rules.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_SCENE = 256, OPTION_WORK, OPTION_RULES };

static const struct option options[] = {
    {"scene", required_argument, NULL, OPTION_SCENE},
    {"work", required_argument, NULL, OPTION_WORK},
    {"rules", no_argument, NULL, OPTION_RULES},
    BENCH_COMMON_OPTIONS,
    BENCH_PEERS_OPTIONS,
    BENCH_LIMIT_OPTION,
    BENCH_SEED_OPTION,
    BENCH_CSV_OPTION,
    CLI_COMMON_OPTIONS,
};

typedef struct settings {
    bench_options shared;
    const char *scene; /* NULL: all, unless there are files */
    const char *work;  /* NULL: all */
    bool rules;
} settings;

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* How near contact, as a part of the size. */
#define NEARNESS 1e-3

/* Small meshes get more poses, so that the branch predictors do not learn them by heart. Those with poses
 * much nearer to contact are asked only whether they meet: to see who is wrong. */
static const struct knot {
    const char *name, *what;
    uint32_t triangles, poses;
    double nearness;
} knots[] = {{"knot-1k", "near contact", 1000, 200, NEARNESS},
             {"knot-10k", "near contact", 10000, 200, NEARNESS},
             {"knot-100k", "near contact", 100000, 100, NEARNESS},
             {"knot-1M", "near contact", 1000000, 40, NEARNESS},
             {"knot-1e-9", "1e-9 from contact", 10000, 200, 1e-9},
             {"knot-1e-12", "1e-12 from contact", 10000, 200, 1e-12}};

enum { KNOTS = sizeof knots / sizeof knots[0], SEGMENTS = 10000, FILE_POSES = 100 };
enum { QUICK_TRIANGLES = 400, QUICK_POSES = 8, QUICK_SEGMENTS = 100 };

/* The name of a file without its folder and end, with no sign that a table or JSON minds. */
static void name_of_file(const char *path, char *out, size_t capacity)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, capacity, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot != NULL && dot != out)
        *dot = '\0';
    for (char *c = out; *c != '\0'; c++)
        if (*c <= ' ' || *c == '"' || *c == '\\' || *c == ',' || *c == '|' || *c == 127)
            *c = '_';
}

static void (*const print[BENCH_FORMS])(const trees_results *results, size_t first) = {
    trees_print_table, trees_print_csv, trees_print_json};

static bool run_scene(const settings *s, const trees_stage *stage, trees_plan *plan, trees_results *results)
{
    plan->seed = s->shared.seed;
    if (s->shared.quick) {
        plan->triangles = QUICK_TRIANGLES;
        plan->poses = QUICK_POSES;
        plan->segments = QUICK_SEGMENTS;
    }
    trees_scene scene;
    char *path = bench_join(stage->base.folder, "input");
    bool good = trees_scene_make(plan, &scene) && trees_scene_write(&scene, path);
    for (size_t i = 0; good && trees_works[i] != NULL; i++) {
        size_t first = results->count;
        bool is_wanted = plan->nearness == NEARNESS || strcmp(trees_works[i], "meet") == 0;
        if (!is_wanted || (s->work != NULL && strcmp(s->work, trees_works[i]) != 0))
            continue;
        good = trees_play(stage, &scene, i, path, results);
        if (good)
            print[s->shared.form](results, first);
        cli_flush();
    }
    remove(path);
    free(path);
    trees_scene_free(&scene);
    return good;
}

static bool run_knots(const settings *s, const trees_stage *stage, trees_results *results)
{
    bool is_all = s->scene == NULL || strcmp(s->scene, "all") == 0, good = true;
    for (size_t i = 0; good && i < (s->shared.quick && is_all ? 1 : KNOTS); i++) {
        if (!is_all && strcmp(s->scene, knots[i].name) != 0)
            continue;
        trees_plan plan = {.triangles = knots[i].triangles,
                           .poses = knots[i].poses,
                           .segments = SEGMENTS,
                           .nearness = knots[i].nearness};
        snprintf(plan.name, sizeof plan.name, "%s", knots[i].name);
        snprintf(plan.what, sizeof plan.what, "%s", knots[i].what);
        good = run_scene(s, stage, &plan, results);
    }
    return good;
}

static bool run_files(const settings *s, const trees_stage *stage, char **file, trees_results *results)
{
    bool good = true;
    for (; good && *file != NULL; file++) {
        trees_plan plan = {.path = *file, .poses = FILE_POSES, .segments = SEGMENTS, .nearness = NEARNESS};
        name_of_file(*file, plan.name, sizeof plan.name);
        snprintf(plan.what, sizeof plan.what, "%.31s", plan.name);
        good = run_scene(s, stage, &plan, results);
    }
    return good;
}

/* Nobody is fast by being wrong. False after a message. */
static bool is_right(const trees_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        if (row->is_ours && row->wrong > 0) {
            cli_trouble("scene %s, work %s: %s is wrong; this is a bug in farkas", row->scene, row->work,
                        row->method);
            return false;
        }
    }
    return true;
}

static bool run_all(const settings *s, trees_stage *stage, char **file, trees_results *results)
{
    if (!bench_stage_start(&stage->base, s->shared.peers, "tree-peers"))
        return false;
    stage->is_slow = bench_allocate(stage->base.count, sizeof *stage->is_slow);
    bench_signals signals;
    bench_signals_catch(&signals);
    bool good = ((s->scene == NULL && *file != NULL) || run_knots(s, stage, results)) &&
                run_files(s, stage, file, results);
    bench_signals_release(&signals);
    free(stage->is_slow);
    bench_stage_end(&stage->base);
    return good;
}

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_scene(const char *word, const char **out)
{
    const char *known[KNOTS + 2] = {"all"};
    for (size_t i = 0; i < KNOTS; i++)
        known[i + 1] = knots[i].name;
    return bench_read_word("scene", word, known, out);
}

static bool read_option(int option, void *user)
{
    settings *out = user;
    switch (option) {
    case OPTION_SCENE:
        return read_scene(optarg, &out->scene);
    case OPTION_WORK:
        return bench_read_word("work", optarg, trees_works, &out->work);
    case OPTION_RULES:
        out->rules = true;
        return true;
    default:
        return bench_read_option(option, &out->shared);
    }
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static size_t run_trees(const settings *s, char **file, bool *good)
{
    trees_stage stage = {.base = {.rounds = s->shared.rounds, .time = (double)s->shared.time},
                         .limit = (unsigned)s->shared.limit};
    trees_results results = {.rounds = s->shared.quick ? 0 : s->shared.rounds};
    *good = run_all(s, &stage, file, &results) &&
            (s->shared.out == NULL || trees_write_records(&results, s->shared.out)) && is_right(&results);
    free(results.row);
    return results.count;
}

static size_t run_rules(const settings *s, bool *good)
{
    static void (*const print_rules[BENCH_FORMS])(const bench_rules_results *results) = {
        bench_rules_print_table, bench_rules_print_csv, bench_rules_print_json};
    bench_rules_results results = {0};
    *good = bench_rules_run(s->shared.quick, &results);
    if (*good)
        print_rules[s->shared.form](&results);
    if (*good && s->shared.out != NULL)
        *good = bench_rules_write_records(&results, s->shared.out);
    size_t rows = results.count;
    bench_rules_free(&results);
    return rows;
}

int bench_trees_verb(int argc, char **argv)
{
    settings s = {
        .shared = {
            .rounds = 5, .time = 200, .limit = 120, .seed = 1, .most_rounds = 1000, .most_time = 1000000}};
    int status;
    cli_syntax syntax = {"bench trees", bench_help("trees"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (s.shared.quick)
        s.shared.rounds = s.shared.time = 1;
    if (s.rules && argc - optind > 1)
        return cli_trouble("--rules takes no files, found '%s'", argv[optind + 1]);
    double begin = fk_clock_seconds();
    bool good;
    size_t rows = s.rules ? run_rules(&s, &good) : run_trees(&s, argv + optind + 1, &good);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", rows, fk_clock_seconds() - begin);
    return good ? CLI_OK : CLI_TROUBLE;
}
