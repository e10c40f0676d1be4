/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The invariants of trees of cells, and reports of violations.
 *
 * A tree from elsewhere is sound if each node but the root is a child of one node, children come after their
 * parent, and every cell lies in that of its parent. Each property is checked for all nodes before the next
 * one, since a cell can be checked only if its parent is known. Everything takes linear time. */

#include <string.h>

#include "base/bits.h"
#include "cells/cells.h"

const char *fk_cell_trouble_text(fk_cell_trouble trouble)
{
    static const char *const text[] = {
#define FK_CELL_TROUBLE_TEXT(name, words) words,
        FK_CELL_TROUBLE_LIST(FK_CELL_TROUBLE_TEXT)
#undef FK_CELL_TROUBLE_TEXT
    };
    return (unsigned)trouble < FK_CELL_TROUBLE_COUNT ? text[trouble] : "";
}

/* ---- Single nodes -------------------------------------------------------------------------------------- */

fk_status fk_cells_report_trouble(fk_cell_report *report, fk_cell_trouble trouble, uint32_t node,
                                  uint32_t parent)
{
    fk_cell_report found = {trouble, node, parent, FK_NONE};
    if (report != NULL)
        *report = found;
    return trouble == FK_CELL_SOUND ? FK_OK : FK_ERROR_ARGUMENT;
}

static bool is_vector_small(fk_vec3 v)
{
    int limit = fk_biased_exponent(FK_CELLS_LARGEST); /* NaN and infinities have a larger exponent */
    return fk_biased_exponent(v.x) < limit && fk_biased_exponent(v.y) < limit &&
           fk_biased_exponent(v.z) < limit;
}

fk_cell_trouble fk_cells_check_cell(fk_kind kind, const fk_cell *cell)
{
    if (kind != FK_KIND_BOX && kind != FK_KIND_TETRA)
        return FK_CELL_KIND;
    bool small = is_vector_small(cell->origin) && is_vector_small(cell->edge[0]) &&
                 is_vector_small(cell->edge[1]) && is_vector_small(cell->edge[2]);
    return small ? FK_CELL_SOUND : FK_CELL_NUMBER;
}

uint32_t fk_cells_first_in_cycle(const uint32_t *parent, uint32_t count, uint32_t *mark)
{
    uint32_t first = FK_NONE;
    memset(mark, 0xff, count * sizeof *mark);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at != FK_NONE && mark[at] == FK_NONE; at = parent[at])
            mark[at] = i;
        if (at == FK_NONE || mark[at] != i)
            continue; /* the root, or a path that was followed before */
        uint32_t on = at;
        do {
            first = on < first ? on : first;
            on = parent[on];
        } while (on != at);
    }
    return first;
}

fk_status fk_cells_check_inside(const fk_cells_volume *parent, const fk_cells_volume *child,
                                uint32_t parent_number, uint32_t number, fk_cell_report *report)
{
    if (fk_cells_contain(parent, child))
        return FK_OK;
    fk_status status = fk_cells_report_trouble(report, FK_CELL_OUTSIDE, number, parent_number);
    if (report != NULL)
        report->corner = fk_cells_first_outside(parent, child);
    return status;
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* Finds the parents: every node but the root must be among the children of one node. Stops in a row of
 * children at the first node that already has a parent, so that overlapping rows take no more time than
 * others; later nodes of the row have higher numbers than the reported one. */
static fk_status find_parents(const fk_cell_tree *tree, uint32_t *parent, fk_cell_report *report)
{
    uint32_t count = tree->node_count, owner = FK_NONE;
    uint64_t first = UINT64_MAX;
    memset(parent, 0xff, count * sizeof *parent);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t child = tree->node[i].first_child, end = child + tree->node[i].child_count;
        while (child < end && child < count && parent[child] == FK_NONE)
            parent[child++] = i;
        if (child < end && child < first) {
            first = child;
            owner = i;
        }
    }
    for (uint32_t i = 1; i < count && i < first; i++)
        if (parent[i] == FK_NONE)
            return fk_cells_report_trouble(report, FK_CELL_PARENT, i, FK_NONE);
    return first == UINT64_MAX ? FK_OK
                               : fk_cells_report_trouble(report, FK_CELL_PARENT, (uint32_t)first, owner);
}

/* Checks that there is no cycle and that every node comes after its parent. */
static fk_status check_order(const uint32_t *parent, uint32_t count, uint32_t *mark, fk_cell_report *report)
{
    uint32_t turned = FK_NONE;
    for (uint32_t i = count; i-- > 0;)
        if (parent[i] != FK_NONE && parent[i] >= i)
            turned = i;
    if (turned == FK_NONE)
        return FK_OK;
    uint32_t node = fk_cells_first_in_cycle(parent, count, mark);
    if (node != FK_NONE)
        return fk_cells_report_trouble(report, FK_CELL_CYCLE, node, parent[node]);
    return fk_cells_report_trouble(report, FK_CELL_PARENT, turned, parent[turned]);
}

static fk_status check_tree(const fk_cell_tree *tree, uint32_t *room, fk_cell_report *report)
{
    uint32_t count = tree->node_count, *parent = room;
    fk_status status = find_parents(tree, parent, report);
    if (status == FK_OK)
        status = check_order(parent, count, room + count, report);
    for (uint32_t i = 1; status == FK_OK && i < count; i++) {
        fk_cells_volume outer = fk_cell_node_volume(&tree->node[parent[i]]);
        fk_cells_volume inner = fk_cell_node_volume(&tree->node[i]);
        status = fk_cells_check_inside(&outer, &inner, parent[i], i, report);
    }
    return status;
}

fk_status fk_cell_tree_check(fk_context *context, const fk_cell_tree *tree, fk_cell_report *report)
{
    uint32_t count = tree->node_count;
    if (count == 0)
        return fk_cells_report_trouble(report, FK_CELL_EMPTY, FK_NONE, FK_NONE);
    fk_cell_trouble worst = FK_CELL_SOUND;
    uint32_t at = FK_NONE;
    for (uint32_t i = 0; i < count; i++) {
        fk_cell_trouble trouble = fk_cells_check_cell(tree->node[i].kind, &tree->node[i].cell);
        if (trouble != FK_CELL_SOUND && (worst == FK_CELL_SOUND || trouble < worst)) {
            worst = trouble;
            at = i;
        }
    }
    if (worst != FK_CELL_SOUND)
        return fk_cells_report_trouble(report, worst, at, FK_NONE);
    size_t bytes = 2 * (size_t)count * sizeof(uint32_t);
    uint32_t *room = fk_allocate(context, bytes);
    if (room == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = check_tree(tree, room, report);
    fk_release(context, room, bytes);
    return status == FK_OK ? fk_cells_report_trouble(report, FK_CELL_SOUND, FK_NONE, FK_NONE) : status;
}
