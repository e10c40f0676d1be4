/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fractions of exact numbers and their square roots, rounded to doubles in a known direction: how results leave exact
 * arithmetic. What is said here holds whatever the state of the floating-point unit, and unless the arena was full. */

#ifndef FARKAS_EXACT_RATIO_H
#define FARKAS_EXACT_RATIO_H

#include "exact/exact.h"

/* over / under, with under > 0. */
typedef struct fk_fraction {
    fk_exact over, under;
} fk_fraction;

/* The sign of a fraction minus a finite double. */
int fk_fraction_compare(fk_arena *arena, fk_fraction a, double x);

/* The greatest double that does not exceed a fraction, and the least that is not below it: finite where there is such a
 * double, else an infinity. Never -0. */
double fk_fraction_floor(fk_arena *arena, fk_fraction a);
double fk_fraction_ceil(fk_arena *arena, fk_fraction a);

/* The nearest double; of two, the one whose last bit is 0. The fraction lies between finite doubles. */
double fk_fraction_nearest(fk_arena *arena, fk_fraction a);

/* The number offset + sign * sqrt(over / under); over >= 0, under > 0. */
typedef struct fk_root {
    fk_exact over, under, offset;
    int sign; /* 1 or -1 */
} fk_root;

/* The sign of a root minus a finite double. */
int fk_root_compare(fk_arena *arena, const fk_root *root, double x);

/* The greatest double that does not exceed a root and the least that is not below it, as for fractions. */
fk_interval fk_root_round(fk_arena *arena, const fk_root *root);

#endif
