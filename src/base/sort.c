/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Radix sort, lowest digit first: as many passes over the keys as there are digits in which they differ. */

#include "base/sort.h"

#include <string.h>

#define DIGIT_BITS 11
#define VALUES     (1 << DIGIT_BITS)
#define FEW        48 /* below this, insertion is faster */

static void sort_few(uint64_t *key, size_t count, int shift)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t moved = key[i];
        size_t place = i;
        for (; place > 0 && key[place - 1] >> shift > moved >> shift; place--)
            key[place] = key[place - 1];
        key[place] = moved;
    }
}

static unsigned digit_of(uint64_t key, int shift)
{
    return (unsigned)(key >> shift) & (VALUES - 1);
}

/* Moves the keys into another array, sorted by one digit; keys with the same digit keep their order. False, and nothing is
 * moved, when all keys have the same. */
static int sort_by_digit(const uint64_t *from, uint64_t *to, size_t count, int shift)
{
    size_t place[VALUES] = {0};
    for (size_t i = 0; i < count; i++)
        place[digit_of(from[i], shift)]++;
    if (place[digit_of(from[0], shift)] == count)
        return 0;
    size_t begin = 0;
    for (int v = 0; v < VALUES; v++) {
        size_t next = begin + place[v];
        place[v] = begin;
        begin = next;
    }
    for (size_t i = 0; i < count; i++)
        to[place[digit_of(from[i], shift)]++] = from[i];
    return 1;
}

void fk_sort_u64_above(uint64_t *key, uint64_t *room, size_t count, int shift)
{
    if (count < FEW) {
        sort_few(key, count, shift);
        return;
    }
    uint64_t *from = key, *to = room;
    for (; shift < 64; shift += DIGIT_BITS)
        if (sort_by_digit(from, to, count, shift)) {
            uint64_t *swap = from;
            from = to;
            to = swap;
        }
    if (from != key)
        memcpy(key, from, count * sizeof *key);
}

void fk_sort_u64(uint64_t *key, uint64_t *room, size_t count)
{
    fk_sort_u64_above(key, room, count, 0);
}
