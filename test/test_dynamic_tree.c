/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is special about the dynamic tree, and about sweep and prune: balance, how little is done where little
 * moves, and what is done at most. That they find what they should is in test_broad.c. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "broad/broad.h"
#include "fpu_modes.h"
#include "sanitized.h"

#define MOST 4096

static fk_context *context;

/* ---- The tree alone ------------------------------------------------------------------------------------ */

/* The least number of leaves that a tree of this height has in balance. */
static uint32_t fewest_leaves(uint32_t height)
{
    uint32_t a = 1, b = 2;
    while (height-- > 0) {
        uint32_t next = a + b;
        a = b;
        b = next;
    }
    return a;
}

static void check_tree(const fk_box_tree *tree)
{
    assert_true(fk_box_tree_is_sound(tree));
    if (tree->count > 0)
        assert_true(fewest_leaves(tree->node[0].height[0]) <= tree->count);
}

static fk_aabb_float box_at(double x, double y, double z, double size)
{
    return (fk_aabb_float){{(float)x, (float)y, (float)z},
                           {(float)(x + size), (float)(y + size), (float)(z + size)}};
}

/* Boxes come in order along a line, and go in order, from one end or the other. */
static void test_sorted(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        fk_box_tree tree = {0};
        assert_true(fk_box_tree_reserve(&tree, context, MOST, MOST));
        for (uint32_t i = 0; i < MOST; i++) {
            uint32_t id = way & 1 ? MOST - 1 - i : i;
            fk_aabb_float box = box_at(1 + 2 * id, 1, 1, 1);
            fk_box_tree_insert(&tree, id, &box);
            if (i % 97 == 0 || i < 40)
                check_tree(&tree);
        }
        for (uint32_t i = 0; i < MOST; i++) {
            fk_box_tree_remove(&tree, way & 2 ? MOST - 1 - i : i);
            if (i % 97 == 0 || i > MOST - 40)
                check_tree(&tree);
        }
        assert_int_equal(tree.count, 0);
        fk_box_tree_end(&tree, context);
    }
}

/* Sizes and places for which surfaces are zero, equal, or as large as can be. */
static fk_aabb_float draw_box(fk_random *random)
{
    double x = fk_random_between(random, -9, 9), y = fk_random_between(random, -9, 9);
    switch (fk_random_below(random, 8)) {
    case 0:
        return box_at(1, 1, 1, 1);
    case 1:
        return box_at(x, y, 1, 0);
    case 2:
        return box_at(-1e38, -2e38, -3e38, 3e38);
    case 3:
        return (fk_aabb_float){{-INFINITY, 1, (float)x}, {(float)y, INFINITY, INFINITY}};
    case 4:
        return (fk_aabb_float){{INFINITY, 1, 1}, {INFINITY, 2, 2}};
    default:
        return box_at(x, y, fk_random_between(random, 1, 9), 0.5);
    }
}

/* A million come and go: no more nodes than there ever were leaves. */
static void test_mixed(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    fk_box_tree tree = {0};
    assert_true(fk_box_tree_reserve(&tree, context, 1000, 1000));
    const fk_box_tree_node *block = tree.node;
    for (uint32_t i = 0; i < 1000000 / SHARE; i++) {
        uint32_t id = (uint32_t)fk_random_below(&random, 1000 >> i / 1000 % 4);
        fk_aabb_float box = draw_box(&random);
        if (tree.place[id] == FK_NONE)
            fk_box_tree_insert(&tree, id, &box);
        else
            fk_box_tree_remove(&tree, id);
        if (i % 1009 == 0)
            check_tree(&tree);
    }
    assert_true(tree.node == block && tree.made <= 1000);
    fk_box_tree_end(&tree, context);
}

/* Made at once, from orders that choosing by three does not like, too: halves, so the height is as small as can be. */
static void test_built(void **state)
{
    (void)state;
    static fk_box_center item[MOST];
    static fk_aabb_float leaf[MOST];
    fk_random random = fk_random_make(6);
    for (int way = 0; way < 6; way++)
        for (uint32_t count = 0; count <= MOST; count = count < 40 ? count + 1 : count * 2 - 9) {
            fk_box_tree tree = {0};
            assert_true(fk_box_tree_reserve(&tree, context, MOST, count));
            for (uint32_t i = 0; i < count; i++) {
                uint32_t pipe = i < count / 2 ? i : count - i;
                double x[] = {1, i, count - i, pipe, 1 + i % 3, fk_random_between(&random, 1, 9)};
                item[i] = (fk_box_center){{(float)x[way], 1, (float)(x[way] / 2)}, i};
                leaf[i] = box_at(item[i].middle[0] + 1, 1, item[i].middle[2] + 1, 0.5);
            }
            fk_box_tree_build(&tree, item, count, leaf);
            check_tree(&tree);
            assert_int_equal(tree.count, count);
            if (count > 0)
                assert_true((uint64_t)1 << tree.node[0].height[0] < 2 * (uint64_t)count);
            for (uint32_t i = 0; i < count; i++)
                assert_memory_equal(fk_box_tree_box(&tree, tree.place[i]), &leaf[i], sizeof *leaf);
            fk_box_tree_end(&tree, context);
        }
}

static float draw_value(fk_random *random, int way)
{
    double x = fk_random_between(random, -1, 1);
    switch (way) {
    case 0:
        return (float)x;
    case 1:
        return ldexpf((float)x, (int)fk_random_below(random, 240) - 120);
    case 2:
        return (float)fk_random_below(random, 3) - 1;
    case 3:
        return fk_random_below(random, 2) ? FLT_MAX : -FLT_MAX;
    default:
        return 7;
    }
}

/* Halves by choosing by three, by halving floats, and by a little of both. */
static void test_halves(void **state)
{
    (void)state;
    static fk_box_center item[300];
    fk_random random = fk_random_make(7);
    for (int i = 0; i < 3000 / SHARE; i++) {
        uint32_t count = 2 + (uint32_t)fk_random_below(&random, 299), half = count / 2;
        int axis = i % 3;
        uint64_t ids = 0;
        for (uint32_t k = 0; k < count; k++) {
            item[k] = (fk_box_center){{0, 0, 0}, k};
            item[k].middle[axis] = draw_value(&random, i % 5);
        }
        fk_box_centers_halve(item, count, half, (int)fk_random_below(&random, 3) * 2);
        float high = -FLT_MAX, low = FLT_MAX;
        for (uint32_t k = 0; k < count; k++) {
            float x = item[k].middle[axis];
            high = k < half && x > high ? x : high;
            low = k >= half && x < low ? x : low;
            ids += item[k].id;
        }
        assert_true(high <= low && ids == (uint64_t)count * (count - 1) / 2);
    }
}

/* ---- A structure at work ------------------------------------------------------------------------------- */

typedef struct work {
    const fk_broad_class *kind;
    void *self;
    uint32_t count, all[MOST];
    fk_aabb_float box[MOST];
} work;

static work w;

static void begin_work_with(const fk_broad_class *kind, float fat, float ahead, bool turns)
{
    fk_broad_options options = fk_broad_options_default();
    options.fat = fat;
    options.ahead = ahead;
    options.turns = turns;
    w.kind = kind;
    w.count = 0;
    w.self = calloc(1, kind->size);
    assert_non_null(w.self);
    if (kind->init != NULL)
        kind->init(w.self, &options);
    for (uint32_t i = 0; i < MOST; i++)
        w.all[i] = i;
}

static void begin_work(const fk_broad_class *kind, float fat, float ahead)
{
    begin_work_with(kind, fat, ahead, false);
}

static void update_some(const uint32_t *changed, uint32_t count)
{
    fk_broad_boxes boxes = {w.count, w.box};
    assert_int_equal(w.kind->update(w.self, context, &boxes, changed, count, NULL), FK_OK);
    assert_true(w.kind->is_sound(w.self, &boxes));
}

static void update_all(void)
{
    update_some(w.all, w.count);
}

static void end_work(void)
{
    w.kind->end(w.self, context);
    free(w.self);
}

static void move(uint32_t id, double x, double y, double z)
{
    const double way[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        w.box[id].min[i] += (float)way[i];
        w.box[id].max[i] += (float)way[i];
    }
}

/* Boxes of size 8 in rows, with room between them. */
static void add_rows(uint32_t count)
{
    w.count = count;
    for (uint32_t i = 0; i < count; i++)
        w.box[i] = box_at(16 * (i % 16), 16 * (i / 16 % 16), 16 * (i / 256), 8);
    update_all();
}

static const fk_aabb_float *leaf_of(uint32_t id)
{
    const fk_dynamic_tree *self = w.self;
    return fk_box_tree_box(&self->tree, self->tree.place[id]);
}

/* 5 % of 8 is 0.4: what moves by less costs nothing, and what moves further is put in once. */
static void test_slow(void **state)
{
    (void)state;
    begin_work(&fk_broad_dynamic_tree, 0.05f, 2);
    add_rows(1000);
    const fk_dynamic_tree *self = w.self;
    assert_true(self->rebuilds == 1 && self->reinserted == 0);
    fk_aabb_float leaf = *leaf_of(300);
    assert_true(fabs((double)(w.box[300].min[1] - leaf.min[1]) - 0.4) < 1e-5);
    assert_true(fabs((double)(leaf.max[2] - w.box[300].max[2]) - 0.4) < 1e-5);
    for (int step = 0; step < 3; step++) {
        for (uint32_t i = 0; i < w.count; i++)
            move(i, 0.125, -0.0625, 0);
        update_all();
    }
    assert_true(self->rebuilds == 1 && self->reinserted == 0);
    assert_memory_equal(leaf_of(300), &leaf, sizeof leaf);
    move(300, 0.125, 0, 0);
    update_some((uint32_t[]){300}, 1);
    assert_true(self->rebuilds == 1 && self->reinserted == 1);
    /* Ahead by twice 0.125, but not behind, nor to the sides. */
    const fk_aabb_float *now = leaf_of(300);
    assert_true(fabs((double)(now->max[0] - w.box[300].max[0]) - 0.65) < 1e-5);
    assert_true(fabs((double)(w.box[300].min[0] - now->min[0]) - 0.4) < 1e-5);
    assert_true(fabs((double)(now->max[1] - w.box[300].max[1]) - 0.4) < 1e-5);
    end_work();
}

/* A turned brick: the box of its corners. */
static fk_aabb_float turned_brick(const double half[3], const double turn[3], double at)
{
    fk_pose pose = fk_pose_from_rpy(fk_vec3_make(at, -at, 0), fk_vec3_make(turn[0], turn[1], turn[2]));
    fk_aabb box = fk_aabb_empty();
    for (int i = 0; i < 8; i++)
        box = fk_aabb_include(
            box, fk_pose_apply(&pose, fk_vec3_make(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1],
                                                   i & 4 ? half[2] : -half[2])));
    return fk_aabb_round(&box, fk_vec3_make(0, 0, 0));
}

/* With `turns`, a brick that turns about its center keeps its first leaf; without it, it does not. */
static void test_turns(void **state)
{
    (void)state;
    static const double half[3][3] = {{4, 4, 4}, {8, 1, 0.25}, {6, 6, 0}};
    for (int shape = 0; shape < 3; shape++)
        for (int turns = 0; turns < 2; turns++) {
            fk_random random = fk_random_make(9);
            begin_work_with(&fk_broad_dynamic_tree, 0.05f, 0, turns != 0);
            const fk_dynamic_tree *self = w.self;
            w.count = 1;
            w.box[0] = turned_brick(half[shape], (double[3]){0, 0, 0}, 100);
            update_all();
            fk_aabb_float leaf = *leaf_of(0);
            double radius = sqrt(half[shape][0] * half[shape][0] + half[shape][1] * half[shape][1] +
                                 half[shape][2] * half[shape][2]);
            double more = turns ? radius - half[shape][2] + 0.1 * half[shape][2] : 0.1 * half[shape][2];
            assert_true(fabs((double)(leaf.max[2] - w.box[0].max[2]) - more) < 1e-4);
            for (int step = 0; step < 200; step++) {
                double turn[3];
                for (int k = 0; k < 3; k++)
                    turn[k] = fk_random_between(&random, -3, 3);
                w.box[0] = turned_brick(half[shape], turn, 100);
                update_all();
                assert_true(fk_aabb_float_contains(leaf_of(0), &w.box[0]));
            }
            assert_true(turns ? self->reinserted == 1 : self->reinserted > 50);
            end_work();
        }
}

/* The leaf of a box that is not bounded, or flat, contains it, too. */
static void test_turns_at_the_limits(void **state)
{
    (void)state;
    begin_work_with(&fk_broad_dynamic_tree, 0, 0, true);
    w.count = 4;
    w.box[0] = (fk_aabb_float){{-INFINITY, 1, 2}, {3, INFINITY, 4}};
    w.box[1] = (fk_aabb_float){{-3e38f, -3e38f, -3e38f}, {3e38f, 3e38f, 3e38f}};
    w.box[2] = (fk_aabb_float){{1, 1, 1}, {7, 1, 1}};
    w.box[3] = (fk_aabb_float){{5, 5, 5}, {5, 5, 5}};
    update_all();
    assert_true(leaf_of(0)->min[2] == 2 && leaf_of(0)->max[2] == 4);
    assert_true(leaf_of(1)->max[0] == INFINITY);
    assert_true(leaf_of(2)->min[0] == 1 && leaf_of(2)->max[0] == 7);
    assert_true(leaf_of(2)->min[1] == -2 && leaf_of(2)->max[2] == 4);
    assert_memory_equal(leaf_of(3), &w.box[3], sizeof w.box[3]);
    end_work();
}

/* One that keeps its way leaves its leaf every third time at most; without any leaf around it, always. */
static void test_steady(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        begin_work(&fk_broad_dynamic_tree, way ? 0 : 0.05f, way ? 0 : 2);
        add_rows(200);
        const fk_dynamic_tree *self = w.self;
        for (int step = 0; step < 60; step++) {
            move(7, -3, 1, 2);
            update_some((uint32_t[]){7}, 1);
        }
        assert_true(way ? self->reinserted == 60 : self->reinserted <= 21);
        end_work();
    }
}

/* After a fast move the leaf is long; it is not when the box has come to rest. */
static void test_fast(void **state)
{
    (void)state;
    begin_work(&fk_broad_dynamic_tree, 0.05f, 2);
    add_rows(100);
    const fk_dynamic_tree *self = w.self;
    move(5, 0, 0, 50);
    update_some((uint32_t[]){5}, 1);
    assert_true(leaf_of(5)->max[2] > w.box[5].max[2] + 100);
    move(5, 0, 0, 0.25);
    update_some((uint32_t[]){5}, 1);
    assert_true(leaf_of(5)->max[2] < w.box[5].max[2] + 1);
    assert_int_equal(self->reinserted, 2);
    move(5, 0, 0, 0.25);
    update_some((uint32_t[]){5}, 1);
    assert_int_equal(self->reinserted, 2);
    end_work();
}

/* Where all leave, they stay where they are in the tree, until that has become too bad. */
static void test_all_move(void **state)
{
    (void)state;
    begin_work(&fk_broad_dynamic_tree, 0.05f, 0);
    add_rows(1024);
    const fk_dynamic_tree *self = w.self;
    fk_box_tree_node *node = self->tree.node;
    for (int step = 0; step < 40; step++) {
        for (uint32_t i = 0; i < w.count; i++)
            move(i, 1, 1, 1);
        update_all();
    }
    assert_true(self->rebuilds == 1 && self->refits == 40 && self->reinserted == 0);
    for (int step = 0; step < 40; step++) {
        for (uint32_t i = 0; i < w.count; i++)
            move(i, i % 2 ? 1 : -1, i % 3 ? 1 : -1, 0);
        update_all();
    }
    assert_true(self->rebuilds > 2 && self->rebuilds < 20 && self->reinserted == 0);
    /* Those that have come are taken in with the others. */
    w.count = 2000;
    for (uint32_t i = 1024; i < w.count; i++)
        w.box[i] = box_at(i, 0, 0, 8);
    uint64_t before = self->rebuilds;
    update_some(w.all + 1024, w.count - 1024);
    assert_true(self->rebuilds == before + 1 && self->reinserted == 0 && self->tree.count == 2000);
    assert_true(self->tree.node != node);
    end_work();
}

/* Leaves hold their boxes in every state of the floating-point unit, and have no numbers that are zero or less than
 * what it takes for that. */
static void test_leaves(void **state)
{
    (void)state;
    static const float side[] = {-INFINITY, -FLT_MAX, -1e30f, -3,       -1,    -FLT_MIN, 0,       FLT_MIN,
                                 1e-30f,    0.1f,     1,      16777215, 1e30f, FLT_MAX,  INFINITY};
    const uint32_t sides = sizeof side / sizeof *side;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        begin_work(&fk_broad_dynamic_tree, mode % 3 ? 0.05f : 1e30f, mode % 2 ? 2 : 1e30f);
        for (uint32_t i = 0; i < sides; i++)
            for (uint32_t k = i; k < sides; k++)
                w.box[w.count++] = (fk_aabb_float){{side[i], side[0], side[k]}, {side[k], side[i], side[k]}};
        fpu_set(mode);
        update_all();
        for (int step = 0; step < 4; step++) {
            uint32_t changed = step % 2 ? 40 : w.count;
            fk_aabb_float first = w.box[0];
            memmove(w.box, w.box + 1, (changed - 1) * sizeof first);
            w.box[changed - 1] = first;
            update_some(w.all, changed);
        }
        fpu_set(0);
        for (uint32_t id = 0; id < w.count; id++)
            for (int i = 0; i < 3; i++) {
                const fk_aabb_float *leaf = leaf_of(id);
                assert_true(leaf->min[i] <= w.box[id].min[i] && leaf->max[i] >= w.box[id].max[i]);
                assert_true(fabsf(leaf->min[i]) >= FLT_MIN && fabsf(leaf->max[i]) >= FLT_MIN);
            }
        end_work();
    }
}

/* ---- Sweep and prune ----------------------------------------------------------------------------------- */

/* Swaps are what has changed in the order; there are never more than two for each box. */
static void test_swaps(void **state)
{
    (void)state;
    begin_work(&fk_broad_sweep_and_prune, 0, 0);
    w.count = 1000;
    for (uint32_t i = 0; i < w.count; i++)
        w.box[i] = box_at(i % 7, 2 * i, i % 5, 1);
    update_all();
    const fk_sweep_and_prune *self = w.self;
    assert_true(self->axis == 1 && self->sorted == 1 && self->swaps == 0);
    update_all();
    for (uint32_t i = 0; i < w.count; i++)
        move(i, 3, 0.5, 3);
    update_all();
    assert_true(self->sorted == 1 && self->swaps == 0);
    move(500, 0, 7, 0); /* beyond three others */
    update_some((uint32_t[]){500}, 1);
    move(200, 0, -5, 0); /* below two others */
    update_some((uint32_t[]){200}, 1);
    assert_true(self->sorted == 1 && self->swaps == 5);
    w.box[300] = (fk_aabb_float){{1, 1, 1}, {0, 0, 0}};
    update_some((uint32_t[]){300}, 1);
    assert_true(self->count == 999 && self->swaps == 5);
    w.box[300] = box_at(0, 600.25, 0, 1);
    update_some((uint32_t[]){300}, 1);
    assert_true(self->count == 1000 && self->sorted == 1 && self->swaps < 5 + 1000);
    uint64_t before = self->swaps;
    for (uint32_t i = 0; i < w.count; i++)
        w.box[i] = box_at(0, 2 * (w.count - i), 0, 1);
    update_all();
    assert_true(self->sorted == 2 && self->swaps - before <= 2 * (uint64_t)w.count);
    end_work();
}

/* Another axis is taken after a while, when it is clearly better. */
static void test_axis(void **state)
{
    (void)state;
    begin_work(&fk_broad_sweep_and_prune, 0, 0);
    w.count = 200;
    for (uint32_t i = 0; i < w.count; i++)
        w.box[i] = box_at(10 * i, i, i, 1);
    w.box[3].max[2] = INFINITY;
    update_all();
    const fk_sweep_and_prune *self = w.self;
    assert_int_equal(self->axis, 0);
    for (uint32_t i = 0; i < w.count; i++)
        w.box[i] = box_at(10 * i, i, 11 * i, 1);
    for (int step = 0; step < 40; step++)
        update_all();
    assert_int_equal(self->axis, 0);
    for (uint32_t i = 0; i < w.count; i++)
        w.box[i] = box_at(10 * i, i, 20 * i, 1);
    for (int step = 0; step < 40; step++)
        update_all();
    assert_int_equal(self->axis, 2);
    end_work();
}

/* What a box takes in each of them. */
static void test_bytes(void **state)
{
    (void)state;
    begin_work(&fk_broad_sweep_and_prune, 0, 0);
    add_rows(MOST);
    assert_true(w.kind->bytes(w.self) <= 16 * (size_t)MOST);
    end_work();
    begin_work(&fk_broad_dynamic_tree, 0.05f, 2);
    add_rows(MOST);
    assert_true(w.kind->bytes(w.self) <= 80 * (size_t)MOST);
    end_work();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorted),
        cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_built),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_slow),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_turns_at_the_limits),
        cmocka_unit_test(test_steady),
        cmocka_unit_test(test_fast),
        cmocka_unit_test(test_all_move),
        cmocka_unit_test_teardown(test_leaves, fpu_usual),
        cmocka_unit_test(test_swaps),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_bytes),
    };
    fk_context_create(NULL, &context);
    int failed = cmocka_run_group_tests_name("broad tree", tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
