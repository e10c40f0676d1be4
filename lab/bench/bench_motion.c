/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench motion: a workcell step by step, an arm in random places, and when two bodies first meet, beside FCL on
 * the same meshes and poses in the same run. */

#include "bench/bench_motion.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "bench/bench_program.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_SCENE = 256 };

static const struct option options[] = {
    {"scene", required_argument, NULL, OPTION_SCENE},
    BENCH_COMMON_OPTIONS,
    BENCH_PEERS_OPTIONS,
    BENCH_LIMIT_OPTION,
    BENCH_SEED_OPTION,
    CLI_COMMON_OPTIONS,
};

typedef struct settings {
    bench_options shared;
    const char *scene; /* NULL: all */
} settings;

static bool read_option(int option, void *user)
{
    settings *out = user;
    if (option != OPTION_SCENE)
        return bench_read_option(option, &out->shared);
    const char *known[32] = {NULL};
    for (size_t i = 0; motion_plans[i].name != NULL; i++)
        known[i] = motion_plans[i].name;
    return bench_read_word("scene", optarg, known, &out->scene);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

enum { QUICK_STEPS = 10, QUICK_TRIANGLES = 300 };

static bool run_scene(const settings *s, const motion_stage *stage, fk_context *context, motion_plan plan,
                      motion_results *results)
{
    size_t first = results->count;
    if (s->shared.quick) {
        plan.steps = QUICK_STEPS;
        plan.triangles = QUICK_TRIANGLES;
    }
    motion_scene scene;
    char *path = bench_join(stage->base.folder, "input"), *cell = bench_join(stage->base.folder, "cell");
    bool good = motion_scene_make(context, &plan, s->shared.seed, cell, &scene) &&
                motion_scene_write(&scene, path) && motion_play_scene(stage, &scene, path, results);
    if (good && s->shared.form == BENCH_JSON)
        motion_print_json(results, first);
    else if (good)
        motion_print_table(results, first);
    cli_flush();
    remove(path);
    free(path);
    free(cell);
    motion_scene_free(&scene);
    return good;
}

/* Without a clock, the sizes of knots differ in nothing. */
static bool is_wanted(const settings *s, const motion_plan *plan)
{
    if (s->scene != NULL)
        return strcmp(s->scene, plan->name) == 0;
    return !s->shared.quick || plan->triangles <= 1000;
}

static bool run_all(const settings *s, motion_results *results)
{
    motion_stage stage = {.base = {.rounds = s->shared.rounds, .time = (double)s->shared.time},
                          .limit = (unsigned)s->shared.limit};
    fk_context *context = cli_context_create();
    if (context == NULL)
        return false;
    bool good = bench_stage_start(&stage.base, s->shared.peers, "motion-peers");
    bench_signals signals;
    bench_signals_catch(&signals);
    for (const motion_plan *plan = motion_plans; good && plan->name != NULL; plan++)
        if (is_wanted(s, plan))
            good = run_scene(s, &stage, context, *plan, results);
    bench_signals_release(&signals);
    bench_stage_end(&stage.base);
    fk_context_destroy(context);
    return good;
}

/* Nobody is fast by being wrong. False after a message. */
static bool is_right(const motion_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        if (row->is_ours && row->wrong > 0) {
            cli_trouble("scene %s: %s is wrong; this is a bug in farkas", row->scene, row->method);
            return false;
        }
    }
    return true;
}

int bench_motion_verb(int argc, char **argv)
{
    settings s = {
        .shared = {
            .rounds = 3, .time = 500, .limit = 120, .seed = 1, .most_rounds = 1000, .most_time = 100000}};
    int status;
    cli_syntax syntax = {"bench motion", bench_help("motion"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    if (s.shared.quick) {
        s.shared.rounds = 1;
        s.shared.time = 0;
    }
    motion_results results = {.rounds = s.shared.quick ? 0 : s.shared.rounds};
    double begin = fk_clock_seconds();
    bool good = run_all(&s, &results);
    good =
        good && (s.shared.out == NULL || motion_write_records(&results, s.shared.out)) && is_right(&results);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", results.count, fk_clock_seconds() - begin);
    free(results.row);
    return good ? CLI_OK : CLI_TROUBLE;
}
