/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells from nodes: what holds what and which corner does not, by the oracle's rationals, for flat
 * and left-handed cells, too; orders, every trouble with its report; levels that are added, in parents of all
 * sorts; very many siblings, very many levels. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec3.h"
#include "cells_oracle.h"
#include "farkas/cells.h"
#include "fpu_modes.h"
#include "scarce_memory.h"
#include "cells/cells.h"

#ifdef __SANITIZE_ADDRESS__
#define VERY_MANY 100000
#else
#define VERY_MANY 1000000
#endif

static fk_context *plain_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

static uint32_t below(fk_random *random, uint32_t count)
{
    return (uint32_t)fk_random_below(random, count);
}

static fk_vec3 draw_vector(fk_random *random, bool whole, int power)
{
    double c[3];
    for (int k = 0; k < 3; k++)
        c[k] = ldexp(whole ? (double)below(random, 7) - 3 : fk_random_between(random, -1, 1), power);
    return fk_vec3_make(c[0], c[1], c[2]);
}

/* ---- What holds what ----------------------------------------------------------------------------------- */

/* Makes a cell flat in a plane, on a line or a point, or left-handed, or along the axes; or leaves it. */
static void bend(fk_cell *cell, uint32_t way)
{
    fk_vec3 *e = cell->edge;
    if (way == 1)
        e[2] = fk_vec3_add(fk_vec3_scale(e[0], 2), e[1]);
    if (way == 2)
        e[1] = fk_vec3_make(0, 0, 0);
    if (way == 3) {
        e[1] = fk_vec3_scale(e[0], -0.5);
        e[2] = fk_vec3_scale(e[0], 2);
    }
    if (way == 4)
        e[0] = e[1] = e[2] = fk_vec3_make(0, 0, 0);
    if (way >= 5 && way <= 7)
        for (int k = 0; k < 3; k++)
            e[k] = fk_vec3_make(k == 0 ? e[k].x : 0, k == 1 ? e[k].y : 0, k == 2 ? e[k].z : 0);
    if (way == 6)
        e[1].y = 0;
}

/* A cell of places in another one: its origin is a sum of parts of the edges, its edges are edges of it,
 * their parts or sums. */
static fk_cell draw_inner(fk_random *random, const fk_cell *outer)
{
    fk_cell cell = *outer;
    for (int k = 0; k < 3; k++) {
        double share = (double)below(random, 5) / 4;
        cell.origin = fk_vec3_add(cell.origin, fk_vec3_scale(outer->edge[k], below(random, 2) ? 0 : share));
    }
    for (int k = 0; k < 3; k++) {
        double share = ((double)below(random, 9) - 4) / 4;
        share *= below(random, 4) == 0 ? 1 + 0x1p-52 : 1;
        cell.edge[k] = fk_vec3_scale(outer->edge[below(random, 3)], below(random, 3) == 0 ? 0 : share);
        if (below(random, 6) == 0)
            cell.edge[k] = fk_vec3_add(cell.edge[k], fk_vec3_scale(outer->edge[k], 0.25));
    }
    return cell;
}

static void check_hold(fk_random *random, int round, size_t *held)
{
    static const int powers[6] = {0, 0, 0, 300, -400, -1060};
    int power = powers[round % 6];
    bool whole = below(random, 3) > 0;
    fk_cells_volume outer = {below(random, 2) ? FK_KIND_BOX : FK_KIND_TETRA,
                             {draw_vector(random, whole, power),
                              {draw_vector(random, whole, power), draw_vector(random, whole, power + 1),
                               draw_vector(random, whole, power)}}};
    bend(&outer.cell, below(random, 10));
    fk_cells_volume inner = {below(random, 2) ? FK_KIND_BOX : FK_KIND_TETRA, draw_inner(random, &outer.cell)};
    if (below(random, 20) == 0)
        inner.cell.origin = fk_vec3_add(inner.cell.origin, draw_vector(random, whole, power - 40));
    int mode = (int)below(random, FPU_MODES);
    fpu_set(mode);
    bool said = fk_cells_contain(&outer, &inner);
    uint32_t corner = fk_cells_first_outside(&outer, &inner);
    fpu_set(0);
    assert_int_equal(corner, oracle_outside(outer.kind, &outer.cell, inner.kind, &inner.cell));
    assert_int_equal(said, corner == FK_NONE);
    *held += said;
}

static void test_hold(void **state)
{
    (void)state;
    fk_random random = fk_random_make(21);
    size_t held = 0;
    for (int round = 0; round < 20000; round++)
        check_hold(&random, round, &held);
    assert_true(held > 3000 && held < 17000);
}

/* Numbers of all sizes in one cell, up to the largest there are. */
static void test_hold_extremes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(22);
    for (int round = 0; round < 2000; round++) {
        double number[12];
        for (int k = 0; k < 12; k++)
            number[k] = ldexp(fk_random_between(&random, -1, 1), (int)below(&random, 2000) - 1000);
        fk_cells_volume outer = {round % 2 ? FK_KIND_BOX : FK_KIND_TETRA, {{0, 0, 0}, {{0, 0, 0}}}};
        memcpy(&outer.cell, number, sizeof number);
        bend(&outer.cell, below(&random, 10));
        fk_cells_volume inner = {below(&random, 2) ? FK_KIND_BOX : FK_KIND_TETRA, outer.cell};
        inner.cell.edge[below(&random, 3)] = fk_vec3_make(0, 0, 0);
        if (below(&random, 2))
            inner.cell.origin = fk_vec3_add(inner.cell.origin, outer.cell.edge[0]);
        uint32_t corner = oracle_outside(outer.kind, &outer.cell, inner.kind, &inner.cell);
        assert_int_equal(fk_cells_first_outside(&outer, &inner), corner);
        assert_int_equal(fk_cells_contain(&outer, &inner), corner == FK_NONE);
    }
}

/* ---- Trees that are drawn ------------------------------------------------------------------------------ */

typedef struct drawn {
    uint32_t count;
    fk_cell_input *input;
} drawn;

/* A child of places in its parent: its corners are corners of the parent, or places between two of them. */
static fk_cell_input draw_child(fk_random *random, const fk_cell_input *parent, uint32_t number)
{
    fk_cell_input child = *parent;
    child.parent = number;
    child.kind = parent->kind == FK_KIND_TETRA || below(random, 2) ? FK_KIND_TETRA : FK_KIND_BOX;
    for (int k = 0; k < 3; k++) {
        static const double share[4] = {1, 0.5, 0.25, 0};
        child.cell.edge[k] = fk_vec3_scale(parent->cell.edge[k], share[below(random, 12) / 3]);
        if (parent->kind == FK_KIND_BOX && below(random, 3) == 0) {
            child.cell.origin = fk_vec3_add(child.cell.origin, parent->cell.edge[k]);
            child.cell.edge[k] = fk_vec3_negate(child.cell.edge[k]);
        }
    }
    return child;
}

/* A tree in which each node has any node before it as its parent. Whole numbers, so that all is exact. */
static drawn draw_tree(fk_random *random, uint32_t count)
{
    drawn d = {count, calloc(count, sizeof *d.input)};
    fk_cell_input root = {.kind = below(random, 3) ? FK_KIND_BOX : FK_KIND_TETRA, .parent = FK_NONE};
    root.cell.origin = draw_vector(random, true, 20);
    for (int k = 0; k < 3; k++)
        root.cell.edge[k] = draw_vector(random, true, 30);
    bend(&root.cell, below(random, 12));
    d.input[0] = root;
    uint32_t reach = 1 + below(random, 10);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t parent = reach < 5 ? below(random, i) : i - 1 - below(random, i < reach ? i : reach);
        d.input[i] = draw_child(random, &d.input[parent], parent);
    }
    return d;
}

/* The same tree with its nodes in another order. */
static void shuffle(drawn *d, fk_random *random)
{
    uint32_t *place = malloc(d->count * sizeof *place);
    fk_cell_input *moved = malloc(d->count * sizeof *moved);
    for (uint32_t i = 0; i < d->count; i++)
        place[i] = i;
    for (uint32_t i = d->count; i > 1; i--) {
        uint32_t k = below(random, i), swap = place[k];
        place[k] = place[i - 1];
        place[i - 1] = swap;
    }
    for (uint32_t i = 0; i < d->count; i++) {
        moved[place[i]] = d->input[i];
        if (d->input[i].parent != FK_NONE)
            moved[place[i]].parent = place[d->input[i].parent];
    }
    memcpy(d->input, moved, d->count * sizeof *moved);
    free(place);
    free(moved);
}

/* ---- Checks of trees ----------------------------------------------------------------------------------- */

static bool same_cell(const fk_cell *a, const fk_cell *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Rows, levels and counts; every node lies in its parent. */
static void check_tree(fk_context *context, const fk_cell_tree *tree, uint32_t stride)
{
    uint32_t next = 1, leaves = 0, levels = 0, level_end = 0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        if (i == level_end) {
            levels++;
            level_end = next;
        }
        leaves += node->child_count == 0;
        assert_int_equal(node->first_child, node->child_count == 0 ? 0 : next);
        for (uint32_t k = 0; k < node->child_count; k++, next++) {
            const fk_cell_node *child = &tree->node[next];
            if (next % stride == 0)
                assert_true(oracle_holds_cell(node->kind, &node->cell, child->kind, &child->cell));
        }
    }
    assert_int_equal(next, tree->node_count);
    assert_int_equal(leaves, tree->leaf_count);
    assert_int_equal(levels, tree->level_count);
    if (tree->node_count >= 201)
        assert_true(tree->bytes <= (size_t)tree->node_count * 120);
    fk_cell_report report = {FK_CELL_CYCLE, 1, 2, 3};
    assert_int_equal(fk_cell_tree_check(context, tree, &report), FK_OK);
    assert_int_equal(report.trouble, FK_CELL_SOUND);
}

/* Every node of the input is there once, below its parent, and before its siblings of higher numbers. With
 * levels, nodes of no source may be between; then the order of siblings is another. */
static void check_sources(const drawn *d, const fk_cell_tree *tree, uint32_t max_children)
{
    uint32_t *above = malloc(tree->node_count * sizeof *above), *last = calloc(d->count, sizeof *last),
             seen = 0;
    above[0] = FK_NONE; /* the nearest node of the input above */
    for (uint32_t i = 0; i < tree->node_count; i++) {
        const fk_cell_node *node = &tree->node[i];
        assert_true(max_children == 0 || node->child_count <= max_children);
        if (node->source != FK_NONE) {
            const fk_cell_input *input = &d->input[node->source];
            assert_int_equal(input->parent, above[i]);
            assert_true(node->kind == input->kind && same_cell(&node->cell, &input->cell));
            if (max_children == 0 && above[i] != FK_NONE) {
                assert_true(last[above[i]] <= node->source);
                last[above[i]] = node->source + 1;
            }
            seen++;
        } else {
            assert_true(max_children > 0 && node->child_count >= 2);
        }
        for (uint32_t k = 0; k < node->child_count; k++)
            above[node->first_child + k] = node->source == FK_NONE ? above[i] : node->source;
    }
    assert_int_equal(seen, d->count);
    free(above);
    free(last);
}

/* Makes the tree twice, with the same bytes. */
static fk_cell_tree *make_tree(fk_context *context, const drawn *d, uint32_t max_children)
{
    fk_cell_tree *tree = NULL, *again = NULL;
    fk_cell_report report;
    assert_int_equal(fk_cell_tree_of_nodes(context, d->input, d->count, max_children, &report, &tree), FK_OK);
    assert_int_equal(report.trouble, FK_CELL_SOUND);
    assert_int_equal(fk_cell_tree_of_nodes(context, d->input, d->count, max_children, NULL, &again), FK_OK);
    assert_int_equal(tree->bytes, again->bytes);
    assert_memory_equal(tree->node, again->node, tree->node_count * sizeof *tree->node);
    fk_cell_tree_free(context, again);
    return tree;
}

static void check_made(fk_context *context, const drawn *d, uint32_t max_children, uint32_t stride)
{
    fk_cell_tree *tree = make_tree(context, d, max_children);
    check_tree(context, tree, stride);
    check_sources(d, tree, max_children);
    fk_cell_tree_free(context, tree);
}

static void test_random_trees(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(23);
    for (int round = 0; round < 300; round++) {
        drawn d = draw_tree(&random, 1 + below(&random, 60));
        if (round % 2)
            shuffle(&d, &random);
        static const uint32_t few[4] = {0, 2, 3, 8};
        check_made(context, &d, few[round / 2 % 4], 1);
        free(d.input);
    }
    fk_context_destroy(context);
}

/* The first child that is outside is reported, with its corner. */
static void test_outside(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(24);
    size_t sound = 0;
    for (int round = 0; round < 400; round++) {
        drawn d = draw_tree(&random, 2 + below(&random, 20));
        shuffle(&d, &random);
        for (int k = 0; k < 2; k++) {
            fk_cell_input *moved = &d.input[below(&random, d.count)];
            fk_vec3 by = fk_vec3_scale(moved->cell.edge[below(&random, 3)], below(&random, 2) ? 0.5 : -0.5);
            moved->cell.origin = fk_vec3_add(moved->cell.origin, by);
        }
        fk_cell_report wanted = {FK_CELL_SOUND, FK_NONE, FK_NONE, FK_NONE}, report;
        for (uint32_t i = d.count; i-- > 0;) {
            uint32_t parent = d.input[i].parent;
            if (parent == FK_NONE)
                continue;
            uint32_t corner = oracle_outside(d.input[parent].kind, &d.input[parent].cell, d.input[i].kind,
                                             &d.input[i].cell);
            if (corner != FK_NONE)
                wanted = (fk_cell_report){FK_CELL_OUTSIDE, i, parent, corner};
        }
        fk_cell_tree *tree = NULL;
        bool is_sound = wanted.trouble == FK_CELL_SOUND;
        fk_status status = fk_cell_tree_of_nodes(context, d.input, d.count, 2, &report, &tree);
        assert_int_equal(status, is_sound ? FK_OK : FK_ERROR_ARGUMENT);
        assert_memory_equal(&report, &wanted, sizeof report);
        assert_true(is_sound == (tree != NULL));
        sound += is_sound;
        fk_cell_tree_free(context, tree);
        free(d.input);
    }
    assert_true(sound > 20 && sound < 300);
    fk_context_destroy(context);
}

/* ---- Troubles ------------------------------------------------------------------------------------------ */

static const fk_cell unit_cell = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void expect(fk_context *context, const fk_cell_input *input, uint32_t count, fk_cell_trouble trouble,
                   uint32_t node, uint32_t parent)
{
    fk_cell_report report;
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, count, 0, &report, &tree), FK_ERROR_ARGUMENT);
    assert_int_equal(report.trouble, trouble);
    assert_int_equal(report.node, node);
    assert_int_equal(report.parent, parent);
    assert_int_equal(report.corner, FK_NONE);
    assert_int_equal(fk_cell_tree_of_nodes(context, input, count, 8, NULL, &tree), FK_ERROR_ARGUMENT);
    assert_null(tree);
}

static void test_troubles(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    enum { COUNT = 7 };
    fk_cell_input plain[COUNT], input[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        plain[i] = (fk_cell_input){unit_cell, FK_KIND_BOX, i == 3 ? FK_NONE : 3};
    expect(context, plain, 0, FK_CELL_EMPTY, FK_NONE, FK_NONE);
    /* From the last of the list to the first: each goes before those that are there already. */
    memcpy(input, plain, sizeof input);
    input[1].parent = 5; /* 5, 6 and 2 go round; 1 is below them */
    input[5].parent = 6;
    input[6].parent = 2;
    input[2].parent = 5;
    expect(context, input, COUNT, FK_CELL_CYCLE, 2, 5);
    input[0].parent = 0;
    expect(context, input, COUNT, FK_CELL_CYCLE, 0, 0);
    input[6].parent = FK_NONE;
    expect(context, input, COUNT, FK_CELL_ROOTS, 6, FK_NONE);
    input[6].parent = COUNT;
    expect(context, input, COUNT, FK_CELL_PARENT, 6, COUNT);
    input[4].parent = FK_NONE - 1;
    expect(context, input, COUNT, FK_CELL_PARENT, 4, FK_NONE - 1);
    input[5].cell.edge[2].y = -0x1p1000;
    expect(context, input, COUNT, FK_CELL_NUMBER, 5, 6);
    input[3].cell.edge[1].z = NAN;
    expect(context, input, COUNT, FK_CELL_NUMBER, 3, FK_NONE);
    input[2].cell.origin.x = INFINITY;
    expect(context, input, COUNT, FK_CELL_NUMBER, 2, 5);
    input[6].kind = FK_KIND_SPHERE;
    expect(context, input, COUNT, FK_CELL_KIND, 6, COUNT);
    input[1].kind = FK_KIND_NONE;
    expect(context, input, COUNT, FK_CELL_KIND, 1, 5);
    /* No root at all. */
    memcpy(input, plain, sizeof input);
    input[3].parent = 4;
    expect(context, input, COUNT, FK_CELL_CYCLE, 3, 4);
    /* The number before the limit is none; nor are children of 1 as many as may be. */
    memcpy(input, plain, sizeof input);
    input[3].cell.edge[0].x = nextafter(0x1p1000, 0);
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, COUNT, 2, NULL, &tree), FK_OK);
    check_tree(context, tree, 1);
    fk_cell_tree_free(context, tree);
    tree = NULL;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, COUNT, 1, NULL, &tree), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_cell_tree_of_nodes(context, input, UINT32_C(1) << 31, 0, NULL, &tree),
                     FK_ERROR_MEMORY);
    assert_null(tree);
    assert_string_equal(fk_cell_trouble_text(FK_CELL_SOUND), "nothing is wrong");
    assert_string_equal(fk_cell_trouble_text(FK_CELL_OUTSIDE), "the cell is not inside its parent");
    assert_string_equal(fk_cell_trouble_text(FK_CELL_TROUBLE_COUNT), "");
    assert_string_equal(fk_cell_trouble_text((fk_cell_trouble)-1), "");
    fk_context_destroy(context);
}

/* ---- Trees from somewhere else ------------------------------------------------------------------------- */

static void expect_tree(fk_context *context, const fk_cell_node *node, uint32_t count, fk_cell_report wanted)
{
    fk_cell_tree tree = {.node_count = count, .node = node};
    fk_cell_report report;
    bool is_sound = wanted.trouble == FK_CELL_SOUND;
    fk_status status = is_sound ? FK_OK : FK_ERROR_ARGUMENT;
    assert_int_equal(fk_cell_tree_check(context, &tree, &report), status);
    assert_memory_equal(&report, &wanted, sizeof report);
    assert_int_equal(fk_cell_tree_check(context, &tree, NULL), status);
}

static void test_check(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    enum { COUNT = 8 };
    fk_cell_node plain[COUNT], node[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        plain[i] = (fk_cell_node){unit_cell, i % 2 ? FK_KIND_BOX : FK_KIND_TETRA, 0, 0, i};
    plain[0].kind = plain[2].kind = FK_KIND_BOX;
    plain[0].first_child = 1; /* 0: 1 2 3; 1: 6 7; 2: 4 5 */
    plain[0].child_count = 3;
    plain[1].first_child = 6;
    plain[2].first_child = 4;
    plain[1].child_count = plain[2].child_count = 2;
    expect_tree(context, plain, COUNT, (fk_cell_report){FK_CELL_SOUND, FK_NONE, FK_NONE, FK_NONE});
    expect_tree(context, plain, 0, (fk_cell_report){FK_CELL_EMPTY, FK_NONE, FK_NONE, FK_NONE});
    memcpy(node, plain, sizeof node);
    node[5].cell.edge[0].x = -1;
    node[6].cell.origin.y = 2;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_OUTSIDE, 5, 2, 1});
    node[3].cell.edge[2].z = 1.5;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_OUTSIDE, 3, 0, 4});
    node[0].child_count = 2; /* 3 is its own child */
    node[3].first_child = 3;
    node[3].child_count = 1;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_CYCLE, 3, 3, FK_NONE});
    node[3].child_count = 0;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_PARENT, 3, FK_NONE, FK_NONE});
    node[0].child_count = 4; /* 4 is in two rows */
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_PARENT, 4, 2, FK_NONE});
    node[1].child_count = UINT32_MAX; /* 8 is no node, but of a higher number */
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_PARENT, 4, 2, FK_NONE});
    node[0].child_count = 3;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_PARENT, 8, 1, FK_NONE});
    node[7].cell.origin.z = NAN;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_NUMBER, 7, FK_NONE, FK_NONE});
    node[7].kind = FK_KIND_HALF_SPACE;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_KIND, 7, FK_NONE, FK_NONE});
    /* A parent after its children, without a cycle. */
    memcpy(node, plain, sizeof node);
    node[0].first_child = 5;
    node[2].child_count = 0;
    node[1].child_count = 0;
    node[7].first_child = 1;
    node[7].child_count = 4;
    node[7].kind = FK_KIND_BOX;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_PARENT, 1, 7, FK_NONE});
    /* The root is a child. */
    memcpy(node, plain, sizeof node);
    node[0].child_count = 0;
    node[4].first_child = 0;
    node[4].child_count = 4;
    expect_tree(context, node, COUNT, (fk_cell_report){FK_CELL_CYCLE, 2, 4, FK_NONE});
    fk_context_destroy(context);
}

/* Rows that all go over all nodes take no longer than others. */
static void test_check_overlapping_rows(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_cell_node *node = malloc(VERY_MANY * sizeof *node);
    for (uint32_t i = 0; i < VERY_MANY; i++)
        node[i] = (fk_cell_node){unit_cell, FK_KIND_BOX, 1, VERY_MANY - 1, i};
    expect_tree(context, node, VERY_MANY, (fk_cell_report){FK_CELL_PARENT, 1, 1, FK_NONE});
    free(node);
    fk_context_destroy(context);
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

/* A ring of tetrahedra with a face on a torus, below one node. */
static drawn draw_ring(uint32_t around, uint32_t across)
{
    drawn d = {1 + 2 * around * across, NULL};
    d.input = calloc(d.count, sizeof *d.input);
    fk_aabb all = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 1; i < d.count; i++) {
        fk_vec3 corner[4];
        uint32_t cell = (i - 1) / 2, half = (i - 1) % 2;
        for (uint32_t k = 0; k < 4; k++) {
            bool middle = k == 3;
            double u = middle ? 0.5 : k == 2 || (k == 1 && half == 0),
                   v = middle ? 0.5 : k == 2 || (k == 1 && half);
            double a = (u + cell % around) / around * 6.283185307179586;
            double b = (v + (double)(cell / around)) / across * 6.283185307179586;
            double small = middle ? 0.2 : 0.3, r = 1 + small * cos(b);
            corner[k] = fk_vec3_make(r * cos(a), r * sin(a), small * sin(b));
        }
        fk_cells_volume leaf = {FK_KIND_TETRA, {corner[0], {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}};
        for (int k = 0; k < 3; k++)
            leaf.cell.edge[k] = fk_vec3_sub(corner[k + 1], corner[0]);
        fk_aabb bounds = fk_cells_bounds(&leaf);
        all = i == 1 ? bounds : fk_cells_join_boxes(&all, &bounds);
        d.input[i] = (fk_cell_input){leaf.cell, leaf.kind, 0};
    }
    d.input[0] = (fk_cell_input){fk_cells_from_box(&all).cell, FK_KIND_BOX, FK_NONE};
    return d;
}

static double surface_of(const fk_cell *cell)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(cell->edge[k], cell->edge[(k + 1) % 3]);
        sum += 2 * sqrt(fk_vec3_dot(n, n));
    }
    return sum;
}

static double added_surface(const fk_cell_tree *tree)
{
    double sum = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        sum += tree->node[i].source == FK_NONE ? surface_of(&tree->node[i].cell) : 0;
    return sum / surface_of(&tree->node[0].cell);
}

/* In a tight box, and in one that is turned and nearly so: few nodes are added, and they are small. */
static void test_ring(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    drawn d = draw_ring(40, 10);
    fk_cell_tree *tree = make_tree(context, &d, 8);
    check_tree(context, tree, 3);
    check_sources(&d, tree, 8);
    assert_int_equal(tree->node_count, 801 + 115); /* 2, 13 and 100 */
    assert_int_equal(tree->level_count, 5);
    assert_true(added_surface(tree) < 7.5);
    fk_cell_tree_free(context, tree);
    d.input[0].cell = (fk_cell){{0, -2, -0.32}, {{2, 2, 0}, {-2, 2, 0}, {0, 0, 0.64}}};
    tree = make_tree(context, &d, 8);
    check_tree(context, tree, 3);
    check_sources(&d, tree, 8);
    assert_true(added_surface(tree) < 7.5);
    uint32_t turned = 0;
    for (uint32_t i = 0; i < tree->node_count; i++)
        turned += tree->node[i].source == FK_NONE && tree->node[i].cell.edge[0].y != 0;
    assert_true(turned > 100);
    fk_cell_tree_free(context, tree);
    free(d.input);
    fk_context_destroy(context);
}

/* Children of all sizes in a parent: parts of it, places of it, itself. */
static drawn draw_siblings(fk_random *random, const fk_cell_input *parent, uint32_t count)
{
    drawn d = {count, calloc(count, sizeof *d.input)};
    d.input[0] = *parent;
    for (uint32_t i = 1; i < count; i++) {
        /* A flat or solid cell at places that are sums of the edges by sixteenths, in a box and in a
         * tetrahedron. */
        fk_cell_input *child = &d.input[i];
        uint32_t left = 16, size = 1 + below(random, 3);
        *child = (fk_cell_input){parent->cell, below(random, 2) ? FK_KIND_TETRA : FK_KIND_BOX, 0};
        bool is_tetra = parent->kind == FK_KIND_TETRA;
        left -= is_tetra ? (child->kind == FK_KIND_BOX ? 3 : 1) * size : size;
        for (int k = 0; k < 3; k++) {
            uint32_t at = below(random, left + 1);
            left -= is_tetra ? at : 0;
            const fk_vec3 *edge = &parent->cell.edge[k];
            child->cell.origin = fk_vec3_add(child->cell.origin, fk_vec3_scale(*edge, at / 16.0));
            child->cell.edge[k] = fk_vec3_scale(*edge, below(random, 9) ? size / 16.0 : 0);
        }
    }
    return d;
}

static void check_levels(fk_context *context, fk_random *random, const fk_cell_input *parent, uint32_t count)
{
    static const uint32_t few[5] = {2, 3, 8, 40, 1000};
    drawn d = draw_siblings(random, parent, count);
    check_made(context, &d, few[below(random, 5)], 1);
    free(d.input);
}

static void test_levels_in_all_parents(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(25);
    static const int powers[4] = {0, 900, -900, -1065};
    for (int round = 0; round < 96; round++) {
        fk_cell_input parent = {.kind = round % 3 ? FK_KIND_BOX : FK_KIND_TETRA, .parent = FK_NONE};
        int power = powers[round % 4];
        parent.cell.origin = draw_vector(&random, true, power + 8);
        for (int k = 0; k < 3; k++)
            parent.cell.edge[k] = draw_vector(&random, true, power + 8);
        bend(&parent.cell, (uint32_t)round / 12);
        check_levels(context, &random, &parent, 2 + below(&random, 150));
    }
    fk_context_destroy(context);
}

/* Numbers that are rounded, so that faces of parents are no doubles, and differences are none; in all states
 * of the unit. */
static void test_levels_of_rounded_numbers(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(26);
    for (int round = 0; round < 64; round++) {
        enum { COUNT = 60 };
        int power = round % 4 == 3 ? (int)below(&random, 1900) - 950 : 0;
        drawn d = {COUNT, calloc(COUNT, sizeof *d.input)};
        fk_aabb all = {{0, 0, 0}, {0, 0, 0}};
        for (uint32_t i = 1; i < COUNT; i++) {
            fk_cells_volume leaf = {i % 2 ? FK_KIND_BOX : FK_KIND_TETRA, unit_cell};
            leaf.cell.origin = draw_vector(&random, false, power);
            for (int k = 0; k < 3; k++)
                leaf.cell.edge[k] = draw_vector(&random, false, power - 2 - (int)below(&random, 60));
            fk_aabb bounds = fk_cells_bounds(&leaf);
            all = i == 1 ? bounds : fk_cells_join_boxes(&all, &bounds);
            d.input[i] = (fk_cell_input){leaf.cell, leaf.kind, 0};
        }
        d.input[0] = (fk_cell_input){fk_cells_from_box(&all).cell, FK_KIND_BOX, FK_NONE};
        fk_cell *root = &d.input[0].cell;
        for (int k = 0; round % 2 && k < 3;
             k++) { /* the same box from its other corner, if that is a double */
            fk_cell_input other = d.input[0];
            other.cell.origin = fk_vec3_add(root->origin, root->edge[k]);
            other.cell.edge[k] = fk_vec3_negate(root->edge[k]);
            if (oracle_holds_cell(FK_KIND_BOX, &other.cell, FK_KIND_BOX, root))
                d.input[0] = other;
        }
        fk_cell_tree *tree = NULL;
        fpu_set(round % FPU_MODES);
        fk_status status = fk_cell_tree_of_nodes(context, d.input, COUNT, 3, NULL, &tree);
        fpu_set(0);
        assert_int_equal(status, FK_OK);
        check_tree(context, tree, 1);
        check_sources(&d, tree, 3);
        fk_cell_tree_free(context, tree);
        free(d.input);
    }
    fk_context_destroy(context);
}

/* Children that end where their parent does, which is no double: 1 + 2^-52 + 2^-60 along one axis; along the
 * next one it is a double, but the way back from it is none. Upward and, mirrored, downward. */
static void test_levels_at_far_faces(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    enum { COUNT = 41 };
    drawn d = {COUNT, calloc(COUNT, sizeof *d.input)};
    for (int way = 0; way < 6; way++) {
        double sign = way < 3 ? 1 : -1, begin[2] = {0x1p-60, 0x1p-60};
        for (uint32_t i = 0; i < COUNT; i++) {
            bool near = i > COUNT / 2;
            double at[3] = {i == 0 || near ? begin[0] : 0x1p-10 + begin[0], begin[1], i / 64.0};
            double size[3] = {i == 0 ? 1 + 0x1p-52
                              : near ? 0.25
                                     : 1 + 0x1p-52 - 0x1p-10,
                              i % 3 == 0 ? 1 : 0.125, i == 0 ? 1 : 0x1p-6};
            fk_cell cell = unit_cell;
            for (int k = 0; k < 3; k++) {
                int axis = (k + way) % 3;
                *fk_vec3_at(&cell.origin, axis) = sign * at[k];
                *fk_vec3_at(&cell.edge[axis], axis) = sign * size[k];
            }
            d.input[i] = (fk_cell_input){cell, FK_KIND_BOX, i == 0 ? FK_NONE : 0};
        }
        check_made(context, &d, 2, 1);
        check_made(context, &d, 8, 1);
    }
    free(d.input);
    fk_context_destroy(context);
}

/* Cubes that fill a turned box: the levels between divide it. */
static void test_levels_of_turned_grid(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    enum { SIDE = 12, COUNT = SIDE * SIDE * SIDE + 1 };
    static const fk_vec3 edge[3] = {{3, 4, 0}, {-4, 3, 0}, {0, 0, 5}};
    fk_cell_input *input = calloc(COUNT, sizeof *input);
    for (int i = 0; i < COUNT; i++) {
        int at = i - 1, size = i == 0 ? SIDE : 1;
        const int step[3] = {at % SIDE, at / SIDE % SIDE, at / SIDE / SIDE};
        input[i] =
            (fk_cell_input){{{0, 0, 0}, {edge[0], edge[1], edge[2]}}, FK_KIND_BOX, i == 0 ? FK_NONE : 0};
        for (int k = 0; k < 3; k++) {
            fk_vec3 way = fk_vec3_scale(edge[k], i == 0 ? 0 : step[k]);
            input[i].cell.origin = fk_vec3_add(input[i].cell.origin, way);
            input[i].cell.edge[k] = fk_vec3_scale(edge[k], size);
        }
    }
    fk_cell_tree *tree;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, COUNT, 8, NULL, &tree), FK_OK);
    uint32_t added = 0, copies = 0;
    for (uint32_t i = 1; i < tree->node_count; i++) {
        added += tree->node[i].source == FK_NONE;
        copies += memcmp(&tree->node[i].cell, &tree->node[0].cell, sizeof tree->node[i].cell) == 0;
    }
    assert_true(added > 200 &&
                4 * copies < added); /* those in the far corner may be as large as their parent */
    fk_cell_tree_free(context, tree);
    free(input);
    fk_context_destroy(context);
}

/* Nodes of many children on several levels; only those change that have too many. */
static void test_levels_in_deep_trees(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    enum { ROOMS = 20, EACH = 30 };
    drawn d = {1 + ROOMS + ROOMS * EACH, NULL};
    d.input = calloc(d.count, sizeof *d.input);
    d.input[0] = (fk_cell_input){{{0, 0, 0}, {{64, 0, 0}, {0, 64, 0}, {0, 0, 64}}}, FK_KIND_BOX, FK_NONE};
    for (uint32_t i = 0; i < ROOMS; i++) {
        fk_cell room = {{(double)(i % 5) * 8, (double)(i / 5) * 8, 0}, {{8, 0, 0}, {0, 8, 0}, {0, 0, 8}}};
        d.input[1 + i] = (fk_cell_input){room, FK_KIND_BOX, 0};
        uint32_t children = i % 2 ? 8 : EACH;
        for (uint32_t k = 0; k < EACH; k++) {
            fk_cell cell = {{room.origin.x + k % 8, room.origin.y + k / 8, 1},
                            {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            uint32_t at = 1 + ROOMS + i * EACH + k;
            d.input[at] = (fk_cell_input){cell, FK_KIND_TETRA, k < children ? 1 + i : at - 8};
            if (k >= children)
                d.input[at].cell = d.input[at - 8].cell;
        }
    }
    check_made(context, &d, 0, 1);
    check_made(context, &d, 8, 1);
    fk_cell_tree *tree = make_tree(context, &d, 8), *same = NULL;
    assert_true(!fk_cell_tree_needs_levels(tree, 8) && fk_cell_tree_needs_levels(tree, 7));
    assert_int_equal(fk_cell_tree_add_levels(context, tree, 8, &same), FK_OK);
    assert_int_equal(same->bytes, tree->bytes);
    assert_memory_equal(same->node, tree->node, tree->node_count * sizeof *tree->node);
    fk_cell_tree_free(context, same);
    fk_cell_tree_free(context, tree);
    free(d.input);
    fk_context_destroy(context);
}

/* ---- Very many ----------------------------------------------------------------------------------------- */

static void test_many_siblings(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_random random = fk_random_make(27);
    fk_cell_input *input = calloc(VERY_MANY, sizeof *input);
    for (uint32_t i = 0; i < VERY_MANY; i++) {
        fk_cell cell = {{fk_random_between(&random, 0, 0.9), fk_random_between(&random, 0, 0.9), 0.5},
                        {{0.001, 0, 0}, {0, 0.001, 0}, {0, 0, i % 2 ? 0.001 : 0}}};
        input[i] = (fk_cell_input){cell, i % 3 ? FK_KIND_BOX : FK_KIND_TETRA, VERY_MANY - 1};
    }
    input[VERY_MANY - 1] = (fk_cell_input){unit_cell, FK_KIND_BOX, FK_NONE};
    drawn d = {VERY_MANY, input};
    for (uint32_t k = 0; k <= 8; k += 8) {
        fk_cell_tree *tree = NULL;
        assert_int_equal(fk_cell_tree_of_nodes(context, input, VERY_MANY, k, NULL, &tree), FK_OK);
        assert_int_equal(tree->leaf_count, VERY_MANY - 1);
        assert_true(k == 0 ? tree->level_count == 2 : tree->level_count <= 8);
        assert_true(k == 0 || tree->node_count < VERY_MANY / 100 * 116);
        check_sources(&d, tree, k);
        check_tree(context, tree, 997);
        fk_cell_tree_free(context, tree);
    }
    free(input);
    fk_context_destroy(context);
}

/* The same place for all, or places in a row of equal steps, in one order or its reverse. */
static void test_siblings_in_one_place(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    enum { COUNT = 3000 };
    drawn d = {COUNT, calloc(COUNT, sizeof *d.input)};
    for (int way = 0; way < 3; way++) {
        for (uint32_t i = 1; i < COUNT; i++) {
            double at = way == 0 ? 0.25 : way == 1 ? i / 8192.0 : (COUNT - i) / 8192.0;
            d.input[i] =
                (fk_cell_input){{{at, 0.5, 0.5}, {{0.25, 0, 0}, {0, 0.5, 0}, {0, 0, 0}}}, FK_KIND_BOX, 0};
        }
        d.input[0] = (fk_cell_input){unit_cell, FK_KIND_BOX, FK_NONE};
        check_made(context, &d, 4, 7);
    }
    free(d.input);
    fk_context_destroy(context);
}

static void test_deep_chain(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_cell_input *input = calloc(VERY_MANY, sizeof *input);
    for (uint32_t i = 0; i < VERY_MANY; i++)
        input[i] = (fk_cell_input){unit_cell, FK_KIND_BOX, i == VERY_MANY - 1 ? FK_NONE : i + 1};
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_cell_tree_of_nodes(context, input, VERY_MANY, 8, NULL, &tree), FK_OK);
    assert_int_equal(tree->level_count, VERY_MANY);
    assert_int_equal(tree->leaf_count, 1);
    for (uint32_t i = 0; i < VERY_MANY; i++)
        assert_int_equal(tree->node[i].source, VERY_MANY - 1 - i);
    assert_int_equal(fk_cell_tree_check(context, tree, NULL), FK_OK);
    fk_cell_tree_free(context, tree);
    /* Its two ends together. */
    input[VERY_MANY - 1].parent = 7;
    expect(context, input, VERY_MANY, FK_CELL_CYCLE, 7, 8);
    free(input);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    drawn d = draw_ring(6, 4);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *context = memory_context(&m);
        size_t before = m.used;
        fk_cell_tree *tree = NULL;
        m.fail_at = k;
        status = fk_cell_tree_of_nodes(context, d.input, d.count, 4, NULL, &tree);
        assert_true(status == FK_OK ? tree != NULL : status == FK_ERROR_MEMORY && tree == NULL);
        if (status == FK_OK) {
            assert_int_equal(k, 4);
            m.fail_at = 0;
            fk_cell_report report = {FK_CELL_SOUND, 1, 2, 3};
            assert_int_equal(fk_cell_tree_check(context, tree, &report), FK_ERROR_MEMORY);
        }
        fk_cell_tree_free(context, tree);
        assert_int_equal(m.used, before);
        m.fail_at = SIZE_MAX;
        fk_context_destroy(context);
    }
    free(d.input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_hold, fpu_usual),
        cmocka_unit_test(test_hold_extremes),
        cmocka_unit_test(test_random_trees),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_troubles),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_check_overlapping_rows),
        cmocka_unit_test(test_ring),
        cmocka_unit_test(test_levels_in_all_parents),
        cmocka_unit_test_teardown(test_levels_of_rounded_numbers, fpu_usual),
        cmocka_unit_test(test_levels_at_far_faces),
        cmocka_unit_test(test_levels_of_turned_grid),
        cmocka_unit_test(test_levels_in_deep_trees),
        cmocka_unit_test(test_many_siblings),
        cmocka_unit_test(test_siblings_in_one_place),
        cmocka_unit_test(test_deep_chain),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
