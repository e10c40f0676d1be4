/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Qhull, its reentrant library, with the plain command: facets are merged where rounding makes them concave, and are
 * not triangulated. "Qt" and "Pp" do not make it faster. */

#include "peers/mesh_participant.h"

#include <libqhull_r/libqhull_r.h>

static size_t build_qhull(const double *xyz, size_t count, double *seconds)
{
    qhT qhull;
    char command[] = "qhull ";
    int left, blocks;
    size_t vertices = 0;
    qh_zero(&qhull, stderr);
    double begin = fk_clock_seconds();
    /* Qhull does not write to the points unless it is told to move or scale them. */
    int failed = qh_new_qhull(&qhull, 3, (int)count, (coordT *)xyz, False, command, NULL, stderr);
    *seconds = fk_clock_seconds() - begin;
    if (!failed)
        vertices = (size_t)qhull.num_vertices;
    qh_freeqhull(&qhull, !qh_ALL);
    qh_memfreeshort(&qhull, &left, &blocks);
    return vertices;
}

int main(int argc, char **argv)
{
    return mesh_hull_main(argc, argv, "qhull " PEER_VERSION, "qhull", build_qhull);
}
