/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The shape "cells" of a scene: a tree of boxes and tetrahedra, each with its children. Read without
 * recursion; the nodes are numbered in the order of the text.
 *
 * Weak inputs: the JSON library nests no deeper than 2048, which is 1021 levels of cells. */

#include "base/lists.h"
#include "base/vec3.h"
#include "scene/parts.h"

/* ---- One cell ------------------------------------------------------------------------------------------ */

static bool read_kind(fk_reader *r, const fk_value *value, fk_kind *out)
{
    const char *word;
    if (!fk_value_text(r, value, "\"kind\"", &word))
        return false;
    if (fk_same_text(word, "box"))
        *out = FK_KIND_BOX;
    else if (fk_same_text(word, "tetra"))
        *out = FK_KIND_TETRA;
    else
        return fk_value_fail(r, value,
                             "\"kind\" is \"box\", which is any parallelepiped, or \"tetra\", not '%s'",
                             fk_show(word).text);
    return true;
}

bool fk_read_cell(fk_reader *r, const fk_value *object, const char *what, fk_kind *kind, fk_cell *out)
{
    fk_value member;
    if (!fk_value_need(r, object, "kind", what, &member) || !read_kind(r, &member, kind) ||
        !fk_value_need(r, object, "origin", what, &member) ||
        !fk_value_vec3(r, &member, "[x, y, z]", &out->origin) ||
        !fk_value_need(r, object, "edges", what, &member))
        return false;
    if (!json_is_array(member.json) || json_array_size(member.json) != 3)
        return fk_value_fail(
            r, &member,
            "\"edges\" needs the three edges that leave the origin, as [[2, 0, 0], [0, 1, 0], "
            "[0, 0, 1]]");
    for (size_t i = 0; i < 3; i++) {
        fk_value edge = fk_value_element(&member, i);
        if (!fk_value_vec3(r, &edge, "[x, y, z]", &out->edge[i]))
            return false;
    }
    return true;
}

/* ---- Trees of them ------------------------------------------------------------------------------------- */

typedef struct cell_list {
    fk_cell_input *input;
    size_t count, capacity;
} cell_list;

static bool read_node(fk_reader *r, const fk_nest_level *level, cell_list *list)
{
    static const char *const known[] = {"kind", "origin", "edges", "children", NULL};
    fk_cell_input node = {.parent = level->above != NULL ? level->above->number : FK_NONE};
    if (!fk_value_fields(r, &level->object, "a cell", known) ||
        !fk_read_cell(r, &level->object, "a cell", &node.kind, &node.cell))
        return false;
    if (list->count >= FK_NONE ||
        !fk_grow(r->context, &list->input, sizeof node, list->count, &list->capacity, list->count + 1))
        return fk_reader_no_memory(r);
    list->input[list->count++] = node;
    return true;
}

static bool begin_walk(fk_nest *nest, fk_reader *r, const fk_value *root)
{
    return fk_nest_begin(nest, r, root, "children", "cells");
}

static bool read_nodes(fk_reader *r, const fk_value *root, cell_list *list)
{
    fk_nest nest;
    for (bool more = begin_walk(&nest, r, root); more; more = fk_nest_next(&nest))
        if (!read_node(r, nest.at, list))
            return false;
    return r->status == FK_OK;
}

/* A corner of a cell, as vertices are numbered; rounded, for a message. */
static fk_vec3 corner_of(const fk_cell_input *node, uint32_t corner)
{
    fk_vec3 at = node->cell.origin;
    for (uint32_t i = 0; i < 3; i++)
        if (node->kind == FK_KIND_BOX ? (corner >> i & 1) != 0 : corner == i + 1)
            at = fk_vec3_add(at, node->cell.edge[i]);
    return at;
}

/* Says what is wrong with the tree, at the node. */
static bool fail_tree(fk_reader *r, const fk_value *root, const char *part, const fk_cell_input *input,
                      const fk_cell_report *report)
{
    fk_nest nest;
    if (!begin_walk(&nest, r, root) || !fk_nest_find(&nest, report->node))
        return false;
    const fk_value *value = &nest.at->object;
    unsigned long number = report->node;
    if (report->trouble != FK_CELL_OUTSIDE)
        return fk_value_fail(r, value, "part '%s', cell %lu: %s; make it smaller, or change the units", part,
                             number, fk_cell_trouble_text(report->trouble));
    fk_vec3 at = corner_of(&input[report->node], report->corner);
    uint64_t line, column;
    fk_value_place(r, &nest.at->above->object, false, &line, &column);
    return fk_value_fail(r, value,
                         "part '%s', cell %lu: its corner (%s, %s, %s) is not inside its parent, cell %lu of "
                         "line %lu: make the parent larger, or the cell smaller",
                         part, number, fk_show_number(at.x).text, fk_show_number(at.y).text,
                         fk_show_number(at.z).text, (unsigned long)report->parent, (unsigned long)line);
}

static bool build_tree(fk_reader *r, const fk_value *root, const cell_list *list, fk_entry *out)
{
    fk_cell_report report;
    fk_status status = fk_cell_tree_of_nodes(r->context, list->input, (uint32_t)list->count, FK_CELL_CHILDREN,
                                             &report, &out->cells);
    if (status == FK_ERROR_MEMORY)
        return fk_reader_no_memory(r);
    if (status != FK_OK)
        return fail_tree(r, root, fk_show(out->name).text, list->input, &report);
    /* All others lie in the root. */
    const fk_cell *cell = &list->input[0].cell;
    out->reach = fk_vec3_largest(cell->origin) + fk_vec3_largest(cell->edge[0]) +
                 fk_vec3_largest(cell->edge[1]) + fk_vec3_largest(cell->edge[2]);
    return true;
}

bool fk_read_cells(fk_reader *r, const fk_value *value, fk_scene_own *own, fk_entry *out)
{
    (void)own;
    cell_list list = {NULL, 0, 0};
    bool is_good = read_nodes(r, value, &list) && build_tree(r, value, &list, out);
    fk_release(r->context, list.input, list.capacity * sizeof *list.input);
    return is_good;
}
