/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The hull of coplanar, collinear or equal points, as a mesh: a polygon with two faces, a segment, a point.
 *
 * A polygon is found in the projection along an axis that its plane is not parallel to, by the monotone chain (Andrew, "Another
 * efficient algorithm for convex hulls in two dimensions", 1979): sort, then pass forward and back and drop every point that does
 * not turn left. Signs are exact, so exactly the points inside edges are dropped. O(n log n) for every input. */

#include "shape/hull.h"

#include <string.h>

#include "base/context.h"

/* The projection. The sort is stable, so that the first of equal points can be chosen. */
typedef struct flat_projection {
    fk_point_set *cloud;
    int axis[3]; /* the first two are those of the projection */
} flat_projection;

static int compare_projected(const flat_projection *s, uint32_t a, uint32_t b)
{
    int sign = fk_point_set_compare_axis(s->cloud, b, a, s->axis[0]);
    return sign != 0 ? sign : fk_point_set_compare_axis(s->cloud, b, a, s->axis[1]);
}

static void merge_point_runs(const flat_projection *s, const uint32_t *left, const uint32_t *right,
                             const uint32_t *end, uint32_t *out)
{
    const uint32_t *middle = right;
    while (left < middle && right < end)
        *out++ = compare_projected(s, *left, *right) <= 0 ? *left++ : *right++;
    while (left < middle)
        *out++ = *left++;
    while (right < end)
        *out++ = *right++;
}

/* Sorts count items; other is room for as many. Returns the array that is sorted, or NULL if it is cancelled. */
static uint32_t *merge_sort(const fk_context *context, const flat_projection *s, uint32_t *items,
                            uint32_t *other, uint32_t count)
{
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            if (fk_context_poll_at(context, begin))
                return NULL;
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = begin + 2 * width < count ? begin + 2 * width : count;
            merge_point_runs(s, items + begin, items + middle, items + end, other + begin);
        }
        uint32_t *swap = items;
        items = other;
        other = swap;
    }
    return items;
}

/* The extreme points of the projection in eight directions, counterclockwise. */
static void find_eight_extremes(const flat_projection *s, uint32_t extreme[8])
{
    double greatest[8];
    for (int k = 0; k < 8; k++) {
        greatest[k] = -INFINITY;
        extreme[k] = 0;
    }
    for (uint32_t i = 0; i < s->cloud->count; i++) {
        double x = fk_vec3_get(s->cloud->scaled[i], s->axis[0]),
               y = fk_vec3_get(s->cloud->scaled[i], s->axis[1]);
        const double value[8] = {x, x + y, y, y - x, -x, -x - y, -y, x - y};
        for (int k = 0; k < 8; k++)
            if (value[k] > greatest[k]) {
                greatest[k] = value[k];
                extreme[k] = i;
            }
    }
}

/* Lists the points that may be corners; returns how many. Skips most of those inside, as Akl and Toussaint do ("A fast convex
 * hull algorithm", 1978), before the sort, which takes the most time. A point strictly to the left of every edge of a closed path
 * is inside the hull of the path's points, whichever they are: seen from outside, a closed path must turn both ways. */
static uint32_t list_outer_points(const flat_projection *s, uint32_t *out)
{
    uint32_t extreme[8], edges = 0, outer = 0;
    uint32_t edge[8][2];
    find_eight_extremes(s, extreme);
    for (int k = 0; k < 8; k++)
        if (extreme[k] != extreme[(k + 1) % 8]) {
            edge[edges][0] = extreme[k];
            edge[edges++][1] = extreme[(k + 1) % 8];
        }
    for (uint32_t i = 0; i < s->cloud->count; i++) {
        uint32_t left = 0;
        while (left < edges &&
               fk_point_set_orient2d(s->cloud, edge[left][0], edge[left][1], i, s->axis[2]) > 0)
            left++;
        if (left < edges || edges == 0)
            out[outer++] = i;
    }
    return outer;
}

/* Appends a point to a chain that began at `begin`, after removing the last points that do not turn left. */
static uint32_t extend_chain(const flat_projection *s, uint32_t *chain, uint32_t begin, uint32_t count,
                             uint32_t point)
{
    while (count >= begin + 2 &&
           fk_point_set_orient2d(s->cloud, chain[count - 2], chain[count - 1], point, s->axis[2]) <= 0)
        count--;
    chain[count++] = point;
    return count;
}

/* The corners counterclockwise, into chain, which has room for one more than there are points. */
static uint32_t find_chain(const flat_projection *s, const uint32_t *sorted, uint32_t n, uint32_t *chain)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || compare_projected(s, sorted[i - 1], sorted[i]) != 0)
            count = extend_chain(s, chain, 0, count, sorted[i]);
    uint32_t begin = count - 1;
    /* Back, from the last but one to the first; again the first of equal points. */
    uint32_t i = n;
    while (i > 0) {
        uint32_t end = i;
        while (i > 1 && compare_projected(s, sorted[i - 2], sorted[end - 1]) == 0)
            i--;
        i--;
        if (sorted[i] != chain[begin])
            count = extend_chain(s, chain, begin, count, sorted[i]);
    }
    return count - 1;
}

/* Fills a face with the corners in their order or against it, from the lowest. */
static void fill_polygon_face(uint32_t *face, const uint32_t *vertex, uint32_t count, bool against)
{
    uint32_t lowest = 0;
    while (vertex[lowest] != 0)
        lowest++;
    for (uint32_t i = 0; i < count; i++)
        face[i] = vertex[(size_t)(against ? lowest + count - i : lowest + i) % count];
}

/* Numbers the corners, which are points in chain, in the order of the points. map has room for all points. */
static fk_status make_polygon_mesh(fk_context *context, fk_hull_mesh *mesh, uint32_t *chain, uint32_t count,
                                   uint32_t *map, uint32_t points)
{
    mesh->vertex_count = count;
    mesh->face_count = 2;
    if (count > FK_HULL_NONE / 2)
        return FK_ERROR_MEMORY;
    mesh->corner_count = 2 * count;
    if (!fk_hull_mesh_allocate(context, mesh))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < points; i++)
        map[i] = FK_HULL_NONE;
    for (uint32_t i = 0; i < count; i++)
        map[chain[i]] = 0;
    for (uint32_t i = 0, filled = 0; i < points; i++)
        if (map[i] == 0) {
            mesh->source[filled] = i;
            map[i] = filled++;
        }
    for (uint32_t i = 0; i < count; i++)
        chain[i] = map[chain[i]];
    /* Both begin with vertex 0: the second vertices decide the order. */
    fill_polygon_face(mesh->face_vertex, chain, count, false);
    fill_polygon_face(mesh->face_vertex + count, chain, count, true);
    if (mesh->face_vertex[1] > mesh->face_vertex[count + 1]) {
        fill_polygon_face(mesh->face_vertex, chain, count, true);
        fill_polygon_face(mesh->face_vertex + count, chain, count, false);
    }
    mesh->face_begin[0] = 0;
    mesh->face_begin[1] = count;
    mesh->face_begin[2] = 2 * count;
    return FK_OK;
}

static fk_status build_flat_polygon(fk_context *context, fk_point_set *cloud, const fk_hull_simplex *simplex,
                                    fk_hull_mesh *mesh)
{
    flat_projection s = {cloud, {1, 2, 0}};
    const uint32_t *corner = simplex->corner;
    while (fk_point_set_orient2d(cloud, corner[0], corner[1], corner[2], s.axis[2]) == 0)
        for (int k = 0; k < 3; k++)
            s.axis[k] = (s.axis[k] + 1) % 3;
    size_t bytes = ((size_t)cloud->count * 2 + 1) * sizeof(uint32_t);
    uint32_t *room = fk_allocate(context, bytes);
    if (room == NULL)
        return FK_ERROR_MEMORY;
    uint32_t outer = list_outer_points(&s, room);
    /* Either half may be sorted; the chain needs the longer one, at the end. */
    const uint32_t *sorted = merge_sort(context, &s, room, room + cloud->count, outer);
    if (sorted != NULL && sorted != room)
        memcpy(room, sorted, outer * sizeof *room);
    fk_status status = FK_ERROR_MEMORY;
    if (sorted != NULL) {
        uint32_t count = find_chain(&s, room, outer, room + cloud->count);
        status = make_polygon_mesh(context, mesh, room + cloud->count, count, room, cloud->count);
    }
    fk_release(context, room, bytes);
    return status;
}

/* On a line the lexicographic order is the order along it. */
static fk_status build_flat_segment(fk_context *context, fk_point_set *cloud, fk_hull_mesh *mesh)
{
    uint32_t low = 0, high = 0;
    for (uint32_t i = 1; i < cloud->count; i++) {
        low = fk_point_set_compare(cloud, i, low) > 0 ? i : low;
        high = fk_point_set_compare(cloud, high, i) > 0 ? i : high;
    }
    mesh->vertex_count = mesh->dimension + 1;
    mesh->face_count = mesh->corner_count = 0;
    if (!fk_hull_mesh_allocate(context, mesh))
        return FK_ERROR_MEMORY;
    mesh->source[0] = low < high ? low : high;
    if (mesh->dimension == 1)
        mesh->source[1] = low < high ? high : low;
    mesh->face_begin[0] = 0;
    return FK_OK;
}

fk_status fk_hull_mesh_from_flat(fk_context *context, fk_point_set *cloud, const fk_hull_simplex *simplex,
                                 fk_hull_mesh *mesh)
{
    mesh->dimension = simplex->dimension;
    return mesh->dimension == 2 ? build_flat_polygon(context, cloud, simplex, mesh)
                                : build_flat_segment(context, cloud, mesh);
}
