/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers: the experiments of the papers, run again. A new one is one file and one row of the table. */

#include "papers/papers.h"
#include "bench/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas papers [OPTION]... EXPERIMENT\n"
    "       farkas papers [OPTION]... all\n"
    "       farkas papers\n"
    "\n"
    "Runs an experiment of the papers that farkas is built on. Prints our numbers beside those\n"
    "of the paper, and which claims hold. Without EXPERIMENT, lists the papers and\n"
    "their experiments.\n"
    "\n"
    "options:\n"
    "      --out DIR    also write the page DIR/papers.md, and to the folder DIR/papers tables\n"
    "                   as CSV, plots as SVG and pictures as PNG\n"
    "      --json       print an object for each row of a table, each claim and each note\n"
    "      --quick      few cases and no timing: answers only, in seconds\n"
    "      --seed S     seed of the random cases (default 1)\n"
    "      --pov DIR    fm-pairs, fm-tori: also write scenes for POV-Ray into the folder DIR\n"
    "  -q, --quiet      no progress and no notes\n"
    "  -v, --verbose    end with a summary on standard error\n"
    "      --color W    coloured messages: auto (default), always or never\n"
    "  -h, --help       print this help\n"
    "\n"
    "Each experiment ends with a hash of all results that are not times.\n"
    "\n"
    "examples:\n"
    "  farkas papers bv\n"
    "  farkas papers all --out results\n"
    "  farkas papers all --quick\n"
    "  farkas papers fm-pairs --pov scenes\n"
    "  povray +Iscenes/case-10.pov +Ocase-10.png +W800 +H600 +A -D\n"
    "\n"
    "exit status: 0, or 2 on trouble, such as a method that is wrong where it must be right\n";

enum { OPTION_JSON = 256, PAPERS_OPTION_OUT, OPTION_POV, OPTION_QUICK, OPTION_SEED };

static const struct option options[] = {
    {"json", no_argument, NULL, OPTION_JSON},       {"out", required_argument, NULL, PAPERS_OPTION_OUT},
    {"pov", required_argument, NULL, OPTION_POV},   {"quick", no_argument, NULL, OPTION_QUICK},
    {"seed", required_argument, NULL, OPTION_SEED}, CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"papers", help, CLI_COMMON_LETTERS, options};

#define BAILLEHACHE "Baillehache 2013"
#define BAI         "Bai et al. 2015"
#define GRULICH     "Grulich 2016"
#define MURRIETA    "Murrieta-Cid 2021"

static const struct experiment {
    const char *name, *paper;
    const char *summary;
    bool (*run)(const papers_lab *lab);
    bool has_pov; /* --pov is for it */
} experiments[] = {
    {"fm-pairs", BAILLEHACHE,
     "two boxes or tetrahedra: 64 cases, random pairs, time of one test (section 6.1)", papers_fm_pairs,
     true},
    {"fm-tori", BAILLEHACHE, "two tori as trees of cells, in four places (section 6.1)", papers_fm_tori,
     true},
    {"fm-speed", BAILLEHACHE, "one torus against many, as printed and by the search of Farkas (section 6.2)",
     papers_fm_speed, false},
    {"fm-levels", BAILLEHACHE, "levels, children, kinds of cells and groups, which the paper leaves open",
     papers_fm_levels, false},
    {"fm-fitted", BAILLEHACHE, "cells fitted to parts: error, size, speed and wrong answers (section 7)",
     papers_fm_fitted, false},
    {"ec-static", BAI, "two boxes that meet or do not, by each method (tables 3 and 6, figures 5 and 6)",
     papers_ec_static, false},
    {"ec-rotation", BAI, "a box turns until it meets another, by each method (tables 4 and 6, figure 7)",
     papers_ec_rotation, false},
    {"ec-translation", BAI, "a box moves until it meets another, by each method (tables 5 and 6, figure 8)",
     papers_ec_translation, false},
    {"ec-expand", BAI, "is a test faster on boxes that meet, or on those that do not? (table 7, figure 9)",
     papers_ec_expand, false},
    {"ec-volumes", BAI, "k-DOPs against oriented boxes: fit, test and placing (section 1)", papers_ec_volumes,
     false},
    {"bv", GRULICH, "bounding volumes of two objects that pass each other (section 7.2)", papers_bv, false},
    {"aabb-tree", GRULICH, "time, memory and queries of trees over triangles (section 7.3)", papers_aabb_tree,
     false},
    {"hull", GRULICH, "vertices and time of convex hulls (section 7.4)", papers_hull, false},
    {"gjk", GRULICH, "GJK on two objects that pass, and on boxes around a figure (section 7.5)", papers_gjk,
     false},
    {"arm", GRULICH, "a robot arm among cubes: share of time by phase (section 7.6)", papers_arm, false},
    {"thesis-prints", GRULICH, "algorithms 2, 7, 8, 11, 12, 13 and 15 as printed: how often each is wrong",
     papers_thesis_prints, false},
    {"hierarchy", MURRIETA, "a tree of balls against all pairs of triangles", papers_hierarchy, false},
};

enum { EXPERIMENTS = sizeof experiments / sizeof experiments[0] };

void papers_check(fk_status status)
{
    if (status != FK_OK)
        exit(cli_trouble("%s", fk_status_text(status)));
}

fk_model *papers_generate(fk_context *context, const char *kind, uint32_t triangles, double size)
{
    fk_generate_options wanted = {triangles, size};
    fk_model *model;
    papers_check(fk_generate(context, fk_generate_find(kind), &wanted, &model));
    return model;
}

fk_vec3 papers_draw_between(fk_random *random, double low, double high)
{
    double x = fk_random_between(random, low, high), y = fk_random_between(random, low, high);
    return fk_vec3_make(x, y, fk_random_between(random, low, high));
}

fk_vec3 papers_draw_direction(fk_random *random)
{
    fk_vec3 p = papers_draw_between(random, -1, 1);
    while (fk_vec3_dot(p, p) > 1 || fk_vec3_dot(p, p) < 0.01)
        p = papers_draw_between(random, -1, 1);
    return fk_vec3_scale(p, 1 / sqrt(fk_vec3_dot(p, p)));
}

fk_vec3 papers_draw_whole(fk_random *random, int most)
{
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = (double)fk_random_below(random, 2 * (uint64_t)most + 1) - most;
    return fk_vec3_make(x[0], x[1], x[2]);
}

/* What the papers say about themselves. */
static const struct paper {
    const char *name, *title;
} papers[] = {
    {BAILLEHACHE,
     "P. Baillehache: Collision detection for 3D objects based on the Fourier-Motzkin elimination\n"
     "method. July 10, 2013. No DOI is printed"},
    {BAI, "Lifang Bai, Chaowen Chang, Yutong Wang, Zhao Ni, Ruiyun Wang: OBB Intersect Test Algorithm\n"
          "Based on Effective Constraint. ISCC2015, 18-19 December 2015, Guangzhou. No DOI is printed"},
    {GRULICH, "Jan Grulich: Collision detection in 3D space (Detekce kolize objektů v 3D prostoru).\n"
              "Master's thesis, Brno University of Technology, 2016, 68 pages. No DOI is printed"},
    {MURRIETA, "Rafael Murrieta-Cid: Collision Detection: Hierarchical Algorithms. Slides, Centro de\n"
               "Investigación en Matemáticas (CIMAT), June 2021. No DOI is printed"},
};

/* Each paper, and its experiments, indented. */
static int list_experiments(void)
{
    for (size_t p = 0; p < sizeof papers / sizeof papers[0]; p++) {
        cli_print("%s%s\n", p > 0 ? "\n" : "", papers[p].title);
        for (int i = 0; i < EXPERIMENTS; i++)
            if (strcmp(experiments[i].paper, papers[p].name) == 0)
                cli_print("  %-14s  %s\n", experiments[i].name, experiments[i].summary);
    }
    return CLI_OK;
}

/* What the user asks for. */
typedef struct papers_settings {
    study_options wish;
    const char *pov; /* the folder for scenes, or NULL */
} papers_settings;

/* With a head, where `before` says what stands above it. False after a message. */
static bool run_one(const struct experiment *e, const papers_settings *wanted, const char *before, study *s)
{
    papers_lab lab = {s, cli_context_create(), wanted->wish.quick, wanted->wish.seed, wanted->pov};
    bool good = lab.context != NULL && e->run(&lab);
    fk_context_destroy(lab.context);
    cli_progress_end();
    if (good && before != NULL && !wanted->wish.json)
        cli_print("%s== %s ==\n%s: %s\n\n", before, e->name, e->paper, e->summary);
    return good && study_print(s);
}

/* Runs some, shows each when it is done, and writes the page of all. */
static int run_experiments(const struct experiment *first, size_t count, const papers_settings *wanted)
{
    study *found[EXPERIMENTS] = {NULL};
    const char *out = wanted->wish.out;
    bool good = out == NULL || bench_folders_create(out, "papers");
    size_t done = 0;
    for (; done < count && good; done++) {
        const struct experiment *e = &first[done];
        if (count > 1)
            cli_progress_bar(done, count, e->name);
        found[done] = study_begin(&wanted->wish, e->name, e->paper, e->summary);
        good = run_one(e, wanted, count == 1 ? NULL : done > 0 ? "\n" : "", found[done]);
    }
    if (good && out != NULL)
        good = study_page_write(found, count, out);
    if (good && out != NULL)
        cli_note("page: %s/papers.md", out);
    for (size_t i = 0; i < done; i++)
        study_free(found[i]);
    return good ? CLI_OK : CLI_TROUBLE;
}

static int run_named(const char *name, const papers_settings *wanted)
{
    const char *known[EXPERIMENTS + 2] = {NULL};
    if (strcmp(name, "all") == 0) {
        if (wanted->pov != NULL)
            return cli_trouble("--pov is for fm-pairs and fm-tori, one at a time");
        return run_experiments(experiments, EXPERIMENTS, wanted);
    }
    for (int i = 0; i < EXPERIMENTS; i++) {
        known[i] = experiments[i].name;
        if (strcmp(name, experiments[i].name) != 0)
            continue;
        if (wanted->pov != NULL && !experiments[i].has_pov)
            return cli_trouble("%s has no scenes; --pov is for fm-pairs and fm-tori", name);
        return run_experiments(&experiments[i], 1, wanted);
    }
    known[EXPERIMENTS] = "all";
    return cli_unknown_word("experiment", name, known);
}

static bool read_papers_option(int option, void *user)
{
    papers_settings *wanted = user;
    if (option == OPTION_JSON)
        wanted->wish.json = true;
    else if (option == OPTION_QUICK)
        wanted->wish.quick = true;
    else if (option == OPTION_SEED)
        return cli_whole_number("--seed", optarg, &wanted->wish.seed);
    else if (option == PAPERS_OPTION_OUT)
        wanted->wish.out = optarg;
    else
        wanted->pov = optarg;
    return true;
}

int papers_run(int argc, char **argv)
{
    papers_settings wanted = {.wish = {.seed = 1}};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_papers_option, &wanted, &status))
        return status;
    if (argc - optind > 1)
        return cli_trouble("papers runs one experiment, or all; found '%s' too; see 'farkas papers --help'",
                           argv[optind + 1]);
    if (optind < argc)
        return run_named(argv[optind], &wanted);
    const study_options *wish = &wanted.wish;
    const char *word = wish->json           ? "json"
                       : wanted.pov != NULL ? "pov"
                       : wish->out != NULL  ? "out"
                       : wish->quick        ? "quick"
                       : wish->seed != 1    ? "seed"
                                            : NULL;
    if (word != NULL)
        return cli_trouble("--%s needs an experiment, or all; 'farkas papers' lists them", word);
    return list_experiments();
}
