/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the header of a PLY file says. */

#ifndef FARKAS_IO_PLY_H
#define FARKAS_IO_PLY_H

#include "io/source.h"
#include "mesh/chunks.h"

/* Types of numbers. All but the last two are whole numbers. */
typedef enum fk_ply_type {
    FK_PLY_NONE = 0,
    FK_PLY_INT8,
    FK_PLY_UINT8,
    FK_PLY_INT16,
    FK_PLY_UINT16,
    FK_PLY_INT32,
    FK_PLY_UINT32,
    FK_PLY_FLOAT,
    FK_PLY_DOUBLE
} fk_ply_type;

/* What a property is good for. The first three are coordinates. */
typedef enum fk_ply_role { FK_PLY_X, FK_PLY_Y, FK_PLY_Z, FK_PLY_INDICES, FK_PLY_UNUSED } fk_ply_role;

typedef struct fk_ply_property {
    fk_ply_type type;
    fk_ply_type length; /* of a list: the type of its length; else FK_PLY_NONE */
    fk_ply_role role;
} fk_ply_property;

typedef enum fk_ply_kind { FK_PLY_VERTEX, FK_PLY_FACE, FK_PLY_STRIPS, FK_PLY_OTHER } fk_ply_kind;

typedef struct fk_ply_element {
    fk_ply_kind kind;
    uint64_t count;
    size_t first, end; /* its properties */
} fk_ply_element;

typedef struct fk_ply_header {
    fk_format format;
    fk_chunks element;  /* fk_ply_element */
    fk_chunks property; /* fk_ply_property */
    uint64_t vertex_count;
    bool has_vertices; /* an element of that kind */
} fk_ply_header;

void fk_ply_header_init(fk_ply_header *header, fk_context *context);
void fk_ply_header_end(fk_ply_header *header);

/* Reads the header and its last line end; the source is at the first byte of the data then. */
fk_status fk_ply_header_read(fk_source *source, fk_ply_header *header);

/* Bytes of a number. */
size_t fk_ply_size(fk_ply_type type);

#endif
