/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench plan: RRT-Connect of OMPL from the start to the goal of each scene of a robot (--data), with two checkers: proved edges of
 * Farkas, and samples of edges, each tested by FCL. How long does it take, and which paths are free?
 *
 * Each path is swept exactly, by `fk_sweep_run`, which knows only its knots. */

#include "bench/robots_scene.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_SCENES = 2 };

/* A robot in its scenes, and what its rows are about. */
typedef struct plan_case {
    fk_context *context;
    const robots_plan *plan;
    const char *folder; /* for files */
    size_t scenes;
} plan_case;

typedef struct plan_ends {
    char *states; /* the file */
    char scene[128];
} plan_ends;

/* The only state of a scene is its start, and the end of its edge the goal. */
static bool draw_start(robots_maker *m, const fk_robot *robot, uint32_t state, double *value)
{
    const plan_ends *ends = m->user;
    robots_input *in = &m->input;
    uint32_t count = in->head.variables;
    (void)state;
    in->end = bench_resize(in->end, (size_t)(in->head.ends + 1) * count, sizeof *in->end);
    double *end = in->end + (size_t)in->head.ends++ * count;
    return robots_read_state(ends->states, ends->scene, "start", robot, value) &&
           robots_read_state(ends->states, ends->scene, "goal", robot, end);
}

static bool run_case(bench_run *run, const robots_maker *m, const plan_case *about)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)run->options->seed);
    bench_task task = {.scene = about, .work = "plan", .argument = {[1] = seed}};
    row_set_text(&task.base, "scene", "%s", about->plan->name);
    row_set_text(&task.base, "what", "%s", about->plan->name);
    return robots_run_task(run, &task, &m->input);
}

static bool run_robot(bench_run *run, fk_context *context, const robots_plan *plan, bool is_first)
{
    plan_ends ends = {.states = bench_join(plan->folder, "states.tsv")};
    robots_maker m = {.context = context, .options = run->options, .draw = draw_start, .user = &ends};
    plan_case about = {context, plan, run->participants.folder,
                       run->options->quick && plan->scenes > QUICK_SCENES ? QUICK_SCENES : plan->scenes};
    bool good = true;
    (void)is_first;
    for (size_t i = 0; good && i < about.scenes; i++) {
        robots_copy_scene_name(plan->scene[i], ends.scene, sizeof ends.scene);
        good = robots_add_scene(&m, plan, plan->scene[i], 1);
    }
    good = good && run_case(run, &m, &about);
    robots_maker_free(&m);
    free(ends.states);
    return good;
}

static bool run_plan(bench_run *run)
{
    if (run->options->data == NULL) {
        cli_note("without --data there are no robots, and nothing to plan");
        return true;
    }
    if (run->participants.count == 1) {
        cli_note("there is no planner: 'make bench' builds it where OMPL and FCL are installed");
        return true;
    }
    fk_context *context = cli_context_create();
    bool good = context != NULL && robots_run_data(run, context, run_robot);
    if (context != NULL)
        fk_context_destroy(context);
    return good;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

/* Writes the knots of a path as a trajectory: one at each second. */
static bool write_path(const char *path, const fk_scene *scene, const json_t *values)
{
    const fk_robot *robot = scene->robot[0].robot;
    uint32_t count = robot->variable_count;
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fprintf(file.stream, "t");
    for (uint32_t k = 0; k < count; k++)
        fprintf(file.stream, ",%s", robot->joint[robot->variable[k]].name);
    for (size_t i = 0; i < json_array_size(values); i++) {
        const fk_robot_joint *joint = &robot->joint[robot->variable[i % count]];
        double value = json_number_value(json_array_get(values, i));
        if (i % count == 0)
            fprintf(file.stream, "\n%zu", i / count);
        fprintf(file.stream, ",%.17g",
                joint->kind == FK_JOINT_PRISMATIC ? fk_length_convert(value, scene->unit, FK_UNIT_M) : value);
    }
    fprintf(file.stream, "\n");
    return cli_file_commit(&file);
}

/* Pairs with a link, which the scene tests. */
static fk_check_rule select_links(void *user, uint32_t a, uint32_t b)
{
    const fk_scene *scene = user;
    const fk_scene_robot *robot = &scene->robot[0];
    fk_check_rule rule = fk_scene_rule(scene, a, b);
    rule.is_tested = rule.is_tested && (a - robot->first_part < robot->robot->shape_count ||
                                        b - robot->first_part < robot->robot->shape_count);
    return rule;
}

static bool load_scene(const plan_case *about, size_t index, const char *trajectory, fk_scene **out)
{
    fk_scene_options options = fk_scene_options_default();
    fk_scene_report report = {0};
    options.urdf = about->plan->urdf;
    options.srdf = about->plan->srdf;
    options.trajectory = trajectory;
    fk_status status = fk_scene_load(about->context, about->plan->scene[index], &options, &report, out);
    return status == FK_OK || cli_refuse("%s: %s", about->plan->scene[index],
                                         report.message[0] != '\0' ? report.message : fk_status_text(status));
}

/* What a sweep says of the path of a scene. False after a message. */
static bool sweep_path(const plan_case *about, size_t index, const char *trajectory, fk_workcell_state *out)
{
    fk_sweep_options options = fk_sweep_options_default();
    fk_scene *scene;
    fk_parts *parts = NULL;
    fk_sweep *found = NULL;
    if (!load_scene(about, index, trajectory, &scene))
        return false;
    options.select = select_links;
    options.user = scene;
    options.stops_at_clash = true;
    bool good =
        fk_parts_create(about->context, scene, &parts) == FK_OK &&
        fk_sweep_run(about->context, parts->motion, parts->moving, parts->count, &options, &found) == FK_OK;
    if (good)
        *out = found->clashes > 0                     ? FK_WORKCELL_COLLIDES
               : found->count[FK_CLASH_UNDECIDED] > 0 ? FK_WORKCELL_UNDECIDED
                                                      : FK_WORKCELL_FREE;
    fk_sweep_free(about->context, found);
    fk_parts_free(about->context, parts);
    fk_scene_free(about->context, scene);
    return good || cli_refuse("%s cannot be swept", about->plan->scene[index]);
}

static bool judge_path(const plan_case *about, size_t index, const json_t *values, fk_workcell_state *out)
{
    char *trajectory = bench_join(about->folder, "path.csv");
    fk_scene *scene = NULL;
    bool good = load_scene(about, index, NULL, &scene) && write_path(trajectory, scene, values) &&
                sweep_path(about, index, trajectory, out);
    fk_scene_free(about->context, scene);
    remove(trajectory);
    free(trajectory);
    return good;
}

/* Rounds give the same paths: they are swept once. */
static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    const plan_case *about = task->scene;
    const json_t *paths = json_object_get(line, "paths");
    double count[3] = {0};
    uint32_t hash = BENCH_HASH;
    if (json_array_size(paths) != about->scenes)
        return false;
    for (size_t i = 0; i < about->scenes && row_get(row, "swept") == 0; i++) {
        const json_t *path = json_array_get(paths, i);
        fk_workcell_state state = FK_WORKCELL_UNDECIDED;
        if (json_array_size(path) > 0 && !judge_path(about, i, path, &state))
            return false;
        count[state] += json_array_size(path) > 0;
        hash = bench_hash(hash, json_array_size(path) > 0 ? (uint32_t)state : 9);
    }
    if (row_get(row, "swept") > 0)
        return true;
    row_set(row, "swept", 1);
    row_set(row, "free", count[FK_WORKCELL_FREE]);
    row_set(row, "collide", count[FK_WORKCELL_COLLIDES]);
    row_set(row, "undecided", count[FK_WORKCELL_UNDECIDED]);
    row_set(row, "hash", hash);
    return true;
}

/* What Farkas calls free must be; that FCL's paths are is not promised. */
static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    (void)run, (void)task;
    row->is_ours = strncmp(row_text(row, "method"), "Farkas", strlen("Farkas")) == 0;
    row_set(row, "bad", row_get(row, "collide"));
    row_set_text(row, "words", "%s", row_text(row, "trouble"));
    if (row_get(row, "collide") > 0)
        row_set_text(row, "words", "%.0f of %.0f paths collide", row_get(row, "collide"),
                     row_get(row, "solved"));
}

static bool takes_part(const bench_participant *participant, const bench_task *task, uint64_t round,
                       bool *is_timed)
{
    (void)task, (void)round, (void)is_timed;
    return !participant->is_ours;
}

static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i];
    (void)is_quick;
    bench_record *out = row_add_time(records, row, "median", "ns", "ns", 1);
    snprintf(out->wrong, sizeof out->wrong, "%s", row_text(row, "words"));
    out->answers = (uint32_t)row_get(row, "hash");
    row_add_time(records, row, "mean", "ns", "ns_mean", 1);
    row_add(records, row, "solved", "problems", row_get(row, "solved"));
    row_add(records, row, "paths that collide", "problems", row_get(row, "collide"));
    row_add(records, row, "states", "states", row_get(row, "states"));
    row_add(records, row, "edges", "edges", row_get(row, "edges"));
}

const bench_section bench_plan = {
    .name = "plan",
    .options = " data rounds limit seed quick peers json out ",
    .usual = {.rounds = 3, .time = 1, .limit = 3600, .seed = 1},
    .most_rounds = 1000,
    .most_time = 1,
    .peers = "plan-peers",
    .run = run_plan,
    .takes_part = takes_part,
    .is_strict = true,
    .what = "paths",
    .failed = "<scene>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "<scene>: a path of <method> is not free",
    .record = add_records,
};
