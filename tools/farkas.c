/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The farkas command: its verbs. A new verb is one file and one row of the table. */

#include "cli.h"

static const cli_verb verbs[] = {
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
    {"papers", "run the experiments of the papers again", NULL},
    {"bench", "measure speed and count wrong answers, beside other libraries", NULL},
    {"demo", "the sample workcell: a robot arm among things that move, swept", demo_run},
    {NULL, NULL, NULL},
};

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

int main(int argc, char **argv)
{
    static const cli_program program = {help_before, verbs, help_after};
    return cli_main(&program, argc, argv);
}
