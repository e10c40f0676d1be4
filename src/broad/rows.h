/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells of one size, for the grid, and for the grids of levels. A box is in the cell of its lowest corner.
 *
 * Boxes are sorted by z, then y, then x of their cells, so cells are next to each other in memory, and a row of
 * cells along x is a range of boxes. Only rows that have boxes are kept, sorted, too: so the rows y - 1 to
 * y + 1 next to a row, or in the layer above it, are a range of rows. No hash, and no list, is needed. */

#ifndef FARKAS_BROAD_ROWS_H
#define FARKAS_BROAD_ROWS_H

#include "broad/sorted.h"

typedef struct fk_row {
    uint64_t key;   /* z, then y of its cells */
    uint32_t begin; /* its first item; the next row begins where it ends */
} fk_row;

/* Cells of a size, for a range of items. */
typedef struct fk_row_grid {
    fk_grid_map map;
    uint32_t reach[3]; /* how many cells beyond its own a box reaches at most */
    uint32_t begin, end;
    uint32_t row, row_end;
} fk_row_grid;

/* Items of grids follow each other; what is in none comes last. */
typedef struct fk_rows {
    fk_sorted sorted;
    fk_row *row; /* and one more, which begins where the last one ends */
    size_t row_capacity;
} fk_rows;

void fk_rows_end(fk_rows *rows, fk_context *context);
size_t fk_rows_bytes(const fk_rows *rows);

/* As fk_sorted_begin. */
bool fk_rows_begin(fk_rows *rows, fk_context *context, const fk_broad_boxes *boxes);

/* Makes cells that have about this size, at least, for a part of the order, and sorts that by them. */
void fk_rows_place(fk_rows *rows, const fk_broad_boxes *boxes, uint32_t begin, uint32_t end,
                   const double size[3], fk_row_grid *grid);

/* After fk_sorted_fill: finds the rows of grids, one after the other. */
void fk_rows_find(fk_rows *rows, fk_row_grid *grid, uint32_t grid_count);

/* All pairs of boxes: of a grid, of different grids, and of those that are in none, with all. Grids have cells
 * that are larger than those of the one before. As fk_broad_class.pairs. */
fk_status fk_rows_pairs(const fk_rows *rows, const fk_row_grid *grid, uint32_t grid_count,
                        fk_context *context, const fk_workers *workers, fk_pair_keys *out);

/* Whether all items are where they belong, each once. */
bool fk_rows_is_sound(const fk_rows *rows, const fk_broad_boxes *boxes, const fk_row_grid *grid,
                      uint32_t grid_count);

#endif
