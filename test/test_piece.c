/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces: which are valid, how their vertices are numbered, that a step between two vertices is exactly their
 * difference, and how a pose places them. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "exact/exact.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/vertices.h"

static fk_vec3 vertex(const fk_piece *piece, uint32_t index)
{
    fk_vec3 term[FK_TERM_MAX], sum = {0, 0, 0};
    uint32_t count = fk_piece_vertex_terms(piece, index, term);
    for (uint32_t i = 0; i < count; i++)
        sum = fk_vec3_add(sum, term[i]);
    return sum;
}

static void assert_vertex(const fk_piece *piece, uint32_t index, double x, double y, double z)
{
    fk_vec3 p = vertex(piece, index);
    assert_true(p.x == x && p.y == y && p.z == z);
}

static void test_numbering(void **state)
{
    (void)state;
    fk_piece box = fk_piece_box(v(100, 200, 300), v(1, 0, 0), v(0, 2, 0), v(0, 0, 4));
    assert_int_equal(fk_piece_vertex_count(&box), 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_vertex(&box, i, 100 + (i & 1), 200 + (i & 2), 300 + (i & 4));
    fk_piece tetra = fk_piece_tetra(v(100, 200, 300), v(1, 0, 0), v(0, 2, 0), v(0, 0, 4));
    assert_int_equal(fk_piece_vertex_count(&tetra), 4);
    assert_vertex(&tetra, 0, 100, 200, 300);
    assert_vertex(&tetra, 1, 101, 200, 300);
    assert_vertex(&tetra, 2, 100, 202, 300);
    assert_vertex(&tetra, 3, 100, 200, 304);
    fk_piece triangle = fk_piece_triangle(v(1, 2, 3), v(4, 5, 6), v(7, 8, 9));
    assert_int_equal(fk_piece_vertex_count(&triangle), 3);
    assert_vertex(&triangle, 2, 7, 8, 9);
    fk_piece capsule = fk_piece_capsule(v(1, 2, 3), v(4, 5, 6), 7);
    assert_int_equal(fk_piece_vertex_count(&capsule), 2);
    assert_vertex(&capsule, 1, 4, 5, 6);
    assert_true(fk_piece_radius(&capsule) == 7);
    fk_piece sphere = fk_piece_sphere(v(1, 2, 3), 5), half = fk_piece_half_space(v(0, 0, 1), 2);
    assert_int_equal(fk_piece_vertex_count(&sphere), 1);
    assert_true(fk_piece_radius(&sphere) == 5);
    assert_int_equal(fk_piece_vertex_count(&half), 0);
    fk_piece unknown = sphere;
    unknown.kind = (fk_kind)1000;
    assert_int_equal(fk_piece_vertex_count(&unknown), 0);
}

/* In every state of the floating-point unit, the smallest numbers included. */
static void test_steps_are_differences(void **state)
{
    (void)state;
    static fk_arena arena;
    size_t extremes = fk_family_count() - 1;
    assert_string_equal(fk_family_name(extremes), "extremes");
    for (uint64_t i = 0; i < 4000; i++) {
        fk_family_pair pair;
        fk_family_make(extremes, FK_KIND_NONE, FK_KIND_NONE, 3, i, &pair);
        uint32_t count = fk_piece_vertex_count(&pair.a);
        fpu_set((int)(i % FPU_MODES));
        for (uint32_t from = 0; from < count; from++)
            for (uint32_t to = 0; to < count; to++) {
                fk_vec3 step[FK_STEP_MAX], term_from[FK_TERM_MAX], term_to[FK_TERM_MAX];
                uint32_t steps = fk_piece_step_terms(&pair.a, from, to, step);
                uint32_t count_from = fk_piece_vertex_terms(&pair.a, from, term_from);
                uint32_t count_to = fk_piece_vertex_terms(&pair.a, to, term_to);
                fk_arena_init(&arena);
                fk_exact_vec3 difference =
                    fk_exact_vec3_sub(&arena, fk_exact_vec3_sum(&arena, term_to, count_to),
                                      fk_exact_vec3_sum(&arena, term_from, count_from));
                fk_exact_vec3 walked = fk_exact_vec3_sum(&arena, step, steps);
                bool same = fk_exact_vec3_is_zero(fk_exact_vec3_sub(&arena, difference, walked));
                assert_true(same);
                assert_true(steps <= FK_STEP_MAX && (from != to || steps == 0));
            }
        fpu_set(0);
    }
}

static void test_validity(void **state)
{
    (void)state;
    fk_vec3 zero = {0, 0, 0};
    fk_piece good[] = {fk_piece_point(v(-0.0, 1, 2)),
                       fk_piece_segment(zero, zero),
                       fk_piece_triangle(zero, zero, zero),
                       fk_piece_box(zero, zero, zero, zero),
                       fk_piece_tetra(zero, zero, zero, zero),
                       fk_piece_sphere(zero, 0),
                       fk_piece_sphere(zero, -0.0),
                       fk_piece_half_space(v(0, 0x1p-1074, 0), -5),
                       fk_piece_capsule(zero, zero, 0x1p-1074),
                       fk_piece_cylinder(zero, zero, 0),
                       fk_piece_cone(zero, v(0, 0, 0x1p-1074), 1),
                       fk_piece_ellipsoid(zero, zero, zero, zero),
                       fk_piece_hull(&zero, 1)};
    fk_piece bad[] = {fk_piece_sphere(zero, -0x1p-1074),
                      fk_piece_capsule(zero, zero, -1),
                      fk_piece_half_space(v(0, -0.0, 0), 1),
                      fk_piece_cylinder(zero, v(-0.0, 0, 0), 1),
                      fk_piece_cone(zero, v(0, 0, 1), -1),
                      fk_piece_hull(&zero, 0),
                      fk_piece_hull(NULL, 1)};
    fk_piece infinite[] = {fk_piece_point(v(0, 0, INFINITY)),
                           fk_piece_segment(zero, v(NAN, 0, 0)),
                           fk_piece_triangle(zero, zero, v(0, NAN, 0)),
                           fk_piece_box(zero, zero, zero, v(0, 0, -INFINITY)),
                           fk_piece_tetra(v(NAN, 0, 0), zero, zero, zero),
                           fk_piece_sphere(zero, INFINITY),
                           fk_piece_capsule(zero, zero, NAN),
                           fk_piece_half_space(v(1, 0, 0), NAN)};
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        for (size_t i = 0; i < sizeof good / sizeof *good; i++)
            assert_int_equal(fk_piece_check(&good[i]), FK_OK);
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            assert_int_equal(fk_piece_check(&bad[i]), FK_ERROR_PIECE);
        for (size_t i = 0; i < sizeof infinite / sizeof *infinite; i++)
            assert_int_equal(fk_piece_check(&infinite[i]), FK_ERROR_NOT_FINITE);
        fpu_set(0);
    }
    fk_piece none;
    memset(&none, 0, sizeof none);
    assert_int_equal(fk_piece_check(&none), FK_ERROR_PIECE);
}

/* A quarter turn about z, then a shift: exact in doubles. */
static void test_placing(void **state)
{
    (void)state;
    fk_pose pose = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {10, 20, 30}};
    fk_piece box = fk_piece_box(v(1, 2, 3), v(4, 0, 0), v(0, 5, 0), v(0, 0, 6));
    fk_piece placed = fk_piece_place(&box, &pose, NULL);
    fk_piece expected = fk_piece_box(v(8, 21, 33), v(0, 4, 0), v(-5, 0, 0), v(0, 0, 6));
    for (uint32_t i = 0; i < 8; i++) {
        fk_vec3 p = vertex(&expected, i);
        assert_vertex(&placed, i, p.x, p.y, p.z);
    }
    fk_piece capsule = fk_piece_capsule(v(1, 0, 0), v(0, 1, 0), 9);
    placed = fk_piece_place(&capsule, &pose, NULL);
    assert_vertex(&placed, 0, 10, 21, 30);
    assert_vertex(&placed, 1, 9, 20, 30);
    assert_true(placed.as.capsule.radius == 9);
    fk_piece half = fk_piece_half_space(v(2, 0, 0), 3); /* 2x <= 3 becomes 2y <= 43 */
    placed = fk_piece_place(&half, &pose, NULL);
    assert_true(placed.as.half.normal.x == 0 && placed.as.half.normal.y == 2 && placed.as.half.offset == 43);
    fk_piece triangle = fk_piece_triangle(v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    placed = fk_piece_place(&triangle, &pose, NULL);
    assert_vertex(&placed, 2, 10, 20, 31);
    fk_piece segment = fk_piece_segment(v(1, 0, 0), v(0, 1, 0)), point = fk_piece_point(v(1, 0, 0));
    placed = fk_piece_place(&segment, &pose, NULL);
    assert_vertex(&placed, 1, 9, 20, 30);
    placed = fk_piece_place(&point, &pose, NULL);
    assert_vertex(&placed, 0, 10, 21, 30);
    fk_piece sphere = fk_piece_sphere(v(1, 0, 0), 2);
    placed = fk_piece_place(&sphere, &pose, NULL);
    assert_vertex(&placed, 0, 10, 21, 30);
}

/* The vertices in doubles, by the numbers of certificates. */
static void test_vertices(void **state)
{
    (void)state;
    const fk_vec3 corner[3] = {v(1, 0, 0), v(0, 1, 0), v(0, 0, 1)};
    fk_piece box = fk_piece_box(v(1, 2, 3), v(10, 0, 0), v(0, 20, 0), v(0, 0, 30));
    fk_piece hull = fk_piece_hull(corner, 3), half = fk_piece_half_space(v(1, 0, 0), 1);
    fk_piece cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 1), 1);
    assert_int_equal(fk_piece_vertex_count(&box), 8);
    fk_vec3 at = fk_piece_vertex_at(&box, 5);
    assert_true(at.x == 11 && at.y == 2 && at.z == 33);
    assert_int_equal(fk_piece_vertex_count(&hull), 3);
    at = fk_piece_vertex_at(&hull, 2);
    assert_true(at.x == 0 && at.y == 0 && at.z == 1);
    assert_int_equal(fk_piece_vertex_count(&half), 0);
    assert_int_equal(fk_piece_vertex_count(&cone), 0);
}

/* A number of any size or sign, zeros too. */
static double any_number(fk_random *random)
{
    double x = fk_random_between(random, -1, 1);
    uint64_t kind = fk_random_below(random, 8);
    return kind == 0 ? 0.0 : kind == 1 ? -0.0 : kind == 2 ? x * 0x1p-1060 : kind == 3 ? x * 0x1p300 : x;
}

static fk_vec3 any_vector(fk_random *random)
{
    double x = any_number(random), y = any_number(random);
    return v(x, y, any_number(random));
}

/* On every level, in every state of the floating-point unit, to the last bit. */
static void test_cells_are_placed_as_points_are(void **state)
{
    (void)state;
    static const char *const levels[] = {"plain", "vector", "avx2", "avx512"};
    fk_random random = fk_random_make(12);
    for (int i = 0; i < 4000; i++) {
        fk_pose pose;
        for (int row = 0; row < 9; row++)
            pose.rotation[row / 3][row % 3] = any_number(&random);
        pose.translation = any_vector(&random);
        fk_vec3 o = any_vector(&random), e0 = any_vector(&random), e1 = any_vector(&random);
        fk_piece box = fk_piece_box(o, e0, e1, any_vector(&random));
        box.kind = i % 2 ? FK_KIND_BOX : FK_KIND_TETRA;
        assert_int_equal(setenv("FARKAS_CPU", levels[i / 2 % 4], 1), 0);
        fk_cpu_find();
        fpu_set(i % FPU_MODES);
        fk_piece placed = fk_piece_place(&box, &pose, NULL);
        fk_cell expected = {fk_pose_apply(&pose, o), {fk_pose_rotate(&pose, e0), fk_pose_rotate(&pose, e1)}};
        expected.edge[2] = fk_pose_rotate(&pose, box.as.cell.edge[2]);
        fpu_set(0);
        assert_int_equal(placed.kind, box.kind);
        assert_memory_equal(&placed.as.cell, &expected, sizeof expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_numbering, fpu_usual),
        cmocka_unit_test_teardown(test_steps_are_differences, fpu_usual),
        cmocka_unit_test_teardown(test_validity, fpu_usual),
        cmocka_unit_test_teardown(test_placing, fpu_usual),
        cmocka_unit_test_teardown(test_cells_are_placed_as_points_are, fpu_usual),
        cmocka_unit_test_teardown(test_vertices, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
