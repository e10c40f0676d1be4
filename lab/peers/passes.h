/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over many questions, timed, and what a participant prints of them. */

#ifndef FARKAS_LAB_PEERS_PASSES_H
#define FARKAS_LAB_PEERS_PASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_answer {
    double value;
    uint32_t set; /* of pairs: the sum of bench_mix over them */
} bench_answer;

/* A number for a pair, as good as random. */
uint32_t bench_mix(uint32_t a, uint32_t b);

/* Timed: answers one question, by its number. */
typedef void bench_ask_function(void *data, size_t query, bench_answer *out);

/* Numbers of questions. */
typedef struct bench_questions {
    uint32_t *query;
    size_t count;
} bench_questions;

enum { BENCH_MOST_PASSES = 64 };

/* Nanoseconds a question, of each pass. */
typedef struct bench_passes {
    double ns[BENCH_MOST_PASSES];
    size_t count;
} bench_passes;

/* Passes until the time, in seconds, is over. The first one warms up, unless it took as long. */
void bench_passes_do(bench_ask_function *ask, void *data, const bench_questions *all, double time,
                     bench_answer *answer, bench_passes *out);

/* The line of a method: {"method":...,"library":... then ,"name":[ns] then ,"values":[...] and ,"sets":[...] */
void bench_print_begin(FILE *out, const char *method, const char *library);
void bench_print_passes(FILE *out, const char *name, const bench_passes *from);
void bench_print_answers(FILE *out, const bench_answer *answer, size_t count, bool has_sets);

/* A block of a file; ends the program without memory. *good becomes false when the file is too short. */
void *bench_read_block(FILE *stream, size_t count, size_t size, bool *good);

#ifdef __cplusplus
}
#endif

#endif
