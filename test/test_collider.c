/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders: what they take and refuse, boxes and volumes around them, exactly and in every state of the floating-point
 * unit, places that are not finite, and the parts that are near a box; and when memory runs out. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "collider_kinds.h"
#include "exact_reach.h"
#include "farkas/farkas.h"
#include "sanitized.h"
#include "scarce_memory.h"
#include "shape/bound.h"
#include "body/body.h"

static exact_reach truth;

/* ---- Making -------------------------------------------------------------------------------------------- */

static void test_what_is_refused(void **state)
{
    (void)state;
    fk_collider *made = NULL;
    fk_piece ball = fk_piece_sphere(v(0, 0, 0), -1), far = fk_piece_point(v(INFINITY, 0, 0));
    fk_piece none = {.kind = FK_KIND_NONE};
    assert_int_equal(fk_collider_of_pieces(context, &ball, 0, &made), FK_ERROR_ARGUMENT);
    assert_int_equal(fk_collider_of_pieces(context, &ball, 1, &made), FK_ERROR_PIECE);
    assert_int_equal(fk_collider_of_pieces(context, &none, 1, &made), FK_ERROR_PIECE);
    assert_int_equal(fk_collider_of_pieces(context, &far, 1, &made), FK_ERROR_NOT_FINITE);
    fk_mesh empty = {.name = ""};
    assert_int_equal(fk_collider_of_mesh(context, &empty, NULL, &made), FK_ERROR_ARGUMENT);
    assert_null(made);
    fk_collider_free(context, NULL);
}

static void test_what_it_says_of_itself(void **state)
{
    (void)state;
    cube_forms f = forms_make(1);
    static const uint32_t parts[FORM_COUNT] = {1, 1, 6, 64, 7, 73, 12, 48};
    for (int i = 0; i < FORM_COUNT; i++) {
        const fk_collider *c = f.collider[i];
        assert_int_equal(fk_collider_part_count(c), parts[i]);
        assert_int_equal(fk_collider_kind_of(c), is_mesh_form(i)                      ? FK_COLLIDER_MESH
                                                 : i == FORM_TREE || i == FORM_BLOCKS ? FK_COLLIDER_CELLS
                                                                                      : FK_COLLIDER_PIECES);
        assert_true(fk_collider_bytes(c) >= sizeof *c);
    }
    /* A hull keeps its corners alone, so that its hints are right. */
    const fk_points *hull = &f.collider[FORM_HULL]->piece[0].as.hull;
    assert_int_equal(hull->count, 8);
    assert_non_null(hull->hint);
    for (uint32_t i = 0; i < hull->count; i++)
        assert_true(same_vector(hull->point[i], hull->hint->point[i]));
    forms_free(&f);
}

/* Each allocation fails once; what is said of bytes is what was allocated. */
static void test_scarce_memory(void **state)
{
    (void)state;
    fk_piece small[64],
        mixed[3] = {fk_piece_sphere(v(0, 0, 0), 1), fk_piece_point(v(1, 2, 3)), cube(0, 0, 0, 1)};
    many_boxes(1, 4, small);
    fk_vec3 point[9] = {{0, 0, 0}};
    for (int i = 1; i < 9; i++)
        point[i] = v(i & 1, i & 2, i & 4);
    mixed[1] = fk_piece_hull(point, 9);
    fk_mesh *mesh = cube_mesh(1, 2);
    fk_cell_tree *tree = tetra_tree(1);
    for (int which = 0; which < 4; which++) {
        fk_status status = FK_ERROR_MEMORY;
        for (size_t k = 0; status == FK_ERROR_MEMORY; k++) {
            memory m = {.fail_at = SIZE_MAX};
            fk_context *scarce = memory_context(&m);
            size_t before = m.used;
            fk_collider *made = NULL;
            m.fail_at = k;
            status = which == 0   ? fk_collider_of_pieces(scarce, small, 64, &made)
                     : which == 1 ? fk_collider_of_pieces(scarce, mixed, 3, &made)
                     : which == 2 ? fk_collider_of_mesh(scarce, mesh, NULL, &made)
                                  : fk_collider_of_cells(scarce, tree, &made);
            if (status == FK_OK) {
                if (which > 0)
                    assert_int_equal(m.used - before, fk_collider_bytes(made));
                m.fail_at = SIZE_MAX;
                fk_collider_free(scarce, made);
            } else {
                assert_null(made);
            }
            assert_int_equal(m.used, before);
            fk_context_destroy(scarce);
        }
    }
    fk_mesh_free(context, mesh);
    fk_cell_tree_free(context, tree);
}

/* ---- Boxes and volumes around colliders ---------------------------------------------------------------- */

/* Whether one box holds another, by the bits of its sides. */
static bool holds(const fk_aabb *outer, const fk_aabb *inner)
{
    for (int k = 0; k < 3; k++)
        if (fk_double_less(fk_vec3_get(inner->min, k), fk_vec3_get(outer->min, k)) ||
            fk_double_less(fk_vec3_get(outer->max, k), fk_vec3_get(inner->max, k)))
            return false;
    return true;
}

/* The box of a mesh takes constant time, and is hardly larger than that of its vertices. */
static void test_boxes_of_meshes_are_tight(void **state)
{
    (void)state;
    static const char *const name[] = {"sphere", "torus", "star", "box", "bracket"};
    static const double most[] = {1.14, 1.14, 1.14, 1 + 1e-12, 1.5};
    fk_random random = fk_random_make(84);
    for (int k = 0; k < 5; k++) {
        fk_mesh *mesh = generated(name[k], 1000);
        fk_collider *c = of_mesh(mesh);
        for (int i = 0; i < 200; i++) {
            fk_placed_collider a = {c, any_pose(&random, 2)};
            fk_aabb box, exact;
            assert_int_equal(fk_collider_box(&a, &box), FK_OK);
            fk_aabb_build_placed(mesh->point, mesh->vertex_count, &a.pose, &exact);
            assert_true(holds(&box, &exact));
            for (int axis = 0; axis < 3; axis++) {
                double width = fk_vec3_get(exact.max, axis) - fk_vec3_get(exact.min, axis);
                assert_true(fk_vec3_get(box.max, axis) - fk_vec3_get(box.min, axis) <=
                            most[k] * width + 1e-12);
            }
        }
        fk_collider_free(context, c);
        fk_mesh_free(context, mesh);
    }
}

static void test_places_that_are_not_rigid(void **state)
{
    (void)state;
    cube_forms f = forms_make(1);
    for (int k = 0; k < FORM_COUNT; k++)
        for (int i = 0; i < 4; i++) {
            static const double scale[] = {0.001, 0, 1.001, 1 + 0x1p-16};
            fk_placed_collider a = {f.collider[k], fk_pose_identity()};
            fk_aabb box = {{1, 2, 3}, {4, 5, 6}};
            for (int row = 0; row < 3; row++)
                a.pose.rotation[row][row] = scale[i];
            assert_int_equal(fk_collider_box(&a, &box), i < 3 ? FK_ERROR_ARGUMENT : FK_OK);
            assert_true((box.min.x == 1 && box.max.z == 6) == (i < 3));
        }
    forms_free(&f);
}

static void test_places_that_are_not_finite(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    cube_forms f = forms_make(1);
    fk_piece half = fk_piece_half_space(v(0, 0, 1), 0), ball = fk_piece_sphere(v(0, 0, 0), 1);
    fk_collider *made[FORM_COUNT + 2];
    memcpy(made, f.collider, sizeof f.collider);
    made[FORM_COUNT] = of_pieces(&half, 1);
    made[FORM_COUNT + 1] = of_pieces(&ball, 1);
    for (int k = 0; k < FORM_COUNT + 2; k++) {
        fk_aabb box = {{1, 2, 3}, {4, 5, 6}};
        for (int i = 0; i < 36; i++) {
            fk_placed_collider a = {made[k], fk_pose_identity()};
            if (i % 12 < 9)
                a.pose.rotation[i % 12 / 3][i % 3] = bad[i / 12];
            else
                *fk_vec3_at(&a.pose.translation, i % 3) = bad[i / 12];
            assert_int_equal(fk_collider_box(&a, &box), FK_ERROR_NOT_FINITE);
            assert_true(box.min.x == 1 && box.max.z == 6);
        }
        fk_placed_collider a = {made[k], fk_pose_identity()};
        a.pose.translation.y = 1e308;
        fk_status status = fk_collider_box(&a, &box);
        bool is_cells = fk_collider_kind_of(made[k]) == FK_COLLIDER_CELLS;
        assert_int_equal(status, is_cells ? FK_ERROR_NOT_FINITE : FK_OK);
        if (!is_cells)
            assert_true(box.max.y >= 1e308);
        a.pose.rotation[0][0] = 1.7e308; /* two corners of a cube at home overflow */
        a.pose.rotation[0][1] = 1.7e308;
        status = fk_collider_box(&a, &box);
        if (k == FORM_HULL || is_mesh_form(k) || is_cells)
            assert_int_equal(status, FK_ERROR_NOT_FINITE);
    }
    fk_collider_free(context, made[FORM_COUNT]);
    fk_collider_free(context, made[FORM_COUNT + 1]);
    forms_free(&f);
}

/* ---- All parts in boxes and volumes -------------------------------------------------------------------- */

static void check_part_in_box(void *user, const fk_piece *part)
{
    const fk_aabb *box = user;
    for (int k = 0; k < 3; k++) {
        assert_true(exact_compare(&truth, fk_vec3_get(box->max, k), fk_vec3_axis(k, 1), part) >= 0);
        assert_true(exact_compare(&truth, -fk_vec3_get(box->min, k), fk_vec3_axis(k, -1), part) >= 0);
    }
}

/* An oriented box is what its axes, exactly, span: along the cross product of two of them it reaches from its centre
 * by its half length times the third. */
static void check_part_in_obb(void *user, const fk_piece *part)
{
    const fk_obb *box = user;
    exact_vector axis[3];
    mpz_t more;
    mpz_init(more);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            mpz_init(axis[k].c[i]);
        exact_vector_set(&axis[k], box->axis[k]);
    }
    for (int k = 0; k < 6 && isfinite(box->half[k % 3]); k++) {
        const exact_vector *p = &axis[(k + 1) % 3], *q = &axis[(k + 2) % 3];
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            mpz_mul(truth.n.c[i], p->c[j], q->c[l]);
            mpz_submul(truth.n.c[i], p->c[l], q->c[j]);
            if (k >= 3)
                mpz_neg(truth.n.c[i], truth.n.c[i]);
        }
        exact_dot(more, &truth.n, &axis[k % 3]);
        mpz_abs(more, more);
        exact_set(truth.t, box->half[k % 3]);
        mpz_mul(more, more, truth.t);
        for (int i = 0; i < 3; i++) /* as directions of doubles have it: one power more than the point */
            mpz_mul_2exp(truth.n.c[i], truth.n.c[i], EXACT_POWER);
        exact_along(&truth, truth.bound, box->center);
        mpz_add(truth.bound, truth.bound, more);
        assert_true(exact_sign_of_piece(&truth, part) >= 0);
    }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            mpz_clear(axis[k].c[i]);
    mpz_clear(more);
}

/* Along a few directions n, what is in a ball reaches to n.c + |n| r at most; those with whole lengths are exact. */
static void check_part_in_ball(void *user, const fk_piece *part)
{
    static const int whole[5][4] = {{1, 0, 0, 1}, {0, 3, 4, 5}, {1, 2, 2, 3}, {2, 3, 6, 7}, {4, 4, 7, 9}};
    const fk_sphere *ball = user;
    for (int i = 0; i < 5 * 24 && isfinite(ball->radius); i++) {
        const int *w = whole[i / 24], turn = i % 3, sign = i / 3 % 8;
        for (int k = 0; k < 3; k++) {
            mpz_set_si(truth.n.c[k], (sign >> k & 1 ? -1 : 1) * w[(k + turn) % 3]);
            mpz_mul_2exp(truth.n.c[k], truth.n.c[k], EXACT_POWER);
        }
        exact_along(&truth, truth.bound, ball->center);
        exact_set(truth.t, ball->radius);
        mpz_mul_2exp(truth.t, truth.t, EXACT_POWER);
        mpz_addmul_ui(truth.bound, truth.t, (unsigned)w[3]);
        assert_true(exact_sign_of_piece(&truth, part) >= 0);
    }
}

/* Each corner is in the ball, exactly. */
static void check_corners_in_ball(void *user, const fk_piece *part)
{
    const fk_sphere *ball = user;
    uint32_t count = part->kind == FK_KIND_TRIANGLE ? 3 : part->kind == FK_KIND_BOX ? 8 : 0;
    for (uint32_t i = 0; i < count && isfinite(ball->radius); i++) {
        const fk_cell *c = &part->as.cell;
        exact_vector_set(&truth.d, count == 3 ? part->as.triangle[i] : c->origin);
        for (int k = 0; k < 3 && count == 8; k++) {
            exact_vector_set(&truth.p, c->edge[k]);
            for (int j = 0; j < 3 && (i >> k & 1) != 0; j++)
                mpz_add(truth.d.c[j], truth.d.c[j], truth.p.c[j]);
        }
        exact_vector_set(&truth.p, ball->center);
        exact_sub(&truth.d, &truth.d, &truth.p);
        exact_dot(truth.a, &truth.d, &truth.d);
        exact_set(truth.t, ball->radius);
        mpz_mul(truth.t, truth.t, truth.t);
        assert_true(mpz_cmp(truth.a, truth.t) <= 0);
    }
}

static void test_boxes_and_volumes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(83);
    colliders f = colliders_make(&random);
    for (int i = 0; i < 300 / SHARE; i++) {
        bool is_large = i % FORMS == FORM_COUNT || i % FORMS == FORM_COUNT + 1;
        if (is_large && i % 4 != 0)
            continue;
        fk_placed_collider a = {f.made[i % FORMS], any_place_of(&random)};
        fk_prepared_pair pair;
        fk_aabb box;
        int mode = i / FORMS % FPU_MODES;
        fpu_set(mode);
        if (fk_collider_box(&a, &box) == FK_OK) {
            fk_obb obb = fk_collider_obb(&a);
            fk_sphere ball = fk_collider_sphere(&a);
            assert_int_equal(fk_prepared_pair_make(context, &a, &a, &pair), FK_OK);
            each_part(&pair.a, mode, check_part_in_box, &box);
            each_part(&pair.a, mode, check_corners_in_ball, &ball);
            if (!is_large) {
                each_part(&pair.a, mode, check_part_in_obb, &obb);
                if (a.collider->part_count < 8)
                    each_part(&pair.a, mode, check_part_in_ball, &ball);
            }
            fk_prepared_pair_free(context, &pair);
        }
        fpu_set(0);
    }
    colliders_free(&f);
}

/* ---- Parts near a box ---------------------------------------------------------------------------------- */

typedef struct seen {
    uint32_t count[128];
    uint32_t total, end;
} seen;

static bool see(void *user, uint32_t part, const fk_piece *piece)
{
    seen *s = user;
    assert_true(part < 128 && fk_piece_check(piece) == FK_OK);
    s->count[part]++;
    return ++s->total != s->end;
}

static void test_parts_near_a_box(void **state)
{
    (void)state;
    fk_random random = fk_random_make(85);
    cube_forms f = forms_make(1);
    size_t visited = 0, wanted = 0;
    for (int i = 0; i < 3000 / SHARE; i++) {
        int k = (int)fk_random_below(&random, FORM_COUNT);
        fk_placed_collider a = {f.collider[k], any_pose(&random, 2)}, b = a;
        if (i % 3 == 0)
            a.pose = b.pose = quarter_turn(&random, whole_vector(&random, 1));
        if (i % 8 == 1)
            a.pose.rotation[0][1] += i % 16 == 1 ? 1e-8 : 0.5;
        fk_vec3 low = any_place(&random, 2), size = v(fk_random_unit(&random), fk_random_unit(&random), 0.5);
        if (i % 3 == 0) {
            low = fk_vec3_scale(whole_vector(&random, 4), 0.5);
            size = v(0.5, 0, 0.5);
        }
        fk_aabb box = {low, fk_vec3_add(low, size)};
        if (i % 10 == 0)
            box.max.z = INFINITY;
        fk_piece probe =
            fk_piece_box(low, v(size.x, 0, 0), v(0, size.y, 0), v(0, 0, i % 10 == 0 ? 99 : size.z));
        fk_prepared_pair pair;
        assert_int_equal(fk_prepared_pair_make(context, &a, &a, &pair), FK_OK);
        seen s = {.end = FK_NONE}, all = {.end = FK_NONE};
        fk_aabb everything = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
        fk_prepared_visit(&pair.a, &box, NULL, see, &s);
        fk_prepared_visit(&pair.a, &everything, NULL, see, &all);
        visited += s.total;
        for (uint32_t part = 0; part < 128; part++) {
            assert_true(s.count[part] <= 1 && s.count[part] <= all.count[part]);
            if (all.count[part] == 0)
                continue;
            fk_piece piece;
            if (k <= FORM_BOXES) {
                piece = pair.a.piece[part];
            } else if (is_mesh_form(k)) {
                const uint32_t *c = a.collider->mesh.mesh->triangle[part].corner;
                const fk_vec3 *p = a.collider->mesh.mesh->point;
                piece = fk_piece_triangle(fk_pose_apply(&a.pose, p[c[0]]), fk_pose_apply(&a.pose, p[c[1]]),
                                          fk_pose_apply(&a.pose, p[c[2]]));
            } else {
                piece = fk_placed_cells_piece(&pair.a.cells, part);
            }
            bool meets = fk_pair_verdict(&piece, &probe) != FK_APART;
            assert_true(!meets || s.count[part] == 1);
            wanted += meets;
        }
        if (s.total > 1) {
            seen few = {.end = 1};
            fk_prepared_visit(&pair.a, &box, NULL, see, &few);
            assert_int_equal(few.total, 1);
        }
        fk_prepared_pair_free(context, &pair);
    }
    assert_true(wanted > 0 && visited < 4 * wanted);
    forms_free(&f);
}

static bool count_part(void *user, uint32_t part, const fk_piece *piece)
{
    uint32_t *count = user;
    (void)piece;
    count[part]++;
    return true;
}

/* Points, one of them in the middle, where floats are finest: a box that is one of them in its place has it, however
 * that was rounded, and if the pose is not quite a rotation. */
static void test_points_in_their_places(void **state)
{
    (void)state;
    fk_random random = fk_random_make(85);
    fk_piece piece[27];
    for (int i = 0; i < 27; i++)
        piece[i] = fk_piece_point(v(i % 3 - 1, i / 3 % 3 - 1, (double)(i / 9) - 1));
    fk_collider *points = of_pieces(piece, 27);
    for (int i = 0; i < 3000 / SHARE; i++) {
        fk_placed_collider a = {points, any_pose(&random, i % 4 == 0 ? 1e12 : i % 4 == 1 ? 1e3 : 1)};
        if (i % 4 == 3)
            for (int k = 0; k < 9; k++)
                a.pose.rotation[k / 3][k % 3] += between(&random, 1e-8);
        uint32_t part = i % 3 ? 13 : (uint32_t)fk_random_below(&random, 27), count[27] = {0};
        fk_prepared_pair pair;
        fpu_set(i / 4 % FPU_MODES);
        assert_int_equal(fk_prepared_pair_make(context, &a, &a, &pair), FK_OK);
        fk_vec3 p = pair.a.piece[part].as.point;
        fk_aabb box = {p, p};
        fk_prepared_visit(&pair.a, &box, NULL, count_part, count);
        fpu_set(0);
        assert_int_equal(count[part], 1);
        fk_prepared_pair_free(context, &pair);
    }
    fk_collider_free(context, points);
}

static int begin(void **state)
{
    exact_init(&truth);
    return make_context(state);
}

static int finish(void **state)
{
    exact_clear(&truth);
    return end_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_what_it_says_of_itself),
        cmocka_unit_test(test_scarce_memory),
        cmocka_unit_test(test_boxes_of_meshes_are_tight),
        cmocka_unit_test(test_places_that_are_not_rigid),
        cmocka_unit_test(test_places_that_are_not_finite),
        cmocka_unit_test_teardown(test_boxes_and_volumes, fpu_usual),
        cmocka_unit_test(test_parts_near_a_box),
        cmocka_unit_test_teardown(test_points_in_their_places, fpu_usual),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
