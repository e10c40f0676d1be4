/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fuzzes the verifier: a certificate that it accepts must be true by the oracle, which shares no code with the
 * library. The bytes give two pieces and a certificate: raw, or the solver's own one with bytes changed, which is
 * where a careless verifier would fail. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask_oracle_smooth.h"
#include "farkas/farkas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define POINTS 8

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

static uint8_t next_byte(input *in)
{
    if (in->size == 0)
        return 0;
    in->size--;
    return *in->data++;
}

/* Most numbers are small quarters, so that points coincide and faces touch; some are any eight bytes. */
static double next_number(input *in, bool raw)
{
    uint64_t bits = 0;
    double number;
    if (!raw)
        return (double)(int8_t)next_byte(in) / 4.0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | next_byte(in);
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* A hull has its points in room for POINTS. */
static fk_piece next_piece(input *in, fk_vec3 *point)
{
    uint8_t head = next_byte(in);
    fk_kind kind = (fk_kind)(1 + head % (FK_KIND_COUNT - 1));
    double number[FK_PIECE_NUMBERS];
    if (kind == FK_KIND_HULL) {
        uint32_t count = next_byte(in) % (POINTS + 1);
        for (uint32_t i = 0; i < count; i++) {
            for (int k = 0; k < 3; k++)
                number[k] = next_number(in, head >= 0xf0);
            point[i] = fk_vec3_make(number[0], number[1], number[2]);
        }
        return fk_piece_hull(point, count);
    }
    for (uint32_t i = 0; i < fk_kind_number_count(kind); i++)
        number[i] = next_number(in, head >= 0xf0);
    return fk_piece_from_numbers(kind, number);
}

static fk_vertex_pair next_pair(input *in)
{
    uint8_t byte = next_byte(in);
    fk_vertex_pair pair = {byte & 15u, byte >> 4};
    return pair;
}

static fk_certificate next_certificate(input *in)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = (fk_verdict)(next_byte(in) % 5);
    c.pair_count = next_byte(in) % 8;
    for (int i = 0; i < FK_CERTIFICATE_PAIRS; i++)
        c.pair[i] = next_pair(in);
    c.direction.form = (fk_direction_form)(next_byte(in) % 6);
    c.direction.sign = (int8_t)next_byte(in) % 3;
    c.direction.axis = (int8_t)next_byte(in) % 4;
    for (int i = 0; i < 3; i++)
        c.direction.pair[i] = next_pair(in);
    double x = next_number(in, false), y = next_number(in, false), z = next_number(in, false);
    c.direction.vector = c.point = fk_vec3_make(x, y, z);
    c.point_form = (fk_point_form)(next_byte(in) % 4);
    for (int i = 0; i < FK_CERTIFICATE_PAIRS; i++)
        c.weight[i] = next_byte(in);
    return c;
}

/* One field of a right certificate is taken from another one. */
static void spoil(fk_certificate *c, const fk_certificate *other, uint8_t choice)
{
    unsigned index = choice >> 4;
    switch (choice & 7) {
    case 0:
        c->verdict = other->verdict;
        break;
    case 1:
        c->pair_count = other->pair_count;
        break;
    case 2:
    case 3:
        c->pair[index % FK_CERTIFICATE_PAIRS] = other->pair[0];
        break;
    case 4:
        c->direction.pair[index % 3] = other->direction.pair[0];
        break;
    case 5:
        c->direction.sign = other->direction.sign;
        c->direction.axis = other->direction.axis;
        break;
    case 6:
        c->direction = other->direction;
        break;
    default:
        c->point = other->point;
        c->point_form = other->point_form;
        c->weight[index % FK_CERTIFICATE_PAIRS] = other->weight[0];
        break;
    }
}

/* Against a half-space the oracle knows whether a smooth piece is apart from it. */
static bool half_is_true(const fk_piece *a, const fk_piece *b, fk_verdict verdict)
{
    double room_a[FK_PIECE_NUMBERS], room_b[FK_PIECE_NUMBERS];
    struct oracle_piece asked_a = to_oracle(a, room_a), asked_b = to_oracle(b, room_b);
    fk_vec3 n = a->kind == FK_KIND_HALF_SPACE ? a->as.half.normal : fk_vec3_negate(b->as.half.normal);
    const double along[3] = {n.x, n.y, n.z};
    return (oracle_smooth_separated(&asked_a, &asked_b, along) == 1) == (verdict == FK_APART);
}

static bool is_true(const fk_piece *a, const fk_piece *b, const fk_certificate *c)
{
    bool half = a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE;
    if (fk_piece_is_smooth(a) || fk_piece_is_smooth(b))
        return half ? half_is_true(a, b, c->verdict) : oracle_accepts(a, b, c);
    fk_piece as_a = *a, as_b = *b; /* without a radius, a cylinder or cone is a segment */
    if (a->kind > FK_KIND_HULL)
        as_a = fk_piece_segment(a->as.capsule.end[0], a->as.capsule.end[1]);
    if (b->kind > FK_KIND_HULL)
        as_b = fk_piece_segment(b->as.capsule.end[0], b->as.capsule.end[1]);
    return ask_oracle(&as_a, &as_b) == c->verdict;
}

static void require_true(const fk_piece *a, const fk_piece *b, const fk_certificate *c)
{
    if (!is_true(a, b, c)) {
        fprintf(stderr, "fuzz_verify: a false certificate was accepted\n");
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    fk_vec3 point[2][POINTS];
    fk_piece a = next_piece(&in, point[0]), b = next_piece(&in, point[1]);
    uint8_t mode = next_byte(&in), choice = next_byte(&in);
    fk_certificate drawn = next_certificate(&in);
    fk_pair_query query = {&a, &b, FK_METHOD_EXACT, FK_PART_ALL, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, &answer) != FK_OK) {
        if (fk_verify(&a, &b, &drawn))
            abort();
        return 0;
    }
    /* The answer itself is right, and so is whatever passes. Of smooth pieces, bounds may decide the verdict where no
     * certificate is found. */
    bool smooth = fk_piece_is_smooth(&a) || fk_piece_is_smooth(&b);
    bool is_open = answer.verdict == FK_UNDECIDED && smooth;
    if (!is_open && (answer.verdict == FK_UNDECIDED || answer.verdict != fk_pair_verdict(&a, &b)))
        abort();
    if (answer.verdict != FK_UNDECIDED)
        require_true(&a, &b, &answer.certificate);
    fk_certificate tried = drawn;
    if (mode % 4 != 0) {
        tried = answer.certificate;
        spoil(&tried, &drawn, choice);
        if (mode % 4 == 3)
            spoil(&tried, &drawn, mode);
    }
    if (fk_verify(&a, &b, &tried))
        require_true(&a, &b, &tried);
    return 0;
}
