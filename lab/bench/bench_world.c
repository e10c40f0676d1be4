/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench world: which of many boxes meet, step by step, beside other libraries on the same boxes in the
 * same run. */

#include "bench/bench_world.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "bench/bench_program.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_SCENE = 256 };

/* The scene that is not made of boxes. */
#define SHAPES "shapes"

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

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_scene(const char *word, const char **out)
{
    const char *known[32] = {NULL};
    size_t count = 0;
    for (; world_plans[count].name != NULL; count++)
        known[count] = world_plans[count].name;
    known[count] = SHAPES;
    return bench_read_word("scene", word, known, out);
}

static bool read_option(int option, void *user)
{
    settings *out = user;
    if (option == OPTION_SCENE)
        return read_scene(optarg, &out->scene);
    return bench_read_option(option, &out->shared);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

enum { QUICK_BODIES = 300, QUICK_STEPS = 10 };

static bool run_scene(const settings *s, const world_stage *stage, world_plan plan, world_results *results)
{
    size_t first = results->count;
    if (s->shared.quick) {
        plan.bodies = QUICK_BODIES;
        plan.steps = QUICK_STEPS;
    }
    world_scene scene;
    char *path = bench_join(stage->base.folder, "input");
    bool good = world_scene_make(&plan, s->shared.seed, &scene) && world_scene_write(&scene, path) &&
                world_play_scene(stage, &scene, path, results);
    if (good && s->shared.form == BENCH_JSON)
        world_print_json(results, first);
    else if (good)
        world_print_table(results, first);
    cli_flush();
    remove(path);
    free(path);
    world_scene_free(&scene);
    return good;
}

/* Without a clock, the sizes of moving boxes differ in nothing. */
static bool is_wanted(const settings *s, const world_plan *plan)
{
    if (s->scene != NULL)
        return strcmp(s->scene, plan->name) == 0;
    return !s->shared.quick || plan->kind != WORLD_MOVING || plan == world_plans;
}

static bool run_all(const settings *s, world_results *results)
{
    world_stage stage = {.base = {.rounds = s->shared.rounds, .time = (double)s->shared.time},
                         .limit = (unsigned)s->shared.limit};
    if (!bench_stage_start(&stage.base, s->shared.peers, "world-peers"))
        return false;
    bench_signals signals;
    bench_signals_catch(&signals);
    bool good = true;
    for (const world_plan *plan = world_plans; good && plan->name != NULL; plan++)
        if (is_wanted(s, plan))
            good = run_scene(s, &stage, *plan, results);
    bench_signals_release(&signals);
    bench_stage_end(&stage.base);
    return good;
}

static void run_shapes(const settings *s, world_shapes *shapes)
{
    if (s->scene != NULL && strcmp(s->scene, SHAPES) != 0)
        return;
    world_shapes_run(s->shared.quick, shapes);
    world_print_shapes(shapes, s->shared.form == BENCH_JSON);
    cli_flush();
}

/* Nobody is fast by being wrong. False after a message. */
static bool is_right(const world_results *results, const world_shapes *shapes)
{
    for (size_t i = 0; i < shapes->count; i++)
        if (shapes->row[i].hash != shapes->row[i - i % 3].hash) {
            cli_trouble("%s: the pairs %s differ; this is a bug in farkas", shapes->row[i].scene,
                        shapes->row[i].by);
            return false;
        }
    for (size_t i = 0; i < results->count; i++) {
        const world_result *row = &results->row[i];
        if (row->is_ours && row->wrong > 0) {
            cli_trouble("scene %s: %s is wrong; this is a bug in farkas", row->scene, row->method);
            return false;
        }
    }
    return true;
}

int bench_world_verb(int argc, char **argv)
{
    settings s = {
        .shared = {
            .rounds = 1, .time = 3, .limit = 120, .seed = 1, .most_rounds = 1000, .most_time = 100000}};
    int status;
    cli_syntax syntax = {"bench world", bench_help("world"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    if (s.shared.quick)
        s.shared.rounds = 1;
    world_results results = {.rounds = s.shared.quick ? 0 : s.shared.rounds};
    double begin = fk_clock_seconds();
    world_shapes shapes = {.count = 0};
    bool good = run_all(&s, &results);
    if (good)
        run_shapes(&s, &shapes);
    good = good && (s.shared.out == NULL || world_write_records(&results, &shapes, s.shared.out)) &&
           is_right(&results, &shapes);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", results.count + shapes.count, fk_clock_seconds() - begin);
    free(results.row);
    return good ? CLI_OK : CLI_TROUBLE;
}
