/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What benchmarks measured: one record is one number. `farkas bench SECTION --out DIR` writes those of its section to
 * DIR/bench/SECTION.csv; `farkas bench page --out DIR` makes DIR/bench.md of these files, with its plots, and knows nothing
 * else: bars, exponents of growth and tables are computed from records alone.
 *
 * A file begins with lines "# KEY: TEXT" about the run (machine, compiler, libraries, rounds), then the names of the fields,
 * then the records, in the order of measuring, quoted by RFC 4180:
 *
 *     # date: 2026-01-31
 *     work,scene,size,by,unit,value,low,high,wrong,answers
 *     verdict,"box, random",,ODE touch,ns,31.2,30.9,33,12 FP,8c1f02aa
 *
 * An empty field is a size of 0, a number that is not known, nothing wrong, or no answers. Work, scene, size and who name a
 * record: no two of a file are the same. */

#ifndef FARKAS_LAB_BENCH_RECORDS_H
#define FARKAS_LAB_BENCH_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bench_record {
    /* "pairs", "mesh", "trees", "rules", "cells", "world", "motion", "embed"; the name of the file */
    char section[16];
    char work[40];    /* "verdict", "verdict, hits", "build", "bytes" */
    char scene[48];   /* without its size: "box, random", "hull, random", "near contact" */
    double size;      /* points, triangles or bodies, for the fit of growth; 0: none */
    char by[48];      /* "Farkas", "FCL OBB" */
    char unit[16];    /* of one question: "ns", "µs", "ms", "s", "bytes", "ratio"; "" is a plain number */
    double value;     /* median over rounds; NAN: no answer, and `wrong` says why */
    double low, high; /* least and most over rounds; NAN: not known */
    char wrong[96];   /* answers that are wrong, in a few words: "12 FP, 3 FN"; "" for none */
    uint32_t answers; /* hash of the answers; 0: there is none */
} bench_record;

/* A line about a run: "compiler", "gcc 12.2.0, -O3 …". */
typedef struct bench_run_info {
    char section[16], key[24], text[512];
} bench_run_info;

/* Zero it before use. */
typedef struct bench_records {
    bench_record *row;
    size_t count, capacity;
    bench_run_info *about;
    size_t about_count, about_capacity;
} bench_records;

/* Adds a record with its section, work, scene and method; the caller fills in the rest. */
bench_record *bench_record_add(bench_records *records, const char *section, const char *work,
                               const char *scene, const char *by);
void bench_run_info_add(bench_records *records, const char *section, const char *key, const char *text);
void bench_records_free(bench_records *records);
/* Removes the times from the records: those of a quick run mean nothing. */
void bench_records_forget_times(bench_records *records);

/* Adds the facts about a run: its date, processor, compiler and flags, version of Farkas and rounds (unless 0); and the libraries of rows,
 * each once. */
struct bench_rows;
void bench_run_info_collect(bench_records *records, const char *section, uint64_t rounds);
void bench_run_info_add_libraries(bench_records *records, const char *section, const struct bench_rows *rows);
/* The text, or NULL. */
const char *bench_run_info_find(const bench_records *records, const char *section, const char *key);

/* Returns the first such record, or NULL. Size 0 matches any size. */
const bench_record *bench_record_find(const bench_records *records, const char *section, const char *work,
                                      const char *scene, double size, const char *by);

/* Writes the records of a section to FOLDER/bench/SECTION.csv, completely or not at all, and makes missing folders. Reads such a file and
 * adds its records; a missing file adds none. False after a message that names file and line. */
bool bench_records_write(const bench_records *records, const char *section, const char *folder);
bool bench_records_read(bench_records *records, const char *section, const char *folder);

#endif
