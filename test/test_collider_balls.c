/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls of colliders: points of the set outside all outer balls, points of inner balls outside the set, and points of
 * outer balls too far from the set are searched for, by distances that know nothing of balls. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collider_kinds.h"
#include "mesh_shapes.h"
#include "sanitized.h"
#include "scarce_memory.h"

static fk_collider_balls *balls_of(const fk_placed_collider *a, double excess, uint32_t count, uint32_t inner)
{
    fk_balls_options options = {excess, count, inner, NULL};
    fk_collider_balls *balls = NULL;
    assert_int_equal(fk_collider_balls_build(context, a, &options, &balls), FK_OK);
    assert_true(balls->outer_count > 0);
    assert_true(inner >= balls->inner_count);
    assert_true(count == 0 || balls->outer_count <= count);
    assert_true(count > 0 || excess == 0 || balls->excess <= excess * (1 + 0x1p-40));
    return balls;
}

static fk_status refusal(const fk_placed_collider *a, double excess, uint32_t count)
{
    fk_balls_options options = {excess, count, 0, NULL};
    fk_collider_balls *balls = (fk_collider_balls *)context;
    fk_status status = fk_collider_balls_build(context, a, &options, &balls);
    assert_true(balls == (fk_collider_balls *)context || status == FK_OK);
    return status;
}

/* ---- Attacks ------------------------------------------------------------------------------------------- */

static fk_collider *point_collider;

static fk_collider_distance measure_point(const fk_placed_collider *a, fk_vec3 p)
{
    fk_placed_collider point = {point_collider, fk_pose_identity()};
    fk_collider_distance d;
    point.pose.translation = p;
    assert_int_equal(fk_collider_measure(context, a, &point, INFINITY, &d), FK_OK);
    return d;
}

/* How far a point is outside all balls; at most 0 in one of them. */
static double outside_balls(const fk_sphere *ball, uint32_t count, fk_vec3 p)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        least = fmin(least, fk_vec3_length(fk_vec3_sub(p, ball[i].center)) - ball[i].radius);
    return least;
}

static fk_vec3 point_in_box(fk_random *random, const fk_aabb *box, double margin)
{
    return v(fk_random_between(random, box->min.x - margin, box->max.x + margin),
             fk_random_between(random, box->min.y - margin, box->max.y + margin),
             fk_random_between(random, box->min.z - margin, box->max.z + margin));
}

static fk_vec3 any_direction(fk_random *random)
{
    for (;;) {
        fk_vec3 d = any_place(random, 1);
        if (fk_vec3_dot(d, d) > 0.01 && fk_vec3_dot(d, d) < 1)
            return fk_vec3_unit(d);
    }
}

/* Points of the set, and points nearest to those outside, which are rounded by `rough`: all must be in outer balls. */
static void attack_cover(fk_random *random, const fk_placed_collider *a, const fk_collider_balls *balls,
                         double rough, int tries)
{
    fk_aabb box;
    assert_int_equal(fk_collider_box(a, &box), FK_OK);
    for (int i = 0; i < tries; i++) {
        fk_vec3 p = point_in_box(random, &box, i % 2 ? 0 : 8 * balls->excess);
        fk_collider_distance d = measure_point(a, p);
        if (d.distance.hi > 0)
            assert_true(outside_balls(balls->outer, balls->outer_count, d.point_a) <= rough);
        else
            assert_true(outside_balls(balls->outer, balls->outer_count, p) <= 0x1p-40 * rough);
    }
}

/* Points on the outer balls are within the excess of the set, and points in the inner balls are in the set. */
static void attack_balls(fk_random *random, const fk_placed_collider *a, const fk_collider_balls *balls,
                         double rough, int tries)
{
    for (int i = 0; i < tries; i++) {
        const fk_sphere *b = &balls->outer[fk_random_below(random, balls->outer_count)];
        double part = i % 4 == 0 ? sqrt(fk_random_between(random, 0, 1)) : 1;
        fk_vec3 p = fk_vec3_add(b->center, fk_vec3_scale(any_direction(random), part * b->radius));
        if (balls->gap == 0)
            assert_true(measure_point(a, p).distance.lo <= balls->excess + rough);
        if (balls->inner_count == 0)
            continue;
        b = &balls->inner[fk_random_below(random, balls->inner_count)];
        p = fk_vec3_add(b->center, fk_vec3_scale(any_direction(random), b->radius * (1 - 0x1p-30)));
        assert_true(measure_point(a, p).distance.lo == 0);
    }
}

static void attack(fk_random *random, const fk_placed_collider *a, const fk_collider_balls *balls,
                   double size)
{
    attack_cover(random, a, balls, 1e-9 * size, 600 / SHARE);
    attack_balls(random, a, balls, 1e-9 * size, 300 / SHARE);
}

static void test_all_kinds(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    colliders c = colliders_make(&random);
    for (int i = 0; i < FORMS; i += SANITIZED ? 5 : 1) {
        fk_placed_collider a = {c.made[i], any_pose(&random, 3)};
        fk_aabb box;
        assert_int_equal(fk_collider_box(&a, &box), FK_OK);
        double wide = fk_vec3_largest(fk_vec3_sub(box.max, box.min));
        if (!isfinite(wide)) {
            assert_int_equal(refusal(&a, 0.1, 0), FK_ERROR_ARGUMENT);
            continue;
        }
        fk_collider_balls *balls = balls_of(&a, wide / 5, 0, 5);
        attack(&random, &a, balls, wide);
        fk_collider_balls_free(context, balls);
    }
    colliders_free(&c);
}

/* ---- Pieces of which everything is known --------------------------------------------------------------- */

static void test_sphere(void **state)
{
    (void)state;
    fk_piece piece = fk_piece_sphere(v(1, 2, 3), 0.5);
    fk_collider *made = of_pieces(&piece, 1);
    fk_placed_collider a = {made, fk_pose_identity()};
    fk_collider_balls *balls = balls_of(&a, 0, 0, 3);
    assert_int_equal(balls->outer_count, 1);
    assert_int_equal(balls->inner_count, 1);
    assert_memory_equal(&balls->outer[0], &piece.as.sphere, sizeof balls->outer[0]);
    assert_memory_equal(&balls->inner[0], &piece.as.sphere, sizeof balls->inner[0]);
    assert_true(balls->excess == 0 && balls->gap == 0);
    fk_collider_balls_free(context, balls);
    fk_collider_free(context, made);

    piece = fk_piece_point(v(1, 2, 1e300));
    made = of_pieces(&piece, 1);
    a.collider = made;
    balls = balls_of(&a, 0, 1, 3);
    assert_int_equal(balls->outer_count, 1);
    assert_int_equal(balls->inner_count, 0);
    assert_true(balls->outer[0].radius == 0 && balls->outer[0].center.z == 1e300);
    fk_collider_balls_free(context, balls);
    fk_collider_free(context, made);
}

/* A cube of side 2: a single ball contains its corners, and an inner one touches its sides. */
static void test_cube(void **state)
{
    (void)state;
    cube_forms cubes = forms_make(1);
    static const form forms[] = {FORM_BOX, FORM_HULL, FORM_MESH};
    for (int i = 0; i < 3; i++) {
        fk_placed_collider a = {cubes.collider[forms[i]], fk_pose_identity()};
        fk_collider_balls *balls = balls_of(&a, 0, 1, 1);
        assert_int_equal(balls->outer_count, 1);
        assert_true(balls->outer[0].radius >= sqrt(3) && balls->outer[0].radius < 2);
        assert_true(balls->inner_count == 0 || balls->inner[0].radius <= 1);
        assert_true(balls->excess >= sqrt(3) - 1);
        for (uint32_t k = 0; k < 8; k++) {
            fk_aabb sides = {{-1, -1, -1}, {1, 1, 1}};
            assert_true(outside_balls(balls->outer, 1, fk_aabb_corner(&sides, k)) <= 0);
        }
        fk_collider_balls_free(context, balls);
    }
    forms_free(&cubes);
}

/* In a box, the largest ball is the one in its middle; the next ones are elsewhere. */
static void test_inner_balls(void **state)
{
    (void)state;
    fk_piece piece = cube(0.3, 0.1, 0.7, 2);
    fk_collider *made = of_pieces(&piece, 1);
    fk_placed_collider a = {made, fk_pose_identity()};
    fk_collider_balls *balls = balls_of(&a, 0.2, 0, 9);
    assert_int_equal(balls->inner_count, 9);
    assert_true(balls->inner[0].radius > 0.95 && balls->inner[0].radius <= 1);
    for (uint32_t i = 1; i < 9; i++)
        assert_true(balls->inner[i].radius <= 1 && balls->inner[i].radius > 0.1);
    fk_collider_balls_free(context, balls);
    fk_collider_free(context, made);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct mesh_body {
    fk_mesh *mesh;
    fk_collider *collider;
} mesh_body;

static mesh_body soup_body(soup *s)
{
    mesh_body b = {.mesh = soup_mesh(context, s)};
    b.collider = of_mesh(b.mesh);
    free(s);
    return b;
}

static void soup_body_free(mesh_body *b)
{
    fk_collider_free(context, b->collider);
    fk_mesh_free(context, b->mesh);
}

/* Corners are exact points of the set. */
static void attack_corners(const fk_mesh *mesh, const fk_pose *pose, const fk_collider_balls *balls)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        assert_true(outside_balls(balls->outer, balls->outer_count, fk_pose_apply(pose, mesh->point[i])) <=
                    0);
}

static void check_soup(soup *s, double excess, uint32_t least_inner, uint32_t most_inner)
{
    fk_random random = fk_random_make(2);
    mesh_body b = soup_body(s);
    fk_placed_collider a = {b.collider, any_pose(&random, 2)};
    fk_collider_balls *balls = balls_of(&a, excess, 0, 6);
    assert_true(balls->inner_count >= least_inner && balls->inner_count <= most_inner);
    attack_corners(b.mesh, &a.pose, balls);
    attack(&random, &a, balls, 4);
    fk_collider_balls_free(context, balls);
    soup_body_free(&b);
}

static void test_meshes(void **state)
{
    (void)state;
    soup *s = soup_make(); /* one triangle */
    soup_add(s, v(0, 0, 0), v(1, 0, 0), v(0, 1, 0.3));
    check_soup(s, 0.1, 0, 0);
    s = soup_make(); /* a flat square */
    soup_add_quad(s, v(0, 0, 0), v(1, 0, 0), v(1, 1, 0), v(0, 1, 0));
    check_soup(s, 0.1, 0, 0);
    s = soup_make(); /* a plate */
    soup_add_box(s, 0, 0, 0, 2, 2, 0x1p-10);
    check_soup(s, 0.2, 1, 6);
    s = soup_make(); /* two boxes that overlap */
    soup_add_box(s, 0, 0, 0, 1, 1, 1);
    soup_add_box(s, 0.5, 0.5, 0.5, 1.5, 1.5, 1.5);
    check_soup(s, 0.25, 6, 6);
    s = soup_make(); /* a cavity, which inner balls must not reach */
    soup_add_box(s, -1, -1, -1, 1, 1, 1);
    uint32_t first = s->count;
    soup_add_box(s, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5);
    soup_turn(s, first);
    check_soup(s, 0.25, 6, 6);
}

/* A cube without one side is a surface; what it encloses is outside. With the side, but torn along an edge by less than
 * a cube of the grid, it is one with a pocket, so large balls are allowed. */
static void test_pockets(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    uint32_t counts[2];
    for (int i = 0; i < 2; i++) {
        const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1}, torn[3] = {0.999, 1, 1};
        soup *s = soup_make();
        for (int axis = 0; axis < 3; axis++) {
            soup_add_face(s, low, high, axis, -1);
            if (axis < 2)
                soup_add_face(s, low, high, axis, 1);
        }
        if (i == 1)
            soup_add_face(s, low, torn, 2, 1);
        mesh_body b = soup_body(s);
        fk_placed_collider a = {b.collider, fk_pose_identity()};
        fk_collider_balls *balls = balls_of(&a, 0.25, 0, 4);
        counts[i] = balls->outer_count;
        assert_true(balls->gap > 0 && balls->inner_count == 0);
        attack_corners(b.mesh, &a.pose, balls);
        attack(&random, &a, balls, 2);
        /* Beyond the cube, no ball goes farther than the excess. */
        for (uint32_t k = 0; k < balls->outer_count; k++) {
            const fk_sphere *o = &balls->outer[k];
            assert_true(fk_vec3_largest(o->center) + o->radius <= 1 + balls->excess);
            assert_true(i == 1 || o->radius <= fabs(balls->excess) + 0.25);
        }
        fk_collider_balls_free(context, balls);
        soup_body_free(&b);
    }
    assert_true(counts[1] < counts[0]);
}

/* Walls with gaps between them. Balls may fill gaps that are narrower than twice the excess, in which no point is too far from
 * the walls; of wider ones they must leave out the middle. */
static void test_gaps(void **state)
{
    (void)state;
    static const double gap[] = {0.1, 0.49, 0.51, 1};
    fk_random random = fk_random_make(6);
    uint32_t narrow = 0;
    for (int i = 0; i < 6; i += SANITIZED ? 5 : 1) { /* four meshes, two of pieces */
        soup *s = soup_make();
        fk_piece wall[4];
        for (int k = 0; k < 4; k++) {
            double at = k * (0.1 + gap[i % 4]);
            soup_add_box(s, at, 0, 0, at + 0.1, 1, 1);
            wall[k] = fk_piece_box(v(at, 0, 0), v(0.1, 0, 0), v(0, 1, 0), v(0, 0, 1));
        }
        mesh_body b = soup_body(s);
        fk_collider *pieces = of_pieces(wall, 4);
        fk_placed_collider a = {i < 4 ? b.collider : pieces, fk_pose_identity()};
        fk_collider_balls *balls = balls_of(&a, 0.25, 0, 2);
        attack_corners(b.mesh, &a.pose, balls);
        attack_cover(&random, &a, balls, 1e-9, 600 / SHARE);
        attack_balls(&random, &a, balls, 1e-9, 1500 / SHARE);
        narrow = i == 0 ? balls->outer_count : narrow;
        assert_true(gap[i % 4] < 1 || balls->outer_count > 2 * narrow);
        fk_collider_balls_free(context, balls);
        fk_collider_free(context, pieces);
        soup_body_free(&b);
    }
}

/* ---- Counts, scales, refusals -------------------------------------------------------------------------- */

/* More balls are never worse by more than the last step of the search. */
static void test_counts(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    fk_mesh *torus = generated("torus", 100);
    fk_collider *made = of_mesh(torus);
    fk_placed_collider a = {made, fk_pose_identity()};
    double before = INFINITY;
    for (uint32_t count = 1; count <= 8; count *= 8) {
        fk_collider_balls *balls = balls_of(&a, 0, count, 2);
        assert_true(balls->excess <= before * 1.1);
        before = balls->excess;
        attack(&random, &a, balls, torus->point[0].x);
        fk_collider_balls_free(context, balls);
    }
    fk_collider_free(context, made);
    fk_mesh_free(context, torus);
}

/* The same up to the scale, for a power of two; and the same bytes twice. */
static void test_scales(void **state)
{
    (void)state;
    static const int power[] = {0, 0, 200, -200, -299};
    fk_collider_balls *first = NULL;
    for (int i = 0; i < 5; i++) {
        double by = ldexp(1, power[i]);
        soup *s = soup_make();
        soup_add_box(s, 0, 0, 0, by, 2 * by, 3 * by);
        mesh_body b = soup_body(s);
        fk_placed_collider a = {b.collider, fk_pose_identity()};
        fk_collider_balls *balls = balls_of(&a, 0.25 * by, 0, 3);
        first = i == 0 ? balls : first;
        assert_int_equal(balls->outer_count, first->outer_count);
        assert_int_equal(balls->inner_count, first->inner_count);
        for (uint32_t k = 0; k < balls->outer_count; k++)
            assert_true(balls->outer[k].radius == first->outer[k].radius * by &&
                        balls->outer[k].center.x == first->outer[k].center.x * by);
        if (i > 0)
            fk_collider_balls_free(context, balls);
        soup_body_free(&b);
    }
    fk_collider_balls_free(context, first);
}

static void test_refusals(void **state)
{
    (void)state;
    fk_piece piece = cube(0, 0, 0, 2), half = fk_piece_half_space(v(0, 0, 1), 0);
    fk_collider *box = of_pieces(&piece, 1), *plane = of_pieces(&half, 1);
    fk_placed_collider a = {box, fk_pose_identity()}, b = {plane, fk_pose_identity()};
    assert_int_equal(refusal(&a, -1, 0), FK_ERROR_ARGUMENT);
    assert_int_equal(refusal(&a, NAN, 0), FK_ERROR_ARGUMENT);
    assert_int_equal(refusal(&a, INFINITY, 0), FK_ERROR_ARGUMENT);
    assert_int_equal(refusal(&a, 1e-4, 0), FK_ERROR_ARGUMENT);
    assert_int_equal(refusal(&a, 1e-300, 0), FK_ERROR_ARGUMENT);
    assert_int_equal(refusal(&b, 1, 0), FK_ERROR_ARGUMENT);
    assert_int_equal(refusal(&b, 1, 5), FK_ERROR_ARGUMENT);
    a.pose.translation.x = 0x1p45;
    assert_int_equal(refusal(&a, 0.1, 0), FK_ERROR_ARGUMENT);
    a.pose.translation.x = NAN;
    assert_int_equal(refusal(&a, 0.1, 0), FK_ERROR_NOT_FINITE);
    fk_collider_free(context, box);
    fk_collider_free(context, plane);
    for (int i = 0; i < 2; i++) {
        piece = cube(0, 0, 0, ldexp(1, i == 0 ? -302 : 302));
        box = of_pieces(&piece, 1);
        a = (fk_placed_collider){box, fk_pose_identity()};
        assert_int_equal(refusal(&a, 0, 0), FK_ERROR_ARGUMENT);
        fk_collider_free(context, box);
    }
}

/* All bounds hold in every state of the floating-point unit: the balls are made there, and attacked in the usual one. */
static void test_fpu_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    soup *s = soup_make();
    soup_add_box(s, 0, 0, 0, 1, 0.7, 0.1);
    mesh_body b = soup_body(s);
    fk_piece piece = fk_piece_cylinder(v(0, 0, 0), v(0.1, 0.2, 0.9), 0.3);
    fk_collider *smooth = of_pieces(&piece, 1);
    for (int mode = 0; mode < FPU_MODES; mode += SANITIZED ? 5 : 1)
        for (int i = 0; i < 2; i++) {
            fk_placed_collider a = {i == 0 ? b.collider : smooth, fk_pose_identity()};
            fpu_set(mode);
            fk_collider_balls *balls = balls_of(&a, 0.25, 0, 2);
            fpu_set(0);
            attack(&random, &a, balls, 1);
            if (i == 0)
                attack_corners(b.mesh, &a.pose, balls);
            fk_collider_balls_free(context, balls);
        }
    fk_collider_free(context, smooth);
    soup_body_free(&b);
}

/* ---- Memory and cancelling ----------------------------------------------------------------------------- */

static fk_status ask_with(fk_context *scarce, const void *user, uint32_t count, uint32_t *out)
{
    fk_balls_options options = {0.5, count, 2, NULL};
    fk_collider_balls *balls = NULL;
    fk_status status = fk_collider_balls_build(scarce, user, &options, &balls);
    if (status != FK_OK)
        return status;
    *out = balls->outer_count;
    fk_collider_balls_free(scarce, balls);
    return FK_OK;
}

static fk_status ask_balls(fk_context *scarce, const void *user, void *out)
{
    return ask_with(scarce, user, 0, out);
}

static fk_status ask_few_balls(fk_context *scarce, const void *user, void *out)
{
    return ask_with(scarce, user, 3, out);
}

typedef struct balls_cancel {
    fk_cancel flag;
    size_t left;
} balls_cancel;

static void count_down(void *user)
{
    balls_cancel *c = user;
    if (--c->left == 0)
        fk_cancel_set(&c->flag);
}

static void test_memory_and_cancel(void **state)
{
    (void)state;
    soup *s = soup_make();
    soup_add_box(s, 0, 0, 0, 1, 0.05, 0.05);
    mesh_body solid = soup_body(s);
    s = soup_make();
    soup_add(s, v(0, 0, 0), v(1, 0, 0), v(1, 0.01, 0));
    mesh_body flat = soup_body(s);
    fk_piece piece[2] = {fk_piece_segment(v(0, 0, 0), v(0.01, 0, 0)),
                         fk_piece_capsule(v(0, 0, 0), v(1, 0, 0), 0.01)};
    fk_collider *pieces = of_pieces(piece, 2);
    const fk_collider *tried[3] = {solid.collider, flat.collider, pieces};
    for (int i = 0; i < 3; i++) {
        fk_placed_collider a = {tried[i], fk_pose_identity()};
        memory_ask(ask_balls, &a, sizeof(uint32_t));
        if (i == 2)
            memory_ask(ask_few_balls, &a, sizeof(uint32_t));
        size_t cancelled = 0;
        for (size_t at = 1;; at += 1 + at / 2) {
            balls_cancel c = {.left = at};
            c.flag.poll = count_down;
            c.flag.user = &c;
            fk_balls_options options = {0.25, 0, 2, &c.flag};
            fk_collider_balls *balls = NULL;
            fk_status status = fk_collider_balls_build(context, &a, &options, &balls);
            if (status == FK_OK) {
                fk_collider_balls_free(context, balls);
                break;
            }
            assert_int_equal(status, FK_ERROR_CANCELLED);
            assert_null(balls);
            cancelled++;
        }
        assert_true(cancelled > 3);
    }
    fk_collider_free(context, pieces);
    soup_body_free(&solid);
    soup_body_free(&flat);
}

static int begin_all(void **state)
{
    int failed = make_context(state);
    fk_piece origin = fk_piece_point(v(0, 0, 0));
    point_collider = of_pieces(&origin, 1);
    return failed;
}

static int end_all(void **state)
{
    fk_collider_free(context, point_collider);
    return end_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_kinds),
        cmocka_unit_test(test_sphere),
        cmocka_unit_test(test_cube),
        cmocka_unit_test(test_inner_balls),
        cmocka_unit_test(test_meshes),
        cmocka_unit_test(test_pockets),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_scales),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test_teardown(test_fpu_modes, fpu_usual),
        cmocka_unit_test(test_memory_and_cancel),
    };
    return cmocka_run_group_tests(tests, begin_all, end_all);
}
