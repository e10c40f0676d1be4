/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of boxes that wait to be opened, the nearest first: a heap of a fixed size, with four children to a
 * parent. */

#ifndef FARKAS_TREE_GAP_HEAP_H
#define FARKAS_TREE_GAP_HEAP_H

#include "tree/distance/gap.h"

#define FK_GAP_HEAP 2048

typedef struct fk_gap_waiting {
    fk_gap_key key;
    fk_gap_slot slot[2];
} fk_gap_waiting;

typedef struct fk_gap_heap {
    uint32_t count;
    fk_gap_waiting item[FK_GAP_HEAP];
} fk_gap_heap;

static inline void fk_gap_push(fk_gap_heap *h, fk_gap_waiting w)
{
    uint32_t at = h->count++;
    for (; at > 0 && w.key < h->item[(at - 1) / 4].key; at = (at - 1) / 4)
        h->item[at] = h->item[(at - 1) / 4];
    h->item[at] = w;
}

static inline fk_gap_waiting fk_gap_pop(fk_gap_heap *h)
{
    fk_gap_waiting top = h->item[0], last = h->item[--h->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 4 * at + 1, end = child + 4 < h->count ? child + 4 : h->count, least = child;
        if (child >= h->count)
            break;
        while (++child < end)
            least = h->item[child].key < h->item[least].key ? child : least;
        if (h->item[least].key >= last.key)
            break;
        h->item[at] = h->item[least];
        at = least;
    }
    h->item[at] = last;
    return top;
}

#endif
