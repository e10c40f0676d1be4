/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Edges and components against slow ones, on meshes of numbers alone. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "farkas/mesh.h"
#include "scarce_memory.h"

#define MOST 40

/* A mesh of triangles by chance, with corners that may be equal. Places do not matter here. */
typedef struct numbers {
    fk_triangle triangle[MOST];
    fk_mesh mesh;
} numbers;

static void draw(fk_random *random, numbers *n, uint32_t vertices, uint32_t triangles)
{
    memset(&n->mesh, 0, sizeof n->mesh);
    for (uint32_t t = 0; t < triangles; t++)
        for (int k = 0; k < 3; k++)
            n->triangle[t].corner[k] = (uint32_t)fk_random_below(random, vertices);
    n->mesh.vertex_count = vertices;
    n->mesh.triangle_count = triangles;
    n->mesh.triangle = n->triangle;
    n->mesh.name = "";
}

static void side_of(const fk_mesh *mesh, uint32_t side, uint32_t end[2])
{
    const uint32_t *corner = mesh->triangle[side / 3].corner;
    uint32_t a = corner[side % 3], b = corner[(side + 1) % 3];
    end[0] = a < b ? a : b;
    end[1] = a < b ? b : a;
}

static bool is_same_edge(const uint32_t a[2], const uint32_t b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

/* Each pair of sides is on one edge or on two; edges ascend, and so do their sides. */
static void check_edges(const fk_mesh *mesh, const fk_mesh_edges *edges)
{
    uint32_t sides = 3 * mesh->triangle_count, used = 0;
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t end[2], other[2], mates = 0;
        side_of(mesh, i, end);
        if (end[0] == end[1]) {
            assert_int_equal(edges->edge_of[i], FK_NONE);
            continue;
        }
        uint32_t edge = edges->edge_of[i];
        assert_true(edge < edges->edge_count);
        assert_true(is_same_edge(edges->vertex[edge], end));
        used++;
        for (uint32_t j = 0; j < sides; j++) {
            side_of(mesh, j, other);
            bool same = is_same_edge(end, other);
            assert_int_equal(same, edges->edge_of[j] == edge);
            if (!same)
                continue;
            assert_int_equal(edges->use[edges->use_begin[edge] + mates], j);
            mates++;
        }
        assert_int_equal(edges->use_begin[edge + 1] - edges->use_begin[edge], mates);
    }
    assert_int_equal(edges->use_begin[0], 0);
    assert_int_equal(edges->use_begin[edges->edge_count], used);
    for (uint32_t e = 0; e < edges->edge_count; e++) {
        const uint32_t *v = edges->vertex[e];
        assert_true(v[0] < v[1]);
        assert_true(edges->use_begin[e] < edges->use_begin[e + 1]);
        assert_true(e == 0 || v[-2] < v[0] || (v[-2] == v[0] && v[-1] < v[1]));
    }
}

/* Spreads the lowest triangle of a component until nothing changes. */
static uint32_t slow_components(const fk_mesh *mesh, uint32_t *component)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        component[t] = t;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < mesh->triangle_count; i++)
            for (uint32_t j = 0; j < mesh->triangle_count; j++)
                for (int k = 0; k < 9; k++)
                    if (mesh->triangle[i].corner[k / 3] == mesh->triangle[j].corner[k % 3] &&
                        component[i] < component[j]) {
                        component[j] = component[i];
                        changed = true;
                    }
    }
    uint32_t count = 0, number[MOST];
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        number[t] = component[t] == t ? count++ : number[component[t]];
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        component[t] = number[t];
    return count;
}

static void check_all(fk_context *context, const fk_mesh *mesh)
{
    fk_mesh_edges *edges;
    assert_int_equal(fk_mesh_edges_build(context, mesh, &edges), FK_OK);
    check_edges(mesh, edges);
    fk_mesh_edges_free(context, edges);
    uint32_t component[MOST], slow[MOST], count;
    assert_int_equal(fk_mesh_components(context, mesh, component, &count), FK_OK);
    assert_int_equal(count, slow_components(mesh, slow));
    assert_memory_equal(component, slow, mesh->triangle_count * sizeof *component);
}

static void test_by_chance(void **state)
{
    (void)state;
    memory m = {.fail_at = SIZE_MAX};
    fk_context *context = memory_context(&m);
    size_t before = m.used;
    fk_random random = fk_random_make(1);
    numbers n;
    for (int i = 0; i < 3000; i++) {
        uint32_t vertices = 1 + (uint32_t)fk_random_below(&random, i % 2 ? 8 : 60);
        draw(&random, &n, vertices, (uint32_t)fk_random_below(&random, MOST));
        check_all(context, &n.mesh);
    }
    assert_int_equal(m.used, before);
    fk_context_destroy(context);
}

/* One vertex with all triangles, one edge with all of them, and the same triangle again and again. */
static void test_crowds(void **state)
{
    (void)state;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    numbers n;
    fk_random random = fk_random_make(2);
    for (int kind = 0; kind < 3; kind++) {
        draw(&random, &n, MOST + 2, MOST);
        for (uint32_t t = 0; t < MOST; t++) {
            fk_triangle fan = {{0, MOST + 1 - t, t == 0 ? 1 : MOST + 2 - t}}, book = {{1, 0, MOST + 1 - t}};
            fk_triangle same = {{5, 4, 3}};
            n.triangle[t] = kind == 0 ? fan : kind == 1 ? book : same;
        }
        check_all(context, &n.mesh);
    }
    fk_context_destroy(context);
}

/* A strip of many triangles in an order by chance, whose numbers of edges are known; 100 triangles have equal corners. */
static void test_many(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    fk_triangle *triangle = malloc((COUNT + 100) * sizeof *triangle);
    fk_random random = fk_random_make(3);
    for (uint32_t t = 0; t < COUNT + 100; t++) {
        fk_triangle strip = {{t, t + 1, t + 2}}, point = {{7, 7, 7}};
        uint32_t other = (uint32_t)fk_random_below(&random, t + 1);
        triangle[t] = triangle[other];
        triangle[other] = t < COUNT ? strip : point;
    }
    fk_mesh mesh = {COUNT + 2, COUNT + 100, NULL, triangle, "", 0};
    fk_mesh_edges *edges;
    assert_int_equal(fk_mesh_edges_build(context, &mesh, &edges), FK_OK);
    assert_int_equal(edges->edge_count, 2 * COUNT + 1);
    assert_int_equal(edges->use_begin[edges->edge_count], 3 * COUNT);
    uint32_t open = 0;
    for (uint32_t e = 0; e < edges->edge_count; e++)
        open += edges->use_begin[e + 1] - edges->use_begin[e] == 1;
    assert_int_equal(open, COUNT + 2);
    uint32_t *component = malloc((COUNT + 100) * sizeof *component), count;
    assert_int_equal(fk_mesh_components(context, &mesh, component, &count), FK_OK);
    assert_int_equal(count, 1);
    fk_mesh_edges_free(context, edges);
    free(component);
    free(triangle);
    fk_context_destroy(context);
}

static void test_limits(void **state)
{
    (void)state;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    fk_mesh empty = {.name = ""}, huge = {.triangle_count = UINT32_MAX / 3 + 1, .name = ""};
    check_all(context, &empty);
    fk_mesh_edges *edges = NULL;
    assert_int_equal(fk_mesh_edges_build(context, &huge, &edges), FK_ERROR_ARGUMENT);
    assert_null(edges);
    fk_mesh_edges_free(context, NULL);
    fk_context_destroy(context);
}

static void test_scarce_memory(void **state)
{
    (void)state;
    numbers n;
    fk_random random = fk_random_make(4);
    draw(&random, &n, 30, MOST);
    for (int kind = 0; kind < 2; kind++) {
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status != FK_OK; k++) {
            memory m = {.fail_at = SIZE_MAX};
            fk_context *context = memory_context(&m);
            size_t before = m.used;
            fk_mesh_edges *edges = NULL;
            uint32_t component[MOST], count = 77;
            m.fail_at = k;
            status = kind == 0 ? fk_mesh_edges_build(context, &n.mesh, &edges)
                               : fk_mesh_components(context, &n.mesh, component, &count);
            assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
            assert_true(status == FK_OK || (edges == NULL && count == 77));
            fk_mesh_edges_free(context, edges);
            assert_int_equal(m.used, before);
            fk_context_destroy(context);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_chance), cmocka_unit_test(test_crowds),        cmocka_unit_test(test_many),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_scarce_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
