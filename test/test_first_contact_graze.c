/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of colliders that move past each other closely: by nothing, by 1e-9 and by 1e-6 of their size, on either side.
 * What comes within the level surely is never missed; what stays away by more than the tolerance is proved. Straight
 * ways are compared with casts of pieces. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "first_contact_check.h"
#include "sanitized.h"

static const double gaps[] = {0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3};
#define GAPS (sizeof gaps / sizeof *gaps)
#define STEP (SANITIZED ? 2 : 1)

static body one_piece(fk_piece piece)
{
    return body_of_pieces(&piece, 1);
}

/* The least distance of the motion is this, where it is not negative; else they overlap by as much. */
static void check_graze(stage *s, double gap)
{
    stage_end(s);
    static const double tolerance[] = {1e-4, 1e-6, 3e-8};
    for (int i = 0; i < (SANITIZED ? 2 : 3); i++) {
        s->options.tolerance = tolerance[i];
        s->options.resolution = 1e-3;
        s->options.max_tests = 0;
        s->options.wants_closest = true;
        s->options.wants_all = i != 1;
        fk_motion_answer *answer = stage_check(s, 64);
        double rounding = 1e-13;
        if (gap > tolerance[i] + rounding)
            CHECK(s, answer->stretch_count == 0);
        if (gap < rounding)
            CHECK(s, answer->stretch_count > 0);
        if (gap < -2 * tolerance[i] && s->options.wants_all)
            CHECK(s, answer->stretch[0].kind == FK_STRETCH_MEETS);
        if (gap > rounding)
            CHECK(s, answer->stretch_count == 0 || answer->stretch[0].kind == FK_STRETCH_NEAR);
        CHECK(s,
              answer->closest.lo <= fmax(gap, 0) + rounding && answer->closest.hi >= fmax(gap, 0) - rounding);
        for (uint32_t k = 0; k < answer->stretch_count; k++)
            CHECK(s, answer->stretch[k].kind != FK_STRETCH_UNDECIDED);
        stage_answer_free(answer);
    }
    stage_free(s);
}

/* ---- Rotations ----------------------------------------------------------------------------------------- */

/* The tip of a needle of length 1 passes a plate. */
static void tip_past_plate(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAPS; i += STEP)
        for (int turns = 1; turns < 20; turns += 6) {
            stage s;
            stage_begin(&s);
            s.body[0] = one_piece(fk_piece_segment(v(0, 0, 0), v(1, 0, 0)));
            s.body[1] = one_piece(fk_piece_box(v(-1, -1, 0), v(2, 0, 0), v(0, 2, 0), v(0, 0, 1)));
            s.body[1].pose.translation = v(0, 0, 1 + gaps[i]);
            fk_frame *f = stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0.1, 3.3 * turns);
            f->axis = v(0, -1, 0);
            s.on[0] = last_frame(&s);
            f = stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 0); /* the plate moves by nothing */
            f->axis = v(1, 1, 1);
            s.on[1] = last_frame(&s);
            check_graze(&s, gaps[i]);
        }
}

/* A wheel turns above a table: the distance is the same all the time, and many cells are needed. */
static void wheel_on_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAPS; i += STEP) {
        stage s;
        stage_begin(&s);
        s.body[0] = one_piece(fk_piece_cylinder(v(0, 0, 0), v(0, 0, 0.5), 1));
        s.body[1] = one_piece(fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1)));
        s.body[0].pose.translation = v(0, 0, gaps[i]);
        stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 2);
        s.on[0] = last_frame(&s);
        check_graze(&s, gaps[i]);
    }
}

/* Needles cross each other's way, one as it turns with a long lever. */
static void needle_past_needle(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAPS; i += STEP) {
        stage s;
        stage_begin(&s);
        s.body[0] = one_piece(fk_piece_segment(v(4, 0, 0), v(5, 0, 0)));
        s.body[1] = one_piece(fk_piece_capsule(v(4.5, 0, -1), v(4.5, 0, 1), 0.125));
        stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, -1, 1);
        s.body[0].pose.translation = v(-0.625 - gaps[i], 0, 0);
        s.on[0] = last_frame(&s);
        check_graze(&s, gaps[i]);
    }
}

/* ---- Straight ways ------------------------------------------------------------------------------------- */

/* Cubes pass each other, along an axis. */
static void cube_past_cube(void **state)
{
    (void)state;
    for (size_t i = 0; i < GAPS; i += STEP) {
        stage s;
        stage_begin(&s);
        for (int k = 0; k < 2; k++)
            s.body[k] = one_piece(cube(-0.5, -0.5, -0.5, 1));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, v(-5, 1 + gaps[i], 0.25), NULL);
        stage_key(&s, 1, v(5, 1 + gaps[i], 0.25), NULL);
        s.on[0] = last_frame(&s);
        check_graze(&s, gaps[i]);
    }
}

/* A piece with whole coordinates, and its corners. */
static fk_piece whole_piece(fk_random *random, fk_vec3 point[16])
{
    switch (fk_random_below(random, 4)) {
    case 0:
        return whole_hull(random, point);
    case 1:
        return fk_piece_sphere(whole_vector(random, 6), 1 + (double)fk_random_below(random, 3));
    case 2:
        return fk_piece_triangle(whole_vector(random, 6), whole_vector(random, 6), whole_vector(random, 6));
    default:
        return whole_box(random);
    }
}

/* From time 0 to 1 along whole vectors: as a cast of the two pieces says, to the last bit. */
static void as_casts_say(void **state)
{
    (void)state;
    int hits = 0, count = 2000 / SHARE;
    for (int i = 0; i < count; i++) {
        fk_random random = fk_random_make(7000 + (uint64_t)i);
        stage s;
        stage_begin(&s);
        fk_piece piece[2];
        fk_vec3 point[2][16], from = whole_vector(&random, 20), to = whole_vector(&random, 20);
        for (int k = 0; k < 2; k++) {
            piece[k] = whole_piece(&random, point[k]);
            s.body[k] = one_piece(piece[k]);
        }
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, from, NULL);
        stage_key(&s, 1, to, NULL);
        s.on[0] = last_frame(&s);
        stage_end(&s);
        fk_pose pose = fk_pose_identity();
        pose.translation = from;
        fk_piece placed = fk_piece_place(&piece[0], &pose, point[0]);
        fk_cast cast;
        fk_vec3 way = fk_vec3_sub(to, from);
        assert_int_equal(fk_pair_cast(&placed, way, &piece[1], 1, &cast), FK_OK);
        fk_motion_answer *answer = stage_ask(&s);
        if (cast.result == FK_CAST_UNDECIDED)
            CHECK(&s, answer->stretch_count <= 1);
        else
            CHECK(&s, answer->stretch_count == (cast.result == FK_CAST_MISS ? 0 : 1));
        if (cast.result == FK_CAST_HIT && answer->stretch_count == 1) {
            const fk_stretch *t = answer->stretch;
            bool is_round = piece[0].kind == FK_KIND_SPHERE || piece[1].kind == FK_KIND_SPHERE;
            CHECK(&s, t->kind == FK_STRETCH_MEETS);
            CHECK(&s, is_round || t->is_exact);
            CHECK(&s, have_common(t->enter, cast.enter) && have_common(t->leave, cast.leave));
            CHECK(&s, is_round || (t->enter.lo == cast.enter.lo && t->enter.hi == cast.enter.hi));
            hits++;
        }
        stage_answer_free(answer);
        stage_free(&s);
    }
    assert_true(hits > count / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tip_past_plate),     cmocka_unit_test(wheel_on_table),
        cmocka_unit_test(needle_past_needle), cmocka_unit_test(cube_past_cube),
        cmocka_unit_test(as_casts_say),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
