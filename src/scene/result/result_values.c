/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Values of results: see result.h. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "scene/result/result.h"

bool fk_result_text(fk_reader *r, const fk_value *value, const char **out)
{
    if (!json_is_string(value->json))
        return fk_value_fail(r, value, "\"%s\" is a text in quotes",
                             value->key != NULL ? value->key : "list");
    return fk_value_keep(r, json_string_value(value->json), out);
}

bool fk_result_need_text(fk_reader *r, const fk_value *object, const char *key, const char **out)
{
    fk_value member;
    return fk_value_need(r, object, key, "this", &member) && fk_result_text(r, &member, out);
}

bool fk_result_number(fk_reader *r, const fk_value *value, double *out)
{
    if (!json_is_null(value->json))
        return fk_value_number(r, value, out);
    *out = HUGE_VAL;
    return true;
}

bool fk_result_need_number(fk_reader *r, const fk_value *object, const char *key, double *out)
{
    fk_value member;
    return fk_value_need(r, object, key, "this", &member) && fk_result_number(r, &member, out);
}

bool fk_result_interval(fk_reader *r, const fk_value *object, const char *key, fk_interval *out)
{
    fk_value member;
    if (!fk_value_need(r, object, key, "this", &member))
        return false;
    if (!json_is_object(member.json))
        return fk_value_fail(r, &member, "\"%s\" is {\"lo\": ..., \"hi\": ...}", key);
    return fk_result_need_number(r, &member, "lo", &out->lo) &&
           fk_result_need_number(r, &member, "hi", &out->hi);
}

bool fk_result_vector(fk_reader *r, const fk_value *object, const char *key, fk_vec3 *out)
{
    fk_value member;
    double number[3];
    if (!fk_value_need(r, object, key, "this", &member))
        return false;
    if (!json_is_array(member.json) || json_array_size(member.json) != 3)
        return fk_value_fail(r, &member, "\"%s\" needs three numbers, [x, y, z]", key);
    for (size_t i = 0; i < 3; i++) {
        fk_value element = fk_value_element(&member, i);
        if (!fk_result_number(r, &element, &number[i]))
            return false;
    }
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}

bool fk_result_whole(fk_reader *r, const fk_value *object, const char *key, uint64_t *out)
{
    fk_value member;
    double number;
    if (!fk_value_need(r, object, key, "this", &member) || !fk_value_number(r, &member, &number))
        return false;
    if (!(number >= 0 && number <= 0x1p53) || number != floor(number))
        return fk_value_fail(r, &member, "\"%s\" is a whole number, not %s", key,
                             fk_show_number(number).text);
    *out = (uint64_t)number;
    return true;
}

bool fk_result_flag(fk_reader *r, const fk_value *object, const char *key, bool *out)
{
    fk_value member;
    *out = false;
    return !fk_value_member(object, key, &member) || fk_value_bool(r, &member, out);
}

static bool find_part(fk_reader *r, const fk_result_own *own, const fk_value *pair, const char *key,
                      uint32_t *out)
{
    fk_value member;
    const char *name;
    if (!fk_value_need(r, pair, key, "a pair", &member))
        return false;
    if (!json_is_string(member.json))
        return fk_value_fail(r, &member, "\"%s\" is the name of a part", key);
    name = json_string_value(member.json);
    *out = fk_names_find(&own->names, name);
    if (*out == FK_NONE)
        return fk_value_fail(r, &member, "there is no part '%s' in \"parts\"", fk_show(name).text);
    return true;
}

bool fk_result_parts(fk_reader *r, const fk_result_own *own, const fk_value *pair, uint32_t *a, uint32_t *b)
{
    if (!json_is_object(pair->json))
        return fk_value_fail(r, pair, "a pair is an object, {\"a\": ..., \"b\": ...}");
    if (!find_part(r, own, pair, "a", a) || !find_part(r, own, pair, "b", b))
        return false;
    return *a < *b || fk_value_fail(r, pair, "\"a\" comes before \"b\" in \"parts\", and is not the same");
}

bool fk_result_kind(fk_reader *r, const fk_value *pair, fk_clash *out)
{
    fk_value member;
    if (!fk_value_need(r, pair, "kind", "a pair", &member))
        return false;
    for (int kind = 0; json_is_string(member.json) && kind < FK_CLASH_COUNT; kind++)
        if (fk_same_text(json_string_value(member.json), fk_clash_word((fk_clash)kind))) {
            *out = (fk_clash)kind;
            return true;
        }
    return fk_value_fail(r, &member,
                         "\"kind\" is duplicate, contained, hard, contact, clearance, clear or "
                         "undecided");
}
