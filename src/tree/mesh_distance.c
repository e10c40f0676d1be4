/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two placed meshes: the nearest pair of triangles, found by a best-first search of both
 * trees; and whether the distance is below a limit.
 *
 * A heap holds pairs of boxes with lower bounds of their distances. The search expands the nearest pair, both
 * boxes or only the much larger one, and puts the pairs of children that may be nearer than the best pair so
 * far back into the heap. So it reaches near triangles first, and prunes most of the rest.
 * mesh_distance_triangles.c measures pairs of leaves. Where many pairs are about equally near, as on parallel
 * plates or if the meshes are far apart, planes end the search (mesh_distance_planes.c).
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

/* Meshes are far apart if their distance is larger than their sizes, up to this factor. The others bound the
 * distances for which that is computed. */
#define FAR_MESHES   0.5
#define SMALLEST_FAR 0x1p-400
#define LARGEST_FAR  0x1p400

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
    return fk_key_lower_bound(w->key, s->base) > box_limit(s);
}

/* The same by the corners of what is below. */
static bool is_gap_beyond_limit(const fk_distance_search *s, const pending_boxes *w)
{
    return s->gap.is_known && fk_distance_is_pair_beyond(s, w->slot);
}

static void measure_leaves(fk_distance_search *s, const pending_boxes *w)
{
    if (s->piece == NULL)
        fk_distance_measure_leaves(s, w->slot);
    else
        fk_distance_measure_leaf_to_piece(s, w->slot[0]);
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
    const fk_distance_limits limits = {box_limit(s), s->base, (uint32_t)(w.key >> 32)};
    uint32_t count = fk_distance_expand(&s->side[which], w.slot[which], &other, &limits, pair);
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

/* Steps before an attempt to end the search by planes: four times as many before each further one, so that they cost
 * little. Searches that planes cannot end rarely take so many. */
#define FIRST_PLANES  1024
#define FIRST_IF_FAR  64
#define GROWTH_PLANES 4

/* Counts a step that expands boxes. At some of them the flag is polled; at some, planes are tried. */
static inline void count_step(fk_distance_search *s)
{
    if (++s->steps == s->next_planes && s->piece == NULL) {
        s->next_planes *= GROWTH_PLANES;
        fk_distance_try_planes(s);
    }
    if (s->context != NULL && s->steps % POLL_STEPS == 0 && fk_context_poll(s->context))
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
        if (is_beyond_limit(s, &w) || is_gap_beyond_limit(s, &w))
            continue;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            measure_leaves(s, &w);
        } else {
            count_step(s);
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
    if (s->base > 0)
        fk_distance_try_planes(s);
    if (!s->is_done)
        descend_to_leaves(s, &h);
    while (h.count > 0 && !s->is_done) {
        pending_boxes w = pop_nearest(&h), child[FK_BOX_PAIRS_MOST];
        if (is_beyond_limit(s, &w))
            return;
        if (is_gap_beyond_limit(s, &w))
            continue;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            measure_leaves(s, &w);
        } else if (h.count + FK_BOX_PAIRS_MOST > HEAP) {
            search_depth_first(s, w);
        } else {
            count_step(s);
            uint32_t count = expand_box_pair(s, sides, w, child);
            for (uint32_t i = 0; i < count; i++)
                push_pending_boxes(&h, child[i]);
        }
    }
}

void fk_distance_reset(fk_distance_search *s, const fk_context *context, double unit)
{
    s->context = context;
    s->steps = 0;
    s->next_planes = FIRST_PLANES;
    s->unit = unit;
    s->gap.is_known = false;
    s->base = 0;
    s->limit = INFINITY;
    s->is_limited = s->is_done = s->is_closer = s->is_cancelled = false;
    s->work = UINT64_MAX;
    s->distance = (fk_interval){INFINITY, INFINITY};
    s->pair = (fk_index_pair){FK_NONE, FK_NONE};
    s->toward = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++)
        s->side[0].toward[k] = s->side[1].toward[k] = 0;
}

/* Meshes far apart: a lower bound of their distance, and a first direction. Each mesh is within sqrt(3) units of its
 * center, times the stretch of its pose, up to the rounding of its corners, which the margin bounds. */
static void bound_far_meshes(fk_distance_search *s)
{
    const fk_placed_mesh *a = s->side[0].mesh, *b = s->side[1].mesh;
    double radius = 2 * (a->tree->unit * s->side[0].frame.stretch + b->tree->unit * s->side[1].frame.stretch);
    fk_vec3 d =
        fk_vec3_sub(fk_pose_apply(&b->pose, b->tree->origin), fk_pose_apply(&a->pose, a->tree->origin));
    if (!(fk_vec3_largest(d) > SMALLEST_FAR && fk_vec3_largest(d) < LARGEST_FAR))
        return;
    double apart = fk_vec3_length(d) * (1 - 0x1p-48) - radius - 4 * s->side[0].margin * a->tree->unit;
    if (!(apart > FAR_MESHES * radius))
        return;
    s->base = apart / s->unit;
    s->next_planes = FIRST_IF_FAR;
    fk_distance_set_toward(s, d);
}

/* Returns false if a mesh has no triangles. */
static bool begin_mesh_search(fk_distance_search *s, const fk_context *context, const fk_placed_mesh *a,
                              const fk_placed_mesh *b)
{
    s->is_swapped = fk_placed_order(a, b) > 0;
    const fk_placed_mesh *mesh[2] = {s->is_swapped ? b : a, s->is_swapped ? a : b};
    fk_distance_reset(s, context, mesh[0]->tree->unit);
    if (a->mesh->triangle_count == 0 || b->mesh->triangle_count == 0)
        return false;
    s->piece = NULL;
    s->other = NULL;
    for (int k = 0; k < 2; k++) {
        fk_tree_frame frame = fk_tree_frame_make(mesh[k], mesh[1 - k]);
        s->side[k] = fk_distance_side_make(mesh[k], &frame, s->unit);
        for (int i = 0; i < FK_LEAF_CACHE_SIZE; i++)
            s->leaf[k][i].count = 0;
    }
    bound_far_meshes(s);
    return true;
}

const fk_mesh_distance fk_no_mesh_distance = {.distance = {INFINITY, INFINITY},
                                              .triangle = {FK_NONE, FK_NONE}};

/* Runs the search and returns its result. */
fk_mesh_distance fk_distance_run(fk_distance_search *s)
{
    fk_mesh_distance out = fk_no_mesh_distance;
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

/* A mesh and itself: no order of the two is the other one's reverse, so they meet in the same triangle. */
static fk_mesh_distance distance_to_itself(const fk_placed_mesh *a)
{
    fk_vec3 corner[3];
    fk_placed_triangle(a, 0, corner);
    return (fk_mesh_distance){{0, 0}, corner[0], corner[0], {0, 0}};
}

fk_status fk_placed_find_distance_guessed(const fk_context *context, const fk_placed_mesh *const mesh[2],
                                          double limit, const fk_distance_guess *guess, fk_mesh_distance *out)
{
    fk_distance_search s;
    *out = fk_no_mesh_distance;
    if (mesh[0]->mesh->triangle_count > 0 && fk_placed_order(mesh[0], mesh[1]) == 0) {
        *out = distance_to_itself(mesh[0]);
        return FK_OK;
    }
    if (begin_mesh_search(&s, context, mesh[0], mesh[1])) {
        s.limit = limit;
        const fk_tree_corners *const corners[2] = {guess->corners[s.is_swapped],
                                                   guess->corners[!s.is_swapped]};
        fk_distance_set_corners(&s, corners);
        if (guess->is_known)
            fk_distance_try_guess(&s, guess);
        *out = fk_distance_run(&s);
    }
    return s.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_placed_find_distance_within(const fk_context *context, const fk_placed_mesh *a,
                                         const fk_placed_mesh *b, double limit, fk_mesh_distance *out)
{
    const fk_distance_guess none = {.is_known = false};
    return fk_placed_find_distance_guessed(context, (const fk_placed_mesh *const[2]){a, b}, limit, &none,
                                           out);
}

fk_status fk_placed_find_distance(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_mesh_distance *out)
{
    return fk_placed_find_distance_within(context, a, b, INFINITY, out);
}

void fk_placed_distance(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_mesh_distance *out)
{
    fk_placed_find_distance(NULL, a, b, out);
}

fk_status fk_placed_find_closer_within(const fk_context *context, const fk_placed_mesh *a,
                                       const fk_placed_mesh *b, double limit, uint64_t *work, bool *out)
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
    s.work = *work;
    search_nearest(&s);
    *work = s.work;
    *out = s.is_closer || s.work == 0;
    return s.is_cancelled ? FK_ERROR_MEMORY : FK_OK;
}

fk_status fk_placed_find_closer(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                double limit, bool *out)
{
    uint64_t work = UINT64_MAX;
    return fk_placed_find_closer_within(context, a, b, limit, &work, out);
}

bool fk_placed_closer(const fk_placed_mesh *a, const fk_placed_mesh *b, double limit)
{
    bool is_closer;
    fk_placed_find_closer(NULL, a, b, limit, &is_closer);
    return is_closer;
}
