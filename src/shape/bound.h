/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bounding volumes, internal functions: building, placing, and outward rounding by proved margins. */

#ifndef FARKAS_SHAPE_BOUND_H
#define FARKAS_SHAPE_BOUND_H

#include "base/vec3.h"
#include "farkas/shape.h"

#include <math.h>

/* Errors, here and in the files bound_*.c. u = 2^-52 bounds the relative error of one operation in any rounding mode; underflow,
 * a flushed result or an operand that is read as zero (FTZ, DAZ) add an absolute error of at most 2^-1022 each, times the other
 * factor. FK_BOUND_TINY covers them: it is added to every error that is not relative. Every bound takes at least a quarter more
 * than its derivation needs, which covers terms of u^2 and the roundings of the bound itself.
 *
 * Range. In the modes toward zero an overflow gives the largest double. So a size is trusted only below FK_BOUND_LARGEST, and
 * anything larger counts as infinite. */

#define FK_BOUND_UNIT    0x1p-52
#define FK_BOUND_TINY    0x1p-1000
#define FK_BOUND_LARGEST 0x1p1000

/* x < y by their bits, so even where the processor reads small numbers as zero; neither is NaN. */
static inline bool fk_double_less(double x, double y)
{
    return fk_double_key(x) < fk_double_key(y);
}

static inline double fk_double_smaller(double x, double y)
{
    return fk_double_less(y, x) ? y : x;
}

static inline double fk_double_larger(double x, double y)
{
    return fk_double_less(x, y) ? y : x;
}

static inline bool fk_is_zero(double x)
{
    return fk_bits_of(x) << 1 == 0;
}

/* The binary exponent of a finite x, clamped to where 2^-exponent is a double. */
static inline int fk_clamped_exponent(double x)
{
    int power = fk_exponent_of(x);
    return power < -1000 ? -1000 : power > 1000 ? 1000 : power;
}

/* The product of three sizes that are not negative: no partial product leaves the range unless the whole does. */
static inline double fk_box_volume(double a, double b, double c)
{
    if (fk_is_zero(a) || fk_is_zero(b) || fk_is_zero(c))
        return 0.0;
    if (!fk_is_finite(a) || !fk_is_finite(b) || !fk_is_finite(c))
        return INFINITY;
    int i = fk_clamped_exponent(a), j = fk_clamped_exponent(b), k = fk_clamped_exponent(c);
    return ldexp(a * fk_inverse_power(i) * (b * fk_inverse_power(j)) * (c * fk_inverse_power(k)), i + j + k);
}

/* x, with -0 replaced by 0, so that results have the same bytes in every order of the points. */
static inline double fk_positive_zero(double x)
{
    return fk_is_zero(x) ? 0.0 : x;
}

/* An upper bound of x + more, for more >= FK_BOUND_TINY, which allows for 2^-1022; an infinity stays. */
static inline double fk_add_upward(double x, double more)
{
    double sum = x + more;
    return fk_is_finite(sum) ? fk_double_beside(sum, 1) : sum;
}

/* A lower bound of x - more. */
static inline double fk_subtract_downward(double x, double more)
{
    return -fk_add_upward(-x, more);
}

/* A size that was rounded up; infinite where it is too large to be trusted, or NaN. */
static inline double fk_trusted_size(double x)
{
    return x < FK_BOUND_LARGEST ? x : (double)INFINITY;
}

/* An upper bound of |p - q| in the whole range of doubles; infinite beyond FK_BOUND_LARGEST. Zero only for equal points;
 * otherwise it allows for 2^-1020 more. */
double fk_distance_above(fk_vec3 p, fk_vec3 q);

/* A bound of the numbers that occur when points are placed, from which their errors follow.
 *
 * fk_pose_apply rounds ((r0 x + r1 y) + r2 z) + t: the first terms four times, so a coordinate is off by at most 4.01 u (|r0 x| +
 * |r1 y| + |r2 z| + |t|). For |x|, |y|, |z| up to extent, this function returns that sum of row i, plus a little for a small
 * coordinate that is read as zero: 2^-960 r, of which a few u are more than 2^-1020 r. */
static inline double fk_pose_row_size(const fk_pose *pose, int i, fk_vec3 extent)
{
    const double *r = pose->rotation[i], more = 0x1p-960;
    return ((fabs(r[0]) * (extent.x + more) + fabs(r[1]) * (extent.y + more)) +
            fabs(r[2]) * (extent.z + more)) +
           fabs(fk_vec3_get(pose->translation, i));
}

/* fk_sphere_place with a known fk_pose_rotation_error of the pose, below 1/1000. */
fk_sphere fk_sphere_place_rigid(const fk_sphere *sphere, const fk_pose *pose, double skew);

/* fk_aabb_build_placed for finite points whose box before placing, home, is known. */
fk_status fk_aabb_build_placed_from(const fk_vec3 *point, size_t count, const fk_aabb *home,
                                    const fk_pose *pose, fk_aabb *out);

/* Scans of points for bounding volumes, with the vectors of the processor. Values are computed by the same operations in the same
 * order on every level of instructions; among equal ones the lowest index wins, and zeros have no sign. There is at least one
 * point, and all numbers are finite. */

/* The point farthest from base + center, by (dx dx + dy dy) + dz dz with d = (p - base) - center. */
size_t fk_scan_outermost(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center, double *square);

/* The least and the greatest (dx r.x + dy r.y) + dz r.z with d = p - base, for three rows r. */
void fk_scan_intervals(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3], double low[3],
                       double high[3]);

/* The values of a point along the slants: directions of fk_kdop from number 3 of a 26-DOP on, (x +- y) +- z, then x +- y, x +- z,
 * y +- z. */
#define FK_KDOP_SLANTS 10
void fk_slant_values(fk_vec3 p, double value[FK_KDOP_SLANTS]);

/* The least and the greatest value of each slant. */
void fk_scan_slants(const fk_vec3 *point, size_t count, double low[FK_KDOP_SLANTS],
                    double high[FK_KDOP_SLANTS]);

/* The first point from `from` on with a value <= low[i] or >= high[i] of slant i, or count; the result may be up to 7 earlier,
 * but not before `from`. */
size_t fk_scan_next_slant(const fk_vec3 *point, size_t count, size_t from, const double low[FK_KDOP_SLANTS],
                          const double high[FK_KDOP_SLANTS]);

/* Orthonormal axes, up to rounding. Components below 2^-70 are zero, so that none of their products underflows. */
typedef struct fk_obb_axes {
    fk_vec3 axis[3];
} fk_obb_axes;

/* The first axis is the direction of u, the second that of v perpendicular to u. Zero or parallel vectors are replaced. */
fk_obb_axes fk_obb_axes_make(fk_vec3 u, fk_vec3 v);
fk_obb_axes fk_obb_axes_aligned(void);

/* As fk_obb_build around the corners of a hull. */
fk_status fk_obb_build_on_hull(fk_context *context, const fk_hull *hull, fk_obb *out);
/* The box around points along given axes. Otherwise as fk_obb_build_quick. */
fk_status fk_obb_build_along(const fk_vec3 *point, size_t count, const fk_obb_axes *axes, fk_obb *out);

/* The projection intervals axis.(x - base) of a set of points x on the axes of a frame. Each end is off by at most its error,
 * which is zero or at least FK_BOUND_TINY. */
typedef struct fk_axis_intervals {
    double low[3], high[3], error[3];
} fk_axis_intervals;

/* The box along the axes of a frame around all points with these intervals. */
fk_obb fk_obb_from_intervals(const fk_obb_axes *frame, fk_vec3 base, const fk_axis_intervals *spans);

/* The oriented box along the coordinate axes that contains an axis-aligned one. */
fk_obb fk_obb_from_aabb(const fk_aabb *box);

/* The projection intervals of points whose box is known. base lies in that box, and on its side where it is flat. */
void fk_axis_intervals_find(const fk_obb_axes *frame, fk_vec3 base, const fk_vec3 *point, size_t count,
                            const fk_aabb *box, fk_axis_intervals *spans);

/* The centre of a box. */
fk_vec3 fk_aabb_center(const fk_aabb *box);

/* The measure by which boxes are compared: the product of their sides, each longer by 2^-45 of the longest, so that flat boxes
 * are compared by their area and thin ones by their length. */
double fk_box_measure(double x, double y, double z);

/* Fast axis-aligned boxes around pieces: a few units in the last place larger than necessary, and right in every state of the
 * floating-point unit. fk_pair_box computes the exact box. */

/* The projection interval of a cell on a coordinate axis, in floating point. */
static inline fk_interval fk_cell_interval(fk_kind kind, double o, double x, double y, double z)
{
    double low, high;
    if (kind == FK_KIND_BOX) {
        low = fk_smaller(x, 0) + fk_smaller(y, 0) + fk_smaller(z, 0);
        high = fk_larger(x, 0) + fk_larger(y, 0) + fk_larger(z, 0);
    } else {
        low = fk_smaller(fk_smaller(x, y), fk_smaller(z, 0));
        high = fk_larger(fk_larger(x, y), fk_larger(z, 0));
    }
    fk_interval range = {o + low, o + high};
    return range;
}

/* The margin plus a bound of the error of the ends: with a size o of the origin, steps to them are at most |o| + |low| and |o| +
 * |high|. 2^-1010 exceeds all that is flushed to zero in a few operations. */
static inline double fk_cell_aabb_error(double o, fk_interval range, double margin)
{
    double size = 2 * fabs(o) + fabs(range.lo) + fabs(range.hi);
    return margin + (16 * FK_BOUND_UNIT * (size + margin) + 0x1p-1010);
}

/* A box around all points within `margin` of a cell, along each axis, whose corners are below 2^1000. */
static inline fk_aabb fk_cell_aabb(const fk_piece *piece, double margin)
{
    const fk_cell *c = &piece->as.cell;
    const fk_vec3 *e = c->edge;
    fk_interval x = fk_cell_interval(piece->kind, c->origin.x, e[0].x, e[1].x, e[2].x);
    fk_interval y = fk_cell_interval(piece->kind, c->origin.y, e[0].y, e[1].y, e[2].y);
    fk_interval z = fk_cell_interval(piece->kind, c->origin.z, e[0].z, e[1].z, e[2].z);
    fk_vec3 room = {fk_cell_aabb_error(c->origin.x, x, margin), fk_cell_aabb_error(c->origin.y, y, margin),
                    fk_cell_aabb_error(c->origin.z, z, margin)};
    fk_aabb box = {{x.lo - room.x, y.lo - room.y, z.lo - room.z},
                   {x.hi + room.x, y.hi + room.y, z.hi + room.z}};
    return box;
}

/* A box around a valid piece of any kind. Infinite where the piece is unbounded, or may be 2^1000 or beyond. */
fk_aabb fk_piece_aabb(const fk_piece *piece);

/* An oriented box around a piece, hardly larger than necessary where the piece has axes of its own: boxes with right angles,
 * spheres, capsules, cylinders, cones. Infinite where the piece is unbounded. */
fk_obb fk_piece_obb(const fk_piece *piece);
/* These axes; false for other pieces. */
bool fk_piece_obb_axes(const fk_piece *piece, fk_obb_axes *axes);

/* Writes points whose hull contains a bounded piece other than a hull, up to rounding. Returns how many. */
#define FK_ENCLOSING_MAX 8
uint32_t fk_piece_enclosing_points(const fk_piece *piece, fk_vec3 out[FK_ENCLOSING_MAX]);

#endif
