/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a surface of triangles to a mesh of whole facets.
 *
 * Coplanar triangles that share an edge belong to one facet. A facet is convex, so its triangles are connected through edges, and
 * around one of its corners they follow each other. So the number of directed edges that leave a point and have different facets
 * on their sides is the number of facets there: none for a point inside a facet, two for one inside an edge, three or more for an
 * extreme point. This identifies the corners without further geometry.
 *
 * The result does not depend on how the surface was made: vertices are numbered as the points are, faces start with their lowest
 * vertex, and are sorted by their first two. */

#include "shape/hull.h"

#include <string.h>

#include "base/context.h"

/* ---- Facets and corners -------------------------------------------------------------------------------- */

/* Tests whether the third corner of the neighbour is on the plane. */
bool fk_hull_surface_is_flat(const fk_hull_surface *s, const fk_hull_triangle *t, int e)
{
    fk_hull_half_edge other = t->neighbor[e];
    uint32_t k = other % 4, third = s->triangle[other / 4].corner[k == 0 ? 2 : k - 1];
    if (fabs(fk_filter_plane_height(t->normal, t->offset, s->cloud->scaled[third])) >
        fk_hull_triangle_bound(t))
        return false;
    return fk_point_set_orient3d(s->cloud, t->corner[0], t->corner[1], t->corner[2], third) == 0;
}

/* Marks every triangle with the number of its facet, and returns the number of facets. Triangles whose neighbours are still to be
 * visited are a list through `next`. The flag may cancel it. */
static uint32_t mark_facets(fk_hull_surface *s, bool *is_cancelled)
{
    uint32_t facets = 0;
    *is_cancelled = false;
    for (uint32_t i = 0; i < s->used; i++)
        s->triangle[i].mark = FK_HULL_NONE;
    for (uint32_t i = 0; i < s->used && !*is_cancelled; i++) {
        *is_cancelled = fk_context_poll_at(s->context, i);
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

/* Counts the facets that meet at each point. */
static void count_facets_at_points(const fk_hull_surface *s, uint32_t *link)
{
    memset(link, 0, s->cloud->count * sizeof *link);
    for (uint32_t i = 0; i < s->used && !fk_context_poll_at(s->context, i); i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        for (int e = 0; e < 3 && fk_hull_triangle_is_used(t); e++)
            if (is_border(s, t, e))
                link[t->corner[e]]++;
    }
}

/* Numbers the points whose count is at least `least`: links become vertex numbers, or FK_HULL_NONE. */
static void number_vertices(uint32_t *link, uint32_t count, uint32_t least, uint32_t *source)
{
    uint32_t filled = 0;
    for (uint32_t i = 0; i < count; i++)
        if (link[i] >= least) {
            source[filled] = i;
            link[i] = filled++;
        } else
            link[i] = FK_HULL_NONE;
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

/* Faces before they are sorted. */
typedef struct unsorted_faces {
    uint32_t *begin, *vertex;
    uint32_t *order[2]; /* of faces */
    uint32_t *place;    /* per vertex, and one more */
} unsorted_faces;

/* Moves the lowest vertex of a face to its front; other is room for as many. */
static void rotate_to_lowest(uint32_t *vertex, uint32_t count, uint32_t *other)
{
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < count; i++)
        if (vertex[i] < vertex[lowest])
            lowest = i;
    memcpy(other, vertex, lowest * sizeof *vertex);
    memmove(vertex, vertex + lowest, (count - lowest) * sizeof *vertex);
    memcpy(vertex + (count - lowest), other, lowest * sizeof *vertex);
}

/* Traces the border of a facet counterclockwise, from one of its edges, and writes its corners. */
static uint32_t trace_border(const fk_hull_surface *s, const uint32_t *link, uint32_t start, int start_edge,
                             uint32_t *out)
{
    uint32_t index = start, count = 0;
    int e = start_edge;
    do {
        const fk_hull_triangle *t = &s->triangle[index];
        if (link[t->corner[e]] != FK_HULL_NONE)
            out[count++] = link[t->corner[e]];
        e = fk_hull_next_edge(e);
        /* Around the end of that edge, to the next border. */
        while (!is_border(s, &s->triangle[index], e)) {
            fk_hull_half_edge other = s->triangle[index].neighbor[e];
            index = other / 4;
            e = fk_hull_next_edge((int)(other % 4));
        }
    } while (index != start || e != start_edge);
    return count;
}

/* Writes the faces, in the order of the first triangle with a border edge. */
static void list_faces(const fk_hull_surface *s, const uint32_t *link, const fk_hull_mesh *mesh,
                       unsorted_faces *f)
{
    uint32_t count = 0, *is_done = f->order[0];
    memset(is_done, 0, mesh->face_count * sizeof *is_done);
    f->begin[0] = 0;
    for (uint32_t i = 0; i < s->used && !fk_context_poll_at(s->context, i); i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        for (int e = 0; e < 3 && fk_hull_triangle_is_used(t); e++) {
            if (is_done[t->mark] || !is_border(s, t, e))
                continue;
            is_done[t->mark] = 1;
            uint32_t begin = f->begin[count], corners = trace_border(s, link, i, e, f->vertex + begin);
            rotate_to_lowest(f->vertex + begin, corners, mesh->face_vertex);
            f->begin[++count] = begin + corners;
        }
    }
}

/* Sorts faces by one of their first two vertices; a stable counting sort. */
static void sort_faces(const fk_hull_mesh *mesh, unsorted_faces *f, const uint32_t *order, uint32_t key,
                       uint32_t *out)
{
    memset(f->place, 0, ((size_t)mesh->vertex_count + 1) * sizeof *f->place);
    for (uint32_t i = 0; i < mesh->face_count; i++)
        f->place[f->vertex[f->begin[i] + key] + 1]++;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        f->place[v + 1] += f->place[v];
    for (uint32_t i = 0; i < mesh->face_count; i++)
        out[f->place[f->vertex[f->begin[order[i]] + key]]++] = order[i];
}

/* Unfinished if it is cancelled. */
static void fill_faces(const fk_context *context, fk_hull_mesh *mesh, unsorted_faces *f)
{
    for (uint32_t i = 0; i < mesh->face_count; i++)
        f->order[0][i] = i;
    sort_faces(mesh, f, f->order[0], 1, f->order[1]);
    if (fk_context_poll(context))
        return;
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
static fk_status build_faces(fk_context *context, const fk_hull_surface *s, const uint32_t *link,
                             fk_hull_mesh *mesh)
{
    size_t face_count = mesh->face_count, vertex_count = mesh->vertex_count;
    size_t bytes = (3 * face_count + 1 + mesh->corner_count + vertex_count + 1) * sizeof(uint32_t);
    uint32_t *room = fk_allocate(context, bytes);
    if (room == NULL)
        return FK_ERROR_MEMORY;
    unsorted_faces f;
    f.begin = room;
    f.order[0] = f.begin + face_count + 1;
    f.order[1] = f.order[0] + face_count;
    f.place = f.order[1] + face_count;
    f.vertex = f.place + vertex_count + 1;
    list_faces(s, link, mesh, &f);
    bool is_cancelled = fk_context_poll(context);
    if (!is_cancelled)
        fill_faces(context, mesh, &f);
    fk_release(context, room, bytes);
    return is_cancelled || fk_context_poll(context) ? FK_ERROR_MEMORY : FK_OK;
}

/* Counts vertices and corners, and makes room for them. */
static bool allocate_facet_mesh(fk_context *context, const fk_hull_surface *s, const uint32_t *link,
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

static fk_status build_facet_mesh(fk_context *context, fk_hull_surface *s, uint32_t *link, fk_hull_mesh *mesh)
{
    mesh->dimension = 3;
    bool is_cancelled;
    mesh->face_count = mark_facets(s, &is_cancelled);
    if (is_cancelled)
        return FK_ERROR_MEMORY;
    count_facets_at_points(s, link);
    if (fk_context_poll(context) || !allocate_facet_mesh(context, s, link, mesh))
        return FK_ERROR_MEMORY;
    number_vertices(link, s->cloud->count, 3, mesh->source);
    fk_status status = build_faces(context, s, link, mesh);
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
    fk_status status = build_facet_mesh(context, s, link, mesh);
    fk_release(context, link, bytes);
    return status;
}

/* ---- Sorting ------------------------------------------------------------------------------------------- */

#define SHORT 24 /* up to this many items are sorted by insertion */

/* Items are `width` numbers long and sorted by number `key` of each. */
static inline void copy_item(uint32_t *to, const uint32_t *from, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        to[i] = from[i];
}

static inline void sort_face_numbers(uint32_t *number, uint32_t count, uint32_t width, uint32_t key)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t item[3], k = i;
        copy_item(item, number + (size_t)i * width, width);
        for (; k > 0 && number[(size_t)(k - 1) * width + key] > item[key]; k--)
            copy_item(number + (size_t)k * width, number + (size_t)(k - 1) * width, width);
        copy_item(number + (size_t)k * width, item, width);
    }
}

/* Moves an item down in a heap until none below it is larger. */
static inline void sift_item_down(uint32_t *number, size_t at, size_t count, uint32_t width, uint32_t key)
{
    uint32_t item[3];
    copy_item(item, number + at * width, width);
    for (size_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && number[(below + 1) * width + key] > number[below * width + key])
            below++;
        if (number[below * width + key] <= item[key])
            break;
        copy_item(number + at * width, number + below * width, width);
    }
    copy_item(number + at * width, item, width);
}

static inline void heap_sort(uint32_t *number, uint32_t count, uint32_t width, uint32_t key)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_item_down(number, i, count, width, key);
    for (size_t i = count; i-- > 1;) {
        uint32_t item[3];
        copy_item(item, number + i * width, width);
        copy_item(number + i * width, number, width);
        copy_item(number, item, width);
        sift_item_down(number, 0, i, width, key);
    }
}

void fk_hull_sort(uint32_t *number, uint32_t count)
{
    if (count <= SHORT)
        sort_face_numbers(number, count, 1, 0);
    else
        heap_sort(number, count, 1, 0);
}

void fk_hull_sort_triples(uint32_t *number, uint32_t count)
{
    if (count <= SHORT)
        sort_face_numbers(number, count, 3, 1);
    else
        heap_sort(number, count, 3, 1);
}

/* ---- Where every triangle is a facet ------------------------------------------------------------------- */

/* Where no two triangles are coplanar, as for points in general position, every triangle is a facet and every corner a vertex.
 * Triangles near each other in memory are so in space, too; so lists of vertices are filled triangle by triangle, which is kind
 * to caches, and sorted one by one afterwards. */

/* Sets the numbers of points that are corners to 1, of others to 0; returns the number of triangles. */
static uint32_t mark_corners(const fk_hull_surface *s, uint32_t *number)
{
    uint32_t triangles = 0;
    memset(number, 0, s->cloud->count * sizeof *number);
    for (uint32_t i = 0; i < s->used; i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        if (!fk_hull_triangle_is_used(t))
            continue;
        triangles++;
        for (int e = 0; e < 3; e++)
            number[t->corner[e]] = 1;
    }
    return triangles;
}

/* ---- Faces and neighbours ------------------------------------------------------------------------------ */

/* Replaces the corners of triangles by vertices, the lowest first, and counts faces by their first vertex, and neighbours. */
static void count_face_lists(fk_hull_surface *s, const uint32_t *number, uint32_t *face_end,
                             fk_hull_mesh *mesh)
{
    memset(face_end, 0, ((size_t)mesh->vertex_count + 1) * sizeof *face_end);
    memset(mesh->neighbor_begin, 0, ((size_t)mesh->vertex_count + 1) * sizeof *mesh->neighbor_begin);
    for (uint32_t i = 0; i < s->used && !fk_context_poll_at(s->context, i); i++) {
        fk_hull_triangle *t = &s->triangle[i];
        if (!fk_hull_triangle_is_used(t))
            continue;
        uint32_t a = number[t->corner[0]], b = number[t->corner[1]], c = number[t->corner[2]];
        uint32_t lowest = a < b ? (a < c ? a : c) : (b < c ? b : c);
        uint32_t second = lowest == a ? b : lowest == b ? c : a;
        t->corner[0] = lowest;
        t->corner[1] = second;
        t->corner[2] = a ^ b ^ c ^ lowest ^ second;
        face_end[lowest]++;
        mesh->neighbor_begin[a]++;
        mesh->neighbor_begin[b]++;
        mesh->neighbor_begin[c]++;
    }
    fk_hull_lists_prefix_sum(face_end, mesh->vertex_count);
    fk_hull_lists_prefix_sum(mesh->neighbor_begin, mesh->vertex_count);
}

/* Each edge has a triangle on both sides, which has it in its own direction. */
static void fill_face_lists(const fk_hull_surface *s, uint32_t *face_end, fk_hull_mesh *mesh)
{
    uint32_t *end = mesh->neighbor_begin;
    for (uint32_t i = 0; i < s->used && !fk_context_poll_at(s->context, i); i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        if (!fk_hull_triangle_is_used(t))
            continue;
        uint32_t a = t->corner[0], b = t->corner[1], c = t->corner[2];
        uint32_t *face = mesh->face_vertex + (size_t)3 * --face_end[a];
        face[0] = a;
        face[1] = b;
        face[2] = c;
        mesh->neighbor[--end[a]] = b;
        mesh->neighbor[--end[b]] = c;
        mesh->neighbor[--end[c]] = a;
    }
}

/* False if it is cancelled. */
static bool sort_face_lists(const fk_context *context, const uint32_t *face_begin, fk_hull_mesh *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (fk_context_poll_at(context, v))
            return false;
        const uint32_t *begin = mesh->neighbor_begin + v;
        fk_hull_sort(mesh->neighbor + begin[0], begin[1] - begin[0]);
        fk_hull_sort_triples(mesh->face_vertex + (size_t)3 * face_begin[v],
                             face_begin[v + 1] - face_begin[v]);
    }
    for (uint32_t i = 0; i <= mesh->face_count; i++)
        mesh->face_begin[i] = 3 * i;
    return true;
}

fk_status fk_hull_mesh_from_plain_surface(fk_context *context, fk_hull_surface *s, fk_hull_mesh *mesh)
{
    size_t bytes = s->cloud->count * sizeof(uint32_t);
    uint32_t *number = fk_allocate(context, bytes);
    if (number == NULL)
        return FK_ERROR_MEMORY;
    mesh->dimension = 3;
    mesh->face_count = mark_corners(s, number);
    mesh->vertex_count = mesh->face_count / 2 + 2;
    mesh->corner_count = mesh->face_count <= UINT32_MAX / 3 ? 3 * mesh->face_count : UINT32_MAX;
    bool enough = mesh->corner_count < UINT32_MAX && fk_hull_mesh_allocate(context, mesh);
    if (enough) {
        /* shortcut_begin is temporary room for the faces of each vertex. */
        number_vertices(number, s->cloud->count, 1, mesh->source);
        count_face_lists(s, number, mesh->shortcut_begin, mesh);
        enough = !fk_context_poll(context);
        if (enough)
            fill_face_lists(s, mesh->shortcut_begin, mesh);
        enough = enough && !fk_context_poll(context) && sort_face_lists(context, mesh->shortcut_begin, mesh);
        if (!enough)
            fk_hull_mesh_end(context, mesh);
    }
    fk_release(context, number, bytes);
    return enough ? FK_OK : FK_ERROR_MEMORY;
}
