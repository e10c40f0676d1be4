/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes from arrays: welding, order, parts, and memory that runs out. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
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
    /* The third loses a side; the last three never had all. */
    const fk_triangle triangle[6] = {{{0, 1, 2}}, {{0, 3, 2}}, {{1, 3, 4}},
                                     {{0, 2, 2}}, {{2, 2, 0}}, {{2, 0, 2}}};
    fk_mesh_input input = {point, 6, triangle, 6, {.weld = 0.25}};
    fk_mesh_losses losses;
    fk_mesh *mesh;
    assert_int_equal(fk_mesh_build(context, &input, &losses, &mesh), FK_OK);
    /* 1.25 becomes 1, and 1.5 is too far from 1. */
    assert_int_equal(mesh->vertex_count, 4);
    assert_int_equal(mesh->triangle_count, 5);
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
    input.options.weld = (double)INFINITY;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_ERROR_ARGUMENT);
    input.options.weld = 0;
    const fk_vec3 bad[6] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 0, (double)NAN}, {1, 0, 0}, {0, 0, 2}};
    input.point = bad;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_ERROR_NOT_FINITE);
    assert_null(mesh);
    fk_context_destroy(context);
}

/* Nothing at all is a model without parts, and a mesh without anything. */
static void test_nothing(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    fk_mesh_options options = fk_mesh_options_default();
    for (int join = 0; join < 2; join++) {
        fk_builder b;
        fk_model *model = NULL;
        fk_builder_init(&b, context, &options, join == 1);
        assert_int_equal(fk_builder_finish(&b, NULL, &model), FK_OK);
        assert_int_equal(model->part_count, 0);
        fk_model_free(context, model);
        fk_builder_end(&b);
    }
    fk_mesh_input input = {NULL, 0, NULL, 0, options};
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_mesh_build(context, &input, NULL, &mesh), FK_OK);
    assert_int_equal(mesh->vertex_count + mesh->triangle_count, 0);
    fk_mesh_free(context, mesh);
    assert_int_equal(fk_mesh_join(context, NULL, 0, &mesh), FK_OK);
    assert_int_equal(mesh->vertex_count + mesh->triangle_count, 0);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
}

/* Models are copies; a joined mesh has the vertices of all once, and points that nobody uses, too. */
static void test_from_meshes(void **state)
{
    (void)state;
    fk_context *context = plain_context();
    static const fk_vec3 left[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, 7, 7}},
                         right[3] = {{1, 0, 0}, {1, 1, 0}, {-0.0, 1, 0}};
    static const fk_triangle one[1] = {{{0, 1, 2}}};
    const fk_mesh part[2] = {{4, 1, left, one, "left", 0}, {3, 1, right, one, "right", 0}};
    fk_model *model = NULL;
    assert_int_equal(fk_model_build(context, part, 2, &model), FK_OK);
    assert_int_equal(model->part_count, 2);
    assert_int_equal(model->part[0].vertex_count, 4);
    assert_memory_equal(model->part[0].point, left, sizeof left);
    assert_memory_equal(model->part[1].point, right, sizeof right);
    assert_string_equal(model->part[0].name, "left");
    assert_string_equal(model->part[1].name, "right");
    fk_model_free(context, model);
    fk_mesh *mesh = NULL;
    assert_int_equal(fk_mesh_join(context, part, 2, &mesh), FK_OK);
    const uint32_t corner[6] = {0, 1, 2, 1, 4, 2};
    assert_int_equal(mesh->vertex_count, 5);
    assert_int_equal(mesh->triangle_count, 2);
    assert_memory_equal(mesh->triangle, corner, sizeof corner);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
}

/* Random parts in random runs, with shared and equal vertices, against a slow and simple building of each part. */
static void test_parts_against_slow(void **state)
{
    (void)state;
    enum { POINTS = 400, TRIANGLES = 300, PARTS = 7 };
    fk_context *context = plain_context();
    fk_random random = fk_random_make(11);
    for (int round = 0; round < 60; round++) {
        fk_mesh_options options = {.keep_points = false, .weld = 0};
        fk_vec3 point[POINTS];
        fk_triangle triangle[TRIANGLES];
        uint32_t part_of[TRIANGLES];
        fk_builder b;
        bool join = round % 3 == 0;
        /* Few numbers of vertices, or numbers all over the file. */
        uint32_t spread = round % 2 ? POINTS : 12;
        fk_builder_init(&b, context, &options, join);
        for (int i = 0; i < PARTS; i++)
            assert_int_equal(fk_builder_add_part(&b, "part", 4), FK_OK);
        for (int i = 0; i < POINTS; i++) {
            point[i] =
                fk_vec3_make((double)fk_random_below(&random, 6), (double)fk_random_below(&random, 6), 0);
            assert_int_equal(fk_builder_add_point(&b, point[i]), FK_OK);
        }
        for (int t = 0; t < TRIANGLES; t++) {
            if (t == 0 || fk_random_below(&random, 3) == 0)
                part_of[t] = (uint32_t)fk_random_below(&random, PARTS - 1); /* the last has none */
            else
                part_of[t] = part_of[t - 1];
            for (int k = 0; k < 3; k++)
                triangle[t].corner[k] = (uint32_t)fk_random_below(&random, spread);
            const uint32_t *c = triangle[t].corner;
            assert_int_equal(fk_builder_use_part(&b, part_of[t]), FK_OK);
            assert_int_equal(fk_builder_add_triangle(&b, c[0], c[1], c[2]), FK_OK);
        }
        fk_model *model = NULL;
        assert_int_equal(fk_builder_finish(&b, NULL, &model), FK_OK);
        uint32_t at = 0;
        for (uint32_t p = 0; p < (join ? 1 : PARTS); p++) {
            bool used[POINTS] = {false};
            uint32_t number[POINTS], vertices = 0, triangles = 0;
            fk_vec3 kept[POINTS];
            for (int t = 0; t < TRIANGLES; t++)
                for (int k = 0; (join || part_of[t] == p) && k < 3; k++)
                    used[triangle[t].corner[k]] = true;
            for (uint32_t i = 0; i < POINTS; i++) {
                uint32_t k = 0;
                while (used[i] && k < vertices && (kept[k].x != point[i].x || kept[k].y != point[i].y))
                    k++;
                number[i] = k;
                if (used[i] && k == vertices)
                    kept[vertices++] = point[i];
            }
            if (vertices == 0)
                continue;
            const fk_mesh *mesh = &model->part[at++];
            assert_int_equal(mesh->vertex_count, vertices);
            assert_memory_equal(mesh->point, kept, vertices * sizeof *kept);
            for (int t = 0; t < TRIANGLES; t++) {
                if (!join && part_of[t] != p)
                    continue;
                for (int k = 0; k < 3; k++)
                    assert_int_equal(mesh->triangle[triangles].corner[k], number[triangle[t].corner[k]]);
                triangles++;
            }
            assert_int_equal(mesh->triangle_count, triangles);
        }
        assert_int_equal(model->part_count, at);
        fk_model_free(context, model);
        fk_builder_end(&b);
    }
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
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_from_meshes),
        cmocka_unit_test(test_parts_against_slow),
        cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
