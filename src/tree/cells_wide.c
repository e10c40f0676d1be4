/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Children of two nodes by a sorted sweep, as comparing each with each takes too long where both are many.
 *
 * The boxes of both sides are sorted by where they begin along the axis on which the window is longest. Whatever begins first is compared with
 * those of the other side that begin before it ends. Beginnings and ends are compared by the upper halves of doubles, as
 * whole numbers in the same order: so none is passed over that is not apart. What is left is compared as it is.
 *
 * Weak input: boxes that are all in one place along that axis. */

#include "tree/cells_wide.h"

#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/sort.h"
#include "base/vec3.h"

/* ---- Sides --------------------------------------------------------------------------------------------- */

static bool boxes_meet(const fk_aabb *a, const fk_aabb *b)
{
    return !((a->min.x > b->max.x) | (b->min.x > a->max.x) | (a->min.y > b->max.y) | (b->min.y > a->max.y) |
             (a->min.z > b->max.z) | (b->min.z > a->max.z));
}

/* Room for all children of a node. */
static bool make_side(fk_wide_side *side, fk_context *context, uint32_t count)
{
    size_t n = count, total = 0;
    size_t box = fk_cells_room(&total, n, sizeof *side->box),
           number = fk_cells_room(&total, n, 12 * sizeof(double));
    size_t node = fk_cells_room(&total, n, sizeof *side->node);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return false;
    side->box = (fk_aabb *)(void *)(block + box);
    side->number = (double *)(void *)(block + number);
    side->node = (uint32_t *)(void *)(block + node);
    side->bytes = total;
    for (size_t k = 0; k < 3; k++) {
        side->cells.origin[k] = side->number + k * n;
        for (size_t e = 0; e < 3; e++)
            side->cells.edge[e][k] = side->number + (3 + 3 * e + k) * n;
    }
    return true;
}

static void put_vec3(double *const column, size_t stride, fk_vec3 v)
{
    column[0] = v.x;
    column[stride] = v.y;
    column[2 * stride] = v.z;
}

static void fill_side(fk_wide_side *side, const fk_placed_cells *cells, uint32_t parent,
                      const fk_aabb *window)
{
    const fk_cell_node *n = &cells->tree->node[parent];
    fk_kind kind = FK_KIND_NONE;
    bool is_mixed = false;
    for (uint32_t i = 0; i < n->child_count; i++) {
        uint32_t at = side->count;
        fk_piece piece = fk_placed_cells_rough(cells, n->first_child + i, &side->box[at]);
        if (!boxes_meet(&side->box[at], window))
            continue;
        fk_placed_cells_grow(cells, n->first_child + i, &piece);
        is_mixed = is_mixed || (at > 0 && piece.kind != kind);
        kind = piece.kind;
        side->node[at] = n->first_child + i;
        put_vec3(side->number + at, n->child_count, piece.as.cell.origin);
        for (size_t e = 0; e < 3; e++)
            put_vec3(side->number + (3 + 3 * e) * n->child_count + at, n->child_count, piece.as.cell.edge[e]);
        side->count++;
    }
    side->cells.kind = is_mixed ? FK_KIND_NONE : kind;
    side->cells.count = side->count;
}

/* ---- Sweep --------------------------------------------------------------------------------------------- */

/* The upper half of a double as a whole number, so that a greater double has none that is less. */
static uint32_t rank_of(double x)
{
    uint64_t bits = fk_bits_of(x == 0 ? 0.0 : x);
    return (uint32_t)((bits >> 63 != 0 ? ~bits : bits | UINT64_C(1) << 63) >> 32);
}

static int longest_axis(const fk_aabb *box)
{
    fk_vec3 size = fk_vec3_sub(box->max, box->min);
    int axis = size.y > size.x ? 1 : 0;
    return size.z > fk_vec3_get(size, axis) ? 2 : axis;
}

/* Where boxes begin, sorted: the rank, then the place in the side. */
static void sort_side(const fk_wide_side *side, int axis, uint64_t *key, uint64_t *room)
{
    for (uint32_t i = 0; i < side->count; i++)
        key[i] = (uint64_t)rank_of(fk_vec3_get(side->box[i].min, axis)) << 32 | i;
    fk_sort_u64(key, room, side->count);
}

/* One box of side `s` with those of the other side that begin where it does or later, but before it ends. */
static bool add_pairs(fk_wide *w, int s, uint32_t own, int axis, const uint64_t *key, uint32_t count)
{
    const fk_aabb *box = &w->side[s].box[own], *other = w->side[1 - s].box;
    uint32_t end = rank_of(fk_vec3_get(box->max, axis));
    for (uint32_t i = 0; i < count && key[i] >> 32 <= end; i++) {
        uint32_t there = (uint32_t)key[i];
        if (!boxes_meet(box, &other[there]))
            continue;
        if (w->pair_count == w->pair_capacity &&
            !fk_grow(w->context, &w->pair, sizeof *w->pair, w->pair_count, &w->pair_capacity,
                     w->pair_count + 1))
            return false;
        w->pair[w->pair_count++] = s == 0 ? (fk_index_pair){own, there} : (fk_index_pair){there, own};
    }
    return true;
}

static bool sweep(fk_wide *w, int axis, uint64_t *const key[2])
{
    uint32_t at[2] = {0, 0};
    const uint32_t *count[2] = {&w->side[0].count, &w->side[1].count};
    while (at[0] < *count[0] && at[1] < *count[1]) {
        int s = key[0][at[0]] >> 32 <= key[1][at[1]] >> 32 ? 0 : 1, o = 1 - s;
        uint32_t own = (uint32_t)key[s][at[s]++];
        if (!add_pairs(w, s, own, axis, key[o] + at[o], *count[o] - at[o]))
            return false;
    }
    return true;
}

bool fk_wide_fill(fk_wide *wide, fk_context *context, const fk_placed_cells cells[2], const uint32_t node[2],
                  const fk_aabb *window)
{
    wide->context = context;
    for (int s = 0; s < 2; s++) {
        if (!make_side(&wide->side[s], context, cells[s].tree->node[node[s]].child_count))
            return false;
        fill_side(&wide->side[s], &cells[s], node[s], window);
    }
    size_t n = wide->side[0].count, m = wide->side[1].count, bytes = 2 * (n + m) * sizeof(uint64_t);
    if (n == 0 || m == 0)
        return true;
    uint64_t *keys = fk_allocate(context, bytes), *const key[2] = {keys, keys + n};
    if (keys == NULL)
        return false;
    int axis = longest_axis(window);
    for (int s = 0; s < 2; s++)
        sort_side(&wide->side[s], axis, key[s], keys + n + m);
    bool done = sweep(wide, axis, key);
    fk_release(context, keys, bytes);
    return done;
}

void fk_wide_end(fk_wide *wide)
{
    for (int s = 0; s < 2; s++)
        fk_release(wide->context, wide->side[s].box, wide->side[s].bytes);
    fk_release(wide->context, wide->pair, wide->pair_capacity * sizeof *wide->pair);
    memset(wide, 0, sizeof *wide);
}
