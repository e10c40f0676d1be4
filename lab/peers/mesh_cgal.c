/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls by CGAL; see hull_cgal.cpp. */

#include "peers/hulls.h"
#include "peers/mesh_participant.h"

#include <stdlib.h>

static bool build(const char *path, mesh_outcome *out)
{
    size_t count;
    double *xyz = mesh_points_read(path, &count);
    if (xyz == NULL)
        return false;
    out->count = hull_cgal(xyz, count, &out->seconds);
    free(xyz);
    return out->count > 0;
}

int main(int argc, char **argv)
{
    static const mesh_method method[] = {{"hull", "CGAL", build}, {0}};
    return mesh_participant_main(argc, argv, "CGAL " PEER_VERSION, method);
}
