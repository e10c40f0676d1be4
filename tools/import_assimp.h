/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models of formats that the library does not read, through assimp: COLLADA, 3MF, glTF, FBX and others, for the command
 * and the Python module. See "Other formats" in docs/formats.md. */

#ifndef FARKAS_TOOLS_IMPORT_ASSIMP_H
#define FARKAS_TOOLS_IMPORT_ASSIMP_H

#include "farkas/scene.h"

/* Whether this was built with assimp. */
bool import_is_available(void);

/* Whether a file, by the ending of its name, is for assimp: a format known here and not one of the library's. Does not
 * depend on whether assimp is available, so that import_load can report what is missing. */
bool import_knows(const char *path);

/* The endings of such names, with their dots, and "-" for standard input, which can also be read here; ends with NULL. */
extern const char *const import_ends[];

/* Reads a model as fk_model_load does; ignores the format of the options. The report, which may not be NULL, receives
 * counts, and after an error a message without a line. *out stays unchanged after an error. */
fk_status import_load(fk_context *context, const char *path, const fk_load_options *options,
                      fk_load_report *report, fk_model **out);

/* Whether the format of a file, by the ending of its name, has a unit, and y up; sets *unit then. */
bool import_convention(const char *path, fk_unit *unit);

#endif
