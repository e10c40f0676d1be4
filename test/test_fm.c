/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Methods fm and fm-paper. The trusted reference is fk_pair_verdict, which is tested against the oracle: fm never
 * contradicts it and is seldom undecided; fm-paper errs as its paper does. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "method/fm_paper.h"
#include "methods.h"
#include "pieces.h"
#include "proof/verify.h"
#include "sanitized.h"
#include "gen/family.h"
#include "small_stack.h"

/* ---- Never a contradiction ----------------------------------------------------------------------------- */

/* Pairs that do not touch, and how many of them are undecided. */
typedef struct share {
    int clear, undecided, touching, touching_undecided;
} share;

static void add_to_share(share *s, const fk_piece *a, const fk_piece *b, fk_verdict truth, fk_verdict verdict)
{
    assert_no_contradiction(a, b, truth, verdict);
    s->clear += truth != FK_TOUCHING;
    s->undecided += truth != FK_TOUCHING && verdict == FK_UNDECIDED;
    s->touching += truth == FK_TOUCHING;
    s->touching_undecided += truth == FK_TOUCHING && verdict == FK_UNDECIDED;
}

static fk_verdict verdict_by(fk_method method, const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, method, 0, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    return answer.verdict;
}

static void ask(share *s, const fk_piece *a, const fk_piece *b)
{
    add_to_share(s, a, b, fk_pair_verdict(a, b), verdict_by(FK_METHOD_FM, a, b));
}

static share ask_family(size_t family, uint64_t seed, uint64_t count)
{
    share s = {0, 0, 0, 0};
    for (int i = 0; i < POLYHEDRA; i++)
        for (int j = 0; j < POLYHEDRA; j++)
            for (uint64_t k = 0; k < count; k++) {
                fk_family_pair pair;
                fk_family_make(family, polyhedra[i], polyhedra[j], seed, k, &pair);
                ask(&s, &pair.a, &pair.b);
                ask(&s, &pair.b, &pair.a);
            }
    return s;
}

/* No more than so many of the pairs of a family that do not touch may be undecided; 1 where nothing is promised. The
 * gaps of nearly-parallel are down to a few units in the last place. */
static double bar(const char *family)
{
    static const char *const near[] = {"gap-1e-3", "gap-1e-4", "gap-1e-5", "gap-1e-6",
                                       "gap-1e-7", "gap-1e-8", "gap-1e-9"};
    static const char *const none[] = {"random", "parallel", "axis-aligned", "flat",     "zero-size",
                                       "huge",   "far",      "nested",       "identical"};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        if (strcmp(family, near[i]) == 0)
            return 0.001;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strcmp(family, none[i]) == 0)
            return 0;
    return 1;
}

static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++) {
        const char *name = fk_family_name(family);
        double most = bar(name);
        share s = ask_family(family, 1, SANITIZED ? 3 : most < 1 ? 40 : 10);
        print_message("%-16s undecided: %5d of %5d, touching %5d of %5d\n", name, s.undecided, s.clear,
                      s.touching_undecided, s.touching);
        assert_true(s.undecided <= most * s.clear);
        if (strcmp(name, "random") == 0)
            assert_int_equal(s.touching_undecided, 0);
    }
}

static void test_every_fpu_mode(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t k = 0; k < 72; k++) {
            fk_family_pair pair;
            fk_family_make(family, polyhedra[k % POLYHEDRA], polyhedra[k / POLYHEDRA % POLYHEDRA], 2, k,
                           &pair);
            fk_verdict truth = fk_pair_verdict(&pair.a, &pair.b);
            share s = {0, 0, 0, 0};
            for (int mode = 0; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_verdict verdict = verdict_by(FK_METHOD_FM, &pair.a, &pair.b);
                fpu_set(0);
                add_to_share(&s, &pair.a, &pair.b, truth, verdict);
            }
            if (bar(fk_family_name(family)) == 0)
                assert_int_equal(s.undecided, 0);
        }
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

static void test_whole_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    share s = {0, 0, 0, 0};
    for (int i = 0; i < 3000; i++) {
        fk_vec3 p[16], q[16];
        fk_piece a = whole_hull(&random, p), b = whole_hull(&random, q);
        if (i % 3 == 0)
            b = whole_box(&random);
        ask(&s, &a, &b);
        ask(&s, &b, &a);
    }
    print_message("whole hulls: undecided %d of %d\n", s.undecided, s.clear);
    assert_true(s.clear > 2000);
    assert_int_equal(s.undecided, 0);
}

/* Sixteen points on a sphere: 28 facets each, as many rows as there can be. */
static void test_round_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    share s = {0, 0, 0, 0};
    for (int i = 0; i < (SANITIZED ? 20 : 200); i++) {
        fk_vec3 point[2][16];
        double shift = fk_random_between(&random, 1, 2.2);
        for (int k = 0; k < 32; k++) {
            double turn = fk_random_between(&random, 0, 6.25), z = fk_random_between(&random, -1, 1);
            double x = sqrt(1 - z * z) * fk_cos(turn) + (k < 16 ? 0 : shift);
            point[k / 16][k % 16] = v(x, sqrt(1 - z * z) * fk_sin(turn), z);
        }
        fk_piece a = fk_piece_hull(point[0], 16), b = fk_piece_hull(point[1], 16);
        ask(&s, &a, &b);
    }
    assert_int_equal(s.undecided, 0);
}

/* Hulls that are thin, or flat but for a few units in the last place. */
static void test_thin_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    share s = {0, 0, 0, 0};
    for (int i = 0; i < 3000; i++) {
        fk_vec3 p[16], q[16];
        fk_piece a = whole_hull(&random, p), b = whole_hull(&random, q);
        double thickness = ldexp(1, -(int)fk_random_below(&random, 60));
        for (uint32_t k = 0; k < a.as.hull.count; k++)
            p[k].z = 1 + p[k].z * thickness + p[k].x / 3;
        for (uint32_t k = 0; i % 2 == 0 && k < b.as.hull.count; k++)
            q[k].x = q[k].y / 7 + q[k].x * thickness;
        ask(&s, &a, &b);
        ask(&s, &b, &a);
    }
    print_message("thin hulls: undecided %d of %d\n", s.undecided, s.clear);
}

static void test_what_it_does_not_know(void **state)
{
    (void)state;
    fk_vec3 point[17];
    for (int i = 0; i < 17; i++)
        point[i] = v(i, i * i, i * i * i);
    fk_piece large = fk_piece_hull(point, 17), allowed = fk_piece_hull(point, 16), box = cube(50, 0, 0, 1);
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 1);
    assert_int_equal(answer_by(FK_METHOD_FM, &large, &box).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_FM, &box, &large).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_FM, &allowed, &box).verdict, FK_APART);
    assert_int_equal(answer_by(FK_METHOD_FM, &box, &ball).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_FM_PAPER, &allowed, &box).verdict, FK_UNDECIDED);
}

/* ---- The ends of the range, and a small stack ---------------------------------------------------------- */

static bool is_number(double x)
{
    return !isnan(x);
}

static bool has_numbers(const fk_answer *a)
{
    return is_number(a->point.x) && is_number(a->point.y) && is_number(a->point.z) && is_number(a->gap) &&
           is_number(a->plane.offset) && is_number(a->plane.normal.x) && is_number(a->plane.normal.y) &&
           is_number(a->plane.normal.z) && is_number(a->box.min.x) && is_number(a->box.min.y) &&
           is_number(a->box.min.z) && is_number(a->box.max.x) && is_number(a->box.max.y) &&
           is_number(a->box.max.z);
}

static void test_ends_of_the_range(void **state)
{
    (void)state;
    const double m = DBL_MAX, d = DBL_TRUE_MIN;
    fk_piece pieces[] = {
        fk_piece_box(v(-m, -m, -m), v(m, 0, 0), v(0, m, 0), v(0, 0, m)),
        fk_piece_box(v(m, m, m), v(m, d, 0), v(0, m, d), v(d, 0, m)),
        fk_piece_box(v(0, 0, 0), v(d, 0, 0), v(0, d, 0), v(0, 0, d)),
        fk_piece_box(v(d, d, d), v(-m, d, d), v(d, -m, d), v(d, d, -m)),
        fk_piece_box(v(0, 0, 0), v(1, 0, 0), v(0, d, 0), v(0, 0, m)),
        fk_piece_box(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)),
        fk_piece_tetra(v(-m, m, -m), v(m, d, m), v(m, m, -d), v(d, -d, d)),
        fk_piece_triangle(v(m, m, m), v(-m, d, m), v(d, -m, d)),
        fk_piece_segment(v(-m, -m, -m), v(m, m, m)),
        fk_piece_segment(v(-d, d, 0), v(d, d, d)),
        fk_piece_point(v(0, 0, 0)),
        fk_piece_point(v(m, -m, d)),
    };
    const size_t count = sizeof pieces / sizeof *pieces;
    for (int mode = 0; mode < FPU_MODES; mode += 3)
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count; j++) {
                share s = {0, 0, 0, 0};
                fpu_set(mode);
                fk_answer answer = answer_by(FK_METHOD_FM, &pieces[i], &pieces[j]);
                fk_answer paper = answer_by(FK_METHOD_FM_PAPER, &pieces[i], &pieces[j]);
                fpu_set(0);
                add_to_share(&s, &pieces[i], &pieces[j], fk_pair_verdict(&pieces[i], &pieces[j]),
                             answer.verdict);
                assert_true(has_numbers(&answer) && has_numbers(&paper));
            }
}

static void test_paper_gives_numbers(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t k = 0; k < 400; k++) {
            fk_family_pair pair;
            fk_family_make(family, polyhedra[3 + k % 2], polyhedra[3 + k / 2 % 2], 7, k, &pair);
            fk_answer answer = answer_by(FK_METHOD_FM_PAPER, &pair.a, &pair.b);
            assert_true(answer.verdict != FK_TOUCHING && has_numbers(&answer));
        }
}

static bool ask_hulls(void)
{
    fk_random random = fk_random_make(5);
    bool right = true;
    for (int i = 0; i < 50; i++) {
        fk_vec3 p[16], q[16];
        fk_piece a = whole_hull(&random, p), b = whole_hull(&random, q);
        fk_pair_query query = {&a, &b, FK_METHOD_FM, FK_PART_ALL, NULL};
        fk_answer answer;
        right = right && fk_pair_answer(&query, &answer) == FK_OK;
    }
    return right;
}

static void test_small_stack(void **state)
{
    (void)state;
    assert_on_small_stack(ask_hulls, 112);
}

/* ---- Parts of the answer ------------------------------------------------------------------------------- */

/* The ends of the shadow of a piece, from its vertices. */
static void shadow(const fk_piece *piece, fk_vec3 n, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    uint32_t count = piece->kind == FK_KIND_BOX ? 8 : 4;
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = piece->as.cell.origin;
        for (uint32_t k = 0; k < 3; k++)
            if (piece->kind == FK_KIND_BOX ? i >> k & 1 : i == k + 1)
                p = fk_vec3_add(p, piece->as.cell.edge[k]);
        *lo = fmin(*lo, fk_vec3_dot(n, p));
        *hi = fmax(*hi, fk_vec3_dot(n, p));
    }
}

static void assert_plane(const fk_piece *a, const fk_piece *b, const fk_answer *answer)
{
    double lo[2], hi[2], n2 = fk_vec3_dot(answer->plane.normal, answer->plane.normal);
    shadow(a, answer->plane.normal, &lo[0], &hi[0]);
    shadow(b, answer->plane.normal, &lo[1], &hi[1]);
    assert_true(n2 < 1 + 1e-15 && n2 > 1 - 1e-13);
    assert_true(answer->gap > 0 && answer->gap < lo[1] - hi[0] + 1e-14);
    assert_true(answer->gap > lo[1] - hi[0] - 1e-12);
    fk_arena arena;
    fk_arena_init(&arena);
    assert_true(fk_verify_separation(&arena, a, b, answer->plane.normal, answer->gap) <=
                0); /* to the last digit */
    assert_true(fabs(answer->plane.offset - 0.5 * (hi[0] + lo[1])) < 1e-12);
}

/* A small cube around the point meets both pieces. */
static void assert_near(const fk_piece *piece, fk_vec3 p)
{
    fk_piece around = cube(p.x - 1e-12, p.y - 1e-12, p.z - 1e-12, 2e-12);
    assert_int_not_equal(fk_pair_verdict(piece, &around), FK_APART);
}

static void test_parts(void **state)
{
    (void)state;
    int meet = 0, apart = 0;
    for (uint64_t k = 0; k < 400; k++) {
        fk_family_pair pair;
        fk_family_make(fk_family_find("random"), polyhedra[3 + k % 2], polyhedra[3 + k / 2 % 2], 9, k, &pair);
        fk_answer answer = answer_by(FK_METHOD_FM, &pair.a, &pair.b);
        if (answer.verdict == FK_APART) {
            apart++;
            assert_int_equal(answer.filled, FK_PART_CERTIFICATE | FK_PART_PLANE);
            assert_plane(&pair.a, &pair.b, &answer);
        } else {
            fk_aabb box;
            meet++;
            assert_int_equal(answer.verdict, FK_OVERLAPPING);
            assert_int_equal(answer.filled, FK_PART_POINT | FK_PART_BOX);
            assert_near(&pair.a, answer.point);
            assert_near(&pair.b, answer.point);
            assert_int_equal(fk_pair_box(&pair.a, &pair.b, &box), FK_OK);
            assert_memory_equal(&box, &answer.box, sizeof box);
        }
        fk_pair_query query = {&pair.a, &pair.b, FK_METHOD_FM, 0, NULL};
        fk_answer bare;
        assert_int_equal(fk_pair_answer(&query, &bare), FK_OK);
        assert_int_equal(bare.verdict, answer.verdict);
        assert_int_equal(bare.filled, 0);
    }
    assert_true(meet > 100 && apart > 100);
}

/* What is apart is proved by a direction, but for some pairs that only exact integers tell from touching. */
static void test_certificates(void **state)
{
    (void)state;
    int apart = 0, proved = 0;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t k = 0; k < 72; k++) {
            fk_family_pair pair;
            fk_family_make(family, polyhedra[k % POLYHEDRA], polyhedra[k / POLYHEDRA % POLYHEDRA], 10, k,
                           &pair);
            fk_answer answer = answer_by(FK_METHOD_FM, &pair.a, &pair.b);
            if (answer.verdict != FK_APART)
                continue;
            apart++;
            if (!(answer.filled & FK_PART_CERTIFICATE))
                continue;
            proved++;
            assert_int_equal(answer.certificate.direction.form, FK_DIRECTION_VECTOR);
            assert_true(fk_verify(&pair.a, &pair.b, &answer.certificate));
        }
    assert_true(proved > 0.75 * apart);
}

static void test_flat_pieces(void **state)
{
    (void)state;
    fk_piece plate = fk_piece_triangle(v(0, 0, 0), v(2, 0, 0), v(0, 2, 0));
    fk_piece beside = fk_piece_triangle(v(3, 3, 0), v(4, 3, 0), v(3, 4, 0));
    fk_piece line = fk_piece_segment(v(0, 0, 0), v(-1, -1, 0)),
             next = fk_piece_segment(v(2, 2, 0), v(3, 3, 0));
    fk_piece dot = fk_piece_point(v(2, 0, 0)), through = fk_piece_segment(v(0.5, 0.5, -1), v(0.5, 0.5, 1));
    assert_int_equal(answer_by(FK_METHOD_FM, &plate, &beside).verdict, FK_APART);
    assert_int_equal(answer_by(FK_METHOD_FM, &line, &next).verdict, FK_APART);
    assert_int_equal(answer_by(FK_METHOD_FM, &dot, &line).verdict, FK_APART);
    assert_int_equal(answer_by(FK_METHOD_FM, &plate, &through).verdict, FK_OVERLAPPING);
    fk_answer answer = answer_by(FK_METHOD_FM, &plate, &dot);
    assert_int_equal(answer.verdict, FK_TOUCHING);
    assert_int_equal(answer.filled, FK_PART_POINT | FK_PART_BOX);
    assert_true(answer.point.x == 2 && answer.box.min.x == 2 && answer.box.max.x == 2);
}

/* ---- Trace --------------------------------------------------------------------------------------------- */

static void test_trace(void **state)
{
    (void)state;
    int levels[3] = {0, 0, 0};
    for (uint64_t i = 0; i < 300; i++) {
        static fk_trace_step step[200];
        fk_trace trace = {step, 200, 0};
        fk_family_pair pair;
        fk_family_make(fk_family_find("random"), polyhedra[3 + i % 2], polyhedra[3 + i / 2 % 2], 6, i, &pair);
        fk_pair_query query = {&pair.a, &pair.b, FK_METHOD_FM, 0, &trace};
        fk_answer answer;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_int_equal(answer.verdict, fk_pair_verdict(&pair.a, &pair.b));
        /* 8 rows; 3 variables; 21 pairs and 35 triples of 7. */
        assert_true(trace.count >= 1 && trace.count <= 8 + 3 + 21 + 35);
        for (uint32_t k = 0; k < trace.count; k++) {
            assert_int_equal(step[k].kind, FK_STEP_ROW);
            assert_true(step[k].level <= 2);
            levels[step[k].level]++;
            assert_true(step[k].level != 1 || step[k].vector.x == 0);
            if (answer.verdict == FK_OVERLAPPING)
                assert_true(step[k].lo <= step[k].hi);
            for (uint32_t j = 0; j < step[k].count; j++)
                assert_true(step[k].from[j] < k);
        }
        uint32_t all = trace.count;
        trace.capacity = 2;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_int_equal(trace.count, all);
    }
    assert_true(levels[0] > 900 && levels[1] > 1000 && levels[2] > 1000);
}

/* ---- The paper's mistakes ------------------------------------------------------------------------------ */

static fk_piece whole_cell(fk_random *random, fk_kind kind)
{
    fk_piece piece = whole_box(random);
    piece.kind = kind;
    return piece;
}

/* Of pairs of whole cells whose first one is not flat. */
typedef struct mistakes {
    int overlapping, missed, apart, false_hits, touching, touching_hits, flat;
} mistakes;

/* What a reading of the print says: undecided for a flat P. */
static fk_verdict printed_verdict(const fk_piece *a, const fk_piece *b, unsigned reading)
{
    fk_paper_volume p, q;
    fk_paper_area co;
    fk_paper_volume_make(a, &p);
    fk_paper_volume_make(b, &q);
    return !p.has_inverse                                  ? FK_UNDECIDED
           : fk_paper_test_collision(&p, &q, reading, &co) ? FK_OVERLAPPING
                                                           : FK_APART;
}

static mistakes count_mistakes(fk_kind kind_p, fk_kind kind_q, unsigned reading, int count)
{
    fk_random random = fk_random_make(7);
    mistakes m = {0, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        fk_piece p = whole_cell(&random, kind_p), q = whole_cell(&random, kind_q);
        fk_verdict said = printed_verdict(&p, &q, reading), truth = fk_pair_verdict(&p, &q);
        if (reading == FK_PAPER_PRINTED)
            assert_int_equal(said, verdict_by(FK_METHOD_FM_PAPER, &p, &q));
        share s = {0, 0, 0, 0};
        add_to_share(&s, &p, &q, truth, verdict_by(FK_METHOD_FM, &p, &q));
        assert_int_equal(s.undecided, 0);
        m.flat += said == FK_UNDECIDED;
        if (said == FK_UNDECIDED)
            continue;
        m.overlapping += truth == FK_OVERLAPPING;
        m.missed += truth == FK_OVERLAPPING && said == FK_APART;
        m.apart += truth == FK_APART;
        m.false_hits += truth == FK_APART && said == FK_OVERLAPPING;
        m.touching += truth == FK_TOUCHING;
        m.touching_hits += truth == FK_TOUCHING && said == FK_OVERLAPPING;
    }
    print_message("fm-paper, %s and %s: missed %d of %d, false hits %d of %d, touching %d of %d\n",
                  fk_kind_word(kind_p), fk_kind_word(kind_q), m.missed, m.overlapping, m.false_hits, m.apart,
                  m.touching_hits, m.touching);
    return m;
}

/* What was measured on 100,000 pairs: with a tetrahedron as P, 1495 of 7310 overlapping pairs are missed and 762 false
 * hits made; 112 of 528 touching boxes are hits. */
static void test_paper_errs_as_predicted(void **state)
{
    (void)state;
    static const fk_kind kinds[2] = {FK_KIND_BOX, FK_KIND_TETRA};
    const int count = SANITIZED ? 4000 : 20000;
    for (int i = 0; i < 4; i++) {
        mistakes m = count_mistakes(kinds[i & 1], kinds[i >> 1], FK_PAPER_PRINTED, count);
        double missed = (double)m.missed / m.overlapping;
        double hits = (double)m.false_hits / m.apart, touching = (double)m.touching_hits / m.touching;
        assert_true(m.flat > 0 && m.flat < count / 30);
        if (i & 1) {
            assert_true(missed > 0.13 && missed < 0.31);
            assert_true(hits > 0.002 && hits < 0.014);
        } else {
            assert_int_equal(m.missed, 0);
            assert_int_equal(m.false_hits, 0);
        }
        assert_true(touching > 0.05 && touching < 0.45);
    }
}

/* With row (a) set right, only pairs that touch are answered otherwise. */
static void test_paper_with_the_right_row(void **state)
{
    (void)state;
    static const fk_kind kinds[2] = {FK_KIND_BOX, FK_KIND_TETRA};
    for (int i = 0; i < 4; i++) {
        mistakes m =
            count_mistakes(kinds[i & 1], kinds[i >> 1], FK_PAPER_RIGHT_ROW, SANITIZED ? 4000 : 20000);
        assert_int_equal(m.missed, 0);
        assert_int_equal(m.false_hits, 0);
        assert_true(m.touching_hits < m.touching / 2);
    }
}

/* Line 7 of TestTrivialCases to the letter: nine of ten overlapping boxes are missed; one of twenty with the short loop. */
static void test_paper_to_the_letter(void **state)
{
    (void)state;
    const int count = SANITIZED ? 4000 : 20000;
    mistakes m = count_mistakes(FK_KIND_BOX, FK_KIND_BOX, FK_PAPER_NOT_NULL, count),
             loop = count_mistakes(FK_KIND_BOX, FK_KIND_BOX, FK_PAPER_NOT_NULL | FK_PAPER_SHORT_LOOP, count);
    assert_true(m.missed > 0.85 * m.overlapping && m.missed < 0.95 * m.overlapping);
    assert_true(loop.missed > 0.02 * loop.overlapping && loop.missed < 0.1 * loop.overlapping);
    assert_int_equal(m.false_hits, 0);
}

/* Example (18) has no solution. Its row "0 <= negative" is seen by the loop as printed, and passed over by the shorter one. */
static void test_example_18(void **state)
{
    (void)state;
    fk_piece a = fk_piece_tetra(v(0.5, 0.5, 0.5), v(-1, 0, 0), v(0, -1, 0), v(0, 0, -1));
    fk_piece b = fk_piece_tetra(v(-0.6, -0.6, -0.6), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    assert_int_equal(answer_by(FK_METHOD_FM_PAPER, &a, &b).verdict, FK_APART);
    assert_int_equal(answer_by(FK_METHOD_FM_PAPER, &b, &a).verdict, FK_APART);
    assert_int_equal(printed_verdict(&a, &b, FK_PAPER_SHORT_LOOP), FK_OVERLAPPING);
    assert_int_equal(printed_verdict(&b, &a, FK_PAPER_SHORT_LOOP), FK_OVERLAPPING);
    assert_int_equal(answer_by(FK_METHOD_FM, &a, &b).verdict, FK_APART);
    assert_int_equal(answer_by(FK_METHOD_FM, &b, &a).verdict, FK_APART);
}

/* A flat P has no inverse; as Q it does no harm. Cubes that share a face are missed. */
static void test_paper_on_flat_and_touching(void **state)
{
    (void)state;
    fk_piece flat = fk_piece_box(v(0.5, 0.5, -1), v(0, 0, 2), v(0.2, 0, 0), v(0.1, 0, 1)),
             box = cube(0, 0, 0, 1);
    fk_piece next = cube(1, 0, 0, 1);
    assert_int_equal(answer_by(FK_METHOD_FM_PAPER, &flat, &box).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_FM_PAPER, &box, &flat).verdict, FK_OVERLAPPING);
    assert_int_equal(answer_by(FK_METHOD_FM, &flat, &box).verdict, FK_OVERLAPPING);
    assert_int_equal(answer_by(FK_METHOD_FM_PAPER, &box, &next).verdict, FK_APART);
}

/* The paper's box holds the intersection of boxes, and is wider. */
static void test_paper_box(void **state)
{
    (void)state;
    double paper_size = 0, tight_size = 0;
    for (uint64_t k = 0; k < 200; k++) {
        fk_family_pair pair;
        fk_aabb tight;
        fk_family_make(fk_family_find("random"), FK_KIND_BOX, FK_KIND_BOX, 12, k, &pair);
        fk_answer answer = answer_by(FK_METHOD_FM_PAPER, &pair.a, &pair.b);
        if (answer.verdict != FK_OVERLAPPING)
            continue;
        assert_int_equal(answer.filled, FK_PART_BOX);
        assert_int_equal(fk_pair_box(&pair.a, &pair.b, &tight), FK_OK);
        assert_true(answer.box.min.x < tight.min.x + 1e-9 && answer.box.max.x > tight.max.x - 1e-9);
        assert_true(answer.box.min.y < tight.min.y + 1e-9 && answer.box.max.y > tight.max.y - 1e-9);
        assert_true(answer.box.min.z < tight.min.z + 1e-9 && answer.box.max.z > tight.max.z - 1e-9);
        paper_size += (answer.box.max.x - answer.box.min.x) * (answer.box.max.y - answer.box.min.y) *
                      (answer.box.max.z - answer.box.min.z);
        tight_size += (tight.max.x - tight.min.x) * (tight.max.y - tight.min.y) * (tight.max.z - tight.min.z);
    }
    print_message("fm-paper: boxes %.2f times as large as tight ones\n", paper_size / tight_size);
    assert_true(paper_size > 1.2 * tight_size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_families, fpu_usual),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test_teardown(test_whole_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_round_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_thin_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_what_it_does_not_know, fpu_usual),
        cmocka_unit_test_teardown(test_ends_of_the_range, fpu_usual),
        cmocka_unit_test_teardown(test_paper_gives_numbers, fpu_usual),
        cmocka_unit_test_teardown(test_small_stack, fpu_usual),
        cmocka_unit_test_teardown(test_parts, fpu_usual),
        cmocka_unit_test_teardown(test_certificates, fpu_usual),
        cmocka_unit_test_teardown(test_flat_pieces, fpu_usual),
        cmocka_unit_test_teardown(test_trace, fpu_usual),
        cmocka_unit_test_teardown(test_paper_errs_as_predicted, fpu_usual),
        cmocka_unit_test_teardown(test_paper_with_the_right_row, fpu_usual),
        cmocka_unit_test_teardown(test_paper_to_the_letter, fpu_usual),
        cmocka_unit_test_teardown(test_example_18, fpu_usual),
        cmocka_unit_test_teardown(test_paper_on_flat_and_touching, fpu_usual),
        cmocka_unit_test_teardown(test_paper_box, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
