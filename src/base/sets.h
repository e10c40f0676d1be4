/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sets of numbers that are joined, as trees: parent[i] is i for the root of a set, which is its lowest
 * member, whatever the order in which sets are joined. At first parent[i] is i for all.
 *
 * Source: Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms" (1984), with halving of paths. */

#ifndef FARKAS_BASE_SETS_H
#define FARKAS_BASE_SETS_H

#include <stdint.h>

static inline uint32_t fk_sets_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void fk_sets_join(uint32_t *parent, uint32_t i, uint32_t k)
{
    i = fk_sets_root(parent, i);
    k = fk_sets_root(parent, k);
    if (i < k)
        parent[k] = i;
    else
        parent[i] = k;
}

#endif
