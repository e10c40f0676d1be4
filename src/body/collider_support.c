/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Upper bounds of the support values of placed colliders, and the search for a separating direction.
 *
 * Errors. n.x has an error of 3 u of the sum S of the sizes of its products, in every rounding mode, plus what is
 * flushed to zero (bound.h); each addition of such values adds u. So 16 u S bounds all of it. Values are trusted up
 * to 2^1000.
 *
 * Meshes. The tree has boxes of points y in tree units. With x = origin + unit y, n.(R x + t) is base + unit (R^T
 * n).y. The errors of R^T n, of the base, of the sums and of fk_pose_apply add up to less than 64 u of the sum of
 * |n_i| times the size of row i. The descent opens the box with the largest support value first. A box whose value
 * exceeds that of a found vertex by no more than 2^-18 of the size is not opened; its value counts as it is. So a
 * face perpendicular to n costs no more than a corner. Trees of cells are handled the same, with their margins.
 *
 * The search is Gilbert's algorithm (1966) on b - a with these support bounds: the next point is the nearest one on
 * the segment from the last point to its support. Where the hulls of a and b are apart, a few steps find a direction.
 *
 * Weak inputs: half-spaces, which are bounded along their normal only. */

#include "body/body.h"

#include "base/vec3.h"
#include "cells/cells.h"
#include "shape/bound.h"
#include "tree/tree.h"

/* A value, and the sum of the sizes of its terms. The size includes a little more, for components of n that are so
 * small that they are read as zero; see fk_pose_row_size. */
typedef struct sized_sum {
    double value, size;
} sized_sum;

static sized_sum sized_dot(fk_vec3 n, fk_vec3 x)
{
    const double more = 0x1p-960;
    sized_sum s = {fk_vec3_dot(n, x), (fabs(n.x) + more) * fabs(x.x) + (fabs(n.y) + more) * fabs(x.y) +
                                          (fabs(n.z) + more) * fabs(x.z)};
    return s;
}

static double sum_above(sized_sum s)
{
    if (!(s.size < FK_BOUND_LARGEST))
        return INFINITY;
    return fk_add_upward(s.value, 16 * FK_BOUND_UNIT * s.size + FK_BOUND_TINY);
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static double hull_support_bound(const fk_points *points, fk_vec3 n, fk_vec3 *at)
{
    double most = -INFINITY;
    for (uint32_t i = 0; i < points->count; i++) {
        fk_vec3 point = fk_points_at(points, i);
        double support = sum_above(sized_dot(n, point));
        if (support > most) {
            most = support;
            *at = point;
        }
    }
    return most;
}

static double points_support_bound(const fk_vec3 *point, uint32_t count, fk_vec3 n, fk_vec3 *at)
{
    return hull_support_bound(&(fk_points){.point = point, .count = count}, n, at);
}

static double cell_support_bound(const fk_piece *piece, fk_vec3 n, fk_vec3 *at)
{
    const fk_cell *c = &piece->as.cell;
    sized_sum all = sized_dot(n, c->origin);
    bool is_box = piece->kind == FK_KIND_BOX;
    double most = 0;
    int best = -1;
    *at = c->origin;
    for (int k = 0; k < 3; k++) {
        sized_sum edge = sized_dot(n, c->edge[k]);
        all.size += edge.size;
        if (is_box && edge.value > 0) {
            all.value += edge.value;
            *at = fk_vec3_add(*at, c->edge[k]);
        } else if (edge.value > most) {
            most = edge.value;
            best = k;
        }
    }
    if (best >= 0 && !is_box) {
        all.value += most;
        *at = fk_vec3_add(*at, c->edge[best]);
    }
    return sum_above(all);
}

/* An upper bound of |n|, for lengths up to 1.8. */
static double length_above(fk_vec3 n)
{
    return fk_vec3_length(n) * (1.0 + 8 * FK_BOUND_UNIT) + 0x1p-500;
}

/* The length of the component of n across the axis d of a disc, |n x d| / |d|, with an error below 32 u: |n| is at
 * most 1.8, the product has an error of 6 u |n| |d|, lengths of 4 u and the quotient of u of themselves. */
static double length_across(fk_vec3 n, fk_vec3 d)
{
    double size = fk_vec3_largest(d), whole = length_above(n);
    if (!(size > 0x1p-400 && size < 0x1p400))
        return whole;
    double across = fk_vec3_length(fk_vec3_cross(n, d)) / fk_vec3_length(d);
    return fk_smaller(across, whole);
}

static double axis_support_bound(const fk_piece *piece, fk_vec3 n, fk_vec3 *at)
{
    const fk_vec3 *end = piece->as.capsule.end;
    double r = piece->as.capsule.radius;
    double width =
        piece->kind == FK_KIND_CAPSULE ? length_above(n) : length_across(n, fk_vec3_sub(end[1], end[0]));
    sized_sum first = sized_dot(n, end[0]), second = sized_dot(n, end[1]);
    first.value += r * width;
    first.size += 4 * r;
    second.value += piece->kind == FK_KIND_CONE ? 0 : r * width;
    second.size += 4 * r;
    *at = first.value > second.value ? end[0] : end[1];
    return fk_larger(sum_above(first), sum_above(second));
}

static double ellipsoid_support_bound(const fk_cell *c, fk_vec3 n, fk_vec3 *at)
{
    sized_sum all = sized_dot(n, c->origin), e[3];
    double most = 0;
    for (int k = 0; k < 3; k++) {
        e[k] = sized_dot(n, c->edge[k]);
        e[k].value = fabs(e[k].value);
        all.size += 4 * e[k].size;
        most = fk_larger(most, e[k].value);
    }
    bool is_known = most > 0x1p-400 && most < 0x1p400;
    all.value += is_known ? sqrt(e[0].value * e[0].value + e[1].value * e[1].value + e[2].value * e[2].value)
                          : e[0].value + e[1].value + e[2].value;
    *at = c->origin;
    return sum_above(all);
}

/* Finite only if n is the normal times a power of two, exactly in both directions. */
static double half_space_support_bound(const fk_plane *half, fk_vec3 n)
{
    int power = fk_vec3_exponent(half->normal) - fk_vec3_exponent(n);
    double scale = fk_inverse_power(power);
    fk_vec3 there = fk_vec3_scale(half->normal, scale), back = fk_vec3_scale(n, fk_inverse_power(-power));
    double support = half->offset * scale;
    if (fk_vec3_order(&there, &n) != 0 || fk_vec3_order(&back, &half->normal) != 0 ||
        !(fabs(support) < FK_BOUND_LARGEST))
        return INFINITY;
    return fk_add_upward(support, FK_BOUND_TINY);
}

static double piece_support_bound(const fk_piece *piece, fk_vec3 n, fk_vec3 *at)
{
    sized_sum ball;
    switch (piece->kind) {
    case FK_KIND_POINT:
        return points_support_bound(&piece->as.point, 1, n, at);
    case FK_KIND_SEGMENT:
        return points_support_bound(piece->as.segment, 2, n, at);
    case FK_KIND_TRIANGLE:
        return points_support_bound(piece->as.triangle, 3, n, at);
    case FK_KIND_HULL:
        return hull_support_bound(&piece->as.hull, n, at);
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        return cell_support_bound(piece, n, at);
    case FK_KIND_SPHERE:
        ball = sized_dot(n, piece->as.sphere.center);
        ball.value += piece->as.sphere.radius * length_above(n);
        ball.size += 2 * piece->as.sphere.radius;
        *at = fk_vec3_add(piece->as.sphere.center, fk_vec3_scale(n, piece->as.sphere.radius));
        return sum_above(ball);
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return axis_support_bound(piece, n, at);
    case FK_KIND_ELLIPSOID:
        return ellipsoid_support_bound(&piece->as.ellipsoid, n, at);
    case FK_KIND_HALF_SPACE:
        return half_space_support_bound(&piece->as.half, n);
    default:
        return INFINITY;
    }
}

double fk_piece_support_bound(const fk_piece *piece, fk_vec3 n)
{
    fk_vec3 at;
    return piece_support_bound(piece, n, &at);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* The state of a descent. */
typedef struct support_search {
    fk_vec3 n;
    double best;    /* over the vertices found so far */
    double skipped; /* over the boxes that were not opened */
    double slack;
    fk_vec3 at;
} support_search;

/* Whether to open a node with this support bound. */
static bool should_open(support_search *c, double bound)
{
    if (bound > c->best + c->slack)
        return true;
    c->skipped = fk_larger(c->skipped, bound);
    return false;
}

static void note_points(support_search *c, const fk_vec3 *point, uint32_t count)
{
    fk_vec3 at = c->at;
    double support = points_support_bound(point, count, c->n, &at);
    if (support > c->best) {
        c->best = support;
        c->at = at;
    }
}

typedef struct open_support_node {
    uint32_t node;
    double bound;
} open_support_node;

/* The direction in tree units. */
typedef struct tree_direction {
    double slope[3], base, error;
} tree_direction;

static double child_support_bound(const fk_tree_node *node, uint32_t i, const tree_direction *line)
{
    double support = line->base;
    for (int k = 0; k < 3; k++) {
        double s = line->slope[k];
        support += s * (double)(s > 0 ? node->max[k][i] : node->min[k][i]);
    }
    return support + line->error;
}

/* Opens a node: tests the triangles of its leaves and puts child nodes on the stack, the largest bound on top. */
static uint32_t open_tree_node(const fk_prepared_collider *a, support_search *c, const tree_direction *line,
                               uint32_t number, open_support_node *stack)
{
    const fk_tree *tree = a->mesh.tree;
    const fk_tree_node *node = &tree->node[number];
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->used; i++) {
        double bound = child_support_bound(node, i, line);
        if (!should_open(c, bound))
            continue;
        for (uint32_t k = 0; k < node->count[i]; k++) {
            fk_vec3 corner[3];
            fk_placed_triangle(&a->mesh, tree->triangle[node->child[i] + k], corner);
            note_points(c, corner, 3);
        }
        if (node->count[i] > 0)
            continue;
        uint32_t place = count++;
        for (; place > 0 && stack[place - 1].bound > bound; place--)
            stack[place] = stack[place - 1];
        stack[place] = (open_support_node){node->child[i], bound};
    }
    return count;
}

static double mesh_support_bound(const fk_prepared_collider *a, fk_vec3 n, fk_vec3 *at)
{
    const fk_tree *tree = a->mesh.tree;
    const fk_pose *pose = &a->pose;
    fk_vec3 home = fk_pose_rotate_back(pose, n), o = tree->origin;
    fk_vec3 extent = {fabs(o.x) + tree->unit, fabs(o.y) + tree->unit, fabs(o.z) + tree->unit};
    double size = 0;
    for (int i = 0; i < 3; i++)
        size += fk_pose_row_size(pose, i, extent);
    if (!(size < FK_BOUND_LARGEST))
        return INFINITY;
    tree_direction line = {.base = fk_vec3_dot(n, pose->translation) + fk_vec3_dot(home, o),
                           .error = 64 * FK_BOUND_UNIT * size + FK_BOUND_TINY};
    for (int k = 0; k < 3; k++)
        line.slope[k] = tree->unit * fk_vec3_get(home, k);
    support_search c = {n, -INFINITY, -INFINITY, 0x1p-18 * tree->unit * fk_vec3_largest(home), *at};
    open_support_node stack[FK_TREE_DEPTH * FK_TREE_WIDTH];
    uint32_t height = 0;
    stack[height++] = (open_support_node){0, INFINITY};
    while (height > 0) {
        open_support_node top = stack[--height];
        if (should_open(&c, top.bound))
            height += open_tree_node(a, &c, &line, top.node, stack + height);
    }
    *at = c.at;
    return fk_larger(c.best, c.skipped);
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

/* Of deeper trees only the root is used. */
#define LEVELS_MAX 64

/* Bounds all leaves below a node. */
static double cell_node_support_bound(const fk_placed_cells *cells, uint32_t node, fk_vec3 n, fk_vec3 *at)
{
    fk_aabb box;
    fk_piece piece = fk_placed_cells_rough_piece(cells, node, &box);
    double support = cell_support_bound(&piece, n, at);
    bool is_leaf = cells->tree->node[node].child_count == 0;
    return is_leaf ? support : fk_add_upward(support, 4 * cells->margin + FK_BOUND_TINY);
}

typedef struct child_range {
    uint32_t next, end;
} child_range;

/* Descends to a leaf, at each node to the child with the largest bound. */
static void note_first_leaf(const fk_placed_cells *cells, support_search *c)
{
    uint32_t node = 0;
    fk_vec3 at = c->at;
    while (cells->tree->node[node].child_count > 0) {
        const fk_cell_node *parent = &cells->tree->node[node];
        double most = -INFINITY;
        for (uint32_t i = 0; i < parent->child_count; i++) {
            double support = cell_node_support_bound(cells, parent->first_child + i, c->n, &at);
            if (i == 0 || support > most) {
                most = support;
                node = parent->first_child + i;
            }
        }
    }
    c->best = cell_node_support_bound(cells, node, c->n, &c->at);
}

static double cell_tree_support_bound(const fk_prepared_collider *a, fk_vec3 n, fk_vec3 *at)
{
    fk_placed_cells cells = fk_placed_cells_refresh(&a->cells);
    const fk_cell_tree *tree = cells.tree;
    if (tree->level_count > LEVELS_MAX)
        return cell_node_support_bound(&cells, 0, n, at);
    fk_vec3 width = fk_vec3_sub(cells.box.max, cells.box.min);
    support_search c = {n, -INFINITY, -INFINITY, 0x1p-18 * fk_vec3_largest(width), *at};
    note_first_leaf(&cells, &c);
    child_range stack[LEVELS_MAX];
    uint32_t height = 0;
    stack[height++] = (child_range){0, 1};
    while (height > 0) {
        child_range *top = &stack[height - 1];
        uint32_t node = top->next++;
        if (top->next == top->end)
            height--;
        const fk_cell_node *cell = &tree->node[node];
        fk_vec3 where;
        double bound = cell_node_support_bound(&cells, node, n, &where);
        if (!should_open(&c, bound))
            continue;
        if (cell->child_count > 0) {
            stack[height++] = (child_range){cell->first_child, cell->first_child + cell->child_count};
        } else {
            c.best = bound;
            c.at = where;
        }
    }
    *at = c.at;
    return fk_larger(c.best, c.skipped);
}

/* ---- Directions ---------------------------------------------------------------------------------------- */

double fk_prepared_support(const fk_prepared_collider *a, fk_vec3 n, fk_vec3 *at)
{
    if (a->collider->kind == FK_COLLIDER_MESH)
        return mesh_support_bound(a, n, at);
    if (a->collider->kind == FK_COLLIDER_CELLS)
        return cell_tree_support_bound(a, n, at);
    double most = -INFINITY;
    for (uint32_t i = 0; i < a->collider->part_count; i++) {
        fk_vec3 where = *at;
        double support = piece_support_bound(&a->piece[i], n, &where);
        if (support > most) {
            most = support;
            *at = where;
        }
        if (!(support < INFINITY))
            return INFINITY;
    }
    return most;
}

static double finite_radius(const fk_prepared_collider *a)
{
    double radius = a->collider->sphere.radius;
    return fk_is_finite(radius) ? radius : 0;
}

/* Both bounds are rounded up, so a gap between them is real. Smooth pieces closer than 1e-12 of their size have an
 * undecided verdict; this function does not call them apart either, because a cache must not change verdicts. */
static bool test_separation(const fk_prepared_collider *a, const fk_prepared_collider *b, fk_vec3 n,
                            fk_vec3 *at_a, fk_vec3 *at_b)
{
    double end = fk_prepared_support(a, n, at_a), begin = -fk_prepared_support(b, fk_vec3_negate(n), at_b);
    if (!fk_is_finite(end) || !fk_is_finite(begin) || !fk_double_less(end, begin))
        return false;
    double size = fabs(end) + fabs(begin) + finite_radius(a) + finite_radius(b);
    return !(a->collider->has_smooth || b->collider->has_smooth) || begin - end > 0x1p-34 * size;
}

bool fk_prepared_separates(const fk_prepared_collider *a, const fk_prepared_collider *b, fk_vec3 direction)
{
    fk_vec3 at = {0, 0, 0};
    double size = fk_vec3_largest(direction);
    return fk_vec3_is_finite(direction) && size <= 1 && size > 0x1p-3 &&
           test_separation(a, b, direction, &at, &at);
}

/* A half-space is bounded along its normal only. */
static bool half_space_direction(const fk_prepared_collider *a, fk_vec3 *n)
{
    if (a->collider->kind != FK_COLLIDER_PIECES || a->piece[0].kind != FK_KIND_HALF_SPACE)
        return false;
    *n = a->piece[0].as.half.normal;
    *n = fk_vec3_scale(*n, fk_inverse_power(fk_vec3_exponent(*n) + 1));
    return true;
}

#define STEPS_MAX 12

bool fk_prepared_find_separation(const fk_prepared_collider *a, const fk_prepared_collider *b,
                                 fk_vec3 *direction)
{
    fk_vec3 n, at_a = fk_pose_apply(&a->pose, a->collider->obb.center),
               at_b = fk_pose_apply(&b->pose, b->collider->obb.center);
    bool is_half_a = half_space_direction(a, &n), is_half_b = !is_half_a && half_space_direction(b, &n);
    if (is_half_a || is_half_b) {
        *direction = is_half_a ? n : fk_vec3_negate(n);
        return fk_prepared_separates(a, b, *direction);
    }
    fk_vec3 v = fk_vec3_sub(at_b, at_a);
    for (int step = 0; step < STEPS_MAX; step++) {
        n = fk_vec3_unit(v);
        n = fk_vec3_scale(n, 0.5); /* so that no component exceeds 1 */
        if (!(fk_vec3_largest(n) > 0.25))
            return false;
        if (test_separation(a, b, n, &at_a, &at_b)) {
            *direction = n;
            return true;
        }
        fk_vec3 w = fk_vec3_sub(at_b, at_a), back = fk_vec3_sub(v, w);
        double along = fk_vec3_dot(v, back), square = fk_vec3_dot(back, back);
        if (!(along > 0x1p-30 * fk_vec3_dot(v, v)) || !(square > 0))
            return false;
        v = fk_vec3_sub(v, fk_vec3_scale(back, fk_smaller(along / square, 1)));
    }
    return false;
}
