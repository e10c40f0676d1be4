/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The options that the benchmarks of `farkas bench` share. Each has its own help, and its own list of options, from
 * the rows here. */

#ifndef FARKAS_LAB_BENCH_BENCH_OPTIONS_H
#define FARKAS_LAB_BENCH_BENCH_OPTIONS_H

#include "cli.h"

/* Above those of a benchmark, which count from 256 on. */
enum {
    BENCH_OPTION_ROUNDS = 512,
    BENCH_OPTION_TIME,
    BENCH_OPTION_LIMIT,
    BENCH_OPTION_SEED,
    BENCH_OPTION_QUICK,
    BENCH_OPTION_PEERS,
    BENCH_OPTION_NO_PEERS,
    BENCH_OPTION_CSV,
    BENCH_OPTION_JSON,
    BENCH_OPTION_OUT
};

// clang-format off
/* Of all benchmarks. */
#define BENCH_COMMON_OPTIONS                            \
    {"quick", no_argument, NULL, BENCH_OPTION_QUICK},   \
    {"json", no_argument, NULL, BENCH_OPTION_JSON},     \
    {"out", required_argument, NULL, BENCH_OPTION_OUT}

/* Of those with peers. */
#define BENCH_PEERS_OPTIONS                                  \
    {"rounds", required_argument, NULL, BENCH_OPTION_ROUNDS}, \
    {"time", required_argument, NULL, BENCH_OPTION_TIME},     \
    {"peers", required_argument, NULL, BENCH_OPTION_PEERS},   \
    {"no-peers", no_argument, NULL, BENCH_OPTION_NO_PEERS}
// clang-format on

/* Of some. */
#define BENCH_LIMIT_OPTION                                                                                   \
    {                                                                                                        \
        "limit", required_argument, NULL, BENCH_OPTION_LIMIT                                                 \
    }
#define BENCH_SEED_OPTION                                                                                    \
    {                                                                                                        \
        "seed", required_argument, NULL, BENCH_OPTION_SEED                                                   \
    }
#define BENCH_CSV_OPTION                                                                                     \
    {                                                                                                        \
        "csv", no_argument, NULL, BENCH_OPTION_CSV                                                           \
    }

typedef enum bench_form { BENCH_TABLE, BENCH_CSV, BENCH_JSON, BENCH_FORMS } bench_form;

typedef struct bench_options {
    const char *peers;               /* NULL: beside farkas; "": none */
    const char *out;                 /* the folder of records, or NULL */
    uint64_t rounds, time;           /* at least 1 */
    uint64_t most_rounds, most_time; /* that the user may ask for */
    uint64_t limit, seed;
    bench_form form;
    bool quick;
} bench_options;

/* Takes one of the options above, with its value in optarg. False after a message. */
bool bench_read_option(int option, bench_options *out);

/* Whether nothing stands behind the name of the benchmark. False after a message. */
bool bench_is_alone(int argc, char **argv);

/* One of the known words, ended by NULL. False after a message. */
bool bench_read_word(const char *what, const char *word, const char *const *known, const char **out);

#endif
