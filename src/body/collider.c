/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds colliders, prepares placed ones for queries, and visits their primitives in a box. collider_bounds.c has
 * their bounding volumes. */

#include "body/body.h"

#include <string.h>

#include "base/vec3.h"
#include "cells/cells.h"
#include "shape/hull.h"
#include "shape/bound.h"
#include "shape/vertices.h"

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* Adds to a mesh and whether it is a solid all else. FK_ERROR_MEMORY. */
static fk_status finish_mesh_shape(fk_context *context, const fk_workers *workers, fk_mesh_shape *shape)
{
    fk_tree_options options = {.workers = workers};
    fk_unique_rule rule = shape->is_solid ? FK_UNIQUE_SOLID : FK_UNIQUE_SURFACE;
    fk_status status = fk_mesh_unique_build(context, shape->mesh, rule, &shape->unique);
    if (status == FK_OK)
        status = fk_tree_build(context, fk_mesh_shape_mesh(shape), &options, &shape->tree);
    return status;
}

/* ---- Building ------------------------------------------------------------------------------------------ */

/* A zeroed collider in a block with more room behind it. */
static fk_collider *allocate_collider(fk_context *context, fk_collider_kind kind, uint32_t part_count,
                                      size_t room)
{
    size_t bytes = sizeof(fk_collider) + room;
    fk_collider *c = fk_allocate(context, bytes);
    if (c == NULL)
        return NULL;
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->part_count = part_count;
    c->bytes = c->block = bytes;
    return c;
}

/* The origin of the float boxes in its broad phase. */
static fk_vec3 broad_origin(const fk_collider *c)
{
    fk_vec3 middle = fk_vec3_add(fk_vec3_scale(c->box.min, 0.5), fk_vec3_scale(c->box.max, 0.5));
    return fk_vec3_is_finite(middle) ? middle : fk_vec3_make(0, 0, 0);
}

static fk_status build_piece_broad(fk_context *context, fk_collider *c)
{
    fk_status status = fk_broad_create(context, NULL, &c->broad);
    if (status == FK_OK)
        status = fk_broad_reserve(c->broad, c->part_count);
    for (uint32_t i = 0; i < c->part_count && status == FK_OK; i++) {
        fk_aabb_float box = fk_aabb_round(&c->piece_box[i], broad_origin(c));
        status = fk_broad_set(c->broad, i, &box);
    }
    if (status == FK_OK)
        status = fk_broad_update(c->broad, NULL);
    if (status == FK_OK)
        c->bytes += fk_broad_bytes(c->broad, NULL);
    return status;
}

/* Completes *out, or frees the collider on an error. */
static fk_status finish_collider(fk_context *context, fk_status status, fk_collider *c, fk_collider **out)
{
    if (status == FK_OK)
        status = fk_collider_find_volumes(context, c);
    if (status == FK_OK && c->kind == FK_COLLIDER_PIECES && c->part_count > FK_COLLIDER_FEW)
        status = build_piece_broad(context, c);
    if (status == FK_OK)
        *out = c;
    else
        fk_collider_free(context, c);
    return status;
}

static fk_status copy_piece(fk_context *context, const fk_piece *piece, uint32_t i, fk_collider *c)
{
    c->piece[i] = *piece;
    if (piece->kind == FK_KIND_HULL) {
        fk_status status = fk_points_hull(context, &piece->as.hull, &c->hull[i]);
        if (status != FK_OK)
            return status;
        c->piece[i] = fk_hull_piece(c->hull[i]);
        c->bytes += c->hull[i]->bytes;
        c->point_total += c->hull[i]->vertex_count;
    }
    c->piece_box[i] = fk_piece_aabb(&c->piece[i]);
    c->has_smooth = c->has_smooth || fk_piece_is_smooth(piece);
    return FK_OK;
}

fk_status fk_collider_of_pieces(fk_context *context, const fk_piece *piece, uint32_t count, fk_collider **out)
{
    fk_collider *c;
    if (count == 0)
        return FK_ERROR_ARGUMENT;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < count && status == FK_OK; i++)
        status = fk_piece_check(&piece[i]);
    if (status != FK_OK)
        return status;
    /* Whether 32-bit address space cannot hold them. */
    bool are_too_many = (uint64_t)count * 1024 > SIZE_MAX;
    size_t each = sizeof *c->piece + sizeof *c->piece_box + sizeof *c->hull;
    c = are_too_many ? NULL : allocate_collider(context, FK_COLLIDER_PIECES, count, count * each);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    c->piece = (fk_piece *)(void *)(c + 1);
    c->piece_box = (fk_aabb *)(void *)(c->piece + count);
    c->hull = (fk_hull **)(void *)(c->piece_box + count);
    memset(c->hull, 0, count * sizeof *c->hull);
    for (uint32_t i = 0; i < count && status == FK_OK; i++)
        status = copy_piece(context, &piece[i], i, c);
    return finish_collider(context, status, c, out);
}

/* Lists the components of the mesh of a collider. FK_ERROR_MEMORY. */
static fk_status find_components(fk_context *context, fk_collider *c)
{
    const fk_mesh *used = fk_mesh_shape_mesh(&c->mesh);
    size_t bytes = used->triangle_count * sizeof(uint32_t);
    uint32_t *component = fk_allocate(context, bytes), count = 0;
    fk_status status =
        component == NULL ? FK_ERROR_MEMORY : fk_mesh_components(context, used, component, &count);
    if (status == FK_OK)
        c->component_triangle = fk_allocate(context, count * sizeof *c->component_triangle);
    if (status == FK_OK && c->component_triangle == NULL)
        status = FK_ERROR_MEMORY;
    if (status == FK_OK) {
        c->component_count = count;
        for (uint32_t t = 0, found = 0; found < count; t++)
            if (component[t] == found)
                c->component_triangle[found++] = t;
    }
    fk_release(context, component, bytes);
    return status;
}

/* A collider of a mesh, and whether that is a solid. FK_ERROR_ARGUMENT without triangles, FK_ERROR_MEMORY. */
static fk_status begin_mesh(fk_context *context, const fk_mesh *mesh, fk_collider **out)
{
    if (mesh->triangle_count == 0)
        return FK_ERROR_ARGUMENT;
    fk_collider *c = allocate_collider(context, FK_COLLIDER_MESH, mesh->triangle_count, 0);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    c->mesh = (fk_mesh_shape){.mesh = mesh};
    fk_status status = fk_mesh_is_solid(context, mesh, &c->mesh.is_solid);
    if (status == FK_OK)
        *out = c;
    else
        fk_collider_free(context, c);
    return status;
}

fk_status fk_collider_outline_of_mesh(fk_context *context, const fk_mesh *mesh, fk_collider **out)
{
    fk_collider *c;
    fk_status status = begin_mesh(context, mesh, &c);
    return status == FK_OK ? finish_collider(context, FK_OK, c, out) : status;
}

/* Frees all that an outline has not. */
static void clear_to_outline(fk_context *context, fk_collider *c)
{
    fk_release(context, c->component_triangle, c->component_count * sizeof *c->component_triangle);
    fk_hull_free(context, c->mesh_hull);
    fk_tree_free(context, c->mesh.tree);
    fk_mesh_unique_free(context, &c->mesh.unique);
    c->component_triangle = NULL;
    c->mesh_hull = NULL;
    c->mesh.unique = (fk_mesh_unique){NULL, NULL};
    c->mesh.tree = NULL;
}

fk_status fk_collider_complete(fk_context *context, const fk_workers *workers, fk_collider *collider)
{
    fk_mesh_shape *shape = &collider->mesh;
    fk_status status = finish_mesh_shape(context, workers, shape);
    if (status == FK_OK)
        status = find_components(context, collider);
    if (status == FK_OK)
        status = fk_collider_find_volumes(context, collider);
    if (status != FK_OK) {
        clear_to_outline(context, collider);
        return status;
    }
    collider->bytes += collider->component_count * sizeof *collider->component_triangle + shape->tree->bytes;
    if (shape->unique.mesh != NULL)
        collider->bytes += shape->unique.mesh->bytes + shape->unique.mesh->triangle_count * sizeof(uint32_t);
    return FK_OK;
}

fk_status fk_collider_of_mesh(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                              fk_collider **out)
{
    fk_collider *c;
    fk_status status = begin_mesh(context, mesh, &c);
    if (status != FK_OK)
        return status;
    status = fk_collider_complete(context, workers, c);
    if (status == FK_OK)
        *out = c;
    else
        fk_collider_free(context, c);
    return status;
}

fk_status fk_collider_of_cells(fk_context *context, const fk_cell_tree *tree, fk_collider **out)
{
    fk_collider *c = allocate_collider(context, FK_COLLIDER_CELLS, tree->node_count, 0);
    if (c == NULL)
        return FK_ERROR_MEMORY;
    c->cells = tree;
    return finish_collider(context, FK_OK, c, out);
}

void fk_collider_free(fk_context *context, fk_collider *collider)
{
    if (collider == NULL)
        return;
    if (collider->kind == FK_COLLIDER_PIECES)
        for (uint32_t i = 0; i < collider->part_count; i++)
            fk_hull_free(context, collider->hull[i]);
    if (collider->broad != NULL)
        fk_broad_destroy(collider->broad);
    if (collider->kind == FK_COLLIDER_MESH)
        clear_to_outline(context, collider);
    fk_release(context, collider, collider->block);
}

fk_collider_kind fk_collider_kind_of(const fk_collider *collider)
{
    return collider->kind;
}

uint32_t fk_collider_part_count(const fk_collider *collider)
{
    return collider->part_count;
}

size_t fk_collider_bytes(const fk_collider *collider)
{
    return collider->bytes;
}

/* ---- Preparing ----------------------------------------------------------------------------------------- */

/* A single piece has no box. */
static uint32_t placed_box_count(const fk_collider *c)
{
    return c->part_count > 1 ? c->part_count : 0;
}

/* Up to so many points a piece, hulls are posed: no question is slower then, and verdicts are faster. Distances, contacts and rays
 * read the points of larger hulls often enough to have them placed. */
#define POSED_POINTS 128

static bool has_small_hulls(const fk_collider *c)
{
    return c->point_total <= (uint64_t)POSED_POINTS * c->part_count;
}

/* A pose, or the placed points, lie behind the pieces and boxes. */
static size_t prepared_bytes(const fk_collider *c, bool is_posed)
{
    if (c->kind != FK_COLLIDER_PIECES)
        return 0;
    return c->part_count * sizeof(fk_piece) + placed_box_count(c) * sizeof(fk_aabb) +
           (is_posed ? sizeof(fk_pose) : c->point_total * sizeof(fk_vec3));
}

size_t fk_prepared_bytes(const fk_collider *collider)
{
    return prepared_bytes(collider, has_small_hulls(collider));
}

static void place_pieces(const fk_collider *c, const fk_pose *pose, void *room, bool is_posed,
                         fk_prepared_collider *out)
{
    uint32_t boxes = placed_box_count(c);
    out->piece = room;
    fk_aabb *box = (fk_aabb *)(void *)(out->piece + c->part_count);
    fk_pose *kept = (fk_pose *)(void *)(box + boxes);
    fk_vec3 *point = (fk_vec3 *)(void *)(box + boxes);
    out->piece_box = boxes > 0 ? box : NULL;
    if (is_posed)
        *kept = *pose;
    for (uint32_t i = 0; i < c->part_count; i++) {
        out->piece[i] = fk_piece_place(&c->piece[i], is_posed ? kept : pose, is_posed ? NULL : point);
        if (c->piece[i].kind == FK_KIND_HULL)
            point += c->piece[i].as.hull.count;
        if (boxes > 0)
            box[i] = fk_piece_aabb(&out->piece[i]);
    }
}

static void prepare_placed(const fk_placed_collider *a, void *room, bool is_posed, fk_prepared_collider *out)
{
    const fk_collider *c = a->collider;
    out->collider = c;
    out->pose = a->pose;
    if (c->kind == FK_COLLIDER_PIECES)
        place_pieces(c, &a->pose, room, is_posed, out);
    else if (c->kind == FK_COLLIDER_MESH)
        out->mesh = fk_mesh_shape_place(&c->mesh, &a->pose);
    else
        fk_placed_cells_init(c->cells, &a->pose, &out->cells);
}

void fk_collider_prepare(const fk_placed_collider *a, void *room, fk_prepared_collider *out)
{
    prepare_placed(a, room, has_small_hulls(a->collider), out);
}

static fk_status prepare_pair(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                              const bool is_posed[2], fk_prepared_pair *out)
{
    size_t room = prepared_bytes(a->collider, is_posed[0]);
    room += (16 - room % 16) % 16;
    out->bytes = room + prepared_bytes(b->collider, is_posed[1]);
    out->room = out->bytes > 0 ? fk_allocate(context, out->bytes) : NULL;
    if (out->bytes > 0 && out->room == NULL)
        return FK_ERROR_MEMORY;
    prepare_placed(a, out->room, is_posed[0], &out->a);
    prepare_placed(b, out->room == NULL ? NULL : (char *)out->room + room, is_posed[1], &out->b);
    return FK_OK;
}

fk_status fk_prepared_pair_make(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                                fk_prepared_pair *out)
{
    const bool is_posed[2] = {has_small_hulls(a->collider), has_small_hulls(b->collider)};
    return prepare_pair(context, a, b, is_posed, out);
}

fk_status fk_prepared_pair_pose(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                                fk_prepared_pair *out)
{
    static const bool is_posed[2] = {true, true};
    return prepare_pair(context, a, b, is_posed, out);
}

void fk_prepared_pair_free(fk_context *context, fk_prepared_pair *pair)
{
    fk_release(context, pair->room, pair->bytes);
}

/* ---- Primitives ---------------------------------------------------------------------------------------- */

fk_piece fk_prepared_primitive(const fk_prepared_collider *a, uint32_t primitive)
{
    if (a->collider->kind == FK_COLLIDER_PIECES)
        return a->piece[primitive];
    if (a->collider->kind == FK_COLLIDER_CELLS)
        return fk_placed_cells_piece(&a->cells, primitive);
    const fk_placed_mesh given = {.mesh = a->collider->mesh.mesh, .pose = a->pose};
    return fk_placed_triangle_piece(&given, primitive);
}

typedef struct primitive_visit {
    const fk_prepared_collider *a;
    const fk_aabb *box;
    const fk_piece *against;
    fk_primitive_visitor *visitor;
    void *user;
} primitive_visit;

static bool visit_piece(const primitive_visit *v, uint32_t i)
{
    const fk_prepared_collider *a = v->a;
    bool is_near = a->piece_box == NULL || fk_aabb_meets(a->piece_box[i], *v->box);
    return !is_near || v->visitor(v->user, i, &a->piece[i]);
}

static double visit_broad_hit(void *user, uint32_t id, double limit)
{
    return visit_piece(user, id) ? limit : -1;
}

/* The box in local coordinates of all points that a rigid pose places into a box of the world. False where it is not
 * bounded.
 *
 * Let p = R x + t + e lie in the box, with an error e below 16 u times the size of its row. Let s be the largest row
 * sum of |R^T R - 1|, and y = R^T (p - t). Then x differs from y by at most 2 s |y| and R^T e. A point of a placed
 * round piece differs from R x + t, for some x of the piece, by at most s times its size. In floating point, y has an
 * error of 8 u of the sizes of its terms, and s one of 8 u. */
static bool local_query_box(const fk_prepared_collider *a, const fk_aabb *box, fk_aabb *local)
{
    const fk_pose *pose = &a->pose;
    fk_aabb d = {fk_vec3_sub(box->min, pose->translation), fk_vec3_sub(box->max, pose->translation)};
    fk_aabb all = a->collider->box;
    double far = fk_larger(fk_vec3_largest(all.min), fk_vec3_largest(all.max)),
           skew = fk_pose_rotation_error(pose);
    double wide = fk_larger(fk_vec3_largest(d.min), fk_vec3_largest(d.max)),
           size = far + wide + fk_vec3_largest(pose->translation);
    if (!(skew < FK_POSE_SKEW && size < 0x1p900))
        return false;
    double margin = 4 * skew * (wide + far) + 256 * 0x1p-52 * size + 0x1p-990;
    for (int k = 0; k < 3; k++) {
        double low = 0, high = 0;
        for (int i = 0; i < 3; i++) {
            double p = pose->rotation[i][k] * fk_vec3_get(d.min, i);
            double q = pose->rotation[i][k] * fk_vec3_get(d.max, i);
            low += fk_smaller(p, q);
            high += fk_larger(p, q);
        }
        *fk_vec3_at(&local->min, k) = low - margin;
        *fk_vec3_at(&local->max, k) = high + margin;
    }
    return true;
}

static void visit_pieces(const primitive_visit *v)
{
    const fk_collider *c = v->a->collider;
    fk_aabb local;
    if (c->broad != NULL && local_query_box(v->a, v->box, &local)) {
        fk_broad_probe probe = {.question = FK_BROAD_MEETS, .box = fk_aabb_round(&local, broad_origin(c))};
        primitive_visit copy = *v;
        fk_broad_visit(c->broad, &probe, visit_broad_hit, &copy);
        return;
    }
    for (uint32_t i = 0; i < c->part_count; i++)
        if (!visit_piece(v, i))
            return;
}

static bool visit_triangle(void *user, uint32_t triangle)
{
    const primitive_visit *v = user;
    fk_piece piece = fk_placed_triangle_piece(&v->a->mesh, triangle);
    fk_aabb box;
    if (fk_aabb_build(piece.as.triangle, 3, &box) != FK_OK || !fk_aabb_meets(box, *v->box))
        return true;
    return v->visitor(v->user, fk_mesh_shape_original(&v->a->collider->mesh, triangle), &piece);
}

/* Deeper trees of cells are scanned leaf by leaf. */
#define LEVELS_MAX 128

/* Children that are not visited yet. */
typedef struct sibling_range {
    uint32_t next, end;
} sibling_range;

/* Visits a leaf; for a parent, *is_near becomes whether its children need a visit. False stops. */
static bool visit_cell_node(const primitive_visit *v, const fk_placed_cells *cells, uint32_t node,
                            bool *is_near)
{
    fk_aabb box;
    fk_piece piece = fk_placed_cells_rough_piece(cells, node, &box);
    *is_near = fk_aabb_meets(box, *v->box);
    if (!*is_near)
        return true;
    if (cells->tree->node[node].child_count == 0)
        return v->visitor(v->user, node, &piece);
    if (v->against != NULL) {
        fk_placed_cells_grow(cells, node, &piece);
        *is_near = fk_pair_verdict(&piece, v->against) != FK_APART;
    }
    return true;
}

static void visit_cells(const primitive_visit *v)
{
    fk_placed_cells cells = fk_placed_cells_refresh(&v->a->cells);
    const fk_cell_tree *tree = cells.tree;
    sibling_range stack[LEVELS_MAX];
    uint32_t height = 0;
    bool is_leaf_scan = tree->level_count > LEVELS_MAX, is_near;
    stack[height++] = (sibling_range){0, is_leaf_scan ? tree->node_count : 1};
    while (height > 0) {
        sibling_range *top = &stack[height - 1];
        uint32_t node = top->next++;
        if (top->next == top->end)
            height--;
        const fk_cell_node *n = &tree->node[node];
        if (is_leaf_scan && n->child_count > 0)
            continue;
        if (!visit_cell_node(v, &cells, node, &is_near))
            return;
        if (is_near && n->child_count > 0)
            stack[height++] = (sibling_range){n->first_child, n->first_child + n->child_count};
    }
}

void fk_prepared_visit(const fk_prepared_collider *a, const fk_aabb *box, const fk_piece *against,
                       fk_primitive_visitor *visitor, void *user)
{
    primitive_visit v = {a, box, against, visitor, user};
    if (a->collider->kind == FK_COLLIDER_PIECES)
        visit_pieces(&v);
    else if (a->collider->kind == FK_COLLIDER_MESH)
        fk_placed_visit(&a->mesh, box, visit_triangle, &v);
    else
        visit_cells(&v);
}
