/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a mesh is closed: see closed.h. Without a table of edges, the sides of all triangles are sorted, each as its lower
 * vertex, its higher one and its direction, which takes 48 bytes a triangle for the time being. */

#include "mesh/mesh.h"

#include "base/lists.h"

/* Sides as numbers, whose last bit is the direction; there are fewer than 2^31 vertices. Sides with one vertex at both ends are left
 * out. Returns how many. */
static size_t list_sides(const fk_mesh *mesh, uint64_t *side)
{
    size_t count = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            uint64_t a = mesh->triangle[t].corner[k], b = mesh->triangle[t].corner[(k + 1) % 3];
            if (a != b)
                side[count++] = a < b ? a << 33 | b << 1 : b << 33 | a << 1 | 1;
        }
    return count;
}

static bool is_balanced(const uint64_t *side, size_t count)
{
    for (size_t i = 0; i < count;) {
        int64_t sum = 0;
        uint64_t edge = side[i] >> 1;
        for (; i < count && side[i] >> 1 == edge; i++)
            sum += side[i] & 1 ? -1 : 1;
        if (sum != 0)
            return false;
    }
    return true;
}

fk_status fk_mesh_is_closed(fk_context *context, const fk_mesh *mesh, bool *out)
{
    size_t most = (size_t)3 * mesh->triangle_count, bytes = 2 * most * sizeof(uint64_t);
    if (most == 0) {
        *out = true;
        return FK_OK;
    }
    uint64_t *side = fk_allocate(context, bytes);
    if (side == NULL)
        return FK_ERROR_MEMORY;
    size_t count = list_sides(mesh, side);
    fk_sort_u64(side, side + most, count);
    *out = is_balanced(side, count);
    fk_release(context, side, bytes);
    return FK_OK;
}

bool fk_mesh_edges_are_closed(const fk_mesh *mesh, const fk_mesh_edges *edges)
{
    for (uint32_t e = 0; e < edges->edge_count; e++) {
        int64_t balance = 0;
        for (uint32_t i = edges->use_begin[e]; i < edges->use_begin[e + 1]; i++) {
            uint32_t side = edges->use[i];
            balance += mesh->triangle[side / 3].corner[side % 3] == edges->vertex[e][0] ? 1 : -1;
        }
        if (balance != 0)
            return false;
    }
    return true;
}

fk_status fk_mesh_is_solid(fk_context *context, const fk_mesh *mesh, bool *out)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        if (!fk_signs_on_line(mesh->point + c[0], mesh->point + c[1], mesh->point + c[2]))
            return fk_mesh_is_closed(context, mesh, out);
    }
    *out = false;
    return FK_OK;
}
