/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls as one block of memory: vertices, faces, neighbours and shortcuts. The hull itself is built by
 * hull_surface.c and hull_facets.c, or hull_flat.c; here its lists are made and packed.
 *
 * Shortcuts are the artificial edges of Grulich, "Collision detection in 3D space", 2016, section 4.3 and figure 4.6:
 * edges that let a climb toward the farthest vertex skip others. His text leaves open which. Here they are the edges of
 * the hulls of ever fewer vertices, as in a skip list: about one of THINNING vertices, then one of THINNING of these,
 * and so on while there are FEWEST_LAYER. On each of those hulls a climb cannot get stuck, and its edges are longer by
 * the root of THINNING than those below it. (Dobkin, Kirkpatrick, "Fast detection of polyhedral intersection", 1983,
 * have the same layers, with a bound in the worst case.) A vertex that is in no layer would find one after THINNING
 * moves or so, and the next one as late again; so each vertex has a way up, too: one edge, in this direction only, to a
 * vertex of the highest layer. Which vertices are taken is decided by a hash of their number, on every machine alike. */

#include "farkas/shape.h"

#include <assert.h>
#include <string.h>

#include "shape/hull_build.h"

#define THINNING     8
#define FEWEST_LAYER 16 /* no layer has fewer vertices */

/* ---- Pairs of vertices, and lists of them -------------------------------------------------------------- */

typedef struct pairs {
    uint32_t *from, *to; /* in one block */
    uint32_t count;
    size_t bytes;
} pairs;

/* The vertices that a vertex is joined to, ascending: those of i at [begin[i], begin[i + 1]) of `to`. */
typedef struct lists {
    uint32_t *begin, *to; /* in one block */
    uint32_t count;
    size_t bytes;
} lists;

static bool allocate_pairs(fk_context *context, size_t most, pairs *p)
{
    p->count = 0;
    p->bytes = 2 * most * sizeof *p->from;
    p->from = most > UINT32_MAX ? NULL : fk_allocate(context, p->bytes);
    if (p->from == NULL)
        return false;
    p->to = p->from + most;
    return true;
}

static void add_pair(pairs *p, uint32_t from, uint32_t to)
{
    p->from[p->count] = from;
    p->to[p->count++] = to;
}

/* Adds the edges of a mesh in both directions, its vertices numbered by a map. */
static void add_edges(pairs *p, const fk_hull_mesh *mesh, const uint32_t *map)
{
    if (mesh->dimension == 1) {
        add_pair(p, map[0], map[1]);
        add_pair(p, map[1], map[0]);
    }
    /* Each edge has a face on both sides, which has it in its own direction. */
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t begin = mesh->face_begin[f], end = mesh->face_begin[f + 1];
        for (uint32_t i = begin; i < end; i++)
            add_pair(p, map[mesh->face_vertex[i]], map[mesh->face_vertex[i + 1 < end ? i + 1 : begin]]);
    }
}

/* Where the lists begin when each pair is in that of its key. */
static void count_keys(const uint32_t *key, uint32_t count, uint32_t vertex_count, uint32_t *begin)
{
    memset(begin, 0, ((size_t)vertex_count + 1) * sizeof *begin);
    for (uint32_t i = 0; i < count; i++)
        begin[key[i] + 1]++;
    for (uint32_t v = 0; v < vertex_count; v++)
        begin[v + 1] += begin[v];
}

/* Sorts pairs into lists: first by where they go to, then by where they come from, which keeps that order. */
static fk_status make_lists(fk_context *context, const pairs *p, uint32_t vertex_count, lists *out)
{
    size_t order_bytes = p->count * sizeof(uint32_t);
    out->count = p->count;
    out->bytes = ((size_t)vertex_count + 1 + p->count) * sizeof *out->begin;
    out->begin = fk_allocate(context, out->bytes);
    uint32_t *order = out->begin == NULL ? NULL : fk_allocate(context, order_bytes);
    if (order == NULL)
        return FK_ERROR_MEMORY;
    uint32_t *begin = out->begin;
    out->to = begin + vertex_count + 1;
    count_keys(p->to, p->count, vertex_count, begin);
    for (uint32_t i = 0; i < p->count; i++)
        order[begin[p->to[i]]++] = i;
    count_keys(p->from, p->count, vertex_count, begin);
    for (uint32_t i = 0; i < p->count; i++)
        out->to[begin[p->from[order[i]]]++] = p->to[order[i]];
    /* Each begin has moved to its end, which is where the next one began. */
    memmove(begin + 1, begin, vertex_count * sizeof *begin);
    begin[0] = 0;
    fk_release(context, order, order_bytes);
    return FK_OK;
}

/* Leaves out of lists what occurs twice, and what is in other lists. */
static void keep_new(lists *l, uint32_t vertex_count, const lists *known)
{
    uint32_t filled = 0, next = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint32_t k = known->begin[v], last = FK_HULL_NONE, i = next;
        next = l->begin[v + 1];
        l->begin[v] = filled;
        for (; i < next; i++) {
            uint32_t to = l->to[i];
            while (k < known->begin[v + 1] && known->to[k] < to)
                k++;
            if (to != last && !(k < known->begin[v + 1] && known->to[k] == to))
                l->to[filled++] = to;
            last = to;
        }
    }
    l->begin[vertex_count] = filled;
    l->count = filled;
}

/* ---- Shortcuts ----------------------------------------------------------------------------------------- */

/* Whether a vertex of a layer is in the next one, too. */
static bool is_kept(uint32_t vertex, uint32_t layer)
{
    fk_random random = fk_random_make(((uint64_t)layer << 32) + vertex);
    return fk_random_u64(&random) % THINNING == 0;
}

/* Turns the vertices of a layer into those of the next one, in place, and returns how many they are; 0, with the
 * vertices left alone, when these would be too few. */
static uint32_t thin_out(uint32_t *vertex, uint32_t count, uint32_t layer)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        kept += is_kept(vertex[i], layer);
    if (kept < FEWEST_LAYER)
        return 0;
    kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_kept(vertex[i], layer))
            vertex[kept++] = vertex[i];
    return kept;
}

static void list_all(uint32_t *vertex, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vertex[i] = i;
}

/* At most how many shortcuts there are: n points have 3 n - 6 edges or fewer, each of which is two, and every vertex has
 * its way up. */
static size_t count_shortcuts(uint32_t *vertex, uint32_t vertex_count)
{
    size_t most = 0;
    list_all(vertex, vertex_count);
    uint32_t count = thin_out(vertex, vertex_count, 0);
    for (uint32_t layer = 1; count > 0; layer++) {
        most += 6 * (size_t)count;
        count = thin_out(vertex, count, layer);
    }
    return most > 0 ? most + vertex_count : 0;
}

/* Adds the edges of the hull of some vertices, all of which are extreme. point is room for as many. */
static fk_status add_layer(fk_context *context, const fk_vec3 *hull_point, const uint32_t *vertex,
                           uint32_t count, fk_vec3 *point, pairs *p)
{
    fk_cloud cloud;
    fk_hull_mesh mesh;
    for (uint32_t i = 0; i < count; i++)
        point[i] = hull_point[vertex[i]];
    fk_status status = fk_cloud_init(context, &cloud, point, count);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_build(context, &cloud, &mesh);
    fk_cloud_end(context, &cloud);
    if (status != FK_OK)
        return status;
    add_edges(p, &mesh, vertex);
    fk_hull_mesh_end(context, &mesh);
    return FK_OK;
}

/* Gives every vertex a way up to one of the highest layer. */
static void add_ways_up(const uint32_t *top, uint32_t top_count, uint32_t vertex_count, pairs *p)
{
    for (uint32_t v = 0; v < vertex_count; v++) {
        fk_random random = fk_random_make(v);
        uint32_t up = top[fk_random_u64(&random) % top_count];
        if (up != v)
            add_pair(p, v, up);
    }
}

/* Adds the edges of all layers, and the ways up. vertex is room for all vertices. */
static fk_status find_shortcuts(fk_context *context, const fk_vec3 *hull_point, uint32_t vertex_count,
                                uint32_t *vertex, pairs *p)
{
    if (!allocate_pairs(context, count_shortcuts(vertex, vertex_count), p))
        return FK_ERROR_MEMORY;
    list_all(vertex, vertex_count);
    uint32_t count = thin_out(vertex, vertex_count, 0);
    if (count == 0)
        return FK_OK;
    size_t point_bytes = count * sizeof(fk_vec3);
    fk_vec3 *point = fk_allocate(context, point_bytes);
    fk_status status = point != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t layer = 1; status == FK_OK && count > 0; layer++) {
        status = add_layer(context, hull_point, vertex, count, point, p);
        uint32_t next = thin_out(vertex, count, layer);
        if (status == FK_OK && next == 0)
            add_ways_up(vertex, count, vertex_count, p);
        count = next;
    }
    fk_release(context, point, point_bytes);
    return status;
}

/* ---- The block ----------------------------------------------------------------------------------------- */

/* Copies a list to the end of a block, and returns where it is. */
static const uint32_t *put(uint32_t **end, const uint32_t *list, size_t count)
{
    uint32_t *place = *end;
    if (count > 0)
        memcpy(place, list, count * sizeof *list);
    *end += count;
    return place;
}

static fk_status pack(fk_context *context, const fk_vec3 *hull_point, const fk_hull_mesh *mesh,
                      const lists *neighbor, const lists *shortcut, fk_hull **out)
{
    size_t vertices = mesh->vertex_count, faces = mesh->face_count;
    size_t numbers =
        vertices + (faces + 1) + mesh->corner_count + 2 * (vertices + 1) + neighbor->count + shortcut->count;
    size_t bytes = sizeof(fk_hull) + vertices * sizeof(fk_vec3) + numbers * sizeof(uint32_t);
    fk_hull *hull = fk_allocate(context, bytes);
    if (hull == NULL)
        return FK_ERROR_MEMORY;
    fk_vec3 *point = (fk_vec3 *)(hull + 1);
    uint32_t *end = (uint32_t *)(point + vertices);
    memcpy(point, hull_point, vertices * sizeof *point);
    hull->dimension = mesh->dimension;
    hull->vertex_count = mesh->vertex_count;
    hull->point = point;
    hull->source = put(&end, mesh->source, vertices);
    hull->face_count = mesh->face_count;
    hull->face_begin = put(&end, mesh->face_begin, faces + 1);
    hull->face_vertex = put(&end, mesh->face_vertex, mesh->corner_count);
    hull->neighbor_begin = put(&end, neighbor->begin, vertices + 1);
    hull->neighbor = put(&end, neighbor->to, neighbor->count);
    hull->shortcut_begin = put(&end, shortcut->begin, vertices + 1);
    hull->shortcut = put(&end, shortcut->to, shortcut->count);
    hull->bytes = bytes;
    *out = hull;
    return FK_OK;
}

/* vertex is room for all vertices. */
static fk_status find_edges(fk_context *context, const fk_hull_mesh *mesh, uint32_t *vertex, pairs *p)
{
    if (!allocate_pairs(context, mesh->dimension == 1 ? 2 : mesh->corner_count, p))
        return FK_ERROR_MEMORY;
    list_all(vertex, mesh->vertex_count);
    add_edges(p, mesh, vertex);
    return FK_OK;
}

/* Makes the lists of a mesh and packs all. vertex is room for all vertices. */
static fk_status finish(fk_context *context, const fk_vec3 *hull_point, const fk_hull_mesh *mesh,
                        uint32_t *vertex, fk_hull **out)
{
    pairs edge = {NULL, NULL, 0, 0}, jump = {NULL, NULL, 0, 0};
    lists neighbor = {NULL, NULL, 0, 0}, shortcut = {NULL, NULL, 0, 0};
    fk_status status = find_edges(context, mesh, vertex, &edge);
    if (status == FK_OK)
        status = make_lists(context, &edge, mesh->vertex_count, &neighbor);
    fk_release(context, edge.from, edge.bytes);
    if (status == FK_OK)
        status = find_shortcuts(context, hull_point, mesh->vertex_count, vertex, &jump);
    if (status == FK_OK)
        status = make_lists(context, &jump, mesh->vertex_count, &shortcut);
    fk_release(context, jump.from, jump.bytes);
    if (status == FK_OK) {
        keep_new(&shortcut, mesh->vertex_count, &neighbor);
        status = pack(context, hull_point, mesh, &neighbor, &shortcut, out);
    }
    fk_release(context, neighbor.begin, neighbor.bytes);
    fk_release(context, shortcut.begin, shortcut.bytes);
    return status;
}

fk_status fk_hull_build(fk_context *context, const fk_vec3 *point, size_t count, fk_hull **out)
{
    assert(context != NULL && out != NULL && (point != NULL || count == 0));
    if (count == 0 || count >= (size_t)1 << 31)
        return FK_ERROR_ARGUMENT;
    fk_cloud cloud;
    fk_hull_mesh mesh;
    fk_status status = fk_cloud_init(context, &cloud, point, (uint32_t)count);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_build(context, &cloud, &mesh);
    fk_cloud_end(context, &cloud);
    if (status != FK_OK)
        return status;
    /* Room for the points that are vertices, and for their numbers. */
    size_t bytes = mesh.vertex_count * (sizeof(fk_vec3) + sizeof(uint32_t));
    fk_vec3 *hull_point = fk_allocate(context, bytes);
    status = hull_point != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        for (uint32_t i = 0; i < mesh.vertex_count; i++)
            hull_point[i] = point[mesh.source[i]];
        status = finish(context, hull_point, &mesh, (uint32_t *)(hull_point + mesh.vertex_count), out);
    }
    fk_release(context, hull_point, bytes);
    fk_hull_mesh_end(context, &mesh);
    return status;
}

void fk_hull_free(fk_context *context, fk_hull *hull)
{
    if (hull != NULL)
        fk_release(context, hull, hull->bytes);
}

fk_piece fk_hull_piece(const fk_hull *hull)
{
    fk_piece piece = fk_piece_hull(hull->point, hull->vertex_count);
    piece.as.hull.hint = hull;
    return piece;
}
