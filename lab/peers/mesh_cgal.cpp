// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// CGAL: convex_hull_3 with exact predicates into a surface mesh.

#include "peers/mesh_participant.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>
#include <vector>

typedef CGAL::Exact_predicates_inexact_constructions_kernel Kernel;
typedef Kernel::Point_3 Point;

static size_t build(const double *xyz, size_t count, double *seconds)
{
    std::vector<Point> points;
    points.reserve(count);
    for (size_t i = 0; i < count; i++)
        points.emplace_back(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    CGAL::Surface_mesh<Point> hull;
    double begin = fk_clock_seconds();
    CGAL::convex_hull_3(points.begin(), points.end(), hull);
    *seconds = fk_clock_seconds() - begin;
    return num_vertices(hull);
}

int main(int argc, char **argv)
{
    return mesh_hull_main(argc, argv, "CGAL " PEER_VERSION, "CGAL", build);
}
