/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection. Polyhedra and half-spaces: each side is the oracle's exact bound rounded outward, over
 * all families, in both orders, in every state of the floating-point unit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "ask_oracle.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/measure/measure.h"
#include "pieces.h"
#include "sanitized.h"
#include "gen/family.h"

static fk_aabb box_of(const fk_piece *a, const fk_piece *b)
{
    fk_aabb box;
    assert_int_equal(fk_pair_box(a, b, &box), FK_OK);
    return box;
}

static bool is_empty(fk_aabb box)
{
    return box.min.x > box.max.x || box.min.y > box.max.y || box.min.z > box.max.z;
}

static void assert_box(fk_aabb box, fk_vec3 low, fk_vec3 high)
{
    for (int k = 0; k < 3; k++) {
        if (fk_vec3_get(box.min, k) != fk_vec3_get(low, k) || fk_vec3_get(box.max, k) != fk_vec3_get(high, k))
            print_error("axis %d: [%.17g, %.17g] instead of [%.17g, %.17g]\n", k, fk_vec3_get(box.min, k),
                        fk_vec3_get(box.max, k), fk_vec3_get(low, k), fk_vec3_get(high, k));
        assert_true(fk_vec3_get(box.min, k) == fk_vec3_get(low, k));
        assert_true(fk_vec3_get(box.max, k) == fk_vec3_get(high, k));
    }
}

/* ---- Against the oracle -------------------------------------------------------------------------------- */

static mpq_t low[3], high[3];

static int make_rationals(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        mpq_init(low[k]);
        mpq_init(high[k]);
    }
    return 0;
}

static int clear_rationals(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        mpq_clear(low[k]);
        mpq_clear(high[k]);
    }
    return 0;
}

/* x is the greatest double <= value. */
static bool is_floor(const mpq_t value, double x)
{
    return oracle_compare(value, x) >= 0 && oracle_compare(value, nextafter(x, INFINITY)) < 0;
}

static bool is_ceil(const mpq_t value, double x)
{
    return oracle_compare(value, x) <= 0 && oracle_compare(value, nextafter(x, -INFINITY)) > 0;
}

static bool is_exact_box(const fk_piece *a, const fk_piece *b, fk_aabb box)
{
    double number_a[FK_PIECE_NUMBERS], number_b[FK_PIECE_NUMBERS];
    struct oracle_piece oracle_a = to_oracle(a, number_a), oracle_b = to_oracle(b, number_b);
    if (!oracle_box(&oracle_a, &oracle_b, low, high))
        return is_empty(box);
    bool right = !is_empty(box);
    for (int k = 0; k < 3; k++) {
        right = right && is_floor(low[k], fk_vec3_get(box.min, k));
        right = right && is_ceil(high[k], fk_vec3_get(box.max, k));
        /* -0 is not a result. */
        right = right && !(fk_vec3_get(box.min, k) == 0 && signbit(fk_vec3_get(box.min, k)));
        right = right && !(fk_vec3_get(box.max, k) == 0 && signbit(fk_vec3_get(box.max, k)));
    }
    return right;
}

/* The linear program gives the same, where there is a quicker way too. */
static bool agrees_with_program(const fk_piece *a, const fk_piece *b, fk_aabb box)
{
    fk_lp lp;
    if (!fk_lp_make_feasible(&lp, a, b, NULL))
        return is_empty(box) && !lp.pair.arena.full;
    bool agrees = true;
    for (int k = 0; k < 3; k++) {
        double most = fk_fraction_ceil(&lp.pair.arena, fk_lp_extent(&lp, k, 1));
        double least = fk_fraction_floor(&lp.pair.arena, fk_lp_extent(&lp, k, -1));
        agrees = agrees && most == fk_vec3_get(box.max, k) && least == fk_vec3_get(box.min, k);
    }
    return agrees && !lp.pair.arena.full;
}

static void check_pair(const fk_piece *a, const fk_piece *b, const char *family, unsigned index)
{
    fk_aabb box = box_of(a, b), swapped = box_of(b, a);
    bool has_half = a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE;
    if (memcmp(&box, &swapped, sizeof box) != 0 || !is_exact_box(a, b, box) ||
        (!has_half && !agrees_with_program(a, b, box))) {
        char text[FK_PIECE_TEXT_SIZE];
        fk_piece_format(a, text, sizeof text);
        print_error("%s %u: %s", family, index, text);
        fk_piece_format(b, text, sizeof text);
        print_error("  %s\n", text);
        fail();
    }
}

static const fk_kind polyhedra[] = {FK_KIND_POINT, FK_KIND_SEGMENT, FK_KIND_TRIANGLE,
                                    FK_KIND_TETRA, FK_KIND_BOX,     FK_KIND_HULL};
#define POLYHEDRA (sizeof polyhedra / sizeof polyhedra[0])

static void test_families(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (size_t i = 0; i < POLYHEDRA; i++)
            for (size_t j = 0; j < POLYHEDRA; j++) {
                /* The oracle is slow on two hulls. */
                bool is_slow = polyhedra[i] == FK_KIND_HULL || polyhedra[j] == FK_KIND_HULL;
                unsigned count = (is_slow ? 4 : 30) / (unsigned)LEVEL_SHARE + 1;
                for (unsigned index = 0; index < count; index++) {
                    fk_family_pair pair;
                    fk_family_make(family, polyhedra[i], polyhedra[j], 5, index, &pair);
                    check_pair(&pair.a, &pair.b, fk_family_name(family), index);
                }
            }
}

static void test_families_with_half_spaces(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (size_t i = 0; i < POLYHEDRA; i++)
            for (unsigned index = 0; index < 30 / (unsigned)LEVEL_SHARE; index++) {
                fk_family_pair pair;
                fk_family_make(family, polyhedra[i], FK_KIND_HALF_SPACE, 6, index, &pair);
                check_pair(&pair.a, &pair.b, fk_family_name(family), index);
            }
}

/* The result is exact, so it has the same bits in every state of the floating-point unit. */
static void test_every_fpu_mode(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++)
        for (unsigned index = 0; index < 40 / (unsigned)LEVEL_SHARE; index++) {
            fk_family_pair pair;
            fk_kind kind_a = polyhedra[index % POLYHEDRA];
            fk_kind kind_b = index % 5 == 0 ? FK_KIND_HALF_SPACE : polyhedra[index / 2 % POLYHEDRA];
            fk_family_make(family, kind_a, kind_b, 7, index, &pair);
            fk_aabb usual = box_of(&pair.a, &pair.b);
            for (int mode = 1; mode < FPU_MODES; mode++) {
                fpu_set(mode);
                fk_aabb box = box_of(&pair.a, &pair.b);
                fpu_set(0);
                assert_memory_equal(&box, &usual, sizeof box);
            }
        }
}

/* ---- Cells, by clipping alone --------------------------------------------------------------------------- */

/* The box by linear programs, whatever fk_pair_box does; the pieces meet. */
static fk_aabb exact_box(const fk_piece *a, const fk_piece *b)
{
    fk_lp lp;
    double side[6];
    assert_true(fk_lp_make_feasible(&lp, a, b, NULL));
    for (int i = 0; i < 6; i++) {
        fk_fraction reach = fk_lp_extent(&lp, i / 2, i % 2 == 0 ? 1 : -1);
        side[i] =
            i % 2 == 0 ? fk_fraction_ceil(&lp.pair.arena, reach) : fk_fraction_floor(&lp.pair.arena, reach);
    }
    assert_false(lp.pair.arena.full);
    fk_aabb box = {fk_vec3_make(side[1], side[3], side[5]), fk_vec3_make(side[0], side[2], side[4])};
    return box;
}

/* How many sides clipping finds; they must be those of the exact box. */
static int clipped_sides(const fk_piece *a, const fk_piece *b, const fk_aabb *exact)
{
    fk_aabb box;
    int count = 0;
    unsigned found = fk_overlap_box_of_cells(a, b, &box);
    for (int i = 0; i < 6; i++)
        if (found >> i & 1) {
            double side = fk_vec3_get(i % 2 == 0 ? box.max : box.min, i / 2);
            assert_true(side == fk_vec3_get(i % 2 == 0 ? exact->max : exact->min, i / 2));
            assert_false(side == 0 && signbit(side));
            count++;
        }
    return count;
}

/* The sides that clipping finds are the exact ones, in every state of the floating-point unit; and it does find them, but
 * where pieces are parallel or touch. */
static void test_cells_by_clipping(void **state)
{
    (void)state;
    for (size_t family = 0; family < fk_family_count(); family++) {
        int overlapping = 0, found = 0;
        for (uint64_t k = 0; k < 200 / (unsigned)LEVEL_SHARE; k++) {
            fk_family_pair pair;
            fk_family_make(family, polyhedra[3 + k % 2], polyhedra[3 + k / 2 % 2], 13, k, &pair);
            if (fk_pair_verdict(&pair.a, &pair.b) != FK_OVERLAPPING)
                continue;
            overlapping += 6;
            fk_aabb exact = exact_box(&pair.a, &pair.b);
            for (int mode = 0; mode < FPU_MODES; mode += 1 + (int)(k % 3)) {
                fpu_set(mode);
                int sides = clipped_sides(&pair.a, &pair.b, &exact),
                    swapped = clipped_sides(&pair.b, &pair.a, &exact);
                fpu_set(0);
                found += mode == 0 ? sides : 0;
                assert_true(swapped <= 6);
            }
        }
        if (strcmp(fk_family_name(family), "random") == 0)
            assert_int_equal(found, overlapping);
        if (strcmp(fk_family_name(family), "gap-1e-6") == 0)
            assert_true(found * 10 > overlapping * 9);
    }
}

/* Boxes along the axes, with numbers that are not whole: faces across an axis, of both. */
static void test_aligned_boxes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(16);
    int overlapping = 0, found = 0;
    for (int i = 0; i < 2000 / LEVEL_SHARE; i++) {
        fk_piece piece[2];
        for (int k = 0; k < 2; k++) {
            double x = fk_random_between(&random, -1, 1), y = fk_random_between(&random, -1, 1);
            fk_vec3 u = v(fk_random_between(&random, -2, 2), 0, 0),
                    w = v(0, fk_random_between(&random, -2, 2), 0);
            piece[k] = fk_piece_box(v(x, y, fk_random_between(&random, -1, 1)), u, w,
                                    v(0, 0, fk_random_between(&random, -2, 2)));
        }
        if (i % 3 == 0)
            piece[0].as.cell.edge[0].y = fk_random_between(&random, -1, 1);
        if (i % 5 == 0)
            piece[i % 2].kind = FK_KIND_TETRA;
        if (fk_pair_verdict(&piece[0], &piece[1]) != FK_OVERLAPPING)
            continue;
        fk_aabb exact = exact_box(&piece[0], &piece[1]);
        overlapping += 6;
        found += clipped_sides(&piece[0], &piece[1], &exact);
    }
    assert_true(overlapping > 600 / LEVEL_SHARE && found * 10 > overlapping * 9);
}

/* Whole numbers: corners that are doubles, and crossings that are fractions. */
static void test_whole_cells(void **state)
{
    (void)state;
    fk_random random = fk_random_make(14);
    int found = 0;
    for (int i = 0; i < 4000 / LEVEL_SHARE; i++) {
        fk_piece a = whole_box(&random), b = whole_box(&random);
        a.kind = i & 1 ? FK_KIND_TETRA : FK_KIND_BOX;
        b.kind = i & 2 ? FK_KIND_TETRA : FK_KIND_BOX;
        if (fk_pair_verdict(&a, &b) != FK_OVERLAPPING)
            continue;
        fk_aabb exact = exact_box(&a, &b);
        found += clipped_sides(&a, &b, &exact);
    }
    assert_true(found > 0);
}

/* ---- Cells on a grid ----------------------------------------------------------------------------------- */

static fk_vec3 grid_vector(fk_random *random, unsigned bits)
{
    double number[3];
    for (int k = 0; k < 3; k++) {
        double x = (double)fk_random_below(random, 1u << bits), sign = fk_random_below(random, 2) ? 1 : -1;
        number[k] = fk_random_below(random, 3) ? sign * x : 0;
    }
    return v(number[0], number[1], number[2]);
}

/* Cells with edges below 2^bits units, the unit being any power of two, near the origin or far from it. */
static void make_whole_pair(fk_random *random, unsigned bits, fk_piece piece[2])
{
    double unit = ldexp(1, (int)fk_random_below(random, 120) - 60);
    fk_vec3 far = grid_vector(random, fk_random_below(random, 3) ? 4 : 31);
    for (int k = 0; k < 2; k++) {
        fk_vec3 e[3], origin = fk_vec3_add(far, grid_vector(random, bits));
        for (int i = 0; i < 3; i++)
            e[i] = fk_vec3_scale(grid_vector(random, bits), unit);
        piece[k] = fk_piece_box(fk_vec3_scale(origin, unit), e[0], e[1], e[2]);
        piece[k].kind = fk_random_below(random, 2) ? FK_KIND_TETRA : FK_KIND_BOX;
    }
}

static void assert_whole_box(const fk_piece *a, const fk_piece *b, const fk_aabb *exact)
{
    fk_aabb box;
    assert_true(fk_overlap_box_on_grid(a, b, &box));
    assert_box(box, exact->min, exact->max);
    for (int k = 0; k < 3; k++) {
        assert_false(fk_vec3_get(box.min, k) == 0 && signbit(fk_vec3_get(box.min, k)));
        assert_false(fk_vec3_get(box.max, k) == 0 && signbit(fk_vec3_get(box.max, k)));
    }
}

static bool is_flat(const fk_piece *piece)
{
    const fk_vec3 *e = piece->as.cell.edge;
    return fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]) == 0; /* only zero when it is, with these numbers */
}

/* Full of corners in planes, edges in planes and equal edges; the longest edges that there may be; in every state of the
 * floating-point unit. */
static void test_cells_on_a_grid(void **state)
{
    (void)state;
    static const unsigned bits[5] = {1, 2, 3, 8, 17};
    fk_random random = fk_random_make(21);
    int touching = 0, overlapping = 0;
    for (int i = 0; i < 15000 / LEVEL_SHARE; i++) {
        fk_piece piece[2];
        make_whole_pair(&random, bits[i % 5], piece);
        fk_verdict verdict = fk_pair_verdict(&piece[0], &piece[1]);
        if (verdict == FK_APART || is_flat(&piece[0]) || is_flat(&piece[1]))
            continue;
        touching += verdict == FK_TOUCHING;
        overlapping += verdict == FK_OVERLAPPING;
        fk_aabb exact = exact_box(&piece[0], &piece[1]);
        fpu_set(i % FPU_MODES);
        assert_whole_box(&piece[0], &piece[1], &exact);
        assert_whole_box(&piece[1], &piece[0], &exact);
        fpu_set(0);
    }
    assert_true(touching > 20 / LEVEL_SHARE && overlapping > 100 / LEVEL_SHARE);
}

/* Numbers that are on no grid, edges of too many units, flat cells, and units at the ends of the range. */
static void test_cells_on_no_grid(void **state)
{
    (void)state;
    fk_aabb box, before;
    memset(&box, 0x5a, sizeof box);
    before = box;
    fk_piece a = cube(0, 0, 0, 1), b = cube(0.5, 0.5, 0.5, 1);
    fk_piece between = cube(0.1, 0.5, 0.5, 1), flat = cube(0, 0, 0, 1), wide = cube(0, 0, 0, 0x1p18 + 1);
    fk_piece tiny = cube(0, 0, 0, 0x1p-500), huge = cube(0, 0, 0, 0x1p500);
    flat.as.cell.edge[2] = flat.as.cell.edge[1];
    assert_false(fk_overlap_box_on_grid(&a, &between, &box));
    assert_false(fk_overlap_box_on_grid(&flat, &a, &box));
    assert_false(fk_overlap_box_on_grid(&a, &flat, &box));
    assert_false(fk_overlap_box_on_grid(&wide, &wide, &box));
    assert_false(fk_overlap_box_on_grid(&tiny, &tiny, &box));
    assert_false(fk_overlap_box_on_grid(&huge, &huge, &box));
    assert_memory_equal(&box, &before, sizeof box);
    assert_true(fk_overlap_box_on_grid(&a, &b, &box));
    assert_box(box, v(0.5, 0.5, 0.5), v(1, 1, 1));
}

/* A corner that no double and no twofold is, and edges that are across an axis up to rounding. */
static void test_sides_near_doubles(void **state)
{
    (void)state;
    fk_aabb box;
    fk_piece a = fk_piece_box(fk_vec3_make(0x1p60, 0, 0), fk_vec3_make(0x1p40, 0x1p20, 0x1p21),
                              fk_vec3_make(0x1p-60, 0x1p40, 0x1p22), fk_vec3_make(0x1p-60, 0x1p23, 0x1p40));
    fk_piece b = fk_piece_box(fk_vec3_make(0x1p59, -0x1p50, -0x1p50), fk_vec3_make(0x1p60, 0, 0),
                              fk_vec3_make(0, 0x1p51, 0), fk_vec3_make(0, 0, 0x1p51));
    assert_true(fk_overlap_box_of_cells(&a, &b, &box) == FK_BOX_SIDES);
    assert_true(box.max.x == nextafter(0x1p60 + 0x1p40, INFINITY));
    /* All that is left of this sum is a digit that two doubles do not hold on the way. */
    double digit = 0x1p-59 * (1 + DBL_EPSILON);
    b = cube(-8, -8, -8, 16);
    a = fk_piece_box(v(-1 - 0x1p-50, 0, 0), v(digit, 1, 0), v(1, 0, 0.5), v(0x1p-50, 0, 1));
    assert_true(fk_overlap_box_of_cells(&a, &b, &box) == FK_BOX_SIDES);
    assert_true(box.max.x == digit);
    fk_random random = fk_random_make(15);
    for (int i = 0; i < 200; i++) {
        for (int k = 0; k < 3; k++) {
            double x = fk_random_between(&random, -1, 1), y = fk_random_between(&random, -1, 1);
            a.as.cell.edge[k] = fk_vec3_make(x, y, fk_random_between(&random, -1, 1));
        }
        a.as.cell.origin = a.as.cell.edge[0];
        a.as.cell.edge[2].x *= 0x1p-50;
        fk_aabb exact = exact_box(&a, &b);
        clipped_sides(&a, &b, &exact);
    }
}

/* ---- Cases --------------------------------------------------------------------------------------------- */

/* Cubes that overlap by 0.1 on each axis: the box is [0, 0.1]^3, rounded outward for the doubles that are given. */
static void test_cubes_that_overlap_a_little(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1), b = cube(-1, -1, -1, 1.1);
    fk_aabb box = box_of(&a, &b);
    double side = nextafter(0.1, 1); /* -1 + 1.1 is a little more than 0.1 */
    while (-1 + 1.1 > side)
        side = nextafter(side, 1);
    assert_box(box, v(0, 0, 0), v(side, side, side));
    b = cube(-0.9, -0.9, -0.9, 1);
    assert_true(is_exact_box(&a, &b, box_of(&a, &b)));
    assert_true(fabs(box_of(&a, &b).max.x - 0.1) < 1e-16);
}

static void test_touching(void **state)
{
    (void)state;
    fk_piece a = cube(0, 0, 0, 1);
    fk_piece face = cube(1, 0.25, 0.5, 1), edge = cube(1, 1, 0.5, 1), corner = cube(1, 1, 1, 1);
    assert_box(box_of(&a, &face), v(1, 0.25, 0.5), v(1, 1, 1));
    assert_box(box_of(&a, &edge), v(1, 1, 0.5), v(1, 1, 1));
    assert_box(box_of(&a, &corner), v(1, 1, 1), v(1, 1, 1));
    assert_box(box_of(&a, &a), v(0, 0, 0), v(1, 1, 1));
    fk_piece away = cube(nextafter(1, 2), 0, 0, 1);
    assert_true(is_empty(box_of(&a, &away)));
}

/* A plate in a plate, a needle along a needle, the same points many times. */
static void test_flat_pieces(void **state)
{
    (void)state;
    fk_piece plate = fk_piece_box(v(0, 0, 3), v(2, 0, 0), v(0, 2, 0), v(0, 0, 0));
    fk_piece tri = fk_piece_triangle(v(1, 1, 3), v(5, 1, 3), v(1, 5, 3));
    assert_box(box_of(&plate, &tri), v(1, 1, 3), v(2, 2, 3));
    fk_piece first = fk_piece_segment(v(0, 0, 0), v(3, 6, 9)),
             second = fk_piece_segment(v(4, 8, 12), v(1, 2, 3));
    assert_box(box_of(&first, &second), v(1, 2, 3), v(3, 6, 9));
    fk_vec3 same[40];
    for (int i = 0; i < 40; i++)
        same[i] = v(1, 2, 3);
    fk_piece hull = fk_piece_hull(same, 40);
    assert_box(box_of(&hull, &first), v(1, 2, 3), v(1, 2, 3));
    assert_box(box_of(&hull, &hull), v(1, 2, 3), v(1, 2, 3));
}

/* Points inside a hull change nothing, and more points never shrink the box. */
static void test_large_hulls(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    for (int round = 0; round < 40 / LEVEL_SHARE; round++) {
        fk_vec3 point[2][200];
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < 24; i++)
                point[k][i] = v((double)fk_random_below(&random, 1024) * 8 + k * 1024,
                                (double)fk_random_below(&random, 1024) * 8,
                                (double)fk_random_below(&random, 1024) * 8 - k * 512);
        /* Midpoints of midpoints are exact on this lattice. */
        for (int k = 0; k < 2; k++)
            for (int i = 24; i < 200; i++) {
                fk_vec3 p = point[k][fk_random_below(&random, 24)],
                        q = point[k][fk_random_below(&random, 24)];
                point[k][i] = fk_vec3_scale(fk_vec3_add(p, q), 0.5);
            }
        fk_piece few[2] = {fk_piece_hull(point[0], 24), fk_piece_hull(point[1], 24)};
        fk_piece many[2] = {fk_piece_hull(point[0], 200), fk_piece_hull(point[1], 200)};
        fk_piece least[2] = {fk_piece_hull(point[0], 20), fk_piece_hull(point[1], 20)};
        fk_aabb box = box_of(&few[0], &few[1]), same = box_of(&many[0], &many[1]);
        assert_memory_equal(&box, &same, sizeof box);
        fk_aabb part = box_of(&least[0], &least[1]);
        if (!is_empty(part)) {
            assert_true(part.min.x >= box.min.x && part.min.y >= box.min.y && part.min.z >= box.min.z);
            assert_true(part.max.x <= box.max.x && part.max.y <= box.max.y && part.max.z <= box.max.z);
        }
        if (round < 3)
            check_pair(&least[0], &least[1], "large hulls", (unsigned)round);
    }
}

static void test_two_half_spaces(void **state)
{
    (void)state;
    const double inf = INFINITY;
    fk_piece left = fk_piece_half_space(v(2, 0, 0), 2), right = fk_piece_half_space(v(-3, 0, 0), 0);
    assert_box(box_of(&left, &right), v(0, -inf, -inf), v(1, inf, inf));
    fk_piece less = fk_piece_half_space(v(5, 0, 0), -15);
    assert_box(box_of(&left, &less), v(-inf, -inf, -inf), v(-3, inf, inf));
    assert_box(box_of(&less, &left), v(-inf, -inf, -inf), v(-3, inf, inf));
    assert_true(is_empty(box_of(&less, &right)));
    fk_piece up = fk_piece_half_space(v(1, 1, 0), 3), down = fk_piece_half_space(v(1, -1, 0), 1);
    assert_box(box_of(&up, &down), v(-inf, -inf, -inf), v(2, inf, inf));
    assert_box(box_of(&up, &left), v(-inf, -inf, -inf), v(1, inf, inf));
    fk_piece slanted = fk_piece_half_space(v(1, 2, 3), 1);
    assert_box(box_of(&up, &slanted), v(-inf, -inf, -inf), v(inf, inf, inf));
    assert_box(box_of(&slanted, &slanted), v(-inf, -inf, -inf), v(inf, inf, inf));
}

static void test_invalid_input(void **state)
{
    (void)state;
    fk_piece good = cube(0, 0, 0, 1), bad = cube(0, NAN, 0, 1), negative = fk_piece_sphere(v(0, 0, 0), -1);
    fk_aabb box, before;
    memset(&box, 0x5a, sizeof box);
    before = box;
    assert_int_equal(fk_pair_box(&good, &bad, &box), FK_ERROR_NOT_FINITE);
    assert_int_equal(fk_pair_box(&negative, &good, &box), FK_ERROR_PIECE);
    assert_memory_equal(&box, &before, sizeof box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_families_with_half_spaces),
        cmocka_unit_test_teardown(test_every_fpu_mode, fpu_usual),
        cmocka_unit_test_teardown(test_cells_by_clipping, fpu_usual),
        cmocka_unit_test(test_aligned_boxes),
        cmocka_unit_test(test_whole_cells),
        cmocka_unit_test_teardown(test_cells_on_a_grid, fpu_usual),
        cmocka_unit_test(test_cells_on_no_grid),
        cmocka_unit_test(test_sides_near_doubles),
        cmocka_unit_test(test_cubes_that_overlap_a_little),
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_flat_pieces),
        cmocka_unit_test(test_large_hulls),
        cmocka_unit_test(test_two_half_spaces),
        cmocka_unit_test(test_invalid_input),
    };
    return cmocka_run_group_tests(tests, make_rationals, clear_rationals);
}
