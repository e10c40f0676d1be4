/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The context that all tests of a program share, made before the first and destroyed after the last. Include it last: functions of
 * other headers have parameters of this name. */

#ifndef FARKAS_TEST_CONTEXT_FIXTURE_H
#define FARKAS_TEST_CONTEXT_FIXTURE_H

#include "farkas/base.h"

static fk_context *context;

static int make_context(void **state)
{
    (void)state;
    return fk_context_create(NULL, &context) != FK_OK;
}

static int end_context(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return 0;
}

#endif
