/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks of what a search says about the world, whenever it is stopped. */

#ifndef FARKAS_TEST_SEARCH_CHECK_H
#define FARKAS_TEST_SEARCH_CHECK_H

#include "search_world.h"

static fk_context *context;
static world the_world;
static truth the_truth;

/* ---- Checks of a result -------------------------------------------------------------------------------- */

static inline bool is_at_or_below(const fk_cell_tree *tree, uint32_t node, uint32_t top)
{
    const tree_block *block = (const tree_block *)(const void *)tree;
    while (node != FK_NONE && node != top)
        node = block->parent[node];
    return node == top;
}

static inline bool is_listed(const fk_search_pair *pair, const fk_cell_hit *hit)
{
    for (size_t i = 0; i < pair->hit_count; i++)
        if (pair->hit[i].node_a == hit->node_a && pair->hit[i].node_b == hit->node_b)
            return true;
    return false;
}

static inline bool is_below_open(const fk_search_pair *pair, const fk_cell_hit *hit)
{
    const fk_cell_tree *tree_a = the_world.object[pair->a].tree, *tree_b = the_world.object[pair->b].tree;
    for (size_t i = 0; i < pair->open_count; i++)
        if (is_at_or_below(tree_a, hit->node_a, pair->open[i].node_a) &&
            is_at_or_below(tree_b, hit->node_b, pair->open[i].node_b))
            return true;
    return false;
}

/* Hits are true and in order, and their box is around them. */
static inline void check_hits(const fk_search_question *question, const fk_search_pair *pair)
{
    const fk_cell_hit *all = the_truth.hit + the_truth.start[pair->a][pair->b];
    size_t count = the_truth.count[pair->a][pair->b], next = 0;
    fk_aabb box = fk_aabb_empty();
    for (size_t i = 0; i < pair->hit_count; i++) {
        const fk_cell_hit *hit = &pair->hit[i];
        while (next < count && (all[next].node_a != hit->node_a || all[next].node_b != hit->node_b))
            next++;
        assert_true(next < count);
        assert_int_equal(hit->verdict, all[next].verdict);
        if (question->wants_boxes)
            assert_memory_equal(&hit->box, &all[next].box, sizeof hit->box);
        else
            assert_true(hit->box.min.x > hit->box.max.x);
        box = fk_aabb_merge(&box, &hit->box);
        next++;
    }
    assert_memory_equal(&box, &pair->box, sizeof box);
}

static inline void check_pair(const fk_search_question *question, const fk_search_pair *pair)
{
    const fk_cell_hit *all = the_truth.hit + the_truth.start[pair->a][pair->b];
    check_hits(question, pair);
    for (size_t i = 1; i < pair->open_count; i++)
        assert_true(pair->open[i - 1].node_a < pair->open[i].node_a ||
                    (pair->open[i - 1].node_a == pair->open[i].node_a &&
                     pair->open[i - 1].node_b < pair->open[i].node_b));
    assert_true(pair->hit_count + pair->open_count > 0);
    if ((question->stops_at_hit || question->stops_at_any) && pair->hit_count > 0) {
        assert_int_equal(pair->hit_count, 1);
        assert_int_equal(pair->open_count, 0);
        return;
    }
    /* What is not found yet is below something that is open. */
    for (size_t i = 0; i < the_truth.count[pair->a][pair->b]; i++)
        assert_true(is_listed(pair, &all[i]) || is_below_open(pair, &all[i]));
}

/* Nothing that is said is wrong. */
static inline void check_result(const fk_search *search, const fk_search_question *question)
{
    const world *w = &the_world;
    const fk_search_result *result = fk_search_result_of(search);
    assert_non_null(result);
    uint64_t total = 0, ignored = 0, colliding = 0, open = 0, hits = 0;
    size_t next = 0;
    for (uint32_t a = 0; a < w->object_count; a++)
        for (uint32_t b = question->object == FK_NONE ? a + 1 : 0; b < w->object_count; b++) {
            if (a == b || (question->object != FK_NONE && a != question->object))
                continue;
            if (!is_tested(w, a, b)) {
                ignored++;
                continue;
            }
            total++;
            const fk_search_pair *pair = next < result->pair_count ? &result->pair[next] : NULL;
            if (pair == NULL || pair->a != a || pair->b != b) {
                assert_int_equal(the_truth.count[a][b], 0); /* clear */
                continue;
            }
            next++;
            check_pair(question, pair);
            colliding += pair->hit_count > 0;
            open += pair->hit_count == 0;
            hits += pair->hit_count;
        }
    assert_int_equal(next, result->pair_count);
    assert_int_equal(result->pair_total, total);
    assert_int_equal(result->ignored, ignored);
    assert_int_equal(result->colliding, colliding);
    assert_int_equal(result->open, open);
    assert_int_equal(result->clear, total - colliding - open);
    assert_int_equal(result->hit_total, hits);
}

static inline bool is_finished(const fk_search *search, const fk_search_question *question)
{
    const fk_search_result *result = fk_search_result_of(search);
    if (question->stops_at_any && result->colliding > 0) {
        assert_int_equal(result->colliding, 1);
        assert_true(result->is_complete);
        return true;
    }
    for (size_t i = 0; i < result->pair_count; i++)
        if (result->pair[i].open_count > 0) {
            assert_false(result->is_complete);
            return false;
        }
    assert_true(result->is_complete);
    return true;
}

/* ---- Searching ----------------------------------------------------------------------------------------- */

static inline fk_search *create(fk_context *from)
{
    const world *w = &the_world;
    fk_search *search = NULL;
    fk_search_report report;
    fk_status status =
        fk_search_create(from, w->group, w->group_count, w->object, w->object_count, &report, &search);
    if (status != FK_OK)
        print_message("%s\n", report.message);
    assert_int_equal(status, FK_OK);
    assert_int_equal(report.object, FK_NONE);
    assert_int_equal(report.group, FK_NONE);
    assert_string_equal(report.message, "");
    return search;
}

static inline fk_search_question draw_question(fk_random *random)
{
    fk_search_question question = fk_search_question_default();
    if (the_world.object_count > 0 && whole(random, 0, 1))
        question.object = (uint32_t)fk_random_below(random, the_world.object_count);
    question.stops_at_hit = whole(random, 0, 2) == 0;
    question.wants_boxes = whole(random, 0, 2) > 0;
    question.stops_at_any = whole(random, 0, 5) == 0;
    return question;
}

static inline fk_search_budget draw_budget(fk_random *random)
{
    fk_search_budget budget = {0};
    if (whole(random, 0, 1))
        budget.levels = (uint32_t)whole(random, 1, 4);
    if (whole(random, 0, 1))
        budget.tests = (uint64_t)whole(random, 1, 30);
    if (whole(random, 0, 3) == 0)
        budget.seconds = whole(random, 0, 1) ? 1e-9 : 1e3;
    return budget;
}

/* In pieces, until all is known; levels alone might never get there. */
static inline void run_in_pieces(fk_search *search, const fk_search_question *question, fk_random *random)
{
    for (int i = 0; !is_finished(search, question); i++) {
        fk_search_budget budget = draw_budget(random);
        if (i > 40)
            budget.levels = 0;
        uint64_t tests = fk_search_result_of(search)->work.pair_tests;
        size_t pairs = fk_search_result_of(search)->pair_count;
        assert_int_equal(fk_search_run(search, &budget), FK_OK);
        if (budget.tests > 0)
            assert_true(fk_search_result_of(search)->work.pair_tests - tests <= budget.tests * pairs);
        check_result(search, question);
        assert_true(i < 100000);
    }
}

static inline void check_question(fk_search *search, const fk_search_question *question, fk_random *random)
{
    assert_int_equal(fk_search_begin(search, question), FK_OK);
    check_result(search, question);
    run_in_pieces(search, question, random);
    fk_cell_work work = fk_search_result_of(search)->work;
    /* Nothing is left to do. */
    assert_int_equal(fk_search_run(search, NULL), FK_OK);
    assert_memory_equal(&work, &fk_search_result_of(search)->work, sizeof work);
    /* And at once. */
    assert_int_equal(fk_search_begin(search, question), FK_OK);
    assert_int_equal(fk_search_run(search, NULL), FK_OK);
    assert_true(is_finished(search, question));
    check_result(search, question);
}

/* Before and after all tests. */
static inline int make_context(void **state)
{
    (void)state;
    return fk_context_create(NULL, &context) == FK_OK ? 0 : 1;
}

static inline int free_context(void **state)
{
    (void)state;
    free(the_truth.hit);
    fk_context_destroy(context);
    return 0;
}

#endif
