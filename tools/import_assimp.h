/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models of formats that the library does not read, through assimp: COLLADA, 3MF, glTF, FBX and others. The program may be built
 * without it. See "Other formats" in docs/formats.md. */

#ifndef FARKAS_TOOLS_IMPORT_ASSIMP_H
#define FARKAS_TOOLS_IMPORT_ASSIMP_H

#include "farkas/io.h"

/* Whether the program was built with assimp. */
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

#endif
