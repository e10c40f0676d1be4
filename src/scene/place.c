/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where in a JSON text a value is, by a second scan that follows the way to it and passes over all else. See
 * place.h.
 *
 * The text has been accepted by a parser (RFC 8259), so nothing is checked but the end of the text. Keys are
 * compared without their escapes: "\u0061" is "a". */

#include "scene/read.h"

#include <string.h>

/* What is left of the text. */
typedef struct cursor {
    const char *at, *end;
} cursor;

/* The next byte, or 0 at the end. */
static char peek(const cursor *c)
{
    return c->at < c->end ? *c->at : '\0';
}

static void pass_space(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
        c->at++;
}

/* Passes a text in quotes; c is at the first one. */
static void pass_text(cursor *c)
{
    c->at++;
    while (c->at < c->end && *c->at != '"')
        c->at += *c->at == '\\' && c->end - c->at > 1 ? 2 : 1;
    if (c->at < c->end)
        c->at++;
}

/* Passes a number or word. */
static void pass_word(cursor *c)
{
    while (c->at < c->end && memchr(" \t\r\n,:]}", *c->at, 8) == NULL)
        c->at++;
}

/* Passes a value, with all that is in it. */
static void pass_value(cursor *c)
{
    size_t depth = 0;
    do {
        char byte = peek(c);
        bool closes = byte == '}' || byte == ']';
        if (closes && depth == 0)
            return;
        if (byte == '"')
            pass_text(c);
        else if (depth == 0 && byte != '{' && byte != '[')
            pass_word(c);
        else {
            depth = byte == '{' || byte == '[' ? depth + 1 : depth - closes;
            c->at++;
        }
    } while (depth > 0 && c->at < c->end);
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* The number that four hexadecimal digits at `at` are; 0 where they are not there. */
static uint32_t read_hex(const char *at, const char *end)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char d = end - at > i ? at[i] : 'x';
        uint32_t digit = d >= '0' && d <= '9'   ? (uint32_t)(d - '0')
                         : d >= 'a' && d <= 'f' ? (uint32_t)(d - 'a' + 10)
                         : d >= 'A' && d <= 'F' ? (uint32_t)(d - 'A' + 10)
                                                : 16;
        if (digit == 16)
            return 0;
        value = value << 4 | digit;
    }
    return value;
}

/* Writes a character as UTF-8; returns how many bytes. */
static size_t write_utf8(uint32_t code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char head[4] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(head[more] | code >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
    return more + 1;
}

/* Takes an escape whose backslash has been taken; returns how many bytes it stands for. */
static size_t read_escape(cursor *c, char out[4])
{
    static const char short_form[] = "b\bf\fn\nr\rt\t";
    char letter = peek(c);
    if (c->at < c->end)
        c->at++;
    if (letter != 'u') {
        const char *found = memchr(short_form, letter, sizeof short_form - 1);
        out[0] = found != NULL && (found - short_form) % 2 == 0 ? found[1] : letter;
        return 1;
    }
    uint32_t code = read_hex(c->at, c->end);
    c->at += c->end - c->at < 4 ? c->end - c->at : 4;
    /* Characters beyond 16 bits are two escapes. */
    if (code >= 0xd800 && code < 0xdc00 && c->end - c->at >= 6 && c->at[0] == '\\' && c->at[1] == 'u') {
        uint32_t low = read_hex(c->at + 2, c->end);
        code = 0x10000 + ((code - 0xd800) << 10) + ((low - 0xdc00) & 0x3ff);
        c->at += 6;
    }
    return write_utf8(code, out);
}

/* Passes a key in quotes, and tells whether it is this one. */
static bool pass_key(cursor *c, const char *key)
{
    cursor at = *c;
    bool is_same = true;
    pass_text(c);
    for (at.at++; at.at < c->at - 1 && is_same;) {
        char decoded[4] = {*at.at++};
        size_t count = decoded[0] == '\\' ? read_escape(&at, decoded) : 1;
        for (size_t i = 0; i < count && is_same; i++)
            is_same = *key != '\0' && decoded[i] == *key++;
    }
    return is_same && *key == '\0';
}

/* ---- Ways ---------------------------------------------------------------------------------------------- */

/* Goes from the bracket of an object to the value of a member, or with at_key to the quote before its key. */
static bool enter_member(cursor *c, const char *key, bool at_key)
{
    if (peek(c) != '{')
        return false;
    c->at++;
    for (pass_space(c); peek(c) == '"'; pass_space(c)) {
        const char *quote = c->at;
        bool found = pass_key(c, key);
        pass_space(c);
        if (peek(c) == ':')
            c->at++;
        pass_space(c);
        if (found) {
            c->at = at_key ? quote : c->at;
            return true;
        }
        pass_value(c);
        pass_space(c);
        if (peek(c) == ',')
            c->at++;
    }
    return false;
}

/* Goes from the bracket of an array to an element. */
static bool enter_element(cursor *c, size_t index)
{
    if (peek(c) != '[')
        return false;
    c->at++;
    for (size_t i = 0; i < index; i++) {
        pass_space(c);
        pass_value(c);
        pass_space(c);
        if (peek(c) != ',')
            return false;
        c->at++;
    }
    pass_space(c);
    return c->at < c->end && *c->at != ']';
}

bool fk_place_find(const char *text, size_t bytes, const fk_place_step *step, size_t step_count, bool at_key,
                   size_t *offset)
{
    cursor c = {text, text + bytes};
    pass_space(&c);
    *offset = (size_t)(c.at - text);
    for (size_t i = 0; i < step_count; i++) {
        bool is_last = i + 1 == step_count;
        bool found = step[i].key != NULL ? enter_member(&c, step[i].key, at_key && is_last)
                                         : enter_element(&c, step[i].index);
        if (!found)
            return false;
        *offset = (size_t)(c.at - text);
    }
    return true;
}

void fk_place_line(const char *text, size_t offset, uint64_t *line, uint64_t *column)
{
    size_t begin = 0;
    *line = 1;
    for (size_t i = 0; i < offset; i++)
        if (text[i] == '\n') {
            ++*line;
            begin = i + 1;
        }
    *column = offset - begin + 1;
}
