/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells from nodes that name their parents, in any order.
 *
 * Children are counted and grouped by parent, in the order of the input; then nodes are listed level by level
 * from the root. All steps take linear time and no recursion: a million siblings and a chain of a million
 * levels are alike. Nodes that are not reached from the root are on a cycle, or below one. */

#include <string.h>

#include "cells/cells.h"

/* ---- Blocks -------------------------------------------------------------------------------------------- */

/* Memory blocks of trees, and the bytes of their nodes. */

size_t fk_cells_reserve(size_t *total, size_t count, size_t size)
{
    size_t at = *total;
    *total += (count * size + 15) / 16 * 16;
    return at;
}

void fk_cells_node_set(fk_cell_node *node, const fk_cells_volume *volume, uint32_t source)
{
    memset(node, 0, sizeof *node);
    node->kind = volume->kind;
    node->cell = volume->cell;
    node->source = source;
}

fk_cell_tree *fk_cells_tree_new(fk_context *context, uint32_t node_count, fk_cell_node **node)
{
    size_t total = 0;
    fk_cells_reserve(&total, 1, sizeof(fk_cell_tree));
    size_t nodes = fk_cells_reserve(&total, node_count, sizeof **node);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return NULL;
    fk_cell_tree *tree = (fk_cell_tree *)(void *)block;
    memset(tree, 0, sizeof *tree);
    *node = (fk_cell_node *)(void *)(block + nodes);
    tree->node_count = node_count;
    tree->node = *node;
    tree->bytes = total;
    return tree;
}

void fk_cell_tree_free(fk_context *context, fk_cell_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}

typedef struct node_sorter {
    const fk_cell_input *input;
    uint32_t count, root;
    uint32_t *begin; /* begin of each node's children; count + 1 entries */
    uint32_t *child; /* all children, grouped by parent */
    uint32_t *order; /* level by level */
    uint32_t *room;  /* for as many numbers */
    size_t bytes;    /* of the block of all four arrays */
} node_sorter;

/* Checks each node by itself. Reports the first trouble in the order of the list, then of the nodes. */
static fk_status check_each_node(const fk_cell_input *input, uint32_t count, fk_cell_report *report)
{
    fk_cell_trouble worst = count == 0 ? FK_CELL_EMPTY : FK_CELL_SOUND;
    uint32_t at = FK_NONE, roots = 0;
    for (uint32_t i = 0; i < count; i++) {
        fk_cell_trouble trouble = fk_cells_check_cell(input[i].kind, &input[i].cell);
        if (input[i].parent == FK_NONE)
            roots++;
        if (trouble == FK_CELL_SOUND && input[i].parent >= count && input[i].parent != FK_NONE)
            trouble = FK_CELL_PARENT;
        if (trouble == FK_CELL_SOUND && input[i].parent == FK_NONE && roots > 1)
            trouble = FK_CELL_ROOTS;
        if (trouble != FK_CELL_SOUND && (worst == FK_CELL_SOUND || trouble < worst)) {
            worst = trouble;
            at = i;
        }
    }
    return fk_cells_report_trouble(report, worst, at, at == FK_NONE ? FK_NONE : input[at].parent);
}

static fk_status node_sorter_init(node_sorter *s, fk_context *context, const fk_cell_input *input,
                                  uint32_t count)
{
    size_t n = count;
    s->input = input;
    s->count = count;
    s->root = FK_NONE;
    s->bytes = (4 * n + 1) * sizeof *s->begin;
    s->begin = fk_allocate(context, s->bytes);
    if (s->begin == NULL)
        return FK_ERROR_MEMORY;
    s->child = s->begin + n + 1;
    s->order = s->child + n;
    s->room = s->order + n;
    return FK_OK;
}

/* Groups the children of each node, in the order of the input. */
static void group_children(node_sorter *s)
{
    uint32_t n = s->count, *next = s->room;
    memset(s->begin, 0, (n + (size_t)1) * sizeof *s->begin);
    for (uint32_t i = 0; i < n; i++)
        if (s->input[i].parent == FK_NONE)
            s->root = i;
        else
            s->begin[s->input[i].parent + 1]++;
    for (uint32_t i = 0; i < n; i++) {
        next[i] = s->begin[i];
        s->begin[i + 1] += s->begin[i];
    }
    for (uint32_t i = 0; i < n; i++)
        if (i != s->root)
            s->child[next[s->input[i].parent]++] = i;
}

/* Lists nodes level by level from the root. Returns how many are reached. */
static uint32_t order_input_nodes(node_sorter *s, uint32_t *levels)
{
    uint32_t reached = 0;
    *levels = 0;
    if (s->root != FK_NONE)
        s->order[reached++] = s->root;
    for (uint32_t i = 0, level_end = 0; i < reached; i++) {
        uint32_t node = s->order[i];
        if (i == level_end) {
            ++*levels;
            level_end = reached;
        }
        for (uint32_t k = s->begin[node]; k < s->begin[node + 1]; k++)
            s->order[reached++] = s->child[k];
    }
    return reached;
}

static fk_status report_cycle(node_sorter *s, fk_cell_report *report)
{
    uint32_t *parent = s->child; /* no longer needed */
    for (uint32_t i = 0; i < s->count; i++)
        parent[i] = s->input[i].parent;
    uint32_t node = fk_cells_first_in_cycle(parent, s->count, s->room);
    return fk_cells_report_trouble(report, FK_CELL_CYCLE, node, parent[node]);
}

static fk_status check_children_inside(const node_sorter *s, fk_cell_report *report)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < s->count; i++) {
        if (i == s->root)
            continue;
        const fk_cell_input *child = &s->input[i], *parent = &s->input[child->parent];
        fk_cells_volume outer = {parent->kind, parent->cell}, inner = {child->kind, child->cell};
        status = fk_cells_check_inside(&outer, &inner, child->parent, i, report);
    }
    return status;
}

static fk_status write_sorted_tree(const node_sorter *s, fk_context *context, uint32_t levels,
                                   fk_cell_tree **out)
{
    fk_cell_node *node;
    fk_cell_tree *tree = fk_cells_tree_new(context, s->count, &node);
    if (tree == NULL)
        return FK_ERROR_MEMORY;
    tree->level_count = levels;
    for (uint32_t i = 0, next = 1; i < s->count; i++) {
        uint32_t from = s->order[i], children = s->begin[from + 1] - s->begin[from];
        fk_cells_volume volume = {s->input[from].kind, s->input[from].cell};
        fk_cells_node_set(&node[i], &volume, from);
        node[i].child_count = children;
        node[i].first_child = children == 0 ? 0 : next;
        next += children;
        tree->leaf_count += children == 0;
    }
    *out = tree;
    return FK_OK;
}

/* Each node has been checked by itself. */
static fk_status sort_and_check_nodes(node_sorter *s, fk_context *context, fk_cell_report *report,
                                      fk_cell_tree **out)
{
    uint32_t levels;
    group_children(s);
    if (order_input_nodes(s, &levels) < s->count)
        return report_cycle(s, report);
    fk_status status = check_children_inside(s, report);
    return status == FK_OK ? write_sorted_tree(s, context, levels, out) : status;
}

fk_status fk_cell_tree_of_nodes(fk_context *context, const fk_cell_input *input, uint32_t count,
                                uint32_t max_children, fk_cell_report *report, fk_cell_tree **out)
{
    if (count > INT32_MAX)
        return FK_ERROR_MEMORY;
    fk_status status = check_each_node(input, count, report);
    if (status == FK_OK && max_children == 1)
        status = FK_ERROR_ARGUMENT;
    if (status != FK_OK)
        return status;
    node_sorter s;
    fk_cell_tree *plain = NULL;
    status = node_sorter_init(&s, context, input, count);
    if (status != FK_OK)
        return status;
    status = sort_and_check_nodes(&s, context, report, &plain);
    fk_release(context, s.begin, s.bytes);
    if (status != FK_OK)
        return status;
    if (max_children == 0 || !fk_cell_tree_needs_levels(plain, max_children)) {
        *out = plain;
        return FK_OK;
    }
    status = fk_cell_tree_add_levels(context, plain, max_children, out);
    fk_cell_tree_free(context, plain);
    return status;
}
