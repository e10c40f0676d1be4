/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells: an object as a hierarchy of boxes (any parallelepiped) and tetrahedra. A node holds its
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
    uint32_t first_child, child_count; /* children are in a row; a leaf has none */
    /* What it was made of: the node of the input, the triangle or the piece; FK_NONE for a node that was
     * added to have few children. */
    uint32_t source;
} fk_cell_node;

/* One block. The root is node 0, children come after their parents, and each node but the root is a child of
 * one. A tree that a function below made holds to the rules: every node lies in its parent, exactly. */
typedef struct fk_cell_tree {
    uint32_t node_count, leaf_count;
    uint32_t level_count; /* the root alone: 1 */
    const fk_cell_node *node;
    size_t bytes;
} fk_cell_tree;

FK_API void fk_cell_tree_free(fk_context *context, fk_cell_tree *tree);

/* ---- From cells ---------------------------------------------------------------------------------------- */

/* What is wrong with a tree, and what it is called in a message about node N and its parent. */
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

/* The first trouble found, by the order of the list, then of the nodes. */
typedef struct fk_cell_report {
    fk_cell_trouble trouble;
    uint32_t node, parent; /* FK_NONE where there is none */
    uint32_t corner;       /* outside: the first corner of the node that is, as vertices are numbered */
} fk_cell_report;

/* The text of a trouble; "" for what is not in the list. */
FK_API const char *fk_cell_trouble_text(fk_cell_trouble trouble);

typedef struct fk_cell_input {
    fk_cell cell;
    fk_kind kind;
    uint32_t parent; /* FK_NONE: the root */
} fk_cell_input;

/* At so many children a search is fast. */
#define FK_CELL_CHILDREN 8

/* Makes a tree of nodes in any order, level by level, children in the order of the input. Where a node has
 * more children than max_children (at least 2; 0: as many as it has), levels are added between: boxes around
 * those that are close to each other, which lie in the node, exactly. Cells may be flat or have left-handed
 * edges, and so may their parents. Takes linear time, up to sorting for levels.
 * FK_ERROR_ARGUMENT with a report, which may be NULL; it is of FK_CELL_SOUND where only max_children is 1.
 * FK_ERROR_MEMORY, also for 2^31 nodes or more. *out is left alone then. */
FK_API fk_status fk_cell_tree_of_nodes(fk_context *context, const fk_cell_input *input, uint32_t count,
                                       uint32_t max_children, fk_cell_report *report, fk_cell_tree **out);

/* ---- From meshes --------------------------------------------------------------------------------------- */

/* Trees whose leaves are tetrahedra that cover the triangles of a mesh; and the pieces of its decomposition,
 * and so the inside of a solid, too. Built from the leaves up, with 2 to FK_CELL_CHILDREN children to a
 * parent, which holds them, exactly.
 *
 * A leaf of a surface has its triangle as a face, and its fourth corner a little below it, on the side of the
 * inside; of a triangle without area it is flat. The leaves of a piece fill it, with its vertices as their
 * corners. Where a difference of points is no double, as an edge must be, the leaf is larger by some units in
 * the last place; where that is not small beside it, the leaf is a box.
 *
 * FK_ERROR_ARGUMENT: no triangle or no piece, 2^31 leaves or more, or a coordinate of 2^1000 or beyond;
 * FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_cell_tree_of_surface(fk_context *context, const fk_mesh *mesh, fk_cell_tree **out);
FK_API fk_status fk_cell_tree_of_pieces(fk_context *context, fk_hull *const *piece, uint32_t piece_count,
                                        fk_cell_tree **out);

/* ---- As a mesh ----------------------------------------------------------------------------------------- */

/* The leaves of a sound tree as one mesh, for all that can be asked of meshes: its set, as a solid, is the
 * union of the leaves. Each leaf with volume is a closed shell, its triangles counterclockwise seen from
 * outside, whichever way its edges turn. Shells may overlap; triangles that two of them have in common, one
 * of either way, are left out, as both their sides are inside. Then come the leaves without volume: flat ones
 * with both their sides, so that the mesh is closed and has a wall there, which is no inside; segments and
 * points as triangles without area. Where there are only segments and points, the mesh is no solid.
 *
 * A corner is the exact sum of the cell's numbers, rounded to the nearest double; where that moves one, the
 * shell is the hull of all. FK_ERROR_ARGUMENT: 2^31 triangles or more; FK_ERROR_NOT_FINITE, FK_ERROR_PIECE:
 * the tree is not sound; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_cell_tree_mesh(fk_context *context, const fk_cell_tree *tree, fk_mesh **out);

/* ---- The rules ----------------------------------------------------------------------------------------- */

/* Checks a tree that comes from somewhere else: rows of children, kinds, numbers, and exactly whether every
 * node lies in its parent. Counts of leaves and levels are not looked at. FK_OK, or FK_ERROR_ARGUMENT with a
 * report, which may be NULL; of a node in two rows the parent is the second, and of a row that ends beyond
 * the nodes the first number that is none is the node. FK_ERROR_MEMORY. */
FK_API fk_status fk_cell_tree_check(fk_context *context, const fk_cell_tree *tree, fk_cell_report *report);

/* Whether the leaves cover a mesh; then every level of a tree that is sound does. */
typedef struct fk_cell_cover {
    fk_cover cover; /* its piece is a node; its face one of the hull of the node's corners */
    /* False only where corners of leaves are no doubles: rounded inward, they do not cover the mesh; rounded
     * outward, they do, or cover its surface only; and the cover is that of the inward ones. */
    bool is_proved;
} fk_cell_cover;

/* As fk_cover_check, with leaves as the pieces; those of a surface do not cover the inside of a solid. Where
 * corners are no doubles, the triangle or the face that is named need not be the first. Takes time for the
 * triangles and the faces that leaves do not share, times the leaves that are near each. FK_ERROR_NOT_FINITE,
 * FK_ERROR_PIECE: the tree is not sound; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_cell_tree_covers(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                                     fk_cell_cover *out);

/* ---- Two trees ----------------------------------------------------------------------------------------- */

/* Two leaves that meet. */
typedef struct fk_cell_hit {
    uint32_t node_a, node_b;
    fk_verdict verdict; /* FK_TOUCHING or FK_OVERLAPPING */
    fk_aabb box; /* of what they have in common, as fk_pair_box gives it; empty when it was not wanted */
} fk_cell_hit;

/* How much work it was. */
typedef struct fk_cell_work {
    /* Of a node's box along the axes, with that of what its parent and the other node have in common. */
    uint64_t quick_tests;
    uint64_t pair_tests; /* of two nodes, exactly */
    uint64_t boxes;      /* of what two nodes have in common */
} fk_cell_work;

/* Search: which leaves of many trees of cells meet? SearchCollisions of P. Baillehache's paper (2013),
 * right for trees of any depths, complete, and with a budget. */

/* ---- Objects and groups -------------------------------------------------------------------------------- */

/* A tree in its place; trees may be shared, and are kept by the caller. They hold to the rules, as those that
 * the functions of cells.h make, or fk_cell_tree_check accepts. Leaves are what fk_piece_place makes of the
 * cells, and answers are exact for these doubles; as these depend on how the processor rounds, that has to be
 * the same in all calls with a search. */
typedef struct fk_search_object {
    const char *name; /* for reports; or NULL */
    const fk_cell_tree *tree;
    fk_pose pose;
    uint32_t group; /* FK_NONE: directly in the world */
} fk_search_object;

/* Objects, or groups, that are in one place, as a room. A group that the search does not get into costs
 * one test. */
typedef struct fk_search_group {
    const char *name; /* or NULL */
    uint32_t parent;  /* the group that it is in, which comes before it; FK_NONE: the world */
    /* Whether its members are tested against each other: two objects whose smallest common group says no are
     * not. (The world says yes.) */
    bool tests_members;
    /* A volume in the world that holds the roots of all objects in it, in their places, and the volumes of
     * all groups in it; or FK_KIND_NONE: a box around them, which moves with them. */
    fk_kind kind;
    fk_cell cell;
} fk_search_group;

/* ---- Searching ----------------------------------------------------------------------------------------- */

typedef struct fk_search fk_search;

/* What was wrong: FK_NONE where it is not about one. */
typedef struct fk_search_report {
    uint32_t object, group;
    char message[256]; /* with the remedy; names of more than 48 bytes are left out */
} fk_search_report;

/* Readies a search; what it is given is copied, but for trees and names. FK_ERROR_ARGUMENT: a group that
 * is in one that does not come before it, an object in a group that is not there or without a tree, a
 * volume that is neither box nor tetrahedron, an object or a group that is not in the volume of its group.
 * FK_ERROR_NOT_FINITE: a pose, a volume, or what a pose makes of a root, is not finite, or 2^1000 or
 * beyond. Both with a report, which may be NULL; its message is "" otherwise. FK_ERROR_MEMORY. *out is
 * left alone then. */
FK_API fk_status fk_search_create(fk_context *context, const fk_search_group *group, uint32_t group_count,
                                  const fk_search_object *object, uint32_t object_count,
                                  fk_search_report *report, fk_search **out);
FK_API void fk_search_destroy(fk_context *context, fk_search *search);

/* Moves an object; its tree stays as it is. Ends the question that was asked. Does not allocate, and takes
 * no longer for many objects. FK_ERROR_ARGUMENT: no such object, or it leaves the volume of its group;
 * FK_ERROR_NOT_FINITE, as above; nothing has changed then. */
FK_API fk_status fk_search_move(fk_search *search, uint32_t object, const fk_pose *pose);

typedef struct fk_search_question {
    uint32_t object;   /* this one against all others; FK_NONE: all against all */
    bool stops_at_hit; /* only the first hit of each pair of objects: which meet at all */
    bool wants_boxes;  /* of hits */
    /* Who searches in fk_search_run; NULL: the calling thread alone. The results are the same, unless the
     * time is limited. Kept by the caller as long as the question is asked. */
    const fk_workers *workers;
} fk_search_question;

/* All against all, complete, with boxes, by the caller alone. */
FK_API fk_search_question fk_search_question_default(void);

/* When to stop before the end: whatever comes first. 0 is no limit. */
typedef struct fk_search_budget {
    /* Looks at so many levels of the trees only: 1 is the roots alone. Levels that were added to a tree
     * count, too. */
    uint32_t levels;
    /* From the call; stops soon after: what is found by then depends on the machine. What is open is listed
     * afterwards, and nodes with very many children are opened in one step: both take their time. */
    double seconds;
    uint64_t tests; /* stops after so many tests of pairs of nodes, in this call, for each pair of objects */
} fk_search_budget;

/* Asks a question, which forgets the one before. Trees are not searched yet: pairs of objects whose boxes
 * meet are open, others are clear. FK_ERROR_ARGUMENT: no such object; the question before stays.
 * FK_ERROR_MEMORY: no question is asked. */
FK_API fk_status fk_search_begin(fk_search *search, const fk_search_question *question);

/* Searches on from where the last call has stopped, until nothing is open or the budget, which may be
 * NULL, is used up. FK_OK in both cases; is_complete of the result tells which. However short the
 * time, each call gets further. Needs about 200 KiB of stack.
 * FK_ERROR_ARGUMENT: nothing was asked, or a budget that is negative or NaN. FK_ERROR_MEMORY: what is not
 * searched stays open, and what was found stays; call again. */
FK_API fk_status fk_search_run(fk_search *search, const fk_search_budget *budget);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* Two nodes below which it is not known yet what meets. */
typedef struct fk_search_open {
    uint32_t node_a, node_b;
} fk_search_open;

/* Two objects: proved colliding where there is a hit, else open. Those that are proved clear are not listed,
 * only counted. */
typedef struct fk_search_pair {
    uint32_t a, b;    /* a is the object of the question; of all against all, a < b */
    size_t hit_count; /* sorted by node_a, then node_b */
    const fk_cell_hit *hit;
    size_t open_count; /* 0: the hits are all there are, or the one that was asked for. Sorted */
    const fk_search_open *open;
    fk_aabb box; /* around the boxes of the hits */
} fk_search_pair;

typedef struct fk_search_result {
    uint64_t pair_total; /* pairs of objects that were asked about */
    uint64_t ignored;    /* pairs in groups whose members are not tested, and so not asked about */
    uint64_t clear, colliding, open; /* how many of the total are proved clear, proved colliding, open */
    /* Nothing is left to search: no pair is open, and none that is colliding may have more hits. */
    bool is_complete;
    uint64_t hit_total;
    fk_cell_work work; /* in trees, and of roots with volumes of groups */
    size_t pair_count; /* those that are colliding or open; sorted by a, then b */
    const fk_search_pair *pair;
} fk_search_result;

/* What is known so far; NULL when no question is asked. Valid until the next call with this search. */
FK_API const fk_search_result *fk_search_result_of(const fk_search *search);

#ifdef __cplusplus
}
#endif

#endif
