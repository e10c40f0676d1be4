/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances over time, as CSV or as numbers. */

#ifndef FARKAS_TOOLS_SWEEP_DISTANCES_H
#define FARKAS_TOOLS_SWEEP_DISTANCES_H

#include "cli.h"

typedef struct sweep_distances {
    fk_context *context;
    const fk_workers *workers;
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t part_count;
    const fk_sweep_options *options; /* which pairs, tolerance, budget */
    double from, to;
    uint32_t samples; /* at least 2: the first is at `from`, the last at `to` */
} sweep_distances;

/* Writes a line of names, then for each pair a line for each of the times: t, names, bounds of the distance then, and how
 * close they come at least until the next of them: no sample, but proved. False after a message. */
bool sweep_distances_write(const sweep_distances *asked, const char *path);

/* The distance of two parts over time. */
typedef struct distance_series {
    uint32_t a, b; /* parts */
    double *time;  /* room for as many as there are samples */
    fk_interval *distance;
} distance_series;

/* Fills some of them: times and distances then, with nothing about the times between. Options need not have a select. */
fk_status sweep_distances_fill(const sweep_distances *asked, distance_series *series, uint32_t count);

#endif
