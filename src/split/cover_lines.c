/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Lines and places in the plane of a base, with exact signs.
 *
 * With the base on N.x = D and another plane n.x = d, x is eliminated along the axis k, N_k != 0:
 *   N_k (n.x - d) = (N_k n_u - n_k N_u) u + (N_k n_v - n_k N_v) v - (N_k d - n_k D)
 * so that, times the sign of N_k, the sign of the line is that of n.x - d. In terms of coordinates these are of degree 4, 4
 * and 5, where two lines meet of degree 9, 9 and 8, and a sign there of degree 13. The longest numbers, of points all over
 * the double range, have 34 limbs for a coordinate: 442 for such a sign, and 986 for one at the centroid of three places.
 * What is made on the way is given back in time, so that the arena of 8192 holds it all.
 *
 * Balls are taken from a place amid the mesh, scaled so that coordinates are below 2^3; lines and places are scaled by powers
 * of two to be about 1 again, so that no product comes near the ends of the double range. */

#include <math.h>

#include "base/vec3.h"
#include "split/cover.h"

/* ---- Balls --------------------------------------------------------------------------------------------- */

static fk_ball_vec3 ball_point(fk_cover_set *set, uint32_t point)
{
    return fk_ball_vec3_from(fk_vec3_scale(set->cloud.point[point], set->scale));
}

static fk_ball_vec3 ball_from_origin(fk_cover_set *set, uint32_t point)
{
    fk_vec3 origin = fk_vec3_scale(set->origin, set->scale);
    return fk_ball_vec3_sub(ball_point(set, point), fk_ball_vec3_from(origin));
}

static void ball_plane(fk_cover_set *set, const uint32_t *p, fk_ball_vec3 *normal, fk_ball *offset)
{
    fk_ball_vec3 a = ball_point(set, p[0]);
    fk_ball_vec3 e = fk_ball_vec3_sub(ball_point(set, p[1]), a);
    fk_ball_vec3 f = fk_ball_vec3_sub(ball_point(set, p[2]), a);
    *normal = fk_ball_vec3_cross(e, f);
    *offset = fk_ball_vec3_dot(*normal, ball_from_origin(set, p[0]));
}

static fk_ball ball_times(fk_ball a, double power)
{
    fk_ball scaled = {a.mid * power, a.rad * power + FK_BALL_TINY};
    return scaled;
}

static fk_ball ball_negate(fk_ball a)
{
    a.mid = -a.mid;
    return a;
}

int fk_cover_place_side(fk_cover_set *set, const uint32_t *plane, fk_vec3 place)
{
    fk_ball_vec3 n, p = fk_ball_vec3_from(fk_vec3_scale(place, set->scale));
    fk_ball d;
    ball_plane(set, plane, &n, &d);
    return fk_ball_sign(fk_ball_vec3_dot(n, fk_ball_vec3_sub(p, ball_point(set, plane[0]))));
}

/* Brings the largest of three balls, mid and radius, to about 1. */
static void ball_level(fk_ball at[3])
{
    double largest = 0;
    for (int i = 0; i < 3; i++)
        largest = fk_larger(largest, fk_larger(fabs(at[i].mid), at[i].rad));
    double power = fk_ball_scale(fk_exponent_of(largest));
    for (int i = 0; i < 3; i++)
        at[i] = ball_times(at[i], power);
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

/* ---- Integers that are kept ---------------------------------------------------------------------------- */

static bool number_keep(fk_cover_number *kept, fk_exact x)
{
    kept->count = x.count;
    kept->exponent = x.exponent;
    kept->sign = x.sign;
    if (x.count > FK_COVER_LIMBS)
        return false;
    for (int32_t i = 0; i < x.count; i++)
        kept->limb[i] = x.limb[i];
    return true;
}

static fk_exact number_exact(const fk_cover_number *kept)
{
    fk_exact x = {kept->limb, kept->count, kept->exponent, kept->sign};
    return x;
}

/* Moves numbers down to a mark; they were made in this order, above it. */
static void keep_all(fk_arena *arena, uint32_t mark, fk_exact *x, int count)
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

/* ---- The base ------------------------------------------------------------------------------------------ */

bool fk_cover_base_set(fk_cover_base *base, const uint32_t *corner, uint32_t first, uint32_t count)
{
    fk_cover_set *set = base->set;
    base->corner = corner;
    base->first = first;
    base->corner_count = count;
    base->is_kept = false;
    base->is_crossed = false;
    base->line.count = base->cutter.count = base->fragment.count = 0;
    base->pending.count = base->work.count = base->crossing.count = 0;
    base->box = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        base->box = fk_aabb_include(base->box, set->cloud.point[fk_cover_base_point(base, i)]);
    for (uint32_t i = 0; i < 3; i++)
        base->plane[i] = fk_cover_base_point(base, (uint32_t)((uint64_t)i * count / 3));
    ball_plane(set, base->plane, &base->normal, &base->offset);
    int order[3] = {0, 1, 2};
    for (int i = 1; i < 3; i++)
        if (fabs(fk_ball_vec3_get(base->normal, i).mid) >
            fabs(fk_ball_vec3_get(base->normal, order[0]).mid)) {
            order[i] = order[0];
            order[0] = i;
        }
    for (int i = 0; i < 3; i++) {
        base->axis = order[i];
        base->u = (base->axis + 1) % 3;
        base->v = (base->axis + 2) % 3;
        base->facing = fk_cloud_turn(&set->cloud, base->plane[0], base->plane[1], base->plane[2], base->axis);
        if (base->facing != 0)
            return true;
    }
    return false;
}

/* n and d of a plane n.x = d through three points. */
static void exact_plane(fk_arena *arena, fk_cloud *cloud, const uint32_t *p, fk_exact plane[4])
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
    keep_all(arena, mark, plane, 4);
}

static void exact_base(fk_arena *arena, fk_cover_base *base, fk_exact plane[4])
{
    if (base->is_kept) {
        for (int i = 0; i < 4; i++)
            plane[i] = number_exact(&base->kept[i]);
        return;
    }
    exact_plane(arena, &base->set->cloud, base->plane, plane);
    base->is_kept = number_keep(&base->kept[0], plane[0]) && number_keep(&base->kept[1], plane[1]) &&
                    number_keep(&base->kept[2], plane[2]) && number_keep(&base->kept[3], plane[3]);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static void ball_edge(const fk_cover_base *base, fk_cover_line *line)
{
    fk_ball_vec3 p = ball_point(base->set, line->point[0]), q = ball_point(base->set, line->point[1]);
    fk_ball_vec3 from = ball_from_origin(base->set, line->point[0]);
    line->at[0] = fk_ball_sub(fk_ball_vec3_get(q, base->v), fk_ball_vec3_get(p, base->v));
    line->at[1] = fk_ball_sub(fk_ball_vec3_get(p, base->u), fk_ball_vec3_get(q, base->u));
    line->at[2] = ball_negate(fk_ball_add(fk_ball_mul(line->at[0], fk_ball_vec3_get(from, base->u)),
                                          fk_ball_mul(line->at[1], fk_ball_vec3_get(from, base->v))));
}

static void ball_line(const fk_cover_base *base, fk_cover_line *line)
{
    fk_ball_vec3 n;
    fk_ball d;
    ball_plane(base->set, line->point, &n, &d);
    fk_ball own = fk_ball_vec3_get(base->normal, base->axis), other = fk_ball_vec3_get(n, base->axis);
    line->at[0] =
        ball_determinant(own, fk_ball_vec3_get(n, base->u), other, fk_ball_vec3_get(base->normal, base->u));
    line->at[1] =
        ball_determinant(own, fk_ball_vec3_get(n, base->v), other, fk_ball_vec3_get(base->normal, base->v));
    line->at[2] = ball_determinant(other, base->offset, own, d);
}

bool fk_cover_line_add(fk_cover_base *base, fk_cover_kind kind, const uint32_t *point, int sign)
{
    if (base->line.count >= UINT32_MAX / 2 || !fk_cover_reserve(base->set->context, &base->line, 1))
        return false;
    fk_cover_line *line = fk_cover_line_at(base, base->line.count++);
    line->kind = kind;
    line->sign = kind == FK_COVER_PLANE ? sign * base->facing : sign;
    line->state = FK_COVER_UNKNOWN;
    line->point[0] = point[0];
    line->point[1] = point[1];
    line->point[2] = kind == FK_COVER_PLANE ? point[2] : 0;
    if (kind == FK_COVER_PLANE)
        ball_line(base, line);
    else
        ball_edge(base, line);
    ball_level(line->at);
    for (int i = 0; i < 3 && line->sign < 0; i++)
        line->at[i] = ball_negate(line->at[i]);
    return true;
}

/* a, b, c of an edge between two points. */
static void exact_edge(fk_arena *arena, const fk_cover_base *base, const fk_cover_line *line, fk_exact at[3])
{
    fk_exact_vec3 p = fk_exact_vec3_from(arena, base->set->cloud.point[line->point[0]]);
    fk_exact_vec3 q = fk_exact_vec3_from(arena, base->set->cloud.point[line->point[1]]);
    fk_exact pu = fk_exact_vec3_get(p, base->u), pv = fk_exact_vec3_get(p, base->v);
    at[0] = fk_exact_sub(arena, fk_exact_vec3_get(q, base->v), pv);
    at[1] = fk_exact_sub(arena, pu, fk_exact_vec3_get(q, base->u));
    at[2] =
        fk_exact_negate(fk_exact_add(arena, fk_exact_mul(arena, at[0], pu), fk_exact_mul(arena, at[1], pv)));
}

/* a, b, c of the line where another plane meets that of the base. */
static void exact_line(fk_arena *arena, fk_cover_base *base, const fk_cover_line *line, fk_exact at[3])
{
    uint32_t mark = arena->used;
    fk_exact own[4], other[4];
    exact_base(arena, base, own);
    exact_plane(arena, &base->set->cloud, line->point, other);
    fk_exact k = own[base->axis], l = other[base->axis];
    at[0] = fk_exact_determinant(arena, k, other[base->u], l, own[base->u]);
    at[1] = fk_exact_determinant(arena, k, other[base->v], l, own[base->v]);
    at[2] = fk_exact_determinant(arena, l, own[3], k, other[3]);
    keep_all(arena, mark, at, 3);
}

/* The coefficients of an edge; what is short is kept in its line. */
static void exact_coefficients(fk_arena *arena, fk_cover_base *base, fk_cover_edge edge, fk_exact at[3])
{
    fk_cover_line *line = fk_cover_line_at(base, edge >> 1);
    if (line->state == FK_COVER_KEPT) {
        for (int i = 0; i < 3; i++)
            at[i] = number_exact(&line->kept[i]);
    } else {
        if (line->kind == FK_COVER_EDGE)
            exact_edge(arena, base, line, at);
        else
            exact_line(arena, base, line, at);
        for (int i = 0; i < 3; i++)
            at[i] = exact_sign_times(at[i], line->sign);
        bool is_short = number_keep(&line->kept[0], at[0]) && number_keep(&line->kept[1], at[1]) &&
                        number_keep(&line->kept[2], at[2]);
        line->state = is_short && !arena->full ? FK_COVER_KEPT : FK_COVER_LONG;
    }
    for (int i = 0; i < 3 && (edge & 1) != 0; i++)
        at[i] = fk_exact_negate(at[i]);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

fk_cover_spot fk_cover_spot_point(const fk_cover_base *base, uint32_t point)
{
    fk_ball_vec3 p = ball_from_origin(base->set, point);
    fk_cover_spot spot = {FK_COVER_POINT,
                          point,
                          0,
                          {fk_ball_vec3_get(p, base->u), fk_ball_vec3_get(p, base->v), fk_ball_from(1.0)}};
    return spot;
}

static fk_cover_spot spot_free(double u, double v)
{
    fk_cover_spot spot = {FK_COVER_FREE, 0, 0, {fk_ball_from(u), fk_ball_from(v), fk_ball_from(1.0)}};
    return spot;
}

fk_cover_spot fk_cover_spot_meet(const fk_cover_base *base, fk_cover_edge a, fk_cover_edge b)
{
    const fk_ball *p = fk_cover_line_at(base, a >> 1)->at, *q = fk_cover_line_at(base, b >> 1)->at;
    fk_cover_spot spot = {FK_COVER_MEET,
                          a,
                          b,
                          {ball_determinant(p[1], q[2], p[2], q[1]), ball_determinant(p[2], q[0], p[0], q[2]),
                           ball_determinant(p[0], q[1], p[1], q[0])}};
    for (int i = 0; i < 3 && ((a ^ b) & 1) != 0; i++)
        spot.at[i] = ball_negate(spot.at[i]);
    ball_level(spot.at);
    return spot;
}

/* How high a point is above the plane of the base. */
static fk_ball ball_height(const fk_cover_base *base, uint32_t point)
{
    fk_ball_vec3 p = fk_ball_vec3_sub(ball_point(base->set, point), ball_point(base->set, base->plane[0]));
    return fk_ball_vec3_dot(base->normal, p);
}

fk_cover_spot fk_cover_spot_cross(const fk_cover_base *base, uint32_t a, uint32_t b)
{
    fk_ball high = ball_height(base, a), low = ball_height(base, b);
    fk_ball_vec3 p = ball_from_origin(base->set, a), q = ball_from_origin(base->set, b);
    fk_cover_spot spot = {FK_COVER_CROSS, a, b, {{0, 0}, {0, 0}, {0, 0}}};
    spot.at[0] = ball_determinant(fk_ball_vec3_get(q, base->u), high, fk_ball_vec3_get(p, base->u), low);
    spot.at[1] = ball_determinant(fk_ball_vec3_get(q, base->v), high, fk_ball_vec3_get(p, base->v), low);
    spot.at[2] = fk_ball_sub(high, low);
    ball_level(spot.at);
    /* The heights have opposite signs, so that of w is that of the first. */
    if (fk_cloud_side(&base->set->cloud, base->plane[0], base->plane[1], base->plane[2], a) < 0)
        for (int i = 0; i < 3; i++)
            spot.at[i] = ball_negate(spot.at[i]);
    return spot;
}

static void exact_meet(fk_arena *arena, fk_cover_base *base, const fk_cover_spot *spot, fk_exact at[3])
{
    uint32_t mark = arena->used;
    fk_exact p[3], q[3];
    exact_coefficients(arena, base, spot->a, p);
    exact_coefficients(arena, base, spot->b, q);
    at[0] = fk_exact_determinant(arena, p[1], q[2], p[2], q[1]);
    at[1] = fk_exact_determinant(arena, p[2], q[0], p[0], q[2]);
    at[2] = fk_exact_determinant(arena, p[0], q[1], p[1], q[0]);
    keep_all(arena, mark, at, 3);
}

static fk_exact exact_height(fk_arena *arena, const fk_exact plane[4], fk_exact_vec3 p)
{
    fk_exact_vec3 n = {plane[0], plane[1], plane[2]};
    return fk_exact_sub(arena, fk_exact_vec3_dot(arena, n, p), plane[3]);
}

static void exact_cross(fk_arena *arena, fk_cover_base *base, const fk_cover_spot *spot, fk_exact at[3])
{
    uint32_t mark = arena->used;
    fk_exact plane[4];
    exact_base(arena, base, plane);
    fk_exact_vec3 p = fk_exact_vec3_from(arena, base->set->cloud.point[spot->a]);
    fk_exact_vec3 q = fk_exact_vec3_from(arena, base->set->cloud.point[spot->b]);
    fk_exact high = exact_height(arena, plane, p), low = exact_height(arena, plane, q);
    at[0] =
        fk_exact_determinant(arena, fk_exact_vec3_get(q, base->u), high, fk_exact_vec3_get(p, base->u), low);
    at[1] =
        fk_exact_determinant(arena, fk_exact_vec3_get(q, base->v), high, fk_exact_vec3_get(p, base->v), low);
    at[2] = fk_exact_add(arena, high, fk_exact_negate(low));
    int sign = at[2].sign;
    keep_all(arena, mark, at, 3);
    for (int i = 0; i < 3; i++)
        at[i] = exact_sign_times(at[i], sign);
}

static fk_exact exact_free(fk_arena *arena, fk_cover_set *set, double mid, int axis)
{
    fk_exact away = fk_exact_mul(arena, fk_exact_from(arena, mid), fk_exact_from(arena, 1.0 / set->scale));
    return fk_exact_add(arena, away, fk_exact_from(arena, fk_vec3_get(set->origin, axis)));
}

/* u w, v w and w of a place. */
static void exact_spot(fk_arena *arena, fk_cover_base *base, const fk_cover_spot *spot, fk_exact at[3])
{
    if (spot->where == FK_COVER_MEET) {
        exact_meet(arena, base, spot, at);
        return;
    }
    if (spot->where == FK_COVER_CROSS) {
        exact_cross(arena, base, spot, at);
        return;
    }
    if (spot->where == FK_COVER_FREE) {
        at[0] = exact_free(arena, base->set, spot->at[0].mid, base->u);
        at[1] = exact_free(arena, base->set, spot->at[1].mid, base->v);
    } else {
        fk_vec3 p = base->set->cloud.point[spot->a];
        at[0] = fk_exact_from(arena, fk_vec3_get(p, base->u));
        at[1] = fk_exact_from(arena, fk_vec3_get(p, base->v));
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

FK_OWN_FRAME static int sign_in_integers(fk_cover_base *base, fk_cover_edge edge, const fk_cover_spot *spot)
{
    fk_arena arena;
    fk_exact line[3], at[3];
    fk_arena_init(&arena);
    exact_coefficients(&arena, base, edge, line);
    exact_spot(&arena, base, spot, at);
    return exact_dot(&arena, line, at).sign;
}

int fk_cover_sign(fk_cover_base *base, fk_cover_edge edge, const fk_cover_spot *spot)
{
    const fk_cover_line *line = fk_cover_line_at(base, edge >> 1);
    fk_cloud *cloud = &base->set->cloud;
    const uint32_t *p = line->point;
    int turned = (edge & 1) != 0 ? -1 : 1;
    if (spot->where == FK_COVER_POINT) {
        if (line->kind == FK_COVER_EDGE)
            return -turned * line->sign * fk_cloud_turn(cloud, p[0], p[1], spot->a, base->axis);
        return turned * line->sign * base->facing * fk_cloud_side(cloud, p[0], p[1], p[2], spot->a);
    }
    int sign = fk_ball_sign(ball_dot(line->at, spot->at));
    return sign != FK_UNSURE ? turned * sign : sign_in_integers(base, edge, spot);
}

/* ---- Places inside ------------------------------------------------------------------------------------- */

fk_cover_middle fk_cover_middle_of(fk_cover_base *base, const fk_cover_corner *corner, size_t count)
{
    fk_cover_middle middle;
    double u = 0, v = 0;
    for (size_t i = 0; i < count; i++) {
        const fk_ball *at = corner[i].spot.at;
        u += at[0].mid / at[2].mid;
        v += at[1].mid / at[2].mid;
    }
    u /= (double)count;
    v /= (double)count;
    middle.is_free = fk_is_finite(u) && fk_is_finite(v) && fabs(u) < 16.0 && fabs(v) < 16.0;
    middle.spot[0] = spot_free(u, v);
    for (size_t i = 0; i < count && middle.is_free; i++)
        middle.is_free = fk_cover_sign(base, corner[i].edge, &middle.spot[0]) < 0;
    for (size_t i = 0; i < 3 && !middle.is_free; i++)
        middle.spot[i] = corner[i * count / 3].spot;
    return middle;
}

/* The sign of a line at the centroid of three places p_i / w_i: of the sum of line(p_i) w_j w_k. */
static int exact_centroid_sign(fk_arena *arena, fk_cover_base *base, const fk_exact line[3],
                               const fk_cover_spot spot[3])
{
    fk_exact value[3], w[3], sum = {NULL, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        uint32_t begin = arena->used;
        fk_exact at[3], both[2];
        exact_spot(arena, base, &spot[i], at);
        both[0] = at[2];
        both[1] = exact_dot(arena, line, at);
        keep_all(arena, begin, both, 2);
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

FK_OWN_FRAME static int middle_sign_in_integers(fk_cover_base *base, uint32_t line,
                                                const fk_cover_middle *middle)
{
    fk_arena arena;
    fk_exact at[3];
    fk_arena_init(&arena);
    exact_coefficients(&arena, base, line << 1, at);
    return exact_centroid_sign(&arena, base, at, middle->spot);
}

int fk_cover_middle_sign(fk_cover_base *base, uint32_t line, const fk_cover_middle *middle)
{
    if (middle->is_free)
        return fk_cover_sign(base, line << 1, &middle->spot[0]);
    int least = 1, most = -1;
    for (int i = 0; i < 3; i++) {
        int sign = fk_cover_sign(base, line << 1, &middle->spot[i]);
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    return least >= 0 ? most : most <= 0 ? least : middle_sign_in_integers(base, line, middle);
}

FK_OWN_FRAME static int level_in_integers(fk_cover_base *base, const fk_cover_spot *level,
                                          const fk_cover_middle *middle)
{
    fk_arena arena;
    fk_exact at[3], other[3], line[3] = {{NULL, 0, 0, 0}};
    fk_arena_init(&arena);
    exact_spot(&arena, base, level, at);
    line[1] = at[2];
    line[2] = fk_exact_negate(at[1]);
    if (!middle->is_free)
        return exact_centroid_sign(&arena, base, line, middle->spot);
    exact_spot(&arena, base, &middle->spot[0], other);
    return exact_dot(&arena, line, other).sign;
}

int fk_cover_middle_level(fk_cover_base *base, const fk_cover_spot *level, const fk_cover_middle *middle)
{
    int least = 1, most = -1;
    for (int i = 0; i < (middle->is_free ? 1 : 3); i++) {
        const fk_ball *at = middle->spot[i].at;
        int sign = fk_ball_sign(ball_determinant(level->at[2], at[1], level->at[1], at[2]));
        if (sign == FK_UNSURE)
            return level_in_integers(base, level, middle);
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    return least == most ? least : level_in_integers(base, level, middle);
}

fk_vec3 fk_cover_middle_point(const fk_cover_base *base, const fk_cover_middle *middle)
{
    fk_cover_set *set = base->set;
    fk_vec3 point;
    double u = 0, v = 0;
    int count = middle->is_free ? 1 : 3;
    for (int i = 0; i < count; i++) {
        u += middle->spot[i].at[0].mid / middle->spot[i].at[2].mid / count;
        v += middle->spot[i].at[1].mid / middle->spot[i].at[2].mid / count;
    }
    double rest = base->offset.mid - fk_ball_vec3_get(base->normal, base->u).mid * u -
                  fk_ball_vec3_get(base->normal, base->v).mid * v;
    *fk_vec3_at(&point, base->u) = u;
    *fk_vec3_at(&point, base->v) = v;
    *fk_vec3_at(&point, base->axis) = rest / fk_ball_vec3_get(base->normal, base->axis).mid;
    for (int k = 0; k < 3; k++) {
        double *at = fk_vec3_at(&point, k), low = fk_vec3_get(base->box.min, k),
               high = fk_vec3_get(base->box.max, k);
        *at = *at / set->scale + fk_vec3_get(set->origin, k);
        /* A quotient of zero by zero is no place. */
        *at = *at >= low ? fk_smaller(*at, high) : low;
    }
    return point;
}
