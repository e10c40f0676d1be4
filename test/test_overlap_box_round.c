/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection where round and smooth pieces are involved: it holds every common point that the oracle
 * confirms, and it is within 1e-12 of the size of what is known by formula, or of what a search from inside reaches. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/pair.h"
#include "pair/measure/measure.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"

#define PROMISE 1e-12

static fk_aabb box_of(const fk_piece *a, const fk_piece *b)
{
    fk_aabb box, swapped;
    assert_int_equal(fk_pair_box(a, b, &box), FK_OK);
    assert_int_equal(fk_pair_box(b, a, &swapped), FK_OK);
    assert_memory_equal(&box, &swapped, sizeof box);
    return box;
}

static bool is_empty(fk_aabb box)
{
    return box.min.x > box.max.x || box.min.y > box.max.y || box.min.z > box.max.z;
}

/* The box holds the given one, which is known up to a few units in the last place, and is not much larger. */
static void assert_near(fk_aabb box, fk_vec3 low, fk_vec3 high, double size)
{
    for (int k = 0; k < 3; k++) {
        double below = fk_vec3_get(low, k) - fk_vec3_get(box.min, k);
        double above = fk_vec3_get(box.max, k) - fk_vec3_get(high, k);
        if (!(below >= -1e-15 * size && below <= PROMISE * size && above >= -1e-15 * size &&
              above <= PROMISE * size))
            print_error("axis %d: %g below, %g above\n", k, below, above);
        assert_true(below >= -1e-15 * size && below <= PROMISE * size);
        assert_true(above >= -1e-15 * size && above <= PROMISE * size);
    }
}

/* ---- Known boxes --------------------------------------------------------------------------------------- */

/* Spheres of radius 1 at distance d along x: a lens. */
static void test_two_spheres(void **state)
{
    (void)state;
    static const double distance[] = {0.5, 1, 1.5, 1.9, 1.999999, 2 - 1e-9, 2 - 1e-12};
    fk_piece a = fk_piece_sphere(v(0, 0, 0), 1);
    for (size_t i = 0; i < sizeof distance / sizeof distance[0]; i++) {
        double d = distance[i], half = sqrt((1 - d / 2) * (1 + d / 2));
        fk_piece b = fk_piece_sphere(v(d, 0, 0), 1), c = fk_piece_sphere(v(0, 0, -d), 1);
        assert_near(box_of(&a, &b), v(d - 1, -half, -half), v(1, half, half), 1);
        assert_near(box_of(&a, &c), v(-half, -half, -1), v(half, half, 1 - d), 1);
    }
    fk_piece touching = fk_piece_sphere(v(2, 0, 0), 1), away = fk_piece_sphere(v(nextafter(2, 3), 0, 0), 1);
    assert_near(box_of(&a, &touching), v(1, 0, 0), v(1, 0, 0), 1);
    assert_true(is_empty(box_of(&a, &away)));
    /* 3, 4, 5: they touch along a slanted direction. */
    fk_piece slanted = fk_piece_sphere(v(3, 4, 0), 4);
    assert_near(box_of(&a, &slanted), v(0.6, 0.8, 0), v(0.6, 0.8, 0), 4);
    fk_piece inside = fk_piece_sphere(v(0.25, 0.25, 0), 0.5);
    fk_aabb whole = box_of(&a, &inside);
    assert_true(whole.min.x == -0.25 && whole.max.x == 0.75 && whole.min.z == -0.5 && whole.max.z == 0.5);
}

static void test_sphere_and_box(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), 1);
    fk_piece slab = fk_piece_box(v(-5, -5, -5), v(10, 0, 0), v(0, 10, 0), v(0, 0, 4.5));
    double half = sqrt(0.75);
    assert_near(box_of(&ball, &slab), v(-half, -half, -1), v(half, half, -0.5), 10);
    fk_piece below = fk_piece_box(v(-5, -5, -5), v(10, 0, 0), v(0, 10, 0), v(0, 0, 4));
    assert_near(box_of(&ball, &below), v(0, 0, -1), v(0, 0, -1), 1);
    /* On an edge and on a corner. */
    fk_piece edge = cube(1, -1, 0, 2),
             corner = fk_piece_box(v(0.6, 0.8, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    assert_near(box_of(&ball, &edge), v(1, 0, 0), v(1, 0, 0), 1);
    fk_aabb box = box_of(&ball, &corner);
    assert_true(is_empty(box) || (box.max.x - box.min.x < 1e-6 && box.min.x > 0.599999));
    fk_piece three = fk_piece_sphere(v(0, 0, 0), 5), exact = cube(3, 4, -1, 2);
    assert_near(box_of(&three, &exact), v(3, 4, 0), v(3, 4, 0), 5);
}

static void test_capsules(void **state)
{
    (void)state;
    fk_piece capsule = fk_piece_capsule(v(-2, 0, 0), v(2, 0, 0), 1);
    fk_piece lid = fk_piece_half_space(v(0, 0, 2), -1); /* z <= -0.5 */
    double half = sqrt(0.75);
    assert_near(box_of(&capsule, &lid), v(-2 - half, -half, -1), v(2 + half, half, -0.5), 4);
    fk_piece touching = fk_piece_half_space(v(0, 0, 0.1), -0.1);
    assert_near(box_of(&capsule, &touching), v(-2, 0, -1), v(2, 0, -1), 4);
    /* Lying on a plate: a line of contact, cut off by the plate. */
    fk_piece plate = fk_piece_box(v(-1, -3, -2), v(9, 0, 0), v(0, 6, 0), v(0, 0, 1));
    assert_near(box_of(&capsule, &plate), v(-1, 0, -1), v(2, 0, -1), 10);
    fk_piece across = fk_piece_capsule(v(0, -2, 2), v(0, 2, 2), 1);
    assert_near(box_of(&capsule, &across), v(0, 0, 1), v(0, 0, 1), 4);
}

static void test_smooth_pieces(void **state)
{
    (void)state;
    fk_piece cylinder = fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 1);
    fk_piece cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 2), 1);
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 0), v(2, 0, 0), v(0, 1, 0), v(0, 0, 0.5));
    fk_piece right = fk_piece_half_space(v(-1, 0, 0), -0.5); /* x >= 0.5 */
    double half = sqrt(0.75), tall = sqrt(1 - 1 / 16.0);
    assert_near(box_of(&cylinder, &right), v(0.5, -half, -1), v(1, half, 1), 2);
    assert_near(box_of(&cone, &right), v(0.5, -half, 0), v(1, half, 1), 2);
    assert_near(box_of(&egg, &right), v(0.5, -tall, -tall / 2), v(2, tall, tall / 2), 2);
    fk_piece slab = fk_piece_box(v(0.5, -9, -9), v(9, 0, 0), v(0, 18, 0), v(0, 0, 18));
    assert_near(box_of(&cylinder, &slab), v(0.5, -half, -1), v(1, half, 1), 18);
    assert_near(box_of(&cone, &slab), v(0.5, -half, 0), v(1, half, 1), 18);
    assert_near(box_of(&egg, &slab), v(0.5, -tall, -tall / 2), v(2, tall, tall / 2), 18);
    fk_piece ball = fk_piece_sphere(v(0, 0, 2), 1.5);
    assert_near(box_of(&cylinder, &ball), v(-1, -1, 0.5), v(1, 1, 1), 2);
    fk_piece same[2] = {cylinder, cylinder};
    assert_near(box_of(&same[0], &same[1]), v(-1, -1, -1), v(1, 1, 1), 2);
}

/* Far from the origin the size is still that of the pieces, and what doubles can say there. */
static void test_far_away(void **state)
{
    (void)state;
    double far = 0x1p30, half = sqrt(0.75);
    fk_piece a = fk_piece_sphere(v(far, far, 0), 1), b = fk_piece_sphere(v(far + 1, far, 0), 1);
    fk_aabb box = box_of(&a, &b);
    assert_true(box.min.x == far && box.max.x == far + 1);
    assert_true(box.min.y == nextafter(far - half, 0) || box.min.y == far - half);
    assert_true(fabs(box.max.z - half) < PROMISE && box.max.z >= half - 1e-15);
}

/* ---- All families and kinds ---------------------------------------------------------------------------- */

static bool is_round(fk_kind kind)
{
    return kind == FK_KIND_SPHERE || kind == FK_KIND_CAPSULE || kind == FK_KIND_CYLINDER ||
           kind == FK_KIND_CONE || kind == FK_KIND_ELLIPSOID;
}

/* Points that the oracle finds in both pieces are in the box. */
static void check_points(const fk_piece *a, const fk_piece *b, fk_aabb box, fk_random *random, mpq_t *point)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_a = to_oracle(a, number_a), oracle_b = to_oracle(b, number_b);
    for (int i = 0; i < 12; i++) {
        fk_vec3 x;
        double part[3];
        for (int k = 0; k < 3; k++)
            part[k] = fk_random_between(random, -0.02, 1.02);
        part[i % 3] = i / 3 % 2 == 0 ? -1e-6 : 1 + 1e-6; /* mostly just outside of a side */
        x.x = box.min.x + part[0] * (box.max.x - box.min.x);
        x.y = box.min.y + part[1] * (box.max.y - box.min.y);
        x.z = box.min.z + part[2] * (box.max.z - box.min.z);
        if (!fk_vec3_is_finite(x))
            continue;
        mpq_set_d(point[0], x.x);
        mpq_set_d(point[1], x.y);
        mpq_set_d(point[2], x.z);
        if (oracle_contains(&oracle_a, (const mpq_t *)point, ORACLE_CLOSED) &&
            oracle_contains(&oracle_b, (const mpq_t *)point, ORACLE_CLOSED))
            assert_true(x.x >= box.min.x && x.x <= box.max.x && x.y >= box.min.y && x.y <= box.max.y &&
                        x.z >= box.min.z && x.z <= box.max.z);
    }
}

/* How far a side lies beyond what the search reaches from inside, as a part of the size. */
static double excess_of(fk_mpr *portal, fk_aabb box, int axis, int sign)
{
    fk_lp_goal goal = {FK_LP_GOAL_EXTENT, axis, sign};
    fk_dd_vec3 n, rest;
    fk_mpr_optimise(portal, goal);
    if (!fk_mpr_direction(portal, goal, &n))
        return 0;
    fk_vertex_pair pair = portal->basis[0].pair;
    const fk_dd_body *side = &portal->pair.side[1];
    rest = fk_dd_vec3_negate(n);
    fk_dd *along = axis == 0 ? &rest.x : axis == 1 ? &rest.y : &rest.z;
    *along = fk_dd_add(*along, fk_dd_from(sign));
    fk_dd_vec3 p = fk_dd_vec3_add(portal->point[0][pair.a], portal->pair.shift);
    fk_dd value = fk_dd_add(fk_dd_vec3_dot(n, p), fk_dd_vec3_dot(rest, portal->point[1][pair.b]));
    double bound = fk_vec3_get(sign > 0 ? box.max : box.min, axis), anchor = fk_vec3_get(side->anchor, axis);
    fk_dd given = fk_dd_sum(bound * side->scale, -anchor * side->scale);
    double unit = fabs(anchor * side->scale) * 0x1p-51; /* what doubles can say at this place */
    return (sign > 0 ? fk_dd_sub(given, value).hi : -fk_dd_add(given, value).hi) - unit;
}

static void check_tight(const fk_piece *a, const fk_piece *b, fk_aabb box, const char *family)
{
    fk_mpr portal;
    bool first = fk_piece_order(a, b) <= 0;
    assert_true(fk_mpr_make_feasible(&portal, first ? a : b, first ? b : a, NULL));
    for (int i = 0; i < 6; i++) {
        double excess = excess_of(&portal, box, i / 2, i % 2 == 0 ? 1 : -1);
        if (!(excess <= PROMISE)) {
            char text[FK_PIECE_TEXT_SIZE];
            fk_piece_format(a, text, sizeof text);
            print_error("%s, side %d, %g beyond: %s", family, i, excess, text);
            fk_piece_format(b, text, sizeof text);
            print_error("  %s\n", text);
        }
        assert_true(excess <= PROMISE);
    }
}

static void check_pair(const fk_family_pair *pair, size_t family, fk_random *random, mpq_t *point)
{
    fk_verdict verdict = fk_pair_verdict(&pair->a, &pair->b);
    fk_aabb box = box_of(&pair->a, &pair->b);
    if (verdict != FK_UNDECIDED)
        assert_int_equal(is_empty(box), verdict == FK_APART);
    if (is_empty(box))
        return;
    assert_true(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
    check_points(&pair->a, &pair->b, box, random, point);
    bool has_half = pair->a.kind == FK_KIND_HALF_SPACE || pair->b.kind == FK_KIND_HALF_SPACE;
    bool is_extreme = strcmp(fk_family_name(family), "extremes") == 0;
    if (verdict != FK_UNDECIDED && !has_half && !is_extreme && strcmp(fk_family_name(family), "needles") != 0)
        check_tight(&pair->a, &pair->b, box, fk_family_name(family));
}

static void test_families(void **state)
{
    (void)state;
    mpq_t point[3];
    mpq_inits(point[0], point[1], point[2], (mpq_ptr)NULL);
    fk_random random = fk_random_make(2);
    unsigned turn = 0;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (fk_kind i = 1; i < FK_KIND_COUNT; i++)
            for (fk_kind j = 1; j < FK_KIND_COUNT; j++) {
                if ((!is_round(i) && !is_round(j)) || turn++ % SHARE != 0)
                    continue;
                fk_family_pair pair;
                fk_family_make(family, i, j, 13, turn % 7, &pair);
                check_pair(&pair, family, &random, point);
            }
    mpq_clears(point[0], point[1], point[2], (mpq_ptr)NULL);
}

/* ---- The floating-point unit --------------------------------------------------------------------------- */

/* In every state the box holds the intersection; only how tight it is may change. */
static void test_every_fpu_mode(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_sphere(v(0.1, 0.2, 0.3), 1);
    fk_piece other[] = {fk_piece_sphere(v(1.1, 0.4, 0.2), 0.75),
                        fk_piece_capsule(v(1, 0, 0), v(0.3, 2, 0.7), 0.4),
                        fk_piece_box(v(0.3, 0.1, 0.2), v(1, 2, 0.1), v(-0.7, 1, 1), v(0.2, 0.3, 2)),
                        fk_piece_cylinder(v(0, 0, 0), v(1, 0.3, 1), 0.5),
                        fk_piece_cone(v(0.9, 0.1, 0), v(0.1, 2, 1), 0.7),
                        fk_piece_ellipsoid(v(0.8, 0.3, 0), v(1, 0.1, 0), v(0, 0.5, 0.2), v(0.1, 0, 0.3)),
                        fk_piece_half_space(v(0.3, -0.7, 0.2), 0.4)};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        fk_aabb usual = box_of(&ball, &other[i]);
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fk_aabb box;
            fpu_set(mode);
            fk_pair_box(&ball, &other[i], &box);
            fpu_set(0);
            for (int k = 0; k < 3; k++) {
                assert_true(fabs(fk_vec3_get(box.min, k) - fk_vec3_get(usual.min, k)) <= PROMISE);
                assert_true(fabs(fk_vec3_get(box.max, k) - fk_vec3_get(usual.max, k)) <= PROMISE);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_spheres),
        cmocka_unit_test(test_sphere_and_box),
        cmocka_unit_test(test_capsules),
        cmocka_unit_test(test_smooth_pieces),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_families),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
