/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of the distance of colliders: the same cube in all forms, all pairs of parts one by one, what is inside
 * something, half-spaces, limits, the ends of the double range. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "colliders.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "scarce_memory.h"

static fk_collider_distance measure(const body *a, const body *b, double limit)
{
    fk_placed_collider p = in_place(a), q = in_place(b);
    fk_collider_distance out;
    assert_int_equal(fk_collider_measure(context, &p, &q, limit, &out), FK_OK);
    assert_true(out.distance.lo <= out.distance.hi);
    return out;
}

static bool holds(fk_interval i, double x)
{
    return i.lo <= x && x <= i.hi;
}

/* (b, a) is the same, exchanged. */
static void assert_symmetric(const body *a, const body *b, double limit, const fk_collider_distance *d)
{
    fk_collider_distance e = measure(b, a, limit);
    assert_memory_equal(&e.distance, &d->distance, sizeof e.distance);
    assert_memory_equal(&e.point_a, &d->point_b, sizeof e.point_a);
    assert_memory_equal(&e.point_b, &d->point_a, sizeof e.point_a);
    assert_int_equal(e.part_a, d->part_b);
    assert_int_equal(e.part_b, d->part_a);
}

/* ---- Cubes --------------------------------------------------------------------------------------------- */

static double axis_gap(double shift)
{
    return fmax(fabs(shift) - 2, 0);
}

/* Whatever they are made of, cubes are as far apart as cubes are; one in another one is at 0. */
static void cubes_in_all_forms(void **state)
{
    (void)state;
    static const double shift[][3] = {{3, 0, 0},     {2, 0, 0},         {2, 2, 2},       {0, 3, 4},
                                      {-5, 1, 6},    {0, 0, 0},         {0.5, 0.5, 0.5}, {1, -1, 0},
                                      {0, 0, 2.125}, {-2.5, 2.5, -2.5}, {0, 1e6, 0}};
    fk_random random = fk_random_make(1);
    for (int f = 0; f < CUBE_FORMS; f++)
        for (int g = 0; g < CUBE_FORMS; g++) {
            body a = cube_form(f), b = cube_form(g);
            for (size_t i = 0; i < sizeof shift / sizeof *shift; i++) {
                a.pose = quarter_turn(&random, v(7, -3, 1));
                b.pose = quarter_turn(&random, v(7 + shift[i][0], -3 + shift[i][1], 1 + shift[i][2]));
                double x = axis_gap(shift[i][0]), y = axis_gap(shift[i][1]), z = axis_gap(shift[i][2]);
                double truth = sqrt(x * x + y * y + z * z);
                fk_collider_distance d = measure(&a, &b, INFINITY);
                assert_true(holds(d.distance, truth));
                assert_true(d.distance.hi - d.distance.lo <= 1e-12 * (truth + 4));
                if (truth == 0)
                    assert_true(d.distance.hi == 0);
                /* What is at the limit is measured. */
                assert_true(measure(&a, &b, truth).distance.hi < INFINITY);
                assert_symmetric(&a, &b, INFINITY, &d);
            }
            body_end(&a);
            body_end(&b);
        }
}

/* A small cube of any form inside a large one of any form; and in a cavity. */
static void cubes_in_cubes(void **state)
{
    (void)state;
    for (int f = 0; f < CUBE_FORMS; f++)
        for (int g = 0; g < CUBE_FORMS; g++) {
            body a = cube_form(f), b = cube_form(g);
            for (int i = 0; i < 3; i++)
                a.pose.rotation[i][i] = 16;
            b.pose.translation = v(3, -5, 7);
            fk_collider_distance d = measure(&a, &b, INFINITY);
            assert_true(d.distance.hi == 0 && d.distance.lo == 0);
            assert_true(same_vector(d.point_a, d.point_b));
            assert_true(fabs(d.point_a.x - 3) <= 1 && fabs(d.point_a.y + 5) <= 1 &&
                        fabs(d.point_a.z - 7) <= 1);
            if (a.mesh != NULL)
                assert_int_equal(d.part_a, FK_NONE);
            assert_symmetric(&a, &b, INFINITY, &d);
            d = measure(&a, &b, 0);
            assert_true(d.distance.hi == 0);
            body_end(&a);
            body_end(&b);
        }
}

/* Deep in a ball, where its triangles are far away; and beside it, in its box. */
static void cubes_in_balls(void **state)
{
    (void)state;
    body a = body_of_mesh(generated("sphere", 3000), true);
    double radius = length(a.mesh->point[0]);
    for (int f = 0; f < CUBE_FORMS; f++) {
        body b = cube_form(f);
        for (int i = 0; i < 3; i++)
            b.pose.rotation[i][i] = radius * 0x1p-4;
        fk_collider_distance d = measure(&a, &b, INFINITY);
        assert_true(d.distance.hi == 0 && d.part_a == FK_NONE && d.part_b != FK_NONE);
        assert_symmetric(&a, &b, INFINITY, &d);
        double far = radius * 0.75;
        b.pose.translation = v(far, far, far);
        d = measure(&a, &b, INFINITY);
        assert_true(d.distance.lo > 0 &&
                    fabs(d.distance.lo - length(v(far, far, far)) + radius * 1.125) < radius);
        b.pose.translation = v(0, radius, 0);
        d = measure(&a, &b, INFINITY);
        assert_true(d.distance.hi == 0 && d.part_a != FK_NONE);
        body_end(&b);
    }
    body_end(&a);
}

static body cube_with_cavity(void)
{
    soup *s = soup_make();
    soup_add_box(s, -4, -4, -4, 4, 4, 4);
    uint32_t first = s->count;
    soup_add_box(s, -3, -3, -3, 3, 3, 3);
    soup_turn(s, first);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return body_of_mesh(mesh, true);
}

static void cubes_in_cavities(void **state)
{
    (void)state;
    body a = cube_with_cavity();
    for (int f = 0; f < CUBE_FORMS; f++) {
        body b = cube_form(f);
        fk_collider_distance d = measure(&a, &b, INFINITY);
        assert_true(holds(d.distance, 2) && d.distance.hi < 2.1);
        assert_true(d.part_a >= 12 && d.part_a < 24);
        assert_symmetric(&a, &b, INFINITY, &d);
        /* Shrunk to fit into the wall. */
        for (int i = 0; i < 3; i++)
            b.pose.rotation[i][i] = 0.25;
        b.pose.translation = v(0, 3.5, 0);
        d = measure(&a, &b, INFINITY);
        assert_true(d.distance.hi == 0);
        assert_int_equal(d.part_a, FK_NONE);
        assert_true(d.part_b != FK_NONE || b.mesh != NULL);
        a.pose.translation = v(100, 0, 0);
        d = measure(&a, &b, INFINITY);
        assert_true(d.distance.lo > 95);
        a.pose.translation = v(0, 0, 0);
        body_end(&b);
    }
    body_end(&a);
}

/* One of two cubes of a mesh is inside, the other one is not, and comes first. */
static void one_of_two_inside(void **state)
{
    (void)state;
    body a = cube_form(6);
    for (int i = 0; i < 3; i++)
        a.pose.rotation[i][i] = 4;
    soup *s = soup_make();
    soup_add_box(s, 10, 10, 10, 11, 11, 11);
    soup_add_box(s, -1, -1, -1, 1, 1, 1);
    body b = body_of_mesh(soup_mesh(context, s), true);
    free(s);
    fk_collider_distance d = measure(&a, &b, INFINITY);
    assert_true(d.distance.hi == 0);
    assert_symmetric(&a, &b, INFINITY, &d);
    b.pose.translation = v(8, 0, 0);
    d = measure(&a, &b, INFINITY);
    assert_true(holds(d.distance, 3) && d.distance.hi < 3.001);
    body_end(&a);
    body_end(&b);
}

/* A surface has no inside; and a triangle that is there twice keeps its number. */
static void open_and_double(void **state)
{
    (void)state;
    soup *s = soup_make();
    const double low[3] = {-4, -4, -4}, high[3] = {4, 4, 4};
    for (int i = 0; i < 2; i++)
        soup_add_face(s, low, high, 0, 1);
    for (int axis = 1; axis < 3; axis++)
        for (int way = -1; way <= 1; way += 2)
            soup_add_face(s, low, high, axis, way);
    body a = body_of_mesh(soup_mesh(context, s), false);
    free(s);
    assert_int_equal(a.mesh->triangle_count, 12);
    for (int f = 0; f < CUBE_FORMS; f++) {
        body b = cube_form(f);
        b.pose.translation = v(-0.5, -1, 0);
        fk_collider_distance d = measure(&a, &b, INFINITY);
        assert_true(holds(d.distance, 2) && d.distance.hi < 2.001);
        assert_true(d.part_a == 4 || d.part_a == 5);
        assert_true(fabs(d.point_a.y + 4) < 1e-9 && fabs(d.point_b.y + 2) < 1e-9);
        b.pose.translation = v(2, 0, 0);
        d = measure(&a, &b, INFINITY);
        assert_true(holds(d.distance, 1) && d.part_a < 2);
        body_end(&b);
    }
    body_end(&a);
}

/* ---- Part by part -------------------------------------------------------------------------------------- */

/* The least of all pairs, and of what is inside. Inside of `near` is what is not proved to be further. */
static fk_interval brute(const body *a, const body *b, const parts *p, const parts *q)
{
    fk_interval least = {INFINITY, INFINITY};
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < q->count; k++) {
            fk_distance d;
            assert_int_equal(fk_pair_distance(&p->piece[i], &q->piece[k], NULL, &d), FK_OK);
            least.lo = fmin(least.lo, d.distance.lo);
            least.hi = fmin(least.hi, d.distance.hi);
        }
    bool is_in = false;
    for (uint32_t k = 0; k < q->count; k++)
        is_in = is_in || (q->piece[k].kind != FK_KIND_HALF_SPACE && is_within(a, point_of(&q->piece[k])));
    for (uint32_t i = 0; i < p->count; i++)
        is_in = is_in || (p->piece[i].kind != FK_KIND_HALF_SPACE && is_within(b, point_of(&p->piece[i])));
    return is_in ? (fk_interval){0, 0} : least;
}

static const fk_piece *find_part(const parts *p, uint32_t number)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->number[i] == number)
            return &p->piece[i];
    fail();
    return NULL;
}

static void assert_as_brute(const body *a, const body *b)
{
    parts *p = parts_of(a), *q = parts_of(b);
    fk_interval truth = brute(a, b, p, q);
    fk_collider_distance d = measure(a, b, INFINITY);
    double width = 1e-10 * (truth.hi + 8);
    assert_true(have_common(d.distance, truth));
    assert_true(d.distance.hi <= truth.hi + width && d.distance.lo >= truth.lo - width);
    assert_symmetric(a, b, INFINITY, &d);
    /* The parts that are told are not further apart than the interval says. */
    if (d.part_a != FK_NONE && d.part_b != FK_NONE) {
        fk_distance own;
        fk_pair_distance(find_part(p, d.part_a), find_part(q, d.part_b), NULL, &own);
        assert_true(own.distance.lo <= d.distance.hi);
        fk_vec3 way = fk_vec3_sub(d.point_a, d.point_b);
        assert_true(fabs(length(way) - d.distance.hi) <= 1e-6 * (truth.hi + 8));
    }
    /* Limits. */
    double limit[6] = {0, truth.lo / 2, truth.lo, truth.hi, truth.hi * 2, d.distance.hi};
    for (int i = 0; i < 6; i++) {
        fk_collider_distance e = measure(a, b, limit[i]);
        bool is_far = e.distance.hi == INFINITY;
        assert_true(is_far ? e.distance.lo >= limit[i] && truth.hi >= limit[i]
                           : have_common(e.distance, truth));
        assert_true(is_far == (e.part_a == FK_NONE && e.part_b == FK_NONE) || e.distance.hi == 0);
        if (limit[i] > truth.hi)
            assert_false(is_far);
        if (limit[i] >= d.distance.hi)
            assert_memory_equal(&e, &d, sizeof d);
        assert_symmetric(a, b, limit[i], &e);
    }
    free(p);
    free(q);
}

static void bodies_part_by_part(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int round = 0; round < 10 / SHARE + 1; round++)
        for (uint64_t f = 0; f < BODY_KINDS; f++)
            for (uint64_t g = 0; g < BODY_KINDS; g++) {
                body a = any_body(&random, f), b = any_body(&random, g);
                a.pose = any_pose(&random, 1);
                b.pose = any_pose(&random, fk_random_between(&random, 0, 6));
                assert_as_brute(&a, &b);
                body_end(&a);
                body_end(&b);
            }
}

/* On a grid, where much touches and many pairs are equally near. */
static void bodies_on_a_grid(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (int round = 0; round < 200 / SHARE; round++) {
        body a = any_body(&random, 3 + 2 * fk_random_below(&random, 2));
        body b = cube_form((int)fk_random_below(&random, CUBE_FORMS));
        a.pose = quarter_turn(&random, whole_vector(&random, 2));
        b.pose = quarter_turn(&random, whole_vector(&random, 4));
        assert_as_brute(&a, &b);
        body_end(&a);
        body_end(&b);
    }
}

/* Of equally near parts the lowest. */
static void lowest_parts(void **state)
{
    (void)state;
    fk_piece piece[40];
    for (int i = 0; i < 40; i++)
        piece[i] = cube(4 * (i * 7 % 40), 0, 0, 1);
    body a = body_of_pieces(piece, 40);
    for (int i = 0; i < 12; i++)
        piece[i] = cube(4 * (i * 5 % 12), 3, 0, 1);
    body b = body_of_pieces(piece, 12);
    fk_collider_distance d = measure(&a, &b, INFINITY);
    assert_true(holds(d.distance, 2));
    /* b comes first, as it has fewer. Its piece 0 is at 0, as is that of a. */
    assert_int_equal(d.part_a, 0);
    assert_int_equal(d.part_b, 0);
    assert_symmetric(&a, &b, INFINITY, &d);
    b.pose.translation = v(4, 0, 0);
    d = measure(&a, &b, INFINITY);
    assert_int_equal(d.part_b, 0);
    assert_int_equal(d.part_a * 7 % 40, 1);
    body_end(&a);
    body_end(&b);
}

/* ---- Special cases ------------------------------------------------------------------------------------- */

static void half_spaces(void **state)
{
    (void)state;
    fk_piece half = fk_piece_half_space(v(0, 0, 2), -6);
    body a = body_of_pieces(&half, 1);
    for (int f = 0; f < CUBE_FORMS; f++) {
        body b = cube_form(f);
        fk_collider_distance d = measure(&a, &b, INFINITY);
        assert_true(holds(d.distance, 2) && d.distance.hi < 2.001);
        assert_symmetric(&a, &b, INFINITY, &d);
        assert_true(measure(&a, &b, 1.5).distance.hi == INFINITY);
        b.pose.translation = v(5, 5, -2);
        assert_true(measure(&a, &b, INFINITY).distance.hi == 0);
        b.pose.translation = v(5, 5, -200);
        assert_true(measure(&a, &b, INFINITY).distance.hi == 0);
        body_end(&b);
    }
    fk_piece other = fk_piece_half_space(v(0, 0, -1), -7);
    body b = body_of_pieces(&other, 1);
    assert_true(holds(measure(&a, &b, INFINITY).distance, 10));
    body_end(&a);
    body_end(&b);
}

/* Powers of two: all is the same. */
static void all_sizes(void **state)
{
    (void)state;
    static const int power[] = {-1060, -1000, -600, -300, 300, 600, 980};
    for (size_t i = 0; i < sizeof power / sizeof *power; i++)
        for (int f = 0; f < CUBE_FORMS; f++)
            for (int g = 0; g < CUBE_FORMS; g += 2) {
                body a = cube_form(f), b = cube_form(g);
                for (int k = 0; k < 3; k++)
                    a.pose.rotation[k][k] = b.pose.rotation[k][k] = ldexp(1, power[i]);
                b.pose.translation = v(0, ldexp(5, power[i]), ldexp(-6, power[i]));
                fk_collider_distance d = measure(&a, &b, INFINITY);
                assert_true(holds(d.distance, ldexp(5, power[i])));
                assert_symmetric(&a, &b, INFINITY, &d);
                body_end(&a);
                body_end(&b);
            }
}

static void states_of_the_unit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (int round = 0; round < 12 / SHARE + 1; round++)
        for (uint64_t f = 0; f < BODY_KINDS; f++) {
            body a = any_body(&random, f), b = any_body(&random, fk_random_below(&random, BODY_KINDS));
            a.pose = quarter_turn(&random, whole_vector(&random, 2));
            b.pose = quarter_turn(&random, whole_vector(&random, 4));
            fk_interval usual = measure(&a, &b, INFINITY).distance;
            for (int mode = 1; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_interval d = measure(&a, &b, INFINITY).distance;
                fpu_set(0);
                /* Pieces that are placed have other doubles then. */
                assert_true(d.lo <= usual.hi + 1e-12 && usual.lo <= d.hi + 1e-12);
            }
            body_end(&a);
            body_end(&b);
        }
}

static void bad_limits(void **state)
{
    (void)state;
    body a = cube_form(0), b = cube_form(6);
    fk_placed_collider p = in_place(&a), q = in_place(&b);
    fk_collider_distance out, before;
    memset(&out, 0x5a, sizeof out);
    before = out;
    assert_int_equal(fk_collider_measure(context, &p, &q, NAN, &out), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_collider_measure(context, &p, &q, -1, &out), FK_ERROR_ARGUMENT);
    assert_memory_equal(&out, &before, sizeof out);
    body_end(&a);
    body_end(&b);
}

static fk_status ask(fk_context *scarce, const void *user, void *out)
{
    const fk_placed_collider *pair = user;
    return fk_collider_measure(scarce, &pair[0], &pair[1], INFINITY, out);
}

static void scarce_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (uint64_t f = 0; f < BODY_KINDS; f++)
        for (uint64_t g = 0; g < BODY_KINDS; g++) {
            body a = any_body(&random, f), b = any_body(&random, g);
            fk_placed_collider pair[2] = {in_place(&a), in_place(&b)};
            memory_ask(ask, pair, sizeof(fk_collider_distance));
            body_end(&a);
            body_end(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_in_all_forms),  cmocka_unit_test(cubes_in_cubes),
        cmocka_unit_test(cubes_in_balls),      cmocka_unit_test(cubes_in_cavities),
        cmocka_unit_test(one_of_two_inside),   cmocka_unit_test(open_and_double),
        cmocka_unit_test(bodies_part_by_part), cmocka_unit_test(bodies_on_a_grid),
        cmocka_unit_test(lowest_parts),        cmocka_unit_test(half_spaces),
        cmocka_unit_test(all_sizes),           cmocka_unit_test_teardown(states_of_the_unit, fpu_usual),
        cmocka_unit_test(bad_limits),          cmocka_unit_test(scarce_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
