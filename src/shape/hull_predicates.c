/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact orientation predicates of a set of points, and a large simplex among them.
 *
 * Integers of fixed size: with coordinates below 2^125 in units of the grid, differences are below 2^126, components of a cross
 * product below 2^253 and heights below 2^381, so 2, 4 and 6 limbs suffice in two's complement. When all differences are below
 * 2^61, cross products fit into 128 bits, and single instructions do most of the work. */

#include "shape/hull.h"

#include <string.h>

#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/fixed.h"
#include "mesh/mesh.h"
#include "shape/support.h"

#define FIXED_BITS 125

/* ---- Order --------------------------------------------------------------------------------------------- */

int fk_point_set_compare_axis(const fk_point_set *cloud, uint32_t a, uint32_t b, int axis)
{
    return fk_double_order(fk_vec3_get(cloud->point[b], axis), fk_vec3_get(cloud->point[a], axis));
}

int fk_point_set_compare(const fk_point_set *cloud, uint32_t a, uint32_t b)
{
    return fk_vec3_order(&cloud->point[b], &cloud->point[a]);
}

/* ---- Integers of any size ------------------------------------------------------------------------------ */

static int integer_orient3d(const fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const fk_vec3 *p = cloud->point;
    return fk_orient3d(p + a, p + b, p + c, p + d);
}

static int integer_orient2d(const fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    const fk_vec3 *p = cloud->point;
    return fk_orient2d(p + a, p + b, p + c, axis);
}

/* ---- Integers of fixed size ---------------------------------------------------------------------------- */

#if FK_HAS_FIXED
typedef fk_int128 fixed;
typedef fk_uint128 fixed_unsigned;

/* x / 2^grid. */
static fixed double_to_fixed(double x, int grid)
{
    int exponent;
    uint64_t mantissa = fk_mantissa_of(x, &exponent);
    if (mantissa == 0)
        return 0;
    int shift = exponent - grid;
    fixed_unsigned magnitude =
        shift >= 0 ? (fixed_unsigned)mantissa << shift : (fixed_unsigned)(mantissa >> -shift);
    return fk_bits_of(x) >> 63 ? -(fixed)magnitude : (fixed)magnitude;
}

typedef struct fixed_vec3 {
    fixed at[3];
} fixed_vec3;

static fixed_vec3 fixed_difference(const fk_point_set *cloud, uint32_t from, uint32_t to)
{
    fk_vec3 p = cloud->point[from], q = cloud->point[to];
    fixed_vec3 v = {{double_to_fixed(q.x, cloud->grid) - double_to_fixed(p.x, cloud->grid),
                     double_to_fixed(q.y, cloud->grid) - double_to_fixed(p.y, cloud->grid),
                     double_to_fixed(q.z, cloud->grid) - double_to_fixed(p.z, cloud->grid)}};
    return v;
}

static bool is_short_vector(const fixed_vec3 *v)
{
    const fixed limit = (fixed)1 << 61;
    for (int k = 0; k < 3; k++)
        if (v->at[k] >= limit || v->at[k] <= -limit)
            return false;
    return true;
}

static int fixed_sign(fixed x)
{
    return (x > 0) - (x < 0);
}

/* Short differences: a height is high * 2^64 + low, with |high| < 2^125 and |low| < 2^127. */
static int short_orient3d(const fixed_vec3 *e, const fixed_vec3 *f, const fixed_vec3 *g)
{
    fixed high = 0, low = 0;
    for (int k = 0; k < 3; k++) {
        int l = k == 2 ? 0 : k + 1, m = k == 0 ? 2 : k - 1;
        fixed normal =
            (fixed)(int64_t)e->at[l] * (int64_t)f->at[m] - (fixed)(int64_t)e->at[m] * (int64_t)f->at[l];
        int64_t factor = (int64_t)g->at[k];
        high += (fixed)(int64_t)(normal >> 64) * factor;
        low += (fixed)(uint64_t)normal * factor;
    }
    high += low >> 64;
    return high != 0 ? fixed_sign(high) : (uint64_t)low != 0;
}

/* out = x * y, as many limbs as both have together. */
static void multiply_limbs(const uint64_t *x, int x_count, const uint64_t *y, int y_count, uint64_t *out)
{
    memset(out, 0, (size_t)x_count * sizeof *out);
    for (int j = 0; j < y_count; j++) {
        uint64_t carry = 0;
        for (int i = 0; i < x_count; i++) {
            fixed_unsigned product = (fixed_unsigned)x[i] * y[j] + out[i + j] + carry;
            out[i + j] = (uint64_t)product;
            carry = (uint64_t)(product >> 64);
        }
        out[x_count + j] = carry;
    }
}

/* sum += x or sum -= x, in two's complement. */
static void add_limbs(uint64_t *sum, const uint64_t *x, int count, bool subtract)
{
    uint64_t carry = subtract;
    for (int i = 0; i < count; i++) {
        fixed_unsigned total = (fixed_unsigned)sum[i] + (subtract ? ~x[i] : x[i]) + carry;
        sum[i] = (uint64_t)total;
        carry = (uint64_t)(total >> 64);
    }
}

/* Makes a number in two's complement positive; returns whether it was negative. */
static bool make_limbs_positive(uint64_t *x, int count)
{
    if (x[count - 1] >> 63 == 0)
        return false;
    uint64_t carry = 1;
    for (int i = 0; i < count; i++) {
        x[i] = ~x[i] + carry;
        carry = carry && x[i] == 0;
    }
    return true;
}

static bool split_into_limbs(fixed x, uint64_t limb[2])
{
    fixed_unsigned magnitude = x < 0 ? (fixed_unsigned)-x : (fixed_unsigned)x;
    limb[0] = (uint64_t)magnitude;
    limb[1] = (uint64_t)(magnitude >> 64);
    return x < 0;
}

/* Component k of e x f, in two's complement. */
static void long_cross(const fixed_vec3 *e, const fixed_vec3 *f, int k, uint64_t out[4])
{
    int l = k == 2 ? 0 : k + 1, m = k == 0 ? 2 : k - 1;
    uint64_t x[2], y[2], product[4];
    bool negative = split_into_limbs(e->at[l], x) != split_into_limbs(f->at[m], y);
    memset(out, 0, 4 * sizeof *out);
    multiply_limbs(x, 2, y, 2, product);
    add_limbs(out, product, 4, negative);
    negative = split_into_limbs(e->at[m], x) != split_into_limbs(f->at[l], y);
    multiply_limbs(x, 2, y, 2, product);
    add_limbs(out, product, 4, !negative);
}

static int limbs_sign(const uint64_t *x, int count)
{
    uint64_t any = 0;
    for (int i = 0; i < count; i++)
        any |= x[i];
    return x[count - 1] >> 63 ? -1 : any != 0;
}

static int long_orient3d(const fixed_vec3 *e, const fixed_vec3 *f, const fixed_vec3 *g)
{
    uint64_t total[6] = {0};
    for (int k = 0; k < 3; k++) {
        uint64_t normal[4], factor[2], product[6];
        long_cross(e, f, k, normal);
        bool negative = make_limbs_positive(normal, 4) != split_into_limbs(g->at[k], factor);
        multiply_limbs(normal, 4, factor, 2, product);
        add_limbs(total, product, 6, negative);
    }
    return limbs_sign(total, 6);
}

static int fixed_orient3d(const fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    fixed_vec3 e = fixed_difference(cloud, a, b), f = fixed_difference(cloud, a, c);
    fixed_vec3 g = fixed_difference(cloud, a, d);
    return is_short_vector(&e) && is_short_vector(&f) && is_short_vector(&g) ? short_orient3d(&e, &f, &g)
                                                                             : long_orient3d(&e, &f, &g);
}

static int fixed_orient2d(const fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    fixed_vec3 e = fixed_difference(cloud, a, b), f = fixed_difference(cloud, a, c);
    int l = axis == 2 ? 0 : axis + 1, m = axis == 0 ? 2 : axis - 1;
    if (is_short_vector(&e) && is_short_vector(&f))
        return fixed_sign((fixed)(int64_t)e.at[l] * (int64_t)f.at[m] -
                          (fixed)(int64_t)e.at[m] * (int64_t)f.at[l]);
    uint64_t cross[4];
    long_cross(&e, &f, axis, cross);
    return limbs_sign(cross, 4);
}
#else
#define fixed_orient3d integer_orient3d
#define fixed_orient2d integer_orient2d
#endif

/* ---- The grid ------------------------------------------------------------------------------------------ */

/* The exponent of the lowest bit that is set; x is finite and not zero. */
static int lowest_bit(double x)
{
    int exponent, zeros = 0;
    uint64_t mantissa = fk_mantissa_of(x, &exponent);
#ifdef __GNUC__
    zeros = __builtin_ctzll(mantissa);
#else
    for (; (mantissa >> zeros & 1) == 0; zeros++)
        ;
#endif
    return exponent + zeros;
}

/* The exponents of the highest and the lowest bit of all coordinates. */
static void find_exponent_range(const fk_vec3 *point, uint32_t count, int *high, int *low)
{
    uint64_t largest = 0;
    int lowest = 2000;
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            double x = fk_vec3_get(point[i], k);
            uint64_t magnitude = fk_bits_of(x) << 1;
            if (magnitude == 0)
                continue;
            largest = magnitude > largest ? magnitude : largest;
            int bit = lowest_bit(x);
            lowest = bit < lowest ? bit : lowest;
        }
    }
    *high = (int)(largest >> 53) - 1023;
    *low = lowest;
}

/* Whether integers of fixed size suffice. Most point sets never need them. */
static bool fits_fixed(fk_point_set *cloud)
{
    if (!cloud->has_grid) {
        int high;
        find_exponent_range(cloud->point, cloud->count, &high, &cloud->grid);
        cloud->fits = FK_HAS_FIXED && high + 1 - cloud->grid <= FIXED_BITS;
        cloud->has_grid = true;
    }
    return cloud->fits;
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

/* The products in a component of e x f, and the sum of their magnitudes. */
static double cross_with_magnitude(fk_vec3 e, fk_vec3 f, int axis, double *magnitude)
{
    int l = axis == 2 ? 0 : axis + 1, m = axis == 0 ? 2 : axis - 1;
    double plus = fk_vec3_get(e, l) * fk_vec3_get(f, m), minus = fk_vec3_get(e, m) * fk_vec3_get(f, l);
    *magnitude = fabs(plus) + fabs(minus);
    return plus - minus;
}

static int filtered_sign(double value, double bound)
{
    return value > bound ? 1 : value < -bound ? -1 : FK_UNSURE;
}

int fk_point_set_orient2d(fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    fk_vec3 e = fk_vec3_sub(cloud->scaled[b], cloud->scaled[a]);
    fk_vec3 f = fk_vec3_sub(cloud->scaled[c], cloud->scaled[a]);
    double magnitude, value = cross_with_magnitude(e, f, axis, &magnitude);
    int sign = filtered_sign(value, magnitude * FK_ORIENT_ROUND + FK_ORIENT_TINY);
    if (sign != FK_UNSURE)
        return sign;
    return fits_fixed(cloud) ? fixed_orient2d(cloud, a, b, c, axis) : integer_orient2d(cloud, a, b, c, axis);
}

/* For a plane across an axis, which is common in manufactured parts: the sign of its normal there times the order along the axis.
 * FK_UNSURE for others. */
static int aligned_orient3d(fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_point_set_compare_axis(cloud, a, b, axis) == 0 &&
            fk_point_set_compare_axis(cloud, a, c, axis) == 0) {
            int height = fk_point_set_compare_axis(cloud, a, d, axis);
            return height == 0 ? 0 : height * fk_point_set_orient2d(cloud, a, b, c, axis);
        }
    return FK_UNSURE;
}

int fk_point_set_orient3d(fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    fk_vec3 base = cloud->scaled[a], g = fk_vec3_sub(cloud->scaled[d], base);
    fk_vec3 e = fk_vec3_sub(cloud->scaled[b], base), f = fk_vec3_sub(cloud->scaled[c], base);
    double x, y, z;
    double height = cross_with_magnitude(e, f, 0, &x) * g.x + cross_with_magnitude(e, f, 1, &y) * g.y +
                    cross_with_magnitude(e, f, 2, &z) * g.z;
    double magnitude = x * fabs(g.x) + y * fabs(g.y) + z * fabs(g.z);
    int sign = filtered_sign(height, magnitude * FK_ORIENT_ROUND + FK_ORIENT_TINY);
    if (sign == FK_UNSURE)
        sign = aligned_orient3d(cloud, a, b, c, d);
    if (sign != FK_UNSURE)
        return sign;
    return fits_fixed(cloud) ? fixed_orient3d(cloud, a, b, c, d) : integer_orient3d(cloud, a, b, c, d);
}

/* ---- Preparation --------------------------------------------------------------------------------------- */

static fk_vec3 largest_coordinates(const fk_aabb *box)
{
    return fk_vec3_make(fk_larger(fabs(box->min.x), fabs(box->max.x)),
                        fk_larger(fabs(box->min.y), fabs(box->max.y)),
                        fk_larger(fabs(box->min.z), fabs(box->max.z)));
}

/* The exponent of the largest coordinate. The box does not give it when a processor may read its numbers as zero. */
static int find_cloud_exponent(const fk_vec3 *point, uint32_t count, fk_vec3 size)
{
    int high = fk_vec3_exponent(size), low;
    if (high < -1000)
        find_exponent_range(point, count, &high, &low);
    return high;
}

static bool make_scaled_points(fk_context *context, fk_point_set *cloud, double scale)
{
    fk_vec3 *scaled = fk_allocate(context, cloud->count * sizeof *scaled);
    if (scaled == NULL)
        return false;
    for (uint32_t i = 0; i < cloud->count; i++)
        scaled[i] = fk_vec3_scale(cloud->point[i], scale);
    cloud->scaled = scaled;
    return true;
}

fk_status fk_point_set_init(fk_context *context, fk_point_set *cloud, const fk_vec3 *point, uint32_t count)
{
    fk_aabb box;
    if (!fk_scan_box(&(fk_points){.point = point, .count = count}, &box))
        return FK_ERROR_NOT_FINITE;
    cloud->point = point;
    cloud->scaled = point;
    cloud->count = count;
    cloud->has_grid = false;
    fk_vec3 size = largest_coordinates(&box);
    int high = find_cloud_exponent(point, count, size);
    if (high < -64 || high > 64) {
        if (!make_scaled_points(context, cloud, fk_ball_scale(high)))
            return FK_ERROR_MEMORY;
        fk_scan_box(&(fk_points){.point = cloud->scaled, .count = count}, &box);
        size = largest_coordinates(&box);
    }
    cloud->size = size;
    return FK_OK;
}

void fk_point_set_end(fk_context *context, fk_point_set *cloud)
{
    if (cloud->scaled != cloud->point)
        fk_release(context, (void *)cloud->scaled, cloud->count * sizeof *cloud->scaled);
}

/* ---- Simplex -------------------------------------------------------------------------------------------- */

/* A large simplex gives the dimension of the hull: two distant ones of the extreme points along the axes; the point farthest from
 * their line; the point farthest from their plane. It is chosen in doubles among some thousand of the points, since any choice
 * will do, and then proved not to be flat; where that fails, all points are tested exactly. O(n). */

#define SAMPLE 4096 /* about so many points are tested first */

static double edge_squared_length(fk_vec3 v)
{
    return fk_vec3_dot(v, v);
}

/* The first least and the first greatest point along each axis. */
static void find_extreme_points(const fk_point_set *cloud, uint32_t step, uint32_t extreme[6])
{
    for (int k = 0; k < 6; k++)
        extreme[k] = 0;
    const fk_vec3 *p = cloud->scaled;
    fk_vec3 low = p[0], high = p[0];
    for (size_t k = step; k < cloud->count; k += step) {
        uint32_t i = (uint32_t)k;
        fk_vec3 q = p[i];
        if (q.x < low.x)
            low.x = q.x, extreme[0] = i;
        if (q.x > high.x)
            high.x = q.x, extreme[1] = i;
        if (q.y < low.y)
            low.y = q.y, extreme[2] = i;
        if (q.y > high.y)
            high.y = q.y, extreme[3] = i;
        if (q.z < low.z)
            low.z = q.z, extreme[4] = i;
        if (q.z > high.z)
            high.z = q.z, extreme[5] = i;
    }
}

/* Finds two different points. Returns false when all are equal. */
static bool find_simplex_segment(const fk_point_set *cloud, uint32_t step, uint32_t corner[2])
{
    uint32_t extreme[6];
    double longest = -1;
    find_extreme_points(cloud, step, extreme);
    for (int i = 0; i < 6; i++)
        for (int k = i + 1; k < 6; k++) {
            double length =
                edge_squared_length(fk_vec3_sub(cloud->scaled[extreme[i]], cloud->scaled[extreme[k]]));
            if (length > longest) {
                longest = length;
                corner[0] = extreme[i];
                corner[1] = extreme[k];
            }
        }
    if (fk_point_set_compare(cloud, corner[0], corner[1]) != 0)
        return true;
    /* Differences may be so small that the scaled points are equal. */
    corner[0] = 0;
    for (uint32_t i = 1; i < cloud->count; i++)
        if (fk_point_set_compare(cloud, 0, i) != 0) {
            corner[1] = i;
            return true;
        }
    return false;
}

static bool points_are_collinear(fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c)
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_point_set_orient2d(cloud, a, b, c, axis) != 0)
            return false;
    return true;
}

/* Finds a point that is not on the line through two others. Returns false when there is none. */
static bool find_simplex_triangle(fk_point_set *cloud, uint32_t step, uint32_t corner[3])
{
    fk_vec3 base = cloud->scaled[corner[0]], line = fk_vec3_sub(cloud->scaled[corner[1]], base);
    double largest = -1;
    for (size_t i = 0; i < cloud->count; i += step) {
        double area = edge_squared_length(fk_vec3_cross(line, fk_vec3_sub(cloud->scaled[i], base)));
        if (area > largest) {
            largest = area;
            corner[2] = (uint32_t)i;
        }
    }
    if (!points_are_collinear(cloud, corner[0], corner[1], corner[2]))
        return true;
    for (uint32_t i = 0; i < cloud->count; i++)
        if (!points_are_collinear(cloud, corner[0], corner[1], i)) {
            corner[2] = i;
            return true;
        }
    return false;
}

/* Finds a point that is not on the plane through three others. Returns false when there is none. */
static bool find_simplex_tetrahedron(fk_point_set *cloud, uint32_t step, uint32_t corner[4])
{
    const fk_vec3 *p = cloud->scaled;
    fk_filter_plane plane = fk_filter_plane_make(cloud, p[corner[0]], p[corner[1]], p[corner[2]]);
    double highest = -1;
    for (size_t i = 0; i < cloud->count; i += step) {
        double height = fabs(fk_filter_plane_height(plane.normal, plane.offset, p[i]));
        if (height > highest) {
            highest = height;
            corner[3] = (uint32_t)i;
        }
    }
    if (fk_point_set_orient3d(cloud, corner[0], corner[1], corner[2], corner[3]) != 0)
        return true;
    for (uint32_t i = 0; i < cloud->count; i++)
        if (fk_point_set_orient3d(cloud, corner[0], corner[1], corner[2], i) != 0) {
            corner[3] = i;
            return true;
        }
    return false;
}

fk_hull_simplex fk_hull_simplex_find(fk_point_set *cloud)
{
    fk_hull_simplex simplex = {0, {0, 0, 0, 0}};
    uint32_t step = cloud->count / SAMPLE + 1;
    if (find_simplex_segment(cloud, step, simplex.corner)) {
        simplex.dimension = 1;
        if (find_simplex_triangle(cloud, step, simplex.corner))
            simplex.dimension = find_simplex_tetrahedron(cloud, step, simplex.corner) ? 3 : 2;
    }
    return simplex;
}
