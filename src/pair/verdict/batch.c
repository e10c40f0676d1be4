/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on many pairs of cells. Where the processor has vectors, batch_load.inc tests a block of pairs at a time in floats,
 * one pair a lane. fk_pair_verdict decides the pairs that it leaves open, and all pairs at the plain level. */

#include "farkas/pair.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "exact/exact.h"

/* The numbers of one set of cells, as columns: three coordinates of the origin, then three of each edge. */
#define COLUMNS 12

typedef struct cell_columns {
    fk_kind kind;
    bool single; /* the columns are floats */
    size_t count;
    const void *column[COLUMNS];
} cell_columns;

typedef struct batch_job {
    cell_columns a, b;
    const fk_index_pair *pair; /* or NULL */
    size_t count;
    uint8_t *verdict;
} batch_job;

static double column_value(const cell_columns *s, int column, size_t i)
{
    const void *p = s->column[column];
    return s->single ? (double)((const float *)p)[i] : ((const double *)p)[i];
}

static void read_cell(const cell_columns *s, size_t i, fk_piece *out)
{
    double number[COLUMNS];
    for (int k = 0; k < COLUMNS; k++)
        number[k] = column_value(s, k, i);
    out->kind = s->kind;
    out->as.cell.origin = fk_vec3_make(number[0], number[1], number[2]);
    for (int k = 0; k < 3; k++)
        out->as.cell.edge[k] = fk_vec3_make(number[3 * k + 3], number[3 * k + 4], number[3 * k + 5]);
}

/* The exact verdict on one pair. */
static uint8_t exact_verdict(const batch_job *j, size_t i)
{
    fk_piece a, b;
    read_cell(&j->a, j->pair != NULL ? j->pair[i].a : i, &a);
    read_cell(&j->b, j->pair != NULL ? j->pair[i].b : i, &b);
    return (uint8_t)fk_pair_verdict(&a, &b);
}

/* Decides the pairs that are still undecided. They are few, so eight decided ones are skipped at a time. */
static void decide_undecided(const batch_job *j)
{
    size_t i = 0;
    while (i < j->count) {
        uint64_t eight = 0;
        if (j->count - i >= sizeof eight)
            memcpy(&eight, j->verdict + i, sizeof eight);
        /* Every verdict but FK_UNDECIDED has one of its two low bits set. */
        if (((eight | eight >> 1) & 0x0101010101010101u) == 0x0101010101010101u) {
            i += sizeof eight;
            continue;
        }
        if (j->verdict[i] == FK_UNDECIDED)
            j->verdict[i] = exact_verdict(j, i);
        i++;
    }
}

/* ---- In floats ----------------------------------------------------------------------------------------- */

#if FK_HAS_VECTOR

#define BLOCK   64   /* pairs that are loaded before they are tested */
#define ROW     16   /* the same for consecutive cells */
#define AHEAD   512  /* bytes by which those are prefetched */
#define CHUNK   8192 /* pairs that share one copy of their cells */
#define RECORDS 1024 /* the most cells in a copy: 64 KiB */

/* A cell lies in twelve columns, and to fetch cells in random order takes longer than to test them. Where they are few enough,
 * they are copied to the stack first, each into one cache line. */
typedef struct cell_record {
    _Alignas(64) double origin[3];
    double last; /* coordinate 2 of edge 2, which does not fit into edge[] */
    float edge[8];
} cell_record;

/* A range of `count` cells from `first`. */
typedef struct index_window {
    size_t first, count;
} index_window;

typedef struct cell_copies {
    index_window of_a, of_b;
    const cell_record *a, *b;
} cell_copies;

static void copy_cells(const cell_columns *s, index_window of, cell_record *out)
{
    for (size_t i = 0; i < of.count; i++)
        for (int k = 0; k < COLUMNS; k++) {
            double x = column_value(s, k, of.first + i);
            if (k < 3)
                out[i].origin[k] = x;
            else if (k < COLUMNS - 1)
                out[i].edge[k - 3] = (float)x;
            else
                out[i].last = x;
        }
}

/* The ranges from the least index to the greatest in a chunk of pairs. */
static void find_windows(const batch_job *j, size_t first, size_t count, index_window *a, index_window *b)
{
    uint32_t low_a = UINT32_MAX, low_b = UINT32_MAX, high_a = 0, high_b = 0;
    for (size_t i = first; i < first + count; i++) {
        low_a = low_a < j->pair[i].a ? low_a : j->pair[i].a;
        low_b = low_b < j->pair[i].b ? low_b : j->pair[i].b;
        high_a = high_a > j->pair[i].a ? high_a : j->pair[i].a;
        high_b = high_b > j->pair[i].b ? high_b : j->pair[i].b;
    }
    *a = (index_window){low_a, (size_t)(high_a - low_a) + 1};
    *b = (index_window){low_b, (size_t)(high_b - low_b) + 1};
}

static index_window join_windows(index_window x, index_window y)
{
    size_t end_x = x.first + x.count, end_y = y.first + y.count;
    size_t first = x.first < y.first ? x.first : y.first;
    return (index_window){first, (end_x > end_y ? end_x : end_y) - first};
}

static bool same_window(index_window x, index_window y)
{
    return x.first == y.first && x.count == y.count;
}

/* Copies the cells of a chunk of pairs; false when they do not fit or the copy does not pay. All cells are copied if they are
 * few enough, so that the copy serves the next chunk too. Both sets may be the same arrays. */
static bool make_copies(const batch_job *j, size_t first, size_t count, cell_record *room, cell_copies *out)
{
    bool one = memcmp(j->a.column, j->b.column, sizeof j->a.column) == 0;
    index_window a = {0, j->a.count}, b = {0, j->b.count};
    if (a.count > RECORDS || b.count > (one ? RECORDS : RECORDS - a.count))
        find_windows(j, first, count, &a, &b);
    if (one)
        a = b = join_windows(a, b);
    size_t cells = one ? a.count : a.count + b.count;
    if (cells > RECORDS || cells > 2 * count)
        return false;
    if (same_window(a, out->of_a) && same_window(b, out->of_b))
        return true;
    *out = (cell_copies){a, b, room, one ? room : room + a.count};
    copy_cells(&j->a, a, room);
    if (!one)
        copy_cells(&j->b, b, room + a.count);
    return true;
}

/* The cells of a block of pairs. */
typedef struct block_cells {
    size_t base; /* added to all indices */
    uint32_t a[BLOCK], b[BLOCK];
    bool in_rows; /* each index is one more than that before */
} block_cells;

#endif

/* Leaves everything undecided. */
static void try_floats_plain(const batch_job *j)
{
    memset(j->verdict, FK_UNDECIDED, j->count);
}

/* The axes are short loops over numbers in registers that must be unrolled, which gcc does not do with -O2. */
#if defined(__OPTIMIZE__) && !defined(__clang__) && defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("O3")
#endif
#define FK_LEVEL_FILE "pair/verdict/batch_load.inc"
#include "base/cpu_levels.inc"
#if defined(__OPTIMIZE__) && !defined(__clang__) && defined(__GNUC__)
#pragma GCC pop_options
#endif

typedef void float_filter(const batch_job *j);
static float_filter *const try_floats[FK_CPU_COUNT] = FK_LEVELS(try_floats);

/* ---- Doubles and floats -------------------------------------------------------------------------------- */

static bool is_cell_kind(fk_kind kind)
{
    return kind == FK_KIND_BOX || kind == FK_KIND_TETRA;
}

/* The loop has no early exit, so that compilers vectorise it. */
static bool indices_in_range(const fk_index_pair *pair, size_t count, size_t count_a, size_t count_b)
{
    if (pair == NULL || count == 0)
        return count <= count_a && count <= count_b;
    if (count_a == 0 || count_b == 0)
        return false;
    uint32_t last_a = count_a - 1 < UINT32_MAX ? (uint32_t)(count_a - 1) : UINT32_MAX;
    uint32_t last_b = count_b - 1 < UINT32_MAX ? (uint32_t)(count_b - 1) : UINT32_MAX;
    uint32_t beyond = 0;
    for (size_t i = 0; i < count; i++)
        beyond |= (uint32_t)(pair[i].a > last_a) | (uint32_t)(pair[i].b > last_b);
    return beyond == 0;
}

static fk_status decide_batch(const batch_job *j)
{
    if (!is_cell_kind(j->a.kind) || !is_cell_kind(j->b.kind) ||
        !indices_in_range(j->pair, j->count, j->a.count, j->b.count))
        return FK_ERROR_ARGUMENT;
    if (j->count > 0)
        try_floats[fk_cpu_level()](j);
    decide_undecided(j);
    return FK_OK;
}

static cell_columns columns_of_cells(const fk_cells *cells)
{
    cell_columns s = {.kind = cells->kind, .single = false, .count = cells->count};
    for (int k = 0; k < COLUMNS; k++)
        s.column[k] = k < 3 ? cells->origin[k] : cells->edge[k / 3 - 1][k % 3];
    return s;
}

static cell_columns columns_of_floats(const fk_cells_float *cells)
{
    cell_columns s = {.kind = cells->kind, .single = true, .count = cells->count};
    for (int k = 0; k < COLUMNS; k++)
        s.column[k] = k < 3 ? cells->origin[k] : cells->edge[k / 3 - 1][k % 3];
    return s;
}

fk_status fk_cells_verdict(const fk_cells *a, const fk_cells *b, const fk_index_pair *pair, size_t count,
                           uint8_t *verdict)
{
    batch_job j = {columns_of_cells(a), columns_of_cells(b), pair, count, verdict};
    return decide_batch(&j);
}

fk_status fk_cells_verdict_float(const fk_cells_float *a, const fk_cells_float *b, const fk_index_pair *pair,
                                 size_t count, uint8_t *verdict)
{
    batch_job j = {columns_of_floats(a), columns_of_floats(b), pair, count, verdict};
    return decide_batch(&j);
}
