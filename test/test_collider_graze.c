/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of rays and casts that graze parts of a collider, for which it cannot be told whether these are met: they matter
 * only where nothing else is surely met before. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "colliders.h"
#include "sanitized.h"

static fk_collider_hit ray(const body *a, fk_vec3 origin, fk_vec3 direction, double end)
{
    fk_placed_collider p = in_place(a);
    fk_collider_hit out;
    assert_int_equal(fk_collider_ray(context, &p, origin, direction, end, &out), FK_OK);
    return out;
}

static fk_collider_hit cast(const body *a, fk_vec3 velocity, double end, const body *b)
{
    fk_placed_collider p = in_place(a), q = in_place(b);
    fk_collider_hit out;
    assert_int_equal(fk_collider_cast(context, &p, velocity, end, &q, &out), FK_OK);
    return out;
}

static void assert_hit_at(const fk_collider_hit *hit, double time)
{
    assert_int_equal(hit->result, FK_CAST_HIT);
    assert_true(hit->time.lo <= time && hit->time.hi >= time && hit->time.hi - hit->time.lo < 1e-12 * time);
}

/* A pair for which a cast cannot tell: smooth pieces that pass each other in one point. */
static bool is_unsure(const fk_piece *a, fk_vec3 velocity, const fk_piece *b)
{
    fk_cast c;
    assert_int_equal(fk_pair_cast(a, velocity, b, INFINITY, &c), FK_OK);
    return c.result == FK_CAST_UNDECIDED;
}

/* Its centre is at x, plus so many radii. */
static fk_piece find_unsure(const fk_piece *ball, double x, double radii)
{
    fk_piece graze = *ball;
    bool is_found = false;
    for (int i = 1; i < 200 && !is_found; i++) {
        double r = i / 7.0;
        graze = fk_piece_ellipsoid(v(x + radii * r, 0.3 + r, 0), v(r, 0, 0), v(0, r, 0), v(0, 0, r));
        is_found = is_unsure(ball, v(1, 0, 0), &graze);
    }
    assert_true(is_found);
    return graze;
}

static void what_cannot_be_told(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 0.3), graze = find_unsure(&ball, 50, 0);
    fk_piece piece[3] = {graze, cube(80, -1, -1, 2), cube(10, -1, -1, 2)};
    body a = body_of_pieces(&ball, 1);
    for (uint32_t count = 1; count <= 3; count++) {
        body b = body_of_pieces(piece, count);
        fk_collider_hit hit = cast(&a, v(1, 0, 0), INFINITY, &b);
        assert_int_equal(hit.result, count == 3 ? FK_CAST_HIT : FK_CAST_UNDECIDED);
        if (count == 3)
            assert_true(hit.part == 2 && hit.time.lo <= 9.7 && hit.time.hi >= 9.7);
        else
            assert_true(hit.part == 0 && hit.time.lo > 5 && hit.time.lo < 50 &&
                        (count == 1 ? hit.time.hi == INFINITY : hit.time.hi >= 79 && hit.time.hi < 81));
        body_end(&b);
    }
    /* Whose boxes meet at the beginning, when another part does. */
    fk_piece near[2] = {find_unsure(&ball, 0, 0.9), cube(-1, -1, -1, 2)};
    body b = body_of_pieces(near, 2);
    fk_collider_hit hit = cast(&a, v(1, 0, 0), INFINITY, &b);
    assert_true(hit.result == FK_CAST_HIT && hit.part == 1 && hit.time.hi == 0);
    body_end(&b);
    body_end(&a);
}

/* A ball that flies at a cube which is as wide as itself: it grazes four sides after it has met the front. */
static void cubes_as_wide(void **state)
{
    (void)state;
    static const double end[] = {INFINITY, 100, 10, 9, 8.5, 8.25, 8.000001};
    fk_piece piece[2] = {fk_piece_sphere(v(0, 0, 0), 1),
                         fk_piece_ellipsoid(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1))};
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < CUBE_FORMS; f++) {
            body a = body_of_pieces(&piece[k], 1), b = cube_form(f);
            b.pose.translation = v(10, 0, 0);
            for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
                fk_collider_hit hit = cast(&a, v(1, 0, 0), end[i], &b);
                assert_hit_at(&hit, 8);
            }
            assert_int_equal(cast(&a, v(1, 0, 0), 7.999999, &b).result, FK_CAST_MISS);
            body_end(&a);
            body_end(&b);
        }
}

/* A ray meets a plate, and then grazes a ball whose box it was in before. */
static void plate_before_ball(void **state)
{
    (void)state;
    fk_piece piece[2] = {fk_piece_box(v(4, -1, -1), v(0.1, 0, 0), v(0, 2, 0), v(0, 0, 2)),
                         fk_piece_sphere(v(9.5, 6, 0), 6)};
    fk_piece other[2] = {piece[1], piece[0]};
    fk_vec3 along = v(1, 0, 0);
    for (int order = 0; order < 2; order++) {
        body a = body_of_pieces(order ? other : piece, 2), alone = body_of_pieces(&piece[1], 1);
        fk_collider_hit graze = ray(&alone, v(0, 0, 0), along, INFINITY);
        assert_true(graze.result == FK_CAST_HIT && graze.time.lo == 9.5 && graze.time.hi == 9.5);
        for (double end = 4; end < 16; end *= 1.05) {
            fk_collider_hit hit = ray(&a, v(0, 0, 0), along, end);
            assert_hit_at(&hit, 4);
            assert_int_equal(hit.part, order);
        }
        /* The ball is grazed before the plate is met. */
        fk_collider_hit hit = ray(&a, v(20, 0, 0), v(-1, 0, 0), INFINITY);
        assert_int_equal(hit.result, FK_CAST_HIT);
        assert_true(hit.part == 1 - (uint32_t)order && hit.time.lo == 10.5 && hit.time.hi == 10.5);
        body_end(&a);
        body_end(&alone);
    }
}

/* A part whose bracket goes on after the end is no reason for doubt, where another one is surely met by then. */
static void brackets_across_the_end(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(0, 0.125, 0), 0.3);
    fk_piece front = fk_piece_cylinder(v(5, -1, 0.1), v(5.5, 0.7, 0.2), 0.7);
    fk_cast c;
    assert_int_equal(fk_pair_cast(&ball, v(1, 0, 0), &front, INFINITY, &c), FK_OK);
    assert_true(c.result == FK_CAST_HIT && c.enter.lo < c.enter.hi);
    body a = body_of_pieces(&ball, 1), b = body_of_pieces(&front, 1);
    double end = nextafter(c.enter.hi, 0);
    assert_int_equal(cast(&a, v(1, 0, 0), end, &b).result, FK_CAST_UNDECIDED);
    body_end(&b);
    /* A wall that is met at a time within the bracket. */
    double wall = end + 0.3;
    while (wall - 0.3 > end)
        wall = nextafter(wall, 0);
    fk_piece piece[2] = {front, fk_piece_half_space(v(-1, 0, 0), -wall)};
    fk_piece other[2] = {piece[1], front};
    for (int order = 0; order < 2; order++) {
        fk_cast at_wall;
        assert_int_equal(fk_pair_cast(&ball, v(1, 0, 0), &piece[1], end, &at_wall), FK_OK);
        assert_int_equal(at_wall.result, FK_CAST_HIT);
        b = body_of_pieces(order ? other : piece, 2);
        fk_collider_hit hit = cast(&a, v(1, 0, 0), end, &b);
        assert_int_equal(hit.result, FK_CAST_HIT);
        assert_true(hit.time.lo == fmin(c.enter.lo, at_wall.enter.lo) && hit.time.hi == at_wall.enter.hi);
        body_end(&b);
    }
    body_end(&a);
}

/* ---- By chance ----------------------------------------------------------------------------------------- */

static fk_piece lattice_piece(fk_random *random, fk_vec3 at)
{
    switch (fk_random_below(random, 5)) {
    case 0:
        return fk_piece_sphere(at, 0.5 + 0.5 * (double)fk_random_below(random, 4));
    case 1:
        return fk_piece_capsule(at, fk_vec3_add(at, v(0, 0, 1)), 0.5);
    case 2:
        return fk_piece_cylinder(at, fk_vec3_add(at, v(0, 1, 0)), 1);
    case 3:
        return fk_piece_triangle(at, fk_vec3_add(at, v(1, 0, 0)), fk_vec3_add(at, v(0, 1, 0)));
    default:
        return cube(at.x, at.y, at.z, 1);
    }
}

/* What parts say one by one. */
typedef struct first {
    bool has_hit, has_unsure, may_come_first;
    fk_interval time;
} first;

static first one_by_one(const parts *p, fk_vec3 velocity, double end, const parts *q)
{
    first out = {.time = {INFINITY, INFINITY}};
    fk_cast c;
    for (int round = 0; round < 2; round++) /* the first time is known in the second round */
        for (uint32_t i = 0; i < p->count * q->count; i++) {
            const fk_piece *a = &p->piece[i / q->count], *b = &q->piece[i % q->count];
            assert_int_equal(fk_pair_cast(a, velocity, b, end, &c), FK_OK);
            out.has_unsure |= c.result == FK_CAST_UNDECIDED;
            if (c.result == FK_CAST_HIT) {
                out.has_hit = true;
                out.time.lo = fmin(out.time.lo, c.enter.lo);
                out.time.hi = fmin(out.time.hi, c.enter.hi);
            }
            if (c.result != FK_CAST_UNDECIDED || round == 0)
                continue;
            assert_int_equal(fk_pair_cast(a, velocity, b, fmin(out.time.hi, end), &c), FK_OK);
            out.may_come_first |= c.result != FK_CAST_MISS;
        }
    return out;
}

/* Pieces on a lattice, along which others move: many are grazed. */
static void lattices(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    int grazes = 0, hits = 0, doubts = 0;
    for (int round = 0; round < 500 / SHARE; round++) {
        fk_piece piece[24], mover = lattice_piece(&random, v(-8, 0, 0));
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, 24);
        for (uint32_t i = 0; i < count; i++)
            piece[i] = lattice_piece(&random, fk_vec3_scale(whole_vector(&random, 6), 0.5));
        body b = body_of_pieces(piece, count), a = body_of_pieces(&mover, 1);
        if (round % 4 == 0)
            b.pose = quarter_turn(&random, v(0, 0, 0));
        parts *p = parts_of(&a), *q = parts_of(&b);
        fk_vec3 way = v(1, round % 3 == 0, 0);
        double end = round % 2 == 0 ? INFINITY : 16 * fk_random_between(&random, 0, 1);
        first truth = one_by_one(p, way, end, q);
        fk_collider_hit hit = cast(&a, way, end, &b);
        if (hit.result == FK_CAST_UNDECIDED)
            assert_true(truth.may_come_first);
        else
            assert_int_equal(hit.result == FK_CAST_HIT, truth.has_hit);
        if (hit.result == FK_CAST_HIT)
            assert_true(hit.time.lo <= hit.time.hi && hit.time.hi == truth.time.hi);
        grazes += truth.has_unsure;
        hits += truth.has_unsure && hit.result == FK_CAST_HIT;
        doubts += hit.result == FK_CAST_UNDECIDED;
        free(p);
        free(q);
        body_end(&a);
        body_end(&b);
    }
    assert_true(grazes > 40 / SHARE && hits > 20 / SHARE && doubts > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_told),
        cmocka_unit_test(cubes_as_wide),
        cmocka_unit_test(plate_before_ball),
        cmocka_unit_test(brackets_across_the_end),
        cmocka_unit_test(lattices),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
