/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes, methods, times, tables and plots of the experiments of Bai et al. 2015: see ec.h.
 *
 * A single test takes some ten nanoseconds, about as long as a look at the clock. So each case is repeated until it takes
 * LEAST_SECONDS, and of ROUNDS such loops the best counts: what other programs disturb is no property of the method. A loop
 * over one and the same case is kinder than life, as the processor learns all its branches; so there is also the time of a
 * pass over all cases, one after the other. Boxes are placed beforehand, in the form that each method takes. */

#include "papers/ec.h"
#include "peers/participant.h"
#include "peers/sat_plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Boxes --------------------------------------------------------------------------------------------- */

void ec_draw_half(fk_random *random, double half[3])
{
    for (int k = 0; k < 3; k++)
        half[k] = fk_random_between(random, 0.3, 1);
}

ec_box ec_box_place(const double half[3], const fk_pose *pose)
{
    ec_box box;
    box.obb.center = pose->translation;
    for (int k = 0; k < 3; k++) {
        box.obb.axis[k] = fk_vec3_make(pose->rotation[0][k], pose->rotation[1][k], pose->rotation[2][k]);
        box.obb.half[k] = half[k];
    }
    box.piece = fk_obb_piece(&box.obb);
    return box;
}

static fk_pose draw_turn(fk_random *random)
{
    return fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), papers_draw_between(random, -180, 180));
}

ec_pair ec_draw_pair(fk_random *random, ec_turn turn, double reach)
{
    double half_a[3], half_b[3];
    ec_draw_half(random, half_a);
    ec_draw_half(random, half_b);
    if (turn == EC_TURN_FLAT)
        half_a[0] = half_b[0] = 0;
    fk_pose a = draw_turn(random), b = turn == EC_TURN_NONE ? a : draw_turn(random);
    if (turn == EC_TURN_ROUND) {
        fk_pose back = fk_pose_inverse(&b), both = fk_pose_multiply(&b, &a);
        b = fk_pose_multiply(&back, &both);
    }
    a.translation = papers_draw_between(random, -1, 1);
    b.translation = fk_vec3_add(a.translation, papers_draw_between(random, -reach, reach));
    ec_pair pair = {ec_box_place(half_a, &a), ec_box_place(half_b, &b)};
    return pair;
}

size_t ec_draw_both(uint64_t seed, ec_turn turn, double reach, size_t count, ec_pairs *meeting,
                    ec_pairs *apart)
{
    fk_random random = fk_random_make(seed);
    size_t drawn = 0;
    *meeting = (ec_pairs){bench_allocate(count, sizeof *meeting->pair), 0};
    *apart = (ec_pairs){bench_allocate(count, sizeof *apart->pair), 0};
    while (meeting->count < count || apart->count < count) {
        ec_pair pair = ec_draw_pair(&random, turn, reach);
        ec_pairs *to = fk_pair_verdict(&pair.a.piece, &pair.b.piece) == FK_APART ? apart : meeting;
        if (to->count < count)
            to->pair[to->count++] = pair;
        drawn++;
    }
    return drawn;
}

void ec_pairs_free(ec_pairs *pairs)
{
    free(pairs->pair);
    *pairs = (ec_pairs){NULL, 0};
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

/* The cure that the paper names: a small number is added where a product of parallel edges is noise. */
static bool plain_sat_epsilon(const fk_obb *a, const fk_obb *b)
{
    return sat_plain_meets(a, b, 15, 1e-6);
}

const ec_method ec_methods[EC_METHODS_ALL] = {
    [EC_PLAIN_SAT] = {"plain sat", boxes_plain_sat, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_SAT_FULL] = {"plain sat all axes", boxes_plain_sat_full, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_SAT5] = {"plain sat5", boxes_plain_sat5, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_SAT6] = {"plain sat6", boxes_plain_sat6, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_EC_PAPER] = {"plain ec-paper", boxes_plain_ec_paper, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_EC] = {"plain ec", boxes_plain_ec, FK_METHOD_COUNT, true, true},
    [EC_EXACT] = {"exact", NULL, FK_METHOD_EXACT, false, false},
    [EC_SAT] = {"sat", NULL, FK_METHOD_SAT, false, false},
    [EC_SAT6] = {"sat6", NULL, FK_METHOD_SAT6, false, true},
    [EC_EC] = {"ec", NULL, FK_METHOD_EC, false, false},
    [EC_EC_PAPER] = {"ec-paper", NULL, FK_METHOD_EC_PAPER, true, true},
    [EC_PLAIN_SAT_EPSILON] = {"plain sat + 1e-6", plain_sat_epsilon, FK_METHOD_COUNT, true, true},
    [EC_PLAIN_EC_PAPER_TOLERANT] = {"plain ec-paper + 1e-12", boxes_plain_ec_paper_tolerant, FK_METHOD_COUNT,
                                    true, true},
    [EC_PLAIN_EC_TOLERANT] = {"plain ec + 1e-12", boxes_plain_ec_tolerant, FK_METHOD_COUNT, true, true},
};

static fk_verdict library_verdict(fk_method method, const fk_piece *a, const fk_piece *b)
{
    if (method == FK_METHOD_EXACT)
        return fk_pair_verdict(a, b);
    fk_pair_query query = {a, b, method, 0, NULL};
    fk_answer answer;
    return fk_pair_answer(&query, &answer) == FK_OK ? answer.verdict : FK_UNDECIDED;
}

bool ec_test_meets(const ec_method *m, const ec_box *a, const ec_box *b)
{
    if (m->plain != NULL)
        return m->plain(&a->obb, &b->obb);
    return library_verdict(m->method, &a->piece, &b->piece) != FK_APART;
}

enum { EC_ROUNDS = 5 };

#define LEAST_SECONDS 2e-6

/* So that no answer is left out because nobody needs it. */
static volatile unsigned met;

double ec_time(ec_work *work, const ec_method *m, const void *data)
{
    double best = INFINITY;
    unsigned repeats = 1;
    for (int i = 0; i < EC_ROUNDS; i++) {
        double begin = fk_clock_seconds();
        work(m, data, repeats);
        double seconds = fk_clock_seconds() - begin;
        if (seconds < LEAST_SECONDS && repeats < 1u << 20) {
            repeats *= 2;
            i = -1;
            best = INFINITY;
        } else {
            best = fmin(best, seconds / repeats);
        }
    }
    return best;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* A loop that calls nothing but the test itself, when that is a plain one. */
static void test_pair(const ec_method *m, const void *data, unsigned repeats)
{
    const ec_pair *p = data;
    unsigned hits = 0;
    if (m->plain != NULL)
        for (unsigned i = 0; i < repeats; i++)
            hits += m->plain(&p->a.obb, &p->b.obb);
    else
        for (unsigned i = 0; i < repeats; i++)
            hits += ec_test_meets(m, &p->a, &p->b);
    met = hits;
}

static void test_box_pairs(const ec_method *m, const ec_pairs *pairs)
{
    unsigned hits = 0;
    if (m->plain != NULL)
        for (size_t i = 0; i < pairs->count; i++)
            hits += m->plain(&pairs->pair[i].a.obb, &pairs->pair[i].b.obb);
    else
        for (size_t i = 0; i < pairs->count; i++)
            hits += ec_test_meets(m, &pairs->pair[i].a, &pairs->pair[i].b);
    met = hits;
}

double ec_time_in_turn(const ec_method *m, const ec_pairs *pairs)
{
    double best = INFINITY;
    for (int i = 0; i < EC_ROUNDS; i++) {
        /* A pass is long enough for other programs to come between, whose time does not count here. */
        double begin = bench_used_seconds();
        test_box_pairs(m, pairs);
        best = fmin(best, bench_used_seconds() - begin);
    }
    return best / (double)pairs->count;
}

ec_result ec_measure_pairs(const ec_method *m, const ec_pairs *pairs, bool do_meet, bool has_clock)
{
    ec_result r = {NULL, NAN, (unsigned)pairs->count, 0, 0};
    for (size_t i = 0; i < pairs->count; i++) {
        bool meets = ec_test_meets(m, &pairs->pair[i].a, &pairs->pair[i].b);
        r.hits += meets && !do_meet;
        r.missed += !meets && do_meet;
    }
    if (!has_clock)
        return r;
    r.time = bench_allocate(pairs->count, sizeof *r.time);
    for (size_t i = 0; i < pairs->count; i++)
        r.time[i] = ec_time(test_pair, m, &pairs->pair[i]);
    r.turn = ec_time_in_turn(m, pairs);
    return r;
}

bool ec_is_sound(const ec_method *m, const ec_result *r)
{
    if ((r->hits == 0 || m->errs_high) && (r->missed == 0 || m->errs_low))
        return true;
    return papers_trouble("%s is wrong on %u of %u cases; this is a bug in farkas", m->name,
                          r->hits + r->missed, r->asked);
}

void ec_results_free(ec_result *r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(r[i].time);
}

enum { EC_OCTAVE_PAIRS = 500, EC_OCTAVE_QUICK = 30 }; /* of each set, as an interpreter is slow */

bool ec_sets_measure(const papers_lab *lab, ec_sets *out)
{
    ec_pairs pairs[EC_SETS];
    bool is_good = true;
    out->octave = bench_allocate(1, sizeof *out->octave);
    out->drawn = ec_draw_both(lab->seed, EC_TURN_ANY, EC_REACH, lab->quick ? EC_QUICK_PAIRS : EC_PAIRS,
                              &pairs[EC_MEETING], &pairs[EC_APART]);
    for (int k = 0; k < EC_SETS; k++) {
        for (int m = 0; m < EC_METHODS; m++) {
            ec_result *r = &out->result[k][m];
            *r = ec_measure_pairs(&ec_methods[m], &pairs[k], k == EC_MEETING, !lab->quick);
            is_good = is_good && ec_is_sound(&ec_methods[m], r);
        }
        ec_octave_add_pairs(out->octave, (ec_part)k, &pairs[k],
                            lab->quick ? EC_OCTAVE_QUICK : EC_OCTAVE_PAIRS);
        ec_pairs_free(&pairs[k]);
    }
    return is_good && ec_octave_run(lab, out->octave);
}

void ec_sets_end(ec_sets *sets)
{
    ec_results_free(sets->result[0], EC_SETS * EC_METHODS);
    ec_octave_end(sets->octave);
    free(sets->octave);
}

/* ---- Statistics ---------------------------------------------------------------------------------------- */

ec_summary ec_summarize(const ec_result *r)
{
    ec_summary out = {NAN, NAN, NAN, NAN};
    if (r->time == NULL)
        return out;
    double sum = 0, squares = 0;
    out.most = out.least = r->time[0];
    for (size_t i = 0; i < r->asked; i++) {
        out.most = fmax(out.most, r->time[i]);
        out.least = fmin(out.least, r->time[i]);
        sum += r->time[i];
    }
    out.mean = sum / r->asked;
    for (size_t i = 0; i < r->asked; i++)
        squares += (r->time[i] - out.mean) * (r->time[i] - out.mean);
    out.deviation = sqrt(squares / r->asked);
    return out;
}

double ec_speed(const ec_result *r, const ec_result *other)
{
    return ec_summarize(other).mean / ec_summarize(r).mean;
}

double ec_speed_in_turn(const ec_result *r, const ec_result *other)
{
    return other->turn / r->turn;
}

/* ---- The paper ----------------------------------------------------------------------------------------- */

/* Tables 3 to 6 of the paper, in its milliseconds. Table 7 is in ec_expand.c. */
const ec_printed ec_printed_numbers[EC_PARTS][EC_THEIRS] = {
    [EC_MEETING] = {[EC_NEW] = {{0.86, 0.13, 0.15, 0.03}, 2},
                    [EC_ALL_AXES] = {{1.2, 0.32, 0.36, 0.04}, 7},
                    [EC_NEW_AGAIN] = {{0.88, 0.12, 0.14, 0.02}, 4},
                    [EC_SIX_AXES] = {{0.92, 0.27, 0.29, 0.15}, 13}},
    [EC_APART] = {[EC_NEW] = {{0.42, 0.08, 0.11, 0.03}, 0},
                  [EC_ALL_AXES] = {{0.88, 0.33, 0.36, 0.03}, 0},
                  [EC_NEW_AGAIN] = {{0.36, 0.07, 0.12, 0.03}, 0},
                  [EC_SIX_AXES] = {{0.09, 0.28, 0.26, 0.11}, 0}},
    [EC_ROTATION] = {[EC_NEW] = {{65.2, 44.1, 45.7, 2.0}, 0},
                     [EC_ALL_AXES] = {{139.7, 83.8, 88.6, 7.6}, 0},
                     [EC_NEW_AGAIN] = {{54.1, 44.3, 40.6, 0.33}, 0},
                     [EC_SIX_AXES] = {{112.4, 74.2, 76.7, 1.82}, 0}},
    [EC_TRANSLATION] = {[EC_NEW] = {{58.9, 26.0, 29.0, 2.2}, 0},
                        [EC_ALL_AXES] = {{90.9, 46.3, 50.5, 4.5}, 0},
                        [EC_NEW_AGAIN] = {{40.6, 29.2, 25.5, 0.45}, 0},
                        [EC_SIX_AXES] = {{84.3, 46.4, 44.8, 1.65}, 0}},
};

const ec_printed *ec_printed_beside(ec_part part, int method)
{
    const ec_printed *row = ec_printed_numbers[part];
    return method == EC_PLAIN_EC_PAPER ? &row[EC_NEW]
           : method == EC_PLAIN_SAT    ? &row[EC_ALL_AXES]
           : method == EC_PLAIN_SAT6   ? &row[EC_SIX_AXES]
                                       : NULL;
}

static bool is_possible(const ec_printed *p)
{
    return p->ms.least <= p->ms.mean && p->ms.mean <= p->ms.most;
}

void ec_explain_printed(study *s, ec_part part)
{
    static const char *const whose[EC_THEIRS] = {"the new test", "SAT", "the new test (table 6)",
                                                 "fast SAT (table 6)"};
    char list[256] = "";
    for (int i = 0; i < EC_THEIRS; i++)
        if (!is_possible(&ec_printed_numbers[part][i])) {
            strcat(list, list[0] == 0 ? "" : " and of ");
            strcat(list, whose[i]);
        }
    if (list[0] != 0)
        study_paragraph(s, "The paper's numbers of %s cannot be right: the mean is not between min and max.",
                        list);
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

void ec_put_summary(study *s, ec_summary summary, double scale)
{
    study_numbers(s, scale * summary.most, scale * summary.least, scale * summary.mean,
                  scale * summary.deviation);
}

void ec_put_printed(study *s, ec_part part, const ec_printed *theirs)
{
    static const ec_summary none = {NAN, NAN, NAN, NAN};
    ec_put_summary(s, theirs == NULL ? none : theirs->ms, 1);
    study_numbers(s, theirs == NULL ? (double)NAN : theirs->wrong,
                  theirs == NULL ? NAN : ec_printed_numbers[part][EC_ALL_AXES].ms.mean / theirs->ms.mean);
}

void ec_explain_method(study *s, bool in_full)
{
    if (!in_full) {
        study_paragraph(s, "Methods are those of `ec-static`, and time is taken as there.");
        return;
    }
    study_paragraph(
        s, "Plain tests are written in doubles without proofs, with the same care, and get the same boxes: "
           "`plain sat` and `plain sat6` are the separating axes of the textbooks, done at the first that "
           "separates, `plain sat all axes` computes all 15 in any case, `plain sat5` is our reading of the "
           "five axes of Chang, Wang and Kim, which the paper tells of in words alone (section 1.1), `plain "
           "ec-paper` is the paper's test as printed, `plain ec` the same with the way back, which makes it "
           "right. They are what the paper compares. The methods of the library below them take pieces of "
           "any kind; `exact`, `sat` and `ec` are never wrong, and the last two answer with proofs.");
    study_paragraph(
        s, "A test takes hardly longer than a look at the clock, so each case is repeated for some "
           "microseconds, and the best of a few rounds counts. This is kind to all methods, as the processor "
           "learns the branches of a case; so there is also the time of a case when all follow each other "
           "(in turn). Boxes are placed before the clock starts. Speed is that of the means, `plain sat` = "
           "1; in the columns of the paper that of table 3, 4 or 5. The paper plots the time of a case over "
           "its number; here cases are sorted by their time, so that the methods can be told apart. Its "
           "deviations are in units of 10^-3, it does not say of what; they are shown as printed.");
}

study_outcome ec_judge_speed(double printed, double right, double least)
{
    return study_if_part(right >= least, printed >= least);
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

enum { EC_POINTS = 51, MOST_CURVES = 8 };

/* The times that shares of all cases, from the first to all of them, do not exceed. */
static void sort_times(const ec_result *r, double scale, double out[EC_POINTS])
{
    double *sorted = bench_allocate(r->asked, sizeof *sorted);
    memcpy(sorted, r->time, r->asked * sizeof *sorted);
    qsort(sorted, r->asked, sizeof *sorted, bench_compare_doubles);
    for (size_t i = 0; i < EC_POINTS; i++)
        out[i] = scale * sorted[i * (r->asked - 1) / (EC_POINTS - 1)];
    free(sorted);
}

void ec_plot_sorted(study *s, const char *name, const char *title, const char *unit, double scale,
                    const ec_curve *curve, size_t count)
{
    double share[EC_POINTS], time[MOST_CURVES][EC_POINTS];
    plot_series series[MOST_CURVES] = {{0}};
    if (!study_has_files(s) || curve[0].result->time == NULL)
        return;
    for (int i = 0; i < EC_POINTS; i++)
        share[i] = 100.0 * i / (EC_POINTS - 1);
    for (size_t i = 0; i < count; i++) {
        sort_times(curve[i].result, scale, time[i]);
        series[i] = (plot_series){curve[i].name, EC_POINTS, share, time[i], .is_ours = curve[i].is_ours};
    }
    study_draw(s, name, .title = title, .x_title = "share of the cases, sorted by their time, %",
               .y_title = unit, .y_log = true, .series = series, .count = count);
}
