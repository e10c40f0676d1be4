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
#include "printed/search_paper.h"

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

/* The readings of the print: fm_paper.h. */
enum { FM_RIGHT_ROW = 2, FM_READINGS = 5 };

static const struct fm_reading {
    unsigned flags;
    const char *name;
} fm_reading[FM_READINGS] = {
    {FK_PAPER_PRINTED, "as printed"},
    {FK_PAPER_SHORT_LOOP, "loop to NbParam - 1"},
    {FK_PAPER_RIGHT_ROW, "row (a) set right"},
    {FK_PAPER_RIGHT_ROW | FK_PAPER_SHORT_LOOP, "both"},
    {FK_PAPER_NOT_NULL, "line 7 to the letter"},
};

/* What one of them says of pairs whose first cell is not flat. */
typedef struct fm_reading_tally {
    unsigned missed;        /* overlapping, and said to be apart */
    unsigned touching_hits; /* touching, and said to collide */
    unsigned false_hits;    /* apart, and said to collide, where the second cell is not flat */
    unsigned flat_hits;     /* the same, where it is flat */
} fm_reading_tally;

/* What the printed test makes of random pairs of a combination. */
typedef struct fm_random_tally {
    unsigned pairs, overlapping, touching, apart;
    unsigned flat; /* not decided: the first cell is flat, and the print divides by zero */
    fm_reading_tally reading[FM_READINGS];
    unsigned fm_wrong; /* by method fm, verdict or box: never */
    /* Of overlapping pairs that it finds: its box by volume, over the tight one; sorted. */
    /* cut: some of what they have in common is outside of its box; row_cut: with row (a) right */
    unsigned boxes, cut, row_cut;
    double *ratio; /* `boxes` of them */
} fm_random_tally;

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static fk_piece random_cell(fk_random *random, fk_kind kind)
{
    fk_vec3 origin = papers_draw_whole(random, ORIGIN), u = papers_draw_whole(random, EDGE),
            v = papers_draw_whole(random, EDGE), w = papers_draw_whole(random, EDGE);
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

static void compare_boxes(const fk_piece *a, const fk_piece *b, const fk_paper_area *co,
                          const fk_paper_area *with_row, fm_random_tally *t)
{
    fk_aabb printed = paper_area_box(co), right = paper_area_box(with_row), tight;
    if (fk_pair_box(a, b, &tight) != FK_OK)
        return;
    t->cut += !contains_box(&printed, &tight);
    t->row_cut += !contains_box(&right, &tight);
    t->ratio[t->boxes++] = aabb_volume(&printed) / aabb_volume(&tight);
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
    fk_paper_area co[FM_READINGS];
    bool collides = false;
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
    for (int i = FM_READINGS - 1; i >= 0; i--) { /* the print last */
        fm_reading_tally *r = &t->reading[i];
        collides = fk_paper_test_collision(&p, &q, fm_reading[i].flags, &co[i]);
        r->missed += truth == FK_OVERLAPPING && !collides;
        r->touching_hits += truth == FK_TOUCHING && collides;
        r->false_hits += truth == FK_APART && collides && q.has_inverse;
        r->flat_hits += truth == FK_APART && collides && !q.has_inverse;
    }
    /* Boxes around flat things may have no volume. */
    if (truth == FK_OVERLAPPING && collides && q.has_inverse)
        compare_boxes(a, b, &co[0], &co[FM_RIGHT_ROW], t);
}

static void run_random_pairs(uint64_t seed, int combination, unsigned pairs, fm_random_tally *out)
{
    fk_random random = fk_random_make((seed - 1) * FM_COMBINATIONS + (uint64_t)combination + 1);
    out->ratio = bench_allocate(pairs, sizeof *out->ratio);
    for (unsigned i = 0; i < pairs; i++) {
        fm_pair pair = fm_random_pair(&random, combination);
        test_printed(&pair.a, &pair.b, out);
    }
    qsort(out->ratio, out->boxes, sizeof *out->ratio, bench_compare_doubles);
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
                "fm-paper: overlap, missed|missed; apart, made up|false_hits; the same, second is "
                "flat|flat_hits; touch, said to collide|touching_hits; first is flat|flat\n"
                "fm, wrong|fm_wrong");
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        const fm_random_tally *t = &tally[k];
        const fm_reading_tally *r = &t->reading[0];
        study_words(s, "%s", fm_combination_name[k]);
        study_numbers(s, t->overlapping, t->touching, t->apart, r->missed, r->false_hits, r->flat_hits,
                      r->touching_hits, t->flat, t->fm_wrong);
    }
    study_paragraph(
        s,
        "%u pairs of each, with edges from -6 to 6 and origins from -9 to 9; the truth is the exact verdict. "
        "Where the first cell is flat, the printed test divides by zero, and that counts as no answer. What "
        "it misses where the first cell is a tetrahedron comes from its row (a), which adds up the wrong "
        "coefficients (lines 37 to 39). A flat second cell, of determinant 0, is no parallelepiped or "
        "tetrahedron, so what is made up there has its own column. By \"Min >= Max\" the paper's volumes are "
        "open sets: those that only touch do not collide. Said to collide are touching pairs that rounding "
        "moves, and contacts in the slanted face of a second tetrahedron, which leave each coordinate alone "
        "a width.",
        tally[0].pairs);
}

static fm_reading_tally sum_reading(const fm_random_tally *tally, int reading, int first, int last)
{
    fm_reading_tally sum = {0};
    for (int k = first; k <= last; k++) {
        const fm_reading_tally *r = &tally[k].reading[reading];
        sum.missed += r->missed;
        sum.touching_hits += r->touching_hits;
        sum.false_hits += r->false_hits;
        sum.flat_hits += r->flat_hits;
    }
    return sum;
}

/* Whether a reading of the print says that a case collides. */
static bool reading_collides(const fm_case *c, int reading)
{
    fk_paper_volume p, q;
    fk_paper_area co;
    fk_paper_volume_make(&c->a, &p);
    fk_paper_volume_make(&c->b, &q);
    return fk_paper_test_collision(&p, &q, fm_reading[reading].flags, &co);
}

static const int example_18 = 50 - 1; /* the case that is example (18) of the paper */

/* Wrong answers of a reading on the cases that do not touch. */
static unsigned wrong_cases(const fm_case *cases, int reading)
{
    unsigned wrong = 0;
    for (int i = 0; i < FM_CASES; i++)
        wrong += cases[i].truth != FK_TOUCHING &&
                 reading_collides(&cases[i], reading) != (cases[i].truth == FK_OVERLAPPING);
    return wrong;
}

static void report_readings(const fm_case *cases, const fm_random_tally *tally, study *s)
{
    study_table(s, "readings", "The print, read in five ways",
                "reading||w\n"
                "random pairs: overlap, missed|missed; apart, made up|false_hits; the same, second is "
                "flat|flat_hits; touch, said to collide|touching_hits\n"
                "cases that do not touch: wrong; example (18)|example|w");
    for (int i = 0; i < FM_READINGS; i++) {
        fm_reading_tally r = sum_reading(tally, i, 0, FM_COMBINATIONS - 1);
        study_words(s, "%s", fm_reading[i].name);
        study_numbers(s, r.missed, r.false_hits, r.flat_hits, r.touching_hits, wrong_cases(cases, i));
        study_words(s, "%s", reading_collides(&cases[example_18], i) ? "collides" : "does not");
    }
    study_paragraph(
        s, "The loop of TestTrivialCases runs to NbParam, one number into the next row, and line 16, "
           "`n<>NbParam`, passes over rows with as many nulls as variables. So the row \"0 <= negative\", "
           "which proves that nothing is in common, is seen where the next row begins with a null, and "
           "passed over otherwise. With the loop to NbParam - 1 it is always passed over, and example (18) "
           "collides. One scan of the paper has `n>NbParam` there; that is a mistake of the scan, as its "
           "`k>>indexVar` for `k<>indexVar` shows. In one line all readings but the last differ from the "
           "print: its line 7 counts what is `IsNotNull`, where the comment below the procedure tells of "
           "sums of coefficients that are not null. To the letter it adds up nulls, and misses most pairs "
           "that overlap, which the cases of the paper would have shown.");
}

/* ---- What the paper says ------------------------------------------------------------------------------- */

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* How the printed test is wrong about random pairs, in a sentence. */
static void sum_random(const fm_random_tally *t, char *text, size_t capacity)
{
    fm_reading_tally box = sum_reading(t, 0, 0, 1), tetra = sum_reading(t, 0, 2, 3),
                     right = sum_reading(t, FM_RIGHT_ROW, 0, 3);
    snprintf(text, capacity,
             " Of random pairs that overlap it misses %.1f %% when the first cell is a box, and %.1f %% when "
             "it is a tetrahedron, by row (a). With that row set right, it misses %u and makes up %u of %u "
             "pairs, and %u with a flat second cell.",
             percent(box.missed, t[0].overlapping + t[1].overlapping),
             percent(tetra.missed, t[2].overlapping + t[3].overlapping), right.missed, right.false_hits,
             FM_COMBINATIONS * t[0].pairs, right.flat_hits);
}

/* Holds in part where only row (a) is to blame: pairs that touch are answered by another convention. */
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
    unsigned printed = wrong[FK_APART] + wrong[FK_OVERLAPPING], right = wrong_cases(cases, FM_RIGHT_ROW);
    study_claim(s, "\"the algorithm which implements this solution gives accurate results\" (section 7)",
                study_if_part(printed == 0, right == 0),
                "Of our 64 cases, %u touch. There the paper's \"Min >= Max\" is a convention, that of open "
                "sets: by ours, of closed ones, it misses %u. Of the others it misses %u of %u that overlap, "
                "by the misprint in row (a), and makes up %u of %u that are apart; with row (a) set right, "
                "it is wrong about %u, and fm about %u of all 64.%s",
                all[FK_TOUCHING], wrong[FK_TOUCHING], wrong[FK_OVERLAPPING], all[FK_OVERLAPPING],
                wrong[FK_APART], all[FK_APART], right, count_marks(found, FK_METHOD_FM, MARK_WRONG), random);
}

/* What the paper says of false positives: section 4, and lines 77 to 84. */
static void claim_positives(const fm_case *cases, const fm_random_tally *t, study *s)
{
    fm_reading_tally box = t[0].reading[0], tetra = sum_reading(t, 0, 1, 3),
                     right = sum_reading(t, FM_RIGHT_ROW, 1, 3);
    bool is_hit = reading_collides(&cases[example_18], 0);
    study_claim(
        s,
        "\"If the volumes we are testing for collision are actually parallelepipeds, [...] it can't "
        "be a false positive\" (section 4)",
        study_if(box.false_hits == 0),
        "Of %u random pairs of boxes that are apart, it says of %u that they collide, and of %u with a flat "
        "second box, of determinant 0, which is no parallelepiped. With the loop to NbParam - 1 these are %u "
        "and %u: the row \"0 <= negative\", which proves that nothing is in common, is passed over there.",
        t[0].apart, box.false_hits, box.flat_hits, t[0].reading[1].false_hits, t[0].reading[1].flat_hits);
    study_claim(
        s, "\"Ensure the solution is not a false positive\" (section 5, lines 77 to 84)",
        study_if_part(!is_hit && tetra.false_hits == 0, !is_hit && right.false_hits == 0),
        "The paper's own example (18), case %u, %s: TestTrivialCases sees its row \"0 <= negative\", before "
        "ConfirmSolution is asked. Of %u random pairs with a tetrahedron that are apart, %u are said to "
        "collide, by row (a): with that row set right %u, and %u with a flat second cell. Elimination is "
        "exact and needs no confirmation: fm, which keeps every such row, makes up none.",
        cases[example_18].number, is_hit ? "is said to collide" : "is answered right",
        t[1].apart + t[2].apart + t[3].apart, tetra.false_hits + tetra.flat_hits, right.false_hits,
        right.flat_hits);
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
    unsigned cut = 0, row_cut = 0, boxes = 0;
    double least = INFINITY, most = 0;
    for (int k = 0; k < FM_COMBINATIONS; k++) {
        cut += t[k].cut;
        row_cut += t[k].row_cut;
        boxes += t[k].boxes;
        least = fmin(least, quantile(&t[k], 0.5));
        most = fmax(most, quantile(&t[k], 0.5));
    }
    study_claim(
        s,
        "\"The set of bounding values defines a volume containing all the solutions of the system if it has "
        "a solution, eventually bigger than the actual volume\" (section 4)",
        cut == 0 ? STUDY_HOLDS : STUDY_HOLDS_IN_PART,
        "%u of %u boxes do not hold all that the cells have in common, by row (a): with that row set right "
        "%u. The median is %.1f to %.1f times as "
        "large as the tight box, by kinds, so that a search that descends into it prunes less.",
        cut, boxes, row_cut, least, most);
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
    report_readings(cases, tally, lab->s);
    report_boxes(tally, lab->s);
    plot_boxes(tally, lab->s);
    claim_pairs_accurate(cases, found, tally, lab->s);
    if (!lab->quick) { /* what is rare does not show in few pairs */
        claim_positives(cases, tally, lab->s);
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
