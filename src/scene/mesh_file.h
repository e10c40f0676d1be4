/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes of files, as they are in a scene: turned so that z is up, scaled, and in its unit.
 *
 * A coordinate is multiplied by its scale, if that is not 1, and converted by fk_length_convert, if the units
 * differ: each is one rounding at most for what floats hold, and none for powers of two and what is a double.
 * Vertices that become equal by that are one, as always in a mesh. */

#ifndef FARKAS_SCENE_MESH_FILE_H
#define FARKAS_SCENE_MESH_FILE_H

#include "farkas/scene.h"

/* Loads a file by a function, or by fk_model_load where that is NULL. */
fk_status fk_mesh_file_load(fk_scene_mesh_function *load, void *user, fk_context *context,
                            fk_scene_mesh *mesh, fk_model **out);

/* Whether a file is used as it is. */
bool fk_mesh_file_is_unmoved(const fk_scene_file *file, fk_unit unit);

/* A mesh of a file in its place; file->welded grows. A scale that mirrors turns the triangles, so that a solid keeps its
 * outside. FK_ERROR_NOT_FINITE when that is beyond the range of doubles, FK_ERROR_MEMORY. */
fk_status fk_mesh_file_move(fk_context *context, const fk_mesh *from, fk_scene_file *file, fk_unit unit,
                            fk_mesh **out);

/* No coordinate of a mesh is larger. */
double fk_mesh_reach(const fk_mesh *mesh);

/* Whether all that a pose makes of what reaches so far is finite: entries of the rotation are not above 1 + 1e-6. */
bool fk_pose_holds(const fk_pose *pose, double reach);

/* Where in a file its reader stopped, for a message: "12:", " byte 80:" or "". */
#define FK_WHERE 32
void fk_load_report_where(const fk_load_report *report, char out[FK_WHERE]);

#endif
