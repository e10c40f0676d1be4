/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trigonometry beyond the public sine and cosine. */

#ifndef FARKAS_BASE_TRIG_H
#define FARKAS_BASE_TRIG_H

#include <stdint.h>

/* The angle between the x axis and (x, y), from 0 to pi/2: neither is negative, and the larger one lies between
 * 2^-400 and 2^400. Its relative error is below FK_ARC_ERROR, in every rounding mode; one that is smaller than
 * 2^-1000 may be 0. The same bits on every machine that rounds to nearest. */
double fk_arc(double y, double x);
#define FK_ARC_ERROR 0x1p-49

#define FK_PI 3.14159265358979323846

/* Cosine and sine of i/n of a whole turn, for i < n. Exact at quarters, and as symmetric as the circle. */
typedef struct fk_turned {
    double cosine, sine;
} fk_turned;
fk_turned fk_turn_part(uint32_t i, uint32_t n);

#endif
