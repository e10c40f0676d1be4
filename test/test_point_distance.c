/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances of points from a set of triangles: each interval must contain the distance that the exact pairs of a point and each
 * triangle give, and the nearest point must be that far and on the triangles. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collider_kinds.h"
#include "scarce_memory.h"
#include "tree/point_distance.h"

#define MOST 200

static fk_interval measure_all(const fk_corners *t, size_t count, fk_vec3 point)
{
    fk_interval least = {INFINITY, INFINITY};
    fk_piece p = fk_piece_point(point);
    for (size_t i = 0; i < count; i++) {
        fk_piece triangle = fk_piece_triangle(t[i].at[0], t[i].at[1], t[i].at[2]);
        fk_distance d;
        assert_int_equal(fk_pair_distance(&p, &triangle, NULL, &d), FK_OK);
        least.lo = fmin(least.lo, d.distance.lo);
        least.hi = fmin(least.hi, d.distance.hi);
    }
    return least;
}

static void check_point(const fk_point_tree *tree, const fk_corners *t, size_t count, fk_vec3 point,
                        double size)
{
    fk_interval d = measure_all(t, count, point);
    fk_point_nearest n = fk_point_tree_measure(tree, point, INFINITY);
    assert_true(n.lo <= d.hi && n.hi >= d.lo && n.lo <= n.hi);
    assert_true(n.hi - d.lo <= 1e-12 * size);
    assert_true(measure_all(t, count, n.point).lo <= 1e-12 * size);
    double way = fk_vec3_length(fk_vec3_sub(n.point, point));
    assert_true(fabs(way - d.hi) <= 1e-12 * size);
    double limit[] = {d.hi * 1.5 + 1e-9 * size, d.lo * 0.5};
    fk_point_nearest near = fk_point_tree_measure(tree, point, limit[0]);
    assert_true(near.hi == n.hi && near.lo <= d.hi);
    near = fk_point_tree_measure(tree, point, limit[1]);
    assert_true(near.lo <= limit[1] && (near.hi >= d.lo || near.hi == INFINITY));
}

/* Triangles, thin ones, segments and points, at several sizes and places; points near and far, and on them. */
static void test_against_pairs(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    fk_corners t[MOST];
    for (int family = 0; family < 12; family++) {
        size_t count = family == 0 ? 1 : 1 + fk_random_below(&random, MOST - 1);
        int power = family % 3 == 0 ? 0 : family % 3 == 1 ? 280 : -280;
        double size = ldexp(1, power), part = family < 6 ? 0.2 : 1e-6;
        for (size_t i = 0; i < count; i++) {
            t[i].at[0] = fk_vec3_scale(any_place(&random, 1), size);
            for (int k = 1; k < 3; k++)
                t[i].at[k] = fk_vec3_add(t[i].at[0], fk_vec3_scale(any_place(&random, part), size));
            if (family % 4 == 1 || (family % 4 == 2 && i % 2))
                t[i].at[2] = t[i].at[1];
            if (family % 4 == 1)
                t[i].at[1] = t[i].at[2] = t[i].at[0];
        }
        fk_point_tree *tree;
        assert_int_equal(fk_point_tree_build(context, t, count, &tree), FK_OK);
        for (int i = 0; i < 200; i++) {
            fk_vec3 point = fk_vec3_scale(any_place(&random, i % 2 ? 1 : 3), size);
            if (i % 10 == 0)
                point = t[fk_random_below(&random, (uint32_t)count)].at[i / 10 % 3];
            check_point(tree, t, count, point, size);
        }
        fk_point_tree_free(context, tree);
    }
}

static fk_status ask_tree(fk_context *scarce, const void *user, void *out)
{
    fk_point_tree *tree;
    fk_status status = fk_point_tree_build(scarce, user, 9, &tree);
    if (status != FK_OK)
        return status;
    *(double *)out = fk_point_tree_measure(tree, v(0, 0, 0), INFINITY).hi;
    fk_point_tree_free(scarce, tree);
    return FK_OK;
}

static void test_memory(void **state)
{
    (void)state;
    fk_corners t[9];
    for (int i = 0; i < 9; i++)
        t[i] = (fk_corners){{v(i, 0, 1), v(i, 1, 1), v(i, 0, 2)}};
    memory_ask(ask_tree, t, sizeof(double));
    fk_point_tree *tree;
    assert_int_equal(fk_point_tree_build(context, t, 0, &tree), FK_OK);
    assert_true(fk_point_tree_measure(tree, v(0, 0, 0), INFINITY).hi == INFINITY);
    fk_point_tree_free(context, tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_pairs),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
