/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether the leaves of a tree of cells cover a mesh.
 *
 * The cover check takes hulls of doubles, and corners of cells are sums that may be none. So leaves are first taken as hulls
 * that lie in them: if these cover the mesh, the leaves do. If they do not, and some corner is no double, hulls that hold the
 * leaves are tried: if these do not cover the mesh either, in the same way, the leaves do not. Between the two lie some units
 * in the last place.
 *
 * Leaves that were made larger by such units cross each other wherever they meet, and the check takes very long. So their cores
 * come first (cells_core.c), which lie in them, too, and fit together. Where cores leave something open, the leaf there takes the
 * place of its core, and some more, until all is covered. If it never is, the check begins at the place that was open. */

#include <string.h>

#include "tree/cells.h"
#include "tree/cover.h"

/* So many cores are given up. */
#define MOST_ROUNDS 12

static void leaves_end(fk_context *context, fk_cells_leaves *l)
{
    for (uint32_t i = 0; l->hull != NULL && i < l->count; i++)
        fk_hull_free(context, l->hull[i]);
    fk_release(context, l->hull, l->capacity * sizeof *l->hull);
    fk_release(context, l->node, l->capacity * sizeof *l->node);
    fk_release(context, l->is_exact, l->capacity * sizeof *l->is_exact);
}

static fk_status leaves_init(fk_context *context, const fk_cell_tree *tree, fk_cells_rounding rounding,
                             fk_cells_leaves *l)
{
    memset(l, 0, sizeof *l);
    for (uint32_t i = 0; i < tree->node_count; i++)
        l->capacity += tree->node[i].child_count == 0;
    l->hull = fk_allocate(context, l->capacity * sizeof *l->hull);
    l->node = fk_allocate(context, l->capacity * sizeof *l->node);
    l->is_exact = fk_allocate(context, l->capacity * sizeof *l->is_exact);
    l->are_exact = true;
    bool has_room = l->hull != NULL && l->node != NULL && l->is_exact != NULL;
    fk_status status = has_room ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; status == FK_OK && i < tree->node_count; i++) {
        fk_cells_volume volume = fk_cells_volume_of(&tree->node[i]);
        if (tree->node[i].child_count > 0)
            continue;
        status = fk_cells_hull(context, &volume, rounding, &l->is_exact[l->count], &l->hull[l->count]);
        if (status == FK_OK) {
            l->are_exact = l->are_exact && l->is_exact[l->count];
            l->node[l->count++] = i;
        }
    }
    if (status != FK_OK)
        leaves_end(context, l);
    return status;
}

static bool covers(const fk_cover *cover)
{
    return cover->covers_surface && cover->covers_inside;
}

/* Checks cores, and leaves in place of those that were found open. A piece that is found is a leaf. */
static fk_status check_cores(fk_context *context, const fk_mesh *mesh, const fk_cells_leaves *l,
                             fk_hull **core, fk_cover *found)
{
    size_t bytes = l->count * sizeof(fk_hull *);
    fk_hull **taken = fk_allocate(context, bytes);
    if (taken == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < l->count; i++)
        taken[i] = core[i] != NULL ? core[i] : l->hull[i];
    fk_status status = FK_OK;
    for (int round = 0; status == FK_OK && round < MOST_ROUNDS; round++) {
        status = fk_cover_check_from(context, mesh, taken, l->count, found, found);
        uint32_t open = found->piece;
        if (status != FK_OK || open == FK_NONE || taken[open] == l->hull[open])
            break;
        taken[open] = l->hull[open];
    }
    fk_release(context, taken, bytes);
    return status;
}

static fk_status try_cores(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                           const fk_cells_leaves *l, fk_cover *found)
{
    size_t bytes = l->count * sizeof(fk_hull *);
    fk_hull **core = fk_allocate(context, bytes);
    if (core == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_cells_cores(context, tree, mesh, l, core);
    if (status == FK_OK) {
        status = check_cores(context, mesh, l, core, found);
        for (uint32_t i = 0; i < l->count; i++)
            fk_hull_free(context, core[i]);
    }
    fk_release(context, core, bytes);
    return status;
}

/* The piece of *found is a leaf, before and after: where to begin, and what is open. */
static fk_status check(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                       fk_cells_rounding rounding, bool *are_exact, fk_cover *found, uint32_t *node)
{
    fk_cells_leaves l;
    fk_status status = leaves_init(context, tree, rounding, &l);
    if (status != FK_OK)
        return status;
    bool has_cores = rounding == FK_CELLS_INWARD && !l.are_exact && mesh->triangle_count > 0;
    if (has_cores)
        status = try_cores(context, tree, mesh, &l, found);
    if (status == FK_OK && !(has_cores && covers(found)))
        status = fk_cover_check_from(context, mesh, l.hull, l.count, found, found);
    *node = found->piece != FK_NONE ? l.node[found->piece] : FK_NONE;
    *are_exact = l.are_exact;
    leaves_end(context, &l);
    return status;
}

fk_status fk_cell_tree_covers(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                              fk_cell_cover *out)
{
    fk_cell_cover found = {.cover = {.triangle = FK_NONE, .piece = FK_NONE}, .is_proved = true};
    bool are_exact;
    uint32_t node;
    fk_status status = check(context, tree, mesh, FK_CELLS_INWARD, &are_exact, &found.cover, &node);
    if (status != FK_OK)
        return status;
    if (!are_exact && !covers(&found.cover)) {
        fk_cover outer = found.cover;
        uint32_t outer_node;
        status = check(context, tree, mesh, FK_CELLS_OUTWARD, &are_exact, &outer, &outer_node);
        if (status != FK_OK)
            return status;
        found.is_proved = outer.covers_surface == found.cover.covers_surface &&
                          outer.covers_inside == found.cover.covers_inside;
        /* What sticks out of hulls that hold the leaves sticks out of these. */
        if (found.is_proved) {
            found.cover = outer;
            node = outer_node;
        }
    }
    found.cover.piece = node;
    *out = found;
    return FK_OK;
}
