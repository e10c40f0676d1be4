/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells: building, placing and traversing them. */

#ifndef FARKAS_SRC_CELLS_H
#define FARKAS_SRC_CELLS_H

#include "farkas/cells.h"

/* Exact containment of cells, leaves around points, parents around children.
 *
 * The corners of a cell are exact sums of its doubles. The difference of two given points is often not a
 * double, so a leaf around them may have to be larger than their hull. Whether it contains them is always
 * decided exactly. */

/* Coordinates are smaller than this, so that boxes around them have finite edges. */
#define FK_CELLS_LARGEST 0x1p1000

/* Returns whether some coordinate is not. */
bool fk_cells_are_too_large(const fk_vec3 *point, uint32_t count);

/* A cell with its kind. */
typedef struct fk_cells_volume {
    fk_kind kind; /* FK_KIND_BOX or FK_KIND_TETRA */
    fk_cell cell;
} fk_cells_volume;

/* Returns whether all of `inner` lies in `outer`, exactly. Both may be flat or have left-handed edges. */
bool fk_cells_contain(const fk_cells_volume *outer, const fk_cells_volume *inner);

/* Returns the first corner of `inner` that is not in `outer`, by vertex number; FK_NONE if all are. Uses
 * integers alone. */
uint32_t fk_cells_first_outside(const fk_cells_volume *outer, const fk_cells_volume *inner);

/* Returns whether a volume is a box with edge k along axis k, or zero. */
bool fk_cells_is_aligned(const fk_cells_volume *volume);

/* How corners of a cell are rounded to doubles. */
typedef enum fk_cells_rounding {
    FK_CELLS_NEAREST,
    FK_CELLS_INWARD, /* the hull lies in the cell */
    FK_CELLS_OUTWARD /* the hull contains the cell */
} fk_cells_rounding;

/* Builds the hull of the corners of a cell. *is_exact says whether all corners are doubles; the hull is then
 * the cell, for any rounding. FK_ERROR_NOT_FINITE, FK_ERROR_MEMORY; *out is then unchanged. */
fk_status fk_cells_hull(fk_context *context, const fk_cells_volume *volume, fk_cells_rounding rounding,
                        bool *is_exact, fk_hull **out);

/* The leaves of a tree as hulls. */
typedef struct fk_cells_leaves {
    uint32_t count, capacity;
    fk_hull **hull;
    uint32_t *node; /* the node of each leaf */
    bool *is_exact; /* whether the hull is the cell */
    bool are_exact; /* whether all are */
} fk_cells_leaves;

/* Finds, for tetrahedra that were rounded inward, hulls inside the cells whose corners are nearby vertices of
 * the mesh, corners shared by exact leaves, or numbers of few bits. Entries of `out` are NULL before, and
 * stay NULL where the core would be the leaf's own hull. On FK_ERROR_MEMORY some may be set. */
fk_status fk_cells_find_cores(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                              const fk_cells_leaves *leaves, fk_hull **out);

/* Returns the smallest axis-aligned box of doubles around a cell. */
fk_aabb fk_cells_bounds(const fk_cells_volume *volume);

/* Returns the box around two boxes, correct even if the processor reads denormals as zero. */
fk_aabb fk_cells_join_boxes(const fk_aabb *a, const fk_aabb *b);

/* Returns the smallest axis-aligned cell around `box`. */
fk_cells_volume fk_cells_from_box(const fk_aabb *box);

/* Returns a leaf that contains the hull of 1 to 4 points: the tetrahedron with these corners, if their
 * differences from one of them are doubles; otherwise a tetrahedron larger by a few units in the last place
 * of the coordinates, or a box if the tetrahedron would be long or flat. */
fk_cells_volume fk_cells_leaf(const fk_vec3 *point, uint32_t count);

/* Returns about how much larger than its hull a leaf of four points may be, if it had to be enlarged. */
double fk_cells_leaf_growth(const fk_vec3 point[4]);

/* Returns a leaf that contains a triangle, as one of its faces if differences are doubles. The fourth corner
 * lies below the incenter of the triangle, at half the inradius. So the other faces meet the triangle at 27
 * degrees, and leaves of triangles that meet at more than twice that have disjoint interiors. Flat for a
 * triangle without area. */
fk_cells_volume fk_cells_leaf_of_triangle(const fk_vec3 corner[3]);

/* Returns a box that contains two volumes with the given bounds: axis-aligned, or with the axes of one of
 * them or the principal axes of their corners, whichever has the least surface. */
fk_cells_volume fk_cells_parent(const fk_cells_volume child[2], const fk_aabb bounds[2]);

/* Builds the tree of given leaves, whose sources are their numbers, from the leaves up. `count` is at least 1
 * and below 2^31. FK_ERROR_MEMORY; *out is then unchanged. */
fk_status fk_cells_tree_of_leaves(fk_context *context, const fk_cells_volume *leaf, uint32_t count,
                                  fk_cell_tree **out);

/* ---- Fitting ------------------------------------------------------------------------------------------- */

/* A point that is known up to `error` along every axis. */
typedef struct fk_fit_point {
    fk_vec3 at;
    double error; /* 0: exact */
} fk_fit_point;

/* The clipped part of a triangle: a convex polygon. With `triangle` FK_NONE, a corner of the region that is inside
 * the solid. */
typedef struct fk_fit_polygon {
    size_t begin;
    uint32_t count, triangle;
} fk_fit_polygon;

/* The part of a mesh in a region: the hull of these points, whatever they are within their errors, contains it. */
typedef struct fk_fit_content {
    size_t point_count, point_capacity, polygon_count, polygon_capacity;
    fk_fit_point *point;
    fk_fit_polygon *polygon;
} fk_fit_content;

bool fk_fit_content_add(fk_context *context, fk_fit_content *content, const fk_fit_point *point,
                        uint32_t count, uint32_t triangle);
void fk_fit_content_end(fk_context *context, fk_fit_content *content);

/* Adds to `out` every `stride`-th polygon of `from`, except corners, clipped to coordinates along an axis that are
 * at most `at` or, with side 1, at least. `unit` is the rounding of one clip: 2^-48 of the largest coordinate, or
 * more. Returns false without memory. */
typedef struct fk_fit_cut {
    int axis, side;
    double at, unit;
} fk_fit_cut;
bool fk_fit_clip(fk_context *context, const fk_fit_content *from, const fk_fit_cut *cut, size_t stride,
                 fk_fit_content *out);

/* Returns a cell that contains the content, exactly: the one of the candidates that is least when grown by `pad`; and
 * this measure, for comparisons. The content has a point. */
fk_cells_volume fk_fit_cell(const fk_mesh *mesh, const fk_fit_content *content, double pad);
double fk_fit_cost(const fk_mesh *mesh, const fk_fit_content *content, double pad);

/* Bounds the greatest distance of a point of a volume to an object: its triangles and, of a solid, its inside.
 * Differences below `target`, and below an eighth, are not resolved. With `stops_above`, ends as soon as the distance
 * is known to exceed the target. Sets *is_cancelled if the flag of the context is set. */
typedef struct fk_gap_query {
    const fk_context *context;
    const fk_placed_mesh *object;
    double target;
    bool stops_above, is_cancelled;
    double rounding, goal; /* set by the call: of what is measured, and the target without it */
} fk_gap_query;
fk_interval fk_cells_gap(fk_gap_query *query, const fk_cells_volume *volume);

/* Returns whether a point is inside a solid, and on no triangle. */
bool fk_cells_is_in_solid(const fk_placed_mesh *object, fk_vec3 point);

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static inline fk_cells_volume fk_cell_node_volume(const fk_cell_node *node)
{
    fk_cells_volume volume = {node->kind, node->cell};
    return volume;
}

/* Plans `count` items of a block at a multiple of 16 bytes. Returns their offset. */
size_t fk_cells_reserve(size_t *total, size_t count, size_t size);

/* Sets a node without children. Sets every byte, so that equal trees have equal bytes. */
void fk_cells_node_set(fk_cell_node *node, const fk_cells_volume *volume, uint32_t source);

/* Allocates a tree whose nodes are not set; NULL without memory. Only node_count, node and bytes are not
 * zero. */
fk_cell_tree *fk_cells_tree_new(fk_context *context, uint32_t node_count, fk_cell_node **node);

/* ---- Troubles ------------------------------------------------------------------------------------------ */

/* Writes the report unless it is NULL. Returns FK_OK for FK_CELL_SOUND, else FK_ERROR_ARGUMENT. */
fk_status fk_cells_report_trouble(fk_cell_report *report, fk_cell_trouble trouble, uint32_t node,
                                  uint32_t parent);

/* Checks a cell by itself. */
fk_cell_trouble fk_cells_check_cell(fk_kind kind, const fk_cell *cell);

/* Returns the lowest node that is its own ancestor; FK_NONE without a cycle. The parent of a root is FK_NONE;
 * `mark` has room for `count` numbers. */
uint32_t fk_cells_first_in_cycle(const uint32_t *parent, uint32_t count, uint32_t *mark);

/* Returns FK_OK, or FK_ERROR_ARGUMENT with a report that the child is outside. */
fk_status fk_cells_check_inside(const fk_cells_volume *parent, const fk_cells_volume *child,
                                uint32_t parent_number, uint32_t number, fk_cell_report *report);

/* Returns whether a node has more than max_children children. */
bool fk_cell_tree_needs_levels(const fk_cell_tree *tree, uint32_t max_children);

/* Copies a sound tree so that no node has more than max_children children, at least 2. Where a node has more,
 * boxes are added around children that are close to each other; these boxes lie in the node, exactly.
 * FK_ERROR_MEMORY, also for 2^31 nodes or more; *out is then unchanged. */
fk_status fk_cell_tree_add_levels(fk_context *context, const fk_cell_tree *tree, uint32_t max_children,
                                  fk_cell_tree **out);

/* Two placed trees of cells: which leaves meet? The traversal can stop and resume.
 *
 * The origin and edges of a placed cell are rounded, so a placed child may stick out of its placed parent a
 * little. A placed parent is therefore grown until it provably contains all its placed descendants. So pairs
 * of parents are decided by the same exact verdicts and boxes as leaves, and no pair of leaves is lost. */

/* ---- Placed trees -------------------------------------------------------------------------------------- */

/* A placed tree. */
typedef struct fk_placed_cells {
    const fk_cell_tree *tree;
    fk_pose pose;
    double margin; /* placed parents are grown by this; 0 if placing rounds nothing */
    fk_aabb box;   /* around all of it, grown */
} fk_placed_cells;

/* Returns false if a coordinate is not finite or may reach 2^1000, even in sums before they cancel; *out is
 * then unchanged. Takes constant time, from the root alone. */
bool fk_placed_cells_init(const fk_cell_tree *tree, const fk_pose *pose, fk_placed_cells *out);

/* Returns a placed node: a leaf exactly as fk_piece_place gives it; a parent that contains all leaves below
 * it. */
fk_piece fk_placed_cells_piece(const fk_placed_cells *cells, uint32_t node);

/* ---- Traversals ---------------------------------------------------------------------------------------- */

/* Two nodes below which leaves may meet. */
typedef struct fk_cell_node_pair {
    uint32_t node_a, node_b;
    uint32_t level_a, level_b; /* the root has level 1 */
    bool meets;                /* they were tested and meet; otherwise not tested yet */
    bool opens_b;              /* if they meet: expand b next, else a */
    fk_aabb window;            /* contains all common points of leaves below */
} fk_cell_node_pair;

/* The state of a traversal. Zero it, then begin. */
typedef struct fk_cells_traversal {
    fk_context *context;
    size_t open_count, open_capacity;
    fk_cell_node_pair *open; /* a stack */
    size_t deep_count, deep_capacity;
    fk_cell_node_pair *deep; /* deferred, because they are below the levels of the last budget */
    size_t hit_count, hit_capacity;
    fk_cell_hit *hit; /* sorted by node_a, then node_b, after a run */
    fk_cell_work work;
} fk_cells_traversal;

/* Options and limits of one run. Each run may have others. */
typedef struct fk_cells_traversal_limits {
    bool stops_at_hit, wants_boxes;
    bool stops_at_overlap; /* at the first pair of leaves that overlap; touching leaves before it are hits */
    const fk_cancel *cancel; /* polled, or NULL; set, the run stops as if its tests were used up */
    uint32_t levels;         /* 0: all */
    uint64_t tests;          /* tests of pairs in this run; 0: no limit */
    /* by fk_clock_seconds; 0: none. Checked every 64 tests, so that each run makes progress */
    double deadline;
} fk_cells_traversal_limits;

/* Starts with the pair of roots open and no hits. A traversal may begin again with the same context; it keeps
 * its memory. FK_ERROR_MEMORY: unchanged. */
fk_status fk_cells_traversal_begin(fk_cells_traversal *traversal, fk_context *context);

/* Continues until no pair is open that the limits allow. All runs need the same trees and poses.
 * FK_ERROR_MEMORY: nothing is lost; call again. Afterwards the pairs in open and deep are undecided; both are
 * empty after a hit with stops_at_hit, or an overlap with stops_at_overlap. In the end the hits are all pairs
 * of leaves that meet, for any limits on the way; exchanging a and b gives the same hits. All runs need the
 * same state of the floating-point unit, because placing depends on it. */
fk_status fk_cells_traversal_run(fk_cells_traversal *traversal, const fk_placed_cells *a,
                                 const fk_placed_cells *b, const fk_cells_traversal_limits *limits);
/* Releases and zeroes a traversal. Does nothing if it never began. */
void fk_cells_traversal_end(fk_cells_traversal *traversal);

/* Placing in two steps: the first is usually enough to see that cells are far apart. */

/* Returns the same for the current state of the floating-point unit: if it reads denormals as zero, even the
 * identity pose rounds. The functions below need this. */
fk_placed_cells fk_placed_cells_refresh(const fk_placed_cells *cells);

/* Returns a placed node without growing it, and in *box a box around all leaves below it, larger by a few
 * units in the last place than necessary. */
fk_piece fk_placed_cells_rough_piece(const fk_placed_cells *cells, uint32_t node, fk_aabb *box);

/* Returns a volume that contains all points within `margin` of another one along every axis. */
fk_cells_volume fk_cells_grow(const fk_cells_volume *volume, double margin);

/* Grows a rough placed node into what fk_placed_cells_piece returns. */
void fk_placed_cells_grow(const fk_placed_cells *cells, uint32_t node, fk_piece *piece);

/* Returns whether boxes meet; as fk_aabb_meets, but faster, for finite numbers only. */
static inline bool fk_cells_boxes_meet(const fk_aabb *a, const fk_aabb *b)
{
    return !((a->min.x > b->max.x) | (b->min.x > a->max.x) | (a->min.y > b->max.y) | (b->min.y > a->max.y) |
             (a->min.z > b->max.z) | (b->min.z > a->max.z));
}

/* Two nodes with many children: which children have boxes that meet? */

/* The children of one node whose boxes meet the window. */
typedef struct fk_children_side {
    uint32_t count;
    uint32_t *node; /* their node numbers */
    fk_aabb *box;   /* around all leaves below each */
    fk_cells cells; /* placed, parents grown; of kind NONE if kinds differ */
    double *number; /* the columns of cells */
    size_t bytes;   /* of the block that contains these arrays */
} fk_children_side;

typedef struct fk_children_sweep {
    fk_context *context;
    fk_children_side side[2];
    size_t pair_count, pair_capacity;
    /* Pairs of children, by index in both sides, whose boxes meet up to 2^-20 of their size. */
    fk_index_pair *pair;
} fk_children_sweep;

/* Fills a zeroed fk_children_sweep, in O(n log n) plus the number of pairs whose boxes meet along one axis.
 * `cells` must be refreshed for the current state of the floating-point unit. Returns false without memory.
 * The caller must end it in both cases. */
bool fk_children_sweep_run(fk_children_sweep *sweep, fk_context *context, const fk_placed_cells cells[2],
                           const uint32_t node[2], const fk_aabb *window);
void fk_children_sweep_end(fk_children_sweep *sweep);

#endif
