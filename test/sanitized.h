/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sanitizers make a program about ten times slower, so tests over many pairs take a tenth of them. */

#ifndef FARKAS_TEST_SANITIZED_H
#define FARKAS_TEST_SANITIZED_H

#ifdef FARKAS_SANITIZED
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define SHARE (SANITIZED ? 10 : 1)

#endif
