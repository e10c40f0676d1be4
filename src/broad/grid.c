/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Grids, after J. Grulich (2016), section 3.3.1: a uniform one, and a hierarchical one for boxes of all
 * sizes. Each update sorts all boxes again, in O(n). A box is in the cell of its lowest corner. Boxes are
 * sorted by z, then y, then x of their cells. So the boxes of a row of cells along x are contiguous in
 * memory. Only rows with boxes are stored, sorted too: so the rows y - 1 to y + 1 of a layer form a range of
 * rows. This needs neither a hash nor lists.
 *
 * Algorithm 8 as printed searches the cell of a box and the cells that the box reaches to the right, below,
 * and to the lower right. It misses pairs in which one box begins before the other along one axis and after
 * it along another: the other box is to the lower left. 13 of the 26 neighbours are needed, one of each two
 * opposite ones: in its own row the cell and those after it, and all three cells of the rows (y + 1, z), (y -
 * 1, z + 1), (y, z + 1) and (y + 1, z + 1).
 *
 * A box searches not one cell far but as many as `reach`, the largest number of cells that a box of the grid
 * extends over. So the pairs are complete for cells of any size. Proof: let a and b meet, and let a have the
 * larger cell number along some axis. Then min_a <= max_b, so cell(min_a) <= cell(max_b) <= cell(min_b) +
 * reach, since the map is monotone. Two rows are merged along x: the range of items within reach only moves
 * forward.
 *
 * Weak inputs: many boxes in one cell, which are all tested against each other. */

#include "broad/broad.h"

#include <string.h>

#include "base/lists.h"

#define MASK  (((uint64_t)1 << FK_GRID_BITS) - 1)
#define TASKS 8                                  /* for each worker */
#define INNER ((int64_t)1 << (FK_GRID_BITS - 2)) /* unused cells below the range of boxes */

typedef struct grid_row {
    uint64_t key;   /* z, then y of its cells */
    uint32_t begin; /* its first item; the row ends where the next one begins */
} grid_row;

/* The cells of one size, for a range of items. */
typedef struct grid_level {
    fk_grid_map map;
    uint32_t reach[3]; /* how many cells a box extends beyond its own at most */
    uint32_t begin, end;
    uint32_t row, row_end;
} grid_level;

/* The items of each grid are contiguous; items in no grid come last. */
typedef struct sorted_grid {
    fk_sorted_boxes sorted;
    grid_row *row; /* and one more, which begins where the last row ends */
    size_t row_capacity;
    grid_level *grid; /* ordered by increasing cell size */
    uint32_t grid_count;
    size_t grid_capacity;
    fk_grid_rule rule; /* of a uniform grid */
    uint32_t cut;      /* the uniform grid contains boxes up to this size class */
} sorted_grid;

static void grid_end(void *self, fk_context *context)
{
    sorted_grid *rows = self;
    fk_release(context, rows->sorted.memory, rows->sorted.bytes);
    fk_release(context, rows->row, rows->row_capacity * sizeof *rows->row);
    fk_release(context, rows->grid, rows->grid_capacity * sizeof *rows->grid);
}

static size_t grid_bytes(const void *self)
{
    const sorted_grid *rows = self;
    return rows->sorted.bytes + rows->row_capacity * sizeof *rows->row +
           rows->grid_capacity * sizeof *rows->grid;
}

static void grid_visit(const void *self, fk_broad_visit_state *state)
{
    fk_sorted_boxes_visit(&((const sorted_grid *)self)->sorted, state);
}

/* Like fk_sorted_boxes_begin; also makes room for `most` grids, and starts with none. */
static bool grid_begin(sorted_grid *rows, fk_context *context, const fk_broad_boxes *boxes, uint32_t most)
{
    rows->grid_count = 0;
    if (!fk_sorted_boxes_begin(&rows->sorted, context, boxes))
        return false;
    size_t wanted = (size_t)rows->sorted.count + 1;
    if (fk_grow(context, &rows->row, sizeof *rows->row, 0, &rows->row_capacity, wanted) &&
        fk_grow(context, &rows->grid, sizeof *rows->grid, 0, &rows->grid_capacity,
                wanted < most ? wanted : most))
        return true;
    rows->sorted.count = 0;
    return false;
}

/* The range of boxes uses at most half of the cell numbers and begins after a quarter of them. */
static fk_grid_map make_grid_map(const fk_grid_extent *range, const double size[3])
{
    fk_grid_map map = {.last = (int64_t)MASK};
    for (int k = 0; k < 3; k++) {
        double least = (range->high[k] - range->low[k]) / (double)(2 * INNER);
        map.inverse[k] = fk_grid_inverse_size(size[k] > least ? size[k] : least);
        map.origin[k] = fk_grid_truncate(range->low[k] * map.inverse[k]) - INNER;
    }
    return map;
}

static uint64_t grid_cell_key(const fk_grid_map *map, const float at[3])
{
    uint64_t x = fk_grid_cell(map, 0, at[0]), y = fk_grid_cell(map, 1, at[1]),
             z = fk_grid_cell(map, 2, at[2]);
    return (z << FK_GRID_BITS | y) << FK_GRID_BITS | x;
}

static uint32_t key_coordinate(uint64_t key, int axis)
{
    return (uint32_t)(key >> (axis * FK_GRID_BITS) & MASK);
}

/* Adds a grid with cells of about this size or larger for a range of the order, and sorts the range by
 * cell. */
static void add_grid(sorted_grid *rows, const fk_broad_boxes *boxes, uint32_t first, uint32_t last,
                     const double size[3])
{
    grid_level *grid = &rows->grid[rows->grid_count++];
    fk_grid_extent range = fk_grid_find_extent(&rows->sorted, boxes, first, last);
    *grid = (grid_level){.map = make_grid_map(&range, size), .begin = first, .end = last};
    for (uint32_t i = first; i < last; i++) {
        uint32_t id = (uint32_t)rows->sorted.order[i];
        uint64_t key = grid_cell_key(&grid->map, boxes->box[id].min),
                 far = grid_cell_key(&grid->map, boxes->box[id].max);
        for (int k = 0; k < 3; k++) {
            uint32_t reach = key_coordinate(far, k) - key_coordinate(key, k);
            grid->reach[k] = reach > grid->reach[k] ? reach : grid->reach[k];
        }
        rows->sorted.key[id] = key;
    }
    fk_sorted_boxes_sort(&rows->sorted, first, last);
}

/* Ends an update: builds the items, then the rows of each grid. */
static void build_rows(sorted_grid *rows, const fk_broad_boxes *boxes)
{
    grid_level *grid = rows->grid;
    uint32_t count = 0, last = 0;
    fk_sorted_boxes_build(&rows->sorted, boxes);
    for (uint32_t g = 0; g < rows->grid_count; g++) {
        grid[g].row = count;
        for (uint32_t i = grid[g].begin; i < grid[g].end; i++) {
            uint64_t key = rows->sorted.key[rows->sorted.item[i].id];
            rows->sorted.item[i].x = key_coordinate(key, 0);
            if (i == grid[g].begin || rows->row[count - 1].key != key >> FK_GRID_BITS)
                rows->row[count++] = (grid_row){key >> FK_GRID_BITS, i};
        }
        grid[g].row_end = count;
        last = grid[g].end;
    }
    rows->row[count] = (grid_row){0, last};
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static uint32_t subtract_reach(uint32_t number, uint32_t reach)
{
    return number > reach ? number - reach : 0;
}

/* Adds the pairs of an item with the items of a range up to x = `most`. */
static bool test_row_until(const fk_sorted_boxes *sorted, uint32_t one, uint32_t from, uint32_t to,
                           uint32_t most, fk_pair_keys *keys)
{
    uint32_t end = from;
    while (end < to && sorted->item[end].x <= most)
        end++;
    if (end > from && !fk_pair_keys_reserve(keys, end - from))
        return false;
    fk_sorted_boxes_test(sorted, one, from, end, keys);
    return true;
}

static bool find_row_pairs(const sorted_grid *rows, uint32_t row, uint32_t reach, fk_pair_keys *keys)
{
    const fk_sorted_boxes *sorted = &rows->sorted;
    uint32_t end = rows->row[row + 1].begin;
    for (uint32_t i = rows->row[row].begin; i < end; i++)
        if (!test_row_until(sorted, i, i + 1, end, sorted->item[i].x + reach, keys))
            return false;
    return true;
}

static bool find_pairs_of_rows(const sorted_grid *rows, uint32_t a, uint32_t b, uint32_t reach,
                               fk_pair_keys *keys)
{
    const fk_sorted_boxes *sorted = &rows->sorted;
    uint32_t from = rows->row[b].begin, end = rows->row[b + 1].begin;
    for (uint32_t i = rows->row[a].begin; i < rows->row[a + 1].begin; i++) {
        uint32_t x = sorted->item[i].x, least = subtract_reach(x, reach);
        while (from < end && sorted->item[from].x < least)
            from++;
        if (from == end)
            return true;
        if (!test_row_until(sorted, i, from, end, x + reach, keys))
            return false;
    }
    return true;
}

/* Returns the first row of a grid whose key is not less than `key`. Without branches that depend on the
 * keys. */
static uint32_t find_row(const sorted_grid *rows, const grid_level *grid, uint64_t key)
{
    const grid_row *row = rows->row + grid->row;
    uint32_t count = grid->row_end - grid->row;
    while (count > 1) {
        uint32_t half = count / 2;
        row += row[half - 1].key < key ? half : 0;
        count -= half;
    }
    return (uint32_t)(row - rows->row) + (count == 1 && row->key < key);
}

/* Adds the pairs of rows with the rows `up` layers above. Their range moves forward with the row. */
static bool find_layer_pairs(const sorted_grid *rows, const grid_level *grid, uint32_t first, uint32_t last,
                             uint32_t up, fk_pair_keys *keys)
{
    uint32_t from = grid->row;
    for (uint32_t row = first; row < last; row++) {
        uint64_t z = (rows->row[row].key >> FK_GRID_BITS) + up;
        uint32_t y = (uint32_t)(rows->row[row].key & MASK);
        uint64_t least = z << FK_GRID_BITS | subtract_reach(y, grid->reach[1]);
        uint64_t most = (z << FK_GRID_BITS) + y + grid->reach[1];
        most = most >> FK_GRID_BITS > z ? z << FK_GRID_BITS | MASK : most;
        if (row == first)
            from = find_row(rows, grid, least);
        if (up == 0)
            from = row + 1;
        while (from < grid->row_end && rows->row[from].key < least)
            from++;
        for (uint32_t other = from; other < grid->row_end && rows->row[other].key <= most; other++)
            if (!find_pairs_of_rows(rows, row, other, grid->reach[0], keys))
                return false;
    }
    return true;
}

/* Adds the pairs of a grid in which the first box, by cell, is in one of the rows from `first` to before
 * `last`. So each pair is found once. Returns false without memory. */
static bool find_grid_pairs(const sorted_grid *rows, const grid_level *grid, uint32_t first, uint32_t last,
                            fk_pair_keys *keys)
{
    for (uint32_t row = first; row < last; row++)
        if (!find_row_pairs(rows, row, grid->reach[0], keys))
            return false;
    for (uint32_t up = 0; up <= grid->reach[2]; up++)
        if (!find_layer_pairs(rows, grid, first, last, up, keys))
            return false;
    return true;
}

/* Returns the first item of a row whose x is not less. The row is not empty. */
static uint32_t find_item(const sorted_grid *rows, uint32_t row, uint32_t x)
{
    const fk_sorted_box *item = rows->sorted.item + rows->row[row].begin;
    uint32_t count = rows->row[row + 1].begin - rows->row[row].begin;
    while (count > 1) {
        uint32_t half = count / 2;
        item += item[half - 1].x < x ? half : 0;
        count -= half;
    }
    return (uint32_t)(item - rows->sorted.item) + (item->x < x);
}

/* Adds the pairs of an item with the items of a grid that does not contain it. */
static bool find_item_pairs(const sorted_grid *rows, const grid_level *grid, uint32_t item,
                            fk_pair_keys *keys)
{
    const fk_aabb_float *box = &rows->sorted.item[item].box;
    uint32_t low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = subtract_reach(fk_grid_cell(&grid->map, k, box->min[k]), grid->reach[k]);
        high[k] = fk_grid_cell(&grid->map, k, box->max[k]);
    }
    for (uint64_t z = low[2]; z <= high[2]; z++) {
        uint32_t row = find_row(rows, grid, z << FK_GRID_BITS | low[1]);
        for (; row < grid->row_end && rows->row[row].key <= (z << FK_GRID_BITS | high[1]); row++) {
            uint32_t from = find_item(rows, row, low[0]);
            if (!test_row_until(&rows->sorted, item, from, rows->row[row + 1].begin, high[0], keys))
                return false;
        }
    }
    return true;
}

typedef struct grid_search {
    const sorted_grid *rows;
    uint32_t task_count;
} grid_search;

/* Finds the pairs of a share of each grid's rows, and of a share of the items in no grid. */
static bool find_task_pairs(void *data, uint32_t task, fk_pair_keys *keys)
{
    const grid_search *s = data;
    const sorted_grid *rows = s->rows;
    uint32_t gridded = 0;
    for (uint32_t g = 0; g < rows->grid_count; g++) {
        const grid_level *grid = &rows->grid[g];
        uint64_t count = grid->row_end - grid->row;
        uint32_t first = grid->row + (uint32_t)(count * task / s->task_count);
        uint32_t last = grid->row + (uint32_t)(count * (task + 1) / s->task_count);
        gridded = grid->end;
        if (first == last)
            continue;
        if (!find_grid_pairs(rows, grid, first, last, keys))
            return false;
        for (uint32_t i = rows->row[first].begin; i < rows->row[last].begin; i++)
            for (uint32_t above = g + 1; above < rows->grid_count; above++)
                if (!find_item_pairs(rows, &rows->grid[above], i, keys))
                    return false;
    }
    for (uint32_t i = gridded + task; i < rows->sorted.count; i += s->task_count)
        if (!fk_sorted_boxes_test_before(&rows->sorted, i, keys))
            return false;
    return true;
}

/* Finds all pairs: within a grid, between grids, and of items in no grid with all others. */
static fk_status grid_pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                            const fk_workers *workers, fk_pair_keys *out)
{
    (void)boxes;
    uint32_t tasks = workers != NULL && workers->count > 1 ? TASKS * workers->count : 1;
    grid_search s = {self, tasks};
    return fk_broad_gather_pairs(context, workers, tasks, find_task_pairs, &s, out);
}

/* A doubled id would be in the same cell twice, and ids ascend within a cell. */
static bool is_row_sound(const sorted_grid *rows, const grid_level *grid, uint32_t row)
{
    const grid_row *r = &rows->row[row];
    if (r[0].begin >= r[1].begin || (row > grid->row && r[-1].key >= r[0].key))
        return false;
    for (uint32_t i = r[0].begin; i < r[1].begin; i++) {
        const fk_sorted_box *item = &rows->sorted.item[i];
        uint64_t key = grid_cell_key(&grid->map, item->box.min),
                 far = grid_cell_key(&grid->map, item->box.max);
        for (int k = 0; k < 3; k++)
            if (key_coordinate(far, k) - key_coordinate(key, k) > grid->reach[k])
                return false;
        if (key != (r->key << FK_GRID_BITS | item->x))
            return false;
        if (i > r[0].begin && (item[-1].x > item->x || (item[-1].x == item->x && item[-1].id >= item->id)))
            return false;
    }
    return true;
}

/* Returns whether every item is in its row, once. */
static bool are_grid_rows_sound(const sorted_grid *rows, const fk_broad_boxes *boxes)
{
    const grid_level *grid = rows->grid;
    if (rows->row == NULL || !fk_sorted_boxes_are_sound(&rows->sorted, boxes))
        return rows->row == NULL && rows->sorted.count == 0;
    uint32_t item = 0, row = 0;
    for (uint32_t g = 0; g < rows->grid_count; g++) {
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

/* Boxes by size class. */
typedef struct size_histogram {
    uint32_t count[FK_GRID_SIZE_CLASSES];
    double side[FK_GRID_SIZE_CLASSES][3]; /* the largest side along each axis */
} size_histogram;

/* Counts the boxes of each size class. The class becomes the key of a box. */
static void count_sizes(sorted_grid *rows, const fk_broad_boxes *boxes, size_histogram *all)
{
    memset(all, 0, sizeof *all);
    for (uint32_t i = 0; i < rows->sorted.count; i++) {
        uint32_t id = (uint32_t)rows->sorted.order[i], size = fk_grid_size_class(&boxes->box[id]);
        rows->sorted.key[id] = size;
        all->count[size]++;
        for (int k = 0; k < 3; k++) {
            double wide = (double)boxes->box[id].max[k] - (double)boxes->box[id].min[k];
            all->side[size][k] = wide > all->side[size][k] ? wide : all->side[size][k];
        }
    }
}

/* Enlarges a cell to the largest sides of a size class. */
static void enlarge_cell(double side[3], const size_histogram *all, uint32_t size)
{
    for (int k = 0; k < 3; k++)
        side[k] = all->side[size][k] > side[k] ? all->side[size][k] : side[k];
}

/* ---- A uniform grid ------------------------------------------------------------------------------------ */

/* Cells are as large as the largest box along each axis. Or, with FK_GRID_COUNT, the number of cells along
 * each side of the world is the cube root of the number of boxes, so that a cell contains one box on average.
 * Boxes may then be larger than cells and search as many cells as they reach; cells are never smaller than an
 * eighth of the largest box. A few large boxes would make the cells large for all, so boxes above some size
 * class are in no cell but tested against all. The class is chosen to minimise the number of tests, assuming
 * an even distribution of boxes.
 *
 * Weak inputs: boxes of many sizes, for which the hierarchical grid is better. With FK_GRID_COUNT, unevenly
 * distributed boxes: each of those on a line is tested with n^(2/3) others. */

#define FINEST 8 /* most cells along the largest box */

static void grid_init(void *self, const fk_broad_options *options)
{
    ((sorted_grid *)self)->rule = options->grid;
}

/* Returns the fraction of all boxes that a box is tested with, for cells of this size. */
static double test_share(const fk_grid_extent *range, const double size[3])
{
    double crowd = 0.5;
    for (int k = 0; k < 3; k++) {
        double wide = range->high[k] - range->low[k];
        if (3 * size[k] < wide)
            crowd *= 3 * size[k] / wide;
    }
    return crowd;
}

/* Chooses the largest size class of the grid, and the cell size: the largest sides up to that class. */
static void choose_size_limit(sorted_grid *rows, const size_histogram *all, const fk_grid_extent *range,
                              double size[3])
{
    double most[3] = {0, 0, 0}, least = INFINITY, held = rows->sorted.count, below = 0;
    rows->cut = 0;
    for (uint32_t s = 0; s < FK_GRID_SIZE_CLASSES - 1; s++) {
        if (all->count[s] == 0)
            continue;
        below += all->count[s];
        enlarge_cell(most, all, s);
        double tests = below * below * test_share(range, most) + (held - below) * held;
        if (tests < least) {
            least = tests;
            rows->cut = s;
            memcpy(size, most, sizeof most);
        }
    }
}

/* Moves the boxes above the size limit to the end of the order. Returns the number of the others. */
static uint32_t set_large_aside(sorted_grid *rows, const fk_broad_boxes *boxes)
{
    fk_sorted_boxes *sorted = &rows->sorted;
    uint32_t below = 0, above = 0;
    for (uint32_t i = 0; i < sorted->count; i++) {
        uint64_t id = (uint32_t)sorted->order[i];
        if (fk_grid_size_class(&boxes->box[id]) > rows->cut)
            sorted->room[above++] = id;
        else
            sorted->order[below++] = id;
    }
    for (uint32_t i = 0; i < above; i++)
        sorted->order[below + i] = sorted->room[i];
    return below;
}

/* Chooses as many cells as boxes, with equal numbers along each side. */
static void size_cells_by_count(uint32_t count, const fk_grid_extent *range, double size[3])
{
    uint64_t root = 1;
    while (root * root * root < count)
        root++;
    for (int k = 0; k < 3; k++) {
        double wide = (range->high[k] - range->low[k]) / (double)root;
        size[k] = wide > size[k] / FINEST ? wide : size[k] / FINEST;
    }
}

static fk_status uniform_grid_update(void *self, fk_context *context, const fk_broad_boxes *boxes,
                                     const uint32_t *changed, uint32_t changed_count,
                                     const fk_workers *workers)
{
    (void)changed, (void)changed_count, (void)workers;
    sorted_grid *rows = self;
    if (!grid_begin(rows, context, boxes, 1))
        return FK_ERROR_MEMORY;
    fk_grid_extent range = fk_grid_find_extent(&rows->sorted, boxes, 0, rows->sorted.count);
    size_histogram all;
    count_sizes(rows, boxes, &all);
    double size[3] = {0, 0, 0};
    choose_size_limit(rows, &all, &range, size);
    uint32_t below = set_large_aside(rows, boxes);
    if (rows->rule == FK_GRID_COUNT)
        size_cells_by_count(below, &range, size);
    add_grid(rows, boxes, 0, below, size);
    build_rows(rows, boxes);
    return FK_OK;
}

static bool uniform_grid_is_sound(const void *self, const fk_broad_boxes *boxes)
{
    const sorted_grid *rows = self;
    for (uint32_t i = 0; i < rows->sorted.count; i++)
        if ((fk_grid_size_class(&rows->sorted.item[i].box) <= rows->cut) != (i < rows->grid->end))
            return false;
    return are_grid_rows_sound(rows, boxes);
}

const fk_broad_class fk_broad_grid = {sizeof(sorted_grid),   grid_init,  grid_end,
                                      uniform_grid_update,   grid_pairs, grid_visit,
                                      uniform_grid_is_sound, grid_bytes};

/* ---- A hierarchical grid ------------------------------------------------------------------------------- */

/* There is one grid for each size class with boxes, or for several consecutive classes of few boxes; its
 * cells are at least as large as its boxes. A box is tested with those of its own grid and of each coarser
 * grid, in which it searches at most 27 cells. So each pair is found once: from the smaller box, or from the
 * one that comes first. Unbounded boxes are in no grid but tested against all. Rows of a coarser grid and
 * boxes in a row are found by bisection. This takes less than a fifth of the time, so a hash would gain
 * little.
 *
 * Weak inputs: hundreds of size classes, because each box searches every coarser grid. */

#define CROWD 8 /* boxes in the cells that a box searches */

/* Adds a grid for a range of the order, which is first sorted by id. */
static void add_level(sorted_grid *rows, const fk_broad_boxes *boxes, uint32_t first, uint32_t last,
                      const double side[3])
{
    fk_sorted_boxes *sorted = &rows->sorted;
    for (uint32_t i = first; i < last; i++) {
        uint32_t id = (uint32_t)sorted->order[i];
        sorted->key[id] = id;
    }
    fk_sorted_boxes_sort(sorted, first, last);
    add_grid(rows, boxes, first, last, side);
}

/* Makes one grid for each size class, or for several consecutive ones: a class joins the next one unless its
 * boxes would be too crowded there, since each grid costs the smaller boxes more than a few tests. */
static void make_grids(sorted_grid *rows, const fk_broad_boxes *boxes, const size_histogram *all)
{
    double side[3] = {0, 0, 0};
    uint32_t first = 0, last = 0;
    for (uint32_t size = 0; size < FK_GRID_SIZE_CLASSES - 1; size++) {
        if (all->count[size] == 0)
            continue;
        double next[3] = {side[0], side[1], side[2]};
        enlarge_cell(next, all, size);
        if (last > first && fk_grid_estimate_crowd(&rows->sorted, boxes, first, last, next) > CROWD) {
            add_level(rows, boxes, first, last, side);
            first = last;
        }
        last += all->count[size];
        memcpy(side, next, sizeof side);
    }
    if (last > first)
        add_level(rows, boxes, first, last, side);
}

static fk_status hierarchical_grid_update(void *self, fk_context *context, const fk_broad_boxes *boxes,
                                          const uint32_t *changed, uint32_t changed_count,
                                          const fk_workers *workers)
{
    (void)changed, (void)changed_count, (void)workers;
    sorted_grid *rows = self;
    if (!grid_begin(rows, context, boxes, FK_GRID_SIZE_CLASSES))
        return FK_ERROR_MEMORY;
    size_histogram all;
    count_sizes(rows, boxes, &all);
    fk_sorted_boxes_sort(&rows->sorted, 0, rows->sorted.count);
    make_grids(rows, boxes, &all);
    build_rows(rows, boxes);
    return FK_OK;
}

/* Checks that the boxes of a grid are smaller than those of the next. */
static bool hierarchical_grid_is_sound(const void *self, const fk_broad_boxes *boxes)
{
    const sorted_grid *rows = self;
    const fk_sorted_box *item = rows->sorted.item;
    uint32_t done = 0, least = 0;
    for (uint32_t g = 0; g < rows->grid_count; g++) {
        const grid_level *grid = &rows->grid[g];
        if (grid->begin != done || grid->end <= done || grid->end > rows->sorted.count)
            return false;
        uint32_t above = least;
        for (; done < grid->end; done++) {
            uint32_t size = fk_grid_size_class(&item[done].box);
            if (size < least || size == FK_GRID_SIZE_CLASSES - 1)
                return false;
            above = size + 1 > above ? size + 1 : above;
        }
        least = above;
    }
    for (; done < rows->sorted.count; done++)
        if (fk_grid_size_class(&item[done].box) != FK_GRID_SIZE_CLASSES - 1)
            return false;
    return are_grid_rows_sound(rows, boxes);
}

const fk_broad_class fk_broad_hierarchical_grid = {sizeof(sorted_grid),        NULL,       grid_end,
                                                   hierarchical_grid_update,   grid_pairs, grid_visit,
                                                   hierarchical_grid_is_sound, grid_bytes};
