/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two trees at once: pairs of children whose turned boxes meet, down to pairs of leaves.
 *
 * Of a pair, the node with the larger box is opened: the box of the other is brought into the coordinates of
 * its tree and held against the boxes of all its children, along the axes of both and their nine products
 * (Gottschalk, Lin, Manocha, "OBBTree", 1996).
 *
 * Bounds. A box of P with axes u and half sides h, and one of Q with axes r and half sides k, both
 * orthonormal in real numbers; `rotation` between them is orthonormal up to `skew`. Along any direction w, no
 * point is in both when the way between the centres exceeds the reach of both: that of the box of Q along
 * r[i] is k[i], that of P along its axis, rotated, h[l] up to skew times the sum of h, and along products of
 * axes both are sums of two terms each, up to the same; these products are not longer than 1. Axes are off by
 * 2^-20 in floats, their products by 2^-18, sums of those times lengths by less than LOOSE of all the lengths
 * that are in them; the sums of h, of k with the centres of Q, and the way from Q's origin to P's centre
 * bound these. The margin of the frame counts as it is, as no direction is longer than 1. NaN and infinity
 * make comparisons fail, and then boxes meet. */

#include "tree/tree.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "tree/turned.h"

#define LOOSE 0x1p-16f

/* A box as it is seen from a node of the other tree: its centre relative to the node's origin, its axes as
 * rows. */
typedef struct seen {
    float at[3], axis[3][3], half[3];
    float slack; /* what all may be off */
} seen;

/* 0, 1, 2, and 0 again. */
FK_INLINE int next(int i)
{
    return i == 2 ? 0 : i + 1;
}

/* ---- Boxes of the other tree --------------------------------------------------------------------------- */

/* One of the trees, and how the other one is seen from it. */
typedef struct side {
    const fk_tree *tree;
    fk_tree_frame frame;
    float rotation[3][3];
    float scale; /* from the unit of the other tree to that of this one */
    float margin, loose;
} side;

/* How far a rotation is from orthonormal: a bound for the rows of |R' R - 1|. */
static double skew_of(const double r[3][3])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double row = 0;
        for (int k = 0; k < 3; k++)
            row += fabs(r[0][i] * r[0][k] + r[1][i] * r[1][k] + r[2][i] * r[2][k] - (i == k));
        most = row <= most ? most : row; /* NaN stays */
    }
    return most;
}

static void begin_side(side *s, const fk_placed_mesh *a, const fk_placed_mesh *other)
{
    s->tree = a->tree;
    s->frame = fk_frame_make(a, other);
    s->scale = (float)(other->tree->unit / a->tree->unit);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            s->rotation[i][k] = (float)s->frame.rotation[i][k];
    double skew = skew_of((const double(*)[3])s->frame.rotation);
    s->loose = skew < 0.125 ? LOOSE + 2 * (float)skew : HUGE_VALF;
    /* Where a tree is that small beside the other one, floats may overflow; and that makes no infinity where
     * the processor rounds down. With a margin below this, places are below 2^107. */
    double margin = s->frame.margin * 1.01 + 0x1p-90;
    s->margin = margin < 0x1p60 && other->tree->unit / a->tree->unit < 0x1p60 ? (float)margin : HUGE_VALF;
}

/* The box of a child of the other tree, seen from a node of this one. */
FK_INLINE void see(const side *s, const fk_tree_turned *node, const fk_tree_turned *other, uint32_t column,
                   seen *out)
{
    float r[3][3], center[3];
    fk_rotations_one(other, (int)column, r);
    for (int i = 0; i < 3; i++)
        center[i] = r[0][i] * other->center[0][column] + r[1][i] * other->center[1][column] +
                    r[2][i] * other->center[2][column];
    float length = node->size;
    for (int i = 0; i < 3; i++) {
        const double *t = s->frame.turn[i];
        out->at[i] = (float)(t[0] * ((double)other->origin[0] + (double)center[0]) +
                             t[1] * ((double)other->origin[1] + (double)center[1]) +
                             t[2] * ((double)other->origin[2] + (double)center[2]) +
                             (s->frame.shift[i] - (double)node->origin[i]));
        out->half[i] = other->half[i][column] * s->scale;
        const float *q = s->rotation[i];
        for (int l = 0; l < 3; l++)
            out->axis[l][i] = q[0] * r[l][0] + q[1] * r[l][1] + q[2] * r[l][2];
        length += fabsf(out->at[i]) + fabsf(other->center[i][column] * s->scale) + out->half[i];
    }
    out->slack = s->margin + length * s->loose;
}

/* ---- The test ------------------------------------------------------------------------------------------ */

/* Which children of a node of this tree the box of a child of the other one meets, as bits; and by how much
 * they overlap along the axis along which they overlap least. */
typedef uint32_t test_function(const side *s, const fk_tree_turned *node, const fk_tree_turned *other,
                               uint32_t column, float depth[FK_TREE_WIDTH]);

#define FK_EIGHT_PLAIN
#define FK_LEVEL(name) name##_plain
#include "tree/tree_walk.inc"
#undef FK_LEVEL
#undef FK_EIGHT_PLAIN

#define FK_LEVEL_FILE "tree/tree_walk.inc"
#define FK_LEVEL_LONG
#include "base/levels.inc"

static test_function *const test_levels[FK_CPU_COUNT] = FK_LEVELS_LONG(test);

/* ---- The walk ------------------------------------------------------------------------------------------ */

/* A whole tree, as a child that is a box along its axes. */
static fk_tree_turned whole_of(const fk_tree *tree)
{
    const fk_tree_node *root = tree->node;
    fk_tree_turned box;
    memset(&box, 0, sizeof box);
    for (int k = 0; k < 3; k++) {
        float min = HUGE_VALF, max = -HUGE_VALF;
        for (uint32_t i = 0; i < root->used; i++) {
            min = root->min[k][i] < min ? root->min[k][i] : min;
            max = root->max[k][i] > max ? root->max[k][i] : max;
        }
        box.center[k][0] = (min + max) * 0.5f;
        box.half[k][0] = (max - min) * 0.5f + 0x1p-20f;
    }
    box.turn[3][0] = 1;
    return box;
}

typedef struct pair {
    uint32_t a, b; /* child i of node n is 8 n + i */
} pair;

/* On the way down, each opened node leaves up to 7 pairs waiting; the roots, and one against itself, up to
 * 63. */
#define STACK ((FK_TREE_DEPTH + 2) * FK_TREE_WIDTH * FK_TREE_WIDTH)

typedef struct walk {
    side a, b;
    bool nearest, is_self;
    test_function *test;
    uint32_t height;
    pair stack[STACK];
} walk;

/* Puts the pairs of children onto the stack; the deepest last, so that it is taken first. */
static void push(walk *w, pair p, bool opens_a, uint32_t opened, uint32_t bits, const float *depth)
{
    uint32_t order[FK_TREE_WIDTH], count = 0;
    for (uint32_t k = 0; bits != 0; k++, bits >>= 1) {
        if (!(bits & 1))
            continue;
        uint32_t at = count++;
        for (; w->nearest && at > 0 && depth[order[at - 1]] > depth[k]; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t child = opened * FK_TREE_WIDTH + order[i];
        w->stack[w->height++] = opens_a ? (pair){child, p.b} : (pair){p.a, child};
    }
}

static uint32_t used_bits(const fk_tree_node *node)
{
    return (1u << node->used) - 1;
}

/* Opens a node of one tree against a child of the other. */
static void open(walk *w, pair p, bool opens_a, uint32_t opened)
{
    const side *s = opens_a ? &w->a : &w->b;
    const fk_tree *other = opens_a ? w->b.tree : w->a.tree;
    uint32_t child = opens_a ? p.b : p.a;
    float depth[FK_TREE_WIDTH];
    uint32_t bits = w->test(s, s->tree->turned + opened, other->turned + child / FK_TREE_WIDTH,
                            child % FK_TREE_WIDTH, depth);
    bits &= used_bits(s->tree->node + opened);
    push(w, p, opens_a, opened, bits, depth);
}

/* Opens a node against itself. */
static void open_self(walk *w, uint32_t opened)
{
    const fk_tree *tree = w->a.tree;
    for (uint32_t i = 0; i < tree->node[opened].used; i++) {
        float depth[FK_TREE_WIDTH];
        uint32_t bits = w->test(&w->b, tree->turned + opened, tree->turned + opened, i, depth);
        bits &= used_bits(tree->node + opened) & ~((1u << i) - 1); /* the others are the same pairs */
        push(w, (pair){opened * FK_TREE_WIDTH + i, 0}, false, opened, bits, depth);
    }
}

/* Opens both roots: the children of a that all of b meets, those that overlap most last. */
static void open_roots(walk *w)
{
    float depth[FK_TREE_WIDTH];
    uint32_t order[FK_TREE_WIDTH], count = 0;
    fk_tree_turned whole = whole_of(w->b.tree);
    uint32_t bits = w->test(&w->a, w->a.tree->turned, &whole, 0, depth) & used_bits(w->a.tree->node);
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        if (!(bits >> i & 1))
            continue;
        uint32_t at = count++;
        for (; at > 0 && depth[order[at - 1]] > depth[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        open(w, (pair){order[i], 0}, false, 0);
}

/* The size of the box of a child. */
static float size_of(const fk_tree *tree, uint32_t child)
{
    const fk_tree_turned *t = tree->turned + child / FK_TREE_WIDTH;
    uint32_t i = child % FK_TREE_WIDTH;
    return t->half[0][i] + t->half[1][i] + t->half[2][i];
}

static bool go(walk *w, fk_tree_leaves *visitor, void *user)
{
    while (w->height > 0) {
        pair p = w->stack[--w->height];
        const fk_tree_node *a = w->a.tree->node + p.a / FK_TREE_WIDTH;
        const fk_tree_node *b = w->b.tree->node + p.b / FK_TREE_WIDTH;
        uint32_t i = p.a % FK_TREE_WIDTH, k = p.b % FK_TREE_WIDTH;
        if (a->count[i] > 0 && b->count[k] > 0) {
            if (!visitor(user, (fk_tree_leaf){a->child[i], a->count[i]},
                         (fk_tree_leaf){b->child[k], b->count[k]}))
                return false;
            continue;
        }
        if (w->is_self && p.a == p.b) {
            open_self(w, a->child[i]);
            continue;
        }
        bool opens_a = b->count[k] > 0 ||
                       (a->count[i] == 0 && size_of(w->a.tree, p.a) >= size_of(w->b.tree, p.b) * w->a.scale);
        open(w, p, opens_a, opens_a ? a->child[i] : b->child[k]);
    }
    return true;
}

static void begin(walk *w, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    begin_side(&w->a, a, b);
    begin_side(&w->b, b, a);
    w->nearest = w->is_self = false;
    w->test = test_levels[fk_cpu_level()];
    w->height = 0;
}

bool fk_tree_walk(const fk_placed_mesh *a, const fk_placed_mesh *b, bool nearest, fk_tree_leaves *visitor,
                  void *user)
{
    walk w;
    begin(&w, a, b);
    w.nearest = nearest;
    open_roots(&w);
    return go(&w, visitor, user);
}

bool fk_tree_walk_self(const fk_placed_mesh *a, fk_tree_leaves *visitor, void *user)
{
    walk w;
    begin(&w, a, a);
    w.is_self = true;
    open_self(&w, 0);
    return go(&w, visitor, user);
}
