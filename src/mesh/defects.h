/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is wrong with a mesh, found and listed. */

#ifndef FARKAS_MESH_DEFECTS_H
#define FARKAS_MESH_DEFECTS_H

#include "farkas/mesh.h"

/* Marks of triangles. */
enum {
    FK_MARK_COLLAPSED = 1,  /* has not three different corners */
    FK_MARK_DEGENERATE = 2, /* all of it is on one line */
    FK_MARK_SEEN = 4,       /* is in a patch already */
    FK_MARK_TURNED = 8,     /* against the first triangle of its patch */
    FK_MARK_FLIPPED = 16
};

/* Of an edge: its triangles cannot be turned to agree. */
#define FK_EDGE_CONFLICT 4

typedef struct fk_defects {
    const fk_mesh *mesh;
    const fk_mesh_edges *edges;
    uint8_t *mark; /* of each triangle */
    uint8_t
        *uses; /* of each edge: by how many triangles with three corners, 3 for more; and FK_EDGE_CONFLICT */
    uint32_t
        *same; /* of each triangle: the first with the same corners, if it is not this one; else FK_NONE */
    uint32_t *queue; /* room for all triangles */
    size_t bytes;    /* of the block that begins at `same` */
    uint32_t total[FK_DEFECT_COUNT];
} fk_defects;

/* Finds all defects. FK_ERROR_MEMORY; then there is nothing to end. */
fk_status fk_defects_find(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                          fk_defects *out);
void fk_defects_end(fk_context *context, fk_defects *defects);

/* Writes them in order, as many as all totals together. */
void fk_defects_write(const fk_defects *defects, fk_defect *out);

#endif
