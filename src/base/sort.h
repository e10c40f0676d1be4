/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sorting. */

#ifndef FARKAS_BASE_SORT_H
#define FARKAS_BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
