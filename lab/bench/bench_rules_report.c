/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What came out of the comparison of rules, as a table, CSV, JSON or records. */

#include "bench/bench_rules.h"
#include "bench/record.h"
#include "cli.h"

#include <math.h>
#include <string.h>

/* A row in its words. */
typedef struct words {
    const char *volume, *order, *descent;
    char build[96];
} words;

static words words_of(const bench_rules_row *r)
{
    words w = {fk_volume_kind_name(r->build.volume), fk_search_order_name(r->search.order),
               fk_search_descent_name(r->search.descent), ""};
    bench_rules_words(&r->build, w.build, sizeof w.build);
    return w;
}

static bool is_first(const bench_rules_results *results, size_t i)
{
    return i == 0 || results->row[i].triangles != results->row[i - 1].triangles;
}

void bench_rules_print_table(const bench_rules_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const bench_rules_row *r = &results->row[i];
        words w = words_of(r);
        if (is_first(results, i)) {
            cli_print("%sTwo knots of %u triangles near contact: %u places where they meet, %u where they do "
                      "not\n",
                      i > 0 ? "\n" : "", r->triangles, r->hits, r->misses);
            cli_print("%-7s %-27s %-8s %-7s %9s %6s  %18s  %18s  %19s\n", "", "", "", "", "build", "bytes a",
                      "volume tests", "triangle tests", "us a question");
            cli_print("%-7s %-27s %-8s %-7s %9s %7s  %8s %9s  %8s %9s  %9s %9s  %s\n", "volume", "build",
                      "order", "descent", "ns a tri", "tri", "hits", "misses", "hits", "misses", "hits",
                      "misses", "hash");
        }
        cli_print("%-7s %-27s %-8s %-7s %9.0f %7.0f  %8.0f %9.0f  %8.1f %9.1f  %9.1f %9.1f  %08x\n", w.volume,
                  w.build, w.order, w.descent, r->build_ns, r->bytes, r->volume_tests[0], r->volume_tests[1],
                  r->triangle_tests[0], r->triangle_tests[1], r->microseconds[0], r->microseconds[1],
                  r->hash);
    }
}

void bench_rules_print_csv(const bench_rules_results *results)
{
    cli_print("triangles,volume,build,order,descent,build_ns,bytes,volume_tests_hits,volume_tests_misses,"
              "triangle_tests_hits,triangle_tests_misses,us_hits,us_misses,hash\n");
    for (size_t i = 0; i < results->count; i++) {
        const bench_rules_row *r = &results->row[i];
        words w = words_of(r);
        cli_print("%u,%s,\"%s\",%s,%s,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.2f,%.2f,%08x\n", r->triangles, w.volume,
                  w.build, w.order, w.descent, r->build_ns, r->bytes, r->volume_tests[0], r->volume_tests[1],
                  r->triangle_tests[0], r->triangle_tests[1], r->microseconds[0], r->microseconds[1],
                  r->hash);
    }
}

void bench_rules_print_json(const bench_rules_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        const bench_rules_row *r = &results->row[i];
        words w = words_of(r);
        cli_print(
            "{\"triangles\":%u,\"volume\":\"%s\",\"build\":\"%s\",\"order\":\"%s\",\"descent\":\"%s\","
            "\"build_ns\":%.1f,\"bytes\":%.1f,\"volume_tests\":[%.1f,%.1f],\"triangle_tests\":[%.1f,%.1f],"
            "\"us\":[%.2f,%.2f],\"hash\":\"%08x\"}\n",
            r->triangles, w.volume, w.build, w.order, w.descent, r->build_ns, r->bytes, r->volume_tests[0],
            r->volume_tests[1], r->triangle_tests[0], r->triangle_tests[1], r->microseconds[0],
            r->microseconds[1], r->hash);
    }
}

/* ---- Records ------------------------------------------------------------------------------------------- */

/* Hits and misses together, a question. */
static double mean_of(const bench_rules_row *r, const double part[2])
{
    return (r->hits * part[0] + r->misses * part[1]) / (r->hits + r->misses);
}

static void add_records(bench_records *records, const bench_rules_row *r, const char *scene, const char *by)
{
    const struct {
        const char *work, *unit;
        double value;
    } number[] = {{"meet", "µs", mean_of(r, r->microseconds)},
                  {"tests of volumes", "", mean_of(r, r->volume_tests)},
                  {"tests of triangles", "", mean_of(r, r->triangle_tests)},
                  {"build", "ms", 1e-6 * r->build_ns * r->triangles},
                  {"bytes", "bytes", r->bytes}};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) {
        bench_record *out = bench_record_add(records, "rules", number[i].work, scene, by);
        snprintf(out->unit, sizeof out->unit, "%s", number[i].unit);
        out->size = r->size;
        out->value =
            number[i].value > 0 ? number[i].value : (double)NAN; /* of a quick run nothing is timed */
        out->answers = r->hash;
    }
}

/* Of the largest knot every way of building with every volume; of all sizes the volumes, the ways of building and the orders of search,
 * each with the rest as it is by default. */
static void add_row(bench_records *records, const bench_rules_row *r, uint32_t largest)
{
    fk_hierarchy_rules usual = fk_hierarchy_rules_default();
    fk_search_rules usual_search = fk_search_rules_collide();
    char usual_words[96], by[48];
    words w = words_of(r);
    bench_rules_words(&usual, usual_words, sizeof usual_words);
    bool is_usual_build = strcmp(w.build, usual_words) == 0;
    bool is_usual_search = r->search.order == usual_search.order && r->search.descent == usual_search.descent;
    if (is_usual_search && r->size == largest)
        add_records(records, r, w.build, w.volume);
    if (is_usual_search && is_usual_build)
        add_records(records, r, "volumes", w.volume);
    if (is_usual_search && r->build.volume == usual.volume)
        add_records(records, r, "ways of building", w.build);
    if (is_usual_build && r->build.volume == usual.volume) {
        snprintf(by, sizeof by, "%s, %s", w.order, w.descent);
        add_records(records, r, "orders of search", by);
    }
}

bool bench_rules_write_records(const bench_rules_results *results, const char *folder)
{
    bench_records records = {0};
    for (size_t i = 0; i < results->count; i++)
        add_row(&records, &results->row[i], results->row[results->count - 1].size);
    bench_about_run(&records, "rules", 0);
    bool good = bench_records_write(&records, "rules", folder);
    bench_records_free(&records);
    return good;
}
