/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the verbs on files of meshes share: the options that say how a file is read, lengths with units,
 * reading with messages, and writing. */

#ifndef FARKAS_TOOLS_MESH_FILE_H
#define FARKAS_TOOLS_MESH_FILE_H

#include "cli.h"
#include "farkas/scene.h"

/* ---- Units --------------------------------------------------------------------------------------------- */

/* mm, cm, m or in; false after a message. */
bool mesh_unit_find(const char *option, const char *word, size_t length, fk_unit *out);

/* A length, with a unit or without: then it is in the given one, as is what comes out. False after a message. */
bool mesh_length(const char *option, const char *text, fk_unit unit, double *out);

/* ---- Options ------------------------------------------------------------------------------------------- */

/* How a file is read. */
typedef struct mesh_settings {
    fk_load_options load;
    fk_unit unit;
    int up;                /* the axis that points up in the file: 0, 1 or 2 */
    const char *weld;      /* as given, or NULL; its unit may be that of the file */
    bool has_unit, has_up; /* they were given, and hold whatever the format says */
} mesh_settings;

enum { MESH_OPTION_UNITS = 900, MESH_OPTION_UP, MESH_OPTION_WELD, MESH_OPTION_JOIN, MESH_OPTION_FROM };

// clang-format off
#define MESH_OPTIONS                                          \
    {"units", required_argument, NULL, MESH_OPTION_UNITS},    \
    {"up", required_argument, NULL, MESH_OPTION_UP},          \
    {"weld", required_argument, NULL, MESH_OPTION_WELD},      \
    {"join", no_argument, NULL, MESH_OPTION_JOIN},            \
    {"from", required_argument, NULL, MESH_OPTION_FROM}
// clang-format on

/* The help on them. */
#define MESH_OPTIONS_HELP                                                                                    \
    "      --units U      the file's unit: mm (default), cm, m or in\n"                                      \
    "      --up AXIS      the file's axis that points up: x, y or z (default); it becomes z\n"               \
    "      --weld LENGTH  vertices that are not further apart become one (default: equal ones)\n"            \
    "      --join         all parts of a file are one\n"                                                     \
    "      --from FORMAT  the format of the input: stl, obj, ply or off (default: found out)\n"

mesh_settings mesh_settings_default(void);

/* One of MESH_OPTIONS, with optarg. False after a message. */
bool mesh_option(int option, mesh_settings *out);

/* After the last option, before any work. False after a message. */
bool mesh_settings_check(const mesh_settings *settings);

/* ---- Files --------------------------------------------------------------------------------------------- */

typedef struct mesh_file {
    const char *path; /* "-" for stdin */
    fk_context *context;
    fk_model *model;
    fk_load_report report;
    fk_unit unit;         /* that was asked for, or that of the format, or mm */
    bool is_unit_assumed; /* nobody said it */
} mesh_file;

/* Reads a file, or stdin for "-", through assimp where the library does not know the format; turns it so that
 * z is up. False after a message. */
bool mesh_file_load(mesh_file *file, fk_context *context, const char *path, const mesh_settings *settings);
void mesh_file_free(mesh_file *file);

/* Reads a file for a scene: an fk_scene_mesh_function; user is the settings, whose units and axis hold where
 * neither the scene nor the format says anything. */
fk_status mesh_load_for_scene(void *user, fk_context *context, fk_scene_mesh *mesh, fk_model **out);

/* Notes of what was left out or changed on the way, if anything was. */
void mesh_file_notes(const mesh_file *file);

/* The name of a part: that of its file without folder and end, "stem/part" where the file has several; in one
 * buffer, valid until the next call. */
const char *mesh_part_name(const mesh_file *file, uint32_t part);

/* Where a verb writes a model. */
typedef struct mesh_output {
    const char *path; /* NULL or "-": stdout */
    fk_format format; /* FK_FORMAT_ANY: by the end of the name; on stdout, what fits */
    bool is_made;     /* by formulas: what rounding changes is not worth a note */
} mesh_output;

/* A format by its word; false after a message. */
bool mesh_format_find(const char *word, fk_format *out);

/* Whether the name or --format tells a format, and one that holds several parts where that is needed. For a
 * look before the work; false after a message. */
bool mesh_output_check(const mesh_output *output, bool has_parts);

/* Writes a model; false after a message. Says what was rounded. */
bool mesh_write(fk_context *context, const fk_model *model, const mesh_output *output);

/* ---- Models -------------------------------------------------------------------------------------------- */

/* x -> scale * turn(x), where turn takes the axis `up` to z. A negative scale mirrors, and turns the
 * triangles over, so that outside stays outside. *model is replaced. False after a message that begins with
 * the name of the file. */
bool mesh_transform(fk_context *context, const char *path, fk_model **model, double scale, int up);

#endif
