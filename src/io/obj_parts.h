/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of an OBJ file by their names. */

#ifndef FARKAS_IO_OBJ_PARTS_H
#define FARKAS_IO_OBJ_PARTS_H

#include "mesh/builder.h"

typedef struct fk_obj_parts {
    fk_builder *builder;
    uint32_t *slot; /* a table of hashes: the number of a part, or FK_NONE */
    size_t slot_count;
} fk_obj_parts;

void fk_obj_parts_init(fk_obj_parts *parts, fk_builder *builder);
void fk_obj_parts_end(fk_obj_parts *parts);

/* Triangles that follow belong to the part with this name, which is added where it is new. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT:
 * too many parts. */
fk_status fk_obj_parts_use(fk_obj_parts *parts, const char *name, size_t length, uint32_t *out);

/* Knows the parts that the builder has now, and no others. */
void fk_obj_parts_restart(fk_obj_parts *parts);

#endif
