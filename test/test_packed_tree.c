/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is special to packs: that their order is good, counted by what has to be looked at; when they are
 * sorted again; what is done for a box that moves alone; lanes without boxes; lists that are full. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/packed_tree.h"

#define MOST  5000
#define CROWD 30000 /* for what is not compared one by one */

static fk_context *context;
static const fk_workers *workers;

/* A structure with its boxes. */
typedef struct scene {
    fk_packed_tree tree;
    uint32_t count;
    fk_aabb_float box[CROWD];
    uint32_t all[CROWD];
} scene;

static scene s;

static void set(uint32_t id, double x, double y, double z, double half)
{
    s.box[id] = (fk_aabb_float){{(float)(x - half), (float)(y - half), (float)(z - half)},
                                {(float)(x + half), (float)(y + half), (float)(z + half)}};
}

static void clear(uint32_t id)
{
    s.box[id] = (fk_aabb_float){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

static double at(fk_random *random, double size)
{
    return fk_random_between(random, 0, size);
}

static fk_broad_boxes boxes(void)
{
    return (fk_broad_boxes){s.count, s.box};
}

static void update(const uint32_t *changed, uint32_t count)
{
    fk_broad_boxes b = boxes();
    assert_int_equal(fk_broad_packed_tree.update(&s.tree, context, &b, changed, count, workers), FK_OK);
    assert_true(fk_broad_packed_tree.is_sound(&s.tree, &b));
}

static void update_all(void)
{
    update(s.all, s.count);
}

/* Boxes of one size in a cube, a few of which meet each. */
static void begin(uint32_t count, uint64_t seed)
{
    fk_random random = fk_random_make(seed);
    double size = cbrt(count * 3.0);
    s.tree = (fk_packed_tree){.top = 0};
    s.count = count;
    for (uint32_t i = 0; i < count; i++) {
        s.all[i] = i;
        set(i, at(&random, size), at(&random, size), at(&random, size), 0.5);
    }
}

static void end(void)
{
    fk_broad_packed_tree.end(&s.tree, context);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static bool meets(const fk_aabb_float *a, const fk_aabb_float *b)
{
    for (int k = 0; k < 3; k++)
        if (a->min[k] > a->max[k] || b->min[k] > b->max[k] || a->min[k] > b->max[k] || b->min[k] > a->max[k])
            return false;
    return true;
}

static void check_pairs(void)
{
    fk_broad_boxes b = boxes();
    fk_pair_keys keys = {.context = context};
    size_t count = 0;
    assert_int_equal(fk_broad_packed_tree.pairs(&s.tree, context, &b, workers, &keys), FK_OK);
    if (keys.count > 0)
        qsort(keys.key, keys.count, sizeof *keys.key, by_key);
    for (uint32_t i = 0; i < s.count; i++)
        for (uint32_t k = i + 1; k < s.count; k++)
            if (meets(&s.box[i], &s.box[k])) {
                assert_true(count < keys.count);
                assert_true(keys.key[count++] == ((uint64_t)i << 32 | k));
            }
    assert_int_equal(count, keys.count);
    fk_release(context, keys.key, keys.capacity * sizeof *keys.key);
}

/* How many packs a pack meets, on average. */
static double crowd(void)
{
    const fk_packed_tree *p = &s.tree;
    uint64_t met = 0, tree = 0;
    for (uint32_t i = 0; i < p->count[0]; i++) {
        int32_t key[6];
        fk_packed_node_bounds(&p->node[i], key);
        tree += key[0] <= key[3];
        for (uint32_t g = 0; g < p->count[1]; g++)
            for (uint32_t bits = fk_packed_node_meets(&p->node[p->begin[1] + g], key); bits != 0;
                 bits &= bits - 1)
                met++;
    }
    return (double)met / (double)tree;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Packs, groups and levels that are full, and one more. */
static void test_counts(void **state)
{
    static const uint32_t counts[] = {0, 1, 2, 7, 8, 9, 63, 64, 65, 100, 511, 512, 513, 1000, 4097};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        begin(counts[i], 1 + i);
        update_all();
        check_pairs();
        end();
    }
}

/* More groups than a list has room for, met by one. */
static void test_full_lists(void **state)
{
    (void)state;
    begin(MOST, 3);
    set(77, 0, 0, 0, 1e3);
    set(3333, 0, 0, 0, 1e6);
    update_all();
    assert_true(s.tree.count[1] > 64);
    check_pairs();
    end();
}

/* A lane without a box meets not even what is infinite. */
static void test_endless(void **state)
{
    (void)state;
    for (uint32_t count = 1; count < 30; count++) {
        begin(count, count);
        for (uint32_t i = 0; i < count; i++)
            for (int k = 0; k < 3; k++) {
                s.box[i].min[k] = (i >> k & 1) ? -INFINITY : s.box[i].min[k];
                s.box[i].max[k] = (i >> k & 2) ? INFINITY : s.box[i].max[k];
            }
        update_all();
        check_pairs();
        clear(count / 2);
        update(&s.all[count / 2], 1);
        check_pairs();
        end();
    }
}

/* ---- Order --------------------------------------------------------------------------------------------- */

static void test_uniform(void **state)
{
    (void)state;
    begin(MOST, 5);
    update_all();
    check_pairs();
    assert_true(crowd() < 16);
    size_t bytes = fk_broad_packed_tree.bytes(&s.tree);
    assert_true(bytes <= 37 * MOST && bytes >= 32 * MOST);
    end();
}

/* A box far away, clusters far from each other, and such within such. */
static void test_clusters(void **state)
{
    (void)state;
    for (int which = 0; which < 3; which++) {
        begin(CROWD, 6);
        for (uint32_t i = 0; i < CROWD; i++) {
            double far = which == 0 ? (i == 9 ? 1e30 : 0) : which == 1 ? (i % 2 ? 1e5 : 0) : 0;
            double scale = which == 2 ? pow(1e-3, i % 4) : 1;
            const float *min = s.box[i].min;
            set(i, (double)min[0] * scale + far, (double)min[1] * scale + far, (double)min[2] * scale,
                0.5 * scale);
        }
        update_all();
        assert_true(crowd() < 18);
        end();
    }
}

static void test_line(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        begin(CROWD, 7);
        fk_random random = fk_random_make(8);
        for (uint32_t i = 0; i < CROWD; i++) {
            double along = at(&random, CROWD);
            set(i, axis == 0 ? along : 0, axis == 1 ? along : 0, axis == 2 ? along : 0, 0.5);
        }
        update_all();
        assert_true(crowd() < 3);
        end();
    }
}

/* Long, not as wide, and less high. */
static void test_beam(void **state)
{
    (void)state;
    begin(CROWD, 25);
    fk_random random = fk_random_make(26);
    for (uint32_t i = 0; i < CROWD; i++)
        set(i, at(&random, 20), at(&random, 2500), at(&random, 2), 0.5);
    update_all();
    assert_true(crowd() < 7);
    end();
}

/* Large boxes are in packs of their own. */
static void test_classes(void **state)
{
    (void)state;
    begin(MOST, 9);
    fk_random random = fk_random_make(10);
    for (uint32_t i = 0; i < MOST; i += 100)
        set(i, at(&random, 25), at(&random, 25), at(&random, 25), i % 200 ? 8 : 1000);
    clear(50);
    s.box[50] = (fk_aabb_float){{-INFINITY, 0, 0}, {INFINITY, 1, 1}};
    update_all();
    check_pairs();
    for (uint32_t p = 0; p < s.tree.count[0]; p++) {
        int seen = -1;
        for (uint32_t l = 0; l < FK_PACKED_LANES; l++) {
            uint32_t id = s.tree.id[p * FK_PACKED_LANES + l];
            if (id == FK_NONE)
                continue;
            int size = id == 50 ? 3 : id % 200 == 0 ? 2 : id % 100 == 0 ? 1 : 0;
            assert_true(seen < 0 || seen == size);
            seen = size;
        }
    }
    assert_true(crowd() < 32);
    end();
}

/* All in one place: there is nothing to sort by, but it comes to an end. */
static void test_place(void **state)
{
    (void)state;
    begin(700, 11);
    for (uint32_t i = 0; i < s.count; i++)
        set(i, 3, 3, 3, i % 2 ? 0 : 0.5);
    update_all();
    check_pairs();
    end();
}

/* ---- Motion -------------------------------------------------------------------------------------------- */

static void move_all(fk_random *random, double way)
{
    for (uint32_t i = 0; i < s.count; i++)
        for (int k = 0; k < 3; k++) {
            float by = (float)fk_random_between(random, -way, way);
            s.box[i].min[k] += by;
            s.box[i].max[k] += by;
        }
}

/* A little motion fits the packs; more of it sorts them, so that they stay good. */
static void test_motion(void **state)
{
    (void)state;
    begin(2000, 12);
    update_all();
    fk_random random = fk_random_make(13);
    for (int step = 0; step < 10; step++) {
        move_all(&random, 0.01);
        update_all();
    }
    assert_int_equal(s.tree.sorts, 1);
    check_pairs();
    for (int step = 0; step < 50; step++) {
        move_all(&random, 0.5);
        update_all();
    }
    assert_true(s.tree.sorts > 3 && s.tree.sorts < 40);
    assert_true(crowd() < 20);
    check_pairs();
    end();
}

/* A box that moves alone costs its path in the tree at most, and one that stays nothing. */
static void test_few(void **state)
{
    (void)state;
    begin(MOST, 14);
    update_all();
    fk_random random = fk_random_make(15);
    uint64_t fitted = s.tree.fitted;
    update(s.all, 0);
    update(s.all + 5, 100);
    assert_int_equal(s.tree.fitted, fitted);
    for (int i = 0; i < 300; i++) {
        uint32_t id = (uint32_t)fk_random_below(&random, MOST);
        s.box[id].min[i % 3] -= 0.01f;
        s.box[id].max[i % 3] += 0.01f;
        update(&s.all[id], 1);
        assert_true(s.tree.fitted - fitted <= s.tree.top + 1);
        fitted = s.tree.fitted;
    }
    assert_int_equal(s.tree.sorts, 1);
    check_pairs();
    end();
}

/* Boxes that go far, one by one, make packs large, until they are sorted. */
static void test_strays(void **state)
{
    (void)state;
    begin(MOST, 16);
    update_all();
    fk_random random = fk_random_make(17);
    for (int i = 0; i < 600; i++) {
        uint32_t id = (uint32_t)fk_random_below(&random, MOST);
        set(id, at(&random, 25), at(&random, 25), at(&random, 25), 0.5);
        update(&s.all[id], 1);
    }
    assert_true(s.tree.sorts > 1 && s.tree.sorts < 60);
    assert_true(crowd() < 40);
    check_pairs();
    end();
}

/* Points that were all in one place, and now are not. */
static void test_burst(void **state)
{
    (void)state;
    begin(1000, 18);
    for (uint32_t i = 0; i < s.count; i++)
        set(i, 1, 1, 1, 0);
    update_all();
    fk_random random = fk_random_make(19);
    move_all(&random, 10);
    update_all();
    assert_int_equal(s.tree.sorts, 2);
    assert_true(crowd() < 2);
    end();
}

/* All boxes jump at once: the packs are good in that step already. */
static void test_jump(void **state)
{
    (void)state;
    begin(CROWD, 30);
    update_all();
    double before = crowd();
    fk_random random = fk_random_make(31);
    for (uint32_t i = 0; i < s.count; i++)
        set(i, at(&random, 44), at(&random, 44), at(&random, 44), 0.5);
    update_all();
    assert_true(crowd() < 1.5 * before);
    end();
}

/* Boxes that come in all places share packs as large as the world: not for long. */
static void test_late(void **state)
{
    (void)state;
    begin(CROWD, 32);
    for (uint32_t i = CROWD - 400; i < CROWD; i++)
        clear(i);
    update_all();
    double before = crowd();
    fk_random random = fk_random_make(33);
    for (uint32_t i = CROWD - 400; i < CROWD; i++)
        set(i, at(&random, 44), at(&random, 44), at(&random, 44), 0.5);
    update(&s.all[CROWD - 400], 400);
    assert_true(crowd() > 3 * before);
    for (int step = 0; step < 12; step++) {
        move_all(&random, 0.001);
        update_all();
    }
    assert_true(crowd() < 1.5 * before);
    end();
}

/* One box at the end of all numbers does not put the others into one cell. */
static void test_end_of_numbers(void **state)
{
    (void)state;
    begin(MOST, 34);
    update_all();
    double before = crowd();
    for (int k = 0; k < 3; k++)
        s.box[7].min[k] = s.box[7].max[k] = -FLT_MAX;
    s.box[8] = (fk_aabb_float){{-INFINITY, 0, 0}, {-INFINITY, 1, 1}};
    fk_broad_packed_tree.end(&s.tree, context);
    update_all();
    assert_true(crowd() < 1.5 * before);
    end();
}

/* ---- Coming and going ---------------------------------------------------------------------------------- */

/* New boxes are put behind the others, and then sorted in; those that go leave lanes, which are dropped. */
static void test_come_and_go(void **state)
{
    (void)state;
    begin(MOST, 20);
    for (uint32_t i = 4000; i < MOST; i++)
        clear(i);
    update_all();
    assert_int_equal(s.tree.held, 4000);
    fk_random random = fk_random_make(21);
    uint64_t sorts = s.tree.sorts;
    for (uint32_t i = 4000; i < MOST; i++) {
        set(i, at(&random, 24), at(&random, 24), at(&random, 24), 0.5);
        update(&s.all[i], 1);
        if (i == 4010)
            assert_int_equal(s.tree.sorts, sorts);
    }
    assert_true(s.tree.sorts > sorts && s.tree.sorts < sorts + 50);
    check_pairs();
    size_t bytes = fk_broad_packed_tree.bytes(&s.tree);
    for (uint32_t i = 0; i < 4500; i++) {
        clear(i);
        update(&s.all[i], 1);
    }
    assert_int_equal(s.tree.held, 500);
    assert_true(fk_broad_packed_tree.bytes(&s.tree) < bytes / 2);
    check_pairs();
    end();
}

/* Many that go at once, among many that move. */
static void test_go_many(void **state)
{
    (void)state;
    begin(3000, 22);
    update_all();
    fk_random random = fk_random_make(23);
    move_all(&random, 0.001);
    for (uint32_t i = 0; i < s.count; i += 7)
        clear(i);
    update_all();
    assert_int_equal(s.tree.sorts, 1);
    assert_int_equal(s.tree.held, 3000 - 429);
    check_pairs();
    for (uint32_t i = 1; i < s.count; i += 3)
        clear(i);
    update_all();
    check_pairs();
    update_all();
    assert_int_equal(s.tree.sorts, 2);
    assert_int_equal(s.tree.holes, 0);
    check_pairs();
    end();
}

/* Many that move, come and go, for more tasks than one. */
static void test_workers(void **state)
{
    (void)state;
    fk_pool *pool;
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    workers = fk_pool_workers(pool);
    fk_random random = fk_random_make(27);
    begin(MOST, 28);
    for (int step = 0; step < 4; step++) {
        for (uint32_t i = (uint32_t)step; i < MOST; i += 50)
            clear(i);
        update_all();
        check_pairs();
        move_all(&random, 0.01);
    }
    end();
    workers = NULL;
    fk_pool_destroy(pool);
}

/* What is not right is seen. */
static void test_soundness(void **state)
{
    (void)state;
    begin(300, 24);
    update_all();
    fk_broad_boxes b = boxes();
    fk_packed_node *node = s.tree.node;
    for (uint32_t level = 0; level <= s.tree.top; level++) {
        node[s.tree.begin[level]].end[4][0]++;
        assert_false(fk_broad_packed_tree.is_sound(&s.tree, &b));
        node[s.tree.begin[level]].end[4][0]--;
    }
    uint32_t id = s.tree.id[3];
    s.tree.id[3] = s.tree.id[4];
    assert_false(fk_broad_packed_tree.is_sound(&s.tree, &b));
    s.tree.id[3] = FK_NONE;
    assert_false(fk_broad_packed_tree.is_sound(&s.tree, &b));
    s.tree.id[3] = id;
    s.tree.place[id]++;
    assert_false(fk_broad_packed_tree.is_sound(&s.tree, &b));
    s.tree.place[id]--;
    assert_true(fk_broad_packed_tree.is_sound(&s.tree, &b));
    s.box[17].max[2] += 1;
    assert_false(fk_broad_packed_tree.is_sound(&s.tree, &b));
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_full_lists),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_beam),
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_motion),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_strays),
        cmocka_unit_test(test_jump),
        cmocka_unit_test(test_late),
        cmocka_unit_test(test_end_of_numbers),
        cmocka_unit_test(test_burst),
        cmocka_unit_test(test_come_and_go),
        cmocka_unit_test(test_go_many),
        cmocka_unit_test(test_workers),
        cmocka_unit_test(test_soundness),
    };
    fk_context_create(NULL, &context);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
