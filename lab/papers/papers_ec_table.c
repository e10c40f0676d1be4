/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The numbers that Bai et al. 2015 print, and what stands beside them in the tables and plots of its experiments. */

#include "papers/papers_ec.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The paper ----------------------------------------------------------------------------------------- */

/* Tables 3 to 6 of the paper, in its milliseconds. Table 7 is in papers_ec_expand.c. */
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

void ec_say_printed(study *s, ec_part part)
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
        study_say(s, "The paper's numbers of %s cannot be right: the mean is not between min and max.", list);
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

void ec_say_how(study *s, bool in_full)
{
    if (!in_full) {
        study_say(s, "Methods are those of `ec-static`, and time is taken as there.");
        return;
    }
    study_say(s,
              "Plain tests are written in doubles without proofs, with the same care, and get the same "
              "boxes: `plain sat` and `plain sat6` are the separating axes of the textbooks, `plain "
              "ec-paper` is the paper's test as printed, `plain ec` the same with the way back, which makes "
              "it right. They are what the paper compares. The methods of the library below them take pieces "
              "of any kind; `exact`, `sat` and `ec` are never wrong, and the last two answer with proofs.");
    study_say(
        s, "A test takes hardly longer than a look at the clock, so each case is repeated for some "
           "microseconds, and the best of a few rounds counts. This is kind to all methods, as the processor "
           "learns the branches of a case; so there is also the time of a case when all follow each other "
           "(in turn). Boxes are placed before the clock starts. Speed is that of the means, `plain sat` = "
           "1; in the columns of the paper that of table 3, 4 or 5. The paper plots the time of a case over "
           "its number; here cases are sorted by their time, so that the methods can be told apart. Its "
           "deviations are in units of 10^-3, it does not say of what; they are shown as printed.");
}

study_holds ec_judge_speed(double printed, double right, double least)
{
    return study_if_part(right >= least, printed >= least);
}

/* ---- Plots --------------------------------------------------------------------------------------------- */

enum { POINTS = 51, MOST_CURVES = 8 };

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The times that shares of all cases, from the first to all of them, do not exceed. */
static void sort_times(const ec_result *r, double scale, double out[POINTS])
{
    double *sorted = bench_allocate(r->asked, sizeof *sorted);
    memcpy(sorted, r->time, r->asked * sizeof *sorted);
    qsort(sorted, r->asked, sizeof *sorted, compare_doubles);
    for (size_t i = 0; i < POINTS; i++)
        out[i] = scale * sorted[i * (r->asked - 1) / (POINTS - 1)];
    free(sorted);
}

void ec_plot_sorted(study *s, const char *name, const char *title, const char *unit, double scale,
                    const ec_curve *curve, size_t count)
{
    double share[POINTS], time[MOST_CURVES][POINTS];
    plot_series series[MOST_CURVES] = {{0}};
    if (!study_has_files(s) || curve[0].result->time == NULL)
        return;
    for (int i = 0; i < POINTS; i++)
        share[i] = 100.0 * i / (POINTS - 1);
    for (size_t i = 0; i < count; i++) {
        sort_times(curve[i].result, scale, time[i]);
        series[i] = (plot_series){curve[i].name, POINTS, share, time[i], .is_ours = curve[i].is_ours};
    }
    study_draw(s, name, .title = title, .x_title = "share of the cases, sorted by their time, %",
               .y_title = unit, .y_log = true, .series = series, .count = count);
}
