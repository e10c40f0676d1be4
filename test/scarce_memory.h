/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A context whose memory is counted and can run out. */

#ifndef FARKAS_TEST_SCARCE_MEMORY_H
#define FARKAS_TEST_SCARCE_MEMORY_H

#include <stdlib.h>

#include "farkas/base.h"

typedef struct memory {
    size_t used;    /* bytes */
    size_t fail_at; /* how many more allocations succeed */
} memory;

static inline void *memory_allocate(void *user, size_t bytes)
{
    memory *m = user;
    if (m->fail_at == 0)
        return NULL;
    m->fail_at--;
    m->used += bytes;
    return malloc(bytes);
}

static inline void memory_release(void *user, void *block, size_t bytes)
{
    memory *m = user;
    assert_true(m->used >= bytes);
    m->used -= bytes;
    free(block);
}

static inline fk_context *memory_context(memory *m)
{
    fk_context_options options = fk_context_options_default();
    options.allocator.user = m;
    options.allocator.allocate = memory_allocate;
    options.allocator.release = memory_release;
    fk_context *made = NULL;
    assert_int_equal(fk_context_create(&options, &made), FK_OK);
    return made;
}

#endif
