/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When a robot is where on a path: rows of a trajectory. */

#ifndef FARKAS_TOOLS_PLAN_TIME_H
#define FARKAS_TOOLS_PLAN_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* Above 0, of each joint, per second. */
typedef struct plan_limits {
    const double *speed, *acceleration;
} plan_limits;

typedef struct plan_rows {
    uint32_t count, joint_count;
    double *time, *value; /* times increase from 0 */
} plan_rows;

/* Makes the rows of a path of at least one knot. Every knot is a row, all rows between two knots are on the straight line between them.
 * False without memory. */
bool plan_rows_make(const plan_limits *limits, const double *knot, uint32_t knots, uint32_t joints,
                    plan_rows *out);
void plan_rows_free(plan_rows *rows);

#endif
