/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells: an object as a hierarchy of boxes (any parallelepiped) and tetrahedra. A node contains its
 * children; the object is the union of the leaves. So if two nodes do not meet, nothing below them does. */

#ifndef FARKAS_CELLS_H
#define FARKAS_CELLS_H

#include "farkas/split.h"
#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Trees --------------------------------------------------------------------------------------------- */

typedef struct fk_cell_node {
    fk_cell cell;
    fk_kind kind;                      /* FK_KIND_BOX or FK_KIND_TETRA */
    uint32_t first_child, child_count; /* children are consecutive nodes; a leaf has none */
    /* Its origin: the node of the input, the triangle or the piece; FK_NONE for a node added to limit the
     * number of children. */
    uint32_t source;
} fk_cell_node;

/* One block of memory. The root is node 0, children come after their parents, and each node but the root is a
 * child of exactly one node. In a tree made by a function below every node lies in its parent, exactly. */
typedef struct fk_cell_tree {
    uint32_t node_count, leaf_count;
    uint32_t level_count; /* 1 for a root alone */
    const fk_cell_node *node;
    size_t bytes;
} fk_cell_tree;

FK_API void fk_cell_tree_free(fk_context *context, fk_cell_tree *tree);

/* Writes the parent of each node, FK_NONE for the root, into an array of node_count numbers. From a node to its parent, and
 * so on up to the root, is the path of the node. Linear time. */
FK_API void fk_cell_tree_parents(const fk_cell_tree *tree, uint32_t *parent);

/* ---- From cells ---------------------------------------------------------------------------------------- */

/* What can be wrong with a tree, and the words for a message about node N and its parent. */
#define FK_CELL_TROUBLE_LIST(X)                                                                              \
    X(FK_CELL_SOUND, "nothing is wrong")                                                                     \
    X(FK_CELL_EMPTY, "there are no cells")                                                                   \
    X(FK_CELL_KIND, "the cell is neither a box nor a tetrahedron")                                           \
    X(FK_CELL_NUMBER, "a number is not finite, or 2^1000 or beyond")                                         \
    X(FK_CELL_PARENT, "the parent is no node, or the node is not in one row of children, after its parent")  \
    X(FK_CELL_ROOTS, "there is a second root: give both a common parent")                                    \
    X(FK_CELL_CYCLE, "the node is its own ancestor")                                                         \
    X(FK_CELL_OUTSIDE, "the cell is not inside its parent")

typedef enum fk_cell_trouble {
#define FK_CELL_TROUBLE_ENUM(name, text) name,
    FK_CELL_TROUBLE_LIST(FK_CELL_TROUBLE_ENUM)
#undef FK_CELL_TROUBLE_ENUM
        FK_CELL_TROUBLE_COUNT
} fk_cell_trouble;

/* The first trouble found, in the order of the list, then of the nodes. */
typedef struct fk_cell_report {
    fk_cell_trouble trouble;
    uint32_t node, parent; /* FK_NONE if there is none */
    uint32_t corner; /* for FK_CELL_OUTSIDE: the first corner of the node that is outside, by vertex number */
} fk_cell_report;

/* Returns the text of a trouble; "" for one that is not in the list. */
FK_API const char *fk_cell_trouble_text(fk_cell_trouble trouble);

typedef struct fk_cell_input {
    fk_cell cell;
    fk_kind kind;
    uint32_t parent; /* FK_NONE: the root */
} fk_cell_input;

/* Searches are fast with so many children to a node. */
#define FK_CELL_CHILDREN 8

/* Makes a tree of nodes given in any order, level by level, children in the order of the input. If a node has
 * more than max_children children (at least 2; 0: no limit), levels are added: boxes around children that are
 * close to each other, which lie in the node, exactly. Cells may be flat or have left-handed edges, and so
 * may their parents. FK_ERROR_ARGUMENT with a report, which may be NULL; the report is FK_CELL_SOUND if only
 * max_children, being 1, is wrong. FK_ERROR_MEMORY, also for 2^31 nodes or more. *out is then unchanged.
 * Cost: linear time, plus sorting where levels are added. */
FK_API fk_status fk_cell_tree_of_nodes(fk_context *context, const fk_cell_input *input, uint32_t count,
                                       uint32_t max_children, fk_cell_report *report, fk_cell_tree **out);

/* ---- From meshes --------------------------------------------------------------------------------------- */

/* Make trees whose leaves are tetrahedra that cover the triangles of a mesh (of_surface); or the pieces of
 * its decomposition, and so also the inside of a solid (of_pieces). Built from the leaves up, with 2 to
 * FK_CELL_CHILDREN children to a parent, which contains them, exactly.
 *
 * A leaf of a surface has its triangle as a face, and its fourth corner a little below it, on the inner side;
 * for a triangle without area it is flat. The leaves of a piece fill it, with its vertices as corners. If a
 * difference of points is not a double, as an edge must be, the leaf is larger by some units in the last
 * place; if that is not small relative to the leaf, the leaf is a box.
 *
 * FK_ERROR_ARGUMENT: no triangle or no piece, 2^31 leaves or more, or a coordinate of 2^1000 or beyond;
 * FK_ERROR_MEMORY. *out is then unchanged. */
FK_API fk_status fk_cell_tree_of_surface(fk_context *context, const fk_mesh *mesh, fk_cell_tree **out);
FK_API fk_status fk_cell_tree_of_pieces(fk_context *context, fk_hull *const *piece, uint32_t piece_count,
                                        fk_cell_tree **out);

/* Fitted cells: boxes and tetrahedra around parts of a mesh, with a stated gap. The gap of a cell is the greatest distance
 * of its points to the object, that is to the triangles and, of a solid, the inside. */
typedef struct fk_cell_fit_options {
    /* the largest gap wanted, in the mesh's unit; 0: a hundredth of the diagonal of its box */
    double accuracy;
    uint32_t max_leaves;     /* ends there, whatever the gap; 0: 4096 */
    const fk_cancel *cancel; /* or NULL: that of the context */
} fk_cell_fit_options;

FK_API fk_cell_fit_options fk_cell_fit_options_default(void);

typedef struct fk_cell_fit {
    double accuracy; /* as wanted */
    fk_interval gap; /* contains the greatest gap of a leaf; resolved down to the accuracy */
    bool is_reached; /* gap.hi is at most the accuracy */
} fk_cell_fit;

/* Makes a tree whose leaves contain a whole mesh, of a solid its inside too, by construction and exactly. Works for
 * open and closed meshes, of several shells, that may intersect. Cells are cut until the gap of each is proved to be at
 * most the accuracy, the cell with the largest gap first; or until there are max_leaves of them, or a cell is too thin
 * to be cut. `fit` may be NULL. Errors: as for fk_cell_tree_of_surface; FK_ERROR_ARGUMENT also for an accuracy that
 * is negative or not finite; FK_ERROR_CANCELLED. *out and *fit are then unchanged. Needs about 250 KiB of stack. */
FK_API fk_status fk_cell_tree_fit(fk_context *context, const fk_mesh *mesh,
                                  const fk_cell_fit_options *options, fk_cell_fit *fit, fk_cell_tree **out);

/* Bounds the gap of each level of any sound tree: of the nodes of that level and the leaves above it, which cover the
 * object if the leaves do. `gap` has tree->level_count entries, the root first; each contains the greatest gap. They
 * are resolved to an eighth, or down to `accuracy`, which is positive; and less if that takes very long.
 * FK_ERROR_ARGUMENT for another accuracy, and for meshes as above; FK_ERROR_CANCELLED, by the flag of the context;
 * FK_ERROR_MEMORY. `gap` is then unchanged. */
FK_API fk_status fk_cell_tree_gaps(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                                   double accuracy, fk_interval *gap);

/* ---- As a mesh ----------------------------------------------------------------------------------------- */

/* Makes one mesh of the leaves of a sound tree, for all queries of meshes: as a solid it is the union of the
 * leaves. Each leaf with volume is a closed shell, its triangles counterclockwise seen from outside, whatever
 * the orientation of its edges. Shells may overlap; triangles that two of them share, with opposite
 * orientations, are left out, since both their sides are inside. Then come the leaves without volume: flat
 * ones with both sides, so that the mesh is closed and has a wall there, which is no inside; segments and
 * points as triangles without area. A mesh of only segments and points is not a solid.
 *
 * A corner is the exact sum of the cell's numbers, rounded to the nearest double; if that moves a corner, the
 * shell is the hull of the rounded corners. FK_ERROR_ARGUMENT: 2^31 triangles or more; FK_ERROR_NOT_FINITE,
 * FK_ERROR_PIECE: the tree is not sound; FK_ERROR_MEMORY. *out is then unchanged. */
FK_API fk_status fk_cell_tree_mesh(fk_context *context, const fk_cell_tree *tree, fk_mesh **out);

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* Checks a tree from elsewhere: ranges of children, kinds, numbers, and exactly whether every node lies in
 * its parent. Does not check the counts of leaves and levels. Returns FK_OK, or FK_ERROR_ARGUMENT with a
 * report, which may be NULL. For a node with two parents, the reported parent is the second; for a range of
 * children that ends beyond the nodes, the reported node is the first number that is none.
 * FK_ERROR_MEMORY. */
FK_API fk_status fk_cell_tree_check(fk_context *context, const fk_cell_tree *tree, fk_cell_report *report);

/* Whether the leaves cover a mesh; then every level of a sound tree does. */
typedef struct fk_cell_cover {
    fk_cover cover; /* `piece` is a node, `face` a face of the hull of its corners */
    /* False only if corners of leaves are not doubles, and rounding them decides: rounded inward, the leaves
     * do not cover the mesh; rounded outward, they do, or cover only its surface. `cover` is then the result
     * for the inward ones. */
    bool is_proved;
} fk_cell_cover;

/* Checks as fk_cover_check whether the leaves cover a mesh; those of a surface do not cover the inside of a
 * solid. If corners are not doubles, the reported triangle or face need not be the first.
 * FK_ERROR_NOT_FINITE, FK_ERROR_PIECE: the tree is not sound; FK_ERROR_MEMORY. *out is then unchanged. Cost:
 * the number of triangles and of faces that leaves do not share, times the leaves near each. */
FK_API fk_status fk_cell_tree_covers(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                                     fk_cell_cover *out);

/* ---- Two trees ----------------------------------------------------------------------------------------- */

/* Two leaves that meet. */
typedef struct fk_cell_hit {
    uint32_t node_a, node_b;
    fk_verdict verdict; /* FK_TOUCHING or FK_OVERLAPPING */
    fk_aabb box;        /* of their intersection, as fk_pair_box gives it; empty if not requested */
} fk_cell_hit;

/* The work of a search. */
typedef struct fk_cell_work {
    /* Tests of a node's axis-aligned box with that of the intersection of its parent and the other node. */
    uint64_t quick_tests;
    uint64_t pair_tests; /* exact tests of two nodes */
    uint64_t boxes;      /* boxes of intersections of two nodes */
} fk_cell_work;

/* Search: which leaves of many trees of cells meet? SearchCollisions of P. Baillehache's paper (2013),
 * correct for trees of any depths, complete, and with a budget. */

/* ---- Objects and groups -------------------------------------------------------------------------------- */

/* A placed tree. Trees may be shared; the caller keeps them alive. They must be sound, as those made by the
 * functions above or accepted by fk_cell_tree_check. Leaves are the cells placed by fk_piece_place, and
 * answers are exact for these doubles, whether the pose is rigid or not. These depend on the rounding mode,
 * which must be the same in all calls with a search. */
typedef struct fk_search_object {
    const char *name; /* for reports; may be NULL */
    const fk_cell_tree *tree;
    fk_pose pose;
    uint32_t group; /* FK_NONE: directly in the world */
} fk_search_object;

/* Objects or groups in one region, such as a room. A group that the search does not enter costs one test. */
typedef struct fk_search_group {
    const char *name; /* may be NULL */
    uint32_t parent;  /* the group that contains it, which comes before it; FK_NONE: the world */
    /* Whether its members are tested against each other. Two objects are tested if their innermost common
     * group says so; the world does. */
    bool tests_members;
    /* A fixed volume that contains the placed roots of all objects in the group, and the volumes of all
     * groups in it. FK_KIND_NONE: a box around them, which moves with them. */
    fk_kind kind;
    fk_cell cell;
} fk_search_group;

/* ---- Searching ----------------------------------------------------------------------------------------- */

typedef struct fk_search fk_search;

/* The cause of an error; FK_NONE if it is not about one object or group. */
typedef struct fk_search_report {
    uint32_t object, group;
    char message[256]; /* includes the remedy; names of more than 48 bytes are left out */
} fk_search_report;

/* Creates a search. Copies the input except for trees and names. FK_ERROR_ARGUMENT: a group in one that does
 * not come before it, an object without a tree or in a group that does not exist, a volume that is neither a
 * box nor a tetrahedron, an object or group outside the volume of its group. FK_ERROR_NOT_FINITE: a pose, a
 * volume or a placed root is not finite, or reaches 2^1000. Both with a report, which may be NULL; otherwise
 * its message is "". FK_ERROR_MEMORY. *out is then unchanged. */
FK_API fk_status fk_search_create(fk_context *context, const fk_search_group *group, uint32_t group_count,
                                  const fk_search_object *object, uint32_t object_count,
                                  fk_search_report *report, fk_search **out);
FK_API void fk_search_destroy(fk_context *context, fk_search *search);

/* Moves an object; its tree stays the same. Ends the current question. FK_ERROR_ARGUMENT: no such object, or
 * it leaves the volume of its group; FK_ERROR_NOT_FINITE as above; nothing has changed then. Does not
 * allocate, and takes no longer with many objects. */
FK_API fk_status fk_search_move(fk_search *search, uint32_t object, const fk_pose *pose);

typedef struct fk_search_question {
    uint32_t object;   /* this object against all others; FK_NONE: all against all */
    bool stops_at_hit; /* find only the first hit of each pair of objects, that is, which meet at all */
    bool wants_boxes;  /* of hits */
    /* Find one hit at all: whether any objects meet. The search is complete with the first colliding pair, in the order
     * of pairs; later pairs stay open. stops_at_hit is not needed. */
    bool stops_at_any;
    /* The workers of fk_search_run; NULL: the calling thread alone. The results are the same unless the time
     * is limited. The caller keeps them alive until the next question. */
    const fk_workers *workers;
    const fk_cancel *cancel; /* or NULL: that of the context; kept alive as long */
} fk_search_question;

/* Returns all against all, all hits, with boxes, without workers. */
FK_API fk_search_question fk_search_question_default(void);

/* When to stop before the end: at whichever limit comes first. 0: no limit. */
typedef struct fk_search_budget {
    /* Searches only so many levels of the trees: 1 is the roots alone. Levels added to a tree count too. */
    uint32_t levels;
    /* From the call; stops soon after, so the results depend on the machine. Listing what is open, and
     * expanding a node with very many children, which is one step, take additional time. */
    double seconds;
    uint64_t tests; /* tests of pairs of nodes, in this call, for each pair of objects */
} fk_search_budget;

/* Asks a question and ends the previous one. Does not search the trees yet: pairs of objects whose boxes meet
 * are open, others are clear. FK_ERROR_ARGUMENT: no such object; the previous question stays.
 * FK_ERROR_CANCELLED, FK_ERROR_MEMORY: there is no question. */
FK_API fk_status fk_search_begin(fk_search *search, const fk_search_question *question);

/* Continues the search until nothing is open or the budget, which may be NULL, is used up. Returns FK_OK in
 * both cases; is_complete of the result says which. However short the time, each call makes progress.
 * FK_ERROR_ARGUMENT: no question, or a budget that is negative or NaN. FK_ERROR_CANCELLED, FK_ERROR_MEMORY: hits
 * found stay, the rest stays open; call again. Needs about 200 KiB of stack. */
FK_API fk_status fk_search_run(fk_search *search, const fk_search_budget *budget);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Two nodes below which it is not yet known what meets. */
typedef struct fk_search_open {
    uint32_t node_a, node_b;
} fk_search_open;

/* Two objects: proved colliding if there is a hit, else open. Pairs proved clear are not listed, only
 * counted. */
typedef struct fk_search_pair {
    uint32_t a, b;    /* a is the object of the question; for all against all, a < b */
    size_t hit_count; /* sorted by node_a, then node_b */
    const fk_cell_hit *hit;
    size_t open_count; /* 0: the hits are complete, or the one requested. Sorted */
    const fk_search_open *open;
    fk_aabb box; /* around the boxes of the hits */
} fk_search_pair;

typedef struct fk_search_result {
    uint64_t pair_total;             /* pairs of objects of the question */
    uint64_t ignored;                /* pairs in groups whose members are not tested; not in pair_total */
    uint64_t clear, colliding, open; /* of pair_total: proved clear, proved colliding, open */
    /* Nothing is left to search: no pair is open, and colliding pairs have no further hits. */
    bool is_complete;
    uint64_t hit_total;
    fk_cell_work work; /* in trees, and for roots against volumes of groups */
    size_t pair_count; /* the colliding and open pairs, sorted by a, then b */
    const fk_search_pair *pair;
} fk_search_result;

/* Returns the result so far; NULL without a question. Valid until the next call with this search. */
FK_API const fk_search_result *fk_search_result_of(const fk_search *search);

/* Writes where a hit lies in each of its two leaves: out[0] has the ranges of the coordinates of all common points in
 * the basis of leaf a, whose points are origin + x edge[0] + y edge[1] + z edge[2]; out[1] those in the basis of leaf b. The
 * ranges contain the exact ones, are within 0 and 1, and wider by rounding only: for leaves that are not thin by some 1e-12.
 * For flat leaves, whose points have no unique coordinates, they are 0 to 1. a and b are the objects of the pair. */
FK_API void fk_cell_hit_ranges(const fk_search_object *a, const fk_search_object *b, const fk_cell_hit *hit,
                               fk_aabb out[2]);

#ifdef __cplusplus
}
#endif

#endif
