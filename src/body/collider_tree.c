/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders as trees of boxes in the world, and branch and bound through two of them, the least bound first.
 *
 * Pieces have no tree of their own. Against one part each of them is looked at once. Where the other side has
 * many, too, they are sorted along a Morton curve, and each eight of them, and of groups, make a group.
 *
 * Boxes of meshes. A node of the tree holds places y from `min` to `max`, and so places origin + unit y of the
 * mesh. Placed, these are R origin + t + (R unit) y in real numbers; fk_pose_apply rounds that by less than 5 u
 * (|R| |x| + |t|), with u = 2^-52, and |x| is at most |origin| + 4 unit. The same bounds what is rounded here.
 *
 * A pair of nodes is replaced by those of the other one and the children of the larger one, until both are
 * parts. */

#include "body/body.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "shape/bound.h"
#include "tree/tree.h"

#define ROUND 0x1p-52
#define TINY  0x1p-1010 /* more than all that is flushed to zero in a few operations */

/* So many pieces, or groups of them, are a group; up to so many have none. */
#define GROUP 8
#define FEW   12

/* Nodes of a mesh: the root; the children of a node, FK_TREE_WIDTH times its number and the slot; and its
 * triangles, in the order of the tree. */
#define MESH_ROOT     ((fk_side_node)1 << 41)
#define MESH_TRIANGLE ((fk_side_node)1 << 40)

bool fk_piece_some_point(const fk_piece *piece, fk_vec3 *out)
{
    if (piece->kind == FK_KIND_HALF_SPACE)
        return false;
    /* That is what comes first in all others. */
    *out = piece->kind == FK_KIND_HULL ? piece->as.hull.point[0] : piece->as.point;
    return true;
}

/* ---- Sides of pieces ----------------------------------------------------------------------------------- */

static fk_vec3 middle_of(const fk_aabb *box)
{
    return fk_vec3_make(box->min.x / 2 + box->max.x / 2, box->min.y / 2 + box->max.y / 2,
                        box->min.z / 2 + box->max.z / 2);
}

/* Ten bits of a place between two others, two bits apart. */
static uint32_t spread(double x, double low, double high)
{
    double share = (x - low) / (high - low) * 1023;
    uint32_t bits = share > 0 ? (share < 1023 ? (uint32_t)share : 1023) : 0;
    bits = (bits | bits << 16) & 0x030000ff;
    bits = (bits | bits << 8) & 0x0300f00f;
    bits = (bits | bits << 4) & 0x030c30c3;
    return (bits | bits << 2) & 0x09249249;
}

/* The order of pieces along a curve; those without end come last. */
static void sort_pieces(const fk_aabb *box, uint32_t count, uint64_t *key, uint64_t *room)
{
    fk_aabb all = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 middle = middle_of(&box[i]);
        if (fk_vec3_is_finite(middle))
            all = fk_aabb_include(all, middle);
    }
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 middle = middle_of(&box[i]);
        uint64_t place = (uint64_t)1 << 30;
        if (fk_vec3_is_finite(middle))
            place = spread(middle.x, all.min.x, all.max.x) | spread(middle.y, all.min.y, all.max.y) << 1 |
                    (uint64_t)spread(middle.z, all.min.z, all.max.z) << 2;
        key[i] = place << 32 | i;
    }
    fk_sort_u64(key, room, count);
}

/* Where the levels begin, and where the last one ends. */
static void plan_levels(fk_body_side *side, uint32_t count)
{
    uint32_t total = 0;
    side->level_count = 0;
    for (;; count = (count + GROUP - 1) / GROUP) {
        side->level_begin[side->level_count++] = total;
        total += count;
        side->level_begin[side->level_count] = total;
        if (count == 1)
            return;
    }
}

static void fill_groups(fk_body_side *side, fk_aabb *box)
{
    for (uint32_t level = 1; level < side->level_count; level++) {
        uint32_t begin = side->level_begin[level], end = side->level_begin[level + 1];
        for (uint32_t i = begin; i < end; i++) {
            uint32_t count;
            fk_side_node child = fk_side_children(side, i, &count);
            box[i] = box[child];
            for (uint32_t k = 1; k < count; k++)
                box[i] = fk_aabb_merge(&box[i], &box[child + k]);
        }
    }
}

/* A piece, or pieces without order: all of them are children of one root. */
static void make_few(const fk_piece *piece, const fk_aabb *box, uint32_t count, fk_body_side *side)
{
    side->piece = piece;
    side->has_groups = false;
    side->level_count = count > 1 ? 2 : 1;
    side->level_begin[0] = 0;
    side->level_begin[1] = count;
    side->level_begin[2] = count + 1;
    side->one = count > 1 ? fk_everywhere : fk_outer_piece(piece);
    side->box = count > 1 ? box : &side->one;
}

static fk_status make_groups(fk_context *context, const fk_ready *ready, fk_body_side *side)
{
    uint32_t count = ready->collider->part_count;
    plan_levels(side, count);
    uint32_t total = side->level_begin[side->level_count];
    size_t bytes = total * sizeof(fk_aabb) + count * sizeof(uint32_t), extra = 2 * count * sizeof(uint64_t);
    fk_aabb *box = fk_allocate(context, bytes);
    uint64_t *key = box != NULL ? fk_allocate(context, extra) : NULL;
    if (key == NULL) {
        fk_release(context, box, bytes);
        return FK_ERROR_MEMORY;
    }
    sort_pieces(ready->piece_box, count, key, key + count);
    side->piece = ready->piece;
    side->has_groups = true;
    side->box = box;
    side->part = (uint32_t *)(void *)(box + total);
    side->bytes = bytes;
    for (uint32_t i = 0; i < count; i++) {
        side->part[i] = (uint32_t)key[i];
        box[i] = ready->piece_box[side->part[i]];
    }
    fill_groups(side, box);
    fk_release(context, key, extra);
    return FK_OK;
}

/* ---- Sides of meshes ----------------------------------------------------------------------------------- */

static void make_mesh(const fk_ready *ready, fk_body_side *side)
{
    const fk_tree *tree = ready->mesh.tree;
    const double origin[3] = {tree->origin.x, tree->origin.y, tree->origin.z};
    side->mesh = &ready->mesh;
    for (int i = 0; i < 3; i++) {
        double shift = fk_vec3_get(ready->mesh.pose.translation, i), base = 0, size = fabs(shift), small = 8;
        for (int k = 0; k < 3; k++) {
            double r = ready->mesh.pose.rotation[i][k], most = fabs(origin[k]) + 4 * tree->unit;
            side->turn[i][k] = r * tree->unit;
            base += r * origin[k];
            size += fabs(r) * most;
            small += fabs(r) + most;
        }
        side->base[i] = base + shift;
        side->off[i] = 32 * ROUND * size + TINY * small;
    }
}

/* Child `slot` of a node; infinite where numbers are too large. */
static fk_aabb slot_box(const fk_body_side *side, const fk_tree_node *node, uint32_t slot)
{
    fk_aabb box = fk_everywhere;
    for (int i = 0; i < 3; i++) {
        double low = side->base[i] - side->off[i], high = side->base[i] + side->off[i];
        for (int k = 0; k < 3; k++) {
            double p = side->turn[i][k] * (double)node->min[k][slot];
            double q = side->turn[i][k] * (double)node->max[k][slot];
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

static fk_aabb mesh_box(const fk_body_side *side, fk_side_node node)
{
    const fk_tree *tree = side->mesh->tree;
    if (node == MESH_ROOT) {
        fk_aabb box = fk_aabb_empty();
        for (uint32_t i = 0; i < tree->node[0].used; i++) {
            fk_aabb child = slot_box(side, &tree->node[0], i);
            box = fk_aabb_merge(&box, &child);
        }
        return box;
    }
    if (node >= MESH_TRIANGLE) {
        fk_piece piece = fk_placed_piece(side->mesh, tree->triangle[node - MESH_TRIANGLE]);
        return fk_outer_piece(&piece);
    }
    return slot_box(side, &tree->node[node / FK_TREE_WIDTH], (uint32_t)(node % FK_TREE_WIDTH));
}

static fk_side_node mesh_children(const fk_tree *tree, fk_side_node node, uint32_t *count)
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
    return (fk_side_node)below * FK_TREE_WIDTH;
}

/* ---- All sides ----------------------------------------------------------------------------------------- */

fk_status fk_side_make(fk_context *context, const fk_ready *ready, bool wants_groups, fk_body_side *out)
{
    const fk_collider *collider = ready->collider;
    out->kind = collider->kind;
    out->collider = collider;
    out->bytes = 0;
    if (collider->kind == FK_COLLIDER_MESH)
        make_mesh(ready, out);
    else if (collider->kind == FK_COLLIDER_CELLS)
        out->cells = fk_placed_cells_now(&ready->cells);
    else if (wants_groups && collider->part_count > FEW)
        return make_groups(context, ready, out);
    else
        make_few(ready->piece, ready->piece_box, collider->part_count, out);
    return FK_OK;
}

fk_status fk_side_make_pair(fk_context *context, const fk_ready *a, const fk_ready *b, fk_body_side out[2])
{
    bool is_one = a->collider->part_count == 1 || b->collider->part_count == 1;
    fk_status status = fk_side_make(context, a, !is_one, &out[0]);
    if (status != FK_OK)
        return status;
    status = fk_side_make(context, b, !is_one, &out[1]);
    if (status != FK_OK)
        fk_side_end(context, &out[0]);
    return status;
}

void fk_side_of_piece(const fk_piece *piece, fk_body_side *out)
{
    out->kind = FK_COLLIDER_PIECES;
    out->collider = NULL;
    out->bytes = 0;
    make_few(piece, NULL, 1, out);
}

void fk_side_end(fk_context *context, fk_body_side *side)
{
    if (side->bytes > 0)
        fk_release(context, (void *)(uintptr_t)side->box, side->bytes);
}

fk_side_node fk_side_root(const fk_body_side *side)
{
    return side->kind == FK_COLLIDER_PIECES ? side->level_begin[side->level_count] - 1
           : side->kind == FK_COLLIDER_MESH ? MESH_ROOT
                                            : 0;
}

bool fk_side_is_part(const fk_body_side *side, fk_side_node node)
{
    if (side->kind == FK_COLLIDER_PIECES)
        return node < side->level_begin[1];
    if (side->kind == FK_COLLIDER_MESH)
        return node >= MESH_TRIANGLE && node < MESH_ROOT;
    return side->cells.tree->node[node].child_count == 0;
}

uint32_t fk_side_part(const fk_body_side *side, fk_side_node node)
{
    if (side->kind == FK_COLLIDER_PIECES)
        return side->has_groups ? side->part[node] : (uint32_t)node;
    if (side->kind == FK_COLLIDER_CELLS)
        return (uint32_t)node;
    return fk_mesh_shape_original(&side->collider->mesh, side->mesh->tree->triangle[node - MESH_TRIANGLE]);
}

fk_side_node fk_side_children(const fk_body_side *side, fk_side_node node, uint32_t *count)
{
    if (side->kind == FK_COLLIDER_MESH)
        return mesh_children(side->mesh->tree, node, count);
    if (side->kind == FK_COLLIDER_CELLS) {
        *count = side->cells.tree->node[node].child_count;
        return side->cells.tree->node[node].first_child;
    }
    if (!side->has_groups) {
        *count = side->level_begin[1];
        return 0;
    }
    uint32_t level = 1;
    while (node >= side->level_begin[level + 1])
        level++;
    uint32_t at = (uint32_t)node - side->level_begin[level];
    uint32_t first = side->level_begin[level - 1] + at * GROUP;
    uint32_t left = side->level_begin[level] - first;
    *count = left < GROUP ? left : GROUP;
    return first;
}

fk_aabb fk_side_box(const fk_body_side *side, fk_side_node node)
{
    if (side->kind == FK_COLLIDER_PIECES)
        return side->has_groups || node < side->level_begin[1] ? side->box[node] : side->one;
    if (side->kind == FK_COLLIDER_MESH)
        return mesh_box(side, node);
    fk_aabb box;
    fk_placed_cells_rough(&side->cells, (uint32_t)node, &box);
    return box;
}

void fk_side_piece(const fk_body_side *side, fk_side_node part, fk_piece *out)
{
    if (side->kind == FK_COLLIDER_CELLS)
        *out = fk_placed_cells_node(&side->cells, (uint32_t)part);
    else if (side->kind == FK_COLLIDER_MESH)
        *out = fk_placed_piece(side->mesh, side->mesh->tree->triangle[part - MESH_TRIANGLE]);
    else
        *out = side->piece[fk_side_part(side, part)];
}

/* ---- The queue ----------------------------------------------------------------------------------------- */

/* What waits for its turn, by the bound of its distance. */
typedef struct waiting {
    fk_heap_key by;
    fk_side_node a, b;
} waiting;

#define FEW_WAIT 80

typedef struct queue {
    fk_context *context;
    size_t count, capacity;
    uint64_t number;
    waiting *item; /* the few, until they are not enough */
    waiting few[FEW_WAIT];
} queue;

static bool make_room(queue *q)
{
    if (q->count < q->capacity)
        return true;
    if (q->item != q->few)
        return fk_grow(q->context, &q->item, sizeof *q->item, q->count, &q->capacity, q->count + 1);
    waiting *item = fk_allocate(q->context, 4 * q->capacity * sizeof *item);
    if (item == NULL)
        return false;
    memcpy(item, q->few, sizeof q->few);
    q->item = item;
    q->capacity *= 4;
    return true;
}

static bool push(queue *q, double bound, fk_side_node a, fk_side_node b)
{
    if (!make_room(q))
        return false;
    waiting wait = {{bound, q->number++}, a, b};
    fk_heap_push(q->item, sizeof wait, &q->count, &wait);
    return true;
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

static bool is_beyond(double bound, double limit)
{
    return bound > limit || !(bound < HUGE_VAL);
}

static double size_of(const fk_aabb *box)
{
    return (box->max.x - box->min.x) + (box->max.y - box->min.y) + (box->max.z - box->min.z);
}

bool fk_side_opens_a(const fk_body_side *a, fk_side_node node_a, const fk_aabb *box_a, const fk_body_side *b,
                     fk_side_node node_b, const fk_aabb *box_b)
{
    return fk_side_is_part(b, node_b) || (!fk_side_is_part(a, node_a) && size_of(box_a) > size_of(box_b));
}

/* Puts the pairs with the children of one of both into the queue. */
static bool open_pair(const fk_side_walk *walk, queue *q, const waiting *w, double limit)
{
    fk_aabb box_a = fk_side_box(walk->a, w->a), box_b = fk_side_box(walk->b, w->b);
    bool opens_a = fk_side_opens_a(walk->a, w->a, &box_a, walk->b, w->b, &box_b);
    const fk_body_side *side = opens_a ? walk->a : walk->b;
    uint32_t count;
    fk_side_node first = fk_side_children(side, opens_a ? w->a : w->b, &count);
    /* The last comes first. */
    for (uint32_t i = count; i-- > 0;) {
        fk_aabb box = fk_side_box(side, first + i);
        double bound = walk->bound(walk->user, opens_a ? &box : &box_a, opens_a ? &box_b : &box);
        if (is_beyond(bound, limit))
            continue;
        fk_side_node a = opens_a ? first + i : w->a, b = opens_a ? w->b : first + i;
        if (!push(q, bound, a, b))
            return false;
    }
    return true;
}

fk_status fk_side_walk_run(fk_context *context, const fk_side_walk *walk, double limit)
{
    queue q;
    fk_side_pair pair;
    q.context = context;
    q.count = 0;
    q.capacity = FEW_WAIT;
    q.number = 0;
    q.item = q.few;
    fk_aabb box_a = fk_side_box(walk->a, fk_side_root(walk->a));
    fk_aabb box_b = fk_side_box(walk->b, fk_side_root(walk->b));
    waiting w = {{walk->bound(walk->user, &box_a, &box_b), 0}, fk_side_root(walk->a), fk_side_root(walk->b)};
    bool has_memory = true, goes_on = !is_beyond(w.by.key, limit);
    while (goes_on && has_memory) {
        if (fk_side_is_part(walk->a, w.a) && fk_side_is_part(walk->b, w.b)) {
            pair.part_a = fk_side_part(walk->a, w.a);
            pair.part_b = fk_side_part(walk->b, w.b);
            pair.bound = w.by.key;
            fk_side_piece(walk->a, w.a, &pair.a);
            fk_side_piece(walk->b, w.b, &pair.b);
            limit = walk->look(walk->user, &pair);
        } else {
            has_memory = open_pair(walk, &q, &w, limit);
        }
        goes_on = has_memory && q.count > 0;
        if (goes_on)
            fk_heap_pop(q.item, sizeof w, &q.count, &w);
        goes_on = goes_on && !is_beyond(w.by.key, limit);
    }
    if (q.item != q.few)
        fk_release(context, q.item, q.capacity * sizeof *q.item);
    return has_memory ? FK_OK : FK_ERROR_MEMORY;
}
