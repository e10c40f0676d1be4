/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers: the experiments of the papers, run again. A new one is one file and one row of the table. */

#include "papers.h"

#include <string.h>

static const char help[] =
    "usage: farkas papers [OPTION]... EXPERIMENT\n"
    "       farkas papers\n"
    "\n"
    "Runs an experiment of the papers that farkas is built on: fm-cases with every method,\n"
    "against the truth; fm-tori, fm-speed and fm-levels with trees of cells, beside the search\n"
    "that is printed; ec-rotation and ec-translation, boxes that turn or move until they meet,\n"
    "beside the numbers of the paper; bv, hull, aabb-tree, gjk and arm beside those of the\n"
    "thesis; hierarchy beside the test of all pairs. Without EXPERIMENT, lists them.\n"
    "\n"
    "options:\n"
    "      --json       print for each case an object with the verdict of each method, or for\n"
    "                   each row of a table one with its numbers\n"
    "      --pov DIR    fm-cases: also write a scene for POV-Ray for each case into the folder\n"
    "                   DIR: both shapes, what they have in common, and the box around that;\n"
    "                   fm-tori: four scenes for each: tori, boxes, tetrahedra, what is hit\n"
    "      --quick      aabb-tree, hierarchy: only meshes of few triangles; fm-tori, fm-speed,\n"
    "                   fm-levels: few small tori, and no clock; gjk, arm: few positions;\n"
    "                   ec-rotation, ec-translation: few cases\n"
    "  -q, --quiet      no progress and no notes\n"
    "  -v, --verbose    end with a summary on standard error\n"
    "      --color W    coloured messages: auto (default), always or never\n"
    "  -h, --help       print this help\n"
    "\n"
    "examples:\n"
    "  farkas papers fm-cases\n"
    "  farkas papers fm-tori --pov scenes\n"
    "  farkas papers fm-speed\n"
    "  farkas papers fm-levels\n"
    "  farkas papers ec-rotation\n"
    "  farkas papers bv\n"
    "  farkas papers hull\n"
    "  farkas papers aabb-tree\n"
    "  farkas papers gjk\n"
    "  farkas papers arm\n"
    "  farkas papers hierarchy\n"
    "  farkas papers fm-cases --pov scenes\n"
    "  povray +Iscenes/case-10.pov +Ocase-10.png +W800 +H600 +A -D\n"
    "\n"
    "exit status: 0, or 2 on trouble, such as a method that is wrong where it must be right\n";

enum { OPTION_JSON = 256, OPTION_POV, OPTION_QUICK };

static const struct option options[] = {
    {"json", no_argument, NULL, OPTION_JSON},
    {"pov", required_argument, NULL, OPTION_POV},
    {"quick", no_argument, NULL, OPTION_QUICK},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"papers", help, CLI_COMMON_LETTERS, options};

static const struct experiment {
    const char *name;
    const char *summary;
    int (*run)(const papers_settings *settings);
    bool has_quick; /* --quick is for it */
} experiments[] = {
    {"fm-cases", "64 cases of two boxes or tetrahedra (Baillehache 2013, section 6.1)", papers_fm_cases,
     false},
    {"fm-tori", "two tori as trees of cells, in four places (Baillehache 2013, section 6.1)", papers_tori,
     true},
    {"fm-speed", "one torus against many, as printed and by the search of farkas (the same, section 6.2)",
     papers_speed, true},
    {"fm-levels", "levels, children, kinds of cells and groups, which that paper leaves open", papers_levels,
     true},
    {"ec-rotation", "a box turns until it meets another, by each method (Bai 2015, tables 4 and 6)",
     papers_ec_rotation, true},
    {"ec-translation", "a box moves until it meets another, by each method (the same, tables 5 and 6)",
     papers_ec_translation, true},
    {"bv", "bounding volumes of two objects that pass each other (Grulich 2016, section 7.2)", papers_bv,
     false},
    {"aabb-tree", "time, memory and queries of trees over triangles (Grulich 2016, section 7.3)",
     papers_aabb_tree, true},
    {"hull", "vertices and time of convex hulls (Grulich 2016, section 7.4)", papers_hull, false},
    {"gjk", "GJK on two objects that pass, and on boxes around a figure (Grulich 2016, section 7.5)",
     papers_gjk, true},
    {"arm", "a robot arm among cubes: share of time by phase (Grulich 2016, section 7.6)", papers_arm, true},
    {"hierarchy", "a tree of balls against all pairs of triangles (Murrieta-Cid 2021)", papers_hierarchy,
     true},
};

enum { EXPERIMENTS = sizeof experiments / sizeof experiments[0] };

static int list_experiments(void)
{
    for (int i = 0; i < EXPERIMENTS; i++)
        cli_print("%-14s  %s\n", experiments[i].name, experiments[i].summary);
    return CLI_OK;
}

static int run_experiment(const char *name, const papers_settings *settings)
{
    const char *known[EXPERIMENTS + 1] = {NULL};
    for (int i = 0; i < EXPERIMENTS; i++) {
        known[i] = experiments[i].name;
        if (strcmp(name, experiments[i].name) != 0)
            continue;
        if (settings->quick && !experiments[i].has_quick)
            return cli_trouble("--quick is not for %s; see 'farkas papers --help'", name);
        return experiments[i].run(settings);
    }
    return cli_unknown("experiment", name, known);
}

int papers_run(int argc, char **argv)
{
    papers_settings settings = {0};
    int option, status;
    while ((option = cli_option(&syntax, argc, argv, &status)) != CLI_OPTIONS_END) {
        if (option == CLI_OPTIONS_STOP)
            return status;
        if (option == OPTION_JSON)
            settings.json = true;
        else if (option == OPTION_QUICK)
            settings.quick = true;
        else
            settings.pov = optarg;
    }
    if (argc - optind > 1)
        return cli_trouble("papers runs one experiment, found '%s' too; see 'farkas papers --help'",
                           argv[optind + 1]);
    if (optind < argc)
        return run_experiment(argv[optind], &settings);
    const char *word = settings.json          ? "json"
                       : settings.pov != NULL ? "pov"
                       : settings.quick       ? "quick"
                                              : NULL;
    if (word != NULL)
        return cli_trouble("--%s needs an experiment; 'farkas papers' lists them", word);
    return list_experiments();
}
