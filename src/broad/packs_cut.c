/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Better packs than a curve gives: where the curve jumps, eight that follow each other are far apart. So 4096
 * boxes that follow each other are cut in halves, across the longest side of the bounds of their centers, and
 * these again, until they are packs. The first half is a power of two, so that packs are full. A pack of boxes
 * that are evenly spread then meets half as many others as one along the curve.
 *
 * Nothing here decides what meets. Weak inputs: none. Choosing a half is given up where it takes long, and it is cut
 * badly then. */

#include "broad/packs.h"

#define CHUNK 4096

/* Puts spots below the pivot first, or those not above it. Returns how many. Without a branch that could not
 * be foreseen. */
static uint32_t part(fk_pack_spot *s, uint32_t count, int axis, float pivot, bool or_same)
{
    uint32_t below = 0;
    for (uint32_t i = 0; i < count; i++) {
        fk_pack_spot here = s[i];
        s[i] = s[below];
        s[below] = here;
        below += or_same ? here.c[axis] <= pivot : here.c[axis] < pivot;
    }
    return below;
}

static float middle(float x, float y, float z)
{
    float low = x < y ? x : y, high = x < y ? y : x;
    return z < low ? low : z > high ? high : z;
}

/* Puts the least `wanted` first. After some rounds it is good enough: what is here is only for speed. */
static void select(fk_pack_spot *s, uint32_t count, uint32_t wanted, int axis)
{
    for (int round = 0; round < 24 && wanted > 0 && wanted < count; round++) {
        float pivot = middle(s[0].c[axis], s[count / 2].c[axis], s[count - 1].c[axis]);
        uint32_t below = part(s, count, axis, pivot, false);
        if (below == 0) {
            below = part(s, count, axis, pivot, true);
            if (wanted <= below)
                return;
        }
        if (wanted <= below) {
            count = below;
        } else {
            s += below;
            count -= below;
            wanted -= below;
        }
    }
}

static int longest_axis(const fk_pack_spot *s, uint32_t count)
{
    float low[3], high[3];
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = s[0].c[k];
    for (uint32_t i = 1; i < count; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = s[i].c[k] < low[k] ? s[i].c[k] : low[k];
            high[k] = s[i].c[k] > high[k] ? s[i].c[k] : high[k];
        }
    int axis = high[1] - low[1] > high[0] - low[0] ? 1 : 0;
    return high[2] - low[2] > high[axis] - low[axis] ? 2 : axis;
}

/* Level by level: halves of the size that they have in a full chunk. */
static void cut(fk_pack_spot *s, uint32_t count)
{
    for (uint32_t half = CHUNK / 2; half >= FK_PACK_LANES; half /= 2)
        for (uint32_t begin = 0; begin + half < count; begin += 2 * half) {
            uint32_t left = count - begin < 2 * half ? count - begin : 2 * half;
            select(s + begin, left, half, longest_axis(s + begin, left));
        }
}

void fk_packs_cut(fk_pack_spot *spot, uint32_t count)
{
    for (uint32_t begin = 0; begin < count; begin += CHUNK)
        cut(spot + begin, count - begin < CHUNK ? count - begin : CHUNK);
}
