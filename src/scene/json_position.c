/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Finds the position of a value in a JSON text, by a second scan that follows the path to it and skips all else.
 *
 * A parser has accepted the text (RFC 8259), so only the end of the text is checked. Keys are compared without their
 * escapes, which jansson decodes: "\u0061" is "a". */

#include "scene/json_read.h"

#include <string.h>

/* The rest of the text. */
typedef struct json_cursor {
    const char *at, *end;
} json_cursor;

/* The next byte, or 0 at the end. */
static char peek_json_byte(const json_cursor *c)
{
    return c->at < c->end ? *c->at : '\0';
}

static void skip_space(json_cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
        c->at++;
}

/* Skips a quoted text; c is at its first quote. */
static void skip_text(json_cursor *c)
{
    c->at++;
    while (c->at < c->end && *c->at != '"')
        c->at += *c->at == '\\' && c->end - c->at > 1 ? 2 : 1;
    if (c->at < c->end)
        c->at++;
}

/* Skips a number or word. */
static void skip_word(json_cursor *c)
{
    while (c->at < c->end && memchr(" \t\r\n,:]}", *c->at, 8) == NULL)
        c->at++;
}

/* Skips a value with everything in it. */
static void skip_value(json_cursor *c)
{
    size_t depth = 0;
    do {
        char byte = peek_json_byte(c);
        bool closes = byte == '}' || byte == ']';
        if (closes && depth == 0)
            return;
        if (byte == '"')
            skip_text(c);
        else if (depth == 0 && byte != '{' && byte != '[')
            skip_word(c);
        else {
            depth = byte == '{' || byte == '[' ? depth + 1 : depth - closes;
            c->at++;
        }
    } while (depth > 0 && c->at < c->end);
}

/* Skips a quoted key, and returns whether it is this one. */
static bool skip_matching_key(json_cursor *c, const char *key)
{
    const char *begin = c->at;
    skip_text(c);
    size_t bytes = (size_t)(c->at - begin), length = strlen(key);
    if (memchr(begin, '\\', bytes) == NULL)
        return bytes == length + 2 && memcmp(begin + 1, key, length) == 0;
    json_t *json = json_loadb(begin, bytes, JSON_DECODE_ANY, NULL);
    const char *text = json_string_value(json);
    bool is_same = text != NULL && fk_same_text(text, key);
    json_decref(json);
    return is_same;
}

/* ---- Seeking ------------------------------------------------------------------------------------------- */

/* Goes from the bracket of an object to the value of a member, or with at_key to the quote before its key. */
static bool seek_member(json_cursor *c, const char *key, bool at_key)
{
    if (peek_json_byte(c) != '{')
        return false;
    c->at++;
    for (skip_space(c); peek_json_byte(c) == '"'; skip_space(c)) {
        const char *quote = c->at;
        bool found = skip_matching_key(c, key);
        skip_space(c);
        if (peek_json_byte(c) == ':')
            c->at++;
        skip_space(c);
        if (found) {
            c->at = at_key ? quote : c->at;
            return true;
        }
        skip_value(c);
        skip_space(c);
        if (peek_json_byte(c) == ',')
            c->at++;
    }
    return false;
}

/* Goes from the bracket of an array to an element. */
static bool seek_element(json_cursor *c, size_t index)
{
    if (peek_json_byte(c) != '[')
        return false;
    c->at++;
    for (size_t i = 0; i < index; i++) {
        skip_space(c);
        skip_value(c);
        skip_space(c);
        if (peek_json_byte(c) != ',')
            return false;
        c->at++;
    }
    skip_space(c);
    return c->at < c->end && *c->at != ']';
}

bool fk_json_find_offset(const char *text, size_t bytes, const fk_json_path_step *step, size_t step_count,
                         bool at_key, size_t *offset)
{
    json_cursor c = {text, text + bytes};
    skip_space(&c);
    *offset = (size_t)(c.at - text);
    for (size_t i = 0; i < step_count; i++) {
        bool is_last = i + 1 == step_count;
        bool found = step[i].key != NULL ? seek_member(&c, step[i].key, at_key && is_last)
                                         : seek_element(&c, step[i].index);
        if (!found)
            return false;
        *offset = (size_t)(c.at - text);
    }
    return true;
}

void fk_text_line_column(const char *text, size_t offset, uint64_t *line, uint64_t *column)
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
