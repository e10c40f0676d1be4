/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two triangles: whether they meet, against the oracle, and what they have in common, against rational polygons that are clipped
 * plane by plane; in all orders of corners and arguments, in all modes of the floating-point unit. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ask_oracle.h"
#include "double_bits.h"
#include "farkas/pair.h"
#include "fpu_modes.h"
#include "pair/verdict/verdict.h"
#include "sanitized.h"
#include "gen/family.h"

/* ---- Rational polygons --------------------------------------------------------------------------------- */

#define CORNERS 24

typedef struct rational {
    mpq_t at[3];
} rational;

typedef struct polygon {
    int count;
    rational corner[CORNERS];
} polygon;

static polygon first, second;
static rational exact_b[3], edge_e, edge_f, normal, side_normal, way;
static mpq_t sum, product, height[CORNERS];

static void for_each_rational(void (*work)(mpq_ptr))
{
    rational *const all[] = {&exact_b[0], &exact_b[1], &exact_b[2],  &edge_e,
                             &edge_f,     &normal,     &side_normal, &way};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 3; k++)
            work(all[i]->at[k]);
    for (int i = 0; i < CORNERS; i++) {
        for (int k = 0; k < 3; k++) {
            work(first.corner[i].at[k]);
            work(second.corner[i].at[k]);
        }
        work(height[i]);
    }
    work(sum);
    work(product);
}

static int start_rationals(void **state)
{
    (void)state;
    for_each_rational(mpq_init);
    return 0;
}

static int end_rationals(void **state)
{
    (void)state;
    for_each_rational(mpq_clear);
    return 0;
}

static void rational_set(rational *out, fk_vec3 v)
{
    for (int k = 0; k < 3; k++)
        mpq_set_d(out->at[k], fk_vec3_get(v, k));
}

static void rational_copy(rational *out, const rational *v)
{
    for (int k = 0; k < 3; k++)
        mpq_set(out->at[k], v->at[k]);
}

static void rational_sub(rational *out, const rational *a, const rational *b)
{
    for (int k = 0; k < 3; k++)
        mpq_sub(out->at[k], a->at[k], b->at[k]);
}

static void rational_cross(rational *out, const rational *a, const rational *b)
{
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        mpq_mul(out->at[k], a->at[y], b->at[z]);
        mpq_mul(product, a->at[z], b->at[y]);
        mpq_sub(out->at[k], out->at[k], product);
    }
}

static void rational_dot(mpq_t out, const rational *a, const rational *b)
{
    mpq_set_ui(sum, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, a->at[k], b->at[k]);
        mpq_add(sum, sum, product);
    }
    mpq_set(out, sum);
}

static int rational_order(const rational *a, const rational *b)
{
    for (int k = 0; k < 3; k++) {
        int order = mpq_cmp(a->at[k], b->at[k]);
        if (order != 0)
            return order > 0 ? 1 : -1;
    }
    return 0;
}

static bool rational_is_zero(const rational *a)
{
    return mpq_sgn(a->at[0]) == 0 && mpq_sgn(a->at[1]) == 0 && mpq_sgn(a->at[2]) == 0;
}

static void append(polygon *p, const rational *v)
{
    if (p->count > 0 && rational_order(v, &p->corner[p->count - 1]) == 0)
        return;
    assert_true(p->count < CORNERS);
    rational_copy(&p->corner[p->count++], v);
}

/* Keeps what has way.(x - from) >= 0, or == 0. */
static void clip(polygon *p, const rational *direction, const rational *from, bool is_plane)
{
    for (int turn = 0; turn < (is_plane ? 2 : 1); turn++) {
        for (int i = 0; i < p->count; i++) {
            rational_sub(&edge_f, &p->corner[i], from);
            rational_dot(height[i], direction, &edge_f);
            if (turn == 1)
                mpq_neg(height[i], height[i]);
        }
        second.count = 0;
        for (int i = 0; i < p->count; i++) {
            int j = (i + 1) % p->count;
            if (mpq_sgn(height[i]) >= 0)
                append(&second, &p->corner[i]);
            if (mpq_sgn(height[i]) * mpq_sgn(height[j]) < 0) {
                mpq_sub(sum, height[i], height[j]);
                mpq_div(sum, height[i], sum);
                rational_sub(&edge_f, &p->corner[j], &p->corner[i]);
                for (int k = 0; k < 3; k++) {
                    mpq_mul(edge_f.at[k], edge_f.at[k], sum);
                    mpq_add(edge_f.at[k], edge_f.at[k], p->corner[i].at[k]);
                }
                append(&second, &edge_f);
            }
        }
        p->count = 0;
        for (int i = 0; i < second.count; i++)
            append(p, &second.corner[i]);
    }
}

/* Drops corners that are between others, or equal to others. */
static void keep_extreme(polygon *p)
{
    for (int i = 0; i < p->count; i++)
        for (int j = i + 1; j < p->count; j++)
            if (rational_order(&p->corner[i], &p->corner[j]) == 0) {
                rational_copy(&p->corner[j], &p->corner[p->count - 1]);
                p->count--;
                j--;
            }
    for (int i = 0; i < p->count; i++) {
        bool is_between = false;
        for (int j = 0; j < p->count && !is_between; j++)
            for (int k = 0; k < j && !is_between; k++) {
                if (j == i || k == i)
                    continue;
                rational_sub(&edge_e, &p->corner[j], &p->corner[i]);
                rational_sub(&edge_f, &p->corner[k], &p->corner[i]);
                rational_cross(&way, &edge_e, &edge_f);
                rational_dot(height[0], &edge_e, &edge_f);
                is_between = rational_is_zero(&way) && mpq_sgn(height[0]) < 0;
            }
        if (is_between) {
            rational_copy(&p->corner[i], &p->corner[p->count - 1]);
            p->count--;
            i = -1;
        }
    }
}

/* Clips by what a segment between two corners of b, or a point, is. */
static void clip_by_line(polygon *p)
{
    int low = 0, high = 0;
    for (int k = 1; k < 3; k++) {
        low = rational_order(&exact_b[k], &exact_b[low]) < 0 ? k : low;
        high = rational_order(&exact_b[k], &exact_b[high]) > 0 ? k : high;
    }
    rational_sub(&edge_e, &exact_b[high], &exact_b[low]);
    bool is_point = rational_is_zero(&edge_e);
    for (int k = 0; k < 3; k++) {
        fk_vec3 axis = {k == 0, k == 1, k == 2};
        rational_set(&way, axis);
        rational_cross(&normal, &edge_e, &way);
        clip(p, is_point ? &way : &normal, &exact_b[low], true);
    }
    clip(p, &edge_e, &exact_b[low], false);
    rational_sub(&edge_e, &exact_b[low], &exact_b[high]);
    clip(p, &edge_e, &exact_b[high], false);
}

/* The polygon that two triangles have in common becomes `first`, with its extreme points in some order. */
static void clip_triangles(const fk_vec3 a[3], const fk_vec3 b[3])
{
    first.count = 0;
    for (int k = 0; k < 3; k++) {
        rational_set(&edge_e, a[k]);
        append(&first, &edge_e);
        rational_set(&exact_b[k], b[k]);
    }
    rational_sub(&edge_e, &exact_b[1], &exact_b[0]);
    rational_sub(&edge_f, &exact_b[2], &exact_b[0]);
    rational_cross(&normal, &edge_e, &edge_f);
    if (rational_is_zero(&normal)) {
        clip_by_line(&first);
    } else {
        clip(&first, &normal, &exact_b[0], true);
        for (int k = 0; k < 3; k++) {
            rational_sub(&edge_e, &exact_b[(k + 1) % 3], &exact_b[k]);
            rational_cross(&side_normal, &normal, &edge_e);
            clip(&first, &side_normal, &exact_b[k], false);
        }
    }
    keep_extreme(&first);
}

/* Component `axis` of (q - p) x (r - p). */
static int rational_turn(const rational *p, const rational *q, const rational *r, int axis)
{
    rational_sub(&edge_e, q, p);
    rational_sub(&edge_f, r, p);
    rational_cross(&way, &edge_e, &edge_f);
    return mpq_sgn(way.at[axis]);
}

/* The order that intersections have: from the lowest corner, counterclockwise along the first axis that shows it. */
static void sort_polygon(polygon *p)
{
    int axis = 0;
    while (p->count > 2 && axis < 2 && rational_turn(&p->corner[0], &p->corner[1], &p->corner[2], axis) == 0)
        axis++;
    for (int i = 0; i < p->count; i++)
        for (int j = 1; j < p->count; j++) {
            bool is_wrong = j == 1 ? rational_order(&p->corner[1], &p->corner[0]) < 0
                                   : rational_turn(&p->corner[0], &p->corner[j - 1], &p->corner[j], axis) < 0;
            if (is_wrong)
                for (int k = 0; k < 3; k++)
                    mpq_swap(p->corner[j].at[k], p->corner[j - 1].at[k]);
        }
    /* The lowest may have come first only after others were sorted around another one. */
    for (int j = 1; j < p->count; j++)
        if (rational_order(&p->corner[j], &p->corner[0]) < 0) {
            for (int k = 0; k < 3; k++)
                mpq_swap(p->corner[j].at[k], p->corner[0].at[k]);
            sort_polygon(p);
            return;
        }
}

/* The nearest double, of two the even one; never -0. */
static double nearest(const mpq_t x)
{
    double near = mpq_get_d(x); /* cut off */
    mpq_set_d(sum, near);
    if (mpq_equal(sum, x))
        return near;
    double far = nextafter(near, mpq_sgn(x) < 0 ? -HUGE_VAL : HUGE_VAL);
    mpq_set_d(product, far);
    mpq_add(sum, sum, product);
    mpq_div_2exp(sum, sum, 1);
    int order = mpq_cmp(x, sum) * (mpq_sgn(x) < 0 ? -1 : 1);
    double result = order > 0 || (order == 0 && (fk_bits_of(near) & 1) != 0) ? far : near;
    return result == 0 ? 0.0 : result;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static void fail_pair(const char *what, const fk_vec3 a[3], const fk_vec3 b[3])
{
    print_error("%s: tri", what);
    for (int k = 0; k < 6; k++) {
        fk_vec3 v = k < 3 ? a[k] : b[k - 3];
        print_error("%s %a %a %a", k == 3 ? " tri" : "", v.x, v.y, v.z);
    }
    print_error("\n");
    fail();
}

static void permute(const fk_vec3 from[3], int permutation, fk_vec3 to[3])
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int k = 0; k < 3; k++)
        to[k] = from[order[permutation][k]];
}

/* In all orders, or only in some. */
static void check_meet(const fk_vec3 a[3], const fk_vec3 b[3], bool truth, int first_order, int step)
{
    for (int i = first_order % step; i < 36; i += step) {
        fk_vec3 p[3], q[3];
        permute(a, i % 6, p);
        permute(b, i / 6, q);
        fpu_set((first_order + i) % FPU_MODES);
        bool forth = fk_triangles_meet(p, q), back = fk_triangles_meet(q, p);
        fpu_set(0);
        if (forth != truth || back != truth)
            fail_pair(truth ? "missed" : "a false hit", p, q);
    }
}

/* Whether a corner of a triangle without area is between the others. */
static bool is_between_others(const fk_vec3 corner[3], int k)
{
    for (int i = 0; i < 3; i++)
        rational_set(&exact_b[i], corner[(k + i) % 3]);
    rational_sub(&edge_e, &exact_b[1], &exact_b[0]);
    rational_sub(&edge_f, &exact_b[2], &exact_b[0]);
    rational_cross(&way, &edge_e, &edge_f);
    rational_dot(height[0], &edge_e, &edge_f);
    return rational_is_zero(&way) && mpq_sgn(height[0]) < 0;
}

/* How many corners of the rational polygon are vertices of a triangle. */
static uint32_t shared_with(const fk_vec3 corner[3])
{
    uint32_t count = 0;
    for (int i = 0; i < first.count; i++) {
        bool is_shared = false;
        for (int k = 0; k < 3; k++) {
            bool is_end = !is_between_others(corner, k);
            is_shared |= is_end && rational_order(&exact_b[0], &first.corner[i]) == 0;
        }
        count += is_shared;
    }
    return count;
}

/* How many are inside a triangle, on no edge. */
static uint32_t inside_of(const fk_vec3 corner[3])
{
    uint32_t count = 0;
    for (int i = 0; i < first.count; i++) {
        bool is_inside = false;
        for (int axis = 0; axis < 3; axis++) {
            int turn[3];
            for (int k = 0; k < 3; k++) {
                rational_set(&exact_b[0], corner[k]);
                rational_set(&exact_b[1], corner[(k + 1) % 3]);
                turn[k] = rational_turn(&exact_b[0], &exact_b[1], &first.corner[i], axis);
            }
            is_inside |= turn[0] != 0 && turn[0] == turn[1] && turn[0] == turn[2];
        }
        count += is_inside;
    }
    return count;
}

static void check_features(const fk_vec3 a[3], const fk_vec3 b[3], const fk_triangles_shared *set)
{
    uint32_t found[2][3] = {{0}};
    for (uint32_t i = 0; i < set->count; i++) {
        fk_triangles_corner c = set->corner[i];
        assert_true(c.a.dimension < 3 && c.b.dimension < 3 && c.a.dimension + c.b.dimension < 4);
        assert_true(c.a.index < 3 && c.b.index < 3);
        found[0][c.a.dimension]++;
        found[1][c.b.dimension]++;
    }
    if (found[0][0] != shared_with(a) || found[1][0] != shared_with(b) || found[0][2] != inside_of(a) ||
        found[1][2] != inside_of(b))
        fail_pair("features", a, b);
}

static bool is_same_common(const fk_triangles_common *a, const fk_triangles_common *b)
{
    return a->verdict == b->verdict && a->count == b->count &&
           memcmp(a->point, b->point, sizeof a->point) == 0;
}

static void check_common(const fk_vec3 a[3], const fk_vec3 b[3], fk_verdict truth, int index)
{
    fk_triangles_common got, again;
    fk_triangles_intersect(a, b, &got);
    if (got.verdict != truth || (got.count > 0) != (truth != FK_APART))
        fail_pair("verdict", a, b);
    clip_triangles(a, b);
    sort_polygon(&first);
    if ((int)got.count != first.count)
        fail_pair("count", a, b);
    for (int i = 0; i < first.count; i++)
        for (int k = 0; k < 3; k++)
            if (fk_bits_of(fk_vec3_get(got.point[i], k)) != fk_bits_of(nearest(first.corner[i].at[k])))
                fail_pair("a point", a, b);
    fk_triangles_shared set;
    fk_triangles_features(a, b, &set);
    check_features(a, b, &set);
    for (int i = 0; i < 3; i++) {
        fk_vec3 p[3], q[3];
        permute(a, (index + i) % 6, p);
        permute(b, (index / 6 + i) % 6, q);
        fpu_set((index + i) % FPU_MODES);
        fk_triangles_intersect(i == 1 ? p : q, i == 1 ? q : p, &again);
        fpu_set(0);
        if (!is_same_common(&got, &again))
            fail_pair("another order", p, q);
    }
}

static void check_pair(const fk_vec3 a[3], const fk_vec3 b[3], int index)
{
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    fk_verdict truth = ask_oracle(&p, &q);
    assert_int_not_equal(truth, FK_UNDECIDED);
    check_meet(a, b, truth != FK_APART, index, index % 8 == 0 ? 1 : 7);
    if (index % 8 == 0)
        check_common(a, b, truth, index / 8);
}

/* ---- Families ------------------------------------------------------------------------------------------ */

/* A number of a small grid. */
static double cell(fk_random *random, unsigned size)
{
    return (double)fk_random_below(random, size) - (size / 2);
}

static fk_vec3 cell_point(fk_random *random, unsigned size)
{
    double x = cell(random, size), y = cell(random, size), z = cell(random, size);
    return fk_vec3_make(x, y, z);
}

/* Places in the plane or on the line that two vectors span, which may be zero. */
static fk_vec3 spanned(fk_random *random, fk_vec3 origin, fk_vec3 u, fk_vec3 v)
{
    double s = cell(random, 7), t = cell(random, 7);
    return fk_vec3_add(origin, fk_vec3_add(fk_vec3_scale(u, s), fk_vec3_scale(v, t)));
}

static void draw_grid(fk_random *random, fk_vec3 corner[6])
{
    unsigned size = 2 + (unsigned)fk_random_below(random, 5);
    for (int k = 0; k < 6; k++)
        corner[k] = cell_point(random, size);
}

/* In one plane, a few units in the last place wide. */
static void draw_steps(fk_random *random, fk_vec3 corner[6])
{
    for (int k = 0; k < 6; k++)
        corner[k] = fk_vec3_make(1 + 0x1p-52 * (double)fk_random_below(random, 12),
                                 3 + 0x1p-51 * (double)fk_random_below(random, 12), 0.3);
}

static void draw_plane(fk_random *random, fk_vec3 corner[6])
{
    if (fk_random_below(random, 8) == 0) {
        draw_steps(random, corner);
        return;
    }
    fk_vec3 o = cell_point(random, 9), u = cell_point(random, 5), v = cell_point(random, 5);
    unsigned in_plane = 3 + (unsigned)fk_random_below(random, 4);
    for (unsigned k = 0; k < 6; k++)
        corner[k] = k < in_plane ? spanned(random, o, u, v) : cell_point(random, 9);
}

/* Real numbers, of which some corners are the same, or on an edge or between the corners of the other, up to rounding. */
static void draw_shared(fk_random *random, fk_vec3 corner[6])
{
    for (int k = 0; k < 6; k++)
        corner[k] = fk_vec3_make(fk_random_unit(random), fk_random_unit(random), fk_random_unit(random));
    unsigned shared = (unsigned)fk_random_below(random, 4);
    for (unsigned k = 0; k < shared; k++)
        corner[3 + k] = corner[fk_random_below(random, 3)];
    if (fk_random_below(random, 2) == 0)
        corner[5] = fk_vec3_scale(fk_vec3_add(corner[0], corner[1]), 0.5);
    if (fk_random_below(random, 4) == 0)
        corner[4] = fk_vec3_add(fk_vec3_scale(fk_vec3_add(corner[0], corner[1]), 0.375),
                                fk_vec3_scale(corner[2], 0.25));
    if (fk_random_below(random, 8) == 0)
        for (int k = 0; k < 6; k++)
            corner[k].z = 0.3;
}

/* Powers of two, the same for all or not, and then steps to neighbours. */
static void disturb(fk_random *random, fk_vec3 corner[6])
{
    unsigned how = (unsigned)fk_random_below(random, 8);
    if (how == 0) {
        int power = (int)fk_random_below(random, 2060) - 1070;
        for (int k = 0; k < 6; k++)
            corner[k] =
                fk_vec3_make(ldexp(corner[k].x, power), ldexp(corner[k].y, power), ldexp(corner[k].z, power));
    }
    if (how == 1)
        for (int k = 0; k < 6; k++) {
            int power = (int)fk_random_below(random, 120) - 60;
            corner[k] = fk_vec3_make(ldexp(corner[k].x, power), ldexp(corner[k].y, power), corner[k].z);
        }
    if (how == 2)
        for (int k = 0; k < 6; k++)
            corner[k].x = ldexp(corner[k].x, (int)fk_random_below(random, 2000) - 1000);
    if (how == 3 || how == 4) {
        fk_vec3 *v = &corner[fk_random_below(random, 6)];
        double *x = fk_random_below(random, 3) == 0 ? &v->x : fk_random_below(random, 2) == 0 ? &v->y : &v->z;
        *x = nextafter(*x, fk_random_below(random, 2) == 0 ? HUGE_VAL : -HUGE_VAL);
    }
    if (how == 5)
        for (int k = 0; k < 6; k++)
            corner[k].z = -corner[k].z; /* -0, too */
}

static void run_drawn(void (*draw)(fk_random *random, fk_vec3 corner[6]), uint64_t seed, int count)
{
    fk_random random = fk_random_make(seed);
    for (int i = 0; i < count / SHARE; i++) {
        fk_vec3 corner[6];
        draw(&random, corner);
        disturb(&random, corner);
        check_pair(corner, corner + 3, i);
    }
}

static void grids(void **state)
{
    (void)state;
    run_drawn(draw_grid, 1, 40000);
}

static void planes_and_lines(void **state)
{
    (void)state;
    run_drawn(draw_plane, 2, 30000);
}

static void shared_corners(void **state)
{
    (void)state;
    run_drawn(draw_shared, 3, 15000);
}

static void families(void **state)
{
    (void)state;
    int each = 20000 / SHARE / (int)fk_family_count();
    for (size_t family = 0; family < fk_family_count(); family++)
        for (int i = 0; i < each; i++) {
            fk_family_pair pair;
            fk_family_make(family, FK_KIND_TRIANGLE, FK_KIND_TRIANGLE, 4, (uint64_t)i, &pair);
            if (pair.a.kind == FK_KIND_TRIANGLE && pair.b.kind == FK_KIND_TRIANGLE)
                check_pair(pair.a.as.triangle, pair.b.as.triangle, i);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(grids, fpu_usual),
        cmocka_unit_test_teardown(planes_and_lines, fpu_usual),
        cmocka_unit_test_teardown(shared_corners, fpu_usual),
        cmocka_unit_test_teardown(families, fpu_usual),
    };
    return cmocka_run_group_tests(tests, start_rationals, end_rationals);
}
