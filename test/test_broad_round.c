/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes in floats, and how far they are apart at least: against rational numbers, in every state of the
 * floating-point unit. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

#include "farkas/broad.h"
#include "fpu_modes.h"
#include "sanitized.h"

static fk_context *context;

/* ---- Rounding ------------------------------------------------------------------------------------------ */

/* The sign of side - (x - origin). */
static int compare_side(float side, double x, double origin)
{
    if (side > FLT_MAX || side < -FLT_MAX)
        return side > 0 ? 1 : -1;
    mpq_t truth, o;
    mpq_inits(truth, o, NULL);
    mpq_set_d(truth, x);
    mpq_set_d(o, origin);
    mpq_sub(truth, truth, o);
    mpq_set_d(o, (double)side);
    int sign = mpq_cmp(o, truth);
    mpq_clears(truth, o, NULL);
    return sign;
}

/* The side is not on the inner side of x - origin, nor is the one two floats further in on the outer side. */
static void check_side(float side, double x, double origin, int way)
{
    assert_true(side == 0 ? !signbit(side) : fabsf(side) >= FLT_MIN);
    assert_true(compare_side(side, x, origin) * way >= 0);
    float inner = side;
    for (int i = 0; i < 2; i++)
        inner = fabsf(inner) <= FLT_MIN && inner * (float)way >= 0
                    ? (float)way * (inner == 0 ? -FLT_MIN : 0)
                    : nextafterf(inner, (float)-way * INFINITY);
    assert_true(compare_side(inner, x, origin) * way <= 0);
    if (x - origin == (double)(float)(x - origin) && origin == 0 && fabs(x) >= FLT_MIN)
        assert_true((double)side == x);
}

static void check_round(double low, double high, double origin)
{
    fk_aabb box = {{low, low, low}, {high, high, high}};
    fk_vec3 zero = {origin, origin, origin};
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_aabb_float rounded = fk_aabb_round(&box, zero);
        fpu_set(0);
        for (int i = 0; i < 3; i++) {
            check_side(rounded.min[i], low, origin, -1);
            check_side(rounded.max[i], high, origin, 1);
        }
    }
}

static double draw_double(fk_random *random)
{
    static const double special[] = {0,        -0.0,     1,         -1,      FLT_MIN,  -FLT_MIN,
                                     FLT_MAX,  -FLT_MAX, DBL_MIN,   DBL_MAX, -DBL_MAX, 0x1p-1074,
                                     0x1p-149, 0x1p128,  -0x1p-126, 1e6,     0.1};
    double x;
    uint64_t bits = fk_random_u64(random);
    switch (fk_random_below(random, 5)) {
    case 0:
        return special[fk_random_below(random, sizeof special / sizeof *special)];
    case 1: /* of any size */
        memcpy(&x, &bits, sizeof x);
        return isfinite(x) ? x : 1;
    case 2: /* a float */
        return (double)(float)fk_random_between(random, -1e3, 1e3);
    case 3: /* next to a float */
        x = ldexp((double)(float)fk_random_between(random, -1, 1), (int)fk_random_below(random, 280) - 140);
        return nextafter(x, fk_random_below(random, 2) ? INFINITY : -INFINITY);
    default:
        return fk_random_between(random, -1e6, 1e6);
    }
}

static void test_round(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (int i = 0; i < 20000 / SHARE; i++) {
        double x = draw_double(&random), y = draw_double(&random);
        double origin = fk_random_below(&random, 3) == 0 ? 0 : draw_double(&random);
        if (fk_random_below(&random, 8) == 0)
            origin = x;
        check_round(fmin(x, y), fmax(x, y), origin);
    }
    /* Sums that look exact, but are not. */
    check_round(1, 1, 0x1p-60);
    check_round(1, 1, -0x1p-60);
    check_round(0x1p-60, 0x1p-60, 1);
    check_round(1, 1, 0x1p-1074);
    check_round(-1, -1, 0x1p-1074);
    check_round(0x1p-1074, 0x1p-1074, 1);
}

static bool is_empty(const fk_aabb_float *box)
{
    return box->min[0] > box->max[0] || box->min[1] > box->max[1] || box->min[2] > box->max[2];
}

static void test_round_special(void **state)
{
    (void)state;
    const fk_vec3 zero = {0, 0, 0}, one = {1, 1, 1};
    fk_aabb box = {{-INFINITY, 0, 0}, {INFINITY, 1, 1e300}};
    fk_aabb_float rounded = fk_aabb_round(&box, one);
    assert_true(rounded.min[0] == -INFINITY && rounded.max[0] == INFINITY && rounded.max[2] == INFINITY);
    assert_true(rounded.min[1] == -1 && rounded.max[1] == 0);
    /* What is beyond all floats begins within them. */
    box = (fk_aabb){{1e300, 0, -DBL_MAX}, {1e301, 1, -1e300}};
    rounded = fk_aabb_round(&box, zero);
    assert_true(rounded.min[0] == FLT_MAX && rounded.max[0] == INFINITY);
    assert_true(rounded.min[2] == -INFINITY && rounded.max[2] == -FLT_MAX);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        const fk_aabb none[] = {{{1, 0, 0}, {0, 1, 1}},
                                {{0, NAN, 0}, {1, 1, 1}},
                                {{0, 0, 0}, {1, 1, NAN}},
                                {{0, 0, 0x1p-1074}, {1, 1, 0}},
                                {{0, 0, 2e-310}, {1, 1, 1e-310}}};
        fpu_set(mode);
        for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
            rounded = fk_aabb_round(&none[i], one);
            assert_true(is_empty(&rounded));
        }
        fpu_set(0);
    }
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

static double see(void *user, uint32_t id, double limit)
{
    assert_int_equal(id, 0);
    ++*(int *)user;
    return limit;
}

/* Whether the box is visited in any, and in every, state. */
static void ask(fk_broad *broad, const fk_broad_probe *probe, bool *any, bool *all)
{
    *any = false;
    *all = true;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        int seen = 0;
        fpu_set(mode);
        fk_broad_visit(broad, probe, see, &seen);
        fpu_set(0);
        assert_true(seen <= 1);
        *any |= seen == 1;
        *all &= seen == 1;
    }
}

static void set_difference(mpq_t out, float x, float y)
{
    mpq_t other;
    mpq_init(other);
    mpq_set_d(out, (double)x);
    mpq_set_d(other, (double)y);
    mpq_sub(out, out, other);
    mpq_clear(other);
}

/* The least double that is not below a number that is not negative; infinite where there is none. */
static double double_above(mpq_t number)
{
    mpq_t step;
    mpq_init(step);
    mpq_set_d(step, DBL_MAX);
    double x = mpq_cmp(number, step) > 0 ? INFINITY : mpq_get_d(number);
    while (x < INFINITY) {
        mpq_set_d(step, x);
        if (mpq_cmp(step, number) >= 0)
            break;
        x = nextafter(x, INFINITY);
    }
    mpq_clear(step);
    return x;
}

/* The square of the distance. */
static void distance_squared(mpq_t out, const fk_aabb_float *a, const fk_aabb_float *b)
{
    mpq_t above, below;
    mpq_inits(above, below, NULL);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < 3; i++) {
        set_difference(above, b->min[i], a->max[i]);
        set_difference(below, a->min[i], b->max[i]);
        if (mpq_cmp(above, below) < 0)
            mpq_swap(above, below);
        if (mpq_sgn(above) <= 0)
            continue;
        mpq_mul(above, above, above);
        mpq_add(out, out, above);
    }
    mpq_clears(above, below, NULL);
}

/* When a box that moves meets another; false for never. */
static bool time_of_meeting(mpq_t out, const fk_aabb_float *a, const double *velocity, const fk_aabb_float *b)
{
    mpq_t first, last, leave, v;
    mpq_inits(first, last, leave, v, NULL);
    mpq_set_ui(out, 0, 1);
    bool meets = true, has_end = false;
    for (int i = 0; i < 3; i++) {
        set_difference(first, b->min[i], a->max[i]);
        set_difference(last, b->max[i], a->min[i]);
        mpq_set_d(v, velocity[i]);
        if (mpq_sgn(v) == 0) {
            meets = meets && mpq_sgn(first) <= 0 && mpq_sgn(last) >= 0;
            continue;
        }
        mpq_div(first, first, v);
        mpq_div(last, last, v);
        if (mpq_sgn(v) < 0)
            mpq_swap(first, last);
        if (mpq_cmp(first, out) > 0)
            mpq_set(out, first);
        if (!has_end || mpq_cmp(last, leave) < 0)
            mpq_set(leave, last);
        has_end = true;
    }
    meets = meets && (!has_end || mpq_cmp(out, leave) <= 0);
    mpq_clears(first, last, leave, v, NULL);
    return meets;
}

static float draw_float(fk_random *random)
{
    switch (fk_random_below(random, 3)) {
    case 0:
        return (float)fk_random_below(random, 9) - 4;
    case 1:
        return (float)fk_random_between(random, -4, 4);
    default: {
        float size = (float)ldexp(1 + fk_random_unit(random), (int)fk_random_below(random, 253) - 126);
        return fk_random_below(random, 2) ? size : -size;
    }
    }
}

static fk_aabb_float draw_box(fk_random *random)
{
    fk_aabb_float box;
    for (int i = 0; i < 3; i++) {
        float x = draw_float(random), y = fk_random_below(random, 4) ? draw_float(random) : x;
        box.min[i] = fminf(x, y);
        box.max[i] = fmaxf(x, y);
    }
    return box;
}

static double draw_velocity(fk_random *random)
{
    switch (fk_random_below(random, 4)) {
    case 0:
        return (double)fk_random_below(random, 7) - 3;
    case 1:
        return fk_random_between(random, -1, 1);
    case 2:
        return (fk_random_below(random, 2) ? 1 : -1) *
               ldexp(1 + fk_random_unit(random), (int)fk_random_below(random, 2097) - 1074);
    default:
        return 0;
    }
}

/* At the limit the box is visited, in every state; and below it by more than rounding, in none. */
static void check_limit(fk_broad *broad, fk_broad_probe *probe, double limit, bool is_usual)
{
    bool any, all;
    probe->limit = limit;
    ask(broad, probe, &any, &all);
    assert_true(all);
    probe->limit = limit * (1 - 0x1p-40);
    ask(broad, probe, &any, &all);
    assert_true(!any || !is_usual || limit < DBL_MIN);
}

static void test_distance(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    fk_broad *broad;
    assert_int_equal(fk_broad_create(context, NULL, &broad), FK_OK);
    mpq_t square, other;
    mpq_inits(square, other, NULL);
    for (int i = 0; i < 10000 / SHARE; i++) {
        fk_aabb_float box = draw_box(&random);
        fk_broad_probe probe = {.question = FK_BROAD_NEAR, .box = draw_box(&random)};
        assert_int_equal(fk_broad_set(broad, 0, &box), FK_OK);
        if (i % 2)
            fk_broad_update(broad, NULL);
        distance_squared(square, &probe.box, &box);
        double limit = sqrt(mpq_get_d(square)) * (1 - 0x1p-51);
        for (;; limit = nextafter(limit, INFINITY)) {
            mpq_set_d(other, limit);
            mpq_mul(other, other, other);
            if (mpq_cmp(other, square) >= 0)
                break;
        }
        check_limit(broad, &probe, limit, true);
    }
    mpq_clears(square, other, NULL);
    fk_broad_destroy(broad);
}

static void test_time(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    fk_broad *broad;
    assert_int_equal(fk_broad_create(context, NULL, &broad), FK_OK);
    mpq_t time;
    mpq_init(time);
    int met = 0;
    for (int i = 0; i < 40000 / SHARE; i++) {
        fk_aabb_float box = draw_box(&random);
        double v[3] = {draw_velocity(&random), draw_velocity(&random), draw_velocity(&random)};
        fk_broad_probe probe = {
            .question = FK_BROAD_MOVES, .box = draw_box(&random), .velocity = {v[0], v[1], v[2]}};
        bool is_usual = true;
        for (int k = 0; k < 3; k++)
            is_usual = is_usual && (v[k] == 0 || (fabs(v[k]) > 1e-200 && fabs(v[k]) < 1e200));
        assert_int_equal(fk_broad_set(broad, 0, &box), FK_OK);
        if (i % 2)
            fk_broad_update(broad, NULL);
        if (!time_of_meeting(time, &probe.box, v, &box))
            continue;
        double limit = double_above(time);
        if (limit > DBL_MAX)
            continue;
        check_limit(broad, &probe, limit, is_usual);
        met++;
    }
    assert_true(met > 5000 / SHARE);
    mpq_clear(time);
    fk_broad_destroy(broad);
}

/* Boxes that pass at a corner: met by one that moves along a diagonal, exactly. */
static void test_corner(void **state)
{
    (void)state;
    fk_broad *broad;
    assert_int_equal(fk_broad_create(context, NULL, &broad), FK_OK);
    for (int i = 1; i < 2000; i++) {
        float far = (float)i / 7, third = 1.0f / 3;
        fk_aabb_float box = {{far, -5, -5}, {far + 9, far, 5}};
        /* The point enters along x when it leaves along y. */
        fk_broad_probe probe = {
            .question = FK_BROAD_MOVES, .velocity = {(double)third, (double)third, 0}, .limit = INFINITY};
        assert_int_equal(fk_broad_set(broad, 0, &box), FK_OK);
        bool any, all;
        ask(broad, &probe, &any, &all);
        assert_true(all);
        box.min[0] *= 1.001f;
        assert_int_equal(fk_broad_set(broad, 0, &box), FK_OK);
        ask(broad, &probe, &any, &all);
        assert_false(any);
        /* It comes too late. */
        probe.velocity.x = -probe.velocity.x;
        ask(broad, &probe, &any, &all);
        assert_false(any);
    }
    fk_broad_destroy(broad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_round, fpu_usual),
        cmocka_unit_test_teardown(test_round_special, fpu_usual),
        cmocka_unit_test_teardown(test_distance, fpu_usual),
        cmocka_unit_test_teardown(test_time, fpu_usual),
        cmocka_unit_test_teardown(test_corner, fpu_usual),
    };
    fk_context_create(NULL, &context);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
