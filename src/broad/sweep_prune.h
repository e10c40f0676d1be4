/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What fk_broad_sweep keeps, for sweep_prune.c and its tests. */

#ifndef FARKAS_BROAD_SWEEP_PRUNE_H
#define FARKAS_BROAD_SWEEP_PRUNE_H

#include "broad/structure.h"

#define FK_SWEEP_BLOCK 64

/* So many neighbours in the order. */
typedef struct fk_sweep_block {
    fk_aabb_float box; /* around them */
    float end;         /* the largest end along the axis, of these and all before */
    bool is_stale;     /* they are others, or their boxes are */
} fk_sweep_block;

typedef struct fk_broad_sweep_self {
    int axis;
    uint32_t count;
    uint64_t
        *order; /* sorted: where a box begins along the axis, as a number that orders like it; its number */
    size_t capacity;
    uint32_t *rank; /* by number: its place in the order, or FK_NONE */
    size_t rank_capacity;
    uint32_t rank_count;
    fk_sweep_block *block;
    size_t block_capacity;
    uint64_t changes;       /* since the axis was chosen */
    uint64_t swaps, sorted; /* how often two changed places, and how often all were sorted anew */
} fk_broad_sweep_self;

#endif
