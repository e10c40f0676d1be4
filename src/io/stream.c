/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The buffered input stream of all readers: see readers.h. */

#include "io/readers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

void fk_stream_init(fk_stream *s, fk_read_function *read, void *user, unsigned char *buffer,
                    fk_load_report *report)
{
    memset(s, 0, sizeof *s);
    s->read = read;
    s->user = user;
    s->buffer = buffer;
    s->report = report;
    s->line = 1;
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

size_t fk_stream_peek(fk_stream *s, size_t wanted)
{
    if (s->end - s->begin >= wanted)
        return wanted;
    memmove(s->buffer, s->buffer + s->begin, s->end - s->begin);
    s->end -= s->begin;
    s->begin = 0;
    while (s->end < wanted && !s->is_at_end && s->failed == FK_OK) {
        size_t got = s->read(s->user, (char *)s->buffer + s->end, FK_STREAM_CAPACITY - s->end);
        if (got == FK_READ_FAILED)
            s->failed = fk_stream_fail(s, FK_ERROR_READ, 0, "reading failed");
        else if (got == 0)
            s->is_at_end = true;
        else
            s->end += got;
    }
    size_t there = s->end - s->begin;
    return there < wanted ? there : wanted;
}

void fk_stream_skip(fk_stream *s, size_t count)
{
    s->begin += count;
    s->offset += count;
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static bool is_line_end(unsigned char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank_byte(unsigned char c)
{
    return c <= ' ' && !is_line_end(c);
}

/* The next byte, or -1 at the end. */
static int peek_byte(fk_stream *s)
{
    if (s->begin == s->end && fk_stream_peek(s, 1) == 0)
        return -1;
    return s->buffer[s->begin];
}

/* Skips a line end; CR LF counts as one. */
static void skip_line_end(fk_stream *s, int c)
{
    fk_stream_skip(s, 1);
    s->line++;
    if (c == '\r' && peek_byte(s) == '\n')
        fk_stream_skip(s, 1);
}

static fk_token end_token(const fk_stream *s)
{
    return s->failed != FK_OK ? FK_TOKEN_FAILED : FK_TOKEN_END;
}

/* The length of the word at the front; FK_STREAM_CAPACITY if it does not fit. */
static size_t measure_word(fk_stream *s)
{
    size_t length = 0, there = s->end - s->begin;
    for (;;) {
        const unsigned char *text = s->buffer + s->begin;
        while (length < there && text[length] > ' ')
            length++;
        if (length < there || there == FK_STREAM_CAPACITY)
            return length;
        size_t more = fk_stream_peek(s, FK_STREAM_CAPACITY);
        if (more == there)
            return length;
        there = more;
    }
}

fk_token fk_stream_next_token(fk_stream *s, fk_word *word)
{
    static const unsigned char mark[3] = {0xef, 0xbb, 0xbf};
    if (s->offset == 0 && fk_stream_peek(s, 3) == 3 && memcmp(s->buffer + s->begin, mark, 3) == 0)
        fk_stream_skip(s, 3);
    int c;
    while ((c = peek_byte(s)) >= 0 && is_blank_byte((unsigned char)c))
        fk_stream_skip(s, 1);
    if (c < 0)
        return end_token(s);
    if (is_line_end((unsigned char)c)) {
        skip_line_end(s, c);
        return FK_TOKEN_LINE_END;
    }
    word->length = measure_word(s);
    if (s->failed != FK_OK)
        return FK_TOKEN_FAILED;
    if (word->length == FK_STREAM_CAPACITY) {
        s->failed = fk_stream_fail_syntax(s, 0, "a word of more than %lu bytes: this is no text",
                                          (unsigned long)FK_STREAM_CAPACITY - 1);
        return FK_TOKEN_FAILED;
    }
    word->text = (const char *)s->buffer + s->begin;
    fk_stream_skip(s, word->length);
    return FK_TOKEN_WORD;
}

fk_token fk_stream_next_word(fk_stream *s, fk_word *word)
{
    fk_token token;
    do
        token = fk_stream_next_token(s, word);
    while (token == FK_TOKEN_LINE_END);
    return token;
}

fk_token fk_stream_skip_line(fk_stream *s)
{
    int c;
    while ((c = peek_byte(s)) >= 0)
        if (is_line_end((unsigned char)c)) {
            skip_line_end(s, c);
            return FK_TOKEN_LINE_END;
        } else
            fk_stream_skip(s, 1);
    return end_token(s);
}

fk_token fk_stream_rest_of_line(fk_stream *s, char *text, size_t capacity, size_t *length)
{
    int c;
    *length = 0;
    while ((c = peek_byte(s)) >= 0 && !is_line_end((unsigned char)c)) {
        bool is_leading = *length == 0 && is_blank_byte((unsigned char)c);
        if (!is_leading && *length < capacity)
            text[(*length)++] = (char)c;
        fk_stream_skip(s, 1);
    }
    while (*length > 0 && is_blank_byte((unsigned char)text[*length - 1]))
        --*length;
    if (c < 0)
        return end_token(s);
    skip_line_end(s, c);
    return FK_TOKEN_LINE_END;
}

bool fk_word_is(fk_word word, const char *known)
{
    return word.length == strlen(known) && memcmp(word.text, known, word.length) == 0;
}

bool fk_word_is_any(fk_word word, const char *const *known, size_t count)
{
    size_t i = 0;
    while (i < count && !fk_word_is(word, known[i]))
        i++;
    return i < count;
}

bool fk_word_is_caseless(fk_word word, const char *known)
{
    if (word.length != strlen(known))
        return false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.text[i];
        if ((c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c) != known[i])
            return false;
    }
    return true;
}

/* ---- Numbers and messages ------------------------------------------------------------------------------ */

fk_status fk_stream_fail(fk_stream *s, fk_status status, size_t back, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(s->report->message, sizeof s->report->message, format, list);
    va_end(list);
    s->report->line = s->line;
    s->report->offset = s->offset - back;
    return status;
}

fk_status fk_stream_parse_number(fk_stream *s, fk_word word, double *out)
{
    double value;
    if (fk_number_parse(word.text, word.length, &value)) {
        if (!fk_is_finite(value))
            return fk_stream_fail_syntax(s, word.length, "'%.*s' is not a finite number",
                                         FK_WORD_ARGUMENTS(word));
        *out = value;
        return FK_OK;
    }
    bool has_comma = memchr(word.text, ',', word.length) != NULL;
    return fk_stream_fail_syntax(s, word.length,
                                 has_comma ? "'%.*s' is not a number; decimals need a point, not a comma"
                                           : "'%.*s' is not a number",
                                 FK_WORD_ARGUMENTS(word));
}

/* Parses the digits of a word from `at` on; saturates at the largest number. */
static bool parse_digits(fk_word word, size_t at, int64_t *out)
{
    int64_t value = 0;
    bool good = at < word.length;
    for (; good && at < word.length; at++) {
        char c = word.text[at];
        good = c >= '0' && c <= '9';
        if (good)
            value = value < INT64_MAX / 10 - 1 ? 10 * value + (c - '0') : INT64_MAX;
    }
    *out = value;
    return good;
}

fk_status fk_stream_parse_whole(fk_stream *s, fk_word word, int64_t low, int64_t high, int64_t *out)
{
    size_t sign = word.length > 0 && (word.text[0] == '-' || word.text[0] == '+');
    int64_t value;
    if (!parse_digits(word, sign, &value))
        return fk_stream_fail_syntax(s, word.length, "'%.*s' is not a whole number", FK_WORD_ARGUMENTS(word));
    value = sign > 0 && word.text[0] == '-' ? -value : value;
    if (value < low || value > high)
        return fk_stream_fail_syntax(s, word.length, "%.*s is out of range: from %lld to %lld",
                                     FK_WORD_ARGUMENTS(word), (long long)low, (long long)high);
    *out = value;
    return FK_OK;
}

fk_status fk_stream_fail_missing(fk_stream *s, fk_token token, const char *what)
{
    if (token == FK_TOKEN_FAILED)
        return s->failed;
    if (token == FK_TOKEN_END)
        return fk_stream_fail_syntax(s, 0, "the file ends where %s should be", what);
    /* The line end is read already: the error is in the line before. */
    s->line--;
    return fk_stream_fail_syntax(s, 1, "the line ends where %s should be", what);
}

fk_status fk_stream_next_number(fk_stream *s, const char *what, double *out)
{
    fk_word word;
    fk_token token = fk_stream_next_token(s, &word);
    return token == FK_TOKEN_WORD ? fk_stream_parse_number(s, word, out)
                                  : fk_stream_fail_missing(s, token, what);
}
