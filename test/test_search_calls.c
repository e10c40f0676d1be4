/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Searches with workers, without memory, of small worlds, and calls that must fail. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "sanitized.h"
#include "scarce_memory.h"
#include "search_check.h"

/* ---- Workers ------------------------------------------------------------------------------------------- */

typedef struct record {
    char *byte;
    size_t count, capacity;
} record;

static void add_bytes(record *r, const void *bytes, size_t count)
{
    if (r->count + count > r->capacity) {
        r->capacity = 2 * (r->count + count);
        r->byte = realloc(r->byte, r->capacity);
        assert_non_null(r->byte);
    }
    if (count > 0)
        memcpy(r->byte + r->count, bytes, count);
    r->count += count;
}

/* All of a result, field by field. */
static void add_result(record *r, const fk_search_result *result)
{
    const uint64_t count[] = {result->pair_total, result->ignored,     result->clear,     result->colliding,
                              result->open,       result->is_complete, result->hit_total, result->pair_count};
    add_bytes(r, count, sizeof count);
    add_bytes(r, &result->work, sizeof result->work);
    for (size_t i = 0; i < result->pair_count; i++) {
        const fk_search_pair *pair = &result->pair[i];
        const size_t number[] = {pair->a, pair->b, pair->hit_count, pair->open_count};
        add_bytes(r, number, sizeof number);
        add_bytes(r, pair->open, pair->open_count * sizeof *pair->open);
        add_bytes(r, &pair->box, sizeof pair->box);
        for (size_t k = 0; k < pair->hit_count; k++) {
            const fk_cell_hit *hit = &pair->hit[k];
            const uint32_t node[] = {hit->node_a, hit->node_b, (uint32_t)hit->verdict};
            add_bytes(r, node, sizeof node);
            add_bytes(r, &hit->box, sizeof hit->box);
        }
    }
}

/* The results of a question after every call, with budgets other than time. */
static void record_question(record *r, fk_search *search, const fk_workers *workers, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    fk_search_question question = draw_question(&random);
    question.workers = workers;
    r->count = 0;
    assert_int_equal(fk_search_begin(search, &question), FK_OK);
    for (int i = 0; i < 4; i++) {
        fk_search_budget budget = draw_budget(&random);
        budget.seconds = 0;
        assert_int_equal(fk_search_run(search, i < 3 ? &budget : NULL), FK_OK);
        add_result(r, fk_search_result_of(search));
    }
}

static void test_workers(void **state)
{
    (void)state;
    const uint32_t threads[] = {1, 2, 4};
    record alone = {0}, together = {0};
    for (size_t t = 0; t < 3; t++) {
        fk_pool *pool;
        assert_int_equal(fk_pool_create(context, threads[t], &pool), FK_OK);
        for (uint64_t seed = 2000; seed < 2000 + 50 / (SANITIZED ? 4 : 1); seed++) {
            draw_world(&the_world, seed);
            fk_search *search = create(context);
            for (uint64_t i = 0; i < 3; i++) {
                record_question(&alone, search, NULL, seed + i);
                record_question(&together, search, fk_pool_workers(pool), seed + i);
                assert_int_equal(alone.count, together.count);
                assert_memory_equal(alone.byte, together.byte, alone.count);
            }
            fk_search_destroy(context, search);
        }
        fk_pool_destroy(pool);
    }
    /* Who has nobody works alone. */
    fk_workers nobody = {0};
    fk_search *search = create(context);
    record_question(&alone, search, NULL, 1);
    record_question(&together, search, &nobody, 1);
    assert_int_equal(alone.count, together.count);
    assert_memory_equal(alone.byte, together.byte, alone.count);
    fk_search_destroy(context, search);
    free(alone.byte);
    free(together.byte);
}

/* ---- No memory ----------------------------------------------------------------------------------------- */

/* Works that fail are done again, with memory: nothing is lost. Returns whether something has failed. */
static bool search_with(memory *m, fk_context *scarce, const fk_search_question *question, size_t fail_at)
{
    const world *w = &the_world;
    fk_search *search = NULL;
    bool failed = false;
    m->fail_at = fail_at;
    fk_status status;
    while ((status = fk_search_create(scarce, w->group, w->group_count, w->object, w->object_count, NULL,
                                      &search)) == FK_ERROR_MEMORY) {
        assert_null(search);
        failed = true;
        m->fail_at = SIZE_MAX;
    }
    assert_int_equal(status, FK_OK);
    while ((status = fk_search_begin(search, question)) == FK_ERROR_MEMORY) {
        assert_null(fk_search_result_of(search));
        failed = true;
        m->fail_at = SIZE_MAX;
    }
    assert_int_equal(status, FK_OK);
    fk_search_budget budget = {.tests = 40};
    while (!is_finished(search, question)) {
        status = fk_search_run(search, &budget);
        assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
        check_result(search, question);
        if (status == FK_ERROR_MEMORY) {
            failed = true;
            m->fail_at = SIZE_MAX;
        }
    }
    fk_search_destroy(scarce, search);
    return failed;
}

static void test_no_memory(void **state)
{
    (void)state;
    memory m = {0, SIZE_MAX};
    fk_context *scarce = memory_context(&m);
    size_t before = m.used;
    for (uint64_t seed = 3000; seed < 3006; seed++) {
        draw_world(&the_world, seed);
        find_truth(&the_world, &the_truth);
        fk_search_question question = fk_search_question_default();
        question.object = seed % 2 && the_world.object_count > 0 ? 0 : FK_NONE;
        for (size_t k = 0;; k++) {
            bool failed = search_with(&m, scarce, &question, k);
            assert_int_equal(m.used, before);
            if (!failed)
                break;
        }
    }
    m.fail_at = SIZE_MAX;
    fk_context_destroy(scarce);
}

/* ---- Small worlds, and bad ones ------------------------------------------------------------------------ */

static void unit_tree(tree_block *block)
{
    memset(block, 0, sizeof *block);
    block->parent[0] = FK_NONE;
    block->node[0].kind = FK_KIND_BOX;
    block->node[0].cell = (fk_cell){{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    block->tree = (fk_cell_tree){1, 1, 1, block->node, 0};
}

/* So many unit cubes in a row, at these places along x, in no group. */
static void set_cubes(uint32_t count, const double *x)
{
    world *w = &the_world;
    memset(w, 0, sizeof *w);
    unit_tree(&w->tree[0]);
    w->object_count = count;
    for (uint32_t i = 0; i < count; i++) {
        w->object[i] = (fk_search_object){NULL, &w->tree[0].tree, fk_pose_identity(), FK_NONE};
        w->object[i].pose.translation.x = x[i];
    }
}

static void test_small_worlds(void **state)
{
    (void)state;
    /* 0 touches 1; 1 and 2 overlap; 3 is one unit in the last place away from 2. */
    const double x[] = {0, 1, 1.5, 2.5 + 0x1p-51};
    for (uint32_t count = 0; count <= 4; count++) {
        set_cubes(count, x);
        find_truth(&the_world, &the_truth);
        fk_search *search = create(context);
        fk_search_question question = fk_search_question_default();
        fk_random random = fk_random_make(1);
        check_question(search, &question, &random);
        const fk_search_result *result = fk_search_result_of(search);
        assert_int_equal(result->pair_count, count < 2 ? 0 : count < 3 ? 1 : 2);
        if (count >= 2)
            assert_int_equal(result->pair[0].hit[0].verdict, FK_TOUCHING);
        if (count >= 3)
            assert_int_equal(result->pair[1].hit[0].verdict, FK_OVERLAPPING);
        question.object = count; /* there is none: the question that was asked stays */
        assert_int_equal(fk_search_begin(search, &question), FK_ERROR_ARGUMENT);
        assert_ptr_equal(fk_search_result_of(search), result);
        fk_search_destroy(context, search);
    }
}

static void test_bad_calls(void **state)
{
    (void)state;
    const double x[] = {0, 1};
    set_cubes(2, x);
    fk_search *search = create(context);
    assert_int_equal(fk_search_run(search, NULL), FK_ERROR_ARGUMENT);
    fk_search_question question = fk_search_question_default();
    assert_int_equal(fk_search_begin(search, &question), FK_OK);
    const double seconds[] = {-1, NAN};
    for (int i = 0; i < 2; i++) {
        fk_search_budget budget = {.seconds = seconds[i]};
        assert_int_equal(fk_search_run(search, &budget), FK_ERROR_ARGUMENT);
    }
    fk_search_budget forever = {.seconds = INFINITY};
    assert_int_equal(fk_search_run(search, &forever), FK_OK);
    assert_int_equal(fk_search_result_of(search)->colliding, 1);
    fk_pose pose = fk_pose_identity();
    assert_int_equal(fk_search_move(search, 2, &pose), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_search_move(search, FK_NONE, &pose), FK_ERROR_ARGUMENT);
    pose.rotation[1][1] = NAN;
    assert_int_equal(fk_search_move(search, 1, &pose), FK_ERROR_NOT_FINITE);
    pose = fk_pose_identity();
    pose.translation.z = 1e305;
    assert_int_equal(fk_search_move(search, 1, &pose), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_search_result_of(search)->colliding, 1);
    fk_search_destroy(context, search);
    fk_search_destroy(context, NULL);
}

/* A search that cannot be made says why. */
static void check_bad(fk_status expected, uint32_t object, uint32_t group, const char *words)
{
    const world *w = &the_world;
    fk_search *search = NULL;
    fk_search_report report;
    for (int i = 0; i < 2; i++)
        assert_int_equal(fk_search_create(context, w->group, w->group_count, w->object, w->object_count,
                                          i == 0 ? NULL : &report, &search),
                         expected);
    assert_null(search);
    assert_int_equal(report.object, object);
    assert_int_equal(report.group, group);
    if (strstr(report.message, words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", words, report.message);
}

static fk_cell cube(double low, double size)
{
    fk_cell cell = {{low, low, low}, {{size, 0, 0}, {0, size, 0}, {0, 0, size}}};
    return cell;
}

/* Two cubes in a group, in a room with a volume. */
static void set_rooms(void)
{
    const double x[] = {0, 3};
    set_cubes(2, x);
    world *w = &the_world;
    w->group_count = 2;
    w->group[0] = (fk_search_group){"house", FK_NONE, true, FK_KIND_BOX, cube(0, 4)};
    w->group[1] = (fk_search_group){NULL, 0, true, FK_KIND_NONE, cube(0, 0)};
    w->object[0].group = w->object[1].group = 1;
    w->object[1].name = "chair";
}

static void test_bad_worlds(void **state)
{
    (void)state;
    world *w = &the_world;
    set_rooms();
    fk_search_destroy(context, create(context));
    w->object[1].pose.translation.x = 3 + 0x1p-51;
    check_bad(FK_ERROR_ARGUMENT, 1, FK_NONE,
              "object 1 \"chair\" is not in the volume of group 0 \"house\": move it");
    w->object[1].pose.translation.x = INFINITY;
    check_bad(FK_ERROR_NOT_FINITE, 1, FK_NONE, "object 1 \"chair\" has a number that is not finite");
    w->object[1].group = 2;
    check_bad(FK_ERROR_ARGUMENT, 1, FK_NONE, "is in group 2, and there are 2");
    w->object[1].tree = NULL;
    check_bad(FK_ERROR_ARGUMENT, 1, FK_NONE, "has no tree");
    w->object[1].tree = &(fk_cell_tree){0};
    check_bad(FK_ERROR_ARGUMENT, 1, FK_NONE, "has no tree");
    set_rooms();
    w->group[0].parent = 0;
    check_bad(FK_ERROR_ARGUMENT, FK_NONE, 0,
              "group 0 \"house\" is in group 0, which does not come before it");
    w->group[0].parent = 7;
    check_bad(FK_ERROR_ARGUMENT, FK_NONE, 0, "list groups after");
    set_rooms();
    w->group[1].kind = FK_KIND_SPHERE;
    check_bad(FK_ERROR_ARGUMENT, FK_NONE, 1, "group 1 has a volume that is neither");
    w->group[1].kind = FK_KIND_TETRA;
    w->group[1].cell = cube(0, 5);
    check_bad(FK_ERROR_ARGUMENT, FK_NONE, 1, "group 1 is not in the volume of group 0 \"house\"");
    w->group[1].cell.edge[2].y = NAN;
    check_bad(FK_ERROR_NOT_FINITE, FK_NONE, 1, "group 1 has a number");
    w->group[1].cell.edge[2].y = 0x1p1000;
    check_bad(FK_ERROR_NOT_FINITE, FK_NONE, 1, "2^1000");
    /* A long name is left out; the message stays whole. */
    char name[500];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    w->group[1].name = name;
    check_bad(FK_ERROR_NOT_FINITE, FK_NONE, 1, "larger unit");
    for (size_t length = 40; length < 80; length++) {
        set_rooms();
        w->object[1].pose.translation.x = 5;
        w->object[1].name = w->group[0].name = name + sizeof name - 1 - length;
        check_bad(FK_ERROR_ARGUMENT, 1, FK_NONE, "a box around its members will do");
    }
}

/* A volume that an object is apart from costs one test, though their boxes meet. */
static void test_volume_is_exact(void **state)
{
    (void)state;
    const double x[] = {0, 2.5};
    set_cubes(2, x);
    world *w = &the_world;
    w->group_count = 1;
    w->group[0] = (fk_search_group){NULL, FK_NONE, true, FK_KIND_TETRA, cube(0, 3)};
    w->object[0].group = 0;
    w->object[1].pose.translation.y = 2.5;
    fk_search *search = create(context);
    fk_search_question question = fk_search_question_default();
    question.object = 1;
    assert_int_equal(fk_search_begin(search, &question), FK_OK);
    const fk_search_result *result = fk_search_result_of(search);
    assert_int_equal(result->pair_total, 1);
    assert_int_equal(result->clear, 1);
    assert_int_equal(result->work.pair_tests, 1);
    /* It is closed: what touches it, touches what is there. */
    fk_pose pose = fk_pose_identity();
    pose.translation.x = -1;
    assert_int_equal(fk_search_move(search, 1, &pose), FK_OK);
    assert_int_equal(fk_search_begin(search, &question), FK_OK);
    assert_int_equal(fk_search_run(search, NULL), FK_OK);
    assert_int_equal(fk_search_result_of(search)->pair[0].hit[0].verdict, FK_TOUCHING);
    fk_search_destroy(context, search);
}

/* The root of an object fills the volume of its group. Its leaf begins at a face of it, or by rounding a little
 * outside, where a point meets it, but not the root. */
static void test_leaf_beside_its_volume(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    int found = 0;
    for (int i = 0; i < 400; i++) {
        fk_cell_node tree[2] = {{.cell = cube(0, 1), .kind = FK_KIND_BOX, .first_child = 1, .child_count = 1},
                                {.cell = cube(0, 0.25), .kind = FK_KIND_BOX}};
        tree[1].cell.origin = fk_vec3_make(0, fk_random_unit(&random) / 2, fk_random_unit(&random) / 2);
        fk_cell_node point = {.cell = cube(0, 0), .kind = FK_KIND_BOX};
        const fk_cell_tree body = {2, 1, 2, tree, 0}, dot = {1, 1, 1, &point, 0};
        fk_search_object object[2] = {{NULL, &body, draw_pose(&random, 5, true), 0},
                                      {NULL, &dot, fk_pose_identity(), FK_NONE}};
        fk_piece root = placed_leaf(&object[0], 0), leaf = placed_leaf(&object[0], 1);
        point.cell.origin = leaf.as.cell.origin;
        fk_piece place = fk_piece_point(point.cell.origin);
        found += fk_pair_verdict(&place, &root) == FK_APART;
        fk_search_group group = {NULL, FK_NONE, true, root.kind, root.as.cell};
        fk_search *search;
        assert_int_equal(fk_search_create(context, &group, 1, object, 2, NULL, &search), FK_OK);
        fk_search_question question = fk_search_question_default();
        question.object = 1;
        assert_int_equal(fk_search_begin(search, &question), FK_OK);
        assert_int_equal(fk_search_run(search, NULL), FK_OK);
        assert_int_equal(fk_search_result_of(search)->colliding, 1);
        fk_search_destroy(context, search);
    }
    assert_true(found > 40);
}

/* A time that is long enough is no limit, however many tests there are; a limit of tests is one beside it. */
static void test_much_time(void **state)
{
    (void)state;
    const double x[] = {0, 0, 0};
    const uint32_t leaves = MOST_NODES - 1;
    set_cubes(3, x);
    tree_block *block = &the_world.tree[0];
    block->tree.node_count = MOST_NODES;
    block->tree.leaf_count = leaves;
    block->tree.level_count = 2;
    block->node[0].first_child = 1;
    block->node[0].child_count = leaves;
    for (uint32_t i = 1; i < MOST_NODES; i++) {
        block->node[i].kind = FK_KIND_BOX;
        block->node[i].cell = block->node[0].cell;
    }
    fk_search *search = create(context);
    fk_search_question question = fk_search_question_default();
    question.wants_boxes = false;
    assert_int_equal(fk_search_begin(search, &question), FK_OK);
    const fk_search_budget some = {.seconds = 1e3, .tests = 400}, all = {.seconds = 1e3};
    assert_int_equal(fk_search_run(search, &some), FK_OK);
    assert_int_equal(fk_search_result_of(search)->work.pair_tests, 3 * some.tests);
    assert_false(is_finished(search, &question));
    assert_int_equal(fk_search_run(search, &all), FK_OK);
    assert_true(is_finished(search, &question));
    assert_int_equal(fk_search_result_of(search)->hit_total, 3 * leaves * leaves);
    fk_search_destroy(context, search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_workers),         cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_small_worlds),    cmocka_unit_test(test_bad_calls),
        cmocka_unit_test(test_much_time),       cmocka_unit_test(test_bad_worlds),
        cmocka_unit_test(test_volume_is_exact), cmocka_unit_test(test_leaf_beside_its_volume),
    };
    return cmocka_run_group_tests_name("search calls", tests, make_context, free_context);
}
