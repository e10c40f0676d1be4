/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The sweeps of `farkas bench motion`, see motion_lines.h. DIR/ROBOT/states.tsv has the starts and goals of the scenes: a line of names,
 * "scene", "state" and joints among them, then values.
 *
 * The truth is that of samples, by the verdict on each pair alone: where one meets, a line must have met by then; and where a line is said
 * to meet first, it must. */

#include "bench/motion_lines.h"
#include "bench/robots_scene.h"
#include "cli.h"
#include "gen/generate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SAMPLES = 100, LINE_QUICK_SAMPLES = 10, LINE_QUICK_SCENES = 2, CELL_SAMPLES = 600 };

/* What is swept, and its truth. */
typedef struct line_truth {
    size_t lines, samples; /* of each line */
    bool *meets;           /* of sample k of line i: i * samples + k */
    double from, to;       /* times of the first and the last sample */
    bool *has_clash;       /* of each line, once Farkas has found it */
    /* Whether a line meets at a time. */
    bool (*test)(const void *user, size_t line, double time);
    const void *user;
} line_truth;

static bool check_status(fk_status status)
{
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return status == FK_OK;
}

static bool run_work(bench_run *run, const char *name, const char *work, const char *question, char *path,
                     const bench_row *base, const line_truth *truth)
{
    bench_task task = {.base = *base, .scene = truth, .work = work, .prefix = "lines-", .argument = {path}};
    row_set_text(&task.base, "scene", "%s", name);
    row_set_text(&task.base, "what", "%s", name);
    row_set_text(&task.base, "question", "%s", question);
    row_set(&task.base, "lines", (double)truth->lines);
    row_set(&task.base, "samples", (double)truth->samples);
    row_set(&task.base, "is_state", strcmp(work, "state") == 0);
    return bench_run_task(run, &task);
}

/* ---- Lines of robots ----------------------------------------------------------------------------------- */

/* The ends of the line of a scene. */
typedef struct line_ends {
    const char *states; /* the file */
    char scene[128];
    double end[2][32];
} line_ends;

static uint32_t count_samples(const bench_options *options)
{
    return options->quick ? LINE_QUICK_SAMPLES : LINE_SAMPLES;
}

static bool draw_sample(robots_maker *m, const fk_robot *robot, uint32_t state, double *value)
{
    line_ends *ends = m->user;
    double t = (double)state / (count_samples(m->options) - 1);
    if (robot->variable_count > 32)
        return cli_refuse("a robot with more than 32 joints");
    if (state == 0 && (!robots_read_state(ends->states, ends->scene, "start", robot, ends->end[0]) ||
                       !robots_read_state(ends->states, ends->scene, "goal", robot, ends->end[1])))
        return false;
    for (uint32_t k = 0; k < robot->variable_count; k++)
        value[k] = t < 1 ? ends->end[0][k] + (ends->end[1][k] - ends->end[0][k]) * t : ends->end[1][k];
    return true;
}

static bool test_robot(const void *user, size_t line, double time)
{
    const robots_colliders *c = user;
    const robots_input *in = c->input;
    const robots_scene *scene = &in->scene[line];
    size_t variables = in->head.variables;
    const double ends[2] = {0, 1};
    double *value = bench_allocate(2 * variables, sizeof *value);
    fk_track track = {in->head.variables, 2, ends, value};
    fk_motion *motion;
    fk_pose *link = bench_allocate(in->head.links, sizeof *link);
    memcpy(value, in->value + scene->first_state * variables, variables * sizeof *value);
    memcpy(value + variables, in->value + (scene->first_state + scene->states - 1) * variables,
           variables * sizeof *value);
    bench_check_status(fk_motion_create(c->context, in->frame, in->head.frames, &track, 1, &motion));
    robots_place_links(in, motion, time, link);
    bool meets = robots_find_meets(c, scene, link);
    fk_motion_free(c->context, motion);
    free(link);
    free(value);
    return meets;
}

static bool run_works(bench_run *run, robots_maker *m, const char *name)
{
    const robots_head *h = &m->input.head;
    robots_colliders colliders = robots_colliders_build(m->context, &m->input);
    char *path = bench_join(run->participants.folder, "input");
    bench_row base = {.fields = 0};
    line_truth truth = {.lines = h->scenes,
                        .samples = count_samples(run->options),
                        .meets = bench_allocate(h->states, sizeof *truth.meets),
                        .to = 1,
                        .has_clash = bench_allocate(h->scenes, sizeof *truth.has_clash),
                        .test = test_robot,
                        .user = &colliders};
    cli_file file;
    bool good = cli_file_create(&file, path);
    if (good) {
        robots_input_write(&m->input, file.stream);
        good = cli_file_commit(&file);
    }
    for (size_t i = 0; i < h->states; i++)
        truth.meets[i] =
            robots_find_meets(&colliders, &m->input.scene[i / truth.samples], m->input.pose + i * h->links);
    row_set(&base, "triangles", h->triangles);
    row_set(&base, "pairs", (double)h->pairs / h->scenes);
    good = good && run_work(run, name, "sweep", "whole sweep", path, &base, &truth) &&
           run_work(run, name, "earliest", "first clash", path, &base, &truth) &&
           run_work(run, name, "state", "first clash", path, &base, &truth);
    remove(path);
    free(path);
    free(truth.meets);
    free(truth.has_clash);
    robots_colliders_free(&colliders);
    return good;
}

static bool run_robot(bench_run *run, fk_context *context, const robots_plan *plan, bool is_first)
{
    char *states = bench_join(plan->folder, "states.tsv");
    line_ends ends = {.states = states};
    robots_maker m = {.context = context, .options = run->options, .draw = draw_sample, .user = &ends};
    size_t scenes =
        run->options->quick && plan->scenes > LINE_QUICK_SCENES ? LINE_QUICK_SCENES : plan->scenes;
    bool good = true;
    (void)is_first;
    for (size_t i = 0; good && i < scenes; i++) {
        robots_copy_scene_name(plan->scene[i], ends.scene, sizeof ends.scene);
        good = robots_add_scene(&m, plan, plan->scene[i], count_samples(run->options));
    }
    good = good && run_works(run, &m, plan->name);
    robots_maker_free(&m);
    free(states);
    return good;
}

bool motion_lines_run(bench_run *run, fk_context *context)
{
    if (run->options->data != NULL)
        return robots_run_data(run, context, run_robot);
    cli_note("without --data there are no robots, and no lines of them");
    return true;
}

/* ---- The sample workcell ------------------------------------------------------------------------------- */

typedef struct cell_test {
    fk_parts *parts;
    fk_checker *checker;
    fk_pose *pose;
} cell_test;

static bool test_cell(const void *user, size_t line, double time)
{
    const cell_test *c = user;
    bool clashes;
    (void)line;
    fk_parts_move(c->parts, time);
    for (uint32_t i = 0; i < c->parts->count; i++)
        c->pose[i] = c->parts->part[i].pose;
    bench_check_status(fk_checker_clashes(c->checker, c->pose, &clashes));
    return clashes;
}

static bool run_cell(bench_run *run, fk_context *context, char *path)
{
    fk_scene *scene = NULL;
    fk_scene_report report;
    cell_test cell = {NULL, NULL, NULL};
    fk_check_options options = fk_check_options_default();
    bool meets[CELL_SAMPLES], has_clash[1] = {false};
    bench_row base = {.fields = 0};
    if (!check_status(fk_scene_load(context, path, NULL, &report, &scene)))
        return false;
    fk_scene_rules rules = {.scene = scene};
    options.select = fk_scene_rules_select;
    options.user = &rules;
    bool good = check_status(fk_parts_create(context, scene, &cell.parts)) &&
                check_status(
                    fk_checker_create(context, cell.parts->part, cell.parts->count, &options, &cell.checker));
    if (good) {
        fk_interval span = fk_motion_span(cell.parts->motion);
        line_truth truth = {1, CELL_SAMPLES, meets, span.lo, span.hi, has_clash, test_cell, &cell};
        cell.pose = bench_allocate(cell.parts->count, sizeof *cell.pose);
        for (size_t i = 0; i < CELL_SAMPLES; i++)
            meets[i] = test_cell(&cell, 0, span.lo + (span.hi - span.lo) * (double)i / (CELL_SAMPLES - 1));
        row_set(&base, "pairs", (double)cell.parts->count * (cell.parts->count - 1) / 2);
        good = run_work(run, "workcell", "sweep", "whole sweep", path, &base, &truth) &&
               run_work(run, "workcell", "earliest", "first clash", path, &base, &truth);
    }
    free(cell.pose);
    fk_checker_free(context, cell.checker);
    fk_parts_free(context, cell.parts);
    fk_scene_free(context, scene);
    return good;
}

bool motion_lines_run_workcell(bench_run *run, fk_context *context)
{
    char *folder = bench_join(run->participants.folder, "cell"), *path = bench_join(folder, "cell.json");
    bool good = sample_workcell_write(context, folder) && run_cell(run, context, path);
    robots_folder_remove(folder);
    free(folder);
    free(path);
    return good;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

/* The time of the first sample of a line that meets. */
static double find_sample(const line_truth *truth, size_t line)
{
    for (size_t k = 0; k < truth->samples; k++)
        if (truth->meets[line * truth->samples + k])
            return truth->from + (truth->to - truth->from) * (double)k / (double)(truth->samples - 1);
    return LINE_NEVER;
}

/* Peers: how many samples are wrong, and how many lines have a clash that no sample of theirs has. */
static bool check_samples(const json_t *values, const line_truth *truth, bench_row *row)
{
    double wrong = 0, missed = 0, clashes = 0;
    for (size_t i = 0; i < truth->lines; i++) {
        bool meets = false;
        for (size_t k = i * truth->samples; k < (i + 1) * truth->samples; k++) {
            bool sample = json_number_value(json_array_get(values, k)) > 0;
            wrong += sample != truth->meets[k];
            meets = meets || sample;
        }
        clashes += truth->has_clash[i];
        missed += truth->has_clash[i] && !meets;
    }
    row_set(row, "wrong", wrong);
    row_set(row, "missed", missed);
    row_set(row, "yes", clashes);
    return json_array_size(values) == truth->lines * truth->samples;
}

bool motion_lines_check(const json_t *line, const bench_task *task, bench_row *row)
{
    const line_truth *truth = task->scene;
    const json_t *values = json_object_get(line, "values"), *sets = json_object_get(line, "sets");
    double missed = 0, invented = 0, clashes = 0;
    uint32_t hash = BENCH_HASH;
    if (json_array_size(json_object_get(line, "ns")) == 0)
        return false;
    if (strcmp(task->work, "state") == 0)
        return check_samples(values, truth, row);
    if (json_array_size(values) != truth->lines || json_array_size(sets) != truth->lines)
        return false;
    for (size_t i = 0; i < truth->lines; i++) {
        double first = json_number_value(json_array_get(values, i));
        uint32_t set = (uint32_t)json_integer_value(json_array_get(sets, i));
        bool meets = (set & LINE_MEETS) != 0, is_undecided = (set & LINE_UNDECIDED) != 0;
        truth->has_clash[i] = meets;
        clashes += meets;
        missed += !is_undecided && first > find_sample(truth, i);
        invented += meets && !truth->test(truth->user, i, first);
        hash = bench_hash(hash, set);
    }
    row_set(row, "wrong", missed + invented);
    row_set(row, "bad", missed + invented);
    row_set(row, "missed", missed);
    row_set(row, "yes", clashes);
    row_set(row, "hash", hash);
    return true;
}

void motion_lines_finish(bench_row *row)
{
    double wrong = row_get(row, "wrong"), missed = row_get(row, "missed");
    if (row_get(row, "is_state") > 0) { /* a line is all its samples */
        row_copy_time(row, "ns_mean", "ns", row_get(row, "samples"));
        row_set(row, "ns", 0);
    }
    row_set(row, "ms", row_get(row, "ns") * 1e-6);
    row_set(row, "ms_mean", row_get(row, "ns_mean") * 1e-6);
    row_set(row, "ms_largest", row_get(row, "ns_largest") * 1e-6);
    row_set_text(row, "words", "%s", row_text(row, "trouble"));
    if (row_get(row, "is_state") > 0 && (wrong > 0 || missed > 0))
        row_set_text(row, "words", "misses %.0f of %.0f clashes%s", missed, row_get(row, "yes"),
                     wrong > 0 ? ", wrong samples" : "");
    else if (wrong > 0)
        row_set_text(row, "words", "%.0f wrong, %.0f of them missed", wrong, missed);
}

void motion_lines_record(const bench_row *row, bench_records *records)
{
    static const char *const name[3][2] = {{"median", "ns"}, {"mean", "ns_mean"}, {"largest", "ns_largest"}};
    bool is_state = row_get(row, "is_state") > 0;
    for (int i = 0; i < 3; i++) {
        char work[40];
        if (is_state && i != 1)
            continue;
        snprintf(work, sizeof work, "%s, %s", row_text(row, "question"), name[i][0]);
        bench_record *out = row_add_time(records, row, work, "ms", name[i][1], 1e-6);
        snprintf(out->wrong, sizeof out->wrong, "%s", row_text(row, "words"));
        out->answers = (uint32_t)row_get(row, "hash");
    }
    if (!is_state && row_is(row, "question", "whole sweep")) {
        row_add(records, row, "undecided pairs", "", row_get(row, "undecided"));
        row_add(records, row, "stretches", "", row_get(row, "stretches"));
    }
}
