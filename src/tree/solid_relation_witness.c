/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Points in a convex piece, as witnesses of its relation to a solid: for solid_relation_piece.c.
 *
 * The search for points is in floating point and proves nothing. What they prove is decided exactly:
 * fk_pair_verdict decides whether they are in the piece, fk_placed_winding whether they are in the solid. */

#include "base/vec3.h"
#include "pair/answer/answer.h"
#include "pair/measure/measure.h"
#include "shape/vertices.h"
#include "tree/solid_relation.h"
#include "tree/tree.h"

/* ---- Testing a point ----------------------------------------------------------------------------------- */

static fk_verdict point_verdict(const fk_witness_points *points, fk_vec3 point)
{
    fk_piece p = fk_piece_point(point);
    return fk_pair_verdict(&p, points->piece);
}

/* 1: in the solid, 0: not, -1: on a triangle. */
static int solid_state(const fk_witness_points *points, fk_vec3 point)
{
    int64_t winding;
    if (!fk_placed_winding(points->a, point, &winding))
        return -1;
    return winding != 0;
}

/* The state of a point of the piece in the solid; -1 if it is not in the piece or on a triangle. A point on
 * the surface of the piece has the same state as inner points near it, since no triangle is near. */
static int solid_state_in_piece(const fk_witness_points *points, fk_vec3 point)
{
    fk_verdict verdict = fk_vec3_is_finite(point) ? point_verdict(points, point) : FK_APART;
    return verdict == FK_TOUCHING || verdict == FK_OVERLAPPING ? solid_state(points, point) : -1;
}

static void test_point(fk_witness_points *points, fk_vec3 point)
{
    int state = solid_state_in_piece(points, point);
    if (state == 1 && !points->has_inner) {
        points->has_inner = true;
        points->inner = point;
    }
    if (state == 0 && !points->has_outer) {
        points->has_outer = true;
        points->outer = point;
    }
}

static bool has_both_points(const fk_witness_points *points)
{
    return points->has_inner && points->has_outer;
}

/* ---- Initial points ------------------------------------------------------------------------------------ */

static bool is_bounded_piece(const fk_witness_points *points)
{
    return points->piece->kind != FK_KIND_HALF_SPACE;
}

void fk_witness_points_init(fk_witness_points *points, const fk_placed_mesh *a, const fk_piece *piece)
{
    points->a = a;
    points->piece = piece;
    points->has_inner = points->has_outer = false;
    points->inner = points->outer = points->center = fk_vec3_make(0, 0, 0);
    if (!is_bounded_piece(points))
        return;
    fk_support_bodies_init(&points->bodies, piece, piece);
    points->bodies.a.whole = true;
    fk_support_shrink(&points->bodies.a, 0.5);
    points->center = fk_support_to_world(&points->bodies.a, points->bodies.a.center);
}

/* The approximate support point along n of the piece shrunk by a factor. */
static fk_vec3 shrunk_support(fk_witness_points *points, fk_vec3 n, double factor)
{
    fk_support_body *body = &points->bodies.a;
    body->factor = factor;
    return fk_support_to_world(body, fk_support_find(body, n).point);
}

int fk_witness_points_piece_inside(fk_witness_points *points)
{
    if (!is_bounded_piece(points))
        return 0; /* it is unbounded, the solid is not */
    fk_vec3 place[3] = {points->center, points->bodies.a.anchor, points->center};
    if (points->piece->kind == FK_KIND_HULL)
        place[2] = fk_points_at(&points->piece->as.hull, points->piece->as.hull.count - 1);
    for (int i = 0; i < 3; i++) {
        int state = solid_state_in_piece(points, place[i]);
        if (state >= 0) {
            points->inner = place[i];
            return state;
        }
    }
    return -1;
}

/* ---- Beside a triangle --------------------------------------------------------------------------------- */

/* A triangle in doubles, relative to its first corner, in a unit of its size. */
typedef struct triangle_frame {
    fk_vec3 origin;
    double unit, inverse;
    fk_vec3 e, f, n; /* edges from there, and their cross product */
} triangle_frame;

static triangle_frame make_triangle_frame(const fk_vec3 corner[3])
{
    triangle_frame t;
    fk_vec3 e = fk_vec3_sub(corner[1], corner[0]), f = fk_vec3_sub(corner[2], corner[0]);
    t.origin = corner[0];
    t.inverse = fk_inverse_power(fk_exponent_of(fk_larger(fk_vec3_largest(e), fk_vec3_largest(f))));
    t.unit = 1 / t.inverse;
    t.e = fk_vec3_scale(e, t.inverse);
    t.f = fk_vec3_scale(f, t.inverse);
    t.n = fk_vec3_cross(t.e, t.f);
    return t;
}

/* Clips an interval of t to where the linear function u + t v is not negative. */
static void clip_interval(double u, double v, double *low, double *high)
{
    if (v > 0)
        *low = fk_larger(*low, -u / v);
    if (v < 0)
        *high = fk_smaller(*high, -u / v);
}

/* The longest displacement, in lengths of the direction; displacements below 2^-46 of it are not searched. */
#define LONGEST_DISPLACEMENT 4.0

/* The approximate distance from a point of the piece to its boundary along a direction: never too long, at
 * most an eighth too short. It tests points along the way. A ray cast would take as long, and only a center
 * is needed. */
static double exit_distance(const fk_witness_points *points, fk_vec3 point, fk_vec3 direction)
{
    double within = 0, step = LONGEST_DISPLACEMENT;
    for (int left = 4; left > 0 && step > LONGEST_DISPLACEMENT * 0x1p-48; step *= 0.5) {
        fk_vec3 place = fk_vec3_add(point, fk_vec3_scale(direction, within + step));
        fk_verdict verdict = fk_vec3_is_finite(place) ? point_verdict(points, place) : FK_APART;
        bool is_within = verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
        within += is_within ? step : 0;
        left -= within > 0;
    }
    return within;
}

/* Moves r, a common point of a triangle and the piece, to the center of their intersection along a
 * direction. */
static void move_to_center(const fk_witness_points *points, const triangle_frame *t, fk_vec3 d, fk_vec3 *r)
{
    double low = -LONGEST_DISPLACEMENT, high = LONGEST_DISPLACEMENT, area = fk_vec3_dot(t->n, t->n);
    double u[2] = {fk_vec3_dot(t->n, fk_vec3_cross(*r, t->f)), fk_vec3_dot(t->n, fk_vec3_cross(t->e, *r))};
    double v[2] = {fk_vec3_dot(t->n, fk_vec3_cross(d, t->f)), fk_vec3_dot(t->n, fk_vec3_cross(t->e, d))};
    clip_interval(u[0], v[0], &low, &high);
    clip_interval(u[1], v[1], &low, &high);
    clip_interval(area - u[0] - u[1], -v[0] - v[1], &low, &high);
    fk_vec3 point = fk_vec3_add(t->origin, fk_vec3_scale(*r, t->unit)),
            displacement = fk_vec3_scale(d, t->unit);
    high = fk_smaller(high, exit_distance(points, point, displacement));
    low = fk_larger(low, -exit_distance(points, point, fk_vec3_negate(displacement)));
    if (high > low)
        *r = fk_vec3_add(*r, fk_vec3_scale(d, 0.5 * low + 0.5 * high));
}

/* Tests points along a displacement, ever closer to its start. */
static void test_along(fk_witness_points *points, fk_vec3 from, fk_vec3 displacement)
{
    static const double fraction[] = {0x1p-2, 0x1p-5, 0x1p-10, 0x1p-18, 0x1p-28, 0x1p-38, 0x1p-46};
    for (size_t i = 0; i < sizeof fraction / sizeof *fraction && !has_both_points(points); i++)
        test_point(points, fk_vec3_add(from, fk_vec3_scale(displacement, fraction[i])));
}

/* Tests points on both sides of the triangle, around the center of the intersection. */
static void test_around_center(fk_witness_points *points, const triangle_frame *t, fk_vec3 common)
{
    fk_vec3 r = fk_vec3_scale(fk_vec3_sub(common, t->origin), t->inverse);
    for (int round = 0; round < 2; round++) {
        fk_vec3 middle = fk_vec3_scale(fk_vec3_add(t->e, t->f), 1.0 / 3);
        move_to_center(points, t, fk_vec3_sub(middle, r), &r);
        move_to_center(points, t, t->e, &r);
        move_to_center(points, t, t->f, &r);
    }
    common = fk_vec3_add(t->origin, fk_vec3_scale(r, t->unit));
    fk_vec3 up = fk_vec3_scale(fk_vec3_unit(t->n), t->unit);
    test_along(points, common, up);
    test_along(points, common, fk_vec3_negate(up));
}

/* The triangle shrunk by a factor about its centroid. */
static fk_piece shrunk_triangle(const triangle_frame *t, double factor)
{
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(t->e, t->f), 1.0 / 3), zero = {0, 0, 0};
    const fk_vec3 corner[3] = {zero, t->e, t->f};
    fk_vec3 made[3];
    for (int k = 0; k < 3; k++) {
        fk_vec3 r = fk_vec3_add(middle, fk_vec3_scale(fk_vec3_sub(corner[k], middle), factor));
        made[k] = fk_vec3_add(t->origin, fk_vec3_scale(r, t->unit));
    }
    return fk_piece_triangle(made[0], made[1], made[2]);
}

/* Tests displacements from a common point inside the triangle to points inside the piece, on both sides. That
 * works even if the common point is a corner of the intersection. */
static void test_shrunk_triangle(fk_witness_points *points, const triangle_frame *t, double factor)
{
    fk_piece inner = shrunk_triangle(t, factor);
    fk_pair_query query = fk_pair_query_default(&inner, points->piece);
    query.want = FK_PART_POINT;
    fk_answer answer;
    if (fk_pair_answer_exact(&query, &answer) != FK_OK || (answer.filled & FK_PART_POINT) == 0)
        return;
    fk_vec3 n = fk_vec3_unit(t->n);
    for (int sign = 1; sign >= -1 && is_bounded_piece(points); sign -= 2)
        for (int i = 0; i < 2; i++) {
            fk_vec3 target = shrunk_support(points, fk_vec3_scale(n, sign), i == 0 ? 0.75 : 1 - 0x1p-10);
            test_along(points, answer.point, fk_vec3_sub(target, answer.point));
        }
    test_around_center(points, t, answer.point);
}

void fk_witness_points_try_beside(fk_witness_points *points, const fk_vec3 corner[3], fk_vec3 common)
{
    static const double factor[] = {0.5, 1 - 0x1p-3, 1 - 0x1p-6, 1 - 0x1p-12, 1 - 0x1p-24, 1 - 0x1p-36};
    if (is_bounded_piece(points)) {
        test_point(points, points->center);
        test_point(points, points->bodies.a.anchor);
    }
    triangle_frame t = make_triangle_frame(corner);
    test_around_center(points, &t, common);
    for (size_t i = 0; i < sizeof factor / sizeof *factor && !has_both_points(points); i++)
        test_shrunk_triangle(points, &t, factor[i]);
}

/* The point of a segment nearest to the center of the piece, up to rounding. */
static fk_vec3 nearest_to_center(const fk_witness_points *points, fk_vec3 from, fk_vec3 to)
{
    fk_vec3 along = fk_vec3_sub(to, from);
    double share = fk_vec3_dot(fk_vec3_sub(points->center, from), along) / fk_vec3_dot(along, along);
    return fk_vec3_add(from, fk_vec3_scale(along, fk_larger(fk_smaller(share, 1), 0)));
}

void fk_witness_points_try_crossing(fk_witness_points *points, const fk_vec3 t[3], const fk_vec3 u[3])
{
    fk_triangles_common common;
    fk_triangles_intersect(t, u, &common);
    if (common.count < 2 || !is_bounded_piece(points))
        return;
    fk_vec3 line = fk_vec3_unit(fk_vec3_sub(common.point[1], common.point[0]));
    fk_vec3 in_t = fk_vec3_cross(fk_vec3_unit(make_triangle_frame(t).n), line),
            in_u = fk_vec3_cross(fk_vec3_unit(make_triangle_frame(u).n), line);
    fk_vec3 middle = nearest_to_center(points, common.point[0], common.point[1]);
    double size = points->bodies.a.extent / points->bodies.a.scale;
    for (double share = 0x1p-3; share > 0x1p-40 && !points->has_outer; share *= 0x1p-6)
        for (int i = 0; i < 4; i++) {
            fk_vec3 aside = fk_vec3_scale(in_t, i & 1 ? share * size : -share * size);
            aside = fk_vec3_add(aside, fk_vec3_scale(in_u, i & 2 ? share * size : -share * size));
            test_point(points, fk_vec3_add(middle, aside));
        }
}

bool fk_witness_points_try_center(fk_witness_points *points)
{
    if (is_bounded_piece(points))
        test_point(points, points->center);
    return points->has_inner;
}

/* Moves from the common point into the piece, and from there to both sides of the triangle. */
bool fk_witness_points_try_near(fk_witness_points *points, const fk_vec3 corner[3], fk_vec3 common)
{
    static const double fraction[] = {0x1p-2, 0x1p-5, 0x1p-10};
    triangle_frame t = make_triangle_frame(corner);
    fk_vec3 n = fk_vec3_unit(t.n), in = fk_vec3_sub(points->center, common);
    if (!is_bounded_piece(points))
        in = fk_vec3_scale(fk_vec3_unit(points->piece->as.half.normal), -t.unit);
    double size = fk_smaller(t.unit, fk_vec3_largest(in));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6 && !points->has_inner; k++) {
            fk_vec3 place = fk_vec3_add(common, fk_vec3_scale(in, fraction[i]));
            double displacement = (k % 2 == 0 ? -size : size) * fraction[k / 2];
            test_point(points, fk_vec3_add(place, fk_vec3_scale(n, displacement)));
        }
    return points->has_inner;
}

/* ---- Extreme points of the piece ----------------------------------------------------------------------- */

/* The box of the doubles next to the coordinates of an extreme point of the piece along an axis. */
FK_OWN_FRAME static fk_aabb extreme_point_box(const fk_piece *piece, int axis, int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 n = fk_exact_vec3_from(&arena, fk_vec3_axis(axis, sign));
    fk_exact_vec3 end = fk_piece_vertex(&arena, piece, fk_piece_support_vertex(&arena, piece, n));
    fk_exact radius = fk_exact_from(&arena, fk_piece_radius(piece));
    fk_aabb box;
    for (int k = 0; k < 3; k++) {
        fk_exact x = fk_exact_vec3_get(end, k);
        if (k == axis)
            x = sign > 0 ? fk_exact_add(&arena, x, radius) : fk_exact_sub(&arena, x, radius);
        *fk_vec3_at(&box.min, k) = fk_exact_floor(x);
        *fk_vec3_at(&box.max, k) = -fk_exact_floor(fk_exact_negate(x));
    }
    return box;
}

/* A box, as a piece, and the mesh whose triangles are tested against it. */
typedef struct extreme_box {
    const fk_placed_mesh *a;
    fk_piece piece;
} extreme_box;

static bool misses_extreme_box(void *user, uint32_t triangle)
{
    const extreme_box *end = user;
    fk_vec3 c[3];
    fk_placed_triangle(end->a, triangle, c);
    fk_piece t = fk_piece_triangle(c[0], c[1], c[2]);
    return fk_pair_verdict(&t, &end->piece) == FK_APART;
}

/* No double was found. But if no triangle meets the box of doubles around the extreme point, they are in the
 * solid if and only if that point is. */
static bool is_extreme_inside(const fk_witness_points *points, int axis, int sign)
{
    if (fk_piece_vertex_count(points->piece) == 0)
        return true;
    fk_aabb box = extreme_point_box(points->piece, axis, sign);
    if (!fk_vec3_is_finite(box.min) || !fk_vec3_is_finite(box.max))
        return true;
    fk_vec3 corner[8];
    for (uint32_t i = 0; i < 8; i++)
        corner[i] = fk_aabb_corner(&box, i);
    extreme_box end = {points->a, fk_piece_hull(corner, 8)};
    return !fk_placed_visit(points->a, &box, misses_extreme_box, &end) || solid_state(points, box.min) != 0;
}

bool fk_witness_points_beyond_inside(fk_witness_points *points, int axis, int sign, double bound)
{
    static const double factor[] = {
        1 - 0x1p-3, 1 - 0x1p-10, 1 - 0x1p-20, 1 - 0x1p-30, 1 - 0x1p-40, 1 - 0x1p-48, 1};
    fk_vec3 n = fk_vec3_axis(axis, sign);
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
        fk_vec3 point = shrunk_support(points, n, factor[i]);
        bool is_beyond = fk_double_order(fk_vec3_get(point, axis), bound) == sign;
        int state = is_beyond ? solid_state_in_piece(points, point) : -1;
        if (state >= 0)
            return state == 1;
    }
    return is_extreme_inside(points, axis, sign);
}
