/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verifier's filter against the verifier in integers: it accepts nothing that the integers refuse, in every state of
 * the floating-point unit and for certificates that are right, wrong, and as close to wrong as they can be; and it
 * accepts almost all that random pairs need. */

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
#include "proof/verify.h"
#include "sanitized.h"
#include "gen/family.h"
#include "shape/vertices.h"

typedef struct tally {
    unsigned long accepted, tried;
} tally;

/* One certificate in every mode; modes that accept are right to do so. */
static void check(const fk_piece *a, const fk_piece *b, const fk_certificate *c, tally *count)
{
    bool usual = fk_verify_filter(a, b, c), truth = fk_verify_exact(a, b, c);
    count->tried++;
    count->accepted += usual;
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        bool accepted = fk_verify_filter(a, b, c), holds = fk_verify(a, b, c);
        fpu_set(0);
        if ((accepted && !truth) || holds != truth) {
            char text[FK_PIECE_TEXT_SIZE];
            fk_piece_format(a, text, sizeof text);
            print_error("mode %d: %s", mode, text);
            fk_piece_format(b, text, sizeof text);
            print_error("  %s\n", text);
            fail();
        }
    }
}

static fk_certificate by_vector(fk_vec3 n)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = FK_APART;
    c.direction.form = FK_DIRECTION_VECTOR;
    c.direction.vector = n;
    return c;
}

static fk_vertex_pair draw_pair(fk_random *random, const fk_piece *a, const fk_piece *b)
{
    fk_vertex_pair pair = {(uint32_t)fk_random_below(random, fk_piece_vertex_count(a)),
                           (uint32_t)fk_random_below(random, fk_piece_vertex_count(b))};
    return pair;
}

/* A certificate of pairs: some that are given, and others of any vertices. */
static fk_certificate by_pairs(fk_random *random, const fk_piece *a, const fk_piece *b,
                               const fk_certificate *given)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = FK_OVERLAPPING;
    c.pair_count = 4 + (uint32_t)fk_random_below(random, 3);
    for (uint32_t i = 0; i < c.pair_count; i++)
        c.pair[i] = i < given->pair_count ? given->pair[i] : draw_pair(random, a, b);
    return c;
}

/* A step of one unit in the last place, or of a few. */
static double nudged(fk_random *random, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += fk_random_below(random, 5) - 2;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Certificates around that of an answer. The normal of pieces that touch separates them or not by its last digit; pairs
 * that hold the origin in a triangle hold it on the surface of whatever is added to them. */
static void try_around(fk_random *random, const fk_piece *a, const fk_piece *b, tally *right, tally *wrong)
{
    fk_pair_query query = fk_pair_query_default(a, b);
    fk_answer answer;
    assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
    if (answer.verdict == FK_UNDECIDED || fk_piece_vertex_count(a) == 0 || fk_piece_vertex_count(b) == 0)
        return;
    check(a, b, &answer.certificate, right);
    for (int i = 0; i < 3; i++) {
        fk_vec3 n = answer.plane.normal;
        fk_certificate c = by_vector(fk_vec3_make(nudged(random, n.x), nudged(random, n.y), n.z));
        check(a, b, &c, wrong);
        c = by_pairs(random, a, b, &answer.certificate);
        check(a, b, &c, wrong);
        c = answer.certificate;
        c.pair[fk_random_below(random, FK_CERTIFICATE_PAIRS)] = draw_pair(random, a, b);
        c.verdict = fk_random_below(random, 2) == 0 ? FK_APART : FK_OVERLAPPING;
        check(a, b, &c, wrong);
    }
}

static void test_families(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    tally right = {0, 0}, wrong = {0, 0};
    for (size_t family = 0; family < fk_family_count(); family++)
        for (unsigned index = 0; index < 150 / SHARE; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 31, index, &pair);
            try_around(&random, &pair.a, &pair.b, &right, &wrong);
            try_around(&random, &pair.b, &pair.a, &right, &wrong);
        }
    /* Both ends are seen often. */
    assert_true(right.accepted > right.tried / 8);
    assert_true(wrong.accepted > 0 && wrong.accepted < wrong.tried / 2);
}

/* What random pairs need is decided here: that is what the filter is for. */
static void test_random_pairs_are_decided(void **state)
{
    (void)state;
    static const fk_kind kinds[] = {FK_KIND_BOX, FK_KIND_TETRA, FK_KIND_TRIANGLE, FK_KIND_HULL};
    size_t family = fk_family_find("random");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        tally count = {0, 0};
        for (unsigned index = 0; index < 1000 / SHARE; index++) {
            fk_family_pair pair;
            fk_family_make(family, kinds[k], kinds[k], 8, index, &pair);
            fk_pair_query query = {&pair.a, &pair.b, FK_METHOD_EXACT, FK_PART_CERTIFICATE, NULL};
            fk_answer answer;
            assert_int_equal(fk_pair_answer(&query, &answer), FK_OK);
            count.tried++;
            count.accepted += fk_verify_filter(&pair.a, &pair.b, &answer.certificate);
        }
        assert_true(count.accepted >= count.tried - count.tried / 100);
    }
}

/* ---- Hulls of many points ------------------------------------------------------------------------------ */

/* Far from the origin, and apart by the last digit or by nothing: one point decides, wherever it stands in the list. */
static void test_large_hulls(void **state)
{
    (void)state;
    static fk_vec3 point[2][512];
    fk_random random = fk_random_make(5);
    tally count = {0, 0};
    for (int round = 0; round < 200 / SHARE; round++) {
        double at = round % 3 == 0 ? 0 : ldexp(1, round % 40);
        for (int i = 0; i < 512; i++) {
            point[0][i] = v(at - fk_random_unit(&random), fk_random_unit(&random), fk_random_unit(&random));
            point[1][i] =
                v(at + fk_random_unit(&random) + 0x1p-20, fk_random_unit(&random), fk_random_unit(&random));
        }
        fk_piece a = fk_piece_hull(point[0], 512), b = fk_piece_hull(point[1], 512);
        fk_certificate c = by_vector(v(1, 0, 0));
        fk_vec3 *one = &point[0][fk_random_below(&random, 512)],
                *two = &point[1][fk_random_below(&random, 512)];
        check(&a, &b, &c, &count);
        one->x = two->x = at;
        check(&a, &b, &c, &count);
        two->x = nextafter(at, INFINITY);
        check(&a, &b, &c, &count);
        one->x = two->x + 0x1p-10;
        check(&a, &b, &c, &count);
    }
    assert_true(count.accepted >= count.tried / 8);
}

/* ---- The ends of the range ----------------------------------------------------------------------------- */

/* What is flushed to zero, overflows, or is not a number decides nothing. */
static void test_extremes(void **state)
{
    (void)state;
    tally count = {0, 0};
    const double sizes[] = {0x1p-1074, 0x1p-1022, 0x1p-900, 0x1p-600, 0x1p-300,
                            1,         0x1p300,   0x1p600,  0x1p1022, DBL_MAX};
    const size_t many = sizeof sizes / sizeof *sizes;
    for (size_t i = 0; i < many; i++)
        for (size_t j = 0; j < many; j++)
            for (size_t k = 0; k < many; k++) {
                double x = sizes[i], y = sizes[j];
                fk_piece a = fk_piece_segment(v(0, 0, 0), v(-x, y, 0)), b = fk_piece_point(v(x / 2, y, x));
                fk_certificate c = by_vector(v(sizes[k], 0x1p-1074, 0));
                check(&a, &b, &c, &count);
                c.direction.vector = v(0x1p-300, -sizes[k], sizes[j]);
                check(&a, &b, &c, &count);
                c.direction.vector = v(0, sizes[k], -0.0);
                check(&a, &b, &c, &count);
                fk_piece tetra =
                    fk_piece_tetra(v(-x, -x, -x), v(4 * x, 0, 0), v(0, 4 * x, 0), v(0, 0, 4 * x));
                fk_piece spot = fk_piece_point(v(y, -y, x == y ? sizes[k] : 0));
                memset(&c, 0, sizeof c);
                c.verdict = FK_OVERLAPPING;
                c.pair_count = 4;
                for (uint32_t n = 0; n < 4; n++)
                    c.pair[n] = (fk_vertex_pair){n, 0};
                if (fk_piece_check(&tetra) == FK_OK)
                    check(&tetra, &spot, &c, &count);
            }
    assert_true(count.accepted > 0);
    /* Validity is asked for before the filter; but what it says of such pieces is no yes either. */
    fk_piece good = cube(0, 0, 0, 1),
             bad[] = {cube(5, NAN, 0, 1), cube(INFINITY, 0, 0, 1), cube(5, 0, 0, NAN)};
    fk_certificate c = by_vector(v(1, 0, 0));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(fk_verify_filter(&good, &bad[i], &c));
        assert_false(fk_verify_filter(&bad[i], &good, &c));
        assert_false(fk_verify(&good, &bad[i], &c));
    }
}

/* A component that is read as zero may be the one that counts. */
static void test_small_components(void **state)
{
    (void)state;
    tally count = {0, 0};
    fk_piece a = fk_piece_point(v(0, 0x1p1000, 0)), b = fk_piece_point(v(1, 0, 0));
    fk_certificate c = by_vector(v(0x1p-300, 0x1p-1060, 0));
    check(&a, &b, &c, &count);
    c.direction.vector = v(0x1p-300, -0x1p-1060, 0);
    check(&a, &b, &c, &count);
    assert_int_equal(count.accepted, 0);
}

/* Around the face of a tetrahedron so small that determinants lose most of their digits. */
static void test_small_tetrahedra(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    tally count = {0, 0};
    for (int round = 0; round < 4000 / SHARE; round++) {
        double scale = ldexp(1, -80 - round % 280);
        fk_vec3 point[5], sum = {0, 0, 0};
        double left = 1;
        for (int i = 0; i < 4; i++) {
            double share = i == 2 ? left : left * fk_random_unit(&random);
            for (int k = 0; k < 3; k++)
                *(k == 0   ? &point[i].x
                  : k == 1 ? &point[i].y
                           : &point[i].z) = scale * fk_random_between(&random, -1, 1);
            if (i < 3)
                sum = fk_vec3_add(sum, fk_vec3_scale(point[i], share));
            left -= share;
        }
        fk_piece a = fk_piece_hull(point, 4), b = fk_piece_point(sum);
        fk_certificate c;
        memset(&c, 0, sizeof c);
        c.verdict = FK_OVERLAPPING;
        c.pair_count = 4;
        for (uint32_t n = 0; n < 4; n++)
            c.pair[n] = (fk_vertex_pair){n, 0};
        check(&a, &b, &c, &count);
    }
}

/* Vertices that do not exist: the bits of 8 that count are those of vertex 0. */
static void test_indices(void **state)
{
    (void)state;
    fk_piece a = cube(-1, -1, -1, 2), b = cube(0, 0, 0, 1);
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = FK_OVERLAPPING;
    c.pair_count = 4;
    const uint32_t corner[] = {0, 3, 5, 6};
    for (uint32_t n = 0; n < 4; n++)
        c.pair[n].a = corner[n];
    assert_true(fk_verify_filter(&a, &b, &c));
    for (uint32_t n = 0; n < 4; n++) {
        fk_certificate beyond = c;
        beyond.pair[n].a += 8;
        assert_false(fk_verify_filter(&a, &b, &beyond));
        beyond = c;
        beyond.pair[n].b += 8;
        assert_false(fk_verify_filter(&a, &b, &beyond));
        beyond.pair[n].b = UINT32_MAX - 7;
        assert_false(fk_verify_filter(&a, &b, &beyond));
    }
}

/* Pairs of round pieces are four, and a vector says nothing of them. */
static void test_round_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(-1, -1, -1, 2), ball = fk_piece_sphere(v(0, 0, 0), 0.5),
             away = fk_piece_sphere(v(3, 0, 0), 2);
    fk_certificate c = by_vector(v(1, 0, 0));
    assert_false(fk_verify_filter(&box, &away, &c));
    memset(&c, 0, sizeof c);
    c.verdict = FK_OVERLAPPING;
    const uint32_t corner[] = {0, 3, 5, 6, 1, 7};
    for (uint32_t n = 0; n < 6; n++)
        c.pair[n].a = corner[n];
    fk_piece core = fk_piece_point(v(0.1, 0.07, 0.03)); /* no two differences are opposite */
    for (c.pair_count = 0; c.pair_count < 9; c.pair_count++) {
        assert_int_equal(fk_verify_filter(&box, &ball, &c), c.pair_count == 4);
        assert_int_equal(fk_verify_filter(&box, &core, &c), c.pair_count >= 4 && c.pair_count <= 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_families, fpu_usual),
        cmocka_unit_test_teardown(test_random_pairs_are_decided, fpu_usual),
        cmocka_unit_test_teardown(test_large_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_extremes, fpu_usual),
        cmocka_unit_test_teardown(test_small_components, fpu_usual),
        cmocka_unit_test_teardown(test_small_tetrahedra, fpu_usual),
        cmocka_unit_test_teardown(test_indices, fpu_usual),
        cmocka_unit_test_teardown(test_round_pieces, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
