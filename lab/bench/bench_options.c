/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The options that the benchmarks of `farkas bench` share: see the header. */

#include "bench/bench_options.h"

#include <string.h>

bool bench_read_option(int option, bench_options *out)
{
    switch (option) {
    case BENCH_OPTION_ROUNDS:
        return cli_whole_number_to("--rounds", optarg, out->most_rounds, &out->rounds);
    case BENCH_OPTION_TIME:
        return cli_whole_number_to("--time", optarg, out->most_time, &out->time);
    case BENCH_OPTION_LIMIT:
        return cli_whole_number_to("--limit", optarg, 100000, &out->limit);
    case BENCH_OPTION_SEED:
        return cli_whole_number("--seed", optarg, &out->seed);
    case BENCH_OPTION_PEERS:
        out->peers = optarg;
        return true;
    case BENCH_OPTION_NO_PEERS:
        out->peers = "";
        return true;
    case BENCH_OPTION_CSV:
        out->form = BENCH_CSV;
        return true;
    case BENCH_OPTION_JSON:
        out->form = BENCH_JSON;
        return true;
    case BENCH_OPTION_OUT:
        out->out = optarg;
        return true;
    default:
        out->quick = true;
        return true;
    }
}

bool bench_read_word(const char *what, const char *word, const char *const *known, const char **out)
{
    *out = word;
    for (size_t i = 0; known[i] != NULL; i++)
        if (strcmp(word, known[i]) == 0)
            return true;
    cli_unknown(what, word, known);
    return false;
}

bool bench_is_alone(int argc, char **argv)
{
    if (argc - optind <= 1)
        return true;
    cli_trouble("bench takes one benchmark, found '%s' too; see 'farkas bench --help'", argv[optind + 1]);
    return false;
}
