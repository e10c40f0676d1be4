/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances of many points from one set of triangles.
 *
 * design: Triangles in the order of a curve through their middles (Morton, "A computer oriented geodetic data base", 1966), two
 *     in each leaf of a complete binary tree of boxes. A search goes to the nearer child first.
 *
 * Bounds. The nearest point of a triangle is computed in doubles (Ericson, "Real-Time Collision Detection", 2005, 5.1.5), relative
 * to the query point; nothing is assumed of it but that its weights are not negative and add up to about 1. So it is a point of
 * the triangle up to rounding, and its distance is an upper bound. The plane through it, perpendicular to its direction, gives the
 * lower one: no point of the triangle is nearer to it than the nearest corner in that direction. A coordinate is a difference,
 * off by u = 2^-52 of itself; each sum of products of three coordinates or weights is off by less than 8 u times the size of the
 * triangle around the query point; all of it is below 2^-46 of that size, in all rounding modes. Boxes are compared by squares,
 * rounded by 2^-46 as well. FK_BOUND_TINY is far more than what underflows.
 *
 * Weak inputs: long thin triangles, whose boxes overlap, and whose lower bounds are weak near them. */

#include "tree/point_distance.h"

#include "base/bits.h"
#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "shape/bound.h"

#define LEAF_SIZE 2
#define MARGIN    0x1p-46

struct fk_point_tree {
    size_t bytes, count;
    bool are_points; /* all triangles are points */
    double
        scale; /* a power of two: all below is in this unit, in which the tree is about 1 wide, so that products fit */
    uint32_t leaf_count; /* a power of two; node i has the children 2 i + 1 and 2 i + 2 */
    fk_aabb *box;        /* of each node, or empty */
    fk_corners *triangle;
};

/* ---- Building ------------------------------------------------------------------------------------------ */

static fk_vec3 triangle_middle(const fk_corners *t)
{
    return fk_vec3_scale(fk_vec3_add(fk_vec3_add(t->at[0], t->at[1]), t->at[2]), 1.0 / 3);
}

static void extend_box(fk_aabb *box, const fk_aabb *by)
{
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&box->min, k) = fk_smaller(fk_vec3_get(box->min, k), fk_vec3_get(by->min, k));
        *fk_vec3_at(&box->max, k) = fk_larger(fk_vec3_get(box->max, k), fk_vec3_get(by->max, k));
    }
}

static const fk_aabb empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

/* Spreads the lowest ten bits to every third place. */
static uint64_t spread_fraction(double part)
{
    uint64_t spread = 0, x = (uint64_t)fk_smaller(fk_larger(part, 0) * 1024, 1023);
    for (int i = 0; i < 10; i++)
        spread |= (x >> i & 1) << 3 * i;
    return spread;
}

/* Copies the triangles in their order along the curve, in the unit of the tree. */
static bool sort_triangles(fk_context *context, const fk_corners *triangle, fk_point_tree *tree)
{
    size_t count = tree->count;
    uint64_t *key = fk_allocate(context, 2 * count * sizeof *key + 1);
    fk_aabb all = empty_box;
    if (key == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        fk_vec3 m = triangle_middle(&triangle[i]);
        extend_box(&all, &(fk_aabb){m, m});
    }
    double wide = fk_vec3_largest(fk_vec3_sub(all.max, all.min));
    for (size_t i = 0; i < count; i++) {
        fk_vec3 m = fk_vec3_sub(triangle_middle(&triangle[i]), all.min);
        if (wide > 0)
            m = fk_vec3_make(m.x / wide, m.y / wide, m.z / wide);
        key[i] = (spread_fraction(m.x) | spread_fraction(m.y) << 1 | spread_fraction(m.z) << 2) << 32 | i;
    }
    fk_sort_u64(key, key + count, count);
    tree->scale = wide > 0 ? ldexp(1, -fk_exponent_of(wide)) : 1;
    tree->are_points = true;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            tree->are_points &= fk_vec3_order(&triangle[i].at[k], &triangle[i].at[0]) == 0;
            tree->triangle[i].at[k] = fk_vec3_scale(triangle[(uint32_t)key[i]].at[k], tree->scale);
        }
    fk_release(context, key, 2 * count * sizeof *key + 1);
    return true;
}

static void fill_point_boxes(fk_point_tree *tree)
{
    uint32_t first = tree->leaf_count - 1;
    for (uint32_t i = 0; i < 2 * tree->leaf_count - 1; i++)
        tree->box[i] = empty_box;
    for (size_t i = 0; i < tree->count; i++)
        for (int k = 0; k < 3; k++) {
            fk_vec3 p = tree->triangle[i].at[k];
            extend_box(&tree->box[first + i / LEAF_SIZE], &(fk_aabb){p, p});
        }
    for (uint32_t i = 2 * first; i > 0; i--)
        extend_box(&tree->box[(i - 1) / 2], &tree->box[i]);
}

fk_status fk_point_tree_build(fk_context *context, const fk_corners *triangle, size_t count,
                              fk_point_tree **out)
{
    uint32_t leaves = 1;
    while ((size_t)leaves * LEAF_SIZE < count)
        leaves *= 2;
    size_t bytes =
        sizeof(fk_point_tree) + (2 * (size_t)leaves - 1) * sizeof(fk_aabb) + count * sizeof(fk_corners);
    fk_point_tree *tree = fk_allocate(context, bytes);
    if (tree == NULL)
        return FK_ERROR_MEMORY;
    *tree =
        (fk_point_tree){.bytes = bytes, .count = count, .leaf_count = leaves, .box = (fk_aabb *)(tree + 1)};
    tree->triangle = (fk_corners *)(tree->box + (2 * (size_t)leaves - 1));
    if (!sort_triangles(context, triangle, tree)) {
        fk_release(context, tree, bytes);
        return FK_ERROR_MEMORY;
    }
    fill_point_boxes(tree);
    *out = tree;
    return FK_OK;
}

void fk_point_tree_free(fk_context *context, fk_point_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}

/* ---- One triangle -------------------------------------------------------------------------------------- */

static fk_vec3 along(fk_vec3 from, fk_vec3 edge, double part)
{
    return fk_vec3_add(from, fk_vec3_scale(edge, fk_smaller(fk_larger(part, 0), 1)));
}

/* Parts that are not numbers, of degenerate triangles, become 0. */
fk_vec3 fk_nearest_to_origin(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_vec3 ab = fk_vec3_sub(b, a), ac = fk_vec3_sub(c, a);
    double d1 = -fk_vec3_dot(ab, a), d2 = -fk_vec3_dot(ac, a);
    if (d1 <= 0 && d2 <= 0)
        return a;
    double d3 = -fk_vec3_dot(ab, b), d4 = -fk_vec3_dot(ac, b);
    if (d3 >= 0 && d4 <= d3)
        return b;
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
        return along(a, ab, d1 / (d1 - d3));
    double d5 = -fk_vec3_dot(ab, c), d6 = -fk_vec3_dot(ac, c);
    if (d6 >= 0 && d5 <= d6)
        return c;
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return along(a, ac, d2 / (d2 - d6));
    double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return along(b, fk_vec3_sub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    double sum = va + vb + vc, v = fk_smaller(fk_larger(vb / sum, 0), 1);
    double w = fk_smaller(fk_larger(vc / sum, 0), 1 - v);
    return fk_vec3_add(a, fk_vec3_add(fk_vec3_scale(ab, v), fk_vec3_scale(ac, w)));
}

/* Takes a triangle into account, if it may be nearer than `nearest`. */
static void measure_triangle(const fk_corners *t, fk_vec3 point, fk_point_nearest *nearest)
{
    fk_vec3 a = fk_vec3_sub(t->at[0], point), b = fk_vec3_sub(t->at[1], point);
    fk_vec3 c = fk_vec3_sub(t->at[2], point), near = fk_nearest_to_origin(a, b, c);
    double size = fk_larger(fk_vec3_norm1(a), fk_larger(fk_vec3_norm1(b), fk_vec3_norm1(c)));
    double length = fk_vec3_length(near), margin = MARGIN * size + FK_BOUND_TINY;
    double least = fk_smaller(fk_vec3_dot(a, near), fk_smaller(fk_vec3_dot(b, near), fk_vec3_dot(c, near)));
    double lo = length > 0 ? least / length - margin : 0;
    nearest->lo = fk_smaller(nearest->lo, fk_larger(lo, 0));
    if (length + margin < nearest->hi) {
        nearest->hi = length + margin;
        nearest->point = fk_vec3_add(point, near);
    }
}

/* The same for a triangle that is a point. */
static void measure_point(fk_vec3 a, fk_vec3 point, double most, fk_point_nearest *nearest)
{
    fk_vec3 near = fk_vec3_sub(a, point);
    double square = fk_vec3_dot(near, near);
    if (!(square <= most))
        return;
    double length = sqrt(square), margin = MARGIN * length + FK_BOUND_TINY;
    nearest->lo = fk_smaller(nearest->lo, fk_larger(length - margin, 0));
    if (length + margin < nearest->hi) {
        nearest->hi = length + margin;
        nearest->point = a;
    }
}

/* ---- Search -------------------------------------------------------------------------------------------- */

/* About the square of the distance of a point from a box. */
static double box_square(const fk_aabb *box, fk_vec3 p)
{
    double x = fk_larger(fk_larger(box->min.x - p.x, p.x - box->max.x), 0);
    double y = fk_larger(fk_larger(box->min.y - p.y, p.y - box->max.y), 0);
    double z = fk_larger(fk_larger(box->min.z - p.z, p.z - box->max.z), 0);
    return x * x + y * y + z * z;
}

fk_point_nearest fk_point_tree_measure(const fk_point_tree *tree, fk_vec3 point, double limit)
{
    struct {
        double square;
        uint32_t node;
    } stack[34]; /* a level leaves at most one */
    int height = 1;
    limit *= tree->scale;
    point = fk_vec3_scale(point, tree->scale);
    fk_point_nearest nearest = {limit, limit, point};
    double most = limit * limit * (1 + MARGIN);
    uint32_t first = tree->leaf_count - 1;
    stack[0].square = box_square(&tree->box[0], point);
    stack[0].node = 0;
    while (height > 0) {
        height--;
        uint32_t node = stack[height].node;
        if (!(stack[height].square <= most))
            continue;
        if (node >= first) {
            size_t end = (size_t)(node - first + 1) * LEAF_SIZE;
            for (size_t i = end - LEAF_SIZE; i < end && i < tree->count; i++)
                if (tree->are_points)
                    measure_point(tree->triangle[i].at[0], point, most, &nearest);
                else
                    measure_triangle(&tree->triangle[i], point, &nearest);
            most = nearest.hi * nearest.hi * (1 + MARGIN);
            continue;
        }
        double left = box_square(&tree->box[2 * node + 1], point),
               right = box_square(&tree->box[2 * node + 2], point);
        bool is_right_nearer = right < left;
        stack[height].square = is_right_nearer ? left : right;
        stack[height++].node = 2 * node + (is_right_nearer ? 1 : 2);
        stack[height].square = is_right_nearer ? right : left;
        stack[height++].node = 2 * node + (is_right_nearer ? 2 : 1);
    }
    double back = 1 / tree->scale;
    return (fk_point_nearest){fk_smaller(nearest.lo, nearest.hi) * back,
                              nearest.hi < limit ? nearest.hi * back : (double)INFINITY,
                              fk_vec3_scale(nearest.point, back)};
}
