/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells in rows: see rows.h, and J. Grulich (2016), section 3.3.1, algorithm 8.
 *
 * The algorithm as printed looks into the cell of a box, and into those that the box reaches to the right,
 * below, and to the lower right. That misses pairs of which one box begins before the other along one axis, and
 * after it along another: the other box is to the lower left. It is 13 of 26 neighbours that are needed, one
 * of each two that are opposite: of the own row the cell and those after it, and all three cells of the rows
 * (y + 1, z), (y - 1, z + 1), (y, z + 1) and (y + 1, z + 1).
 *
 * How far a box looks is not 1, but the reach of the boxes of the grid, in cells: so the answer is right for
 * cells of any size. Proof: let a and b meet, along some axis, and let a be in the cell with the larger
 * number there. Then min_a <= max_b, so cell(min_a) <= cell(max_b) <= cell(min_b) + reach, for the map is
 * monotone. Pairs of rows are merged along x: the range of items that are in reach only moves on.
 *
 * Weak inputs: many boxes in one cell, which are tested against each other. */

#include "broad/rows.h"

#include "base/lists.h"

#define MASK  (((uint64_t)1 << FK_GRID_BITS) - 1)
#define TASKS 8                                  /* for each worker */
#define INNER ((int64_t)1 << (FK_GRID_BITS - 2)) /* cells that there are below the range of boxes */

void fk_rows_end(fk_grid_rows *rows, fk_context *context)
{
    fk_sorted_end(&rows->sorted, context);
    fk_release(context, rows->row, rows->row_capacity * sizeof *rows->row);
}

size_t fk_rows_bytes(const fk_grid_rows *rows)
{
    return fk_sorted_bytes(&rows->sorted) + rows->row_capacity * sizeof *rows->row;
}

bool fk_rows_begin(fk_grid_rows *rows, fk_context *context, const fk_broad_boxes *boxes)
{
    if (!fk_sorted_begin(&rows->sorted, context, boxes))
        return false;
    size_t wanted = (size_t)rows->sorted.count + 1;
    if (fk_grow(context, &rows->row, sizeof *rows->row, 0, &rows->row_capacity, wanted))
        return true;
    rows->sorted.count = 0;
    return false;
}

/* The range of boxes has at most half of the numbers of cells, and begins after a quarter of them. */
static fk_grid_map make_map(const fk_grid_range *range, const double size[3])
{
    fk_grid_map map = {.last = (int64_t)MASK};
    for (int k = 0; k < 3; k++) {
        double least = (range->high[k] - range->low[k]) / (double)(2 * INNER);
        map.inverse[k] = fk_grid_inverse(size[k] > least ? size[k] : least);
        map.origin[k] = fk_grid_number(range->low[k] * map.inverse[k]) - INNER;
    }
    return map;
}

static uint64_t key_of(const fk_grid_map *map, const float at[3])
{
    uint64_t x = fk_grid_cell(map, 0, at[0]), y = fk_grid_cell(map, 1, at[1]),
             z = fk_grid_cell(map, 2, at[2]);
    return (z << FK_GRID_BITS | y) << FK_GRID_BITS | x;
}

static uint32_t part_of(uint64_t key, int axis)
{
    return (uint32_t)(key >> (axis * FK_GRID_BITS) & MASK);
}

void fk_rows_place(fk_grid_rows *rows, const fk_broad_boxes *boxes, uint32_t begin, uint32_t end,
                   const double size[3], fk_row_grid *grid)
{
    fk_grid_range range = fk_grid_range_of(&rows->sorted, boxes, begin, end);
    *grid = (fk_row_grid){.map = make_map(&range, size), .begin = begin, .end = end};
    for (uint32_t i = begin; i < end; i++) {
        uint32_t id = (uint32_t)rows->sorted.order[i];
        uint64_t key = key_of(&grid->map, boxes->box[id].min), far = key_of(&grid->map, boxes->box[id].max);
        for (int k = 0; k < 3; k++) {
            uint32_t reach = part_of(far, k) - part_of(key, k);
            grid->reach[k] = reach > grid->reach[k] ? reach : grid->reach[k];
        }
        rows->sorted.key[id] = key;
    }
    fk_sorted_sort(&rows->sorted, begin, end);
}

void fk_rows_find(fk_grid_rows *rows, fk_row_grid *grid, uint32_t grid_count)
{
    uint32_t count = 0, end = 0;
    for (uint32_t g = 0; g < grid_count; g++) {
        grid[g].row = count;
        for (uint32_t i = grid[g].begin; i < grid[g].end; i++) {
            uint64_t key = rows->sorted.key[rows->sorted.item[i].id];
            rows->sorted.item[i].x = part_of(key, 0);
            if (i == grid[g].begin || rows->row[count - 1].key != key >> FK_GRID_BITS)
                rows->row[count++] = (fk_grid_row){key >> FK_GRID_BITS, i};
        }
        grid[g].row_end = count;
        end = grid[g].end;
    }
    rows->row[count] = (fk_grid_row){0, end};
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static uint32_t less(uint32_t number, uint32_t reach)
{
    return number > reach ? number - reach : 0;
}

/* Pairs of an item with those of a range whose x is at most so much. */
static bool test_up_to(const fk_sorted *sorted, uint32_t one, uint32_t from, uint32_t to, uint32_t most,
                       fk_pair_keys *keys)
{
    uint32_t end = from;
    while (end < to && sorted->item[end].x <= most)
        end++;
    if (end == from)
        return true;
    if (!fk_pair_keys_room(keys, end - from))
        return false;
    fk_sorted_test(sorted, one, from, end, keys);
    return true;
}

static bool pairs_within(const fk_grid_rows *rows, uint32_t row, uint32_t reach, fk_pair_keys *keys)
{
    const fk_sorted *sorted = &rows->sorted;
    uint32_t end = rows->row[row + 1].begin;
    for (uint32_t i = rows->row[row].begin; i < end; i++)
        if (!test_up_to(sorted, i, i + 1, end, sorted->item[i].x + reach, keys))
            return false;
    return true;
}

static bool pairs_between(const fk_grid_rows *rows, uint32_t a, uint32_t b, uint32_t reach,
                          fk_pair_keys *keys)
{
    const fk_sorted *sorted = &rows->sorted;
    uint32_t from = rows->row[b].begin, end = rows->row[b + 1].begin;
    for (uint32_t i = rows->row[a].begin; i < rows->row[a + 1].begin; i++) {
        uint32_t x = sorted->item[i].x, least = less(x, reach);
        while (from < end && sorted->item[from].x < least)
            from++;
        if (from == end)
            return true;
        if (!test_up_to(sorted, i, from, end, x + reach, keys))
            return false;
    }
    return true;
}

/* The first row of a grid whose key is not less. Without branches that depend on the keys. */
static uint32_t find_row(const fk_grid_rows *rows, const fk_row_grid *grid, uint64_t key)
{
    const fk_grid_row *row = rows->row + grid->row;
    uint32_t count = grid->row_end - grid->row;
    while (count > 1) {
        uint32_t half = count / 2;
        row += row[half - 1].key < key ? half : 0;
        count -= half;
    }
    return (uint32_t)(row - rows->row) + (count == 1 && row->key < key);
}

/* Pairs of rows with those in the layer that is so many above theirs. The range of those moves on with them.
 */
static bool pairs_with_layer(const fk_grid_rows *rows, const fk_row_grid *grid, uint32_t first, uint32_t last,
                             uint32_t up, fk_pair_keys *keys)
{
    uint32_t from = grid->row;
    for (uint32_t row = first; row < last; row++) {
        uint64_t z = (rows->row[row].key >> FK_GRID_BITS) + up;
        uint32_t y = (uint32_t)(rows->row[row].key & MASK);
        uint64_t least = z << FK_GRID_BITS | less(y, grid->reach[1]);
        uint64_t most = (z << FK_GRID_BITS) + y + grid->reach[1];
        most = most >> FK_GRID_BITS > z ? z << FK_GRID_BITS | MASK : most;
        if (row == first)
            from = find_row(rows, grid, least);
        if (up == 0)
            from = row + 1;
        while (from < grid->row_end && rows->row[from].key < least)
            from++;
        for (uint32_t other = from; other < grid->row_end && rows->row[other].key <= most; other++)
            if (!pairs_between(rows, row, other, grid->reach[0], keys))
                return false;
    }
    return true;
}

/* Pairs of boxes of a grid, of which one is in a row from the first to before the last: with those that are in
 * the same cell or after it, so each once. False when there is no memory. */
static bool pairs_of_rows(const fk_grid_rows *rows, const fk_row_grid *grid, uint32_t first, uint32_t last,
                          fk_pair_keys *keys)
{
    for (uint32_t row = first; row < last; row++)
        if (!pairs_within(rows, row, grid->reach[0], keys))
            return false;
    for (uint32_t up = 0; up <= grid->reach[2]; up++)
        if (!pairs_with_layer(rows, grid, first, last, up, keys))
            return false;
    return true;
}

/* The first item of a row whose x is not less; the row has items. */
static uint32_t find_item(const fk_grid_rows *rows, uint32_t row, uint32_t x)
{
    const fk_sorted_item *item = rows->sorted.item + rows->row[row].begin;
    uint32_t count = rows->row[row + 1].begin - rows->row[row].begin;
    while (count > 1) {
        uint32_t half = count / 2;
        item += item[half - 1].x < x ? half : 0;
        count -= half;
    }
    return (uint32_t)(item - rows->sorted.item) + (item->x < x);
}

/* Pairs of an item with those of a grid that it is not in. */
static bool pairs_of_item(const fk_grid_rows *rows, const fk_row_grid *grid, uint32_t item,
                          fk_pair_keys *keys)
{
    const fk_aabb_float *box = &rows->sorted.item[item].box;
    uint32_t low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = less(fk_grid_cell(&grid->map, k, box->min[k]), grid->reach[k]);
        high[k] = fk_grid_cell(&grid->map, k, box->max[k]);
    }
    for (uint64_t z = low[2]; z <= high[2]; z++) {
        uint32_t row = find_row(rows, grid, z << FK_GRID_BITS | low[1]);
        for (; row < grid->row_end && rows->row[row].key <= (z << FK_GRID_BITS | high[1]); row++) {
            uint32_t from = find_item(rows, row, low[0]);
            if (!test_up_to(&rows->sorted, item, from, rows->row[row + 1].begin, high[0], keys))
                return false;
        }
    }
    return true;
}

typedef struct search {
    const fk_grid_rows *rows;
    const fk_row_grid *grid;
    uint32_t grid_count, task_count;
} search;

static uint32_t share(uint32_t begin, uint32_t end, uint32_t task, uint32_t task_count)
{
    return begin + (uint32_t)((uint64_t)(end - begin) * task / task_count);
}

/* A part of the rows of each grid, and of the items that are in none. */
static bool find_pairs(void *data, uint32_t task, fk_pair_keys *keys)
{
    const search *s = data;
    const fk_grid_rows *rows = s->rows;
    uint32_t gridded = 0;
    for (uint32_t g = 0; g < s->grid_count; g++) {
        const fk_row_grid *grid = &s->grid[g];
        uint32_t first = share(grid->row, grid->row_end, task, s->task_count);
        uint32_t last = share(grid->row, grid->row_end, task + 1, s->task_count);
        gridded = grid->end;
        if (first == last)
            continue;
        if (!pairs_of_rows(rows, grid, first, last, keys))
            return false;
        for (uint32_t i = rows->row[first].begin; i < rows->row[last].begin; i++)
            for (uint32_t above = g + 1; above < s->grid_count; above++)
                if (!pairs_of_item(rows, &s->grid[above], i, keys))
                    return false;
    }
    for (uint32_t i = gridded + task; i < rows->sorted.count; i += s->task_count)
        if (!fk_sorted_test_before(&rows->sorted, i, keys))
            return false;
    return true;
}

fk_status fk_rows_pairs(const fk_grid_rows *rows, const fk_row_grid *grid, uint32_t grid_count,
                        fk_context *context, const fk_workers *workers, fk_pair_keys *out)
{
    uint32_t tasks = workers != NULL && workers->count > 1 ? TASKS * workers->count : 1;
    search s = {rows, grid, grid_count, tasks};
    return fk_broad_gather(context, workers, tasks, find_pairs, &s, out);
}

/* A number that is there twice would be in the same cell twice, and there numbers ascend. */
static bool is_in_order(const fk_sorted_item *item)
{
    return item[0].x < item[1].x || (item[0].x == item[1].x && item[0].id < item[1].id);
}

static bool is_row_sound(const fk_grid_rows *rows, const fk_row_grid *grid, uint32_t row)
{
    const fk_grid_row *r = &rows->row[row];
    if (r[0].begin >= r[1].begin || (row > grid->row && r[-1].key >= r[0].key))
        return false;
    for (uint32_t i = r[0].begin; i < r[1].begin; i++) {
        const fk_sorted_item *item = &rows->sorted.item[i];
        uint64_t key = key_of(&grid->map, item->box.min), far = key_of(&grid->map, item->box.max);
        for (int k = 0; k < 3; k++)
            if (part_of(far, k) - part_of(key, k) > grid->reach[k])
                return false;
        if (key != (r->key << FK_GRID_BITS | item->x) || (i > r[0].begin && !is_in_order(item - 1)))
            return false;
    }
    return true;
}

bool fk_rows_is_sound(const fk_grid_rows *rows, const fk_broad_boxes *boxes, const fk_row_grid *grid,
                      uint32_t grid_count)
{
    if (!fk_sorted_is_sound(&rows->sorted, boxes))
        return false;
    uint32_t item = 0, row = 0;
    for (uint32_t g = 0; g < grid_count; g++) {
        if (grid[g].begin != item || grid[g].row != row || rows->row[row].begin != item)
            return false;
        for (; row < grid[g].row_end; row++)
            if (!is_row_sound(rows, &grid[g], row))
                return false;
        item = grid[g].end;
        if (row != grid[g].row_end || rows->row[row].begin != item)
            return false;
    }
    for (uint32_t i = item + 1; i < rows->sorted.count; i++)
        if (rows->sorted.item[i - 1].id >= rows->sorted.item[i].id)
            return false;
    return item <= rows->sorted.count;
}
