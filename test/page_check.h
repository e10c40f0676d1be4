/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pages in memory for tests: whether elements are nested and attributes quoted, and the JSON in them. */

#ifndef FARKAS_TEST_PAGE_CHECK_H
#define FARKAS_TEST_PAGE_CHECK_H

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/page.h"

/* ---- Writing ------------------------------------------------------------------------------------------- */

typedef struct written {
    char *text; /* with an end mark */
    size_t length, capacity;
    size_t calls, calls_left; /* after so many it fails */
} written;

static inline bool take_bytes(void *user, const char *bytes, size_t count)
{
    written *w = user;
    w->calls++;
    if (w->calls_left == 0)
        return false;
    w->calls_left--;
    if (w->length + count + 1 > w->capacity) {
        w->capacity = 2 * (w->length + count) + 1;
        w->text = realloc(w->text, w->capacity);
        assert_non_null(w->text);
    }
    memcpy(w->text + w->length, bytes, count);
    w->length += count;
    w->text[w->length] = '\0';
    return true;
}

static inline written write_page(const fk_page *page)
{
    written w = {.calls_left = SIZE_MAX};
    assert_int_equal(fk_page_write(page, take_bytes, &w), FK_OK);
    assert_int_equal(strlen(w.text), w.length);
    return w;
}

/* How often a text occurs. Not by strstr, which sanitizers let read all of the page each time. */
static inline size_t count_of(const written *w, const char *text)
{
    size_t count = 0, length = strlen(text);
    const char *c = w->text, *end = w->text + w->length;
    for (; (c = memchr(c, text[0], (size_t)(end - c))) != NULL; c++)
        count += (size_t)(end - c) >= length && memcmp(c, text, length) == 0;
    return count;
}

static inline void assert_has(const written *w, const char *text)
{
    if (count_of(w, text) == 0)
        fail_msg("the page does not have: %s", text);
}

static inline void assert_has_not(const written *w, const char *text)
{
    if (count_of(w, text) > 0)
        fail_msg("the page has: %s", text);
}

/* ---- Elements ------------------------------------------------------------------------------------------ */

/* The length of a name of an element or an attribute. */
static inline size_t name_length(const char *c)
{
    size_t length = 0;
    while (isalnum((unsigned char)c[length]) || c[length] == '-')
        length++;
    return length;
}

/* Steps over an entity, and fails where there is none. */
static inline const char *read_entity(const char *c)
{
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (size_t i = 0; i < 4; i++)
        if (strncmp(c, entity[i], strlen(entity[i])) == 0)
            return c + strlen(entity[i]);
    fail_msg("an & that begins nothing: %.40s", c);
    return c;
}

/* Steps over the attributes of a tag, each with a value in double quotes and no name twice. */
static inline const char *read_attributes(const char *c)
{
    char seen[2048] = " ";
    while (isspace((unsigned char)*c)) {
        c++;
        size_t length = name_length(c);
        if (length == 0)
            continue;
        char name[64];
        assert_true(length < 60);
        snprintf(name, sizeof name, " %.*s ", (int)length, c);
        assert_null(strstr(seen, name));
        strcat(seen, name + 1);
        c += length;
        if (c[0] != '=' || c[1] != '"')
            fail_msg("an attribute without a value: %.40s", c);
        for (c += 2; *c != '"';) {
            assert_true(*c != '\0' && *c != '<');
            c = *c == '&' ? read_entity(c) : c + 1;
        }
        c++;
    }
    return c;
}

/* Every element is closed in its order; those without contents close themselves; scripts and styles hold what they like. */
static inline void assert_nested(const written *w)
{
    char open[64][16];
    int depth = 0;
    const char *c = w->text, *doctype = "<!DOCTYPE html>";
    assert_memory_equal(c, doctype, strlen(doctype));
    for (c += strlen(doctype); *c != '\0';) {
        if (*c == '&') {
            c = read_entity(c);
            continue;
        }
        if (*c++ != '<')
            continue;
        bool closes = *c == '/';
        c += closes;
        size_t length = name_length(c);
        if (length == 0 || length > 15)
            fail_msg("no name of an element: %.40s", c);
        char name[16] = "";
        memcpy(name, c, length);
        c += length;
        if (closes) {
            if (depth == 0 || strcmp(open[depth - 1], name) != 0)
                fail_msg("</%s> closes <%s>: %.60s", name, depth > 0 ? open[depth - 1] : "", c);
            depth--;
            assert_true(*c++ == '>');
            continue;
        }
        c = read_attributes(c);
        if (*c == '/') {
            assert_true(c[1] == '>');
            continue;
        }
        assert_true(*c++ == '>');
        assert_true(depth < 64);
        memcpy(open[depth++], name, sizeof name);
        if (strcmp(name, "script") == 0 || strcmp(name, "style") == 0)
            c = strstr(c, "</");
        assert_non_null(c);
    }
    assert_int_equal(depth, 0);
}

/* Nothing is loaded: addresses are places in the page or data. */
static inline void assert_alone(const written *w)
{
    assert_has_not(w, "http:/");
    assert_has_not(w, "https:/");
    assert_has_not(w, "@import");
    assert_int_equal(count_of(w, " href=\""), count_of(w, " href=\"#"));
    assert_int_equal(count_of(w, " src=\""), count_of(w, " src=\"data:image/png;base64,"));
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static inline json_t *data_of(const written *w)
{
    const char *head = "<script type=\"application/json\" id=\"farkas-data\">";
    const char *begin = strstr(w->text, head);
    assert_non_null(begin);
    begin += strlen(head);
    const char *end = strchr(begin, '<');
    assert_non_null(end);
    assert_memory_equal(end, "</script>", 9);
    json_error_t error;
    json_t *data = json_loadb(begin, (size_t)(end - begin), 0, &error);
    if (data == NULL)
        fail_msg("JSON: %s", error.text);
    return data;
}

static inline json_t *item_of(json_t *data, const char *list, size_t index)
{
    json_t *item = json_array_get(json_object_get(data, list), index);
    assert_non_null(item);
    return item;
}

/* Decodes base64 into so many bytes, and no other number. */
static inline void decode(json_t *string, unsigned char *out, size_t bytes)
{
    static const char letter[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *text = json_string_value(string);
    assert_non_null(text);
    assert_int_equal(strlen(text), (bytes + 2) / 3 * 4);
    uint32_t bits = 0;
    size_t count = 0, done = 0;
    for (; *text != '\0' && *text != '='; text++) {
        const char *at = strchr(letter, *text);
        assert_non_null(at);
        bits = bits << 6 | (uint32_t)(at - letter);
        if (++count % 4 != 1 && done < bytes)
            out[done++] = (unsigned char)(bits >> (6 - 2 * ((count + 3) % 4)) & 0xff);
    }
    assert_int_equal(done, bytes);
}

#endif
