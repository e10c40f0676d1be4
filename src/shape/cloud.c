/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many points with exact signs: see cloud.h.
 *
 * Integers of fixed size: with coordinates below 2^125 in units of the grid, differences are below 2^126, components
 * of a cross product below 2^253 and heights below 2^381, so 2, 4 and 6 limbs hold them in two's complement. When all
 * differences are below 2^61, cross products fit into 128 bits, and most work is done by single instructions. */

#include "shape/hull.h"

#include <string.h>

#include "base/vec3.h"
#include "exact/ball.h"
#include "mesh/mesh.h"
#include "shape/support.h"

#define FIXED_BITS 125

/* ---- Order --------------------------------------------------------------------------------------------- */

int fk_cloud_compare_axis(const fk_cloud *cloud, uint32_t a, uint32_t b, int axis)
{
    return fk_double_order(fk_vec3_get(cloud->point[b], axis), fk_vec3_get(cloud->point[a], axis));
}

int fk_cloud_compare(const fk_cloud *cloud, uint32_t a, uint32_t b)
{
    int sign = fk_cloud_compare_axis(cloud, a, b, 0);
    if (sign == 0)
        sign = fk_cloud_compare_axis(cloud, a, b, 1);
    return sign != 0 ? sign : fk_cloud_compare_axis(cloud, a, b, 2);
}

/* ---- Integers of any size ------------------------------------------------------------------------------ */

static int exact_side(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const fk_vec3 *p = cloud->point;
    return fk_signs_side(p + a, p + b, p + c, p + d);
}

static int exact_turn(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    const fk_vec3 *p = cloud->point;
    return fk_signs_turn(p + a, p + b, p + c, axis);
}

/* ---- Integers of fixed size ---------------------------------------------------------------------------- */

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 fixed;
__extension__ typedef unsigned __int128 wide;

/* x / 2^grid. */
static fixed to_fixed(double x, int grid)
{
    uint64_t bits = fk_bits_of(x), mantissa = bits & 0xfffffffffffffu;
    int field = fk_biased_exponent(x);
    if (field > 0)
        mantissa |= (uint64_t)1 << 52;
    else
        field = 1;
    if (mantissa == 0)
        return 0;
    int shift = field - 1075 - grid;
    wide magnitude = shift >= 0 ? (wide)mantissa << shift : (wide)(mantissa >> -shift);
    return bits >> 63 ? -(fixed)magnitude : (fixed)magnitude;
}

typedef struct fixed_vec3 {
    fixed at[3];
} fixed_vec3;

static fixed_vec3 fixed_difference(const fk_cloud *cloud, uint32_t from, uint32_t to)
{
    fk_vec3 p = cloud->point[from], q = cloud->point[to];
    fixed_vec3 v = {{to_fixed(q.x, cloud->grid) - to_fixed(p.x, cloud->grid),
                     to_fixed(q.y, cloud->grid) - to_fixed(p.y, cloud->grid),
                     to_fixed(q.z, cloud->grid) - to_fixed(p.z, cloud->grid)}};
    return v;
}

static bool is_short(const fixed_vec3 *v)
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
static int short_side(const fixed_vec3 *e, const fixed_vec3 *f, const fixed_vec3 *g)
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
static void multiply(const uint64_t *x, int x_count, const uint64_t *y, int y_count, uint64_t *out)
{
    memset(out, 0, (size_t)x_count * sizeof *out);
    for (int j = 0; j < y_count; j++) {
        uint64_t carry = 0;
        for (int i = 0; i < x_count; i++) {
            wide product = (wide)x[i] * y[j] + out[i + j] + carry;
            out[i + j] = (uint64_t)product;
            carry = (uint64_t)(product >> 64);
        }
        out[x_count + j] = carry;
    }
}

/* sum += x or sum -= x, in two's complement. */
static void accumulate(uint64_t *sum, const uint64_t *x, int count, bool subtract)
{
    uint64_t carry = subtract;
    for (int i = 0; i < count; i++) {
        wide total = (wide)sum[i] + (subtract ? ~x[i] : x[i]) + carry;
        sum[i] = (uint64_t)total;
        carry = (uint64_t)(total >> 64);
    }
}

/* Makes a number in two's complement positive; says whether it was negative. */
static bool make_positive(uint64_t *x, int count)
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

static bool split(fixed x, uint64_t limb[2])
{
    wide magnitude = x < 0 ? (wide)-x : (wide)x;
    limb[0] = (uint64_t)magnitude;
    limb[1] = (uint64_t)(magnitude >> 64);
    return x < 0;
}

/* Component k of e x f, in two's complement. */
static void long_cross(const fixed_vec3 *e, const fixed_vec3 *f, int k, uint64_t out[4])
{
    int l = k == 2 ? 0 : k + 1, m = k == 0 ? 2 : k - 1;
    uint64_t x[2], y[2], product[4];
    bool negative = split(e->at[l], x) != split(f->at[m], y);
    memset(out, 0, 4 * sizeof *out);
    multiply(x, 2, y, 2, product);
    accumulate(out, product, 4, negative);
    negative = split(e->at[m], x) != split(f->at[l], y);
    multiply(x, 2, y, 2, product);
    accumulate(out, product, 4, !negative);
}

static int limbs_sign(const uint64_t *x, int count)
{
    uint64_t any = 0;
    for (int i = 0; i < count; i++)
        any |= x[i];
    return x[count - 1] >> 63 ? -1 : any != 0;
}

static int long_side(const fixed_vec3 *e, const fixed_vec3 *f, const fixed_vec3 *g)
{
    uint64_t total[6] = {0};
    for (int k = 0; k < 3; k++) {
        uint64_t normal[4], factor[2], product[6];
        long_cross(e, f, k, normal);
        bool negative = make_positive(normal, 4) != split(g->at[k], factor);
        multiply(normal, 4, factor, 2, product);
        accumulate(total, product, 6, negative);
    }
    return limbs_sign(total, 6);
}

static int fixed_side(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    fixed_vec3 e = fixed_difference(cloud, a, b), f = fixed_difference(cloud, a, c);
    fixed_vec3 g = fixed_difference(cloud, a, d);
    return is_short(&e) && is_short(&f) && is_short(&g) ? short_side(&e, &f, &g) : long_side(&e, &f, &g);
}

static int fixed_turn(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    fixed_vec3 e = fixed_difference(cloud, a, b), f = fixed_difference(cloud, a, c);
    int l = axis == 2 ? 0 : axis + 1, m = axis == 0 ? 2 : axis - 1;
    if (is_short(&e) && is_short(&f))
        return fixed_sign((fixed)(int64_t)e.at[l] * (int64_t)f.at[m] -
                          (fixed)(int64_t)e.at[m] * (int64_t)f.at[l]);
    uint64_t cross[4];
    long_cross(&e, &f, axis, cross);
    return limbs_sign(cross, 4);
}
#else
/* A compiler without such integers: see fits_fixed. */
static int fixed_side(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return exact_side(cloud, a, b, c, d);
}

static int fixed_turn(const fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    return exact_turn(cloud, a, b, c, axis);
}
#endif

/* ---- The grid ------------------------------------------------------------------------------------------ */

/* The exponent of the lowest bit that is set; x is finite and not zero. */
static int lowest_bit(uint64_t bits)
{
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & 0xfffffffffffffu;
    if (field > 0)
        mantissa |= (uint64_t)1 << 52;
    else
        field = 1;
    int zeros = 0;
#ifdef __GNUC__
    zeros = __builtin_ctzll(mantissa);
#else
    for (; (mantissa >> zeros & 1) == 0; zeros++)
        ;
#endif
    return field - 1075 + zeros;
}

/* The exponents of the highest and the lowest bit of all coordinates. */
static void find_range(const fk_vec3 *point, uint32_t count, int *high, int *low)
{
    uint64_t largest = 0;
    int lowest = 2000;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits[3];
        memcpy(bits, &point[i], sizeof bits);
        for (int k = 0; k < 3; k++) {
            uint64_t magnitude = bits[k] << 1;
            if (magnitude == 0)
                continue;
            largest = magnitude > largest ? magnitude : largest;
            int bit = lowest_bit(bits[k]);
            lowest = bit < lowest ? bit : lowest;
        }
    }
    *high = (int)(largest >> 53) - 1023;
    *low = lowest;
}

static bool fits_fixed(int high, int low)
{
#ifdef __SIZEOF_INT128__
    return high + 1 - low <= FIXED_BITS;
#else
    (void)high;
    (void)low;
    return false;
#endif
}

/* Whether integers of fixed size will do. Most clouds never ask. */
static bool fits(fk_cloud *cloud)
{
    if (!cloud->has_grid) {
        int high;
        find_range(cloud->point, cloud->count, &high, &cloud->grid);
        cloud->fits = fits_fixed(high, cloud->grid);
        cloud->has_grid = true;
    }
    return cloud->fits;
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

/* The products in a component of e x f, and the sum of their magnitudes. */
static double cross_component(fk_vec3 e, fk_vec3 f, int axis, double *magnitude)
{
    int l = axis == 2 ? 0 : axis + 1, m = axis == 0 ? 2 : axis - 1;
    double plus = fk_vec3_get(e, l) * fk_vec3_get(f, m), minus = fk_vec3_get(e, m) * fk_vec3_get(f, l);
    *magnitude = fabs(plus) + fabs(minus);
    return plus - minus;
}

static int filtered(double value, double bound)
{
    return value > bound ? 1 : value < -bound ? -1 : FK_UNSURE;
}

int fk_cloud_turn(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis)
{
    fk_vec3 e = fk_vec3_sub(cloud->scaled[b], cloud->scaled[a]);
    fk_vec3 f = fk_vec3_sub(cloud->scaled[c], cloud->scaled[a]);
    double magnitude, value = cross_component(e, f, axis, &magnitude);
    int sign = filtered(value, magnitude * FK_CLOUD_ROUND + FK_CLOUD_TINY);
    if (sign != FK_UNSURE)
        return sign;
    return fits(cloud) ? fixed_turn(cloud, a, b, c, axis) : exact_turn(cloud, a, b, c, axis);
}

/* For a plane across an axis, which is common in made things: the sign of its normal there times the order along the
 * axis. FK_UNSURE for others. */
static int aligned_side(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    for (int axis = 0; axis < 3; axis++)
        if (fk_cloud_compare_axis(cloud, a, b, axis) == 0 && fk_cloud_compare_axis(cloud, a, c, axis) == 0) {
            int height = fk_cloud_compare_axis(cloud, a, d, axis);
            return height == 0 ? 0 : height * fk_cloud_turn(cloud, a, b, c, axis);
        }
    return FK_UNSURE;
}

int fk_cloud_side(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    fk_vec3 base = cloud->scaled[a], g = fk_vec3_sub(cloud->scaled[d], base);
    fk_vec3 e = fk_vec3_sub(cloud->scaled[b], base), f = fk_vec3_sub(cloud->scaled[c], base);
    double x, y, z;
    double height = cross_component(e, f, 0, &x) * g.x + cross_component(e, f, 1, &y) * g.y +
                    cross_component(e, f, 2, &z) * g.z;
    double magnitude = x * fabs(g.x) + y * fabs(g.y) + z * fabs(g.z);
    int sign = filtered(height, magnitude * FK_CLOUD_ROUND + FK_CLOUD_TINY);
    if (sign == FK_UNSURE)
        sign = aligned_side(cloud, a, b, c, d);
    if (sign != FK_UNSURE)
        return sign;
    return fits(cloud) ? fixed_side(cloud, a, b, c, d) : exact_side(cloud, a, b, c, d);
}

/* ---- Making ready -------------------------------------------------------------------------------------- */

static fk_vec3 size_of(const fk_aabb *box)
{
    return fk_vec3_make(fk_larger(fabs(box->min.x), fabs(box->max.x)),
                        fk_larger(fabs(box->min.y), fabs(box->max.y)),
                        fk_larger(fabs(box->min.z), fabs(box->max.z)));
}

/* The exponent of the largest coordinate. A box of numbers so small that a processor may take them for zero says
 * nothing. */
static int find_exponent(const fk_vec3 *point, uint32_t count, fk_vec3 size)
{
    int high = fk_vec3_exponent(size), low;
    if (high < -1000)
        find_range(point, count, &high, &low);
    return high;
}

static bool make_scaled(fk_context *context, fk_cloud *cloud, double scale)
{
    fk_vec3 *scaled = fk_allocate(context, cloud->count * sizeof *scaled);
    if (scaled == NULL)
        return false;
    for (uint32_t i = 0; i < cloud->count; i++)
        scaled[i] = fk_vec3_scale(cloud->point[i], scale);
    cloud->scaled = scaled;
    return true;
}

fk_status fk_cloud_init(fk_context *context, fk_cloud *cloud, const fk_vec3 *point, uint32_t count)
{
    fk_aabb box;
    if (!fk_scan_box(point, count, &box))
        return FK_ERROR_NOT_FINITE;
    cloud->point = point;
    cloud->scaled = point;
    cloud->count = count;
    cloud->has_grid = false;
    fk_vec3 size = size_of(&box);
    int high = find_exponent(point, count, size);
    if (high < -64 || high > 64) {
        if (!make_scaled(context, cloud, fk_ball_scale(high)))
            return FK_ERROR_MEMORY;
        fk_scan_box(cloud->scaled, count, &box);
        size = size_of(&box);
    }
    cloud->size = size;
    return FK_OK;
}

void fk_cloud_end(fk_context *context, fk_cloud *cloud)
{
    if (cloud->scaled != cloud->point)
        fk_release(context, (void *)cloud->scaled, cloud->count * sizeof *cloud->scaled);
}
