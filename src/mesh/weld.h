/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Welding: places that are equal, or within a distance, become one vertex. The DataRepairer of Grulich, "Collision
 * detection in 3D space", 2016, section 6.4, with exact equality unless a distance is asked for. */

#ifndef FARKAS_MESH_WELD_H
#define FARKAS_MESH_WELD_H

#include "mesh/chunks.h"

typedef struct fk_weld {
    fk_context *context;
    fk_chunks *point;    /* the kept vertices; those from `base` on are searched */
    double distance;     /* 0: exact equality */
    double reach, width; /* of the search, a little more than the distance; of a cell */
    uint32_t base;
    uint32_t *slot;    /* a table of hashes: the index of a vertex; of none, or below base: free */
    size_t slot_count; /* a power of two, or 0 */
    int shift;         /* the upper bits of a hash that are left by this are a slot */
    uint64_t welded;   /* how many places were not new */
} fk_weld;

/* New vertices go to the end of `point`, a list of fk_vec3, which the caller keeps. A distance below 2^-1000 is taken for 0. */
void fk_weld_init(fk_weld *weld, fk_context *context, fk_chunks *point, double distance);
void fk_weld_end(fk_weld *weld);

/* From now on, vertices are other ones than those before. Takes no time, however large the table is. */
void fk_weld_restart(fk_weld *weld);

/* Makes room for as many vertices, so that the table need not grow on the way there. False when there is no memory. */
bool fk_weld_expect(fk_weld *weld, size_t vertices);

/* Whether two places are one, exactly; 0 and -0 are equal. */
bool fk_weld_is_equal(fk_vec3 a, fk_vec3 b);

/* The indices of the vertices at places, which are finite: those of kept ones, or new ones, in order. FK_OK, FK_ERROR_MEMORY, or
 * FK_ERROR_ARGUMENT when there are too many vertices. Faster than one at a time. */
fk_status fk_weld_places(fk_weld *weld, const fk_vec3 *place, size_t count, uint32_t *out);

/* The same for one place. */
fk_status fk_weld_place(fk_weld *weld, fk_vec3 place, uint32_t *out);

#endif
