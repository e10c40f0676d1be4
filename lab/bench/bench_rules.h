/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules of the papers' hierarchies, all on the same questions. */

#ifndef FARKAS_LAB_BENCH_BENCH_RULES_H
#define FARKAS_LAB_BENCH_BENCH_RULES_H

#include "hierarchy/hierarchy.h"

/* One set of rules on one scene: two copies of a knot, of which half the places meet, and all are near
 * contact. */
typedef struct bench_rules_row {
    uint32_t triangles, hits, misses;
    uint32_t size; /* triangles that were asked for */
    fk_hierarchy_rules build;
    fk_search_rules search;
    double build_ns, bytes; /* a triangle */
    /* A question, of hits and of misses: until the first pair that meets. */
    double volume_tests[2], triangle_tests[2], microseconds[2];
    uint32_t hash; /* of all pairs of triangles that meet, in all places */
    bool is_right; /* it is that of every other row of the scene */
} bench_rules_row;

typedef struct bench_rules_results {
    bench_rules_row *row;
    size_t count, capacity;
} bench_rules_results;

/* Runs all rules on knots of 1000 to 10000 triangles; with `quick` on one of 400, in few places, and nothing
 * is timed. Results begin as zeros, and are to be freed in any case. False after a message; rows whose hashes
 * differ are trouble, too. */
bool bench_rules_run(bool quick, bench_rules_results *out);
void bench_rules_free(bench_rules_results *results);

/* Rows with their rules in words. */
void bench_rules_print_table(const bench_rules_results *results);
void bench_rules_print_csv(const bench_rules_results *results);
void bench_rules_print_json(const bench_rules_results *results);
/* Writes them as records of the section "rules". False after a message. */
bool bench_rules_write_records(const bench_rules_results *results, const char *folder);

/* The rules of building in words, such as "top-down area, cut, leaf 4"; at most `capacity` bytes with the end
 * mark. */
void bench_rules_words(const fk_hierarchy_rules *rules, char *text, size_t capacity);

#endif
