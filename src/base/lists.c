/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Growing arrays and sorting. Integers: radix sort, lowest digit first, over the bits up to the highest one in which
 * keys differ. Other items: bottom-up merge sort. */

#include "base/lists.h"

#include <string.h>

#include "base/context.h"

/* The pointer is read and written as bytes, since its type is not known here; all pointers to objects have the same
 * representation on the machines that the library supports. */
bool fk_grow(fk_context *context, void *array, size_t size, size_t used, size_t *capacity, size_t wanted)
{
    if (wanted <= *capacity)
        return true;
    size_t grown = *capacity + *capacity / 2 + 16;
    if (grown < wanted)
        grown = wanted;
    if (grown > (size_t)PTRDIFF_MAX / size)
        return false;
    void *old, *block = fk_allocate(context, grown * size);
    if (block == NULL)
        return false;
    memcpy(&old, array, sizeof old);
    if (used > 0)
        memcpy(block, old, used * size);
    fk_release(context, old, *capacity * size);
    memcpy(array, &block, sizeof block);
    *capacity = grown;
    return true;
}

#define DIGIT_BITS     12 /* most bits of a digit */
#define POLL_KEYS      ((size_t)1 << 18)
#define INSERTION_MOST 48 /* below this many keys, insertion sort is faster */

static void insertion_sort(uint64_t *key, size_t count, int shift)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t moved = key[i];
        size_t place = i;
        for (; place > 0 && key[place - 1] >> shift > moved >> shift; place--)
            key[place] = key[place - 1];
        key[place] = moved;
    }
}

/* Copies the keys into another array, sorted stably by one digit. False if the context, which may be NULL, is cancelled. */
static bool sort_by_digit(const fk_context *context, const uint64_t *from, uint64_t *to, size_t count,
                          int shift, size_t mask)
{
    size_t place[1 << DIGIT_BITS];
    memset(place, 0, (mask + 1) * sizeof *place);
    for (size_t i = 0; i < count; i++)
        place[(size_t)(from[i] >> shift) & mask]++;
    size_t begin = 0;
    for (size_t value = 0; value <= mask; value++) {
        size_t next = begin + place[value];
        place[value] = begin;
        begin = next;
    }
    for (size_t first = 0; first < count; first += POLL_KEYS) {
        size_t end = count - first < POLL_KEYS ? count : first + POLL_KEYS;
        if (context != NULL && fk_context_poll(context))
            return false;
        for (size_t i = first; i < end; i++)
            to[place[(size_t)(from[i] >> shift) & mask]++] = from[i];
    }
    return true;
}

/* The number of bits up to the highest one in which keys differ. */
static int count_differing_bits(const uint64_t *key, size_t count)
{
    uint64_t differs = 0;
    for (size_t i = 1; i < count; i++)
        differs |= key[i] ^ key[0];
    int end = 0;
    while (end < 64 && differs >> end > 0)
        end++;
    return end;
}

/* fk_sort_u64_either, or NULL if the context, which may be NULL, is cancelled. */
static uint64_t *sort_u64(const fk_context *context, uint64_t *key, uint64_t *room, size_t count, int shift)
{
    if (count < INSERTION_MOST) {
        insertion_sort(key, count, shift);
        return key;
    }
    int end = count_differing_bits(key, count);
    if (end <= shift)
        return key;
    int digits = (end - shift + DIGIT_BITS - 1) / DIGIT_BITS, width = (end - shift + digits - 1) / digits;
    uint64_t *from = key, *to = room;
    for (; shift < end; shift += width) {
        if (!sort_by_digit(context, from, to, count, shift, ((size_t)1 << width) - 1))
            return NULL;
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

uint64_t *fk_sort_u64_either(uint64_t *key, uint64_t *room, size_t count, int shift)
{
    return sort_u64(NULL, key, room, count, shift);
}

void fk_sort_u64_above(uint64_t *key, uint64_t *room, size_t count, int shift)
{
    const uint64_t *sorted = fk_sort_u64_either(key, room, count, shift);
    if (sorted != key)
        memcpy(key, sorted, count * sizeof *key);
}

void fk_sort_u64(uint64_t *key, uint64_t *room, size_t count)
{
    fk_sort_u64_above(key, room, count, 0);
}

bool fk_sort_u64_polled(const fk_context *context, uint64_t *key, uint64_t *room, size_t count)
{
    if (count < 2) /* key may be NULL */
        return true;
    const uint64_t *sorted = sort_u64(context, key, room, count, 0);
    if (sorted != NULL && sorted != key)
        memcpy(key, sorted, count * sizeof *key);
    return sorted != NULL;
}

/* Merges two adjacent sorted runs. */
static void merge_runs(char *to, const char *from, size_t middle, size_t end, size_t size,
                       fk_sort_before *is_before)
{
    size_t a = 0, b = middle;
    for (; a < middle || b < end; to += size) {
        bool takes_b = a == middle || (b < end && is_before(from + b, from + a));
        memcpy(to, from + (takes_b ? b : a), size);
        *(takes_b ? &b : &a) += size;
    }
}

void fk_sort_items(void *item, void *room, size_t count, size_t size, fk_sort_before *is_before)
{
    char *from = item, *to = room;
    size_t bytes = count * size;
    for (size_t run = size; run < bytes; run *= 2) {
        for (size_t begin = 0; begin < bytes; begin += 2 * run) {
            size_t rest = bytes - begin, end = rest < 2 * run ? rest : 2 * run;
            merge_runs(to + begin, from + begin, rest < run ? rest : run, end, size, is_before);
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != (char *)item)
        memcpy(item, from, bytes);
}
