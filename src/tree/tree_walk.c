/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two trees at once: pairs of nodes whose turned boxes meet, down to pairs of leaves.
 *
 * The frames P and Q of two nodes are related by y_q = turn y_p + shift: nearly a rotation, computed once for a pair of nodes.
 * Then a box of one is held against all children of the other, along the axes of both frames (Gottschalk, Lin, Manocha, "OBBTree",
 * 1996, without the cross products of axes). Where both nodes are about of one size, both are opened at once: first the whole of
 * one against the children of the other, both ways, then those that are left against each other.
 *
 * Bounds. Let h be the half sides of the box, k those of a child, d the way between the centres in Q, all in real numbers. No
 * point is in both when |w.d| exceeds the reach of both boxes along a direction w. turn is orthonormal up to `skew`, which comes
 * from the poses, and the rounding of floats; a box of P is turn times a box, up to the same. So the reach, the way and their
 * sums are off by less than LOOSE + 8 skew of the lengths that they are made of, and those the sizes of both nodes and the way
 * between their origins bound. The margin of the frame between the trees is one of each component, hence at most twice that along
 * a direction of length 1. NaN and infinity make comparisons fail, and then boxes meet. */

#include "tree/tree_walk.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "tree/frame.h"
#include "tree/visit.h"

#define LOOSE 0x1p-16f

/* How the frames of two nodes lie to each other. */
typedef struct relation {
    float turn[3][3], shift[3];
    float slack;            /* what lengths may be off */
    float scale_p, scale_q; /* from the unit of each tree to the common one */
} relation;

/* A box in the frame P, in common units. */
typedef struct one {
    float center[3], half[3];
} one;

/* Which children of a node in the frame Q a box of P meets, as bits; and by how much they overlap along the axis along which they
 * overlap least. */
typedef uint32_t test_function(const relation *r, const one *box, const fk_tree_turned *many,
                               float depth[FK_TREE_WIDTH]);

/* ---- The test, in plain C ------------------------------------------------------------------------------ */

/* What the test needs of the box, the same for all children: its centre in Q, and its reach along the axes of Q. */
typedef struct seen {
    float at[3], reach[3];
} seen;

FK_INLINE seen see(const relation *r, const one *box)
{
    seen s;
    for (int i = 0; i < 3; i++) {
        const float *t = r->turn[i];
        s.at[i] = t[0] * box->center[0] + t[1] * box->center[1] + t[2] * box->center[2] + r->shift[i];
        s.reach[i] = fabsf(t[0]) * box->half[0] + fabsf(t[1]) * box->half[1] + fabsf(t[2]) * box->half[2] +
                     r->slack;
    }
    return s;
}

static uint32_t test_plain(const relation *r, const one *box, const fk_tree_turned *many,
                           float depth[FK_TREE_WIDTH])
{
    seen s = see(r, box);
    uint32_t bits = 0;
    for (int c = 0; c < FK_TREE_WIDTH; c++) {
        float d[3], k[3], least = HUGE_VALF;
        bool apart = false;
        for (int i = 0; i < 3; i++) {
            d[i] = many->center[i][c] * r->scale_q - s.at[i];
            k[i] = many->half[i][c] * r->scale_q;
            float over = k[i] + s.reach[i] - fabsf(d[i]);
            apart |= over < 0;
            least = over < least ? over : least;
        }
        for (int l = 0; l < 3; l++) {
            float way = r->turn[0][l] * d[0] + r->turn[1][l] * d[1] + r->turn[2][l] * d[2];
            float reach = fabsf(r->turn[0][l]) * k[0] + fabsf(r->turn[1][l]) * k[1] +
                          fabsf(r->turn[2][l]) * k[2] + (box->half[l] + r->slack);
            float over = reach - fabsf(way);
            apart |= over < 0;
            least = over < least ? over : least;
        }
        depth[c] = least;
        bits |= (uint32_t)!apart << c;
    }
    return bits;
}

/* ---- The same with vectors ----------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "tree/tree_walk.inc"
#include "base/levels.inc"

static test_function *const test_levels[FK_CPU_COUNT] = FK_LEVELS(test);

/* ---- Frames of nodes ----------------------------------------------------------------------------------- */

typedef struct pair {
    uint32_t a, b; /* child i of node n is 8 n + i */
} pair;

/* On the way down, each pair of nodes leaves up to 63 pairs waiting; each pair of a node and a leaf, 7. */
#define STACK (FK_TREE_DEPTH * (FK_TREE_WIDTH + 1) * FK_TREE_WIDTH)

/* Pairs found by opening a pair, with the number by which they are sorted. */
typedef struct found {
    pair pair;
    float depth;
} found;

typedef struct walk {
    const fk_tree *a, *b;
    fk_frame frame;
    float rotation[3][3];
    double scale_a, scale_b; /* from the units of the trees to the larger of them */
    float loose, margin;
    bool nearest, is_self;
    test_function *test;
    uint32_t height;
    pair stack[STACK];
} walk;

/* How far the rotation between the trees is from orthonormal: a bound for the rows of |R' R - 1|. */
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

enum { NEAREST = 1, SELF = 2 };

static void begin(walk *w, const fk_placed_mesh *a, const fk_placed_mesh *b, unsigned options)
{
    w->a = a->tree;
    w->b = b->tree;
    w->frame = fk_frame_make(a, b);
    double unit_a = a->tree->unit, unit_b = b->tree->unit;
    w->scale_a = unit_a < unit_b ? unit_a / unit_b : 1;
    w->scale_b = unit_b < unit_a ? unit_b / unit_a : 1;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            w->rotation[i][k] = (float)w->frame.rotation[i][k];
    double skew = skew_of((const double(*)[3])w->frame.rotation);
    w->loose = skew < 0.125 ? LOOSE + 8 * (float)skew : HUGE_VALF;
    w->margin = (float)(w->frame.margin * w->scale_a * 2.01 + 0x1p-90);
    w->nearest = (options & NEAREST) != 0;
    w->is_self = (options & SELF) != 0;
    w->test = test_levels[fk_cpu_level()];
    w->height = 0;
}

/* The relation from a node of b, as P, to one of a, as Q. */
static relation relate(const walk *w, const fk_tree_turned *a, const fk_tree_turned *b)
{
    relation r;
    float half[3][3];
    double o[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            half[i][k] = w->rotation[i][0] * b->axis[k][0] + w->rotation[i][1] * b->axis[k][1] +
                         w->rotation[i][2] * b->axis[k][2];
        const double *t = w->frame.turn[i];
        o[i] = (t[0] * (double)b->origin[0] + t[1] * (double)b->origin[1] + t[2] * (double)b->origin[2] +
                w->frame.shift[i] - (double)a->origin[i]) *
               w->scale_a;
    }
    r.scale_p = (float)w->scale_b;
    r.scale_q = (float)w->scale_a;
    float length = (b->size[0] + b->size[1] + b->size[2]) * r.scale_p +
                   (a->size[0] + a->size[1] + a->size[2]) * r.scale_q;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            r.turn[i][k] =
                a->axis[i][0] * half[0][k] + a->axis[i][1] * half[1][k] + a->axis[i][2] * half[2][k];
        r.shift[i] = (float)((double)a->axis[i][0] * o[0] + (double)a->axis[i][1] * o[1] +
                             (double)a->axis[i][2] * o[2]);
        length += fabsf(r.shift[i]);
    }
    r.slack = w->margin + length * w->loose;
    return r;
}

/* The same from a to b. */
static relation turn_round(const relation *r)
{
    relation back = {.slack = r->slack, .scale_p = r->scale_q, .scale_q = r->scale_p};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            back.turn[i][k] = r->turn[k][i];
        back.shift[i] =
            -(r->turn[0][i] * r->shift[0] + r->turn[1][i] * r->shift[1] + r->turn[2][i] * r->shift[2]);
    }
    return back;
}

static one child_box(const fk_tree_turned *node, uint32_t column, float scale)
{
    one box;
    for (int i = 0; i < 3; i++) {
        box.center[i] = node->center[i][column] * scale;
        box.half[i] = node->half[i][column] * scale;
    }
    return box;
}

static one whole_box(const fk_tree_turned *node, float scale)
{
    one box = {{0, 0, 0}, {node->size[0] * scale, node->size[1] * scale, node->size[2] * scale}};
    return box;
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

/* Puts pairs onto the stack; the deepest last, so that it is taken first. Of equal ones the order stays. */
static void push(walk *w, found *list, uint32_t count)
{
    for (uint32_t i = 1; i < count && w->nearest; i++) {
        found moved = list[i];
        uint32_t at = i;
        for (; at > 0 && list[at - 1].depth > moved.depth; at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
    for (uint32_t i = 0; i < count; i++)
        w->stack[w->height++] = list[i].pair;
}

static uint32_t used_bits(const fk_tree_node *node)
{
    return (1u << node->used) - 1;
}

/* Opens both nodes. */
static void open_both(walk *w, uint32_t a, uint32_t b)
{
    const fk_tree_turned *ta = w->a->turned + a, *tb = w->b->turned + b;
    relation to_a = relate(w, ta, tb), to_b = turn_round(&to_a);
    float depth[FK_TREE_WIDTH];
    one box = whole_box(tb, to_a.scale_p);
    uint32_t of_a = w->test(&to_a, &box, ta, depth) & used_bits(w->a->node + a);
    if (of_a == 0)
        return;
    box = whole_box(ta, to_b.scale_p);
    uint32_t of_b = w->test(&to_b, &box, tb, depth) & used_bits(w->b->node + b);
    found list[FK_TREE_WIDTH * FK_TREE_WIDTH];
    uint32_t count = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH && of_b != 0; i++) {
        if (!(of_a >> i & 1))
            continue;
        box = child_box(ta, i, to_b.scale_p);
        uint32_t bits = w->test(&to_b, &box, tb, depth) & of_b;
        if (w->is_self && a == b) /* the other half is the same */
            bits &= ~((1u << i) - 1);
        for (uint32_t k = 0; bits != 0; k++, bits >>= 1)
            if (bits & 1)
                list[count++] = (found){{a * FK_TREE_WIDTH + i, b * FK_TREE_WIDTH + k}, depth[k]};
    }
    push(w, list, count);
}

/* Opens the node that a child of a is, against a child of b; or the other way round. */
static void open_one(walk *w, pair p, bool opens_a)
{
    uint32_t na = p.a / FK_TREE_WIDTH, nb = p.b / FK_TREE_WIDTH, ca = p.a % FK_TREE_WIDTH,
             cb = p.b % FK_TREE_WIDTH;
    uint32_t opened = opens_a ? w->a->node[na].child[ca] : w->b->node[nb].child[cb];
    const fk_tree_turned *ta = w->a->turned + (opens_a ? opened : na);
    const fk_tree_turned *tb = w->b->turned + (opens_a ? nb : opened);
    relation r = relate(w, ta, tb);
    if (!opens_a)
        r = turn_round(&r);
    one box = opens_a ? child_box(tb, cb, r.scale_p) : child_box(ta, ca, r.scale_p);
    float depth[FK_TREE_WIDTH];
    uint32_t bits = w->test(&r, &box, opens_a ? ta : tb, depth);
    bits &= used_bits(opens_a ? w->a->node + opened : w->b->node + opened);
    found list[FK_TREE_WIDTH];
    uint32_t count = 0;
    for (uint32_t k = 0; bits != 0; k++, bits >>= 1)
        if (bits & 1) {
            pair next = opens_a ? (pair){opened * FK_TREE_WIDTH + k, p.b}
                                : (pair){p.a, opened * FK_TREE_WIDTH + k};
            list[count++] = (found){next, depth[k]};
        }
    push(w, list, count);
}

/* The size of the box of a child, in common units. */
static double size_of(const fk_tree *tree, uint32_t node, uint32_t column, double scale)
{
    const fk_tree_turned *t = tree->turned + node;
    return ((double)t->half[0][column] + (double)t->half[1][column] + (double)t->half[2][column]) * scale;
}

static bool go(const fk_placed_mesh *a, const fk_placed_mesh *b, unsigned options, fk_tree_leaves *visitor,
               void *user)
{
    walk w;
    begin(&w, a, b, options);
    open_both(&w, 0, 0);
    while (w.height > 0) {
        pair p = w.stack[--w.height];
        uint32_t na = p.a / FK_TREE_WIDTH, nb = p.b / FK_TREE_WIDTH, ca = p.a % FK_TREE_WIDTH,
                 cb = p.b % FK_TREE_WIDTH;
        fk_tree_leaf leaf_a = {w.a->node[na].child[ca], w.a->node[na].count[ca]};
        fk_tree_leaf leaf_b = {w.b->node[nb].child[cb], w.b->node[nb].count[cb]};
        if (leaf_a.count > 0 && leaf_b.count > 0) {
            if (!visitor(user, leaf_a, leaf_b))
                return false;
        } else if (leaf_a.count > 0) {
            open_one(&w, p, false);
        } else if (leaf_b.count > 0) {
            open_one(&w, p, true);
        } else {
            double size_a = size_of(w.a, na, ca, w.scale_a), size_b = size_of(w.b, nb, cb, w.scale_b);
            if (size_a > 4 * size_b)
                open_one(&w, p, true);
            else if (size_b > 4 * size_a)
                open_one(&w, p, false);
            else
                open_both(&w, leaf_a.first, leaf_b.first);
        }
    }
    return true;
}

bool fk_tree_walk(const fk_placed_mesh *a, const fk_placed_mesh *b, bool nearest, fk_tree_leaves *visitor,
                  void *user)
{
    return go(a, b, nearest ? NEAREST : 0, visitor, user);
}

bool fk_tree_walk_self(const fk_placed_mesh *a, fk_tree_leaves *visitor, void *user)
{
    return go(a, a, SELF, visitor, user);
}
