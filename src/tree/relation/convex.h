/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which meshes are convex. */

#ifndef FARKAS_TREE_CONVEX_H
#define FARKAS_TREE_CONVEX_H

#include "farkas/tree.h"

/* The hull of a mesh that is a connected solid with volume, all of whose triangles lie on the boundary of its
 * hull; *out becomes NULL for other meshes. FK_ERROR_MEMORY leaves it alone. */
fk_status fk_convex_hull(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_hull **out);

#endif
