/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The pairs of the tree of packs.c: for each group of eight packs, the groups that are not before it and meet
 * it; then, pack by pack of the group, the packs of those groups that it meets; of them, which boxes of the
 * pack meet which of these packs; and then one box is compared with eight.
 *
 * Each of these is a loop that fills a list for the next one: a comparison of one box with eight gives bits,
 * and what they say is added to the list without a branch, which could not be foreseen. Lists have fixed
 * lengths; when the first is full, all that it leads to is done before it goes on. */

#include "broad/packs.h"

#include "base/bits.h"
#include "base/cpu.h"

#define LANES  FK_PACK_LANES
#define GROUPS 32 /* in the first list */

/* Without an instruction that gathers lanes, so many are added without a branch. */
#define FORESEEN 2

/* Lists. Each has room for eight more, as all lanes are written and then those that count are counted. */
typedef struct lists {
    uint32_t group[GROUPS];
    uint32_t pack[GROUPS * LANES + LANES];
    uint32_t item[GROUPS * LANES * LANES + LANES]; /* 8 * pack + lane of the box */
} lists;

typedef struct walk {
    const fk_packs *packs;
    fk_pair_keys *keys;
    uint32_t group;
    int32_t box[6]; /* around the group */
} walk;

static void lane_of(const fk_pack *pack, uint32_t lane, int32_t box[6])
{
    for (int k = 0; k < 6; k++)
        box[k] = pack->end[k][lane];
}

#define FK_LEVEL(name) name##_plain
#define FK_LEVEL_BITS  0
#include "broad/packs_pairs.inc"
#undef FK_LEVEL
#undef FK_LEVEL_BITS

#define FK_LEVEL_FILE "broad/packs_pairs.inc"
#include "base/levels.inc"

uint32_t fk_pack_meets(const fk_pack *pack, const int32_t box[6])
{
    static uint32_t (*const level[])(const fk_pack *, const int32_t[6]) = FK_LEVELS(meeting);
    return level[fk_cpu_level()](pack, box);
}

bool fk_packs_join(const fk_packs *packs, uint32_t first, uint32_t last, fk_pair_keys *keys)
{
    static bool (*const level[])(const fk_packs *, uint32_t, uint32_t, fk_pair_keys *) = FK_LEVELS(join);
    return level[fk_cpu_level()](packs, first, last, keys);
}
