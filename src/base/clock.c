/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A clock that never goes back: POSIX clock_gettime (WASI has it too), or the Windows performance counter.
 * A host without a monotonic clock gets 0 every time, which never goes back either. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L
#endif

#include "farkas/base.h"

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double fk_clock_seconds(void)
{
    LARGE_INTEGER ticks, ticks_per_second;
    if (!QueryPerformanceFrequency(&ticks_per_second) || !QueryPerformanceCounter(&ticks))
        return 0.0;
    /* Whole seconds apart, so that a long uptime does not cost precision before the division. */
    LONGLONG whole = ticks.QuadPart / ticks_per_second.QuadPart;
    LONGLONG rest = ticks.QuadPart % ticks_per_second.QuadPart;
    return (double)whole + (double)rest / (double)ticks_per_second.QuadPart;
}

#else

#include <time.h>

double fk_clock_seconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0.0;
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
