/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A mesh made ready to be asked about. */

#include "body/body.h"

#include "mesh/mesh.h"

fk_status fk_mesh_shape_build(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                              fk_mesh_shape *out)
{
    fk_tree_options options = {.workers = workers};
    *out = (fk_mesh_shape){.mesh = mesh};
    fk_status status = fk_mesh_is_solid(context, mesh, &out->is_solid);
    if (status == FK_OK)
        status = fk_mesh_unique_build(context, mesh, out->is_solid ? FK_UNIQUE_SOLID : FK_UNIQUE_SURFACE,
                                      &out->unique);
    if (status == FK_OK)
        status = fk_tree_build(context, fk_mesh_shape_mesh(out), &options, &out->tree);
    return status;
}

void fk_mesh_shape_free(fk_context *context, fk_mesh_shape *shape)
{
    fk_tree_free(context, shape->tree);
    fk_mesh_unique_free(context, &shape->unique);
}
