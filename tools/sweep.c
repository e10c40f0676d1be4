/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas sweep: when parts that move first touch, when again, and how close they come. */

#include "run_verb.h"
#include "sweep_distances.h"
#include "sweep_table.h"

static const char help[] =
    "usage: farkas sweep [OPTION]... SCENE.json\n"
    "       farkas sweep [OPTION]... ROBOT.urdf --trajectory T.csv [--scene S.json]\n"
    "\n"
    "Tells when parts that move first touch, and when again; how close they come where that is\n"
    "closer than asked; and proves that nothing else happens: there is no gap between samples.\n"
    "What moves is in the scene, parts with \"motion\" and robots; or it is a robot along a\n"
    "trajectory. 'farkas demo' writes a sample to begin with.\n"
    "\n"
    "options: what is asked\n" PART_RULE_LIMITS_HELP PART_RULE_PAIRS_HELP
    "      --first        only the clash that comes first in time\n"
    "      --from T       begin at this time, in seconds (default: the first of the motion)\n"
    "      --to T         end at this time (default: the last of the motion)\n"
    "      --closest      how close all pairs come, also clear ones; lists the 20 nearest\n"
    "\n"
    "options: how well it is known\n"
    "      --tolerance L  what comes closer than this counts as contact, if no more is known\n"
    "                     (default: a millionth of the smaller part's size)\n"
    "      --resolution T gaps between two contacts that are shorter may be missed, as 1ms\n"
    "                     (default: 1/4096 of the whole time)\n"
    "      --budget N     look at about N pairs of triangles or pieces for each question, then\n"
    "                     leave it undecided (default: 10000000; 0: no end)\n"
    "      --seconds S    the same by time; the result then depends on the machine\n"
    "\n"
    "options: what was known before\n" REVIEW_OPTIONS_HELP "\n"
    "options: robots\n" PART_ROBOT_HELP "\n"
    "options: how files are read\n"
    "      --units U      the files' unit: mm (default), cm, m or in\n"
    "      --up AXIS      the files' axis that points up: x, y or z (default); it becomes z\n"
    "      --weld LENGTH  vertices that are not further apart become one (default: equal ones)\n"
    "      --join         all parts of a file are one\n"
    "\n"
    "options: what is written\n"
    "      --json         the result as JSON\n"
    "      --csv          the result as CSV, a line for each pair\n"
    "      --junit FILE   also write the result as JUnit XML\n" PAGE_OPTIONS_HELP "      --distances FILE\n"
    "                     also write distances over time as CSV: t,a,b,lo,hi,least; until the\n"
    "                     next line of the pair it is proved not to be closer than `least`\n"
    "      --samples N    so many times for --distances (default: 101)\n"
    "  -j, --jobs N       use N threads (default: all processors); the result is the same\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      all contacts of each pair, and the pairs that are ignored; with\n"
    "                     --closest also all that are clear\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas sweep cell.json --clearance 5mm\n"
    "  farkas sweep arm.urdf --srdf arm.srdf --scene hall.json --trajectory pick.csv\n"
    "  farkas sweep cell.json --first --json > first.json\n"
    "  farkas sweep cell.json --between tool,post --distances gap.csv\n"
    "\n"
    "exit status: 0 no clash, 1 a clash, 2 trouble, 3 a pair is undecided\n";

static const struct option options[] = {
    {"from", required_argument, NULL, RUN_OPTION_FROM},
    {"to", required_argument, NULL, RUN_OPTION_TO},
    {"closest", no_argument, NULL, RUN_OPTION_CLOSEST},
    {"tolerance", required_argument, NULL, RUN_OPTION_TOLERANCE},
    {"resolution", required_argument, NULL, RUN_OPTION_RESOLUTION},
    {"budget", required_argument, NULL, RUN_OPTION_BUDGET},
    {"seconds", required_argument, NULL, RUN_OPTION_SECONDS},
    {"distances", required_argument, NULL, RUN_OPTION_DISTANCES},
    {"samples", required_argument, NULL, RUN_OPTION_SAMPLES},
    {"scene", required_argument, NULL, PART_OPTION_SCENE},
    {"srdf", required_argument, NULL, PART_OPTION_SRDF},
    {"joints", required_argument, NULL, PART_OPTION_JOINTS},
    {"trajectory", required_argument, NULL, PART_OPTION_TRAJECTORY},
    {"package-path", required_argument, NULL, PART_OPTION_PACKAGE_PATH},
    {"units", required_argument, NULL, MESH_OPTION_UNITS},
    {"up", required_argument, NULL, MESH_OPTION_UP},
    {"weld", required_argument, NULL, MESH_OPTION_WELD},
    {"join", no_argument, NULL, MESH_OPTION_JOIN},
    RUN_OPTIONS,
    PART_RULE_OPTIONS,
    CLI_COMMON_OPTIONS,
};

const cli_syntax sweep_syntax = {"sweep", help, "j:" CLI_COMMON_LETTERS, options};

static bool check_settings(const run_settings *s)
{
    if (s->from > s->to)
        cli_trouble("--from is later than --to");
    else if (s->distances == NULL && s->samples != 0)
        cli_trouble("--samples is for --distances FILE");
    else if (s->samples == 1)
        cli_trouble("--samples: at least 2, the first and the last time");
    else
        return run_settings_check(s);
    return false;
}

/* ---- Output -------------------------------------------------------------------------------------------- */

static fk_status write_junit(const void *report, fk_write_function *write, void *user)
{
    return fk_sweep_write_junit(report, write, user);
}

static bool write_result(const run_settings *s, const sweep_table *table)
{
    if (s->junit != NULL && !cli_file_write(s->junit, write_junit, &table->report))
        return false;
    if (s->as_json)
        return fk_sweep_write_json(&table->report, cli_write_function, NULL) == FK_OK;
    if (s->as_csv)
        return fk_sweep_write_csv(&table->report, cli_write_function, NULL) == FK_OK;
    return cli_is_output(s->junit) || cli_is_output(s->distances) || cli_is_output(s->page.output) ||
           sweep_table_print(table);
}

static bool tell(subject *about, const run_settings *s)
{
    const part_list *list = &about->list;
    sweep_table table = {.report = about->swept,
                         .part = list->part,
                         .clearance = part_rules_clearance(&about->rules),
                         .seconds = about->seconds,
                         .is_unit_assumed = list->is_unit_assumed,
                         .was_stopped = s->stops_at_clash && about->sweep->clashes > 0};
    uint32_t samples = (uint32_t)(s->samples > 0 ? s->samples : 101);
    if (!write_result(s, &table) ||
        (s->distances != NULL && !sweep_distances_write(about, samples, s->distances)))
        return false;
    if (about->sweep->clashes > 0)
        run_settings_hint(s);
    sweep_table_notes(&table);
    for (uint32_t i = 0; i < list->scene->test_count; i++)
        if (list->scene->test[i].has_ignore_overlap) {
            cli_note("overlaps count, however shallow: a sweep does not look at \"ignore_overlap\"");
            break;
        }
    return true;
}

int sweep_run(int argc, char **argv)
{
    static const run_verb verb = {&sweep_syntax, "a scene or a robot", check_settings, subject_sweep, tell};
    return run_verb_run(&verb, argc, argv);
}
