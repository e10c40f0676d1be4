/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The results of `farkas bench pairs` as records. Scenes are "KIND, FAMILY", and hulls have their number of points as
 * size; "verdict, hits" is the work on pairs that meet alone. Hints are said of who, not of the work: "Farkas, hints".
 * Verdicts on a scene that moves are "cold", beside "warm". */

#include "bench/bench.h"
#include "bench/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char section[] = "pairs";

/* What is written of a result, in the words of records. */
typedef struct naming {
    char scene[48], work[40], by[48];
    double size;
} naming;

static naming name_of(const bench_result *row)
{
    naming out = {.size = 0};
    const char *kind = row->kinds;
    if (strncmp(kind, "hull-", 5) == 0) {
        out.size = strtod(kind + 5, NULL);
        kind = "hull";
    } else if (strcmp(kind, "box,tetra") == 0)
        kind = "box/tetra";
    snprintf(out.scene, sizeof out.scene, "%.15s, %.30s", kind, row->family);
    const char *hints = strstr(row->work, "+hints");
    size_t length = hints != NULL ? (size_t)(hints - row->work) : strlen(row->work);
    snprintf(out.work, sizeof out.work, "%.*s", (int)length, row->work);
    if (strcmp(row->family, "moving") == 0 && strcmp(row->work, "verdict") == 0)
        snprintf(out.work, sizeof out.work, "cold");
    snprintf(out.by, sizeof out.by, "%.39s%s", row->method, hints != NULL ? ", hints" : "");
    return out;
}

static bench_record *add(bench_records *records, const naming *name, const char *part, const char *unit)
{
    char work[40];
    snprintf(work, sizeof work, "%.20s%s%.15s", name->work, part[0] != '\0' ? ", " : "", part);
    bench_record *out = bench_record_add(records, section, work, name->scene, name->by);
    out->size = name->size;
    snprintf(out->unit, sizeof out->unit, "%s", unit);
    return out;
}

static void set_time(bench_record *out, const bench_time *time)
{
    if (time->median <= 0)
        return;
    out->value = time->median;
    out->low = time->low;
    out->high = time->high;
}

/* How many pairs a scene has, before the first result about it. */
static void add_counts(bench_records *records, const bench_result *row, const naming *name)
{
    const struct {
        const char *work;
        size_t count;
    } part[] = {{"pairs", row->pairs}, {"pairs that meet", row->hits}};
    for (int i = 0; i < 2; i++) {
        if (bench_record_find(records, section, part[i].work, name->scene, name->size, "truth") != NULL)
            continue;
        bench_record *out = bench_record_add(records, section, part[i].work, name->scene, "truth");
        out->size = name->size;
        out->value = (double)part[i].count;
    }
}

static void add_result(bench_records *records, const bench_result *row)
{
    static const char *const parts[BENCH_PARTS] = {"", "hits", "misses"};
    naming name = name_of(row);
    add_counts(records, row, &name);
    for (int part = 0; part < BENCH_PARTS; part++) {
        if (part != BENCH_ALL && row->ns[part].median <= 0)
            continue;
        bench_record *out = add(records, &name, parts[part], "ns");
        set_time(out, &row->ns[part]);
        if (part != BENCH_ALL)
            continue;
        bench_format_wrong(row, out->wrong);
        out->answers = row->hash;
    }
    if (strcmp(row->work, "method") == 0)
        add(records, &name, "undecided", "%")->value = 100 * (double)row->undecided / (double)row->pairs;
    if (row->instructions > 0)
        add(records, &name, "instructions", "instructions")->value = row->instructions;
}

/* What a method got wrong in all verdicts that it was asked for: as a count, and as a share. */
static void add_wrong(bench_records *records, const bench_results *results, const char *method)
{
    static const char work[] = "wrong answers", share[] = "share of wrong answers", scene[] = "all families";
    size_t asked = 0, wrong = 0;
    if (bench_record_find(records, section, work, scene, 0, method) != NULL)
        return;
    for (size_t i = 0; i < results->count; i++) {
        const bench_result *row = &results->row[i];
        if (strcmp(row->work, "verdict") != 0 || strcmp(row->method, method) != 0)
            continue;
        asked += row->pairs;
        wrong += row->false_hits + row->missed + row->undecided + row->hung + row->crashed;
    }
    if (asked == 0)
        return;
    bench_record_add(records, section, work, scene, method)->value = (double)wrong;
    bench_record *out = bench_record_add(records, section, share, scene, method);
    out->value = 100 * (double)wrong / (double)asked;
    snprintf(out->unit, sizeof out->unit, "%%");
}

bool bench_pairs_write(const bench_results *results, uint64_t rounds, const char *folder)
{
    bench_records records = {0};
    bench_about_run(&records, section, rounds);
    if (results->count > 0)
        bench_about_libraries(&records, section, results->row[0].library, sizeof results->row[0],
                              results->count);
    for (size_t i = 0; i < results->count; i++)
        add_result(&records, &results->row[i]);
    for (size_t i = 0; i < results->count; i++)
        add_wrong(&records, results, results->row[i].method);
    bool good = bench_records_write(&records, section, folder);
    bench_records_free(&records);
    return good;
}
