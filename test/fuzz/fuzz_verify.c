/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fuzzes the verifier: a certificate that it accepts must be true by the oracle, which shares no code with the
 * library. The bytes give two pieces and a certificate: raw, or the solver's own one with bytes changed, which is
 * where a careless verifier would fail. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static fk_piece next_piece(input *in)
{
    uint8_t head = next_byte(in);
    fk_kind kind = (fk_kind)(1 + head % FK_KIND_HALF_SPACE);
    double number[FK_PIECE_NUMBERS];
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
    c.direction.vector = fk_vec3_make(x, y, z);
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
        break;
    }
}

static void require_true(const fk_piece *a, const fk_piece *b, const fk_certificate *c)
{
    if (ask_oracle(a, b) != c->verdict) {
        fprintf(stderr, "fuzz_verify: a false certificate was accepted\n");
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    fk_piece a = next_piece(&in), b = next_piece(&in);
    uint8_t mode = next_byte(&in), choice = next_byte(&in);
    fk_certificate drawn = next_certificate(&in);
    fk_pair_query query = {&a, &b, FK_METHOD_EXACT, FK_PART_ALL, NULL};
    fk_answer answer;
    if (fk_pair_answer(&query, NULL, &answer) != FK_OK) {
        if (fk_verify(&a, &b, &drawn))
            abort();
        return 0;
    }
    /* The answer itself is right, and so is whatever passes. */
    if (answer.verdict == FK_UNDECIDED || answer.verdict != fk_pair_verdict(&a, &b))
        abort();
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
