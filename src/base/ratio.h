/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fractions of exact numbers, rounded to doubles in a known direction, and the order of doubles. */

#ifndef FARKAS_BASE_RATIO_H
#define FARKAS_BASE_RATIO_H

#include "base/exact.h"

/* over / under, with under > 0. */
typedef struct fk_fraction {
    fk_exact over, under;
} fk_fraction;

/* The sign of x - y for two doubles that are not NaN, by their bits. */
int fk_double_order(double x, double y);

/* The sign of a fraction minus a finite double. */
int fk_fraction_compare(fk_arena *arena, fk_fraction a, double x);

/* The greatest double that does not exceed a fraction, and the least that is not below it, whatever the state of the
 * floating-point unit: finite where there is such a double, else an infinity. Never -0. */
double fk_fraction_floor(fk_arena *arena, fk_fraction a);
double fk_fraction_ceil(fk_arena *arena, fk_fraction a);

#endif
