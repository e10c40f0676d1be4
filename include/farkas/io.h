/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Files of meshes: STL, OBJ, PLY and OFF, read and written. What exactly is accepted: docs/formats.md. These formats carry no
 * unit; numbers are taken as they are. */

#ifndef FARKAS_IO_H
#define FARKAS_IO_H

#include "farkas/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Formats ------------------------------------------------------------------------------------------- */

/* Every format with its word, in one list. Readers take all kinds of a format for each. */
#define FK_FORMAT_LIST(X)                                                                                    \
    X(FK_FORMAT_STL, "stl") /* binary, floats, one part */                                                   \
    X(FK_FORMAT_STL_ASCII, "stl-ascii")                                                                      \
    X(FK_FORMAT_OBJ, "obj")                                                                                  \
    X(FK_FORMAT_PLY, "ply")         /* binary, little endian, doubles, one part */                           \
    X(FK_FORMAT_PLY_BIG, "ply-big") /* the same, big endian */                                               \
    X(FK_FORMAT_PLY_ASCII, "ply-ascii")                                                                      \
    X(FK_FORMAT_OFF, "off") /* one part */

typedef enum fk_format {
    FK_FORMAT_ANY = 0,
#define FK_FORMAT_ENUM(name, word) name,
    FK_FORMAT_LIST(FK_FORMAT_ENUM)
#undef FK_FORMAT_ENUM
        FK_FORMAT_COUNT
} fk_format;

/* "any" for FK_FORMAT_ANY. */
FK_API const char *fk_format_word(fk_format format);

/* By the end of a file's name, in any case: .stl, .obj, .ply, .off; else FK_FORMAT_ANY. */
FK_API fk_format fk_format_of_path(const char *path);

/* Whether a format can hold more than one part. */
FK_API bool fk_format_has_parts(fk_format format);

/* ---- Read ---------------------------------------------------------------------------------------------- */

typedef struct fk_load_options {
    /* FK_FORMAT_ANY: by the bytes where they leave no doubt, else by the end of the name, else by the first words. */
    fk_format format;
    /* How vertices are welded, and whether points without triangles are kept. A file without triangles is an error, unless they
     * are. */
    fk_mesh_options mesh;
    /* All parts of a file become one. */
    bool join;
} fk_load_options;

FK_API fk_load_options fk_load_options_default(void);

/* What was read, and after an error where and why. */
typedef struct fk_load_report {
    fk_format format;   /* the kind that was found: FK_FORMAT_STL_ASCII, FK_FORMAT_PLY_BIG, ... */
    uint64_t vertices;  /* in the file; of STL three a triangle */
    uint64_t triangles; /* in the file, polygons counted as their triangles */
    uint64_t polygons;  /* of them with more than three corners; each is cut into triangles */
    uint64_t ignored;   /* elements that are neither vertices nor polygons: points, lines, curves */
    fk_mesh_losses losses;
    /* After FK_ERROR_SYNTAX, FK_ERROR_READ and FK_ERROR_FORMAT: where, and what is wrong and what to do, without the name of the
     * file. line is from 1, or 0 in a binary part; offset in bytes from 0. */
    uint64_t line, offset;
    char message[240];
} fk_load_report;

/* Reads a model from a file, from bytes in memory, or from a function until its end. options and report may be NULL. FK_OK;
 * FK_ERROR_READ, FK_ERROR_SYNTAX or FK_ERROR_FORMAT with report->message; FK_ERROR_ARGUMENT, FK_ERROR_MEMORY. *out is left
 * alone then. For a large binary STL file, reading needs no more than half of what the model needs besides it. */
FK_API fk_status fk_model_load(fk_context *context, const char *path, const fk_load_options *options,
                               fk_load_report *report, fk_model **out);
FK_API fk_status fk_model_parse(fk_context *context, const void *bytes, size_t size,
                                const fk_load_options *options, fk_load_report *report, fk_model **out);
FK_API fk_status fk_model_read(fk_context *context, fk_read_function *read, void *user,
                               const fk_load_options *options, fk_load_report *report, fk_model **out);

/* The same, with all parts as one mesh. */
FK_API fk_status fk_mesh_load(fk_context *context, const char *path, const fk_load_options *options,
                              fk_load_report *report, fk_mesh **out);

/* ---- Write --------------------------------------------------------------------------------------------- */

/* After an error: what is wrong and what to do. */
typedef struct fk_save_report {
    uint64_t rounded; /* coordinates that are not floats, rounded for binary STL */
    char message[240];
} fk_save_report;

/* Writes a model, so that reading it gives the same bits: all of it with OBJ, PLY and OFF; with ASCII STL but for the order of
 * vertices, and those of no triangle; with binary STL if all coordinates are floats, too. FK_FORMAT_ANY: by the end of the name,
 * and .stl with several parts is ASCII. FK_ERROR_FORMAT when the name does not tell, or the format cannot hold the model: several
 * parts, or coordinates beyond the range of floats. FK_ERROR_WRITE. These have a message; FK_ERROR_MEMORY, and
 * FK_ERROR_ARGUMENT for what is no format, have none. fk_model_write has no name to go by: FK_FORMAT_ANY is no format there. A file
 * appears under its name only when it is whole; what had that name is replaced. Parts of one name get a number behind it in
 * OBJ, which would take them for one. report may be NULL. */
FK_API fk_status fk_model_save(fk_context *context, const fk_model *model, const char *path, fk_format format,
                               fk_save_report *report);
FK_API fk_status fk_model_write(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                                fk_save_report *report);

#ifdef __cplusplus
}
#endif

#endif
