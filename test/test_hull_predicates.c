/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The signs that hulls are built from, against GMP: numbers of every length, exact ties, near ties, and every state of
 * the floating-point unit. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "fpu_modes.h"
#include "hull_check.h"
#include "shape/hull.h"

#define POINTS 10

/* Points on a plane through given ones, or off it by one unit; the farther ones stretch the range to `span` bits. */
static void draw(fk_random *random, int bits, int span, fk_vec3 point[POINTS])
{
    double low = -ldexp(1, bits), high = ldexp(1, bits);
    fk_vec3 u = {floor(fk_random_between(random, low, high)), floor(fk_random_between(random, low, high)),
                 floor(fk_random_between(random, low, high))};
    fk_vec3 w = {floor(fk_random_between(random, low, high)), floor(fk_random_between(random, low, high)),
                 floor(fk_random_between(random, low, high))};
    int power = span - bits > 6 ? span - bits - 6 : 0;
    for (int i = 0; i < POINTS; i++) {
        double s = (double)fk_random_below(random, 7) - 3, t = (double)fk_random_below(random, 7) - 3;
        point[i] = fk_vec3_add(fk_vec3_scale(u, s), fk_vec3_scale(w, t));
        if (fk_random_below(random, 2))
            point[i] = fk_vec3_scale(point[i], ldexp(1, power));
        if (fk_random_below(random, 3) == 0)
            point[i].z += (double)fk_random_below(random, 3) - 1;
    }
}

static void check_signs(const fk_vec3 *point, int mode, fk_random *random)
{
    fk_context *context;
    fk_point_set cloud;
    check_points c;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    check_points_from(&c, point, POINTS);
    fpu_set(mode);
    fk_status status = fk_point_set_init(context, &cloud, point, POINTS);
    fpu_set(0);
    assert_int_equal(status, FK_OK);
    for (int i = 0; i < 20; i++) {
        uint32_t at[4];
        for (int k = 0; k < 4; k++)
            at[k] = (uint32_t)fk_random_below(random, POINTS);
        fpu_set(mode);
        int side = fk_point_set_orient3d(&cloud, at[0], at[1], at[2], at[3]), turn[3];
        for (int axis = 0; axis < 3; axis++)
            turn[axis] = fk_point_set_orient2d(&cloud, at[0], at[1], at[2], axis);
        int order = fk_point_set_compare_axis(&cloud, at[0], at[1], 2);
        fk_filter_plane plane =
            fk_filter_plane_make(&cloud, cloud.scaled[at[0]], cloud.scaled[at[1]], cloud.scaled[at[2]]);
        double height = fk_filter_plane_height(plane.normal, plane.offset, cloud.scaled[at[3]]);
        fpu_set(0);
        check_plane(&c, at[0], at[1], at[2]);
        int truth = check_side(&c, at[0], at[3]);
        assert_int_equal(side, truth);
        for (int axis = 0; axis < 3; axis++)
            assert_int_equal(turn[axis], mpz_sgn(c.normal[axis]));
        check_edge(&c, 0, at[0], at[1]);
        assert_int_equal(order, mpz_sgn(c.edge[0][2]));
        /* The filter says nothing that is wrong. */
        if (fabs(height) > plane.bound)
            assert_int_equal(height > 0 ? 1 : -1, truth);
    }
    fk_point_set_end(context, &cloud);
    check_points_clear(&c);
    fk_context_destroy(context);
}

/* Around each limit of the integers of fixed size: 61, 125 and more bits. */
static void test_signs(void **state)
{
    (void)state;
    const int span[14] = {8, 40, 52, 58, 60, 62, 64, 66, 122, 125, 128, 132, 136, 300};
    fk_random random = fk_random_make(1);
    for (int s = 0; s < 14; s++)
        for (int round = 0; round < 160; round++) {
            fk_vec3 point[POINTS];
            int bits = (round & 1) ? 44 : 5;
            draw(&random, bits < span[s] ? bits : span[s] - 4, span[s], point);
            /* To the ends of the range of doubles, too. */
            int shift = round % 5 == 0 ? -1074 : round % 5 == 1 ? 1023 - span[s] - 12 : 0;
            for (int i = 0; i < POINTS; i++)
                point[i] = fk_vec3_make(ldexp(point[i].x, shift), ldexp(point[i].y, shift),
                                        ldexp(point[i].z, shift));
            check_signs(point, round % FPU_MODES, &random);
        }
}

/* Random doubles have no ties; planes across an axis have nothing else. */
static void test_aligned(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int round = 0; round < 300; round++) {
        fk_vec3 point[POINTS];
        for (int i = 0; i < POINTS; i++) {
            double c[3];
            for (int k = 0; k < 3; k++)
                c[k] = fk_random_between(&random, -1, 1);
            if (i < 7)
                c[round % 3] = round % 2 ? -0.0 : 0.1;
            if (round % 2 && i == 3)
                c[round % 3] = 5e-324;
            point[i] = fk_vec3_make(c[0], c[1], c[2]);
        }
        check_signs(point, round % FPU_MODES, &random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_signs, fpu_usual),
        cmocka_unit_test_teardown(test_aligned, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
