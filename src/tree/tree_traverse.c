/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Placed trees: frames between two of them, box queries, and the traversal of two trees at once. */

#include "tree/tree.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/context.h"
#include "base/simd.h"
#include "shape/bound.h"
#include "tree/obb_rotation.h"

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Let R, t be the pose of a and S, s that of b, as real matrices of the given doubles. A corner p of a
 * becomes R p + t + e with |e| <= E in each component, where E bounds the rounding of fk_pose_apply; the same
 * holds for every point of the triangle, as a mean of its corners. A common point of a's p and b's q has R p
 * + t + e = S q + s + f, hence, multiplied by the transposed R,
 *
 *   p + D p = R' (S q + s - t) + R' (f - e),     D = R' R - 1.
 *
 * With o, u the origin and unit of a's tree, x = (p - o) / u, and q = o_b + u_b y:
 *
 *   x = [R' S u_b / u] y + [R' (S o_b + s - t) - o] / u + (R' (f - e) - D p) / u.
 *
 * The brackets are turn and shift, computed in doubles; the last term and the rounding of both go into the
 * margin. Two points at distance d differ by a vector of that length in place of e and f; it is multiplied by
 * R', so stretch bounds the norm of R'. All bounds below are computed generously, with factors that cover
 * their own rounding in any rounding mode; an overflow makes the margin infinite or NaN. */

/* Each of the few operations behind a number loses at most 2^-52 of the magnitude of its terms in any
 * rounding mode, and 2^-1022 by underflow or by flushing small numbers to zero. */
#define ROUND 0x1p-47
#define TINY  0x1p-1000

/* The larger number, or NaN if one is NaN; fmax would lose it. */
static double larger_or_nan(double a, double b)
{
    return a > b || a != a ? a : b;
}

/* A bound for the sum of |row| |v|. */
static double sum_of_magnitude_products(const double row[3], fk_vec3 v)
{
    return fabs(row[0]) * fabs(v.x) + fabs(row[1]) * fabs(v.y) + fabs(row[2]) * fabs(v.z);
}

/* The largest absolute coordinates of the mesh of a tree. */
static fk_vec3 tree_extent(const fk_tree *tree)
{
    fk_vec3 o = tree->origin;
    if (tree->unit >= 0x1p1022) /* the mesh may be larger than its unit: no bound */
        return fk_vec3_make(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    return fk_vec3_make(fabs(o.x) + tree->unit, fabs(o.y) + tree->unit, fabs(o.z) + tree->unit);
}

/* A bound for the terms of a component of a placed point. */
static double bound_placed_terms(const fk_pose *pose, fk_vec3 extent)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = larger_or_nan(most, sum_of_magnitude_products(pose->rotation[i], extent) +
                                       fabs(fk_vec3_get(pose->translation, i)));
    return most;
}

/* A bound for the rounding error of fk_pose_apply in a component. */
static double bound_placing_error(const fk_pose *pose, fk_vec3 extent)
{
    return bound_placed_terms(pose, extent) * ROUND + TINY;
}

double fk_placed_max_coordinate(const fk_placed_mesh *a)
{
    return bound_placed_terms(&a->pose, tree_extent(a->tree)) * (1 + 0x1p-40) + TINY;
}

/* Bounds how far the matrix is from a rotation: the rows of |R' R - 1| times the extent; sets *column to a
 * bound of the column sums of |R|. */
static double bound_shear(const fk_pose *pose, fk_vec3 extent, double *column)
{
    const double(*r)[3] = pose->rotation;
    double most = 0;
    *column = 0;
    for (int i = 0; i < 3; i++) {
        double row[3], length = fabs(r[0][i]) + fabs(r[1][i]) + fabs(r[2][i]);
        for (int k = 0; k < 3; k++) {
            double terms[3] = {r[0][i] * r[0][k], r[1][i] * r[1][k], r[2][i] * r[2][k]};
            double size = fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]);
            row[k] = fabs(terms[0] + terms[1] + terms[2] - (i == k)) + (size + 1) * ROUND + TINY;
        }
        most = larger_or_nan(most, sum_of_magnitude_products(row, extent));
        *column = larger_or_nan(*column, length);
    }
    return most;
}

static fk_tree_frame make_frame(const fk_placed_mesh *a, const double rotation[3][3], fk_vec3 translation,
                                const fk_vec3 *origin, fk_vec3 extent, double unit, double error)
{
    fk_tree_frame frame;
    double column, shear = bound_shear(&a->pose, tree_extent(a->tree), &column);
    double inverse = 1 / a->tree->unit;
    fk_vec3 t = a->pose.translation, o = a->tree->origin;

    /* b's origin relative to a's translation in the world, and a bound of the terms. */
    double size = 0, place[3];
    for (int i = 0; i < 3; i++) {
        double x = rotation[i][0] * origin->x + rotation[i][1] * origin->y + rotation[i][2] * origin->z;
        place[i] = x + (fk_vec3_get(translation, i) - fk_vec3_get(t, i));
        size = larger_or_nan(size, sum_of_magnitude_products(rotation[i], extent) +
                                       fabs(fk_vec3_get(translation, i)) + fabs(fk_vec3_get(t, i)));
    }
    fk_vec3 sum = fk_pose_rotate_back(&a->pose, fk_vec3_make(place[0], place[1], place[2]));

    double most = 0;
    for (int i = 0; i < 3; i++) {
        frame.shift[i] = (fk_vec3_get(sum, i) - fk_vec3_get(o, i)) * inverse;
        double longest = 0;
        for (int k = 0; k < 3; k++) {
            const double(*r)[3] = a->pose.rotation;
            double m = r[0][i] * rotation[0][k] + r[1][i] * rotation[1][k] + r[2][i] * rotation[2][k];
            frame.rotation[i][k] = m;
            frame.turn[i][k] = m * unit * inverse;
            longest = larger_or_nan(longest, fabs(frame.turn[i][k]));
        }
        most = larger_or_nan(most, fabs(fk_vec3_get(o, i)));
        most = larger_or_nan(most, longest); /* propagates NaN */
    }
    /* The errors of turn and of the origin are ROUND of column * size; both placing errors are rotated back
     * by R'. */
    double magnitude = column * size + most + a->tree->unit;
    frame.margin = ((magnitude * ROUND +
                     column * (error + bound_placing_error(&a->pose, tree_extent(a->tree))) + shear) *
                        inverse +
                    0x1p-900) *
                   1.75; /* more than sqrt(3): from components to length */
    frame.stretch = sqrt(3.0) * column;
    /* The norm of a matrix is at most the root of the largest row sum of |R' R|, which is 1 plus the
     * deviation. */
    double tight = sqrt(1 + shear / larger_or_nan(a->tree->unit, TINY)) * (1 + 0x1p-50);
    if (tight < frame.stretch)
        frame.stretch = tight;
    return frame;
}

fk_tree_frame fk_tree_frame_make(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    return make_frame(a, b->pose.rotation, b->pose.translation, &b->tree->origin, tree_extent(b->tree),
                      b->tree->unit, bound_placing_error(&b->pose, tree_extent(b->tree)));
}

fk_tree_frame fk_tree_frame_from_world(const fk_placed_mesh *a, fk_vec3 extent)
{
    static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    fk_vec3 zero = {0, 0, 0};
    return make_frame(a, one, zero, &zero, extent, 1, 0);
}

int fk_placed_order_by(const fk_placed_mesh *a, const fk_placed_mesh *b, int by)
{
    const fk_mesh *m = a->mesh, *n = b->mesh;
    int order = (m->triangle_count > n->triangle_count) - (m->triangle_count < n->triangle_count);
    if (order == 0)
        order = (m->vertex_count > n->vertex_count) - (m->vertex_count < n->vertex_count);
    if (order == 0)
        order = by;
    if (order == 0)
        order = memcmp(&a->pose, &b->pose, sizeof a->pose);
    if (order == 0 && m != n)
        order = memcmp(m->point, n->point, m->vertex_count * sizeof *m->point);
    if (order == 0 && m != n)
        order = memcmp(m->triangle, n->triangle, m->triangle_count * sizeof *m->triangle);
    return order;
}

int fk_placed_order(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    return fk_placed_order_by(a, b, fk_double_order(a->tree->unit, b->tree->unit));
}

/* ---- Box queries --------------------------------------------------------------------------------------- */

/* The children of a node whose boxes meet a box, as bits. */
static uint32_t children_meeting_box(const fk_tree_node *node, const float min[3], const float max[3])
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        bool apart = false;
        for (int k = 0; k < 3; k++)
            apart |= (node->min[k][i] > max[k]) | (node->max[k][i] < min[k]);
        bits |= (uint32_t)!apart << i;
    }
    return bits & ((1u << node->used) - 1);
}

/* Visits every triangle of the leaves whose boxes meet a box in tree units, in the order of the tree;
 * infinite sides are allowed. Returns false if the visitor ended it. */
static bool visit_box(const fk_tree *tree, const float min[3], const float max[3], fk_tree_visitor *visitor,
                      void *user)
{
    uint32_t stack[FK_TREE_DEPTH * FK_TREE_WIDTH];
    uint32_t height = 0;
    stack[height++] = 0;
    while (height > 0) {
        const fk_tree_node *node = &tree->node[stack[--height]];
        uint32_t bits = children_meeting_box(node, min, max);
        for (uint32_t i = FK_TREE_WIDTH; i-- > 0;) /* so that the first node is popped next */
            if (bits >> i & 1 && node->count[i] == 0)
                stack[height++] = node->child[i];
        for (uint32_t i = 0; i < node->used; i++)
            for (uint32_t k = 0; bits >> i & 1 && k < node->count[i]; k++)
                if (!visitor(user, tree->triangle[node->child[i] + k]))
                    return false;
    }
    return true;
}

/* A float that is not below x, and one that is not above it, by more than the rounding error in any mode. */
static float float_above(double x)
{
    return x > 4 ? HUGE_VALF : !(x > -4) ? -4 : (float)(x + 0x1p-21);
}

static float float_below(double x)
{
    return -float_above(-x);
}

bool fk_placed_box_to_tree(const fk_placed_mesh *a, const fk_aabb *box, float least[3], float most[3])
{
    /* Clip to the extent of the mesh: infinite sides would make the margin infinite, too. */
    double bound = fk_placed_max_coordinate(a);
    double low[3], high[3];
    fk_vec3 extent;
    for (int i = 0; i < 3; i++) {
        double min = fk_vec3_get(box->min, i), max = fk_vec3_get(box->max, i);
        low[i] = min > -bound ? min : -bound;
        high[i] = max < bound ? max : bound;
        if (low[i] > high[i])
            return false;
    }
    extent.x = fmax(fabs(low[0]), fabs(high[0]));
    extent.y = fmax(fabs(low[1]), fabs(high[1]));
    extent.z = fmax(fabs(low[2]), fabs(high[2]));
    fk_tree_frame frame = fk_tree_frame_from_world(a, extent);
    for (int i = 0; i < 3; i++) {
        double lo = frame.shift[i] - frame.margin, hi = frame.shift[i] + frame.margin;
        for (int k = 0; k < 3; k++) {
            double one = frame.turn[i][k] * low[k], other = frame.turn[i][k] * high[k];
            lo += one < other ? one : other;
            hi += one < other ? other : one;
        }
        bool is_known = lo <= hi;
        least[i] = is_known ? float_below(lo) : -HUGE_VALF;
        most[i] = is_known ? float_above(hi) : HUGE_VALF;
    }
    return true;
}

bool fk_placed_visit(const fk_placed_mesh *a, const fk_aabb *box, fk_tree_visitor *visitor, void *user)
{
    float min[3], max[3];
    return !fk_placed_box_to_tree(a, box, min, max) || visit_box(a->tree, min, max, visitor, user);
}

/* ---- Two trees at once --------------------------------------------------------------------------------- */

/* Finds the pairs of leaves whose oriented boxes meet. Of each pair, the node with the larger box is
 * expanded: the box of the other one is transformed into the frame of its tree and tested against the boxes
 * of all its children, along the axes of both and their nine cross products (Gottschalk, Lin, Manocha,
 * "OBBTree", 1996).
 *
 * Error bounds. Consider a box of P with axes u and half sides h, and one of Q with axes r and half sides k,
 * both orthonormal in real numbers; `rotation` between them is orthonormal up to `skew`. The boxes are
 * separated along a direction w if the distance of the projected centers exceeds the sum of the projected
 * half extents. Along r[i], the half extent of Q's box is k[i]; that of P's box along its own rotated axis is
 * h[l] up to skew times the sum of h; along cross products of axes both are sums of two terms each, up to the
 * same error, and these cross products are not longer than 1. Axes in floats are off by 2^-20, their products
 * by 2^-18, and sums of those times lengths by less than LOOSE of all the lengths in them, which are bounded
 * by the sums of h, of k with the centers of Q, and the displacement from Q's origin to P's center. The
 * margin of the frame is added unchanged, since no direction is longer than 1. NaN and infinity make
 * comparisons fail, and then boxes meet. */

#define LOOSE 0x1p-16f

/* A box of the other tree in the frame of a node: its center relative to the node's origin, its axes as
 * rows. */
typedef struct relative_obb {
    float at[3], axis[3][3], half[3];
    float slack; /* bound of all errors */
} relative_obb;

/* The axis after i, cyclically. */
FK_INLINE int next_axis(int i)
{
    return i == 2 ? 0 : i + 1;
}

/* One of the two trees, and the frame of the other one in it. */
typedef struct tree_pair_side {
    const fk_tree *tree;
    fk_tree_frame frame;
    float rotation[3][3];
    float scale; /* from the unit of the other tree to that of this one */
    float margin, loose;
} tree_pair_side;

/* Bounds how far a rotation is from orthonormal: the rows of |R' R - 1|. */
static double bound_frame_skew(const double r[3][3])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double row = 0;
        for (int k = 0; k < 3; k++)
            row += fabs(r[0][i] * r[0][k] + r[1][i] * r[1][k] + r[2][i] * r[2][k] - (i == k));
        most = row <= most ? most : row; /* keeps NaN */
    }
    return most;
}

static void init_side(tree_pair_side *s, const fk_placed_mesh *a, const fk_placed_mesh *other)
{
    s->tree = a->tree;
    s->frame = fk_tree_frame_make(a, other);
    s->scale = (float)(other->tree->unit / a->tree->unit);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            s->rotation[i][k] = (float)s->frame.rotation[i][k];
    double skew = bound_frame_skew((const double(*)[3])s->frame.rotation);
    s->loose = skew < 0.125 ? LOOSE + 2 * (float)skew : HUGE_VALF;
    /* If a tree is very small beside the other one, floats may overflow, and a processor that rounds down
     * makes no infinity of that. With a margin below this bound, coordinates are below 2^107. */
    double margin = s->frame.margin * 1.01 + 0x1p-90;
    s->margin = margin < 0x1p60 && other->tree->unit / a->tree->unit < 0x1p60 ? (float)margin : HUGE_VALF;
}

/* Transforms the box of a child of the other tree into the frame of a node of this one. */
FK_INLINE void transform_obb(const tree_pair_side *s, const fk_tree_obb *node, const fk_tree_obb *other,
                             uint32_t column, relative_obb *out)
{
    float r[3][3], center[3];
    obb_rotations_plain(other, (int)column, r);
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

/* Tests the box of a child of the other tree against the children of a node of this one. Returns those that
 * it meets, as bits, and their overlap along the axis of least overlap. */
typedef uint32_t test_obbs_function(const tree_pair_side *s, const fk_tree_obb *node,
                                    const fk_tree_obb *other, uint32_t column, float depth[FK_TREE_WIDTH]);

#define FK_LEVEL_FILE "tree/tree_obb_test.inc"
#include "base/cpu_plain.inc"
#define FK_LEVEL_LONG
#include "base/cpu_levels.inc"

static test_obbs_function *const test_obbs_levels[FK_CPU_COUNT] = FK_LEVELS_LONG(test_obbs);

/* ---- Traversal ----------------------------------------------------------------------------------------- */

/* The root of a tree as a child whose box is axis-aligned. */
static fk_tree_obb root_obb(const fk_tree *tree)
{
    const fk_tree_node *root = tree->node;
    fk_tree_obb box;
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

typedef struct child_pair {
    uint32_t a, b; /* child i of node n is 8 n + i */
} child_pair;

/* Each expanded node leaves up to 7 pairs on the stack; the roots, and a node against itself, up to 63. */
#define STACK ((FK_TREE_DEPTH + 2) * FK_TREE_WIDTH * FK_TREE_WIDTH)

typedef struct tree_traversal {
    const fk_context *context; /* polled; or NULL */
    tree_pair_side a, b;
    bool deepest_first, is_self;
    test_obbs_function *test;
    uint32_t height;
    child_pair stack[STACK];
} tree_traversal;

/* Pushes the pairs of children, those that overlap most last, so that they are popped first. */
static void push_children(tree_traversal *w, child_pair p, bool opens_a, uint32_t opened, uint32_t bits,
                          const float *depth)
{
    uint32_t order[FK_TREE_WIDTH], count = 0;
    for (uint32_t k = 0; bits != 0; k++, bits >>= 1) {
        if (!(bits & 1))
            continue;
        uint32_t at = count++;
        for (; w->deepest_first && at > 0 && depth[order[at - 1]] > depth[k]; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t child = opened * FK_TREE_WIDTH + order[i];
        w->stack[w->height++] = opens_a ? (child_pair){child, p.b} : (child_pair){p.a, child};
    }
}

static uint32_t used_bits(const fk_tree_node *node)
{
    return (1u << node->used) - 1;
}

/* Tests the children of a node of one tree against a child of the other, and pushes the pairs that meet. */
static void expand_tree_node(tree_traversal *w, child_pair p, bool opens_a, uint32_t opened)
{
    const tree_pair_side *s = opens_a ? &w->a : &w->b;
    const fk_tree *other = opens_a ? w->b.tree : w->a.tree;
    uint32_t child = opens_a ? p.b : p.a;
    float depth[FK_TREE_WIDTH];
    uint32_t bits =
        w->test(s, s->tree->obb + opened, other->obb + child / FK_TREE_WIDTH, child % FK_TREE_WIDTH, depth);
    bits &= used_bits(s->tree->node + opened);
    push_children(w, p, opens_a, opened, bits, depth);
}

/* The same for a node against itself. */
static void open_self(tree_traversal *w, uint32_t opened)
{
    const fk_tree *tree = w->a.tree;
    for (uint32_t i = 0; i < tree->node[opened].used; i++) {
        float depth[FK_TREE_WIDTH];
        uint32_t bits = w->test(&w->b, tree->obb + opened, tree->obb + opened, i, depth);
        bits &= used_bits(tree->node + opened) & ~((1u << i) - 1); /* the others are the same pairs */
        push_children(w, (child_pair){opened * FK_TREE_WIDTH + i, 0}, false, opened, bits, depth);
    }
}

/* Expands both roots: first the children of a that meet the root box of b, those that overlap most last. */
static void open_roots(tree_traversal *w)
{
    float depth[FK_TREE_WIDTH];
    uint32_t order[FK_TREE_WIDTH], count = 0;
    fk_tree_obb whole = root_obb(w->b.tree);
    uint32_t bits = w->test(&w->a, w->a.tree->obb, &whole, 0, depth) & used_bits(w->a.tree->node);
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        if (!(bits >> i & 1))
            continue;
        uint32_t at = count++;
        for (; at > 0 && depth[order[at - 1]] > depth[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        expand_tree_node(w, (child_pair){order[i], 0}, false, 0);
}

/* The sum of the half sides of a child's box. */
static float child_obb_size(const fk_tree *tree, uint32_t child)
{
    const fk_tree_obb *t = tree->obb + child / FK_TREE_WIDTH;
    uint32_t i = child % FK_TREE_WIDTH;
    return t->half[0][i] + t->half[1][i] + t->half[2][i];
}

static bool traverse_leaf_pairs(tree_traversal *w, fk_leaf_pair_visitor *visitor, void *user)
{
    while (w->height > 0) {
        child_pair p = w->stack[--w->height];
        const fk_tree_node *a = w->a.tree->node + p.a / FK_TREE_WIDTH;
        const fk_tree_node *b = w->b.tree->node + p.b / FK_TREE_WIDTH;
        uint32_t i = p.a % FK_TREE_WIDTH, k = p.b % FK_TREE_WIDTH;
        if (a->count[i] > 0 && b->count[k] > 0) {
            if (w->context != NULL && fk_context_poll(w->context))
                return false;
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
                       (a->count[i] == 0 &&
                        child_obb_size(w->a.tree, p.a) >= child_obb_size(w->b.tree, p.b) * w->a.scale);
        expand_tree_node(w, p, opens_a, opens_a ? a->child[i] : b->child[k]);
    }
    return true;
}

static void init_tree_traversal(tree_traversal *w, const fk_context *context, const fk_placed_mesh *a,
                                const fk_placed_mesh *b)
{
    w->context = context;
    init_side(&w->a, a, b);
    init_side(&w->b, b, a);
    w->deepest_first = w->is_self = false;
    w->test = test_obbs_levels[fk_cpu_level()];
    w->height = 0;
}

bool fk_tree_traverse_pair(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                           bool deepest_first, fk_leaf_pair_visitor *visitor, void *user)
{
    tree_traversal w;
    init_tree_traversal(&w, context, a, b);
    w.deepest_first = deepest_first;
    open_roots(&w);
    return traverse_leaf_pairs(&w, visitor, user);
}

bool fk_tree_traverse_self(const fk_context *context, const fk_placed_mesh *a, fk_leaf_pair_visitor *visitor,
                           void *user)
{
    tree_traversal w;
    init_tree_traversal(&w, context, a, a);
    w.is_self = true;
    open_self(&w, 0);
    return traverse_leaf_pairs(&w, visitor, user);
}

/* ---- A tree and an oriented box ------------------------------------------------------------------------ */

/* The box is the only child of a second tree, whose pose has the axes and the center of the box. Axes are orthonormal up
 * to rounding, which LOOSE covers. */
static void init_obb_side(tree_pair_side *s, const fk_placed_mesh *a, const fk_obb *box, fk_tree_obb *out)
{
    double most = box->half[0] + box->half[1] + box->half[2];
    const fk_tree tree = {.unit = most > 0x1p-900 ? most : 0x1p-900};
    fk_placed_mesh placed = {.tree = &tree, .pose.translation = box->center};
    memset(out, 0, sizeof *out);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            placed.pose.rotation[i][k] = fk_vec3_get(box->axis[k], i);
        out->half[k][0] = (float)(box->half[k] / tree.unit) + 0x1p-20f;
    }
    out->turn[3][0] = 1;
    init_side(s, a, &placed);
}

static bool visit_obb(tree_traversal *w, const fk_tree_obb *box, fk_tree_visitor *visitor, void *user)
{
    const fk_tree *tree = w->a.tree;
    uint32_t opened = 0;
    for (;;) {
        const fk_tree_node *node = tree->node + opened;
        float depth[FK_TREE_WIDTH];
        uint32_t bits = w->test(&w->a, tree->obb + opened, box, 0, depth) & used_bits(node);
        push_children(w, (child_pair){0, 0}, true, opened, bits, depth);
        do {
            if (w->height == 0)
                return true;
            uint32_t child = w->stack[--w->height].a, i = child % FK_TREE_WIDTH;
            node = tree->node + child / FK_TREE_WIDTH;
            for (uint32_t k = 0; k < node->count[i]; k++)
                if (!visitor(user, tree->triangle[node->child[i] + k]))
                    return false;
            opened = node->count[i] == 0 ? node->child[i] : 0;
        } while (opened == 0);
    }
}

/* Leaves that overlap the box most come first. */
static bool visit_near_obb(const fk_placed_mesh *a, const fk_obb *box, fk_tree_visitor *visitor, void *user)
{
    tree_traversal w;
    fk_tree_obb relative;
    init_obb_side(&w.a, a, box, &relative);
    w.deepest_first = true;
    w.is_self = false;
    w.test = test_obbs_levels[fk_cpu_level()];
    w.height = 0;
    return visit_obb(&w, &relative, visitor, user);
}

bool fk_placed_visit_piece(const fk_placed_mesh *a, const fk_piece *piece, const fk_aabb *box,
                           fk_tree_visitor *visitor, void *user)
{
    fk_obb around = fk_piece_obb(piece);
    bool is_bounded =
        fk_vec3_largest(around.center) + around.half[0] + around.half[1] + around.half[2] < 0x1p900;
    return is_bounded ? visit_near_obb(a, &around, visitor, user) : fk_placed_visit(a, box, visitor, user);
}
