/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What grids and the octree have in common: cells by whole numbers, boxes sorted by the cells that they are
 * in, and unions of boxes that follow each other, for visits. */

#ifndef FARKAS_BROAD_SORTED_H
#define FARKAS_BROAD_SORTED_H

#include "broad/broad.h"

#include <math.h>

/* Whether a pair is found never depends on how the number of a cell is rounded, for the map from floats to
 * numbers is monotone: boxes that meet have min_a <= max_b and min_b <= max_a along each axis, so cell(min_a)
 * <= cell(max_b) and cell(min_b) <= cell(max_a). All that the structures use is this, with the numbers as
 * they came out; how large a cell is matters for speed alone. */

#define FK_GRID_BITS 21 /* of a cell's number along an axis */

/* The number of a cell, from where it is in sizes of cells: cut off, and kept far from the ends of
 * int64_t. */
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
    void *memory; /* that all this is in */
    size_t bytes;
} fk_sorted;

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

/* The longest side of a box; infinite for one that has no end, or is infinitely far away. It is rounded, so
 * at powers of two the size of a box depends on the state of the floating-point unit, in an update and where
 * is_sound looks at it; no answer does. */
static inline double fk_grid_side(const fk_aabb_float *box)
{
    double x = (double)box->max[0] - (double)box->min[0], y = (double)box->max[1] - (double)box->min[1],
           z = (double)box->max[2] - (double)box->min[2];
    double side = x > y ? x : y;
    side = z > side ? z : side;
    return x < INFINITY && y < INFINITY && z < INFINITY ? side : INFINITY;
}

/* The power of two of the longest side, as a number below FK_GRID_SIZES: the side is below 2^(number - 150),
 * or tiny. The last one is that of boxes without an end. */
#define FK_GRID_SIZES 281
uint32_t fk_grid_size(const fk_aabb_float *box);

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

#endif
