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

typedef enum fk_unique_rule {
    FK_UNIQUE_SURFACE, /* of triangles with the same corners, the first stays */
    /* The first of those that do not cancel each other stay, as many as are left; where all do, one of either
     * way. So the set of points is the same, and so are all winding numbers. */
    FK_UNIQUE_SOLID,
    /* The same, but where all cancel each other, none stays: for shells that are all counterclockwise around
     * something, so that what they cancel between them is inside. */
    FK_UNIQUE_SHELLS
} fk_unique_rule;

/* FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_mesh_unique_build(fk_context *context, const fk_mesh *mesh, fk_unique_rule rule,
                               fk_mesh_unique *out);
void fk_mesh_unique_free(fk_context *context, fk_mesh_unique *unique);

#endif
