/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Levels between a node and its many children.
 *
 * The children are split in two again and again, by the places of the middles of their boxes along the axis
 * on which these are farthest apart, until each part is small enough for a node. Where they are split is such
 * that all nodes but the last have as many children as are allowed: so few nodes are added. (Merging from the
 * bottom up by surface, as in cells.c, adds twice as many; two rings of 800 cells then take a tenth more
 * tests of pairs. Boxes with axes of their own had less surface for one group in a hundred.)
 *
 * An added box must lie in its parent. Below a box along the axes it is that part of it which the bounds of
 * its children are in, by integers. Below any other cell a box with the edges of its parent, but shorter, is
 * tried, then one along the axes; if both stick out, it is a copy of its parent's cell, which holds
 * everything.
 *
 * Bounds are made in doubles: a sum of up to four of them has three roundings, and the margin's is a fourth,
 * so that 2^-49 of the sum of their sizes is more than twice the error, in every rounding mode; and 2^-1000
 * is more than what is flushed to zero. Weak inputs: many children in a parent that is turned and flat, or in
 * a tetrahedron whose faces they touch, as their groups are as large as it is; in a turned box those that
 * touch the far end of an edge are as long as this edge. Long thin children across the axes of their parent,
 * as their boxes overlap. */

#include "cells/cells.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "exact/exact.h"

/* A node has at most this many children, however many are allowed. */
#define MAX_NODE_CHILDREN 32

/* Partitions before keys are sorted. */
#define MAX_PARTITIONS 64

#define ROUND 0x1p-49
#define TINY  0x1p-1000

/* A child of a node with many. */
typedef struct child_item {
    fk_aabb bounds;
    uint32_t node; /* of the given tree */
} child_item;

/* Items in a row, for which a node is added. */
typedef struct child_group {
    uint32_t first, count;
    uint32_t depth; /* below the given node, whose own is 0 */
} child_group;

typedef struct level_builder {
    const fk_cell_tree *tree;
    uint32_t limit;         /* children of a node */
    uint32_t items, groups; /* so far */
    uint32_t count;         /* nodes of the new tree */
    child_item *item;
    child_group *group;
    uint32_t *order;    /* of the new tree, level by level: a given node, or the count of these + a group */
    uint32_t *children; /* of these: how many */
    uint64_t *key;      /* two for each item of one node */
    child_item *moved;
    size_t bytes; /* of the block, which begins with the items */
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

/* Along one axis. An end without an edge that leads there is the origin itself. */
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

/* Twice the middle of a box, along an axis. */
static double doubled_item_center(const child_item *i, int axis)
{
    return fk_vec3_get(i->bounds.min, axis) + fk_vec3_get(i->bounds.max, axis);
}

/* The axis along which the middles are farthest apart, and their range along it. */
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

/* Puts the least keys first, so many of them, by partitioning again and again (Hoare's "Find", 1961). All
 * keys differ. Where that goes slowly, they are sorted. */
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

/* Moves the items that are lowest along the longest axis to the front, so many of them. */
static void split_items(level_builder *l, uint32_t first, uint32_t count, uint32_t wanted)
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

/* How many items a child may have at most, so that all below it are full: a power of the limit. */
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

/* Puts the children of a group at the end of the order. */
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
        split_items(l, g.first, g.count, half);
        stack[open++] = (child_group){g.first + half, g.count - half, 0};
        stack[open++] = (child_group){g.first, half, 0};
    }
}

/* The items of a given node. */
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

/* Orders the new tree level by level. Returns how many levels it has. */
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

/* The part of an outer range, from an origin along an edge that is not negative, around what is in it from
 * `begin` to `end`. One that would end beyond the outer one begins there, and goes back; no further than to
 * the origin, as the edge is a double that leads there. Where the end is no double, it is all of the outer
 * range. */
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

/* What a box along the axes has in common with bounds of something in it, or a little more, but not more than
 * the box. */
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

/* A box with the edges of another one, shortened to hold the items. It is a guess: whether it does is to be
 * decided. Boxes in boxes often end at the same items; so the deeper they are, the smaller is the margin for
 * rounding. Where there is no room for it, the box begins where the other one does; if there is none at the
 * end, it has that edge as it is, since a sum of shorter edges is hardly ever the same. */
static fk_cells_volume shorten_box(const level_builder *l, const fk_cells_volume *parent, child_group g)
{
    fk_cells_volume made = *parent;
    const fk_vec3 *e = parent->cell.edge, origin = parent->cell.origin;
    double volume = fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]);
    double share = fk_inverse_power(38 + (int)g.depth);
    for (int k = 0; k < 3; k++) {
        /* The height over a face, as a part of the edge. */
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
    bool holds = fk_cells_check_cell(volume->kind, &volume->cell) == FK_CELL_SOUND; /* else it may be NaN */
    for (uint32_t i = 0; holds && i < g.count; i++) {
        fk_cells_volume inner = fk_cell_node_volume(&l->tree->node[l->item[g.first + i].node]);
        holds = fk_cells_contain(volume, &inner);
    }
    return holds;
}

/* A cell for a group, in that of its parent, if there is a better one than that. */
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

/* The nodes, each after its parent, of which an added one needs the cell. */
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

fk_status fk_cell_tree_levels(fk_context *context, const fk_cell_tree *tree, uint32_t max_children,
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
