/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of trees of cells: whether a cell holds another one exactly, leaves around points, parents around children.
 *
 * The corners of a cell are exact sums of its doubles. A difference of two given points is often no double, so a leaf around
 * them may have to be larger than their hull; that it holds them is decided, never hoped. */

#ifndef FARKAS_CELLS_CELLS_H
#define FARKAS_CELLS_CELLS_H

#include "farkas/cells.h"

/* Coordinates are smaller than this, so that boxes around them have finite edges. */
#define FK_CELLS_LARGEST 0x1p1000

/* A cell with its kind. */
typedef struct fk_cells_volume {
    fk_kind kind; /* FK_KIND_BOX or FK_KIND_TETRA */
    fk_cell cell;
} fk_cells_volume;

/* Whether all of `inner` lies in `outer`, exactly; both may be flat, or have left-handed edges. */
bool fk_cells_hold(const fk_cells_volume *outer, const fk_cells_volume *inner);

/* The first corner of `inner` that is not in `outer`, as vertices are numbered; FK_NONE if all are. By
 * integers alone. */
uint32_t fk_cells_outside(const fk_cells_volume *outer, const fk_cells_volume *inner);

/* Whether a volume is a box with edge k along axis k, or zero. */
bool fk_cells_is_aligned(const fk_cells_volume *volume);

/* How the corners of a cell become doubles. */
typedef enum fk_cells_rounding {
    FK_CELLS_NEAREST,
    FK_CELLS_INWARD, /* the hull lies in the cell */
    FK_CELLS_OUTWARD /* the hull holds the cell */
} fk_cells_rounding;

/* The hull of the corners of a cell. *is_exact says whether all of them are doubles, so that it is the cell,
 * whatever the rounding. FK_ERROR_NOT_FINITE, FK_ERROR_MEMORY; *out is left alone then. */
fk_status fk_cells_hull(fk_context *context, const fk_cells_volume *volume, fk_cells_rounding rounding,
                        bool *is_exact, fk_hull **out);

/* The leaves of a tree as hulls. */
typedef struct fk_cells_leaves {
    uint32_t count, capacity;
    fk_hull **hull;
    uint32_t *node; /* of each */
    bool *is_exact; /* whether it is the cell */
    bool are_exact; /* all */
} fk_cells_leaves;

/* For tetrahedra that were rounded inward, hulls in the cells whose corners are vertices of the mesh, corners
 * that exact leaves share, or short numbers, where such are near their own. Hulls are all NULL before, and
 * stay so where they would be the leaf's. FK_ERROR_MEMORY: some may be there. */
fk_status fk_cells_cores(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                         const fk_cells_leaves *leaves, fk_hull **out);

/* A box around a cell, exactly around it but for rounding to doubles outward. */
fk_aabb fk_cells_bounds(const fk_cells_volume *volume);

/* The box around two boxes, whatever the processor takes for zero. */
fk_aabb fk_cells_join(const fk_aabb *a, const fk_aabb *b);

/* The smallest cell that is an axis-aligned box around `box`. */
fk_cells_volume fk_cells_around(const fk_aabb *box);

/* A leaf that holds the hull of 1 to 4 points: a tetrahedron with them as its corners, where their differences from one of them are
 * doubles; else one that is larger by a few units in the last place of the coordinates; or a box where that would be
 * long or flat. */
fk_cells_volume fk_cells_leaf(const fk_vec3 *point, uint32_t count);

/* By how much, about, a leaf of four points may be larger than their hull, where it is. */
double fk_cells_leaf_growth(const fk_vec3 point[4]);

/* A leaf that holds a triangle, as one of its faces where differences are doubles. Its fourth corner is below the middle of the
 * circle inside the triangle, by half of that circle's radius: so the other faces meet the triangle at 27 degrees, and leaves of
 * triangles that meet at more than twice that have no inner point in common. Flat for a triangle without area. */
fk_cells_volume fk_cells_leaf_of_triangle(const fk_vec3 corner[3]);

/* A box that holds two volumes, whose bounds are given: axis-aligned, or with the axes of one of them or of the spread of their
 * corners, whatever has the least surface. */
fk_cells_volume fk_cells_parent(const fk_cells_volume child[2], const fk_aabb bounds[2]);

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static inline fk_cells_volume fk_cells_volume_of(const fk_cell_node *node)
{
    fk_cells_volume volume = {node->kind, node->cell};
    return volume;
}

/* Room for a number of things in a block that is planned, at a multiple of 16 bytes. Returns where. */
size_t fk_cells_room(size_t *total, size_t count, size_t size);

/* A node without children, every byte of it set, so that equal trees are equal bytes. */
void fk_cells_node_set(fk_cell_node *node, const fk_cells_volume *volume, uint32_t source);

/* A block for a tree, with nodes that are not set; NULL when there is no memory. Only node_count, node and
 * bytes are not zero. */
fk_cell_tree *fk_cells_tree_new(fk_context *context, uint32_t node_count, fk_cell_node **node);

/* ---- Troubles ------------------------------------------------------------------------------------------ */

/* Writes the report, if there is one. FK_OK for FK_CELL_SOUND, else FK_ERROR_ARGUMENT. */
fk_status fk_cells_trouble(fk_cell_report *report, fk_cell_trouble trouble, uint32_t node, uint32_t parent);

/* What can be said of a cell alone. */
fk_cell_trouble fk_cells_trouble_of(fk_kind kind, const fk_cell *cell);

/* The lowest node that is its own ancestor; FK_NONE without a cycle. Roots have the parent FK_NONE; `mark` is
 * room for as many numbers. */
uint32_t fk_cells_first_in_cycle(const uint32_t *parent, uint32_t count, uint32_t *mark);

/* FK_OK, or FK_ERROR_ARGUMENT with a report that the child is outside. */
fk_status fk_cells_check_inside(const fk_cells_volume *parent, const fk_cells_volume *child,
                                uint32_t parent_number, uint32_t number, fk_cell_report *report);

#endif
