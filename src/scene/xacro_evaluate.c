/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Evaluates the trees of expressions, as Python does: integers stay integers, "/" gives floats, "//" and "%" round down. */

#include <math.h>
#include <string.h>

#include "scene/xacro.h"

/* ---- Arithmetic ---------------------------------------------------------------------------------------- */

static const char *const xacro_signs[] = {
    "+", "-", "*",  "/", "//", "%",  "**", "&",  "|",      "^",  "+",
    "-", "<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"};

static bool fail_xacro_operands(fk_xacro *x, fk_xacro_op op, const fk_xacro_value *a, const fk_xacro_value *b)
{
    return fk_xacro_fail(x, "'%s' does not take %s and %s", xacro_signs[op], fk_xacro_type(a),
                         fk_xacro_type(b));
}

static bool fail_xacro_overflow(fk_xacro *x)
{
    return fk_xacro_fail(x, "the result is no integer of 64 bits");
}

/* Multiplies; false if the product does not fit. */
static bool multiply_xacro(int64_t a, int64_t b, int64_t *out)
{
    if (a != 0 && b != 0) {
        bool is_negative = (a < 0) != (b < 0);
        uint64_t u = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, v = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
        uint64_t most = (uint64_t)INT64_MAX + is_negative;
        if (u > most / v)
            return false;
        *out = is_negative ? (int64_t)(0 - u * v) : (int64_t)(u * v);
        return true;
    }
    *out = 0;
    return true;
}

/* Adds; false if the sum does not fit. */
static bool add_xacro_numbers(int64_t a, int64_t b, int64_t *out)
{
    if (b >= 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return false;
    *out = a + b;
    return true;
}

/* The quotient rounded down, and what is left, which has the sign of b. */
static bool divide_xacro_integers(fk_xacro *x, int64_t a, int64_t b, int64_t *quotient, int64_t *rest)
{
    if (b == 0)
        return fk_xacro_fail(x, "this divides by zero");
    if (b == -1) {
        *rest = 0;
        *quotient = a == INT64_MIN ? 0 : -a;
        return a != INT64_MIN || fail_xacro_overflow(x);
    }
    *quotient = a / b;
    *rest = a % b;
    if (*rest != 0 && (*rest < 0) != (b < 0)) {
        *rest += b;
        --*quotient;
    }
    return true;
}

static bool combine_xacro_integers(fk_xacro *x, fk_xacro_op op, int64_t a, int64_t b, fk_xacro_value *out)
{
    int64_t value = 0, other;
    bool is_good = true;
    switch (op) {
    case FK_XACRO_ADD:
        is_good = add_xacro_numbers(a, b, &value) || fail_xacro_overflow(x);
        break;
    case FK_XACRO_SUBTRACT:
        is_good = (b != INT64_MIN ? add_xacro_numbers(a, -b, &value)
                                  : a < 0 && add_xacro_numbers(a + 1, INT64_MAX, &value)) ||
                  fail_xacro_overflow(x);
        break;
    case FK_XACRO_MULTIPLY:
        is_good = multiply_xacro(a, b, &value) || fail_xacro_overflow(x);
        break;
    case FK_XACRO_FLOOR_DIVIDE:
        is_good = divide_xacro_integers(x, a, b, &value, &other);
        break;
    case FK_XACRO_MODULO:
        is_good = divide_xacro_integers(x, a, b, &other, &value);
        break;
    case FK_XACRO_BIT_AND:
        value = a & b;
        break;
    case FK_XACRO_BIT_OR:
        value = a | b;
        break;
    default:
        value = a ^ b;
        break;
    }
    *out = fk_xacro_integer(value);
    return is_good;
}

static double modulo_xacro(double a, double b)
{
    double rest = fmod(a, b);
    return rest != 0 ? (rest < 0) != (b < 0) ? rest + b : rest : copysign(0, b);
}

static bool combine_xacro_floats(fk_xacro *x, fk_xacro_op op, double a, double b, fk_xacro_value *out)
{
    double value;
    if ((op == FK_XACRO_DIVIDE || op == FK_XACRO_FLOOR_DIVIDE || op == FK_XACRO_MODULO) && fabs(b) <= 0)
        return fk_xacro_fail(x, "this divides by zero");
    switch (op) {
    case FK_XACRO_ADD:
        value = a + b;
        break;
    case FK_XACRO_SUBTRACT:
        value = a - b;
        break;
    case FK_XACRO_MULTIPLY:
        value = a * b;
        break;
    case FK_XACRO_DIVIDE:
        value = a / b;
        break;
    case FK_XACRO_MODULO:
        value = modulo_xacro(a, b);
        break;
    default:
        value = (a - modulo_xacro(a, b)) / b;
        value = floor(value) + (value - floor(value) > 0.5);
        value = value != 0 ? value : copysign(0, a / b);
        break;
    }
    *out = fk_xacro_float(value);
    return true;
}

/* Repeats a text or list. */
static bool repeat_xacro(fk_xacro *x, const fk_xacro_value *what, int64_t times, fk_xacro_value *out)
{
    fk_xacro_builder b = {.x = x};
    fk_xacro_value *item;
    times = times < 0 || what->count == 0 ? 0 : times;
    if ((uint64_t)times > FK_XACRO_BYTES / (what->count + 1u))
        return fk_xacro_fail(x, "this repeats more than %lu MiB hold", (unsigned long)(FK_XACRO_BYTES >> 20));
    if (!fk_xacro_work(x, (uint64_t)times))
        return false;
    if (what->kind == FK_XACRO_TEXT) {
        for (int64_t i = 0; i < times; i++)
            if (!fk_xacro_add(&b, what->of.text, what->count))
                return false;
        return fk_xacro_finish(&b, out);
    }
    if (!fk_xacro_items(x, what->kind, (size_t)times * what->count, out, &item))
        return false;
    for (int64_t i = 0; i < times; i++)
        memcpy(item + (size_t)i * what->count, what->of.item, what->count * sizeof *item);
    return true;
}

static bool join_xacro(fk_xacro *x, const fk_xacro_value *a, const fk_xacro_value *b, fk_xacro_value *out)
{
    fk_xacro_builder text = {.x = x};
    fk_xacro_value *item;
    if (a->kind == FK_XACRO_TEXT)
        return fk_xacro_add(&text, a->of.text, a->count) && fk_xacro_add(&text, b->of.text, b->count) &&
               fk_xacro_finish(&text, out);
    if (!fk_xacro_items(x, a->kind, (size_t)a->count + b->count, out, &item))
        return false;
    memcpy(item, a->of.item, a->count * sizeof *item);
    memcpy(item + a->count, b->of.item, b->count * sizeof *item);
    return true;
}

bool fk_xacro_binary(fk_xacro *x, fk_xacro_op op, const fk_xacro_value *a, const fk_xacro_value *b,
                     fk_xacro_value *out)
{
    bool is_text = a->kind == FK_XACRO_TEXT, is_row = is_text || fk_xacro_is_sequence(a);
    if (!fk_xacro_work(x, 1))
        return false;
    if (fk_xacro_is_number(a) && fk_xacro_is_number(b)) {
        bool is_float = a->kind == FK_XACRO_FLOAT || b->kind == FK_XACRO_FLOAT || op == FK_XACRO_DIVIDE;
        if (op == FK_XACRO_POWER)
            return fk_xacro_power(x, a, b, out);
        if (is_float && op >= FK_XACRO_BIT_AND)
            return fail_xacro_operands(x, op, a, b);
        if (is_float)
            return combine_xacro_floats(x, op, fk_xacro_as_double(a), fk_xacro_as_double(b), out);
        if (!combine_xacro_integers(x, op, a->of.integer, b->of.integer, out))
            return false;
        if (a->kind == FK_XACRO_BOOL && b->kind == FK_XACRO_BOOL && op >= FK_XACRO_BIT_AND)
            out->kind = FK_XACRO_BOOL;
        return true;
    }
    if (op == FK_XACRO_ADD && is_row && a->kind == b->kind)
        return join_xacro(x, a, b, out);
    if (op == FK_XACRO_MULTIPLY && is_row && (b->kind == FK_XACRO_INTEGER || b->kind == FK_XACRO_BOOL))
        return repeat_xacro(x, a, b->of.integer, out);
    if (op == FK_XACRO_MULTIPLY && (b->kind == FK_XACRO_TEXT || fk_xacro_is_sequence(b)) &&
        (a->kind == FK_XACRO_INTEGER || a->kind == FK_XACRO_BOOL))
        return repeat_xacro(x, b, a->of.integer, out);
    if (op == FK_XACRO_MODULO && is_text)
        return fk_xacro_format(x, a, b, out);
    return fail_xacro_operands(x, op, a, b);
}

static bool evaluate_xacro_unary(fk_xacro *x, fk_xacro_op op, const fk_xacro_value *a, fk_xacro_value *out)
{
    const fk_xacro_value zero = fk_xacro_integer(0);
    if (!fk_xacro_is_number(a))
        return fk_xacro_fail(x, "'%s' does not take %s", xacro_signs[op], fk_xacro_type(a));
    if (a->kind == FK_XACRO_FLOAT) {
        *out = fk_xacro_float(op == FK_XACRO_MINUS ? -a->of.number : a->of.number);
        return true;
    }
    return fk_xacro_binary(x, op == FK_XACRO_MINUS ? FK_XACRO_SUBTRACT : FK_XACRO_ADD, &zero, a, out);
}

/* ---- Comparisons --------------------------------------------------------------------------------------- */

static bool is_xacro_in(fk_xacro *x, const fk_xacro_value *item, const fk_xacro_value *all, bool *out)
{
    *out = false;
    if (all->kind == FK_XACRO_TEXT && item->kind == FK_XACRO_TEXT) {
        *out = fk_xacro_work_search(x, all, item) && fk_xacro_find_text(all, item, 0) != FK_NONE;
        return x->robot->xml.status == FK_OK;
    }
    if (all->kind == FK_XACRO_DICT) {
        *out = fk_xacro_find_key(x, all, item) != NULL;
        return x->robot->xml.status == FK_OK;
    }
    if (!fk_xacro_is_sequence(all))
        return fk_xacro_fail(x, "'in' does not take %s and %s", fk_xacro_type(item), fk_xacro_type(all));
    for (uint32_t i = 0; i < all->count && !*out; i++)
        if (!fk_xacro_equal(x, &all->of.item[i], item, out))
            return false;
    return true;
}

static bool compare_xacro(fk_xacro *x, fk_xacro_op op, const fk_xacro_value *a, const fk_xacro_value *b,
                          bool *out)
{
    int order = 2;
    bool is_good = true;
    switch (op) {
    case FK_XACRO_EQUAL:
    case FK_XACRO_NOT_EQUAL:
        is_good = fk_xacro_equal(x, a, b, out);
        break;
    case FK_XACRO_IN:
    case FK_XACRO_NOT_IN:
        is_good = is_xacro_in(x, a, b, out);
        break;
    case FK_XACRO_IS:
    case FK_XACRO_IS_NOT:
        is_good = fk_xacro_equal(x, a, b, out);
        *out = *out && a->kind == b->kind;
        break;
    default:
        is_good = fk_xacro_compare(x, a, b, &order);
        break;
    }
    if (op == FK_XACRO_NOT_EQUAL || op == FK_XACRO_NOT_IN || op == FK_XACRO_IS_NOT)
        *out = !*out;
    else if (op >= FK_XACRO_LESS && op <= FK_XACRO_GREATER_EQUAL)
        *out = order != 2 && (op == FK_XACRO_LESS         ? order < 0
                              : op == FK_XACRO_LESS_EQUAL ? order <= 0
                              : op == FK_XACRO_GREATER    ? order > 0
                                                          : order >= 0);
    return is_good;
}

/* a < b < c: each value is evaluated once, and only as long as all before are true. */
static bool evaluate_xacro_chain(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope,
                                 fk_xacro_value *out)
{
    fk_xacro_value a, b;
    bool holds = true;
    if (!fk_xacro_evaluate(x, node->first, scope, &a))
        return false;
    for (const fk_xacro_node *at = node->first->next; at != NULL && holds; at = at->next->next, a = b)
        if (!fk_xacro_evaluate(x, at, scope, &b) || !compare_xacro(x, at->next->op, &a, &b, &holds))
            return false;
    *out = fk_xacro_bool(holds);
    return true;
}

/* ---- Indices and attributes ---------------------------------------------------------------------------- */

/* Splits a text into characters: UTF-8. */
static bool split_xacro_characters(fk_xacro *x, const fk_xacro_value *text, fk_xacro_value *out)
{
    fk_xacro_value *item;
    uint32_t count = 0;
    if (!fk_xacro_items(x, FK_XACRO_LIST, text->count, out, &item))
        return false;
    for (uint32_t i = 0, end; i < text->count; i = end) {
        for (end = i + 1; end < text->count && ((unsigned char)text->of.text[end] & 0xc0) == 0x80;)
            end++;
        if (!fk_xacro_text(x, text->of.text + i, end - i, &item[count++]))
            return false;
    }
    out->count = count;
    return true;
}

bool fk_xacro_iterate(fk_xacro *x, const fk_xacro_value *value, fk_xacro_value *out)
{
    fk_xacro_value *item;
    if (!fk_xacro_work(x, value->kind == FK_XACRO_TEXT || fk_xacro_is_sequence(value) ? value->count : 1))
        return false;
    if (value->kind == FK_XACRO_TEXT)
        return split_xacro_characters(x, value, out);
    if (fk_xacro_is_sequence(value)) {
        *out = *value;
        out->kind = FK_XACRO_LIST;
        return true;
    }
    if (value->kind != FK_XACRO_DICT)
        return fk_xacro_fail(x, "%s is nothing to run over", fk_xacro_type(value));
    if (!fk_xacro_items(x, FK_XACRO_LIST, value->count, out, &item))
        return false;
    for (size_t i = 0; i < value->count; i++)
        item[i] = value->of.item[2 * i];
    return true;
}

/* The words for a key that a dictionary does not have: its keys, the nearest first. */
static bool fail_xacro_key(fk_xacro *x, const fk_xacro_value *dict, const fk_xacro_value *key)
{
    fk_xacro_value shown;
    if (x->robot->xml.status != FK_OK || !fk_xacro_to_text(x, key, &shown))
        return false;
    fk_spelling nearest = fk_spelling_make(shown.of.text);
    for (size_t i = 0; i < dict->count; i++)
        if (dict->of.item[2 * i].kind == FK_XACRO_TEXT)
            fk_spelling_offer(&nearest, dict->of.item[2 * i].of.text);
    return fk_xacro_fail(x, "the dictionary has no key '%s'%s%s", fk_show_text(shown.of.text).text,
                         nearest.found != NULL ? ", meant as " : "",
                         nearest.found != NULL ? nearest.found : "");
}

static bool index_xacro(fk_xacro *x, const fk_xacro_value *value, const fk_xacro_value *key,
                        fk_xacro_value *out)
{
    fk_xacro_value list;
    if (value->kind == FK_XACRO_DICT) {
        const fk_xacro_value *found = fk_xacro_find_key(x, value, key);
        if (found != NULL)
            *out = *found;
        return found != NULL || fail_xacro_key(x, value, key);
    }
    if (value->kind == FK_XACRO_SCOPE && key->kind == FK_XACRO_TEXT) {
        const fk_xacro_value *found;
        if (!fk_xacro_get(x, value->of.scope, key->of.text, &found))
            return false;
        if (found != NULL)
            *out = *found;
        return found != NULL ||
               fk_xacro_fail(x, "there is no property '%s'", fk_show_text(key->of.text).text);
    }
    if (value->kind != FK_XACRO_TEXT && !fk_xacro_is_sequence(value))
        return fk_xacro_fail(x, "%s has no items: [...] needs a list, a text or a dictionary",
                             fk_xacro_type(value));
    if (key->kind != FK_XACRO_INTEGER && key->kind != FK_XACRO_BOOL)
        return fk_xacro_fail(x, "an index is an integer, not %s", fk_xacro_type(key));
    if (!fk_xacro_iterate(x, value, &list))
        return false;
    int64_t i = key->of.integer < 0 ? key->of.integer + list.count : key->of.integer;
    if (i < 0 || i >= list.count)
        return fk_xacro_fail(x, "the index %lld is beyond a list of %lu", (long long)key->of.integer,
                             (unsigned long)list.count);
    *out = list.of.item[i];
    return true;
}

/* A bound of a slice, or `otherwise`; limited to what exists. */
static bool bound_xacro_slice(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope, int64_t limit[3],
                              int64_t *out)
{
    fk_xacro_value value;
    *out = limit[2];
    if (node->kind == FK_XACRO_ABSENT)
        return true;
    if (!fk_xacro_evaluate(x, node, scope, &value))
        return false;
    if (value.kind == FK_XACRO_NONE)
        return true;
    if (value.kind != FK_XACRO_INTEGER)
        return fk_xacro_fail(x, "a bound of a slice is an integer, not %s", fk_xacro_type(&value));
    int64_t i = value.of.integer, count = limit[1] - limit[0];
    i = i < 0 ? (i < -count - 1 ? -count - 1 : i) + count : i;
    *out = i < limit[0] ? limit[0] : i > limit[1] ? limit[1] : i;
    return true;
}

static bool slice_xacro(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope, fk_xacro_value *out)
{
    const fk_xacro_node *from = node->first->next, *to = from->next, *by = to->next;
    fk_xacro_value value, list, *item, step = fk_xacro_integer(1);
    if (!fk_xacro_evaluate(x, node->first, scope, &value) ||
        (by->kind != FK_XACRO_ABSENT && !fk_xacro_evaluate(x, by, scope, &step)))
        return false;
    if (value.kind != FK_XACRO_TEXT && !fk_xacro_is_sequence(&value))
        return fk_xacro_fail(x, "%s has no slices", fk_xacro_type(&value));
    if (step.kind != FK_XACRO_INTEGER || step.of.integer == 0 || !fk_xacro_iterate(x, &value, &list))
        return fk_xacro_fail(x, "the step of a slice is an integer that is not 0");
    bool is_back = step.of.integer < 0;
    int64_t count = list.count, least = is_back ? -1 : 0, first, last;
    int64_t begin[3] = {least, least + count, is_back ? count - 1 : 0},
            end[3] = {least, least + count, is_back ? -1 : count};
    if (!bound_xacro_slice(x, from, scope, begin, &first) || !bound_xacro_slice(x, to, scope, end, &last) ||
        !fk_xacro_items(x, value.kind == FK_XACRO_TUPLE ? FK_XACRO_TUPLE : FK_XACRO_LIST, list.count, out,
                        &item))
        return false;
    int64_t by_size = step.of.integer > count    ? count + 1
                      : step.of.integer < -count ? -count - 1
                                                 : step.of.integer;
    uint32_t used = 0;
    for (int64_t i = first; is_back ? i > last : i < last; i += by_size)
        item[used++] = list.of.item[i];
    out->count = used;
    if (value.kind != FK_XACRO_TEXT)
        return true;
    fk_xacro_builder b = {.x = x};
    for (uint32_t i = 0; i < used; i++)
        if (!fk_xacro_add(&b, item[i].of.text, item[i].count))
            return false;
    return fk_xacro_finish(&b, out);
}

static bool read_xacro_attribute(fk_xacro *x, const fk_xacro_value *value, const char *name,
                                 fk_xacro_value *out)
{
    fk_xacro_value key = fk_xacro_literal(name);
    uint32_t method;
    if (fk_xacro_find_method(value, name, &method)) {
        fk_xacro_value *self = fk_xacro_allocate(x, 1, sizeof *self);
        if (self == NULL)
            return false;
        *self = *value;
        *out = (fk_xacro_value){.kind = FK_XACRO_METHOD, .count = method, .of.item = self};
        return true;
    }
    if (value->kind == FK_XACRO_DICT || value->kind == FK_XACRO_SCOPE)
        return index_xacro(x, value, &key, out);
    if (value->kind == FK_XACRO_MODULE && fk_xacro_find_in_module(value, name, out))
        return true;
    return fk_xacro_fail(x, "%s has no '%s'", fk_xacro_type(value), fk_show_text(name).text);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

/* An argument within $(eval ...): a number or truth value if it looks like one. */
static bool read_xacro_eval_name(fk_xacro *x, const char *name, fk_xacro_value *out, bool *is_found)
{
    const fk_xacro_entry *entry = fk_xacro_find(&x->arguments, name);
    const char *text;
    *is_found = entry != NULL;
    if (entry == NULL)
        return true;
    if (!fk_xacro_read_argument(x, name, &text))
        return false;
    fk_xacro_value value = fk_xacro_literal(text);
    *out = fk_xacro_of_literal(x, &value);
    return true;
}

static bool fail_xacro_name(fk_xacro *x, const fk_xacro_scope *scope, const char *name)
{
    fk_spelling nearest = fk_spelling_make(name);
    for (; scope != NULL; scope = scope->parent)
        for (uint32_t i = 0; i < scope->bucket_count; i++)
            for (const fk_xacro_entry *entry = scope->bucket[i]; entry != NULL; entry = entry->next)
                if (!entry->is_removed && *entry->name != '*')
                    fk_spelling_offer(&nearest, entry->name);
    return fk_xacro_fail(x, "there is no property or function '%s'%s%s", fk_show_text(name).text,
                         nearest.found != NULL ? ", meant as " : "",
                         nearest.found != NULL ? nearest.found : "");
}

static bool read_xacro_name_value(fk_xacro *x, const char *name, fk_xacro_scope *scope, fk_xacro_value *out)
{
    const fk_xacro_value *found = NULL;
    bool is_found = false;
    if (x->is_eval ? !read_xacro_eval_name(x, name, out, &is_found) : !fk_xacro_get(x, scope, name, &found))
        return false;
    if (found != NULL)
        *out = *found;
    if (is_found || found != NULL)
        return true;
    if (!fk_xacro_work(x, 8)) /* the table of functions is searched from its beginning */
        return false;
    if (fk_xacro_find_builtin(x, name, out))
        return true;
    /* The names of a comprehension within $(eval ...). */
    if (x->is_eval && (!fk_xacro_get(x, scope, name, &found)))
        return false;
    if (found != NULL)
        *out = *found;
    return found != NULL || fail_xacro_name(x, scope, name);
}

/* ---- Comprehensions ------------------------------------------------------------------------------------ */

/* The items of a comprehension, in a list that grows. */
typedef struct xacro_collector {
    const fk_xacro_node *node;
    fk_xacro_value *item;
    size_t used, capacity;
} xacro_collector;

static bool collect_xacro_item(fk_xacro *x, xacro_collector *c, fk_xacro_scope *scope)
{
    const fk_xacro_node *from = c->node->first;
    size_t parts = c->node->is_dict ? 2 : 1;
    if (c->used + parts > c->capacity) {
        c->capacity = 2 * c->capacity + 8;
        fk_xacro_value *more = fk_xacro_allocate(x, c->capacity, sizeof *more);
        if (more == NULL)
            return false;
        if (c->used > 0)
            memcpy(more, c->item, c->used * sizeof *more);
        c->item = more;
    }
    for (size_t i = 0; i < parts; i++, from = from->next)
        if (!fk_xacro_evaluate(x, from, scope, &c->item[c->used++]))
            return false;
    return true;
}

/* Gives the names of a "for" their values. */
static bool bind_xacro_names(fk_xacro *x, const fk_xacro_node *names, const fk_xacro_value *value,
                             fk_xacro_scope *scope)
{
    fk_xacro_value list = *value;
    const fk_xacro_node *name = names->first;
    if (names->count > 1 && (!fk_xacro_iterate(x, value, &list) || list.count != names->count))
        return fk_xacro_fail(x, "%lu names stand for %lu values", (unsigned long)names->count,
                             (unsigned long)list.count);
    for (uint32_t i = 0; i < names->count; i++, name = name->next) {
        fk_xacro_entry *entry = fk_xacro_define(x, scope, name->name);
        if (entry == NULL)
            return false;
        entry->value = names->count > 1 ? list.of.item[i] : *value;
    }
    return true;
}

/* Runs the clauses from `clause` on. */
static bool run_xacro_clauses(fk_xacro *x, xacro_collector *c, const fk_xacro_node *clause,
                              fk_xacro_scope *scope)
{
    fk_xacro_value value, list;
    if (clause == NULL)
        return collect_xacro_item(x, c, scope);
    if (!fk_xacro_evaluate(x, clause->kind == FK_XACRO_FOR ? clause->first->next : clause->first, scope,
                           &value))
        return false;
    if (clause->kind == FK_XACRO_WHERE)
        return !fk_xacro_is_true(&value) || run_xacro_clauses(x, c, clause->next, scope);
    bool is_good = fk_xacro_enter(x) && fk_xacro_iterate(x, &value, &list);
    for (uint32_t i = 0; is_good && i < list.count; i++)
        is_good = bind_xacro_names(x, clause->first, &list.of.item[i], scope) &&
                  run_xacro_clauses(x, c, clause->next, scope);
    x->depth--;
    return is_good;
}

static bool evaluate_xacro_comprehension(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope,
                                         fk_xacro_value *out)
{
    fk_xacro_scope inner = {.parent = scope};
    xacro_collector c = {.node = node, .item = fk_xacro_allocate(x, 2, sizeof *c.item), .capacity = 2};
    if (c.item == NULL ||
        !run_xacro_clauses(x, &c, node->is_dict ? node->first->next->next : node->first->next, &inner))
        return false;
    *out = (fk_xacro_value){.kind = node->is_dict ? FK_XACRO_DICT : FK_XACRO_LIST, .of.item = c.item};
    out->count = (uint32_t)(node->is_dict ? c.used / 2 : c.used);
    return true;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static bool evaluate_xacro_items(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope,
                                 fk_xacro_value *out)
{
    fk_xacro_kind kind = node->kind == FK_XACRO_MAKE_LIST    ? FK_XACRO_LIST
                         : node->kind == FK_XACRO_MAKE_TUPLE ? FK_XACRO_TUPLE
                                                             : FK_XACRO_DICT;
    fk_xacro_value *item;
    if (!fk_xacro_items(x, kind, kind == FK_XACRO_DICT ? node->count / 2 : node->count, out, &item))
        return false;
    for (const fk_xacro_node *at = node->first; at != NULL; at = at->next)
        if (!fk_xacro_evaluate(x, at, scope, item++))
            return false;
    return true;
}

static bool evaluate_xacro_call(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope,
                                fk_xacro_value *out)
{
    fk_xacro_value function, *value = fk_xacro_allocate(x, node->count, sizeof *value);
    const char **name = value != NULL ? fk_xacro_allocate(x, node->count, sizeof *name) : NULL;
    fk_xacro_arguments a = {.value = value, .name = name};
    if (name == NULL || !fk_xacro_evaluate(x, node->first, scope, &function))
        return false;
    for (const fk_xacro_node *at = node->first->next; at != NULL; at = at->next) {
        name[a.count] = at->name;
        if (!fk_xacro_evaluate(x, at->first, scope, &value[a.count++]))
            return false;
    }
    return fk_xacro_call(x, &function, a, out);
}

/* "and" and "or" give the value that decides. */
static bool evaluate_xacro_logic(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope,
                                 fk_xacro_value *out)
{
    for (const fk_xacro_node *at = node->first; at != NULL; at = at->next) {
        if (!fk_xacro_evaluate(x, at, scope, out))
            return false;
        if (fk_xacro_is_true(out) == (node->kind == FK_XACRO_OR))
            return true;
    }
    return true;
}

static bool evaluate_xacro_node(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope,
                                fk_xacro_value *out)
{
    fk_xacro_value a, b;
    switch (node->kind) {
    case FK_XACRO_CONSTANT:
        *out = node->value;
        return true;
    case FK_XACRO_NAME:
        return read_xacro_name_value(x, node->name, scope, out);
    case FK_XACRO_ATTRIBUTE:
        return fk_xacro_evaluate(x, node->first, scope, &a) && read_xacro_attribute(x, &a, node->name, out);
    case FK_XACRO_CALL:
        return evaluate_xacro_call(x, node, scope, out);
    case FK_XACRO_INDEX:
        return fk_xacro_evaluate(x, node->first, scope, &a) && fk_xacro_evaluate(x, node->last, scope, &b) &&
               index_xacro(x, &a, &b, out);
    case FK_XACRO_SLICE:
        return slice_xacro(x, node, scope, out);
    case FK_XACRO_MAKE_LIST:
    case FK_XACRO_MAKE_TUPLE:
    case FK_XACRO_MAKE_DICT:
        return evaluate_xacro_items(x, node, scope, out);
    case FK_XACRO_COMPREHENSION:
        return evaluate_xacro_comprehension(x, node, scope, out);
    case FK_XACRO_CHOICE:
        return fk_xacro_evaluate(x, node->first->next, scope, &a) &&
               fk_xacro_evaluate(x, fk_xacro_is_true(&a) ? node->first : node->last, scope, out);
    case FK_XACRO_OR:
    case FK_XACRO_AND:
        return evaluate_xacro_logic(x, node, scope, out);
    case FK_XACRO_NOT:
        if (!fk_xacro_evaluate(x, node->first, scope, &a))
            return false;
        *out = fk_xacro_bool(!fk_xacro_is_true(&a));
        return true;
    case FK_XACRO_COMPARE:
        return evaluate_xacro_chain(x, node, scope, out);
    case FK_XACRO_BINARY:
        return fk_xacro_evaluate(x, node->first, scope, &a) && fk_xacro_evaluate(x, node->last, scope, &b) &&
               fk_xacro_binary(x, node->op, &a, &b, out);
    case FK_XACRO_UNARY:
        return fk_xacro_evaluate(x, node->first, scope, &a) && evaluate_xacro_unary(x, node->op, &a, out);
    default:
        return fk_xacro_fail(x, "this is no value");
    }
}

bool fk_xacro_evaluate(fk_xacro *x, const fk_xacro_node *node, fk_xacro_scope *scope, fk_xacro_value *out)
{
    bool is_good = fk_xacro_enter(x) && fk_xacro_work(x, 1) && evaluate_xacro_node(x, node, scope, out);
    x->depth--;
    return is_good;
}
