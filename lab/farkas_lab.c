/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas-lab: benchmarks and the experiments of the papers. `farkas bench` and `farkas papers` run it. */

#include "bench/bench.h"
#include "cli.h"
#include "papers/papers.h"

static const cli_verb verbs[] = {
    {"papers", "run the experiments of the papers again", papers_run, NULL},
    {"bench", "measure speed and count wrong answers, beside other libraries", bench_verb, NULL},
    {NULL, NULL, NULL, NULL},
};

static const char help_before[] = "The laboratory of Farkas.\n"
                                  "\n"
                                  "usage: farkas-lab VERB [OPTION]... [ARGUMENT]...\n"
                                  "       farkas-lab help VERB\n"
                                  "       farkas-lab --help | --version\n"
                                  "\n"
                                  "verbs:\n";

static const char help_after[] = "\n"
                                 "'farkas VERB' does the same.\n";

int main(int argc, char **argv)
{
    static const cli_program program = {help_before, verbs, help_after};
    return cli_main(&program, argc, argv);
}
