/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Results of `farkas bench motion`: a table, lines of JSON, and records. */

#include "bench/bench_motion.h"
#include "bench/record.h"
#include "cli.h"

#include <inttypes.h>
#include <string.h>

/* ---- Rows ---------------------------------------------------------------------------------------------- */

/* What is wrong with a row; "" where nothing is. */
static const char *wrong_words(const motion_result *row, char text[96])
{
    text[0] = '\0';
    if (row->trouble != NULL)
        return row->trouble;
    if (row->wrong > 0 && row->missed > 0)
        snprintf(text, 96, "%" PRIu64 " wrong, %" PRIu64 " of them missed", row->wrong, row->missed);
    else if (row->wrong > 0)
        snprintf(text, 96, "%" PRIu64 " wrong", row->wrong);
    return text;
}

void motion_print_table(const motion_results *results, size_t first)
{
    char text[96];
    for (size_t i = first; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        if (i == first)
            cli_print("%s%s, %s: %" PRIu64 " triangles, %" PRIu64 " questions, %" PRIu64 " with yes\n",
                      i > 0 ? "\n" : "", row->scene, row->work, row->triangles, row->questions, row->hits);
        cli_print("  %-30s %12.3f us   %s\n", row->method, row->us.median, wrong_words(row, text));
    }
}

void motion_print_json(const motion_results *results, size_t first)
{
    for (size_t i = first; i < results->count; i++) {
        const motion_result *row = &results->row[i];
        cli_print(
            "{\"scene\":\"%s\",\"work\":\"%s\",\"method\":\"%s\",\"library\":\"%s\",\"triangles\":%" PRIu64
            ",\"questions\":%" PRIu64 ",\"yes\":%" PRIu64 ",\"us\":%.4g,\"wrong\":%" PRIu64
            ",\"missed\":%" PRIu64 ",\"answers\":\"%08" PRIx32 "\",\"trouble\":%s%s%s}\n",
            row->scene, row->work, row->method, row->library, row->triangles, row->questions, row->hits,
            row->us.median, row->wrong, row->missed, row->hash, row->trouble != NULL ? "\"" : "",
            row->trouble != NULL ? row->trouble : "null", row->trouble != NULL ? "\"" : "");
    }
}

/* ---- Records ------------------------------------------------------------------------------------------- */

static void add_row(bench_records *records, const motion_result *row)
{
    bench_record *out = bench_record_add(records, "motion", row->question, row->what, row->method);
    char text[96];
    snprintf(out->unit, sizeof out->unit, "µs");
    out->size = (double)row->size;
    if (row->trouble == NULL && row->us.median > 0) {
        out->value = row->us.median;
        out->low = row->us.low;
        out->high = row->us.high;
    }
    snprintf(out->wrong, sizeof out->wrong, "%s", wrong_words(row, text));
    out->answers = row->hash;
}

bool motion_write_records(const motion_results *results, const char *folder)
{
    bench_records records = {0};
    for (size_t i = 0; i < results->count; i++)
        add_row(&records, &results->row[i]);
    bench_about_run(&records, "motion", results->rounds);
    bench_about_libraries(&records, "motion", results->row->library, sizeof *results->row, results->count);
    if (results->rounds == 0)
        bench_records_forget_times(&records);
    bool good = bench_records_write(&records, "motion", folder);
    bench_records_free(&records);
    return good;
}
