/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the verbs on mesh files share: the options on how to read a file, lengths with units, reading with messages, and
 * writing. */

#ifndef FARKAS_TOOLS_MESH_FILE_H
#define FARKAS_TOOLS_MESH_FILE_H

#include "cli.h"
#include "farkas/scene.h"
#include "import_assimp.h"

/* ---- Units --------------------------------------------------------------------------------------------- */

/* Finds the unit mm, cm, m or in. False after a message. */
bool mesh_unit_find(const char *option, const char *word, size_t length, fk_unit *out);

/* Reads a length into the given unit; a number without a unit is in that unit. False after a message. */
bool mesh_length(const char *option, const char *text, fk_unit unit, double *out);

/* ---- Options ------------------------------------------------------------------------------------------- */

/* How to read a file. Zeroed, it is the default: in mm with z up, parts separate, the format detected. */
typedef struct mesh_settings {
    fk_format format;
    bool join, keep_points; /* joins all parts; keeps points that no triangle uses */
    const char *weld;       /* as given, or NULL; may be in the file's unit */
    bool has_unit, has_up;  /* given by the user, whatever the format says: */
    fk_unit unit;
    int up; /* the axis that points up in the file: 0, 1 or 2 */
} mesh_settings;

/* The table entries of these options, for a settings struct with such a member. */
#define MESH_OPTIONS(type, member)                                                                           \
    CLI_READ("--units", mesh_read_units, type, member), MESH_OPTIONS_BUT_UNITS(type, member)
#define MESH_OPTIONS_BUT_UNITS(type, member)                                                                 \
    CLI_READ("--up", mesh_read_up, type, member), CLI_TEXT("--weld", type, member.weld),                     \
        CLI_FLAG("--join", type, member.join), CLI_READ("--from", mesh_read_format, type, member.format)

/* The help on these options. */
#define MESH_OPTIONS_HELP                                                                                    \
    "      --units U      the file's unit: mm (default), cm, m or in\n"                                      \
    "      --up AXIS      the file's up axis: x, y or z (default); it becomes z\n"                           \
    "      --weld LENGTH  merge vertices up to this far apart (default: equal ones)\n"                       \
    "      --join         merge all parts of a file into one\n"                                              \
    "      --from FORMAT  the input format: stl, obj, ply or off (default: detected)\n"

/* Readers for MESH_OPTIONS: mesh_read_format fills an fk_format, the others fill mesh_settings. */
bool mesh_read_units(const char *option, const char *value, void *field);
bool mesh_read_up(const char *option, const char *value, void *field);
bool mesh_read_format(const char *option, const char *value, void *field);

/* Checks the settings after the last option, before any work. False after a message. */
bool mesh_settings_check(const mesh_settings *settings);

/* ---- Files --------------------------------------------------------------------------------------------- */

typedef struct mesh_file {
    const char *path; /* "-" for stdin */
    fk_context *context;
    fk_model *model;
    fk_load_report report;
    fk_unit unit;         /* as given, or that of the format, or mm */
    bool is_unit_assumed; /* neither the user nor the format gave one */
} mesh_file;

/* Reads a file, or stdin for "-", through assimp if the library does not know the format; turns it so that z is up.
 * False after a message. */
bool mesh_file_load(mesh_file *file, fk_context *context, const char *path, const mesh_settings *settings);
void mesh_file_free(mesh_file *file);

/* Makes the options by which a scene or a robot reads its files: plain formats itself, others through assimp. The
 * settings must live as long as `load`. False after a message. */
bool mesh_scene_options(const mesh_settings *settings, fk_load_options *load, fk_scene_options *out);

/* Prints notes on what reading left out or changed, if anything. */
void mesh_file_notes(const mesh_file *file);

/* Returns the name of a part: its file's name without folder and ending, or "stem/part" if the file has several parts;
 * in one static buffer, valid until the next call. */
const char *mesh_part_name(const mesh_file *file, uint32_t part);

/* Where a verb writes a model. */
typedef struct mesh_output {
    const char *path; /* NULL or "-": stdout */
    fk_format format; /* FK_FORMAT_ANY: by the ending of the name; on stdout, a suitable one */
    bool is_made;     /* made by formulas: rounding is not worth a note */
} mesh_output;

/* Checks, before the work, that the name or --format gives a format, and one for several parts if needed. False after a
 * message. */
bool mesh_output_check(const mesh_output *output, bool has_parts);

/* Writes a model, with notes on what was rounded. False after a message. */
bool mesh_write(fk_context *context, const fk_model *model, const mesh_output *output);

/* ---- Models -------------------------------------------------------------------------------------------- */

/* Maps x -> scale * turn(x), where turn takes the axis `up` to z. A negative scale mirrors and flips the triangles, so
 * that outside stays outside. Replaces *model. False after a message that begins with the name of the file. */
bool mesh_transform(fk_context *context, const char *path, fk_model **model, double scale, int up);

/* Builds a model with one part for each hull: its vertices, and its faces as fans of triangles; of a flat one, one side,
 * so that it is a surface. Segments and points have no triangles. */
fk_status hull_model_build(fk_context *context, fk_hull *const *hull, const char *const *name, uint32_t count,
                           fk_model **out);

/* Returns the volume of a hull, up to rounding. */
double hull_volume(const fk_hull *hull);

#endif
