/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Square roots of exact fractions, rounded down and up: how depths leave exact arithmetic. */

#ifndef FARKAS_NARROW_ROOT_H
#define FARKAS_NARROW_ROOT_H

#include "base/exact.h"
#include "farkas/narrow.h"

/* The number offset + sign * sqrt(over / under); over >= 0, under > 0. */
typedef struct fk_root {
    fk_exact over, under, offset;
    int sign; /* 1 or -1 */
} fk_root;

/* The sign of root - x. */
int fk_root_compare(fk_arena *arena, const fk_root *root, double x);

/* The greatest double <= root and the least one >= root, for a root that is not negative. Above the range these are
 * the largest double and infinity. */
fk_interval fk_root_round(fk_arena *arena, const fk_root *root);

#endif
