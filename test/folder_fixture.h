/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The context that all tests of a program share, and a folder for their files, which they leave empty. The program defines
 * _XOPEN_SOURCE 700. */

#ifndef FARKAS_TEST_FOLDER_FIXTURE_H
#define FARKAS_TEST_FOLDER_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "context_fixture.h"

static char folder[400];

static int make_folder(void **state)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/farkas-test-XXXXXX", temporary != NULL ? temporary : P_tmpdir);
    return make_context(state) != 0 || mkdtemp(folder) == NULL;
}

static int end_folder(void **state)
{
    return end_context(state) != 0 || rmdir(folder) != 0;
}

#endif
