/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas bench world` prints: rows as a table and as JSON, and records. */

#include "bench/bench_world.h"
#include "bench/record.h"
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* What is wrong with a row, in a few words; "" where nothing is. */
static const char *wrong_words(const world_result *row, char text[96])
{
    text[0] = '\0';
    if (row->trouble != NULL)
        snprintf(text, 96, "%s", row->trouble);
    else if (row->wrong > 0)
        snprintf(text, 96, "wrong in %" PRIu32 " of %" PRIu32 " steps", row->wrong, row->steps);
    return text;
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static void print_row(const world_result *row)
{
    char wrong[96];
    if (row->trouble != NULL) {
        cli_print("  %-20s %s\n", row->method, row->trouble);
        return;
    }
    cli_print("  %-20s", row->method);
    for (int k = 0; k < WORLD_TIMES; k++)
        cli_print(" %12.1f", 1e-3 * row->ns[k]);
    cli_print(" %10.2f %11.1f %6" PRIu32 "  %08" PRIx32 "  %s\n", row->ns[WORLD_MEAN] / fmax(row->pairs, 1),
              (double)row->bytes / row->bodies, row->steps, row->hash,
              row->wrong > 0 ? wrong_words(row, wrong) : "0");
}

void world_print_table(const world_results *results, size_t first)
{
    if (first < results->count) {
        const world_result *row = &results->row[first];
        cli_print("%s: %" PRIu32
                  " boxes, %.0f pairs\n  %-20s %12s %12s %12s %12s %10s %11s %6s  %-8s  wrong\n",
                  row->scene, row->bodies, row->pairs, "method", "us a step", "median", "slowest",
                  "first step", "ns a pair", "bytes a box", "steps", "answers");
    }
    for (size_t i = first; i < results->count; i++)
        print_row(&results->row[i]);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

void world_print_json(const world_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const world_result *row = &results->row[i];
        cli_print("{\"scene\":\"%s\",\"method\":\"%s\",\"library\":\"%s\",\"boxes\":%" PRIu32
                  ",\"steps\":%" PRIu32 ",\"pairs\":%.17g",
                  row->scene, row->method, row->library, row->bodies, row->steps, row->pairs);
        cli_print(",\"ns\":{\"mean\":%.6g,\"median\":%.6g,\"slowest\":%.6g,\"first\":%.6g}",
                  row->ns[WORLD_MEAN], row->ns[WORLD_MEDIAN], row->ns[WORLD_SLOWEST], row->ns[WORLD_FIRST]);
        cli_print(",\"bytes\":%" PRIu64 ",\"wrong\":%" PRIu32 ",\"hash\":\"%08" PRIx32
                  "\",\"trouble\":%s%s%s}\n",
                  row->bytes, row->wrong, row->hash, row->trouble != NULL ? "\"" : "",
                  row->trouble != NULL ? row->trouble : "null", row->trouble != NULL ? "\"" : "");
    }
}

void world_print_shapes(const world_shapes *shapes, bool as_json)
{
    if (shapes->count > 0 && !as_json)
        cli_print("shapes on a ground of triangles\n  %-20s %-31s %8s %12s %8s %9s  answers\n", "shapes",
                  "method", "bodies", "us a step", "pairs", "contacts");
    for (const world_shapes_row *row = shapes->row; row < shapes->row + shapes->count; row++)
        cli_print(as_json ? "{\"scene\":\"shapes\",\"shape\":\"%s\",\"method\":\"%s\",\"bodies\":%" PRIu32
                            ",\"us\":%.6g,\"pairs\":%" PRIu32 ",\"contacts\":%" PRIu32
                            ",\"hash\":\"%08" PRIx32 "\"}\n"
                          : "  %-20s %-31s %8" PRIu32 " %12.1f %8" PRIu32 " %9" PRIu32 "  %08" PRIx32 "\n",
                  row->scene, row->by, row->bodies, row->microseconds, row->pairs, row->contacts, row->hash);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static bench_record *add_record(bench_records *records, const world_result *row, const char *work,
                                const char *unit, double value)
{
    bench_record *out = bench_record_add(records, "world", work, row->what, row->method);
    snprintf(out->unit, sizeof out->unit, "%s", unit);
    out->size = row->bodies;
    out->value = value;
    return out;
}

/* A step is the mean of those after the first; a pair is that by how many were found. */
static void add_row(bench_records *records, const world_result *row)
{
    double mean = row->ns[WORLD_MEAN] > 0 ? row->ns[WORLD_MEAN] : (double)NAN;
    bench_record *step = add_record(records, row, "step", "µs", 1e-3 * mean);
    wrong_words(row, step->wrong);
    if (row->trouble != NULL)
        return;
    step->answers = row->hash;
    add_record(records, row, "slowest step", "µs", 1e-3 * row->ns[WORLD_SLOWEST]);
    add_record(records, row, "pair", "ns", mean / fmax(row->pairs, 1));
    add_record(records, row, "first step", "µs", 1e-3 * row->ns[WORLD_FIRST]);
    add_record(records, row, "bytes", "bytes", (double)row->bytes / row->bodies);
}

static void add_shapes(bench_records *records, const world_shapes_row *row)
{
    bool is_mixed = strcmp(row->scene, "mixed") == 0;
    bench_record *out = bench_record_add(records, "world", is_mixed ? "step of shapes" : "step of a shape",
                                         row->scene, row->by);
    snprintf(out->unit, sizeof out->unit, "µs");
    out->size = row->bodies;
    out->value = row->is_timed ? row->microseconds : (double)NAN;
    out->answers = row->hash;
}

bool world_write_records(const world_results *results, const world_shapes *shapes, const char *folder)
{
    bench_records records = {0};
    for (size_t i = 0; i < results->count; i++)
        add_row(&records, &results->row[i]);
    for (size_t i = 0; i < shapes->count; i++)
        add_shapes(&records, &shapes->row[i]);
    bench_about_run(&records, "world", results->rounds);
    if (results->count > 0)
        bench_about_libraries(&records, "world", results->row->library, sizeof *results->row, results->count);
    if (results->rounds == 0)
        bench_records_forget_times(&records);
    bool good = bench_records_write(&records, "world", folder);
    bench_records_free(&records);
    return good;
}
