/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls by Bullet; see hull_bullet.cpp. */

#include "peers/hulls.h"
#include "peers/mesh_participant.h"

#include <stdlib.h>

static bool build(const char *path, mesh_outcome *out)
{
    size_t count;
    double *xyz = mesh_points_read(path, &count);
    if (xyz == NULL)
        return false;
    out->count = hull_bullet(xyz, count, &out->seconds);
    free(xyz);
    return out->count > 0;
}

int main(int argc, char **argv)
{
    static const mesh_method method[] = {{"hull", "Bullet", build}, {0}};
    return mesh_participant_main(argc, argv, "Bullet " PEER_VERSION, method);
}
