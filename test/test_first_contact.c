/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of colliders that move: what the contract says, on motions whose times are known. */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "first_contact_check.h"
#include "placed_meshes.h"
#include "sanitized.h"
#include "scarce_memory.h"

static body box_body(double x, double y, double z)
{
    fk_piece piece = fk_piece_box(v(-x / 2, -y / 2, -z / 2), v(x, 0, 0), v(0, y, 0), v(0, 0, z));
    return body_of_pieces(&piece, 1);
}

static body ball_body(double radius)
{
    fk_piece piece = fk_piece_sphere(v(0, 0, 0), radius);
    return body_of_pieces(&piece, 1);
}

/* The first body goes from one place to another from time 0 to 1. */
static void goes(stage *s, fk_vec3 from, fk_vec3 to)
{
    stage_frame(s, FK_NONE, FK_FRAME_KEYS);
    stage_key(s, 0, from, NULL);
    stage_key(s, 1, to, NULL);
    s->on[0] = last_frame(s);
}

/* Takes the bodies over. */
static void two_bodies(stage *s, body a, body b)
{
    stage_begin(s);
    s->body[0] = a;
    s->body[1] = b;
}

static bool holds(fk_interval i, double x)
{
    return i.lo <= x && x <= i.hi;
}

/* ---- Work ---------------------------------------------------------------------------------------------- */

/* A knot turns on an arm past the edge of a plate, which only a direction in the plane of the plate separates from it. How much is
 * tested follows the distance, not the number of triangles; and a wide bracket of the closest approach contains the narrow one. */
static void knot_by_an_edge(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        stage s;
        two_bodies(&s, body_of_mesh(generated("trefoil", i < 3 ? 500 : 8000), true), box_body(8, 0.02, 8));
        fk_sphere ball;
        fk_sphere_build(s.body[0].mesh->point, s.body[0].mesh->vertex_count, &ball);
        s.body[0].pose.translation = v(-2 * ball.radius, 0, 0);
        s.body[1].pose.translation =
            v(4 + 3.3 * ball.radius + fabs(ball.center.x) + fabs(ball.center.y), 0, 3.5);
        stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, -1.5, 4.6);
        s.on[0] = last_frame(&s);
        stage_end(&s);
        s.options.wants_closest = i % 3 > 0;
        fk_motion_answer *narrow = i % 3 == 2 ? stage_check(&s, 50) : NULL;
        s.options.closest_ratio = 0x1p-7;
        fk_motion_answer *answer = stage_ask(&s);
        assert_int_equal(answer->stretch_count, 0);
        assert_true(answer->tests < (s.options.wants_closest ? 400 : 100));
        if (narrow != NULL) {
            assert_true(answer->closest.lo <= narrow->closest.lo && narrow->closest.hi <= answer->closest.hi);
            assert_true(answer->closest.hi - answer->closest.lo <= 0x1p-7 * answer->closest.hi);
            stage_answer_free(narrow);
        }
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* A bar turns into a box: with a tolerance of 2^-40 of its length the time is known after far fewer tests than bits, since the search
 * guesses it from the speed of the nearest points. */
static void bar_into_a_box(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        stage s;
        two_bodies(&s, box_body(4, 0.125, 0.125), box_body(1, 1, 1));
        s.body[1].pose.translation = v(1.5, 2 + 0.125 * i, 0.0625);
        stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 1.6);
        s.on[0] = last_frame(&s);
        stage_end(&s);
        s.options.tolerance = 0x1p-40;
        s.options.wants_all = false;
        fk_motion_answer *answer = stage_ask(&s);
        assert_int_equal(answer->stretch_count, i < 2);
        if (i < 2)
            assert_true(answer->stretch->enter.hi - answer->stretch->enter.lo < 0x1p-38);
        assert_true(answer->tests < 130);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* ---- Straight ways ------------------------------------------------------------------------------------- */

/* Times that are known: from 3/20 to 17/20 of the way for unit cubes, of which doubles have none. */
static void cube_past_cube(void **state)
{
    (void)state;
    stage s;
    two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
    goes(&s, v(-10, 0.5, 0.25), v(10, 0.5, 0.25));
    stage_end(&s);
    s.options.wants_closest = true;
    fk_motion_answer *answer = stage_check(&s, 500);
    assert_int_equal(answer->stretch_count, 1);
    const fk_stretch *t = answer->stretch;
    assert_int_equal(t->kind, FK_STRETCH_MEETS);
    assert_true(t->is_exact && t->overlaps);
    assert_true(t->enter.lo <= 0.45 && 0.45 <= t->enter.hi && t->enter.hi - t->enter.lo <= DBL_EPSILON);
    assert_true(t->leave.lo <= 0.55 && 0.55 <= t->leave.hi && t->leave.hi - t->leave.lo <= DBL_EPSILON);
    assert_true(answer->closest.lo == 0 && answer->closest.hi == 0);
    stage_answer_free(answer);
    stage_free(&s);
}

/* The same at other times: outward, by some units in the last place. */
static void other_times(void **state)
{
    (void)state;
    static const double time[][2] = {{0, 3},     {-7, 0},         {100, 101},
                                     {0.1, 0.7}, {-1e300, 1e300}, {-1e-300, 3e-300}};
    for (size_t i = 0; i < sizeof time / sizeof *time; i++) {
        stage s;
        double from = time[i][0], to = time[i][1];
        two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, from, v(-10, 0, 0), NULL);
        stage_key(&s, to, v(10, 0, 0), NULL);
        s.on[0] = last_frame(&s);
        stage_end(&s);
        fk_motion_answer *answer = stage_ask(&s);
        assert_int_equal(answer->stretch_count, 1);
        double enter = 0.55 * from + 0.45 * to, size = fmax(fabs(from), fabs(to));
        assert_true(fabs(answer->stretch->enter.lo - enter) < 1e-14 * size);
        assert_true(answer->stretch->enter.lo <= answer->stretch->enter.hi);
        assert_true(fabs(answer->stretch->enter.hi - enter) < 1e-14 * size);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* They rest in contact, then part: without all stretches, nothing is said about when. */
static void rests_then_goes(void **state)
{
    (void)state;
    for (int all = 0; all < 2; all++) {
        stage s;
        two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 1, v(0.5, 0, 0), NULL);
        stage_key(&s, 2, v(10.5, 0, 0), NULL);
        s.on[0] = last_frame(&s);
        stage_end(&s);
        s.options.from = 0;
        s.options.wants_all = all != 0;
        fk_motion_answer *answer = stage_ask(&s);
        assert_int_equal(answer->stretch_count, 1);
        const fk_stretch *t = answer->stretch;
        assert_int_equal(t->kind, FK_STRETCH_MEETS);
        assert_true(t->enter.lo == 0 && t->enter.hi == 0);
        assert_true(all ? holds(t->leave, 1.05) && t->leave.hi < 1.06 : t->leave.lo == 0 && t->leave.hi == 2);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* A joint that rests at so many turns that its angle is not known: nothing is claimed. */
static void unknown_angle(void **state)
{
    (void)state;
    stage s;
    two_bodies(&s, box_body(0.001, 0.001, 0.001), box_body(0.001, 0.001, 0.001));
    stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 1e15, 1e15)->factor = 0.1;
    s.on[0] = last_frame(&s);
    s.body[0].pose.translation = v(1, 0, 0);
    s.body[1].pose.translation = v(-0.5, 0.5, 0);
    stage_end(&s);
    fk_motion_answer *answer = stage_ask(&s);
    assert_int_equal(answer->stretch_count, 1);
    assert_int_equal(answer->stretch->kind, FK_STRETCH_UNDECIDED);
    stage_answer_free(answer);
    stage_free(&s);
}

/* Far apart and at rest, with a tolerance that is lost beside the level: not near. */
static void tolerance_is_lost(void **state)
{
    (void)state;
    static const double number[][3] = {{2, 1e-17, 6}, {1e10, 1e-7, 1e11}};
    for (int i = 0; i < 2; i++) {
        stage s;
        two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
        s.body[1].pose.translation = v(number[i][2], 0, 0);
        stage_end(&s);
        s.options.level = number[i][0];
        s.options.tolerance = number[i][1];
        fk_motion_answer *answer = stage_ask(&s);
        assert_int_equal(answer->stretch_count, 0);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* What a tolerance is made of: sizes, of which a point and a half-space have none. */
static void default_tolerance(void **state)
{
    (void)state;
    fk_piece point = fk_piece_point(v(0.1, 0.2, 0.3)), half = fk_piece_half_space(v(0, 0, 1), 0);
    stage s;
    two_bodies(&s, body_of_pieces(&point, 1), body_of_pieces(&half, 1));
    stage_end(&s);
    assert_true(s.options.tolerance == 0x1p-20);
    stage_free(&s);
}

/* The same time on every run, in both orders, and straight or with a rotation that is not seen. */
static void box_through_cone(void **state)
{
    (void)state;
    fk_interval enter[3];
    for (int i = 0; i < 3; i++) {
        stage s;
        fk_piece cone = fk_piece_cone(v(0, 0, -1), v(0, 0, 1), 1);
        two_bodies(&s, box_body(1, 1, 1), body_of_pieces(&cone, 1));
        goes(&s, v(-10, 0, 0), v(10, 0, 0));
        if (i == 2) { /* the cone turns around its axis */
            stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 40);
            s.on[1] = last_frame(&s);
        }
        stage_end(&s);
        fk_motion_answer *answer = stage_check(&s, 200);
        assert_int_equal(answer->stretch_count, 1);
        assert_int_equal(answer->stretch->kind, FK_STRETCH_MEETS);
        enter[i] = answer->stretch->enter;
        stage_answer_free(answer);
        stage_free(&s);
    }
    assert_memory_equal(&enter[0], &enter[1], sizeof enter[0]);
    /* The lower edge of the box at height -1/2, where the cone has radius 3/4. */
    double time = (10 - 0.5 - 0.75) / 20;
    assert_true(enter[0].lo <= time + 1e-15 && time - 1e-15 <= enter[0].hi &&
                enter[0].hi - enter[0].lo < 1e-12);
    assert_true(enter[2].lo <= time + 1e-15 && time - 1e-15 <= enter[2].hi &&
                enter[2].hi - enter[2].lo < 1e-6);
}

/* A ball of 10 cm rolls at a box of 500 m: within a hundredth of a millimetre, from 1 km away. */
static void ball_against_large_box(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        stage s;
        two_bodies(&s, ball_body(0.1), box_body(500, 500, 500));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, v(-1000, 3, 7), NULL);
        stage_key(&s, 1, v(0, 3, 7), (const double[]){0, 0, turns, 1});
        s.on[0] = last_frame(&s);
        stage_end(&s);
        s.options.wants_all = false;
        s.options.tolerance = 1e-6;
        fk_motion_answer *answer = stage_check(&s, 200);
        assert_int_equal(answer->stretch_count, 1);
        assert_int_equal(answer->stretch->kind, FK_STRETCH_MEETS);
        double time = (1000 - 250 - 0.1) / 1000;
        assert_true(fabs(answer->stretch->enter.lo - time) * 1000 < 1e-5);
        assert_true(fabs(answer->stretch->enter.hi - time) * 1000 < 1e-5);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* ---- Rotations whose times are known ------------------------------------------------------------------- */

/* A bar of half length 1 turns around its middle; a ball of radius 1/4 stands at 1 from it: they first meet when the
 * bar is as near. Half the angle that a segment of length 1 sees the ball under. */
static void bar_turns_into_ball(void **state)
{
    (void)state;
    stage s;
    fk_piece bar = fk_piece_segment(v(-1.5, 0, 0), v(1.5, 0, 0));
    two_bodies(&s, body_of_pieces(&bar, 1), ball_body(0.25));
    stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 3);
    s.on[0] = last_frame(&s);
    s.body[1].pose.translation = v(0, 1, 0);
    stage_end(&s);
    s.options.tolerance = 1e-9;
    fk_motion_answer *answer = stage_check(&s, 500);
    double middle = acos(0.0), half = asin(0.25);
    assert_int_equal(answer->stretch_count, 1);
    const fk_stretch *t = answer->stretch;
    assert_int_equal(t->kind, FK_STRETCH_MEETS);
    assert_true(t->overlaps && !t->is_exact);
    assert_true(t->enter.lo <= (middle - half) / 3 && t->enter.hi >= (middle - half) / 3 - 1e-15);
    assert_true(t->leave.hi >= (middle + half) / 3 && t->leave.lo <= (middle + half) / 3 + 1e-15);
    assert_true(t->enter.hi - t->enter.lo < 1e-8 && t->leave.hi - t->leave.lo < 1e-8);
    stage_answer_free(answer);
    stage_free(&s);
}

/* The same at many speeds: one stretch each, without one more as they part; what is said of its ends is as close to the
 * truth as the tolerance where they are proved to be clear. */
static void bar_leaves_ball(void **state)
{
    (void)state;
    for (int i = 0; i < 200 / (SANITIZED ? 4 : 1); i++) {
        stage s;
        fk_piece bar = fk_piece_segment(v(-1.5, 0, 0), v(1.5, 0, 0));
        fk_random random = fk_random_make(237 - (uint64_t)i);
        double turn = fk_random_between(&random, 2.2, 3), middle = acos(0.0), half = asin(0.25);
        two_bodies(&s, body_of_pieces(&bar, 1), ball_body(0.25));
        stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, turn);
        s.on[0] = last_frame(&s);
        s.body[1].pose.translation = v(0, 1, 0);
        stage_end(&s);
        s.options.tolerance = 1e-6;
        fk_motion_answer *answer = stage_ask(&s);
        assert_int_equal(answer->stretch_count, 1);
        const fk_stretch *t = answer->stretch;
        assert_int_equal(t->kind, FK_STRETCH_MEETS);
        double before = (middle - half) - t->enter.lo * turn, behind = t->leave.hi * turn - (middle + half);
        assert_true(before > -1e-14 && before < 1e-6);
        assert_true(behind > -1e-14 && behind < 1e-6);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* Two half turns of the bar pass the ball four times in two turns. */
static void several_turns(void **state)
{
    (void)state;
    stage s;
    fk_piece bar = fk_piece_segment(v(-1.5, 0, 0), v(1.5, 0, 0));
    two_bodies(&s, body_of_pieces(&bar, 1), ball_body(0.25));
    stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 8 * acos(0.0));
    s.on[0] = last_frame(&s);
    s.body[1].pose.translation = v(0, 1, 0);
    stage_end(&s);
    fk_motion_answer *answer = stage_check(&s, 1000);
    assert_int_equal(answer->stretch_count, 4);
    for (int i = 0; i < 4; i++) {
        double middle = 0.125 + 0.25 * i, half = asin(0.25) / (8 * acos(0.0));
        assert_true(fabs(answer->stretch[i].enter.hi - (middle - half)) < 1e-5);
        assert_true(fabs(answer->stretch[i].leave.lo - (middle + half)) < 1e-5);
    }
    stage_answer_free(answer);
    stage_free(&s);
}

/* A clearance: a ball goes by at 1.5 from another, both of radius 1/2, on a frame that turns. */
static void clearance(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        stage s;
        two_bodies(&s, ball_body(0.5), ball_body(0.5));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, v(-4, 1.5, 0), NULL);
        stage_key(&s, 1, v(4, 1.5, 0), (const double[]){0, 0, turns, 1});
        s.on[0] = last_frame(&s);
        stage_end(&s);
        s.options.wants_closest = true;
        s.options.level = 1;
        fk_motion_answer *answer = stage_check(&s, 300);
        /* At distance 2 of the middles. */
        double half = sqrt(4 - 2.25) / 8;
        assert_int_equal(answer->stretch_count, 1);
        assert_int_equal(answer->stretch->kind, FK_STRETCH_MEETS);
        assert_true(fabs(answer->stretch->enter.lo - (0.5 - half)) < 1e-5);
        assert_true(fabs(answer->stretch->leave.hi - (0.5 + half)) < 1e-5);
        assert_true(holds(answer->closest, 0.5) && fabs(answer->closest_time - 0.5) < 1e-3);
        assert_true(fabs(answer->point_a.y - 1) < 1e-3 && fabs(answer->point_b.y - 0.5) < 1e-3);
        s.options.level = 0.4;
        fk_motion_answer *clear = stage_check(&s, 300);
        assert_int_equal(clear->stretch_count, 0);
        stage_answer_free(clear);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* ---- Rest ---------------------------------------------------------------------------------------------- */

/* On one frame that moves, or on none: one verdict for all times. */
static void no_motion(void **state)
{
    (void)state;
    static const double gap[] = {0.5, 0, -0.5};
    for (int i = 0; i < 3; i++)
        for (int on = 0; on < 3; on++)
            for (int level = 0; level < 2; level++) {
                stage s;
                two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
                s.body[1].pose.translation = v(1 + gap[i], 0, 0);
                goes(&s, v(0, 0, 0), v(5, 0, 0));
                s.on[0] = s.on[1] = on == 0 ? FK_NONE : 0;
                if (on == 2) {
                    stage_joint(&s, 0, FK_FRAME_REVOLUTE, 1, 1);
                    s.frame[1].axis = v(1, 0, 0);
                    s.on[0] = 1;
                }
                stage_end(&s);
                s.options.level = level;
                s.options.wants_closest = true;
                fk_motion_answer *answer = stage_check(&s, 20);
                bool is_met = gap[i] <= level;
                assert_int_equal(answer->stretch_count, is_met);
                if (is_met) {
                    const fk_stretch *t = answer->stretch;
                    assert_true(t->enter.lo == 0 && t->leave.hi == 1);
                    assert_int_equal(t->kind, FK_STRETCH_MEETS);
                    assert_true(level > 0 || t->overlaps == (gap[i] < 0));
                }
                assert_true(holds(answer->closest, fmax(gap[i], 0)));
                stage_answer_free(answer);
                stage_free(&s);
            }
}

/* A single time is asked about. */
static void one_time(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        stage s;
        two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, v(-4, 0, 0), NULL);
        stage_key(&s, 1, v(4, 0, 0), (const double[]){0, 0, turns, 1});
        s.on[0] = last_frame(&s);
        stage_end(&s);
        for (int i = 0; i <= 8; i++) {
            s.options.from = s.options.to = i / 8.0;
            s.options.wants_closest = true;
            fk_motion_answer *answer = stage_check(&s, 1);
            assert_int_equal(answer->stretch_count,
                             abs(i - 4) <= 1 && (turns == 0 || i == 4 || answer->stretch_count));
            stage_answer_free(answer);
        }
        stage_free(&s);
    }
}

/* ---- Solids -------------------------------------------------------------------------------------------- */

static body box_mesh(double x, double y, double z)
{
    soup *in = soup_make();
    soup_add_box(in, -x / 2, -y / 2, -z / 2, x / 2, y / 2, z / 2);
    body b = body_of_mesh(soup_mesh(context, in), true);
    free(in);
    return b;
}

/* From inside a solid to its outside; it counts from the first moment, and is one stretch. */
static void leaves_a_solid(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++)
        for (int kind = 0; kind < 2; kind++) {
            stage s;
            two_bodies(&s, kind ? box_mesh(0.5, 0.5, 0.5) : ball_body(0.25), box_mesh(4, 4, 4));
            stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
            stage_key(&s, 0, v(0, 0, 0), NULL);
            stage_key(&s, 1, v(8, 0, 0), (const double[]){turns, 0, 0, 1});
            s.on[0] = last_frame(&s);
            stage_end(&s);
            for (int all = 0; all < 2; all++) {
                s.options.wants_all = all;
                s.options.wants_closest = true;
                fk_motion_answer *answer = stage_check(&s, 100);
                assert_int_equal(answer->stretch_count, 1);
                const fk_stretch *t = answer->stretch;
                assert_int_equal(t->kind, FK_STRETCH_MEETS);
                assert_true(t->overlaps && t->enter.lo == 0 && t->enter.hi == 0);
                assert_true(!all || (t->leave.hi > 2.2 / 8 && t->leave.hi < 2.6 / 8));
                assert_true(answer->closest.hi == 0);
                stage_answer_free(answer);
            }
            stage_free(&s);
        }
}

/* Through a wall into a room, around in it, and out: clear within the room. */
static void room_in_a_solid(void **state)
{
    (void)state;
    stage s;
    soup *in = soup_make();
    soup_add_box(in, -2, -2, -2, 2, 2, 2);
    uint32_t first = in->count;
    soup_add_box(in, -1, -1, -1, 1, 1, 1);
    soup_turn(in, first);
    stage_begin(&s);
    s.body[1] = body_of_mesh(soup_mesh(context, in), true);
    free(in);
    s.body[0] = box_mesh(0.25, 0.25, 0.25);
    stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
    stage_key(&s, 0, v(-4, 0, 0), NULL);
    stage_key(&s, 1, v(4, 0, 0), (const double[]){0.5, 0, 0, 1});
    s.on[0] = last_frame(&s);
    stage_end(&s);
    fk_motion_answer *answer = stage_check(&s, 400);
    assert_int_equal(answer->stretch_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(answer->stretch[i].kind, FK_STRETCH_MEETS);
        assert_true(answer->stretch[i].overlaps);
    }
    stage_answer_free(answer);
    stage_free(&s);
}

/* A block with a square hole, 1.02 wide and 2 deep, and a peg, 1 wide, that goes in turned by a quarter as it goes: not
 * a hull of it. Clear all the way to the bottom. */
static void peg_into_hole(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        stage s;
        fk_piece wall[5] = {fk_piece_box(v(-2, -2, 0), v(1.49, 0, 0), v(0, 4, 0), v(0, 0, 3)),
                            fk_piece_box(v(0.51, -2, 0), v(1.49, 0, 0), v(0, 4, 0), v(0, 0, 3)),
                            fk_piece_box(v(-0.51, -2, 0), v(1.02, 0, 0), v(0, 1.49, 0), v(0, 0, 3)),
                            fk_piece_box(v(-0.51, 0.51, 0), v(1.02, 0, 0), v(0, 1.49, 0), v(0, 0, 3)),
                            fk_piece_box(v(-2, -2, -1), v(4, 0, 0), v(0, 4, 0), v(0, 0, 1))};
        two_bodies(&s,
                   turns ? body_of_pieces((fk_piece[]){fk_piece_cylinder(v(0, 0, 0), v(0, 0, 4), 0.5)}, 1)
                         : box_body(1, 1, 4),
                   body_of_pieces(wall, 5));
        double low = turns ? 0 : 2;
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, v(0, 0, 4 + low), NULL);
        stage_key(&s, 1, v(0, 0, low - 0.5), (const double[]){0, 0, turns, 1});
        s.on[0] = last_frame(&s);
        stage_end(&s);
        fk_motion_answer *answer = stage_check(&s, 200);
        assert_int_equal(answer->stretch_count, 1);
        assert_int_equal(answer->stretch->kind, FK_STRETCH_MEETS);
        assert_true(fabs(answer->stretch->enter.hi - 4 / 4.5) < 1e-5);
        stage_answer_free(answer);
        stage_free(&s);
    }
}

/* ---- What never ends ----------------------------------------------------------------------------------- */

/* A disc that spins on a table: at distance 0 all the time. Near, or meeting, from the first moment to the last. */
static void disc_on_table(void **state)
{
    (void)state;
    stage s;
    fk_piece disc = fk_piece_cylinder(v(0, 0, 0), v(0, 0, 0.125), 0.5);
    two_bodies(&s, body_of_pieces(&disc, 1), box_body(4, 4, 1));
    s.body[1].pose.translation = v(0, 0, -0.5);
    stage_joint(&s, FK_NONE, FK_FRAME_REVOLUTE, 0, 20);
    s.on[0] = last_frame(&s);
    stage_end(&s);
    s.options.resolution = 1.0 / 64;
    s.options.wants_closest = true;
    fk_motion_answer *answer = stage_check(&s, 50);
    assert_int_equal(answer->stretch_count, 1);
    const fk_stretch *t = answer->stretch;
    assert_true(t->enter.lo == 0 && t->enter.hi == 0 && t->leave.lo == 1 && t->leave.hi == 1);
    assert_true(t->kind != FK_STRETCH_UNDECIDED && !t->overlaps);
    assert_true(answer->closest.hi <= 2 * s.options.tolerance);
    stage_answer_free(answer);
    stage_free(&s);
}

/* With a small budget more is undecided, but where their boxes are far from each other all the time, and nothing is wrong. */
static void small_budgets(void **state)
{
    (void)state;
    int undecided = 0;
    for (int i = 0; i < 60 / SHARE; i++) {
        fk_random random = fk_random_make(900 + (uint64_t)i);
        stage s;
        two_bodies(&s, box_body(1, 0.2, 0.1), i % 2 ? box_mesh(1, 1, 1) : box_body(0.1, 1, 0.2));
        for (int k = 0; k < 2; k++) {
            stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
            for (int j = 0; j < 3; j++) {
                double quat[4];
                any_quat(&random, quat);
                stage_key(&s, j / 2.0, any_place(&random, 1), quat);
            }
            s.on[k] = last_frame(&s);
        }
        stage_end(&s);
        s.options.wants_closest = i % 3 == 0;
        for (uint64_t most = 1; most <= 100000; most *= 10) {
            s.options.max_tests = most;
            s.options.wants_all = i % 4 != 0;
            fk_motion_answer *answer = stage_check(&s, 60);
            bool is_undecided = false;
            for (uint32_t k = 0; k < answer->stretch_count; k++)
                is_undecided |= answer->stretch[k].kind == FK_STRETCH_UNDECIDED;
            undecided += most == 1 && is_undecided;
            assert_true(most < 100000 || !is_undecided);
            stage_answer_free(answer);
        }
        s.options.max_tests = 0;
        s.options.max_seconds = 1e-9;
        stage_answer_free(stage_ask(&s));
        stage_free(&s);
    }
    assert_true(undecided > 40 / SHARE);
}

/* ---- Bad input ----------------------------------------------------------------------------------------- */

static void refuses(const stage *s, const fk_motion_options *options, fk_status wanted)
{
    fk_moving a = stage_moving(s, 0), b = stage_moving(s, 1);
    fk_motion_answer *answer = (fk_motion_answer *)&a;
    assert_int_equal(fk_motion_contacts(context, s->motion, &a, &b, options, &answer), wanted);
    assert_ptr_equal(answer, &a);
}

static void bad_options(void **state)
{
    (void)state;
    stage s;
    two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
    goes(&s, v(-4, 0, 0), v(4, 0, 0));
    stage_end(&s);
    fk_motion_options bad[13];
    for (int i = 0; i < 13; i++)
        bad[i] = s.options;
    bad[0].from = NAN;
    bad[1].to = INFINITY;
    bad[2].to = bad[2].from - 1;
    bad[3].level = -1;
    bad[4].level = NAN;
    bad[5].tolerance = 0;
    bad[6].tolerance = INFINITY;
    bad[7].resolution = 0;
    bad[8].resolution = NAN;
    bad[9].max_seconds = -1;
    bad[10].max_seconds = NAN;
    bad[11].closest_ratio = -1;
    bad[12].closest_ratio = NAN;
    for (int i = 0; i < 13; i++)
        refuses(&s, &bad[i], FK_ERROR_ARGUMENT);
    s.on[1] = 7;
    refuses(&s, &s.options, FK_ERROR_ARGUMENT);
    s.on[1] = FK_NONE;
    s.body[1].pose.rotation[0][0] = 2;
    refuses(&s, &s.options, FK_ERROR_ARGUMENT);
    s.body[1].pose = fk_pose_identity();
    s.body[1].pose.translation.x = NAN;
    refuses(&s, &s.options, FK_ERROR_NOT_FINITE);
    s.body[1].pose = fk_pose_identity();
    stage_free(&s);
}

/* At the ends of the range: a status, or an answer, but no contact that is missed. */
static void large_numbers(void **state)
{
    (void)state;
    static const double far[] = {1e16, 1e150, 1e300, 1.7e308};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (int turns = 0; turns < 2; turns++) {
            stage s;
            two_bodies(&s, box_body(1, 1, 1), box_body(1, 1, 1));
            stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
            stage_key(&s, 0, v(-far[i], 0, 0), NULL);
            stage_key(&s, 1, v(far[i], 0, 0), (const double[]){0, 0, turns, 1});
            s.on[0] = last_frame(&s);
            stage_end(&s);
            s.options.max_tests = 10000;
            s.options.wants_closest = true;
            fk_moving a = stage_moving(&s, 0), b = stage_moving(&s, 1);
            fk_motion_answer *answer = NULL;
            fk_status status = fk_motion_contacts(context, s.motion, &a, &b, &s.options, &answer);
            assert_true(status == FK_OK || status == FK_ERROR_NOT_FINITE);
            if (status == FK_OK) {
                const fk_stretch *t = stretch_at(answer, 0.5, 0);
                assert_non_null(t);
                assert_true(answer->closest.lo == 0 && !(answer->closest.hi < 0));
            }
            stage_answer_free(answer);
            stage_free(&s);
        }
}

static fk_status ask_with(fk_context *scarce, const void *user, void *out)
{
    const stage *s = user;
    fk_moving a = stage_moving(s, 0), b = stage_moving(s, 1);
    fk_motion_answer *answer = NULL;
    fk_status status = fk_motion_contacts(scarce, s->motion, &a, &b, &s->options, &answer);
    if (status == FK_OK)
        memcpy(out, &answer->tests, sizeof answer->tests);
    fk_motion_answer_free(scarce, answer);
    return status;
}

static void no_memory(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++) {
        stage s;
        two_bodies(&s, box_mesh(0.5, 0.5, 0.5), box_mesh(2, 2, 2));
        stage_frame(&s, FK_NONE, FK_FRAME_KEYS);
        stage_key(&s, 0, v(-4, 0, 0), NULL);
        stage_key(&s, 1, v(4, 0, 0.5), (const double[]){0, 0, turns, 1});
        s.on[0] = last_frame(&s);
        stage_end(&s);
        s.options.wants_closest = true;
        memory_ask(ask_with, &s, sizeof(uint64_t));
        stage_free(&s);
    }
    fk_motion_answer_free(context, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cube_past_cube),      cmocka_unit_test(other_times),
        cmocka_unit_test(rests_then_goes),     cmocka_unit_test(unknown_angle),
        cmocka_unit_test(tolerance_is_lost),   cmocka_unit_test(default_tolerance),
        cmocka_unit_test(box_through_cone),    cmocka_unit_test(ball_against_large_box),
        cmocka_unit_test(bar_turns_into_ball), cmocka_unit_test(bar_leaves_ball),
        cmocka_unit_test(several_turns),       cmocka_unit_test(clearance),
        cmocka_unit_test(no_motion),           cmocka_unit_test(one_time),
        cmocka_unit_test(leaves_a_solid),      cmocka_unit_test(room_in_a_solid),
        cmocka_unit_test(peg_into_hole),       cmocka_unit_test(disc_on_table),
        cmocka_unit_test(small_budgets),       cmocka_unit_test(bad_options),
        cmocka_unit_test(large_numbers),       cmocka_unit_test(no_memory),
        cmocka_unit_test(knot_by_an_edge),     cmocka_unit_test(bar_into_a_box),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
