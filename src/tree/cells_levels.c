/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Levels between a node and its many children.
 *
 * The children are merged in pairs by the boxes around them, along the axes, into a binary tree whose root stands for the node (see
 * cells_merge.c). A node of the new tree then has the two below it there, and as long as there is room, the one of them with the
 * largest surface is replaced by its own two; the others become nodes. So there are few levels, and no cells are made for what is
 * passed over.
 *
 * An added box is made from the bottom up around its children. It may stick out of a given node, above it, that is skew or tight: then, from
 * the top down, it is cut along the axes if that node is a box along them; else the box along the axes is tried; and if
 * that sticks out, too, it is a copy of that node's cell, which holds everything.
 *
 * Boxes around cells are made in doubles: a sum of up to four of them has three roundings, and the margin's is a fourth, so that
 * 2^-49 of the sum of their sizes is more than twice the error, in every rounding mode; and 2^-1000 is more than what is flushed to
 * zero. */

#include "tree/cells_levels.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/exact.h"
#include "base/vec3.h"
#include "tree/cells.h"
#include "tree/cells_merge.h"

/* A node has at most this many children, however many are allowed: so that the largest of them is found quickly. */
#define MOST 32

#define ROUND 0x1p-49
#define TINY  0x1p-1000

/* Two that were merged. A reference is a node of the given tree, or the count of these + the place of a pair. */
typedef struct pair {
    uint32_t below[2];
    double surface;
    fk_aabb bounds; /* of the given nodes below it */
} pair;

typedef struct leveler {
    fk_context *context;
    const fk_cell_tree *tree;
    uint32_t max_children;
    uint32_t pairs, count; /* so far: pairs, and nodes of the new tree */
    pair *pair;
    uint32_t *root;     /* of a given node: the pair of all its children, or FK_NONE if they are few */
    uint32_t *order;    /* of the new tree, level by level: references */
    uint32_t *children; /* of these: how many; later whether their cell has been changed */
    fk_aabb *bounds;    /* of the children of one node */
    fk_cells_cluster *cluster;
    uint64_t *key;
    double scale;
    size_t bytes; /* of the block, which begins with the pairs */
} leveler;

bool fk_cell_tree_needs_levels(const fk_cell_tree *tree, uint32_t max_children)
{
    for (uint32_t i = 0; i < tree->node_count; i++)
        if (tree->node[i].child_count > max_children)
            return true;
    return false;
}

static fk_status leveler_init(leveler *l, fk_context *context, const fk_cell_tree *tree,
                              uint32_t max_children)
{
    size_t n = tree->node_count, most = 0, pairs = 0, total = 0;
    for (uint32_t i = 0; i < n; i++) {
        size_t children = tree->node[i].child_count;
        if (children > max_children) {
            pairs += children - 1;
            most = children > most ? children : most;
        }
    }
    if (n + pairs > INT32_MAX)
        return FK_ERROR_MEMORY;
    size_t pair_at = fk_cells_room(&total, pairs, sizeof *l->pair), root = fk_cells_room(&total, n, 4);
    size_t order = fk_cells_room(&total, n + pairs, 4), children = fk_cells_room(&total, n + pairs, 4);
    size_t bounds = fk_cells_room(&total, most, sizeof *l->bounds), key = fk_cells_room(&total, 2 * most, 8);
    size_t cluster = fk_cells_room(&total, most, sizeof *l->cluster);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return FK_ERROR_MEMORY;
    memset(l, 0, sizeof *l);
    l->context = context;
    l->tree = tree;
    l->max_children = max_children;
    l->pair = (pair *)(void *)(block + pair_at);
    l->root = (uint32_t *)(void *)(block + root);
    l->order = (uint32_t *)(void *)(block + order);
    l->children = (uint32_t *)(void *)(block + children);
    l->bounds = (fk_aabb *)(void *)(block + bounds);
    l->key = (uint64_t *)(void *)(block + key);
    l->cluster = (fk_cells_cluster *)(void *)(block + cluster);
    l->bytes = total;
    return FK_OK;
}

/* ---- Boxes around cells -------------------------------------------------------------------------------- */

/* Along one axis. An end without an edge that leads there is the origin itself. */
static void find_range(const fk_cells_volume *volume, int axis, double *low, double *high)
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

static fk_aabb find_bounds(const fk_cells_volume *volume)
{
    fk_aabb box;
    find_range(volume, 0, &box.min.x, &box.max.x);
    find_range(volume, 1, &box.min.y, &box.max.y);
    find_range(volume, 2, &box.min.z, &box.max.z);
    return box;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

static uint32_t given_count(const leveler *l)
{
    return l->tree->node_count;
}

static void merge(void *user, fk_cells_cluster *first, const fk_cells_cluster *second)
{
    leveler *l = user;
    pair *p = &l->pair[l->pairs];
    p->below[0] = first->node;
    p->below[1] = second->node;
    p->bounds = fk_cells_join(&first->bounds, &second->bounds);
    double s = l->scale;
    fk_vec3 a = fk_vec3_scale(p->bounds.min, s), b = fk_vec3_scale(p->bounds.max, s),
            size = fk_vec3_sub(b, a);
    p->surface = size.x * size.y + size.y * size.z + size.z * size.x;
    first->node = given_count(l) + l->pairs++;
    first->bounds = p->bounds;
}

/* Merges the children of a given node. Returns the reference to the pair of all. */
static uint32_t merge_children(leveler *l, const fk_cell_node *node)
{
    uint32_t count = node->child_count;
    for (uint32_t i = 0; i < count; i++) {
        fk_cells_volume volume = fk_cells_volume_of(&l->tree->node[node->first_child + i]);
        l->bounds[i] = find_bounds(&volume);
    }
    fk_cells_merger merger = {.cluster = l->cluster, .merge = merge, .user = l};
    fk_cells_merger_sort(&merger, l->bounds, count, l->key);
    for (uint32_t i = 0; i < count; i++)
        l->cluster[i].node += node->first_child;
    l->scale = merger.scale;
    fk_cells_merger_run(&merger);
    return l->cluster[0].node;
}

/* ---- Order --------------------------------------------------------------------------------------------- */

/* Puts the children of a pair at the end of the order: opens the one with the largest surface while there is room. */
static uint32_t add_children(leveler *l, const pair *top)
{
    uint32_t *list = l->order + l->count, count = 2, n = given_count(l);
    uint32_t limit = l->max_children < MOST ? l->max_children : MOST;
    list[0] = top->below[0];
    list[1] = top->below[1];
    while (count < limit) {
        const pair *widest = NULL;
        uint32_t place = 0;
        for (uint32_t i = 0; i < count; i++) {
            const pair *p = list[i] < n ? NULL : &l->pair[list[i] - n];
            if (p != NULL && (widest == NULL || p->surface > widest->surface)) {
                widest = p;
                place = i;
            }
        }
        if (widest == NULL)
            break;
        list[place] = widest->below[0];
        list[count++] = widest->below[1];
    }
    l->count += count;
    return count;
}

/* Orders the new tree level by level. Returns how many levels it has. */
static uint32_t order_nodes(leveler *l)
{
    uint32_t levels = 0, n = given_count(l);
    l->order[0] = 0;
    l->count = 1;
    for (uint32_t i = 0, level_end = 0; i < l->count; i++) {
        uint32_t at = l->order[i], top = at < n ? l->root[at] : at;
        if (i == level_end) {
            levels++;
            level_end = l->count;
        }
        if (top != FK_NONE) {
            l->children[i] = add_children(l, &l->pair[top - n]);
            continue;
        }
        const fk_cell_node *node = &l->tree->node[at];
        l->children[i] = node->child_count;
        for (uint32_t k = 0; k < node->child_count; k++)
            l->order[l->count++] = node->first_child + k;
    }
    return levels;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static bool is_added(const leveler *l, uint32_t i)
{
    return l->order[i] >= given_count(l);
}

/* The nodes, without the cells of those that are added. */
static uint32_t place_nodes(const leveler *l, fk_cell_node *node)
{
    const fk_cells_volume none = {FK_KIND_BOX, {{0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}};
    uint32_t leaves = 0;
    for (uint32_t i = 0, next = 1; i < l->count; i++) {
        if (is_added(l, i))
            fk_cells_node_set(&node[i], &none, FK_NONE);
        else
            node[i] = l->tree->node[l->order[i]];
        node[i].child_count = l->children[i];
        node[i].first_child = l->children[i] == 0 ? 0 : next;
        next += l->children[i];
        leaves += l->children[i] == 0;
    }
    return leaves;
}

/* From the bottom up: boxes around children. */
static void fit_cells(const leveler *l, fk_cell_node *node)
{
    fk_cells_volume child[MOST];
    fk_aabb bounds[MOST];
    for (uint32_t i = l->count; i-- > 0;) {
        if (!is_added(l, i))
            continue;
        for (uint32_t k = 0; k < node[i].child_count; k++) {
            child[k] = fk_cells_volume_of(&node[node[i].first_child + k]);
            bounds[k] = find_bounds(&child[k]);
        }
        node[i].cell = fk_cells_parent(child, bounds, node[i].child_count).cell;
    }
}

/* a - b as a double, if it is one. */
static bool subtract(fk_arena *arena, fk_exact a, fk_exact b, double *out)
{
    fk_exact difference = fk_exact_sub(arena, a, b);
    *out = fk_exact_floor(difference);
    return fk_exact_compare(fk_exact_from(arena, *out), difference) == 0;
}

/* Cuts a range along an axis to that of an outer box, from its origin in the direction of its edge: [begin, end] of what is
 * inside it. Ranges go upward here; for an edge that goes down, all signs are turned. */
FK_OWN_FRAME static void cut_range(double origin, double edge, double begin, double end, double *out_origin,
                                   double *out_edge)
{
    fk_arena arena;
    fk_arena_init(&arena);
    *out_origin = fk_double_greatest(begin, origin);
    fk_exact from = fk_exact_from(&arena, *out_origin);
    fk_exact most = fk_exact_add(&arena, fk_exact_from(&arena, origin), fk_exact_from(&arena, edge));
    fk_exact size = fk_exact_sub(&arena, fk_exact_from(&arena, end), from);
    *out_edge = -fk_exact_floor(fk_exact_negate(size));
    if (fk_exact_compare(fk_exact_add(&arena, from, fk_exact_from(&arena, *out_edge)), most) <= 0)
        return;
    /* It ends at the outer one's end; where no double leads there, it is all of the range. */
    if (!subtract(&arena, most, from, out_edge)) {
        *out_origin = origin;
        *out_edge = edge;
    }
}

/* What a box along the axes has in common with bounds of something in it, or a little more, but not more than the box. */
static fk_cell cut_box(const fk_cell *outer, const fk_aabb *bounds)
{
    fk_cell cell = *outer;
    for (int k = 0; k < 3; k++) {
        double origin = fk_vec3_get(outer->origin, k), edge = fk_vec3_get(outer->edge[k], k), begin, size;
        double low = fk_vec3_get(bounds->min, k), high = fk_vec3_get(bounds->max, k);
        if (fk_sign_of(edge) >= 0) {
            cut_range(origin, edge, low, high, &begin, &size);
        } else {
            cut_range(-origin, -edge, -high, -low, &begin, &size);
            begin = -begin;
            size = -size;
        }
        *fk_vec3_at(&cell.origin, k) = begin;
        *fk_vec3_at(&cell.edge[k], k) = size;
    }
    return cell;
}

/* Another cell for an added node that sticks out of its parent; bounds are those of the given nodes below it. */
static void refit(const fk_cell_node *parent, const fk_aabb *bounds, fk_cell_node *node)
{
    fk_cells_volume outer = fk_cells_volume_of(parent), inner = fk_cells_around(bounds);
    if (fk_cells_is_aligned(&outer))
        inner.cell = cut_box(&parent->cell, bounds);
    else if (!fk_cells_hold(&outer, &inner))
        inner = outer;
    node->kind = inner.kind;
    node->cell = inner.cell;
}

/* From the top down: what sticks out of its parent is cut. Only below given nodes, and what was cut itself, can that be. */
static void cut_cells(leveler *l, fk_cell_node *node)
{
    uint32_t *is_cut = l->children;
    is_cut[0] = 0;
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t k = 0; k < node[i].child_count; k++) {
            uint32_t c = node[i].first_child + k;
            is_cut[c] = 0;
            if (!is_added(l, c) || (is_added(l, i) && !is_cut[i]))
                continue;
            fk_cells_volume outer = fk_cells_volume_of(&node[i]), inner = fk_cells_volume_of(&node[c]);
            if (fk_cells_hold(&outer, &inner))
                continue;
            is_cut[c] = 1;
            refit(&node[i], &l->pair[l->order[c] - given_count(l)].bounds, &node[c]);
        }
}

fk_status fk_cell_tree_levels(fk_context *context, const fk_cell_tree *tree, uint32_t max_children,
                              fk_cell_tree **out)
{
    leveler l;
    fk_status status = leveler_init(&l, context, tree, max_children);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < tree->node_count; i++)
        l.root[i] = tree->node[i].child_count > max_children ? merge_children(&l, &tree->node[i]) : FK_NONE;
    uint32_t levels = order_nodes(&l);
    fk_cell_node *node;
    fk_cell_tree *made = fk_cells_tree_new(context, l.count, &node);
    if (made != NULL) {
        made->leaf_count = place_nodes(&l, node);
        made->level_count = levels;
        fit_cells(&l, node);
        cut_cells(&l, node);
        *out = made;
    }
    fk_release(context, l.pair, l.bytes);
    return made == NULL ? FK_ERROR_MEMORY : FK_OK;
}
