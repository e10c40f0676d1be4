/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether the leaves of a tree of cells cover a mesh.
 *
 * The cover check needs hulls of doubles, but corners of cells are sums that may not be doubles. So each leaf
 * is first replaced by a hull inside it: if these hulls cover the mesh, the leaves do. If they do not, and
 * some corner is not a double, hulls around the leaves are tried: if these fail in the same way, the leaves
 * do not cover the mesh. The two differ by some units in the last place.
 *
 * Leaves that were enlarged by such units cross each other wherever they meet, and the check takes very long.
 * So it starts with their cores (cells_core.c), which also lie in them and fit together. Where cores leave
 * something uncovered, the leaves there replace their cores, and so on. If everything is covered in the end,
 * the leaves cover it too; if not, all leaves are checked, beginning at the uncovered point. */

#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "mesh/builder.h"
#include "mesh/mesh.h"
#include "split/cover.h"

/* Rounds in which cores are replaced. */
#define MAX_ROUNDS 40

/* How near an uncovered point must be for a core to be replaced, relative to coordinates. Any value is
 * correct. */
#define NEAR 0x1p-42

static void leaf_hulls_end(fk_context *context, fk_cells_leaves *l)
{
    for (uint32_t i = 0; l->hull != NULL && i < l->count; i++)
        fk_hull_free(context, l->hull[i]);
    fk_release(context, l->hull, l->capacity * sizeof *l->hull);
    fk_release(context, l->node, l->capacity * sizeof *l->node);
    fk_release(context, l->is_exact, l->capacity * sizeof *l->is_exact);
}

static fk_status leaf_hulls_init(fk_context *context, const fk_cell_tree *tree, fk_cells_rounding rounding,
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
        fk_cells_volume volume = fk_cell_node_volume(&tree->node[i]);
        if (tree->node[i].child_count > 0)
            continue;
        status = fk_cells_hull(context, &volume, rounding, &l->is_exact[l->count], &l->hull[l->count]);
        if (status == FK_OK) {
            l->are_exact = l->are_exact && l->is_exact[l->count];
            l->node[l->count++] = i;
        }
    }
    if (status != FK_OK)
        leaf_hulls_end(context, l);
    return status;
}

static bool is_covered(const fk_cover *cover)
{
    return cover->covers_surface && cover->covers_inside;
}

/* The query and its intermediate results. */
typedef struct cover_query {
    fk_context *context;
    const fk_cell_tree *tree;
    const fk_mesh *mesh;
    fk_cells_leaves inward;
    /* NULL if all leaves are exact. */
    fk_hull **core;  /* NULL for one that is the leaf's own hull */
    fk_hull **taken; /* of each leaf, a hull in it */
} cover_query;

static void cover_query_end(cover_query *q)
{
    size_t bytes = q->inward.count * sizeof *q->core;
    for (uint32_t i = 0; q->core != NULL && i < q->inward.count; i++)
        fk_hull_free(q->context, q->core[i]);
    fk_release(q->context, q->core, bytes);
    fk_release(q->context, q->taken, bytes);
    leaf_hulls_end(q->context, &q->inward);
}

static fk_status cover_query_init(cover_query *q)
{
    fk_status status = leaf_hulls_init(q->context, q->tree, FK_CELLS_INWARD, &q->inward);
    if (status != FK_OK || q->inward.are_exact || q->mesh->triangle_count == 0)
        return status;
    size_t bytes = q->inward.count * sizeof *q->core;
    q->core = fk_allocate(q->context, bytes);
    q->taken = fk_allocate(q->context, bytes);
    if (q->core != NULL)
        memset(q->core, 0, bytes);
    status = q->core == NULL || q->taken == NULL ? FK_ERROR_MEMORY : FK_OK;
    if (status == FK_OK)
        status = fk_cells_find_cores(q->context, q->tree, q->mesh, &q->inward, q->core);
    if (status != FK_OK)
        cover_query_end(q);
    return status;
}

/* Returns whether a point is in a hull, or outside by no more than rounding may cause. */
static bool is_near_hull(const fk_hull *hull, fk_vec3 place)
{
    fk_vec3 large = place;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        large = fk_vec3_exponent(hull->point[i]) > fk_vec3_exponent(large) ? hull->point[i] : large;
    double scale = fk_inverse_power(fk_vec3_exponent(large) + 1);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *v = hull->face_vertex + hull->face_begin[f];
        fk_vec3 a = fk_vec3_scale(hull->point[v[0]], scale), p = fk_vec3_scale(place, scale);
        fk_vec3 e = fk_vec3_sub(fk_vec3_scale(hull->point[v[1]], scale), a);
        fk_vec3 g = fk_vec3_sub(fk_vec3_scale(hull->point[v[2]], scale), a);
        fk_vec3 normal = fk_vec3_cross(e, g);
        if (fk_vec3_dot(normal, fk_vec3_sub(p, a)) > NEAR * fk_vec3_length(normal))
            return false;
    }
    return true;
}

/* Replaces cores by the hulls of their leaves: the core that failed, and those near the uncovered point.
 * Returns whether there was any. */
static bool replace_cores(cover_query *q, const fk_cells_leaves *l, const fk_cover *open)
{
    bool is_any = false;
    for (uint32_t i = 0; i < l->count; i++)
        if (q->taken[i] != l->hull[i] && (i == open->piece || is_near_hull(l->hull[i], open->point))) {
            q->taken[i] = l->hull[i];
            is_any = true;
        }
    return is_any;
}

/* Checks hulls that contain the cores. *found becomes the result for all of them; before, it says where to
 * begin. */
static fk_status check_cover(cover_query *q, const fk_cells_leaves *l, fk_cover *found)
{
    fk_status status = FK_OK;
    bool goes_on = q->core != NULL;
    for (uint32_t i = 0; goes_on && i < l->count; i++)
        q->taken[i] = q->core[i] != NULL ? q->core[i] : q->inward.hull[i];
    for (int round = 0; status == FK_OK && goes_on && round < MAX_ROUNDS; round++) {
        status = fk_cover_check_from(q->context, q->mesh, q->taken, l->count, found, found);
        if (status == FK_OK && is_covered(found))
            return FK_OK;
        goes_on = status == FK_OK && replace_cores(q, l, found);
    }
    if (status == FK_OK)
        status = fk_cover_check_from(q->context, q->mesh, l->hull, l->count, found, found);
    return status;
}

/* Checks hulls around the leaves, after hulls inside them have failed. */
static fk_status check_outer_hulls(cover_query *q, fk_cell_cover *found)
{
    fk_cells_leaves outward;
    fk_cover outer = found->cover;
    fk_status status = leaf_hulls_init(q->context, q->tree, FK_CELLS_OUTWARD, &outward);
    if (status != FK_OK)
        return status;
    status = check_cover(q, &outward, &outer);
    leaf_hulls_end(q->context, &outward);
    if (status != FK_OK)
        return status;
    found->is_proved = outer.covers_surface == found->cover.covers_surface &&
                       outer.covers_inside == found->cover.covers_inside;
    /* What sticks out of hulls around the leaves also sticks out of the leaves. */
    if (found->is_proved)
        found->cover = outer;
    return FK_OK;
}

fk_status fk_cell_tree_covers(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                              fk_cell_cover *out)
{
    cover_query q = {.context = context, .tree = tree, .mesh = mesh};
    fk_cell_cover found = {.cover = {.triangle = FK_NONE, .piece = FK_NONE}, .is_proved = true};
    fk_status status = cover_query_init(&q);
    if (status != FK_OK)
        return status;
    status = check_cover(&q, &q.inward, &found.cover);
    if (status == FK_OK && !q.inward.are_exact && !is_covered(&found.cover))
        status = check_outer_hulls(&q, &found);
    if (status == FK_OK) {
        if (found.cover.piece != FK_NONE)
            found.cover.piece = q.inward.node[found.cover.piece];
        *out = found;
    }
    cover_query_end(&q);
    return status;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* The leaves of a tree of cells as a mesh of closed shells.
 *
 * A shell is the surface of the hull of a leaf's corners. Its faces are triangulated from their lowest
 * corner, by coordinates, so two leaves with a common face triangulate it alike, and the triangles cancel
 * each other. They can be left out: all shells with volume are counterclockwise, so no winding number is
 * negative, and on either side of such a triangle it is not 0. A point that is on no remaining triangle is
 * surrounded by the inside of its leaf, and so has a winding number that is not 0: the set stays the same.
 *
 * The two sides of a flat leaf would cancel each other too, so leaves without volume are in a mesh of their
 * own until the end. */

typedef struct leaf_mesher {
    fk_context *context;
    fk_builder solid, thin; /* leaves with and without volume */
} leaf_mesher;

static bool is_point_lower(fk_vec3 a, fk_vec3 b)
{
    for (int axis = 0; axis < 3; axis++) {
        int order = fk_double_order(fk_vec3_get(a, axis), fk_vec3_get(b, axis));
        if (order != 0)
            return order < 0;
    }
    return false;
}

static fk_status mesh_hull_face(fk_builder *to, const fk_hull *hull, uint32_t face)
{
    const uint32_t *v = hull->face_vertex + hull->face_begin[face];
    uint32_t count = hull->face_begin[face + 1] - hull->face_begin[face], low = 0;
    for (uint32_t i = 1; i < count; i++)
        if (is_point_lower(hull->point[v[i]], hull->point[v[low]]))
            low = i;
    fk_status status = FK_OK;
    for (uint32_t i = 1; status == FK_OK && i + 1 < count; i++) {
        fk_vec3 corner[3] = {hull->point[v[low]], hull->point[v[(low + i) % count]],
                             hull->point[v[(low + i + 1) % count]]};
        status = fk_builder_add_corners(to, corner, 1);
    }
    return status;
}

static fk_status mesh_hull(leaf_mesher *m, const fk_hull *hull)
{
    fk_builder *to = hull->dimension == 3 ? &m->solid : &m->thin;
    fk_status status = FK_OK;
    if (hull->face_count == 0) {
        fk_vec3 end = hull->point[hull->vertex_count - 1], corner[3] = {hull->point[0], end, end};
        return fk_builder_add_corners(to, corner, 1);
    }
    for (uint32_t face = 0; status == FK_OK && face < hull->face_count; face++)
        status = mesh_hull_face(to, hull, face);
    return status;
}

static fk_status mesh_leaves(leaf_mesher *m, const fk_cell_tree *tree)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < tree->node_count; i++) {
        fk_cells_volume volume = fk_cell_node_volume(&tree->node[i]);
        fk_hull *hull = NULL;
        bool is_exact;
        if (tree->node[i].child_count > 0)
            continue;
        status = fk_cells_hull(m->context, &volume, FK_CELLS_NEAREST, &is_exact, &hull);
        if (status == FK_OK)
            status = mesh_hull(m, hull);
        fk_hull_free(m->context, hull);
    }
    return status;
}

/* Joins the remaining shells and the leaves without volume. */
static fk_status join_leaf_meshes(leaf_mesher *m, fk_mesh **out)
{
    fk_model *solid = NULL, *thin = NULL;
    fk_mesh_unique unique = {NULL, NULL};
    fk_status status = fk_builder_finish(&m->solid, NULL, &solid);
    if (status == FK_OK)
        status = fk_builder_finish(&m->thin, NULL, &thin);
    if (status == FK_OK)
        status = fk_mesh_unique_build(m->context, solid->part, FK_UNIQUE_SHELLS, &unique);
    if (status == FK_OK) {
        fk_mesh part[2] = {unique.mesh != NULL ? *unique.mesh : *solid->part, *thin->part};
        status = fk_mesh_join(m->context, part, 2, out);
    }
    fk_mesh_unique_free(m->context, &unique);
    fk_model_free(m->context, solid);
    fk_model_free(m->context, thin);
    return status;
}

fk_status fk_cell_tree_mesh(fk_context *context, const fk_cell_tree *tree, fk_mesh **out)
{
    leaf_mesher m = {.context = context};
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder_init(&m.solid, context, &options, true);
    fk_builder_init(&m.thin, context, &options, true);
    m.solid.keep_empty = m.thin.keep_empty = true;
    fk_status status = mesh_leaves(&m, tree);
    if (status == FK_OK)
        status = join_leaf_meshes(&m, out);
    fk_builder_end(&m.solid);
    fk_builder_end(&m.thin);
    return status;
}
