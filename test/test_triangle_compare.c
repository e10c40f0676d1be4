/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two triangles against a limit: the oracle knows its square as a rational. Limits are at the distance, one step beside
 * it, 0, and anywhere; triangles are of any size and shape. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include <gmp.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"

static mpq_t squared;

static void ask_distance(const fk_vec3 a[3], const fk_vec3 b[3])
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    struct oracle_piece oracle_a = to_oracle(&p, number_a), oracle_b = to_oracle(&q, number_b);
    assert_true(oracle_distance(&oracle_a, &oracle_b, squared, NULL));
}

/* Holds one limit against the oracle, in both orders and with other corners first; the sign. */
static int check_limit(const fk_vec3 a[3], const fk_vec3 b[3], double limit)
{
    const fk_vec3 turned[3] = {b[2], b[0], b[1]};
    int sign = oracle_compare_square(squared, limit);
    assert_int_equal(fk_triangles_compare(a, b, limit), sign);
    assert_int_equal(fk_triangles_compare(b, a, limit), sign);
    assert_int_equal(fk_triangles_compare(a, turned, limit), sign);
    return sign;
}

/* The same for limits around the distance; whether it is one of them. */
static bool check(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    fk_distance found;
    ask_distance(a, b);
    assert_int_equal(fk_pair_distance(&p, &q, NULL, &found), FK_OK);
    double limit[8] = {0, found.distance.lo, found.distance.hi, 1, DBL_MAX, 0x1p-1074, INFINITY};
    /* The double below the distance, and from there two steps up. */
    double near = found.distance.lo;
    while (near > 0 && oracle_compare_square(squared, near) < 0)
        near = near < 1e300 ? near * (1 - 0x1p-50) : nextafter(near, 0);
    double above = found.distance.hi;
    for (int i = 0; i < 200 && near < above; i++) {
        double middle = near + (above - near) / 2;
        if (middle <= near || middle >= above)
            break;
        if (oracle_compare_square(squared, middle) >= 0)
            near = middle;
        else
            above = middle;
    }
    limit[7] = near;
    bool is_reached = false;
    for (int i = 0; i < 8; i++)
        if (limit[i] <= DBL_MAX)
            is_reached |= check_limit(a, b, limit[i]) == 0;
    assert_int_equal(fk_triangles_compare(a, b, INFINITY), -1);
    double up = near;
    for (int i = 0; i < 3 && up < DBL_MAX; i++) {
        is_reached |= check_limit(a, b, up) == 0;
        up = nextafter(up, INFINITY);
    }
    return is_reached;
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

static double any(fk_random *random)
{
    return fk_random_between(random, -1, 1);
}

static double small_whole(fk_random *random)
{
    return (double)fk_random_below(random, 9) - 4;
}

static fk_vec3 any_place(fk_random *random, double (*one)(fk_random *))
{
    double x = one(random), y = one(random);
    return fk_vec3_make(x, y, one(random));
}

/* Any triangle, needles, segments and points among them. */
static void any_triangle(fk_random *random, double (*one)(fk_random *), fk_vec3 out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = any_place(random, one);
    uint64_t kind = fk_random_below(random, 10);
    if (kind == 0)
        out[2] = out[1];
    if (kind == 1)
        out[1] = out[2] = out[0];
    if (kind == 2)
        out[2] = fk_vec3_scale(fk_vec3_add(out[0], out[1]), 0.5);
    if (kind == 3)
        out[2] = fk_vec3_add(out[1], fk_vec3_scale(any_place(random, one), 0x1p-40));
}

static void test_any_triangles(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    int reached = 0;
    for (int i = 0; i < 1500; i++) {
        fk_vec3 a[3], b[3], shift = any_place(&random, small_whole);
        any_triangle(&random, i % 2 == 0 ? any : small_whole, a);
        any_triangle(&random, i % 2 == 0 ? any : small_whole, b);
        for (int k = 0; k < 3; k++)
            b[k] = i % 4 < 2 ? fk_vec3_add(b[k], shift) : b[k];
        reached += check(a, b);
    }
    assert_true(reached > 100); /* of them 0, and roots that are doubles */
}

/* Planes that are parallel, at a distance that is a double, and one step beside it; edges over edges; corners. */
static void test_known_distances(void **state)
{
    (void)state;
    static const double gap[] = {1, 0.5, 3, 0x1p-30, 1 + 0x1p-52, 5, 0.1, 1e10};
    for (size_t i = 0; i < sizeof gap / sizeof *gap; i++) {
        double g = gap[i];
        const fk_vec3 base[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
        const fk_vec3 over[3] = {{1, 1, g}, {5, 1, g}, {1, 5, g}},
                      point[3] = {{1, 1, g}, {1, 1, g}, {1, 1, g}};
        const fk_vec3 tip[3] = {{1, 1, g}, {2, 3, g + 1}, {2, 1, g + 2}};
        const fk_vec3 beside[3] = {{-3 * g, -4 * g, 0}, {-4 * g, -4 * g, 1}, {-4 * g, -4 * g, -1}};
        const fk_vec3 flat[3] = {{-g, 1, 0}, {-g - 1, 0, 0}, {-g - 1, 4, 0}};
        const fk_vec3 across[3] = {{2, -1, -g}, {2, 1, -g}, {2, 0, -g - 3}};
        const fk_vec3 *all[] = {over, point, tip, flat, across};
        for (int k = 0; k < 5; k++) {
            assert_int_equal(fk_triangles_compare(base, all[k], g), 0);
            assert_int_equal(fk_triangles_compare(base, all[k], nextafter(g, 0)), 1);
            assert_int_equal(fk_triangles_compare(all[k], base, nextafter(g, INFINITY)), -1);
            check(base, all[k]);
        }
        check(base, beside);
    }
}

/* All numbers times powers of two, up to the ends of the range. */
static void test_all_sizes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    static const int power[] = {1021, 1000, 700, -300, -700, -1000, -1060};
    for (int i = 0; i < 210; i++) {
        fk_vec3 a[3], b[3];
        any_triangle(&random, small_whole, a);
        any_triangle(&random, any, b);
        int of_a = power[i % 7], of_b = i % 3 == 0 ? power[fk_random_below(&random, 7)] : of_a;
        for (int k = 0; k < 3; k++) {
            a[k] = fk_vec3_make(ldexp(a[k].x, of_a - 2), ldexp(a[k].y, of_a - 2), ldexp(a[k].z, of_a - 2));
            b[k] = fk_vec3_make(ldexp(b[k].x, of_b), ldexp(b[k].y, of_b), ldexp(b[k].z, of_b));
        }
        check(a, b);
    }
}

static void test_all_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (int i = 0; i < 100; i++) {
        fk_vec3 a[3], b[3];
        any_triangle(&random, small_whole, a);
        any_triangle(&random, small_whole, b);
        double scale = i % 4 == 0 ? 0x1p-1071 : 1;
        for (int k = 0; k < 3; k++) {
            a[k] = fk_vec3_scale(a[k], scale);
            b[k] = fk_vec3_scale(b[k], scale);
        }
        ask_distance(a, b);
        double limit = scale * (double)(1 + fk_random_below(&random, 5));
        int sign = oracle_compare_square(squared, limit), zero = oracle_compare_square(squared, 0);
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            int found = fk_triangles_compare(a, b, limit), least = fk_triangles_compare(b, a, 0);
            fpu_set(0);
            assert_int_equal(found, sign);
            assert_int_equal(least, zero);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_triangles),
        cmocka_unit_test(test_known_distances),
        cmocka_unit_test(test_all_sizes),
        cmocka_unit_test_teardown(test_all_modes, fpu_usual),
    };
    mpq_init(squared);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
