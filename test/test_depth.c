/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The depth of overlapping pieces: against the exact oracle on all families, cases known by reasoning, hulls and smooth
 * pieces against the bounds that are promised for them, every state of the floating-point unit. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/vertices.h"
#include "small_stack.h"

#define SEED 11

static fk_depth depth_of(const fk_piece *a, const fk_piece *b)
{
    fk_depth depth;
    assert_int_equal(fk_pair_depth(a, b, &depth), FK_OK);
    return depth;
}

static double length_of(fk_vec3 x)
{
    return sqrt(fk_vec3_dot(x, x));
}

/* The depth in both orders: the same interval, the opposite direction, of length 1. */
static fk_depth depth_both(const fk_piece *a, const fk_piece *b)
{
    fk_depth ab = depth_of(a, b), ba = depth_of(b, a);
    assert_true(ab.depth.lo >= 0 && ab.depth.lo <= ab.depth.hi);
    assert_true(ba.depth.lo == ab.depth.lo && ba.depth.hi == ab.depth.hi);
    if (fk_piece_order(a, b) != 0)
        assert_true(same_vector(ba.direction, fk_vec3_negate(ab.direction)));
    if (ab.depth.hi > 0 && ab.depth.lo < HUGE_VAL)
        assert_true(fabs(length_of(ab.direction) - 1) < 1e-14);
    else
        assert_true(same_vector(ab.direction, v(0, 0, 0)));
    return ab;
}

/* Exactly this depth along this direction. */
static void assert_depth(const fk_piece *a, const fk_piece *b, double depth, fk_vec3 direction)
{
    fk_depth d = depth_both(a, b);
    assert_true(d.depth.lo == depth && d.depth.hi == depth);
    assert_true(same_vector(d.direction, direction));
}

/* ---- Against the oracle -------------------------------------------------------------------------------- */

typedef struct truth {
    bool known, apart; /* apart: the cores are, and the depth is radii - root, else radii + root */
    mpq_t square, radii, minus_radii;
} truth;

static void truth_init(truth *t)
{
    mpq_inits(t->square, t->radii, t->minus_radii, NULL);
}

static void truth_clear(truth *t)
{
    mpq_clears(t->square, t->radii, t->minus_radii, NULL);
}

static struct oracle_piece for_oracle(const fk_piece *piece, double number[FK_PIECE_NUMBERS])
{
    struct oracle_piece out = {(enum oracle_kind)piece->kind, number, fk_piece_to_numbers(piece, number)};
    return out;
}

static void ask_depth(truth *t, const fk_piece *a, const fk_piece *b)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_a = for_oracle(a, number_a), oracle_b = for_oracle(b, number_b);
    t->apart = false;
    t->known = oracle_depth(&oracle_a, &oracle_b, t->square, t->radii);
    if (!t->known) {
        t->apart = true;
        t->known = oracle_distance(&oracle_a, &oracle_b, t->square, t->radii) && mpq_sgn(t->square) > 0;
    }
    mpq_neg(t->minus_radii, t->radii);
}

/* The sign of the true depth minus x. */
static int compare_truth(const truth *t, double x)
{
    return t->apart ? -oracle_compare_root(t->square, t->minus_radii, -x)
                    : oracle_compare_root(t->square, t->radii, x);
}

static void assert_contains(const truth *t, fk_interval interval)
{
    assert_true(compare_truth(t, interval.lo) >= 0 && compare_truth(t, interval.hi) <= 0);
}

/* Rounded down and up: no double is nearer. */
static void assert_rounded(const truth *t, fk_interval interval)
{
    assert_contains(t, interval);
    int sign = compare_truth(t, interval.lo);
    assert_true(interval.hi == (sign == 0 ? interval.lo : nextafter(interval.lo, HUGE_VAL)));
}

static void check_pair(truth *t, const fk_piece *a, const fk_piece *b)
{
    fk_depth d = depth_both(a, b);
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict != FK_OVERLAPPING) {
        assert_true(d.depth.hi == 0);
        return;
    }
    ask_depth(t, a, b);
    if (t->known)
        assert_rounded(t, d.depth);
    else
        assert_true(d.depth.lo == HUGE_VAL); /* half-spaces without end */
}

static void test_families(void **state)
{
    (void)state;
    truth t;
    truth_init(&t);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 300; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, SEED, index, &pair);
            check_pair(&t, &pair.a, &pair.b);
        }
    truth_clear(&t);
}

/* Moves a piece without hull points by a vector; rounds. */
static fk_piece moved(const fk_piece *piece, fk_vec3 by, fk_vec3 *points)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = by;
    return fk_piece_place(piece, &pose, points);
}

/* b moved by a little more than hi comes free. */
static void assert_frees(const fk_piece *a, const fk_piece *b, fk_depth d, double slack, fk_vec3 *points)
{
    fk_piece away = moved(b, fk_vec3_scale(d.direction, d.depth.hi * (1 + 1e-9) + slack), points);
    fk_verdict verdict = fk_pair_verdict(a, &away);
    assert_true(verdict == FK_APART || verdict == FK_TOUCHING);
}

static void test_direction_frees(void **state)
{
    (void)state;
    size_t family = fk_family_find("random");
    uint32_t overlapping = 0;
    for (uint64_t index = 0; index < 2000; index++) {
        fk_family_pair pair;
        fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, SEED, index, &pair);
        fk_depth d = depth_of(&pair.a, &pair.b);
        if (!(d.depth.hi > 0) || d.depth.hi == HUGE_VAL)
            continue;
        assert_frees(&pair.a, &pair.b, d, 1e-12, NULL);
        overlapping++;
    }
    assert_true(overlapping > 100);
}

/* ---- Cases known by reasoning -------------------------------------------------------------------------- */

static void test_cubes(void **state)
{
    (void)state;
    /* Two cubes of side 2 at z 0 and 1.9, from a bug report: depth 0.1, as these doubles have it. */
    fk_piece low = cube(0, 0, 0, 2), high = cube(0, 0, 1.9, 2);
    assert_depth(&low, &high, 2 - 1.9, v(0, 0, 1));
    assert_true(fabs(2 - 1.9 - 0.1) < 1e-15);
    fk_piece half_in = cube(0.5, 0, 0, 2);
    assert_depth(&low, &half_in, 1.5, v(1, 0, 0));
    fk_piece beside = cube(2, 0, 0, 2), apart = cube(0, 3, 0, 2);
    assert_depth(&low, &beside, 0, v(0, 0, 0));
    assert_depth(&low, &apart, 0, v(0, 0, 0));
    fk_depth self = depth_of(&low, &low);
    assert_true(self.depth.lo == 2 && self.depth.hi == 2);
    /* Inside: out through the nearest face. */
    fk_piece small = cube(0.25, 0.5, 0.75, 0.5);
    assert_depth(&low, &small, 0.75, v(-1, 0, 0));
}

static void test_root_of_two(void **state)
{
    (void)state;
    /* Two edges that cross at a right angle, under 45 degrees: the way out is a root. */
    fk_piece a = fk_piece_tetra(v(-1, -1, 0), v(1, 1, 0), v(2, 0, 0), v(1, 1, 2));
    fk_piece b = fk_piece_point(v(0, -0.5, 0.25));
    fk_depth d = depth_both(&a, &b);
    truth t;
    truth_init(&t);
    check_pair(&t, &a, &b);
    truth_clear(&t);
    assert_true(d.depth.hi > 0);
}

static void test_flat_pieces(void **state)
{
    (void)state;
    fk_piece box = cube(0, 0, 0, 1);
    fk_piece plate = fk_piece_box(v(-1, -1, 0.25), v(3, 0, 0), v(0, 3, 0), v(0, 0, 0));
    assert_depth(&box, &plate, 0.25, v(0, 0, -1));
    fk_piece needle = fk_piece_segment(v(0.5, 0.125, -1), v(0.5, 0.125, 2));
    assert_depth(&box, &needle, 0.125, v(0, -1, 0));
    fk_piece dot = fk_piece_point(v(0.5, 0.5, 0.875));
    assert_depth(&box, &dot, 0.125, v(0, 0, 1));
    assert_depth(&plate, &dot, 0, v(0, 0, 0));
    fk_piece hole = fk_piece_segment(v(0.5, 0.5, -1), v(0.5, 0.5, 0.5)); /* through the plate */
    assert_depth(&plate, &hole, 0.25, v(0, 0, -1));
}

static void test_round_pieces(void **state)
{
    (void)state;
    fk_piece a = fk_piece_sphere(v(0, 0, 0), 1), b = fk_piece_sphere(v(0, 1.5, 0), 1);
    assert_depth(&a, &b, 0.5, v(0, 1, 0));
    fk_piece far_side = fk_piece_sphere(v(3, 4, 0), 4.5); /* 5 away */
    fk_depth d = depth_both(&a, &far_side);
    assert_true(d.depth.lo == 0.5 && d.depth.hi == 0.5);
    assert_true(length_of(fk_vec3_sub(d.direction, v(0.6, 0.8, 0))) < 1e-15);
    fk_piece touching = fk_piece_sphere(v(2, 0, 0), 1);
    assert_depth(&a, &touching, 0, v(0, 0, 0));
    /* The same centre, the same axis: the sum of the radii, any way across. */
    d = depth_both(&a, &a);
    assert_true(d.depth.lo == 2 && d.depth.hi == 2);
    fk_piece rod = fk_piece_capsule(v(-1, 0, 0), v(3, 0, 0), 0.5);
    d = depth_both(&rod, &rod);
    assert_true(d.depth.lo == 1 && d.depth.hi == 1 && fabs(d.direction.x) < 1e-15);
    /* A centre inside of a box. */
    fk_piece box = cube(0, 0, 0, 4), ball = fk_piece_sphere(v(1, 2, 2), 0.25);
    assert_depth(&box, &ball, 1.25, v(-1, 0, 0));
    fk_piece at_face = fk_piece_sphere(v(2, 2, 4), 0.25);
    assert_depth(&box, &at_face, 0.25, v(0, 0, 1));
    /* A radius of zero is no radius. */
    fk_piece dot = fk_piece_sphere(v(1, 2, 2), 0);
    assert_depth(&box, &dot, 1, v(-1, 0, 0));
}

/* Spheres whose depth is far below their size are rounded as well as others. */
static void test_cancellation(void **state)
{
    (void)state;
    truth t;
    truth_init(&t);
    for (int k = 1; k < 52; k++) {
        double small = ldexp(1, -k);
        fk_piece a = fk_piece_sphere(v(0.1, 0.2, 0.3), 1),
                 b = fk_piece_sphere(v(1.1, 1.2, 1.3), sqrt(3) - 1 + small);
        check_pair(&t, &a, &b);
    }
    truth_clear(&t);
}

static void test_half_spaces(void **state)
{
    (void)state;
    fk_piece floor = fk_piece_half_space(v(0, 0, 2), 3); /* z <= 1.5 */
    fk_piece box = cube(0, 0, 1, 1);
    assert_depth(&floor, &box, 0.5, v(0, 0, 1));
    fk_piece ball = fk_piece_sphere(v(7, 7, 2), 1);
    assert_depth(&floor, &ball, 0.5, v(0, 0, 1));
    fk_piece ceiling = fk_piece_half_space(v(0, 0, -1), -1); /* z >= 1 */
    assert_depth(&floor, &ceiling, 0.5, v(0, 0, 1));
    fk_piece wall = fk_piece_half_space(v(1, 0, 0), 0);
    fk_depth d = depth_both(&floor, &wall);
    assert_true(d.depth.lo == HUGE_VAL && d.depth.hi == HUGE_VAL);
    fk_piece can = fk_piece_cylinder(v(0, 0, 2), v(1, 0, 2), 0.75);
    d = depth_both(&floor, &can);
    assert_true(d.depth.lo <= 0.25 && d.depth.hi >= 0.25 && d.depth.hi - d.depth.lo < 1e-15);
    fk_piece cone = fk_piece_cone(v(0, 0, 2), v(0, 0, 1.25), 0.75);
    d = depth_both(&floor, &cone);
    assert_true(d.depth.lo <= 0.25 && d.depth.hi >= 0.25 && d.depth.hi - d.depth.lo < 1e-15);
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 2), v(1, 0, 0), v(0, 1, 0), v(0, 0, 0.75));
    d = depth_both(&floor, &egg);
    assert_true(d.depth.lo <= 0.25 && d.depth.hi >= 0.25 && d.depth.hi - d.depth.lo < 1e-15);
}

/* Sums of numbers of different size are rounded outward: smooth pieces far below z = 0, and a hull that the centre of a
 * large ball lies in. An exact verdict tells whether half-spaces that were moved by the depth are free. */
static void test_last_digits(void **state)
{
    (void)state;
    fk_random random = fk_random_make(25);
    for (int i = 0; i < 60; i++) {
        double x = fk_random_between(&random, -1, 1), y = fk_random_between(&random, -1, 1);
        fk_piece floor = fk_piece_half_space(v(0, 0, 1), 0);
        fk_piece egg = fk_piece_ellipsoid(v(0, 0, x - 0x1p20), v(1, 0, y), v(0, 1, x), v(0.5, 0, 0.75));
        fk_interval d = depth_both(&floor, &egg).depth;
        fk_piece low = fk_piece_half_space(v(0, 0, 1), -d.lo), high = fk_piece_half_space(v(0, 0, 1), -d.hi);
        assert_int_not_equal(fk_pair_verdict(&egg, &low), FK_APART);
        assert_int_not_equal(fk_pair_verdict(&egg, &high), FK_OVERLAPPING);
    }
    fk_vec3 point[8];
    for (int i = 0; i < 8; i++)
        point[i] = v(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    fk_piece hull = fk_piece_hull(point, 8), ball = fk_piece_sphere(v(0, 0, 0.25 + 0x1p-40), 0x1p30);
    fk_interval d = depth_both(&hull, &ball).depth;
    assert_true(d.lo < 0x1p30 + 0.75 && d.hi >= 0x1p30 + 0.75);
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* The hull of the vertices of a piece whose vertices are doubles. */
static fk_piece as_hull(const fk_piece *piece, fk_vec3 points[FK_VERTEX_MAX])
{
    uint32_t count = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 term[FK_TERM_MAX];
        uint32_t terms = fk_piece_vertex_terms(piece, i, term);
        points[i] = term[0];
        for (uint32_t k = 1; k < terms; k++)
            points[i] = fk_vec3_add(points[i], term[k]);
    }
    return fk_piece_hull(points, count);
}

/* Pieces of whole numbers, as hulls: the interval holds the exact depth and is narrow. */
static void test_hulls_of_cells(void **state)
{
    (void)state;
    uint32_t overlapping = 0;
    for (uint64_t index = 0; index < 4000; index++) {
        size_t family = fk_family_find(index % 2 == 0 ? "axis-aligned" : "parallel");
        fk_family_pair pair;
        fk_vec3 points_a[FK_VERTEX_MAX], points_b[FK_VERTEX_MAX];
        fk_kind kind_a = index / 2 % 2 == 0 ? FK_KIND_TETRA : FK_KIND_BOX;
        fk_kind kind_b = (fk_kind)(FK_KIND_POINT + index / 4 % 5);
        fk_family_make(family, kind_a, kind_b, SEED, index, &pair);
        fk_piece hull_a = as_hull(&pair.a, points_a), hull_b = as_hull(&pair.b, points_b);
        fk_depth exact = depth_of(&pair.a, &pair.b), bracket = depth_both(&hull_a, &hull_b);
        fk_depth mixed = depth_both(&pair.a, &hull_b);
        assert_true(bracket.depth.lo <= exact.depth.lo && bracket.depth.hi >= exact.depth.hi);
        assert_true(mixed.depth.lo <= exact.depth.lo && mixed.depth.hi >= exact.depth.hi);
        assert_true(bracket.depth.hi - bracket.depth.lo <= 1e-12 * 64);
        overlapping += exact.depth.hi > 0;
    }
    assert_true(overlapping > 100);
}

static fk_vec3 on_sphere(fk_random *random)
{
    for (;;) {
        fk_vec3 p = v(fk_random_between(random, -1, 1), fk_random_between(random, -1, 1),
                      fk_random_between(random, -1, 1));
        double square = fk_vec3_dot(p, p);
        if (square > 0.01 && square < 1)
            return fk_vec3_scale(p, 1 / sqrt(square));
    }
}

#define HULL_POINTS 500

static fk_piece random_hull(fk_random *random, uint32_t count, fk_vec3 center, fk_vec3 *points)
{
    for (uint32_t i = 0; i < count; i++)
        points[i] = fk_vec3_add(center, on_sphere(random));
    return fk_piece_hull(points, count);
}

static void test_large_hulls(void **state)
{
    (void)state;
    static fk_vec3 points_a[HULL_POINTS], points_b[HULL_POINTS], room[HULL_POINTS];
    fk_random random = fk_random_make(SEED);
    for (int i = 0; i < 60; i++) {
        uint32_t count_a = 100 + (uint32_t)fk_random_below(&random, HULL_POINTS - 99);
        uint32_t count_b = 100 + (uint32_t)fk_random_below(&random, HULL_POINTS - 99);
        fk_vec3 center =
            fk_vec3_scale(on_sphere(&random), i % 3 == 0 ? 0.01 : fk_random_between(&random, 0, 1.9));
        fk_piece a = random_hull(&random, count_a, v(0, 0, 0), points_a);
        fk_piece b = random_hull(&random, count_b, center, points_b);
        fk_depth d = depth_both(&a, &b);
        if (fk_pair_verdict(&a, &b) != FK_OVERLAPPING)
            continue;
        assert_true(d.depth.lo > 0 && d.depth.hi - d.depth.lo <= 1e-12);
        assert_frees(&a, &b, d, 0, room);
        /* A little less does not. */
        fk_piece less = moved(&b, fk_vec3_scale(d.direction, d.depth.lo * (1 - 1e-9)), room);
        assert_int_equal(fk_pair_verdict(&a, &less), FK_OVERLAPPING);
        fk_piece ball = fk_piece_sphere(center, 0.5);
        fk_depth round = depth_both(&a, &ball);
        assert_true(round.depth.hi - round.depth.lo <= 1e-12);
        if (round.depth.hi > 0)
            assert_frees(&a, &ball, round, 0, NULL);
    }
}

/* Neighbours make the search quicker, and wrong ones do no harm. */
/* Equal hulls of so many vertices that the search has no room for them: both bounds are finite all the same. */
static void test_hulls_without_room(void **state)
{
    (void)state;
    enum { POINTS = 1500 };
    static fk_vec3 point[POINTS], room[2][POINTS];
    fk_random random = fk_random_make(SEED);
    fk_context *context;
    fk_hull *hull;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int i = 0; i < POINTS; i++)
        point[i] = on_sphere(&random);
    assert_int_equal(fk_hull_build(context, point, POINTS, &hull), FK_OK);
    fk_piece a = fk_hull_piece(hull), b = moved(&a, v(0x1p-10, 0, 0), room[0]);
    fk_depth d = depth_both(&a, &b);
    assert_true(d.depth.lo > 1.9 && d.depth.hi < 2.01);
    assert_frees(&a, &b, d, 0, room[1]);
    fk_contact contact;
    assert_int_equal(fk_pair_contact(&a, &b, &contact), FK_OK);
    assert_true(contact.count > 0 && contact.depth > 1.9);
    assert_true(fabs(fk_vec3_dot(contact.normal, contact.normal) - 1) < 1e-12);
    fk_hull_free(context, hull);
    fk_context_destroy(context);
}

static void test_hints(void **state)
{
    (void)state;
    fk_vec3 ring[64];
    uint32_t begin[65], right[192], wrong[192];
    for (uint32_t i = 0; i < 64; i++) {
        double angle = 0.19634954084936207 * (i % 32);
        ring[i] = v(fk_cos(angle), fk_sin(angle), i / 32);
        begin[i] = 3 * i;
        right[3 * i] = i / 32 * 32 + (i + 1) % 32;
        right[3 * i + 1] = i / 32 * 32 + (i + 31) % 32;
        right[3 * i + 2] = (i + 32) % 64;
        wrong[3 * i] = wrong[3 * i + 1] = wrong[3 * i + 2] = i % 3;
    }
    begin[64] = 192;
    fk_hull hull = {3, 64, ring, NULL, 0, NULL, NULL, begin, right, NULL, NULL, NULL, 0}, misleading = hull;
    misleading.neighbor = wrong;
    fk_random random = fk_random_make(SEED + 5);
    for (int k = 0; k < 50; k++) {
        fk_vec3 at = fk_vec3_scale(on_sphere(&random), 1.2);
        fk_piece drum = fk_piece_hull(ring, 64), box = cube(at.x - 0.5, at.y - 0.5, at.z - 0.5, 1);
        fk_depth plain = depth_both(&drum, &box);
        drum.as.hull.hint = &hull;
        fk_depth hinted = depth_both(&drum, &box);
        drum.as.hull.hint = &misleading;
        fk_depth misled = depth_both(&drum, &box);
        assert_true(hinted.depth.hi - hinted.depth.lo <= 2e-12 && misled.depth.hi - misled.depth.lo <= 2e-12);
        assert_true(hinted.depth.lo <= plain.depth.hi && plain.depth.lo <= hinted.depth.hi);
        assert_true(misled.depth.lo <= plain.depth.hi && plain.depth.lo <= misled.depth.hi);
    }
}

/* Hulls with repeated, inner and coplanar points, and flat ones. */
static void test_poor_hulls(void **state)
{
    (void)state;
    fk_vec3 grid[27], flat[9];
    uint32_t count = 0;
    for (int i = 0; i < 27; i++)
        grid[i] = v(i % 3, i / 3 % 3, i / 9);
    for (int i = 0; i < 9; i++)
        flat[count++] = v(i % 3 - 0.5, i / 3 - 0.5, 0.25);
    fk_piece cube_hull = fk_piece_hull(grid, 27), plate = fk_piece_hull(flat, count);
    fk_piece other = cube(0.5, 0, 0, 2);
    fk_depth d = depth_both(&cube_hull, &other);
    assert_true(d.depth.lo <= 1.5 && d.depth.hi >= 1.5 && d.depth.hi - d.depth.lo < 1e-12);
    d = depth_both(&cube_hull, &plate);
    assert_true(d.depth.lo <= 0.25 && d.depth.hi >= 0.25 && d.depth.hi - d.depth.lo < 1e-12);
    d = depth_both(&plate, &plate);
    assert_true(d.depth.hi == 0);
    fk_piece dot = fk_piece_hull(flat, 1);
    d = depth_both(&cube_hull, &dot);
    assert_true(d.depth.hi == 0); /* outside: x and y are -0.5 */
}

/* ---- Smooth pieces ------------------------------------------------------------------------------------- */

/* How far a piece reaches along n, in doubles. */
static double reach(const fk_piece *piece, fk_vec3 n)
{
    const fk_capsule *c = &piece->as.capsule;
    double most = -HUGE_VAL, length = length_of(n);
    if (piece->kind == FK_KIND_ELLIPSOID) {
        const fk_cell *e = &piece->as.ellipsoid;
        fk_vec3 s = v(fk_vec3_dot(n, e->edge[0]), fk_vec3_dot(n, e->edge[1]), fk_vec3_dot(n, e->edge[2]));
        return fk_vec3_dot(n, e->origin) + length_of(s);
    }
    if (fk_piece_is_smooth(piece)) {
        fk_vec3 axis = fk_vec3_sub(c->end[1], c->end[0]);
        double disc = c->radius * length_of(fk_vec3_cross(n, axis)) / length_of(axis);
        double other = piece->kind == FK_KIND_CYLINDER ? disc : 0;
        return fmax(fk_vec3_dot(n, c->end[0]) + disc, fk_vec3_dot(n, c->end[1]) + other);
    }
    for (uint32_t i = 0; i < fk_piece_vertex_count(piece); i++) {
        fk_vec3 term[FK_TERM_MAX], sum = v(0, 0, 0);
        uint32_t count = fk_piece_vertex_terms(piece, i, term);
        for (uint32_t k = 0; k < count; k++)
            sum = fk_vec3_add(sum, term[k]);
        most = fmax(most, fk_vec3_dot(n, sum));
    }
    return most + length * fk_piece_radius(piece);
}

static double height(const fk_piece *a, const fk_piece *b, fk_vec3 n)
{
    return reach(a, n) + reach(b, fk_vec3_negate(n));
}

static fk_piece random_smooth(fk_random *random, fk_vec3 center)
{
    fk_vec3 e[3];
    for (int k = 0; k < 3; k++)
        e[k] = fk_vec3_scale(on_sphere(random), fk_random_between(random, 0.3, 1));
    fk_vec3 end = fk_vec3_add(center, e[0]);
    switch (fk_random_below(random, 3)) {
    case 0:
        return fk_piece_cylinder(center, end, fk_random_between(random, 0.2, 1));
    case 1:
        return fk_piece_cone(center, end, fk_random_between(random, 0.2, 1));
    default:
        return fk_piece_ellipsoid(center, e[0], e[1], e[2]);
    }
}

static fk_piece random_partner(fk_random *random, fk_vec3 center)
{
    fk_vec3 e[3];
    for (int k = 0; k < 3; k++)
        e[k] = fk_vec3_scale(on_sphere(random), fk_random_between(random, 0.3, 1));
    switch (fk_random_below(random, 5)) {
    case 0:
        return fk_piece_box(center, e[0], e[1], e[2]);
    case 1:
        return fk_piece_tetra(center, e[0], e[1], e[2]);
    case 2:
        return fk_piece_sphere(center, fk_random_between(random, 0.2, 1));
    case 3:
        return fk_piece_capsule(center, fk_vec3_add(center, e[0]), fk_random_between(random, 0.2, 1));
    default:
        return random_smooth(random, center);
    }
}

/* No direction has a height below lo, and that of the direction is at most hi. */
static void test_smooth_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(SEED + 2);
    uint32_t overlapping = 0;
    for (int i = 0; i < 300; i++) {
        fk_piece a = random_smooth(&random, v(0, 0, 0));
        fk_piece b =
            random_partner(&random, fk_vec3_scale(on_sphere(&random), fk_random_between(&random, 0, 1.2)));
        fk_depth d = depth_both(&a, &b);
        double least = HUGE_VAL;
        for (int k = 0; k < 1000; k++)
            least = fmin(least, height(&a, &b, on_sphere(&random)));
        assert_true(d.depth.lo <= fmax(least, 0) + 1e-13);
        if (!(d.depth.hi > 0))
            continue;
        assert_true(height(&a, &b, d.direction) <= d.depth.hi + 1e-13);
        overlapping++;
        assert_true(d.depth.hi - d.depth.lo <= 1e-12 * 2);
    }
    assert_true(overlapping > 100);
}

/* size is that of the larger piece. */
static void assert_near(const fk_piece *a, const fk_piece *b, double depth, double size)
{
    fk_depth d = depth_both(a, b);
    assert_true(d.depth.lo <= depth + 1e-15 && d.depth.hi >= depth - 1e-15);
    assert_true(d.depth.hi - d.depth.lo <= 1e-12 * size);
}

static void test_smooth_cases(void **state)
{
    (void)state;
    fk_piece can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 2), 1), box = cube(-3, -3, -5.75, 6);
    assert_near(&can, &box, 0.25, 6);
    fk_piece lying = fk_piece_cylinder(v(-1, 0, 1), v(1, 0, 1), 1.25), low = cube(-3, -3, -6, 6);
    assert_near(&lying, &low, 0.25, 6);
    fk_piece crossing = fk_piece_cylinder(v(-4, 0, 0), v(4, 0, 0), 1);
    fk_piece over = fk_piece_cylinder(v(0, -4, 1.5), v(0, 4, 1.5), 1);
    assert_near(&crossing, &over, 0.5, 8);
    fk_piece egg = fk_piece_ellipsoid(v(0, 0, 0), v(1, 0, 0), v(0, 2, 0), v(0, 0, 3)),
             wall = cube(0.75, -9, -9, 18);
    assert_near(&egg, &wall, 0.25, 18);
    fk_piece ball = fk_piece_sphere(v(1.5, 0, 0), 1);
    assert_near(&egg, &ball, 0.5, 6);
    fk_piece cone = fk_piece_cone(v(0, 0, 0), v(0, 0, 2), 1), above = cube(-3, -3, 1.875, 6);
    assert_near(&cone, &above, 0.125, 6);
}

/* A box, mostly skewed, a ball, a capsule, a cylinder, a cone or a half-space of about a size, around a middle. */
static fk_piece random_thick_piece(fk_random *random, int kind, fk_vec3 middle, double size)
{
    fk_vec3 u[3], end = fk_vec3_add(middle, fk_vec3_scale(on_sphere(random), size));
    double radius = size * fk_random_between(random, 0.2, 1);
    for (int k = 0; k < 3; k++)
        u[k] = fk_vec3_scale(on_sphere(random), size);
    switch (kind) {
    case 0:
        return fk_piece_box(
            fk_vec3_sub(middle, fk_vec3_scale(fk_vec3_add(u[0], fk_vec3_add(u[1], u[2])), 0.5)), u[0], u[1],
            u[2]);
    case 1:
        return fk_piece_sphere(middle, radius);
    case 2:
        return fk_piece_capsule(middle, end, radius);
    case 3:
        return fk_piece_cylinder(middle, end, radius);
    case 4:
        return fk_piece_cone(middle, end, radius);
    default:
        return fk_piece_half_space(u[0], fk_vec3_dot(u[0], end));
    }
}

/* The bound is never above the exact depth, and close to it. */
static void test_points(void **state)
{
    (void)state;
    fk_random random = fk_random_make(SEED + 12);
    uint32_t inside[6] = {0};
    for (int i = 0; i < 6000; i++) {
        int kind = i % 6;
        double size = ldexp(1, (int)fk_random_below(&random, 60) - 30);
        fk_vec3 middle = fk_vec3_scale(on_sphere(&random), size * (double)fk_random_below(&random, 1000));
        fk_piece piece = random_thick_piece(&random, kind, middle, size);
        fk_vec3 off = fk_vec3_scale(on_sphere(&random), fk_random_between(&random, 0, 0.6) * size);
        fk_piece point = fk_piece_point(fk_vec3_add(middle, off));
        fpu_set(i % FPU_MODES);
        double bound;
        bool has_bound = fk_point_depth_below(&piece, point.as.point, &bound);
        fpu_set(0);
        if (!has_bound)
            continue;
        fk_depth d = depth_of(&piece, &point);
        assert_true(bound <= d.depth.hi);
        assert_true(bound >= d.depth.lo - 0x1p-35 * (8 * size + length_of(middle)));
        inside[kind] += bound > 0;
    }
    for (int k = 0; k < 6; k++)
        assert_true(inside[k] > 100);
}

/* Where all ways out are equally long. */
static void test_common_centres(void **state)
{
    (void)state;
    fk_piece ball = fk_piece_ellipsoid(v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 1));
    fk_piece turned = fk_piece_ellipsoid(v(0, 0, 0.125), v(0.6, 0.8, 0), v(-0.8, 0.6, 0), v(0, 0, 1));
    assert_near(&ball, &ball, 2, 2);
    assert_near(&ball, &turned, 1.875, 2);
    fk_piece sphere = fk_piece_sphere(v(0, 0, 0.125), 1);
    assert_near(&ball, &sphere, 1.875, 2);
    fk_piece can = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 8), 1),
             peg = fk_piece_cylinder(v(0, 0, -9), v(0, 0, 9), 0.5);
    assert_near(&can, &can, 2, 0);
    assert_near(&can, &peg, 1.5, 0);
    fk_piece inside = fk_piece_sphere(v(0, 0, 4), 0.25), top = fk_piece_sphere(v(0, 0.5, 8.125), 0.25);
    fk_piece rim = fk_piece_sphere(v(0, 1.3, 8.4), 0.75);
    assert_near(&can, &inside, 1.25, 0);
    assert_depth(&can, &top, 0.125, v(0, 0, 1));
    assert_near(&can, &rim, 0.25, 8);
    fk_piece rod = fk_piece_capsule(v(0.5, 0, 2), v(0.5, 0, 3), 0.25);
    assert_depth(&can, &rod, 0.75, v(1, 0, 0));
    fk_piece dot = fk_piece_point(v(0, 0.875, 7)), low = fk_piece_segment(v(0, 0, -1), v(0, 0, 0.125));
    assert_depth(&can, &dot, 0.125, v(0, 1, 0));
    assert_depth(&can, &low, 0.125, v(0, 0, -1));
}

/* ---- Every state of the floating-point unit, and the ends of the range --------------------------------- */

static void test_modes(void **state)
{
    (void)state;
    truth t;
    truth_init(&t);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 12; index++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_NONE, FK_KIND_NONE, SEED + 3, index, &pair);
            fk_depth usual = depth_of(&pair.a, &pair.b);
            if (usual.depth.hi == 0 || usual.depth.hi == HUGE_VAL)
                continue;
            ask_depth(&t, &pair.a, &pair.b);
            for (int mode = 1; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_depth other = depth_of(&pair.a, &pair.b);
                fpu_set(0);
                assert_memory_equal(&other.depth, &usual.depth, sizeof other.depth);
            }
        }
    truth_clear(&t);
}

static void test_modes_of_hulls(void **state)
{
    (void)state;
    truth t;
    truth_init(&t);
    for (size_t family = 0; family < fk_family_count(); family++)
        for (uint64_t index = 0; index < 12; index++) {
            fk_family_pair pair;
            fk_vec3 point[FK_VERTEX_MAX];
            fk_family_make(family, FK_KIND_TRIANGLE, FK_KIND_NONE, SEED + 4, index, &pair);
            if (pair.b.kind == FK_KIND_HALF_SPACE || fk_pair_verdict(&pair.a, &pair.b) != FK_OVERLAPPING)
                continue;
            ask_depth(&t, &pair.a, &pair.b);
            fk_piece hull = as_hull(&pair.a, point);
            for (int mode = 0; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_depth d = depth_of(&hull, &pair.b);
                fpu_set(0);
                assert_contains(&t, d.depth);
            }
        }
    truth_clear(&t);
}

static void test_modes_of_small_depths(void **state)
{
    (void)state;
    fk_vec3 base = fk_vec3_make(1e-154, -5e-324, -5e-324), apex = fk_vec3_make(DBL_MIN, 0, 1e-154);
    fk_piece half = fk_piece_half_space(fk_vec3_make(DBL_MIN, 0.1, DBL_MAX), 0.1);
    fk_piece cone = fk_piece_cone(base, apex, 5e-315);
    fk_piece can = fk_piece_cylinder(fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 9e-310), 6e-310);
    fk_piece pin = fk_piece_segment(fk_vec3_make(0, 0, 8e-310), fk_vec3_make(0, 0, 1e-309));
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fk_depth in_half, in_can;
        fpu_set(mode);
        fk_pair_depth(&half, &cone, &in_half);
        fk_pair_depth(&can, &pin, &in_can);
        fpu_set(0);
        /* 0.1 / DBL_MAX and a little of the radius; and out over the top. */
        assert_true(in_half.depth.lo <= 5.563e-310 && in_half.depth.hi >= 5.562e-310);
        assert_true(in_can.depth.lo <= 1.01e-310 && in_can.depth.hi >= 0.99e-310 && in_can.depth.hi < 2e-310);
    }
}

static void test_extremes(void **state)
{
    (void)state;
    const double size[] = {0, DBL_TRUE_MIN, 0x1p-1040, DBL_MIN,  1e-300, 1e-160,
                           1, 1e160,        1e300,     0x1p1022, DBL_MAX};
    const int sizes = sizeof size / sizeof size[0];
    for (int i = 0; i < sizes; i++)
        for (int k = 0; k < sizes; k++) {
            double s = size[i], r = size[k];
            fk_vec3 points[5] = {v(s, 0, 0), v(-s, 0, 0), v(0, s, r), v(0, -s, s), v(r, r, -s)};
            fk_piece piece[] = {
                fk_piece_box(v(-s, -s, -s), v(s, 0, 0), v(0, s, 0), v(0, r, s)),
                fk_piece_tetra(v(-s, -s, -r), v(s, r, 0), v(0, s, 0), v(0, r, s)),
                fk_piece_sphere(v(r, 0, 0), s),
                fk_piece_capsule(v(r, 0, 0), v(-r, s, 0), s),
                fk_piece_hull(points, 5),
                fk_piece_ellipsoid(v(0, 0, 0), v(s, 0, 0), v(0, r, 0), v(0, 0, s)),
                fk_piece_cylinder(v(s, 0, 0), v(-s, 0, r), r),
                fk_piece_cone(v(s, 0, 0), v(-s, 0, r), s),
                fk_piece_half_space(v(s, r, 0), r),
                fk_piece_point(v(r / 4, 0, 0)),
            };
            for (size_t x = 0; x < sizeof piece / sizeof piece[0]; x++)
                for (size_t y = 0; y < sizeof piece / sizeof piece[0]; y++) {
                    fk_depth d;
                    if (fk_pair_depth(&piece[x], &piece[y], &d) != FK_OK)
                        continue;
                    assert_true(d.depth.lo >= 0 && d.depth.lo <= d.depth.hi);
                    assert_true(fk_vec3_is_finite(d.direction));
                }
        }
}

static void test_bad_pieces(void **state)
{
    (void)state;
    fk_depth d;
    fk_piece good = cube(0, 0, 0, 1), bad = cube(0, 0, 0, NAN), none = fk_piece_hull(NULL, 0);
    memset(&d, 7, sizeof d);
    fk_depth before = d;
    assert_int_equal(fk_pair_depth(&good, &bad, &d), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_depth(&none, &good, &d), FK_ERROR_PIECE);
    assert_memory_equal(&d, &before, sizeof d);
}

/* ---- Stack --------------------------------------------------------------------------------------------- */

static bool ask_on_small_stack(void)
{
    fk_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = v(i & 1, i & 2 ? 1 : 0, i & 4 ? 1 : 0);
    fk_piece box = cube(0.1, 0.2, 0.7, 1), hull = fk_piece_hull(corner, 8),
             can = fk_piece_cylinder(v(0, 0, 0), v(1, 1, 1), 1);
    const fk_piece *piece[] = {&box, &hull, &can};
    bool all_right = true;
    for (int i = 0; i < 9; i++) {
        fk_depth depth;
        fk_contact contact;
        fk_pair_depth(piece[i / 3], piece[i % 3], &depth);
        fk_pair_contact(piece[i / 3], piece[i % 3], &contact);
        all_right = all_right && depth.depth.lo > 0 && contact.count > 0;
    }
    return all_right;
}

static void test_small_stack(void **state)
{
    (void)state;
    assert_on_small_stack(ask_on_small_stack, 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_direction_frees),
        cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_root_of_two),
        cmocka_unit_test(test_flat_pieces),
        cmocka_unit_test(test_round_pieces),
        cmocka_unit_test(test_cancellation),
        cmocka_unit_test(test_half_spaces),
        cmocka_unit_test(test_last_digits),
        cmocka_unit_test(test_hulls_of_cells),
        cmocka_unit_test(test_large_hulls),
        cmocka_unit_test(test_hulls_without_room),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_poor_hulls),
        cmocka_unit_test(test_smooth_pieces),
        cmocka_unit_test(test_smooth_cases),
        cmocka_unit_test(test_common_centres),
        cmocka_unit_test_teardown(test_points, fpu_usual),
        cmocka_unit_test_teardown(test_modes, fpu_usual),
        cmocka_unit_test_teardown(test_modes_of_hulls, fpu_usual),
        cmocka_unit_test_teardown(test_modes_of_small_depths, fpu_usual),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_bad_pieces),
        cmocka_unit_test(test_small_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
