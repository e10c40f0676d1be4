/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The same parts at many poses: a checker answers as a check of its own at each of them, whatever it has kept from the
 * poses before: after first clashes, errors, and calls that ran out of memory; alone, and shared with threads. And
 * motions with other values, whose poses are those of a new motion. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "colliders.h"
#include "farkas/farkas.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "base/workers.h"

#define PARTS 25

/* ---- Scenes -------------------------------------------------------------------------------------------- */

typedef struct scene {
    uint32_t count, mesh_count;
    fk_mesh *mesh[8];
    fk_piece piece[PARTS];
    fk_vec3 point[PARTS][HULL_POINTS];
    fk_check_part part[PARTS];
    fk_check_rule rule[PARTS][PARTS];
} scene;

/* A piece with an interior that rounding does not remove. */
static fk_piece solid_piece(fk_random *random, fk_vec3 *point)
{
    for (;;) {
        fk_piece piece = any_piece(random, point);
        fk_depth depth = {.depth = {0, 0}};
        if (fk_piece_check(&piece) == FK_OK && fk_pair_depth(&piece, &piece, &depth) == FK_OK &&
            depth.depth.lo > 1e-3)
            return piece;
    }
}

static fk_check_rule some_rule(fk_random *random)
{
    fk_check_rule rule = {.is_tested = fk_random_below(random, 8) > 0};
    if (!rule.is_tested)
        rule.ignored = "so";
    if (fk_random_below(random, 3) == 0)
        rule.clearance = fk_random_below(random, 2) ? 0.125 : fk_random_between(random, 1e-6, 0.5);
    if (fk_random_below(random, 4) == 0)
        rule.ignore_overlap = fk_random_between(random, 0, 0.25);
    rule.allow_contact = fk_random_below(random, 3) == 0;
    return rule;
}

static fk_check_rule select_rule(void *user, uint32_t a, uint32_t b)
{
    const scene *s = user;
    return s->rule[a][b];
}

/* A box, or two shells that overlap. */
static fk_mesh *box_mesh(bool is_twice)
{
    soup *s = soup_make();
    soup_add_box(s, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5);
    if (is_twice)
        soup_add_box(s, -0.25, -0.25, 0, 1, 1, 1);
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static void make_scene(fk_random *random, scene *s, uint32_t count)
{
    memset(s, 0, sizeof *s);
    s->count = count;
    s->mesh_count = 8;
    for (uint32_t i = 0; i < s->mesh_count; i++)
        s->mesh[i] = i == 0 ? any_soup(random, 12, 1) : i <= 2 ? box_mesh(i == 2) : any_lattice(random);
    for (uint32_t i = 0; i < s->count; i++) {
        bool is_mesh = fk_random_below(random, 2);
        s->piece[i] = solid_piece(random, s->point[i]);
        if (fk_random_below(random, 3) == 0)
            s->piece[i] = cube(-0.5, -0.5, -0.5, 1);
        s->part[i] = (fk_check_part){.mesh = is_mesh ? s->mesh[fk_random_below(random, s->mesh_count)] : NULL,
                                     .piece = &s->piece[i],
                                     .pose = fk_pose_identity()};
        for (uint32_t k = 0; k < s->count; k++)
            s->rule[i][k] = some_rule(random);
    }
}

static void free_scene(scene *s)
{
    for (uint32_t i = 0; i < s->mesh_count; i++)
        fk_mesh_free(context, s->mesh[i]);
}

static fk_check_options options_of(scene *s, fk_check_cache *kept)
{
    fk_check_options options = {.select = select_rule, .user = s, .kept = kept};
    return options;
}

/* Not mirrored. */
static fk_pose rigid_turn(fk_random *random, fk_vec3 place)
{
    fk_pose pose = quarter_turn(random, place);
    if (fk_pose_check(&pose) != FK_OK)
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] *= -1;
    return pose;
}

/* Some parts move; on a grid they come to touch. */
static void move_parts(fk_random *random, scene *s, double reach)
{
    uint64_t rest = fk_random_below(random, 5);
    for (uint32_t i = 0; i < s->count; i++) {
        if (rest > 0 && fk_random_below(random, rest + 1) > 0)
            continue;
        if (fk_random_below(random, 2))
            s->part[i].pose = rigid_turn(random, fk_vec3_scale(whole_vector(random, (int)(2 * reach)), 0.5));
        else
            s->part[i].pose = any_pose(random, reach);
    }
}

static void list_poses(const scene *s, fk_pose *pose)
{
    for (uint32_t i = 0; i < s->count; i++)
        pose[i] = s->part[i].pose;
}

/* A check of its own. If it has an undecided pair and no clash, a clash may still be proved: *is_open. */
static bool run_clashes(fk_context *with, scene *s, fk_check_cache *kept, bool *is_open)
{
    fk_check_options options = options_of(s, kept);
    fk_check *check = NULL;
    assert_int_equal(fk_check_run(with, s->part, s->count, &options, &check), FK_OK);
    bool clashes = check->clashes > 0;
    *is_open = !clashes && check->count[FK_CLASH_UNDECIDED] > 0;
    fk_check_free(with, check);
    return clashes;
}

/* ---- Walks --------------------------------------------------------------------------------------------- */

/* Not finite, or twice as large. */
static fk_pose bad_pose(fk_random *random, fk_pose pose)
{
    static const double bad[] = {NAN, HUGE_VAL, -HUGE_VAL};
    double value = bad[fk_random_below(random, 3)];
    uint64_t way = fk_random_below(random, 3);
    for (int i = 0; i < 9 && way == 0; i++)
        pose.rotation[i / 3][i % 3] *= 2;
    if (way == 0)
        return pose;
    if (way == 1)
        pose.translation.y = value;
    else
        pose.rotation[1][2] = value;
    return pose;
}

/* The answers of a checker and, at the same poses, of those that share its shapes. */
static void walk_scene(fk_random *random, scene *s, int steps, int counts[2])
{
    fk_check_cache *kept = NULL;
    fk_checker *checker = NULL, *other = NULL;
    fk_pose pose[PARTS];
    double reach = s->count < 5 ? fk_random_between(random, 0.5, 3) : fk_random_between(random, 2, 7);
    bool clashes;
    if (fk_random_below(random, 2))
        assert_int_equal(fk_check_cache_create(context, &kept), FK_OK);
    fk_check_options options = options_of(s, kept);
    move_parts(random, s, reach);
    assert_int_equal(fk_checker_create(context, s->part, s->count, &options, &checker), FK_OK);
    for (int step = 0; step < steps; step++) {
        move_parts(random, s, reach);
        list_poses(s, pose);
        if (fk_random_below(random, 6) == 0) {
            uint32_t at = (uint32_t)fk_random_below(random, s->count);
            pose[at] = bad_pose(random, pose[at]);
            clashes = step % 2;
            for (int twice = 0; twice < 2; twice++)
                assert_int_equal(fk_checker_clashes(checker, pose, &clashes), fk_pose_check(&pose[at]));
            assert_int_equal(clashes, step % 2);
            list_poses(s, pose);
        }
        bool is_open, expected = run_clashes(context, s, kept, &is_open);
        assert_int_equal(fk_checker_clashes(checker, pose, &clashes), FK_OK);
        assert_true(clashes == expected || is_open);
        expected = clashes;
        assert_int_equal(fk_checker_clashes(checker, pose, &clashes), FK_OK);
        assert_int_equal(clashes, expected);
        counts[expected]++;
        if (other != NULL) {
            assert_int_equal(fk_checker_clashes(other, pose, &clashes), FK_OK);
            assert_int_equal(clashes, expected);
        }
        if (step % 5 == 0) {
            fk_checker_free(context, other);
            assert_int_equal(fk_checker_share(checker, &other), FK_OK);
        }
    }
    fk_checker_free(context, other);
    fk_checker_free(context, checker);
    fk_check_cache_free(context, kept);
}

static void answers_are_those_of_checks(void **state)
{
    (void)state;
    static scene s;
    int counts[2] = {0, 0};
    for (uint64_t seed = 0; seed < (uint64_t)(100 / SHARE); seed++) {
        fk_random random = fk_random_make(seed);
        bool is_large = seed % 15 == 0; /* one pair cannot hide behind others if there are few */
        make_scene(&random, &s,
                   is_large ? 5 + (uint32_t)fk_random_below(&random, PARTS - 4) : 2 + (uint32_t)(seed % 3));
        walk_scene(&random, &s, 40, counts);
        free_scene(&s);
    }
    assert_true(counts[0] > 50 / SHARE && counts[1] > 50 / SHARE);
}

/* A checker that was made from one with answers has none of them. */
static void shared_checkers_have_no_answers(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    fk_check_part part[2] = {{.piece = &box, .pose = fk_pose_identity()},
                             {.piece = &box, .pose = fk_pose_identity()}};
    fk_pose near[2] = {fk_pose_identity(), fk_pose_identity()},
            far[2] = {fk_pose_identity(), fk_pose_identity()};
    far[1].translation.x = 9;
    fk_checker *checker = NULL, *other = NULL;
    bool clashes = false;
    fk_check_options options = fk_check_options_default();
    assert_int_equal(fk_checker_create(context, part, 2, &options, &checker), FK_OK);
    assert_int_equal(fk_checker_clashes(checker, near, &clashes), FK_OK);
    assert_true(clashes);
    assert_int_equal(fk_checker_share(checker, &other), FK_OK);
    assert_int_equal(fk_checker_clashes(other, far, &clashes), FK_OK);
    assert_false(clashes);
    fk_checker_free(context, other);
    fk_checker_free(context, checker);
}

/* ---- Threads ------------------------------------------------------------------------------------------- */

#define THREADS 4
#define MOVES   32

typedef struct shared_walk {
    uint32_t count;
    fk_checker *checker[THREADS];
    fk_pose pose[MOVES][PARTS];
    bool clashes[THREADS][MOVES];
} shared_walk;

static void walk_task(void *user, uint32_t task)
{
    shared_walk *w = user;
    for (uint32_t i = 0; i < MOVES; i++) {
        uint32_t move = (i * (2 * task + 1)) % MOVES;
        if (fk_checker_clashes(w->checker[task], w->pose[move], &w->clashes[task][move]) != FK_OK)
            abort();
    }
}

static void threads_share_shapes(void **state)
{
    (void)state;
    static scene s;
    static shared_walk w;
    bool expected[MOVES], is_open[MOVES];
    fk_random random = fk_random_make(99);
    fk_pool *pool = NULL;
    assert_int_equal(fk_pool_create(context, THREADS, &pool), FK_OK);
    for (int round = 0; round < 10 / SHARE + 1; round++) {
        make_scene(&random, &s, 12);
        fk_check_options options = options_of(&s, NULL);
        assert_int_equal(fk_checker_create(context, s.part, s.count, &options, &w.checker[0]), FK_OK);
        for (uint32_t i = 0; i < MOVES; i++) {
            move_parts(&random, &s, 6);
            list_poses(&s, w.pose[i]);
            expected[i] = run_clashes(context, &s, NULL, &is_open[i]);
        }
        for (int i = 1; i < THREADS; i++)
            assert_int_equal(fk_checker_share(w.checker[0], &w.checker[i]), FK_OK);
        fk_workers_run(fk_pool_workers(pool), THREADS, walk_task, &w);
        for (int i = 0; i < THREADS; i++)
            for (int k = 0; k < MOVES; k++)
                assert_true(w.clashes[i][k] == expected[k] || is_open[k]);
        for (int i = THREADS; i-- > 0;)
            fk_checker_free(context, w.checker[i]);
        free_scene(&s);
    }
    fk_pool_destroy(pool);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Each call fails after k allocations, for every k, and then works as if it had not. */
static void memory_runs_out(void **state)
{
    (void)state;
    static scene s;
    fk_random random = fk_random_make(5);
    make_scene(&random, &s, 12);
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    size_t base = m.used;
    fk_check_options options = options_of(&s, NULL);
    fk_checker *checker = NULL, *other = NULL;
    fk_pose pose[PARTS];
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        m.fail_at = k;
        status = fk_checker_create(scarce, s.part, s.count, &options, &checker);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && checker == NULL && m.used == base));
    }
    for (int step = 0; step < 20; step++) {
        bool clashes = step % 2, expected, is_open;
        move_parts(&random, &s, 5);
        list_poses(&s, pose);
        m.fail_at = SIZE_MAX;
        expected = run_clashes(scarce, &s, NULL, &is_open);
        status = FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK; k++) {
            m.fail_at = k;
            status = fk_checker_clashes(checker, pose, &clashes);
            assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && clashes == step % 2));
        }
        assert_true(clashes == expected || is_open);
    }
    size_t before = m.used;
    status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        m.fail_at = k;
        status = fk_checker_share(checker, &other);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && other == NULL && m.used == before));
    }
    fk_checker_free(scarce, other);
    fk_checker_free(scarce, checker);
    assert_int_equal(m.used, base);
    fk_context_destroy(scarce);
    free_scene(&s);
}

/* ---- Motions ------------------------------------------------------------------------------------------- */

#define FRAMES    12
#define VARIABLES 5

typedef struct random_frames {
    fk_frame frame[FRAMES];
    fk_key key[FRAMES][3];
    double time[2], value[2][2 * VARIABLES];
    fk_track track[2]; /* of one time, and of two */
} random_frames;

static void some_values(fk_random *random, double *value, int count)
{
    for (int i = 0; i < count; i++)
        value[i] = fk_random_between(random, -7, 7);
}

static void make_frames(fk_random *random, random_frames *f, bool is_chain)
{
    memset(f, 0, sizeof *f);
    f->time[1] = 2;
    some_values(random, f->value[0], 2 * VARIABLES);
    some_values(random, f->value[1], 2 * VARIABLES);
    f->track[0] = (fk_track){VARIABLES, 1, f->time, f->value[0]};
    f->track[1] = (fk_track){VARIABLES, 2, f->time, f->value[1]};
    for (uint32_t i = 0; i < FRAMES; i++) {
        uint32_t parent = is_chain ? i - 1 : (uint32_t)fk_random_below(random, i + 1) - 1;
        f->frame[i] = (fk_frame){.parent = i == 0 || parent == UINT32_MAX ? FK_NONE : parent,
                                 .origin = any_pose(random, 1),
                                 .kind = (fk_frame_kind)fk_random_below(random, 4),
                                 .axis = any_place(random, 1),
                                 .track = (uint32_t)fk_random_below(random, 2),
                                 .variable = (uint32_t)fk_random_below(random, VARIABLES),
                                 .factor = fk_random_between(random, -2, 2),
                                 .offset = fk_random_between(random, -1, 1),
                                 .key_count = 3,
                                 .key = f->key[i]};
        if (fk_random_below(random, 6) == 0)
            f->frame[i].variable = FK_NONE;
        for (int k = 0; k < 3; k++) {
            f->key[i][k] = (fk_key){.time = k, .xyz = any_place(random, 1)};
            some_values(random, f->key[i][k].quat_xyzw, 4);
        }
    }
}

static void compare_poses(const fk_motion *a, const fk_motion *b)
{
    for (double time = -0.5; time < 2.6; time += 0.375) {
        fk_pose pose[FRAMES];
        fk_motion_poses(a, time, pose);
        for (uint32_t i = 0; i < FRAMES; i++) {
            fk_pose one = fk_motion_pose(b, i, time);
            assert_memory_equal(&pose[i], &one, sizeof one);
        }
    }
}

static void poses_are_the_same(void **state)
{
    (void)state;
    random_frames f;
    fk_random random = fk_random_make(3);
    for (int round = 0; round < 400 / SHARE; round++) {
        fk_motion *motion = NULL, *new_one = NULL;
        double value[VARIABLES];
        make_frames(&random, &f, round % 3 == 0);
        assert_int_equal(fk_motion_create(context, f.frame, FRAMES, f.track, 2, &motion), FK_OK);
        compare_poses(motion, motion);
        some_values(&random, value, VARIABLES);
        assert_int_equal(fk_motion_set_values(motion, 0, value), FK_OK);
        memcpy(f.value[0], value, sizeof value);
        assert_int_equal(fk_motion_create(context, f.frame, FRAMES, f.track, 2, &new_one), FK_OK);
        compare_poses(motion, new_one);
        value[round % VARIABLES] = round % 2 ? NAN : HUGE_VAL;
        assert_int_equal(fk_motion_set_values(motion, 0, value), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_motion_set_values(motion, 1, f.value[0]), FK_ERROR_ARGUMENT);
        assert_int_equal(fk_motion_set_values(motion, 2, f.value[0]), FK_ERROR_ARGUMENT);
        compare_poses(motion, new_one);
        fk_motion_free(context, motion);
        fk_motion_free(context, new_one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_checks), cmocka_unit_test(shared_checkers_have_no_answers),
        cmocka_unit_test(threads_share_shapes), cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(poses_are_the_same)};
    return cmocka_run_group_tests(tests, make_context, end_context);
}
