/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex decomposition: convex pieces that cover a mesh, and the proof that they do. */

#ifndef FARKAS_SPLIT_H
#define FARKAS_SPLIT_H

#include "farkas/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Convex decomposition ------------------------------------------------------------------------------ */

typedef struct fk_split_options {
    /* How far the hull of a piece may be from the mesh, in the mesh's unit; 0: a hundredth of the diagonal of its box. So holes
     * that are wider than twice that stay open, and gaps between teeth, even those of plates which are thinner. It is
     * measured in doubles from some thousand points of the mesh, along their normals: a guide, not a claim. Not less than
     * about 1e-9 of the size of the mesh. */
    double concavity;
    /* At most so many pieces in all, whatever their concavity; 0: no limit. With 1, the piece is the hull. */
    uint32_t max_pieces;
} fk_split_options;

FK_API fk_split_options fk_split_options_default(void);

/* Convex pieces that cover a mesh, exactly: every triangle lies in one of them, and of a solid (see fk_mesh_facts) every point
 * inside in some. One block, and the hulls. */
typedef struct fk_split {
    uint32_t piece_count;
    /* Their sources are no indices of the mesh. */
    fk_hull *const *piece;
    /* The first pieces, which have triangles, in the order of their first ones; the rest fill the inside of a solid. */
    uint32_t surface_count;
    const uint32_t *piece_of; /* for each triangle, a piece that contains it, one of the first */
    double concavity;         /* the largest of a piece, as measured */
    size_t bytes;             /* of the block, without the hulls */
} fk_split;

/* Decomposes a mesh that has triangles by hierarchical clustering of its dual graph; options may be NULL. Triangles are not
 * cut. A surface has no inside; hulls are measured on the side where its normals point, or on the other one when its volume is
 * negative, and in its plane beyond its boundary. FK_ERROR_ARGUMENT: no triangle, too many for fk_mesh_edges_build, or a
 * concavity that is negative or not finite; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_split_build(fk_context *context, const fk_mesh *mesh, const fk_split_options *options,
                                fk_split **out);
FK_API void fk_split_free(fk_context *context, fk_split *split);

/* ---- Cover of a mesh by convex pieces ------------------------------------------------------------------ */

/* What was found out, exactly: both answers are decided, whatever the numbers. */
typedef struct fk_cover {
    bool covers_surface; /* no part of a triangle sticks out of the union of the pieces */
    /* Every point inside a solid is in a piece; true for others, and where the surface sticks out. */
    bool covers_inside;
    /* The first triangle that sticks out; or, with the surface covered, one that only flat pieces cover,
     * beside which there is uncovered inside. Else FK_NONE. */
    uint32_t triangle;
    /* The first piece with a face beyond which there is uncovered inside, and the first such face; else
     * FK_NONE. */
    uint32_t piece, face;
    /* A place that is not covered: of a triangle that sticks out, on it, up to rounding. Of the inside,
     * nearly always proved to be inside and in no piece; where no double is found to be, on the face or
     * triangle, up to rounding. The origin where all is covered. */
    fk_vec3 point;
} fk_cover;

/* Decides whether the union of hulls covers a mesh: its triangles, and of a solid (see fk_mesh_facts) what is
 * inside, where the winding number is not 0. Hulls are closed; they may overlap, touch, be equal, be flat,
 * and go beyond the mesh. The inside is looked at only when the surface is covered. A mesh without triangles
 * is covered. The verdict does not depend on the order of triangles and pieces. FK_ERROR_MEMORY, also for
 * 2^32 - 1 vertices or more in all; *out is left alone then. */
FK_API fk_status fk_cover_check(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                uint32_t piece_count, fk_cover *out);

/* Drops the pieces of a decomposition that fill the inside of its mesh and are not needed, as the others
 * cover it without them: exactly, one by one, the last first. The first surface_count pieces stay, and so do
 * concavity and piece_of; those that are left keep their order. FK_ERROR_MEMORY: some that are not needed may
 * be left. */
FK_API fk_status fk_split_trim(fk_context *context, const fk_mesh *mesh, fk_split *split);

#ifdef __cplusplus
}
#endif

#endif
