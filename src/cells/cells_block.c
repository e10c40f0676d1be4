/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The blocks of memory that trees of cells are, and the bytes of their nodes. */

#include <string.h>

#include "cells/cells.h"

size_t fk_cells_room(size_t *total, size_t count, size_t size)
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
    fk_cells_room(&total, 1, sizeof(fk_cell_tree));
    size_t nodes = fk_cells_room(&total, node_count, sizeof **node);
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
