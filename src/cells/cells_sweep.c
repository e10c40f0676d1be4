/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of children of two nodes by a sorted sweep, because comparing each with each takes too long if both
 * have many.
 *
 * The boxes of both sides are sorted by their lower ends along the axis on which the window is longest. The
 * box that begins first is compared with those of the other side that begin before it ends. The comparison
 * uses the upper halves of doubles, as integers in the same order: so no pair that meets is missed, and some
 * pairs that are apart are included.
 *
 * Weak inputs: boxes that all overlap along that axis. */

#include "cells/cells.h"

#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Makes room for all children of a node. */
static bool reserve_side(fk_children_side *side, fk_context *context, uint32_t count)
{
    size_t n = count, total = 0;
    size_t box = fk_cells_reserve(&total, n, sizeof *side->box),
           number = fk_cells_reserve(&total, n, 12 * sizeof(double));
    size_t node = fk_cells_reserve(&total, n, sizeof *side->node);
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

static void fill_side(fk_children_side *side, const fk_placed_cells *cells, uint32_t parent,
                      const fk_aabb *window)
{
    const fk_cell_node *n = &cells->tree->node[parent];
    fk_kind kind = FK_KIND_NONE;
    bool is_mixed = false;
    for (uint32_t i = 0; i < n->child_count; i++) {
        uint32_t at = side->count;
        fk_piece piece = fk_placed_cells_rough_piece(cells, n->first_child + i, &side->box[at]);
        if (!fk_cells_boxes_meet(&side->box[at], window))
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

/* Children compared at once. */
#define BLOCK 16

/* The boxes of a side as ranks, sorted by their lower ends. After the last comes a block of empty boxes. */
typedef struct sorted_side {
    uint32_t count;
    uint32_t *place; /* index in the side */
    /* Along the axis of the sweep, then along the other two. */
    int32_t *low[3], *high[3];
} sorted_side;

/* Returns the upper half of a double as an integer that does not decrease with the double. */
static int32_t coarse_rank(double x)
{
    uint64_t bits = fk_bits_of(x == 0 ? 0.0 : x);
    uint32_t half = (uint32_t)(bits >> 32);
    return half >> 31 != 0 ? -(int32_t)(half & INT32_MAX) - 1 : (int32_t)half;
}

static int longest_box_axis(const fk_aabb *box)
{
    fk_vec3 size = fk_vec3_sub(box->max, box->min);
    int axis = size.y > size.x ? 1 : 0;
    return size.z > fk_vec3_get(size, axis) ? 2 : axis;
}

/* Lays out a side in memory, seven numbers for each box. Returns how many numbers it takes; with r NULL that
 * is all it does. */
static size_t lay_out_side(sorted_side *r, uint32_t count, uint32_t *memory)
{
    size_t stride = (size_t)count + BLOCK;
    if (r == NULL)
        return 7 * stride;
    r->count = count;
    r->place = memory;
    for (size_t k = 0; k < 3; k++) {
        r->low[k] = (int32_t *)(memory + (1 + 2 * k) * stride);
        r->high[k] = (int32_t *)(memory + (2 + 2 * k) * stride);
    }
    return 7 * stride;
}

/* Sorts a side. `key` has room for twice as many numbers as boxes. */
static void sort_side(const fk_children_side *side, int axis, uint64_t *key, sorted_side *out)
{
    for (uint32_t i = 0; i < side->count; i++) {
        uint32_t rank = (uint32_t)coarse_rank(fk_vec3_get(side->box[i].min, axis)) ^ UINT32_C(1) << 31;
        key[i] = (uint64_t)rank << 32 | i;
    }
    fk_sort_u64(key, key + side->count, side->count);
    for (uint32_t i = 0; i < side->count + BLOCK; i++) {
        bool is_there = i < side->count;
        out->place[i] = is_there ? (uint32_t)key[i] : 0;
        for (int k = 0; k < 3; k++) {
            const fk_aabb *box = &side->box[out->place[i]];
            out->low[k][i] = is_there ? coarse_rank(fk_vec3_get(box->min, (axis + k) % 3)) : INT32_MAX;
            out->high[k][i] = is_there ? coarse_rank(fk_vec3_get(box->max, (axis + k) % 3)) : INT32_MIN;
        }
    }
}

/* Sets apart[k] to nonzero for the boxes of a block that are apart from one box along some axis. */
static void compare_block(const sorted_side *own, uint32_t i, const sorted_side *other, uint32_t at,
                          int32_t apart[BLOCK])
{
    const int32_t end = own->high[0][i], low_1 = own->low[1][i], high_1 = own->high[1][i];
    const int32_t low_2 = own->low[2][i], high_2 = own->high[2][i];
    const int32_t *begin = other->low[0] + at, *from_1 = other->low[1] + at, *to_1 = other->high[1] + at;
    const int32_t *from_2 = other->low[2] + at, *to_2 = other->high[2] + at;
    int32_t found[BLOCK];
    for (int k = 0; k < BLOCK; k++)
        found[k] = (begin[k] > end) | (from_1[k] > high_1) | (low_1 > to_1[k]) | (from_2[k] > high_2) |
                   (low_2 > to_2[k]);
    memcpy(apart, found, sizeof found);
}

/* Adds the pairs of one box of side `s` with boxes of the other side, from `at` on, that begin before it
 * ends. */
static bool add_side_pairs(fk_children_sweep *w, int s, const sorted_side *own, uint32_t i,
                           const sorted_side *other, uint32_t at)
{
    for (; at < other->count && other->low[0][at] <= own->high[0][i]; at += BLOCK) {
        int32_t apart[BLOCK];
        compare_block(own, i, other, at, apart);
        if (!fk_grow(w->context, &w->pair, sizeof *w->pair, w->pair_count, &w->pair_capacity,
                     w->pair_count + BLOCK))
            return false;
        fk_index_pair *pair = w->pair + w->pair_count;
        for (uint32_t k = 0; k < BLOCK; k++) {
            uint32_t here = own->place[i], there = other->place[at + k];
            *pair = s == 0 ? (fk_index_pair){here, there} : (fk_index_pair){there, here};
            pair += !apart[k];
        }
        w->pair_count = (size_t)(pair - w->pair);
    }
    return true;
}

static bool sweep_sides(fk_children_sweep *w, const sorted_side r[2])
{
    uint32_t at[2] = {0, 0};
    while (at[0] < r[0].count && at[1] < r[1].count) {
        int s = r[0].low[0][at[0]] <= r[1].low[0][at[1]] ? 0 : 1, o = 1 - s;
        if (!add_side_pairs(w, s, &r[s], at[s]++, &r[o], at[o]))
            return false;
    }
    return true;
}

bool fk_children_sweep_run(fk_children_sweep *sweep, fk_context *context, const fk_placed_cells cells[2],
                           const uint32_t node[2], const fk_aabb *window)
{
    sweep->context = context;
    for (int s = 0; s < 2; s++) {
        if (!reserve_side(&sweep->side[s], context, cells[s].tree->node[node[s]].child_count))
            return false;
        fill_side(&sweep->side[s], &cells[s], node[s], window);
    }
    uint32_t n = sweep->side[0].count, m = sweep->side[1].count;
    if (n == 0 || m == 0)
        return true;
    size_t keys = 2 * (size_t)(n > m ? n : m);
    size_t bytes = keys * sizeof(uint64_t) +
                   (lay_out_side(NULL, n, NULL) + lay_out_side(NULL, m, NULL)) * sizeof(uint32_t);
    uint64_t *key = fk_allocate(context, bytes);
    if (key == NULL)
        return false;
    sorted_side r[2];
    uint32_t *memory = (uint32_t *)(key + keys);
    lay_out_side(&r[1], m, memory + lay_out_side(&r[0], n, memory));
    int axis = longest_box_axis(window);
    for (int s = 0; s < 2; s++)
        sort_side(&sweep->side[s], axis, key, &r[s]);
    bool done = sweep_sides(sweep, r);
    fk_release(context, key, bytes);
    return done;
}

void fk_children_sweep_end(fk_children_sweep *sweep)
{
    for (int s = 0; s < 2; s++)
        fk_release(sweep->context, sweep->side[s].box, sweep->side[s].bytes);
    fk_release(sweep->context, sweep->pair, sweep->pair_capacity * sizeof *sweep->pair);
    memset(sweep, 0, sizeof *sweep);
}
