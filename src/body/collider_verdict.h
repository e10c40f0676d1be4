/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files share that find the verdict on two colliders. */

#ifndef FARKAS_BODY_COLLIDER_VERDICT_H
#define FARKAS_BODY_COLLIDER_VERDICT_H

#include "tree/verdict.h"
#include "body/collider.h"

/* The most that pairs of parts do, so far, and the pair. */
typedef struct fk_most {
    fk_verdict verdict; /* FK_APART before the first */
    bool is_undecided;  /* of some pair that is not known */
    uint32_t part_a, part_b;
    uint64_t asked; /* pairs that were looked at, of parts, nodes or leaves of trees */
} fk_most;

/* Takes a pair; true when no other can change the verdict. */
bool fk_most_note(fk_most *most, fk_verdict verdict, uint32_t part_a, uint32_t part_b);
fk_verdict fk_most_verdict(const fk_most *most);

/* A mesh and a piece of any kind. FK_ERROR_MEMORY. */
fk_status fk_mesh_verdict_piece(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                fk_overlap_witness *witness, fk_verdict *out);

/* Whether a witness still shows that they overlap. */
bool fk_mesh_witness_holds(const fk_placed_mesh *mesh, const fk_piece *piece,
                           const fk_overlap_witness *witness);

/* Two meshes. Where they overlap, what shows it is put into the cache: the parts, and a point inside both,
 * as it is at home in a. FK_ERROR_MEMORY. */
fk_status fk_mesh_verdict_mesh(fk_context *context, const fk_ready *a, const fk_ready *b,
                               fk_collider_cache *cache, fk_most *most);

/* Whether the cache of two meshes that overlapped shows that they still do. */
bool fk_mesh_still_overlaps(const fk_ready *a, const fk_ready *b, const fk_collider_cache *cache);

#endif
