/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sanitizers make a program about ten times slower, so tests over many pairs take a tenth of them; and so do those of a
 * build that is not the first to run them all (FARKAS_FEWER_CASES). */

#ifndef FARKAS_TEST_SANITIZED_H
#define FARKAS_TEST_SANITIZED_H

#if defined(FARKAS_SANITIZED) || defined(FARKAS_FEWER_CASES)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define SHARE (SANITIZED ? 10 : 1)

#endif
