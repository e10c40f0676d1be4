/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench cells: the search of trees of cells beside the printed one. `farkas papers fm-speed` measures the tori of
 * the paper in the same way. */

#include "bench/bench_cells.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "bench/record.h"
#include "papers/cells_speed.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>

static const struct option options[] = {BENCH_COMMON_OPTIONS, CLI_COMMON_OPTIONS};

static bool read_option(int option, void *user)
{
    return bench_read_option(option, user);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static const char *const by[TORI_WAYS] = {"as printed", "printed, made right", "Farkas, two levels",
                                          "Farkas, more levels"};

/* The mean time of some objects, by each way; numbers of hits are sums, or means with a digit behind the point. */
static void add_records(bench_records *records, const char *work, const char *scene, double size,
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

static bool write_records(const cells_results *r, const char *folder)
{
    bench_records records = {0};
    for (size_t i = 0; i < r->many; i++) {
        const cells_row *row = &r->row[i];
        bool is_new = i == 0 || row->nodes != row[-1].nodes || row->first != row[-1].first;
        cells_row mean = is_new ? cells_set_mean(r, row->nodes, row->first) : (cells_row){0};
        add_records(&records, row->first ? "first hits" : "complete list", "one of 100 tori", row->nodes,
                    &mean);
    }
    for (size_t i = r->many; i < r->count; i++) {
        bool is_new = i == r->many || r->row[i].tori != r->row[i - 1].tori;
        cells_row mean = is_new ? cells_equal_hits(r, r->row[i].tori) : (cells_row){0};
        add_records(&records, "first hits", "tori of 201 nodes, equal hits", r->row[i].tori, &mean);
    }
    bench_record *bytes = bench_record_add(&records, "cells", "bytes", "a node", "Farkas");
    snprintf(bytes->unit, sizeof bytes->unit, "bytes");
    bytes->value = r->bytes;
    bench_about_run(&records, "cells", 0);
    bool good = bench_records_write(&records, "cells", folder);
    bench_records_free(&records);
    return good;
}

int bench_cells_verb(int argc, char **argv)
{
    bench_options s = {0};
    int status;
    cli_syntax syntax = {"bench cells", bench_help("cells"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    cells_results *results = malloc(sizeof *results);
    if (results == NULL)
        return cli_trouble("out of memory");
    double begin = fk_clock_seconds();
    bool good = cells_speed_run(s.quick, results);
    if (good && s.form == BENCH_JSON)
        cells_print_json(results);
    else if (good)
        cells_print_table(results);
    good = good && (s.out == NULL || write_records(results, s.out));
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", results->count, fk_clock_seconds() - begin);
    free(results);
    return good ? CLI_OK : CLI_TROUBLE;
}
