/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells of random robots among random obstacles: states are those of fk_collider_meets and fk_collider_closer, pair by pair,
 * at the poses of fk_motion_pose, on all levels of instructions, numbers of threads and in all states of the floating-point unit; after changes, in copies, and where
 * memory runs out. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sanitized.h"
#include "workcell/workcell.h"
#include "workcell_truth.h"

/* ---- States -------------------------------------------------------------------------------------------- */

typedef struct tally {
    size_t states, collide;
} tally;

/* Single calls, one batch, and a batch with threads, with and without pairs. */
static void compare_states(const truth *t, const fk_workcell *cell, fk_random *random, double clearance,
                           const fk_workers *workers, tally *n)
{
    double value[CONFIGS * JOINTS];
    uint8_t want[CONFIGS], got[CONFIGS], alone;
    uint32_t pair[CONFIGS][2];
    fk_workcell_pair named[CONFIGS];
    for (uint32_t i = 0; i < CONFIGS; i++)
        some_values(random, t, value + i * t->joint_count);
    fk_workcell_query query = {value, t->joint_count, CONFIGS, clearance, NULL, NULL};
    for (uint32_t i = 0; i < CONFIGS; i++)
        want[i] = true_state(t, value + i * t->joint_count, clearance, pair[i]);
    assert_int_equal(fk_workcell_states(cell, &query, got, NULL), FK_OK);
    assert_memory_equal(got, want, CONFIGS);
    query.workers = workers;
    assert_int_equal(fk_workcell_states(cell, &query, got, named), FK_OK);
    assert_memory_equal(got, want, CONFIGS);
    for (uint32_t i = 0; i < CONFIGS; i++) {
        fk_workcell_pair right = {{0, 0}, {0, 0}};
        if (want[i] != FK_WORKCELL_FREE)
            right = (fk_workcell_pair){t->id[pair[i][0]], t->id[pair[i][1]]};
        assert_memory_equal(&named[i], &right, sizeof right);
        query.value = value + i * t->joint_count;
        query.count = 1;
        assert_int_equal(fk_workcell_states(cell, &query, &alone, NULL), FK_OK);
        assert_int_equal(alone, want[i]);
        n->states++;
        n->collide += want[i] == FK_WORKCELL_COLLIDES;
    }
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void test_states(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    shapes s = shapes_make(&random);
    fk_pool *pool = NULL;
    tally n = {0, 0};
    const char *asked = getenv("FARKAS_CPU");
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    for (int i = 0, count = 160 / LEVEL_SHARE; i < count; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        if (asked == NULL)
            set_level(levels[i % 4]);
        double clearance = i % 4 != 1 ? 0 : t.is_exact ? 1 : fk_random_between(&random, 0, 0.5);
        fpu_set(i % 8 < 5 ? 0 : i / 8 % FPU_MODES);
        compare_states(&t, cell, &random, clearance, fk_pool_workers(pool), &n);
        fpu_set(0);
        fk_workcell_destroy(cell);
    }
    set_level(asked);
    print_message("%zu states, %zu collide\n", n.states, n.collide);
    assert_true(n.collide > n.states / 8 && n.collide < n.states - n.states / 8);
    fk_pool_destroy(pool);
    shapes_free(&s);
}

/* Poses of groups in floats are as near to those of frames as they claim. */
static void compare_poses(const truth *t, fk_workcell_scratch *s, uint32_t lane)
{
    const fk_filter_frames *frames = s->block.frames;
    uint32_t lanes = fk_filter_lanes();
    for (uint32_t i = 0; i < FRAMES; i++) {
        const float *m = s->block.pose + (size_t)frames->frame[i].group * 12 * lanes + lane;
        const fk_filter_group *group = &frames->group[frames->frame[i].group];
        fk_pose pose = fk_workcell_place_frame(s, i);
        double turn = 0, place = 0;
        if (t->frame[i].kind == FK_FRAME_FIXED)
            continue;
        for (uint32_t k = 0; k < 9; k++)
            turn += pow(m[k * lanes] - pose.rotation[k / 3][k % 3], 2);
        for (uint32_t k = 0; k < 3; k++)
            place += pow(m[(9 + k) * lanes] - fk_vec3_get(pose.translation, (int)k), 2);
        assert_true(sqrt(turn) <= group->turn_error && sqrt(place) <= group->place_error);
        assert_true(sqrt(fk_vec3_dot(pose.translation, pose.translation)) <=
                    group->reach + group->place_error);
    }
}

/* What the filter says of each pair, whatever the others do, is what the exact path says. */
static void compare_filter(const truth *t, const fk_workcell *cell, fk_random *random, double clearance,
                           tally *n)
{
    double value[FK_FILTER_LANES * JOINTS];
    fk_workcell_scratch *s = NULL;
    uint32_t lanes = fk_filter_lanes();
    assert_int_equal(fk_workcell_scratch_take(cell, &s), FK_OK);
    for (uint32_t i = 0; i < lanes; i++)
        some_values(random, t, value + i * t->joint_count);
    s->block.clearance = fk_filter_clearance(clearance);
    uint32_t far = s->is_sturdy ? fk_filter_survey(&s->block, value, t->joint_count, lanes) : UINT32_MAX;
    for (uint32_t i = 0; i < lanes; i++) {
        memset(s->block.has, 0, s->body_count * sizeof *s->block.has);
        fk_workcell_set_values(cell, value + i * t->joint_count, s);
        if (!(far >> i & 1))
            compare_poses(t, s, i);
        for (uint32_t k = 0; k < s->test_count && !(far >> i & 1); k++) {
            fk_filter_witness witness;
            fk_decision said = FK_NO, collides = FK_UNKNOWN;
            if (s->block.survivors[k] >> i & 1)
                said = s->pair[k].is_known ? fk_filter_test_quickly(&s->block, &s->pair[k], i) : FK_UNKNOWN;
            if (said == FK_UNKNOWN && s->pair[k].is_known)
                said = fk_filter_test_slowly(&s->block, &s->pair[k], i, &witness);
            assert_int_equal(fk_workcell_test_pair(context, cell, s, k, clearance, &collides), FK_OK);
            assert_true(said == FK_UNKNOWN || said == collides);
            n->states++;
            n->collide += said != FK_UNKNOWN;
        }
    }
    fk_workcell_scratch_give(cell, s);
}

/* Whether a point is behind all planes of a region. */
static bool is_in_region(const fk_link_balls *balls, uint32_t region, fk_vec3 p)
{
    bool is_in = true;
    for (uint32_t i = balls->region_first[region]; i < balls->region_first[region + 1]; i++)
        is_in = is_in && fk_vec3_dot(balls->plane[i].normal, p) <= balls->plane[i].offset;
    return is_in;
}

/* Inner regions have points of the set only, and most of a solid's. */
static void test_regions(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    shapes s = shapes_make(&random);
    static fk_link_balls balls;
    size_t regions = 0, in_sets = 0, in_regions = 0;
    for (int i = 0; i < SHAPES; i++) {
        const fk_collider *c = s.made[i];
        assert_int_equal(fk_link_balls_find(context, c, &balls), FK_OK);
        regions += balls.region_count;
        for (int k = 0; k < 3000 && balls.region_count > 0; k++) {
            fk_vec3 p;
            bool is_in = false;
            for (int axis = 0; axis < 3; axis++)
                *fk_vec3_at(&p, axis) =
                    fk_random_between(&random, fk_vec3_get(c->box.min, axis), fk_vec3_get(c->box.max, axis));
            for (uint32_t r = 0; r < balls.region_count; r++)
                is_in = is_in || is_in_region(&balls, r, p);
            fk_piece point = fk_piece_point(p);
            fk_collider *one = of_pieces(&point, 1);
            fk_placed_collider a = {c, fk_pose_identity()}, b = {one, fk_pose_identity()};
            fk_verdict verdict;
            assert_int_equal(fk_collider_verdict(context, &a, &b, NULL, &verdict), FK_OK);
            assert_true(!is_in || verdict >= FK_TOUCHING);
            in_sets += verdict >= FK_TOUCHING;
            in_regions += is_in;
            fk_collider_free(context, one);
        }
    }
    print_message("%zu regions with %zu of %zu points\n", regions, in_regions, in_sets);
    assert_true(in_regions > in_sets / 2 && in_sets > 5000);
    shapes_free(&s);
}

static void test_filter(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    shapes s = shapes_make(&random);
    tally n = {0, 0};
    for (int i = 0, count = 160 / LEVEL_SHARE; i < count; i++) {
        truth t;
        fk_workcell *cell = some_workcell(&random, &s, &t);
        for (int k = 0; k < 4; k++)
            compare_filter(&t, cell, &random, k < 2 ? 0 : fk_random_between(&random, 0, 0.5), &n);
        fk_workcell_destroy(cell);
    }
    print_message("%zu pairs, %zu decided\n", n.states, n.collide);
    assert_true(n.collide > n.states / 2);
    shapes_free(&s);
}

/* Changes one thing, here and there. */
static void change_something(fk_random *random, const shapes *s, truth *t, fk_workcell *cell)
{
    uint32_t i = (uint32_t)fk_random_below(random, t->body_count),
             k = (uint32_t)fk_random_below(random, t->body_count);
    uint32_t a = i < k ? i : k, b = i < k ? k : i;
    bool exists = t->body[i].collider != NULL, both = exists && t->body[k].collider != NULL && i != k;
    fk_status want = exists ? FK_OK : FK_ERROR_STALE;
    fk_moving body = some_body(random, t, s);
    switch (fk_random_below(random, 6)) {
    case 0:
        assert_int_equal(fk_workcell_remove(cell, t->id[i]), want);
        t->body[i].collider = NULL;
        return;
    case 1: /* the first free index */
        for (i = 0; i < t->body_count && t->body[i].collider != NULL; i++)
            ;
        if (i == BODIES)
            return;
        assert_int_equal(fk_workcell_add(cell, &body, &t->id[i]), FK_OK);
        assert_int_equal(t->id[i].index, i);
        t->body_count += i == t->body_count;
        t->body[i] = body;
        for (k = 0; k < BODIES; k++)
            t->allowed[i][k] = t->allowed[k][i] = false;
        return;
    case 2:
        body.frame = t->body[i].frame;
        assert_int_equal(fk_workcell_move(cell, t->id[i], &body.pose), want);
        break;
    case 3:
        body.frame = body.frame == FK_NONE ? 0 : body.frame;
        assert_int_equal(fk_workcell_attach(cell, t->id[i], body.frame, &body.pose), want);
        break;
    case 4:
        body.frame = FK_NONE;
        assert_int_equal(fk_workcell_detach(cell, t->id[i], &body.pose), want);
        break;
    default:
        want = both ? FK_OK : i == k && exists ? FK_ERROR_ARGUMENT : FK_ERROR_STALE;
        t->allowed[a][b] = fk_random_below(random, 2);
        if (t->allowed[a][b])
            assert_int_equal(fk_workcell_allow(cell, t->id[i], t->id[k]), want);
        else
            assert_int_equal(fk_workcell_disallow(cell, t->id[i], t->id[k]), want);
        return;
    }
    if (!exists)
        return;
    t->body[i].frame = body.frame;
    t->body[i].pose = body.pose;
    assert_int_equal(fk_workcell_get(cell, t->id[i], &body), FK_OK);
    assert_true(body.collider == t->body[i].collider && body.frame == t->body[i].frame);
}

/* A workcell that changes, and copies of it that keep what they were, and change otherwise. */
static void test_changes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    shapes s = shapes_make(&random);
    tally n = {0, 0};
    for (int i = 0, count = 20 / LEVEL_SHARE; i < count; i++) {
        truth t, kept;
        fk_workcell *cell = some_workcell(&random, &s, &t), *copy = NULL;
        for (int step = 0; step < 12; step++) {
            change_something(&random, &s, &t, cell);
            compare_states(&t, cell, &random, 0, NULL, &n);
        }
        assert_int_equal(fk_workcell_copy(cell, &copy), FK_OK);
        kept = t;
        for (int step = 0; step < 6; step++)
            change_something(&random, &s, &t, cell);
        compare_states(&kept, copy, &random, 0, NULL, &n);
        compare_states(&t, cell, &random, 0, NULL, &n);
        fk_workcell_destroy(cell);
        for (int step = 0; step < 6; step++)
            change_something(&random, &s, &kept, copy);
        compare_states(&kept, copy, &random, 0, NULL, &n);
        fk_workcell_destroy(copy);
    }
    shapes_free(&s);
}

/* An arm with one joint along x, and something at rest there. */
static fk_workcell *small_workcell_of(fk_frame_kind kind, const fk_collider *moving,
                                      const fk_collider *resting, double x)
{
    static const fk_interval limit = {-3, 3};
    static const uint32_t joints = 1;
    fk_frame frame = {
        .parent = FK_NONE, .origin = fk_pose_identity(), .kind = kind, .axis = v(1, 0, 0), .factor = 1};
    fk_pose there = fk_pose_identity();
    there.translation = v(x, 0, 0);
    fk_moving body[2] = {{moving, 0, fk_pose_identity()}, {resting, FK_NONE, there}};
    fk_workcell_setup setup = {&frame, 1, 1, &joints, &limit, body, 2, NULL, NULL};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    return cell;
}

static fk_workcell *small_workcell(const fk_collider *moving, const fk_collider *resting, double x)
{
    return small_workcell_of(FK_FRAME_PRISMATIC, moving, resting, x);
}

/* A small box everywhere in a cube of any form. */
static void test_contained(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    shapes s = shapes_make(&random);
    double value[33];
    uint8_t got[33];
    for (int i = 0; i < 33; i++)
        value[i] = (i - 16) / 16.0;
    for (int which = 0; which < 2 * FORM_COUNT; which++) {
        const fk_collider *cube = s.made[which / 2], *tiny = s.made[FORMS + 3];
        fk_workcell *cell = small_workcell(which % 2 ? cube : tiny, which % 2 ? tiny : cube, 0);
        fk_workcell_query query = {value, 1, 33, 0, NULL, NULL};
        assert_int_equal(fk_workcell_states(cell, &query, got, NULL), FK_OK);
        for (int i = 0; i < 33; i++)
            assert_int_equal(got[i], FK_WORKCELL_COLLIDES);
        fk_workcell_destroy(cell);
    }
    shapes_free(&s);
}

/* What rests is tested once for each clearance. */
static void test_at_rest(void **state)
{
    (void)state;
    fk_piece piece = cube(-0.5, -0.5, -0.5, 1);
    fk_collider *box = of_pieces(&piece, 1);
    fk_frame frame = {.parent = FK_NONE, .origin = fk_pose_identity(), .kind = FK_FRAME_FIXED};
    fk_pose there = fk_pose_identity();
    there.translation = v(1.5, 0, 0);
    fk_moving body[2] = {{box, 0, fk_pose_identity()}, {box, FK_NONE, there}};
    fk_workcell_setup setup = {&frame, 1, 0, NULL, NULL, body, 2, NULL, NULL};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    for (int i = 0; i < 6; i++) {
        uint8_t got = FK_WORKCELL_UNDECIDED;
        fk_workcell_query query = {NULL, 0, 1, i % 3 * 0.5, NULL, NULL};
        assert_int_equal(fk_workcell_states(cell, &query, &got, NULL), FK_OK);
        assert_int_equal(got, i % 3 == 2 ? FK_WORKCELL_COLLIDES : FK_WORKCELL_FREE);
    }
    fk_workcell_destroy(cell);
    fk_collider_free(context, box);
}

/* Vertices that no triangle has are not in the set: an open box with one in the middle of a cube, and one behind a cube. */
static void test_unused_points(void **state)
{
    (void)state;
    fk_vec3 point[10];
    fk_triangle side[10] = {{{0, 2, 1}}, {{1, 2, 3}}, {{4, 5, 6}}, {{5, 7, 6}}, {{0, 1, 4}},
                            {{1, 5, 4}}, {{2, 6, 3}}, {{3, 6, 7}}, {{0, 4, 2}}, {{2, 4, 6}}};
    for (uint32_t i = 0; i < 8; i++)
        point[i] = v(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    point[8] = v(0, 0, 0);
    point[9] = v(8, 0, 0);
    fk_mesh_input input = {point, 10, side, 10, {.keep_points = true}};
    fk_mesh *mesh = NULL;
    fk_collider *tray = NULL;
    fk_piece piece = cube(-0.125, -0.125, -0.125, 0.25);
    fk_collider *box = of_pieces(&piece, 1);
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_OK);
    assert_int_equal(fk_collider_of_mesh(context, mesh, NULL, &tray), FK_OK);
    for (int i = 0; i < 3; i++) {
        double value = 0;
        uint8_t got;
        fk_workcell_distance d;
        fk_collider_distance want;
        fk_placed_collider at[2] = {{tray, fk_pose_identity()}, {box, fk_pose_identity()}};
        at[1].pose.translation = v(i == 0 ? 0 : 7.5 + 0.5 * i, 0, 0);
        fk_workcell *cell = small_workcell(tray, box, at[1].pose.translation.x);
        fk_workcell_query query = {&value, 1, 1, 0, NULL, NULL};
        fk_workcell_distance_query ask = {&value, 1, 1, INFINITY, NULL, NULL};
        assert_int_equal(fk_workcell_states(cell, &query, &got, NULL), FK_OK);
        assert_int_equal(fk_workcell_distances(cell, &ask, &d, NULL), FK_OK);
        assert_int_equal(fk_collider_measure(context, &at[0], &at[1], INFINITY, &want), FK_OK);
        assert_int_equal(got, FK_WORKCELL_FREE);
        assert_true(want.distance.lo > 0.8);
        assert_true(d.distance.lo <= want.distance.hi && want.distance.lo <= d.distance.hi);
        fk_workcell_destroy(cell);
    }
    fk_collider_free(context, box);
    fk_collider_free(context, tray);
    fk_mesh_free(context, mesh);
}

/* Tiny solids at the axis of a joint, several times their size apart: squares of their lengths are no floats. */
static void test_tiny(void **state)
{
    (void)state;
    static const double size[] = {0x1p-30, 0x1p-64, 0x1p-74, 0x1p-80, 0x1p-100, 0x1p-140};
    double value = 0;
    uint8_t got;
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        double r = size[i];
        fk_vec3 corner[4] = {v(r, r, r), v(-r, -r, r), v(-r, r, -r), v(r, -r, -r)};
        fk_piece all[6] = {fk_piece_sphere(v(0, 0, 0), r),
                           fk_piece_capsule(v(0, 0, -r), v(0, 0, r), r),
                           fk_piece_cylinder(v(0, 0, -r), v(0, 0, r), r),
                           cube(-r, -r, -r, 2 * r),
                           fk_piece_half_space(v(1, 0, 0), 0),
                           fk_piece_hull(corner, 4)};
        fk_collider *ball = of_pieces(all, 1);
        for (int k = 0; k < 18; k++) {
            fk_collider *other = of_pieces(&all[k / 3], 1);
            double x = ldexp(k / 3 == 4 ? -r : r, 2 + 4 * (k % 3));
            fk_workcell *cell = small_workcell_of(FK_FRAME_REVOLUTE, ball, other, x);
            fk_workcell_query query = {&value, 1, 1, 0, NULL, NULL};
            assert_int_equal(fk_workcell_states(cell, &query, &got, NULL), FK_OK);
            assert_int_equal(got, FK_WORKCELL_FREE);
            fk_workcell_destroy(cell);
            fk_collider_free(context, other);
        }
        fk_collider_free(context, ball);
    }
}

static void test_bad_queries(void **state)
{
    (void)state;
    fk_piece piece = cube(-0.5, -0.5, -0.5, 1);
    fk_collider *box = of_pieces(&piece, 1);
    fk_workcell *cell = small_workcell(box, box, 2);
    double value[4] = {0, 0.5, 1, 2};
    uint8_t got[4] = {7, 7, 7, 7};
    fk_workcell_pair pair[4];
    fk_workcell_query query = {value, 1, 4, 0, NULL, NULL}, bad = query;
    fk_cancel cancel = {1, NULL, NULL};
    assert_int_equal(fk_workcell_states(cell, &query, got, pair), FK_OK);
    const uint8_t want[4] = {FK_WORKCELL_FREE, FK_WORKCELL_FREE, FK_WORKCELL_COLLIDES, FK_WORKCELL_COLLIDES};
    assert_memory_equal(got, want, 4);
    memset(got, 7, 4);
    bad.joint_count = 2;
    assert_int_equal(fk_workcell_states(cell, &bad, got, pair), FK_ERROR_ARGUMENT);
    bad = query;
    bad.clearance = -1;
    assert_int_equal(fk_workcell_states(cell, &bad, got, pair), FK_ERROR_ARGUMENT);
    bad.clearance = NAN;
    assert_int_equal(fk_workcell_states(cell, &bad, got, pair), FK_ERROR_ARGUMENT);
    bad.clearance = INFINITY;
    assert_int_equal(fk_workcell_states(cell, &bad, got, pair), FK_ERROR_NOT_FINITE);
    bad = query;
    bad.cancel = &cancel;
    assert_int_equal(fk_workcell_states(cell, &bad, got, pair), FK_ERROR_CANCELLED);
    value[3] = 3.5;
    assert_int_equal(fk_workcell_states(cell, &query, got, pair), FK_ERROR_ARGUMENT);
    value[3] = NAN;
    assert_int_equal(fk_workcell_states(cell, &query, got, pair), FK_ERROR_NOT_FINITE);
    for (int i = 0; i < 4; i++)
        assert_int_equal(got[i], 7);
    query.count = 0;
    assert_int_equal(fk_workcell_states(cell, &query, got, pair), FK_OK);
    fk_pose pose;
    assert_int_equal(fk_workcell_frame_pose(cell, 0, value + 1, 1, &pose), FK_OK);
    assert_true(pose.translation.x == 0.5);
    assert_int_equal(fk_workcell_frame_pose(cell, 1, value, 1, &pose), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_workcell_frame_pose(cell, 0, value + 3, 1, &pose), FK_ERROR_NOT_FINITE);
    fk_workcell_destroy(cell);
    fk_collider_free(context, box);
}

static void test_bad_setups(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    shapes s = shapes_make(&random);
    truth good;
    fk_workcell *cell = some_workcell(&random, &s, &good), *out = NULL;
    fk_moving body = good.body[0];
    fk_body_id id, stale = good.id[1];
    truth bad = good;
    fk_workcell_setup setup = setup_of(&bad);
    bad.frame[0].kind = FK_FRAME_KEYS;
    assert_int_equal(fk_workcell_create(context, &setup, &out), FK_ERROR_ARGUMENT);
    bad = good;
    bad.limit[0] = (fk_interval){1, 0};
    assert_int_equal(fk_workcell_create(context, &setup, &out), FK_ERROR_ARGUMENT);
    bad = good;
    bad.body[1].collider = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &out), FK_ERROR_ARGUMENT);
    bad = good;
    bad.body[1].frame = FRAMES;
    assert_int_equal(fk_workcell_create(context, &setup, &out), FK_ERROR_ARGUMENT);
    assert_null(out);
    body.pose.rotation[0][0] += 1e-4;
    assert_int_equal(fk_workcell_add(cell, &body, &id), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_workcell_move(cell, good.id[0], &body.pose), FK_ERROR_ARGUMENT);
    body.pose.translation.x = NAN;
    assert_int_equal(fk_workcell_move(cell, good.id[0], &body.pose), FK_ERROR_NOT_FINITE);
    body = good.body[0];
    assert_int_equal(fk_workcell_attach(cell, good.id[0], FRAMES, &body.pose), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_workcell_remove(cell, stale), FK_OK);
    assert_int_equal(fk_workcell_remove(cell, stale), FK_ERROR_STALE);
    assert_int_equal(fk_workcell_add(cell, &body, &id), FK_OK);
    assert_true(id.index == 1 && id.generation == 2);
    assert_int_equal(fk_workcell_move(cell, stale, &body.pose), FK_ERROR_STALE);
    assert_int_equal(fk_workcell_allow(cell, stale, good.id[0]), FK_ERROR_STALE);
    assert_int_equal(fk_workcell_allow(cell, good.id[0], (fk_body_id){99, 1}), FK_ERROR_STALE);
    assert_int_equal(fk_workcell_get(cell, stale, &body), FK_ERROR_STALE);
    assert_int_equal(fk_workcell_next(cell, 1).generation, 2);
    assert_int_equal(fk_workcell_next(cell, 99).generation, 0);
    fk_workcell_destroy(cell);
    fk_workcell_destroy(NULL);
    shapes_free(&s);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

typedef struct memory_case {
    truth *t;
    const double *value;
} memory_case;

/* Makes a workcell, copies it, changes the copy and asks it. */
static fk_status use_everything(fk_context *scarce, const void *user, void *out)
{
    const memory_case *m = user;
    fk_workcell *cell = NULL, *copy = NULL;
    fk_workcell_setup setup = setup_of(m->t);
    fk_workcell_query query = {m->value, m->t->joint_count, CONFIGS, 0, NULL, NULL};
    fk_body_id id;
    fk_status status = fk_workcell_create(scarce, &setup, &cell);
    if (status == FK_OK)
        status = fk_workcell_copy(cell, &copy);
    for (int i = 0; i < 20 && status == FK_OK; i++)
        status = fk_workcell_add(copy, &m->t->body[0], &id);
    if (status == FK_OK)
        status = fk_workcell_states(copy, &query, out, NULL);
    fk_workcell_destroy(cell);
    fk_workcell_destroy(copy);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    shapes s = shapes_make(&random);
    const fk_collider *few[4] = {s.made[FORM_MESH], s.made[FORM_HULL], s.made[FORMS + 2], s.made[FORMS]};
    for (int i = 0; i < 3; i++) {
        truth t;
        double value[CONFIGS * JOINTS];
        fk_workcell_destroy(some_workcell(&random, &s, &t));
        t.body_count = 3; /* what takes few allocations */
        for (uint32_t k = 0; k < 3; k++)
            t.body[k].collider = few[(uint32_t)i + k < 4 ? (uint32_t)i + k : 0];
        for (uint32_t k = 0; k < CONFIGS; k++)
            some_values(&random, &t, value + k * t.joint_count);
        memory_case m = {&t, value};
        memory_ask(use_everything, &m, CONFIGS);
    }
    shapes_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_states, fpu_usual),
                                       cmocka_unit_test(test_regions),
                                       cmocka_unit_test(test_filter),
                                       cmocka_unit_test(test_changes),
                                       cmocka_unit_test(test_contained),
                                       cmocka_unit_test(test_at_rest),
                                       cmocka_unit_test(test_unused_points),
                                       cmocka_unit_test(test_tiny),
                                       cmocka_unit_test(test_bad_queries),
                                       cmocka_unit_test(test_bad_setups),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
