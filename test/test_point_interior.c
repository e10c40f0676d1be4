/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a point is in the interior of a solid, on triangles, too: unions of boxes on a lattice, some of them inside out,
 * where the eight octants around a point tell the truth; as they are, turned and sheared by whole numbers. And what else
 * answers for such a point agrees. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "farkas/body.h"
#include "placed_meshes.h"
#include "sanitized.h"
#include "small_stack.h"

#define BOXES 5
#define GRID  4

typedef struct lattice_solid {
    int count;
    int low[BOXES][3], high[BOXES][3], winding[BOXES];
    fk_placed_mesh mesh;
    fk_pose pose; /* of whole numbers */
} lattice_solid;

static lattice_solid any_lattice_solid(fk_random *random, bool has_cavities)
{
    lattice_solid a = {.count = 1 + (int)fk_random_below(random, BOXES)};
    soup *s = soup_make();
    for (int i = 0; i < a.count; i++) {
        for (int k = 0; k < 3; k++) {
            a.low[i][k] = (int)fk_random_below(random, GRID);
            a.high[i][k] = a.low[i][k] + 1 + (int)fk_random_below(random, (uint64_t)(GRID - a.low[i][k]));
        }
        uint32_t first = s->count;
        soup_add_box(s, a.low[i][0], a.low[i][1], a.low[i][2], a.high[i][0], a.high[i][1], a.high[i][2]);
        a.winding[i] = has_cavities && fk_random_below(random, 3) == 0 ? -1 : 1;
        if (a.winding[i] < 0)
            soup_turn(s, first);
    }
    a.pose = quarter_turn(random, any_place(random, 0));
    if (fk_random_below(random, 2) == 0) {
        a.pose.rotation[0][0] += 2;
        a.pose.rotation[1][2] += 3;
        a.pose.rotation[2][1] -= 5;
    }
    a.mesh = at_rest(soup_mesh(context, s), true);
    a.mesh.pose = a.pose;
    free(s);
    return a;
}

/* Whether every octant around the point has a winding number other than 0. */
static bool octants_are_inside(const lattice_solid *a, const double point[3])
{
    for (int octant = 0; octant < 8; octant++) {
        int sum = 0;
        for (int i = 0; i < a->count; i++) {
            bool is_in = true;
            for (int k = 0; k < 3; k++) {
                double x = point[k] + (octant >> k & 1 ? 0.25 : -0.25);
                is_in = is_in && x > a->low[i][k] && x < a->high[i][k];
            }
            sum += is_in ? a->winding[i] : 0;
        }
        if (sum == 0)
            return false;
    }
    return true;
}

static double determinant(const fk_pose *pose)
{
    fk_vec3 row[3];
    for (int i = 0; i < 3; i++)
        row[i] = fk_vec3_make(pose->rotation[i][0], pose->rotation[i][1], pose->rotation[i][2]);
    return fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2]));
}

/* All points of the half grid. */
static void lattice_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    int interior = 0, on_walls = 0;
    for (int round = 0; round < 200 / SHARE; round++) {
        lattice_solid a = any_lattice_solid(&random, round % 2);
        if (determinant(&a.pose) == 0)
            a.mesh.pose = a.pose = fk_pose_identity();
        for (int i = 0; i < (2 * GRID + 1) * (2 * GRID + 1) * (2 * GRID + 1); i++) {
            const double x[3] = {i % (2 * GRID + 1) / 2.0, i / (2 * GRID + 1) % (2 * GRID + 1) / 2.0,
                                 i / (2 * GRID + 1) / (2 * GRID + 1) / 2.0};
            fk_vec3 point = fk_pose_apply(&a.pose, fk_vec3_make(x[0], x[1], x[2]));
            bool is_interior = fk_placed_interior(&a.mesh, point);
            int64_t winding;
            assert_int_equal(is_interior, octants_are_inside(&a, x));
            interior += is_interior;
            on_walls += is_interior && !fk_placed_winding(&a.mesh, point, &winding);
        }
        drop(&a.mesh);
    }
    assert_true(interior > 100 && on_walls > 100);
}

/* The verdict on a point, on a segment and on a triangle agree. */
static void pieces_agree(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (int round = 0; round < 60 / SHARE; round++) {
        lattice_solid a = any_lattice_solid(&random, round % 2);
        a.mesh.pose = a.pose = fk_pose_identity();
        fk_collider *solid = NULL, *point = NULL;
        assert_int_equal(fk_collider_of_mesh(context, a.mesh.mesh, NULL, &solid), FK_OK);
        for (int i = 0; i < 125; i++) {
            const double x[3] = {i % 5, i / 5 % 5, i / 25};
            fk_piece piece = fk_piece_point(fk_vec3_make(x[0], x[1], x[2]));
            assert_int_equal(fk_collider_of_pieces(context, &piece, 1, &point), FK_OK);
            fk_placed_collider p = {solid, fk_pose_identity()}, q = {point, fk_pose_identity()};
            fk_verdict verdict = FK_UNDECIDED, swapped = FK_UNDECIDED;
            assert_int_equal(fk_collider_verdict(context, &p, &q, NULL, &verdict), FK_OK);
            assert_int_equal(fk_collider_verdict(context, &q, &p, NULL, &swapped), FK_OK);
            assert_int_equal(verdict, swapped);
            assert_int_equal(verdict == FK_OVERLAPPING, octants_are_inside(&a, x));
            fk_collider_free(context, point);
        }
        fk_collider_free(context, solid);
        drop(&a.mesh);
    }
}

/* A tetrahedron with the origin inside its base, whose sides are whole numbers, and the apex at their cross product n: near
 * the origin it is where n.x > 0. */
static fk_vec3 soup_add_half_ball(soup *s, fk_random *random)
{
    fk_vec3 a, b, n;
    do {
        a = fk_vec3_make(round(between(random, 5)), round(between(random, 5)), round(between(random, 5)));
        b = fk_vec3_make(round(between(random, 5)), round(between(random, 5)), round(between(random, 5)));
        n = fk_vec3_cross(a, b);
    } while (fk_vec3_dot(n, n) == 0);
    fk_vec3 c = fk_vec3_scale(fk_vec3_add(a, b), -1);
    soup_add(s, a, c, b);
    soup_add(s, a, b, n);
    soup_add(s, b, c, n);
    soup_add(s, c, a, n);
    return n;
}

/* Whether n.x < 0 for all normals at some x. The sum of the extreme rays of the closed cone is such an x. */
static bool is_cone_open(const fk_vec3 *n, int count)
{
    fk_vec3 sum = {0, 0, 0};
    bool is_open = true;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) {
            fk_vec3 ray = fk_vec3_cross(n[i], n[k]);
            bool is_in = true;
            for (int m = 0; m < count; m++)
                is_in = is_in && fk_vec3_dot(n[m], ray) <= 0;
            sum = is_in ? fk_vec3_add(sum, ray) : sum;
        }
    for (int m = 0; m < count; m++)
        is_open = is_open && fk_vec3_dot(n[m], sum) < 0;
    return is_open;
}

/* Bases of any directions that cross in the origin. */
static void crossing_walls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    int counts[2] = {0, 0};
    for (int round = 0; round < 2000 / SHARE; round++) {
        soup *s = soup_make();
        fk_vec3 n[6];
        int count = 3 + (int)fk_random_below(&random, 4);
        double volume = 0;
        for (int i = 0; i < count; i++)
            n[i] = soup_add_half_ball(s, &random);
        for (int i = 0; i < count * count * count; i++)
            volume +=
                fabs(fk_vec3_dot(n[i % count], fk_vec3_cross(n[i / count % count], n[i / count / count])));
        fk_placed_mesh a = at_rest(soup_mesh(context, s), true);
        bool is_interior = fk_placed_interior(&a, fk_vec3_make(0, 0, 0));
        if (volume > 0) { /* else the cone has no extreme rays */
            assert_int_equal(is_interior, !is_cone_open(n, count));
            counts[is_interior]++;
        }
        drop(&a);
        free(s);
    }
    assert_true(counts[0] > 100 / SHARE && counts[1] > 100 / SHARE);
}

/* A pyramid of many sides around an apex that lies inside a cube; and degenerate triangles. */
static void many_triangles_at_a_vertex(void **state)
{
    (void)state;
    soup *s = soup_make();
    fk_vec3 apex = fk_vec3_make(0, 0, 1), middle = fk_vec3_make(0, 0, 0);
    int sides = 40;
    for (int i = 0; i < sides; i++) {
        fk_vec3 p = fk_vec3_make(cos(2 * acos(-1) * i / sides), sin(2 * acos(-1) * i / sides), 0);
        int next = (i + 1) % sides;
        fk_vec3 q = fk_vec3_make(cos(2 * acos(-1) * next / sides), sin(2 * acos(-1) * next / sides), 0);
        soup_add(s, apex, p, q);
        soup_add(s, middle, q, p);
    }
    soup_add_box(s, -0.5, -0.5, 0.5, 0.5, 0.5, 2);
    fk_placed_mesh a = at_rest(soup_mesh(context, s), true);
    assert_true(fk_placed_interior(&a, apex));
    assert_false(fk_placed_interior(&a, middle));
    assert_false(fk_placed_interior(&a, fk_vec3_make(1, 0, 0)));
    assert_false(fk_placed_interior(&a, fk_vec3_make(NAN, 0, 0)));
    a.is_solid = false;
    assert_false(fk_placed_interior(&a, apex));
    drop(&a);
    s->count = 0;
    soup_add_box(s, 0, 0, 0, 2, 2, 2);
    soup_add(s, fk_vec3_make(1, 1, 1), fk_vec3_make(1, 1, 1), fk_vec3_make(1, 1, 1));
    soup_add(s, fk_vec3_make(1, 1, 1), fk_vec3_make(3, 1, 1), fk_vec3_make(2, 1, 1));
    a = at_rest(soup_mesh(context, s), true);
    assert_true(fk_placed_interior(&a, fk_vec3_make(1, 1, 1)));
    assert_false(fk_placed_interior(&a, fk_vec3_make(2, 1, 1)));
    assert_false(fk_placed_interior(&a, fk_vec3_make(3, 1, 1)));
    drop(&a);
    free(s);
}

static fk_placed_mesh small_solid;

static bool ask_on_wall(void)
{
    return fk_placed_interior(&small_solid, fk_vec3_make(1, 1e-300, 0.5)) &&
           !fk_placed_interior(&small_solid, fk_vec3_make(0, 0, 0.5));
}

static void stack_is_bounded(void **state)
{
    (void)state;
    soup *s = soup_make();
    soup_add_box(s, 0, -1, -1, 2, 1, 1);
    soup_add_box(s, 1, -1e-3, -0.5, 3, 1e-3, 0.75);
    small_solid = at_rest(soup_mesh(context, s), true);
    free(s);
    assert_on_small_stack(ask_on_wall, 176);
    drop(&small_solid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lattice_points),   cmocka_unit_test(pieces_agree),
        cmocka_unit_test(crossing_walls),   cmocka_unit_test(many_triangles_at_a_vertex),
        cmocka_unit_test(stack_is_bounded),
    };
    return cmocka_run_group_tests_name("point interior", tests, make_context, end_context);
}
