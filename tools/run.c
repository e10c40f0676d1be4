/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep do alike, from their options to an exit status: see run.h. */

#include "run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Up to so many pairs, a check lists clear ones. */
#define FEW_PAIRS 1000

/* ---- Settings ------------------------------------------------------------------------------------------ */

run_settings run_settings_default(void)
{
    return (run_settings){.from = NAN, .to = NAN, .budget = 10000000};
}

void run_settings_free(run_settings *settings)
{
    cli_words_free(&settings->words);
    cli_words_free(&settings->review.approve);
    part_rule_settings_free(&settings->rules);
    part_settings_free(&settings->part);
}

bool page_read_pictures(const char *option, const char *value, void *field)
{
    page_settings *out = field;
    return out->has_most_pictures = cli_whole_number(option, value, &out->most_pictures);
}

bool run_note(const cli_slot *slot, const char *value, void *settings)
{
    run_settings *s = settings;
    return slot->field >= offsetof(run_settings, jobs) ||
           (cli_words_add(&s->words, slot->name) && (value == NULL || cli_words_add(&s->words, value)));
}

/* A file whose name looks like an option stands behind "--". */
static bool add_files(run_settings *s)
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

bool run_settings_read(run_settings *settings, const cli_form *form, int argc, char **argv, int *status)
{
    *status = CLI_TROUBLE;
    if (!cli_words_add(&settings->words, form->verb) || !cli_read_form(form, argc, argv, settings, status))
        return false;
    settings->path = argv + optind;
    settings->path_count = argc - optind;
    return add_files(settings);
}

/* Whether a shell takes a word as it is. */
static bool is_plain(const char *word)
{
    return word[0] != '-' && word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                               "0123456789_-+./")] == '\0';
}

/* The files, where they alone say what is seen; else "...", as there are too many, or options. */
static void write_files(const run_settings *s, char *text, size_t size)
{
    size_t length = 0;
    bool is_whole = s->words.count == (size_t)s->path_count + 1;
    for (int i = 0; is_whole && i < s->path_count; i++) {
        int added = snprintf(text + length, size - length, " %s", s->path[i]);
        length += added > 0 ? (size_t)added : 0;
        is_whole = length < size && is_plain(s->path[i]);
    }
    if (!is_whole)
        snprintf(text, size, " ...");
}

void run_settings_hint(const run_settings *s)
{
    char files[64];
    bool has_table = !s->as_json && !s->as_csv && !cli_is_output(s->junit);
    if (!has_table || s->page.output != NULL || cli_is_quiet() || !cli_output_is_terminal())
        return;
    write_files(s, files, sizeof files);
    cli_print("Look: farkas view%s   Page: --report clash.html\n", files);
}

/* At most one thing is written to standard output. False after a message. */
static bool check_output(const run_settings *s)
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

bool run_settings_check(const run_settings *s)
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

static fk_interval span_of(const subject *s)
{
    fk_interval none = {0, 0};
    return s->list.motion != NULL ? fk_motion_span(s->list.motion) : none;
}

bool subject_moves(const subject *s)
{
    fk_interval span = span_of(s);
    return span.lo < span.hi;
}

void subject_begin(subject *s, fk_context *context, const run_settings *settings)
{
    memset(s, 0, sizeof *s);
    s->context = context;
    s->settings = s->asked = settings;
    s->recorded = run_settings_default();
}

bool subject_load_parts(subject *s)
{
    const run_settings *settings = s->settings;
    if (!part_list_load(&s->list, s->context, settings->path, settings->path_count, &settings->part))
        return false;
    s->has_parts = true;
    if (!part_rules_read(&s->rules, &s->list, &settings->rules) ||
        (s->pool = cli_pool(s->context, settings->jobs)) == NULL)
        return false;
    s->show = (fk_show){.part_count = s->list.count,
                        .part = s->list.parts->moving,
                        .motion = s->list.motion,
                        .units = s->list.units,
                        .time = settings->part.has_time ? settings->part.time : span_of(s).lo};
    return true;
}

bool subject_load(subject *s, fk_context *context, const run_settings *settings)
{
    subject_begin(s, context, settings);
    if (subject_load_parts(s))
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
    fk_input_list_free(s->context, &s->inputs);
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

/* What fk_check_run and fk_sweep_run say about poses. */
static bool trouble(fk_status status)
{
    return cli_refuse("%s", status == FK_ERROR_NOT_FINITE
                                ? "a part is moved beyond the range of doubles; is its pose right?"
                            : status == FK_ERROR_ARGUMENT
                                ? "a part is not placed by rotation and translation alone; is its pose right?"
                                : fk_status_text(status));
}

void subject_report_check(subject *s)
{
    s->checked = (fk_check_report){s->check, s->list.part, s->list.count, s->list.units, &s->record};
}

fk_check_options subject_check_options(subject *s)
{
    const run_settings *settings = s->settings;
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

bool subject_check(subject *s)
{
    fk_check_options chosen = subject_check_options(s);
    chosen.progress = show_progress;
    double begin = fk_clock_seconds();
    fk_check *check;
    fk_status status = fk_check_run(s->context, s->list.part, s->list.count, &chosen, &check);
    cli_progress_end();
    if (status != FK_OK)
        return trouble(status);
    forget(s);
    s->seconds = fk_clock_seconds() - begin;
    s->show.check = s->check = s->made_check = check;
    subject_report_check(s);
    return true;
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

/* Whether something moves, and at the times that are asked about. False after a message. */
static bool check_motion(const subject *s)
{
    const run_settings *settings = s->settings;
    fk_interval span = span_of(s);
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
    chosen->select = fk_scene_rules_select;
    chosen->progress = show_progress;
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
    if (!part_list_length(&s->list, "--tolerance", settings->tolerance, &chosen->tolerance))
        return false;
    if (chosen->tolerance > 0)
        return true;
    return cli_refuse("--tolerance is above 0, such as 0.001mm; leave it out for the default");
}

void subject_report_sweep(subject *s, double tolerance)
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
    subject_report_sweep(s, chosen.tolerance);
    return true;
}

/* ---- Where a result comes from ------------------------------------------------------------------------- */

/* The date is that of SOURCE_DATE_EPOCH, where it is set, so that the same run can give the same bytes. */
static time_t moment(void)
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
    time_t now = moment();
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(date, 32, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        return NULL;
    return date;
}

/* All files are read once more, which takes time. False after a message. */
static bool find_record(subject *s)
{
    const run_settings *settings = s->settings;
    const part_list *list = &s->list;
    const char *path = settings->part.scene != NULL ? settings->part.scene
                       : list->is_scene             ? settings->path[0]
                                                    : NULL;
    /* The file that leads to all others, a scene or a robot, goes before them. */
    const char *first = settings->path_count == 1 ? settings->path[0] : NULL;
    if (fk_scene_inputs(list->context, list->scene, path, first, &s->inputs) != FK_OK)
        return cli_no_memory();
    s->record = (fk_provenance){.argument_count = (uint32_t)settings->words.count,
                                .argument = settings->words.word,
                                .input_count = s->inputs.count,
                                .input = s->inputs.file,
                                .date = write_date(s->date)};
    return true;
}

/* ---- The verb ------------------------------------------------------------------------------------------ */

static int exit_status(const subject *about)
{
    bool is_check = about->check != NULL;
    uint64_t open = (is_check ? fk_check_reviews(&about->checked) : fk_sweep_reviews(&about->swept)).open;
    const uint64_t *count = is_check ? about->check->count : about->sweep->count;
    return open > 0 ? CLI_FOUND : count[FK_CLASH_UNDECIDED] > 0 ? CLI_UNDECIDED : CLI_OK;
}

static bool may_write(const subject *about, const run_settings *s)
{
    return subject_may_write(about, "--report", s->page.output) &&
           subject_may_write(about, "--junit", s->junit) &&
           subject_may_write(about, "--distances", s->distances);
}

static int run(const run_verb *verb, fk_context *context, const run_settings *s)
{
    subject about;
    if (!subject_load(&about, context, s))
        return CLI_TROUBLE;
    bool is_good = may_write(&about, s) && verb->find(&about) &&
                   (!(s->as_json || s->page.output != NULL) || find_record(&about)) &&
                   subject_review(&about, &s->review) && verb->tell(&about, s) &&
                   (s->page.output == NULL || report_page_write(&about, &s->page));
    int status = is_good ? exit_status(&about) : CLI_TROUBLE;
    subject_free(&about);
    return status;
}

int run_verb_run(const run_verb *verb, int argc, char **argv)
{
    const char *name = verb->form->verb;
    run_settings s = run_settings_default();
    int status;
    if (run_settings_read(&s, verb->form, argc, argv, &status)) {
        if (s.path_count == 0)
            cli_trouble("%s needs %s; see farkas %s --help", name, verb->needs, name);
        else if (verb->check_settings(&s))
            status = run(verb, cli_context(), &s);
    }
    run_settings_free(&s);
    return status;
}
