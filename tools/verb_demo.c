/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas demo: writes the sample workcell, sweeps it and writes its report, so that new users see the main task without
 * any input. */

#include "cli.h"

static const char help[] =
    "usage: farkas demo [OPTION]... [DIR]\n"
    "\n"
    "Writes the sample workcell, a robot arm with seven joints among moving things, to the\n"
    "folder DIR (default: farkas-demo), sweeps it, and writes the report\n"
    "DIR/report.html, a page for a browser. Change the files as you like, and sweep again\n"
    "with 'farkas sweep DIR/cell.json'; 'farkas demo' restores them.\n"
    "\n"
    "options:\n"
    "  -q, --quiet     no progress and no notes\n"
    "  -v, --verbose   list all contacts, and ignored pairs\n"
    "      --color W   coloured messages: auto (default), always or never\n"
    "  -h, --help      print this help\n"
    "\n"
    "examples:\n"
    "  farkas demo\n"
    "  farkas demo cell && farkas view cell/cell.json\n"
    "\n"
    "exit status: 0, or 2 on trouble; clashes in the cell are no trouble\n";

static const cli_option option_list[] = {CLI_END};
static const cli_option_table option_table = {"demo", help, option_list, NULL};

/* Runs the command that users type next, and prints it. */
static int sweep(const char *folder)
{
    char verb[] = "sweep", option[] = "--report", quiet[] = "--quiet", path[4096], page[4096];
    char *argv[] = {verb, path, option, page, quiet, NULL};
    snprintf(path, sizeof path, "%s/cell.json", folder);
    snprintf(page, sizeof page, "%s/report.html", folder);
    cli_print("$ farkas sweep %s --report %s\n", path, page);
    optind = 0; /* restarts getopt */
    int status = verb_sweep(5, argv);
    if (status != CLI_TROUBLE)
        cli_print("\nOpen it in a browser: %s\nLook around: farkas view %s\n", page, path);
    return status;
}

int verb_demo(int argc, char **argv)
{
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, NULL, &status))
        return status;
    if (argc - optind > 1)
        return cli_trouble("demo takes one folder, found '%s'", argv[optind + 1]);
    const char *folder = argc > optind ? argv[optind] : "farkas-demo";
    if (!sample_workcell_write(cli_context(), folder))
        return CLI_TROUBLE;
    cli_print("The workcell is in %s: cell.json, arm.urdf, arm.srdf, pick.csv and meshes.\n\n", folder);
    return sweep(folder) == CLI_TROUBLE ? CLI_TROUBLE : CLI_OK;
}
