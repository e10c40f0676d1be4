/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checkers: whether anything clashes, at one set of poses after the other, is what a check of each set says. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "farkas/check.h"
#include "placed_meshes.h"
#include "sanitized.h"
#include "scarce_memory.h"

/* ---- Parts --------------------------------------------------------------------------------------------- */

#define PARTS 9

/* Solids, a surface, a mesh without triangles, and pieces. */
typedef struct part_set {
    fk_mesh *cube, *torus, *surface, *empty;
    fk_piece piece[5];
    fk_vec3 corner[5];
    fk_check_part part[PARTS];
} part_set;

static fk_mesh *some_mesh(int kind)
{
    soup *s = soup_make();
    if (kind == 0)
        soup_add_box(s, 0, 0, 0, 1, 1, 1);
    else if (kind == 1)
        soup_add(s, fk_vec3_make(0, 0, 0), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 2, 0));
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

static void make_parts(part_set *set)
{
    const fk_vec3 zero = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1},
                  corner[5] = {zero, x, y, z, {1, 1, 1}};
    memset(set, 0, sizeof *set);
    set->cube = some_mesh(0);
    set->surface = some_mesh(1);
    set->empty = some_mesh(2);
    set->torus = generated("torus", 200);
    memcpy(set->corner, corner, sizeof corner);
    set->piece[0] = fk_piece_sphere(zero, 1);
    set->piece[1] = fk_piece_box(zero, x, y, z);
    set->piece[2] = fk_piece_cylinder(zero, z, 1);
    set->piece[3] = fk_piece_hull(set->corner, 5);
    set->piece[4] = fk_piece_capsule(zero, x, 0.5);
    const fk_mesh *mesh[PARTS - 5] = {set->cube, set->torus, set->surface, set->empty};
    for (int i = 0; i < PARTS; i++)
        set->part[i] = (fk_check_part){.name = "part",
                                       .mesh = i < PARTS - 5 ? mesh[i] : NULL,
                                       .piece = i < PARTS - 5 ? NULL : &set->piece[i - (PARTS - 5)],
                                       .pose = fk_pose_identity()};
}

static void free_parts(part_set *set)
{
    fk_mesh_free(context, set->cube);
    fk_mesh_free(context, set->torus);
    fk_mesh_free(context, set->surface);
    fk_mesh_free(context, set->empty);
}

/* ---- Checks beside ------------------------------------------------------------------------------------- */

/* Compares an answer with that of a check. A pair whose contact is undecided may still be too close. */
static void compare_with_check(const part_set *set, const fk_pose *pose, const fk_check_options *options,
                               bool clashes)
{
    fk_check_part part[PARTS];
    fk_check *check;
    for (int i = 0; i < PARTS; i++) {
        part[i] = set->part[i];
        part[i].pose = pose[i];
    }
    assert_int_equal(fk_check_run(context, part, PARTS, options, &check), FK_OK);
    if (!clashes || check->count[FK_CLASH_UNDECIDED] == 0)
        assert_int_equal(clashes, check->clashes > 0);
    fk_check_free(context, check);
}

/* Another rule for each pair; the user is a number that chooses them. */
static fk_check_rule mixed_rules(void *user, uint32_t a, uint32_t b)
{
    uint32_t choice = (a * PARTS + b + *(const uint32_t *)user) % 5;
    fk_check_rule rule = {.is_tested = choice != 0};
    rule.ignored = choice == 1 ? "known" : NULL;
    rule.clearance = choice == 2 ? 0.25 : 0;
    rule.allow_contact = choice == 3;
    rule.ignore_overlap = choice == 4 ? 0.25 : 0;
    return rule;
}

/* One of the 24 rotations of a cube, exact. */
static fk_pose quarter_rotation(fk_random *random)
{
    fk_pose pose = quarter_turn(random, fk_vec3_make((double)fk_random_below(random, 7),
                                                     (double)fk_random_below(random, 7),
                                                     (double)fk_random_below(random, 3)));
    for (int i = 0; i < 3 && fk_pose_check(&pose) != FK_OK; i++) /* mirrored */
        for (int k = 0; k < 3; k++)
            pose.rotation[i][k] = -pose.rotation[i][k];
    return pose;
}

/* Some parts move: far away, near, or to whole coordinates, where they touch. */
static void move_some(fk_random *random, fk_pose *pose)
{
    for (int i = 0; i < PARTS; i++) {
        if (fk_random_below(random, 3) == 0)
            continue;
        pose[i] = any_pose(random, 4);
        if (fk_random_below(random, 2) == 0)
            pose[i] = quarter_rotation(random);
    }
}

static void ask_many(const part_set *set, const fk_check_options *options, int count, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    fk_pose pose[PARTS];
    fk_checker *first = NULL, *second = NULL;
    int clashed = 0;
    for (int i = 0; i < PARTS; i++)
        pose[i] = fk_pose_identity();
    assert_int_equal(fk_checker_create(context, set->part, PARTS, options, &first), FK_OK);
    for (int i = 0; i < count; i++) {
        bool found, shared;
        move_some(&random, pose);
        if (i % 8 == 4) { /* with the answers of another place */
            fk_checker_free(context, second);
            assert_int_equal(fk_checker_share(first, &second), FK_OK);
        }
        assert_int_equal(fk_checker_clashes(first, pose, &found), FK_OK);
        compare_with_check(set, pose, options, found);
        clashed += found;
        if (second == NULL)
            continue;
        assert_int_equal(fk_checker_clashes(second, pose, &shared), FK_OK);
        assert_int_equal(found, shared);
    }
    assert_true(clashed > 0 && clashed < count);
    fk_checker_free(context, second);
    fk_checker_free(context, first);
}

static void test_same_as_check(void **state)
{
    (void)state;
    const int count = SANITIZED ? 40 : 400;
    part_set set;
    make_parts(&set);
    for (uint32_t choice = 0; choice < 9; choice++) {
        fk_check_options options = fk_check_options_default();
        options.wants_distance = false;
        options.rule.clearance = choice == 6 ? 0.125 : 0;
        options.rule.allow_contact = choice == 7;
        options.rule.ignore_overlap = choice == 8 ? 0.5 : 0;
        options.select = choice < 5 ? mixed_rules : NULL;
        options.user = &choice;
        ask_many(&set, &options, count, choice + 1);
    }
    free_parts(&set);
}

/* ---- Sharing ------------------------------------------------------------------------------------------- */

static void test_share(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), 1);
    fk_check_part part[2] = {{"a", NULL, &ball, fk_pose_identity()}, {"b", NULL, &ball, fk_pose_identity()}};
    fk_pose pose[2] = {fk_pose_identity(), fk_pose_identity()};
    fk_checker *first, *second;
    bool clashes;
    assert_int_equal(fk_checker_create(context, part, 2, NULL, &first), FK_OK);
    assert_int_equal(fk_checker_clashes(first, pose, &clashes), FK_OK);
    assert_true(clashes);
    assert_int_equal(fk_checker_share(first, &second), FK_OK);
    pose[1].translation.x = 100;
    assert_int_equal(fk_checker_clashes(second, pose, &clashes), FK_OK);
    assert_false(clashes);
    fk_checker_free(context, second);
    fk_checker_free(context, first);
}

static void test_no_parts(void **state)
{
    (void)state;
    fk_checker *first, *second;
    bool clashes = true;
    assert_int_equal(fk_checker_create(context, NULL, 0, NULL, &first), FK_OK);
    assert_int_equal(fk_checker_share(first, &second), FK_OK);
    assert_int_equal(fk_checker_clashes(second, NULL, &clashes), FK_OK);
    assert_false(clashes);
    fk_checker_free(context, second);
    fk_checker_free(context, first);
    fk_checker_free(context, NULL);
}

/* ---- Bad input ----------------------------------------------------------------------------------------- */

static fk_pose scaled(double x, double y, double z)
{
    fk_pose pose = fk_pose_identity();
    pose.rotation[0][0] = x;
    pose.rotation[1][1] = y;
    pose.rotation[2][2] = z;
    return pose;
}

/* A pose that is refused, of any part, changes no answer. */
static void test_bad_poses(void **state)
{
    (void)state;
    part_set set;
    make_parts(&set);
    const fk_pose bad[] = {scaled(0, 0, 0), scaled(0.001, 0.001, 0.001), scaled(-1, 1, 1), scaled(NAN, 1, 1),
                           scaled(INFINITY, 1, 1)};
    fk_pose pose[PARTS];
    fk_checker *checker, *none = NULL;
    assert_int_equal(fk_checker_create(context, set.part, PARTS, NULL, &checker), FK_OK);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < PARTS; i++) {
            const fk_status expected = k < 3 ? FK_ERROR_ARGUMENT : FK_ERROR_NOT_FINITE;
            for (int j = 0; j < PARTS; j++) {
                pose[j] = fk_pose_identity();
                pose[j].translation.x = 10 * j;
            }
            bool clashes = true;
            assert_int_equal(fk_checker_clashes(checker, pose, &clashes), FK_OK);
            assert_false(clashes);
            pose[i] = bad[k];
            assert_int_equal(fk_checker_clashes(checker, pose, &clashes), expected);
            assert_int_equal(fk_checker_clashes(checker, pose, &clashes), expected);
            set.part[i].pose = bad[k];
            assert_int_equal(fk_checker_create(context, set.part, PARTS, NULL, &none), expected);
            assert_null(none);
            set.part[i].pose = fk_pose_identity();
        }
    fk_checker_free(context, checker);
    free_parts(&set);
}

typedef struct memory_run {
    const part_set *set;
    const fk_pose *pose;
} memory_run;

static fk_status ask_checker(fk_context *scarce, const void *user, void *out)
{
    const memory_run *run = user;
    fk_checker *first = NULL, *second = NULL;
    bool found;
    uint32_t choice = 1;
    fk_check_options options = fk_check_options_default();
    options.select = mixed_rules;
    options.user = &choice;
    fk_status status = fk_checker_create(scarce, run->set->part, PARTS, &options, &first);
    if (status == FK_OK)
        status = fk_checker_share(first, &second);
    if (status == FK_OK)
        status = fk_checker_clashes(second, run->pose, &found);
    if (status == FK_OK)
        *(bool *)out = found;
    fk_checker_free(scarce, second);
    fk_checker_free(scarce, first);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    part_set set;
    fk_pose pose[PARTS];
    fk_random random = fk_random_make(5);
    make_parts(&set);
    for (int i = 0; i < PARTS; i++)
        pose[i] = any_pose(&random, 2);
    const memory_run run = {&set, pose};
    memory_ask(ask_checker, &run, sizeof(bool));
    free_parts(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_check), cmocka_unit_test(test_share),  cmocka_unit_test(test_no_parts),
        cmocka_unit_test(test_bad_poses),     cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
