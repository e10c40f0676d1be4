/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Merging volumes that are near to each other.
 *
 * They are sorted along a Morton curve. Then, again and again, each volume looks for the nearest one among its neighbours in
 * that order: the one with which it has the smallest box around both, by surface; two that chose each other are merged, at the
 * place of the first. Source: Meister and Bittner, "Parallel locally-ordered clustering for bounding volume hierarchy
 * construction", 2018. Pairs have a total order (surface, then places), so that the least pair chose each other. Where few
 * did, as in a row of ever larger volumes, those whose choice is free are merged, too; so each round takes away at least some
 * thirtieth of the volumes, and all rounds together take O(n) steps after sorting. */

#include "tree/cells_merge.h"

#include "base/bits.h"
#include "base/sort.h"
#include "base/vec3.h"
#include "tree/cells.h"

/* How many neighbours are looked at, on either side. */
#define WINDOW 8

/* ---- Order --------------------------------------------------------------------------------------------- */

/* Spreads the lowest 21 bits, so that two zeros follow each. */
static uint64_t spread(uint64_t x)
{
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

/* The place of the middle of a box along one axis of the box around all, as a whole number of so many bits. */
static uint64_t place_of(const fk_aabb *box, const fk_aabb *all, int axis, int bits)
{
    double low = fk_vec3_get(all->min, axis), size = fk_vec3_get(all->max, axis) / 2 - low / 2;
    double middle = (fk_vec3_get(box->min, axis) / 2 - low / 2) + (fk_vec3_get(box->max, axis) / 2 - low / 2);
    double most = (double)((UINT64_C(1) << bits) - 1), place = size > 0 ? middle / (2 * size) * most : 0;
    return place > 0 ? (uint64_t)(place < most ? place : most) : 0;
}

/* How many bits the numbers of leaves have. */
static int bits_of_index(uint32_t count)
{
    int bits = 1;
    while (count > UINT32_C(1) << bits)
        bits++;
    return bits;
}

static fk_aabb box_around(const fk_aabb *bounds, uint32_t count)
{
    fk_aabb all = bounds[0];
    for (uint32_t i = 1; i < count; i++)
        all = fk_cells_join(&all, &bounds[i]);
    return all;
}

void fk_cells_merger_sort(fk_cells_merger *merger, const fk_aabb *bounds, uint32_t count, uint64_t *key)
{
    int index_bits = bits_of_index(count), bits = (64 - index_bits) / 3;
    bits = bits > 21 ? 21 : bits;
    fk_aabb all = box_around(bounds, count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t code = 0;
        for (int axis = 0; axis < 3; axis++)
            code |= spread(place_of(&bounds[i], &all, axis, bits)) << axis;
        key[i] = code << index_bits | i;
    }
    fk_sort_u64(key, key + count, count);
    for (uint32_t i = 0; i < count; i++) {
        fk_cells_cluster *c = &merger->cluster[i];
        c->node = (uint32_t)(key[i] & ((UINT64_C(1) << index_bits) - 1));
        c->bounds = bounds[c->node];
    }
    merger->count = count;
    fk_vec3 size = {all.max.x / 2 - all.min.x / 2, all.max.y / 2 - all.min.y / 2,
                    all.max.z / 2 - all.min.z / 2};
    merger->scale = fk_inverse_power(fk_vec3_exponent(size));
}

/* ---- Merging ------------------------------------------------------------------------------------------- */

static double surface_of(double s, const fk_aabb *p, const fk_aabb *q)
{
    double x = (fk_larger(p->max.x, q->max.x) - fk_smaller(p->min.x, q->min.x)) * s;
    double y = (fk_larger(p->max.y, q->max.y) - fk_smaller(p->min.y, q->min.y)) * s;
    double z = (fk_larger(p->max.z, q->max.z) - fk_smaller(p->min.z, q->min.z)) * s;
    return x * y + y * z + z * x;
}

/* Whether the pair (i, j) comes before the one that a cluster has chosen; i < j. */
static bool is_nearer(const fk_cells_cluster *c, uint32_t at, double surface, uint32_t i, uint32_t j)
{
    if (c->nearest == FK_NONE || surface != c->surface)
        return c->nearest == FK_NONE || surface < c->surface;
    uint32_t low = c->nearest < at ? c->nearest : at, high = c->nearest < at ? at : c->nearest;
    return i != low ? i < low : j < high;
}

static void choose(fk_cells_cluster *c, uint32_t other, double surface)
{
    c->nearest = other;
    c->surface = surface;
}

static void find_nearest(fk_cells_merger *m)
{
    fk_cells_cluster *c = m->cluster;
    uint32_t count = m->count;
    for (uint32_t i = 0; i < count; i++)
        c[i].nearest = FK_NONE;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && j - i <= WINDOW; j++) {
            double surface = surface_of(m->scale, &c[i].bounds, &c[j].bounds);
            if (is_nearer(&c[i], i, surface, i, j))
                choose(&c[i], j, surface);
            if (is_nearer(&c[j], j, surface, i, j))
                choose(&c[j], i, surface);
        }
}

/* Merges two clusters into the first. */
static void merge(fk_cells_merger *m, uint32_t i, uint32_t j)
{
    fk_cells_cluster *c = m->cluster;
    m->merge(m->user, &c[i], &c[j]);
    c[i].nearest = c[j].nearest = FK_NONE; /* of this round */
    c[j].node = FK_NONE;
}

/* One round; fewer clusters are left. */
static void merge_round(fk_cells_merger *m)
{
    fk_cells_cluster *c = m->cluster;
    uint32_t merged = 0, left = 0, count = m->count;
    find_nearest(m);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = c[i].nearest;
        if (j != FK_NONE && j > i && c[j].nearest == i) {
            merge(m, i, j);
            merged++;
        }
    }
    for (uint32_t i = 0; i < count && merged < count / 16; i++) {
        uint32_t j = c[i].nearest;
        if (j != FK_NONE && c[j].nearest != FK_NONE)
            merge(m, i < j ? i : j, i < j ? j : i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (c[i].node != FK_NONE)
            c[left++] = c[i];
    m->count = left;
}

void fk_cells_merger_run(fk_cells_merger *merger)
{
    while (merger->count > 1)
        merge_round(merger);
}

size_t fk_cells_room(size_t *total, size_t count, size_t size)
{
    size_t at = *total;
    *total += (count * size + 15) / 16 * 16;
    return at;
}
