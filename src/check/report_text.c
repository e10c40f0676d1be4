/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes text through a function, as JSON, CSV or XML spell it. */

#include "check/report.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

fk_text fk_text_make(fk_write_function *write, void *user)
{
    return (fk_text){.write = write, .user = user};
}

static void flush_text(fk_text *text)
{
    if (text->used > 0 && !text->has_failed)
        text->has_failed = !text->write(text->user, text->buffer, text->used);
    text->used = 0;
}

fk_status fk_text_end(fk_text *text)
{
    flush_text(text);
    return text->has_failed ? FK_ERROR_WRITE : FK_OK;
}

void fk_text_write_bytes(fk_text *text, const char *bytes, size_t count)
{
    while (count > 0) {
        size_t room = sizeof text->buffer - text->used, now = count < room ? count : room;
        memcpy(text->buffer + text->used, bytes, now);
        text->used += now;
        bytes += now;
        count -= now;
        if (text->used == sizeof text->buffer)
            flush_text(text);
    }
}

void fk_text_write(fk_text *text, const char *string)
{
    fk_text_write_bytes(text, string, strlen(string));
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

void fk_text_write_integer(fk_text *text, uint64_t number, bool is_grouped)
{
    char digits[32];
    size_t begin = sizeof digits, count = 0;
    do {
        if (is_grouped && count > 0 && count % 3 == 0)
            digits[--begin] = ',';
        digits[--begin] = (char)('0' + number % 10);
        number /= 10;
        count++;
    } while (number > 0);
    fk_text_write_bytes(text, digits + begin, sizeof digits - begin);
}

/* The shortest text that reads back to the same double. */
static void write_text_number(fk_text *text, double number)
{
    char digits[FK_NUMBER_SIZE];
    fk_text_write_bytes(text, digits, fk_number_format(number, digits));
}

static void write_json_number(fk_text *text, double number)
{
    if (!fk_is_finite(number))
        fk_text_write(text, "null");
    else
        write_text_number(text, fk_sign_of(number) == 0 ? 0 : number);
}

/* ---- Strings ------------------------------------------------------------------------------------------- */

/* The length of the UTF-8 character at c; 0 if it is not valid: a wrong byte, an overlong form, a surrogate, or
 * beyond U+10FFFF. */
static size_t character_length(const unsigned char *c)
{
    if (c[0] < 0x80)
        return 1;
    size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    uint32_t code = c[0] & (0x7fu >> length);
    if (c[0] < 0xc2 || c[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || is_surrogate ? 0 : length;
}

/* Writes one character and returns the next; replaces a byte that is not valid. */
static const unsigned char *write_character(fk_text *text, const unsigned char *c)
{
    size_t length = character_length(c);
    if (length == 0)
        fk_text_write(text, REPLACEMENT);
    else
        fk_text_write_bytes(text, (const char *)c, length);
    return c + (length > 0 ? length : 1);
}

static bool is_markup(unsigned char c)
{
    return c == '<' || c == '>' || c == '&';
}

static void write_json_text(fk_text *text, const char *string, bool hides_markup)
{
    const unsigned char *c = (const unsigned char *)string;
    fk_text_write(text, "\"");
    while (*c != '\0') {
        bool is_wrong = character_length(c) == 0;
        if (is_wrong || *c < 0x20 || (hides_markup && is_markup(*c))) {
            char code[8];
            snprintf(code, sizeof code, "\\u%04x", is_wrong ? 0xfffdu : *c);
            fk_text_write(text, code);
            c++;
            continue;
        }
        if (*c == '"' || *c == '\\')
            fk_text_write(text, "\\");
        c = write_character(text, c);
    }
    fk_text_write(text, "\"");
}

fk_status fk_json_write_string(const char *string, fk_write_function *write, void *user)
{
    fk_text text = fk_text_make(write, user);
    write_json_text(&text, string, false);
    return fk_text_end(&text);
}

/* With quotes if it needs them. */
static void write_csv_text(fk_text *text, const char *string)
{
    const unsigned char *c = (const unsigned char *)string;
    bool is_plain = true;
    for (const char *s = string; *s != '\0'; s++)
        is_plain = is_plain && *s != '"' && *s != ',' && *s != '\r' && *s != '\n';
    fk_text_write(text, is_plain ? "" : "\"");
    while (*c != '\0') {
        if (*c == '"')
            fk_text_write(text, "\"");
        c = write_character(text, c);
    }
    fk_text_write(text, is_plain ? "" : "\"");
}

void fk_text_write_xml_bytes(fk_text *text, const char *string, size_t count)
{
    const unsigned char *c = (const unsigned char *)string, *end = c + count;
    while (c < end) {
        const char *name = *c == '&'                  ? "&amp;"
                           : *c == '<'                ? "&lt;"
                           : *c == '>'                ? "&gt;"
                           : *c == '"'                ? "&quot;"
                           : *c == '\t' || *c == '\n' ? " "
                           : *c < 0x20 || *c == 0x7f  ? REPLACEMENT
                                                      : NULL;
        if (name == NULL) {
            c = write_character(text, c);
            continue;
        }
        fk_text_write(text, name);
        c++;
    }
}

/* ---- Formats ------------------------------------------------------------------------------------------- */

void fk_text_begin_line(fk_text *text, size_t index)
{
    fk_text_write(text, index > 0 ? ",\n" : "\n");
}

/* A number, or several. */
static void write_number_code(fk_text *text, char code, va_list *list)
{
    if (code == 'w')
        fk_text_write_integer(text, va_arg(*list, uint64_t), false);
    else if (code == 'f')
        write_json_number(text, va_arg(*list, double));
    else if (code == 'x')
        write_text_number(text, va_arg(*list, double));
    else if (code == 'v') {
        const fk_vec3 *v = va_arg(*list, const fk_vec3 *);
        fk_text_print(text, "[%f,%f,%f]", v->x, v->y, v->z);
    } else if (code == 'r') {
        const fk_interval *interval = va_arg(*list, const fk_interval *);
        fk_text_print(text, "{\"lo\":%f,\"hi\":%f}", interval->lo, interval->hi);
    } else {
        uint32_t index = va_arg(*list, uint32_t);
        fk_text_print(text, index == FK_NONE ? "null" : "%w", (uint64_t)index);
    }
}

static void write_code(fk_text *text, char code, va_list *list)
{
    if (code == 'b')
        fk_text_write(text, va_arg(*list, int) != 0 ? "true" : "false");
    else if (code == '%')
        fk_text_write(text, "%");
    else if (memchr("wfxvrq", code, 6) != NULL)
        write_number_code(text, code, list);
    else {
        const char *string = va_arg(*list, const char *);
        if (code == 's')
            fk_text_write(text, string);
        else if (code == 'c')
            write_csv_text(text, string);
        else if (code == 'e')
            fk_text_write_xml_bytes(text, string, strlen(string));
        else
            write_json_text(text, string, code == 'h');
    }
}

void fk_text_print_list(fk_text *text, const char *format, va_list *list, fk_text_code_writer *own,
                        void *user)
{
    for (const char *c = format; *c != '\0'; c++) {
        size_t plain = 0;
        while (c[plain] != '\0' && c[plain] != '%')
            plain++;
        fk_text_write_bytes(text, c, plain);
        c += plain;
        if (*c == '\0')
            break;
        c++;
        if (own == NULL || !own(user, *c, list))
            write_code(text, *c, list);
    }
}

void fk_text_print(fk_text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fk_text_print_list(text, format, &list, NULL, NULL);
    va_end(list);
}
