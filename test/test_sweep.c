/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of boxes by a sorted sweep, against all pairs. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "farkas/broad.h"
#include "fpu_modes.h"

static fk_context *context;

static double gap(double min_a, double max_a, double min_b, double max_b)
{
    return fmax(min_a - max_b, min_b - max_a);
}

/* How far apart two boxes are along the axis that separates them most; exact for the whole numbers below. */
static double largest_gap(const fk_aabb *a, const fk_aabb *b)
{
    return fmax(
        gap(a->min.x, a->max.x, b->min.x, b->max.x),
        fmax(gap(a->min.y, a->max.y, b->min.y, b->max.y), gap(a->min.z, a->max.z, b->min.z, b->max.z)));
}

static bool is_empty(const fk_aabb *box)
{
    return box->min.x > box->max.x || box->min.y > box->max.y || box->min.z > box->max.z;
}

/* The list has every pair of all that are near, in order, and no other. */
static void check_pairs(const fk_aabb *box, uint32_t count, double reach)
{
    fk_pair_list *list;
    assert_int_equal(fk_sweep_pairs(context, box, count, reach, &list), FK_OK);
    size_t next = 0;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++) {
            if (is_empty(&box[a]) || is_empty(&box[b]) || largest_gap(&box[a], &box[b]) > reach)
                continue;
            assert_true(next < list->count);
            assert_int_equal(list->pair[next].a, a);
            assert_int_equal(list->pair[next].b, b);
            next++;
        }
    assert_int_equal(next, list->count);
    fk_pair_list_free(context, list);
}

static fk_aabb draw_box(fk_random *random, int range, int size)
{
    fk_vec3 min = fk_vec3_make((double)fk_random_below(random, (uint64_t)range) - range / 2,
                               (double)fk_random_below(random, (uint64_t)range) - range / 2,
                               (double)fk_random_below(random, (uint64_t)range) - range / 2);
    fk_aabb box = {min, min};
    box.max.x += (double)fk_random_below(random, (uint64_t)size);
    box.max.y += (double)fk_random_below(random, (uint64_t)size);
    box.max.z += (double)fk_random_below(random, (uint64_t)size) - (size > 3 ? 1 : 0); /* some are empty */
    return box;
}

static void test_against_all_pairs(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    fk_aabb box[200];
    for (int round = 0; round < 200; round++) {
        uint32_t count = (uint32_t)fk_random_below(&random, 200);
        int range = round % 2 ? 20 : 2000;
        for (uint32_t i = 0; i < count; i++)
            box[i] = draw_box(&random, range, round % 3 ? 5 : 50);
        for (int reach = 0; reach < 4; reach++)
            check_pairs(box, count, reach);
    }
}

/* Boxes whose faces are one unit in the last place apart, or the same, far from the origin and near it. */
static void test_touching(void **state)
{
    (void)state;
    const double place[] = {1, -1, 1e-310, 1e300, 90000, 0};
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        double x = place[i], next = nextafter(x, INFINITY);
        fk_aabb box[3] = {
            {{-DBL_MAX, 0, 0}, {x, 1, 1}}, {{x, 0, 0}, {x, 1, 1}}, {{next, 0, 0}, {DBL_MAX, 1, 1}}};
        check_pairs(box, 3, 0);
    }
}

/* In every state of the floating-point unit no pair is lost. */
static void test_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    fk_aabb box[60];
    for (uint32_t i = 0; i < 60; i++) {
        box[i] = draw_box(&random, 30, 6);
        double scale = i % 2 ? 1.0 / 3 : 0x1p-1070;
        box[i].min = fk_vec3_scale(box[i].min, scale);
        box[i].max = fk_vec3_scale(box[i].max, scale);
    }
    fk_pair_list *plain, *list;
    assert_int_equal(fk_sweep_pairs(context, box, 60, 0, &plain), FK_OK);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_status status = fk_sweep_pairs(context, box, 60, 0, &list);
        fpu_set(0);
        assert_int_equal(status, FK_OK);
        assert_int_equal(list->count, plain->count);
        assert_memory_equal(list->pair, plain->pair, plain->count * sizeof *plain->pair);
        fk_pair_list_free(context, list);
    }
    fk_pair_list_free(context, plain);
}

static void test_arguments(void **state)
{
    (void)state;
    fk_pair_list *list = NULL;
    assert_int_equal(fk_sweep_pairs(context, NULL, 0, -1, &list), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_sweep_pairs(context, NULL, 0, NAN, &list), FK_ERROR_ARGUMENT);
    assert_null(list);
    check_pairs(NULL, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_all_pairs),
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_arguments),
    };
    fk_context_create(NULL, &context);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
