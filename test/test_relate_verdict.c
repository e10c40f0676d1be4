/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on two meshes, without all of their relation (tree/solid_relation.h). Solids and surfaces are made of the cells and
 * squares of a lattice, so that counting tells the truth: two solids overlap in a common cell; a surface and a solid in
 * a square that has the solid on both sides; two surfaces in an edge where they cross; sets touch in a common corner of
 * the lattice. Relations have to say the same. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "farkas/farkas.h"
#include "pieces.h"
#include "placed_meshes.h"
#include "sanitized.h"
#include "tree/tree.h"

/* ---- What is on the lattice ---------------------------------------------------------------------------- */

#define N 4

/* Cells and squares; a square of axis k is the lower face of its cell along k. Bodies stay off the border. */
typedef struct lattice {
    bool is_solid;
    uint8_t cell[N * N * N];
    uint8_t square[3][N * N * N]; /* all that triangles are on */
} lattice;

static const int step[3] = {1, N, N *N};

static bool is_cell(const int at[3])
{
    return at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && at[0] < N && at[1] < N && at[2] < N;
}

/* The faces of a solid: where one of two neighbours is full. Its cells are not in the last layers. */
static void find_squares(lattice *l)
{
    for (int i = 0; i < N * N * N; i++)
        for (int k = 0; k < 3; k++) {
            int place = i / step[k] % N;
            bool below = place > 0 && l->cell[i - step[k]];
            l->square[k][i] = l->cell[i] != below;
        }
}

static fk_mesh *mesh_of(const lattice *l)
{
    soup *s = soup_make();
    for (int i = 0; i < N * N * N; i++)
        for (int k = 0; k < 3; k++) {
            const double low[3] = {i % N, (double)(i / N % N), (double)(i / N / N)};
            double high[3] = {low[0] + 1, low[1] + 1, low[2] + 1};
            high[k] = low[k];
            if (l->square[k][i]) /* outward: down where the cell is full */
                soup_add_face(s, low, high, k, l->cell[i] ? -1 : 1);
        }
    fk_mesh *mesh = soup_mesh(context, s);
    free(s);
    return mesh;
}

/* Whether a closed square or cell has a corner of the lattice. */
static bool has_corner(const lattice *l, const int corner[3])
{
    for (int m = 0; m < 8; m++) {
        int at[3] = {corner[0] - (m & 1), corner[1] - (m >> 1 & 1), corner[2] - (m >> 2 & 1)};
        if (!is_cell(at))
            continue;
        int i = at[0] + N * at[1] + N * N * at[2];
        if (l->is_solid && l->cell[i])
            return true;
        for (int k = 0; k < 3; k++)
            if (l->square[k][i] && at[k] == corner[k])
                return true;
    }
    return false;
}

static bool touch(const lattice *a, const lattice *b)
{
    for (int i = 0; i < N * N * N; i++) {
        const int corner[3] = {i % N, i / N % N, i / N / N};
        if (has_corner(a, corner) && has_corner(b, corner))
            return true;
    }
    return false;
}

/* Of two of which one at least is solid. */
static bool overlap(const lattice *a, const lattice *b)
{
    for (int i = 0; i < N * N * N; i++) {
        if (a->is_solid && b->is_solid && a->cell[i] && b->cell[i])
            return true;
        for (int k = 0; k < 3; k++) {
            int below = i - step[k];
            if (i / step[k] % N == 0)
                continue;
            if ((!a->is_solid && a->square[k][i] && b->cell[i] && b->cell[below]) ||
                (!b->is_solid && b->square[k][i] && a->cell[i] && a->cell[below]))
                return true;
        }
    }
    return false;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* Cells from low to high, without these: 1 to N - 2 are inside. */
static void fill(lattice *l, int low, int high, uint8_t value)
{
    for (int i = 0; i < N * N * N; i++) {
        int x = i % N, y = i / N % N, z = i / N / N;
        if (x >= low && y >= low && z >= low && x < high && y < high && z < high)
            l->cell[i] = value;
    }
}

/* By chance, or a cube, a shell around a cavity, or what is left of one. */
static lattice any_lattice(fk_random *random)
{
    lattice l = {.is_solid = fk_random_below(random, 3) > 0};
    int form = (int)fk_random_below(random, 4);
    uint64_t rare = 2 + fk_random_below(random, 12);
    for (int i = 0; i < N * N * N; i++) {
        bool is_last = i % N == N - 1 || i / N % N == N - 1 || i / N / N == N - 1;
        l.cell[i] = !is_last && fk_random_below(random, form == 0 ? rare : 5) == 0;
    }
    if (form >= 2)
        memset(l.cell, 0, sizeof l.cell);
    if (form == 1 || form == 2)
        fill(&l, (int)fk_random_below(random, 2), N - 1, 1);
    if (form == 3) {
        fill(&l, 0, N - 1, 1);
        fill(&l, 1, N - 2, 0);
    }
    find_squares(&l);
    if (!l.is_solid) {
        for (int i = 0; i < N * N * N; i++)
            for (int k = 0; k < 3; k++) {
                bool is_last = i % N == N - 1 || i / N % N == N - 1 || i / N / N == N - 1;
                bool is_kept = l.square[k][i] && fk_random_below(random, rare) == 0;
                l.square[k][i] = is_kept || (!is_last && fk_random_below(random, 10 * rare) == 0);
            }
        memset(l.cell, 0, sizeof l.cell);
    }
    return l;
}

/* Some cells of another body, or some of its squares: what is contained, and touches from inside. */
static lattice part_of(fk_random *random, const lattice *from)
{
    lattice l = {.is_solid = from->is_solid && fk_random_below(random, 2)};
    for (int i = 0; i < N * N * N; i++)
        l.cell[i] = l.is_solid && from->cell[i] && fk_random_below(random, 3) > 0;
    find_squares(&l);
    for (int i = 0; i < N * N * N && !l.is_solid; i++)
        for (int k = 0; k < 3; k++) {
            bool is_wall = i / step[k] % N > 0 && from->cell[i] && from->cell[i - step[k]];
            l.square[k][i] = (from->square[k][i] && fk_random_below(random, 2)) ||
                             (is_wall && fk_random_below(random, 12) == 0);
        }
    return l;
}

/* ---- Verdicts ------------------------------------------------------------------------------------------ */

/* The squares around an edge along an axis that begins in a corner, one bit each, in their order around it. */
static unsigned squares_around(const lattice *l, const int corner[3], int axis)
{
    int u = (axis + 1) % 3, w = (axis + 2) % 3;
    unsigned around = 0;
    for (int m = 0; m < 4; m++) { /* towards u, w, -u, -w */
        int at[3] = {corner[0], corner[1], corner[2]};
        if (m >= 2)
            at[m == 2 ? u : w]--;
        int i = at[0] + N * at[1] + N * N * at[2];
        if (is_cell(at) && l->square[m % 2 ? u : w][i])
            around |= 1u << m;
    }
    return around;
}

/* Two surfaces of squares cross in edges alone: one goes on straight, and the other is on both sides. */
static bool cross(const lattice *a, const lattice *b)
{
    for (int i = 0; i < 3 * N * N * N; i++) {
        const int corner[3] = {i / 3 % N, i / 3 / N % N, i / 3 / N / N};
        unsigned p = squares_around(a, corner, i % 3), q = squares_around(b, corner, i % 3);
        if (((p & 5) == 5 && (q & 10) == 10) || ((p & 10) == 10 && (q & 5) == 5))
            return true;
    }
    return false;
}

static fk_verdict expected_of(const lattice *a, const lattice *b)
{
    bool is_hard = a->is_solid || b->is_solid ? overlap(a, b) : cross(a, b);
    return is_hard ? FK_OVERLAPPING : touch(a, b) ? FK_TOUCHING : FK_APART;
}

/* What the relation says; where one is in the other, and both are no solids, it says less. */
static void check_relation(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_verdict verdict)
{
    fk_relation_result *related = NULL;
    assert_int_equal(fk_placed_relate(context, a, b, &related), FK_OK);
    if (related->relation <= FK_RELATION_HARD)
        assert_int_equal((int)related->relation, (int)verdict);
    else
        assert_true(verdict == FK_OVERLAPPING || (verdict == FK_TOUCHING && !(a->is_solid && b->is_solid)));
    fk_relation_result_free(context, related);
}

static void check(const lattice *l, const lattice *m, fk_verdict expected)
{
    fk_placed_mesh a = at_rest(mesh_of(l), l->is_solid), b = at_rest(mesh_of(m), m->is_solid);
    fk_verdict verdict, back;
    assert_int_equal(fk_placed_verdict(context, &a, &b, &verdict), FK_OK);
    assert_int_equal(fk_placed_verdict(context, &b, &a, &back), FK_OK);
    assert_int_equal(verdict, expected);
    assert_int_equal(back, expected);
    check_relation(&a, &b, verdict);
    drop(&a);
    drop(&b);
}

/* Squares around one edge: of each surface any of the four. */
static void test_surfaces_that_cross(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 256; i++) {
        lattice l = {.is_solid = false}, m = l;
        lattice *both[2] = {&l, &m};
        for (int k = 0; k < 2; k++) {
            unsigned around = k == 0 ? i % 16 : i / 16;
            const int at = 1 + N + N * N;
            both[k]->square[1][at] = around & 1;
            both[k]->square[0][at] = around >> 1 & 1;
            both[k]->square[1][at - 1] = around >> 2 & 1;
            both[k]->square[0][at - N] = around >> 3 & 1;
        }
        if (i % 16 != 0 && i / 16 != 0)
            check(&l, &m, expected_of(&l, &m));
    }
}

/* A cell, or what is on its border, that meets the border of the solid around it in one corner alone: no two triangles
 * have a segment in common. */
static void test_corners_from_inside(void **state)
{
    (void)state;
    for (int m = 0; m < 32; m++) {
        lattice l = {.is_solid = true}, inner = {.is_solid = m < 16};
        fill(&l, 0, N - 1, 1);
        for (int k = 0; k < 8; k++) /* one of the outer corners is missing, or two that are opposite */
            if (k == m % 8 || (m & 8 && k == 7 - m % 8))
                l.cell[(k & 1 ? N - 2 : 0) + N * (k & 2 ? N - 2 : 0) + N * N * (k & 4 ? N - 2 : 0)] = 0;
        inner.cell[1 + N + N * N] = 1;
        find_squares(&l);
        find_squares(&inner);
        if (!inner.is_solid)
            memset(inner.cell, 0, sizeof inner.cell);
        check(&l, &inner, FK_OVERLAPPING);
    }
}

/* A tetrahedron in a cube, with one corner on a face of it, or an edge, or a face: from inside, or from outside. */
static void test_tetrahedra_in_a_cube(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * 2 * 2; i++) {
        double side = i / 3 % 2 ? 1 : -1; /* up is outside */
        fk_vec3 p[4] = {v(4, 4, 8), v(4, 5, 8), v(6, 4, 8), v(4, 4, 8 + side)};
        for (int k = 1; k < 3 - i % 3; k++) /* so many corners leave the face */
            p[3 - k].z += side;
        soup *s = soup_make(), *box = soup_make();
        soup_add_box(box, 0, 0, 0, 8, 8, 8);
        static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
        for (int k = 0; k < 4; k++)
            soup_add(s, p[face[k][0]], p[face[k][1]], p[face[k][2]]);
        fk_placed_mesh a = at_rest(soup_mesh(context, box), true), b = at_rest(soup_mesh(context, s), i < 6);
        fk_verdict verdict, back;
        assert_int_equal(fk_placed_verdict(context, &a, &b, &verdict), FK_OK);
        assert_int_equal(fk_placed_verdict(context, &b, &a, &back), FK_OK);
        assert_int_equal(verdict, side < 0 ? FK_OVERLAPPING : FK_TOUCHING);
        assert_int_equal(back, verdict);
        check_relation(&a, &b, verdict);
        drop(&a);
        drop(&b);
        free(s);
        free(box);
    }
}

static void test_lattices(void **state)
{
    (void)state;
    fk_random random = fk_random_make(91);
    uint32_t seen[2][2][4] = {{{0}}};
    for (int i = 0; i < 300 / SHARE; i++) {
        lattice l = any_lattice(&random), m = i % 2 ? part_of(&random, &l) : any_lattice(&random);
        fk_verdict expected = expected_of(&l, &m);
        check(&l, &m, expected);
        seen[l.is_solid][m.is_solid][expected]++;
    }
    for (int i = 0; i < 4; i++)
        assert_true(SANITIZED || seen[i / 2][i % 2][FK_TOUCHING] > 0);
    assert_true(seen[1][1][FK_OVERLAPPING] > 0 &&
                seen[0][1][FK_OVERLAPPING] + seen[1][0][FK_OVERLAPPING] > 0);
}

/* Large meshes that slide along each other in flat faces with many triangles: the search ends soon, with a depth that separates. */
static void test_depth_of_many_flush_faces(void **state)
{
    (void)state;
    fk_placed_mesh a = at_rest(generated("bracket", 60000), true), b = a;
    for (int i = 0; i < 3; i++) {
        fk_placed_depth depth, back;
        fk_verdict verdict;
        b.pose.translation = fk_vec3_make(i == 1 ? 0.125 : 0, i == 2 ? 0.25 : 0, 0);
        assert_int_equal(fk_placed_penetration(context, &a, &b, &depth), FK_OK);
        assert_int_equal(fk_placed_penetration(context, &b, &a, &back), FK_OK);
        assert_memory_equal(&depth.depth, &back.depth, sizeof depth.depth);
        assert_true(!depth.is_exact && depth.depth.hi > 0 && depth.depth.hi < 1);
        b.pose.translation =
            fk_vec3_add(b.pose.translation, fk_vec3_scale(depth.direction, depth.depth.hi * (1 + 0x1p-30)));
        assert_int_equal(fk_placed_verdict(context, &a, &b, &verdict), FK_OK);
        assert_true(verdict == FK_APART || verdict == FK_TOUCHING);
    }
    drop(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattices),
        cmocka_unit_test(test_surfaces_that_cross),
        cmocka_unit_test(test_corners_from_inside),
        cmocka_unit_test(test_tetrahedra_in_a_cube),
        cmocka_unit_test(test_depth_of_many_flush_faces),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
