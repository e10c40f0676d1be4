/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two placed meshes: the nearest pair of triangles, found by a best-first search of both
 * trees; and whether the distance is below a limit.
 *
 * A heap holds pairs of boxes with lower bounds of their distances. The search expands the nearest pair, both
 * boxes or only the much larger one, and puts the pairs of children that may be nearer than the best pair so
 * far back into the heap. So it reaches near triangles first, and prunes most of the rest.
 * mesh_distance_triangles.c measures pairs of leaves.
 *
 * The meshes are sorted by their contents, so (b, a) is the same search with the same result. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/context.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "shape/vertices.h"
#include "tree/mesh_distance.h"

/* An expansion replaces a pair by up to 64 pairs, one level deeper in one or both trees. */
#define STACK (FK_TREE_DEPTH * (FK_BOX_PAIRS_MOST - 1) + FK_BOX_PAIRS_MOST)

/* Steps of a search between two polls. */
#define POLL_STEPS 16

/* The least limit for boxes. */
#define SMALLEST 0x1p-1000

/* A box more than LARGER times larger than the other one is expanded alone. */
#define LARGER 2

/* Pairs of boxes to be expanded, nearest first: a heap of fixed size in which a parent has four children. */
#define HEAP 2048

typedef struct pending_boxes {
    fk_box_pair_key key;
    fk_tree_slot slot[2];
} pending_boxes;

typedef struct pending_heap {
    uint32_t count;
    pending_boxes item[HEAP];
} pending_heap;

static void push_pending_boxes(pending_heap *h, pending_boxes w)
{
    uint32_t at = h->count++;
    for (; at > 0 && w.key < h->item[(at - 1) / 4].key; at = (at - 1) / 4)
        h->item[at] = h->item[(at - 1) / 4];
    h->item[at] = w;
}

static pending_boxes pop_nearest(pending_heap *h)
{
    pending_boxes top = h->item[0], last = h->item[--h->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 4 * at + 1, end = child + 4 < h->count ? child + 4 : h->count, least = child;
        if (child >= h->count)
            break;
        while (++child < end)
            least = h->item[child].key < h->item[least].key ? child : least;
        if (h->item[least].key >= last.key)
            break;
        h->item[at] = h->item[least];
        at = least;
    }
    h->item[at] = last;
    return top;
}

/* Outside this range of sizes, points are not measured in doubles. */
#define LEAST   0x1p-900
#define LARGEST 0x1p900

/* The distance of a triangle to a point in doubles; false if the error bound does not suffice. */
static bool measure_point_triangle(const fk_vec3 corner[3], fk_vec3 point, fk_interval *out,
                                   fk_vec3 *displacement)
{
    const fk_vec3 zero[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    fk_vec3 from[3];
    double most = 0;
    for (int k = 0; k < 3; k++) {
        from[k] = fk_vec3_sub(corner[k], point);
        most = fk_larger(most, fk_vec3_largest(from[k]));
    }
    return most > LEAST && most < LARGEST &&
           fk_triangle_distance_interval(from, zero, fk_inverse_power(fk_exponent_of(most) + 1), out,
                                         displacement);
}

/* Measures all triangles of a leaf against the piece. */
static void measure_leaf_to_piece(fk_distance_search *s, fk_tree_slot slot)
{
    const fk_placed_mesh *mesh = s->side[0].mesh;
    const fk_tree *tree = mesh->tree;
    uint32_t first = fk_slot_node(tree, slot);
    for (uint32_t i = 0; i < fk_slot_triangle_count(tree, slot) && !s->is_done; i++) {
        fk_vec3 corner[3], displacement;
        fk_distance d;
        uint32_t triangle = tree->triangle[first + i];
        fk_placed_triangle(mesh, triangle, corner);
        if (s->piece->kind != FK_KIND_POINT ||
            !measure_point_triangle(corner, s->piece->as.point, &d.distance, &displacement)) {
            fk_piece p = fk_piece_triangle(corner[0], corner[1], corner[2]);
            if (fk_pair_distance(&p, s->piece, NULL, &d) != FK_OK)
                continue;
            displacement = fk_vec3_sub(d.point_b, d.point_a);
        }
        if (fk_double_order(d.distance.lo, s->limit) <= 0)
            fk_distance_add_pair(s, triangle, 0, d.distance, displacement);
    }
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* The approximate size of a box in the world. */
static double slot_box_size(const fk_distance_side *side, fk_tree_slot s)
{
    const fk_tree_obb *t = &side->mesh->tree->obb[s == FK_TREE_ROOT_SLOT ? 0 : s / FK_TREE_WIDTH];
    float most = 0;
    for (int k = 0; k < 3; k++) {
        float half = s == FK_TREE_ROOT_SLOT ? t->size : t->half[k][s % FK_TREE_WIDTH];
        most = half > most ? half : most;
    }
    return (double)most * side->mesh->tree->unit;
}

/* The boxes of a pair to expand, as bits: none of two leaves; both, unless one is much larger. */
static int sides_to_open(const fk_distance_search *s, const pending_boxes *w)
{
    int nodes = 0, count = s->piece == NULL ? 2 : 1;
    for (int k = 0; k < count; k++)
        if (fk_slot_triangle_count(s->side[k].mesh->tree, w->slot[k]) == 0)
            nodes |= 1 << k;
    if (nodes != 3 || w->slot[0] == FK_TREE_ROOT_SLOT)
        return nodes;
    double size[2] = {slot_box_size(&s->side[0], w->slot[0]), slot_box_size(&s->side[1], w->slot[1])};
    return size[0] > LARGER * size[1] ? 1 : size[1] > LARGER * size[0] ? 2 : 3;
}

/* The limit for boxes, in their unit; never so small that a processor may flush it to zero. */
static double box_limit(const fk_distance_search *s)
{
    double limit = s->piece == NULL ? s->limit : (s->limit + s->radius) * (1 + 0x1p-40);
    return fk_double_greatest(limit, SMALLEST) / s->unit;
}

static bool is_beyond_limit(const fk_distance_search *s, const pending_boxes *w)
{
    return (double)fk_key_lower_bound(w->key) > box_limit(s);
}

static void measure_leaves(fk_distance_search *s, const pending_boxes *w)
{
    if (s->piece == NULL)
        fk_distance_measure_leaves(s, w->slot);
    else
        measure_leaf_to_piece(s, w->slot[0]);
}

/* Lists the pairs of children that may be nearer than the limit. */
static uint32_t expand_box_pair(const fk_distance_search *s, int sides, pending_boxes w,
                                pending_boxes child[FK_BOX_PAIRS_MOST])
{
    int which = sides & 1 ? 0 : 1, rest = 1 - which;
    uint32_t node = fk_slot_node(s->side[which].mesh->tree, w.slot[which]);
    uint32_t other_node = w.slot[rest] / FK_TREE_WIDTH, mask = 1u << w.slot[rest] % FK_TREE_WIDTH;
    fk_other_boxes other;
    if (s->piece == NULL) {
        const fk_tree *beside = s->side[rest].mesh->tree;
        if (sides == 3) {
            other_node = fk_slot_node(beside, w.slot[rest]);
            mask = (1u << beside->node[other_node].used) - 1;
        }
        const fk_tree_obb *node_beside = &beside->obb[other_node];
        for (int k = 0; k < 3; k++)
            other.origin[k] = (double)node_beside->origin[k];
        other.box = (fk_child_boxes){node_beside, mask};
    } else {
        other = *s->other;
    }
    fk_box_pair pair[FK_BOX_PAIRS_MOST];
    uint32_t count = fk_distance_expand(&s->side[which], w.slot[which], &other, fk_key_lower_bound(w.key),
                                        box_limit(s), pair);
    for (uint32_t i = 0; i < count; i++) {
        child[i].key = pair[i].key;
        child[i].slot[which] = FK_TREE_WIDTH * node + pair[i].own;
        child[i].slot[rest] = FK_TREE_WIDTH * other_node + pair[i].other;
    }
    return count;
}

/* Swaps the nearest pair to the end. */
static void put_nearest_last(pending_boxes *w, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        if (w[i].key < w[count - 1].key) {
            pending_boxes nearer = w[i];
            w[i] = w[count - 1];
            w[count - 1] = nearer;
        }
}

/* Polls the flag at some of the steps that expand boxes. */
static inline void poll_distance_search(fk_distance_search *s)
{
    if (s->context == NULL || ++s->steps % POLL_STEPS != 0 || !fk_context_poll(s->context))
        return;
    s->is_cancelled = s->is_done = true;
}

/* Searches a pair and everything below it, depth first. */
FK_OWN_FRAME static void search_depth_first(fk_distance_search *s, pending_boxes top)
{
    pending_boxes stack[STACK];
    uint32_t height = 0;
    stack[height++] = top;
    while (height > 0 && !s->is_done) {
        pending_boxes w = stack[--height];
        if (is_beyond_limit(s, &w))
            continue;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            measure_leaves(s, &w);
        } else {
            poll_distance_search(s);
            uint32_t count = expand_box_pair(s, sides, w, stack + height);
            put_nearest_last(stack + height, count);
            height += count;
        }
    }
}

/* ---- Best first ---------------------------------------------------------------------------------------- */

/* Descends along the nearest pairs to a pair of leaves, and puts their siblings into the heap. */
static void descend_to_leaves(fk_distance_search *s, pending_heap *h)
{
    pending_boxes w = {0, {FK_TREE_ROOT_SLOT, FK_TREE_ROOT_SLOT}}, child[FK_BOX_PAIRS_MOST];
    uint32_t count = 1;
    while (count > 0) {
        int sides = sides_to_open(s, &w);
        if (h->count + FK_BOX_PAIRS_MOST > HEAP) {
            search_depth_first(s, w);
            return;
        }
        if (sides == 0) {
            measure_leaves(s, &w);
            return;
        }
        count = expand_box_pair(s, sides, w, child);
        put_nearest_last(child, count);
        for (uint32_t i = 0; i + 1 < count; i++)
            push_pending_boxes(h, child[i]);
        if (count > 0)
            w = child[count - 1];
    }
}

/* Searches until no pair is left that may be nearer than the limit, or the result is known. */
static void search_nearest(fk_distance_search *s)
{
    pending_heap h;
    h.count = 0;
    descend_to_leaves(s, &h);
    while (h.count > 0 && !s->is_done) {
        pending_boxes w = pop_nearest(&h), child[FK_BOX_PAIRS_MOST];
        if (is_beyond_limit(s, &w))
            return;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            measure_leaves(s, &w);
        } else if (h.count + FK_BOX_PAIRS_MOST > HEAP) {
            search_depth_first(s, w);
        } else {
            poll_distance_search(s);
            uint32_t count = expand_box_pair(s, sides, w, child);
            for (uint32_t i = 0; i < count; i++)
                push_pending_boxes(&h, child[i]);
        }
    }
}

/* Resets to: nothing found, no limit. */
static void reset_distance_search(fk_distance_search *s, const fk_context *context, double unit)
{
    s->context = context;
    s->steps = 0;
    s->is_cancelled = false;
    s->unit = unit;
    s->limit = INFINITY;
    s->is_limited = s->is_done = false;
    s->pair = (fk_index_pair){FK_NONE, FK_NONE};
    s->toward = fk_vec3_make(0, 0, 0);
}

/* Returns false if a mesh has no triangles. */
static bool begin_mesh_search(fk_distance_search *s, const fk_context *context, const fk_placed_mesh *a,
                              const fk_placed_mesh *b)
{
    s->is_swapped = fk_placed_order(a, b) > 0;
    const fk_placed_mesh *mesh[2] = {s->is_swapped ? b : a, s->is_swapped ? a : b};
    if (a->mesh->triangle_count == 0 || b->mesh->triangle_count == 0)
        return false;
    reset_distance_search(s, context, mesh[0]->tree->unit);
    s->piece = NULL;
    s->other = NULL;
    for (int k = 0; k < 2; k++) {
        fk_tree_frame frame = fk_tree_frame_make(mesh[k], mesh[1 - k]);
        s->side[k] = fk_distance_side_make(mesh[k], &frame, s->unit);
        fk_distance_side_set_direction(&s->side[k], s->toward);
        for (int i = 0; i < FK_LEAF_CACHE_SIZE; i++)
            s->leaf[k][i].count = 0;
    }
    return true;
}

static const fk_mesh_distance no_distance = {.distance = {INFINITY, INFINITY},
                                             .triangle = {FK_NONE, FK_NONE}};

/* Runs the search and returns its result. */
static fk_mesh_distance find_distance(fk_distance_search *s)
{
    fk_mesh_distance out = no_distance;
    search_nearest(s);
    if (s->is_cancelled || s->pair.a == FK_NONE) /* or corners that are not finite */
        return out;
    bool swap = s->is_swapped;
    fk_vec3 point[2] = {{0, 0, 0}, {0, 0, 0}};
    fk_distance_witnesses(s, point);
    out.distance = s->distance;
    out.point_a = point[swap];
    out.point_b = point[!swap];
    out.triangle = (fk_index_pair){swap ? s->pair.b : s->pair.a, swap ? s->pair.a : s->pair.b};
    return out;
}

fk_status fk_placed_find_distance(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_mesh_distance *out)
{
    fk_distance_search s;
    s.is_cancelled = false;
    *out = begin_mesh_search(&s, context, a, b) ? find_distance(&s) : no_distance;
    return s.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

void fk_placed_distance(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_mesh_distance *out)
{
    fk_placed_find_distance(NULL, a, b, out);
}

fk_status fk_placed_find_closer(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                double limit, bool *out)
{
    fk_distance_search s;
    *out = false;
    if (!begin_mesh_search(&s, context, a, b) || fk_sign_of(limit) <= 0)
        return FK_OK;
    *out = true;
    if (!fk_is_finite(limit))
        return FK_OK;
    s.is_limited = true;
    s.limit = limit;
    search_nearest(&s);
    *out = s.is_done;
    return s.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

bool fk_placed_closer(const fk_placed_mesh *a, const fk_placed_mesh *b, double limit)
{
    bool is_closer;
    fk_placed_find_closer(NULL, a, b, limit, &is_closer);
    return is_closer;
}

/* ---- A piece ------------------------------------------------------------------------------------------- */

/* The nearest triangle to a point or a convex piece: a search of one tree against a single box around the
 * piece. The box of a half-space is aligned with its plane, and so large that no point of the mesh is nearer
 * to the rest of the half-space. Where coordinates are too large for such a box, every triangle is
 * measured. */

/* An oriented box in the world. */
typedef struct world_box {
    fk_vec3 origin;
    double half[3];
    /* The first axis, of length 1 up to rounding. If it is not the x axis, the other two half sides are equal
     * and their axes arbitrary. */
    fk_vec3 axis;
} world_box;

FK_OWN_FRAME static fk_aabb piece_aabb(const fk_piece *piece)
{
    fk_arena arena;
    fk_aabb box;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fk_arena_init(&arena);
            fk_exact_vec3 n = fk_exact_vec3_from(&arena, fk_vec3_axis(axis, sign));
            fk_exact_interval reach = fk_piece_support_value(&arena, piece, n);
            double most = -fk_exact_floor(fk_exact_negate(reach.hi));
            *fk_vec3_at(sign > 0 ? &box.max : &box.min, axis) =
                arena.full ? sign * (double)INFINITY : sign * most;
        }
    return box;
}

/* The box of a bounded piece; for a sphere or capsule, of its core. */
static world_box bounded_piece_box(const fk_piece *piece)
{
    fk_piece core = *piece;
    if (piece->kind == FK_KIND_SPHERE)
        core = fk_piece_point(piece->as.sphere.center);
    if (piece->kind == FK_KIND_CAPSULE)
        core = fk_piece_segment(piece->as.capsule.end[0], piece->as.capsule.end[1]);
    fk_aabb box = piece_aabb(&core);
    world_box a = {.axis = fk_vec3_axis(0, 1)};
    for (int k = 0; k < 3; k++) {
        double min = fk_vec3_get(box.min, k), max = fk_vec3_get(box.max, k), middle = min / 2 + max / 2;
        *fk_vec3_at(&a.origin, k) = middle;
        a.half[k] = fk_larger(max - middle, middle - min) * (1 + 0x1p-40) + 0x1p-1000;
    }
    return a;
}

/* The box lies below the plane and reaches beyond the mesh in all directions. The foot of the mesh's center
 * is the center of its upper face; every point of the mesh is within sqrt(3) units of that center, times the
 * stretch of the pose. */
static world_box half_space_bounds(const fk_plane *half, const fk_placed_mesh *mesh)
{
    fk_vec3 n = fk_vec3_unit(half->normal), middle = fk_pose_apply(&mesh->pose, mesh->tree->origin);
    const fk_vec3 zero = {0, 0, 0};
    double radius = 2 * mesh->tree->unit * fk_tree_frame_from_world(mesh, zero).stretch;
    double height = fk_vec3_dot(n, middle) - half->offset / fk_vec3_dot(half->normal, n);
    double off = (fk_vec3_largest(middle) + fabs(height)) * 0x1p-40;
    double deep = (height < 0 ? -height : 0) + 2 * radius;
    world_box a = {.axis = n};
    a.origin = fk_vec3_sub(middle, fk_vec3_scale(n, height + deep / 2));
    a.half[0] = deep / 2 * (1 + 0x1p-30) + off;
    a.half[1] = a.half[2] = radius + off;
    return a;
}

/* The box in tree units, as the only child of a node. Boxes too large for floats make all bounds 0. */
static fk_other_boxes box_as_node(const world_box *a, double unit, fk_tree_obb *node)
{
    fk_other_boxes other = {{0, 0, 0}, {node, 1}};
    memset(node, 0, sizeof *node);
    /* The rotation that takes the first axis to x or -x: w is at least 1. */
    double sign = a->axis.x < 0 ? -1 : 1, w = 1 + sign * a->axis.x, y = sign * a->axis.z,
           z = -sign * a->axis.y;
    double length = sqrt(w * w + y * y + z * z);
    node->turn[1][0] = (float)(y / length);
    node->turn[2][0] = (float)(z / length);
    node->turn[3][0] = (float)(w / length);
    for (int k = 0; k < 3; k++) {
        double half = a->half[k] / unit * (1 + 0x1p-15);
        node->half[k][0] = half < 0x1p60 ? (float)half : 0x1p100f;
        node->size += node->half[k][0] * (1 + 0x1p-20f);
        other.origin[k] = fk_vec3_get(a->origin, k) / unit;
    }
    return other;
}

static fk_distance_side side_from_world(const fk_placed_mesh *mesh, const world_box *a)
{
    double unit = mesh->tree->unit;
    fk_vec3 extent;
    for (int i = 0; i < 3; i++) {
        double size = a->half[0] + a->half[1] + a->half[2];
        *fk_vec3_at(&extent, i) = fabs(fk_vec3_get(a->origin, i)) + 2 * size;
    }
    fk_tree_frame frame = fk_tree_frame_from_world(mesh, extent);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            frame.turn[i][k] *= unit;
    return fk_distance_side_make(mesh, &frame, unit);
}

/* FK_ERROR_MEMORY if it is cancelled. */
static fk_status find_piece_distance(const fk_context *context, const fk_placed_mesh *a,
                                     const fk_piece *piece, fk_mesh_distance *out)
{
    fk_distance_search s;
    fk_tree_obb box_node;
    *out = no_distance;
    if (a->mesh->triangle_count == 0)
        return FK_OK;
    world_box box =
        piece->kind == FK_KIND_HALF_SPACE ? half_space_bounds(&piece->as.half, a) : bounded_piece_box(piece);
    reset_distance_search(&s, context, a->tree->unit);
    s.side[0] = side_from_world(a, &box);
    s.side[1].mesh = NULL;
    s.is_swapped = false;
    fk_distance_side_set_direction(&s.side[0], s.toward);
    fk_other_boxes other = box_as_node(&box, s.unit, &box_node);
    s.piece = piece;
    s.radius = fk_piece_radius(piece);
    s.other = &other;
    *out = find_distance(&s);
    return s.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

void fk_placed_nearest(const fk_placed_mesh *a, fk_vec3 point, fk_mesh_distance *out)
{
    fk_piece piece = fk_piece_point(point);
    find_piece_distance(NULL, a, &piece, out);
    out->point_b = point;
    out->triangle.b = FK_NONE;
}

fk_status fk_placed_find_distance_piece(const fk_context *context, const fk_placed_mesh *a,
                                        const fk_piece *piece, fk_mesh_distance *out)
{
    fk_status status = fk_piece_check(piece);
    return status == FK_OK ? find_piece_distance(context, a, piece, out) : status;
}

fk_status fk_placed_distance_piece(const fk_placed_mesh *a, const fk_piece *piece, fk_mesh_distance *out)
{
    return fk_placed_find_distance_piece(NULL, a, piece, out);
}
