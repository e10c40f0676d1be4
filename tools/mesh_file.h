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

/* How a file is read. Zeroed, it is the default: in mm with z up, each part for itself, in the format that is found. */
typedef struct mesh_settings {
    fk_format format;
    bool join, keep_points; /* all parts are one; points that no triangle uses stay */
    const char *weld;       /* as given, or NULL; its unit may be that of the file */
    bool has_unit, has_up;  /* these were given, and hold whatever the format says: */
    fk_unit unit;
    int up; /* the axis that points up in the file: 0, 1 or 2 */
} mesh_settings;

/* The options, of settings that have such a member. */
#define MESH_SLOTS(type, member)                                                                             \
    CLI_READ("--units", mesh_read_units, type, member), MESH_SLOTS_BUT_UNITS(type, member)
#define MESH_SLOTS_BUT_UNITS(type, member)                                                                   \
    CLI_READ("--up", mesh_read_up, type, member), CLI_TEXT("--weld", type, member.weld),                     \
        CLI_FLAG("--join", type, member.join), CLI_READ("--from", mesh_read_format, type, member.format)

/* The help on them. */
#define MESH_OPTIONS_HELP                                                                                    \
    "      --units U      the file's unit: mm (default), cm, m or in\n"                                      \
    "      --up AXIS      the file's axis that points up: x, y or z (default); it becomes z\n"               \
    "      --weld LENGTH  vertices that are not further apart become one (default: equal ones)\n"            \
    "      --join         all parts of a file are one\n"                                                     \
    "      --from FORMAT  the format of the input: stl, obj, ply or off (default: found out)\n"

/* For MESH_SLOTS; that of a format goes with an fk_format anywhere, the others with the settings. */
bool mesh_read_units(const char *option, const char *value, void *field);
bool mesh_read_up(const char *option, const char *value, void *field);
bool mesh_read_format(const char *option, const char *value, void *field);

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

/* How a scene or a robot reads its files by these settings, which live as long as `load` does: plain ones by itself, others through
 * assimp. False after a message. */
bool mesh_scene_options(const mesh_settings *settings, fk_load_options *load, fk_scene_options *out);

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

/* Whether the name or --format tells a format, and one that holds several parts where that is needed. For a
 * look before the work; false after a message. */
bool mesh_output_check(const mesh_output *output, bool has_parts);

/* Writes a model; false after a message. Says what was rounded. */
bool mesh_write(fk_context *context, const fk_model *model, const mesh_output *output);

/* ---- Other formats ------------------------------------------------------------------------------------- */

/* Models of formats that the library does not read, through assimp: COLLADA, 3MF, glTF, FBX and others; whether the program was built
 * with it. See "Other formats" in docs/formats.md. */
bool import_is_available(void);

/* Whether a file, by the end of its name, is for assimp: a format that is known here and not one of the library's. Does not
 * depend on whether assimp is available, so that import_load can say what is missing. */
bool import_knows(const char *path);

/* The ends of such names, with their points, and "-" for standard input, which is read here, too; up to NULL. */
extern const char *const import_ends[];

/* Reads a model as fk_model_load does. Of the options, the format has no say. The report has counts, and after an error a
 * message without a place. report may not be NULL. *out is left alone after an error. */
fk_status import_load(fk_context *context, const char *path, const fk_load_options *options,
                      fk_load_report *report, fk_model **out);

/* ---- Models -------------------------------------------------------------------------------------------- */

/* x -> scale * turn(x), where turn takes the axis `up` to z. A negative scale mirrors, and turns the
 * triangles over, so that outside stays outside. *model is replaced. False after a message that begins with
 * the name of the file. */
bool mesh_transform(fk_context *context, const char *path, fk_model **model, double scale, int up);

/* A model with a part for each hull: its vertices, and its faces cut into fans of triangles. A segment or a point has no triangle. */
fk_status hull_model_build(fk_context *context, fk_hull *const *hull, const char *const *name, uint32_t count,
                           fk_model **out);

/* The volume of a hull, up to rounding. */
double hull_volume(const fk_hull *hull);

#endif
