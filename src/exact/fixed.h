/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact integers of fixed size, for coordinates that are small multiples of one power of two: the sign of a product
 * of three in a few dozen instructions. Touching pairs try these first; exact/exact.h handles all other numbers.
 *
 * Only where the compiler has 128-bit integers (FK_HAS_FIXED). */

#ifndef FARKAS_EXACT_FIXED_H
#define FARKAS_EXACT_FIXED_H

#include "base/bits.h"
#include "farkas/base.h"

#ifdef __SIZEOF_INT128__
#define FK_HAS_FIXED 1

__extension__ typedef __int128 fk_int128;
__extension__ typedef unsigned __int128 fk_uint128;

typedef struct fk_fixed_vec3 {
    int64_t x, y, z;
} fk_fixed_vec3;

/* The cross product of two such vectors. */
typedef struct fk_fixed_cross {
    fk_int128 x, y, z;
} fk_fixed_cross;

/* high 2^64 + low. */
typedef struct fk_fixed_sum {
    fk_int128 high;
    uint64_t low;
} fk_fixed_sum;

/* x 2^-grid if that is a whole number below 2^60; otherwise *fits becomes false. x is finite. */
static inline int64_t fk_fixed_from(double x, int grid, bool *fits)
{
    uint64_t bits = fk_bits_of(x), mantissa = bits & 0xfffffffffffffu;
    int field = fk_biased_exponent(x);
    if (field > 0)
        mantissa |= (uint64_t)1 << 52;
    int shift = (field > 0 ? field : 1) - 1075 - grid;
    if (mantissa == 0)
        return 0;
    if (shift > 7 || shift < -52 || (shift < 0 && mantissa << (64 + shift) != 0)) {
        *fits = false;
        return 0;
    }
    int64_t size = (int64_t)(shift >= 0 ? mantissa << shift : mantissa >> -shift);
    return bits >> 63 ? -size : size;
}

static inline fk_fixed_vec3 fk_fixed_vec3_from(fk_vec3 v, int grid, bool *fits)
{
    return (fk_fixed_vec3){fk_fixed_from(v.x, grid, fits), fk_fixed_from(v.y, grid, fits),
                           fk_fixed_from(v.z, grid, fits)};
}

static inline fk_fixed_vec3 fk_fixed_vec3_sub(fk_fixed_vec3 a, fk_fixed_vec3 b)
{
    return (fk_fixed_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Components must be below 2^62. */
static inline fk_fixed_cross fk_fixed_vec3_cross(fk_fixed_vec3 a, fk_fixed_vec3 b)
{
    return (fk_fixed_cross){(fk_int128)a.y * b.z - (fk_int128)a.z * b.y,
                            (fk_int128)a.z * b.x - (fk_int128)a.x * b.z,
                            (fk_int128)a.x * b.y - (fk_int128)a.y * b.x};
}

/* Products of short vectors, with components below 2^30: components of the cross product are below 2^61, the dot
 * product below 2^94. */
static inline fk_fixed_vec3 fk_fixed_short_cross(fk_fixed_vec3 a, fk_fixed_vec3 b)
{
    return (fk_fixed_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline fk_int128 fk_fixed_short_dot(fk_fixed_vec3 n, fk_fixed_vec3 v)
{
    return (fk_int128)n.x * v.x + (fk_int128)n.y * v.y + (fk_int128)n.z * v.z;
}

static inline bool fk_fixed_cross_is_zero(fk_fixed_cross n)
{
    return n.x == 0 && n.y == 0 && n.z == 0;
}

/* Components of v must be below 2^61. */
static inline fk_fixed_sum fk_fixed_dot(fk_fixed_cross n, fk_fixed_vec3 v)
{
    fk_int128 high = (fk_int128)(int64_t)(n.x >> 64) * v.x + (fk_int128)(int64_t)(n.y >> 64) * v.y +
                     (fk_int128)(int64_t)(n.z >> 64) * v.z;
    fk_int128 low =
        (fk_int128)(uint64_t)n.x * v.x + (fk_int128)(uint64_t)n.y * v.y + (fk_int128)(uint64_t)n.z * v.z;
    return (fk_fixed_sum){high + (low >> 64), (uint64_t)low};
}

static inline fk_fixed_sum fk_fixed_add(fk_fixed_sum a, fk_fixed_sum b)
{
    fk_uint128 low = (fk_uint128)a.low + b.low;
    return (fk_fixed_sum){a.high + b.high + (fk_int128)(low >> 64), (uint64_t)low};
}

static inline fk_fixed_sum fk_fixed_sub(fk_fixed_sum a, fk_fixed_sum b)
{
    return (fk_fixed_sum){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static inline int fk_fixed_sign(fk_fixed_sum a)
{
    return a.high > 0 ? 1 : a.high < 0 ? -1 : a.low != 0;
}

#else
#define FK_HAS_FIXED 0
#endif

#endif
