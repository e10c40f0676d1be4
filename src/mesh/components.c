/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The components of a mesh, by joining sets of vertices. */

#include <string.h>

#include "base/lists.h"
#include "farkas/mesh.h"

fk_status fk_mesh_components(fk_context *context, const fk_mesh *mesh, uint32_t *component, uint32_t *count)
{
    size_t vertices = mesh->vertex_count, bytes = (2 * vertices + 1) * sizeof(uint32_t);
    uint32_t *parent = fk_allocate(context, bytes), found = 0;
    if (parent == NULL)
        return FK_ERROR_MEMORY;
    uint32_t *number = parent + vertices; /* of the set with each root */
    memset(number, 0xff, vertices * sizeof *number);
    for (uint32_t v = 0; v < vertices; v++)
        parent[v] = v;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = mesh->triangle[t].corner;
        fk_sets_join(parent, corner[0], corner[1]);
        fk_sets_join(parent, corner[0], corner[2]);
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t root = fk_sets_root(parent, mesh->triangle[t].corner[0]);
        if (number[root] == FK_NONE)
            number[root] = found++;
        component[t] = number[root];
    }
    fk_release(context, parent, bytes);
    *count = found;
    return FK_OK;
}
