/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The states a host may leave the floating-point unit in: four rounding modes, each with and without flushing
 * small numbers to zero (FTZ, DAZ; where this processor has them). */

#ifndef FARKAS_TEST_FPU_MODES_H
#define FARKAS_TEST_FPU_MODES_H

#include <fenv.h>
#include <stdint.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Modes 0 to 15; 0 is the usual one, and mode 12 rounds to nearest without small numbers. */
#define FPU_MODES        16
#define FPU_NO_DENORMALS 12

static inline void fpu_set(int mode)
{
    static const int rounding[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(rounding[mode & 3]);
#if defined(__x86_64__)
    unsigned flags = _mm_getcsr() & ~(unsigned)0x8040;
    _mm_setcsr(flags | ((mode & 4) ? 0x8000u : 0u) | ((mode & 8) ? 0x0040u : 0u));
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    control = (mode & 12) ? control | (1u << 24) : control & ~((uint64_t)1 << 24);
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
#endif
}

/* A cmocka teardown: what a failed test leaves behind must not fail the next one. */
static inline int fpu_usual(void **state)
{
    (void)state;
    fpu_set(0);
    return 0;
}

#endif
