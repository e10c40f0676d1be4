/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench pairs: how fast, and how often wrong; Farkas beside other libraries, on the same pairs in the same run. */

#include "bench/bench.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "cli.h"
#include "gen/family.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_FAMILY = 256, OPTION_KINDS, OPTION_WORK, OPTION_COUNT, OPTION_INSTRUCTIONS };

static const struct option options[] = {
    {"family", required_argument, NULL, OPTION_FAMILY},
    {"kinds", required_argument, NULL, OPTION_KINDS},
    {"work", required_argument, NULL, OPTION_WORK},
    {"count", required_argument, NULL, OPTION_COUNT},
    {"instructions", no_argument, NULL, OPTION_INSTRUCTIONS},
    BENCH_COMMON_OPTIONS,
    BENCH_PEERS_OPTIONS,
    BENCH_SEED_OPTION,
    BENCH_CSV_OPTION,
    CLI_COMMON_OPTIONS,
};

typedef struct settings {
    bench_options shared;
    const char *family, *kinds, *work; /* NULL: all */
    uint64_t count;
    bool instructions;
} settings;

/* ---- What is measured ---------------------------------------------------------------------------------- */

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

static const char *const works[] = {
    "verdict",     "verdict+hints", "distance",    "distance+hints", "certificate", "certificate+box",
    "fm",          "fm+box",        "method",      "warm",           "single",      "batch",
    "batch-index", "batch-float",   "batch-large", "read-large",     NULL};

static bool is_hull(const char *kinds)
{
    return strncmp(kinds, "hull", 4) == 0;
}

/* Whether a family is measured with these kinds when none is asked for. Of hulls and round shapes, peers and we differ
 * little from family to family. */
static bool is_planned(const char *family, const char *kinds)
{
    static const char *const for_round[] = {"random",       "gap-1e-6",  "gap-1e-12",
                                            "touch-vertex", "identical", NULL};
    static const char *const for_hulls[] = {"random", "gap-1e-6", "gap-1e-12", NULL};
    static const char *const with_gaps[] = {"hull-32", "hull-128", "hull-512", NULL};
    static const char *const moving[] = {"box", "tetra", "hull-32", NULL};
    if (strcmp(family, "moving") == 0)
        return is_one_of(kinds, moving);
    if (strcmp(family, "crossed") == 0)
        return strcmp(kinds, "box") == 0 || strcmp(kinds, "tetra") == 0;
    if (is_hull(kinds))
        return strcmp(family, "random") == 0 || (is_one_of(kinds, with_gaps) && is_one_of(family, for_hulls));
    if (strcmp(kinds, "sphere") == 0 || strcmp(kinds, "capsule") == 0)
        return is_one_of(family, for_round);
    return strcmp(kinds, "box,tetra") != 0 || strcmp(family, "flat") != 0;
}

/* The works that are measured on a family and kinds, in the order of the list. */
static bool has_work(const char *family, const char *kinds, const char *work)
{
    bool cells = strcmp(kinds, "box") == 0 || strcmp(kinds, "tetra") == 0;
    bool random = strcmp(family, "random") == 0;
    if (strcmp(family, "crossed") == 0)
        return strcmp(work, "single") == 0 || strcmp(work, "batch") == 0 ||
               strcmp(work, "batch-index") == 0 || strcmp(work, "batch-float") == 0;
    if (strcmp(work, "verdict") == 0)
        return true;
    if (strcmp(work, "warm") == 0)
        return strcmp(family, "moving") == 0;
    if (strncmp(work, "certificate", 11) == 0)
        return cells && (random || strcmp(family, "gap-1e-12") == 0);
    if (strcmp(work, "method") == 0)
        return (random || strcmp(family, "gap-1e-6") == 0 || strcmp(family, "gap-1e-9") == 0) &&
               (cells || strcmp(kinds, "box,tetra") == 0 || strcmp(kinds, "hull-32") == 0);
    if (strncmp(work, "fm", 2) == 0)
        return random && (cells || strcmp(kinds, "box,tetra") == 0);
    if (strcmp(work, "distance") == 0)
        return random && strcmp(kinds, "box,tetra") != 0;
    if (strcmp(work, "verdict+hints") == 0 || strcmp(work, "distance+hints") == 0)
        return random && is_hull(kinds);
    return random && cells && (strcmp(work, "batch-large") == 0 || strcmp(work, "read-large") == 0);
}

/* There are fewer pairs of large hulls, as one of 2048 points is 100 kB of text. Random pairs are four times as many: the branch
 * predictors of today learn the answers to ten thousand pairs by heart when they see them again and again, and flatter code with
 * many branches. The cells of crossed pairs, and a scene that moves, fit into the second level of cache. */
static size_t count_of(uint64_t count, const char *family, const char *kinds)
{
    size_t most = (size_t)count;
    if (is_hull(kinds))
        most /= strcmp(kinds, "hull-2048") == 0  ? 160
                : strcmp(kinds, "hull-512") == 0 ? 40
                : strcmp(kinds, "hull-128") == 0 ? 20
                                                 : 5;
    else if (strcmp(family, "random") == 0)
        most *= 4;
    else if (strcmp(family, "crossed") == 0)
        most = most < 10000 ? 4 * most : 40000;
    if (strcmp(family, "moving") == 0 && most > 4096)
        most = 4096;
    return most > 0 ? most : 1;
}

/* Families on which all are timed: of the others, what peers answer is of interest, and their times would take most of the run. */
static bool is_timed(const char *family)
{
    static const char *const timed[] = {"random", "gap-1e-12", "crossed", "moving", NULL};
    return is_one_of(family, timed);
}

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_family(const char *word, const char **out)
{
    if (fk_family_find(word) < fk_family_count()) {
        *out = word;
        return true;
    }
    return bench_read_word("family", word, bench_families, out);
}

/* The largest number that an option may have. */
#define MOST 100000000

static bool read_option(int option, void *user)
{
    settings *out = user;
    switch (option) {
    case OPTION_FAMILY:
        return read_family(optarg, &out->family);
    case OPTION_KINDS:
        return bench_read_word("kinds", optarg, bench_kinds, &out->kinds);
    case OPTION_WORK:
        return bench_read_word("work", optarg, works, &out->work);
    case OPTION_COUNT:
        return cli_whole_number_to("--count", optarg, MOST, &out->count);
    case OPTION_INSTRUCTIONS:
        out->instructions = true;
        return true;
    default:
        return bench_read_option(option, &out->shared);
    }
}

/* False when the verb shall end with *status. */
static bool read_settings(int argc, char **argv, settings *out, int *status)
{
    static const char *const benchmarks[] = {"pairs",  "mesh",  "trees", "cells", "world",
                                             "motion", "embed", "page",  NULL};
    cli_syntax syntax = {"bench pairs", bench_help("pairs"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, out, status))
        return false;
    *status = CLI_TROUBLE;
    if (optind == argc)
        cli_trouble("bench needs a benchmark: pairs, mesh, trees, cells, world, motion or embed; or page");
    else if (strcmp(argv[optind], "pairs") != 0)
        cli_unknown("benchmark", argv[optind], benchmarks);
    else
        return bench_is_alone(argc, argv);
    return false;
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static void (*const print[BENCH_FORMS])(const bench_results *results, size_t first) = {
    bench_print_table, bench_print_csv, bench_print_json};

static bool run_scene(const settings *s, const bench_stage *stage, const char *family, const char *kinds,
                      bench_results *results)
{
    bench_scene scene;
    if (!bench_scene_make(&scene, family, kinds, count_of(s->count, family, kinds), s->shared.seed))
        return false;
    scene.is_judged_only = s->family == NULL && !is_timed(family);
    bool good = true;
    for (size_t i = 0; good && works[i] != NULL; i++) {
        size_t first = results->count;
        if (s->work != NULL ? strcmp(s->work, works[i]) != 0 : !has_work(family, kinds, works[i]))
            continue;
        bench_stage one =
            *stage; /* valgrind takes its time: of all works, instructions are counted for verdicts */
        one.count_instructions &= s->work != NULL || strcmp(works[i], "verdict") == 0;
        good = bench_play(&one, &scene, works[i], results);
        if (good)
            print[s->shared.form](results, first);
        cli_flush();
    }
    bench_scene_free(&scene);
    return good;
}

static bool run_all(const settings *s, const bench_stage *stage, bench_results *results)
{
    const char *const one_family[] = {s->family, NULL}, *const one_kinds[] = {s->kinds, NULL};
    const char *const *kinds = s->kinds != NULL ? one_kinds : bench_kinds;
    const char *const *families = s->family != NULL ? one_family : bench_families;
    for (size_t k = 0; kinds[k] != NULL; k++)
        for (size_t f = 0; families[f] != NULL; f++)
            if ((is_planned(families[f], kinds[k]) || (s->family != NULL && s->kinds != NULL)) &&
                !run_scene(s, stage, families[f], kinds[k], results))
                return false;
    return true;
}

/* Nobody is fast by being wrong, but for methods as papers print them; those in floating point may be undecided. False after
 * a message. */
static bool is_right(const bench_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        bool is_unsure = strcmp(row->work, "method") == 0 && row->false_hits + row->missed == 0;
        if (strncmp(row->library, "Farkas", 6) == 0 && strstr(row->method, "-paper") == NULL &&
            !row->is_right && !is_unsure) {
            cli_trouble("family %s, kinds %s, work %s: %s is wrong; this is a bug in farkas", row->family,
                        row->kinds, row->work, row->method);
            return false;
        }
    }
    return true;
}

int bench_pairs_verb(int argc, char **argv)
{
    settings s = {.count = 10000,
                  .shared = {.rounds = 5, .time = 20, .seed = 1, .most_rounds = MOST, .most_time = MOST}};
    int status;
    if (!read_settings(argc, argv, &s, &status))
        return status;
    bench_stage stage = {
        .rounds = s.shared.rounds, .time = (double)s.shared.time, .count_instructions = s.instructions};
    if (s.shared.quick) {
        s.count = s.count < 200 ? s.count : 200;
        stage.rounds = 1;
        stage.time = 0;
    }
    if (!bench_stage_start(&stage, s.shared.peers, "peers"))
        return CLI_TROUBLE;
    bench_results results = {0};
    double begin = fk_clock_seconds();
    bool good = run_all(&s, &stage, &results);
    good = good && (s.shared.out == NULL || bench_pairs_write(&results, stage.rounds, s.shared.out));
    good = good && is_right(&results);
    bench_stage_end(&stage);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", results.count, fk_clock_seconds() - begin);
    free(results.row);
    return good ? CLI_OK : CLI_TROUBLE;
}
