/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-pairs: the test of two cells of Baillehache's paper (2013), TestCollisionBetween: whether it is right (section
 * 6.1.1), and how long it takes (6.2.1); on the 64 cases of lab/printed/fm_pairs.txt, and on random pairs.
 *
 * A method is right when it gives the verdict that is known; those that answer as their papers do only say whether the cells meet,
 * so that is compared. */

#include "papers/fm_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_PAIRS = 100000, RANDOM_PAIRS_QUICK = 1000 };

typedef enum mark { MARK_NONE, MARK_RIGHT, MARK_UNDECIDED, MARK_WRONG, MARKS } mark;

/* What the methods say of the cases. */
typedef struct answers {
    fk_verdict verdict[FM_CASES][FK_METHOD_COUNT];
    mark mark[FM_CASES][FK_METHOD_COUNT]; /* MARK_NONE when a method does not know such cells */
} answers;

/* ---- Methods ------------------------------------------------------------------------------------------- */

static mark judge(fk_method method, fk_verdict truth, fk_verdict verdict)
{
    if (verdict == FK_UNDECIDED)
        return MARK_UNDECIDED;
    if (fk_method_may_be_wrong(method))
        return (truth == FK_APART) == (verdict == FK_APART) ? MARK_RIGHT : MARK_WRONG;
    return verdict == truth ? MARK_RIGHT : MARK_WRONG;
}

/* False after a message: a method is not right that must be. */
static bool ask(fk_method method, const fm_case *c, fk_verdict *verdict, mark *m)
{
    fk_pair_query query = {&c->a, &c->b, method, 0, NULL};
    fk_answer answer;
    *m = MARK_NONE;
    if (!fk_method_knows(method, c->a.kind, c->b.kind) || fk_pair_answer(&query, &answer) != FK_OK)
        return true;
    *verdict = answer.verdict;
    *m = judge(method, c->truth, answer.verdict);
    if (fk_method_may_be_wrong(method) || *m == MARK_RIGHT)
        return true;
    cli_trouble("case %u: %s says %s, the truth is %s", c->number, fk_method_name(method),
                fk_verdict_name(*verdict), fk_verdict_name(c->truth));
    return false;
}

static bool ask_all(const fm_case *cases, answers *out)
{
    bool good = true;
    for (int i = 0; i < FM_CASES; i++)
        for (int method = 0; method < FK_METHOD_COUNT; method++)
            good = ask((fk_method)method, &cases[i], &out->verdict[i][method], &out->mark[i][method]) && good;
    return good;
}

static unsigned count_marks(const answers *found, fk_method method, mark m)
{
    unsigned count = 0;
    for (int i = 0; i < FM_CASES; i++)
        count += found->mark[i][method] == m;
    return count;
}

/* ---- The cases ----------------------------------------------------------------------------------------- */

/* The methods that are wrong about a case. */
static void tell_wrong(const mark *m, char *text, size_t capacity)
{
    size_t length = 0;
    text[0] = '\0';
    for (int method = 0; method < FK_METHOD_COUNT; method++)
        if (m[method] == MARK_WRONG && length < capacity)
            length += (size_t)snprintf(text + length, capacity - length, "%s%s", length > 0 ? " " : "",
                                       fk_method_name((fk_method)method));
}

static void tell_cases(const fm_case *cases, const answers *found, study *s)
{
    char layout[512] = "case; kinds||w; truth||w; ";
    for (int method = 0; method < FK_METHOD_COUNT; method++) {
        strcat(layout, fk_method_name((fk_method)method));
        strcat(layout, "||w; ");
    }
    study_table(s, "cases", "What each method says of the 64 cases", strcat(layout, "wrong||w"));
    for (int i = 0; i < FM_CASES; i++) {
        char wrong[256];
        study_number(s, cases[i].number);
        study_words(s, "%s", fm_combination_name[cases[i].combination]);
        study_words(s, "%s", fk_verdict_name(cases[i].truth));
        for (int method = 0; method < FK_METHOD_COUNT; method++)
            study_words(s, "%s",
                        found->mark[i][method] == MARK_NONE ? "-"
                                                            : fk_verdict_name(found->verdict[i][method]));
        tell_wrong(found->mark[i], wrong, sizeof wrong);
        study_words(s, "%s", wrong);
    }
}

static void tell_methods(const answers *found, study *s)
{
    study_table(s, "methods", "Of the 64 cases",
                "method||w; right; undecided; wrong; not for such cells|unknown");
    for (int method = 0; method < FK_METHOD_COUNT; method++) {
        study_words(s, "%s", fk_method_name((fk_method)method));
        study_numbers(s, count_marks(found, (fk_method)method, MARK_RIGHT),
                      count_marks(found, (fk_method)method, MARK_UNDECIDED),
                      count_marks(found, (fk_method)method, MARK_WRONG),
                      count_marks(found, (fk_method)method, MARK_NONE));
    }
    study_say(s,
              "The paper shows its cases only as pictures, so these are others, of the same sorts, whose "
              "truth is known by how they are made. %s, %s and %s answer as their papers do, which do not "
              "tell touching from overlapping; a %s is a pair of cells that the method does not know.",
              fk_method_name(FK_METHOD_FM_PAPER), fk_method_name(FK_METHOD_EC_PAPER),
              fk_method_name(FK_METHOD_SAT6), "\"-\"");
}

/* ---- Random pairs -------------------------------------------------------------------------------------- */

static void tell_random(const fm_random_tally *tally, study *s)
{
    study_table(s, "random", "Wrong answers on random pairs of whole numbers",
                "kinds||w\n"
                "pairs that: overlap|overlapping; touch|touching; are apart|apart\n"
                "fm-paper: overlap, missed|missed; touch, missed|touching_missed; apart, made up|false_hits; "
                "first is flat|flat\n"
                "fm, wrong|fm_wrong");
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        const fm_random_tally *t = &tally[k];
        const unsigned number[] = {t->overlapping,    t->touching,   t->apart, t->missed,
                                   t->touching_wrong, t->false_hits, t->flat,  t->fm_wrong};
        study_words(s, "%s", fm_combination_name[k]);
        for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
            study_number(s, number[i]);
    }
    study_say(
        s,
        "%u pairs of each, with edges from -6 to 6 and origins from -9 to 9; the truth is the exact verdict. "
        "Where the first cell is flat, the printed test divides by zero, and that counts as no answer. What "
        "it misses where the first cell is a tetrahedron comes from its row (a), which adds up the wrong "
        "coefficients (lines 37 to 39); what it makes up, from that and from rows that it passes over; what "
        "touches is missed as it compares by \"less\" and not by \"less or equal\".",
        tally[0].pairs);
}

/* ---- What the paper says ------------------------------------------------------------------------------- */

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* How the printed test is wrong about random pairs, in a sentence. */
static void sum_random(const fm_random_tally *t, char *text, size_t capacity)
{
    snprintf(text, capacity,
             " Of random pairs it misses %.1f %% of those that overlap when the first cell is a box, %.1f %% "
             "when it is a tetrahedron, and %.0f %% of those that touch.",
             percent(t[0].missed + t[1].missed, t[0].overlapping + t[1].overlapping),
             percent(t[2].missed + t[3].missed, t[2].overlapping + t[3].overlapping),
             percent(t[0].touching_wrong + t[1].touching_wrong + t[2].touching_wrong + t[3].touching_wrong,
                     t[0].touching + t[1].touching + t[2].touching + t[3].touching));
}

static void claim_accurate(const fm_case *cases, const answers *found, const fm_random_tally *t, study *s)
{
    unsigned wrong[FK_OVERLAPPING + 1] = {0}, all[FK_OVERLAPPING + 1] = {0};
    for (int i = 0; i < FM_CASES; i++) {
        wrong[cases[i].truth] += found->mark[i][FK_METHOD_FM_PAPER] == MARK_WRONG;
        all[cases[i].truth]++;
    }
    char random[400];
    sum_random(t, random, sizeof random);
    unsigned sum = wrong[FK_APART] + wrong[FK_TOUCHING] + wrong[FK_OVERLAPPING];
    study_claim(
        s, "\"the algorithm which implements this solution gives accurate results\" (section 7)",
        study_if(sum == 0),
        "As printed, the test is wrong about %u of our 64 cases: it misses %u of %u that overlap and %u of "
        "%u that touch, and makes up %u of %u that are apart. Made right (fm), it is wrong about %u.%s",
        sum, wrong[FK_OVERLAPPING], all[FK_OVERLAPPING], wrong[FK_TOUCHING], all[FK_TOUCHING],
        wrong[FK_APART], all[FK_APART], count_marks(found, FK_METHOD_FM, MARK_WRONG), random);
}

/* What the paper says of false positives: section 4, and lines 77 to 84. */
static void claim_positives(const fm_case *cases, const answers *found, const fm_random_tally *t, study *s)
{
    static const int example = 50 - 1; /* the case that is example (18) of the paper */
    unsigned made_up = t[1].false_hits + t[2].false_hits + t[3].false_hits;
    bool is_hit = found->mark[example][FK_METHOD_FM_PAPER] == MARK_WRONG;
    study_claim(s,
                "\"If the volumes we are testing for collision are actually parallelepipeds, [...] it can't "
                "be a false positive\" (section 4)",
                study_if(t[0].false_hits == 0),
                "Of %u random pairs of boxes that are apart, it says of %u that they collide.%s", t[0].apart,
                t[0].false_hits,
                t[0].false_hits > 0
                    ? " The bounds of each coordinate alone are not empty then, and the row \"0 <= "
                      "negative\", which proves that nothing is in common, is passed over."
                    : "");
    study_claim(
        s, "\"Ensure the solution is not a false positive\" (section 5, lines 77 to 84)",
        is_hit || made_up > 0 ? STUDY_HOLDS_NOT : STUDY_HOLDS,
        "That is what ConfirmSolution is for. The paper's own example (18), case %u, is %s; of %u random "
        "pairs with a tetrahedron that are apart, %u are said to collide. Elimination is exact, and needs no "
        "confirmation: fm, which keeps the row that is passed over, makes up none.",
        cases[example].number, is_hit ? "said to collide" : "answered right",
        t[1].apart + t[2].apart + t[3].apart, made_up);
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

/* The value below which a part of all lies. */
static double quantile(const fm_random_tally *t, double part)
{
    return t->boxes > 0 ? t->ratio[(size_t)(part * (t->boxes - 1))] : (double)NAN;
}

static void tell_boxes(const fm_random_tally *tally, study *s)
{
    study_table(s, "boxes",
                "The box of what two cells have in common, random pairs that overlap and are found",
                "kinds||w; boxes\n"
                "volume of the printed box over that of the tight one: median||2; one in ten "
                "above|ninth_tenth|1; worst\n"
                "too small|too_small");
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        study_words(s, "%s", fm_combination_name[k]);
        study_numbers(s, tally[k].boxes, quantile(&tally[k], 0.5), quantile(&tally[k], 0.9),
                      quantile(&tally[k], 1), tally[k].cut);
    }
    study_say(s,
              "The printed box has bounds for each coordinate along the edges of the second cell, becomes a "
              "box along the axes of the world around those, and is cut by the box of the first cell. fm and "
              "exact eliminate towards the axes of the world, so their box is the tight one. Too small is "
              "one that some of what both have in common lies outside of, as row (a) cuts it off.");
}

static void plot_boxes(const fm_random_tally *tally, study *s)
{
    enum { STEPS = 100 };
    static double x[FM_COMBINATIONS][STEPS], y[STEPS];
    plot_series series[FM_COMBINATIONS];
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        for (int i = 0; i < STEPS; i++) {
            y[i] = i;
            x[k][i] = fmax(quantile(&tally[k], (double)i / STEPS), 1);
        }
        series[k] = (plot_series){.name = fm_combination_name[k], .count = STEPS, .x = x[k], .y = y};
    }
    study_draw(s, "boxes", .title = "How much larger the printed box is than the tight one",
               .x_title = "volume of the printed box over that of the tight one",
               .y_title = "pairs with at most so much, %", .x_log = true, .series = series,
               .count = FM_COMBINATIONS);
}

static void claim_boxes(const fm_random_tally *t, study *s)
{
    unsigned cut = 0, boxes = 0;
    double least = INFINITY, most = 0;
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        cut += t[k].cut;
        boxes += t[k].boxes;
        least = fmin(least, quantile(&t[k], 0.5));
        most = fmax(most, quantile(&t[k], 0.5));
    }
    study_claim(
        s,
        "\"The set of bounding values defines a volume containing all the solutions of the system if it has "
        "a solution, eventually bigger than the actual volume\" (section 4)",
        cut == 0 ? STUDY_HOLDS : STUDY_HOLDS_IN_PART,
        "%u of %u boxes do not hold all that the cells have in common. The median is %.1f to %.1f times as "
        "large as the tight box, by kinds, so that a search that descends into it prunes less.",
        cut, boxes, least, most);
}

/* ---- Everything about random pairs --------------------------------------------------------------------- */

static bool run_random(const papers_settings *settings, const fm_case *cases, const answers *found, study *s)
{
    fm_random_tally tally[FM_COMBINATIONS] = {{0}};
    bool good = true;
    for (int k = 0; k < FM_COMBINATIONS && good; k++) {
        good =
            fm_random_run(settings->seed, k, settings->quick ? RANDOM_PAIRS_QUICK : RANDOM_PAIRS, &tally[k]);
        if (good && tally[k].fm_wrong > 0) {
            cli_trouble("fm is wrong about %u random pairs of %s", tally[k].fm_wrong, fm_combination_name[k]);
            good = false;
        }
    }
    if (good) {
        tell_random(tally, s);
        tell_boxes(tally, s);
        plot_boxes(tally, s);
        claim_accurate(cases, found, tally, s);
    }
    /* What is rare does not show in few pairs. */
    if (good && !settings->quick) {
        claim_positives(cases, found, tally, s);
        claim_boxes(tally, s);
    }
    for (int k = 0; k < FM_COMBINATIONS; k++)
        fm_random_end(&tally[k]);
    return good;
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

static bool write_scenes(const fm_case *cases, const char *folder)
{
    if (!cli_folder_create(folder))
        return false;
    for (int i = 0; i < FM_CASES; i++)
        if (!fm_scene_write(&cases[i], folder))
            return false;
    cli_note("%d scenes in %s; a picture: povray +I%s/case-01.pov +Ocase-01.png +W800 +H600 +A -D", FM_CASES,
             folder, folder);
    return true;
}

int papers_fm_pairs(const papers_settings *settings, study *s)
{
    static fm_case cases[FM_CASES];
    static answers found;
    if (!fm_cases_read(cases) || !ask_all(cases, &found))
        return CLI_TROUBLE;
    if (settings->pov != NULL && !write_scenes(cases, settings->pov))
        return CLI_TROUBLE;
    tell_cases(cases, &found, s);
    tell_methods(&found, s);
    /* In a quick run a picture of each combination is enough to see that they can be drawn. */
    if (study_has_files(s))
        fm_pictures_draw(cases, settings->quick ? FM_CASES / FM_COMBINATIONS : 1, s);
    if (!run_random(settings, cases, &found, s) || !fm_times_tell(settings, cases, s))
        return CLI_TROUBLE;
    return CLI_OK;
}
