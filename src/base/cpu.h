/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which instructions the processor has, and the tables of functions that exist for several levels of them.
 *
 * A kernel is a file `x.inc` with the vectors of simd.inc, which cpu_levels.inc compiles for every level below, and cpu_plain.inc for plain
 * C. The first call of fk_cpu_level chooses the level: the best that the processor has, or that of the environment variable
 * FARKAS_CPU (plain, vector, avx2, avx512), if the processor has it. WebAssembly has no processor to ask: the compiler knows the
 * level, and leaves out the others. Verdicts are exact, so they are the same on every level; code with other results does the same
 * operations in the same order on every level, so its bytes are the same too. */

#ifndef FARKAS_BASE_CPU_H
#define FARKAS_BASE_CPU_H

#include <stdatomic.h>
#include <stdint.h>

typedef enum fk_cpu {
    FK_CPU_PLAIN,  /* C11 and nothing else */
    FK_CPU_VECTOR, /* the vectors of 128 bits of every such processor: SSE2, NEON, SIMD of WebAssembly */
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
/* On Windows gcc does not align long vectors on the stack (its bug 54412). */
#if FK_HAS_VECTOR && defined(__x86_64__) && (!defined(_WIN32) || defined(__clang__))
#define FK_HAS_AVX 1
#include <immintrin.h>
#else
#define FK_HAS_AVX 0
#endif

/* A table of the functions of all levels, whose index is fk_cpu_level(). LONG: for vectors longer than 128 bits, which are no faster
 * on the vector level of x86 than plain C (FK_LEVEL_LONG of cpu_levels.inc); AVX2: the same, where registers of 512 bits are no faster
 * either (FK_LEVEL_MOST 256). */
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

/* The level plus 1; 0 before the first call. All threads write the same value. */
extern _Atomic int fk_cpu_found;
fk_cpu fk_cpu_find(void);

static inline fk_cpu fk_cpu_level(void)
{
    int found = atomic_load_explicit(&fk_cpu_found, memory_order_relaxed);
    return found > 0 ? (fk_cpu)(found - 1) : fk_cpu_find();
}

#endif

/* For functions that are compiled once for each value of some argument. With FK_SMALL, for a small library without vectors, the
 * compiler decides. */
#if defined(__GNUC__) && !(defined(FK_SMALL) && !FK_HAS_VECTOR)
#define FK_INLINE static inline __attribute__((always_inline))
#else
#define FK_INLINE static inline
#endif

#endif
