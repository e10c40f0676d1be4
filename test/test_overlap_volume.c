/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The volume that two solids have in common: cells of lattices, which are counted; tetrahedra, cut in rational numbers; boxes of many
 * triangles, in and beside each other. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>
#include <math.h>

#include "fpu_modes.h"
#include "placed_meshes.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scarce_memory.h"

static fk_placed_mesh solid_of_soup(soup *s)
{
    fk_placed_mesh made = at_rest(soup_mesh(context, s), true);
    free(s);
    return made;
}

/* In both orders. */
static fk_interval volume_of(const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_interval forth, back;
    assert_int_equal(fk_placed_overlap_volume(context, a, b, &forth), FK_OK);
    assert_int_equal(fk_placed_overlap_volume(context, b, a, &back), FK_OK);
    assert_true(forth.lo <= back.hi && back.lo <= forth.hi);
    assert_true(0 <= forth.lo && forth.lo <= forth.hi);
    return forth;
}

static void assert_volume(fk_interval got, double truth, double width)
{
    assert_true(got.lo <= truth && truth <= got.hi);
    assert_true(got.hi - got.lo <= width);
}

/* ---- Cells of a lattice -------------------------------------------------------------------------------- */

#define N 3

static bool is_full(const uint8_t *full, int x, int y, int z)
{
    return x >= 0 && y >= 0 && z >= 0 && x < N && y < N && z < N && full[x + N * y + N * N * z];
}

static void cells(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (int i = 0; i < 200 / SHARE; i++) {
        uint8_t full[2][N * N * N];
        fk_placed_mesh s[2];
        int shift[3]; /* in halves */
        double size = ldexp(1, (int)fk_random_below(&random, 61) - 30);
        for (int k = 0; k < 3; k++)
            shift[k] = (int)fk_random_below(&random, 8) - 4;
        for (int k = 0; k < 2; k++) {
            fill_cells(&random, full[k], N);
            soup *made = soup_make();
            soup_add_cells(made, full[k], N);
            soup_shuffle(made, &random);
            if (fk_random_below(&random, 3) == 0) /* inside out */
                soup_turn(made, 0);
            fk_vec3 zero = {0, 0, 0},
                    by = {0.5 * size * shift[0], 0.5 * size * shift[1], 0.5 * size * shift[2]};
            soup_move(made, fk_vec3_make(size, size, size), k == 0 ? zero : by);
            s[k] = solid_of_soup(made);
        }
        int count = 0; /* of eighths of cells */
        for (int x = 0; x < 2 * N; x++)
            for (int y = 0; y < 2 * N; y++)
                for (int z = 0; z < 2 * N; z++)
                    count += is_full(full[0], x / 2, y / 2, z / 2) &&
                             is_full(full[1], (int)floor((x - shift[0]) / 2.0),
                                     (int)floor((y - shift[1]) / 2.0), (int)floor((z - shift[2]) / 2.0));
        fpu_set(i % FPU_MODES);
        fk_interval got = volume_of(&s[0], &s[1]);
        fpu_set(0);
        assert_volume(got, 0.125 * count * size * size * size, 1e-8 * size * size * size);
        drop(&s[0]);
        drop(&s[1]);
    }
}

/* ---- Tetrahedra in rational numbers -------------------------------------------------------------------- */

#define CORNERS 12

typedef struct rational {
    mpq_t at[3];
} rational;

static rational polygon[CORNERS], other[CORNERS], edge[3];
static mpq_t height[CORNERS], sum, product;

static void for_each_rational(void (*work)(mpq_ptr))
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < CORNERS; i++) {
            work(polygon[i].at[k]);
            work(other[i].at[k]);
        }
        for (int i = 0; i < 3; i++)
            work(edge[i].at[k]);
    }
    for (int i = 0; i < CORNERS; i++)
        work(height[i]);
    work(sum);
    work(product);
}

static void subtract(rational *out, const rational *a, fk_vec3 b)
{
    for (int k = 0; k < 3; k++) {
        mpq_set_d(product, fk_vec3_get(b, k));
        mpq_sub(out->at[k], a->at[k], product);
    }
}

static void set(rational *out, fk_vec3 v)
{
    for (int k = 0; k < 3; k++)
        mpq_set_d(out->at[k], fk_vec3_get(v, k));
}

/* (a x b).c */
static void determinant(mpq_t out, const rational *a, const rational *b, const rational *c)
{
    mpq_t total, term;
    mpq_inits(total, term, NULL);
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        mpq_mul(term, a->at[y], b->at[z]);
        mpq_mul(product, a->at[z], b->at[y]);
        mpq_sub(term, term, product);
        mpq_mul(term, term, c->at[k]);
        mpq_add(total, total, term);
    }
    mpq_set(out, total);
    mpq_clears(total, term, NULL);
}

/* The corners of a face of a tetrahedron, seen from outside: positive volumes only. */
static const int face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

/* Cuts the polygon by the inner side of a face. */
static int cut(int count, const fk_vec3 c[4], int f)
{
    fk_vec3 o = c[face[f][0]];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        set(&edge[0], c[face[f][1]]);
        subtract(&edge[0], &edge[0], o);
        set(&edge[1], c[face[f][2]]);
        subtract(&edge[1], &edge[1], o);
        subtract(&edge[2], &polygon[i], o);
        determinant(height[i], &edge[0], &edge[1], &edge[2]);
    }
    for (int i = 0; i < count; i++) {
        int j = (i + 1) % count;
        if (mpq_sgn(height[i]) <= 0) {
            for (int k = 0; k < 3; k++)
                mpq_set(other[kept].at[k], polygon[i].at[k]);
            kept++;
        }
        if (mpq_sgn(height[i]) * mpq_sgn(height[j]) < 0) {
            mpq_sub(sum, height[i], height[j]);
            mpq_div(sum, height[i], sum);
            for (int k = 0; k < 3; k++) {
                mpq_sub(product, polygon[j].at[k], polygon[i].at[k]);
                mpq_mul(product, product, sum);
                mpq_add(other[kept].at[k], polygon[i].at[k], product);
            }
            kept++;
        }
        assert_true(kept < CORNERS);
    }
    for (int i = 0; i < kept; i++)
        for (int k = 0; k < 3; k++)
            mpq_swap(polygon[i].at[k], other[i].at[k]);
    return kept;
}

/* Adds six times the volume between the origin and what of the faces of a is in b. */
static void add_faces(mpq_t total, const fk_vec3 a[4], const fk_vec3 b[4])
{
    mpq_t part;
    mpq_init(part);
    for (int f = 0; f < 4; f++) {
        int count = 3;
        for (int k = 0; k < 3; k++)
            set(&polygon[k], a[face[f][k]]);
        for (int g = 0; g < 4 && count > 0; g++)
            count = cut(count, b, g);
        for (int i = 2; i < count; i++) {
            determinant(part, &polygon[0], &polygon[i - 1], &polygon[i]);
            mpq_add(total, total, part);
        }
    }
    mpq_clear(part);
}

static fk_placed_mesh solid_of_tetra(const fk_vec3 c[4])
{
    soup *s = soup_make();
    for (int i = 0; i < 4; i++)
        soup_add(s, c[face[i][0]], c[face[i][1]], c[face[i][2]]);
    return solid_of_soup(s);
}

/* Over a quadrilateral, heights of two faces are equal but for rounding, with signs that change four times around it. */
static void heights_that_are_equal(void **state)
{
    (void)state;
    const fk_vec3 p[4] = {{2, 3, 3}, {3, 0, 1}, {1, 2, 4}, {0, 4, 5}},
                  q[4] = {{0, 3, 5}, {0, 2, 4}, {3, 3, 2}, {2, 5, 3}};
    fk_placed_mesh a = solid_of_tetra(p), b = solid_of_tetra(q);
    fk_interval got = volume_of(&a, &b);
    assert_volume(got, 2.0 / 27, 1e-8);
    drop(&a);
    drop(&b);
}

static void draw_tetra(fk_random *random, fk_vec3 c[4], int kind)
{
    do {
        for (int k = 0; k < 4; k++)
            c[k] = fk_vec3_make(fk_random_unit(random), fk_random_unit(random), fk_random_unit(random));
        if (kind % 4 == 1) /* nearly upright */
            c[1] = fk_vec3_make(c[0].x + 1e-9 * c[1].x, c[0].y, c[1].z);
        if (kind % 4 == 2) /* flat */
            c[3].z = c[0].z + 1e-7 * c[3].z;
        if (kind % 4 == 3) /* far from the origin */
            for (int k = 0; k < 4; k++)
                c[k] = fk_vec3_add(c[k], fk_vec3_make(1e5, -1e5, 3e4));
    } while (fk_vec3_dot(fk_vec3_cross(fk_vec3_sub(c[1], c[0]), fk_vec3_sub(c[2], c[0])),
                         fk_vec3_sub(c[3], c[0])) <= 1e-14);
}

static void tetrahedra(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    mpq_t truth;
    mpq_init(truth);
    for_each_rational(mpq_init);
    int positive = 0;
    for (int i = 0; i < 1000 / SHARE; i++) {
        fk_vec3 c[2][4];
        draw_tetra(&random, c[0], i);
        draw_tetra(&random, c[1], i % 4 == 3 ? i : i / 4 % 3);
        mpq_set_ui(truth, 0, 1);
        add_faces(truth, c[0], c[1]);
        add_faces(truth, c[1], c[0]);
        mpq_set_ui(sum, 6, 1);
        mpq_div(truth, truth, sum);
        fk_placed_mesh a = solid_of_tetra(c[0]), b = solid_of_tetra(c[1]);
        fpu_set(i % FPU_MODES);
        fk_interval got = volume_of(&a, &b);
        fpu_set(0);
        assert_true(oracle_compare(truth, got.lo) >= 0 && oracle_compare(truth, got.hi) <= 0);
        assert_true(got.hi - got.lo < 1e-10);
        positive += got.lo > 0;
        drop(&a);
        drop(&b);
    }
    assert_true(positive > 300 / SHARE);
    for_each_rational(mpq_clear);
    mpq_clear(truth);
}

/* ---- Boxes of many triangles --------------------------------------------------------------------------- */

static void boxes(void **state)
{
    (void)state;
    static const uint32_t triangles[] = {12, 48, 192};
    static const double shift[][3] = {{0, 0, 0},   {0.25, 0.5, 0.125}, {1, 0, 0}, {0, 1, 0.5},  {0, 0, 1},
                                      {0.5, 0, 0}, {0, 0, -0.875},     {2, 0, 0}, {0.9, 0.9, 0}};
    for (int i = 0; i < 3; i++) {
        fk_placed_mesh a = at_rest(generated("box", triangles[i]), true),
                       b = at_rest(generated("box", triangles[2 - i]), true);
        for (size_t k = 0; k < sizeof shift / sizeof *shift; k++) {
            double truth = 1;
            b.pose.translation = fk_vec3_make(shift[k][0], shift[k][1], shift[k][2]);
            for (int j = 0; j < 3; j++)
                truth *= fmax(0, 1 - fabs(shift[k][j]));
            fk_interval got = volume_of(&a, &b);
            assert_true(got.lo <= truth + 1e-15 && got.hi >= truth - 1e-15);
            assert_true(got.hi - got.lo < 1e-8);
        }
        drop(&a);
        drop(&b);
    }
}

/* Turned together, what is common stays the same, up to the rounding of the corners. */
static void turned_boxes(void **state)
{
    (void)state;
    fk_placed_mesh a = at_rest(generated("box", 48), true), b = at_rest(generated("box", 12), true);
    fk_pose by = fk_pose_from_rpy(fk_vec3_make(0.25, 0.125, 0.5), fk_vec3_make(0, 0, 0));
    for (int i = 0; i < 10; i++) {
        fk_vec3 angle = {0.1 * i, 0.2 + 0.3 * i, 1 - 0.4 * i};
        a.pose = fk_pose_from_rpy(fk_vec3_make(3, 2, 1), angle);
        b.pose = fk_pose_multiply(&a.pose, &by);
        fk_interval got = volume_of(&a, &b);
        double truth = 0.75 * 0.875 * 0.5;
        assert_true(fabs(got.lo - truth) < 1e-9 && fabs(got.hi - truth) < 1e-9);
    }
    /* By an eighth of a turn, in the middle of each other: an octagon. */
    fk_placed_mesh c = at_rest(generated("box", 192), true);
    a.pose = fk_pose_identity();
    fk_aabb box;
    assert_int_equal(fk_aabb_build(a.mesh->point, a.mesh->vertex_count, &box), FK_OK);
    assert_true(box.min.x == -box.max.x);
    c.pose = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 0.78539816339744830962));
    fk_interval got = volume_of(&a, &c);
    double octagon = 2 * (sqrt(2.0) - 1);
    assert_true(fabs(got.lo - octagon) < 1e-9 && fabs(got.hi - octagon) < 1e-9);
    drop(&a);
    drop(&b);
    drop(&c);
}

static void one_in_the_other(void **state)
{
    (void)state;
    fk_placed_mesh ball = at_rest(generated("sphere", 320), true), box = at_rest(generated("box", 48), true),
                   ring = at_rest(generated("torus", 600), true);
    /* The box is as wide as the ball is from its middle to its surface. */
    double volume = 0;
    for (uint32_t t = 0; t < ball.mesh->triangle_count; t++) {
        const uint32_t *c = ball.mesh->triangle[t].corner;
        const fk_vec3 *p = ball.mesh->point;
        volume += fk_vec3_dot(fk_vec3_cross(p[c[0]], p[c[1]]), p[c[2]]) / 6;
    }
    fk_interval same = volume_of(&ball, &ball), in = volume_of(&ball, &box), through = volume_of(&ring, &box);
    assert_true(fabs(same.lo - volume) < 2e-8 && fabs(same.hi - volume) < 2e-8);
    assert_true(in.lo > 0.5 && in.hi <= 1 + 1e-9 && in.hi - in.lo < 1e-8);
    assert_true(through.hi < 1 && through.hi - through.lo < 1e-8);
    drop(&ball);
    drop(&box);
    drop(&ring);
}

static void ends_of_the_range(void **state)
{
    (void)state;
    static const int power[] = {-1060, -300, 300, 1020};
    for (size_t i = 0; i < 4; i++) {
        double one = ldexp(1, power[i]), truth = ldexp(1, 3 * power[i]);
        soup *a = soup_make(), *b = soup_make();
        soup_add_box(a, 0, 0, 0, 2 * one, 2 * one, 2 * one);
        soup_add_box(b, one, one, one, 3 * one, 3 * one, 3 * one);
        fk_placed_mesh s = solid_of_soup(a), t = solid_of_soup(b);
        fk_interval got = volume_of(&s, &t);
        assert_true(got.lo <= truth && (got.hi >= truth || got.hi == HUGE_VAL));
        drop(&s);
        drop(&t);
    }
    /* Longer than any double. */
    soup *wide = soup_make();
    soup_add_box(wide, -0x1p1023, 0, 0, 0x1p1023, 0x1p-1000, 0x1p-1000);
    fk_placed_mesh s = solid_of_soup(wide);
    for (int mode = 0; mode < 4; mode++) {
        fk_interval got;
        fpu_set(mode);
        assert_int_equal(fk_placed_overlap_volume(context, &s, &s, &got), FK_OK);
        fpu_set(0);
        assert_true(got.lo <= 0x1p-976 && got.hi >= 0x1p-976);
    }
    drop(&s);
}

static void memory_runs_out(void **state)
{
    (void)state;
    fk_placed_mesh a = at_rest(generated("box", 12), true), b = at_rest(generated("box", 48), true);
    fk_status status = FK_ERROR_MEMORY;
    for (size_t k = 0; status != FK_OK; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *scarce = memory_context(&m);
        size_t before = m.used;
        m.fail_at = k;
        fk_interval out = {-1, -1};
        status = fk_placed_overlap_volume(scarce, &a, &b, &out);
        assert_true(status == FK_OK || (status == FK_ERROR_MEMORY && out.lo == -1 && out.hi == -1));
        assert_int_equal(m.used, before);
        fk_context_destroy(scarce);
        assert_true(k < 100);
    }
    drop(&a);
    drop(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(cells, fpu_usual),
        cmocka_unit_test_teardown(tetrahedra, fpu_usual),
        cmocka_unit_test(heights_that_are_equal),
        cmocka_unit_test(boxes),
        cmocka_unit_test(turned_boxes),
        cmocka_unit_test(one_in_the_other),
        cmocka_unit_test_teardown(ends_of_the_range, fpu_usual),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
