/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Floating-point bounds of the times at which two primitives meet, one of which is translated.
 *
 * a + t v meets b only if, for every direction n, the least n.(q - p) over points q of b and p of a is at most t n.v,
 * and the greatest is at least that. So each n clips the times to an interval. The separating axes of convex
 * polyhedra (the face normals of both, and the cross products of an edge of each) clip it to the exact times; the
 * cross products of an edge and v, along which nothing moves, show that two primitives pass each other. Every n is
 * valid, so rounding of n does not matter.
 *
 * Errors, with u = 2^-52, in every rounding mode: points are relative to the first corner of b, which rounds by u of
 * the difference; corners of cells are sums, which round by 3 u of their terms; a product n.x rounds by 3 u |n| |x|,
 * with the sum of sizes for |n| and the largest one for |x|. The constants below are at least twice what that needs.
 * TINY exceeds all that is flushed to zero. Displacements are between 2^-200 and 2^200, and other numbers are below
 * 2^200, so nothing overflows; larger ones are not bounded. NaN fails in every comparison, and clips nothing. */

#include <math.h>

#include "base/vec3.h"
#include "motion/first_contact.h"
#include "shape/vertices.h"

#define TINY 0x1p-1000
#define MOST 0x1p200

void fk_translation_make(const fk_vec3 term[8], fk_translation *out)
{
    fk_displacement_make(term, FK_DISPLACEMENT_TERMS, &out->exact);
    const fk_ball_vec3 *ball = &out->exact.ball;
    double unit = 1 / out->exact.scale;
    out->rounded = fk_vec3_make(ball->x.mid * unit, ball->y.mid * unit, ball->z.mid * unit);
    out->size = fk_vec3_largest(out->rounded);
    out->is_out_of_range = !(out->size > 1 / MOST && out->size < MOST);
    for (int axis = 0; axis < 3; axis++) {
        out->rests[axis] = true;
        for (uint32_t i = 0; i < out->exact.count; i++)
            out->rests[axis] = out->rests[axis] && fk_sign_of(fk_vec3_get(out->exact.term[i], axis)) == 0;
    }
}

/* Clips times to those t from 0 to 1 with lo <= t * r <= hi for some r within `error` of `rate`; false if there are
 * none. */
static bool clip_translation_times(fk_interval *times, double lo, double hi, double rate, double error)
{
    if (rate < 0) {
        double other = -lo;
        lo = -hi;
        hi = other;
        rate = -rate;
    }
    error = error * (1 + 0x1p-40) + TINY;
    double most = (rate + error) * (1 + 0x1p-50), least = (rate - error) * (1 - 0x1p-50);
    if (lo > 0) {
        double first = lo / most * (1 - 0x1p-50);
        if (first > TINY && first > times->lo)
            times->lo = first;
    }
    if (hi < 0 && (least >= 0 || hi < -error))
        return false;
    if (hi >= 0 && least > 0x1p-900) {
        double last = hi / least * (1 + 0x1p-50) + TINY;
        if (last < times->hi)
            times->hi = last;
    }
    return !(times->lo > times->hi);
}

bool fk_translation_clip_boxes(const fk_translation *move, const fk_aabb *a, const fk_aabb *b,
                               fk_interval *times)
{
    if (move->is_out_of_range)
        return true;
    for (int i = 0; i < 3; i++) {
        double lo = fk_vec3_get(b->min, i) - fk_vec3_get(a->max, i);
        double hi = fk_vec3_get(b->max, i) - fk_vec3_get(a->min, i);
        lo -= fabs(lo) * 0x1p-50 + TINY;
        hi += fabs(hi) * 0x1p-50 + TINY;
        if (!clip_translation_times(times, lo, hi, fk_vec3_get(move->rounded, i), move->size * 0x1p-49))
            return false;
    }
    return true;
}

/* ---- Sides of an axis ---------------------------------------------------------------------------------- */

/* The corners of points, segments and triangles; NULL for other kinds. */
static const fk_vec3 *listed_corners(const fk_piece *piece, uint32_t *count)
{
    *count = piece->kind == FK_KIND_POINT ? 1 : piece->kind == FK_KIND_SEGMENT ? 2 : 3;
    bool has_corners =
        piece->kind == FK_KIND_POINT || piece->kind == FK_KIND_SEGMENT || piece->kind == FK_KIND_TRIANGLE;
    return has_corners ? piece->as.triangle : NULL;
}

static fk_interval coordinate_range(const fk_vec3 *corner, uint32_t count, int axis)
{
    double first = fk_vec3_get(corner[0], axis);
    fk_interval range = {first, first};
    for (uint32_t i = 1; i < count; i++) {
        range.lo = fk_double_least(range.lo, fk_vec3_get(corner[i], axis));
        range.hi = fk_double_greatest(range.hi, fk_vec3_get(corner[i], axis));
    }
    return range;
}

bool fk_translation_only_touches(const fk_translation *move, const fk_piece *a, const fk_piece *b,
                                 bool *misses)
{
    uint32_t count_a, count_b;
    const fk_vec3 *corner_a = listed_corners(a, &count_a), *corner_b = listed_corners(b, &count_b);
    bool touches = false;
    *misses = false;
    for (int axis = 0; axis < 3 && corner_a != NULL && corner_b != NULL; axis++) {
        if (!move->rests[axis])
            continue;
        fk_interval x = coordinate_range(corner_a, count_a, axis),
                    y = coordinate_range(corner_b, count_b, axis);
        int below = fk_double_order(x.hi, y.lo), above = fk_double_order(x.lo, y.hi);
        touches = touches || below <= 0 || above >= 0;
        *misses = *misses || below < 0 || above > 0;
    }
    return touches;
}

/* ---- Sides of an axis, for nodes ----------------------------------------------------------------------- */

void fk_node_ranges_init(const fk_bvh *bvh, fk_node_ranges *out)
{
    bool is_mesh = bvh->kind == FK_COLLIDER_MESH;
    *out = (fk_node_ranges){bvh, is_mesh ? (size_t)bvh->mesh->tree->node_count * FK_TREE_WIDTH + 1 : 0, NULL};
}

void fk_node_ranges_free(fk_context *context, fk_node_ranges *ranges)
{
    fk_release(context, ranges->node, ranges->count * 3 * sizeof *ranges->node);
}

static const fk_interval no_range = {INFINITY, -INFINITY};

static bool allocate_ranges(fk_context *context, fk_node_ranges *ranges)
{
    if (ranges->node != NULL)
        return true;
    ranges->node = fk_allocate(context, ranges->count * 3 * sizeof *ranges->node);
    for (size_t i = 0; ranges->node != NULL && i < 3 * ranges->count; i++)
        ranges->node[i] = no_range;
    return ranges->node != NULL;
}

/* The range of a node along an axis. Those of nodes that are no leaves are kept: the root is the last one. */
static fk_interval find_node_range(fk_node_ranges *ranges, fk_bvh_node node, int axis)
{
    if (fk_bvh_is_leaf(ranges->bvh, node)) {
        fk_piece piece;
        fk_bvh_piece(ranges->bvh, node, &piece);
        return coordinate_range(piece.as.triangle, 3, axis);
    }
    size_t number = node == fk_bvh_root(ranges->bvh) ? ranges->count - 1 : (size_t)node;
    fk_interval *range = &ranges->node[3 * number + (size_t)axis];
    if (range->lo > range->hi) {
        uint32_t count;
        fk_bvh_node first = fk_bvh_children(ranges->bvh, node, &count);
        for (uint32_t i = 0; i < count; i++) {
            fk_interval child = find_node_range(ranges, first + i, axis);
            range->lo = fk_double_least(range->lo, child.lo);
            range->hi = fk_double_greatest(range->hi, child.hi);
        }
    }
    return *range;
}

fk_status fk_translation_nodes_only_touch(fk_context *context, const fk_translation *move, fk_node_ranges *a,
                                          fk_bvh_node node_a, fk_node_ranges *b, fk_bvh_node node_b,
                                          bool *out)
{
    *out = false;
    if (a->count == 0 || b->count == 0)
        return FK_OK;
    if (!allocate_ranges(context, a) || !allocate_ranges(context, b))
        return FK_ERROR_MEMORY;
    for (int axis = 0; axis < 3 && !*out; axis++) {
        if (!move->rests[axis])
            continue;
        fk_interval x = find_node_range(a, node_a, axis), y = find_node_range(b, node_b, axis);
        *out = fk_double_order(x.hi, y.lo) <= 0 || fk_double_order(x.lo, y.hi) >= 0;
    }
    return FK_OK;
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* A piece with few corners. */
typedef struct polytope {
    uint32_t corner_count, edge_count, face_count;
    fk_vec3 corner[FK_VERTEX_MAX]; /* relative to the first corner of b */
    fk_vec3 edge[6], face[4];
} polytope;

typedef struct polytope_pair {
    polytope a, b;
    double size;     /* bounds the coordinates of corners */
    double rounding; /* bounds their errors */
} polytope_pair;

/* A corner as the rounded sum of its terms. *sums becomes the largest sum of sizes, over corners of several terms. */
static fk_vec3 corner_sum(const fk_piece *piece, uint32_t vertex, double *sums)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_terms(piece, vertex, term);
    fk_vec3 sum = term[0];
    double size = fk_vec3_largest(sum);
    for (uint32_t i = 1; i < count; i++) {
        sum = fk_vec3_add(sum, term[i]);
        size += fk_vec3_largest(term[i]);
    }
    if (count > 1)
        *sums = fk_larger(*sums, size);
    return sum;
}

static void add_face_normal(polytope *f, fk_vec3 u, fk_vec3 v)
{
    f->face[f->face_count++] = fk_vec3_cross(u, v);
}

static void add_edge_vector(polytope *f, uint32_t from, uint32_t to)
{
    f->edge[f->edge_count++] = fk_vec3_sub(f->corner[to], f->corner[from]);
}

static void list_polytope_features(fk_kind kind, polytope *f)
{
    const fk_vec3 *e = f->edge;
    if (kind == FK_KIND_BOX) {
        for (uint32_t k = 0; k < 3; k++)
            add_edge_vector(f, 0, 1u << k);
        for (int k = 0; k < 3; k++)
            add_face_normal(f, e[k], e[(k + 1) % 3]);
        return;
    }
    for (uint32_t i = 1; i < f->corner_count; i++)
        for (uint32_t k = 0; k < i; k++)
            add_edge_vector(f, k, i);
    if (f->corner_count >= 3) /* edges 0 1, 0 2, 1 2 */
        add_face_normal(f, e[0], e[1]);
    if (f->corner_count == 4) { /* and 0 3, 1 3, 2 3 */
        add_face_normal(f, e[0], e[3]);
        add_face_normal(f, e[1], e[3]);
        add_face_normal(f, e[2], e[4]);
    }
}

static bool has_features(fk_kind kind)
{
    return kind == FK_KIND_POINT || kind == FK_KIND_SEGMENT || kind == FK_KIND_TRIANGLE ||
           kind == FK_KIND_TETRA || kind == FK_KIND_BOX;
}

static bool make_polytopes(const fk_piece *a, const fk_piece *b, polytope_pair *out)
{
    if (!has_features(a->kind) || !has_features(b->kind))
        return false;
    double sums = 0;
    fk_vec3 origin = corner_sum(b, 0, &sums);
    out->size = 0;
    for (int k = 0; k < 2; k++) {
        const fk_piece *piece = k == 0 ? a : b;
        polytope *f = k == 0 ? &out->a : &out->b;
        f->edge_count = f->face_count = 0;
        f->corner_count = fk_piece_vertex_count(piece);
        for (uint32_t i = 0; i < f->corner_count; i++) {
            f->corner[i] = fk_vec3_sub(corner_sum(piece, i, &sums), origin);
            out->size = fk_larger(out->size, fk_vec3_largest(f->corner[i]));
        }
        list_polytope_features(piece->kind, f);
    }
    out->rounding = out->size * 0x1p-50 + sums * 0x1p-49 + TINY;
    return sums < MOST && out->size < MOST;
}

static fk_interval project_corners(const polytope *f, fk_vec3 n)
{
    double first = fk_vec3_dot(n, f->corner[0]);
    fk_interval range = {first, first};
    for (uint32_t i = 1; i < f->corner_count; i++) {
        double x = fk_vec3_dot(n, f->corner[i]);
        range.lo = fk_smaller(range.lo, x);
        range.hi = fk_larger(range.hi, x);
    }
    return range;
}

typedef struct clip_task {
    const polytope_pair *polytopes;
    const fk_translation *move;
    fk_interval *times;
} clip_task;

static bool clip_along(const clip_task *c, fk_vec3 n)
{
    double sum = fabs(n.x) + fabs(n.y) + fabs(n.z);
    fk_interval a = project_corners(&c->polytopes->a, n), b = project_corners(&c->polytopes->b, n);
    double error = sum * (c->polytopes->size * 0x1p-48 + 4 * c->polytopes->rounding) + TINY;
    return clip_translation_times(c->times, b.lo - a.hi - error, b.hi - a.lo + error,
                                  fk_vec3_dot(n, c->move->rounded), sum * c->move->size * 0x1p-48);
}

/* Clips along the face normals of one piece, and across its edges and the translation. */
static bool clip_by_polytope(const clip_task *c, const polytope *f)
{
    for (uint32_t i = 0; i < f->face_count; i++)
        if (!clip_along(c, f->face[i]))
            return false;
    for (uint32_t i = 0; i < f->edge_count; i++)
        if (!clip_along(c, fk_vec3_cross(f->edge[i], c->move->rounded)))
            return false;
    return true;
}

bool fk_translation_clip_pieces(const fk_translation *move, const fk_piece *a, const fk_piece *b,
                                fk_interval *times)
{
    polytope_pair polytopes;
    if (move->is_out_of_range || !make_polytopes(a, b, &polytopes))
        return true;
    clip_task c = {&polytopes, move, times};
    if (!clip_by_polytope(&c, &polytopes.a) || !clip_by_polytope(&c, &polytopes.b))
        return false;
    for (uint32_t i = 0; i < polytopes.a.edge_count; i++)
        for (uint32_t k = 0; k < polytopes.b.edge_count; k++)
            if (!clip_along(&c, fk_vec3_cross(polytopes.a.edge[i], polytopes.b.edge[k])))
                return false;
    return true;
}
