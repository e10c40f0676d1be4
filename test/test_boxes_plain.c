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

static boxes_plain_test *const tests[] = {boxes_plain_sat, boxes_plain_sat6, boxes_plain_ec_paper,
                                          boxes_plain_ec};

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
    unsigned meeting = 0, lost = 0, false_hits = 0;
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        fk_obb a = draw_box(&random), b = draw_box(&random);
        fk_piece piece_a = fk_obb_piece(&a), piece_b = fk_obb_piece(&b), edge = last_edge(&a);
        bool truth = do_meet(&piece_a, &piece_b), printed = boxes_plain_ec_paper(&a, &b);
        assert_int_equal(boxes_plain_sat(&a, &b), truth);
        assert_int_equal(boxes_plain_sat(&b, &a), truth);
        assert_int_equal(boxes_plain_ec(&a, &b), truth);
        assert_int_equal(boxes_plain_ec(&b, &a), truth);
        assert_true(boxes_plain_sat6(&a, &b) || !truth);
        assert_int_equal(boxes_plain_sat6(&a, &b), says_library(FK_METHOD_SAT6, &piece_a, &piece_b));
        /* The printed test is about one edge alone. */
        assert_int_equal(printed, do_meet(&edge, &piece_b));
        assert_int_equal(printed, says_library(FK_METHOD_EC_PAPER, &piece_a, &piece_b));
        meeting += truth;
        lost += truth && !printed;
        false_hits += !truth && boxes_plain_sat6(&a, &b);
    }
    assert_in_range(meeting, PAIRS / 4, PAIRS * 3 / 4);
    assert_true(lost > meeting / 2);
    assert_true(false_hits > 0);
}

/* Along the axes every row that is wrong is refuted at once, so that even the printed test is right. */
static void test_boxes_along_the_axes(void **state)
{
    const double half_b[3] = {2, 1, 0.5};
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
    }
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(test_boxes_of_any_turn),
        cmocka_unit_test(test_boxes_along_the_axes),
    };
    return cmocka_run_group_tests(list, NULL, NULL);
}
