/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Answers that doubles propose and the verifier accepts: almost all of random pairs are; whatever is proposed, the answer
 * is right, for all parts that can be wanted. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/answer/answer.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"
#include "shape/support.h"

/* Whether the verifier takes what is proposed. */
static bool proposal_holds(const fk_piece *a, const fk_piece *b, int way)
{
    fk_pair_query query = {a, b, FK_METHOD_EXACT, FK_PART_CERTIFICATE, NULL};
    fk_answer answer;
    memset(&answer, 0, sizeof answer);
    return fk_certificate_propose(&query, way, &answer) && fk_verify(a, b, &answer.certificate);
}

/* Of random boxes, all but those that nearly touch, in every mode and in both orders. */
static void test_boxes_are_proposed(void **state)
{
    (void)state;
    size_t family = fk_family_find("random");
    unsigned count = 2000 / SHARE, held = 0;
    for (unsigned index = 0; index < count; index++) {
        fk_family_pair pair;
        fk_family_make(family, FK_KIND_BOX, FK_KIND_BOX, 9, index, &pair);
        fpu_set((int)index % FPU_MODES);
        held += proposal_holds(&pair.a, &pair.b, 0) && proposal_holds(&pair.b, &pair.a, 0);
        fpu_set(0);
    }
    assert_true(held >= count - count / 100);
}

static void test_polyhedra_are_proposed(void **state)
{
    (void)state;
    static const fk_kind kinds[] = {FK_KIND_TETRA, FK_KIND_BOX, FK_KIND_HULL};
    size_t family = fk_family_find("random");
    unsigned count = 2000 / SHARE, held = 0;
    for (unsigned index = 0; index < count; index++) {
        fk_family_pair pair;
        fk_family_make(family, kinds[index % 3], kinds[index / 3 % 3], 9, index, &pair);
        held += proposal_holds(&pair.a, &pair.b, 1);
    }
    assert_true(held >= count - count / 50);
}

/* Any numbers are safe. */
static void test_boxes_of_any_numbers(void **state)
{
    (void)state;
    const double numbers[] = {0,       1,        -1,        NAN,       INFINITY, -INFINITY,
                              DBL_MAX, -DBL_MAX, 0x1p-1074, 0x1p-1022, 1e200};
    fk_random random = fk_random_make(4);
    for (int i = 0; i < 20000 / SHARE; i++) {
        double number[2][12];
        for (int k = 0; k < 24; k++)
            number[k / 12][k % 12] = numbers[fk_random_below(&random, sizeof numbers / sizeof *numbers)];
        fk_piece a = fk_piece_from_numbers(FK_KIND_BOX, number[0]),
                 b = fk_piece_from_numbers(FK_KIND_BOX, number[1]);
        fk_pair_cache found;
        fk_certificate_boxes(&a.as.cell, &b.as.cell, &found);
        for (int k = 0; k < 4; k++)
            assert_true(found.pair[k].a < 8 && found.pair[k].b < 8);
        fk_pair_query query = {&a, &b, FK_METHOD_EXACT, FK_PART_CERTIFICATE, NULL};
        fk_answer answer;
        if (fk_pair_answer(&query, &answer) == FK_OK)
            assert_int_equal(answer.verdict, fk_pair_verdict(&a, &b));
    }
}

/* The point of an answer lies in both pieces up to its rounding: for boxes, their inner parts tell. */
static bool is_near(const fk_piece *box, fk_vec3 p)
{
    fk_piece point = fk_piece_point(p);
    fk_distance distance;
    assert_int_equal(fk_pair_distance(box, &point, NULL, &distance), FK_OK);
    return distance.distance.lo <= 2 * (fabs(p.x) + fabs(p.y) + fabs(p.z)) * DBL_EPSILON;
}

/* For all that can be wanted: what is filled, and that it is the same whatever else is wanted, but for certificates where
 * the plane decides. */
static void test_parts_of_all_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (unsigned index = 0; index < 120 / SHARE; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 21, index, &pair);
            fk_pair_query query = fk_pair_query_default(&pair.a, &pair.b);
            fk_answer all;
            assert_int_equal(fk_pair_answer(&query, &all), FK_OK);
            for (query.want = 0; query.want <= FK_PART_ALL; query.want++) {
                fk_answer answer;
                assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
                assert_int_equal(answer.verdict, all.verdict);
                assert_int_equal(answer.filled, all.filled & query.want);
                if (answer.filled & FK_PART_CERTIFICATE)
                    assert_true(fk_verify(&pair.a, &pair.b, &answer.certificate));
                if (answer.filled & FK_PART_BOX)
                    assert_memory_equal(&answer.box, &all.box, sizeof all.box);
                if (answer.filled & FK_PART_PLANE)
                    assert_memory_equal(&answer.plane, &all.plane, sizeof all.plane);
                if (answer.filled & FK_PART_POINT)
                    assert_memory_equal(&answer.point, &all.point, sizeof all.point);
            }
            if ((all.filled & FK_PART_POINT) && pair.a.kind == FK_KIND_BOX && pair.b.kind == FK_KIND_BOX &&
                isfinite(all.point.x) && isfinite(all.point.y) && isfinite(all.point.z))
                assert_true(is_near(&pair.a, all.point) && is_near(&pair.b, all.point));
        }
}

/* All levels choose the same axis, from the same vertex. */
static void test_levels_choose_one_axis(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (unsigned index = 0; index < 400 / SHARE; index++) {
            fk_family_pair pair;
            fk_box_axis first, z;
            fk_family_make(family, FK_KIND_BOX, FK_KIND_BOX, 3, index, &pair);
            if (pair.a.kind != FK_KIND_BOX || pair.b.kind != FK_KIND_BOX)
                continue;
            fpu_set((int)index % FPU_MODES);
            fk_box_axis_plain(&pair.a.as.cell, &pair.b.as.cell, &first);
            fk_box_axis_choice[fk_cpu_level()](&pair.a.as.cell, &pair.b.as.cell, &z);
            fpu_set(0);
            assert_int_equal(z.is_apart, first.is_apart);
            assert_int_equal(z.axis, first.axis);
            assert_int_equal(z.is_positive, first.is_positive);
            if (z.is_apart)
                continue;
            assert_int_equal(z.plus, first.plus);
            assert_memory_equal(&z.w, &first.w, sizeof z.w);
            assert_memory_equal(&z.v, &first.v, sizeof z.v);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_boxes_are_proposed, fpu_usual),
        cmocka_unit_test_teardown(test_levels_choose_one_axis, fpu_usual),
        cmocka_unit_test(test_polyhedra_are_proposed),
        cmocka_unit_test(test_boxes_of_any_numbers),
        cmocka_unit_test(test_parts_of_all_families),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
