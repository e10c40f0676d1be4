/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Oriented boxes: the quick one against its definition in long doubles; the tight one against the quick one, the
 * axis-aligned one and known bodies; the test against 15 axes in integers; pieces that hold boxes. That boxes hold their
 * points is in test_bound.c. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "bound_check.h"
#include "fpu_modes.h"
#include "hull_clouds.h"
#include "sanitized.h"

#include "context_fixture.h"

/* ---- The quick box by its definition ------------------------------------------------------------------- */

typedef struct wide {
    long double x, y, z;
} wide;

static wide wide_from(fk_vec3 v)
{
    wide w = {(long double)v.x, (long double)v.y, (long double)v.z};
    return w;
}

static long double wide_dot(wide u, wide v)
{
    return u.x * v.x + u.y * v.y + u.z * v.z;
}

/* u - s v */
static wide wide_less(wide u, long double s, wide v)
{
    wide w = {u.x - s * v.x, u.y - s * v.y, u.z - s * v.z};
    return w;
}

static wide wide_cross(wide u, wide v)
{
    wide w = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    return w;
}

static wide wide_unit(wide u)
{
    wide zero = {0, 0, 0};
    return wide_less(zero, -1 / sqrtl(wide_dot(u, u)), u);
}

/* The points that lie farthest apart along an axis, as a difference. */
static wide pair_along(const fk_vec3 *point, int count, wide axis)
{
    int low = 0, high = 0;
    for (int i = 1; i < count; i++) {
        long double value = wide_dot(axis, wide_from(point[i]));
        low = value < wide_dot(axis, wide_from(point[low])) ? i : low;
        high = value > wide_dot(axis, wide_from(point[high])) ? i : high;
    }
    return wide_less(wide_from(point[high]), 1, wide_from(point[low]));
}

/* The print's way: the longest of the pairs on opposite sides, then the same across it. */
static void quick_axes(const fk_vec3 *point, int count, wide axis[3])
{
    wide first = {0, 0, 0}, second = {0, 0, 0}, e[2], across = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        wide along = {k == 0, k == 1, k == 2}, pair = pair_along(point, count, along);
        first = wide_dot(pair, pair) > wide_dot(first, first) ? pair : first;
    }
    axis[0] = wide_unit(first);
    long double x = fabsl(axis[0].x), y = fabsl(axis[0].y), z = fabsl(axis[0].z);
    across.x = x <= y && x <= z;
    across.y = across.x == 0 && y <= z;
    across.z = across.x == 0 && across.y == 0;
    e[0] = wide_unit(wide_less(across, wide_dot(across, axis[0]), axis[0]));
    e[1] = wide_cross(axis[0], e[0]);
    for (int k = 0; k < 2; k++) {
        wide pair = pair_along(point, count, e[k]);
        pair = wide_less(pair, wide_dot(pair, axis[0]), axis[0]);
        second = wide_dot(pair, pair) > wide_dot(second, second) ? pair : second;
    }
    axis[1] = wide_unit(second);
    axis[2] = wide_cross(axis[0], axis[1]);
}

static void test_quick(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    fk_vec3 point[50];
    for (int i = 0; i < 1000 / SHARE; i++) {
        wide axis[3];
        fk_obb box;
        int count = 4 + (int)fk_random_below(&random, 46);
        cloud_fill(i % 2 ? CLOUD_BALL : CLOUD_CUBE, &random, point, (uint32_t)count);
        quick_axes(point, count, axis);
        assert_int_equal(fk_obb_build_quick(point, (size_t)count, &box), FK_OK);
        for (int k = 0; k < 3; k++) {
            wide pair = pair_along(point, count, axis[k]);
            assert_true(fabsl(fabsl(wide_dot(axis[k], wide_from(box.axis[k]))) - 1) < 1e-14L);
            assert_true(fabsl(2 * (long double)box.half[k] - wide_dot(pair, axis[k])) < 1e-13L);
        }
    }
}

/* ---- The tight box ------------------------------------------------------------------------------------- */

/* The volume with sides a little longer, so that flat boxes have one. */
static double volume_with(const double half[3], double more)
{
    return 8 * (half[0] + more) * (half[1] + more) * (half[2] + more);
}

static void check_tight(const fk_vec3 *point, uint32_t count)
{
    fk_obb quick, tight;
    fk_aabb box;
    assert_int_equal(fk_obb_build_quick(point, count, &quick), FK_OK);
    assert_int_equal(fk_obb_build(context, point, count, &tight), FK_OK);
    assert_int_equal(fk_aabb_build(point, count, &box), FK_OK);
    double half[3] = {(box.max.x - box.min.x) / 2, (box.max.y - box.min.y) / 2, (box.max.z - box.min.z) / 2};
    double size = fmax(fmax(half[0], half[1]), half[2]);
    double far = fmax(fmax(fabs(box.max.x) + fabs(box.min.x), fabs(box.max.y) + fabs(box.min.y)),
                      fabs(box.max.z) + fabs(box.min.z));
    double more = 1e-12 * size + 0x1p-50 * far;
    assert_true(volume_with(tight.half, 0) <= volume_with(half, more));
    assert_true(volume_with(tight.half, 0) <= volume_with(quick.half, more));
    /* Right angles. */
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_near(fk_vec3_dot(tight.axis[i], tight.axis[k]), i == k, 1e-15);
}

static void test_tight_is_smallest(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    fk_vec3 point[120];
    for (int i = 0; i < 600 / SHARE; i++) {
        int kind = i % CLOUD_KINDS;
        if (kind == CLOUD_RANGE || kind == CLOUD_TINY || kind == CLOUD_HUGE)
            continue;
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, 120);
        cloud_fill(kind, &random, point, count);
        check_tight(point, count);
    }
}

/* Boxes, turned: found up to rounding, flat ones and needles too. */
static void test_tight_finds_boxes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    fk_vec3 point[200];
    for (int i = 0; i < 300 / SHARE; i++) {
        double side[3] = {1, fk_random_unit(&random), fk_random_unit(&random)};
        side[1] = i % 5 == 0 ? 0 : side[1];
        side[2] = i % 3 == 0 ? 0 : side[2];
        fk_pose pose =
            fk_pose_from_rpy(cloud_draw(cloud_between, &random), cloud_draw(cloud_between, &random));
        for (int k = 0; k < 200; k++) {
            fk_vec3 p = k < 8 ? fk_vec3_make(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)
                              : cloud_draw(cloud_between, &random);
            point[k] = fk_pose_apply(&pose, fk_vec3_make(p.x * side[0], p.y * side[1], p.z * side[2]));
        }
        fk_obb box;
        assert_int_equal(fk_obb_build(context, point, 200, &box), FK_OK);
        double expected = volume_with(side, 1e-3);
        assert_near(volume_with(box.half, 1e-3), expected, 1e-10 * expected);
    }
}

/* Not larger than the best of many boxes at random, by much; mostly it is smaller. */
static void test_tight_is_good(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    fk_vec3 point[30];
    double worst = 0;
    for (int i = 0; i < 40 / (SANITIZED ? 4 : 1); i++) {
        double best = INFINITY;
        cloud_fill(i % 2 ? CLOUD_BALL : CLOUD_CUBE, &random, point, 30);
        for (int t = 0; t < 3000; t++) {
            fk_pose pose = fk_pose_from_rpy(fk_vec3_make(0, 0, 0),
                                            fk_vec3_scale(cloud_draw(cloud_between, &random), 3.2));
            fk_aabb turned;
            assert_int_equal(fk_aabb_build_placed(point, 30, &pose, &turned), FK_OK);
            best = fmin(best, fk_aabb_volume(&turned));
        }
        fk_obb box;
        assert_int_equal(fk_obb_build(context, point, 30, &box), FK_OK);
        worst = fmax(worst, fk_obb_volume(&box) / best);
    }
    assert_true(worst < 1.03);
}

/* ---- The test against integers ------------------------------------------------------------------------- */

/* Edges as exact numbers: half times axis. */
typedef struct exact_box {
    fk_exact_vec3 center, edge[3];
} exact_box;

static exact_box exact_box_of(fk_arena *arena, const fk_obb *box)
{
    exact_box e;
    e.center = fk_exact_vec3_from(arena, box->center);
    for (int k = 0; k < 3; k++)
        e.edge[k] = fk_exact_vec3_scale(arena, fk_exact_vec3_from(arena, box->axis[k]),
                                        fk_exact_from(arena, box->half[k]));
    return e;
}

static bool separates(fk_arena *arena, const exact_box *a, const exact_box *b, fk_exact_vec3 n)
{
    uint32_t mark = arena->used;
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, a->center, b->center);
    fk_exact distance = check_size(fk_exact_vec3_dot(arena, n, d)), reach = {0};
    for (int k = 0; k < 3; k++) {
        reach = fk_exact_add(arena, reach, check_size(fk_exact_vec3_dot(arena, n, a->edge[k])));
        reach = fk_exact_add(arena, reach, check_size(fk_exact_vec3_dot(arena, n, b->edge[k])));
    }
    bool apart = fk_exact_compare(distance, reach) > 0;
    arena->used = mark;
    return apart;
}

static bool meet_exactly(const fk_obb *box_a, const fk_obb *box_b)
{
    fk_arena arena;
    fk_arena_init(&arena);
    exact_box a = exact_box_of(&arena, box_a), b = exact_box_of(&arena, box_b);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        if (separates(&arena, &a, &b, fk_exact_vec3_cross(&arena, a.edge[i], a.edge[j])) ||
            separates(&arena, &a, &b, fk_exact_vec3_cross(&arena, b.edge[i], b.edge[j])))
            return false;
        for (int k = 0; k < 3; k++)
            if (separates(&arena, &a, &b, fk_exact_vec3_cross(&arena, a.edge[i], b.edge[k])))
                return false;
    }
    assert_false(arena.full);
    return true;
}

static fk_obb draw_box(fk_random *random, int i)
{
    fk_obb box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, fk_random_unit(random), 0.5}};
    fk_vec3 turn = cloud_draw(cloud_between, random);
    if (i % 7 == 0)
        turn.x = turn.y = 0;
    if (i % 11 == 0)
        turn = fk_vec3_make(0, 0, 0);
    if (i % 5 == 0)
        box.half[1] = 1e-9;
    fk_pose pose = fk_pose_from_rpy(cloud_draw(cloud_between, random), turn);
    if (i % 3 == 0)
        pose.translation = fk_vec3_scale(pose.translation, 1e4);
    return fk_obb_place(&box, &pose);
}

/* Boxes moved apart, until integers say so: doubles never say it sooner, and not much later. */
static void test_touching(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    unsigned apart = 0;
    for (int i = 0; i < 1500 / SHARE; i++) {
        fk_obb a = draw_box(&random, i), b = draw_box(&random, i);
        fk_vec3 way = cloud_sphere_point(&random);
        double low = 0, high = 8;
        for (int step = 0; step < 62; step++) {
            double t = (low + high) / 2;
            b.center = fk_vec3_add(a.center, fk_vec3_scale(way, t));
            bool meet = meet_exactly(&a, &b);
            low = meet ? t : low;
            high = meet ? high : t;
            fpu_set((i + step) % FPU_MODES);
            bool said = fk_obb_meets(&a, &b), other = fk_obb_meets(&b, &a);
            fpu_set(0);
            assert_true((said && other) || !meet);
            apart += !said;
        }
        double size = 10 + fabs(a.center.x) + fabs(a.center.y) + fabs(a.center.z);
        b.center = fk_vec3_add(a.center, fk_vec3_scale(way, high * (1 + 1e-12) + 1e-12 * size));
        assert_false(fk_obb_meets(&a, &b) && high < 7);
    }
    assert_true(apart > 1000 / SHARE);
}

/* An axis that is not among the 15 would miss these: edges that cross at a small distance. */
static void test_edges_that_cross(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    for (int i = 0; i < 500; i++) {
        fk_obb a = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}}, b = a;
        fk_pose down = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0.78539816339744831, 0, 0));
        double turn = fk_random_between(&random, 0.3, 1.2);
        fk_pose up = fk_pose_from_rpy(fk_vec3_make(0, 0, 2.82842712474619 + (i % 2 ? 1e-9 : -1e-9)),
                                      fk_vec3_make(0.78539816339744831, 0, 0));
        fk_pose around = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, turn));
        up = fk_pose_multiply(&around, &up);
        a = fk_obb_place(&a, &down);
        b = fk_obb_place(&b, &up);
        assert_int_equal(meet_exactly(&a, &b), i % 2 == 0);
        assert_int_equal(fk_obb_meets(&a, &b), i % 2 == 0);
    }
}

/* ---- Pieces, boxes of numbers that are out of range ---------------------------------------------------- */

/* Whether a parallelepiped of doubles, one corner and edges, holds a point, by Cramer's rule. */
static bool cell_holds(fk_arena *arena, const fk_cell *cell, fk_exact_vec3 p)
{
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, p, fk_exact_vec3_from(arena, cell->origin)), edge[3];
    for (int k = 0; k < 3; k++)
        edge[k] = fk_exact_vec3_from(arena, cell->edge[k]);
    fk_exact det = fk_exact_vec3_dot(arena, edge[0], fk_exact_vec3_cross(arena, edge[1], edge[2]));
    for (int k = 0; k < 3; k++) {
        fk_exact_vec3 n = fk_exact_vec3_cross(arena, edge[(k + 1) % 3], edge[(k + 2) % 3]);
        fk_exact at = fk_exact_vec3_dot(arena, n, d);
        if (det.sign < 0)
            at = fk_exact_negate(at);
        if (at.sign < 0 || fk_exact_compare(at, check_size(det)) > 0)
            return false;
    }
    return det.sign != 0;
}

static void test_piece(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    for (int i = 0; i < 2000 / SHARE; i++) {
        fk_obb box = draw_box(&random, i);
        if (i % 4 == 0)
            box.half[2] = 0;
        fpu_set(i % FPU_MODES);
        fk_piece piece = fk_obb_piece(&box);
        fpu_set(0);
        assert_int_equal(piece.kind, FK_KIND_BOX);
        assert_int_equal(fk_piece_check(&piece), FK_OK);
        for (int corner = 0; corner < 8; corner++) {
            fk_arena arena;
            fk_arena_init(&arena);
            exact_box e = exact_box_of(&arena, &box);
            fk_exact_vec3 p = e.center;
            for (int k = 0; k < 3; k++)
                p = corner >> k & 1 ? fk_exact_vec3_add(&arena, p, e.edge[k])
                                    : fk_exact_vec3_sub(&arena, p, e.edge[k]);
            assert_true(cell_holds(&arena, &piece.as.cell, p));
            assert_false(arena.full);
        }
        double size = fabs(box.center.x) + fabs(box.center.y) + fabs(box.center.z) + 3;
        for (int k = 0; k < 3; k++) {
            fk_vec3 edge = piece.as.cell.edge[k];
            assert_near(sqrt(fk_vec3_dot(edge, edge)), 2 * box.half[k], 1e-14 * size);
        }
    }
}

/* The merged box of two parts of a box is no larger than it, when these have its axes. */
static void test_merge_is_tight(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    for (int i = 0; i < 300; i++) {
        fk_pose pose =
            fk_pose_from_rpy(cloud_draw(cloud_between, &random), cloud_draw(cloud_between, &random));
        fk_obb a = {{-1, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 0.5, 0.25}}, b = a;
        b.center.x = 1;
        a = fk_obb_place(&a, &pose);
        b = fk_obb_place(&b, &pose);
        fk_obb both = fk_obb_merge(&a, &b);
        assert_near(fk_obb_volume(&both), 8 * 2 * 0.5 * 0.25, 2e-12);
    }
}

static void test_flat_along_axes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    fk_vec3 point[40];
    for (int i = 0; i < 100; i++) {
        double turn = cloud_between(&random), at = cloud_between(&random);
        for (int k = 0; k < 40; k++) {
            double x = cloud_between(&random), y = 0.1 * cloud_between(&random);
            point[k] = fk_vec3_make(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), at);
        }
        fk_obb box;
        assert_int_equal(fk_obb_build(context, point, 40, &box), FK_OK);
        /* Exactly flat, and not the rectangle along the axes. */
        double area = 0;
        assert_near(fk_obb_volume(&box), 0, 0);
        for (int k = 0; k < 3; k++)
            area = fmax(area, box.half[k] * box.half[(k + 1) % 3]);
        assert_true(area < 0.12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quick),
        cmocka_unit_test(test_tight_is_smallest),
        cmocka_unit_test(test_tight_finds_boxes),
        cmocka_unit_test(test_tight_is_good),
        cmocka_unit_test_teardown(test_touching, fpu_usual),
        cmocka_unit_test(test_edges_that_cross),
        cmocka_unit_test_teardown(test_piece, fpu_usual),
        cmocka_unit_test(test_merge_is_tight),
        cmocka_unit_test(test_flat_along_axes),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
