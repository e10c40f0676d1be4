/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Searches of random worlds against all pairs of leaves: complete or first hits, stopped by budgets of all
 * sorts and continued, after moves, for sizes and states of the processor of all sorts. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "fpu_modes.h"
#include "sanitized.h"
#include "search_check.h"

#define WORLDS (300 / SHARE)

static void test_random_worlds(void **state)
{
    (void)state;
    size_t hits = 0;
    for (uint64_t seed = 0; seed < WORLDS; seed++) {
        draw_world(&the_world, seed);
        for (uint32_t i = 0; i < the_world.tree_count; i++)
            assert_int_equal(fk_cell_tree_check(context, &the_world.tree[i].tree, NULL), FK_OK);
        find_truth(&the_world, &the_truth);
        fk_search *search = create(context);
        assert_null(fk_search_result_of(search));
        for (int i = 0; i < 6; i++) {
            fk_search_question question = draw_question(&the_world.random);
            check_question(search, &question, &the_world.random);
            hits += fk_search_result_of(search)->hit_total;
        }
        fk_search_destroy(context, search);
    }
    assert_true(hits > 20 * WORLDS);
}

/* ---- Moving -------------------------------------------------------------------------------------------- */

/* Whether an object would be in the volume of its smallest group that has one; -1: not known here, as the
 * volume is a tetrahedron, or the object is where rounding matters. */
static int is_in_volume(const fk_search_object *object)
{
    uint32_t g = object->group;
    while (g != FK_NONE && the_world.group[g].kind == FK_KIND_NONE)
        g = the_world.group[g].parent;
    if (g == FK_NONE)
        return 1;
    const fk_search_group *group = &the_world.group[g];
    fk_piece root = placed_leaf(object, 0);
    fk_aabb volume = box_of_cell(group->kind, &group->cell), box = box_of_cell(root.kind, &root.as.cell);
    double room = INFINITY;
    for (int k = 0; k < 3; k++)
        room = fmin(room, fmin(fk_vec3_get(box.min, k) - fk_vec3_get(volume.min, k),
                               fk_vec3_get(volume.max, k) - fk_vec3_get(box.max, k)));
    if (group->kind == FK_KIND_TETRA || (the_world.is_rounded && fabs(room) < 1e-9))
        return -1;
    return room >= 0;
}

static void test_moves(void **state)
{
    (void)state;
    int moved = 0, left = 0;
    for (uint64_t seed = 1000; seed < 1000 + WORLDS / 2; seed++) {
        world *w = &the_world;
        draw_world(w, seed);
        fk_search *search = create(context);
        fk_search_question question = fk_search_question_default();
        for (int i = 0; w->object_count > 0 && i < 8; i++) {
            if (i % 2 == 0)
                question = draw_question(&w->random);
            assert_int_equal(fk_search_begin(search, &question), FK_OK);
            uint32_t index = (uint32_t)fk_random_below(&w->random, w->object_count);
            fk_search_object there = w->object[index];
            there.pose = draw_pose(&w->random, whole(&w->random, 2, 30), w->is_rounded);
            /* Often to another object, which is the one that is asked about. */
            uint32_t other = (uint32_t)fk_random_below(&w->random, w->object_count);
            if (whole(&w->random, 0, 2) > 0) {
                there.pose.translation = w->object[other].pose.translation;
                question.object = other;
            }
            fk_status status = fk_search_move(search, index, &there.pose);
            int is_in = is_in_volume(&there);
            if (is_in >= 0)
                assert_int_equal(status, is_in ? FK_OK : FK_ERROR_ARGUMENT);
            assert_true(status == FK_OK || status == FK_ERROR_ARGUMENT);
            /* A move ends the question; one that failed does not. */
            assert_true((fk_search_result_of(search) == NULL) == (status == FK_OK));
            assert_int_equal(fk_search_run(search, NULL), status == FK_OK ? FK_ERROR_ARGUMENT : FK_OK);
            if (status == FK_OK)
                w->object[index] = there;
            *(status == FK_OK ? &moved : &left) += 1;
            if (i % 2 == 0)
                continue; /* several moves before the next question */
            find_truth(w, &the_truth);
            check_question(search, &question, &w->random);
        }
        fk_search_destroy(context, search);
    }
    assert_true(moved > WORLDS && left > WORLDS / 20);
}

/* ---- Sizes, and states of the processor ---------------------------------------------------------------- */

static void scale_cell(fk_cell *cell, int exponent)
{
    double *number = &cell->origin.x;
    _Static_assert(sizeof *cell == 12 * sizeof *number, "a cell is twelve numbers");
    for (int i = 0; i < 12; i++)
        number[i] = ldexp(number[i], exponent);
}

/* Volumes of groups are left out where parents grow by more than they leave room for. */
static void scale_world(world *w, int exponent)
{
    for (uint32_t i = 0; i < w->tree_count; i++)
        for (uint32_t k = 0; k < w->tree[i].tree.node_count; k++)
            scale_cell(&w->tree[i].node[k].cell, exponent);
    for (uint32_t i = 0; i < w->object_count; i++) {
        fk_vec3 *t = &w->object[i].pose.translation;
        *t = fk_vec3_make(ldexp(t->x, exponent), ldexp(t->y, exponent), ldexp(t->z, exponent));
    }
    for (uint32_t g = 0; g < w->group_count; g++) {
        scale_cell(&w->group[g].cell, exponent);
        if (exponent < -1000)
            w->group[g].kind = FK_KIND_NONE;
    }
}

/* Whole numbers times a power of two, from what is too small for a normal number to what is almost too
 * large. */
static void test_sizes(void **state)
{
    (void)state;
    const int exponent[] = {-1074, -1030, -990, 990};
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (int i = mode / 4 % 2; i < 4; i += 2) {
            fpu_set(0);
            draw_world(&the_world, 5001 + 2 * (uint64_t)(4 * mode + i));
            scale_world(&the_world, exponent[i]);
            fpu_set(mode);
            find_truth(&the_world, &the_truth);
            fk_search *search = create(context);
            for (int k = 0; k < 2; k++) {
                fk_search_question question = draw_question(&the_world.random);
                check_question(search, &question, &the_world.random);
            }
            fk_search_destroy(context, search);
            fpu_set(0);
        }
}

/* ---- No time ------------------------------------------------------------------------------------------- */

/* With no time at all every call gets further, also past what lies below the levels. */
static void test_no_time(void **state)
{
    (void)state;
    const fk_search_budget budget[] = {{.levels = 1, .seconds = 1e-300}, {.seconds = 1e-300}};
    for (uint64_t seed = 4000; seed < 4000 + 20 / (SANITIZED ? 4 : 1); seed++) {
        draw_world(&the_world, seed);
        find_truth(&the_world, &the_truth);
        fk_search *search = create(context);
        fk_search_question question = fk_search_question_default();
        assert_int_equal(fk_search_begin(search, &question), FK_OK);
        for (int i = 0; i < 2; i++) {
            uint64_t before, after = fk_search_result_of(search)->work.pair_tests;
            do {
                before = after;
                assert_int_equal(fk_search_run(search, &budget[i]), FK_OK);
                check_result(search, &question);
                after = fk_search_result_of(search)->work.pair_tests;
            } while (after > before);
            for (size_t k = 0; k < fk_search_result_of(search)->pair_count; k++) {
                const fk_search_pair *pair = &fk_search_result_of(search)->pair[k];
                assert_int_equal(pair->open_count, i == 0 && pair->hit_count == 0);
            }
        }
        assert_true(is_finished(search, &question));
        fk_search_destroy(context, search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_worlds), cmocka_unit_test(test_moves),
                                       cmocka_unit_test_teardown(test_sizes, fpu_usual),
                                       cmocka_unit_test(test_no_time)};
    return cmocka_run_group_tests_name("search", tests, make_context, free_context);
}
