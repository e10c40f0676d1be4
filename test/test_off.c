/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reading OFF. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "read_check.h"

#include "context_fixture.h"

/* A tetrahedron in many dresses: all give the same mesh. */
static void test_dresses(void **state)
{
    (void)state;
    static const char *const text[] = {
        "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
        "OFF 4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3",
        "OFF4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3",
        "# made by hand\nOFF # head\n\n4 4 # no edges\n\n# vertices\n0 0 0\n\n1 0 0 # one\n0 1 0\n0 0 1\n\n3 "
        "0 2 1\n"
        "3 0 1 3\n# rest\n3 0 3 2\n3 1 2 3\n\n# end\n\n",
        "off\r\n4\r\n4 6\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n0 0 1\r\n3 0 2 1\r\n3 0 1 3\r\n3 0 3 2\r\n3 1 2 3\r\n",
        "OFF\r4 4 6\r0 0 0\r1 0 0\r0 1 0\r0 0 1\r3 0 2 1\r3 0 1 3\r3 0 3 2\r3 1 2 3\r",
        "COFF\n4 4 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1\n0 1 0 0.5 0.5 0.5 1\n0 0 1 9 9 9 9\n3 0 2 1 255 0 0\n3 "
        "0 1 3 0.1 0.2 0.3 "
        "1\n3 0 3 2 7\n3 1 2 3\n",
        "NOFF\n4 4 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n0 0 1 0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 "
        "3\n",
        "STCNOFF\n4 4 0\n0 0 0 1 2 3 4 5 6 7 8 9\n1 0 0 x\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 "
        "3\n",
        "nOFF\n3\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
        "nOFF 3 4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
        "\xef\xbb\xbfOFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n",
    };
    static const fk_vec3 point[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t corner[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        fk_load_report report;
        fk_model *model = read_check_good(context, NULL, text[i], strlen(text[i]), &report);
        assert_int_equal(report.format, FK_FORMAT_OFF);
        assert_int_equal(report.vertices, 4);
        assert_int_equal(report.triangles, 4);
        assert_int_equal(report.ignored, 0);
        assert_int_equal(model->part_count, 1);
        assert_int_equal(model->part[0].vertex_count, 4);
        assert_int_equal(model->part[0].triangle_count, 4);
        assert_memory_equal(model->part[0].point, point, sizeof point);
        assert_memory_equal(model->part[0].triangle, corner, sizeof corner);
        fk_model_free(context, model);
    }
}

/* Without its word, only the name or the caller can tell. */
static void test_without_head(void **state)
{
    (void)state;
    static const char text[] = "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_model *model = NULL;
    assert_int_equal(fk_model_parse(context, text, strlen(text), &options, &report, &model), FK_ERROR_FORMAT);
    options.format = FK_FORMAT_OFF;
    model = read_check_good(context, &options, text, strlen(text), &report);
    assert_int_equal(model->part[0].triangle_count, 1);
    fk_model_free(context, model);
}

static void test_faces_of_all_sizes(void **state)
{
    (void)state;
    static const char text[] =
        "OFF\n6 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n9 9 9\n0 0 -0\n0\n1 0\n2 0 1\n3 0 1 2\n4 0 1 2 3\n3 5 2 3\n";
    fk_load_report report;
    fk_load_options options = fk_load_options_default();
    fk_model *model = read_check_good(context, &options, text, strlen(text), &report);
    assert_int_equal(report.vertices, 6);
    assert_int_equal(report.triangles, 4);
    assert_int_equal(report.polygons, 1);
    assert_int_equal(report.ignored, 3);
    assert_int_equal(report.losses.unused, 1);
    assert_int_equal(report.losses.welded, 1);
    assert_int_equal(model->part[0].vertex_count, 4);
    assert_int_equal(model->part[0].triangle_count, 4);
    fk_model_free(context, model);
    options.mesh.keep_points = true;
    model = read_check_good(context, &options, text, strlen(text), &report);
    assert_int_equal(model->part[0].vertex_count, 5);
    fk_model_free(context, model);
}

/* A polygon with more corners than there is room for at first. */
static void test_long_polygon(void **state)
{
    (void)state;
    enum { CORNERS = 1000 };
    written w = {0};
    char line[80];
    int length = snprintf(line, sizeof line, "OFF\n%d 1 0\n", CORNERS);
    assert_true(written_add(&w, line, (size_t)length));
    for (int i = 0; i < CORNERS; i++) {
        length = snprintf(line, sizeof line, "%d %d 0\n", i, i * (CORNERS - i));
        assert_true(written_add(&w, line, (size_t)length));
    }
    length = snprintf(line, sizeof line, "%d", CORNERS);
    assert_true(written_add(&w, line, (size_t)length));
    for (int i = 0; i < CORNERS; i++) {
        length = snprintf(line, sizeof line, " %d", i);
        assert_true(written_add(&w, line, (size_t)length));
    }
    fk_load_report report;
    fk_model *model = read_check_good(context, NULL, w.bytes, w.count, &report);
    assert_int_equal(model->part[0].triangle_count, CORNERS - 2);
    assert_int_equal(report.polygons, 1);
    fk_model_free(context, model);
    free(w.bytes);
}

static void test_points_alone(void **state)
{
    (void)state;
    static const char text[] = "OFF\n2 0 0\n0 0 0\n1 0 0\n";
    fk_load_options options = fk_load_options_default();
    fk_load_report report;
    fk_model *model = NULL;
    assert_int_equal(fk_model_parse(context, text, strlen(text), &options, &report, &model), FK_ERROR_SYNTAX);
    assert_string_equal(report.message, "the file has points, but no triangles");
    options.mesh.keep_points = true;
    model = read_check_good(context, &options, text, strlen(text), &report);
    assert_int_equal(model->part_count, 1);
    assert_int_equal(model->part[0].vertex_count, 2);
    assert_int_equal(model->part[0].triangle_count, 0);
    fk_model_free(context, model);
}

#define HEAD "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n"

static void test_bad(void **state)
{
    (void)state;
    static const bad_text bad[] = {
        {"OFF\n", 2, 4, "the file ends where the number of vertices should be"},
        {"OFF\n3\n", 3, 6, "the file ends where the number of faces should be"},
        {"OFF\nx 1 0\n", 2, 4, "'x' is not a whole number"},
        {"OFF\n-3 1 0\n", 2, 4, "-3 is out of range"},
        {"OFF\n3 1 x\n", 2, 8, "'x' is not a whole number"},
        {"OFF\n3 1 0 0\n", 2, 10, "more than three counts"},
        {"OFF\n77777777777777777777777777777777777777777777 6 0\n", 2, 4, "7777777 is out of range"},
        {"OFF\n7777777777777777777777777777x 6 0\n", 2, 4, "x' is not a whole number"},
        {"OFF\n-9223372036854775808 6 0\n", 2, 4, "-9223372036854775808 is out of range: from 0"},
        {"OFF\n+ 6 0\n", 2, 4, "'+' is not a whole number"},
        {"OFF\n353535235358 6 0\n", 2, 4, "353535235358 is out of range"},
        {"OFF\n2147483647 2147483647 0\n0 0 0\n", 4, 34, "the file ends where a vertex should be"},
        {"OFF\n3 1 0\n0 0\n", 3, 13, "the line ends where a coordinate should be"},
        {"OFF\n3 1 0\n0 0 1,5\n", 3, 14, "decimals need a point, not a comma"},
        {"OFF\n3 1 0\n0 0 inf\n", 3, 14, "not a finite number"},
        {HEAD, 6, 28, "the file ends where a face should be"},
        {HEAD "3 0 1\n", 6, 33, "the line ends where the number of a vertex should be"},
        {HEAD "3 0 1", 6, 33, "the file ends where the number of a vertex should be"},
        {HEAD "3 0 1 3\n", 6, 34, "3 is out of range: from 0 to 2"},
        {HEAD "3 0 1 -1\n", 6, 34, "-1 is out of range"},
        {HEAD "3 0 1 1.5\n", 6, 34, "'1.5' is not a whole number"},
        {HEAD "2147483647 0 1 2\n", 6, 44, "the line ends where the number of a vertex should be"},
        {HEAD "2 0 3\n", 6, 32, "3 is out of range"},
        {HEAD "3 0 1 2\n3 0 1 2\n", 7, 36, "'3' after the last of 1 faces"},
        {HEAD "3 0 1 2\n# fine\n rest", 8, 44, "'rest' after the last of 1 faces"},
        {"4OFF\n3 1 0\n", 1, 4, "vertices with 4 coordinates"},
        {"nOFF\n5\n3 1 0\n", 2, 6, "vertices with 5 coordinates"},
        {"4nOFF\n3\n3 1 0\n", 2, 7, "vertices with 4 coordinates"},
    };
    read_check_bad_texts(context, FK_FORMAT_ANY, bad, sizeof bad / sizeof bad[0]);
    read_check_bad(context, FK_FORMAT_ANY, "OFF BINARY\n\0\0\0\3", 15, FK_ERROR_FORMAT, 1, 4,
                   "binary OFF is not read");
    read_check_bad(context, FK_FORMAT_OFF, "PFF\n", 4, FK_ERROR_SYNTAX, 1, 0, "'PFF' is not a whole number");
}

static void test_memory_and_failures(void **state)
{
    (void)state;
    static const char text[] = HEAD "3 0 1 2\n";
    static const char square[] = "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
    fk_load_options options = fk_load_options_default();
    read_check_scarce(&options, text, strlen(text));
    read_check_scarce(&options, square, strlen(square));
    read_check_failing(context, &options, text, strlen(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dresses),
        cmocka_unit_test(test_without_head),
        cmocka_unit_test(test_faces_of_all_sizes),
        cmocka_unit_test(test_long_polygon),
        cmocka_unit_test(test_points_alone),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_memory_and_failures),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
