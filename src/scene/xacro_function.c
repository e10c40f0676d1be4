/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Functions of expressions: those of Python that xacro has, and its own. Methods are in xacro_method.c, math in xacro_math.c. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/xacro.h"

typedef bool xacro_function(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out);

/* Numbers of functions of math come behind this one. */
#define XACRO_MATH 1000u

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static bool call_xacro_abs(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const fk_xacro_value *v = &a->value[0], zero = fk_xacro_integer(0);
    if (!fk_xacro_is_number(v))
        return fk_xacro_fail(x, "abs takes a number, not %s", fk_xacro_type(v));
    if (v->kind != FK_XACRO_FLOAT && v->of.integer < 0)
        return fk_xacro_binary(x, FK_XACRO_SUBTRACT, &zero, v, out);
    *out = v->kind == FK_XACRO_FLOAT ? fk_xacro_float(fabs(v->of.number)) : fk_xacro_integer(v->of.integer);
    return true;
}

/* The words of int and float. */
static bool fail_xacro_number(fk_xacro *x, const fk_xacro_arguments *a)
{
    const fk_xacro_value *v = &a->value[0];
    return fk_xacro_fail(x, "%s takes a number or its text, not '%s'", a->function,
                         v->kind == FK_XACRO_TEXT ? fk_show_text(v->of.text).text : fk_xacro_type(v));
}

static bool call_xacro_int(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const fk_xacro_value none = fk_xacro_integer(0), *v = a->count > 0 ? &a->value[0] : &none;
    int64_t integer;
    if (v->kind == FK_XACRO_TEXT && fk_xacro_read_integer(v->of.text, &integer)) {
        *out = fk_xacro_integer(integer);
        return true;
    }
    if (!fk_xacro_is_number(v))
        return fail_xacro_number(x, a);
    if (v->kind == FK_XACRO_FLOAT)
        return fk_xacro_whole(x, v->of.number, out);
    *out = fk_xacro_integer(v->of.integer);
    return true;
}

static bool call_xacro_float(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const fk_xacro_value none = fk_xacro_integer(0), *v = a->count > 0 ? &a->value[0] : &none;
    double number = 0;
    if (v->kind == FK_XACRO_TEXT ? !fk_xacro_read_float(v->of.text, &number) : !fk_xacro_is_number(v))
        return fail_xacro_number(x, a);
    *out = fk_xacro_float(v->kind == FK_XACRO_TEXT ? number : fk_xacro_as_double(v));
    return true;
}

/* Rounds to decimals: the C library prints doubles correctly rounded, ties to even. */
static bool call_xacro_round(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const fk_xacro_value *v = &a->value[0];
    char text[400];
    double value = NAN;
    if (!fk_xacro_is_number(v) || (a->count > 1 && a->value[1].kind != FK_XACRO_INTEGER))
        return fk_xacro_fail(x, "round takes a number and how many decimals");
    int64_t decimals = a->count > 1 ? a->value[1].of.integer : 0;
    if (v->kind != FK_XACRO_FLOAT && decimals >= 0) {
        *out = fk_xacro_integer(v->of.integer);
        return true;
    }
    if (decimals < 0)
        return fk_xacro_fail(x, "round takes no negative number of decimals here");
    if (a->count > 1 && (decimals > 30 || !isfinite(v->of.number))) {
        *out = *v;
        return true;
    }
    snprintf(text, sizeof text, "%.*f", (int)decimals, v->of.number);
    for (char *c = text; *c != '\0'; c++)
        if (*c != '-' && (*c < '0' || *c > '9') && isfinite(v->of.number))
            *c = '.';
    if (!fk_number_parse(text, strlen(text), &value) || a->count == 1)
        return fk_xacro_whole(x, value, out);
    *out = fk_xacro_float(value);
    return true;
}

static bool call_xacro_divmod(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value *item;
    return fk_xacro_items(x, FK_XACRO_TUPLE, 2, out, &item) &&
           fk_xacro_binary(x, FK_XACRO_FLOOR_DIVIDE, &a->value[0], &a->value[1], &item[0]) &&
           fk_xacro_binary(x, FK_XACRO_MODULO, &a->value[0], &a->value[1], &item[1]);
}

/* ---- Texts and truth ----------------------------------------------------------------------------------- */

static bool call_xacro_str(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    return a->count == 0 ? fk_xacro_text(x, "", 0, out) : fk_xacro_to_text(x, &a->value[0], out);
}

static bool call_xacro_repr(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_builder b = {.x = x};
    return fk_xacro_add_value(&b, &a->value[0], true) && fk_xacro_finish(&b, out);
}

static bool call_xacro_bool(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    (void)x;
    *out = fk_xacro_bool(a->count > 0 && fk_xacro_is_true(&a->value[0]));
    return true;
}

static bool call_xacro_len(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value list;
    if (!fk_xacro_iterate(x, &a->value[0], &list))
        return false;
    *out = fk_xacro_integer(list.count);
    return true;
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

static bool call_xacro_list(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value *item;
    return a->count == 0 ? fk_xacro_items(x, FK_XACRO_LIST, 0, out, &item)
                         : fk_xacro_iterate(x, &a->value[0], out);
}

static bool call_xacro_tuple(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    if (!call_xacro_list(x, a, out))
        return false;
    out->kind = FK_XACRO_TUPLE;
    return true;
}

/* Makes a dictionary of another one, or of pairs, and of arguments with names. */
static bool call_xacro_dict(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    bool has_first = a->count > 0 && a->name[0] == NULL;
    bool is_dict = has_first && a->value[0].kind == FK_XACRO_DICT;
    fk_xacro_value list = {.count = 0}, *item;
    if (has_first && !fk_xacro_iterate(x, &a->value[0], &list))
        return false;
    if (!fk_xacro_items(x, FK_XACRO_DICT, (size_t)list.count + a->count, out, &item))
        return false;
    for (size_t i = 0; i < list.count; i++) {
        const fk_xacro_value *pair = is_dict ? a->value[0].of.item + 2 * i : list.of.item[i].of.item;
        if (!is_dict && (!fk_xacro_is_sequence(&list.of.item[i]) || list.of.item[i].count != 2))
            return fk_xacro_fail(x, "dict takes pairs of a key and a value");
        item[2 * i] = pair[0];
        item[2 * i + 1] = pair[1];
    }
    out->count = list.count;
    for (uint32_t i = has_first; i < a->count; i++, out->count++) {
        if (a->name[i] == NULL)
            return fk_xacro_fail(x, "dict takes one argument without a name");
        item[2 * (size_t)out->count] = fk_xacro_literal(a->name[i]);
        item[2 * (size_t)out->count + 1] = a->value[i];
    }
    return true;
}

static bool call_xacro_range(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    int64_t part[3] = {0, 0, 1};
    fk_xacro_value *item;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->value[i].kind != FK_XACRO_INTEGER)
            return fk_xacro_fail(x, "range takes integers, not %s", fk_xacro_type(&a->value[i]));
        part[a->count == 1 ? 1 : i] = a->value[i].of.integer;
    }
    if (part[2] == 0)
        return fk_xacro_fail(x, "the step of range is not 0");
    bool is_back = part[2] < 0, is_empty = is_back ? part[0] <= part[1] : part[0] >= part[1];
    uint64_t way = is_back ? (uint64_t)part[0] - (uint64_t)part[1] : (uint64_t)part[1] - (uint64_t)part[0];
    uint64_t step = is_back ? 0 - (uint64_t)part[2] : (uint64_t)part[2],
             count = is_empty ? 0 : (way - 1) / step + 1;
    if (!fk_xacro_work(x, count < FK_XACRO_STEPS ? count : FK_XACRO_STEPS + 1) ||
        !fk_xacro_items(x, FK_XACRO_LIST, (size_t)count, out, &item))
        return false;
    for (uint64_t i = 0; i < count; i++)
        item[i] = fk_xacro_integer((int64_t)((uint64_t)part[0] + i * (uint64_t)part[2]));
    return true;
}

/* min and max, of a list or of the arguments. */
static bool call_xacro_extreme(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    int sign = fk_same_text(a->function, "min") ? -1 : 1;
    fk_xacro_value list = {.kind = FK_XACRO_LIST, .count = a->count, .of.item = a->value};
    if (a->count == 1 && !fk_xacro_iterate(x, &a->value[0], &list))
        return false;
    if (list.count == 0)
        return fk_xacro_fail(x, "min and max take at least one value");
    *out = list.of.item[0];
    for (uint32_t i = 1; i < list.count; i++) {
        int order;
        if (!fk_xacro_compare(x, &list.of.item[i], out, &order))
            return false;
        if (order == sign)
            *out = list.of.item[i];
    }
    return true;
}

static bool call_xacro_sum(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value list, total = a->count > 1 ? a->value[1] : fk_xacro_integer(0);
    if (!fk_xacro_iterate(x, &a->value[0], &list))
        return false;
    for (uint32_t i = 0; i < list.count; i++)
        if (!fk_xacro_binary(x, FK_XACRO_ADD, &total, &list.of.item[i], &total))
            return false;
    *out = total;
    return true;
}

/* all and any. */
static bool call_xacro_truth(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value list;
    bool is_all = fk_same_text(a->function, "all");
    uint32_t i = 0;
    if (!fk_xacro_iterate(x, &a->value[0], &list))
        return false;
    while (i < list.count && fk_xacro_is_true(&list.of.item[i]) == is_all)
        i++;
    *out = fk_xacro_bool((i == list.count) == is_all);
    return true;
}

static bool copy_xacro_list(fk_xacro *x, const fk_xacro_value *value, fk_xacro_value *out,
                            fk_xacro_value **item)
{
    fk_xacro_value list;
    if (!fk_xacro_iterate(x, value, &list) || !fk_xacro_items(x, FK_XACRO_LIST, list.count, out, item))
        return false;
    if (list.count > 0)
        memcpy(*item, list.of.item, list.count * sizeof **item);
    return true;
}

static bool call_xacro_reversed(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value list, *item;
    if (!fk_xacro_iterate(x, &a->value[0], &list) || !copy_xacro_list(x, &list, out, &item))
        return false;
    for (uint32_t i = 0; i < list.count; i++)
        item[i] = list.of.item[list.count - 1 - i];
    return true;
}

/* Sorts stably, by insertion: the work is counted. */
static bool call_xacro_sorted(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value *item;
    bool is_back = a->count > 1 && fk_xacro_is_true(&a->value[1]);
    if (a->count > 1 && (a->name[1] == NULL || !fk_same_text(a->name[1], "reverse")))
        return fk_xacro_fail(x, "sorted takes a list, and reverse=True");
    if (!copy_xacro_list(x, &a->value[0], out, &item))
        return false;
    for (uint32_t i = 1; i < out->count; i++) {
        fk_xacro_value moved = item[i];
        uint32_t k = i;
        for (int order; k > 0; k--) {
            if (!fk_xacro_compare(x, &moved, &item[k - 1], &order))
                return false;
            if (order != (is_back ? 1 : -1))
                break;
            item[k] = item[k - 1];
        }
        item[k] = moved;
    }
    return true;
}

static bool make_xacro_pair_value(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b,
                                  fk_xacro_value *out)
{
    fk_xacro_value *item;
    if (!fk_xacro_items(x, FK_XACRO_TUPLE, 2, out, &item))
        return false;
    item[0] = *a;
    item[1] = *b;
    return true;
}

static bool call_xacro_enumerate(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value *item;
    int64_t first = a->count > 1 && a->value[1].kind == FK_XACRO_INTEGER ? a->value[1].of.integer : 0;
    if (!copy_xacro_list(x, &a->value[0], out, &item))
        return false;
    for (uint32_t i = 0; i < out->count; i++) {
        fk_xacro_value number = fk_xacro_integer((int64_t)((uint64_t)first + i)), value = item[i];
        if (!make_xacro_pair_value(x, &number, &value, &item[i]))
            return false;
    }
    return true;
}

static bool call_xacro_zip(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value b, *item;
    if (!copy_xacro_list(x, &a->value[0], out, &item) || !fk_xacro_iterate(x, &a->value[1], &b))
        return false;
    out->count = out->count < b.count ? out->count : b.count;
    for (uint32_t i = 0; i < out->count; i++) {
        fk_xacro_value value = item[i];
        if (!make_xacro_pair_value(x, &value, &b.of.item[i], &item[i]))
            return false;
    }
    return true;
}

static bool call_xacro_map(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_value *item;
    const char *const none[1] = {NULL};
    if (!copy_xacro_list(x, &a->value[1], out, &item))
        return false;
    for (uint32_t i = 0; i < out->count; i++) {
        fk_xacro_value value = item[i];
        fk_xacro_arguments one = {.value = &value, .name = none, .count = 1};
        if (!fk_xacro_call(x, &a->value[0], one, &item[i]))
            return false;
    }
    return true;
}

/* ---- xacro's own --------------------------------------------------------------------------------------- */

/* The text of an argument, or NULL after a refusal. */
static const char *read_xacro_text(fk_xacro *x, const fk_xacro_arguments *a, uint32_t i)
{
    if (a->value[i].kind == FK_XACRO_TEXT)
        return a->value[i].of.text;
    (void)fk_xacro_fail(x, "%s takes a text, not %s", a->function, fk_xacro_type(&a->value[i]));
    return NULL;
}

static bool call_xacro_load_yaml(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const char *path = read_xacro_text(x, a, 0);
    return path != NULL && fk_xacro_load_yaml(x, path, out);
}

static bool call_xacro_abs_filename(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const char *path = read_xacro_text(x, a, 0);
    if (path == NULL || !fk_xacro_path(x, path, &path))
        return false;
    *out = fk_xacro_literal(path);
    return true;
}

static bool call_xacro_dotify(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    (void)x;
    *out = a->value[0]; /* every dictionary has its keys as attributes */
    return true;
}

/* arg, env, optenv, find, dirname, as by $(...). */
static bool call_xacro_substitution(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const char *name = a->count > 0 ? read_xacro_text(x, a, 0) : "", *text;
    const char *other = a->count > 1 ? read_xacro_text(x, a, 1) : "";
    if (name == NULL || other == NULL || !fk_xacro_substitute(x, a->function, name, other, &text))
        return false;
    *out = fk_xacro_literal(text);
    if (x->is_eval && fk_same_text(a->function, "arg"))
        *out = fk_xacro_of_literal(x, out);
    return true;
}

/* Messages of the file go nowhere: the library does not print. */
static bool call_xacro_message(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    (void)a;
    return fk_xacro_text(x, "", 0, out);
}

static bool call_xacro_fatal(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    fk_xacro_builder b = {.x = x};
    for (uint32_t i = 0; i < a->count; i++)
        if ((i > 0 && !fk_xacro_add(&b, " ", 1)) || !fk_xacro_add_value(&b, &a->value[i], false))
            return false;
    return fk_xacro_finish(&b, out) && fk_xacro_fail(x, "the file says: %s", fk_show_text(out->of.text).text);
}

/* Splits a text at commas, semicolons and spaces, or at the given ones. */
static bool call_xacro_tokenize(fk_xacro *x, const fk_xacro_arguments *a, fk_xacro_value *out)
{
    const char *text = read_xacro_text(x, a, 0), *at = text;
    const char *signs = a->count > 1 ? read_xacro_text(x, a, 1) : ",; ";
    fk_xacro_value *item;
    uint32_t count = 0;
    if (text == NULL || signs == NULL || !fk_xacro_items(x, FK_XACRO_LIST, a->value[0].count, out, &item))
        return false;
    while (*at != '\0') {
        size_t length = 0;
        while (at[length] != '\0' &&
               ((unsigned char)at[length] >= 0x80 || memchr(signs, at[length], strlen(signs)) == NULL))
            length++;
        if (length > 0 && !fk_xacro_text(x, at, length, &item[count++]))
            return false;
        at += length + (at[length] != '\0');
    }
    out->count = count;
    return true;
}

/* ---- The table ----------------------------------------------------------------------------------------- */

/* Where a function is known. */
enum { EVERYWHERE = 1, IN_XACRO = 2, IN_EVAL = 4 };

static const struct xacro_builtin {
    const char *name;
    uint32_t least, most; /* arguments */
    int where;
    xacro_function *call;
} xacro_builtins[] = {
    {"abs", 1, 1, EVERYWHERE, call_xacro_abs},
    {"all", 1, 1, EVERYWHERE, call_xacro_truth},
    {"any", 1, 1, EVERYWHERE, call_xacro_truth},
    {"bool", 0, 1, EVERYWHERE, call_xacro_bool},
    {"dict", 0, 1000, EVERYWHERE, call_xacro_dict},
    {"divmod", 2, 2, EVERYWHERE, call_xacro_divmod},
    {"enumerate", 1, 2, EVERYWHERE, call_xacro_enumerate},
    {"float", 0, 1, EVERYWHERE, call_xacro_float},
    {"int", 0, 1, EVERYWHERE, call_xacro_int},
    {"len", 1, 1, EVERYWHERE, call_xacro_len},
    {"list", 0, 1, EVERYWHERE, call_xacro_list},
    {"map", 2, 2, EVERYWHERE, call_xacro_map},
    {"max", 1, 1000, EVERYWHERE, call_xacro_extreme},
    {"min", 1, 1000, EVERYWHERE, call_xacro_extreme},
    {"range", 1, 3, EVERYWHERE, call_xacro_range},
    {"repr", 1, 1, EVERYWHERE, call_xacro_repr},
    {"reversed", 1, 1, EVERYWHERE, call_xacro_reversed},
    {"round", 1, 2, EVERYWHERE, call_xacro_round},
    {"sorted", 1, 2, EVERYWHERE, call_xacro_sorted},
    {"str", 0, 1, EVERYWHERE, call_xacro_str},
    {"sum", 1, 2, EVERYWHERE, call_xacro_sum},
    {"tuple", 0, 1, EVERYWHERE, call_xacro_tuple},
    {"zip", 2, 2, EVERYWHERE, call_xacro_zip},
    {"load_yaml", 1, 1, EVERYWHERE | IN_XACRO, call_xacro_load_yaml},
    {"abs_filename", 1, 1, EVERYWHERE | IN_XACRO, call_xacro_abs_filename},
    {"dotify", 1, 1, EVERYWHERE | IN_XACRO, call_xacro_dotify},
    {"arg", 1, 1, IN_XACRO | IN_EVAL, call_xacro_substitution},
    {"fatal", 0, 1000, IN_XACRO, call_xacro_fatal},
    {"tokenize", 1, 2, IN_XACRO, call_xacro_tokenize},
    {"message", 0, 1000, IN_XACRO, call_xacro_message},
    {"warning", 0, 1000, IN_XACRO, call_xacro_message},
    {"error", 0, 1000, IN_XACRO, call_xacro_message},
    {"print_location", 0, 0, IN_XACRO, call_xacro_message},
    {"env", 1, 1, IN_EVAL, call_xacro_substitution},
    {"optenv", 1, 2, IN_EVAL, call_xacro_substitution},
    {"find", 1, 1, IN_EVAL, call_xacro_substitution},
    {"dirname", 0, 0, IN_EVAL, call_xacro_substitution},
};

static bool find_xacro_function(const char *name, int where, fk_xacro_value *out)
{
    for (uint32_t i = 0; i < sizeof xacro_builtins / sizeof *xacro_builtins; i++)
        if ((xacro_builtins[i].where & where) != 0 && fk_same_text(xacro_builtins[i].name, name)) {
            *out = (fk_xacro_value){.kind = FK_XACRO_FUNCTION, .count = i};
            return true;
        }
    return false;
}

static bool find_xacro_math_name(const char *name, fk_xacro_value *out)
{
    double number;
    uint32_t which;
    if (fk_xacro_find_math_constant(name, &number)) {
        *out = fk_xacro_float(number);
        return true;
    }
    if (!fk_xacro_find_math(name, &which))
        return false;
    *out = (fk_xacro_value){.kind = FK_XACRO_FUNCTION, .count = XACRO_MATH + which};
    return true;
}

/* True, False, None. */
static bool find_xacro_constant(const char *name, bool is_eval, fk_xacro_value *out)
{
    bool is_true = fk_same_text(name, "True") || (is_eval && fk_same_text(name, "true"));
    bool is_false = fk_same_text(name, "False") || (is_eval && fk_same_text(name, "false"));
    *out = is_true || is_false ? fk_xacro_bool(is_true) : fk_xacro_none();
    return is_true || is_false || fk_same_text(name, "None");
}

/* The modules, by their numbers. */
static const char *const xacro_modules[] = {"math", "xacro", "python"};

bool fk_xacro_find_builtin(const fk_xacro *x, const char *name, fk_xacro_value *out)
{
    if (find_xacro_constant(name, x->is_eval, out) ||
        find_xacro_function(name, EVERYWHERE | (x->is_eval ? IN_EVAL : 0), out) ||
        find_xacro_math_name(name, out))
        return true;
    for (uint32_t i = 0; i < sizeof xacro_modules / sizeof *xacro_modules; i++)
        if (fk_same_text(xacro_modules[i], name)) {
            *out = (fk_xacro_value){.kind = FK_XACRO_MODULE, .count = i};
            return true;
        }
    return false;
}

bool fk_xacro_find_in_module(const fk_xacro_value *module, const char *name, fk_xacro_value *out)
{
    if (module->count == 0)
        return find_xacro_math_name(name, out);
    if (module->count == 1)
        return find_xacro_function(name, IN_XACRO, out);
    return find_xacro_constant(name, false, out) || find_xacro_function(name, EVERYWHERE, out);
}

bool fk_xacro_call(fk_xacro *x, const fk_xacro_value *function, fk_xacro_arguments a, fk_xacro_value *out)
{
    if (!fk_xacro_work(x, 1))
        return false;
    if (function->kind == FK_XACRO_METHOD)
        return fk_xacro_call_method(x, function, &a, out);
    if (function->kind != FK_XACRO_FUNCTION)
        return fk_xacro_fail(x, "%s is no function", fk_xacro_type(function));
    if (function->count >= XACRO_MATH)
        return fk_xacro_call_math(x, function->count - XACRO_MATH, &a, out);
    const struct xacro_builtin *f = &xacro_builtins[function->count];
    a.function = f->name;
    if (a.count < f->least || a.count > f->most)
        return fk_xacro_fail(x,
                             f->least == f->most ? "%s takes %lu argument%s, not %lu"
                                                 : "%s takes at least %lu argument%s and at most %lu",
                             f->name, (unsigned long)f->least, f->least == 1 ? "" : "s",
                             (unsigned long)(f->least == f->most ? a.count : f->most));
    for (uint32_t i = 0; i < a.count; i++)
        if (a.name[i] != NULL && f->call != call_xacro_dict && f->call != call_xacro_sorted)
            return fk_xacro_fail(x, "%s takes no argument called %s", f->name, fk_show_text(a.name[i]).text);
    return f->call(x, &a, out);
}
