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

#include "base/cpu.h"
#include "collider_kinds.h"
#include "farkas/farkas.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "workcell/workcell.h"

#define FRAMES  7
#define BODIES  12
#define SHAPES  (FORMS + 5)
#define JOINTS  (2 * FRAMES)
#define CONFIGS 40

/* ---- Workcells ----------------------------------------------------------------------------------------- */

typedef struct shapes {
    colliders forms;
    fk_collider *made[SHAPES];
} shapes;

static shapes shapes_make(fk_random *random)
{
    fk_piece half = fk_piece_half_space(v(0, 0, 1), -1), ball = fk_piece_sphere(v(0, 0, 0), 0.25),
             rod = fk_piece_capsule(v(0, 0, -1), v(0, 0, 2), 0.25), tiny = cube(-0.125, -0.125, -0.125, 0.25),
             can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 0.5);
    shapes s = {.forms = colliders_make(random)};
    memcpy(s.made, s.forms.made, sizeof s.forms.made);
    s.made[FORMS] = of_pieces(&half, 1);
    s.made[FORMS + 1] = of_pieces(&ball, 1);
    s.made[FORMS + 2] = of_pieces(&rod, 1);
    s.made[FORMS + 3] = of_pieces(&tiny, 1);
    s.made[FORMS + 4] = of_pieces(&can, 1);
    return s;
}

static void shapes_free(shapes *s)
{
    for (int i = FORMS; i < SHAPES; i++)
        fk_collider_free(context, s->made[i]);
    colliders_free(&s->forms);
}

/* What a workcell should be; bodies without collider do not exist. */
typedef struct truth {
    fk_frame frame[FRAMES];
    uint32_t robots, joints[2], joint_count, body_count;
    fk_interval limit[JOINTS];
    fk_moving body[BODIES];
    fk_body_id id[BODIES];
    bool allowed[BODIES][BODIES];
    bool is_exact; /* on a grid: bodies touch */
} truth;

static fk_pose some_pose(fk_random *random, bool is_exact, double reach)
{
    fk_pose pose = any_pose(random, reach);
    while (is_exact &&
           (pose = quarter_turn(random, whole_vector(random, (int)reach)), fk_pose_check(&pose) != FK_OK))
        ; /* some mirror */
    return pose;
}

static fk_frame some_frame(fk_random *random, truth *t, uint32_t index, uint32_t robot)
{
    fk_frame f = {.parent = index == 0 || fk_random_below(random, 4) == 0
                                ? FK_NONE
                                : (uint32_t)fk_random_below(random, index),
                  .origin = some_pose(random, t->is_exact, 3),
                  .kind = (fk_frame_kind)fk_random_below(random, 3),
                  .axis = t->is_exact ? v(0, 0, 1) : any_place(random, 2),
                  .track = robot,
                  .variable = FK_NONE,
                  .factor = 1};
    if (f.kind == FK_FRAME_FIXED)
        return f;
    f.variable = t->joints[robot] > 0 && fk_random_below(random, 8) == 0 ? 0 : t->joints[robot]++;
    if (!t->is_exact && fk_random_below(random, 4) == 0) {
        f.factor = -0.5;
        f.offset = fk_random_between(random, -1, 1);
    }
    return f;
}

static fk_moving some_body(fk_random *random, const truth *t, const shapes *s)
{
    bool is_free = fk_random_below(random, 2) == 0;
    uint32_t shape = (uint32_t)fk_random_below(random, t->is_exact ? FORM_COUNT : SHAPES);
    fk_moving body = {s->made[shape], is_free ? FK_NONE : (uint32_t)fk_random_below(random, FRAMES),
                      some_pose(random, t->is_exact, is_free ? 6 : 1)};
    return body;
}

static bool ignores_pair(void *user, uint32_t a, uint32_t b)
{
    const truth *t = user;
    return t->allowed[a][b];
}

static fk_workcell_setup setup_of(truth *t)
{
    fk_workcell_setup setup = {.frame = t->frame,
                               .frame_count = FRAMES,
                               .robot_count = t->robots,
                               .joint_count = t->joints,
                               .limit = t->limit,
                               .body = t->body,
                               .body_count = t->body_count,
                               .ignores = ignores_pair,
                               .user = t};
    return setup;
}

/* The robot of a frame only grows at its end, so that parents may be of the other one. */
static fk_workcell *some_workcell(fk_random *random, const shapes *s, truth *t)
{
    memset(t, 0, sizeof *t);
    t->is_exact = fk_random_below(random, 3) == 0;
    t->robots = 1 + (uint32_t)fk_random_below(random, 2);
    for (uint32_t i = 0; i < FRAMES; i++)
        t->frame[i] = some_frame(random, t, i, t->robots == 2 && i >= FRAMES / 2);
    t->joint_count = t->joints[0] + t->joints[1];
    for (uint32_t i = 0; i < t->joint_count; i++)
        t->limit[i] =
            fk_random_below(random, 4) == 0 ? (fk_interval){-INFINITY, INFINITY} : (fk_interval){-4, 4};
    t->body_count = 3 + (uint32_t)fk_random_below(random, BODIES - 5);
    for (uint32_t i = 0; i < t->body_count; i++) {
        t->body[i] = some_body(random, t, s);
        t->id[i] = (fk_body_id){i, 1};
        for (uint32_t b = i + 1; b < t->body_count; b++)
            t->allowed[i][b] = fk_random_below(random, 3) == 0;
    }
    fk_workcell *cell = NULL;
    fk_workcell_setup setup = setup_of(t);
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    assert_int_equal(fk_workcell_joint_count(cell), t->joint_count);
    return cell;
}

static void some_values(fk_random *random, const truth *t, double *value)
{
    for (uint32_t i = 0; i < t->joint_count; i++) {
        value[i] = t->is_exact ? (double)fk_random_below(random, 5) - 2 : fk_random_between(random, -4, 4);
        if (!t->is_exact && !isfinite(t->limit[i].hi) && fk_random_below(random, 16) == 0)
            value[i] = fk_random_between(random, -1e12, 1e12);
    }
    if (t->is_exact) /* turns are not, so most are left out */
        for (uint32_t i = 0; i < FRAMES; i++)
            if (t->frame[i].kind == FK_FRAME_REVOLUTE && fk_random_below(random, 8) > 0)
                value[t->frame[i].variable + (t->frame[i].track > 0 ? t->joints[0] : 0)] = 0;
}

/* ---- The truth ----------------------------------------------------------------------------------------- */

/* The state, and the first pair of bodies that collides or may. */
static uint8_t true_state(const truth *t, const double *value, double clearance, uint32_t pair[2])
{
    double time = 0;
    fk_track track[2] = {{t->joints[0], 1, &time, value}, {t->joints[1], 1, &time, value + t->joints[0]}};
    fk_motion *motion = NULL;
    fk_placed_collider placed[BODIES];
    uint8_t state = FK_WORKCELL_FREE;
    assert_int_equal(fk_motion_create(context, t->frame, FRAMES, track, t->robots, &motion), FK_OK);
    for (uint32_t i = 0; i < t->body_count; i++) {
        fk_pose pose = fk_motion_pose(motion, t->body[i].frame, 0);
        placed[i] = (fk_placed_collider){t->body[i].collider, t->body[i].pose};
        if (t->body[i].frame != FK_NONE)
            placed[i].pose = fk_pose_multiply(&pose, &t->body[i].pose);
    }
    fk_motion_free(context, motion);
    for (uint32_t a = 0; a < t->body_count; a++)
        for (uint32_t b = a + 1; b < t->body_count; b++) {
            fk_decision meets = FK_NO;
            if (t->body[a].collider == NULL || t->body[b].collider == NULL || t->allowed[a][b] ||
                t->body[a].frame == t->body[b].frame)
                continue;
            fk_status status = clearance > 0
                                   ? fk_collider_closer(context, &placed[a], &placed[b], clearance, &meets)
                                   : fk_collider_meets(context, &placed[a], &placed[b], NULL, &meets);
            assert_int_equal(status, FK_OK);
            if (meets == FK_NO || (meets == FK_UNKNOWN && state == FK_WORKCELL_UNDECIDED))
                continue;
            state = meets == FK_YES ? FK_WORKCELL_COLLIDES : FK_WORKCELL_UNDECIDED;
            pair[0] = a;
            pair[1] = b;
            if (meets == FK_YES)
                return state;
        }
    return state;
}

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

static const char *const levels[4] = {"plain", "vector", "avx2", "avx512"};

static void set_level(const char *name)
{
    if (name != NULL)
        setenv("FARKAS_CPU", name, 1);
    else
        unsetenv("FARKAS_CPU");
    fk_cpu_find();
}

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
                said = fk_filter_test_parts(&s->block, &s->pair[k], i, &witness);
            assert_int_equal(fk_workcell_test_pair(context, cell, s, k, clearance, &collides), FK_OK);
            assert_true(said == FK_UNKNOWN || said == collides);
            n->states++;
            n->collide += said != FK_UNKNOWN;
        }
    }
    fk_workcell_scratch_give(cell, s);
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
static fk_workcell *small_workcell(const fk_collider *moving, const fk_collider *resting, double x)
{
    static const fk_interval limit = {-3, 3};
    static const uint32_t joints = 1;
    fk_frame frame = {.parent = FK_NONE,
                      .origin = fk_pose_identity(),
                      .kind = FK_FRAME_PRISMATIC,
                      .axis = v(1, 0, 0),
                      .factor = 1};
    fk_pose there = fk_pose_identity();
    there.translation = v(x, 0, 0);
    fk_moving body[2] = {{moving, 0, fk_pose_identity()}, {resting, FK_NONE, there}};
    fk_workcell_setup setup = {&frame, 1, 1, &joints, &limit, body, 2, NULL, NULL};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(context, &setup, &cell), FK_OK);
    return cell;
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
                                       cmocka_unit_test(test_filter),
                                       cmocka_unit_test(test_changes),
                                       cmocka_unit_test(test_contained),
                                       cmocka_unit_test(test_at_rest),
                                       cmocka_unit_test(test_bad_queries),
                                       cmocka_unit_test(test_bad_setups),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
