/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Covers and trees: whether convex pieces cover a mesh, and hierarchies of volumes over triangles or pieces. */

#ifndef FARKAS_TREE_H
#define FARKAS_TREE_H

#include "farkas/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Cover of a mesh by convex pieces ------------------------------------------------------------------ */

/* What was found out, exactly: both answers are decided, whatever the numbers. */
typedef struct fk_cover {
    bool covers_surface; /* no part of a triangle sticks out of the union of the pieces */
    /* Every point inside a solid is in a piece; true for others, and where the surface sticks out. */
    bool covers_inside;
    /* The first triangle that sticks out; or, with the surface covered, one that only flat pieces cover, beside which there is
     * uncovered inside. Else FK_NONE. */
    uint32_t triangle;
    /* The first piece with a face beyond which there is uncovered inside, and the first such face; else FK_NONE. */
    uint32_t piece, face;
    /* A place that is not covered: of a triangle that sticks out, on it, up to rounding. Of the inside, nearly always proved to
     * be inside and in no piece; where no double is found to be, on the face or triangle, up to rounding. The origin where all is
     * covered. */
    fk_vec3 point;
} fk_cover;

/* Decides whether the union of hulls covers a mesh: its triangles, and of a solid (see fk_mesh_facts) what is inside, where the
 * winding number is not 0. Hulls are closed; they may overlap, touch, be equal, be flat, and go beyond the mesh. The inside is
 * looked at only when the surface is covered. A mesh without triangles is covered. The verdict does not depend on the order of
 * triangles and pieces. FK_ERROR_MEMORY, also for 2^32 - 1 vertices or more in all; *out is left alone then. */
FK_API fk_status fk_cover_check(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                uint32_t piece_count, fk_cover *out);

/* Drops the pieces of a decomposition that fill the inside of its mesh and are not needed, as the others cover it without them:
 * exactly, one by one, the last first. The first surface_count pieces stay, and so do concavity and piece_of; those that are left
 * keep their order. FK_ERROR_MEMORY: some that are not needed may be left. */
FK_API fk_status fk_split_trim(fk_context *context, const fk_mesh *mesh, fk_split *split);

/* ---- Trees of cells ------------------------------------------------------------------------------------ */

/* A volume of a tree: a box (any parallelepiped) around the volumes of its children; a leaf is a tetrahedron, or a box. */
typedef struct fk_cell_node {
    fk_kind kind; /* FK_KIND_BOX or FK_KIND_TETRA */
    fk_cell cell;
    uint32_t first_child, child_count; /* children are in a row; a leaf has none */
    uint32_t source;                   /* of a leaf: the triangle or piece that it is made of; else FK_NONE */
} fk_cell_node;

/* One block. The root is node 0, and children come after their parents. */
typedef struct fk_cell_tree {
    uint32_t node_count, leaf_count;
    const fk_cell_node *node;
    size_t bytes;
} fk_cell_tree;

/* Trees whose leaves are tetrahedra that cover the triangles of a mesh; and the pieces of its decomposition, and so the inside of
 * a solid, too. Built from the leaves up, two children to a parent, which holds them, exactly.
 *
 * A leaf of a surface has its triangle as a face, and its fourth corner a little below it, on the side of the inside; of a
 * triangle without area it is flat. The leaves of a piece fill it, with its vertices as their corners. Where a difference of
 * points is no double, as an edge must be, the leaf is larger by some units in the last place; where that is not small beside it, the
 * leaf is a box.
 *
 * FK_ERROR_ARGUMENT: no triangle or no piece, 2^31 leaves or more, or a coordinate of 2^1000 or beyond; FK_ERROR_MEMORY. *out is left alone
 * then. */
FK_API fk_status fk_cell_tree_of_surface(fk_context *context, const fk_mesh *mesh, fk_cell_tree **out);
FK_API fk_status fk_cell_tree_of_pieces(fk_context *context, fk_hull *const *piece, uint32_t piece_count,
                                        fk_cell_tree **out);
FK_API void fk_cell_tree_free(fk_context *context, fk_cell_tree *tree);

#ifdef __cplusplus
}
#endif

#endif
