/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers ec-static: the static cases of Bai et al. 2015, section 3.2 a, table 3, the static rows of table 6, and
 * figures 5 and 6: the time of a test of two oriented boxes and how often it is wrong, on boxes that meet and on
 * boxes that do not.
 *
 * The paper shows its boxes only as pictures. Here half sizes are from 0.3 to 1, both boxes are turned anyhow, and the
 * centres are so near that about half of the boxes meet; of these and of the others as many are taken as the paper
 * has. Boxes with parallel axes come apart: their products of edges are zero but for rounding, which is the
 * weakness of separating axes that the paper names. */

#include "papers/ec.h"

#include <math.h>

enum { PARALLEL_PAIRS = 5000 };

/* So that about half of the parallel boxes meet, and of those that are flat. */
#define REACH_PARALLEL 1.6
#define REACH_FLAT     1.1

/* ---- Tables -------------------------------------------------------------------------------------------- */

#define COLUMNS(wrong)                                                                                       \
    "method||w\n"                                                                                            \
    "Farkas, ns: max|ns_max|st; min|ns_min|st; mean|ns_mean|st; deviation|ns_deviation|st; in "              \
    "turn|ns_in_turn|st\n"                                                                                   \
    "Farkas: speed||2t; " wrong "\n" EC_PRINTED_COLUMNS

static const char *const columns[EC_SETS] = {
    [EC_MEETING] = COLUMNS("missed"), [EC_APART] = COLUMNS("false hits|false_hits")};

static void report_method(study *s, ec_part part, const char *name, const ec_result *r, const ec_result *sat,
                          const ec_printed *theirs)
{
    static const ec_summary none = {NAN, NAN, NAN, NAN};
    study_words(s, "%s", name);
    ec_put_summary(s, r == NULL ? none : ec_summarize(r), 1e9);
    study_numbers(s, r == NULL ? NAN : 1e9 * r->turn, r == NULL || r->time == NULL ? NAN : ec_speed(r, sat),
                  r == NULL ? (double)NAN : r->hits + r->missed);
    ec_put_printed(s, part, theirs);
}

static void report_part(study *s, ec_part part, const ec_result result[EC_METHODS])
{
    char title[200];
    snprintf(title, sizeof title, "%u pairs of boxes that %s: time of a test (tables 3 and 6)",
             result[0].asked, part == EC_MEETING ? "meet" : "do not meet");
    study_table(s, part == EC_MEETING ? "meeting" : "apart", title, columns[part]);
    for (int m = 0; m < EC_METHODS; m++) {
        report_method(s, part, ec_methods[m].name, &result[m], &result[EC_PLAIN_SAT],
                      ec_printed_beside(part, m));
        if (m == EC_PLAIN_EC_PAPER)
            report_method(s, part, EC_NEW_AGAIN_NAME, NULL, NULL, &ec_printed_numbers[part][EC_NEW_AGAIN]);
    }
    ec_explain_printed(s, part);
}

static void plot_part(study *s, ec_part part, const ec_result result[EC_METHODS])
{
    static const int shown[] = {EC_PLAIN_SAT, EC_PLAIN_EC_PAPER, EC_PLAIN_EC, EC_EXACT, EC_SAT, EC_EC};
    ec_curve curve[6];
    for (int i = 0; i < 6; i++)
        curve[i] = (ec_curve){ec_methods[shown[i]].name, &result[shown[i]], shown[i] == EC_EXACT};
    ec_plot_sorted(s, part == EC_MEETING ? "figure-5" : "figure-6",
                   part == EC_MEETING ? "Boxes that meet (figure 5)" : "Boxes that do not meet (figure 6)",
                   "time of a test, ns", 1e9, curve, 6);
}

/* Wrong answers on boxes whose axes are the same but for rounding. */
typedef struct parallel_boxes {
    unsigned asked, missed[EC_METHODS_ALL], hits[EC_METHODS_ALL];
} parallel_boxes;

static bool test_parallel(const papers_lab *lab, ec_turn turn, const char *axes, parallel_boxes *out)
{
    size_t count = lab->quick ? EC_QUICK_PAIRS : PARALLEL_PAIRS;
    ec_pairs meeting, apart;
    bool is_good = true;
    ec_draw_both(lab->seed, turn, turn == EC_TURN_FLAT ? REACH_FLAT : REACH_PARALLEL, count, &meeting,
                 &apart);
    out->asked = (unsigned)count;
    for (int m = 0; m < EC_METHODS_ALL; m++) {
        ec_result met = ec_measure_pairs(&ec_methods[m], &meeting, true, false);
        ec_result clear = ec_measure_pairs(&ec_methods[m], &apart, false, false);
        out->missed[m] = met.missed;
        out->hits[m] = clear.hits;
        is_good = is_good && ec_is_sound(&ec_methods[m], &met) && ec_is_sound(&ec_methods[m], &clear);
        study_words(lab->s, "%s", axes);
        study_words(lab->s, "%s", ec_methods[m].name);
        study_numbers(lab->s, met.missed, clear.hits);
    }
    ec_pairs_free(&meeting);
    ec_pairs_free(&apart);
    return is_good;
}

static bool report_parallel(const papers_lab *lab, parallel_boxes *round)
{
    size_t count = lab->quick ? EC_QUICK_PAIRS : PARALLEL_PAIRS;
    parallel_boxes same, flat;
    char title[200];
    snprintf(title, sizeof title,
             "Boxes with parallel axes, and flat ones: wrong answers on %zu that meet and %zu that do not",
             count, count);
    study_table(lab->s, "parallel", title,
                "boxes||w; method||w\n"
                "wrong answers: missed; false hits|false_hits");
    return test_parallel(lab, EC_TURN_NONE, "parallel", &same) &&
           test_parallel(lab, EC_TURN_ROUND, "parallel but for rounding", round) &&
           test_parallel(lab, EC_TURN_FLAT, "flat", &flat);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

/* The mean of both sets, which are equally large. */
static double speed_of_both(const ec_sets *all, int method)
{
    double own = 0, sat = 0;
    for (int k = 0; k < EC_SETS; k++) {
        own += ec_summarize(&all->result[k][method]).mean;
        sat += ec_summarize(&all->result[k][EC_PLAIN_SAT]).mean;
    }
    return sat / own;
}

/* Against six axes, as table 6. */
static void claim_six(study *s, const ec_sets *all)
{
    const ec_result *meeting = all->result[EC_MEETING], *apart = all->result[EC_APART];
    const ec_printed *met = ec_printed_numbers[EC_MEETING], *clear = ec_printed_numbers[EC_APART];
    double printed = fmin(ec_speed(&meeting[EC_PLAIN_EC_PAPER], &meeting[EC_PLAIN_SAT6]),
                          ec_speed(&apart[EC_PLAIN_EC_PAPER], &apart[EC_PLAIN_SAT6]));
    double right = fmin(ec_speed(&meeting[EC_PLAIN_EC], &meeting[EC_PLAIN_SAT6]),
                        ec_speed(&apart[EC_PLAIN_EC], &apart[EC_PLAIN_SAT6]));
    double six[EC_SETS], interpreted;
    for (int k = 0; k < EC_SETS; k++)
        six[k] = ec_octave_speed(all->octave, (ec_part)k, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT6);
    interpreted = fmin(six[EC_MEETING], six[EC_APART]);
    char text[EC_OCTAVE_TEXT] = "It was not measured in an interpreter here, for want of Octave.";
    if (all->octave->is_there)
        snprintf(text, sizeof text,
                 "In Octave, where all six axes are computed, it is %.2f and %.2f times as fast.",
                 six[EC_MEETING], six[EC_APART]);
    study_claim(
        s,
        "\"the new algorithm is superior to the traditional SAT in the test of speed\" (table 6, six axes)",
        ec_octave_judge(all->octave, ec_judge_speed(printed, right, 1.1), interpreted, 1.1),
        "The printed test is %.2f times as fast as six axes where boxes meet and %.2f times where they do "
        "not, and made right %.2f and %.2f times. (The means of table 6 give %.1f and %.1f; it holds from "
        "1.1 on.) %s",
        ec_speed(&meeting[EC_PLAIN_EC_PAPER], &meeting[EC_PLAIN_SAT6]),
        ec_speed(&apart[EC_PLAIN_EC_PAPER], &apart[EC_PLAIN_SAT6]),
        ec_speed(&meeting[EC_PLAIN_EC], &meeting[EC_PLAIN_SAT6]),
        ec_speed(&apart[EC_PLAIN_EC], &apart[EC_PLAIN_SAT6]),
        met[EC_SIX_AXES].ms.mean / met[EC_NEW_AGAIN].ms.mean,
        clear[EC_SIX_AXES].ms.mean / clear[EC_NEW_AGAIN].ms.mean, text);
}

static void claim_static_speed(study *s, const ec_sets *all)
{
    const ec_result *meeting = all->result[EC_MEETING], *apart = all->result[EC_APART];
    const ec_printed *met = ec_printed_numbers[EC_MEETING], *clear = ec_printed_numbers[EC_APART];
    double printed = speed_of_both(all, EC_PLAIN_EC_PAPER), right = speed_of_both(all, EC_PLAIN_EC);
    const ec_octave *o = all->octave;
    double interpreted = fmin(ec_octave_speed(o, EC_MEETING, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_CROSS),
                              ec_octave_speed(o, EC_APART, EC_OCTAVE_EC_PAPER, EC_OCTAVE_SAT_CROSS));
    char text[EC_OCTAVE_TEXT];
    ec_octave_tell(o, EC_MEETING, 2.5, text, sizeof text);
    study_claim(
        s, "\"about 3 times of the SAT algorithm\" (3.2 a)",
        ec_octave_judge(o, ec_judge_speed(printed, right, 2.5), interpreted, 2.5),
        "In plain doubles the printed test is %.2f times as fast as SAT where boxes meet and %.2f "
        "times where they do not, and made right %.2f and %.2f times; over all cases %.2f and %.2f "
        "times. One case after the other, as a program meets them, the printed one is %.2f and %.2f "
        "times as fast. Where SAT computes all 15 axes, the printed one is %.2f and %.2f times as fast "
        "in C. (The paper's own means give %.1f and %.1f; it holds from 2.5 on, and in part if that is so "
        "in an interpreter alone.) %s",
        ec_speed(&meeting[EC_PLAIN_EC_PAPER], &meeting[EC_PLAIN_SAT]),
        ec_speed(&apart[EC_PLAIN_EC_PAPER], &apart[EC_PLAIN_SAT]),
        ec_speed(&meeting[EC_PLAIN_EC], &meeting[EC_PLAIN_SAT]),
        ec_speed(&apart[EC_PLAIN_EC], &apart[EC_PLAIN_SAT]), printed, right,
        ec_speed_in_turn(&meeting[EC_PLAIN_EC_PAPER], &meeting[EC_PLAIN_SAT]),
        ec_speed_in_turn(&apart[EC_PLAIN_EC_PAPER], &apart[EC_PLAIN_SAT]),
        ec_speed(&meeting[EC_PLAIN_EC_PAPER], &meeting[EC_PLAIN_SAT_FULL]),
        ec_speed(&apart[EC_PLAIN_EC_PAPER], &apart[EC_PLAIN_SAT_FULL]),
        met[EC_ALL_AXES].ms.mean / met[EC_NEW].ms.mean, clear[EC_ALL_AXES].ms.mean / clear[EC_NEW].ms.mean,
        text);
    claim_six(s, all);
    study_paragraph(
        s,
        "The paper's times are those of Matlab (R2010b, on an Intel Core i3-2330M): its SAT takes %.0f "
        "times as long as ours where boxes meet. There the number of statements counts; here "
        "it is that of operations and of branches that cannot be foretold, and SAT is done at the "
        "first axis that separates. Its SAT takes %.2f ms for boxes that meet, and as long for those that do "
        "not: so it has no early exit.",
        1e-3 * met[EC_ALL_AXES].ms.mean / ec_summarize(&meeting[EC_PLAIN_SAT]).mean,
        met[EC_ALL_AXES].ms.mean);
}

static void claim_static_answers(study *s, const ec_sets *all)
{
    const ec_result *meeting = all->result[EC_MEETING], *apart = all->result[EC_APART];
    const ec_printed *met = ec_printed_numbers[EC_MEETING];
    unsigned asked = meeting[0].asked;
    unsigned lost = meeting[EC_PLAIN_EC_PAPER].missed, lost_by_sat = meeting[EC_PLAIN_SAT].missed;
    unsigned hits = meeting[EC_PLAIN_EC].missed + apart[EC_PLAIN_EC].hits;
    study_claim(
        s, "\"In theory, the relative error is 0\" (3.3)", study_if(lost == 0),
        "The printed test misses %u of %u pairs that meet (%.0f %%), as it keeps the first plane that is not "
        "refuted at once: for boxes in general position it asks no more than whether one certain edge of the "
        "first box meets the second. With the way back %u of %u answers are wrong.",
        lost, asked, 100.0 * lost / asked, hits, 2 * asked);
    study_claim(s,
                "\"in terms of accuracy of the new algorithm, it is better than the traditional SAT "
                "algorithm\" (3.3)",
                study_if(lost < lost_by_sat),
                "On pairs that meet the paper counts %u false answers of the new test, %u of SAT and %u of "
                "six axes; here they are %u, %u and %u of %u. Six axes cannot miss such a pair, but for "
                "rounding: they err on pairs that do not meet, where the paper counts none.",
                met[EC_NEW].wrong, met[EC_ALL_AXES].wrong, met[EC_SIX_AXES].wrong, lost, lost_by_sat,
                meeting[EC_PLAIN_SAT6].missed, asked);
}

/* Of pairs within `reach` that do not meet, the share in percent that six axes call a hit. */
static double six_axes_err(const papers_lab *lab, double reach)
{
    fk_random random = fk_random_make(lab->seed + 1);
    unsigned apart = 0, hits = 0;
    for (int i = 0; i < (lab->quick ? 10 * EC_QUICK_PAIRS : 10 * EC_PAIRS); i++) {
        ec_pair pair = ec_draw_pair(&random, EC_TURN_ANY, reach);
        bool is_apart = fk_pair_verdict(&pair.a.piece, &pair.b.piece) == FK_APART;
        apart += is_apart;
        hits += is_apart && boxes_plain_sat6(&pair.a.obb, &pair.b.obb);
    }
    return 100.0 * hits / apart;
}

/* Judged in both settings, as the speed of the paper's own test is. */
static void claim_five_speed(study *s, const ec_sets *all)
{
    const ec_result *meeting = all->result[EC_MEETING], *apart = all->result[EC_APART];
    double by_15[2] = {ec_speed(&meeting[EC_PLAIN_SAT5], &meeting[EC_PLAIN_SAT]),
                       ec_speed(&apart[EC_PLAIN_SAT5], &apart[EC_PLAIN_SAT])},
           by_6[2] = {ec_speed(&meeting[EC_PLAIN_SAT5], &meeting[EC_PLAIN_SAT6]),
                      ec_speed(&apart[EC_PLAIN_SAT5], &apart[EC_PLAIN_SAT6])};
    char text[200] = "In an interpreter it was not measured here, for want of Octave.";
    const ec_octave *o = all->octave;
    double octave_15 = ec_octave_speed(o, EC_MEETING, EC_OCTAVE_SAT5, EC_OCTAVE_SAT_INLINE),
           octave_6 = ec_octave_speed(o, EC_MEETING, EC_OCTAVE_SAT5, EC_OCTAVE_SAT6);
    if (o->is_there)
        snprintf(text, sizeof text,
                 "In Octave, where all axes are computed, they are %.2f times as fast as 15 with products "
                 "written out, and %.2f times as six, on boxes that meet.",
                 octave_15, octave_6);
    study_claim(
        s,
        "\"this algorithm has made improvements in the detection speed compared with the prior two\" "
        "(1.1, of Chang et al., and 15 and 6 axes)",
        study_if_part(by_15[0] >= 1.1 && by_15[1] >= 1.1 && by_6[0] >= 1.1 && by_6[1] >= 1.1,
                      by_15[0] >= 1.1 || octave_15 >= 1.1),
        "Five axes, in our reading, are %.2f times as fast as 15 where boxes meet and %.2f times where they "
        "do not; as six, %.2f and %.2f times. %s (It holds from 1.1 on against both, and in part against 15 "
        "where boxes meet, also in an interpreter alone. Which five axes they are, the paper does not tell.)",
        by_15[0], by_15[1], by_6[0], by_6[1], text);
}

/* What the paper says about six axes and about five. */
static void claim_fewer_axes(const papers_lab *lab, const ec_sets *all, const parallel_boxes *round)
{
    const ec_result *meeting = all->result[EC_MEETING], *apart = all->result[EC_APART];
    double near = 100.0 * apart[EC_PLAIN_SAT6].hits / apart[0].asked, far = six_axes_err(lab, 2 * EC_REACH),
           five = 100.0 * apart[EC_PLAIN_SAT5].hits / apart[0].asked;
    study_claim(
        lab->s,
        "\"even if we ignore them, it can merely bring out a 6% error rate\" (1.1, of the last 9 axes)",
        study_if_part(near <= 6, far <= 6),
        "They only err towards hits, so the rate is one of pairs that do not meet: %.1f %% of these are "
        "called a hit where about half of all pairs meet, and %.1f %% where centres may be twice as far "
        "from each other.",
        near, far);
    study_claim(
        lab->s,
        "\"reached a conclusion by selecting merely 5 of 15 axes [...] leaves a doubt in the aspect of "
        "accuracy and it also has the robustness problem\" (1.1, of Chang et al.)",
        study_if(apart[EC_PLAIN_SAT5].hits + round->hits[EC_PLAIN_SAT5] > 0 &&
                 round->missed[EC_PLAIN_SAT5] > 0),
        "Five axes, in our reading, miss %u of %u pairs that meet and call %.2f %% of those a hit that do "
        "not, against %.1f %% of six axes. On boxes that are parallel but for rounding they miss %u of %u, "
        "as SAT without a tolerance does %u, and call %u a hit: so both doubts are right, but the test errs "
        "less than that of six axes which the paper prefers.",
        meeting[EC_PLAIN_SAT5].missed, meeting[0].asked, five, near, round->missed[EC_PLAIN_SAT5],
        round->asked, round->missed[EC_PLAIN_SAT], round->hits[EC_PLAIN_SAT5]);
    if (!lab->quick)
        claim_five_speed(lab->s, all);
}

/* What the paper says about parallel edges and storage; and what its two false answers may come from. */
static void claim_others(study *s, const parallel_boxes *round)
{
    study_claim(
        s,
        "\"cross multiplication will result in 0 vector when two vectors are parallel or "
        "approximately parallel, which can falsely report\" (1.1, of SAT)",
        round->missed[EC_PLAIN_SAT] == 0 ? STUDY_HOLDS_NOT : STUDY_HOLDS,
        "On boxes that are parallel but for rounding, SAT in plain doubles misses %u of %u pairs "
        "that meet, and with the usual 1e-6 added %u. But effective constraints need a tolerance just "
        "as much, of which the paper knows none: the right test divides by coefficients that are "
        "noise, and calls %u of %u pairs a hit that do not meet; with coefficients below 1e-12 taken "
        "as zero %u.",
        round->missed[EC_PLAIN_SAT], round->asked, round->missed[EC_PLAIN_SAT_EPSILON],
        round->hits[EC_PLAIN_EC], round->asked, round->hits[EC_PLAIN_EC_TOLERANT]);
    study_claim(s, "2 false answers of the new test among boxes that meet (table 3)",
                study_if_part(false, round->missed[EC_PLAIN_EC_PAPER_TOLERANT] == 0),
                "No boxes that are turned anyhow give so few. On parallel ones the printed test misses %u of "
                "%u without a tolerance, and with it %u: with coefficients near zero dropped, and boxes that "
                "are parallel but for a few, the paper's number is possible.",
                round->missed[EC_PLAIN_EC_PAPER], round->asked, round->missed[EC_PLAIN_EC_PAPER_TOLERANT]);
    study_claim(
        s,
        "Theorem 1: some inequality with a positive first coefficient, and one with a negative one, is an "
        "\"effective constraint\" (2.1)",
        STUDY_HOLDS_IN_PART,
        "By reasoning: of two boxes that are the same each inequality has a twin, so that any one can be "
        "dropped and none is effective by definition 1. What the algorithm needs is that the plane of such "
        "an inequality meets what the boxes have in common, and that is so whenever they have something in "
        "common: with the way back no pair that meets is missed.");
    study_claim(s, "\"In storage consumption, they are about the same\" (3.1 b)", STUDY_HOLDS,
                "By construction: all plain tests take the same %zu bytes a box, which are 15 numbers. A box "
                "of the library is an origin and three edges, %zu bytes.",
                sizeof(fk_obb), sizeof(fk_cell));
}

/* Table 6 is judged by itself: its means against its own least and greatest times. */
static void claim_table_6(study *s)
{
    int rows = 0, means = 0, turned = 0;
    for (int part = 0; part < EC_PARTS; part++) {
        const ec_printed *row = ec_printed_numbers[part];
        bool is_ours = row[EC_NEW_AGAIN].ms.mean < row[EC_NEW_AGAIN].ms.least;
        bool is_theirs = row[EC_SIX_AXES].ms.mean < row[EC_SIX_AXES].ms.least;
        means += is_ours + is_theirs;
        rows += is_ours || is_theirs;
        turned += row[EC_SIX_AXES].ms.most < row[EC_SIX_AXES].ms.least;
    }
    study_claim(s, "The times of table 6 (3.2 c)", study_if(rows == 0 && turned == 0),
                "They cannot be what was measured: in %d of its %d rows a mean is less than the least time "
                "(%d of 8 means), and in %d the greatest time is less than the least (%.2f and %.2f ms).",
                rows, EC_PARTS, means, turned, ec_printed_numbers[EC_APART][EC_SIX_AXES].ms.most,
                ec_printed_numbers[EC_APART][EC_SIX_AXES].ms.least);
}

bool papers_ec_static(const papers_lab *lab)
{
    ec_sets all;
    parallel_boxes round;
    bool is_good = ec_sets_measure(lab, &all);
    study_paragraph(
        lab->s,
        "Half sizes are from 0.3 to 1, both boxes are turned anyhow, and their centres differ by up to %.2f "
        "along each axis: of %zu pairs as many are taken of those that meet, and of those that do not.",
        EC_REACH, all.drawn);
    ec_explain_method(lab->s, true);
    for (int k = 0; k < EC_SETS; k++) {
        report_part(lab->s, (ec_part)k, all.result[k]);
        plot_part(lab->s, (ec_part)k, all.result[k]);
    }
    ec_octave_report(lab, all.octave, EC_MEETING, EC_APART);
    is_good = is_good && report_parallel(lab, &round);
    if (is_good && !lab->quick)
        claim_static_speed(lab->s, &all);
    if (is_good) {
        claim_static_answers(lab->s, &all);
        claim_fewer_axes(lab, &all, &round);
        claim_others(lab->s, &round);
        claim_table_6(lab->s);
    }
    ec_sets_end(&all);
    return is_good;
}
