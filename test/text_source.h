/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A text in memory as the input of a reader, in chunks, with a failure where it is wanted. */

#ifndef FARKAS_TEST_TEXT_SOURCE_H
#define FARKAS_TEST_TEXT_SOURCE_H

#include <stdbool.h>
#include <string.h>

#include "farkas/shape.h"

typedef struct source {
    const char *text;
    size_t length;
    size_t chunk;   /* at most this many bytes at once */
    size_t fail_at; /* a read that starts here fails */
    size_t calls_after_end;
    bool ended;
} source;

static inline size_t source_read(void *user, char *buffer, size_t capacity)
{
    source *s = user;
    assert_true(capacity > 0);
    s->calls_after_end += s->ended;
    if (s->fail_at == 0)
        return FK_READ_FAILED;
    size_t count = s->length < capacity ? s->length : capacity;
    count = count < s->chunk ? count : s->chunk;
    count = count < s->fail_at ? count : s->fail_at;
    memcpy(buffer, s->text, count);
    s->text += count;
    s->length -= count;
    s->fail_at -= count;
    s->ended = count == 0;
    return count;
}

static inline source source_make(const char *text, size_t length, size_t chunk)
{
    source s = {text, length, chunk, SIZE_MAX, 0, false};
    return s;
}

static const size_t chunks[] = {SIZE_MAX, 1, 2, 3, 7, 4095};
enum { CHUNKS = sizeof chunks / sizeof chunks[0] };

#endif
