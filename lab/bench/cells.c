/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench cells: compares the search of trees of cells with the printed search. `farkas papers fm-speed` measures the tori of the
 * paper in the same way. */

#include "bench/bench.h"
#include "papers/cells_speed.h"

#include <math.h>
#include <stdlib.h>

static const char *const by[TORI_WAYS] = {"as printed", "printed, made right", "Farkas, two levels",
                                          "Farkas, more levels"};

/* Adds the mean time over some objects for each search. Numbers of hits are sums, or means with one decimal. */
static void add_search_records(bench_records *records, const char *work, const char *scene, double size,
                               const cells_row *row)
{
    int digits = row->hits == floor(row->hits) ? 0 : 1;
    for (int way = 0; way < TORI_WAYS && row->objects > 0; way++) {
        bench_record *out = bench_record_add(records, "cells", work, scene, by[way]);
        snprintf(out->unit, sizeof out->unit, "ms");
        out->size = size;
        out->value = 1e3 * row->seconds[way];
        if (way != TORI_PRINTED)
            out->answers = row->hash;
        else if (row->lost > 0 || row->made_up > 0)
            snprintf(out->wrong, sizeof out->wrong, "%.*f of %.*f lost, %.*f made up", digits, row->lost,
                     digits, row->hits, digits, row->made_up);
    }
}

static void add_all(const cells_results *r, bench_records *records)
{
    for (size_t i = 0; i < r->many; i++) {
        const cells_row *row = &r->row[i];
        bool is_new = i == 0 || row->nodes != row[-1].nodes || row->first != row[-1].first;
        cells_row mean = is_new ? cells_set_mean(r, row->nodes, row->first) : (cells_row){0};
        add_search_records(records, row->first ? "first hits" : "complete list", "one of 100 tori",
                           row->nodes, &mean);
    }
    for (size_t i = r->many; i < r->count; i++) {
        bool is_new = i == r->many || r->row[i].tori != r->row[i - 1].tori;
        cells_row mean = is_new ? cells_equal_hits(r, r->row[i].tori) : (cells_row){0};
        add_search_records(records, "first hits", "tori of 201 nodes, equal hits", r->row[i].tori, &mean);
    }
    bench_record *bytes = bench_record_add(records, "cells", "bytes", "a node", "Farkas");
    snprintf(bytes->unit, sizeof bytes->unit, "bytes");
    bytes->value = r->bytes;
}

static bool run_scenes(bench_run *run)
{
    cells_results *results = bench_allocate(1, sizeof *results);
    bool good = cells_speed_run(run->options->quick, results);
    if (good && run->options->form == BENCH_JSON)
        cells_print_json(results);
    else if (good)
        cells_print_table(results);
    run->printed_rows = results->count;
    if (good)
        add_all(results, &run->records);
    free(results);
    return good;
}

const bench_section bench_cells = {
    .name = "cells", .options = " quick json out ", .tells_quick_rounds = true, .run = run_scenes};
