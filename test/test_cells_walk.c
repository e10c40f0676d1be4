/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two trees of cells in their places: the walk finds what all pairs of leaves give, one by one, in all states of the
 * floating-point unit, with budgets and without memory; and each parent in its place holds what is below it, by exact integers. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpu_modes.h"
#include "mesh/generate.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "tree/cells.h"
#include "tree/cells_place.h"
#include "tree/cells_walk.h"

static fk_context *plain_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

/* ---- Random trees -------------------------------------------------------------------------------------- */

#define MOST_NODES 400

/* What a random tree is like. */
typedef struct recipe {
    uint32_t levels, children, leaves; /* at most: levels, children of a node, nodes */
    int edge;                          /* largest component of the root's edges, before scaling */
    int exponent;                      /* the scale, a power of two */
    uint32_t flat, kinds; /* one edge of so many is zero (0: none); 0 boxes, 1 tetrahedra, 2 both */
} recipe;

static double whole(fk_random *random, int most)
{
    return (double)fk_random_below(random, 2 * (uint64_t)most + 1) - most;
}

static fk_vec3 whole_vec3(fk_random *random, int most)
{
    double x = whole(random, most), y = whole(random, most);
    return fk_vec3_make(x, y, whole(random, most));
}

static fk_kind random_kind(fk_random *random, uint32_t kinds)
{
    return kinds == 0 || (kinds == 2 && fk_random_below(random, 2) == 0) ? FK_KIND_BOX : FK_KIND_TETRA;
}

/* A cell in another one, with corners at quarters of its edges: exactly, as long as the bits of a double last. */
static void sub_cell(fk_random *random, const fk_cell_node *parent, fk_cell_node *child)
{
    double from[3], size[3];
    bool in_tetra = parent->kind == FK_KIND_TETRA, similar = in_tetra && child->kind == FK_KIND_TETRA;
    int left = 4, step = (int)fk_random_below(random, 4) + 1;
    if (similar)
        left -= step;
    for (int k = 0; k < 3; k++) {
        int most = in_tetra ? left : 4, begin = (int)fk_random_below(random, (uint64_t)most + 1);
        int width = similar ? step : (int)fk_random_below(random, (uint64_t)(most - begin) + 1);
        from[k] = begin / 4.0;
        size[k] = width / 4.0;
        left -= similar ? begin : begin + width;
    }
    child->cell.origin = parent->cell.origin;
    int turn = (int)fk_random_below(random, 3);
    for (int k = 0; k < 3; k++) {
        child->cell.origin = fk_vec3_add(child->cell.origin, fk_vec3_scale(parent->cell.edge[k], from[k]));
        child->cell.edge[(k + turn) % 3] = fk_vec3_scale(parent->cell.edge[k], size[k]);
    }
}

typedef struct random_tree {
    fk_cell_tree tree;
    fk_cell_node node[MOST_NODES];
} random_tree;

static void make_tree(fk_random *random, const recipe *how, random_tree *out)
{
    uint32_t count = 1, level_end = 1, level = 1, most = how->leaves < MOST_NODES ? how->leaves : MOST_NODES;
    double scale = ldexp(1, how->exponent);
    memset(out, 0, sizeof *out);
    fk_cell_node *root = &out->node[0];
    root->kind = random_kind(random, how->kinds);
    root->cell.origin = fk_vec3_scale(whole_vec3(random, how->edge), scale);
    for (int k = 0; k < 3; k++)
        if (how->flat == 0 || fk_random_below(random, how->flat) != 0)
            root->cell.edge[k] = fk_vec3_scale(whole_vec3(random, how->edge), scale);
    for (uint32_t i = 0; i < count; i++) {
        if (i == level_end) {
            level_end = count;
            level++;
        }
        uint32_t children = (uint32_t)fk_random_below(random, how->children + 1);
        if (i == 0 && children == 0)
            children = 1;
        if (level >= how->levels || count + children > most || children == 0) {
            out->tree.leaf_count++;
            continue;
        }
        out->node[i].first_child = count;
        out->node[i].child_count = children;
        for (uint32_t k = 0; k < children; k++, count++) {
            out->node[count].kind = random_kind(random, how->kinds);
            sub_cell(random, &out->node[i], &out->node[count]);
        }
    }
    out->tree.node_count = count;
    out->tree.level_count = level;
    out->tree.node = out->node;
}

/* ---- Random places ------------------------------------------------------------------------------------- */

enum place { AT_HOME, SHIFTED, TURNED, FAR, SKEW, TINY_SKEW, HUGE, PLACES };

static fk_pose random_pose(fk_random *random, enum place place, double reach)
{
    fk_pose pose = fk_pose_identity();
    if (place == SHIFTED)
        pose.translation = fk_vec3_scale(whole_vec3(random, 4), reach / 4);
    if (place <= SHIFTED)
        return pose;
    double x = fk_random_between(random, -reach, reach), y = fk_random_between(random, -reach, reach);
    fk_vec3 rpy = {fk_random_between(random, -4, 4), fk_random_between(random, -4, 4), x};
    pose = fk_pose_from_rpy(fk_vec3_make(x, y, fk_random_between(random, -reach, reach)), rpy);
    if (place == FAR)
        pose.translation = fk_vec3_scale(pose.translation, 0x1p30);
    if (place < SKEW)
        return pose;
    for (int i = 0; i < 9; i++)
        pose.rotation[i / 3][i % 3] = fk_random_between(random, -2, 2);
    if (place == SKEW && fk_random_below(random, 3) == 0)
        memcpy(pose.rotation[1], pose.rotation[0], sizeof pose.rotation[0]);
    double scale = place == TINY_SKEW ? 0x1p-530 : place == HUGE ? 0x1p600 : 1;
    for (int i = 0; i < 9; i++)
        pose.rotation[i / 3][i % 3] *= scale;
    pose.translation = fk_vec3_scale(pose.translation, scale);
    return pose;
}

/* ---- Brute force --------------------------------------------------------------------------------------- */

typedef struct hits {
    size_t count, capacity;
    fk_cell_hit *hit;
} hits;

static fk_piece placed_leaf(const fk_placed_cells *cells, uint32_t node)
{
    const fk_cell_node *n = &cells->tree->node[node];
    fk_piece local = n->kind == FK_KIND_BOX
                         ? fk_piece_box(n->cell.origin, n->cell.edge[0], n->cell.edge[1], n->cell.edge[2])
                         : fk_piece_tetra(n->cell.origin, n->cell.edge[0], n->cell.edge[1], n->cell.edge[2]);
    return fk_piece_place(&local, &cells->pose, NULL);
}

/* All pairs of leaves that meet, in order. */
static hits all_hits(const fk_placed_cells *a, const fk_placed_cells *b, bool wants_boxes)
{
    hits h = {0, 0, NULL};
    for (uint32_t i = 0; i < a->tree->node_count; i++) {
        if (a->tree->node[i].child_count > 0)
            continue;
        fk_piece p = placed_leaf(a, i);
        for (uint32_t j = 0; j < b->tree->node_count; j++) {
            if (b->tree->node[j].child_count > 0)
                continue;
            fk_piece q = placed_leaf(b, j);
            fk_cell_hit hit = {i, j, fk_pair_verdict(&p, &q), fk_aabb_empty()};
            assert_int_not_equal(hit.verdict, FK_UNDECIDED);
            if (hit.verdict == FK_APART)
                continue;
            if (wants_boxes)
                assert_int_equal(fk_pair_box(&p, &q, &hit.box), FK_OK);
            if (h.count == h.capacity) {
                h.capacity = 2 * h.capacity + 16;
                h.hit = realloc(h.hit, h.capacity * sizeof *h.hit);
                assert_non_null(h.hit);
            }
            h.hit[h.count++] = hit;
        }
    }
    return h;
}

static void assert_same_hit(const fk_cell_hit *p, const fk_cell_hit *q)
{
    assert_int_equal(p->node_a, q->node_a);
    assert_int_equal(p->node_b, q->node_b);
    assert_int_equal(p->verdict, q->verdict);
    assert_memory_equal(&p->box, &q->box, sizeof p->box);
}

static void assert_same_hits(const hits *h, const fk_cells_walk *walk)
{
    assert_int_equal(h->count, walk->hit_count);
    for (size_t i = 0; i < h->count; i++)
        assert_same_hit(&h->hit[i], &walk->hit[i]);
}

/* ---- Walks --------------------------------------------------------------------------------------------- */

static void run_all(fk_cells_walk *walk, const fk_placed_cells *a, const fk_placed_cells *b, bool wants_boxes)
{
    fk_walk_orders orders = {.wants_boxes = wants_boxes};
    assert_int_equal(fk_cells_walk_run(walk, a, b, &orders), FK_OK);
    assert_int_equal(walk->open_count + walk->deep_count, 0);
}

static bool is_at_or_above(const fk_cell_tree *tree, uint32_t above, uint32_t node)
{
    while (node != above && node > 0) {
        uint32_t parent = 0;
        while (node < tree->node[parent].first_child ||
               node >= tree->node[parent].first_child + tree->node[parent].child_count)
            parent++;
        node = parent;
    }
    return node == above;
}

static bool is_below(const fk_walk_pair *pair, size_t count, const fk_cell_hit *hit, const fk_placed_cells *a,
                     const fk_placed_cells *b)
{
    for (size_t i = 0; i < count; i++)
        if (is_at_or_above(a->tree, pair[i].node_a, hit->node_a) &&
            is_at_or_above(b->tree, pair[i].node_b, hit->node_b))
            return true;
    return false;
}

/* What was found is right, and what was not found is open. */
static void assert_sound(const hits *h, const fk_cells_walk *walk, const fk_placed_cells *a,
                         const fk_placed_cells *b)
{
    size_t found = 0;
    for (size_t i = 0; i < h->count; i++) {
        if (found < walk->hit_count && walk->hit[found].node_a == h->hit[i].node_a &&
            walk->hit[found].node_b == h->hit[i].node_b) {
            assert_same_hit(&h->hit[i], &walk->hit[found++]);
            assert_false(is_below(walk->open, walk->open_count, &h->hit[i], a, b));
        } else {
            assert_true(is_below(walk->open, walk->open_count, &h->hit[i], a, b) ||
                        is_below(walk->deep, walk->deep_count, &h->hit[i], a, b));
        }
    }
    assert_int_equal(found, walk->hit_count);
}

/* Whether a pair that was set aside is one for which nodes beyond these levels would have to be looked at. */
static bool is_too_deep(const fk_walk_pair *pair, uint32_t levels, const fk_placed_cells *a,
                        const fk_placed_cells *b)
{
    bool leaf_a = a->tree->node[pair->node_a].child_count == 0,
         leaf_b = b->tree->node[pair->node_b].child_count == 0;
    return pair->level_a > levels || pair->level_b > levels ||
           (pair->meets && (leaf_a || pair->level_a == levels) && (leaf_b || pair->level_b == levels));
}

static void check_budgets(fk_random *random, fk_cells_walk *walk, const hits *h, const fk_placed_cells *a,
                          const fk_placed_cells *b)
{
    for (int i = 0; i < 12; i++) {
        fk_walk_orders orders = {.wants_boxes = true};
        orders.levels = (uint32_t)fk_random_below(random, 6);
        orders.tests = fk_random_below(random, 3) == 0 ? 0 : fk_random_below(random, 20) + 1;
        orders.deadline = fk_random_below(random, 4) == 0 ? 1e-9 : 0;
        uint64_t before = walk->work.pair_tests;
        assert_int_equal(fk_cells_walk_run(walk, a, b, &orders), FK_OK);
        assert_true(orders.tests == 0 || walk->work.pair_tests - before <= orders.tests);
        assert_true(orders.tests != 0 || orders.deadline > 0 || walk->open_count == 0);
        for (size_t k = 0; orders.levels > 0 && k < walk->deep_count; k++)
            assert_true(is_too_deep(&walk->deep[k], orders.levels, a, b));
        assert_sound(h, walk, a, b);
    }
    run_all(walk, a, b, true);
    assert_same_hits(h, walk);
}

static void check_first(fk_cells_walk *walk, const hits *h, const fk_placed_cells *a,
                        const fk_placed_cells *b)
{
    fk_walk_orders orders = {.stops_at_hit = true, .wants_boxes = true};
    assert_int_equal(fk_cells_walk_run(walk, a, b, &orders), FK_OK);
    assert_int_equal(walk->hit_count, h->count > 0 ? 1 : 0);
    assert_int_equal(walk->open_count + walk->deep_count, 0);
    bool found = h->count == 0;
    for (size_t i = 0; i < h->count && !found; i++)
        found = h->hit[i].node_a == walk->hit[0].node_a && h->hit[i].node_b == walk->hit[0].node_b;
    assert_true(found);
}

/* The same pairs, when a and b are exchanged. */
static void check_swapped(fk_cells_walk *walk, const hits *h, const fk_placed_cells *a,
                          const fk_placed_cells *b)
{
    run_all(walk, b, a, true);
    assert_int_equal(walk->hit_count, h->count);
    for (size_t i = 0; i < h->count; i++) {
        const fk_cell_hit *hit = &h->hit[i];
        size_t k = 0;
        while (k < h->count && (walk->hit[k].node_a != hit->node_b || walk->hit[k].node_b != hit->node_a))
            k++;
        assert_true(k < h->count);
        assert_int_equal(walk->hit[k].verdict, hit->verdict);
        assert_memory_equal(&walk->hit[k].box, &hit->box, sizeof hit->box);
    }
}

static void check_scene(fk_random *random, fk_context *context, const fk_placed_cells *a,
                        const fk_placed_cells *b)
{
    fk_cells_walk walk = {0};
    hits h = all_hits(a, b, true);
    assert_int_equal(fk_cells_walk_begin(&walk, context), FK_OK);
    run_all(&walk, a, b, true);
    assert_same_hits(&h, &walk);
    assert_int_equal(fk_cells_walk_begin(&walk, context), FK_OK);
    check_budgets(random, &walk, &h, a, b);
    assert_int_equal(fk_cells_walk_begin(&walk, context), FK_OK);
    check_first(&walk, &h, a, b);
    assert_int_equal(fk_cells_walk_begin(&walk, context), FK_OK);
    check_swapped(&walk, &h, a, b);
    fk_cells_walk_end(&walk);
    free(h.hit);
}

static recipe random_recipe(fk_random *random)
{
    static const int edges[4] = {2, 8, 1000, 1000000}, exponents[4] = {0, -10, -40, 40};
    recipe how;
    how.levels = (uint32_t)fk_random_below(random, 7) + 1;
    how.children = (uint32_t)(fk_random_below(random, 4) == 0 ? 1 : fk_random_below(random, 8) + 1);
    how.leaves = (uint32_t)fk_random_below(random, 60) + 1;
    how.edge = edges[fk_random_below(random, 4)];
    how.exponent = fk_random_below(random, 4) == 0 ? exponents[fk_random_below(random, 4)] : 0;
    how.flat = fk_random_below(random, 3) == 0 ? 4 : 0;
    how.kinds = (uint32_t)fk_random_below(random, 3);
    return how;
}

static void random_scene(fk_random *random, fk_context *context, random_tree *tree)
{
    recipe how = random_recipe(random), other = random_recipe(random);
    bool same = fk_random_below(random, 6) == 0;
    other.edge = how.edge;
    other.exponent = how.exponent;
    make_tree(random, &how, &tree[0]);
    make_tree(random, &other, &tree[1]);
    double reach = ldexp(how.edge, how.exponent);
    enum place place = (enum place)fk_random_below(random, PLACES);
    fk_pose pose[2] = {random_pose(random, place, reach), random_pose(random, place, reach)};
    if (fk_random_below(random, 3) == 0)
        pose[1] = pose[0];
    fk_placed_cells cells[2];
    for (int i = 0; i < 2; i++)
        assert_true(fk_placed_cells_make(&tree[same ? 0 : i].tree, &pose[i], &cells[i]));
    check_scene(random, context, &cells[0], &cells[1]);
}

static void random_scenes_are_complete(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    random_tree *tree = malloc(2 * sizeof *tree);
    for (uint64_t seed = 0; seed < 4000 / SHARE; seed++) {
        fk_random random = fk_random_make(seed);
        random_scene(&random, context, tree);
    }
    free(tree);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(random_scenes_are_complete, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
