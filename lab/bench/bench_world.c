/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench world: which of many boxes meet, step by step, beside other libraries on the same boxes in the
 * same run. */

#include "bench/bench_world.h"
#include "bench/bench_options.h"
#include "bench/bench_program.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas bench world [OPTION]...\n"
    "\n"
    "Measures which of many boxes meet, step by step: boxes that all move (1000 to 100000 of\n"
    "them), that rest, of which few move; and worst cases: all in one place, one that is huge,\n"
    "in a row, of mixed sizes. Farkas takes part with every structure of its broad phase.\n"
    "Peers are the programs in the folder 'world-peers' beside farkas ('make bench' builds\n"
    "them); they get the same boxes and take turns with farkas. All pairs are compared.\n"
    "Last, of farkas alone: bodies of several shapes on a ground of triangles, with contacts\n"
    "and without.\n"
    "\n"
    "options:\n"
    "      --scene S       only this scene: moving-1k, moving-10k, moving-30k, moving-100k,\n"
    "                      rest-10k, again-10k, few-10k, place-1k, huge-10k, line-10k,\n"
    "                      mixed-10k, shapes\n"
    "      --rounds N      how often all take their turn (default 1)\n"
    "      --time S        for how many seconds a method makes steps, of 100 (default 3)\n"
    "      --limit S       after how many seconds a turn is ended (default 120)\n"
    "      --seed S        another seed, other boxes (default 1)\n"
    "      --quick         few boxes and steps, one round: only what is found\n"
    "      --peers DIR     the folder of the peers\n"
    "      --no-peers      only farkas\n"
    "      --json          an object per line\n"
    "      --out DIR       also write DIR/bench/world.csv, for 'farkas bench page'\n"
    "  -q, --quiet         no progress and no notes\n"
    "  -v, --verbose       end with a summary on standard error\n"
    "      --color W       coloured messages: auto (default), always or never\n"
    "  -h, --help          print this help\n"
    "\n"
    "examples:\n"
    "  farkas bench world --scene moving-10k\n"
    "  farkas bench world --quick --no-peers\n"
    "\n"
    "exit status: 0, or 2 on trouble; wrong pairs of farkas are trouble\n";

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

static const cli_syntax syntax = {"bench world", help, CLI_COMMON_LETTERS, options};

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
