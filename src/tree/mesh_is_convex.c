/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Decides whether a mesh is convex.
 *
 * A plane supports a convex hull if it contains a vertex of the hull and no neighbour of that vertex lies
 * beyond it, because a linear function on a hull has no local maximum besides the global one. Triangles are
 * grouped into flat regions: coplanar triangles connected by edges. A region lies on the boundary of the hull
 * if one of its corners is a vertex of the hull, as every facet has, and its plane supports the hull
 * there. */

#include "tree/tree.h"

#include "base/context.h"
#include "mesh/mesh.h"

typedef struct convexity_test {
    const fk_mesh *mesh;
    const fk_mesh_edges *edges;
    const fk_hull *hull;
    uint32_t *vertex_of; /* for each vertex of the mesh: its number in the hull, or FK_NONE */
    uint32_t *stack;
    bool *is_visited; /* per triangle */
    bool is_cancelled;
} convexity_test;

static bool has_area(const convexity_test *l, uint32_t triangle)
{
    const uint32_t *c = l->mesh->triangle[triangle].corner;
    const fk_vec3 *p = l->mesh->point;
    return !fk_is_collinear(p + c[0], p + c[1], p + c[2]);
}

/* The side of the plane of a triangle on which a point lies. */
static int triangle_side(const convexity_test *l, uint32_t triangle, const fk_vec3 *point)
{
    const uint32_t *c = l->mesh->triangle[triangle].corner;
    const fk_vec3 *p = l->mesh->point;
    return fk_orient3d(p + c[0], p + c[1], p + c[2], point);
}

static bool is_in_plane(const convexity_test *l, uint32_t triangle, uint32_t other)
{
    for (int k = 0; k < 3; k++)
        if (triangle_side(l, triangle, l->mesh->point + l->mesh->triangle[other].corner[k]) != 0)
            return false;
    return true;
}

/* Whether the plane of a triangle supports the hull at `vertex`, a vertex of the hull in that plane. */
static bool is_supporting(const convexity_test *l, uint32_t triangle, uint32_t vertex)
{
    const fk_hull *hull = l->hull;
    bool above = false, below = false;
    for (uint32_t i = hull->neighbor_begin[vertex]; i < hull->neighbor_begin[vertex + 1]; i++) {
        int side = triangle_side(l, triangle, hull->point + hull->neighbor[i]);
        above |= side > 0;
        below |= side < 0;
    }
    return !(above && below);
}

/* Pushes the unvisited neighbours of a triangle that lie in the plane of the first onto the stack; returns
 * its height. */
static uint32_t add_neighbors(convexity_test *l, uint32_t first, uint32_t triangle, uint32_t height)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = l->edges->edge_of[3 * triangle + k];
        if (edge == FK_NONE)
            continue;
        for (uint32_t i = l->edges->use_begin[edge]; i < l->edges->use_begin[edge + 1]; i++) {
            uint32_t other = l->edges->use[i] / 3;
            if (l->is_visited[other] || !is_in_plane(l, first, other))
                continue;
            l->is_visited[other] = true;
            l->stack[height++] = other;
        }
    }
    return height;
}

/* Whether the flat region around a triangle lies on the boundary of the hull. */
static bool is_region_outer(convexity_test *l, uint32_t first)
{
    uint32_t height = 0, corner = FK_NONE;
    l->is_visited[first] = true;
    l->stack[height++] = first;
    while (height > 0) {
        uint32_t triangle = l->stack[--height];
        for (int k = 0; k < 3 && corner == FK_NONE; k++)
            corner = l->vertex_of[l->mesh->triangle[triangle].corner[k]];
        height = add_neighbors(l, first, triangle, height);
    }
    return corner != FK_NONE && is_supporting(l, first, corner);
}

/* Triangles without area lie between others of a closed mesh, so they are on the boundary if those are. */
static bool are_all_outer(const fk_context *context, convexity_test *l)
{
    for (uint32_t v = 0; v < l->mesh->vertex_count; v++)
        l->vertex_of[v] = FK_NONE;
    for (uint32_t v = 0; v < l->hull->vertex_count; v++)
        l->vertex_of[l->hull->source[v]] = v;
    for (uint32_t t = 0; t < l->mesh->triangle_count; t++)
        l->is_visited[t] = false;
    for (uint32_t t = 0; t < l->mesh->triangle_count; t++) {
        l->is_cancelled = fk_context_poll_at(context, t);
        if (l->is_cancelled || (!l->is_visited[t] && has_area(l, t) && !is_region_outer(l, t)))
            return false;
    }
    return true;
}

static fk_status test_convexity(fk_context *context, convexity_test *l, bool *is_convex)
{
    size_t vertices = l->mesh->vertex_count, triangles = l->mesh->triangle_count;
    size_t bytes = (vertices + triangles) * sizeof(uint32_t) + triangles;
    fk_mesh_edges *edges = NULL;
    l->vertex_of = fk_allocate(context, bytes);
    if (l->vertex_of == NULL)
        return FK_ERROR_MEMORY;
    l->stack = l->vertex_of + vertices;
    l->is_visited = (bool *)(l->stack + triangles);
    fk_status status = fk_mesh_edges_build(context, l->mesh, &edges);
    if (status == FK_OK) {
        l->edges = edges;
        *is_convex = are_all_outer(context, l);
        status = l->is_cancelled ? FK_ERROR_MEMORY : FK_OK;
    }
    fk_mesh_edges_free(context, edges);
    fk_release(context, l->vertex_of, bytes);
    return status;
}

/* Whether a mesh encloses a volume. A mesh may consist of a facet with both of its sides. */
static fk_status encloses_volume(fk_context *context, const fk_mesh *mesh, bool *out)
{
    fk_aabb box = fk_measure_box(mesh);
    fk_measure volume;
    fk_status status = fk_measure_volume(context, mesh, &box, &volume);
    if (status == FK_OK)
        *out = volume.sign != 0;
    return status;
}

static fk_status is_connected_mesh(fk_context *context, const fk_mesh *mesh, bool *out)
{
    size_t bytes = mesh->triangle_count * sizeof(uint32_t);
    uint32_t *component = fk_allocate(context, bytes), count = 0;
    if (component == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = fk_mesh_components(context, mesh, component, &count);
    fk_release(context, component, bytes);
    if (status == FK_OK)
        *out = count == 1;
    return status;
}

fk_status fk_convex_mesh_hull(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_hull **out)
{
    bool is_convex = is_solid;
    fk_hull *hull = NULL;
    fk_status status = is_solid ? is_connected_mesh(context, mesh, &is_convex) : FK_OK;
    if (status == FK_OK && is_convex)
        status = encloses_volume(context, mesh, &is_convex);
    if (status == FK_OK && is_convex)
        status = fk_hull_build(context, mesh->point, mesh->vertex_count, &hull);
    if (status == FK_OK && hull != NULL) {
        convexity_test l = {.mesh = mesh, .hull = hull};
        is_convex = hull->dimension == 3;
        if (is_convex)
            status = test_convexity(context, &l, &is_convex);
    }
    if (status != FK_OK || !is_convex) {
        fk_hull_free(context, hull);
        hull = NULL;
    }
    if (status == FK_OK)
        *out = hull;
    return status;
}
