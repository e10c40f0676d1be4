/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a mesh is closed: with or without a table of its edges. */

#ifndef FARKAS_MESH_CLOSED_H
#define FARKAS_MESH_CLOSED_H

#include "farkas/mesh.h"

/* Whether on every edge as many sides of triangles go one way as the other. FK_OK, or FK_ERROR_MEMORY, which leaves *out
 * alone. */
fk_status fk_mesh_is_closed(fk_context *context, const fk_mesh *mesh, bool *out);

/* Whether it is a solid, as in fk_mesh_facts: closed, and not all triangles are degenerate. */
fk_status fk_mesh_is_solid(fk_context *context, const fk_mesh *mesh, bool *out);

/* Whether it is closed, by its edges. */
bool fk_mesh_edges_are_closed(const fk_mesh *mesh, const fk_mesh_edges *edges);

#endif
