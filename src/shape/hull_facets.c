/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a surface of triangles to a mesh of whole facets.
 *
 * Triangles that share an edge and a plane belong to one facet. A facet is convex, so its triangles are connected
 * through edges, and around one of its corners they follow each other. So the number of directed edges that leave a
 * point and have different facets on their sides is the number of facets there: none for a point inside a facet, two
 * for one inside an edge, three or more for an extreme point. This tells the corners without further geometry.
 *
 * The result does not depend on how the surface was made: vertices are numbered as the points are, faces start with
 * their lowest vertex, and are sorted by their first two. */

#include "shape/hull.h"

#include <string.h>

/* ---- Facets and corners -------------------------------------------------------------------------------- */

/* The third corner of the neighbour is on the plane. */
bool fk_hull_surface_is_flat(const fk_hull_surface *s, const fk_hull_triangle *t, int e)
{
    fk_hull_side other = t->neighbor[e];
    uint32_t k = other % 4, third = s->triangle[other / 4].corner[k == 0 ? 2 : k - 1];
    if (fabs(fk_cloud_height(t->normal, t->offset, s->cloud->scaled[third])) > fk_hull_triangle_bound(t))
        return false;
    return fk_cloud_side(s->cloud, t->corner[0], t->corner[1], t->corner[2], third) == 0;
}

/* Marks every triangle with the number of its facet, and returns the count of facets. Triangles whose neighbours are
 * still to be looked at are a list through `next`. */
static uint32_t mark_facets(fk_hull_surface *s)
{
    uint32_t facets = 0;
    for (uint32_t i = 0; i < s->used; i++)
        s->triangle[i].mark = FK_HULL_NONE;
    for (uint32_t i = 0; i < s->used; i++) {
        if (!fk_hull_triangle_is_used(&s->triangle[i]) || s->triangle[i].mark != FK_HULL_NONE)
            continue;
        uint32_t pending = i;
        s->triangle[i].mark = facets;
        s->list[i].next = FK_HULL_NONE;
        while (pending != FK_HULL_NONE) {
            const fk_hull_triangle *t = &s->triangle[pending];
            pending = s->list[pending].next;
            for (int e = 0; e < 3; e++) {
                uint32_t n = t->neighbor[e] / 4;
                if (s->triangle[n].mark == FK_HULL_NONE && fk_hull_surface_is_flat(s, t, e)) {
                    s->triangle[n].mark = facets;
                    s->list[n].next = pending;
                    pending = n;
                }
            }
        }
        facets++;
    }
    return facets;
}

static bool is_border(const fk_hull_surface *s, const fk_hull_triangle *t, int e)
{
    return s->triangle[t->neighbor[e] / 4].mark != t->mark;
}

/* Counts how many facets meet at each point. */
static void count_facets_at_points(const fk_hull_surface *s, uint32_t *link)
{
    memset(link, 0, s->cloud->count * sizeof *link);
    for (uint32_t i = 0; i < s->used; i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        for (int e = 0; e < 3 && fk_hull_triangle_is_used(t); e++)
            if (is_border(s, t, e))
                link[t->corner[e]]++;
    }
}

/* Numbers the extreme points: links are vertices then, or FK_HULL_NONE. */
static void number_vertices(const fk_hull_surface *s, uint32_t *link, fk_hull_mesh *mesh)
{
    uint32_t filled = 0;
    for (uint32_t i = 0; i < s->cloud->count; i++)
        if (link[i] >= 3) {
            mesh->source[filled] = i;
            link[i] = filled++;
        } else
            link[i] = FK_HULL_NONE;
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

/* Faces before they are sorted. */
typedef struct faces {
    uint32_t *begin, *vertex;
    uint32_t *order[2]; /* of faces */
    uint32_t *place;    /* per vertex, and one more */
} faces;

/* Moves the lowest vertex of a face to its front; other is room for as many. */
static void rotate(uint32_t *vertex, uint32_t count, uint32_t *other)
{
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; i++)
        if (vertex[i] < vertex[lowest])
            lowest = i;
    memcpy(other, vertex, lowest * sizeof *vertex);
    memmove(vertex, vertex + lowest, (count - lowest) * sizeof *vertex);
    memcpy(vertex + (count - lowest), other, lowest * sizeof *vertex);
}

/* Walks along the border of a facet, counterclockwise, from an edge of it, and writes its corners. */
static uint32_t walk_border(const fk_hull_surface *s, const uint32_t *link, uint32_t start, int start_edge,
                            uint32_t *out)
{
    uint32_t index = start, count = 0;
    int e = start_edge;
    do {
        const fk_hull_triangle *t = &s->triangle[index];
        if (link[t->corner[e]] != FK_HULL_NONE)
            out[count++] = link[t->corner[e]];
        e = fk_hull_next(e);
        /* Around the end of that edge, to the next border. */
        while (!is_border(s, &s->triangle[index], e)) {
            fk_hull_side other = s->triangle[index].neighbor[e];
            index = other / 4;
            e = fk_hull_next((int)(other % 4));
        }
    } while (index != start || e != start_edge);
    return count;
}

/* Writes the faces, in the order in which the triangles have borders of them. */
static void list_faces(const fk_hull_surface *s, const uint32_t *link, const fk_hull_mesh *mesh, faces *f)
{
    uint32_t count = 0, *is_done = f->order[0];
    memset(is_done, 0, mesh->face_count * sizeof *is_done);
    f->begin[0] = 0;
    for (uint32_t i = 0; i < s->used; i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        for (int e = 0; e < 3 && fk_hull_triangle_is_used(t); e++) {
            if (is_done[t->mark] || !is_border(s, t, e))
                continue;
            is_done[t->mark] = 1;
            uint32_t begin = f->begin[count], corners = walk_border(s, link, i, e, f->vertex + begin);
            rotate(f->vertex + begin, corners, mesh->face_vertex);
            f->begin[++count] = begin + corners;
        }
    }
}

/* Sorts faces by one of their first two vertices, and keeps the order of those for which it is the same. */
static void sort_faces(const fk_hull_mesh *mesh, faces *f, const uint32_t *order, uint32_t key, uint32_t *out)
{
    memset(f->place, 0, ((size_t)mesh->vertex_count + 1) * sizeof *f->place);
    for (uint32_t i = 0; i < mesh->face_count; i++)
        f->place[f->vertex[f->begin[i] + key] + 1]++;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        f->place[v + 1] += f->place[v];
    for (uint32_t i = 0; i < mesh->face_count; i++)
        out[f->place[f->vertex[f->begin[order[i]] + key]]++] = order[i];
}

static void fill_faces(fk_hull_mesh *mesh, faces *f)
{
    for (uint32_t i = 0; i < mesh->face_count; i++)
        f->order[0][i] = i;
    sort_faces(mesh, f, f->order[0], 1, f->order[1]);
    sort_faces(mesh, f, f->order[1], 0, f->order[0]);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < mesh->face_count; i++) {
        uint32_t face = f->order[0][i], count = f->begin[face + 1] - f->begin[face];
        mesh->face_begin[i] = filled;
        memcpy(mesh->face_vertex + filled, f->vertex + f->begin[face], count * sizeof *f->vertex);
        filled += count;
    }
    mesh->face_begin[mesh->face_count] = filled;
}

/* One block for all lists of faces. */
static fk_status make_faces(fk_context *context, const fk_hull_surface *s, const uint32_t *link,
                            fk_hull_mesh *mesh)
{
    size_t face_count = mesh->face_count, vertex_count = mesh->vertex_count;
    size_t bytes = (3 * face_count + 1 + mesh->corner_count + vertex_count + 1) * sizeof(uint32_t);
    uint32_t *room = fk_allocate(context, bytes);
    if (room == NULL)
        return FK_ERROR_MEMORY;
    faces f;
    f.begin = room;
    f.order[0] = f.begin + face_count + 1;
    f.order[1] = f.order[0] + face_count;
    f.place = f.order[1] + face_count;
    f.vertex = f.place + vertex_count + 1;
    list_faces(s, link, mesh, &f);
    fill_faces(mesh, &f);
    fk_release(context, room, bytes);
    return FK_OK;
}

/* Counts vertices and corners, and makes room for them. */
static bool allocate_mesh(fk_context *context, const fk_hull_surface *s, const uint32_t *link,
                          fk_hull_mesh *mesh)
{
    uint64_t vertices = 0, corners = 0;
    for (uint32_t i = 0; i < s->cloud->count; i++)
        if (link[i] >= 3) {
            vertices++;
            corners += link[i];
        }
    /* The lists of a hull are indexed by 32 bits. */
    if (corners > UINT32_MAX)
        return false;
    mesh->vertex_count = (uint32_t)vertices;
    mesh->corner_count = (uint32_t)corners;
    return fk_hull_mesh_allocate(context, mesh);
}

static fk_status make_mesh(fk_context *context, fk_hull_surface *s, uint32_t *link, fk_hull_mesh *mesh)
{
    mesh->dimension = 3;
    mesh->face_count = mark_facets(s);
    count_facets_at_points(s, link);
    if (!allocate_mesh(context, s, link, mesh))
        return FK_ERROR_MEMORY;
    number_vertices(s, link, mesh);
    fk_status status = make_faces(context, s, link, mesh);
    if (status == FK_OK)
        fk_hull_mesh_fill_neighbors(mesh);
    else
        fk_hull_mesh_end(context, mesh);
    return status;
}

fk_status fk_hull_mesh_from_surface(fk_context *context, fk_hull_surface *s, fk_hull_mesh *mesh)
{
    size_t bytes = s->cloud->count * sizeof(uint32_t);
    uint32_t *link = fk_allocate(context, bytes);
    if (link == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = make_mesh(context, s, link, mesh);
    fk_release(context, link, bytes);
    return status;
}
