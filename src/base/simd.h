/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The vector types and operations of kernels, the files that cpu_levels.inc compiles once for each level (and cpu_plain.inc for plain C).
 * The same text gives the same operations in the same order on every level, so it gives the same bytes, except for v_fma.
 *
 * A kernel says which lanes it wants by `#define FK_SIMD`, and ends with `#undef FK_SIMD`:
 *   f32x8, f64x2, f64x4, f64x8: so many floats or doubles; the compiler splits vectors that are longer than the registers of the level
 *   f32xn, f64xn          as many as a register has
 * In plain C each is one number. The names below become those of these lanes and of the level: v_max is f32x8_max_avx2. They are
 * macros for all of a source file, so v_ is not for other names.
 *
 *   V_LANES               how many numbers a vector has: loops over memory go on by it
 *   v_real                a vector of numbers; operators work lane by lane, and either operand may be a scalar
 *   v_int                 a vector of integers as wide as the numbers
 *   v_mask                the result of a comparison: all bits or none in each lane, 1 or 0 in plain C
 *   v_vec3                three vectors x, y, z
 *
 *   v_set(s)              s in every lane
 *   v_load(p)             V_LANES numbers from p on, which need not be aligned; v_load_int(p): integers
 *   v_store(p, x)         writes them
 *   v_min(x, y)           x < y ? x : y, so y where one is NaN
 *   v_max(x, y)           x > y ? x : y, so y where one is NaN
 *   v_abs(x)              absolute values
 *   v_sqrt(x)             square roots
 *   v_fma(x, y, z)        x y + z, rounded once where the level has FMA, else twice: for filters that bound both
 *   v_select(m, x, y)     x where m is true, else y; v_select_int(m, i, j): of integers
 *   v_bits(m)             bit i: whether m is true in lane i
 *   v_all(m)              whether m is true in every lane
 *   v_as_int(x)           the bits of numbers, v_as_real(i): numbers of these bits
 *   v_shuffle(x, y, ...)  lanes of x (0 to V_LANES - 1) and y (from V_LANES on) in a new order; not in plain C
 *   v_add3(a, b), v_sub3(a, b), v_dot3(a, b), v_cross3(a, b)    of v_vec3
 *   v_dot3_fma(a, b), v_cross3_fma(a, b)                        the last two by v_fma
 *   v_set3(p), v_dot_vec3(a, p)                                 of doubles: with the same fk_vec3 p for every lane
 */

#ifndef FARKAS_BASE_SIMD_H
#define FARKAS_BASE_SIMD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "farkas/base.h"

#define FK_SIMD_NAME(name)         FK_SIMD_PASTE(FK_SIMD, _##name)
#define FK_SIMD_PASTE(lanes, name) FK_SIMD_JOIN(lanes, name)
#define FK_SIMD_JOIN(lanes, name)  FK_LEVEL(lanes##name)

#define V_LANES      FK_SIMD_NAME(lanes)
#define v_real       FK_SIMD_NAME(real)
#define v_int        FK_SIMD_NAME(int)
#define v_mask       FK_SIMD_NAME(mask)
#define v_vec3       FK_SIMD_NAME(vec3)
#define v_set        FK_SIMD_NAME(set)
#define v_load       FK_SIMD_NAME(load)
#define v_load_int   FK_SIMD_NAME(load_int)
#define v_store      FK_SIMD_NAME(store)
#define v_min        FK_SIMD_NAME(min)
#define v_max        FK_SIMD_NAME(max)
#define v_abs        FK_SIMD_NAME(abs)
#define v_sqrt       FK_SIMD_NAME(sqrt)
#define v_fma        FK_SIMD_NAME(fma)
#define v_select     FK_SIMD_NAME(select)
#define v_select_int FK_SIMD_NAME(select_int)
#define v_bits       FK_SIMD_NAME(bits)
#define v_all        FK_SIMD_NAME(all)
#define v_as_int     FK_SIMD_NAME(as_int)
#define v_as_real    FK_SIMD_NAME(as_real)
#define v_add3       FK_SIMD_NAME(add3)
#define v_sub3       FK_SIMD_NAME(sub3)
#define v_dot3_fma   FK_SIMD_NAME(dot3_fma)
#define v_cross3_fma FK_SIMD_NAME(cross3_fma)
#define v_dot3       FK_SIMD_NAME(dot3)
#define v_cross3     FK_SIMD_NAME(cross3)
#define v_set3       FK_SIMD_NAME(set3)
#define v_dot_vec3   FK_SIMD_NAME(dot_vec3)
#define v_shuffle    __builtin_shufflevector

#define FK_LEVEL_FILE "base/simd_lanes.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

#endif
