/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The farkas command: the table of its verbs. To add a verb, write verb_NAME.c, declare it in cli.h, and add a row
 * here. */

#include "cli.h"

static const char plan_how[] =
    "it is built where OMPL is installed; on Debian: apt install g++ libompl-dev libboost-filesystem-dev "
    "libboost-serialization-dev libboost-system-dev, then make";

static const cli_verb verbs[] = {
    {"check", "which parts collide, contain each other or are too close", verb_check, NULL},
    {"sweep", "the same along a motion: when do parts first touch?", verb_sweep, NULL},
    {"distance", "the distance of two parts, and their nearest points", verb_distance, NULL},
    {"view", "a window on parts, clashes and motions", verb_view, NULL},
    {"render", "a picture of parts and their clashes", verb_render, NULL},
    {"report", "a page for a browser, from a result of check or sweep", verb_report, NULL},
    {"robot", "the links and joints of a robot, their poses, pairs to ignore", verb_robot, NULL},
    {"plan", "a path of a robot among obstacles, all of it proved free", NULL, plan_how},
    {"search", "which leaves of trees of cells collide, and where", verb_search, NULL},
    {"pairs", "do two convex shapes meet? one verdict for each line of input", verb_pairs, NULL},
    {"verify", "check the proofs that pairs --json wrote", verb_verify, NULL},
    {"info", "the contents and defects of a mesh file", verb_info, NULL},
    {"convert", "write a mesh in another format, unit or orientation", verb_convert, NULL},
    {"hull", "the convex hull of a mesh or of points", verb_hull, NULL},
    {"split", "convex pieces that cover a mesh, and the proof that they do", verb_split, NULL},
    {"spheres", "balls around parts or the links of a robot, and inside, proved", verb_spheres, NULL},
    {"gen", "write pairs, meshes or a machine for tests", verb_gen, NULL},
    {"papers", "run the experiments of the papers again", NULL, NULL},
    {"bench", "measure speed and count wrong answers, beside other libraries", NULL, NULL},
    {"demo", "sweep the sample workcell: a robot arm among moving things", verb_demo, NULL},
    {NULL, NULL, NULL, NULL},
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
    "  -v, --verbose   more output: see each verb\n"
    "      --color W   coloured messages: auto (default), always or never\n"
    "\n"
    "examples:\n"
    "  farkas demo                                     a sample to start with\n"
    "  farkas check *.stl --clearance 2mm\n"
    "  farkas check *.stl --report clash.html          the same as a page with pictures\n"
    "  farkas view farkas-demo/cell.json               in a window; ? lists its keys\n"
    "  echo sphere 0 0 0 1  sphere 3 0 0 1 | farkas pairs\n"
    "  farkas info part.stl\n"
    "\n"
    "exit status: 0 nothing found; 1 parts clash, a pair meets, a proof fails or a part is not\n"
    "sound; 2 trouble; 3 undecided\n";

int main(int argc, char **argv)
{
    static const cli_program program = {help_before, verbs, help_after};
    return cli_main(&program, argc, argv);
}
