/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which meshes are convex.
 *
 * A plane supports a convex hull when one of its vertices is on it and none of that vertex's neighbours is
 * beyond it, since a linear function has no local maximum on a hull but its greatest. So triangles are
 * gathered into flat regions, of triangles in one plane that hang together by edges; a region lies on the
 * boundary of the hull when it has a corner that is a vertex of the hull, as every facet has, and its plane
 * supports the hull there. */

#include "tree/tree.h"

#include "mesh/mesh.h"

typedef struct looker {
    const fk_mesh *mesh;
    const fk_mesh_edges *edges;
    const fk_hull *hull;
    uint32_t *vertex_of; /* of each vertex of the mesh, its number in the hull, or FK_NONE */
    uint32_t *stack;
    bool *is_seen; /* triangles */
} looker;

static bool has_area(const looker *l, uint32_t triangle)
{
    const uint32_t *c = l->mesh->triangle[triangle].corner;
    const fk_vec3 *p = l->mesh->point;
    return !fk_signs_on_line(p + c[0], p + c[1], p + c[2]);
}

/* The side of the plane of a triangle on which a point is. */
static int side_of(const looker *l, uint32_t triangle, const fk_vec3 *point)
{
    const uint32_t *c = l->mesh->triangle[triangle].corner;
    const fk_vec3 *p = l->mesh->point;
    return fk_signs_side(p + c[0], p + c[1], p + c[2], point);
}

static bool is_in_plane(const looker *l, uint32_t triangle, uint32_t other)
{
    for (int k = 0; k < 3; k++)
        if (side_of(l, triangle, l->mesh->point + l->mesh->triangle[other].corner[k]) != 0)
            return false;
    return true;
}

/* Whether the plane of a triangle supports the hull at one of its vertices, which is on it. */
static bool is_supporting(const looker *l, uint32_t triangle, uint32_t vertex)
{
    const fk_hull *hull = l->hull;
    bool above = false, below = false;
    for (uint32_t i = hull->neighbor_begin[vertex]; i < hull->neighbor_begin[vertex + 1]; i++) {
        int side = side_of(l, triangle, hull->point + hull->neighbor[i]);
        above |= side > 0;
        below |= side < 0;
    }
    return !(above && below);
}

/* Adds the triangles in the plane of the first, beside one of its region, to the stack. */
static uint32_t add_neighbors(looker *l, uint32_t first, uint32_t triangle, uint32_t height)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = l->edges->edge_of[3 * triangle + k];
        if (edge == FK_NONE)
            continue;
        for (uint32_t i = l->edges->use_begin[edge]; i < l->edges->use_begin[edge + 1]; i++) {
            uint32_t other = l->edges->use[i] / 3;
            if (l->is_seen[other] || !is_in_plane(l, first, other))
                continue;
            l->is_seen[other] = true;
            l->stack[height++] = other;
        }
    }
    return height;
}

/* Whether the flat region around a triangle lies on the boundary of the hull. */
static bool is_region_outer(looker *l, uint32_t first)
{
    uint32_t height = 0, corner = FK_NONE;
    l->is_seen[first] = true;
    l->stack[height++] = first;
    while (height > 0) {
        uint32_t triangle = l->stack[--height];
        for (int k = 0; k < 3 && corner == FK_NONE; k++)
            corner = l->vertex_of[l->mesh->triangle[triangle].corner[k]];
        height = add_neighbors(l, first, triangle, height);
    }
    return corner != FK_NONE && is_supporting(l, first, corner);
}

/* Triangles without area lie between others of a closed mesh, so they are on the boundary when those are. */
static bool are_all_outer(looker *l)
{
    for (uint32_t v = 0; v < l->mesh->vertex_count; v++)
        l->vertex_of[v] = FK_NONE;
    for (uint32_t v = 0; v < l->hull->vertex_count; v++)
        l->vertex_of[l->hull->source[v]] = v;
    for (uint32_t t = 0; t < l->mesh->triangle_count; t++)
        l->is_seen[t] = false;
    for (uint32_t t = 0; t < l->mesh->triangle_count; t++)
        if (!l->is_seen[t] && has_area(l, t) && !is_region_outer(l, t))
            return false;
    return true;
}

static fk_status look(fk_context *context, looker *l, bool *is_convex)
{
    size_t vertices = l->mesh->vertex_count, triangles = l->mesh->triangle_count;
    size_t bytes = (vertices + triangles) * sizeof(uint32_t) + triangles;
    fk_mesh_edges *edges = NULL;
    l->vertex_of = fk_allocate(context, bytes);
    if (l->vertex_of == NULL)
        return FK_ERROR_MEMORY;
    l->stack = l->vertex_of + vertices;
    l->is_seen = (bool *)(l->stack + triangles);
    fk_status status = fk_mesh_edges_build(context, l->mesh, &edges);
    if (status == FK_OK) {
        l->edges = edges;
        *is_convex = are_all_outer(l);
    }
    fk_mesh_edges_free(context, edges);
    fk_release(context, l->vertex_of, bytes);
    return status;
}

/* Whether it encloses anything: both sides of a facet may be there, and nothing else. */
static fk_status has_volume(fk_context *context, const fk_mesh *mesh, bool *out)
{
    fk_aabb box = fk_measure_box(mesh);
    fk_measure volume;
    fk_status status = fk_measure_volume(context, mesh, &box, &volume);
    if (status == FK_OK)
        *out = volume.sign != 0;
    return status;
}

/* In one piece. */
static fk_status is_connected(fk_context *context, const fk_mesh *mesh, bool *out)
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

fk_status fk_convex_hull(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_hull **out)
{
    bool is_convex = is_solid;
    fk_hull *hull = NULL;
    fk_status status = is_solid ? is_connected(context, mesh, &is_convex) : FK_OK;
    if (status == FK_OK && is_convex)
        status = has_volume(context, mesh, &is_convex);
    if (status == FK_OK && is_convex)
        status = fk_hull_build(context, mesh->point, mesh->vertex_count, &hull);
    if (status == FK_OK && hull != NULL) {
        looker l = {.mesh = mesh, .hull = hull};
        is_convex = hull->dimension == 3;
        if (is_convex)
            status = look(context, &l, &is_convex);
    }
    if (status != FK_OK || !is_convex) {
        fk_hull_free(context, hull);
        hull = NULL;
    }
    if (status == FK_OK)
        *out = hull;
    return status;
}
