/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Hulls against qhull: the same extreme points on general input, where its rounding has nothing to decide. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/libqhull_r.h>

#include "farkas/shape.h"
#include "hull_clouds.h"

/* Marks the points that qhull takes for vertices, and returns how many they are. */
static uint32_t ask_qhull(const fk_vec3 *point, uint32_t count, bool *is_vertex)
{
    qhT qhull;
    char command[] = "qhull ";
    coordT *coordinate = malloc(count * 3 * sizeof *coordinate);
    for (uint32_t i = 0; i < count; i++) {
        coordinate[3 * i] = point[i].x;
        coordinate[3 * i + 1] = point[i].y;
        coordinate[3 * i + 2] = point[i].z;
        is_vertex[i] = false;
    }
    qh_zero(&qhull, stderr);
    assert_int_equal(qh_new_qhull(&qhull, 3, (int)count, coordinate, False, command, NULL, stderr), 0);
    uint32_t vertices = 0;
    for (const vertexT *v = qhull.vertex_list; v != NULL && v->next != NULL; v = v->next) {
        is_vertex[(v->point - coordinate) / 3] = true;
        vertices++;
    }
    int left, blocks;
    qh_freeqhull(&qhull, !qh_ALL);
    qh_memfreeshort(&qhull, &left, &blocks);
    free(coordinate);
    return vertices;
}

static void test_same_vertices(void **state)
{
    (void)state;
    const int kind[5] = {CLOUD_BALL, CLOUD_SPHERE, CLOUD_CUBE, CLOUD_CUBE_SURFACE, CLOUD_MOMENT};
    const uint32_t size[3] = {50, 1000, 10000};
    fk_vec3 *point = malloc(size[2] * sizeof *point);
    bool *is_vertex = malloc(size[2] * sizeof *is_vertex);
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int k = 0; k < 5; k++)
        for (int s = 0; s < 3; s++)
            for (uint64_t seed = 0; seed < (s == 2 ? 2 : 10); seed++) {
                /* More points on the moment curve are flat within what qhull rounds. */
                uint32_t count = kind[k] == CLOUD_MOMENT ? 50 : size[s];
                fk_random random = fk_random_make(seed);
                cloud_fill(kind[k], &random, point, count);
                fk_hull *hull;
                assert_int_equal(fk_hull_build(context, point, count, &hull), FK_OK);
                assert_int_equal(ask_qhull(point, count, is_vertex), hull->vertex_count);
                for (uint32_t i = 0; i < hull->vertex_count; i++)
                    assert_true(is_vertex[hull->source[i]]);
                fk_hull_free(context, hull);
            }
    fk_context_destroy(context);
    free(is_vertex);
    free(point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_vertices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
