/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls as meshes, for the verbs that write them. */

#ifndef FARKAS_TOOLS_HULL_MESH_H
#define FARKAS_TOOLS_HULL_MESH_H

#include "farkas/farkas.h"

/* A model with a part for each hull: its vertices, and its faces cut into fans of triangles. A segment or a point has no triangle. */
fk_status hull_model_build(fk_context *context, fk_hull *const *hull, const char *const *name, uint32_t count,
                           fk_model **out);

/* The volume of a hull, up to rounding. */
double hull_volume(const fk_hull *hull);

#endif
