/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The smallest ball: against all choices of up to four points in long doubles, on clouds of every kind; of regular bodies;
 * at every scale and far from the origin; in any order. Balls that touch, merged ones. That balls hold their points is
 * in test_bound.c. */

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

/* ---- The smallest ball by its definition --------------------------------------------------------------- */

typedef struct wide {
    long double x[3];
} wide;

/* Solves the n equations m x = y by elimination; false when that divides by zero. */
static bool solve(long double m[3][4], int n, long double *x)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            pivot = fabsl(m[i][k]) > fabsl(m[pivot][k]) ? i : pivot;
        if (!(fabsl(m[pivot][k]) > 0))
            return false;
        for (int j = 0; j <= n; j++) {
            long double swap = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = swap;
        }
        for (int i = 0; i < n; i++) {
            long double factor = i == k ? 0 : m[i][k] / m[k][k];
            for (int j = 0; j <= n; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
    for (int k = 0; k < n; k++)
        x[k] = m[k][n] / m[k][k];
    return true;
}

/* The point equally far from n + 1 points, in their span: first + sum of x_i (others - first), where the products of the
 * differences with it are half their squares. */
static bool circumcenter(const wide *p, int n, wide *out)
{
    long double m[3][4], x[3];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            m[i][j] = 0;
            for (int k = 0; k < 3; k++)
                m[i][j] += (p[i + 1].x[k] - p[0].x[k]) * (p[j + 1].x[k] - p[0].x[k]);
        }
        m[i][n] = m[i][i] / 2;
    }
    if (!solve(m, n, x))
        return false;
    *out = p[0];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            out->x[k] += x[i] * (p[i + 1].x[k] - p[0].x[k]);
    return true;
}

static long double farthest(const wide *point, int count, wide center)
{
    long double most = 0;
    for (int i = 0; i < count; i++) {
        long double square = 0;
        for (int k = 0; k < 3; k++)
            square += (point[i].x[k] - center.x[k]) * (point[i].x[k] - center.x[k]);
        if (!(square <= most)) /* a NaN, too */
            most = square;
    }
    return sqrtl(most);
}

/* The smallest ball has its centre at that of one to four points: the best of them all. */
static long double smallest(const wide *point, int count)
{
    long double best = farthest(point, count, point[0]);
    for (uint32_t choice = 1; choice < 1u << count; choice++) {
        wide chosen[4], center;
        int n = 0;
        for (int i = 0; i < count; i++)
            if (choice >> i & 1 && n++ < 4)
                chosen[n - 1] = point[i];
        if (n > 4 || !circumcenter(chosen, n - 1, &center))
            continue;
        long double radius = farthest(point, count, center);
        best = radius < best ? radius : best;
    }
    return best;
}

/* Differences from the first point, times a factor; these are what matters. */
static long double smallest_ball(const fk_vec3 *point, int count, long double factor)
{
    wide offset[16];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            offset[i].x[k] =
                ((long double)fk_vec3_get(point[i], k) - (long double)fk_vec3_get(point[0], k)) * factor;
    return smallest(offset, count);
}

/* How far a double near a coordinate may be from any number. */
static double grid_of(const fk_vec3 *point, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fmax(fmax(fabs(point[i].x), fabs(point[i].y)), fabs(point[i].z)));
    return nextafter(most, INFINITY) - most;
}

static void check_smallest(const fk_vec3 *point, int count)
{
    fk_sphere ball;
    assert_int_equal(fk_sphere_build(point, (size_t)count, &ball), FK_OK);
    long double radius = smallest_ball(point, count, 1), grid = (long double)grid_of(point, count);
    assert_true((long double)ball.radius >= radius * (1 - 1e-16L));
    assert_true((long double)ball.radius <= radius * (1 + 1e-13L) + 2 * grid);
}

static void test_smallest(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    fk_vec3 point[9];
    for (int i = 0; i < 20000 / SHARE; i++) {
        int kind = i % CLOUD_KINDS, count = 1 + (int)fk_random_below(&random, 9);
        if (kind == CLOUD_RANGE || kind == CLOUD_TINY || kind == CLOUD_HUGE)
            continue;
        cloud_fill(kind, &random, point, (uint32_t)count);
        if (i % 3 == 0) {
            double far = ldexp(1.0, (int)fk_random_below(&random, 60));
            for (int k = 0; k < count; k++)
                point[k].y += far;
        }
        check_smallest(point, count);
    }
}

/* Points that a ball hardly misses: on a sphere, but for parts of it down to the last bits. */
static void test_nearly_on_a_sphere(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    fk_vec3 point[10];
    for (int i = 0; i < 4000 / SHARE; i++) {
        for (int k = 0; k < 10; k++) {
            double part = ldexp(cloud_between(&random), -(int)fk_random_below(&random, 53));
            point[k] = fk_vec3_scale(cloud_sphere_point(&random), 1 + part);
            if (i % 2)
                point[k].z = fabs(point[k].z) * ldexp(1.0, -(int)fk_random_below(&random, 60));
        }
        check_smallest(point, 10);
    }
}

/* Clouds of few points inside a ball that thousands are on: the ball of all is known. */
static void test_many_on_a_sphere(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    fk_vec3 *point = malloc(COUNT * sizeof *point);
    fk_random random = fk_random_make(3);
    assert_non_null(point);
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < COUNT; i++)
            point[i] = i % 7 == 0 ? cloud_ball_point(&random) : cloud_sphere_point(&random);
        fk_sphere ball;
        assert_int_equal(fk_sphere_build(point, COUNT, &ball), FK_OK);
        assert_true(ball.radius > 1 - 1e-15 && ball.radius < 1 + 1e-14);
        assert_true(fk_vec3_dot(ball.center, ball.center) < 1e-20);
    }
    free(point);
}

/* ---- Regular bodies ------------------------------------------------------------------------------------ */

static void check_ball(const fk_vec3 *point, size_t count, fk_vec3 center, double radius)
{
    fk_sphere ball;
    assert_int_equal(fk_sphere_build(point, count, &ball), FK_OK);
    assert_near(ball.radius, radius, 1e-14 * radius);
    for (int k = 0; k < 3; k++)
        assert_near(fk_vec3_get(ball.center, k), fk_vec3_get(center, k), 1e-14 * radius);
}

static void test_regular(void **state)
{
    (void)state;
    fk_vec3 point[216];
    const double golden = 1.6180339887498949;
    size_t count = 0;
    for (int k = 0; k < 12; k++) {
        double one = k & 1 ? 1 : -1, long_one = k & 2 ? golden : -golden;
        point[k] = k < 4   ? fk_vec3_make(0, one, long_one)
                   : k < 8 ? fk_vec3_make(one, long_one, 0)
                           : fk_vec3_make(long_one, 0, one);
    }
    check_ball(point, 12, fk_vec3_make(0, 0, 0), sqrt(1 + golden * golden));
    for (int x = 0; x < 6; x++)
        for (int y = 0; y < 6; y++)
            for (int z = 0; z < 6; z++)
                point[count++] = fk_vec3_make(x, y, z);
    check_ball(point, count, fk_vec3_make(2.5, 2.5, 2.5), sqrt(18.75));
    check_ball(point, 36, fk_vec3_make(0, 2.5, 2.5), sqrt(12.5)); /* on a plane */
    check_ball(point, 6, fk_vec3_make(0, 0, 2.5), 2.5);           /* on a line */
    fk_sphere ball;
    for (size_t i = 0; i < count; i++)
        point[i] = fk_vec3_make(0.1, -0.2, 1e300);
    for (size_t n = 1; n <= count; n += 43) {
        assert_int_equal(fk_sphere_build(point, n, &ball), FK_OK);
        assert_memory_equal(&ball.center, &point[0], sizeof point[0]);
        assert_same_double(ball.radius, 0.0);
    }
}

/* ---- Scales, orders ------------------------------------------------------------------------------------ */

/* The ball of scaled points is the scaled ball, at every power of two where it is a double. */
static void test_scales(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    fk_vec3 point[30], scaled[30];
    for (int i = 0; i < 500 / SHARE; i++) {
        int exponent = (int)fk_random_below(&random, 2000) - 980;
        cloud_fill(i % 2 ? CLOUD_BALL : CLOUD_LATTICE, &random, point, 30);
        fk_sphere ball, other;
        for (int k = 0; k < 30; k++)
            scaled[k] = fk_vec3_make(ldexp(point[k].x, exponent), ldexp(point[k].y, exponent),
                                     ldexp(point[k].z, exponent));
        assert_int_equal(fk_sphere_build(point, 30, &ball), FK_OK);
        assert_int_equal(fk_sphere_build(scaled, 30, &other), FK_OK);
        if (other.radius < INFINITY)
            assert_near(ldexp(other.radius, -exponent), ball.radius, 1e-13 * ball.radius);
        else
            assert_true(exponent > 1000);
    }
}

/* Balls of denormal numbers, where a double is a multiple of the smallest one: held against long doubles. */
static void test_denormal(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    fk_vec3 point[9];
    for (int i = 0; i < 300 / SHARE; i++) {
        int count = 2 + (int)fk_random_below(&random, 8);
        cloud_fill(CLOUD_TINY, &random, point, (uint32_t)count);
        long double radius = smallest_ball(point, count, 0x1p1074L);
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fk_sphere ball;
            fpu_set(mode);
            assert_int_equal(fk_sphere_build(point, (size_t)count, &ball), FK_OK);
            fpu_set(0);
            assert_true((long double)ball.radius * 0x1p1074L >= radius * (1 - 1e-16L));
            /* The centre is a multiple, too, and up to one off along each axis. */
            assert_true((long double)ball.radius * 0x1p1074L <= radius + 3);
        }
    }
}

static void test_order(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    fk_vec3 point[100];
    for (int i = 0; i < 600 / SHARE; i++) {
        int kind = i % CLOUD_KINDS;
        if (kind == CLOUD_RANGE || kind == CLOUD_TINY || kind == CLOUD_HUGE || kind == CLOUD_LAST_BITS)
            continue;
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, 100);
        cloud_fill(kind, &random, point, count);
        fk_sphere first, other;
        assert_int_equal(fk_sphere_build(point, count, &first), FK_OK);
        for (uint32_t k = count; k > 1; k--) {
            uint32_t other_k = (uint32_t)fk_random_below(&random, k);
            fk_vec3 swap = point[k - 1];
            point[k - 1] = point[other_k];
            point[other_k] = swap;
        }
        assert_int_equal(fk_sphere_build(point, count, &other), FK_OK);
        double most = 1e-13 * first.radius + 2 * grid_of(point, (int)count);
        assert_near(first.radius, other.radius, most);
        /* A ball that is larger by a part e of its radius may lie off by the root of 2 e. */
        most = 1e-7 * first.radius + 2 * grid_of(point, (int)count);
        assert_true(fk_vec3_dot(fk_vec3_sub(first.center, other.center),
                                fk_vec3_sub(first.center, other.center)) <= most * most);
        fpu_set(1 + i % (FPU_MODES - 1));
        assert_int_equal(fk_sphere_build(point, count, &other), FK_OK);
        fpu_set(0);
        assert_true(other.radius <= first.radius * (1 + 1e-12) + 4 * grid_of(point, (int)count));
    }
}

/* ---- Two balls ----------------------------------------------------------------------------------------- */

static bool meet_exactly(const fk_sphere *a, const fk_sphere *b)
{
    fk_piece p = fk_piece_sphere(a->center, a->radius), q = fk_piece_sphere(b->center, b->radius);
    return fk_pair_verdict(&p, &q) != FK_APART;
}

/* Balls that touch, or miss that by the last bits, at every scale. */
static void test_touching(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    unsigned met = 0, told_apart = 0;
    for (int i = 0; i < 20000 / SHARE; i++) {
        int scale = i % 4 == 0 ? (int)fk_random_below(&random, 2000) - 1040 : 0;
        fk_sphere a = {cloud_draw(cloud_between, &random), fk_random_unit(&random)};
        fk_sphere b = {fk_vec3_scale(cloud_draw(cloud_between, &random), i % 3 ? 4 : 1e6), 0};
        fk_vec3 d = fk_vec3_sub(a.center, b.center);
        b.radius = sqrt(fk_vec3_dot(d, d)) - a.radius;
        int bits = (int)fk_random_below(&random, 5) - 2;
        for (int k = 0; k != bits; k += bits < 0 ? -1 : 1)
            b.radius = nextafter(b.radius, bits < 0 ? 0 : INFINITY);
        if (i % 5 == 0)
            b.radius *= 1 - 1e-13; /* apart, and told so */
        if (!(b.radius >= 0))
            continue;
        for (int k = 0; k < 3; k++) {
            double *x = k == 0 ? &a.center.x : k == 1 ? &a.center.y : &a.center.z;
            double *y = k == 0 ? &b.center.x : k == 1 ? &b.center.y : &b.center.z;
            *x = ldexp(*x, scale);
            *y = ldexp(*y, scale);
        }
        a.radius = ldexp(a.radius, scale);
        b.radius = ldexp(b.radius, scale);
        if (!fk_vec3_is_finite(b.center) || !(b.radius < INFINITY))
            continue;
        bool meet = meet_exactly(&a, &b);
        fpu_set(i % FPU_MODES);
        bool said = fk_sphere_meets(&a, &b), other = fk_sphere_meets(&b, &a);
        fpu_set(0);
        assert_true((said && other) || !meet);
        if (i % 5 == 0 && i % 3 && scale > -800 && b.radius > a.radius)
            assert_false(said);
        met += meet;
        told_apart += !said;
    }
    assert_true(met > 1000 / SHARE && told_apart > 500 / SHARE);
}

/* Whether a ball holds another one, exactly: |c - d| + s <= r. */
static bool holds_ball(const fk_sphere *ball, const fk_sphere *other)
{
    fk_arena arena;
    fk_arena_init(&arena);
    if (ball->radius == INFINITY)
        return true;
    fk_exact rest =
        fk_exact_sub(&arena, fk_exact_from(&arena, ball->radius), fk_exact_from(&arena, other->radius));
    fk_exact_vec3 d = fk_exact_vec3_sub(&arena, fk_exact_vec3_from(&arena, ball->center),
                                        fk_exact_vec3_from(&arena, other->center));
    return rest.sign >= 0 &&
           fk_exact_compare(fk_exact_vec3_dot(&arena, d, d), fk_exact_mul(&arena, rest, rest)) <= 0;
}

static void test_merge(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    for (int i = 0; i < 5000 / SHARE; i++) {
        static const double scales[] = {1, 1, 1, 1e-300, 1e300, 5e-324};
        double scale = scales[i % 6];
        fk_sphere a = {fk_vec3_scale(cloud_draw(cloud_between, &random), scale),
                       fk_random_unit(&random) * scale};
        fk_sphere b = {fk_vec3_scale(cloud_draw(cloud_between, &random), 2 * scale),
                       i % 7 ? fk_random_unit(&random) * scale : 0};
        if (i % 11 == 0)
            b.center = a.center;
        fpu_set(i % FPU_MODES);
        fk_sphere both = fk_sphere_merge(&a, &b), swapped = fk_sphere_merge(&b, &a);
        fpu_set(0);
        assert_true(holds_ball(&both, &a) && holds_ball(&both, &b));
        assert_true(holds_ball(&swapped, &a) && holds_ball(&swapped, &b));
        if (scale == 1) {
            fk_vec3 d = fk_vec3_sub(a.center, b.center);
            double expected = (sqrt(fk_vec3_dot(d, d)) + a.radius + b.radius) / 2;
            assert_near(both.radius, fmax(expected, fmax(a.radius, b.radius)), 1e-14);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest),
        cmocka_unit_test(test_nearly_on_a_sphere),
        cmocka_unit_test(test_many_on_a_sphere),
        cmocka_unit_test(test_regular),
        cmocka_unit_test(test_scales),
        cmocka_unit_test_teardown(test_denormal, fpu_usual),
        cmocka_unit_test_teardown(test_order, fpu_usual),
        cmocka_unit_test_teardown(test_touching, fpu_usual),
        cmocka_unit_test_teardown(test_merge, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
