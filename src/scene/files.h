/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whole files as texts; paths; mesh files, turned and scaled for a scene. */

#ifndef FARKAS_SCENE_FILES_H
#define FARKAS_SCENE_FILES_H

#include "farkas/scene.h"
#include "farkas/shape.h"
#include "io/file.h"

/* The bytes of a file, in a block that grows. */
typedef struct fk_file_text {
    char *bytes;
    size_t used, capacity;
} fk_file_text;

/* Reads a whole file into an empty text. Free it, also after an error. FK_ERROR_READ with the message;
 * FK_ERROR_MEMORY. */
fk_status fk_file_text_load(fk_context *context, const char *path, char message[FK_FILE_MESSAGE],
                            fk_file_text *out);
void fk_file_text_free(fk_context *context, fk_file_text *text);

/* Whether a text begins with another one. */
bool fk_begins_with(const char *text, const char *beginning);

/* The length of the folder in a path, up to and including the last "/"; 0 without one. */
size_t fk_folder_length(const char *path);

/* Whether a path ends with an extension, given in lower case, in upper or lower case. */
bool fk_path_ends_with(const char *path, const char *end);

/* fk_content_of_file of a text, whose name is not known. */
fk_content fk_content_of_text(const char *text, size_t bytes);

/* Whether a text is UTF-8 without control characters. */
bool fk_is_plain_text(const char *text);

/* Whether a path is absolute. */
bool fk_path_is_absolute(const char *path);

/* ---- Meshes: turned so that z is up, scaled, and in the unit of the scene ------------------------------ */

/* A coordinate is multiplied by its scale, unless that is 1, and converted by fk_length_convert, if the units differ:
 * each is at most one rounding for floats, and exact for powers of two and results that are doubles. Vertices that
 * become equal are welded, as in every mesh. */

/* Loads a file by the function of the options, or by fk_model_load if there is none or it is for other files. */
fk_status fk_mesh_file_load(const fk_scene_options *options, fk_context *context, fk_scene_mesh *mesh,
                            fk_model **out);

/* Whether a file is used without turning or scaling. */
bool fk_mesh_file_is_unchanged(const fk_scene_file *file, fk_unit unit);

/* Turns and scales a mesh of a file; file->welded grows. A scale that mirrors also flips the triangles, so that a
 * solid keeps its outside. FK_ERROR_NOT_FINITE if the result is beyond the range of doubles; FK_ERROR_MEMORY. */
fk_status fk_mesh_file_transform(fk_context *context, const fk_mesh *from, fk_scene_file *file, fk_unit unit,
                                 fk_mesh **out);

/* The largest absolute value of a coordinate. */
double fk_mesh_largest_coordinate(const fk_mesh *mesh);

/* Whether a pose keeps all points with coordinates up to `extent` finite: entries of its rotation are at most 1 +
 * 1e-6. */
bool fk_pose_keeps_finite(const fk_pose *pose, double extent);

/* The position of an error for a message: "12:", " byte 80:" or "". */
#define FK_WHERE 32
void fk_load_report_where(const fk_load_report *report, char out[FK_WHERE]);

/* Shapes of scenes and robots, centred at the origin, along z. */
static inline fk_piece fk_centred_box(const double size[3])
{
    return fk_piece_box(fk_vec3_make(-size[0] / 2, -size[1] / 2, -size[2] / 2), fk_vec3_make(size[0], 0, 0),
                        fk_vec3_make(0, size[1], 0), fk_vec3_make(0, 0, size[2]));
}

static inline fk_piece fk_centred_axial(fk_piece (*make)(fk_vec3 a, fk_vec3 b, double radius), double length,
                                        double radius)
{
    return make(fk_vec3_make(0, 0, -length / 2), fk_vec3_make(0, 0, length / 2), radius);
}

#endif
