/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rows of grid cells, and boxes sorted into them. */

#ifndef FARKAS_BROAD_ROWS_H
#define FARKAS_BROAD_ROWS_H

#include "broad/broad.h"

#include <math.h>

/* ---- sorted ----------------------------------------------------------------------------------------------- */

/* What grid, levels and octree have in common: cells by whole numbers, boxes sorted by the cells that they
 * are in, and unions of boxes that follow each other, for visits.
 *
 * Whether a pair is found never depends on how the number of a cell is rounded, for the map from floats to
 * numbers is monotone: boxes that meet have min_a <= max_b and min_b <= max_a along each axis, so cell(min_a)
 * <= cell(max_b) and cell(min_b) <= cell(max_a). All that the structures use is this, with the numbers as
 * they came out; how large a cell is matters for speed alone. */

#define FK_GRID_BITS 21 /* of a cell's number along an axis */

/* The number of a cell, from where it is in sizes of cells: cut off, and kept far from the ends of int64_t. */
static inline int64_t fk_grid_number(double place)
{
    return (int64_t)(place > 0x1p60 ? 0x1p60 : place < -0x1p60 ? -0x1p60 : place);
}

/* From a coordinate to the number of a cell, which is kept within 0 and last. */
typedef struct fk_grid_map {
    double inverse[3]; /* of the size of a cell; of 29 bits, so that its products with floats are exact */
    int64_t origin[3];
    int64_t last;
} fk_grid_map;

/* Monotone: the product is exact, whatever the state of the floating-point unit, for no side is denormal; and
 * cutting off is monotone, though the cells next to zero become one. x may be infinite. */
static inline uint32_t fk_grid_cell(const fk_grid_map *map, int axis, float x)
{
    int64_t cell = fk_grid_number((double)x * map->inverse[axis]) - map->origin[axis];
    return (uint32_t)(cell < 0 ? 0 : cell > map->last ? map->last : cell);
}

/* A box, where it is in memory beside its neighbours. */
typedef struct fk_sorted_item {
    fk_aabb_float box;
    uint32_t id;
    uint32_t x; /* of its cell, in rows of cells */
} fk_sorted_item;

#define FK_SORTED_BLOCK 8 /* items under a union, and unions under one */

typedef struct fk_sorted {
    fk_sorted_item *item;
    uint32_t count;
    fk_aabb_float *block; /* of eight items each; then of eight of those each, and so on, up to one */
    /* For an update: keys by number of box; and the numbers in order, in the lower half. */
    uint64_t *key, *order, *room;
    size_t item_capacity, block_capacity, key_capacity, order_capacity, room_capacity;
} fk_sorted;

void fk_sorted_end(fk_sorted *sorted, fk_context *context);

/* Begins an update: `order` has the boxes that are not empty, ascending. False when there is no memory; there
 * are none then. */
bool fk_sorted_begin(fk_sorted *sorted, fk_context *context, const fk_broad_boxes *boxes);

/* Sorts a part of `order` by key; those with the same key keep their order. */
void fk_sorted_sort(fk_sorted *sorted, uint32_t begin, uint32_t end);

/* Ends an update: makes items in order, and unions. */
void fk_sorted_fill(fk_sorted *sorted, const fk_broad_boxes *boxes);

/* Where boxes are: a range that holds all, but for a few that are far away from the others. */
typedef struct fk_grid_range {
    double low[3], high[3];
} fk_grid_range;

/* Of a part of `order`, of the finite ones among them. */
fk_grid_range fk_grid_range_of(const fk_sorted *sorted, const fk_broad_boxes *boxes, uint32_t begin,
                               uint32_t end);

/* How many boxes of a part of `order` are in 27 cells of a size, about: by a sample. */
double fk_grid_crowd(const fk_sorted *sorted, const fk_broad_boxes *boxes, uint32_t begin, uint32_t end,
                     const double size[3]);

/* The inverse of a size that is positive, or a little less, in 29 bits. */
double fk_grid_inverse(double size);

/* The longest side of a box; infinite for one that has no end, or is infinitely far away. It is rounded, so at
 * powers of two the size of a box depends on the state of the floating-point unit, in an update and where
 * is_sound looks at it; no answer does. */
static inline double fk_grid_side(const fk_aabb_float *box)
{
    double x = (double)box->max[0] - (double)box->min[0], y = (double)box->max[1] - (double)box->min[1],
           z = (double)box->max[2] - (double)box->min[2];
    double side = x > y ? x : y;
    side = z > side ? z : side;
    return x < INFINITY && y < INFINITY && z < INFINITY ? side : INFINITY;
}

/* The power of two of the longest side, as a number below FK_GRID_SIZES: the side is below 2^(number - 150), or
 * tiny. The last one is that of boxes without an end. */
#define FK_GRID_SIZES 281
uint32_t fk_grid_size(const fk_aabb_float *box);

/* Makes sides as long as those of a box, where they are shorter. */
static inline void fk_grid_enlarge(double side[3], const fk_aabb_float *box)
{
    for (int k = 0; k < 3; k++) {
        double wide = (double)box->max[k] - (double)box->min[k];
        side[k] = wide > side[k] ? wide : side[k];
    }
}

/* Pairs of one item with those of a range. Room was made for as many. */
static inline void fk_sorted_test(const fk_sorted *sorted, uint32_t one, uint32_t from, uint32_t to,
                                  fk_pair_keys *keys)
{
    const fk_sorted_item *item = sorted->item, *a = &item[one];
    for (uint32_t i = from; i < to; i++)
        if (fk_aabb_float_meets(&a->box, &item[i].box))
            fk_pair_keys_put(keys, a->id, item[i].id);
}

/* Pairs of an item with all that stand before it. False when there is no memory. */
bool fk_sorted_test_before(const fk_sorted *sorted, uint32_t one, fk_pair_keys *keys);

void fk_sorted_visit(const fk_sorted *sorted, fk_broad_visit_state *visit);

/* As many items as boxes that are not empty, each with its box; and the unions. Whether a number is there
 * twice is for the order to tell. */
bool fk_sorted_is_sound(const fk_sorted *sorted, const fk_broad_boxes *boxes);

size_t fk_sorted_bytes(const fk_sorted *sorted);

/* ---- rows ------------------------------------------------------------------------------------------------- */

/* Cells of one size, for the grid, and for the grids of levels. A box is in the cell of its lowest corner.
 *
 * Boxes are sorted by z, then y, then x of their cells, so cells are next to each other in memory, and a row of
 * cells along x is a range of boxes. Only rows that have boxes are kept, sorted, too: so the rows y - 1 to
 * y + 1 next to a row, or in the layer above it, are a range of rows. No hash, and no list, is needed. */

typedef struct fk_grid_row {
    uint64_t key;   /* z, then y of its cells */
    uint32_t begin; /* its first item; the next row begins where it ends */
} fk_grid_row;

/* Cells of a size, for a range of items. */
typedef struct fk_row_grid {
    fk_grid_map map;
    uint32_t reach[3]; /* how many cells beyond its own a box reaches at most */
    uint32_t begin, end;
    uint32_t row, row_end;
} fk_row_grid;

/* Items of grids follow each other; what is in none comes last. */
typedef struct fk_grid_rows {
    fk_sorted sorted;
    fk_grid_row *row; /* and one more, which begins where the last one ends */
    size_t row_capacity;
} fk_grid_rows;

void fk_rows_end(fk_grid_rows *rows, fk_context *context);
size_t fk_rows_bytes(const fk_grid_rows *rows);

/* As fk_sorted_begin. */
bool fk_rows_begin(fk_grid_rows *rows, fk_context *context, const fk_broad_boxes *boxes);

/* Makes cells that have about this size, at least, for a part of the order, and sorts that by them. */
void fk_rows_place(fk_grid_rows *rows, const fk_broad_boxes *boxes, uint32_t begin, uint32_t end,
                   const double size[3], fk_row_grid *grid);

/* After fk_sorted_fill: finds the rows of grids, one after the other. */
void fk_rows_find(fk_grid_rows *rows, fk_row_grid *grid, uint32_t grid_count);

/* All pairs of boxes: of a grid, of different grids, and of those that are in none, with all. Grids have cells
 * that are larger than those of the one before. As fk_broad_class.pairs. */
fk_status fk_rows_pairs(const fk_grid_rows *rows, const fk_row_grid *grid, uint32_t grid_count,
                        fk_context *context, const fk_workers *workers, fk_pair_keys *out);

/* Whether all items are where they belong, each once. */
bool fk_rows_is_sound(const fk_grid_rows *rows, const fk_broad_boxes *boxes, const fk_row_grid *grid,
                      uint32_t grid_count);

#endif
