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

#include "base/bits.h"
#include "fpu_modes.h"
#include "gen/generate.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "cells/cells.h"

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
    bool is_far;                       /* the root is far from the origin, beside its size */
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

/* The root has a given cell, or any. */
static void make_tree(fk_random *random, const recipe *how, const fk_cell_node *as, random_tree *out)
{
    uint32_t count = 1, level_end = 1, level = 1, most = how->leaves < MOST_NODES ? how->leaves : MOST_NODES;
    double scale = ldexp(1, how->exponent);
    memset(out, 0, sizeof *out);
    fk_cell_node *root = &out->node[0];
    root->kind = random_kind(random, how->kinds);
    root->cell.origin = fk_vec3_scale(whole_vec3(random, how->edge), how->is_far ? scale * 0x1p19 : scale);
    for (int k = 0; k < 3; k++)
        if (how->flat == 0 || fk_random_below(random, how->flat) != 0)
            root->cell.edge[k] = fk_vec3_scale(whole_vec3(random, how->edge), scale);
    if (as != NULL) {
        root->kind = as->kind;
        root->cell = as->cell;
    }
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
    if (place == SHIFTED && fk_random_below(random, 2) == 0) /* along one axis, so that sums are rounded */
        pose.translation = fk_vec3_make(pose.translation.x / 3, 0, 0);
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

/* Takes back a tree that is far away, so that sums in its place cancel: by the translation, or by rows of the rotation that
 * are across the way to it. */
static void bring_back(fk_random *random, fk_pose *pose, const random_tree *tree)
{
    fk_vec3 from = tree->node[0].cell.origin;
    double square = fk_vec3_dot(from, from);
    if (fk_random_below(random, 3) > 0 || !(square > 1) || !(square < 1e300)) {
        pose->translation = fk_vec3_sub(pose->translation, fk_pose_rotate(pose, from));
        return;
    }
    for (int i = 0; i < 3; i++) {
        double *row = pose->rotation[i],
               part = (row[0] * from.x + row[1] * from.y + row[2] * from.z) / square;
        row[0] -= part * from.x;
        row[1] -= part * from.y;
        row[2] -= part * from.z;
    }
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

/* Boxes of many hits take long: walks but the first do without. */
static bool wants_boxes(const hits *h)
{
    return h->count < 10;
}

static void assert_same_hit(const fk_cell_hit *p, const fk_cell_hit *q, bool has_box)
{
    const fk_aabb nothing = fk_aabb_empty();
    assert_int_equal(p->node_a, q->node_a);
    assert_int_equal(p->node_b, q->node_b);
    assert_int_equal(p->verdict, q->verdict);
    assert_memory_equal(has_box ? &p->box : &nothing, &q->box, sizeof p->box);
}

static void assert_same_hits(const hits *h, const fk_cells_traversal *walk, bool have_boxes)
{
    assert_int_equal(h->count, walk->hit_count);
    for (size_t i = 0; i < h->count; i++)
        assert_same_hit(&h->hit[i], &walk->hit[i], have_boxes);
}

/* ---- Walks --------------------------------------------------------------------------------------------- */

static void run_all(fk_cells_traversal *walk, const fk_placed_cells *a, const fk_placed_cells *b,
                    bool with_boxes)
{
    fk_cells_traversal_limits orders = {.wants_boxes = with_boxes};
    assert_int_equal(fk_cells_traversal_run(walk, a, b, &orders), FK_OK);
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

static bool is_below(const fk_cell_node_pair *pair, size_t count, const fk_cell_hit *hit,
                     const fk_placed_cells *a, const fk_placed_cells *b)
{
    for (size_t i = 0; i < count; i++)
        if (is_at_or_above(a->tree, pair[i].node_a, hit->node_a) &&
            is_at_or_above(b->tree, pair[i].node_b, hit->node_b))
            return true;
    return false;
}

/* What was found is right, and what was not found is open. */
static void assert_sound(const hits *h, const fk_cells_traversal *walk, const fk_placed_cells *a,
                         const fk_placed_cells *b)
{
    size_t found = 0;
    for (size_t i = 0; i < h->count; i++) {
        if (found < walk->hit_count && walk->hit[found].node_a == h->hit[i].node_a &&
            walk->hit[found].node_b == h->hit[i].node_b) {
            assert_same_hit(&h->hit[i], &walk->hit[found++], wants_boxes(h));
            assert_false(is_below(walk->open, walk->open_count, &h->hit[i], a, b));
        } else {
            assert_true(is_below(walk->open, walk->open_count, &h->hit[i], a, b) ||
                        is_below(walk->deep, walk->deep_count, &h->hit[i], a, b));
        }
    }
    assert_int_equal(found, walk->hit_count);
}

/* Whether a pair that was set aside is one for which nodes beyond these levels would have to be looked at. */
static bool is_too_deep(const fk_cell_node_pair *pair, uint32_t levels, const fk_placed_cells *a,
                        const fk_placed_cells *b)
{
    bool leaf_a = a->tree->node[pair->node_a].child_count == 0,
         leaf_b = b->tree->node[pair->node_b].child_count == 0;
    return pair->level_a > levels || pair->level_b > levels ||
           (pair->meets && (leaf_a || pair->level_a == levels) && (leaf_b || pair->level_b == levels));
}

static void check_budgets(fk_random *random, fk_cells_traversal *walk, const hits *h,
                          const fk_placed_cells *a, const fk_placed_cells *b)
{
    for (int i = 0; i < 12; i++) {
        fk_cells_traversal_limits orders = {.wants_boxes = wants_boxes(h)};
        orders.levels = (uint32_t)fk_random_below(random, 6);
        orders.tests = fk_random_below(random, 3) == 0 ? 0 : fk_random_below(random, 20) + 1;
        orders.deadline = fk_random_below(random, 4) == 0 ? 1e-9 : 0;
        uint64_t before = walk->work.pair_tests;
        assert_int_equal(fk_cells_traversal_run(walk, a, b, &orders), FK_OK);
        assert_true(orders.tests == 0 || walk->work.pair_tests - before <= orders.tests);
        assert_true(orders.tests != 0 || orders.deadline > 0 || walk->open_count == 0);
        for (size_t k = 0; orders.levels > 0 && k < walk->deep_count; k++)
            assert_true(is_too_deep(&walk->deep[k], orders.levels, a, b));
        if (h->count < 200) /* it takes long */
            assert_sound(h, walk, a, b);
    }
    run_all(walk, a, b, wants_boxes(h));
    assert_same_hits(h, walk, wants_boxes(h));
}

/* Level by level: what is deeper is not looked at, and the end is the same. */
static void check_levels(fk_cells_traversal *walk, const hits *h, const fk_placed_cells *a,
                         const fk_placed_cells *b)
{
    fk_cells_traversal_limits orders = {.wants_boxes = wants_boxes(h), .levels = 1};
    do {
        assert_int_equal(fk_cells_traversal_run(walk, a, b, &orders), FK_OK);
        assert_int_equal(walk->open_count, 0);
        for (size_t i = 0; i < walk->deep_count; i++)
            assert_true(walk->deep[i].meets && walk->deep[i].level_a <= orders.levels &&
                        walk->deep[i].level_b <= orders.levels);
        orders.levels++;
    } while (walk->deep_count > 0);
    assert_true(orders.levels <= a->tree->level_count + b->tree->level_count);
    assert_same_hits(h, walk, wants_boxes(h));
}

static void check_first(fk_cells_traversal *walk, const hits *h, const fk_placed_cells *a,
                        const fk_placed_cells *b)
{
    fk_cells_traversal_limits orders = {.stops_at_hit = true, .wants_boxes = true};
    assert_int_equal(fk_cells_traversal_run(walk, a, b, &orders), FK_OK);
    assert_int_equal(walk->hit_count, h->count > 0 ? 1 : 0);
    assert_int_equal(walk->open_count + walk->deep_count, 0);
    bool found = h->count == 0;
    for (size_t i = 0; i < h->count && !found; i++)
        found = h->hit[i].node_a == walk->hit[0].node_a && h->hit[i].node_b == walk->hit[0].node_b;
    assert_true(found);
}

/* The same pairs, when a and b are exchanged. */
static void check_swapped(fk_cells_traversal *walk, const hits *h, const fk_placed_cells *a,
                          const fk_placed_cells *b)
{
    run_all(walk, b, a, wants_boxes(h));
    assert_int_equal(walk->hit_count, h->count);
    for (size_t i = 0; i < h->count; i++) {
        const fk_cell_hit *hit = &h->hit[i];
        size_t k = 0, end = h->count;
        while (k < end) { /* to the first that is not before it */
            const fk_cell_hit *middle = &walk->hit[k + (end - k) / 2];
            bool before =
                middle->node_a != hit->node_b ? middle->node_a < hit->node_b : middle->node_b < hit->node_a;
            if (before)
                k += (end - k) / 2 + 1;
            else
                end = k + (end - k) / 2;
        }
        assert_true(k < h->count && walk->hit[k].node_a == hit->node_b && walk->hit[k].node_b == hit->node_a);
        assert_int_equal(walk->hit[k].verdict, hit->verdict);
        if (wants_boxes(h))
            assert_memory_equal(&walk->hit[k].box, &hit->box, sizeof hit->box);
    }
}

/* Returns how many hits there are. */
static size_t check_scene(fk_random *random, fk_context *context, const fk_placed_cells *a,
                          const fk_placed_cells *b)
{
    fk_cells_traversal walk = {0};
    hits h = all_hits(a, b, true);
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    run_all(&walk, a, b, true);
    assert_same_hits(&h, &walk, true);
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    check_budgets(random, &walk, &h, a, b);
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    check_levels(&walk, &h, a, b);
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    check_first(&walk, &h, a, b);
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    check_swapped(&walk, &h, a, b);
    fk_cells_traversal_end(&walk);
    free(h.hit);
    return h.count;
}

static recipe random_recipe(fk_random *random)
{
    static const int edges[4] = {2, 8, 1000, 1000000}, exponents[4] = {0, -10, -40, 40};
    recipe how;
    how.levels = (uint32_t)fk_random_below(random, 7) + 1;
    how.children = (uint32_t)(fk_random_below(random, 4) == 0 ? 1 : fk_random_below(random, 8) + 1);
    how.leaves = (uint32_t)fk_random_below(random, 60) + 1;
    if (fk_random_below(random, 200) == 0) { /* wide */
        how.children = how.leaves = 300;
        how.levels = 3;
    }
    how.edge = edges[fk_random_below(random, 4)];
    how.exponent = fk_random_below(random, 4) == 0 ? exponents[fk_random_below(random, 4)] : 0;
    how.is_far = fk_random_below(random, 3) == 0;
    how.flat = fk_random_below(random, 3) == 0 ? 4 : 0;
    how.kinds = (uint32_t)fk_random_below(random, 3);
    return how;
}

static size_t random_scene(fk_random *random, fk_context *context, random_tree *tree)
{
    recipe how = random_recipe(random), other = random_recipe(random);
    bool same = fk_random_below(random, 6) == 0;
    if (fk_random_below(random, 100) == 0) { /* both wide */
        how.levels = other.levels = 3;
        how.children = how.leaves = 50 + (uint32_t)fk_random_below(random, 40);
        other.children = other.leaves = fk_random_below(random, 4) == 0 ? 150 : how.leaves;
    }
    other.edge = how.edge;
    other.exponent = how.exponent;
    make_tree(random, &how, NULL, &tree[0]);
    make_tree(random, &other, fk_random_below(random, 4) ? &tree[0].node[0] : NULL, &tree[1]);
    double reach = ldexp(how.edge, how.exponent);
    enum place place = (enum place)fk_random_below(random, PLACES);
    fk_pose pose[2] = {random_pose(random, place, reach), random_pose(random, place, reach)};
    if (fk_random_below(random, 2) == 0)
        memcpy(pose[1].rotation, pose[0].rotation, sizeof pose[0].rotation);
    if (fk_random_below(random, 4) > 0)
        pose[1].translation = pose[0].translation;
    for (int i = 0; i < 2 && place > SHIFTED; i++)
        bring_back(random, &pose[i], &tree[same ? 0 : i]);
    fk_placed_cells cells[2];
    for (int i = 0; i < 2; i++)
        assert_true(fk_placed_cells_init(&tree[same ? 0 : i].tree, &pose[i], &cells[i]));
    return check_scene(random, context, &cells[0], &cells[1]);
}

static void random_scenes_are_complete(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    random_tree *tree = malloc(2 * sizeof *tree);
    size_t with_hits = 0, with_many = 0;
    for (uint64_t seed = 0; seed < 2400 / SHARE; seed++) {
        fk_random random = fk_random_make(seed);
        size_t count = random_scene(&random, context, tree);
        with_hits += count > 0;
        with_many += count > 20;
    }
    assert_true(with_hits > 500 / SHARE && with_many > 50 / SHARE);
    free(tree);
    fk_context_destroy(context);
}

static void all_states_of_the_processor(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    random_tree *tree = malloc(2 * sizeof *tree);
    for (uint64_t seed = 0; seed < 960 / SHARE; seed++) {
        fk_random random = fk_random_make(seed + 1000000);
        fpu_set((int)(seed % FPU_MODES));
        random_scene(&random, context, tree);
    }
    free(tree);
    fpu_set(0);
    fk_context_destroy(context);
}

/* ---- Parents in their places --------------------------------------------------------------------------- */

/* Whether a cell in its place holds another one, whatever hand its edges have. */
static bool holds(const fk_piece *outer, const fk_piece *inner)
{
    fk_cells_volume o = {outer->kind, outer->as.cell}, turned = o, i = {inner->kind, inner->as.cell};
    turned.cell.edge[0] = o.cell.edge[1];
    turned.cell.edge[1] = o.cell.edge[0];
    return fk_cells_contain(&o, &i) || fk_cells_contain(&turned, &i);
}

static void assert_same_cell(const fk_cell *p, const fk_cell *q)
{
    double x[12], y[12];
    memcpy(x, p, sizeof x);
    memcpy(y, q, sizeof y);
    for (int i = 0; i < 12; i++)
        assert_int_equal(fk_double_order(x[i], y[i]), 0);
}

static void assert_box_holds(const fk_aabb *box, const fk_piece *piece)
{
    fk_cells_volume volume = {piece->kind, piece->as.cell};
    fk_aabb exact = fk_cells_bounds(&volume);
    exact = fk_cells_join_boxes(box, &exact);
    assert_memory_equal(&exact, box, sizeof exact);
}

static void check_parents(const fk_placed_cells *cells)
{
    const fk_cell_tree *tree = cells->tree;
    fk_placed_cells now = fk_placed_cells_refresh(cells);
    volatile double small = 0x1p-1074, one = 1;
    bool is_at_home = cells->margin == 0 && fk_bits_of(small * one) != 0;
    for (uint32_t i = 0; i < tree->node_count; i++) {
        fk_piece outer = fk_placed_cells_piece(cells, i);
        fk_piece leaf = placed_leaf(cells, i);
        if (tree->node[i].child_count == 0) {
            assert_int_equal(leaf.kind, outer.kind);
            assert_memory_equal(&leaf.as.cell, &outer.as.cell, sizeof leaf.as.cell);
        }
        fk_aabb box;
        fk_placed_cells_rough_piece(&now, i, &box);
        assert_box_holds(&box, &leaf);
        if (tree->node[i].child_count == 0)
            continue;
        if (is_at_home)
            assert_same_cell(&outer.as.cell, &tree->node[i].cell);
        for (uint32_t j = i + 1; !is_at_home && j < tree->node_count; j++) {
            fk_piece inner = placed_leaf(cells, j);
            if (!is_at_or_above(tree, i, j))
                continue;
            assert_true(holds(&outer, &inner));
            assert_box_holds(&box, &inner);
        }
    }
}

/* A number of any size from 2^low to 2^high, sometimes 0. */
static double any_number(fk_random *random, int low, int high)
{
    double x = fk_random_between(random, -1, 1);
    int exponent = low + (int)fk_random_below(random, (uint64_t)(high - low) + 1);
    return fk_random_below(random, 8) == 0 ? 0 : ldexp(x, exponent);
}

static fk_pose nasty_pose(fk_random *random)
{
    static const int ranges[6][2] = {{-3, 3}, {-30, 30}, {-1074, -1000}, {400, 800}, {-1074, 400}, {0, 1}};
    const int *turn = ranges[fk_random_below(random, 6)], *move = ranges[fk_random_below(random, 6)];
    fk_pose pose = fk_pose_identity();
    if (fk_random_below(random, 4) != 0)
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] = any_number(random, turn[0], turn[1]);
    for (int k = 0; k < 3; k++)
        *(k == 0   ? &pose.translation.x
          : k == 1 ? &pose.translation.y
                   : &pose.translation.z) = any_number(random, move[0], move[1]);
    return pose;
}

static void parents_hold_what_is_below(void **state)
{
    (void)state;
    static const int exponents[6] = {0, 0, 30, -500, -1050, 100};
    random_tree *tree = malloc(sizeof *tree);
    uint32_t grown = 0;
    for (uint64_t seed = 0; seed < 2000 / SHARE; seed++) {
        fk_random random = fk_random_make(seed + 2000000);
        fpu_set(0);
        recipe how = random_recipe(&random);
        how.leaves = how.leaves / 2 + 2;
        how.exponent = exponents[fk_random_below(&random, 6)];
        how.edge = how.exponent < -1000 ? 1000 : how.edge;
        make_tree(&random, &how, NULL, tree);
        fk_pose pose = fk_random_below(&random, 2)
                           ? nasty_pose(&random)
                           : random_pose(&random, (enum place)fk_random_below(&random, PLACES),
                                         ldexp(how.edge, how.exponent));
        if (fk_random_below(&random, 2) == 0)
            bring_back(&random, &pose, tree);
        fpu_set((int)fk_random_below(&random, FPU_MODES));
        fk_placed_cells cells;
        if (!fk_placed_cells_init(&tree->tree, &pose, &cells))
            continue;
        grown++;
        check_parents(&cells);
    }
    assert_true(grown > 1600 / SHARE);
    free(tree);
}

/* ---- Special scenes ------------------------------------------------------------------------------------ */

/* Cubes of a grid of side 2^levels, each cube in eight: cells touch each other all over. */
static void make_grid(random_tree *out, uint32_t levels)
{
    memset(out, 0, sizeof *out);
    double side = ldexp(1, (int)levels - 1);
    fk_cell root = {{0, 0, 0}, {{side, 0, 0}, {0, side, 0}, {0, 0, side}}};
    out->node[0].kind = FK_KIND_BOX;
    out->node[0].cell = root;
    uint32_t count = 1;
    for (uint32_t i = 0; i < count; i++) {
        fk_cell_node *n = &out->node[i];
        if (n->cell.edge[0].x == 1) {
            out->tree.leaf_count++;
            continue;
        }
        n->first_child = count;
        n->child_count = 8;
        for (unsigned k = 0; k < 8; k++) {
            fk_cell_node *child = &out->node[count++];
            double half = n->cell.edge[0].x / 2;
            child->kind = FK_KIND_BOX;
            child->cell.origin = fk_vec3_add(
                n->cell.origin, fk_vec3_make(k & 1 ? half : 0, k & 2 ? half : 0, k & 4 ? half : 0));
            for (int e = 0; e < 3; e++)
                child->cell.edge[e] = fk_vec3_scale(n->cell.edge[e], 0.5);
        }
    }
    out->tree.node_count = count;
    out->tree.level_count = levels;
    out->tree.node = out->node;
}

static void grids_touch(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    random_tree *tree = malloc(sizeof *tree);
    make_grid(tree, 3);
    fk_random random = fk_random_make(1);
    for (int shift = 0; shift <= 5; shift++) {
        fk_placed_cells a, b;
        fk_pose home = fk_pose_identity(), moved = home;
        moved.translation = fk_vec3_make(shift, 0, shift == 4 ? 4 : 0);
        assert_true(fk_placed_cells_init(&tree->tree, &home, &a));
        assert_true(fk_placed_cells_init(&tree->tree, &moved, &b));
        assert_true(a.margin == 0);
        check_scene(&random, context, &a, &b);
        check_scene(&random, context, &b, &b);
    }
    /* Face to face: every cube of one layer touches nine of the other, less at the rims. */
    fk_placed_cells a, b;
    fk_pose home = fk_pose_identity(), moved = home;
    moved.translation.x = 4;
    assert_true(fk_placed_cells_init(&tree->tree, &home, &a));
    assert_true(fk_placed_cells_init(&tree->tree, &moved, &b));
    fk_cells_traversal walk = {0};
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    run_all(&walk, &a, &b, false);
    assert_int_equal(walk.hit_count, 100);
    for (size_t i = 0; i < walk.hit_count; i++)
        assert_int_equal(walk.hit[i].verdict, FK_TOUCHING);
    fk_cells_traversal_end(&walk);
    free(tree);
    fk_context_destroy(context);
}

/* Tori from meshes, in places of all sorts. */
static void meshes_are_complete(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_generate_options options = {120 / (SANITIZED ? 2 : 1), 1};
    fk_model *model = NULL;
    fk_cell_tree *tree = NULL;
    assert_int_equal(fk_generate(context, fk_generate_find("torus"), &options, &model), FK_OK);
    assert_int_equal(fk_cell_tree_of_surface(context, &model->part[0], &tree), FK_OK);
    for (uint64_t seed = 0; seed < 60 / SHARE; seed++) {
        fk_random random = fk_random_make(seed);
        fk_placed_cells a, b;
        enum place place = (enum place)(seed % PLACES);
        fk_pose pose[2] = {random_pose(&random, place, 1), random_pose(&random, place, 1)};
        if (place == FAR)
            pose[1].translation = fk_vec3_add(pose[0].translation, fk_vec3_make(1, 0.1, 0));
        assert_true(fk_placed_cells_init(tree, &pose[0], &a));
        assert_true(fk_placed_cells_init(tree, &pose[1], &b));
        fpu_set((int)(seed % FPU_MODES));
        check_scene(&random, context, &a, &b);
        if (seed % 8 == 0)
            check_parents(&a);
        fpu_set(0);
    }
    fk_cell_tree_free(context, tree);
    fk_model_free(context, model);
    fk_context_destroy(context);
}

/* One node with very many children, against itself and against one cell. */
static void wide_nodes(void **state)
{
    (void)state;
    enum { WIDE = 100000 / (SANITIZED ? 10 : 1) };
    fk_context *context = plain_context();
    fk_cell_node *node = calloc(WIDE + 1, sizeof *node);
    node[0].kind = FK_KIND_BOX;
    node[0].cell = (fk_cell){{0, 0, 0}, {{2.0 * WIDE, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    node[0].first_child = 1;
    node[0].child_count = WIDE;
    for (uint32_t i = 1; i <= WIDE; i++) {
        node[i].kind = i % 2 ? FK_KIND_BOX : FK_KIND_TETRA;
        node[i].cell = (fk_cell){{2.0 * (i - 1), 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    }
    fk_cell_tree tree = {.node_count = WIDE + 1, .leaf_count = WIDE, .level_count = 2, .node = node};
    fk_cell_tree single = {.node_count = 1, .leaf_count = 1, .level_count = 1, .node = node + 7};
    fk_placed_cells a, b, c;
    fk_pose home = fk_pose_identity(), moved = home;
    moved.translation.x = -10.5;
    assert_true(fk_placed_cells_init(&tree, &home, &a));
    assert_true(fk_placed_cells_init(&single, &moved, &b));
    moved.translation.x = 2.0 * WIDE - 3.5;
    assert_true(fk_placed_cells_init(&tree, &moved, &c));
    fk_cells_traversal walk = {0};
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    run_all(&walk, &a, &b, true);
    assert_int_equal(walk.hit_count, 1);
    assert_int_equal(walk.hit[0].node_a, 2);
    assert_int_equal(walk.hit[0].node_b, 0);
    assert_true(walk.work.pair_tests <= 4);
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    run_all(&walk, &a, &c, true);
    assert_int_equal(walk.hit_count, 2);
    moved.translation.x = 0.5;
    assert_true(fk_placed_cells_init(&tree, &moved, &c));
    assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
    run_all(&walk, &a, &c, false);
    assert_int_equal(walk.hit_count, WIDE);
    assert_true(walk.work.pair_tests < 2 * WIDE);
    fk_cells_traversal_end(&walk);
    free(node);
    fk_context_destroy(context);
}

/* ---- What is refused, and memory ----------------------------------------------------------------------- */

static void too_large_places(void **state)
{
    (void)state;
    random_tree *tree = malloc(sizeof *tree);
    make_grid(tree, 2);
    const double bad[4] = {INFINITY, NAN, 0x1p1000, -0x1p1010};
    fk_placed_cells cells, untouched;
    memset(&cells, 7, sizeof cells);
    memcpy(&untouched, &cells, sizeof cells);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 12; k++) {
            fk_pose pose = fk_pose_identity();
            double *t[3] = {&pose.translation.x, &pose.translation.y, &pose.translation.z};
            *(k < 9 ? &pose.rotation[k / 3][k % 3] : t[k - 9]) = bad[i];
            assert_false(fk_placed_cells_init(&tree->tree, &pose, &cells));
            assert_memory_equal(&cells, &untouched, sizeof cells);
        }
    fk_pose pose = fk_pose_identity();
    pose.rotation[0][1] = 0x1p900;
    pose.translation.z = 0x1p990;
    assert_true(fk_placed_cells_init(&tree->tree, &pose, &cells));
    free(tree);
}

/* Memory runs out at each step in turn; going on ends in the same. */
static void check_scarce_memory(random_tree *tree)
{
    memory m = {.fail_at = SIZE_MAX};
    fk_context *context = memory_context(&m);
    size_t before = m.used;
    fk_placed_cells a, b;
    fk_pose home = fk_pose_identity(), moved = home;
    moved.translation = fk_vec3_make(1, 0, 2);
    assert_true(fk_placed_cells_init(&tree->tree, &home, &a));
    assert_true(fk_placed_cells_init(&tree->tree, &moved, &b));
    hits h = all_hits(&a, &b, false);
    assert_true(h.count > 100);
    bool failed = true;
    for (size_t k = 0; failed; k++) {
        fk_cells_traversal walk = {0};
        fk_cells_traversal_limits orders = {.levels = 2, .tests = 40};
        m.fail_at = k;
        fk_status status = fk_cells_traversal_begin(&walk, context);
        if (status == FK_OK)
            status = fk_cells_traversal_run(&walk, &a, &b, &orders);
        orders.tests = 0;
        if (status == FK_OK)
            status = fk_cells_traversal_run(&walk, &a, &b, &orders);
        orders.levels = 0;
        if (status == FK_OK)
            status = fk_cells_traversal_run(&walk, &a, &b, &orders);
        failed = status != FK_OK;
        m.fail_at = SIZE_MAX;
        if (failed) {
            assert_int_equal(status, FK_ERROR_MEMORY);
            if (walk.context == NULL) {
                fk_cells_traversal_end(&walk);
                assert_int_equal(fk_cells_traversal_begin(&walk, context), FK_OK);
            } else
                assert_sound(&h, &walk, &a, &b);
            run_all(&walk, &a, &b, false);
        }
        assert_same_hits(&h, &walk, false);
        fk_cells_traversal_end(&walk);
        assert_int_equal(m.used, before);
    }
    free(h.hit);
    fk_context_destroy(context);
}

static void memory_runs_out(void **state)
{
    (void)state;
    random_tree *tree = malloc(sizeof *tree);
    make_grid(tree, 3);
    check_scarce_memory(tree);
    /* The same leaves as children of the root. */
    fk_cell_node *node = tree->node;
    uint32_t leaves = 0;
    for (uint32_t i = 1; i < tree->tree.node_count; i++)
        if (node[i].child_count == 0)
            node[++leaves] = node[i];
    node[0].child_count = tree->tree.leaf_count = leaves;
    tree->tree.node_count = leaves + 1;
    tree->tree.level_count = 2;
    check_scarce_memory(tree);
    free(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(random_scenes_are_complete, fpu_usual),
        cmocka_unit_test_teardown(all_states_of_the_processor, fpu_usual),
        cmocka_unit_test_teardown(parents_hold_what_is_below, fpu_usual),
        cmocka_unit_test(grids_touch),
        cmocka_unit_test_teardown(meshes_are_complete, fpu_usual),
        cmocka_unit_test(wide_nodes),
        cmocka_unit_test(too_large_places),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
