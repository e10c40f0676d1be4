/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict with a cache is the verdict without one, whatever the cache holds; and what it keeps is used. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/verdict/verdict.h"
#include "gen/family.h"

static void assert_same(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    fk_verdict cold = fk_pair_verdict(a, b);
    assert_int_equal(fk_pair_verdict_warm(a, b, cache), cold);
    /* With what has been kept, and in the other order. */
    assert_int_equal(fk_pair_verdict_warm(a, b, cache), cold);
    fk_pair_cache copy = *cache;
    assert_int_equal(fk_pair_verdict_warm(b, a, &copy), cold);
}

/* One cache for all pairs: it always comes from another pair, and often from other kinds. */
static void test_a_cache_of_another_pair(void **state)
{
    (void)state;
    fk_pair_cache cache;
    memset(&cache, 0, sizeof cache);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t i = 0; i < 200; i++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, 3, i, &pair);
            assert_same(&pair.a, &pair.b, &cache);
        }
}

static void test_any_bytes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    static const fk_verdict verdicts[] = {FK_APART, FK_OVERLAPPING, FK_TOUCHING, FK_UNDECIDED};
    static const fk_kind kinds[] = {FK_KIND_BOX, FK_KIND_TETRA, FK_KIND_TRIANGLE, FK_KIND_HULL,
                                    FK_KIND_SPHERE};
    for (uint64_t i = 0; i < 20000; i++) {
        fk_family_pair pair;
        fk_family_make(i % fk_family_count(), kinds[i % 5], kinds[i / 5 % 5], 4, i, &pair);
        fk_pair_cache cache;
        uint64_t word[sizeof cache / 8];
        for (size_t k = 0; k < sizeof cache / 8; k++)
            word[k] = fk_random_u64(&random) >> (fk_random_u64(&random) % 3 * 30);
        memcpy(&cache, word, sizeof cache);
        cache.verdict = verdicts[i % 4];
        assert_same(&pair.a, &pair.b, &cache);
    }
}

/* Directions that nearly separate, and points that lie nearly inside. */
static void test_kept_things_that_hardly_hold(void **state)
{
    (void)state;
    static const char *const families[] = {"gap-1e-12", "gap-1e-15", "gap-1e-16", "touch-face", "ulp-apart"};
    static const fk_kind kinds[] = {FK_KIND_BOX, FK_KIND_TETRA, FK_KIND_HULL, FK_KIND_CAPSULE};
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (uint64_t i = 0; i < 400; i++) {
            fk_family_pair pair;
            fk_family_make(fk_family_find(families[i % 5]), kinds[i / 5 % 4], kinds[i / 20 % 4], 5, i, &pair);
            fk_pair_cache cache;
            memset(&cache, 0, sizeof cache);
            fk_verdict truth = fk_pair_verdict(&pair.a, &pair.b);
            fpu_set(mode);
            fk_verdict first = fk_pair_verdict_warm(&pair.a, &pair.b, &cache);
            fk_verdict second = fk_pair_verdict_warm(&pair.a, &pair.b, &cache);
            fpu_set(0);
            assert_int_equal(first, truth);
            assert_int_equal(second, truth);
        }
}

static fk_piece shifted(const fk_piece *piece, double x, fk_vec3 *points)
{
    fk_pose pose = fk_pose_identity();
    pose.translation.x = x;
    return fk_piece_place(piece, &pose, points);
}

/* Pairs that move keep their verdict, and mostly it is shown by what was kept. */
static void test_pairs_that_move(void **state)
{
    (void)state;
    static const fk_kind kinds[] = {FK_KIND_BOX, FK_KIND_TETRA, FK_KIND_TRIANGLE, FK_KIND_HULL};
    size_t family = fk_family_find("random");
    for (int k = 0; k < 4; k++) {
        int shown = 0, asked = 0;
        for (uint64_t i = 0; i < 100; i++) {
            fk_family_pair pair;
            fk_pair_cache cache;
            memset(&cache, 0, sizeof cache);
            fk_family_make(family, kinds[k], kinds[k], 6, i, &pair);
            for (int t = 0; t < 30; t++) {
                fk_vec3 points[FK_FAMILY_POINTS];
                fk_piece b = shifted(&pair.b, 0.002 * t, points);
                bool axes = fk_sat_knows(kinds[k], kinds[k]);
                if (t > 0 && cache.is_known && cache.verdict != FK_TOUCHING) {
                    asked++;
                    shown += axes ? fk_sat_check_cache(&pair.a, &b, &cache)
                                  : fk_gjk_check_cache(&pair.a, &b, &cache);
                }
                assert_same(&pair.a, &b, &cache);
            }
        }
        assert_true(asked > 1000);
        assert_true(shown > asked * 9 / 10);
    }
}

static void test_pieces_that_are_not_valid(void **state)
{
    (void)state;
    fk_vec3 o = fk_vec3_make(0, 0, 0), x = fk_vec3_make(1, 0, 0), y = fk_vec3_make(0, 1, 0),
            z = fk_vec3_make(0, 0, 1);
    fk_piece good = fk_piece_box(o, x, y, z);
    fk_vec3 points[5] = {o, x, y, z, {1, 1, 1}};
    fk_piece bad[] = {fk_piece_box(o, x, y, z), fk_piece_hull(points, 5), fk_piece_sphere(o, 1)};
    for (int i = 0; i < 3; i++)
        for (int apart = 0; apart < 2; apart++) {
            fk_pair_cache cache;
            memset(&cache, 0, sizeof cache);
            fk_piece far = good;
            far.as.cell.origin = fk_vec3_make(apart ? 5 : 0.1, 0.1, 0.1);
            points[4].y = 1;
            fk_verdict verdict = fk_pair_verdict_warm(&bad[i], &far, &cache);
            assert_int_equal(verdict, apart ? FK_APART : FK_OVERLAPPING);
            fk_piece broken = bad[i];
            if (i == 0)
                broken.as.cell.edge[2].y = NAN;
            points[4].y = INFINITY;
            if (i == 2)
                broken.as.sphere.radius = -1;
            assert_int_equal(fk_pair_verdict_warm(&broken, &far, &cache), FK_UNDECIDED);
        }
}

/* Numbers that are not finite where nothing that was kept looks. */
static void test_not_finite_elsewhere(void **state)
{
    (void)state;
    for (int edge = 0; edge < 3; edge++) {
        fk_vec3 o = {-1, -1, -1}, e[3] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
        fk_vec3 points[6] = {{0.5, 0, 0}, {-0.5, 0, 0}, {0, 0.5, 0}, {0, -0.5, 0}, {0, 0, 0.5}, {0, 0, -0.5}};
        fk_piece box = fk_piece_box(o, e[0], e[1], e[2]), hull = fk_piece_hull(points, 6);
        fk_pair_cache cache;
        memset(&cache, 0, sizeof cache);
        assert_int_equal(fk_pair_verdict_warm(&box, &hull, &cache), FK_OVERLAPPING);
        assert_true(cache.is_known);
        /* Pairs that name the origin of the tetrahedron only. */
        cache.verdict = FK_OVERLAPPING;
        e[edge].y = NAN;
        fk_piece broken = fk_piece_tetra(fk_vec3_make(0, 0, 0), e[0], e[1], e[2]);
        fk_vertex_pair around[4] = {{0, 0}, {0, 1}, {0, 2}, {0, 4}};
        memcpy(cache.pair, around, sizeof around);
        fk_vec3 tetra[5] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {0, 0, 0}, {-1, -1, 1}};
        fk_piece outer = fk_piece_hull(tetra, 5);
        assert_int_equal(fk_pair_verdict_warm(&broken, &outer, &cache), FK_UNDECIDED);
    }
}

/* Coordinates of a point that lies in the other piece, but not in its own. */
static void test_a_kept_point_outside(void **state)
{
    (void)state;
    fk_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, at = {0.5, 0.5, 0.5};
    fk_piece tetra = fk_piece_tetra(o, x, y, z), box = fk_piece_box(at, x, y, z);
    fk_pair_cache cache = {.verdict = FK_OVERLAPPING, .is_known = 1, .inside = {0.6, 0.6, 0.6}};
    assert_int_equal(fk_pair_verdict_warm(&tetra, &box, &cache), FK_APART);
    fk_pair_cache beyond = {.verdict = FK_OVERLAPPING, .is_known = 1, .inside = {1.5, 0.5, 0.5}};
    fk_piece other = fk_piece_box(fk_vec3_make(1.25, 0, 0), x, y, z);
    fk_piece cube = fk_piece_box(o, x, y, z);
    assert_int_equal(fk_pair_verdict_warm(&cube, &other, &beyond), FK_APART);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cache_of_another_pair),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test_teardown(test_kept_things_that_hardly_hold, fpu_usual),
        cmocka_unit_test(test_pairs_that_move),
        cmocka_unit_test(test_pieces_that_are_not_valid),
        cmocka_unit_test(test_not_finite_elsewhere),
        cmocka_unit_test(test_a_kept_point_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
