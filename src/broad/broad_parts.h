/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of the broad phase share: the boxes by number, what has changed, and the list of pairs. */

#ifndef FARKAS_BROAD_BROAD_PARTS_H
#define FARKAS_BROAD_BROAD_PARTS_H

#include "broad/structure.h"

/* What a number is marked with. The first says that the structure does not know its box. */
#define FK_BROAD_LOOSE 1
#define FK_BROAD_STALE 2 /* the list of pairs does not */

struct fk_broad {
    fk_context *context;
    const fk_broad_class *kind;
    void *self; /* the structure */
    /* Boxes, changed numbers and marks are in one block, each with room for `capacity`; so none of them can
     * lack room where the others have it. */
    uint32_t capacity;
    fk_broad_boxes boxes;
    fk_aabb_float *box;
    uint32_t *changed; /* the numbers that are marked, each once, in any order */
    uint8_t *mark;     /* by number */
    uint32_t changed_count, loose_count;
    /* Pairs as they are found; and the list, whose memory is also room for sorting them. */
    fk_pair_keys keys;
    fk_index_pair *pair;
    size_t pair_count, pair_capacity;
    bool has_pairs; /* the list is right but for numbers that are stale; else none is marked as stale */
};

/* Makes a box one that compares in the same way in every state of the floating-point unit: sides below the
 * least normal float move outward to that or zero, -0 becomes 0, and any empty box the same one. False for
 * NaN, and the box is left alone. */
bool fk_aabb_float_settle(fk_aabb_float *box);

/* The list of pairs is not right any more, for any number. */
void fk_broad_forget_pairs(fk_broad *broad);

/* Whether so many changed numbers are few enough to mend the list of pairs, rather than to make it anew. With
 * packs, a visit takes as long as finding all pairs of about forty boxes. */
static inline bool fk_broad_is_few(const fk_broad *broad, uint32_t changed)
{
    return changed <= broad->boxes.count / 32;
}

#endif
