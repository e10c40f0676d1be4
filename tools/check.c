/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas check: which parts collide, contain each other or are too close. */

#include "check_table.h"
#include "part_rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas check [OPTION]... FILE...\n"
    "       farkas check [OPTION]... SCENE.json\n"
    "       farkas check [OPTION]... ROBOT.urdf [--srdf FILE] [--scene SCENE.json]\n"
    "\n"
    "Tells which parts collide (hard), contain each other, are the same, touch (contact), or\n"
    "are closer than asked (clearance). The parts are those of mesh files, of a scene,\n"
    "or of a robot at a pose.\n"
    "Closed meshes are solids; others are surfaces, and what they enclose is not looked at.\n"
    "The answers are exact; depths of concave parts are upper bounds.\n"
    "\n"
    "options: what is asked\n" PART_RULE_LIMITS_HELP "      --ignore-overlap L\n"
    "                     overlaps not deeper than this count as contact, which is "
    "allowed\n" PART_RULE_PAIRS_HELP PART_AT_HELP
    "      --first        stop at the first clash, in the order of the parts\n"
    "      --volume       the volume that overlapping solids have in common, with its bounds\n"
    "\n"
    "options: how files are read\n" MESH_OPTIONS_HELP "\n"
    "options: robots, and parts that move\n" PART_ROBOT_HELP PART_TIME_HELP "\n"
    "options: what is written\n"
    "      --json         the result as JSON\n"
    "      --csv          the result as CSV, a line for each pair\n"
    "      --junit FILE   also write the result as JUnit XML\n"
    "      --distances    list clear pairs with their distances, however many there are\n"
    "                     (default: up to 20; as JSON or CSV, where there are up to 1000 pairs)\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      list all pairs and all parts\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas check bracket.stl motor.stl plate.stl --clearance 5mm\n"
    "  farkas check cell.json --json > result.json\n"
    "  farkas check panda.urdf --srdf panda.srdf --joints ready\n"
    "  farkas check *.stl --ignore 'bolt*,nut*=screwed together' --at arm=0,0,120,0,0,90deg\n"
    "\n"
    "exit status: 0 no clash, 1 a clash, 2 trouble, 3 a pair is undecided\n";

enum {
    OPTION_IGNORE_OVERLAP = 256,
    OPTION_FIRST,
    OPTION_VOLUME,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_JUNIT,
    OPTION_DISTANCES
};

static const struct option options[] = {
    {"ignore-overlap", required_argument, NULL, OPTION_IGNORE_OVERLAP},
    {"first", no_argument, NULL, OPTION_FIRST},
    {"volume", no_argument, NULL, OPTION_VOLUME},
    {"json", no_argument, NULL, OPTION_JSON},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"junit", required_argument, NULL, OPTION_JUNIT},
    {"distances", no_argument, NULL, OPTION_DISTANCES},
    {"jobs", required_argument, NULL, 'j'},
    PART_RULE_OPTIONS,
    PART_OPTIONS,
    PART_TIME_OPTION,
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"check", help, "j:" CLI_COMMON_LETTERS, options};

/* Up to so many pairs, clear ones are listed. */
#define FEW_PAIRS 1000

typedef struct settings {
    part_settings part;
    part_rule_settings rules;
    bool stops_at_clash, wants_volume, wants_distances;
    bool as_json, as_csv;
    const char *junit;
    uint64_t jobs;
} settings;

static bool read_option(int option, void *user)
{
    settings *s = user;
    bool is_rule, is_good = part_rule_option(option, &s->rules, &is_rule);
    if (is_rule)
        return is_good;
    switch (option) {
    case OPTION_IGNORE_OVERLAP:
        s->rules.ignore_overlap = optarg;
        return true;
    case OPTION_FIRST:
        return s->stops_at_clash = true;
    case OPTION_VOLUME:
        return s->wants_volume = true;
    case OPTION_JSON:
        return s->as_json = true;
    case OPTION_CSV:
        return s->as_csv = true;
    case OPTION_JUNIT:
        s->junit = optarg;
        return true;
    case OPTION_DISTANCES:
        return s->wants_distances = true;
    case 'j':
        return cli_whole_number("--jobs", optarg, &s->jobs);
    default:
        return part_option(option, &s->part);
    }
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_junit(const void *report, fk_write_function *write, void *user)
{
    return fk_check_write_junit(report, write, user);
}

static bool write_result(const settings *s, const check_table *table)
{
    if (s->junit != NULL && !cli_file_write(s->junit, write_junit, &table->report))
        return false;
    if (s->as_json)
        fk_check_write_json(&table->report, cli_write_function, NULL);
    else if (s->as_csv)
        fk_check_write_csv(&table->report, cli_write_function, NULL);
    else if (s->junit == NULL || strcmp(s->junit, "-") != 0)
        check_table_print(table);
    return true;
}

/* ---- Running ------------------------------------------------------------------------------------------- */

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

static int exit_status(const fk_check *check)
{
    return check->clashes > 0 ? CLI_FOUND : check->count[FK_CLASH_UNDECIDED] > 0 ? CLI_UNDECIDED : CLI_OK;
}

static int run_check(fk_context *context, const settings *s, const part_list *list, part_rules *rules)
{
    fk_pool *pool;
    if (fk_pool_create(context, (uint32_t)(s->jobs < 256 ? s->jobs : 256), &pool) != FK_OK)
        return cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    fk_check_options chosen = fk_check_options_default();
    chosen.select = part_rules_select;
    chosen.progress = show_progress;
    chosen.user = rules;
    chosen.workers = fk_pool_workers(pool);
    chosen.wants_distance = s->wants_distances || is_short(list->count);
    chosen.wants_volume = s->wants_volume;
    chosen.stops_at_clash = s->stops_at_clash;
    double begin = fk_clock_seconds();
    fk_check *check;
    fk_status status = fk_check_run(context, list->part, list->count, &chosen, &check);
    fk_pool_destroy(pool);
    cli_progress_end();
    if (status != FK_OK)
        return cli_trouble("%s", status == FK_ERROR_NOT_FINITE
                                     ? "a part is moved beyond the range of doubles; is its pose right?"
                                     : fk_status_text(status));
    check_table table = {.report = {check, list->part, list->count, list->units},
                         .clearance = part_rules_clearance(rules),
                         .seconds = fk_clock_seconds() - begin,
                         .is_unit_assumed = list->is_unit_assumed,
                         .was_stopped = s->stops_at_clash && check->clashes > 0,
                         .lists_clear_ones = s->wants_distances};
    int result = write_result(s, &table) ? exit_status(check) : CLI_TROUBLE;
    if (result != CLI_TROUBLE)
        check_table_notes(&table);
    fk_check_free(context, check);
    return result;
}

static int run(fk_context *context, const settings *s, char **path, int path_count)
{
    part_list list;
    if (!part_list_load(&list, context, path, path_count, &s->part))
        return CLI_TROUBLE;
    part_rules rules;
    int status = CLI_TROUBLE;
    if (part_list_make_meshes(&list) && part_rules_read(&rules, &list, &s->rules)) {
        status = run_check(context, s, &list, &rules);
        part_rules_free(&rules);
    }
    part_list_free(&list);
    return status;
}

int check_run(int argc, char **argv)
{
    settings s = {.part = part_settings_default()};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    fk_context *context = NULL;
    if (optind >= argc)
        status = cli_trouble("check needs files, a scene or a robot; see farkas check --help");
    else if (s.as_json && s.as_csv)
        status = cli_trouble("--json and --csv: choose one");
    else if (mesh_settings_check(&s.part.mesh) && (context = cli_context_create()) != NULL)
        status = run(context, &s, argv + optind, argc - optind);
    else
        status = CLI_TROUBLE;
    fk_context_destroy(context);
    part_rule_settings_free(&s.rules);
    part_settings_free(&s.part);
    return status;
}
