// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Bullet: btConvexHullComputer, from doubles and without shrinking. It rounds the points to a grid of about ten thousand
// steps along each axis first, and its vertices are those of the rounded points: of many it keeps a part.

#include "peers/mesh_participant.h"

#include <LinearMath/btConvexHullComputer.h>

static size_t build(const double *xyz, size_t count, double *seconds)
{
    btConvexHullComputer hull;
    double begin = fk_clock_seconds();
    hull.compute(xyz, 3 * sizeof *xyz, static_cast<int>(count), 0, 0);
    *seconds = fk_clock_seconds() - begin;
    return static_cast<size_t>(hull.vertices.size());
}

int main(int argc, char **argv)
{
    return mesh_hull_main(argc, argv, "Bullet " PEER_VERSION, "Bullet", build);
}
