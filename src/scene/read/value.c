/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Values of a JSON text, read with messages. See value.h. A place in the text is looked for only when there
 * is something to complain about. */

#include "scene/read/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

/* Scenes are not deeper than this, as jansson refuses them. */
#define DEEPEST 2048

/* ---- Messages ------------------------------------------------------------------------------------------ */

fk_shown fk_show(const char *text)
{
    fk_shown shown;
    size_t length = strlen(text), cut = length;
    if (length > FK_SHOWN) {
        /* Not within a character. */
        cut = FK_SHOWN;
        while (cut > 0 && ((unsigned char)text[cut] & 0xc0) == 0x80)
            cut--;
    }
    for (size_t i = 0; i < cut; i++)
        shown.text[i] = (unsigned char)text[i] < ' ' || text[i] == 0x7f ? '?' : text[i];
    memcpy(shown.text + cut, cut < length ? "..." : "", cut < length ? 4 : 1);
    return shown;
}

bool fk_same_text(const char *text, const char *other)
{
    size_t length = strlen(text);
    return length == strlen(other) && memcmp(text, other, length) == 0;
}

fk_shown_number fk_show_number(double value)
{
    fk_shown_number shown;
    fk_number_format(value, shown.text);
    return shown;
}

void fk_value_place(const fk_reader *r, const fk_value *value, bool at_key, uint64_t *line, uint64_t *column)
{
    fk_place_step step[DEEPEST];
    size_t count = 0, offset;
    for (const fk_value *v = value; v->parent != NULL && count < DEEPEST; v = v->parent)
        count++;
    const fk_value *v = value;
    for (size_t i = count; i > 0; i--, v = v->parent)
        step[i - 1] = (fk_place_step){v->key, v->index};
    (void)fk_place_find(r->text, r->bytes, step, count, at_key, &offset);
    fk_place_line(r->text, offset, line, column);
}

static bool fail_at(fk_reader *r, const fk_value *value, bool at_key, const char *format, va_list list)
{
    fk_value_place(r, value, at_key, &r->report->line, &r->report->column);
    vsnprintf(r->report->message, sizeof r->report->message, format, list);
    r->status = FK_ERROR_SYNTAX;
    return false;
}

bool fk_value_fail(fk_reader *r, const fk_value *value, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    bool failed = fail_at(r, value, false, format, list);
    va_end(list);
    return failed;
}

bool fk_value_fail_key(fk_reader *r, const fk_value *value, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    bool failed = fail_at(r, value, true, format, list);
    va_end(list);
    return failed;
}

bool fk_reader_no_memory(fk_reader *r)
{
    r->status = FK_ERROR_MEMORY;
    return false;
}

/* What a value is, for a message. */
static const char *kind_of(const json_t *json)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_NULL:
        return "null";
    default:
        return "true or false";
    }
}

/* The name of a value for a message: its key, or that of the array it is in. */
static const char *key_of(const fk_value *value)
{
    while (value->key == NULL && value->parent != NULL)
        value = value->parent;
    return value->key != NULL ? value->key : "scene";
}

/* ---- Objects and arrays -------------------------------------------------------------------------------- */

bool fk_value_member(const fk_value *object, const char *key, fk_value *out)
{
    json_t *json = json_object_get(object->json, key);
    if (json != NULL)
        *out = (fk_value){object, key, 0, json};
    return json != NULL;
}

bool fk_value_need(fk_reader *r, const fk_value *object, const char *key, const char *what, fk_value *out)
{
    if (fk_value_member(object, key, out))
        return true;
    return fk_value_fail(r, object, "%s needs \"%s\"", what, key);
}

fk_value fk_value_element(const fk_value *array, size_t index)
{
    fk_value element = {array, NULL, index, json_array_get(array->json, index)};
    return element;
}

static bool fail_unknown(fk_reader *r, const fk_value *field, const char *what, const char *const *known)
{
    fk_nearest nearest = fk_nearest_make(field->key);
    char list[400] = "";
    size_t length = 0;
    for (size_t i = 0; known[i] != NULL; i++) {
        fk_nearest_offer(&nearest, known[i]);
        if (length < sizeof list)
            length +=
                (size_t)snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "", known[i]);
    }
    /* "at" begins "attached_to", but stands for "pose": of so short a word nothing can be told. */
    if (nearest.found != NULL && strlen(field->key) > 2)
        return fk_value_fail_key(r, field, "%s has no field \"%s\"; did you mean \"%s\"?", what,
                                 fk_show(field->key).text, nearest.found);
    return fk_value_fail_key(r, field, "%s has no field \"%s\"; it may have: %s", what,
                             fk_show(field->key).text, list);
}

static bool is_known(const char *key, const char *const *known)
{
    for (; *known != NULL; known++)
        if (fk_same_text(key, *known))
            return true;
    return false;
}

bool fk_value_fields(fk_reader *r, const fk_value *object, const char *what, const char *const *known)
{
    if (!json_is_object(object->json))
        return fk_value_fail(r, object, "%s is an object, {...}, not %s", what, kind_of(object->json));
    const char *key;
    json_t *json;
    json_object_foreach(object->json, key, json)
    {
        fk_value field = {object, key, 0, json};
        if (!is_known(key, known))
            return fail_unknown(r, &field, what, known);
    }
    return true;
}

bool fk_value_array(fk_reader *r, const fk_value *value, const char *what, size_t least)
{
    if (!json_is_array(value->json))
        return fk_value_fail(r, value, "\"%s\" is an array, [...], of %s, not %s", key_of(value), what,
                             kind_of(value->json));
    if (json_array_size(value->json) < least)
        return fk_value_fail(r, value, "\"%s\" has %lu %s; it needs %lu at least", key_of(value),
                             (unsigned long)json_array_size(value->json), what, (unsigned long)least);
    if (json_array_size(value->json) >= UINT32_MAX)
        return fk_value_fail(r, value, "\"%s\" has too many %s", key_of(value), what);
    return true;
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

bool fk_value_number(fk_reader *r, const fk_value *value, double *out)
{
    if (json_is_string(value->json))
        return fk_value_fail(
            r, value, "\"%s\" needs a number without quotes and without unit, in the units of the scene",
            key_of(value));
    if (!json_is_number(value->json))
        return fk_value_fail(r, value, "\"%s\" needs a number here, not %s", key_of(value),
                             kind_of(value->json));
    double number = json_number_value(value->json);
    if (!fk_is_finite(number))
        return fk_value_fail(r, value, "\"%s\" needs a finite number", key_of(value));
    *out = number;
    return true;
}

bool fk_value_positive(fk_reader *r, const fk_value *value, double *out)
{
    double number;
    if (!fk_value_number(r, value, &number))
        return false;
    if (fk_sign_of(number) <= 0)
        return fk_value_fail(r, value, "\"%s\" needs a number above 0, not %s", key_of(value),
                             fk_show_number(number).text);
    *out = number;
    return true;
}

bool fk_value_numbers(fk_reader *r, const fk_value *value, const char *what, size_t count, double *out)
{
    if (!json_is_array(value->json) || json_array_size(value->json) != count) {
        const char *key = key_of(value);
        if (json_is_array(value->json))
            return fk_value_fail(r, value, "\"%s\" needs %lu numbers, %s, not %lu", key, (unsigned long)count,
                                 what, (unsigned long)json_array_size(value->json));
        return fk_value_fail(r, value, "\"%s\" needs %lu numbers, %s, not %s", key, (unsigned long)count,
                             what, kind_of(value->json));
    }
    for (size_t i = 0; i < count; i++) {
        fk_value element = fk_value_element(value, i);
        if (!fk_value_number(r, &element, &out[i]))
            return false;
    }
    return true;
}

bool fk_value_vec3(fk_reader *r, const fk_value *value, const char *what, fk_vec3 *out)
{
    double number[3];
    if (!fk_value_numbers(r, value, what, 3, number))
        return false;
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}

bool fk_value_bool(fk_reader *r, const fk_value *value, bool *out)
{
    if (!json_is_boolean(value->json))
        return fk_value_fail(r, value, "\"%s\" is true or false, without quotes, not %s", key_of(value),
                             kind_of(value->json));
    *out = json_is_true(value->json);
    return true;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

bool fk_value_text(fk_reader *r, const fk_value *value, const char *what, const char **out)
{
    if (!json_is_string(value->json))
        return fk_value_fail(r, value, "%s is a text in quotes, not %s", what, kind_of(value->json));
    const char *text = json_string_value(value->json);
    if (*text == '\0')
        return fk_value_fail(r, value, "%s is empty", what);
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_value_fail(r, value, "%s has a control character", what);
    *out = text;
    return true;
}

bool fk_value_keep(fk_reader *r, const char *text, const char **out)
{
    char *copy = fk_store_text(r->store, text, strlen(text), "");
    if (copy == NULL)
        return fk_reader_no_memory(r);
    *out = copy;
    return true;
}

bool fk_value_length(fk_reader *r, const fk_value *value, double *out)
{
    double number;
    if (json_is_string(value->json)) {
        const char *text = json_string_value(value->json);
        if (fk_length_parse(text, strlen(text), r->unit, out))
            return true;
        return fk_value_fail(r, value,
                             "\"%s\": '%s' is not a length that is 0 or more, such as \"5mm\" or 0.2",
                             key_of(value), fk_show(text).text);
    }
    if (!fk_value_number(r, value, &number))
        return false;
    if (fk_sign_of(number) < 0)
        return fk_value_fail(r, value, "\"%s\" needs a length that is 0 or more, not %s", key_of(value),
                             fk_show_number(number).text);
    *out = number;
    return true;
}

bool fk_value_unit(fk_reader *r, const fk_value *value, fk_unit *out)
{
    const char *word = "";
    if (!fk_value_text(r, value, "\"units\"", &word))
        return false;
    if (!fk_unit_find(word, strlen(word), out))
        return fk_value_fail(r, value, "'%s' is not a unit: \"mm\", \"cm\", \"m\" or \"in\"",
                             fk_show(word).text);
    return true;
}
