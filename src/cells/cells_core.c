/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cores of leaves: tetrahedra inside them, with corners that neighbours share.
 *
 * A leaf around given points is larger than their hull by some units in the last place, each leaf in its own
 * way. So leaves that shared a face overlap in slivers, and leaves that met in a point cross each other
 * there. It is then hard to tell whether they cover something, the more so the more of them meet. Mostly the
 * given points still exist, as vertices of the mesh, as corners of leaves that did not have to be enlarged,
 * or as numbers of few bits. So each corner of a leaf is replaced by the nearest of these points that is in
 * the leaf. The hull of such points lies in the leaf, which is convex; and if the hulls cover something, the
 * leaves do.
 *
 * Correctness needs only that the points are in the leaves, which is decided exactly. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "cells/cells.h"
#include "tree/tree.h"

/* Search distance, as a multiple of the growth of a leaf. */
#define SEARCH_GROWTHS 4

/* Points from which corners may have come. */
typedef struct core_search {
    fk_context *context;
    fk_mesh *place; /* all points, each once */
    fk_mesh spots;  /* the shared points: one triangle for each, with all three corners there */
    fk_triangle *triangle;
    size_t capacity;
    fk_tree *tree;
    /* The current search. */
    fk_cells_volume leaf;
    fk_vec3 near;
    uint32_t found; /* FK_NONE while nothing is found */
    double distance;
} core_search;

static void core_search_end(core_search *f)
{
    fk_tree_free(f->context, f->tree);
    fk_release(f->context, f->triangle, f->capacity * sizeof *f->triangle);
    fk_mesh_free(f->context, f->place);
}

/* Collects the vertices of the mesh, twice, and the corners of exact leaves. */
static fk_vec3 *collect_points(core_search *f, const fk_mesh *mesh, const fk_cells_leaves *leaves)
{
    size_t count = 2 * (size_t)mesh->vertex_count;
    for (uint32_t i = 0; i < leaves->count; i++)
        count += leaves->is_exact[i] ? leaves->hull[i]->vertex_count : 0;
    fk_vec3 *point = count > INT32_MAX ? NULL : fk_allocate(f->context, count * sizeof *point);
    f->capacity = count;
    f->triangle = point == NULL ? NULL : fk_allocate(f->context, count * sizeof *f->triangle);
    for (size_t i = 0; f->triangle != NULL && i < count; i++)
        f->triangle[i] = (fk_triangle){{(uint32_t)i, (uint32_t)i, (uint32_t)i}};
    size_t filled = 0;
    for (uint32_t i = 0; point != NULL && i < 2 * mesh->vertex_count; i++)
        point[filled++] = mesh->point[i / 2];
    for (uint32_t i = 0; point != NULL && i < leaves->count; i++)
        for (uint32_t k = 0; leaves->is_exact[i] && k < leaves->hull[i]->vertex_count; k++)
            point[filled++] = leaves->hull[i]->point[k];
    return point;
}

/* Keeps the points that occur at least twice: a corner of a single leaf is useless. */
static fk_status keep_shared_points(core_search *f)
{
    uint32_t count = f->place->vertex_count, kept = 0;
    uint32_t *times = fk_allocate(f->context, count * sizeof *times);
    if (times == NULL)
        return FK_ERROR_MEMORY;
    memset(times, 0, count * sizeof *times);
    for (uint32_t i = 0; i < f->place->triangle_count; i++)
        if (++times[f->place->triangle[i].corner[0]] == 2)
            f->triangle[kept++] = f->place->triangle[i];
    fk_release(f->context, times, count * sizeof *times);
    f->spots = (fk_mesh){count, kept, f->place->point, f->triangle, "", 0};
    return fk_tree_build(f->context, &f->spots, NULL, &f->tree);
}

static fk_status core_search_init(core_search *f, fk_context *context, const fk_mesh *mesh,
                                  const fk_cells_leaves *leaves)
{
    *f = (core_search){.context = context};
    fk_vec3 *point = collect_points(f, mesh, leaves);
    fk_mesh_input input = {point, f->capacity, f->triangle, f->capacity, fk_mesh_options_default()};
    fk_status status = f->triangle == NULL ? FK_ERROR_MEMORY : FK_OK;
    /* Equal points become one; the triangles say which. */
    if (status == FK_OK)
        status = fk_mesh_build(context, &input, NULL, &f->place);
    if (status == FK_OK)
        status = keep_shared_points(f);
    fk_release(context, point, f->capacity * sizeof *point);
    if (status != FK_OK)
        core_search_end(f);
    return status;
}

static bool is_in_leaf(const core_search *f, fk_vec3 place)
{
    fk_cells_volume at = {.kind = FK_KIND_TETRA, .cell = {.origin = place}};
    return fk_cells_contain(&f->leaf, &at);
}

/* Takes a point that is nearer and in the leaf. */
static bool offer_point(void *user, uint32_t number)
{
    core_search *f = user;
    fk_vec3 place = f->place->point[f->triangle[number].corner[0]];
    double distance = fk_vec3_largest(fk_vec3_sub(place, f->near));
    if (distance <= f->distance && is_in_leaf(f, place)) {
        f->found = f->triangle[number].corner[0];
        f->distance = distance;
    }
    return true;
}

/* Returns the number with the fewest binary digits within `reach` of x. */
static double shortest_binary(double x, double reach)
{
    double step = fk_inverse_power(-1 - fk_exponent_of(x)), rounded = 0;
    for (int i = 0; i < 54 && !(fabs(x - rounded) <= reach); i++) {
        rounded = floor(x / step + 0.5) * step;
        step *= 0.5;
    }
    return fabs(x - rounded) <= reach ? rounded : x;
}

/* Returns a replacement for a corner: a nearby point, or a point of few bits, or the corner itself. */
static fk_vec3 find_core_corner(core_search *f, fk_vec3 corner, double reach)
{
    fk_vec3 away = fk_vec3_make(reach, reach, reach);
    fk_aabb box = {fk_vec3_sub(corner, away), fk_vec3_add(corner, away)};
    fk_placed_mesh placed = {.mesh = &f->spots, .tree = f->tree, .pose = fk_pose_identity()};
    f->near = corner;
    f->found = FK_NONE;
    f->distance = reach;
    fk_placed_visit(&placed, &box, offer_point, f);
    if (f->found != FK_NONE)
        return f->place->point[f->found];
    fk_vec3 place = fk_vec3_make(shortest_binary(corner.x, reach), shortest_binary(corner.y, reach),
                                 shortest_binary(corner.z, reach));
    return is_in_leaf(f, place) ? place : corner;
}

static fk_status build_core(core_search *f, const fk_hull *hull, fk_hull **out)
{
    fk_vec3 place[4];
    double reach = fk_cells_leaf_growth(hull->point) * SEARCH_GROWTHS;
    if (!fk_is_finite(reach))
        return FK_OK;
    for (uint32_t k = 0; k < 4; k++)
        place[k] = find_core_corner(f, hull->point[k], reach);
    bool is_same = true;
    for (uint32_t k = 0; k < 4; k++)
        is_same = is_same && memcmp(&place[k], &hull->point[k], sizeof *place) == 0;
    return is_same ? FK_OK : fk_hull_build(f->context, place, 4, out);
}

fk_status fk_cells_find_cores(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                              const fk_cells_leaves *leaves, fk_hull **out)
{
    core_search f;
    fk_status status = core_search_init(&f, context, mesh, leaves);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; status == FK_OK && i < leaves->count; i++) {
        f.leaf = fk_cell_node_volume(&tree->node[leaves->node[i]]);
        if (f.leaf.kind == FK_KIND_TETRA && leaves->hull[i]->dimension == 3)
            status = build_core(&f, leaves->hull[i], &out[i]);
    }
    core_search_end(&f);
    return status;
}
