/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is rounded outward: boxes of pieces, how far pieces and colliders reach, and directions that separate. All of it
 * against whole numbers (exact_reach.h), in every state of the floating-point unit, for numbers of any size; and it
 * has to be tight. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collider_kinds.h"
#include "exact_reach.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "sanitized.h"
#include "shape/bound.h"
#include "shape/support.h"
#include "body/body.h"

static exact_reach exact;

/* ---- Pieces of all sizes ------------------------------------------------------------------------------- */

static double any_number(fk_random *random)
{
    static const int power[] = {0, 3, 40, -40, 300, -300, 500, -500, 990, 1023, -1000, -1040, -1070};
    int which = (int)fk_random_below(random, 16);
    double x = fk_random_between(random, -1, 1);
    return which >= 13 ? 0 : ldexp(x, power[which]);
}

static fk_vec3 any_numbers(fk_random *random)
{
    double x = any_number(random), y = any_number(random);
    return v(x, y, any_number(random));
}

/* Numbers of all sizes, or of one size. */
static fk_piece any_kind(fk_random *random, fk_vec3 point[4])
{
    static const int power[] = {0, 0, -996, 996, -1022, 1023, 399, -401};
    fk_vec3 u = any_numbers(random), w = any_numbers(random);
    double r = fabs(any_number(random));
    for (int i = 0; i < 4; i++)
        point[i] = any_numbers(random);
    if (fk_random_below(random, 3) > 0) {
        double size = ldexp(1, power[fk_random_below(random, 8)]);
        for (int i = 0; i < 4; i++)
            point[i] = fk_vec3_scale(any_place(random, 1), size);
        u = fk_vec3_scale(any_place(random, 1), size);
        w = fk_vec3_scale(any_place(random, 1), size);
        r = fk_random_unit(random) * size;
    }
    switch (1 + fk_random_below(random, FK_KIND_COUNT - 1)) {
    case FK_KIND_POINT:
        return fk_piece_point(point[0]);
    case FK_KIND_SEGMENT:
        return fk_piece_segment(point[0], point[1]);
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(point[0], point[1], point[2]);
    case FK_KIND_TETRA:
        return fk_piece_tetra(point[0], point[1], u, w);
    case FK_KIND_BOX:
        return fk_piece_box(point[0], point[1], u, w);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(point[0], r);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(point[0], point[1], r);
    case FK_KIND_CYLINDER:
        return fk_piece_cylinder(point[0], point[1], r);
    case FK_KIND_CONE:
        return fk_piece_cone(point[0], point[1], r);
    case FK_KIND_ELLIPSOID:
        return fk_piece_ellipsoid(point[0], point[1], u, w);
    case FK_KIND_HALF_SPACE:
        return fk_piece_half_space(fk_random_below(random, 2) ? v(0, u.y, 0) : u, w.x);
    default:
        return fk_piece_hull(point, 4);
    }
}

/* The sizes of all numbers of a piece, added. */
static double size_of(const fk_piece *piece)
{
    double number[FK_PIECE_NUMBERS], sum = 0;
    if (piece->kind == FK_KIND_HULL) {
        for (uint32_t i = 0; i < piece->as.hull.count; i++)
            sum += 3 * fk_vec3_largest(fk_piece_vertex_at(piece, i));
        return sum;
    }
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < count; i++)
        sum += fabs(number[i]);
    return sum;
}

/* Whether bounds have to be tight: squares stay in range. */
static bool is_moderate(const fk_piece *piece)
{
    double size = size_of(piece);
    bool is_disc = piece->kind == FK_KIND_CYLINDER || piece->kind == FK_KIND_CONE;
    if (piece->kind == FK_KIND_HALF_SPACE)
        return false;
    if (is_disc)
        return size < 0x1p390 &&
               fk_vec3_largest(fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0])) > 0x1p-390;
    return size < (piece->kind == FK_KIND_ELLIPSOID ? 0x1p390 : 0x1p990) &&
           (piece->kind != FK_KIND_ELLIPSOID || size > 0x1p-300);
}

/* A bound is not below the truth; and above it by some units in the last place of the numbers at most. */
static void check_bound(double bound, fk_vec3 n, const fk_piece *piece)
{
    assert_true(exact_compare(&exact, bound, n, piece) >= 0);
    if (!is_moderate(piece))
        return;
    assert_true(isfinite(bound));
    double less = bound - (0x1p-45 * size_of(piece) + 0x1p-985);
    assert_true(exact_compare(&exact, less, n, piece) <= 0);
}

static void check_box(const fk_aabb *box, const fk_piece *piece)
{
    for (int k = 0; k < 3; k++) {
        check_bound(fk_vec3_get(box->max, k), fk_vec3_axis(k, 1), piece);
        check_bound(-fk_vec3_get(box->min, k), fk_vec3_axis(k, -1), piece);
    }
}

/* ---- Boxes around pieces ------------------------------------------------------------------------------- */

static void test_boxes_of_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(81);
    for (int i = 0; i < 1500 / SHARE; i++) {
        fk_vec3 point[4];
        fk_piece piece = any_kind(&random, point);
        fk_aabb last;
        if (fk_piece_check(&piece) != FK_OK)
            continue;
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_aabb box = fk_piece_aabb(&piece);
            fpu_set(0);
            if (mode == 0 || memcmp(&box, &last, sizeof box) != 0)
                check_box(&box, &piece);
            last = box;
        }
    }
}

/* A half-space has an end along its normal, if that is along an axis. */
static void test_boxes_of_half_spaces(void **state)
{
    (void)state;
    fk_piece ground = fk_piece_half_space(v(0, 0, 2), 3), slope = fk_piece_half_space(v(0, 1e-300, 2), 3);
    fk_aabb box = fk_piece_aabb(&ground);
    assert_true(box.max.z >= 1.5 && box.max.z < 1.5 + 1e-14 && box.min.z == -INFINITY &&
                box.max.x == INFINITY);
    box = fk_piece_aabb(&slope);
    assert_true(box.max.z == INFINITY);
    ground = fk_piece_half_space(v(-0.5, 0, 0), 3);
    box = fk_piece_aabb(&ground);
    assert_true(box.min.x <= -6 && box.min.x > -6 - 1e-14 && box.max.x == INFINITY);
}

/* ---- How far pieces reach ------------------------------------------------------------------------------ */

/* No component is larger than 1. */
static fk_vec3 any_direction(fk_random *random, const fk_piece *piece)
{
    static const int power[] = {0, -1, -30, -60, -500, -1000, -1060};
    fk_vec3 n = fk_vec3_scale(fk_vec3_unit(any_place(random, 1)), 0.5);
    switch (fk_random_below(random, 5)) {
    case 0:
        return fk_vec3_axis((int)fk_random_below(random, 3), fk_random_below(random, 2) ? 1 : -1);
    case 1:
        return fk_vec3_scale(whole_vector(random, 4), 0.25);
    case 2:
        for (int k = 0; k < 3; k++)
            *fk_vec3_at(&n, k) = ldexp(fk_random_between(random, -1, 1), power[fk_random_below(random, 7)]);
        return n;
    default:
        if (piece->kind == FK_KIND_HALF_SPACE)
            n = fk_vec3_scale(piece->as.half.normal,
                              fk_inverse_power(fk_vec3_exponent(piece->as.half.normal) + 1));
        return n;
    }
}

static void test_reaches_of_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(84);
    for (int i = 0; i < 4000 / SHARE; i++) {
        fk_vec3 point[4];
        fk_piece piece = any_kind(&random, point);
        fk_vec3 n = any_direction(&random, &piece);
        double last = NAN;
        if (fk_piece_check(&piece) != FK_OK || !(fk_vec3_largest(n) <= 1))
            continue;
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            double reach = fk_piece_support_bound(&piece, n);
            fpu_set(0);
            if (memcmp(&reach, &last, sizeof reach) != 0)
                check_bound(reach, n, &piece);
            last = reach;
        }
    }
}

/* Along its normal, a half-space has an end; not along what its normal would be if small numbers were zero. */
static void test_reaches_of_half_spaces(void **state)
{
    (void)state;
    static const struct {
        fk_vec3 normal, n;
        double offset, reach;
    } row[] = {
        {{0, 0, 2}, {0, 0, 0.5}, 3, 0.75},
        {{1, 2, -2}, {0.25, 0.5, -0.5}, -8, -2},
        {{0x1p1000, 0x1p-100, 0}, {1, 0, 0}, 1, INFINITY},
        {{0x1p1000, 0x1p-60, 0}, {1, 0x1p-1060, 0}, 1, 0x1p-1000},
        {{0x1p1000, 0x1.8p-74, 0}, {1, 0x1p-1073, 0}, 1, INFINITY},
        {{0x1p-1070, 0, 0}, {1, 0, 0}, 0x1p-1070, INFINITY},
        {{1, 0x1p-1074, 0}, {1, 0, 0}, 1, INFINITY},
        {{1, 0, 0}, {1, 0x1p-1074, 0}, 1, INFINITY},
        {{1, 0, 0}, {-1, 0, 0}, 1, INFINITY},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        fk_piece half = fk_piece_half_space(row[i].normal, row[i].offset);
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            double reach = fk_piece_support_bound(&half, row[i].n);
            fpu_set(0);
            assert_true(exact_compare(&exact, reach, row[i].n, &half) >= 0);
            if (mode == 0 && isfinite(row[i].reach))
                assert_true(reach - row[i].reach <= 1e-15 * fabs(row[i].reach) + 0x1p-990);
        }
    }
}

/* ---- How far colliders reach --------------------------------------------------------------------------- */

typedef struct reach_check {
    fk_vec3 n;
    double bound, less; /* not below the truth; below it */
    bool is_tight;
} reach_check;

/* Parts that surely end long before are not looked at exactly. */
static void check_reach(void *user, const fk_piece *part)
{
    reach_check *c = user;
    if (fk_piece_support_bound(part, c->n) < c->less)
        return;
    assert_true(exact_compare(&exact, c->bound, c->n, part) >= 0);
    c->is_tight = c->is_tight || exact_compare(&exact, c->less, c->n, part) <= 0;
}

static void test_reaches_of_colliders(void **state)
{
    (void)state;
    fk_random random = fk_random_make(86);
    colliders f = colliders_make(&random);
    const fk_piece none = {.kind = FK_KIND_NONE};
    for (int i = 0; i < 1500 / SHARE; i++) {
        fk_placed_collider a = {f.made[i % FORMS], any_place_of(&random)};
        fk_vec3 n = any_direction(&random, &none), at = {0, 0, 0};
        if (i % 2) /* across a face of what is turned */
            n = fk_vec3_scale(fk_vec3_unit(fk_pose_rotate(&a.pose, fk_vec3_axis(2, i % 4 == 1 ? 1 : -1))),
                              0.5);
        fk_prepared_pair pair;
        fk_aabb box;
        int mode = i / FORMS % FPU_MODES;
        fpu_set(mode);
        if (fk_collider_box(&a, &box) == FK_OK) {
            assert_int_equal(fk_prepared_pair_make(context, &a, &a, &pair), FK_OK);
            double reach = fk_prepared_support(&pair.a, n, &at);
            fpu_set(0);
            reach_check c = {n, reach, 0, false};
            double width = fk_vec3_largest(fk_vec3_sub(box.max, box.min));
            double size = fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
            bool is_usual = size < 0x1p300 && fk_pose_rotation_error(&a.pose) < 0.9;
            c.less = is_usual ? reach - (2e-5 * width + 1e-13 * size) : -INFINITY;
            each_part(&pair.a, mode, check_reach, &c);
            assert_true(!is_usual || (isfinite(reach) && c.is_tight));
            fk_prepared_pair_free(context, &pair);
        }
        fpu_set(0);
    }
    colliders_free(&f);
}

/* ---- Directions that separate -------------------------------------------------------------------------- */

/* A direction that separates is a proof: pieces of any size that meet have none, in no state of the unit. */
static void test_no_direction_separates_what_meets(void **state)
{
    (void)state;
    fk_random random = fk_random_make(87);
    uint32_t separated = 0;
    for (int i = 0; i < 20000 / SHARE; i++) {
        fk_vec3 point[2][4];
        fk_piece p = any_kind(&random, point[0]), q = any_kind(&random, point[1]);
        if (fk_piece_check(&p) != FK_OK || fk_piece_check(&q) != FK_OK)
            continue;
        fk_collider none = {.kind = FK_COLLIDER_PIECES, .part_count = 1};
        fk_prepared_collider a = {.collider = &none, .pose = fk_pose_identity(), .piece = &p};
        fk_prepared_collider b = {.collider = &none, .pose = fk_pose_identity(), .piece = &q};
        fk_vec3 n = any_direction(&random, &p);
        fpu_set(i % FPU_MODES);
        bool separates = fk_prepared_separates(&a, &b, n);
        fpu_set(0);
        if (separates) /* smooth pieces may be undecided */
            assert_true(fk_pair_verdict(&p, &q) <= FK_APART);
        separated += separates;
    }
    assert_true(separated > 1000 / SHARE);
}

/* Two cells that have exactly one corner in common, which neither has among its numbers, or overlap there by one
 * unit in the last place; and two balls that touch. Nothing separates them, and nothing is found that would. */
static void test_what_touches_is_not_separated(void **state)
{
    (void)state;
    fk_random random = fk_random_make(88);
    uint32_t apart = 0;
    for (int i = 0; i < 4000 / SHARE; i++) {
        double unit = ldexp(1, (int)fk_random_below(&random, 3) * 300 - 300), moved = i % 3 == 2 ? 64 : 0;
        fk_vec3 p = fk_vec3_scale(whole_vector(&random, 1 << 30), unit), e[2][3];
        for (int k = 0; k < 6; k++) { /* along n: all edges go up in b, and down in a */
            fk_vec3 w = whole_vector(&random, 1 << 20);
            double sign = k < 3 ? -1 : 1;
            e[k / 3][k % 3] = fk_vec3_scale(v(fabs(w.x), fabs(w.y), fabs(w.z)), sign * unit);
        }
        fk_vec3 n = v(1 - fk_random_unit(&random), 1 - 0.5 * fk_random_unit(&random),
                      fk_random_unit(&random)),
                o = fk_vec3_sub(p, e[0][2]);
        if (i % 3 == 1) /* one unit in the last place of 2^31 */
            p.x -= 0x1p-22 * unit;
        p.x += moved * unit;
        /* Cell a from another corner, so that p is a sum. */
        fk_piece one = fk_piece_box(o, e[0][0], e[0][1], e[0][2]);
        fk_piece other = fk_piece_box(p, e[1][0], e[1][1], e[1][2]);
        if (i % 2) {
            one = fk_piece_sphere(v(0, 0, 0), 3 * unit);
            other = fk_piece_sphere(v(3 * unit, 4 * unit, moved * unit), 2 * unit);
            n = fk_vec3_add(v(0.6, 0.8, 0), any_place(&random, i % 4 == 1 ? 1e-16 : 1e-8));
        }
        fk_collider *c = of_pieces(&one, 1), *d = of_pieces(&other, 1);
        fk_placed_collider a = {c, fk_pose_identity()}, b = {d, fk_pose_identity()};
        fk_prepared_pair pair;
        fpu_set(i / 2 % FPU_MODES);
        assert_int_equal(fk_prepared_pair_make(context, &a, &b, &pair), FK_OK);
        fk_vec3 found;
        bool is_apart = fk_prepared_separates(&pair.a, &pair.b, n) ||
                        fk_prepared_separates(&pair.b, &pair.a, fk_vec3_negate(n)) ||
                        fk_prepared_find_separation(&pair.a, &pair.b, &found);
        fk_prepared_pair_free(context, &pair);
        fpu_set(0);
        if (moved == 0)
            assert_false(is_apart);
        apart += is_apart;
        fk_collider_free(context, c);
        fk_collider_free(context, d);
    }
    assert_true(apart > 500u / SHARE);
}

/* Where an ellipsoid reaches farthest along n. */
static fk_vec3 farthest_of(const fk_cell *c, fk_vec3 n)
{
    fk_vec3 way = {0, 0, 0};
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double along = fk_vec3_dot(c->edge[k], n);
        way = fk_vec3_add(way, fk_vec3_scale(c->edge[k], along));
        square += along * along;
    }
    return fk_vec3_scale(way, 1 / sqrt(square));
}

static fk_piece any_ellipsoid(fk_random *random, fk_vec3 place)
{
    fk_vec3 e[3];
    for (int k = 0; k < 3; k++)
        e[k] = fk_vec3_add(fk_vec3_axis(k, 1), any_place(random, 0.6));
    return fk_piece_ellipsoid(place, e[0], e[1], e[2]);
}

/* Two cylinders, or ellipsoids, with a gap in direction *n. */
static void make_close(fk_random *random, double gap, fk_piece out[2], fk_vec3 *n)
{
    fk_pose turn = any_pose(random, 0);
    if (fk_random_below(random, 2)) {
        *n = fk_pose_rotate(&turn, v(0.5, 0, 0));
        out[0] = fk_piece_cylinder(v(0, 0, -1), v(0, 0, 1), 1);
        out[1] = fk_piece_cylinder(v(2 + gap, -1, 0), v(2 + gap, 1, 0), 1);
        out[0] = fk_piece_place(&out[0], &turn, NULL);
        out[1] = fk_piece_place(&out[1], &turn, NULL);
        return;
    }
    *n = fk_vec3_scale(fk_vec3_unit(any_place(random, 1)), 0.5);
    out[0] = any_ellipsoid(random, v(0, 0, 0));
    out[1] = any_ellipsoid(random, v(0, 0, 0));
    fk_vec3 place = fk_vec3_add(farthest_of(&out[0].as.ellipsoid, *n), farthest_of(&out[1].as.ellipsoid, *n));
    out[1].as.ellipsoid.origin = fk_vec3_add(place, fk_vec3_scale(*n, 2 * gap));
}

/* Smooth pieces that are closer than can be proved are not separated, either: what is kept must not change verdicts. */
static void test_close_smooth_pieces(void **state)
{
    (void)state;
    fk_random random = fk_random_make(89);
    uint32_t undecided = 0, apart = 0;
    for (int i = 0; i < 400 / SHARE; i++) {
        double gap = ldexp(1, -(int)fk_random_below(&random, 53)) * (i % 8 == 0 ? -1 : 1);
        fk_piece piece[2];
        fk_vec3 n, found;
        make_close(&random, gap, piece, &n);
        fk_collider *c = of_pieces(&piece[0], 1), *d = of_pieces(&piece[1], 1);
        fk_placed_collider a = {c, fk_pose_identity()}, b = {d, fk_pose_identity()};
        fk_collider_cache cache;
        fk_prepared_pair pair;
        assert_int_equal(fk_prepared_pair_make(context, &a, &b, &pair), FK_OK);
        fk_verdict verdict = fk_pair_verdict(&piece[0], &piece[1]), kept;
        bool is_apart = fk_prepared_separates(&pair.a, &pair.b, n) ||
                        fk_prepared_find_separation(&pair.a, &pair.b, &found);
        assert_true(!is_apart || verdict == FK_APART);
        memset(&cache, 0, sizeof cache);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(fk_prepared_verdict(context, &pair.a, &pair.b, &cache, &kept, NULL), FK_OK);
            assert_int_equal(kept, verdict);
        }
        undecided += verdict == FK_UNDECIDED;
        apart += is_apart;
        fk_prepared_pair_free(context, &pair);
        fk_collider_free(context, c);
        fk_collider_free(context, d);
    }
    assert_true(undecided > 0 && apart > 100u / SHARE);
}

static int begin(void **state)
{
    exact_init(&exact);
    return make_context(state);
}

static int finish(void **state)
{
    exact_clear(&exact);
    return end_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_boxes_of_pieces, fpu_usual),
        cmocka_unit_test(test_boxes_of_half_spaces),
        cmocka_unit_test_teardown(test_reaches_of_pieces, fpu_usual),
        cmocka_unit_test_teardown(test_reaches_of_half_spaces, fpu_usual),
        cmocka_unit_test_teardown(test_reaches_of_colliders, fpu_usual),
        cmocka_unit_test_teardown(test_no_direction_separates_what_meets, fpu_usual),
        cmocka_unit_test_teardown(test_what_touches_is_not_separated, fpu_usual),
        cmocka_unit_test(test_close_smooth_pieces),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
