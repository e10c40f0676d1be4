/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What came out of the comparison of rules, as a table, CSV, JSON or Markdown. */

#include "bench_rules.h"
#include "cli.h"

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

void bench_rules_print_markdown(const bench_rules_results *results, FILE *out)
{
    for (size_t i = 0; i < results->count; i++) {
        const bench_rules_row *r = &results->row[i];
        words w = words_of(r);
        if (is_first(results, i))
            fprintf(
                out,
                "%s%u triangles:\n\n| volume | build | order, descent | build, ns a triangle | bytes a "
                "triangle | volume tests, hits / misses | triangle tests, hits / misses | us, hits / misses "
                "|\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
                i > 0 ? "\n" : "", r->triangles);
        fprintf(out, "| %s | %s | %s, %s | %.0f | %.0f | %.0f / %.0f | %.1f / %.1f | %.1f / %.1f |\n",
                w.volume, w.build, w.order, w.descent, r->build_ns, r->bytes, r->volume_tests[0],
                r->volume_tests[1], r->triangle_tests[0], r->triangle_tests[1], r->microseconds[0],
                r->microseconds[1]);
    }
}
