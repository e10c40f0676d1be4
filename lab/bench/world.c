/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench world: compares the search for all pairs of many boxes, step by step, with other libraries on the same boxes in the same
 * run.
 *
 * A scene is boxes at random places, their displacements in a step, and the expected pairs. All numbers are multiples of a power of two
 * and less than 2^23 times that, so floats represent them and their sums exactly. A plain grid, without the library, finds the expected
 * pairs; for few boxes, a test of all pairs confirms them. */

#include "bench/bench.h"
#include "cli.h"
#include "peers/world_participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum world_kind {
    WORLD_MOVING, /* boxes with sides from 0.5 to 1.5 in a cube; each meets two others, on average */
    WORLD_REST,   /* the same, but nothing moves */
    WORLD_AGAIN,  /* nor here, but all boxes are set in each step */
    WORLD_FEW,    /* one in a hundred moves */
    WORLD_PLACE,  /* all in one place: nearly all meet */
    WORLD_HUGE,   /* and one that is nearly as large as the cube */
    WORLD_LINE,   /* in a row */
    WORLD_MIXED   /* sizes from 1e-3 to 1e3 */
} world_kind;

typedef struct world_plan {
    const char *name, *what;
    world_kind kind;
    uint32_t bodies, steps;
} world_plan;

static const world_plan plans[] = {
    {"moving-1k", "moving", WORLD_MOVING, 1000, 100},
    {"moving-10k", "moving", WORLD_MOVING, 10000, 100},
    {"moving-30k", "moving", WORLD_MOVING, 30000, 100},
    {"moving-100k", "moving", WORLD_MOVING, 100000, 100},
    {"rest-10k", "at rest", WORLD_REST, 10000, 40},
    {"again-10k", "at rest, set again", WORLD_AGAIN, 10000, 40},
    {"few-10k", "one in a hundred moves", WORLD_FEW, 10000, 40},
    {"place-1k", "all in one place", WORLD_PLACE, 1500, 20},
    {"huge-10k", "one huge box", WORLD_HUGE, 10000, 20},
    {"line-10k", "in a row", WORLD_LINE, 10000, 20},
    {"mixed-10k", "mixed sizes", WORLD_MIXED, 10000, 20},
};

enum { WORLD_PLANS = sizeof plans / sizeof plans[0] };

typedef struct world_scene {
    world_plan plan;
    world_head head;
    world_body *body;
    /* The truth: pairs of each step. */
    size_t *pairs;
    uint32_t *sets;
} world_scene;

/* Up to this many boxes, all pairs are tested. */
#define MOST_BODIES_OF_CHECK 1500

/* Largest displacement of a box in a step, as a fraction of its size. */
#define SPEED 0.05

/* ---- Boxes --------------------------------------------------------------------------------------------- */

typedef struct body_maker {
    world_scene *scene;
    fk_random random;
    double unit; /* of which all numbers are multiples */
} body_maker;

static float round_down(const body_maker *m, double value)
{
    return (float)(floor(value / m->unit) * m->unit);
}

/* Along every axis, on average: two boxes meet when their places are nearer than the mean of their sizes. So each
 * meets 8 * bodies / side^3 others. */
static void choose_walls(body_maker *m)
{
    world_scene *s = m->scene;
    double n = (double)s->plan.bodies, side = cbrt(4 * n) + 1, wall[3] = {side, side, side}, largest = 0;
    if (s->plan.kind == WORLD_PLACE)
        wall[0] = wall[1] = wall[2] = 1.75;
    if (s->plan.kind == WORLD_LINE) {
        wall[0] = n;
        wall[1] = wall[2] = 1.75;
    }
    if (s->plan.kind == WORLD_MIXED) /* the mean of the cube of the sum of two sizes is 6.4e7 */
        wall[0] = wall[1] = wall[2] = cbrt(3.2e7 * n) + 1000;
    for (int k = 0; k < 3; k++)
        largest = fmax(largest, wall[k]);
    m->unit = exp2(ceil(log2(largest)) - 23);
    for (int k = 0; k < 3; k++)
        s->head.wall[k] = round_down(m, wall[k]);
}

/* Sides of a box; of mixed sizes, with the same chance between any two powers of ten. */
static double draw_length(body_maker *m, uint32_t i, double size, int axis)
{
    if (m->scene->plan.kind == WORLD_HUGE && i == 0)
        return 0.9 * (double)m->scene->head.wall[axis];
    if (m->scene->plan.kind == WORLD_MIXED)
        return size;
    return fk_random_between(&m->random, 0.5, 1.5);
}

static bool is_moving(const world_plan *plan, uint32_t i)
{
    return plan->kind == WORLD_FEW ? i % 100 == 0 : plan->kind != WORLD_REST && plan->kind != WORLD_AGAIN;
}

static world_body draw_body(body_maker *m, uint32_t i)
{
    world_body body;
    double size = pow(10, fk_random_between(&m->random, -3, 3));
    for (int k = 0; k < 3; k++) {
        double side = fmax(draw_length(m, i, size, k), m->unit);
        body.size[k] = round_down(m, side);
        body.low[k] =
            round_down(m, fk_random_between(&m->random, 0, (double)(m->scene->head.wall[k] - body.size[k])));
        body.velocity[k] = round_down(m, fk_random_between(&m->random, -SPEED, SPEED) * (double)body.size[k]);
        if (!is_moving(&m->scene->plan, i))
            body.velocity[k] = 0;
    }
    return body;
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

static void count_all_pairs(const world_frame *frame, world_pairs *out)
{
    for (uint32_t i = 0; i < frame->count; i++)
        for (uint32_t k = i + 1; k < frame->count; k++)
            if (world_boxes_meet(&frame->box[i], &frame->box[k]))
                world_report(out, i, k);
}

/* False when a test of all pairs finds others. */
static bool find_pair_truth(world_scene *s)
{
    bool good = true;
    world_motion play;
    world_grid grid = {0};
    world_pairs found = {0}, all = {0};
    world_motion_begin(&play, &s->head, s->body);
    for (uint32_t i = 0; good && i < s->head.steps; i++) {
        found.count = all.count = 0;
        world_grid_pairs(&grid, play.frame.box, play.frame.count, &found);
        s->pairs[i] = found.count;
        s->sets[i] = world_pairs_hash(found.pair, found.count);
        if (s->head.bodies <= MOST_BODIES_OF_CHECK) {
            count_all_pairs(&play.frame, &all);
            good = all.count == found.count && world_pairs_hash(all.pair, all.count) == s->sets[i];
        }
        world_motion_next(&play);
    }
    world_motion_end(&play);
    world_grid_free(&grid);
    free(found.pair);
    free(all.pair);
    return good;
}

/* ---- Scene --------------------------------------------------------------------------------------------- */

/* False after a message. The caller frees the scene in any case. */
static bool make_world_scene(const world_plan *plan, uint64_t seed, world_scene *out)
{
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    out->head = (world_head){WORLD_MAGIC, plan->bodies, plan->steps, {0}, plan->kind == WORLD_AGAIN};
    out->body = bench_allocate(plan->bodies, sizeof *out->body);
    out->pairs = bench_allocate(plan->steps, sizeof *out->pairs);
    out->sets = bench_allocate(plan->steps, sizeof *out->sets);
    body_maker m = {.scene = out, .random = fk_random_make(seed)};
    choose_walls(&m);
    for (uint32_t i = 0; i < plan->bodies; i++)
        out->body[i] = draw_body(&m, i);
    if (find_pair_truth(out))
        return true;
    cli_trouble("scene %s: the plain grid is wrong; this is a bug in the benchmark", plan->name);
    return false;
}

static void free_world_scene(world_scene *s)
{
    free(s->body);
    free(s->pairs);
    free(s->sets);
}

/* Writes the file that participants read; false after a message. */
static bool write_world_scene(const world_scene *s, const char *path)
{
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fwrite(&s->head, sizeof s->head, 1, file.stream);
    fwrite(s->body, sizeof *s->body, s->head.bodies, file.stream);
    return cli_file_commit(&file);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

/* Pairs of each step, against the truth. */
static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    if (strcmp(task->work, "ray") == 0)
        return world_rays_check(line, task, row);
    const world_scene *s = task->scene;
    const json_t *values = json_object_get(line, "values"), *sets = json_object_get(line, "sets");
    size_t steps = json_array_size(sets), wrong = 0;
    double sum = 0;
    uint32_t hash = 0;
    if (steps == 0 || steps > s->head.steps || json_array_size(values) != steps ||
        row_get(row, "steps") != (double)steps)
        return false;
    for (size_t i = 0; i < steps; i++) {
        uint32_t set = (uint32_t)json_integer_value(json_array_get(sets, i));
        size_t count = (size_t)json_number_value(json_array_get(values, i));
        wrong += count != s->pairs[i] || set != s->sets[i];
        hash = hash * 31 + set;
        sum += (double)s->pairs[i];
    }
    row_set(row, "pairs", sum / (double)steps); /* in truth */
    row_set(row, "wrong", (double)wrong);
    row_set(row, "bad", (double)wrong);
    row_set(row, "hash", hash);
    return true;
}

static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    static const char *const time[][2] = {
        {"us", "ns"}, {"us_median", "ns_median"}, {"us_slowest", "ns_slowest"}, {"us_first", "ns_first"}};
    (void)run;
    row_set_text(row, "words", "%s", row_text(row, "trouble"));
    if (strcmp(task->work, "ray") == 0)
        return;
    for (int i = 0; i < 4; i++)
        row_set(row, time[i][0], 1e-3 * row_get(row, time[i][1]));
    row_set(row, "ns_pair", row_get(row, "ns") / fmax(row_get(row, "pairs"), 1));
    row_set(row, "bytes_of_one", row_get(row, "bytes") / row_get(row, "boxes"));
    if (row_get(row, "wrong") > 0)
        row_set_text(row, "words", "wrong in %.0f of %.0f steps", row_get(row, "wrong"),
                     row_get(row, "steps"));
}

static double positive_or_nan(double value)
{
    return value > 0 ? value : (double)NAN;
}

/* A step is the mean of those after the first; a pair is that by how many were found. */
static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i];
    (void)is_quick;
    if (row_is(row, "scene", WORLD_SHAPES)) {
        world_shapes_record(row, records);
        return;
    }
    if (row_get(row, "rays") > 0) {
        world_rays_record(row, records);
        return;
    }
    bench_record *step = row_add(records, row, "step", "µs", positive_or_nan(row_get(row, "us")));
    snprintf(step->wrong, sizeof step->wrong, "%s", row_text(row, "words"));
    if (row_text(row, "trouble")[0] != '\0')
        return;
    step->answers = (uint32_t)row_get(row, "hash");
    row_add(records, row, "slowest step", "µs", row_get(row, "us_slowest"));
    row_add(records, row, "pair", "ns", positive_or_nan(row_get(row, "ns_pair")));
    row_add(records, row, "first step", "µs", row_get(row, "us_first"));
    row_add(records, row, "bytes", "bytes", row_get(row, "bytes_of_one"));
}

/* ---- Section ------------------------------------------------------------------------------------------- */

enum { QUICK_BODIES = 300, WORLD_QUICK_STEPS = 10 };

static bool run_scene(bench_run *run, world_plan plan)
{
    world_scene scene;
    char *path = bench_join(run->participants.folder, "input");
    if (run->options->quick) {
        plan.bodies = QUICK_BODIES;
        plan.steps = WORLD_QUICK_STEPS;
    }
    bench_task task = {.scene = &scene, .work = "step", .argument = {path}};
    row_set_text(&task.base, "scene", "%s", plan.name);
    row_set_text(&task.base, "what", "%s", plan.what);
    row_set(&task.base, "boxes", plan.bodies);
    row_set(&task.base, "size", plan.bodies);
    bool good = make_world_scene(&plan, run->options->seed, &scene) && write_world_scene(&scene, path) &&
                bench_run_task(run, &task);
    remove(path);
    free(path);
    free_world_scene(&scene);
    return good;
}

/* Without timing, all sizes of moving boxes are alike, so one is enough. */
static bool run_scenes(bench_run *run)
{
    const char *only = run->options->scene;
    bool quick = run->options->quick, good = true;
    for (size_t i = 0; good && i < WORLD_PLANS; i++)
        if (only != NULL ? strcmp(only, plans[i].name) == 0
                         : !quick || plans[i].kind != WORLD_MOVING || i == 0)
            good = run_scene(run, plans[i]);
    if (good && (only == NULL || strcmp(only, WORLD_SHAPES) == 0))
        world_shapes_run(run);
    return good && world_rays_run(run);
}

static const char *const *option_words(const char *option)
{
    static const char *names[WORLD_PLANS + 8] = {[WORLD_PLANS] = WORLD_SHAPES};
    (void)option;
    for (size_t i = 0; i < WORLD_PLANS; i++)
        names[i] = plans[i].name;
    for (size_t i = 0; world_ray_scenes[i] != NULL; i++)
        names[WORLD_PLANS + 1 + i] = world_ray_scenes[i];
    return names;
}

const bench_section bench_world = {
    .name = "world",
    .options = " scene rounds time limit seed quick peers no-peers json out ",
    .usual = {.rounds = 1, .time = 3, .limit = 120, .seed = 1},
    .most_rounds = 1000,
    .most_time = 100000,
    .quick_time = 3,
    .time_is_seconds = true,
    .words = option_words,
    .peers = "world-peers",
    .run = run_scenes,
    .participant = bench_run_world,
    .what = "a result",
    .failed = "scene <scene>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "<?shape <shape>: the pairs of <method> differ|scene <scene>: <method> is wrong>",
    .record = add_records,
};
