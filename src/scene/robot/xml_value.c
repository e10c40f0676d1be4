/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Attributes of XML, read with messages. See xml.h. */

#include <string.h>

#include "base/bits.h"
#include "scene/robot/robot.h"

const char *fk_xml_value(const fk_xml *element, const char *name)
{
    for (uint32_t i = 0; i < element->attribute_count; i++)
        if (fk_same_text(element->attribute[i].name, name))
            return element->attribute[i].value;
    return NULL;
}

/* Whether xacro would replace something in a text: ${...} or $(...). */
static bool is_xacro(const char *text)
{
    for (; *text != '\0'; text++)
        if (text[0] == '$' && (text[1] == '{' || text[1] == '('))
            return true;
    return false;
}

/* The value of an attribute that is used, or NULL. */
static bool get(fk_xml_reader *r, const fk_xml *element, const char *name, const char **out)
{
    *out = fk_xml_value(element, name);
    if (*out == NULL || !is_xacro(*out))
        return true;
    return fk_xml_fail(
        r, element,
        "%s=\"%s\" of <%s> is xacro, which is not expanded here: run 'xacro %.400s > robot.%s' first, and "
        "give that",
        name, fk_show(*out).text, fk_show(element->name).text, r->path, r->format);
}

bool fk_xml_text(fk_xml_reader *r, const fk_xml *element, const char *name, const char **out)
{
    if (!get(r, element, name, out))
        return false;
    if (*out == NULL || **out == '\0') {
        *out = NULL;
        return true;
    }
    for (const char *c = *out; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_xml_fail(r, element, "%s=\"%s\" of <%s> has a control character: take it out", name,
                               fk_show(*out).text, element->name);
    return true;
}

bool fk_xml_need(fk_xml_reader *r, const fk_xml *element, const char *name, const char **out)
{
    if (!fk_xml_text(r, element, name, out))
        return false;
    return *out != NULL || fk_xml_fail(r, element, "<%s> needs %s=\"...\"", element->name, name);
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool fail_number(fk_xml_reader *r, const fk_xml *element, const char *name, const char *word,
                        size_t length)
{
    char copy[60];
    size_t kept = length < sizeof copy - 1 ? length : sizeof copy - 1;
    memcpy(copy, word, kept);
    copy[kept] = '\0';
    const char *hint = memchr(word, ',', length) != NULL
                           ? ": numbers are separated by blanks and have a point, no comma"
                           : "";
    return fk_xml_fail(r, element, "%s of <%s>: '%s' is not a finite number%s", name, element->name,
                       fk_show(copy).text, hint);
}

/* So many numbers, separated by blanks. Those beyond are counted, but not kept. */
static bool read_numbers(fk_xml_reader *r, const fk_xml *element, const char *name, size_t count, double *out)
{
    const char *text;
    if (!get(r, element, name, &text))
        return false;
    if (text == NULL)
        return true;
    size_t found = 0;
    double number[4];
    for (const char *at = text; *at != '\0';) {
        size_t length = 0;
        while (at[length] != '\0' && !is_blank(at[length]))
            length++;
        double value;
        if (length == 0) {
            at++;
            continue;
        }
        if (!fk_number_parse(at, length, &value) || !fk_is_finite(value))
            return fail_number(r, element, name, at, length);
        if (found < count)
            number[found] = value;
        found++;
        at += length;
    }
    if (found != count)
        return fk_xml_fail(r, element, "%s=\"%s\" of <%s> has %lu number%s; it needs %s", name,
                           fk_show(text).text, element->name, (unsigned long)found, found == 1 ? "" : "s",
                           count == 1   ? "one"
                           : count == 3 ? "three, separated by blanks"
                                        : "four, separated by blanks");
    memcpy(out, number, count * sizeof *out);
    return true;
}

bool fk_xml_number(fk_xml_reader *r, const fk_xml *element, const char *name, double *out)
{
    return read_numbers(r, element, name, 1, out);
}

bool fk_xml_quat(fk_xml_reader *r, const fk_xml *element, const char *name, double out[4])
{
    return read_numbers(r, element, name, 4, out);
}

bool fk_xml_vec3(fk_xml_reader *r, const fk_xml *element, const char *name, fk_vec3 *out)
{
    double number[3] = {out->x, out->y, out->z};
    if (!read_numbers(r, element, name, 3, number))
        return false;
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}
