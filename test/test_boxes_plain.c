/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of boxes in plain doubles, which the paper on effective constraints is measured by: those that are right are, those
 * that are wrong are wrong where theory says, and boxes that touch meet where no number is rounded. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "printed/boxes_plain.h"
#include "farkas/farkas.h"

enum { PAIRS = 3000 };

static boxes_plain_test *const tests[] = {
    boxes_plain_sat, boxes_plain_sat_full,          boxes_plain_sat6,       boxes_plain_ec_paper,
    boxes_plain_ec,  boxes_plain_ec_paper_tolerant, boxes_plain_ec_tolerant};

static fk_vec3 draw_point(fk_random *random, double reach)
{
    double x = fk_random_between(random, -reach, reach), y = fk_random_between(random, -reach, reach);
    return fk_vec3_make(x, y, fk_random_between(random, -reach, reach));
}

static fk_obb draw_box(fk_random *random)
{
    fk_vec3 center = draw_point(random, 1);
    fk_pose pose = fk_pose_from_rpy_deg(center, draw_point(random, 180));
    fk_obb box = {.center = center};
    for (int k = 0; k < 3; k++) {
        box.axis[k] = fk_vec3_make(pose.rotation[0][k], pose.rotation[1][k], pose.rotation[2][k]);
        box.half[k] = fk_random_between(random, 0.2, 0.8);
    }
    return box;
}

static bool do_meet(const fk_piece *a, const fk_piece *b)
{
    return fk_pair_verdict(a, b) != FK_APART;
}

/* The edge of a box where its first two coordinates are greatest. */
static fk_piece last_edge(const fk_obb *box)
{
    fk_vec3 middle = box->center, along = fk_vec3_scale(box->axis[2], box->half[2]);
    for (int k = 0; k < 2; k++)
        middle = fk_vec3_add(middle, fk_vec3_scale(box->axis[k], box->half[k]));
    return fk_piece_segment(fk_vec3_sub(middle, along), fk_vec3_add(middle, along));
}

static bool says_library(fk_method method, const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, method, 0, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    return answer.verdict != FK_APART;
}

/* No pair that is drawn is so near to touching that rounding could matter. */
static void test_boxes_of_any_turn(void **state)
{
    fk_random random = fk_random_make(11);
    unsigned meeting = 0, lost = 0, false_hits = 0, false_five = 0;
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        fk_obb a = draw_box(&random), b = draw_box(&random);
        fk_piece piece_a = fk_obb_piece(&a), piece_b = fk_obb_piece(&b), edge = last_edge(&a);
        bool truth = do_meet(&piece_a, &piece_b), printed = boxes_plain_ec_paper(&a, &b);
        assert_int_equal(boxes_plain_sat(&a, &b), truth);
        assert_int_equal(boxes_plain_sat(&b, &a), truth);
        assert_int_equal(boxes_plain_sat_full(&a, &b), truth);
        assert_int_equal(boxes_plain_sat_full(&b, &a), truth);
        assert_int_equal(boxes_plain_ec(&a, &b), truth);
        assert_int_equal(boxes_plain_ec(&b, &a), truth);
        /* In general position no coefficient is below the tolerance. */
        assert_int_equal(boxes_plain_ec_tolerant(&a, &b), truth);
        assert_int_equal(boxes_plain_ec_paper_tolerant(&a, &b), printed);
        /* Five axes err towards hits alone, and the choice does not depend on the order. */
        assert_true(boxes_plain_sat5(&a, &b) || !truth);
        assert_int_equal(boxes_plain_sat5(&a, &b), boxes_plain_sat5(&b, &a));
        assert_true(boxes_plain_sat6(&a, &b) || !truth);
        assert_int_equal(boxes_plain_sat6(&a, &b), says_library(FK_METHOD_SAT6, &piece_a, &piece_b));
        /* The printed test is about one edge alone. */
        assert_int_equal(printed, do_meet(&edge, &piece_b));
        assert_int_equal(printed, says_library(FK_METHOD_EC_PAPER, &piece_a, &piece_b));
        meeting += truth;
        lost += truth && !printed;
        false_hits += !truth && boxes_plain_sat6(&a, &b);
        false_five += !truth && boxes_plain_sat5(&a, &b);
    }
    assert_in_range(meeting, PAIRS / 4, PAIRS * 3 / 4);
    assert_true(lost > meeting / 2);
    assert_true(false_hits > 0);
    /* They include products of edges, so they err much less than six faces. */
    assert_in_range(false_five, 1, false_hits / 10);
}

/* Boxes whose axes are the same but for rounding: b has been turned, and turned back. */
static void draw_parallel(fk_random *random, fk_obb *a, fk_obb *b)
{
    fk_pose turn = fk_pose_from_rpy_deg(fk_vec3_make(0, 0, 0), draw_point(random, 180));
    fk_pose back = fk_pose_inverse(&turn);
    *a = draw_box(random);
    *b = draw_box(random);
    for (int k = 0; k < 3; k++)
        b->axis[k] = fk_pose_apply(&back, fk_pose_apply(&turn, a->axis[k]));
}

/* Products of such axes are noise: without a tolerance, those who divide by it or compare with it err. With one, separating by faces
 * is all that is left, and both tests by effective constraints are right. */
static void test_parallel_boxes(void **state)
{
    fk_random random = fk_random_make(12);
    unsigned wrong_ec = 0, wrong_paper = 0, wrong_sat = 0, meeting = 0;
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        fk_obb a, b;
        draw_parallel(&random, &a, &b);
        fk_piece piece_a = fk_obb_piece(&a), piece_b = fk_obb_piece(&b);
        bool truth = do_meet(&piece_a, &piece_b);
        assert_int_equal(boxes_plain_ec_tolerant(&a, &b), truth);
        assert_int_equal(boxes_plain_ec_tolerant(&b, &a), truth);
        assert_int_equal(boxes_plain_ec_paper_tolerant(&a, &b), truth);
        assert_int_equal(boxes_plain_ec_paper_tolerant(&b, &a), truth);
        assert_int_equal(boxes_plain_sat6(&a, &b), truth);
        wrong_ec += boxes_plain_ec(&a, &b) != truth;
        wrong_paper += boxes_plain_ec_paper(&a, &b) != truth;
        wrong_sat += boxes_plain_sat(&a, &b) != truth;
        meeting += truth;
    }
    assert_in_range(meeting, PAIRS / 4, PAIRS * 3 / 4);
    assert_true(wrong_ec > 0 && wrong_paper > 0 && wrong_sat > 0);
}

/* Along the axes every row that is wrong is refuted at once, so that even the printed test is right. Five axes are not: the
 * face that separates need not be the one that a centre exceeds most. */
static void test_boxes_along_the_axes(void **state)
{
    const double half_b[3] = {2, 1, 0.5};
    unsigned false_five = 0;
    (void)state;
    for (int i = 0; i < 9 * 9 * 9; i++) {
        fk_obb a = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 0.5, 2}}, b = a;
        double at[3] = {i / 81 - 4, i / 9 % 9 - 4, i % 9 - 4};
        bool truth = true;
        for (int k = 0; k < 3; k++) {
            b.half[k] = half_b[k];
            truth = truth && (at[k] < 0 ? -at[k] : at[k]) <= a.half[k] + b.half[k];
        }
        b.center = fk_vec3_make(at[0], at[1], at[2]);
        for (size_t k = 0; k < sizeof tests / sizeof tests[0]; k++)
            assert_int_equal(tests[k](&a, &b), truth);
        assert_true(boxes_plain_sat5(&a, &b) || !truth);
        false_five += boxes_plain_sat5(&a, &b) && !truth;
    }
    assert_true(false_five > 0);
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(test_boxes_of_any_turn),
        cmocka_unit_test(test_parallel_boxes),
        cmocka_unit_test(test_boxes_along_the_axes),
    };
    return cmocka_run_group_tests(list, NULL, NULL);
}
