/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep share, from their options to an exit status: see analysis.h. */

#include "analysis.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A check lists clear pairs up to this number of pairs. */
#define FEW_PAIRS 1000

/* ---- Settings ------------------------------------------------------------------------------------------ */

analysis_settings analysis_settings_default(void)
{
    return (analysis_settings){.from = NAN, .to = NAN, .budget = 10000000};
}

void analysis_settings_free(analysis_settings *settings)
{
    cli_words_free(&settings->words);
    cli_words_free(&settings->review.approve);
    pair_rule_settings_free(&settings->rules);
    part_settings_free(&settings->part);
}

bool page_read_pictures(const char *option, const char *value, void *field)
{
    page_settings *out = field;
    return out->has_most_pictures = cli_whole_number(option, value, &out->most_pictures);
}

bool analysis_note_option(const cli_option *row, const char *value, void *settings)
{
    analysis_settings *s = settings;
    return row->field >= offsetof(analysis_settings, jobs) ||
           (cli_words_add(&s->words, row->name) && (value == NULL || cli_words_add(&s->words, value)));
}

/* A file whose name looks like an option comes after "--". */
static bool add_files(analysis_settings *s)
{
    bool is_good = true;
    for (int i = 0; is_good && i < s->path_count; i++)
        if (s->path[i][0] == '-' && s->path[i][1] != '\0') {
            is_good = cli_words_add(&s->words, "--");
            break;
        }
    for (int i = 0; is_good && i < s->path_count; i++)
        is_good = cli_words_add(&s->words, s->path[i]);
    return is_good;
}

bool analysis_settings_read(analysis_settings *settings, const cli_option_table *table, int argc, char **argv,
                            int *status)
{
    *status = CLI_TROUBLE;
    if (!cli_words_add(&settings->words, table->verb) ||
        !cli_read_option_table(table, argc, argv, settings, status))
        return false;
    settings->path = argv + optind;
    settings->path_count = argc - optind;
    return add_files(settings);
}

/* Whether a shell reads a word unchanged. */
static bool is_shell_plain(const char *word)
{
    return word[0] != '-' && word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                               "0123456789_-+./")] == '\0';
}

/* Writes the files, if they alone determine what to show; else "...", for many files or options. */
static void write_file_words(const analysis_settings *s, char *text, size_t size)
{
    size_t length = 0;
    bool is_whole = s->words.count == (size_t)s->path_count + 1;
    for (int i = 0; is_whole && i < s->path_count; i++) {
        int added = snprintf(text + length, size - length, " %s", s->path[i]);
        length += added > 0 ? (size_t)added : 0;
        is_whole = length < size && is_shell_plain(s->path[i]);
    }
    if (!is_whole)
        snprintf(text, size, " ...");
}

void analysis_settings_hint(const analysis_settings *s)
{
    char files[64];
    bool has_table = !s->as_json && !s->as_csv && !cli_is_output(s->junit);
    if (!has_table || s->page.output != NULL || cli_is_quiet() || !cli_output_is_terminal())
        return;
    write_file_words(s, files, sizeof files);
    cli_print("Look: farkas view%s   Page: --report clash.html\n", files);
}

/* Checks that at most one output goes to standard output. False after a message. */
static bool check_output(const analysis_settings *s)
{
    const struct {
        const char *option;
        bool is_output;
    } all[] = {{"--json", s->as_json},
               {"--csv", s->as_csv},
               {"--junit -", cli_is_output(s->junit)},
               {"--distances -", cli_is_output(s->distances)},
               {"--report -", cli_is_output(s->page.output)}};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].is_output && first != NULL)
            return cli_refuse("%s and %s: choose one", first, all[i].option);
        first = all[i].is_output ? all[i].option : first;
    }
    return true;
}

bool analysis_settings_check(const analysis_settings *s)
{
    if (!check_output(s))
        return false;
    if (s->review.baseline != NULL && s->stops_at_clash)
        cli_trouble("--baseline compares all clashes: leave --first out");
    else
        return mesh_settings_check(&s->part.mesh);
    return false;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static fk_interval motion_interval(const analysis *s)
{
    fk_interval none = {0, 0};
    return s->list.motion != NULL ? fk_motion_span(s->list.motion) : none;
}

bool analysis_moves(const analysis *s)
{
    fk_interval span = motion_interval(s);
    return span.lo < span.hi;
}

void analysis_begin(analysis *s, fk_context *context, const analysis_settings *settings)
{
    memset(s, 0, sizeof *s);
    s->context = context;
    s->settings = s->asked = settings;
    s->recorded = analysis_settings_default();
}

bool analysis_load_parts(analysis *s)
{
    const analysis_settings *settings = s->settings;
    if (!part_list_load(&s->list, s->context, settings->path, settings->path_count, &settings->part))
        return false;
    s->has_parts = true;
    if (!pair_rules_read(&s->rules, &s->list, &settings->rules) ||
        (s->pool = cli_pool(s->context, settings->jobs)) == NULL)
        return false;
    s->show = (fk_show){.part_count = s->list.count,
                        .part = s->list.parts->moving,
                        .motion = s->list.motion,
                        .units = s->list.units,
                        .time = settings->part.has_time ? settings->part.time : motion_interval(s).lo};
    return true;
}

bool analysis_load(analysis *s, fk_context *context, const analysis_settings *settings)
{
    analysis_begin(s, context, settings);
    if (analysis_load_parts(s))
        return true;
    analysis_free(s);
    return false;
}

void analysis_free(analysis *s)
{
    fk_check_free(s->context, s->made);
    review_free(&s->review);
    fk_input_list_free(s->context, &s->inputs);
    if (s->pool != NULL)
        fk_pool_destroy(s->pool);
    if (s->has_parts) {
        pair_rules_free(&s->rules);
        part_list_free(&s->list);
    }
    analysis_settings_free(&s->recorded);
    free(s->argument);
    fk_result_free(s->context, s->result);
    memset(s, 0, sizeof *s);
}

fk_result analysis_result(const analysis *s)
{
    return (fk_result){s->is_sweep ? NULL : &s->checked, s->is_sweep ? &s->swept : NULL};
}

bool analysis_review(analysis *s, const review_settings *settings)
{
    fk_result result = analysis_result(s);
    return review_make(&s->review, s->context, settings, &result, &s->record);
}

bool analysis_may_write(const analysis *s, const char *option, const char *path)
{
    const analysis_settings *asked = s->asked;
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
    return !is_read && cli_can_write_to(option, path);
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static void show_analysis_progress(void *user, uint64_t done, uint64_t total)
{
    (void)user;
    cli_progress_bar(done, total, "pairs");
}

/* Reports errors of fk_check_run and fk_sweep_run about poses. */
static bool pose_trouble(fk_status status)
{
    return cli_refuse("%s", status == FK_ERROR_NOT_FINITE
                                ? "a part is moved beyond the range of doubles; is its pose right?"
                            : status == FK_ERROR_ARGUMENT
                                ? "a part is not placed by rotation and translation alone; is its pose right?"
                                : fk_status_text(status));
}

void analysis_set_result(analysis *s, const fk_check *found, bool is_sweep, double tolerance)
{
    s->found = found;
    s->is_sweep = is_sweep;
    s->show.check = is_sweep ? NULL : found;
    s->show.sweep = is_sweep ? found : NULL;
    s->checked = (fk_check_report){found, s->list.part, s->list.count, s->list.units, &s->record};
    s->swept = (fk_sweep_report){.sweep = found,
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

/* Replaces the result by the one that was computed since `begin`. False after a message. */
static bool take_result(analysis *s, fk_status status, double begin, fk_check *made, bool is_sweep,
                        double tolerance)
{
    cli_cancel_end();
    cli_progress_end();
    if (status != FK_OK && status != FK_ERROR_CANCELLED)
        return pose_trouble(status);
    fk_check_free(s->context, s->made);
    s->made = made;
    s->seconds = fk_clock_seconds() - begin;
    analysis_set_result(s, made, is_sweep, tolerance);
    return true;
}

fk_check_options analysis_check_options(analysis *s)
{
    const analysis_settings *settings = s->settings;
    uint64_t count = s->list.count;
    fk_check_options chosen = fk_check_options_default();
    chosen.select = fk_scene_rules_select;
    chosen.user = &s->rules.asked;
    chosen.workers = fk_pool_workers(s->pool);
    chosen.wants_distance = settings->wants_distances || count * (count - 1) / 2 <= FEW_PAIRS;
    chosen.wants_volume = settings->wants_volume;
    chosen.stops_at_clash = settings->stops_at_clash;
    return chosen;
}

bool analysis_check(analysis *s)
{
    fk_check_options chosen = analysis_check_options(s);
    chosen.progress = show_analysis_progress;
    double begin = fk_clock_seconds();
    fk_check *check;
    cli_cancel_begin();
    fk_status status = fk_check_run(s->context, s->list.part, s->list.count, &chosen, &check);
    return take_result(s, status, begin, check, false, 0);
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

/* Checks that something moves, within the requested times. False after a message. */
static bool check_motion(const analysis *s)
{
    const analysis_settings *settings = s->settings;
    fk_interval span = motion_interval(s);
    const fk_scene *scene = s->list.scene;
    if (!analysis_moves(s) && scene->robot_count > 0 && scene->robot[0].trajectory != NULL)
        cli_trouble_at(scene->robot[0].trajectory, scene->robot[0].line[0], 1,
                       "this is the only row: a motion needs two; add one, or use farkas check");
    else if (!analysis_moves(s))
        cli_trouble_at(settings->path[0], 0, 0, "%s",
                       scene->robot_count > 0
                           ? "the robot does not move: give it a --trajectory, or use farkas check"
                           : "nothing moves: give parts a \"motion\", or use farkas check");
    else if ((isnan(settings->to) && settings->from > span.hi) ||
             (isnan(settings->from) && settings->to < span.lo))
        cli_trouble("the motion is from %g to %g s: --from and --to leave nothing of it", span.lo, span.hi);
    else
        return true;
    return false;
}

bool analysis_sweep_options(analysis *s, fk_sweep_options *chosen)
{
    const analysis_settings *settings = s->settings;
    *chosen = fk_sweep_options_default();
    chosen->select = fk_scene_rules_select;
    chosen->progress = show_analysis_progress;
    chosen->user = &s->rules.asked;
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
    if (!part_list_read_length(&s->list, "--tolerance", settings->tolerance, &chosen->tolerance))
        return false;
    if (chosen->tolerance > 0)
        return true;
    return cli_refuse("--tolerance is above 0, such as 0.001mm; leave it out for the default");
}

bool analysis_sweep(analysis *s)
{
    fk_sweep_options chosen;
    if (!check_motion(s) || !analysis_sweep_options(s, &chosen))
        return false;
    double begin = fk_clock_seconds();
    fk_sweep *sweep;
    cli_cancel_begin();
    fk_status status =
        fk_sweep_run(s->context, s->list.motion, s->list.parts->moving, s->list.count, &chosen, &sweep);
    return take_result(s, status, begin, sweep, true, chosen.tolerance);
}

/* ---- Provenance ---------------------------------------------------------------------------------------- */

/* Returns SOURCE_DATE_EPOCH, if set, as the date, so that the same run can give the same bytes. */
static time_t record_time(void)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end;
    errno = 0;
    long long seconds = text != NULL ? strtoll(text, &end, 10) : 0;
    /* Years have four digits. */
    bool is_good =
        text != NULL && *text != '\0' && *end == '\0' && errno == 0 && seconds >= 0 && seconds < 253402300800;
    return is_good ? (time_t)seconds : time(NULL);
}

static const char *write_date(char date[32])
{
    time_t now = record_time();
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return NULL;
    return date;
}

/* Reads all files once more, for their hashes, which takes time. False after a message. */
static bool find_record(analysis *s)
{
    const analysis_settings *settings = s->settings;
    const part_list *list = &s->list;
    /* The file that refers to all others, a scene or a robot, comes first. */
    const char *first = settings->path_count == 1 ? settings->path[0] : NULL;
    if (fk_scene_inputs(list->context, list->scene, list->scene_path, first, &s->inputs) != FK_OK)
        return cli_no_memory();
    s->record = (fk_provenance){.argument_count = (uint32_t)settings->words.count,
                                .argument = settings->words.word,
                                .input_count = s->inputs.count,
                                .input = s->inputs.file,
                                .date = write_date(s->date)};
    return true;
}

/* ---- The verb ------------------------------------------------------------------------------------------ */

static int analysis_exit_status(const analysis *about)
{
    bool is_decided = about->found->count[FK_CLASH_UNDECIDED] == 0;
    return fk_check_reviews(&about->checked).open > 0 ? CLI_FOUND : is_decided ? CLI_OK : CLI_UNDECIDED;
}

static bool may_write_files(const analysis *about, const analysis_settings *s)
{
    return analysis_may_write(about, "--report", s->page.output) &&
           analysis_may_write(about, "--junit", s->junit) &&
           analysis_may_write(about, "--distances", s->distances);
}

static int run_analysis(const analysis_verb *verb, fk_context *context, const analysis_settings *s)
{
    analysis about;
    if (!analysis_load(&about, context, s))
        return CLI_TROUBLE;
    bool is_good = may_write_files(&about, s) && verb->run(&about) &&
                   (!(s->as_json || s->page.output != NULL) || find_record(&about)) &&
                   analysis_review(&about, &s->review) && analysis_print(verb, &about) &&
                   (s->page.output == NULL || report_page_write(&about, &s->page));
    int status = is_good ? analysis_exit_status(&about) : CLI_TROUBLE;
    analysis_free(&about);
    return status;
}

int analysis_verb_run(const analysis_verb *verb, int argc, char **argv)
{
    const char *name = verb->table->verb;
    analysis_settings s = analysis_settings_default();
    int status;
    if (analysis_settings_read(&s, verb->table, argc, argv, &status)) {
        if (s.path_count == 0)
            cli_trouble("%s needs %s; see farkas %s --help", name, verb->needs, name);
        else if (verb->check_settings(&s))
            status = run_analysis(verb, cli_context(), &s);
    }
    analysis_settings_free(&s);
    return status;
}
