/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two placed meshes: the nearest pair of triangles, found by their trees; and whether they
 * are closer than a limit.
 *
 * A stack holds pairs of boxes with a lower bound of their distance. The pair on top is opened, the larger
 * box of both first, and what may be nearer than the best pair so far goes back on the stack, the nearest on
 * top. So the first pairs of triangles that are reached are near each other, and most of the rest is dropped.
 * Pairs of leaves are for distance_triangles.c.
 *
 * The two meshes are put in an order that depends on what they are, so that (b, a) is the same search, with
 * the same result. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "shape/vertices.h"
#include "tree/distance.h"

/* Opening replaces a pair by up to 64, one level deeper in one or both trees. */
#define STACK (FK_TREE_DEPTH * (FK_GAP_PAIRS_MOST - 1) + FK_GAP_PAIRS_MOST)

/* No limit for boxes is less. */
#define SMALLEST 0x1p-1000

/* A box that is so much larger than the other one is opened alone. */
#define LARGER 2

/* Pairs of boxes that wait to be opened, the nearest first: a heap of a fixed size, with four children to a
 * parent. */
#define HEAP 2048

typedef struct waiting {
    fk_gap_key key;
    fk_gap_slot slot[2];
} waiting;

typedef struct gap_heap {
    uint32_t count;
    waiting item[HEAP];
} gap_heap;

static void push(gap_heap *h, waiting w)
{
    uint32_t at = h->count++;
    for (; at > 0 && w.key < h->item[(at - 1) / 4].key; at = (at - 1) / 4)
        h->item[at] = h->item[(at - 1) / 4];
    h->item[at] = w;
}

static waiting pop(gap_heap *h)
{
    waiting top = h->item[0], last = h->item[--h->count];
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

/* Beyond these sizes points are not measured in doubles. */
#define LEAST   0x1p-900
#define LARGEST 0x1p900

/* The distance of a triangle to a point in doubles, where they tell enough. */
static bool measure_point(const fk_vec3 corner[3], fk_vec3 point, fk_interval *out, fk_vec3 *way)
{
    const fk_vec3 zero[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    fk_vec3 from[3];
    double most = 0;
    for (int k = 0; k < 3; k++) {
        from[k] = fk_vec3_sub(corner[k], point);
        most = fk_larger(most, fk_vec3_largest(from[k]));
    }
    return most > LEAST && most < LARGEST &&
           fk_gap_measure(from, zero, fk_inverse_power(fk_exponent_of(most) + 1), out, way);
}

/* Looks at all triangles of a leaf and the piece. */
static void look_at_piece(fk_gap_search *s, fk_gap_slot slot)
{
    const fk_placed_mesh *mesh = s->side[0].mesh;
    const fk_tree *tree = mesh->tree;
    uint32_t first = fk_gap_node(tree, slot);
    for (uint32_t i = 0; i < fk_gap_count(tree, slot) && !s->is_done; i++) {
        fk_vec3 corner[3], way;
        fk_distance d;
        uint32_t triangle = tree->triangle[first + i];
        fk_placed_triangle(mesh, triangle, corner);
        if (s->piece->kind != FK_KIND_POINT ||
            !measure_point(corner, s->piece->as.point, &d.distance, &way)) {
            fk_piece p = fk_piece_triangle(corner[0], corner[1], corner[2]);
            if (fk_pair_distance(&p, s->piece, NULL, &d) != FK_OK)
                continue;
            way = fk_vec3_sub(d.point_b, d.point_a);
        }
        if (fk_double_order(d.distance.lo, s->limit) <= 0)
            fk_gap_take(s, triangle, 0, d.distance, way);
    }
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* How large a box is in the world, about. */
static double size_of(const fk_gap_side *side, fk_gap_slot s)
{
    const fk_tree_obb *t = &side->mesh->tree->turned[s == FK_GAP_WHOLE ? 0 : s / FK_TREE_WIDTH];
    float most = 0;
    for (int k = 0; k < 3; k++) {
        float half = s == FK_GAP_WHOLE ? t->size : t->half[k][s % FK_TREE_WIDTH];
        most = half > most ? half : most;
    }
    return (double)most * side->mesh->tree->unit;
}

/* Which boxes of a pair are opened, as bits: none of two leaves; both, unless one is much larger. */
static int sides_to_open(const fk_gap_search *s, const waiting *w)
{
    int nodes = 0, count = s->piece == NULL ? 2 : 1;
    for (int k = 0; k < count; k++)
        if (fk_gap_count(s->side[k].mesh->tree, w->slot[k]) == 0)
            nodes |= 1 << k;
    if (nodes != 3 || w->slot[0] == FK_GAP_WHOLE)
        return nodes;
    double size[2] = {size_of(&s->side[0], w->slot[0]), size_of(&s->side[1], w->slot[1])};
    return size[0] > LARGER * size[1] ? 1 : size[1] > LARGER * size[0] ? 2 : 3;
}

/* The limit for boxes, in their unit: not one that is zero for a processor that flushes small numbers. */
static double box_limit(const fk_gap_search *s)
{
    double limit = s->piece == NULL ? s->limit : (s->limit + s->radius) * (1 + 0x1p-40);
    return fk_double_greatest(limit, SMALLEST) / s->unit;
}

static bool is_too_far(const fk_gap_search *s, const waiting *w)
{
    return (double)fk_gap_low(w->key) > box_limit(s);
}

static void look_at_leaves(fk_gap_search *s, const waiting *w)
{
    if (s->piece == NULL)
        fk_gap_leaves(s, w->slot);
    else
        look_at_piece(s, w->slot[0]);
}

/* The pairs of children of boxes that may be nearer than the limit. */
static uint32_t open(const fk_gap_search *s, int sides, waiting w, waiting child[FK_GAP_PAIRS_MOST])
{
    int which = sides & 1 ? 0 : 1, rest = 1 - which;
    uint32_t node = fk_gap_node(s->side[which].mesh->tree, w.slot[which]);
    uint32_t other_node = w.slot[rest] / FK_TREE_WIDTH, mask = 1u << w.slot[rest] % FK_TREE_WIDTH;
    fk_gap_other other;
    if (s->piece == NULL) {
        const fk_tree *beside = s->side[rest].mesh->tree;
        if (sides == 3) {
            other_node = fk_gap_node(beside, w.slot[rest]);
            mask = (1u << beside->node[other_node].used) - 1;
        }
        const fk_tree_obb *node_beside = &beside->turned[other_node];
        for (int k = 0; k < 3; k++)
            other.origin[k] = (double)node_beside->origin[k];
        other.box = (fk_gap_boxes){node_beside, mask};
    } else {
        other = *s->other;
    }
    fk_gap_pair pair[FK_GAP_PAIRS_MOST];
    uint32_t count =
        fk_gap_open(&s->side[which], w.slot[which], &other, fk_gap_low(w.key), box_limit(s), pair);
    for (uint32_t i = 0; i < count; i++) {
        child[i].key = pair[i].key;
        child[i].slot[which] = FK_TREE_WIDTH * node + pair[i].own;
        child[i].slot[rest] = FK_TREE_WIDTH * other_node + pair[i].other;
    }
    return count;
}

/* Puts the nearest of some pairs at their end. */
static void put_nearest_last(waiting *w, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        if (w[i].key < w[count - 1].key) {
            waiting nearer = w[i];
            w[i] = w[count - 1];
            w[count - 1] = nearer;
        }
}

/* Looks at a pair and all below it, the deepest first. */
FK_OWN_FRAME static void search_below(fk_gap_search *s, waiting top)
{
    waiting stack[STACK];
    uint32_t height = 0;
    stack[height++] = top;
    while (height > 0 && !s->is_done) {
        waiting w = stack[--height];
        if (is_too_far(s, &w))
            continue;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            look_at_leaves(s, &w);
        } else {
            uint32_t count = open(s, sides, w, stack + height);
            put_nearest_last(stack + height, count);
            height += count;
        }
    }
}

/* ---- The nearest first --------------------------------------------------------------------------------- */

/* Goes down to a pair of leaves on the way that looks nearest, and leaves what is beside it in the heap. */
static void go_down(fk_gap_search *s, gap_heap *h)
{
    waiting w = {0, {FK_GAP_WHOLE, FK_GAP_WHOLE}}, child[FK_GAP_PAIRS_MOST];
    uint32_t count = 1;
    while (count > 0) {
        int sides = sides_to_open(s, &w);
        if (h->count + FK_GAP_PAIRS_MOST > HEAP) {
            search_below(s, w);
            return;
        }
        if (sides == 0) {
            look_at_leaves(s, &w);
            return;
        }
        count = open(s, sides, w, child);
        put_nearest_last(child, count);
        for (uint32_t i = 0; i + 1 < count; i++)
            push(h, child[i]);
        if (count > 0)
            w = child[count - 1];
    }
}

/* Goes through the trees until nothing is left that may be nearer than the limit, or all is done. */
static void run(fk_gap_search *s)
{
    gap_heap h;
    h.count = 0;
    go_down(s, &h);
    while (h.count > 0 && !s->is_done) {
        waiting w = pop(&h), child[FK_GAP_PAIRS_MOST];
        if (is_too_far(s, &w))
            return;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            look_at_leaves(s, &w);
        } else if (h.count + FK_GAP_PAIRS_MOST > HEAP) {
            search_below(s, w);
        } else {
            uint32_t count = open(s, sides, w, child);
            for (uint32_t i = 0; i < count; i++)
                push(&h, child[i]);
        }
    }
}

/* Nothing is found yet, and nothing is too far. */
static void begin(fk_gap_search *s, double unit)
{
    s->unit = unit;
    s->limit = INFINITY;
    s->is_limited = s->is_done = false;
    s->pair = (fk_index_pair){FK_NONE, FK_NONE};
    s->toward = fk_vec3_make(0, 0, 0);
}

/* False for a mesh without triangles. */
static bool start(fk_gap_search *s, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    s->is_swapped = fk_placed_order(a, b) > 0;
    const fk_placed_mesh *mesh[2] = {s->is_swapped ? b : a, s->is_swapped ? a : b};
    if (a->mesh->triangle_count == 0 || b->mesh->triangle_count == 0)
        return false;
    begin(s, mesh[0]->tree->unit);
    s->piece = NULL;
    s->other = NULL;
    for (int k = 0; k < 2; k++) {
        fk_tree_frame frame = fk_frame_make(mesh[k], mesh[1 - k]);
        s->side[k] = fk_gap_side_make(mesh[k], &frame, s->unit);
        fk_gap_side_toward(&s->side[k], s->toward);
        for (int i = 0; i < FK_GAP_LEAVES; i++)
            s->leaf[k][i].count = 0;
    }
    return true;
}

static const fk_mesh_distance nothing = {.distance = {INFINITY, INFINITY}, .triangle = {FK_NONE, FK_NONE}};

/* Runs the search, and tells what it has found. */
static fk_mesh_distance find(fk_gap_search *s)
{
    fk_mesh_distance out = nothing;
    run(s);
    if (s->pair.a == FK_NONE) /* corners that are not finite */
        return out;
    bool swap = s->is_swapped;
    fk_vec3 point[2] = {{0, 0, 0}, {0, 0, 0}};
    fk_gap_points(s, point);
    out.distance = s->distance;
    out.point_a = point[swap];
    out.point_b = point[!swap];
    out.triangle = (fk_index_pair){swap ? s->pair.b : s->pair.a, swap ? s->pair.a : s->pair.b};
    return out;
}

void fk_placed_distance(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_mesh_distance *out)
{
    fk_gap_search s;
    *out = start(&s, a, b) ? find(&s) : nothing;
}

bool fk_placed_closer(const fk_placed_mesh *a, const fk_placed_mesh *b, double limit)
{
    fk_gap_search s;
    if (!start(&s, a, b) || fk_sign_of(limit) <= 0)
        return false;
    if (!fk_is_finite(limit))
        return true;
    s.is_limited = true;
    s.limit = limit;
    run(&s);
    return s.is_done;
}

/* ---- A piece ------------------------------------------------------------------------------------------- */

/* The nearest triangle to a point or a convex piece, found by the tree of the mesh and one box around the piece.
 * The box of a half-space is one that is so large that no point of the mesh is nearer to the rest of it, and
 * turned to its plane. Where numbers are so large that there is no such box, every triangle is looked at. */

/* A box around a piece in the world. */
typedef struct around {
    fk_vec3 origin;
    double half[3];
    /* The first one, of length 1 up to rounding. The other half sides are equal, and their axes any, unless
     * it is the x axis. */
    fk_vec3 axis;
} around;

FK_OWN_FRAME static fk_aabb box_of(const fk_piece *piece)
{
    fk_arena arena;
    fk_aabb box;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fk_arena_init(&arena);
            fk_exact_vec3 n = fk_exact_vec3_from(&arena, fk_vec3_axis(axis, sign));
            fk_bounds reach = fk_piece_reach(&arena, piece, n);
            double most = -fk_exact_floor(fk_exact_negate(reach.hi));
            *fk_vec3_at(sign > 0 ? &box.max : &box.min, axis) =
                arena.full ? sign * (double)INFINITY : sign * most;
        }
    return box;
}

/* Of spheres and capsules, around the core. */
static around around_bounded(const fk_piece *piece)
{
    fk_piece core = *piece;
    if (piece->kind == FK_KIND_SPHERE)
        core = fk_piece_point(piece->as.sphere.center);
    if (piece->kind == FK_KIND_CAPSULE)
        core = fk_piece_segment(piece->as.capsule.end[0], piece->as.capsule.end[1]);
    fk_aabb box = box_of(&core);
    around a = {.axis = fk_vec3_axis(0, 1)};
    for (int k = 0; k < 3; k++) {
        double min = fk_vec3_get(box.min, k), max = fk_vec3_get(box.max, k), middle = min / 2 + max / 2;
        *fk_vec3_at(&a.origin, k) = middle;
        a.half[k] = fk_larger(max - middle, middle - min) * (1 + 0x1p-40) + 0x1p-1000;
    }
    return a;
}

/* From the plane down beyond all of the mesh, and as far along it: the foot of the middle of the mesh is in
 * the middle of its upper face, and all of the mesh is within sqrt(3) units of that, times how much the pose
 * stretches. */
static around around_half(const fk_plane *half, const fk_placed_mesh *mesh)
{
    fk_vec3 n = fk_vec3_unit(half->normal), middle = fk_pose_apply(&mesh->pose, mesh->tree->origin);
    const fk_vec3 zero = {0, 0, 0};
    double radius = 2 * mesh->tree->unit * fk_frame_from_world(mesh, zero).stretch;
    double height = fk_vec3_dot(n, middle) - half->offset / fk_vec3_dot(half->normal, n);
    double off = (fk_vec3_largest(middle) + fabs(height)) * 0x1p-40;
    double deep = (height < 0 ? -height : 0) + 2 * radius;
    around a = {.axis = n};
    a.origin = fk_vec3_sub(middle, fk_vec3_scale(n, height + deep / 2));
    a.half[0] = deep / 2 * (1 + 0x1p-30) + off;
    a.half[1] = a.half[2] = radius + off;
    return a;
}

/* The box in units of the tree, as the only child of a node. What is too large for floats makes all bounds
 * 0. */
static fk_gap_other make_other(const around *a, double unit, fk_tree_obb *node)
{
    fk_gap_other other = {{0, 0, 0}, {node, 1}};
    memset(node, 0, sizeof *node);
    /* The rotation that takes the first axis to x, or to -x: w is at least 1. */
    double way = a->axis.x < 0 ? -1 : 1, w = 1 + way * a->axis.x, y = way * a->axis.z, z = -way * a->axis.y;
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

static fk_gap_side make_side(const fk_placed_mesh *mesh, const around *a)
{
    double unit = mesh->tree->unit;
    fk_vec3 extent;
    for (int i = 0; i < 3; i++) {
        double size = a->half[0] + a->half[1] + a->half[2];
        *fk_vec3_at(&extent, i) = fabs(fk_vec3_get(a->origin, i)) + 2 * size;
    }
    fk_tree_frame frame = fk_frame_from_world(mesh, extent);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            frame.turn[i][k] *= unit;
    return fk_gap_side_make(mesh, &frame, unit);
}

static fk_mesh_distance find_piece(const fk_placed_mesh *a, const fk_piece *piece)
{
    fk_gap_search s;
    fk_tree_obb room;
    if (a->mesh->triangle_count == 0)
        return nothing;
    around box = piece->kind == FK_KIND_HALF_SPACE ? around_half(&piece->as.half, a) : around_bounded(piece);
    begin(&s, a->tree->unit);
    s.side[0] = make_side(a, &box);
    s.side[1].mesh = NULL;
    s.is_swapped = false;
    fk_gap_side_toward(&s.side[0], s.toward);
    fk_gap_other other = make_other(&box, s.unit, &room);
    s.piece = piece;
    s.radius = fk_piece_radius(piece);
    s.other = &other;
    return find(&s);
}

void fk_placed_nearest(const fk_placed_mesh *a, fk_vec3 point, fk_mesh_distance *out)
{
    fk_piece piece = fk_piece_point(point);
    *out = find_piece(a, &piece);
    out->point_b = point;
    out->triangle.b = FK_NONE;
}

fk_status fk_placed_distance_piece(const fk_placed_mesh *a, const fk_piece *piece, fk_mesh_distance *out)
{
    fk_status status = fk_piece_check(piece);
    if (status == FK_OK)
        *out = find_piece(a, piece);
    return status;
}
