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
    char section
        [16]; /* "pairs", "mesh", "trees", "rules", "cells", "world", "motion", "embed"; the name of the file */
    char work[40];    /* what was asked: "verdict", "verdict, hits", "build", "bytes" */
    char scene[48];   /* of what, without its size: "box, random", "hull, random", "near contact" */
    double size;      /* points, triangles, bodies: what growth is fitted over; 0: there is none */
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

/* Begins as zeros. */
typedef struct bench_records {
    bench_record *row;
    size_t count, capacity;
    bench_run_info *about;
    size_t about_count, about_capacity;
} bench_records;

/* Adds a record of the section, work, scene and who; the caller fills in the rest of it. */
bench_record *bench_record_add(bench_records *records, const char *section, const char *work,
                               const char *scene, const char *by);
void bench_run_info_add(bench_records *records, const char *section, const char *key, const char *text);
void bench_records_free(bench_records *records);
/* Takes times out of the records: what a quick run measures says nothing. */
void bench_records_forget_times(bench_records *records);

/* What is to be known about every run: its date, the processor, the compiler with its flags, the version of Farkas, and the
 * rounds, unless they are 0; then the libraries of rows, each once. */
struct bench_rows;
void bench_run_info_collect(bench_records *records, const char *section, uint64_t rounds);
void bench_run_info_add_libraries(bench_records *records, const char *section, const struct bench_rows *rows);
/* The text, or NULL. */
const char *bench_run_info_find(const bench_records *records, const char *section, const char *key);

/* The first such record, or NULL. A size of 0 is any. */
const bench_record *bench_record_find(const bench_records *records, const char *section, const char *work,
                                      const char *scene, double size, const char *by);

/* Writes the records of a section to FOLDER/bench/SECTION.csv, whole or not at all, and makes both folders, if they are not
 * there; adds the records of such a file to others, or none when there is no such file. False after a message, which names file
 * and line. */
bool bench_records_write(const bench_records *records, const char *section, const char *folder);
bool bench_records_read(bench_records *records, const char *section, const char *folder);

#endif
