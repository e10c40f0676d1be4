/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a JSON text to its values, by jansson, and these read with messages that say what is wrong, where, and what to do. A
 * place in the text is looked for only when there is something to complain about. */

#include "scene/json_read.h"

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

bool fk_value_fail_at(fk_reader *r, const fk_value *value, bool at_key, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fk_value_place(r, value, at_key, &r->report->line, &r->report->column);
    vsnprintf(r->report->message, sizeof r->report->message, format, list);
    va_end(list);
    r->status = FK_ERROR_SYNTAX;
    return false;
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

/* ---- JSON texts ---------------------------------------------------------------------------------------- */

/* Whether a word of three small letters is at a place, in whatever case. */
static bool is_word(const char *text, size_t bytes, size_t offset, const char *word)
{
    for (size_t i = 0; i < 3; i++)
        if (offset + i >= bytes || (text[offset + i] | 0x20) != word[i])
            return false;
    return true;
}

/* What to do about some mistakes that are made often. */
static const char *remedy_for(const char *text, size_t bytes, size_t offset, enum json_error_code code)
{
    char at = offset < bytes ? text[offset] : '\0';
    size_t before = offset;
    while (before > 0 && memchr(" \t\r\n", text[before - 1], 4) != NULL)
        before--;
    if (code == json_error_invalid_utf8)
        return "; save the file as UTF-8";
    if (code == json_error_numeric_overflow)
        return "; the number is beyond the range of doubles";
    if (code == json_error_duplicate_key)
        return "; a name may stand only once in an object";
    if (code == json_error_premature_end_of_input)
        return "; the end of the file is missing";
    if (code == json_error_stack_overflow)
        return "; arrays and objects nest no deeper than 2048, which is 1021 levels of cells";
    if (at == '/' || at == '#')
        return "; JSON has no comments";
    if (at == '\'')
        return "; JSON has texts in double quotes";
    if (is_word(text, bytes, offset, "nan") || is_word(text, bytes, offset, "inf"))
        return "; JSON has no NaN and no infinity";
    if ((at == ']' || at == '}') && before > 0 && text[before - 1] == ',')
        return "; no comma may stand before a closing bracket";
    return "";
}

/* jansson names the place behind the word that it does not like, and the word if it is short: goes back to
 * its beginning. */
static size_t offset_of_error(const char *text, size_t bytes, const json_error_t *error)
{
    static const char mark[] = " near '";
    size_t offset = error->position > 0 ? (size_t)error->position : 0, length = strlen(error->text);
    offset = offset < bytes ? offset : bytes;
    for (size_t i = length; i-- > 0 && json_error_code(error) != json_error_invalid_utf8;) {
        size_t word = i + sizeof mark - 1;
        if (word >= length || memcmp(error->text + i, mark, sizeof mark - 1) != 0)
            continue;
        size_t count = length - 1 - word;
        bool is_there = count <= offset && memcmp(text + offset - count, error->text + word, count) == 0;
        return is_there ? offset - count : offset;
    }
    return offset;
}

/* Where jansson has no memory, it says nothing, or that a text which has ended in its quote is none. */
static bool is_no_memory(const char *text, size_t bytes, const json_error_t *error)
{
    size_t end = error->position > 0 ? (size_t)error->position : 0;
    return error->text[0] == '\0' || json_error_code(error) == json_error_out_of_memory ||
           (json_error_code(error) == json_error_invalid_syntax && end > 1 && end <= bytes &&
            text[end - 1] == '"' &&
            (memcmp(error->text, "string or", 9) == 0 || memcmp(error->text, "invalid token", 13) == 0));
}

/* Refuses the text; always NULL. */
static json_t *fail_text(fk_reader *r, size_t offset, const char *message)
{
    snprintf(r->report->message, sizeof r->report->message, "%s", message);
    fk_place_line(r->text, offset, &r->report->line, &r->report->column);
    r->status = FK_ERROR_SYNTAX;
    return NULL;
}

/* Takes the text apart; all numbers become doubles. NULL when it is refused. */
static json_t *parse_json(fk_reader *r, const char *if_empty)
{
    json_error_t error;
    size_t blank = 0;
    while (blank < r->bytes && memchr(" \t\r\n", r->text[blank], 4) != NULL)
        blank++;
    if (blank == r->bytes)
        return fail_text(r, 0, if_empty);
    /* jansson takes no notice of it behind a number. */
    const char *zero = memchr(r->text, '\0', r->bytes);
    if (zero != NULL)
        return fail_text(r, (size_t)(zero - r->text),
                         "this is not JSON: there is a byte that is zero; save the file as UTF-8");
    /* Whole numbers of any size are doubles, too. */
    json_t *json = json_loadb(r->text, r->bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (json != NULL)
        return json;
    if (is_no_memory(r->text, r->bytes, &error)) {
        r->status = FK_ERROR_MEMORY;
        return NULL;
    }
    size_t offset = offset_of_error(r->text, r->bytes, &error);
    fk_place_line(r->text, offset, &r->report->line, &r->report->column);
    snprintf(r->report->message, sizeof r->report->message, "this is not JSON: %s%s",
             fk_show(error.text).text, remedy_for(r->text, r->bytes, offset, json_error_code(&error)));
    r->status = FK_ERROR_SYNTAX;
    return NULL;
}

fk_status fk_json_read(fk_reader *r, const char *if_empty, fk_json_reader *read, void *own)
{
    bool has_mark = r->bytes >= 3 && memcmp(r->text, FK_UTF8_MARK, 3) == 0;
    r->text += has_mark ? 3 : 0;
    r->bytes -= has_mark ? 3 : 0;
    json_t *json = parse_json(r, if_empty);
    if (json != NULL) {
        fk_value top = {NULL, NULL, 0, json};
        (void)read(r, &top, own);
        json_decref(json);
    }
    return r->status;
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
    fk_spelling nearest = fk_spelling_make(field->key);
    char list[400] = "";
    size_t length = 0;
    for (size_t i = 0; known[i] != NULL; i++) {
        fk_spelling_offer(&nearest, known[i]);
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

void *fk_value_list(fk_reader *r, const fk_value *array, const fk_list_form *form, void *user,
                    uint32_t *count)
{
    *count = 0;
    if (!fk_value_array(r, array, form->what, 0))
        return NULL;
    uint32_t length = (uint32_t)json_array_size(array->json);
    char *item = fk_store_get(r->store, (size_t)length + 1, form->size);
    if (item == NULL)
        (void)fk_reader_no_memory(r);
    for (uint32_t i = 0; item != NULL && i < length; i++) {
        fk_value element = fk_value_element(array, i);
        if (!form->read(r, &element, user, item + i * form->size))
            return NULL;
    }
    *count = item != NULL ? length : 0;
    return item;
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

bool fk_value_version(fk_reader *r, const fk_value *value, int version)
{
    double number = 0;
    if (!fk_value_number(r, value, &number))
        return false;
    return number == version ||
           fk_value_fail(r, value, "the format has version %s; this farkas (%s) reads version %d",
                         fk_show_number(number).text, fk_version(), version);
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

/* ---- Words --------------------------------------------------------------------------------------------- */

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

bool fk_value_keep_text(fk_reader *r, const fk_value *value, const char *what, const char **out)
{
    const char *text = "";
    return fk_value_text(r, value, what, &text) && fk_value_keep(r, text, out);
}

bool fk_value_keep(fk_reader *r, const char *text, const char **out)
{
    *out = fk_store_text(r->store, text, strlen(text), "");
    return *out != NULL || fk_reader_no_memory(r);
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

/* ---- Objects within objects ---------------------------------------------------------------------------- */

/* There are as many levels in memory as the text is deep; they are used again, and hold the way that messages need to find a
 * place. Goes one level down, to an object. */
static bool go_down(fk_nest *nest, const fk_value *object)
{
    fk_nest_level *at = nest->at, *below = at != NULL ? at->below : NULL;
    if (below == NULL)
        below = fk_store_get(nest->r->store, 1, sizeof *below);
    if (below == NULL)
        return fk_reader_no_memory(nest->r);
    if (at != NULL)
        at->below = below;
    below->above = at;
    below->object = *object;
    below->number = nest->count++;
    below->is_entered = false;
    nest->at = below;
    return true;
}

/* Looks at what is in the object of a level. */
static bool enter(fk_nest *nest, fk_nest_level *level)
{
    level->is_entered = true;
    level->next = level->count = 0;
    if (!fk_value_member(&level->object, nest->key, &level->inner))
        return true;
    if (!fk_value_array(nest->r, &level->inner, nest->what, 0))
        return false;
    level->count = json_array_size(level->inner.json);
    return true;
}

bool fk_nest_begin(fk_nest *nest, fk_reader *r, const fk_value *object, const char *key, const char *what)
{
    *nest = (fk_nest){.r = r, .key = key, .what = what};
    return go_down(nest, object);
}

bool fk_nest_next(fk_nest *nest)
{
    for (; nest->at != NULL; nest->at = nest->at->above) {
        fk_nest_level *at = nest->at;
        if (!at->is_entered && !enter(nest, at))
            return false;
        if (at->next < at->count) {
            fk_value object = fk_value_element(&at->inner, at->next++);
            return go_down(nest, &object);
        }
    }
    return false;
}

bool fk_nest_find(fk_nest *nest, uint32_t number)
{
    bool more = true;
    while (more && nest->at->number < number)
        more = fk_nest_next(nest);
    return more;
}
