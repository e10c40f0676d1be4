/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The times of one test beside the one that the paper prints, by kinds and by outcome: on the 64 cases, as the paper measures it, and on
 * random pairs, which a processor cannot learn by heart. */

#include "papers/fm_pairs.h"

#include <math.h>
#include <stdlib.h>

/* The paper's time: on an Intel Core i3-2120 at 3.30 GHz, by g++ 4.6 -O3. */
static const double printed_us = 6.5;

enum { RANDOM_EACH = 2500, RANDOM_REPETITIONS = 4, RANDOM_SEED = 64 };

/* How long a round may take: of all cases, which the paper measures, and of any others. */
static const double longest_of_all = 0.3, longest = 0.03;

/* Outcomes, and kinds: each, and all of them. */
enum { OUTCOMES = 4, KINDS = 1 + FM_COMBINATIONS, ROWS = KINDS * OUTCOMES };

static const char *const outcome_name[OUTCOMES] = {"all", "are apart", "touch", "overlap"};

/* Pairs with what is known of them. */
typedef struct known_pair {
    fm_pair pair;
    int combination;
    fk_verdict truth;
} known_pair;

typedef struct known_pairs {
    known_pair *item;
    unsigned count, repetitions;
    double seconds; /* of a round of all of them */
} known_pairs;

/* A row of a table: which pairs, and the times. */
typedef struct row {
    int combination;  /* FM_COMBINATIONS: all */
    fk_verdict truth; /* FK_UNDECIDED: all */
    unsigned count;
    double us[FM_WAYS];
} row;

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static bool take_cases(const fm_case *cases, known_pairs *out)
{
    *out = (known_pairs){malloc(FM_CASES * sizeof *out->item), FM_CASES, FM_REPETITIONS / FM_ROUNDS,
                         longest_of_all};
    for (int i = 0; out->item != NULL && i < FM_CASES; i++)
        out->item[i] = (known_pair){{cases[i].a, cases[i].b}, cases[i].combination, cases[i].truth};
    return out->item != NULL || cli_no_memory();
}

static bool take_random(known_pairs *out)
{
    fk_random random = fk_random_make(RANDOM_SEED);
    unsigned count = RANDOM_EACH * FM_COMBINATIONS;
    *out = (known_pairs){malloc(count * sizeof *out->item), count, RANDOM_REPETITIONS, longest};
    for (unsigned i = 0; out->item != NULL && i < count; i++) {
        int combination = (int)(i % FM_COMBINATIONS);
        fm_pair pair = fm_random_pair(&random, combination);
        out->item[i] = (known_pair){pair, combination, fk_pair_verdict(&pair.a, &pair.b)};
    }
    return out->item != NULL || cli_no_memory();
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool is_of(const known_pair *pair, const row *r)
{
    return (r->combination == FM_COMBINATIONS || pair->combination == r->combination) &&
           (r->truth == FK_UNDECIDED || pair->truth == r->truth);
}

/* Counts the pairs of a row, and asks about them unless there is no clock. False after a message. */
static bool fill_row(const known_pairs *from, bool has_clock, row *r)
{
    fm_pair *pair = malloc((from->count + 1) * sizeof *pair);
    if (pair == NULL)
        return cli_no_memory();
    for (unsigned i = 0; i < from->count; i++)
        if (is_of(&from->item[i], r))
            pair[r->count++] = from->item[i].pair;
    for (int way = 0; way < FM_WAYS; way++)
        r->us[way] = NAN;
    fm_questions questions = {pair, r->count, from->repetitions,
                              r->count == from->count ? from->seconds : longest};
    bool good = !has_clock || r->count == 0 || fm_clock_run(&questions, r->us);
    free(pair);
    return good;
}

/* First all kinds, then each; of each first all outcomes. */
static bool fill_rows(const known_pairs *from, bool has_clock, row rows[ROWS])
{
    for (int i = 0; i < ROWS; i++) {
        int kinds = i / OUTCOMES;
        rows[i] = (row){.combination = kinds == 0 ? FM_COMBINATIONS : kinds - 1,
                        .truth = (fk_verdict)(i % OUTCOMES)};
        if (!fill_row(from, has_clock, &rows[i]))
            return false;
    }
    return true;
}

/* ---- Tables and plots ---------------------------------------------------------------------------------- */

static const char *kinds_name(const row *r)
{
    return r->combination == FM_COMBINATIONS ? "all" : fm_combination_name[r->combination];
}

static void tell_rows(const row rows[ROWS], bool has_printed, study *s)
{
    for (int i = 0; i < ROWS; i++) {
        study_words(s, "%s", kinds_name(&rows[i]));
        study_words(s, "%s", outcome_name[rows[i].truth]);
        study_number(s, rows[i].count);
        for (int way = 0; way < FM_WAYS; way++)
            study_number(s, rows[i].us[way]);
        if (has_printed)
            study_number(s, i == 0 ? printed_us : (double)NAN);
    }
}

#define COLUMNS                                                                                              \
    "kinds||w; that|outcome|w; pairs\n"                                                                      \
    "Farkas, verdict, µs: fm|fm_us|3t; exact|exact_us|3t\n"                                                 \
    "Farkas, with the box, µs: fm-paper|fm_paper_box_us|3t; fm|fm_box_us|3t; exact|exact_box_us|3t"

static void tell_times(const row cases[ROWS], const row random[ROWS], study *s)
{
    study_table(s, "times", "Time of one test, the 64 cases", COLUMNS "\npaper, µs: printed|paper_us|1");
    tell_rows(cases, true, s);
    study_table(s, "times-random", "Time of one test, random pairs", COLUMNS);
    tell_rows(random, false, s);
}

/* Bars for each outcome, of all kinds. */
static void plot_times(const row rows[ROWS], study *s)
{
    static double us[FM_WAYS + 1][OUTCOMES];
    plot_series series[FM_WAYS + 1];
    for (int i = 0; i < OUTCOMES; i++) {
        for (int way = 0; way < FM_WAYS; way++)
            us[way][i] = rows[i].us[way];
        us[FM_WAYS][i] = i == 0 ? printed_us : (double)NAN;
    }
    for (int way = 0; way < FM_WAYS; way++)
        series[way] = (plot_series){
            .name = fm_way_name[way], .count = OUTCOMES, .y = us[way], .is_ours = way != FM_WAY_PAPER};
    series[FM_WAYS] =
        (plot_series){.name = "the paper's", .count = OUTCOMES, .y = us[FM_WAYS], .is_printed = true};
    study_draw(s, "times", .title = "Time of one test, the 64 cases", .x_title = "cells that",
               .y_title = "time, µs", .y_log = true, .series = series, .count = FM_WAYS + 1,
               .label = outcome_name, .labels = OUTCOMES);
}

/* ---- What the paper says ------------------------------------------------------------------------------- */

static void claim_times(const row cases[ROWS], const row random[ROWS], study *s)
{
    const double *us = cases[0].us, *touch = cases[FK_TOUCHING].us, *other = random[0].us;
    study_say(s,
              "One test of two cells, measured as in the paper, on 64 cases up to %d times, less the same "
              "with a test that returns false, takes %.2f µs as printed, here, and %.1f µs in the paper "
              "(6.2.1). The exact verdict takes %.2f µs, and with the tight box %.2f µs; fm, the same "
              "elimination made right, %.2f and %.2f µs.",
              FM_REPETITIONS, us[FM_WAY_PAPER], printed_us, us[FM_WAY_EXACT], us[FM_WAY_EXACT_BOX],
              us[FM_WAY_FM], us[FM_WAY_FM_BOX]);
    study_say(
        s,
        "The paper prints this one time, of all its cases, on an Intel Core i3-2120 at 3.30 GHz, by g++ 4.6 "
        "-O3; its cases and its program are not published. Ours, as printed, takes %.2f times that: "
        "processor and compiler are others, the cases, too, and what its program does besides is not known. "
        "fm takes %.2f µs for a pair that touches, which doubles cannot decide: it eliminates in whole "
        "numbers of any length then, and a quarter of the cases touch. On random pairs, most of which are "
        "far apart, the printed test takes %.2f µs, fm %.2f and exact %.2f µs for the verdict.",
        us[FM_WAY_PAPER] / printed_us, touch[FM_WAY_FM], other[FM_WAY_PAPER], other[FM_WAY_FM],
        other[FM_WAY_EXACT]);
}

bool fm_times_tell(const papers_settings *settings, const fm_case *cases, study *s)
{
    known_pairs from[2] = {{0}};
    row rows[2][ROWS];
    bool good = take_cases(cases, &from[0]) && take_random(&from[1]);
    for (int i = 0; i < 2 && good; i++)
        good = fill_rows(&from[i], !settings->quick, rows[i]);
    if (good) {
        tell_times(rows[0], rows[1], s);
        if (!settings->quick) {
            plot_times(rows[0], s);
            claim_times(rows[0], rows[1], s);
        }
    }
    free(from[0].item);
    free(from[1].item);
    return good;
}
