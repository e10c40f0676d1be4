/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of placed meshes, to each other, to points and to pieces. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fpu_modes.h"
#include "mesh_distance_check.h"
#include "pieces.h"
#include "shape/vertices.h"

/* ---- Two meshes ---------------------------------------------------------------------------------------- */

static void test_poses(void **state)
{
    (void)state;
    fk_random random = fk_random_make(21);
    static const char *const name[4] = {"trefoil", "torus", "sphere", "trefoil"};
    int apart = 0, meeting = 0;
    for (int m = 0; m < 4; m++) {
        fk_placed_mesh a = placed(generated(name[m], 160), fk_pose_identity());
        fk_placed_mesh b = placed(generated(name[(m + 1) % 4], 100), fk_pose_identity());
        for (int i = 0; i < 15; i++) {
            a.pose = any_pose(&random, i % 3 == 0 ? 1 : i % 3 == 1 ? 2 : 1e3);
            b.pose = any_pose(&random, 1.5);
            int end = check(&a, &b);
            apart += end == 1;
            meeting += end == 0;
        }
        drop(&a);
        drop(&b);
    }
    assert_true(apart > 20 && meeting > 5);
}

static void test_soups(void **state)
{
    (void)state;
    fk_random random = fk_random_make(22);
    for (int m = 0; m < 60; m++) {
        /* None, one, and many; some so small or large that the other one is a point. */
        uint32_t count = m < 3 ? (uint32_t)m : (uint32_t)fk_random_below(&random, 40);
        fk_placed_mesh a = placed(any_soup(&random, count, 1), fk_pose_identity());
        fk_placed_mesh b =
            placed(any_soup(&random, (uint32_t)m % 20, ldexp(1, -(m % 7) * 5)), fk_pose_identity());
        for (int i = 0; i < 6; i++) {
            a.pose = any_pose(&random, 1);
            b.pose = any_pose(&random, i % 2 ? 3 : 1);
            check(&a, &b);
        }
        drop(&a);
        drop(&b);
    }
}

/* Cubes with exact turns and whole steps: distances are roots of whole numbers, and many pairs have the same. */
static void test_lattices(void **state)
{
    (void)state;
    fk_random random = fk_random_make(23);
    int apart = 0;
    for (int m = 0; m < 10; m++) {
        soup *s = soup_make(), *t = soup_make();
        uint8_t full[8];
        fill_cells(&random, full, 2);
        soup_add_cells(s, full, 2);
        fill_cells(&random, full, 2);
        soup_add_cells(t, full, 2);
        fk_placed_mesh a = placed(soup_mesh(context, s), fk_pose_identity());
        fk_placed_mesh b = placed(soup_mesh(context, t), fk_pose_identity());
        for (int i = 0; i < 10; i++) {
            fk_vec3 place = fk_vec3_make(floor(between(&random, 7)), floor(between(&random, 7)),
                                         floor(between(&random, 4)));
            b.pose = quarter_turn(&random, place);
            a.pose = quarter_turn(&random, fk_vec3_make(0, 0, i & 1 ? 0x1p30 : 0));
            b.pose.translation.z += a.pose.translation.z;
            apart += check(&a, &b) == 1;
        }
        drop(&a);
        drop(&b);
        free(s);
        free(t);
    }
    assert_true(apart > 30);
}

/* A plate of n by n squares at height z. */
static fk_mesh *plate(int n, double z)
{
    soup *s = soup_make();
    for (int i = 0; i < n * n; i++) {
        double x = i % n, y = i / n;
        soup_add_quad(s, fk_vec3_make(x, y, z), fk_vec3_make(x + 1, y, z), fk_vec3_make(x + 1, y + 1, z),
                      fk_vec3_make(x, y + 1, z));
    }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* All of two plates are equally near: more pairs than there is room for; and the limit is the distance itself. */
static void test_plates(void **state)
{
    (void)state;
    fk_placed_mesh a = placed(plate(48, 0), fk_pose_identity()),
                   b = placed(plate(48, 0.375), fk_pose_identity());
    fk_mesh_distance g;
    b.pose.translation.x = 0.25;
    fk_placed_distance(&a, &b, &g);
    assert_true(g.distance.lo <= 0.375 && g.distance.hi >= 0.375 && g.distance.hi - g.distance.lo < 1e-12);
    assert_false(fk_placed_closer(&a, &b, 0.375));
    assert_true(fk_placed_closer(&a, &b, nextafter(0.375, 1)));
    b.pose.translation.z = -0.375;
    fk_placed_distance(&b, &a, &g);
    assert_true(g.distance.hi == 0);
    assert_true(fk_placed_closer(&a, &b, 0x1p-1074));
    assert_false(fk_placed_closer(&a, &b, 0));
    drop(&a);
    drop(&b);
}

/* Matrices that are no rotations, singular ones among them. */
static void test_sloppy_poses(void **state)
{
    (void)state;
    fk_random random = fk_random_make(24);
    fk_placed_mesh a = placed(generated("trefoil", 100), fk_pose_identity());
    fk_placed_mesh b = placed(generated("sphere", 60), fk_pose_identity());
    for (int i = 0; i < 50; i++) {
        a.pose = any_pose(&random, 2);
        b.pose = any_pose(&random, 2);
        double off = ldexp(1, -(int)fk_random_below(&random, 45)) * 3;
        for (int k = 0; k < 9; k++) {
            a.pose.rotation[k / 3][k % 3] += between(&random, off);
            b.pose.rotation[k / 3][k % 3] += i % 3 == 0 ? between(&random, off) : 0;
        }
        for (int k = 0; k < 3 && i % 10 == 0; k++)
            a.pose.rotation[k][i / 10 % 3] = 0;
        fk_interval truth;
        fk_mesh_distance g;
        assert_true(brute_force(&a, &b, NULL, &truth));
        fk_placed_distance(&a, &b, &g);
        assert_true(oracle_compare_square(least, g.distance.lo) >= 0);
        assert_true(oracle_compare_square(least, g.distance.hi) <= 0);
        assert_int_equal(fk_placed_closer(&a, &b, truth.hi), closer_truth(truth.hi));
        assert_int_equal(fk_placed_closer(&a, &b, truth.lo), closer_truth(truth.lo));
    }
    drop(&a);
    drop(&b);
}

/* All sizes of numbers, all states of the floating-point unit. */
static void test_sizes_and_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(25);
    static const double size[] = {1, 0x1p-1070, 0x1p-1020, 1e-300, 1e-30, 1e30, 1e150, 1e300, 4e307};
    for (int m = 0; m < 9; m++) {
        fk_placed_mesh a = placed(any_soup(&random, 9, size[m]), fk_pose_identity());
        fk_placed_mesh b = placed(any_soup(&random, 12, size[m]), fk_pose_identity());
        /* More of those that some modes take for zero. */
        for (int i = 0; i < (m == 1 || m == 2 ? 6 * FPU_MODES : FPU_MODES); i++) {
            int mode = i % FPU_MODES;
            a.pose = any_pose(&random, size[m]);
            b.pose = any_pose(&random, size[m]);
            fk_interval truth;
            fk_mesh_distance g;
            fpu_set(mode);
            /* What the mode places is what is asked about. */
            bool is_any = brute_force(&a, &b, NULL, &truth);
            fk_placed_distance(&a, &b, &g);
            bool low = fk_placed_closer(&a, &b, g.distance.lo),
                 high = fk_placed_closer(&b, &a, g.distance.hi);
            fpu_set(0);
            assert_true(is_any);
            assert_true(oracle_compare_square(least, g.distance.lo) >= 0);
            assert_true(oracle_compare_square(least, g.distance.hi) <= 0);
            assert_int_equal(g.distance.hi == 0, mpq_sgn(least) == 0);
            assert_false(low);
            assert_int_equal(high, g.distance.hi == INFINITY || closer_truth(g.distance.hi));
        }
        drop(&a);
        drop(&b);
    }
}

/* ---- One mesh and something else ----------------------------------------------------------------------- */

static void check_piece(const fk_placed_mesh *a, const fk_piece *piece)
{
    fk_interval truth;
    fk_mesh_distance g;
    bool is_any = brute_force(a, NULL, piece, &truth);
    assert_int_equal(fk_placed_distance_piece(a, piece, &g), FK_OK);
    if (!is_any) {
        assert_true(g.distance.lo == INFINITY && g.triangle.a == FK_NONE && g.triangle.b == FK_NONE);
        return;
    }
    assert_int_equal(g.triangle.b, 0);
    bool is_exact = fk_piece_vertex_count(piece) > 0 && fk_sign_of(fk_piece_radius(piece)) == 0;
    check_gap(a, &g, truth, size_of(a) + 4, is_exact);
    if (piece->kind != FK_KIND_POINT)
        return;
    fk_mesh_distance h;
    fk_placed_nearest(a, piece->as.point, &h);
    assert_memory_equal(&g.distance, &h.distance, sizeof g.distance);
    assert_memory_equal(&g.point_a, &h.point_a, sizeof g.point_a);
    assert_memory_equal(&piece->as.point, &h.point_b, sizeof g.point_a);
    assert_true(h.triangle.a == g.triangle.a && h.triangle.b == FK_NONE);
}

static fk_piece any_piece(fk_random *random, int kind, double reach, fk_vec3 *hull)
{
    fk_vec3 p = any_place(random, reach), u = any_place(random, 0.5), v = any_place(random, 0.5);
    fk_vec3 w = any_place(random, 0.5), q = fk_vec3_add(p, u);
    double radius = fk_random_between(random, 0, 0.4);
    switch (kind) {
    case 0:
        return fk_piece_point(p);
    case 1:
        return fk_piece_segment(p, q);
    case 2:
        return fk_piece_box(p, u, v, w);
    case 3:
        return fk_piece_tetra(p, u, v, w);
    case 4:
        return fk_piece_sphere(p, radius);
    case 5:
        return fk_piece_capsule(p, q, radius);
    case 6:
        return fk_piece_half_space(fk_vec3_scale(u, reach), (2 * fk_random_unit(random) - 1) * reach);
    case 7:
        return fk_piece_cylinder(p, q, radius);
    case 8:
        return fk_piece_cone(p, q, radius);
    case 9:
        return fk_piece_ellipsoid(p, u, v, w);
    default:
        for (int i = 0; i < 7; i++)
            hull[i] = fk_vec3_add(p, any_place(random, 0.5));
        return fk_piece_hull(hull, 7);
    }
}

static void test_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(26);
    fk_vec3 hull[7];
    fk_placed_mesh a = placed(generated("trefoil", 200), fk_pose_identity());
    fk_placed_mesh b = placed(any_soup(&random, 30, 1), fk_pose_identity());
    fk_placed_mesh none = placed(any_soup(&random, 0, 1), fk_pose_identity());
    for (int i = 0; i < 220; i++) {
        double reach = i % 3 == 0 ? 1 : i % 3 == 1 ? 3 : 1e3;
        fk_piece piece = any_piece(&random, i % 11, reach, hull);
        a.pose = any_pose(&random, 1);
        b.pose = any_pose(&random, 1);
        check_piece(&a, &piece);
        check_piece(&b, &piece);
        check_piece(&none, &piece);
    }
    fk_mesh_distance g, before;
    memset(&g, 1, sizeof g);
    before = g;
    fk_piece bad = fk_piece_sphere(fk_vec3_make(0, 0, 0), -1), lost = fk_piece_point(fk_vec3_make(0, NAN, 0));
    assert_int_equal(fk_placed_distance_piece(&a, &bad, &g), FK_ERROR_PIECE);
    assert_int_equal(fk_placed_distance_piece(&a, &lost, &g), FK_ERROR_NOT_FINITE);
    assert_memory_equal(&g, &before, sizeof g);
    drop(&a);
    drop(&b);
    drop(&none);
}

/* Points on corners, edges and faces, and of all sizes. */
static void test_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(27);
    static const double size[] = {1, 1e-300, 1e-30, 1e30, 1e300, 4e307};
    for (int m = 0; m < 6; m++) {
        fk_placed_mesh a = placed(any_soup(&random, 40, size[m]), any_pose(&random, size[m] / 4));
        for (int i = 0; i < 30; i++) {
            fk_vec3 p[3];
            fk_placed_triangle(&a, (uint32_t)fk_random_below(&random, a.mesh->triangle_count), p);
            fk_piece at = fk_piece_point(i % 3 == 0 ? p[0] : any_place(&random, size[m]));
            check_piece(&a, &at);
        }
        drop(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poses),        cmocka_unit_test(test_soups),
        cmocka_unit_test(test_lattices),     cmocka_unit_test(test_plates),
        cmocka_unit_test(test_sloppy_poses), cmocka_unit_test_teardown(test_sizes_and_modes, fpu_usual),
        cmocka_unit_test(test_pieces),       cmocka_unit_test(test_points),
    };
    return cmocka_run_group_tests(tests, init_distance_check, end_distance_check);
}
