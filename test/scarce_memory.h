/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A context whose memory is counted and can run out. */

#ifndef FARKAS_TEST_SCARCE_MEMORY_H
#define FARKAS_TEST_SCARCE_MEMORY_H

#include <stdlib.h>
#include <string.h>

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

/* A question whose answer has a known size; it says whether the call worked. */
typedef fk_status memory_question(fk_context *scarce, const void *user, void *out);

/* Asks with no memory, then with one allocation that succeeds, and so on, until the call works. Nothing is left, and
 * no answer is written where it fails. */
static inline void memory_ask(memory_question *ask, const void *user, size_t size)
{
    unsigned char *out = malloc(size);
    assert_non_null(out);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {0, 1};
        fk_context *scarce = memory_context(&m);
        size_t base = m.used;
        memset(out, 0x5a, size);
        m.fail_at = k;
        status = ask(scarce, user, out);
        assert_int_equal(m.used, base);
        if (status != FK_OK)
            assert_int_equal(status, FK_ERROR_MEMORY);
        for (size_t i = 0; status != FK_OK && i < size; i++)
            assert_int_equal(out[i], 0x5a);
        fk_context_destroy(scarce);
    }
    free(out);
}

#endif
