/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parses XML of robots into trees by expat, and reads attributes with messages. No function recurses, so the depth of
 * a text does not matter.
 *
 * Weak inputs: expat's memory functions have no context, so its own memory comes from malloc. */

#include "scene/robot.h"

#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "scene/letters.h"

/* Robot files are smaller. expat gets a text as a whole, with an int as its length. */
#define LARGEST ((size_t)1 << 28)

/* ---- Messages ------------------------------------------------------------------------------------------ */

FK_PRINTF(3, 0)
static void fail_xml(fk_xml_reader *r, const fk_xml_element *place, const char *format, va_list list)
{
    fk_robot_report *report = r->report;
    report->line = place->line;
    report->column = place->column;
    snprintf(report->path, sizeof report->path, "%s", place->path);
    vsnprintf(report->message, sizeof report->message, format, list);
    r->status = FK_ERROR_SYNTAX;
}

bool fk_xml_fail(fk_xml_reader *r, const fk_xml_element *element, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fail_xml(r, element, format, list);
    va_end(list);
    return false;
}

bool fk_xml_fail_at(fk_xml_reader *r, uint64_t line, uint64_t column, const char *format, ...)
{
    const fk_xml_element place = {.path = r->path, .line = line, .column = column};
    va_list list;
    va_start(list, format);
    fail_xml(r, &place, format, list);
    va_end(list);
    return false;
}

bool fk_xml_fail_memory(fk_xml_reader *r)
{
    r->status = FK_ERROR_MEMORY;
    return false;
}

/* ---- Events of expat ----------------------------------------------------------------------------------- */

typedef struct xml_events {
    fk_xml_reader *r;
    XML_Parser parser;
    fk_xml_element *root, *at; /* the open element */
} xml_events;

/* Stops the parser; the reader has the status. */
static void stop_parser(xml_events *e)
{
    (void)XML_StopParser(e->parser, XML_FALSE);
}

static void fail_event(xml_events *e, const char *message)
{
    (void)fk_xml_fail_at(e->r, XML_GetCurrentLineNumber(e->parser), XML_GetCurrentColumnNumber(e->parser) + 1,
                         "%s", message);
    stop_parser(e);
}

static void stop_for_memory(xml_events *e)
{
    (void)fk_xml_fail_memory(e->r);
    stop_parser(e);
}

static bool copy_event_text(xml_events *e, const char *text, size_t length, const char **out)
{
    *out = fk_scene_arena_join_text(e->r->arena, text, length, "");
    return *out != NULL;
}

static bool copy_attributes(xml_events *e, fk_xml_element *element, const char **list)
{
    uint32_t count = 0;
    while (list[2 * (size_t)count] != NULL)
        count++;
    fk_xml_attribute *attribute = fk_scene_arena_allocate(e->r->arena, (size_t)count + 1, sizeof *attribute);
    if (attribute == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = list[2 * (size_t)i], *value = list[2 * (size_t)i + 1];
        if (!copy_event_text(e, name, strlen(name), &attribute[i].name) ||
            !copy_event_text(e, value, strlen(value), &attribute[i].value))
            return false;
    }
    element->attribute = attribute;
    element->attribute_count = count;
    return true;
}

static void begin_element(void *user, const char *name, const char **attribute)
{
    xml_events *e = user;
    if (e->r->status != FK_OK)
        return;
    fk_xml_element *element = fk_scene_arena_allocate(e->r->arena, 1, sizeof *element);
    if (element == NULL || !copy_event_text(e, name, strlen(name), &element->name) ||
        !copy_attributes(e, element, attribute)) {
        stop_for_memory(e);
        return;
    }
    element->path = e->r->path;
    element->line = XML_GetCurrentLineNumber(e->parser);
    element->column = XML_GetCurrentColumnNumber(e->parser) + 1;
    element->parent = e->at;
    if (e->at == NULL)
        e->root = element;
    else if (e->at->first == NULL)
        e->at->first = e->at->last = element;
    else {
        e->at->last->next = element;
        e->at->last = element;
    }
    e->at = element;
}

static void end_element(void *user, const char *name)
{
    xml_events *e = user;
    (void)name;
    if (e->r->status == FK_OK)
        e->at = e->at->parent;
}

static void keep_first_text(void *user, const char *text, int length)
{
    xml_events *e = user;
    size_t begin = 0, end = (size_t)length;
    if (e->r->status != FK_OK || e->at->text != NULL)
        return;
    while (begin < end && fk_is_blank(text[begin]))
        begin++;
    while (end > begin && fk_is_blank(text[end - 1]))
        end--;
    if (begin < end && !copy_event_text(e, text + begin, end - begin, &e->at->text))
        stop_for_memory(e);
}

/* Refuses document types: entities can expand exponentially, or depend on other files. */
static void begin_doctype(void *user, const char *name, const char *system, const char *public, int has_more)
{
    (void)name;
    (void)system;
    (void)public;
    (void)has_more;
    fail_event(user,
               "a document type (<!DOCTYPE ...>) is not accepted: delete it, and write out what it defines");
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

static bool fail_parser_error(xml_events *e)
{
    enum XML_Error error = XML_GetErrorCode(e->parser);
    if (error == XML_ERROR_NO_MEMORY)
        return fk_xml_fail_memory(e->r);
    const char *remedy = error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_INVALID_TOKEN ||
                                 error == XML_ERROR_INCORRECT_ENCODING
                             ? "; is it XML, saved as UTF-8?"
                         : error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN
                             ? "; is the file complete?"
                             : "";
    return fk_xml_fail_at(e->r, XML_GetCurrentLineNumber(e->parser),
                          XML_GetCurrentColumnNumber(e->parser) + 1, "this is not well-formed XML: %s%s",
                          XML_ErrorString(error), remedy);
}

bool fk_xml_parse(fk_xml_reader *r, const char *text, size_t bytes, const fk_xml_element **out)
{
    if (bytes > LARGEST)
        return fk_xml_fail_at(r, 0, 0, "the file has more than 256 MiB, which no description of a robot has");
    xml_events e = {.r = r, .parser = XML_ParserCreate(NULL)};
    if (e.parser == NULL)
        return fk_xml_fail_memory(r);
    XML_SetUserData(e.parser, &e);
    XML_SetElementHandler(e.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(e.parser, keep_first_text);
    XML_SetStartDoctypeDeclHandler(e.parser, begin_doctype);
    bool is_good = XML_Parse(e.parser, text, (int)bytes, XML_TRUE) == XML_STATUS_OK;
    if (!is_good && r->status == FK_OK)
        (void)fail_parser_error(&e);
    XML_ParserFree(e.parser);
    if (r->status != FK_OK)
        return false;
    *out = e.root;
    return true;
}

const fk_xml_element *fk_xml_first(const fk_xml_element *parent, const char *name)
{
    const fk_xml_element *element = parent->first;
    while (element != NULL && !fk_same_text(element->name, name))
        element = element->next;
    return element;
}

const fk_xml_element *fk_xml_next(const fk_xml_element *element)
{
    const fk_xml_element *next = element->next;
    while (next != NULL && !fk_same_text(next->name, element->name))
        next = next->next;
    return next;
}

uint32_t fk_xml_count(const fk_xml_element *parent, const char *name)
{
    uint32_t count = 0;
    for (const fk_xml_element *e = fk_xml_first(parent, name); e != NULL; e = fk_xml_next(e))
        count++;
    return count;
}

bool fk_xml_only(fk_xml_reader *r, const fk_xml_element *parent, const char *name, const fk_xml_element **out)
{
    *out = fk_xml_first(parent, name);
    const fk_xml_element *second = *out != NULL ? fk_xml_next(*out) : NULL;
    if (second == NULL)
        return true;
    return fk_xml_fail(r, second, "<%s> has <%s> twice, first in line %lu: delete one", parent->name, name,
                       (unsigned long)(*out)->line);
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

const char *fk_xml_value(const fk_xml_element *element, const char *name)
{
    for (uint32_t i = 0; i < element->attribute_count; i++)
        if (fk_same_text(element->attribute[i].name, name))
            return element->attribute[i].value;
    return NULL;
}

bool fk_xml_read_text(fk_xml_reader *r, const fk_xml_element *element, const char *name, const char **out)
{
    *out = fk_xml_value(element, name);
    if (*out == NULL || **out == '\0') {
        *out = NULL;
        return true;
    }
    for (const char *c = *out; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_xml_fail(r, element, "%s=\"%s\" of <%s> has a control character: take it out", name,
                               fk_show_text(*out).text, element->name);
    return true;
}

bool fk_xml_require(fk_xml_reader *r, const fk_xml_element *element, const char *name, const char **out)
{
    if (!fk_xml_read_text(r, element, name, out))
        return false;
    return *out != NULL || fk_xml_fail(r, element, "<%s> needs %s=\"...\"", element->name, name);
}

static bool fail_xml_number(fk_xml_reader *r, const fk_xml_element *element, const char *name,
                            const char *word, size_t length)
{
    char copy[60];
    size_t kept = length < sizeof copy - 1 ? length : sizeof copy - 1;
    memcpy(copy, word, kept);
    copy[kept] = '\0';
    const char *hint = memchr(word, ',', length) != NULL
                           ? ": numbers are separated by blanks and have a point, no comma"
                           : "";
    return fk_xml_fail(r, element, "%s of <%s>: '%s' is not a finite number%s", name, element->name,
                       fk_show_text(copy).text, hint);
}

/* Reads `count` numbers separated by blanks. Surplus numbers are counted, but not kept. */
static bool read_xml_numbers(fk_xml_reader *r, const fk_xml_element *element, const char *name, size_t count,
                             double *out)
{
    const char *text = fk_xml_value(element, name);
    if (text == NULL)
        return true;
    size_t found = 0;
    double number[4];
    for (const char *at = text; *at != '\0';) {
        size_t length = 0;
        while (at[length] != '\0' && !fk_is_blank(at[length]))
            length++;
        double value;
        if (length == 0) {
            at++;
            continue;
        }
        if (!fk_number_parse(at, length, &value) || !fk_is_finite(value))
            return fail_xml_number(r, element, name, at, length);
        if (found < count)
            number[found] = value;
        found++;
        at += length;
    }
    if (found != count)
        return fk_xml_fail(r, element, "%s=\"%s\" of <%s> has %lu number%s; it needs %s", name,
                           fk_show_text(text).text, element->name, (unsigned long)found,
                           found == 1 ? "" : "s",
                           count == 1   ? "one"
                           : count == 3 ? "three, separated by blanks"
                                        : "four, separated by blanks");
    memcpy(out, number, count * sizeof *out);
    return true;
}

bool fk_xml_read_number(fk_xml_reader *r, const fk_xml_element *element, const char *name, double *out)
{
    return read_xml_numbers(r, element, name, 1, out);
}

bool fk_xml_read_quat(fk_xml_reader *r, const fk_xml_element *element, const char *name, double out[4])
{
    return read_xml_numbers(r, element, name, 4, out);
}

bool fk_xml_read_vec3(fk_xml_reader *r, const fk_xml_element *element, const char *name, fk_vec3 *out)
{
    double number[3] = {out->x, out->y, out->z};
    if (!read_xml_numbers(r, element, name, 3, number))
        return false;
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}
