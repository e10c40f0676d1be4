/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes without triangles that are there again. */

#ifndef FARKAS_MESH_UNIQUE_H
#define FARKAS_MESH_UNIQUE_H

#include "farkas/mesh.h"

typedef struct fk_mesh_unique {
    fk_mesh *mesh;      /* NULL when no triangle is left out */
    uint32_t *original; /* of each triangle, its number before; ascending */
} fk_mesh_unique;

/* Of triangles with the same corners, a surface keeps the first. A solid keeps the first of those that do not cancel each other, as many as are
 * left; where all do, one of either way. So the set of points is the same, and so are all winding numbers. FK_ERROR_MEMORY leaves *out
 * alone. */
fk_status fk_mesh_unique_build(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_mesh_unique *out);
void fk_mesh_unique_free(fk_context *context, fk_mesh_unique *unique);

#endif
