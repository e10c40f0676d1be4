/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of pieces and pairs as text. Every text is read whole and in chunks of 1, 2, 3, 7 and 4095 bytes: the
 * result must not depend on how the bytes arrive. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/shape.h"
#include "scarce_memory.h"
#include "text_source.h"

/* ---- Memory --------------------------------------------------------------------------------------------- */

/* That of most tests; everything must have come back at their end. */
static memory common_memory = {0, SIZE_MAX};
static fk_context *context;

static int start_context(void **state)
{
    (void)state;
    context = memory_context(&common_memory);
    return 0;
}

static int end_context(void **state)
{
    (void)state;
    fk_context_destroy(context);
    return common_memory.used == 0 ? 0 : -1;
}

/* ---- Pieces and texts ---------------------------------------------------------------------------------- */

/* Pieces are compared as text, as their unions may have bytes that mean nothing. */
static void assert_piece(const fk_piece *piece, const char *expected)
{
    char text[2 * FK_PIECE_TEXT_SIZE];
    size_t length = fk_piece_format(piece, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, expected);
}

/* The text is one pair, a and b, on the given line. */
static void assert_reads(const char *text, size_t length, size_t line, const char *a, const char *b)
{
    for (int i = 0; i < CHUNKS; i++) {
        source s = source_make(text, length, chunks[i]);
        fk_pair_reader reader;
        fk_piece first, second;
        fk_pair_reader_init(&reader, context, source_read, &s);
        assert_string_equal(fk_status_name(fk_pair_reader_next(&reader, &first, &second)), "FK_OK");
        assert_int_equal(reader.line, line);
        assert_piece(&first, a);
        assert_piece(&second, b);
        assert_int_equal(fk_pair_reader_next(&reader, &first, &second), FK_END);
        assert_int_equal(fk_pair_reader_next(&reader, &first, &second), FK_END);
        assert_int_equal(s.calls_after_end, 0);
        fk_pair_reader_end(&reader);
    }
}

/* After good pairs the text has this error; a and b are left alone, and the reader stays in error. */
static void assert_error(const char *text, size_t length, int good, size_t line, size_t column,
                         const char *message)
{
    for (int i = 0; i < CHUNKS; i++) {
        source s = source_make(text, length, chunks[i]);
        fk_pair_reader reader;
        fk_piece a, b;
        fk_pair_reader_init(&reader, context, source_read, &s);
        for (int j = 0; j < good; j++)
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_OK);
        fk_piece a_before, b_before;
        memset(&a, 0x5a, sizeof a);
        memset(&b, 0xa5, sizeof b);
        memcpy(&a_before, &a, sizeof a);
        memcpy(&b_before, &b, sizeof b);
        for (int again = 0; again < 2; again++) {
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_ERROR_SYNTAX);
            assert_string_equal(reader.message, message);
            assert_int_equal(reader.line, line);
            assert_int_equal(reader.column, column);
            assert_memory_equal(&a, &a_before, sizeof a);
            assert_memory_equal(&b, &b_before, sizeof b);
        }
        fk_pair_reader_end(&reader);
    }
}

/* ---- Kinds and pieces ---------------------------------------------------------------------------------- */

static void test_kind_words(void **state)
{
    (void)state;
    assert_string_equal(fk_kind_word(FK_KIND_NONE), "none");
    assert_string_equal(fk_kind_word(FK_KIND_POINT), "point");
    assert_string_equal(fk_kind_word(FK_KIND_SEGMENT), "seg");
    assert_string_equal(fk_kind_word(FK_KIND_TRIANGLE), "tri");
    assert_string_equal(fk_kind_word(FK_KIND_TETRA), "tetra");
    assert_string_equal(fk_kind_word(FK_KIND_BOX), "box");
    assert_string_equal(fk_kind_word(FK_KIND_SPHERE), "sphere");
    assert_string_equal(fk_kind_word(FK_KIND_CAPSULE), "capsule");
    assert_string_equal(fk_kind_word(FK_KIND_HALF_SPACE), "half");
    assert_string_equal(fk_kind_word(FK_KIND_HULL), "hull");
    assert_string_equal(fk_kind_word(FK_KIND_CYLINDER), "cylinder");
    assert_string_equal(fk_kind_word(FK_KIND_CONE), "cone");
    assert_string_equal(fk_kind_word(FK_KIND_ELLIPSOID), "ellipsoid");
    assert_string_equal(fk_kind_word(FK_KIND_COUNT), "none");
    assert_string_equal(fk_kind_word((fk_kind)12345), "none");
}

static void test_format(void **state)
{
    (void)state;
    fk_vec3 p = {1, -2.5, 1e-300}, q = {0.1, 4, 5}, r = {6, 7, 8}, s = {9, 10, 11};
    fk_piece piece = fk_piece_point(p);
    assert_piece(&piece, "point 1 -2.5 1e-300");
    piece = fk_piece_segment(p, q);
    assert_piece(&piece, "seg 1 -2.5 1e-300 0.1 4 5");
    piece = fk_piece_triangle(p, q, r);
    assert_piece(&piece, "tri 1 -2.5 1e-300 0.1 4 5 6 7 8");
    piece = fk_piece_tetra(p, q, r, s);
    assert_piece(&piece, "tetra 1 -2.5 1e-300 0.1 4 5 6 7 8 9 10 11");
    piece = fk_piece_box(p, q, r, s);
    assert_piece(&piece, "box 1 -2.5 1e-300 0.1 4 5 6 7 8 9 10 11");
    piece = fk_piece_sphere(p, 3);
    assert_piece(&piece, "sphere 1 -2.5 1e-300 3");
    piece = fk_piece_capsule(p, q, 3);
    assert_piece(&piece, "capsule 1 -2.5 1e-300 0.1 4 5 3");
    piece = fk_piece_half_space(q, -3);
    assert_piece(&piece, "half 0.1 4 5 -3");
    piece = fk_piece_cylinder(p, q, 3);
    assert_piece(&piece, "cylinder 1 -2.5 1e-300 0.1 4 5 3");
    piece = fk_piece_cone(p, q, 3);
    assert_piece(&piece, "cone 1 -2.5 1e-300 0.1 4 5 3");
    piece = fk_piece_ellipsoid(p, q, r, s);
    assert_piece(&piece, "ellipsoid 1 -2.5 1e-300 0.1 4 5 6 7 8 9 10 11");
    const fk_vec3 points[] = {p, q, r};
    piece = fk_piece_hull(points, 3);
    assert_piece(&piece, "hull 3 1 -2.5 1e-300 0.1 4 5 6 7 8");
    piece = fk_piece_hull(points, 1);
    assert_piece(&piece, "hull 1 1 -2.5 1e-300");
    memset(&piece, 0, sizeof piece);
    assert_piece(&piece, "none");
    piece.kind = (fk_kind)77;
    assert_piece(&piece, "none");
}

/* The longest doubles that there are, and those that cannot be read back, still fit. */
static void test_format_fits(void **state)
{
    (void)state;
    static const double longest[] = {-1.2345678901234567e-300, -DBL_MAX, -DBL_MIN / 3, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof longest / sizeof longest[0]; i++) {
        fk_vec3 v = {longest[i], longest[i], longest[i]};
        fk_piece piece = fk_piece_tetra(v, v, v, v);
        char text[FK_PIECE_TEXT_SIZE];
        size_t length = fk_piece_format(&piece, text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_true(length < FK_PIECE_TEXT_SIZE);
    }
}

/* As snprintf: every capacity gives the same length, a text that is cut and ended there, and not a byte more. */
static void assert_capacity(const fk_piece *piece, const char *whole)
{
    size_t length = strlen(whole);
    assert_int_equal(fk_piece_format(piece, NULL, 0), length);
    for (size_t capacity = 0; capacity <= length + 4; capacity++) {
        char text[64], expected[64];
        memset(text, 0x5a, sizeof text);
        memset(expected, 0x5a, sizeof expected);
        snprintf(expected, capacity, "%s", whole);
        assert_int_equal(fk_piece_format(piece, text, capacity), length);
        assert_memory_equal(text, expected, sizeof text);
    }
}

static void test_format_capacity(void **state)
{
    (void)state;
    fk_piece half = fk_piece_half_space(fk_vec3_make(0.1, 4, 5), -3);
    assert_capacity(&half, "half 0.1 4 5 -3");
    const fk_vec3 points[] = {{0.1, 4, 5}, {-1, 0, 1e300}};
    fk_piece hull = fk_piece_hull(points, 2);
    assert_capacity(&hull, "hull 2 0.1 4 5 -1 0 1e300");
}

/* What is written reads back to the same doubles, for bit patterns from all over the range. */
static void test_round_trip(void **state)
{
    (void)state;
    fk_random random = fk_random_make(20260);
    for (int i = 0; i < 5000; i++) {
        double n[12];
        for (int j = 0; j < 12; j++) {
            uint64_t bits = fk_random_u64(&random);
            memcpy(&n[j], &bits, sizeof bits);
            n[j] = isfinite(n[j]) ? n[j] : 1;
        }
        fk_vec3 p = {n[0], n[1], n[2]}, q = {n[3], n[4], n[5]}, r = {n[6], n[7], n[8]},
                s = {n[9], n[10], n[11]};
        fk_piece a = fk_piece_box(p, q, r, s), b = fk_piece_capsule(p, q, fabs(n[6])), c, d;
        char first[FK_PIECE_TEXT_SIZE], second[FK_PIECE_TEXT_SIZE], line[2 * FK_PIECE_TEXT_SIZE];
        fk_piece_format(&a, first, sizeof first);
        fk_piece_format(&b, second, sizeof second);
        int length = snprintf(line, sizeof line, "%s %s", first, second);
        source from = source_make(line, (size_t)length, SIZE_MAX);
        fk_pair_reader reader;
        fk_pair_reader_init(&reader, context, source_read, &from);
        assert_int_equal(fk_pair_reader_next(&reader, &c, &d), FK_OK);
        assert_int_equal(c.kind, FK_KIND_BOX);
        assert_memory_equal(&c.as.cell, &a.as.cell, sizeof a.as.cell);
        assert_int_equal(d.kind, FK_KIND_CAPSULE);
        assert_memory_equal(&d.as.capsule, &b.as.capsule, sizeof b.as.capsule);
    }
}

/* ---- Good lines ---------------------------------------------------------------------------------------- */

#define READS(text, line, a, b) assert_reads(text, sizeof(text) - 1, line, a, b)

static void test_every_shape(void **state)
{
    (void)state;
    READS("point 1 2 3 seg 1 2 3 4 5 6\n", 1, "point 1 2 3", "seg 1 2 3 4 5 6");
    READS("tri 1 2 3 4 5 6 7 8 9 sphere 1 2 3 4\n", 1, "tri 1 2 3 4 5 6 7 8 9", "sphere 1 2 3 4");
    READS("tetra 1 2 3 4 5 6 7 8 9 10 11 12 capsule 1 2 3 4 5 6 7\n", 1, "tetra 1 2 3 4 5 6 7 8 9 10 11 12",
          "capsule 1 2 3 4 5 6 7");
    READS("box 1 2 3 4 5 6 7 8 9 10 11 12 half 0 0 -1 4\n", 1, "box 1 2 3 4 5 6 7 8 9 10 11 12",
          "half 0 0 -1 4");
    READS("cylinder 1 2 3 4 5 6 7 cone 1 2 3 4 5 6 7\n", 1, "cylinder 1 2 3 4 5 6 7", "cone 1 2 3 4 5 6 7");
    READS("ellipsoid 1 2 3 4 5 6 7 8 9 10 11 12 hull 1 1 2 3", 1, "ellipsoid 1 2 3 4 5 6 7 8 9 10 11 12",
          "hull 1 1 2 3");
    READS("hull 2 1 2 3 4 5 6 hull 003 0 0 0 1 1 1 2 2 2", 1, "hull 2 1 2 3 4 5 6",
          "hull 3 0 0 0 1 1 1 2 2 2");
    /* a segment, a point, a flat ellipsoid */
    READS("cylinder 1 2 3 4 5 6 0 cone 1 2 3 1 2 3 0", 1, "cylinder 1 2 3 4 5 6 0", "cone 1 2 3 1 2 3 0");
    READS("cylinder 0 0 0 0 0 5e-324 1 ellipsoid 0 0 0 0 0 0 0 0 0 0 0 0", 1, "cylinder 0 0 0 0 0 5e-324 1",
          "ellipsoid 0 0 0 0 0 0 0 0 0 0 0 0");
}

static void test_lines(void **state)
{
    (void)state;
    READS("point 0 0 0 point 1 1 1", 1, "point 0 0 0", "point 1 1 1");
    READS("point 0 0 0 point 1 1 1\r\n", 1, "point 0 0 0", "point 1 1 1");
    READS("point 0 0 0 point 1 1 1\r", 1, "point 0 0 0", "point 1 1 1");
    READS("\n\r\n \t\n# a comment\n  # more\r\n\tpoint\t0  0 0 \tpoint 1 1 1 \t # end\n\n#", 6, "point 0 0 0",
          "point 1 1 1");
    READS("point 0 0 0 point 1 1 1#5 \xc3\xa9 # box", 1, "point 0 0 0", "point 1 1 1");
    READS("\xef\xbb\xbfpoint 0 0 0 point 1 1 1\n", 1, "point 0 0 0", "point 1 1 1");
    READS("\xef\xbb\xbf\npoint 0 0 0 point 1 1 1\n", 2, "point 0 0 0", "point 1 1 1");
}

static void test_numbers(void **state)
{
    (void)state;
    READS("point 0x1p-3 0X1.8P1 -0x.8p0 point +1 .5 5.", 1, "point 0.125 3 -0.5", "point 1 0.5 5");
    READS("point 1.25e2 1E-1 -0 sphere 0 0 0 -0", 1, "point 125 0.1 -0", "sphere 0 0 0 -0");
    READS("point 1e-999 0 5e-324 half 0 5e-324 0 -1", 1, "point 0 0 5e-324", "half 0 5e-324 0 -1");
}

/* A number as long as the buffer is read, wherever it lies in the buffer; a longer one is refused. */
static void test_long_numbers(void **state)
{
    (void)state;
    char text[6000];
    for (size_t length = 4090; length <= 4096; length++) {
        memset(text, '0', sizeof text);
        memcpy(text, "point ", 6);
        text[6 + 1] = '.';
        text[6 + length - 1] = '5';
        text[6 + 3] = '1'; /* 0.01000...5 */
        const char *rest = " 1 2 point 3 4 5\n";
        memcpy(text + 6 + length, rest, strlen(rest));
        assert_reads(text, 6 + length + strlen(rest), 1, "point 0.01 1 2", "point 3 4 5");
    }
    for (size_t length = 4097; length <= 5000; length += 301) {
        memset(text, '1', sizeof text);
        memcpy(text, "point ", 6);
        memcpy(text + 6 + length, " 1 2 point 3 4 5", 16);
        assert_error(text, 6 + length + 16, 0, 1, 7,
                     "'1111111111111111111111111111111111111...' exceeds the range of a double");
        text[7] = '.';
        assert_error(text, 6 + length + 16, 0, 1, 7, "a number may have at most 4096 characters");
        text[6 + 4095] = 'e'; /* what fits the buffer is not a number by itself */
        assert_error(text, 6 + length + 16, 0, 1, 7, "a number may have at most 4096 characters");
    }
}

/* Space, comments and lines have no limit. */
static void test_long_lines(void **state)
{
    (void)state;
    size_t gap = 20000;
    char *text = malloc(4 * gap);
    assert_non_null(text);
    size_t length = 0;
    static const char *const parts[] = {"point 1", "2", "3 point 4 5", "6"};
    for (int i = 0; i < 4; i++) {
        memset(text + length, i % 2 ? '\t' : ' ', gap / 2);
        length += gap / 2;
        memcpy(text + length, parts[i], strlen(parts[i]));
        length += strlen(parts[i]);
    }
    text[length++] = '#';
    memset(text + length, '#', gap);
    length += gap;
    assert_reads(text, length, 1, "point 1 2 3", "point 4 5 6");
    text[length++] = '\n';
    memcpy(text + length, "x", 1);
    assert_error(text, length + 1, 1, 2, 1,
                 "unknown shape 'x'; known: point seg tri tetra box sphere capsule half hull cylinder cone "
                 "ellipsoid");
    free(text);
}

static void test_many_lines(void **state)
{
    (void)state;
    char text[20000];
    size_t length = 0;
    for (int i = 0; i < 500; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%spoint %d 0 0 point 0 %d 0\n",
                                   i % 3 == 0 ? "#\n" : "", i, i);
    }
    for (int c = 0; c < CHUNKS; c++) {
        source s = source_make(text, length, chunks[c]);
        fk_pair_reader reader;
        fk_piece a, b;
        fk_pair_reader_init(&reader, context, source_read, &s);
        for (size_t i = 0; i < 500; i++) {
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_OK);
            assert_int_equal(reader.line, i + i / 3 + 2);
            assert_true(a.as.point.x == (double)i && b.as.point.y == (double)i);
        }
        assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_END);
    }
}

static void test_empty(void **state)
{
    (void)state;
    static const char *const empty[] = {"", "\n", "\r\n", "# only a comment", " \t ", "\xef\xbb\xbf", "\r"};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        for (int c = 0; c < CHUNKS; c++) {
            source s = source_make(empty[i], strlen(empty[i]), chunks[c]);
            fk_pair_reader reader;
            fk_piece a, b;
            fk_pair_reader_init(&reader, context, source_read, &s);
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_END);
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_END);
        }
    }
}

/* A program that sends a line and waits for the answer must get it: nothing is read past the end of line. */
static void test_no_read_past_line(void **state)
{
    (void)state;
    const char text[] = "point 1 2 3 point 4 5 6 # hello\n";
    source s = source_make(text, sizeof text - 1, SIZE_MAX);
    s.fail_at = sizeof text - 1;
    fk_pair_reader reader;
    fk_piece a, b;
    fk_pair_reader_init(&reader, context, source_read, &s);
    assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_OK);
    assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_ERROR_READ);
}

/* ---- Errors -------------------------------------------------------------------------------------------- */

#define KNOWN "known: point seg tri tetra box sphere capsule half hull cylinder cone ellipsoid"
#define COUNT "hull needs a whole number of points first, from 1 to 2147483648"

typedef struct error_case {
    const char *text;
    int good;
    size_t line, column;
    const char *message;
} error_case;

static const error_case error_cases[] = {
    /* missing numbers: the column of what stands there, or one past the last token */
    {"point 0 0", 0, 1, 10, "point needs 3 numbers, found 2"},
    {"point 0 0   \n", 0, 1, 10, "point needs 3 numbers, found 2"},
    {"point 0 0  # c", 0, 1, 10, "point needs 3 numbers, found 2"},
    {"point 0 0\r\n", 0, 1, 10, "point needs 3 numbers, found 2"},
    {"point\n", 0, 1, 6, "point needs 3 numbers, found 0"},
    {"point 0 0 point 1 1 1", 0, 1, 11, "point needs 3 numbers, found 2"},
    {"point 0 0 hull 1 1 1", 0, 1, 11, "point needs 3 numbers, found 2"},
    {"seg 1 2 3 4 5 point 0 0 0", 0, 1, 15, "seg needs 6 numbers, found 5"},
    {"tri 1 2 3 4 5 6 7 8 point 0 0 0", 0, 1, 21, "tri needs 9 numbers, found 8"},
    {"tetra 1 2 3 4 5 6 7 8 9 0 1 point 0 0 0", 0, 1, 29, "tetra needs 12 numbers, found 11"},
    {"box 1 2 3 4 5 6 7 8 9 0 1 point 0 0 0", 0, 1, 27, "box needs 12 numbers, found 11"},
    {"sphere 1 2 3 point 0 0 0", 0, 1, 14, "sphere needs 4 numbers, found 3"},
    {"capsule 1 2 3 4 5 6 point 0 0 0", 0, 1, 21, "capsule needs 7 numbers, found 6"},
    {"half 1 2 3 point 0 0 0", 0, 1, 12, "half needs 4 numbers, found 3"},
    {"point 0 0 0 box 1 2 3", 0, 1, 22, "box needs 12 numbers, found 3"},
    /* too many */
    {"point 0 0 0 7 point 1 1 1", 0, 1, 13, "point needs 3 numbers, found more"},
    {"point 0 0 0 inf point 1 1 1", 0, 1, 13, "point needs 3 numbers, found more"},
    {"point 0 0 0 point 1 1 1 9", 0, 1, 25, "extra text after the second shape"},
    {"point 0 0 0 point 1 1 1 point 2 2 2", 0, 1, 25, "extra text after the second shape"},
    {"point 0 0 0", 0, 1, 12, "a pair needs two shapes, found one"},
    {"  point 0 0 0   # alone\npoint 1 1 1", 0, 1, 14, "a pair needs two shapes, found one"},
    /* not a number, not finite */
    {"point 0 x 0 point 1 1 1", 0, 1, 9, "'x' is not a number; point needs 3 numbers"},
    {"point 0 1,5 0 point 1 1 1", 0, 1, 9, "'1,5' is not a number; point needs 3 numbers"},
    {"point 0 1e 0 point 1 1 1", 0, 1, 9, "'1e' is not a number; point needs 3 numbers"},
    {"point 0 - 0 point 1 1 1", 0, 1, 9, "'-' is not a number; point needs 3 numbers"},
    {"point 0 \xe2\x88\x92"
     "1 0 point 1 1 1",
     0, 1, 9, "'\\xe2\\x88\\x921' is not a number; point needs 3 numbers"},
    {"point 0 nan 0 point 1 1 1", 0, 1, 9, "'nan' is not a finite number"},
    {"point 0 -NaN 0 point 1 1 1", 0, 1, 9, "'-NaN' is not a finite number"},
    {"point 0 inf 0 point 1 1 1", 0, 1, 9, "'inf' is not a finite number"},
    {"point 0 -Infinity 0 point 1 1 1", 0, 1, 9, "'-Infinity' is not a finite number"},
    {"point 0 1e999 0 point 1 1 1", 0, 1, 9, "'1e999' exceeds the range of a double"},
    {"point 0 -0x1p1024 0 point 1 1 1", 0, 1, 9, "'-0x1p1024' exceeds the range of a double"},
    /* not a valid piece */
    {"sphere 0 0 0 -1 point 1 1 1", 0, 1, 14, "radius must not be negative"},
    {"point 1 1 1 capsule 0 0 0 1 1 1 -5e-324", 0, 1, 33, "radius must not be negative"},
    {"sphere 0 0 0 -1\x01", 0, 1, 14, "radius must not be negative"}, /* and stays that, not the byte */
    {"half 0 -0 1e-999 1 point 1 1 1", 0, 1, 6, "half-space needs a normal other than 0 0 0"},
    /* smooth shapes */
    {"cylinder 1 2 3 4 5 6 point 0 0 0", 0, 1, 22, "cylinder needs 7 numbers, found 6"},
    {"cone 1 2 3 4 5 6", 0, 1, 17, "cone needs 7 numbers, found 6"},
    {"cone 1 2 3 4 5 6 7 8", 0, 1, 20, "cone needs 7 numbers, found more"},
    {"ellipsoid 1 2 3 4 5 6 7 8 9 10 11 point 0 0 0", 0, 1, 35, "ellipsoid needs 12 numbers, found 11"},
    {"cylinder 1 2 3 4 5 6 -1 point 0 0 0", 0, 1, 22, "radius must not be negative"},
    {"point 0 0 0 cone 1 2 3 1 2 3 -1", 0, 1, 30, "radius must not be negative"},
    {"cylinder 1 2 3 1 2 3 1 point 0 0 0", 0, 1, 16, "cylinder needs two ends that differ"},
    {"point 0 0 0 cone 0 -0 5 0 0 5 5e-324", 0, 1, 25, "cone needs two ends that differ"},
    /* hulls: the count */
    {"hull", 0, 1, 5, COUNT},
    {"hull # 3", 0, 1, 5, COUNT},
    {"hull 0 point 0 0 0", 0, 1, 6, COUNT},
    {"hull 000 point 0 0 0", 0, 1, 6, COUNT},
    {"hull -1 0 0 0", 0, 1, 6, COUNT},
    {"hull +1 0 0 0 point 0 0 0", 0, 1, 6, COUNT},
    {"hull 1.5 0 0 0", 0, 1, 6, COUNT},
    {"hull 1. 0 0 0", 0, 1, 6, COUNT},
    {"hull 1e0 0 0 0", 0, 1, 6, COUNT},
    {"hull 0x1 0 0 0", 0, 1, 6, COUNT},
    {"hull nan 0 0 0", 0, 1, 6, COUNT},
    {"hull point 0 0 0", 0, 1, 6, COUNT},
    {"hull 2147483649 0 0 0", 0, 1, 6, COUNT},
    {"hull 4294967297 0 0 0", 0, 1, 6, COUNT},
    {"hull 9999999999 0 0 0", 0, 1, 6, COUNT},
    {"hull 00000000001 0 0 0", 0, 1, 6, COUNT},
    {"hull 18446744073709551617 0 0 0", 0, 1, 6, COUNT},
    /* hulls: the numbers; a promise of many points costs nothing */
    {"hull 1", 0, 1, 7, "hull needs 3 numbers, found 0"},
    {"hull 2 0 0 0 1 1", 0, 1, 17, "hull needs 6 numbers, found 5"},
    {"hull 2 0 0 0 1 1 point 0 0 0", 0, 1, 18, "hull needs 6 numbers, found 5"},
    {"point 0 0 0 hull 2 0 0 0", 0, 1, 25, "hull needs 6 numbers, found 3"},
    {"hull 2147483648 0 0 0 point 0 0 0", 0, 1, 23, "hull needs 6442450944 numbers, found 3"},
    {"hull 1 0 0 0 1 point 0 0 0", 0, 1, 14, "hull needs 3 numbers, found more"},
    {"point 0 0 0 hull 1 0 0 0 1", 0, 1, 26, "extra text after the second shape"},
    {"hull 1 0 0 nan point 0 0 0", 0, 1, 12, "'nan' is not a finite number"},
    {"hull 1 0 1e999 0 point 0 0 0", 0, 1, 10, "'1e999' exceeds the range of a double"},
    {"hull 1 0 x 0 point 0 0 0", 0, 1, 10, "'x' is not a number; hull needs 3 numbers"},
    {"hull 1 0 0 0", 0, 1, 13, "a pair needs two shapes, found one"},
    {"hull 1 0 0 0 hul 1 0 0 0", 0, 1, 14, "unknown shape 'hul'; " KNOWN},
    /* words */
    {"bx 0 0 0", 0, 1, 1, "unknown shape 'bx'; " KNOWN},
    {"Box 0 0 0", 0, 1, 1, "unknown shape 'Box'; " KNOWN},
    {"boxes 0 0 0", 0, 1, 1, "unknown shape 'boxes'; " KNOWN},
    {"none 0 0 0", 0, 1, 1, "unknown shape 'none'; " KNOWN},
    {"1 2 3", 0, 1, 1, "unknown shape '1'; " KNOWN},
    {"point 0 0 0 bx 0 0 0", 0, 1, 13, "unknown shape 'bx'; " KNOWN},
    {"abcdefghijklmnopqrstuvwxyz0123456789", 0, 1, 1,
     "unknown shape 'abcdefghijklmnopqrstuvwxyz0123456789'; " KNOWN},
    {"abcdefghijklmnopqrstuvwxyz0123456789ABC", 0, 1, 1,
     "unknown shape 'abcdefghijklmnopqrstuvwxyz0123456789A...'; " KNOWN},
    {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 0, 1, 1,
     "unknown shape '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff...'; " KNOWN},
    /* bytes */
    {"\xef\xbb\xbf\xef\xbb\xbfpoint", 0, 1, 1, "unknown shape '\\xef\\xbb\\xbfpoint'; " KNOWN},
    {"\xef\xbb", 0, 1, 1, "unknown shape '\\xef\\xbb'; " KNOWN},
    {"\n\xef\xbb\xbf", 0, 2, 1, "unknown shape '\\xef\\xbb\\xbf'; " KNOWN},
    {"\xef\xbb\xbfpoint 0", 0, 1, 8, "point needs 3 numbers, found 1"},
    {"point 0 \x01 0", 0, 1, 9, "byte 0x01 is not text; write the pairs as plain UTF-8 text"},
    {"point 0 0\x7f 0", 0, 1, 10, "byte 0x7f is not text; write the pairs as plain UTF-8 text"},
    {"\vpoint", 0, 1, 1, "byte 0x0b is not text; write the pairs as plain UTF-8 text"},
    {"# page\f", 0, 1, 7, "byte 0x0c is not text; write the pairs as plain UTF-8 text"},
    {"point 0 0 0 point 0 0 0 # \x1b[2J", 0, 1, 27,
     "byte 0x1b is not text; write the pairs as plain UTF-8 text"},
    {"point 0 0 0 point 1 1 1\rpoint", 0, 1, 24, "CR without LF; end lines with LF or CR LF"},
    {"point 0 0 0 point 1 1 1\r\r\n", 0, 1, 24, "CR without LF; end lines with LF or CR LF"},
    /* the place, after good lines */
    {"point 0 0 0 point 1 1 1\n\n# c\r\npoint 0 0 0 point 1 1 1\r\n\tbox 1", 2, 5, 7,
     "box needs 12 numbers, found 1"},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof error_cases / sizeof error_cases[0]; i++) {
        const error_case *e = &error_cases[i];
        assert_error(e->text, strlen(e->text), e->good, e->line, e->column, e->message);
    }
}

/* NUL cannot be in the strings above. */
static void test_nul(void **state)
{
    (void)state;
    const char message[] = "byte 0x00 is not text; write the pairs as plain UTF-8 text";
    assert_error("\0point", 6, 0, 1, 1, message);
    assert_error("point 0\0 0 0", 12, 0, 1, 8, message);
    assert_error("point 0 0 0 point 0 0 0\0", 24, 0, 1, 24, message);
    assert_error("#\0", 2, 0, 1, 2, message);
}

/* Reading that fails after k bytes: what came before is answered, then FK_ERROR_READ for good. */
static void test_read_failure(void **state)
{
    (void)state;
    const char text[] =
        "\xef\xbb\xbfpoint 0 0 0 point 1 1 1\r\nbox 0 0 0 1 0 0 0 1 0 0 0 1 point 0 0 0 # c\n";
    size_t length = sizeof text - 1, first = 3 + 25;
    for (size_t k = 0; k <= length; k++) {
        for (int c = 0; c < CHUNKS; c++) {
            source s = source_make(text, length, chunks[c]);
            s.fail_at = k;
            fk_pair_reader reader;
            fk_piece a, b;
            fk_pair_reader_init(&reader, context, source_read, &s);
            int good = 0;
            while (fk_pair_reader_next(&reader, &a, &b) == FK_OK)
                good++;
            assert_int_equal(good, k >= length ? 2 : k >= first ? 1 : 0);
            assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_ERROR_READ);
            assert_string_equal(reader.message, "reading failed");
            assert_int_equal(reader.line, good + 1);
        }
    }
}

static size_t lying_read(void *user, char *buffer, size_t capacity)
{
    (void)user, (void)buffer;
    return capacity + 1;
}

static void test_lying_read(void **state)
{
    (void)state;
    fk_pair_reader reader;
    fk_piece a, b;
    fk_pair_reader_init(&reader, NULL, lying_read, NULL);
    assert_int_equal(fk_pair_reader_next(&reader, &a, &b), FK_ERROR_READ);
}

/* ---- Random bytes -------------------------------------------------------------------------------------- */

/* Text that is nearly right: words, numbers and stray bytes in a random order. */
static size_t random_text(fk_random *random, char *text, size_t capacity)
{
    static const char *const words[] = {
        "point 0 0 0",
        "seg 1 2 3 4 5 6",
        "sphere 0 0 0 1",
        "half 0 0 1 0",
        " ",
        " ",
        "\n",
        "\r\n",
        "#",
        "box",
        "1",
        "-1e308",
        "0x1p9",
        "nan",
        "1e999",
        "hull",
        "\r",
        "\t",
        "capsule",
        "tri",
        "tetra",
        "hull 1 ",
        "hull 2 1 1 1 0 0 0",
        "cone 0 0 0 0 0 1 1",
        "cylinder",
        "0 0 0 ",
        "\n",
        "\xef\xbb\xbf",
    };
    size_t count = sizeof words / sizeof words[0], length = 0;
    while (length + 32 < capacity && fk_random_below(random, 40) != 0) {
        uint64_t choice = fk_random_below(random, count + 2);
        if (choice < count) {
            size_t size = strlen(words[choice]);
            memcpy(text + length, words[choice], size);
            length += size;
            if (fk_random_below(random, 3) > 0)
                text[length++] = ' ';
        } else {
            text[length++] = (char)fk_random_below(random, 256);
        }
    }
    return length;
}

static uint64_t hash_piece(uint64_t hash, const fk_piece *piece)
{
    size_t length = fk_piece_format(piece, NULL, 0);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(fk_piece_format(piece, text, length + 1), length);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    free(text);
    return hash;
}

/* Reads to the end and returns a hash of everything seen; each piece that comes out is valid. */
static uint64_t read_all(const char *text, size_t length, size_t chunk)
{
    source s = source_make(text, length, chunk);
    fk_pair_reader reader;
    fk_piece a, b;
    fk_pair_reader_init(&reader, context, source_read, &s);
    uint64_t hash = 14695981039346656037u;
    fk_status status;
    size_t last_line = 0;
    while ((status = fk_pair_reader_next(&reader, &a, &b)) == FK_OK) {
        assert_true(reader.line > last_line);
        last_line = reader.line;
        assert_int_equal(fk_piece_check(&a), FK_OK);
        assert_int_equal(fk_piece_check(&b), FK_OK);
        hash = hash_piece(hash_piece(hash, &a), &b);
        hash = (hash ^ reader.line) * 1099511628211u;
    }
    if (status != FK_END) {
        assert_int_equal(status, FK_ERROR_SYNTAX);
        assert_true(reader.line > last_line && reader.column >= 1 && reader.column <= length + 1);
        assert_true(strlen(reader.message) > 10 && strlen(reader.message) < sizeof reader.message - 1);
        for (const char *c = reader.message; *c; c++) {
            assert_true(*c >= ' ' && *c < 0x7f);
            hash = (hash ^ (unsigned char)*c) * 1099511628211u;
        }
        hash = (hash ^ reader.column) * 1099511628211u;
    }
    fk_pair_reader_end(&reader);
    return hash;
}

static void test_random_bytes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    char text[6000];
    for (int i = 0; i < 20000; i++) {
        size_t length;
        if (i % 10 == 0) {
            length = fk_random_below(&random, sizeof text);
            uint64_t range = 1 + fk_random_below(&random, 256), from = fk_random_below(&random, 256);
            for (size_t j = 0; j < length; j++)
                text[j] = (char)(from + fk_random_below(&random, range));
        } else {
            length = random_text(&random, text, sizeof text);
        }
        uint64_t whole = read_all(text, length, SIZE_MAX);
        assert_true(read_all(text, length, 1) == whole);
        assert_true(read_all(text, length, 1 + fk_random_below(&random, 100)) == whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kind_words),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_format_fits),
        cmocka_unit_test(test_format_capacity),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_shape),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_long_numbers),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_many_lines),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_no_read_past_line),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_read_failure),
        cmocka_unit_test(test_lying_read),
        cmocka_unit_test(test_random_bytes),
    };
    return cmocka_run_group_tests(tests, start_context, end_context);
}
