/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parses a JSON text by jansson, and reads its values with messages that say what is wrong, where, and what to do.
 * The position in the text is computed only for an error. */

#include "scene/json_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

/* jansson refuses deeper texts. */
#define DEEPEST 2048

/* ---- Messages ------------------------------------------------------------------------------------------ */

fk_shown_text fk_show_text(const char *text)
{
    fk_shown_text shown;
    size_t length = strlen(text), cut = length;
    if (length > FK_SHOWN_LENGTH) {
        /* Not within a UTF-8 character. */
        cut = FK_SHOWN_LENGTH;
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

void fk_json_locate(const fk_json_reader *r, const fk_json_value *value, bool at_key, uint64_t *line,
                    uint64_t *column)
{
    fk_json_path_step step[DEEPEST];
    size_t count = 0, offset;
    for (const fk_json_value *v = value; v->parent != NULL && count < DEEPEST; v = v->parent)
        count++;
    const fk_json_value *v = value;
    for (size_t i = count; i > 0; i--, v = v->parent)
        step[i - 1] = (fk_json_path_step){v->key, v->index};
    (void)fk_json_find_offset(r->text, r->bytes, step, count, at_key, &offset);
    fk_text_line_column(r->text, offset, line, column);
}

bool fk_json_fail_at(fk_json_reader *r, const fk_json_value *value, bool at_key, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fk_json_locate(r, value, at_key, &r->report->line, &r->report->column);
    vsnprintf(r->report->message, sizeof r->report->message, format, list);
    va_end(list);
    r->status = FK_ERROR_SYNTAX;
    return false;
}

bool fk_json_fail_memory(fk_json_reader *r)
{
    r->status = FK_ERROR_MEMORY;
    return false;
}

/* The type of a value, for a message. */
static const char *json_type_word(const json_t *json)
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

/* The name of a value for a message: its key, or that of its array. */
static const char *json_value_name(const fk_json_value *value)
{
    while (value->key == NULL && value->parent != NULL)
        value = value->parent;
    return value->key != NULL ? value->key : "scene";
}

/* ---- JSON texts ---------------------------------------------------------------------------------------- */

/* Whether a word of three lower-case letters is at an offset, in any case. */
static bool is_word_at(const char *text, size_t bytes, size_t offset, const char *word)
{
    for (size_t i = 0; i < 3; i++)
        if (offset + i >= bytes || (text[offset + i] | 0x20) != word[i])
            return false;
    return true;
}

/* Advice for frequent mistakes. */
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
    if (is_word_at(text, bytes, offset, "nan") || is_word_at(text, bytes, offset, "inf"))
        return "; JSON has no NaN and no infinity";
    if ((at == ']' || at == '}') && before > 0 && text[before - 1] == ',')
        return "; no comma may stand before a closing bracket";
    return "";
}

/* jansson gives the position after the offending word, and the word if it is short: goes back to its beginning. */
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

/* Without memory, jansson reports nothing, or that a text which ended in its quote is unterminated. */
static bool is_no_memory(const char *text, size_t bytes, const json_error_t *error)
{
    size_t end = error->position > 0 ? (size_t)error->position : 0;
    return error->text[0] == '\0' || json_error_code(error) == json_error_out_of_memory ||
           (json_error_code(error) == json_error_invalid_syntax && end > 1 && end <= bytes &&
            text[end - 1] == '"' &&
            (memcmp(error->text, "string or", 9) == 0 || memcmp(error->text, "invalid token", 13) == 0));
}

/* Refuses the text. Always returns NULL. */
static json_t *fail_json_text(fk_json_reader *r, size_t offset, const char *message)
{
    snprintf(r->report->message, sizeof r->report->message, "%s", message);
    fk_text_line_column(r->text, offset, &r->report->line, &r->report->column);
    r->status = FK_ERROR_SYNTAX;
    return NULL;
}

/* Parses the text; all numbers become doubles. Returns NULL if it is refused. */
static json_t *parse_json(fk_json_reader *r, const char *if_empty)
{
    json_error_t error;
    size_t blank = 0;
    while (blank < r->bytes && memchr(" \t\r\n", r->text[blank], 4) != NULL)
        blank++;
    if (blank == r->bytes)
        return fail_json_text(r, 0, if_empty);
    /* jansson overlooks a zero byte after a number. */
    const char *zero = memchr(r->text, '\0', r->bytes);
    if (zero != NULL)
        return fail_json_text(r, (size_t)(zero - r->text),
                              "this is not JSON: there is a byte that is zero; save the file as UTF-8");
    /* Integers of any size become doubles, too. */
    json_t *json = json_loadb(r->text, r->bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (json != NULL)
        return json;
    if (is_no_memory(r->text, r->bytes, &error)) {
        r->status = FK_ERROR_MEMORY;
        return NULL;
    }
    size_t offset = offset_of_error(r->text, r->bytes, &error);
    fk_text_line_column(r->text, offset, &r->report->line, &r->report->column);
    snprintf(r->report->message, sizeof r->report->message, "this is not JSON: %s%s",
             fk_show_text(error.text).text, remedy_for(r->text, r->bytes, offset, json_error_code(&error)));
    r->status = FK_ERROR_SYNTAX;
    return NULL;
}

fk_status fk_json_parse(fk_json_reader *r, const char *if_empty, fk_json_function *read, void *own)
{
    bool has_mark = r->bytes >= 3 && memcmp(r->text, FK_UTF8_MARK, 3) == 0;
    r->text += has_mark ? 3 : 0;
    r->bytes -= has_mark ? 3 : 0;
    json_t *json = parse_json(r, if_empty);
    if (json != NULL) {
        fk_json_value top = {NULL, NULL, 0, json};
        (void)read(r, &top, own);
        json_decref(json);
    }
    return r->status;
}

/* ---- Objects and arrays -------------------------------------------------------------------------------- */

bool fk_json_member(const fk_json_value *object, const char *key, fk_json_value *out)
{
    json_t *json = json_object_get(object->json, key);
    if (json != NULL)
        *out = (fk_json_value){object, key, 0, json};
    return json != NULL;
}

bool fk_json_require(fk_json_reader *r, const fk_json_value *object, const char *key, const char *what,
                     fk_json_value *out)
{
    if (fk_json_member(object, key, out))
        return true;
    return fk_json_fail(r, object, "%s needs \"%s\"", what, key);
}

fk_json_value fk_json_element(const fk_json_value *array, size_t index)
{
    fk_json_value element = {array, NULL, index, json_array_get(array->json, index)};
    return element;
}

static bool fail_unknown_field(fk_json_reader *r, const fk_json_value *field, const char *what,
                               const char *const *known)
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
    /* "at" is a prefix of "attached_to", but means "pose": words this short give no suggestion. */
    if (nearest.found != NULL && strlen(field->key) > 2)
        return fk_json_fail_key(r, field, "%s has no field \"%s\"; did you mean \"%s\"?", what,
                                fk_show_text(field->key).text, nearest.found);
    return fk_json_fail_key(r, field, "%s has no field \"%s\"; it may have: %s", what,
                            fk_show_text(field->key).text, list);
}

static bool is_known_field(const char *key, const char *const *known)
{
    for (; *known != NULL; known++)
        if (fk_same_text(key, *known))
            return true;
    return false;
}

bool fk_json_check_fields(fk_json_reader *r, const fk_json_value *object, const char *what,
                          const char *const *known)
{
    if (!json_is_object(object->json))
        return fk_json_fail(r, object, "%s is an object, {...}, not %s", what, json_type_word(object->json));
    const char *key;
    json_t *json;
    json_object_foreach(object->json, key, json)
    {
        fk_json_value field = {object, key, 0, json};
        if (!is_known_field(key, known))
            return fail_unknown_field(r, &field, what, known);
    }
    return true;
}

bool fk_json_check_array(fk_json_reader *r, const fk_json_value *value, const char *what, size_t least)
{
    if (!json_is_array(value->json))
        return fk_json_fail(r, value, "\"%s\" is an array, [...], of %s, not %s", json_value_name(value),
                            what, json_type_word(value->json));
    if (json_array_size(value->json) < least)
        return fk_json_fail(r, value, "\"%s\" has %lu %s; it needs %lu at least", json_value_name(value),
                            (unsigned long)json_array_size(value->json), what, (unsigned long)least);
    if (json_array_size(value->json) >= UINT32_MAX)
        return fk_json_fail(r, value, "\"%s\" has too many %s", json_value_name(value), what);
    return true;
}

void *fk_json_read_list(fk_json_reader *r, const fk_json_value *array, const fk_json_list_form *form,
                        void *user, uint32_t *count)
{
    *count = 0;
    if (!fk_json_check_array(r, array, form->what, 0))
        return NULL;
    uint32_t length = (uint32_t)json_array_size(array->json);
    char *item = fk_scene_arena_allocate(r->arena, (size_t)length + 1, form->size);
    if (item == NULL)
        (void)fk_json_fail_memory(r);
    for (uint32_t i = 0; item != NULL && i < length; i++) {
        fk_json_value element = fk_json_element(array, i);
        if (!form->read(r, &element, user, item + i * form->size))
            return NULL;
    }
    *count = item != NULL ? length : 0;
    return item;
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

bool fk_json_read_number(fk_json_reader *r, const fk_json_value *value, double *out)
{
    if (json_is_string(value->json))
        return fk_json_fail(
            r, value, "\"%s\" needs a number without quotes and without unit, in the units of the scene",
            json_value_name(value));
    if (!json_is_number(value->json))
        return fk_json_fail(r, value, "\"%s\" needs a number here, not %s", json_value_name(value),
                            json_type_word(value->json));
    double number = json_number_value(value->json);
    if (!fk_is_finite(number))
        return fk_json_fail(r, value, "\"%s\" needs a finite number", json_value_name(value));
    *out = number;
    return true;
}

bool fk_json_check_version(fk_json_reader *r, const fk_json_value *value, int version)
{
    double number = 0;
    if (!fk_json_read_number(r, value, &number))
        return false;
    return number == version ||
           fk_json_fail(r, value, "the format has version %s; this farkas (%s) reads version %d",
                        fk_show_number(number).text, fk_version(), version);
}

bool fk_json_read_positive(fk_json_reader *r, const fk_json_value *value, double *out)
{
    double number;
    if (!fk_json_read_number(r, value, &number))
        return false;
    if (fk_sign_of(number) <= 0)
        return fk_json_fail(r, value, "\"%s\" needs a number above 0, not %s", json_value_name(value),
                            fk_show_number(number).text);
    *out = number;
    return true;
}

bool fk_json_read_numbers(fk_json_reader *r, const fk_json_value *value, const char *what, size_t count,
                          double *out)
{
    if (!json_is_array(value->json) || json_array_size(value->json) != count) {
        const char *key = json_value_name(value);
        if (json_is_array(value->json))
            return fk_json_fail(r, value, "\"%s\" needs %lu numbers, %s, not %lu", key, (unsigned long)count,
                                what, (unsigned long)json_array_size(value->json));
        return fk_json_fail(r, value, "\"%s\" needs %lu numbers, %s, not %s", key, (unsigned long)count, what,
                            json_type_word(value->json));
    }
    for (size_t i = 0; i < count; i++) {
        fk_json_value element = fk_json_element(value, i);
        if (!fk_json_read_number(r, &element, &out[i]))
            return false;
    }
    return true;
}

bool fk_json_read_vec3(fk_json_reader *r, const fk_json_value *value, const char *what, fk_vec3 *out)
{
    double number[3];
    if (!fk_json_read_numbers(r, value, what, 3, number))
        return false;
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}

bool fk_json_read_bool(fk_json_reader *r, const fk_json_value *value, bool *out)
{
    if (!json_is_boolean(value->json))
        return fk_json_fail(r, value, "\"%s\" is true or false, without quotes, not %s",
                            json_value_name(value), json_type_word(value->json));
    *out = json_is_true(value->json);
    return true;
}

/* ---- Words --------------------------------------------------------------------------------------------- */

bool fk_json_read_text(fk_json_reader *r, const fk_json_value *value, const char *what, const char **out)
{
    if (!json_is_string(value->json))
        return fk_json_fail(r, value, "%s is a text in quotes, not %s", what, json_type_word(value->json));
    const char *text = json_string_value(value->json);
    if (*text == '\0')
        return fk_json_fail(r, value, "%s is empty", what);
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_json_fail(r, value, "%s has a control character", what);
    *out = text;
    return true;
}

bool fk_json_read_text_copy(fk_json_reader *r, const fk_json_value *value, const char *what, const char **out)
{
    const char *text = "";
    return fk_json_read_text(r, value, what, &text) && fk_json_copy_text(r, text, out);
}

bool fk_json_copy_text(fk_json_reader *r, const char *text, const char **out)
{
    *out = fk_scene_arena_join_text(r->arena, text, strlen(text), "");
    return *out != NULL || fk_json_fail_memory(r);
}

bool fk_json_read_length(fk_json_reader *r, const fk_json_value *value, double *out)
{
    double number;
    if (json_is_string(value->json)) {
        const char *text = json_string_value(value->json);
        if (fk_length_parse(text, strlen(text), r->unit, out))
            return true;
        return fk_json_fail(r, value,
                            "\"%s\": '%s' is not a length that is 0 or more, such as \"5mm\" or 0.2",
                            json_value_name(value), fk_show_text(text).text);
    }
    if (!fk_json_read_number(r, value, &number))
        return false;
    if (fk_sign_of(number) < 0)
        return fk_json_fail(r, value, "\"%s\" needs a length that is 0 or more, not %s",
                            json_value_name(value), fk_show_number(number).text);
    *out = number;
    return true;
}

bool fk_json_read_unit(fk_json_reader *r, const fk_json_value *value, fk_unit *out)
{
    const char *word = "";
    if (!fk_json_read_text(r, value, "\"units\"", &word))
        return false;
    if (!fk_unit_find(word, strlen(word), out))
        return fk_json_fail(r, value, "'%s' is not a unit: \"mm\", \"cm\", \"m\" or \"in\"",
                            fk_show_text(word).text);
    return true;
}

/* ---- Nested objects ------------------------------------------------------------------------------------ */

/* Goes one level down, to an object. Levels are reused, so there are as many as the text is deep; they form the path
 * that messages need for positions. */
static bool descend_to_object(fk_json_traversal *nest, const fk_json_value *object)
{
    fk_json_traversal_level *at = nest->at, *below = at != NULL ? at->below : NULL;
    if (below == NULL)
        below = fk_scene_arena_allocate(nest->r->arena, 1, sizeof *below);
    if (below == NULL)
        return fk_json_fail_memory(nest->r);
    if (at != NULL)
        at->below = below;
    below->above = at;
    below->object = *object;
    below->number = nest->count++;
    below->is_entered = false;
    nest->at = below;
    return true;
}

/* Finds the array of objects in the object of a level. */
static bool enter_level(fk_json_traversal *nest, fk_json_traversal_level *level)
{
    level->is_entered = true;
    level->next = level->count = 0;
    if (!fk_json_member(&level->object, nest->key, &level->inner))
        return true;
    if (!fk_json_check_array(nest->r, &level->inner, nest->what, 0))
        return false;
    level->count = json_array_size(level->inner.json);
    return true;
}

bool fk_json_traversal_begin(fk_json_traversal *nest, fk_json_reader *r, const fk_json_value *object,
                             const char *key, const char *what)
{
    *nest = (fk_json_traversal){.r = r, .key = key, .what = what};
    return descend_to_object(nest, object);
}

bool fk_json_traversal_next(fk_json_traversal *nest)
{
    for (; nest->at != NULL; nest->at = nest->at->above) {
        fk_json_traversal_level *at = nest->at;
        if (!at->is_entered && !enter_level(nest, at))
            return false;
        if (at->next < at->count) {
            fk_json_value object = fk_json_element(&at->inner, at->next++);
            return descend_to_object(nest, &object);
        }
    }
    return false;
}

bool fk_json_traversal_find(fk_json_traversal *nest, uint32_t number)
{
    bool more = true;
    while (more && nest->at->number < number)
        more = fk_json_traversal_next(nest);
    return more;
}
