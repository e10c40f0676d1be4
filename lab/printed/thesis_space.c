/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Algorithms 8 (a grid), 9 to 11 (an octree) and 2 (the smallest sphere) of the thesis: see thesis_paper.h. */

#include "peers/participant.h"
#include "printed/thesis_paper.h"

#include <math.h>
#include <stdlib.h>

bool thesis_balls_meet(const thesis_ball *a, const thesis_ball *b)
{
    int64_t far = 0, reach = (int64_t)a->r + b->r;
    for (int k = 0; k < 3; k++)
        far += ((int64_t)a->center[k] - b->center[k]) * ((int64_t)a->center[k] - b->center[k]);
    return far <= reach * reach;
}

bool thesis_boxes_meet(const thesis_ball *a, const thesis_ball *b, int dimensions)
{
    for (int k = 0; k < dimensions; k++)
        if (llabs((long long)a->center[k] - b->center[k]) > (long long)a->r + b->r)
            return false;
    return true;
}

/* ---- Algorithm 8 --------------------------------------------------------------------------------------- */

/* Cells with the objects whose minimal corners they contain; a frame of empty cells spares tests of the border. */
typedef struct paper_grid {
    const thesis_ball *box;
    int dimensions;
    int32_t cell, cells; /* along each axis, the frame included */
    uint32_t *first, *next;
    thesis_work work;
} paper_grid;

static int32_t cell_along(const paper_grid *g, uint32_t i, int axis)
{
    return axis < g->dimensions ? (g->box[i].center[axis] - g->box[i].r) / g->cell + 1 : 0;
}

static size_t cell_number(const paper_grid *g, const int32_t at[3])
{
    return (size_t)(at[0] + g->cells * (at[1] + (int64_t)g->cells * at[2]));
}

/* Objects of the own cell come in two orders: the later one tests the earlier. */
static void test_cell(paper_grid *g, uint32_t i, const int32_t at[3], bool is_own)
{
    for (uint32_t k = g->first[cell_number(g, at)]; k != FK_NONE; k = g->next[k]) {
        if (is_own && k >= i)
            continue;
        g->work.tests++;
        g->work.found += thesis_boxes_meet(&g->box[i], &g->box[k], g->dimensions);
    }
}

/* Whether object i overlaps the border of its cell along each axis where the offset leads to a higher one. */
static bool overlaps_borders(const paper_grid *g, uint32_t i, const int32_t at[3], const int offset[3])
{
    for (int k = 0; k < g->dimensions; k++)
        if (offset[k] > 0 && g->box[i].center[k] + g->box[i].r < at[k] * g->cell)
            return false;
    return true;
}

/* Offsets with a 1 first: half of all neighbours. Those of the print have no -1. */
static bool is_offset_tested(const int offset[3], bool is_right)
{
    int first = offset[0] != 0 ? offset[0] : offset[1] != 0 ? offset[1] : offset[2];
    bool has_less = offset[0] < 0 || offset[1] < 0 || offset[2] < 0;
    return is_right ? first >= 0 : !has_less;
}

/* Algorithm 8, line by line, for one object; `right`, `lower` and `far` are the next cells along x, y and z:
 *    2     test representative cell
 *    3-5   object overlaps right cell border: test right cell
 *    6-7   object overlaps lower cell border: test lower cell
 *    8-10  and the right one, too: test lower-right cell
 * In 3D the same again for the far cells. An object whose minimal corner lies lower along one axis and higher along another is
 * in none of these cells, nor is this object in one of those that the other looks at: the pair is lost. */
static void test_object(paper_grid *g, uint32_t i, bool is_right)
{
    int32_t at[3] = {cell_along(g, i, 0), cell_along(g, i, 1), cell_along(g, i, 2)};
    uint32_t cells = 0;
    for (int n = 0; n < (g->dimensions == 2 ? 9 : 27); n++) {
        int offset[3] = {n % 3 - 1, n / 3 % 3 - 1, g->dimensions == 2 ? 0 : n / 9 - 1};
        if (!is_offset_tested(offset, is_right) || !overlaps_borders(g, i, at, offset))
            continue;
        int32_t other[3] = {at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]};
        test_cell(g, i, other, offset[0] == 0 && offset[1] == 0 && offset[2] == 0);
        cells++;
    }
    g->work.most_cells = cells > g->work.most_cells ? cells : g->work.most_cells;
}

thesis_work thesis_grid(const thesis_ball *box, uint32_t count, int dimensions, int32_t cell, int32_t world,
                        bool is_right)
{
    paper_grid g = {box, dimensions, cell, (world - 1) / cell + 3, NULL, NULL, {0}};
    size_t room = (size_t)g.cells * (size_t)g.cells * (dimensions == 2 ? 1 : (size_t)g.cells);
    g.first = bench_allocate(room, sizeof *g.first);
    g.next = bench_allocate(count, sizeof *g.next);
    for (size_t i = 0; i < room; i++)
        g.first[i] = FK_NONE;
    for (uint32_t i = 0; i < count; i++) {
        size_t at =
            cell_number(&g, (int32_t[3]){cell_along(&g, i, 0), cell_along(&g, i, 1), cell_along(&g, i, 2)});
        g.next[i] = g.first[at];
        g.first[at] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        test_object(&g, i, is_right);
    free(g.first);
    free(g.next);
    return g.work;
}

/* ---- Algorithms 9 to 11 -------------------------------------------------------------------------------- */

/* A full tree: the children of node i are 8 i + 1 to 8 i + 8, as algorithm 9 makes them to the given depth. */
typedef struct paper_octree {
    const thesis_ball *ball;
    uint32_t nodes, inner;  /* all nodes; those with children */
    uint32_t *first, *next; /* objects of a node */
    uint32_t *ancestors, ancestor_count;
    bool is_right;
    thesis_work work;
} paper_octree;

/* Algorithm 10: down to the smallest node that contains the ball. A ball on the border of a child fits. */
static uint32_t find_octant(const paper_octree *t, const thesis_ball *ball, int32_t hw)
{
    int32_t center[3] = {0, 0, 0};
    uint32_t node = 0;
    for (; node < t->inner && hw > 1; hw /= 2) {
        uint32_t child = 0;
        for (int k = 0; k < 3; k++) {
            int32_t side = ball->center[k] < center[k] ? -hw / 2 : hw / 2;
            child |= (uint32_t)(side > 0) << k;
            if (abs(ball->center[k] - (center[k] + side)) + ball->r > hw / 2)
                return node;
        }
        for (int k = 0; k < 3; k++)
            center[k] += child >> k & 1 ? hw / 2 : -hw / 2;
        node = 8 * node + 1 + child;
    }
    return node;
}

/* Lines 4 to 11. */
static void test_octree_nodes(paper_octree *t, uint32_t ancestor, uint32_t node)
{
    for (uint32_t o1 = t->first[ancestor]; o1 != FK_NONE; o1 = t->next[o1])
        for (uint32_t o2 = t->first[node]; o2 != FK_NONE && o2 != o1; o2 = t->next[o2]) {
            t->work.tests++;
            t->work.found += thesis_balls_meet(&t->ball[o1], &t->ball[o2]);
        }
}

/* Algorithm 11, line by line:
 *    2     add tree to ancestors                 a static array, from which nothing is ever removed: it soon has all nodes
 *                                                that were visited, not only those above this one
 *    3     for i = 0 to size of ancestors        read as all of them
 *    4-11  o1 of ancestors[i] with o2 of tree; equal ones end the inner loop, so that each pair of a node comes once
 *   13-15  for i = 0 to 8: the children          read as eight; the print has nine
 * Made right, the node is removed from the array behind line 15. */
static void test_octree(paper_octree *t, uint32_t node)
{
    t->ancestors[t->ancestor_count++] = node;
    for (uint32_t i = 0; i < t->ancestor_count; i++)
        test_octree_nodes(t, t->ancestors[i], node);
    for (uint32_t i = 0; i < 8 && node < t->inner; i++)
        test_octree(t, 8 * node + 1 + i);
    t->ancestor_count -= t->is_right;
}

thesis_work thesis_octree(const thesis_ball *ball, uint32_t count, int hw, int depth, bool is_right)
{
    paper_octree t = {.ball = ball, .nodes = 1, .is_right = is_right};
    for (int level = 0; level < depth; level++) {
        t.inner = t.nodes;
        t.nodes = 8 * t.nodes + 1;
    }
    t.first = bench_allocate(t.nodes, sizeof *t.first);
    t.next = bench_allocate(count, sizeof *t.next);
    t.ancestors = bench_allocate(t.nodes, sizeof *t.ancestors);
    for (uint32_t i = 0; i < t.nodes; i++)
        t.first[i] = FK_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = find_octant(&t, &ball[i], (int32_t)1 << hw);
        t.next[i] = t.first[node];
        t.first[node] = i;
    }
    test_octree(&t, 0);
    free(t.first);
    free(t.next);
    free(t.ancestors);
    return t.work;
}

/* ---- Algorithm 2 --------------------------------------------------------------------------------------- */

typedef struct point_set {
    fk_vec3 point[64];
    int count;
} point_set;

/* Line 3: the smallest ball with up to four points on its sphere. Its center is p0 + the sum of x_i d_i over the differences d
 * to p0 with d_i . d_k x_i = d_k . d_k / 2, by Gauss. */
static fk_sphere sphere_of_support(const point_set *support)
{
    int n = support->count - 1;
    fk_vec3 d[3], center;
    double m[3][4];
    if (n < 0)
        return (fk_sphere){{0, 0, 0}, -1}; /* nothing is in it */
    for (int i = 0; i < n; i++)
        d[i] = fk_vec3_sub(support->point[i + 1], support->point[0]);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            m[i][k] = fk_vec3_dot(d[i], d[k]);
        m[i][3] = fk_vec3_dot(d[i], d[i]) / 2;
    }
    for (int i = 0; i < n; i++) /* the matrix is positive definite: no pivots are needed */
        for (int row = 0; row < n; row++) {
            double times = row == i ? 0 : m[row][i] / m[i][i];
            for (int k = 0; k < 4 && row != i; k++)
                m[row][k] -= times * m[i][k];
        }
    center = fk_vec3_make(0, 0, 0);
    for (int i = 0; i < n; i++)
        center = fk_vec3_add(center, fk_vec3_scale(d[i], m[i][3] / m[i][i]));
    return (fk_sphere){fk_vec3_add(support->point[0], center), sqrt(fk_vec3_dot(center, center))};
}

static bool sphere_contains(const fk_sphere *s, fk_vec3 p)
{
    fk_vec3 d = fk_vec3_sub(p, s->center);
    return s->radius >= 0 && sqrt(fk_vec3_dot(d, d)) <= s->radius * (1 + 1e-12); /* rounding of the sphere */
}

/* Algorithm 2, line by line:
 *    2-4   no points: the sphere of the support points
 *    5     i <- random index from points              lines 7 to 11 call it `index`
 *    6     actual <- minimalSphere(points, support)   the same call once more: it never returns; made right, the point is removed
 *                                                     first (line 11)
 *    7-9   actual contains points[index]: return it
 *   10-12  points[index] goes from points to support: return minimalSphere(points, support)
 * Sets are passed by value. Four points of support end it, too, which only matters where spheres are rounded. */
static bool minimal_sphere(point_set points, point_set support, bool is_right, int depth, fk_random *random,
                           fk_sphere *out)
{
    if (depth == 0)
        return false;
    if (points.count == 0 || support.count == 4) {
        *out = sphere_of_support(&support);
        return true;
    }
    int index = (int)fk_random_below(random, (uint64_t)points.count);
    fk_vec3 chosen = points.point[index];
    if (is_right)
        points.point[index] = points.point[--points.count];
    if (!minimal_sphere(points, support, is_right, depth - 1, random, out))
        return false;
    if (sphere_contains(out, chosen))
        return true;
    support.point[support.count++] = chosen;
    return minimal_sphere(points, support, is_right, depth - 1, random, out);
}

bool thesis_minimal_sphere(const fk_vec3 *point, int count, bool is_right, int limit, fk_random *random,
                           fk_sphere *out)
{
    point_set points = {.count = count}, support = {.count = 0};
    for (int i = 0; i < count; i++)
        points.point[i] = point[i];
    return minimal_sphere(points, support, is_right, limit, random, out);
}
