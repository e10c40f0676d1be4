// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Farkas authors

// Bullet: btConvexHullComputer, from doubles and without shrinking. It rounds the points to a grid of about ten thousand
// steps along each axis first, and its vertices are those of the rounded points: of many it keeps a part.

#include "peers/hulls.h"

#include <LinearMath/btConvexHullComputer.h>
#include <chrono>

size_t hull_bullet(const double *xyz, size_t count, double *seconds)
{
    btConvexHullComputer hull;
    auto begin = std::chrono::steady_clock::now();
    hull.compute(xyz, 3 * sizeof *xyz, static_cast<int>(count), 0, 0);
    *seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return static_cast<size_t>(hull.vertices.size());
}
