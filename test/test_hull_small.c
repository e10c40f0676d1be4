/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Hulls of few vertices: every result is checked against the definition with GMP integers. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fpu_modes.h"
#include "hull_check.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/hull.h"
#include "shape/vertices.h"

/* The vertices of a piece as exact sums. */
static void piece_points(check_points *c, const fk_piece *piece)
{
    fk_vec3 term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_count(piece);
    int least = 2000;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = fk_piece_vertex_terms(piece, i, term); k-- > 0;)
            least = check_least_exponent(term[k], least);
    check_points_init(c, count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = fk_piece_vertex_terms(piece, i, term); k-- > 0;)
            check_points_add(c, i, term[k], least);
}

/* The first of equal vertices is taken, and the edges are those of the facets. */
static void check_small_lists(check_points *c, const fk_small_hull *hull)
{
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        for (uint32_t k = 0; k < hull->vertex[i]; k++)
            assert_false(mpz_cmp(c->at[k][0], c->at[hull->vertex[i]][0]) == 0 &&
                         mpz_cmp(c->at[k][1], c->at[hull->vertex[i]][1]) == 0 &&
                         mpz_cmp(c->at[k][2], c->at[hull->vertex[i]][2]) == 0);
    bool seen[FK_SMALL_VERTICES][FK_SMALL_VERTICES] = {{false}};
    uint32_t edges = hull->dimension == 1 ? 1 : hull->facet_begin[hull->facet_count] / 2;
    assert_int_equal(hull->edge_count, edges);
    for (uint32_t i = 0; i < hull->edge_count; i++) {
        assert_true(hull->edge[i][0] < hull->edge[i][1]);
        assert_false(seen[hull->edge[i][0]][hull->edge[i][1]]);
        seen[hull->edge[i][0]][hull->edge[i][1]] = true;
    }
    for (uint32_t f = 0; f < hull->facet_count; f++)
        for (uint32_t i = hull->facet_begin[f]; i < hull->facet_begin[f + 1]; i++) {
            uint32_t next = i + 1 < hull->facet_begin[f + 1] ? i + 1 : hull->facet_begin[f];
            uint8_t x = hull->corner[i], y = hull->corner[next];
            assert_true(seen[x < y ? x : y][x < y ? y : x]);
        }
}

static fk_small_hull checked(const fk_piece *piece)
{
    fk_small_hull hull;
    check_points c;
    uint32_t vertex[FK_SMALL_VERTICES], begin[FK_SMALL_FACETS + 1], corner[2 * FK_SMALL_EDGES];
    assert_true(fk_small_hull_build(piece, &hull));
    for (uint32_t i = 0; i < hull.vertex_count; i++)
        vertex[i] = hull.vertex[i];
    for (uint32_t i = 0; i <= hull.facet_count; i++)
        begin[i] = hull.facet_begin[i];
    for (uint32_t i = 0; i < begin[hull.facet_count]; i++)
        corner[i] = hull.corner[i];
    check_hull h = {hull.dimension, hull.vertex_count, vertex, hull.facet_count, begin, corner};
    piece_points(&c, piece);
    assert_true(check_hull_of(&c, &h));
    check_small_lists(&c, &hull);
    check_points_clear(&c);
    return hull;
}

static void assert_counts(const fk_piece *piece, uint32_t dimension, uint32_t vertices, uint32_t edges,
                          uint32_t facets)
{
    fk_small_hull hull = checked(piece);
    assert_int_equal(hull.dimension, dimension);
    assert_int_equal(hull.vertex_count, vertices);
    assert_int_equal(hull.edge_count, edges);
    assert_int_equal(hull.facet_count, facets);
}

static void test_kinds(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    assert_counts(&box, 3, 8, 12, 6);
    box = fk_piece_box(v(0, 0, 0), v(0, 1, 0), v(1, 0, 0), v(0, 0, 1));
    assert_counts(&box, 3, 8, 12, 6);
    fk_piece tetra = fk_piece_tetra(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    assert_counts(&tetra, 3, 4, 6, 4);
    tetra = fk_piece_tetra(v(0, 0, 0), v(1, 0, 0), v(0, 0, 1), v(0, 1, 0));
    assert_counts(&tetra, 3, 4, 6, 4);
    fk_piece triangle = fk_piece_triangle(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0));
    assert_counts(&triangle, 2, 3, 3, 2);
    fk_piece segment = fk_piece_segment(v(0, 0, 0), v(1, 0, 0));
    assert_counts(&segment, 1, 2, 1, 0);
    fk_piece point = fk_piece_point(v(1, 2, 3));
    assert_counts(&point, 0, 1, 0, 0);
    /* The cores of round pieces. */
    fk_piece sphere = fk_piece_sphere(v(1, 2, 3), 1);
    assert_counts(&sphere, 0, 1, 0, 0);
    fk_piece capsule = fk_piece_capsule(v(1, 2, 3), v(1, 2, 4), 1);
    assert_counts(&capsule, 1, 2, 1, 0);
}

static void test_flat_cells(void **state)
{
    (void)state;
    /* A hexagon: its two inner corners lie inside. */
    fk_piece hexagon = fk_piece_box(v(0, 0, 0), v(2, 0, 0), v(0, 2, 0), v(1, 1, 0));
    assert_counts(&hexagon, 2, 6, 6, 2);
    fk_piece square = fk_piece_box(v(0, 0, 0), v(2, 0, 0), v(0, 2, 0), v(0, 0, -0.0));
    assert_counts(&square, 2, 4, 4, 2);
    fk_piece wide = fk_piece_box(v(0, 0, 0), v(2, 0, 0), v(0, 2, 0), v(0, 3, 0));
    assert_counts(&wide, 2, 4, 4, 2);
    fk_piece line = fk_piece_box(v(0, 0, 0), v(2, 4, 6), v(1, 2, 3), v(-1, -2, -3));
    assert_counts(&line, 1, 2, 1, 0);
    fk_piece point = fk_piece_tetra(v(5, 5, 5), v(0, 0, 0), v(0, -0.0, 0), v(0, 0, 0));
    assert_counts(&point, 0, 1, 0, 0);
    fk_piece flat = fk_piece_tetra(v(5, 5, 5), v(1, 0, 0), v(0, 1, 0), v(1, 1, 0));
    assert_counts(&flat, 2, 4, 4, 2);
    /* The third edge is lost when corners are rounded; and it is not parallel to the others by the last bit. */
    fk_piece thin = fk_piece_box(v(1e300, 0, 0), v(1e-320, 0, 0), v(0, 1, 0), v(0, 1, 5e-324));
    assert_counts(&thin, 3, 8, 12, 6);
}

static void test_hulls(void **state)
{
    (void)state;
    fk_vec3 cube_points[16] = {{0, 0, 0},    {2, 0, 0}, {0, 2, 0},   {2, 2, 0}, {0, 0, 2}, {2, 0, 2},
                               {0, 2, 2},    {2, 2, 2}, {1, 1, 1},   {1, 1, 0}, {1, 0, 0}, {0, 0, 0},
                               {-0.0, 0, 0}, {2, 2, 1}, {0.5, 1, 0}, {2, 0, 0}};
    fk_piece hull = fk_piece_hull(cube_points, 16);
    assert_counts(&hull, 3, 8, 12, 6);
    fk_vec3 octahedron[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    hull = fk_piece_hull(octahedron, 6);
    assert_counts(&hull, 3, 6, 12, 8);
    /* On the moment curve every triangle count is the largest possible. */
    fk_vec3 sphere[16];
    for (int i = 0; i < 16; i++)
        sphere[i] = v(i, i * i, i * i * i);
    hull = fk_piece_hull(sphere, 16);
    assert_counts(&hull, 3, 16, FK_SMALL_EDGES, FK_SMALL_FACETS);
}

static void test_refused(void **state)
{
    (void)state;
    fk_vec3 point[17] = {{0, 0, 0}};
    fk_small_hull hull, before;
    memset(&hull, 77, sizeof hull);
    before = hull;
    fk_piece many = fk_piece_hull(point, 17), half = fk_piece_half_space(v(1, 0, 0), 1);
    assert_false(fk_small_hull_build(&many, &hull));
    assert_false(fk_small_hull_build(&half, &hull));
    assert_memory_equal(&hull, &before, sizeof hull);
}

/* Points full of ties, or of the whole range of doubles. */
static fk_vec3 draw(fk_random *random, int style)
{
    double x[3];
    for (int k = 0; k < 3; k++)
        switch (style) {
        case 0:
            x[k] = (double)fk_random_below(random, 3);
            break;
        case 1:
            x[k] = (double)fk_random_below(random, 5) - 2;
            break;
        case 2:
            x[k] = fk_random_unit(random);
            break;
        case 3:
            x[k] = ldexp(fk_random_unit(random) - 0.5, (int)fk_random_below(random, 2098) - 1074);
            break;
        default:
            x[k] = 1 + (double)fk_random_below(random, 4) * 0x1p-52;
        }
    return v(x[0], x[1], x[2]);
}

static void test_random_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (int round = 0; round < 1500; round++) {
        fk_vec3 point[16];
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, 16);
        for (uint32_t i = 0; i < count; i++)
            point[i] = draw(&random, round % 5);
        if (round % 7 == 0)
            for (uint32_t i = 0; i < count; i++)
                point[i].z = point[i].x;
        fk_piece piece = fk_piece_hull(point, count);
        checked(&piece);
    }
}

static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 40; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 7, index, &pair);
            if (fk_piece_vertex_count(&pair.a) > 0)
                checked(&pair.a);
            if (fk_piece_vertex_count(&pair.b) > 0)
                checked(&pair.b);
        }
}

/* The same bytes in every state of the floating-point unit. */
static void test_floating_point_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    for (int round = 0; round < 100; round++) {
        fk_vec3 point[12];
        for (int i = 0; i < 12; i++)
            point[i] = draw(&random, round % 5);
        fk_piece hull = fk_piece_hull(point, 12);
        fk_piece box = fk_piece_box(point[0], point[1], point[2], point[3]);
        fk_small_hull usual[2], other[2];
        fk_small_hull_build(&hull, &usual[0]);
        fk_small_hull_build(&box, &usual[1]);
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_small_hull_build(&hull, &other[0]);
            fk_small_hull_build(&box, &other[1]);
            fpu_set(0);
            assert_memory_equal(usual, other, sizeof usual);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_flat_cells),
        cmocka_unit_test(test_hulls),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_random_hulls),
        cmocka_unit_test(test_families),
        cmocka_unit_test_teardown(test_floating_point_modes, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
