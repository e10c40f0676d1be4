/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search: objects that are placed trees of cells, in groups.
 *
 *   objects, groups -> placed trees, scopes with boxes              search_candidates.c
 *   question        -> pairs of objects whose boxes meet            search_candidates.c
 *   budget          -> traversals of two trees, continued           search_run.c, cells/cells.h
 *                   -> list of pairs that collide or are open       search_run.c
 *
 * Source: P. Baillehache, "Collision detection for 3D objects based on the Fourier-Motzkin elimination
 * method", 2013, section 2: groups are the level that this paper has above objects. A volume given for a
 * group must contain everything in the group, which is decided exactly for the placed roots. So if the volume
 * is apart from an object, the group is skipped. */

#include "cells/search.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"

/* ---- Error messages ------------------------------------------------------------------------------------ */

static const char not_in_volume[] = "is not in the volume of %s: move it, enlarge the volume, or leave the "
                                    "volume out, and a box around its members will do";
static const char not_finite[] =
    "has a number that is not finite, or 2^1000 or beyond: check its pose, or use a larger unit";

/* Longer names are left out: with two of them a message would lose its remedy. */
#define MAX_NAME 48

/* How a message names an object or group. */
typedef struct search_title {
    char text[96];
} search_title;

static search_title make_title(bool is_object, uint32_t index, const char *name)
{
    search_title t;
    bool has_name = name != NULL && strlen(name) <= MAX_NAME;
    snprintf(t.text, sizeof t.text, "%s %u%s%s%s", is_object ? "object" : "group", (unsigned)index,
             has_name ? " \"" : "", has_name ? name : "", has_name ? "\"" : "");
    return t;
}

/* Writes a message that begins with the object or group. */
static fk_status report_problem(fk_search_report *report, bool is_object, uint32_t index, const char *name,
                                fk_status status, const char *format, ...)
{
    if (report == NULL)
        return status;
    report->object = is_object ? index : FK_NONE;
    report->group = is_object ? FK_NONE : index;
    char *text = report->message;
    size_t size = sizeof report->message;
    int length = snprintf(text, size, "%s ", make_title(is_object, index, name).text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + length, size - (size_t)length, format, list);
    va_end(list);
    return status;
}

/* ---- Scopes from groups -------------------------------------------------------------------------------- */

static bool is_point_moderate(fk_vec3 v)
{
    return fk_vec3_is_finite(v) && fk_vec3_largest(v) < FK_CELLS_LARGEST;
}

static bool is_group_volume_moderate(const fk_cells_volume *volume)
{
    const fk_cell *cell = &volume->cell;
    if (!is_point_moderate(cell->origin))
        return false;
    for (int k = 0; k < 3; k++)
        if (!is_point_moderate(cell->edge[k]))
            return false;
    fk_aabb box = fk_cells_bounds(volume);
    return is_point_moderate(box.min) && is_point_moderate(box.max);
}

static fk_status add_group_volume(fk_search *s, const fk_search_group *groups, uint32_t index,
                                  fk_search_report *report)
{
    const fk_search_group *group = &groups[index];
    fk_search_scope *scope = &s->scope[index + 1];
    uint32_t outer = scope->holder;
    if (group->kind == FK_KIND_NONE)
        return FK_OK;
    if (group->kind != FK_KIND_BOX && group->kind != FK_KIND_TETRA)
        return report_problem(
            report, false, index, group->name, FK_ERROR_ARGUMENT,
            "has a volume that is neither a box nor a tetrahedron: give one of these, or none, and "
            "a box around its members will do");
    scope->volume = (fk_cells_volume){group->kind, group->cell};
    if (!is_group_volume_moderate(&scope->volume))
        return report_problem(report, false, index, group->name, FK_ERROR_NOT_FINITE, not_finite);
    if (outer != FK_NONE && !fk_cells_contain(&s->scope[outer].volume, &scope->volume))
        return report_problem(report, false, index, group->name, FK_ERROR_ARGUMENT, not_in_volume,
                              make_title(false, outer - 1, groups[outer - 1].name).text);
    fk_scope_grow(scope, 0);
    scope->holder = index + 1;
    return FK_OK;
}

static fk_status add_groups(fk_search *s, const fk_search_group *group, fk_search_report *report)
{
    fk_search_scope open = {.parent = FK_NONE, .first_child = FK_NONE, .next = FK_NONE, .holder = FK_NONE};
    s->scope[FK_SCOPE_WORLD] = open;
    s->scope[FK_SCOPE_WORLD].tests_members = true;
    for (uint32_t i = 0; i + 1 < s->scope_count; i++) {
        fk_search_scope *scope = &s->scope[i + 1];
        *scope = open;
        scope->tests_members = group[i].tests_members;
        if (group[i].parent != FK_NONE && group[i].parent >= i)
            return report_problem(
                report, false, i, group[i].name, FK_ERROR_ARGUMENT,
                "is in group %u, which does not come before it: list groups after those that "
                "they are in",
                (unsigned)group[i].parent);
        scope->parent = group[i].parent + 1; /* FK_NONE becomes the world */
        scope->holder = s->scope[scope->parent].holder;
        fk_status status = add_group_volume(s, group, i, report);
        if (status != FK_OK)
            return status;
    }
    return FK_OK;
}

/* ---- Objects ------------------------------------------------------------------------------------------- */

/* Places a tree. If the volume of a group does not contain it, *group becomes that group. */
static fk_status place_tree(const fk_search *s, const fk_cell_tree *tree, const fk_pose *pose, uint32_t scope,
                            fk_placed_cells *out, uint32_t *group)
{
    fk_placed_cells placed;
    if (!fk_placed_cells_init(tree, pose, &placed))
        return FK_ERROR_NOT_FINITE;
    uint32_t holder = s->scope[scope].holder;
    if (holder != FK_NONE) {
        const fk_cell_node *node = &tree->node[0];
        fk_piece root = {.kind = node->kind, .as.cell = node->cell};
        root = fk_piece_place(&root, pose, NULL);
        fk_cells_volume inner = {root.kind, root.as.cell};
        *group = holder - 1;
        if (!fk_cells_contain(&s->scope[holder].volume, &inner))
            return FK_ERROR_ARGUMENT;
    }
    *out = placed;
    return FK_OK;
}

static fk_status add_objects(fk_search *s, const fk_search_object *object, const fk_search_group *groups,
                             fk_search_report *report)
{
    for (uint32_t i = 0; i < s->object_count; i++) {
        const fk_search_object *o = &object[i];
        if (o->tree == NULL || o->tree->node_count == 0)
            return report_problem(
                report, true, i, o->name, FK_ERROR_ARGUMENT,
                "has no tree of cells: make one, of cells, a mesh or its pieces, or leave it out");
        if (o->group != FK_NONE && o->group + 1 >= s->scope_count)
            return report_problem(
                report, true, i, o->name, FK_ERROR_ARGUMENT,
                "is in group %u, and there are %u, counted from 0: give it one of these, or none",
                (unsigned)o->group, (unsigned)(s->scope_count - 1));
        s->scope_of[i] = o->group + 1;
        uint32_t group = FK_NONE;
        fk_status status = place_tree(s, o->tree, &o->pose, s->scope_of[i], &s->placed[i], &group);
        if (status == FK_ERROR_ARGUMENT)
            return report_problem(report, true, i, o->name, status, not_in_volume,
                                  make_title(false, group, groups[group].name).text);
        if (status != FK_OK)
            return report_problem(report, true, i, o->name, status, not_finite);
    }
    return FK_OK;
}

fk_status fk_search_move(fk_search *search, uint32_t object, const fk_pose *pose)
{
    if (object >= search->object_count)
        return FK_ERROR_ARGUMENT;
    fk_placed_cells *placed = &search->placed[object];
    uint32_t group;
    fk_status status = place_tree(search, placed->tree, pose, search->scope_of[object], placed, &group);
    if (status != FK_OK)
        return status;
    fk_scopes_move(search, object);
    search->is_asked = false;
    return FK_OK;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Allocates everything of fixed size in one block, ordered by alignment. NULL without memory. */
static fk_search *allocate_search(fk_context *context, uint32_t group_count, uint32_t object_count)
{
    const uint64_t for_object = sizeof(fk_placed_cells) + 6 * sizeof(double) + 3 * sizeof(uint32_t);
    uint64_t scopes = (uint64_t)group_count + 1, n = object_count;
    uint64_t bytes = sizeof(fk_search) + scopes * sizeof(fk_search_scope) + n * for_object;
    if (group_count == UINT32_MAX || bytes > (uint64_t)PTRDIFF_MAX)
        return NULL;
    fk_search *s = fk_allocate(context, (size_t)bytes);
    if (s == NULL)
        return NULL;
    memset(s, 0, sizeof *s);
    s->context = context;
    s->bytes = (size_t)bytes;
    s->object_count = object_count;
    s->scope_count = (uint32_t)scopes;
    s->scope = (fk_search_scope *)(s + 1);
    s->placed = (fk_placed_cells *)(s->scope + scopes);
    double *number = (double *)(s->placed + n);
    for (int k = 0; k < 3; k++) {
        s->low[k] = number + (size_t)(2 * k) * n;
        s->high[k] = number + (size_t)(2 * k + 1) * n;
    }
    s->place_of = (uint32_t *)(number + 6 * n);
    s->object_at = s->place_of + n;
    s->scope_of = s->object_at + n;
    return s;
}

fk_status fk_search_create(fk_context *context, const fk_search_group *group, uint32_t group_count,
                           const fk_search_object *object, uint32_t object_count, fk_search_report *report,
                           fk_search **out)
{
    if (report != NULL)
        *report = (fk_search_report){.object = FK_NONE, .group = FK_NONE};
    fk_search *s = allocate_search(context, group_count, object_count);
    if (s == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = add_groups(s, group, report);
    if (status == FK_OK)
        status = add_objects(s, object, group, report);
    if (status != FK_OK) {
        fk_release(context, s, s->bytes);
        return status;
    }
    fk_scopes_fill(s);
    *out = s;
    return FK_OK;
}

void fk_search_destroy(fk_context *context, fk_search *search)
{
    if (search == NULL)
        return;
    fk_search_clear(search);
    fk_release(context, search->candidate, search->candidate_capacity * sizeof *search->candidate);
    fk_release(context, search->pair, search->pair_capacity * sizeof *search->pair);
    fk_release(context, search->open, search->open_capacity * sizeof *search->open);
    fk_release(context, search->key, search->key_capacity * sizeof *search->key);
    fk_release(context, search, search->bytes);
}
