/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The farkas command: finds the verb and runs it. A new verb is one file and one row of the table. */

#include "cli.h"

#include <fenv.h>
#include <stdio.h>
#include <string.h>

static const struct verb {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} verbs[] = {
    {"check", "which parts collide, contain each other or are too close", check_run},
    {"sweep", "the same along a motion: when do parts first touch?", sweep_run},
    {"distance", "how far apart two parts are, and where", distance_run},
    {"view", "a window on parts, on clashes, and on what moves", view_run},
    {"render", "a picture of parts and of what was found about them", render_run},
    {"report", "a page for a browser, from the result of check or sweep", report_run},
    {"robot", "what a robot is made of, where its links are, pairs to ignore", robot_run},
    {"search", "which leaves of trees of cells collide, and where", search_run},
    {"pairs", "do two convex shapes meet? one verdict per line of input", pairs_run},
    {"verify", "check the proofs that pairs --json wrote", verify_run},
    {"info", "what is in a mesh file, and what is wrong with it", info_run},
    {"convert", "a mesh in another format, unit or orientation", convert_run},
    {"hull", "the convex hull of a mesh or of points", hull_run},
    {"split", "convex pieces that cover a mesh, and the proof that they do", split_run},
    {"gen", "write pairs or meshes to test with", gen_run},
    {"papers", "run the experiments of the papers again", papers_run},
    {"bench", "measure speed and count wrong answers, beside other libraries", bench_verb},
    {"demo", "the sample workcell: a robot arm among things that move, swept", demo_run},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const char help_before[] = "Farkas detects collisions and proves its answer.\n"
                                  "\n"
                                  "usage: farkas VERB [OPTION]... [ARGUMENT]...\n"
                                  "       farkas help VERB\n"
                                  "       farkas --help | --version\n"
                                  "\n"
                                  "verbs:\n";

static const char help_after[] =
    "\n"
    "options of every verb:\n"
    "  -h, --help      help on the verb\n"
    "  -q, --quiet     no progress and no notes\n"
    "  -v, --verbose   end with a summary on standard error\n"
    "      --color W   coloured messages: auto (default), always or never\n"
    "\n"
    "examples:\n"
    "  farkas demo                                     a sample to begin with\n"
    "  farkas check *.stl --clearance 2mm\n"
    "  farkas check *.stl --report clash.html          the same as a page with pictures\n"
    "  farkas view farkas-demo/cell.json               in a window; ? lists its keys\n"
    "  echo sphere 0 0 0 1  sphere 3 0 0 1 | farkas pairs\n"
    "  farkas info part.stl\n"
    "\n"
    "exit status: 0 nothing found, 1 parts clash, a pair meets, a proof fails or a part is not\n"
    "sound, 2 trouble, 3 undecided\n";

static void print_help(FILE *file)
{
    fputs(help_before, file);
    for (int i = 0; i < VERBS; i++)
        fprintf(file, "  %-8s  %s\n", verbs[i].name, verbs[i].summary);
    fputs(help_after, file);
}

static int run_verb(int argc, char **argv)
{
    const char *names[VERBS + 2];
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(argv[0], verbs[i].name) == 0)
            return verbs[i].run(argc, argv);
        names[i] = verbs[i].name;
    }
    names[VERBS] = "help";
    names[VERBS + 1] = NULL;
    return cli_unknown("verb", argv[0], names);
}

static int run_help(int argc, char **argv)
{
    if (argc > 2)
        return cli_trouble("help takes one verb, found '%s'", argv[2]);
    if (argc == 1 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0) {
        print_help(stdout);
        return CLI_OK;
    }
    char option[] = "--help";
    char *help[] = {argv[1], option, NULL};
    return run_verb(2, help);
}

/* A word before the verb. Returns how many arguments it took; 0 when *status is the end of it. */
static int run_option(int argc, char **argv, int *status)
{
    static const char *const known[] = {"--help", "--version", "--color", NULL};
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
        print_help(stdout);
        *status = CLI_OK;
        return 0;
    }
    if (strcmp(argv[0], "--version") == 0) {
        cli_print("farkas %s (%s)\n", fk_version(), fk_cpu_name());
        *status = CLI_OK;
        return 0;
    }
    bool joined = strncmp(argv[0], "--color=", 8) == 0;
    if (joined || strcmp(argv[0], "--color") == 0) {
        const char *word = joined ? argv[0] + 8 : argc > 1 ? argv[1] : "";
        if (cli_set_color(word))
            return joined ? 1 : 2;
        *status = cli_trouble("--color: '%s' is not one of auto, always, never", word);
        return 0;
    }
    *status = cli_unknown("option", argv[0], known);
    return 0;
}

static int run(int argc, char **argv)
{
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        int status;
        int taken = run_option(argc - at, argv + at, &status);
        if (taken == 0)
            return status;
        at += taken;
    }
    if (at >= argc) {
        /* Not status 0: a script that lost its verb must not read this as "nothing meets". */
        print_help(stderr);
        return CLI_TROUBLE;
    }
    if (strcmp(argv[at], "help") == 0)
        return run_help(argc - at, argv + at);
    return run_verb(argc - at, argv + at);
}

int main(int argc, char **argv)
{
    /* A preloaded library may have changed how numbers are rounded, and what is written must read back the same. */
    fesetenv(FE_DFL_ENV);
    cli_output_start();
    int status = run(argc, argv);
    cli_progress_end();
    cli_output_end();
    return status;
}
