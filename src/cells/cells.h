/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells: making, placing and walking them. */

#ifndef FARKAS_SRC_CELLS_H
#define FARKAS_SRC_CELLS_H

#include "farkas/cells.h"

/* Inside of trees of cells: whether a cell holds another one exactly, leaves around points, parents around children.
 *
 * The corners of a cell are exact sums of its doubles. A difference of two given points is often no double, so a leaf around
 * them may have to be larger than their hull; that it holds them is decided, never hoped. */

/* Coordinates are smaller than this, so that boxes around them have finite edges. */
#define FK_CELLS_LARGEST 0x1p1000

/* A cell with its kind. */
typedef struct fk_cells_volume {
    fk_kind kind; /* FK_KIND_BOX or FK_KIND_TETRA */
    fk_cell cell;
} fk_cells_volume;

/* Whether all of `inner` lies in `outer`, exactly; both may be flat, or have left-handed edges. */
bool fk_cells_contain(const fk_cells_volume *outer, const fk_cells_volume *inner);

/* The first corner of `inner` that is not in `outer`, as vertices are numbered; FK_NONE if all are. By
 * integers alone. */
uint32_t fk_cells_first_outside(const fk_cells_volume *outer, const fk_cells_volume *inner);

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
fk_status fk_cells_find_cores(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                              const fk_cells_leaves *leaves, fk_hull **out);

/* A box around a cell, exactly around it but for rounding to doubles outward. */
fk_aabb fk_cells_bounds(const fk_cells_volume *volume);

/* The box around two boxes, whatever the processor takes for zero. */
fk_aabb fk_cells_join_boxes(const fk_aabb *a, const fk_aabb *b);

/* The smallest cell that is an axis-aligned box around `box`. */
fk_cells_volume fk_cells_from_box(const fk_aabb *box);

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

static inline fk_cells_volume fk_cell_node_volume(const fk_cell_node *node)
{
    fk_cells_volume volume = {node->kind, node->cell};
    return volume;
}

/* Room for a number of things in a block that is planned, at a multiple of 16 bytes. Returns where. */
size_t fk_cells_reserve(size_t *total, size_t count, size_t size);

/* A node without children, every byte of it set, so that equal trees are equal bytes. */
void fk_cells_node_set(fk_cell_node *node, const fk_cells_volume *volume, uint32_t source);

/* A block for a tree, with nodes that are not set; NULL when there is no memory. Only node_count, node and
 * bytes are not zero. */
fk_cell_tree *fk_cells_tree_new(fk_context *context, uint32_t node_count, fk_cell_node **node);

/* ---- Troubles ------------------------------------------------------------------------------------------ */

/* Writes the report, if there is one. FK_OK for FK_CELL_SOUND, else FK_ERROR_ARGUMENT. */
fk_status fk_cells_report_trouble(fk_cell_report *report, fk_cell_trouble trouble, uint32_t node,
                                  uint32_t parent);

/* What can be said of a cell alone. */
fk_cell_trouble fk_cells_check_cell(fk_kind kind, const fk_cell *cell);

/* The lowest node that is its own ancestor; FK_NONE without a cycle. Roots have the parent FK_NONE; `mark` is
 * room for as many numbers. */
uint32_t fk_cells_first_in_cycle(const uint32_t *parent, uint32_t count, uint32_t *mark);

/* FK_OK, or FK_ERROR_ARGUMENT with a report that the child is outside. */
fk_status fk_cells_check_inside(const fk_cells_volume *parent, const fk_cells_volume *child,
                                uint32_t parent_number, uint32_t number, fk_cell_report *report);

/* Inside of trees of cells: levels between a node and its many children. */

/* Whether a node has more than so many children. */
bool fk_cell_tree_needs_levels(const fk_cell_tree *tree, uint32_t max_children);

/* A copy of a sound tree in which no node has more than so many children, at least 2: where one had, boxes
 * are added around those that are close to each other, which lie in it, exactly. FK_ERROR_MEMORY, also for
 * 2^31 nodes or more; *out is left alone then. */
fk_status fk_cell_tree_levels(fk_context *context, const fk_cell_tree *tree, uint32_t max_children,
                              fk_cell_tree **out);

/* Two trees of cells in their places: which leaves meet? The walk can be stopped and goes on later.
 *
 * A cell in its place has an origin and edges that were rounded, so a child in its place may stick out of
 * its parent a little. A parent in its place is therefore grown until it holds all that its descendants
 * become, which is proved. So pairs of parents are decided by the same exact verdicts and boxes as leaves,
 * and no pair of leaves is lost. */

/* ---- Places -------------------------------------------------------------------------------------------- */

/* A tree in its place. */
typedef struct fk_placed_cells {
    const fk_cell_tree *tree;
    fk_pose pose;
    double margin; /* a parent that is placed and rounded is grown by this; 0 where nothing is rounded */
    fk_aabb box;   /* around all of it, grown */
} fk_placed_cells;

/* False where something is not finite, or may be 2^1000 or beyond, in sums before they cancel, too; *out
 * is left alone. Takes constant time: it looks at the root alone. */
bool fk_placed_cells_make(const fk_cell_tree *tree, const fk_pose *pose, fk_placed_cells *out);

/* A node in its place: a leaf is what fk_piece_place makes of it, exactly; a parent holds all leaves below
 * it. */
fk_piece fk_placed_cells_node(const fk_placed_cells *cells, uint32_t node);

/* ---- Walks --------------------------------------------------------------------------------------------- */

/* Two nodes that may have leaves that meet. */
typedef struct fk_cell_node_pair {
    uint32_t node_a, node_b;
    uint32_t level_a, level_b; /* the root is on level 1 */
    bool meets;                /* they were tested, and do; else they were not */
    bool opens_b;              /* where they meet: the children of b come next, else those of a */
    fk_aabb window;            /* all common points of leaves below are in it */
} fk_cell_node_pair;

/* The state of a walk. Zero it, then begin. */
typedef struct fk_cells_walk {
    fk_context *context;
    size_t open_count, open_capacity;
    fk_cell_node_pair *open; /* a stack */
    size_t deep_count, deep_capacity;
    fk_cell_node_pair *deep; /* set aside, as they are below the levels of the last budget */
    size_t hit_count, hit_capacity;
    fk_cell_hit *hit; /* after a run sorted by node_a, then node_b */
    fk_cell_work work;
} fk_cells_walk;

/* How to walk, and when to stop. May be others in each run. */
typedef struct fk_walk_orders {
    bool stops_at_hit, wants_boxes;
    bool stops_at_overlap; /* with the first pair of leaves that overlap; those that touch are hits before */
    uint32_t levels;       /* 0: all */
    uint64_t tests;        /* of pairs, in this call; 0: no limit */
    double deadline; /* by fk_clock_seconds; 0: none. Looked at once in 64 tests, so that each run gets on */
} fk_walk_orders;

/* The roots are open, and nothing is found. A walk may begin again, with the same context: it keeps its
 * memory. FK_ERROR_MEMORY: as before. */
fk_status fk_cells_walk_begin(fk_cells_walk *traversal, fk_context *context);

/* Goes on until nothing is open that the orders allow; with the same trees in the same places. FK_OK;
 * FK_ERROR_MEMORY: nothing is lost, call again. Afterwards what is in open and deep is not known yet; with
 * stops_at_hit and a hit, or stops_at_overlap and an overlap, both are empty. In the end the hits are all
 * pairs of leaves that meet, whatever the orders were on the way; a and b exchanged give the same. The state
 * of the floating-point unit has to be the same in all runs, as places depend on it. */
fk_status fk_cells_walk_run(fk_cells_walk *traversal, const fk_placed_cells *a, const fk_placed_cells *b,
                            const fk_walk_orders *limits);
/* Zeroes it, too. One that did not begin is left alone. */
void fk_cells_walk_end(fk_cells_walk *traversal);

/* Cells in their places, in two steps: mostly the first one is enough to know that they are far away. */

/* The same, for the state that the floating-point unit is in now: where it takes small numbers for zero,
 * even what stays at home is rounded. The functions below need this. */
fk_placed_cells fk_placed_cells_now(const fk_placed_cells *cells);

/* A node in its place, not grown; and a box around all leaves below it, a few units in the last place
 * larger than need be. */
fk_piece fk_placed_cells_rough(const fk_placed_cells *cells, uint32_t node, fk_aabb *box);

/* A volume that holds all points that are not further than `margin`, along any axis, from another one. */
fk_cells_volume fk_cells_grow(const fk_cells_volume *volume, double margin);

/* Makes a node that is in its place, and not grown, what fk_placed_cells_node gives. */
void fk_placed_cells_grow(const fk_placed_cells *cells, uint32_t node, fk_piece *piece);

/* Whether boxes meet; as fk_aabb_meets, but for numbers that are finite, and quicker. */
static inline bool fk_cells_boxes_meet(const fk_aabb *a, const fk_aabb *b)
{
    return !((a->min.x > b->max.x) | (b->min.x > a->max.x) | (a->min.y > b->max.y) | (b->min.y > a->max.y) |
             (a->min.z > b->max.z) | (b->min.z > a->max.z));
}

/* Two nodes with many children: which of them have boxes that meet? */

/* Children of one node whose boxes meet the window. */
typedef struct fk_children_side {
    uint32_t count;
    uint32_t *node; /* their numbers in the tree */
    fk_aabb *box;   /* around all leaves below each */
    fk_cells cells; /* in their places, grown where they have children; of kind NONE where kinds differ */
    double *number; /* the columns of these */
    size_t bytes;   /* of the block that all this is in */
} fk_children_side;

typedef struct fk_children_sweep {
    fk_context *context;
    fk_children_side side[2];
    size_t pair_count, pair_capacity;
    /* Children, by their places in both sides, whose boxes meet each other, up to 2^-20 of their size. */
    fk_index_pair *pair;
} fk_children_sweep;

/* Fills a zeroed fk_children_sweep, in O(n log n) and the pairs whose boxes meet along one axis. The cells are those
 * for the state that the floating-point unit is in now. False: no memory. It is to be ended in both cases. */
bool fk_children_sweep_run(fk_children_sweep *sweep, fk_context *context, const fk_placed_cells cells[2],
                           const uint32_t node[2], const fk_aabb *window);
void fk_children_sweep_end(fk_children_sweep *sweep);

#endif
