/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A uniform grid, after J. Grulich (2016), section 3.3.1: rows.h has the cells, and what is wrong with
 * algorithm 8.
 *
 * Cells are as large as the largest box, along each axis; or there are as many along each side of the world
 * as the cube root of the number of boxes says, so that there is one box in each on average. Boxes may be
 * larger than cells then, and look into as many of them as they reach; cells are never below an eighth of
 * the largest box.
 *
 * A few large boxes would make cells large for all. So those above some power of two are in no cell, but
 * tested against all. Which power: the one with the least number of tests, had the boxes been strewn evenly.
 *
 * All is sorted anew in each update, in O(n).
 *
 * Weak inputs: sizes of all kinds, for which levels are. And, for cells by the number of boxes, boxes that
 * are not strewn evenly: of those on a line each is tested with n^(2/3) others. */

#include "broad/rows.h"

#include <string.h>

#define FINEST 8 /* cells along the largest box, at most */

typedef struct grid {
    fk_grid_rows rows;
    fk_row_grid grid;
    fk_grid_rule rule;
    uint32_t cut; /* boxes of at most this power of two are in cells */
} grid;

static void init(void *self, const fk_broad_options *options)
{
    grid *g = self;
    g->rule = options->grid;
}

static void end(void *self, fk_context *context)
{
    grid *g = self;
    fk_rows_end(&g->rows, context);
}

/* Boxes by the powers of two of their longest sides. */
typedef struct sizes {
    uint32_t count[FK_GRID_SIZES];
    double side[FK_GRID_SIZES][3]; /* the largest, along each axis */
} sizes;

static void count_sizes(const grid *g, const fk_broad_boxes *boxes, sizes *all)
{
    memset(all, 0, sizeof *all);
    for (uint32_t i = 0; i < g->rows.sorted.count; i++) {
        const fk_aabb_float *box = &boxes->box[(uint32_t)g->rows.sorted.order[i]];
        uint32_t size = fk_grid_size(box);
        all->count[size]++;
        fk_grid_enlarge(all->side[size], box);
    }
}

/* The share of boxes that one of them is tested with, where cells have this size. */
static double crowd_of(const fk_grid_range *range, const double size[3])
{
    double crowd = 0.5;
    for (int k = 0; k < 3; k++) {
        double wide = range->high[k] - range->low[k];
        if (3 * size[k] < wide)
            crowd *= 3 * size[k] / wide;
    }
    return crowd;
}

/* Chooses the cut, and how large cells are below it: as the largest box there. */
static void choose_cut(grid *g, const sizes *all, const fk_grid_range *range, double size[3])
{
    double most[3] = {0, 0, 0}, least = INFINITY, held = g->rows.sorted.count, below = 0;
    g->cut = 0;
    for (uint32_t s = 0; s < FK_GRID_SIZES - 1; s++) {
        if (all->count[s] == 0)
            continue;
        below += all->count[s];
        for (int k = 0; k < 3; k++)
            most[k] = all->side[s][k] > most[k] ? all->side[s][k] : most[k];
        double tests = below * below * crowd_of(range, most) + (held - below) * held;
        if (tests < least) {
            least = tests;
            g->cut = s;
            memcpy(size, most, sizeof most);
        }
    }
}

/* Moves the boxes above the cut to the end of the order; returns how many are below. */
static uint32_t set_aside(grid *g, const fk_broad_boxes *boxes)
{
    fk_sorted *sorted = &g->rows.sorted;
    uint32_t below = 0, above = 0;
    for (uint32_t i = 0; i < sorted->count; i++) {
        uint64_t id = (uint32_t)sorted->order[i];
        if (fk_grid_size(&boxes->box[id]) > g->cut)
            sorted->room[above++] = id;
        else
            sorted->order[below++] = id;
    }
    for (uint32_t i = 0; i < above; i++)
        sorted->order[below + i] = sorted->room[i];
    return below;
}

/* As many cells as boxes, with as many along each side. */
static void size_by_count(uint32_t count, const fk_grid_range *range, double size[3])
{
    uint64_t root = 1;
    while (root * root * root < count)
        root++;
    for (int k = 0; k < 3; k++) {
        double wide = (range->high[k] - range->low[k]) / (double)root;
        size[k] = wide > size[k] / FINEST ? wide : size[k] / FINEST;
    }
}

static fk_status update(void *self, fk_context *context, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t changed_count, const fk_workers *workers)
{
    (void)changed, (void)changed_count, (void)workers;
    grid *g = self;
    if (!fk_rows_begin(&g->rows, context, boxes)) {
        g->grid = (fk_row_grid){0};
        return FK_ERROR_MEMORY;
    }
    fk_grid_range range = fk_grid_range_of(&g->rows.sorted, boxes, 0, g->rows.sorted.count);
    sizes all;
    count_sizes(g, boxes, &all);
    double size[3] = {0, 0, 0};
    choose_cut(g, &all, &range, size);
    uint32_t below = set_aside(g, boxes);
    if (g->rule == FK_GRID_COUNT)
        size_by_count(below, &range, size);
    fk_rows_place(&g->rows, boxes, 0, below, size, &g->grid);
    fk_sorted_fill(&g->rows.sorted, boxes);
    fk_rows_find(&g->rows, &g->grid, 1);
    return FK_OK;
}

static fk_status pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                       const fk_workers *workers, fk_pair_keys *out)
{
    (void)boxes;
    const grid *g = self;
    return fk_rows_pairs(&g->rows, &g->grid, 1, context, workers, out);
}

static void visit(const void *self, fk_broad_visit_state *state)
{
    const grid *g = self;
    fk_sorted_visit(&g->rows.sorted, state);
}

static bool is_sound(const void *self, const fk_broad_boxes *boxes)
{
    const grid *g = self;
    const fk_sorted *sorted = &g->rows.sorted;
    if (g->rows.row == NULL)
        return sorted->count == 0;
    for (uint32_t i = 0; i < sorted->count; i++)
        if ((fk_grid_size(&sorted->item[i].box) <= g->cut) != (i < g->grid.end))
            return false;
    return fk_rows_is_sound(&g->rows, boxes, &g->grid, 1);
}

static size_t bytes(const void *self)
{
    const grid *g = self;
    return fk_rows_bytes(&g->rows);
}

const fk_broad_class fk_broad_grid = {.size = sizeof(grid),
                                      .init = init,
                                      .end = end,
                                      .update = update,
                                      .pairs = pairs,
                                      .visit = visit,
                                      .is_sound = is_sound,
                                      .bytes = bytes};
