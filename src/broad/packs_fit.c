/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fitting the tree of packs.c to boxes that have moved: of all of them from below, level by level; of one
 * along its path, as far as something changes. */

#include "broad/packs.h"

#include <stdatomic.h>

#include "base/cpu.h"
#include "base/workers.h"

#define GROUPS_OF_TASK 64
#define GROUP          (FK_PACK_LANES * FK_PACK_LANES) /* slots */

static void put_lane(fk_pack *pack, uint32_t lane, const int32_t key[6])
{
    for (int k = 0; k < 6; k++)
        pack->end[k][lane] = key[k];
}

void fk_pack_around(const fk_pack *pack, int32_t key[6])
{
    for (int k = 0; k < 3; k++) {
        int32_t least = FK_PACK_NO_MIN, most = FK_PACK_NO_MAX;
        for (int l = 0; l < FK_PACK_LANES; l++) {
            least = pack->end[k][l] < least ? pack->end[k][l] : least;
            most = pack->end[k + 3][l] > most ? pack->end[k + 3][l] : most;
        }
        key[k] = least;
        key[k + 3] = most;
    }
}

static void empty_pack(fk_pack *pack)
{
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < FK_PACK_LANES; l++) {
            pack->end[k][l] = FK_PACK_NO_MIN;
            pack->end[k + 3][l] = FK_PACK_NO_MAX;
        }
}

/* The sum of the sides of a box, within what sums of many can have. */
static float size_of(const int32_t key[6])
{
    if (key[0] > key[3])
        return 0;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        sum += fk_float_from_key(key[k + 3]) - fk_float_from_key(key[k]);
    return sum < 1e36f ? sum : 1e36f;
}

static float size_below(const fk_pack *pack)
{
    float sum = 0;
    for (int l = 0; l < FK_PACK_LANES; l++) {
        int32_t key[6];
        for (int k = 0; k < 6; k++)
            key[k] = pack->end[k][l];
        sum += size_of(key);
    }
    return sum;
}

/* ---- A group ------------------------------------------------------------------------------------------- */

typedef struct fit {
    fk_packs *packs;
    const fk_broad_boxes *boxes;
    _Atomic uint32_t gone;
} fit;

/* Numbers in these lanes have no boxes any more. */
static void forget(fit *f, uint32_t *id, uint32_t lanes)
{
    for (uint32_t l = 0; l < FK_PACK_LANES; l++)
        if (lanes >> l & 1) {
            f->packs->place[id[l]] = FK_NONE;
            id[l] = FK_NONE;
            atomic_fetch_add_explicit(&f->gone, 1, memory_order_relaxed);
        }
}

static void fit_pack(fit *f, uint32_t index, int32_t bound[6])
{
    fk_pack *pack = &f->packs->pack[index];
    uint32_t *id = f->packs->id + (size_t)index * FK_PACK_LANES;
    for (uint32_t l = 0; l < FK_PACK_LANES; l++) {
        int32_t key[6] = FK_PACK_NOTHING;
        if (id[l] != FK_NONE && !fk_pack_keys(&f->boxes->box[id[l]], key))
            forget(f, id, (uint32_t)1 << l);
        put_lane(pack, l, key);
    }
    fk_pack_around(pack, bound);
}

static void fit_group_plain(fit *f, uint32_t group)
{
    const fk_packs *p = f->packs;
    fk_pack *pack = &p->pack[p->begin[1] + group];
    empty_pack(pack);
    for (uint32_t l = 0; l < FK_PACK_LANES && group * FK_PACK_LANES + l < p->count[0]; l++) {
        int32_t bound[6];
        fit_pack(f, group * FK_PACK_LANES + l, bound);
        put_lane(pack, l, bound);
    }
}

/* Vectors of four have no minimum of whole numbers everywhere. */
#define FK_LEVEL_FILE  "broad/packs_fit.inc"
#define FK_LEVEL_LEAST 256
#include "base/levels.inc"
#define fit_group_vector fit_group_plain

static void prefetch_boxes(const fit *f, uint32_t group)
{
    const fk_packs *p = f->packs;
    for (uint32_t i = group * GROUP; i < (group + 1) * GROUP && i < p->end; i++)
        if (p->id[i] != FK_NONE) {
            fk_prefetch(f->boxes->box[p->id[i]].min);
            fk_prefetch(&f->boxes->box[p->id[i]].max[2]);
        }
}

static void fit_groups(void *data, uint32_t task)
{
    static void (*const level[])(fit *, uint32_t) = FK_LEVELS(fit_group);
    fit *f = data;
    const fk_packs *p = f->packs;
    uint32_t first = task * GROUPS_OF_TASK, last = first + GROUPS_OF_TASK;
    last = last < p->count[1] ? last : p->count[1];
    for (uint32_t g = first; g < last; g++) {
        /* Not what another task fits. */
        if (g + 1 < last)
            prefetch_boxes(f, g + 1);
        level[fk_cpu_level()](f, g);
    }
}

/* ---- All and one --------------------------------------------------------------------------------------- */

void fk_packs_fit_all(fk_packs *packs, const fk_broad_boxes *boxes, const fk_workers *workers)
{
    fit f = {.packs = packs, .boxes = boxes};
    fk_workers_run(workers, (packs->count[1] + GROUPS_OF_TASK - 1) / GROUPS_OF_TASK, fit_groups, &f);
    for (uint32_t level = 2; level <= packs->top; level++)
        for (uint32_t i = 0; i < packs->count[level]; i++) {
            fk_pack *pack = &packs->pack[packs->begin[level] + i];
            empty_pack(pack);
            for (uint32_t l = 0; l < FK_PACK_LANES; l++) {
                uint32_t below = i * FK_PACK_LANES + l;
                int32_t bound[6];
                if (below >= packs->count[level - 1])
                    break;
                fk_pack_around(&packs->pack[packs->begin[level - 1] + below], bound);
                put_lane(pack, l, bound);
            }
        }
    packs->held -= f.gone;
    packs->holes += f.gone;
    packs->fitted += packs->begin[packs->top] + 1;
    packs->grown = 0;
    for (uint32_t g = 0; g < packs->count[1]; g++)
        packs->grown += (double)packs->growth[g] * size_below(&packs->pack[packs->begin[1] + g]);
}

void fk_packs_measure(fk_packs *packs)
{
    packs->grown = 0;
    for (uint32_t g = 0; g < packs->count[1]; g++) {
        const fk_pack *pack = &packs->pack[packs->begin[1] + g];
        float size = size_below(pack);
        int32_t key[6];
        fk_pack_around(pack, key);
        packs->growth[g] = key[0] > key[3] ? 0 : 1 / (size > 1e-30f ? size : 1e-30f);
        packs->grown += (double)packs->growth[g] * size;
    }
    packs->sorted = packs->grown;
}

void fk_packs_fit_one(fk_packs *packs, uint32_t slot, const fk_aabb_float *box)
{
    int32_t key[6];
    fk_pack_keys(box, key);
    uint32_t at = slot;
    for (uint32_t level = 0;; level++) {
        uint32_t lane = at % FK_PACK_LANES;
        at /= FK_PACK_LANES;
        fk_pack *pack = &packs->pack[packs->begin[level] + at];
        int32_t old[6];
        for (int k = 0; k < 6; k++)
            old[k] = pack->end[k][lane];
        if (memcmp(old, key, sizeof old) == 0)
            return;
        put_lane(pack, lane, key);
        packs->fitted++;
        if (level == 1)
            packs->grown += (double)packs->growth[at] * ((double)size_of(key) - (double)size_of(old));
        if (level == packs->top)
            return;
        fk_pack_around(pack, key);
    }
}
