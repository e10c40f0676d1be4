/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Results of the benchmark as a table to read, as CSV and as JSON, one object per line. */

#include "bench/bench.h"
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_ns(double ns)
{
    if (ns > 0)
        cli_print(ns < 100 ? "  %8.1f" : "  %8.0f", ns);
    else
        cli_print("  %8s", "-");
}

void bench_format_wrong(const bench_result *row, char text[96])
{
    size_t length = 0;
    const struct {
        size_t count;
        const char *word;
    } part[] = {{row->false_hits, "FP"},
                {row->missed, "FN"},
                {row->undecided, "undecided"},
                {row->hung, "hung"},
                {row->crashed, "crashed"}};
    text[0] = '\0';
    for (int i = 0; i < 5 && length < 96; i++)
        if (part[i].count > 0)
            length += (size_t)snprintf(text + length, 96 - length, "%s%zu %s", length > 0 ? ", " : "",
                                       part[i].count, part[i].word);
}

static bool is_same_scene(const bench_result *a, const bench_result *b)
{
    return strcmp(a->family, b->family) == 0 && strcmp(a->kinds, b->kinds) == 0 &&
           strcmp(a->work, b->work) == 0;
}

void bench_print_table(const bench_results *results, size_t first)
{
    bool counted = false; /* whether there is a column of instructions */
    for (size_t i = first; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        if (i == 0 || !is_same_scene(row, row - 1)) {
            cli_print("%s%s, %s, %s: %zu pairs, %zu meet\n", i > 0 ? "\n" : "", row->family, row->kinds,
                      row->work, row->pairs, row->hits);
            cli_print("  %-16s  %8s  %8s  %8s  %-17s  %-8s", "method", "ns", "hits", "misses", "spread",
                      "answers");
            counted = row->instructions > 0;
            cli_print("%s  %s\n", counted ? "  instructions" : "", "wrong");
        }
        char wrong[96], spread[40] = "-";
        bench_format_wrong(row, wrong);
        if (row->ns[BENCH_ALL].median > 0)
            snprintf(spread, sizeof spread, row->ns[BENCH_ALL].high < 100 ? "%.1f to %.1f" : "%.0f to %.0f",
                     row->ns[BENCH_ALL].low, row->ns[BENCH_ALL].high);
        cli_print("  %-16s", row->method);
        for (int part = 0; part < BENCH_PARTS; part++)
            print_ns(row->ns[part].median);
        cli_print("  %-17s  %08" PRIx32, spread, row->hash);
        if (row->instructions > 0)
            cli_print("  %12.0f", row->instructions);
        else if (counted)
            cli_print("  %12s", "-");
        cli_print("  %s\n", wrong[0] != '\0' ? wrong : "0");
    }
}

void bench_print_csv(const bench_results *results, size_t first)
{
    if (first == 0)
        cli_print(
            "family,kinds,work,method,library,pairs,meet,ns,ns_low,ns_high,ns_hits,ns_misses,instructions,"
            "false_hits,missed,undecided,hung,crashed,hash\n");
    for (size_t i = first; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        const bench_time *all = &row->ns[BENCH_ALL];
        cli_print("%s,\"%s\",%s,%s,%s,%zu,%zu,%.3f,%.3f,%.3f,", row->family, row->kinds, row->work,
                  row->method, row->library, row->pairs, row->hits, all->median, all->low, all->high);
        cli_print("%.3f,%.3f,%.1f,%zu,%zu,%zu,%zu,%zu,%08" PRIx32 "\n", row->ns[BENCH_HITS].median,
                  row->ns[BENCH_MISSES].median, row->instructions, row->false_hits, row->missed,
                  row->undecided, row->hung, row->crashed, row->hash);
    }
}

static void print_time(const char *name, const bench_time *time)
{
    if (time->median > 0)
        cli_print(",\"%s\":{\"median\":%.3f,\"low\":%.3f,\"high\":%.3f}", name, time->median, time->low,
                  time->high);
}

void bench_print_json(const bench_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        cli_print("{\"family\":\"%s\",\"kinds\":\"%s\",\"work\":\"%s\",\"method\":\"%s\",\"library\":\"%s\","
                  "\"pairs\":%zu,\"meet\":%zu",
                  row->family, row->kinds, row->work, row->method, row->library, row->pairs, row->hits);
        print_time("ns", &row->ns[BENCH_ALL]);
        print_time("ns_hits", &row->ns[BENCH_HITS]);
        print_time("ns_misses", &row->ns[BENCH_MISSES]);
        if (row->instructions > 0)
            cli_print(",\"instructions\":%.1f", row->instructions);
        cli_print(",\"false_hits\":%zu,\"missed\":%zu,\"undecided\":%zu,\"hung\":%zu,\"crashed\":%zu,"
                  "\"hash\":\"%08" PRIx32 "\"}\n",
                  row->false_hits, row->missed, row->undecided, row->hung, row->crashed, row->hash);
    }
}
