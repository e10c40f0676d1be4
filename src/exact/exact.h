/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact numbers of any width, and their conversion to doubles: fractions, square roots. */

#ifndef FARKAS_SRC_EXACT_H
#define FARKAS_SRC_EXACT_H

#include "base/bits.h"
#include "exact/dd.h"
#include "farkas/base.h"

/* Exact arithmetic on integers with an exponent, of bounded size, on the stack: the last stage of every predicate. It
 * decides for all finite doubles, in every state of the floating-point unit.
 *
 * A number is sign * sum of limb[i] * 2^(64 (exponent + i)), with no zero limb at either end, so its length depends
 * on its value, not on the range of doubles. Limbs are in an arena that the caller keeps on the stack; results are
 * added on top, and the caller releases them down to a mark after reading a sign.
 *
 * Size: a double has at most 2 limbs, a sum of doubles at most 34 (2098 bits and carries), a product as many as both
 * factors together. If the arena is full, it sets `full` and results are zero: before a claim, the caller must check
 * `full`. The tests give every caller the longest numbers possible. */

#define FK_ARENA_LIMBS 8192

/* For functions that keep an arena on the stack: inlined into a caller, it would add to the caller's stack frame. */
#ifdef __GNUC__
#define FK_OWN_FRAME __attribute__((noinline))
#else
#define FK_OWN_FRAME
#endif

typedef struct fk_arena {
    uint32_t used;
    bool full;
    uint64_t limb[FK_ARENA_LIMBS];
} fk_arena;

typedef struct fk_exact {
    const uint64_t *limb;
    int32_t count;    /* 0 for zero */
    int32_t exponent; /* of limb[0], in limbs */
    int32_t sign;     /* -1, 0 or 1 */
} fk_exact;

typedef struct fk_exact_vec3 {
    fk_exact x, y, z;
} fk_exact_vec3;

/* Empties an arena. Limbs need no initial value. */
static inline void fk_arena_init(fk_arena *arena)
{
    arena->used = 0;
    arena->full = false;
}

/* x must be finite; otherwise the result is zero and the arena is marked full, so that no claim follows. */
fk_exact fk_exact_from(fk_arena *arena, double x);
fk_exact fk_exact_from_dd(fk_arena *arena, fk_dd x);
fk_exact fk_exact_add(fk_arena *arena, fk_exact a, fk_exact b);
fk_exact fk_exact_sub(fk_arena *arena, fk_exact a, fk_exact b);
fk_exact fk_exact_mul(fk_arena *arena, fk_exact a, fk_exact b);
fk_exact fk_exact_negate(fk_exact a);

/* The sign of a - b. */
int fk_exact_compare(fk_exact a, fk_exact b);

/* Moves a down to a mark of the arena and releases everything above it. */
fk_exact fk_exact_keep(fk_arena *arena, uint32_t mark, fk_exact a);

/* The greatest double <= a; an infinity where a exceeds the double range. */
double fk_exact_floor(fk_exact a);

/* a / b within one unit in the last place, for b != 0. An infinity beyond the range of doubles. */
double fk_exact_ratio(fk_arena *arena, fk_exact a, fk_exact b);

/* a b - c d. Leaves only the result on the arena. */
fk_exact fk_exact_determinant(fk_arena *arena, fk_exact a, fk_exact b, fk_exact c, fk_exact d);

fk_exact_vec3 fk_exact_vec3_from(fk_arena *arena, fk_vec3 v);
fk_exact_vec3 fk_exact_vec3_from_dd(fk_arena *arena, fk_dd_vec3 v);
fk_exact_vec3 fk_exact_vec3_add(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b);
fk_exact_vec3 fk_exact_vec3_sub(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b);
fk_exact_vec3 fk_exact_vec3_cross(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b);
fk_exact_vec3 fk_exact_vec3_scale(fk_arena *arena, fk_exact_vec3 a, fk_exact s);
fk_exact_vec3 fk_exact_vec3_negate(fk_exact_vec3 a);
fk_exact fk_exact_vec3_dot(fk_arena *arena, fk_exact_vec3 a, fk_exact_vec3 b);
bool fk_exact_vec3_is_zero(fk_exact_vec3 a);

/* Component 0, 1 or 2. */
static inline fk_exact fk_exact_vec3_get(fk_exact_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* The exact sum of doubles, component by component. Allocates only its result. */
fk_exact_vec3 fk_exact_vec3_sum(fk_arena *arena, const fk_vec3 *term, uint32_t count);

/* to - from. */
static inline fk_exact_vec3 fk_exact_vec3_displacement(fk_arena *arena, fk_vec3 from, fk_vec3 to)
{
    return fk_exact_vec3_sum(arena, (fk_vec3[2]){to, fk_vec3_negate(from)}, 2);
}

/* v / s by fk_exact_ratio, component by component. */
fk_vec3 fk_exact_vec3_ratio(fk_arena *arena, fk_exact_vec3 v, fk_exact s);

/* v / |v| as doubles: of length 1 up to rounding, and never longer. Zero for zero. */
fk_vec3 fk_exact_vec3_unit(fk_arena *arena, fk_exact_vec3 v);

/* ---- Fractions and square roots, rounded to doubles in a known direction (rounding.c) ----
 *
 * This is how results leave exact arithmetic. The contracts hold in every state of the floating-point unit, unless
 * the arena was full. */

/* over / under, with under > 0. */
typedef struct fk_fraction {
    fk_exact over, under;
} fk_fraction;

/* The sign of a fraction minus a finite double. */
int fk_fraction_compare(fk_arena *arena, fk_fraction a, double x);

/* The greatest double <= a and the least double >= a: an infinity if no finite double qualifies. Never -0. */
double fk_fraction_floor(fk_arena *arena, fk_fraction a);
double fk_fraction_ceil(fk_arena *arena, fk_fraction a);

/* The nearest double, ties to even. The fraction lies between finite doubles. */
double fk_fraction_nearest(fk_arena *arena, fk_fraction a);

/* The number offset + sign * sqrt(over / under); over >= 0, under > 0. */
typedef struct fk_root {
    fk_exact over, under, offset;
    int sign; /* 1 or -1 */
} fk_root;

/* offset + height / sqrt(square), for a height of any sign. */
fk_root fk_root_from(fk_arena *arena, fk_exact offset, fk_exact height, fk_exact square);

/* The sign of a root minus a finite double. */
int fk_root_compare(fk_arena *arena, const fk_root *root, double x);

/* The greatest double <= the root and the least double >= it, as for fractions. */
fk_interval fk_root_round(fk_arena *arena, const fk_root *root);

/* The same for any number that a function compares with doubles: it returns the sign of the number minus a finite double. The
 * nearer the estimate, the fewer comparisons. */
typedef int fk_compare_to_double(fk_arena *arena, const void *number, double x);
fk_interval fk_round_by(fk_arena *arena, fk_compare_to_double *compare, const void *number, double estimate);

#endif
