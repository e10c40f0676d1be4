/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep do alike: options, files, the question, where the result comes from, what is
 * thought of it, and the page. */

#ifndef FARKAS_TOOLS_RUN_VERB_H
#define FARKAS_TOOLS_RUN_VERB_H

#include "subject.h"

typedef struct run_verb {
    const cli_syntax *syntax;
    const char *needs;                            /* "files, a scene or a robot" */
    bool (*check_settings)(const run_settings *); /* whether options go together; false after a message */
    bool (*find)(subject *about);                 /* false after a message */
    bool (*tell)(subject *about, const run_settings *settings); /* writes the result; false after a message */
} run_verb;

/* Returns an exit status. */
int run_verb_run(const run_verb *verb, int argc, char **argv);

#endif
