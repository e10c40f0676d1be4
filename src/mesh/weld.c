/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Chunked lists, and welding by a hash table with open addressing.
 *
 * Large tables do not fit into caches, so points are looked up in batches: compute all hashes, then prefetch all
 * slots, then all vertices, and only then compare.
 *
 * With a distance d > 0, the table stores vertices by their cell in a grid of width 2 d, and a point searches the
 * cells between those of its coordinates minus and plus slightly more than d: two in each direction, rarely three.
 * Subtracting, dividing and rounding down never change an order, in any rounding mode, so these cells contain every
 * vertex within d. Where quotients reach 2^52, doubles are at least d apart, and each is a cell of its own. Of the
 * vertices within d, the lowest index wins, so the result does not depend on the grid. Kept vertices are more than d
 * apart, so a cell has only a few of them, and the time does not depend on the distance.
 *
 * Weak inputs: points chosen so that their hashes collide take quadratic time. */

#include "mesh/builder.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"

#define FEWEST_SLOTS ((size_t)256)
#define BATCH        ((size_t)192)

/* ---- Hashes -------------------------------------------------------------------------------------------- */

/* The bits of a coordinate, the same for 0 and -0. */
static uint64_t coordinate_key(double x)
{
    uint64_t bits = fk_bits_of(x);
    return bits << 1 == 0 ? 0 : bits;
}

/* The upper bits are well mixed. The rotations separate points that differ in the upper bits of one coordinate only. */
static uint64_t hash_keys(uint64_t x, uint64_t y, uint64_t z)
{
    uint64_t h = x * 0x9e3779b97f4a7c15u;
    h = ((h << 27 | h >> 37) ^ y) * 0xc2b2ae3d27d4eb4fu;
    h = ((h << 27 | h >> 37) ^ z) * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 32) * 0xd6e8feb86659fd93u;
}

bool fk_weld_is_equal(fk_vec3 a, fk_vec3 b)
{
    uint64_t ax = fk_bits_of(a.x), ay = fk_bits_of(a.y), az = fk_bits_of(a.z);
    uint64_t bx = fk_bits_of(b.x), by = fk_bits_of(b.y), bz = fk_bits_of(b.z);
    uint64_t different = (ax ^ bx) | (ay ^ by) | (az ^ bz);
    /* Zeros differ only in their signs. */
    if (different << 1 != 0)
        return false;
    return different == 0 ||
           ((ax == bx || ax << 1 == 0) && (ay == by || ay << 1 == 0) && (az == bz || az << 1 == 0));
}

/* Below this, quotients are whole numbers of cells; from here on, each double is a cell. */
#define WHOLE_CELLS 0x1p52

static uint64_t cell_key(const fk_weld *weld, double x)
{
    double quotient = x / weld->cell_width;
    return fabs(quotient) < WHOLE_CELLS ? (uint64_t)(int64_t)floor(quotient) : coordinate_key(x);
}

/* The hash of a vertex: of its coordinates, or of its cell. */
static uint64_t vertex_hash(const fk_weld *weld, fk_vec3 v)
{
    if (weld->distance == 0)
        return hash_keys(coordinate_key(v.x), coordinate_key(v.y), coordinate_key(v.z));
    return hash_keys(cell_key(weld, v.x), cell_key(weld, v.y), cell_key(weld, v.z));
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static const fk_vec3 *kept_vertex(const fk_weld *weld, uint32_t index)
{
    return (const fk_vec3 *)weld->point->chunk[index >> FK_CHUNK_BITS] + (index & (FK_CHUNK_ITEMS - 1));
}

/* A slot without a vertex, or with one from before the last restart. Indices and base are below 2^31. */
static bool is_slot_free(const fk_weld *weld, uint32_t index)
{
    return (index - weld->base) >> 31 != 0;
}

static size_t next_slot(const fk_weld *weld, size_t at)
{
    return (at + 1) & (weld->slot_count - 1);
}

static void insert_vertex(fk_weld *weld, uint64_t hash, uint32_t index)
{
    size_t at = (size_t)(hash >> weld->shift);
    while (!is_slot_free(weld, weld->slot[at]))
        at = next_slot(weld, at);
    weld->slot[at] = index;
}

/* Inserts all vertices into the table again, in batches as below. */
static void rehash_vertices(fk_weld *weld)
{
    uint64_t hash[BATCH];
    for (size_t i = weld->base; i < weld->point->count; i += BATCH) {
        size_t count = weld->point->count - i < BATCH ? weld->point->count - i : BATCH;
        for (size_t k = 0; k < count; k++) {
            hash[k] = vertex_hash(weld, *kept_vertex(weld, (uint32_t)(i + k)));
            fk_prefetch(&weld->slot[hash[k] >> weld->shift]);
        }
        for (size_t k = 0; k < count; k++)
            insert_vertex(weld, hash[k], (uint32_t)(i + k));
    }
}

/* Releases the old table first, so that both never exist at once. */
static bool resize_slots(fk_weld *weld, size_t slots)
{
    fk_weld_end(weld);
    uint32_t *slot = fk_allocate(weld->context, slots * sizeof *slot);
    if (slot == NULL)
        return false;
    weld->slot = slot;
    weld->slot_count = slots;
    weld->shift = 64;
    for (size_t i = slots; i > 1; i /= 2)
        weld->shift--;
    memset(slot, 0xff, slots * sizeof *slot);
    rehash_vertices(weld);
    return true;
}

/* Keeps at least half of the slots free with this many vertices. */
static bool reserve_slots(fk_weld *weld, size_t vertices)
{
    if (2 * vertices <= weld->slot_count)
        return true;
    size_t slots = weld->slot_count == 0 ? FEWEST_SLOTS : weld->slot_count;
    while (slots < 2 * vertices)
        slots *= 2;
    return resize_slots(weld, slots);
}

bool fk_weld_reserve(fk_weld *weld, size_t vertices)
{
    return reserve_slots(weld, vertices < FK_MESH_MOST ? vertices : FK_MESH_MOST);
}

/* ---- Search -------------------------------------------------------------------------------------------- */

static uint32_t find_equal(const fk_weld *weld, uint64_t hash, fk_vec3 position)
{
    size_t at = (size_t)(hash >> weld->shift);
    for (; !is_slot_free(weld, weld->slot[at]); at = next_slot(weld, at))
        if (fk_weld_is_equal(*kept_vertex(weld, weld->slot[at]), position))
            return weld->slot[at];
    return FK_NONE;
}

static bool is_within_distance(const fk_weld *weld, fk_vec3 a, fk_vec3 b)
{
    fk_vec3 d = fk_vec3_sub(a, b);
    double x = d.x / weld->distance, y = d.y / weld->distance, z = d.z / weld->distance;
    return x * x + y * y + z * z <= 1;
}

/* The lowest index of `best` and of the vertices in a cell that are within the distance of a point. */
static uint32_t find_in_cell(const fk_weld *weld, uint64_t hash, fk_vec3 position, uint32_t best)
{
    size_t at = (size_t)(hash >> weld->shift);
    for (; !is_slot_free(weld, weld->slot[at]); at = next_slot(weld, at)) {
        uint32_t index = weld->slot[at];
        if (index < best && is_within_distance(weld, *kept_vertex(weld, index), position))
            best = index;
    }
    return best;
}

/* The cells of one direction to search. Before rounding, there are at most 1 + 2^-50 whole cells between the ends of
 * the search; rounding adds less than one cell at each end and in each quotient: seven at most. Of doubles, which are
 * at least d apart, there are six. */
#define MOST_CELLS 8

static int list_nearby_cells(const fk_weld *weld, double x, uint64_t cell[MOST_CELLS])
{
    double low = x - weld->search_radius, high = x + weld->search_radius;
    low = low < -DBL_MAX ? -DBL_MAX : low;
    high = high > DBL_MAX ? DBL_MAX : high;
    double first = low / weld->cell_width, last = high / weld->cell_width;
    int count = 0;
    if (fabs(first) < WHOLE_CELLS && fabs(last) < WHOLE_CELLS) {
        int64_t end = (int64_t)floor(last);
        for (int64_t c = (int64_t)floor(first); c <= end && count < MOST_CELLS; c++)
            cell[count++] = (uint64_t)c;
    } else
        for (double c = low; c <= high && count < MOST_CELLS; c = nextafter(c, HUGE_VAL))
            cell[count++] = cell_key(weld, c);
    return count;
}

static uint32_t find_within_distance(const fk_weld *weld, uint64_t hash, fk_vec3 position)
{
    /* A point equal to a kept vertex has no other within the distance. */
    uint32_t best = find_equal(weld, hash, position);
    if (best != FK_NONE)
        return best;
    uint64_t x[MOST_CELLS], y[MOST_CELLS], z[MOST_CELLS];
    int xs = list_nearby_cells(weld, position.x, x), ys = list_nearby_cells(weld, position.y, y),
        zs = list_nearby_cells(weld, position.z, z);
    for (int i = 0; i < xs; i++)
        for (int j = 0; j < ys; j++)
            for (int k = 0; k < zs; k++)
                best = find_in_cell(weld, hash_keys(x[i], y[j], z[k]), position, best);
    return best;
}

static fk_status weld_one(fk_weld *weld, uint64_t hash, fk_vec3 position, uint32_t *out)
{
    uint32_t found =
        weld->distance == 0 ? find_equal(weld, hash, position) : find_within_distance(weld, hash, position);
    if (found != FK_NONE) {
        weld->welded++;
        *out = found;
        return FK_OK;
    }
    size_t index = weld->point->count;
    if (index >= FK_MESH_MOST)
        return FK_ERROR_ARGUMENT;
    fk_vec3 *kept = fk_chunks_add(weld->point);
    if (kept == NULL)
        return FK_ERROR_MEMORY;
    *kept = position;
    *out = (uint32_t)index;
    insert_vertex(weld, hash, *out);
    return FK_OK;
}

/* Prefetches the first vertex that a hash may refer to; it may cross a cache line. */
static void fetch_candidate(const fk_weld *weld, uint64_t hash)
{
    uint32_t index = weld->slot[hash >> weld->shift];
    if (is_slot_free(weld, index))
        return;
    const fk_vec3 *vertex = kept_vertex(weld, index);
    fk_prefetch(&vertex->x);
    fk_prefetch(&vertex->z);
    (void)vertex;
}

static fk_status weld_batch(fk_weld *weld, const fk_vec3 *position, size_t count, uint32_t *out)
{
    uint64_t hash[BATCH];
    if (!reserve_slots(weld, weld->point->count - weld->base + count))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        hash[i] = vertex_hash(weld, position[i]);
        fk_prefetch(&weld->slot[hash[i] >> weld->shift]);
    }
    for (size_t i = 0; i < count; i++)
        fetch_candidate(weld, hash[i]);
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < count; i++)
        status = weld_one(weld, hash[i], position[i], &out[i]);
    return status;
}

fk_status fk_weld_points(fk_weld *weld, const fk_vec3 *position, size_t count, uint32_t *out)
{
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < count; i += BATCH)
        status = weld_batch(weld, position + i, count - i < BATCH ? count - i : BATCH, out + i);
    return status;
}

/* ---- Creation ------------------------------------------------------------------------------------------ */

void fk_weld_init(fk_weld *weld, fk_context *context, fk_chunks *point, double distance)
{
    memset(weld, 0, sizeof *weld);
    weld->context = context;
    weld->point = point;
    weld->distance = distance < 0x1p-1000 ? 0 : distance;
    weld->search_radius = weld->distance * (1 + 0x1p-50);
    weld->cell_width = 2 * weld->distance;
    weld->base = (uint32_t)point->count;
}

void fk_weld_restart(fk_weld *weld)
{
    weld->base = (uint32_t)weld->point->count;
}

void fk_weld_end(fk_weld *weld)
{
    fk_release(weld->context, weld->slot, weld->slot_count * sizeof *weld->slot);
    weld->slot = NULL;
    weld->slot_count = 0;
}

/* ---- Chunked lists -------------------------------------------------------------------------------------- */

void fk_chunks_init(fk_chunks *list, fk_context *context, size_t item)
{
    memset(list, 0, sizeof *list);
    list->context = context;
    list->item = item;
}

static void release_chunk(fk_chunks *list, size_t chunk)
{
    fk_release(list->context, list->chunk[chunk], FK_CHUNK_ITEMS * list->item);
    list->chunk[chunk] = NULL;
}

void fk_chunks_end(fk_chunks *list)
{
    for (size_t i = 0; i < list->chunk_count; i++)
        release_chunk(list, i);
    fk_release(list->context, list->chunk, list->chunk_capacity * sizeof *list->chunk);
    fk_chunks_init(list, list->context, list->item);
}

bool fk_chunks_grow(fk_chunks *list)
{
    if (!fk_grow(list->context, &list->chunk, sizeof *list->chunk, list->chunk_count, &list->chunk_capacity,
                 list->chunk_count + 1))
        return false;
    unsigned char *chunk = fk_allocate(list->context, FK_CHUNK_ITEMS * list->item);
    if (chunk == NULL)
        return false;
    list->chunk[list->chunk_count++] = chunk;
    return true;
}

void fk_chunks_move(fk_chunks *list, void *array)
{
    unsigned char *to = array;
    size_t left = list->count;
    for (size_t i = 0; i < list->chunk_count; i++) {
        size_t items = left < FK_CHUNK_ITEMS ? left : FK_CHUNK_ITEMS;
        memcpy(to, list->chunk[i], items * list->item);
        to += items * list->item;
        left -= items;
        release_chunk(list, i);
    }
    fk_chunks_end(list);
}
