/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls as one block of memory: vertices, faces, neighbours and shortcuts. The files that hull.h names build the hull
 * itself, into the block that is made here.
 *
 * Shortcuts are the artificial edges of Grulich, "Collision detection in 3D space", 2016, section 4.3 and figure 4.6: edges by
 * which hill climbing toward the support vertex skips others. His text leaves open which. Here they are the edges of the hulls of
 * ever fewer vertices, as in a skip list: about one of THINNING vertices, then one of THINNING of these, and so on while there
 * are FEWEST_LAYER. On each of those hulls climbing cannot get stuck, and its edges are longer by the root of THINNING than those
 * below it. (Dobkin, Kirkpatrick, "Fast detection of polyhedral intersection", 1983, have the same layers, with a bound in the
 * worst case.) A vertex in no layer would find one after about THINNING moves, and the next one as late again; so each vertex
 * also has one shortcut, in this direction only, to a vertex of the highest layer. A hash of the vertex number chooses the
 * vertices, alike on every machine. */

#include "shape/hull.h"

#include <assert.h>
#include <string.h>

#include "base/context.h"
#include "shape/vertex_blocks.h"
#include "shape/vertices.h"

#define THINNING     8
#define FEWEST_LAYER 16 /* no layer has fewer vertices */

/* ---- Layers -------------------------------------------------------------------------------------------- */

/* Whether a vertex of a layer is also in the next one. */
static bool is_in_next_layer(uint32_t vertex, uint32_t layer)
{
    fk_random random = fk_random_make(((uint64_t)layer << 32) + vertex);
    return fk_random_u64(&random) % THINNING == 0;
}

/* Chooses the layers. Returns false when there is no memory. */
static bool choose_layers(fk_context *context, uint32_t vertex_count, fk_hull_layers *layers)
{
    memset(layers, 0, sizeof *layers);
    layers->vertex_count = vertex_count;
    layers->level = fk_allocate(context, vertex_count);
    if (layers->level == NULL)
        return false;
    for (uint32_t v = 0; v < vertex_count; v++) {
        uint8_t level = 0;
        while (level < FK_HULL_LAYERS && is_in_next_layer(v, level))
            layers->size[++level]++;
        layers->level[v] = level;
    }
    while (layers->count < FK_HULL_LAYERS && layers->size[layers->count + 1] >= FEWEST_LAYER)
        layers->count++;
    return true;
}

static void free_layers(fk_context *context, fk_hull_layers *layers)
{
    fk_release(context, layers->level, layers->vertex_count);
}

/* n points have at most 3 n - 6 edges, each in two directions. */
static size_t count_layer_edges(const fk_hull_layers *layers)
{
    size_t most = 0;
    for (uint32_t i = 1; i <= layers->count; i++)
        most += 6 * (size_t)layers->size[i];
    return most;
}

/* An upper bound of the number of shortcuts: every vertex has one to the top layer. */
static size_t count_shortcuts(const fk_hull_layers *layers)
{
    return layers->count > 0 ? count_layer_edges(layers) + layers->vertex_count : 0;
}

/* ---- The block ----------------------------------------------------------------------------------------- */

static uint32_t *reserve_list(uint32_t **end, size_t count)
{
    uint32_t *place = *end;
    *end += count;
    return place;
}

/* The number of neighbours of all vertices: twice the number of edges. */
static size_t count_neighbors(const fk_hull_mesh *mesh)
{
    return mesh->dimension == 1 ? 2 : mesh->corner_count;
}

/* Divides a block among the lists. */
static void lay_out_block(fk_hull_mesh *mesh, fk_hull *hull, size_t bytes)
{
    size_t vertices = mesh->vertex_count, faces = mesh->face_count;
    mesh->hull = hull;
    mesh->point = (fk_vec3 *)(void *)((char *)(hull + 1) + fk_vertex_blocks_bytes(mesh->vertex_count));
    uint32_t *end = (uint32_t *)(mesh->point + vertices);
    hull->dimension = mesh->dimension;
    hull->vertex_count = mesh->vertex_count;
    hull->face_count = mesh->face_count;
    hull->bytes = bytes;
    hull->point = mesh->point;
    hull->source = mesh->source = reserve_list(&end, vertices);
    hull->face_begin = mesh->face_begin = reserve_list(&end, faces + 1);
    hull->face_vertex = mesh->face_vertex = reserve_list(&end, mesh->corner_count);
    hull->neighbor_begin = mesh->neighbor_begin = reserve_list(&end, vertices + 1);
    hull->neighbor = mesh->neighbor = reserve_list(&end, count_neighbors(mesh));
    hull->shortcut_begin = mesh->shortcut_begin = reserve_list(&end, vertices + 1);
    hull->shortcut = mesh->shortcut = end;
    hull->blocks = NULL;
}

bool fk_hull_mesh_allocate(fk_context *context, fk_hull_mesh *mesh)
{
    if (!choose_layers(context, mesh->vertex_count, &mesh->layers))
        return false;
    size_t vertices = mesh->vertex_count, shortcuts = count_shortcuts(&mesh->layers);
    size_t numbers = vertices + ((size_t)mesh->face_count + 1) + mesh->corner_count + 2 * (vertices + 1) +
                     count_neighbors(mesh) + shortcuts;
    size_t bytes = sizeof(fk_hull) + fk_vertex_blocks_bytes(mesh->vertex_count) + vertices * sizeof(fk_vec3) +
                   numbers * sizeof(uint32_t);
    fk_hull *hull = shortcuts > UINT32_MAX ? NULL : fk_allocate(context, bytes);
    if (hull == NULL) {
        free_layers(context, &mesh->layers);
        return false;
    }
    lay_out_block(mesh, hull, bytes);
    return true;
}

void fk_hull_mesh_end(fk_context *context, fk_hull_mesh *mesh)
{
    free_layers(context, &mesh->layers);
    fk_hull_free(context, mesh->hull);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static void fill_hull_points(fk_hull_mesh *mesh, const fk_point_set *cloud)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        mesh->point[i] = cloud->point[mesh->source[i]];
}

/* Each edge has a face on both sides, which has it in its own direction. */
void fk_hull_mesh_fill_neighbors(fk_hull_mesh *mesh)
{
    uint32_t *end = mesh->neighbor_begin, vertices = mesh->vertex_count;
    memset(end, 0, ((size_t)vertices + 1) * sizeof *end);
    if (mesh->dimension == 1)
        end[0] = end[1] = 1;
    for (uint32_t i = 0; i < mesh->corner_count; i++)
        end[mesh->face_vertex[i]]++;
    fk_hull_lists_prefix_sum(end, vertices);
    if (mesh->dimension == 1) {
        mesh->neighbor[--end[0]] = 1;
        mesh->neighbor[--end[1]] = 0;
    }
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        uint32_t first = mesh->face_begin[f], last = mesh->face_begin[f + 1] - 1;
        for (uint32_t i = first; i <= last; i++)
            mesh->neighbor[--end[mesh->face_vertex[i]]] = mesh->face_vertex[i < last ? i + 1 : first];
    }
    for (uint32_t v = 0; v < vertices; v++)
        fk_hull_sort(mesh->neighbor + end[v], end[v + 1] - end[v]);
}

/* Shortcuts are fewer than there is room for: the rest is zero, so that equal hulls are equal bytes. */
static void clear_unused(fk_hull_mesh *mesh)
{
    char *begin = (char *)(mesh->shortcut + mesh->shortcut_begin[mesh->vertex_count]);
    char *end = (char *)mesh->hull + mesh->hull->bytes;
    memset(begin, 0, (size_t)(end - begin));
}

fk_status fk_hull_mesh_build(fk_context *context, fk_point_set *cloud, fk_hull_mesh *mesh)
{
    fk_hull_simplex simplex = fk_hull_simplex_find(cloud);
    fk_status status;
    if (simplex.dimension < 3) {
        status = fk_hull_mesh_from_flat(context, cloud, &simplex, mesh);
        if (status == FK_OK)
            fk_hull_mesh_fill_neighbors(mesh);
        return status;
    }
    fk_hull_surface surface;
    status = fk_hull_surface_build(context, cloud, &simplex, &surface);
    if (status == FK_OK)
        status = surface.has_ties ? fk_hull_mesh_from_surface(context, &surface, mesh)
                                  : fk_hull_mesh_from_plain_surface(context, &surface, mesh);
    fk_hull_surface_end(&surface);
    return status;
}

/* ---- Shortcuts: edges of layers ----------------------------------------------------------------------------------- */

/* Lists the vertices of a layer. */
static void list_layer(const fk_hull_layers *layers, uint32_t layer, uint32_t *vertex)
{
    uint32_t filled = 0;
    for (uint32_t v = 0; v < layers->vertex_count; v++)
        if (layers->level[v] >= layer)
            vertex[filled++] = v;
}

/* A shortcut along an edge of a layer. */
typedef struct hull_shortcut {
    uint32_t from, to;
} hull_shortcut;

typedef struct hull_shortcuts {
    hull_shortcut *item;
    uint32_t count;
} hull_shortcuts;

static void add_shortcut(hull_shortcuts *j, uint32_t from, uint32_t to)
{
    j->item[j->count].from = from;
    j->item[j->count++].to = to;
}

/* Adds the edges of a surface. Each has a triangle on both sides, which has it in its own direction. */
static void add_surface_edges(hull_shortcuts *j, const fk_hull_surface *s, const uint32_t *vertex)
{
    for (uint32_t i = 0; i < s->used; i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        if (!fk_hull_triangle_is_used(t))
            continue;
        for (int e = 0; e < 3; e++)
            if (!s->has_ties || !fk_hull_surface_is_flat(s, t, e))
                add_shortcut(j, vertex[t->corner[e]], vertex[t->corner[fk_hull_next_edge(e)]]);
    }
}

/* Adds the edges of a hull that is no solid. */
static fk_status add_flat_edges(fk_context *context, hull_shortcuts *j, fk_point_set *cloud,
                                const fk_hull_simplex *simplex, const uint32_t *vertex)
{
    fk_hull_mesh mesh;
    fk_status status = fk_hull_mesh_from_flat(context, cloud, simplex, &mesh);
    if (status != FK_OK)
        return status;
    fk_hull_mesh_fill_neighbors(&mesh);
    for (uint32_t v = 0; v < mesh.vertex_count; v++)
        for (uint32_t k = mesh.neighbor_begin[v]; k < mesh.neighbor_begin[v + 1]; k++)
            add_shortcut(j, vertex[mesh.source[v]], vertex[mesh.source[mesh.neighbor[k]]]);
    fk_hull_mesh_end(context, &mesh);
    return FK_OK;
}

static fk_status add_layer_edges(fk_context *context, hull_shortcuts *j, fk_point_set *cloud,
                                 const uint32_t *vertex)
{
    fk_hull_simplex simplex = fk_hull_simplex_find(cloud);
    if (simplex.dimension < 3)
        return add_flat_edges(context, j, cloud, &simplex, vertex);
    fk_hull_surface surface;
    fk_status status = fk_hull_surface_build(context, cloud, &simplex, &surface);
    if (status == FK_OK)
        add_surface_edges(j, &surface, vertex);
    fk_hull_surface_end(&surface);
    return status;
}

/* Adds the edges of the hull of some vertices, all of which are extreme. point is room for as many. */
static fk_status add_layer(fk_context *context, hull_shortcuts *j, const fk_hull_mesh *mesh,
                           const uint32_t *vertex, uint32_t count, fk_vec3 *point)
{
    fk_point_set cloud;
    for (uint32_t i = 0; i < count; i++)
        point[i] = mesh->point[vertex[i]];
    fk_status status = fk_point_set_init(context, &cloud, point, count);
    if (status != FK_OK)
        return status;
    status = add_layer_edges(context, j, &cloud, vertex);
    fk_point_set_end(context, &cloud);
    return status;
}

/* ---- Shortcuts: their lists --------------------------------------------------------------------------------------------- */

/* The vertex of the highest layer to which a vertex has a shortcut. */
static uint32_t choose_top_vertex(const uint32_t *top, uint32_t top_count, uint32_t vertex)
{
    fk_random random = fk_random_make(vertex);
    return top[fk_random_u64(&random) % top_count];
}

/* Fills the lists of the vertices with their shortcuts: to the top layer, and along edges of layers. */
static void fill_shortcut_lists(fk_hull_mesh *mesh, const hull_shortcuts *j, const uint32_t *top,
                                uint32_t top_count)
{
    uint32_t *end = mesh->shortcut_begin;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        end[v] = 1;
    for (uint32_t i = 0; i < j->count; i++)
        end[j->item[i].from]++;
    fk_hull_lists_prefix_sum(end, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->shortcut[--end[v]] = choose_top_vertex(top, top_count, v);
    for (uint32_t i = 0; i < j->count; i++)
        mesh->shortcut[--end[j->item[i].from]] = j->item[i].to;
}

/* Sorts the lists, and removes duplicates, neighbours and the vertex itself. */
static void remove_redundant_shortcuts(fk_hull_mesh *mesh)
{
    uint32_t filled = 0, next = mesh->shortcut_begin[0];
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t i = next, last = v, k = mesh->neighbor_begin[v], neighbors = mesh->neighbor_begin[v + 1];
        next = mesh->shortcut_begin[v + 1];
        fk_hull_sort(mesh->shortcut + i, next - i);
        mesh->shortcut_begin[v] = filled;
        for (; i < next; i++) {
            uint32_t to = mesh->shortcut[i];
            while (k < neighbors && mesh->neighbor[k] < to)
                k++;
            if (to != last && to != v && !(k < neighbors && mesh->neighbor[k] == to))
                mesh->shortcut[filled++] = to;
            last = to;
        }
    }
    mesh->shortcut_begin[mesh->vertex_count] = filled;
}

/* vertex and point are room for a layer. */
static fk_status build_shortcuts(fk_context *context, fk_hull_mesh *mesh, hull_shortcuts *j, fk_vec3 *point,
                                 uint32_t *vertex)
{
    const fk_hull_layers *layers = &mesh->layers;
    for (uint32_t layer = 1; layer <= layers->count; layer++) {
        list_layer(layers, layer, vertex);
        fk_status status = add_layer(context, j, mesh, vertex, layers->size[layer], point);
        if (status != FK_OK)
            return status;
    }
    fill_shortcut_lists(mesh, j, vertex, layers->size[layers->count]);
    remove_redundant_shortcuts(mesh);
    return FK_OK;
}

static fk_status fill_shortcuts(fk_context *context, fk_hull_mesh *mesh)
{
    const fk_hull_layers *layers = &mesh->layers;
    if (layers->count == 0) {
        memset(mesh->shortcut_begin, 0, ((size_t)mesh->vertex_count + 1) * sizeof *mesh->shortcut_begin);
        return FK_OK;
    }
    size_t jump_bytes = count_layer_edges(layers) * sizeof(hull_shortcut);
    size_t room_bytes = layers->size[1] * (sizeof(fk_vec3) + sizeof(uint32_t));
    hull_shortcuts j = {fk_allocate(context, jump_bytes), 0};
    fk_vec3 *point = fk_allocate(context, room_bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (j.item != NULL && point != NULL)
        status = build_shortcuts(context, mesh, &j, point, (uint32_t *)(point + layers->size[1]));
    fk_release(context, point, room_bytes);
    fk_release(context, j.item, jump_bytes);
    return status;
}

/* ---- The interface ------------------------------------------------------------------------------------- */

static fk_status build_hull(fk_context *context, const fk_vec3 *point, size_t count, fk_hull **out)
{
    fk_point_set cloud;
    fk_hull_mesh mesh;
    fk_status status = fk_point_set_init(context, &cloud, point, (uint32_t)count);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_build(context, &cloud, &mesh);
    if (status == FK_OK)
        fill_hull_points(&mesh, &cloud);
    fk_point_set_end(context, &cloud);
    if (status != FK_OK)
        return status;
    status = fill_shortcuts(context, &mesh);
    if (status != FK_OK) {
        fk_hull_mesh_end(context, &mesh);
        return status;
    }
    clear_unused(&mesh);
    mesh.hull->blocks = fk_vertex_blocks_fill(mesh.hull, mesh.hull + 1);
    free_layers(context, &mesh.layers);
    *out = mesh.hull;
    return FK_OK;
}

fk_status fk_hull_build(fk_context *context, const fk_vec3 *point, size_t count, fk_hull **out)
{
    assert(context != NULL && out != NULL && (point != NULL || count == 0));
    if (count == 0 || count >= (size_t)1 << 31)
        return FK_ERROR_ARGUMENT;
    fk_context inner, *used = fk_context_begin(context, NULL, &inner);
    return fk_context_end(context, used, build_hull(used, point, count, out));
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

fk_status fk_points_hull(fk_context *context, const fk_points *points, fk_hull **out)
{
    if (points->pose == NULL)
        return fk_hull_build(context, points->point, points->count, out);
    size_t bytes = points->count * sizeof(fk_vec3);
    fk_vec3 *placed = fk_allocate(context, bytes);
    if (placed == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < points->count; i++)
        placed[i] = fk_points_at(points, i);
    fk_status status = fk_hull_build(context, placed, points->count, out);
    fk_release(context, placed, bytes);
    return status;
}
