/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A hierarchical grid: J. Grulich (2016), section 3.3.1, names it for boxes of all sizes.
 *
 * There is a grid for each power of two of the longest side of boxes that occurs, or for some together where
 * they are few, with cells that are not smaller. A box is tested with those of its own grid, as in grid.c, and
 * with those of each coarser one, where it looks into 27 cells at most. So each pair is found once: from the
 * smaller box, or the one that comes first. Boxes without an end are in no grid, but tested against all.
 *
 * Rows of a coarser grid, and boxes in them, are found by bisection: it takes less than a fifth of the time, so
 * a hash would not gain much.
 *
 * Weak inputs: sizes of hundreds of powers of two, for each box looks into each grid above its own. */

#include "broad/rows.h"

#include "base/lists.h"

#include <string.h>

#define CROWD 8 /* boxes in the cells that one looks into */

typedef struct levels {
    fk_grid_rows rows;
    fk_row_grid *grid; /* ascending by size */
    uint32_t grid_count;
    size_t grid_capacity;
} levels;

static void end(void *self, fk_context *context)
{
    levels *l = self;
    fk_rows_end(&l->rows, context);
    fk_release(context, l->grid, l->grid_capacity * sizeof *l->grid);
}

/* Sorts the order by size; how many there are of each. */
static void sort_by_size(levels *l, const fk_broad_boxes *boxes, uint32_t count[FK_GRID_SIZES])
{
    fk_sorted *sorted = &l->rows.sorted;
    memset(count, 0, FK_GRID_SIZES * sizeof *count);
    for (uint32_t i = 0; i < sorted->count; i++) {
        uint32_t id = (uint32_t)sorted->order[i], size = fk_grid_size(&boxes->box[id]);
        sorted->key[id] = size;
        count[size]++;
    }
    fk_sorted_sort(sorted, 0, sorted->count);
}

/* Makes sides the largest, along each axis, of a part of the order, or leaves them: cells of that size are not
 * smaller than the boxes there, and of all grids before, and not larger than needed. */
static void enlarge(const levels *l, const fk_broad_boxes *boxes, uint32_t begin, uint32_t last,
                    double side[3])
{
    for (uint32_t i = begin; i < last; i++)
        fk_grid_enlarge(side, &boxes->box[(uint32_t)l->rows.sorted.order[i]]);
}

/* Makes a grid for a part of the order, which ascends by number first. */
static void add_grid(levels *l, const fk_broad_boxes *boxes, uint32_t begin, uint32_t last,
                     const double side[3])
{
    fk_sorted *sorted = &l->rows.sorted;
    for (uint32_t i = begin; i < last; i++) {
        uint32_t id = (uint32_t)sorted->order[i];
        sorted->key[id] = id;
    }
    fk_sorted_sort(sorted, begin, last);
    fk_rows_place(&l->rows, boxes, begin, last, side, &l->grid[l->grid_count++]);
}

/* A grid for each size, or for some that follow each other: boxes are in that of the next size if they are not
 * too crowded there, for each grid costs the smaller boxes more than a few tests. */
static void make_grids(levels *l, const fk_broad_boxes *boxes, const uint32_t count[FK_GRID_SIZES])
{
    double side[3] = {0, 0, 0};
    uint32_t begin = 0, last = 0;
    for (uint32_t size = 0; size < FK_GRID_SIZES - 1; size++) {
        if (count[size] == 0)
            continue;
        double next[3] = {side[0], side[1], side[2]};
        enlarge(l, boxes, last, last + count[size], next);
        if (last > begin && fk_grid_crowd(&l->rows.sorted, boxes, begin, last, next) > CROWD) {
            add_grid(l, boxes, begin, last, side);
            begin = last;
        }
        last += count[size];
        memcpy(side, next, sizeof side);
    }
    if (last > begin)
        add_grid(l, boxes, begin, last, side);
}

static fk_status update(void *self, fk_context *context, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t changed_count, const fk_workers *workers)
{
    (void)changed, (void)changed_count, (void)workers;
    levels *l = self;
    l->grid_count = 0;
    if (!fk_rows_begin(&l->rows, context, boxes))
        return FK_ERROR_MEMORY;
    uint32_t count[FK_GRID_SIZES], used = 0;
    sort_by_size(l, boxes, count);
    for (uint32_t size = 0; size < FK_GRID_SIZES - 1; size++)
        used += count[size] > 0;
    if (!fk_grow(context, &l->grid, sizeof *l->grid, 0, &l->grid_capacity, used)) {
        l->rows.sorted.count = 0;
        return FK_ERROR_MEMORY;
    }
    make_grids(l, boxes, count);
    fk_sorted_fill(&l->rows.sorted, boxes);
    fk_rows_find(&l->rows, l->grid, l->grid_count);
    return FK_OK;
}

static fk_status pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                       const fk_workers *workers, fk_pair_keys *out)
{
    (void)boxes;
    const levels *l = self;
    return fk_rows_pairs(&l->rows, l->grid, l->grid_count, context, workers, out);
}

static void visit(const void *self, fk_broad_visit_state *state)
{
    const levels *l = self;
    fk_sorted_visit(&l->rows.sorted, state);
}

/* Boxes of a grid are smaller than those of the next. */
static bool is_sound(const void *self, const fk_broad_boxes *boxes)
{
    const levels *l = self;
    const fk_sorted_item *item = l->rows.sorted.item;
    uint32_t done = 0, least = 0;
    for (uint32_t g = 0; g < l->grid_count; g++) {
        if (l->grid[g].begin != done || l->grid[g].end <= done || l->grid[g].end > l->rows.sorted.count)
            return false;
        uint32_t above = least;
        for (; done < l->grid[g].end; done++) {
            uint32_t size = fk_grid_size(&item[done].box);
            if (size < least || size == FK_GRID_SIZES - 1)
                return false;
            above = size + 1 > above ? size + 1 : above;
        }
        least = above;
    }
    for (; done < l->rows.sorted.count; done++)
        if (fk_grid_size(&item[done].box) != FK_GRID_SIZES - 1)
            return false;
    return l->rows.row == NULL ? done == 0 : fk_rows_is_sound(&l->rows, boxes, l->grid, l->grid_count);
}

static size_t bytes(const void *self)
{
    const levels *l = self;
    return fk_rows_bytes(&l->rows) + l->grid_capacity * sizeof *l->grid;
}

const fk_broad_class fk_broad_levels = {.size = sizeof(levels),
                                        .end = end,
                                        .update = update,
                                        .pairs = pairs,
                                        .visit = visit,
                                        .is_sound = is_sound,
                                        .bytes = bytes};
