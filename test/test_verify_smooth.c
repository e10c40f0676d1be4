/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier on cylinders, cones and ellipsoids: cases with known numbers, where one unit in the last place makes
 * the difference. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "farkas/farkas.h"

#include "pieces.h"

/* Whether n proves that a and b are apart; the same with everything turned around. */
static bool apart(const fk_piece *a, const fk_piece *b, fk_vec3 n)
{
    fk_certificate c = {.verdict = FK_APART};
    c.direction.form = FK_DIRECTION_VECTOR;
    c.direction.vector = n;
    bool holds = fk_verify(a, b, &c);
    c.direction.vector = fk_vec3_negate(n);
    assert_int_equal(fk_verify(b, a, &c), holds);
    c.verdict = FK_TOUCHING;
    assert_false(fk_verify(b, a, &c));
    c.verdict = FK_OVERLAPPING;
    assert_false(fk_verify(b, a, &c));
    return holds;
}

/* Whether a point of three doubles proves that they overlap, in both orders. */
static bool overlap_at(const fk_piece *a, const fk_piece *b, fk_vec3 point)
{
    fk_certificate c = {.verdict = FK_OVERLAPPING, .point_form = FK_POINT_VECTOR, .point = point};
    bool holds = fk_verify(a, b, &c);
    assert_int_equal(fk_verify(b, a, &c), holds);
    return holds;
}

/* Whether weights on the vertices of b prove that they overlap, in both orders. */
static bool overlap_by(const fk_piece *a, const fk_piece *b, uint32_t count, const uint32_t *index,
                       const uint64_t *weight)
{
    fk_certificate c = {.verdict = FK_OVERLAPPING, .pair_count = count, .point_form = FK_POINT_WEIGHTS};
    fk_certificate swapped = c;
    for (uint32_t i = 0; i < count; i++) {
        c.pair[i].b = swapped.pair[i].a = index[i];
        c.weight[i] = swapped.weight[i] = weight[i];
    }
    bool holds = fk_verify(a, b, &c);
    assert_int_equal(fk_verify(b, a, &swapped), holds);
    return holds;
}

/* The one verdict against a half-space that is accepted. */
static fk_verdict against_half(const fk_piece *piece, fk_vec3 normal, double offset)
{
    fk_piece half = fk_piece_half_space(normal, offset);
    fk_verdict found = FK_UNDECIDED;
    for (int v = FK_UNDECIDED; v <= FK_OVERLAPPING; v++) {
        fk_certificate c = {.verdict = (fk_verdict)v};
        bool holds = fk_verify(piece, &half, &c);
        assert_int_equal(fk_verify(&half, piece, &c), holds);
        if (holds) {
            assert_int_equal(found, FK_UNDECIDED);
            found = (fk_verdict)v;
        }
    }
    return found;
}

static void test_apart_by_one_ulp(void **state)
{
    (void)state;
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 5);
    fk_piece at = fk_piece_point(v(3, 4, 0)), beyond = fk_piece_point(v(3, nextafter(4, 5), 0));
    assert_false(apart(&cylinder, &at, v(3, 4, 0)));
    assert_true(apart(&cylinder, &beyond, v(3, 4, 0)));
    assert_false(apart(&cylinder, &beyond, v(-3, -4, 0)));
    fk_piece above = fk_piece_point(v(0, 0, nextafter(1, 2)));
    assert_true(apart(&cylinder, &above, v(0, 0, 1)));
    fk_piece rod = fk_piece_segment(v(9, 0, 0), v(4, 0, 0));
    assert_false(apart(&cylinder, &rod, v(1, 0, 0))); /* one end is inside */

    /* Two square roots: radii 2 and 3 at a distance of 5, and of the next double. */
    fk_piece two = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 7), 2),
             three = fk_piece_cylinder(v(3, 4, 1), v(3, 4, 2), 3);
    assert_false(apart(&two, &three, v(3, 4, 0)));
    three.as.capsule.radius = nextafter(3, 0);
    assert_true(apart(&two, &three, v(3, 4, 0)));
    fk_piece ball = fk_piece_sphere(v(3, 4, 0), 3);
    assert_false(apart(&two, &ball, v(3, 4, 0)));
    ball.as.sphere.radius = nextafter(3, 0);
    assert_true(apart(&two, &ball, v(3, 4, 0)));
}

static void test_reach_of_cone(void **state)
{
    (void)state;
    fk_piece cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 4), 3), tip = fk_piece_point(v(0, 0, 4));
    fk_piece off_tip = fk_piece_point(v(0, 0, nextafter(4, 5)));
    assert_false(apart(&cone, &tip, v(4, 0, 3)));
    assert_true(apart(&cone, &off_tip, v(4, 0, 3))); /* along the normal of its side */
    assert_true(apart(&cone, &off_tip, v(0, 0, 1)));
    fk_piece beside = fk_piece_point(v(3, 0, 0)), off = fk_piece_point(v(nextafter(3, 4), 0, 0));
    assert_false(apart(&cone, &beside, v(1, 0, 0)));
    assert_true(apart(&cone, &off, v(1, 0, 0)));
    assert_true(apart(&cone, &off, v(1, 0, -1e-17)));
    assert_false(apart(&cone, &off, v(1, 0, 1)));
    fk_piece within = fk_piece_point(v(0, 0, 1));
    assert_false(apart(&cone, &within, v(0, 0, -1))); /* away from the apex it reaches to its base */
}

static void test_reach_of_ellipsoid(void **state)
{
    (void)state;
    /* Its reach along (1, 1, 0) is 5, at (9/5, 16/5, 0). */
    fk_piece ellipsoid = fk_piece_ellipsoid(v(10, 0, 0), v(3, 0, 0), v(0, 4, 0), v(0, 0, 1));
    fk_piece wall = fk_piece_segment(v(11, 4, 0), v(14, 1, 0));
    assert_false(apart(&ellipsoid, &wall, v(1, 1, 0)));
    wall.as.segment[1].x = wall.as.segment[1].x + 2 * DBL_EPSILON * 8;
    wall.as.segment[0].y = nextafter(4, 5);
    assert_true(apart(&ellipsoid, &wall, v(1, 1, 0)));
    fk_piece flat = fk_piece_ellipsoid(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 0));
    fk_piece over = fk_piece_point(v(0, 0, DBL_TRUE_MIN));
    assert_true(apart(&flat, &over, v(0, 0, 1)));
}

static void test_common_points(void **state)
{
    (void)state;
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1);
    fk_piece cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 2), 1);
    fk_piece ball = fk_piece_sphere(v(1, 0, 1), 0.5), rod = fk_piece_capsule(v(1, 0, 1), v(5, 0, 1), 0.25);
    assert_true(overlap_at(&cylinder, &cone, v(0, 0, 1)));
    assert_true(overlap_at(&cylinder, &cone, v(nextafter(0.5, 0), 0, 1)));
    assert_false(overlap_at(&cylinder, &cone, v(0.5, 0, 1)));
    assert_false(overlap_at(&cylinder, &cone, v(0, 0, 0)));
    assert_false(overlap_at(&cylinder, &cone, v(0, 0, 2)));
    assert_true(overlap_at(&cylinder, &ball, v(0.5, 0, 1))); /* on the sphere, inside the cylinder */
    assert_false(overlap_at(&cylinder, &ball, v(1, 0, 1)));
    assert_true(overlap_at(&cylinder, &rod, v(0.75, 0, 1)));
    assert_false(overlap_at(&cylinder, &rod, v(nextafter(0.75, 0), 0, 1)));
    assert_false(overlap_at(&cylinder, &rod, v(NAN, 0, 1)));
    fk_piece skew = fk_piece_ellipsoid(v(0, 0, 1), v(1, 1, 0), v(0, 1, 0), v(0, 0, 1));
    assert_true(overlap_at(&cylinder, &skew, v(0.5, 0.5, 1)));
    assert_false(overlap_at(&skew, &cylinder, v(0.5, -0.5, 1)));
    fk_piece flat = fk_piece_ellipsoid(v(0, 0, 1), v(1, 0, 0), v(0, 1, 0), v(0, 0, 0));
    assert_false(overlap_at(&flat, &cylinder, v(0, 0, 1)));
    /* Both ends of everything. */
    fk_piece large = fk_piece_sphere(v(0, 0, 1), 3), back = fk_piece_capsule(v(5, 0, 1), v(1, 0, 1), 0.25);
    assert_true(overlap_at(&cylinder, &back, v(0.75, 0, 1)));
    assert_true(overlap_at(&cone, &large, v(0.7, 0, 0.5)));
    assert_false(overlap_at(&cone, &large, v(0.7, 0, 1.5)));
    assert_false(overlap_at(&cone, &large, v(0, 0, 2.5)));
    for (int k = 0; k < 4; k++)
        assert_false(overlap_at(&cylinder, &large, v(0, 0, (const double[]){-0.5, 0, 2, 2.5}[k])));
}

static void test_weights(void **state)
{
    (void)state;
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1);
    fk_piece triangle = fk_piece_triangle(v(-3, 0, 1), v(3, 0, 1), v(0, 9, 1));
    const uint32_t index[] = {0, 1, 2};
    assert_true(overlap_by(&cylinder, &triangle, 2, index, (const uint64_t[]){1, 1}));
    assert_true(overlap_by(&cylinder, &triangle, 3, index, (const uint64_t[]){5, 5, 1}));
    assert_false(overlap_by(&cylinder, &triangle, 3, index, (const uint64_t[]){4, 4, 1}));
    assert_false(overlap_by(&cylinder, &triangle, 2, index, (const uint64_t[]){2, 1})); /* on the surface */
    assert_true(
        overlap_by(&cylinder, &triangle, 2, index, (const uint64_t[]){(1u << 30) * 2u - 1u, 1u << 30}));
    assert_false(overlap_by(&cylinder, &triangle, 2, index, (const uint64_t[]){1, 0}));
    assert_false(overlap_by(&cylinder, &triangle, 0, index, (const uint64_t[]){1, 1}));
    assert_false(overlap_by(&cylinder, &triangle, 2, (const uint32_t[]){0, 3}, (const uint64_t[]){1, 1}));
    assert_false(overlap_by(&cylinder, &triangle, 2, index, (const uint64_t[]){1, UINT64_MAX}));
    assert_false(overlap_at(&cylinder, &triangle, v(0, 0, 1))); /* a triangle wants weights */
    /* Points inside, by weights that are not taken. */
    assert_false(overlap_by(&cylinder, &triangle, 3, index, (const uint64_t[]){1, 1, 0}));
    assert_false(
        overlap_by(&cylinder, &triangle, 3, (const uint32_t[]){0, 1, 3}, (const uint64_t[]){1, 1, 1}));
    const uint64_t most[] = {FK_WEIGHT_MAX, FK_WEIGHT_MAX}, more[] = {FK_WEIGHT_MAX + 1, FK_WEIGHT_MAX + 1};
    assert_true(overlap_by(&cylinder, &triangle, 2, index, most));
    assert_false(overlap_by(&cylinder, &triangle, 2, index, more));
    const uint32_t twice[] = {0, 1, 0, 1, 2};
    assert_true(overlap_by(&cylinder, &triangle, 4, twice, (const uint64_t[]){1, 1, 1, 1, 1}));
    assert_false(overlap_by(&cylinder, &triangle, 5, twice, (const uint64_t[]){9, 9, 9, 9, 1}));
    fk_piece ellipsoid = fk_piece_ellipsoid(v(0, 0, 1), v(1.5, 0, 0), v(0, 1, 0), v(0, 0, 1));
    assert_true(overlap_by(&ellipsoid, &triangle, 2, index, (const uint64_t[]){2, 1}));
}

/* Certificates that hold, with something in them that does not belong there. */
static void test_forms(void **state)
{
    (void)state;
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1), ball = fk_piece_sphere(v(0, 0, 1), 1);
    fk_piece point = fk_piece_point(v(0, 0, 1)), off = fk_piece_point(v(2, 0, 0));
    fk_piece half = fk_piece_half_space(v(0, 0, 1), 1);
    const fk_certificate apart_by = {.verdict = FK_APART,
                                     .direction = {.form = FK_DIRECTION_VECTOR, .vector = {1, 0, 0}}};
    const fk_certificate common = {
        .verdict = FK_OVERLAPPING, .point_form = FK_POINT_VECTOR, .point = {0, 0, 1}};
    const fk_certificate cut = {.verdict = FK_OVERLAPPING};
    const fk_certificate weighed = {
        .verdict = FK_OVERLAPPING, .pair_count = 1, .point_form = FK_POINT_WEIGHTS, .weight = {1}};
    const struct {
        const fk_piece *b;
        const fk_certificate *c;
    } holds[] = {{&off, &apart_by}, {&ball, &common}, {&half, &cut}, {&point, &weighed}};
    for (int i = 0; i < 4; i++) {
        assert_true(fk_verify(&cylinder, holds[i].b, holds[i].c));
        fk_certificate c = *holds[i].c;
        c.pair_count++;
        c.pair[c.pair_count - 1].a = 1;
        c.weight[c.pair_count - 1] = 1;
        assert_false(fk_verify(&cylinder, holds[i].b, &c));
        c = *holds[i].c;
        c.direction.form = c.direction.form == FK_DIRECTION_NONE ? FK_DIRECTION_VECTOR : FK_DIRECTION_NONE;
        assert_false(fk_verify(&cylinder, holds[i].b, &c));
        c = *holds[i].c;
        c.verdict = FK_TOUCHING;
        assert_false(fk_verify(&cylinder, holds[i].b, &c));
        c = *holds[i].c;
        c.point_form = FK_POINT_NONE;
        assert_int_equal(fk_verify(&cylinder, holds[i].b, &c), i % 2 == 0);
        c = *holds[i].c;
        c.direction.vector.x = c.point.x = INFINITY;
        assert_int_equal(fk_verify(&cylinder, holds[i].b, &c), i >= 2);
        c = *holds[i].c; /* a point that the proof does not need */
        c.point_form = FK_POINT_VECTOR;
        assert_int_equal(fk_verify(&cylinder, holds[i].b, &c), i == 1);
    }
    /* Polyhedra: four corners of a box around a point. */
    fk_piece box = fk_piece_box(v(-1, -1, 0), v(2, 0, 0), v(0, 2, 0), v(0, 0, 2));
    fk_certificate c = {.verdict = FK_OVERLAPPING, .pair_count = 4, .pair = {{0, 0}, {3, 0}, {5, 0}, {6, 0}}};
    assert_true(fk_verify(&box, &point, &c));
    for (int form = FK_POINT_VECTOR; form <= FK_POINT_WEIGHTS; form++) {
        c.point_form = (fk_point_form)form;
        assert_false(fk_verify(&box, &point, &c));
    }
}

static void test_half_spaces(void **state)
{
    (void)state;
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 5);
    assert_int_equal(against_half(&cylinder, v(3, 4, 0), -25), FK_TOUCHING);
    assert_int_equal(against_half(&cylinder, v(3, 4, 0), nextafter(-25, 0)), FK_OVERLAPPING);
    assert_int_equal(against_half(&cylinder, v(3, 4, 0), nextafter(-25, -26)), FK_APART);
    assert_int_equal(against_half(&cylinder, v(0, 0, -1), -2), FK_TOUCHING);
    assert_int_equal(against_half(&cylinder, v(1, 0, 0), 0), FK_OVERLAPPING); /* the axis lies in the plane */
    fk_piece cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 4), 3);
    assert_int_equal(against_half(&cone, v(-4, 0, -3), -12), FK_TOUCHING);
    assert_int_equal(against_half(&cone, v(-4, 0, -3), nextafter(-12, 0)), FK_OVERLAPPING);
    assert_int_equal(against_half(&cone, v(-4, 0, -3), nextafter(-12, -13)), FK_APART);
    fk_piece ellipsoid = fk_piece_ellipsoid(v(0, 0, 0), v(3, 0, 0), v(0, 4, 0), v(0, 0, 12));
    assert_int_equal(against_half(&ellipsoid, v(1, 1, 1), -13), FK_TOUCHING);
    assert_int_equal(against_half(&ellipsoid, v(1, 1, 1), nextafter(-13, -14)), FK_APART);
    fk_piece flat = fk_piece_ellipsoid(v(0, 0, 7), v(0, 0, 0), v(0, 0, 0), v(0, 0, 0));
    assert_int_equal(against_half(&flat, v(0, 0, 1), 7), FK_TOUCHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apart_by_one_ulp),
        cmocka_unit_test(test_reach_of_cone),
        cmocka_unit_test(test_reach_of_ellipsoid),
        cmocka_unit_test(test_common_points),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_half_spaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
