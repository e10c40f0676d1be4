/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench motion: compares Farkas with FCL on the same meshes and poses in the same run: a workcell step by step, an arm in random
 * poses, the first contact of two bodies, and whole sweeps (motion_lines.h).
 *
 * The expected answer of a step is the verdict on each pair alone, without the caches of a world. That of a first contact is the proved
 * interval, with a tolerance a thousand times smaller than that of the participant. */

#include "base/pose.h"
#include "bench/motion_lines.h"
#include "bench/robots_scene.h"
#include "cli.h"
#include "farkas/scene.h"
#include "mesh_file.h"
#include "gen/generate.h"
#include "peers/motion_participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum motion_kind {
    MOTION_WORKCELL, /* the sample workcell, step by step along its motion: contacts, or what is too close */
    MOTION_ARM,      /* its arm alone, in random poses */
    MOTION_FIRST,    /* two knots that come from far and turn: when they first meet */
    MOTION_NEAR,     /* the same two, shortly before that: how far apart they are */
    MOTION_FAR,      /* two knots that turn and pass far from each other */
    MOTION_SWEEP,    /* the motion of the workcell as a whole */
    MOTION_LINES     /* lines of the robots of --data */
} motion_kind;

typedef struct motion_plan {
    const char *name;
    motion_kind kind;
    const char *work;
    const char *question, *what; /* the same in words, and of what */
    uint32_t triangles;          /* of a mesh, about */
    uint32_t steps;              /* of two knots, twice the motions */
} motion_plan;

static const motion_plan plans[] = {
    {"workcell", MOTION_WORKCELL, "step", "contacts", "workcell", 1000, 600},
    {"clearance", MOTION_WORKCELL, "close", "closer than 10 mm", "workcell", 1000, 600},
    {"arm", MOTION_ARM, "valid", "any contact", "arm", 1000, 2000},
    {"first-1k", MOTION_FIRST, "first", "first contact", "two knots", 1000, 40},
    {"first-3k", MOTION_FIRST, "first", "first contact", "two knots", 3000, 40},
    {"first-10k", MOTION_FIRST, "first", "first contact", "two knots", 10000, 40},
    {"first-30k", MOTION_FIRST, "first", "first contact", "two knots", 30000, 40},
    {"near-1k", MOTION_NEAR, "distance", "distance", "two knots", 1000, 40},
    {"near-3k", MOTION_NEAR, "distance", "distance", "two knots", 3000, 40},
    {"near-10k", MOTION_NEAR, "distance", "distance", "two knots", 10000, 40},
    {"near-30k", MOTION_NEAR, "distance", "distance", "two knots", 30000, 40},
    {"far-1k", MOTION_FAR, "first", "far apart", "two knots", 1000, 40},
    {"far-10k", MOTION_FAR, "first", "far apart", "two knots", 10000, 40},
    {"far-100k", MOTION_FAR, "first", "far apart", "two knots", 100000, 40},
    {.name = "sweep", .kind = MOTION_SWEEP},
    {.name = "lines", .kind = MOTION_LINES},
};

enum { MOTION_PLANS = sizeof plans / sizeof plans[0] };

typedef struct motion_scene {
    motion_plan plan;
    motion_input input; /* what the file holds */
    size_t questions;
    /* The truth of each question: how many pairs meet, and which; whether any does; the first time that they
     * surely meet, or 2, with the time until which they surely do not; the distance. */
    double *value, *low;
    uint32_t *set;
} motion_scene;

/* Tolerances: of first contacts, as a fraction of the motion; of distances, absolute, as sizes are about 1. */
#define TIME_ERROR     1e-3
#define DISTANCE_ERROR 1e-6

/* Of the workcell, in mm. */
#define CLEARANCE 10

static bool check_status(fk_status status)
{
    if (status != FK_OK)
        cli_trouble("%s", fk_status_text(status));
    return status == FK_OK;
}

/* ---- Building ------------------------------------------------------------------------------------------ */

/* Lists that grow, before they become those of the scene. */
typedef struct motion_maker {
    fk_context *context;
    motion_scene *scene;
    motion_mesh *mesh;
    fk_vec3 *point;
    fk_triangle *triangle;
    uint32_t *body;
    fk_index_pair *pair;
    motion_place *place;
} motion_maker;

/* A body with a mesh of its own. */
static void add_mesh_body(motion_maker *m, const fk_mesh *mesh)
{
    motion_head *h = &m->scene->input.head;
    m->mesh = bench_resize(m->mesh, (size_t)h->meshes + 1, sizeof *m->mesh);
    m->body = bench_resize(m->body, (size_t)h->bodies + 1, sizeof *m->body);
    m->point = bench_resize(m->point, (size_t)h->points + mesh->vertex_count, sizeof *m->point);
    m->triangle = bench_resize(m->triangle, (size_t)h->triangles + mesh->triangle_count, sizeof *m->triangle);
    memcpy(m->point + h->points, mesh->point, mesh->vertex_count * sizeof *m->point);
    memcpy(m->triangle + h->triangles, mesh->triangle, mesh->triangle_count * sizeof *m->triangle);
    m->mesh[h->meshes] = (motion_mesh){h->points, mesh->vertex_count, h->triangles, mesh->triangle_count};
    m->body[h->bodies++] = h->meshes++;
    h->points += mesh->vertex_count;
    h->triangles += mesh->triangle_count;
}

static void add_body_pair(motion_maker *m, uint32_t a, uint32_t b)
{
    motion_head *h = &m->scene->input.head;
    m->pair = bench_resize(m->pair, (size_t)h->pairs + 1, sizeof *m->pair);
    m->pair[h->pairs++] = (fk_index_pair){a, b};
}

static void finish_input(motion_maker *m)
{
    motion_input *in = &m->scene->input;
    memcpy(in->head.magic, MOTION_MAGIC, sizeof in->head.magic);
    in->mesh = m->mesh;
    in->point = m->point;
    in->triangle = m->triangle;
    in->body = m->body;
    in->pair = m->pair;
    in->place = m->place;
}

static motion_place make_place(const fk_pose *pose)
{
    motion_place out = {.xyz = pose->translation};
    fk_pose_quat_xyzw(pose, out.quat_xyzw);
    return out;
}

/* ---- Workcell and arm ---------------------------------------------------------------------------------- */

/* Adds a box of the workcell as a mesh, which all participants support. */
static bool add_box_part(motion_maker *m, const fk_scene_part *part)
{
    if (part->mesh != NULL) {
        add_mesh_body(m, part->mesh);
        return true;
    }
    fk_vec3 corner[8];
    const fk_cell *cell = &part->piece.as.cell;
    for (int i = 0; i < 8; i++) {
        corner[i] = cell->origin;
        for (int k = 0; k < 3; k++)
            if (i >> k & 1)
                corner[i] = fk_vec3_add(corner[i], cell->edge[k]);
    }
    fk_hull *hull = NULL;
    fk_model *model = NULL;
    static const char *const name[] = {"box"};
    bool good = part->piece.kind == FK_KIND_BOX &&
                check_status(fk_hull_build(m->context, corner, 8, &hull)) &&
                check_status(hull_model_build(m->context, &hull, name, 1, &model));
    if (good)
        add_mesh_body(m, &model->part[0]);
    fk_model_free(m->context, model);
    fk_hull_free(m->context, hull);
    return good;
}

/* Adds the pairs that no rule of the scene excludes. */
static void add_pairs(motion_maker *m, const fk_scene *scene, uint32_t first, uint32_t count)
{
    for (uint32_t a = first; a < first + count; a++)
        for (uint32_t b = a + 1; b < first + count; b++)
            if (fk_scene_ignores(scene, a, b) == NULL)
                add_body_pair(m, a - first, b - first);
}

static fk_pose part_pose(const fk_scene_part *part, const fk_motion *motion, double time)
{
    fk_pose frame = fk_motion_pose(motion, part->frame, time);
    return fk_pose_multiply(&frame, &part->pose);
}

static bool place_workcell(motion_maker *m, const fk_scene *scene)
{
    const motion_head *h = &m->scene->input.head;
    fk_motion *motion = NULL;
    if (!check_status(fk_motion_create(m->context, scene->frame, scene->frame_count, scene->track,
                                       scene->track_count, &motion)))
        return false;
    fk_interval span = fk_motion_span(motion);
    for (uint32_t i = 0; i < h->steps; i++)
        for (uint32_t k = 0; k < h->bodies; k++) {
            double time = span.lo + (span.hi - span.lo) * i / h->steps;
            fk_pose pose = part_pose(&scene->part[k], motion, time);
            m->place[(size_t)i * h->bodies + k] = make_place(&pose);
        }
    fk_motion_free(m->context, motion);
    return true;
}

/* Random values of all joints, within their limits. */
static bool place_arm(motion_maker *m, const fk_scene *scene, uint64_t seed)
{
    const motion_head *h = &m->scene->input.head;
    const fk_scene_robot *arm = &scene->robot[0];
    const fk_robot *robot = arm->robot;
    fk_random random = fk_random_make(seed);
    bool good = true;
    for (uint32_t i = 0; good && i < h->steps; i++) {
        double time = 0, value[16] = {0};
        for (uint32_t v = 0; v < robot->variable_count && v < 16; v++) {
            const fk_robot_joint *joint = &robot->joint[robot->variable[v]];
            value[v] = fk_random_between(&random, joint->lower, joint->upper);
        }
        fk_track track = {robot->variable_count, 1, &time, value};
        fk_motion *motion = NULL;
        good = arm->track == 0 && check_status(fk_motion_create(m->context, scene->frame, scene->frame_count,
                                                                &track, 1, &motion));
        for (uint32_t k = 0; good && k < h->bodies; k++) {
            fk_pose pose = part_pose(&scene->part[arm->first_part + k], motion, 0);
            m->place[(size_t)i * h->bodies + k] = make_place(&pose);
        }
        fk_motion_free(m->context, motion);
    }
    return good;
}

static bool make_cell(motion_maker *m, uint64_t seed, const char *folder)
{
    motion_head *h = &m->scene->input.head;
    bool is_arm = m->scene->plan.kind == MOTION_ARM;
    char *path = bench_join(folder, "cell.json");
    fk_scene *scene = NULL;
    fk_scene_report report;
    bool good = sample_workcell_write(m->context, folder) &&
                check_status(fk_scene_load(m->context, path, NULL, &report, &scene));
    uint32_t first = good && is_arm ? scene->robot[0].first_part : 0;
    uint32_t count = !good ? 0 : is_arm ? scene->robot[0].robot->shape_count : scene->part_count;
    for (uint32_t i = 0; good && i < count; i++)
        good = add_box_part(m, &scene->part[first + i]);
    if (good) {
        add_pairs(m, scene, first, count);
        m->place = bench_allocate((size_t)h->steps * h->bodies, sizeof *m->place);
        good = is_arm ? place_arm(m, scene, seed) : place_workcell(m, scene);
    }
    fk_scene_free(m->context, scene);
    robots_folder_remove(folder);
    free(path);
    return good;
}

/* ---- Two knots ----------------------------------------------------------------------------------------- */

/* The first comes from outside and goes through the place of the second, which turns, or passes at four times its size. */
static void place_knots(motion_maker *m, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    for (uint32_t i = 0; i < m->scene->input.head.steps; i++) {
        motion_place *place = &m->place[(size_t)i * 2];
        for (int k = 0; k < 2; k++)
            bench_draw_in_ball(&random, 4, place[k].quat_xyzw);
        double y = fk_random_between(&random, -0.3, 0.3), x = fk_random_between(&random, -0.3, 0.3);
        if (m->scene->plan.kind == MOTION_FAR)
            x += 4;
        place[0].xyz = fk_vec3_make(x, y, i % 2 == 0 ? 2 : -2);
    }
}

/* Two bodies that move from one step to the next. */
typedef struct knot_motion {
    fk_motion *motion;
    fk_moving body[2];
} knot_motion;

/* When they surely have not met, and when they surely have; 2: never. */
static bool find_first(const motion_maker *m, const knot_motion *w, double *low, double *high)
{
    fk_motion_options options = fk_motion_options_default(w->motion, &w->body[0], &w->body[1]);
    fk_motion_answer *answer;
    options.wants_all = false;
    options.tolerance /= 1024;
    if (!check_status(fk_motion_contacts(m->context, w->motion, &w->body[0], &w->body[1], &options, &answer)))
        return false;
    *low = *high = 2;
    if (answer->stretch_count > 0) {
        *low = answer->stretch[0].enter.lo;
        if (answer->stretch[0].kind == FK_STRETCH_MEETS)
            *high = answer->stretch[0].enter.hi;
    }
    fk_motion_answer_free(m->context, answer);
    return true;
}

/* The truth of two knots; of MOTION_NEAR, their place shortly before, which takes that of the even step. */
static bool find_knot_truth(motion_maker *m, fk_collider *const collider[2])
{
    motion_scene *s = m->scene;
    for (uint32_t i = 0; i < s->questions; i++) {
        knot_motion w = {0};
        bool good =
            check_status(bench_motion_between(m->context, &m->place[(size_t)i * 4],
                                              &m->place[(size_t)i * 4 + 2], collider, w.body, &w.motion)) &&
            find_first(m, &w, &s->low[i], &s->value[i]);
        if (good && s->plan.kind == MOTION_NEAR) {
            fk_placed_collider at[2];
            fk_collider_distance distance;
            for (uint32_t k = 0; k < 2; k++) {
                at[k] = (fk_placed_collider){collider[k],
                                             fk_motion_pose(w.motion, k, fmin(s->low[i], 1) - 0.002)};
                m->place[(size_t)i * 4 + k] = make_place(&at[k].pose);
            }
            good = check_status(fk_collider_measure(m->context, &at[0], &at[1], INFINITY, &distance));
            s->low[i] = good ? distance.distance.lo : 0;
            s->value[i] = good ? distance.distance.hi : 0;
        }
        fk_motion_free(m->context, w.motion);
        if (!good)
            return false;
    }
    return true;
}

static bool make_knots(motion_maker *m, uint64_t seed)
{
    fk_generate_options options = {.triangles = m->scene->plan.triangles, .size = 1};
    fk_model *model = NULL;
    fk_collider *collider[2] = {NULL, NULL};
    bool good = check_status(fk_generate(m->context, fk_generate_find("trefoil"), &options, &model));
    for (int i = 0; good && i < 2; i++) {
        add_mesh_body(m, &model->part[0]);
        good = check_status(fk_collider_of_mesh(m->context, &model->part[0], NULL, &collider[i]));
    }
    if (good) {
        add_body_pair(m, 0, 1);
        m->place = bench_allocate((size_t)m->scene->input.head.steps * 2, sizeof *m->place);
        place_knots(m, seed);
        good = find_knot_truth(m, collider);
    }
    fk_collider_free(m->context, collider[0]);
    fk_collider_free(m->context, collider[1]);
    fk_model_free(m->context, model);
    return good;
}

/* ---- The truth of steps -------------------------------------------------------------------------------- */

static bool find_step_truth(const motion_maker *m, fk_collider *const *collider)
{
    motion_scene *s = m->scene;
    const motion_input *in = &s->input;
    for (uint32_t i = 0; i < in->head.steps; i++)
        for (uint32_t p = 0; p < in->head.pairs; p++) {
            fk_placed_collider at[2];
            fk_verdict verdict;
            for (int k = 0; k < 2; k++) {
                uint32_t body = k == 0 ? in->pair[p].a : in->pair[p].b;
                const motion_place *place = &in->place[(size_t)i * in->head.bodies + body];
                at[k].collider = collider[body];
                if (!check_status(fk_pose_from_quat_xyzw(place->xyz, place->quat_xyzw, &at[k].pose)))
                    return false;
            }
            if (!check_status(fk_collider_verdict(m->context, &at[0], &at[1], NULL, &verdict)))
                return false;
            fk_collider_distance distance = {.distance = {INFINITY, INFINITY}};
            if (verdict == FK_APART && in->head.level > 0 &&
                !check_status(fk_collider_measure(m->context, &at[0], &at[1], INFINITY, &distance)))
                return false;
            if (verdict == FK_APART && distance.distance.hi >= in->head.level)
                continue;
            s->value[i] += 1;
            s->set[i] += bench_mix(in->pair[p].a, in->pair[p].b);
        }
    return true;
}

static bool find_steps(const motion_maker *m)
{
    const motion_input *in = &m->scene->input;
    fk_mesh *mesh = bench_allocate(in->head.bodies, sizeof *mesh);
    fk_collider **collider = bench_allocate(in->head.bodies, sizeof *collider);
    bool good = true;
    for (uint32_t i = 0; good && i < in->head.bodies; i++) {
        const motion_mesh *from = &in->mesh[in->body[i]];
        mesh[i] = (fk_mesh){from->points,
                            from->triangles,
                            in->point + from->first_point,
                            in->triangle + from->first_triangle,
                            "",
                            0};
        good = check_status(fk_collider_of_mesh(m->context, &mesh[i], NULL, &collider[i]));
    }
    good = good && find_step_truth(m, collider);
    for (uint32_t i = 0; i < in->head.bodies; i++)
        fk_collider_free(m->context, collider[i]);
    free(collider);
    free(mesh);
    return good;
}

/* ---- Scenes -------------------------------------------------------------------------------------------- */

/* Makes a scene; `folder` is for the files of the workcell. False after a message. The caller frees the scene in any case. */
static bool make_motion_scene(fk_context *context, const motion_plan *plan, uint64_t seed, const char *folder,
                              motion_scene *out)
{
    bool is_way = plan->kind != MOTION_WORKCELL && plan->kind != MOTION_ARM;
    memset(out, 0, sizeof *out);
    out->plan = *plan;
    out->input.head.steps = plan->steps;
    out->input.head.level = strcmp(plan->work, "close") == 0 ? CLEARANCE : 0;
    out->questions = is_way ? plan->steps / 2 : plan->steps;
    out->value = bench_allocate(out->questions, sizeof *out->value);
    out->low = bench_allocate(out->questions, sizeof *out->low);
    out->set = bench_allocate(out->questions, sizeof *out->set);
    motion_maker m = {.context = context, .scene = out};
    bool good = is_way ? make_knots(&m, seed) : make_cell(&m, seed, folder);
    finish_input(&m);
    return good && (is_way || find_steps(&m));
}

static void free_motion_scene(motion_scene *scene)
{
    const motion_input *in = &scene->input;
    const void *const block[] = {in->mesh,  in->point,    in->triangle, in->body,  in->pair,
                                 in->place, scene->value, scene->low,   scene->set};
    for (size_t i = 0; i < sizeof block / sizeof block[0]; i++)
        free((void *)(uintptr_t)block[i]);
}

/* Writes the file that participants read; false after a message. */
static bool write_motion_scene(const motion_scene *scene, const char *path)
{
    const motion_input *in = &scene->input;
    const motion_head *h = &in->head;
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fwrite(h, sizeof *h, 1, file.stream);
    fwrite(in->mesh, sizeof *in->mesh, h->meshes, file.stream);
    fwrite(in->point, sizeof *in->point, h->points, file.stream);
    fwrite(in->triangle, sizeof *in->triangle, h->triangles, file.stream);
    fwrite(in->body, sizeof *in->body, h->bodies, file.stream);
    fwrite(in->pair, sizeof *in->pair, h->pairs, file.stream);
    fwrite(in->place, sizeof *in->place, (size_t)h->steps * h->bodies, file.stream);
    return cli_file_commit(&file);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static double read_answer_number(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

/* Pairs that meet, whether any does, a first time or a distance. */
static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    if (task->prefix != NULL)
        return motion_lines_check(line, task, row);
    const motion_scene *s = task->scene;
    const json_t *values = json_object_get(line, "values"), *sets = json_object_get(line, "sets");
    bool is_step = s->plan.kind == MOTION_WORKCELL, is_valid = s->plan.kind == MOTION_ARM;
    bool is_first = s->plan.kind == MOTION_FIRST || s->plan.kind == MOTION_FAR;
    double wrong = 0, missed = 0, hits = 0, error = is_first ? TIME_ERROR : DISTANCE_ERROR;
    uint32_t hash = 0;
    if (json_array_size(is_step ? sets : values) != s->questions ||
        json_array_size(json_object_get(line, "ns")) == 0)
        return false;
    for (size_t i = 0; i < s->questions; i++) {
        double value = read_answer_number(values, i);
        uint32_t set = is_step ? (uint32_t)json_integer_value(json_array_get(sets, i)) : value > 0;
        if (is_step || is_valid) {
            uint32_t truth = is_step ? s->set[i] : s->value[i] > 0;
            wrong += set != truth;
            missed += set == 0 && truth != 0;
            hash = hash * 31 + set;
            hits += s->value[i] > 0;
        } else {
            wrong += !(value >= s->low[i] - error && value <= s->value[i] + error);
            missed += is_first && value > 1 && s->value[i] <= 1;
            hits += is_first && s->value[i] <= 1;
        }
    }
    row_set(row, "wrong", wrong);
    row_set(row, "bad", wrong);
    row_set(row, "missed", missed);
    row_set(row, "yes", hits);
    row_set(row, "hash", hash);
    return true;
}

static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    double wrong = row_get(row, "wrong"), missed = row_get(row, "missed");
    (void)run;
    if (task->prefix != NULL) {
        motion_lines_finish(row);
        return;
    }
    row_copy_time(row, "us", "ns", 1e-3);
    row_set_text(row, "words", "%s", row_text(row, "trouble"));
    if (wrong > 0 && missed > 0)
        row_set_text(row, "words", "%.0f wrong, %.0f of them missed", wrong, missed);
    else if (wrong > 0)
        row_set_text(row, "words", "%.0f wrong", wrong);
}

static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i];
    (void)is_quick;
    if (row_get(row, "lines") > 0) {
        motion_lines_record(row, records);
        return;
    }
    bench_record *out = row_add_time(records, row, row_text(row, "question"), "µs", "us", 1);
    snprintf(out->wrong, sizeof out->wrong, "%s", row_text(row, "words"));
    out->answers = (uint32_t)row_get(row, "hash");
}

/* ---- Section ------------------------------------------------------------------------------------------- */

enum { MOTION_QUICK_STEPS = 10, MOTION_QUICK_TRIANGLES = 300 };

static bool run_scene(bench_run *run, fk_context *context, motion_plan plan)
{
    if (plan.kind == MOTION_SWEEP)
        return motion_lines_run_workcell(run, context);
    if (plan.kind == MOTION_LINES)
        return motion_lines_run(run, context);
    motion_scene scene;
    char *path = bench_join(run->participants.folder, "input"),
         *cell = bench_join(run->participants.folder, "cell");
    if (run->options->quick) {
        plan.steps = MOTION_QUICK_STEPS;
        plan.triangles = MOTION_QUICK_TRIANGLES;
    }
    bench_task task = {.scene = &scene, .work = plan.work, .argument = {path}};
    bool good = make_motion_scene(context, &plan, run->options->seed, cell, &scene) &&
                write_motion_scene(&scene, path);
    row_set_text(&task.base, "scene", "%s", plan.name);
    row_set_text(&task.base, "work", "%s", plan.work);
    row_set_text(&task.base, "question", "%s", plan.question);
    row_set_text(&task.base, "what", "%s", plan.what);
    row_set(&task.base, "size", plan.triangles);
    row_set(&task.base, "triangles", scene.input.head.triangles);
    row_set(&task.base, "questions", (double)scene.questions);
    good = good && bench_run_task(run, &task);
    remove(path);
    free(path);
    free(cell);
    free_motion_scene(&scene);
    return good;
}

/* Without timing, all sizes of knots are alike, so one is enough. */
static bool run_scenes(bench_run *run)
{
    const char *only = run->options->scene;
    fk_context *context = cli_context_create();
    bool good = context != NULL;
    for (size_t i = 0; good && i < MOTION_PLANS; i++)
        if (only != NULL ? strcmp(only, plans[i].name) == 0
                         : !run->options->quick || plans[i].triangles <= 1000)
            good = run_scene(run, context, plans[i]);
    if (context != NULL)
        fk_context_destroy(context);
    return good;
}

static const char *const *option_words(const char *option)
{
    static const char *names[MOTION_PLANS + 1];
    (void)option;
    for (size_t i = 0; i < MOTION_PLANS; i++)
        names[i] = plans[i].name;
    return names;
}

const bench_section bench_motion = {
    .name = "motion",
    .options = " data scene rounds time limit seed quick peers no-peers json out ",
    .usual = {.rounds = 3, .time = 500, .limit = 600, .seed = 1},
    .most_rounds = 1000,
    .most_time = 100000,
    .words = option_words,
    .peers = "motion-peers",
    .run = run_scenes,
    .participant = bench_run_motion,
    .what = "a result",
    .failed = "scene <scene>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "scene <scene>: <method> is wrong",
    .record = add_records,
};
