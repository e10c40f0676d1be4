/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two placed meshes: the nearest pair of triangles, found by their trees; and whether they
 * are closer than a limit.
 *
 * A stack holds pairs of boxes with a lower bound of their distance. The pair on top is opened, the larger
 * box of both first, and what may be nearer than the best pair so far goes back on the stack, the nearest on
 * top. So the first pairs of triangles that are reached are near each other, and most of the rest is dropped.
 * Pairs of leaves are for gap_pairs.c.
 *
 * The two meshes are put in an order that depends on what they are, so that (b, a) is the same search, with
 * the same result. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "exact/exact.h"
#include "tree/gap.h"
#include "tree/tree.h"

/* Opening replaces a pair by up to 64, one level deeper in one or both trees. */
#define STACK (FK_TREE_DEPTH * (FK_GAP_PAIRS_MOST - 1) + FK_GAP_PAIRS_MOST)

/* No limit for boxes is less. */
#define SMALLEST 0x1p-1000

/* A box that is so much larger than the other one is opened alone. */
#define LARGER 2

/* ---- The search ---------------------------------------------------------------------------------------- */

/* How large a box is in the world, about. */
static double size_of(const fk_gap_side *side, fk_gap_slot s)
{
    const fk_tree_turned *t = &side->mesh->tree->turned[s == FK_GAP_WHOLE ? 0 : s / FK_TREE_WIDTH];
    float most = 0;
    for (int k = 0; k < 3; k++) {
        float half = s == FK_GAP_WHOLE ? t->size : t->half[k][s % FK_TREE_WIDTH];
        most = half > most ? half : most;
    }
    return (double)most * side->mesh->tree->unit;
}

/* Which boxes of a pair are opened, as bits: none of two leaves; both, unless one is much larger. */
static int sides_to_open(const fk_gap_search *s, const fk_gap_waiting *w)
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

static bool is_too_far(const fk_gap_search *s, const fk_gap_waiting *w)
{
    return (double)fk_gap_low(w->key) > box_limit(s);
}

static void look_at_leaves(fk_gap_search *s, const fk_gap_waiting *w)
{
    if (s->piece == NULL)
        fk_gap_leaves(s, w->slot);
    else
        fk_gap_leaf_and_piece(s, w->slot[0]);
}

/* The pairs of children of boxes that may be nearer than the limit. */
static uint32_t open(const fk_gap_search *s, int sides, fk_gap_waiting w,
                     fk_gap_waiting child[FK_GAP_PAIRS_MOST])
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
        other = fk_gap_other_make(beside, other_node, mask);
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
static void put_nearest_last(fk_gap_waiting *w, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        if (w[i].key < w[count - 1].key) {
            fk_gap_waiting nearer = w[i];
            w[i] = w[count - 1];
            w[count - 1] = nearer;
        }
}

/* Looks at a pair and all below it, the deepest first. */
FK_OWN_FRAME static void search_below(fk_gap_search *s, fk_gap_waiting top)
{
    fk_gap_waiting stack[STACK];
    uint32_t height = 0;
    stack[height++] = top;
    while (height > 0 && !s->is_done) {
        fk_gap_waiting w = stack[--height];
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
static void go_down(fk_gap_search *s, fk_gap_heap *h)
{
    fk_gap_waiting w = {0, {FK_GAP_WHOLE, FK_GAP_WHOLE}}, child[FK_GAP_PAIRS_MOST];
    uint32_t count = 1;
    while (count > 0) {
        int sides = sides_to_open(s, &w);
        if (h->count + FK_GAP_PAIRS_MOST > FK_GAP_HEAP) {
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
            fk_gap_push(h, child[i]);
        if (count > 0)
            w = child[count - 1];
    }
}

void fk_gap_run(fk_gap_search *s)
{
    fk_gap_heap h;
    h.count = 0;
    go_down(s, &h);
    while (h.count > 0 && !s->is_done) {
        fk_gap_waiting w = fk_gap_pop(&h), child[FK_GAP_PAIRS_MOST];
        if (is_too_far(s, &w))
            return;
        int sides = sides_to_open(s, &w);
        if (sides == 0) {
            look_at_leaves(s, &w);
        } else if (h.count + FK_GAP_PAIRS_MOST > FK_GAP_HEAP) {
            search_below(s, w);
        } else {
            uint32_t count = open(s, sides, w, child);
            for (uint32_t i = 0; i < count; i++)
                fk_gap_push(&h, child[i]);
        }
    }
}

/* False for a mesh without triangles. */
static bool start(fk_gap_search *s, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    static const fk_vec3 zero = {0, 0, 0};
    s->is_swapped = fk_placed_order(a, b) > 0;
    const fk_placed_mesh *mesh[2] = {s->is_swapped ? b : a, s->is_swapped ? a : b};
    if (a->mesh->triangle_count == 0 || b->mesh->triangle_count == 0)
        return false;
    s->piece = NULL;
    s->other = NULL;
    s->unit = mesh[0]->tree->unit;
    for (int k = 0; k < 2; k++) {
        fk_tree_frame frame = fk_frame_make(mesh[k], mesh[1 - k]);
        s->side[k] = fk_gap_side_make(mesh[k], &frame, s->unit);
        fk_gap_side_toward(&s->side[k], zero);
        for (int i = 0; i < FK_GAP_LEAVES; i++)
            s->leaf[k][i].count = 0;
    }
    s->toward = zero;
    s->pair = (fk_index_pair){FK_NONE, FK_NONE};
    s->is_done = false;
    return true;
}

/* ---- The doors ----------------------------------------------------------------------------------------- */

void fk_placed_distance(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_placed_gap *out)
{
    fk_gap_search s;
    *out = (fk_placed_gap){.distance = {INFINITY, INFINITY}, .triangle = {FK_NONE, FK_NONE}};
    if (!start(&s, a, b))
        return;
    s.is_limited = false;
    s.limit = INFINITY;
    fk_gap_run(&s);
    if (s.pair.a == FK_NONE) /* corners that are not finite */
        return;
    bool swap = s.is_swapped;
    fk_vec3 point[2] = {{0, 0, 0}, {0, 0, 0}};
    fk_gap_points(&s, point);
    out->distance = s.distance;
    out->point_a = point[swap];
    out->point_b = point[!swap];
    out->triangle = (fk_index_pair){swap ? s.pair.b : s.pair.a, swap ? s.pair.a : s.pair.b};
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
    fk_gap_run(&s);
    return s.is_done;
}
