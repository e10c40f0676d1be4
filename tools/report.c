/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas report: a page for a browser, from a result that was written before. */

#include "report_page.h"

#include <string.h>
#include <strings.h>

static const char help[] =
    "usage: farkas report [OPTION]... RESULT.json\n"
    "\n"
    "Writes a page for a browser from a result of 'farkas check --json' or 'sweep --json':\n"
    "one file that needs nothing else, with a table, pictures and a sentence for each clash,\n"
    "and the parts in 3D. The files of the parts are looked for where they were, or beside the\n"
    "result; where they have changed since, the page is about the result alone.\n"
    "'farkas check --report FILE' writes the same page at once.\n"
    "\n"
    "options: the page\n"
    "  -o, --output FILE  where it is written (default: RESULT.html); - for standard output\n"
    "      --title TEXT   its title (default: from the names of the files)\n"
    "      --pictures N   pictures of so many clashes, the worst first (default: 40)\n"
    "      --no-pictures  no pictures\n"
    "      --no-3d        nothing that moves: a much smaller file, for mail and print\n"
    "\n"
    "options: what was known before\n" REVIEW_OPTIONS_HELP "\n"
    "options: as with every verb\n"
    "  -j, --jobs N       use N threads (default: all processors); the page is the same\n"
    "  -q, --quiet        no progress and no notes\n"
    "  -v, --verbose      where the time went, on standard error\n"
    "      --color W      coloured messages: auto (default), always or never\n"
    "  -h, --help         print this help\n"
    "\n"
    "examples:\n"
    "  farkas check cell.json --json > cell.result.json; farkas report cell.result.json\n"
    "  farkas report new.json --baseline old.json -o changes.html\n"
    "  farkas report result.json --approve 59b271ae1b='bolted together' --no-3d\n"
    "\n"
    "exit status: 0 the page is written, 2 trouble\n";

enum { OPTION_TITLE = 740, OPTION_PICTURES, OPTION_NO_PICTURES, OPTION_NO_3D };

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"title", required_argument, NULL, OPTION_TITLE},
    {"pictures", required_argument, NULL, OPTION_PICTURES},
    {"no-pictures", no_argument, NULL, OPTION_NO_PICTURES},
    {"no-3d", no_argument, NULL, OPTION_NO_3D},
    {"baseline", required_argument, NULL, RUN_OPTION_BASELINE},
    {"approve", required_argument, NULL, RUN_OPTION_APPROVE},
    {"jobs", required_argument, NULL, 'j'},
    CLI_COMMON_OPTIONS,
};

static const cli_syntax syntax = {"report", help, "o:j:" CLI_COMMON_LETTERS, options};

static bool read_option(int option, void *user)
{
    run_settings *s = user;
    switch (option) {
    case 'o':
        s->page.output = optarg;
        return true;
    case OPTION_TITLE:
        s->page.title = optarg;
        return true;
    case OPTION_PICTURES:
        return cli_whole_number("--pictures", optarg, &s->page.most_pictures);
    case OPTION_NO_PICTURES:
        s->page.most_pictures = 0;
        return true;
    case OPTION_NO_3D:
        return s->page.has_no_3d = true;
    default:
        return run_option(option, s);
    }
}

static bool is_json(const char *path)
{
    size_t length = strlen(path);
    return length >= 5 && strcasecmp(path + length - 5, ".json") == 0;
}

/* RESULT.html for RESULT.json. */
static bool name_page(const char *path, char *name, size_t size)
{
    size_t length = strlen(path) - strlen(".json");
    int needed = snprintf(name, size, "%.*s.html", (int)length, path);
    if (needed > 0 && (size_t)needed < size)
        return true;
    cli_trouble("%s: the name is too long; say where to write with -o", path);
    return false;
}

static int run(fk_context *context, run_settings *s)
{
    char name[4096];
    subject about;
    if (s->page.output == NULL) {
        if (!name_page(s->path[0], name, sizeof name))
            return CLI_TROUBLE;
        s->page.output = name;
    }
    if (!subject_open_result(&about, context, s, false))
        return CLI_TROUBLE;
    bool is_good = subject_may_write(&about, "-o", s->page.output) && subject_review(&about, &s->review) &&
                   report_page_write(&about, &s->page);
    subject_free(&about);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

static int run_file(run_settings *s)
{
    fk_context *context = NULL;
    int status = CLI_TROUBLE;
    if (s->path_count != 1)
        cli_trouble("report needs one result, RESULT.json; see farkas report --help");
    else if (!is_json(s->path[0]))
        cli_trouble_at(s->path[0], 0, 0,
                       "this is no result: 'farkas check --json' and 'farkas sweep --json' write one; or use "
                       "'farkas check --report PAGE.html'");
    else if ((context = cli_context_create()) != NULL)
        status = run(context, s);
    fk_context_destroy(context);
    return status;
}

int report_run(int argc, char **argv)
{
    run_settings s = run_settings_default();
    int status;
    if (cli_read_options(&syntax, argc, argv, read_option, &s, &status)) {
        s.path = argv + optind;
        s.path_count = argc - optind;
        status = run_file(&s);
    }
    run_settings_free(&s);
    return status;
}
