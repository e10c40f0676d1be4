/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The leaves of a tree of cells as a mesh of closed shells.
 *
 * A shell is the surface of the hull of the leaf's corners, its faces cut into triangles from their lowest
 * corner, by coordinates: so two leaves that have a face in common cut it the same way. Its triangles then
 * cancel each other. They can be left out: all shells with volume are counterclockwise, so no winding number
 * is negative, and on both sides of such a triangle it is not 0. A point that is on no triangle that is left
 * has around it the inside of the leaf that it is in, and so a winding number that is not 0: the set stays
 * the same.
 *
 * The two sides of a flat leaf would cancel each other, too; so leaves without volume are a mesh of their own
 * until the end. */

#include "base/bits.h"
#include "cells/cells.h"
#include "mesh/builder.h"
#include "mesh/mesh.h"

typedef struct maker {
    fk_context *context;
    fk_builder solid, thin; /* leaves with volume, and without */
} maker;

static bool is_lower(fk_vec3 a, fk_vec3 b)
{
    for (int axis = 0; axis < 3; axis++) {
        int order = fk_double_order(fk_vec3_get(a, axis), fk_vec3_get(b, axis));
        if (order != 0)
            return order < 0;
    }
    return false;
}

static fk_status add_face(fk_builder *to, const fk_hull *hull, uint32_t face)
{
    const uint32_t *v = hull->face_vertex + hull->face_begin[face];
    uint32_t count = hull->face_begin[face + 1] - hull->face_begin[face], low = 0;
    for (uint32_t i = 1; i < count; i++)
        if (is_lower(hull->point[v[i]], hull->point[v[low]]))
            low = i;
    fk_status status = FK_OK;
    for (uint32_t i = 1; status == FK_OK && i + 1 < count; i++) {
        fk_vec3 corner[3] = {hull->point[v[low]], hull->point[v[(low + i) % count]],
                             hull->point[v[(low + i + 1) % count]]};
        status = fk_builder_add_corners(to, corner, 1);
    }
    return status;
}

static fk_status add_hull(maker *m, const fk_hull *hull)
{
    fk_builder *to = hull->dimension == 3 ? &m->solid : &m->thin;
    fk_status status = FK_OK;
    if (hull->face_count == 0) {
        fk_vec3 end = hull->point[hull->vertex_count - 1], corner[3] = {hull->point[0], end, end};
        return fk_builder_add_corners(to, corner, 1);
    }
    for (uint32_t face = 0; status == FK_OK && face < hull->face_count; face++)
        status = add_face(to, hull, face);
    return status;
}

static fk_status add_leaves(maker *m, const fk_cell_tree *tree)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < tree->node_count; i++) {
        fk_cells_volume volume = fk_cells_volume_of(&tree->node[i]);
        fk_hull *hull = NULL;
        bool is_exact;
        if (tree->node[i].child_count > 0)
            continue;
        status = fk_cells_hull(m->context, &volume, FK_CELLS_NEAREST, &is_exact, &hull);
        if (status == FK_OK)
            status = add_hull(m, hull);
        fk_hull_free(m->context, hull);
    }
    return status;
}

/* What is left of the shells, and then the leaves without volume. */
static fk_status join(maker *m, fk_mesh **out)
{
    fk_model *solid = NULL, *thin = NULL;
    fk_mesh_unique unique = {NULL, NULL};
    fk_status status = fk_builder_finish(&m->solid, NULL, &solid);
    if (status == FK_OK)
        status = fk_builder_finish(&m->thin, NULL, &thin);
    if (status == FK_OK)
        status = fk_mesh_unique_build(m->context, solid->part, FK_UNIQUE_SHELLS, &unique);
    if (status == FK_OK) {
        fk_mesh part[2] = {unique.mesh != NULL ? *unique.mesh : *solid->part, *thin->part};
        status = fk_mesh_join(m->context, part, 2, out);
    }
    fk_mesh_unique_free(m->context, &unique);
    fk_model_free(m->context, solid);
    fk_model_free(m->context, thin);
    return status;
}

fk_status fk_cell_tree_mesh(fk_context *context, const fk_cell_tree *tree, fk_mesh **out)
{
    maker m = {.context = context};
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder_init(&m.solid, context, &options, true);
    fk_builder_init(&m.thin, context, &options, true);
    m.solid.keep_empty = m.thin.keep_empty = true;
    fk_status status = add_leaves(&m, tree);
    if (status == FK_OK)
        status = join(&m, out);
    fk_builder_end(&m.solid);
    fk_builder_end(&m.thin);
    return status;
}
