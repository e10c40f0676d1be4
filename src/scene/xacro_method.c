/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Methods of texts, lists and dictionaries in expressions of xacro, and "format" % values. Upper and lower case are those of ASCII. */

#include <stdio.h>
#include <string.h>

#include "scene/letters.h"
#include "scene/xacro.h"

typedef struct xacro_method {
    fk_xacro *x;
    const fk_xacro_value *self;
    const fk_xacro_arguments *a;
    const char *name;
} xacro_method;

typedef bool xacro_method_function(const xacro_method *m, fk_xacro_value *out);

/* The text of argument i, or NULL after a refusal. */
static const fk_xacro_value *method_text(const xacro_method *m, uint32_t i)
{
    if (i < m->a->count && m->a->value[i].kind == FK_XACRO_TEXT)
        return &m->a->value[i];
    (void)fk_xacro_fail(m->x, "%s takes a text", m->name);
    return NULL;
}

/* ---- Letters ------------------------------------------------------------------------------------------- */

/* Changes the case of letters: 'l', 'u', of the first letter 'c'apitalize, of all words 't'itle. */
static bool change_xacro_case(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *self = m->self;
    if (!fk_xacro_text(m->x, self->of.text, self->count, out))
        return false;
    char *text = (char *)out->of.text, form = *m->name;
    bool is_begin = true;
    for (uint32_t i = 0; i < self->count; i++) {
        bool wants_upper = form == 'u' || (form != 'l' && is_begin);
        if (wants_upper ? fk_is_lower(text[i]) : fk_is_upper(text[i]))
            text[i] = (char)(text[i] ^ 0x20);
        is_begin = form == 't' && !fk_is_lower(text[i]) && !fk_is_upper(text[i]);
    }
    return true;
}

/* Whether all characters, and one at least, are of a kind. */
static bool ask_xacro_characters(const xacro_method *m, fk_xacro_value *out)
{
    bool all = m->self->count > 0;
    for (uint32_t i = 0; i < m->self->count && all; i++) {
        char c = m->self->of.text[i];
        bool is_letter = fk_is_lower(c) || fk_is_upper(c);
        all = m->name[2] == 'd' || m->name[2] == 'n' ? fk_is_digit(c)
              : m->name[2] == 's'                    ? fk_is_blank(c)
              : m->name[4] == 'n'                    ? is_letter || fk_is_digit(c)
                                                     : is_letter;
    }
    *out = fk_xacro_bool(all);
    return true;
}

/* Whether a blank or, if there are signs, one of these, of ASCII. */
static bool is_xacro_stripped(char c, const fk_xacro_value *signs)
{
    return signs == NULL ? fk_is_blank(c)
                         : (unsigned char)c < 0x80 && memchr(signs->of.text, c, signs->count) != NULL;
}

/* strip, lstrip, rstrip: of blanks, or of the given characters. */
static bool strip_xacro(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *signs = m->a->count > 0 ? method_text(m, 0) : NULL;
    const char *text = m->self->of.text;
    size_t begin = 0, end = m->self->count;
    if (m->a->count > 0 && signs == NULL)
        return false;
    while (*m->name != 'r' && begin < end && is_xacro_stripped(text[begin], signs))
        begin++;
    while (*m->name != 'l' && begin < end && is_xacro_stripped(text[end - 1], signs))
        end--;
    return fk_xacro_text(m->x, text + begin, end - begin, out);
}

/* ---- Parts of texts ------------------------------------------------------------------------------------ */

/* Counts the work of a search. */
static bool begin_xacro_search(const xacro_method *m, const fk_xacro_value *part)
{
    return part != NULL && fk_xacro_work_search(m->x, m->self, part);
}

static bool search_xacro_text(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *part = method_text(m, 0);
    if (!begin_xacro_search(m, part))
        return false;
    if (*m->name == 'c') {
        int64_t count = 0;
        for (uint32_t at = 0; part->count > 0 && (at = fk_xacro_find_text(m->self, part, at)) != FK_NONE;
             at += part->count)
            count++;
        *out = fk_xacro_integer(part->count > 0 ? count : (int64_t)m->self->count + 1);
        return true;
    }
    uint32_t at = fk_xacro_find_text(m->self, part, 0);
    int64_t characters = 0;
    for (uint32_t i = 0; at != FK_NONE && i < at; i++)
        characters += ((unsigned char)m->self->of.text[i] & 0xc0) != 0x80;
    *out = fk_xacro_integer(at == FK_NONE ? -1 : characters);
    return at != FK_NONE || *m->name == 'f' || fk_xacro_fail(m->x, "the text is not there");
}

static bool ask_xacro_end(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *part = method_text(m, 0);
    if (part == NULL)
        return false;
    bool fits = part->count <= m->self->count;
    const char *at = m->self->of.text + (fits && *m->name == 'e' ? m->self->count - part->count : 0);
    *out = fk_xacro_bool(fits && memcmp(at, part->of.text, part->count) == 0);
    return true;
}

static bool replace_xacro(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *part = method_text(m, 0), *other = part != NULL ? method_text(m, 1) : NULL;
    fk_xacro_builder b = {.x = m->x};
    if (other == NULL || !begin_xacro_search(m, part))
        return false;
    if (part->count == 0)
        return fk_xacro_fail(m->x, "replace takes a text that is not empty");
    uint32_t from = 0, at;
    for (; (at = fk_xacro_find_text(m->self, part, from)) != FK_NONE; from = at + part->count)
        if (!fk_xacro_add(&b, m->self->of.text + from, at - from) ||
            !fk_xacro_add(&b, other->of.text, other->count))
            return false;
    return fk_xacro_add(&b, m->self->of.text + from, m->self->count - from) && fk_xacro_finish(&b, out);
}

/* Splits at blanks, however many, or at each of a text. */
static bool split_xacro(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *part =
        m->a->count > 0 && m->a->value[0].kind != FK_XACRO_NONE ? method_text(m, 0) : NULL;
    const char *text = m->self->of.text;
    uint32_t count = 0, at = 0, end, size = m->self->count;
    fk_xacro_value *item;
    if (m->x->robot->xml.status != FK_OK ||
        !fk_xacro_items(m->x, FK_XACRO_LIST, (size_t)size + 1, out, &item))
        return false;
    if (part != NULL && (part->count == 0 || !begin_xacro_search(m, part)))
        return fk_xacro_fail(m->x, "split takes a text that is not empty");
    for (; at <= size; at = end + (part != NULL ? part->count : 1)) {
        if (part != NULL) {
            end = fk_xacro_find_text(m->self, part, at);
            end = end == FK_NONE ? size : end;
        } else
            for (end = at; end < size && !fk_is_blank(text[end]);)
                end++;
        if ((part != NULL || end > at) && !fk_xacro_text(m->x, text + at, end - at, &item[count++]))
            return false;
        if (end == size)
            break;
    }
    out->count = count;
    return true;
}

static bool join_xacro_texts(const xacro_method *m, fk_xacro_value *out)
{
    fk_xacro_builder b = {.x = m->x};
    fk_xacro_value list;
    if (!fk_xacro_iterate(m->x, &m->a->value[0], &list))
        return false;
    for (uint32_t i = 0; i < list.count; i++) {
        const fk_xacro_value *item = &list.of.item[i];
        if (item->kind != FK_XACRO_TEXT)
            return fk_xacro_fail(m->x, "join takes a list of texts, not of %s", fk_xacro_type(item));
        if ((i > 0 && !fk_xacro_add(&b, m->self->of.text, m->self->count)) ||
            !fk_xacro_add(&b, item->of.text, item->count))
            return false;
    }
    return fk_xacro_finish(&b, out);
}

static bool fill_xacro_zeros(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *width = &m->a->value[0], *self = m->self;
    fk_xacro_builder b = {.x = m->x};
    if (width->kind != FK_XACRO_INTEGER || width->of.integer > 1000)
        return fk_xacro_fail(m->x, "zfill takes an integer up to 1000");
    bool has_sign = self->count > 0 && (*self->of.text == '-' || *self->of.text == '+');
    if (!fk_xacro_add(&b, self->of.text, has_sign))
        return false;
    for (int64_t i = self->count; i < width->of.integer; i++)
        if (!fk_xacro_add(&b, "0", 1))
            return false;
    return fk_xacro_add(&b, self->of.text + has_sign, self->count - has_sign) && fk_xacro_finish(&b, out);
}

/* ---- Lists and dictionaries ---------------------------------------------------------------------------- */

/* index and count of a list. */
static bool search_xacro_list(const xacro_method *m, fk_xacro_value *out)
{
    int64_t count = 0;
    for (uint32_t i = 0; i < m->self->count; i++) {
        bool same;
        if (!fk_xacro_equal(m->x, &m->self->of.item[i], &m->a->value[0], &same))
            return false;
        count += same;
        if (same && *m->name == 'i') {
            *out = fk_xacro_integer(i);
            return true;
        }
    }
    *out = fk_xacro_integer(count);
    return *m->name == 'c' || fk_xacro_fail(m->x, "the list does not have this value");
}

static bool get_xacro_key(const xacro_method *m, fk_xacro_value *out)
{
    const fk_xacro_value *found = fk_xacro_find_key(m->x, m->self, &m->a->value[0]);
    *out = found != NULL ? *found : m->a->count > 1 ? m->a->value[1] : fk_xacro_none();
    return m->x->robot->xml.status == FK_OK;
}

/* keys, values, items. */
static bool list_xacro_dict(const xacro_method *m, fk_xacro_value *out)
{
    fk_xacro_value *item;
    if (!fk_xacro_work(m->x, m->self->count) ||
        !fk_xacro_items(m->x, FK_XACRO_LIST, m->self->count, out, &item))
        return false;
    for (size_t i = 0; i < m->self->count; i++) {
        const fk_xacro_value *pair = m->self->of.item + 2 * i;
        if (*m->name == 'i')
            item[i] = (fk_xacro_value){.kind = FK_XACRO_TUPLE, .count = 2, .of.item = pair};
        else
            item[i] = pair[*m->name == 'v'];
    }
    return true;
}

/* ---- The table ----------------------------------------------------------------------------------------- */

static const struct {
    fk_xacro_kind of;
    const char *name;
    uint32_t least, most; /* arguments */
    xacro_method_function *call;
} xacro_methods[] = {
    {FK_XACRO_TEXT, "lower", 0, 0, change_xacro_case},
    {FK_XACRO_TEXT, "upper", 0, 0, change_xacro_case},
    {FK_XACRO_TEXT, "capitalize", 0, 0, change_xacro_case},
    {FK_XACRO_TEXT, "title", 0, 0, change_xacro_case},
    {FK_XACRO_TEXT, "isdigit", 0, 0, ask_xacro_characters},
    {FK_XACRO_TEXT, "isnumeric", 0, 0, ask_xacro_characters},
    {FK_XACRO_TEXT, "isspace", 0, 0, ask_xacro_characters},
    {FK_XACRO_TEXT, "isalpha", 0, 0, ask_xacro_characters},
    {FK_XACRO_TEXT, "isalnum", 0, 0, ask_xacro_characters},
    {FK_XACRO_TEXT, "strip", 0, 1, strip_xacro},
    {FK_XACRO_TEXT, "lstrip", 0, 1, strip_xacro},
    {FK_XACRO_TEXT, "rstrip", 0, 1, strip_xacro},
    {FK_XACRO_TEXT, "find", 1, 1, search_xacro_text},
    {FK_XACRO_TEXT, "index", 1, 1, search_xacro_text},
    {FK_XACRO_TEXT, "count", 1, 1, search_xacro_text},
    {FK_XACRO_TEXT, "startswith", 1, 1, ask_xacro_end},
    {FK_XACRO_TEXT, "endswith", 1, 1, ask_xacro_end},
    {FK_XACRO_TEXT, "replace", 2, 2, replace_xacro},
    {FK_XACRO_TEXT, "split", 0, 1, split_xacro},
    {FK_XACRO_TEXT, "join", 1, 1, join_xacro_texts},
    {FK_XACRO_TEXT, "zfill", 1, 1, fill_xacro_zeros},
    {FK_XACRO_LIST, "index", 1, 1, search_xacro_list},
    {FK_XACRO_LIST, "count", 1, 1, search_xacro_list},
    {FK_XACRO_TUPLE, "index", 1, 1, search_xacro_list},
    {FK_XACRO_TUPLE, "count", 1, 1, search_xacro_list},
    {FK_XACRO_DICT, "get", 1, 2, get_xacro_key},
    {FK_XACRO_DICT, "keys", 0, 0, list_xacro_dict},
    {FK_XACRO_DICT, "values", 0, 0, list_xacro_dict},
    {FK_XACRO_DICT, "items", 0, 0, list_xacro_dict},
};

bool fk_xacro_find_method(const fk_xacro_value *self, const char *name, uint32_t *out)
{
    for (uint32_t i = 0; i < sizeof xacro_methods / sizeof *xacro_methods; i++)
        if (xacro_methods[i].of == self->kind && fk_same_text(xacro_methods[i].name, name)) {
            *out = i;
            return true;
        }
    return false;
}

bool fk_xacro_call_method(fk_xacro *x, const fk_xacro_value *method, const fk_xacro_arguments *a,
                          fk_xacro_value *out)
{
    xacro_method m = {.x = x, .self = method->of.item, .a = a, .name = xacro_methods[method->count].name};
    if (a->count < xacro_methods[method->count].least || a->count > xacro_methods[method->count].most)
        return fk_xacro_fail(x, "%s does not take %lu arguments", m.name, (unsigned long)a->count);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->name[i] != NULL)
            return fk_xacro_fail(x, "%s takes no argument called %s", m.name, fk_show_text(a->name[i]).text);
    return xacro_methods[method->count].call(&m, out);
}

/* ---- Format % values ----------------------------------------------------------------------------------- */

/* One "%" with what belongs to it: flags, width, decimals, letter. */
typedef struct xacro_conversion {
    char text[16]; /* for snprintf */
    char letter;
    size_t length;
} xacro_conversion;

static bool read_xacro_conversion(fk_xacro *x, const char *at, xacro_conversion *out)
{
    size_t length = 1;
    while (at[length] != '\0' && memchr("-+ 0#.123456789", at[length], 15) != NULL)
        length++;
    out->letter = at[length];
    out->length = length + 1;
    /* Two digits for width and decimals at most, so that the result is short. */
    int digits = 0;
    for (size_t i = 1; i < length; i++) {
        digits = fk_is_digit(at[i]) ? digits + 1 : 0;
        if (digits > 2)
            return fk_xacro_fail(x, "the width of a '%%' is at most 99");
    }
    if (length + 4 > sizeof out->text || out->letter == '\0' ||
        memchr("dixXofFeEgGsr", out->letter, 13) == NULL)
        return fk_xacro_fail(x, "behind '%%' should be d, x, f, e, g, s or r");
    memcpy(out->text, at, length);
    out->text[length] = '\0';
    return true;
}

static bool add_xacro_conversion(fk_xacro_builder *b, xacro_conversion *c, const fk_xacro_value *value)
{
    char text[600];
    size_t length = strlen(c->text);
    bool is_text = c->letter == 's' || c->letter == 'r', is_whole = memchr("dixXo", c->letter, 5) != NULL;
    if (is_text && length > 1)
        return fk_xacro_fail(b->x, "'%%%c' takes no width here", c->letter);
    if (is_text)
        return fk_xacro_add_value(b, value, c->letter == 'r');
    if (!fk_xacro_is_number(value) ||
        (is_whole && c->letter != 'd' && c->letter != 'i' && value->kind == FK_XACRO_FLOAT))
        return fk_xacro_fail(b->x, "'%%%c' takes a number, not %s", c->letter, fk_xacro_type(value));
    if (!is_whole) {
        c->text[length] = c->letter;
        c->text[length + 1] = '\0';
        snprintf(text, sizeof text, c->text, fk_xacro_as_double(value));
        for (char *at = text; *at != '\0'; at++)
            *at = *at == ',' ? '.' : *at;
        return fk_xacro_add(b, text, strlen(text));
    }
    fk_xacro_value whole = *value;
    if (value->kind == FK_XACRO_FLOAT && !fk_xacro_whole(b->x, value->of.number, &whole))
        return false;
    c->text[length] = c->text[length + 1] = 'l';
    c->text[length + 2] = c->letter;
    c->text[length + 3] = '\0';
    snprintf(text, sizeof text, c->text, (long long)whole.of.integer);
    return fk_xacro_add(b, text, strlen(text));
}

bool fk_xacro_format(fk_xacro *x, const fk_xacro_value *format, const fk_xacro_value *value,
                     fk_xacro_value *out)
{
    bool is_tuple = value->kind == FK_XACRO_TUPLE;
    uint32_t count = is_tuple ? value->count : 1, used = 0;
    fk_xacro_builder b = {.x = x};
    for (const char *at = format->of.text; *at != '\0';) {
        const char *percent = memchr(at, '%', strlen(at));
        xacro_conversion c;
        size_t plain = percent != NULL ? (size_t)(percent - at) : strlen(at);
        if (!fk_xacro_add(&b, at, plain))
            return false;
        at += plain;
        if (percent != NULL && percent[1] == '%') {
            at += 2;
            if (!fk_xacro_add(&b, "%", 1))
                return false;
        } else if (percent != NULL) {
            if (!read_xacro_conversion(x, at, &c))
                return false;
            if (used == count)
                return fk_xacro_fail(x, "the format needs more than %lu values", (unsigned long)count);
            if (!add_xacro_conversion(&b, &c, is_tuple ? &value->of.item[used] : value))
                return false;
            used++;
            at += c.length;
        }
    }
    return used == count ? fk_xacro_finish(&b, out)
                         : fk_xacro_fail(x, "the format takes %lu of %lu values", (unsigned long)used,
                                         (unsigned long)count);
}
