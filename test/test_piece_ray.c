/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rays against pieces of every kind: hit or miss, and both times to the last bit, as the oracle computes them. Whole coordinates make
 * rays that graze, touch, start on or in the piece, run along its axes and hit its edges; one unit in the last place moves them off. Sizes from
 * 2^-300 to 2^300 and beyond, every state of the floating-point unit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "base/vec3.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "sanitized.h"
#include "shape/support.h"

/* ---- Truth --------------------------------------------------------------------------------------------- */

/* The ends of the times from 0 on: one part for polyhedra, up to three else. */
typedef struct ray_truth {
    bool is_polyhedron, hits;
    mpq_t enter, leave;
    struct oracle_ray_times times;
} ray_truth;

static void find_truth(const fk_piece *piece, fk_vec3 origin, fk_vec3 direction, ray_truth *truth)
{
    double number[FK_PIECE_NUMBERS], from[3] = {origin.x, origin.y, origin.z},
                                     along[3] = {direction.x, direction.y, direction.z};
    struct oracle_piece own = to_oracle(piece, number), point = {ORACLE_POINT, from, 3};
    bool is_pointed = piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE;
    if (is_pointed && piece->as.capsule.radius == 0)
        own = (struct oracle_piece){ORACLE_SEG, number, 6};
    truth->is_polyhedron = !oracle_ray(&own, from, along, &truth->times);
    if (truth->is_polyhedron) {
        truth->hits = oracle_cast(&point, &own, along, DBL_MAX, truth->enter, truth->leave);
        return;
    }
    truth->hits = false;
    for (int i = 0; i < truth->times.count; i++)
        truth->hits = truth->hits || oracle_time_compare(&truth->times.part[i][1], 0) >= 0;
}

/* The sign of the first time (last 0) or the last one (1), which is at least 0, minus x. */
static int compare_truth(const ray_truth *truth, int last, double x)
{
    if (truth->is_polyhedron)
        return oracle_compare(last ? truth->leave : truth->enter, x);
    int sign = 0;
    for (int i = 0; i < truth->times.count; i++) {
        int own = oracle_time_compare(&truth->times.part[i][last], x);
        sign = i == 0 || (last ? own > sign : own < sign) ? own : sign;
    }
    if (!last && sign < 0 && x <= 0)
        return (x < 0) - (x > 0); /* it starts inside */
    return sign;
}

static bool is_tightest(const ray_truth *truth, int last, fk_interval time)
{
    if (time.lo == INFINITY)
        return time.hi == INFINITY && (truth->is_polyhedron || compare_truth(truth, last, DBL_MAX) > 0);
    if (truth->is_polyhedron && last && time.hi == INFINITY && oracle_compare(truth->leave, DBL_MAX) == 0)
        return true; /* the oracle's last time */
    if (time.lo == time.hi)
        return compare_truth(truth, last, time.lo) == 0;
    if (time.hi != INFINITY && time.hi != nextafter(time.lo, INFINITY))
        return false;
    return compare_truth(truth, last, time.lo) > 0 &&
           (time.hi == INFINITY ? time.lo == DBL_MAX : compare_truth(truth, last, time.hi) < 0);
}

typedef struct ray_counts {
    unsigned rays, hits, wrong;
} ray_counts;

static void check_ray(const fk_piece *piece, fk_vec3 origin, fk_vec3 direction, int mode, ray_counts *counts)
{
    ray_truth truth;
    fk_cast cast;
    memset(&cast, 255, sizeof cast);
    fpu_set(mode);
    fk_status status = fk_piece_ray(origin, direction, piece, &cast);
    fpu_set(0);
    if (fk_piece_check(piece) != FK_OK) {
        assert_int_not_equal(status, FK_OK);
        return;
    }
    assert_int_equal(status, FK_OK);
    mpq_inits(truth.enter, truth.leave, (mpq_ptr)NULL);
    oracle_ray_init(&truth.times);
    find_truth(piece, origin, direction, &truth);
    /* The oracle's times of polyhedra end at the largest double. */
    if (truth.is_polyhedron && !truth.hits && cast.result == FK_CAST_HIT && cast.enter.lo == DBL_MAX)
        cast.result = FK_CAST_MISS;
    counts->rays++;
    counts->hits += truth.hits;
    bool is_right =
        cast.result == (truth.hits ? FK_CAST_HIT : FK_CAST_MISS) &&
        (!truth.hits || (is_tightest(&truth, 0, cast.enter) && is_tightest(&truth, 1, cast.leave)));
    if (!is_right) {
        if (counts->wrong++ < 5)
            print_error(
                "kind %d mode %d: %d, should hit: %d; [%a, %a] [%a, %a], from %a %a %a along %a %a %a\n",
                piece->kind, mode, cast.result, truth.hits, cast.enter.lo, cast.enter.hi, cast.leave.lo,
                cast.leave.hi, origin.x, origin.y, origin.z, direction.x, direction.y, direction.z);
    }
    oracle_ray_clear(&truth.times);
    mpq_clears(truth.enter, truth.leave, (mpq_ptr)NULL);
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

typedef enum ray_family { WHOLE, NEAR_WHOLE, RANDOM, FAR, LEVEL, EXTREME, FAMILIES } ray_family;

static double draw_number(fk_random *random, ray_family family)
{
    double whole = (double)fk_random_below(random, 9) - 4;
    switch (family) {
    case RANDOM:
    case FAR:
        return fk_random_between(random, -4, 4);
    case NEAR_WHOLE:
        return fk_random_below(random, 4) == 0 ? nextafter(whole, 9 * (double)fk_random_below(random, 2) - 4)
                                               : whole;
    case EXTREME:
        return fk_random_below(random, 4) == 0
                   ? whole
                   : ldexp(fk_random_between(random, -1, 1), (int)fk_random_below(random, 2090) - 1070);
    default:
        return whole;
    }
}

static fk_vec3 draw_vector(fk_random *random, ray_family family)
{
    double x = draw_number(random, family), y = draw_number(random, family);
    return v(x, y, draw_number(random, family));
}

static fk_piece draw_piece(fk_random *random, ray_family family, fk_kind kind, fk_vec3 point[12])
{
    for (int i = 0; i < 12; i++)
        point[i] = draw_vector(random, family);
    double radius = fabs(draw_number(random, family));
    switch (kind) {
    case FK_KIND_POINT:
        return fk_piece_point(point[0]);
    case FK_KIND_SEGMENT:
        return fk_piece_segment(point[0], point[1]);
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(point[0], point[1], point[2]);
    case FK_KIND_TETRA:
        return fk_piece_tetra(point[0], point[1], point[2], point[3]);
    case FK_KIND_BOX:
        return fk_piece_box(point[0], point[1], point[2], point[3]);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(point[0], radius);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(point[0], point[1], radius);
    case FK_KIND_HALF_SPACE:
        return fk_piece_half_space(point[0], point[1].x);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(point[0], point[1], radius);
    case FK_KIND_CONE:
        return fk_piece_cone(point[0], point[1], radius);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(point[0], point[1], point[2], point[3]);
    default:
        return fk_piece_hull(point, 4 + (uint32_t)fk_random_below(random, 9));
    }
}

/* A point of the piece, more or less. */
static fk_vec3 some_point(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    const double *p = to_oracle(piece, number).number;
    return v(p[0], p[1], p[2]);
}

static void draw_ray(fk_random *random, ray_family family, const fk_piece *piece, fk_vec3 *origin,
                     fk_vec3 *direction)
{
    *origin = draw_vector(random, family);
    *direction = draw_vector(random, family);
    if (family == FAR) {
        fk_vec3 to = some_point(piece);
        *origin = fk_vec3_scale(*origin, ldexp(1, (int)fk_random_below(random, 50)));
        if (piece->kind != FK_KIND_HALF_SPACE)
            *direction = fk_vec3_sub(to, *origin);
    }
    if (family == LEVEL) { /* along an axis, or at rest */
        fk_vec3 axis = {0, 0, 0};
        double *c[3] = {&axis.x, &axis.y, &axis.z};
        *c[fk_random_below(random, 3)] = draw_number(random, WHOLE);
        *direction = axis;
    }
}

static void check_family(ray_family family, unsigned count, int modes)
{
    fk_random random = fk_random_make(40 + (uint64_t)family);
    for (fk_kind kind = 1; kind < FK_KIND_COUNT; kind++) {
        ray_counts counts = {0, 0, 0};
        for (unsigned i = 0; i < count; i++) {
            fk_vec3 point[12], origin, direction;
            fk_piece piece = draw_piece(&random, family, kind, point);
            draw_ray(&random, family, &piece, &origin, &direction);
            check_ray(&piece, origin, direction, (int)i % modes, &counts);
        }
        if (family != EXTREME)
            assert_true(counts.hits > 0 || kind == FK_KIND_POINT || kind == FK_KIND_SEGMENT);
        if (counts.wrong > 0)
            print_error("family %d kind %d: %u wrong of %u\n", family, kind, counts.wrong, counts.rays);
        assert_int_equal(counts.wrong, 0);
    }
}

static void test_families(void **state)
{
    (void)state;
    for (int family = 0; family < FAMILIES; family++)
        check_family((ray_family)family, (family == EXTREME ? 300 : 1600) / SHARE, FPU_MODES);
}

/* Powers of two change nothing but the exponents. */
static void test_scales(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    static const int power[] = {-300, -150, -40, 40, 150, 300};
    ray_counts counts = {0, 0, 0};
    for (unsigned i = 0; i < 2400 / SHARE; i++) {
        fk_kind kind = 1 + i % (FK_KIND_COUNT - 1);
        double size = ldexp(1, power[i / 12 % 6]), speed = ldexp(1, power[fk_random_below(&random, 6)]);
        fk_vec3 point[12], origin, direction;
        fk_piece piece = draw_piece(&random, i % 2 ? WHOLE : RANDOM, kind, point);
        draw_ray(&random, i % 2 ? WHOLE : RANDOM, &piece, &origin, &direction);
        double number[FK_PIECE_NUMBERS];
        if (kind == FK_KIND_HULL) {
            for (int k = 0; k < 12; k++)
                point[k] = fk_vec3_scale(point[k], size);
        } else {
            uint32_t count = fk_piece_to_numbers(&piece, number);
            for (uint32_t k = kind == FK_KIND_HALF_SPACE ? 3 : 0; k < count; k++)
                number[k] *= size;
            piece = fk_piece_from_numbers(kind, number);
        }
        check_ray(&piece, fk_vec3_scale(origin, size), fk_vec3_scale(direction, speed), (int)i % FPU_MODES,
                  &counts);
    }
    assert_true(counts.hits > 0);
    assert_int_equal(counts.wrong, 0);
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

static bool same_cast(const fk_cast *x, const fk_cast *y)
{
    return x->result == y->result && x->enter.lo == y->enter.lo && x->enter.hi == y->enter.hi &&
           x->leave.lo == y->leave.lo && x->leave.hi == y->leave.hi;
}

/* Hulls with hints, bare ones and posed ones against the linear program, which casts of points use. */
static void check_hull(fk_context *context, fk_random *random, uint32_t count, ray_family family,
                       ray_counts *counts)
{
    enum { MOST = 160, RAYS = 12 };
    fk_vec3 point[MOST], placed[MOST];
    fk_hull *hull;
    for (uint32_t i = 0; i < count; i++) {
        point[i] = draw_vector(random, family);
        if (family == RANDOM && i % 2)
            point[i] = fk_vec3_scale(point[i], 4 / (fk_vec3_length(point[i]) + 1e-9));
    }
    assert_int_equal(fk_hull_build(context, point, count, &hull), FK_OK);
    double quat[4] = {fk_random_between(random, -1, 1), fk_random_between(random, -1, 1), 0.3, 0.7};
    fk_pose pose;
    assert_int_equal(fk_pose_from_quat_xyzw(draw_vector(random, family), quat, &pose), FK_OK);
    fk_piece own = fk_hull_piece(hull), bare = fk_piece_hull(point, count);
    fk_piece copy = fk_piece_place(&own, &pose, placed), posed = fk_piece_place(&own, &pose, NULL);
    const fk_piece *piece[4] = {&own, &bare, &copy, &posed};
    for (int i = 0; i < RAYS; i++) {
        fk_vec3 origin = fk_vec3_scale(draw_vector(random, family), i % 3),
                direction = draw_vector(random, family);
        if (i % 4 == 0) /* at a vertex */
            direction = fk_vec3_sub(i % 8 ? placed[0] : point[0], origin);
        for (int k = 0; k < 4; k++) {
            fk_piece start = fk_piece_point(origin);
            fk_cast ray, cast;
            fpu_set(k == 3 ? 0 : i % FPU_MODES); /* which places posed hulls, too */
            assert_int_equal(fk_piece_ray(origin, direction, piece[k], &ray), FK_OK);
            fpu_set(0);
            assert_int_equal(fk_pair_cast(&start, direction, k == 3 ? &copy : piece[k], INFINITY, &cast),
                             FK_OK);
            counts->rays++;
            counts->hits += cast.result == FK_CAST_HIT;
            counts->wrong += !same_cast(&ray, &cast);
        }
    }
    fk_hull_free(context, hull);
}

static void test_hulls(void **state)
{
    (void)state;
    static const uint32_t count[] = {4, 6, 8, 12, 32, 64, 128, 160};
    fk_random random = fk_random_make(21);
    ray_counts counts = {0, 0, 0};
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (unsigned i = 0; i < 120 / SHARE; i++)
        check_hull(context, &random, count[i % 8],
                   i / 8 % 3 == 0   ? WHOLE
                   : i / 8 % 3 == 1 ? NEAR_WHOLE
                                    : RANDOM,
                   &counts);
    fk_context_destroy(context);
    assert_true(counts.hits > 0 && counts.hits < counts.rays);
    assert_int_equal(counts.wrong, 0);
}

/* ---- Contract ------------------------------------------------------------------------------------------ */

static fk_cast ray_of(const fk_piece *piece, fk_vec3 origin, fk_vec3 direction)
{
    fk_cast cast;
    assert_int_equal(fk_piece_ray(origin, direction, piece, &cast), FK_OK);
    return cast;
}

static void test_contract(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(5, 0, 0), 1), cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 2), 1);
    fk_cast cast = ray_of(&ball, v(0, 0, 0), v(1, 0, 0));
    assert_true(cast.enter.lo == 4 && cast.enter.hi == 4 && cast.leave.lo == 6 && cast.leave.hi == 6);
    cast = ray_of(&ball, v(0, 1, 0), v(2, 0, 0)); /* grazes */
    assert_true(cast.result == FK_CAST_HIT && cast.enter.lo == 2.5 && cast.leave.hi == 2.5);
    assert_int_equal(ray_of(&ball, v(0, nextafter(1, 2), 0), v(2, 0, 0)).result, FK_CAST_MISS);
    cast = ray_of(&ball, v(0, nextafter(1, 0), 0), v(2, 0, 0));
    assert_true(cast.result == FK_CAST_HIT && cast.enter.hi < 2.5);
    cast = ray_of(&ball, v(5, 0, 0), v(0, 0, 0)); /* at rest inside */
    assert_true(cast.result == FK_CAST_HIT && cast.enter.hi == 0 && cast.leave.lo == INFINITY);
    assert_int_equal(ray_of(&ball, v(0, 0, 0), v(0, 0, 0)).result, FK_CAST_MISS);
    cast = ray_of(&cone, v(0, 0, 5), v(0, 0, -1)); /* through the apex */
    assert_true(cast.enter.lo == 3 && cast.enter.hi == 3 && cast.leave.lo == 5 && cast.leave.hi == 5);
    cast = ray_of(&cone, v(0, 0, 2), v(-1, 0, -2)); /* down its side */
    assert_true(cast.enter.hi == 0 && cast.leave.lo == 1 && cast.leave.hi == 1);
    cast = ray_of(&cone, v(-1, 0, 2), v(1, 0, 0)); /* only the apex */
    assert_true(cast.enter.lo == 1 && cast.leave.hi == 1);
    assert_int_equal(ray_of(&cone, v(-1, 0, 3), v(1, 0, 0)).result, FK_CAST_MISS); /* the other nappe */
    fk_piece disc = fk_piece_ellipsoid(v(0, 0, 0), v(2, 0, 0), v(0, 1, 0), v(0, 0, 0));
    cast = ray_of(&disc, v(1, 0, 4), v(0, 0, -1));
    assert_true(cast.enter.lo == 4 && cast.leave.hi == 4);
    cast = ray_of(&disc, v(-5, 0, 0), v(1, 0, 0)); /* in its plane */
    assert_true(cast.enter.lo == 3 && cast.leave.hi == 7);
    assert_int_equal(ray_of(&disc, v(0, 2, 4), v(0, 0, -1)).result, FK_CAST_MISS);
    fk_piece bar = fk_piece_ellipsoid(v(0, 0, 0), v(3, 0, 0), v(4, 0, 0), v(0, 0, 0)); /* from -5 to 5 */
    cast = ray_of(&bar, v(-7, 0, 0), v(1, 0, 0));
    assert_true(cast.enter.lo == 2 && cast.leave.hi == 12);
    fk_cast same = cast;
    ball.as.sphere.radius = -1;
    assert_int_equal(fk_piece_ray(v(0, 0, 0), v(1, 0, 0), &ball, &cast), FK_ERROR_PIECE);
    assert_int_equal(fk_piece_ray(v(0, NAN, 0), v(1, 0, 0), &bar, &cast), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_piece_ray(v(0, 0, 0), v(1, INFINITY, 0), &bar, &cast), FK_ERROR_NOT_FINITE);
    assert_memory_equal(&same, &cast, sizeof cast);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contract),
        cmocka_unit_test_teardown(test_families, fpu_usual),
        cmocka_unit_test_teardown(test_scales, fpu_usual),
        cmocka_unit_test_teardown(test_hulls, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
