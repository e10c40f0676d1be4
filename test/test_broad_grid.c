/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is special about cells: what the algorithms of J. Grulich (2016), section 3.3, miss as they are printed;
 * neighbours of all kinds; cells that are smaller than boxes; octrees of all depths; sizes of all kinds. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/lists.h"
#include "broad_check.h"
#include "fpu_modes.h"
#include "sanitized.h"

static fk_context *context;
static model m;

static float draw(fk_random *random, double low, double high)
{
    return (float)fk_random_between(random, low, high);
}

static fk_aabb_float cube(const float at[3], float size)
{
    return (fk_aabb_float){{at[0], at[1], at[2]}, {at[0] + size, at[1] + size, at[2] + size}};
}

/* ---- As printed ---------------------------------------------------------------------------------------- */

/* Algorithm 8 for unit boxes in some dimensions: of two boxes, one looks into its own cell, and those next to
 * it in the direction of the axes. */
static bool finds_as_printed(const double a[3], const double b[3], double cell, int dimensions)
{
    for (int i = 0; i < dimensions; i++) {
        double step = floor(b[i] / cell) - floor(a[i] / cell);
        if (step < 0 || step > 1)
            return false;
    }
    return true;
}

/* The share of pairs that meet, of unit boxes in cells of this size, that is missed as printed. */
static double share_missed(double cell, int dimensions)
{
    fk_random random = fk_random_make(8);
    const int count = 200000;
    int missed = 0;
    for (int k = 0; k < count; k++) {
        double a[3], b[3];
        for (int i = 0; i < dimensions; i++) {
            a[i] = fk_random_between(&random, -50, 50);
            b[i] = a[i] + fk_random_between(&random, -1, 1);
        }
        missed += !finds_as_printed(a, b, cell, dimensions) && !finds_as_printed(b, a, cell, dimensions);
    }
    return (double)missed / count;
}

/* Along an axis the other box is in the next cell with probability p = 1 / (4 cell), in the one before with the
 * same. Missed are pairs with both, on different axes: 2 p^2 in the plane, 6 p^2 (1 - p) in space. */
static void test_algorithm_8(void **state)
{
    (void)state;
    static const double cell[] = {1, 1.26, 1.5};
    for (int k = 0; k < 3; k++) {
        double p = 0.25 / cell[k];
        assert_true(fabs(share_missed(cell[k], 2) - 2 * p * p) < 0.005);
        assert_true(fabs(share_missed(cell[k], 3) - 6 * p * p * (1 - p)) < 0.005);
    }
    assert_true(fabs(share_missed(1.26, 2) - 0.079) < 0.003);
    assert_true(fabs(share_missed(1.26, 3) - 0.188) < 0.004);
}

/* Algorithm 11 over octants of boxes, given as depth and number along the path: how many tests there are when
 * ancestors are never removed, and when they are. */
typedef struct walk {
    uint32_t node[MOST_BOXES]; /* of each box: 1, then three bits for each step down */
    uint32_t count;
    uint32_t ancestor[5000], ancestors;
    uint64_t tests;
    bool pops;
} walk;

static void walk_node(walk *w, uint32_t node, int depth)
{
    w->ancestor[w->ancestors++] = node;
    for (uint32_t i = 0; i < w->ancestors; i++)
        for (uint32_t a = 0; a < w->count; a++)
            for (uint32_t b = 0; w->node[a] == w->ancestor[i] && b < w->count; b++) {
                if (w->node[b] == node && a == b)
                    break;
                w->tests += w->node[b] == node;
            }
    for (uint32_t child = 0; depth > 0 && child < 8; child++)
        walk_node(w, node << 3 | child, depth - 1);
    w->ancestors -= w->pops;
}

static void test_algorithm_11(void **state)
{
    (void)state;
    static walk w;
    fk_random random = fk_random_make(11);
    for (w.count = 0; w.count < 40; w.count++) {
        uint32_t node = 1;
        for (uint64_t depth = fk_random_below(&random, 3); depth > 0; depth--)
            node = node << 3 | (uint32_t)fk_random_below(&random, 8);
        w.node[w.count] = node;
    }
    walk_node(&w, 1, 2);
    assert_int_equal(w.tests, 40 * 39 / 2); /* all against all */
    w.ancestors = 0;
    w.tests = 0;
    w.pops = true;
    walk_node(&w, 1, 2);
    uint64_t related = 0;
    for (uint32_t a = 0; a < w.count; a++)
        for (uint32_t b = 0; b < w.count; b++)
            for (int up = 0; a != b && up <= 6; up += 3)
                related += w.node[b] >> up == w.node[a] && (up > 0 || a < b);
    assert_int_equal(w.tests, related);
    assert_true(related < 40 * 39 / 2);
}

/* ---- Structures ---------------------------------------------------------------------------------------- */

/* The structures of cells, and those options that they have. */
typedef struct kind {
    const char *name;
    fk_broad_kind kind;
    fk_grid_rule rule;
    uint32_t depth;
} kind;

static const kind kinds[] = {
    {"largest", FK_BROAD_GRID, FK_GRID_LARGEST, 0},      {"count", FK_BROAD_GRID, FK_GRID_COUNT, 0},
    {"levels", FK_BROAD_LEVELS, FK_GRID_LARGEST, 0},     {"octree 0", FK_BROAD_OCTREE, FK_GRID_LARGEST, 0},
    {"octree 1", FK_BROAD_OCTREE, FK_GRID_LARGEST, 1},   {"octree 7", FK_BROAD_OCTREE, FK_GRID_LARGEST, 7},
    {"octree 20", FK_BROAD_OCTREE, FK_GRID_LARGEST, 20},
};

#define KINDS (sizeof kinds / sizeof *kinds)

static fk_broad *make(const kind *k)
{
    fk_broad_options options = fk_broad_options_default();
    options.kind = k->kind;
    options.grid = k->rule;
    options.depth = k->depth;
    fk_broad *broad = NULL;
    assert_int_equal(fk_broad_create(context, &options, &broad), FK_OK);
    m.count = 0;
    return broad;
}

static void add(fk_broad *broad, fk_aabb_float box)
{
    assert_int_equal(fk_broad_set(broad, m.count, &box), FK_OK);
    m.has[m.count] = true;
    m.box[m.count++] = box;
}

/* Two boxes that touch, in each of 26 directions and everywhere along the cells, among others that are nowhere
 * near them. */
static void test_neighbours(void **state)
{
    (void)state;
    for (size_t k = 0; k < KINDS; k++)
        for (int way = 0; way < 27; way++)
            for (int shift = -5; shift <= 5; shift++) {
                fk_broad *broad = make(&kinds[k]);
                float at[3] = {(float)shift / 4, (float)shift / 8, -(float)shift / 2}, other[3];
                for (int i = 0, rest = way; i < 3; i++, rest /= 3)
                    other[i] = at[i] + (float)(rest % 3 - 1);
                add(broad, cube(at, 1));
                add(broad, cube(other, 1));
                for (int i = 0; i < 8; i++)
                    add(broad,
                        cube((float[3]){i & 1 ? 9.f : -9.f, i & 2 ? 9.f : -9.f, i & 4 ? 9.f : -9.f}, 1));
                check_pairs(broad, &m, NULL);
                const fk_index_pair *pair;
                size_t count = 0;
                assert_int_equal(fk_broad_pairs(broad, NULL, &pair, &count), FK_OK);
                assert_int_equal(count, 1);
                fk_broad_destroy(broad);
            }
}

typedef enum scene {
    SCENE_LARGE,   /* boxes of up to a third of the world: many cells each, by the number of boxes */
    SCENE_PLATES,  /* thin along one axis */
    SCENE_CENTER,  /* on the middle planes of octants */
    SCENE_POWERS,  /* places and sizes from 1e-30 to 1e30 */
    SCENE_SIZES,   /* sizes from 1e-3 to 1e3, strewn evenly */
    SCENE_ESCAPED, /* some are far away */
    SCENE_POINTS,  /* of no size, some in one place */
    SCENE_MOSTLY,  /* most are large, some tiny */
    SCENES
} scene;

static fk_aabb_float draw_box(fk_random *random, scene which, uint32_t id)
{
    float at[3], size = draw(random, 0, 1);
    for (int i = 0; i < 3; i++)
        at[i] = draw(random, -5, 5);
    fk_aabb_float box = cube(at, which == SCENE_MOSTLY && id % 5 == 0 ? 0.001f : size);
    for (int i = 0; i < 3; i++) {
        if (which == SCENE_LARGE)
            box.max[i] = box.min[i] + draw(random, 0, 3);
        if (which == SCENE_PLATES && i == (int)(id % 3))
            box.max[i] = box.min[i] + 1e-4f;
        if (which == SCENE_PLATES && i == (int)((id + 1) % 3))
            box.max[i] = box.min[i] + 2;
        if (which == SCENE_CENTER && fk_random_below(random, 2)) {
            box.min[i] = (float)fk_random_below(random, 3) * 2.5f - 2.5f - size / 3;
            box.max[i] = box.min[i] + size;
        }
        if (which == SCENE_POWERS) {
            double sign = fk_random_below(random, 2) ? 1 : -1;
            box.min[i] = (float)(sign * pow(10, fk_random_between(random, -30, 30)));
            box.max[i] = box.min[i] + (float)pow(10, fk_random_between(random, -30, 30));
        }
        if (which == SCENE_SIZES)
            box.max[i] = box.min[i] + (float)pow(10, fk_random_between(random, -3, 3)) / 100;
        if (which == SCENE_ESCAPED && id % 50 == 7) {
            box.min[i] *= 1e9f;
            box.max[i] = box.min[i];
        }
        if (which == SCENE_POINTS)
            box.max[i] = box.min[i] = id % 3 == 0 ? floorf(box.min[i] / 4) : box.min[i];
        if (which == SCENE_MOSTLY && id % 5 != 0)
            box.max[i] = box.min[i] + 6;
    }
    return box;
}

static void run_scene(const kind *k, scene which, uint32_t count, int mode)
{
    fk_random random = fk_random_make(100 * (uint64_t)which + count);
    fk_broad *broad = make(k);
    for (uint32_t id = 0; id < count; id++)
        add(broad, draw_box(&random, which, id));
    for (int step = 0; step < 3; step++) {
        fpu_set(mode);
        assert_int_equal(fk_broad_update(broad, NULL), FK_OK);
        fpu_set(0);
        check_pairs(broad, &m, NULL);
        for (int i = 0; i < 4; i++) {
            fk_aabb_float probe = draw_box(&random, which, (uint32_t)i);
            check_visits(broad, &m, &random, &probe);
        }
        for (uint32_t id = 0; id < count; id++) {
            m.box[id] = draw_box(&random, which, id);
            assert_int_equal(fk_broad_set(broad, id, &m.box[id]), FK_OK);
        }
    }
    fk_broad_destroy(broad);
}

static void test_scenes(void **state)
{
    (void)state;
    for (size_t k = 0; k < KINDS; k++)
        for (int which = 0; which < SCENES; which++) {
            run_scene(&kinds[k], (scene)which, 60, 0);
            run_scene(&kinds[k], (scene)which, SANITIZED ? 200 : 900, 0);
        }
}

/* Cells that were made in one state of the floating-point unit, and are looked at in another. */
static void test_modes(void **state)
{
    (void)state;
    for (size_t k = 0; k < KINDS; k++)
        for (int mode = 1; mode < FPU_MODES; mode++)
            for (int which = 0; which < SCENES; which++)
                run_scene(&kinds[k], (scene)which, 40, mode);
}

/* Threads find the same pairs. */
static void test_threads(void **state)
{
    (void)state;
    fk_pool *pool = NULL;
    assert_int_equal(fk_pool_create(context, 3, &pool), FK_OK);
    for (size_t k = 0; k < KINDS; k++)
        for (int which = 0; which < SCENES; which++) {
            fk_random random = fk_random_make((uint64_t)which);
            fk_broad *broad = make(&kinds[k]);
            for (uint32_t id = 0; id < 400; id++)
                add(broad, draw_box(&random, (scene)which, id));
            check_pairs(broad, &m, fk_pool_workers(pool));
            fk_broad_destroy(broad);
        }
    fk_pool_destroy(pool);
}

/* ---- Sorting ------------------------------------------------------------------------------------------- */

static void test_sort_above(void **state)
{
    (void)state;
    static uint64_t key[3000], room[3000];
    static const int shift[] = {0, 7, 32, 50, 63};
    fk_random random = fk_random_make(3);
    for (size_t count = 0; count < 3000; count = count * 2 + 1)
        for (int k = 0; k < 5; k++) {
            /* Below the shift is where they were. */
            for (size_t i = 0; i < count; i++)
                key[i] = shift[k] == 0 ? fk_random_u64(&random)
                                       : (fk_random_u64(&random) >> shift[k] % 13 << shift[k] |
                                          (i & (((uint64_t)1 << shift[k]) - 1)));
            fk_sort_u64_above(key, room, count, shift[k]);
            for (size_t i = 1; i < count; i++) {
                assert_true(key[i - 1] >> shift[k] <= key[i] >> shift[k]);
                if (shift[k] > 12 && key[i - 1] >> shift[k] == key[i] >> shift[k])
                    assert_true(key[i - 1] < key[i]);
            }
        }
}

typedef struct numbered {
    uint32_t key, place;
    char rest[3];
} numbered;

static bool is_numbered_before(const void *a, const void *b)
{
    return ((const numbered *)a)->key < ((const numbered *)b)->key;
}

static void test_sort_items(void **state)
{
    (void)state;
    static numbered item[1200], room[1200];
    fk_random random = fk_random_make(4);
    for (uint32_t count = 0; count < 1200; count += count < 40 ? 1 : 97) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t key = (uint32_t)fk_random_u64(&random) % (count / 2 + 1);
            item[i] = (numbered){key, i, {(char)key, (char)i, 5}};
        }
        fk_sort_items(item, room, count, sizeof *item, is_numbered_before);
        uint64_t sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            assert_true(item[i].rest[0] == (char)item[i].key && item[i].rest[1] == (char)item[i].place);
            sum += item[i].place;
            if (i > 0)
                assert_true(item[i - 1].key < item[i].key ||
                            (item[i - 1].key == item[i].key && item[i - 1].place < item[i].place));
        }
        assert_int_equal(sum, (uint64_t)count * (count - (count > 0)) / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_algorithm_8), cmocka_unit_test(test_algorithm_11),
        cmocka_unit_test(test_neighbours),  cmocka_unit_test_teardown(test_scenes, fpu_usual),
        cmocka_unit_test(test_threads),     cmocka_unit_test_teardown(test_modes, fpu_usual),
        cmocka_unit_test(test_sort_above),  cmocka_unit_test(test_sort_items),
    };
    fk_context_create(NULL, &context);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    fk_context_destroy(context);
    return failed;
}
