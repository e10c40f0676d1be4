/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The times of one test beside the one that the paper prints, by kinds and by outcome: on the 64 cases, as the paper measures it, and on
 * random pairs, which a processor cannot learn by heart.
 *
 * As in the paper (section 6.2.1) the tests are repeated, once with the real procedure and once with a fake one that only returns
 * false, and the difference counts. The paper has one run of each, by the command `time`; here the repetitions are done in rounds, real
 * and fake by turns, and the median of the rounds counts. Slow ones are repeated less often. The paper's procedure gets volumes
 * with the inverse of their edges and their bounding area, so these are made before. It always makes the box of the collision.
 * Methods of Farkas get the cells alone. */

#include "bench/program.h"
#include "method/fm_paper.h"
#include "papers/fm_pairs.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

/* The tests: the printed test on prepared volumes, as the paper stores them, and methods of Farkas. */
typedef enum fm_test {
    FM_WAY_FM,
    FM_WAY_EXACT,
    FM_WAY_PAPER,
    FM_WAY_FM_BOX,
    FM_WAY_EXACT_BOX,
    FM_WAYS
} fm_test;

/* The paper's repetitions; they are done in rounds, of which the median counts. */
enum { FM_REPETITIONS = 10000, FM_ROUNDS = 5 };

static const char *const fm_way_name[FM_WAYS] = {"fm", "exact", "fm-paper, box", "fm, box", "exact, box"};

typedef struct timed_pair {
    const fk_piece *a, *b;
    fk_paper_volume p, q;
} timed_pair;

typedef bool test_function(const timed_pair *q);

/* ---- Tests --------------------------------------------------------------------------------------------- */

static bool test_fake(const timed_pair *q)
{
    (void)q;
    return false;
}

static bool test_paper(const timed_pair *q)
{
    fk_paper_area co;
    return fk_paper_test_collision(&q->p, &q->q, FK_PAPER_PRINTED, &co);
}

static bool test_exact(const timed_pair *q)
{
    return fk_pair_verdict(q->a, q->b) != FK_APART;
}

static bool test_method(const timed_pair *q, fk_method method, unsigned want)
{
    fk_pair_query query = {q->a, q->b, method, want, NULL};
    fk_answer answer;
    return fk_pair_answer(&query, &answer) == FK_OK && answer.verdict != FK_APART;
}

static bool test_fm(const timed_pair *q)
{
    return test_method(q, FK_METHOD_FM, 0);
}

static bool test_fm_box(const timed_pair *q)
{
    return test_method(q, FK_METHOD_FM, FK_PART_BOX);
}

/* Empty boxes are of pairs that are apart. */
static bool test_exact_box(const timed_pair *q)
{
    fk_aabb box;
    return fk_pair_box(q->a, q->b, &box) == FK_OK && box.min.x <= box.max.x;
}

static test_function *const tests[FM_WAYS] = {test_fm, test_exact, test_paper, test_fm_box, test_exact_box};

/* What the tests have found, so that it is used. */
static volatile unsigned hits;

/* Seconds for all questions, asked *repetitions times, or until the time is up; *repetitions becomes how often. The test is not known
 * to the compiler, so that the fake one is called, too. */
static double time_pairs(test_function *volatile test, const timed_pair *q, unsigned count, double most,
                         unsigned *repetitions)
{
    test_function *chosen = test;
    unsigned found = 0, done = 0;
    double begin = bench_used_seconds(), end = begin;
    while (done < *repetitions && end - begin < most) {
        for (unsigned i = 0; i < count; i++)
            found += chosen(&q[i]);
        done++;
        end = bench_used_seconds();
    }
    hits = found;
    *repetitions = done;
    return end - begin;
}

/* Microseconds for one test of each way: in rounds of so many repetitions of all questions, but no more when one has taken so long. */
static void run_clock(const timed_pair *q, unsigned count, unsigned repetitions, double most,
                      double us[FM_WAYS])
{
    for (int way = 0; way < FM_WAYS; way++) {
        double round[FM_ROUNDS];
        for (int k = 0; k < FM_ROUNDS; k++) {
            unsigned done = repetitions;
            double real = time_pairs(tests[way], q, count, most, &done);
            double fake = time_pairs(test_fake, q, count, INFINITY, &done);
            round[k] = 1e6 * (real - fake) / ((double)count * done);
        }
        us[way] = bench_median(round, FM_ROUNDS);
    }
}

/* The paper's time: on an Intel Core i3-2120 at 3.30 GHz, by g++ 4.6 -O3. */
static const double printed_us = 6.5;

enum { RANDOM_EACH = 2500, RANDOM_REPETITIONS = 4, RANDOM_SEED = 64 };

/* How long a round may take: of all cases, which the paper measures, and of any others. */
static const double longest_of_all = 0.3, longest = 0.03;

/* Outcomes, and kinds: each, and all of them. */
enum { OUTCOMES = 4, TIMES_KINDS = 1 + FM_COMBINATIONS, TIMES_ROWS = TIMES_KINDS * OUTCOMES };

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
typedef struct outcome_row {
    int combination;  /* FM_COMBINATIONS: all */
    fk_verdict truth; /* FK_UNDECIDED: all */
    unsigned count;
    double us[FM_WAYS];
} outcome_row;

static known_pairs collect_cases(const fm_case *cases)
{
    known_pairs out = {bench_allocate(FM_CASES, sizeof *out.item), FM_CASES, FM_REPETITIONS / FM_ROUNDS,
                       longest_of_all};
    for (int i = 0; i < FM_CASES; i++)
        out.item[i] = (known_pair){{cases[i].a, cases[i].b}, cases[i].combination, cases[i].truth};
    return out;
}

static known_pairs collect_random(void)
{
    fk_random random = fk_random_make(RANDOM_SEED);
    unsigned count = RANDOM_EACH * FM_COMBINATIONS;
    known_pairs out = {bench_allocate(count, sizeof *out.item), count, RANDOM_REPETITIONS, longest};
    for (unsigned i = 0; i < count; i++) {
        int combination = (int)(i % FM_COMBINATIONS);
        fm_pair pair = fm_random_pair(&random, combination);
        out.item[i] = (known_pair){pair, combination, fk_pair_verdict(&pair.a, &pair.b)};
    }
    return out;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool is_pair_of_row(const known_pair *pair, const outcome_row *r)
{
    return (r->combination == FM_COMBINATIONS || pair->combination == r->combination) &&
           (r->truth == FK_UNDECIDED || pair->truth == r->truth);
}

/* Counts the pairs of a row, and asks about them unless there is no clock. */
static void fill_row(const known_pairs *from, bool has_clock, outcome_row *r)
{
    timed_pair *q = bench_allocate(from->count, sizeof *q);
    for (unsigned i = 0; i < from->count; i++)
        if (is_pair_of_row(&from->item[i], r)) {
            timed_pair *next = &q[r->count++];
            next->a = &from->item[i].pair.a;
            next->b = &from->item[i].pair.b;
            fk_paper_volume_make(next->a, &next->p);
            fk_paper_volume_make(next->b, &next->q);
        }
    for (int way = 0; way < FM_WAYS; way++)
        r->us[way] = NAN;
    if (has_clock && r->count > 0)
        run_clock(q, r->count, from->repetitions, r->count == from->count ? from->seconds : longest, r->us);
    free(q);
}

/* First all kinds, then each; of each first all outcomes. */
static void fill_rows(known_pairs from, bool has_clock, outcome_row rows[TIMES_ROWS])
{
    for (int i = 0; i < TIMES_ROWS; i++) {
        int kinds = i / OUTCOMES;
        rows[i] = (outcome_row){.combination = kinds == 0 ? FM_COMBINATIONS : kinds - 1,
                                .truth = (fk_verdict)(i % OUTCOMES)};
        fill_row(&from, has_clock, &rows[i]);
    }
    free(from.item);
}

/* ---- Tables and plots ---------------------------------------------------------------------------------- */

static const char *kinds_name(const outcome_row *r)
{
    return r->combination == FM_COMBINATIONS ? "all" : fm_combination_name[r->combination];
}

static void report_rows(const outcome_row rows[TIMES_ROWS], bool has_printed, study *s)
{
    for (int i = 0; i < TIMES_ROWS; i++) {
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

static void report_pair_times(const outcome_row cases[TIMES_ROWS], const outcome_row random[TIMES_ROWS],
                              study *s)
{
    study_table(s, "times", "Time of one test, the 64 cases", COLUMNS "\npaper, µs: printed|paper_us|1");
    report_rows(cases, true, s);
    study_table(s, "times-random", "Time of one test, random pairs", COLUMNS);
    report_rows(random, false, s);
}

/* Bars for each outcome, of all kinds. */
static void plot_outcome_times(const outcome_row rows[TIMES_ROWS], study *s)
{
    static double us[FM_WAYS + 1][OUTCOMES];
    plot_series series[FM_WAYS + 1];
    for (int i = 0; i < OUTCOMES; i++) {
        for (int way = 0; way < FM_WAYS; way++)
            us[way][i] = rows[i].us[way];
        us[FM_WAYS][i] = i == 0 ? printed_us : (double)NAN;
    }
    for (int way = 0; way < FM_WAYS; way++)
        series[way] = (plot_series){fm_way_name[way], OUTCOMES, .y = us[way], .is_ours = way != FM_WAY_PAPER};
    series[FM_WAYS] = (plot_series){"the paper's", OUTCOMES, .y = us[FM_WAYS], .is_printed = true};
    study_draw(s, "times", .title = "Time of one test, the 64 cases", .x_title = "cells that",
               .y_title = "time, µs", .y_log = true, .series = series, .count = FM_WAYS + 1,
               .label = outcome_name, .labels = OUTCOMES);
}

static void claim_pair_times(const outcome_row cases[TIMES_ROWS], const outcome_row random[TIMES_ROWS],
                             study *s)
{
    const double *us = cases[0].us, *touch = cases[FK_TOUCHING].us, *other = random[0].us;
    study_paragraph(
        s,
        "One test of two cells, measured as in the paper, on 64 cases up to %d times, less the same "
        "with a test that returns false, takes %.2f µs as printed, here, and %.1f µs in the paper "
        "(6.2.1). The exact verdict takes %.2f µs, and with the tight box %.2f µs; fm, the same "
        "elimination made right, %.2f and %.2f µs.",
        FM_REPETITIONS, us[FM_WAY_PAPER], printed_us, us[FM_WAY_EXACT], us[FM_WAY_EXACT_BOX], us[FM_WAY_FM],
        us[FM_WAY_FM_BOX]);
    study_paragraph(
        s,
        "The paper prints this one time, of all its cases, on an Intel Core i3-2120 at 3.30 GHz, by g++ 4.6 "
        "-O3; its cases and its program are not published. Ours, as printed, takes %.2f times that: "
        "processor and compiler are others, the cases, too, and what its program does besides is not known. "
        "fm takes %.2f µs for a pair that touches, which doubles cannot decide: it eliminates in whole "
        "numbers then, and a quarter of the cases touch. On random pairs, most of which are "
        "far apart, the printed test takes %.2f µs, fm %.2f and exact %.2f µs for the verdict.",
        us[FM_WAY_PAPER] / printed_us, touch[FM_WAY_FM], other[FM_WAY_PAPER], other[FM_WAY_FM],
        other[FM_WAY_EXACT]);
}

void fm_times_report(const papers_lab *lab, const fm_case *cases)
{
    outcome_row of_cases[TIMES_ROWS], random[TIMES_ROWS];
    fill_rows(collect_cases(cases), !lab->quick, of_cases);
    fill_rows(collect_random(), !lab->quick, random);
    report_pair_times(of_cases, random, lab->s);
    if (lab->quick)
        return;
    plot_outcome_times(of_cases, lab->s);
    claim_pair_times(of_cases, random, lab->s);
}
