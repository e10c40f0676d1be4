/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls as one block of memory: vertices, faces, neighbours and shortcuts. The hull itself is built by the files
 * that hull_build.h names, into the block that is made here. */

#include "farkas/shape.h"

#include <assert.h>
#include <string.h>

#include "shape/hull.h"

/* ---- The block ----------------------------------------------------------------------------------------- */

static uint32_t *take(uint32_t **end, size_t count)
{
    uint32_t *place = *end;
    *end += count;
    return place;
}

/* How many neighbours all vertices have together: twice the number of edges. */
static size_t count_neighbors(const fk_hull_mesh *mesh)
{
    return mesh->dimension == 1 ? 2 : mesh->corner_count;
}

/* Divides a block among the lists. */
static void divide(fk_hull_mesh *mesh, fk_hull *hull, size_t bytes)
{
    size_t vertices = mesh->vertex_count, faces = mesh->face_count;
    mesh->hull = hull;
    mesh->point = (fk_vec3 *)(hull + 1);
    uint32_t *end = (uint32_t *)(mesh->point + vertices);
    hull->dimension = mesh->dimension;
    hull->vertex_count = mesh->vertex_count;
    hull->face_count = mesh->face_count;
    hull->bytes = bytes;
    hull->point = mesh->point;
    hull->source = mesh->source = take(&end, vertices);
    hull->face_begin = mesh->face_begin = take(&end, faces + 1);
    hull->face_vertex = mesh->face_vertex = take(&end, mesh->corner_count);
    hull->neighbor_begin = mesh->neighbor_begin = take(&end, vertices + 1);
    hull->neighbor = mesh->neighbor = take(&end, count_neighbors(mesh));
    hull->shortcut_begin = mesh->shortcut_begin = take(&end, vertices + 1);
    hull->shortcut = mesh->shortcut = end;
}

bool fk_hull_mesh_allocate(fk_context *context, fk_hull_mesh *mesh)
{
    if (!fk_hull_layers_choose(context, mesh->vertex_count, &mesh->layers))
        return false;
    size_t vertices = mesh->vertex_count, shortcuts = fk_hull_layers_most(&mesh->layers);
    size_t numbers = vertices + ((size_t)mesh->face_count + 1) + mesh->corner_count + 2 * (vertices + 1) +
                     count_neighbors(mesh) + shortcuts;
    size_t bytes = sizeof(fk_hull) + vertices * sizeof(fk_vec3) + numbers * sizeof(uint32_t);
    fk_hull *hull = shortcuts > UINT32_MAX ? NULL : fk_allocate(context, bytes);
    if (hull == NULL) {
        fk_hull_layers_end(context, &mesh->layers);
        return false;
    }
    divide(mesh, hull, bytes);
    return true;
}

void fk_hull_mesh_end(fk_context *context, fk_hull_mesh *mesh)
{
    fk_hull_layers_end(context, &mesh->layers);
    fk_hull_free(context, mesh->hull);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static void fill_points(fk_hull_mesh *mesh, const fk_cloud *cloud)
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
    fk_hull_lists_begin(end, vertices);
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

/* Shortcuts are fewer than there is room for: what is left is zero, so that equal hulls are equal bytes. */
static void clear_rest(fk_hull_mesh *mesh)
{
    char *begin = (char *)(mesh->shortcut + mesh->shortcut_begin[mesh->vertex_count]);
    char *end = (char *)mesh->hull + mesh->hull->bytes;
    memset(begin, 0, (size_t)(end - begin));
}

/* The mesh of a cloud, but for points and shortcuts. FK_ERROR_MEMORY leaves nothing to end. */
fk_status fk_hull_mesh_build(fk_context *context, fk_cloud *cloud, fk_hull_mesh *mesh)
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

/* ---- The interface ------------------------------------------------------------------------------------- */

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
    if (status == FK_OK)
        fill_points(&mesh, &cloud);
    fk_cloud_end(context, &cloud);
    if (status != FK_OK)
        return status;
    status = fk_hull_mesh_fill_shortcuts(context, &mesh);
    if (status != FK_OK) {
        fk_hull_mesh_end(context, &mesh);
        return status;
    }
    clear_rest(&mesh);
    fk_hull_layers_end(context, &mesh.layers);
    *out = mesh.hull;
    return FK_OK;
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
