/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Lines and points in the plane of a target, with exact signs.
 *
 * With the target on N.x = D and another plane n.x = d, x is eliminated along the axis k, N_k != 0:
 *   N_k (n.x - d) = (N_k n_u - n_k N_u) u + (N_k n_v - n_k N_v) v - (N_k d - n_k D)
 * so that, times the sign of N_k, the sign of the line is that of n.x - d. In terms of coordinates these are of degree 4, 4
 * and 5, intersections of two lines of degree 9, 9 and 8, and a sign there of degree 13. The longest numbers, of points all
 * over the double range, have 34 limbs for a coordinate: 442 for such a sign, and 986 for one at the centroid of three
 * points. Intermediate results are released in time, so that the arena of 8192 limbs suffices.
 *
 * Balls are relative to an origin amid the mesh, scaled so that coordinates are below 2^3; lines and points are scaled by
 * powers of two to be about 1 again, so that no product comes near the ends of the double range. */

#include <math.h>

#include "base/vec3.h"
#include "split/cover.h"

/* ---- Balls --------------------------------------------------------------------------------------------- */

static fk_ball_vec3 ball_cover_point(fk_cover_set *set, uint32_t point)
{
    return fk_ball_vec3_from(fk_vec3_scale(set->cloud.point[point], set->scale));
}

static fk_ball_vec3 ball_from_origin(fk_cover_set *set, uint32_t point)
{
    fk_vec3 origin = fk_vec3_scale(set->origin, set->scale);
    return fk_ball_vec3_sub(ball_cover_point(set, point), fk_ball_vec3_from(origin));
}

static void ball_plane(fk_cover_set *set, const uint32_t *p, fk_ball_vec3 *normal, fk_ball *offset)
{
    fk_ball_vec3 a = ball_cover_point(set, p[0]);
    fk_ball_vec3 e = fk_ball_vec3_sub(ball_cover_point(set, p[1]), a);
    fk_ball_vec3 f = fk_ball_vec3_sub(ball_cover_point(set, p[2]), a);
    *normal = fk_ball_vec3_cross(e, f);
    *offset = fk_ball_vec3_dot(*normal, ball_from_origin(set, p[0]));
}

static fk_ball ball_scaled(fk_ball a, double power)
{
    fk_ball scaled = {a.mid * power, a.rad * power + FK_BALL_TINY};
    return scaled;
}

static fk_ball ball_negate(fk_ball a)
{
    a.mid = -a.mid;
    return a;
}

int fk_cover_point_side(fk_cover_set *set, const uint32_t *plane, fk_vec3 place)
{
    fk_ball_vec3 n, p = fk_ball_vec3_from(fk_vec3_scale(place, set->scale));
    fk_ball d;
    ball_plane(set, plane, &n, &d);
    return fk_ball_sign(fk_ball_vec3_dot(n, fk_ball_vec3_sub(p, ball_cover_point(set, plane[0]))));
}

/* Scales the largest of three balls, mid or radius, to about 1. */
static void balls_normalize(fk_ball at[3])
{
    double largest = 0;
    for (int i = 0; i < 3; i++)
        largest = fk_larger(largest, fk_larger(fabs(at[i].mid), at[i].rad));
    double power = fk_ball_scale(fk_exponent_of(largest));
    for (int i = 0; i < 3; i++)
        at[i] = ball_scaled(at[i], power);
}

static fk_ball ball_dot(const fk_ball a[3], const fk_ball b[3])
{
    return fk_ball_add(fk_ball_add(fk_ball_mul(a[0], b[0]), fk_ball_mul(a[1], b[1])),
                       fk_ball_mul(a[2], b[2]));
}

static fk_ball ball_determinant(fk_ball a, fk_ball b, fk_ball c, fk_ball d)
{
    return fk_ball_sub(fk_ball_mul(a, b), fk_ball_mul(c, d));
}

/* ---- Cached integers ----------------------------------------------------------------------------------- */

static bool cache_number(fk_cover_number *cached, fk_exact x)
{
    cached->count = x.count;
    cached->exponent = x.exponent;
    cached->sign = x.sign;
    if (x.count > FK_COVER_LIMBS)
        return false;
    for (int32_t i = 0; i < x.count; i++)
        cached->limb[i] = x.limb[i];
    return true;
}

static fk_exact cached_exact(const fk_cover_number *cached)
{
    fk_exact x = {cached->limb, cached->count, cached->exponent, cached->sign};
    return x;
}

/* Moves numbers down to a mark; they were made in this order, above it. */
static void keep_numbers(fk_arena *arena, uint32_t mark, fk_exact *x, int count)
{
    for (int i = 0; i < count; i++) {
        x[i] = fk_exact_keep(arena, mark, x[i]);
        mark = arena->used;
    }
}

static fk_exact exact_sign_times(fk_exact x, int sign)
{
    x.sign *= sign;
    return x;
}

/* ---- The target ---------------------------------------------------------------------------------------- */

bool fk_cover_target_set(fk_cover_target *target, const uint32_t *corner, uint32_t first, uint32_t count)
{
    fk_cover_set *set = target->set;
    target->corner = corner;
    target->first = first;
    target->corner_count = count;
    target->is_cached = false;
    target->is_crossed = false;
    target->line.count = target->cutter.count = target->fragment.count = 0;
    target->pending.count = target->work.count = target->crossing.count = 0;
    target->box = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        target->box = fk_aabb_include(target->box, set->cloud.point[fk_cover_target_point(target, i)]);
    for (uint32_t i = 0; i < 3; i++)
        target->plane[i] = fk_cover_target_point(target, (uint32_t)((uint64_t)i * count / 3));
    ball_plane(set, target->plane, &target->normal, &target->offset);
    int order[3] = {0, 1, 2};
    for (int i = 1; i < 3; i++)
        if (fabs(fk_ball_vec3_get(target->normal, i).mid) >
            fabs(fk_ball_vec3_get(target->normal, order[0]).mid)) {
            order[i] = order[0];
            order[0] = i;
        }
    for (int i = 0; i < 3; i++) {
        target->axis = order[i];
        target->u = (target->axis + 1) % 3;
        target->v = (target->axis + 2) % 3;
        target->facing = fk_point_set_orient2d(&set->cloud, target->plane[0], target->plane[1],
                                               target->plane[2], target->axis);
        if (target->facing != 0)
            return true;
    }
    return false;
}

/* n and d of a plane n.x = d through three points. */
static void exact_plane(fk_arena *arena, fk_point_set *cloud, const uint32_t *p, fk_exact plane[4])
{
    uint32_t mark = arena->used;
    fk_exact_vec3 a = fk_exact_vec3_from(arena, cloud->point[p[0]]);
    fk_exact_vec3 e = fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, cloud->point[p[1]]), a);
    fk_exact_vec3 f = fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, cloud->point[p[2]]), a);
    fk_exact_vec3 n = fk_exact_vec3_cross(arena, e, f);
    plane[0] = n.x;
    plane[1] = n.y;
    plane[2] = n.z;
    plane[3] = fk_exact_vec3_dot(arena, n, a);
    keep_numbers(arena, mark, plane, 4);
}

static void exact_target(fk_arena *arena, fk_cover_target *target, fk_exact plane[4])
{
    if (target->is_cached) {
        for (int i = 0; i < 4; i++)
            plane[i] = cached_exact(&target->cached[i]);
        return;
    }
    exact_plane(arena, &target->set->cloud, target->plane, plane);
    target->is_cached =
        cache_number(&target->cached[0], plane[0]) && cache_number(&target->cached[1], plane[1]) &&
        cache_number(&target->cached[2], plane[2]) && cache_number(&target->cached[3], plane[3]);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static void ball_edge_line(const fk_cover_target *target, fk_cover_line *line)
{
    fk_ball_vec3 p = ball_cover_point(target->set, line->point[0]),
                 q = ball_cover_point(target->set, line->point[1]);
    fk_ball_vec3 from = ball_from_origin(target->set, line->point[0]);
    line->at[0] = fk_ball_sub(fk_ball_vec3_get(q, target->v), fk_ball_vec3_get(p, target->v));
    line->at[1] = fk_ball_sub(fk_ball_vec3_get(p, target->u), fk_ball_vec3_get(q, target->u));
    line->at[2] = ball_negate(fk_ball_add(fk_ball_mul(line->at[0], fk_ball_vec3_get(from, target->u)),
                                          fk_ball_mul(line->at[1], fk_ball_vec3_get(from, target->v))));
}

static void ball_plane_line(const fk_cover_target *target, fk_cover_line *line)
{
    fk_ball_vec3 n;
    fk_ball d;
    ball_plane(target->set, line->point, &n, &d);
    fk_ball own = fk_ball_vec3_get(target->normal, target->axis), other = fk_ball_vec3_get(n, target->axis);
    line->at[0] = ball_determinant(own, fk_ball_vec3_get(n, target->u), other,
                                   fk_ball_vec3_get(target->normal, target->u));
    line->at[1] = ball_determinant(own, fk_ball_vec3_get(n, target->v), other,
                                   fk_ball_vec3_get(target->normal, target->v));
    line->at[2] = ball_determinant(other, target->offset, own, d);
}

bool fk_cover_line_add(fk_cover_target *target, fk_cover_line_kind kind, const uint32_t *point, int sign)
{
    if (target->line.count >= UINT32_MAX / 2 || !fk_cover_reserve(target->set->context, &target->line, 1))
        return false;
    fk_cover_line *line = fk_cover_line_at(target, target->line.count++);
    line->kind = kind;
    line->sign = kind == FK_LINE_OF_PLANE ? sign * target->facing : sign;
    line->state = FK_COVER_UNKNOWN;
    line->point[0] = point[0];
    line->point[1] = point[1];
    line->point[2] = kind == FK_LINE_OF_PLANE ? point[2] : 0;
    if (kind == FK_LINE_OF_PLANE)
        ball_plane_line(target, line);
    else
        ball_edge_line(target, line);
    balls_normalize(line->at);
    for (int i = 0; i < 3 && line->sign < 0; i++)
        line->at[i] = ball_negate(line->at[i]);
    return true;
}

/* a, b, c of an edge between two points. */
static void exact_edge_line(fk_arena *arena, const fk_cover_target *target, const fk_cover_line *line,
                            fk_exact at[3])
{
    fk_exact_vec3 p = fk_exact_vec3_from(arena, target->set->cloud.point[line->point[0]]);
    fk_exact_vec3 q = fk_exact_vec3_from(arena, target->set->cloud.point[line->point[1]]);
    fk_exact pu = fk_exact_vec3_get(p, target->u), pv = fk_exact_vec3_get(p, target->v);
    at[0] = fk_exact_sub(arena, fk_exact_vec3_get(q, target->v), pv);
    at[1] = fk_exact_sub(arena, pu, fk_exact_vec3_get(q, target->u));
    at[2] =
        fk_exact_negate(fk_exact_add(arena, fk_exact_mul(arena, at[0], pu), fk_exact_mul(arena, at[1], pv)));
}

/* a, b, c of the line where another plane meets that of the target. */
static void exact_plane_line(fk_arena *arena, fk_cover_target *target, const fk_cover_line *line,
                             fk_exact at[3])
{
    uint32_t mark = arena->used;
    fk_exact own[4], other[4];
    exact_target(arena, target, own);
    exact_plane(arena, &target->set->cloud, line->point, other);
    fk_exact k = own[target->axis], l = other[target->axis];
    at[0] = fk_exact_determinant(arena, k, other[target->u], l, own[target->u]);
    at[1] = fk_exact_determinant(arena, k, other[target->v], l, own[target->v]);
    at[2] = fk_exact_determinant(arena, l, own[3], k, other[3]);
    keep_numbers(arena, mark, at, 3);
}

/* The coefficients of an edge; short ones are cached in its line. */
static void exact_line_coefficients(fk_arena *arena, fk_cover_target *target, fk_cover_edge edge,
                                    fk_exact at[3])
{
    fk_cover_line *line = fk_cover_line_at(target, edge >> 1);
    if (line->state == FK_COVER_CACHED) {
        for (int i = 0; i < 3; i++)
            at[i] = cached_exact(&line->cached[i]);
    } else {
        if (line->kind == FK_LINE_OF_EDGE)
            exact_edge_line(arena, target, line, at);
        else
            exact_plane_line(arena, target, line, at);
        for (int i = 0; i < 3; i++)
            at[i] = exact_sign_times(at[i], line->sign);
        bool is_short = cache_number(&line->cached[0], at[0]) && cache_number(&line->cached[1], at[1]) &&
                        cache_number(&line->cached[2], at[2]);
        line->state = is_short && !arena->full ? FK_COVER_CACHED : FK_COVER_TOO_LONG;
    }
    for (int i = 0; i < 3 && (edge & 1) != 0; i++)
        at[i] = fk_exact_negate(at[i]);
}

/* ---- Points -------------------------------------------------------------------------------------------- */

fk_planar_point fk_planar_point_given(const fk_cover_target *target, uint32_t point)
{
    fk_ball_vec3 p = ball_from_origin(target->set, point);
    fk_planar_point position = {
        FK_PLANAR_GIVEN,
        point,
        0,
        {fk_ball_vec3_get(p, target->u), fk_ball_vec3_get(p, target->v), fk_ball_from(1.0)}};
    return position;
}

static fk_planar_point free_position(double u, double v)
{
    fk_planar_point position = {FK_PLANAR_FREE, 0, 0, {fk_ball_from(u), fk_ball_from(v), fk_ball_from(1.0)}};
    return position;
}

fk_planar_point fk_planar_point_intersection(const fk_cover_target *target, fk_cover_edge a, fk_cover_edge b)
{
    const fk_ball *p = fk_cover_line_at(target, a >> 1)->at, *q = fk_cover_line_at(target, b >> 1)->at;
    fk_planar_point position = {FK_PLANAR_INTERSECTION,
                                a,
                                b,
                                {ball_determinant(p[1], q[2], p[2], q[1]),
                                 ball_determinant(p[2], q[0], p[0], q[2]),
                                 ball_determinant(p[0], q[1], p[1], q[0])}};
    for (int i = 0; i < 3 && ((a ^ b) & 1) != 0; i++)
        position.at[i] = ball_negate(position.at[i]);
    balls_normalize(position.at);
    return position;
}

/* The height of a point above the plane of the target, times the length of the normal. */
static fk_ball ball_height(const fk_cover_target *target, uint32_t point)
{
    fk_ball_vec3 p = fk_ball_vec3_sub(ball_cover_point(target->set, point),
                                      ball_cover_point(target->set, target->plane[0]));
    return fk_ball_vec3_dot(target->normal, p);
}

fk_planar_point fk_planar_point_crossing(const fk_cover_target *target, uint32_t a, uint32_t b)
{
    fk_ball high = ball_height(target, a), low = ball_height(target, b);
    fk_ball_vec3 p = ball_from_origin(target->set, a), q = ball_from_origin(target->set, b);
    fk_planar_point position = {FK_PLANAR_CROSSING, a, b, {{0, 0}, {0, 0}, {0, 0}}};
    position.at[0] =
        ball_determinant(fk_ball_vec3_get(q, target->u), high, fk_ball_vec3_get(p, target->u), low);
    position.at[1] =
        ball_determinant(fk_ball_vec3_get(q, target->v), high, fk_ball_vec3_get(p, target->v), low);
    position.at[2] = fk_ball_sub(high, low);
    balls_normalize(position.at);
    /* The heights have opposite signs, so w has the sign of the first. */
    if (fk_point_set_orient3d(&target->set->cloud, target->plane[0], target->plane[1], target->plane[2], a) <
        0)
        for (int i = 0; i < 3; i++)
            position.at[i] = ball_negate(position.at[i]);
    return position;
}

static void exact_intersection(fk_arena *arena, fk_cover_target *target, const fk_planar_point *position,
                               fk_exact at[3])
{
    uint32_t mark = arena->used;
    fk_exact p[3], q[3];
    exact_line_coefficients(arena, target, position->a, p);
    exact_line_coefficients(arena, target, position->b, q);
    at[0] = fk_exact_determinant(arena, p[1], q[2], p[2], q[1]);
    at[1] = fk_exact_determinant(arena, p[2], q[0], p[0], q[2]);
    at[2] = fk_exact_determinant(arena, p[0], q[1], p[1], q[0]);
    keep_numbers(arena, mark, at, 3);
}

static fk_exact exact_target_height(fk_arena *arena, const fk_exact plane[4], fk_exact_vec3 p)
{
    fk_exact_vec3 n = {plane[0], plane[1], plane[2]};
    return fk_exact_sub(arena, fk_exact_vec3_dot(arena, n, p), plane[3]);
}

static void exact_crossing(fk_arena *arena, fk_cover_target *target, const fk_planar_point *position,
                           fk_exact at[3])
{
    uint32_t mark = arena->used;
    fk_exact plane[4];
    exact_target(arena, target, plane);
    fk_exact_vec3 p = fk_exact_vec3_from(arena, target->set->cloud.point[position->a]);
    fk_exact_vec3 q = fk_exact_vec3_from(arena, target->set->cloud.point[position->b]);
    fk_exact high = exact_target_height(arena, plane, p), low = exact_target_height(arena, plane, q);
    at[0] = fk_exact_determinant(arena, fk_exact_vec3_get(q, target->u), high,
                                 fk_exact_vec3_get(p, target->u), low);
    at[1] = fk_exact_determinant(arena, fk_exact_vec3_get(q, target->v), high,
                                 fk_exact_vec3_get(p, target->v), low);
    at[2] = fk_exact_add(arena, high, fk_exact_negate(low));
    int sign = at[2].sign;
    keep_numbers(arena, mark, at, 3);
    for (int i = 0; i < 3; i++)
        at[i] = exact_sign_times(at[i], sign);
}

static fk_exact exact_free_coordinate(fk_arena *arena, fk_cover_set *set, double mid, int axis)
{
    fk_exact away = fk_exact_mul(arena, fk_exact_from(arena, mid), fk_exact_from(arena, 1.0 / set->scale));
    return fk_exact_add(arena, away, fk_exact_from(arena, fk_vec3_get(set->origin, axis)));
}

/* u w, v w and w of a point. */
static void exact_position(fk_arena *arena, fk_cover_target *target, const fk_planar_point *position,
                           fk_exact at[3])
{
    if (position->kind == FK_PLANAR_INTERSECTION) {
        exact_intersection(arena, target, position, at);
        return;
    }
    if (position->kind == FK_PLANAR_CROSSING) {
        exact_crossing(arena, target, position, at);
        return;
    }
    if (position->kind == FK_PLANAR_FREE) {
        at[0] = exact_free_coordinate(arena, target->set, position->at[0].mid, target->u);
        at[1] = exact_free_coordinate(arena, target->set, position->at[1].mid, target->v);
    } else {
        fk_vec3 p = target->set->cloud.point[position->a];
        at[0] = fk_exact_from(arena, fk_vec3_get(p, target->u));
        at[1] = fk_exact_from(arena, fk_vec3_get(p, target->v));
    }
    at[2] = fk_exact_from(arena, 1.0);
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

static fk_exact exact_dot(fk_arena *arena, const fk_exact a[3], const fk_exact b[3])
{
    uint32_t mark = arena->used;
    fk_exact sum = fk_exact_add(arena, fk_exact_mul(arena, a[0], b[0]), fk_exact_mul(arena, a[1], b[1]));
    sum = fk_exact_add(arena, sum, fk_exact_mul(arena, a[2], b[2]));
    return fk_exact_keep(arena, mark, sum);
}

FK_OWN_FRAME static int exact_edge_sign(fk_cover_target *target, fk_cover_edge edge,
                                        const fk_planar_point *position)
{
    fk_arena arena;
    fk_exact line[3], at[3];
    fk_arena_init(&arena);
    exact_line_coefficients(&arena, target, edge, line);
    exact_position(&arena, target, position, at);
    return exact_dot(&arena, line, at).sign;
}

int fk_cover_sign(fk_cover_target *target, fk_cover_edge edge, const fk_planar_point *position)
{
    const fk_cover_line *line = fk_cover_line_at(target, edge >> 1);
    fk_point_set *cloud = &target->set->cloud;
    const uint32_t *p = line->point;
    int factor = (edge & 1) != 0 ? -1 : 1;
    if (position->kind == FK_PLANAR_GIVEN) {
        if (line->kind == FK_LINE_OF_EDGE)
            return -factor * line->sign * fk_point_set_orient2d(cloud, p[0], p[1], position->a, target->axis);
        return factor * line->sign * target->facing *
               fk_point_set_orient3d(cloud, p[0], p[1], p[2], position->a);
    }
    int sign = fk_ball_sign(ball_dot(line->at, position->at));
    return sign != FK_UNSURE ? factor * sign : exact_edge_sign(target, edge, position);
}

/* ---- Inner points -------------------------------------------------------------------------------------- */

fk_cover_inner_point fk_cover_find_inner_point(fk_cover_target *target, const fk_cover_corner *corner,
                                               size_t count)
{
    fk_cover_inner_point inner;
    double u = 0, v = 0;
    for (size_t i = 0; i < count; i++) {
        const fk_ball *at = corner[i].position.at;
        u += at[0].mid / at[2].mid;
        v += at[1].mid / at[2].mid;
    }
    u /= (double)count;
    v /= (double)count;
    inner.is_free = fk_is_finite(u) && fk_is_finite(v) && fabs(u) < 16.0 && fabs(v) < 16.0;
    inner.position[0] = free_position(u, v);
    for (size_t i = 0; i < count && inner.is_free; i++)
        inner.is_free = fk_cover_sign(target, corner[i].edge, &inner.position[0]) < 0;
    for (size_t i = 0; i < 3 && !inner.is_free; i++)
        inner.position[i] = corner[i * count / 3].position;
    return inner;
}

/* The sign of a line at the centroid of three points p_i / w_i: that of the sum of line(p_i) w_j w_k. */
static int exact_centroid_sign(fk_arena *arena, fk_cover_target *target, const fk_exact line[3],
                               const fk_planar_point position[3])
{
    fk_exact value[3], w[3], sum = {NULL, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        uint32_t begin = arena->used;
        fk_exact at[3], both[2];
        exact_position(arena, target, &position[i], at);
        both[0] = at[2];
        both[1] = exact_dot(arena, line, at);
        keep_numbers(arena, begin, both, 2);
        w[i] = both[0];
        value[i] = both[1];
    }
    uint32_t mark = arena->used;
    for (int i = 0; i < 3; i++) {
        fk_exact rest = fk_exact_mul(arena, w[(i + 1) % 3], w[(i + 2) % 3]);
        sum = fk_exact_add(arena, fk_exact_mul(arena, value[i], rest), sum);
        sum = fk_exact_keep(arena, mark, sum);
    }
    return sum.sign;
}

FK_OWN_FRAME static int exact_inner_sign(fk_cover_target *target, uint32_t line,
                                         const fk_cover_inner_point *inner)
{
    fk_arena arena;
    fk_exact at[3];
    fk_arena_init(&arena);
    exact_line_coefficients(&arena, target, line << 1, at);
    return exact_centroid_sign(&arena, target, at, inner->position);
}

int fk_cover_inner_point_sign(fk_cover_target *target, uint32_t line, const fk_cover_inner_point *inner)
{
    if (inner->is_free)
        return fk_cover_sign(target, line << 1, &inner->position[0]);
    int least = 1, most = -1;
    for (int i = 0; i < 3; i++) {
        int sign = fk_cover_sign(target, line << 1, &inner->position[i]);
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    return least >= 0 ? most : most <= 0 ? least : exact_inner_sign(target, line, inner);
}

FK_OWN_FRAME static int exact_inner_order(fk_cover_target *target, const fk_planar_point *level,
                                          const fk_cover_inner_point *inner)
{
    fk_arena arena;
    fk_exact at[3], other[3], line[3] = {{NULL, 0, 0, 0}};
    fk_arena_init(&arena);
    exact_position(&arena, target, level, at);
    line[1] = at[2];
    line[2] = fk_exact_negate(at[1]);
    if (!inner->is_free)
        return exact_centroid_sign(&arena, target, line, inner->position);
    exact_position(&arena, target, &inner->position[0], other);
    return exact_dot(&arena, line, other).sign;
}

int fk_cover_inner_point_order(fk_cover_target *target, const fk_planar_point *level,
                               const fk_cover_inner_point *inner)
{
    int least = 1, most = -1;
    for (int i = 0; i < (inner->is_free ? 1 : 3); i++) {
        const fk_ball *at = inner->position[i].at;
        int sign = fk_ball_sign(ball_determinant(level->at[2], at[1], level->at[1], at[2]));
        if (sign == FK_UNSURE)
            return exact_inner_order(target, level, inner);
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    return least == most ? least : exact_inner_order(target, level, inner);
}

fk_vec3 fk_cover_inner_point_in_space(const fk_cover_target *target, const fk_cover_inner_point *inner)
{
    fk_cover_set *set = target->set;
    fk_vec3 point;
    double u = 0, v = 0;
    int count = inner->is_free ? 1 : 3;
    for (int i = 0; i < count; i++) {
        u += inner->position[i].at[0].mid / inner->position[i].at[2].mid / count;
        v += inner->position[i].at[1].mid / inner->position[i].at[2].mid / count;
    }
    double rest = target->offset.mid - fk_ball_vec3_get(target->normal, target->u).mid * u -
                  fk_ball_vec3_get(target->normal, target->v).mid * v;
    *fk_vec3_at(&point, target->u) = u;
    *fk_vec3_at(&point, target->v) = v;
    *fk_vec3_at(&point, target->axis) = rest / fk_ball_vec3_get(target->normal, target->axis).mid;
    for (int k = 0; k < 3; k++) {
        double *at = fk_vec3_at(&point, k), low = fk_vec3_get(target->box.min, k),
               high = fk_vec3_get(target->box.max, k);
        *at = *at / set->scale + fk_vec3_get(set->origin, k);
        /* Zero divided by zero gives NaN. */
        *at = *at >= low ? fk_smaller(*at, high) : low;
    }
    return point;
}
