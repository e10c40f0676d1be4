/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bounding volumes of all kinds: built, placed and merged ones hold every point, exactly, in every state of the
 * floating-point unit; those of bodies that meet are said to meet. Boxes and k-DOPs are as small as doubles can be. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "bound_check.h"
#include "double_bits.h"
#include "fpu_modes.h"
#include "hull_clouds.h"
#include "sanitized.h"
#include "scarce_memory.h"

#include "context_fixture.h"

#define MOST 300

/* ---- Clouds and poses ---------------------------------------------------------------------------------- */

static uint32_t draw_cloud(fk_random *random, int kind, fk_vec3 *point)
{
    static const uint32_t counts[] = {1, 2, 3, 4, 5, 7, 8, 9, 17, 33, 60, MOST};
    uint32_t count = counts[fk_random_below(random, sizeof counts / sizeof counts[0])];
    cloud_fill(kind, random, point, count);
    return count;
}

/* Moves a cloud away from the origin. */
static void move_cloud(fk_random *random, fk_vec3 *point, uint32_t count)
{
    double far = ldexp(1.0, (int)fk_random_below(random, 40));
    fk_vec3 by = fk_vec3_scale(cloud_draw(cloud_between, random), far);
    for (uint32_t i = 0; i < count; i++)
        point[i] = fk_vec3_add(point[i], by);
}

static bool is_extreme(int kind)
{
    return kind == CLOUD_RANGE || kind == CLOUD_TINY || kind == CLOUD_HUGE;
}

static fk_pose draw_pose(fk_random *random, double far)
{
    fk_vec3 t = fk_vec3_scale(cloud_draw(cloud_between, random), far);
    fk_vec3 turn = fk_vec3_scale(cloud_draw(cloud_between, random), 4.0);
    switch (fk_random_below(random, 8)) {
    case 0:
        turn = fk_vec3_make(0, 0, 0);
        break;
    case 1: /* quarters of a turn, up to rounding */
        turn = fk_vec3_make(1.5707963267948966, 0, -1.5707963267948966);
        break;
    case 2:
        t = fk_vec3_make(0, 0, 0);
        break;
    default:
        break;
    }
    return fk_pose_from_rpy(t, turn);
}

/* A matrix that is no rotation. */
static fk_pose draw_shear(fk_random *random)
{
    fk_pose pose = draw_pose(random, 2.0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            pose.rotation[i][j] += 0.7 * cloud_between(random);
    return pose;
}

/* Makes a matrix very large or very small. */
static void scale_pose(fk_pose *pose, int exponent)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            pose->rotation[i][j] = ldexp(pose->rotation[i][j], exponent);
}

/* ---- What all volumes hold ----------------------------------------------------------------------------- */

static void test_hold_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    fk_vec3 point[MOST];
    for (int i = 0; i < 600 / LEVEL_SHARE; i++) {
        int kind = i % CLOUD_KINDS;
        uint32_t count = draw_cloud(&random, kind, point);
        if (i % 3 == 0 && !is_extreme(kind))
            move_cloud(&random, point, count);
        for (int mode = 0; mode < FPU_MODES; mode += i % 4 == 0 ? 1 : FPU_MODES) {
            fpu_set(mode);
            volumes v = volumes_build(context, point, count);
            fpu_set(0);
            for (uint32_t k = 0; k < count; k++)
                check_holds_point(&v, point[k]);
        }
    }
}

static void test_hold_placed(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    fk_vec3 point[MOST], moved[MOST];
    for (int i = 0; i < 400 / LEVEL_SHARE; i++) {
        int kind = i % CLOUD_KINDS, mode = (int)fk_random_below(&random, FPU_MODES);
        uint32_t count = draw_cloud(&random, kind, point);
        fk_pose pose = i % 5 == 0 ? draw_shear(&random) : draw_pose(&random, i % 2 ? 1.0 : 1e5);
        if (i % 8 == 7)
            scale_pose(&pose, i % 16 == 7 ? 300 : -300);
        fpu_set(mode);
        volumes v = volumes_build(context, point, count), placed = volumes_place(&v, &pose);
        for (uint32_t k = 0; k < count; k++)
            moved[k] = fk_pose_apply(&pose, point[k]);
        fpu_set(0);
        for (uint32_t k = 0; k < count; k++) {
            check_holds_image(&placed, &pose, point[k]);
            if (fk_vec3_is_finite(moved[k]))
                check_holds_point(&placed, moved[k]);
        }
    }
}

/* Placed many times over, volumes grow, but they go on holding what they held. */
static void test_hold_placed_often(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    fk_vec3 point[20];
    cloud_fill(CLOUD_BALL, &random, point, 20);
    volumes v = volumes_build(context, point, 20), first = v;
    for (int i = 0; i < 100; i++) {
        fk_pose pose = draw_pose(&random, 3.0);
        fpu_set(i % FPU_MODES);
        v = volumes_place(&v, &pose);
        for (int k = 0; k < 20; k++)
            point[k] = fk_pose_apply(&pose, point[k]);
        fpu_set(0);
        for (int k = 0; k < 20; k++)
            check_holds_point(&v, point[k]);
    }
    assert_true(v.sphere.radius < first.sphere.radius * (1 + 1e-9));
    assert_true(fk_obb_volume(&v.tight) < fk_obb_volume(&first.tight) * (1 + 1e-9));
}

static void test_hold_merged(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    fk_vec3 a[MOST], b[MOST];
    for (int i = 0; i < 400 / LEVEL_SHARE; i++) {
        int kind = i % CLOUD_KINDS, mode = (int)fk_random_below(&random, FPU_MODES);
        uint32_t count_a = draw_cloud(&random, kind, a);
        uint32_t count_b = draw_cloud(&random, i % 2 ? kind : (int)fk_random_below(&random, CLOUD_KINDS), b);
        if (i % 3 == 0 && !is_extreme(kind))
            move_cloud(&random, a, count_a);
        fpu_set(mode);
        volumes of_a = volumes_build(context, a, count_a), of_b = volumes_build(context, b, count_b);
        volumes both = volumes_merge(&of_a, &of_b);
        fpu_set(0);
        for (uint32_t k = 0; k < count_a; k++)
            check_holds_point(&both, a[k]);
        for (uint32_t k = 0; k < count_b; k++)
            check_holds_point(&both, b[k]);
    }
}

/* contains is exact: it says what the definition says, at points on and beside the surface, too. */
static void test_contains(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    fk_vec3 point[MOST];
    unsigned inside = 0, outside = 0;
    for (int i = 0; i < 300 / LEVEL_SHARE; i++) {
        uint32_t count = draw_cloud(&random, i % CLOUD_KINDS, point);
        volumes v = volumes_build(context, point, count);
        for (uint32_t k = 0; k < count && k < 20; k++) {
            fk_vec3 p = point[k];
            if (k % 2 == 1) /* beside it */
                p.x = nextafter(p.x, k % 4 == 1 ? INFINITY : -INFINITY);
            if (!fk_vec3_is_finite(p))
                continue;
            fk_arena arena;
            fk_arena_init(&arena);
            fk_exact_vec3 x = fk_exact_vec3_from(&arena, p);
            fpu_set(i % FPU_MODES);
            bool says[4] = {fk_sphere_contains(&v.sphere, p), fk_aabb_contains(&v.aabb, p),
                            fk_obb_contains(&v.tight, p), fk_kdop_contains(&v.dop[2], p)};
            fpu_set(0);
            assert_int_equal(says[0], check_in_sphere(&arena, &v.sphere, x));
            assert_int_equal(says[1], check_in_aabb(&arena, &v.aabb, x));
            assert_int_equal(says[2], check_in_obb(&arena, &v.tight, x));
            assert_int_equal(says[3], check_in_kdop(&arena, &v.dop[2], x));
            inside += says[3];
            outside += !says[3];
        }
    }
    assert_true(inside > 100 / (unsigned)LEVEL_SHARE && outside > 20 / (unsigned)LEVEL_SHARE);
}

/* ---- Two bodies ---------------------------------------------------------------------------------------- */

static fk_vec3 moved_by(fk_vec3 p, fk_vec3 direction, double t)
{
    return fk_vec3_add(p, fk_vec3_scale(direction, t));
}

/* Bodies that are moved apart until they hardly meet, as the exact verdict on their hulls says. */
static void test_meet_when_bodies_meet(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    fk_vec3 a[40], b[40], moved[40];
    unsigned met = 0;
    for (int i = 0; i < 300 / LEVEL_SHARE; i++) {
        static const int kinds[] = {CLOUD_BALL,  CLOUD_CUBE,         CLOUD_LATTICE, CLOUD_CUBE_SURFACE,
                                    CLOUD_PLANE, CLOUD_TURNED_CUBE,  CLOUD_CORNERS, CLOUD_LINE,
                                    CLOUD_TINY,  CLOUD_TILTED_PLANE, CLOUD_HUGE};
        int kind = kinds[i % 11];
        cloud_fill(kind, &random, a, 40);
        cloud_fill(kind, &random, b, 40);
        fk_vec3 direction = fk_vec3_sub(a[0], b[0]);
        double low = 0, high = 2;
        for (int step = 0; step < 60; step++) {
            double t = step < 55 ? (low + high) / 2 : low;
            for (int k = 0; k < 40; k++)
                moved[k] = moved_by(b[k], direction, t);
            fk_piece p = fk_piece_hull(a, 40), q = fk_piece_hull(moved, 40);
            fk_verdict verdict = fk_pair_verdict(&p, &q);
            high = verdict == FK_APART ? t : high;
            if (verdict != FK_TOUCHING && verdict != FK_OVERLAPPING)
                continue;
            low = t;
            met++;
            fpu_set(step % FPU_MODES);
            volumes of_a = volumes_build(context, a, 40), of_b = volumes_build(context, moved, 40);
            check_meet(&of_a, &of_b);
            fpu_set(0);
        }
    }
    assert_true(met > 1000 / (unsigned)LEVEL_SHARE);
}

/* Bodies that are apart are said to be so by volumes that fit them, wherever they are. */
static void test_apart(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    fk_vec3 a[8], b[8];
    static const double scales[] = {1.0, 1e-100, 1e100, 1e-200, 1e200, 1e-250, 1e250};
    for (int i = 0; i < 100; i++) {
        /* Boxes of side 2 whose faces are 1e-6 apart. */
        for (int k = 0; k < 8; k++) {
            double scale = scales[i % 7];
            a[k] = fk_vec3_make((k & 1 ? 1 : -1) * scale, (k & 2 ? 1 : -1) * scale, (k & 4 ? 1 : -1) * scale);
            b[k] = fk_vec3_make(a[k].x + 2.000001 * scale, a[k].y, a[k].z);
        }
        volumes of_a = volumes_build(context, a, 8), of_b = volumes_build(context, b, 8);
        assert_false(fk_obb_meets(&of_a.tight, &of_b.tight));
        assert_false(fk_aabb_meets(of_a.aabb, of_b.aabb));
        assert_false(fk_kdop_meets(&of_a.dop[0], &of_b.dop[0]));
        of_b.sphere.center.x += 2 * of_b.sphere.radius;
        assert_false(fk_sphere_meets(&of_a.sphere, &of_b.sphere));
        fk_pose pose = draw_pose(&random, 1.0);
        pose.translation = fk_vec3_scale(pose.translation, scales[i % 7]);
        of_a = volumes_place(&of_a, &pose);
        of_b = volumes_place(&of_b, &pose);
        assert_false(fk_obb_meets(&of_a.tight, &of_b.tight));
    }
}

/* ---- As small as they can be --------------------------------------------------------------------------- */

static fk_exact end_of(fk_arena *arena, fk_vec3 direction, const fk_vec3 *point, uint32_t count, int sign)
{
    fk_exact best = {0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mark = arena->used;
        fk_exact value = check_along(arena, direction, fk_exact_vec3_from(arena, point[i]));
        if (i == 0 || fk_exact_compare(value, best) * sign > 0)
            best = value;
        else
            arena->used = mark;
    }
    return best;
}

/* No end of a k-DOP can be moved inward by the smallest bit; the same for boxes. */
static void check_tight(const fk_kdop *dop, const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        fk_arena arena;
        fk_arena_init(&arena);
        fk_vec3 d = fk_kdop_direction(dop->k, i);
        fk_exact low = end_of(&arena, d, point, count, -1), high = end_of(&arena, d, point, count, 1);
        assert_true(check_at_least(&arena, low, dop->lo[i]) && check_at_most(&arena, high, dop->hi[i]));
        assert_false(check_at_least(&arena, low, nextafter(dop->lo[i], INFINITY)));
        assert_false(check_at_most(&arena, high, nextafter(dop->hi[i], -INFINITY)));
        assert_false(arena.full);
    }
}

static void shuffle(fk_random *random, fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = (uint32_t)fk_random_below(random, i);
        fk_vec3 swap = point[i - 1];
        point[i - 1] = point[k];
        point[k] = swap;
    }
}

static void test_boxes_and_dops_are_tight(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    fk_vec3 point[MOST];
    for (int i = 0; i < 400 / LEVEL_SHARE; i++) {
        int kind = i % CLOUD_KINDS;
        uint32_t count = draw_cloud(&random, kind, point);
        count = count > 60 ? 60 : count;
        if (i % 3 == 0 && !is_extreme(kind))
            move_cloud(&random, point, count);
        for (int k = 0; k < 3; k++) {
            fk_kdop dop, again;
            fk_aabb box, box_again;
            assert_int_equal(fk_kdop_build(point, count, dop_sizes[k], &dop), FK_OK);
            assert_int_equal(fk_aabb_build(point, count, &box), FK_OK);
            check_tight(&dop, point, count);
            for (int axis = 0; axis < 3; axis++) {
                assert_same_double(dop.lo[axis], fk_vec3_get(box.min, axis));
                assert_same_double(dop.hi[axis], fk_vec3_get(box.max, axis));
            }
            /* The same bytes in another order and in every state of the processor. */
            shuffle(&random, point, count);
            fpu_set((int)fk_random_below(&random, FPU_MODES));
            assert_int_equal(fk_kdop_build(point, count, dop_sizes[k], &again), FK_OK);
            assert_int_equal(fk_aabb_build(point, count, &box_again), FK_OK);
            fpu_set(0);
            assert_memory_equal(&dop, &again, sizeof dop);
            assert_memory_equal(&box, &box_again, sizeof box);
        }
    }
}

/* Sums of three whose rounding errors are larger than the last digit of the result: the order of values as computed is not
 * that of the points. */
static void test_dops_where_sums_round(void **state)
{
    (void)state;
    fk_random random = fk_random_make(13);
    fk_vec3 point[8];
    for (int i = 0; i < 500 / LEVEL_SHARE; i++) {
        for (int k = 0; k < 8; k++) {
            double x = 1 + 0x1p-52 * (double)fk_random_below(&random, 4);
            double y = 1 + 0x1p-52 * (double)fk_random_below(&random, 4);
            point[k] = k % 2 ? fk_vec3_make(x, y, -1.25)
                             : fk_vec3_make(0.75 + 0x1p-53 * (double)fk_random_below(&random, 12), 0, 0);
            if (i % 2)
                point[k] = fk_vec3_negate(point[k]);
        }
        for (int k = 0; k < 3; k++) {
            fk_kdop dop;
            fpu_set(i % FPU_MODES);
            assert_int_equal(fk_kdop_build(point, 8, dop_sizes[k], &dop), FK_OK);
            fpu_set(0);
            check_tight(&dop, point, 8);
        }
    }
}

/* Zeros of both signs are one number. */
static void test_zeros(void **state)
{
    (void)state;
    fk_vec3 point[2] = {{0.0, -0.0, 0.0}, {-0.0, 0.0, -0.0}}, zero[1] = {{0.0, 0.0, 0.0}};
    fk_aabb box, expected;
    fk_kdop dop, expected_dop;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fk_aabb_build(point, 2, &box), FK_OK);
        assert_int_equal(fk_aabb_build(zero, 1, &expected), FK_OK);
        assert_memory_equal(&box, &expected, sizeof box);
        assert_int_equal(fk_kdop_build(point, 2, 26, &dop), FK_OK);
        assert_int_equal(fk_kdop_build(zero, 1, 26, &expected_dop), FK_OK);
        assert_memory_equal(&dop, &expected_dop, sizeof dop);
        point[0] = point[1];
    }
}

/* The box of placed points is that of what fk_pose_apply gives, and lies in the placed box. */
static void test_box_of_placed_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    fk_vec3 point[MOST], moved[MOST];
    for (int i = 0; i < 400 / LEVEL_SHARE; i++) {
        int kind = i % CLOUD_KINDS;
        uint32_t count = draw_cloud(&random, kind, point);
        fk_pose pose = i % 5 == 0 ? draw_shear(&random) : draw_pose(&random, 10.0);
        bool finite = true;
        fk_aabb box = fk_aabb_empty(), placed, expected;
        fpu_set(i % FPU_MODES);
        for (uint32_t k = 0; k < count; k++) {
            moved[k] = fk_pose_apply(&pose, point[k]);
            finite = finite && fk_vec3_is_finite(moved[k]);
        }
        fk_status status = fk_aabb_build_placed(point, count, &pose, &box);
        assert_int_equal(fk_aabb_build(point, count, &placed), FK_OK);
        placed = fk_aabb_place(&placed, &pose);
        if (finite)
            assert_int_equal(fk_aabb_build(moved, count, &expected), FK_OK);
        fpu_set(0);
        assert_int_equal(status, finite ? FK_OK : FK_ERROR_NOT_FINITE);
        if (finite) {
            assert_memory_equal(&box, &expected, sizeof box);
            assert_true(placed.min.x <= box.min.x && placed.max.y >= box.max.y);
        }
    }
}

/* A placed box is that of its placed corners, up to rounding; a placed k-DOP never exceeds it, and bounds hold back. */
static void test_placed_are_tight(void **state)
{
    (void)state;
    fk_random random = fk_random_make(10);
    fk_vec3 point[50], corner[8];
    for (int i = 0; i < 200; i++) {
        cloud_fill(CLOUD_CUBE, &random, point, 50);
        volumes v = volumes_build(context, point, 50);
        fk_pose pose = draw_pose(&random, 1.0);
        volumes placed = volumes_place(&v, &pose);
        for (int k = 0; k < 8; k++)
            corner[k] = fk_vec3_make(k & 1 ? v.aabb.min.x : v.aabb.max.x, k & 2 ? v.aabb.min.y : v.aabb.max.y,
                                     k & 4 ? v.aabb.min.z : v.aabb.max.z);
        fk_aabb tight;
        assert_int_equal(fk_aabb_build_placed(corner, 8, &pose, &tight), FK_OK);
        for (int k = 0; k < 3; k++) {
            assert_near(fk_vec3_get(placed.aabb.min, k), fk_vec3_get(tight.min, k), 1e-13);
            assert_near(fk_vec3_get(placed.aabb.max, k), fk_vec3_get(tight.max, k), 1e-13);
            for (int j = 0; j < 3; j++)
                assert_true(placed.dop[j].hi[k] <= fk_vec3_get(tight.max, k) + 1e-13);
        }
        assert_near(placed.sphere.radius, v.sphere.radius, 1e-13);
        for (int k = 0; k < 3; k++)
            assert_near(placed.tight.half[k], v.tight.half[k], 1e-13);
    }
    /* Without a turn, a k-DOP stays what it was. */
    fk_kdop dop, same;
    fk_pose none = fk_pose_identity();
    for (int k = 0; k < 3; k++) {
        assert_int_equal(fk_kdop_build(point, 50, dop_sizes[k], &dop), FK_OK);
        same = fk_kdop_place(&dop, &none);
        for (uint32_t i = 0; i < dop_sizes[k] / 2; i++) {
            assert_near(same.lo[i], dop.lo[i], 1e-12);
            assert_near(same.hi[i], dop.hi[i], 1e-12);
        }
    }
}

/* ---- Volumes ------------------------------------------------------------------------------------------- */

static void test_contents(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    fk_vec3 cube[8], octahedron[6], point[200];
    for (int k = 0; k < 8; k++)
        cube[k] = fk_vec3_make(k & 1, k & 2 ? 1 : 0, k & 4 ? 1 : 0);
    for (int k = 0; k < 6; k++)
        octahedron[k] = fk_vec3_scale(fk_vec3_make(k % 3 == 0, k % 3 == 1, k % 3 == 2), k < 3 ? 1 : -1);
    volumes v = volumes_build(context, cube, 8);
    assert_near(fk_aabb_volume(&v.aabb), 1.0, 0);
    assert_near(fk_obb_volume(&v.tight), 1.0, 1e-13);
    assert_near(fk_sphere_volume(&v.sphere), 2.7206990463513268, 1e-13);
    for (int k = 0; k < 3; k++)
        assert_near(fk_kdop_volume(&v.dop[k]), 1.0, 1e-13);
    v = volumes_build(context, octahedron, 6);
    assert_near(fk_kdop_volume(&v.dop[0]), 4.0 / 3.0, 1e-13);
    assert_near(fk_kdop_volume(&v.dop[1]), 2.0, 1e-13);
    assert_near(fk_kdop_volume(&v.dop[2]), 4.0 / 3.0, 1e-13);
    fk_aabb empty = fk_aabb_empty();
    assert_near(fk_aabb_volume(&empty), 0.0, 0);
    /* Counted by points at random. */
    cloud_fill(CLOUD_BALL, &random, point, 200);
    v = volumes_build(context, point, 200);
    for (int k = 0; k < 3; k++) {
        int inside = 0, all = 20000 / LEVEL_SHARE;
        for (int i = 0; i < all; i++)
            inside += fk_kdop_contains(&v.dop[k], cloud_draw(cloud_between, &random));
        assert_near(fk_kdop_volume(&v.dop[k]), 8.0 * inside / all,
                    0.1 * (LEVEL_SHARE > 4   ? 4
                           : LEVEL_SHARE > 1 ? 2
                                             : 1));
    }
}

/* Sizes whose products leave the range, but not their content; and flat ones, whose content is 0 however long they are. */
static void test_contents_of_far_sizes(void **state)
{
    (void)state;
    static const struct {
        fk_vec3 low, high;
        double content;
    } box[] = {{{0, 0, 0}, {0x1p600, 0x1p600, 0x1p-900}, 0x1p300},
               {{0, 0, 0}, {0x1p-600, 0x1p-600, 0x1p900}, 0x1p-300},
               {{0, 0, 0}, {1, 1, 0x1p-60}, 0x1p-60},
               {{0, 0, 0}, {0x1p-600, 0x1p-600, 0x1p-200}, 0},
               {{-0x1p340, 0, 0}, {0x1p340, 0x1p340, 0x1p340}, 0x1p1021},
               {{0, 0, 0}, {0x1p700, 0x1p700, 0x1p700}, INFINITY},
               {{0, 0, 0}, {0x1p1020, 0x1p1020, 0x1p1020}, INFINITY},
               {{-DBL_MAX, -DBL_MAX, -DBL_MAX}, {DBL_MAX, DBL_MAX, DBL_MAX}, INFINITY},
               {{0, 0, 0}, {0x1p-700, 0x1p-700, 0x1p-700}, 0},
               {{-DBL_MAX, -DBL_MAX, 1}, {DBL_MAX, DBL_MAX, 1}, 0}};
    for (size_t i = 0; i < sizeof box / sizeof box[0]; i++) {
        fk_vec3 point[8];
        for (int k = 0; k < 8; k++)
            point[k] =
                fk_vec3_make(k & 1 ? box[i].low.x : box[i].high.x, k & 2 ? box[i].low.y : box[i].high.y,
                             k & 4 ? box[i].low.z : box[i].high.z);
        volumes v = volumes_build(context, point, 8);
        double content = box[i].content;
        assert_true(fk_aabb_volume(&v.aabb) == content);
        assert_false(isnan(fk_sphere_volume(&v.sphere)) || isnan(fk_obb_volume(&v.tight)));
        for (int k = 0; k < 3; k++) {
            double found = fk_kdop_volume(&v.dop[k]);
            assert_true(found == content || fabs(found / content - 1) < 1e-13);
        }
    }
}

/* ---- Wrong input --------------------------------------------------------------------------------------- */

static void test_errors(void **state)
{
    (void)state;
    fk_vec3 point[2] = {{1, 2, 3}, {4, 5, NAN}};
    volumes v, before;
    memset(&v, 0x5a, sizeof v);
    before = v;
    for (int i = 0; i < 3; i++) {
        size_t count = i == 0 ? 0 : 2;
        fk_status expected = i == 0 ? FK_ERROR_ARGUMENT : FK_ERROR_NOT_FINITE;
        fk_pose pose = fk_pose_identity();
        assert_int_equal(fk_sphere_build(point, count, &v.sphere), expected);
        assert_int_equal(fk_aabb_build(point, count, &v.aabb), expected);
        assert_int_equal(fk_aabb_build_placed(point, count, &pose, &v.aabb), expected);
        assert_int_equal(fk_obb_build_quick(point, count, &v.quick), expected);
        assert_int_equal(fk_obb_build(context, point, count, &v.tight), expected);
        assert_int_equal(fk_kdop_build(point, count, 18, &v.dop[0]), expected);
        point[1].z = INFINITY;
    }
    assert_int_equal(fk_kdop_build(point, 1, 16, &v.dop[0]), FK_ERROR_ARGUMENT);
    assert_memory_equal(&v, &before, sizeof v);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(12);
    fk_vec3 point[100];
    cloud_fill(CLOUD_BALL, &random, point, 100);
    fk_obb box, before;
    memset(&box, 0x5a, sizeof box);
    before = box;
    for (size_t k = 0;; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t used = m.used;
        m.fail_at = k;
        fk_status status = fk_obb_build(scarce, point, 100, &box);
        assert_int_equal(m.used, used);
        fk_context_destroy(scarce);
        if (status == FK_OK) {
            assert_true(k > 3);
            break;
        }
        assert_int_equal(status, FK_ERROR_MEMORY);
        assert_memory_equal(&box, &before, sizeof box);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_hold_points, fpu_usual),
        cmocka_unit_test_teardown(test_hold_placed, fpu_usual),
        cmocka_unit_test_teardown(test_hold_placed_often, fpu_usual),
        cmocka_unit_test_teardown(test_hold_merged, fpu_usual),
        cmocka_unit_test_teardown(test_contains, fpu_usual),
        cmocka_unit_test_teardown(test_meet_when_bodies_meet, fpu_usual),
        cmocka_unit_test(test_apart),
        cmocka_unit_test_teardown(test_boxes_and_dops_are_tight, fpu_usual),
        cmocka_unit_test_teardown(test_dops_where_sums_round, fpu_usual),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test_teardown(test_box_of_placed_points, fpu_usual),
        cmocka_unit_test(test_placed_are_tight),
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_contents_of_far_sizes),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
