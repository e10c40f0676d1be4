// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// CGAL: convex_hull_3 with exact predicates into a surface mesh.

#include "peers/hulls.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/convex_hull_3.h>
#include <chrono>
#include <vector>

typedef CGAL::Exact_predicates_inexact_constructions_kernel Kernel;
typedef Kernel::Point_3 Point;

size_t hull_cgal(const double *xyz, size_t count, double *seconds)
{
    std::vector<Point> points;
    points.reserve(count);
    for (size_t i = 0; i < count; i++)
        points.emplace_back(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    CGAL::Surface_mesh<Point> hull;
    auto begin = std::chrono::steady_clock::now();
    CGAL::convex_hull_3(points.begin(), points.end(), hull);
    *seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return num_vertices(hull);
}
