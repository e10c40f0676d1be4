/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exponents of growth, and how columns of numbers go together: see plot.h. */

#include "study/plot.h"

#include <math.h>
#include <stdbool.h>

static bool is_good(double x, double y)
{
    return x > 0 && y > 0 && isfinite(y);
}

/* How many different x the points have that count. */
static size_t count_sizes(const double *x, const double *y, size_t count)
{
    size_t sizes = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_new = is_good(x[i], y[i]);
        for (size_t k = 0; k < i && is_new; k++)
            is_new = x[k] != x[i] || !is_good(x[k], y[k]);
        sizes += is_new;
    }
    return sizes;
}

double growth_exponent(const double *x, const double *y, size_t count)
{
    double n = 0, sum_x = 0, sum_y = 0, xx = 0, xy = 0;
    if (count_sizes(x, y, count) < 3)
        return NAN;
    for (size_t i = 0; i < count; i++) {
        if (!is_good(x[i], y[i]))
            continue;
        double u = log(x[i]), v = log(y[i]);
        n++;
        sum_x += u;
        sum_y += v;
        xx += u * u;
        xy += u * v;
    }
    return (n * xy - sum_x * sum_y) / (n * xx - sum_x * sum_x);
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
