/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench cells: the search of trees of cells beside the printed one, with the bars. `farkas papers
 * fm-speed` measures the same. */

#include "bench_cells.h"
#include "bench_options.h"
#include "bench_program.h"
#include "cells_speed.h"
#include "cli.h"

#include <stdlib.h>

static const char help[] =
    "usage: farkas bench cells [OPTION]...\n"
    "\n"
    "Measures the search of one torus against many, all of them trees of cells: as the paper on\n"
    "Fourier-Motzkin elimination prints it, the same made right, and by farkas: with the two\n"
    "levels of the paper, where for a first hit the one torus gets more levels within the\n"
    "measured time, and with trees that have more levels already. Every answer of farkas is\n"
    "compared with the others.\n"
    "\n"
    "options:\n"
    "      --quick      few tori, no clock: only what is answered\n"
    "      --json       an object per line\n"
    "      --page FILE  also write the section 'Cells' of a page in Markdown, with the bars; the\n"
    "                   rest of the page is kept\n"
    "  -q, --quiet      no progress and no notes\n"
    "  -v, --verbose    end with a summary on standard error\n"
    "      --color W    coloured messages: auto (default), always or never\n"
    "  -h, --help       print this help\n"
    "\n"
    "examples:\n"
    "  farkas bench cells\n"
    "  farkas bench cells --quick --json\n"
    "\n"
    "exit status: 0, or 2 on trouble; a wrong answer of farkas is trouble\n";

static const struct option options[] = {BENCH_COMMON_OPTIONS, CLI_COMMON_OPTIONS};

static const cli_syntax syntax = {"bench", help, CLI_COMMON_LETTERS, options};

static bool read_option(int option, void *user)
{
    return bench_read_option(option, user);
}

static void print_section(const void *user, FILE *out)
{
    fputs("## Cells\n\nWritten by `make bench`. Processor: ", out);
    bench_print_machine(out);
    fputs("\n\nOne torus is searched against many others, at random places, of random sizes: trees of cells "
          "with a box and 200, 400 or 800\ntetrahedra. \"Printed\" is SearchCollisions of P. Baillehache's "
          "paper (2013) with its mistakes, its volumes made ready as it says;\n\"made right\" is the same "
          "search with method `fm`. Farkas has the same two levels, where for a first hit the one torus "
          "gets\nmore levels within the measured time; or all trees have more levels already. All answers "
          "of Farkas are those of the search\nmade right; times are medians of turns. 0.04 s is the limit "
          "of the paper.\n\n",
          out);
    cells_print_markdown(user, out);
}

int bench_cells_verb(int argc, char **argv)
{
    bench_options s = {0};
    int status;
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    cells_results *results = malloc(sizeof *results);
    if (results == NULL)
        return cli_trouble("out of memory");
    double begin = fk_clock_seconds();
    bool good = cells_speed_run(s.quick, results);
    if (good && s.form == BENCH_JSON)
        cells_print_json(results);
    else if (good)
        cells_print_table(results);
    good = good && (s.page == NULL || bench_section_write(s.page, "cells", print_section, results));
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", results->count, fk_clock_seconds() - begin);
    free(results);
    return good ? CLI_OK : CLI_TROUBLE;
}
