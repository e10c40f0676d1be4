/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on meshes: what of a relation is needed to tell apart, touching and overlapping; found sooner than
 * all of it.
 *
 * overlapping: of two solids, their interiors meet; of a surface and a solid, or a piece with interior, the
 * surface meets the interior; two surfaces are hard, as fk_relation says. Else touching: a common point. */

#ifndef FARKAS_TREE_VERDICT_H
#define FARKAS_TREE_VERDICT_H

#include "farkas/tree.h"

/* fk_placed_meet, with the number of times that two leaves of the trees were looked at: how dear it was. */
bool fk_placed_meet_counted(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair,
                            uint32_t *looks);

/* Of two meshes, exactly; by all pairs of triangles that meet. FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_placed_verdict(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                            fk_verdict *out);

/* What shows that a mesh and a piece overlap, if it was found: of a solid a point in its interior that is in
 * the piece; of a surface a triangle. */
typedef struct fk_overlap_witness {
    bool has_point;
    fk_vec3 point;
    uint32_t triangle; /* FK_NONE */
} fk_overlap_witness;

/* Of a mesh and a piece that is round, smooth, a half-space, or a polyhedron with interior. FK_UNDECIDED
 * where fk_placed_relate_piece is. FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_placed_verdict_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                  fk_overlap_witness *witness, fk_verdict *out);

#endif
