/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas papers fm-pairs: the test of two cells of Baillehache's paper (2013), TestCollisionBetween: whether it is right (section
 * 6.1.1), and how long it takes (6.2.1); on the 64 cases of lab/printed/fm_pairs.txt, and on random pairs.
 *
 * A method is right when it gives the verdict that is known; those that answer as their papers do only say whether the cells meet,
 * so that is compared. */

#include "method/fm_paper.h"
#include "papers/fm_pairs.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char file_name[] = "fm_pairs.txt";

const char *const fm_combination_name[FM_COMBINATIONS] = {"box-box", "box-tetra", "tetra-box", "tetra-tetra"};
static const fk_kind fm_combination_kind[FM_COMBINATIONS][2] = {{FK_KIND_BOX, FK_KIND_BOX},
                                                                {FK_KIND_BOX, FK_KIND_TETRA},
                                                                {FK_KIND_TETRA, FK_KIND_BOX},
                                                                {FK_KIND_TETRA, FK_KIND_TETRA}};

typedef struct case_source {
    size_t at;
} case_source;

static size_t read_source(void *user, char *buffer, size_t capacity)
{
    case_source *s = user;
    size_t left = papers_fm_pairs_size - s->at, count = left < capacity ? left : capacity;
    memcpy(buffer, papers_fm_pairs_text + s->at, count);
    s->at += count;
    return count;
}

/* Copies line number `line` of the file, from 1. */
static void copy_line(size_t line, char *out, size_t capacity)
{
    const char *at = papers_fm_pairs_text, *end = at + papers_fm_pairs_size;
    for (size_t i = 1; i < line && at < end; i++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    size_t length = 0;
    for (; at < end && *at != '\n' && length + 1 < capacity; at++)
        out[length++] = *at;
    out[length] = '\0';
}

static fk_verdict parse_verdict(const char *word)
{
    for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++)
        if (strcmp(word, fk_verdict_name((fk_verdict)verdict)) == 0)
            return (fk_verdict)verdict;
    return FK_UNDECIDED;
}

static int kind_combination(const fm_case *c)
{
    return 2 * (c->a.kind == FK_KIND_TETRA) + (c->b.kind == FK_KIND_TETRA);
}

/* The comment above a pair. False when it is not as it must be. */
static bool read_comment(size_t line, fm_case *out)
{
    static const char front[] = "# case ", back[] = "; truth: ";
    char text[256], *how, *truth, *end;
    copy_line(line, text, sizeof text);
    if (strncmp(text, front, strlen(front)) != 0 || !(how = strstr(text, ": ")) ||
        !(truth = strstr(text, back)))
        return false;
    *how = *truth = '\0';
    out->number = (unsigned)strtoul(text + strlen(front), &end, 10);
    out->truth = parse_verdict(truth + strlen(back));
    snprintf(out->how, sizeof out->how, "%s", how + 2);
    out->combination = kind_combination(out);
    return *end == ' ' && strcmp(end + 1, fm_combination_name[out->combination]) == 0 &&
           out->truth != FK_UNDECIDED;
}

static bool fm_cases_read(fm_case out[FM_CASES])
{
    case_source s = {0};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, NULL, read_source, &s);
    for (size_t i = 0; i < FM_CASES; i++) {
        if (fk_pair_reader_next(&reader, &out[i].a, &out[i].b) != FK_OK) {
            cli_trouble_at(file_name, reader.line, reader.column, "%s", reader.message);
            return false;
        }
        if (!read_comment(reader.line - 1, &out[i])) {
            cli_trouble_at(file_name, reader.line - 1, 0, "no comment that tells the truth of a case");
            return false;
        }
    }
    return true;
}

enum { EDGE = 6, ORIGIN = 9 };

/* What the printed test makes of random pairs of a combination. */
typedef struct fm_random_tally {
    unsigned pairs, overlapping, touching, apart;
    unsigned flat;           /* not decided: the first cell is flat, and the print divides by zero */
    unsigned missed;         /* overlapping, and said to be apart */
    unsigned touching_wrong; /* touching, and said to be apart */
    unsigned false_hits;     /* apart, and said to collide */
    unsigned fm_wrong;       /* by method fm, verdict or box: never */
    /* Of overlapping pairs that it finds: its box by volume, over the tight one; sorted. */
    unsigned boxes, cut; /* cut: some of what they have in common is outside of its box */
    double *ratio;       /* `boxes` of them */
} fm_random_tally;

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static fk_vec3 random_integer_vector(fk_random *random, int most)
{
    double v[3];
    for (int k = 0; k < 3; k++)
        v[k] = (double)fk_random_below(random, (uint64_t)(2 * most + 1)) - most;
    return fk_vec3_make(v[0], v[1], v[2]);
}

static fk_piece random_cell(fk_random *random, fk_kind kind)
{
    fk_vec3 origin = random_integer_vector(random, ORIGIN), u = random_integer_vector(random, EDGE),
            v = random_integer_vector(random, EDGE), w = random_integer_vector(random, EDGE);
    return kind == FK_KIND_BOX ? fk_piece_box(origin, u, v, w) : fk_piece_tetra(origin, u, v, w);
}

fm_pair fm_random_pair(fk_random *random, int combination)
{
    fm_pair pair;
    pair.a = random_cell(random, fm_combination_kind[combination][0]);
    pair.b = random_cell(random, fm_combination_kind[combination][1]);
    return pair;
}

/* ---- Boxes --------------------------------------------------------------------------------------------- */

static double aabb_volume(const fk_aabb *box)
{
    return (box->max.x - box->min.x) * (box->max.y - box->min.y) * (box->max.z - box->min.z);
}

/* Up to rounding. */
static bool contains_box(const fk_aabb *outer, const fk_aabb *inner)
{
    for (int k = 0; k < 3; k++) {
        double slack = 1e-9 * (ORIGIN + 3 * EDGE);
        if (fk_vec3_get(inner->min, k) < fk_vec3_get(outer->min, k) - slack ||
            fk_vec3_get(inner->max, k) > fk_vec3_get(outer->max, k) + slack)
            return false;
    }
    return true;
}

static void compare_boxes(const fk_piece *a, const fk_piece *b, const fk_paper_area *co, fm_random_tally *t)
{
    fk_aabb printed = {fk_vec3_make(co->min[0], co->min[1], co->min[2]),
                       fk_vec3_make(co->max[0], co->max[1], co->max[2])};
    fk_aabb tight;
    if (fk_pair_box(a, b, &tight) != FK_OK)
        return;
    t->cut += !contains_box(&printed, &tight);
    t->ratio[t->boxes++] = aabb_volume(&printed) / aabb_volume(&tight);
}

static int compare_ratios(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static bool are_equal(fk_vec3 a, fk_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Its verdict, and its box, which is the tight one. */
static bool fm_is_right(const fk_piece *a, const fk_piece *b, fk_verdict truth)
{
    fk_pair_query query = {a, b, FK_METHOD_FM, FK_PART_BOX, NULL};
    fk_answer answer;
    fk_aabb tight;
    if (fk_pair_answer(&query, &answer) != FK_OK || answer.verdict != truth)
        return false;
    return truth == FK_APART || (fk_pair_box(a, b, &tight) == FK_OK && are_equal(answer.box.min, tight.min) &&
                                 are_equal(answer.box.max, tight.max));
}

static void test_printed(const fk_piece *a, const fk_piece *b, fm_random_tally *t)
{
    fk_verdict truth = fk_pair_verdict(a, b);
    fk_paper_volume p, q;
    fk_paper_area co;
    fk_paper_volume_make(a, &p);
    fk_paper_volume_make(b, &q);
    t->pairs++;
    t->overlapping += truth == FK_OVERLAPPING;
    t->touching += truth == FK_TOUCHING;
    t->apart += truth == FK_APART;
    t->fm_wrong += !fm_is_right(a, b, truth);
    if (!p.has_inverse) {
        t->flat++;
        return;
    }
    bool collides = fk_paper_test_collision(&p, &q, &co);
    t->missed += truth == FK_OVERLAPPING && !collides;
    t->touching_wrong += truth == FK_TOUCHING && !collides;
    t->false_hits += truth == FK_APART && collides;
    /* Boxes around flat things may have no volume. */
    if (truth == FK_OVERLAPPING && collides && q.has_inverse)
        compare_boxes(a, b, &co, t);
}

static void run_random_pairs(uint64_t seed, int combination, unsigned pairs, fm_random_tally *out)
{
    fk_random random = fk_random_make((seed - 1) * FM_COMBINATIONS + (uint64_t)combination + 1);
    out->ratio = bench_allocate(pairs, sizeof *out->ratio);
    for (unsigned i = 0; i < pairs; i++) {
        fm_pair pair = fm_random_pair(&random, combination);
        test_printed(&pair.a, &pair.b, out);
    }
    qsort(out->ratio, out->boxes, sizeof *out->ratio, compare_ratios);
}

enum { RANDOM_PAIRS = 100000, RANDOM_PAIRS_QUICK = 1000 };

typedef enum answer_mark { MARK_NONE, MARK_RIGHT, MARK_UNDECIDED, MARK_WRONG, MARKS } answer_mark;

/* What the methods say of the cases. */
typedef struct case_answers {
    fk_verdict verdict[FM_CASES][FK_METHOD_COUNT];
    answer_mark mark[FM_CASES][FK_METHOD_COUNT]; /* MARK_NONE when a method does not know such cells */
} case_answers;

/* ---- Methods ------------------------------------------------------------------------------------------- */

static answer_mark mark_answer(fk_method method, fk_verdict truth, fk_verdict verdict)
{
    if (verdict == FK_UNDECIDED)
        return MARK_UNDECIDED;
    if (fk_method_may_be_wrong(method))
        return (truth == FK_APART) == (verdict == FK_APART) ? MARK_RIGHT : MARK_WRONG;
    return verdict == truth ? MARK_RIGHT : MARK_WRONG;
}

/* False after a message: a method is not right that must be. */
static bool test_case(fk_method method, const fm_case *c, fk_verdict *verdict, answer_mark *m)
{
    fk_pair_query query = {&c->a, &c->b, method, 0, NULL};
    fk_answer answer;
    *m = MARK_NONE;
    if (!fk_method_knows(method, c->a.kind, c->b.kind) || fk_pair_answer(&query, &answer) != FK_OK)
        return true;
    *verdict = answer.verdict;
    *m = mark_answer(method, c->truth, answer.verdict);
    if (fk_method_may_be_wrong(method) || *m == MARK_RIGHT)
        return true;
    return papers_trouble("case %u: %s says %s, the truth is %s", c->number, fk_method_name(method),
                          fk_verdict_name(*verdict), fk_verdict_name(c->truth));
}

static bool test_cases(const fm_case *cases, case_answers *out)
{
    bool good = true;
    for (int i = 0; i < FM_CASES; i++)
        for (int method = 0; method < FK_METHOD_COUNT; method++)
            good = test_case((fk_method)method, &cases[i], &out->verdict[i][method], &out->mark[i][method]) &&
                   good;
    return good;
}

static unsigned count_marks(const case_answers *found, fk_method method, answer_mark m)
{
    unsigned count = 0;
    for (int i = 0; i < FM_CASES; i++)
        count += found->mark[i][method] == m;
    return count;
}

/* ---- The cases ----------------------------------------------------------------------------------------- */

/* The methods that are wrong about a case. */
static void list_wrong_methods(const answer_mark *m, char *text, size_t capacity)
{
    size_t length = 0;
    text[0] = '\0';
    for (int method = 0; method < FK_METHOD_COUNT; method++)
        if (m[method] == MARK_WRONG && length < capacity)
            length += (size_t)snprintf(text + length, capacity - length, "%s%s", length > 0 ? " " : "",
                                       fk_method_name((fk_method)method));
}

static void report_cases(const fm_case *cases, const case_answers *found, study *s)
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
        list_wrong_methods(found->mark[i], wrong, sizeof wrong);
        study_words(s, "%s", wrong);
    }
}

static void report_methods(const case_answers *found, study *s)
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
    study_paragraph(
        s,
        "The paper shows its cases only as pictures, so these are others, of the same sorts, whose "
        "truth is known by how they are made. %s, %s and %s answer as their papers do, which do not "
        "tell touching from overlapping; a %s is a pair of cells that the method does not know.",
        fk_method_name(FK_METHOD_FM_PAPER), fk_method_name(FK_METHOD_EC_PAPER),
        fk_method_name(FK_METHOD_SAT6), "\"-\"");
}

static void report_random(const fm_random_tally *tally, study *s)
{
    study_table(s, "random", "Wrong answers on random pairs of whole numbers",
                "kinds||w\n"
                "pairs that: overlap|overlapping; touch|touching; are apart|apart\n"
                "fm-paper: overlap, missed|missed; touch, missed|touching_missed; apart, made up|false_hits; "
                "first is flat|flat\n"
                "fm, wrong|fm_wrong");
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        const fm_random_tally *t = &tally[k];
        study_words(s, "%s", fm_combination_name[k]);
        study_numbers(s, t->overlapping, t->touching, t->apart, t->missed, t->touching_wrong, t->false_hits,
                      t->flat, t->fm_wrong);
    }
    study_paragraph(
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

static void claim_pairs_accurate(const fm_case *cases, const case_answers *found, const fm_random_tally *t,
                                 study *s)
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
static void claim_positives(const fm_case *cases, const case_answers *found, const fm_random_tally *t,
                            study *s)
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

static void report_boxes(const fm_random_tally *tally, study *s)
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
    study_paragraph(
        s, "The printed box has bounds for each coordinate along the edges of the second cell, becomes a "
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
        series[k] = (plot_series){fm_combination_name[k], STEPS, .x = x[k], .y = y};
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

/* False after a message. */
static bool run_random(const papers_lab *lab, const fm_case *cases, const case_answers *found)
{
    fm_random_tally tally[FM_COMBINATIONS] = {{0}};
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        run_random_pairs(lab->seed, k, lab->quick ? RANDOM_PAIRS_QUICK : RANDOM_PAIRS, &tally[k]);
        if (tally[k].fm_wrong > 0)
            return papers_trouble("fm is wrong about %u random pairs of %s", tally[k].fm_wrong,
                                  fm_combination_name[k]);
    }
    report_random(tally, lab->s);
    report_boxes(tally, lab->s);
    plot_boxes(tally, lab->s);
    claim_pairs_accurate(cases, found, tally, lab->s);
    if (!lab->quick) { /* what is rare does not show in few pairs */
        claim_positives(cases, found, tally, lab->s);
        claim_boxes(tally, lab->s);
    }
    for (int k = 0; k < FM_COMBINATIONS; k++)
        free(tally[k].ratio);
    return true;
}

static bool write_case_scenes(const fm_case *cases, const char *folder)
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

bool papers_fm_pairs(const papers_lab *lab)
{
    static fm_case cases[FM_CASES];
    static case_answers found;
    if (!fm_cases_read(cases) || !test_cases(cases, &found))
        return false;
    if (lab->pov != NULL && !write_case_scenes(cases, lab->pov))
        return false;
    report_cases(cases, &found, lab->s);
    report_methods(&found, lab->s);
    /* In a quick run a picture of each combination is enough to see that they can be drawn. */
    if (study_has_files(lab->s))
        fm_pictures_draw(lab, cases, lab->quick ? FM_CASES / FM_COMBINATIONS : 1);
    if (!run_random(lab, cases, &found))
        return false;
    fm_times_report(lab, cases);
    return true;
}
