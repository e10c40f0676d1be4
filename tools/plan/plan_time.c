/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The times of a path. The robot stops at each knot, where the path turns, because a joint cannot change its speed at once. Between two
 * knots all joints move together along the straight line, so that its proof holds: they speed up, go on, and slow down (a trapezoid), as
 * fast as the slowest joint may. Speeding up is rows on that line at equal steps of time; between rows the speed is constant, and never
 * above the limit. */

#include "plan/plan_time.h"

#include <math.h>
#include <stdlib.h>

/* Rows of speeding up, and of slowing down. */
enum { RAMP = 8 };

static bool append(plan_rows *rows, double time, const double *from, const double *to, double part)
{
    uint32_t joints = rows->joint_count;
    double *grown_time = realloc(rows->time, (rows->count + (size_t)1) * sizeof *rows->time);
    rows->time = grown_time != NULL ? grown_time : rows->time;
    double *grown = realloc(rows->value, (rows->count + (size_t)1) * joints * sizeof *rows->value);
    rows->value = grown != NULL ? grown : rows->value;
    if (grown_time == NULL || grown == NULL)
        return false;
    rows->time[rows->count] = time;
    for (uint32_t k = 0; k < joints; k++)
        rows->value[(size_t)rows->count * joints + k] = part < 1 ? from[k] + part * (to[k] - from[k]) : to[k];
    rows->count++;
    return true;
}

/* The edge as a motion from 0 to 1: its largest speed and acceleration; false if nothing moves. */
static bool find_limits(const plan_limits *limits, const double *from, const double *to, uint32_t joints,
                        double *speed, double *acceleration)
{
    *speed = *acceleration = INFINITY;
    for (uint32_t k = 0; k < joints; k++) {
        double way = fabs(to[k] - from[k]);
        if (way > 0) {
            *speed = fmin(*speed, limits->speed[k] / way);
            *acceleration = fmin(*acceleration, limits->acceleration[k] / way);
        }
    }
    return *speed < (double)INFINITY;
}

static bool append_edge(plan_rows *rows, const plan_limits *limits, const double *from, const double *to)
{
    double speed, acceleration;
    if (!find_limits(limits, from, to, rows->joint_count, &speed, &acceleration))
        return true;
    /* A short edge does not reach its speed: then there is no time between the ramps. */
    double ramp = fmin(speed / acceleration, sqrt(1 / acceleration)), way = acceleration * ramp * ramp / 2;
    double level = fmax(1 - 2 * way, 0) / (acceleration * ramp), begin = rows->time[rows->count - 1];
    bool good = true;
    for (int i = 1; i <= RAMP && good; i++) {
        double share = (double)i / RAMP;
        good = append(rows, begin + ramp * share, from, to, way * share * share);
    }
    /* Rows at one time would be an error: where the level part is nothing, the slower ramp begins at once. */
    double after = begin + ramp + level;
    if (good && level > 1e-6 * ramp)
        good = append(rows, after, from, to, 1 - way);
    else
        after = begin + ramp;
    for (int i = 1; i <= RAMP && good; i++) {
        double rest = 1 - (double)i / RAMP;
        good = append(rows, after + ramp * (1 - rest), from, to, i < RAMP ? 1 - way * rest * rest : 1);
    }
    return good;
}

bool plan_rows_make(const plan_limits *limits, const double *knot, uint32_t knots, uint32_t joints,
                    plan_rows *out)
{
    *out = (plan_rows){.joint_count = joints};
    bool good = append(out, 0, knot, knot, 1);
    for (uint32_t i = 1; i < knots && good; i++)
        good = append_edge(out, limits, knot + (size_t)(i - 1) * joints, knot + (size_t)i * joints);
    if (good && out->count == 1) /* it is there already; a motion has two rows */
        good = append(out, 1, knot, knot, 1);
    if (!good)
        plan_rows_free(out);
    return good;
}

void plan_rows_free(plan_rows *rows)
{
    free(rows->time);
    free(rows->value);
    *rows = (plan_rows){.count = 0};
}
