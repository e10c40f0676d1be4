/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Prepares the parts of a check: builds one tree for each mesh, even if several parts share it, and places each part. */

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "base/workers.h"
#include "check/check.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* Parts are taken to have different units if the largest exceeds this multiple of the smallest. */
#define SIZE_RATIO 500.0

/* The shapes of the last run. */
struct fk_check_cache {
    uint32_t count, room;
    fk_check_shape *shape;
};

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* All workers build a single mesh together; several meshes are built in parallel, by one worker each. */
static void build_shape(void *data, uint32_t index)
{
    fk_check_bodies *bodies = data;
    fk_check_shape *shape = &bodies->shape[index];
    if (shape->shape.tree != NULL) /* from the cache */
        return;
    const fk_workers *workers = bodies->shape_count == 1 ? bodies->workers : NULL;
    shape->status = fk_mesh_shape_build(bodies->context, shape->shape.mesh, workers, &shape->shape);
}

static void find_shape_hull(void *data, uint32_t index)
{
    fk_check_bodies *bodies = data;
    fk_check_shape *shape = &bodies->shape[index];
    shape->status = FK_OK;
    if (!shape->needs_hull || shape->has_hull)
        return;
    const fk_mesh_shape *mesh = &shape->shape;
    shape->status =
        fk_convex_mesh_hull(bodies->context, fk_mesh_shape_mesh(mesh), mesh->is_solid, &shape->hull);
    shape->has_hull = shape->status == FK_OK;
}

static fk_status first_shape_failure(const fk_check_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->shape_count; i++)
        if (bodies->shape[i].status != FK_OK)
            return bodies->shape[i].status;
    return FK_OK;
}

/* Equal parts give equal shapes in the same order. */
static void reuse_cached_shapes(fk_check_bodies *bodies)
{
    fk_check_cache *cache = bodies->cache;
    for (uint32_t i = 0; cache != NULL && i < bodies->shape_count && i < cache->count; i++)
        if (cache->shape[i].shape.mesh == bodies->shape[i].shape.mesh) {
            bodies->shape[i] = cache->shape[i];
            bodies->shape[i].needs_hull = false;
            cache->shape[i] = (fk_check_shape){.shape.mesh = NULL};
        }
}

fk_status fk_check_find_hulls(fk_check_bodies *bodies)
{
    fk_workers_run(bodies->workers, bodies->shape_count, find_shape_hull, bodies);
    return first_shape_failure(bodies);
}

/* The shape of a mesh: an earlier part's, or a new one. The hash table uses open addressing. */
static fk_check_shape *find_or_add_shape(fk_check_bodies *bodies, uint32_t *table, uint32_t mask,
                                         const fk_mesh *mesh)
{
    uint64_t hash = (uint64_t)(uintptr_t)mesh * 0x9e3779b97f4a7c15u;
    for (uint32_t slot = (uint32_t)(hash >> 32) & mask;; slot = (slot + 1) & mask) {
        if (table[slot] == FK_NONE) {
            table[slot] = bodies->shape_count++;
            bodies->shape[table[slot]] = (fk_check_shape){.shape.mesh = mesh};
        }
        if (bodies->shape[table[slot]].shape.mesh == mesh)
            return &bodies->shape[table[slot]];
    }
}

static fk_status find_shapes(fk_check_bodies *bodies, const fk_check_part *part)
{
    uint32_t size = 4;
    while (size / 2 < bodies->count)
        size *= 2;
    uint32_t *table = fk_allocate(bodies->context, size * sizeof *table);
    if (table == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < size; i++)
        table[i] = FK_NONE;
    for (uint32_t i = 0; i < bodies->count; i++)
        if (part[i].mesh != NULL)
            bodies->body[i].shape = find_or_add_shape(bodies, table, size - 1, part[i].mesh);
    fk_release(bodies->context, table, size * sizeof *table);
    return FK_OK;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

bool fk_check_box_is_finite(const fk_aabb *box)
{
    bool is_finite = true;
    for (int i = 0; i < 3; i++)
        is_finite =
            is_finite && fk_is_finite(fk_vec3_get(box->min, i)) && fk_is_finite(fk_vec3_get(box->max, i));
    return is_finite;
}

static fk_status place_mesh_part(fk_check_body *body, const fk_check_part *part)
{
    const fk_mesh *mesh = body->shape->shape.mesh;
    body->mesh = fk_mesh_shape_place(&body->shape->shape, &part->pose);
    body->box = fk_aabb_empty();
    if (mesh->vertex_count == 0)
        return FK_OK;
    fk_status status = fk_aabb_build_placed(mesh->point, mesh->vertex_count, &part->pose, &body->box);
    if (status == FK_OK && !fk_check_box_is_finite(&body->box))
        status = FK_ERROR_NOT_FINITE;
    return status;
}

/* fk_pair_box would find the box of a round piece by a search of milliseconds. */
static fk_status find_piece_box(const fk_piece *piece, fk_aabb *out)
{
    fk_aabb outer = fk_piece_aabb(piece);
    if (fk_piece_is_polyhedron(piece) || !fk_check_box_is_finite(&outer))
        return fk_pair_box(piece, piece, out);
    *out = outer;
    return FK_OK;
}

static fk_status place_piece_part(fk_context *context, fk_check_body *body, const fk_check_part *part)
{
    fk_status status = fk_piece_check(part->piece);
    if (status != FK_OK)
        return status;
    if (part->piece->kind == FK_KIND_HULL) {
        body->point_bytes = part->piece->as.hull.count * sizeof(fk_vec3);
        body->point = fk_allocate(context, body->point_bytes);
        if (body->point == NULL)
            return FK_ERROR_MEMORY;
    }
    body->piece = fk_piece_place(part->piece, &part->pose, body->point);
    status = fk_piece_check(&body->piece);
    bool has_interior = status == FK_OK && fk_pair_verdict(&body->piece, &body->piece) == FK_OVERLAPPING;
    if (status == FK_OK && !has_interior)
        status = FK_ERROR_ARGUMENT;
    return status == FK_OK ? find_piece_box(&body->piece, &body->box) : status;
}

static double box_diagonal(const fk_aabb *box)
{
    fk_vec3 d = fk_vec3_sub(box->max, box->min);
    double most = fmax(d.x, fmax(d.y, d.z));
    if (!(most > 0) || !(most < HUGE_VAL))
        return most > 0 ? most : 0;
    d = fk_vec3_scale(d, 1 / most);
    return most * sqrt(fk_vec3_dot(d, d));
}

fk_status fk_check_body_place(fk_context *context, const fk_check_part *part, fk_check_body *body)
{
    fk_status status = fk_pose_check(&part->pose);
    if (status == FK_OK)
        status = body->shape != NULL ? place_mesh_part(body, part) : place_piece_part(context, body, part);
    body->size = status == FK_OK ? box_diagonal(&body->box) : 0;
    return status;
}

void fk_check_body_release(fk_context *context, fk_check_body *body)
{
    fk_release(context, body->point, body->point_bytes);
}

fk_status fk_check_bodies_build(fk_check_bodies *bodies, const fk_check_part *part, uint32_t count)
{
    bodies->count = count;
    bodies->shape_count = 0;
    bodies->body = fk_allocate_zeroed(bodies->context, count * sizeof *bodies->body);
    bodies->shape = fk_allocate(bodies->context, count * sizeof *bodies->shape);
    fk_status status = FK_ERROR_MEMORY;
    if (bodies->body != NULL && bodies->shape != NULL)
        status = find_shapes(bodies, part);
    if (status == FK_OK) {
        reuse_cached_shapes(bodies);
        fk_workers_run(bodies->workers, bodies->shape_count, build_shape, bodies);
        status = first_shape_failure(bodies);
    }
    for (uint32_t i = 0; i < count && status == FK_OK; i++)
        status = fk_check_body_place(bodies->context, &part[i], &bodies->body[i]);
    if (status != FK_OK)
        fk_check_bodies_free(bodies);
    return status;
}

static void free_cached_shapes(fk_context *context, const fk_check_cache *shapes)
{
    for (uint32_t i = 0; i < shapes->count; i++) {
        fk_mesh_shape_free(context, &shapes->shape[i].shape);
        fk_hull_free(context, shapes->shape[i].hull);
    }
    fk_release(context, shapes->shape, shapes->room * sizeof *shapes->shape);
}

/* If a shape is incomplete for lack of memory, none is cached. */
void fk_check_bodies_free(fk_check_bodies *bodies)
{
    fk_context *context = bodies->context;
    fk_check_cache shapes = {bodies->shape_count, bodies->count, bodies->shape};
    for (uint32_t i = 0; bodies->body != NULL && i < bodies->count; i++)
        fk_check_body_release(context, &bodies->body[i]);
    fk_release(context, bodies->body, bodies->count * sizeof *bodies->body);
    bool is_whole = first_shape_failure(bodies) == FK_OK;
    if (bodies->cache != NULL && is_whole) {
        fk_check_cache before = *bodies->cache;
        *bodies->cache = shapes;
        shapes = before;
    }
    free_cached_shapes(context, &shapes);
    *bodies = (fk_check_bodies){.context = context};
}

fk_status fk_check_cache_create(fk_context *context, fk_check_cache **out)
{
    fk_check_cache *cache = fk_allocate_zeroed(context, sizeof *cache);
    if (cache == NULL)
        return FK_ERROR_MEMORY;
    *out = cache;
    return FK_OK;
}

void fk_check_cache_free(fk_context *context, fk_check_cache *cache)
{
    if (cache == NULL)
        return;
    free_cached_shapes(context, cache);
    fk_release(context, cache, sizeof *cache);
}

/* ---- Surfaces and sizes -------------------------------------------------------------------------------- */

bool fk_check_is_surface(const fk_check_body *body)
{
    return body->shape != NULL && !body->shape->shape.is_solid;
}

bool *fk_check_list_surfaces(const fk_check_bodies *bodies)
{
    bool *is_surface = fk_allocate(bodies->context, bodies->count);
    for (uint32_t i = 0; is_surface != NULL && i < bodies->count; i++)
        is_surface[i] = fk_check_is_surface(&bodies->body[i]);
    return is_surface;
}

void fk_check_compare_sizes(const fk_check_bodies *bodies, uint32_t *largest, uint32_t *smallest)
{
    *largest = *smallest = FK_NONE;
    for (uint32_t i = 0; i < bodies->count; i++) {
        double size = bodies->body[i].size;
        if (!(size > 0))
            continue;
        if (*largest == FK_NONE || size > bodies->body[*largest].size)
            *largest = i;
        if (*smallest == FK_NONE || size < bodies->body[*smallest].size)
            *smallest = i;
    }
    bool differ =
        *largest != FK_NONE && bodies->body[*largest].size > SIZE_RATIO * bodies->body[*smallest].size;
    if (!differ)
        *largest = *smallest = FK_NONE;
}
