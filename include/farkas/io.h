/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Mesh files: reads and writes STL, OBJ, PLY and OFF. docs/formats.md lists what is accepted. These formats have no
 * unit; numbers are used as they are. */

#ifndef FARKAS_IO_H
#define FARKAS_IO_H

#include "farkas/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Formats ------------------------------------------------------------------------------------------- */

/* Every format with its word, in one list. A reader accepts all variants of its format. */
#define FK_FORMAT_LIST(X)                                                                                    \
    X(FK_FORMAT_STL, "stl") /* binary, floats, one part */                                                   \
    X(FK_FORMAT_STL_ASCII, "stl-ascii")                                                                      \
    X(FK_FORMAT_OBJ, "obj")                                                                                  \
    X(FK_FORMAT_PLY, "ply")         /* binary, little endian, doubles, one part */                           \
    X(FK_FORMAT_PLY_BIG, "ply-big") /* big endian, else the same */                                          \
    X(FK_FORMAT_PLY_ASCII, "ply-ascii")                                                                      \
    X(FK_FORMAT_OFF, "off") /* one part */

typedef enum fk_format {
    FK_FORMAT_ANY = 0,
#define FK_FORMAT_ENUM(name, word) name,
    FK_FORMAT_LIST(FK_FORMAT_ENUM)
#undef FK_FORMAT_ENUM
        FK_FORMAT_COUNT
} fk_format;

/* The word of a format; "any" for FK_FORMAT_ANY. */
FK_API const char *fk_format_word(fk_format format);

/* The format by the extension of a path, in any case: .stl, .obj, .ply, .off; else FK_FORMAT_ANY. */
FK_API fk_format fk_format_of_path(const char *path);

/* Whether files of this format can contain more than one part. */
FK_API bool fk_format_has_parts(fk_format format);

/* ---- Read ---------------------------------------------------------------------------------------------- */

typedef struct fk_load_options {
    /* FK_FORMAT_ANY: by the bytes if they are unambiguous, else by the extension, else by the first words. */
    fk_format format;
    /* How vertices are welded, and whether points without triangles are kept. A file without triangles is an error
     * unless they are kept. */
    fk_mesh_options mesh;
    /* Joins all parts of a file. */
    bool join;
} fk_load_options;

FK_API fk_load_options fk_load_options_default(void);

/* What was read; after an error, where it is and why. */
typedef struct fk_load_report {
    fk_format format;   /* the variant that was found: FK_FORMAT_STL_ASCII, FK_FORMAT_PLY_BIG, ... */
    uint64_t vertices;  /* in the file; STL has three for each triangle */
    uint64_t triangles; /* in the file, after polygons were triangulated */
    uint64_t polygons;  /* polygons with more than three corners; each is triangulated */
    uint64_t ignored;   /* elements other than vertices and polygons: points, lines, curves */
    fk_mesh_losses losses;
    /* After FK_ERROR_SYNTAX, FK_ERROR_READ and FK_ERROR_FORMAT: the position, and what is wrong and what to do,
     * without the name of the file. line counts from 1, and is 0 in binary data; offset is in bytes from 0. */
    uint64_t line, offset;
    char message[240];
} fk_load_report;

/* Reads a model from a file, from bytes in memory, or from a function until its end. options and report may be NULL.
 * FK_ERROR_READ, FK_ERROR_SYNTAX and FK_ERROR_FORMAT come with report->message; FK_ERROR_ARGUMENT: invalid options;
 * FK_ERROR_MEMORY. Reading a large binary STL file needs memory for the model and at most half as much again. */
FK_API fk_status fk_model_load(fk_context *context, const char *path, const fk_load_options *options,
                               fk_load_report *report, fk_model **out);
FK_API fk_status fk_model_parse(fk_context *context, const void *bytes, size_t size,
                                const fk_load_options *options, fk_load_report *report, fk_model **out);
FK_API fk_status fk_model_read(fk_context *context, fk_read_function *read, void *user,
                               const fk_load_options *options, fk_load_report *report, fk_model **out);

/* The same, with all parts joined into one mesh. */
FK_API fk_status fk_mesh_load(fk_context *context, const char *path, const fk_load_options *options,
                              fk_load_report *report, fk_mesh **out);

/* ---- Write --------------------------------------------------------------------------------------------- */

/* After an error, what is wrong and what to do. */
typedef struct fk_save_report {
    uint64_t rounded; /* coordinates that were rounded to floats for binary STL */
    char message[240];
} fk_save_report;

/* Writes a model to a file or to a function. report may be NULL.
 *
 * Reading the result gives the same bits: of everything for OBJ, PLY and OFF; for ASCII STL except the order of
 * vertices and unused vertices; for binary STL if, besides, all coordinates are floats. In OBJ, parts of equal names
 * get a number appended, since OBJ would join them.
 *
 * FK_FORMAT_ANY: by the extension; .stl with several parts is ASCII. fk_model_write has no path, so FK_FORMAT_ANY is
 * an invalid format there. A file appears under its name only when it is complete; it replaces an existing file of
 * that name.
 *
 * FK_ERROR_FORMAT: the extension is unknown, or the format cannot hold the model (several parts, coordinates beyond
 * the range of floats); FK_ERROR_WRITE; both with a message. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: an invalid format. */
FK_API fk_status fk_model_save(fk_context *context, const fk_model *model, const char *path, fk_format format,
                               fk_save_report *report);
FK_API fk_status fk_model_write(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                                fk_save_report *report);

#ifdef __cplusplus
}
#endif

#endif
