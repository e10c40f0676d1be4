/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Prepares the parts of a check or a sweep: builds a collider for each mesh, even if several parts share it, and one for
 * each piece; and places them. */

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
    uint32_t count;
    fk_check_shape **shape;
};

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* All workers build a single mesh together; several meshes are built in parallel, by one worker each. */
static void build_shape(void *data, uint32_t index)
{
    fk_check_bodies *bodies = data;
    fk_check_shape *shape = bodies->shape[index];
    fk_context *context = bodies->context;
    const fk_workers *workers = bodies->shape_count == 1 ? bodies->workers : NULL;
    /* A shape of the cache may have the status of a hull that an earlier run had no memory for. */
    shape->status = FK_OK;
    if (shape->collider != NULL) {
        if (fk_collider_is_outline(shape->collider) && !bodies->has_outlines)
            shape->status = fk_collider_complete(context, workers, shape->collider);
    } else if (shape->mesh == NULL) {
        shape->status = fk_collider_of_pieces(context, shape->piece, shape->piece != NULL, &shape->collider);
    } else if (shape->mesh->triangle_count > 0) {
        shape->status = bodies->has_outlines
                            ? fk_collider_outline_of_mesh(context, shape->mesh, &shape->collider)
                            : fk_collider_of_mesh(context, shape->mesh, workers, &shape->collider);
    }
}

static bool waits_for_tree(const fk_check_shape *shape)
{
    return shape->needs_tree && shape->collider != NULL && fk_collider_is_outline(shape->collider);
}

static void complete_shape(void *data, uint32_t index)
{
    fk_check_bodies *bodies = data;
    fk_check_shape *shape = bodies->shape[index];
    shape->status =
        waits_for_tree(shape) ? fk_collider_complete(bodies->context, NULL, shape->collider) : FK_OK;
}

static void find_shape_hull(void *data, uint32_t index)
{
    fk_check_bodies *bodies = data;
    fk_check_shape *shape = bodies->shape[index];
    shape->status = FK_OK;
    if (!shape->needs_hull || shape->has_hull || shape->mesh == NULL)
        return;
    const fk_mesh_shape *mesh = &shape->collider->mesh;
    shape->status =
        fk_convex_mesh_hull(bodies->context, fk_mesh_shape_mesh(mesh), mesh->is_solid, &shape->hull);
    shape->has_hull = shape->status == FK_OK;
}

static fk_status first_shape_failure(const fk_check_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->shape_count; i++)
        if (bodies->shape[i]->status != FK_OK)
            return bodies->shape[i]->status;
    return FK_OK;
}

static void release_shape(fk_context *context, fk_check_shape *shape)
{
    if (--shape->users > 0)
        return;
    fk_collider_free(context, shape->collider);
    fk_hull_free(context, shape->hull);
    fk_release(context, shape, sizeof *shape);
}

/* Adds the shape of a mesh, from the cache if it is there, or of a piece. Equal parts give equal shapes in the same
 * order. NULL without memory. */
static fk_check_shape *add_shape(fk_check_bodies *bodies, const fk_mesh *mesh, const fk_piece *piece)
{
    const fk_check_cache *cache = bodies->cache;
    uint32_t index = bodies->shape_count;
    fk_check_shape *shape = cache != NULL && index < cache->count ? cache->shape[index] : NULL;
    if (shape == NULL || mesh == NULL || shape->mesh != mesh) {
        shape = fk_allocate_zeroed(bodies->context, sizeof *shape);
        if (shape == NULL)
            return NULL;
        shape->mesh = mesh;
        shape->piece = piece;
    }
    shape->users++;
    shape->needs_hull = shape->needs_tree = false;
    return bodies->shape[bodies->shape_count++] = shape;
}

fk_status fk_check_find_hulls(fk_check_bodies *bodies)
{
    fk_workers_run(bodies->workers, bodies->shape_count, find_shape_hull, bodies);
    return first_shape_failure(bodies);
}

fk_status fk_check_complete_shapes(fk_check_bodies *bodies)
{
    uint32_t waiting = 0, last = 0;
    for (uint32_t i = 0; i < bodies->shape_count; i++)
        if (waits_for_tree(bodies->shape[i])) {
            waiting++;
            last = i;
        }
    if (waiting == 0)
        return FK_OK;
    if (waiting == 1)
        bodies->shape[last]->status =
            fk_collider_complete(bodies->context, bodies->workers, bodies->shape[last]->collider);
    else
        fk_workers_run(bodies->workers, bodies->shape_count, complete_shape, bodies);
    fk_status status = first_shape_failure(bodies);
    for (uint32_t i = 0; i < bodies->count && status == FK_OK; i++)
        if (bodies->body[i].shape->needs_tree && bodies->body[i].shape->collider != NULL) {
            fk_pose pose = bodies->body[i].prepared.pose;
            status = fk_check_body_move(bodies->context, &pose, &bodies->body[i]);
        }
    return status;
}

/* The shape of a mesh: an earlier part's, or a new one. The hash table uses open addressing. */
static fk_check_shape *find_or_add_shape(fk_check_bodies *bodies, uint32_t *table, uint32_t mask,
                                         const fk_mesh *mesh)
{
    uint64_t hash = (uint64_t)(uintptr_t)mesh * 0x9e3779b97f4a7c15u;
    uint32_t slot = (uint32_t)(hash >> 32) & mask;
    for (; table[slot] != FK_NONE; slot = (slot + 1) & mask)
        if (bodies->shape[table[slot]]->mesh == mesh)
            return bodies->shape[table[slot]];
    table[slot] = bodies->shape_count;
    return add_shape(bodies, mesh, NULL);
}

static fk_status find_shapes(fk_check_bodies *bodies, const fk_check_part *part)
{
    uint32_t size = 4;
    while (size / 2 < bodies->count)
        size *= 2;
    uint32_t *table = fk_allocate(bodies->context, size * sizeof *table);
    fk_status status = table != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; table != NULL && i < size; i++)
        table[i] = FK_NONE;
    for (uint32_t i = 0; i < bodies->count && status == FK_OK; i++) {
        const fk_mesh *mesh = part[i].mesh;
        bodies->body[i].shape = mesh != NULL ? find_or_add_shape(bodies, table, size - 1, mesh)
                                             : add_shape(bodies, NULL, part[i].piece);
        status = bodies->body[i].shape != NULL ? FK_OK : FK_ERROR_MEMORY;
    }
    fk_release(bodies->context, table, size * sizeof *table);
    return status;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static fk_status find_placed_mesh_box(const fk_mesh *mesh, const fk_pose *pose, fk_aabb *out)
{
    *out = fk_aabb_empty();
    if (mesh->vertex_count == 0)
        return FK_OK;
    fk_status status = fk_aabb_build_placed(mesh->point, mesh->vertex_count, pose, out);
    return status == FK_OK && !fk_aabb_is_finite(out) ? FK_ERROR_NOT_FINITE : status;
}

static fk_status find_piece_box(const fk_piece *piece, fk_aabb *out)
{
    fk_status status = fk_piece_check(piece);
    if (status != FK_OK)
        return status;
    if (fk_pair_verdict(piece, piece) != FK_OVERLAPPING)
        return FK_ERROR_ARGUMENT;
    *out = fk_piece_aabb(piece);
    return fk_aabb_is_finite(out) ? FK_OK : fk_pair_box(piece, piece, out);
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

fk_status fk_check_body_move(fk_context *context, const fk_pose *pose, fk_check_body *body)
{
    const fk_placed_collider placed = {body->shape->collider, *pose};
    size_t bytes = fk_prepared_bytes(placed.collider);
    if (body->room == NULL && bytes > 0)
        body->room = fk_allocate(context, bytes);
    if (body->room == NULL && bytes > 0)
        return FK_ERROR_MEMORY;
    fk_collider_prepare(&placed, body->room, &body->prepared);
    return FK_OK;
}

fk_status fk_check_body_place(fk_context *context, const fk_pose *pose, fk_check_body *body)
{
    const fk_mesh *mesh = body->shape->mesh;
    fk_status status = fk_pose_check(pose);
    if (status == FK_OK && body->shape->collider != NULL)
        status = fk_check_body_move(context, pose, body);
    if (status == FK_OK)
        status = mesh != NULL ? find_placed_mesh_box(mesh, pose, &body->box)
                              : find_piece_box(body->prepared.piece, &body->box);
    body->size = status == FK_OK ? box_diagonal(&body->box) : 0;
    return status;
}

void fk_check_body_release(fk_context *context, fk_check_body *body)
{
    if (body->room != NULL)
        fk_release(context, body->room, fk_prepared_bytes(body->shape->collider));
}

static void release_shapes(fk_context *context, const fk_check_cache *shapes)
{
    for (uint32_t i = 0; i < shapes->count; i++)
        release_shape(context, shapes->shape[i]);
    fk_release(context, shapes->shape, shapes->count * sizeof(fk_check_shape *));
}

/* Replaces the shapes of the cache; leaves them alone without memory. */
static void store_shapes(const fk_check_bodies *bodies)
{
    fk_check_cache *cache = bodies->cache;
    size_t bytes = bodies->shape_count * sizeof(fk_check_shape *);
    fk_check_shape **shape = cache != NULL ? fk_allocate(bodies->context, bytes) : NULL;
    if (shape == NULL)
        return;
    for (uint32_t i = 0; i < bodies->shape_count; i++) {
        shape[i] = bodies->shape[i];
        shape[i]->users++;
    }
    release_shapes(bodies->context, cache);
    *cache = (fk_check_cache){bodies->shape_count, shape};
}

fk_status fk_check_bodies_build(fk_check_bodies *bodies, const fk_check_part *part, uint32_t count)
{
    bodies->count = count;
    bodies->shape_count = 0;
    bodies->body = fk_allocate_zeroed(bodies->context, count * sizeof *bodies->body);
    bodies->shape = fk_allocate(bodies->context, count * sizeof(fk_check_shape *));
    fk_status status = FK_ERROR_MEMORY;
    if (bodies->body != NULL && bodies->shape != NULL)
        status = find_shapes(bodies, part);
    if (status == FK_OK) {
        fk_workers_run(bodies->workers, bodies->shape_count, build_shape, bodies);
        status = first_shape_failure(bodies);
    }
    for (uint32_t i = 0; i < count && status == FK_OK; i++)
        status = fk_check_body_place(bodies->context, &part[i].pose, &bodies->body[i]);
    if (status == FK_OK)
        store_shapes(bodies);
    else
        fk_check_bodies_free(bodies);
    return status;
}

void fk_check_bodies_free(fk_check_bodies *bodies)
{
    fk_context *context = bodies->context;
    for (uint32_t i = 0; bodies->body != NULL && i < bodies->count; i++)
        fk_check_body_release(context, &bodies->body[i]);
    for (uint32_t i = 0; i < bodies->shape_count; i++)
        release_shape(context, bodies->shape[i]);
    fk_release(context, bodies->body, bodies->count * sizeof *bodies->body);
    fk_release(context, bodies->shape, bodies->count * sizeof(fk_check_shape *));
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
    release_shapes(context, cache);
    fk_release(context, cache, sizeof *cache);
}

/* ---- Surfaces and sizes -------------------------------------------------------------------------------- */

bool fk_check_is_surface(const fk_check_body *body)
{
    const fk_check_shape *shape = body->shape;
    if (shape->mesh == NULL)
        return false;
    return shape->collider == NULL || !shape->collider->mesh.is_solid;
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
