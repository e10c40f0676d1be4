/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether the leaves of a tree of cells cover a mesh.
 *
 * The cover check takes hulls of doubles, and corners of cells are sums that may be none. So leaves are first taken as hulls that lie in them:
 * if these cover the mesh, the leaves do. If they do not, and some corner is no double, hulls that hold the leaves are tried: if
 * these do not cover the mesh either, in the same way, the leaves do not. Between the two lie some units in the last place. */

#include <string.h>

#include "tree/cells.h"

/* The leaves as hulls. */
typedef struct leaves {
    fk_context *context;
    uint32_t count, capacity;
    fk_hull **hull;
    uint32_t *node; /* of each */
    bool are_exact;
} leaves;

static void leaves_end(leaves *l)
{
    for (uint32_t i = 0; l->hull != NULL && i < l->count; i++)
        fk_hull_free(l->context, l->hull[i]);
    fk_release(l->context, l->hull, l->capacity * sizeof *l->hull);
    fk_release(l->context, l->node, l->capacity * sizeof *l->node);
}

static fk_status leaves_init(leaves *l, fk_context *context, const fk_cell_tree *tree,
                             fk_cells_rounding rounding)
{
    memset(l, 0, sizeof *l);
    l->context = context;
    for (uint32_t i = 0; i < tree->node_count; i++)
        l->capacity += tree->node[i].child_count == 0;
    l->hull = fk_allocate(context, l->capacity * sizeof *l->hull);
    l->node = fk_allocate(context, l->capacity * sizeof *l->node);
    l->are_exact = true;
    fk_status status = l->hull == NULL || l->node == NULL ? FK_ERROR_MEMORY : FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < tree->node_count; i++) {
        fk_cells_volume volume = {tree->node[i].kind, tree->node[i].cell};
        bool is_exact;
        if (tree->node[i].child_count > 0)
            continue;
        status = fk_cells_hull(context, &volume, rounding, &is_exact, &l->hull[l->count]);
        if (status == FK_OK) {
            l->are_exact = l->are_exact && is_exact;
            l->node[l->count++] = i;
        }
    }
    if (status != FK_OK)
        leaves_end(l);
    return status;
}

static fk_status check(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                       fk_cells_rounding rounding, bool *are_exact, fk_cover *out)
{
    leaves l;
    fk_status status = leaves_init(&l, context, tree, rounding);
    if (status != FK_OK)
        return status;
    status = fk_cover_check(context, mesh, l.hull, l.count, out);
    if (status == FK_OK && out->piece != FK_NONE)
        out->piece = l.node[out->piece];
    *are_exact = l.are_exact;
    leaves_end(&l);
    return status;
}

fk_status fk_cell_tree_covers(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                              fk_cell_cover *out)
{
    fk_cell_cover found = {.is_proved = true};
    bool are_exact;
    fk_status status = check(context, tree, mesh, FK_CELLS_INWARD, &are_exact, &found.cover);
    if (status != FK_OK)
        return status;
    if (!are_exact && !(found.cover.covers_surface && found.cover.covers_inside)) {
        fk_cover outer;
        status = check(context, tree, mesh, FK_CELLS_OUTWARD, &are_exact, &outer);
        if (status != FK_OK)
            return status;
        found.is_proved = outer.covers_surface == found.cover.covers_surface &&
                          outer.covers_inside == found.cover.covers_inside;
        /* What sticks out of hulls that hold the leaves sticks out of these. */
        if (found.is_proved)
            found.cover = outer;
    }
    *out = found;
    return FK_OK;
}
