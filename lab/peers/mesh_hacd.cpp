/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex decomposition by HACD, by its authors, as Debian ships it with Bullet: a concavity of a hundredth of the diagonal, no limit
 * on the vertices of a hull, no points besides those of the mesh. */

#include "peers/mesh_participant.h"

#include "farkas/farkas.h"

#include <HACD/hacdHACD.h>

#include <cmath>
#include <vector>

/* The volume of a closed surface of triangles. */
static double volume_of(const std::vector<HACD::Vec3<HACD::Real>> &point,
                        const std::vector<HACD::Vec3<long>> &triangle)
{
    double sum = 0;
    for (const auto &t : triangle) {
        const auto &a = point[(size_t)t.X()], &b = point[(size_t)t.Y()], &c = point[(size_t)t.Z()];
        sum += a.X() * (b.Y() * c.Z() - b.Z() * c.Y()) + a.Y() * (b.Z() * c.X() - b.X() * c.Z()) +
               a.Z() * (b.X() * c.Y() - b.Y() * c.X());
    }
    return std::fabs(sum) / 6;
}

static void measure(HACD::HACD *hacd, mesh_outcome *out)
{
    out->count = hacd->GetNClusters();
    for (size_t i = 0; i < hacd->GetNClusters(); i++) {
        std::vector<HACD::Vec3<HACD::Real>> point(hacd->GetNPointsCH(i));
        std::vector<HACD::Vec3<long>> triangle(hacd->GetNTrianglesCH(i));
        if (hacd->GetCH(i, point.data(), triangle.data()))
            out->volume += volume_of(point, triangle);
    }
}

static bool split(const char *path, mesh_outcome *out)
{
    fk_context *context;
    fk_mesh *mesh;
    if (fk_context_create(nullptr, &context) != FK_OK ||
        fk_mesh_load(context, path, nullptr, nullptr, &mesh) != FK_OK)
        return false;
    std::vector<HACD::Vec3<HACD::Real>> point;
    std::vector<HACD::Vec3<long>> triangle;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        point.emplace_back(mesh->point[i].x, mesh->point[i].y, mesh->point[i].z);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        const uint32_t *c = mesh->triangle[i].corner;
        triangle.emplace_back((long)c[0], (long)c[1], (long)c[2]);
    }
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
    double begin = fk_clock_seconds();
    HACD::HACD hacd;
    hacd.SetPoints(point.data());
    hacd.SetNPoints(point.size());
    hacd.SetTriangles(triangle.data());
    hacd.SetNTriangles(triangle.size());
    hacd.SetScaleFactor(1000); /* of the diagonal */
    hacd.SetConcavity(10);
    hacd.SetNClusters(1);
    hacd.SetNVerticesPerCH(100000);
    hacd.SetAddExtraDistPoints(false);
    hacd.SetAddNeighboursDistPoints(false);
    hacd.SetAddFacesPoints(false);
    bool good = hacd.Compute(true);
    out->seconds = fk_clock_seconds() - begin;
    if (good)
        measure(&hacd, out);
    return good;
}

int main(int argc, char **argv)
{
    static const mesh_method method[] = {{"split", "HACD", split}, {}};
    return mesh_participant_main(argc, argv, "HACD of Bullet " PEER_VERSION, method);
}
