/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Arrays that grow, sorting, sets that are joined. */

#ifndef FARKAS_BASE_LISTS_H
#define FARKAS_BASE_LISTS_H

#include "farkas/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room for `wanted` items in an array. `array` is the address of the pointer to its first item, of any type; the array has
 * *capacity items of `size` bytes, and the first `used` of them are kept. It grows by half at least, so that adding one by one
 * takes linear time. False when there is no memory; all is as it was then. Release it with *capacity times size. */
bool fk_grow(fk_context *context, void *array, size_t size, size_t used, size_t *capacity, size_t wanted);

/* Sorts keys, ascending. room is for as many; what is in it afterwards says nothing. */
void fk_sort_u64(uint64_t *key, uint64_t *room, size_t count);

/* Sorts by the bits above the lowest `shift`, below 64; those with the same keep their order. */
void fk_sort_u64_above(uint64_t *key, uint64_t *room, size_t count, int shift);

/* The same, but the sorted keys are in either of the two, which is returned. */
uint64_t *fk_sort_u64_either(uint64_t *key, uint64_t *room, size_t count, int shift);

/* Whether an item belongs before another one. */
typedef bool fk_sort_before(const void *a, const void *b);

/* Sorts items of `size` bytes; where neither belongs before the other, they keep their order. room as above. */
void fk_sort_items(void *item, void *room, size_t count, size_t size, fk_sort_before *is_before);

/* Sets of numbers that are joined, as trees: parent[i] is i for the root of a set, which is its lowest
 * member, whatever the order in which sets are joined. At first parent[i] is i for all.
 *
 * Source: Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms" (1984), with halving of paths. */

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
