/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* vsnprintf and snprintf for the formats of the library's messages only: %s %c %d %u %zu %llu %02x. Those of the C library
 * would take 14 KB of the module, and need files that it lacks. */

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct output {
    char *text;
    size_t capacity, length; /* length also counts bytes beyond the capacity */
} output;

static void put(output *out, char c)
{
    if (out->length + 1 < out->capacity)
        out->text[out->length] = c;
    out->length++;
}

static void put_number(output *out, uint64_t value, unsigned base, int least_digits)
{
    char digit[20];
    int count = 0;
    for (; value > 0 || count < least_digits; value /= base)
        digit[count++] = "0123456789abcdef"[value % base];
    while (count > 0)
        put(out, digit[--count]);
}

static void put_signed(output *out, int value)
{
    if (value < 0)
        put(out, '-');
    put_number(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, 1);
}

static void put_text(output *out, const char *text)
{
    while (*text != '\0')
        put(out, *text++);
}

/* A format ends with a letter, after zeros, digits, z and l. */
int vsnprintf(char *restrict text, size_t capacity, const char *restrict format, va_list list)
{
    output out = {text, capacity, 0};
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            put(&out, *format);
            continue;
        }
        int digits = 1;
        bool is_long = false;
        for (format++; *format == '0' || *format == '2' || *format == 'z' || *format == 'l'; format++) {
            digits = *format == '2' ? 2 : digits;
            is_long = is_long || *format == 'l';
        }
        if (*format == 's')
            put_text(&out, va_arg(list, const char *));
        else if (*format == 'c')
            put(&out, (char)va_arg(list, int));
        else if (*format == 'd')
            put_signed(&out, va_arg(list, int));
        else
            put_number(&out, is_long ? va_arg(list, unsigned long long) : va_arg(list, unsigned),
                       *format == 'x' ? 16 : 10, digits);
    }
    if (capacity > 0)
        text[out.length < capacity ? out.length : capacity - 1] = '\0';
    return (int)out.length;
}

int snprintf(char *restrict text, size_t capacity, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, capacity, format, list);
    va_end(list);
    return length;
}
