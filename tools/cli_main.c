/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How farkas and farkas-lab read their arguments: help, the options before a verb, the verb. */

#include "cli.h"

#include <errno.h>
#include <fenv.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_help(const cli_program *program, FILE *file)
{
    fputs(program->help_before, file);
    for (const cli_verb *verb = program->verbs; verb->name != NULL; verb++)
        fprintf(file, "  %-8s  %s\n", verb->name, verb->summary);
    fputs(program->help_after, file);
}

/* ---- Verbs of other programs --------------------------------------------------------------------------- */

/* Finds the path of a program beside this one; returns false if there is none. */
static bool find_other_program(const char *before, const char *name, char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    size_t room = size - (size_t)(slash + 1 - path);
    return (size_t)snprintf(slash + 1, room, "%s%s", before, name) < room && access(path, X_OK) == 0;
}

/* Replaces this process by the program of a verb, with the same arguments. Returns only on failure. */
static int run_other_program(const cli_verb *about, char **arguments)
{
    const char *verb = about->name;
    char path[4096];
    bool is_there = find_other_program("farkas-", verb, path, sizeof path);
    if (!is_there && about->how != NULL)
        return cli_trouble("'%s' needs the program farkas-%s, which is not beside this one: %s", verb, verb,
                           about->how);
    if (!is_there && !find_other_program("farkas-", "lab", path, sizeof path))
        return cli_trouble(
            "'%s' needs the program farkas-lab, which is not beside this one: 'make' builds both, and the "
            "Debian package farkas has both",
            verb);
    execv(path, arguments);
    return cli_trouble("%s: %s", path, strerror(errno));
}

/* ---- Finding the verb ---------------------------------------------------------------------------------- */

/* `arguments` are all arguments of the program, for verbs of other programs. */
static int run_verb(const cli_program *program, int argc, char **argv, char **arguments)
{
    const char *names[CLI_MOST_VERBS + 2];
    size_t count = 0;
    for (const cli_verb *verb = program->verbs; verb->name != NULL; verb++) {
        if (strcmp(argv[0], verb->name) == 0)
            return verb->run != NULL ? verb->run(argc, argv) : run_other_program(verb, arguments);
        names[count++] = verb->name;
    }
    names[count++] = "help";
    names[count] = NULL;
    return cli_unknown_word("verb", argv[0], names);
}

static int run_help(const cli_program *program, int argc, char **argv)
{
    if (argc > 2)
        return cli_trouble("help takes one verb, found '%s'", argv[2]);
    if (argc == 1 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0) {
        print_help(program, stdout);
        return CLI_OK;
    }
    char option[] = "--help", name[] = "farkas";
    char *help[] = {name, argv[1], option, NULL};
    return run_verb(program, 2, help + 1, help);
}

/* Reads a word before the verb. Returns how many arguments it used; 0 if the program must return *status. */
static int run_option(const cli_program *program, int argc, char **argv, int *status)
{
    static const char *const known[] = {"--help", "--version", "--color", NULL};
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
        print_help(program, stdout);
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
    *status = cli_unknown_word("option", argv[0], known);
    return 0;
}

static int dispatch_verb(const cli_program *program, int argc, char **argv)
{
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        int status;
        int taken = run_option(program, argc - at, argv + at, &status);
        if (taken == 0)
            return status;
        at += taken;
    }
    if (at >= argc) {
        /* Not status 0: a script that lost its verb must not read this as "nothing meets". */
        print_help(program, stderr);
        return CLI_TROUBLE;
    }
    if (strcmp(argv[at], "help") == 0)
        return run_help(program, argc - at, argv + at);
    return run_verb(program, argc - at, argv + at, argv);
}

int cli_main(const cli_program *program, int argc, char **argv)
{
    /* A preloaded library may have changed the rounding mode; written numbers must read back the same. */
    fesetenv(FE_DFL_ENV);
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    int status = dispatch_verb(program, argc, argv);
    cli_context_end();
    cli_progress_end();
    cli_output_end();
    return cli_was_cancelled() ? CLI_CANCELLED : status;
}
