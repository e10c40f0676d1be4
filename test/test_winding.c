/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Winding numbers against rational arithmetic along rays in other directions, against the solid angle, and against what
 * cells of a lattice say; points on faces, edges and vertices, and rays through them. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <gmp.h>
#include <math.h>

#include "farkas/mesh.h"
#include "fpu_modes.h"
#include "mesh/mesh.h"
#include "mesh_shapes.h"

/* ---- The oracle ---------------------------------------------------------------------------------------- */

typedef struct rational_vec3 {
    mpq_t at[3];
} rational_vec3;

static rational_vec3 corner_a, corner_b, corner_c, ray, cross_product, difference_a, difference_b;
static mpq_t product, total;

static int start_rationals(void **state)
{
    (void)state;
    rational_vec3 *const all[] = {&corner_a,      &corner_b,     &corner_c,    &ray,
                                  &cross_product, &difference_a, &difference_b};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 3; k++)
            mpq_init(all[i]->at[k]);
    mpq_inits(product, total, NULL);
    return 0;
}

static int end_rationals(void **state)
{
    (void)state;
    rational_vec3 *const all[] = {&corner_a,      &corner_b,     &corner_c,    &ray,
                                  &cross_product, &difference_a, &difference_b};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int k = 0; k < 3; k++)
            mpq_clear(all[i]->at[k]);
    mpq_clears(product, total, NULL);
    return 0;
}

/* to - from, of doubles. */
static void subtract(rational_vec3 *out, fk_vec3 to, fk_vec3 from)
{
    for (int k = 0; k < 3; k++) {
        mpq_set_d(out->at[k], fk_vec3_get(to, k));
        mpq_set_d(product, fk_vec3_get(from, k));
        mpq_sub(out->at[k], out->at[k], product);
    }
}

static void multiply_cross(const rational_vec3 *a, const rational_vec3 *b)
{
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        mpq_mul(cross_product.at[k], a->at[l], b->at[m]);
        mpq_mul(product, a->at[m], b->at[l]);
        mpq_sub(cross_product.at[k], cross_product.at[k], product);
    }
}

static int sign_of_dot(const rational_vec3 *a, const rational_vec3 *b)
{
    mpq_set_ui(total, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, a->at[k], b->at[k]);
        mpq_add(total, total, product);
    }
    return mpq_sgn(total);
}

static int sign_of_determinant(const rational_vec3 *a, const rational_vec3 *b, const rational_vec3 *c)
{
    multiply_cross(a, b);
    return sign_of_dot(&cross_product, c);
}

static bool is_cross_zero(const rational_vec3 *a, const rational_vec3 *b)
{
    multiply_cross(a, b);
    return mpq_sgn(cross_product.at[0]) == 0 && mpq_sgn(cross_product.at[1]) == 0 &&
           mpq_sgn(cross_product.at[2]) == 0;
}

static bool slow_on_segment(fk_vec3 a, fk_vec3 b, fk_vec3 p)
{
    subtract(&difference_a, a, p);
    subtract(&difference_b, b, p);
    return is_cross_zero(&difference_a, &difference_b) && sign_of_dot(&difference_a, &difference_b) <= 0;
}

static bool slow_on_triangle(const fk_vec3 corner[3], fk_vec3 p)
{
    static rational_vec3 *const seen[3] = {&corner_a, &corner_b, &corner_c};
    for (int k = 0; k < 3; k++)
        if (slow_on_segment(corner[k], corner[(k + 1) % 3], p))
            return true;
    subtract(&difference_a, corner[1], corner[0]);
    subtract(&difference_b, corner[2], corner[0]);
    if (is_cross_zero(&difference_a, &difference_b))
        return false;
    for (int k = 0; k < 3; k++) {
        subtract(seen[k], corner[k], p);
        mpq_set(ray.at[k], cross_product.at[k]);
    }
    if (sign_of_dot(&ray, seen[0]) != 0)
        return false;
    /* Not on its boundary and in its plane: the three parts that p cuts it into have its normal. */
    for (int k = 0; k < 3; k++)
        if (sign_of_determinant(seen[k], seen[(k + 1) % 3], &ray) <= 0)
            return false;
    return true;
}

/* What a triangle counts for a ray from p; *is_clear becomes false when the ray meets its boundary. */
static int slow_crossing(const fk_vec3 corner[3], fk_vec3 p, fk_vec3 direction, bool *is_clear)
{
    static rational_vec3 *const seen[3] = {&corner_a, &corner_b, &corner_c};
    int turn[3];
    subtract(&difference_a, corner[1], corner[0]);
    subtract(&difference_b, corner[2], corner[0]);
    if (is_cross_zero(&difference_a, &difference_b))
        return 0;
    subtract(&ray, direction, fk_vec3_make(0, 0, 0));
    for (int k = 0; k < 3; k++)
        subtract(seen[k], corner[k], p);
    for (int k = 0; k < 3; k++)
        turn[k] = sign_of_determinant(seen[k], seen[(k + 1) % 3], &ray);
    if ((turn[0] > 0 || turn[1] > 0 || turn[2] > 0) && (turn[0] < 0 || turn[1] < 0 || turn[2] < 0))
        return 0;
    if (turn[0] == 0 || turn[1] == 0 || turn[2] == 0) {
        *is_clear = false;
        return 0;
    }
    /* The ray is in front when the plane is, along the way in which it is crossed. */
    int height = sign_of_determinant(seen[0], seen[1], seen[2]);
    return height == turn[0] ? turn[0] : 0;
}

static bool slow_winding(const fk_mesh *mesh, fk_vec3 p, int64_t *winding)
{
    fk_random random = fk_random_make(5);
    for (bool is_clear = false; !is_clear;) {
        fk_vec3 direction = fk_vec3_make(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1),
                                         fk_random_between(&random, -1, 1));
        is_clear = true;
        *winding = 0;
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            fk_vec3 corner[3];
            for (int k = 0; k < 3; k++)
                corner[k] = mesh->point[mesh->triangle[t].corner[k]];
            if (slow_on_triangle(corner, p))
                return false;
            *winding += slow_crossing(corner, p, direction, &is_clear);
        }
    }
    return true;
}

static void check_point(const fk_mesh *mesh, fk_vec3 p)
{
    int64_t expected = 0, found = 77;
    bool is_off = slow_winding(mesh, p, &expected);
    assert_int_equal(fk_mesh_winding(mesh, p, &found), is_off);
    assert_int_equal(found, is_off ? expected : 77);
}

/* ---- Lattices ------------------------------------------------------------------------------------------ */

/* Every half-integer place around a box, upright and turned over: inside, on it, outside. */
static void test_box_exhaustive(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int turned = 0; turned < 2; turned++) {
        soup *s = soup_make();
        soup_add_box(s, 0, 0, 0, 2, 2, 2);
        if (turned)
            soup_turn(s, 0);
        fk_mesh *mesh = soup_mesh(context, s);
        for (int i = 0; i < 9 * 9 * 9; i++) {
            fk_vec3 p = fk_vec3_make((i % 9) * 0.5 - 1, (i / 9 % 9) * 0.5 - 1, (i / 81) * 0.5 - 1);
            double far = fmax(fmax(fabs(p.x - 1), fabs(p.y - 1)), fabs(p.z - 1));
            int64_t winding = 77;
            assert_int_equal(fk_mesh_winding(mesh, p, &winding), far != 1);
            assert_int_equal(winding, far == 1 ? 77 : far > 1 ? 0 : turned ? -1 : 1);
        }
        fk_mesh_free(context, mesh);
        free(s);
    }
    fk_context_destroy(context);
}

/* Whether a place with coordinates in units of 1/4 is in a full cell, its middle not on the lattice. */
static int cell_winding(const uint8_t *full, int n, const int at[3])
{
    for (int k = 0; k < 3; k++)
        if (at[k] < 0 || at[k] >= 4 * n)
            return 0;
    return full[at[0] / 4 + n * (at[1] / 4) + n * n * (at[2] / 4)];
}

/* Cells by chance, which meet in faces, edges and corners. All places of a lattice four times as fine: a place that is on a
 * side of cells is between two of them, four, or eight; the surface is there when some are full and some are not. */
static void check_cells(fk_context *context, fk_random *random, fk_vec3 scale, fk_vec3 shift, int mode)
{
    enum { N = 3 };
    uint8_t full[N * N * N];
    fill_cells(random, full, N);
    soup *s = soup_make();
    soup_add_cells(s, full, N);
    soup_move(s, scale, shift);
    soup_shuffle(s, random);
    fk_mesh *mesh = soup_mesh(context, s);
    for (int i = 0; i < 17 * 17 * 17; i++) {
        const int at[3] = {i % 17 - 2, i / 17 % 17 - 2, i / 289 - 2};
        int least = 1, most = 0;
        for (int corner = 0; corner < 8; corner++) {
            int beside[3];
            for (int k = 0; k < 3; k++)
                beside[k] = at[k] - (at[k] % 4 == 0 && (corner >> k & 1));
            int full_here = cell_winding(full, N, beside);
            least = full_here < least ? full_here : least;
            most = full_here > most ? full_here : most;
        }
        fk_vec3 p = fk_vec3_make(0.25 * at[0] * scale.x + shift.x, 0.25 * at[1] * scale.y + shift.y,
                                 0.25 * at[2] * scale.z + shift.z);
        int64_t winding = 77;
        fpu_set(mode);
        bool is_off = fk_mesh_winding(mesh, p, &winding);
        fpu_set(0);
        assert_int_equal(is_off, least == most);
        assert_int_equal(winding, least == most ? most : 77);
    }
    fk_mesh_free(context, mesh);
    free(s);
}

static void test_cells(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(6);
    const fk_vec3 one = {1, 1, 1}, none = {0, 0, 0};
    for (int i = 0; i < 40; i++)
        check_cells(context, &random, one, none, 0);
    /* In units of the smallest doubles, near the largest ones, and both at once. */
    const fk_vec3 tiny = {0x1p-1070, 0x1p-1070, 0x1p-1070}, large = {0x1p1021, 0x1p1020, 0x1p1019};
    const fk_vec3 wide = {0x1p1000, 0x1p-1060, 1}, far = {90000, -90000, 0x1p40};
    for (int i = 0; i < 3; i++) {
        check_cells(context, &random, tiny, none, 0);
        check_cells(context, &random, large, fk_vec3_make(-0x1p1022, 0, 0), 0);
        check_cells(context, &random, wide, none, 0);
        check_cells(context, &random, one, far, 0);
    }
    fk_context_destroy(context);
}

static void test_cells_in_every_mode(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    const fk_vec3 none = {0, 0, 0}, scale[4] = {{1, 1, 1},
                                                {0x1p-1070, 0x1p-1070, 0x1p-1070},
                                                {0x1p1020, 0x1p1020, 0x1p1019},
                                                {0x1p-1060, 0x1p1000, 0x1p-1020}};
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fk_random random = fk_random_make(7);
        check_cells(context, &random, scale[(mode + mode / 4) % 4], none, mode);
        check_cells(context, &random, scale[0], none, mode);
    }
    fk_context_destroy(context);
}

/* ---- By chance ----------------------------------------------------------------------------------------- */

/* A closed mesh that crosses itself: triangles from a point to a closed walk and to another point, with some on a line. */
static soup *draw_closed(fk_random *random, int corners, double (*draw)(fk_random *random))
{
    soup *s = soup_make();
    fk_vec3 walk[16], tip[2];
    for (int i = 0; i < corners; i++)
        walk[i] = fk_vec3_make(draw(random), draw(random), draw(random));
    for (int i = 0; i < 2; i++)
        tip[i] = fk_vec3_make(draw(random), draw(random), draw(random));
    for (int i = 0; i < corners; i++) {
        soup_add(s, tip[0], walk[i], walk[(i + 1) % corners]);
        soup_add(s, tip[1], walk[(i + 1) % corners], walk[i]);
    }
    return s;
}

static double draw_small_whole(fk_random *random)
{
    return (double)fk_random_below(random, 5) - 2;
}

static double draw_double(fk_random *random)
{
    return fk_random_between(random, -1, 1);
}

static double draw_any_size(fk_random *random)
{
    double x = fk_random_between(random, -1, 1);
    return ldexp(x, (int)fk_random_below(random, 2000) - 1000);
}

/* A place on a triangle, as nearly as doubles can say it. */
static fk_vec3 draw_on(fk_random *random, const fk_mesh *mesh)
{
    const uint32_t *c = mesh->triangle[fk_random_below(random, mesh->triangle_count)].corner;
    double u = (double)fk_random_below(random, 9) / 8, v = (double)fk_random_below(random, 9) / 8 * (1 - u);
    fk_vec3 a = mesh->point[c[0]], b = mesh->point[c[1]], d = mesh->point[c[2]];
    return fk_vec3_add(fk_vec3_scale(a, 1 - u - v), fk_vec3_add(fk_vec3_scale(b, u), fk_vec3_scale(d, v)));
}

static void check_closed(fk_context *context, uint64_t seed, int count, double (*draw)(fk_random *random))
{
    fk_random random = fk_random_make(seed);
    for (int i = 0; i < count; i++) {
        soup *s = draw_closed(&random, 3 + (int)fk_random_below(&random, 8), draw);
        fk_mesh *mesh = soup_mesh(context, s);
        for (int j = 0; j < 6; j++) {
            check_point(mesh, fk_vec3_make(draw(&random), draw(&random), draw(&random)));
            check_point(mesh, draw_on(&random, mesh));
            /* A ray through a vertex, or the vertex itself. */
            fk_vec3 p = mesh->point[fk_random_below(&random, mesh->vertex_count)];
            p.x = j == 0 ? p.x : draw(&random);
            check_point(mesh, p);
        }
        fk_mesh_free(context, mesh);
        free(s);
    }
}

static void test_closed_by_chance(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    check_closed(context, 8, 600, draw_small_whole);
    check_closed(context, 9, 150, draw_double);
    check_closed(context, 10, 15, draw_any_size);
    fk_context_destroy(context);
}

static void test_closed_in_every_mode(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    for (int mode = 1; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        check_closed(context, 11, 20, draw_small_whole);
        check_closed(context, 12, 10, draw_double);
        fpu_set(0);
    }
    fk_context_destroy(context);
}

/* Van Oosterom and Strackee's formula for the solid angle of a triangle, summed. */
static double solid_angle(const fk_mesh *mesh, fk_vec3 p)
{
    double sum = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        fk_vec3 a = fk_vec3_sub(mesh->point[c[0]], p), b = fk_vec3_sub(mesh->point[c[1]], p);
        fk_vec3 d = fk_vec3_sub(mesh->point[c[2]], p);
        double la = sqrt(fk_vec3_dot(a, a)), lb = sqrt(fk_vec3_dot(b, b)), ld = sqrt(fk_vec3_dot(d, d));
        double height = fk_vec3_dot(a, fk_vec3_cross(b, d));
        double base = la * lb * ld + fk_vec3_dot(a, b) * ld + fk_vec3_dot(b, d) * la + fk_vec3_dot(d, a) * lb;
        sum += atan2(height, base) / 6.283185307179586;
    }
    return sum;
}

/* Shells in and across each other, one of them a cavity. */
static void test_shells_add_up(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    soup *s = soup_make();
    soup_add_box(s, 0, 0, 0, 4, 4, 4);
    soup_add_box(s, 2, 2, 2, 6, 6, 6);
    soup_add_box(s, 0.5, 0.5, 0.5, 3, 3, 3);
    soup_turn(s, 24);
    soup_add_box(s, -1, -1, -1, 7, 7, 7);
    fk_mesh *mesh = soup_mesh(context, s);
    fk_random random = fk_random_make(13);
    for (int i = 0; i < 2000; i++) {
        fk_vec3 p = fk_vec3_make(fk_random_between(&random, -2, 8), fk_random_between(&random, -2, 8),
                                 fk_random_between(&random, -2, 8));
        int64_t winding = 77;
        assert_true(fk_mesh_winding(mesh, p, &winding));
        assert_true(fabs(solid_angle(mesh, p) - (double)winding) < 1e-6);
    }
    int64_t winding;
    assert_true(fk_mesh_winding(mesh, fk_vec3_make(3.5, 3.5, 3.5), &winding));
    assert_int_equal(winding, 3);
    assert_true(fk_mesh_winding(mesh, fk_vec3_make(1, 1, 1), &winding));
    assert_int_equal(winding, 1);
    fk_mesh_free(context, mesh);
    free(s);
    fk_context_destroy(context);
}

/* ---- Degenerate triangles ------------------------------------------------------------------------------ */

/* Needles and points count nothing, but a place can be on them. */
static void test_needles(void **state)
{
    (void)state;
    fk_context *context = usual_context();
    fk_random random = fk_random_make(14);
    for (int i = 0; i < 300; i++) {
        soup *s = soup_make();
        fk_vec3 a, way;
        for (int k = 0; k < 3; k++) {
            *(k == 0 ? &a.x : k == 1 ? &a.y : &a.z) = draw_small_whole(&random);
            *(k == 0 ? &way.x : k == 1 ? &way.y : &way.z) = draw_small_whole(&random);
        }
        soup_add(s, a, fk_vec3_add(a, way), fk_vec3_add(a, fk_vec3_scale(way, 2)));
        soup_add(s, a, a, a);
        fk_mesh *mesh = soup_mesh(context, s);
        for (int j = -3; j <= 8; j++) {
            fk_vec3 p = fk_vec3_add(a, fk_vec3_scale(way, 0.5 * j));
            check_point(mesh, p);
            p.y += j & 1;
            check_point(mesh, p);
        }
        fk_mesh_free(context, mesh);
        free(s);
    }
    fk_context_destroy(context);
}

static void test_nothing(void **state)
{
    (void)state;
    fk_mesh empty = {.name = ""};
    int64_t winding = 77;
    assert_true(fk_mesh_winding(&empty, fk_vec3_make(1, 2, 3), &winding));
    assert_int_equal(winding, 0);
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

/* Places that are nearly on a line or a plane: multiples of a vector, rounded. */
static void test_signs_nearly_zero(void **state)
{
    (void)state;
    fk_random random = fk_random_make(15);
    for (int i = 0; i < 3000; i++) {
        double (*draw)(fk_random *) = i % 3 == 0   ? draw_small_whole
                                      : i % 3 == 1 ? draw_double
                                                   : draw_any_size;
        fk_vec3 p[4], way = fk_vec3_make(draw(&random), draw(&random), draw(&random));
        for (int k = 0; k < 4; k++)
            p[k] = fk_vec3_scale(way, fk_random_between(&random, 0, 4));
        p[3].x = i % 2 ? p[3].x : draw(&random);
        fpu_set(i % 2 ? i / 2 % 4 : 0);
        int turn[3], side = fk_orient3d(&p[0], &p[1], &p[2], &p[3]);
        bool is_line = fk_is_collinear(&p[0], &p[1], &p[2]);
        for (int k = 0; k < 3; k++)
            turn[k] = fk_orient2d(&p[0], &p[1], &p[2], k);
        fpu_set(0);
        subtract(&corner_a, p[1], p[0]);
        subtract(&corner_b, p[2], p[0]);
        subtract(&corner_c, p[3], p[0]);
        assert_int_equal(side, sign_of_determinant(&corner_a, &corner_b, &corner_c));
        assert_int_equal(is_line, is_cross_zero(&corner_a, &corner_b));
        for (int k = 0; k < 3; k++)
            assert_int_equal(turn[k], mpq_sgn(cross_product.at[k]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_exhaustive),
        cmocka_unit_test(test_cells),
        cmocka_unit_test_teardown(test_cells_in_every_mode, fpu_usual),
        cmocka_unit_test(test_closed_by_chance),
        cmocka_unit_test_teardown(test_closed_in_every_mode, fpu_usual),
        cmocka_unit_test(test_shells_add_up),
        cmocka_unit_test(test_needles),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test_teardown(test_signs_nearly_zero, fpu_usual),
    };
    return cmocka_run_group_tests(tests, start_rationals, end_rationals);
}
