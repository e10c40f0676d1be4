/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Four floats, in one register where there are vectors (see cpu.h), for code that is compiled for one level only. Numbers are not
 * NaN. */

#ifndef FARKAS_BASE_SIMD_FOUR_H
#define FARKAS_BASE_SIMD_FOUR_H

#include <string.h>

#include "base/cpu.h"

#if FK_HAS_VECTOR
typedef float fk_four __attribute__((vector_size(16)));
#else
typedef struct fk_four {
    float lane[4];
} fk_four;
#endif

/* Of any alignment. */
static inline fk_four fk_four_load(const float from[4])
{
    fk_four out;
    memcpy(&out, from, sizeof out);
    return out;
}

static inline void fk_four_store(float to[4], fk_four x)
{
    memcpy(to, &x, sizeof x);
}

#if FK_HAS_AVX

static inline fk_four fk_four_add(fk_four x, fk_four y)
{
    return x + y;
}

static inline fk_four fk_four_min(fk_four x, fk_four y)
{
    return (fk_four)_mm_min_ps((__m128)x, (__m128)y);
}

static inline fk_four fk_four_max(fk_four x, fk_four y)
{
    return (fk_four)_mm_max_ps((__m128)x, (__m128)y);
}

#else

#define FK_FOUR(name, result)                                                                                \
    static inline fk_four name(fk_four x, fk_four y)                                                         \
    {                                                                                                        \
        float a[4], b[4];                                                                                    \
        fk_four_store(a, x);                                                                                 \
        fk_four_store(b, y);                                                                                 \
        for (int k = 0; k < 4; k++)                                                                          \
            a[k] = (result);                                                                                 \
        return fk_four_load(a);                                                                              \
    }

FK_FOUR(fk_four_add, a[k] + b[k])
FK_FOUR(fk_four_min, a[k] < b[k] ? a[k] : b[k])
FK_FOUR(fk_four_max, a[k] > b[k] ? a[k] : b[k])

#endif

#endif
