/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Separating axes of boxes, tetrahedra and triangles: what they say is what the exact solver says, on every level of
 * instructions, in every state of the floating-point unit, in both orders; and each way to decide is taken. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "farkas/farkas.h"
#include "fpu_modes.h"
#include "pair/verdict/verdict.h"
#include "pair/verdict/sat.h"
#include "pieces.h"
#include "gen/family.h"
#include "shape/support.h"

static const char *const levels[] = {"plain", "avx2", "avx512"};
#define LEVELS 3

static const fk_kind kinds[] = {FK_KIND_TRIANGLE, FK_KIND_TETRA, FK_KIND_BOX};

/* Goes on from the level that this run was asked for to any below it. */
static void use_level(const char *name)
{
    assert_int_equal(setenv("FARKAS_CPU", name, 1), 0);
    fk_cpu_find();
}

/* The exact solver knows nothing of axes. */
static fk_verdict truth_of(const fk_piece *a, const fk_piece *b)
{
    static fk_pair pair;
    fk_gjk_solution solution;
    if (fk_pair_check(a, b) != FK_OK)
        return FK_UNDECIDED;
    fk_pair_init(&pair, a, b);
    fk_gjk_exact(&pair, false, &solution);
    return solution.certificate.verdict;
}

/* How often each verdict came. */
typedef struct tally {
    int verdict[4];
} tally;

/* The first test of two cells, if there is one for these pieces on this level. */
static fk_verdict quick_verdict(const fk_piece *a, const fk_piece *b)
{
    if (a->kind == FK_KIND_TRIANGLE || b->kind == FK_KIND_TRIANGLE)
        return FK_UNDECIDED;
    return fk_sat_quick[a->kind - FK_KIND_TETRA][b->kind - FK_KIND_TETRA][fk_cpu_level()](&a->as.cell,
                                                                                          &b->as.cell);
}

/* On all levels and in both orders, in one state of the floating-point unit: the truth, or undecided if that may be. */
static void check_pair(const fk_piece *a, const fk_piece *b, int mode, bool may_be_undecided, tally *seen)
{
    fk_verdict truth = truth_of(a, b);
    for (int i = 0; i < LEVELS; i++) {
        use_level(levels[i]);
        fpu_set(mode);
        fk_verdict one = fk_sat_verdict(a, b), other = fk_sat_verdict(b, a);
        fk_verdict quick = quick_verdict(a, b), turned = quick_verdict(b, a);
        fpu_set(0);
        assert_true(quick == FK_UNDECIDED || quick == truth);
        assert_true(turned == FK_UNDECIDED || turned == truth);
        if (!may_be_undecided || one != FK_UNDECIDED)
            assert_int_equal(one, truth);
        if (!may_be_undecided || other != FK_UNDECIDED)
            assert_int_equal(other, truth);
        seen->verdict[one]++;
    }
}

static fk_kind any_kind(fk_random *random)
{
    return kinds[fk_random_below(random, 3)];
}

static int any_mode(fk_random *random)
{
    return (int)fk_random_below(random, FPU_MODES);
}

static double whole(fk_random *random, int most)
{
    return (double)fk_random_below(random, 2 * (uint64_t)most + 1) - most;
}

static fk_piece whole_piece(fk_random *random, int most)
{
    double number[FK_PIECE_NUMBERS];
    for (int i = 0; i < FK_PIECE_NUMBERS; i++)
        number[i] = whole(random, most);
    return fk_piece_from_numbers(any_kind(random), number);
}

/* The piece, moved and then scaled. */
static fk_piece mapped(const fk_piece *piece, fk_vec3 by, double scale)
{
    double number[FK_PIECE_NUMBERS], shift[3] = {by.x, by.y, by.z};
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = 0; i < count; i++)
        number[i] = (number[i] + (i < 3 || piece->kind == FK_KIND_TRIANGLE ? shift[i % 3] : 0)) * scale;
    return fk_piece_from_numbers(piece->kind, number);
}

/* ---- Whole numbers ------------------------------------------------------------------------------------- */

/* Ties and flat pieces are the rule here, and everything is decided, wherever the pair is and however large. */
static void small_whole_numbers_are_always_decided(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    tally seen = {{0}};
    for (int i = 0; i < 6000; i++) {
        int most = 1 + (int)fk_random_below(&random, 5);
        fk_piece a = whole_piece(&random, most), b = whole_piece(&random, most);
        fk_vec3 by = fk_vec3_scale(whole_vector(&random, 9), ldexp(1, (int)fk_random_below(&random, 40)));
        double scale = ldexp(1, (int)whole(&random, 60));
        fk_piece c = mapped(&a, by, scale), d = mapped(&b, by, scale);
        check_pair(&a, &b, any_mode(&random), false, &seen);
        check_pair(&c, &d, any_mode(&random), false, &seen);
    }
    assert_int_equal(seen.verdict[FK_UNDECIDED], 0);
    for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++)
        assert_true(seen.verdict[verdict] > 1000);
}

/* b shares a corner of a, or two or three, so that they often touch. Numbers of 2^12 to 2^21, sometimes with a half: above
 * and below what doubles hold without rounding. */
static void whole_numbers_at_their_limit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    tally seen = {{0}};
    for (int i = 0; i < 4000; i++) {
        int most = 1 << (12 + fk_random_below(&random, 10));
        fk_piece a = whole_piece(&random, most), b = whole_piece(&random, most);
        double number[FK_PIECE_NUMBERS], shared[FK_PIECE_NUMBERS];
        fk_piece_to_numbers(&a, shared);
        fk_piece_to_numbers(&b, number);
        memcpy(number, shared, (3 + 3 * fk_random_below(&random, 3)) * sizeof *number);
        if (fk_random_below(&random, 4) == 0)
            number[fk_random_below(&random, 9)] += 0.5;
        b = fk_piece_from_numbers(b.kind, number);
        check_pair(&a, &b, any_mode(&random), true, &seen);
    }
    assert_true(seen.verdict[FK_TOUCHING] > 1000 && seen.verdict[FK_OVERLAPPING] > 1000);
}

/* Far from the origin, whole numbers are those below 2^51. */
static void far_whole_numbers(void **state)
{
    (void)state;
    tally seen = {{0}};
    for (int exponent = 45; exponent <= 53; exponent++) {
        double far = ldexp(1, exponent), step = exponent > 52 ? 2 : 1;
        fk_piece a = cube(far, -far, 0, step), touching = cube(far + step, -far, 0, step);
        fk_piece apart = cube(far + 2 * step, -far, 0, step), inside = cube(far, -far, 0, 2 * step);
        fk_piece corner =
            fk_piece_triangle(v(far + step, -far, 0), v(far + 4, -far, 2), v(far + 4, -far - 2, 0));
        for (int mode = 0; mode < FPU_MODES; mode++) {
            check_pair(&a, &touching, mode, false, &seen);
            check_pair(&a, &apart, mode, false, &seen);
            check_pair(&a, &inside, mode, false, &seen);
            check_pair(&a, &corner, mode, false, &seen);
        }
    }
    assert_true(seen.verdict[FK_TOUCHING] > 0 && seen.verdict[FK_OVERLAPPING] > 0);
}

/* ---- Doubles ------------------------------------------------------------------------------------------- */

/* Everything that is generated elsewhere, pieces of these kinds only. */
static void all_families(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (size_t family = 0; family < fk_family_count(); family++) {
        tally seen = {{0}};
        for (uint64_t i = 0; i < 90; i++) {
            fk_family_pair pair;
            fk_family_make(family, kinds[i % 3], kinds[i / 3 % 3], 1, i, &pair);
            check_pair(&pair.a, &pair.b, any_mode(&random), true, &seen);
        }
        assert_true(seen.verdict[FK_UNDECIDED] < LEVELS * 60);
    }
}

/* A number of 24 bits, or one whose sums are rounded. */
static double draw(fk_random *random, bool is_short)
{
    double x = fk_random_between(random, -1, 1);
    return is_short ? (double)(float)x : x;
}

/* b has one corner of a, or an edge, or a face, up to a few units in the last place: no bound decides that. Some are so
 * small that their products are flushed to zero, or some of them. */
static void corners_edges_and_faces_almost_in_common(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    tally seen = {{0}};
    for (int i = 0; i < 4000; i++) {
        double a[FK_PIECE_NUMBERS], b[FK_PIECE_NUMBERS];
        double scale = i % 4 ? 1.0 : ldexp(1, -320 - (int)fk_random_below(&random, 30));
        fk_kind kind_a = any_kind(&random), kind_b = any_kind(&random);
        for (int k = 0; k < FK_PIECE_NUMBERS; k++) {
            a[k] = draw(&random, i % 2);
            b[k] = draw(&random, i % 2);
        }
        memcpy(b, a, (3 + 3 * fk_random_below(&random, 3)) * sizeof *b);
        if (fk_random_below(&random, 2)) {
            double *near = &b[fk_random_below(&random, 9)];
            *near += whole(&random, 3) * ldexp(1, -(int)fk_random_below(&random, 60));
        }
        fk_piece p = fk_piece_from_numbers(kind_a, a), q = fk_piece_from_numbers(kind_b, b);
        p = mapped(&p, v(0, 0, 0), scale);
        q = mapped(&q, v(0, 0, 0), scale);
        check_pair(&p, &q, any_mode(&random), true, &seen);
    }
    for (int verdict = FK_APART; verdict <= FK_OVERLAPPING; verdict++)
        assert_true(seen.verdict[verdict] > 300);
}

/* The vertices of a triangle are given, its edges are rounded: here by all that matters. */
static void triangles_whose_edges_are_rounded(void **state)
{
    (void)state;
    tally seen = {{0}};
    double tiny = 0x1p-60;
    fk_piece box = fk_piece_box(v(-1, -1, -1), v(2, 0, 0), v(0, 2, 0), v(0, 0, 1)); /* below z = 0 */
    const double height[] = {-tiny, 0, tiny};
    for (int i = 0; i < 3; i++)
        for (int mode = 0; mode < FPU_MODES; mode++) {
            fk_piece low = fk_piece_triangle(v(0, 0, 1), v(1, 0, 1), v(0, 0, height[i]));
            fk_piece level = fk_piece_triangle(v(0, 0, height[i]), v(1, 0, 1), v(0, 1, 1));
            check_pair(&box, &low, mode, false, &seen);
            check_pair(&box, &level, mode, false, &seen);
        }
    assert_int_equal(seen.verdict[FK_APART], seen.verdict[FK_TOUCHING]);
    assert_int_equal(seen.verdict[FK_APART], seen.verdict[FK_OVERLAPPING]);
}

/* ---- The ends of the range ----------------------------------------------------------------------------- */

/* The verdict on small whole numbers does not change when they are multiplied by powers of two, most often by those around
 * the end of the normal range. */
static void every_size(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    tally seen = {{0}};
    for (int i = 0; i < 1000; i++) {
        int exponent = i < 698 ? -1074 + 3 * i : -1020 - i % 4;
        fk_piece a = whole_piece(&random, 3), b = whole_piece(&random, 3);
        fk_piece c = mapped(&a, v(0, 0, 0), ldexp(1, exponent)),
                 d = mapped(&b, v(0, 0, 0), ldexp(1, exponent));
        assert_int_equal(truth_of(&a, &b), truth_of(&c, &d));
        check_pair(&c, &d, any_mode(&random), false, &seen);
    }
    assert_true(seen.verdict[FK_TOUCHING] > 50);
}

/* Numbers that the processor may take for zero, among others. */
static void small_numbers_among_others(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    tally seen = {{0}};
    for (int i = 0; i < 2000; i++) {
        fk_piece pieces[2] = {whole_piece(&random, 2), whole_piece(&random, 2)};
        double scale = ldexp(1, (int)whole(&random, 100)), number[FK_PIECE_NUMBERS];
        for (int side = 0; side < 2; side++) {
            fk_piece_to_numbers(&pieces[side], number);
            for (int k = 0; k < FK_PIECE_NUMBERS; k++)
                if (fk_random_below(&random, 4) == 0)
                    number[k] = ldexp(whole(&random, 3), -1074 + (int)fk_random_below(&random, 60));
                else
                    number[k] *= scale;
            pieces[side] = fk_piece_from_numbers(pieces[side].kind, number);
        }
        check_pair(&pieces[0], &pieces[1], any_mode(&random), true, &seen);
    }
    assert_true(seen.verdict[FK_TOUCHING] > 50);
}

static void what_is_no_number_is_not_decided(void **state)
{
    (void)state;
    const double none[] = {(double)INFINITY, -(double)INFINITY, (double)NAN};
    fk_piece b = cube(0, 0, 0, 1);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 12; k++) {
            double number[FK_PIECE_NUMBERS] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
            number[k] = none[i % 3];
            fk_piece a = fk_piece_from_numbers(kinds[i / 3], number);
            tally seen = {{0}};
            if (a.kind == FK_KIND_TRIANGLE && k >= 9)
                continue;
            check_pair(&a, &b, k % FPU_MODES, false, &seen);
            assert_int_equal(seen.verdict[FK_UNDECIDED], LEVELS);
        }
}

/* All 44 axes of two tetrahedra stay open. */
static void tetrahedra_that_are_points(void **state)
{
    (void)state;
    tally seen = {{0}};
    fk_vec3 none = v(0, 0, 0);
    fk_piece a = fk_piece_tetra(v(0.1, 0.2, 0.3), none, none, none);
    fk_piece b = fk_piece_tetra(v(0.1, 0.2, 0.4), none, none, none), c = a;
    check_pair(&a, &b, 0, true, &seen);
    check_pair(&a, &c, 0, true, &seen);
}

/* ---- A point inside both ------------------------------------------------------------------------------- */

static bool inside(const fk_piece *a, const fk_piece *b)
{
    fk_sat_piece p, q;
    fk_sat_piece_init(&p, a);
    fk_sat_piece_init(&q, b);
    fk_vec3 point;
    return fk_sat_find_inside(&p, &q, 3, &point);
}

/* Cells with parallel edges that overlap are found soon; mirrored ones, too. */
static void a_point_inside_both_is_found(void **state)
{
    (void)state;
    fk_vec3 e[3] = {v(0.7, 0.1, 0.3), v(-0.2, 0.9, 0.1), v(0.3, -0.1, 0.8)};
    for (int i = 0; i < 8; i++)
        for (int k = 1; k < 10; k++) {
            fk_vec3 by = fk_vec3_scale(fk_vec3_add(e[i % 3], e[(i + 1) % 3]), 0.1 * k);
            fk_piece a = fk_piece_box(v(0, 0, 0), e[0], e[1], i & 1 ? e[2] : fk_vec3_negate(e[2]));
            fk_piece b =
                fk_piece_box(by, e[i & 2 ? 0 : 1], e[i & 2 ? 1 : 0], i & 1 ? e[2] : fk_vec3_negate(e[2]));
            fk_piece tetra = fk_piece_tetra(fk_vec3_scale(by, 0.3), e[1], e[0], a.as.cell.edge[2]);
            if (truth_of(&a, &b) == FK_OVERLAPPING)
                assert_true(inside(&a, &b) && inside(&b, &a));
            assert_true(inside(&a, &tetra) && inside(&tetra, &a));
        }
}

/* A plate that is thinner than rounding lies on a face, or just above, or just below: its middle must not be called inside
 * unless it is. */
static void thin_plates_on_a_face(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    tally seen = {{0}};
    for (int i = 0; i < 6000; i++) {
        fk_vec3 e[3];
        for (int k = 0; k < 3; k++)
            e[k] = v(draw(&random, true), draw(&random, true), draw(&random, true));
        fk_vec3 origin = v(draw(&random, true), draw(&random, true), draw(&random, true));
        double thin = ldexp(1, -40 - (int)fk_random_below(&random, 30));
        fk_kind kind = kinds[1 + i % 2];
        fk_piece a = {.kind = kind, .as.cell = {origin, {e[0], e[1], e[2]}}};
        fk_piece b = {.kind = kinds[1 + i / 2 % 2],
                      .as.cell = {origin, {e[0], e[1], fk_vec3_scale(e[2], i % 5 ? -thin : thin)}}};
        if (inside(&a, &b) || inside(&b, &a))
            assert_int_equal(truth_of(&a, &b), FK_OVERLAPPING);
        check_pair(&a, &b, any_mode(&random), true, &seen);
    }
    assert_true(seen.verdict[FK_TOUCHING] > 1000 && seen.verdict[FK_OVERLAPPING] > 1000);
}

/* ---- Open axes in integers ----------------------------------------------------------------------------- */

/* Of numbers that fit into integers of fixed size, and of others. */
static void open_axes_in_integers(void **state)
{
    (void)state;
    const char *const families[] = {"touch-face-24", "touch-edge-24", "touch-vertex-24", "gap-1e-16",
                                    "mixed-scale"};
    int decided = 0, asked = 0;
    for (uint64_t i = 0; i < 1500; i++) {
        fk_family_pair pair;
        fk_sat_axis_list list;
        fk_sat_piece p, q;
        fk_kind kind = kinds[i % 3];
        fk_family_make(fk_family_find(families[i % 5]), kind, kinds[i / 3 % 3], 2, i, &pair);
        bool in_order = pair.a.kind <= pair.b.kind;
        fk_sat_piece_init(&p, in_order ? &pair.a : &pair.b);
        fk_sat_piece_init(&q, in_order ? &pair.b : &pair.a);
        fk_verdict verdict = fk_sat_list_open(&list, &p, &q), truth = truth_of(&pair.a, &pair.b);
        if (verdict != FK_UNDECIDED) {
            assert_int_equal(verdict, truth);
            continue;
        }
        assert_true(list.open_count > 0 && list.open_count <= 44);
        asked++;
        verdict = fk_sat_exact(&list, &p, &q);
        if (verdict == FK_UNDECIDED)
            continue;
        decided++;
        assert_int_equal(verdict, truth);
    }
    assert_true(asked > 900 && decided > 800);
}

/* ---- Pairs without volume ------------------------------------------------------------------------------ */

/* A piece in the plane of u and w (dimension 2), on the line of u (1), or all of it one point (0). */
static fk_piece flat_piece(fk_random *random, int dimension, int most, fk_vec3 u, fk_vec3 w)
{
    fk_vec3 at[4], none = v(0, 0, 0);
    for (int k = 0; k < 4; k++)
        at[k] = fk_vec3_add(fk_vec3_scale(u, whole(random, most)),
                            dimension == 2 ? fk_vec3_scale(w, whole(random, most)) : none);
    if (dimension == 0) {
        at[1] = at[2] = at[3] = none;
        return fk_random_below(random, 2) ? fk_piece_tetra(at[0], none, none, none)
                                          : fk_piece_triangle(at[0], at[0], at[0]);
    }
    fk_kind kind = any_kind(random);
    fk_piece cell = {.kind = kind, .as.cell = {at[0], {at[1], at[2], at[3]}}};
    return kind == FK_KIND_TRIANGLE ? fk_piece_triangle(at[0], at[1], at[2]) : cell;
}

/* Some are moved off their plane or line a little. */
static void flat_pairs(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    tally seen[3] = {{{0}}}, direct[3] = {{{0}}};
    for (int i = 0; i < 6000; i++) {
        int dimension = i % 3, most = 1 << (1 + fk_random_below(&random, 14));
        fk_vec3 u = whole_vector(&random, 2), w = whole_vector(&random, 2), by = whole_vector(&random, 1);
        double scale = ldexp(1, (int)whole(&random, 30));
        fk_piece a = flat_piece(&random, dimension, most, u, w),
                 b = flat_piece(&random, dimension, most, u, w);
        a = mapped(&a, v(0, 0, 0), scale);
        b = mapped(&b, i % 5 ? v(0, 0, 0) : by, scale);
        check_pair(&a, &b, any_mode(&random), true, &seen[dimension]);
        if (i % 5 == 0)
            continue;
        fk_sat_piece p, q;
        fk_sat_piece_init(&p, &a);
        fk_sat_piece_init(&q, &b);
        fk_verdict verdict = fk_sat_flat(&p, &q);
        assert_true(verdict == FK_UNDECIDED || verdict == truth_of(&a, &b));
        direct[dimension].verdict[verdict]++;
    }
    for (int dimension = 0; dimension < 3; dimension++) {
        assert_true(seen[dimension].verdict[FK_APART] > 50 && direct[dimension].verdict[FK_APART] > 50);
        /* Where all is one point, no number is left to measure with. */
        assert_true(dimension == 0 || seen[dimension].verdict[FK_TOUCHING] > 50);
        assert_true(dimension == 0 || direct[dimension].verdict[FK_TOUCHING] > 50);
    }
}

/* Edges that cross at 2^-41: only their own axis separates, and it is so short that doubles cannot tell. */
static void edges_that_are_nearly_parallel(void **state)
{
    (void)state;
    static const fk_verdict truth[3] = {FK_OVERLAPPING, FK_TOUCHING, FK_APART};
    for (int k = 0; k < 3; k++) {
        double gap = (k - 1) * 0x1p-43;
        fk_piece a = fk_piece_box(fk_vec3_make(-1, 0, 0), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 1, -1),
                                  fk_vec3_make(0, -1, -1));
        fk_piece b = fk_piece_box(fk_vec3_make(-1, -0x1p-41, gap), fk_vec3_make(2, 0x1p-40, 0),
                                  fk_vec3_make(0, 1, 1), fk_vec3_make(0, -1, 1));
        assert_int_equal(fk_pair_verdict(&a, &b), truth[k]);
        assert_int_equal(fk_pair_verdict(&b, &a), truth[k]);
    }
}

/* On levels with vectors, the first test leaves open only what nearly touches. */
static void random_cells_are_decided_at_once(void **state)
{
    (void)state;
    size_t family = fk_family_find("random");
    for (int i = 1; i < LEVELS; i++) {
        use_level(levels[i]);
        int left = 0;
        for (unsigned index = 0; index < 2000; index++) {
            fk_family_pair pair;
            fk_family_make(family, kinds[1 + index % 2], kinds[1 + index / 2 % 2], 6, index, &pair);
            left += quick_verdict(&pair.a, &pair.b) == FK_UNDECIDED;
        }
        assert_true(fk_cpu_level() < FK_CPU_AVX2 || left < 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_cells_are_decided_at_once),
        cmocka_unit_test(edges_that_are_nearly_parallel),
        cmocka_unit_test_teardown(small_whole_numbers_are_always_decided, fpu_usual),
        cmocka_unit_test_teardown(whole_numbers_at_their_limit, fpu_usual),
        cmocka_unit_test_teardown(far_whole_numbers, fpu_usual),
        cmocka_unit_test_teardown(all_families, fpu_usual),
        cmocka_unit_test_teardown(corners_edges_and_faces_almost_in_common, fpu_usual),
        cmocka_unit_test_teardown(triangles_whose_edges_are_rounded, fpu_usual),
        cmocka_unit_test_teardown(every_size, fpu_usual),
        cmocka_unit_test_teardown(small_numbers_among_others, fpu_usual),
        cmocka_unit_test_teardown(what_is_no_number_is_not_decided, fpu_usual),
        cmocka_unit_test_teardown(tetrahedra_that_are_points, fpu_usual),
        cmocka_unit_test(a_point_inside_both_is_found),
        cmocka_unit_test_teardown(thin_plates_on_a_face, fpu_usual),
        cmocka_unit_test(open_axes_in_integers),
        cmocka_unit_test_teardown(flat_pairs, fpu_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
