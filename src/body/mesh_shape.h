/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A mesh made ready to be asked about: a tree, whether it is a solid, and no triangle that is there again. */

#ifndef FARKAS_BODY_MESH_SHAPE_H
#define FARKAS_BODY_MESH_SHAPE_H

#include "farkas/tree.h"
#include "mesh/unique.h"

typedef struct fk_mesh_shape {
    const fk_mesh *mesh;   /* that was given */
    fk_mesh_unique unique; /* of a mesh that has triangles twice: what is looked at in its place */
    fk_tree *tree;
    bool is_solid;
} fk_mesh_shape;

/* workers may be NULL. FK_ERROR_MEMORY: what there is so far is to be freed. */
fk_status fk_mesh_shape_build(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                              fk_mesh_shape *out);
void fk_mesh_shape_free(fk_context *context, fk_mesh_shape *shape);

/* What is looked at. */
static inline const fk_mesh *fk_mesh_shape_mesh(const fk_mesh_shape *shape)
{
    return shape->unique.mesh != NULL ? shape->unique.mesh : shape->mesh;
}

static inline fk_placed_mesh fk_mesh_shape_place(const fk_mesh_shape *shape, const fk_pose *pose)
{
    fk_placed_mesh placed = {fk_mesh_shape_mesh(shape), shape->tree, *pose, shape->is_solid};
    return placed;
}

/* The number of a triangle in the mesh that was given. */
static inline uint32_t fk_mesh_shape_original(const fk_mesh_shape *shape, uint32_t triangle)
{
    return shape->unique.mesh != NULL ? shape->unique.original[triangle] : triangle;
}

#endif
