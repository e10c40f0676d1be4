/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex decomposition: convex pieces that cover a mesh, and the exact check that they do. */

#ifndef FARKAS_SPLIT_H
#define FARKAS_SPLIT_H

#include "farkas/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Convex decomposition ------------------------------------------------------------------------------ */

typedef struct fk_split_options {
    /* The largest distance of a piece's hull from the mesh, in the mesh's unit; 0: a hundredth of the diagonal of its box.
     * Holes wider than twice that stay open, and so do gaps between teeth, even those of thinner plates. It is measured in
     * doubles at some thousand points of the mesh, along their normals: a guide, not a guarantee. Values below about 1e-9 of
     * the mesh's size are raised to that. */
    double concavity;
    /* The maximum number of pieces, whatever their concavity; 0: no limit. With 1, the piece is the hull. */
    uint32_t max_pieces;
    const fk_cancel *cancel; /* or NULL: that of the context */
} fk_split_options;

FK_API fk_split_options fk_split_options_default(void);

/* Convex pieces that cover a mesh, exactly: every triangle lies in one of them, and every point inside a solid (see
 * fk_mesh_facts) in some. One block, and the hulls. */
typedef struct fk_split {
    uint32_t piece_count;
    /* The source of a hull is not an index of the mesh. */
    fk_hull *const *piece;
    /* The first so many pieces have triangles, and are in the order of their first ones; the rest fill the inside of a
     * solid. */
    uint32_t surface_count;
    const uint32_t *piece_of; /* for each triangle, a piece that contains it, one of the first */
    double concavity;         /* the largest of all pieces, as measured */
    size_t bytes;             /* of the block, without the hulls */
} fk_split;

/* Decomposes a mesh into convex pieces, by hierarchical clustering of its dual graph, into *out; free it with fk_split_free.
 * The mesh must have triangles, which are not cut; options: NULL for the defaults. A surface has no inside; its hulls are
 * measured on the side of its normals, or on the other one if its volume is negative, and in its plane beyond its boundary.
 * FK_ERROR_ARGUMENT for no triangles, too many for fk_mesh_edges_build, or a concavity that is negative or not finite,
 * FK_ERROR_CANCELLED and FK_ERROR_MEMORY leave *out alone. */
FK_API fk_status fk_split_build(fk_context *context, const fk_mesh *mesh, const fk_split_options *options,
                                fk_split **out);
FK_API void fk_split_free(fk_context *context, fk_split *split);

/* ---- Cover of a mesh by convex pieces ------------------------------------------------------------------ */

/* The result of a cover check. Both flags are decided exactly, whatever the coordinates. */
typedef struct fk_cover {
    bool covers_surface; /* every triangle lies in the union of the pieces */
    /* Every point inside a solid is in a piece; true for surfaces, and if the surface is not covered. */
    bool covers_inside;
    /* The first triangle that is not covered; or, if the surface is covered, one that only flat pieces cover, beside which is
     * uncovered inside; else FK_NONE. */
    uint32_t triangle;
    /* The first piece with a face beyond which is uncovered inside, and the first such face; else FK_NONE. */
    uint32_t piece, face;
    /* An uncovered point: on an uncovered triangle, up to rounding; or for the inside, nearly always proved to be inside and
     * in no piece. If no such double is found, a point of the face or triangle, up to rounding. The origin if everything is
     * covered. */
    fk_vec3 point;
} fk_cover;

/* Decides whether the union of hulls covers a mesh: its triangles, and the inside of a solid (see fk_mesh_facts), where the
 * winding number is not 0. Hulls are closed; they may overlap, touch, be equal, be flat, and extend beyond the mesh. The
 * inside is checked only if the surface is covered. A mesh without triangles is covered. covers_surface and covers_inside do
 * not depend on the order of triangles and pieces. FK_ERROR_CANCELLED, by the flag of the context, and FK_ERROR_MEMORY, also for
 * 2^32 - 1 vertices or more in all, leave *out alone. */
FK_API fk_status fk_cover_check(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                uint32_t piece_count, fk_cover *out);

/* Drops the pieces of a decomposition that fill the inside of its mesh and are not needed, because the others cover it:
 * exactly, one by one, the last first. The first surface_count pieces, concavity and piece_of stay, and so does the order of
 * the rest. After FK_ERROR_CANCELLED, by the flag of the context, and FK_ERROR_MEMORY, some that are not needed
 * may be left. */
FK_API fk_status fk_split_trim(fk_context *context, const fk_mesh *mesh, fk_split *split);

#ifdef __cplusplus
}
#endif

#endif
