/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Methods sat and sat6. The trusted reference is fk_pair_verdict, which is tested against the oracle: sat equals
 * it on every pair that it claims, sat6 errs as its paper does. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "methods.h"
#include "pieces.h"
#include "gen/family.h"
#include "small_stack.h"

/* Pairs that are apart, and those of them without a certificate. */
static int apart_count, unproved_count;

static void assert_exact(const fk_piece *a, const fk_piece *b, const char *what, unsigned long number)
{
    fk_verdict truth = fk_pair_verdict(a, b);
    fk_answer answer = answer_by(FK_METHOD_SAT, a, b);
    if (answer.verdict != truth)
        print_error("%s %lu: sat says %s, truth is %s\n", what, number, fk_verdict_name(answer.verdict),
                    fk_verdict_name(truth));
    assert_int_equal(answer.verdict, truth);
    apart_count += truth == FK_APART;
    unproved_count += truth == FK_APART && !(answer.filled & FK_PART_CERTIFICATE);
}

/* ---- All families, kinds and orders -------------------------------------------------------------------- */

static void check_family(size_t family, uint64_t seed, uint64_t count)
{
    for (int i = 0; i < POLYHEDRA; i++)
        for (int j = 0; j < POLYHEDRA; j++)
            for (uint64_t k = 0; k < count; k++) {
                fk_family_pair pair;
                fk_family_make(family, polyhedra[i], polyhedra[j], seed, k, &pair);
                assert_exact(&pair.a, &pair.b, fk_family_name(family), (unsigned long)k);
                assert_exact(&pair.b, &pair.a, fk_family_name(family), (unsigned long)k);
            }
}

static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        check_family(family, 1, 12);
    /* Only the product of an edge and a coordinate axis is rounded, and may not separate then. */
    print_message("sat: %d of %d pairs that are apart have no certificate\n", unproved_count, apart_count);
    assert_true(unproved_count * 100 < apart_count);
}

static void test_every_fpu_mode(void **state)
{
    (void)state;
    static const char *const hard[] = {"gap-1e-15", "touch-face", "ulp-apart", "flat",
                                       "tiny",      "extremes",   "identical", "needles"};
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
            fpu_set(0);
            size_t family = fk_family_find(hard[i]);
            for (uint64_t k = 0; k < 40; k++) {
                fk_family_pair pair;
                fpu_set(0);
                fk_family_make(family, polyhedra[k % POLYHEDRA], polyhedra[k / POLYHEDRA % POLYHEDRA], 2, k,
                               &pair);
                fpu_set(mode);
                assert_exact(&pair.a, &pair.b, hard[i], (unsigned long)k);
            }
        }
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

static void test_whole_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (unsigned long i = 0; i < 1500; i++) {
        fk_vec3 p[16], q[16];
        fk_piece a = whole_hull(&random, p), b = whole_hull(&random, q);
        if (i % 3 == 0)
            b = whole_box(&random);
        assert_exact(&a, &b, "whole hulls", i);
        assert_exact(&b, &a, "whole hulls", i);
    }
}

/* Sixteen points on a sphere: 28 facets and 42 edges, as many as there can be. */
static void test_round_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (unsigned long i = 0; i < 60; i++) {
        fk_vec3 point[2][16];
        for (int k = 0; k < 32; k++) {
            double turn = fk_random_between(&random, 0, 6.25), z = fk_random_between(&random, -1, 1);
            double x = sqrt(1 - z * z) * fk_cos(turn) + (k < 16 ? 0 : 1.5);
            point[k / 16][k % 16] = v(x, sqrt(1 - z * z) * fk_sin(turn), z);
        }
        fk_piece a = fk_piece_hull(point[0], 16), b = fk_piece_hull(point[1], 16);
        assert_exact(&a, &b, "round hulls", i);
    }
}

static void test_too_many_points(void **state)
{
    (void)state;
    fk_vec3 point[17];
    for (int i = 0; i < 17; i++)
        point[i] = v(i, i * i, i * i * i);
    fk_piece large = fk_piece_hull(point, 17), allowed = fk_piece_hull(point, 16), box = cube(50, 0, 0, 1);
    assert_int_equal(answer_by(FK_METHOD_SAT, &large, &box).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_SAT, &box, &large).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_SAT, &allowed, &box).verdict, FK_APART);
}

static void test_kinds_it_does_not_know(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1), ball = fk_piece_sphere(v(0, 0, 0), 1);
    assert_int_equal(answer_by(FK_METHOD_SAT, &box, &ball).verdict, FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_SAT6, &ball, &box).verdict, FK_UNDECIDED);
}

/* ---- The ends of the range, and a small stack ---------------------------------------------------------- */

static void test_ends_of_the_range(void **state)
{
    (void)state;
    const double m = DBL_MAX, d = DBL_TRUE_MIN;
    fk_piece pieces[] = {
        fk_piece_box(v(-m, -m, -m), v(m, 0, 0), v(0, m, 0), v(0, 0, m)),
        fk_piece_box(v(m, m, m), v(m, d, 0), v(0, m, d), v(d, 0, m)),
        fk_piece_box(v(0, 0, 0), v(d, 0, 0), v(0, d, 0), v(0, 0, d)),
        fk_piece_box(v(d, d, d), v(-m, d, d), v(d, -m, d), v(d, d, -m)),
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
                fpu_set(mode);
                assert_exact(&pieces[i], &pieces[j], "ends", (unsigned long)(i * count + j));
                answer_by(FK_METHOD_SAT6, &pieces[i], &pieces[j]);
            }
}

static bool ask_hulls(void)
{
    fk_random random = fk_random_make(5);
    bool right = true;
    for (int i = 0; i < 50; i++) {
        fk_vec3 p[16], q[16];
        fk_piece a = whole_hull(&random, p), b = whole_hull(&random, q);
        fk_pair_query query = {&a, &b, FK_METHOD_SAT, FK_PART_ALL, NULL};
        fk_answer answer;
        right =
            right && fk_pair_answer(&query, &answer) == FK_OK && answer.verdict == fk_pair_verdict(&a, &b);
    }
    return right;
}

static void test_small_stack(void **state)
{
    (void)state;
    assert_on_small_stack(ask_hulls, 112);
}

/* ---- Trace and certificate ----------------------------------------------------------------------------- */

/* What the shadows of two boxes leave between them on an axis, from their corners. */
static double gap_along(fk_vec3 axis, const fk_cell *a, const fk_cell *b)
{
    double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < 16; i++) {
        const fk_cell *cell = i < 8 ? a : b;
        fk_vec3 p = cell->origin;
        for (int k = 0; k < 3; k++)
            if (i >> k & 1)
                p = fk_vec3_add(p, cell->edge[k]);
        double value = fk_vec3_dot(axis, p);
        lo[i / 8] = fmin(lo[i / 8], value);
        hi[i / 8] = fmax(hi[i / 8], value);
    }
    return fmax(lo[1] - hi[0], lo[0] - hi[1]);
}

static void test_trace(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        fk_trace_step step[20];
        fk_trace trace = {step, 20, 0};
        fk_family_pair pair;
        fk_family_make(fk_family_find("random"), FK_KIND_BOX, FK_KIND_BOX, 6, (uint64_t)i, &pair);
        fk_pair_query query = {&pair.a, &pair.b, FK_METHOD_SAT, 0, &trace};
        fk_answer answer;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_true(trace.count >= 1 && trace.count <= 15);
        assert_true(answer.verdict == FK_APART || trace.count == 15);
        for (uint32_t k = 0; k < trace.count; k++) {
            assert_int_equal(step[k].kind, FK_STEP_AXIS);
            bool last = answer.verdict == FK_APART && k + 1 == trace.count;
            assert_true(last ? step[k].lo > 0 : step[k].lo <= 0);
            assert_int_equal(step[k].hi > 0, last);
            assert_int_equal(step[k].level, k < 3 ? FK_AXIS_FACE_A : k < 6 ? FK_AXIS_FACE_B : FK_AXIS_EDGES);
            assert_int_equal(step[k].count, k < 6 ? 3 : 4);
            double gap = gap_along(step[k].vector, &pair.a.as.cell, &pair.b.as.cell);
            double size = fabs(step[k].vector.x) + fabs(step[k].vector.y) + fabs(step[k].vector.z);
            assert_true(fabs(gap - step[k].lo) <= 1e-12 * 100 * size);
        }
        trace.capacity = 2;
        uint32_t all = trace.count;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_int_equal(trace.count, all);
    }
}

static void test_certificates(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(3, 3, 3, 1),
             plate = fk_piece_triangle(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0));
    fk_piece beside = fk_piece_triangle(v(3, 3, 0), v(4, 3, 0), v(3, 4, 0)), dot = fk_piece_point(v(5, 5, 5));
    const fk_piece *pairs[][2] = {{&a, &b}, {&plate, &beside}, {&plate, &dot}, {&dot, &a}, {&b, &plate}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        fk_answer answer = answer_by(FK_METHOD_SAT, pairs[i][0], pairs[i][1]);
        assert_int_equal(answer.verdict, FK_APART);
        assert_int_equal(answer.filled, FK_PART_CERTIFICATE);
        assert_int_equal(answer.certificate.verdict, FK_APART);
    }
    fk_pair_query query = {&a, &b, FK_METHOD_SAT, 0, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    assert_int_equal(answer.verdict, FK_APART);
    assert_int_equal(answer.filled, 0);
}

/* ---- The six axes -------------------------------------------------------------------------------------- */

/* What was measured: 2594 of 88,667 pairs that are apart are called hits, no pair that meets is missed. */
static void test_sat6_errs_towards_hits(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    int apart = 0, false_hits = 0;
    for (int i = 0; i < 40000; i++) {
        fk_piece a = whole_box(&random), b = whole_box(&random);
        fk_verdict truth = fk_pair_verdict(&a, &b), verdict = answer_by(FK_METHOD_SAT6, &a, &b).verdict;
        assert_true(verdict == FK_APART || verdict == FK_OVERLAPPING);
        assert_int_equal(verdict, answer_by(FK_METHOD_SAT6, &b, &a).verdict);
        if (truth != FK_APART)
            assert_int_equal(verdict, FK_OVERLAPPING);
        apart += truth == FK_APART;
        false_hits += truth == FK_APART && verdict == FK_OVERLAPPING;
    }
    double share = (double)false_hits / apart;
    print_message("sat6: %d of %d pairs that are apart are called hits: %.2f%%\n", false_hits, apart,
                  100 * share);
    assert_true(share > 0.025 && share < 0.034);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_families, fpu_usual),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test_teardown(test_whole_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_round_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_too_many_points, fpu_usual),
        cmocka_unit_test_teardown(test_kinds_it_does_not_know, fpu_usual),
        cmocka_unit_test_teardown(test_ends_of_the_range, fpu_usual),
        cmocka_unit_test_teardown(test_small_stack, fpu_usual),
        cmocka_unit_test_teardown(test_trace, fpu_usual),
        cmocka_unit_test_teardown(test_certificates, fpu_usual),
        cmocka_unit_test_teardown(test_sat6_errs_towards_hits, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
