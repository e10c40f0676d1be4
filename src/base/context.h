/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The inside of a context, and how a flag cancels a call.
 *
 * A call that accepts a flag works with an inner context, on its stack, that polls the flag. Once the flag is set, that
 * context has no memory, so whatever can run out of memory ends; and loops that run for long without an allocation poll
 * it themselves. Both report FK_ERROR_MEMORY. Where the call ends, that becomes FK_ERROR_CANCELLED. */

#ifndef FARKAS_BASE_CONTEXT_H
#define FARKAS_BASE_CONTEXT_H

#include "farkas/base.h"

struct fk_context {
    fk_context_options options;
    const fk_cancel *polled; /* NULL except in an inner context */
};

/* Begins a call that can be cancelled: by the flag of its options, or if that is NULL, by the one of the context.
 * Returns the context to work with: `inner`, which nothing may keep that outlives the call; or `context`, if there is
 * no flag or it polls that one already. */
fk_context *fk_context_begin(fk_context *context, const fk_cancel *cancel, fk_context *inner);

/* Returns the status of a call that began so, and worked with `used`. */
fk_status fk_context_end(const fk_context *context, const fk_context *used, fk_status status);

/* Polls a flag. True if it is set: end, with FK_ERROR_MEMORY. */
static inline bool fk_cancel_poll(const fk_cancel *cancel)
{
    if (cancel->poll != NULL)
        cancel->poll(cancel->user);
    return fk_cancel_is_set(cancel);
}

static inline bool fk_context_poll(const fk_context *context)
{
    return context->polled != NULL && fk_cancel_poll(context->polled);
}

/* Polls at some steps of a loop whose steps take less than a microsecond; for step numbers 0, 1, 2, ... */
static inline bool fk_context_poll_at(const fk_context *context, size_t step)
{
    return step % 4096 == 0 && fk_context_poll(context);
}

#endif
