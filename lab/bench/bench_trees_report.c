/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas bench trees` prints: rows as a table, as CSV and as JSON, and records. */

#include "bench/bench_trees.h"
#include "bench/record.h"
#include "cli.h"

#include <inttypes.h>
#include <string.h>

/* What is wrong with a row, in a few words; "" where nothing is. */
static const char *wrong_words(const trees_result *row, char text[96])
{
    text[0] = '\0';
    if (row->trouble != NULL)
        snprintf(text, 96, "%s", row->trouble);
    else if (strcmp(row->work, "distance") == 0 && row->wrong > 0)
        snprintf(text, 96, "%" PRIu64 " wrong, by up to %.1e of the size", row->wrong, row->error);
    else if (strcmp(row->work, "pairs") == 0 && row->wrong > 0)
        snprintf(text, 96, "%" PRIu64 " wrong (%" PRIu64 " too many, %" PRIu64 " too few)", row->wrong,
                 row->false_hits, row->missed);
    else if (row->wrong > 0)
        snprintf(text, 96, "%" PRIu64 " FP, %" PRIu64 " FN", row->false_hits, row->missed);
    return text;
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static void print_head(const trees_result *row)
{
    if (strcmp(row->work, "build") == 0)
        cli_print("%s, build: %" PRIu64 " triangles\n  %-24s %12s  %-25s %14s\n", row->scene, row->triangles,
                  "method", "ns/triangle", "spread", "bytes/triangle");
    else
        cli_print("%s, %s: %" PRIu64 " triangles\n  %-24s %12s %12s %12s  %-25s %9s  wrong of %" PRIu64 "\n",
                  row->scene, row->work, row->triangles, "method", "us", "hits", "misses", "spread",
                  "answers", row->questions);
}

static void print_build(const trees_result *row, const char *spread)
{
    cli_print("  %-24s %12.1f  %-25s %14.1f\n", row->method, row->ns[BENCH_ALL].median, spread,
              (double)row->bytes / (double)row->triangles);
}

/* Microseconds in a column; empty where nothing was timed. */
static void print_part(const bench_time *time)
{
    if (time->median > 0)
        cli_print(" %12.3f", 1e-3 * time->median);
    else
        cli_print(" %12s", "");
}

static void print_row(const trees_result *row)
{
    const bench_time *ns = row->ns;
    bool is_build = strcmp(row->work, "build") == 0;
    double unit = is_build ? 1 : 1e-3;
    char spread[64], hash[16] = "", wrong[96];
    snprintf(spread, sizeof spread, "%.3f to %.3f", unit * ns[BENCH_ALL].low, unit * ns[BENCH_ALL].high);
    if (strcmp(row->work, "distance") != 0)
        snprintf(hash, sizeof hash, "%08" PRIx32, row->hash);
    if (row->trouble != NULL)
        cli_print("  %-24s %s\n", row->method, row->trouble);
    else if (is_build)
        print_build(row, spread);
    else {
        cli_print("  %-24s", row->method);
        for (int part = 0; part < BENCH_PARTS; part++)
            print_part(&ns[part]);
        cli_print("  %-25s %9s  %s\n", spread, hash, row->wrong > 0 ? wrong_words(row, wrong) : "0");
    }
}

void trees_print_table(const trees_results *results, size_t first)
{
    if (first < results->count)
        print_head(&results->row[first]);
    for (size_t i = first; i < results->count; i++)
        print_row(&results->row[i]);
}

/* ---- CSV and JSON -------------------------------------------------------------------------------------- */

void trees_print_csv(const trees_results *results, size_t first)
{
    if (first == 0)
        cli_print("scene,work,method,library,triangles,questions,ns,low,high,ns_hits,ns_misses,bytes,"
                  "false_hits,missed,wrong,error,pairs,hash,trouble\n");
    for (size_t i = first; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        const bench_time *ns = row->ns;
        cli_print("%s,%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%.6g,%.6g,%.6g,%.6g,%.6g,%" PRIu64 ",%" PRIu64
                  ",%" PRIu64 ",%" PRIu64 ",%.3g,%" PRIu64 ",%08" PRIx32 ",%s\n",
                  row->scene, row->work, row->method, row->library, row->triangles, row->questions,
                  ns[BENCH_ALL].median, ns[BENCH_ALL].low, ns[BENCH_ALL].high, ns[BENCH_HITS].median,
                  ns[BENCH_MISSES].median, row->bytes, row->false_hits, row->missed, row->wrong, row->error,
                  row->pairs, row->hash, row->trouble != NULL ? row->trouble : "");
    }
}

static void print_json_time(const char *name, const bench_time *time)
{
    if (time->median > 0)
        cli_print("\"%s\":{\"median\":%.6g,\"low\":%.6g,\"high\":%.6g},", name, time->median, time->low,
                  time->high);
}

void trees_print_json(const trees_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const trees_result *row = &results->row[i];
        cli_print("{\"scene\":");
        cli_print_json_string(row->scene);
        cli_print(",\"work\":\"%s\",\"method\":\"%s\",\"library\":\"%s\",\"triangles\":%" PRIu64
                  ",\"questions\":%" PRIu64 ",",
                  row->work, row->method, row->library, row->triangles, row->questions);
        print_json_time("ns", &row->ns[BENCH_ALL]);
        print_json_time("ns_hits", &row->ns[BENCH_HITS]);
        print_json_time("ns_misses", &row->ns[BENCH_MISSES]);
        cli_print("\"bytes\":%" PRIu64 ",\"false_hits\":%" PRIu64 ",\"missed\":%" PRIu64 ",\"wrong\":%" PRIu64
                  ",\"error\":%.3g,\"pairs\":%" PRIu64 ",\"hash\":\"%08" PRIx32 "\",\"trouble\":%s%s%s}\n",
                  row->bytes, row->false_hits, row->missed, row->wrong, row->error, row->pairs, row->hash,
                  row->trouble != NULL ? "\"" : "", row->trouble != NULL ? row->trouble : "null",
                  row->trouble != NULL ? "\"" : "");
    }
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static bench_record *add_record(bench_records *records, const trees_result *row, const char *work,
                                const char *unit)
{
    bench_record *out = bench_record_add(records, "trees", work, row->what, row->method);
    snprintf(out->unit, sizeof out->unit, "%s", unit);
    out->size = (double)row->size;
    return out;
}

static void set_time(bench_record *out, const bench_time *ns, double by)
{
    out->value = by * ns->median;
    out->low = by * ns->low;
    out->high = by * ns->high;
}

/* The whole time of building in ms, bytes a triangle; others in microseconds a question, those that meet and those that do not also
 * apart. */
static void add_row(bench_records *records, const trees_result *row)
{
    bool is_build = strcmp(row->work, "build") == 0;
    bench_record *all = add_record(records, row, row->work, is_build ? "ms" : "µs");
    if (row->trouble == NULL)
        set_time(all, &row->ns[BENCH_ALL], is_build ? 1e-6 * (double)row->triangles : 1e-3);
    wrong_words(row, all->wrong);
    if (row->trouble == NULL && !is_build && strcmp(row->work, "distance") != 0)
        all->answers = row->hash;
    if (is_build && row->trouble == NULL)
        add_record(records, row, "bytes", "bytes")->value = (double)row->bytes / (double)row->triangles;
    for (int part = BENCH_HITS; part < BENCH_PARTS; part++)
        if (row->ns[part].median > 0) {
            char work[40];
            snprintf(work, sizeof work, "%s, %s", row->work, part == BENCH_HITS ? "hits" : "misses");
            set_time(add_record(records, row, work, "µs"), &row->ns[part], 1e-3);
        }
}

bool trees_write_records(const trees_results *results, const char *folder)
{
    bench_records records = {0};
    for (size_t i = 0; i < results->count; i++)
        add_row(&records, &results->row[i]);
    bench_about_run(&records, "trees", results->rounds);
    bench_about_libraries(&records, "trees", results->row->library, sizeof *results->row, results->count);
    if (results->rounds == 0)
        bench_records_forget_times(&records);
    bool good = bench_records_write(&records, "trees", folder);
    bench_records_free(&records);
    return good;
}
