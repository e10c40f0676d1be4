/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers ec-rotation and ec-translation: the dynamic cases of Bai et al. 2015, section 3.2 b and c, tables 4 to 6,
 * figures 7 and 8: an oriented box that does not meet another one turns, or moves, until a method says that they meet.
 * How long does that take, and is it the step in which they do?
 *
 * The boxes are placed in all steps beforehand, so that the times are those of the tests alone. What is undecided counts as a
 * meeting. A method that is late asks more steps, so there is also the time of a step. */

#include "papers/papers_ec_ways.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>

enum { CASES = 1000, QUICK_CASES = 40 };

/* How a method did on all ways; cases and times are those of `result`. */
typedef struct detected {
    ec_result result;
    unsigned right, early, late, never;
    double asked; /* steps */
    double after; /* steps from the first contact, where they are detected at all */
} detected;

typedef struct ways {
    detected by[EC_METHODS];
    unsigned cases, between; /* met and parted between two steps before they meet in one */
    int steps;
} ways;

/* ---- Measuring ----------------------------------------------------------------------------------------- */

/* The first step in which a method says that they meet; one more than there are where it never does. */
static int detect(const ec_method *m, const ec_way *w)
{
    int step = 0;
    if (m->plain != NULL)
        while (step <= w->steps && !m->plain(&w->placed[step].obb, &w->other.obb))
            step++;
    else
        while (step <= w->steps && !ec_says_meet(m, &w->placed[step], &w->other))
            step++;
    return step;
}

/* So that no search is left out because nobody needs its answer. */
static volatile int last_step;

static void detect_again(const ec_method *m, const void *data, unsigned repeats)
{
    for (unsigned i = 0; i < repeats; i++)
        last_step = detect(m, data);
}

static void measure(const ec_method *m, const ec_way *w, bool has_clock, detected *d)
{
    int step = detect(m, w);
    bool found = step <= w->steps;
    if (has_clock)
        d->result.time[d->result.asked] = ec_time(detect_again, m, w);
    d->result.asked++;
    d->right += step == w->first;
    d->early += step < w->first;
    d->late += step > w->first && found;
    d->never += !found;
    d->result.hits = d->early;
    d->result.missed = d->late + d->never;
    d->asked += found ? step + 1 : step;
    d->after += found ? step - w->contact : 0;
}

/* False after a message. */
static bool run_ways(const papers_settings *settings, ec_motion how, ways *all)
{
    ec_way w;
    bool is_good = true;
    fk_random random = fk_random_make(settings->seed);
    if (!ec_way_begin(&w, how))
        return false;
    all->cases = settings->quick ? QUICK_CASES : CASES;
    all->steps = w.steps;
    for (int m = 0; m < EC_METHODS; m++)
        all->by[m].result.time = settings->quick ? NULL : bench_allocate(all->cases, sizeof(double));
    for (unsigned i = 0; i < all->cases && is_good; i++) {
        is_good = ec_way_draw(&w, &random);
        if (!is_good)
            cli_trouble("case %u: no first contact where there must be one; this is a bug in farkas", i + 1);
        all->between += w.first - w.contact > 1 + 1e-6;
        for (int m = 0; m < EC_METHODS && is_good; m++)
            measure(&ec_methods[m], &w, !settings->quick, &all->by[m]);
    }
    for (int m = 0; m < EC_METHODS && is_good; m++)
        is_good = ec_is_sound(&ec_methods[m], &all->by[m].result);
    ec_way_end(&w);
    return is_good;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static void put_answers(study *s, const ways *all)
{
    study_table(s, "answers", "In which step a method detects that they meet",
                "method||w\n"
                "cases, detected: right; early; late; never\n"
                "steps, mean: asked||1; after contact|after_contact|2");
    for (int m = 0; m < EC_METHODS; m++) {
        const detected *d = &all->by[m];
        study_words(s, "%s", ec_methods[m].name);
        study_numbers(s, d->right, d->early, d->late, d->never, d->asked / all->cases,
                      d->never == all->cases ? NAN : d->after / (all->cases - d->never));
    }
    study_say(s,
              "Right is the step in which the boxes first meet, by the exact verdict. After contact: steps "
              "from the first contact of the motion, also between two steps, where the method detects any.");
    if (all->between > 0)
        study_say(s,
                  "In %u cases the boxes have met and parted before, between two steps, which no test of "
                  "steps can see.",
                  all->between);
}

static double step_ns(const ways *all, int method)
{
    const detected *d = &all->by[method];
    return 1e9 * ec_summarize(&d->result).mean * all->cases / d->asked;
}

static void put_times(study *s, ec_part part, const ways *all)
{
    study_table(s, "times",
                part == EC_ROTATION ? "Time until a meeting is detected (tables 4 and 6)"
                                    : "Time until a meeting is detected (tables 5 and 6)",
                "method||w\n"
                "Farkas, µs: max|us_max|st; min|us_min|st; mean|us_mean|st; deviation|us_deviation|st\n"
                "Farkas: ns a step|ns_step|st; speed||3t\n" EC_PRINTED_COLUMNS);
    for (int m = 0; m < EC_METHODS; m++) {
        const ec_result *r = &all->by[m].result;
        study_words(s, "%s", ec_methods[m].name);
        ec_put_summary(s, ec_summarize(r), 1e6);
        study_numbers(s, r->time == NULL ? NAN : step_ns(all, m),
                      r->time == NULL ? NAN : ec_speed(r, &all->by[EC_PLAIN_SAT].result));
        ec_put_printed(s, part, ec_printed_beside(part, m));
        if (m != EC_PLAIN_EC_PAPER)
            continue;
        study_words(s, EC_NEW_AGAIN_NAME);
        for (int k = 0; k < 6; k++)
            study_number(s, NAN);
        ec_put_printed(s, part, &ec_printed_numbers[part][EC_NEW_AGAIN]);
    }
    ec_say_printed(s, part);
}

static void put_plot(study *s, ec_part part, const ways *all)
{
    static const int shown[] = {EC_PLAIN_SAT, EC_PLAIN_EC_PAPER, EC_PLAIN_EC, EC_EXACT, EC_SAT, EC_EC};
    ec_curve curve[6];
    for (int i = 0; i < 6; i++)
        curve[i] = (ec_curve){ec_methods[shown[i]].name, &all->by[shown[i]].result, shown[i] == EC_EXACT};
    ec_plot_sorted(s, part == EC_ROTATION ? "figure-7" : "figure-8",
                   part == EC_ROTATION ? "A box turns until it meets another (figure 7)"
                                       : "A box moves until it meets another (figure 8)",
                   "time until that is detected, µs", 1e6, curve, 6);
}

/* ---- Claims -------------------------------------------------------------------------------------------- */

static void claim_speed(study *s, ec_part part, const ways *all)
{
    const detected *sat = &all->by[EC_PLAIN_SAT], *printed = &all->by[EC_PLAIN_EC_PAPER],
                   *right = &all->by[EC_PLAIN_EC];
    const ec_printed *theirs = ec_printed_numbers[part];
    bool is_turn = part == EC_ROTATION;
    double speed = ec_speed(&printed->result, &sat->result),
           right_speed = ec_speed(&right->result, &sat->result);
    study_claim(s,
                is_turn ? "\"2 times faster than the SAT algorithm\" (3.2 b)"
                        : "\"nearly 2 times faster than the SAT algorithm\" (3.2 c)",
                ec_judge_speed(speed, right_speed, is_turn ? 1.8 : 1.7),
                "In plain doubles the printed test is %.2f times as fast as SAT until it detects a meeting, "
                "and made right %.2f times. A step takes SAT %.1f ns, the printed test %.1f ns, which asks "
                "%.1f steps instead of %.1f in the mean, and the right one %.1f ns. (The paper's own means "
                "give %.2f; it holds from %.1f on.)",
                speed, right_speed, step_ns(all, EC_PLAIN_SAT), step_ns(all, EC_PLAIN_EC_PAPER),
                printed->asked / all->cases, sat->asked / all->cases, step_ns(all, EC_PLAIN_EC),
                theirs[EC_ALL_AXES].ms.mean / theirs[EC_NEW].ms.mean, is_turn ? 1.8 : 1.7);
    study_say(s,
              "The paper measures Matlab, and tells neither boxes nor ways nor steps: its SAT takes %.0f "
              "times as long as ours, in the mean. Its times hardly vary from case to case (deviation of "
              "SAT: %.0f %% of the mean), ours do (%.0f %%), as boxes meet early or late on their way.",
              1e-3 * theirs[EC_ALL_AXES].ms.mean / ec_summarize(&sat->result).mean,
              100 * theirs[EC_ALL_AXES].ms.deviation / theirs[EC_ALL_AXES].ms.mean,
              100 * ec_summarize(&sat->result).deviation / ec_summarize(&sat->result).mean);
}

static void claim_answers(study *s, const ways *all)
{
    const detected *printed = &all->by[EC_PLAIN_EC_PAPER], *right = &all->by[EC_PLAIN_EC],
                   *six = &all->by[EC_PLAIN_SAT6];
    study_claim(s,
                "\"the number of false positives is zero in the dynamic case. [...] they are just different "
                "in when the detection occurs\" (3.2 c)",
                study_if_part(printed->right == all->cases, printed->never == 0),
                "Of %u meetings the printed test detects %u in the right step, %u too late and %u never; "
                "with the way back %u in the right step, as SAT does %u. Six axes see %u too early.",
                all->cases, printed->right, printed->late, printed->never, right->right,
                all->by[EC_PLAIN_SAT].right, six->early);
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

static int run(const papers_settings *settings, study *s, ec_part part)
{
    ways all = {0};
    bool is_good = run_ways(settings, part == EC_ROTATION ? EC_TURNS : EC_MOVES, &all);
    if (is_good) {
        study_say(s,
                  "%u boxes, apart from another one at first, %s in %d steps, until a method says that they "
                  "meet. Boxes are drawn at random, with half sizes from 0.3 to 1; those that pass without a "
                  "meeting do not count.",
                  all.cases,
                  part == EC_ROTATION ? "turn by 360 degrees about an axis through their centre"
                                      : "move past it",
                  all.steps);
        ec_say_how(s, false);
        put_answers(s, &all);
        put_times(s, part, &all);
        put_plot(s, part, &all);
        if (!settings->quick)
            claim_speed(s, part, &all);
        claim_answers(s, &all);
    }
    for (int m = 0; m < EC_METHODS; m++)
        ec_results_free(&all.by[m].result, 1);
    return is_good ? CLI_OK : CLI_TROUBLE;
}

int papers_ec_rotation(const papers_settings *settings, study *s)
{
    return run(settings, s, EC_ROTATION);
}

int papers_ec_translation(const papers_settings *settings, study *s)
{
    return run(settings, s, EC_TRANSLATION);
}
