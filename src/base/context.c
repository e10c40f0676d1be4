/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The context: where memory comes from and where messages go.
 *
 * A context is one block from the user's own allocator, so a library call never reaches malloc behind the
 * user's back. Nothing in it changes after creation: threads may share it when the allocator and the log
 * allow that.
 *
 * Weak inputs: an allocator that ignores alignment; blocks must be aligned as malloc aligns them. */

#include "farkas/base.h"

#include <assert.h>
#include <stdlib.h>

struct fk_context {
    fk_context_options options;
};

static void *allocate_with_malloc(void *user, size_t bytes)
{
    (void)user;
    return malloc(bytes);
}

static void release_with_free(void *user, void *block, size_t bytes)
{
    (void)user;
    (void)bytes;
    free(block);
}

fk_context_options fk_context_options_default(void)
{
    fk_context_options options = {
        .allocator = {.user = NULL, .allocate = allocate_with_malloc, .release = release_with_free},
        .log = {.user = NULL, .write = NULL},
    };
    return options;
}

fk_status fk_context_create(const fk_context_options *options, fk_context **out)
{
    assert(out != NULL);
    fk_context_options chosen = options != NULL ? *options : fk_context_options_default();
    if (chosen.allocator.allocate == NULL || chosen.allocator.release == NULL)
        return FK_ERROR_ARGUMENT;
    fk_context *context = chosen.allocator.allocate(chosen.allocator.user, sizeof *context);
    if (context == NULL)
        return FK_ERROR_MEMORY;
    context->options = chosen;
    *out = context;
    return FK_OK;
}

void fk_context_destroy(fk_context *context)
{
    if (context == NULL)
        return;
    /* The allocator lives in the block that it is about to release. */
    fk_allocator allocator = context->options.allocator;
    allocator.release(allocator.user, context, sizeof *context);
}

/* NULL means "no memory" and nothing else, so an empty block is asked for as one byte; fk_release does the
 * same, and the allocator sees matching sizes. */
static size_t size_to_ask(size_t bytes)
{
    return bytes == 0 ? 1 : bytes;
}

void *fk_allocate(fk_context *context, size_t bytes)
{
    assert(context != NULL);
    /* No object may exceed PTRDIFF_MAX bytes: such a size is the sign of a subtraction or product that
     * wrapped, and no allocator should have to see it. */
    if (bytes > (size_t)PTRDIFF_MAX)
        return NULL;
    const fk_allocator *allocator = &context->options.allocator;
    return allocator->allocate(allocator->user, size_to_ask(bytes));
}

void fk_release(fk_context *context, void *block, size_t bytes)
{
    assert(context != NULL);
    if (block == NULL)
        return;
    const fk_allocator *allocator = &context->options.allocator;
    allocator->release(allocator->user, block, size_to_ask(bytes));
}

void fk_log_write(const fk_context *context, fk_log_level level, const char *message)
{
    assert(context != NULL);
    const fk_log *log = &context->options.log;
    if (log->write != NULL)
        log->write(log->user, level, message);
}
