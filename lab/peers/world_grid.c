/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A uniform grid in plain C, as textbooks have it: the reference line of `farkas bench world`, and its truth. It is built anew in
 * each step, and weak where one box is much larger than the others. */

#include "peers/participant.h"
#include "peers/world_participant.h"

#include <stdlib.h>

/* Cells of side `side` from `low` on, so many along each axis. */
typedef struct grid_layout {
    float low[3], side;
    uint32_t along[3];
} grid_layout;

/* As large as the largest box; larger where there would be many more cells than boxes. */
static grid_layout choose_layout(const fk_aabb_float *box, uint32_t count)
{
    grid_layout out = {{box->min[0], box->min[1], box->min[2]}, 0, {1, 1, 1}};
    float high[3] = {box->min[0], box->min[1], box->min[2]};
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            float size = box[i].max[k] - box[i].min[k];
            out.side = size > out.side ? size : out.side;
            out.low[k] = box[i].min[k] < out.low[k] ? box[i].min[k] : out.low[k];
            high[k] = box[i].min[k] > high[k] ? box[i].min[k] : high[k];
        }
    for (;; out.side *= 2) {
        double cells = 1;
        for (int k = 0; k < 3; k++)
            cells *= (double)((high[k] - out.low[k]) / out.side) + 1;
        if (cells <= 4.0 * count + 64)
            break;
    }
    for (int k = 0; k < 3; k++)
        out.along[k] = (uint32_t)((high[k] - out.low[k]) / out.side) + 1;
    return out;
}

static uint32_t *grow_numbers(uint32_t *old, size_t *have, size_t want, size_t count)
{
    if (want <= *have)
        return old;
    free(old);
    *have = want;
    return bench_allocate(want * count, sizeof *old);
}

/* The boxes of each cell, one cell after the other. */
static void sort_into_cells(world_grid *grid, const grid_layout *l, const fk_aabb_float *box, uint32_t count)
{
    size_t cells = (size_t)l->along[0] * l->along[1] * l->along[2];
    grid->begin = grow_numbers(grid->begin, &grid->cells, cells + 1, 1);
    if (count > grid->items) {
        size_t items = grid->items;
        grid->item = grow_numbers(grid->item, &items, count, 1);
        grid->cell = grow_numbers(grid->cell, &grid->items, count, 1);
    }
    for (size_t i = 0; i <= cells; i++)
        grid->begin[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at[3];
        for (int k = 0; k < 3; k++)
            at[k] = (uint32_t)((box[i].min[k] - l->low[k]) / l->side);
        grid->cell[i] = (at[2] * l->along[1] + at[1]) * l->along[0] + at[0];
        grid->begin[grid->cell[i]]++;
    }
    for (size_t i = 1; i <= cells; i++)
        grid->begin[i] += grid->begin[i - 1];
    for (uint32_t i = count; i-- > 0;)
        grid->item[--grid->begin[grid->cell[i]]] = i;
}

/* Each box of one cell against those of another, or against those behind it in its own. */
static void test_cells(const world_grid *grid, const fk_aabb_float *box, size_t a, size_t b, world_pairs *out)
{
    for (uint32_t i = grid->begin[a]; i < grid->begin[a + 1]; i++)
        for (uint32_t k = a == b ? i + 1 : grid->begin[b]; k < grid->begin[b + 1]; k++)
            if (world_boxes_meet(&box[grid->item[i]], &box[grid->item[k]]))
                world_report(out, grid->item[i], grid->item[k]);
}

static void test_around(const world_grid *grid, const grid_layout *l, const fk_aabb_float *box,
                        const uint32_t at[3], world_pairs *out)
{
    /* Half of the neighbours: the others find us. */
    static const int next[13][3] = {{1, 0, 0},  {-1, 1, 0}, {0, 1, 0},  {1, 1, 0}, {-1, -1, 1},
                                    {0, -1, 1}, {1, -1, 1}, {-1, 0, 1}, {0, 0, 1}, {1, 0, 1},
                                    {-1, 1, 1}, {0, 1, 1},  {1, 1, 1}};
    size_t cell = ((size_t)at[2] * l->along[1] + at[1]) * l->along[0] + at[0];
    if (grid->begin[cell] == grid->begin[cell + 1])
        return;
    test_cells(grid, box, cell, cell, out);
    for (int n = 0; n < 13; n++) {
        uint32_t to[3];
        bool is_in = true;
        for (int k = 0; k < 3; k++) {
            to[k] = at[k] + (uint32_t)next[n][k]; /* -1 wraps */
            is_in = is_in && to[k] < l->along[k];
        }
        if (is_in)
            test_cells(grid, box, cell, ((size_t)to[2] * l->along[1] + to[1]) * l->along[0] + to[0], out);
    }
}

void world_grid_pairs(world_grid *grid, const fk_aabb_float *box, uint32_t count, world_pairs *out)
{
    if (count == 0)
        return;
    grid_layout l = choose_layout(box, count);
    sort_into_cells(grid, &l, box, count);
    uint32_t at[3];
    for (at[2] = 0; at[2] < l.along[2]; at[2]++)
        for (at[1] = 0; at[1] < l.along[1]; at[1]++)
            for (at[0] = 0; at[0] < l.along[0]; at[0]++)
                test_around(grid, &l, box, at, out);
}

void world_grid_free(world_grid *grid)
{
    free(grid->begin);
    free(grid->item);
    free(grid->cell);
}
