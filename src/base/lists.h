/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Growing arrays, sorting, union-find. */

#ifndef FARKAS_BASE_LISTS_H
#define FARKAS_BASE_LISTS_H

#include "farkas/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Grows an array to at least `wanted` items. `array` is the address of the pointer to its first item, of any type;
 * the array has *capacity items of `size` bytes, of which the first `used` are kept. It grows by at least half, so
 * that appending one by one takes linear time. Returns false, with nothing changed, when there is no memory. Release
 * it with *capacity times size. */
bool fk_grow(fk_context *context, void *array, size_t size, size_t used, size_t *capacity, size_t wanted);

/* Sorts keys in ascending order. room is scratch memory for as many keys. */
void fk_sort_u64(uint64_t *key, uint64_t *room, size_t count);

/* The same, but polls the flag of a context. False if it is set: the keys are not sorted then. */
bool fk_sort_u64_polled(const fk_context *context, uint64_t *key, uint64_t *room, size_t count);

/* Sorts by the bits above the lowest `shift` (below 64), stably. */
void fk_sort_u64_above(uint64_t *key, uint64_t *room, size_t count, int shift);

/* The same, but the sorted keys end up in either of the two arrays, which is returned. */
uint64_t *fk_sort_u64_either(uint64_t *key, uint64_t *room, size_t count, int shift);

/* Whether item a belongs before item b. */
typedef bool fk_sort_before(const void *a, const void *b);

/* Sorts items of `size` bytes, stably. room is scratch memory for as many items. */
void fk_sort_items(void *item, void *room, size_t count, size_t size, fk_sort_before *is_before);

/* Union-find: disjoint sets of numbers, as trees. parent[i] is i for the root of a set, which is its lowest member,
 * whatever the order of joins. Initially parent[i] is i for all.
 *
 * Source: Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms" (1984), with path halving. */

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
