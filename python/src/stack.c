/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact integers need about 300 KiB of stack. A Python thread may have less (threading.stack_size), or may have used
 * most of it: that raises an exception instead of a crash. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pthread_getattr_np */
#endif

#include "core.h"

#ifdef __GLIBC__

#include <pthread.h>

/* The stack for a call, and for Python to report an error. */
#define NEEDED ((size_t)384 * 1024)

/* The lowest address of this thread's stack, once known. For the first thread, whose stack grows, the system may give
 * less than this says; but that is a limit of megabytes. */
static _Thread_local char *lowest;

static void find_lowest(void)
{
    pthread_attr_t attributes;
    void *address = NULL;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0)
        lowest = address;
    pthread_attr_destroy(&attributes);
}

int core_stack_check(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (!lowest)
        find_lowest();
    if (!lowest || here - (uintptr_t)lowest > NEEDED)
        return 0;
    PyErr_SetString(
        PyExc_RuntimeError,
        "the stack of this thread is too small: farkas needs 512 KiB; see threading.stack_size()");
    return -1;
}

#else

int core_stack_check(void)
{
    return 0;
}

#endif
