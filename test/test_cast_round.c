/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts of round and smooth pieces: brackets hold the times that are known by formula, and the oracle's exact verdicts
 * at their ends; they are narrow. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "base/vec3.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/measure/measure.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"
#include "shape/support.h"

#define PROMISE 1e-12

static bool same_cast(fk_cast x, fk_cast y)
{
    return x.result == y.result && x.enter.lo == y.enter.lo && x.enter.hi == y.enter.hi &&
           x.leave.lo == y.leave.lo && x.leave.hi == y.leave.hi;
}

/* In both orders, which must agree. */
static fk_cast cast_of(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end)
{
    fk_cast cast, swapped;
    assert_int_equal(fk_pair_cast(a, velocity, b, end, &cast), FK_OK);
    assert_int_equal(fk_pair_cast(b, fk_vec3_negate(velocity), a, end, &swapped), FK_OK);
    assert_true(same_cast(cast, swapped));
    return cast;
}

static void assert_time(fk_interval bracket, double time, double width)
{
    if (!(bracket.lo <= time + 1e-15 * fabs(time) && bracket.hi >= time - 1e-15 * fabs(time) &&
          bracket.hi - bracket.lo <= width))
        print_error("[%.17g, %.17g], expected %.17g\n", bracket.lo, bracket.hi, time);
    assert_true(bracket.lo <= time + 1e-15 * fabs(time) && bracket.hi >= time - 1e-15 * fabs(time));
    assert_true(bracket.hi - bracket.lo <= width);
}

static void assert_hit(fk_cast cast, double enter, double leave, double width)
{
    assert_int_equal(cast.result, FK_CAST_HIT);
    assert_time(cast.enter, enter, width);
    assert_time(cast.leave, leave, width);
}

/* ---- Known times --------------------------------------------------------------------------------------- */

static void test_spheres(void **state)
{
    (void)state;
    fk_piece a = fk_piece_sphere(v(0, 0, 0), 1), b = fk_piece_sphere(v(5, 0, 0), 1);
    assert_hit(cast_of(&a, v(1, 0, 0), &b, INFINITY), 3, 7, 1e-13);
    assert_hit(cast_of(&a, v(0x1p-20, 0, 0), &b, INFINITY), 3 * 0x1p20, 7 * 0x1p20, 1e-6);
    assert_hit(cast_of(&a, v(1, 0, 0), &b, 4), 3, 4, 1e-13);
    assert_int_equal(cast_of(&a, v(1, 0, 0), &b, 2.9).result, FK_CAST_MISS);
    assert_int_equal(cast_of(&a, v(-1, 0, 0), &b, INFINITY).result, FK_CAST_MISS);
    fk_piece off = fk_piece_sphere(v(5, 1, 0.5), 1), pass = fk_piece_sphere(v(5, 2.5, 0), 1);
    double half = sqrt(4 - 1.25);
    assert_hit(cast_of(&a, v(1, 0, 0), &off, INFINITY), 5 - half, 5 + half, 1e-12);
    assert_int_equal(cast_of(&a, v(1, 0, 0), &pass, INFINITY).result, FK_CAST_MISS);
    fk_piece missed = fk_piece_sphere(v(5, 2 + 1e-10, 0), 1), met = fk_piece_sphere(v(5, 2 - 1e-10, 0), 1);
    assert_int_equal(cast_of(&a, v(1, 0, 0), &missed, INFINITY).result, FK_CAST_MISS);
    assert_int_equal(cast_of(&a, v(1, 0, 0), &met, INFINITY).result, FK_CAST_HIT);
    fk_piece grazed = fk_piece_sphere(v(5, 2, 0), 1);
    assert_int_not_equal(cast_of(&a, v(1, 0, 0), &grazed, INFINITY).result, FK_CAST_MISS);
    /* Touching now, and moving apart. */
    fk_piece near = fk_piece_sphere(v(2, 0, 0), 1);
    assert_hit(cast_of(&a, v(-1, 0, 0), &near, INFINITY), 0, 0, 1e-13);
    assert_hit(cast_of(&a, v(1, 0, 0), &near, INFINITY), 0, 4, 1e-13);
    assert_hit(cast_of(&a, v(0, 0, 0), &near, 3), 0, 3, 0);
    /* Far away, and large. */
    fk_piece c = fk_piece_sphere(v(0x1p30, 0x1p30, 0), 1), d = fk_piece_sphere(v(0x1p30 + 5, 0x1p30, 0), 1);
    assert_hit(cast_of(&c, v(1, 0, 0), &d, INFINITY), 3, 7, 1e-12);
}

/* A ball against a box of 500 m: to a hundredth of a millimetre, and far better. */
static void test_ball_and_large_box(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 0.5);
    fk_piece box = fk_piece_box(v(100, -250, -250), v(500, 0, 0), v(0, 500, 0), v(0, 0, 500));
    assert_hit(cast_of(&ball, v(30, 0, 0), &box, INFINITY), 99.5 / 30, 600.5 / 30, 1e-12);
    assert_hit(cast_of(&ball, v(30, 1, -2), &box, 10), 99.5 / 30, 10, 1e-12);
    /* The edge and a corner: from the distance of a point to the centre. */
    fk_piece edge = cube(3, 0.6, -1, 2), corner = cube(3, 0.25, 0.25, 1);
    assert_time(cast_of(&ball, v(1, 0.4, 0), &edge, INFINITY).enter, 2.5, 1e-12);
    fk_cast cast = cast_of(&ball, v(1, 0, 0), &corner, INFINITY);
    assert_time(cast.enter, 3 - sqrt(0.125), 1e-12);
}

/* A box that moves from x = -10 to 10 through a cone: the same time on every run. */
static void test_box_through_cone(void **state)
{
    (void)state;
    fk_piece cone = fk_piece_cone(v(0, 0, -1), v(0, 0, 1), 1);
    fk_piece box = fk_piece_box(v(-10.5, -0.5, -0.5), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    fk_cast first = cast_of(&box, v(1, 0, 0), &cone, 20);
    assert_hit(first, 8.75, 11.25, 1e-12);
    for (int i = 0; i < 3; i++) {
        fk_cast again = cast_of(&box, v(1, 0, 0), &cone, 20);
        assert_true(same_cast(first, again));
    }
}

static void test_rays(void **state)
{
    (void)state;
    fk_piece cone = fk_piece_cone(v(0, 0, -1), v(0, 0, 1), 1),
             cylinder = fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 1);
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 0), v(2, 0, 0), v(0, 1, 0), v(0, 0, 0.5));
    fk_piece side = fk_piece_point(v(-3, 0, 0.5)), above = fk_piece_point(v(0, 0, 5));
    assert_hit(cast_of(&side, v(1, 0, 0), &cone, INFINITY), 2.75, 3.25, 1e-12);
    assert_hit(cast_of(&above, v(0, 0, -1), &cone, INFINITY), 4, 6, 1e-12);
    assert_hit(cast_of(&side, v(1, 0, 0), &cylinder, INFINITY), 2, 4, 1e-12);
    assert_hit(cast_of(&above, v(0, 0, -2), &cylinder, INFINITY), 2, 3, 1e-12);
    assert_hit(cast_of(&above, v(0, 0, -1), &egg, INFINITY), 4.5, 5.5, 1e-12);
    fk_cast cast;
    assert_int_equal(fk_piece_ray(v(-3, 0.5, 0), v(1, 0, 0), &egg, &cast), FK_OK);
    assert_hit(cast, 3 - sqrt(3), 3 + sqrt(3), 1e-12);
    assert_int_equal(fk_piece_ray(v(-3, 1.5, 0), v(1, 0, 0), &egg, &cast), FK_OK);
    assert_int_equal(cast.result, FK_CAST_MISS);
}

static void test_smooth_pieces(void **state)
{
    (void)state;
    fk_piece cone = fk_piece_cone(v(0, 0, -1), v(0, 0, 1), 1), tip = fk_piece_cone(v(0, 0, 6), v(0, 0, 4), 1);
    assert_hit(cast_of(&tip, v(0, 0, -1), &cone, INFINITY), 3, 7, 1e-12);
    fk_piece lower = fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 1),
             upper = fk_piece_cylinder(v(0, 0, 5), v(0, 0, 7), 0.5);
    assert_hit(cast_of(&upper, v(0, 0, -1), &lower, INFINITY), 4, 8, 1e-12);
    fk_piece across = fk_piece_cylinder(v(-5, -1, 0), v(-5, 1, 0), 1);
    assert_hit(cast_of(&across, v(1, 0, 0), &lower, INFINITY), 3, 7, 1e-12);
    fk_piece capsule = fk_piece_capsule(v(0, -1, -5), v(0, 1, -5), 0.25);
    fk_piece tri = fk_piece_triangle(v(-1, 0, 0), v(1, 0, 0), v(0, 0.5, 0));
    assert_hit(cast_of(&capsule, v(0, 0, 1), &tri, INFINITY), 4.75, 5.25, 1e-12);
    /* Touching, and moving apart at once: too near to call. */
    fk_piece ball = fk_piece_sphere(v(1.5, 2, 0), 1.5);
    assert_int_equal(cast_of(&lower, v(-3, -4, 0), &ball, INFINITY).result, FK_CAST_UNDECIDED);
}

static void test_half_spaces(void **state)
{
    (void)state;
    fk_piece ground = fk_piece_half_space(v(0, 0, 3), 3); /* z <= 1 */
    fk_piece ball = fk_piece_sphere(v(7, 1, 4), 1), pin = fk_piece_cylinder(v(0, 0, 5), v(0, 0, 7), 0.5);
    fk_cast fall = cast_of(&ball, v(9, 0, -1), &ground, INFINITY);
    assert_time(fall.enter, 2, 1e-12);
    assert_true(fall.leave.lo == INFINITY && fall.leave.hi == INFINITY);
    assert_hit(cast_of(&pin, v(0, 0, -2), &ground, 9), 2, 9, 1e-12);
    assert_int_equal(cast_of(&pin, v(1, 0, 0), &ground, INFINITY).result, FK_CAST_MISS);
    fk_piece slanted = fk_piece_half_space(v(1, 1, 1), 0);
    fk_piece far = fk_piece_sphere(v(3, 3, 3), 1);
    assert_time(cast_of(&far, v(-1, -1, -1), &slanted, INFINITY).enter, 3 - 1 / sqrt(3), 1e-12);
}

/* ---- All families, against exact verdicts -------------------------------------------------------------- */

/* A little before or after a time: by 2^-200 of it. */
static int verdict_beside(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double time, int side)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS],
        rate[3] = {velocity.x, velocity.y, velocity.z};
    struct oracle_piece oracle_a = to_oracle(a, number_a), oracle_b = to_oracle(b, number_b);
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, time);
    if (side != 0) {
        mpq_t step;
        mpq_init(step);
        mpq_set_d(step, side * time);
        mpq_div_2exp(step, step, 200);
        mpq_add(exact, exact, step);
        mpq_clear(step);
    }
    int verdict = oracle_verdict_moved(&oracle_a, &oracle_b, rate, exact);
    mpq_clear(exact);
    return verdict;
}

static int verdict_at(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double time)
{
    return verdict_beside(a, velocity, b, time, 0);
}

/* The first time (side -1) or the last one (1), to the last bit: with `out` the end outside of the times, and `in` the other one. */
static void check_end(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double out, double in, int side)
{
    if (out == in) {
        assert_int_equal(verdict_beside(a, velocity, b, out, side), ORACLE_APART);
        return;
    }
    assert_true(nextafter(out, in) == in);
    assert_int_equal(verdict_at(a, velocity, b, out), ORACLE_APART);
    assert_int_not_equal(verdict_beside(a, velocity, b, in, side), ORACLE_APART);
}

/* At the inner ends of both brackets the pieces meet, at the outer ends they overlap in no case; between the times that
 * were asked for and no bracket they are apart. */
static void check_exactly(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end, fk_cast cast)
{
    if (cast.result == FK_CAST_MISS)
        for (int i = 0; i <= 8; i++)
            assert_int_equal(verdict_at(a, velocity, b, end * i / 8), ORACLE_APART);
    if (cast.result != FK_CAST_HIT)
        return;
    assert_true(0 <= cast.enter.lo && cast.enter.lo <= cast.enter.hi && cast.leave.lo <= cast.leave.hi);
    assert_true(cast.leave.hi <= end);
    if (cast.leave.lo > cast.enter.hi) { /* else they may meet for a moment between two doubles */
        assert_int_not_equal(verdict_at(a, velocity, b, cast.enter.hi), ORACLE_APART);
        assert_int_not_equal(verdict_at(a, velocity, b, cast.leave.lo), ORACLE_APART);
    }
    if (cast.enter.lo > 0 && cast.leave.lo > cast.enter.hi)
        check_end(a, velocity, b, cast.enter.lo, cast.enter.hi, -1);
    if (cast.leave.hi < end && cast.leave.lo > cast.enter.hi)
        check_end(a, velocity, b, cast.leave.hi, cast.leave.lo, 1);
}

static fk_vec3 first_point(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS];
    const double *p = to_oracle(piece, number).number;
    return v(p[0], p[1], p[2]);
}

static bool is_round(fk_kind kind)
{
    return kind == FK_KIND_SPHERE || kind == FK_KIND_CAPSULE;
}

static bool is_smooth(fk_kind kind)
{
    return kind == FK_KIND_CYLINDER || kind == FK_KIND_CONE || kind == FK_KIND_ELLIPSOID;
}

/* From well outside toward the other piece, past it and beyond. */
static void test_families(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    unsigned turn = 0, hits = 0, misses = 0, undecided = 0;
    for (size_t family = 0; family < fk_family_count(); family++) {
        if (strcmp(fk_family_name(family), "extremes") == 0)
            continue;
        for (fk_kind i = 1; i <= FK_KIND_HULL; i++)
            for (fk_kind j = 1; j <= FK_KIND_HULL; j++) {
                if ((!is_round(i) && !is_round(j)) || turn++ % SHARE != 0)
                    continue;
                fk_family_pair pair;
                fk_family_make(family, i, j, 17, turn % 11, &pair);
                fk_vec3 way = fk_vec3_sub(first_point(&pair.b), first_point(&pair.a));
                way.x += fk_random_between(&random, -0.3, 0.3) * way.y;
                if (way.x == 0 && way.y == 0 && way.z == 0)
                    way.z = 1;
                double end = fk_random_between(&random, 0.5, 4);
                fk_cast cast = cast_of(&pair.a, way, &pair.b, end);
                check_exactly(&pair.a, way, &pair.b, end, cast);
                hits += cast.result == FK_CAST_HIT;
                misses += cast.result == FK_CAST_MISS;
                undecided += cast.result == FK_CAST_UNDECIDED;
            }
    }
    print_message("%u hits, %u misses, %u undecided\n", hits, misses, undecided);
    assert_true(hits > 0 && misses > 0 && undecided == 0);
}

/* Whole coordinates, so that balls and capsules graze, touch, and slide along faces and edges; in both orders. A square of the distance of
 * the swept core from the other one, which is rational, decides whether they meet at all. */
static void test_whole_casts(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    unsigned count[3] = {0, 0, 0};
    for (unsigned i = 0; i < 3000 / SHARE; i++) {
        fk_vec3 p[8], way = whole_vector(&random, 2), place = whole_vector(&random, 3);
        for (int k = 0; k < 8; k++)
            p[k] = whole_vector(&random, 3);
        double radius = (double)fk_random_below(&random, 3) / 2,
               other = (double)(1 + fk_random_below(&random, 3));
        fk_piece a = i % 2 ? fk_piece_sphere(place, other) : fk_piece_capsule(place, p[7], other),
                 b[] = {fk_piece_point(p[0]),
                        fk_piece_segment(p[0], p[1]),
                        fk_piece_triangle(p[0], p[1], p[2]),
                        fk_piece_tetra(p[0], p[1], p[2], p[3]),
                        fk_piece_box(p[0], p[1], p[2], p[3]),
                        fk_piece_sphere(p[0], radius),
                        fk_piece_capsule(p[0], p[1], radius),
                        fk_piece_hull(p, 5)};
        fk_piece *to = &b[i / 2 % 8];
        fk_vec3 from = fk_vec3_scale(way, -16);
        fk_pose pose = fk_pose_identity();
        pose.translation = from;
        fk_piece start = fk_piece_place(&a, &pose, NULL);
        fk_cast cast = cast_of(&start, way, to, 32);
        check_exactly(&start, way, to, 32, cast);
        count[cast.result]++;
        if (i % 2 == 0)
            continue;
        /* The ball sweeps a capsule. */
        pose.translation = fk_vec3_scale(way, 32);
        fk_piece end = fk_piece_place(&start, &pose, NULL);
        fk_piece swept = fk_piece_capsule(start.as.sphere.center, end.as.sphere.center, other);
        assert_int_equal(cast.result == FK_CAST_HIT, ask_oracle(&swept, to) != FK_APART);
    }
    print_message("%u hits, %u misses, %u undecided\n", count[2], count[1], count[0]);
    assert_true(count[0] == 0 && count[1] > 0 && count[2] > 0);
}

/* Smooth pieces on a straight way, placed anew for each look: they overlap between the brackets, are apart before and
 * after, and the brackets are narrow. */
static void test_smooth_families(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    size_t family = fk_family_find("random");
    unsigned hits = 0, undecided = 0;
    for (unsigned index = 0; index < 400 / SHARE; index++) {
        fk_kind i = 1 + index % (FK_KIND_COUNT - 1), j = 1 + index / 12 % (FK_KIND_COUNT - 1);
        if ((!is_smooth(i) && !is_smooth(j)) || i == FK_KIND_HALF_SPACE || j == FK_KIND_HALF_SPACE)
            continue;
        fk_family_pair pair;
        fk_vec3 room[FK_FAMILY_POINTS];
        fk_family_make(family, i, j, 19, index, &pair);
        fk_vec3 way = v(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1), 1);
        fk_pose pose = fk_pose_identity();
        pose.translation = fk_vec3_scale(way, -8);
        fk_piece start = fk_piece_place(&pair.a, &pose, room);
        fk_cast cast = cast_of(&start, way, &pair.b, 16);
        undecided += cast.result == FK_CAST_UNDECIDED;
        if (cast.result != FK_CAST_HIT)
            continue;
        hits++;
        assert_true(cast.enter.hi - cast.enter.lo <= 20 * PROMISE &&
                    cast.leave.hi - cast.leave.lo <= 20 * PROMISE);
        double looks[3] = {(cast.enter.hi + cast.leave.lo) / 2, cast.enter.lo - 1e-7, cast.leave.hi + 1e-7};
        for (int k = 0; k < 3; k++) {
            fk_vec3 placed[FK_FAMILY_POINTS];
            pose.translation = fk_vec3_scale(way, looks[k]);
            fk_piece moved = fk_piece_place(&start, &pose, placed);
            if (cast.leave.lo - cast.enter.hi > 1e-3)
                assert_int_equal(fk_pair_verdict(&moved, &pair.b), k == 0 ? FK_OVERLAPPING : FK_APART);
        }
    }
    print_message("%u hits, %u undecided\n", hits, undecided);
    assert_true(hits > 0 && undecided == 0);
}

/* A ball as an ellipsoid has brackets around the exact times of the sphere, in both orders; not one bit may be rounded inward. */
static fk_cast check_ellipsoid(fk_vec3 center, double r, fk_vec3 way, const fk_piece *b)
{
    fk_piece ball = fk_piece_sphere(center, r);
    fk_piece egg = fk_piece_ellipsoid(center, v(r, 0, 0), v(0, 0, -r), v(0, r, 0));
    fk_cast exact = cast_of(&ball, way, b, INFINITY), cast = cast_of(&egg, way, b, INFINITY);
    assert_int_equal(cast.result, exact.result);
    if (cast.result == FK_CAST_HIT) {
        assert_true(cast.enter.lo <= exact.enter.lo && cast.enter.hi >= exact.enter.hi);
        assert_true(cast.leave.lo <= exact.leave.lo && cast.leave.hi >= exact.leave.hi);
        assert_true(cast.enter.hi - cast.enter.lo <= 20 * PROMISE &&
                    cast.leave.hi - cast.leave.lo <= 20 * PROMISE);
    }
    return exact;
}

/* From far away, and from where they almost touch: there the least mistake shows in the time. */
static void test_balls_as_ellipsoids(void **state)
{
    (void)state;
    fk_random random = fk_random_make(41);
    size_t family = fk_family_find("random");
    unsigned hits = 0;
    for (unsigned index = 0; index < 400 / SHARE; index++) {
        fk_family_pair pair;
        fk_family_make(family, FK_KIND_SPHERE, 1 + index % FK_KIND_HULL, 43, index, &pair);
        if (pair.b.kind == FK_KIND_POINT || pair.b.kind == FK_KIND_HALF_SPACE)
            continue;
        fk_vec3 way = v(fk_random_between(&random, -0.1, 0.1), fk_random_between(&random, -0.1, 0.1), 1);
        fk_vec3 center = fk_vec3_sub(pair.a.as.sphere.center, fk_vec3_scale(way, 8));
        double r = pair.a.as.sphere.radius;
        fk_cast exact = check_ellipsoid(center, r, way, &pair.b);
        if (exact.result == FK_CAST_HIT)
            check_ellipsoid(fk_vec3_add(center, fk_vec3_scale(way, exact.enter.lo)), r, way, &pair.b);
        hits += exact.result == FK_CAST_HIT;
    }
    print_message("%u hits\n", hits);
    assert_true(hits > 0);
}

/* A cylinder is part of the capsule around it, so it meets no piece before that does. Those that are long and thin show if points
 * of their inside are not quite inside. */
static void test_cylinders_in_capsules(void **state)
{
    (void)state;
    fk_random random = fk_random_make(47);
    unsigned hits = 0;
    for (unsigned i = 0; i < 300 / SHARE; i++) {
        fk_vec3 number[3];
        for (int k = 0; k < 3; k++)
            number[k] = v(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1),
                          fk_random_between(&random, -1, 1));
        fk_vec3 axis = fk_vec3_scale(number[0], 100), way = number[1], place = fk_vec3_scale(way, -9);
        fk_piece box = fk_piece_box(number[2], v(1, 0, 0.1), v(0, 1, 0.2), v(0.3, 0, 1));
        for (int turn = 0; turn < 2; turn++) {
            fk_vec3 end[2] = {fk_vec3_sub(place, axis), fk_vec3_add(place, axis)};
            fk_piece in = fk_piece_cylinder(end[0], end[1], 0.01),
                     around = fk_piece_capsule(end[0], end[1], 0.01);
            fk_cast cast = cast_of(&in, way, &box, INFINITY), exact = cast_of(&around, way, &box, INFINITY);
            if (cast.result != FK_CAST_HIT)
                break;
            hits++;
            assert_int_equal(exact.result, FK_CAST_HIT);
            assert_true(cast.enter.hi >= exact.enter.hi && cast.leave.lo <= exact.leave.lo);
            place = fk_vec3_add(place, fk_vec3_scale(way, exact.enter.lo));
        }
    }
    print_message("%u hits\n", hits);
    assert_true(hits > 0);
}

/* ---- Hulls of many points ------------------------------------------------------------------------------ */

#define GROUPS      8
#define GROUP_SIZE  4
#define MANY_POINTS (GROUPS * GROUP_SIZE)

/* Point clouds: on a sphere, in a ball, with whole coordinates (faces of many points, and points that are no vertices), around a circle of
 * 20 whole points, all in one plane, all on a line. */
enum { CLOUD_SPHERE, CLOUD_BALL, CLOUD_WHOLE, CLOUD_DISC, CLOUD_FLAT, CLOUD_LINE, CLOUDS };

static void make_cloud(fk_random *random, int cloud, fk_vec3 point[MANY_POINTS])
{
    uint32_t count = 0;
    for (int x = -25; cloud == CLOUD_DISC && x <= 25; x++)
        for (int y = -25; y <= 25; y++)
            if (x * x + y * y == 25 * 25)
                point[count++] = v(x / 16.0, y / 16.0, 1);
    for (; count < MANY_POINTS; count++) {
        fk_vec3 p = v(fk_random_between(random, -1, 1), fk_random_between(random, -1, 1),
                      fk_random_between(random, -1, 1));
        if (cloud == CLOUD_SPHERE)
            p = fk_vec3_scale(p, 1 / fk_vec3_length(p));
        if (cloud == CLOUD_WHOLE || cloud == CLOUD_FLAT)
            p = whole_vector(random, 2);
        if (cloud == CLOUD_FLAT)
            p.z = 1;
        if (cloud == CLOUD_LINE)
            p = v(p.x, 2 * p.x, 0);
        point[count] = p;
    }
}

/* Each point of a hull belongs to a tetrahedron of four of its points (Caratheodory), so to the hull of four groups: a cast at
 * all hulls of four groups, each of 16 points, whose casts test_whole_casts compares with the oracle. */
static fk_cast cast_by_groups(const fk_piece *round, fk_vec3 way, const fk_vec3 *point, double end)
{
    fk_cast out = {FK_CAST_MISS, {INFINITY, INFINITY}, {0, 0}};
    for (unsigned mask = 0; mask < 1u << GROUPS; mask++) {
        fk_vec3 part[MANY_POINTS];
        uint32_t count = 0;
        for (uint32_t i = 0; i < MANY_POINTS; i++)
            if (mask >> i / GROUP_SIZE & 1)
                part[count++] = point[i];
        if (count != 4 * GROUP_SIZE)
            continue;
        fk_piece hull = fk_piece_hull(part, count);
        fk_cast cast;
        assert_int_equal(fk_pair_cast(round, way, &hull, end, &cast), FK_OK);
        assert_int_not_equal(cast.result, FK_CAST_UNDECIDED);
        if (cast.result != FK_CAST_HIT)
            continue;
        out.result = FK_CAST_HIT;
        out.enter = (fk_interval){fmin(out.enter.lo, cast.enter.lo), fmin(out.enter.hi, cast.enter.hi)};
        out.leave = (fk_interval){fmax(out.leave.lo, cast.leave.lo), fmax(out.leave.hi, cast.leave.hi)};
    }
    return out;
}

/* A ball or capsule that comes from outside; every third one begins where it meets the hull. */
static fk_piece make_round(fk_random *random, fk_vec3 way, bool is_whole)
{
    fk_vec3 p[2];
    for (int i = 0; i < 2; i++)
        p[i] = is_whole ? whole_vector(random, 3)
                        : v(fk_random_between(random, -3, 3), fk_random_between(random, -3, 3), 1);
    double radius =
        is_whole ? (double)(1 + fk_random_below(random, 3)) / 2 : fk_random_between(random, 0.01, 2);
    fk_pose pose = fk_pose_identity();
    pose.translation = fk_vec3_scale(way, fk_random_below(random, 3) == 0 ? 0 : -8);
    bool is_capsule = fk_random_below(random, 2) == 0;
    fk_piece piece = is_capsule ? fk_piece_capsule(p[0], p[1], radius) : fk_piece_sphere(p[0], radius);
    return fk_piece_place(&piece, &pose, NULL);
}

/* With whole numbers these graze vertices, edges and faces, slide along them, and have times that are doubles. */
static void test_hulls_of_many_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(23);
    unsigned count[3] = {0, 0, 0};
    for (unsigned i = 0; i < 150 / SHARE; i++) {
        fk_vec3 point[MANY_POINTS], placed[MANY_POINTS];
        int cloud = (int)(i % CLOUDS);
        bool is_whole = cloud == CLOUD_WHOLE || cloud == CLOUD_DISC || cloud == CLOUD_FLAT || i % 4 == 0;
        make_cloud(&random, cloud, point);
        fk_vec3 way = is_whole ? whole_vector(&random, 2)
                               : v(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1), 0.1);
        if (fk_vec3_length(way) == 0)
            way.x = 1;
        fk_pose pose = fk_pose_identity();
        if (i % 3 == 0)
            pose = fk_pose_from_rpy(v(0, 0, 0), v(1, 2, fk_random_between(&random, 0, 6)));
        pose.translation = v(i % 2, 0, 0);
        fk_piece local = fk_piece_hull(point, MANY_POINTS), hull = fk_piece_place(&local, &pose, placed),
                 posed = fk_piece_place(&local, &pose, NULL), ball = make_round(&random, way, is_whole);
        fk_cast cast = cast_of(&ball, way, &hull, 32), again = cast_of(&ball, way, &posed, 32),
                expected = cast_by_groups(&ball, way, placed, 32);
        assert_true(same_cast(cast, again));
        assert_int_equal(cast.result, expected.result);
        assert_true(cast.result == FK_CAST_MISS || same_cast(cast, expected));
        count[cast.result]++;
    }
    print_message("%u hits, %u misses, %u undecided\n", count[2], count[1], count[0]);
    assert_true(count[0] == 0 && count[1] > 0 && count[2] > 0);
}

/* With the hints of a built hull, placed or posed, casts have the same times as without. */
static void test_hints_of_many_points(void **state)
{
    (void)state;
    enum { POINTS = 300 };
    fk_random random = fk_random_make(37);
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (unsigned i = 0; i < 60 / SHARE; i++) {
        fk_vec3 point[POINTS], placed[POINTS];
        for (uint32_t k = 0; k + MANY_POINTS <= POINTS; k += MANY_POINTS)
            make_cloud(&random, (int)(i % CLOUDS), point + k);
        for (uint32_t k = POINTS / MANY_POINTS * MANY_POINTS; k < POINTS; k++)
            point[k] = point[0];
        fk_vec3 way = whole_vector(&random, 2);
        way.x += 0.5;
        fk_pose pose = fk_pose_from_rpy(v(1, 0, i), v(i, 2, 1));
        fk_piece round = make_round(&random, way, i % 2);
        fk_hull *hull;
        assert_int_equal(fk_hull_build(context, point, POINTS, &hull), FK_OK);
        fk_piece built = fk_hull_piece(hull), bare = fk_piece_hull(hull->point, hull->vertex_count);
        fk_piece all = fk_piece_hull(point, POINTS), there = fk_piece_place(&bare, &pose, placed);
        assert_true(same_cast(cast_of(&round, way, &built, 20), cast_of(&round, way, &all, 20)));
        fk_cast cast = cast_of(&round, way, &there, 20);
        there.as.hull.hint = hull;
        assert_true(same_cast(cast, cast_of(&round, way, &there, 20)));
        fk_piece posed = fk_piece_place(&built, &pose, NULL);
        assert_true(same_cast(cast, cast_of(&round, way, &posed, 20)));
        fk_hull_free(context, hull);
    }
    fk_context_destroy(context);
}

/* Powers of two scale the places, the radius and the times: everything else stays the same, to the last bit. */
static void test_scales_of_many_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(29);
    for (unsigned i = 0; i < 240 / SHARE; i++) {
        fk_vec3 point[MANY_POINTS], scaled[MANY_POINTS];
        make_cloud(&random, (int)(i % CLOUDS), point);
        fk_vec3 way = whole_vector(&random, 2);
        way.x += 0.5;
        fk_piece hull = fk_piece_hull(point, MANY_POINTS), ball = make_round(&random, way, i % 2);
        fk_cast cast = cast_of(&ball, way, &hull, INFINITY);
        static const int size[4] = {-300, 300, -300, 300}, speed[4] = {-300, 300, 300, -300};
        for (int k = 0; k < 4; k++) {
            double grow = ldexp(1, size[k]), fast = ldexp(1, speed[k]), slow = ldexp(1, size[k] - speed[k]);
            fk_piece large = ball;
            for (uint32_t p = 0; p < MANY_POINTS; p++)
                scaled[p] = fk_vec3_scale(point[p], grow);
            for (int p = 0; p < 2 && ball.kind == FK_KIND_CAPSULE; p++)
                large.as.capsule.end[p] = fk_vec3_scale(ball.as.capsule.end[p], grow);
            if (ball.kind == FK_KIND_CAPSULE)
                large.as.capsule.radius *= grow;
            else
                large =
                    fk_piece_sphere(fk_vec3_scale(ball.as.sphere.center, grow), ball.as.sphere.radius * grow);
            fk_piece other = fk_piece_hull(scaled, MANY_POINTS);
            fk_cast expected = {cast.result,
                                {cast.enter.lo * slow, cast.enter.hi * slow},
                                {cast.leave.lo * slow, cast.leave.hi * slow}};
            assert_true(same_cast(cast_of(&large, fk_vec3_scale(way, fast), &other, INFINITY), expected));
        }
    }
}

/* A ball that leaves, or enters, a hull of many points almost along its face. Its centre is at the time itself, so the verdict on
 * pieces at rest decides there. */
static void test_shallow_contacts(void **state)
{
    (void)state;
    fk_vec3 point[400];
    for (unsigned i = 0; i < 400; i++) {
        double x = (2 * i + 1) / 400.0 - 1;
        point[i] = v(x, 0, -1e-3 * pow(x, 20));
    }
    fk_piece hull = fk_piece_hull(point, 400);
    for (int side = -1; side <= 1; side += 2) {
        fk_vec3 center = v(0, 0, 1 - 1e-14);
        fk_piece ball = fk_piece_sphere(center, 1);
        fk_cast cast = cast_of(&ball, v(side, 0, 0), &hull, INFINITY);
        assert_int_equal(cast.result, FK_CAST_HIT);
        assert_true(cast.leave.lo > 0.1 && nextafter(cast.leave.lo, 1) == cast.leave.hi);
        fk_piece in = fk_piece_sphere(v(side * cast.leave.lo, 0, center.z), 1),
                 out = fk_piece_sphere(v(side * cast.leave.hi, 0, center.z), 1);
        assert_int_not_equal(fk_pair_verdict(&in, &hull), FK_APART);
        assert_int_equal(fk_pair_verdict(&out, &hull), FK_APART);
    }
}

/* Balls and capsules whose lowest point slides over the top of a prism, along a chord from one corner to another: they touch it on the way,
 * and no longer. Where numbers are so small that doubles find no vertex to begin with, exact arithmetic alone finds both corners. */
static void test_sliding_contacts(void **state)
{
    (void)state;
    enum { CORNERS = 20 };
    for (unsigned i = 0; i < 2 * CORNERS * (CORNERS - 1); i++) {
        if (i / 2 % SHARE != 0)
            continue;
        double size = i % 2 ? 0x1p-220 : 1;
        fk_vec3 point[2 * CORNERS];
        uint32_t count = 0;
        for (int x = -25; x <= 25; x++)
            for (int y = -25; y <= 25; y++)
                for (int z = 0; z < 2 && x * x + y * y == 25 * 25; z++)
                    point[count++] = v(x * size, y * size, 6 * z * size);
        assert_int_equal(count, 2 * CORNERS);
        uint32_t first = i / 2 / (CORNERS - 1), second = (first + 1 + i / 2 % (CORNERS - 1)) % CORNERS;
        fk_vec3 from = point[2 * first + 1], way = fk_vec3_sub(point[2 * second + 1], from);
        fk_vec3 low = fk_vec3_add(fk_vec3_sub(from, fk_vec3_scale(way, 8)), v(0, 0, size));
        fk_piece hull = fk_piece_hull(point, count), ball = fk_piece_sphere(low, size);
        assert_hit(cast_of(&ball, way, &hull, INFINITY), 8, 9, 0);
        for (int side = -2; side <= 2; side += 4) {
            fk_vec3 high = fk_vec3_add(low, v(2 * size, side * size, 3 * size));
            fk_piece capsule = fk_piece_capsule(high, low, size);
            assert_hit(cast_of(&capsule, way, &hull, INFINITY), 8, 9, 0);
        }
    }
}

/* ---- The floating-point unit --------------------------------------------------------------------------- */

static void test_every_fpu_mode(void **state)
{
    (void)state;
    fk_piece a = fk_piece_capsule(v(0, 0, 0), v(0.3, 0.4, 0.1), 0.5);
    fk_vec3 point[MANY_POINTS];
    fk_random random = fk_random_make(31);
    make_cloud(&random, CLOUD_WHOLE, point);
    fk_piece many = fk_piece_hull(point, MANY_POINTS);
    fk_piece b[] = {fk_piece_sphere(v(5, 0.3, 0.1), 1), cube(4, -0.2, 0.1, 2),
                    fk_piece_tetra(v(4, 0, 0), v(1, 1, 0), v(0, 2, 1), v(1, 0, 3)),
                    fk_piece_sphere(v(5, 2.5, 0), 0.1), many};
    fk_vec3 way = v(1, 0.01, 0);
    for (size_t i = 0; i < sizeof b / sizeof b[0]; i++)
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fk_cast cast;
            fpu_set(mode);
            fk_pair_cast(&a, way, &b[i], 20, &cast);
            fpu_set(0);
            assert_int_equal(cast.result, i == 3 ? FK_CAST_MISS : FK_CAST_HIT);
            if (b[i].kind == FK_KIND_HULL)
                assert_true(same_cast(cast, cast_by_groups(&a, way, point, 20)));
            else
                check_exactly(&a, way, &b[i], 20, cast);
            assert_true(cast.enter.hi - cast.enter.lo <= 20 * PROMISE);
        }
}

/* Which points belong to which pieces, seen from end 0 or the centre. */
/* A point that rests, on a flat ellipsoid and beside it: the verdict alone does not decide that. */
static void test_resting_points(void **state)
{
    (void)state;
    fk_vec3 zero = {0, 0, 0};
    fk_piece flat = fk_piece_ellipsoid(zero, fk_vec3_make(3, 0, 0), fk_vec3_make(0, 2, 0), zero);
    for (int i = 0; i < 2; i++) {
        fk_piece point = fk_piece_point(fk_vec3_make(3, 0, i * 0x1p-60));
        fk_cast cast[2], ray;
        assert_int_equal(fk_pair_cast(&point, zero, &flat, INFINITY, &cast[0]), FK_OK);
        assert_int_equal(fk_pair_cast(&flat, zero, &point, INFINITY, &cast[1]), FK_OK);
        assert_int_equal(fk_piece_ray(point.as.point, zero, &flat, &ray), FK_OK);
        assert_int_equal(ray.result, i == 0 ? FK_CAST_HIT : FK_CAST_MISS);
        for (int k = 0; k < 2; k++)
            assert_memory_equal(&cast[k], &ray, sizeof ray);
    }
}

static void test_points_of_pieces(void **state)
{
    (void)state;
    fk_vec3 a = {7, 0, 0}, b = {7, 0, 2};
    const fk_piece piece[5] = {
        fk_piece_sphere(a, 1), fk_piece_capsule(a, b, 1), fk_piece_cylinder(a, b, 1), fk_piece_cone(a, b, 1),
        fk_piece_ellipsoid(a, fk_vec3_make(1, 0, 0), fk_vec3_make(0, 2, 0), fk_vec3_make(0, 0, 0.5))};
    const struct {
        fk_vec3 at;
        const char *in; /* 1: in sphere, capsule, cylinder, cone, ellipsoid */
    } cases[] = {{{0, 0, 0}, "11111"},       {{1, 0, 0}, "11111"},       {{nextafter(1, 2), 0, 0}, "00000"},
                 {{0, 0, 2}, "01110"},       {{0.125, 0, 2.5}, "01000"}, {{0, 0, 3}, "01000"},
                 {{0, 0, -0.5}, "11001"},    {{0.5, 0, 1}, "01110"},     {{0.625, 0, 1}, "01100"},
                 {{0.375, 0, 1.5}, "01100"}, {{0, 2, 0}, "00001"},       {{0.5, 1.75, 0}, "00000"}};
    fk_arena arena;
    fk_arena_init(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int k = 0; k < 5; k++)
            assert_int_equal(fk_round_contains(&arena, &piece[k], cases[i].at), cases[i].in[k] == '1');
}

/* The square of a root lies between those of its bounds, exactly. */
static void test_roots(void **state)
{
    (void)state;
    fk_arena arena;
    for (int i = 1; i < 40; i++) {
        fk_arena_init(&arena);
        fk_exact over = fk_exact_from(&arena, i), under = fk_exact_from(&arena, i % 7 + 1);
        fk_exact_interval root = fk_exact_root(&arena, over, under);
        fk_exact low = fk_exact_mul(&arena, fk_exact_mul(&arena, root.lo, root.lo), under);
        fk_exact high = fk_exact_mul(&arena, fk_exact_mul(&arena, root.hi, root.hi), under);
        assert_true(fk_exact_compare(low, over) <= 0 && fk_exact_compare(high, over) >= 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spheres),
        cmocka_unit_test(test_ball_and_large_box),
        cmocka_unit_test(test_box_through_cone),
        cmocka_unit_test(test_rays),
        cmocka_unit_test(test_smooth_pieces),
        cmocka_unit_test(test_half_spaces),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_whole_casts),
        cmocka_unit_test(test_smooth_families),
        cmocka_unit_test(test_balls_as_ellipsoids),
        cmocka_unit_test(test_cylinders_in_capsules),
        cmocka_unit_test(test_hulls_of_many_points),
        cmocka_unit_test(test_hints_of_many_points),
        cmocka_unit_test(test_scales_of_many_points),
        cmocka_unit_test(test_shallow_contacts),
        cmocka_unit_test(test_sliding_contacts),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test(test_points_of_pieces),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_resting_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
