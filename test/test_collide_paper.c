/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* COLLIDE of the slides and algorithm 7 of the thesis: made right, they say what the search of hierarchies says; as printed, they
 * never make a collision up. COLLIDE loses that of a large triangle with a small mesh, algorithm 7 all but those of two leaves. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "printed/collide_paper.h"
#include "farkas/farkas.h"
#include "gen/generate.h"

#include "context_fixture.h"

typedef struct body {
    fk_model *model;
    fk_hierarchy *tree;
} body;

static body body_make(const char *kind, uint32_t triangles, double size)
{
    fk_generate_options options = {triangles, size};
    fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
    body b;
    assert_int_equal(fk_generate(context, fk_generate_find(kind), &options, &b.model), FK_OK);
    assert_int_equal(fk_hierarchy_build(context, &b.model->part[0], &rules, &b.tree), FK_OK);
    return b;
}

static void body_end(body *b)
{
    fk_hierarchy_free(context, b->tree);
    fk_model_free(context, b->model);
}

static fk_placed_hierarchy placed(const body *b, fk_vec3 at)
{
    fk_placed_hierarchy p = {b->tree, &b->model->part[0], fk_pose_identity()};
    p.pose.translation = at;
    return p;
}

static bool search(const fk_placed_hierarchy *a, const fk_placed_hierarchy *b)
{
    fk_search_rules rules = fk_search_rules_collide();
    fk_search_found found;
    assert_int_equal(fk_hierarchy_search(context, a, b, &rules, &found), FK_OK);
    fk_search_found_end(context, &found);
    return found.meets;
}

static void test_made_right_it_agrees(void **state)
{
    (void)state;
    body a = body_make("trefoil", 240, 1), b = body_make("trefoil", 960, 1);
    fk_random random = fk_random_make(7);
    int meet = 0, lost = 0;
    for (int i = 0; i < 100; i++) {
        fk_vec3 at = {fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1),
                      fk_random_between(&random, -0.5, 0.5)};
        fk_placed_hierarchy p = placed(&a, fk_vec3_make(0, 0, 0)), q = placed(&b, at);
        paper_collide printed = {.is_right = false}, right = {.is_right = true};
        bool truth = search(&p, &q), says = paper_collide_run(&printed, &p, &q);
        assert_int_equal(paper_collide_run(&right, &p, &q), truth);
        assert_int_equal(right.ends, 0);
        assert_true(truth || !says);
        assert_true(!truth || says || printed.ends > 0);
        for (int r = 0; r < PAPER_RETURNS; r++) {
            paper_collide work = {0};
            bool found = paper_bvh_test(&work, &p, &q, (paper_return)r);
            assert_true(r == RETURNS_ANY ? found == truth : r == RETURNS_LAST ? !found || truth : !found);
            work = (paper_collide){0};
            assert_int_equal(paper_bvh_test(&work, &q, &p, RETURNS_ANY), truth);
        }
        meet += truth;
        lost += truth && !says;
    }
    assert_true(meet > 20 && meet < 80);
    assert_true(lost > 0 && lost < meet);
    body_end(&a);
    body_end(&b);
}

/* A cube of twelve triangles, and a small ball of many that one of its faces cuts. */
static void test_a_large_leaf_is_a_dead_end(void **state)
{
    (void)state;
    body cube = body_make("box", 12, 2), ball = body_make("sphere", 320, 0.125);
    fk_placed_hierarchy p = placed(&cube, fk_vec3_make(0, 0, 0)),
                        q = placed(&ball, fk_vec3_make(0.25, 0.125, 0));
    /* In the middle of a face, wherever the cube stands. */
    fk_vec3 high = p.mesh->point[0];
    for (uint32_t i = 0; i < p.mesh->vertex_count; i++)
        high = p.mesh->point[i].z > high.z ? p.mesh->point[i] : high;
    q.pose.translation.z = high.z;
    paper_collide printed = {.is_right = false}, right = {.is_right = true};
    assert_true(search(&p, &q));
    assert_true(paper_collide_run(&right, &p, &q));
    assert_false(paper_collide_run(&printed, &p, &q));
    assert_true(printed.ends > 0);
    assert_int_equal(printed.triangle_tests, 0);
    body_end(&cube);
    body_end(&ball);
}

static void test_dropped_results(void **state)
{
    (void)state;
    body cube = body_make("box", 12, 2);
    fk_placed_hierarchy p = placed(&cube, fk_vec3_make(0, 0, 0));
    fk_hierarchy_rules rules = fk_hierarchy_rules_collide();
    fk_hierarchy *leaf;
    rules.leaf_count = 12;
    assert_int_equal(fk_hierarchy_build(context, p.mesh, &rules, &leaf), FK_OK);
    fk_placed_hierarchy q = {leaf, p.mesh, fk_pose_identity()};
    paper_collide work = {0};
    assert_true(paper_bvh_test(&work, &q, &q, RETURNS_NOTHING)); /* two leaves */
    assert_false(paper_bvh_test(&work, &p, &q, RETURNS_NOTHING));
    assert_true(paper_bvh_test(&work, &p, &q, RETURNS_LAST));
    assert_true(paper_bvh_test(&work, &p, &q, RETURNS_ANY));
    fk_hierarchy_free(context, leaf);
    body_end(&cube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_right_it_agrees),
        cmocka_unit_test(test_a_large_leaf_is_a_dead_end),
        cmocka_unit_test(test_dropped_results),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
