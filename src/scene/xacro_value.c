/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Values of expressions: how they are made, compared, and printed as Python prints them.
 *
 * Integers have 64 bits; what does not fit is refused where it would arise. Lists may share items, so that comparing or printing them
 * can take exponentially long: both count as work, and are refused below FK_XACRO_NESTED levels. */

#include <string.h>

#include "base/bits.h"
#include "scene/letters.h"
#include "scene/xacro.h"

/* ---- Making -------------------------------------------------------------------------------------------- */

fk_xacro_value fk_xacro_none(void)
{
    return (fk_xacro_value){.kind = FK_XACRO_NONE};
}

fk_xacro_value fk_xacro_bool(bool value)
{
    return (fk_xacro_value){.kind = FK_XACRO_BOOL, .of.integer = value};
}

fk_xacro_value fk_xacro_integer(int64_t value)
{
    return (fk_xacro_value){.kind = FK_XACRO_INTEGER, .of.integer = value};
}

fk_xacro_value fk_xacro_float(double value)
{
    return (fk_xacro_value){.kind = FK_XACRO_FLOAT, .of.number = value};
}

fk_xacro_value fk_xacro_literal(const char *text)
{
    return (fk_xacro_value){.kind = FK_XACRO_TEXT, .count = (uint32_t)strlen(text), .of.text = text};
}

bool fk_xacro_text(fk_xacro *x, const char *text, size_t length, fk_xacro_value *out)
{
    char *copy = fk_xacro_copy(x, text, length);
    if (copy == NULL)
        return false;
    *out = (fk_xacro_value){.kind = FK_XACRO_TEXT, .count = (uint32_t)length, .of.text = copy};
    return true;
}

bool fk_xacro_items(fk_xacro *x, fk_xacro_kind kind, size_t count, fk_xacro_value *out, fk_xacro_value **item)
{
    *item = fk_xacro_allocate(x, (kind == FK_XACRO_DICT ? 2 * count : count) + 1, sizeof **item);
    if (*item == NULL)
        return false;
    *out = (fk_xacro_value){.kind = kind, .count = (uint32_t)count, .of.item = *item};
    return true;
}

/* ---- Asking -------------------------------------------------------------------------------------------- */

const char *fk_xacro_type(const fk_xacro_value *value)
{
    static const char *const word[] = {"None",  "bool", "int",      "float",  "str",    "list",
                                       "tuple", "dict", "function", "method", "module", "namespace"};
    return word[value->kind];
}

bool fk_xacro_is_number(const fk_xacro_value *value)
{
    return value->kind == FK_XACRO_BOOL || value->kind == FK_XACRO_INTEGER || value->kind == FK_XACRO_FLOAT;
}

bool fk_xacro_is_sequence(const fk_xacro_value *value)
{
    return value->kind == FK_XACRO_LIST || value->kind == FK_XACRO_TUPLE;
}

double fk_xacro_as_double(const fk_xacro_value *value)
{
    return value->kind == FK_XACRO_FLOAT ? value->of.number : (double)value->of.integer;
}

bool fk_xacro_whole(fk_xacro *x, double value, fk_xacro_value *out)
{
    if (!(value < 0x1p63 && value > -0x1p63))
        return fk_xacro_fail(x, "%s is no integer of 64 bits", fk_show_number(value).text);
    *out = fk_xacro_integer((int64_t)value);
    return true;
}

bool fk_xacro_is_true(const fk_xacro_value *value)
{
    switch (value->kind) {
    case FK_XACRO_NONE:
        return false;
    case FK_XACRO_BOOL:
    case FK_XACRO_INTEGER:
        return value->of.integer != 0;
    case FK_XACRO_FLOAT:
        return fk_sign_of(value->of.number) != 0 || value->of.number != value->of.number;
    case FK_XACRO_TEXT:
    case FK_XACRO_LIST:
    case FK_XACRO_TUPLE:
    case FK_XACRO_DICT:
        return value->count > 0;
    default:
        return true;
    }
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

static int compare_xacro_integers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* An integer with a double, exactly. */
static int compare_xacro_mixed(int64_t a, double b)
{
    if (b != b)
        return 2;
    if (b >= 0x1p63)
        return -1;
    if (b < -0x1p63)
        return 1;
    int64_t whole = (int64_t)b;
    double rest = b - (double)whole;
    int order = compare_xacro_integers(a, whole);
    return order != 0 ? order : rest > 0 ? -1 : rest < 0;
}

static int compare_xacro_numbers(const fk_xacro_value *a, const fk_xacro_value *b)
{
    bool is_a = a->kind == FK_XACRO_FLOAT, is_b = b->kind == FK_XACRO_FLOAT;
    double u = a->of.number, v = b->of.number;
    if (is_a && is_b)
        return u < v ? -1 : u > v ? 1 : u <= v ? 0 : 2;
    if (!is_a && !is_b)
        return compare_xacro_integers(a->of.integer, b->of.integer);
    if (is_b)
        return compare_xacro_mixed(a->of.integer, v);
    int order = compare_xacro_mixed(b->of.integer, u);
    return order == 2 ? 2 : -order;
}

static int compare_xacro_texts(const fk_xacro_value *a, const fk_xacro_value *b)
{
    uint32_t least = a->count < b->count ? a->count : b->count;
    int order = memcmp(a->of.text, b->of.text, least);
    return order != 0 ? (order > 0) - (order < 0) : compare_xacro_integers(a->count, b->count);
}

static bool compare_xacro_lists(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, bool is_equal,
                                int *out)
{
    uint32_t least = a->count < b->count ? a->count : b->count;
    for (uint32_t i = 0; i < least; i++) {
        bool same;
        if (!fk_xacro_equal(x, &a->of.item[i], &b->of.item[i], &same))
            return false;
        if (!same) {
            *out = 2;
            return is_equal || fk_xacro_compare(x, &a->of.item[i], &b->of.item[i], out);
        }
    }
    *out = compare_xacro_integers(a->count, b->count);
    return true;
}

static bool compare_xacro_dicts(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, bool *out)
{
    *out = a->count == b->count;
    for (uint32_t i = 0; i < a->count && *out; i++) {
        const fk_xacro_value *other = fk_xacro_find_key(x, b, &a->of.item[2 * (size_t)i]);
        if (other == NULL)
            *out = false;
        else if (!fk_xacro_equal(x, &a->of.item[2 * (size_t)i + 1], other, out))
            return false;
    }
    return x->robot->xml.status == FK_OK;
}

static bool enter_xacro_list(fk_xacro *x)
{
    return ++x->nested <= FK_XACRO_NESTED || fk_xacro_fail(x, "lists nest deeper than %d", FK_XACRO_NESTED);
}

bool fk_xacro_equal(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, bool *out)
{
    int order = 2;
    bool is_good = true;
    *out = false;
    if (!fk_xacro_work(x, 1))
        return false;
    if (fk_xacro_is_number(a) && fk_xacro_is_number(b))
        order = compare_xacro_numbers(a, b);
    else if (a->kind != b->kind)
        return true;
    else if (a->kind == FK_XACRO_TEXT)
        order = compare_xacro_texts(a, b);
    else if (fk_xacro_is_sequence(a)) {
        is_good = enter_xacro_list(x) && compare_xacro_lists(x, a, b, true, &order);
        x->nested--;
    } else if (a->kind == FK_XACRO_DICT) {
        bool same = false;
        is_good = enter_xacro_list(x) && compare_xacro_dicts(x, a, b, &same);
        x->nested--;
        order = same ? 0 : 2;
    } else
        order = a->kind == FK_XACRO_NONE || (a->count == b->count && a->of.item == b->of.item) ? 0 : 2;
    *out = order == 0;
    return is_good;
}

bool fk_xacro_compare(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, int *out)
{
    if (!fk_xacro_work(x, 1))
        return false;
    if (fk_xacro_is_number(a) && fk_xacro_is_number(b))
        *out = compare_xacro_numbers(a, b);
    else if (a->kind != b->kind || (a->kind != FK_XACRO_TEXT && !fk_xacro_is_sequence(a)))
        return fk_xacro_fail(x, "%s and %s have no order", fk_xacro_type(a), fk_xacro_type(b));
    else if (a->kind == FK_XACRO_TEXT)
        *out = compare_xacro_texts(a, b);
    else {
        bool is_good = enter_xacro_list(x) && compare_xacro_lists(x, a, b, false, out);
        x->nested--;
        return is_good;
    }
    return true;
}

uint32_t fk_xacro_find_text(const fk_xacro_value *all, const fk_xacro_value *part, uint32_t from)
{
    for (uint32_t at = from; (uint64_t)at + part->count <= all->count; at++)
        if (memcmp(all->of.text + at, part->of.text, part->count) == 0)
            return at;
    return FK_NONE;
}

bool fk_xacro_work_search(fk_xacro *x, const fk_xacro_value *all, const fk_xacro_value *part)
{
    return fk_xacro_work(x, (uint64_t)all->count * part->count / 64 + all->count);
}

const fk_xacro_value *fk_xacro_find_key(fk_xacro *x, const fk_xacro_value *dict, const fk_xacro_value *key)
{
    for (uint32_t i = dict->count; i-- > 0;) {
        bool same;
        if (!fk_xacro_equal(x, &dict->of.item[2 * (size_t)i], key, &same))
            return NULL;
        if (same)
            return &dict->of.item[2 * (size_t)i + 1];
    }
    return NULL;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

bool fk_xacro_add(fk_xacro_builder *b, const char *text, size_t length)
{
    if (b->used + length + 1 > b->capacity) {
        size_t capacity = 2 * (b->used + length) + 32;
        char *more = fk_xacro_allocate(b->x, capacity, 1);
        if (more == NULL)
            return false;
        if (b->used > 0)
            memcpy(more, b->text, b->used);
        b->text = more;
        b->capacity = capacity;
    }
    memcpy(b->text + b->used, text, length);
    b->used += length;
    return true;
}

bool fk_xacro_finish(fk_xacro_builder *b, fk_xacro_value *out)
{
    if (!fk_xacro_add(b, "", 0))
        return false;
    b->text[b->used] = '\0';
    *out = (fk_xacro_value){.kind = FK_XACRO_TEXT, .count = (uint32_t)b->used, .of.text = b->text};
    return true;
}

static bool add_xacro_word(fk_xacro_builder *b, const char *word)
{
    return fk_xacro_add(b, word, strlen(word));
}

static bool add_xacro_integer(fk_xacro_builder *b, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0)
        digits[--at] = '-';
    return fk_xacro_add(b, digits + at, sizeof digits - at);
}

/* Prints the shortest digits as Python does: with a point between 1e-4 and 1e16, else with an exponent of two digits at least. */
static bool add_xacro_float(fk_xacro_builder *b, double value)
{
    char text[FK_NUMBER_SIZE], digit[FK_NUMBER_SIZE], out[FK_NUMBER_SIZE + 24];
    (void)fk_number_format(value, text);
    if (value - value != 0)
        return add_xacro_word(b, text);
    int count = 0, point = 0, exponent = 0, used = 0;
    bool has_point = false;
    const char *at = text + (*text == '-');
    for (; *at != '\0' && *at != 'e'; at++) {
        has_point = has_point || *at == '.';
        if (*at == '.' || (count == 0 && *at == '0')) {
            point -= has_point && *at == '0';
            continue;
        }
        digit[count++] = *at;
        point += !has_point;
    }
    /* value = 0.DIGITS * 10^point */
    if (*at == 'e') {
        int64_t read = 0;
        (void)fk_xacro_read_integer(at + 1, &read);
        point += (int)read;
    }
    while (count > 0 && digit[count - 1] == '0')
        count--;
    if (*text == '-')
        out[used++] = '-';
    exponent = point - 1;
    if (count == 0) {
        memcpy(out + used, "0.0", 3);
        return fk_xacro_add(b, out, (size_t)used + 3);
    }
    bool is_short = exponent >= -4 && exponent < 16;
    int first = is_short ? point : 1; /* digits before the point */
    for (int i = first < 1 ? first - 1 : 0; i < count || i < first; i++) {
        if (i == first)
            out[used++] = '.';
        out[used++] = i < 0 || i >= count ? '0' : digit[i];
    }
    if (is_short && count <= first) {
        out[used++] = '.';
        out[used++] = '0';
    }
    if (!fk_xacro_add(b, out, (size_t)used))
        return false;
    if (is_short)
        return true;
    int size = exponent < 0 ? -exponent : exponent;
    return add_xacro_word(b, exponent < 0 ? (size < 10 ? "e-0" : "e-")
                             : size < 10  ? "e+0"
                                          : "e+") &&
           add_xacro_integer(b, size);
}

static bool add_xacro_quoted(fk_xacro_builder *b, const fk_xacro_value *value)
{
    bool has_single = memchr(value->of.text, '\'', value->count) != NULL;
    bool has_double = memchr(value->of.text, '"', value->count) != NULL;
    char quote = has_single && !has_double ? '"' : '\'';
    bool is_good = fk_xacro_add(b, &quote, 1);
    for (uint32_t i = 0; i < value->count && is_good; i++) {
        char c = value->of.text[i];
        const char *escape = c == '\n'   ? "\\n"
                             : c == '\t' ? "\\t"
                             : c == '\r' ? "\\r"
                             : c == '\\' ? "\\\\"
                                         : NULL;
        is_good = escape != NULL ? fk_xacro_add(b, escape, 2)
                                 : (c != quote || fk_xacro_add(b, "\\", 1)) && fk_xacro_add(b, &c, 1);
    }
    return is_good && fk_xacro_add(b, &quote, 1);
}

static bool add_xacro_list(fk_xacro_builder *b, const fk_xacro_value *value)
{
    bool is_dict = value->kind == FK_XACRO_DICT, is_tuple = value->kind == FK_XACRO_TUPLE;
    if (!fk_xacro_add(b, is_dict ? "{" : is_tuple ? "(" : "[", 1))
        return false;
    for (size_t i = 0; i < value->count; i++) {
        if (i > 0 && !fk_xacro_add(b, ", ", 2))
            return false;
        if (is_dict && (!fk_xacro_add_value(b, &value->of.item[2 * i], true) || !fk_xacro_add(b, ": ", 2)))
            return false;
        if (!fk_xacro_add_value(b, &value->of.item[is_dict ? 2 * i + 1 : i], true))
            return false;
    }
    return add_xacro_word(b, is_dict ? "}" : !is_tuple ? "]" : value->count == 1 ? ",)" : ")");
}

bool fk_xacro_add_value(fk_xacro_builder *b, const fk_xacro_value *value, bool is_repr)
{
    bool is_good;
    if (!fk_xacro_work(b->x, 1))
        return false;
    switch (value->kind) {
    case FK_XACRO_NONE:
        return add_xacro_word(b, "None");
    case FK_XACRO_BOOL:
        return add_xacro_word(b, value->of.integer ? "True" : "False");
    case FK_XACRO_INTEGER:
        return add_xacro_integer(b, value->of.integer);
    case FK_XACRO_FLOAT:
        return add_xacro_float(b, value->of.number);
    case FK_XACRO_TEXT:
        return is_repr ? add_xacro_quoted(b, value) : fk_xacro_add(b, value->of.text, value->count);
    case FK_XACRO_LIST:
    case FK_XACRO_TUPLE:
    case FK_XACRO_DICT:
        is_good = enter_xacro_list(b->x) && add_xacro_list(b, value);
        b->x->nested--;
        return is_good;
    default:
        return fk_xacro_fail(b->x, "a %s has no text: call it, or name what is in it", fk_xacro_type(value));
    }
}

bool fk_xacro_to_text(fk_xacro *x, const fk_xacro_value *value, fk_xacro_value *out)
{
    fk_xacro_builder b = {.x = x};
    if (value->kind == FK_XACRO_TEXT) {
        *out = *value;
        return true;
    }
    return fk_xacro_add_value(&b, value, false) && fk_xacro_finish(&b, out);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* The text without the blanks around it. */
static size_t trim_xacro(const char **text)
{
    while (fk_is_blank(**text))
        (*text)++;
    size_t length = strlen(*text);
    while (length > 0 && fk_is_blank((*text)[length - 1]))
        length--;
    return length;
}

bool fk_xacro_read_integer(const char *text, int64_t *out)
{
    size_t length = trim_xacro(&text), i = *text == '-' || *text == '+';
    uint64_t value = 0, most = (uint64_t)INT64_MAX + (*text == '-');
    if (i == length)
        return false;
    for (; i < length; i++) {
        unsigned digit = (unsigned)((unsigned char)text[i] - '0');
        if (digit > 9 || value > (most - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = *text == '-' ? (int64_t)(0 - value) : (int64_t)value;
    return true;
}

bool fk_xacro_read_float(const char *text, double *out)
{
    size_t length = trim_xacro(&text), sign = *text == '-' || *text == '+';
    bool is_hex = length >= sign + 2 && text[sign] == '0' && (text[sign + 1] | 0x20) == 'x';
    return !is_hex && fk_number_parse(text, length, out);
}

fk_xacro_value fk_xacro_of_literal(fk_xacro *x, const fk_xacro_value *value)
{
    const char *text = value->of.text;
    int64_t integer;
    double number;
    if (value->kind != FK_XACRO_TEXT)
        return *value;
    if (value->count >= 2 && text[0] == '\'' && text[value->count - 1] == '\'') {
        fk_xacro_value inner;
        return fk_xacro_text(x, text + 1, value->count - 2, &inner) ? inner : fk_xacro_none();
    }
    if (memchr(text, '_', value->count) != NULL)
        return *value;
    if (fk_xacro_read_integer(text, &integer))
        return fk_xacro_integer(integer);
    if (fk_xacro_read_float(text, &number))
        return fk_xacro_float(number);
    if (fk_same_text(text, "true") || fk_same_text(text, "True"))
        return fk_xacro_bool(true);
    if (fk_same_text(text, "false") || fk_same_text(text, "False"))
        return fk_xacro_bool(false);
    return *value;
}

bool fk_xacro_condition(fk_xacro *x, const fk_xacro_value *value, const char *source, bool *out)
{
    fk_xacro_value read = *value;
    if (value->kind == FK_XACRO_TEXT) {
        read = fk_xacro_of_literal(x, value);
        if (!fk_xacro_is_number(&read))
            return fk_xacro_fail(x, "the condition \"%s\" is '%s', neither true nor false nor a number",
                                 fk_show_text(source).text, fk_show_text(value->of.text).text);
    }
    *out = fk_xacro_is_true(&read);
    return true;
}
