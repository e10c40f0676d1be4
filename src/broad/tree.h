/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What fk_broad_tree keeps, for tree.c and its tests. */

#ifndef FARKAS_BROAD_TREE_H
#define FARKAS_BROAD_TREE_H

#include "broad/tree_nodes.h"

typedef struct fk_broad_tree_self {
    fk_box_tree tree; /* of the boxes that were made larger */
    float fat, ahead;
    float (*middle)[3]; /* of each box, as of the last update */
    size_t middle_capacity;
    int64_t size;           /* of the tree when it was made, as fk_box_tree_close has it */
    uint32_t closed;        /* how often leaves were changed in their places since */
    uint64_t old;           /* how many were put in since */
    uint64_t put_in, built; /* how many leaves were put in anew, and how often all were */
} fk_broad_tree_self;

#endif
