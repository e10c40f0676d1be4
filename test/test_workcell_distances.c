/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances of random workcells: the least of fk_collider_measure over all pairs, at the poses of fk_motion_pose; nearest points and
 * normals; gradients against differences of distances; limits; all levels of instructions and numbers of threads; bad input; and
 * memory that runs out. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sanitized.h"
#include "workcell_truth.h"

/* ---- The truth ----------------------------------------------------------------------------------------- */

/* The least distance, and that of the second nearest pair. */
typedef struct nearest_pairs {
    fk_collider_distance first;
    uint32_t a, b;
    double second;
} nearest_pairs;

static nearest_pairs true_nearest(const truth *t, const double *value)
{
    fk_placed_collider placed[BODIES];
    nearest_pairs n = {.first = {.distance = {INFINITY, INFINITY}}, .second = INFINITY};
    place_bodies(t, value, placed);
    for (uint32_t a = 0; a < t->body_count; a++)
        for (uint32_t b = a + 1; b < t->body_count; b++) {
            fk_collider_distance d;
            if (t->allowed[a][b] || t->body[a].frame == t->body[b].frame)
                continue;
            assert_int_equal(fk_collider_measure(context, &placed[a], &placed[b], INFINITY, &d), FK_OK);
            if (d.distance.hi < n.first.distance.hi) {
                n.second = n.first.distance.hi;
                n.first = d;
                n.a = a;
                n.b = b;
            } else {
                n.second = fmin(n.second, d.distance.hi);
            }
        }
    return n;
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

typedef struct tally {
    size_t states, meet, smooth, beyond;
} tally;

static void compare_distance(const fk_workcell_distance *d, const nearest_pairs *n)
{
    double size = 1 + fk_vec3_length(d->point_a) + fk_vec3_length(d->point_b);
    if (!isfinite(n->first.distance.hi)) {
        assert_true(d->distance.lo == INFINITY && d->distance.hi == INFINITY);
        return;
    }
    assert_true(d->distance.hi >= n->first.distance.lo && d->distance.lo <= n->first.distance.hi);
    assert_true(d->distance.lo >= d->distance.hi - 1e-11 * size);
    assert_true((d->distance.hi == 0) == (n->first.distance.hi == 0));
    if (n->second > n->first.distance.hi * (1 + 1e-9)) {
        assert_true(d->pair.a.index == n->a && d->pair.b.index == n->b);
        assert_true(d->pair.a.generation == 1);
    }
    fk_vec3 apart = fk_vec3_sub(d->point_b, d->point_a);
    assert_true(fabs(fk_vec3_length(apart) - d->distance.hi) < 1e-9 * size);
    if (d->distance.hi == 0)
        assert_true(fk_vec3_nonzeros(d->normal) == 0);
    else if (d->distance.hi > 1e-6)
        assert_true(fabs(fk_vec3_dot(d->normal, apart) - d->distance.hi) < 1e-9 * size);
}

static double distance_at(const fk_workcell *cell, const double *value, uint32_t joints)
{
    fk_workcell_distance_query query = {value, joints, 1, INFINITY, NULL, NULL};
    fk_workcell_distance d;
    assert_int_equal(fk_workcell_distances(cell, &query, &d, NULL), FK_OK);
    return d.distance.hi;
}

/* Central differences with two steps: where they agree, the distance is smooth. Returns false elsewhere. */
static bool compare_slope(const fk_workcell *cell, const double *value, uint32_t joints, uint32_t k,
                          double slope)
{
    double slopes[2], at[JOINTS];
    for (int i = 0; i < 2; i++) {
        double step = i == 0 ? 1e-5 : 3e-6, d[2];
        for (int side = 0; side < 2; side++) {
            memcpy(at, value, joints * sizeof *at);
            at[k] += side == 0 ? -step : step;
            d[side] = distance_at(cell, at, joints);
        }
        slopes[i] = (d[1] - d[0]) / (2 * step);
        double middle = distance_at(cell, value, joints);
        if (fabs(d[1] - middle - (middle - d[0])) > 1e-3 * step)
            return false;
    }
    if (fabs(slopes[0] - slopes[1]) > 1e-4)
        return false;
    assert_true(fabs(slope - slopes[0]) < 1e-3);
    return true;
}

static void compare_distances(const truth *t, const fk_workcell *cell, fk_random *random,
                              const fk_workers *workers, tally *n)
{
    double value[CONFIGS * JOINTS], gradient[CONFIGS * JOINTS], again[CONFIGS * JOINTS];
    fk_workcell_distance got[CONFIGS], other[CONFIGS];
    uint32_t joints = t->joint_count;
    size_t width = joints * sizeof *gradient;
    for (uint32_t i = 0; i < CONFIGS; i++) {
        some_values(random, t, value + i * joints);
        for (uint32_t k = 0; k < joints; k++) /* differences need room, and numbers of some size */
            value[i * joints + k] = fmin(fmax(value[i * joints + k], -3.9), 3.9);
    }
    fk_workcell_distance_query query = {value, joints, CONFIGS, INFINITY, NULL, NULL};
    assert_int_equal(fk_workcell_distances(cell, &query, got, gradient), FK_OK);
    query.workers = workers;
    assert_int_equal(fk_workcell_distances(cell, &query, other, again), FK_OK);
    assert_memory_equal(other, got, sizeof got);
    assert_memory_equal(again, gradient, CONFIGS * width);
    query.limit = fk_random_between(random, 0, 2);
    assert_int_equal(fk_workcell_distances(cell, &query, other, again), FK_OK);
    for (uint32_t i = 0; i < CONFIGS; i++) {
        nearest_pairs near = true_nearest(t, value + i * joints);
        compare_distance(&got[i], &near);
        bool is_beyond = near.first.distance.hi > query.limit;
        fk_workcell_distance beyond;
        memset(&beyond, 0, sizeof beyond);
        beyond.distance = (fk_interval){query.limit, INFINITY};
        assert_memory_equal(&other[i], is_beyond ? &beyond : &got[i], sizeof beyond);
        for (uint32_t k = 0; k < joints; k++) {
            double slope = gradient[i * joints + k];
            assert_true(again[i * joints + k] == (is_beyond ? 0 : slope));
            if (near.first.distance.hi == 0)
                assert_true(slope == 0);
            else if (i % 8 == 0 && isfinite(near.first.distance.hi) && near.first.distance.hi > 1e-3 &&
                     near.second > near.first.distance.hi + 1e-2 && !t->is_exact)
                n->smooth += compare_slope(cell, value + i * joints, joints, k, slope);
        }
        n->states++;
        n->meet += near.first.distance.hi == 0;
        n->beyond += is_beyond;
    }
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void test_random_distances(void **state)
{
    (void)state;
    fk_random random = fk_random_make(21);
    shapes s = shapes_make(&random);
    fk_pool *pool = NULL;
    tally n = {0, 0, 0, 0};
    const char *asked = getenv("FARKAS_CPU");
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    for (int i = 0, count = 60 / LEVEL_SHARE; i < count; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        if (asked == NULL)
            set_level(levels[i % 4]);
        compare_distances(&t, cell, &random, fk_pool_workers(pool), &n);
        fk_workcell_destroy(cell);
    }
    set_level(asked);
    print_message("%zu states, %zu meet, %zu beyond the limit; %zu slopes\n", n.states, n.meet, n.beyond,
                  n.smooth);
    assert_true(n.meet > n.states / 8 && n.meet < n.states - n.states / 4 && n.beyond > n.states / 16);
    assert_true(n.smooth > n.states / 8);
    fk_pool_destroy(pool);
    shapes_free(&s);
}

/* The same bytes on all levels. */
static void test_levels(void **state)
{
    (void)state;
    fk_random random = fk_random_make(22);
    shapes s = shapes_make(&random);
    const char *asked = getenv("FARKAS_CPU");
    for (int i = 0; i < 12 && asked == NULL; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        double value[CONFIGS * JOINTS], gradient[2][CONFIGS * JOINTS];
        fk_workcell_distance got[2][CONFIGS];
        memset(gradient, 0, sizeof gradient);
        for (uint32_t k = 0; k < CONFIGS; k++)
            some_values(&random, &t, value + k * t.joint_count);
        fk_workcell_distance_query query = {value, t.joint_count, CONFIGS, INFINITY, NULL, NULL};
        for (int k = 0; k < 4; k++) {
            set_level(levels[k]);
            assert_int_equal(fk_workcell_distances(cell, &query, got[k > 0], gradient[k > 0]), FK_OK);
            assert_memory_equal(got[k > 0], got[0], sizeof got[0]);
            assert_memory_equal(gradient[k > 0], gradient[0], sizeof gradient[0]);
        }
        set_level(asked);
        fk_workcell_destroy(cell);
    }
    shapes_free(&s);
}

/* A ball on a slide along x, behind a turn around z, and a wall: the distance and its slopes are known. */
static void test_known_distance(void **state)
{
    (void)state;
    static const uint32_t joints = 2;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 0.5), wall = fk_piece_half_space(v(1, 0, 0), -2);
    fk_collider *made[2] = {of_pieces(&ball, 1), of_pieces(&wall, 1)};
    fk_frame frame[2] = {{.parent = FK_NONE,
                          .origin = fk_pose_identity(),
                          .kind = FK_FRAME_REVOLUTE,
                          .axis = v(0, 0, 2),
                          .variable = 1,
                          .factor = -1},
                         {.parent = 0,
                          .origin = fk_pose_identity(),
                          .kind = FK_FRAME_PRISMATIC,
                          .axis = v(3, 0, 0),
                          .variable = 0,
                          .factor = 0.5,
                          .offset = 1}};
    fk_moving body[2] = {{made[0], 1, fk_pose_identity()}, {made[1], FK_NONE, fk_pose_identity()}};
    fk_workcell_setup setup = {frame, 2, 1, &joints, NULL, body, 2, NULL, NULL};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    double value[6] = {2, 0, 2, 0.75, -8, 0}, gradient[6];
    fk_workcell_distance d[3];
    fk_workcell_distance_query query = {value, 2, 3, INFINITY, NULL, NULL};
    assert_int_equal(fk_workcell_distances(cell, &query, d, gradient), FK_OK);
    assert_true(fabs(d[0].distance.hi - 3.5) < 1e-12 && fabs(gradient[0] - 0.5) < 1e-12 &&
                fabs(gradient[1]) < 1e-12);
    assert_true(fabs(d[0].normal.x + 1) < 1e-12 && fabs(d[0].point_b.x + 2) < 1e-12);
    assert_true(fabs(d[1].distance.hi - (2 * cos(0.75) + 1.5)) < 1e-12);
    assert_true(fabs(gradient[2] - 0.5 * cos(0.75)) < 1e-12 && fabs(gradient[3] + 2 * sin(0.75)) < 1e-12);
    assert_true(d[2].distance.hi == 0 && gradient[4] == 0 && gradient[5] == 0);
    fk_workcell_destroy(cell);
    fk_collider_free(context, made[0]);
    fk_collider_free(context, made[1]);
}

/* Bodies so large, or so small, that squares of lengths overflow or vanish: within limits they have the same distance. */
static void test_sizes(void **state)
{
    (void)state;
    static const uint32_t joints = 1;
    fk_frame frame = {
        .parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_REVOLUTE, .axis = v(0, 0, 1)};
    for (int power = -960; power <= 960; power += 160) {
        double size = ldexp(1, power), value = 0;
        fk_piece cubes[2] = {cube(0, 0, 0, size), cube(4 * size, 0, 0, size)};
        fk_collider *made[2] = {of_pieces(&cubes[0], 1), of_pieces(&cubes[1], 1)};
        fk_moving body[2] = {{made[0], 0, fk_pose_identity()}, {made[1], FK_NONE, fk_pose_identity()}};
        fk_workcell_setup setup = {&frame, 1, 1, &joints, NULL, body, 2, NULL, NULL};
        fk_workcell *cell = NULL;
        fk_workcell_distance d;
        assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
        for (int i = 0; i < 3; i++) {
            fk_workcell_distance_query query = {&value, 1,   1, i == 0 ? INFINITY : (8 - 3 * i) * size,
                                                NULL,   NULL};
            assert_int_equal(fk_workcell_distances(cell, &query, &d, NULL), FK_OK);
            assert_true(i < 2 ? d.distance.lo <= 3 * size && 3 * size <= d.distance.hi &&
                                    d.distance.hi < 4 * size
                              : isinf(d.distance.hi));
        }
        fk_workcell_destroy(cell);
        fk_collider_free(context, made[0]);
        fk_collider_free(context, made[1]);
    }
}

static void test_bad_distances(void **state)
{
    (void)state;
    fk_random random = fk_random_make(23);
    shapes s = shapes_make(&random);
    truth t;
    fk_workcell *cell = some_workcell(&random, &s, &t);
    uint32_t n = t.joint_count;
    double value[JOINTS] = {0}, gradient[JOINTS], kept[JOINTS];
    fk_workcell_distance d, same;
    fk_cancel cancel = {1, NULL, NULL};
    fk_workcell_distance_query query = {value, n, 1, INFINITY, NULL, NULL}, bad = query;
    memset(&d, 0x5a, sizeof d);
    memset(gradient, 0x5a, sizeof gradient);
    memcpy(&same, &d, sizeof d);
    memcpy(kept, gradient, sizeof kept);
    bad.joint_count = n + 1;
    assert_int_equal(fk_workcell_distances(cell, &bad, &d, gradient), FK_ERROR_ARGUMENT);
    bad = query;
    bad.limit = -1;
    assert_int_equal(fk_workcell_distances(cell, &bad, &d, gradient), FK_ERROR_ARGUMENT);
    bad.limit = NAN;
    assert_int_equal(fk_workcell_distances(cell, &bad, &d, gradient), FK_ERROR_ARGUMENT);
    bad = query;
    bad.cancel = &cancel;
    assert_int_equal(fk_workcell_distances(cell, &bad, &d, gradient), FK_ERROR_CANCELLED);
    value[n - 1] = NAN;
    assert_int_equal(fk_workcell_distances(cell, &query, &d, gradient), FK_ERROR_NOT_FINITE);
    assert_memory_equal(&d, &same, sizeof d);
    assert_memory_equal(gradient, kept, sizeof kept);
    value[n - 1] = 0;
    query.count = 0;
    assert_int_equal(fk_workcell_distances(cell, &query, &d, gradient), FK_OK);
    assert_memory_equal(&d, &same, sizeof d);
    fk_workcell_destroy(cell);
    shapes_free(&s);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

typedef struct memory_case {
    uint32_t joints;
    const double *value;
} memory_case;

static fk_status ask_distances(const fk_workcell *cell, const void *user, void *out)
{
    const memory_case *m = user;
    fk_workcell_distance_query query = {m->value, m->joints, 4, INFINITY, NULL, NULL};
    fk_workcell_distance *d = out;
    return fk_workcell_distances(cell, &query, d, (double *)(d + 4));
}

static void test_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(24);
    shapes s = shapes_make(&random);
    for (int i = 0; i < 6; i++) {
        truth t;
        double value[CONFIGS * JOINTS];
        fk_workcell_destroy(some_workcell(&random, &s, &t));
        for (uint32_t k = 0; k < CONFIGS; k++)
            some_values(&random, &t, value + k * t.joint_count);
        memory_case m = {t.joint_count, value};
        workcell_memory_ask(&t, ask_distances, &m,
                            4 * (sizeof(fk_workcell_distance) + t.joint_count * sizeof(double)));
    }
    shapes_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_distances), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_known_distance),   cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_bad_distances),    cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
