/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Levels between a node and its many children.
 *
 * The children are split in two recursively, by the centers of their boxes along the axis of their largest
 * extent, until each group is small enough for a node. Splits are chosen so that all nodes but the last have
 * as many children as allowed; so few nodes are added. (Merging from the bottom up by surface, as in cells.c,
 * adds twice as many nodes; two rings of 800 cells then take a tenth more tests of pairs. Oriented boxes had
 * less surface for one group in a hundred.)
 *
 * An added box must lie in its parent. Below an axis-aligned box it is the parent clipped to the bounds of
 * its children, in integers. Below any other cell, first a box with shortened edges of the parent is tried,
 * then an axis-aligned one; if both stick out, it is a copy of the parent's cell, which contains everything.
 *
 * Bounds are computed in doubles: a sum of up to four of them has three roundings, and the margin a fourth,
 * so 2^-49 of the sum of their sizes is more than twice the error, in every rounding mode; and 2^-1000 is
 * more than what is flushed to zero. Weak inputs: many children in an oriented flat parent, or in a
 * tetrahedron whose faces they touch, since their groups become as large as the parent; in an oriented box,
 * groups that touch the far end of an edge are as long as this edge. Long thin children across the axes of
 * their parent, since their boxes overlap. */

#include "cells/cells.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "exact/exact.h"

/* Most children of an added node, however many are allowed. */
#define MAX_NODE_CHILDREN 32

/* Partitions before keys are sorted instead. */
#define MAX_PARTITIONS 64

#define ROUND 0x1p-49
#define TINY  0x1p-1000

/* A child of a node with many children. */
typedef struct child_item {
    fk_aabb bounds;
    uint32_t node; /* of the given tree */
} child_item;

/* Consecutive items for which a node is added. */
typedef struct child_group {
    uint32_t first, count;
    uint32_t depth; /* below the given node, which has depth 0 */
} child_group;

typedef struct level_builder {
    const fk_cell_tree *tree;
    uint32_t limit;         /* most children of a node */
    uint32_t items, groups; /* so far */
    uint32_t count;         /* nodes of the new tree */
    child_item *item;
    child_group *group;
    uint32_t *order;    /* of the new tree, level by level: a given node, or their count + a group */
    uint32_t *children; /* their numbers of children */
    uint64_t *key;      /* two for each item of one node */
    child_item *moved;
    size_t bytes; /* of the block, which begins with item */
} level_builder;

bool fk_cell_tree_needs_levels(const fk_cell_tree *tree, uint32_t max_children)
{
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (tree->node[i].child_count > max_children)
            return true;
    return false;
}

static fk_status level_builder_init(level_builder *l, fk_context *context, const fk_cell_tree *tree,
                                    uint32_t max_children)
{
    size_t n = tree->node_count, most = 0, items = 0, total = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t children = tree->node[i].child_count;
        if (children > max_children) {
            items += children;
            most = children > most ? children : most;
        }
    }
    if (n + items > INT32_MAX)
        return FK_ERROR_MEMORY;
    memset(l, 0, sizeof *l);
    size_t item_at = fk_cells_reserve(&total, items, sizeof *l->item);
    size_t group_at = fk_cells_reserve(&total, items, sizeof *l->group);
    size_t order = fk_cells_reserve(&total, n + items, 4), children = fk_cells_reserve(&total, n + items, 4);
    size_t key = fk_cells_reserve(&total, 2 * most, 8),
           moved = fk_cells_reserve(&total, most, sizeof *l->item);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return FK_ERROR_MEMORY;
    l->tree = tree;
    l->limit = max_children < MAX_NODE_CHILDREN ? max_children : MAX_NODE_CHILDREN;
    l->item = (child_item *)(void *)(block + item_at);
    l->group = (child_group *)(void *)(block + group_at);
    l->order = (uint32_t *)(void *)(block + order);
    l->children = (uint32_t *)(void *)(block + children);
    l->key = (uint64_t *)(void *)(block + key);
    l->moved = (child_item *)(void *)(block + moved);
    l->bytes = total;
    return FK_OK;
}

/* ---- Boxes around cells -------------------------------------------------------------------------------- */

/* Bounds a cell along one axis. If no edge leads to an end, that end is the origin itself. */
static void bound_axis(const fk_cells_volume *volume, int axis, double *low, double *high)
{
    double origin = fk_vec3_get(volume->cell.origin, axis), less = 0, more = 0, size = fabs(origin);
    bool sum = volume->kind == FK_KIND_BOX, has_less = false, has_more = false;
    for (int k = 0; k < 3; k++) {
        double step = fk_vec3_get(volume->cell.edge[k], axis);
        int sign = fk_sign_of(step);
        size += fabs(step);
        if (sign < 0) {
            less = sum ? less + step : fk_smaller(less, step);
            has_less = true;
        } else if (sign > 0) {
            more = sum ? more + step : fk_larger(more, step);
            has_more = true;
        }
    }
    double margin = ROUND * size + TINY;
    *low = has_less ? origin + less - margin : origin;
    *high = has_more ? origin + more + margin : origin;
}

static fk_aabb bound_cell(const fk_cells_volume *volume)
{
    fk_aabb box;
    bound_axis(volume, 0, &box.min.x, &box.max.x);
    bound_axis(volume, 1, &box.min.y, &box.max.y);
    bound_axis(volume, 2, &box.min.z, &box.max.z);
    return box;
}

/* ---- Groups -------------------------------------------------------------------------------------------- */

static uint32_t given_node_count(const level_builder *l)
{
    return l->tree->node_count;
}

/* Returns twice the center of a box along an axis. */
static double doubled_item_center(const child_item *i, int axis)
{
    return fk_vec3_get(i->bounds.min, axis) + fk_vec3_get(i->bounds.max, axis);
}

/* Returns the axis along which the centers have the largest extent, and their range along it. */
static int longest_item_axis(const child_item *i, uint32_t count, fk_interval *range)
{
    int longest = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = doubled_item_center(i, axis), high = low;
        for (uint32_t k = 1; k < count; k++) {
            double middle = doubled_item_center(&i[k], axis);
            low = fk_smaller(low, middle);
            high = fk_larger(high, middle);
        }
        if (axis == 0 || high - low > range->hi - range->lo) {
            longest = axis;
            *range = (fk_interval){low, high};
        }
    }
    return longest;
}

/* Moves the `wanted` least keys to the front by repeated partitioning (Hoare's "Find", 1961). All keys
 * differ. If this is slow, sorts them. */
static void select_least(uint64_t *key, uint64_t *room, uint32_t count, uint32_t wanted)
{
    int64_t low = 0, high = (int64_t)count - 1, last = (int64_t)wanted - 1;
    for (int round = 0; low < high; round++) {
        if (round == MAX_PARTITIONS) {
            fk_sort_u64(key + low, room, (size_t)(high - low + 1));
            return;
        }
        uint64_t pivot = key[last];
        int64_t i = low, j = high;
        while (i <= j) {
            while (key[i] < pivot)
                i++;
            while (key[j] > pivot)
                j--;
            if (i <= j) {
                uint64_t swap = key[i];
                key[i++] = key[j];
                key[j--] = swap;
            }
        }
        low = j < last ? i : low;
        high = last < i ? j : high;
    }
}

/* Moves the `wanted` lowest items along the longest axis to the front. */
static void split_children(level_builder *l, uint32_t first, uint32_t count, uint32_t wanted)
{
    child_item *i = l->item + first;
    fk_interval range = {0, 0};
    int axis = longest_item_axis(i, count, &range);
    double scale = (double)UINT32_MAX / (range.hi - range.lo);
    for (uint32_t k = 0; k < count; k++) {
        double place = (doubled_item_center(&i[k], axis) - range.lo) * scale;
        uint64_t high = place > 0 ? (uint64_t)(place < (double)UINT32_MAX ? place : (double)UINT32_MAX) : 0;
        l->key[k] = high << 32 | k;
    }
    select_least(l->key, l->key + count, count, wanted);
    for (uint32_t k = 0; k < count; k++)
        l->moved[k] = i[(uint32_t)l->key[k]];
    memcpy(i, l->moved, count * sizeof *i);
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* Returns the most items of a child such that all nodes below it are full: a power of the limit. */
static uint32_t child_share(const level_builder *l, uint32_t count)
{
    uint64_t share = 1;
    while (share * l->limit < count)
        share *= l->limit;
    return (uint32_t)share;
}

static void add_group_child(level_builder *l, child_group g)
{
    uint32_t *place = &l->order[l->count++];
    if (g.count == 1) {
        *place = l->item[g.first].node;
    } else {
        *place = given_node_count(l) + l->groups;
        l->group[l->groups++] = g;
    }
}

/* Appends the children of a group to the order. */
static void add_group_children(level_builder *l, child_group top)
{
    uint32_t share = child_share(l, top.count), open = 1;
    child_group stack[MAX_NODE_CHILDREN];
    stack[0] = top;
    while (open > 0) {
        child_group g = stack[--open];
        uint32_t parts = (g.count + share - 1) / share;
        if (parts <= 1) {
            g.depth = top.depth + 1;
            add_group_child(l, g);
            continue;
        }
        uint32_t half = (parts + 1) / 2 * share;
        split_children(l, g.first, g.count, half);
        stack[open++] = (child_group){g.first + half, g.count - half, 0};
        stack[open++] = (child_group){g.first, half, 0};
    }
}

/* Adds the children of a given node as items. */
static child_group add_child_items(level_builder *l, const fk_cell_node *node)
{
    child_group g = {l->items, node->child_count, 0};
    for (uint32_t k = 0; k < node->child_count; k++) {
        fk_cells_volume volume = fk_cell_node_volume(&l->tree->node[node->first_child + k]);
        child_item *i = &l->item[l->items++];
        i->bounds = bound_cell(&volume);
        i->node = node->first_child + k;
    }
    return g;
}

/* Orders the new tree level by level. Returns its number of levels. */
static uint32_t order_level_nodes(level_builder *l, uint32_t max_children)
{
    uint32_t levels = 0, n = given_node_count(l);
    l->order[0] = 0;
    l->count = 1;
    for (uint32_t i = 0, level_end = 0; i < l->count; i++) {
        uint32_t at = l->order[i], before = l->count;
        if (i == level_end) {
            levels++;
            level_end = l->count;
        }
        const fk_cell_node *node = at < n ? &l->tree->node[at] : NULL;
        if (node == NULL)
            add_group_children(l, l->group[at - n]);
        else if (node->child_count > max_children)
            add_group_children(l, add_child_items(l, node));
        for (uint32_t k = 0; node != NULL && node->child_count <= max_children && k < node->child_count; k++)
            l->order[l->count++] = node->first_child + k;
        l->children[i] = l->count - before;
    }
    return levels;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static double round_exact_up(fk_exact x)
{
    return -fk_exact_floor(fk_exact_negate(x));
}

/* Clips a range, which starts at `origin` and has an edge that is not negative, to a subrange from `begin` to
 * `end`. A result that would end beyond the range starts at the range's end and goes back instead, no farther
 * than to the origin, since the edge is a double that leads there. If the range's end is not a double, the
 * result is the whole range. */
FK_OWN_FRAME static void clip_range(double origin, double edge, double begin, double end, double *out_origin,
                                    double *out_edge)
{
    fk_arena arena;
    fk_arena_init(&arena);
    *out_origin = fk_double_greatest(begin, origin);
    fk_exact first = fk_exact_from(&arena, origin), from = fk_exact_from(&arena, *out_origin);
    fk_exact last = fk_exact_add(&arena, first, fk_exact_from(&arena, edge));
    *out_edge = round_exact_up(fk_exact_sub(&arena, fk_exact_from(&arena, end), from));
    if (fk_exact_compare(fk_exact_add(&arena, from, fk_exact_from(&arena, *out_edge)), last) <= 0)
        return;
    double far = fk_exact_floor(last), size = round_exact_up(fk_exact_sub(&arena, last, from));
    bool is_double = fk_exact_compare(fk_exact_from(&arena, far), last) == 0;
    *out_origin = is_double ? far : origin;
    *out_edge = is_double ? -size : edge;
}

/* Returns an axis-aligned box clipped to bounds of something in it. The result may be a little larger, but
 * not larger than the box. */
static fk_cell clip_box(const fk_cell *outer, const fk_aabb *bounds)
{
    fk_cell cell = *outer;
    for (int k = 0; k < 3; k++) {
        double origin = fk_vec3_get(outer->origin, k), edge = fk_vec3_get(outer->edge[k], k), begin, size;
        double low = fk_vec3_get(bounds->min, k), high = fk_vec3_get(bounds->max, k);
        if (fk_sign_of(edge) >= 0) {
            clip_range(origin, edge, low, high, &begin, &size);
        } else {
            clip_range(-origin, -edge, -high, -low, &begin, &size);
            begin = -begin;
            size = -size;
        }
        *fk_vec3_at(&cell.origin, k) = begin;
        *fk_vec3_at(&cell.edge[k], k) = size;
    }
    return cell;
}

static fk_aabb bound_group(const level_builder *l, child_group g)
{
    fk_aabb box = l->item[g.first].bounds;
    for (uint32_t i = 1; i < g.count; i++)
        box = fk_cells_join_boxes(&box, &l->item[g.first + i].bounds);
    return box;
}

/* Returns a box with shortened edges of the parent, meant to contain the items; the caller must verify that
 * it does. Nested boxes often end at the same items, so the margin for rounding decreases with depth. If
 * there is no room for the margin at the beginning, the box begins where the parent does; if there is none at
 * the end, it keeps the whole edge, since sums of shorter edges are hardly ever equal. */
static fk_cells_volume shorten_box(const level_builder *l, const fk_cells_volume *parent, child_group g)
{
    fk_cells_volume made = *parent;
    const fk_vec3 *e = parent->cell.edge, origin = parent->cell.origin;
    double volume = fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]);
    double share = fk_inverse_power(38 + (int)g.depth);
    for (int k = 0; k < 3; k++) {
        /* The normal of a face, scaled so that its dot product is a fraction of the edge. */
        fk_vec3 n = fk_vec3_scale(fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]), 1 / volume);
        double low = 1, high = 0;
        for (uint32_t i = 0; i < g.count; i++) {
            const fk_cell_node *node = &l->tree->node[l->item[g.first + i].node];
            double from = fk_vec3_dot(n, fk_vec3_sub(node->cell.origin, origin)), less = 0, more = 0;
            for (int c = 0; c < 3; c++) {
                double step = fk_vec3_dot(n, node->cell.edge[c]);
                bool sum = node->kind == FK_KIND_BOX;
                less = sum ? less + fk_smaller(step, 0) : fk_smaller(step, less);
                more = sum ? more + fk_larger(step, 0) : fk_larger(step, more);
            }
            low = fk_smaller(low, from + less);
            high = fk_larger(high, from + more);
        }
        double margin = share + 0x1p-49 * fk_vec3_largest(origin) * fk_vec3_length(n);
        low = high + margin < 1 ? fk_larger(low - margin, 0) : 0;
        if (low > 0)
            made.cell.origin = fk_vec3_add(made.cell.origin, fk_vec3_scale(e[k], low));
        if (high + margin < 1)
            made.cell.edge[k] = fk_vec3_scale(e[k], high + margin - low);
    }
    return made;
}

static bool contains_group(const level_builder *l, const fk_cells_volume *volume, child_group g)
{
    bool holds =
        fk_cells_check_cell(volume->kind, &volume->cell) == FK_CELL_SOUND; /* otherwise it may be NaN */
    for (uint32_t i = 0; holds && i < g.count; i++) {
        fk_cells_volume inner = fk_cell_node_volume(&l->tree->node[l->item[g.first + i].node]);
        holds = fk_cells_contain(volume, &inner);
    }
    return holds;
}

/* Finds a cell for a group inside the parent's cell. Returns false if there is none but the parent's. */
static bool find_group_cell(const level_builder *l, const fk_cells_volume *parent, child_group g,
                            fk_cells_volume *out)
{
    fk_aabb bounds = bound_group(l, g);
    if (fk_cells_is_aligned(parent)) {
        out->kind = FK_KIND_BOX;
        out->cell = clip_box(&parent->cell, &bounds);
        return true;
    }
    if (parent->kind == FK_KIND_BOX) {
        *out = shorten_box(l, parent, g);
        if (contains_group(l, out, g) && fk_cells_contain(parent, out))
            return true;
    }
    *out = fk_cells_from_box(&bounds);
    return fk_cells_contain(parent, out);
}

static fk_cells_volume fit_group_cell(const level_builder *l, const fk_cells_volume *parent, child_group g)
{
    fk_cells_volume made;
    bool found =
        find_group_cell(l, parent, g, &made) && fk_cells_check_cell(made.kind, &made.cell) == FK_CELL_SOUND;
    return found ? made : *parent;
}

/* Writes the nodes, each after its parent, since an added node needs the cell of its parent. */
static uint32_t write_nodes(const level_builder *l, fk_cell_node *node)
{
    uint32_t leaves = 0, n = given_node_count(l);
    node[0] = l->tree->node[0];
    for (uint32_t i = 0, next = 1; i < l->count; i++) {
        fk_cells_volume volume = fk_cell_node_volume(&node[i]);
        node[i].child_count = l->children[i];
        node[i].first_child = l->children[i] == 0 ? 0 : next;
        leaves += l->children[i] == 0;
        for (uint32_t end = next + l->children[i]; next < end; next++) {
            uint32_t at = l->order[next];
            if (at < n) {
                node[next] = l->tree->node[at];
            } else {
                fk_cells_volume made = fit_group_cell(l, &volume, l->group[at - n]);
                fk_cells_node_set(&node[next], &made, FK_NONE);
            }
        }
    }
    return leaves;
}

fk_status fk_cell_tree_add_levels(fk_context *context, const fk_cell_tree *tree, uint32_t max_children,
                                  fk_cell_tree **out)
{
    level_builder l;
    fk_status status = level_builder_init(&l, context, tree, max_children);
    if (status != FK_OK)
        return status;
    uint32_t levels = order_level_nodes(&l, max_children);
    fk_cell_node *node;
    fk_cell_tree *made = fk_cells_tree_new(context, l.count, &node);
    if (made != NULL) {
        made->leaf_count = write_nodes(&l, node);
        made->level_count = levels;
        *out = made;
    }
    fk_release(context, l.item, l.bytes);
    return made == NULL ? FK_ERROR_MEMORY : FK_OK;
}
