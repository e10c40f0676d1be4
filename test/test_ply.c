/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* PLY files: all types in all three encodings against a writer of its own, any order of elements and properties, errors with
 * their place, and claims of a header that its data do not keep. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "farkas/io.h"
#include "read_text.h"

static fk_load_options ply_options(void)
{
    fk_load_options options = fk_load_options_default();
    options.format = FK_FORMAT_PLY;
    return options;
}

static void expect_error_in(const char *bytes, size_t length, fk_status status, uint64_t line,
                            uint64_t offset, const char *message)
{
    fk_load_options options = ply_options();
    result r = read_all_ways(bytes, length, &options);
    assert_string_equal(r.report.message, message);
    assert_int_equal(r.status, status);
    assert_int_equal(r.report.line, line);
    assert_int_equal(r.report.offset, offset);
    result_free(&r);
}

static void expect_error(const char *text, uint64_t line, uint64_t offset, const char *message)
{
    expect_error_in(text, strlen(text), FK_ERROR_SYNTAX, line, offset, message);
}

static void expect_triangles(const char *bytes, size_t length, const uint32_t (*triangle)[3], uint32_t count)
{
    fk_load_options options = ply_options();
    result r = read_all_ways(bytes, length, &options);
    assert_string_equal(r.report.message, "");
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.report.triangles, count);
    assert_int_equal(r.model->part_count, 1);
    assert_int_equal(r.model->part[0].triangle_count, count);
    assert_memory_equal(r.model->part[0].triangle, triangle, count * sizeof *triangle);
    result_free(&r);
}

#define ASCII  "ply\nformat ascii 1.0\n"
#define VERTEX "property float x\nproperty float y\nproperty float z\n"
#define LIST   "property list uchar int vertex_indices\n"
#define END    "end_header\n"

static const uint32_t one[1][3] = {{0, 1, 2}};
static const uint32_t two[2][3] = {{0, 1, 2}, {0, 2, 3}};

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void expect_text(const char *text, const uint32_t (*triangle)[3], uint32_t count)
{
    expect_triangles(text, strlen(text), triangle, count);
}

static void test_text(void **state)
{
    (void)state;
    expect_text(ASCII "element vertex 4\n" VERTEX "element face 1\n" LIST END
                      "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n",
                two, 2);
    /* No line end at the end; blank lines; all in one line; CR LF; CR. */
    expect_text(ASCII "element vertex 3\n" VERTEX "element face 1\n" LIST END
                      "0 0 0\n\n1 0 0\n 0 1 0\t\n\n3 0 1 2",
                one, 1);
    expect_text(ASCII "element vertex 3\n" VERTEX "element face 1\n" LIST END
                      "0 0 0 1 0 0 0 1 0 3 0 1 2\n\n\n",
                one, 1);
    expect_text("ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\n"
                "property float z\r\nelement face 1\r\nproperty list uchar int vertex_index\r\nend_header\r\n"
                "0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2\r\n",
                one, 1);
    expect_text("ply\rformat ascii 1.0\relement vertex 3\rproperty float x\rproperty float y\r"
                "property float z\relement face 1\rproperty list uchar int vertex_index\rend_header\r"
                "0 0 0\r1 0 0\r0 1 0\r3 0 1 2\r",
                one, 1);
    /* Comments, blank lines, elements and properties that are not known, in any order; faces before vertices. */
    expect_text(
        "ply\ncomment a b c\nformat   ascii\t1.0\ncomment\nobj_info element vertex 9\n\n"
        "element camera 2\nproperty float view_px\nproperty list uchar float lens\n"
        "element face 2\nproperty uchar red\n" LIST "property list ushort double texcoord\n"
        "element nothing 1000000000000\nelement vertex 4\nproperty list char short tags\nproperty double z\n"
        "property uchar red\nproperty float y\nproperty int8 x\nelement edge 0\nproperty int v\n" END
        "1 2 3 4\n5 0\n255 3 0 1 2 2 nan inf\n7 4 0 1 2 3 0\n"
        "0 0 1 0 0\n1 9 0 2 0 1\n2 9 9 0 3 1 1\n0 0 0 1 0\n",
        (const uint32_t[3][3]){{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}, 3);
    /* Faces with less than three corners. */
    expect_text(ASCII "element vertex 3\n" VERTEX "element face 4\n" LIST END
                      "0 0 0\n1 0 0\n0 1 0\n0\n2 0 1\n3 0 1 2\n1 2\n",
                one, 1);
}

static void test_text_is_exact(void **state)
{
    (void)state;
    const char *text = ASCII "element vertex 3\n" VERTEX "element face 1\n" LIST END
                             "0.1 1e-3 3\n1 2 -1e300\n0 0 0x1p-4\n3 0 1 2\n";
    fk_load_options options = ply_options();
    result r = read_all_ways(text, strlen(text), &options);
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.report.format, FK_FORMAT_PLY_ASCII);
    const fk_vec3 expected[3] = {{0.1, 1e-3, 3}, {1, 2, -1e300}, {0, 0, 0.0625}};
    assert_memory_equal(r.model->part[0].point, expected, sizeof expected);
    result_free(&r);
}

static void test_strips(void **state)
{
    (void)state;
    const char *text =
        ASCII "element vertex 5\n" VERTEX "element tristrips 2\nproperty list int int vertex_indices\n" END
              "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n"
              "10 0 1 2 3 -1 2 3 3 4 0\n2 0 1\n";
    /* Two triangles, then from the third on: 2 3 3 and 3 3 4 only join, 3 4 0 is the third of its strip. */
    const uint32_t expected[3][3] = {{0, 1, 2}, {2, 1, 3}, {3, 4, 0}};
    expect_text(text, expected, 3);
    expect_error(ASCII "element vertex 3\n" VERTEX
                       "element tristrips 1\nproperty list int int vertex_indices\n" END
                       "0 0 0\n1 0 0\n0 1 0\n3 0 1 -2\n",
                 13, 181, "strip 0: vertex -2, but there are 3, from 0");
}

/* ---- Errors of the header ------------------------------------------------------------------------------ */

static void test_header_errors(void **state)
{
    (void)state;
    expect_error("plyx\n", 1, 4, "a PLY file starts with the word ply");
    expect_error("ply 2\n", 1, 4, "'2' is too much in this line");
    expect_error("ply\n", 2, 4, "the file ends in its header, before end_header");
    expect_error("ply", 1, 3, "the file ends in its header, before end_header");
    expect_error("ply\nend_header\n", 2, 4, "the header has no format");
    expect_error("ply\nformat ascii\nend_header\n", 2, 16, "the line ends where a version should be");
    expect_error(ASCII "format ascii 1.0\n", 3, 21, "the format stands here a second time");
    expect_error_in(
        "ply\nformat text 1.0\n", 20, FK_ERROR_FORMAT, 2, 11,
        "'text' is no format of PLY; these are ascii, binary_little_endian and binary_big_endian");
    expect_error_in("ply\nformat ascii 2.0\n", 21, FK_ERROR_FORMAT, 2, 17,
                    "version '2.0' of PLY is not known, only 1.0");
    expect_error(ASCII "element\n", 3, 28, "the line ends where the name of an element should be");
    expect_error(ASCII "element vertex\n", 3, 35, "the line ends where the count of an element should be");
    expect_error(ASCII "element vertex -1\n", 3, 36, "-1 is out of range: from 0 to 4611686018427387903");
    expect_error(ASCII "element vertex 99999999999999999999\n", 3, 36,
                 "99999999999999999999 is out of range: from 0 to 4611686018427387903");
    expect_error(ASCII "element vertex 1.5\n", 3, 36, "'1.5' is not a whole number");
    expect_error(ASCII "element vertex 1 2\n", 3, 38, "'2' is too much in this line");
    expect_error(ASCII "property float x\n", 3, 21, "a property before the first element");
    expect_error(ASCII "element vertex 0\nproperty real x\n", 4, 47, "'real' is no type of PLY");
    expect_error(ASCII "element vertex 0\nproperty list uchar\n", 4, 57,
                 "the line ends where a type should be");
    expect_error(ASCII "element vertex 0\nproperty list float int a\n", 4, 62,
                 "the length of a list must be a whole number, not float");
    expect_error(ASCII "element face 0\nproperty list uchar float vertex_index\n", 4, 62,
                 "indices must be whole numbers, not float");
    expect_error(ASCII "element vertex 0\nproperty float x\nproperty int x\n", 5, 68,
                 "the property x stands here a second time");
    expect_error(ASCII "element vertex 0\nelement vertex 0\n", 4, 46,
                 "the element vertex stands here a second time");
    expect_error(ASCII "element vertex 1\nproperty float x\nproperty float y\n" END, 6, 82,
                 "the element vertex has no properties x, y and z");
    expect_error(ASCII "element face 1\nproperty list int float x\nelement vertex 1\n", 5, 69,
                 "the element face has no list vertex_indices or vertex_index");
    expect_error(
        ASCII "vertex 3\n", 3, 21,
        "'vertex' is no word of a PLY header; these are format, comment, obj_info, element, property and "
        "end_header");
    expect_error(ASCII "end_header x\n", 3, 32, "more than end_header in its line");
}

/* ---- Errors of the data -------------------------------------------------------------------------------- */

static void test_text_errors(void **state)
{
    (void)state;
#define HEAD ASCII "element vertex 3\n" VERTEX "element face 1\n" LIST END "0 0 0\n1 0 0\n"
    expect_error(HEAD, 12, 166, "vertex 2: the file ends here, but 3 of these should be in it");
    expect_error(HEAD "0 1", 12, 169, "vertex 2: the file ends here, but 3 of these should be in it");
    expect_error(HEAD "0 nan 0\n3 0 1 2\n", 12, 168, "'nan' is not a finite number");
    expect_error(HEAD "0 a 0\n3 0 1 2\n", 12, 168, "'a' is not a number");
    expect_error(HEAD "0 1 0\n3 0 1 3\n", 13, 178, "face 0: vertex 3, but there are 3, from 0");
    expect_error(HEAD "0 1 0\n3 0 1 -1\n", 13, 178, "face 0: vertex -1, but there are 3, from 0");
    expect_error(HEAD "0 1 0\n-3 0 1 2\n", 13, 172, "face 0: -3 is no length of a list");
    expect_error(HEAD "0 1 0\n3 0 1 2.0\n", 13, 178, "'2.0' is not a whole number");
    expect_error(HEAD "0 1 0\n4 0 1 2\n", 14, 180,
                 "face 0: the file ends here, but 1 of these should be in it");
    expect_error(HEAD "0 1 0\n3 0 1 2\n3 0 1 2\n", 14, 180,
                 "there are words behind the last element of the header");
    expect_error(ASCII "element vertex 99999999999999\n" VERTEX END "0 0 0\n", 9, 119,
                 "vertex 1: the file ends here, but 99999999999999 of these should be in it");
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

typedef struct writer {
    unsigned char byte[700000];
    size_t length;
    fk_format format;
    fk_random random;
} writer;

static void put_text(writer *w, const char *text)
{
    assert_true(w->length + strlen(text) <= sizeof w->byte);
    memcpy(w->byte + w->length, text, strlen(text));
    w->length += strlen(text);
}

static const char *const type_names[2][8] = {
    {"char", "uchar", "short", "ushort", "int", "uint", "float", "double"},
    {"int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"}};
static const size_t type_sizes[8] = {1, 1, 2, 2, 4, 4, 4, 8};

/* A number that the type can hold, in the encoding at work. */
static void put_number(writer *w, int type, double value)
{
    uint64_t bits = (uint64_t)(int64_t)value;
    if (w->format == FK_FORMAT_PLY_ASCII) {
        char text[FK_NUMBER_SIZE];
        fk_number_format(value, text);
        put_text(w, text);
        put_text(w, fk_random_below(&w->random, 4) ? " " : "\n");
        return;
    }
    if (type == 6) {
        float f = (float)value;
        uint32_t few;
        memcpy(&few, &f, 4);
        bits = few;
    } else if (type == 7)
        memcpy(&bits, &value, 8);
    size_t size = type_sizes[type];
    assert_true(w->length + size <= sizeof w->byte);
    for (size_t i = 0; i < size; i++)
        w->byte[w->length++] =
            (unsigned char)(bits >> 8 * (w->format == FK_FORMAT_PLY_BIG ? size - 1 - i : i));
}

static int below(writer *w, int bound)
{
    return (int)fk_random_below(&w->random, (uint64_t)bound);
}

static const char *any_name(writer *w, int type)
{
    return type_names[below(w, 2)][type];
}

static void start_header(writer *w, fk_format format)
{
    w->length = 0;
    w->format = format;
    put_text(w, "ply\nformat ");
    put_text(w, format == FK_FORMAT_PLY_ASCII ? "ascii"
                : format == FK_FORMAT_PLY     ? "binary_little_endian"
                                              : "binary_big_endian");
    put_text(w, " 1.0\n");
}

static void put_property(writer *w, int type, const char *name)
{
    char line[80];
    sprintf(line, "property %s %s\n", any_name(w, type), name);
    put_text(w, line);
}

static void put_list(writer *w, int length_type, int type, const char *name)
{
    char line[80];
    sprintf(line, "property list %s %s %s\n", any_name(w, length_type), any_name(w, type), name);
    put_text(w, line);
}

/* What a random file is made of: the types of coordinates, a property before each of them, and the types of lists. */
typedef struct plan {
    int coordinate[3], extra[3], order[3], length, index, other, vertices, faces;
    bool faces_first;
} plan;

static plan make_plan(writer *w)
{
    plan p;
    int first = below(w, 6);
    for (int k = 0; k < 3; k++) {
        p.coordinate[k] = below(w, 8);
        p.extra[k] = below(w, 8);
        p.order[k] = first < 3 ? (first + k) % 3 : (first - k) % 3;
    }
    p.length = below(w, 6);
    p.index = below(w, 6);
    p.other = below(w, 8);
    p.vertices = 4 + below(w, 100);
    p.faces = 1 + below(w, 100);
    p.faces_first = below(w, 3) == 0;
    return p;
}

static const char *const axis_names[3] = {"x", "y", "z"};

static void declare(writer *w, const plan *p, bool vertices)
{
    char line[80];
    if (vertices) {
        sprintf(line, "element vertex %d\n", p->vertices);
        put_text(w, line);
        for (int k = 0; k < 3; k++) {
            put_property(w, p->extra[k], "weight");
            put_property(w, p->coordinate[p->order[k]], axis_names[p->order[k]]);
        }
        put_list(w, p->length, p->other, "neighbours");
        return;
    }
    sprintf(line, "element face %d\n", p->faces);
    put_text(w, line);
    put_property(w, p->other, "material");
    put_list(w, p->length, p->index, below(w, 2) ? "vertex_indices" : "vertex_index");
    put_list(w, p->length, p->other, "texcoord");
}

/* Places on a parabola where all types can have them. */
static double coordinate_of(int vertex, int axis)
{
    return axis == 0 ? vertex : axis == 1 ? (vertex * vertex) % 97 : vertex % 3;
}

static void put_vertices(writer *w, const plan *p, fk_vec3 *point)
{
    for (int i = 0; i < p->vertices; i++) {
        double place[3];
        for (int k = 0; k < 3; k++) {
            int axis = p->order[k], type = p->coordinate[axis];
            place[axis] = coordinate_of(i, axis);
            if (type >= 6)
                place[axis] = place[axis] * 0.25 - 3;
            else if (type % 2 == 0)
                place[axis] = -place[axis];
            put_number(w, p->extra[k], below(w, 100));
            put_number(w, type, place[axis]);
        }
        point[i] = fk_vec3_make(place[0], place[1], place[2]);
        int length = below(w, 4);
        put_number(w, p->length, length);
        for (int k = 0; k < length; k++)
            put_number(w, p->other, 7);
    }
}

static int put_faces(writer *w, const plan *p, uint32_t (*expected)[3])
{
    int triangles = 0;
    for (int i = 0; i < p->faces; i++) {
        put_number(w, p->other, 1);
        put_number(w, p->length, 3);
        for (int k = 0; k < 3; k++) {
            int vertex = below(w, p->vertices);
            expected[triangles][k] = (uint32_t)vertex;
            put_number(w, p->index, vertex);
        }
        triangles++;
        int length = below(w, 4);
        put_number(w, p->length, length);
        for (int k = 0; k < length; k++)
            put_number(w, p->other, 5);
    }
    return triangles;
}

static const fk_format formats[3] = {FK_FORMAT_PLY, FK_FORMAT_PLY_BIG, FK_FORMAT_PLY_ASCII};

static void test_random_files(void **state)
{
    (void)state;
    static writer w;
    static fk_vec3 point[200];
    static uint32_t expected[200][3];
    fk_load_options options = ply_options();
    options.mesh.keep_points = true;
    for (uint64_t seed = 0; seed < 300; seed++) {
        w.random = fk_random_make(seed);
        start_header(&w, formats[seed % 3]);
        plan p = make_plan(&w);
        declare(&w, &p, !p.faces_first);
        declare(&w, &p, p.faces_first);
        put_text(&w, END);
        if (!p.faces_first)
            put_vertices(&w, &p, point);
        int triangles = put_faces(&w, &p, expected);
        if (p.faces_first)
            put_vertices(&w, &p, point);
        result r = seed < 6 ? read_all_ways((const char *)w.byte, w.length, &options)
                            : read_bytes((const char *)w.byte, w.length, &options, 1 + seed * 91);
        assert_string_equal(r.report.message, "");
        assert_int_equal(r.status, FK_OK);
        assert_int_equal(r.report.format, w.format);
        assert_int_equal(r.report.vertices, p.vertices);
        assert_int_equal(r.report.triangles, triangles);
        const fk_mesh *mesh = &r.model->part[0];
        assert_int_equal(mesh->triangle_count, triangles);
        for (int i = 0; i < triangles; i++)
            for (int k = 0; k < 3; k++) {
                fk_vec3 a = mesh->point[mesh->triangle[i].corner[k]], b = point[expected[i][k]];
                assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
            }
        result_free(&r);
    }
}

static void start_square(writer *w, fk_format format, int vertices, const char *faces)
{
    char line[80];
    start_header(w, format);
    sprintf(line, "element vertex %d\n", vertices);
    put_text(w, line);
    put_text(w, VERTEX);
    put_text(w, faces);
    put_text(w, END);
}

/* A list that is longer than what one can look ahead: a polygon of many corners on a parabola. */
static void test_long_list(void **state)
{
    (void)state;
    static writer w;
    enum { CORNERS = 40000 };
    fk_load_options options = ply_options();
    for (int f = 0; f < 2; f++) {
        start_square(&w, formats[f], CORNERS, "element face 1\nproperty list int int vertex_indices\n");
        for (int i = 0; i < CORNERS; i++) {
            put_number(&w, 6, i);
            put_number(&w, 6, (double)i / 4 * i);
            put_number(&w, 6, 0);
        }
        put_number(&w, 4, CORNERS);
        for (int i = 0; i < CORNERS; i++)
            put_number(&w, 4, i);
        result r = read_bytes((const char *)w.byte, w.length, &options, 50000);
        assert_string_equal(r.report.message, "");
        assert_int_equal(r.status, FK_OK);
        assert_int_equal(r.report.triangles, CORNERS - 2);
        result_free(&r);
    }
}

/* Every cut of a binary file, one byte too many, and every error with its byte. */
static void test_binary_errors(void **state)
{
    (void)state;
    static writer w;
    fk_load_options options = ply_options();
    for (int f = 0; f < 2; f++) {
        start_square(&w, formats[f], 4, "element face 1\n" LIST);
        size_t data = w.length;
        for (int i = 0; i < 12; i++)
            put_number(&w, 6, "000100110010"[i] - '0');
        put_number(&w, 1, 4);
        for (int i = 0; i < 4; i++)
            put_number(&w, 4, i);
        const char *bytes = (const char *)w.byte;
        expect_triangles(bytes, w.length, two, 2);
        for (size_t length = data; length < w.length; length++) {
            result r = read_bytes(bytes, length, &options, 5);
            assert_int_equal(r.status, FK_ERROR_SYNTAX);
            assert_int_equal(r.report.line, 0);
            assert_true(r.report.offset <= length && r.report.offset + 4 > length);
            result_free(&r);
        }
        expect_error_in(bytes, data + 40, FK_ERROR_SYNTAX, 0, data + 40,
                        "vertex 3: the file ends here, but 4 of these should be in it");
        expect_error_in(bytes, w.length + 1, FK_ERROR_SYNTAX, 0, w.length,
                        "there are bytes behind the last element of the header");
        size_t last = w.length - 4;
        memset(w.byte + last, 0xff, 4);
        expect_error_in(bytes, w.length, FK_ERROR_SYNTAX, 0, last,
                        "face 0: vertex -1, but there are 4, from 0");
        memset(w.byte + data + 4, 0xff, 4);
        expect_error_in(bytes, w.length, FK_ERROR_SYNTAX, 0, data + 4,
                        "vertex 0: a coordinate is not a finite number");
        start_square(&w, formats[f], 0, "element face 1\nproperty list char int vertex_indices\n");
        data = w.length;
        put_number(&w, 0, -3);
        expect_error_in(bytes, w.length, FK_ERROR_SYNTAX, 0, data, "face 0: -3 is no length of a list");
        start_square(&w, formats[f], 0, "element face 1\nproperty list uint int vertex_indices\n");
        put_number(&w, 5, 4294967295.0);
        expect_error_in(bytes, w.length, FK_ERROR_SYNTAX, 0, w.length,
                        "face 0: the file ends here, but 1 of these should be in it");
    }
}

/* The first byte of the data is that of a line end, behind every sort of line end. */
static void test_line_end_before_data(void **state)
{
    (void)state;
    static const char *const ends[3] = {"\n", "\r\n", "\r"};
    static const char *const lines[] = {"ply",
                                        "format binary_little_endian 1.0",
                                        "element vertex 3",
                                        "property char x",
                                        "property char y",
                                        "property char z",
                                        "element face 1",
                                        "property list uchar uchar vertex_index",
                                        "end_header"};
    for (int e = 0; e < 3; e++) {
        char bytes[400] = "";
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            strcat(bytes, lines[i]);
            strcat(bytes, ends[e]);
        }
        size_t length = strlen(bytes);
        memcpy(bytes + length, "\n\n\n\r\n\n\n\r\n\3\0\1\2", 13);
        expect_triangles(bytes, length + 13, one, 1);
    }
}

static void test_points_alone(void **state)
{
    (void)state;
    const char *text = ASCII "element vertex 2\n" VERTEX END "0 0 0\n1 0 0\n";
    fk_load_options options = ply_options();
    options.mesh.keep_points = true;
    result r = read_all_ways(text, strlen(text), &options);
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.model->part[0].vertex_count, 2);
    result_free(&r);
    expect_error(text, 10, 112, "the file has points, but no triangles");
    expect_error(ASCII END, 4, 32, "the file has no triangles");
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    fk_load_options options = ply_options();
    const char *text = ASCII "element face 2\n" LIST "element vertex 4\n" VERTEX END
                             "4 0 1 2 3\n20 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3\n"
                             "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
    read_in_scarce_memory(text, strlen(text), &options);
}

static void test_read_fails(void **state)
{
    (void)state;
    const char *text = ASCII "comment x\nelement vertex 4\n" VERTEX "element face 1\n" LIST END
                             "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
    fk_load_options options = ply_options();
    for (size_t at = 0; at < strlen(text); at++) {
        source s = source_make(text, strlen(text), 3);
        s.fail_at = at;
        fk_context *context = NULL;
        fk_model *model = NULL;
        assert_int_equal(fk_context_create(NULL, &context), FK_OK);
        assert_int_equal(fk_model_read(context, source_read, &s, &options, NULL, &model), FK_ERROR_READ);
        assert_null(model);
        fk_context_destroy(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),         cmocka_unit_test(test_text_is_exact),
        cmocka_unit_test(test_strips),       cmocka_unit_test(test_header_errors),
        cmocka_unit_test(test_text_errors),  cmocka_unit_test(test_random_files),
        cmocka_unit_test(test_long_list),    cmocka_unit_test(test_binary_errors),
        cmocka_unit_test(test_points_alone), cmocka_unit_test(test_line_end_before_data),
        cmocka_unit_test(test_read_fails),   cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
