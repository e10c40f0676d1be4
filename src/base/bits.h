/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Doubles read by their bits: exponent, significand, sign, order. A host program may have told the processor to treat
 * denormals as zero, or the compiler that NaN does not occur; results read from the bits do not depend on either.
 * Also cache hints. */

#ifndef FARKAS_BASE_BITS_H
#define FARKAS_BASE_BITS_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||               \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "farkas needs IEEE arithmetic: compile it without -ffast-math and what that has in it"
#endif
/* 16, of processors with arithmetic on half-precision numbers, is 0 for floats and doubles. */
#if !defined(FLT_EVAL_METHOD) || (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16)
#error "farkas needs doubles that are evaluated as doubles (FLT_EVAL_METHOD 0), as with SSE2"
#endif
/* For WebAssembly with -msimd128, clang before version 16 compiles
 *     double old = *p;
 *     *p = 1.0;
 *     *sum += (two){old, old};     where two is a vector of two doubles
 *     return old;
 * so that it reads *p again, after the store, to fill the vector (v128.load64_splat behind the store). It also makes
 * such vectors of plain C, for instance of a cross product, so FK_PLAIN does not help. */
#if defined(__wasm_simd128__) && defined(__clang__) && __clang_major__ < 16
#error "clang before version 16 compiles -msimd128 wrongly: take a later one, or leave it out"
#endif

static inline uint64_t fk_bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
#ifdef __GNUC__
    /* Hides where the bits come from: clang 19 turns a test of them into a comparison of doubles, in which a denormal
     * may be zero. */
    __asm__("" : "+r"(bits));
#endif
    return bits;
}

static inline double fk_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The exponent field: 0 for zero and denormals, 0x7ff for infinities and NaN. */
static inline int fk_biased_exponent(double x)
{
    return (int)(fk_bits_of(x) >> 52 & 0x7ff);
}

/* The binary exponent of a finite x: |x| < 2^(result + 1). */
static inline int fk_exponent_of(double x)
{
    return fk_biased_exponent(x) - 1023;
}

/* The significand of a finite x as a whole number, with its exponent: |x| = result * 2^exponent. */
static inline uint64_t fk_mantissa_of(double x, int *exponent)
{
    int field = fk_biased_exponent(x);
    *exponent = (field > 0 ? field : 1) - 1075;
    return (fk_bits_of(x) & 0xfffffffffffffu) | (uint64_t)(field > 0) << 52;
}

/* 2^-exponent, clamped to [2^-1000, 2^1000]. */
static inline double fk_inverse_power(int exponent)
{
    int kept = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent;
    return fk_from_bits((uint64_t)(1023 - kept) << 52);
}

/* The index of the lowest set bit; bits is not 0. */
static inline uint32_t fk_lowest_bit(uint32_t bits)
{
#ifdef __GNUC__
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t i = 0;
    while (!(bits >> i & 1))
        i++;
    return i;
#endif
}

static inline bool fk_is_finite(double x)
{
    return fk_biased_exponent(x) != 0x7ff;
}

/* 1, 0 or -1; x is not NaN. */
static inline int fk_sign_of(double x)
{
    uint64_t bits = fk_bits_of(x);
    return bits << 1 == 0 ? 0 : bits >> 63 ? -1 : 1;
}

/* An integer key in the order of doubles, denormals included; the key of 0 and -0 is 0. x is not NaN. */
static inline int64_t fk_double_key(double x)
{
    uint64_t bits = fk_bits_of(x);
    int64_t size = (int64_t)(bits & ~((uint64_t)1 << 63));
    return bits >> 63 ? -size : size;
}

/* The sign of x - y, by bits, for doubles that are not NaN; the lesser and the greater of two. */
static inline int fk_double_order(double x, double y)
{
    int64_t a = fk_double_key(x), b = fk_double_key(y);
    return (a > b) - (a < b);
}

static inline double fk_double_least(double x, double y)
{
    return fk_double_order(x, y) < 0 ? x : y;
}

static inline double fk_double_greatest(double x, double y)
{
    return fk_double_order(x, y) > 0 ? x : y;
}

/* The key of a float, and the float of a key. */
static inline int32_t fk_float_key(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
#ifdef __GNUC__
    __asm__("" : "+r"(bits));
#endif
    int32_t size = (int32_t)(bits & ~((uint32_t)1 << 31));
    return bits >> 31 ? -size : size;
}

static inline float fk_float_from_key(int32_t key)
{
    uint32_t bits = key < 0 ? (uint32_t)-key | (uint32_t)1 << 31 : (uint32_t)key;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The double of a key; the next double above x (side 1) or below it (-1), for a finite x. */
static inline double fk_double_from_key(int64_t key)
{
    return fk_from_bits(key < 0 ? (uint64_t)-key | (uint64_t)1 << 63 : (uint64_t)key);
}

static inline double fk_double_beside(double x, int side)
{
    return fk_double_from_key(fk_double_key(x) + side);
}

/* The next double toward zero; x is finite. */
static inline double fk_toward_zero(double x)
{
    uint64_t bits = fk_bits_of(x);
    return fk_from_bits(bits << 1 == 0 ? bits : bits - 1);
}

/* Prefetches memory that will be read soon. */
static inline void fk_prefetch(const void *address)
{
#ifdef __GNUC__
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

#endif
