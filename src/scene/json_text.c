/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From a JSON text to its values, by jansson, with messages that say what to do. See json_text.h. */

#include "scene/files.h"

#include <stdio.h>
#include <string.h>

#include "scene/read/read.h"

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

json_t *fk_json_parse(fk_reader *r, const char *if_empty)
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
