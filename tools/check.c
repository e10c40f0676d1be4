/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas check: which parts collide, contain each other or are too close. */

#include "check_table.h"
#include "run_verb.h"

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
    "options: what was known before\n" REVIEW_OPTIONS_HELP "\n"
    "options: how files are read\n" MESH_OPTIONS_HELP "\n"
    "options: robots, and parts that move\n" PART_ROBOT_HELP PART_TIME_HELP "\n"
    "options: what is written\n"
    "      --json         the result as JSON\n"
    "      --csv          the result as CSV, a line for each pair\n"
    "      --junit FILE   also write the result as JUnit XML\n" PAGE_OPTIONS_HELP
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

static const struct option options[] = {
    {"ignore-overlap", required_argument, NULL, RUN_OPTION_IGNORE_OVERLAP},
    {"volume", no_argument, NULL, RUN_OPTION_VOLUME},
    {"distances", no_argument, NULL, RUN_OPTION_LIST_DISTANCES},
    RUN_OPTIONS,
    PART_RULE_OPTIONS,
    PART_OPTIONS,
    PART_TIME_OPTION,
    CLI_COMMON_OPTIONS,
};

const cli_syntax check_syntax = {"check", help, "j:" CLI_COMMON_LETTERS, options};

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_junit(const void *report, fk_write_function *write, void *user)
{
    return fk_check_write_junit(report, write, user);
}

static bool write_result(const run_settings *s, const check_table *table)
{
    if (s->junit != NULL && !cli_file_write(s->junit, write_junit, &table->report))
        return false;
    if (s->as_json)
        fk_check_write_json(&table->report, cli_write_function, NULL);
    else if (s->as_csv)
        fk_check_write_csv(&table->report, cli_write_function, NULL);
    else if (!cli_is_output(s->junit) && !cli_is_output(s->page.output))
        check_table_print(table);
    return true;
}

/* Where a robot stands, and which links are compared, if nobody said so: what is found then surprises. */
static void note_robot(const subject *about, const part_settings *part)
{
    const fk_scene *scene = about->list.scene;
    if (scene->robot_count != 1 || about->list.is_scene || about->check->clashes == 0)
        return;
    const char *joints = part->joints == NULL && part->trajectory == NULL
                             ? "all joints are at 0, or as near as their limits allow (--joints)"
                             : "";
    const char *pairs = part->srdf == NULL ? "only links that are joined are left out (--srdf)" : "";
    if (*joints != '\0' || *pairs != '\0')
        cli_note("%s%s%s", joints, *joints != '\0' && *pairs != '\0' ? "; " : "", pairs);
}

static bool tell(subject *about, const run_settings *s)
{
    const fk_check *check = about->check;
    check_table table = {.report = about->checked,
                         .clearance = part_rules_clearance(&about->rules),
                         .seconds = about->seconds,
                         .is_unit_assumed = about->list.is_unit_assumed,
                         .was_stopped = s->stops_at_clash && check->clashes > 0,
                         .lists_clear_ones = s->wants_distances};
    if (!write_result(s, &table))
        return false;
    if (check->clashes > 0)
        run_settings_hint(s);
    check_table_notes(&table);
    note_robot(about, &s->part);
    if (subject_moves(about) && !s->part.has_time)
        cli_note("parts move, and this is t = %g s: farkas sweep looks at all times", about->show.time);
    return true;
}

int check_run(int argc, char **argv)
{
    static const run_verb verb = {&check_syntax, "files, a scene or a robot", run_settings_check,
                                  subject_check, tell};
    return run_verb_run(&verb, argc, argv);
}
