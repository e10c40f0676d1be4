/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The options of check and sweep: see run_settings.h. */

#include "run_settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

run_settings run_settings_default(void)
{
    run_settings settings = {.part = part_settings_default(),
                             .from = NAN,
                             .to = NAN,
                             .budget = 10000000,
                             .page = page_settings_default()};
    return settings;
}

void run_settings_free(run_settings *settings)
{
    for (size_t i = 0; i < settings->made.count; i++)
        free((void *)(uintptr_t)settings->made.word[i]);
    part_words_free(&settings->made);
    part_words_free(&settings->words);
    part_words_free(&settings->review.approve);
    part_rule_settings_free(&settings->rules);
    part_settings_free(&settings->part);
}

/* ---- Options ------------------------------------------------------------------------------------------- */

/* A number of seconds above 0, with a unit or without. */
static bool read_seconds(const char *option, const char *text, double *out)
{
    double value;
    if (!fk_number_parse(text, strlen(text), &value))
        return cli_seconds(option, text, out);
    if (!(value > 0 && value <= 1e9)) {
        cli_trouble("%s: '%s' is not a time above 0, such as 10ms or 2", option, text);
        return false;
    }
    *out = value;
    return true;
}

static bool read_output_option(int option, run_settings *s)
{
    switch (option) {
    case RUN_OPTION_JSON:
        return s->as_json = true;
    case RUN_OPTION_CSV:
        return s->as_csv = true;
    case RUN_OPTION_JUNIT:
        s->junit = optarg;
        return true;
    case RUN_OPTION_DISTANCES:
        s->distances = optarg;
        return true;
    case RUN_OPTION_SAMPLES:
        return cli_whole_number_to("--samples", optarg, 10000000, &s->samples);
    case RUN_OPTION_BASELINE:
        s->review.baseline = optarg;
        return true;
    case RUN_OPTION_APPROVE:
        return part_words_add(&s->review.approve, optarg);
    case RUN_OPTION_REPORT:
        s->page.output = optarg;
        return true;
    case RUN_OPTION_REPORT_PICTURES:
        return cli_whole_number("--report-pictures", optarg, &s->page.most_pictures);
    case 'j':
        return cli_whole_number("--jobs", optarg, &s->jobs);
    default:
        return part_option(option, &s->part);
    }
}

static bool read_sweep_option(int option, run_settings *s)
{
    switch (option) {
    case RUN_OPTION_FROM:
        return part_time("--from", optarg, &s->from);
    case RUN_OPTION_TO:
        return part_time("--to", optarg, &s->to);
    case RUN_OPTION_CLOSEST:
        return s->wants_closest = true;
    case RUN_OPTION_TOLERANCE:
        s->tolerance = optarg;
        return true;
    case RUN_OPTION_RESOLUTION:
        return read_seconds("--resolution", optarg, &s->resolution);
    case RUN_OPTION_BUDGET:
        return cli_whole_number("--budget", optarg, &s->budget);
    case RUN_OPTION_SECONDS:
        return read_seconds("--seconds", optarg, &s->seconds);
    default:
        return read_output_option(option, s);
    }
}

bool run_option(int option, run_settings *s)
{
    bool is_rule, is_good = part_rule_option(option, &s->rules, &is_rule);
    if (is_rule)
        return is_good;
    switch (option) {
    case RUN_OPTION_FIRST:
        return s->stops_at_clash = true;
    case RUN_OPTION_IGNORE_OVERLAP:
        s->rules.ignore_overlap = optarg;
        return true;
    case RUN_OPTION_VOLUME:
        return s->wants_volume = true;
    case RUN_OPTION_LIST_DISTANCES:
        return s->wants_distances = true;
    default:
        return read_sweep_option(option, s);
    }
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static const struct option *find_option(const cli_syntax *syntax, int option)
{
    const struct option *o = syntax->options;
    while (o->name != NULL && o->val != option)
        o++;
    return o->name != NULL ? o : NULL;
}

/* "--name", and its value. False after a message. */
static bool add_option(run_settings *s, const struct option *option)
{
    size_t bytes = strlen(option->name) + 3;
    char *word = malloc(bytes);
    if (word == NULL)
        return cli_no_memory();
    snprintf(word, bytes, "--%s", option->name);
    if (!part_words_add(&s->made, word)) {
        free(word);
        return false;
    }
    return part_words_add(&s->words, word) &&
           (option->has_arg == no_argument || part_words_add(&s->words, optarg));
}

typedef struct reading {
    run_settings *settings;
    const cli_syntax *syntax;
} reading;

static bool is_about_output(int option)
{
    return option == 'j' || (option >= RUN_OPTION_JSON && option <= RUN_OPTION_REPORT_PICTURES);
}

static bool read_one(int option, void *user)
{
    const reading *r = user;
    run_settings *s = r->settings;
    const struct option *long_one = is_about_output(option) ? NULL : find_option(r->syntax, option);
    return (long_one == NULL || add_option(s, long_one)) && run_option(option, s);
}

/* A file whose name looks like an option stands behind "--". */
static bool add_files(run_settings *s)
{
    bool is_good = true;
    for (int i = 0; is_good && i < s->path_count; i++)
        if (s->path[i][0] == '-' && s->path[i][1] != '\0') {
            is_good = part_words_add(&s->words, "--");
            break;
        }
    for (int i = 0; is_good && i < s->path_count; i++)
        is_good = part_words_add(&s->words, s->path[i]);
    return is_good;
}

bool run_settings_read(run_settings *settings, const cli_syntax *syntax, int argc, char **argv, int *status)
{
    reading r = {settings, syntax};
    *status = CLI_TROUBLE;
    if (!part_words_add(&settings->words, syntax->verb) ||
        !cli_read_options(syntax, argc, argv, read_one, &r, status))
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
        if (all[i].is_output && first != NULL) {
            cli_trouble("%s and %s: choose one", first, all[i].option);
            return false;
        }
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
