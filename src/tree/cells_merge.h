/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of trees of cells: volumes that are near to each other are merged in pairs, from the bottom up. See cells_merge.c. */

#ifndef FARKAS_TREE_CELLS_MERGE_H
#define FARKAS_TREE_CELLS_MERGE_H

#include "farkas/cells.h"

/* A volume that has no parent yet. */
typedef struct fk_cells_cluster {
    uint32_t node;    /* whatever the caller calls it by; not FK_NONE */
    uint32_t nearest; /* place among the clusters */
    double surface;   /* of the box around it and the nearest */
    fk_aabb bounds;
} fk_cells_cluster;

typedef struct fk_cells_merger {
    fk_cells_cluster *cluster;
    uint32_t count;
    double scale; /* for surfaces */
    /* Makes a parent of two: sets the node and the bounds of the first. */
    void (*merge)(void *user, fk_cells_cluster *first, const fk_cells_cluster *second);
    void *user;
} fk_cells_merger;

/* Makes clusters, along a Morton curve, of boxes 0 to count - 1, which are their nodes; those at the same place keep their
 * order. Room is for as many clusters and twice as many keys. */
void fk_cells_merger_sort(fk_cells_merger *merger, const fk_aabb *bounds, uint32_t count, uint64_t *key);

/* Merges until one cluster is left. */
void fk_cells_merger_run(fk_cells_merger *merger);

/* Room for a number of things in a block that is planned, at a multiple of 16 bytes. Returns where. */
size_t fk_cells_room(size_t *total, size_t count, size_t size);

#endif
