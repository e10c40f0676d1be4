/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The intersection of two triangles, as points.
 *
 * A corner is a vertex, or the point in which an edge from p to q crosses an edge or the plane of the other triangle. If h
 * and k are the distances of p and q from that line, projected along an axis, or from that plane, the point is (|k| p +
 * |h| q) / (|k| + |h|): exactly, in integers. It lies between finite doubles, so its coordinates round to finite ones.
 *
 * The order of the corners depends on the exact points alone. Rounding keeps the order of numbers, so exact comparisons are
 * needed only for those that are equal after it. Balls around the rounded corners, as large as the rounding, mostly decide
 * the orientation of three of them. */

#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/exact.h"
#include "mesh/mesh.h"
#include "pair/verdict/verdict.h"

static const int next_vertex[3] = {1, 2, 0};

/* ---- The point of a corner ----------------------------------------------------------------------------- */

static fk_rational_point vertex_point(fk_arena *arena, const fk_vec3 *vertex)
{
    return (fk_rational_point){fk_exact_vec3_from(arena, *vertex), fk_exact_from(arena, 1.0)};
}

/* The distance of a point from the line through two corners, projected along an axis; or from the plane of a triangle,
 * for axis 3. Scaled, and without its sign. */
static fk_exact absolute_height(fk_arena *arena, const fk_vec3 *const corner[3], int axis,
                                const fk_vec3 *point)
{
    uint32_t mark = arena->used;
    fk_exact_vec3 e = fk_exact_vec3_displacement(arena, *corner[0], *corner[1]),
                  g = fk_exact_vec3_displacement(arena, *corner[0], *point);
    fk_exact height;
    if (axis == 3) {
        fk_exact_vec3 n =
            fk_exact_vec3_cross(arena, e, fk_exact_vec3_displacement(arena, *corner[0], *corner[2]));
        height = fk_exact_vec3_dot(arena, n, g);
    } else {
        int y = next_vertex[axis], z = next_vertex[y];
        height = fk_exact_determinant(arena, fk_exact_vec3_get(e, y), fk_exact_vec3_get(g, z),
                                      fk_exact_vec3_get(e, z), fk_exact_vec3_get(g, y));
    }
    height.sign = height.sign != 0;
    return fk_exact_keep(arena, mark, height);
}

/* The point in which edge p q crosses the plane of three corners (axis 3), or the line of two, projected along an axis. */
static fk_rational_point edge_crossing_point(fk_arena *arena, const fk_vec3 *p, const fk_vec3 *q,
                                             const fk_vec3 *const corner[3], int axis)
{
    fk_exact h = absolute_height(arena, corner, axis, p), k = absolute_height(arena, corner, axis, q);
    fk_rational_point place;
    place.under = fk_exact_add(arena, h, k);
    fk_exact *const over[3] = {&place.over.x, &place.over.y, &place.over.z};
    for (int i = 0; i < 3; i++) {
        fk_exact x = fk_exact_from(arena, fk_vec3_get(*p, i)), y = fk_exact_from(arena, fk_vec3_get(*q, i));
        *over[i] = fk_exact_determinant(arena, k, x, fk_exact_negate(h), y);
    }
    return place;
}

fk_rational_point fk_triangles_corner_point(fk_arena *arena, const fk_vec3 a[3], const fk_vec3 b[3],
                                            fk_triangles_corner corner)
{
    if (corner.a.dimension == 0)
        return vertex_point(arena, &a[corner.a.index]);
    if (corner.b.dimension == 0)
        return vertex_point(arena, &b[corner.b.index]);
    bool is_edge_of_a = corner.a.dimension == 1;
    int edge = is_edge_of_a ? corner.a.index : corner.b.index;
    const fk_vec3 *c = is_edge_of_a ? a : b, *o = is_edge_of_a ? b : a;
    fk_triangle_feature other = is_edge_of_a ? corner.b : corner.a;
    const fk_vec3 *p = &c[edge], *q = &c[next_vertex[edge]];
    if (other.dimension == 2) {
        const fk_vec3 *const face[3] = {&o[0], &o[1], &o[2]};
        return edge_crossing_point(arena, p, q, face, 3);
    }
    const fk_vec3 *const line[3] = {&o[other.index], &o[next_vertex[other.index]], NULL};
    int axis = 0;
    while (axis < 2 && fk_orient2d(line[0], line[1], p, axis) == 0)
        axis++;
    return edge_crossing_point(arena, p, q, line, axis);
}

static double without_sign_of_zero(double x)
{
    return fk_sign_of(x) == 0 ? 0.0 : x;
}

FK_OWN_FRAME static fk_vec3 rounded_corner(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_corner corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_rational_point place = fk_triangles_corner_point(&arena, a, b, corner);
    double x[3];
    for (int i = 0; i < 3; i++) {
        fk_fraction fraction = {fk_exact_vec3_get(place.over, i), place.under};
        x[i] = fk_fraction_nearest(&arena, fraction);
    }
    return fk_vec3_make(x[0], x[1], x[2]);
}

/* Each coordinate rounded to the nearest double, never -0. */
static fk_vec3 corner_point(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_corner corner)
{
    if (corner.a.dimension > 0 && corner.b.dimension > 0)
        return rounded_corner(a, b, corner);
    fk_vec3 v = corner.a.dimension == 0 ? a[corner.a.index] : b[corner.b.index];
    return fk_vec3_make(without_sign_of_zero(v.x), without_sign_of_zero(v.y), without_sign_of_zero(v.z));
}

/* ---- The order of the corners -------------------------------------------------------------------------- */

/* Corners, exact and rounded. */
typedef struct corner_list {
    const fk_vec3 *a, *b;
    const fk_triangles_corner *exact;
    const fk_vec3 *rounded;
} corner_list;

FK_OWN_FRAME static int compare_corners_exactly(const corner_list *c, uint32_t i, uint32_t j)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_rational_point p = fk_triangles_corner_point(&arena, c->a, c->b, c->exact[i]);
    fk_rational_point q = fk_triangles_corner_point(&arena, c->a, c->b, c->exact[j]);
    int order = 0;
    for (int axis = 0; axis < 3 && order == 0; axis++)
        order = fk_exact_determinant(&arena, fk_exact_vec3_get(p.over, axis), q.under,
                                     fk_exact_vec3_get(q.over, axis), p.under)
                    .sign;
    return order;
}

/* The sign of the order of two corners, by x, then y, then z. */
static int compare_corners(const corner_list *c, uint32_t i, uint32_t j)
{
    int order = 0;
    for (int axis = 0; axis < 3 && order == 0; axis++) {
        order = fk_double_order(fk_vec3_get(c->rounded[i], axis), fk_vec3_get(c->rounded[j], axis));
        if (order == 0)
            return compare_corners_exactly(c, i, j);
    }
    return order;
}

/* Homogeneous coordinates of a point projected along an axis. */
typedef struct homogeneous {
    fk_exact x, y, w;
} homogeneous;

static homogeneous project_corner(fk_arena *arena, const corner_list *c, uint32_t i, int axis)
{
    fk_rational_point p = fk_triangles_corner_point(arena, c->a, c->b, c->exact[i]);
    int y = next_vertex[axis];
    return (homogeneous){fk_exact_vec3_get(p.over, y), fk_exact_vec3_get(p.over, next_vertex[y]), p.under};
}

FK_OWN_FRAME static int orient_exactly(const corner_list *c, const uint32_t index[3], int axis)
{
    fk_arena arena;
    fk_arena_init(&arena);
    homogeneous p = project_corner(&arena, c, index[0], axis), q = project_corner(&arena, c, index[1], axis),
                r = project_corner(&arena, c, index[2], axis);
    fk_exact x = fk_exact_mul(&arena, p.x, fk_exact_determinant(&arena, q.y, r.w, q.w, r.y));
    fk_exact y = fk_exact_mul(&arena, p.y, fk_exact_determinant(&arena, q.w, r.x, q.x, r.w));
    fk_exact w = fk_exact_mul(&arena, p.w, fk_exact_determinant(&arena, q.x, r.y, q.y, r.x));
    return fk_exact_add(&arena, fk_exact_add(&arena, x, y), w).sign;
}

/* A rounded coordinate is off by half a unit in the last place. */
static fk_ball rounded_ball(double x, double scale)
{
    fk_ball ball = {x * scale, 0};
    ball.rad = fabs(ball.mid) * 0x1p-52 + FK_BALL_TINY;
    return ball;
}

/* The orientation of three corners, projected along an axis. */
static int orient_corners(const corner_list *c, const uint32_t index[3], int axis)
{
    int top = -1023, y = next_vertex[axis], z = next_vertex[y];
    for (int i = 0; i < 3; i++) {
        int exponent = fk_vec3_exponent(c->rounded[index[i]]);
        top = exponent > top ? exponent : top;
    }
    double scale = fk_ball_scale(top);
    fk_ball at[3][2];
    for (int i = 0; i < 3; i++) {
        at[i][0] = rounded_ball(fk_vec3_get(c->rounded[index[i]], y), scale);
        at[i][1] = rounded_ball(fk_vec3_get(c->rounded[index[i]], z), scale);
    }
    fk_ball product = fk_ball_mul(fk_ball_sub(at[1][0], at[0][0]), fk_ball_sub(at[2][1], at[0][1]));
    fk_ball other = fk_ball_mul(fk_ball_sub(at[1][1], at[0][1]), fk_ball_sub(at[2][0], at[0][0]));
    int sign = fk_ball_sign(fk_ball_sub(product, other));
    return sign != FK_UNSURE ? sign : orient_exactly(c, index, axis);
}

/* The first corner in the order of coordinates comes first; the others follow counterclockwise, seen from the positive end
 * of the first axis along which the polygon has area. */
static void sort_polygon(const corner_list *c, uint32_t count, int axis, uint32_t order[])
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = 1; i < count; i++)
        if (compare_corners(c, i, order[0]) < 0) {
            order[i] = order[0];
            order[0] = i;
        }
    for (uint32_t i = 2; i < count; i++)
        for (uint32_t k = i; k > 1; k--) {
            uint32_t index[3] = {order[0], order[k - 1], order[k]};
            if (orient_corners(c, index, axis) > 0)
                break;
            order[k] = index[1];
            order[k - 1] = index[2];
        }
}

void fk_triangles_intersect(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_common *out)
{
    static const fk_triangles_common none;
    fk_triangles_shared set;
    fk_triangles_features(a, b, &set);
    fk_vec3 point[FK_TRIANGLES_POINTS];
    uint32_t order[FK_TRIANGLES_POINTS];
    for (uint32_t i = 0; i < set.count; i++)
        point[i] = corner_point(a, b, set.corner[i]);
    corner_list c = {a, b, set.corner, point};
    sort_polygon(&c, set.count, set.is_coplanar ? fk_triangle_area_axis(a) : 0, order);
    *out = none;
    out->verdict = set.verdict;
    out->count = set.count;
    for (uint32_t i = 0; i < set.count; i++)
        out->point[i] = point[order[i]];
}
