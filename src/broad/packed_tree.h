/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes in packs of eight, and a tree with eight children above them: see packed_tree.c. */

#ifndef FARKAS_BROAD_PACKED_TREE_H
#define FARKAS_BROAD_PACKED_TREE_H

#include "base/bits.h"
#include "broad/broad.h"

#define FK_PACK_LANES  8
#define FK_PACK_LEVELS 11

/* Eight boxes: the least and the greatest along x, y, z, as whole numbers that are ordered as the floats are:
 * so neither a state of the floating-point unit nor an infinite box makes an exception. A lane without a box
 * meets nothing. */
typedef struct fk_pack {
    int32_t end[6][FK_PACK_LANES];
} fk_pack;

#define FK_PACK_NO_MIN INT32_MAX
#define FK_PACK_NO_MAX (-INT32_MAX)
#define FK_PACK_NOTHING                                                                                      \
    {                                                                                                        \
        FK_PACK_NO_MIN, FK_PACK_NO_MIN, FK_PACK_NO_MIN, FK_PACK_NO_MAX, FK_PACK_NO_MAX, FK_PACK_NO_MAX       \
    }

/* Level 0 has the boxes, level k + 1 a lane for each pack of level k, the highest one pack. Lane l of pack i
 * is around pack 8 i + l of the level below. */
typedef struct fk_packs {
    fk_pack *pack; /* of all levels, in one block */
    uint32_t *id;  /* by slot, 8 i + l for lane l of pack i of level 0; FK_NONE */
    float *growth; /* by pack of level 1: 1 through the sum of sizes of what is below it, at the last sort */
    void *block;
    size_t block_bytes;
    uint32_t *place; /* by number: the slot; FK_NONE */
    uint32_t place_count;
    uint32_t begin[FK_PACK_LEVELS + 1]; /* the first pack of each level */
    uint32_t count[FK_PACK_LEVELS];     /* how many there are */
    uint32_t top;                       /* the highest level; 0: nothing is held */
    uint32_t held, holes;               /* lanes that have boxes; and those that had, since the last sort */
    uint32_t tail, end;                 /* slots from tail to end have no boxes yet */
    uint32_t sorted_tail;               /* those from here to tail were put there since the last sort */
    uint32_t late;                      /* packs of those, summed up over updates */
    double sorted, grown;               /* sum of growth times size, after the last sort and now */
    uint64_t sorts, fitted;             /* for tests: how often sorted, how many packs were fitted */
} fk_packs;

#define FK_PACK_CLASSES 8

/* How many boxes there are that are not empty, by classes of size; see packed_tree_sort.c. */
typedef struct fk_pack_classes {
    uint32_t count[FK_PACK_CLASSES];
    int limit; /* exponents up to this one are of class 0 */
    uint32_t all;
} fk_pack_classes;

void fk_packs_classify(const fk_broad_boxes *boxes, fk_pack_classes *out);

/* The centers of these boxes, class by class, in an order in which those near each other are near. */
void fk_packs_order(const fk_broad_boxes *boxes, const fk_pack_classes *classes, fk_box_center *spot);

/* Writes all boxes that it holds into their lanes, and what is above. */
void fk_packs_fit_all(fk_packs *packs, const fk_broad_boxes *boxes, const fk_workers *workers);

/* Lane `slot` of level 0 has this box now; what is above is fitted, as far as it changes. */
void fk_packs_fit_one(fk_packs *packs, uint32_t slot, const fk_aabb_float *box);

/* Takes the sizes of packs as they are for those of a sort. */
void fk_packs_measure(fk_packs *packs);

/* The lanes of a pack that meet a box: bits. */
uint32_t fk_pack_meets(const fk_pack *pack, const int32_t box[6]);

/* The box around all lanes. */
void fk_pack_around(const fk_pack *pack, int32_t key[6]);

static inline void fk_pack_prefetch_all(const fk_pack *pack)
{
    for (int k = 0; k < 6; k += 2)
        fk_prefetch(pack->end[k]);
}

/* Six keys of a box. False where it is empty; the keys are then those of a lane that meets nothing. */
static inline bool fk_pack_keys(const fk_aabb_float *box, int32_t key[6])
{
    for (int k = 0; k < 3; k++) {
        key[k] = fk_float_key(box->min[k]);
        key[k + 3] = fk_float_key(box->max[k]);
    }
    if ((key[0] <= key[3]) & (key[1] <= key[4]) & (key[2] <= key[5]))
        return true;
    for (int k = 0; k < 3; k++) {
        key[k] = FK_PACK_NO_MIN;
        key[k + 3] = FK_PACK_NO_MAX;
    }
    return false;
}

#endif
