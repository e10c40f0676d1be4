/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two trees of cells in their places: which leaves meet? The walk can be stopped and goes on later.
 *
 * A cell in its place has an origin and edges that were rounded, so a child in its place may stick out of
 * its parent a little. A parent in its place is therefore grown until it holds all that its descendants
 * become, which is proved. So pairs of parents are decided by the same exact verdicts and boxes as leaves,
 * and no pair of leaves is lost. */

#ifndef FARKAS_CELLS_CELLS_WALK_H
#define FARKAS_CELLS_CELLS_WALK_H

#include "farkas/cells.h"

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
typedef struct fk_walk_pair {
    uint32_t node_a, node_b;
    uint32_t level_a, level_b; /* the root is on level 1 */
    bool meets;                /* they were tested, and do; else they were not */
    bool opens_b;              /* where they meet: the children of b come next, else those of a */
    fk_aabb window;            /* all common points of leaves below are in it */
} fk_walk_pair;

/* The state of a walk. Zero it, then begin. */
typedef struct fk_cells_walk {
    fk_context *context;
    size_t open_count, open_capacity;
    fk_walk_pair *open; /* a stack */
    size_t deep_count, deep_capacity;
    fk_walk_pair *deep; /* set aside, as they are below the levels of the last budget */
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
fk_status fk_cells_walk_begin(fk_cells_walk *walk, fk_context *context);

/* Goes on until nothing is open that the orders allow; with the same trees in the same places. FK_OK;
 * FK_ERROR_MEMORY: nothing is lost, call again. Afterwards what is in open and deep is not known yet; with
 * stops_at_hit and a hit, or stops_at_overlap and an overlap, both are empty. In the end the hits are all
 * pairs of leaves that meet, whatever the orders were on the way; a and b exchanged give the same. The state
 * of the floating-point unit has to be the same in all runs, as places depend on it. */
fk_status fk_cells_walk_run(fk_cells_walk *walk, const fk_placed_cells *a, const fk_placed_cells *b,
                            const fk_walk_orders *orders);
/* Zeroes it, too. One that did not begin is left alone. */
void fk_cells_walk_end(fk_cells_walk *walk);

#endif
