/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* OBJ files: every statement, every way to write a corner, parts, errors with their place, and files made at random in many
 * styles, whose triangles are known. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "farkas/io.h"
#include "mesh/mesh.h"
#include "read_text.h"

static fk_load_options obj_options(void)
{
    fk_load_options options = fk_load_options_default();
    options.format = FK_FORMAT_OBJ;
    return options;
}

static result read_obj(const char *text)
{
    fk_load_options options = obj_options();
    return read_all_ways(text, strlen(text), &options);
}

static void expect_error(const char *text, uint64_t line, uint64_t offset, const char *message)
{
    result r = read_obj(text);
    assert_int_equal(r.status, FK_ERROR_SYNTAX);
    assert_int_equal(r.report.line, line);
    assert_int_equal(r.report.offset, offset);
    assert_string_equal(r.report.message, message);
    result_free(&r);
}

/* Reads one part, and compares its triangles. */
static void expect_triangles(const char *text, const uint32_t (*triangle)[3], uint32_t count)
{
    result r = read_obj(text);
    assert_string_equal(r.report.message, "");
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.report.format, FK_FORMAT_OBJ);
    assert_int_equal(r.model->part_count, 1);
    assert_int_equal(r.model->part[0].triangle_count, count);
    assert_memory_equal(r.model->part[0].triangle, triangle, count * sizeof *triangle);
    result_free(&r);
}

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define SQUARE   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static const uint32_t one[1][3] = {{0, 1, 2}};
static const uint32_t two[2][3] = {{0, 1, 2}, {0, 2, 3}};

/* ---- Vertices and faces -------------------------------------------------------------------------------- */

static void test_corners(void **state)
{
    (void)state;
    expect_triangles(TRIANGLE "f 1 2 3\n", one, 1);
    expect_triangles(TRIANGLE "f 1/9 2/9 3/9\n", one, 1);
    expect_triangles(TRIANGLE "f 1//7 2//7 3//7", one, 1);
    expect_triangles(TRIANGLE "f 1/2/3 2/3/4 3/4/5", one, 1);
    expect_triangles(TRIANGLE "f 1/ 2// 3/4/", one, 1);
    expect_triangles(TRIANGLE "f -3 -2/-1 -1/-1/-2", one, 1);
    expect_triangles(TRIANGLE "f +1 +2 +3", one, 1);
    expect_triangles(TRIANGLE "fo 1 2 3", one, 1);
    expect_triangles(SQUARE "f 1 2 3 4", two, 2);
}

static void test_spelling(void **state)
{
    (void)state;
    /* Line ends, blanks, tabs, comments, lines that go on, no line end at the end, a mark of UTF-8. */
    expect_triangles("v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n", one, 1);
    expect_triangles("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r", one, 1);
    expect_triangles("\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", one, 1);
    expect_triangles("  v\t0   0 0  \n\n\n \tv 1 0 0\t\nv 0 1 0\n   f   1\t2  3 \t", one, 1);
    expect_triangles("# a comment\nv 0 0 0 # one\nv 1 0 0 #2\n#\n# \\\nv 0 1 0\nf 1 2 3 # f 1 2 3\n", one, 1);
    expect_triangles("v 0 \\\n0 0\nv 1 0\\\n 0\nv \\\r\n0 1 0\nf \\\n \\\n 1 2\\\n3 \\\n\nf 1 2", one, 1);
    expect_triangles("v 0 0 0\\\n1 1 1\nv 1 0 0 0.5 \\\n 0.5\nv 0 1 0\nf 1 2 3\\", one, 1);
    expect_triangles("vn 0 0 1 \\\nf 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", one, 1);
    /* Counts in the first line. */
    expect_triangles("3 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", one, 1);
}

static void test_numbers(void **state)
{
    (void)state;
    result r = read_obj("v 1 2. 3.0\nv +1e2 -2.E1 .5e-1 1\nv 0x1p-3 1e-400 -0 0.1 nan inf\nf 1 2 3\n");
    assert_int_equal(r.status, FK_OK);
    const fk_vec3 expected[3] = {{1, 2, 3}, {100, -20, 0.05}, {0.125, 0, -0.0}};
    assert_memory_equal(r.model->part[0].point, expected, sizeof expected);
    result_free(&r);
}

static void test_other_statements(void **state)
{
    (void)state;
    result r =
        read_obj(SQUARE "vn 0 0 1\nvt 0 0\nvp 1\ng f 1 2 3\ns 1\nmg 1 2\nusemtl f 1 2 3\nmtllib a b.mtl\n"
                        "p 1 2\nl 1 2 3\ncstype bezier\ndeg 3\ncurv 0 1 1 2 3 4\nparm u 0 1\nend\n"
                        "bevel on\nunheard of\nf 1 2\nf 1\nf\nf 1 2 3 4\n");
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.report.vertices, 4);
    assert_int_equal(r.report.triangles, 2);
    assert_int_equal(r.report.polygons, 1);
    /* p, l, curv, unheard, and three faces of less than three corners. */
    assert_int_equal(r.report.ignored, 7);
    assert_string_equal(r.model->part[0].name, "f 1 2 3");
    result_free(&r);
}

static void test_concave(void **state)
{
    (void)state;
    result r = read_obj("v 0 0 0\nv 10 -10 0\nv 2 0 0\nv 10 10 0\nf 4 1 2 3\n");
    assert_int_equal(r.status, FK_OK);
    for (int i = 0; i < 2; i++) {
        const uint32_t *t = r.model->part[0].triangle[i].corner;
        assert_true((t[0] == 0 || t[1] == 0 || t[2] == 0) && (t[0] == 2 || t[1] == 2 || t[2] == 2));
    }
    result_free(&r);
}

/* Faces before their vertices keep their order among all. */
static void test_faces_first(void **state)
{
    (void)state;
    const uint32_t expected[4][3] = {{0, 1, 2}, {2, 1, 0}, {0, 1, 2}, {0, 2, 3}};
    expect_triangles("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf 3 2 1\nf 1 2 3 4\nv 0 1 0", expected, 4);
    const uint32_t later[3][3] = {{0, 1, 3}, {2, 1, 0}, {0, 1, 2}};
    expect_triangles("f 1 2 4\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 3 2 1\nf -3 -2 -1\nv 0 1 0", later, 3);
}

/* ---- Errors -------------------------------------------------------------------------------------------- */

static void test_errors(void **state)
{
    (void)state;
    expect_error("v 0 0\n", 1, 0, "a vertex has fewer than three coordinates");
    expect_error("v 0 0 0\n v 1 0", 2, 9, "a vertex has fewer than three coordinates");
    expect_error("v 0 0 # 0\n", 1, 0, "a vertex has fewer than three coordinates");
    expect_error("\nv 0 0,5 0\n", 2, 5, "'0,5' is not a number; decimals need a point, not a comma");
    expect_error("v 0 nan 0\n", 1, 4, "'nan' is not a finite number");
    expect_error("v 0 0 0\nv 0 0 -1e999\n", 2, 14, "'-1e999' is not a finite number");
    expect_error("v 0 0 zero\n", 1, 6, "'zero' is not a number");
    expect_error(TRIANGLE "f 1 2 0\n", 4, 30, "vertex 0: numbers of vertices start at 1");
    expect_error(TRIANGLE "f -1 -2 -4\n", 4, 32, "vertex -4, but there are only 3 so far");
    expect_error(TRIANGLE "f 1 2 3\nf 1 2 4\nf 1 2 3\n", 5, 32, "vertex 4, but the file has only 3");
    expect_error("f 1 2 3\nv 0 0 0\n", 1, 0, "vertex 2, but the file has only 1");
    expect_error(TRIANGLE "f 1 2 x\n", 4, 30, "'x' is not a whole number");
    expect_error(TRIANGLE "f 1 2 3.5\n", 4, 30, "'3.5' is not a whole number");
    expect_error(TRIANGLE "f 1 2 /3\n", 4, 30, "'' is not a whole number");
    expect_error(TRIANGLE "f 1 2 3/x\n", 4, 30,
                 "'3/x' is no corner of a face; these are v, v/vt, v//vn or v/vt/vn");
    expect_error(TRIANGLE "f 1 2 3/1/1/1\n", 4, 30,
                 "'3/1/1/1' is no corner of a face; these are v, v/vt, v//vn or v/vt/vn");
    expect_error(TRIANGLE "f 1 2 3/1-\n", 4, 30,
                 "'3/1-' is no corner of a face; these are v, v/vt, v//vn or v/vt/vn");
    expect_error(TRIANGLE "f 1 2 3/-\n", 4, 30,
                 "'3/-' is no corner of a face; these are v, v/vt, v//vn or v/vt/vn");
    expect_error(TRIANGLE "f 1 2 9999999999\n", 4, 30,
                 "9999999999 is out of range: from -2147483648 to 2147483648");
    expect_error("v 0 0 0\n1 2 3\n", 2, 8, "'1' is no statement of OBJ");
    expect_error("{\"asset\": 1}\n", 1, 0, "'{\"asset\":' is no statement of OBJ");
    expect_error("v 0 0 0\n", 2, 8, "the file has points, but no triangles");
}

static void test_long_words(void **state)
{
    (void)state;
    static char text[200000];
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "v 0 0 0 ", 8);
    /* A long line is passed over, whatever is in it; a long word where one counts is no text. */
    memcpy(text + 150000, "\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# ", 27);
    expect_triangles(text, one, 1);
    memcpy(text, "v 0 0 a", 7);
    fk_load_options options = obj_options();
    result r = read_bytes(text, strlen(text), &options, SIZE_MAX);
    assert_int_equal(r.status, FK_ERROR_SYNTAX);
    assert_int_equal(r.report.line, 1);
    result_free(&r);
}

static void test_read_fails(void **state)
{
    (void)state;
    const char *text = "o a\n" SQUARE "g x\nvn 1 2 3 \\\n4\nf 1 2 3 4\nf 1 2 3\n";
    fk_load_options options = obj_options();
    for (size_t at = 0; at < strlen(text); at++) {
        source s = source_make(text, strlen(text), 3);
        s.fail_at = at;
        fk_context *context = NULL;
        fk_model *model = NULL;
        fk_load_report report;
        assert_int_equal(fk_context_create(NULL, &context), FK_OK);
        assert_int_equal(fk_model_read(context, source_read, &s, &options, &report, &model), FK_ERROR_READ);
        assert_null(model);
        fk_context_destroy(context);
    }
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static void expect_parts(const char *text, bool join, const char *const *name, const uint32_t *triangles,
                         uint32_t count)
{
    fk_load_options options = obj_options();
    options.join = join;
    result r = read_all_ways(text, strlen(text), &options);
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.model->part_count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(r.model->part[i].name, name[i]);
        assert_int_equal(r.model->part[i].triangle_count, triangles[i]);
    }
    result_free(&r);
}

static void test_objects(void **state)
{
    (void)state;
    const char *text = SQUARE "f 1 2 3\no  left  part \nf 1 2 3\ng x\nf 2 3 4\no right\nf 1 2 3 4\n"
                              "o empty\no left  part\nf 1 2 4\no\nf 3 2 1\n";
    const char *const names[] = {"", "left  part", "right"};
    const uint32_t counts[] = {2, 3, 2};
    expect_parts(text, false, names, counts, 3);
    const uint32_t all = 7;
    expect_parts(text, true, names, &all, 1);
    /* The name of an only object is that of the model. */
    const char *const cube[] = {"cube"};
    const uint32_t single = 1;
    expect_parts("o cube\n" TRIANGLE "f 1 2 3", false, cube, &single, 1);
    expect_parts("g a\no cube\n" TRIANGLE "g b\nf 1 2 3", true, cube, &single, 1);
}

#define TETRAHEDRON "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
#define OTHER       "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\n"
#define POINTS      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\n"

static void test_groups(void **state)
{
    (void)state;
    /* Parts, as both are closed. */
    const char *const names[] = {"a b", "c"};
    const uint32_t four[] = {4, 4};
    expect_parts(POINTS "g a b\n" TETRAHEDRON "g c\n" OTHER, false, names, four, 2);
    expect_parts(POINTS "g a b\nf 1 3 2\nf 1 2 4\ng c\n" OTHER "g a b\nf 2 3 4\nf 3 1 4\n", false, names,
                 four, 2);
    const char *const first[] = {"", "c"};
    expect_parts(POINTS TETRAHEDRON "g c\n" OTHER, false, first, four, 2);
    /* One part, as one is open. */
    const uint32_t eight = 8, seven = 7;
    expect_parts(POINTS "g a\nf 1 3 2\nf 1 2 4\ng b\nf 2 3 4\nf 3 1 4\ng c\n" OTHER, false, first, &eight, 1);
    expect_parts(POINTS "g a\nf 1 3 2\nf 1 2 4\nf 2 3 4\ng c\n" OTHER, false, first, &seven, 1);
    /* A file with an object has no groups, wherever it stands. */
    const char *const object[] = {"", "late"};
    const uint32_t both[] = {8, 1};
    expect_parts(POINTS "g a b\n" TETRAHEDRON "g c\n" OTHER "o late\nf 1 2 3\n", false, object, both, 2);
    const uint32_t rest[] = {5, 4};
    expect_parts("f 1 2 3\n" POINTS "g a b\n" TETRAHEDRON "o late\ng c\n" OTHER, false, object, rest, 2);
    /* Faces that wait for their vertices, in groups. */
    expect_parts("g a b\n" TETRAHEDRON "g c\n" OTHER POINTS, false, names, four, 2);
    const uint32_t waiting[] = {8, 1};
    expect_parts("g a b\n" TETRAHEDRON "g c\n" OTHER "o late\nf 1 2 3\n" POINTS, false, object, waiting, 2);
}

/* A group is closed by its places, not its numbers. */
static void test_groups_are_welded(void **state)
{
    (void)state;
    const char *const names[] = {"a", "c"};
    const uint32_t four[] = {4, 4};
    expect_parts(POINTS "v -0 0 0\ng a\nf 9 3 2\nf 1 2 4\nf 2 3 4\nf 3 9 4\ng c\n" OTHER, false, names, four,
                 2);
}

static void test_many_parts(void **state)
{
    (void)state;
    enum { PARTS = 2000 };
    static char text[PARTS * 60];
    size_t length = (size_t)sprintf(text, "%s", TRIANGLE);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < PARTS; i++)
            length += (size_t)sprintf(text + length, "o part %d\nf 1 2 3\n", i);
    fk_load_options options = obj_options();
    result r = read_bytes(text, length, &options, SIZE_MAX);
    assert_int_equal(r.status, FK_OK);
    assert_int_equal(r.model->part_count, PARTS);
    for (int i = 0; i < PARTS; i++) {
        char name[20];
        sprintf(name, "part %d", i);
        assert_string_equal(r.model->part[i].name, name);
        assert_int_equal(r.model->part[i].triangle_count, 2);
    }
    result_free(&r);
}

static void test_closed(void **state)
{
    (void)state;
    fk_context *context = NULL;
    bool closed;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    const fk_triangle solid[6] = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}},
                                  {{2, 0, 3}}, {{0, 1, 1}}, {{2, 2, 2}}};
    fk_mesh mesh = {.vertex_count = 4, .triangle = solid};
    for (uint32_t count = 0; count <= 6; count++) {
        mesh.triangle_count = count;
        assert_int_equal(fk_mesh_is_closed(context, &mesh, &closed), FK_OK);
        assert_int_equal(closed, count == 0 || count >= 4);
    }
    const fk_triangle turned[4] = {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 2, 3}}};
    mesh.triangle = turned;
    mesh.triangle_count = 4;
    assert_int_equal(fk_mesh_is_closed(context, &mesh, &closed), FK_OK);
    assert_false(closed);
    fk_context_destroy(context);
}

/* ---- Random files -------------------------------------------------------------------------------------- */

typedef struct writer {
    char text[60000];
    size_t length;
    fk_random random;
} writer;

static uint64_t below(writer *w, uint64_t bound)
{
    return fk_random_below(&w->random, bound);
}

static void put(writer *w, const char *text)
{
    size_t length = strlen(text);
    assert_true(w->length + length < sizeof w->text);
    memcpy(w->text + w->length, text, length);
    w->length += length;
}

static void put_blank(writer *w)
{
    static const char *const blanks[] = {" ", " ", "  ", "\t", " \\\n", " \\\r\n\t"};
    put(w, blanks[below(w, 6)]);
}

static void put_line_end(writer *w)
{
    static const char *const ends[] = {"\n", "\r\n", " \n", " # f 9 9 9\n", "\n\nvn 1 2 3\n", "\n#v 1\n"};
    put(w, ends[below(w, 6)]);
}

static void put_vertex(writer *w, fk_vec3 v)
{
    put(w, "v");
    for (int k = 0; k < 3; k++) {
        char number[FK_NUMBER_SIZE];
        fk_number_format(fk_vec3_get(v, k), number);
        put_blank(w);
        put(w, number);
    }
    if (below(w, 8) == 0)
        put(w, " 0.5 0.5 0.5");
    put_line_end(w);
}

static void put_corner(writer *w, uint32_t vertex, uint32_t count)
{
    static const char *const tails[] = {"", "", "/1", "//2", "/1/2", "/-1/-1"};
    char number[20];
    bool is_relative = vertex < count && below(w, 2) == 0;
    sprintf(number, "%lld", is_relative ? (long long)vertex - count : (long long)vertex + 1);
    put_blank(w);
    put(w, number);
    put(w, tails[below(w, 6)]);
}

/* Vertices on a parabola, so that every polygon with ascending corners is convex; faces among them. */
static uint32_t write_random(writer *w, fk_vec3 *vertex, uint32_t vertices, uint32_t (*expected)[3])
{
    uint32_t written = 0, triangles = 0;
    for (uint32_t i = 0; i < vertices; i++)
        vertex[i] = fk_vec3_make(i * 0.1, (i * 0.1) * (i * 0.1), 7);
    while (written < vertices || triangles < 200) {
        if (written < vertices && below(w, 3) > 0) {
            put_vertex(w, vertex[written++]);
            continue;
        }
        uint32_t corner[6], count = 3 + (uint32_t)below(w, 4);
        uint32_t step = 1 + (uint32_t)below(w, vertices / 6 - 1),
                 first = (uint32_t)below(w, vertices - 5 * step);
        put(w, "f");
        for (uint32_t i = 0; i < count; i++) {
            corner[i] = first + i * step;
            put_corner(w, corner[i], written);
        }
        put_line_end(w);
        for (uint32_t i = 1; i + 1 < count; i++, triangles++)
            memcpy(expected[triangles], (uint32_t[3]){corner[0], corner[i], corner[i + 1]},
                   sizeof expected[0]);
    }
    return triangles;
}

static void test_random_files(void **state)
{
    (void)state;
    static writer w;
    static fk_vec3 vertex[100];
    static uint32_t expected[1000][3];
    fk_load_options options = obj_options();
    options.mesh.keep_points = true;
    for (uint64_t seed = 0; seed < 60; seed++) {
        w.length = 0;
        w.random = fk_random_make(seed);
        uint32_t count = write_random(&w, vertex, 100, expected);
        result r = seed < 5 ? read_all_ways(w.text, w.length, &options)
                            : read_bytes(w.text, w.length, &options, 1 + seed * 37);
        assert_string_equal(r.report.message, "");
        assert_int_equal(r.status, FK_OK);
        assert_int_equal(r.report.vertices, 100);
        assert_int_equal(r.report.triangles, count);
        assert_int_equal(r.model->part[0].triangle_count, count);
        assert_memory_equal(r.model->part[0].point, vertex, sizeof vertex);
        assert_memory_equal(r.model->part[0].triangle, expected, count * sizeof expected[0]);
        result_free(&r);
    }
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    fk_load_options options = obj_options();
    const char *const text[] = {
        POINTS "g a b\n" TETRAHEDRON "g c\n" OTHER,
        "g a b\n" TETRAHEDRON "g c\n" OTHER "o late\nf 1 2 3 4\n" POINTS,
        POINTS "g a\nf 1 2 3\ng b\nf 1 2 3 4 5 6 7 8 1 2 3 4 5 6 7 8 1 2 3 4 5\n",
    };
    for (int i = 0; i < 3; i++)
        read_in_scarce_memory(text[i], strlen(text[i]), &options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_corners),      cmocka_unit_test(test_spelling),
        cmocka_unit_test(test_numbers),      cmocka_unit_test(test_other_statements),
        cmocka_unit_test(test_concave),      cmocka_unit_test(test_faces_first),
        cmocka_unit_test(test_errors),       cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_read_fails),   cmocka_unit_test(test_objects),
        cmocka_unit_test(test_groups),       cmocka_unit_test(test_groups_are_welded),
        cmocka_unit_test(test_many_parts),   cmocka_unit_test(test_closed),
        cmocka_unit_test(test_random_files), cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
