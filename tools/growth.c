/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exponents of growth: see growth.h. */

#include "growth.h"
#include "bench_program.h"

#include <math.h>

double growth_exponent(const double *x, const double *y, size_t count)
{
    bench_line line = {0};
    double first = NAN;
    bool differs = false;
    for (size_t i = 0; i < count; i++)
        if (x[i] > 0 && y[i] > 0) {
            differs = differs || (line.n > 0 && x[i] != first);
            first = x[i];
            bench_line_add(&line, log(x[i]), log(y[i]));
        }
    return differs ? bench_line_slope(&line) : (double)NAN;
}

double growth_correlation(const double *x, const double *y, size_t count)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < count; i++) {
        mean_x += x[i] / (double)count;
        mean_y += y[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : (double)NAN;
}
