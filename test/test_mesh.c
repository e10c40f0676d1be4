/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes from arrays: welding, order, parts, and memory that runs out. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "farkas/mesh.h"
#include "mesh/builder.h"
#include "scarce_memory.h"

static fk_context *plain_context(void)
{
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    return context;
}

/* Two triangles of a square, with the corners of both. */
static const fk_vec3 square[6] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-0.0, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const fk_triangle halves[2] = {{{0, 1, 2}}, {{3, 4, 5}}};

static void test_equal_vertices_are_one(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh_input input = {square, 6, halves, 2, fk_mesh_options_default()};
    fk_mesh_losses losses;
    fk_mesh *mesh;
    assert_int_equal(fk_mesh_build(context, &input, &losses, &mesh), FK_OK);
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->triangle_count, 2);
    assert_int_equal(losses.welded, 2);
    const uint32_t expected[6] = {0, 1, 2, 0, 2, 3};
    assert_memory_equal(mesh->triangle, expected, sizeof expected);
    assert_string_equal(mesh->name, "");
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
}

static void test_weld_distance(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    const fk_vec3 point[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1.25, 0, 0}, {1.5, 0, 0}, {9, 9, 9}};
    const fk_triangle triangle[3] = {{{0, 1, 2}}, {{0, 3, 2}}, {{1, 3, 4}}};
    fk_mesh_input input = {point, 6, triangle, 3, {.weld = 0.25}};
    fk_mesh_losses losses;
    fk_mesh *mesh;
    assert_int_equal(fk_mesh_build(context, &input, &losses, &mesh), FK_OK);
    /* 1.25 becomes 1, and 1.5 is too far from 1. */
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->triangle_count, 2);
    assert_int_equal(losses.welded, 1);
    assert_int_equal(losses.unused, 1);
    assert_int_equal(losses.collapsed, 1);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
}

static void test_parts_in_runs(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder b;
    fk_builder_init(&b, context, &options, false);
    assert_int_equal(fk_builder_add_part(&b, "left", 4), FK_OK);
    assert_int_equal(fk_builder_add_triangle(&b, 3, 1, 2), FK_OK);
    assert_int_equal(fk_builder_add_part(&b, "empty", 5), FK_OK);
    assert_int_equal(fk_builder_add_part(&b, "right", 5), FK_OK);
    assert_int_equal(fk_builder_add_triangle(&b, 5, 4, 3), FK_OK);
    assert_int_equal(fk_builder_use_part(&b, 0), FK_OK);
    assert_int_equal(fk_builder_add_triangle(&b, 3, 2, 1), FK_OK);
    for (int i = 0; i < 6; i++)
        assert_int_equal(fk_builder_add_point(&b, fk_vec3_make(i, i * i, 0)), FK_OK);
    fk_model *model;
    for (int join = 0; join < 2; join++) {
        b.join = join == 1;
        assert_int_equal(fk_builder_finish(&b, NULL, &model), FK_OK);
        assert_int_equal(model->part_count, join ? 1 : 2);
        const uint32_t left[6] = {2, 0, 1, 2, 1, 0}, all[9] = {2, 0, 1, 4, 3, 2, 2, 1, 0};
        assert_string_equal(model->part[0].name, join ? "" : "left");
        assert_int_equal(model->part[0].triangle_count, join ? 3 : 2);
        assert_memory_equal(model->part[0].triangle, join ? all : left, join ? sizeof all : sizeof left);
        if (!join) {
            const uint32_t right[3] = {2, 1, 0};
            assert_string_equal(model->part[1].name, "right");
            assert_memory_equal(model->part[1].triangle, right, sizeof right);
            assert_true(model->part[1].point[0].x == 3);
        }
        fk_model_free(context, model);
    }
    fk_builder_end(&b);
    fk_context_destroy(context);
}

static void test_soup_with_parts(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder b;
    fk_builder_init(&b, context, &options, false);
    assert_int_equal(fk_builder_add_part(&b, "a", 1), FK_OK);
    assert_int_equal(fk_builder_add_corners(&b, square, 2), FK_OK);
    assert_int_equal(fk_builder_add_part(&b, "b", 1), FK_OK);
    assert_int_equal(fk_builder_add_corners(&b, square + 3, 1), FK_OK);
    fk_model *model;
    assert_int_equal(fk_builder_finish(&b, NULL, &model), FK_OK);
    assert_int_equal(model->part_count, 2);
    assert_int_equal(model->part[0].vertex_count, 4);
    assert_int_equal(model->part[1].vertex_count, 3);
    const uint32_t expected[3] = {0, 1, 2};
    assert_memory_equal(model->part[1].triangle, expected, sizeof expected);
    fk_model_free(context, model);
    fk_builder_end(&b);
    fk_context_destroy(context);
}

static void test_bad_input(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh *mesh = NULL;
    fk_mesh_input input = {square, 5, halves, 2, fk_mesh_options_default()};
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_ERROR_ARGUMENT);
    input.point_count = 6;
    input.options.weld = -1;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_ERROR_ARGUMENT);
    assert_null(mesh);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    fk_mesh_input input = {square, 6, halves, 2, fk_mesh_options_default()};
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {.fail_at = SIZE_MAX};
        fk_context *context = memory_context(&m);
        size_t before = m.used;
        fk_mesh *mesh = NULL;
        m.fail_at = k;
        status = fk_mesh_build(context, &input, NULL, &mesh);
        assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
        fk_mesh_free(context, mesh);
        assert_int_equal(m.used, before);
        fk_context_destroy(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_vertices_are_one),
        cmocka_unit_test(test_weld_distance),
        cmocka_unit_test(test_parts_in_runs),
        cmocka_unit_test(test_soup_with_parts),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
