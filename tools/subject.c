/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check, sweep, render, view and report are about: see subject.h. */

#include "subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many pairs, a check lists clear ones. */
#define FEW_PAIRS 1000

/* ---- Parts --------------------------------------------------------------------------------------------- */

static bool make_parts(subject *s)
{
    const part_list *list = &s->list;
    s->part = calloc((size_t)list->count + 1, sizeof *s->part);
    if (s->part == NULL) {
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        s->part[i] = (fk_sweep_part){list->part[i], list->frame[i]};
        s->part[i].part.pose = list->local[i];
    }
    return true;
}

static bool make_pool(subject *s)
{
    uint64_t jobs = s->settings->jobs;
    if (fk_pool_create(s->context, (uint32_t)(jobs < 256 ? jobs : 256), &s->pool) == FK_OK)
        return true;
    cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    return false;
}

bool subject_moves(const subject *s)
{
    fk_interval span = subject_span(s);
    return span.lo < span.hi;
}

fk_interval subject_span(const subject *s)
{
    fk_interval none = {0, 0};
    return s->list.motion != NULL ? fk_motion_span(s->list.motion) : none;
}

void subject_move(subject *s, double time)
{
    part_list_move(&s->list, time);
    s->show.time = time;
}

bool subject_load(subject *s, fk_context *context, const run_settings *settings)
{
    memset(s, 0, sizeof *s);
    s->context = context;
    s->settings = settings;
    if (!part_list_load(&s->list, context, settings->path, settings->path_count, &settings->part))
        return false;
    bool is_good = part_list_make_meshes(&s->list) &&
                   part_rules_read(&s->rules, &s->list, &settings->rules) && make_parts(s) &&
                   joint_values_make(&s->joints, s->list.scene) && make_pool(s);
    if (!is_good) {
        subject_free(s);
        return false;
    }
    s->show = (fk_show){.part_count = s->list.count,
                        .part = s->part,
                        .motion = s->list.motion,
                        .units = s->list.units,
                        .time = settings->part.has_time ? settings->part.time : subject_span(s).lo};
    return true;
}

static void forget(subject *s)
{
    fk_check_free(s->context, s->check);
    fk_sweep_free(s->context, s->sweep);
    s->check = NULL;
    s->sweep = NULL;
    s->show.check = NULL;
    s->show.sweep = NULL;
}

void subject_free(subject *s)
{
    forget(s);
    if (s->pool != NULL)
        fk_pool_destroy(s->pool);
    s->pool = NULL;
    joint_values_free(&s->joints);
    free(s->part);
    s->part = NULL;
    part_rules_free(&s->rules);
    part_list_free(&s->list);
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static void show_progress(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    cli_progress_bar(done, total, "pairs");
}

/* A list is short enough to have all distances. */
static bool is_short(uint32_t parts)
{
    return (uint64_t)parts * (parts - 1) / 2 <= FEW_PAIRS;
}

/* What fk_check_run and fk_sweep_run say about poses. */
static bool trouble(fk_status status)
{
    cli_trouble("%s", status == FK_ERROR_NOT_FINITE
                          ? "a part is moved beyond the range of doubles; is its pose right?"
                      : status == FK_ERROR_ARGUMENT
                          ? "a part is not placed by rotation and translation alone; is its pose right?"
                          : fk_status_text(status));
    return false;
}

bool subject_check(subject *s)
{
    const run_settings *settings = s->settings;
    fk_check_options chosen = fk_check_options_default();
    chosen.select = part_rules_select;
    chosen.progress = show_progress;
    chosen.user = &s->rules;
    chosen.workers = fk_pool_workers(s->pool);
    chosen.wants_distance = settings->wants_distances || is_short(s->list.count);
    chosen.wants_volume = settings->wants_volume;
    chosen.stops_at_clash = settings->stops_at_clash;
    double begin = fk_clock_seconds();
    fk_check *check;
    fk_status status = fk_check_run(s->context, s->list.part, s->list.count, &chosen, &check);
    cli_progress_end();
    if (status != FK_OK)
        return trouble(status);
    forget(s);
    s->seconds = fk_clock_seconds() - begin;
    s->check = check;
    s->show.check = check;
    s->checked = (fk_check_report){check, s->list.part, s->list.count, s->list.units, &s->record};
    return true;
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

/* Whether something moves, and at the times that are asked about. False after a message. */
static bool check_motion(const subject *s)
{
    const run_settings *settings = s->settings;
    fk_interval span = subject_span(s);
    if (!subject_moves(s))
        cli_trouble_at(settings->path[0], 0, 0, "%s",
                       s->list.scene->robot_count > 0
                           ? "the robot does not move: give it a --trajectory, or use farkas check"
                           : "nothing moves: give parts a \"motion\", or use farkas check");
    else if ((isnan(settings->to) && settings->from > span.hi) ||
             (isnan(settings->from) && settings->to < span.lo))
        cli_trouble("the motion is from %g to %g s: --from and --to leave nothing of it", span.lo, span.hi);
    else
        return true;
    return false;
}

bool subject_sweep_options(subject *s, fk_sweep_options *chosen)
{
    const run_settings *settings = s->settings;
    *chosen = fk_sweep_options_default();
    chosen->select = part_rules_select;
    chosen->progress = show_progress;
    chosen->user = &s->rules;
    chosen->workers = fk_pool_workers(s->pool);
    chosen->from = settings->from;
    chosen->to = settings->to;
    chosen->wants_closest = settings->wants_closest;
    chosen->stops_at_clash = settings->stops_at_clash;
    chosen->resolution = settings->resolution;
    chosen->max_tests = settings->budget;
    chosen->max_seconds = settings->seconds;
    if (settings->tolerance == NULL)
        return true;
    if (!part_list_length(&s->list, "--tolerance", settings->tolerance, &chosen->tolerance))
        return false;
    if (chosen->tolerance > 0)
        return true;
    cli_trouble("--tolerance is above 0, such as 0.001mm; leave it out for the default");
    return false;
}

static void report_sweep(subject *s, double tolerance)
{
    s->swept = (fk_sweep_report){.sweep = s->sweep,
                                 .part = s->part,
                                 .part_count = s->list.count,
                                 .units = s->list.units,
                                 .tolerance = tolerance,
                                 .joint_count = s->joints.count,
                                 .joint = (const char *const *)s->joints.name,
                                 .joint_value = joint_value,
                                 .joint_user = &s->joints,
                                 .record = &s->record};
}

bool subject_sweep(subject *s)
{
    fk_sweep_options chosen;
    if (!check_motion(s) || !subject_sweep_options(s, &chosen))
        return false;
    double begin = fk_clock_seconds();
    fk_sweep *sweep;
    fk_status status = fk_sweep_run(s->context, s->list.motion, s->part, s->list.count, &chosen, &sweep);
    cli_progress_end();
    if (status != FK_OK)
        return trouble(status);
    forget(s);
    s->seconds = fk_clock_seconds() - begin;
    s->sweep = sweep;
    s->show.sweep = sweep;
    report_sweep(s, chosen.tolerance);
    return true;
}
