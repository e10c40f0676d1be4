/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a surface of triangles to a mesh where no two triangles are on one plane, as for points in general: every triangle
 * is a facet and every corner a vertex. hull_facets.c does the same for all surfaces. Triangles that are near each other
 * in memory are so in space, too; so lists of vertices are filled triangle by triangle, which is kind to caches, and
 * sorted one by one afterwards. */

#include "shape/hull.h"

#include <string.h>

/* ---- Sorting ------------------------------------------------------------------------------------------- */

#define SHORT 24 /* at most so many items are sorted by insertion */

/* Items are `width` numbers long and sorted by number `key` of each. */
static inline void move_item(uint32_t *to, const uint32_t *from, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        to[i] = from[i];
}

static inline void sort_short(uint32_t *number, uint32_t count, uint32_t width, uint32_t key)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t item[3], k = i;
        move_item(item, number + (size_t)i * width, width);
        for (; k > 0 && number[(size_t)(k - 1) * width + key] > item[key]; k--)
            move_item(number + (size_t)k * width, number + (size_t)(k - 1) * width, width);
        move_item(number + (size_t)k * width, item, width);
    }
}

/* Lets an item sink in a heap until none below it is larger. */
static inline void sink(uint32_t *number, size_t at, size_t count, uint32_t width, uint32_t key)
{
    uint32_t item[3];
    move_item(item, number + at * width, width);
    for (size_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && number[(below + 1) * width + key] > number[below * width + key])
            below++;
        if (number[below * width + key] <= item[key])
            break;
        move_item(number + at * width, number + below * width, width);
    }
    move_item(number + at * width, item, width);
}

static inline void sort_long(uint32_t *number, uint32_t count, uint32_t width, uint32_t key)
{
    for (size_t i = count / 2; i-- > 0;)
        sink(number, i, count, width, key);
    for (size_t i = count; i-- > 1;) {
        uint32_t item[3];
        move_item(item, number + i * width, width);
        move_item(number + i * width, number, width);
        move_item(number, item, width);
        sink(number, 0, i, width, key);
    }
}

void fk_hull_sort(uint32_t *number, uint32_t count)
{
    if (count <= SHORT)
        sort_short(number, count, 1, 0);
    else
        sort_long(number, count, 1, 0);
}

void fk_hull_sort_triples(uint32_t *number, uint32_t count)
{
    if (count <= SHORT)
        sort_short(number, count, 3, 1);
    else
        sort_long(number, count, 3, 1);
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* Sets the numbers of points that are corners to 1, those of others to 0; returns how many triangles there are. */
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

static void number_vertices(uint32_t *number, uint32_t count, uint32_t *source)
{
    uint32_t filled = 0;
    for (uint32_t i = 0; i < count; i++)
        if (number[i] != 0) {
            source[filled] = i;
            number[i] = filled++;
        }
}

/* ---- Faces and neighbours ------------------------------------------------------------------------------ */

/* Makes the corners of triangles vertices, the lowest first, and counts faces by their first vertex and neighbours. */
static void count_lists(fk_hull_surface *s, const uint32_t *number, uint32_t *face_end, fk_hull_mesh *mesh)
{
    memset(face_end, 0, ((size_t)mesh->vertex_count + 1) * sizeof *face_end);
    memset(mesh->neighbor_begin, 0, ((size_t)mesh->vertex_count + 1) * sizeof *mesh->neighbor_begin);
    for (uint32_t i = 0; i < s->used; i++) {
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
    fk_hull_lists_begin(face_end, mesh->vertex_count);
    fk_hull_lists_begin(mesh->neighbor_begin, mesh->vertex_count);
}

/* Each edge has a triangle on both sides, which has it in its own direction. */
static void fill_lists(const fk_hull_surface *s, uint32_t *face_end, fk_hull_mesh *mesh)
{
    uint32_t *end = mesh->neighbor_begin;
    for (uint32_t i = 0; i < s->used; i++) {
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

static void sort_lists(const uint32_t *face_begin, fk_hull_mesh *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const uint32_t *begin = mesh->neighbor_begin + v;
        fk_hull_sort(mesh->neighbor + begin[0], begin[1] - begin[0]);
        fk_hull_sort_triples(mesh->face_vertex + (size_t)3 * face_begin[v],
                             face_begin[v + 1] - face_begin[v]);
    }
    for (uint32_t i = 0; i <= mesh->face_count; i++)
        mesh->face_begin[i] = 3 * i;
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
        /* What becomes the begins of shortcuts is room for the faces of each vertex. */
        number_vertices(number, s->cloud->count, mesh->source);
        count_lists(s, number, mesh->shortcut_begin, mesh);
        fill_lists(s, mesh->shortcut_begin, mesh);
        sort_lists(mesh->shortcut_begin, mesh);
    }
    fk_release(context, number, bytes);
    return enough ? FK_OK : FK_ERROR_MEMORY;
}
