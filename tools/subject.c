/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check, sweep, render, view and report are about: see subject.h. */

#include "subject.h"

#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Up to so many pairs, a check lists clear ones. */
#define FEW_PAIRS 1000

/* ---- Parts --------------------------------------------------------------------------------------------- */

static bool make_pool(subject *s)
{
    uint64_t jobs = s->settings->jobs;
    if (fk_pool_create(s->context, (uint32_t)(jobs < 256 ? jobs : 256), &s->pool) == FK_OK)
        return true;
    return cli_no_memory();
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
    fk_parts_move(s->list.parts, time);
    s->show.time = time;
}

static void begin(subject *s, fk_context *context, const run_settings *settings)
{
    memset(s, 0, sizeof *s);
    s->context = context;
    s->settings = s->asked = settings;
    s->recorded = run_settings_default();
}

/* Of the settings of the subject. False after a message. */
static bool load_parts(subject *s)
{
    const run_settings *settings = s->settings;
    if (!part_list_load(&s->list, s->context, settings->path, settings->path_count, &settings->part))
        return false;
    s->has_parts = true;
    if (!part_rules_read(&s->rules, &s->list, &settings->rules) || !make_pool(s))
        return false;
    s->show = (fk_show){.part_count = s->list.count,
                        .part = s->list.parts->moving,
                        .motion = s->list.motion,
                        .units = s->list.units,
                        .time = settings->part.has_time ? settings->part.time : subject_span(s).lo};
    return true;
}

bool subject_load(subject *s, fk_context *context, const run_settings *settings)
{
    begin(s, context, settings);
    if (load_parts(s))
        return true;
    subject_free(s);
    return false;
}

static void forget(subject *s)
{
    fk_check_free(s->context, s->made_check);
    fk_sweep_free(s->context, s->made_sweep);
    s->made_check = NULL;
    s->made_sweep = NULL;
    s->show.check = s->check = NULL;
    s->show.sweep = s->sweep = NULL;
}

void subject_free(subject *s)
{
    forget(s);
    review_free(&s->review);
    fk_input_list_free(s->context, &s->made_record.inputs);
    if (s->pool != NULL)
        fk_pool_destroy(s->pool);
    if (s->has_parts) {
        part_rules_free(&s->rules);
        part_list_free(&s->list);
    }
    run_settings_free(&s->recorded);
    free(s->argument);
    fk_result_free(s->context, s->result);
    memset(s, 0, sizeof *s);
}

bool subject_record(subject *s)
{
    return s->result != NULL || run_record_make(&s->made_record, s->settings, &s->list, &s->record);
}

fk_result subject_result(const subject *s)
{
    return (fk_result){s->check != NULL ? &s->checked : NULL, s->sweep != NULL ? &s->swept : NULL};
}

bool subject_review(subject *s, const review_settings *settings)
{
    fk_result result = subject_result(s);
    return review_make(&s->review, s->context, settings, &result, &s->record);
}

/* Whether a file can be there: said before the work, which may be long. False after a message. */
static bool has_place(const char *option, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL && slash > path ? strndup(path, (size_t)(slash - path)) : NULL;
    struct stat found;
    bool is_there = folder == NULL || (stat(folder, &found) == 0 && S_ISDIR(found.st_mode));
    bool is_folder = stat(path, &found) == 0 && S_ISDIR(found.st_mode);
    if (!is_there)
        cli_trouble("%s %s: there is no folder %s; make it first", option, path, folder);
    else if (is_folder)
        cli_trouble("%s %s: this is a folder; give the name of a file in it", option, path);
    free(folder);
    return is_there && !is_folder;
}

bool subject_may_write(const subject *s, const char *option, const char *path)
{
    const run_settings *asked = s->asked;
    const fk_scene *scene = s->list.scene;
    const char *const more[] = {asked->review.baseline, asked->part.scene, asked->part.srdf,
                                asked->part.trajectory};
    bool is_read = false;
    if (path == NULL || cli_is_output(path))
        return true;
    for (int i = 0; i < asked->path_count; i++)
        is_read = is_read || cli_is_same_file(path, asked->path[i]);
    for (int i = 0; i < 4; i++)
        is_read = is_read || (more[i] != NULL && cli_is_same_file(path, more[i]));
    for (uint32_t i = 0; scene != NULL && i < scene->file_count; i++)
        is_read = is_read || cli_is_same_file(path, scene->file[i].path);
    for (uint32_t i = 0; scene != NULL && i < scene->text_file_count; i++)
        is_read = is_read || cli_is_same_file(path, scene->text_file[i]);
    if (is_read)
        cli_trouble("%s %s: that file was read, and would be lost; choose another name", option, path);
    return !is_read && has_place(option, path);
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

static void report_check(subject *s)
{
    s->checked = (fk_check_report){s->check, s->list.part, s->list.count, s->list.units, &s->record};
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
    s->show.check = s->check = s->made_check = check;
    report_check(s);
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
                                 .part = s->list.parts->moving,
                                 .part_count = s->list.count,
                                 .units = s->list.units,
                                 .tolerance = tolerance,
                                 .joint_count = s->list.parts->joint_count,
                                 .joint = s->list.parts->joint,
                                 .joint_value = fk_parts_joint_value,
                                 .joint_user = s->list.parts,
                                 .record = &s->record};
}

bool subject_sweep(subject *s)
{
    fk_sweep_options chosen;
    if (!check_motion(s) || !subject_sweep_options(s, &chosen))
        return false;
    double begin = fk_clock_seconds();
    fk_sweep *sweep;
    fk_status status =
        fk_sweep_run(s->context, s->list.motion, s->list.parts->moving, s->list.count, &chosen, &sweep);
    cli_progress_end();
    if (status != FK_OK)
        return trouble(status);
    forget(s);
    s->seconds = fk_clock_seconds() - begin;
    s->show.sweep = s->sweep = s->made_sweep = sweep;
    report_sweep(s, chosen.tolerance);
    return true;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

bool subject_is_result(const char *path)
{
    size_t length = strlen(path);
    if (length < 5 || strcasecmp(path + length - 5, ".json") != 0)
        return false;
    json_t *json = json_load_file(path, 0, NULL);
    bool is_result = json_object_get(json, "pairs") != NULL && json_object_get(json, "parts") != NULL;
    json_decref(json);
    return is_result;
}

static bool load_result(subject *s, const char *path)
{
    if (!result_load(s->context, path, NULL, &s->result))
        return false;
    const fk_result *result = s->result;
    s->record = *result_record(result);
    if (result->check != NULL) {
        s->checked = *result->check;
        s->checked.record = &s->record;
        s->check = result->check->check;
    } else {
        s->swept = *result->sweep;
        s->swept.record = &s->record;
        s->sweep = result->sweep->sweep;
    }
    return true;
}

static bool are_words_same(const part_words *words, const fk_record *record)
{
    bool is_same = words->count == record->argument_count;
    for (size_t i = 0; is_same && i < words->count; i++)
        is_same = strcmp(words->word[i], record->argument[i]) == 0;
    return is_same;
}

/* The settings that it was made with. Whoever wrote the file chose them: only what would be recorded again is taken, so nothing about
 * what is written, or said. False after a message. */
static bool read_arguments(subject *s, const char *path)
{
    const fk_record *record = &s->record;
    cli_syntax syntax = s->check != NULL ? check_syntax : sweep_syntax;
    syntax.help = NULL;
    int count = (int)record->argument_count, status;
    s->argument = calloc((size_t)count + 1, sizeof *s->argument);
    if (s->argument == NULL)
        return cli_no_memory();
    for (int i = 0; i < count; i++)
        s->argument[i] = (char *)(uintptr_t)record->argument[i];
    optind = 0; /* options are read anew */
    if (!run_settings_read(&s->recorded, &syntax, count, s->argument, &status) ||
        s->recorded.path_count == 0 || !are_words_same(&s->recorded.words, record)) {
        cli_trouble_at(path, 0, 0, "the \"arguments\" in it are not those of farkas %s", syntax.verb);
        return false;
    }
    s->recorded.jobs = s->settings->jobs;
    s->settings = &s->recorded;
    return true;
}

static bool is_input(const subject *s, const char *file)
{
    for (uint32_t i = 0; i < s->record.input_count; i++)
        if (strcmp(s->record.input[i].path, file) == 0)
            return true;
    cli_trouble("the result was not made of %s: it is not among its \"inputs\"", file);
    return false;
}

/* Of a result no file is read that it does not name with its hash. Those of the arguments; and then those that they lead to. */
static bool are_arguments_inputs(const subject *s)
{
    const run_settings *settings = s->settings;
    const char *const more[] = {settings->part.scene, settings->part.srdf, settings->part.trajectory};
    bool is_good = true;
    for (int i = 0; is_good && i < settings->path_count; i++)
        is_good = is_input(s, settings->path[i]);
    for (int i = 0; is_good && i < 3; i++)
        is_good = more[i] == NULL || is_input(s, more[i]);
    return is_good;
}

static bool are_files_inputs(const subject *s)
{
    const fk_scene *scene = s->list.scene;
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < scene->file_count; i++)
        is_good = is_input(s, scene->file[i].path);
    for (uint32_t i = 0; is_good && i < scene->text_file_count; i++)
        is_good = is_input(s, scene->text_file[i]);
    return is_good;
}

/* A device or a pipe may have no end. */
static bool is_regular(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* Whether all files are as they were, from the folder where we are; else which is not, and what is with it. */
static bool are_inputs_there(const fk_record *record, const char **path, const char **what)
{
    for (uint32_t i = 0; i < record->input_count; i++) {
        const fk_input_file *was = &record->input[i];
        fk_input_file is;
        *path = was->path;
        *what = "is missing";
        if (!is_regular(was->path) || fk_input_file_read(was->path, &is) != FK_OK)
            return false;
        *what = "is not the one that it was made of: its SHA-256 differs";
        if (strcmp(was->sha256, is.sha256) != 0)
            return false;
    }
    return true;
}

/* The parts are those of the result. */
static bool are_parts_same(const subject *s)
{
    uint32_t count = result_part_count(s->result);
    bool is_same = count == s->list.count;
    for (uint32_t i = 0; is_same && i < count; i++)
        is_same = strcmp(s->list.part[i].name, result_part_name(s->result, i)) == 0;
    if (!is_same)
        cli_trouble("the files do not have the parts of the result any more");
    return is_same;
}

static bool add_parts(subject *s)
{
    if (!are_arguments_inputs(s) || !load_parts(s) || !are_files_inputs(s) || !are_parts_same(s))
        return false;
    if (s->check != NULL)
        report_check(s);
    else
        report_sweep(s, s->result->sweep->tolerance);
    s->show.check = s->check;
    s->show.sweep = s->sweep;
    return true;
}

/* Goes to the folder of a file; the one where we were, or -1 after a message. */
static int enter_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int length = slash != NULL ? (int)(slash - path) + 1 : 0, here = open(".", O_RDONLY | O_CLOEXEC);
    snprintf(folder, sizeof folder, "%.*s", length, path);
    if (here >= 0 && (length == 0 || chdir(folder) == 0))
        return here;
    cli_trouble_at(path, 0, 0, "its folder cannot be entered");
    if (here >= 0)
        close(here);
    return -1;
}

static bool leave_folder(int here)
{
    bool is_good = fchdir(here) == 0;
    close(here);
    if (!is_good)
        cli_trouble("the folder to write to cannot be entered any more");
    return is_good;
}

/* Files are looked for from where we are, as those of the command were; or from the folder of the result, as it may have been moved
 * with them. */
static bool find_parts(subject *s, const char *path, bool needs_parts)
{
    const char *file, *what;
    if (s->record.input_count == 0 && s->record.argument_count == 0) {
        file = "which files it was made of";
        what = "is not in it";
    } else if (are_inputs_there(&s->record, &file, &what)) {
        return read_arguments(s, path) && add_parts(s);
    } else {
        const char *other;
        int here = enter_folder(path);
        if (here < 0)
            return false;
        bool is_there = are_inputs_there(&s->record, &other, &what), is_good = is_there;
        if (is_there)
            is_good = read_arguments(s, path) && add_parts(s);
        if (!leave_folder(here) || is_good != is_there)
            return false;
        if (is_there)
            return true;
    }
    if (needs_parts) {
        cli_trouble_at(path, 0, 0, "%s %s: there is nothing to show; run farkas %s again", file, what,
                       s->check != NULL ? "check" : "sweep");
        return false;
    }
    cli_note("%s: %s %s, so there is no geometry", path, file, what);
    return true;
}

bool subject_open_result(subject *s, fk_context *context, const run_settings *settings, bool needs_parts)
{
    begin(s, context, settings);
    const char *path = settings->path[0];
    if (load_result(s, path) && find_parts(s, path, needs_parts))
        return true;
    subject_free(s);
    return false;
}

bool subject_open(subject *s, fk_context *context, const run_settings *settings)
{
    bool is_result = settings->path_count == 1 && subject_is_result(settings->path[0]);
    return is_result ? subject_open_result(s, context, settings, true) : subject_load(s, context, settings);
}
