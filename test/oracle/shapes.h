/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces for the tests of the oracle: from text, and at random. Include cmocka.h first. */

#ifndef ORACLE_SHAPES_H
#define ORACLE_SHAPES_H

#include "oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS 36 /* as many as a hull of twelve points has */

/* A piece with its numbers. */
struct shape {
    enum oracle_kind kind;
    size_t count;
    double number[NUMBERS];
};

static const char *const kind_word[] = {"none",    "point", "seg",  "tri",      "tetra", "box",      "sphere",
                                        "capsule", "half",  "hull", "cylinder", "cone",  "ellipsoid"};

/* A hull has eight points where nothing else is said. */
static const size_t kind_count[] = {0, 3, 6, 9, 12, 12, 4, 7, 4, 24, 7, 7, 12};

/* ---- From and to text ---------------------------------------------------------------------------------- */

static inline struct shape parse(const char *text)
{
    struct shape shape = {ORACLE_POINT, 0, {0}};
    char word[16];
    int length = 0;
    assert_int_equal(sscanf(text, "%15s%n", word, &length), 1);
    int kind = ORACLE_POINT;
    while (kind <= ORACLE_ELLIPSOID && strcmp(word, kind_word[kind]) != 0)
        kind++;
    assert_true(kind <= ORACLE_ELLIPSOID);
    shape.kind = (enum oracle_kind)kind;

    const char *at = text + length;
    for (char *end; shape.count < NUMBERS; at = end) {
        shape.number[shape.count] = strtod(at, &end);
        if (end == at)
            break;
        shape.count++;
    }
    assert_int_equal(strspn(at, " "), strlen(at));
    return shape;
}

static inline void print_shape(const struct shape *shape)
{
    print_error("%s", kind_word[shape->kind]);
    for (size_t i = 0; i < shape->count; i++)
        print_error(" %.17g", shape->number[i]);
    print_error("  ");
}

static inline struct oracle_piece piece_of(const struct shape *shape)
{
    struct oracle_piece piece = {shape->kind, shape->number, shape->count};
    return piece;
}

static inline int verdict(const struct shape *a, const struct shape *b)
{
    struct oracle_piece piece_a = piece_of(a), piece_b = piece_of(b);
    return oracle_verdict(&piece_a, &piece_b);
}

/* ---- Exact transforms ---------------------------------------------------------------------------------- */

static inline bool has_radius(enum oracle_kind kind)
{
    return kind == ORACLE_SPHERE || kind == ORACLE_CAPSULE || kind == ORACLE_CYLINDER || kind == ORACLE_CONE;
}

static inline bool ends_in_scalar(const struct shape *shape)
{
    return has_radius(shape->kind) || shape->kind == ORACLE_HALF;
}

/* x, y, z become y, z, x. */
static inline struct shape turned(const struct shape *shape)
{
    struct shape out = *shape;
    for (size_t i = 0; i + 2 < shape->count; i += 3)
        for (size_t k = 0; k < 3; k++)
            out.number[i + (k + 1) % 3] = shape->number[i + k];
    return out;
}

/* Reflected in the origin. */
static inline struct shape reflected(const struct shape *shape)
{
    struct shape out = *shape;
    for (size_t i = 0; i < shape->count - ends_in_scalar(shape); i++)
        out.number[i] = -shape->number[i];
    return out;
}

/* Scaled by 2^exponent; false when that rounds. A half-space keeps its normal. */
static inline bool scaled(const struct shape *shape, int exponent, struct shape *out)
{
    *out = *shape;
    for (size_t i = shape->kind == ORACLE_HALF ? 3 : 0; i < shape->count; i++) {
        out->number[i] = ldexp(shape->number[i], exponent);
        if (!isfinite(out->number[i]) || ldexp(out->number[i], -exponent) != shape->number[i])
            return false;
    }
    return true;
}

/* ---- At random ----------------------------------------------------------------------------------------- */

static uint64_t random_state;

static inline uint64_t random_bits(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A whole number in [low, high]. */
static inline int random_int(int low, int high)
{
    return low + (int)(random_bits() % (uint64_t)(high - low + 1));
}

/* A shape of whole numbers up to `size`: often flat, needle or zero. */
static inline struct shape random_whole(enum oracle_kind kind, int size)
{
    struct shape shape = {kind, kind_count[kind], {0}};
    for (size_t i = 0; i < shape.count; i++)
        shape.number[i] = random_int(-size, size);
    if (has_radius(kind))
        shape.number[shape.count - 1] = random_int(0, 2 * size);
    if (kind == ORACLE_HALF && shape.number[0] == 0 && shape.number[1] == 0)
        shape.number[2] = 1;
    return shape;
}

/* Doubles with full mantissas and exponents up to `spread` in size. */
static inline struct shape random_wild(enum oracle_kind kind, int spread)
{
    struct shape shape = {kind, kind_count[kind], {0}};
    for (size_t i = 0; i < shape.count; i++) {
        double mantissa = (double)(random_bits() >> 11) * 0x1p-53 - 0.5;
        shape.number[i] = ldexp(mantissa, random_int(-spread, spread));
    }
    if (has_radius(kind))
        shape.number[shape.count - 1] = fabs(shape.number[shape.count - 1]);
    return shape;
}

/* ---- Cells as hulls ------------------------------------------------------------------------------------ */

/* The hull of a cell's vertices; its numbers are small and whole, so that the sums are exact. */
static inline struct shape hull_of_cell(const struct shape *cell)
{
    struct shape hull = {ORACLE_HULL, 0, {0}};
    size_t vertices = cell->kind == ORACLE_BOX ? 8 : 4;
    for (size_t i = 0; i < vertices; i++)
        for (size_t k = 0; k < 3; k++) {
            double sum = cell->number[k];
            for (size_t edge = 0; edge < 3; edge++)
                if (cell->kind == ORACLE_BOX ? (i >> edge & 1) == 1 : i == edge + 1)
                    sum += cell->number[3 + 3 * edge + k];
            hull.number[hull.count++] = sum;
        }
    return hull;
}

#endif
