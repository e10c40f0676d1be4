/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How fast something grows: the exponent of the power that fits measured points best. */

#ifndef FARKAS_LAB_STUDY_GROWTH_H
#define FARKAS_LAB_STUDY_GROWTH_H

#include <stddef.h>

/* The e for which y = c x^e fits best, by least squares over logarithms. Points that are not positive, or not finite, are
 * left out; NAN with less than three different x, since two say nothing about a law. */
double growth_exponent(const double *x, const double *y, size_t count);

/* Pearson's coefficient of how two columns of numbers go together, from -1 to 1; NAN where one of them is constant. */
double growth_correlation(const double *x, const double *y, size_t count);

#endif
