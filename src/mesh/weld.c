/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Welding by a table of hashes with open addressing; see weld.h.
 *
 * With a distance d > 0, the table holds vertices by their cell in a grid of width d: a vertex within d of a place is in one of
 * 27 cells. Of those the one with the lowest index is taken, so the result does not depend on the grid. Cells are found by
 * dividing coordinates by d; rounding moves a place by less than a cell as long as quotients are below 2^52, and beyond that
 * neighbouring doubles are in different cells and further apart than d, or equal. */

#include "mesh/weld.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "farkas/mesh.h"

#define FEWEST_SLOTS ((size_t)256)
#define MOST         ((size_t)1 << 31)

/* ---- Table --------------------------------------------------------------------------------------------- */

/* The bits of a coordinate, the same for 0 and -0. */
static uint64_t key_of(double x)
{
    uint64_t bits = fk_bits_of(x);
    return bits << 1 == 0 ? 0 : bits;
}

static uint64_t mix(uint64_t hash, uint64_t key)
{
    hash = (hash ^ key) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static size_t hash_of(fk_vec3 v)
{
    return (size_t)mix(mix(mix(0, key_of(v.x)), key_of(v.y)), key_of(v.z));
}

bool fk_weld_is_equal(fk_vec3 a, fk_vec3 b)
{
    return key_of(a.x) == key_of(b.x) && key_of(a.y) == key_of(b.y) && key_of(a.z) == key_of(b.z);
}

static fk_vec3 vertex_at(const fk_weld *weld, uint32_t index)
{
    return *(const fk_vec3 *)fk_chunks_at(weld->point, index);
}

static double cell_coordinate(const fk_weld *weld, double x)
{
    return floor(x / weld->distance);
}

/* What a vertex is found by: its place, or its cell. */
static fk_vec3 cell_of(const fk_weld *weld, fk_vec3 place)
{
    if (weld->distance == 0)
        return place;
    return fk_vec3_make(cell_coordinate(weld, place.x), cell_coordinate(weld, place.y),
                        cell_coordinate(weld, place.z));
}

static void put(fk_weld *weld, uint32_t index)
{
    size_t at = hash_of(cell_of(weld, vertex_at(weld, index))) & (weld->slot_count - 1);
    while (weld->slot[at] != FK_NONE)
        at = (at + 1) & (weld->slot_count - 1);
    weld->slot[at] = index;
}

/* Makes sure that at least half of the slots are free after one more vertex. */
static bool reserve(fk_weld *weld)
{
    if (2 * (weld->point->count - weld->base + 1) <= weld->slot_count)
        return true;
    size_t more = weld->slot_count == 0 ? FEWEST_SLOTS : 2 * weld->slot_count;
    uint32_t *grown = fk_allocate(weld->context, more * sizeof *grown);
    if (grown == NULL)
        return false;
    fk_release(weld->context, weld->slot, weld->slot_count * sizeof *weld->slot);
    weld->slot = grown;
    weld->slot_count = more;
    memset(grown, 0xff, more * sizeof *grown);
    for (size_t i = weld->base; i < weld->point->count; i++)
        put(weld, (uint32_t)i);
    return true;
}

/* ---- Search -------------------------------------------------------------------------------------------- */

static uint32_t find_equal(const fk_weld *weld, fk_vec3 place)
{
    size_t at = hash_of(place) & (weld->slot_count - 1);
    for (; weld->slot[at] != FK_NONE; at = (at + 1) & (weld->slot_count - 1))
        if (fk_weld_is_equal(vertex_at(weld, weld->slot[at]), place))
            return weld->slot[at];
    return FK_NONE;
}

static bool is_near(const fk_weld *weld, fk_vec3 a, fk_vec3 b)
{
    fk_vec3 d = fk_vec3_sub(a, b);
    double x = d.x / weld->distance, y = d.y / weld->distance, z = d.z / weld->distance;
    return x * x + y * y + z * z <= 1;
}

/* The lowest of `best` and the vertices in a cell that are near a place. */
static uint32_t find_in_cell(const fk_weld *weld, fk_vec3 cell, fk_vec3 place, uint32_t best)
{
    size_t at = hash_of(cell) & (weld->slot_count - 1);
    for (; weld->slot[at] != FK_NONE; at = (at + 1) & (weld->slot_count - 1)) {
        uint32_t index = weld->slot[at];
        if (index < best && is_near(weld, vertex_at(weld, index), place))
            best = index;
    }
    return best;
}

static uint32_t find_near(const fk_weld *weld, fk_vec3 place)
{
    uint32_t best = FK_NONE;
    fk_vec3 home = cell_of(weld, place);
    for (int i = 0; i < 27; i++)
        best = find_in_cell(
            weld, fk_vec3_make(home.x + (i % 3 - 1), home.y + (i / 3 % 3 - 1), home.z + (i / 9 - 1)), place,
            best);
    return best;
}

fk_status fk_weld_place(fk_weld *weld, fk_vec3 place, uint32_t *out)
{
    if (!reserve(weld))
        return FK_ERROR_MEMORY;
    uint32_t found = weld->distance == 0 ? find_equal(weld, place) : find_near(weld, place);
    if (found != FK_NONE) {
        weld->welded++;
        *out = found;
        return FK_OK;
    }
    if (weld->point->count >= MOST)
        return FK_ERROR_ARGUMENT;
    uint32_t index = (uint32_t)weld->point->count;
    fk_vec3 *kept = fk_chunks_add(weld->point);
    if (kept == NULL)
        return FK_ERROR_MEMORY;
    *kept = place;
    put(weld, index);
    *out = index;
    return FK_OK;
}

/* ---- Life ---------------------------------------------------------------------------------------------- */

void fk_weld_init(fk_weld *weld, fk_context *context, fk_chunks *point, double distance)
{
    memset(weld, 0, sizeof *weld);
    weld->context = context;
    weld->point = point;
    weld->distance = distance;
    weld->base = point->count;
}

void fk_weld_restart(fk_weld *weld)
{
    weld->base = weld->point->count;
    if (weld->slot_count > 0)
        memset(weld->slot, 0xff, weld->slot_count * sizeof *weld->slot);
}

void fk_weld_end(fk_weld *weld)
{
    fk_release(weld->context, weld->slot, weld->slot_count * sizeof *weld->slot);
    weld->slot = NULL;
    weld->slot_count = 0;
}
