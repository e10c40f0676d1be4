/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What hits of a search say: paths of nodes, and where a hit lies in each leaf. The ranges are compared with the exact box where
 * the basis is that of the world, and stay the same under linear maps with whole numbers, which change every basis. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "search_check.h"

/* ---- Paths --------------------------------------------------------------------------------------------- */

static void test_parents(void **state)
{
    (void)state;
    uint32_t parent[MOST_NODES];
    for (uint64_t seed = 0; seed < 200; seed++) {
        draw_world(&the_world, seed);
        for (uint32_t i = 0; i < the_world.tree_count; i++) {
            const tree_block *block = &the_world.tree[i];
            fk_cell_tree_parents(&block->tree, parent);
            assert_memory_equal(parent, block->parent, block->tree.node_count * sizeof *parent);
        }
    }
}

/* ---- Ranges -------------------------------------------------------------------------------------------- */

/* A leaf alone. */
typedef struct leaf_object {
    fk_cell_node node;
    fk_cell_tree tree;
    fk_search_object object;
} leaf_object;

static void make_leaf(leaf_object *out, fk_kind kind, fk_cell cell)
{
    out->node = (fk_cell_node){.kind = kind, .cell = cell};
    out->tree = (fk_cell_tree){1, 1, 1, &out->node, 0};
    out->object = (fk_search_object){NULL, &out->tree, fk_pose_identity(), FK_NONE};
}

static void find_ranges(const leaf_object *a, const leaf_object *b, fk_aabb out[2])
{
    fk_cell_hit hit = {.node_a = 0, .node_b = 0};
    fk_cell_hit_ranges(&a->object, &b->object, &hit, out);
}

/* Whether ranges contain those that are known, and exceed them by rounding only. */
static void assert_ranges(const fk_aabb *got, const fk_aabb *want, double most)
{
    for (int k = 0; k < 3; k++) {
        double low = fk_vec3_get(got->min, k), high = fk_vec3_get(got->max, k);
        double least = fk_vec3_get(want->min, k), largest = fk_vec3_get(want->max, k);
        assert_true(low >= 0 && high <= 1 && low <= high);
        assert_true(low <= least && low >= least - most);
        assert_true(high >= largest && high <= largest + most);
    }
}

/* The image of a cell under the linear map with these columns. */
static fk_cell map_cell(const fk_cell *cell, const fk_vec3 column[3])
{
    fk_vec3 in[4] = {cell->origin, cell->edge[0], cell->edge[1], cell->edge[2]}, out[4];
    for (int i = 0; i < 4; i++)
        out[i] =
            fk_vec3_add(fk_vec3_add(fk_vec3_scale(column[0], in[i].x), fk_vec3_scale(column[1], in[i].y)),
                        fk_vec3_scale(column[2], in[i].z));
    return (fk_cell){out[0], {out[1], out[2], out[3]}};
}

static fk_cell small_cell(fk_random *random)
{
    return (fk_cell){whole_vector(random, -3, 3),
                     {whole_vector(random, -3, 3), whole_vector(random, -3, 3), whole_vector(random, -3, 3)}};
}

static double determinant(const fk_vec3 e[3])
{
    return fk_vec3_dot(e[0], fk_vec3_cross(e[1], e[2]));
}

/* One leaf has the basis of the world, so its ranges are the box; after a map they are still the same. Numbers are small
 * and whole, so that maps are exact. */
static void test_ranges(void **state)
{
    (void)state;
    fk_random random = fk_random_make(50);
    const fk_cell unit = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const fk_aabb all = {{0, 0, 0}, {1, 1, 1}};
    int touching = 0, overlapping = 0;
    for (int i = 0; i < 20000; i++) {
        fk_kind kind = i % 2 ? FK_KIND_BOX : FK_KIND_TETRA, other = i % 3 ? FK_KIND_BOX : FK_KIND_TETRA;
        fk_cell cell = small_cell(&random);
        fk_piece p = {.kind = kind, .as.cell = unit}, q = {.kind = other, .as.cell = cell};
        fk_verdict verdict = fk_pair_verdict(&p, &q);
        fk_vec3 column[3] = {whole_vector(&random, -9, 9), whole_vector(&random, -9, 9),
                             whole_vector(&random, -9, 9)};
        if (verdict == FK_APART || fabs(determinant(column)) < 100) /* not thin */
            continue;
        touching += verdict == FK_TOUCHING;
        overlapping += verdict == FK_OVERLAPPING;
        fk_aabb box, got[2], mapped[2], swapped[2];
        assert_int_equal(fk_pair_box(&p, &q, &box), FK_OK);
        leaf_object a, b;
        make_leaf(&a, kind, unit);
        make_leaf(&b, other, cell);
        find_ranges(&a, &b, got);
        assert_ranges(&got[0], &box, 1e-9);
        make_leaf(&a, kind, map_cell(&unit, column));
        make_leaf(&b, other, map_cell(&cell, column));
        find_ranges(&a, &b, mapped);
        assert_ranges(&mapped[0], &box, 1e-5);
        find_ranges(&b, &a, swapped);
        assert_memory_equal(&swapped[0], &mapped[1], sizeof mapped[1]);
        assert_memory_equal(&swapped[1], &mapped[0], sizeof mapped[0]);
        /* In the basis of the other leaf, too, the map changes nothing but rounding, unless that is flat, or nearly. */
        for (int k = 0; k < 3 && memcmp(&mapped[1], &all, sizeof all) != 0; k++) {
            assert_true(fabs(fk_vec3_get(mapped[1].min, k) - fk_vec3_get(got[1].min, k)) < 1e-5);
            assert_true(fabs(fk_vec3_get(mapped[1].max, k) - fk_vec3_get(got[1].max, k)) < 1e-5);
        }
    }
    print_message("%d touching, %d overlapping\n", touching, overlapping);
    assert_true(touching > 500 && overlapping > 500);
}

/* A flat leaf has no unique coordinates; a placed leaf has those it had, if both are placed alike. */
static void test_flat_and_placed(void **state)
{
    (void)state;
    const fk_cell unit = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                  flat = {{0.5, 0.5, 0.5}, {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}},
                  half = {{0.5, 0.25, -1}, {{2, 0, 0}, {0, 2, 0}, {0, 0, 3}}};
    const fk_aabb all = {{0, 0, 0}, {1, 1, 1}}, of_flat = {{0.5, 0.5, 0.5}, {1, 1, 0.5}},
                  of_half = {{0.5, 0.25, 0}, {1, 1, 1}};
    leaf_object a, b;
    fk_aabb got[2];
    make_leaf(&a, FK_KIND_BOX, unit);
    make_leaf(&b, FK_KIND_BOX, flat);
    find_ranges(&a, &b, got);
    assert_ranges(&got[0], &of_flat, 1e-10);
    assert_memory_equal(&got[1], &all, sizeof all);
    make_leaf(&b, FK_KIND_BOX, half);
    a.object.pose = b.object.pose =
        fk_pose_from_rpy(fk_vec3_make(1e3, -20, 0.1), fk_vec3_make(0.3, 1, -2)); /* rounded */
    find_ranges(&a, &b, got);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(fk_vec3_get(got[0].min, k) - fk_vec3_get(of_half.min, k)) < 1e-8);
        assert_true(fabs(fk_vec3_get(got[0].max, k) - fk_vec3_get(of_half.max, k)) < 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parents), cmocka_unit_test(test_ranges),
                                       cmocka_unit_test(test_flat_and_placed)};
    return cmocka_run_group_tests_name("search_hits", tests, make_context, free_context);
}
