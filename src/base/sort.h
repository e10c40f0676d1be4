/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sorting whole numbers. */

#ifndef FARKAS_BASE_SORT_H
#define FARKAS_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts keys, ascending. room is for as many; what is in it afterwards says nothing. */
void fk_sort_u64(uint64_t *key, uint64_t *room, size_t count);

/* Sorts by the bits above the lowest `shift`, below 64; those with the same keep their order. */
void fk_sort_u64_above(uint64_t *key, uint64_t *room, size_t count, int shift);

/* The same, but the sorted keys are in either of the two, which is returned. */
uint64_t *fk_sort_u64_either(uint64_t *key, uint64_t *room, size_t count, int shift);

#endif
