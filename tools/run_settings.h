/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep are told by their options: read once, for both, so that what a result has recorded of them can be read
 * again. */

#ifndef FARKAS_TOOLS_RUN_SETTINGS_H
#define FARKAS_TOOLS_RUN_SETTINGS_H

#include "page_settings.h"
#include "part_rules.h"
#include "review.h"

typedef struct run_settings {
    part_settings part;
    part_rule_settings rules;
    bool stops_at_clash;
    uint64_t jobs; /* 0: all processors */
    /* Of check. */
    bool wants_volume, wants_distances;
    /* Of sweep. */
    double from, to; /* NaN: not given */
    const char *tolerance;
    double resolution, seconds; /* 0: not given */
    uint64_t budget;
    bool wants_closest;
    /* What is written, and what is thought of it: nothing that the result depends on. */
    bool as_json, as_csv;
    const char *junit, *distances;
    uint64_t samples;
    review_settings review;
    page_settings page;
    /* What was asked, in words that give the same result when they are read again: the verb, the options that are not about
     * what is written, the files. Without the files until run_settings_read is done. */
    part_words words, made; /* made: those that have memory of their own */
    char **path;            /* the files, as given */
    int path_count;
} run_settings;

enum {
    RUN_OPTION_FIRST = 256,
    RUN_OPTION_IGNORE_OVERLAP,
    RUN_OPTION_VOLUME,
    RUN_OPTION_LIST_DISTANCES,
    RUN_OPTION_FROM,
    RUN_OPTION_TO,
    RUN_OPTION_CLOSEST,
    RUN_OPTION_TOLERANCE,
    RUN_OPTION_RESOLUTION,
    RUN_OPTION_BUDGET,
    RUN_OPTION_SECONDS,
    /* About what is written alone; these do not become words. */
    RUN_OPTION_JSON,
    RUN_OPTION_CSV,
    RUN_OPTION_JUNIT,
    RUN_OPTION_DISTANCES,
    RUN_OPTION_SAMPLES,
    RUN_OPTION_BASELINE,
    RUN_OPTION_APPROVE,
    RUN_OPTION_REPORT,
    RUN_OPTION_REPORT_PICTURES
};

// clang-format off
#define RUN_OPTIONS                                      \
    {"first", no_argument, NULL, RUN_OPTION_FIRST},      \
    {"json", no_argument, NULL, RUN_OPTION_JSON},        \
    {"csv", no_argument, NULL, RUN_OPTION_CSV},          \
    {"junit", required_argument, NULL, RUN_OPTION_JUNIT}, \
    {"baseline", required_argument, NULL, RUN_OPTION_BASELINE}, \
    {"approve", required_argument, NULL, RUN_OPTION_APPROVE}, \
    {"report", required_argument, NULL, RUN_OPTION_REPORT}, \
    {"report-pictures", required_argument, NULL, RUN_OPTION_REPORT_PICTURES}, \
    {"jobs", required_argument, NULL, 'j'}
// clang-format on

/* The options of the two verbs. */
extern const cli_syntax check_syntax, sweep_syntax;

run_settings run_settings_default(void);
void run_settings_free(run_settings *settings);

/* One of the options of either, with optarg; for verbs that take some of them. False after a message. */
bool run_option(int option, run_settings *out);

/* Reads options and files; argv[0] is the verb. The arguments live as long as the settings do. False when the verb shall return
 * *status. */
bool run_settings_read(run_settings *settings, const cli_syntax *syntax, int argc, char **argv, int *status);

/* On a terminal, below a table with clashes: how to look at them. Nothing where a page is written, or with --quiet. */
void run_settings_hint(const run_settings *settings);

/* Whether options of both go together. False after a message. */
bool run_settings_check(const run_settings *settings);

#endif
