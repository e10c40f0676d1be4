/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The context (allocator, log, flag that cancels), names of statuses and verdicts, random numbers, the clock.
 *
 * A context is one block from the user's own allocator, so a library call never uses malloc behind the user's back.
 * Nothing in it changes after creation: threads may share it if the allocator and the log allow that.
 *
 * Weak inputs: an allocator that ignores alignment; blocks must be aligned as malloc aligns them. */

#include "base/context.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/bits.h"

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
    *context = (fk_context){.options = chosen};
    *out = context;
    return FK_OK;
}

void fk_context_destroy(fk_context *context)
{
    if (context == NULL)
        return;
    /* The allocator is stored in the block that it is about to release. */
    fk_allocator allocator = context->options.allocator;
    allocator.release(allocator.user, context, sizeof *context);
}

/* NULL means "no memory" and nothing else, so an empty block becomes one byte; fk_release does the same, so that the
 * allocator sees matching sizes. */
static size_t nonzero_size(size_t bytes)
{
    return bytes == 0 ? 1 : bytes;
}

void *fk_allocate(fk_context *context, size_t bytes)
{
    assert(context != NULL);
    /* No object may exceed PTRDIFF_MAX bytes: such a size comes from a subtraction or product that wrapped around. */
    if (bytes > (size_t)PTRDIFF_MAX)
        return NULL;
    if (fk_context_poll(context))
        return NULL;
    const fk_allocator *allocator = &context->options.allocator;
    return allocator->allocate(allocator->user, nonzero_size(bytes));
}

void fk_release(fk_context *context, void *block, size_t bytes)
{
    assert(context != NULL);
    if (block == NULL)
        return;
    const fk_allocator *allocator = &context->options.allocator;
    allocator->release(allocator->user, block, nonzero_size(bytes));
}

void fk_log_write(const fk_context *context, fk_log_level level, const char *message)
{
    assert(context != NULL);
    const fk_log *log = &context->options.log;
    if (log->write != NULL)
        log->write(log->user, level, message);
}

/* ---- Cancel --------------------------------------------------------------------------------------------- */

/* The public struct has a plain int, because C++ has no _Atomic. */
_Static_assert(sizeof(atomic_int) == sizeof(int), "an atomic int is an int");

void fk_cancel_set(fk_cancel *cancel)
{
    atomic_store_explicit((atomic_int *)&cancel->is_set, 1, memory_order_relaxed);
}

bool fk_cancel_is_set(const fk_cancel *cancel)
{
    return atomic_load_explicit((const atomic_int *)&cancel->is_set, memory_order_relaxed) != 0;
}

fk_context *fk_context_begin(fk_context *context, const fk_cancel *cancel, fk_context *inner)
{
    if (cancel == NULL && context->polled == NULL)
        cancel = context->options.cancel;
    if (cancel == NULL)
        return context;
    *inner = *context;
    inner->polled = cancel;
    return inner;
}

fk_status fk_context_end(const fk_context *context, const fk_context *used, fk_status status)
{
    bool is_cancelled = used != context && status == FK_ERROR_MEMORY && fk_cancel_is_set(used->polled);
    return is_cancelled ? FK_ERROR_CANCELLED : status;
}

/* ---- Names ---------------------------------------------------------------------------------------------- */

/* A status or verdict may come from uninitialised memory or from a newer library, so values outside the enumerations
 * get a text too. A verdict that is not one of the four claims nothing: it is undecided. */

#define TEXT_OF(value)               TEXT_OF_EXPANDED(value)
#define TEXT_OF_EXPANDED(value)      #value
#define VERSION(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *fk_version(void)
{
    return VERSION(FK_VERSION_MAJOR, FK_VERSION_MINOR, FK_VERSION_PATCH);
}

#define STATUS_NAME(name, text) #name,
#define STATUS_TEXT(name, text) text,
static const char *const status_name[] = {FK_STATUS_LIST(STATUS_NAME)};
static const char *const status_text[] = {FK_STATUS_LIST(STATUS_TEXT)};
static const char *const verdict_name[] = {"undecided", "apart", "touching", "overlapping"};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

const char *fk_status_name(fk_status status)
{
    return (unsigned)status < COUNT(status_name) ? status_name[status] : "unknown status";
}

const char *fk_status_text(fk_status status)
{
    return (unsigned)status < COUNT(status_text) ? status_text[status] : "unknown status";
}

const char *fk_verdict_name(fk_verdict verdict)
{
    return verdict_name[(unsigned)verdict < COUNT(verdict_name) ? verdict : FK_UNDECIDED];
}

/* ---- Random numbers ------------------------------------------------------------------------------------- */

/* Splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). The state is a counter
 * with an odd step, and the output is a bijection of it: every seed, zero included, gives the full period of 2^64 and
 * the same numbers on every machine.
 *
 * Not for secrets: one output determines all that follow.
 *
 * Assumes rounding to nearest for fk_random_between; in other modes the result stays in its range, but may differ in
 * its last bit. */

fk_random fk_random_make(uint64_t seed)
{
    fk_random random = {seed};
    return random;
}

uint64_t fk_random_u64(fk_random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t fk_random_below(fk_random *random, uint64_t bound)
{
    assert(bound > 0);
    /* 2^64 mod bound outputs are too many for all remainders to be equally likely; the smallest ones are drawn again. */
    uint64_t surplus = (0 - bound) % bound;
    uint64_t drawn = fk_random_u64(random);
    while (drawn < surplus)
        drawn = fk_random_u64(random);
    return drawn % bound;
}

double fk_random_unit(fk_random *random)
{
    return (double)(fk_random_u64(random) >> 11) * 0x1p-53;
}

/* The next double below a finite one. */
static double previous_double(double x)
{
    uint64_t bits = fk_bits_of(x), sign = (uint64_t)1 << 63;
    if (fk_sign_of(x) == 0)
        return fk_from_bits(sign | 1);
    return fk_from_bits(bits & sign ? bits + 1 : bits - 1);
}

/* Always one draw, so that the position in the stream does not depend on the bounds. A sum that rounds up to high
 * becomes the last double below high. */
double fk_random_between(fk_random *random, double low, double high)
{
    assert(low < high && low - low == 0.0 && high - high == 0.0);
    const double largest = 0x1.fffffffffffffp1023;
    double unit = fk_random_unit(random);
    double span = high - low;
    /* Where the difference overflows, the bounds have opposite signs and are weighted separately. */
    double value = span <= largest ? low + unit * span : low * (1.0 - unit) + high * unit;
    return value < high ? value : previous_double(high);
}

/* ---- Clock ---------------------------------------------------------------------------------------------- */

/* A monotonic clock: POSIX clock_gettime (also in WASI), or the Windows performance counter. A host without one
 * always gets 0. */

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

double fk_clock_seconds(void)
{
    LARGE_INTEGER ticks, ticks_per_second;
    if (!QueryPerformanceFrequency(&ticks_per_second) || !QueryPerformanceCounter(&ticks))
        return 0.0;
    /* Whole seconds first, so that a long uptime does not cost precision before the division. */
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
