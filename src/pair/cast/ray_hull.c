/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rays against hulls in doubles, with a proof: a hit by the two facets that the line of the ray pierces, a miss by a direction.
 *
 * Search. Seen along the ray, the hull is a polygon, and the ray a point. With neighbours, a scan of the vertex blocks, or a climb, leads to
 * a vertex of the front, or of the back, that is near this point; from there, a walk leads to a vertex that makes a triangle around it
 * with two neighbours, mostly a facet. Otherwise, such a triangle is found as GJK does it in the plane. Then, while some vertex lies
 * before the plane of the triangle, it replaces one of its corners, so that the point stays inside: this ends with a facet, the one that the ray
 * enters, or, with the other sign, the one that it leaves. This is the simplex method on the linear program of casts. Hints let
 * supports climb; without them all points are scanned.
 *
 * Proof. The plane of three vertices a, b, c bounds the hull if n.(q - a) < 0 for all other points q, with n = (b - a) x (c - a): for
 * the neighbours q of a if the hint is that of these points, since a vertex of a hull that no neighbour exceeds along n is
 * the farthest one (fk_hull_build is exact); else for all points. The line pierces the triangle if the three products d.(p x q) of
 * its corners relative to the origin have one sign. Then the time of the plane is that of the hull, and the filter rounds
 * it. A direction m with m.q <= -g < 0 for all points, relative to the origin, proves a miss, if |m.d| times the longest
 * possible time of a hit, (the greatest |q|) / |d|, is less than g.
 *
 * Posed hulls. Let all neighbours of a, b and c, other than these, be at least h below their plane before the hull is placed. Then so are
 * all other vertices: climbing from one of them to a, b or c passes such a neighbour, and if it ends elsewhere, a has a neighbour that is
 * not below. A matrix R multiplies the product of three steps by its determinant. fk_pose_apply rounds each coordinate by
 * at most r = 2^-50 (the largest row of |R| times the largest coordinate, plus the translation), so steps by 6 r as sums. With 6 r < E / 10,
 * where E bounds the sums of all placed steps, the product changes by less than 3 * 1.2 * 6 r E^2 < 32 r E^2. So det(R) h > 32 r E^2 proves
 * the plane of the placed points. Vertices are within the unit of their blocks, up to rounding, of the center in each coordinate: E is
 * 3 * 2.08 units times the largest row of |R|.
 *
 * Errors, with sizes as sums of the sizes of coordinates: differences of coordinates are off by u of themselves, a product of two such vectors by 8 u
 * of the product of sizes, and one of three by 16 u; the code allows four times that and more. Sizes are below 2^60, as for other
 * targets, so nothing overflows, and a term of 2^-500 covers what is flushed to zero. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/ball.h"
#include "base/pose.h"
#include "base/cpu.h"
#include "shape/support.h"
#include "shape/vertex_blocks.h"

#define MAX_TURNS    64
#define SAMPLES      16
#define PRODUCT_SLOP 0x1p-45

/* A vertex: its index, its offset from the origin of the ray before the hull is placed, and what is seen along the ray. */
typedef struct seen_vertex {
    uint32_t index;
    fk_vec3 offset;
    double x, y;
} seen_vertex;

typedef struct hull_ray {
    const fk_points *points;
    const fk_hull *hint;            /* NULL: no neighbours */
    bool is_own;                    /* the hint is that of these points, before they are placed */
    const fk_vertex_blocks *blocks; /* of an own hint, or NULL */
    fk_vec3 origin, direction;
    /* The search is for the hull before it is placed: the origin there, and two axes across the ray. */
    fk_vec3 from, along, axis[2];
    double bend; /* about 1 / the radius of the hull */
    uint32_t near;
    double extent; /* no coordinate of an offset is larger; 0 if not known yet */
} hull_ray;

/* The vertex farthest along n: by climbing from the last one, or among all. */
static uint32_t climb_to_far_vertex(hull_ray *r, fk_vec3 n)
{
    const fk_hull *hint = r->hint;
    const fk_vec3 *point = r->points->point;
    if (hint == NULL) {
        fk_points unplaced = {.point = point, .count = r->points->count};
        return fk_scan_farthest(&unplaced, 1.0, r->from, n).index;
    }
    uint32_t at = r->near;
    double best = fk_vec3_dot(n, point[at]);
    for (uint32_t turn = 0; turn < r->points->count; turn++) {
        uint32_t next = at;
        for (uint32_t k = hint->neighbor_begin[at]; k < hint->neighbor_begin[at + 1]; k++) {
            const fk_vec3 *p = &point[hint->neighbor[k]];
            double value = n.x * p->x + n.y * p->y + n.z * p->z;
            if (value > best) {
                best = value;
                next = hint->neighbor[k];
            }
        }
        if (next == at)
            break;
        at = next;
    }
    return r->near = at;
}

static seen_vertex see_vertex(const hull_ray *r, uint32_t i)
{
    fk_vec3 offset = fk_vec3_sub(r->points->point[i], r->from);
    return (seen_vertex){i, offset, fk_vec3_dot(r->axis[0], offset), fk_vec3_dot(r->axis[1], offset)};
}

static double seen_cross(const seen_vertex *p, const seen_vertex *q)
{
    return p->x * q->y - p->y * q->x;
}

/* ---- Vertices near a ray, by vertex blocks ------------------------------------------------------------- */

#define NEAR_BLOCKS 64
#define NEAR_TURNS  8

/* Two axes across the ray and one along it; the center of the blocks minus the origin, along these. */
typedef struct near_ray {
    float axis[3][3], from[3], bend;
} near_ray;

#define FK_LEVEL_FILE "pair/cast/ray_hull.inc"
#include "base/cpu_plain.inc"
#define FK_LEVEL_FILE "pair/cast/ray_hull.inc"
#include "base/cpu_levels.inc"

typedef void near_ray_function(const fk_vertex_blocks *blocks, const near_ray *r, uint32_t place[2]);

/* The vertices of the front and of the back that are likely to be near the ray. */
static void find_near_vertices(const hull_ray *r, uint32_t vertex[2])
{
    static near_ray_function *const scan[FK_CPU_COUNT] = FK_LEVELS(scan_near_ray);
    const fk_vertex_blocks *blocks = r->blocks;
    const fk_vec3 *axis[3] = {&r->axis[0], &r->axis[1], &r->along};
    fk_vec3 offset = fk_vec3_sub(blocks->center, r->from);
    double inverse = 1 / blocks->unit;
    near_ray near;
    uint32_t place[2];
    for (int k = 0; k < 3; k++) {
        near.axis[k][0] = (float)axis[k]->x;
        near.axis[k][1] = (float)axis[k]->y;
        near.axis[k][2] = (float)axis[k]->z;
        near.from[k] = k == 2 ? 0 : (float)(fk_vec3_dot(*axis[k], offset) * inverse);
    }
    near.bend = (float)(blocks->unit / blocks->outer);
    scan[fk_cpu_level()](blocks, &near, place);
    for (int k = 0; k < 2; k++)
        vertex[k] = blocks->vertex[place[k]];
}

/* ---- Misses -------------------------------------------------------------------------------------------- */

/* m is a direction for the hull before it is placed. */
static bool proves_miss(hull_ray *r, fk_vec3 m)
{
    double value, extent;
    if (r->points->pose != NULL)
        m = fk_pose_rotate(r->points->pose, m);
    if (!fk_scan_support_value(r->points, r->origin, m, &value, &extent))
        return false;
    r->extent = extent;
    double size = fk_vec3_norm1(m), error = PRODUCT_SLOP * size * 3 * extent + FK_BALL_TINY;
    double d_size = fk_vec3_norm1(r->direction), d_error = PRODUCT_SLOP * size * d_size + FK_BALL_TINY;
    double speed = fabs(fk_vec3_dot(m, r->direction)) + d_error;
    /* |q| <= 3 extent and |d| >= d_size / 3 in sums of sizes. */
    return d_size > 0x1p-200 && -value - error > 10 * extent / d_size * speed;
}

/* Whether the line of the ray surely passes by the ball around the vertices. With sizes as sums, w is off by 16 u (the sizes of the center, of its
 * terms and of the origin), and the product by 4 u |w| |d| more. The ball of a posed hull grows by the norm of its
 * matrix, whose square is at most 1 + fk_pose_rotation_error, and by the rounding of fk_pose_apply. */
static bool passes_ball(const hull_ray *r)
{
    const fk_vertex_blocks *blocks = r->blocks;
    const fk_pose *pose = r->points->pose;
    fk_vec3 center = blocks->center, d = r->direction;
    double radius = blocks->outer, size = 3 * blocks->reach + fk_vec3_norm1(r->origin);
    if (pose != NULL) {
        double error = fk_pose_rotation_error(pose);
        if (!(error < 0.5))
            return false;
        center = fk_pose_apply(pose, center);
        radius *= 1 + error;
        size += 6 * blocks->reach + fk_vec3_norm1(pose->translation);
    }
    fk_vec3 across = fk_vec3_cross(fk_vec3_sub(center, r->origin), d);
    double most = (radius + 0x1p-44 * size) * (1 + 0x1p-40);
    return fk_vec3_dot(across, across) * (1 - 0x1p-40) > most * most * fk_vec3_dot(d, d) + FK_BALL_TINY;
}

/* ---- Search -------------------------------------------------------------------------------------------- */

static fk_vec3 seen_direction(const hull_ray *r, double x, double y)
{
    return fk_vec3_add(fk_vec3_scale(r->axis[0], x), fk_vec3_scale(r->axis[1], y));
}

/* Finds a counterclockwise triangle around the ray. FK_CAST_MISS with a direction if the ray passes by. */
static fk_cast_result surround_ray(hull_ray *r, seen_vertex corner[3], fk_vec3 *m)
{
    corner[0] = see_vertex(r, r->near);
    *m = seen_direction(r, -corner[0].x, -corner[0].y);
    corner[1] = see_vertex(r, climb_to_far_vertex(r, *m));
    if (-(corner[0].x * corner[1].x + corner[0].y * corner[1].y) <= 0)
        return FK_CAST_MISS;
    if (seen_cross(&corner[0], &corner[1]) < 0) {
        seen_vertex held = corner[0];
        corner[0] = corner[1];
        corner[1] = held;
    }
    /* The ray is on the left of the edge from corner 0 to corner 1, and a vertex farther to the left is sought. */
    for (int turn = 0; turn < MAX_TURNS; turn++) {
        double x = corner[1].x - corner[0].x, y = corner[1].y - corner[0].y;
        *m = seen_direction(r, -y, x);
        corner[2] = see_vertex(r, climb_to_far_vertex(r, *m));
        if (corner[2].x * -y + corner[2].y * x <= 0)
            return FK_CAST_MISS;
        bool right = seen_cross(&corner[1], &corner[2]) < 0, left = seen_cross(&corner[2], &corner[0]) < 0;
        if (!right && !left)
            return FK_CAST_HIT;
        corner[right ? 0 : 1] = corner[2];
    }
    return FK_CAST_UNDECIDED;
}

/* How far a vertex lies along the ray, with a penalty for its distance from it, as on a sphere. */
static double front_value(const hull_ray *r, const seen_vertex *p, double sign)
{
    return sign * fk_vec3_dot(r->along, p->offset) - r->bend * (p->x * p->x + p->y * p->y);
}

/* Climbs to a vertex of the front (sign -1) or back (1) near the ray, from the best of some vertices. */
static seen_vertex climb_to_ray(const hull_ray *r, double sign)
{
    seen_vertex best = see_vertex(r, 0);
    double value = front_value(r, &best, sign);
    for (uint32_t i = 1; i < SAMPLES; i++) {
        seen_vertex p = see_vertex(r, (uint32_t)((uint64_t)r->points->count * i / SAMPLES));
        double own = front_value(r, &p, sign);
        if (own > value) {
            best = p;
            value = own;
        }
    }
    for (uint32_t turn = 0; turn < r->points->count; turn++) {
        uint32_t at = best.index;
        for (uint32_t k = r->hint->neighbor_begin[at]; k < r->hint->neighbor_begin[at + 1]; k++) {
            seen_vertex p = see_vertex(r, r->hint->neighbor[k]);
            double own = front_value(r, &p, sign);
            if (own > value) {
                best = p;
                value = own;
            }
        }
        if (best.index == at)
            break;
    }
    return best;
}

/* The two neighbours of a vertex between which the ray is seen from it: corner 1 on the right, corner 2 on the left. Returns false
 * if there are none. Without branches, which nothing could predict: so indices are doubles. */
static bool surround_vertex(const hull_ray *r, seen_vertex corner[3])
{
    uint32_t at = corner[0].index, end = r->hint->neighbor_begin[at + 1];
    double x = -corner[0].x, y = -corner[0].y, index[2] = {-1, -1};
    /* Each side begins with the direction away from the ray. */
    double right_x = -x, right_y = -y, left_x = -x, left_y = -y;
    for (uint32_t k = r->hint->neighbor_begin[at]; k < end; k++) {
        uint32_t i = r->hint->neighbor[k];
        fk_vec3 step = fk_vec3_sub(r->points->point[i], r->points->point[at]);
        double dx = fk_vec3_dot(r->axis[0], step), dy = fk_vec3_dot(r->axis[1], step), own = (double)i;
        double side = x * dy - y * dx, left = left_y * dx - left_x * dy;
        double right = right_x * dy - right_y * dx;
        double is_left = side < left ? side : left, is_right = -side < right ? -side : right;
        left_x = is_left > 0 ? dx : left_x;
        left_y = is_left > 0 ? dy : left_y;
        index[1] = is_left > 0 ? own : index[1];
        right_x = is_right > 0 ? dx : right_x;
        right_y = is_right > 0 ? dy : right_y;
        index[0] = is_right > 0 ? own : index[0];
    }
    if (!(index[0] >= 0 && index[1] >= 0))
        return false;
    for (int k = 0; k < 2; k++)
        corner[1 + k] = see_vertex(r, (uint32_t)index[k]);
    return true;
}

static double seen_distance(const seen_vertex *p)
{
    return p->x * p->x + p->y * p->y;
}

/* Walks from a vertex to a triangle with two of its neighbours around the ray. Returns false if that does not end soon. */
static bool walk_to_ray(const hull_ray *r, seen_vertex corner[3])
{
    int detours = 0;
    for (int turn = 0; turn < NEAR_TURNS; turn++) {
        if (!surround_vertex(r, corner))
            return false;
        if (seen_cross(&corner[0], &corner[1]) >= 0 && seen_cross(&corner[1], &corner[2]) >= 0 &&
            seen_cross(&corner[2], &corner[0]) >= 0)
            return true;
        int next = seen_distance(&corner[1]) < seen_distance(&corner[2]) ? 1 : 2;
        if (!(seen_distance(&corner[next]) < seen_distance(&corner[0])) && detours++ > 0)
            return false;
        corner[0] = corner[next];
    }
    return false;
}

/* Moves a triangle to the facet that the ray enters (sign -1) or leaves (1). Returns false if that does not end. */
static bool find_facet(hull_ray *r, double sign, seen_vertex corner[3])
{
    for (int turn = 0; turn < MAX_TURNS; turn++) {
        fk_vec3 n = fk_vec3_cross(fk_vec3_sub(corner[1].offset, corner[0].offset),
                                  fk_vec3_sub(corner[2].offset, corner[0].offset));
        /* Corners are counterclockwise as seen along the axes, whose product is along the ray. */
        n = fk_vec3_scale(n, sign);
        r->near = corner[0].index;
        uint32_t at = climb_to_far_vertex(r, n);
        if (at == corner[0].index || at == corner[1].index || at == corner[2].index)
            return true;
        seen_vertex top = see_vertex(r, at);
        if (!(fk_vec3_dot(n, fk_vec3_sub(top.offset, corner[0].offset)) > 0))
            return true;
        double side[3];
        for (int i = 0; i < 3; i++)
            side[i] = seen_cross(&top, &corner[i]);
        int i = 0;
        while (i < 2 && !(side[i] >= 0 && side[(i + 1) % 3] <= 0))
            i++;
        corner[(i + 2) % 3] = top;
    }
    return false;
}

/* ---- Proof of a facet ---------------------------------------------------------------------------------- */

static bool pierces_triangle(const hull_ray *r, const fk_vec3 corner[3])
{
    int positive = 0, negative = 0;
    for (int i = 0; i < 3; i++) {
        fk_vec3 p = fk_vec3_sub(corner[i], r->origin), q = fk_vec3_sub(corner[(i + 1) % 3], r->origin);
        double value = fk_vec3_dot(r->direction, fk_vec3_cross(p, q));
        double error =
            PRODUCT_SLOP * fk_vec3_norm1(r->direction) * fk_vec3_norm1(p) * fk_vec3_norm1(q) + FK_BALL_TINY;
        positive += value > error;
        negative += value < -error;
    }
    return positive == 3 || negative == 3;
}

/* A lower bound of the distance of the neighbours of a vertex from the plane through it, times |n|: n is off by PRODUCT_SLOP size. */
static double least_depth(const hull_ray *r, const seen_vertex corner[3], int i, fk_vec3 n, double size)
{
    const fk_hull *hint = r->hint;
    uint32_t at = corner[i].index;
    double least = INFINITY;
    for (uint32_t k = hint->neighbor_begin[at]; k < hint->neighbor_begin[at + 1]; k++) {
        uint32_t q = hint->neighbor[k];
        fk_vec3 step = fk_vec3_sub(r->points->point[q], r->points->point[at]);
        double depth = -fk_vec3_dot(n, step) - PRODUCT_SLOP * size * fk_vec3_norm1(step);
        bool is_corner = q == corner[0].index || q == corner[1].index || q == corner[2].index;
        least = !is_corner && depth < least ? depth : least;
    }
    return least - FK_BALL_TINY;
}

/* The sizes of a pose: the largest sum of a row, and a lower bound of the determinant, which is computed from products below
 * spread^3. */
static double least_determinant(const fk_pose *pose, double *spread)
{
    fk_vec3 row[3];
    *spread = 0;
    for (int i = 0; i < 3; i++) {
        row[i] = fk_vec3_make(pose->rotation[i][0], pose->rotation[i][1], pose->rotation[i][2]);
        double sum = fk_vec3_norm1(row[i]);
        *spread = sum > *spread ? sum : *spread;
    }
    double volume = fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2]));
    return volume - 0x1p-44 * (*spread * *spread * *spread);
}

/* The same as bounds_hull for a posed hull, by the hull before it is placed. */
static bool bounds_posed_hull(const hull_ray *r, const seen_vertex corner[3], double sign)
{
    const fk_pose *pose = r->points->pose;
    double spread, volume = least_determinant(pose, &spread), shift = fk_vec3_norm1(pose->translation);
    double reach = r->blocks->reach, extent = 6.25 * spread * r->blocks->unit;
    const fk_vec3 *point = r->points->point, base = point[corner[0].index];
    fk_vec3 e = fk_vec3_sub(point[corner[1].index], base), f = fk_vec3_sub(point[corner[2].index], base);
    fk_vec3 n = fk_vec3_scale(fk_vec3_cross(e, f), sign);
    double size = fk_vec3_norm1(e) * fk_vec3_norm1(f), error = 0x1p-50 * (spread * reach + shift);
    double slack = 32 * error * extent * extent + FK_BALL_TINY;
    if (!(volume > 0.5) || !(spread < 2) || !(64 * error < extent))
        return false;
    for (int i = 0; i < 3; i++)
        if (!(0.5 * least_depth(r, corner, i, n, size) > slack))
            return false;
    return true;
}

/* Whether no other point reaches the plane; n points outward. */
static bool bounds_hull(hull_ray *r, const seen_vertex corner[3], fk_vec3 n, double sign, double size)
{
    uint32_t a = corner[0].index, b = corner[1].index, c = corner[2].index, list[4];
    if (r->is_own && r->points->pose == NULL)
        return least_depth(r, corner, 0, n, size) > 0;
    if (r->blocks != NULL && bounds_posed_hull(r, corner, sign))
        return true;
    fk_vec3 base = fk_points_at(r->points, a);
    if (r->extent <= 0) {
        double value;
        if (!fk_scan_support_value(r->points, r->origin, n, &value, &r->extent))
            return false;
    }
    double error = PRODUCT_SLOP * size * 6 * r->extent + FK_BALL_TINY;
    if (fk_scan_at_least(r->points, base, n, -error, list, 4) != 3)
        return false;
    for (int i = 0; i < 3; i++)
        if (list[i] != a && list[i] != b && list[i] != c)
            return false;
    return true;
}

/* Proves a facet, and writes its points. Returns FK_CAST_MISS if the ray surely meets its plane before time 0, FK_CAST_UNDECIDED without a
 * proof. */
static fk_cast_result prove_facet(hull_ray *r, double sign, const seen_vertex corner[3], fk_vec3 point[3])
{
    for (int i = 0; i < 3; i++)
        point[i] = fk_points_at(r->points, corner[i].index);
    fk_vec3 e = fk_vec3_sub(point[1], point[0]), f = fk_vec3_sub(point[2], point[0]);
    fk_vec3 n = fk_vec3_scale(fk_vec3_cross(e, f), sign), w = fk_vec3_sub(r->origin, point[0]);
    double size = fk_vec3_norm1(e) * fk_vec3_norm1(f);
    double speed_error = PRODUCT_SLOP * size * fk_vec3_norm1(r->direction) + FK_BALL_TINY;
    if (!(sign * fk_vec3_dot(n, r->direction) > speed_error) || !pierces_triangle(r, point) ||
        !bounds_hull(r, corner, n, sign, size))
        return FK_CAST_UNDECIDED;
    double height_error = PRODUCT_SLOP * size * fk_vec3_norm1(w) + FK_BALL_TINY;
    return sign * fk_vec3_dot(n, w) > height_error ? FK_CAST_MISS : FK_CAST_HIT;
}

/* ---- Rays ---------------------------------------------------------------------------------------------- */

/* Two axes across the ray: counterclockwise as seen along it. */
static void look_along(hull_ray *r)
{
    fk_vec3 d = r->direction;
    const fk_pose *pose = r->points->pose;
    r->from = r->origin;
    if (pose != NULL) {
        d = fk_pose_rotate_back(pose, d);
        r->from = fk_pose_rotate_back(pose, fk_vec3_sub(r->origin, pose->translation));
    }
    fk_vec3 size = {fabs(d.x), fabs(d.y), fabs(d.z)};
    fk_vec3 other = size.x <= size.y && size.x <= size.z ? fk_vec3_make(1, 0, 0)
                    : size.y <= size.z                   ? fk_vec3_make(0, 1, 0)
                                                         : fk_vec3_make(0, 0, 1);
    r->along = fk_vec3_scale(d, 1 / fk_vec3_length(d));
    fk_vec3 across = fk_vec3_cross(r->along, other);
    r->axis[0] = fk_vec3_scale(across, 1 / fk_vec3_length(across));
    r->axis[1] = fk_vec3_cross(r->along, r->axis[0]);
    const fk_points *points = r->points;
    r->bend = 1 / fk_vec3_length(fk_vec3_sub(points->point[0], points->point[points->count / 2]));
}

/* Whether the first point and the ray are small enough, and the ray long enough. */
static bool is_moderate(const hull_ray *r)
{
    double size =
        fk_vec3_norm1(r->origin) + fk_vec3_norm1(r->direction) + fk_vec3_norm1(fk_points_at(r->points, 0));
    return size < 0x1p60 && fk_vec3_norm1(r->direction) > 0x1p-60;
}

/* False if the ray or the hull is not moderate. */
static bool begin_hull_ray(const fk_points *points, fk_vec3 origin, fk_vec3 direction, hull_ray *r)
{
    const fk_hull *hint = points->hint;
    bool has_neighbors = hint != NULL && hint->vertex_count == points->count && hint->dimension == 3;
    *r = (hull_ray){.points = points, .origin = origin, .direction = direction};
    r->hint = has_neighbors ? hint : NULL;
    r->is_own = has_neighbors && hint->point == points->point;
    r->blocks = r->is_own ? fk_points_blocks(points) : NULL;
    if (points->count < 4 || !is_moderate(r))
        return false;
    look_along(r);
    return true;
}

/* Finds the facet that the ray enters (sign -1) or leaves (1), from a vertex near it, and proves it. */
static fk_cast_result find_near_facet(hull_ray *r, double sign, seen_vertex from, fk_vec3 point[3])
{
    seen_vertex corner[3] = {from, from, from};
    if (!walk_to_ray(r, corner))
        return FK_CAST_UNDECIDED;
    fk_cast_result result = FK_CAST_UNDECIDED;
    if (r->is_own)
        result = prove_facet(r, sign, corner, point);
    if (result == FK_CAST_UNDECIDED && find_facet(r, sign, corner))
        result = prove_facet(r, sign, corner, point);
    return result;
}

/* The same from a triangle around the ray. */
static fk_cast_result find_far_facet(hull_ray *r, double sign, const seen_vertex around[3], fk_vec3 point[3])
{
    seen_vertex corner[3] = {around[0], around[1], around[2]};
    return find_facet(r, sign, corner) ? prove_facet(r, sign, corner, point) : FK_CAST_UNDECIDED;
}

fk_cast_result fk_hull_ray_filter(const fk_points *points, fk_vec3 origin, fk_vec3 direction,
                                  fk_contact_times *out)
{
    hull_ray r;
    seen_vertex around[3];
    uint32_t near[2];
    fk_vec3 m, facet[2][3];
    fk_cast_result own = FK_CAST_UNDECIDED;
    if (!begin_hull_ray(points, origin, direction, &r))
        return FK_CAST_UNDECIDED;
    if (r.blocks != NULL && passes_ball(&r))
        return FK_CAST_MISS;
    bool is_scanned = r.blocks != NULL && r.blocks->count <= NEAR_BLOCKS, is_surrounded = false;
    if (is_scanned)
        find_near_vertices(&r, near);
    for (int last = 1; last >= 0; last--) {
        double sign = last ? 1 : -1;
        own = FK_CAST_UNDECIDED;
        if (r.hint != NULL && !is_surrounded)
            own = find_near_facet(&r, sign, is_scanned ? see_vertex(&r, near[last]) : climb_to_ray(&r, sign),
                                  facet[last]);
        if (own == FK_CAST_UNDECIDED) {
            if (!is_surrounded)
                own = surround_ray(&r, around, &m);
            if (own == FK_CAST_MISS)
                return proves_miss(&r, m) ? FK_CAST_MISS : FK_CAST_UNDECIDED;
            is_surrounded = is_surrounded || own == FK_CAST_HIT;
            own = is_surrounded ? find_far_facet(&r, sign, around, facet[last]) : FK_CAST_UNDECIDED;
        }
        /* A plane behind the origin is a miss, or the ray starts inside. */
        if (own == FK_CAST_UNDECIDED || (last && own == FK_CAST_MISS))
            return own;
    }
    return fk_planes_ray_filter(facet, origin, direction, own == FK_CAST_MISS, out);
}

fk_vec3 fk_hull_ray_normal(const fk_points *points, fk_vec3 origin, fk_vec3 direction)
{
    hull_ray r;
    seen_vertex corner[3];
    fk_vec3 normal = {0, 0, 0}, m;
    if (!begin_hull_ray(points, origin, direction, &r) || surround_ray(&r, corner, &m) != FK_CAST_HIT ||
        !find_facet(&r, -1, corner))
        return normal;
    normal = fk_vec3_cross(fk_vec3_sub(corner[1].offset, corner[0].offset),
                           fk_vec3_sub(corner[2].offset, corner[0].offset));
    return points->pose != NULL ? fk_pose_rotate(points->pose, normal) : normal;
}
