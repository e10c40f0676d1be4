/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Welding: places that are equal, or within a distance, become one vertex. The DataRepairer of Grulich, "Collision
 * detection in 3D space", 2016, section 6.4, with exact equality unless a distance is asked for. */

#ifndef FARKAS_MESH_WELD_H
#define FARKAS_MESH_WELD_H

#include "mesh/chunks.h"

typedef struct fk_weld {
    fk_context *context;
    fk_chunks *point; /* the kept vertices; those from `base` on are searched */
    double distance;  /* 0: exact equality */
    size_t base;
    uint32_t *slot;    /* a table of hashes: the index of a vertex, or FK_NONE */
    size_t slot_count; /* a power of two, or 0 */
    uint64_t welded;   /* how many places were not new */
} fk_weld;

/* New vertices go to the end of `point`, a list of fk_vec3, which the caller keeps. */
void fk_weld_init(fk_weld *weld, fk_context *context, fk_chunks *point, double distance);
void fk_weld_end(fk_weld *weld);

/* From now on, vertices are other ones than those before. */
void fk_weld_restart(fk_weld *weld);

/* Whether two places are one, exactly; 0 and -0 are equal. */
bool fk_weld_is_equal(fk_vec3 a, fk_vec3 b);

/* The index of the vertex at a place, which is finite: that of a kept one, or a new one. FK_OK, FK_ERROR_MEMORY, or
 * FK_ERROR_ARGUMENT when there are too many vertices. */
fk_status fk_weld_place(fk_weld *weld, fk_vec3 place, uint32_t *out);

#endif
