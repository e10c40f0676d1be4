/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which instructions the processor has, and the types and few operations that vector code is written with.
 *
 * Code that is worth it exists once in plain C11 and once as a file `x.inc` with vector types, which levels.inc compiles
 * for every level below. The level is chosen when it is first asked for: the best that the processor has, or what the
 * environment variable FARKAS_CPU says (plain, vector, avx2, avx512), if the processor has that. WebAssembly has no
 * processor to ask, so the compiler knows the level, and leaves out the other ones. Verdicts are exact, so
 * they are the same on every level; code whose result is not a verdict does the same operations in the same order on
 * every level, so that its bytes are the same too. */

#ifndef FARKAS_BASE_CPU_H
#define FARKAS_BASE_CPU_H

#include <stdatomic.h>
#include <stdint.h>

typedef enum fk_cpu {
    FK_CPU_PLAIN, /* C11 and nothing else */
    FK_CPU_VECTOR, /* vectors of 128 bits that every processor of this kind has: SSE2, NEON, SIMD of WebAssembly */
    FK_CPU_AVX2,   /* with FMA */
    FK_CPU_AVX512, /* F, VL, DQ, BW */
    FK_CPU_COUNT
} fk_cpu;

/* Define FK_PLAIN to compile without vectors. gcc has __builtin_shufflevector from version 12 on. */
#if !defined(FK_PLAIN) && defined(__GNUC__) && (defined(__clang__) || __GNUC__ >= 12) &&                     \
    (defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__))
#define FK_HAS_VECTOR 1
#else
#define FK_HAS_VECTOR 0
#endif
/* On Windows gcc does not align long vectors on the stack (its bug 54412), so they cannot be used there. */
#if FK_HAS_VECTOR && defined(__x86_64__) && (!defined(_WIN32) || defined(__clang__))
#define FK_HAS_AVX 1
#include <immintrin.h>
#else
#define FK_HAS_AVX 0
#endif

/* The functions of all levels by name, for a table that fk_cpu_level() is the index of. LONG: for code that is no faster on the
 * vector level of x86 than in plain C (FK_LEVEL_LONG of levels.inc), as vectors that are longer than registers are made of pieces
 * there; AVX2: for code that is no faster either with registers of 512 bits (FK_LEVEL_MOST 256). */
#if FK_HAS_AVX
#define FK_LEVELS(name)      FK_LEVEL_TABLE(name##_plain, name##_vector, name##_avx2, name##_avx512)
#define FK_LEVELS_LONG(name) FK_LEVEL_TABLE(name##_plain, name##_plain, name##_avx2, name##_avx512)
#define FK_LEVELS_AVX2(name) FK_LEVEL_TABLE(name##_plain, name##_plain, name##_avx2, name##_avx2)
#else
#if FK_HAS_VECTOR
#define FK_LEVELS(name) FK_LEVEL_TABLE(name##_plain, name##_vector, name##_vector, name##_vector)
#else
#define FK_LEVELS(name) FK_LEVEL_TABLE(name##_plain, name##_plain, name##_plain, name##_plain)
#endif
#define FK_LEVELS_LONG(name) FK_LEVELS(name)
#define FK_LEVELS_AVX2(name) FK_LEVELS(name)
#endif
#define FK_LEVEL_TABLE(...)                                                                                  \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

#ifdef __wasm__

static inline fk_cpu fk_cpu_level(void)
{
    return FK_HAS_VECTOR ? FK_CPU_VECTOR : FK_CPU_PLAIN;
}

#else

/* The level plus 1; 0 before it was asked for. Always written with the same value. */
extern _Atomic int fk_cpu_found;
fk_cpu fk_cpu_find(void);

static inline fk_cpu fk_cpu_level(void)
{
    int found = atomic_load_explicit(&fk_cpu_found, memory_order_relaxed);
    return found > 0 ? (fk_cpu)(found - 1) : fk_cpu_find();
}

#endif

/* For functions that are compiled once for each value of some argument. Define FK_SMALL where a small library is worth more
 * than a quick one, and there are no vectors: then the compiler decides. */
#if defined(__GNUC__) && !(defined(FK_SMALL) && !FK_HAS_VECTOR)
#define FK_INLINE static inline __attribute__((always_inline))
#else
#define FK_INLINE static inline
#endif

#if FK_HAS_VECTOR

/* Four doubles, and what comparing them gives: all bits set or none. A processor with shorter vectors takes two. */
typedef double fk_v4 __attribute__((vector_size(32)));
typedef int64_t fk_m4 __attribute__((vector_size(32)));

/* Lanes of x (0 to 3) and y (4 to 7) in a new order. */
#define FK_SHUFFLE4(x, y, i, j, k, l) __builtin_shufflevector(x, y, i, j, k, l)

/* x where the mask is set, else y. */
#define fk_select4(mask, x, y) ((fk_v4)(((mask) & (fk_m4)(x)) | (~(mask) & (fk_m4)(y))))

#endif

#endif
