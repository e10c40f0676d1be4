/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which instructions the processor has: see cpu.h. On x86, CPUID reports the instructions and XGETBV whether the
 * system saves the long registers. Elsewhere the compiler knows. */

#include "base/cpu.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/base.h"

#if FK_HAS_AVX
#include <cpuid.h>
#endif

static const char *const level_name[FK_CPU_COUNT] = {"plain", "vector", "avx2", "avx512"};

#ifndef __wasm__

_Atomic int fk_cpu_found;

#if FK_HAS_AVX

/* Bits of XCR0: registers that the system saves. */
#define SAVES_YMM 0x06u
#define SAVES_ZMM 0xe6u

static uint32_t saved_registers(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has_bits(uint32_t word, uint32_t bits)
{
    return (word & bits) == bits;
}

static fk_cpu best_level(void)
{
    uint32_t eax, ebx, ecx, edx, extended;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !has_bits(ecx, bit_OSXSAVE | bit_AVX | bit_FMA))
        return FK_CPU_VECTOR;
    uint32_t saved = saved_registers();
    if (!has_bits(saved, SAVES_YMM) || !__get_cpuid_count(7, 0, &eax, &extended, &ecx, &edx) ||
        !has_bits(extended, bit_AVX2))
        return FK_CPU_VECTOR;
    if (!has_bits(saved, SAVES_ZMM) ||
        !has_bits(extended, bit_AVX512F | bit_AVX512VL | bit_AVX512DQ | bit_AVX512BW))
        return FK_CPU_AVX2;
    return FK_CPU_AVX512;
}

#else

static fk_cpu best_level(void)
{
    return FK_HAS_VECTOR ? FK_CPU_VECTOR : FK_CPU_PLAIN;
}

#endif

/* Unknown words and levels that the processor does not have are ignored. */
fk_cpu fk_cpu_find(void)
{
    fk_cpu level = best_level();
    const char *word = getenv("FARKAS_CPU");
    for (int i = 0; word != NULL && i < (int)level; i++)
        if (strcmp(word, level_name[i]) == 0)
            level = (fk_cpu)i;
    atomic_store_explicit(&fk_cpu_found, (int)level + 1, memory_order_relaxed);
    return level;
}

#endif

const char *fk_cpu_name(void)
{
    return level_name[fk_cpu_level()];
}
