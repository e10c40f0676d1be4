/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A subject as a window wants it: see view_subject.h. */

#include "view_subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A file, and when and how large it was. */
typedef struct watched {
    char *path;
    struct timespec time;
    off_t bytes;
} watched;

struct view_subject {
    fk_window_subject window; /* the first, so that it is found by its address */
    subject s;
    fk_pool *pool; /* of checks; that of the subject is for the sweep */
    fk_check_part *part;
    fk_check_kept *kept; /* by checks, which so answer while joints are moved */
    fk_window_joint *joint;
    const char **note; /* of each pair of a result that was reviewed; or NULL */
    /* The tracks of the scene, those of robots with the values of the window. */
    fk_track *track;
    size_t file_count, file_capacity;
    watched *file;
    fk_window_progress *progress;
    void *progress_user;
};

const subject *view_subject_of(const view_subject *v)
{
    return &v->s;
}

const fk_window_subject *view_subject_window(const view_subject *v)
{
    return &v->window;
}

view_subject *view_subject_of_window(const fk_window_subject *window)
{
    return window->user;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void look(watched *file)
{
    struct stat facts;
    file->bytes = -1;
    memset(&file->time, 0, sizeof file->time);
    if (stat(file->path, &facts) == 0) {
        file->bytes = facts.st_size;
        file->time = facts.st_mtim;
    }
}

/* What cannot be watched, for want of memory, is not. */
static void watch(view_subject *v, const char *path)
{
    if (path == NULL)
        return;
    for (size_t i = 0; i < v->file_count; i++)
        if (strcmp(v->file[i].path, path) == 0)
            return;
    if (v->file_count == v->file_capacity) {
        size_t more = 2 * v->file_capacity + 16;
        watched *grown = realloc(v->file, more * sizeof *grown);
        if (grown == NULL)
            return;
        v->file = grown;
        v->file_capacity = more;
    }
    watched *file = &v->file[v->file_count];
    file->path = malloc(strlen(path) + 1);
    if (file->path == NULL)
        return;
    memcpy(file->path, path, strlen(path) + 1);
    look(file);
    v->file_count++;
}

/* The files on the command line, and all that they name. */
static void watch_files(view_subject *v, const run_settings *settings)
{
    const fk_scene *scene = v->s.list.scene;
    for (int i = 0; i < settings->path_count; i++)
        watch(v, settings->path[i]);
    for (int i = 0; i < v->s.settings->path_count; i++)
        watch(v, v->s.settings->path[i]);
    watch(v, settings->part.scene);
    for (uint32_t i = 0; i < scene->file_count; i++)
        watch(v, scene->file[i].path);
    for (uint32_t i = 0; i < scene->text_file_count; i++)
        watch(v, scene->text_file[i]);
}

bool view_subject_is_changed(view_subject *v)
{
    bool is_changed = false;
    for (size_t i = 0; i < v->file_count; i++) {
        watched old = v->file[i];
        look(&v->file[i]);
        /* A file that is gone is being written anew, it seems. */
        if (v->file[i].bytes < 0)
            v->file[i] = old;
        else if (v->file[i].bytes != old.bytes || v->file[i].time.tv_sec != old.time.tv_sec ||
                 v->file[i].time.tv_nsec != old.time.tv_nsec)
            is_changed = true;
    }
    return is_changed;
}

/* ---- Joints -------------------------------------------------------------------------------------------- */

static const fk_robot_joint *joint_of(const fk_scene_robot *robot, uint32_t variable)
{
    return &robot->robot->joint[robot->robot->variable[variable]];
}

/* The slider of a joint: in degrees, or in the unit of the scene; without limits, once around, or a metre each way. */
static fk_window_joint make_joint(const view_subject *v, const fk_scene_robot *robot, uint32_t variable,
                                  const char *name)
{
    const double pi = 3.14159265358979323846;
    const fk_scene *scene = v->s.list.scene;
    const fk_robot_joint *joint = joint_of(robot, variable);
    bool slides = joint->kind == FK_JOINT_PRISMATIC;
    double metre = fk_length_convert(1, FK_UNIT_M, scene->unit);
    fk_window_joint made = {.name = name,
                            .factor = slides ? 1 : 180 / pi,
                            .unit = slides ? fk_unit_word(scene->unit) : "\xC2\xB0"};
    made.lower = isfinite(joint->lower) ? joint->lower : slides ? -metre : -pi;
    made.upper = isfinite(joint->upper) ? joint->upper : slides ? metre : pi;
    made.value = scene->track[robot->track].value[variable];
    return made;
}

static bool make_joints(view_subject *v)
{
    const fk_scene *scene = v->s.list.scene;
    uint32_t count = v->s.list.parts->joint_count, next = 0;
    v->joint = calloc((size_t)count + 1, sizeof *v->joint);
    v->track = calloc((size_t)scene->track_count + 1, sizeof *v->track);
    if (v->joint == NULL || v->track == NULL)
        return false;
    for (uint32_t i = 0; i < scene->robot_count; i++)
        for (uint32_t k = 0; k < scene->robot[i].robot->variable_count; k++, next++)
            v->joint[next] = make_joint(v, &scene->robot[i], k, v->s.list.parts->joint[next]);
    memcpy(v->track, scene->track, scene->track_count * sizeof *v->track);
    return true;
}

/* The values of all joints at a time, as the trajectories have them. */
static void follow(void *user, double time, double *value)
{
    const view_subject *v = user;
    const fk_scene *scene = v->s.list.scene;
    for (uint32_t i = 0; i < v->s.list.parts->joint_count; i++) {
        value[i] = fk_parts_joint_value(v->s.list.parts, i, time);
        /* Which has metres for what slides. */
        if (strcmp(v->joint[i].unit, fk_unit_word(scene->unit)) == 0)
            value[i] = fk_length_convert(value[i], FK_UNIT_M, scene->unit);
    }
}

/* Makes a motion in which the robots rest with these values, and asks it. */
static void place(void *user, double time, const double *value, fk_pose *pose)
{
    static const double zero = 0;
    view_subject *v = user;
    const fk_scene *scene = v->s.list.scene;
    for (uint32_t i = 0; i < scene->robot_count; i++) {
        uint32_t count = scene->robot[i].robot->variable_count;
        v->track[scene->robot[i].track] = (fk_track){count, 1, &zero, value};
        value += count;
    }
    fk_motion *motion = NULL;
    fk_status status = fk_motion_create(v->s.context, scene->frame, scene->frame_count, v->track,
                                        scene->track_count, &motion);
    for (uint32_t i = 0; i < v->s.list.count; i++) {
        const fk_sweep_part *part = &v->s.list.parts->moving[i];
        pose[i] = part->part.pose;
        if (part->frame == FK_NONE || status != FK_OK)
            continue;
        fk_pose frame = fk_motion_pose(motion, part->frame, time);
        pose[i] = fk_pose_multiply(&frame, &part->part.pose);
    }
    fk_motion_free(v->s.context, motion);
}

/* ---- What is found ------------------------------------------------------------------------------------- */

static fk_status check(void *user, const fk_pose *pose, fk_check **out)
{
    view_subject *v = user;
    uint32_t count = v->s.list.count;
    for (uint32_t i = 0; i < count; i++) {
        v->part[i] = v->s.list.part[i];
        v->part[i].pose = pose[i];
    }
    fk_check_options chosen = fk_check_options_default();
    chosen.select = part_rules_select;
    chosen.user = &v->s.rules;
    chosen.workers = fk_pool_workers(v->pool);
    chosen.kept = v->kept;
    chosen.wants_distance = (uint64_t)count * (count - 1) / 2 <= 1000;
    chosen.wants_volume = v->s.settings->wants_volume;
    chosen.max_triangles = 0;
    return fk_check_run(v->s.context, v->part, count, &chosen, out);
}

static fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    view_subject *v = user;
    return part_rules_select(&v->s.rules, a, b);
}

static void show_progress(void *user, uint64_t done, uint64_t total)
{
    view_subject *v = user;
    v->progress(v->progress_user, done, total);
}

static fk_status find(void *user, fk_window_progress *progress, void *progress_user, fk_sweep **out)
{
    view_subject *v = user;
    fk_sweep_options chosen;
    v->progress = progress;
    v->progress_user = progress_user;
    if (!subject_sweep_options(&v->s, &chosen))
        return FK_ERROR_ARGUMENT;
    chosen.select = select_pair;
    chosen.progress = show_progress;
    chosen.user = v;
    return fk_sweep_run(v->s.context, v->s.list.motion, v->s.list.parts->moving, v->s.list.count, &chosen,
                        out);
}

/* What is thought of the pairs of a result, if it says so. False without memory. */
static bool make_notes(view_subject *v)
{
    const fk_review *thought = v->s.record.review;
    size_t count = v->s.check != NULL   ? v->s.check->pair_count
                   : v->s.sweep != NULL ? v->s.sweep->pair_count
                                        : 0;
    if (thought == NULL || count == 0)
        return true;
    v->note = calloc(count, sizeof *v->note);
    for (size_t i = 0; v->note != NULL && i < count; i++)
        v->note[i] = thought[i] != FK_REVIEW_NONE ? fk_review_word(thought[i]) : NULL;
    v->s.show.note = v->note;
    return v->note != NULL;
}

/* ---- Life ---------------------------------------------------------------------------------------------- */

static bool make_window(view_subject *v)
{
    uint64_t jobs = v->s.settings->jobs;
    v->part = calloc((size_t)v->s.list.count + 1, sizeof *v->part);
    if (v->part == NULL || !make_joints(v) || !make_notes(v) ||
        fk_check_kept_create(v->s.context, &v->kept) != FK_OK ||
        fk_pool_create(v->s.context, (uint32_t)(jobs < 256 ? jobs : 256), &v->pool) != FK_OK)
        return cli_no_memory();
    bool has_trajectory = false;
    for (uint32_t i = 0; i < v->s.list.scene->robot_count; i++)
        has_trajectory =
            has_trajectory || v->s.list.scene->track[v->s.list.scene->robot[i].track].time_count > 1;
    v->window = (fk_window_subject){.show = v->s.show,
                                    .joint_count = v->s.list.parts->joint_count,
                                    .joint = v->joint,
                                    .user = v,
                                    .joints = has_trajectory ? follow : NULL,
                                    .place = v->s.list.parts->joint_count > 0 ? place : NULL,
                                    .check = check,
                                    .find = subject_moves(&v->s) ? find : NULL};
    return true;
}

view_subject *view_subject_load(fk_context *context, const run_settings *settings)
{
    view_subject *v = calloc(1, sizeof *v);
    if (v == NULL) {
        cli_no_memory();
        return NULL;
    }
    if (!subject_open(&v->s, context, settings)) {
        free(v);
        return NULL;
    }
    if (!make_window(v)) {
        view_subject_free(v);
        return NULL;
    }
    watch_files(v, settings);
    return v;
}

void view_subject_free(view_subject *v)
{
    for (size_t i = 0; i < v->file_count; i++)
        free(v->file[i].path);
    free(v->file);
    free(v->joint);
    free(v->track);
    free(v->part);
    free(v->note);
    fk_check_kept_free(v->s.context, v->kept);
    if (v->pool != NULL)
        fk_pool_destroy(v->pool);
    subject_free(&v->s);
    free(v);
}
