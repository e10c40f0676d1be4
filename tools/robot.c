/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot: what a URDF file describes, where its links are, and which pairs of them need no check. */

#include "robot.h"

static const char help[] =
    "usage: farkas robot [OPTION]... ROBOT.urdf\n"
    "\n"
    "What a robot is made of: links, joints with their limits, collision shapes, the pairs and\n"
    "states of its SRDF file. With --joints, where its links are, and its smallest distance to\n"
    "itself. With --suggest-ignore, pairs of links that need no check, as lines for an SRDF\n"
    "file. To check a robot, see 'farkas check' and 'farkas sweep'. Lengths are metres, angles\n"
    "radians.\n"
    "\n"
    "options:\n"
    "      --info         what it is made of (default)\n"
    "      --joints J     where its links are with these values of joints: j1=0.2,j2=-1, or the\n"
    "                     name of a state, or several of these with commas; others are 0, or\n"
    "                     the nearest that their limits allow\n"
    "      --suggest-ignore N\n"
    "                     look at N random configurations within the limits, and list pairs\n"
    "                     that are joined (Adjacent), meet at --joints or 0 (Default), in all\n"
    "                     of them (Always), or in none (Never: not a proof)\n"
    "      --seed S       for --suggest-ignore: other configurations (default: 1)\n"
    "      --srdf FILE    pairs of links that need no check, and states with names\n"
    "      --package-path DIR\n"
    "                     where package://NAME/... is: a folder that holds NAME; several times\n"
    "      --json         the result as JSON\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      end with a summary on standard error\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas robot panda.urdf --srdf panda.srdf\n"
    "  farkas robot panda.urdf --srdf panda.srdf --joints ready,panda_finger_joint1=0.02\n"
    "  farkas robot panda.urdf --suggest-ignore 10000 > pairs.txt\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

enum { OPTION_INFO = 256, OPTION_SUGGEST, OPTION_SEED, OPTION_JSON };

static const struct option options[] = {
    {"info", no_argument, NULL, OPTION_INFO},
    {"suggest-ignore", required_argument, NULL, OPTION_SUGGEST},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"json", no_argument, NULL, OPTION_JSON},
    {"joints", required_argument, NULL, PART_OPTION_JOINTS},
    {"srdf", required_argument, NULL, PART_OPTION_SRDF},
    {"package-path", required_argument, NULL, PART_OPTION_PACKAGE_PATH},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"robot", help, CLI_COMMON_LETTERS, options};

typedef struct settings {
    part_settings part;
    bool wants_info;
    robot_samples samples;
} settings;

static bool read_option(int option, void *user)
{
    settings *s = user;
    switch (option) {
    case OPTION_INFO:
        return s->wants_info = true;
    case OPTION_SUGGEST:
        return cli_whole_number_to("--suggest-ignore", optarg, 1000000000, &s->samples.count);
    case OPTION_SEED:
        return cli_whole_number("--seed", optarg, &s->samples.seed);
    case OPTION_JSON:
        return s->samples.as_json = true;
    default:
        return part_option(option, &s->part);
    }
}

/* The robot alone: it need not have shapes. */
static int print_info(fk_context *context, const settings *s, const char *path)
{
    fk_robot_options chosen = fk_robot_options_default();
    fk_robot_report report;
    fk_robot *robot;
    chosen.load_mesh = mesh_load_for_scene;
    chosen.user = (void *)(uintptr_t)&s->part.mesh;
    chosen.srdf = s->part.srdf;
    chosen.package_path = s->part.package_path.word;
    chosen.package_path_count = (uint32_t)s->part.package_path.count;
    fk_status status = fk_robot_load(context, path, &chosen, &report, &robot);
    if (status != FK_OK) {
        bool has_message = status == FK_ERROR_SYNTAX || status == FK_ERROR_READ || status == FK_ERROR_FORMAT;
        return has_message ? cli_trouble_at(report.path, (size_t)report.line, (size_t)report.column, "%s",
                                            report.message)
                           : cli_trouble("%s", fk_status_text(status));
    }
    int result = robot_info_print(context, robot, s->samples.as_json);
    if (result == CLI_OK)
        part_robot_notes(robot, s->part.srdf);
    fk_robot_free(context, robot);
    return result;
}

static int run(fk_context *context, const settings *s, char **path)
{
    part_list list;
    if (s->wants_info)
        return print_info(context, s, path[0]);
    if (!part_list_load(&list, context, path, 1, &s->part))
        return CLI_TROUBLE;
    int status = s->samples.count > 0 ? robot_suggest_print(&list, &s->samples)
                                      : robot_pose_print(&list, s->samples.as_json);
    part_list_free(&list);
    return status;
}

int robot_run(int argc, char **argv)
{
    settings s = {.part = part_settings_default(), .samples = {.seed = 1}};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    fk_context *context = NULL;
    bool is_plain = s.part.joints == NULL && s.samples.count == 0;
    bool is_both = s.wants_info && !is_plain;
    s.wants_info = s.wants_info || is_plain;
    if (argc - optind != 1)
        status = cli_trouble("robot needs one file, ROBOT.urdf; see farkas robot --help");
    else if (!part_is_robot(argv[optind]))
        status = CLI_TROUBLE;
    else if (is_both)
        status = cli_trouble("--info stands alone: leave out --joints and --suggest-ignore, or --info");
    else if ((context = cli_context_create()) != NULL)
        status = run(context, &s, argv + optind);
    else
        status = CLI_TROUBLE;
    fk_context_destroy(context);
    part_settings_free(&s.part);
    return status;
}
