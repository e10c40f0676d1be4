/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Algorithms of the thesis: made right, they say what the library and plain counting say; as printed, each is wrong on a small case
 * that shows its mistake, and only in the direction of that mistake. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "printed/thesis_paper.h"
#include "farkas/farkas.h"

#include <math.h>

/* ---- Two objects --------------------------------------------------------------------------------------- */

static fk_piece cube_at(double x, double y, double z)
{
    return fk_piece_box(fk_vec3_make(x, y, z), fk_vec3_make(2, 0, 0), fk_vec3_make(0, 2, 0),
                        fk_vec3_make(0, 0, 2));
}

static thesis_answer sat(const fk_piece *p, const fk_piece *q, thesis_axes axes)
{
    thesis_body a, b;
    thesis_body_make(p, &a);
    thesis_body_make(q, &b);
    return thesis_sat(&a, &b, axes);
}

static thesis_answer chung_wang(const fk_piece *p, const fk_piece *q, fk_vec3 s, bool is_right)
{
    thesis_body a, b;
    thesis_body_make(p, &a);
    thesis_body_make(q, &b);
    return thesis_chung_wang(&a, &b, s, 200, is_right);
}

static void facets_of_one_are_not_enough(void **state)
{
    (void)state;
    /* A thin needle passes the corner of a cube: a facet of the needle separates them, none of the cube does. */
    fk_piece cube = cube_at(-1, -1, -1);
    fk_piece needle = fk_piece_tetra(fk_vec3_make(3, -1, 0), fk_vec3_make(-4, 4, 0), fk_vec3_make(0, 0, 1),
                                     fk_vec3_make(1, 0, 0));
    assert_int_equal(fk_pair_verdict(&cube, &needle), FK_TOUCHING);
    needle.as.cell.origin.x = 4;
    assert_int_equal(fk_pair_verdict(&cube, &needle), FK_APART);
    assert_int_equal(sat(&cube, &needle, THESIS_SAT_A), THESIS_TRUE);
    assert_int_equal(sat(&needle, &cube, THESIS_SAT_A), THESIS_FALSE);
    assert_int_equal(sat(&cube, &needle, THESIS_SAT_FACES), THESIS_FALSE);
    assert_int_equal(sat(&cube, &needle, THESIS_SAT_PRINTED), THESIS_NO_END);
    /* Touching cubes meet; so do, by "some axis", those that are far apart along one axis. */
    fk_piece beside = cube_at(1, -1, -1), far = cube_at(9, 0, 0);
    assert_int_equal(sat(&cube, &beside, THESIS_SAT_ALL), THESIS_TRUE);
    assert_int_equal(sat(&cube, &far, THESIS_SAT_ALL), THESIS_FALSE);
    assert_int_equal(sat(&cube, &far, THESIS_SAT_SOME), THESIS_TRUE);
}

static void the_sign_of_chung_wang(void **state)
{
    (void)state;
    /* About the origin a * s = 1 and b * -s = 1; moved along -s both fall, and the print sees a gap. */
    fk_piece one = cube_at(-5, -1, -1), two = cube_at(-4, -1, -1), far = cube_at(9, 0, 0);
    fk_vec3 s = {1, 0, 0}, back = {-1, 0, 0};
    assert_int_equal(chung_wang(&one, &two, s, false), THESIS_FALSE);
    assert_int_equal(chung_wang(&one, &two, s, true), THESIS_NO_END);
    assert_int_equal(chung_wang(&one, &far, s, true), THESIS_FALSE);
    assert_int_equal(chung_wang(&far, &one, back, true), THESIS_FALSE);
    fk_piece touching = cube_at(-3, -1, -1); /* a support point in common: no next vector */
    assert_int_equal(chung_wang(&one, &touching, s, true), THESIS_NO_END);
}

static fk_piece random_cell(fk_random *random)
{
    fk_vec3 p[4];
    for (int i = 0; i < 4; i++)
        p[i] = fk_vec3_make((double)fk_random_below(random, 9) - 4, (double)fk_random_below(random, 9) - 4,
                            (double)fk_random_below(random, 9) - 4);
    return fk_random_below(random, 2) == 0 ? fk_piece_box(p[0], p[1], p[2], p[3])
                                           : fk_piece_tetra(p[0], p[1], p[2], p[3]);
}

static bool has_volume(const fk_piece *p)
{
    const fk_vec3 *e = p->as.cell.edge;
    return fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]) != 0;
}

static void tests_of_random_pairs(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    int false_hits = 0, false_misses = 0;
    for (int i = 0; i < 5000; i++) {
        fk_piece p = random_cell(&random), q = random_cell(&random);
        if (!has_volume(&p) || !has_volume(&q))
            continue;
        bool meets = fk_pair_verdict(&p, &q) != FK_APART;
        fk_vec3 s = {fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1), 0.25};
        assert_int_equal(sat(&p, &q, THESIS_SAT_ALL), meets ? THESIS_TRUE : THESIS_FALSE);
        assert_int_equal(sat(&q, &p, THESIS_SAT_ALL), meets ? THESIS_TRUE : THESIS_FALSE);
        assert_int_equal(sat(&p, &q, THESIS_SAT_FACES), sat(&q, &p, THESIS_SAT_FACES));
        assert_true(!meets || sat(&p, &q, THESIS_SAT_A) == THESIS_TRUE);
        false_hits += !meets && sat(&p, &q, THESIS_SAT_A) == THESIS_TRUE;
        assert_true(!meets || chung_wang(&p, &q, s, true) == THESIS_NO_END);
        false_misses += meets && chung_wang(&p, &q, s, false) == THESIS_FALSE;
    }
    assert_in_range(false_hits, 100, 1500);
    assert_in_range(false_misses, 500, 4000);
}

/* ---- Many objects -------------------------------------------------------------------------------------- */

static thesis_ball ball_at(int32_t x, int32_t y, int32_t z, int32_t r)
{
    return (thesis_ball){{x, y, z}, r};
}

static uint64_t grid_finds(thesis_ball a, thesis_ball b, bool is_right)
{
    thesis_ball box[2] = {a, b}, turned[2] = {b, a};
    uint64_t found = thesis_grid(box, 2, 2, 10, 40, is_right).found;
    assert_int_equal(thesis_grid(turned, 2, 2, 10, 40, is_right).found, found);
    return found;
}

static void the_grid_loses_one_diagonal(void **state)
{
    (void)state;
    thesis_ball a = ball_at(14, 14, 0, 5);                            /* in the cell (0, 0), up to 19 */
    assert_int_equal(grid_finds(a, ball_at(22, 22, 0, 5), false), 1); /* lower-right */
    assert_int_equal(grid_finds(a, ball_at(24, 24, 0, 5), false), 1); /* touching */
    assert_int_equal(grid_finds(a, ball_at(25, 24, 0, 5), false), 0);
    thesis_ball right = ball_at(16, 14, 0, 5), lower = ball_at(14, 16, 0, 5); /* cells (1, 0) and (0, 1) */
    assert_int_equal(grid_finds(right, lower, false), 0);
    assert_int_equal(grid_finds(right, lower, true), 1);
}

static void grids_made_right_find_all(void **state)
{
    (void)state;
    enum { BOXES = 400 };
    fk_random random = fk_random_make(5);
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        thesis_ball box[BOXES];
        uint64_t meet = 0;
        for (int i = 0; i < BOXES; i++) {
            box[i] = ball_at(0, 0, 0, 5);
            for (int k = 0; k < 3; k++)
                box[i].center[k] = 5 + (int32_t)fk_random_below(&random, dimensions == 2 ? 160 : 60);
            for (int k = 0; k < i; k++)
                meet += thesis_boxes_meet(&box[i], &box[k], dimensions);
        }
        thesis_work printed = thesis_grid(box, BOXES, dimensions, 12, 160, false),
                    right = thesis_grid(box, BOXES, dimensions, 12, 160, true);
        assert_int_equal(right.found, meet);
        assert_true(printed.found < meet && printed.found > meet / 2);
        assert_int_equal(printed.most_cells, dimensions == 2 ? 4 : 8);
        assert_int_equal(right.most_cells, dimensions == 2 ? 5 : 14);
    }
}

static void the_octree_tests_all_pairs(void **state)
{
    (void)state;
    enum { BALLS = 300 };
    thesis_ball ball[BALLS];
    fk_random random = fk_random_make(6);
    uint64_t meet = 0;
    for (int i = 0; i < BALLS; i++) {
        ball[i].r = 1 + (int32_t)fk_random_below(&random, 40);
        for (int k = 0; k < 3; k++)
            ball[i].center[k] = (int32_t)fk_random_below(&random, 1024) - 512;
        for (int k = 0; k < i; k++)
            meet += thesis_balls_meet(&ball[i], &ball[k]);
    }
    thesis_work printed = thesis_octree(ball, BALLS, 9, 4, false),
                right = thesis_octree(ball, BALLS, 9, 4, true);
    assert_true(meet > 10);
    assert_int_equal(printed.found, meet);
    assert_int_equal(right.found, meet);
    assert_int_equal(printed.tests, BALLS * (BALLS - 1) / 2);
    assert_true(right.tests < printed.tests / 2);
    thesis_ball touching[2] = {ball_at(100, 100, 100, 3), ball_at(105, 100, 100, 2)};
    assert_int_equal(thesis_octree(touching, 2, 9, 4, true).found, 1);
}

static void the_sphere_never_returns(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    fk_vec3 corner[8];
    fk_sphere sphere;
    for (int i = 0; i < 8; i++)
        corner[i] = fk_vec3_make(2.0 * (i & 1), i & 2, 0.5 * (i & 4));
    assert_false(thesis_minimal_sphere(corner, 8, false, 500, &random, &sphere));
    assert_false(thesis_minimal_sphere(corner, 1, false, 500, &random, &sphere));
    for (int round = 0; round < 20; round++) {
        assert_true(thesis_minimal_sphere(corner, 8, true, 500, &random, &sphere));
        assert_true(fabs(sphere.radius - sqrt(3)) < 1e-12 && fabs(sphere.center.y - 1) < 1e-12);
    }
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

static void hulls_lose_points(void **state)
{
    (void)state;
    enum { POINTS = 200 };
    fk_context *context;
    fk_random random = fk_random_make(8);
    thesis_point point[POINTS];
    fk_vec3 exact[POINTS];
    uint32_t lost = 0;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int set = 0; set < 10; set++) {
        for (int i = 0; i < POINTS; i++) {
            fk_vec3 p = fk_vec3_make(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1),
                                     fk_random_between(&random, -1, 1));
            if (set % 2 == 0) /* on a sphere */
                p = fk_vec3_scale(p, 1 / sqrt(fk_vec3_dot(p, p)));
            p = fk_vec3_scale(p, 0x1p18);
            point[i] = (thesis_point){{(int32_t)p.x, (int32_t)p.y, (int32_t)p.z}};
            exact[i] = fk_vec3_make(point[i].at[0], point[i].at[1], point[i].at[2]);
        }
        fk_hull *hull;
        assert_int_equal(fk_hull_build(context, exact, POINTS, &hull), FK_OK);
        for (int rule = 0; rule < 6; rule++) {
            thesis_hull_rules rules = {true, rule % 2 == 0, (thesis_assignment)(rule / 2)};
            thesis_hull right = thesis_hull_run(point, POINTS, &rules, &random);
            assert_int_equal(right.lost, 0);
            assert_int_equal(right.vertices, hull->vertex_count);
            rules.is_right = false;
            thesis_hull printed = thesis_hull_run(point, POINTS, &rules, &random);
            assert_true(printed.vertices + printed.lost >= hull->vertex_count);
            assert_true(printed.vertices < hull->vertex_count || printed.lost == 0);
            lost += printed.lost;
        }
        fk_hull_free(context, hull);
    }
    assert_true(lost > 100);
    /* A tetrahedron with a point inside: nothing to lose. */
    thesis_point few[5] = {{{0, 0, 0}}, {{9, 0, 0}}, {{0, 9, 0}}, {{0, 0, 9}}, {{1, 1, 1}}};
    thesis_hull_rules rules = {false, true, THESIS_RANDOM};
    thesis_hull tetra = thesis_hull_run(few, 5, &rules, &random);
    assert_int_equal(tetra.vertices, 4);
    assert_int_equal(tetra.lost, 0);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facets_of_one_are_not_enough), cmocka_unit_test(the_sign_of_chung_wang),
        cmocka_unit_test(tests_of_random_pairs),        cmocka_unit_test(the_grid_loses_one_diagonal),
        cmocka_unit_test(grids_made_right_find_all),    cmocka_unit_test(the_octree_tests_all_pairs),
        cmocka_unit_test(the_sphere_never_returns),     cmocka_unit_test(hulls_lose_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
