/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The contract of verdict and answer: cases whose truth is known by reasoning, the cases that other people's bug
 * reports name, every state of the floating-point unit, and maps that are exact in doubles. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "gen/family.h"
#include "small_stack.h"

static fk_answer answer_of(const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, FK_METHOD_EXACT, FK_PART_ALL, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    return answer;
}

/* Verdict and answer, in both orders; the answer is complete and its certificate holds. */
static void assert_answer(const fk_piece *a, const fk_piece *b, fk_verdict expected)
{
    assert_int_equal(fk_pair_verdict(a, b), expected);
    fk_answer answer = answer_of(a, b);
    assert_int_equal(answer.verdict, expected);
    assert_int_equal(answer.certificate.verdict, expected);
    assert_true(fk_verify(a, b, &answer.certificate));
    unsigned parts = expected == FK_APART ? FK_PART_PLANE : FK_PART_POINT | FK_PART_BOX;
    if (expected == FK_TOUCHING)
        parts |= FK_PART_PLANE;
    assert_int_equal(answer.filled, parts | FK_PART_CERTIFICATE);
}

static void assert_verdict(const fk_piece *a, const fk_piece *b, fk_verdict expected)
{
    assert_answer(a, b, expected);
    assert_answer(b, a, expected);
}

/* ---- Cases from the papers and from bug reports -------------------------------------------------------- */

/* Baillehache's example (18): bounds per variable overlap, the tetrahedra do not. */
static void test_example_18(void **state)
{
    (void)state;
    fk_piece a = fk_piece_tetra(v(0.5, 0.5, 0.5), v(-1, 0, 0), v(0, -1, 0), v(0, 0, -1));
    fk_piece b = fk_piece_tetra(v(-0.6, -0.6, -0.6), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    assert_verdict(&a, &b, FK_APART);
    fk_answer answer = answer_of(&a, &b);
    assert_true(fabs(answer.gap - 1.3 / sqrt(3)) < 1e-15); /* from x + y + z = 0.5 to -0.8 */
}

static void test_cubes_that_share_a_face(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1);
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            fk_piece b = cube(axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0, 1);
            assert_verdict(&a, &b, FK_TOUCHING);
        }
    fk_piece edge = cube(1, 1, 0, 1), corner = cube(-1, 1, -1, 1);
    assert_verdict(&a, &edge, FK_TOUCHING);
    assert_verdict(&a, &corner, FK_TOUCHING);
}

/* Flush faces shifted by one unit in the last place, at 0, 100 m and 5 km. */
static void test_flush_faces_and_one_ulp(void **state)
{
    (void)state;
    const double place[] = {0, 100, 5000, 90000};
    for (int i = 0; i < 4; i++) {
        double x = place[i] + 1;
        fk_piece a = cube(place[i], place[i], place[i], 1);
        fk_piece flush = cube(x, place[i], place[i], 1);
        fk_piece in = cube(nextafter(x, 0), place[i], place[i], 1);
        fk_piece out = cube(nextafter(x, DBL_MAX), place[i], place[i], 1);
        assert_verdict(&a, &flush, FK_TOUCHING);
        assert_verdict(&a, &in, FK_OVERLAPPING);
        assert_verdict(&a, &out, FK_APART);
        assert_true(answer_of(&a, &out).gap == nextafter(x, DBL_MAX) - x);
    }
}

static void test_boxes_from_float_files(void **state)
{
    (void)state;
    float base = 90000.1f, next = nextafterf(base + 1.0f, 1e6f);
    fk_piece a = cube((double)base, 0, 0, (double)(base + 1.0f) - (double)base);
    fk_piece touching = cube((double)(base + 1.0f), 0, 0, 1), apart = cube((double)next, 0, 0, 1);
    assert_verdict(&a, &touching, FK_TOUCHING);
    assert_verdict(&a, &apart, FK_APART);
}

static void test_overlapping_cubes(void **state)
{
    (void)state;
    fk_piece a = cube(-1, -1, -1, 2), b = cube(-1, -1, 0.9, 2), c = cube(-0.9, -0.9, -0.9, 1);
    assert_verdict(&a, &b, FK_OVERLAPPING);
    assert_verdict(&a, &c, FK_OVERLAPPING);
    assert_verdict(&a, &a, FK_OVERLAPPING);
}

/* ---- Flat, needle and zero-size pieces ----------------------------------------------------------------- */

static void test_flat_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    fk_piece plate = fk_piece_box(v(-1, -1, 0.5), v(3, 0, 0), v(0, 3, 0), v(0, 0, 0));
    fk_piece coplanar = fk_piece_box(v(0, 0, 0.5), v(9, 0, 0), v(0, 9, 0), v(1, 1, 0));
    fk_piece shifted = fk_piece_box(v(0, 0, 0.75), v(9, 0, 0), v(0, 9, 0), v(1, 1, 0));
    assert_verdict(&box, &plate, FK_OVERLAPPING);
    assert_verdict(&plate, &coplanar, FK_TOUCHING);
    assert_verdict(&plate, &shifted, FK_APART);
    fk_piece needle = fk_piece_box(v(0.5, 0.5, -1), v(0, 0, 3), v(0, 0, 0), v(0, 0, -1));
    assert_verdict(&box, &needle, FK_OVERLAPPING);
    assert_verdict(&plate, &needle, FK_OVERLAPPING);
    fk_piece dot = fk_piece_box(v(0.5, 0.5, 0.5), v(0, 0, 0), v(0, 0, 0), v(0, 0, 0));
    assert_verdict(&box, &dot, FK_OVERLAPPING);
    assert_verdict(&plate, &dot, FK_TOUCHING);
    assert_verdict(&needle, &dot, FK_TOUCHING);
    assert_verdict(&dot, &dot, FK_TOUCHING);
    fk_piece other_dot = fk_piece_point(v(0.5, 0.5, nextafter(0.5, 1)));
    assert_verdict(&dot, &other_dot, FK_APART);
    assert_verdict(&plate, &other_dot, FK_APART);
    assert_verdict(&needle, &other_dot, FK_TOUCHING);
}

static void test_segments_and_triangles(void **state)
{
    (void)state;
    fk_piece triangle = fk_piece_triangle(v(0, 0, 0), v(4, 0, 0), v(0, 4, 0));
    struct {
        fk_piece segment;
        fk_verdict verdict;
    } cases[] = {
        {fk_piece_segment(v(1, 1, -1), v(1, 1, 1)), FK_OVERLAPPING}, /* pierces */
        {fk_piece_segment(v(1, 1, 0), v(1, 1, 1)), FK_TOUCHING},     /* ends on it */
        {fk_piece_segment(v(2, 2, -1), v(2, 2, 1)), FK_TOUCHING},    /* crosses its edge */
        {fk_piece_segment(v(0, 0, -1), v(0, 0, 1)), FK_TOUCHING},    /* crosses its corner */
        {fk_piece_segment(v(-1, 1, 0), v(5, 1, 0)), FK_TOUCHING},    /* lies in its plane */
        {fk_piece_segment(v(5, 5, 0), v(6, 6, 0)), FK_APART},        /* in the plane, beside */
        {fk_piece_segment(v(3, 3, -1), v(3, 3, 1)), FK_APART},       /* through the plane, beside */
        {fk_piece_segment(v(1, 1, 1), v(2, 1, 1)), FK_APART},        /* parallel above */
        {fk_piece_segment(v(4, 0, 0), v(9, 0, 0)), FK_TOUCHING},     /* collinear with an edge, end to end */
        {fk_piece_segment(v(5, 0, 0), v(9, 0, 0)), FK_APART},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_verdict(&triangle, &cases[i].segment, cases[i].verdict);
    fk_piece a = fk_piece_segment(v(0, 0, 0), v(2, 2, 2)),
             crossing = fk_piece_segment(v(0, 2, 1), v(2, 0, 1));
    fk_piece collinear = fk_piece_segment(v(1, 1, 1), v(5, 5, 5)),
             beyond = fk_piece_segment(v(3, 3, 3), v(5, 5, 5));
    assert_verdict(&a, &crossing, FK_TOUCHING);
    assert_verdict(&a, &collinear, FK_TOUCHING);
    assert_verdict(&a, &beyond, FK_APART);
}

/* The nearest features are a point, an edge or a face; distances with a rational root. */
static void test_round_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    fk_piece touching = fk_piece_sphere(v(4, 5, 1), 5), apart = fk_piece_sphere(v(4, 5, 1), nextafter(5, 4));
    assert_verdict(&box, &touching, FK_TOUCHING);
    assert_verdict(&box, &apart, FK_APART);
    fk_piece a = fk_piece_capsule(v(0, 0, 0), v(10, 0, 0), 1),
             b = fk_piece_capsule(v(5, -5, 3), v(5, 5, 3), 2);
    assert_verdict(&a, &b, FK_TOUCHING);
    fk_piece parallel = fk_piece_capsule(v(0, 0, 3), v(10, 0, 3), 2),
             deeper = fk_piece_capsule(v(0, 0, 3), v(10, 0, 3), nextafter(2, 3));
    assert_verdict(&a, &parallel, FK_TOUCHING);
    assert_verdict(&a, &deeper, FK_OVERLAPPING);
    fk_piece inside = fk_piece_sphere(v(0.5, 0.5, 0.5), 0.125), point = fk_piece_sphere(v(1, 0.5, 0.5), 0);
    assert_verdict(&box, &inside, FK_OVERLAPPING);
    assert_verdict(&box, &point, FK_TOUCHING);
    fk_piece speck = fk_piece_sphere(v(1, 0.5, 0.5), 0x1p-1074);
    assert_verdict(&box, &speck, FK_OVERLAPPING);
}

static void test_half_spaces(void **state)
{
    (void)state;
    fk_piece slope = fk_piece_half_space(v(3, 4, 0), 0);
    fk_piece touching = fk_piece_sphere(v(6, 8, 0), 10), box = cube(0, 0, 0, 1), above = cube(1, 1, 0, 1);
    assert_verdict(&slope, &touching, FK_TOUCHING);
    assert_verdict(&slope, &box, FK_TOUCHING);
    assert_verdict(&slope, &above, FK_APART);
    assert_true(answer_of(&slope, &above).gap == 1.4 || answer_of(&slope, &above).gap == nextafter(1.4, 0));
    fk_piece opposite = fk_piece_half_space(v(-3, -4, 0), -5),
             crossing = fk_piece_half_space(v(-3, -4, 0x1p-1074), -5);
    assert_verdict(&slope, &opposite, FK_APART);
    assert_true(answer_of(&slope, &opposite).gap == 1);
    assert_verdict(&slope, &crossing, FK_OVERLAPPING);
    assert_verdict(&slope, &slope, FK_OVERLAPPING);
}

/* The distance to the plane exceeds the double range, the gap to the sphere around it does not. */
static void test_half_space_at_the_end_of_the_range(void **state)
{
    (void)state;
    fk_piece half = fk_piece_half_space(v(0, 1, 0x1p-1074), -DBL_MAX);
    fk_piece sphere = fk_piece_sphere(v(0, 1, 0x1p-1074), DBL_MAX);
    assert_verdict(&half, &sphere, FK_APART);
    assert_true(answer_of(&half, &sphere).gap <= 1);
}

/* The common point is the exact one, rounded; nothing overflows on the way to it. */
static void test_common_points(void **state)
{
    (void)state;
    fk_piece sphere = fk_piece_sphere(v(3e6, 4e6, 0), 5e6), slope = fk_piece_half_space(v(3, 4, 0), 0);
    fk_vec3 point = answer_of(&sphere, &slope).point;
    assert_true(point.x == 0 && point.y == 0 && point.z == 0);
    fk_piece large = fk_piece_sphere(v(1e308, 0, 0), 1.7e308),
             wall = fk_piece_half_space(v(-1, 0, 0), -1.5e308);
    point = answer_of(&large, &wall).point;
    assert_true(point.x == 1.5e308 && point.y == 0 && point.z == 0);
    fk_piece capsule = fk_piece_capsule(v(-DBL_MAX, 3, 3), v(-DBL_MAX, 3, 3), DBL_MAX);
    fk_piece triangle =
        fk_piece_triangle(v(-DBL_MAX, 1e300, 1e300), v(-DBL_MAX, 1e300, 3), v(-DBL_MAX, -DBL_MAX, -DBL_MAX));
    point = answer_of(&capsule, &triangle).point;
    assert_true(point.x == -DBL_MAX && isfinite(point.y) && isfinite(point.z));
}

/* ---- The parts of an answer ---------------------------------------------------------------------------- */

static void test_gap_plane_and_point(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(3, 0.25, 0.25, 1);
    fk_answer answer = answer_of(&a, &b);
    assert_true(answer.gap == 2);
    assert_true(answer.plane.normal.x == 1 && answer.plane.normal.y == 0 && answer.plane.normal.z == 0);
    assert_true(answer.plane.offset == 2);
    answer = answer_of(&b, &a);
    assert_true(answer.plane.normal.x == -1 && answer.plane.offset == -2 && answer.gap == 2);
    fk_piece sphere = fk_piece_sphere(v(4, 5, 1), 3);
    answer = answer_of(&a, &sphere);
    assert_true(answer.gap <= 2 && answer.gap > 2 - 1e-14);
    fk_piece point = fk_piece_point(v(0.125, 0.5, 0.75));
    answer = answer_of(&a, &point);
    assert_true(answer.point.x == 0.125 && answer.point.y == 0.5 && answer.point.z == 0.75);
}

static void test_only_what_is_wanted(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(1, 0, 0, 1);
    for (unsigned want = 0; want <= FK_PART_ALL; want++) {
        fk_pair_query query = {&a, &b, FK_METHOD_EXACT, want, NULL};
        fk_answer answer;
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_int_equal(answer.verdict, FK_TOUCHING);
        assert_int_equal(answer.filled, want);
        assert_int_equal(answer.certificate.verdict, want & FK_PART_CERTIFICATE ? FK_TOUCHING : FK_UNDECIDED);
    }
}

static void test_invalid_input(void **state)
{
    (void)state;
    fk_piece good = cube(0, 0, 0, 1), nan_box = cube(0, NAN, 0, 1),
             negative = fk_piece_sphere(v(0, 0, 0), -1);
    fk_piece infinite = fk_piece_sphere(v(0, 0, 0), INFINITY),
             no_normal = fk_piece_half_space(v(0, -0.0, 0), 1);
    fk_piece unknown = good;
    unknown.kind = (fk_kind)99;
    struct {
        const fk_piece *piece;
        fk_status status;
    } cases[] = {{&nan_box, FK_ERROR_NOT_FINITE},
                 {&negative, FK_ERROR_PIECE},
                 {&infinite, FK_ERROR_NOT_FINITE},
                 {&no_normal, FK_ERROR_PIECE},
                 {&unknown, FK_ERROR_PIECE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fk_pair_query query = {cases[i].piece, &good, FK_METHOD_EXACT, FK_PART_ALL, NULL};
        fk_answer answer, before;
        memset(&answer, 0x5a, sizeof answer);
        before = answer;
        assert_int_equal(fk_pair_verdict(cases[i].piece, &good), FK_UNDECIDED);
        assert_int_equal(fk_pair_verdict(&good, cases[i].piece), FK_UNDECIDED);
        assert_int_equal(fk_pair_answer(&query, &answer), cases[i].status);
        assert_memory_equal(&answer, &before, sizeof answer);
    }
    fk_pair_query query = {&good, &good, FK_METHOD_COUNT, FK_PART_ALL, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_ERROR_METHOD);
}

static void test_extremes_of_the_range(void **state)
{
    (void)state;
    fk_piece low = cube(-DBL_MAX, -DBL_MAX, -DBL_MAX, DBL_MAX), high = cube(0, 0, 0, DBL_MAX);
    fk_piece gap = cube(0x1p-1074, 0, 0, DBL_MAX), far_point = fk_piece_point(v(DBL_MAX, DBL_MAX, DBL_MAX));
    assert_verdict(&low, &high, FK_TOUCHING);
    assert_verdict(&low, &gap, FK_APART);
    assert_true(answer_of(&low, &gap).gap == 0x1p-1074);
    assert_verdict(&high, &far_point, FK_TOUCHING);
    fk_piece near_point = fk_piece_point(v(-DBL_MAX, -DBL_MAX, -DBL_MAX));
    assert_verdict(&near_point, &far_point, FK_APART);
    assert_true(isinf(answer_of(&near_point, &far_point).gap));
}

/* ---- Whatever the state of the floating-point unit ----------------------------------------------------- */

static void test_every_fpu_mode(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t i = 0; i < 150; i++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 5, i, &pair);
            fk_verdict expected = fk_pair_verdict(&pair.a, &pair.b);
            fk_answer first = answer_of(&pair.a, &pair.b);
            for (int mode = 1; mode < FPU_MODES; mode++) {
                unsigned want =
                    FK_PART_CERTIFICATE | FK_PART_POINT | FK_PART_PLANE; /* boxes have a test of their own */
                fk_pair_query query = {&pair.a, &pair.b, FK_METHOD_EXACT, want, NULL};
                fk_answer answer;
                fpu_set(mode);
                fk_verdict verdict = fk_pair_verdict(&pair.a, &pair.b);
                fk_status status = fk_pair_answer(&query, &answer);
                fpu_set(0);
                assert_int_equal(verdict, expected);
                assert_int_equal(status, FK_OK);
                assert_int_equal(answer.verdict, expected);
                /* A rounded normal depends on the mode, and so do pairs that were proposed in doubles; what holds
                 * does not, nor do the signs that touching is made of. */
                if (expected != FK_UNDECIDED)
                    assert_true(fk_verify(&pair.a, &pair.b, &answer.certificate));
                if (expected == FK_TOUCHING)
                    assert_memory_equal(&answer.certificate, &first.certificate, sizeof first.certificate);
            }
        }
}

/* ---- Stack --------------------------------------------------------------------------------------------- */

/* Every family once, so that all ways through the solver and the answer are taken. */
static bool ask_all(void)
{
    bool all_proved = true;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t i = 0; i < 300; i++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 8, i, &pair);
            fk_pair_query query = fk_pair_query_default(&pair.a, &pair.b);
            fk_answer answer;
            all_proved = all_proved && fk_pair_answer(&query, &answer) == FK_OK &&
                         answer.verdict == fk_pair_verdict(&pair.a, &pair.b) &&
                         fk_verify(&pair.a, &pair.b, &answer.certificate);
        }
    return all_proved;
}

/* The stack that the header names, and some for the thread itself. */
static void test_small_stack(void **state)
{
    (void)state;
    assert_on_small_stack(ask_all, 112);
}

/* ---- Maps that are exact in doubles change nothing ----------------------------------------------------- */

/* Turns x, y, z into y, z, x: an exact rotation. */
static fk_pose turned_axes(void)
{
    fk_pose pose = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {0, 0, 0}};
    return pose;
}

static void test_exact_rotation(void **state)
{
    (void)state;
    fk_pose pose = turned_axes();
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t i = 0; i < 200; i++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 6, i, &pair);
            fk_piece a = fk_piece_place(&pair.a, &pose, NULL), b = fk_piece_place(&pair.b, &pose, NULL);
            assert_int_equal(fk_pair_verdict(&a, &b), fk_pair_verdict(&pair.a, &pair.b));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_example_18, fpu_usual),
        cmocka_unit_test_teardown(test_cubes_that_share_a_face, fpu_usual),
        cmocka_unit_test_teardown(test_flush_faces_and_one_ulp, fpu_usual),
        cmocka_unit_test_teardown(test_boxes_from_float_files, fpu_usual),
        cmocka_unit_test_teardown(test_overlapping_cubes, fpu_usual),
        cmocka_unit_test_teardown(test_flat_pieces, fpu_usual),
        cmocka_unit_test_teardown(test_segments_and_triangles, fpu_usual),
        cmocka_unit_test_teardown(test_round_pieces, fpu_usual),
        cmocka_unit_test_teardown(test_half_spaces, fpu_usual),
        cmocka_unit_test_teardown(test_half_space_at_the_end_of_the_range, fpu_usual),
        cmocka_unit_test_teardown(test_common_points, fpu_usual),
        cmocka_unit_test_teardown(test_gap_plane_and_point, fpu_usual),
        cmocka_unit_test_teardown(test_only_what_is_wanted, fpu_usual),
        cmocka_unit_test_teardown(test_invalid_input, fpu_usual),
        cmocka_unit_test_teardown(test_extremes_of_the_range, fpu_usual),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test_teardown(test_small_stack, fpu_usual),
        cmocka_unit_test_teardown(test_exact_rotation, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
