/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cylinders, cones and ellipsoids: verdicts over all families and kinds, in both orders. Every certificate is checked
 * again by the oracle, in rational numbers, and where nothing is claimed the gap has to be small. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ask_oracle_smooth.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/verdict/verdict.h"
#include "pieces.h"
#include "gen/family.h"

/* ---- All families -------------------------------------------------------------------------------------- */

static fk_verdict check_pair(const fk_piece *a, const fk_piece *b)
{
    fk_pair_query query = {a, b, FK_METHOD_EXACT, FK_PART_ALL & ~(unsigned)FK_PART_BOX, NULL};
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    assert_int_equal(fk_pair_verdict(a, b), answer.verdict);
    assert_int_equal(fk_pair_verdict(b, a), answer.verdict);
    if (answer.verdict == FK_UNDECIDED)
        return FK_UNDECIDED;
    assert_true(fk_verify(a, b, &answer.certificate));
    bool half = a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE;
    if (!half && (fk_piece_is_smooth(a) || fk_piece_is_smooth(b))) /* else a segment in disguise */
        assert_true(oracle_accepts(a, b, &answer.certificate));
    bool plane = answer.verdict != FK_OVERLAPPING, point = answer.verdict != FK_APART;
    assert_int_equal(answer.filled,
                     FK_PART_CERTIFICATE | (plane ? FK_PART_PLANE : 0) | (point ? FK_PART_POINT : 0));
    assert_true(answer.gap >= 0);
    return answer.verdict;
}

/* The share of undecided pairs of a family, over all kinds with a smooth one. */
static double undecided_share(const char *family, uint64_t count)
{
    uint64_t undecided = 0, all = 0;
    for (int a = 1; a < FK_KIND_COUNT; a++)
        for (int b = FK_KIND_CYLINDER; b < FK_KIND_COUNT; b++)
            for (uint64_t i = 0; i < count; i++) {
                fk_family_pair pair;
                fk_family_make(fk_family_find(family), (fk_kind)a, (fk_kind)b, 11, i, &pair);
                fk_verdict verdict = check_pair(&pair.a, &pair.b);
                assert_true(pair.truth == FK_UNDECIDED || verdict == FK_UNDECIDED || verdict == pair.truth);
                undecided += verdict == FK_UNDECIDED;
                all++;
            }
    return (double)undecided / (double)all;
}

static void test_all_families(void **state)
{
    (void)state;
    for (size_t f = 0; f < fk_family_count(); f++)
        undecided_share(fk_family_name(f), 3);
}

static void test_nothing_is_undecided_above_1e_11(void **state)
{
    (void)state;
    static const char *const families[] = {"random",   "gap-1e-3", "gap-1e-4", "gap-1e-5",  "gap-1e-6",
                                           "gap-1e-7", "gap-1e-8", "gap-1e-9", "gap-1e-10", "gap-1e-11"};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        assert_true(undecided_share(families[i], 12) == 0);
    assert_true(undecided_share("gap-1e-12", 12) < 0.01);
}

/* In every state of the floating-point unit the filter decides what has a certificate, or nothing; and most pairs. */
static void test_filter(void **state)
{
    (void)state;
    uint64_t decided = 0, all = 0;
    for (size_t f = 0; f < fk_family_count(); f++)
        for (uint64_t i = 0; i < 36; i++) {
            fk_family_pair pair;
            fk_family_make(f, (fk_kind)(1 + i % 12), (fk_kind)(FK_KIND_CYLINDER + (int)(i / 12)), 12, i,
                           &pair);
            fk_verdict truth = check_pair(&pair.a, &pair.b);
            bool half = pair.a.kind == FK_KIND_HALF_SPACE;
            for (int mode = 0; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_verdict found =
                    half ? fk_half_space_filter(&pair.a, &pair.b) : fk_smooth_filter(&pair.a, &pair.b);
                fk_verdict swapped =
                    half ? fk_half_space_filter(&pair.b, &pair.a) : fk_smooth_filter(&pair.b, &pair.a);
                fpu_set(0);
                assert_true(found == FK_UNDECIDED || found == truth);
                assert_int_equal(found, swapped);
                if (f == fk_family_find("random")) {
                    decided += found != FK_UNDECIDED;
                    all++;
                }
            }
        }
    assert_true(20 * decided > 19 * all);
}

/* ---- Cases --------------------------------------------------------------------------------------------- */

static fk_verdict verdict_of(fk_piece a, fk_piece b)
{
    return check_pair(&a, &b);
}

static void test_cases(void **state)
{
    (void)state;
    fk_piece can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1),
             hat = fk_piece_cone(v(0, 0, 0), v(0, 0, 2), 1);
    assert_int_equal(verdict_of(can, hat), FK_OVERLAPPING);
    assert_int_equal(verdict_of(can, fk_piece_point(v(0, 0, 1))), FK_OVERLAPPING);
    assert_int_equal(verdict_of(hat, fk_piece_point(v(0.5, 0, 1.5))), FK_APART);
    assert_int_equal(verdict_of(hat, fk_piece_point(v(0.25, 0, 1.25))), FK_OVERLAPPING);
    assert_int_equal(verdict_of(can, fk_piece_cylinder(v(0, 0, 2 + 1e-11), v(0, 0, 3), 1)), FK_APART);
    assert_int_equal(verdict_of(can, fk_piece_cylinder(v(0, 0, 2 - 1e-11), v(0, 0, 3), 1)), FK_OVERLAPPING);
    /* Exactly touching is never claimed, except against a half-space. */
    assert_int_equal(verdict_of(can, fk_piece_cylinder(v(0, 0, 2), v(0, 0, 3), 1)), FK_UNDECIDED);
    assert_int_equal(verdict_of(can, fk_piece_half_space(v(0, 0, 1), 0)), FK_TOUCHING);
    assert_int_equal(verdict_of(can, fk_piece_half_space(v(0, 0, 2), 1e-300)), FK_OVERLAPPING);
    assert_int_equal(verdict_of(can, fk_piece_half_space(v(0, 0, 2), -1e-300)), FK_APART);
    /* Without a radius it is a segment, and exact. */
    fk_piece rod = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 0);
    fk_piece cube = fk_piece_box(v(0, -1, 0), v(1, 0, 0), v(0, 2, 0), v(0, 0, 1));
    assert_int_equal(fk_pair_verdict(&rod, &cube), FK_TOUCHING);
    /* A flat ellipsoid has no inside: it is proved apart, or nothing is claimed. */
    fk_piece disc = fk_piece_ellipsoid(v(0, 0, 3), v(1, 0, 0), v(0, 1, 0), v(0, 0, 0));
    assert_int_equal(verdict_of(disc, can), FK_APART);
    disc.as.ellipsoid.origin.z = 1;
    assert_int_equal(verdict_of(disc, can), FK_UNDECIDED);
}

/* The gap of an answer is a lower bound of the distance, and close to it. */
static void test_gaps(void **state)
{
    (void)state;
    fk_piece can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1), ball = fk_piece_sphere(v(4, 4, 1), 1);
    fk_pair_query query = fk_pair_query_default(&can, &ball);
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    double distance = sqrt(32.0) - 2;
    assert_true(answer.gap <= distance && answer.gap > distance - 1e-14);
    assert_true(fabs(answer.plane.normal.x - sqrt(0.5)) < 1e-7);
    fk_piece half = fk_piece_half_space(v(0, 0, 2), -4);
    query.b = &half;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    assert_true(answer.gap <= 2 && answer.gap > 2 - 1e-14 && answer.plane.normal.z == -1);
    assert_true(fabs(answer.plane.offset - 1) < 1e-14);
}

/* Planes lie between the pieces, and a gap above z = 0 holds to the last digit. */
static void test_gaps_of_random_pieces(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        fk_family_pair pair;
        fk_answer answer;
        fk_family_make(fk_family_find("random"), (fk_kind)(FK_KIND_CYLINDER + i % 3), (fk_kind)(1 + i % 12),
                       5, i, &pair);
        const fk_piece *a = i & 1 ? &pair.b : &pair.a, *b = i & 1 ? &pair.a : &pair.b;
        fk_pair_query query = fk_pair_query_default(a, b);
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        if (answer.verdict == FK_APART) {
            fk_plane plane = answer.plane;
            fk_piece before = fk_piece_half_space(plane.normal, plane.offset);
            fk_piece beyond = fk_piece_half_space(fk_vec3_negate(plane.normal), -plane.offset);
            assert_true(answer.gap > 0);
            assert_true(a->kind == FK_KIND_HALF_SPACE || fk_pair_verdict(a, &beyond) == FK_APART);
            assert_true(b->kind == FK_KIND_HALF_SPACE || fk_pair_verdict(b, &before) == FK_APART);
        }
        fk_piece ground = fk_piece_half_space(v(0, 0, 1), 0), raised = pair.a;
        if (raised.kind != FK_KIND_ELLIPSOID)
            continue;
        raised.as.ellipsoid.origin.z += 16;
        query = fk_pair_query_default(&ground, &raised);
        assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
        assert_true(answer.plane.offset > 0 && answer.plane.offset < answer.gap);
        fk_piece grown = fk_piece_half_space(v(0, 0, 1), answer.gap);
        assert_int_not_equal(fk_pair_verdict(&raised, &grown), FK_OVERLAPPING);
    }
}

/* A plane that cuts a piece of the size 2^i, and one that it does not reach, with normals of the length 2^k. */
static void test_half_spaces_of_any_scale(void **state)
{
    (void)state;
    for (int i = -480; i <= 480; i += 60)
        for (int k = -480; k <= 480; k += 60) {
            double size = ldexp(1, i), length = ldexp(1, k);
            fk_vec3 low = v(0, 0, -size), high = v(0, 0, size), across = v(size, 0, 0);
            fk_piece cut = fk_piece_half_space(v(length, 0, 0), -0.75 * size * length),
                     beyond = fk_piece_half_space(v(length, 0, 0), -1.25 * size * length),
                     piece[3] = {fk_piece_cylinder(low, high, size), fk_piece_cone(low, high, size),
                                 fk_piece_ellipsoid(v(0, 0, 0), across, v(0, size, 0), high)};
            for (int j = 0; j < 3; j++) {
                assert_int_equal(verdict_of(piece[j], cut), FK_OVERLAPPING);
                assert_int_equal(verdict_of(piece[j], beyond), FK_APART);
            }
        }
}

/* ---- Every state of the floating-point unit ------------------------------------------------------------ */

static void test_floating_point_modes(void **state)
{
    (void)state;
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (size_t f = 0; f < fk_family_count(); f += 3)
            for (uint64_t i = 0; i < 6; i++) {
                fk_family_pair pair;
                fk_kind smooth = (fk_kind)(FK_KIND_CYLINDER + i % 3);
                fk_family_make(f, smooth, (fk_kind)(1 + i * 5 % 12), 3, i, &pair);
                fk_verdict quiet = fk_pair_verdict(&pair.a, &pair.b);
                fpu_set(mode);
                fk_verdict strange = fk_pair_verdict(&pair.a, &pair.b);
                fpu_set(0);
                assert_true(quiet == strange || quiet == FK_UNDECIDED || strange == FK_UNDECIDED);
            }
}

/* Products of an ellipsoid's edges with a normal whose squares are flushed, or overflow. */
static void test_squares_beyond_doubles(void **state)
{
    (void)state;
    double s = 0x1p-300, l = 0x1p380;
    fk_piece small = fk_piece_ellipsoid(v(0, 0, 0), v(s, 0, 0), v(0, s, 0), v(0, 0, s));
    fk_piece large = fk_piece_ellipsoid(v(0x1p390, 0, 0), v(l, 0, 0), v(0, l, 0), v(0, 0, l));
    fk_piece below = fk_piece_half_space(v(0x1p-390, 0, 0), -0x1p-700),
             half = fk_piece_half_space(v(l, 0, 0), 0);
    assert_int_equal(fk_pair_verdict(&small, &below), FK_OVERLAPPING);
    assert_int_equal(fk_pair_verdict(&half, &large), FK_APART);
}

/* One number of a piece is NaN: comparisons skip it, the verdict must not. */
/* A piece that is far smaller than the one around it: the verdict needs no proof, but the answer has one. */
static void test_tiny_pieces(void **state)
{
    (void)state;
    double e = 0x1p-766;
    fk_piece tiny[] = {fk_piece_cone(v(0, e, e), v(e, e, e), e), fk_piece_cylinder(v(0, e, e), v(e, e, e), e),
                       fk_piece_sphere(v(e, 0, e), e)};
    fk_piece large = fk_piece_cylinder(v(-0.25, 4, 3.25), v(-32, 1.5, 0), 8);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++) {
            fk_pair_query query = fk_pair_query_default(k ? &tiny[i] : &large, k ? &large : &tiny[i]);
            fk_answer answer;
            assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
            assert_int_equal(answer.verdict, FK_OVERLAPPING);
            assert_true(fk_verify(query.a, query.b, &answer.certificate));
        }
}

static void test_not_a_number(void **state)
{
    (void)state;
    const fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, o = {-0.5, -0.5, 0}, c = {0, 0, 0};
    const fk_piece whole[] = {fk_piece_segment(o, x),        fk_piece_triangle(o, x, z),
                              fk_piece_tetra(o, x, y, z),    fk_piece_box(o, x, y, z),
                              fk_piece_sphere(o, 1),         fk_piece_capsule(o, x, 1),
                              fk_piece_cylinder(o, z, 1),    fk_piece_cone(o, z, 1),
                              fk_piece_ellipsoid(o, x, y, z)},
                   other[] = {fk_piece_cylinder(c, z, 1), fk_piece_cone(c, z, 1),
                              fk_piece_ellipsoid(c, x, y, z), fk_piece_box(o, x, y, z),
                              fk_piece_half_space(z, 0)};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        for (uint32_t k = 0; k < fk_kind_number_count(whole[i].kind); k++)
            for (size_t m = 0; m < sizeof other / sizeof other[0]; m++) {
                double number[FK_PIECE_NUMBERS];
                fk_piece_to_numbers(&whole[i], number);
                number[k] = NAN;
                fk_piece piece = fk_piece_from_numbers(whole[i].kind, number);
                assert_int_equal(fk_pair_verdict(&piece, &other[m]), FK_UNDECIDED);
                assert_int_equal(fk_pair_verdict(&other[m], &piece), FK_UNDECIDED);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares_beyond_doubles),
        cmocka_unit_test(test_tiny_pieces),
        cmocka_unit_test(test_not_a_number),
        cmocka_unit_test(test_all_families),
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_nothing_is_undecided_above_1e_11),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_gaps_of_random_pieces),
        cmocka_unit_test(test_half_spaces_of_any_scale),
        cmocka_unit_test_teardown(test_floating_point_modes, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
