/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes and reads certificates as JSON. The writer emits plain text, because the order of the keys and the form of the
 * numbers belong to the format. The reader is strict: it rejects a proof with a missing or an extra key. */

#include "certificate_json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------------------- */

void json_put(json_text *out, const char *text)
{
    size_t length = strlen(text);
    assert(length < sizeof out->text - out->length);
    memcpy(out->text + out->length, text, length + 1);
    out->length += length;
}

void json_put_whole(json_text *out, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    json_put(out, text);
}

/* Writes null for a number that is not finite: JSON has no word for it. */
static void put_number(json_text *out, double value)
{
    char text[FK_NUMBER_SIZE];
    fk_number_format(value == 0 ? 0 : value, text); /* writes -0 as 0 */
    json_put(out, isfinite(value) ? text : "null");
}

static void put_vec3(json_text *out, const char *key, fk_vec3 value)
{
    json_put(out, key);
    for (int axis = 0; axis < 3; axis++) {
        json_put(out, axis == 0 ? "[" : ",");
        put_number(out, fk_vec3_get(value, axis));
    }
    json_put(out, "]");
}

static void put_word(json_text *out, const char *key, const char *word)
{
    json_put(out, key);
    json_put(out, "\"");
    json_put(out, word);
    json_put(out, "\"");
}

static void put_vertex_pairs(json_text *out, const char *key, const fk_vertex_pair *pair, size_t count)
{
    char text[32];
    json_put(out, key);
    json_put(out, "[");
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%s[%" PRIu32 ",%" PRIu32 "]", i == 0 ? "" : ",", pair[i].a, pair[i].b);
        json_put(out, text);
    }
    json_put(out, "]");
}

static void put_direction(json_text *out, const fk_direction *direction)
{
    if (direction->form == FK_DIRECTION_NONE)
        return;
    if (direction->form == FK_DIRECTION_VECTOR) {
        put_vec3(out, ",\"n\":", direction->vector);
        return;
    }
    if (direction->form == FK_DIRECTION_FACET) {
        put_vertex_pairs(out, ",\"facet\":", direction->pair, 3);
    } else {
        if (direction->form == FK_DIRECTION_EDGE)
            put_vertex_pairs(out, ",\"edge\":", direction->pair, 2);
        json_put(out, ",\"axis\":");
        json_put_whole(out, (uint64_t)direction->axis);
    }
    json_put(out, direction->sign < 0 ? ",\"sign\":-1" : ",\"sign\":1");
}

static void put_certificate(json_text *out, const fk_certificate *certificate)
{
    assert(certificate->pair_count <= FK_CERTIFICATE_PAIRS);
    put_word(out, ",\"proof\":{\"kind\":", fk_verdict_name(certificate->verdict));
    /* A vector alone proves "apart", and a point alone "overlapping"; every other form needs its pairs, even if there
     * are none. */
    if (certificate->pair_count > 0 ||
        (certificate->direction.form != FK_DIRECTION_VECTOR && certificate->point_form != FK_POINT_VECTOR))
        put_vertex_pairs(out, ",\"pairs\":", certificate->pair, certificate->pair_count);
    put_direction(out, &certificate->direction);
    if (certificate->point_form == FK_POINT_VECTOR)
        put_vec3(out, ",\"x\":", certificate->point);
    if (certificate->point_form == FK_POINT_WEIGHTS) {
        json_put(out, ",\"weights\":");
        for (size_t i = 0; i < certificate->pair_count; i++) {
            json_put(out, i == 0 ? "[" : ",");
            json_put_whole(out, certificate->weight[i]);
        }
        json_put(out, "]");
    }
    json_put(out, "}");
}

void json_put_answer(json_text *out, const fk_answer *answer)
{
    put_word(out, "\"verdict\":", fk_verdict_name(answer->verdict));
    if (answer->filled & FK_PART_POINT)
        put_vec3(out, ",\"point\":", answer->point);
    if (answer->filled & FK_PART_BOX) {
        put_vec3(out, ",\"box\":{\"min\":", answer->box.min);
        put_vec3(out, ",\"max\":", answer->box.max);
        json_put(out, "}");
    }
    if (answer->filled & FK_PART_PLANE) {
        put_vec3(out, ",\"normal\":", answer->plane.normal);
        json_put(out, ",\"gap\":");
        put_number(out, answer->gap);
    }
    if (answer->filled & FK_PART_CERTIFICATE)
        put_certificate(out, &answer->certificate);
    put_word(out, ",\"method\":", fk_method_name(answer->method));
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool json_get_whole(const json_t *json, double limit, uint64_t *out)
{
    double value = json_number_value(json); /* 0 if it is not a number */
    if (!json_is_number(json) || !(value >= 0 && value <= limit) || value != floor(value))
        return false;
    *out = (uint64_t)value;
    return true;
}

fk_verdict json_get_verdict(const json_t *json)
{
    const char *word = json_string_value(json);
    for (int verdict = FK_APART; word && verdict <= FK_OVERLAPPING; verdict++)
        if (strcmp(word, fk_verdict_name((fk_verdict)verdict)) == 0)
            return (fk_verdict)verdict;
    return FK_UNDECIDED;
}

static bool get_index(const json_t *json, uint32_t *out)
{
    uint64_t value;
    if (!json_get_whole(json, UINT32_MAX, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

/* Reads between `least` and `most` vertex pairs. */
static bool get_pairs(const json_t *json, size_t least, size_t most, fk_vertex_pair *out, uint32_t *count)
{
    size_t size = json_array_size(json); /* 0 if it is not an array */
    if (!json_is_array(json) || size < least || size > most)
        return false;
    for (size_t i = 0; i < size; i++) {
        const json_t *pair = json_array_get(json, i);
        if (json_array_size(pair) != 2 || !get_index(json_array_get(pair, 0), &out[i].a) ||
            !get_index(json_array_get(pair, 1), &out[i].b))
            return false;
    }
    *count = (uint32_t)size;
    return true;
}

static bool get_vec3(const json_t *json, fk_vec3 *out)
{
    double number[3];
    if (json_array_size(json) != 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        const json_t *element = json_array_get(json, i);
        if (!json_is_number(element))
            return false;
        number[i] = json_number_value(element);
    }
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return true;
}

/* One reader for each key of a proof. */

static bool get_kind(const json_t *json, fk_certificate *out)
{
    out->verdict = json_get_verdict(json);
    return out->verdict != FK_UNDECIDED;
}

static bool get_proof_pairs(const json_t *json, fk_certificate *out)
{
    return get_pairs(json, 0, FK_CERTIFICATE_PAIRS, out->pair, &out->pair_count);
}

static bool get_n(const json_t *json, fk_certificate *out)
{
    return get_vec3(json, &out->direction.vector);
}

static bool get_facet(const json_t *json, fk_certificate *out)
{
    uint32_t count;
    return get_pairs(json, 3, 3, out->direction.pair, &count);
}

static bool get_edge(const json_t *json, fk_certificate *out)
{
    uint32_t count;
    return get_pairs(json, 2, 2, out->direction.pair, &count);
}

static bool get_axis(const json_t *json, fk_certificate *out)
{
    uint64_t axis;
    if (!json_get_whole(json, 2, &axis))
        return false;
    out->direction.axis = (int32_t)axis;
    return true;
}

static bool get_sign(const json_t *json, fk_certificate *out)
{
    double sign = json_number_value(json);
    if (!json_is_number(json) || (sign != 1 && sign != -1))
        return false;
    out->direction.sign = sign < 0 ? -1 : 1;
    return true;
}

static bool get_x(const json_t *json, fk_certificate *out)
{
    out->point_form = FK_POINT_VECTOR;
    return get_vec3(json, &out->point);
}

static bool get_weights(const json_t *json, fk_certificate *out)
{
    size_t size = json_array_size(json);
    out->point_form = FK_POINT_WEIGHTS;
    if (!json_is_array(json) || size > FK_CERTIFICATE_PAIRS)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!json_get_whole(json_array_get(json, i), (double)FK_WEIGHT_MAX, &out->weight[i]))
            return false;
    return true;
}

enum { KIND = 1, PAIRS = 2, N = 4, FACET = 8, EDGE = 16, AXIS = 32, SIGN = 64, X = 128, WEIGHTS = 256 };

static const struct proof_key {
    const char *word;
    unsigned bit;
    bool (*get)(const json_t *json, fk_certificate *out);
    const char *expected;
} keys[] = {
    {"kind", KIND, get_kind, "\"apart\", \"touching\" or \"overlapping\""},
    {"pairs", PAIRS, get_proof_pairs, "at most 6 pairs [i,j] of vertex numbers"},
    {"n", N, get_n, "three numbers"},
    {"facet", FACET, get_facet, "three pairs [i,j] of vertex numbers"},
    {"edge", EDGE, get_edge, "two pairs [i,j] of vertex numbers"},
    {"axis", AXIS, get_axis, "0, 1 or 2"},
    {"sign", SIGN, get_sign, "1 or -1"},
    {"x", X, get_x, "three numbers"},
    {"weights", WEIGHTS, get_weights, "at most 6 whole numbers up to 2^53"},
};

/* The keys of each form of a direction. */
static const struct {
    unsigned keys;
    fk_direction_form form;
} forms[] = {
    {0, FK_DIRECTION_NONE},
    {N, FK_DIRECTION_VECTOR},
    {FACET | SIGN, FK_DIRECTION_FACET},
    {EDGE | AXIS | SIGN, FK_DIRECTION_EDGE},
    {AXIS | SIGN, FK_DIRECTION_AXIS},
};

static const struct proof_key *find_key(const char *word)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(word, keys[i].word) == 0)
            return &keys[i];
    return NULL;
}

/* Stores the reason; always returns false. */
static bool refuse_proof(char why[CERTIFICATE_WHY_SIZE], const char *text)
{
    snprintf(why, CERTIFICATE_WHY_SIZE, "%s", text);
    return false;
}

/* Checks that these keys together are one of the forms. */
static bool check_keys(unsigned found, fk_direction_form *form, char why[CERTIFICATE_WHY_SIZE])
{
    if (!(found & KIND))
        return refuse_proof(why, "the proof has no \"kind\"");
    if (!(found & (PAIRS | N | X)))
        return refuse_proof(why, "the proof has no \"pairs\"");
    if ((found & X) && (found & WEIGHTS))
        return refuse_proof(why, "the proof has both \"x\" and \"weights\"");
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((found & ~(unsigned)(KIND | PAIRS | X | WEIGHTS)) == forms[i].keys) {
            *form = forms[i].form;
            return true;
        }
    }
    snprintf(
        why, CERTIFICATE_WHY_SIZE,
        "the direction of the proof must be \"n\"; \"facet\" and \"sign\"; \"edge\", \"axis\" and \"sign\"; "
        "or \"axis\" and \"sign\"");
    return false;
}

/* Only a proof of overlapping without a direction has a point, and each weight belongs to a pair. */
static bool check_point(const fk_certificate *certificate, char why[CERTIFICATE_WHY_SIZE])
{
    if (certificate->point_form != FK_POINT_NONE &&
        (certificate->verdict != FK_OVERLAPPING || certificate->direction.form != FK_DIRECTION_NONE)) {
        snprintf(why, CERTIFICATE_WHY_SIZE,
                 "\"x\" and \"weights\" are for a proof of overlapping, without a direction");
        return false;
    }
    for (uint32_t i = certificate->pair_count; i < FK_CERTIFICATE_PAIRS; i++)
        if (certificate->weight[i] > 0)
            return refuse_proof(why, "the proof has more \"weights\" than \"pairs\"");
    return true;
}

bool json_get_certificate(const json_t *proof, fk_certificate *out, char why[CERTIFICATE_WHY_SIZE])
{
    if (!json_is_object(proof))
        return refuse_proof(why, "the proof is not an object");
    fk_certificate certificate;
    memset(&certificate, 0, sizeof certificate);
    unsigned found = 0;
    const char *word;
    json_t *value;
    json_object_foreach((json_t *)proof, word, value)
    {
        const struct proof_key *key = find_key(word);
        if (!key) {
            snprintf(why, CERTIFICATE_WHY_SIZE, "the proof has an unknown key \"%.40s\"", word);
            return false;
        }
        if (!key->get(value, &certificate)) {
            snprintf(why, CERTIFICATE_WHY_SIZE, "\"%s\" of the proof must be %s", word, key->expected);
            return false;
        }
        found |= key->bit;
    }
    if (!check_keys(found, &certificate.direction.form, why))
        return false;
    if (!check_point(&certificate, why))
        return false;
    *out = certificate;
    return true;
}
