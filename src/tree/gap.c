/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two placed meshes: the nearest pair of triangles, found by their trees; and whether they are closer than a limit.
 *
 * A stack holds pairs of boxes with a lower bound of their distance. The pair on top is opened, the larger box of both first, and what may
 * be nearer than the best pair so far goes back on the stack, the nearest on top. So the first pairs of triangles that are reached
 * are near each other, and most of the rest is dropped. Pairs of leaves are for gap_pairs.c.
 *
 * The two meshes are put in an order that depends on what they are, so that (b, a) is the same search, with the same result. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "tree/gap_pairs.h"

/* Opening replaces a pair by up to eight, one level deeper in one of the trees. */
#define STACK (2 * FK_TREE_DEPTH * (FK_TREE_WIDTH - 1) + FK_TREE_WIDTH)

typedef struct waiting {
    fk_gap_slot slot[2];
    double low;
} waiting;

/* ---- The order of two meshes --------------------------------------------------------------------------- */

static int order_of(uint32_t x, uint32_t y)
{
    return x < y ? -1 : x > y;
}

/* By anything in which they differ; 0 only for two that are the same. */
static int mesh_order(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    int order = order_of(a->mesh->triangle_count, b->mesh->triangle_count);
    if (order == 0)
        order = order_of(a->mesh->vertex_count, b->mesh->vertex_count);
    if (order == 0)
        order = fk_double_order(a->tree->unit, b->tree->unit);
    if (order == 0)
        order = memcmp(&a->pose, &b->pose, sizeof a->pose);
    if (order == 0 && a->mesh != b->mesh)
        order = memcmp(a->mesh->point, b->mesh->point, a->mesh->vertex_count * sizeof *a->mesh->point);
    if (order == 0 && a->mesh != b->mesh)
        order =
            memcmp(a->mesh->triangle, b->mesh->triangle, a->mesh->triangle_count * sizeof *a->mesh->triangle);
    return order;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* How large a box is in the world, about. */
static double size_of(const fk_gap_side *side, fk_gap_slot s)
{
    const fk_tree_turned *t = &side->mesh->tree->turned[s.node];
    float most = 0;
    for (int k = 0; k < 3; k++) {
        float half = s.slot == FK_GAP_WHOLE ? t->size[k] : t->half[k][s.slot];
        most = half > most ? half : most;
    }
    return most * side->mesh->tree->unit;
}

/* Which box of a pair is opened; 2 when both are leaves. */
static int side_to_open(const fk_gap_search *s, const waiting *w)
{
    bool is_leaf[2];
    for (int k = 0; k < 2; k++)
        is_leaf[k] = fk_gap_count(s->side[k].mesh->tree, w->slot[k]) > 0;
    if (is_leaf[0] && is_leaf[1])
        return 2;
    if (is_leaf[0] || is_leaf[1])
        return is_leaf[0] ? 1 : 0;
    return size_of(&s->side[0], w->slot[0]) >= size_of(&s->side[1], w->slot[1]) ? 0 : 1;
}

/* Puts the children of a box on the stack that may be nearer than the limit, the nearest on top; the new height. */
static uint32_t open(const fk_gap_search *s, int which, waiting w, waiting *stack, uint32_t height)
{
    const fk_gap_side *side = &s->side[which];
    const fk_tree *tree = side->mesh->tree;
    fk_gap_slot own = w.slot[which];
    uint32_t child = own.slot == FK_GAP_WHOLE ? 0 : tree->node[own.node].child[own.slot];
    fk_gap_turned box = fk_gap_box_of(s->side[1 - which].mesh->tree, w.slot[1 - which]);
    double low[FK_TREE_WIDTH], least = w.low;
    uint32_t bottom = height;
    fk_gap_open(side, child, &box, low);
    for (uint32_t i = 0; i < tree->node[child].used; i++) {
        w.slot[which].node = child;
        w.slot[which].slot = i;
        w.low = low[i] > least ? low[i] : least;
        if (w.low > s->limit)
            continue;
        uint32_t at = height++;
        for (; at > bottom && stack[at - 1].low < w.low; at--)
            stack[at] = stack[at - 1];
        stack[at] = w;
    }
    return height;
}

static void search(fk_gap_search *s)
{
    waiting stack[STACK];
    uint32_t height = 0;
    const fk_gap_slot whole = {0, FK_GAP_WHOLE};
    stack[height++] = (waiting){{whole, whole}, 0};
    while (height > 0 && !s->is_done) {
        waiting w = stack[--height];
        if (w.low > s->limit)
            continue;
        int which = side_to_open(s, &w);
        if (which == 2)
            fk_gap_leaves(s, w.slot);
        else
            height = open(s, which, w, stack, height);
    }
}

/* False for a mesh without triangles. */
static bool start(fk_gap_search *s, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    static const fk_vec3 zero = {0, 0, 0};
    s->is_swapped = mesh_order(a, b) > 0;
    const fk_placed_mesh *mesh[2] = {s->is_swapped ? b : a, s->is_swapped ? a : b};
    if (a->mesh->triangle_count == 0 || b->mesh->triangle_count == 0)
        return false;
    for (int k = 0; k < 2; k++) {
        fk_frame frame = fk_frame_make(mesh[k], mesh[1 - k]);
        s->side[k] = fk_gap_side_make(mesh[k], &frame);
        fk_gap_side_toward(&s->side[k], zero);
        s->leaf[k].count = 0;
    }
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
    search(&s);
    if (s.pair.a == FK_NONE) /* corners that are not finite */
        return;
    bool swap = s.is_swapped;
    out->distance = s.distance;
    out->point_a = swap ? s.own.point_b : s.own.point_a;
    out->point_b = swap ? s.own.point_a : s.own.point_b;
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
    search(&s);
    return s.is_done;
}
