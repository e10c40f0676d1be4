/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas bench world` prints: rows and bars, as a table and as JSON. */

#include "bench_world.h"
#include "cli.h"

#include <inttypes.h>
#include <math.h>

const char *world_wrong_words(const world_result *row)
{
    static char text[64];
    text[0] = '\0';
    if (row->trouble != NULL)
        snprintf(text, sizeof text, "%s", row->trouble);
    else if (row->wrong > 0)
        snprintf(text, sizeof text, "wrong in %" PRIu32 " of %" PRIu32 " steps", row->wrong, row->steps);
    return text;
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static void print_row(const world_result *row)
{
    if (row->trouble != NULL) {
        cli_print("  %-20s %s\n", row->method, row->trouble);
        return;
    }
    cli_print("  %-20s", row->method);
    for (int k = 0; k < WORLD_TIMES; k++)
        cli_print(" %12.1f", 1e-3 * row->ns[k]);
    cli_print(" %10.2f %11.1f %6" PRIu32 "  %08" PRIx32 "  %s\n", row->ns[WORLD_MEAN] / fmax(row->pairs, 1),
              (double)row->bytes / row->bodies, row->steps, row->hash,
              row->wrong > 0 ? world_wrong_words(row) : "0");
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

void world_print_bars(const world_results *results)
{
    world_bar bar[WORLD_BARS];
    size_t count = world_judge(results, bar);
    if (count > 0)
        cli_print("bars\n");
    for (size_t i = 0; i < count; i++)
        cli_print("  %-56s %10.2f  %s %g%s  %s\n", bar[i].name, bar[i].value,
                  bar[i].is_least ? "at least" : "at most", bar[i].limit > 0 ? bar[i].limit : bar[i].goal,
                  bar[i].limit > 0 ? "" : " (a goal)", world_bar_is_met(&bar[i]) ? "met" : "not met");
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

void world_print_json_bars(const world_results *results)
{
    world_bar bar[WORLD_BARS];
    size_t count = world_judge(results, bar);
    for (size_t i = 0; i < count; i++)
        cli_print("{\"bar\":\"%s\",\"value\":%.6g,\"%s\":%.6g,\"goal\":%s,\"met\":%s}\n", bar[i].name,
                  bar[i].value, bar[i].is_least ? "least" : "most",
                  bar[i].limit > 0 ? bar[i].limit : bar[i].goal, bar[i].limit > 0 ? "false" : "true",
                  world_bar_is_met(&bar[i]) ? "true" : "false");
}
