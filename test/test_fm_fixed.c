/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fourier-Motzkin elimination in integers of fixed size. The trusted reference is fk_pair_verdict, which is tested against the
 * oracle. What is decided is right; everything on a grid is decided, unless the edges of both pieces do not span space. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "exact/fixed.h"
#include "farkas/farkas.h"
#include "gen/family.h"
#include "method/method.h"
#include "methods.h"
#include "pieces.h"
#include "sanitized.h"

/* The verdict in fixed size; it fails where that is wrong. */
static fk_verdict right_verdict(const fk_piece *a, const fk_piece *b)
{
    fk_verdict verdict = fk_fm_fixed(a, b);
    assert_no_contradiction(a, b, fk_pair_verdict(a, b), verdict);
    return verdict;
}

/* Without integers of 128 bits nothing is decided. */
static void need_fixed(void)
{
    if (!FK_HAS_FIXED)
        skip();
}

static void test_families(void **state)
{
    (void)state;
    need_fixed();
    for (size_t family = 0; family < fk_family_count(); family++) {
        int decided = 0, all = 0;
        for (int i = 0; i < POLYHEDRA; i++)
            for (int j = 0; j < POLYHEDRA; j++)
                for (uint64_t k = 0; k < (SANITIZED ? 5 : 60); k++) {
                    fk_family_pair pair;
                    fk_family_make(family, polyhedra[i], polyhedra[j], 21, k, &pair);
                    if (pair.a.kind == FK_KIND_HULL || pair.b.kind == FK_KIND_HULL) {
                        assert_int_equal(fk_fm_fixed(&pair.a, &pair.b), FK_UNDECIDED);
                        continue;
                    }
                    all += 2;
                    decided += right_verdict(&pair.a, &pair.b) != FK_UNDECIDED;
                    decided += right_verdict(&pair.b, &pair.a) != FK_UNDECIDED;
                }
        print_message("%-16s decided: %5d of %5d\n", fk_family_name(family), decided, all);
        if (strncmp(fk_family_name(family), "touch-", 6) == 0)
            assert_true(decided > 0.55 * all);
    }
}

/* ---- Small whole numbers: most pairs touch, and many are flat ------------------------------------------- */

static fk_vec3 small_vector(fk_random *random, int most, double unit)
{
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = unit * ((double)fk_random_below(random, (uint64_t)(2 * most + 1)) - most);
    return v(x[0], x[1], x[2]);
}

static fk_piece small_piece(fk_random *random, int most, double unit)
{
    fk_vec3 p[4];
    for (int k = 0; k < 4; k++)
        p[k] = small_vector(random, most, unit);
    switch (fk_random_below(random, 7)) {
    case 0:
        return fk_piece_point(p[0]);
    case 1:
        return fk_piece_segment(p[0], p[1]);
    case 2:
        return fk_piece_triangle(p[0], p[1], p[2]);
    case 3:
    case 4:
        return fk_piece_tetra(p[0], p[1], p[2], p[3]);
    default:
        return fk_piece_box(p[0], p[1], p[2], p[3]);
    }
}

/* The edges of a piece from its first vertex. */
static int list_edges(const fk_piece *piece, fk_vec3 edge[3])
{
    if (piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA) {
        memcpy(edge, piece->as.cell.edge, 3 * sizeof *edge);
        return 3;
    }
    const fk_vec3 *p = piece->kind == FK_KIND_TRIANGLE ? piece->as.triangle : piece->as.segment;
    int count = piece->kind == FK_KIND_TRIANGLE ? 2 : piece->kind == FK_KIND_SEGMENT;
    for (int k = 0; k < count; k++)
        edge[k] = fk_vec3_sub(p[k + 1], p[0]);
    return count;
}

/* Whether the edges of both, small multiples of a unit, span space. */
static bool edges_span(const fk_piece *a, const fk_piece *b, double unit)
{
    fk_vec3 e[6];
    int count = list_edges(a, e);
    count += list_edges(b, e + count);
    for (int i = 0; i < count; i++)
        e[i] = v(e[i].x / unit, e[i].y / unit, e[i].z / unit);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            for (int k = j + 1; k < count; k++)
                if (fk_vec3_dot(e[i], fk_vec3_cross(e[j], e[k])) != 0)
                    return true;
    return false;
}

static void ask_small(uint64_t seed, int most, double unit)
{
    fk_random random = fk_random_make(seed);
    int count[FK_OVERLAPPING + 1] = {0};
    for (int i = 0; i < (SANITIZED ? 4000 : 40000); i++) {
        fk_piece a = small_piece(&random, most, unit), b = small_piece(&random, most, unit);
        fk_verdict verdict = right_verdict(&a, &b);
        assert_int_equal(verdict, right_verdict(&b, &a));
        assert_int_equal(verdict != FK_UNDECIDED, edges_span(&a, &b, unit));
        count[verdict]++;
    }
    print_message("numbers to %d times %g: %d undecided, %d apart, %d touching, %d overlapping\n", most, unit,
                  count[FK_UNDECIDED], count[FK_APART], count[FK_TOUCHING], count[FK_OVERLAPPING]);
    for (int k = 0; k <= FK_OVERLAPPING; k++)
        assert_true(count[k] > 20);
}

/* Times an odd number they have no trailing zeros, and are long. */
static void test_small_numbers(void **state)
{
    (void)state;
    need_fixed();
    for (int most = 1; most <= 4; most++) {
        ask_small(30 + (uint64_t)most, most, 1);
        ask_small(30 + (uint64_t)most, most, 0x1p40 + 1);
        ask_small(30 + (uint64_t)most, most, 0x1p-900 + 0x1p-940);
    }
}

/* The largest numbers on a grid, which reach all bits, and numbers on none. */
static void test_ends_of_the_grid(void **state)
{
    (void)state;
    need_fixed();
    const double large = 0x1.fffffffffffffp59, small = 1;
    fk_random random = fk_random_make(40);
    int touching = 0;
    for (int i = 0; i < (SANITIZED ? 2000 : 20000); i++) {
        fk_vec3 p[8];
        for (int k = 0; k < 8; k++) {
            fk_vec3 far = small_vector(&random, 1, large), near = small_vector(&random, 1, small);
            bool is_near = fk_random_below(&random, 4) == 0;
            p[k] = is_near ? near : far;
        }
        if (i % 2 == 0)
            p[4] = p[0];
        fk_piece a =
            i % 3 == 0 ? fk_piece_tetra(p[0], p[1], p[2], p[3]) : fk_piece_box(p[0], p[1], p[2], p[3]);
        fk_piece b =
            i % 5 < 2 ? fk_piece_tetra(p[4], p[5], p[6], p[7]) : fk_piece_box(p[4], p[5], p[6], p[7]);
        fk_verdict verdict = right_verdict(&a, &b);
        assert_int_equal(verdict, right_verdict(&b, &a));
        touching += verdict == FK_TOUCHING;
    }
    assert_true(touching > 100);
    fk_piece box = cube(0, 0, 0, 1), tiny = cube(1, 0, 0, 0x1p-70);
    assert_int_equal(fk_fm_fixed(&box, &tiny), FK_UNDECIDED);
    assert_int_equal(answer_by(FK_METHOD_FM, &box, &tiny).verdict, FK_TOUCHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_small_numbers),
        cmocka_unit_test(test_ends_of_the_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
