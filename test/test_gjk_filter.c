/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict in doubles: whatever it claims, the verifier accepts or the exact solver says too, for all families and
 * kinds, in both orders and in every state of the floating-point unit; the same bytes on every level of instructions; and
 * it claims something in almost all cases that are not touching. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "hull_clouds.h"
#include "pair/verdict/verdict.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"

static fk_verdict exact_verdict(const fk_piece *a, const fk_piece *b)
{
    static fk_pair pair;
    fk_gjk_solution solution;
    fk_pair_init(&pair, a, b);
    fk_gjk_exact(&pair, false, &solution);
    return solution.certificate.verdict;
}

/* A claim as a certificate: polyhedra only. */
static fk_certificate certificate_of(const fk_pair_cache *claim)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = claim->verdict;
    if (claim->verdict == FK_APART) {
        c.direction.form = FK_DIRECTION_VECTOR;
        c.direction.vector = claim->direction;
    } else {
        c.pair_count = 4;
        memcpy(c.pair, claim->pair, sizeof claim->pair);
    }
    return c;
}

static bool is_round(const fk_piece *piece)
{
    return fk_sign_of(fk_piece_radius(piece)) > 0;
}

/* Asks in a state of the floating-point unit, and on every level that this processor has. Their bytes are the same where
 * numbers are rounded to nearest; else compilers may turn -(x y) into (-x) y, which rounds the other way. */
static fk_pair_cache ask(const fk_piece *a, const fk_piece *b, int mode)
{
    fk_pair_cache first, next;
    int level = (int)fk_cpu_level();
    fpu_set(mode);
    fk_gjk_filter_verdict(a, b, &first);
    for (int i = 0; i < level; i++) {
        fk_cpu_found = i + 1;
        fk_gjk_filter_verdict(a, b, &next);
        if ((mode & 3) == 0)
            assert_memory_equal(&first, &next, sizeof first);
    }
    fk_cpu_found = level + 1;
    fpu_set(0);
    return first;
}

/* Whether something was claimed, which is right. */
static bool check(const fk_piece *a, const fk_piece *b, int mode)
{
    fk_pair_cache claim = ask(a, b, mode);
    if (claim.verdict == FK_UNDECIDED)
        return false;
    assert_int_equal(fk_pair_check(a, b), FK_OK);
    if (!is_round(a) && !is_round(b)) {
        fk_certificate c = certificate_of(&claim);
        assert_true(fk_verify(a, b, &c));
    } else {
        assert_int_equal(claim.verdict, exact_verdict(a, b));
    }
    return true;
}

/* ---- Families ------------------------------------------------------------------------------------------ */

static bool is_asked(fk_kind kind)
{
    return kind <= FK_KIND_CAPSULE || kind == FK_KIND_HULL;
}

static void claims_hold_for_all_families_and_kinds(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (int i = 0; i < FK_KIND_COUNT * FK_KIND_COUNT; i++) {
            fk_kind kind_a = (fk_kind)(i / FK_KIND_COUNT), kind_b = (fk_kind)(i % FK_KIND_COUNT);
            if (kind_a == FK_KIND_NONE || kind_b == FK_KIND_NONE || !is_asked(kind_a) || !is_asked(kind_b))
                continue;
            for (uint64_t k = 0; k < 48 / (unsigned)LEVEL_SHARE; k++) {
                fk_family_pair pair;
                fk_family_make(family, kind_a, kind_b, 7, k, &pair);
                check(&pair.a, &pair.b, (int)k % FPU_MODES);
                check(&pair.b, &pair.a, (int)k % FPU_MODES);
            }
        }
}

/* ---- Large hulls --------------------------------------------------------------------------------------- */

#define MOST 700

static void make_cloud(fk_random *random, uint32_t count, fk_vec3 center, fk_vec3 *point)
{
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = cloud_sphere_point(random);
        point[i] = fk_vec3_add(center, v(p.x, 0.8 * p.y, 0.6 * p.z));
    }
}

static fk_vec3 any_direction(fk_random *random)
{
    return cloud_sphere_point(random);
}

static void random_hulls_are_decided(void **state)
{
    (void)state;
    static fk_vec3 point[2][MOST];
    fk_random random = fk_random_make(1);
    int asked = 0, decided = 0, apart = 0;
    for (int round = 0; round < 3000 / LEVEL_SHARE; round++) {
        uint32_t count_a = 4 + (uint32_t)fk_random_below(&random, MOST - 3);
        uint32_t count_b = 4 + (uint32_t)fk_random_below(&random, MOST - 3);
        fk_vec3 far = fk_vec3_scale(any_direction(&random), fk_random_between(&random, 0, 2.5));
        make_cloud(&random, count_a, v(10, 20, 30), point[0]);
        make_cloud(&random, count_b, fk_vec3_add(v(10, 20, 30), far), point[1]);
        fk_piece a = fk_piece_hull(point[0], count_a), b = fk_piece_hull(point[1], count_b);
        asked++;
        decided += check(&a, &b, round % FPU_MODES);
        apart += exact_verdict(&a, &b) == FK_APART;
    }
    assert_true(apart > asked / 5 && apart < asked * 4 / 5);
    assert_true(decided > asked - asked / 200);
}

/* Moves b until it is about `gap` away from a; negative: that deep. */
static void bring_close(const fk_piece *a, fk_piece *b, fk_vec3 *point, double gap)
{
    fk_distance d;
    for (int i = 0; i < 50; i++) {
        assert_int_equal(fk_pair_distance(a, b, NULL, &d), FK_OK);
        fk_vec3 way = fk_vec3_sub(d.point_a, d.point_b);
        double length = sqrt(fk_vec3_dot(way, way));
        bool last = length <= 1e-9;
        double share = last ? (length - gap) / length : (length - 5e-10) / length;
        if (!(length > 0))
            return;
        for (uint32_t k = 0; k < b->as.hull.count; k++)
            point[k] = fk_vec3_add(point[k], fk_vec3_scale(way, share));
        if (last)
            return;
    }
}

static void hulls_that_almost_touch_are_decided(void **state)
{
    (void)state;
    static fk_vec3 point[2][MOST];
    static const double gaps[] = {1e-9, -1e-9, 1e-12, -1e-12, 1e-13, -1e-13, 1e-15, -1e-15, 0};
    fk_random random = fk_random_make(2);
    int asked = 0, decided = 0;
    for (int round = 0; round < 1800 / LEVEL_SHARE; round++) {
        uint32_t count = 8 + (uint32_t)fk_random_below(&random, round % 3 == 0 ? 500 : 40);
        double gap = gaps[round % 9];
        make_cloud(&random, count, v(0, 0, 0), point[0]);
        make_cloud(&random, count, fk_vec3_scale(any_direction(&random), 4), point[1]);
        fk_piece a = fk_piece_hull(point[0], count), b = fk_piece_hull(point[1], count);
        bring_close(&a, &b, point[1], gap);
        bool claimed = check(&a, &b, round % FPU_MODES);
        check(&b, &a, round % FPU_MODES);
        if (fabs(gap) >= 1e-12) {
            asked++;
            decided += claimed;
        }
    }
    print_message("decided %d of %d\n", decided, asked);
    assert_true(decided > asked * 9 / 10);
}

static void clouds_of_all_kinds_are_safe(void **state)
{
    (void)state;
    static fk_vec3 point[2][MOST];
    fk_random random = fk_random_make(3);
    for (int round = 0; round < 4000 / LEVEL_SHARE; round++) {
        uint32_t count[2];
        for (int i = 0; i < 2; i++) {
            count[i] = 1 + (uint32_t)fk_random_below(&random, round % 4 == 0 ? 300 : 24);
            cloud_fill((int)fk_random_below(&random, CLOUD_KINDS), &random, point[i], count[i]);
        }
        fk_piece a = fk_piece_hull(point[0], count[0]), b = fk_piece_hull(point[1], count[1]);
        check(&a, &b, round % FPU_MODES);
        check(&a, &a, round % FPU_MODES);
    }
}

/* ---- Radii --------------------------------------------------------------------------------------------- */

/* Spheres and capsules that are small beside what they almost touch: then the error of a point of the core counts, and not
 * that of the radius. */
static void small_radii_are_safe(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    int claimed = 0;
    for (int round = 0; round < 60000 / LEVEL_SHARE; round++) {
        fk_vec3 p = any_direction(&random), e = any_direction(&random), f = any_direction(&random);
        double radius = ldexp(1, -(int)fk_random_below(&random, 50));
        fk_vec3 n = fk_vec3_cross(e, f), at = fk_vec3_add(p, fk_vec3_scale(e, 0.3));
        double off =
            radius * (1 + ldexp(fk_random_between(&random, -1, 1), -(int)fk_random_below(&random, 54)));
        fk_vec3 center = fk_vec3_add(at, fk_vec3_scale(n, off / sqrt(fk_vec3_dot(n, n))));
        fk_vec3 other = fk_vec3_add(center, fk_vec3_scale(n, fk_random_unit(&random)));
        fk_piece round_piece =
            round % 2 == 0 ? fk_piece_sphere(center, radius) : fk_piece_capsule(center, other, radius);
        fk_piece piece = round % 3 == 0   ? fk_piece_triangle(p, fk_vec3_add(p, e), fk_vec3_add(p, f))
                         : round % 3 == 1 ? fk_piece_capsule(p, fk_vec3_add(p, e), 0)
                                          : fk_piece_tetra(p, e, f, fk_vec3_scale(n, -1));
        claimed += check(&round_piece, &piece, round % FPU_MODES);
    }
    assert_true(claimed > 20000 / LEVEL_SHARE);
}

/* ---- Hints --------------------------------------------------------------------------------------------- */

/* Neighbours that are not the hull's own: of other points, or none at all. */
static void wrong_hints_do_no_harm(void **state)
{
    (void)state;
    static fk_vec3 point[3][MOST];
    fk_context *context = NULL;
    fk_random random = fk_random_make(4);
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int round = 0; round < 300 / LEVEL_SHARE; round++) {
        uint32_t count = 256 + (uint32_t)fk_random_below(&random, MOST - 256);
        double gap = round % 2 == 0 ? 1e-10 : -1e-10;
        for (int i = 0; i < 3; i++)
            make_cloud(&random, count, v(i == 1 ? 4 : 0, 0, 0), point[i]);
        fk_hull *own = NULL, *other = NULL;
        assert_int_equal(fk_hull_build(context, point[0], count, &own), FK_OK);
        assert_int_equal(fk_hull_build(context, point[2], count, &other), FK_OK);
        fk_piece a = fk_piece_hull(point[0], count), b = fk_piece_hull(point[1], count);
        bring_close(&a, &b, point[1], gap);
        a.as.hull.hint = own;
        check(&a, &b, round % FPU_MODES);
        a.as.hull.hint = other;
        check(&a, &b, round % FPU_MODES);
        fk_hull empty = {.vertex_count = count};
        a.as.hull.hint = &empty;
        check(&a, &b, round % FPU_MODES);
        fk_hull_free(context, own);
        fk_hull_free(context, other);
    }
    fk_context_destroy(context);
}

/* ---- Pieces that are not valid ------------------------------------------------------------------------- */

static void a_number_that_is_none_claims_nothing(void **state)
{
    (void)state;
    static fk_vec3 point[2][MOST];
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    fk_random random = fk_random_make(5);
    fk_pair_cache claim;
    for (int round = 0; round < 3000; round++) {
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, round % 2 == 0 ? MOST : 70);
        make_cloud(&random, count, v(0, 0, 0), point[0]);
        make_cloud(&random, count, v(round % 3 == 0 ? 0.1 : 5, 0, 0), point[1]);
        *(&point[0][0].x + fk_random_below(&random, 3 * (uint64_t)count)) = odd[round % 3];
        fk_piece a = fk_piece_hull(point[0], count), b = fk_piece_hull(point[1], count);
        fk_gjk_filter_verdict(&a, &b, &claim);
        assert_int_equal(claim.verdict, FK_UNDECIDED);
        fk_gjk_filter_verdict(&b, &a, &claim);
        assert_int_equal(claim.verdict, FK_UNDECIDED);
        assert_int_equal(fk_pair_verdict(&a, &b), FK_UNDECIDED);
    }
    for (int kind = FK_KIND_POINT; kind <= FK_KIND_CAPSULE; kind++)
        for (uint64_t at = 0; at < 12; at++)
            for (int i = 0; i < 4; i++) {
                fk_family_pair pair;
                fk_family_make(0, (fk_kind)kind, FK_KIND_TETRA, 1, at, &pair);
                double number[12];
                memcpy(number, &pair.a.as, sizeof number);
                number[at] = i < 3 ? odd[i] : -number[at];
                memcpy(&pair.a.as, number, sizeof number);
                fk_gjk_filter_verdict(&pair.a, &pair.b, &claim);
                assert_true(claim.verdict == FK_UNDECIDED || fk_pair_check(&pair.a, &pair.b) == FK_OK);
            }
    for (int kind = FK_KIND_POINT; kind <= FK_KIND_CAPSULE; kind++)
        for (uint64_t at = 0; at < 12; at++)
            for (int i = 0; i < 3; i++) {
                fk_family_pair pair;
                fk_family_make(0, (fk_kind)kind, FK_KIND_HALF_SPACE, 1, at, &pair);
                double number[12];
                memcpy(number, &pair.a.as, sizeof number);
                number[at] = odd[i];
                memcpy(&pair.a.as, number, sizeof number);
                assert_true(fk_half_space_filter(&pair.a, &pair.b) == FK_UNDECIDED ||
                            fk_pair_check(&pair.a, &pair.b) == FK_OK);
            }
    fk_piece none = fk_piece_hull(NULL, 0), point_piece = fk_piece_point(v(1, 2, 3));
    fk_gjk_filter_verdict(&none, &point_piece, &claim);
    assert_int_equal(claim.verdict, FK_UNDECIDED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(claims_hold_for_all_families_and_kinds, fpu_usual),
        cmocka_unit_test_teardown(random_hulls_are_decided, fpu_usual),
        cmocka_unit_test_teardown(hulls_that_almost_touch_are_decided, fpu_usual),
        cmocka_unit_test_teardown(clouds_of_all_kinds_are_safe, fpu_usual),
        cmocka_unit_test_teardown(small_radii_are_safe, fpu_usual),
        cmocka_unit_test_teardown(wrong_hints_do_no_harm, fpu_usual),
        cmocka_unit_test(a_number_that_is_none_claims_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
