/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A list of pairs that grows, and is sorted in the end. */

#ifndef FARKAS_TREE_TREE_PAIRS_H
#define FARKAS_TREE_TREE_PAIRS_H

#include "farkas/tree.h"

/* Zeroed but for the context. */
typedef struct fk_pairs {
    fk_context *context;
    size_t count, capacity;
    uint64_t *key; /* a in the upper half */
} fk_pairs;

/* False when there is no memory. */
bool fk_pairs_add(fk_pairs *pairs, uint32_t a, uint32_t b);

/* Makes the sorted list, if all were added, and releases what they were in. FK_ERROR_MEMORY leaves *out
 * alone. */
fk_status fk_pairs_finish(fk_pairs *pairs, bool is_complete, fk_pair_list **out);

#endif
