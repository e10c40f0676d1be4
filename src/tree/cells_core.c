/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cores of leaves: tetrahedra that lie in them, with corners that neighbours share.
 *
 * Leaves around given points are larger than the hulls of these by some units in the last place, each in its own way. So leaves
 * that had a face in common overlap in slivers, and all that met in a point cross each other there. Whether they cover
 * something is then hard to tell, and all the more the more of them meet. The given points are mostly still there, as vertices of
 * the mesh, or as corners of leaves that did not have to be larger. So for each corner of a leaf, the nearest of these that is in
 * the leaf takes its place. The hull of such points lies in the leaf, as that is convex; and if the hulls cover something, the
 * leaves do.
 *
 * Nothing here has to be right but that points are in leaves, and that is decided exactly. */

#include <math.h>

#include "base/vec3.h"
#include "tree/cells.h"
#include "tree/visit.h"

/* A leaf is enlarged by 2^-10 at most; further away than this part of its edges no point is looked for. */
#define REACH 0x1p-8

/* Points that corners may have been: the vertices of a mesh, then corners of leaves. */
typedef struct finder {
    fk_context *context;
    fk_mesh *place;
    fk_triangle *triangle; /* of each place, all three corners there */
    fk_mesh spots;
    fk_tree *tree;
    uint32_t vertices; /* so many are of the mesh; these are preferred */
    /* What is looked for. */
    fk_cells_volume leaf;
    fk_vec3 near;
    uint32_t found; /* FK_NONE while there is none */
    double distance;
} finder;

static void finder_end(finder *f)
{
    fk_tree_free(f->context, f->tree);
    if (f->place != NULL)
        fk_release(f->context, f->triangle, f->place->vertex_count * sizeof *f->triangle);
    fk_mesh_free(f->context, f->place);
}

/* The vertices of the mesh and the corners of leaves that are exactly hulls, each place once. */
static fk_status collect(finder *f, const fk_mesh *mesh, const fk_cells_leaves *leaves)
{
    size_t count = mesh->vertex_count;
    for (uint32_t i = 0; i < leaves->count; i++)
        count += leaves->is_exact[i] ? leaves->hull[i]->vertex_count : 0;
    fk_vec3 *point = count > INT32_MAX ? NULL : fk_allocate(f->context, count * sizeof *point);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    size_t filled = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        point[filled++] = mesh->point[i];
    for (uint32_t i = 0; i < leaves->count; i++)
        for (uint32_t k = 0; leaves->is_exact[i] && k < leaves->hull[i]->vertex_count; k++)
            point[filled++] = leaves->hull[i]->point[k];
    fk_mesh_input input = {point, count, NULL, 0, fk_mesh_options_default()};
    input.options.keep_points = true;
    fk_status status = fk_mesh_build(f->context, &input, NULL, &f->place);
    fk_release(f->context, point, count * sizeof *point);
    return status;
}

static fk_status finder_init(finder *f, fk_context *context, const fk_mesh *mesh,
                             const fk_cells_leaves *leaves)
{
    *f = (finder){.context = context, .vertices = mesh->vertex_count};
    fk_status status = collect(f, mesh, leaves);
    if (status != FK_OK)
        return status;
    uint32_t count = f->place->vertex_count;
    f->triangle = fk_allocate(context, count * sizeof *f->triangle);
    status = f->triangle == NULL ? FK_ERROR_MEMORY : FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < count; i++)
        f->triangle[i] = (fk_triangle){{i, i, i}};
    f->spots = (fk_mesh){count, count, f->place->point, f->triangle, "", 0};
    if (status == FK_OK)
        status = fk_tree_build(context, &f->spots, NULL, &f->tree);
    if (status != FK_OK)
        finder_end(f);
    return status;
}

/* Takes a place that is nearer, and in the leaf. */
static bool offer(void *user, uint32_t number)
{
    finder *f = user;
    bool is_vertex = number < f->vertices, has_vertex = f->found < f->vertices;
    double distance = fk_vec3_largest(fk_vec3_sub(f->place->point[number], f->near));
    if (is_vertex == has_vertex ? f->found != FK_NONE && !(distance < f->distance) : has_vertex)
        return true;
    fk_cells_volume at = {.kind = FK_KIND_TETRA, .cell = {.origin = f->place->point[number]}};
    if (fk_cells_hold(&f->leaf, &at)) {
        f->found = number;
        f->distance = distance;
    }
    return true;
}

/* A place for a corner: itself, where nothing else is near. */
static fk_vec3 place_of(finder *f, fk_vec3 corner, double reach)
{
    fk_vec3 away = fk_vec3_make(reach, reach, reach);
    fk_aabb box = {fk_vec3_sub(corner, away), fk_vec3_add(corner, away)};
    fk_placed_mesh placed = {.mesh = &f->spots, .tree = f->tree, .pose = fk_pose_identity()};
    f->near = corner;
    f->found = FK_NONE;
    fk_placed_visit(&placed, &box, offer, f);
    return f->found != FK_NONE ? f->place->point[f->found] : corner;
}

static fk_status core_of(finder *f, const fk_hull *hull, fk_hull **out)
{
    double reach = 0;
    fk_vec3 place[4];
    for (int k = 0; k < 3; k++)
        reach = fk_larger(reach, fk_vec3_largest(f->leaf.cell.edge[k]) * REACH);
    for (uint32_t k = 0; k < hull->vertex_count; k++)
        place[k] = place_of(f, hull->point[k], reach);
    return fk_hull_build(f->context, place, hull->vertex_count, out);
}

fk_status fk_cells_cores(fk_context *context, const fk_cell_tree *tree, const fk_mesh *mesh,
                         const fk_cells_leaves *leaves, fk_hull **out)
{
    finder f;
    fk_status status = finder_init(&f, context, mesh, leaves);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < leaves->count; i++)
        out[i] = NULL;
    for (uint32_t i = 0; status == FK_OK && i < leaves->count; i++) {
        f.leaf = fk_cells_volume_of(&tree->node[leaves->node[i]]);
        if (!leaves->is_exact[i] && f.leaf.kind == FK_KIND_TETRA)
            status = core_of(&f, leaves->hull[i], &out[i]);
    }
    for (uint32_t i = 0; status != FK_OK && i < leaves->count; i++)
        fk_hull_free(context, out[i]);
    finder_end(&f);
    return status;
}
