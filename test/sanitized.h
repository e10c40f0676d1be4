/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sanitizers make a program about ten times slower, so tests over many pairs take a tenth of them; and so do those of a
 * build that is not the first to run them all (FARKAS_FEWER_CASES). On a level of instructions that is asked for (FARKAS_CPU),
 * after the best one has run them all, it is a quarter. */

#ifndef FARKAS_TEST_SANITIZED_H
#define FARKAS_TEST_SANITIZED_H

#include <stdlib.h>

#if defined(FARKAS_SANITIZED) || defined(FARKAS_FEWER_CASES)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define SHARE (SANITIZED ? 10 : 1)

static inline int share_of_level(void)
{
    return getenv("FARKAS_CPU") != NULL ? 4 : 1;
}

/* For tests that run on each level. */
#define LEVEL_SHARE (SANITIZED ? 10 : share_of_level())

#endif
