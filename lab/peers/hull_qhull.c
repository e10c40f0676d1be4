/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Qhull, its reentrant library, with the plain command: facets are merged where rounding makes them concave, and are
 * not triangulated. "Qt" and "Pp" do not make it faster. */

#include "peers/hulls.h"

#include <stdio.h>
#include <time.h>

#include <libqhull_r/libqhull_r.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

size_t hull_qhull(const double *xyz, size_t count, double *seconds)
{
    qhT qhull;
    char command[] = "qhull ";
    int left, blocks;
    size_t vertices = 0;
    qh_zero(&qhull, stderr);
    double begin = now();
    /* Qhull does not write to the points unless it is told to move or scale them. */
    int failed = qh_new_qhull(&qhull, 3, (int)count, (coordT *)xyz, False, command, NULL, stderr);
    *seconds = now() - begin;
    if (!failed)
        vertices = (size_t)qhull.num_vertices;
    qh_freeqhull(&qhull, !qh_ALL);
    qh_memfreeshort(&qhull, &left, &blocks);
    return vertices;
}
