/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The BVH of a placed collider, with boxes in the world, and best-first branch and bound through two BVHs.
 *
 * Pieces have no tree of their own. Against a single primitive each piece is tested once. If the other collider has
 * many primitives, too, the pieces are sorted along a Morton curve; eight of them make a group, and so do eight
 * groups.
 *
 * Boxes of meshes. A node of the tree has points y from `min` to `max`, which are origin + unit y in the mesh.
 * Placed, these are R origin + t + (R unit) y in real numbers. fk_pose_apply rounds that by less than 5 u (|R| |x| +
 * |t|), with u = 2^-52, and |x| is at most |origin| + 4 unit. The same bounds the rounding here.
 *
 * The traversal replaces a pair of nodes by the pairs of one node and the children of the other, the larger one,
 * until both are leaves. */

#include "body/body.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "shape/bound.h"
#include "tree/tree.h"

#define ROUND 0x1p-52
#define TINY  0x1p-1010 /* more than what a few operations flush to zero */

/* The size of a group of pieces or groups, and the most pieces without groups. */
#define GROUP    8
#define FLAT_MAX 12

/* Nodes of a mesh: the root; the child in a slot of a tree node, FK_TREE_WIDTH * node + slot; and triangles, in the
 * order of the tree. */
#define MESH_ROOT     ((fk_bvh_node)1 << 41)
#define MESH_TRIANGLE ((fk_bvh_node)1 << 40)

bool fk_piece_some_point(const fk_piece *piece, fk_vec3 *out)
{
    if (piece->kind == FK_KIND_HALF_SPACE)
        return false;
    /* All other pieces begin with a point. */
    *out = piece->kind == FK_KIND_HULL ? fk_points_at(&piece->as.hull, 0) : piece->as.point;
    return true;
}

/* ---- BVHs of pieces ------------------------------------------------------------------------------------ */

static fk_vec3 box_center(const fk_aabb *box)
{
    return fk_vec3_make(box->min.x / 2 + box->max.x / 2, box->min.y / 2 + box->max.y / 2,
                        box->min.z / 2 + box->max.z / 2);
}

/* The position of x between low and high in ten bits, spread two bits apart. */
static uint32_t morton_bits(double x, double low, double high)
{
    double share = (x - low) / (high - low) * 1023;
    uint32_t bits = share > 0 ? (share < 1023 ? (uint32_t)share : 1023) : 0;
    bits = (bits | bits << 16) & 0x030000ff;
    bits = (bits | bits << 8) & 0x0300f00f;
    bits = (bits | bits << 4) & 0x030c30c3;
    return (bits | bits << 2) & 0x09249249;
}

/* Sorts pieces along a Morton curve; unbounded pieces come last. */
static void sort_along_curve(const fk_aabb *box, uint32_t count, uint64_t *key, uint64_t *room)
{
    fk_aabb all = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 middle = box_center(&box[i]);
        if (fk_vec3_is_finite(middle))
            all = fk_aabb_include(all, middle);
    }
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 middle = box_center(&box[i]);
        uint64_t place = (uint64_t)1 << 30;
        if (fk_vec3_is_finite(middle))
            place = morton_bits(middle.x, all.min.x, all.max.x) |
                    morton_bits(middle.y, all.min.y, all.max.y) << 1 |
                    (uint64_t)morton_bits(middle.z, all.min.z, all.max.z) << 2;
        key[i] = place << 32 | i;
    }
    fk_sort_u64(key, room, count);
}

/* Sets where each level begins, and where the last one ends. */
static void plan_levels(fk_bvh *bvh, uint32_t count)
{
    uint32_t total = 0;
    bvh->level_count = 0;
    for (;; count = (count + GROUP - 1) / GROUP) {
        bvh->level_begin[bvh->level_count++] = total;
        total += count;
        bvh->level_begin[bvh->level_count] = total;
        if (count == 1)
            return;
    }
}

static void bound_groups(fk_bvh *bvh, fk_aabb *box)
{
    for (uint32_t level = 1; level < bvh->level_count; level++) {
        uint32_t begin = bvh->level_begin[level], end = bvh->level_begin[level + 1];
        for (uint32_t i = begin; i < end; i++) {
            uint32_t count;
            fk_bvh_node child = fk_bvh_children(bvh, i, &count);
            box[i] = box[child];
            for (uint32_t k = 1; k < count; k++)
                box[i] = fk_aabb_merge(&box[i], &box[child + k]);
        }
    }
}

/* One piece, or pieces without groups, which are all children of the root. */
static void make_flat(const fk_piece *piece, const fk_aabb *box, uint32_t count, fk_bvh *bvh)
{
    bvh->piece = piece;
    bvh->has_groups = false;
    bvh->level_count = count > 1 ? 2 : 1;
    bvh->level_begin[0] = 0;
    bvh->level_begin[1] = count;
    bvh->level_begin[2] = count + 1;
    bvh->one = count > 1 ? fk_everywhere : fk_piece_aabb(piece);
    bvh->box = count > 1 ? box : &bvh->one;
}

static fk_status make_grouped(fk_context *context, const fk_prepared_collider *prepared, fk_bvh *bvh)
{
    uint32_t count = prepared->collider->part_count;
    plan_levels(bvh, count);
    uint32_t total = bvh->level_begin[bvh->level_count];
    size_t bytes = total * sizeof(fk_aabb) + count * sizeof(uint32_t), extra = 2 * count * sizeof(uint64_t);
    fk_aabb *box = fk_allocate(context, bytes);
    uint64_t *key = box != NULL ? fk_allocate(context, extra) : NULL;
    if (key == NULL) {
        fk_release(context, box, bytes);
        return FK_ERROR_MEMORY;
    }
    sort_along_curve(prepared->piece_box, count, key, key + count);
    bvh->piece = prepared->piece;
    bvh->has_groups = true;
    bvh->box = box;
    bvh->primitive = (uint32_t *)(void *)(box + total);
    bvh->bytes = bytes;
    for (uint32_t i = 0; i < count; i++) {
        bvh->primitive[i] = (uint32_t)key[i];
        box[i] = prepared->piece_box[bvh->primitive[i]];
    }
    bound_groups(bvh, box);
    fk_release(context, key, extra);
    return FK_OK;
}

/* ---- BVHs of meshes ------------------------------------------------------------------------------------ */

static void make_mesh_bvh(const fk_prepared_collider *prepared, fk_bvh *bvh)
{
    const fk_tree *tree = prepared->mesh.tree;
    const double origin[3] = {tree->origin.x, tree->origin.y, tree->origin.z};
    bvh->mesh = &prepared->mesh;
    for (int i = 0; i < 3; i++) {
        double shift = fk_vec3_get(prepared->mesh.pose.translation, i), base = 0, size = fabs(shift),
               small = 8;
        for (int k = 0; k < 3; k++) {
            double r = prepared->mesh.pose.rotation[i][k], most = fabs(origin[k]) + 4 * tree->unit;
            bvh->rotation[i][k] = r * tree->unit;
            base += r * origin[k];
            size += fabs(r) * most;
            small += fabs(r) + most;
        }
        bvh->offset[i] = base + shift;
        bvh->error[i] = 32 * ROUND * size + TINY * small;
    }
}

/* The box of child `slot` of a node; infinite where it overflows. */
static fk_aabb child_box(const fk_bvh *bvh, const fk_tree_node *node, uint32_t slot)
{
    fk_aabb box = fk_everywhere;
    for (int i = 0; i < 3; i++) {
        double low = bvh->offset[i] - bvh->error[i], high = bvh->offset[i] + bvh->error[i];
        for (int k = 0; k < 3; k++) {
            double p = bvh->rotation[i][k] * (double)node->min[k][slot];
            double q = bvh->rotation[i][k] * (double)node->max[k][slot];
            low += fk_smaller(p, q);
            high += fk_larger(p, q);
        }
        if (low > -HUGE_VAL && high < HUGE_VAL) {
            *fk_vec3_at(&box.min, i) = low;
            *fk_vec3_at(&box.max, i) = high;
        }
    }
    return box;
}

static fk_aabb mesh_node_box(const fk_bvh *bvh, fk_bvh_node node)
{
    const fk_tree *tree = bvh->mesh->tree;
    if (node == MESH_ROOT) {
        fk_aabb box = fk_aabb_empty();
        for (uint32_t i = 0; i < tree->node[0].used; i++) {
            fk_aabb child = child_box(bvh, &tree->node[0], i);
            box = fk_aabb_merge(&box, &child);
        }
        return box;
    }
    if (node >= MESH_TRIANGLE) {
        fk_piece piece = fk_placed_triangle_piece(bvh->mesh, tree->triangle[node - MESH_TRIANGLE]);
        return fk_piece_aabb(&piece);
    }
    return child_box(bvh, &tree->node[node / FK_TREE_WIDTH], (uint32_t)(node % FK_TREE_WIDTH));
}

static fk_bvh_node mesh_node_children(const fk_tree *tree, fk_bvh_node node, uint32_t *count)
{
    const fk_tree_node *parent = &tree->node[node == MESH_ROOT ? 0 : node / FK_TREE_WIDTH];
    uint32_t slot = (uint32_t)(node % FK_TREE_WIDTH), below = 0;
    if (node != MESH_ROOT) {
        below = parent->child[slot];
        *count = parent->count[slot];
        if (*count > 0)
            return MESH_TRIANGLE + below;
    }
    *count = tree->node[below].used;
    return (fk_bvh_node)below * FK_TREE_WIDTH;
}

/* ---- All BVHs ------------------------------------------------------------------------------------------ */

fk_status fk_bvh_make(fk_context *context, const fk_prepared_collider *prepared, bool wants_groups,
                      fk_bvh *out)
{
    const fk_collider *collider = prepared->collider;
    out->kind = collider->kind;
    out->collider = collider;
    out->bytes = 0;
    if (collider->kind == FK_COLLIDER_MESH)
        make_mesh_bvh(prepared, out);
    else if (collider->kind == FK_COLLIDER_CELLS)
        out->cells = fk_placed_cells_refresh(&prepared->cells);
    else if (wants_groups && collider->part_count > FLAT_MAX)
        return make_grouped(context, prepared, out);
    else
        make_flat(prepared->piece, prepared->piece_box, collider->part_count, out);
    return FK_OK;
}

fk_status fk_bvh_make_pair(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                           fk_bvh out[2])
{
    bool is_one = a->collider->part_count == 1 || b->collider->part_count == 1;
    fk_status status = fk_bvh_make(context, a, !is_one, &out[0]);
    if (status != FK_OK)
        return status;
    status = fk_bvh_make(context, b, !is_one, &out[1]);
    if (status != FK_OK)
        fk_bvh_end(context, &out[0]);
    return status;
}

void fk_bvh_of_piece(const fk_piece *piece, fk_bvh *out)
{
    out->kind = FK_COLLIDER_PIECES;
    out->collider = NULL;
    out->bytes = 0;
    make_flat(piece, NULL, 1, out);
}

void fk_bvh_end(fk_context *context, fk_bvh *bvh)
{
    if (bvh->bytes > 0)
        fk_release(context, (void *)(uintptr_t)bvh->box, bvh->bytes);
}

fk_bvh_node fk_bvh_root(const fk_bvh *bvh)
{
    return bvh->kind == FK_COLLIDER_PIECES ? bvh->level_begin[bvh->level_count] - 1
           : bvh->kind == FK_COLLIDER_MESH ? MESH_ROOT
                                           : 0;
}

bool fk_bvh_is_leaf(const fk_bvh *bvh, fk_bvh_node node)
{
    if (bvh->kind == FK_COLLIDER_PIECES)
        return node < bvh->level_begin[1];
    if (bvh->kind == FK_COLLIDER_MESH)
        return node >= MESH_TRIANGLE && node < MESH_ROOT;
    return bvh->cells.tree->node[node].child_count == 0;
}

uint32_t fk_bvh_primitive(const fk_bvh *bvh, fk_bvh_node node)
{
    if (bvh->kind == FK_COLLIDER_PIECES)
        return bvh->has_groups ? bvh->primitive[node] : (uint32_t)node;
    if (bvh->kind == FK_COLLIDER_CELLS)
        return (uint32_t)node;
    return fk_mesh_shape_original(&bvh->collider->mesh, bvh->mesh->tree->triangle[node - MESH_TRIANGLE]);
}

fk_bvh_node fk_bvh_children(const fk_bvh *bvh, fk_bvh_node node, uint32_t *count)
{
    if (bvh->kind == FK_COLLIDER_MESH)
        return mesh_node_children(bvh->mesh->tree, node, count);
    if (bvh->kind == FK_COLLIDER_CELLS) {
        *count = bvh->cells.tree->node[node].child_count;
        return bvh->cells.tree->node[node].first_child;
    }
    if (!bvh->has_groups) {
        *count = bvh->level_begin[1];
        return 0;
    }
    uint32_t level = 1;
    while (node >= bvh->level_begin[level + 1])
        level++;
    uint32_t at = (uint32_t)node - bvh->level_begin[level];
    uint32_t first = bvh->level_begin[level - 1] + at * GROUP;
    uint32_t left = bvh->level_begin[level] - first;
    *count = left < GROUP ? left : GROUP;
    return first;
}

fk_aabb fk_bvh_box(const fk_bvh *bvh, fk_bvh_node node)
{
    if (bvh->kind == FK_COLLIDER_PIECES)
        return bvh->has_groups || node < bvh->level_begin[1] ? bvh->box[node] : bvh->one;
    if (bvh->kind == FK_COLLIDER_MESH)
        return mesh_node_box(bvh, node);
    fk_aabb box;
    fk_placed_cells_rough_piece(&bvh->cells, (uint32_t)node, &box);
    return box;
}

void fk_bvh_piece(const fk_bvh *bvh, fk_bvh_node primitive, fk_piece *out)
{
    if (bvh->kind == FK_COLLIDER_CELLS)
        *out = fk_placed_cells_piece(&bvh->cells, (uint32_t)primitive);
    else if (bvh->kind == FK_COLLIDER_MESH)
        *out = fk_placed_triangle_piece(bvh->mesh, bvh->mesh->tree->triangle[primitive - MESH_TRIANGLE]);
    else
        *out = bvh->piece[fk_bvh_primitive(bvh, primitive)];
}

/* ---- The queue ----------------------------------------------------------------------------------------- */

/* A pair of nodes, by the lower bound of its boxes. */
typedef struct queued_pair {
    fk_heap_key by;
    fk_bvh_node a, b;
} queued_pair;

#define QUEUE_INLINE 80

typedef struct pair_queue {
    fk_context *context;
    size_t count, capacity;
    uint64_t number;
    queued_pair *item; /* `few` until it is full */
    queued_pair few[QUEUE_INLINE];
} pair_queue;

static bool reserve_queue(pair_queue *q)
{
    if (q->count < q->capacity)
        return true;
    if (q->item != q->few)
        return fk_grow(q->context, &q->item, sizeof *q->item, q->count, &q->capacity, q->count + 1);
    queued_pair *item = fk_allocate(q->context, 4 * q->capacity * sizeof *item);
    if (item == NULL)
        return false;
    memcpy(item, q->few, sizeof q->few);
    q->item = item;
    q->capacity *= 4;
    return true;
}

static bool queue_pair(pair_queue *q, double bound, fk_bvh_node a, fk_bvh_node b)
{
    if (!reserve_queue(q))
        return false;
    queued_pair wait = {{bound, q->number++}, a, b};
    fk_heap_push(q->item, sizeof wait, &q->count, &wait);
    return true;
}

/* ---- The traversal ------------------------------------------------------------------------------------- */

static bool exceeds_limit(double bound, double limit)
{
    return bound > limit || !(bound < HUGE_VAL);
}

static double box_extent(const fk_aabb *box)
{
    return (box->max.x - box->min.x) + (box->max.y - box->min.y) + (box->max.z - box->min.z);
}

bool fk_bvh_opens_a(const fk_bvh *a, fk_bvh_node node_a, const fk_aabb *box_a, const fk_bvh *b,
                    fk_bvh_node node_b, const fk_aabb *box_b)
{
    return fk_bvh_is_leaf(b, node_b) || (!fk_bvh_is_leaf(a, node_a) && box_extent(box_a) > box_extent(box_b));
}

/* Queues the pairs of one node and the children of the other. */
static bool expand_pair(const fk_bvh_traversal *traversal, pair_queue *q, const queued_pair *w, double limit)
{
    fk_aabb box_a = fk_bvh_box(traversal->a, w->a), box_b = fk_bvh_box(traversal->b, w->b);
    bool opens_a = fk_bvh_opens_a(traversal->a, w->a, &box_a, traversal->b, w->b, &box_b);
    const fk_bvh *bvh = opens_a ? traversal->a : traversal->b;
    uint32_t count;
    fk_bvh_node first = fk_bvh_children(bvh, opens_a ? w->a : w->b, &count);
    /* Of equal bounds the last one queued comes first. */
    for (uint32_t i = count; i-- > 0;) {
        fk_aabb box = fk_bvh_box(bvh, first + i);
        double bound = traversal->bound(traversal->user, opens_a ? &box : &box_a, opens_a ? &box_b : &box);
        if (exceeds_limit(bound, limit))
            continue;
        fk_bvh_node a = opens_a ? first + i : w->a, b = opens_a ? w->b : first + i;
        if (!queue_pair(q, bound, a, b))
            return false;
    }
    return true;
}

fk_status fk_bvh_traverse(fk_context *context, const fk_bvh_traversal *traversal, double limit)
{
    pair_queue q;
    fk_primitive_pair pair;
    q.context = context;
    q.count = 0;
    q.capacity = QUEUE_INLINE;
    q.number = 0;
    q.item = q.few;
    fk_aabb box_a = fk_bvh_box(traversal->a, fk_bvh_root(traversal->a));
    fk_aabb box_b = fk_bvh_box(traversal->b, fk_bvh_root(traversal->b));
    queued_pair w = {{traversal->bound(traversal->user, &box_a, &box_b), 0},
                     fk_bvh_root(traversal->a),
                     fk_bvh_root(traversal->b)};
    bool has_memory = true, goes_on = !exceeds_limit(w.by.key, limit);
    while (goes_on && has_memory) {
        if (fk_bvh_is_leaf(traversal->a, w.a) && fk_bvh_is_leaf(traversal->b, w.b)) {
            pair.part_a = fk_bvh_primitive(traversal->a, w.a);
            pair.part_b = fk_bvh_primitive(traversal->b, w.b);
            pair.bound = w.by.key;
            fk_bvh_piece(traversal->a, w.a, &pair.a);
            fk_bvh_piece(traversal->b, w.b, &pair.b);
            limit = traversal->visit(traversal->user, &pair);
        } else {
            has_memory = expand_pair(traversal, &q, &w, limit);
        }
        goes_on = has_memory && q.count > 0;
        if (goes_on)
            fk_heap_pop(q.item, sizeof w, &q.count, &w);
        goes_on = goes_on && !exceeds_limit(w.by.key, limit);
    }
    if (q.item != q.few)
        fk_release(context, q.item, q.capacity * sizeof *q.item);
    return has_memory ? FK_OK : FK_ERROR_MEMORY;
}
