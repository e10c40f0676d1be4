/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Hulls of so many points that a sample of them makes the first hull: points that occur many times, with the first of
 * them outside the sample; the short way to a mesh against the one for all surfaces; and the sorts of long lists. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "farkas/shape.h"
#include "hull_clouds.h"
#include "shape/hull.h"

#include "context_fixture.h"

#define POINTS 4000

/* ---- Points that occur many times ---------------------------------------------------------------------- */

static bool are_equal(fk_vec3 a, fk_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Fills points with copies of few, in any order; `first` tells for each of the few where it is first, or POINTS. */
static void repeat(fk_random *random, const fk_vec3 *few, uint32_t count, fk_vec3 *point, uint32_t *first)
{
    for (uint32_t i = 0; i < count; i++)
        first[i] = POINTS;
    for (uint32_t i = 0; i < POINTS; i++) {
        uint32_t which = (uint32_t)fk_random_below(random, count);
        point[i] = few[which];
        if (first[which] == POINTS)
            first[which] = i;
    }
}

/* Vertices are the first of equal points, and the same as of the few. */
static void check_repeated(int kind, uint64_t seed, uint32_t count)
{
    static fk_vec3 few[1000], point[POINTS];
    static uint32_t first[1000];
    fk_random random = fk_random_make(seed);
    fk_hull *hull, *single;
    cloud_fill(kind, &random, few, count);
    repeat(&random, few, count, point, first);
    /* Those that were not drawn, and those that are equal among the few, are no points of their own. */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_new = first[i] < POINTS;
        for (uint32_t k = 0; k < kept && is_new; k++)
            if (are_equal(few[i], few[k])) {
                first[k] = first[i] < first[k] ? first[i] : first[k];
                is_new = false;
            }
        if (is_new) {
            first[kept] = first[i];
            few[kept++] = few[i];
        }
    }
    assert_int_equal(fk_hull_build(context, point, POINTS, &hull), FK_OK);
    assert_int_equal(fk_hull_build(context, few, kept, &single), FK_OK);
    assert_int_equal(hull->vertex_count, single->vertex_count);
    assert_int_equal(hull->face_count, single->face_count);
    for (uint32_t i = 0; i < single->vertex_count; i++) {
        bool is_found = false;
        for (uint32_t k = 0; k < hull->vertex_count; k++)
            is_found = is_found || hull->source[k] == first[single->source[i]];
        assert_true(is_found);
    }
    fk_hull_free(context, hull);
    fk_hull_free(context, single);
}

static void test_first_of_equal(void **state)
{
    (void)state;
    const int kind[5] = {CLOUD_SPHERE, CLOUD_BALL, CLOUD_LATTICE_BALL, CLOUD_CYLINDER, CLOUD_CORNERS};
    for (int i = 0; i < 5; i++)
        for (uint64_t seed = 0; seed < 6; seed++)
            check_repeated(kind[i], seed, seed % 2 ? 1000 : 60);
}

/* ---- The short way to a mesh --------------------------------------------------------------------------- */

/* A cap of a sphere and an apex above it, which most of the cap's rim is joined to: long lists. */
static void fill_apex(fk_random *random, fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = cloud_sphere_point(random);
        point[i] = fk_vec3_make(p.x, p.y, -fabs(p.z) * 0.01);
    }
    point[count / 2] = fk_vec3_make(0, 0, 3);
}

static void make_surface(fk_point_set *cloud, const fk_vec3 *point, uint32_t count, fk_hull_surface *surface)
{
    assert_int_equal(fk_point_set_init(context, cloud, point, count), FK_OK);
    fk_hull_simplex simplex = fk_hull_simplex_find(cloud);
    assert_int_equal(simplex.dimension, 3);
    assert_int_equal(fk_hull_surface_build(context, cloud, &simplex, surface), FK_OK);
}

static void check_both_ways(const fk_vec3 *point, uint32_t count)
{
    fk_point_set cloud;
    fk_hull_surface surface;
    fk_hull_mesh mesh, plain;
    make_surface(&cloud, point, count, &surface);
    assert_false(surface.has_ties);
    assert_int_equal(fk_hull_mesh_from_surface(context, &surface, &mesh), FK_OK);
    assert_int_equal(fk_hull_mesh_from_plain_surface(context, &surface, &plain), FK_OK);
    assert_int_equal(mesh.vertex_count, plain.vertex_count);
    assert_int_equal(mesh.face_count, plain.face_count);
    assert_int_equal(mesh.corner_count, plain.corner_count);
    /* From the sources to the neighbours all lists follow each other. */
    assert_memory_equal(mesh.source, plain.source,
                        (size_t)((char *)mesh.shortcut_begin - (char *)mesh.source));
    fk_hull_mesh_end(context, &mesh);
    fk_hull_mesh_end(context, &plain);
    fk_hull_surface_end(&surface);
    fk_point_set_end(context, &cloud);
}

static void test_both_ways(void **state)
{
    (void)state;
    static fk_vec3 point[POINTS];
    const int kind[3] = {CLOUD_SPHERE, CLOUD_BALL, CLOUD_CUBE};
    const uint32_t size[4] = {5, 30, 500, POINTS};
    for (int i = 0; i < 4; i++) {
        fk_random random = fk_random_make(11);
        for (int k = 0; k < 3; k++) {
            cloud_fill(kind[k], &random, point, size[i]);
            check_both_ways(point, size[i]);
        }
        fill_apex(&random, point, size[i]);
        check_both_ways(point, size[i]);
    }
}

/* Ties are noticed where there are facets of several triangles. */
static void test_ties(void **state)
{
    (void)state;
    static fk_vec3 point[POINTS];
    const int kind[5] = {CLOUD_LATTICE, CLOUD_LATTICE_BALL, CLOUD_CUBE_SURFACE, CLOUD_CYLINDER,
                         CLOUD_CORNERS};
    for (int k = 0; k < 5; k++) {
        fk_point_set cloud;
        fk_hull_surface surface;
        fk_random random = fk_random_make(3);
        cloud_fill(kind[k], &random, point, POINTS);
        make_surface(&cloud, point, POINTS, &surface);
        assert_true(surface.has_ties);
        fk_hull_surface_end(&surface);
        fk_point_set_end(context, &cloud);
    }
}

/* ---- Sorts --------------------------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void test_sorts(void **state)
{
    (void)state;
    uint32_t number[300], sorted[300], triple[3 * 300];
    for (uint32_t count = 0; count <= 300; count++) {
        fk_random random = fk_random_make(count);
        for (uint32_t i = 0; i < count; i++) {
            number[i] = sorted[i] = (uint32_t)fk_random_below(&random, count % 3 ? UINT32_MAX : 20);
            triple[3 * i] = 7;
            triple[3 * i + 1] = number[i];
            triple[3 * i + 2] = ~number[i];
        }
        qsort(sorted, count, sizeof *sorted, compare_numbers);
        fk_hull_sort(number, count);
        fk_hull_sort_triples(triple, count);
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(number[i], sorted[i]);
            assert_int_equal(triple[3 * i], 7);
            assert_int_equal(triple[3 * i + 1], sorted[i]);
            assert_int_equal(triple[3 * i + 2], ~sorted[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_of_equal),
        cmocka_unit_test(test_both_ways),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_sorts),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
