/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proved bounds from plain doubles, with one allowance for all their errors at the end.
 *
 * Derivation. u = 2^-52 bounds the relative error of one operation in any rounding mode. N = |n.x| + |n.y| + |n.z| >= |n|, E the
 * extent of a body: no coordinate of its points is larger. Underflow and flushing: scaled numbers lose at most 2^-500
 * (exact/ball.h); given numbers, and differences of them, lose 2^-1022 each before they are scaled, a few of them per coordinate:
 * 64 * 2^-1022 times the scale covers them all (FLUSH). The scale is at most 2^960, and the largest scaled number about 1 unless
 * the scale is at that end; so this counts for pieces below 2^-960 only.
 *
 * The support value of a body, max n.x:
 *   vertices   an offset has an error of u (one difference), a product and two sums: 4 u N E; a box has 3 products n.e
 *              of exact edges and two more sums: 5 u N E
 *   ellipsoid  |E^T n|: each of three products is off by 3 u N times its edge, the length by as much again: 7 u N E
 *   cylinder   the end as for vertices, 4 u N E; the axis, a unit vector, is off by 5 u, so |n x axis| is off by 5 u for
 *              that, by 4 u for the product and 3 u for the length, then u for the product with the radius: 13 u N r
 *   cone       the same for its base, 4 u N E for its apex
 * The difference of the anchors is like an offset: 4 u N |shift|. Two more sums give 2 u N size, where size is the sum of both
 * extents and |shift|. Together at most 8 u N size without smooth pieces (SUPPORT), 32 u N size with (SUPPORT_SMOOTH).
 *
 * A point of M from GJK: sum of weight_i d_i over sum of weight_i. Each coordinate of d_i is off by 5 u size (two sums in an
 * offset, two more in d_i, one in shift); a point on a smooth piece lies within 20 u E of a point of the piece, since the radius
 * is perpendicular to the axis to 10 u and has length 1 to 4 u, or since |s| <= 1 + 4 u and three products and two sums follow.
 * The sum over 4 points is off by 8 u size. Three coordinates make a factor below 1.75: 32 u size without smooth pieces (POINT),
 * 64 u size with (POINT_SMOOTH).
 *
 * The sum of the radii has one rounding, at most u size; the slack of the figures above covers it. */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/ball.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define SUPPORT        0x1p-49
#define SUPPORT_SMOOTH 0x1p-47
#define POINT          0x1p-47
#define POINT_SMOOTH   0x1p-46

#define FLUSH 0x1p-1016

/* Up and down by more than a few roundings. */
#define MORE (1.0 + 0x1p-48)
#define LESS (1.0 - 0x1p-48)

/* ---- Support values ------------------------------------------------------------------------------------ */

/* Scales n instead of every point. A small scale is lifted, as it would bring n into the range of flushed numbers. */
static double hull_support_value(const fk_support_body *body, fk_vec3 n)
{
    const fk_points *hull = &body->piece->as.hull;
    double fold = body->fold, lift = body->scale < 0x1p-500 ? 0x1p500 : 1.0;
    fk_vec3 base = fk_vec3_scale(body->anchor, fold), along = fk_vec3_scale(n, body->scale * lift);
    return fk_scan_farthest(hull, fold, base, along).value * (1.0 / (fold * lift));
}

static double ellipsoid_support_value(const fk_support_body *body, fk_vec3 n)
{
    return fk_vec3_length(fk_vec3_make(fk_vec3_dot(n, body->edge[0]), fk_vec3_dot(n, body->edge[1]),
                                       fk_vec3_dot(n, body->edge[2])));
}

/* The support value of a disc relative to its centre. */
static double disc_support_value(const fk_support_body *body, fk_vec3 n)
{
    return body->radius * fk_vec3_length(fk_vec3_cross(n, body->axis));
}

/* The support value of a body relative to its anchor, up to the errors derived above. */
static double support_value(const fk_support_body *body, fk_vec3 n)
{
    double along[3];
    for (int k = 0; k < 3; k++)
        along[k] = fk_vec3_dot(n, body->edge[k]);
    switch (body->piece->kind) {
    case FK_KIND_HULL:
        return hull_support_value(body, n);
    case FK_KIND_BOX:
        return fk_larger(along[0], 0.0) + fk_larger(along[1], 0.0) + fk_larger(along[2], 0.0);
    case FK_KIND_ELLIPSOID:
        return ellipsoid_support_value(body, n);
    case FK_KIND_CYLINDER:
        return fk_larger(along[0], 0.0) + disc_support_value(body, n);
    case FK_KIND_CONE:
        return fk_larger(along[0], disc_support_value(body, n));
    default: /* edges that a kind does not have are zero */
        return fk_larger(fk_larger(fk_larger(along[0], along[1]), along[2]), 0.0);
    }
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

/* A bound of what flushing may take. */
static double flush_error(const fk_support_body *body)
{
    return FLUSH * body->scale + FK_BALL_TINY;
}

static bool has_smooth_piece(const fk_support_bodies *bodies)
{
    return fk_piece_is_smooth(bodies->a.piece) || fk_piece_is_smooth(bodies->b.piece);
}

/* supports: the support value of a along -n plus that of b along n, added first, so that swapping a and b changes nothing. */
static double separation_along(const fk_support_bodies *bodies, fk_vec3 n, double supports)
{
    double length = fk_vec3_norm1(n);
    double error = (has_smooth_piece(bodies) ? SUPPORT_SMOOTH : SUPPORT) * length * bodies->size * MORE;
    error += (1.0 + length) * flush_error(&bodies->a);
    return fk_vec3_dot(n, bodies->shift) - supports - error;
}

static double support_value_sum(const fk_support_bodies *bodies, fk_vec3 n)
{
    return support_value(&bodies->a, fk_vec3_negate(n)) + support_value(&bodies->b, n);
}

fk_interval fk_bound_support(const fk_support_body *body, fk_vec3 n)
{
    fk_interval found;
    /* n is off by a rounding or two: 2 u N E more. */
    double value = support_value(body, n),
           error = SUPPORT_SMOOTH * 2.0 * body->extent * MORE + 2.0 * flush_error(body);
    double unit = 1.0 / body->scale;
    found.lo = (value - error) * unit;
    found.hi = (value + error) * unit;
    /* What unscaling may have lost. */
    found.lo -= fabs(found.lo) * 0x1p-50 + 0x1p-1020;
    found.hi += fabs(found.hi) * 0x1p-50 + 0x1p-1020;
    return found;
}

/* An upper bound of the distance of the origin to M. */
static double bound_nearest_point(const fk_support_bodies *bodies, const fk_gjk_result *walk)
{
    fk_vec3 sum = {0, 0, 0};
    double total = 0.0;
    for (uint32_t i = 0; i < walk->count; i++) {
        sum = fk_vec3_add(sum, fk_vec3_scale(walk->point[i].d, walk->weight[i]));
        total += walk->weight[i];
    }
    double error =
        (has_smooth_piece(bodies) ? POINT_SMOOTH : POINT) * bodies->size + 2.0 * flush_error(&bodies->a);
    return (fk_vec3_length(sum) * MORE + error) / (total * LESS) * MORE;
}

/* Only spheres and capsules have a radius around a core. */
double fk_bound_radius(const fk_support_bodies *bodies)
{
    bool round_a = fk_sign_of(fk_piece_radius(bodies->a.piece)) > 0;
    bool round_b = fk_sign_of(fk_piece_radius(bodies->b.piece)) > 0;
    return (round_a ? bodies->a.radius : 0.0) + (round_b ? bodies->b.radius : 0.0);
}

fk_interval fk_bound_distance(const fk_support_bodies *bodies, const fk_gjk_result *walk)
{
    return fk_bound_distance_by(bodies, walk, support_value_sum(bodies, walk->direction));
}

fk_interval fk_bound_distance_by(const fk_support_bodies *bodies, const fk_gjk_result *walk, double supports)
{
    fk_interval bound = {-INFINITY, INFINITY};
    if (walk->count == 0)
        return bound;
    double radius = fk_bound_radius(bodies);
    double apart = separation_along(bodies, walk->direction, supports);
    /* A separation is divided by the length of n, or by 1 if that is more; without one, only the sign matters. */
    if (apart > 0.0)
        apart = apart / (fk_larger(fk_vec3_length(walk->direction), 1.0) * MORE) * LESS;
    bound.lo = apart - (radius * MORE + flush_error(&bodies->a));
    bound.lo -= fabs(bound.lo) * 0x1p-51;
    bound.hi = bound_nearest_point(bodies, walk) - (radius * LESS - flush_error(&bodies->a));
    bound.hi += fabs(bound.hi) * 0x1p-51;
    return bound;
}

/* ---- Around the origin --------------------------------------------------------------------------------- */

/* The rule of the verifier: every plane through the origin and two of the points has points strictly on both sides. With points
 * that are off by 5 u size in each coordinate and determinants of up to 6 products of three numbers not above size, 18 * 5 u + 6
 * * 6 u of size^3 bounds all errors: below 2^-44. A plane whose normal is zero up to rounding fails here: the function then
 * returns false, which is safe. */
bool fk_bound_surrounds(const fk_support_bodies *bodies, const fk_gjk_point *point, uint32_t count)
{
    double size = bodies->size,
           error = (0x1p-44 * size + 32.0 * flush_error(&bodies->a)) * size * size * MORE;
    if (has_smooth_piece(bodies) || count < 4)
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            fk_vec3 normal = fk_vec3_cross(point[i].d, point[j].d);
            bool above = false, below = false;
            for (uint32_t k = 0; k < count; k++) {
                double side = fk_vec3_dot(normal, point[k].d);
                above = above || side > error;
                below = below || side < -error;
            }
            if (!above || !below)
                return false;
        }
    return true;
}
