/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The kinds of plain scalars of YAML: null, true and false, numbers, texts; by the words and forms of YAML 1.1, which ROS reads. */

#include <string.h>

#include "scene/json_read.h"
#include "scene/letters.h"
#include "scene/yaml.h"

static bool is_yaml_word(const char *text, const char *const *list)
{
    for (; *list != NULL; list++)
        if (fk_same_text(text, *list))
            return true;
    return false;
}

/* Reads a whole number: decimal, 0x, 0b, or octal with a leading 0. */
static bool read_yaml_integer(const char *text, int64_t *out)
{
    bool is_negative = *text == '-';
    const char *at = text + (*text == '-' || *text == '+');
    unsigned base = at[0] != '0' || at[1] == '\0' ? 10 : at[1] == 'x' ? 16 : at[1] == 'b' ? 2 : 8;
    uint64_t value = 0, most = (uint64_t)INT64_MAX + is_negative;
    at += base == 16 || base == 2 ? 2 : base == 8 ? 1 : 0;
    if (*at == '\0')
        return false;
    for (; *at != '\0'; at++) {
        unsigned digit = fk_yaml_digit(*at);
        if (digit >= base || value > (most - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out = is_negative ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

/* Reads a number with a point or an exponent, or a whole number beyond 64 bits, or .inf or .nan. */
static bool read_yaml_number(const char *text, double *out)
{
    static const char *const words[] = {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN", NULL};
    const char *at = text + (*text == '-' || *text == '+');
    if (is_yaml_word(at, words)) {
        (void)fk_number_parse(at + 1, 3, out);
        *out *= *text == '-' ? -1 : 1;
        return true;
    }
    bool begins = fk_is_digit(at[*at == '.']);
    return begins && (at[0] != '0' || (at[1] | 0x20) != 'x') && fk_number_parse(text, strlen(text), out);
}

void fk_yaml_resolve(fk_yaml_node *node)
{
    static const char *const null[] = {"", "~", "null", "Null", "NULL", NULL};
    static const char *const yes[] = {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", NULL};
    static const char *const no[] = {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", NULL};
    if (is_yaml_word(node->text, null))
        node->kind = FK_YAML_NULL;
    else if (is_yaml_word(node->text, yes) || is_yaml_word(node->text, no)) {
        node->kind = FK_YAML_BOOL;
        node->is_true = is_yaml_word(node->text, yes);
    } else if (read_yaml_integer(node->text, &node->integer)) {
        node->kind = FK_YAML_INTEGER;
        node->number = (double)node->integer;
    } else if (read_yaml_number(node->text, &node->number))
        node->kind = FK_YAML_NUMBER;
}
