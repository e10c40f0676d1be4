/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas bench mesh` prints: rows as a table, as CSV and JSON, and as records. */

#include "bench/bench_mesh.h"
#include "bench/record.h"
#include "cli.h"

#include <inttypes.h>
#include <string.h>

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool is_split(const mesh_result *row)
{
    return strcmp(row->work, "split") == 0;
}

/* What a count counts. */
static const char *count_word(const mesh_result *row)
{
    bool is_file = strcmp(row->work, "load") == 0 || strcmp(row->work, "large") == 0;
    return is_split(row) ? "pieces" : is_file ? "triangles" : "vertices";
}

/* The volume of all pieces against that of the solid, in percent; 0 where it is not told. */
static double pieces_percent(const mesh_result *row)
{
    return is_split(row) && row->solid_volume > 0 ? 100 * row->volume / row->solid_volume : 0;
}

void mesh_print_table(const mesh_results *results, size_t first)
{
    if (first < results->count)
        cli_print("%s, %s of %" PRIu64 " %s\n  %-16s %12s  %-25s %10s\n", results->row[first].scene,
                  results->row[first].work, results->row[first].items,
                  strcmp(results->row[first].work, "hull") == 0 ? "points" : "triangles", "method", "ms",
                  "spread", count_word(&results->row[first]));
    for (size_t i = first; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        char spread[64], volume[48] = "";
        snprintf(spread, sizeof spread, "%.3f to %.3f", 1e3 * row->low, 1e3 * row->high);
        if (is_split(row))
            snprintf(volume, sizeof volume, "  %.1f%% of its volume", pieces_percent(row));
        cli_print("  %-16s %12.3f  %-25s %10" PRIu64 "%s%s\n", row->method, 1e3 * row->seconds, spread,
                  row->count, row->is_right ? "" : "  wrong", volume);
    }
}

void mesh_print_csv(const mesh_results *results, size_t first)
{
    if (first == 0)
        cli_print("scene,work,method,library,items,seconds,low,high,count,bytes,percent,right\n");
    for (size_t i = first; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        cli_print("%s,%s,%s,%s,%" PRIu64 ",%.9g,%.9g,%.9g,%" PRIu64 ",%" PRIu64 ",%.6g,%d\n", row->scene,
                  row->work, row->method, row->library, row->items, row->seconds, row->low, row->high,
                  row->count, row->bytes, pieces_percent(row), row->is_right);
    }
}

void mesh_print_json(const mesh_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        cli_print("{\"scene\":\"%s\",\"work\":\"%s\",\"method\":\"%s\",\"library\":\"%s\",\"items\":%" PRIu64
                  ",\"seconds\":%.9g,\"low\":%.9g,\"high\":%.9g,\"count\":%" PRIu64 ",\"bytes\":%" PRIu64
                  ",\"percent\":%.6g,\"right\":%s}\n",
                  row->scene, row->work, row->method, row->library, row->items, row->seconds, row->low,
                  row->high, row->count, row->bytes, pieces_percent(row), row->is_right ? "true" : "false");
    }
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static bench_record *add_record(bench_records *records, const mesh_result *row, const char *work,
                                const char *unit, double value)
{
    bench_record *out = bench_record_add(records, "mesh", work, row->what, row->method);
    snprintf(out->unit, sizeof out->unit, "%s", unit);
    out->size = (double)row->size;
    out->value = value;
    return out;
}

static void add_time(bench_records *records, const mesh_result *row)
{
    bench_record *out = add_record(records, row, row->work, "ms", 1e3 * row->seconds);
    out->low = 1e3 * row->low;
    out->high = 1e3 * row->high;
    if (!row->is_right)
        snprintf(out->wrong, sizeof out->wrong, "%" PRIu64 " of %" PRIu64 " %s", row->count, row->items,
                 count_word(row));
}

/* What is counted beside the time. A mesh stands beside its lists alone: 24 bytes a vertex and 12 a triangle. */
static void add_counts(bench_records *records, const mesh_result *row, const mesh_result *load, bool is_quick)
{
    if (is_split(row)) {
        add_record(records, row, "pieces", "", (double)row->count);
        add_record(records, row, "volume of the pieces", "%", pieces_percent(row));
    } else if (strcmp(row->work, "large") == 0) {
        add_record(records, row, "seconds a gigabyte", "s",
                   1e9 * row->seconds / (84 + 50 * (double)row->items));
        if (!is_quick) /* whose file is smaller than the program */
            add_record(records, row, "most memory", "ratio", (double)row->most_bytes / (double)row->bytes);
    } else if (load != NULL)
        add_record(records, load, "bytes beside its lists", "ratio",
                   (double)load->bytes / (24 * (double)row->count + 12 * (double)load->count));
}

/* How the same one has read the mesh that it welds in this row; NULL where that, or its memory, is not known. */
static const mesh_result *find_load(const mesh_results *results, const mesh_result *weld)
{
    for (size_t i = 0; strcmp(weld->work, "weld") == 0 && i < results->count; i++) {
        const mesh_result *row = &results->row[i];
        if (strcmp(row->work, "load") == 0 && strcmp(row->scene, weld->scene) == 0 &&
            strcmp(row->method, weld->method) == 0)
            return row->bytes > 0 ? row : NULL;
    }
    return NULL;
}

bool mesh_write_records(const mesh_results *results, const char *folder)
{
    bench_records records = {0};
    const mesh_result *row = results->row;
    for (size_t i = 0; i < results->count; i++) {
        add_time(&records, &row[i]);
        add_counts(&records, &row[i], find_load(results, &row[i]), results->rounds == 0);
    }
    bench_about_run(&records, "mesh", results->rounds);
    bench_about_libraries(&records, "mesh", row->library, sizeof *row, results->count);
    if (results->rounds == 0)
        bench_records_forget_times(&records);
    bool good = bench_records_write(&records, "mesh", folder);
    bench_records_free(&records);
    return good;
}
