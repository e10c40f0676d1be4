/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-speed: the times of SearchCollisions in P. Baillehache's paper (2013), section 6.2.2, on
 * this machine: as printed, made right, and by the search of Farkas. */

#include "papers.h"
#include "cells_speed.h"

#include <stdlib.h>

int papers_speed(const papers_settings *settings, study *s)
{
    (void)s;
    if (settings->pov != NULL)
        return cli_trouble("--pov is not for fm-speed; see 'farkas papers --help'");
    cells_results *results = malloc(sizeof *results);
    if (results == NULL)
        return cli_trouble("out of memory");
    bool good = cells_speed_run(settings->quick ? CELLS_QUICK : CELLS_PAPER, results);
    if (good && settings->json)
        cells_print_json(results);
    else if (good)
        cells_print_table(results);
    free(results);
    return good ? CLI_OK : CLI_TROUBLE;
}
