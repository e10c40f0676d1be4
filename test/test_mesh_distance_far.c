/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of meshes that are far apart, and of meshes many of whose triangles are about equally near: exact, in both orders bit by
 * bit at every level, and without a look at most pairs of triangles: with one, the large meshes here take hours. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "body/body.h"
#include "farkas/check.h"
#include "mesh_distance_check.h"

static fk_vec3 any_direction(fk_random *random, int i)
{
    return i < 3 ? fk_vec3_axis(i, 1) : fk_vec3_unit_any(any_place(random, 1));
}

/* A wavy plate of n by n squares, flat for height 0: a surface. */
static fk_mesh *grid(int n, double height)
{
    soup *s = soup_make();
    for (int i = 0; i < n * n; i++) {
        fk_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            double x = i % n + (k == 1 || k == 2), y = i / n + (k >= 2);
            p[k] = fk_vec3_make(x / n, y / n, height * sin(x) * cos(y / 2));
        }
        soup_add_quad(s, p[0], p[1], p[2], p[3]);
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* ---- Exactly ------------------------------------------------------------------------------------------- */

/* Distances from 1 to 1e20 sizes, along axes and others, with rotations. */
static void test_far_exactly(void **state)
{
    (void)state;
    fk_random random = fk_random_make(31);
    static const double sizes[] = {1, 3, 30, 1e3, 1e5, 1e7, 1e9, 1e12, 1e16, 1e20};
    static const char *const name[] = {"box", "sphere", "trefoil", "star"};
    for (int m = 0; m < 4; m++) {
        fk_placed_mesh a = placed(generated(name[m], 20), fk_pose_identity());
        fk_placed_mesh b = placed(m == 3 ? grid(3, 0) : generated(name[3 - m], 20), fk_pose_identity());
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (int k = 0; k < 2; k++)
                (k == 0 ? &a : &b)->pose = i % 2 ? any_pose(&random, 1) : fk_pose_identity();
            fk_vec3 to = fk_vec3_scale(any_direction(&random, (int)(i / 2) - 1), sizes[i]);
            b.pose.translation = fk_vec3_add(b.pose.translation, to);
            check(&a, &b);
        }
        drop(&a);
        drop(&b);
    }
}

/* The same at scales beyond those for which planes are tried, and within. */
static void test_scales(void **state)
{
    (void)state;
    fk_random random = fk_random_make(32);
    static const int scale[] = {-300, -100, 100, 200};
    for (size_t m = 0; m < sizeof scale / sizeof *scale; m++) {
        double size = ldexp(1, scale[m]);
        fk_placed_mesh a = placed(any_soup(&random, 12, size), fk_pose_identity());
        fk_placed_mesh b = placed(any_soup(&random, 9, size), fk_pose_identity());
        for (int i = 0; i < 8; i++) {
            b.pose = any_pose(&random, size);
            fk_vec3 to = fk_vec3_scale(any_direction(&random, i - 3), size * ldexp(1, 5 * i));
            b.pose.translation = fk_vec3_add(b.pose.translation, to);
            check(&a, &b);
        }
        drop(&a);
        drop(&b);
    }
}

/* Parallel plates: all squares of one are equally near to the other one, and the limit is exactly the distance. Beside them, one is moved
 * so that corners or sides are the nearest. */
static void test_plates_exactly(void **state)
{
    (void)state;
    static const double height[] = {0x1p-20, 0.375, 1, 300, 0x1p20, 0x1p40};
    static const fk_vec3 beside[] = {{0, 0, 0}, {0.25, 0.5, 0}, {1, 0, 0}, {4, 0, 0}, {3, 4, 0}};
    fk_placed_mesh a = placed(grid(20, 0), fk_pose_identity()), b = placed(grid(16, 0), fk_pose_identity());
    for (size_t i = 0; i < sizeof height / sizeof *height; i++)
        for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
            fk_mesh_distance g, h;
            double x = fmax(beside[k].x - 1, 0), y = fmax(beside[k].y - 1, 0), z = height[i];
            b.pose.translation = fk_vec3_make(beside[k].x, beside[k].y, z);
            fk_placed_distance(&a, &b, &g);
            fk_placed_distance(&b, &a, &h);
            assert_exchanged(&g, &h);
            mpq_set_d(least, x * x + y * y);
            mpq_set_d(squared, z);
            mpq_mul(squared, squared, squared);
            mpq_add(least, least, squared);
            check_gap(&a, &g, g.distance, 2.8, true);
            double limit = x == 0 && y == 0 ? z : (g.distance.lo + g.distance.hi) / 2;
            assert_int_equal(fk_placed_closer(&a, &b, limit), closer_truth(limit));
            limit = nextafter(limit, INFINITY);
            assert_int_equal(fk_placed_closer(&b, &a, limit), closer_truth(limit));
        }
    drop(&a);
    drop(&b);
}

/* Boxes in a box, with one of their corners moved by some units in the last place: faces are parallel and as far apart as the limit, and
 * planes beside the whole meshes prove nothing. */
static void test_box_in_box(void **state)
{
    (void)state;
    fk_random random = fk_random_make(36);
    for (int i = 0; i < 60; i++) {
        soup *s = soup_make(), *t = soup_make();
        soup_add_box(s, -4, -4, -4, 4, 4, 4);
        soup_add_box(t, -1, -2, -3, 1, 2, 3);
        double by = i % 3 == 0 ? 0 : ldexp(i % 3 == 1 ? 1 : -1, -51);
        for (uint32_t k = 0; k < 3 * t->count && by != 0; k++)
            if (t->corner[k].x == 1 && t->corner[k].y == 2 && t->corner[k].z == 3)
                t->corner[k].z += by * (double)fk_random_below(&random, 4);
        fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
        fk_placed_mesh b = placed(soup_mesh(context, t), fk_pose_identity());
        if (i >= 20)
            a.pose = b.pose = i < 40 ? quarter_turn(&random, any_place(&random, 1)) : any_pose(&random, 2);
        if (i % 2)
            b.pose.translation = fk_vec3_add(b.pose.translation, fk_vec3_make(0, 0x1p-3, 0));
        check(&a, &b);
        bool is_nearer = false;
        for (uint32_t k = 0; k < 3 * t->count; k++)
            is_nearer |= t->corner[k].z > 3;
        if (i < 20)
            assert_int_equal(fk_placed_closer(&a, &b, 1), is_nearer);
        free(s);
        free(t);
        drop(&a);
        drop(&b);
    }
}

/* A comparison that may measure few pairs says that a pair is closer, or may be. */
static void test_work(void **state)
{
    (void)state;
    fk_random random = fk_random_make(37);
    fk_placed_mesh a = placed(generated("torus", 600), fk_pose_identity());
    fk_placed_mesh b = placed(generated("bracket", 300), fk_pose_identity());
    int known = 0;
    for (int i = 0; i < 40; i++) {
        fk_mesh_distance g;
        b.pose = any_pose(&random, 4);
        fk_placed_distance(&a, &b, &g);
        for (int k = 0; k < 24; k++) {
            double limit = k % 2 ? g.distance.lo : nextafter(g.distance.hi, INFINITY);
            bool is_closer, may_be, is_reverse;
            uint64_t most = (uint64_t)1 << k / 2, work = most, same = most;
            assert_int_equal(fk_placed_find_closer(NULL, &a, &b, limit, &is_closer), FK_OK);
            assert_int_equal(fk_placed_find_closer_within(NULL, &a, &b, limit, &work, &may_be), FK_OK);
            assert_int_equal(fk_placed_find_closer_within(NULL, &b, &a, limit, &same, &is_reverse), FK_OK);
            assert_true(work == same && may_be == is_reverse && work <= most);
            assert_true(may_be || !is_closer);
            assert_true(may_be == is_closer || work == 0);
            known += may_be == is_closer;
        }
    }
    assert_true(known > 400 && known < 960);
    drop(&a);
    drop(&b);
}

/* Plates that are turned in their planes are excluded by planes along the axis, without a look at most pairs. */
static void test_turned_plates(void **state)
{
    (void)state;
    fk_placed_mesh a = placed(grid(60, 0), fk_pose_identity()), b = placed(grid(50, 0), fk_pose_identity());
    for (int i = 0; i < 20; i++) {
        bool may_be;
        uint64_t work = 200000; /* of 36 million */
        double apart = i < 10 ? 1000 : 300;
        b.pose = fk_pose_from_rpy(fk_vec3_make(0.1, 0.03 * i, apart), fk_vec3_make(0, 0, 0.3 * i));
        fk_placed_find_closer_within(NULL, &a, &b, apart, &work, &may_be);
        assert_false(may_be);
        assert_true(fk_placed_closer(&b, &a, nextafter(apart, INFINITY)));
    }
    drop(&a);
    drop(&b);
}

/* One corner of a plate is nearer than the others by a unit in the last place of the distance: only exact planes see it. */
static void test_bump(void **state)
{
    (void)state;
    soup *s = soup_make();
    for (int i = 0; i < 16; i++) {
        fk_vec3 p[4];
        for (int k = 0; k < 4; k++) {
            int x = i % 4 + (k == 1 || k == 2), y = i / 4 + (k >= 2);
            p[k] = fk_vec3_make(x / 4.0, y / 4.0, x == 2 && y == 2 ? 0x1p-50 : 0);
        }
        soup_add_quad(s, p[0], p[1], p[2], p[3]);
    }
    fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
    fk_placed_mesh b = placed(grid(6, 0), fk_pose_identity());
    b.pose.translation.z = 8;
    assert_true(fk_placed_closer(&a, &b, 8) && fk_placed_closer(&b, &a, 8));
    assert_true(!fk_placed_closer(&a, &b, 8 - 0x1p-50) && !fk_placed_closer(&b, &a, 8 - 0x1p-50));
    free(s);
    drop(&a);
    drop(&b);
}

/* A pose that is no rotation: sizes are not those of the mesh. */
static void test_no_rotation(void **state)
{
    (void)state;
    fk_random random = fk_random_make(33);
    fk_placed_mesh a = placed(generated("sphere", 60), fk_pose_identity());
    fk_placed_mesh b = placed(generated("trefoil", 40), fk_pose_identity());
    for (int i = 0; i < 12; i++) {
        double factor = i % 4 == 0 ? 0.01 : i % 4 == 1 ? 0.999 : i % 4 == 2 ? 1.004 : 30;
        b.pose = any_pose(&random, 1);
        for (int k = 0; k < 9; k++)
            b.pose.rotation[k / 3][k % 3] *= factor;
        b.pose.translation.x += ldexp(1, 3 * i);
        check(&a, &b);
    }
    drop(&a);
    drop(&b);
}

/* ---- Large meshes -------------------------------------------------------------------------------------- */

/* Far apart is as fast as near. The interval is as narrow as promised, and right: the limit is compared exactly. */
static void check_large(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_mesh_distance g, h;
    fk_placed_distance(a, b, &g);
    fk_placed_distance(b, a, &h);
    assert_exchanged(&g, &h);
    double size = size_of(a) + size_of(b);
    assert_true(g.distance.hi - g.distance.lo <= 1e-13 * (size + g.distance.hi));
    assert_false(fk_placed_closer(a, b, g.distance.lo));
    assert_true(fk_placed_closer(a, b, nextafter(g.distance.hi, INFINITY)));
    check_points(a, &g, size + g.distance.hi);
}

static void test_large(void **state)
{
    (void)state;
    fk_random random = fk_random_make(34);
    static const char *const name[] = {"sphere", "trefoil", "gear", "nut", "open-box", "bracket"};
    for (int m = 0; m < 8; m++) {
        fk_placed_mesh a = placed(m < 6 ? generated(name[m], 19600) : grid(60, m == 6 ? 0 : 0.1),
                                  fk_pose_identity()),
                       b = a;
        double size = size_of(&a);
        for (int i = 0; i < 16; i++) {
            double apart = size * pow(10, i % 8 == 7 ? 12 : i % 8);
            b.pose = i < 8 ? fk_pose_identity() : any_pose(&random, size);
            fk_vec3 to = fk_vec3_scale(any_direction(&random, i % 5), 1.5 * apart);
            b.pose.translation = fk_vec3_add(b.pose.translation, to);
            check_large(&a, &b);
        }
        drop(&a);
    }
}

/* A ring around the axis through a ball far away: all of its inner edge is equally near, and planes prove nothing. */
static void test_ring_and_ball(void **state)
{
    (void)state;
    fk_placed_mesh a = placed(generated("torus", 4000), fk_pose_identity());
    fk_placed_mesh b = placed(generated("sphere", 2000), fk_pose_identity());
    for (int i = 0; i < 8; i++) {
        b.pose.translation = fk_vec3_make(0, 0, 1.4 * pow(10, i));
        check_large(&a, &b);
    }
    drop(&a);
    drop(&b);
}

/* ---- Both orders --------------------------------------------------------------------------------------- */

static void check_colliders(const fk_placed_collider *a, const fk_placed_collider *b, double limit)
{
    fk_collider_distance d, e;
    assert_int_equal(fk_collider_measure(context, a, b, limit, &d), FK_OK);
    assert_int_equal(fk_collider_measure(context, b, a, limit, &e), FK_OK);
    assert_memory_equal(&d.distance, &e.distance, sizeof d.distance);
    assert_memory_equal(&d.point_a, &e.point_b, sizeof d.point_a);
    assert_memory_equal(&d.point_b, &e.point_a, sizeof d.point_a);
    assert_true(d.part_a == e.part_b && d.part_b == e.part_a);
}

static void check_parts(const fk_check_part *a, const fk_check_part *b)
{
    fk_check_pair pair[2];
    fk_check_options options = fk_check_options_default();
    options.max_triangles = 0;
    options.rule.is_tested = true;
    for (int k = 0; k < 2; k++) {
        const fk_check_part part[2] = {k ? *b : *a, k ? *a : *b};
        fk_check *check;
        assert_int_equal(fk_check_run(context, part, 2, &options, &check), FK_OK);
        assert_int_equal(check->pair_count, 1);
        pair[k] = check->pair[0];
        fk_check_free(context, check);
    }
    assert_int_equal(pair[0].kind, pair[1].kind);
    if (pair[0].kind != FK_CLASH_CLEAR)
        return;
    assert_memory_equal(&pair[0].distance, &pair[1].distance, sizeof pair[0].distance);
    assert_memory_equal(&pair[0].point_a, &pair[1].point_b, sizeof pair[0].point_a);
    assert_memory_equal(&pair[0].point_b, &pair[1].point_a, sizeof pair[0].point_a);
    double size = fk_vec3_largest(a->pose.translation) + fk_vec3_largest(b->pose.translation);
    assert_true(pair[0].distance.hi - pair[0].distance.lo <= 1e-13 * (size + 10));
}

/* All pairs of shapes, those with themselves as well, near and far, parallel and not. */
static void test_both_orders(void **state)
{
    (void)state;
    fk_random random = fk_random_make(35);
    static const char *const name[] = {"trefoil", "gear", "bracket", "open-box", "star", "torus"};
    enum { SHAPES = 8 };
    fk_placed_mesh mesh[SHAPES];
    fk_collider *collider[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        mesh[i] = placed(i < 6 ? generated(name[i], 300) : grid(9, i == 6 ? 0 : 0.2), fk_pose_identity());
        assert_int_equal(fk_collider_of_mesh(context, mesh[i].mesh, NULL, &collider[i]), FK_OK);
    }
    for (int i = 0; i < SHAPES * SHAPES * 6; i++) {
        fk_placed_mesh a = mesh[i % SHAPES], b = mesh[i / SHAPES % SHAPES];
        int sort = i / SHAPES / SHAPES;
        double apart = sort < 2 ? 0.75 : sort < 4 ? 4 : ldexp(1, 20 * (sort - 3));
        a.pose = sort % 2 ? any_pose(&random, 1) : quarter_turn(&random, fk_vec3_make(0, 0, 0));
        b.pose = sort % 2 ? any_pose(&random, 1) : quarter_turn(&random, fk_vec3_make(0, 0, 0));
        b.pose.translation =
            fk_vec3_add(b.pose.translation, fk_vec3_scale(any_direction(&random, i % 4), apart));
        fk_mesh_distance g, h;
        fk_placed_distance(&a, &b, &g);
        fk_placed_distance(&b, &a, &h);
        assert_exchanged(&g, &h);
        const fk_placed_collider p = {collider[i % SHAPES], a.pose},
                                 q = {collider[i / SHAPES % SHAPES], b.pose};
        check_colliders(&p, &q, i % 3 == 0 ? INFINITY : g.distance.hi * (i % 3));
        if (fk_pose_check(&a.pose) == FK_OK && fk_pose_check(&b.pose) == FK_OK) /* no mirror */
            check_parts(&(fk_check_part){"p", a.mesh, NULL, a.pose},
                        &(fk_check_part){"q", b.mesh, NULL, b.pose});
    }
    for (int i = 0; i < SHAPES; i++) {
        fk_collider_free(context, collider[i]);
        fk_mesh_distance g;
        fk_placed_distance(&mesh[i], &mesh[i], &g); /* itself */
        assert_exchanged(&g, &g);
        assert_true(g.distance.hi == 0);
        drop(&mesh[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_exactly),    cmocka_unit_test(test_scales),
        cmocka_unit_test(test_plates_exactly), cmocka_unit_test(test_bump),
        cmocka_unit_test(test_no_rotation),    cmocka_unit_test(test_large),
        cmocka_unit_test(test_box_in_box),     cmocka_unit_test(test_work),
        cmocka_unit_test(test_turned_plates),  cmocka_unit_test(test_ring_and_ball),
        cmocka_unit_test(test_both_orders),
    };
    return cmocka_run_group_tests(tests, init_distance_check, end_distance_check);
}
