/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reading STL, and finding out which format something is in. Welded soups are held against a slow and simple welding. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "read_check.h"

#include "context_fixture.h"

/* ---- Binary -------------------------------------------------------------------------------------------- */

enum { HEAD = 84, TRIANGLE = 50, MOST_TRIANGLES = 400 };

typedef struct binary {
    unsigned char bytes[HEAD + TRIANGLE * MOST_TRIANGLES + 100];
    size_t size;
} binary;

static void put_u32(binary *b, size_t at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        b->bytes[at + (size_t)i] = (unsigned char)(value >> 8 * i);
}

static void put_float(binary *b, size_t at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(b, at, bits);
}

static size_t place_of(size_t triangle, size_t corner, size_t axis)
{
    return HEAD + TRIANGLE * triangle + 12 + 12 * corner + 4 * axis;
}

/* A file of random triangles whose corners are in few places, with a header that begins like a text. */
static void make_binary(binary *b, fk_random *random, uint32_t count, uint64_t range)
{
    memset(b, 0, sizeof *b);
    memcpy(b->bytes, "solid binary", 12);
    put_u32(b, 80, count);
    for (size_t t = 0; t < count; t++) {
        put_u32(b, HEAD + TRIANGLE * t, 0x7fc00000); /* a normal that is NaN */
        for (size_t k = 0; k < 9; k++) {
            float x = 0.1f * ((float)fk_random_below(random, range) - (float)(range / 2));
            put_float(b, place_of(t, 0, k), x == 0 && fk_random_below(random, 2) ? -0.0f : x);
        }
        b->bytes[HEAD + TRIANGLE * t + 48] = (unsigned char)t; /* attributes mean nothing */
    }
    b->size = HEAD + TRIANGLE * count;
}

static fk_vec3 corner_of(const binary *b, size_t t, size_t k)
{
    double x[3];
    for (size_t i = 0; i < 3; i++) {
        float value;
        uint32_t bits = 0;
        for (size_t j = 0; j < 4; j++)
            bits |= (uint32_t)b->bytes[place_of(t, k, i) + j] << 8 * j;
        memcpy(&value, &bits, sizeof value);
        x[i] = (double)value;
    }
    return fk_vec3_make(x[0], x[1], x[2]);
}

static bool is_equal(fk_vec3 a, fk_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The mesh of a file by comparing everything with everything. */
static void check_against_slow(const binary *b, uint32_t count, const fk_mesh *mesh)
{
    static fk_vec3 kept[3 * MOST_TRIANGLES];
    uint32_t kept_count = 0;
    assert_int_equal(mesh->triangle_count, count);
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            fk_vec3 place = corner_of(b, t, k);
            uint32_t i = 0;
            while (i < kept_count && !is_equal(kept[i], place))
                i++;
            if (i == kept_count)
                kept[kept_count++] = place;
            assert_int_equal(mesh->triangle[t].corner[k], i);
        }
    assert_int_equal(mesh->vertex_count, kept_count);
    assert_memory_equal(mesh->point, kept, kept_count * sizeof *kept);
}

static void test_binary_soups(void **state)
{
    (void)state;
    static binary b;
    fk_random random = fk_random_make(1);
    for (uint32_t count = 1; count <= MOST_TRIANGLES; count += 57) {
        make_binary(&b, &random, count, 2 + count / 20);
        fk_load_report report;
        fk_model *model = read_check_good(context, NULL, b.bytes, b.size, &report);
        assert_int_equal(report.format, FK_FORMAT_STL);
        assert_int_equal(report.triangles, count);
        assert_int_equal(report.vertices, 3 * count);
        assert_int_equal(report.losses.welded, 3 * count - model->part[0].vertex_count);
        check_against_slow(&b, count, &model->part[0]);
        fk_model_free(context, model);
    }
}

/* Triangles in another order have the same vertices, in another order. */
static void test_order_of_triangles(void **state)
{
    (void)state;
    static binary b, other;
    fk_random random = fk_random_make(2);
    enum { COUNT = 300 };
    make_binary(&b, &random, COUNT, 8);
    other = b;
    for (size_t i = 0; i < COUNT; i++)
        memcpy(other.bytes + HEAD + TRIANGLE * (7 * i % COUNT), b.bytes + HEAD + TRIANGLE * i, TRIANGLE);
    fk_model *model = NULL, *turned = NULL;
    assert_int_equal(fk_model_parse(context, b.bytes, b.size, NULL, NULL, &model), FK_OK);
    assert_int_equal(fk_model_parse(context, other.bytes, other.size, NULL, NULL, &turned), FK_OK);
    const fk_mesh *m = &model->part[0], *n = &turned->part[0];
    assert_int_equal(m->vertex_count, n->vertex_count);
    for (size_t i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++)
            assert_true(
                is_equal(m->point[m->triangle[i].corner[k]], n->point[n->triangle[7 * i % COUNT].corner[k]]));
    fk_model_free(context, model);
    fk_model_free(context, turned);
}

static void test_binary_larger_than_the_buffer(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    size_t size = HEAD + (size_t)TRIANGLE * COUNT;
    unsigned char *bytes = calloc(size, 1);
    assert_non_null(bytes);
    bytes[80] = COUNT & 255;
    bytes[81] = COUNT >> 8;
    for (size_t t = 0; t < COUNT; t++)
        for (size_t k = 0; k < 3; k++) {
            float x = (float)(t + k);
            memcpy(bytes + place_of(t, k, k), &x, sizeof x);
        }
    fk_load_report report;
    fk_model *model = read_check_good(context, NULL, bytes, size, &report);
    assert_int_equal(model->part[0].triangle_count, COUNT);
    fk_model_free(context, model);
    free(bytes);
}

static void check_binary(const binary *b, uint64_t offset, const char *words)
{
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_model *model = NULL;
    options.format = FK_FORMAT_STL;
    assert_int_equal(fk_model_parse(context, b->bytes, b->size, &options, &report, &model), FK_ERROR_SYNTAX);
    if (strstr(report.message, words) == NULL)
        print_message("%s\n", report.message);
    assert_non_null(strstr(report.message, words));
    assert_int_equal(report.offset, offset);
    assert_int_equal(report.line, 0);
    /* From a function, whose size is not known before its end. */
    source s = source_make((const char *)b->bytes, b->size, 33);
    assert_int_equal(fk_model_read(context, source_read, &s, &options, &report, &model), FK_ERROR_SYNTAX);
    assert_int_equal(report.offset, offset);
    assert_null(model);
}

static void test_bad_binary(void **state)
{
    (void)state;
    static binary good, b;
    fk_random random = fk_random_make(3);
    make_binary(&good, &random, 5, 4);
    for (size_t size = 0; size < good.size; size++) {
        b = good;
        b.size = size;
        if (size >= HEAD)
            check_binary(&b, size, "cut off: its header says 5 triangles, which take 334 bytes, but it has");
        else if (size > 12)
            check_binary(&b, size, "a header of 84 bytes");
    }
    b = good;
    b.size++;
    check_binary(&b, 334, "the header says 5 triangles, which take 334 bytes, but the file has 335 bytes");
    b = good;
    put_u32(&b, 80, 0);
    check_binary(&b, 84, "the header says 0 triangles");
    b.size = 84;
    check_binary(&b, 84, "the file has no triangles");
    b = good;
    put_u32(&b, 80, 0xffffffff);
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_model *model = NULL;
    source s = source_make((const char *)b.bytes, b.size, SIZE_MAX);
    assert_int_equal(fk_model_read(context, source_read, &s, &options, &report, &model), FK_ERROR_SYNTAX);
    assert_int_equal(report.offset, 80);
}

static void test_binary_not_finite(void **state)
{
    (void)state;
    static binary good, b;
    static const uint32_t bits[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff};
    fk_random random = fk_random_make(4);
    make_binary(&good, &random, 3, 4);
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++)
        for (size_t t = 0; t < 3; t++)
            for (size_t k = 0; k < 9; k++) {
                char words[80];
                b = good;
                put_u32(&b, place_of(t, k / 3, k % 3), bits[i]);
                snprintf(words, sizeof words, "%c of corner %d of triangle %d ", "xyz"[k % 3], (int)k / 3 + 1,
                         (int)t + 1);
                check_binary(&b, place_of(t, k / 3, k % 3), words);
            }
}

/* ---- ASCII --------------------------------------------------------------------------------------------- */

#define FACET(x)                                                                                             \
    "facet normal 0 0 1\nouter loop\nvertex 0 0 " x "\nvertex 1 0 " x "\nvertex 0 1 " x                      \
    "\nendloop\nendfacet\n"

static void test_ascii(void **state)
{
    (void)state;
    static const struct {
        const char *text, *first_name;
        uint32_t parts, triangles;
    } good[] = {
        {"solid\n" FACET("0") "endsolid\n", "", 1, 1},
        {"solid name\n" FACET("0") FACET("1") "endsolid name", "name", 1, 2},
        {"solid  a  name \t\n" FACET("0") "endsolid other words\n\n", "a  name", 1, 1},
        {"\n  SOLID Upper\r\nFACET NORMAL nan -nan(ind) 1.#QNAN\rOUTER LOOP\n VERTEX 1e+002 1E-2 .5 Vertex 1 "
         "2 3\n\n"
         "vertex +4 5. -6\nENDLOOP ENDFACET\nENDSOLID",
         "Upper", 1, 1},
        {"\xef\xbb\xbfsolid a\n" FACET("0") "endsolid\nsolid b\n" FACET("1") "endsolid b\n", "a", 2, 1},
        {"solid a\nendsolid\nsolid b\n" FACET("1e300") "endsolid b\n", "b", 1, 1},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        fk_load_report report;
        fk_model *model = read_check_good(context, NULL, good[i].text, strlen(good[i].text), &report);
        assert_int_equal(report.format, FK_FORMAT_STL_ASCII);
        assert_int_equal(model->part_count, good[i].parts);
        assert_int_equal(model->part[0].triangle_count, good[i].triangles);
        assert_string_equal(model->part[0].name, good[i].first_name);
        fk_model_free(context, model);
    }
}

/* Doubles are kept, and -0 is 0 but stays what came first. */
static void test_ascii_numbers(void **state)
{
    (void)state;
    static const char text[] =
        "solid\nfacet normal 0 0 0\nouter loop\nvertex -0 1e300 0.1\nvertex 4.9e-324 0 "
        "123456789.123456789\nvertex 0 1e300 0.1\nendloop\nendfacet\nendsolid\n";
    fk_load_report report;
    fk_model *model = read_check_good(context, NULL, text, strlen(text), &report);
    const fk_mesh *mesh = &model->part[0];
    const uint32_t corners[3] = {0, 1, 0};
    assert_int_equal(mesh->vertex_count, 2);
    assert_memory_equal(mesh->triangle, corners, sizeof corners);
    assert_true(mesh->point[0].y == 1e300 && mesh->point[0].z == 0.1 && signbit(mesh->point[0].x));
    assert_true(mesh->point[1].x == 4.9e-324 && mesh->point[1].z == 123456789.123456789);
    fk_model_free(context, model);
}

static void test_join_and_weld(void **state)
{
    (void)state;
    static const char text[] =
        "solid a\n" FACET("0") "endsolid\nsolid b\n" FACET("0") FACET("0.001") "endsolid b\n";
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    options.join = true;
    fk_model *model = read_check_good(context, &options, text, strlen(text), &report);
    assert_int_equal(model->part_count, 1);
    assert_int_equal(model->part[0].vertex_count, 6);
    assert_int_equal(model->part[0].triangle_count, 3);
    assert_string_equal(model->part[0].name, "");
    fk_model_free(context, model);
    options.mesh.weld = 0.01;
    model = read_check_good(context, &options, text, strlen(text), &report);
    assert_int_equal(model->part[0].vertex_count, 3);
    fk_model_free(context, model);
    options.mesh.weld = 10;
    model = NULL;
    assert_int_equal(fk_model_parse(context, text, strlen(text), &options, &report, &model), FK_ERROR_SYNTAX);
    assert_non_null(strstr(report.message, "distance of welding"));
    options.mesh.weld = -1;
    assert_int_equal(fk_model_parse(context, text, strlen(text), &options, &report, &model),
                     FK_ERROR_ARGUMENT);
    assert_null(model);
}

static void test_bad_ascii(void **state)
{
    (void)state;
    static const bad_text bad[] = {
        {"solid a\nendsolid\n", 3, 17, "the file has no triangles"},
        {"solid a\n" FACET("0"), 9, 94, "the file ends where 'endsolid' should be"},
        {"solid a\nfacet normal 0 0 1\nouter loop\n", 4, 38, "the file ends where 'vertex' should be"},
        {"solid a\nfacet normal 0 0", 2, 24, "the file ends where 'normal' should be"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0,5 0 0\n", 4, 43,
         "decimals need a point, not a comma"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex nan 0 0\n", 4, 43, "'nan' is not a finite number"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 1e999 0\n", 4, 45,
         "'1e999' is not a finite number"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n", 4, 46,
         "the line ends where a coordinate should be"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 1 2 4\nvertex 1 2 5\nvertex 1 2 6\n", 7,
         75, "more than three vertices"},
        {"solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 1 2 4\nendloop\n", 6, 62,
         "'endloop' where 'vertex' should be"},
        {"solid\n" FACET("0") "facets\n", 9, 92, "'facets' where 'facet' or 'endsolid' should be"},
        {"solid\n" FACET("0") "endsolid\nrest\n", 10, 101, "'rest' where 'solid' should be"},
        {"hello\n", 1, 0, "'hello' where 'solid' should be"},
    };
    read_check_bad_texts(context, FK_FORMAT_STL, bad, sizeof bad / sizeof bad[0]);
}

/* A text that is cut anywhere is refused. */
static void test_cut_ascii(void **state)
{
    (void)state;
    static const char text[] = "solid a name\n" FACET("0.5") "endsolid a name\n";
    const size_t end = strlen("endsolid"), least = strlen(text) - strlen("endsolid a name\n") + end;
    for (size_t size = 0; size < strlen(text); size++) {
        fk_load_options options = fk_load_options_default();
        fk_load_report report;
        fk_model *model = NULL;
        options.format = FK_FORMAT_STL_ASCII;
        fk_status status = fk_model_parse(context, text, size, &options, &report, &model);
        assert_int_equal(status, size < least ? FK_ERROR_SYNTAX : FK_OK);
        assert_true(status == FK_OK || report.message[0] != '\0');
        fk_model_free(context, model);
    }
}

/* ---- Formats ------------------------------------------------------------------------------------------- */

static void check_format(const void *bytes, size_t size, const char *words)
{
    fk_load_report report;
    fk_model *model = NULL;
    fk_status status = fk_model_parse(context, bytes, size, NULL, &report, &model);
    assert_int_equal(status, FK_ERROR_FORMAT);
    if (strstr(report.message, words) == NULL)
        print_message("%s\n", report.message);
    assert_non_null(strstr(report.message, words));
    assert_null(model);
}

#define CHECK_FORMAT(bytes, words) check_format(bytes, sizeof bytes - 1, words)

static void test_strange_formats(void **state)
{
    (void)state;
    CHECK_FORMAT("\xff\xfes\0o\0l\0i\0d\0", "UTF-16");
    CHECK_FORMAT("s\0o\0l\0i\0d\0 \0a\0\n\0f\0", "UTF-16");
    CHECK_FORMAT("\0s\0o\0l\0i\0d\0 \0a\0\n", "UTF-16");
    CHECK_FORMAT("ISO-10303-21;\nHEADER;", "export the part as STL or OBJ from your CAD program");
    CHECK_FORMAT("                                                                        S      1\n",
                 "IGES");
    CHECK_FORMAT("PK\x03\x04zipped", "zip");
    CHECK_FORMAT("\x1f\x8bzipped", "gzip");
    CHECK_FORMAT("\x89PNG\r\n", "picture");
    CHECK_FORMAT("<?xml version='1.0'?>\n<robot name='a' xmlns:xacro='b'>", "describes a robot");
    CHECK_FORMAT("<?xml version='1.0'?>\n<robot name='a'>", "describes a robot");
    CHECK_FORMAT(" <sdf version='1.6'>", "describes a world");
    CHECK_FORMAT("\n<COLLADA>", "libassimp-dev");
    CHECK_FORMAT("<!DOCTYPE html>\n<html>", "web page");
    CHECK_FORMAT("glTF\x02", "libassimp-dev");
    CHECK_FORMAT("version https://git-lfs.github.com/spec/v1\n", "git lfs pull");
    CHECK_FORMAT("some text\n", "name the format");
    CHECK_FORMAT("bytes \x01\x02\x03\n", "does not fit its length");
    read_check_bad(context, FK_FORMAT_ANY, "", 0, FK_ERROR_SYNTAX, 1, 0, "the file is empty");
}

static void test_words_of_formats(void **state)
{
    (void)state;
    assert_string_equal(fk_format_word(FK_FORMAT_ANY), "any");
    assert_string_equal(fk_format_word(FK_FORMAT_PLY_BIG), "ply-big");
    assert_int_equal(fk_format_of_path("a/b.STL"), FK_FORMAT_STL);
    assert_int_equal(fk_format_of_path("b.Obj"), FK_FORMAT_OBJ);
    assert_int_equal(fk_format_of_path("b.ply"), FK_FORMAT_PLY);
    assert_int_equal(fk_format_of_path("b.stl.off"), FK_FORMAT_OFF);
    assert_int_equal(fk_format_of_path("stl"), FK_FORMAT_ANY);
    assert_int_equal(fk_format_of_path(".stl"), FK_FORMAT_STL);
    assert_int_equal(fk_format_of_path("a.stlx"), FK_FORMAT_ANY);
    assert_int_equal(fk_format_of_path(""), FK_FORMAT_ANY);
    assert_true(fk_format_has_parts(FK_FORMAT_OBJ) && fk_format_has_parts(FK_FORMAT_STL_ASCII));
    assert_false(fk_format_has_parts(FK_FORMAT_STL) || fk_format_has_parts(FK_FORMAT_OFF));
}

/* A text can be as long as a binary file with its count: then it is one. One byte more, and it is a text. */
static void test_size_decides(void **state)
{
    (void)state;
    static binary b;
    fk_random random = fk_random_make(5);
    make_binary(&b, &random, 2, 5);
    memcpy(b.bytes, "ply\nformat ascii 1.0\n", 21);
    fk_load_report report;
    fk_model *model = NULL;
    assert_int_equal(fk_model_parse(context, b.bytes, b.size, NULL, &report, &model), FK_OK);
    assert_int_equal(report.format, FK_FORMAT_STL);
    fk_model_free(context, model);
}

/* ---- Memory and failures ------------------------------------------------------------------------------- */

static void test_scarce_memory(void **state)
{
    (void)state;
    static binary b;
    static const char text[] = "solid a\n" FACET("0") "endsolid\nsolid b\n" FACET("0") "endsolid\n";
    fk_random random = fk_random_make(6);
    fk_load_options options = fk_load_options_default();
    make_binary(&b, &random, 200, 200);
    read_check_scarce(&options, b.bytes, b.size);
    read_check_scarce(&options, text, strlen(text));
    options.mesh.weld = 0.1;
    options.join = true;
    read_check_scarce(&options, text, strlen(text));
}

static void test_failing_reads(void **state)
{
    (void)state;
    static binary b;
    static const char text[] = "solid a\n" FACET("0") "endsolid\n";
    fk_random random = fk_random_make(7);
    fk_load_options options = fk_load_options_default();
    make_binary(&b, &random, 4, 200);
    read_check_failing(context, &options, b.bytes, b.size);
    read_check_failing(context, &options, text, strlen(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binary_soups),
        cmocka_unit_test(test_order_of_triangles),
        cmocka_unit_test(test_binary_larger_than_the_buffer),
        cmocka_unit_test(test_bad_binary),
        cmocka_unit_test(test_binary_not_finite),
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_ascii_numbers),
        cmocka_unit_test(test_join_and_weld),
        cmocka_unit_test(test_bad_ascii),
        cmocka_unit_test(test_cut_ascii),
        cmocka_unit_test(test_strange_formats),
        cmocka_unit_test(test_words_of_formats),
        cmocka_unit_test(test_size_decides),
        cmocka_unit_test(test_scarce_memory),
        cmocka_unit_test(test_failing_reads),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
